//! What compiled code, the runtime and the dispatcher agree on.
//!
//! * [`mod@layout`]: the scalar *leaves* that a value of each type consists of, and its place in memory.
//! * [`words`]: the buffers of 64-bit words through which arguments and results pass.
//! * [`runtime`]: the one table of functions that compiled code calls in the runtime.
//! * [`kernel`]: what the launcher of a kernel and the function of a block of threads agree on.
//! * [`parallel`]: what the pieces of a loop on several threads share.
//! * [`exceptions`]: codes of exception classes, and the records that describe where something is raised.
//! * [`mod@symbol`]: names of functions in object code.
//!
//! # Calling convention
//!
//! A compiled function takes the leaves of its arguments in order and returns `{i32 status, leaves of the result...}`, or
//! `i32` alone when the result has no leaves. The status is [`OK`] or [`RAISED`]; after `RAISED` the runtime holds the pending
//! exception of the thread and the leaves of the result are undefined.
//!
//! The entry that the dispatcher calls is `i32 entry(const u64 *args, u64 *result)`, one word a leaf (see [`words`]).
//! The two buffers do not overlap.

pub mod check;
pub mod exceptions;
pub mod instance;
pub mod kernel;
pub mod layout;
pub mod list;
pub mod parallel;
pub mod runtime;
pub mod symbol;
pub mod words;

/// How the names of host calls begin that call an object: the name of the object follows, which is the same in each process.
pub const OBJECT_CALL: &str = "object:";

pub use exceptions::{ExceptionClass, FunctionInfo, HostSite, IN_TABLE, OwnedSource, RaiseSite, SourceInfo, StrRef};
pub use layout::{FieldPlace, Layout, Leaf, layout, layout_of_id, leaves};
/// The symbol of the byte that is not 0 when a signal has come.
pub const INTERRUPT_SYMBOL: &str = "coluber_interrupt";

pub use runtime::{Convention, Effect, RUNTIME, RuntimeFunction, RuntimeId, runtime_function};
pub use symbol::{TAG_LENGTH, entry_symbol, portable_symbol, symbol, table_symbol};
pub use words::word_count;

/// Status of a call that gave a result.
pub const OK: i32 = 0;
/// Status of a call that raised.
pub const RAISED: i32 = 1;

/// The function in the text of LLVM IR that a program wrote.
pub const SPLICE: &str = "coluber.splice";

/// Bytes between an owner word that is an allocation and its data.
pub const HEADER_BYTES: usize = 32;
/// Alignment of the data of an allocation.
pub const DATA_ALIGN: usize = 64;
