//! How often values are used.

use coluber_ir::{Block, Typed, Value};
use rustc_hash::FxHashMap;

/// How many times each value is used in some blocks.
pub(crate) fn counts(func: &Typed, blocks: &[Block]) -> FxHashMap<Value, u32> {
    let mut found = FxHashMap::default();
    let mut note = |value: Value| *found.entry(value).or_insert(0) += 1;
    for &block in blocks {
        func.blocks[block].insts.iter().for_each(|&inst| func.insts[inst].args.iter().copied().for_each(&mut note));
        func.blocks[block].term.visit_uses(&mut note);
    }
    found
}
