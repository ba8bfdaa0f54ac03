//! Reads of a slot after a write or read in the same block are the value that is known.

use super::Canon;
use coluber_ir::py::Op;
use coluber_ir::{Slot, Value};
use cranelift_entity::SecondaryMap;

pub(super) fn forward(canon: &mut Canon) {
    if canon.func.slots.is_empty() {
        return;
    }
    for k in 0..canon.reached.len() {
        let block = canon.reached[k];
        let mut known: SecondaryMap<Slot, Option<Value>> = SecondaryMap::new();
        for index in 0..canon.func.blocks[block].insts.len() {
            let inst = &canon.func.insts[canon.func.blocks[block].insts[index]];
            match inst.op {
                Op::SlotStore { slot } => known[slot] = Some(canon.resolve(inst.args[0])),
                Op::SlotLoad { slot } => {
                    let result = inst.results[0];
                    match known[slot] {
                        Some(value) => canon.replace(result, value),
                        None => known[slot] = Some(result),
                    }
                }
                _ => {}
            }
        }
    }
}
