//! Comprehensions that are functions of their own (before CPython 3.12) become a part of the function around them, as later
//! compilers make them.

use crate::Lowered;
use coluber_base::{Name, Result};
use coluber_bytecode::CodeObject;
use coluber_ir::py::Op;
use coluber_ir::{Block, Const, Inst, InstData, Slot, Target, Terminator, Untyped, Value};
use coluber_types::Ty;
use cranelift_entity::packed_option::ReservedValue;
use cranelift_entity::{EntityRef, SecondaryMap};
use std::sync::Arc;

/// Gives the lowered form of an inner function.
pub(crate) type BuildNested<'a> = dyn Fn(&Arc<CodeObject>) -> Result<Lowered> + 'a;

/// Replaces the calls of comprehensions in a function by their bodies.
pub(crate) fn comprehensions(lowered: &mut Lowered, build: &BuildNested<'_>) -> Result<()> {
    if !lowered.nested.iter().any(|code| is_inlined(code)) {
        return Ok(());
    }
    let made_by = makers(lowered);
    // Blocks that are added come later, so that each call is found once, with the rest of its block.
    let mut next = 0;
    while let Some(&block) = lowered.function.layout.get(next) {
        next += 1;
        if let Some(call) = find_call(&lowered.function, block, &made_by) {
            let nested = build(&lowered.nested[call.code as usize])?;
            Inliner::new(lowered, nested, &call).run(block, &call);
        }
    }
    Ok(())
}

fn is_inlined(code: &CodeObject) -> bool {
    matches!(&*code.name, "<listcomp>" | "<setcomp>" | "<dictcomp>")
}

/// The instruction that makes each function value that is a comprehension.
fn makers(lowered: &Lowered) -> SecondaryMap<Value, Option<Inst>> {
    let mut made_by = SecondaryMap::new();
    for (inst, data) in lowered.function.insts.iter() {
        if let Op::MakeFunction { code, .. } = data.op
            && is_inlined(&lowered.nested[code as usize])
        {
            made_by[data.results[0]] = Some(inst);
        }
    }
    made_by
}

struct Call {
    /// Its place in the block.
    index: usize,
    inst: Inst,
    code: u32,
    iterator: Value,
    names: Vec<Name>,
    captured: Vec<Value>,
}

fn find_call(func: &Untyped, block: Block, made_by: &SecondaryMap<Value, Option<Inst>>) -> Option<Call> {
    func.blocks[block].insts.iter().enumerate().find_map(|(index, &inst)| {
        let data = &func.insts[inst];
        let (Op::Call { .. }, &[callee, iterator]) = (&data.op, &data.args[..]) else {
            return None;
        };
        let maker = &func.insts[made_by[callee]?];
        let Op::MakeFunction { code, captured: names, .. } = &maker.op else {
            return None;
        };
        let captured = maker.args[maker.args.len() - names.len()..].to_vec();
        Some(Call { index, inst, code: *code, iterator, names: names.clone(), captured })
    })
}

struct Inliner<'a> {
    outer: &'a mut Untyped,
    inner: Untyped,
    /// What the numbers of the inner function's codes begin at.
    first_code: u32,
    values: SecondaryMap<Value, Value>,
    blocks: SecondaryMap<Block, Block>,
    slots: SecondaryMap<Slot, Slot>,
}

impl<'a> Inliner<'a> {
    fn new(lowered: &'a mut Lowered, nested: Lowered, call: &Call) -> Self {
        let first_code = lowered.nested.len() as u32;
        lowered.nested.extend(nested.nested);
        let mut inliner = Inliner {
            outer: &mut lowered.function,
            inner: nested.function,
            first_code,
            values: SecondaryMap::with_default(Value::reserved_value()),
            blocks: SecondaryMap::with_default(Block::reserved_value()),
            slots: SecondaryMap::with_default(Slot::reserved_value()),
        };
        inliner.declare(call);
        inliner
    }

