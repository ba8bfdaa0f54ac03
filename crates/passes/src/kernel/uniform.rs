//! Which values are the same for all threads of a block that compute them together, and which differ.
//!
//! The indices of the thread differ, and so do results of atomics, addresses of local arrays and what is computed from such
//! values or loaded through them. A branch on a value that differs parts the threads: parameters of blocks where the ways meet
//! again differ, and so does what a loop computes that the threads leave after different numbers of rounds, outside of the loop.
//! A load through an address that all threads have is the same for all, since a program in which another thread writes there at
//! the same time has no meaning.

use super::graph::Graph;
use coluber_abi::{Effect, runtime_function};
use coluber_ir::function::Values;
use coluber_ir::typed::{Op, ThreadWord};
use coluber_ir::{Block, Cfg, Dominators, Inst, Loops, Terminator, Typed, Value};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

/// What differs.
#[derive(Clone, Debug)]
pub struct Divergence {
    values: SecondaryMap<Value, bool>,
    parting: SecondaryMap<Block, bool>,
}

impl Divergence {
    /// Analyses a function; `seeds` are parameters that differ.
    pub fn new(func: &Typed, cfg: &Cfg, seeds: &[Value]) -> Self {
        let mut analysis = Analysis::new(func, cfg);
        for &seed in seeds {
            analysis.found.values[seed] = true;
        }
        while analysis.round() {}
        analysis.found
    }

    /// Whether threads can have different values.
    pub fn differs(&self, value: Value) -> bool {
        self.values[value]
    }

    /// Whether threads can leave the block on different ways.
    pub fn parts(&self, block: Block) -> bool {
        self.parting[block]
    }
}

struct Analysis<'f> {
    func: &'f Typed,
    cfg: &'f Cfg,
    graph: Graph,
    after: SecondaryMap<Block, Option<Block>>,
    loops: Loops,
    defined_in: SecondaryMap<Value, Option<Block>>,
    /// For each value the blocks that use it.
    used_in: SecondaryMap<Value, SmallVec<[Block; 2]>>,
    found: Divergence,
}

impl<'f> Analysis<'f> {
    fn new(func: &'f Typed, cfg: &'f Cfg) -> Self {
        let graph = Graph::new(cfg, |block| {
            let leaves = matches!(func.blocks[block].term, Terminator::Return(_));
            (func.successors(block), leaves)
        });
        let loops = Loops::new(cfg, &Dominators::new(func, cfg));
        let found = Divergence { values: SecondaryMap::new(), parting: SecondaryMap::new() };
        let after = graph.post_dominators();
        let (defined_in, used_in) = (SecondaryMap::new(), SecondaryMap::new());
        let mut analysis = Analysis { func, cfg, graph, after, loops, defined_in, used_in, found };
        for &block in cfg.order() {
            analysis.note(block);
        }
        analysis
    }

    fn note(&mut self, block: Block) {
        let data = &self.func.blocks[block];
        let results = data.insts.iter().flat_map(|&i| &self.func.insts[i].results);
        for &value in data.params.iter().chain(results) {
            self.defined_in[value] = Some(block);
        }
        let mut used: Values = data.insts.iter().flat_map(|&i| self.func.insts[i].args.iter().copied()).collect();
        data.term.visit_uses(|v| used.push(v));
        for value in used {
            if self.used_in[value].last() != Some(&block) {
                self.used_in[value].push(block);
            }
        }
    }

    /// Whether something new was found.
    fn round(&mut self) -> bool {
        let (func, cfg) = (self.func, self.cfg);
        let mut changed = false;
        for &block in cfg.order() {
            for &inst in &func.blocks[block].insts {
                if self.inst_differs(inst) {
                    changed |= self.mark(&func.insts[inst].results);
                }
            }
            for target in func.blocks[block].term.targets() {
                for (&param, &arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                    changed |= self.found.values[arg] && self.mark(&[param]);
                }
            }
            if !self.found.parting[block] && self.threads_part(block) {
                self.found.parting[block] = true;
                self.part(block);
                changed = true;
            }
        }
        changed
    }

    fn mark(&mut self, values: &[Value]) -> bool {
        let mut new = false;
        for &value in values {
            new |= !std::mem::replace(&mut self.found.values[value], true);
        }
        new
    }

    fn inst_differs(&self, inst: Inst) -> bool {
        let data = &self.func.insts[inst];
        let operands = || data.args.iter().any(|&a| self.found.values[a]);
        match &data.op {
            Op::Thread { word } => own_word(*word),
            Op::Local { .. } | Op::Atomic { .. } | Op::Warp { .. } | Op::ActiveMask {} => true,
            Op::Barrier { .. } => false,
            Op::Runtime { func } => {
                let effect = runtime_function(func).map(|id| id.row().effect);
                !matches!(effect, Some(Effect::Pure | Effect::Reads)) || operands()
            }
            Op::Call { .. } | Op::Splice { .. } | Op::SlotLoad { .. } | Op::CaughtException {} => true,
            _ => operands(),
        }
    }

    fn threads_part(&self, block: Block) -> bool {
        let data = &self.func.blocks[block];
        match data.term {
            Terminator::Branch { cond, .. } => self.found.values[cond] || data.handler.is_some(),
            _ => data.handler.is_some(),
        }
    }

    /// Marks what differs because the threads part behind this block.
    fn part(&mut self, block: Block) {
        let stop = self.after[block];
        let sides = self.graph.next[block].clone();
        let reached: Vec<_> = sides.iter().map(|&side| self.graph.between(side, stop)).collect();
        for &join in self.cfg.order() {
            if reached.iter().filter(|r| r[join]).count() > 1 {
                let params = self.func.blocks[join].params.clone();
                self.mark(&params);
            }
        }
        let mut around = self.loops.innermost(block);
        while let Some(id) = around {
            if sides.iter().any(|&side| !self.loops.contains(id, side)) {
                self.leave(id);
            }
            around = self.loops.iter().find(|(l, _)| *l == id).and_then(|(_, data)| data.parent);
        }
    }

    /// Marks what a loop computes that is used outside of it.
    fn leave(&mut self, id: coluber_ir::loops::Loop) {
        let values: Vec<Value> = self.func.values.keys().collect();
        for value in values {
            let inside = self.defined_in[value].is_some_and(|b| self.loops.contains(id, b));
            if inside && self.used_in[value].iter().any(|&b| !self.loops.contains(id, b)) {
                self.mark(&[value]);
            }
        }
    }
}

fn own_word(word: ThreadWord) -> bool {
    matches!(word, ThreadWord::TidX | ThreadWord::TidY | ThreadWord::TidZ | ThreadWord::Lane)
}
