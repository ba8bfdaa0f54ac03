//! Named arguments: what a parameter of the form `**kwargs` is given, and `f(**kwargs)`; and displays of dicts with constant names whose
//! values have no common type.
//!
//! The names are part of the type, so that a constant name is no search. Whatever else is done with them is done with a dict that is made of
//! them, which the values must have a common type for. A change would be one of that dict, and is refused.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::dicts;
use crate::spread_names;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_ir::py::{Op, STAR_NAMES};
use coluber_ir::{Const, Inst, InstData, Untyped, Value};
use coluber_ops::{BinOp, CmpOp};
use coluber_types::containers::item_type;
use coluber_types::{Kind, Ty, unify};

/// Whether it is the type of named arguments.
pub fn is(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Keywords { .. })
}

/// Whether values of a type are named arguments, or hold some.
pub fn holds(ty: Ty) -> bool {
    let any = |types: &[Ty]| types.iter().any(|ty| holds(*ty));
    match ty.kind() {
        Kind::Keywords { .. } => true,
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } | Kind::OneOf(items) => any(items),
        Kind::List { item, .. } | Kind::Optional(item) | Kind::Dict { value: item, .. } => holds(*item),
        Kind::Closure { captured, .. } => any(captured),
        _ => false,
    }
}

/// Whether containers of a type hold named arguments.
pub fn are_items(ty: Ty) -> bool {
    match ty.kind() {
        Kind::List { item, .. } | Kind::Dict { value: item, .. } => holds(*item),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => items.iter().any(|ty| are_items(*ty)),
        _ => false,
    }
}

/// Refuses to hand a display of names on to a function of the program, which may change it: it becomes a dict then.
pub fn check_passed(cx: &mut Cx<'_>, given: impl IntoIterator<Item = Ty>) -> Result<()> {
    if cx.options.cuda || cx.sites.varies || !given.into_iter().any(holds) {
        return Ok(());
    }
    Err(unchangeable_display(cx))
}

/// What a call gives, with dicts in the place of displays of names, where these are changed.
pub fn opened(cx: &mut Cx<'_>, call: Resolved) -> Result<Resolved> {
    let ty = call.val().ty;
    if !cx.sites.varies
        || cx.options.cuda
        || !(is(ty) || ty.tuple_items().is_some_and(|items| items.iter().any(|ty| is(*ty))))
    {
        return Ok(call);
    }
    let Some(items) = ty.tuple_items() else {
        return Ok(match dicts::of_keywords(cx, ty)? {
            Some(dict) => call.then(dict),
            None => call,
        });
    };
    let mut all = Vec::new();
    for (k, item) in items.iter().enumerate() {
        let whole = cx.sites.begin_part(k);
        let dict = dicts::of_keywords(cx, *item);
        cx.sites.current = whole;
        all.push(dict?.unwrap_or_else(|| Resolved::one(Val::new(*item), |_, a| a[0])));
    }
    let ty = Ty::tuple(all.iter().map(|made| made.val().ty).collect::<Vec<_>>());
    Ok(call.then(Resolved::one(Val::new(ty), move |e, a| {
        let items = e.parts(a[0]);
        let items: Vec<Value> = items.iter().zip(&all).map(|(item, made)| e.resolved(made, &[*item])).collect();
        e.pack(&items, ty.bare())
    })))
}

/// What makes named arguments of dicts behind `**`, for each operand of a call. None where there are no such dicts.
pub fn starred(cx: &mut Cx<'_>, op: &Op, v: &[Val]) -> Result<Option<Vec<Resolved>>> {
    let (Op::Call { names } | Op::CallStar { names }) = op else { return Ok(None) };
    let first = v.len().saturating_sub(names.len());
    let is_dict = |k: usize| k >= first && *names[k - first] == *STAR_NAMES && v[k].ty.dict_form().is_some();
    if !(0..v.len()).any(is_dict) {
        return Ok(None);
    }
    let mut all = Vec::new();
    for (k, val) in v.iter().enumerate() {
        let named = if is_dict(k) { named_by(cx, op, v, (k, first)) } else { Ok(None) };
        all.push(named?.unwrap_or_else(|| Resolved::one(*val, |_, a| a[0])));
    }
    let is_new = all.iter().zip(v).any(|(made, val)| made.val().ty != val.ty);
    Ok(is_new.then_some(all))
}

