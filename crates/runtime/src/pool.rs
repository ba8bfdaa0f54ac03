//! Small blocks of memory that were given back, kept by size for the next ones of that size: most of what programs with strings, lists and
//! instances allocate is small and soon given back.
//!
//! Blocks are those of the [`allocators`](crate::allocators), and are kept only while one thread at a time runs compiled code
//! ([`is_alone`](crate::memory::is_alone)): the host's lock orders the accesses then. Each is as large as its class says, whoever
//! allocated it.

use crate::allocators::DATA;
use crate::memory::is_alone;
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ptr;

/// Sizes of classes are multiples of this.
const STEP: usize = 16;

/// The largest block that is kept.
pub const MOST: usize = 512;

/// How many bytes are kept of each class: so few that they are still in the cache. After many blocks the allocator has better ones, side by
/// side.
const KEPT: usize = 1 << 14;

/// Blocks of one size; each begins with the address of the next one.
#[derive(Clone, Copy)]
struct Class {
    first: *mut c_void,
    /// How many more of them may be kept.
    room: usize,
}

/// Number of classes: by how many steps a block has. Those of the first one have no bytes.
const CLASSES: usize = MOST / STEP + 1;

struct Pool(UnsafeCell<[Class; CLASSES]>);

// SAFETY: only used while one thread at a time runs.
unsafe impl Sync for Pool {}

static POOL: Pool = Pool(UnsafeCell::new({
    let mut classes = [Class { first: ptr::null_mut(), room: 0 }; CLASSES];
    let mut steps = 1;
    while steps < CLASSES {
        classes[steps].room = KEPT / (steps * STEP);
        steps += 1;
    }
    classes
}));

/// The class of blocks of so many bytes.
#[inline(always)]
fn class_of(bytes: usize) -> Option<&'static mut Class> {
    if bytes > MOST || !is_alone() {
        return None;
    }
    // SAFETY: this is the only thread that runs, and the reference is given up before the next one is made.
    let classes = unsafe { &mut *POOL.0.get() };
    // As `div_ceil`, which takes longer.
    Some(&mut classes[(bytes + STEP - 1) >> STEP.ilog2()])
}

/// A block of so many bytes that was kept; null where there is none. Only one thread runs then.
#[inline(always)]
pub fn kept(bytes: usize) -> *mut c_void {
    let Some(class) = class_of(bytes) else { return ptr::null_mut() };
    let block = class.first;
    if !block.is_null() {
        // SAFETY: a block that was kept begins with the address of the next one.
        class.first = unsafe { block.cast::<*mut c_void>().read() };
        class.room += 1;
    }
    block
}

/// A block of so many bytes, and room for `spare` more; null when there is no memory.
#[inline]
pub fn take(bytes: usize, spare: usize) -> *mut c_void {
    let block = kept(bytes + spare);
    if !block.is_null() {
        return block;
    }
    let rounded = (bytes + spare).next_multiple_of(STEP);
    DATA.take(bytes, rounded - bytes)
}

/// Keeps a block, if there is room for it: then only one thread runs.
///
/// # Safety
/// As for [`give`].
#[inline(always)]
pub unsafe fn keep(block: *mut c_void, bytes: usize) -> bool {
    match class_of(bytes) {
        Some(class) if class.room > 0 => {
            // SAFETY: the block is larger than an address: it has a step, at least.
            unsafe { block.cast::<*mut c_void>().write(class.first) };
            class.first = block;
            class.room -= 1;
            true
        }
        _ => false,
    }
}

/// Gives a block back.
///
/// # Safety
/// The block came from [`take`] with so many bytes, and nobody uses it any more.
#[inline]
pub unsafe fn give(block: *mut c_void, bytes: usize) {
    // SAFETY: promised by the caller.
    unsafe {
        if !keep(block, bytes) {
            DATA.give(block, bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests may run at the same time, with threads of their own.
    #[test]
    fn blocks_have_their_size() {
        for bytes in [0, 1, 16, 17, 255, 256, 257, 512, 513, 10_000] {
            let block = take(bytes, bytes % 3);
            assert!(!block.is_null());
            // SAFETY: a block of so many bytes.
            unsafe {
                ptr::write_bytes(block.cast::<u8>(), 0xff, bytes);
                give(block, bytes);
            }
        }
    }
}