    /// Makes blocks, values and slots for those of the inner function.
    fn declare(&mut self, call: &Call) {
        for (slot, data) in self.inner.slots.iter() {
            self.slots[slot] = self.outer.slots.push(data.clone());
        }
        for &block in &self.inner.layout {
            self.blocks[block] = self.outer.add_block();
        }
        for (value, data) in self.inner.values.iter() {
            self.values[value] = self.outer.values.push(data.clone());
        }
        if let Some(&param) = self.inner.params().first() {
            self.values[param] = call.iterator;
        }
        let insts: Vec<Inst> = self.inner.insts.keys().collect();
        for inst in insts {
            let (Op::Free { name } | Op::FreeCell { name }) = &self.inner.insts[inst].op else { continue };
            let Some(k) = call.names.iter().position(|n| n == name) else { continue };
            let captured = call.captured[k];
            if matches!(self.inner.insts[inst].op, Op::Free { .. }) && self.may_be_cell(captured) {
                self.load_from_cell(inst, name.clone(), captured);
            } else {
                self.values[self.inner.insts[inst].results[0]] = captured;
            }
        }
    }

    /// Whether a captured value may be a cell.
    fn may_be_cell(&self, captured: Value) -> bool {
        let makes = |data: &InstData<Op>| matches!(data.op, Op::CellNew {} | Op::FreeCell { .. });
        self.outer.insts.values().any(|data| makes(data) && data.results.contains(&captured))
    }

    /// Lets an instruction that reads a captured variable read the cell.
    fn load_from_cell(&mut self, inst: Inst, name: Name, cell: Value) {
        let operand = self.inner.add_value(Ty::undefined(), None);
        self.values[operand] = cell;
        let data = &mut self.inner.insts[inst];
        data.op = Op::CellLoad { name };
        data.args = [operand].into_iter().collect();
    }

    fn run(mut self, block: Block, call: &Call) {
        let rest = self.split(block, call);
        let handler = self.outer.blocks[block].handler;
        for inner in self.inner.layout.clone() {
            self.copy(inner, rest, handler, &call.names);
        }
    }

    /// Ends the block at the call. What follows it goes to a new block, whose parameter is the call's result.
    fn split(&mut self, block: Block, call: &Call) -> Block {
        let rest = self.outer.add_block();
        let entry = self.blocks[self.inner.entry()];
        let data = &mut self.outer.blocks[block];
        let mut insts = data.insts.split_off(call.index);
        insts.remove(0);
        let jump = Terminator::Jump(Target { block: entry, args: Default::default() });
        let term = std::mem::replace(&mut data.term, jump);
        let (term_span, handler) = (data.term_span, data.handler);
        let result = self.outer.insts[call.inst].results[0];
        let data = &mut self.outer.blocks[rest];
        data.params.push(result);
        (data.insts, data.term, data.term_span, data.handler) = (insts, term, term_span, handler);
        rest
    }

    fn copy(&mut self, inner: Block, rest: Block, handler: Option<Block>, captured: &[Name]) {
        let block = self.blocks[inner];
        let data = self.inner.blocks[inner].clone();
        if inner.index() != self.inner.entry().index() {
            self.outer.blocks[block].params = data.params.iter().map(|&param| self.values[param]).collect();
        }
        for inst in data.insts {
            let inst = self.inner.insts[inst].clone();
            let taken = matches!(&inst.op, Op::Free { name } | Op::FreeCell { name } if captured.contains(name));
            if !taken {
                let inst = self.instruction(inst);
                let inst = self.outer.insts.push(inst);
                self.outer.blocks[block].insts.push(inst);
            }
        }
        let mut term = data.term;
        term.map_uses(|value| self.values[value]);
        for target in term.targets_mut() {
            target.block = self.blocks[target.block];
        }
        if let Terminator::Return(value) = term {
            term = Terminator::Jump(Target { block: rest, args: [value].into_iter().collect() });
        }
        let out = &mut self.outer.blocks[block];
        out.term = term;
        out.term_span = data.term_span;
        out.handler = data.handler.map(|h| self.blocks[h]).or(handler);
    }

    fn instruction(&self, mut data: InstData<Op>) -> InstData<Op> {
        data.args.iter_mut().for_each(|arg| *arg = self.values[*arg]);
        data.results.iter_mut().for_each(|result| *result = self.values[*result]);
        match &mut data.op {
            Op::SlotLoad { slot } | Op::SlotStore { slot } => *slot = self.slots[*slot],
            Op::MakeFunction { code, .. } | Op::Const { value: Const::Code(code) } => *code += self.first_code,
            _ => {}
        }
        data
    }
}
