//! The type of jitted functions.
//!
//! ```text
//! vectorcall (call)  -> parameters (bind) -> key and leaf words (crate::values) -> table of known keys (table) -> native entry
//!                                                                                   not there (miss): compile, or choose (choice)
//! ```

mod bind;
mod by_value;
mod call;
mod carry;
mod choice;
mod core;
mod failures;
mod fallback;
mod gpu;
mod graph;
mod kernel;
mod launch;
mod methods;
mod miss;
mod object;
mod profiled;
mod ptx;
mod roomier;
mod same_object;
mod table;
mod watched;

pub use self::core::Core;
pub use bind::default_of;
pub use failures::Failures;
pub use gpu::{Gpu, forget_loaded, use_emulator};
pub use launch::Launch;
pub use object::{core_of, create_type, entry_of, is_dispatcher, is_dispatcher_class};
pub use profiled::{NativeCall, report_calls};
pub use ptx::compute_capabilities;
