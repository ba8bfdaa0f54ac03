//! `sum`, `any`, `all` of tuples; of arrays they are Python in the library.

use super::Builtin;
use super::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::operators;
use crate::value::{Resolved, Val};
use coluber_ops::BinOp;
use coluber_types::Ty;

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("builtins.sum", sum),
    ("builtins.any", |cx, a| quantifier(cx, a, true)),
    ("builtins.all", |cx, a| quantifier(cx, a, false)),
];

fn sum(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(bound) = args.bind(&["iterable", "start"]) else {
        return Ok(None);
    };
    let (Some(first), vals) = (bound[0], args.vals()) else {
        return Ok(None);
    };
    let Some(items) = vals[first].ty.tuple_items() else {
        return Ok(None);
    };
    let mut total = bound[1].map_or(Val::weak(Ty::literal_int(0)), |k| vals[k]);
    let mut steps = Vec::new();
    for item in items {
        let step = operators::binary(cx, BinOp::Add, total, Val { ty: *item, weak: vals[first].weak }, false)?;
        total = step.val();
        steps.push(step);
    }
    let start = bound[1];
    Ok(Some(Resolved::one(total, move |e, a| {
        let mut sum = match start {
            Some(k) => a[k],
            None => e.unit(Ty::literal_int(0)),
        };
        for (k, step) in steps.iter().enumerate() {
            let item = e.part(a[first], k);
            sum = e.resolved(step, &[sum, item]);
        }
        sum
    })))
}

fn quantifier(cx: &mut Cx<'_>, args: &CallArgs, any: bool) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let Some(items) = x.ty.tuple_items() else {
        return Ok(None);
    };
    let mut rules = Vec::new();
    for ty in items {
        rules.push(operators::truth_of(cx, Val::weak(*ty))?);
    }
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let mut result = e.bool(!any);
        for (k, rule) in rules.iter().enumerate() {
            let item = e.part(a[0], k);
            let truth = e.resolved(rule, &[item]);
            let truth = e.coerce(truth, Ty::boolean());
            result = if any { e.or(result, truth) } else { e.and(result, truth) };
        }
        result
    })))
}
