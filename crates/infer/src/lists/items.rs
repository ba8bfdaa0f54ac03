//! Single items: `list[i]`, `list[i] = v`, `del list[i]`.

use super::{admit, item_of, item_val, slices};
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_types::{Kind, ListForm, Ty};

/// Whether the type is that of an index of one item.
pub fn is_index(ty: Ty) -> bool {
    let plain = ty.unliteral();
    plain.is_int() || plain == Ty::boolean()
}

/// An index that is in range, counted from the start.
pub(super) fn in_range(e: &mut Emitter<'_>, list: Value, index: Value, message: &str) -> Value {
    let index = e.index_sized(index, "IndexError");
    let length = e.list_len(list);
    e.checked_index(index, length, message)
}

/// The message for an index of a list or deque that is out of range.
fn out_of_range(list: Val, of_list: &'static str) -> &'static str {
    match list.ty.list_form() {
        Some(ListForm::Deque) => "deque index out of range",
        Some(ListForm::Tuple) => "tuple index out of range",
        _ => of_list,
    }
}

/// Tuples keep their items.
fn refuse_change(cx: &Cx<'_>, list: Val, what: &str) -> Result<()> {
    match list.ty.list_form() {
        Some(ListForm::Tuple) => Err(cx.error(format!("'tuple' object does not support item {what}"))),
        _ => Ok(()),
    }
}

/// Deques have no slices.
fn refuse_slice(cx: &Cx<'_>, list: Val, at: Val) -> Result<()> {
    match (list.ty.list_form(), at.ty.kind()) {
        (Some(ListForm::Deque), Kind::Slice { .. }) => Err(cx
            .error("sequence index must be integer, not 'slice'")
            .hint("itertools.islice(), or list(deque)[start:stop]")),
        _ => Ok(()),
    }
}

/// `list[index]`
pub fn getitem(cx: &mut Cx<'_>, list: Val, at: Val) -> Rule {
    let Some(item) = item_of(list.ty) else { return Ok(None) };
    refuse_slice(cx, list, at)?;
    if let Kind::Slice { .. } = at.ty.kind() {
        return slices::get(cx, list).map(Some);
    }
    if matches!(at.ty.kind(), Kind::Optional(_)) {
        // It must not be None, which is checked.
        return Ok(None);
    }
    if !is_index(at.ty) {
        let error = cx.error(format!("list indices must be integers or slices, not {}", at.ty));
        return Err(error);
    }
    let message = out_of_range(list, "list index out of range");
    Ok(Some(Resolved::one(item_val(item), move |e, a| {
        let k = in_range(e, a[0], a[1], message);
        list_value(e, a[0], k, item.bare())
    })))
}

/// The item at an index that is in range.
pub fn list_value(e: &mut Emitter<'_>, list: Value, index: Value, item: Ty) -> Value {
    let place = e.list_place(list, index);
    e.read_item(place, item)
}

/// `list[index] = value`
pub fn setitem(cx: &mut Cx<'_>, list: Val, at: Val, value: Val) -> Rule {
    if item_of(list.ty).is_none() {
        return Ok(None);
    }
    refuse_change(cx, list, "assignment")?;
    refuse_slice(cx, list, at)?;
    if let Kind::Slice { .. } = at.ty.kind() {
        return slices::set(cx, list, value);
    }
    if !is_index(at.ty) {
        return Ok(None);
    }
    let item = admit(cx, list.ty, value.ty)?;
    let message = out_of_range(list, "list assignment index out of range");
    Ok(Some(Resolved::effect(move |e, a| {
        let value = e.coerce(a[2], item);
        let value = e.held(value);
        let k = in_range(e, a[0], a[1], message);
        let place = e.list_place(a[0], k);
        e.list_touch(a[0]);
        if coluber_types::fields::has_owner(item) {
            // The old item gives its references up when it is not used any more, which is at once.
            e.take_item(place, item);
        }
        e.write_held(place, value, item);
    })))
}

/// `del list[index]`
pub fn delitem(cx: &mut Cx<'_>, list: Val, at: Val) -> Rule {
    let Some(item) = item_of(list.ty) else { return Ok(None) };
    refuse_change(cx, list, "deletion")?;
    refuse_slice(cx, list, at)?;
    if let Kind::Slice { .. } = at.ty.kind() {
        return Ok(Some(slices::delete()));
    }
    if !is_index(at.ty) {
        return Err(cx.error(format!("list indices must be integers or slices, not {}", at.ty)));
    }
    let message = out_of_range(list, "list assignment index out of range");
    Ok(Some(Resolved::effect(move |e, a| {
        let k = in_range(e, a[0], a[1], message);
        take_out(e, a[0], k, item.bare());
    })))
}

/// Takes the last item out of a list of so many.
pub fn take_last(e: &mut Emitter<'_>, list: Value, length: Value, item: Ty) -> Value {
    let one = e.i64(1);
    let last = e.sub(length, one);
    let place = e.list_place(list, last);
    let taken = e.take_item(place, item);
    e.list_shorten(list, last);
    taken
}

/// Takes the item at an index in range out of the list.
pub fn take_out(e: &mut Emitter<'_>, list: Value, index: Value, item: Ty) -> Value {
    let place = e.list_place(list, index);
    let taken = e.take_item(place, item);
    let owner = e.part(list, 0);
    e.runtime("list_close", &[owner, index], &[]);
    taken
}
