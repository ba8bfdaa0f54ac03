//! Sums and products of floats in the body of a loop: a piece of them may be computed in any order, as the whole is, so that LLVM can use
//! vectors.

use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Inst, Typed, Value};
use rustc_hash::FxHashSet;

/// Lets the steps of reductions, given as parameters of the loop's head, be taken in any order.
pub(super) fn free(func: &mut Typed, reductions: &[Value]) {
    let mut members: FxHashSet<Value> = reductions.iter().copied().filter(|&v| func.ty(v).is_float()).collect();
    let mut steps = FxHashSet::default();
    // A value may be reached by a block that comes earlier in the layout.
    let mut known = usize::MAX;
    while known != members.len() && !members.is_empty() {
        known = members.len();
        find_steps(func, &mut members, &mut steps);
        follow_jumps(func, &mut members);
    }
    for inst in steps {
        if let Op::Arith { op } = &mut func.insts[inst].op {
            *op = freed(*op).unwrap_or(*op);
        }
    }
}

/// The operation that may be done in any order.
fn freed(op: Arith) -> Option<Arith> {
    match op {
        Arith::Add | Arith::AddFree => Some(Arith::AddFree),
        Arith::Sub | Arith::SubFree => Some(Arith::SubFree),
        Arith::Mul | Arith::MulFree => Some(Arith::MulFree),
        _ => None,
    }
}

/// Adds the results of sums and products with a value of the reduction.
fn find_steps(func: &Typed, members: &mut FxHashSet<Value>, steps: &mut FxHashSet<Inst>) {
    for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
        let data = &func.insts[inst];
        let is_step = matches!(data.op, Op::Arith { op } if freed(op).is_some());
        if is_step && data.args.iter().any(|arg| members.contains(arg)) {
            members.insert(data.results[0]);
            steps.insert(inst);
        }
    }
}

/// Adds the parameters of blocks that values of the reduction are passed for.
fn follow_jumps(func: &Typed, members: &mut FxHashSet<Value>) {
    for &block in &func.layout {
        for target in func.blocks[block].term.targets() {
            for (&param, arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                if members.contains(arg) {
                    members.insert(param);
                }
            }
        }
    }
}
