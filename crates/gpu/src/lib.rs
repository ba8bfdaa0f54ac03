//! Running CUDA kernels.
//!
//! * [`emulator`]: on the processor's cores, block by block.

pub mod emulator;
