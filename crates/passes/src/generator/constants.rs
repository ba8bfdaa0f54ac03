//! Constants are made again where they are used, so that frames need not hold them.

use coluber_ir::typed::Op;
use coluber_ir::{Block, Inst, Typed, Value};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

/// Makes each constant in each block that uses it.
pub(super) fn sink(func: &mut Typed) {
    let mut made: SecondaryMap<Value, Option<(Block, Inst)>> = SecondaryMap::new();
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            if matches!(func.insts[inst].op, Op::Const { .. } | Op::Undef {}) {
                made[func.result(inst)] = Some((block, inst));
            }
        }
    }
    for block in func.layout.clone() {
        sink_into(func, block, &made);
    }
}

fn sink_into(func: &mut Typed, block: Block, made: &SecondaryMap<Value, Option<(Block, Inst)>>) {
    let mut copies: FxHashMap<Value, Value> = FxHashMap::default();
    let mut first = Vec::new();
    let mut own = |func: &mut Typed, value: Value| {
        let Some((home, inst)) = made[value].filter(|(home, _)| *home != block) else {
            return value;
        };
        debug_assert_ne!(home, block);
        *copies.entry(value).or_insert_with(|| {
            let data = func.insts[inst].clone();
            let copy = func.make_inst(data.op, &[], &[func.ty(value)], data.span);
            first.push(copy);
            func.result(copy)
        })
    };
    for inst in func.blocks[block].insts.clone() {
        for k in 0..func.insts[inst].args.len() {
            let value = own(func, func.insts[inst].args[k]);
            func.insts[inst].args[k] = value;
        }
    }
    let mut term = func.blocks[block].term.clone();
    term.map_uses(|value| own(func, value));
    func.blocks[block].term = term;
    if !first.is_empty() {
        first.append(&mut func.blocks[block].insts);
        func.blocks[block].insts = first;
    }
}
