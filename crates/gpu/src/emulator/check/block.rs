//! The threads of a block: what they have come to, and its shared memory.

use super::order::Order;
use super::shadow::{How, Mark, Word};
use super::warp::{self, LANES, Lane};
use std::collections::VecDeque;
use std::ops::Range;

/// Where a thread is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum At {
    /// On its way.
    #[default]
    Running,
    Barrier,
    Grid,
    Warp,
    Ended,
}

/// A thread.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Thread {
    pub at: At,
    /// The site of the place.
    pub site: u16,
    /// Barriers that it has come to.
    barriers: u32,
    grids: u32,
    /// Whether a fence lies behind its last write: for its block, for all.
    fences: [bool; 2],
    released: u32,
}

/// Threads that have come to a barrier.
#[derive(Clone, Copy, Debug)]
struct Arrivals {
    site: u16,
    count: u32,
    /// Whether some are at another place of the source.
    apart: bool,
}

/// What a thread finds that goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Fine,
    /// It was at a barrier, and not all threads were.
    Apart,
    /// Behind a barrier, what was read before was not written.
    Unwritten(String),
}

/// A read of shared memory that nothing wrote.
pub(super) struct Unwritten {
    pub thread: u32,
    pub text: String,
}

/// What is known of a block.
#[derive(Default)]
pub(in super::super) struct BlockCheck {
    pub(super) number: u32,
    /// Threads along each axis.
    pub(super) extents: [u32; 3],
    /// Addresses of the shared memory, and of the memory that each thread has for itself.
    pub(super) shared: Range<u64>,
    pub(super) scratch: Range<u64>,
    /// The words of the shared memory.
    words: Vec<Word>,
    pub(super) threads: Vec<Thread>,
    /// How often a thread has published what was before.
    pub(super) released: u32,
    /// The first read of shared memory that nothing had written.
    pub(super) unwritten: Option<Unwritten>,
    /// The thread that runs.
    pub(super) current: u32,
    /// Empty until a thread waits for others of its warp.
    lanes: Vec<Lane>,
    order: Order,
    /// The barriers that not all threads have left, and how many have been before.
    arrivals: VecDeque<Arrivals>,
    passed: u32,
}

impl BlockCheck {
    /// A block that begins.
    pub fn new(number: u64, extents: [u32; 3], shared: Range<u64>, scratch: Range<u64>) -> Self {
        let threads = extents.iter().product::<u32>() as usize;
        BlockCheck {
            number: number as u32,
            extents,
            words: vec![Word::default(); (shared.end - shared.start).div_ceil(8) as usize],
            shared,
            scratch,
            threads: vec![Thread::default(); threads],
            ..BlockCheck::default()
        }
    }

    /// Where a thread is in the block.
    pub(super) fn index(&self, thread: u32) -> [i32; 3] {
        let [x, y, _] = self.extents;
        [thread % x, thread / x % y, thread / (x * y)].map(|k| k as i32)
    }

    fn thread(&mut self) -> &mut Thread {
        &mut self.threads[self.current as usize]
    }

    /// A thread has its turn. When it was at a barrier, all threads must have been.
    pub(super) fn begin_turn(&mut self, thread: u32) -> Outcome {
        self.current = thread;
        let count = self.threads.len() as u32;
        let at = std::mem::take(&mut self.thread().at);
        match at {
            At::Barrier | At::Grid => {
                let last = self.thread().barriers - 1;
                let known = last.checked_sub(self.passed).and_then(|k| self.arrivals.get(k as usize));
                if known.is_some_and(|known| known.apart || known.count < count) {
                    self.thread().at = at;
                    return Outcome::Apart;
                }
                self.forget_passed(count);
                // It stays: the failure is that of the thread that has read.
                if let Some(found) = &self.unwritten {
                    return Outcome::Unwritten(found.text.clone());
                }
            }
            At::Warp => self.lanes[thread as usize].go_on(),
            At::Running | At::Ended => {}
        }
        Outcome::Fine
    }

