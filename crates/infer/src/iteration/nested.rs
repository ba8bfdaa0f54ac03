//! Iterators over other iterators: `enumerate` and `zip`.

use super::{iter_advance, iter_valid, iter_value};
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ir::typed::Arith;
use coluber_types::{Kind, Ty};

pub(super) fn enumerate_valid(cx: &mut Cx<'_>, inner: Ty) -> Rule {
    let Some(inner) = iter_valid(cx, Val::new(inner))? else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(inner.val(), move |e, a| {
        let it = e.part(a[0], 0);
        e.resolved(&inner, &[it])
    })))
}

pub(super) fn enumerate_value(cx: &mut Cx<'_>, inner: Ty) -> Rule {
    let Some(item) = iter_value(cx, Val::new(inner))? else {
        return Ok(None);
    };
    let ty = Ty::tuple(vec![Ty::int64(), item.val().ty]);
    Ok(Some(Resolved::one(Val { ty, weak: item.val().weak }, move |e, a| {
        let (it, k) = (e.part(a[0], 0), e.part(a[0], 1));
        let item = e.resolved(&item, &[it]);
        e.pack(&[k, item], ty)
    })))
}

pub(super) fn enumerate_advance(iter: Val, inner: Ty) -> Option<Resolved> {
    let inner = iter_advance(Val::new(inner))?;
    Some(Resolved::one(iter, move |e, a| {
        let (it, k) = (e.part(a[0], 0), e.part(a[0], 1));
        let it = e.resolved(&inner, &[it]);
        let one = e.i64(1);
        let k = e.arith(Arith::AddNoWrap, k, one);
        e.pack(&[it, k], iter.ty)
    }))
}

/// The shortest ends the iteration. Where asking has effects, nothing behind it is asked.
pub(super) fn zip_valid(cx: &mut Cx<'_>, items: &[Ty]) -> Rule {
    let mut rules = Vec::new();
    for ty in items {
        let Some(rule) = iter_valid(cx, Val::new(*ty))? else {
            return Ok(None);
        };
        rules.push(rule);
    }
    let in_turn = items.iter().skip(1).any(|ty| is_resumed(*ty));
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        if in_turn {
            return all_in_turn(e, &rules, a[0]);
        }
        let mut all = e.bool(!rules.is_empty());
        for (k, rule) in rules.iter().enumerate() {
            let one = one_valid(e, rule, k, a[0]);
            all = e.and(all, one);
        }
        all
    })))
}

/// Whether asking the iterator for an item runs a suspended function.
fn is_resumed(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Gen { .. } => true,
        Kind::Enumerate(inner) => is_resumed(*inner),
        Kind::Zip(items) => items.iter().any(|ty| is_resumed(*ty)),
        _ => crate::instances::is_iteration(ty),
    }
}

fn one_valid(e: &mut Emitter<'_>, rule: &Resolved, k: usize, whole: Value) -> Value {
    let it = e.part(whole, k);
    let one = e.resolved(rule, &[it]);
    e.coerce(one, Ty::boolean())
}

fn all_in_turn(e: &mut Emitter<'_>, rules: &[Resolved], whole: Value) -> Value {
    let no = e.bool(false);
    let (end, all) = e.join_block(Ty::boolean());
    for (k, rule) in rules.iter().enumerate() {
        let one = one_valid(e, rule, k, whole);
        if k + 1 == rules.len() {
            e.builder().jump(end, &[one]);
        } else {
            let next = e.following_block();
            e.builder().branch(one, (next, &[]), (end, &[no]));
            e.builder().switch_to(next);
        }
    }
    e.builder().switch_to(end);
    all
}

pub(super) fn zip_value(cx: &mut Cx<'_>, items: &[Ty]) -> Rule {
    let mut rules = Vec::new();
    for ty in items {
        let Some(rule) = iter_value(cx, Val::new(*ty))? else {
            return Ok(None);
        };
        rules.push(rule);
    }
    let ty = Ty::tuple(rules.iter().map(|r| r.val().ty).collect::<Vec<_>>());
    let weak = rules.iter().all(|r| r.val().weak);
    Ok(Some(Resolved::one(Val { ty, weak }, move |e, a| {
        let items = of_each(e, &rules, a[0]);
        e.pack(&items, ty)
    })))
}

pub(super) fn zip_advance(iter: Val, items: &[Ty]) -> Option<Resolved> {
    let rules: Vec<Resolved> = items.iter().map(|t| iter_advance(Val::new(*t))).collect::<Option<_>>()?;
    Some(Resolved::one(iter, move |e, a| {
        let iterators = of_each(e, &rules, a[0]);
        e.pack(&iterators, iter.ty)
    }))
}

/// What the rules give for the parts of a value, one for each.
fn of_each(e: &mut Emitter<'_>, rules: &[Resolved], whole: Value) -> Vec<Value> {
    let mut out = Vec::with_capacity(rules.len());
    for (k, rule) in rules.iter().enumerate() {
        let part = e.part(whole, k);
        out.push(e.resolved(rule, &[part]));
    }
    out
}
