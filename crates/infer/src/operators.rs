//! Python's operators on values of any type: which family's rule applies.

use crate::arrays::elementwise;
use crate::context::{Cx, Rule};
use crate::cuda::pointer;
use crate::text_members::as_texts;
use crate::value::{Resolved, Val};
use crate::{
    dicts, identity, instances, iteration, lists, numbers, strings, text, text_members, times, truth, tuples, wrong,
};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ops::{BinOp, CmpOp, UnOp};
use coluber_types::{DictPart, Kind, ListForm, Ty};

/// The ufunc behind an operator on arrays.
fn ufunc_of(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "add",
        BinOp::Sub => "subtract",
        BinOp::Mul => "multiply",
        BinOp::TrueDiv => "divide",
        BinOp::FloorDiv => "floor_divide",
        BinOp::Mod => "remainder",
        BinOp::Pow => "power",
        BinOp::LShift => "left_shift",
        BinOp::RShift => "right_shift",
        BinOp::And => "bitwise_and",
        BinOp::Or => "bitwise_or",
        BinOp::Xor => "bitwise_xor",
        BinOp::MatMul => "matmul",
    }
}

fn comparison_ufunc(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "equal",
        CmpOp::Ne => "not_equal",
        CmpOp::Lt => "less",
        CmpOp::Le => "less_equal",
        CmpOp::Gt => "greater",
        CmpOp::Ge => "greater_equal",
    }
}

/// `a op b`, or `a op= b`.
pub fn binary(cx: &mut Cx<'_>, op: BinOp, a: Val, b: Val, inplace: bool) -> Result<Resolved> {
    if let Some(found) = instances::binary(cx, op, a, b, inplace)? {
        return Ok(found);
    }
    if let Some(found) = numbers::binary(cx, op, a, b)? {
        return Ok(found);
    }
    if a.ty.is_array() || b.ty.is_array() {
        // A list that an array is added to becomes a new array.
        let inplace = inplace && a.ty.is_array();
        if let Some(found) = lists::operate_with_arrays(cx, &[a, b], |cx, v| binary(cx, op, v[0], v[1], inplace))? {
            return Ok(found);
        }
    }
    if inplace
        && a.ty.is_array()
        && let Some(found) = elementwise::inplace(cx, ufunc_of(op), a, b)?
    {
        return Ok(found);
    }
    if op == BinOp::Pow
        && let Some(found) = elementwise::small_power(cx, a, b)?
    {
        return Ok(found);
    }
    if let Some(found) = elementwise::apply(cx, ufunc_of(op), &[a, b])? {
        return Ok(found);
    }
    if let Some(found) = times::kernels::on_scalars(cx, ufunc_of(op), &[a, b])? {
        return Ok(found);
    }
    if let Some(found) = tuples::binary(op, a, b) {
        return Ok(found);
    }
    if op == BinOp::Or
        && let Some(found) = crate::builtins::classes::union(a, b)
    {
        return Ok(found);
    }
    if let Some(found) = lists::binary(cx, op, a, b, inplace)? {
        return Ok(found);
    }
    // `[1.0, 2.0] / np.sum(a)`; a product repeats the list.
    if op != BinOp::Mul
        && lists::are_list_and_number_of_numpy(a, b)
        && let Some(found) = lists::operate_with_arrays(cx, &[a, b], |cx, v| binary(cx, op, v[0], v[1], false))?
    {
        return Ok(found);
    }
    if (is_view(a) || is_view(b) && gives_items(a.ty))
        && let Some(found) = cx.overload(&format!("view.{}", op.function().trim_end_matches('_')), &[a, b])?
    {
        return Ok(found);
    }
    if let (Kind::Dict { .. } | Kind::Set { .. }, Some(_)) = (a.ty.kind(), dicts::types_of(b.ty)) {
        // An empty one holds what the other one does.
        if (a.ty.is_unsettled() || b.ty.is_unsettled())
            && let Some(joined) = coluber_types::unify(a.ty, b.ty)
        {
            cx.sites.flow(a.ty, joined);
            cx.sites.flow(b.ty, joined);
        }
        let family = crate::attributes::family(a.ty);
        let function = op.function().trim_end_matches('_');
        let function = if inplace { format!("i{function}") } else { function.to_owned() };
        if let Some(found) = of_family(cx, family, &function, &[a, b])? {
            return Ok(found);
        }
    }
    if let Some(found) = strings::binary(cx, op, a, b) {
        return Ok(found);
    }
    if let Some(found) = text::binary(cx, op, a, b)? {
        return Ok(found);
    }
    if let Some(found) = unwrap_optionals(cx, &[a, b], |cx, vals| binary(cx, op, vals[0], vals[1], inplace).map(Some))?
    {
        return Ok(found);
    }
    if let Some(found) = as_texts(cx, &[a, b], |cx, vals| binary(cx, op, vals[0], vals[1], false).map(Some))? {
        return Ok(found);
    }
    if (pointer::is_void(a) || pointer::is_void(b))
        && let Some(found) = pointer::as_numbers(cx, &[a, b], |cx, v| binary(cx, op, v[0], v[1], inplace).map(Some))?
    {
        return Ok(found);
    }
    if inplace && let Some(found) = cx.operator(&op.inplace_function(), &[a, b])? {
        return Ok(found);
    }
    if let Some(found) = cx.operator(op.function(), &[a, b])? {
        return Ok(found);
    }
    let inplace_array = inplace && a.ty.is_array();
    let operate = |cx: &mut Cx<'_>, v: [Val; 2]| binary(cx, op, v[0], v[1], inplace_array);
    if let Some(found) = lists::operate_with_tuple(cx, [a, b], operate)? {
        return Ok(found);
    }
    let name = if inplace { op.inplace_function() } else { op.function().trim_end_matches('_').into() };
    Err(cx.no_implementation(&name, &Cx::operator_display(&name), &[a, b]))
}

