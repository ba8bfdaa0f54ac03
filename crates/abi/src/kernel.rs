//! What the launcher of a kernel and the native function of a block agree on.
//!
//! A block of threads is one function. Its first parameter is the address of a [`BlockContext`], the others are the kernel's;
//! it returns nothing. The launcher fills a context for each block; the memory behind `shared` and `scratch` need not be
//! initialised.

use std::mem::offset_of;

/// Alignment of the shared and the scratch memory of a block.
pub const BLOCK_MEMORY_ALIGN: usize = 64;

/// What a block's function reads of its surroundings.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BlockContext {
    /// Index of the block: x, y, z.
    pub ctaid: [i32; 3],
    /// Extent of the block in threads: x, y, z; each is at least 1.
    pub ntid: [i32; 3],
    /// Extent of the grid in blocks: x, y, z.
    pub nctaid: [i32; 3],
    /// Bytes of shared memory that the launch asked for.
    pub dynamic_shared: i32,
    /// Shared memory: the static part, then the part that the launch asked for.
    pub shared: *mut u8,
    /// Memory of the threads: so many bytes for each thread, then so many for the block.
    pub scratch: *mut u8,
    /// Number of threads in the block.
    pub threads: i64,
    /// The thread that runs: x, y, z. It is written in debug mode only.
    pub tid: [i32; 3],
    /// Where the function goes on: 0 for the start. After a return, 0 says that the block is done, another number that it waits for
    /// the other blocks at a barrier of the grid and is to be called again with the same context and memory.
    pub resume: i32,
}

/// Distances of the fields in bytes.
pub mod offset {
    use super::{BlockContext, offset_of};

    /// Of [`BlockContext::ctaid`].
    pub const CTAID: i64 = offset_of!(BlockContext, ctaid) as i64;
    /// Of [`BlockContext::ntid`].
    pub const NTID: i64 = offset_of!(BlockContext, ntid) as i64;
    /// Of [`BlockContext::nctaid`].
    pub const NCTAID: i64 = offset_of!(BlockContext, nctaid) as i64;
    /// Of [`BlockContext::dynamic_shared`].
    pub const DYNAMIC_SHARED: i64 = offset_of!(BlockContext, dynamic_shared) as i64;
    /// Of [`BlockContext::shared`].
    pub const SHARED: i64 = offset_of!(BlockContext, shared) as i64;
    /// Of [`BlockContext::scratch`].
    pub const SCRATCH: i64 = offset_of!(BlockContext, scratch) as i64;
    /// Of [`BlockContext::threads`].
    pub const THREADS: i64 = offset_of!(BlockContext, threads) as i64;
    /// Of [`BlockContext::tid`].
    pub const TID: i64 = offset_of!(BlockContext, tid) as i64;
    /// Of [`BlockContext::resume`].
    pub const RESUME: i64 = offset_of!(BlockContext, resume) as i64;
}

/// States of a thread in the array that the functions of irregular kernels keep: the number of the region that it runs next,
/// together with one of the two marks while it waits.
pub mod state {
    /// The thread has ended.
    pub const EXITED: i32 = -1;
    /// The thread waits at a barrier of the block.
    pub const AT_BARRIER: i32 = 1 << 30;
    /// The thread waits for lanes of its warp.
    pub const AT_WARP: i32 = 1 << 29;
    /// What `kernel_schedule` gives when all threads have ended.
    pub const DONE: i32 = -1;
    /// What `kernel_schedule` gives when the threads wait for each other. One group of them has been released nonetheless.
    pub const DEADLOCK: i32 = -2;
}

/// Number of threads in a warp.
pub const WARP: i64 = 32;
