//! Large blocks of memory that were given back, kept for the next ones of about their size.
//!
//! The kernel zeroes each page of new memory when it is written first, which takes longer than most loops over an array, and C's allocator
//! gives large blocks back to the kernel soon. Temporary arrays of expressions and of loops come and go with the same sizes: so a
//! few blocks are kept, the newest ones.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::ptr;
use std::sync::{LazyLock, Mutex};
use std::thread::available_parallelism;

/// How many bytes are kept at most: an eighth of the memory, if each processor runs a process that keeps so much, within bounds.
static KEPT: LazyLock<usize> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(1, usize::from);
    (memory() / 8 / processors).clamp(64 << 20, 512 << 20)
});

/// How many blocks are kept at most.
const MOST: usize = 16;

/// How many bytes more than it says a block may be asked for.
pub(crate) const ROOM: usize = 64;

struct Block {
    address: *mut c_void,
    bytes: usize,
}

// SAFETY: nobody else has the address of a block that is kept.
unsafe impl Send for Block {}

/// The blocks from the oldest to the newest. Who finds the lock taken does without it.
static BLOCKS: Mutex<VecDeque<Block>> = Mutex::new(VecDeque::new());

/// Whether blocks for so many bytes are kept.
fn is_kept(bytes: usize) -> bool {
    bytes <= *KEPT / 2
}

/// How many bytes a block has that holds so many: one of eight sizes between two powers of two.
fn size_of_block(bytes: usize) -> usize {
    let whole = bytes + ROOM;
    match is_kept(bytes) {
        true => whole.next_multiple_of(1 << (whole.ilog2() - 3)),
        false => whole,
    }
}

/// The bytes of memory that there are for the process: the machine's, or those of the control group that it is in.
fn memory() -> usize {
    // SAFETY: the names are those of numbers that the system tells.
    let (pages, bytes) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    let whole = usize::try_from(pages).unwrap_or(0).saturating_mul(usize::try_from(bytes).unwrap_or(0));
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let texts = limits.iter().filter_map(|file| std::fs::read_to_string(file).ok());
    texts.filter_map(|text| text.trim().parse().ok()).fold(whole, usize::min)
}

/// A block for so many bytes, of which it has [`ROOM`] more; null when there is no memory.
pub(crate) fn take(bytes: usize) -> *mut c_void {
    let size = size_of_block(bytes);
    // SAFETY: any size may be asked for.
    kept(size).unwrap_or_else(|| or_without_kept(|| unsafe { libc::malloc(size) }))
}

/// The same, all zero.
pub(crate) fn take_zeroed(bytes: usize) -> *mut c_void {
    let size = size_of_block(bytes);
    match kept(size) {
        Some(block) => {
            // SAFETY: a block of this size.
            unsafe { ptr::write_bytes(block.cast::<u8>(), 0, bytes + ROOM) };
            block
        }
        // SAFETY: any size may be asked for.
        None => or_without_kept(|| unsafe { libc::calloc(1, size) }),
    }
}

/// A new block, for which those that are kept go where there is no memory.
fn or_without_kept(new: impl Fn() -> *mut c_void) -> *mut c_void {
    let block = new();
    if !block.is_null() || !free_kept() {
        return block;
    }
    new()
}

/// Gives the blocks that are kept to C's allocator; false if there are none.
fn free_kept() -> bool {
    let Ok(mut blocks) = BLOCKS.try_lock() else { return false };
    let there_are = !blocks.is_empty();
    for block in blocks.drain(..) {
        // SAFETY: blocks are those of C's allocator, and nobody else has the address of this one.
        unsafe { libc::free(block.address) };
    }
    there_are
}

/// Gives a block back.
///
/// # Safety
/// The block was taken here for so many bytes, and nobody uses it any more.
pub(crate) unsafe fn give(block: *mut c_void, bytes: usize) {
    if !is_kept(bytes) || !keep(Block { address: block, bytes: size_of_block(bytes) }) {
        // SAFETY: blocks are those of C's allocator.
        unsafe { libc::free(block) };
    }
}

/// The block for another number of bytes, perhaps at another address, with the bytes that both have; null when there is no memory, and the
/// old block stays.
///
/// # Safety
/// The block was taken here for so many bytes.
pub(crate) unsafe fn resize(block: *mut c_void, bytes: usize, wanted: usize) -> *mut c_void {
    match size_of_block(wanted) {
        size if size == size_of_block(bytes) => block,
        // SAFETY: blocks are those of C's allocator.
        size => unsafe { libc::realloc(block, size) },
    }
}

/// The newest of the blocks of a size that were kept.
fn kept(size: usize) -> Option<*mut c_void> {
    let mut blocks = BLOCKS.try_lock().ok()?;
    let found = blocks.iter().rposition(|block| block.bytes == size)?;
    blocks.remove(found).map(|block| block.address)
}

/// Keeps a block, for which the oldest ones may have to go.
fn keep(block: Block) -> bool {
    let Ok(mut blocks) = BLOCKS.try_lock() else { return false };
    let mut total: usize = blocks.iter().map(|block| block.bytes).sum();
    while blocks.len() == MOST || total + block.bytes > *KEPT {
        let Some(oldest) = blocks.pop_front() else { return false };
        total -= oldest.bytes;
        // SAFETY: blocks are those of C's allocator, and nobody else has the address of this one.
        unsafe { libc::free(oldest.address) };
    }
    blocks.push_back(block);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_kept() -> usize {
        BLOCKS.lock().unwrap().iter().map(|block| block.bytes).sum()
    }

    #[test]
    fn sizes_have_room_and_waste_little() {
        let most = *KEPT / 2;
        for bytes in
            [128 << 10, (128 << 10) + 1, 800_000, 1 << 20, most - 1, most, most + 1, isize::MAX as usize - (1 << 16)]
        {
            let size = size_of_block(bytes);
            assert!(size >= bytes + ROOM && size - bytes <= bytes / 7 + ROOM);
        }
    }

    #[test]
    fn blocks_come_again_and_few_are_kept() {
        let sizes = [300_000, 1 << 20, 3 << 20, 20 << 20, 31 << 20, *KEPT / 2 + 1];
        for round in 0..4 {
            let blocks: Vec<_> = sizes.iter().map(|&bytes| (take(bytes), bytes)).collect();
            for (block, bytes) in blocks {
                assert!(!block.is_null());
                // SAFETY: a block of so many bytes, which is given back once.
                unsafe {
                    ptr::write_bytes(block.cast::<u8>(), 0xff, bytes + ROOM);
                    give(block, bytes);
                }
                assert!(bytes_kept() <= *KEPT);
            }
            // SAFETY: there are so many bytes.
            unsafe {
                let block = take_zeroed(1 << 20);
                let written = std::slice::from_raw_parts(block.cast::<u8>(), (1 << 20) + ROOM);
                assert!(written.iter().all(|&byte| byte == 0), "in round {round}");
                block.cast::<u64>().write(42);
                let larger = resize(block, 1 << 20, 5 << 20);
                assert_eq!(larger.cast::<u64>().read(), 42);
                give(larger, 5 << 20);
            }
        }
        assert!(bytes_kept() > 0);
    }
}
