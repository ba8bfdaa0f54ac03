//! `coluber.lib.intrinsics`: what library code does with sets so that these have their items in the order of the host's.

use super::is_set;
use crate::builtins::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::Rule;
use crate::value::Resolved;
use coluber_types::Ty;

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.lib.intrinsics.reserve_items", |_, a| reserve(a)),
    ("coluber.lib.intrinsics.tidy_items", |_, a| changed(a, 1, "set_tidy")),
    ("coluber.lib.intrinsics.swap_items", |_, a| changed(a, 2, "set_swap")),
    ("coluber.lib.intrinsics.as_frozen", |_, a| as_frozen(a)),
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
