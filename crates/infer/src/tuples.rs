//! Tuples: concatenation, comparison, indexing, unpacking and named tuples.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::host::{HostData, HostValue};
use crate::instances::{one_of, with_operands};
use crate::nones;
use crate::shared;
use crate::value::{Resolved, Val, Values};
use coluber_base::{Name, Result};
use coluber_ir::{Const, Value};
use coluber_ops::{BinOp, CmpOp};
use coluber_types::fields::is_scalar;
use coluber_types::{Kind, Literal, ObjId, Object, Ty};

/// `(a, b, ...)`
pub fn build(items: &[Val]) -> Resolved {
    let ty = Ty::tuple(items.iter().map(|v| v.ty).collect::<Vec<_>>());
    let weak = items.iter().all(|v| v.weak);
    Resolved::one(Val { ty, weak }, move |e, args| e.pack(args, ty))
}

/// `t._replace(name=value)` of a named tuple, which is the first operand.
pub fn replace(val: Val, args: &CallArgs) -> Option<Resolved> {
    let Kind::NamedTuple { class, names, items } = val.ty.kind() else { return None };
    if args.positional.len() != 1 || args.star.is_some() {
        return None;
    }
    let (mut items, mut places) = (items.to_vec(), Vec::new());
    for (name, new) in &args.names {
        let at = names.iter().position(|own| own == name)?;
        items[at] = new.ty.stored();
        places.push(at);
    }
    let ty = Ty::new(Kind::NamedTuple { class: class.clone(), names: names.clone(), items: items.clone().into() });
    Some(Resolved::one(Val::new(ty), move |e, a| {
        let mut parts = e.parts(a[0]);
        for (&at, &new) in places.iter().zip(&a[1..]) {
            parts[at] = e.coerce(new, items[at]);
        }
        e.pack(&parts, ty)
    }))
}

/// `a + b`, and `a * n` for a known `n`.
pub fn binary(op: BinOp, a: Val, b: Val) -> Option<Resolved> {
    match op {
        BinOp::Add => {
            let (x, y) = (a.ty.tuple_items()?, b.ty.tuple_items()?);
            let ty = Ty::tuple([x, y].concat());
            Some(Resolved::one(Val { ty, weak: a.weak && b.weak }, move |e, args| {
                let mut parts = e.parts(args[0]);
                parts.extend(e.parts(args[1]));
                e.pack(&parts, ty)
            }))
        }
        BinOp::Mul => {
            let (tuple, count, at) = match (a.ty.tuple_items(), b.ty.tuple_items()) {
                (Some(items), None) => (items, b.literal_int()?, 0),
                (None, Some(items)) => (items, a.literal_int()?, 1),
                _ => return None,
            };
            let count = usize::try_from(count.max(0)).ok().filter(|n| n * tuple.len() <= 4096)?;
            let ty = Ty::tuple(tuple.repeat(count));
            Some(Resolved::one(Val { ty, weak: a.weak && b.weak }, move |e, args| {
                let parts = e.parts(args[at]).repeat(count);
                e.pack(&parts, ty)
            }))
        }
        _ => None,
    }
}

/// How an item of one tuple is compared with that of another.
struct Items {
    equal: Resolved,
    /// Whether they are one object, which is equal to itself without being asked; None for values of which each is equal to itself anyway.
    identical: Option<Resolved>,
    /// What decides where they are not equal.
    ordered: Ordered,
}

/// What decides between two items that are not equal.
enum Ordered {
    /// That they are not.
    Unequal,
    /// Which of them is less.
    By(Resolved),
    /// Nothing: what CPython says then.
    Never(String),
}

impl Items {
    fn new(cx: &mut Cx<'_>, op: CmpOp, k: usize, p: Val, q: Val) -> Result<Items> {
        let equal = crate::operators::compare(cx, CmpOp::Eq, p, q)?;
        let identical = crate::identity::of_items(cx, p, q)?;
        if matches!(op, CmpOp::Eq | CmpOp::Ne) {
            return Ok(Items { equal, identical, ordered: Ordered::Unequal });
        }
        let is_known = !p.ty.is_unsettled() && !q.ty.is_unsettled();
        let names = class_text(p.ty).zip(class_text(q.ty)).filter(|_| k > 0 && is_known);
        let ordered = match (crate::operators::compare(cx, strict(op), p, q), names) {
            (Ok(found), _) => Ordered::By(found),
            // Items that are told apart by those in front of them need no order.
            (Err(error), Some((x, y))) if error.contexts.is_empty() => {
                Ordered::Never(format!("'{}' not supported between instances of '{x}' and '{y}'", symbol(op)))
            }
            (Err(error), None) if k > 0 && is_known && error.contexts.is_empty() => {
                Ordered::By(order_of_each(cx, op, p, q)?.ok_or(error)?)
            }
            (Err(error), _) => return Err(error),
        };
        Ok(Items { equal, identical, ordered })
    }

