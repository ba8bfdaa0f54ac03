//! Blocks of threads as single functions.

use coluber_base::{Diagnostic, Span};
use coluber_ir::Typed;
use std::sync::Arc;

/// A kernel as the function of a block.
#[derive(Clone, Debug)]
pub struct BlockFunction {
    /// The function: the address of a `BlockContext`, then the kernel's parameters; it gives `None`.
    pub typed: Typed,
    /// The memory that it needs, and its form.
    pub layout: KernelLayout,
}

/// The memory that the function of a block needs, and its form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelLayout {
    /// Bytes of static shared memory, a multiple of 16; what the launch asks for follows it.
    pub shared_bytes: u32,
    /// Bytes of scratch memory for each thread, a multiple of 8.
    pub scratch_bytes: u32,
    /// Bytes of scratch memory for the block, behind those of the threads.
    pub block_bytes: u32,
    /// Number of loops over the threads.
    pub regions: u32,
    /// Whether threads can end before others that pass a barrier.
    pub masked: bool,
    /// Whether threads of the block can wait at different places.
    pub irregular: bool,
    /// Whether it has barriers of the grid.
    pub grid_sync: bool,
}

/// Makes the function of a block from a kernel. `callee` gives the functions that it calls. In debug mode the context says which
/// thread runs.
///
/// # Errors
/// When the kernel waits where that is not supported.
pub fn block_function(
    kernel: &Typed,
    callee: &dyn Fn(u32) -> Option<Arc<Typed>>,
    debug: bool,
) -> Result<BlockFunction, Box<Diagnostic>> {
    let _ = (kernel, callee, debug);
    Err(Diagnostic::unsupported("kernels on the CPU", Span::default()))
}
