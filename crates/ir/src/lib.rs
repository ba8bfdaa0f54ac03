//! The SSA form that all stages share: functions of basic blocks with parameters, over one of two operation sets.
//!
//! * [`py`]: Python's operations on values whose types are not known yet (made by the front end).
//! * [`typed`]: low-level operations on typed values (made by inference, read by code generation).

pub mod bitset;
pub mod builder;
pub mod cfg;
pub mod constant;
pub mod dominators;
pub mod entity;
pub mod frame;
pub mod function;
pub mod liveness;
pub mod loops;
pub mod op;
pub mod parse;
pub mod print;
pub mod py;
pub mod region;
pub mod typed;
pub mod verify;

pub use builder::Builder;
pub use cfg::{Cfg, reverse_postorder};
pub use constant::Const;
pub use dominators::Dominators;
pub use entity::{Block, Inst, Slot, Value};
pub use function::{BlockData, Function, InstData, Target, Terminator, ValueData};
pub use liveness::Liveness;
pub use loops::{Loop, Loops};
pub use op::{Imm, Immediate, OpSet};
pub use region::Region;

/// A function over Python's operations.
pub type Untyped = Function<py::Op>;
/// A function over typed operations.
pub type Typed = Function<typed::Op>;
