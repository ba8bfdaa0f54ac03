//! What compiled code calls: memory with reference counts, exceptions, calls into the host, and C's mathematical functions.
//!
//! The functions of [`bodies`] are the rows of `coluber_abi::runtime_functions!`; [`symbols`] gives their addresses to the linker.
//! No panic leaves them. The rest is for the dispatcher:
//!
//! * [`take_pending`]: the exception after a call that returned `coluber_abi::RAISED`;
//! * [`retain`], [`release`], [`allocate`], [`allocation_data`]: owner words at the border to Python;
//! * [`checks`]: who is told what the threads of checked kernels do;
//! * [`random`]: states of random numbers, and NumPy's functions over them;
//! * [`hooks`]: what the host (Python) does for compiled code.

pub mod allocators;
mod blocks;
pub mod bodies;
mod chains;
pub mod checks;
pub mod circles;
mod clocks;
pub mod dicts;
pub mod exceptions;
pub mod frames;
mod halves;
mod hashes;
pub mod held;
pub mod holders;
pub mod hooks;
mod host_hash;
pub mod instances;
pub mod interrupts;
pub mod items;
pub mod kernels;
mod large_blocks;
pub mod lists;
pub mod managed;
pub mod memory;
pub mod numpy_loops;
pub mod parallel;
mod pool;
pub mod random;
pub mod shared;
pub mod sorts;
pub mod stack;
pub mod strings;
mod symbols;

pub use exceptions::{Frame, Pending, raise_message, take_pending};
pub use held::{OBJECT_BITS, VIEW, hold_word, kept_object};
pub use hooks::{
    GeneratorSeed, HostRaised, set_detached, set_exception_match, set_exception_text, set_hash_bytes, set_host_call,
    set_host_references, set_host_text, set_interrupt, set_numpy_loop, set_object_call, set_random, set_string_call,
};
pub use memory::{
    allocate, allocation_bytes, allocation_data, expect_host_lock, expect_threads, is_counted, live_allocations,
    reference_count, release, retain,
};
pub use numpy_loops::NumpyLoop;
pub use symbols::symbols;
