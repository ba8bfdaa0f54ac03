//! Frames of suspended functions: allocations whose first word is the number of the type of what is in them, a tuple. Its owner words are
//! null or references at any time. A frame with the address of a function to close it is given to that when it goes while it waits.

use crate::HostRaised;
use crate::bodies::builtin;
use crate::chains;
use crate::exceptions;
use crate::items::ItemType;
use crate::memory::{self, allocate_packed};
use crate::stack;
use coluber_abi::{HEADER_BYTES, OK, RAISED};
use std::ptr;

/// How a frame begins (`coluber_ir::frame`).
#[repr(C)]
struct Head {
    ty: u64,
    /// The number of the place at which it waits; 0 before it has begun, -1 when it has ended or runs.
    state: i64,
    /// An exception to be raised there.
    thrown: *mut u8,
    /// Lets it end, with a GeneratorExit.
    close: Option<unsafe extern "C" fn(*mut u8) -> i32>,
}

/// The state of a function that has ended.
const ENDED: i64 = -1;

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

/// As [`frame_throw`], with an exception of the host. False where it is to be raised at once.
///
/// # Safety
/// The owner of a frame.
pub unsafe fn throw(owner: *mut u8, raised: HostRaised) -> bool {
    exceptions::raise_host(raised.class, raised.value);
    let exception = exceptions::take_handle();
    // SAFETY: promised by the caller; the exception is a reference.
    unsafe {
        let status = frame_throw(owner, exception);
        memory::release(exception);
        status == OK
    }
}

/// Whether a suspended function has not begun yet.
///
/// # Safety
/// The owner of a frame.
pub unsafe fn is_new(owner: *mut u8) -> bool {
    // SAFETY: promised by the caller.
    unsafe { (*memory::allocation_data(owner).cast::<Head>()).state == 0 }
}

/// Whether a suspended function, which does not run, has ended.
///
/// # Safety
/// The owner of a frame.
pub unsafe fn has_ended(owner: *mut u8) -> bool {
    // SAFETY: promised by the caller.
    unsafe { (*memory::allocation_data(owner).cast::<Head>()).state == ENDED }
}

/// Has an exception raised where a suspended function waits, or makes it pending where that can't handle it: the function has ended then.
///
/// # Safety
/// The owner of a frame, and a caught exception.
pub unsafe extern "C" fn frame_throw(owner: *mut u8, exception: *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    unsafe {
        let data = memory::allocation_data(owner);
        let head = &mut *data.cast::<Head>();
        if head.state > 0 && head.close.is_some() {
            memory::retain(exception);
            memory::release(std::mem::replace(&mut head.thrown, exception));
            return OK;
        }
        clear(data);
        exceptions::raise_again(exception);
    }
    RAISED
}

/// Hands an exception, if there is one, on to the function that another one waits for.
///
/// # Safety
/// The owner of a frame, and null or a caught exception, of which the frame has a reference.
pub unsafe extern "C" fn frame_hand_on(owner: *mut u8, exception: *mut u8) -> i32 {
    if exception.is_null() {
        return OK;
    }
    // SAFETY: promised by the caller.
    unsafe {
        if !exceptions::matches(exception, &[u64::from(builtin("GeneratorExit").code())]) {
            return frame_throw(owner, exception);
        }
        if frame_close(owner) == OK {
            exceptions::raise_again(exception);
        }
    }
    RAISED
}

/// Ends a suspended function.
///
/// # Safety
/// The owner of a frame.
pub unsafe extern "C" fn frame_close(owner: *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    unsafe {
        let data = memory::allocation_data(owner);
        let status = run_to_end(data, owner);
        clear(data);
        status
    }
}

/// Lets a function that waits run what is left to do.
///
/// # Safety
/// The data and the owner of a frame.
unsafe fn run_to_end(data: *mut u8, owner: *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    let head = unsafe { &mut *data.cast::<Head>() };
    let Some(close) = head.close.filter(|_| head.state > 0) else {
        return OK;
    };
    let pending = exceptions::take_handle();
    if stack::is_low() {
        // Functions that wait for others run inside of each other.
        // SAFETY: the exception that was pending, a reference.
        unsafe { memory::release(pending) };
        exceptions::raise_message(builtin("RecursionError"), "maximum recursion depth exceeded".to_owned());
        return RAISED;
    }
    exceptions::raise_message(builtin("GeneratorExit"), String::new());
    head.thrown = exceptions::take_handle();
    // SAFETY: the address is that of the function of this frame.
    let mut status = unsafe { close(owner) };
    if status != OK {
        let raised = exceptions::take_handle();
        let ends = [u64::from(builtin("GeneratorExit").code()), u64::from(builtin("StopIteration").code())];
        // SAFETY: the exception that was pending, a reference.
        unsafe {
            if exceptions::matches(raised, &ends) {
                status = OK;
                memory::release(raised);
            } else {
                memory::release(pending);
                exceptions::set_handle(raised);
                return status;
            }
        }
    }
    exceptions::set_handle(pending);
    status
}

/// Gives up what is in a frame: the function has ended.
///
/// # Safety
/// The data of a frame.
unsafe fn clear(data: *mut u8) {
    // SAFETY: promised by the caller; the first word is the number of the type.
    unsafe {
        let head = &mut *data.cast::<Head>();
        head.state = ENDED;
        if let Some(ty) = ItemType::at(data) {
            let own = head.ty;
            let mut copy = vec![0u8; ty.size()];
            ptr::copy_nonoverlapping(data, copy.as_mut_ptr(), ty.size());
            ptr::write_bytes(data, 0, ty.size());
            (head.ty, head.state) = (own, ENDED);
            chains::release(&ty, copy.as_mut_ptr());
        }
    }
}

unsafe fn destroy(data: *mut u8) {
    // SAFETY: the data of a frame to which there is no reference any more; its first word is the number of its type.
    unsafe {
        let head = &*data.cast::<Head>();
        if head.state > 0 && head.close.is_some() {
            let owner = data.sub(HEADER_BYTES);
            // What runs may take references, and give them back.
            memory::retain(owner);
            let pending = exceptions::take_handle();
            run_to_end(data, owner);
            // Nobody is there to be told of an exception.
            exceptions::set_handle(pending);
        }
        if let Some(ty) = ItemType::at(data) {
            chains::release(&ty, data);
        }
    }
}
