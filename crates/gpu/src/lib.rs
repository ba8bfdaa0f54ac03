//! Running CUDA kernels.
//!
//! * [`driver`]: on a GPU, through NVIDIA's driver.
//! * [`emulator`]: on the processor's cores, block by block.

pub mod driver;
pub mod emulator;
