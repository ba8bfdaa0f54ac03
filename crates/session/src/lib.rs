//! Specialisations of functions: what has been compiled, and how it is driven through the stages.
//!
//! One [`Session`] a process. Its caller lets one thread in at a time; that thread may come in again while Python is asked.

mod adapter;
mod cache;
mod carry;
mod changed;
mod checks;
pub mod environment;
mod float_rules;
mod generators;
mod kernels;
mod objects;
mod profiling;
mod progress;
pub mod ptx;
mod reads;
mod record;
mod settings;
mod stages;
mod standing;
mod state;
mod tags;
mod typing;
mod units;

pub use changed::Variables;
pub use coluber_cache::{Folder, Layers, Memory, Store};
pub use coluber_codegen::check_text;
pub use coluber_frontend::VARIABLE as GLOBAL_VARIABLE;
pub use environment::{Environment, FunctionDef, Overload};
pub use generators::NextEntry;
pub use kernels::{CompiledKernel, Mode};
pub use ptx::{CompiledPtx, PtxRequest};
pub use reads::{Place, Read};
pub use record::{Compiled, Entry, Target, Text};
pub use settings::{ObjectFolder, Settings, TraceFile};
pub use stages::{Stage, recorded};
pub use state::{InnerFunction, Session};
pub use typing::RUNAWAY;
pub use units::link_text;
