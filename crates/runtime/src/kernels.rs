//! What the functions of blocks of threads call: counts and votes over the cells of the threads, and the order in which the threads
//! of irregular kernels go on. `coluber_abi::kernel` says what the states mean.

use coluber_abi::kernel::{WARP, state};

const LANES: usize = WARP as usize;

/// The values of an array over the threads; none for null.
///
/// # Safety
/// The array has `threads` elements, or is null.
unsafe fn array<'a, T>(start: *mut u8, threads: i64) -> &'a [T] {
    if start.is_null() {
        return &[];
    }
    // SAFETY: promised by the caller.
    unsafe { std::slice::from_raw_parts(start.cast(), threads as usize) }
}

/// As `array`, to be changed.
///
/// # Safety
/// The array has `threads` elements, or is null, and nothing else refers to it.
unsafe fn array_mut<'a, T>(start: *mut u8, threads: i64) -> &'a mut [T] {
    if start.is_null() {
        return &mut [];
    }
    // SAFETY: promised by the caller.
    unsafe { std::slice::from_raw_parts_mut(start.cast(), threads as usize) }
}

/// Whether a thread has not ended; there are no states while none can have.
fn lives(states: &[i32], thread: usize) -> bool {
    states.get(thread) != Some(&state::EXITED)
}

/// How many threads that have not ended have a cell that is not zero.
///
/// # Safety
/// The arrays have an element for each thread; `states` may be null.
pub unsafe extern "C" fn kernel_count(cells: *mut u8, states: *mut u8, threads: i64) -> i32 {
    // SAFETY: promised by the caller.
    let (cells, states) = unsafe { (array::<i32>(cells, threads), array(states, threads)) };
    count(cells, states)
}

/// How many threads that have not ended have a cell that is not zero.
pub fn count(cells: &[i32], states: &[i32]) -> i32 {
    cells.iter().enumerate().filter(|&(k, &cell)| cell != 0 && lives(states, k)).count() as i32
}

/// How many threads have not ended.
///
/// # Safety
/// As of `kernel_count`.
pub unsafe extern "C" fn kernel_live(states: *mut u8, threads: i64) -> i32 {
    // SAFETY: promised by the caller.
    let states = unsafe { array(states, threads) };
    live(states, threads)
}

/// How many of the threads have not ended.
pub fn live(states: &[i32], threads: i64) -> i32 {
    (0..threads as usize).filter(|&k| lives(states, k)).count() as i32
}

/// Whether a thread has not ended.
///
/// # Safety
/// As of `kernel_count`.
pub unsafe extern "C" fn kernel_any(states: *mut u8, threads: i64) -> bool {
    // SAFETY: promised by the caller.
    let states = unsafe { array(states, threads) };
    (0..threads as usize).any(|k| lives(states, k))
}

/// The lanes of the warp of `thread` that are in the mask, have not ended and fulfil a condition.
pub fn lanes(states: &[i32], thread: i64, threads: i64, mask: i32, holds: impl Fn(usize) -> bool) -> i32 {
    let first = thread as usize & !(LANES - 1);
    let mut found = 0u32;
    for lane in 0..LANES.min(threads as usize - first) {
        let wanted = mask as u32 >> lane & 1 != 0;
        found |= u32::from(wanted && lives(states, first + lane) && holds(first + lane)) << lane;
    }
    found as i32
}

/// The lanes of a thread's warp, of a mask, that have not ended.
///
/// # Safety
/// As of `kernel_count`.
pub unsafe extern "C" fn kernel_lanes(states: *mut u8, thread: i64, threads: i64, mask: i32) -> i32 {
    // SAFETY: promised by the caller.
    let states = unsafe { array(states, threads) };
    lanes(states, thread, threads, mask, |_| true)
}

/// The lanes of them with a cell that is not zero.
///
/// # Safety
/// As of `kernel_count`.
pub unsafe extern "C" fn kernel_ballot(cells: *mut u8, states: *mut u8, thread: i64, threads: i64, mask: i32) -> i32 {
    // SAFETY: promised by the caller.
    let (cells, states) = unsafe { (array::<i32>(cells, threads), array(states, threads)) };
    lanes(states, thread, threads, mask, |k| cells[k] != 0)
}

/// The lanes of them that have the value of the thread in their cells.
///
/// # Safety
/// As of `kernel_count`; the cells have 8 bytes.
pub unsafe extern "C" fn kernel_match(cells: *mut u8, states: *mut u8, thread: i64, threads: i64, mask: i32) -> i32 {
    // SAFETY: promised by the caller.
    let (cells, states) = unsafe { (array::<i64>(cells, threads), array(states, threads)) };
    lanes(states, thread, threads, mask, |k| cells[k] == cells[thread as usize])
}

/// The lanes that are where the thread is.
///
/// # Safety
/// As of `kernel_count`; `masks` has an element for each thread or is null.
pub unsafe extern "C" fn kernel_active(states: *mut u8, masks: *mut u8, thread: i64, threads: i64) -> i32 {
    // SAFETY: promised by the caller.
    let (states, masks) = unsafe { (array(states, threads), array::<i32>(masks, threads)) };
    active(states, masks, thread, threads)
}

/// The lanes that are where the thread is: those that it has gone on with, if there are masks.
pub fn active(states: &[i32], masks: &[i32], thread: i64, threads: i64) -> i32 {
    masks.get(thread as usize).copied().unwrap_or_else(|| lanes(states, thread, threads, -1, |_| true))
}

