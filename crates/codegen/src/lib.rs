//! Typed IR to machine code.
//!
//! # Use
//!
//! ```text
//! let target = TargetConfig::host(OptLevel::O2);
//! let mut unit = Unit::new("f");
//! unit.functions.push(UnitFunction::new(&typed, spec, "f$1").with_entry());
//! unit.externs.push(Extern { spec: 7, symbol: "g$3".into(), params: vec![..], ret });
//! let compiled = compile(&unit, &target, Texts::NONE)?;
//! let jit = Jit::process(|| runtime::symbols().collect())?;
//! let linked = jit.link(&compiled.object)?;                       // the code lives as long as `linked`
//! let entry = linked.address(&abi::entry_symbol("f$1"))?;         // i32 entry(const u64 *args, u64 *result)
//! ```
//!
//! * [`mod@unit`]: what is compiled together, its options, and the result.
//! * [`target`]: the processor and the optimisation level.
//! * [`jit`]: linking object code into this process.
//! * [`ptx`]: the same units as PTX, for kernels and device functions.
//!
//! A unit is a list of typed functions. Calls between them are direct and can be inlined; calls to other specialisations go by
//! symbol and need an [`Extern`]. The calling convention is in `coluber-abi`.
//!
//! # Inside
//!
//! `lower` has one small function for each operation, in files by subject, over the handles of [`llvm`], which alone names LLVM.
//! A value of typed IR is the list of its leaves; there are no aggregates in the LLVM IR besides the result of a call.

pub mod error;
pub mod jit;
pub mod llvm;
mod lower;
mod parts;
pub mod ptx;
mod side_by_side;
mod split;
pub mod target;
pub mod unit;

pub use error::{CodegenError, LinkError};
pub use jit::{Jit, Linked};
pub use llvm::check_text;
pub use parts::{Part, parts};
pub use ptx::{ComputeCapability, DeviceAbi, LaunchBounds, PtxConfig, PtxOutput, compile_ptx, kernel_params};
pub use target::{OptLevel, TargetConfig};
pub use unit::{
    Compiled, Debug, Extern, FastMath, Inline, Objects, Reference, Texts, Timings, Unit, UnitFunction, compile,
    compile_text, find_or_compile,
};
