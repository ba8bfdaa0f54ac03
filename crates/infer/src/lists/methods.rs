//! Methods and operators of lists.

use super::items::{in_range, take_last, take_out};
use super::{admit, item_of, item_val, make, slices};
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ops::{BinOp, CmpOp};
use coluber_types::containers::has_order;
use coluber_types::fields::has_owner;
use coluber_types::{Kind, ListForm, Ty};

/// The methods; those that have no rule here are written in Python.
pub const METHODS: &[&str] =
    &["append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort"];

/// A method of a list, which is the first argument. None for those that the library has.
pub fn call(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    let form = args.positional.first().and_then(|list| list.ty.list_form());
    if form == Some(ListForm::Deque) {
        if let Some(found) = crate::collections::call_deque(cx, name, args)? {
            return Ok(Some(found));
        }
        if matches!(name, "copy" | "insert" | "pop" | "sort") {
            return Ok(None);
        }
    }
    if name == "sort" {
        return sort(cx, args);
    }
    let Some(vals) = positional(args, 1..=3) else {
        return Ok(None);
    };
    let list = vals[0];
    match (name, &vals[1..]) {
        ("append", &[item]) => Ok(Some(giving_none(make::append_item(cx, list, item)?))),
        ("extend", &[items]) => Ok(make::extend_by(cx, list, items)?.map(giving_none)),
        ("insert", &[at, item]) if super::items::is_index(at.ty) => {
            let item = admit(cx, list.ty, item.ty)?;
            Ok(Some(giving_none(Resolved::effect(move |e, a| {
                let value = e.coerce(a[2], item);
                let value = e.held(value);
                let (owner, at) = (e.part(a[0], 0), e.coerce(a[1], Ty::int64()));
                let place = e.runtime("list_insert", &[owner, at], &[Ty::ptr()])[0];
                e.write_held(place, value, item);
            }))))
        }
        ("pop", at) if at.len() < 2 && at.iter().all(|v| super::items::is_index(v.ty)) => Ok(pop(list)),
        ("clear", []) => Ok(Some(clear())),
        ("reverse", []) => Ok(Some(of_owner("list_reverse"))),
        ("copy", []) => slices::own_copy(cx, list).map(Some),
        _ => Ok(None),
    }
}

pub fn giving_none(effect: Resolved) -> Resolved {
    Resolved::one(Val::new(Ty::none()), move |e, a| {
        (effect.emit)(e, a);
        e.unit(Ty::none())
    })
}

fn of_owner(function: &'static str) -> Resolved {
    giving_none(Resolved::effect(move |e, a| {
        let owner = e.part(a[0], 0);
        e.runtime(function, &[owner], &[]);
    }))
}

/// `list.clear()`: where items hold no references, there are none to give up.
fn clear() -> Resolved {
    giving_none(Resolved::effect(|e, a| {
        if item_of(e.ty(a[0])).is_some_and(|item| !has_owner(item)) {
            let none = e.i64(0);
            return e.list_shorten(a[0], none);
        }
        let owner = e.part(a[0], 0);
        e.runtime("list_clear", &[owner], &[]);
    }))
}

fn pop(list: Val) -> Option<Resolved> {
    let item = item_of(list.ty)?;
    Some(Resolved::one(item_val(item), move |e, a| {
        let length = e.list_len(a[0]);
        let some = e.compare_int(CmpOp::Gt, length, 0);
        e.guard("IndexError", "pop from empty list", some);
        let Some(&at) = a.get(1) else { return take_last(e, a[0], length, item.bare()) };
        let at = in_range(e, a[0], at, "pop index out of range");
        take_out(e, a[0], at, item.bare())
    }))
}

