//! Python's builtin functions that are not conversions or reductions.

use super::Builtin;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::iteration;
use crate::value::{Resolved, Val};
use crate::{numbers, operators};
use coluber_base::Name;
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_ops::{BinOp, CmpOp};
use coluber_types::{IntTy, Kind, Literal, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("builtins.len", len),
    ("builtins.abs", abs),
    ("builtins.range", range),
    ("coluber.prange", range),
    ("builtins.divmod", divmod),
    ("builtins.pow", pow),
    ("builtins.round", round),
    ("builtins.enumerate", enumerate),
    ("builtins.zip", zip),
    ("builtins.reversed", reversed),
    ("builtins.iter", iter),
    ("builtins.isinstance", isinstance),
    ("builtins.print", print),
    ("builtins.min", min),
    ("builtins.max", max),
    ("builtins.slice", slice),
    ("builtins.type", type_of),
    ("builtins.hasattr", hasattr),
    ("builtins.getattr", getattr),
];

/// The positional arguments when there are no others and their number fits.
pub fn positional(args: &CallArgs, count: std::ops::RangeInclusive<usize>) -> Option<&[Val]> {
    (args.names.is_empty() && args.star.is_none() && count.contains(&args.positional.len())).then_some(&args.positional)
}

fn len(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let result = Val::weak(Ty::int64());
    Ok(match x.ty.kind() {
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => {
            Some(Resolved::constant(Ty::literal_int(items.len() as i64)))
        }
        Kind::Literal(Literal::Str(s)) => Some(Resolved::constant(Ty::literal_int(s.chars().count() as i64))),
        Kind::Array { ndim, .. } if *ndim > 0 => Some(Resolved::one(result, |e, a| e.extent(a[0], 0))),
        Kind::Range { .. } => Some(Resolved::one(result, |e, a| iteration::range_length(e, a[0]))),
        Kind::Str => Some(Resolved::one(result, |e, a| e.part(a[0], 2))),
        Kind::Array { .. } => Some(Resolved::one(result, |e, _| {
            let never = e.bool(false);
            e.guard("TypeError", "len() of unsized object", never);
            e.i64(0)
        })),
        _ => None,
    })
}

fn abs(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    match numbers::absolute(x) {
        Some(found) => Ok(Some(found)),
        None => crate::arrays::elementwise::apply(cx, "absolute", &[x]),
    }
}

fn range(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 1..=3) else {
        return Ok(None);
    };
    let mut int = IntTy { bits: 32, signed: true };
    let mut unsigned = true;
    for val in vals {
        let Kind::Int(i) = val.ty.unliteral().kind() else {
            if val.ty.unliteral() == Ty::boolean() {
                continue;
            }
            return Err(cx
                .error(format!("range() arguments must be integers, not {}", val.ty))
                .hint("convert it first: range(int(x))"));
        };
        let literal = val.literal_int().is_some();
        unsigned &= !i.signed || val.literal_int().is_some_and(|v| v >= 0);
        if !literal && (i.bits == 64 || (!i.signed && i.bits == 32)) {
            int.bits = 64;
        }
        if literal && i32::try_from(val.literal_int().unwrap_or(0)).is_err() {
            int.bits = 64;
        }
    }
    if vals.iter().all(|v| v.literal_int().is_some()) {
        int.bits = 64;
        unsigned = false;
    }
    if unsigned {
        int = IntTy { bits: 64, signed: false };
    }
    let step = if vals.len() == 3 { vals[2].literal_int() } else { Some(1) };
    if step == Some(0) {
        return Err(cx.error("range() arg 3 must not be zero"));
    }
    let ty = Ty::new(Kind::Range { int, step });
    let item = Ty::int(int);
    let count = vals.len();
    Ok(Some(Resolved::one(Val::weak(ty), move |e, a| {
        let (start, stop) = if count == 1 { (e.int(0, item), a[0]) } else { (a[0], a[1]) };
        let mut parts = vec![e.coerce(start, item), e.coerce(stop, item)];
        if step.is_none() {
            let step = e.coerce(a[2], item);
            let ok = e.compare_int(CmpOp::Ne, step, 0);
            e.guard("ValueError", "range() arg 3 must not be zero", ok);
            parts.push(step);
        }
        e.pack(&parts, ty)
    })))
}

