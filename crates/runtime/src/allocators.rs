//! Blocks of memory from the allocator that is best for their size: mimalloc for small ones, of which programs with strings, lists and
//! instances have many; C's for larger ones, of which those for arrays are kept for a while ([`large_blocks`](crate::large_blocks)).
//!
//! Which one a block is of follows from its size, so that all who give blocks back must know it.

use crate::large_blocks;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// mimalloc for blocks up to a size, C's allocator for larger ones.
#[derive(Clone, Copy)]
pub(crate) struct BySize {
    small: usize,
    /// Whether large blocks are kept when they are given back.
    keeps: bool,
}

/// For arrays and strings. Loops stream through several large arrays at once, and those of mimalloc would share their places in the
/// processor's caches: it aligns them to 64 KiB.
pub(crate) const DATA: BySize = BySize { small: 128 << 10, keeps: true };

/// For the items of lists and dicts.
pub(crate) const ITEMS: BySize = BySize { small: 4 << 20, keeps: false };

/// Whether all blocks are C's.
static ONLY_C: AtomicBool = AtomicBool::new(false);

/// Takes all blocks from C's allocator, which tools can watch. Called before the first block is taken.
pub fn use_only_c() {
    ONLY_C.store(true, Ordering::SeqCst);
}

/// Where blocks come from.
enum Owner {
    Mimalloc,
    Kept,
    C,
}

impl BySize {
    /// Whose blocks are for so many bytes.
    #[inline(always)]
    fn owner(self, bytes: usize) -> Owner {
        match ONLY_C.load(Ordering::Relaxed) {
            false if bytes <= self.small => Owner::Mimalloc,
            false if self.keeps => Owner::Kept,
            _ => Owner::C,
        }
    }

    /// A block of so many bytes, and room for `spare` more, at most [`ROOM`](large_blocks::ROOM); null when there is no memory.
    #[inline]
    pub fn take(self, bytes: usize, spare: usize) -> *mut c_void {
        debug_assert!(spare <= large_blocks::ROOM);
        // SAFETY: any size may be asked for.
        unsafe {
            match self.owner(bytes) {
                Owner::Mimalloc => libmimalloc_sys::mi_malloc(bytes + spare),
                Owner::Kept => large_blocks::take(bytes),
                Owner::C => libc::malloc(bytes + spare),
            }
        }
    }

    /// The same, all zero.
    #[inline]
    pub fn take_zeroed(self, bytes: usize, spare: usize) -> *mut c_void {
        debug_assert!(spare <= large_blocks::ROOM);
        // SAFETY: any size may be asked for.
        unsafe {
            match self.owner(bytes) {
                Owner::Mimalloc => libmimalloc_sys::mi_zalloc(bytes + spare),
                Owner::Kept => large_blocks::take_zeroed(bytes),
                Owner::C => libc::calloc(1, bytes + spare),
            }
        }
    }

    /// Gives a block back.
    ///
    /// # Safety
    /// The block was taken here with so many bytes, and nobody uses it any more.
    #[inline]
    pub unsafe fn give(self, block: *mut c_void, bytes: usize) {
        // SAFETY: the size says whose block it is.
        unsafe {
            match self.owner(bytes) {
                Owner::Mimalloc => libmimalloc_sys::mi_free(block),
                Owner::Kept => large_blocks::give(block, bytes),
                Owner::C => libc::free(block),
            }
        }
    }

    /// The block with another size, perhaps at another address, of which the bytes that both have are kept; null when there is no memory,
    /// and the old block stays.
    ///
    /// # Safety
    /// The block is null, with no bytes, or was taken here with so many bytes and nothing spare.
    pub unsafe fn resize(self, block: *mut c_void, bytes: usize, wanted: usize) -> *mut c_void {
        // SAFETY: the sizes say whose blocks they are.
        unsafe {
            match (self.owner(bytes), self.owner(wanted)) {
                (Owner::Mimalloc, Owner::Mimalloc) => libmimalloc_sys::mi_realloc(block, wanted),
                (Owner::Kept, Owner::Kept) => large_blocks::resize(block, bytes, wanted),
                (Owner::C, Owner::C) => libc::realloc(block, wanted),
                _ => self.moved(block, bytes, wanted),
            }
        }
    }

    /// # Safety
    /// As for [`BySize::resize`].
    unsafe fn moved(self, block: *mut c_void, bytes: usize, wanted: usize) -> *mut c_void {
        let new = self.take(wanted, 0);
        if !new.is_null() && !block.is_null() {
            // SAFETY: both blocks have the bytes that are copied.
            unsafe {
                ptr::copy_nonoverlapping(block.cast::<u8>(), new.cast(), bytes.min(wanted));
                self.give(block, bytes);
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_keep_what_is_in_them() {
        let mut bytes = 8;
        let mut block = DATA.take_zeroed(bytes, 0).cast::<u64>();
        assert!(!block.is_null());
        // SAFETY: the block has so many bytes each time.
        unsafe {
            assert_eq!(block.read(), 0);
            block.write(42);
            for wanted in [DATA.small, DATA.small + 1, 10 * DATA.small, DATA.small, 16] {
                block = DATA.resize(block.cast(), bytes, wanted).cast();
                bytes = wanted;
                assert!(!block.is_null());
                assert_eq!(block.read(), 42);
            }
            DATA.give(block.cast(), bytes);
        }
    }
}
