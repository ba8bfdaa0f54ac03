//! `coluber.lib.intrinsics`: what library code does with sets so that these have their items in the order of the host's, and what the runtime
//! does with two of them.

use super::{is_set, types_of};
use crate::builtins::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_types::Ty;
use coluber_types::containers::is_own_key;

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.lib.intrinsics.reserve_items", |_, a| reserve(a)),
    ("coluber.lib.intrinsics.tidy_items", |_, a| changed(a, 1, "set_tidy")),
    ("coluber.lib.intrinsics.swap_items", |_, a| changed(a, 2, "set_swap")),
    ("coluber.lib.intrinsics.as_frozen", |_, a| as_frozen(a)),
    ("coluber.lib.intrinsics.holds_all", |cx, a| asked(cx, a, "coluber.holds_all", "set_holds_all")),
    ("coluber.lib.intrinsics.holds_any", |cx, a| asked(cx, a, "coluber.holds_any", "set_holds_any")),
    ("coluber.lib.intrinsics.sifted", sifted),
];

fn reserve(args: &CallArgs) -> Rule {
    let found = positional(args, 2..=2).filter(|vals| is_set(vals[0].ty) && vals[1].ty.unliteral().is_int());
    Ok(found.map(|_| {
        crate::lists::giving_none(Resolved::effect(|e, a| {
            let (owner, count) = (e.part(a[0], 0), e.coerce(a[1], Ty::int64()));
            e.runtime("set_reserve", &[owner, count], &[]);
        }))
    }))
}

/// Sets of one type, which a function of the runtime changes.
fn changed(args: &CallArgs, count: usize, function: &'static str) -> Rule {
    let found = positional(args, count..=count).filter(|vals| vals.iter().all(|v| v.ty.bare() == vals[0].ty.bare()));
    Ok(found.filter(|vals| is_set(vals[0].ty)).map(|_| {
        crate::lists::giving_none(Resolved::effect(move |e, a| {
            let owners: Vec<_> = a.iter().map(|set| e.part(*set, 0)).collect();
            e.runtime(function, &owners, &[]);
        }))
    }))
}

fn as_frozen(args: &CallArgs) -> Rule {
    let found = positional(args, 1..=1).filter(|vals| is_set(vals[0].ty));
    Ok(found.map(|vals| super::make::seen_as_frozen(vals[0].ty)))
}

/// Whether these are sets whose items have one type, and are found by the runtime.
fn are_found(vals: &[Val]) -> bool {
    let item = |v: &Val| types_of(v.ty.bare()).map(|(item, _)| item);
    let same = vals.iter().all(|v| is_set(v.ty) && item(v) == item(&vals[0]));
    same && item(&vals[0]).is_some_and(|item| item != Ty::undefined() && !is_own_key(item))
}

/// What a function of the runtime says of two sets, or one of the library, which is a loop.
fn asked(cx: &mut Cx<'_>, args: &CallArgs, library: &str, function: &'static str) -> Rule {
    let Some(vals) = positional(args, 2..=2) else { return Ok(None) };
    if !are_found(vals) {
        return cx.overload(library, vals);
    }
    Ok(Some(Resolved::one(Val::new(Ty::boolean()), move |e, a| {
        let owners = [e.part(a[0], 0), e.part(a[1], 0)];
        e.runtime(function, &owners, &[Ty::boolean()])[0]
    })))
}

fn sifted(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 3..=3) else { return Ok(None) };
    if !are_found(&vals[..2]) {
        return cx.overload("coluber.sifted", vals);
    }
    let ty = vals[0].ty.as_frozen(false).bare();
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let wanted = e.coerce(a[2], Ty::int64());
        let operands = [e.part(a[0], 0), e.part(a[1], 0), wanted];
        e.runtime("set_sifted", &operands, &[ty])[0]
    })))
}