    /// Whether the comparison of two items has no effects.
    fn is_simple(&self, p: Ty, q: Ty) -> bool {
        let is_number = |ty: Ty| ty.is_number() || ty == Ty::boolean();
        is_number(p.unliteral()) && is_number(q.unliteral()) && !matches!(self.ordered, Ordered::Never(_))
    }

    fn same(&self, e: &mut Emitter<'_>, p: Value, q: Value) -> Value {
        let Some(identical) = &self.identical else { return self.equal(e, p, q) };
        if is_scalar(e.ty(p)) {
            let (is_one, equal) = (e.resolved(identical, &[p, q]), self.equal(e, p, q));
            return e.or(is_one, equal);
        }
        let (end, answer) = e.join_block(Ty::boolean());
        let asked = e.following_block();
        let is_one = e.resolved(identical, &[p, q]);
        e.builder().branch(is_one, (end, &[is_one]), (asked, &[]));
        e.builder().switch_to(asked);
        let equal = self.equal(e, p, q);
        e.builder().jump(end, &[equal]);
        e.builder().switch_to(end);
        answer
    }

    fn equal(&self, e: &mut Emitter<'_>, p: Value, q: Value) -> Value {
        let equal = e.resolved(&self.equal, &[p, q]);
        e.coerce(equal, Ty::boolean())
    }

    /// The answer where the items are not equal.
    fn decided(&self, e: &mut Emitter<'_>, op: CmpOp, p: Value, q: Value) -> Value {
        match &self.ordered {
            Ordered::Unequal => e.bool(op == CmpOp::Ne),
            Ordered::By(rule) => {
                let less = e.resolved(rule, &[p, q]);
                e.coerce(less, Ty::boolean())
            }
            Ordered::Never(text) => {
                let never = e.bool(false);
                e.guard("TypeError", text, never);
                never
            }
        }
    }
}

/// The order of items that are not equal, of which one is of one of several classes: some may have no order. None for others.
fn order_of_each(cx: &mut Cx<'_>, op: CmpOp, p: Val, q: Val) -> Rule {
    if let Some(all) = one_of::members(p.ty) {
        return one_of::each(cx, all, |cx, one| order_or_error(cx, op, one, q));
    }
    let Some(all) = one_of::members(q.ty) else { return Ok(None) };
    let found = one_of::each(cx, all, |cx, one| {
        let found = order_or_error(cx, op, p, one)?;
        Ok(found.map(|found| with_operands(found, |_, a| vec![a[1], a[0]])))
    })?;
    Ok(found.map(|found| with_operands(found, |_, a| vec![a[1], a[0]])))
}

/// The order of two such items where their classes are known, or what CPython says.
fn order_or_error(cx: &mut Cx<'_>, op: CmpOp, p: Val, q: Val) -> Rule {
    if let Some(found) = order_of_each(cx, op, p, q)? {
        return Ok(Some(found));
    }
    let names = class_text(p.ty).zip(class_text(q.ty));
    Ok(match (crate::operators::compare(cx, strict(op), p, q), names) {
        (Ok(found), _) => Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
            let less = e.resolved(&found, a);
            e.coerce(less, Ty::boolean())
        })),
        (Err(error), Some((x, y))) if error.contexts.is_empty() => {
            let text = format!("'{}' not supported between instances of '{x}' and '{y}'", symbol(op));
            Some(Resolved::one(Val::weak(Ty::boolean()), move |e, _| {
                let never = e.bool(false);
                e.guard("TypeError", &text, never);
                never
            }))
        }
        (Err(error), _) => return Err(error),
    })
}

/// The name of the class of values that may have no order; None for others.
fn class_text(ty: Ty) -> Option<Name> {
    Some(match ty.kind() {
        Kind::Enum { class, .. } => class.text.clone(),
        Kind::Instance(shape) => shape.class().object.text.clone(),
        Kind::Dict { .. } => "dict".into(),
        Kind::None => "NoneType".into(),
        Kind::Complex(_) => "complex".into(),
        Kind::Closure { .. } | Kind::Dispatcher(_) => "function".into(),
        _ => return None,
    })
}

