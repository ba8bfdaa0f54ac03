//! Entries come and go.

use super::Dict;
use crate::bodies::builtin;
use crate::exceptions;
use crate::items::ItemType;
use crate::strings::Leaves;
use coluber_abi::{OK, RAISED};
use std::ptr;

#[cold]
pub(super) fn no_memory() {
    exceptions::raise_message(builtin("MemoryError"), "no memory for a dict".to_owned());
}

/// A new dict.
///
/// # Safety
/// The addresses are those of words with the numbers of the types of keys and values.
pub unsafe extern "C" fn dict_new(key: *mut u8, value: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe {
        match Dict::remade(ItemType::id_at(key), ItemType::id_at(value)) {
            Some(owner) => owner,
            None => dict_made(key, value),
        }
    }
}

/// As [`dict_new`].
///
/// # Safety
/// As for it.
#[inline(never)]
unsafe extern "C" fn dict_made(key: *mut u8, value: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    let types = unsafe { (ItemType::at(key), ItemType::at(value)) };
    let made = match types {
        (Some(key), Some(value)) => Dict::make(key, value),
        _ => None,
    };
    made.unwrap_or_else(|| {
        no_memory();
        ptr::null_mut()
    })
}

/// Number of entries.
///
/// # Safety
/// The word is that of a dict.
pub unsafe extern "C" fn dict_len(dict: *mut u8) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict) }.len() as i64
}

/// Notes that a dict has been changed, so that it is written back to where it came from.
///
/// # Safety
/// The word is that of a dict.
pub unsafe extern "C" fn dict_changed(dict: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict) }.changed = true;
}

/// The address of the value of a key; null when there is none.
///
/// # Safety
/// The word is that of a dict, and the address that of a key.
pub unsafe extern "C" fn dict_find(dict: *mut u8, key: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe {
        let dict = Dict::of(dict);
        dict.find(key).map_or(ptr::null_mut(), |k| dict.value_place(k))
    }
}

/// The address of the value of a key that is one word; null when there is none.
///
/// # Safety
/// The word is that of a dict whose keys are such.
pub unsafe extern "C" fn dict_find_word(dict: *mut u8, key: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict).find_words([key.cast_unsigned()]) }
}

/// The address of the value of a key that is two words; null when there is none.
///
/// # Safety
/// The word is that of a dict whose keys are such.
pub unsafe extern "C" fn dict_find_pair(dict: *mut u8, first: i64, second: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict).find_words([first.cast_unsigned(), second.cast_unsigned()]) }
}

/// The address of the value of a key that is a string; null when there is none.
///
/// # Safety
/// The word is that of a dict whose keys are strings or bytes, and the key a live one.
pub unsafe extern "C" fn dict_find_text(
    dict: *mut u8,
    owner: *mut u8,
    data: *mut u8,
    length: i64,
    width: i32,
) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict).value_of_text(&Leaves { owner, data, length, width }) }
}

/// The address for the value of a key that is a string, which is put in where it is new; null with MemoryError pending.
///
/// # Safety
/// As for [`dict_find_text`].
pub unsafe extern "C" fn dict_place_text(
    dict: *mut u8,
    owner: *mut u8,
    data: *mut u8,
    length: i64,
    width: i32,
) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict).place_text(&Leaves { owner, data, length, width }, no_memory) }
}

/// The address for the value of a key that is one word, which is put in where it is new; null with MemoryError pending.
///
/// # Safety
/// The word is that of a dict whose keys are such.
pub unsafe extern "C" fn dict_place_word(dict: *mut u8, key: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict).place_words([key.cast_unsigned()], no_memory) }
}

/// The address for the value of a key that is two words, which is put in where it is new; null with MemoryError pending.
///
/// # Safety
/// The word is that of a dict whose keys are such.
pub unsafe extern "C" fn dict_place_pair(dict: *mut u8, first: i64, second: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict).place_words([first.cast_unsigned(), second.cast_unsigned()], no_memory) }
}