/// Lets threads go on, and gives the number of the loop that they run.
///
/// # Safety
/// The arrays have an element for each thread.
pub unsafe extern "C" fn kernel_schedule(states: *mut u8, masks: *mut u8, threads: i64) -> i32 {
    // SAFETY: promised by the caller; the arrays do not overlap.
    let (states, masks) = unsafe { (array_mut::<i32>(states, threads), array_mut::<i32>(masks, threads)) };
    schedule(states, masks)
}

/// The marks of a state whose thread waits.
const MARKS: i32 = state::AT_BARRIER | state::AT_WARP;

fn is_ready(state: i32) -> bool {
    state >= 0 && state & MARKS == 0
}

fn is_at_warp(state: i32) -> bool {
    state >= 0 && state & state::AT_WARP != 0
}

/// Lets threads go on, and gives the number of the loop that they run.
pub fn schedule(states: &mut [i32], masks: &mut [i32]) -> i32 {
    if let Some(&next) = states.iter().find(|&&s| is_ready(s)) {
        return next;
    }
    let mut released = false;
    for (states, masks) in states.chunks_mut(LANES).zip(masks.chunks_mut(LANES)) {
        released |= release_lanes(states, masks);
    }
    if !released && !states.iter().any(|&s| is_at_warp(s)) {
        for state in states.iter_mut().filter(|s| **s >= 0) {
            *state &= !MARKS;
        }
        released = true;
    }
    if !released {
        release_lowest(states);
        return state::DEADLOCK;
    }
    states.iter().copied().find(|&s| is_ready(s)).unwrap_or(state::DONE)
}

/// Lets lanes of a warp go on of which all that they wait for wait as well; without such, those that wait for whoever comes.
fn release_lanes(states: &mut [i32], masks: &mut [i32]) -> bool {
    let at_warp = lanes_with(states, is_at_warp);
    let live = lanes_with(states, |state| state != state::EXITED);
    let mut released = 0u32;
    for lane in bits(at_warp) {
        let mask = masks[lane] as u32;
        if mask != 0 && mask & live & !at_warp == 0 {
            released |= 1 << lane;
        }
    }
    if released == 0
        && let Some(first) = bits(at_warp).find(|&lane| masks[lane] == 0)
    {
        let place = states[first];
        released =
            bits(lanes_with(states, |state| state == place)).filter(|&k| masks[k] == 0).fold(0, |m, k| m | 1 << k);
        bits(released).for_each(|lane| masks[lane] = released as i32);
    }
    bits(released).for_each(|lane| states[lane] &= !MARKS);
    released != 0
}

/// The lanes of a warp with such states.
fn lanes_with(states: &[i32], holds: impl Fn(i32) -> bool) -> u32 {
    states.iter().enumerate().fold(0, |found, (lane, &state)| found | u32::from(holds(state)) << lane)
}

/// The numbers of the bits that are set.
fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

/// Lets the first thread that waits go on, and those that wait where it does.
fn release_lowest(states: &mut [i32]) {
    if let Some(first) = states.iter().copied().find(|&s| s >= 0) {
        for state in states.iter_mut().filter(|s| **s == first) {
            *state &= !MARKS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coluber_abi::kernel::state::{AT_BARRIER, AT_WARP, DEADLOCK, DONE, EXITED};

    #[test]
    fn ready_threads_come_first() {
        assert_eq!(schedule(&mut [1 | AT_BARRIER, 3], &mut [0; 2]), 3);
    }

    #[test]
    fn a_barrier_needs_all_that_live() {
        let mut states = [1 | AT_BARRIER, EXITED, 2 | AT_BARRIER];
        assert_eq!(schedule(&mut states, &mut [0; 3]), 1);
        assert_eq!(states, [1, EXITED, 2]);
        assert_eq!(schedule(&mut [EXITED; 3], &mut [0; 3]), DONE);
    }

    #[test]
    fn lanes_wait_for_their_mask() {
        let mut states = [1 | AT_WARP, 2 | AT_WARP, 3 | AT_BARRIER, EXITED];
        let mut masks = [0b1011, 0b1011, 0, 0];
        assert_eq!(schedule(&mut states, &mut masks), 1);
        assert_eq!(states, [1, 2, 3 | AT_BARRIER, EXITED]);
    }

    #[test]
    fn lanes_that_never_come_are_a_deadlock() {
        let mut states = [1 | AT_WARP, 3 | AT_BARRIER];
        assert_eq!(schedule(&mut states, &mut [0b11, 0]), DEADLOCK);
        assert_eq!(states, [1, 3 | AT_BARRIER]);
    }

    #[test]
    fn lanes_without_a_mask_go_on_with_those_that_are_there() {
        let mut states = [1 | AT_WARP, 2 | AT_BARRIER, 1 | AT_WARP, 4 | AT_WARP];
        let mut masks = [0; 4];
        assert_eq!(schedule(&mut states, &mut masks), 1);
        assert_eq!(states, [1, 2 | AT_BARRIER, 1, 4 | AT_WARP]);
        assert_eq!(masks[..3], [0b101, 0, 0b101]);
    }

    #[test]
    fn votes_leave_out_lanes_that_ended_or_do_not_exist() {
        let states = [0, EXITED, 0];
        assert_eq!(lanes(&states, 2, 3, -1, |_| true), 0b101);
        assert_eq!(lanes(&states, 2, 3, 0b110, |_| true), 0b100);
        assert_eq!(lanes(&[], 33, 34, -1, |k| k == 33), 0b10);
    }
}
