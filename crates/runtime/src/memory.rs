//! Allocations with a reference count.
//!
//! An allocation is a header and then the data, which is aligned to [`DATA_ALIGN`]. Its *owner word* is the address of the header.
//! Owner words that are null or odd are not allocations: null is static data, odd an object of the host.

use crate::allocators::DATA;
use crate::pool;
use coluber_abi::{DATA_ALIGN, HEADER_BYTES};
use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicUsize, Ordering, fence};

/// What is done with the data before the memory is given back.
pub(crate) type Destroy = unsafe fn(*mut u8);

#[repr(C)]
struct Header {
    count: AtomicUsize,
    bytes: usize,
    base: *mut c_void,
    destroy: Option<Destroy>,
}

const _: () = assert!(size_of::<Header>() == HEADER_BYTES);

static LIVE: AtomicIsize = AtomicIsize::new(0);

/// From this size on the kernel is asked for huge pages: page faults dominate the first write of large arrays.
const HUGE_PAGES_FROM: usize = 4 << 20;

/// The most data of an allocation: with its header no size overflows.
const MOST: usize = isize::MAX as usize - (1 << 16);

/// What `malloc` and `calloc` align to.
const MALLOC_ALIGN: usize = 16;

/// Whether several threads may run compiled code at the same time.
static THREADS: AtomicBool = AtomicBool::new(true);

/// Says that from here on the host's lock orders what threads do with allocations, until [`expect_threads`].
pub fn expect_host_lock() {
    THREADS.store(false, Ordering::SeqCst);
}

/// Says that from here on several threads may run compiled code at the same time: counts are changed by atomic operations.
pub fn expect_threads() {
    if !THREADS.load(Ordering::Relaxed) {
        THREADS.store(true, Ordering::SeqCst);
    }
}

/// Whether only one thread at a time runs compiled code.
#[inline(always)]
pub(crate) fn is_alone() -> bool {
    !THREADS.load(Ordering::Relaxed)
}

/// Adds references.
#[inline(always)]
fn add(count: &AtomicUsize, references: usize) {
    match is_alone() {
        true => count.store(count.load(Ordering::Relaxed) + references, Ordering::Relaxed),
        false => {
            count.fetch_add(references, Ordering::Relaxed);
        }
    }
}

/// Number of allocations that are alive.
pub fn live_allocations() -> isize {
    LIVE.load(Ordering::Relaxed)
}

/// Notes that there are more or fewer allocations.
#[inline(always)]
fn count_live(more: isize) {
    match is_alone() {
        true => LIVE.store(LIVE.load(Ordering::Relaxed) + more, Ordering::Relaxed),
        false => {
            LIVE.fetch_add(more, Ordering::Relaxed);
        }
    }
}

/// A new allocation with one reference, or None when memory is exhausted.
pub fn allocate(bytes: usize, zeroed: bool) -> Option<NonNull<u8>> {
    allocate_with(bytes, zeroed, None)
}

pub(crate) fn allocate_with(bytes: usize, zeroed: bool, destroy: Option<Destroy>) -> Option<NonNull<u8>> {
    allocate_aligned::<DATA_ALIGN>(bytes, zeroed, destroy)
}

/// As [`allocate_with`], for data that is often small: it is aligned as `malloc` does.
#[inline(always)]
pub(crate) fn allocate_packed(bytes: usize, destroy: Destroy) -> Option<NonNull<u8>> {
    match reused(bytes, destroy) {
        None => allocate_new(bytes, destroy),
        owner => owner,
    }
}

