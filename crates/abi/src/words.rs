//! The buffers of 64-bit words between the dispatcher and compiled code.
//!
//! Each leaf has one word. Integers are extended to the word by the sign of their type, bools are 0 or 1, float32 is in the low
//! four bytes with zeros above, float64 and addresses fill the word.

use crate::layout::{Leaf, layout};
use coluber_types::Ty;

/// Number of words for values of these types, one after the other.
pub fn word_count(types: &[Ty]) -> usize {
    types.iter().map(|&ty| layout(ty).leaves.len()).sum()
}

/// The word of an integer or bool leaf, from a value of which only the low bits count.
pub fn integer_word(leaf: Leaf, signed: bool, value: u64) -> u64 {
    match (leaf, signed) {
        (Leaf::I1, _) => value & 1,
        (Leaf::I8, true) => value as i8 as u64,
        (Leaf::I8, false) => u64::from(value as u8),
        (Leaf::I16, true) => value as i16 as u64,
        (Leaf::I16, false) => u64::from(value as u16),
        (Leaf::I32, true) => value as i32 as u64,
        (Leaf::I32, false) => u64::from(value as u32),
        _ => value,
    }
}

/// The word of a float32.
pub fn float32_word(value: f32) -> u64 {
    u64::from(value.to_bits())
}

/// The float32 in a word.
pub fn word_float32(word: u64) -> f32 {
    f32::from_bits(word as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_extended_by_sign() {
        assert_eq!(integer_word(Leaf::I8, true, 0xff), u64::MAX);
        assert_eq!(integer_word(Leaf::I8, false, 0x1ff), 0xff);
        assert_eq!(integer_word(Leaf::I32, true, 0x8000_0000), 0xffff_ffff_8000_0000);
        assert_eq!(integer_word(Leaf::I1, false, 3), 1);
    }

    #[test]
    fn float32_is_in_the_low_bytes() {
        assert_eq!(word_float32(float32_word(1.5)), 1.5);
        assert_eq!(float32_word(-0.0), 0x8000_0000);
    }

    #[test]
    fn counts_leaves() {
        assert_eq!(word_count(&[Ty::int64(), Ty::complex128(), Ty::none(), Ty::string()]), 7);
    }
}