/// What makes named arguments of one of the operands of a call, which is a dict; `first` is the first operand with a name. The names are those in its type, or those of parameters.
fn named_by(cx: &mut Cx<'_>, op: &Op, v: &[Val], (k, first): (usize, usize)) -> Result<Option<Resolved>> {
    if let Some(found) = dicts::as_keywords(cx, v[k].ty)? {
        return Ok(Some(found));
    }
    let (Op::Call { names } | Op::CallStar { names }) = op else { return Ok(None) };
    let mut given = spread_names::Given { callee: v[0], positional: first - 1, names: Vec::new() };
    if let Op::CallStar { .. } = op {
        let Some(items) = v[1].ty.tuple_items() else { return Ok(None) };
        given.positional = items.len();
    }
    for (at, name) in names.iter().enumerate().filter(|(at, _)| first + at != k) {
        match parts(v[first + at].ty) {
            Some((own, _)) if **name == *STAR_NAMES => given.names.extend(own),
            None if **name == *STAR_NAMES => return Ok(None),
            _ => given.names.push(name),
        }
    }
    spread_names::of_dict(cx, &given, v[k])
}

fn parts(ty: Ty) -> Option<(&'static [Name], &'static [Ty])> {
    match ty.kind() {
        Kind::Keywords { names, items } => Some((names, items)),
        _ => None,
    }
}

/// The error for `f(**x)` of something whose names are not known.
pub fn unknown_names(cx: &Cx<'_>, given: Val) -> Box<Diagnostic> {
    cx.unsupported(format!(
        "a call with ** of {}: the names must be known when the function is compiled",
        given.ty.bare()
    ))
    .hint("functions and classes of the program take a dict whose values have one type; others take a display with constant names, {'a': 1}, and the function's own **kwargs")
}

/// The named arguments of a call, with those of `**kwargs` among them.
pub fn spread(cx: &Cx<'_>, names: &[Name], vals: &[Val]) -> Result<Vec<(Name, Val)>> {
    let mut out: Vec<(Name, Val)> = Vec::new();
    for (name, val) in names.iter().zip(vals) {
        if **name != *STAR_NAMES {
            out.push((name.clone(), *val));
            continue;
        }
        let Some((inner, types)) = parts(val.ty) else { return Err(unknown_names(cx, *val)) };
        out.extend(inner.iter().zip(types).map(|(name, ty)| (name.clone(), Val { ty: *ty, weak: val.weak })));
    }
    for (k, (name, _)) in out.iter().enumerate() {
        if out[..k].iter().any(|(other, _)| other == name) {
            return Err(cx.error(format!("got multiple values for keyword argument '{name}'")));
        }
    }
    Ok(out)
}

/// An operation for which the names are enough. `is_made` says whether the function itself makes the first operand.
pub fn operation(cx: &mut Cx<'_>, op: &Op, v: &[Val], is_made: bool) -> Rule {
    let found = match (op, v) {
        (Op::GetItem {}, [of, at]) => value_of(*of, *at),
        (Op::Contains { invert }, [name, of]) => {
            position(*of, *name).map(|found| Resolved::constant(Ty::literal_bool(found.is_some() != *invert)))
        }
        (Op::GetAttr { name }, [of]) if dicts::DICT_METHODS.contains(&&**name) => {
            Some(crate::methods::bound(*of, name))
        }
        (Op::SetItem {} | Op::DelItem {}, [of, ..]) if is(of.ty) => {
            return Err(if is_made { unchangeable_display(cx) } else { unchangeable(cx) });
        }
        (Op::Compare { op: op @ (CmpOp::Eq | CmpOp::Ne) }, &[a, b]) => return compare(cx, *op, a, b),
        _ => None,
    };
    Ok(found)
}

/// `a == b` of two: the values of each name are compared.
fn compare(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Rule {
    let (Some((names, items)), Some((others, values))) = (parts(a.ty), parts(b.ty)) else { return Ok(None) };
    let places: Option<Vec<usize>> = names.iter().map(|name| others.iter().position(|other| other == name)).collect();
    let Some(places) = places.filter(|places| places.len() == others.len()) else {
        return Ok(Some(Resolved::constant(Ty::literal_bool(op == CmpOp::Ne))));
    };
    let mut rules = Vec::new();
    for (item, &place) in items.iter().zip(&places) {
        let equal = crate::operators::compare(cx, CmpOp::Eq, Val::new(*item), Val::new(values[place]))?;
        rules.push((equal, place));
    }
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, v| {
        let mut all = e.bool(true);
        for (k, (equal, place)) in rules.iter().enumerate() {
            let (x, y) = (e.part(v[0], k), e.part(v[1], *place));
            let found = e.resolved(equal, &[x, y]);
            let found = e.coerce(found, Ty::boolean());
            all = e.and(all, found);
        }
        if op == CmpOp::Eq { all } else { e.not(all) }
    })))
}

