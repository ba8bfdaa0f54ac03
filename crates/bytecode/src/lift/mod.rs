//! From CPython's instructions to neutral operations, by simulation of an abstract stack.
//!
//! The abstract stack has CPython's layout, so that its depths and operands can be read as they are. Each slot is known to hold a
//! value or something that the neutral stream has no slot for. [`Lifter`] is what the functions of `versions/` work with;
//! [`run`] drives it over all reachable paths.

mod flow;
mod handlers;
mod lifter;
mod permute;

pub(crate) use flow::run;
pub(crate) use lifter::{Flow, Lifter, Outcome};

/// What an opcode means: pops and pushes slots and emits operations.
pub(crate) type LiftFn = fn(&mut Lifter<'_>, arg: u32) -> Outcome;

/// What a slot of CPython's stack holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A value: a slot of the neutral stack.
    Value,
    /// NULL, or a hidden value: no slot of the neutral stack.
    Null,
    /// A constant tuple that the next instruction takes as its operand: no slot of the neutral stack.
    Held(u32),
}

/// The number of neutral slots among some physical slots.
fn values(slots: &[Slot]) -> u32 {
    slots.iter().filter(|&&slot| slot == Slot::Value).count() as u32
}
