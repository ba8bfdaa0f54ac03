//! Memory that grows: of the pool, of the allocators, and from four megabytes on of the kernel's own, in huge pages where it has them.
//!
//! Large blocks start at a multiple of the size of a huge page. So one that grows keeps its pages, which move to another address without
//! being copied, and those that are added are huge as well.

use crate::allocators::ITEMS;
use crate::pool;
use std::ffi::c_void;
use std::ptr;

/// From this size on a block is mapped.
const LARGE: usize = 4 << 20;

/// Size of a huge page.
const HUGE: usize = 2 << 20;

/// Memory of so many bytes, all zero; null when there is none. It is given back by [`free`] with the same size.
pub fn zeroed(bytes: usize) -> *mut u8 {
    if bytes >= LARGE {
        return mapped(bytes).unwrap_or(ptr::null_mut());
    }
    if bytes > pool::MOST {
        return ITEMS.take_zeroed(bytes, 0).cast();
    }
    let block = pool::take(bytes, 0).cast::<u8>();
    if !block.is_null() {
        // SAFETY: a block of so many bytes.
        unsafe { ptr::write_bytes(block, 0, bytes) };
    }
    block
}

/// The memory with another, larger size, perhaps at another address; null when there is none, and the old block stays.
///
/// # Safety
/// The block is null, with no bytes, or came from here with this size.
pub unsafe fn grow(block: *mut u8, bytes: usize, wanted: usize) -> *mut u8 {
    if wanted <= pool::MOST {
        let new = pool::take(wanted, 0).cast::<u8>();
        if !new.is_null() && !block.is_null() {
            // SAFETY: the new block is larger, and the old one came from the pool.
            unsafe {
                ptr::copy_nonoverlapping(block, new, bytes);
                pool::give(block.cast(), bytes);
            }
        }
        return new;
    }
    if wanted < LARGE {
        // SAFETY: a block of the allocators, since it is smaller; those of the pool are such, too.
        return unsafe { ITEMS.resize(block.cast(), bytes, wanted) }.cast();
    }
    let Some(new) = mapped(wanted) else { return ptr::null_mut() };
    // SAFETY: the new block is larger; pages of the old one take the place of its first ones.
    unsafe {
        if bytes >= LARGE {
            let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
            let length = pages(bytes);
            if libc::mremap(block.cast(), length, length, flags, new.cast::<c_void>()) != libc::MAP_FAILED {
                return new;
            }
        }
        if !block.is_null() {
            ptr::copy_nonoverlapping(block, new, bytes);
            free(block, bytes);
        }
    }
    new
}

/// Memory of so many bytes that begins with a copy of fewer, which stay where they are; null when there is none.
///
/// # Safety
/// There are so many bytes to copy.
pub unsafe fn copied(from: *const u8, bytes: usize, wanted: usize) -> *mut u8 {
    // SAFETY: a new block, which is larger.
    unsafe {
        let new = grow(ptr::null_mut(), 0, wanted);
        if !new.is_null() {
            ptr::copy_nonoverlapping(from, new, bytes);
        }
        new
    }
}

/// Gives a block back.
///
/// # Safety
/// The block is null, or came from here with this size, and nobody uses it any more.
pub unsafe fn free(block: *mut u8, bytes: usize) {
    // SAFETY: promised by the caller.
    unsafe {
        match bytes {
            _ if block.is_null() => {}
            _ if bytes <= pool::MOST => pool::give(block.cast(), bytes),
            _ if bytes < LARGE => ITEMS.give(block.cast(), bytes),
            _ => drop(libc::munmap(block.cast(), pages(bytes))),
        }
    }
}

/// The size of a large block: whole huge pages.
fn pages(bytes: usize) -> usize {
    bytes.next_multiple_of(HUGE)
}

/// A large block of zeros.
fn mapped(bytes: usize) -> Option<*mut u8> {
    let length = bytes.checked_next_multiple_of(HUGE)?;
    let asked = length.checked_add(HUGE)?;
    // SAFETY: new memory, of which what is before and behind the block is given back.
    unsafe {
        let (access, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let start = libc::mmap(ptr::null_mut(), asked, access, flags, -1, 0);
        if start == libc::MAP_FAILED {
            return None;
        }
        let before = start.align_offset(HUGE);
        let block = start.wrapping_byte_add(before);
        if before > 0 {
            libc::munmap(start, before);
        }
        if before < HUGE {
            libc::munmap(block.wrapping_byte_add(length), HUGE - before);
        }
        // A hint; failure does not matter.
        libc::madvise(block, length, libc::MADV_HUGEPAGE);
        Some(block.cast())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_keep_what_is_in_them() {
        let (mut block, mut bytes) = (zeroed(64), 64);
        while bytes < 20 << 20 {
            // SAFETY: the block has so many bytes.
            unsafe {
                block.add(bytes - 1).write((bytes >> 6) as u8 | 1);
                block = grow(block, bytes, 3 * bytes);
                assert!(!block.is_null());
                assert_eq!(block.add(bytes - 1).read(), (bytes >> 6) as u8 | 1);
            }
            bytes *= 3;
        }
        // SAFETY: as above.
        unsafe { free(block, bytes) };
        let large = zeroed(5 << 20);
        assert_eq!(large as usize % HUGE, 0);
        // SAFETY: a block of so many bytes, all zero.
        unsafe {
            assert!(std::slice::from_raw_parts(large, 5 << 20).iter().all(|&byte| byte == 0));
            free(large, 5 << 20);
        }
    }
}
