//! Checked launches: what threads touch, and what puts an order to it.
//!
//! Two accesses of different threads to one byte, of which one is a plain write, or one a plain read and the other an atomic change,
//! are a race unless something orders them:
//!
//! * a barrier of the block, for threads of it: each thread counts those that it has come to;
//! * an operation of the warp, for the lanes of its mask: each lane has a clock, and knows of those of others ([`warp`]);
//! * a barrier of the grid, for all threads;
//! * an atomic change behind a fence, and a later one of the same place by the other thread, for what was before the fence and
//!   what is behind the later one ([`order`]). Between blocks, what a thread has published or seen holds for its block.
//!
//! A read of shared memory that nothing wrote is reported when no other thread of the block writes there before the next barrier:
//! then it is a race. Writes of equal values are a race as well. The blocks run one after the other on one thread, so that a launch reports what it
//! reported before. [`shadow`] keeps a few accesses for each word of 8 bytes in pages that are touched: of writes the last one, of reads and
//! of atomic changes two that nothing orders, so that a race with a third reader may go by.

mod block;
mod order;
mod report;
mod shadow;
mod warp;

pub(super) use block::BlockCheck;
use block::{At, Outcome, Unwritten};
use coluber_abi::check::{access, event};
use coluber_runtime::checks::{Access, Checker};
use order::Order;
use report::Report;
use rustc_hash::FxHashMap;
use shadow::{How, Mark, Pages, words_of};
use std::cell::RefCell;
use std::ops::Range;

/// The checker of a launch.
pub(super) struct LaunchCheck {
    state: RefCell<State>,
}

struct State {
    /// The stack between the launch and the check: local arrays.
    stack_end: u64,
    global: Pages,
    order: Order,
    sites: Sites,
    block: BlockCheck,
    /// Extent of the grid in blocks.
    blocks: [u32; 3],
}

/// The texts of sites, each with a number.
#[derive(Default)]
struct Sites {
    texts: Vec<&'static str>,
    /// Addresses and numbers of some that were used last.
    last: [(usize, u16); 32],
    by_address: FxHashMap<usize, u16>,
    by_text: FxHashMap<&'static str, u16>,
}

impl Sites {
    /// The number of a text; the last one stands for those that there are no numbers for.
    #[inline]
    fn number(&mut self, text: &'static str) -> u16 {
        let address = text.as_ptr() as usize;
        // Texts have some 16 characters.
        let slot = (address >> 4) % self.last.len();
        if self.last[slot].0 != address {
            self.last[slot] = (address, self.find(text));
        }
        self.last[slot].1
    }

    fn find(&mut self, text: &'static str) -> u16 {
        let (texts, by_text) = (&mut self.texts, &mut self.by_text);
        *self.by_address.entry(text.as_ptr() as usize).or_insert_with(|| {
            *by_text.entry(text).or_insert_with(|| {
                let number = texts.len().min(u16::MAX.into()) as u16;
                if number < u16::MAX {
                    texts.push(text);
                }
                number
            })
        })
    }
}

impl LaunchCheck {
    /// A checker for a grid with so many blocks. `stack_end` is an address of the stack that the kernel's frames lie below.
    pub fn new(stack_end: u64, blocks: [u32; 3]) -> Self {
        let state = State {
            stack_end,
            global: Pages::default(),
            order: Order::default(),
            sites: Sites::default(),
            block: BlockCheck::default(),
            blocks,
        };
        LaunchCheck { state: RefCell::new(state) }
    }

    /// Makes this the block that runs; gives the one that ran.
    pub fn swap(&self, block: &mut BlockCheck) {
        std::mem::swap(&mut self.state.borrow_mut().block, block);
    }

    /// What is still to be said of the block that runs, when it has ended or failed: the thread, and the text.
    pub fn left(&self) -> Option<([i32; 3], String)> {
        let state = &mut *self.state.borrow_mut();
        let found = state.block.unwritten.take()?;
        Some((state.block.index(found.thread), found.text))
    }

    /// Some blocks are at a barrier of the grid that others have ended without.
    pub fn apart(&self, waiting: &BlockCheck, ended: &BlockCheck) -> String {
        let state = self.state.borrow();
        Report { sites: &state.sites.texts, block: waiting, blocks: state.blocks }.blocks_apart(ended.number)
    }
}