/// `a op b` of two tuples: lexicographic.
pub fn compare(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Rule {
    let (Some(x), Some(y)) = (a.ty.tuple_items(), b.ty.tuple_items()) else {
        return Ok(None);
    };
    if matches!(op, CmpOp::Eq | CmpOp::Ne) && x.len() != y.len() {
        return Ok(Some(Resolved::constant(Ty::literal_bool(op == CmpOp::Ne))));
    }
    let mut rules = Vec::new();
    for (k, (p, q)) in x.iter().zip(y).enumerate() {
        rules.push(Items::new(cx, op, k, Val::weak(*p), Val::weak(*q))?);
    }
    let lengths = match op {
        CmpOp::Eq => x.len() == y.len(),
        CmpOp::Ne => x.len() != y.len(),
        CmpOp::Lt => x.len() < y.len(),
        CmpOp::Le => x.len() <= y.len(),
        CmpOp::Gt => x.len() > y.len(),
        CmpOp::Ge => x.len() >= y.len(),
    };
    let are_simple = rules.iter().zip(x.iter().zip(y)).all(|(rule, (p, q))| rule.is_simple(*p, *q));
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, args| match are_simple {
        true => selected(e, op, &rules, lengths, args),
        false => decided_in_turn(e, op, &rules, lengths, args),
    })))
}

/// The answer of items that are numbers, without branches.
fn selected(e: &mut Emitter<'_>, op: CmpOp, rules: &[Items], lengths: bool, args: &[Value]) -> Value {
    let mut result = e.bool(lengths);
    for (k, items) in rules.iter().enumerate().rev() {
        let (p, q) = (e.part(args[0], k), e.part(args[1], k));
        let same = items.same(e, p, q);
        let decided = items.decided(e, op, p, q);
        result = match op {
            CmpOp::Eq | CmpOp::Ne => e.select(same, result, decided),
            // Items of which one is less are not the same: what decides most often does not wait for the others.
            _ => {
                let rest = e.and(same, result);
                e.or(decided, rest)
            }
        };
    }
    result
}

/// The answer of items of which none is compared behind the first that differs.
fn decided_in_turn(e: &mut Emitter<'_>, op: CmpOp, rules: &[Items], lengths: bool, args: &[Value]) -> Value {
    let (end, answer) = e.join_block(Ty::boolean());
    for (k, items) in rules.iter().enumerate() {
        let (p, q) = (e.part(args[0], k), e.part(args[1], k));
        let same = items.same(e, p, q);
        let (next, differ) = (e.following_block(), e.following_block());
        e.builder().branch(same, (next, &[]), (differ, &[]));
        e.builder().switch_to(differ);
        let decided = items.decided(e, op, p, q);
        e.builder().jump(end, &[decided]);
        e.builder().switch_to(next);
    }
    let lengths = e.bool(lengths);
    e.builder().jump(end, &[lengths]);
    e.builder().switch_to(end);
    answer
}

fn symbol(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "==",
        CmpOp::Ne => "!=",
        CmpOp::Lt => "<",
        CmpOp::Le => "<=",
        CmpOp::Gt => ">",
        CmpOp::Ge => ">=",
    }
}

fn strict(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Le => CmpOp::Lt,
        CmpOp::Ge => CmpOp::Gt,
        other => other,
    }
}

/// `item in tuple`
pub fn contains(cx: &mut Cx<'_>, item: Val, container: Val) -> Rule {
    let Some(items) = container.ty.tuple_items() else {
        return Ok(None);
    };
    let mut rules = Vec::new();
    for ty in items {
        rules.push(is_found(cx, item, Val::weak(*ty))?);
    }
    if let Some(known) = rules.iter().map(|r| r.val().literal_bool()).collect::<Option<Vec<_>>>() {
        return Ok(Some(Resolved::constant(Ty::literal_bool(known.contains(&true)))));
    }
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, args| {
        let mut any = e.bool(false);
        for (k, rule) in rules.iter().enumerate() {
            let part = e.part(args[1], k);
            let same = e.resolved(rule, &[args[0], part]);
            let same = e.coerce(same, Ty::boolean());
            any = e.or(any, same);
        }
        any
    })))
}

