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
    count: usize,
}

struct Pool(UnsafeCell<[Class; MOST / STEP + 1]>);

// SAFETY: only used while one thread at a time runs.
unsafe impl Sync for Pool {}

static POOL: Pool = Pool(UnsafeCell::new([Class { first: ptr::null_mut(), count: 0 }; MOST / STEP + 1]));

/// The class of blocks of so many bytes.
#[inline(always)]
fn class_of(bytes: usize) -> Option<&'static mut Class> {
    if bytes > MOST || !is_alone() {
        return None;
    }
    // SAFETY: this is the only thread that runs, and the reference is given up before the next one is made.
    unsafe { (*POOL.0.get()).get_mut(bytes.div_ceil(STEP)) }
}

/// A block of so many bytes, and room for `spare` more; null when there is no memory.
#[inline]
pub fn take(bytes: usize, spare: usize) -> *mut c_void {
    if let Some(class) = class_of(bytes + spare)
        && !class.first.is_null()
    {
        let block = class.first;
        // SAFETY: a block that was kept begins with the address of the next one.
        class.first = unsafe { block.cast::<*mut c_void>().read() };
        class.count -= 1;
        return block;
    }
    let rounded = (bytes + spare).next_multiple_of(STEP);
    DATA.take(bytes, rounded - bytes)
}

/// Gives a block back.
///
/// # Safety
/// The block came from [`take`] with so many bytes, and nobody uses it any more.
#[inline]
pub unsafe fn give(block: *mut c_void, bytes: usize) {
    match class_of(bytes) {
        Some(class) if bytes >= STEP && class.count * bytes < KEPT => {
            // SAFETY: the block is larger than an address.
            unsafe { block.cast::<*mut c_void>().write(class.first) };
            class.first = block;
            class.count += 1;
        }
        // SAFETY: promised by the caller.
        _ => unsafe { DATA.give(block, bytes) },
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