/// As [`allocate_packed`], in a block of the pool. None where it has none.
#[inline(always)]
pub(crate) fn reused(bytes: usize, destroy: Destroy) -> Option<NonNull<u8>> {
    if bytes > pool::MOST - HEADER_BYTES {
        return None;
    }
    let owner = NonNull::new(pool::kept(bytes + HEADER_BYTES))?;
    let header = Header { count: AtomicUsize::new(1), bytes, base: owner.as_ptr(), destroy: Some(destroy) };
    // SAFETY: a block of this size, which is aligned as `malloc` does.
    unsafe { owner.cast::<Header>().write(header) };
    // The pool has blocks only while one thread runs.
    LIVE.store(LIVE.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    Some(owner.cast())
}

#[inline(never)]
fn allocate_new(bytes: usize, destroy: Destroy) -> Option<NonNull<u8>> {
    allocate_aligned::<MALLOC_ALIGN>(bytes, false, Some(destroy))
}

/// The alignment is constant: a division by it would cost more than the rest.
#[inline]
fn allocate_aligned<const ALIGN: usize>(bytes: usize, zeroed: bool, destroy: Option<Destroy>) -> Option<NonNull<u8>> {
    if bytes > MOST {
        return None;
    }
    // The largest shift that alignment can need.
    let shift = ALIGN - MALLOC_ALIGN;
    let size = bytes + HEADER_BYTES;
    let base = match zeroed {
        // The pool takes it back, whose blocks have whole steps.
        true => DATA.take_zeroed(size, shift + MALLOC_ALIGN),
        false => pool::take(size, shift),
    };
    if base.is_null() {
        return None;
    }
    let data = (base as usize + HEADER_BYTES).next_multiple_of(ALIGN);
    let owner = base.wrapping_byte_add(data - HEADER_BYTES - base as usize).cast::<Header>();
    // SAFETY: the header lies between base and data, which `shift` has room for; it is aligned as `malloc` does, since `ALIGN` and its own size are multiples.
    unsafe { owner.write(Header { count: AtomicUsize::new(1), bytes, base, destroy }) };
    advise_huge_pages(data, bytes);
    count_live(1);
    NonNull::new(owner.cast())
}

/// A hint for much memory, in which bytes are; failure does not matter.
#[inline]
pub(crate) fn advise_huge_pages(data: usize, bytes: usize) {
    if bytes >= HUGE_PAGES_FROM {
        advise_whole_pages(data, bytes);
    }
}

#[cold]
fn advise_whole_pages(data: usize, bytes: usize) {
    const PAGE: usize = 4096;
    let start = data.next_multiple_of(PAGE);
    let end = (data + bytes) & !(PAGE - 1);
    // SAFETY: whole pages inside of our allocation; the advice does not change their contents.
    unsafe { libc::madvise(start as *mut c_void, end - start, libc::MADV_HUGEPAGE) };
}

/// Whether an owner word is an allocation with a count.
pub fn is_counted(owner: *const u8) -> bool {
    !owner.is_null() && owner as usize & 1 == 0
}

/// The data of an allocation.
///
/// # Safety
/// The owner word is a live allocation.
pub unsafe fn allocation_data(owner: *mut u8) -> *mut u8 {
    // SAFETY: the data follows the header.
    unsafe { owner.add(HEADER_BYTES) }
}

/// The size of the data of an allocation.
///
/// # Safety
/// The owner word is a live allocation.
pub unsafe fn allocation_bytes(owner: *const u8) -> usize {
    // SAFETY: promised by the caller.
    unsafe { (*owner.cast::<Header>()).bytes }
}

/// The number of references to an allocation.
///
/// # Safety
/// The owner word is a live allocation.
pub(crate) unsafe fn references(owner: *const u8) -> usize {
    // SAFETY: promised by the caller.
    unsafe { (*owner.cast::<Header>()).count.load(Ordering::Relaxed) }
}

/// Whether an allocation was made to be destroyed by this function.
///
/// # Safety
/// The owner word is a live allocation.
pub(crate) unsafe fn is_destroyed_by(owner: *const u8, destroy: Destroy) -> bool {
    // SAFETY: promised by the caller.
    unsafe { (*owner.cast::<Header>()).destroy }.is_some_and(|own| ptr::fn_addr_eq(own, destroy))
}

/// Takes a reference; nothing happens for words that are not allocations.
///
/// # Safety
/// The owner word is null, odd or a live allocation.
#[inline]
pub unsafe fn retain(owner: *const u8) {
    if is_counted(owner) {
        // SAFETY: promised by the caller.
        unsafe { retain_allocation(owner) };
    }
}

/// Gives a reference up; nothing happens for words that are not allocations.
///
/// # Safety
/// The owner word is null, odd or a live allocation that the caller has a reference to.
pub unsafe fn release(owner: *mut u8) {
    if is_counted(owner) {
        // SAFETY: promised by the caller.
        unsafe { release_allocation(owner) };
    }
}

/// As so many times [`retain`].
///
/// # Safety
/// As for [`retain`].
pub(crate) unsafe fn retain_many(owner: *const u8, references: usize) {
    if is_counted(owner) {
        // SAFETY: promised by the caller.
        unsafe { add(&(*owner.cast::<Header>()).count, references) };
    }
}

/// As so many times [`release`].
///
/// # Safety
/// The owner word is null, odd or a live allocation that the caller has so many references to.
#[inline]
pub(crate) unsafe fn release_many(owner: *mut u8, references: usize) {
    if is_counted(owner) && references > 0 {
        // SAFETY: promised by the caller.
        unsafe { give_up(owner.cast(), references) };
    }
}

/// # Safety
/// The owner word is a live allocation.
pub(crate) unsafe fn retain_allocation(owner: *const u8) {
    // SAFETY: promised by the caller.
    unsafe { add(&(*owner.cast::<Header>()).count, 1) };
}

/// # Safety
/// The owner word is a live allocation that the caller has a reference to.
pub(crate) unsafe fn release_allocation(owner: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { give_up(owner.cast(), 1) };
}

/// # Safety
/// A live allocation that the caller has so many references to.
unsafe fn give_up(header: *mut Header, references: usize) {
    // SAFETY: promised by the caller.
    let count = unsafe { &(*header).count };
    let there = count.load(Ordering::Acquire);
    if there != references && is_alone() {
        count.store(there - references, Ordering::Relaxed);
        return;
    }
    // Who has all references needs no exchange with other processors.
    let were_last = there == references
        || count.fetch_sub(references, Ordering::Release) == references && {
            fence(Ordering::Acquire);
            true
        };
    if were_last {
        // SAFETY: these were the last references.
        unsafe { destroy(header) };
    }
}

/// # Safety
/// There is no reference to the allocation any more.
#[inline(never)]
unsafe fn destroy(header: *mut Header) {
    // SAFETY: the allocation is intact until `free`, and nobody else uses it.
    unsafe {
        if let Some(destroy) = (*header).destroy {
            destroy(allocation_data(header.cast()));
        }
        let (base, bytes) = ((*header).base, (*header).bytes + HEADER_BYTES);
        if pool::keep(base, bytes) {
            // Only one thread runs.
            LIVE.store(LIVE.load(Ordering::Relaxed) - 1, Ordering::Relaxed);
            return;
        }
        give_back(base, bytes);
    }
}

/// # Safety
/// A block of an allocation, which nobody uses any more.
#[inline(never)]
unsafe fn give_back(base: *mut c_void, bytes: usize) {
    // SAFETY: promised by the caller.
    unsafe { pool::give(base, bytes) };
    count_live(-1);
}

/// What is called with the data of an allocation before the memory is given back.
///
/// # Safety
/// The owner word is a live allocation.
pub(crate) unsafe fn destroys_with(owner: *const u8) -> Option<Destroy> {
    // SAFETY: promised by the caller.
    unsafe { (*owner.cast::<Header>()).destroy }
}

/// The number of references to an allocation.
///
/// # Safety
/// The owner word is a live allocation.
pub unsafe fn reference_count(owner: *const u8) -> usize {
    // SAFETY: promised by the caller.
    unsafe { (*owner.cast::<Header>()).count.load(Ordering::Relaxed) }
}

/// A null owner word: static data.
pub const STATIC: *mut u8 = ptr::null_mut();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_aligned_and_zeroed() {
        for bytes in [0, 1, 100, 5000, 5 << 20] {
            let owner = allocate(bytes, true).expect("memory").as_ptr();
            // SAFETY: the allocation is alive until `release`.
            unsafe {
                let data = allocation_data(owner);
                assert_eq!(data as usize % DATA_ALIGN, 0);
                assert_eq!(allocation_bytes(owner), bytes);
                assert!(std::slice::from_raw_parts(data, bytes).iter().all(|&b| b == 0));
                release(owner);
            }
        }
    }

    #[test]
    fn the_last_release_destroys() {
        static DESTROYED: AtomicUsize = AtomicUsize::new(0);
        unsafe fn count(_: *mut u8) {
            DESTROYED.fetch_add(1, Ordering::Relaxed);
        }
        let owner = allocate_with(8, false, Some(count)).expect("memory").as_ptr();
        // SAFETY: as many releases as references.
        unsafe {
            retain(owner);
            assert_eq!(reference_count(owner), 2);
            release(owner);
            assert_eq!(DESTROYED.load(Ordering::Relaxed), 0);
            release(owner);
        }
        assert_eq!(DESTROYED.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn absurd_sizes_fail() {
        assert!(allocate(usize::MAX, false).is_none());
        assert!(allocate(1 << 62, true).is_none());
    }

    #[test]
    fn words_that_are_not_allocations_are_left_alone() {
        // SAFETY: null and odd words are not dereferenced.
        unsafe {
            retain(STATIC);
            release(STATIC);
            release(0x1001 as *mut u8);
        }
    }
}
