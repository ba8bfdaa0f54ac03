//! Post-dominators in a part of a function's control flow.

use coluber_ir::{Block, Cfg};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

/// The successors of a block in a graph.
pub(super) type Next = SmallVec<[Block; 3]>;

/// A graph of blocks: where each leads to, and which lead out.
pub(super) struct Graph {
    /// The blocks, each before its successors where that is possible.
    pub order: Vec<Block>,
    /// Successors.
    pub next: SecondaryMap<Block, Next>,
    /// Whether control leaves the graph behind the block.
    pub leaves: SecondaryMap<Block, bool>,
}

impl Graph {
    /// The blocks that can be reached, with these edges.
    pub fn new(cfg: &Cfg, edges: impl Fn(Block) -> (Next, bool)) -> Self {
        let mut graph = Graph { order: cfg.order().to_vec(), next: SecondaryMap::new(), leaves: SecondaryMap::new() };
        for &block in cfg.order() {
            (graph.next[block], graph.leaves[block]) = edges(block);
        }
        graph
    }

    /// The blocks from which one is reached that is in `goal`.
    pub fn reaching(&self, goal: impl Fn(Block) -> bool) -> SecondaryMap<Block, bool> {
        let mut reaching: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in self.order.iter().rev() {
                if !reaching[block] && (goal(block) || self.next[block].iter().any(|&n| reaching[n])) {
                    reaching[block] = true;
                    changed = true;
                }
            }
        }
        reaching
    }

    /// The graph without the blocks from which none of `kept` is reached.
    pub fn pruned(&self, kept: &SecondaryMap<Block, bool>, leaves: impl Fn(Block) -> bool) -> Graph {
        let mut graph = Graph { order: Vec::new(), next: SecondaryMap::new(), leaves: SecondaryMap::new() };
        for &block in self.order.iter().filter(|&&b| kept[b]) {
            graph.order.push(block);
            graph.next[block] = self.next[block].iter().copied().filter(|&n| kept[n]).collect();
            graph.leaves[block] = leaves(block);
        }
        graph
    }

    /// What is reached from `start` without going on behind `stop`; `stop` included.
    pub fn between(&self, start: Block, stop: Option<Block>) -> SecondaryMap<Block, bool> {
        let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut work = vec![start];
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut seen[block], true) && Some(block) != stop {
                work.extend(&self.next[block]);
            }
        }
        seen
    }

    /// For each block the closest other one that all ways out pass; None where there is none, or no way out.
    pub fn post_dominators(&self) -> SecondaryMap<Block, Option<Block>> {
        let walk = Backwards::new(self);
        let parent = walk.parents(self);
        let mut found = SecondaryMap::new();
        for (node, &block) in walk.order.iter().enumerate() {
            let up = parent[node + 1];
            found[block] = (up != 0).then(|| walk.order[up - 1]);
        }
        found
    }
}

/// The blocks with a way out, each behind those that it leads to where that is possible. Node 0 is the outside, node k + 1 the
/// k-th block.
struct Backwards {
    order: Vec<Block>,
    node: SecondaryMap<Block, usize>,
}

impl Backwards {
    fn new(graph: &Graph) -> Self {
        let mut before: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for &block in &graph.order {
            for &next in &graph.next[block] {
                before[next].push(block);
            }
        }
        let mut walk = Backwards { order: Vec::new(), node: SecondaryMap::new() };
        let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut done = Vec::new();
        for &root in graph.order.iter().filter(|&&b| graph.leaves[b]) {
            let mut stack = vec![(root, 0)];
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            while let Some((block, at)) = stack.last_mut() {
                let next = before[*block].get(*at).copied();
                *at += 1;
                match next {
                    Some(next) if !std::mem::replace(&mut seen[next], true) => stack.push((next, 0)),
                    Some(_) => {}
                    None => {
                        done.push(*block);
                        stack.pop();
                    }
                }
            }
        }
        walk.order = done.into_iter().rev().collect();
        for (k, &block) in walk.order.iter().enumerate() {
            walk.node[block] = k + 1;
        }
        walk
    }

    /// The algorithm of Cooper, Harvey and Kennedy on the reversed graph.
    fn parents(&self, graph: &Graph) -> Vec<usize> {
        const UNKNOWN: usize = usize::MAX;
        let mut parent = vec![UNKNOWN; self.order.len() + 1];
        parent[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for (k, &block) in self.order.iter().enumerate() {
                let outside = graph.leaves[block].then_some(0);
                let inside = graph.next[block].iter().map(|&n| self.node[n]).filter(|&n| n != 0);
                let known = inside.chain(outside).filter(|&n| parent[n] != UNKNOWN);
                let Some(common) = known.reduce(|a, b| common(&parent, a, b)) else { continue };
                changed |= std::mem::replace(&mut parent[k + 1], common) != common;
            }
        }
        parent
    }
}

fn common(parent: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = parent[a];
        }
        while b > a {
            b = parent[b];
        }
    }
    a
}