/// The address of the value of a key, and whether the key is new: then there is no value yet.
///
/// # Safety
/// The word is that of a dict, the address that of a key, and the results can be written.
pub unsafe extern "C" fn dict_insert(dict: *mut u8, key: *mut u8, place: *mut *mut u8, is_new: *mut bool) -> i32 {
    // SAFETY: promised by the caller.
    unsafe {
        let dict = Dict::of(dict);
        let Some((position, new)) = dict.insert(key) else {
            no_memory();
            return RAISED;
        };
        place.write(dict.value_place(position));
        is_new.write(new);
    }
    OK
}

/// Takes the entry of a key out: the address of its value, which is to be taken, or null when there is none.
///
/// # Safety
/// The word is that of a dict, and the address that of a key.
pub unsafe extern "C" fn dict_remove(dict: *mut u8, key: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe {
        let dict = Dict::of(dict);
        let Some(position) = dict.find(key) else { return ptr::null_mut() };
        dict.remove(position);
        dict.value_place(position)
    }
}

/// Takes the entry at a position out, whose key and value have been read: the address of its value, which is to be taken.
///
/// # Safety
/// The word is that of a dict, and the position that of an entry.
pub unsafe extern "C" fn dict_remove_at(dict: *mut u8, position: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let dict = unsafe { Dict::of(dict) };
    dict.remove(position as usize);
    dict.value_place(position as usize)
}

/// The position of the next entry behind one, or of the first for -1, whose key has a hash that compiled code computed; -1 where there is none.
///
/// # Safety
/// The word is that of a dict.
pub unsafe extern "C" fn dict_candidate(dict: *mut u8, hash: i64, last: i64) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict) }.candidate(hash, last + 1).map_or(-1, |k| k as i64)
}

/// The address of the value of the entry at a position, null when none with this hash is there.
///
/// # Safety
/// The word is that of a dict.
pub unsafe extern "C" fn dict_find_own(dict: *mut u8, hash: i64, position: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let dict = unsafe { Dict::of(dict) };
    dict.at_hash(hash, position).map_or(ptr::null_mut(), |k| dict.value_place(k))
}

/// Takes the entry at a position out: the address of its value, which is to be taken, or null when none with this hash is there.
///
/// # Safety
/// The word is that of a dict.
pub unsafe extern "C" fn dict_remove_own(dict: *mut u8, hash: i64, position: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let dict = unsafe { Dict::of(dict) };
    let Some(position) = dict.at_hash(hash, position) else { return ptr::null_mut() };
    dict.remove(position);
    dict.value_place(position)
}

/// The address for the value of a key at a position, which is put in where no entry with this hash is there.
///
/// # Safety
/// The word is that of a dict, and the address that of a key.
pub unsafe extern "C" fn dict_place_own(dict: *mut u8, key: *mut u8, hash: i64, position: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe {
        let dict = Dict::of(dict);
        match dict.place_at_hash(key, hash, position) {
            Some(position) => dict.value_place(position),
            None => {
                no_memory();
                ptr::null_mut()
            }
        }
    }
}

/// The position of the first entry from a position on; -1 behind the last.
///
/// # Safety
/// The word is that of a dict.
pub unsafe extern "C" fn dict_next(dict: *mut u8, from: i64) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict) }.next(from as usize).map_or(-1, |k| k as i64)
}

/// The position of the last entry; -1 when there is none.
///
/// # Safety
/// The word is that of a dict.
pub unsafe extern "C" fn dict_last(dict: *mut u8) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict) }.last().map_or(-1, |k| k as i64)
}

/// Says that the host sees a dict as a typed one.
///
/// # Safety
/// The word is that of a dict.
pub unsafe extern "C" fn dict_typed(dict: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict) }.set_typed();
}

/// The address of the key at a position.
///
/// # Safety
/// The word is that of a dict, and the position that of an entry.
pub unsafe extern "C" fn dict_key(dict: *mut u8, position: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict) }.key_place(position as usize)
}

/// The address of the value at a position.
///
/// # Safety
/// As for [`dict_key`].
pub unsafe extern "C" fn dict_value(dict: *mut u8, position: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(dict) }.value_place(position as usize)
}
