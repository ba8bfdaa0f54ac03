//! The blocks of a loop and of the one in it that counts.

use super::super::around::{Around, only_one, reached};
use crate::interrupts::counting::Facts;
use coluber_ir::{Block, Cfg, Loop, Target, Terminator, Typed};
use coluber_ops::CmpOp;

/// LLVM writes the turns of loops that take no more one behind the other.
const FEW_TURNS: i64 = 16;

/// The blocks of both loops.
pub(super) struct Loops {
    /// In an order in which values are made before they are used: the head of the loop around, the block before the inner loop, the blocks of
    /// that, and those behind.
    pub order: Vec<Block>,
    pub before: Block,
    /// The head of the inner loop.
    pub inner: Block,
    /// The blocks of the inner loop, the head first.
    pub region: Vec<Block>,
    pub behind: Vec<Block>,
}

impl Loops {
    /// The blocks of a loop in which there is one other that counts, and is left at its head. There may be more loops in that one.
    pub fn find(facts: &Facts<'_>, cfg: &Cfg, outer: Loop, around: &Around) -> Option<Loops> {
        let inner = only_one(facts.inner(outer))?;
        facts.count(inner)?.bound.filter(|(op, _)| *op == CmpOp::Lt)?;
        if has_few_turns(facts, inner) {
            return None;
        }
        let (func, head) = (facts.func, facts.head(inner)?);
        let within = |id: Loop| cfg.order().iter().copied().filter(move |&block| facts.loops.contains(id, block));
        let region: Vec<Block> = within(inner).collect();
        let later = reached(func, head, around.head);
        let others = || within(outer).filter(|block| *block != around.head && !region.contains(block));
        let before = only_one(others().filter(|block| !later.contains(block)))?;
        let behind: Vec<Block> = others().filter(|block| later.contains(block)).collect();
        let order = [around.head, before].iter().chain(&region).chain(&behind).copied().collect();
        let found = Loops { order, before, inner: head, region, behind };
        (found.region.first() == Some(&head) && found.is_left_at_head(func)).then_some(found)
    }

    /// Whether the inner loop goes on where the condition at its head holds, and is left there alone.
    fn is_left_at_head(&self, func: &Typed) -> bool {
        let stays = |target: &Target| self.region.contains(&target.block);
        self.region.iter().all(|&block| match &func.blocks[block].term {
            Terminator::Branch { then, otherwise, .. } if block == self.inner => stays(then) && !stays(otherwise),
            term => term.targets().iter().all(|target| stays(target)),
        })
    }

    /// The blocks whose operations run for all lanes before what is behind the inner loop does for the first.
    pub fn ahead(&self) -> &[Block] {
        &self.order[..self.order.len() - self.behind.len()]
    }
}

/// Whether a loop and all in it are known to take few turns.
fn has_few_turns(facts: &Facts<'_>, id: Loop) -> bool {
    let most = facts.count(id).and_then(|count| count.most);
    most.is_some_and(|most| most <= FEW_TURNS) && facts.inner(id).all(|inner| has_few_turns(facts, inner))
}
