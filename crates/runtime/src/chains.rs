//! Giving up what allocations hold that hold each other in long chains: linked objects, and suspended functions that wait for others.

use crate::items::ItemType;
use crate::memory;
use std::cell::{Cell, RefCell};

/// So many allocations are given up inside of each other; the others wait, so that long chains need no stack.
const NESTED: u32 = 100;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static WAITING: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Gives up the references of a value, which nobody reads any more.
///
/// # Safety
/// The address of a value of the type, whose owner words are references.
pub unsafe fn release(memory: &ItemType, place: *mut u8) {
    let depth = DEPTH.get();
    // SAFETY: promised by the caller.
    let pass_on = |waiting: &RefCell<Vec<usize>>| unsafe { pass_on(memory, place, &mut waiting.borrow_mut()) };
    if depth >= NESTED && WAITING.try_with(pass_on).is_ok() {
        return;
    }
    DEPTH.set(depth + 1);
    // SAFETY: promised by the caller.
    unsafe { memory.release(place, 1) };
    if depth == 0 {
        release_waiting();
    }
    DEPTH.set(depth);
}

/// Hands the references of a value over.
///
/// # Safety
/// As for [`release`].
unsafe fn pass_on(memory: &ItemType, place: *mut u8, waiting: &mut Vec<usize>) {
    let layout = memory.layout;
    let offsets = layout.owners.iter().map(|&leaf| layout.offsets[leaf as usize] as usize);
    // SAFETY: promised by the caller.
    waiting.extend(offsets.map(|offset| unsafe { place.add(offset).cast::<usize>().read() }));
}

fn release_waiting() {
    while let Ok(Some(owner)) = WAITING.try_with(|waiting| waiting.borrow_mut().pop()) {
        // SAFETY: a reference that a value had.
        unsafe { memory::release(owner as *mut u8) };
    }
}
