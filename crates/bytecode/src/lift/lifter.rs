//! The state of the simulation at one instruction, and the steps that the opcodes are made of.

use super::{Slot, permute, values};
use crate::raw::{self, RawInstr};
use crate::{
    CodeObject, Const, DecodeError, DecodeErrorKind, DerefId, InstrId, LocalId, Name, Op, Tables, When, stack_effect,
};

/// Where control goes after an instruction, beside the jumps recorded by [`Lifter::jump_to`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// To the next instruction.
    Next,
    /// To the n-th instruction after this one: the ones between are taken in by this one.
    Skip(usize),
    /// Nowhere.
    Stop,
}

/// The result of lifting an instruction.
pub(crate) type Outcome = Result<Flow, DecodeError>;

/// A stack that is deeper than this comes from damaged code.
const MAX_DEPTH: usize = 10_000;

/// What a "fast" index of CPython names.
#[derive(Debug, Clone, Copy)]
enum Variable {
    Local(LocalId),
    /// A cell or free variable: after the function's start its place holds a cell.
    Cell(DerefId),
}

/// Lifts instructions, one at a time.
pub(crate) struct Lifter<'a> {
    pub(crate) code: &'a CodeObject,
    pub(crate) tables: &'a Tables,
    instrs: &'a [RawInstr],
    variables: Vec<Variable>,
    /// The instruction that is being lifted.
    pub(super) at: usize,
    /// The physical stack.
    pub(super) stack: Vec<Slot>,
    /// Emitted operations, each with the index of its instruction. Targets are indices of instructions.
    pub(super) emitted: Vec<(usize, Op)>,
    /// Jumps of the present instruction: target and stack there.
    pub(super) jumps: Vec<(usize, Vec<Slot>)>,
}

impl<'a> Lifter<'a> {
    pub(super) fn new(code: &'a CodeObject, tables: &'a Tables, instrs: &'a [RawInstr]) -> Self {
        let variables = variables(code);
        Self { code, tables, instrs, variables, at: 0, stack: Vec::new(), emitted: Vec::new(), jumps: Vec::new() }
    }

    pub(super) fn lift(&mut self) -> Outcome {
        let instr = self.instrs[self.at];
        let opcode = self.tables.opcode(instr.opcode).ok_or_else(|| self.bad_operand(instr.arg))?;
        let Some(lift) = opcode.lift else {
            return Err(self.error(DecodeErrorKind::UnknownInstruction(opcode.name.to_string())));
        };
        lift(self, instr.arg)
    }

    // Errors.

    pub(crate) fn error(&self, kind: DecodeErrorKind) -> DecodeError {
        DecodeError { offset: 2 * self.instrs[self.at].unit, kind }
    }

    pub(crate) fn bad_operand(&self, arg: u32) -> DecodeError {
        self.error(DecodeErrorKind::BadOperand { name: self.name_at(0).to_owned(), arg })
    }

    // Operands.

