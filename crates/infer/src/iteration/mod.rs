//! Iterators as values: `get_iter`, `iter_valid`, `iter_value`, `iter_advance`. A file for each family of iterators.

mod identity;
mod nested;
mod position;
mod range;

pub use identity::{MAKERS, is_consumed_at_once, kept};
pub use position::{at_deque, no_common_type, reversed_start, unravel};
pub use range::{get as get_range, range_item, range_length, range_position, widen_range_iter};

use crate::arrays::attributes::{product, size};
use crate::context::{Cx, Rule};
use crate::dicts;
use crate::generators;
use crate::instances;
use crate::strings;
use crate::value::{Resolved, Val};
use coluber_types::{Kind, ListForm, Spread};

/// An iterator over the members of an enumeration.
fn members(cx: &mut Cx<'_>, class: Val) -> Rule {
    let Some(all) = cx.overload("coluber.enum_members", &[class])? else { return Ok(None) };
    Ok(get_iter(cx, all.val())?.map(|iterator| all.then(iterator)))
}

/// `iter(x)`
pub fn get_iter(cx: &mut Cx<'_>, val: Val) -> Rule {
    Ok(Some(match val.ty.kind() {
        Kind::Range { int, step, parallel } => range::get(*int, *step, *parallel),
        Kind::Array { ndim, .. } if *ndim > 0 => position::get(Kind::ArrayIter(val.ty)),
        Kind::List { form: ListForm::Typed, .. } => position::get_typed(val.ty),
        Kind::List { form: ListForm::Deque, .. } => position::get_deque(val.ty),
        Kind::List { .. } => position::get(Kind::ListIter(val.ty)),
        Kind::Dict { .. } | Kind::Set { .. } | Kind::DictView { .. } => return Ok(dicts::get_iter(val)),
        Kind::Instance(_) | Kind::Enum { .. } => match instances::get_iter(cx, val)? {
            Some(found) => found,
            None => return crate::text_members::as_texts(cx, &[val], |cx, texts| get_iter(cx, texts[0])),
        },
        Kind::OneOf(_) => return instances::several::iterator(cx, val),
        // A generator over what the code of the extension gives.
        Kind::Extension(_) => return cx.overload("coluber.iterate_extension", &[val]),
        Kind::Function(class) if cx.host.attribute(class.id, "_member_map_").is_some() => return members(cx, val),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => return position::get_tuple(cx, val.ty, items),
        _ if strings::is_text(val.ty) => position::get_characters(),
        Kind::Bytes => position::get(Kind::BytesIter),
        Kind::RangeIter { .. }
        | Kind::Enumerate(_)
        | Kind::Zip(_)
        | Kind::ArrayIter(_)
        | Kind::TupleIter(_)
        | Kind::ListIter(_)
        | Kind::DictIter { .. }
        | Kind::Reversed(_)
        | Kind::StrIter
        | Kind::BytesIter
        | Kind::NdIndex(_)
        | Kind::Gen { .. }
        | Kind::NdEnumerate(_) => Resolved::one(val, |_, a| a[0]),
        Kind::FlatIter(array) => position::get_flat(val, *array),
        Kind::Optional(inner) => {
            let found = get_iter(cx, Val { ty: *inner, ..val })?;
            return Ok(found.map(|found| crate::numbers::coerce_arguments(found, vec![*inner])));
        }
        _ => return Ok(None),
    }))
}

/// Whether the iterator has an item.
pub fn iter_valid(cx: &mut Cx<'_>, val: Val) -> Rule {
    Ok(Some(match val.ty.kind() {
        Kind::RangeIter { step, .. } => range::valid(*step),
        Kind::Enumerate(inner) => return nested::enumerate_valid(cx, *inner),
        Kind::Zip(items) => return nested::zip_valid(cx, items),
        Kind::TupleIter(tuple) => return Ok(position::tuple_valid(*tuple)),
        Kind::Gen { .. } => return generators::valid(cx, val.ty),
        Kind::Tuple(_) => return instances::iter_valid(cx, val),
        Kind::ListIter(list) if list.list_form() == Some(ListForm::Typed) => position::typed_valid(),
        Kind::ListIter(list) if list.list_form() == Some(ListForm::Deque) => position::deque_valid(false),
        Kind::Reversed(list) if list.list_form() == Some(ListForm::Deque) => position::deque_valid(true),
        Kind::Reversed(inner) if matches!(inner.kind(), Kind::List { .. }) => position::falling_valid(),
        Kind::ArrayIter(_) | Kind::ListIter(_) | Kind::Reversed(_) | Kind::StrIter | Kind::BytesIter => {
            position::valid(position::sequence_length)
        }
        Kind::FlatIter(_) | Kind::NdEnumerate(_) => position::valid(size),
        Kind::NdIndex(_) => position::valid(product),
        Kind::DictIter { dict, .. } => dicts::iter_valid(*dict),
        _ => return Ok(None),
    }))
}

/// The item that the iterator stands on.
pub fn iter_value(cx: &mut Cx<'_>, val: Val) -> Rule {
    Ok(match val.ty.kind() {
        Kind::RangeIter { parallel: Spread::Indices(ndim), .. } => Some(range::index(*ndim)),
        Kind::RangeIter { int, .. } => Some(range::value(*int)),
        Kind::Enumerate(inner) => nested::enumerate_value(cx, *inner)?,
        Kind::Zip(items) => nested::zip_value(cx, items)?,
        Kind::ArrayIter(array) => Some(position::array_value(*array)),
        Kind::TupleIter(tuple) => Some(position::tuple_value(*tuple)),
        Kind::StrIter => Some(position::character_value()),
        Kind::BytesIter => Some(position::byte_value()),
        Kind::ListIter(list) => position::list_value(*list),
        Kind::DictIter { dict, part } => dicts::iter_value(*dict, *part),
        Kind::Reversed(inner) => position::reversed_value(*inner),
        Kind::FlatIter(array) => position::flat_value(*array),
        Kind::NdIndex(ndim) => Some(position::index_value(*ndim as usize)),
        Kind::NdEnumerate(array) => position::indexed_value(*array),
        Kind::Gen { .. } => generators::value(val.ty),
        _ => instances::iter_value(val.ty),
    })
}

/// The iterator that stands on the next item.
pub fn iter_advance(val: Val) -> Option<Resolved> {
    Some(match val.ty.kind() {
        Kind::RangeIter { step, .. } => range::advance(val, *step),
        Kind::Enumerate(inner) => nested::enumerate_advance(val, *inner)?,
        Kind::Zip(items) => nested::zip_advance(val, items)?,
        Kind::DictIter { .. } => dicts::iter_advance(val),
        Kind::Gen { .. } => Resolved::one(val, |_, a| a[0]),
        Kind::Reversed(inner) if matches!(inner.kind(), Kind::List { .. }) => position::step(val, -1),
        Kind::ArrayIter(_)
        | Kind::TupleIter(_)
        | Kind::ListIter(_)
        | Kind::Reversed(_)
        | Kind::FlatIter(_)
        | Kind::StrIter
        | Kind::BytesIter => position::step(val, 1),
        Kind::NdIndex(_) | Kind::NdEnumerate(_) => position::next_index(val),
        _ if instances::is_iteration(val.ty) => Resolved::one(val, |_, a| a[0]),
        _ => return None,
    })
}
