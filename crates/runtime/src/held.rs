//! References to objects of the host that outlive a call.
//!
//! An odd owner word is an object that the caller of compiled code keeps alive during the call. What is put into a list may live
//! longer: it gets an allocation that holds a reference to the object.

use crate::bodies::builtin;
use crate::memory::{self, Destroy, allocate_with};
use crate::{exceptions, hooks};
use std::ptr;

const RELEASE: Destroy = release_object;

/// An allocation that takes over a reference to an object of the host.
pub(crate) fn keep(object: u64) -> Option<*mut u8> {
    let owner = allocate_with(8, false, Some(RELEASE))?.as_ptr();
    // SAFETY: a fresh allocation of eight bytes.
    unsafe { memory::allocation_data(owner).cast::<u64>().write(object) };
    Some(owner)
}

unsafe fn release_object(data: *mut u8) {
    // SAFETY: `keep` wrote it.
    hooks::release_host_value(unsafe { data.cast::<u64>().read() });
}

/// The object of the host that an owner word holds by an allocation; None for words that are something else.
///
/// # Safety
/// The word is null, odd, or an allocation that is alive.
pub unsafe fn kept_object(owner: *mut u8) -> Option<u64> {
    // SAFETY: promised by the caller.
    unsafe {
        let keeps = memory::is_counted(owner)
            && memory::destroys_with(owner).is_some_and(|destroy| ptr::fn_addr_eq(destroy, RELEASE));
        keeps.then(|| memory::allocation_data(owner).cast::<u64>().read())
    }
}

/// A reference to what an owner word names that lasts beyond the call; None when there is no memory.
///
/// # Safety
/// The word is null, odd or a live allocation; an odd one is the address of a live object of the host plus one.
pub unsafe fn hold_word(owner: *mut u8) -> Option<*mut u8> {
    let word = owner as usize;
    if word & 1 != 0 {
        let object = (word & !1) as u64;
        hooks::retain_host_value(object);
        let kept = keep(object);
        if kept.is_none() {
            hooks::release_host_value(object);
        }
        return kept;
    }
    // SAFETY: promised by the caller.
    unsafe { memory::retain(owner) };
    Some(owner)
}

/// As [`hold_word`]; on false MemoryError is pending.
///
/// # Safety
/// As for [`hold_word`]; the result can be written.
pub unsafe extern "C" fn hold(owner: *mut u8, held: *mut *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    match unsafe { hold_word(owner) } {
        Some(word) => {
            // SAFETY: as above.
            unsafe { held.write(word) };
            coluber_abi::OK
        }
        None => {
            exceptions::raise_message(builtin("MemoryError"), "no memory for an object in a list".to_owned());
            coluber_abi::RAISED
        }
    }
}
