//! What the opcodes of each CPython version mean.
//!
//! `common` has the instructions that are the same in all versions. `v311` has 3.11's form of those that changed later; each later
//! file has the forms that its version introduced, and hands every other name to the file before it. An instruction that
//! a version dropped needs no mention: the interpreter's table doesn't name it.

mod common;
mod v311;
mod v312;
mod v313;
mod v314;
mod v315;

use crate::lift::LiftFn;

/// From an instruction's name to its meaning.
pub(crate) type Lookup = fn(&str) -> Option<LiftFn>;

/// The instructions of a version.
pub(crate) fn lookup(version: (u8, u8)) -> Option<Lookup> {
    match version {
        (3, 11) => Some(v311::lookup),
        (3, 12) => Some(v312::lookup),
        (3, 13) => Some(v313::lookup),
        (3, 14) => Some(v314::lookup),
        (3, 15) => Some(v315::lookup),
        _ => None,
    }
}