/// `op a`
pub fn unary(cx: &mut Cx<'_>, op: UnOp, a: Val) -> Result<Resolved> {
    if op == UnOp::Not {
        if matches!(a.ty.kind(), Kind::Instance(_) | Kind::Extension(_))
            && let Some(found) = cx.operator("not_", &[a])?
        {
            return Ok(found);
        }
        return not(cx, a);
    }
    if let Some(found) = instances::unary(cx, op, a)? {
        return Ok(found);
    }
    if let Some(found) = numbers::unary(op, a) {
        return Ok(found);
    }
    let function = match op {
        UnOp::Neg => "negative",
        UnOp::Pos => "positive",
        _ => "invert",
    };
    if let Some(found) = elementwise::apply(cx, function, &[a])? {
        return Ok(found);
    }
    if let Some(found) = times::kernels::on_scalars(cx, function, &[a])? {
        return Ok(found);
    }
    if let Some(found) = unwrap_optionals(cx, &[a], |cx, vals| unary(cx, op, vals[0]).map(Some))? {
        return Ok(found);
    }
    if let Some(found) = cx.operator(op.function(), &[a])? {
        return Ok(found);
    }
    let name = op.function().trim_end_matches('_');
    Err(cx.no_implementation(name, &Cx::operator_display(name), &[a]))
}

fn not(cx: &mut Cx<'_>, a: Val) -> Result<Resolved> {
    let inner = truth_of(cx, a)?;
    if let Some(b) = inner.val().literal_bool() {
        return Ok(Resolved::constant(Ty::literal_bool(!b)));
    }
    Ok(Resolved::one(Val::weak(Ty::boolean()), move |e, args| {
        let b = e.resolved(&inner, args);
        e.not(b)
    }))
}

/// The truth of a value; an error when it has none.
pub fn truth_of(cx: &mut Cx<'_>, a: Val) -> Result<Resolved> {
    if let Some(found) = instances::truth(cx, a)? {
        return Ok(found);
    }
    if let Some(found) = truth::truth(cx, a)? {
        return Ok(found);
    }
    if let Some(found) = cx.overload("builtins.bool", &[a])? {
        return Ok(found);
    }
    Err(cx.no_implementation("bool", "<class 'bool'>", &[a]))
}

