//! Memory of somebody else that compiled code owns: an allocation with its address, and with the function that gives it up.

use crate::memory::{self, Destroy, allocate_with};
use std::ffi::c_void;
use std::ptr::{self, NonNull};

/// Gives up memory that was handed over.
pub type GiveUp = unsafe extern "C" fn(*mut c_void);

const DESTROY: Destroy = give_up;

struct Managed {
    data: *mut c_void,
    keeper: *mut c_void,
    give_up: Option<GiveUp>,
}

/// A new owner of memory; None where there is no memory for the count.
///
/// # Safety
/// The function may be called with the address once, when nobody refers to the memory any more, on any thread.
pub unsafe fn managed(data: *mut c_void, give_up: Option<GiveUp>) -> Option<NonNull<u8>> {
    // SAFETY: promised by the caller.
    unsafe { managed_by(data, data, give_up) }
}

/// A new owner of memory that something else keeps alive, which the function is called with; None where there is no memory for the count.
///
/// # Safety
/// The function may be called with the keeper once, when nobody refers to the memory any more, on any thread.
pub unsafe fn managed_by(data: *mut c_void, keeper: *mut c_void, give_up: Option<GiveUp>) -> Option<NonNull<u8>> {
    let owner = allocate_with(size_of::<Managed>(), false, Some(DESTROY))?;
    // SAFETY: a fresh allocation of this size, which is aligned for anything.
    unsafe { memory::allocation_data(owner.as_ptr()).cast::<Managed>().write(Managed { data, keeper, give_up }) };
    Some(owner)
}

/// The address of the memory that an owner was made for; None for owners of memory of the runtime.
///
/// # Safety
/// The owner word is an allocation that is alive.
pub unsafe fn managed_data(owner: *mut u8) -> Option<*mut u8> {
    // SAFETY: promised by the caller.
    unsafe {
        let is_managed = memory::destroys_with(owner).is_some_and(|destroy| ptr::fn_addr_eq(destroy, DESTROY));
        is_managed.then(|| (*memory::allocation_data(owner).cast::<Managed>()).data.cast())
    }
}

unsafe fn give_up(data: *mut u8) {
    // SAFETY: `managed` wrote it, and its caller has promised that the function may be called.
    unsafe {
        let managed = data.cast::<Managed>().read();
        if let Some(give_up) = managed.give_up {
            give_up(managed.keeper);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_given_up_with_the_last_reference() {
        unsafe extern "C" fn note(data: *mut c_void) {
            // SAFETY: the test passes the address of a number.
            unsafe { *data.cast::<i32>() += 1 };
        }
        let mut calls = 0i32;
        let data: *mut i32 = &mut calls;
        // SAFETY: the number outlives the owner.
        unsafe {
            let owner = managed(data.cast(), Some(note)).expect("memory").as_ptr();
            assert_eq!(managed_data(owner), Some(data.cast()));
            memory::retain(owner);
            memory::release(owner);
            assert_eq!(*data, 0);
            memory::release(owner);
            assert_eq!(*data, 1);
        }
    }
}
