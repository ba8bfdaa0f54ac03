//! Copies of instructions and blocks, in which other values stand for some.

use coluber_ir::function::Values;
use coluber_ir::{Block, Inst, Terminator, Typed, Value};
use rustc_hash::FxHashMap;

/// What stands for the values of the original; others stand for themselves.
#[derive(Clone, Default)]
pub(super) struct Map(FxHashMap<Value, Value>);

impl Map {
    /// Lets values stand for others.
    pub fn set(&mut self, from: &[Value], to: &[Value]) {
        self.0.extend(from.iter().copied().zip(to.iter().copied()));
    }

    /// What stands for a value.
    pub fn get(&self, value: Value) -> Value {
        self.0.get(&value).copied().unwrap_or(value)
    }

    /// What stands for values.
    pub fn all(&self, values: &[Value]) -> Values {
        values.iter().map(|&value| self.get(value)).collect()
    }

    /// New values of the same types for some.
    pub fn renew(&mut self, func: &mut Typed, values: &[Value]) -> Values {
        let renew = |&value: &Value| func.add_value(func.ty(value), func.values[value].name.clone());
        let new: Values = values.iter().map(renew).collect();
        self.set(values, &new);
        new
    }

    /// A copy of an instruction, which is in no block yet.
    pub fn inst(&mut self, func: &mut Typed, inst: Inst) -> Inst {
        let mut data = func.insts[inst].clone();
        data.args = self.all(&data.args);
        data.results = self.renew(func, &data.results).into_iter().collect();
        func.insts.push(data)
    }

    /// A copy of how a block ends, whose jumps go to the copies of blocks that have one.
    pub fn term(&self, term: &Terminator, blocks: &FxHashMap<Block, Block>) -> Terminator {
        let mut term = term.clone();
        term.map_uses(|value| self.get(value));
        for target in term.targets_mut() {
            target.block = blocks.get(&target.block).copied().unwrap_or(target.block);
        }
        term
    }
}

/// Adds empty copies of blocks, with parameters, lines and handlers of their own.
pub(super) fn blocks(func: &mut Typed, map: &mut Map, originals: &[Block]) -> FxHashMap<Block, Block> {
    let copies: FxHashMap<Block, Block> = originals.iter().map(|&block| (block, func.add_block())).collect();
    for &block in originals {
        let params = func.blocks[block].params.clone();
        let params = map.renew(func, &params);
        let (term_span, handler) = (func.blocks[block].term_span, func.blocks[block].handler);
        let copy = &mut func.blocks[copies[&block]];
        copy.params = params;
        copy.term_span = term_span;
        copy.handler = handler;
    }
    copies
}
