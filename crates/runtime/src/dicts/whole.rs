//! What concerns all entries of a dict.

use super::Dict;
use super::entries::no_memory;
use crate::items::ItemType;
use crate::memory;
use coluber_abi::{OK, RAISED};
use std::ptr;

/// Gives all entries up.
///
/// # Safety
/// The word is that of a dict.
pub unsafe extern "C" fn dict_clear(dict: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict) }.clear();
}

/// Gives an empty dict other types of keys and values.
///
/// # Safety
/// The first word is that of a dict, the others are addresses of words with the numbers of types.
pub unsafe extern "C" fn dict_retype(dict: *mut u8, key: *mut u8, value: *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    let (dict, types) = unsafe { (Dict::of(dict), ItemType::at(key).zip(ItemType::at(value))) };
    let Some((key, value)) = types.filter(|_| dict.is_empty()) else { return OK };
    if dict.retype(key, value).is_none() {
        no_memory();
        return RAISED;
    }
    OK
}

/// Puts the entries of another dict of the same types into one, or the keys of a dict into a set.
///
/// # Safety
/// Both words are those of dicts of the same types, or of a set and a dict whose keys have the type of its items.
pub unsafe extern "C" fn dict_update(dict: *mut u8, other: *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    if dict == other || unsafe { copy_entries(Dict::of(dict), Dict::of(other)) }.is_some() {
        return OK;
    }
    no_memory();
    RAISED
}

/// # Safety
/// As for [`dict_update`]; the two are different.
unsafe fn copy_entries(dict: &mut Dict, other: &Dict) -> Option<()> {
    match (dict.is_set, other.is_set) {
        // SAFETY: promised by the caller.
        (true, true) => return unsafe { dict.merge(other) },
        (true, false) => dict.reserve_items(other.len()),
        _ => {}
    }
    if dict.takes_all_of(other) {
        // SAFETY: promised by the caller.
        return unsafe { dict.take_all(other) };
    }
    let mut at = other.next(0);
    while let Some(k) = at {
        // SAFETY: an entry of a dict of the same types; the value that was there is given up.
        unsafe {
            let (position, is_new) = dict.insert_from(other, k)?;
            let place = dict.value_place(position);
            if !is_new {
                dict.shape.value.release(place, 1);
            }
            ptr::copy_nonoverlapping(other.value_place(k), place, dict.shape.value.size());
            if dict.shape.value.owns() {
                dict.shape.value.hold(place, 1)?;
            }
        }
        at = other.next(k + 1);
    }
    Some(())
}

/// `dict.copy()`
///
/// # Safety
/// The word is that of a dict.
pub unsafe extern "C" fn dict_copy(dict: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe {
        let from = Dict::of(dict);
        if let Some(made) = Dict::make(from.shape.key, from.shape.value) {
            (Dict::of(made).typed, Dict::of(made).is_set) = (from.typed, from.is_set);
            if copy_entries(Dict::of(made), from).is_some() {
                return made;
            }
            memory::release(made);
        }
    }
    no_memory();
    ptr::null_mut()
}
