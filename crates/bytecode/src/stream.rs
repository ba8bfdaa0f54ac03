//! The neutral instruction stream.

use crate::{CodeObject, Name, Op, Position};

/// Index of a local variable in `co_varnames`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// Index of a cell or free variable in `co_cellvars` followed by `co_freevars`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DerefId(pub u32);

/// Index of an instruction in [`Stream::instrs`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InstrId(pub u32);

impl LocalId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl DerefId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl InstrId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct Instr {
    /// What it does.
    pub op: Op,
    /// Where it comes from.
    pub span: Position,
    /// Byte offset in `co_code` of the CPython instruction that it comes from.
    pub offset: u32,
}

/// A range of instructions whose exceptions go to a handler.
///
/// When an instruction in `start..end` raises, the stack is cut to `depth` slots, then (if `lasti`) the position of the raising
/// instruction is pushed, then the exception, and control goes to `target`. Ranges are disjoint and in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handler {
    /// First instruction of the range.
    pub start: InstrId,
    /// The instruction after the range.
    pub end: InstrId,
    /// The handler's first instruction.
    pub target: InstrId,
    /// Slots that stay on the stack.
    pub depth: u32,
    /// Whether a slot for the position of the raising instruction lies below the exception.
    pub lasti: bool,
}

impl Handler {
    /// The stack's depth at the handler's first instruction.
    pub fn entry_depth(&self) -> u32 {
        self.depth + u32::from(self.lasti) + 1
    }
}

/// The decoded form of one code object. All of its instructions can be reached; the last one doesn't fall through.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stream {
    /// The instructions. The first one is the entry; the stack is empty there.
    pub instrs: Vec<Instr>,
    /// The exception handlers.
    pub exception_table: Vec<Handler>,
    /// The names of local variables, by [`LocalId`].
    pub local_names: Vec<Name>,
    /// The names of cell variables, then of free variables, by [`DerefId`].
    pub deref_names: Vec<Name>,
    /// How many of `deref_names` are cell variables (of this function); the rest are free (of enclosing functions).
    pub cell_count: u32,
}

impl Stream {
    pub(crate) fn new(code: &CodeObject, instrs: Vec<Instr>, exception_table: Vec<Handler>) -> Self {
        let deref_names = code.cell_names.iter().chain(&code.free_names).cloned().collect();
        let cell_count = code.cell_names.len() as u32;
        Self { instrs, exception_table, local_names: code.local_names.clone(), deref_names, cell_count }
    }

    /// The handler of the exceptions of an instruction.
    pub fn handler_at(&self, at: InstrId) -> Option<&Handler> {
        let after = self.exception_table.partition_point(|handler| handler.start <= at);
        self.exception_table[..after].last().filter(|handler| at < handler.end)
    }
}