/// Whether an item is the one that is looked for, or equal to it: a NaN is itself.
fn is_found(cx: &mut Cx<'_>, item: Val, own: Val) -> Result<Resolved> {
    let equal = crate::operators::compare(cx, CmpOp::Eq, item, own)?;
    let Some(identical) = crate::identity::of_items(cx, item, own)? else { return Ok(equal) };
    Ok(Resolved::one(Val::weak(Ty::boolean()), move |e, pair| {
        let same = e.resolved(&identical, pair);
        let equal = e.resolved(&equal, pair);
        let equal = e.coerce(equal, Ty::boolean());
        e.or(same, equal)
    }))
}

/// `tuple[index]`
pub fn getitem(cx: &mut Cx<'_>, tuple: Val, index: Val) -> Rule {
    let Some(items) = tuple.ty.tuple_items() else {
        return Ok(None);
    };
    if let Some(k) = index.literal_int() {
        let n = items.len() as i64;
        let at = if k < 0 { k + n } else { k };
        if at < 0 || at >= n {
            return Err(cx.error("tuple index out of range").note(format!("the tuple has type {}", tuple.ty)));
        }
        let at = at as usize;
        return Ok(Some(Resolved::one(Val { ty: items[at], weak: tuple.weak }, move |e, args| e.part(args[0], at))));
    }
    if let Kind::Slice { start, stop, step } = index.ty.kind() {
        return slice(cx, tuple, index, [*start, *stop, *step]);
    }
    if !index.ty.unliteral().is_int() && index.ty != Ty::boolean() {
        return Ok(None);
    }
    let Some(item) = cx.common(items).map(Ty::stored) else {
        return Err(cx
            .error(format!(
                "cannot index {} with a value that is not known while compiling: its items have no common type",
                tuple.ty
            ))
            .hint("index it with a constant, or use a tuple whose items have one type"));
    };
    if items.is_empty() {
        let raised = Resolved::one(Val::undefined(), |e, _| {
            let never = e.bool(false);
            e.guard("IndexError", "tuple index out of range", never);
            e.undef(Ty::undefined())
        });
        return Ok(Some(Resolved { never: true, ..raised }));
    }
    let uniform = Ty::uni_tuple(item, items.len());
    let n = items.len() as i64;
    Ok(Some(Resolved::one(Val { ty: item, weak: tuple.weak }, move |e, args| {
        let tuple = e.coerce_tuple(args[0], uniform);
        let k = e.coerce(args[1], Ty::int64());
        let count = e.i64(n);
        let negative = e.compare_int(CmpOp::Lt, k, 0);
        let wrapped = e.add(k, count);
        let k = e.select(negative, wrapped, k);
        let (low, high) = (e.compare_int(CmpOp::Ge, k, 0), e.compare(CmpOp::Lt, k, count));
        let ok = e.and(low, high);
        e.guard("IndexError", "tuple index out of range", ok);
        e.tuple_item(tuple, k, item)
    })))
}

/// The items of a slice: a tuple whose length is known, where its bounds are.
fn slice(cx: &mut Cx<'_>, tuple: Val, index: Val, bounds: [Ty; 3]) -> Rule {
    let items = tuple.ty.tuple_items().unwrap_or(&[]);
    let known = |t: Ty| match t.kind() {
        Kind::None => Some(None),
        Kind::Literal(Literal::Int(v)) => Some(Some(*v)),
        _ => None,
    };
    let [Some(start), Some(stop), Some(step)] = bounds.map(known) else {
        if cx.common(items).is_some()
            && !cx.options.cuda
            && let Some(found) = cx.overload("tuple.getslice", &[tuple, index])?
        {
            return Ok(Some(found));
        }
        let error = cx.error("a tuple can be sliced only with bounds that are known while compiling");
        return Err(error.note(format!("the items of {} have no common type", tuple.ty)));
    };
    let picked = picked(items.len() as i64, start, stop, step.unwrap_or(1));
    let ty = Ty::tuple(picked.iter().map(|k| items[*k]).collect::<Vec<_>>());
    Ok(Some(Resolved::one(Val { ty, weak: tuple.weak }, move |e, args| {
        let parts: Vec<Value> = picked.iter().map(|k| e.part(args[0], *k)).collect();
        e.pack(&parts, ty)
    })))
}