    fn forget_passed(&mut self, count: u32) {
        while self.arrivals.front().is_some_and(|known| known.count == count && !known.apart) {
            self.arrivals.pop_front();
            self.passed += 1;
        }
    }

    pub(super) fn come_to_barrier(&mut self, site: u16, at: At) {
        let thread = self.thread();
        (thread.at, thread.site) = (at, site);
        thread.barriers += 1;
        thread.grids += u32::from(at == At::Grid);
        let place = (thread.barriers - 1).saturating_sub(self.passed) as usize;
        if place == self.arrivals.len() {
            self.arrivals.push_back(Arrivals { site, count: 0, apart: false });
        }
        if let Some(known) = self.arrivals.get_mut(place) {
            known.count += 1;
            known.apart |= known.site != site;
        }
    }

    pub(super) fn come_to_warp(&mut self, site: u16, mask: u32) {
        let thread = self.thread();
        (thread.at, thread.site) = (At::Warp, site);
        if self.lanes.is_empty() {
            self.lanes = vec![Lane::default(); self.threads.len()];
        }
        let first = (self.current / LANES * LANES) as usize;
        let last = self.lanes.len().min(first + LANES as usize);
        warp::wait(&mut self.lanes[first..last], (self.current % LANES) as usize, mask);
    }

    pub(super) fn end(&mut self, site: u16) {
        let thread = self.thread();
        (thread.at, thread.site) = (At::Ended, site);
    }

    /// A fence for the block, or for all threads.
    pub(super) fn fence(&mut self, for_all: bool) {
        let fences = &mut self.thread().fences;
        *fences = [true, fences[1] || for_all];
    }

    /// What is written now is behind all fences.
    pub(super) fn unfence(&mut self) {
        self.thread().fences = [false; 2];
    }

    /// The thread sees what others of the block have released at a place.
    pub(super) fn acquire(&mut self, place: u64) {
        self.order.acquire(self.current, place);
    }

    /// Releases what the thread did before a fence; whether the fence was one for all threads. None without a fence.
    pub(super) fn release(&mut self, place: u64) -> Option<bool> {
        let current = self.current;
        let thread = self.thread();
        let [for_block, for_all] = thread.fences;
        let clock = thread.released;
        if !for_block {
            return None;
        }
        thread.released += 1;
        self.order.release(current, place, clock);
        Some(for_all)
    }

    /// An access of the thread that runs.
    pub(super) fn mark(&self, how: How, site: u16) -> Mark {
        let Thread { barriers, grids, released, .. } = self.threads[self.current as usize];
        let clock = self.lanes.get(self.current as usize).map_or(0, |lane| lane.clock);
        let (block, thread, grids) = (self.number, self.current as u16, grids as u16);
        Mark { bytes: 0, how, site, block, thread, barriers, grids, clock, released, block_released: self.released }
    }

    /// The shared memory, and what orders accesses to it.
    pub(super) fn words_and_order(&mut self) -> (&mut [Word], ThreadOrder<'_>) {
        (&mut self.words, ThreadOrder { lanes: &self.lanes, order: &self.order })
    }

    /// What orders accesses of threads of the block.
    pub(super) fn order_of_threads(&self) -> ThreadOrder<'_> {
        ThreadOrder { lanes: &self.lanes, order: &self.order }
    }
}

/// What orders accesses of threads of a block.
pub(super) struct ThreadOrder<'b> {
    lanes: &'b [Lane],
    order: &'b Order,
}

impl ThreadOrder<'_> {
    /// Whether an access is ordered before another one.
    pub fn is_ordered(&self, old: &Mark, new: &Mark) -> bool {
        old.barriers != new.barriers
            || self.same_warp(old, new)
            || self.order.is_ordered(old.thread.into(), old.released, new.thread.into())
    }

    fn same_warp(&self, old: &Mark, new: &Mark) -> bool {
        let [old_thread, new_thread] = [old, new].map(|mark| u32::from(mark.thread));
        old_thread / LANES == new_thread / LANES
            && self.lanes.get(new_thread as usize).is_some_and(|lane| lane.sees(old_thread, old.clock))
    }
}
