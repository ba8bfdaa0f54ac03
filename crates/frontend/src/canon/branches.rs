//! Brings conditions of branches into their positive form: `not a` is `a` with the ways exchanged, `is not` is `is`. A branch on
//! a constant is a jump.

use super::Canon;
use coluber_ir::py::Op;
use coluber_ir::{Block, Const, Inst, Terminator, Value};
use coluber_ops::UnOp;
use cranelift_entity::SecondaryMap;

pub(super) fn positive(canon: &mut Canon) {
    let (uses, made_by) = uses(canon);
    for k in 0..canon.reached.len() {
        let block = canon.reached[k];
        while flip(canon, block, &uses, &made_by) {}
        decide(canon, block, &made_by);
    }
    if std::mem::take(&mut canon.changed_edges) {
        canon.find_reached();
    }
}

fn decide(canon: &mut Canon, block: Block, made_by: &MadeBy) {
    let Terminator::Branch { cond, then, otherwise } = &mut canon.func.blocks[block].term else {
        return;
    };
    let Some(inst) = made_by[*cond] else { return };
    let Op::Const { value: Const::Bool(truth) } = canon.func.insts[inst].op else {
        return;
    };
    let target = if truth { then } else { otherwise }.clone();
    canon.func.blocks[block].term = Terminator::Jump(target);
    canon.changed_edges = true;
}

type Uses = SecondaryMap<Value, u32>;
type MadeBy = SecondaryMap<Value, Option<Inst>>;

/// How often each value is used, and what makes it, for results of the operations that matter here.
fn uses(canon: &Canon) -> (Uses, MadeBy) {
    let mut uses = Uses::new();
    let mut made_by = MadeBy::new();
    for &block in &canon.reached {
        let data = &canon.func.blocks[block];
        for &inst in &data.insts {
            let inst_data = &canon.func.insts[inst];
            inst_data.args.iter().for_each(|&arg| uses[arg] += 1);
            if matches!(inst_data.op, Op::Unary { .. } | Op::Is { .. } | Op::Truth {} | Op::Const { .. }) {
                made_by[inst_data.results[0]] = Some(inst);
            }
        }
        data.term.visit_uses(|value| uses[value] += 1);
    }
    (uses, made_by)
}

fn flip(canon: &mut Canon, block: Block, uses: &Uses, made_by: &MadeBy) -> bool {
    let Terminator::Branch { cond, then, otherwise } = &mut canon.func.blocks[block].term else {
        return false;
    };
    let Some(inst) = made_by[*cond] else {
        return false;
    };
    let data = &mut canon.func.insts[inst];
    match data.op {
        Op::Truth {} => {
            *cond = data.args[0];
            canon.idle.insert(inst);
            true
        }
        Op::Unary { op: UnOp::Not } => {
            *cond = data.args[0];
            std::mem::swap(then, otherwise);
            canon.idle.insert(inst);
            true
        }
        Op::Is { invert: true } if uses[*cond] == 1 => {
            data.op = Op::Is { invert: false };
            std::mem::swap(then, otherwise);
            false
        }
        _ => false,
    }
}