impl Checker for LaunchCheck {
    fn thread(&self, thread: u32) -> Result<(), String> {
        let state = &mut *self.state.borrow_mut();
        match state.block.begin_turn(thread) {
            Outcome::Fine => Ok(()),
            Outcome::Apart => Err(state.report().apart()),
            Outcome::Unwritten(text) => Err(text),
        }
    }

    fn access(&self, access: &Access) -> Result<(), String> {
        let here = 0u8;
        self.state.borrow_mut().access(access, &raw const here as u64)
    }

    fn event(&self, event: i32, mask: u32, site: &'static str) -> Result<(), String> {
        let state = &mut *self.state.borrow_mut();
        let site = state.sites.number(site);
        let block = &mut state.block;
        match event {
            event::BARRIER => block.come_to_barrier(site, At::Barrier),
            event::GRID => block.come_to_barrier(site, At::Grid),
            event::WARP => block.come_to_warp(site, mask),
            event::END => block.end(site),
            event::BLOCK_FENCE => block.fence(false),
            _ => block.fence(true),
        }
        Ok(())
    }

    fn stuck(&self) -> Result<(), String> {
        Err(self.state.borrow().report().stuck())
    }
}

impl State {
    fn report(&self) -> Report<'_> {
        Report { sites: &self.sites.texts, block: &self.block, blocks: self.blocks }
    }

    fn access(&mut self, access: &Access, stack: u64) -> Result<(), String> {
        let end = access.place.saturating_add(access.bytes);
        let range = access.place..end;
        if self.block.scratch.contains(&access.place) || (stack..self.stack_end).contains(&access.place) {
            return Ok(());
        }
        let (how, reads) = match access.how {
            access::READ => (How::Read, true),
            access::COPY => (How::Read, false),
            access::WRITE => (How::Write, false),
            access::EXCHANGE => (How::Atomic, false),
            _ => (How::Atomic, true),
        };
        let site = self.sites.number(access.site);
        let shared = self.block.shared.contains(&access.place);
        if how == How::Atomic {
            self.block.acquire(access.place);
            if !shared {
                self.order.acquire(self.block.number, access.place);
            }
        }
        let mark = self.block.mark(how, site);
        if shared {
            self.shared(range, reads, mark, access)?;
        } else {
            self.global(range, mark, access)?;
        }
        match how {
            How::Write => self.block.unfence(),
            How::Atomic => self.release(access.place, shared),
            How::Read => {}
        }
        Ok(())
    }

    fn shared(&mut self, range: Range<u64>, reads: bool, mark: Mark, access: &Access) -> Result<(), String> {
        let start = self.block.shared.start;
        let mut unwritten = false;
        let (words, order) = self.block.words_and_order();
        for (address, bytes) in words_of(range.start - start..range.end - start) {
            // What is behind the last word is not of this block.
            let Some(word) = words.get_mut((address / 8) as usize) else { break };
            unwritten |= reads && bytes & !word.written != 0;
            let found = word.touch(Mark { bytes, ..mark }, |old| order.is_ordered(old, &mark));
            if mark.how != How::Read {
                word.written |= bytes;
            }
            if let Some(old) = found {
                // This is why it was not written yet, or is found first.
                self.block.unwritten = None;
                return Err(self.report().race(&old, &mark, access, true));
            }
        }
        if unwritten && self.block.unwritten.is_none() {
            let text = self.report().unwritten(&mark, access);
            self.block.unwritten = Some(Unwritten { thread: mark.thread.into(), text });
        }
        Ok(())
    }

    fn global(&mut self, range: Range<u64>, mark: Mark, access: &Access) -> Result<(), String> {
        let order = self.block.order_of_threads();
        for (address, bytes) in words_of(range) {
            let blocks = &self.order;
            let ordered = |old: &Mark| {
                old.grids != mark.grids
                    || if old.block == mark.block {
                        order.is_ordered(old, &mark)
                    } else {
                        blocks.is_ordered(old.block, old.block_released, mark.block)
                    }
            };
            if let Some(old) = self.global.word(address).touch(Mark { bytes, ..mark }, ordered) {
                self.block.unwritten = None;
                return Err(self.report().race(&old, &mark, access, false));
            }
        }
        Ok(())
    }

    /// What was before a fence is seen by those that change the place later.
    fn release(&mut self, place: u64, shared: bool) {
        let Some(for_all) = self.block.release(place) else { return };
        if for_all && !shared {
            let block = &mut self.block;
            self.order.release(block.number, place, block.released);
            block.released += 1;
        }
    }
}
