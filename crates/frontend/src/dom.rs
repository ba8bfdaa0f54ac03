//! Dominators of the graph of blocks, exceptions' edges included.

use crate::cfg::{Cfg, Lists};
use crate::flow::NONE;

/// The dominator tree and the dominance frontiers.
pub(crate) struct Dominators {
    /// The blocks that each block dominates immediately, in ascending order.
    pub(crate) children: Lists,
    /// The dominance frontier of each block.
    pub(crate) frontier: Lists,
}

impl Dominators {
    /// The blocks are in reverse postorder, so that each immediate dominator stands before what it dominates.
    pub(crate) fn new(cfg: &Cfg) -> Self {
        let idom = immediate(cfg);
        let pairs = idom.iter().enumerate().skip(1).map(|(k, &d)| (d, k as u32));
        Dominators { children: Lists::new(cfg.len(), pairs), frontier: frontiers(cfg, &idom) }
    }
}

fn immediate(cfg: &Cfg) -> Vec<u32> {
    let mut idom = vec![NONE; cfg.len()];
    idom[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for node in 1..cfg.len() as u32 {
            let mut known = cfg.sources(node).filter(|&p| idom[p as usize] != NONE);
            let Some(first) = known.next() else { continue };
            let new = known.fold(first, |a, b| common(&idom, a, b));
            changed |= std::mem::replace(&mut idom[node as usize], new) != new;
        }
    }
    idom
}

fn common(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        if a > b {
            a = idom[a as usize];
        } else {
            b = idom[b as usize];
        }
    }
    a
}

fn frontiers(cfg: &Cfg, idom: &[u32]) -> Lists {
    let mut pairs = Vec::new();
    for node in 0..cfg.len() as u32 {
        if cfg.preds.of(node).len() + cfg.raisers.of(node).len() < 2 {
            continue;
        }
        for source in cfg.sources(node) {
            let mut runner = source;
            while runner != idom[node as usize] {
                pairs.push((runner, node));
                runner = idom[runner as usize];
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    Lists::new(cfg.len(), pairs.iter().copied())
}