/// `list.sort(*, key=None, reverse=False)`
fn sort(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let given = |name: &str| args.names.iter().position(|(n, _)| **n == *name);
    if args.positional.len() != 1 || args.names.iter().any(|(n, _)| !matches!(&**n, "key" | "reverse")) {
        return Ok(None);
    }
    let (list, key, reverse) = (args.positional[0], given("key"), given("reverse"));
    let Some(item) = item_of(list.ty) else { return Ok(None) };
    let keyed = key.filter(|k| args.names[*k].1.ty != Ty::none());
    if keyed.is_none() && has_order(item) {
        return Ok(Some(giving_none(Resolved::effect(move |e, a| {
            let owner = e.part(a[0], 0);
            let reverse = match reverse {
                Some(k) => e.coerce(a[1 + k], Ty::boolean()),
                None => e.bool(false),
            };
            e.runtime("list_sort", &[owner, reverse], &[]);
        }))));
    }
    let no = Val::weak(Ty::literal_bool(false));
    let reversed = reverse.map_or(no, |k| args.names[k].1);
    let (name, mut vals) = match keyed {
        Some(k) => ("list.sort_by", vec![list, args.names[k].1]),
        None => ("list.sort", vec![list]),
    };
    vals.push(reversed);
    let Some(call) = cx.overload(name, &vals)? else { return Ok(None) };
    Ok(Some(giving_none(Resolved::effect(move |e, a| {
        let mut operands = vec![a[0]];
        operands.extend(keyed.map(|k| a[1 + k]));
        operands.push(match reverse {
            Some(k) => a[1 + k],
            None => e.unit(no.ty),
        });
        (call.emit)(e, &operands);
    }))))
}

/// The indices of the items of a list in the order of the items: the list, whether the largest comes first.
pub fn order(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[list, reverse]) = positional(args, 2..=2) else { return Ok(None) };
    match item_of(list.ty) {
        None => return Ok(None),
        Some(item) if !has_order(item) => return cx.overload("list.order", &[list, reverse]),
        Some(_) => {}
    }
    let ty = Ty::list(Ty::int64());
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let (owner, reverse) = (e.part(a[0], 0), e.coerce(a[1], Ty::boolean()));
        e.runtime("list_order", &[owner, reverse], &[ty])[0]
    })))
}

/// `a + b`, `a += b`, `a * n`, `n * a`, `a *= n`
pub fn binary(cx: &mut Cx<'_>, op: BinOp, a: Val, b: Val, inplace: bool) -> Rule {
    if let Some(found) = crate::collections::deque_binary(cx, op, a, b, inplace)? {
        return Ok(Some(found));
    }
    if let Some(found) = with_tuple(cx, op, a, b)? {
        return Ok(Some(found));
    }
    if op == BinOp::Mul
        && let Some(found) = repeated_tuple(cx, a, b)
    {
        return Ok(Some(found));
    }
    let inplace = inplace && a.ty.list_form() != Some(ListForm::Tuple);
    let is_deque = |v: Val| v.ty.list_form() == Some(ListForm::Deque);
    if !inplace && (is_deque(a) || is_deque(b)) {
        return Ok(None);
    }
    match (op, item_of(a.ty), item_of(b.ty)) {
        (BinOp::Add, Some(_), _) if inplace => {
            let Some(extend) = make::extend_by(cx, a, b)? else { return Ok(None) };
            Ok(Some(Resolved::one(a, move |e, v| {
                (extend.emit)(e, v);
                v[0]
            })))
        }
        (BinOp::Add, Some(x), Some(y)) => concat(cx, a, b, x, y),
        (BinOp::Mul, Some(_), None) if super::items::is_index(b.ty) && inplace => cx.overload("list.repeat", &[a, b]),
        (BinOp::Mul, Some(_), None) if super::items::is_index(b.ty) => Ok(Some(repeat(a.ty, 0))),
        (BinOp::Mul, None, Some(_)) if super::items::is_index(a.ty) => Ok(Some(repeat(b.ty, 1))),
        _ => Ok(None),
    }
}

/// An operator of a tuple whose length is known at run time only with one whose length is known.
fn with_tuple(cx: &mut Cx<'_>, op: BinOp, a: Val, b: Val) -> Rule {
    Ok(match lengthened(cx, a, b)? {
        Some([x, y]) => binary(cx, op, x.val(), y.val(), false)?.map(|found| on_both(found, x, y)),
        None => None,
    })
}