/// The positions that a slice of a sequence of `n` items takes, as `range(*slice.indices(n))`.
fn picked(n: i64, start: Option<i64>, stop: Option<i64>, step: i64) -> Vec<usize> {
    if step == 0 {
        return Vec::new();
    }
    let (lower, upper) = if step < 0 { (-1, n - 1) } else { (0, n) };
    let clamp = |v: i64| (if v < 0 { v.saturating_add(n) } else { v }).clamp(lower, upper);
    let start = start.map_or(if step < 0 { upper } else { lower }, clamp);
    let stop = stop.map_or(if step < 0 { lower } else { upper }, clamp);
    let mut out = Vec::new();
    let mut k = start;
    while (step > 0 && k < stop) || (step < 0 && k > stop) {
        out.push(k as usize);
        k = k.saturating_add(step);
    }
    out
}

/// `a, b = x`
pub fn unpack(cx: &mut Cx<'_>, val: Val, count: usize) -> Result<Resolved> {
    if let Some(items) = val.ty.tuple_items() {
        check_count(cx, val.ty, count)?;
        let vals = items.iter().map(|t| Val { ty: *t, weak: val.weak });
        return Ok(Resolved::many(vals, |e, args| e.parts(args[0]).into_iter().collect::<Values>()));
    }
    if let Some((dtype, ndim, _)) = val.ty.as_array()
        && ndim > 0
    {
        let (item, emit) = crate::arrays::index::row(val.ty);
        let _ = dtype;
        return Ok(Resolved::many(vec![Val::new(item); count], move |e, args| {
            let n = e.extent(args[0], 0);
            crate::lists::check_count(e, n, count, false);
            (0..count)
                .map(|k| {
                    let k = e.i64(k as i64);
                    emit(e, args[0], k)
                })
                .collect()
        }));
    }
    if let Some(found) = crate::lists::unpack(val.ty, count, cx.options.minor >= 14) {
        return Ok(found);
    }
    if let Kind::Record { .. } = val.ty.kind()
        && let Some(fields) = cx.overload("record.to_tuple", &[val])?
    {
        let items = unpack(cx, fields.val(), count)?;
        return Ok(fields.then(items));
    }
    if let Some((list, items)) = crate::generators::as_list(cx, val)?
        && let Some(found) = crate::lists::unpack(items, count, false)
    {
        return Ok(list.then(found));
    }
    if let Kind::Optional(inner) = val.ty.kind() {
        let found = unpack(cx, Val { ty: *inner, ..val }, count)?;
        return Ok(crate::numbers::coerce_arguments(found, vec![*inner]));
    }
    nones::unpacked(cx, val, count).ok_or_else(|| cx.error(format!("failed to unpack {}", val.ty)))
}

fn check_count(cx: &Cx<'_>, ty: Ty, want: usize) -> Result<()> {
    let have = ty.tuple_items().map_or(0, <[Ty]>::len);
    if have == want {
        return Ok(());
    }
    let what = if have < want { "not enough" } else { "too many" };
    Err(cx
        .error(format!("{what} values to unpack (expected {want}, got {have})"))
        .note(format!("the value unpacked has type {ty}")))
}

/// `a, *b, c = x`: the starred part is a list; of a tuple whose items have several types, or become arguments of calls, it is a tuple.
pub fn unpack_star(cx: &mut Cx<'_>, val: Val, (before, after): (usize, usize), spread: bool) -> Result<Resolved> {
    if let Some(found) = crate::lists::unpack_star(val.ty, before, after) {
        return Ok(found);
    }
    if let Some((list, items)) = crate::generators::as_list(cx, val)?
        && let Some(found) = crate::lists::unpack_star(items, before, after)
    {
        return Ok(list.then(found));
    }
    if val.ty.as_array().is_some_and(|(_, ndim, _)| ndim > 0)
        && let Some(list) = cx.overload("coluber.list", &[val])?
        && let Some(found) = crate::lists::unpack_star(list.val().ty, before, after)
    {
        return Ok(list.then(found));
    }
    let Some(items) = val.ty.tuple_items() else {
        return Err(cx.error(format!("a starred assignment needs a sequence, not {}", val.ty)));
    };
    if items.len() < before + after {
        let (want, have) = (before + after, items.len());
        return Err(cx.error(format!("not enough values to unpack (expected at least {want}, got {have})")));
    }
    let (head, rest) = items.split_at(before);
    let (middle, tail) = rest.split_at(rest.len() - after);
    let middle_ty = Ty::tuple(middle);
    let middle_len = middle.len();
    let mut vals: Vec<Val> = head
        .iter()
        .copied()
        .chain([middle_ty])
        .chain(tail.iter().copied())
        .map(|ty| Val { ty, weak: val.weak })
        .collect();
    let middle_vals: Vec<Val> = middle.iter().map(|ty| Val { ty: *ty, weak: val.weak }).collect();
    let is_list = !spread && middle.iter().all(|ty| ty.unliteral() == middle[0].unliteral());
    let list = if is_list { crate::lists::build(cx, &middle_vals).ok() } else { None };
    if let Some(list) = &list {
        vals[before] = list.val();
    }
    Ok(Resolved::many(vals, move |e, args| {
        let parts = e.parts(args[0]);
        let starred = &parts[before..before + middle_len];
        let starred = match &list {
            Some(list) => e.resolved(list, starred),
            None => e.pack(starred, middle_ty),
        };
        let mut out: Values = parts[..before].iter().copied().collect();
        out.push(starred);
        out.extend(parts[before + middle_len..].iter().copied());
        out
    }))
}

