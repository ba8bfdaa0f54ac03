//! `collections.deque`

use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::lists::{admit, build_as, extend_by, giving_none, is_index, item_of, item_val, take_last, take_out};
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ops::{BinOp, CmpOp};
use coluber_types::{Kind, ListForm, Ty};

/// The methods; those that have no rule here are written in Python.
pub const METHODS: &[&str] = &[
    "append",
    "appendleft",
    "clear",
    "copy",
    "count",
    "extend",
    "extendleft",
    "index",
    "insert",
    "pop",
    "popleft",
    "remove",
    "reverse",
    "rotate",
];

fn is_deque(ty: Ty) -> bool {
    ty.list_form() == Some(ListForm::Deque)
}

/// Gives the items up that are more than the limit, where the list is a deque.
pub fn trim(e: &mut Emitter<'_>, list: Value, at_front: bool) {
    if is_deque(e.ty(list)) {
        let (owner, at_front) = (e.part(list, 0), e.bool(at_front));
        e.runtime("deque_trim", &[owner, at_front], &[]);
    }
}

/// `deque(iterable=(), maxlen=None)`
pub fn make(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(bound) = args.bind(&["iterable", "maxlen"]) else { return Ok(None) };
    let vals = args.vals();
    let limit_ty = bound[1].map_or(Ty::none(), |k| vals[k].ty);
    if !is_limit(limit_ty) {
        return Err(cx.error(format!("the limit of a deque is an integer or None, not {limit_ty}")));
    }
    let empty = build_as(cx, &[], ListForm::Deque)?;
    let fill = match bound[0] {
        Some(k) => match extend_by(cx, empty.val(), vals[k])? {
            Some(fill) => Some((k, fill)),
            None => return Ok(None),
        },
        None => None,
    };
    Ok(Some(Resolved::one(empty.val(), move |e, a| {
        let made = e.resolved(&empty, &[]);
        let limit = bound[1].map(|k| limit(e, a[k]));
        if let Some((k, fill)) = &fill {
            (fill.emit)(e, &[made, a[*k]]);
        }
        if let Some(limit) = limit {
            let owner = e.part(made, 0);
            e.runtime("deque_bound", &[owner, limit], &[]);
        }
        made
    })))
}

fn is_limit(ty: Ty) -> bool {
    match ty.kind() {
        Kind::None => true,
        Kind::Optional(inner) => is_index(*inner),
        _ => is_index(ty),
    }
}

/// The limit for the runtime: -1 for None.
fn limit(e: &mut Emitter<'_>, value: Value) -> Value {
    let given = match e.ty(value).kind() {
        Kind::None => return e.i64(-1),
        Kind::Optional(_) => Some(e.part(value, 0)),
        _ => None,
    };
    let number = if given.is_some() { e.part(value, 1) } else { value };
    let number = e.coerce(number, Ty::int64());
    let zero = e.i64(0);
    let number = given.map_or(number, |given| e.select(given, number, zero));
    let fits = e.compare_int(CmpOp::Ge, number, 0);
    e.guard("ValueError", "maxlen must be non-negative", fits);
    let none = e.i64(-1);
    given.map_or(number, |given| e.select(given, number, none))
}

/// `deque.maxlen`
pub fn attribute(ty: Ty, name: &str) -> Option<Resolved> {
    if name != "maxlen" || !is_deque(ty) {
        return None;
    }
    let ty = Ty::optional(Ty::int64());
    Some(Resolved::one(Val::weak(ty), move |e, a| {
        let owner = e.part(a[0], 0);
        let limit = e.runtime("deque_limit", &[owner], &[Ty::int64()])[0];
        let is_there = e.compare_int(CmpOp::Ge, limit, 0);
        e.pack(&[is_there, limit], ty)
    }))
}

/// A method of a deque, which is the first argument. None for those that are the same for lists, or that the library has.
pub fn call(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 1..=3) else { return Ok(None) };
    let deque = vals[0];
    let Some(item) = item_of(deque.ty) else { return Ok(None) };
    match (name, &vals[1..]) {
        ("appendleft", &[value]) => {
            let item = admit(cx, deque.ty, value.ty)?;
            Ok(Some(giving_none(Resolved::effect(move |e, a| put(e, a[0], None, a[1], item)))))
        }
        ("insert", &[at, value]) if is_index(at.ty) => {
            let item = admit(cx, deque.ty, value.ty)?;
            Ok(Some(giving_none(Resolved::effect(move |e, a| {
                let owner = e.part(a[0], 0);
                let limit = e.runtime("deque_limit", &[owner], &[Ty::int64()])[0];
                let length = e.list_len(a[0]);
                let room = e.compare(CmpOp::Ne, limit, length);
                e.guard("IndexError", "deque already at its maximum size", room);
                put(e, a[0], Some(a[1]), a[2], item);
            }))))
        }
        ("pop", []) => Ok(Some(taken(item, false))),
        ("popleft", []) => Ok(Some(taken(item, true))),
        ("extendleft", &[items]) => {
            let Some(found) = crate::lists::item_of_iterable(cx, items)? else { return Ok(None) };
            let item = admit(cx, deque.ty, found)?;
            let to = Val::new(Ty::list(item).as_list(ListForm::Deque));
            let Some(call) = cx.overload("deque.extendleft", &[to, items])? else { return Ok(None) };
            Ok(Some(giving_none(Resolved::effect(move |e, a| {
                let deque = e.coerce(a[0], to.ty);
                (call.emit)(e, &[deque, a[1]]);
            }))))
        }
        _ => Ok(None),
    }
}

/// Puts a value in front of the item at an index, or of all.
fn put(e: &mut Emitter<'_>, deque: Value, at: Option<Value>, value: Value, item: Ty) {
    let value = e.coerce(value, item);
    let value = e.held(value);
    let owner = e.part(deque, 0);
    let at = match at {
        Some(at) => e.coerce(at, Ty::int64()),
        None => e.i64(0),
    };
    let place = e.runtime("list_insert", &[owner, at], &[Ty::ptr()])[0];
    e.write_held(place, value, item);
    trim(e, deque, false);
}

fn taken(item: Ty, first: bool) -> Resolved {
    Resolved::one(item_val(item), move |e, a| {
        let length = e.list_len(a[0]);
        let some = e.compare_int(CmpOp::Gt, length, 0);
        e.guard("IndexError", "pop from an empty deque", some);
        if first {
            let at = e.i64(0);
            take_out(e, a[0], at, item.bare())
        } else {
            take_last(e, a[0], length, item.bare())
        }
    })
}

/// `+`, `*` and `*=`, which the library has. None where there is no deque, and for `+=`.
pub fn binary(cx: &mut Cx<'_>, op: BinOp, a: Val, b: Val, inplace: bool) -> Rule {
    let key = match op {
        BinOp::Add if is_deque(a.ty) && is_deque(b.ty) && !inplace => "deque.add",
        BinOp::Mul if is_deque(a.ty) && is_index(b.ty) && inplace => "deque.imul",
        BinOp::Mul if is_deque(a.ty) && is_index(b.ty) => "deque.mul",
        BinOp::Mul if is_deque(b.ty) && is_index(a.ty) => {
            return Ok(cx.overload("deque.mul", &[b, a])?.map(crate::operators::swapped));
        }
        _ => return Ok(None),
    };
    cx.overload(key, &[a, b])
}