/// `t * n` of a tuple whose items have a common type, by a number that only the running program knows: a tuple of any length.
fn repeated_tuple(cx: &mut Cx<'_>, a: Val, b: Val) -> Option<Resolved> {
    let at = usize::from(matches!(b.ty.kind(), Kind::Tuple(_)));
    let vals = [a, b];
    let (Kind::Tuple(items), true) = (vals[at].ty.kind(), super::items::is_index(vals[1 - at].ty)) else { return None };
    if items.is_empty() {
        return Some(Resolved::one(vals[at], move |_, v| v[at]));
    }
    let item = cx.common(items)?.stored();
    let ty = Ty::list(item).as_list(ListForm::Tuple);
    items.iter().for_each(|from| cx.sites.flow(*from, item));
    let repeat = repeat(ty, at);
    Some(Resolved::one(Val::new(ty), move |e, v| {
        let mut operands = v.to_vec();
        operands[at] = e.coerce(v[at], ty);
        e.resolved(&repeat, &operands)
    }))
}

/// Both operands as tuples whose length is known at run time only, where one is one and the other one a tuple of known length.
pub fn lengthened(cx: &mut Cx<'_>, a: Val, b: Val) -> Result<Option<[Resolved; 2]>> {
    let is_long = |v: Val| v.ty.list_form() == Some(ListForm::Tuple);
    let is_short = |v: Val| matches!(v.ty.kind(), Kind::Tuple(_));
    if !(is_long(a) && is_short(b) || is_short(a) && is_long(b)) {
        return Ok(None);
    }
    let Some(ty) = coluber_types::unify(a.ty, b.ty) else { return Ok(None) };
    cx.sites.flow(a.ty, ty);
    cx.sites.flow(b.ty, ty);
    let long = |k: usize| Resolved::one(Val::new(ty), move |e, v| e.coerce(v[k], ty));
    Ok(Some([long(0), long(0)]))
}

/// An operation on what two others make of its operands.
pub fn on_both(found: Resolved, x: Resolved, y: Resolved) -> Resolved {
    Resolved::one(found.val(), move |e, a| {
        let (x, y) = (e.resolved(&x, &a[..1]), e.resolved(&y, &a[1..2]));
        e.resolved(&found, &[x, y])
    })
}

fn concat(cx: &mut Cx<'_>, a: Val, b: Val, x: Ty, y: Ty) -> Rule {
    // What a function gives that calls itself has items of no type at first.
    let known = if x == Ty::undefined() { b.ty } else { a.ty };
    let is_open = x == Ty::undefined() || y == Ty::undefined();
    let Some(joined) = coluber_types::unify(a.ty, b.ty).or(is_open.then_some(known)) else {
        let kind = |ty: Ty| ty.as_array().map(|(dtype, ndim, ..)| (dtype, ndim));
        if kind(x).is_some()
            && kind(x) == kind(y)
            && let Some(found) = cx.overload("list.concat", &[a, b])?
        {
            return Ok(Some(found));
        }
        if let Some(made) = make::joined(cx, a, b)? {
            return Ok(Some(made));
        }
        return Err(cx.error(format!("can't concatenate a list of {} and one of {}", x.bare(), y.bare())));
    };
    cx.sites.flow(a.ty, joined);
    cx.sites.flow(b.ty, joined);
    Ok(Some(Resolved::one(Val::new(joined), move |e, v| {
        let (a, b) = (e.part(v[0], 0), e.part(v[1], 0));
        e.runtime("list_concat", &[a, b], &[joined])[0]
    })))
}

/// The list is the operand of this number.
fn repeat(ty: Ty, list: usize) -> Resolved {
    Resolved::one(Val::new(ty), move |e, v| {
        let (owner, count) = (e.part(v[list], 0), e.index_sized(v[1 - list], "OverflowError"));
        e.runtime("list_repeat", &[owner, count], &[ty])[0]
    })
}
