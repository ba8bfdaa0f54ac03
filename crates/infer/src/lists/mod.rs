//! Lists: how they are made, read and changed. What has no row here is written in Python, in `coluber.lib.python.lists`.

mod arrays;
mod displays;
mod items;
mod lengths;
mod make;
mod memory;
mod methods;
mod read;
mod slices;
mod unpack;

pub use crate::dicts::item_of_iterable;
pub use arrays::{
    are_list_and_number_of_numpy, call_with_arrays, is_flat, method_with_arrays, operate_with_arrays,
    operate_with_tuple,
};
pub use displays::{
    is_dict_of_dtype, is_display_of_constants, is_index_of_object, is_place_of_shape, is_tuple, is_tuple_of_constants,
};
pub use items::{delitem, getitem, is_index, list_value, setitem, take_last, take_out};
pub use lengths::Lengths;
pub use make::{
    append_item, build, build_as, build_typed, extend_by, filled, list, long_display, long_tuple, put_item, sized_iter,
    typed_of,
};
pub use methods::{METHODS, binary, call, giving_none, lengthened, on_both, order};
pub use read::is_only_read;
pub use unpack::{check_count, unpack, unpack_star};

use crate::context::Cx;
use crate::value::Val;
use coluber_base::{Name, Result};
use coluber_types::containers::{item_type, takes_number};
use coluber_types::{Conversion, Kind, ListForm, Ty, conversion, unify};

/// The type of the items of a list.
pub fn item_of(list: Ty) -> Option<Ty> {
    match list.kind() {
        Kind::List { item, .. } => Some(*item),
        _ => None,
    }
}

/// A value read from a list.
pub fn item_val(item: Ty) -> Val {
    let narrow = item.is_number() && ![Ty::int64(), Ty::float64(), Ty::complex128(), Ty::boolean()].contains(&item);
    Val { ty: item, weak: !narrow }
}

/// The classes of two named tuples of several classes, as which two values differ.
fn named_tuples(a: Ty, b: Ty) -> Option<(Name, Name)> {
    match (a.kind(), b.kind()) {
        (Kind::NamedTuple { class, .. }, Kind::NamedTuple { class: other, .. }) => {
            (class != other).then(|| (class.text.clone(), other.text.clone()))
        }
        (Kind::Tuple(x), Kind::Tuple(y)) => x.iter().zip(y).find_map(|(a, b)| named_tuples(*a, *b)),
        _ => None,
    }
}

fn is_long_tuple(ty: Ty) -> bool {
    ty.list_form() == Some(ListForm::Tuple)
}

/// The type of a list's items when values of type `new` are put into it: the list's own where that has room, a wider one where the
/// function itself makes the list.
pub fn admit(cx: &mut Cx<'_>, list: Ty, new: Ty) -> Result<Ty> {
    let Kind::List { item, site, form } = *list.kind() else {
        return Err(cx.error(format!("{list} is not a list")));
    };
    if let Some(site) = site {
        cx.sites.note_text(site, new);
    }
    let new = item_type(new);
    if let Some(site) = site
        && let Some(joined) = cx.sites.join(site, item, new)
    {
        cx.sites.flow(new, joined);
        cx.sites.flow(list, Ty::new(Kind::List { item: joined, site: None, form }));
        return Ok(joined.bare());
    }
    cx.sites.flow(new, item);
    // What the function makes itself becomes what the list holds.
    let becomes = unify(new, item).is_some_and(|joined| joined.bare() == item.bare());
    let fits = new == Ty::undefined()
        || becomes
        || conversion(new.bare(), item.bare()).is_some_and(|c| c < Conversion::Unsafe);
    let declared = match new.is_number() && item.is_number() {
        true => takes_number(item.bare(), new.bare()),
        false => conversion(new.bare(), item.bare()).is_some(),
    };
    // A tuple of any length of which it is not known yet what it holds.
    let is_open = is_long_tuple(new) && new.is_unsettled() && item.tuple_items().is_some();
    if fits || is_open || form == ListForm::Typed && declared {
        return Ok(item.bare());
    }
    if item == Ty::undefined() {
        return Err(cx
            .error(format!(
                "the type of the items of an empty list that a function is given is not known: {new} can't be added"
            ))
            .hint("make the list in the function that fills it, or give it an item")
            .wanting_room(new.bare().id()));
    }
    let error = cx
        .error(format!("a list of {} can't hold a value of type {new}", item.bare()))
        .note("all items of a list have one type in compiled code")
        .wanting_room(new.bare().id());
    let error = match named_tuples(item, new) {
        Some((a, b)) => error.hint(format!(
            "write {a} and {b} as classes with an __init__ instead of named tuples: objects of several classes may be in one list"
        )),
        None => error,
    };
    Err(crate::instances::with_field_between(error, item, new))
}
