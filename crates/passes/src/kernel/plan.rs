//! Where the loops over the threads end, and whether all threads of a block end there together.
//!
//! A loop over the threads runs from the start of the kernel, or from behind a place where they wait, to the next such place. A
//! branch on a value that all threads have, which decides where they wait next, ends a loop as well: then the branch is taken once
//! for the block, by code between the loops, and from each place exactly one other is reached.
//!
//! Branches on values that differ do not matter where the ways meet again before the next wait. Where one of the ways leads to
//! the kernel's end, the kernel is *masked*: threads that have ended are skipped from there on. Else it is *irregular*: the
//! threads wait at different places.

use super::expand::waits;
use super::graph::Graph;
use super::uniform::Divergence;
use coluber_ir::typed::{BarrierKind, Op};
use coluber_ir::{Block, Cfg, Terminator, Typed};
use cranelift_entity::SecondaryMap;

/// How the loop over the threads ends behind a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With an operation that waits.
    Wait,
    /// Before a branch that is taken once for the block.
    Fork,
}

/// The ends of the loops, and what kind of kernel it is.
#[derive(Clone, Debug)]
pub struct Plan {
    ends: SecondaryMap<Block, Option<End>>,
    /// Whether threads can end before others that wait.
    pub masked: bool,
    /// Whether threads can wait at different places.
    pub irregular: bool,
    /// Whether there are barriers of the grid.
    pub grid_sync: bool,
}

impl Plan {
    /// Plans a function in which `expand` has run.
    pub fn new(func: &Typed, cfg: &Cfg, divergence: &Divergence) -> Self {
        let mut plan = Plan { ends: SecondaryMap::new(), masked: false, irregular: false, grid_sync: false };
        for &block in cfg.order() {
            if let Some(op) = last_wait(func, block) {
                plan.ends[block] = Some(End::Wait);
                plan.grid_sync |= matches!(op, Op::Barrier { kind: BarrierKind::Grid });
            }
        }
        Paths::new(func, cfg, divergence, &plan).decide(&mut plan);
        if plan.irregular {
            plan.be_irregular();
        }
        plan
    }

    /// Treats the kernel as one whose threads wait at different places.
    pub fn be_irregular(&mut self) {
        self.irregular = true;
        for end in self.ends.values_mut() {
            if *end == Some(End::Fork) {
                *end = None;
            }
        }
    }

    /// Whether and how loops over the threads end behind the block.
    pub fn end(&self, block: Block) -> Option<End> {
        self.ends[block]
    }
}

/// The operation at the end of a block at which threads wait.
fn last_wait(func: &Typed, block: Block) -> Option<&Op> {
    let last = *func.blocks[block].insts.last()?;
    Some(&func.insts[last].op).filter(|op| waits(op))
}

struct Paths<'f> {
    func: &'f Typed,
    divergence: &'f Divergence,
    /// Control flow up to the next wait or the end of the kernel.
    all: Graph,
    /// The part from which a wait is reached.
    waiting: Graph,
    can_wait: SecondaryMap<Block, bool>,
    /// Where the ways meet again at the latest, in each of the two.
    after: SecondaryMap<Block, Option<Block>>,
    after_waiting: SecondaryMap<Block, Option<Block>>,
}

impl<'f> Paths<'f> {
    fn new(func: &'f Typed, cfg: &Cfg, divergence: &'f Divergence, plan: &Plan) -> Self {
        let waits = |block: Block| plan.end(block) == Some(End::Wait);
        let all = Graph::new(cfg, |block| {
            if waits(block) {
                return (Default::default(), true);
            }
            (func.successors(block), matches!(func.blocks[block].term, Terminator::Return(_)))
        });
        let can_wait = all.reaching(waits);
        let waiting = all.pruned(&can_wait, waits);
        let (after, after_waiting) = (all.post_dominators(), waiting.post_dominators());
        Paths { func, divergence, all, waiting, can_wait, after, after_waiting }
    }

    fn decide(&self, plan: &mut Plan) {
        let mut inside: SecondaryMap<Block, bool> = SecondaryMap::new();
        let parting = || self.all.order.iter().copied().filter(|&b| self.all.next[b].len() > 1);
        for block in parting().filter(|&b| self.divergence.parts(b)) {
            self.mark_inside(block, &mut inside);
        }
        for block in parting().filter(|&b| self.can_wait[b] && self.after[b].is_none()) {
            let branch = matches!(self.func.blocks[block].term, Terminator::Branch { .. });
            if branch && !inside[block] && !self.divergence.parts(block) {
                plan.ends[block] = Some(End::Fork);
            } else if self.after_waiting[block].is_none() && self.waiting.next[block].len() > 1 {
                plan.irregular = true;
            } else {
                plan.masked = true;
            }
        }
    }

    /// Marks the blocks that only some of the threads come to which came to `block`.
    fn mark_inside(&self, block: Block, inside: &mut SecondaryMap<Block, bool>) {
        let stop = match self.after[block] {
            None if self.can_wait[block] => self.after_waiting[block],
            stop => stop,
        };
        let several = self.after[block].is_some() || self.waiting.next[block].len() > 1;
        for &side in &self.all.next[block] {
            // Behind the end of all other threads, the threads are together again.
            if !several && self.can_wait[side] {
                continue;
            }
            let reached = self.all.between(side, stop);
            for &other in self.all.order.iter().filter(|&&b| reached[b] && Some(b) != stop) {
                inside[other] = true;
            }
        }
    }
}
