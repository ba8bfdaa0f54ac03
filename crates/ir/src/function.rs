//! A function in SSA form.

use crate::entity::{Block, Inst, Slot, Value};
use crate::op::OpSet;
use coluber_base::{Name, Span};
use coluber_types::Ty;
use cranelift_entity::PrimaryMap;
use smallvec::SmallVec;

/// A list of values.
pub type Values = SmallVec<[Value; 4]>;

/// A jump to a block with arguments for its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Where to.
    pub block: Block,
    /// One value for each parameter.
    pub args: Values,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// Continue in one block.
    Jump(Target),
    /// Continue in one of two blocks. In untyped IR `cond` is any value and its truth is tested; in typed IR it is a bool.
    Branch {
        /// The condition.
        cond: Value,
        /// Where to when it is true.
        then: Target,
        /// Where to when it is false.
        otherwise: Target,
    },
    /// Leave the function.
    Return(Value),
    /// Control does not come here: the instruction before raises.
    Unreachable,
}

impl Terminator {
    /// The jumps.
    pub fn targets(&self) -> SmallVec<[&Target; 2]> {
        match self {
            Terminator::Jump(t) => SmallVec::from_slice(&[t]),
            Terminator::Branch { then, otherwise, .. } => SmallVec::from_slice(&[then, otherwise]),
            Terminator::Return(_) | Terminator::Unreachable => SmallVec::new(),
        }
    }

    /// The jumps, to be changed.
    pub fn targets_mut(&mut self) -> SmallVec<[&mut Target; 2]> {
        let mut out = SmallVec::new();
        match self {
            Terminator::Jump(t) => out.push(t),
            Terminator::Branch { then, otherwise, .. } => {
                out.push(then);
                out.push(otherwise);
            }
            Terminator::Return(_) | Terminator::Unreachable => {}
        }
        out
    }

    /// Calls `f` on each value used: condition or result, then the arguments of the jumps.
    pub fn visit_uses(&self, mut f: impl FnMut(Value)) {
        match self {
            Terminator::Branch { cond, .. } => f(*cond),
            Terminator::Return(v) => f(*v),
            _ => {}
        }
        for target in self.targets() {
            target.args.iter().copied().for_each(&mut f);
        }
    }

    /// Replaces each value used.
    pub fn map_uses(&mut self, mut f: impl FnMut(Value) -> Value) {
        match self {
            Terminator::Branch { cond, .. } => *cond = f(*cond),
            Terminator::Return(v) => *v = f(*v),
            _ => {}
        }
        for target in self.targets_mut() {
            for arg in &mut target.args {
                *arg = f(*arg);
            }
        }
    }
}

/// An instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct InstData<O> {
    /// What it does.
    pub op: O,
    /// Its operands.
    pub args: Values,
    /// Its results.
    pub results: SmallVec<[Value; 1]>,
    /// Owned values to be released when it raises (typed IR, filled in by the ownership pass).
    pub cleanup: Values,
    /// Where it stands in the source.
    pub span: Span,
}

/// A value: what defines it is known from the block or instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueData {
    /// Its type; [`Ty::undefined`] in untyped IR.
    pub ty: Ty,
    /// The Python variable that it stands for, for messages.
    pub name: Option<Name>,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockData {
    /// Its parameters.
    pub params: Values,
    /// Its instructions in order.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub term: Terminator,
    /// Where an instruction that the terminator stands for is in the source.
    pub term_span: Span,
    /// The block that exceptions raised here go to; it has no parameters.
    pub handler: Option<Block>,
    /// Whether it is the head of a loop whose iterations do not depend on each other through memory: they may run in any order, or
    /// side by side.
    pub parallel: bool,
}

impl BlockData {
    /// An empty block, which ends in `unreachable` until it is given a terminator.
    pub fn new() -> Self {
        BlockData {
            params: Values::new(),
            insts: Vec::new(),
            term: Terminator::Unreachable,
            term_span: Span::default(),
            handler: None,
            parallel: false,
        }
    }
}

