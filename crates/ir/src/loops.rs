//! Natural loops: a block that dominates one of its predecessors is the head of a loop.

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::entity::Block;
use crate::function::Function;
use crate::op::OpSet;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

/// A loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loop(u32);
entity_impl!(Loop, "loop");

/// What is known of a loop.
#[derive(Clone, Debug)]
pub struct LoopData {
    /// The block through which it is entered.
    pub head: Block,
    /// The loop around it.
    pub parent: Option<Loop>,
    /// 1 for a loop that is in no other.
    pub depth: u32,
}

/// The loops of a function, outer ones first. Cycles with several entries are not loops.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: PrimaryMap<Loop, LoopData>,
    innermost: SecondaryMap<Block, Option<Loop>>,
}

impl Loops {
    /// The loops of a function.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        let mut found = Loops { loops: PrimaryMap::new(), innermost: SecondaryMap::new() };
        for &head in cfg.order() {
            if cfg.preds(head).any(|p| dominators.dominates(head, p)) {
                found.loops.push(LoopData { head, parent: None, depth: 1 });
            }
        }
        for id in found.loops.keys().rev() {
            found.collect(id, cfg, dominators);
        }
        for id in found.loops.keys() {
            if let Some(parent) = found.loops[id].parent {
                found.loops[id].depth = found.loops[parent].depth + 1;
            }
        }
        found
    }

    /// Walks backwards from the edges that close the loop; loops inside it have been collected before.
    fn collect(&mut self, id: Loop, cfg: &Cfg, dominators: &Dominators) {
        let head = self.loops[id].head;
        let mut work: Vec<Block> = cfg.preds(head).filter(|&p| dominators.dominates(head, p)).collect();
        while let Some(block) = work.pop() {
            let Some(inner) = self.innermost[block].map(|l| self.outermost_below(l, id)) else {
                self.innermost[block] = Some(id);
                if block != head {
                    work.extend(cfg.preds(block));
                }
                continue;
            };
            if inner != id {
                self.loops[inner].parent = Some(id);
                let inner_head = self.loops[inner].head;
                work.extend(cfg.preds(inner_head).filter(|&p| !dominators.dominates(inner_head, p)));
            }
        }
        self.innermost[head].get_or_insert(id);
    }

    fn outermost_below(&self, mut id: Loop, limit: Loop) -> Loop {
        while id != limit {
            match self.loops[id].parent {
                Some(parent) => id = parent,
                None => break,
            }
        }
        id
    }

    /// The innermost loop that the block is in.
    pub fn innermost(&self, block: Block) -> Option<Loop> {
        self.innermost[block]
    }

    /// In how many loops the block is.
    pub fn depth(&self, block: Block) -> u32 {
        self.innermost[block].map_or(0, |l| self.loops[l].depth)
    }

    /// Whether the block is in the loop or in a loop inside it.
    pub fn contains(&self, id: Loop, block: Block) -> bool {
        let mut at = self.innermost[block];
        while let Some(l) = at {
            if l == id {
                return true;
            }
            at = self.loops[l].parent;
        }
        false
    }

    /// All loops, outer ones before those inside them.
    pub fn iter(&self) -> impl Iterator<Item = (Loop, &LoopData)> {
        self.loops.iter()
    }
}

/// Where each block of a function leads, which block is the last one before it on all ways to it, and the loops.
pub fn describe<O: OpSet>(func: &Function<O>) -> String {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    let shown = |blocks: Vec<Block>| blocks.iter().map(Block::to_string).collect::<Vec<_>>().join(", ");
    let mut lines = Vec::new();
    for &block in cfg.order() {
        let leads_to = func.blocks[block].term.targets().into_iter().map(|target| target.block).collect();
        let raises_to = func.blocks[block].handler.map_or(String::new(), |handler| format!("; raises to {handler}"));
        let parent = dominators.parent(block).map_or(String::new(), |parent| format!("; dominated by {parent}"));
        lines.push(format!("{block} -> {}{raises_to}{parent}", shown(leads_to)));
    }
    for (id, data) in loops.iter() {
        let blocks = cfg.order().iter().copied().filter(|&block| loops.contains(id, block)).collect();
        lines.push(format!("{id}: head {}, depth {}, blocks {}", data.head, data.depth, shown(blocks)));
    }
    lines.join("\n") + "\n"
}
