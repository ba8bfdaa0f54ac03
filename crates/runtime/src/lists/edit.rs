//! Items come and go.

use super::{List, no_memory, or_no_memory};
use coluber_abi::{OK, RAISED};
use std::ptr;

/// The address for one more item at the end.
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn list_append(list: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    match unsafe { List::of(list) }.open_end() {
        Some(place) => place,
        None => or_no_memory(None),
    }
}

/// The address for one more item before the one at `index`, which counts from the end when it is negative; what is out of range is
/// an end.
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn list_insert(list: *mut u8, index: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let list = unsafe { List::of(list) };
    let length = list.length;
    let at = if index < 0 { (index + length).max(0) } else { index.min(length) } as usize;
    if at == 0 && length > 0 {
        return or_no_memory(list.open_front());
    }
    if list.open_end().is_none() {
        return or_no_memory(None);
    }
    let (place, size) = (list.place(at), list.item.size());
    // SAFETY: the items from `at` on move into the place that was opened.
    unsafe { ptr::copy(place, place.add(size), (length as usize - at) * size) };
    place
}

/// Closes the place of an item that has been taken.
///
/// # Safety
/// The word is that of a list, and the index in range.
pub unsafe extern "C" fn list_close(list: *mut u8, index: i64) {
    // SAFETY: promised by the caller.
    let list = unsafe { List::of(list) };
    let (place, size) = (list.place(index as usize), list.item.size());
    let behind = list.len() - index as usize - 1;
    if index == 0 && behind > 0 {
        return list.drop_front();
    }
    // SAFETY: the items behind move into the place.
    unsafe { ptr::copy(place.add(size), place, behind * size) };
    list.length -= 1;
    list.changed = 1;
}

/// Gives all items up.
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn list_clear(list: *mut u8) {
    // SAFETY: promised by the caller.
    let list = unsafe { List::of(list) };
    list.changed = 1;
    list.drop_items();
}

/// Appends the items of another list of the same type, or of the list itself.
///
/// # Safety
/// Both words are those of lists of one type.
pub unsafe extern "C" fn list_extend(list: *mut u8, other: *mut u8) -> i32 {
    // SAFETY: promised by the caller; room is made first, so that nothing moves while items of the list itself are copied.
    unsafe {
        let count = List::of(other).len();
        let list = List::of(list);
        let done = list.reserve(count).and_then(|()| list.append_copies(List::of(other).items, count));
        list.changed = 1;
        if done.is_some() {
            return OK;
        }
    }
    no_memory();
    RAISED
}

/// Turns the order of the items around.
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn list_reverse(list: *mut u8) {
    // SAFETY: promised by the caller.
    let list = unsafe { List::of(list) };
    list.changed = 1;
    let (count, size) = (list.len(), list.item.size());
    for k in 0..count / 2 {
        // SAFETY: two items that do not overlap.
        unsafe { ptr::swap_nonoverlapping(list.place(k), list.place(count - 1 - k), size) };
    }
}

/// Gives the items of a deque up that are more than its limit, at the front or else at the end.
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn deque_trim(list: *mut u8, at_front: bool) {
    // SAFETY: promised by the caller.
    unsafe { List::of(list) }.keep_limit(at_front);
}

/// The limit of a deque; -1 where there is none.
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn deque_limit(list: *mut u8) -> i64 {
    // SAFETY: promised by the caller.
    let limit = unsafe { List::of(list) }.limit();
    if limit == super::NO_LIMIT { -1 } else { limit }
}

/// Sets the limit of a deque, and gives the first items up that are more; there is none when it is negative.
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn deque_bound(list: *mut u8, limit: i64) {
    // SAFETY: promised by the caller.
    let list = unsafe { List::of(list) };
    list.set_limit(if limit < 0 { super::NO_LIMIT } else { limit });
    list.keep_limit(true);
}
