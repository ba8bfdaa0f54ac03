//! A reference that is taken to last and one to the same that is given up right behind it are one that is handed over: what a function has
//! made and a container then keeps is not counted twice.

use super::Owners;
use crate::filled::calls;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Inst, OpSet, Typed, Value};
use rustc_hash::FxHashMap;

/// Replaces `hold o; release v`, where `o` is the only owner in `v`, by `hand_over o`.
pub(super) fn run(func: &mut Typed, types: &mut Owners) {
    if !func.insts.values().any(|inst| calls(&inst.op, "hold")) {
        return;
    }
    let wholes = wholes(func, types);
    for block in func.layout.clone() {
        let pairs = pairs(func, block, &wholes);
        for &hold in pairs.values() {
            func.insts[hold].op = Op::Runtime { func: "hand_over".into() };
        }
        func.blocks[block].insts.retain(|inst| !pairs.contains_key(inst));
    }
}

/// Of the owners that are the only ones in a value: which value that is.
fn wholes(func: &Typed, types: &mut Owners) -> FxHashMap<Value, Value> {
    let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts).map(|&inst| &func.insts[inst]);
    let parts = insts.filter(|data| matches!(data.op, Op::Part { .. }));
    parts.filter(|data| types.count(func.ty(data.args[0])) == 1).map(|data| (data.results[0], data.args[0])).collect()
}

/// The instructions of a block that give a reference up, and those right in front of them that hold it.
fn pairs(func: &Typed, block: Block, wholes: &FxHashMap<Value, Value>) -> FxHashMap<Inst, Inst> {
    let insts = &func.blocks[block].insts;
    let mut found = FxHashMap::default();
    for (k, &hold) in insts.iter().enumerate().filter(|&(_, &inst)| calls(&func.insts[inst].op, "hold")) {
        let owner = func.insts[hold].args[0];
        let next = insts[k + 1..].iter().find(|&&inst| !func.insts[inst].op.is_pure());
        let gives_up = |&&inst: &&Inst| {
            let data = &func.insts[inst];
            data.op == Op::Release {} && (data.args[0] == owner || wholes.get(&owner) == Some(&data.args[0]))
        };
        found.extend(next.filter(gives_up).map(|&release| (release, hold)));
    }
    found
}
