//! What an operation set is, and the macro that declares one.

use crate::constant::Const;
use crate::entity::Slot;
use coluber_base::Name;
use coluber_ops::{BinOp, CmpOp, MathFn, UnOp};
use std::fmt::Debug;

/// An immediate operand: a part of an operation that is not an SSA value.
#[derive(Clone, Debug, PartialEq)]
pub enum Imm {
    /// A number.
    Int(i64),
    /// A word of a fixed vocabulary, printed bare.
    Word(Name),
    /// A free text, printed in quotes.
    Text(Name),
    /// A list of texts.
    Texts(Vec<Name>),
    /// A constant.
    Const(Const),
    /// A memory cell.
    Slot(Slot),
}

/// A Rust type that can be an immediate.
pub trait Immediate: Sized {
    /// As an immediate.
    fn to_imm(&self) -> Imm;
    /// From an immediate.
    fn from_imm(imm: &Imm) -> Option<Self>;
}

/// A set of operations.
pub trait OpSet: Clone + Debug + PartialEq {
    /// The word that names the operation.
    fn mnemonic(&self) -> &'static str;
    /// Its immediate operands.
    fn immediates(&self) -> Vec<Imm>;
    /// The operation with this name and these immediates.
    fn build(mnemonic: &str, immediates: &[Imm]) -> Option<Self>;
    /// Whether control can leave it to the block's handler or out of the function.
    fn can_raise(&self) -> bool;
    /// Number of SSA operands, or None when it varies.
    fn operands(&self) -> Option<usize>;
    /// Number of results, or None when it varies.
    fn results(&self) -> Option<usize>;
    /// Whether it can be removed when its results are not used.
    fn is_pure(&self) -> bool;
}

macro_rules! word_immediate {
    ($ty:ty, $to:expr, $from:expr) => {
        impl Immediate for $ty {
            fn to_imm(&self) -> Imm {
                let to: fn(&$ty) -> Name = $to;
                Imm::Word(to(self))
            }
            fn from_imm(imm: &Imm) -> Option<Self> {
                let from: fn(&str) -> Option<$ty> = $from;
                match imm {
                    Imm::Word(w) => from(w),
                    _ => None,
                }
            }
        }
    };
}

word_immediate!(BinOp, |o| o.function().into(), BinOp::from_function);
word_immediate!(UnOp, |o| o.function().into(), UnOp::from_function);
word_immediate!(CmpOp, |o| o.function().into(), CmpOp::from_function);
word_immediate!(MathFn, |o| o.name().into(), MathFn::from_name);
word_immediate!(bool, |b| if *b { "true" } else { "false" }.into(), |w| match w {
    "true" => Some(true),
    "false" => Some(false),
    _ => None,
});

impl Immediate for u32 {
    fn to_imm(&self) -> Imm {
        Imm::Int(i64::from(*self))
    }
    fn from_imm(imm: &Imm) -> Option<Self> {
        match imm {
            Imm::Int(v) => u32::try_from(*v).ok(),
            _ => None,
        }
    }
}

impl Immediate for Name {
    fn to_imm(&self) -> Imm {
        Imm::Text(self.clone())
    }
    fn from_imm(imm: &Imm) -> Option<Self> {
        match imm {
            Imm::Text(t) => Some(t.clone()),
            _ => None,
        }
    }
}

impl Immediate for Vec<Name> {
    fn to_imm(&self) -> Imm {
        Imm::Texts(self.clone())
    }
    fn from_imm(imm: &Imm) -> Option<Self> {
        match imm {
            Imm::Texts(t) => Some(t.clone()),
            _ => None,
        }
    }
}

impl Immediate for Const {
    fn to_imm(&self) -> Imm {
        Imm::Const(self.clone())
    }
    fn from_imm(imm: &Imm) -> Option<Self> {
        match imm {
            Imm::Const(c) => Some(c.clone()),
            _ => None,
        }
    }
}

impl Immediate for Slot {
    fn to_imm(&self) -> Imm {
        Imm::Slot(*self)
    }
    fn from_imm(imm: &Imm) -> Option<Self> {
        match imm {
            Imm::Slot(s) => Some(*s),
            _ => None,
        }
    }
}

/// Declares an operation set: one row an operation.
///
/// `Variant { field: Type, ... } "mnemonic" operands -> results, flags;` where operands and results are a number or `*`, and the
/// flags are `pure` (removable when unused), `raises`, both or `effect` (neither).
#[macro_export]
macro_rules! operations {
    ($(#[$doc:meta])* $name:ident { $(
        $(#[$row:meta])*
        $variant:ident { $($field:ident : $ty:ty),* } $mnemonic:literal $operands:tt -> $results:tt, $($flag:ident)+;
    )* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $($(#[$row])* $variant { $(#[doc = "immediate operand"] $field: $ty),* },)*
        }

        impl $crate::OpSet for $name {
            fn mnemonic(&self) -> &'static str {
                match self { $($name::$variant { .. } => $mnemonic,)* }
            }

            fn immediates(&self) -> Vec<$crate::Imm> {
                match self { $($name::$variant { $($field),* } => vec![$($crate::Immediate::to_imm($field)),*],)* }
            }

            fn build(mnemonic: &str, immediates: &[$crate::Imm]) -> Option<Self> {
                let mut rest = immediates.iter();
                let built = match mnemonic {
                    $($mnemonic => $name::$variant { $($field: <$ty as $crate::Immediate>::from_imm(rest.next()?)?),* },)*
                    _ => return None,
                };
                rest.next().is_none().then_some(built)
            }

            fn can_raise(&self) -> bool {
                match self { $($name::$variant { .. } => false $(|| $crate::operations!(@raises $flag))+,)* }
            }

            fn is_pure(&self) -> bool {
                match self { $($name::$variant { .. } => false $(|| $crate::operations!(@pure $flag))+,)* }
            }

            fn operands(&self) -> Option<usize> {
                match self { $($name::$variant { .. } => $crate::operations!(@count $operands),)* }
            }

            fn results(&self) -> Option<usize> {
                match self { $($name::$variant { .. } => $crate::operations!(@count $results),)* }
            }
        }
    };
    (@count *) => { None };
    (@count $n:literal) => { Some($n) };
    (@raises raises) => { true };
    (@raises $other:ident) => { false };
    (@pure pure) => { true };
    (@pure $other:ident) => { false };
}
