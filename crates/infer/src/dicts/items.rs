//! Single entries: `dict[key]`, `dict[key] = value`, `del dict[key]`, `key in dict`.

use super::{add_item, finder, found, is_dict, is_set, lengths, named, types_of};
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::lists::item_val;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_types::containers::{is_key, item_type};
use coluber_types::{DictForm, DictPart, Kind, Ty, conversion};

/// Whether values of type `given` can be looked for among keys of type `key`.
pub fn looks_for(given: Ty, key: Ty) -> bool {
    let given = item_type(given).bare();
    // What may be None is looked for by its value, where it has one.
    let is_other = matches!(given.kind(), Kind::Optional(_)) && !matches!(key.kind(), Kind::Optional(_) | Kind::None);
    key == Ty::undefined() || !is_other && conversion(given, key.bare()).is_some() && is_key(given)
}

/// Whether values of type `given` are integers, and those of type `key` members of an enumeration that are integers, too.
fn is_number_of(given: Ty, key: Ty) -> bool {
    let given = given.unliteral();
    matches!(key.kind(), Kind::Enum { integral: true, .. }) && (given.is_int() || given == Ty::boolean())
}

/// As [`looks_for`], texts and members of enumerations that are derived from `str` included: these are equal to their texts.
pub fn seeks(cx: &mut Cx<'_>, given: Ty, key: Ty) -> bool {
    looks_for(given, key)
        || is_number_of(given, key)
        || crate::text_members::are_comparable(cx, item_type(given).bare(), key.bare())
}

/// Takes what is looked for in a dict for its keys, where a function that is asked what it puts into it does not know them.
fn note_lookup(cx: &mut Cx<'_>, dict: Ty, at: Ty) {
    if let (true, Some((key, value))) = (cx.sites.supposes && is_dict(dict), types_of(dict))
        && key == Ty::undefined()
        && is_key(item_type(at).bare())
    {
        cx.sites.flow(dict, dict.with_entries(item_type(at), value));
    }
}

/// Raises KeyError with the key unless `ok`.
pub(super) fn guard_key(e: &mut Emitter<'_>, ok: Value, key: Value, ty: Ty) {
    let key = e.key_of_place(key, item_type(ty).bare());
    let key = e.coerce(key, item_type(ty).bare());
    e.builder().effect(Op::Guard { class: "KeyError".into(), message: "".into() }, &[ok, key]);
}

/// `dict[key]`
pub fn getitem(cx: &mut Cx<'_>, dict: Val, at: Val) -> Rule {
    let dict = Val { ty: cx.sites.now(dict.ty), ..dict };
    let Some((key, value)) = types_of(dict.ty).filter(|_| is_dict(dict.ty)) else { return Ok(None) };
    if !seeks(cx, at.ty, key) {
        super::methods::check_sought(cx, dict.ty, at.ty, value)?;
        let find = |cx: &mut Cx<'_>, at: Val| getitem(cx, dict, at);
        return match dict.ty.dict_form() {
            // What is not counted is there no times.
            Some(DictForm::Counter) => lengths::sought(cx, (at, 1), key, Resolved::constant(Ty::literal_int(0)), find),
            _ => lengths::needed(cx, (at, 1), key, find),
        };
    }
    note_lookup(cx, dict.ty, at.ty);
    if let Some(found) = crate::collections::dict_getitem(cx, dict, at)? {
        return Ok(Some(found));
    }
    cx.sites.flow(item_type(at.ty), key);
    let read = Resolved::one(item_val(value), move |e, a| {
        let place = e.dict_find(a[0], a[1], key.bare());
        let found = e.is_found(place);
        guard_key(e, found, a[1], at.ty);
        e.read_item(place, value.bare())
    });
    found(cx, dict.ty, named::narrowed(dict.ty, at.ty, read)).map(Some)
}

/// `dict[key] = value`
pub fn setitem(cx: &mut Cx<'_>, dict: Val, at: Val, value: Val) -> Rule {
    if !is_dict(dict.ty) {
        return Ok(None);
    }
    add_item(cx, dict, at, value).map(Some)
}

/// `del dict[key]`
pub fn delitem(cx: &mut Cx<'_>, dict: Val, at: Val) -> Rule {
    let Some((key, value)) = types_of(dict.ty).filter(|_| is_dict(dict.ty)) else { return Ok(None) };
    if !seeks(cx, at.ty, key) {
        return lengths::needed(cx, (at, 1), key, |cx, at| delitem(cx, dict, at));
    }
    if dict.ty.dict_form() == Some(DictForm::Counter) {
        return found(cx, dict.ty, discarded(key)).map(Some);
    }
    let taken = Resolved::effect(move |e, a| {
        remove(e, a[0], a[1], (key, value), at.ty);
    });
    found(cx, dict.ty, taken).map(Some)
}

/// Takes the entry of a key out of a dict or set, where there is one.
pub(super) fn discarded(key: Ty) -> Resolved {
    Resolved::effect(move |e, a| {
        e.dict_remove(a[0], a[1], key.bare());
    })
}

/// Takes the entry of a key out; KeyError when there is none.
pub(super) fn remove(e: &mut Emitter<'_>, dict: Value, at: Value, types: (Ty, Ty), at_ty: Ty) -> Value {
    let place = e.dict_remove(dict, at, types.0.bare());
    let found = e.is_found(place);
    guard_key(e, found, at, at_ty);
    e.take_item(place, types.1.bare())
}

/// `key in dict`, `item in set`; the item is the first operand.
pub fn contains(cx: &mut Cx<'_>, item: Val, container: Val) -> Rule {
    let Some((key, _)) = types_of(container.ty) else { return Ok(None) };
    let is_direct = match container.ty.kind() {
        Kind::DictView { part, .. } => *part == DictPart::Keys,
        _ => is_dict(container.ty) || is_set(container.ty),
    };
    if !is_direct {
        return Ok(None);
    }
    if !seeks(cx, item.ty, key) {
        let absent = Resolved::constant(Ty::literal_bool(false));
        if let Some(found) = lengths::sought(cx, (item, 0), key, absent, |cx, item| contains(cx, item, container))? {
            return Ok(Some(found));
        }
        let known = is_key(item_type(item.ty).bare());
        return match known {
            // A value of another kind is equal to no key.
            true => Ok(Some(Resolved::constant(Ty::literal_bool(false)))),
            false => Err(cx.error(format!("unhashable type: {}", item.ty))),
        };
    }
    note_lookup(cx, container.ty, item.ty);
    let is_view = matches!(container.ty.kind(), Kind::DictView { .. });
    let find = finder(cx, key)?;
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let dict = if is_view { e.part(a[1], 0) } else { a[1] };
        let at = find(e, dict, a[0]);
        let place = e.dict_find(dict, at, key.bare());
        e.is_found(place)
    })))
}