/// `(*a, b)`
pub fn build_star(cx: &mut Cx<'_>, parts: &[Val], starred: &[bool]) -> Result<Resolved> {
    let mut types = Vec::new();
    for (val, star) in parts.iter().zip(starred) {
        match (star, val.ty.tuple_items()) {
            (false, _) => types.push(val.ty),
            (true, Some(items)) => types.extend_from_slice(items),
            (true, None) => return crate::lists::long_display(cx, parts, starred),
        }
    }
    let ty = Ty::tuple(types);
    let starred = starred.to_vec();
    Ok(Resolved::one(Val { ty, weak: parts.iter().all(|v| v.weak) }, move |e, args| {
        let mut all = Vec::new();
        for (v, star) in args.iter().zip(&starred) {
            if *star { all.extend(e.parts(*v)) } else { all.push(*v) }
        }
        e.pack(&all, ty)
    }))
}

/// `(a, *items, b)` as the texts of its items, in a list.
pub fn printed(cx: &mut Cx<'_>, parts: &[Val], starred: &[bool]) -> Result<Resolved> {
    let mut texts = Vec::new();
    for (part, star) in parts.iter().zip(starred) {
        let items = if *star { *part } else { Val { ty: Ty::tuple(vec![part.ty]), ..*part } };
        let found = cx.overload("coluber.texts_of", &[items])?;
        let found =
            found.ok_or_else(|| cx.error(format!("print() argument after * must be an iterable, not {}", part.ty)))?;
        texts.push((items.ty, *star, found));
    }
    let lists: Vec<Val> = texts.iter().map(|(.., found)| found.val()).collect();
    let joined = crate::lists::long_display(cx, &lists, &vec![true; lists.len()])?;
    Ok(Resolved::one(joined.val(), move |e, a| {
        let made: Vec<Value> = texts
            .iter()
            .zip(a)
            .map(|((tuple, star, found), part)| {
                let items = if *star { *part } else { e.pack(&[*part], *tuple) };
                e.resolved(found, &[items])
            })
            .collect();
        e.resolved(&joined, &made)
    }))
}

/// `named.field`
pub fn attribute(tuple: Val, name: &str) -> Option<Resolved> {
    let Kind::NamedTuple { names, items, .. } = tuple.ty.kind() else {
        return None;
    };
    if name == "_fields" {
        let ty = Ty::tuple(names.iter().map(|name| Ty::literal_str(name.clone())).collect::<Vec<_>>());
        return Some(Resolved::one(Val::weak(ty), move |e, _| {
            let parts: Vec<Value> = coluber_types::fields::fields(ty).into_iter().map(|name| e.unit(name)).collect();
            e.pack(&parts, ty)
        }));
    }
    let k = names.iter().position(|n| **n == *name)?;
    Some(Resolved::one(Val { ty: items[k], weak: tuple.weak }, move |e, args| e.part(args[0], k)))
}

