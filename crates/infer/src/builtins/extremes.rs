//! `min` and `max`.

use super::Builtin;
use super::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::operators;
use crate::value::{Resolved, Val};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[("builtins.min", min), ("builtins.max", max)];

fn min(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    extremum(cx, args, CmpOp::Lt, "coluber.min")
}

fn max(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    extremum(cx, args, CmpOp::Gt, "coluber.max")
}

/// `min` and `max`: of several arguments, or of the items of one.
fn extremum(cx: &mut Cx<'_>, args: &CallArgs, op: CmpOp, library: &str) -> Rule {
    if args.positional.len() > 1 && !args.names.is_empty() && args.star.is_none() {
        return of_several(cx, args, library);
    }
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

/// `max(a, b, key=f)`, which is `max((a, b), key=f)`.
fn of_several(cx: &mut Cx<'_>, args: &CallArgs, library: &str) -> Rule {
    let count = args.positional.len();
    let types: Vec<Ty> = args.positional.iter().map(|v| v.ty.unliteral()).collect();
    let Some(item) = cx.common(&types) else {
        return Ok(None);
    };
    let ty = Ty::uni_tuple(item, count);
    let tuple = Resolved::one(Val::new(ty), move |e, a| {
        let items: Vec<_> = a.iter().map(|v| e.coerce(*v, item)).collect();
        e.pack(&items, ty)
    });
    let whole = CallArgs { positional: vec![tuple.val()], ..args.clone() };
    let types: Vec<Ty> = whole.vals().iter().map(|val| val.ty).collect();
    let names: Vec<_> = args.names.iter().map(|named| named.0.clone()).collect();
    let key = library.replace("coluber.", "builtins.");
    let Some(found) = crate::calls::call_overload(cx, &key, &types, &names, &whole)? else { return Ok(None) };
    Ok(Some(Resolved::one(found.val(), move |e, a| {
        let mut operands = vec![e.resolved(&tuple, &a[..count])];
        operands.extend_from_slice(&a[count..]);
        e.resolved(&found, &operands)
    })))
}

/// The type without what is known of a constant; members of enumerations stay members.
fn general(ty: Ty) -> Ty {
    match ty.kind() {
        Kind::Enum { .. } => ty.stored(),
        _ => ty.unliteral(),
    }
}

fn extremum_of(cx: &mut Cx<'_>, vals: &[Val], op: CmpOp) -> Rule {
    let plain: Vec<Ty> = vals.iter().map(|v| v.ty.unliteral()).collect();
    let members: Vec<Ty> = vals.iter().map(|v| general(v.ty)).collect();
    let Some(ty) = cx.common(&members).or_else(|| cx.common(&plain)) else {
        return Ok(None);
    };
    let val = Val { ty, weak: vals.iter().all(|v| v.is_weak_as(ty)) };
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
