//! Loops whose iterations do not depend on each other through memory.

use crate::llvm::{AccessGroup, Module};
use coluber_ir::{Block, Cfg, Dominators, Loops, Terminator, Typed};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

/// The parallel loops of a function. They are not nested.
#[derive(Default)]
pub(super) struct Parallel {
    group_of: SecondaryMap<Block, Option<AccessGroup>>,
    heads: FxHashMap<Block, AccessGroup>,
}

impl Parallel {
    pub fn new(ir: &Typed, module: &Module) -> Self {
        let mut found = Parallel::default();
        if !ir.layout.iter().any(|&block| ir.blocks[block].parallel) {
            return found;
        }
        let cfg = Cfg::new(ir);
        let loops = Loops::new(&cfg, &Dominators::new(ir, &cfg));
        for (id, data) in loops.iter().filter(|(_, data)| ir.blocks[data.head].parallel) {
            let Some(group) = module.access_group() else { continue };
            found.heads.insert(data.head, group);
            for &block in ir.layout.iter().filter(|&&block| loops.contains(id, block)) {
                found.group_of[block] = Some(group);
            }
        }
        found
    }

    /// The group of the accesses in a block.
    pub fn group(&self, block: Block) -> Option<AccessGroup> {
        self.group_of[block]
    }

    /// The group of the loop that a jump at the end of `block` closes.
    pub fn closed_by(&self, block: Block, term: &Terminator) -> Option<AccessGroup> {
        let groups = term.targets().into_iter().filter_map(|target| self.heads.get(&target.block));
        groups.copied().find(|&group| self.group_of[block] == Some(group))
    }
}