/// The error of a display of names that is changed: with dicts whose values have several types there is none.
pub fn unchangeable_display(cx: &mut Cx<'_>) -> Box<Diagnostic> {
    cx.sites.would_vary = true;
    cx.unsupported("a dict whose values have several types can't be changed in compiled code")
        .hint("give all values one type, or hold them in variables or in a tuple")
}

fn unchangeable(cx: &mut Cx<'_>) -> Box<Diagnostic> {
    // What a call has given becomes a dict.
    cx.sites.would_vary = true;
    cx.unsupported("**kwargs can't be changed in compiled code, nor a dict whose values have several types")
        .hint("make a dict of it, whose values have one type: options = dict(kwargs)")
}

/// The function with a dict in the place of `**kwargs` that it changes, or hands on to a function that may; None where there are none.
pub fn spelled_out(body: &Untyped, args: &[Ty]) -> Option<Untyped> {
    let params = body.params().iter().zip(args);
    let changed: Vec<_> = params.filter(|(param, ty)| is(**ty) && is_changed(body, **param)).collect();
    if changed.is_empty() {
        return None;
    }
    let mut func = body.clone();
    for (&param, &ty) in changed {
        let (names, _) = parts(ty)?;
        let (insts, dict) = make_dict(&mut func, param, names);
        for block in body.layout.iter() {
            crate::unroll::rename(&mut func, *block, param, dict);
        }
        func.blocks[body.entry()].insts.splice(0..0, insts);
    }
    Some(func)
}

fn is_changed(body: &Untyped, of: Value) -> bool {
    let mut uses = body.insts.values().filter(|data| data.args.contains(&of));
    uses.any(|data| match &data.op {
        Op::SetItem {} | Op::DelItem {} => data.args[0] == of,
        Op::GetAttr { name } => matches!(&**name, "clear" | "pop" | "popitem" | "setdefault" | "update"),
        Op::Call { names } => is_handed_on(body, data, names, of) && !is_spread(body, of),
        _ => false,
    })
}

/// Whether a call has the names as arguments, which those of a dict are not.
fn is_spread(body: &Untyped, of: Value) -> bool {
    body.insts.values().any(|data| match &data.op {
        Op::Call { names } | Op::CallStar { names } => {
            let named = data.args.iter().rev().zip(names.iter().rev());
            named.into_iter().any(|(value, name)| *value == of && **name == *STAR_NAMES)
        }
        _ => false,
    })
}

/// Whether a call gives a function that is no builtin the dict itself.
fn is_handed_on(body: &Untyped, call: &InstData<Op>, names: &[Name], of: Value) -> bool {
    let callee = body.insts.values().find(|data| data.results.contains(&call.args[0]));
    let is_of_program = match callee.map(|data| &data.op) {
        Some(Op::Global { name }) => {
            let key = format!("builtins.{name}");
            !crate::builtins::is_known(&key) && !OF_NAMES.contains(&&*key)
        }
        Some(Op::Builtin { .. }) => false,
        _ => true,
    };
    let first = call.args.len() - names.len();
    let is_whole = |k: usize| k < first || *names[k - first] != *STAR_NAMES;
    is_of_program && (1..call.args.len()).any(|k| call.args[k] == of && is_whole(k))
}

/// The instructions that make a dict of named arguments.
fn make_dict(func: &mut Untyped, of: Value, names: &[Name]) -> (Vec<Inst>, Value) {
    let (unknown, span) = (Ty::undefined(), Span::default());
    let (mut insts, mut entries) = (Vec::new(), Vec::new());
    for name in names {
        let value = Const::Str(name.clone());
        let key = func.make_inst(Op::Const { value }, &[], &[unknown], span);
        let item = func.make_inst(Op::GetItem {}, &[of, func.result(key)], &[unknown], span);
        entries.extend([func.result(key), func.result(item)]);
        insts.extend([key, item]);
    }
    let dict = func.make_inst(Op::BuildMap {}, &entries, &[unknown], span);
    insts.push(dict);
    (insts, func.result(dict))
}

