//! What compiled code and the runtime agree on about loops that run on several threads.
//!
//! The pieces of such a loop are numbered. A *task* is a function `(first, last, record, rest...)` that runs the pieces from `first` up
//! to `last`: one of them itself, several by a `fork` of two tasks. The record is the same for all tasks of a run of the loop.

use std::sync::atomic::AtomicU64;

/// What the tasks of a loop share.
#[derive(Debug)]
#[repr(C)]
pub struct LoopRecord {
    /// Not zero when a task has raised: those that have not begun are not run any more.
    pub raised: AtomicU64,
    /// In how many pieces the loop is.
    pub pieces: i64,
}

/// Which of the words of a task's arguments is the address of the record.
pub const RECORD_WORD: usize = 2;

/// Bytes of a record.
pub const RECORD_BYTES: usize = size_of::<LoopRecord>();
/// Where in the record the number of pieces is.
pub const PIECES_OFFSET: usize = std::mem::offset_of!(LoopRecord, pieces);