    /// The name of the n-th instruction after this one; empty behind the end.
    pub(crate) fn name_at(&self, n: usize) -> &'a str {
        let instr = self.instrs.get(self.at + n);
        instr.and_then(|instr| self.tables.opcode(instr.opcode)).map_or("", |opcode| &opcode.name)
    }

    /// The operand of the n-th instruction after this one.
    pub(crate) fn arg_at(&self, n: usize) -> u32 {
        self.instrs.get(self.at + n).map_or(0, |instr| instr.arg)
    }

    /// The entry of a table that the operand selects.
    pub(crate) fn entry<T: Clone>(&self, table: &[T], index: u32) -> Result<T, DecodeError> {
        table.get(index as usize).cloned().ok_or_else(|| self.bad_operand(index))
    }

    pub(crate) fn name(&self, index: u32) -> Result<Name, DecodeError> {
        self.entry(&self.code.names, index)
    }

    pub(crate) fn constant(&self, index: u32) -> Result<&'a Const, DecodeError> {
        self.code.consts.get(index as usize).ok_or_else(|| self.bad_operand(index))
    }

    fn variable(&self, index: u32) -> Result<Variable, DecodeError> {
        self.entry(&self.variables, index)
    }

    pub(crate) fn deref(&self, index: u32) -> Result<DerefId, DecodeError> {
        match self.variable(index)? {
            Variable::Cell(id) => Ok(id),
            Variable::Local(_) => Err(self.bad_operand(index)),
        }
    }

    // The stack.

    pub(crate) fn push(&mut self, slot: Slot) -> Result<(), DecodeError> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(self.error(DecodeErrorKind::StackTooDeep));
        }
        self.stack.push(slot);
        Ok(())
    }

    pub(crate) fn push_null(&mut self) -> Result<(), DecodeError> {
        self.push(Slot::Null)
    }

    fn push_values(&mut self, n: u32) -> Result<(), DecodeError> {
        (0..n).try_for_each(|_| self.push(Slot::Value))
    }

    pub(crate) fn pop(&mut self) -> Result<Slot, DecodeError> {
        self.stack.pop().ok_or_else(|| self.error(DecodeErrorKind::StackUnderflow))
    }

    /// Pops slots of any kind; gives the number of values among them.
    pub(crate) fn pop_any(&mut self, n: u32) -> Result<u32, DecodeError> {
        let rest = self.below(n)?;
        let count = values(&self.stack[rest..]);
        self.stack.truncate(rest);
        Ok(count)
    }

    /// Pops slots that must be values.
    pub(crate) fn pop_values(&mut self, n: u32) -> Result<(), DecodeError> {
        if self.pop_any(n)? == n { Ok(()) } else { Err(self.error(DecodeErrorKind::WrongSlot)) }
    }

    /// Pops slots that must not be values.
    pub(crate) fn pop_nulls(&mut self, n: u32) -> Result<(), DecodeError> {
        if self.pop_any(n)? == 0 { Ok(()) } else { Err(self.error(DecodeErrorKind::WrongSlot)) }
    }

    /// Pops a constant tuple that [`Lifter::load_const`] held back.
    pub(crate) fn pop_held(&mut self) -> Result<&'a [Const], DecodeError> {
        let Slot::Held(index) = self.pop()? else {
            return Err(self.error(DecodeErrorKind::WrongSlot));
        };
        match self.constant(index)? {
            Const::Tuple(items) => Ok(items),
            _ => Err(self.bad_operand(index)),
        }
    }

    /// Whether a constant tuple that was held back is on top.
    pub(crate) fn top_is_held(&self) -> bool {
        matches!(self.stack.last(), Some(Slot::Held(_)))
    }

    /// The number of slots below the n topmost.
    fn below(&self, n: u32) -> Result<usize, DecodeError> {
        let rest = self.stack.len().checked_sub(n as usize);
        rest.ok_or_else(|| self.error(DecodeErrorKind::StackUnderflow))
    }

    /// The neutral depth of the n-th slot from the top, which must be a value.
    pub(crate) fn neutral_depth(&self, n: u32) -> Result<u32, DecodeError> {
        let place = self.below(n)?;
        match self.stack.get(place) {
            Some(Slot::Value) => Ok(values(&self.stack[place..])),
            _ => Err(self.error(DecodeErrorKind::WrongSlot)),
        }
    }

    // Emission.

    /// Emits an operation that the stack is adjusted for already.
    pub(crate) fn emit(&mut self, op: Op) {
        self.emitted.push((self.at, op));
    }

    /// Emits an operation and adjusts the stack by its effect.
    pub(crate) fn apply(&mut self, op: Op) -> Outcome {
        let effect = stack_effect(&op);
        self.pop_values(effect.pops)?;
        self.push_values(effect.pushes)?;
        self.emit(op);
        Ok(Flow::Next)
    }

    /// Emits an operation after which control doesn't go on.
    pub(crate) fn stop(&mut self, op: Op) -> Outcome {
        self.apply(op)?;
        Ok(Flow::Stop)
    }

    /// Emits an operation that ends a function or names a fault. Its operands may be of any kind.
    pub(crate) fn unsupported(&mut self, name: &str, pops: u32, pushes: u32) -> Outcome {
        let pops = self.pop_any(pops)?;
        self.push_values(pushes)?;
        self.emit(Op::Unsupported { name: name.into(), pops, pushes });
        Ok(Flow::Next)
    }

    /// Pops the top: nothing to do in the neutral stream when it is no value.
    pub(crate) fn pop_top(&mut self) -> Outcome {
        if self.pop()? == Slot::Value {
            self.emit(Op::Pop);
        }
        Ok(Flow::Next)
    }

    pub(crate) fn copy(&mut self, n: u32) -> Outcome {
        let place = self.below(n)?;
        let Some(&slot) = self.stack.get(place) else {
            return Err(self.bad_operand(n));
        };
        if slot == Slot::Value {
            self.emit(Op::Copy(values(&self.stack[place..])));
        }
        self.push(slot)?;
        Ok(Flow::Next)
    }

    pub(crate) fn swap(&mut self, n: u32) -> Outcome {
        self.below(n)?;
        if n == 0 {
            return Err(self.bad_operand(n));
        }
        let mut order: Vec<usize> = (0..n as usize).collect();
        order.swap(0, n as usize - 1);
        self.rearrange(&order)?;
        Ok(Flow::Next)
    }

    /// Brings the slot at place `order[i]` to place `i`, for each `i`; place 0 is the deepest of the topmost `order.len()` slots.
    pub(crate) fn rearrange(&mut self, order: &[usize]) -> Result<(), DecodeError> {
        let base = self.below(order.len() as u32)?;
        let old = self.stack.split_off(base);
        let rank = |place: usize| values(&old[..place]) as usize;
        let neutral = order.iter().filter(|&&place| old[place] == Slot::Value).map(|&place| rank(place));
        let swaps = permute::swaps(neutral.collect());
        self.stack.extend(order.iter().map(|&place| old[place]));
        swaps.into_iter().for_each(|n| self.emit(Op::Swap(n)));
        Ok(())
    }

    // Variables.

    pub(crate) fn load_fast(&mut self, index: u32) -> Outcome {
        match self.variable(index)? {
            Variable::Local(id) => self.apply(Op::LoadFast(id)),
            Variable::Cell(id) => self.apply(Op::LoadClosure(id)),
        }
    }

    pub(crate) fn load_fast_and_clear(&mut self, index: u32) -> Outcome {
        match self.variable(index)? {
            Variable::Local(id) => self.apply(Op::LoadFastAndClear(id)),
            Variable::Cell(id) => self.apply(Op::SaveCell(id)),
        }
    }

    pub(crate) fn store_fast(&mut self, index: u32) -> Outcome {
        match self.variable(index)? {
            Variable::Local(id) => self.apply(Op::StoreFast(id)),
            Variable::Cell(id) => self.apply(Op::RestoreCell(id)),
        }
    }

    pub(crate) fn delete_fast(&mut self, index: u32) -> Outcome {
        match self.variable(index)? {
            Variable::Local(id) => self.apply(Op::DeleteFast(id)),
            Variable::Cell(_) => Err(self.bad_operand(index)),
        }
    }

    // Constants.

    /// Loads a constant. One that the next instruction takes as its operand is held back.
    pub(crate) fn load_const(&mut self, index: u32) -> Outcome {
        let constant = self.constant(index)?;
        if matches!(self.name_at(1), "CALL_KW" | "BUILD_CONST_KEY_MAP") {
            self.push(Slot::Held(index))?;
            return Ok(Flow::Next);
        }
        self.load_value(constant)
    }

    /// Loads a constant; slices are built.
    pub(crate) fn load_value(&mut self, value: &Const) -> Outcome {
        match value {
            Const::Slice(parts) => {
                let count = if parts[2] == Const::None { 2 } else { 3 };
                parts.iter().take(count).try_for_each(|part| self.load_value(part).map(drop))?;
                self.apply(Op::BuildSlice(count as u32))
            }
            Const::Tuple(items) if value.has_slice() => {
                items.iter().try_for_each(|item| self.load_value(item).map(drop))?;
                self.apply(Op::BuildTuple(items.len() as u32))
            }
            _ => self.apply(Op::LoadConst(value.clone())),
        }
    }

    // Jumps.

    /// The instruction `arg` code units after the end of this one.
    pub(crate) fn forward(&self, arg: u32) -> Result<InstrId, DecodeError> {
        self.instr_at(self.instrs[self.at].end.checked_add(arg))
    }

    /// The instruction `arg` code units before the end of this one.
    pub(crate) fn backward(&self, arg: u32) -> Result<InstrId, DecodeError> {
        self.instr_at(self.instrs[self.at].end.checked_sub(arg))
    }

    fn instr_at(&self, unit: Option<u32>) -> Result<InstrId, DecodeError> {
        let index = unit.and_then(|unit| raw::index_of(self.instrs, unit));
        index.map(|index| InstrId(index as u32)).ok_or_else(|| self.error(DecodeErrorKind::BadJump))
    }

    /// Records that control may go to an instruction with the present stack.
    pub(crate) fn jump_to(&mut self, target: InstrId) {
        self.jumps.push((target.index(), self.stack.clone()));
    }

    pub(crate) fn jump(&mut self, target: InstrId) -> Outcome {
        self.emit(Op::Jump(target));
        self.jump_to(target);
        Ok(Flow::Stop)
    }

    pub(crate) fn pop_jump(&mut self, when: When, target: InstrId) -> Outcome {
        self.apply(Op::PopJumpIf { when, target })?;
        self.jump_to(target);
        Ok(Flow::Next)
    }
}

/// CPython numbers locals, then cell variables that are not parameters, then free variables. A parameter that is a cell variable
/// keeps its place among the locals.
fn variables(code: &CodeObject) -> Vec<Variable> {
    let cell = |name: &Name| code.cell_names.iter().position(|cell| cell == name);
    let locals = code.local_names.iter().enumerate().map(|(index, name)| match cell(name) {
        Some(deref) => Variable::Cell(DerefId(deref as u32)),
        None => Variable::Local(LocalId(index as u32)),
    });
    let only_cells = code.cell_names.iter().enumerate().filter(|(_, name)| !code.local_names.contains(name));
    let cells = only_cells.map(|(index, _)| Variable::Cell(DerefId(index as u32)));
    let first_free = code.cell_names.len();
    let frees = (0..code.free_names.len()).map(|index| Variable::Cell(DerefId((first_free + index) as u32)));
    locals.chain(cells).chain(frees).collect()
}