fn divmod(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[a, b]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    let q = operators::binary(cx, BinOp::FloorDiv, a, b, false)?;
    let r = operators::binary(cx, BinOp::Mod, a, b, false)?;
    let ty = Ty::tuple(vec![q.val().ty, r.val().ty]);
    Ok(Some(Resolved::one(Val { ty, weak: a.weak && b.weak }, move |e, args| {
        let (q, r) = (e.resolved(&q, args), e.resolved(&r, args));
        e.pack(&[q, r], ty)
    })))
}

fn pow(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[a, b]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    operators::binary(cx, BinOp::Pow, a, b, false).map(Some)
}

fn round(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 1..=2) else {
        return Ok(None);
    };
    let x = vals[0].ty.unliteral();
    if x.is_int() || x == Ty::boolean() {
        if vals.len() == 2 && vals[1].ty != Ty::none() {
            return cx.overload("coluber.round_int", vals);
        }
        let ty = if x.is_int() { numbers::wide_int(x, x) } else { Ty::int64() };
        return Ok(Some(Resolved::one(Val { ty, weak: vals[0].weak }, move |e, a| e.coerce(a[0], ty))));
    }
    if !x.is_float() {
        return Ok(None);
    }
    if vals.len() == 2 && vals[1].ty != Ty::none() {
        return cx.overload("coluber.round_digits", vals);
    }
    Ok(Some(Resolved::one(Val::weak(Ty::int64()), |e, a| {
        let v = e.unary(coluber_ir::typed::Unary::Rint, a[0]);
        e.cast(v, Ty::int64())
    })))
}

fn enumerate(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(bound) = args.bind(&["iterable", "start"]) else {
        return Ok(None);
    };
    let (Some(first), vals) = (bound[0], args.vals()) else {
        return Ok(None);
    };
    let start = bound[1];
    let Some(inner) = iteration::get_iter(cx, vals[first])? else {
        return Ok(None);
    };
    let ty = Ty::new(Kind::Enumerate(inner.val().ty));
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let it = e.resolved(&inner, &[a[first]]);
        let k = match start {
            Some(k) => e.coerce(a[k], Ty::int64()),
            None => e.i64(0),
        };
        e.pack(&[it, k], ty)
    })))
}

fn zip(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 0..=64) else {
        return Ok(None);
    };
    let mut inner = Vec::new();
    for val in vals {
        let Some(it) = iteration::get_iter(cx, *val)? else {
            return Ok(None);
        };
        inner.push(it);
    }
    let ty = Ty::new(Kind::Zip(inner.iter().map(|r| r.val().ty).collect()));
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let parts: Vec<Value> = inner.iter().zip(a).map(|(r, v)| e.resolved(r, &[*v])).collect();
        e.pack(&parts, ty)
    })))
}

fn reversed(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let sequence = match x.ty.kind() {
        Kind::Array { ndim, .. } if *ndim > 0 => x.ty,
        Kind::Range { .. } => x.ty,
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => {
            let Some(item) = coluber_types::unify::unify_all(items.iter().copied()) else {
                return Err(cx.error(format!("Cannot iterate over {}: its items have no common type", x.ty)));
            };
            Ty::uni_tuple(item.unliteral(), items.len())
        }
        _ => return Ok(None),
    };
    let ty = Ty::new(Kind::Reversed(sequence));
    Ok(Some(Resolved::one(Val { ty, weak: x.weak }, move |e, a| {
        let v = if sequence.tuple_items().is_some() { e.coerce_tuple(a[0], sequence) } else { a[0] };
        let zero = e.i64(0);
        e.pack(&[v, zero], ty)
    })))
}

fn iter(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    iteration::get_iter(cx, x)
}

