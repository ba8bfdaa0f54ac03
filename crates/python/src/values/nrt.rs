//! The functions by which C code of extensions allocates what compiled code owns: a table, in the order that such code is compiled for.

use coluber_runtime::managed::{GiveUp, managed, managed_data};
use coluber_runtime::{allocate, allocation_data, release, retain};
use std::ffi::c_void;
use std::ptr;

/// The table; `MemInfo *` of C is an owner word.
#[repr(C)]
pub struct Api {
    allocate: unsafe extern "C" fn(usize) -> *mut u8,
    allocate_external: unsafe extern "C" fn(usize, *mut c_void) -> *mut u8,
    manage_memory: unsafe extern "C" fn(*mut c_void, Option<GiveUp>) -> *mut u8,
    acquire: unsafe extern "C" fn(*mut u8),
    release: unsafe extern "C" fn(*mut u8),
    get_data: unsafe extern "C" fn(*mut u8) -> *mut u8,
}

static API: Api =
    Api { allocate: new_allocation, allocate_external, manage_memory, acquire, release: give_up, get_data };

/// What is called with the address and the size of memory before it is freed, and with null.
type Destructor = unsafe extern "C" fn(*mut c_void, usize, *mut c_void);

/// What lies in front of memory with a destructor; the memory behind it is aligned for anything.
#[repr(C, align(16))]
struct Head {
    destructor: Option<Destructor>,
    bytes: usize,
}

/// An allocation of some bytes with a destructor; null where there is no memory.
pub unsafe extern "C" fn allocate_with_destructor(bytes: usize, destructor: Option<Destructor>) -> *mut u8 {
    // SAFETY: the block has room for the head in front of the bytes; nobody else knows it.
    unsafe {
        let Some(size) = bytes.checked_add(size_of::<Head>()) else { return ptr::null_mut() };
        let block = libc_malloc(size);
        if block.is_null() {
            return ptr::null_mut();
        }
        block.cast::<Head>().write(Head { destructor, bytes });
        let data = block.cast::<Head>().add(1).cast();
        managed(data, Some(destroy)).map_or_else(
            || {
                libc_free(block);
                ptr::null_mut()
            },
            |owner| owner.as_ptr(),
        )
    }
}

unsafe extern "C" fn destroy(data: *mut c_void) {
    // SAFETY: memory of `allocate_with_destructor`, which nobody refers to any more.
    unsafe {
        let head = data.cast::<Head>().sub(1);
        if let Some(destructor) = (*head).destructor {
            destructor(data, (*head).bytes, ptr::null_mut());
        }
        libc_free(head.cast());
    }
}

// SAFETY: these are as stdlib.h declares them.
unsafe extern "C" {
    #[link_name = "malloc"]
    fn libc_malloc(bytes: usize) -> *mut c_void;
    #[link_name = "free"]
    fn libc_free(block: *mut c_void);
}

/// `const Api *get_api(void)`
pub extern "C" fn get_api() -> *const Api {
    &raw const API
}

/// An allocation of some bytes; null where there is no memory.
unsafe extern "C" fn new_allocation(bytes: usize) -> *mut u8 {
    allocate(bytes, false).map_or(ptr::null_mut(), |owner| owner.as_ptr())
}

/// The same: memory of the runtime is aligned as vectors want it, so that an allocator of the extension's own is not asked.
unsafe extern "C" fn allocate_external(bytes: usize, _allocator: *mut c_void) -> *mut u8 {
    // SAFETY: any size may be asked for.
    unsafe { new_allocation(bytes) }
}

/// Takes over memory of somebody else; null where there is no memory for the count.
unsafe extern "C" fn manage_memory(data: *mut c_void, destroy: Option<GiveUp>) -> *mut u8 {
    // SAFETY: the extension hands the memory over, with the function that gives it up.
    unsafe { managed(data, destroy) }.map_or(ptr::null_mut(), |owner| owner.as_ptr())
}

unsafe extern "C" fn acquire(owner: *mut u8) {
    // SAFETY: the extension has the word from compiled code or from this table, and it is alive.
    unsafe { retain(owner) }
}

unsafe extern "C" fn give_up(owner: *mut u8) {
    // SAFETY: as above, and the reference is the extension's.
    unsafe { release(owner) }
}

unsafe extern "C" fn get_data(owner: *mut u8) -> *mut u8 {
    // SAFETY: an allocation, as above.
    unsafe { managed_data(owner).unwrap_or_else(|| allocation_data(owner)) }
}
