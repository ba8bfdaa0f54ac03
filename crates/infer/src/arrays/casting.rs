//! NumPy's casting rules.

use super::dtype::{Operand, result_type};
use crate::times::is_time;
use coluber_types::{Kind, Ty};

/// Which conversions are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Casting {
    /// None.
    No,
    /// None but changes of byte order, which compiled code does not have.
    Equiv,
    /// Those that lose nothing.
    Safe,
    /// Those, and the ones to narrower types of the same kind.
    SameKind,
    /// All.
    Unsafe,
}

impl Casting {
    /// The rule of this name.
    pub fn from_name(name: &str) -> Option<Casting> {
        use Casting::{Equiv, No, Safe, SameKind, Unsafe};
        [No, Equiv, Safe, SameKind, Unsafe].into_iter().find(|c| c.name() == name)
    }

    /// NumPy's name.
    pub fn name(self) -> &'static str {
        match self {
            Casting::No => "no",
            Casting::Equiv => "equiv",
            Casting::Safe => "safe",
            Casting::SameKind => "same_kind",
            Casting::Unsafe => "unsafe",
        }
    }

    /// Whether numbers of one type may become those of another.
    pub fn allows(self, from: Ty, to: Ty) -> bool {
        if from == to || is_time(from) || is_time(to) {
            return true;
        }
        match self {
            Casting::No | Casting::Equiv => false,
            Casting::Safe => is_safe(from, to),
            Casting::SameKind => is_safe(from, to) || kind(from) <= kind(to),
            Casting::Unsafe => true,
        }
    }

    /// Whether a number of Python may become one of a type, which integers of any size may.
    pub fn allows_weak(self, from: Ty, to: Ty) -> bool {
        (from.is_int() && to.is_int()) || kind(from) <= kind(to) || self == Casting::Unsafe
    }
}

/// Whether the type that both promote to is the target.
fn is_safe(from: Ty, to: Ty) -> bool {
    let strong = |dtype| Operand { dtype, weak: false, is_array: true };
    result_type(&[strong(from), strong(to)]) == Some(to)
}

/// bool, unsigned, signed, float, complex.
fn kind(ty: Ty) -> u8 {
    match ty.kind() {
        Kind::Bool => 0,
        Kind::Int(i) if !i.signed => 1,
        Kind::Int(_) => 2,
        Kind::Float(_) => 3,
        _ => 4,
    }
}
