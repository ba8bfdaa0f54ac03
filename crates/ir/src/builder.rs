//! Appends instructions to the blocks of a function.

use crate::entity::{Block, Inst, Value};
use crate::function::{Function, Target, Terminator, Values};
use crate::op::OpSet;
use coluber_base::Span;
use coluber_types::Ty;

/// A position in a function that instructions are appended at.
#[derive(Debug)]
pub struct Builder<'f, O> {
    /// The function.
    pub func: &'f mut Function<O>,
    block: Block,
    span: Span,
}

impl<'f, O: OpSet> Builder<'f, O> {
    /// At the end of `block`.
    pub fn new(func: &'f mut Function<O>, block: Block) -> Self {
        Builder { func, block, span: Span::default() }
    }

    /// The block that is being filled.
    pub fn block(&self) -> Block {
        self.block
    }

    /// Goes on at the end of another block.
    pub fn switch_to(&mut self, block: Block) {
        self.block = block;
    }

    /// The source position of what is appended.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Sets the source position of what is appended from here.
    pub fn set_span(&mut self, span: Span) {
        self.span = span;
    }

    /// Appends an instruction with results of these types.
    pub fn inst(&mut self, op: O, args: &[Value], results: &[Ty]) -> Inst {
        let inst = self.func.make_inst(op, args, results, self.span);
        self.func.blocks[self.block].insts.push(inst);
        inst
    }

    /// Appends an instruction with one result.
    pub fn value(&mut self, op: O, args: &[Value], ty: Ty) -> Value {
        let inst = self.inst(op, args, &[ty]);
        self.func.result(inst)
    }

    /// Appends an instruction without result.
    pub fn effect(&mut self, op: O, args: &[Value]) {
        self.inst(op, args, &[]);
    }

    /// Ends the block.
    pub fn terminate(&mut self, term: Terminator) {
        let data = &mut self.func.blocks[self.block];
        data.term = term;
        data.term_span = self.span;
    }

    /// Ends the block with a jump.
    pub fn jump(&mut self, block: Block, args: &[Value]) {
        self.terminate(Terminator::Jump(Target { block, args: Values::from_slice(args) }));
    }

    /// Ends the block with a branch.
    pub fn branch(&mut self, cond: Value, then: (Block, &[Value]), otherwise: (Block, &[Value])) {
        let target = |(block, args): (Block, &[Value])| Target { block, args: Values::from_slice(args) };
        self.terminate(Terminator::Branch { cond, then: target(then), otherwise: target(otherwise) });
    }

    /// Ends the block with a return.
    pub fn ret(&mut self, value: Value) {
        self.terminate(Terminator::Return(value));
    }
}