/// Calls a namedtuple class; None when the object is not one.
pub fn make_named(cx: &mut Cx<'_>, class: ObjId, text: &str, args: &CallArgs) -> Rule {
    let Some(fields) = cx.host.attribute(class, "_fields") else {
        return Ok(None);
    };
    let HostData::Tuple(fields) = fields.data else {
        return Ok(None);
    };
    let names: Vec<Name> = fields
        .iter()
        .filter_map(|f| match f.ty.kind() {
            Kind::Literal(Literal::Str(s)) => Some(s.clone()),
            _ => None,
        })
        .collect();
    let parameters: Vec<&str> = names.iter().map(|n| &**n).collect();
    let defaults = crate::instances::tuple_defaults(cx, class);
    let first_default = names.len().saturating_sub(defaults.len());
    if args.star.is_some_and(|star| crate::spread::is_spread(star.ty)) {
        let given = args.positional.len();
        let counts = first_default.saturating_sub(given)..=names.len().saturating_sub(given);
        return crate::spread::call_with_counts(cx, args, counts, &mut |cx, args| make_named(cx, class, text, args));
    }
    let bound = args.bind(&parameters);
    let bound = bound.filter(|b| b.iter().take(first_default).all(Option::is_some));
    let Some(bound) = bound else {
        return Err(cx.error(format!("{text}() takes the arguments {}", parameters.join(", "))));
    };
    let vals = args.vals();
    let default = |k: usize| defaults.get(k.wrapping_sub(first_default)).cloned();
    let parts: Vec<(Option<usize>, Option<HostValue>)> =
        bound.into_iter().enumerate().map(|(k, at)| (at, if at.is_none() { default(k) } else { None })).collect();
    let type_of = |(at, value): &(Option<usize>, Option<HostValue>)| match (at, value) {
        (Some(k), _) => vals[*k].ty.stored(),
        (None, Some(value)) => value.ty.stored(),
        (None, None) => Ty::none(),
    };
    let items: Vec<Ty> = parts.iter().map(type_of).collect();
    let class = Object { id: class, text: text.into() };
    let ty = Ty::new(Kind::NamedTuple { class, names: names.into(), items: items.clone().into() });
    Ok(Some(Resolved::one(Val::new(ty), move |e, args| {
        let mut values = Vec::new();
        for ((at, default), ty) in parts.iter().zip(&items) {
            let value = match (at, default) {
                (Some(k), _) => args[*k],
                (None, Some(value)) => emit_constant(e, value.ty, &value.data),
                (None, None) => e.unit(Ty::none()),
            };
            values.push(e.coerce(value, *ty));
        }
        e.pack(&values, ty)
    })))
}

/// The memory of an array, or of a record. Where elements lie before the first one, only its address is known.
fn memory(ty: Ty, address: u64, shape: &[i64], strides: &[i64]) -> Const {
    let item = ty.as_array().map_or(ty, |(dtype, _, _)| dtype).itemsize();
    let Some(item) = item.filter(|_| strides.iter().all(|&stride| stride >= 0)) else {
        return Const::Int(address as i64);
    };
    let empty = shape.contains(&0);
    let last: i64 = shape.iter().zip(strides).map(|(&n, &stride)| (n - 1) * stride).sum();
    let bytes = if empty { 0 } else { last as u64 + u64::from(item) };
    Const::Memory { address, bytes }
}

/// Appends a constant of the host.
pub fn emit_constant(e: &mut Emitter<'_>, ty: Ty, data: &HostData) -> Value {
    match data {
        HostData::None => e.unit(ty),
        HostData::Scalar(Const::Complex(re, im)) => {
            let Kind::Complex(f) = ty.kind() else {
                return e.unit(ty);
            };
            let part = Ty::float(*f);
            let (re, im) = (e.float(*re, part), e.float(*im, part));
            e.pack(&[re, im], ty)
        }
        HostData::Scalar(value) => e.constant(value.clone(), ty),
        HostData::Tuple(items) => {
            let parts: Vec<Value> = items.iter().map(|i| emit_constant(e, i.ty, &i.data)).collect();
            e.pack(&parts, ty)
        }
        HostData::Shared(number) => shared::read(e, *number, ty),
        // Code that reads one is typed again before it is lowered.
        HostData::Begun { .. } => e.undef(ty),
        HostData::Array { data, shape, strides, device } => {
            let owner = e.int(0, Ty::owner());
            let address = if *device { Const::DeviceAddress(*data) } else { memory(ty, *data, shape, strides) };
            let data = e.constant(address, Ty::ptr());
            if let Kind::Record { .. } = ty.kind() {
                return e.pack(&[owner, data], ty);
            }
            let shape: Vec<Value> = shape.iter().map(|n| e.i64(*n)).collect();
            let strides: Vec<Value> = strides.iter().map(|n| e.i64(*n)).collect();
            e.make_array(owner, data, &shape, &strides, ty)
        }
    }
}
