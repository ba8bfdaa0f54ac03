//! Integers in whose order numbers are.
//!
//! The bits of a float are ordered as its value is, but that those of negative ones run backwards and below, when read as a
//! signed integer (IEEE 754-2008, 5.10, totalOrder). NaNs get the greatest key, and zeros of both signs the same.

use super::division::Division;
use super::{lanes, numpy, positions, values};

/// A number that can be sorted.
pub trait Number: Copy {
    /// How such numbers are divided.
    const DIVISION: Division<Self> = Division::ONE_BY_ONE;

    /// Sorts values.
    fn sort(values: &mut [Self]);

    /// Stores the positions of values in order; equal ones stay in order. None if there is no memory.
    fn order(values: &[Self], places: &mut [i64]) -> Option<()>;

    /// Whether it is before another one; neither is a float that is NaN.
    fn is_before(self, other: Self) -> bool;
}

/// A float by its bits.
pub trait Float: Copy {
    /// The bits, as a signed integer.
    type Bits: Ord + Copy;

    /// Whether it is no number.
    fn is_nan(self) -> bool;

    /// The integer in whose order numbers other than NaNs are; zeros of both signs differ.
    fn to_ordered(self) -> Self::Bits;

    /// The number with the integer that [`Float::to_ordered`] gives.
    fn from_ordered(bits: Self::Bits) -> Self;

    /// The key of any number.
    fn key(self) -> u64;
}

/// float16, or bfloat16, by its bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Half<const BRAIN: bool>(u16);

impl<const BRAIN: bool> Half<BRAIN> {
    fn to_bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Self {
        Half(bits)
    }

    /// The bits of infinity: all of the exponent.
    const INFINITY_BITS: u16 = if BRAIN { 0x7f80 } else { 0x7c00 };
}

/// complex64, complex128
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Complex<T> {
    real: T,
    imag: T,
}

macro_rules! integers {
    ($($ty:ident $unsigned:ident $lowest:expr $(, $division:expr)?;)*) => {$(
        impl Number for $ty {
            $(const DIVISION: Division<$ty> = $division;)?

            fn sort(values: &mut [$ty]) {
                if !numpy::sort(values) {
                    values.sort_unstable();
                }
            }

            fn order(values: &[$ty], places: &mut [i64]) -> Option<()> {
                positions::order(values, places, |value| u64::from(value.wrapping_sub($lowest) as $unsigned))
            }

            fn is_before(self, other: Self) -> bool {
                self < other
            }
        }
    )*};
}

integers! {
    u8 u8 0; u16 u16 0; u32 u32 0; u64 u64 0;
    i8 u8 i8::MIN; i16 u16 i16::MIN;
    i32 u32 i32::MIN, lanes::OF_I32;
    i64 u64 i64::MIN, lanes::OF_I64;
}

macro_rules! floats {
    ($(($($generics:tt)*) $ty:ty, $signed:ident $unsigned:ident $infinity:expr, $before:expr $(, $division:expr)?;)*) => {$(
        impl<$($generics)*> Float for $ty {
            type Bits = $signed;

            fn is_nan(self) -> bool {
                self.to_bits() & ($unsigned::MAX >> 1) > $infinity
            }

            fn to_ordered(self) -> $signed {
                let bits = self.to_bits().cast_signed();
                bits ^ ((bits >> ($signed::BITS - 1)).cast_unsigned() >> 1).cast_signed()
            }

            fn from_ordered(bits: $signed) -> Self {
                let bits = bits ^ ((bits >> ($signed::BITS - 1)).cast_unsigned() >> 1).cast_signed();
                Self::from_bits(bits.cast_unsigned())
            }

            fn key(self) -> u64 {
                let is_zero = self.to_bits() & ($unsigned::MAX >> 1) == 0;
                let ordered = if is_zero { 0 } else { self.to_ordered() };
                let key = ordered.wrapping_sub($signed::MIN).cast_unsigned();
                u64::from(if self.is_nan() { $unsigned::MAX } else { key })
            }
        }

        impl<$($generics)*> Number for $ty {
            $(const DIVISION: Division<$ty> = $division;)?

            fn sort(values: &mut [Self]) {
                if !numpy::sort(values) {
                    values::sort_floats(values);
                }
            }

            fn order(values: &[Self], places: &mut [i64]) -> Option<()> {
                positions::order(values, places, Float::key)
            }

            fn is_before(self, other: Self) -> bool {
                $before(self, other)
            }
        }
    )*};
}

floats! {
    () f32, i32 u32 f32::INFINITY.to_bits(), |a, b| a < b, lanes::OF_F32;
    () f64, i64 u64 f64::INFINITY.to_bits(), |a, b| a < b, lanes::OF_F64;
    (const BRAIN: bool) Half<BRAIN>, i16 u16 Self::INFINITY_BITS, |a: Self, b: Self| a.key() < b.key();
}

impl<T: Float> Complex<T> {
    /// As in NumPy: first by which parts are NaNs, the imaginary one before the real one, then by the parts that are not.
    fn key(self) -> (u8, u64, u64) {
        match (self.real.is_nan(), self.imag.is_nan()) {
            (false, false) => (0, self.real.key(), self.imag.key()),
            (false, true) => (1, self.real.key(), 0),
            (true, false) => (2, 0, self.imag.key()),
            (true, true) => (3, 0, 0),
        }
    }
}

impl<T: Float> Number for Complex<T> {
    fn sort(values: &mut [Self]) {
        values.sort_unstable_by_key(|value| value.key());
    }

    fn order(values: &[Self], places: &mut [i64]) -> Option<()> {
        positions::sorted(values, places, |value, k| (value.key(), k), |(_, k)| k)
    }

    fn is_before(self, other: Self) -> bool {
        self.key() < other.key()
    }
}
