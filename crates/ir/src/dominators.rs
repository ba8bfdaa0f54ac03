//! The dominator tree, by the iterative algorithm of Cooper, Harvey and Kennedy.
//!
//! An exception can leave a block before any of its instructions has run. A block with a handler is therefore two nodes: its
//! start, where its parameters are defined and from where the handler is entered, and its end, where its instructions have run
//! and from where it jumps. What an instruction defines is available where the *end* of its block dominates.

use crate::cfg::Cfg;
use crate::entity::Block;
use crate::function::Function;
use crate::op::OpSet;
use cranelift_entity::SecondaryMap;

/// The nodes of a reachable block; the same one twice when it has no handler.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Nodes {
    start: u32,
    end: u32,
}

/// The dominator tree. Nodes are numbered in the order of [`Cfg::order`], so that a node's parent has a lower number.
#[derive(Clone, Debug)]
pub struct Dominators {
    nodes: SecondaryMap<Block, Option<Nodes>>,
    block_of: Vec<Block>,
    parent: Vec<u32>,
    /// Place in a preorder of the tree.
    pre: Vec<u32>,
    /// Number of nodes below and including this one.
    size: Vec<u32>,
}

impl Dominators {
    /// The tree of a function.
    pub fn new<O: OpSet>(func: &Function<O>, cfg: &Cfg) -> Self {
        let mut nodes: SecondaryMap<Block, Option<Nodes>> = SecondaryMap::with_capacity(func.blocks.len());
        let mut block_of = Vec::with_capacity(cfg.order().len());
        for &block in cfg.order() {
            let start = block_of.len() as u32;
            let end = start + u32::from(func.blocks[block].handler.is_some());
            nodes[block] = Some(Nodes { start, end });
            block_of.resize(end as usize + 1, block);
        }
        let mut tree = Dominators { nodes, block_of, parent: Vec::new(), pre: Vec::new(), size: Vec::new() };
        tree.parent = tree.find_parents(cfg);
        tree.number();
        tree
    }

    fn find_parents(&self, cfg: &Cfg) -> Vec<u32> {
        const UNKNOWN: u32 = u32::MAX;
        let preds: Vec<Vec<u32>> = (0..self.block_of.len()).map(|node| self.node_preds(cfg, node as u32)).collect();
        let mut parent = vec![UNKNOWN; preds.len()];
        parent[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for node in 1..preds.len() {
                let known = preds[node].iter().copied().filter(|&p| parent[p as usize] != UNKNOWN);
                let common = known.reduce(|a, b| common_ancestor(&parent, a, b)).unwrap_or(0);
                changed |= std::mem::replace(&mut parent[node], common) != common;
            }
        }
        parent
    }

    fn node_preds(&self, cfg: &Cfg, node: u32) -> Vec<u32> {
        let block = self.block_of[node as usize];
        let of = |b: &Block| self.nodes[*b].unwrap_or_default();
        if of(&block).start != node {
            return vec![node - 1];
        }
        let jumps = cfg.jumps_to(block).iter().map(|b| of(b).end);
        jumps.chain(cfg.raisers(block).iter().map(|b| of(b).start)).collect()
    }

    /// Preorder numbers from the sizes of the subtrees.
    fn number(&mut self) {
        let count = self.parent.len();
        self.size = vec![1; count];
        for node in (1..count).rev() {
            self.size[self.parent[node] as usize] += self.size[node];
        }
        self.pre = vec![0; count];
        let mut next_child = vec![1; count];
        for node in 1..count {
            let parent = self.parent[node] as usize;
            self.pre[node] = next_child[parent];
            next_child[parent] += self.size[node];
            next_child[node] = self.pre[node] + 1;
        }
    }

    fn contains(&self, above: u32, below: u32) -> bool {
        let (above, below) = (above as usize, below as usize);
        (self.pre[above]..self.pre[above] + self.size[above]).contains(&self.pre[below])
    }

    /// Whether every way to the start of `b` passes the start of `a`. Each reachable block dominates itself.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        matches!((self.nodes[a], self.nodes[b]), (Some(a), Some(b)) if self.contains(a.start, b.start))
    }

    /// Whether every way to the start of `b` passes all of `a`: what the instructions of `a` define is available in `b`.
    pub fn completes_before(&self, a: Block, b: Block) -> bool {
        a != b && matches!((self.nodes[a], self.nodes[b]), (Some(a), Some(b)) if self.contains(a.end, b.start))
    }

    /// The closest other block that dominates the block; None for the entry and for unreachable blocks.
    pub fn parent(&self, block: Block) -> Option<Block> {
        let start = self.nodes[block]?.start;
        (start != 0).then(|| self.block_of[self.parent[start as usize] as usize])
    }
}

fn common_ancestor(parent: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = parent[a as usize];
        }
        while b > a {
            b = parent[b as usize];
        }
    }
    a
}
