//! Sorting.

use super::leading::leading;
use super::{List, or_no_memory};
use crate::items::{ItemType, Order, floats};
use coluber_types::{FloatTy, Kind, Ty};
use std::cmp::Ordering;

/// Sorts a list whose items have an order that the runtime knows. The sort is stable.
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn list_sort(list: *mut u8, reverse: bool) {
    // SAFETY: promised by the caller.
    let list = unsafe { List::of(list) };
    list.changed = 1;
    if list.len() < 2 {
        return;
    }
    match list.item.ty.kind() {
        // SAFETY: the items have this type.
        Kind::Int(int) if int.bits == 64 && int.signed => unsafe { sort_integers(list, reverse) },
        // SAFETY: as above.
        Kind::Float(FloatTy::F64) => unsafe { sort(list, reverse, |a: &f64, b| floats(*a, *b)) },
        _ => sort_any(list, reverse),
    }
}

/// # Safety
/// The items are integers of 64 bits. The order of equal ones can't be told.
unsafe fn sort_integers(list: &mut List, reverse: bool) {
    // SAFETY: promised by the caller.
    let items = unsafe { std::slice::from_raw_parts_mut(list.items.cast::<i64>(), list.len()) };
    if !crate::sorts::numpy::sort(items) {
        items.sort_unstable();
    }
    if reverse {
        items.reverse();
    }
}

/// # Safety
/// The items have this type.
unsafe fn sort<T>(list: &mut List, reverse: bool, compare: impl Fn(&T, &T) -> Ordering) {
    // SAFETY: promised by the caller.
    let items = unsafe { std::slice::from_raw_parts_mut(list.items.cast::<T>(), list.len()) };
    match reverse {
        true => items.sort_by(|a, b| compare(b, a)),
        false => items.sort_by(compare),
    }
}

/// Sorts indices, and then puts the items where they belong.
fn sort_any(list: &mut List, reverse: bool) {
    let Some(order) = Order::of(list.item.ty) else { return };
    let (size, count) = (list.item.size(), list.len());
    let places = sorted_places(list, &order, reverse);
    // SAFETY: these are the bytes of all items, each of which comes to one place.
    let bytes = unsafe { std::slice::from_raw_parts_mut(list.items, count * size) };
    let old = bytes.to_vec();
    for (k, from) in places.enumerate() {
        bytes[k * size..][..size].copy_from_slice(&old[from * size..][..size]);
    }
}

/// The indices of a list's items in the order of the items. The sort is stable, also in reverse.
fn sorted_places(list: &List, order: &Order, reverse: bool) -> impl Iterator<Item = usize> + use<> {
    let flip = if reverse { u64::MAX } else { 0 };
    // SAFETY: indices of live items.
    let number = |k| unsafe { leading(order, list.place(k)) } ^ flip;
    let mut places: Vec<(u64, usize)> = (0..list.len()).map(|k| (number(k), k)).collect();
    places.sort_by(|&(x, a), &(y, b)| {
        x.cmp(&y).then_with(|| {
            let (a, b) = if reverse { (b, a) } else { (a, b) };
            // SAFETY: as above.
            unsafe { order.compare(list.place(a), list.place(b)) }
        })
    });
    places.into_iter().map(|(_, place)| place)
}

/// The indices of a list's items in the order of the items, which the runtime knows, as a new list of int64.
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn list_order(list: *mut u8, reverse: bool) -> *mut u8 {
    // SAFETY: promised by the caller.
    let list = unsafe { List::of(list) };
    let Some(owner) = List::make(ItemType::new(Ty::int64()), list.len()) else { return or_no_memory(None) };
    let order = Order::of(list.item.ty);
    // SAFETY: a new list with room for so many numbers.
    let indices = unsafe {
        let made = List::of(owner);
        made.length = list.length;
        std::slice::from_raw_parts_mut(made.place(0).cast::<i64>(), if made.items.is_null() { 0 } else { list.len() })
    };
    match &order {
        Some(order) => {
            indices.iter_mut().zip(sorted_places(list, order, reverse)).for_each(|(k, place)| *k = place as i64)
        }
        None => (0..).zip(indices.iter_mut()).for_each(|(k, place)| *place = k),
    }
    owner
}