/// `a op b` for comparisons.
pub fn compare(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Result<Resolved> {
    if let Some(found) = instances::compare(cx, op, a, b)? {
        return Ok(found);
    }
    if let Some(found) = numbers::compare(op, a, b) {
        return Ok(found);
    }
    let is_of_arrays = [a, b].iter().any(|v| v.ty.is_array() || lists::is_flat(v.ty));
    if (is_of_arrays || lists::are_list_and_number_of_numpy(a, b))
        && let Some(found) = lists::operate_with_arrays(cx, &[a, b], |cx, v| compare(cx, op, v[0], v[1]))?
    {
        return Ok(found);
    }
    if let Some(found) = elementwise::apply(cx, comparison_ufunc(op), &[a, b])? {
        return Ok(found);
    }
    if let Some(found) = times::kernels::on_scalars(cx, comparison_ufunc(op), &[a, b])? {
        return Ok(found);
    }
    if let Some(found) = tuples::compare(cx, op, a, b)? {
        return Ok(found);
    }
    if let Some(found) = strings::compare(op, a, b) {
        return Ok(found);
    }
    if matches!(op, CmpOp::Eq | CmpOp::Ne) && is_long_tuple(a.ty) != is_long_tuple(b.ty) && never_equal(a.ty, b.ty) {
        return Ok(Resolved::constant(Ty::literal_bool(op == CmpOp::Ne)));
    }
    if let Some([x, y]) = lists::lengthened(cx, a, b)? {
        let found = compare(cx, op, x.val(), y.val())?;
        return Ok(lists::on_both(found, x, y));
    }
    if let Some(found) = compare_lengths_first(cx, op, a, b)? {
        return Ok(found);
    }
    if let (Kind::Dict { .. }, Kind::Dict { .. }) | (Kind::Set { .. }, Kind::Set { .. }) = (a.ty.kind(), b.ty.kind())
        && let Some(found) = of_family(cx, crate::attributes::family(a.ty), op.function(), &[a, b])?
    {
        return Ok(found);
    }
    let is_set = |val: Val| is_view(val) || matches!(val.ty.kind(), Kind::Set { .. });
    if (is_view(a) || is_view(b))
        && is_set(a)
        && is_set(b)
        && let Some(found) = cx.overload(&format!("view.{}", op.function()), &[a, b])?
    {
        return Ok(found);
    }
    if let (Kind::List { .. }, Kind::List { .. }) = (a.ty.kind(), b.ty.kind())
        && is_long_tuple(a.ty) == is_long_tuple(b.ty)
        && let Some(found) = cx.overload(&format!("{}.{}", crate::attributes::family(a.ty), op.function()), &[a, b])?
    {
        return Ok(found);
    }
    if let (Kind::Range { .. }, Kind::Range { .. }, CmpOp::Eq | CmpOp::Ne) = (a.ty.kind(), b.ty.kind(), op)
        && let Some(found) = cx.overload(&format!("range.{}", op.function()), &[a, b])?
    {
        return Ok(found);
    }
    if let Some(found) = compare_none(cx, op, a, b)? {
        return Ok(found);
    }
    if let Some(found) = compare_members(cx, op, a, b)? {
        return Ok(found);
    }
    if let Some(found) = lists::operate_with_tuple(cx, [a, b], |cx, v| compare(cx, op, v[0], v[1]))? {
        return Ok(found);
    }
    if let Some(found) = compare_dtypes(cx, op, a, b) {
        return Ok(found);
    }
    if let Some(found) = unwrap_optionals(cx, &[a, b], |cx, vals| compare(cx, op, vals[0], vals[1]).map(Some))? {
        return Ok(found);
    }
    if let Some(found) = as_texts(cx, &[a, b], |cx, vals| compare(cx, op, vals[0], vals[1]).map(Some))? {
        return Ok(found);
    }
    if let Some(found) = pointer::as_numbers(cx, &[a, b], |cx, vals| compare(cx, op, vals[0], vals[1]).map(Some))? {
        return Ok(found);
    }
    if let Some(found) = cx.operator(op.function(), &[a, b])? {
        return Ok(found);
    }
    if matches!(op, CmpOp::Eq | CmpOp::Ne) && are_known_objects(a.ty, b.ty) {
        return Ok(Resolved::constant(Ty::literal_bool((a.ty == b.ty) == (op == CmpOp::Eq))));
    }
    if matches!(op, CmpOp::Eq | CmpOp::Ne) && never_equal(a.ty, b.ty) {
        return Ok(Resolved::constant(Ty::literal_bool(op == CmpOp::Ne)));
    }
    Err(cx.no_implementation(op.function(), &Cx::operator_display(op.function()), &[a, b]))
}

/// Whether an operator of a view takes values of the type in front of it.
fn gives_items(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Set { .. } | Kind::List { .. } | Kind::Dict { .. } | Kind::Tuple(_))
}

