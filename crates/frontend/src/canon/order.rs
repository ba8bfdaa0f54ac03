//! Brings operations in one order where compilers differ: the empty container of a comprehension is made before the iterator, and
//! constants stand before their first use.

use super::Canon;
use super::used::Used;
use coluber_ir::py::Op;
use coluber_ir::{Block, Inst, Value};
use cranelift_entity::SecondaryMap;

/// Takes instructions that nothing needs out of the blocks, so that they don't stand between others.
pub(super) fn drop_unused(canon: &mut Canon, used: &Used) {
    for &block in &canon.reached {
        canon.func.blocks[block].insts.retain(|&inst| used.insts.contains(inst));
    }
}

pub(super) fn containers_first(canon: &mut Canon) {
    let data = &canon.func.insts;
    for &block in &canon.reached {
        let insts = &mut canon.func.blocks[block].insts;
        for k in 1..insts.len() {
            let (before, this) = (&data[insts[k - 1]], &data[insts[k]]);
            let is_container = matches!(this.op, Op::BuildList {} | Op::BuildSet {} | Op::BuildMap {});
            if is_container && this.args.is_empty() && before.op == (Op::GetIter {}) {
                insts.swap(k - 1, k);
            }
        }
    }
}

/// Moves each constant to before its first use in its block. One that is used only elsewhere comes to the block's end.
pub(super) fn constants_late(canon: &mut Canon) {
    // Only values of the present block are in the map.
    let mut pending: SecondaryMap<Value, Option<Inst>> = SecondaryMap::new();
    for k in 0..canon.reached.len() {
        let block = canon.reached[k];
        let is_constant = |&&inst: &&Inst| matches!(canon.func.insts[inst].op, Op::Const { .. });
        let constants: Vec<Inst> = canon.func.blocks[block].insts.iter().filter(is_constant).copied().collect();
        if constants.is_empty() {
            continue;
        }
        for &inst in &constants {
            pending[canon.func.insts[inst].results[0]] = Some(inst);
        }
        let insts = place(canon, block, &constants, &mut pending);
        canon.func.blocks[block].insts = insts;
    }
}

fn place(
    canon: &Canon,
    block: Block,
    constants: &[Inst],
    pending: &mut SecondaryMap<Value, Option<Inst>>,
) -> Vec<Inst> {
    let data = &canon.func.blocks[block];
    let mut placed = Vec::with_capacity(data.insts.len());
    for &inst in &data.insts {
        let inst_data = &canon.func.insts[inst];
        if matches!(inst_data.op, Op::Const { .. }) {
            continue;
        }
        placed.extend(inst_data.args.iter().filter_map(|&arg| pending[canon.resolve(arg)].take()));
        placed.push(inst);
    }
    data.term.visit_uses(|value| placed.extend(pending[canon.resolve(value)].take()));
    placed.extend(constants.iter().filter_map(|&inst| pending[canon.func.insts[inst].results[0]].take()));
    placed
}