/// Where a constant name is among the names; None where either is not known.
fn position(of: Val, name: Val) -> Option<Option<usize>> {
    let (names, _) = parts(of.ty)?;
    let name = name.literal_str()?;
    Some(names.iter().position(|n| **n == *name))
}

/// `kwargs["name"]`
fn value_of(of: Val, name: Val) -> Option<Resolved> {
    let (_, items) = parts(of.ty)?;
    let k = position(of, name)??;
    Some(Resolved::one(Val { ty: items[k], weak: of.weak }, move |e, a| e.part(a[0], k)))
}

/// A method of named arguments, which are the first argument.
pub fn method(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    let of = args.positional[0];
    match (name, &args.positional[1..]) {
        ("get", [key, rest @ ..]) if rest.len() < 2 && position(of, *key).is_some() => {
            if let Some(found) = value_of(of, *key) {
                return Ok(Some(found));
            }
            return Ok(Some(match rest {
                [default] => Resolved::one(*default, |_, a| a[2]),
                _ => Resolved::constant(Ty::none()),
            }));
        }
        ("clear" | "pop" | "popitem" | "setdefault" | "update", _) => return Err(unchangeable(cx)),
        // Nothing changes the one or the other.
        ("copy", []) if !have_common_type(of) => return Ok(Some(Resolved::one(of, |_, a| a[0]))),
        _ => {}
    }
    if let Some(found) = several_types(of, name, args) {
        return Ok(Some(found));
    }
    let dict = match (name, parts(of.ty)) {
        ("keys", Some((names, _))) => dict_of_names(of, names),
        _ => as_dict(cx, of)?,
    };
    let mut with_dict = args.clone();
    with_dict.positional[0] = dict.val();
    let found = dicts::call(cx, name, &with_dict)?;
    Ok(found.map(|found| {
        Resolved::one(found.val(), move |e, a| {
            let mut operands = a.to_vec();
            operands[0] = e.resolved(&dict, &a[..1]);
            e.resolved(&found, &operands)
        })
    }))
}

/// Whether a dict can be made of them.
fn have_common_type(of: Val) -> bool {
    let items = parts(of.ty).map_or(&[][..], |(_, items)| items);
    items.iter().try_fold(Ty::undefined(), |joined, item| unify(joined, item_type(*item))).is_some()
}

/// `values()` and `items()` of values that have no common type: tuples, over which loops are written out.
fn several_types(of: Val, name: &str, args: &CallArgs) -> Option<Resolved> {
    let (names, items) = parts(of.ty)?;
    if have_common_type(of) || args.positional.len() != 1 || !args.names.is_empty() {
        return None;
    }
    let pairs: Vec<Ty> = items.iter().map(|item| Ty::tuple(vec![Ty::string(), *item])).collect();
    match name {
        "values" => {
            let ty = Ty::tuple(items.to_vec());
            Some(Resolved::one(Val { ty, weak: of.weak }, move |e, a| {
                let values: Vec<_> = (0..items.len()).map(|k| e.part(a[0], k)).collect();
                e.pack(&values, ty)
            }))
        }
        "items" => {
            let ty = Ty::tuple(pairs.clone());
            Some(Resolved::one(Val { ty, weak: of.weak }, move |e, a| {
                let mut made = Vec::new();
                for (k, (name, pair)) in names.iter().zip(&pairs).enumerate() {
                    let key = e.unit(Ty::literal_str(name.to_string()));
                    let (key, value) = (e.coerce(key, Ty::string()), e.part(a[0], k));
                    made.push(e.pack(&[key, value], *pair));
                }
                e.pack(&made, ty)
            }))
        }
        _ => None,
    }
}

/// Whether an operation on named arguments is one on the dict of them.
pub fn wants_dict(op: &Op, v: &[Val]) -> bool {
    match op {
        Op::Call { .. } => matches!(v[0].ty.kind(), Kind::Function(_) | Kind::NumberClass(_)),
        Op::GetItem {}
        | Op::Contains { .. }
        | Op::GetIter {}
        | Op::Truth {}
        | Op::Unary { .. }
        | Op::Binary { .. }
        | Op::Compare { .. }
        | Op::DictUpdate {}
        | Op::Format { .. }
        | Op::BuildList {}
        | Op::BuildMap {}
        | Op::ListAppend {} => true,
        _ => false,
    }
}

