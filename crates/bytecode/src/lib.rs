//! Decodes the code objects of CPython 3.11 to 3.15 into one neutral instruction stream.
//!
//! The input is plain data ([`CodeObject`], and the running interpreter's own opcode [`Tables`]); the output is a [`Stream`]
//! of [`Op`]s in which no difference between versions is visible:
//!
//! * every stack slot is a Python value: the NULLs of CPython's calling convention, the hidden index of 3.15's loops and the like
//!   are known while decoding and have no slot;
//! * operands are resolved: names are text, jump targets are positions in the stream, depths count neutral slots;
//! * a call is `callable, arg1, …, argN` and one [`Op::Call`] or [`Op::CallEx`];
//! * code that can't be reached is absent.
//!
//! ```text
//! code bytes -> raw::fetch -> lift::run (abstract stack; versions::* say what each opcode means) -> Stream
//! ```
//!
//! A new CPython version is one new file in `versions/`.

mod code;
mod effect;
mod error;
#[cfg(feature = "json")]
pub mod json;
mod lambdas;
mod lift;
mod op;
mod print;
mod raw;
mod stream;
mod tables;
mod versions;

pub use code::{CodeFlags, CodeObject, Const, Position};
pub use effect::{Effect, StackError, stack_effect, verify_stack};
pub use error::{DecodeError, DecodeErrorKind, TablesError};
pub use op::{BinOp, CmpOp, Conversion, FunctionParts, Name, Op, UnaryOp, When};
pub use stream::{DerefId, Handler, Instr, InstrId, LocalId, Stream};
pub use tables::{CommonConstant, RawTables, Tables};

/// Decodes one code object. Nested code objects are constants of it and are decoded by further calls.
///
/// The result passes [`verify_stack`].
pub fn decode(code: &CodeObject, tables: &Tables) -> Result<Stream, DecodeError> {
    if let Some(stream) = &code.assembled {
        return verified(Stream::clone(stream));
    }
    let raw = raw::fetch(&code.code, tables)?;
    let handlers = raw::exception_entries(&code.exception_table, &raw, code.code.len())?;
    let mut stream = lift::run(code, tables, &raw, handlers)?;
    lambdas::name(&mut stream);
    verified(stream)
}

fn verified(stream: Stream) -> Result<Stream, DecodeError> {
    match verify_stack(&stream) {
        Ok(_) => Ok(stream),
        Err(error) => {
            let offset = stream.instrs.get(error.at.index()).map_or(0, |instr| instr.offset);
            Err(DecodeError { offset, kind: DecodeErrorKind::StackMismatch })
        }
    }
}