impl Default for BlockData {
    fn default() -> Self {
        Self::new()
    }
}

/// A memory cell.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotData {
    /// Type of what it holds; [`Ty::undefined`] in untyped IR.
    pub ty: Ty,
    /// The variable's name.
    pub name: Name,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function<O> {
    /// Its qualified name.
    pub name: Name,
    /// Type of its result (typed IR).
    pub ret: Ty,
    /// Blocks by id.
    pub blocks: PrimaryMap<Block, BlockData>,
    /// Blocks in order; the first is the entry, whose parameters are the function's.
    pub layout: Vec<Block>,
    /// Instructions by id.
    pub insts: PrimaryMap<Inst, InstData<O>>,
    /// Values by id.
    pub values: PrimaryMap<Value, ValueData>,
    /// Memory cells.
    pub slots: PrimaryMap<Slot, SlotData>,
    /// Whether it runs a generator to its next item (typed IR): a StopIteration that leaves it would look like its end, and becomes a
    /// RuntimeError.
    pub is_resumed: bool,
    /// Whether the flags of floating point that its operations raise are looked at (typed IR): no operation may run that the program
    /// does not come to.
    pub keeps_flags: bool,
    /// Whether it has floating point rules of its own (`fastmath`) or is compiled for a debugger: sums are left to LLVM (typed IR).
    pub keeps_rules: bool,
}

impl<O: OpSet> Function<O> {
    /// A function without blocks.
    pub fn new(name: impl Into<Name>) -> Self {
        Function {
            name: name.into(),
            ret: Ty::undefined(),
            blocks: PrimaryMap::new(),
            layout: Vec::new(),
            insts: PrimaryMap::new(),
            values: PrimaryMap::new(),
            slots: PrimaryMap::new(),
            is_resumed: false,
            keeps_flags: false,
            keeps_rules: false,
        }
    }

    /// The entry block.
    pub fn entry(&self) -> Block {
        self.layout[0]
    }

    /// The function's parameters.
    pub fn params(&self) -> &[Value] {
        &self.blocks[self.entry()].params
    }

    /// Adds a block at the end of the layout; it ends in `unreachable` until it is given a terminator.
    pub fn add_block(&mut self) -> Block {
        let block = self.blocks.push(BlockData::new());
        self.layout.push(block);
        block
    }

    /// Adds a value.
    pub fn add_value(&mut self, ty: Ty, name: Option<Name>) -> Value {
        self.values.push(ValueData { ty, name })
    }

    /// Adds a parameter to a block.
    pub fn add_param(&mut self, block: Block, ty: Ty, name: Option<Name>) -> Value {
        let value = self.add_value(ty, name);
        self.blocks[block].params.push(value);
        value
    }

    /// Adds a memory cell.
    pub fn add_slot(&mut self, ty: Ty, name: impl Into<Name>) -> Slot {
        self.slots.push(SlotData { ty, name: name.into() })
    }

    /// Makes an instruction with results of these types; it is not in a block yet.
    pub fn make_inst(&mut self, op: O, args: &[Value], results: &[Ty], span: Span) -> Inst {
        let results = results.iter().map(|&ty| self.values.push(ValueData { ty, name: None })).collect();
        self.insts.push(InstData { op, args: Values::from_slice(args), results, cleanup: Values::new(), span })
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Ty {
        self.values[value].ty
    }

    /// The first result of an instruction.
    ///
    /// # Panics
    /// When it has none.
    pub fn result(&self, inst: Inst) -> Value {
        self.insts[inst].results[0]
    }

    /// The blocks that control goes to from `block`, the handler included.
    pub fn successors(&self, block: Block) -> SmallVec<[Block; 3]> {
        let data = &self.blocks[block];
        let mut out: SmallVec<[Block; 3]> = data.term.targets().iter().map(|t| t.block).collect();
        out.extend(data.handler);
        out
    }
}
