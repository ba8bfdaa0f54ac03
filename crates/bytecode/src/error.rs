//! What can be wrong with the input.

use thiserror::Error;

/// A code object that can't be decoded: damaged data, or a CPython that this crate doesn't know.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("bytecode at offset {offset}: {kind}")]
pub struct DecodeError {
    /// Byte offset in `co_code`.
    pub offset: u32,
    /// What is wrong there.
    pub kind: DecodeErrorKind,
}

/// The kinds of [`DecodeError`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The code ends inside an instruction.
    #[error("the code ends inside an instruction")]
    Truncated,
    /// An opcode that is not in the interpreter's table.
    #[error("unknown opcode {0}")]
    UnknownOpcode(u8),
    /// An opcode of a CPython version that this crate doesn't know.
    #[error("instruction {0} is not known")]
    UnknownInstruction(String),
    /// An operand that names nothing.
    #[error("the operand {arg} of {name} is out of range")]
    BadOperand {
        /// The instruction.
        name: String,
        /// Its operand.
        arg: u32,
    },
    /// A jump into the middle of an instruction or out of the code.
    #[error("a jump leads to no instruction")]
    BadJump,
    /// The last instruction is neither a return nor a jump.
    #[error("control runs off the end of the code")]
    FallsOffEnd,
    /// An instruction takes more values than the stack has.
    #[error("the value stack is empty")]
    StackUnderflow,
    /// The stack grows beyond any limit that a compiler would produce.
    #[error("the value stack is too deep")]
    StackTooDeep,
    /// Two paths meet with different stacks.
    #[error("two paths meet with different value stacks")]
    StackMismatch,
    /// An instruction finds a NULL where it needs a value, or the reverse.
    #[error("a value stack slot has the wrong kind")]
    WrongSlot,
    /// The exception table is damaged.
    #[error("the exception table is damaged")]
    BadExceptionTable,
}

/// Opcode tables that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TablesError {
    /// A CPython version without a file in `versions/`.
    #[error("CPython {0}.{1} is not supported (supported: 3.11 to 3.15)")]
    UnsupportedVersion(u8, u8),
    /// `opcode.EXTENDED_ARG` is missing.
    #[error("the opcode table has no EXTENDED_ARG")]
    NoExtendedArg,
    /// An operator of `opcode._nb_ops` or `opcode.cmp_op` that is not known.
    #[error("unknown operator {0:?}")]
    UnknownOperator(String),
}
