//! Operators and builtin functions on instances: what Python's special methods say.

use super::{class_of, with_operands};
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ops::{BinOp, CmpOp, UnOp};
use coluber_types::{Kind, Ty};

/// The special method behind a builtin function of one or two arguments.
const BUILTINS: &[(&str, &str)] = &[
    ("builtins.abs", "__abs__"),
    ("builtins.bool", "__bool__"),
    ("builtins.bytes", "__bytes__"),
    ("builtins.divmod", "__divmod__"),
    ("builtins.format", "__format__"),
    ("builtins.hash", "__hash__"),
    ("builtins.int", "__int__"),
    ("builtins.iter", "__iter__"),
    ("builtins.len", "__len__"),
    ("builtins.next", "__next__"),
    ("builtins.pow", "__pow__"),
    ("builtins.repr", "__repr__"),
    ("builtins.reversed", "__reversed__"),
    ("builtins.round", "__round__"),
    ("builtins.str", "__str__"),
    ("math.ceil", "__ceil__"),
    ("math.floor", "__floor__"),
    ("math.trunc", "__trunc__"),
    ("operator.index", "__index__"),
];

/// Calls a special method; None where it is known to give NotImplemented.
fn special(cx: &mut Cx<'_>, name: &str, vals: &[Val]) -> Rule {
    let found = super::special(cx, name, vals)?;
    Ok(found.filter(|found| !is_not_implemented(found.val().ty)))
}

fn is_not_implemented(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Function(object) if &*object.text == "NotImplemented")
}

fn is_instance(val: Val) -> bool {
    class_of(val.ty).is_some() || super::one_of::members(val.ty).is_some()
}

fn swapped(resolved: Resolved) -> Resolved {
    with_operands(resolved, |_, a| vec![a[1], a[0]])
}

/// Calls a builtin function whose first argument is an instance.
pub fn builtin(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    if key == "builtins.super" {
        return super::parent::parent(cx, args);
    }
    let vals = args.vals();
    if !args.names.is_empty() || !vals.first().is_some_and(|&val| is_instance(val)) {
        return Ok(None);
    }
    if key == "builtins.next" && vals.len() == 2 {
        return cx.overload("instance.next_or", &vals);
    }
    if key == "builtins.format" && vals.len() == 1 {
        return format_plainly(cx, vals[0]);
    }
    let Some((_, name)) = BUILTINS.iter().find(|row| row.0 == key) else { return Ok(None) };
    if let Some(found) = special(cx, name, &vals)? {
        return Ok(Some(found));
    }
    match (key, &vals[..]) {
        ("builtins.bool", &[val]) => truth(cx, val),
        ("builtins.str", &[_]) => special(cx, "__repr__", &vals),
        ("builtins.reversed", &[val]) => reversed_items(cx, val),
        ("builtins.int", _) => special(cx, "__index__", &vals),
        ("builtins.hash", &[val]) if val.ty.shape().is_some() && special(cx, "__eq__", &[val, val])?.is_none() => {
            Ok(Some(identity_hash()))
        }
        _ => Ok(None),
    }
}

/// `format(x)`, whose specification is an empty text.
fn format_plainly(cx: &mut Cx<'_>, val: Val) -> Rule {
    let spec = Val::weak(Ty::literal_str(""));
    let Some(found) = special(cx, "__format__", &[val, spec])? else { return Ok(None) };
    Ok(Some(with_operands(found, move |e, a| vec![a[0], e.unit(spec.ty)])))
}

/// `reversed(x)` of an object that has a length and items, but no method for it.
fn reversed_items(cx: &mut Cx<'_>, val: Val) -> Rule {
    let index = Val::weak(Ty::int64());
    if special(cx, "__len__", &[val])?.is_none() || special(cx, "__getitem__", &[val, index])?.is_none() {
        return Ok(None);
    }
    cx.overload("coluber.reversed_items", &[val])
}

/// The hash of an object without `__eq__`: its address, as in CPython without the bits that are always zero.
fn identity_hash() -> Resolved {
    Resolved::one(Val::weak(Ty::int64()), |e, a| {
        let owner = e.part(a[0], 0);
        let address = e.cast(owner, Ty::int64());
        let four = e.i64(4);
        e.arith(coluber_ir::typed::Arith::Shr, address, four)
    })
}

