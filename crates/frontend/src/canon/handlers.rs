//! Removes handlers that only raise their exception again.

use super::Canon;
use coluber_ir::py::Op;
use coluber_ir::{Block, OpSet, Terminator};

pub(super) fn remove_idle(canon: &mut Canon) -> bool {
    let mut changed = false;
    for k in 0..canon.reached.len() {
        let block = canon.reached[k];
        while let Some(handler) = canon.func.blocks[block].handler.filter(|&h| is_idle(canon, h)) {
            canon.func.blocks[block].handler = canon.func.blocks[handler].handler;
            changed = true;
        }
    }
    if changed {
        canon.find_reached();
    }
    changed
}

/// Whether a handler takes the exception and, beside making values that nothing can see, only raises it.
fn is_idle(canon: &Canon, handler: Block) -> bool {
    let data = &canon.func.blocks[handler];
    let (Terminator::Unreachable, [first, between @ .., last]) = (&data.term, &data.insts[..]) else { return false };
    let (first, last) = (&canon.func.insts[*first], &canon.func.insts[*last]);
    data.handler != Some(handler)
        && matches!(first.op, Op::CaughtException {})
        && matches!(last.op, Op::Raise {})
        && last.args.len() == 1
        && canon.resolve(last.args[0]) == first.results[0]
        && between.iter().all(|&inst| canon.op(inst).is_pure())
}