/// Whether a value is a view of the keys or the entries of a dict, which is like a set.
fn is_view(val: Val) -> bool {
    matches!(val.ty.kind(), Kind::DictView { part: DictPart::Keys | DictPart::Items, .. })
}

/// An operator that the library has for a family of types; dicts of other forms have those of dicts, too.
fn of_family(cx: &mut Cx<'_>, family: &str, function: &str, vals: &[Val]) -> Rule {
    let general = crate::attributes::general_family(vals[0].ty);
    for family in std::iter::once(family).chain(general) {
        if let Some(found) = cx.overload(&format!("{family}.{function}"), vals)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// `==` of members of enumerations that are no integers: those of one class by their values, others are never equal.
fn compare_members(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Rule {
    let is_member = |v: Val| matches!(v.ty.kind(), Kind::Enum { integral: false, .. });
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) || !(is_member(a) || is_member(b)) || !(is_plain(a) && is_plain(b)) {
        return Ok(None);
    }
    if let Some(found) = compare_texts_of_members(cx, op, a, b)? {
        return Ok(Some(found));
    }
    let (Kind::Enum { class, value: x, .. }, Kind::Enum { class: other, value: y, .. }) = (a.ty.kind(), b.ty.kind())
    else {
        return Ok(Some(Resolved::constant(Ty::literal_bool(op == CmpOp::Ne))));
    };
    // Values of types that have nothing in common are never equal.
    if class != other || coluber_types::unify(x.unliteral(), y.unliteral()).is_none() {
        return Ok(Some(Resolved::constant(Ty::literal_bool(op == CmpOp::Ne))));
    }
    let inner = compare(cx, op, Val::new(*x), Val::new(*y))?;
    if inner.val().literal().is_some() {
        return Ok(Some(Resolved::constant(inner.val().ty)));
    }
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, args| {
        let (x, y) = (e.part(args[0], 0), e.part(args[1], 0));
        let result = e.resolved(&inner, &[x, y]);
        e.coerce(result, Ty::boolean())
    })))
}

/// `==` where members are strings, of a class that is derived from `str`.
fn compare_texts_of_members(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Rule {
    let Some(text) = cx.host.builtin("str") else { return Ok(None) };
    let Kind::Function(of_text) = text.ty.kind() else { return Ok(None) };
    let mut text_of = |val: Val| match val.ty.kind() {
        Kind::Enum { class, value, .. } if cx.host.is_subclass(class.id, of_text.id) => Some((*value, true)),
        _ if strings::is_text(val.ty.unliteral()) => Some((val.ty, false)),
        _ => None,
    };
    let (Some((x, is_x)), Some((y, is_y))) = (text_of(a), text_of(b)) else { return Ok(None) };
    let inner = compare(cx, op, Val::new(x), Val::new(y))?;
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, args| {
        let x = if is_x { e.part(args[0], 0) } else { args[0] };
        let y = if is_y { e.part(args[1], 0) } else { args[1] };
        let result = e.resolved(&inner, &[x, y]);
        e.coerce(result, Ty::boolean())
    })))
}

fn is_plain(val: Val) -> bool {
    !matches!(val.ty.kind(), Kind::Optional(_) | Kind::None | Kind::Undefined | Kind::Omitted(_))
}

