//! Which `except` clause an operation stands in.

use coluber_ir::py::Op;
use coluber_ir::{Block, Inst, Terminator, Untyped, Value};

/// The classes of the clauses that an operation on a caught exception stands in: the values that the exception was compared with on
/// the way there. None where there are no such clauses.
pub fn classes(body: &Untyped, inst: Inst, exception: Value) -> Vec<Value> {
    let block_of = |wanted: &dyn Fn(Inst) -> bool| {
        body.layout.iter().copied().find(|&block| body.blocks[block].insts.iter().any(|&inst| wanted(inst)))
    };
    let here = block_of(&|other| other == inst);
    let landing = block_of(&|other| body.insts[other].results.contains(&exception));
    let (Some(here), Some(landing)) = (here, landing) else { return Vec::new() };
    let mut found = Vec::new();
    for &block in &body.layout {
        for &other in &body.blocks[block].insts {
            let data = &body.insts[other];
            if matches!(data.op, Op::ExceptionMatch {})
                && data.args.first() == Some(&exception)
                && let Terminator::Branch { then, .. } = &body.blocks[block].term
                && leads_to(body, then.block, here, landing)
            {
                found.push(data.args[1]);
            }
        }
    }
    found
}

/// Whether control can go from one block to another, not by way of a third one.
fn leads_to(body: &Untyped, from: Block, to: Block, not: Block) -> bool {
    let (mut seen, mut waiting) = (vec![not], vec![from]);
    while let Some(block) = waiting.pop() {
        if block == to {
            return true;
        }
        if !seen.contains(&block) {
            seen.push(block);
            waiting.extend(body.successors(block));
        }
    }
    false
}
