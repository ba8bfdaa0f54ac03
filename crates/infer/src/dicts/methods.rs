//! Methods of dicts, sets and views.

use super::items::{discarded, guard_key, remove, seeks};
use super::make::{copy, is_container, with_types};
use super::named;
use super::{admit, finder, found, is_dict, is_set, lengths, make, types_of};
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::lists::item_val;
use crate::value::{Resolved, Val};
use crate::{iteration, lists};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::containers::{is_key, is_own_key, item_type};
use coluber_types::unify::variant;
use coluber_types::{DictForm, DictPart, Kind, Ty, unify};

/// Methods of dicts; those that have no rule here are written in Python.
pub const DICT_METHODS: &[&str] =
    &["clear", "copy", "fromkeys", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"];
/// Methods of sets.
pub const SET_METHODS: &[&str] = &[
    "add",
    "clear",
    "copy",
    "difference",
    "difference_update",
    "discard",
    "intersection",
    "intersection_update",
    "isdisjoint",
    "issubset",
    "issuperset",
    "pop",
    "remove",
    "symmetric_difference",
    "symmetric_difference_update",
    "union",
    "update",
];
/// Methods of frozensets.
pub const FROZENSET_METHODS: &[&str] =
    &["copy", "difference", "intersection", "isdisjoint", "issubset", "issuperset", "symmetric_difference", "union"];
/// Methods of views.
pub const VIEW_METHODS: &[&str] = &["isdisjoint"];

/// A method of a dict or set, which is the first argument. None for those that the library has.
pub fn call(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    if let Some(found) = crate::collections::call_dict(cx, name, args)? {
        return Ok(Some(found));
    }
    if name == "update" && !args.names.is_empty() && args.star.is_none() {
        return update_named(cx, args);
    }
    let Some(vals) = positional(args, 1..=3) else { return Ok(None) };
    let of = vals[0];
    match (name, &vals[1..]) {
        ("clear", []) => Ok(Some(lists::giving_none(Resolved::effect(|e, a| {
            let owner = e.part(a[0], 0);
            e.runtime("dict_clear", &[owner], &[]);
        })))),
        ("copy", []) => Ok(Some(copy(of.ty))),
        ("update", []) if !matches!(of.ty.kind(), Kind::DictView { .. }) => Ok(Some(Resolved::constant(Ty::none()))),
        ("update", &[other]) => Ok(update(cx, of, other)?.map(lists::giving_none)),
        _ if is_dict(of.ty) => dict_method(cx, name, vals),
        _ if is_set(of.ty) => set_method(cx, name, vals),
        _ => Ok(None),
    }
}

fn dict_method(cx: &mut Cx<'_>, name: &str, vals: &[Val]) -> Rule {
    let dict = Val { ty: cx.sites.now(vals[0].ty), ..vals[0] };
    let Some(types) = types_of(dict.ty) else { return Ok(None) };
    if let Some(found) = by_length(cx, name, vals, types.0, dict_method)? {
        return Ok(Some(found));
    }
    if name == "get"
        && let Some(found) = named::get(cx, dict, &vals[1..])
    {
        return Ok(Some(found));
    }
    if let ("get", &[key, default]) = (name, &vals[1..]) {
        check_sought(cx, dict.ty, key.ty, default.ty)?;
    }
    Ok(match (name, &vals[1..]) {
        ("fromkeys", &[keys]) => return from_keys(cx, dict.ty, &[keys]),
        ("fromkeys", &[keys, value]) => return from_keys(cx, dict.ty, &[keys, value]),
        ("keys", []) => Some(view(dict.ty, DictPart::Keys)),
        ("values", []) => Some(view(dict.ty, DictPart::Values)),
        ("items", []) => Some(view(dict.ty, DictPart::Items)),
        ("get", &[key]) if seeks(cx, key.ty, types.0) => located(cx, dict.ty, get(types, Val::new(Ty::none())))?,
        ("get", &[key, default]) if seeks(cx, key.ty, types.0) => {
            let read = found_or(types.1, default).and_then(|joined| {
                cx.sites.flow(item_type(default.ty), joined);
                cx.sites.flow(types.1, joined);
                get(types, default)
            });
            located(cx, dict.ty, read)?
        }
        // No key is None: what may be is looked for where it is not.
        ("get", &[key]) if key.ty == Ty::none() && types.0 != Ty::undefined() => Some(Resolved::constant(Ty::none())),
        ("get", &[key, default]) if key.ty == Ty::none() && types.0 != Ty::undefined() => {
            let ty = default.ty.stored();
            Some(Resolved::one(Val { ty, ..default }, move |e, a| e.coerce(a[2], ty)))
        }
        ("setdefault", &[key, default]) => Some(setdefault(cx, dict, key, default)?),
        ("setdefault", &[key]) => {
            let set = setdefault(cx, dict, key, Val::weak(Ty::none()))?;
            Some(crate::instances::with_operands(set, |e, a| vec![a[0], a[1], e.unit(Ty::none())]))
        }
        ("pop", &[key]) if seeks(cx, key.ty, types.0) => {
            let taken = Resolved::one(item_val(types.1), move |e, a| remove(e, a[0], a[1], types, key.ty));
            Some(found(cx, dict.ty, named::narrowed(dict.ty, key.ty, taken))?)
        }
        ("popitem", []) if dict.ty.dict_form() == Some(DictForm::Ordered) => {
            Some(popitem(types, "dictionary is empty", false))
        }
        ("popitem", []) => Some(popitem(types, "popitem(): dictionary is empty", false)),
        _ => None,
    })
}

/// Refuses to look for texts and tuples among numbers, for which a dict is taken of which nothing else says what it holds: this may be what.
pub(super) fn check_sought(cx: &Cx<'_>, dict: Ty, key: Ty, default: Ty) -> Result<()> {
    let (given, value) = (item_type(key).bare(), item_type(default).bare());
    let is_other = matches!(given.kind(), Kind::Str | Kind::Tuple(_) | Kind::Set { .. }) && is_key(given);
    if !is_other || types_of(dict).is_none_or(|(own, _)| own != Ty::int64()) {
        return Ok(());
    }
    let error = cx.error(format!("{} has no keys of type {given}", dict.bare()));
    Err(error.wanting_entry(Ty::tuple(vec![given, value]).id()))
}

/// A method that looks for a tuple whose length the running program knows, where keys have a known length.
fn by_length(
    cx: &mut Cx<'_>,
    name: &str,
    vals: &[Val],
    key: Ty,
    method: impl Fn(&mut Cx<'_>, &str, &[Val]) -> Rule,
) -> Rule {
    let Some(&given) = vals.get(1).filter(|given| !seeks(cx, given.ty, key)) else { return Ok(None) };
    let find = |cx: &mut Cx<'_>, fixed: Val| {
        let mut vals = vals.to_vec();
        vals[1] = fixed;
        method(cx, name, &vals)
    };
    match (name, &vals[2..]) {
        ("pop" | "remove", []) => lengths::needed(cx, (given, 1), key, find),
        ("get" | "discard", []) => lengths::sought(cx, (given, 1), key, Resolved::constant(Ty::none()), find),
        ("get", &[default]) => lengths::sought(cx, (given, 1), key, Resolved::one(default, |_, a| a[2]), find),
        _ => Ok(None),
    }
}

/// An operation that looks for a key, where there is one.
fn located(cx: &mut Cx<'_>, dict: Ty, operation: Option<Resolved>) -> Rule {
    operation.map(|operation| found(cx, dict, operation)).transpose()
}

fn view(dict: Ty, part: DictPart) -> Resolved {
    let ty = Ty::new(Kind::DictView { dict, part });
    Resolved::one(Val::new(ty), move |e, a| e.pack(&a[..1], ty))
}

/// The type of a value of a dict, or of what stands for one.
pub(super) fn found_or(value: Ty, default: Val) -> Option<Ty> {
    let given = item_type(default.ty);
    unify(value, given).or_else(|| variant(value, given))
}

/// `dict.get(key, default)`
pub fn get(types: (Ty, Ty), default: Val) -> Option<Resolved> {
    let ty = found_or(types.1, default)?;
    let spare = types.1.bare();
    Some(Resolved::one(item_val(ty), move |e, a| {
        let place = e.dict_find(a[0], a[1], types.0.bare());
        let found = e.is_found(place);
        let default = match a.get(2) {
            Some(v) => e.coerce(*v, ty),
            None => {
                let none = e.unit(Ty::none());
                e.coerce(none, ty)
            }
        };
        // Where there is none, a value of zeros is read instead, which owns nothing.
        let zeros = zero(e, spare);
        let nothing = e.value(coluber_ir::typed::Op::Spill {}, &[zeros], Ty::ptr());
        let place = e.select(found, place, nothing);
        let value = e.read_item(place, spare);
        let value = e.coerce(value, ty);
        e.select(found, value, default)
    }))
}

/// A value whose bytes are zero.
fn zero(e: &mut Emitter<'_>, ty: Ty) -> Value {
    if coluber_types::fields::is_scalar(ty) {
        return e.number(0, ty);
    }
    let fields = coluber_types::fields::fields(ty);
    if fields.is_empty() {
        return e.unit(ty);
    }
    let parts: Vec<Value> = fields.into_iter().map(|t| zero(e, t)).collect();
    e.pack(&parts, ty)
}

/// `dict.setdefault(key, default)`
fn setdefault(cx: &mut Cx<'_>, dict: Val, key: Val, default: Val) -> Result<Resolved> {
    let held = named::stored(cx, dict.ty, key.ty, default.ty);
    let types = admit(cx, dict.ty, key.ty, held)?;
    let dict = Val { ty: cx.sites.now(dict.ty), ..dict };
    let own = types_of(dict.ty).map_or(types.1, |t| t.1);
    let value = unify(own, item_type(default.ty)).filter(|joined| joined.bare() == types.1).unwrap_or(own);
    let find = finder(cx, types.0)?;
    let set = Resolved::one(item_val(value), move |e, a| {
        let default = e.coerce(a[2], held);
        let default = e.coerce(default, types.1);
        let at = find(e, a[0], a[1]);
        let found = e.dict_insert(a[0], at, types.0);
        // A new place has bytes of zero, which are a value that owns nothing.
        let old = e.take_item(found[0], types.1);
        let value = e.select(found[1], default, old);
        let kept = e.held(value);
        e.write_held(found[0], kept, types.1);
        value
    });
    Ok(named::narrowed(dict.ty, key.ty, set))
}

/// `dict.fromkeys(keys, value)`: a new one, which is an ordered one if the dict is.
fn from_keys(cx: &mut Cx<'_>, dict: Ty, vals: &[Val]) -> Rule {
    let key = match dict.dict_form() {
        Some(DictForm::Dict | DictForm::Named(_)) => "builtins.dict.fromkeys",
        Some(DictForm::Ordered) => "collections.OrderedDict.fromkeys",
        _ => return Ok(None),
    };
    let Some(made) = cx.overload(key, vals)? else { return Ok(None) };
    Ok(Some(crate::instances::with_operands(made, |_, a| a[1..].to_vec())))
}

/// The last entry, or the first one, which is taken out.
pub fn popitem(types: (Ty, Ty), message: &'static str, first: bool) -> Resolved {
    let ty = Ty::tuple(vec![types.0, types.1]);
    Resolved::one(Val::weak(ty), move |e, a| {
        let owner = e.part(a[0], 0);
        let last = match first {
            true => {
                let zero = e.i64(0);
                e.runtime("dict_next", &[owner, zero], &[Ty::int64()])[0]
            }
            false => e.runtime("dict_last", &[owner], &[Ty::int64()])[0],
        };
        let some = e.compare_int(CmpOp::Ge, last, 0);
        e.guard("KeyError", message, some);
        let place = e.runtime("dict_key", &[owner, last], &[Ty::ptr()])[0];
        let key = e.read_item(place, types.0.bare());
        let place = e.runtime("dict_remove_at", &[owner, last], &[Ty::ptr()])[0];
        let value = e.take_item(place, types.1.bare());
        e.pack(&[key, value], ty)
    })
}

fn set_method(cx: &mut Cx<'_>, name: &str, vals: &[Val]) -> Rule {
    let set = vals[0];
    let Some(types) = types_of(set.ty) else { return Ok(None) };
    if let Some(found) = by_length(cx, name, vals, types.0, set_method)? {
        return Ok(Some(found));
    }
    Ok(match (name, &vals[1..]) {
        ("add", &[item]) => Some(lists::giving_none(make::set_add(cx, set, item)?)),
        ("discard", &[item]) if seeks(cx, item.ty, types.0) => {
            Some(lists::giving_none(found(cx, set.ty, discarded(types.0))?))
        }
        // What is of another kind is equal to no item.
        ("discard", &[item]) if is_key(item_type(item.ty).bare()) => Some(Resolved::constant(Ty::none())),
        ("remove", &[item]) if seeks(cx, item.ty, types.0) => {
            let taken = Resolved::effect(move |e, a| {
                let place = e.dict_remove(a[0], a[1], types.0.bare());
                let found = e.is_found(place);
                guard_key(e, found, a[1], item.ty);
            });
            Some(lists::giving_none(found(cx, set.ty, taken)?))
        }
        ("pop", []) => Some(pop_item(types.0)),
        _ => None,
    })
}

/// `set.pop()`
fn pop_item(item: Ty) -> Resolved {
    Resolved::one(item_val(item), move |e, a| {
        let owner = e.part(a[0], 0);
        let popped = e.runtime("set_popped", &[owner], &[Ty::int64()])[0];
        let some = e.compare_int(CmpOp::Ge, popped, 0);
        e.guard("KeyError", "pop from an empty set", some);
        let place = e.runtime("dict_key", &[owner, popped], &[Ty::ptr()])[0];
        let item = e.read_item(place, item.bare());
        e.runtime("dict_remove_at", &[owner, popped], &[Ty::ptr()]);
        item
    })
}

/// `dict.update(other, a=1)`
fn update_named(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let (Some(&dict), Some(others)) = (args.positional.first(), args.positional.get(1..)) else { return Ok(None) };
    if !is_dict(dict.ty) || others.len() > 1 {
        return Ok(None);
    }
    let update = match others.first() {
        Some(&other) => match update(cx, dict, other)? {
            Some(update) => Some(update),
            None => return Ok(None),
        },
        None => None,
    };
    let set = set_names(cx, dict, &args.names)?;
    Ok(Some(lists::giving_none(Resolved::effect(move |e, a| {
        if let Some(update) = &update {
            (update.emit)(e, &a[..2]);
        }
        let operands: Vec<Value> = a[..1].iter().chain(&a[1 + usize::from(update.is_some())..]).copied().collect();
        (set.emit)(e, &operands);
    }))))
}

/// Puts values under names into a dict: the first operand, before the values.
pub fn set_names(cx: &mut Cx<'_>, dict: Val, names: &[(Name, Val)]) -> Result<Resolved> {
    let mut steps = Vec::new();
    for (name, value) in names {
        let key = Ty::literal_str(name.clone());
        steps.push((key, super::add_item(cx, dict, Val::weak(key), *value)?));
    }
    Ok(Resolved::effect(move |e, a| {
        for ((key, step), value) in steps.iter().zip(&a[1..]) {
            let key = e.unit(*key);
            (step.emit)(e, &[a[0], key, *value]);
        }
    }))
}

/// `dict.update(other)`, `set.update(other)`, with anything that gives pairs or items.
pub fn update(cx: &mut Cx<'_>, of: Val, other: Val) -> Rule {
    let has_pairs = is_dict(of.ty);
    if let Some(named) = named::of_keywords(cx, other.ty)? {
        let found = update(cx, of, named.val())?;
        return Ok(found.map(|found| {
            crate::instances::with_operands(found, move |e, a| {
                let made = e.resolved(&named, &a[1..2]);
                vec![a[0], made]
            })
        }));
    }
    if let Some((key, value)) = types_of(other.ty).filter(|_| is_container(other.ty) && is_dict(other.ty) == has_pairs)
    {
        cx.sites.note_names_of(of.ty, other.ty);
        let types = admit(cx, of.ty, key, value)?;
        cx.sites.flow(other.ty, with_types(of.ty, types).as_dict(DictForm::Dict));
        let is_plain = !is_own_key(types.0);
        if is_plain && (types_of(other.ty.bare()) == Some(types) || other.ty.bare() != other.ty) {
            return Ok(Some(at_once()));
        }
        // Entries of other types become those of the dict.
        if !is_plain || has_pairs {
            return one_by_one(cx, (of.ty, types), other);
        }
    }
    let Some(found) = item_of_iterable(cx, other)? else { return Ok(None) };
    let types = match (has_pairs, found.tuple_items()) {
        (true, Some(&[key, value])) => admit(cx, of.ty, key, value)?,
        (true, None) if matches!(found.kind(), Kind::List { .. } | Kind::Str) => {
            let Some(part) = item_of_iterable(cx, Val::new(found))? else { return Ok(None) };
            admit(cx, of.ty, part, part)?
        }
        (true, None) if found == Ty::undefined() && other.ty.is_unsettled() => {
            cx.sites.prefer(other.ty, Ty::uni_tuple(Ty::int64(), 2));
            return Err(cx.sites.postpone(cx.span));
        }
        (false, _) => admit(cx, of.ty, found, Ty::none())?,
        _ => return Ok(None),
    };
    if !has_pairs {
        cx.sites.prefer(other.ty, types.0);
    }
    let gives_keys = !has_pairs && other.ty.dict_form() == Some(DictForm::Dict) && is_container(other.ty);
    if gives_keys && !is_own_key(types.0) && types_of(other.ty).is_some_and(|(key, _)| key == types.0) {
        return Ok(Some(at_once()));
    }
    one_by_one(cx, (of.ty, types), other)
}

/// Puts the entries of a dict or the items of a set into another one of the same types, or the keys of a dict into a set.
fn at_once() -> Resolved {
    Resolved::effect(|e, a| {
        let (to, from) = (e.part(a[0], 0), e.part(a[1], 0));
        e.runtime("dict_update", &[to, from], &[]);
    })
}

/// Puts the pairs or items of something into a dict or set, which has these types then.
fn one_by_one(cx: &mut Cx<'_>, (of, types): (Ty, (Ty, Ty)), other: Val) -> Rule {
    let to = Val::new(with_types(of, types));
    let call = cx.overload(if is_dict(of) { "dict.update" } else { "set.update" }, &[to, other])?;
    Ok(call.map(|call| {
        Resolved::effect(move |e, a| {
            let to = e.coerce(a[0], to.ty);
            (call.emit)(e, &[to, a[1]]);
        })
    }))
}

/// The type of the items that something gives; None where it gives none.
pub fn item_of_iterable(cx: &mut Cx<'_>, val: Val) -> Result<Option<Ty>> {
    let Some(iterator) = iteration::get_iter(cx, val)? else { return Ok(None) };
    Ok(match iterator.val().ty.kind() {
        Kind::TupleIter(tuple) => tuple.tuple_items().and_then(|t| t.first().copied()).or(Some(Ty::undefined())),
        _ => iteration::iter_value(cx, iterator.val())?.map(|found| found.val().ty),
    })
}