/// `==` of dtypes, number classes and names of dtypes; Python's classes of numbers are equal to dtypes, but to no other classes.
fn compare_dtypes(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Option<Resolved> {
    let is_dtype = |v: Val| matches!(v.ty.kind(), Kind::DType(_) | Kind::NumberClass(_));
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) || !(is_dtype(a) || is_dtype(b)) {
        return None;
    }
    let takes_classes = [a, b].iter().any(|v| matches!(v.ty.kind(), Kind::DType(_)));
    let mut dtype = |v: Val| {
        let key = match v.ty.kind() {
            Kind::DType(of) => return Some(*of),
            Kind::Function(object) if takes_classes => cx.host.key(object.id),
            _ => None,
        };
        crate::arrays::dtype::dtype_of(v, key.as_deref())
    };
    let same = dtype(a)? == dtype(b)?;
    Some(Resolved::constant(Ty::literal_bool(same == (op == CmpOp::Eq))))
}

/// Functions, classes and modules, each of which has a type of its own: they are equal when they are the same object.
fn are_known_objects(a: Ty, b: Ty) -> bool {
    let is_known =
        |t: Ty| matches!(t.kind(), Kind::Function(_) | Kind::Dispatcher(_) | Kind::Module(_) | Kind::ExceptionClass(_));
    is_known(a) && is_known(b)
}

/// Types whose values are equal only when they are the same object, or that have nothing in common.
fn never_equal(a: Ty, b: Ty) -> bool {
    let family = |t: Ty| match t.unliteral().kind() {
        Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) => 1,
        Kind::Str | Kind::Text(_) | Kind::Formatted { .. } => 2,
        Kind::Tuple(_) | Kind::NamedTuple { .. } | Kind::List { form: ListForm::Tuple, .. } => 3,
        Kind::None => 4,
        Kind::Bytes => 5,
        Kind::List { form: ListForm::Deque, .. } => 9,
        Kind::List { .. } => 6,
        Kind::Dict { .. } => 7,
        Kind::Set { .. } => 8,
        Kind::Instance(_) => 10,
        _ => 0,
    };
    let (x, y) = (family(a), family(b));
    x != 0 && y != 0 && x != y
}

/// Whether it is a tuple of which only the running program knows how long it is.
fn is_long_tuple(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::List { form: ListForm::Tuple, .. })
}

/// `==` of a tuple whose length only the running program knows and one of known length whose items have no common type with its items.
fn compare_lengths_first(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Rule {
    let (long, short) = if is_long_tuple(a.ty) { (a, b) } else { (b, a) };
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) || !is_long_tuple(long.ty) || short.ty.tuple_items().is_none() {
        return Ok(None);
    }
    let found = cx.overload(&format!("tuple.{}_in_turn", op.function()), &[long, short])?;
    Ok(if is_long_tuple(a.ty) { found } else { found.map(swapped) })
}

/// `==` with None, of the class of a caught exception, and between optionals.
fn compare_none(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Rule {
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
        return Ok(None);
    }
    if [a.ty, b.ty].into_iter().any(|ty| ty == Ty::none() || instances::is_exception_class(ty)) {
        return identity::is(cx, a, b, op == CmpOp::Ne).map(Some);
    }
    let payload = |t: Ty| match t.kind() {
        Kind::Optional(inner) => *inner,
        _ => t,
    };
    if payload(a.ty) == a.ty && payload(b.ty) == b.ty {
        return Ok(None);
    }
    if payload(a.ty).is_array() || payload(b.ty).is_array() {
        return compare_array_with_optional(cx, op, a, b).map(Some);
    }
    let inner = compare(cx, CmpOp::Eq, Val { ty: payload(a.ty), ..a }, Val { ty: payload(b.ty), ..b })?;
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, args| {
        let (mut flags, mut values) = (Vec::new(), Vec::new());
        for v in args {
            let optional = matches!(e.ty(*v).kind(), Kind::Optional(_));
            flags.push(if optional { e.part(*v, 0) } else { e.bool(true) });
            values.push(if optional { e.part(*v, 1) } else { *v });
        }
        let both = e.and(flags[0], flags[1]);
        let any = e.or(flags[0], flags[1]);
        let neither = e.not(any);
        if !values.iter().all(|v| coluber_types::fields::is_scalar(e.ty(*v))) {
            // There may be no object to compare.
            let same = where_holds(e, both, neither, |e| e.resolved(&inner, &values));
            return if op == CmpOp::Eq { same } else { e.not(same) };
        }
        let equal = e.resolved(&inner, &values);
        let equal = e.coerce(equal, Ty::boolean());
        let same = e.and(both, equal);
        let same = e.or(neither, same);
        if op == CmpOp::Eq { same } else { e.not(same) }
    })))
}