/// `a op b` or `a op= b`
pub fn binary(cx: &mut Cx<'_>, op: BinOp, a: Val, b: Val, inplace: bool) -> Rule {
    let name = op.function().trim_matches('_');
    if inplace && let Some(found) = special(cx, &format!("__i{name}__"), &[a, b])? {
        return Ok(Some(found));
    }
    if let Some(found) = special(cx, &format!("__{name}__"), &[a, b])? {
        return Ok(Some(found));
    }
    if let Some(found) = special(cx, &format!("__r{name}__"), &[b, a])? {
        return Ok(Some(swapped(found)));
    }
    if op == BinOp::Mul { super::indices::repeated(cx, a, b, inplace) } else { Ok(None) }
}

/// `op a`
pub fn unary(cx: &mut Cx<'_>, op: UnOp, a: Val) -> Rule {
    let name = op.function().trim_matches('_');
    special(cx, &format!("__{name}__"), &[a])
}

/// `a op b` for comparisons. Objects without `__eq__` are equal when they are the same.
pub fn compare(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Rule {
    if !(is_instance(a) || is_instance(b)) {
        return Ok(None);
    }
    if matches!(op, CmpOp::Eq | CmpOp::Ne)
        && let Some(found) = compare_each(cx, op, a, b)?
    {
        return Ok(Some(found));
    }
    let is_optional = |val: Val| matches!(val.ty.kind(), Kind::Optional(_));
    let may_part = matches!(op, CmpOp::Eq | CmpOp::Ne) && (is_optional(a) || is_optional(b));
    match compare_known(cx, op, a, b) {
        Err(error) if may_part && !error.wants_something() => {
            compare_with_optional(cx, op, [a, b], usize::from(!is_optional(a))).map_err(|_| error)
        }
        found => found,
    }
}

/// `a == b` where one of them, `at`, may be None, by a method that gives NotImplemented for one of both and a bool for the other.
fn compare_with_optional(cx: &mut Cx<'_>, op: CmpOp, mut vals: [Val; 2], at: usize) -> Rule {
    let Kind::Optional(inner) = *vals[at].ty.kind() else { return Ok(None) };
    vals[at] = Val::new(inner);
    let held = as_bool(cx, op, vals[0], vals[1])?;
    vals[at] = Val::new(Ty::none());
    let missing = as_bool(cx, op, vals[0], vals[1])?;
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let (is_set, value) = (e.part(a[at], 0), e.part(a[at], 1));
        let mut operands = a.to_vec();
        operands[at] = value;
        let (end, result) = e.join_block(Ty::boolean());
        let (own, other) = (e.following_block(), e.following_block());
        let texts = e.texts.clone();
        e.builder().branch(is_set, (own, &[]), (other, &[]));
        e.builder().switch_to(own);
        let found = e.resolved(&held, &operands);
        e.builder().jump(end, &[found]);
        e.texts.clone_from(&texts);
        e.builder().switch_to(other);
        operands[at] = e.unit(Ty::none());
        let found = e.resolved(&missing, &operands);
        e.builder().jump(end, &[found]);
        e.texts = texts;
        e.builder().switch_to(end);
        result
    })))
}

/// As [`compare`], where each operand has one type.
fn compare_known(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Rule {
    let name = |op: CmpOp| format!("__{}__", op.function());
    if let Some(found) = special(cx, &name(op), &[a, b])? {
        return Ok(Some(found));
    }
    if op == CmpOp::Ne
        && let Some(equal) = special(cx, "__eq__", &[a, b])?
    {
        return Ok(Some(negated(cx, equal)?));
    }
    let reflected = match op {
        CmpOp::Lt => CmpOp::Gt,
        CmpOp::Le => CmpOp::Ge,
        CmpOp::Gt => CmpOp::Lt,
        CmpOp::Ge => CmpOp::Le,
        same => same,
    };
    if let Some(found) = special(cx, &name(reflected), &[b, a])? {
        return Ok(Some(swapped(found)));
    }
    if op == CmpOp::Ne
        && let Some(equal) = special(cx, "__eq__", &[b, a])?
    {
        return Ok(Some(negated(cx, swapped(equal))?));
    }
    // What programs have for types of structures goes before their identity.
    if let Some(found) = cx.operator(op.function(), &[a, b])? {
        return Ok(Some(found));
    }
    if op == CmpOp::Ne
        && let Some(equal) = cx.operator("eq", &[a, b])?
    {
        return Ok(Some(negated(cx, equal)?));
    }
    let both_instances = a.ty.shape().is_some() && b.ty.shape().is_some();
    match op {
        CmpOp::Eq | CmpOp::Ne if both_instances => crate::identity::is(cx, a, b, op == CmpOp::Ne).map(Some),
        _ => Ok(None),
    }
}

/// `==` where an operand is of one of several classes: by the method of its class for the class of the other one.
fn compare_each(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Rule {
    if let Some(all) = super::one_of::members(a.ty) {
        return super::one_of::each(cx, all, |cx, one| as_bool(cx, op, one, b).map(Some));
    }
    let Some(all) = super::one_of::members(b.ty) else { return Ok(None) };
    let found = super::one_of::each(cx, all, |cx, one| as_bool(cx, op, a, one).map(|found| Some(swapped(found))))?;
    Ok(found.map(swapped))
}

/// The truth of a comparison, which may be known while compiling.
fn as_bool(cx: &mut Cx<'_>, op: CmpOp, a: Val, b: Val) -> Result<Resolved> {
    let found = crate::operators::compare(cx, op, a, b)?;
    if found.val().is_undefined() {
        return Ok(found);
    }
    let truth = crate::operators::truth_of(cx, found.val())?;
    Ok(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let value = e.resolved(&found, a);
        let value = e.resolved(&truth, &[value]);
        e.coerce(value, Ty::boolean())
    }))
}

