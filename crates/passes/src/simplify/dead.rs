//! Operations and block parameters without use, also those that only use each other around a loop.

use super::params::remove;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Inst, OpSet, Terminator, Typed, Value};
use cranelift_entity::SecondaryMap;

/// Removes what no effect, condition or result needs.
pub(super) fn run(func: &mut Typed) {
    let cfg = Cfg::new(func);
    let mut marker =
        Marker { func, cfg: &cfg, defs: SecondaryMap::new(), needed: SecondaryMap::new(), work: Vec::new() };
    marker.mark();
    let needed = marker.needed;
    for &block in cfg.order() {
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts
            .retain(|&inst| !is_removable(&func.insts[inst].op) || func.insts[inst].results.iter().any(|&r| needed[r]));
        func.blocks[block].insts = insts;
        if block == func.entry() {
            continue;
        }
        for index in (0..func.blocks[block].params.len()).rev() {
            if !needed[func.blocks[block].params[index]] {
                remove(func, &cfg, block, index);
            }
        }
    }
}

/// Reading memory has no effect of its own.
fn is_removable(op: &Op) -> bool {
    let reads = matches!(op, Op::Load {} | Op::CodePoint {} | Op::SlotLoad { .. } | Op::ListLen {} | Op::ListPlace {});
    reads || op.is_pure()
}

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Def {
    Inst(Inst),
    Param(Block, usize),
}

struct Marker<'f> {
    func: &'f Typed,
    cfg: &'f Cfg,
    defs: SecondaryMap<Value, Option<Def>>,
    needed: SecondaryMap<Value, bool>,
    work: Vec<Value>,
}

impl Marker<'_> {
    fn mark(&mut self) {
        let func = self.func;
        for &block in self.cfg.order() {
            let data = &func.blocks[block];
            for (k, &param) in data.params.iter().enumerate() {
                self.defs[param] = Some(Def::Param(block, k));
            }
            for &inst in &data.insts {
                for &result in &func.insts[inst].results {
                    self.defs[result] = Some(Def::Inst(inst));
                }
                if !is_removable(&func.insts[inst].op) {
                    self.need_operands(inst);
                }
            }
            if let Terminator::Branch { cond: value, .. } | Terminator::Return(value) = data.term {
                self.need(value);
            }
        }
        while let Some(value) = self.work.pop() {
            match self.defs[value] {
                Some(Def::Inst(inst)) => self.need_operands(inst),
                Some(Def::Param(block, index)) => self.need_arguments(block, index),
                None => {}
            }
        }
    }

    fn need(&mut self, value: Value) {
        if !std::mem::replace(&mut self.needed[value], true) {
            self.work.push(value);
        }
    }

    fn need_operands(&mut self, inst: Inst) {
        let func = self.func;
        for &value in func.insts[inst].args.iter().chain(&func.insts[inst].cleanup) {
            self.need(value);
        }
    }

    fn need_arguments(&mut self, block: Block, index: usize) {
        let func = self.func;
        for &pred in self.cfg.jumps_to(block) {
            for target in func.blocks[pred].term.targets() {
                if target.block == block {
                    self.need(target.args[index]);
                }
            }
        }
    }
}
