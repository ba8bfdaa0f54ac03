//! Loops that are left at their heads alone, as regions that can become functions of their own.

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::entity::Block;
use crate::function::{Function, Target, Terminator};
use crate::op::OpSet;
use cranelift_entity::EntitySet;

/// A loop whose head decides whether another iteration follows, and which nothing else leaves but exceptions.
#[derive(Clone, Debug)]
pub struct Region {
    /// The head.
    pub head: Block,
    /// The jump from the head into the body.
    pub enter: Target,
    /// The jump from the head past the loop.
    pub leave: Target,
    /// The blocks of the body in the order of the layout.
    pub body: Vec<Block>,
    inside: EntitySet<Block>,
}

impl Region {
    /// The region of the loop with this head; None when the loop is left from elsewhere, by `break` or `return` for instance.
    pub fn of_loop<O: OpSet>(func: &Function<O>, cfg: &Cfg, dominators: &Dominators, head: Block) -> Option<Region> {
        let Terminator::Branch { then, otherwise, .. } = &func.blocks[head].term else {
            return None;
        };
        let first = then.block;
        let body: Vec<Block> =
            func.layout.iter().copied().filter(|&b| cfg.is_reachable(b) && dominators.dominates(first, b)).collect();
        let mut inside = EntitySet::new();
        body.iter().for_each(|&block| {
            inside.insert(block);
        });
        let region = Region { head, enter: then.clone(), leave: otherwise.clone(), body, inside };
        region.is_closed(func).then_some(region)
    }

    /// What is said of a loop that is no region.
    pub const IS_LEFT: &str = "it is left by break, return or an exception that is handled outside of it";

    /// Whether a block is in the body.
    pub fn contains(&self, block: Block) -> bool {
        self.inside.contains(block)
    }

    fn is_closed<O: OpSet>(&self, func: &Function<O>) -> bool {
        if self.contains(self.head) || self.contains(self.leave.block) || self.leave.block == self.head {
            return false;
        }
        let around = func.blocks[self.head].handler;
        self.body.iter().all(|&block| {
            let data = &func.blocks[block];
            let stays = |target: &&Target| target.block == self.head || self.contains(target.block);
            let handled = data.handler.is_none_or(|handler| Some(handler) == around || self.contains(handler));
            handled && !matches!(data.term, Terminator::Return(_)) && data.term.targets().iter().all(stays)
        })
    }
}