/// `isinstance(x, T)`, decided while compiling.
fn isinstance(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x, classes]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    if x.is_undefined() {
        return Ok(Some(Resolved::one(Val::undefined(), |e, _| e.undef(Ty::undefined()))));
    }
    let list: Vec<Ty> = classes.ty.tuple_items().map_or_else(|| vec![classes.ty], <[Ty]>::to_vec);
    let mut any = false;
    for class in list {
        let Some(is) = is_instance(cx, x, class) else {
            return Err(cx.error(format!("isinstance() does not know the class {class} in compiled code")));
        };
        any |= is;
    }
    if let Kind::Optional(inner) = x.ty.kind() {
        let inner_args = CallArgs { positional: vec![Val { ty: *inner, ..x }, classes], ..CallArgs::default() };
        let inner_is = isinstance(cx, &inner_args)?.and_then(|r| r.val().literal_bool()).unwrap_or(false);
        return Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
            let flag = e.part(a[0], 0);
            let yes = e.bool(inner_is);
            e.and(flag, yes)
        })));
    }
    Ok(Some(Resolved::constant(Ty::literal_bool(any))))
}

fn is_instance(cx: &mut Cx<'_>, x: Val, class: Ty) -> Option<bool> {
    let plain = x.ty.unliteral();
    match class.kind() {
        Kind::NumberClass(t) => return Some(*t == plain && !matches!(plain.kind(), Kind::Bool)),
        Kind::ExceptionClass(o) => {
            return Some(match x.ty.kind() {
                Kind::Exception { class, .. } => cx.host.is_subclass(class.id, o.id),
                _ => false,
            });
        }
        _ => {}
    }
    let Kind::Function(object) = class.kind() else {
        return None;
    };
    if let Kind::NamedTuple { class, .. } = plain.kind()
        && class.id == object.id
    {
        return Some(true);
    }
    let Some(key) = cx.host.key(object.id) else {
        return Some(false);
    };
    Some(match &*key {
        "builtins.int" => plain.is_int() || plain == Ty::boolean(),
        "builtins.float" => plain.is_float(),
        "builtins.bool" => plain == Ty::boolean(),
        "builtins.complex" => matches!(plain.kind(), Kind::Complex(_)),
        "builtins.str" => plain == Ty::string(),
        "builtins.tuple" => plain.tuple_items().is_some(),
        "builtins.object" => true,
        "builtins.range" => matches!(plain.kind(), Kind::Range { .. }),
        "builtins.slice" => matches!(plain.kind(), Kind::Slice { .. }),
        "numpy.ndarray" => plain.is_array(),
        "numpy.generic" | "numpy.number" => plain.is_number(),
        "numpy.integer" => plain.is_int(),
        "numpy.floating" => plain.is_float(),
        "numpy.inexact" => plain.is_float() || matches!(plain.kind(), Kind::Complex(_)),
        "numpy.complexfloating" => matches!(plain.kind(), Kind::Complex(_)),
        "numpy.signedinteger" => matches!(plain.kind(), Kind::Int(i) if i.signed),
        "numpy.unsignedinteger" => matches!(plain.kind(), Kind::Int(i) if !i.signed),
        "builtins.list" | "builtins.dict" | "builtins.set" | "builtins.bytes" | "builtins.frozenset" => false,
        _ => return None,
    })
}

/// `print(...)`: Python's own, with boxed arguments.
fn print(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if let Some((name, _)) = args.names.first() {
        return Err(cx.unsupported(format!("print() with '{name}=' is not supported in compiled code yet")));
    }
    let types: Vec<Ty> = args.positional.iter().map(|v| v.ty).collect();
    let _ = types;
    Ok(Some(Resolved::one(Val::new(Ty::none()), |e, a| {
        e.builder().effect(Op::Host { func: Name::from("print") }, a);
        e.unit(Ty::none())
    })))
}

fn min(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    extremum(cx, args, CmpOp::Lt, "coluber.min")
}

fn max(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    extremum(cx, args, CmpOp::Gt, "coluber.max")
}

