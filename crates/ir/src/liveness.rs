//! Which values are needed at the start and at the end of each block.

use crate::bitset::BitSet;
use crate::cfg::Cfg;
use crate::entity::{Block, Value};
use crate::function::Function;
use crate::op::OpSet;
use cranelift_entity::{EntityRef, SecondaryMap};

/// What liveness is computed of: a numbered choice of a function's values.
pub trait Tracked {
    /// How many there are.
    fn count(&self) -> usize;
    /// The number of a value that is defined, if it is tracked.
    fn defined(&self, value: Value) -> Option<usize>;
    /// Calls `f` with the number of each tracked value that a use of `value` needs.
    fn used(&self, value: Value, f: impl FnMut(usize));
}

/// All values, each with the number of its id.
#[derive(Clone, Copy, Debug)]
pub struct AllValues(usize);

impl AllValues {
    /// Those of a function.
    pub fn of<O: OpSet>(func: &Function<O>) -> Self {
        AllValues(func.values.len())
    }
}

impl Tracked for AllValues {
    fn count(&self) -> usize {
        self.0
    }

    fn defined(&self, value: Value) -> Option<usize> {
        Some(value.index())
    }

    fn used(&self, value: Value, mut f: impl FnMut(usize)) {
        f(value.index());
    }
}

/// Live values at the borders of the reachable blocks.
///
/// What a handler needs counts as live at the end of each block that it serves, since an exception can leave anywhere.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// By the block's place in the order of the graph.
    live_in: Vec<BitSet>,
    live_out: Vec<BitSet>,
    position: SecondaryMap<Block, Option<u32>>,
    empty: BitSet,
}

impl Liveness {
    /// Liveness of the tracked values.
    pub fn new<O: OpSet>(func: &Function<O>, cfg: &Cfg, tracked: &impl Tracked) -> Self {
        let empty = BitSet::new(tracked.count());
        let blocks = cfg.order().len();
        let mut live = Liveness {
            live_in: vec![empty.clone(); blocks],
            live_out: vec![empty.clone(); blocks],
            position: SecondaryMap::new(),
            empty,
        };
        for (k, &block) in cfg.order().iter().enumerate() {
            live.position[block] = Some(k as u32);
        }
        let local: Vec<Local> = cfg.order().iter().map(|&block| Local::new(func, block, tracked)).collect();
        let successors: Vec<Vec<usize>> = cfg.order().iter().map(|&b| live.successor_positions(func, b)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for k in (0..blocks).rev() {
                changed |= live.update(k, &local[k], &successors[k]);
            }
        }
        live
    }

    fn successor_positions<O: OpSet>(&self, func: &Function<O>, block: Block) -> Vec<usize> {
        func.successors(block).iter().filter_map(|&s| self.position[s]).map(|k| k as usize).collect()
    }

    fn update(&mut self, k: usize, local: &Local, successors: &[usize]) -> bool {
        let mut changed = false;
        for &s in successors {
            changed |= self.live_out[k].union(&self.live_in[s]);
        }
        let mut live_in = self.live_out[k].clone();
        live_in.subtract(&local.defined);
        live_in.union(&local.used);
        changed | self.live_in[k].union(&live_in)
    }

    /// What is live at the start of a block, its parameters excluded.
    pub fn live_in(&self, block: Block) -> &BitSet {
        self.position[block].map_or(&self.empty, |k| &self.live_in[k as usize])
    }

    /// What is live behind the block's terminator, arguments of its jumps excluded.
    pub fn live_out(&self, block: Block) -> &BitSet {
        self.position[block].map_or(&self.empty, |k| &self.live_out[k as usize])
    }
}

/// What one block defines, and what it uses without having defined it.
struct Local {
    defined: BitSet,
    used: BitSet,
}

impl Local {
    fn new<O: OpSet>(func: &Function<O>, block: Block, tracked: &impl Tracked) -> Self {
        let mut local = Local { defined: BitSet::new(tracked.count()), used: BitSet::new(tracked.count()) };
        let data = &func.blocks[block];
        local.define(&data.params, tracked);
        for &inst in &data.insts {
            let inst = &func.insts[inst];
            for &value in inst.args.iter().chain(&inst.cleanup) {
                local.note_use(value, tracked);
            }
            local.define(&inst.results, tracked);
        }
        data.term.visit_uses(|value| local.note_use(value, tracked));
        local
    }

    fn define(&mut self, values: &[Value], tracked: &impl Tracked) {
        for &value in values {
            if let Some(k) = tracked.defined(value) {
                self.defined.insert(k);
            }
        }
    }

    fn note_use(&mut self, value: Value, tracked: &impl Tracked) {
        tracked.used(value, |k| {
            if !self.defined.contains(k) {
                self.used.insert(k);
            }
        });
    }
}
