//! Frames of suspended functions: allocations whose first word is the number of the type of what is in them, a tuple. Its owner words are
//! null or references at any time.

use crate::bodies::builtin;
use crate::exceptions;
use crate::items::ItemType;
use crate::memory::{self, allocate_packed};
use std::ptr;

/// A new frame, all zero behind its first word; null with MemoryError pending.
///
/// # Safety
/// The address is that of a word with the number of a type.
pub unsafe extern "C" fn frame_new(word: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    let made = unsafe { ItemType::at(word) }.and_then(|ty| {
        let owner = allocate_packed(ty.size(), destroy)?.as_ptr();
        // SAFETY: a fresh allocation of this size.
        unsafe {
            let data = memory::allocation_data(owner);
            ptr::write_bytes(data, 0, ty.size());
            data.cast::<u64>().write(u64::from(ty.ty.id()));
        }
        Some(owner)
    });
    made.unwrap_or_else(|| {
        exceptions::raise_message(builtin("MemoryError"), "no memory for a generator".to_owned());
        ptr::null_mut()
    })
}

unsafe fn destroy(data: *mut u8) {
    // SAFETY: the data of a frame to which there is no reference any more; its first word is the number of its type.
    unsafe {
        if let Some(ty) = ItemType::at(data) {
            ty.release(data, 1);
        }
    }
}
