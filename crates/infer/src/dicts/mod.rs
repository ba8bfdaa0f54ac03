//! Dicts and sets: how they are made, read and changed. A set is a dict without values. What has no row here is written in Python, in
//! `coluber.lib.python.dicts` and `coluber.lib.python.sets`.

mod items;
mod iteration;
mod lengths;
mod make;
mod memory;
mod methods;
mod named;
mod own;
pub mod sets;

pub(crate) use own::{finder, found, hash_of};

pub use items::{contains, delitem, getitem, seeks, setitem};
pub use iteration::{get_iter, iter_advance, iter_valid, iter_value};
pub use make::{add_item, build_constant_set, build_map, build_set, dict, frozenset, set, set_add};
pub use methods::{
    DICT_METHODS, FROZENSET_METHODS, SET_METHODS, VIEW_METHODS, call, get, item_of_iterable, popitem, update,
};
pub(crate) use named::{as_keywords, of_keywords};

use crate::context::Cx;
use coluber_base::Result;
use coluber_types::containers::{is_key, item_type, takes_number};
use coluber_types::{Conversion, Kind, Ty, conversion, unify};

/// The types of keys and values of a dict or set; those of a set are None.
pub fn types_of(ty: Ty) -> Option<(Ty, Ty)> {
    match ty.kind() {
        Kind::Dict { key, value, .. } => Some((*key, *value)),
        Kind::Set { item, .. } => Some((*item, Ty::none())),
        Kind::DictView { dict, .. } => types_of(*dict),
        _ => None,
    }
}

fn is_dict(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Dict { .. })
}

fn is_set(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Set { .. })
}

/// Refuses types whose values can't be found by hash.
pub fn check_key(cx: &Cx<'_>, key: Ty) -> Result<()> {
    if is_key(key) {
        return Ok(());
    }
    Err(cx
        .error(format!("unhashable type: a value of type {} can't be a key in compiled code", key.bare()))
        .hint("keys are numbers, times, strings, bytes, members of enumerations, frozensets, tuples and optionals of them, frozen dataclasses, and objects that have both __eq__ and __hash__, or none of them"))
}

/// The bare types of keys and values of a dict or set into which a pair of these types is put.
pub fn admit(cx: &mut Cx<'_>, dict: Ty, key: Ty, value: Ty) -> Result<(Ty, Ty)> {
    let Some((old_key, old_value)) = types_of(dict) else {
        return Err(cx.error(format!("{dict} is not a dict or set")));
    };
    let (key, value) = (item_type(key), item_type(value));
    check_key(cx, key)?;
    let site = match dict.kind() {
        Kind::Dict { site, .. } | Kind::Set { site, .. } => *site,
        _ => None,
    };
    if let Some(site) = site
        && let (Some(k), Some(v)) = (unify(old_key, key), cx.sites.join(site, old_value, value))
    {
        let v = cx.sites.with_named_values(site, v);
        cx.sites.flow(key, k);
        cx.sites.flow(value, v);
        let wider = if is_set(dict) { Ty::set(k) } else { Ty::dict(k, v) };
        cx.sites.flow(dict, wider);
        return Ok((k.bare(), v.bare()));
    }
    cx.sites.flow(value, old_value);
    let fits = |new: Ty, old: Ty| {
        new == Ty::undefined()
            || unify(new, old).is_some_and(|joined| joined.bare() == old.bare())
            || conversion(new.bare(), old.bare()).is_some_and(|c| c < Conversion::Unsafe)
            // A truth value is no rounded number.
            || old.bare() != Ty::boolean() && takes_number(old.bare(), new.bare())
    };
    if fits(key, old_key) && fits(value, old_value) {
        return Ok((old_key.bare(), old_value.bare()));
    }
    let what = if is_set(dict) { format!("{key}") } else { format!("{key}: {value}") };
    let error = cx
        .error(format!("{} can't hold {what}", dict.bare()))
        .note("all keys have one type in compiled code, and so have all values");
    let error = match is_set(dict) {
        true => error.wanting_room(key.bare().id()),
        false => error.wanting_entry(Ty::tuple(vec![key.bare(), value.bare()]).id()),
    };
    let (old, new) = (Ty::tuple(vec![old_key, old_value]), Ty::tuple(vec![key, value]));
    Err(crate::instances::with_field_between(error, old, new))
}

/// Whether a function makes a dict or set of this type, and one that it calls would round what it puts in: it is asked before.
pub fn would_round(ty: Ty) -> bool {
    let is_narrow = |ty: Ty| ty.is_number() && ![Ty::int64(), Ty::float64(), Ty::complex128()].contains(&ty);
    match ty.kind() {
        Kind::Dict { key, value, site: Some(_), .. } => is_narrow(*key) || is_narrow(*value),
        Kind::Set { item, site: Some(_), .. } => is_narrow(*item),
        _ => false,
    }
}
