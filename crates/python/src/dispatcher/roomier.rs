//! Arguments whose lists, sets and dicts a function gives items of other types than they have.
//!
//! Where a function that is typed for them would have no room for what it puts in, it is compiled for arguments that have, and those of calls are
//! converted. Behind the call the objects of Python hold what is in there.

use super::bind::Argument;
use super::core::{Core, Purpose};
use super::miss::try_compile;
use crate::values::type_of::of_argument;
use coluber_types::unify::variant;
use coluber_types::{Kind, ListForm, Ty, unify};
use pyo3::prelude::*;

/// With more such arguments they are not widened one by one.
const MOST_ALONE: usize = 3;

/// Code for arguments of these types with room for an item of another type; None where there is none.
pub(super) fn compile(dispatcher: &Bound<'_, PyAny>, core: &Core, types: &[Ty], item: Ty) -> Option<usize> {
    if core.purpose != Purpose::Function {
        return None;
    }
    let wider: Vec<Ty> = types.iter().map(|ty| with_room(*ty, item)).collect();
    let changed: Vec<usize> = (0..types.len()).filter(|&k| wider[k] != types[k]).collect();
    let alone = |&k: &usize| types.iter().enumerate().map(|(at, ty)| if at == k { wider[k] } else { *ty }).collect();
    let mut attempts: Vec<Vec<Ty>> = match changed.len() {
        2..=MOST_ALONE => changed.iter().map(alone).collect(),
        _ => Vec::new(),
    };
    attempts.extend((!changed.is_empty()).then_some(wider));
    attempts.iter().find_map(|types| try_compile(dispatcher, types, None).ok())
}

/// The error of a call with typed containers, which keep their types, of a function that puts items of other types into them: that of its
/// compilation for these arguments, which has the line.
pub(super) fn refused(dispatcher: &Bound<'_, PyAny>, values: &[Argument<'_>]) -> Option<PyErr> {
    let (mut types, mut is_typed) = (Vec::new(), false);
    for value in values {
        let Argument::Given(object) = value else { return None };
        // SAFETY: arguments are alive during the call.
        let object = unsafe { Bound::from_borrowed_ptr(dispatcher.py(), *object) };
        is_typed |= crate::typed::is_class(object.get_type().as_type_ptr());
        types.push(of_argument(&object).ok()?.stored().bare());
    }
    match is_typed.then(|| try_compile(dispatcher, &types, None))? {
        Err(refusal) => Some(refusal.into()),
        Ok(_) => None,
    }
}

/// The type in which the innermost containers have room for an item, those of dicts for a key and a value.
fn with_room(ty: Ty, item: Ty) -> Ty {
    ty.map_containers(&mut |container| match *container.kind() {
        Kind::List { item: own, form: form @ (ListForm::List | ListForm::Deque), site } => {
            Ty::new(Kind::List { item: wider(own, item), form, site })
        }
        Kind::Set { item: own, frozen: false, site } => {
            Ty::new(Kind::Set { item: wider_key(own, item), frozen: false, site })
        }
        Kind::Dict { key, value, .. } => match item.tuple_items() {
            Some(&[new_key, new]) => container.with_entries(wider_key(key, new_key), wider(value, new)),
            _ => container,
        },
        _ => container,
    })
}

/// The type of keys of one type, where one of another type comes in: keys have no several types.
fn wider_key(own: Ty, key: Ty) -> Ty {
    unify(own, key.bare().unliteral().stored()).unwrap_or(own)
}

/// The type of the items of a container that is given another one.
fn wider(own: Ty, item: Ty) -> Ty {
    let inner = with_room(own, item);
    if inner != own || own.has_data() {
        return inner;
    }
    let item = item.bare().unliteral().stored();
    let of_classes = || unify::instances(item).and_then(|_| unify(own, item));
    longer(own, item).or_else(of_classes).or_else(|| variant(own, item)).unwrap_or(own)
}

/// The type of tuples of any length, where there are such of one length and others, and all have items of one type.
fn longer(own: Ty, item: Ty) -> Option<Ty> {
    let is_tuple = |ty: Ty| ty.tuple_items().is_some() || ty.list_form() == Some(ListForm::Tuple);
    let (are_tuples, joined) = (is_tuple(own) && is_tuple(item), unify(own, item)?);
    let items = own.tuple_items().into_iter().flatten().chain(item.tuple_items().into_iter().flatten());
    let Kind::List { item: held, form: ListForm::Tuple, .. } = *joined.kind() else { return None };
    (are_tuples && items.copied().all(|ty| ty == held)).then_some(joined)
}
