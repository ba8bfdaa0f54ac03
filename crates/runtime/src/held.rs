//! References to objects of the host that outlive a call.
//!
//! An odd owner word is an object that the caller of compiled code keeps alive during the call. What is put into a list may live
//! longer: it gets an allocation that holds a reference to the object.

use crate::bodies::builtin;
use crate::managed::managed_data;
use crate::memory::{self, Destroy, allocate_with};
use crate::{exceptions, hooks};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

const RELEASE: Destroy = release_object;

/// The bit of an odd owner word that says that the value is not the object itself, but has its memory: the host makes a new object of it,
/// even where it would look the same.
pub const VIEW: usize = 2;

/// The bits of an odd owner word that are no part of the address.
pub const OBJECT_BITS: usize = 1 | VIEW;

/// What such an allocation has: a reference to the object, and whether it stands for the object itself or for a view of its memory.
struct Kept {
    object: u64,
    is_itself: bool,
}

/// An allocation that takes over a reference to an object of the host, and stands for it.
pub(crate) fn keep(object: u64) -> Option<*mut u8> {
    allocate(Kept { object, is_itself: true })
}

fn allocate(kept: Kept) -> Option<*mut u8> {
    let owner = allocate_with(size_of::<Kept>(), false, Some(RELEASE))?.as_ptr();
    // SAFETY: a fresh allocation of this size, which is aligned for anything.
    unsafe { memory::allocation_data(owner).cast::<Kept>().write(kept) };
    Some(owner)
}

unsafe fn release_object(data: *mut u8) {
    // SAFETY: `allocate` wrote it.
    hooks::release_host_value(unsafe { (*data.cast::<Kept>()).object });
}

/// The object of the host that an owner word stands for by an allocation; None for words that are something else.
///
/// # Safety
/// The word is null, odd, or an allocation that is alive.
pub unsafe fn kept_object(owner: *mut u8) -> Option<u64> {
    // SAFETY: promised by the caller.
    unsafe {
        let keeps = memory::is_counted(owner)
            && memory::destroys_with(owner).is_some_and(|destroy| ptr::fn_addr_eq(destroy, RELEASE));
        let kept = keeps.then(|| &*memory::allocation_data(owner).cast::<Kept>());
        kept.filter(|kept| kept.is_itself).map(|kept| kept.object)
    }
}

/// A reference to what an owner word names that lasts beyond the call; None when there is no memory.
///
/// # Safety
/// The word is null, odd or a live allocation; an odd one is the address of a live object of the host plus one, perhaps with [`VIEW`].
pub unsafe fn hold_word(owner: *mut u8) -> Option<*mut u8> {
    let word = owner as usize;
    if word & 1 != 0 {
        let object = (word & !OBJECT_BITS) as u64;
        hooks::retain_host_value(object);
        let kept = allocate(Kept { object, is_itself: word & VIEW == 0 });
        if kept.is_none() {
            hooks::release_host_value(object);
        }
        return kept;
    }
    // SAFETY: promised by the caller.
    unsafe { memory::retain(owner) };
    Some(owner)
}

/// Takes a reference for a word that was copied from another place. An object of the host is held there, too, from here on, where it was
/// not.
///
/// # Safety
/// The words are as those of [`hold_word`]; several threads may copy from the same place.
#[inline(always)]
pub(crate) unsafe fn share_word(original: *mut *mut u8, copy: *mut *mut u8) -> Option<()> {
    // SAFETY: promised by the caller.
    unsafe {
        let word = copy.read();
        if word as usize & 1 != 0 {
            copy.write(held_in_both(original, word)?);
        } else {
            memory::retain(word);
        }
    }
    Some(())
}

/// What holds an object of the host for a copy of its word, and from here on for the place that the word was copied from.
///
/// # Safety
/// As for [`share_word`].
#[inline(never)]
unsafe fn held_in_both(original: *mut *mut u8, word: *mut u8) -> Option<*mut u8> {
    // SAFETY: promised by the caller.
    unsafe {
        let held = hold_word(word)?;
        if AtomicPtr::from_ptr(original).compare_exchange(word, held, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
            memory::retain(held);
        }
        Some(held)
    }
}

/// Takes a reference to what an owner word names.
///
/// # Safety
/// The word is null, odd, or an allocation that is alive.
pub unsafe extern "C" fn retain_word(owner: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { memory::retain(owner) }
}

/// Where the memory is that an owner word counts references to: that of an allocation, or that which somebody has handed over.
///
/// # Safety
/// The word is an allocation that is alive.
pub unsafe extern "C" fn data_of_word(owner: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { managed_data(owner).unwrap_or_else(|| memory::allocation_data(owner)) }
}

/// Gives up a reference to what an owner word names.
///
/// # Safety
/// As for [`retain_word`]; the reference is the caller's.
pub unsafe extern "C" fn release_word(owner: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { memory::release(owner) }
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

/// As [`hold`], for a reference of the caller's that is given up; what is not an object of the host is handed over as it is.
///
/// # Safety
/// As for [`hold`]; the reference is the caller's, who keeps it where this raises.
pub unsafe extern "C" fn hand_over(owner: *mut u8, held: *mut *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    unsafe {
        let status = hold(owner, held);
        if status == coluber_abi::OK {
            memory::release(owner);
        }
        status
    }
}
