//! The control flow graph of the blocks that can be reached.

use crate::entity::Block;
use crate::function::Function;
use crate::op::OpSet;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

/// The blocks that control comes from.
#[derive(Clone, Debug, Default)]
struct Predecessors {
    /// By a jump; a branch with both sides to one block is listed twice.
    jumps: SmallVec<[Block; 2]>,
    /// By an exception.
    raisers: SmallVec<[Block; 2]>,
}

/// Predecessors and an order of the reachable blocks. Edges from unreachable blocks do not count.
#[derive(Clone, Debug)]
pub struct Cfg {
    preds: SecondaryMap<Block, Predecessors>,
    order: Vec<Block>,
    position: SecondaryMap<Block, Option<u32>>,
}

impl Cfg {
    /// The graph of a function with at least one block.
    pub fn new<O: OpSet>(func: &Function<O>) -> Self {
        let order = reverse_postorder(func);
        let mut cfg = Cfg {
            preds: SecondaryMap::with_capacity(func.blocks.len()),
            position: SecondaryMap::with_capacity(func.blocks.len()),
            order,
        };
        for (k, &block) in cfg.order.iter().enumerate() {
            cfg.position[block] = Some(k as u32);
            let data = &func.blocks[block];
            for target in data.term.targets() {
                cfg.preds[target.block].jumps.push(block);
            }
            if let Some(handler) = data.handler {
                cfg.preds[handler].raisers.push(block);
            }
        }
        cfg
    }

    /// The reachable blocks in reverse postorder: each before its successors, except along edges that close a loop.
    pub fn order(&self) -> &[Block] {
        &self.order
    }

    /// The block's place in [`Cfg::order`], or None when it can't be reached.
    pub fn position(&self, block: Block) -> Option<usize> {
        self.position[block].map(|k| k as usize)
    }

    /// Whether control can come to the block.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position[block].is_some()
    }

    /// The blocks that jump to this one; twice where both sides of a branch do.
    pub fn jumps_to(&self, block: Block) -> &[Block] {
        &self.preds[block].jumps
    }

    /// The blocks whose exceptions this one handles.
    pub fn raisers(&self, block: Block) -> &[Block] {
        &self.preds[block].raisers
    }

    /// All predecessors: [`Cfg::jumps_to`], then [`Cfg::raisers`].
    pub fn preds(&self, block: Block) -> impl Iterator<Item = Block> {
        let preds = &self.preds[block];
        preds.jumps.iter().chain(&preds.raisers).copied()
    }
}

/// Blocks that control reaches, each after the blocks that dominate it: a depth-first search without recursion. The first successor comes first in the order where there is a choice.
pub fn reverse_postorder<O: OpSet>(func: &Function<O>) -> Vec<Block> {
    let mut order = Vec::with_capacity(func.layout.len());
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::with_capacity(func.blocks.len());
    let mut stack = vec![(func.entry(), func.successors(func.entry()))];
    seen[func.entry()] = true;
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if !seen[next] => {
                seen[next] = true;
                stack.push((next, func.successors(next)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