/// `min` and `max`: of several arguments, or of the items of one.
fn extremum(cx: &mut Cx<'_>, args: &CallArgs, op: CmpOp, library: &str) -> Rule {
    let Some(vals) = positional(args, 1..=256) else {
        return Ok(None);
    };
    if let [one] = vals {
        let Some(items) = one.ty.tuple_items().filter(|t| !t.is_empty()) else {
            return cx.overload(library, vals);
        };
        let items: Vec<Val> = items.iter().map(|t| Val { ty: *t, weak: one.weak }).collect();
        let Some(inner) = extremum_of(cx, &items, op)? else {
            return Ok(None);
        };
        return Ok(Some(Resolved::one(inner.val(), move |e, a| {
            let parts = e.parts(a[0]);
            e.resolved(&inner, &parts)
        })));
    }
    extremum_of(cx, vals, op)
}

fn extremum_of(cx: &mut Cx<'_>, vals: &[Val], op: CmpOp) -> Rule {
    let weak = vals.iter().all(|v| v.weak);
    let Some(ty) = coluber_types::unify::unify_all(vals.iter().map(|v| v.ty.unliteral())) else {
        return Ok(None);
    };
    let val = Val { ty, weak };
    let better = operators::compare(cx, op, val, val)?;
    Ok(Some(Resolved::one(val, move |e, a| {
        let mut best = e.coerce(a[0], ty);
        for v in &a[1..] {
            let v = e.coerce(*v, ty);
            let take = e.resolved(&better, &[v, best]);
            let take = e.coerce(take, Ty::boolean());
            best = e.select(take, v, best);
        }
        best
    })))
}

fn slice(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 1..=3) else {
        return Ok(None);
    };
    Ok(make_slice(vals))
}

/// `slice(stop)`, `slice(start, stop)`, `slice(start, stop, step)`.
pub fn make_slice(vals: &[Val]) -> Option<Resolved> {
    let none = Ty::none();
    let bound = |v: &Val| match v.ty.kind() {
        Kind::None => Some(none),
        Kind::Literal(Literal::Int(_)) => Some(v.ty),
        Kind::Optional(_) => None,
        _ if v.ty.unliteral().is_int() || v.ty.unliteral() == Ty::boolean() => Some(Ty::int64()),
        _ => None,
    };
    let given: Vec<Ty> = vals.iter().map(bound).collect::<Option<_>>()?;
    let (fields, order): ([Ty; 3], [Option<usize>; 3]) = match given.as_slice() {
        [stop] => ([none, *stop, none], [None, Some(0), None]),
        [start, stop] => ([*start, *stop, none], [Some(0), Some(1), None]),
        [start, stop, step] => ([*start, *stop, *step], [Some(0), Some(1), Some(2)]),
        _ => return None,
    };
    let ty = Ty::new(Kind::Slice { start: fields[0], stop: fields[1], step: fields[2] });
    Some(Resolved::one(Val::weak(ty), move |e, a| {
        let parts: Vec<Value> = order
            .iter()
            .zip(fields)
            .map(|(k, t)| match k {
                Some(k) => e.coerce(a[*k], t),
                None => e.unit(t),
            })
            .collect();
        e.pack(&parts, ty)
    }))
}

/// `type(x)` of a number or an array's element type.
fn type_of(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let plain = x.ty.unliteral();
    Ok(plain.is_number().then(|| Resolved::constant(Ty::new(Kind::NumberClass(plain)))))
}

fn hasattr(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x, name]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    let Some(name) = name.literal_str() else {
        return Err(cx.error("hasattr() needs a constant name"));
    };
    let known = crate::attributes::getattr(cx, x, &name.into()).is_ok();
    Ok(Some(Resolved::constant(Ty::literal_bool(known))))
}

fn getattr(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x, name]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    let Some(name) = name.literal_str() else {
        return Err(cx.error("getattr() needs a constant name"));
    };
    crate::attributes::getattr(cx, x, &name.into()).map(Some)
}