/// Whether an operation puts its operands into a container, which holds named arguments as they are where their values have no common type.
pub fn takes_any(op: &Op) -> bool {
    matches!(op, Op::BuildList {} | Op::BuildMap {} | Op::ListAppend {})
}

/// Whether an operation may do something with named arguments whose values have no common type: functions that make text of them, and those
/// of programs.
pub fn may_take(op: &Op) -> bool {
    matches!(op, Op::Call { .. } | Op::Format { .. } | Op::Binary { op: BinOp::Mod, .. })
}

/// Builtins that see the names of a dict alone, or its class.
const OF_NAMES: &[&str] = &[
    "builtins.isinstance",
    "builtins.type",
    "builtins.len",
    "builtins.list",
    "builtins.tuple",
    "builtins.set",
    "builtins.frozenset",
    "builtins.sorted",
    "builtins.iter",
    "builtins.enumerate",
];

/// Whether an operation on named arguments has to do with their names alone.
fn is_of_names(cx: &mut Cx<'_>, op: &Op, v: &[Val]) -> bool {
    match (op, v[0].ty.kind()) {
        (Op::GetIter {} | Op::Contains { .. } | Op::Truth {}, _) => true,
        (Op::Call { .. }, Kind::Function(object)) => {
            cx.host.key(object.id).is_some_and(|key| OF_NAMES.contains(&key.as_ref()))
        }
        _ => false,
    }
}

/// Each value, named arguments as a dict.
pub fn as_dicts(cx: &mut Cx<'_>, op: &Op, v: &[Val]) -> Result<Vec<Resolved>> {
    let names_only = is_of_names(cx, op, v);
    let convert = |of: &Val| match parts(of.ty) {
        Some((names, _)) if names_only => Ok(dict_of_names(*of, names)),
        Some(_) => as_dict(cx, *of),
        None => Ok(Resolved::one(*of, |_, a| a[0])),
    };
    v.iter().map(convert).collect()
}

/// A dict with the names as keys, and their positions as values.
fn dict_of_names(of: Val, names: &'static [Name]) -> Resolved {
    let ty = Ty::dict(Ty::string(), Ty::int64());
    let named = Val { ty, weak: of.weak };
    Resolved::one(named, move |e, _| {
        let dict = e.dict_new(ty, Ty::string(), Ty::int64());
        for (name, k) in names.iter().zip(0..) {
            let (key, position) = (e.unit(Ty::literal_str(name.to_string())), e.i64(k));
            e.dict_set(dict, key, position, (Ty::string(), Ty::int64()));
        }
        dict
    })
}

/// The rule for operands that are converted first.
pub fn converted(operands: Vec<Resolved>, rule: Resolved) -> Resolved {
    let inner = rule.emit.clone();
    let emit = std::rc::Rc::new(move |e: &mut crate::emit::Emitter<'_>, a: &[Value]| {
        let made: Vec<_> = operands.iter().zip(a).map(|(operand, v)| e.resolved(operand, &[*v])).collect();
        inner(e, &made)
    });
    Resolved { emit, elementwise: None, assignment: None, ..rule }
}

fn as_dict(cx: &mut Cx<'_>, of: Val) -> Result<Resolved> {
    let Some((names, items)) = parts(of.ty) else { return Ok(Resolved::one(of, |_, a| a[0])) };
    let types: Vec<Ty> = items.iter().map(|item| item_type(*item)).collect();
    let mut value = cx.common(&types).ok_or_else(|| {
        cx.error(format!("the values of {} have no common type: only constant names can be looked up", of.ty))
    })?;
    if items.is_empty() {
        value = Ty::int64();
    }
    let ty = Ty::dict(Ty::string(), value);
    let names: Vec<Ty> = names.iter().map(|name| Ty::literal_str(name.to_string())).collect();
    Ok(Resolved::one(Val::new(ty), move |e, a| {
        let dict = e.dict_new(ty, Ty::string(), value);
        for (k, name) in names.iter().enumerate() {
            let (key, item) = (e.unit(*name), e.part(a[0], k));
            e.dict_set(dict, key, item, (Ty::string(), value));
        }
        dict
    }))
}