/// `==` of an array and what may be None, which no element is equal to. What may be None in the place of the array is checked.
fn compare_array_with_optional(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Result<Resolved> {
    let (at, array) = if a.ty.is_array() { (1, a) } else { (0, b) };
    let (Kind::Optional(inner), true) = ([a, b][at].ty.kind(), array.ty.is_array()) else {
        let found = unwrap_optionals(cx, &[a, b], |cx, vals| compare(cx, op, vals[0], vals[1]).map(Some))?;
        return found.ok_or_else(|| cx.no_implementation(op.function(), &Cx::operator_display(op.function()), &[a, b]));
    };
    let mut vals = [a, b];
    vals[at].ty = *inner;
    let present = compare(cx, op, vals[0], vals[1])?;
    let absent = elementwise::filled(array, "not None", op == CmpOp::Ne);
    let absent = instances::with_operands(absent, move |_, a| vec![a[1 - at]]);
    Ok(crate::optionals::decided(cx, at, *inner, absent, present))
}

/// A bool that is asked for where a condition holds; elsewhere the one that is known.
pub fn where_holds(
    e: &mut crate::emit::Emitter<'_>,
    condition: Value,
    otherwise: Value,
    ask: impl FnOnce(&mut crate::emit::Emitter<'_>) -> Value,
) -> Value {
    let (end, made) = e.join_block(Ty::boolean());
    let texts = e.texts.clone();
    let there = e.following_block();
    e.builder().branch(condition, (there, &[]), (end, &[otherwise]));
    e.builder().switch_to(there);
    let asked = ask(e);
    let asked = e.coerce(asked, Ty::boolean());
    e.builder().jump(end, &[asked]);
    e.builder().switch_to(end);
    e.texts.clone_from(&texts);
    made
}

/// An operation on the payloads of optionals, which must not be None.
fn unwrap_optionals(cx: &mut Cx<'_>, vals: &[Val], rule: impl Fn(&mut Cx<'_>, &[Val]) -> Rule) -> Rule {
    let payloads: Vec<Val> = vals
        .iter()
        .map(|v| match v.ty.kind() {
            Kind::Optional(inner) => Val { ty: *inner, ..*v },
            _ => *v,
        })
        .collect();
    if payloads == vals {
        return Ok(None);
    }
    let Some(inner) = rule(cx, &payloads)? else {
        return Ok(None);
    };
    let types: Vec<Ty> = payloads.iter().map(|v| v.ty).collect();
    Ok(Some(numbers::coerce_arguments(inner, types)))
}

/// Whether a list, dict or set has items or keys that are known not to be None.
fn holds_no_none(container: Ty) -> bool {
    let item = match container.kind() {
        Kind::List { item, .. } | Kind::Set { item, .. } => *item,
        Kind::Dict { key, .. } => *key,
        _ => return false,
    };
    !matches!(item.kind(), Kind::Optional(_) | Kind::None | Kind::Undefined | Kind::OneOf(_))
}

/// `a in b`
pub fn contains(cx: &mut Cx<'_>, item: Val, container: Val, invert: bool) -> Result<Resolved> {
    if (text_members::is_of_texts(container.ty)
        || text_members::is_member(cx, container)
        || strings::is_text(container.ty))
        && let Some(found) =
            as_texts(cx, &[item, container], |cx, vals| contains(cx, vals[0], vals[1], invert).map(Some))?
    {
        return Ok(found);
    }
    if let (Kind::Optional(inner), true) = (item.ty.kind(), holds_no_none(container.ty)) {
        let absent = contains(cx, Val::weak(Ty::none()), container, invert)?;
        let present = contains(cx, Val { ty: *inner, ..item }, container, invert)?;
        return Ok(crate::optionals::decided(cx, 0, *inner, absent, present));
    }
    let found = match container.ty.kind() {
        Kind::Tuple(_) | Kind::NamedTuple { .. } => tuples::contains(cx, item, container)?,
        Kind::Range { .. } => range_contains(cx, item, container)?,
        Kind::Dict { .. } | Kind::Set { .. } | Kind::DictView { .. } => match dicts::contains(cx, item, container)? {
            Some(found) => Some(found),
            None => cx.overload("view.contains", &[container, item])?.map(swapped),
        },
        Kind::Instance(_) | Kind::Enum { .. } => match instances::contains(cx, item, container)? {
            Some(found) => Some(found),
            None => match cx.operator("contains", &[container, item])? {
                Some(found) => Some(swapped(found)),
                // An object that gives its items is asked for each of them.
                None if iteration::get_iter(cx, container)?.is_some() => {
                    cx.overload("list.contains", &[container, item])?.map(swapped)
                }
                None => None,
            },
        },
        Kind::List { .. } => {
            let family = crate::attributes::family(container.ty);
            cx.overload(&format!("{family}.contains"), &[container, item])?.map(swapped)
        }
        _ => match strings::contains(item, container) {
            Some(found) => Some(found),
            None if let Some(text) = wrong::member(item.ty, container.ty) => return Err(cx.error(text)),
            None => cx.overload("operator.contains", &[container, item])?.map(swapped),
        },
    };
    let Some(found) = found else {
        if let Kind::Optional(inner) = container.ty.kind() {
            let found = contains(cx, item, Val { ty: *inner, ..container }, invert)?;
            return Ok(numbers::coerce_arguments(found, vec![item.ty, *inner]));
        }
        return Err(cx.no_implementation("contains", &Cx::operator_display("contains"), &[container, item]));
    };
    if !invert {
        return Ok(found);
    }
    if let Some(b) = found.val().literal_bool() {
        return Ok(Resolved::constant(Ty::literal_bool(!b)));
    }
    Ok(Resolved::one(Val::weak(Ty::boolean()), move |e, args| {
        let b = e.resolved(&found, args);
        e.not(b)
    }))
}

/// The rule with its two operands in the other order.
pub fn swapped(resolved: Resolved) -> Resolved {
    let inner = resolved.emit.clone();
    Resolved { emit: std::rc::Rc::new(move |e, a| inner(e, &[a[1], a[0]])), ..resolved }
}

fn range_contains(cx: &mut Cx<'_>, item: Val, container: Val) -> Rule {
    let plain = item.ty.unliteral();
    if !plain.is_int() && plain != Ty::boolean() {
        return Ok(cx.overload("range.contains", &[container, item])?.map(swapped));
    }
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let i64 = Ty::int64();
        let x = e.coerce(a[0], i64);
        let first = e.i64(0);
        let first = iteration::range_item(e, a[1], first);
        let first = e.cast(first, i64);
        let second = e.i64(1);
        let second = iteration::range_item(e, a[1], second);
        let second = e.cast(second, i64);
        let step = e.sub(second, first);
        let n = iteration::range_length(e, a[1]);
        let zero = e.i64(0);
        let is_zero = e.compare(CmpOp::Eq, step, zero);
        let one = e.i64(1);
        let divisor = e.select(is_zero, one, step);
        let offset = e.sub(x, first);
        let (k, rest) = numbers::int_divmod(e, offset, divisor, false);
        let exact = e.compare(CmpOp::Eq, rest, zero);
        let (low, high) = (e.compare(CmpOp::Ge, k, zero), e.compare(CmpOp::Lt, k, n));
        let inside = e.and(low, high);
        e.and(exact, inside)
    })))
}