fn negated(cx: &mut Cx<'_>, resolved: Resolved) -> Result<Resolved> {
    if resolved.val().is_undefined() {
        // The method calls itself, and is not typed yet.
        return Ok(resolved);
    }
    let truth = crate::operators::truth_of(cx, resolved.val())?;
    Ok(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let value = e.resolved(&resolved, a);
        let value = e.resolved(&truth, &[value]);
        let value = e.coerce(value, Ty::boolean());
        e.not(value)
    }))
}

/// The truth of an instance: that of `__bool__`, else whether `__len__` is not zero, else True.
pub fn truth(cx: &mut Cx<'_>, val: Val) -> Rule {
    if let Kind::Optional(inner) = val.ty.kind() {
        let Some(found) = truth(cx, Val { ty: *inner, ..val })? else { return Ok(None) };
        if found.val().literal_bool() == Some(true) {
            return Ok(Some(Resolved::one(Val::weak(Ty::boolean()), |e, a| e.part(a[0], 0))));
        }
        return cx.overload("instance.truth", &[val]);
    }
    let is_member = matches!(val.ty.kind(), Kind::Enum { .. });
    if val.ty.shape().is_none() && !is_member {
        return Ok(None);
    }
    for name in ["__bool__", "__len__"] {
        if let Some(found) = special(cx, name, &[val])? {
            if found.val().is_undefined() {
                // It asks for the truth of such an instance itself. Whatever it gives, that is a bool.
                return Ok(Some(Resolved::one(Val::weak(Ty::boolean()), |e, _| e.undef(Ty::boolean()))));
            }
            let truth = crate::operators::truth_of(cx, found.val())?;
            return Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
                let value = e.resolved(&found, a);
                let value = e.resolved(&truth, &[value]);
                e.coerce(value, Ty::boolean())
            })));
        }
    }
    Ok((!is_member).then(|| Resolved::constant(Ty::literal_bool(true))))
}

/// `item in instance`
pub fn contains(cx: &mut Cx<'_>, item: Val, container: Val) -> Rule {
    let Some(found) = special(cx, "__contains__", &[container, item])?.map(swapped) else { return Ok(None) };
    if found.val().is_undefined() {
        // It looks into such an instance itself. Whatever it gives, that is a bool.
        return Ok(Some(Resolved::one(Val::weak(Ty::boolean()), |e, _| e.undef(Ty::boolean()))));
    }
    let truth = crate::operators::truth_of(cx, found.val())?;
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let value = e.resolved(&found, a);
        let value = e.resolved(&truth, &[value]);
        e.coerce(value, Ty::boolean())
    })))
}

/// `instance[index]`
pub fn getitem(cx: &mut Cx<'_>, val: Val, at: Val) -> Rule {
    special(cx, "__getitem__", &[val, at])
}

fn effect(found: Option<Resolved>) -> Option<Resolved> {
    found.map(|found| {
        Resolved::effect(move |e, a| {
            (found.emit)(e, a);
        })
    })
}

/// `instance[index] = item`
pub fn setitem(cx: &mut Cx<'_>, val: Val, at: Val, item: Val) -> Rule {
    special(cx, "__setitem__", &[val, at, item]).map(effect)
}

/// `del instance[index]`
pub fn delitem(cx: &mut Cx<'_>, val: Val, at: Val) -> Rule {
    special(cx, "__delitem__", &[val, at]).map(effect)
}

/// `instance(args...)`: the operands are the instance and the arguments.
pub fn call_value(cx: &mut Cx<'_>, callee: Val, args: &CallArgs) -> Rule {
    let mut with_self = args.clone();
    with_self.positional.insert(0, callee);
    super::call_method(cx, callee, "__call__", &with_self)
}
