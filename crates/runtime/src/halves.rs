//! Conversions between float16 and float32 that LLVM calls where the processor has none.
//!
//! LLVM passes a float16 in the low bits of a vector register, as Rust passes a float32 on x86-64. Other processors that code is
//! made for have the conversions.

use coluber_types::half::{f16_bits, f16_value};

/// The float32 with the value of the float16 in the low bits.
pub extern "C" fn extend(half: f32) -> f32 {
    f16_value(half.to_bits() as u16) as f32
}

/// The float16 next to a float32, in the low bits.
pub extern "C" fn truncate(value: f32) -> f32 {
    f32::from_bits(u32::from(f16_bits(f64::from(value))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for bits in (0..=u16::MAX).filter(|&b| !f16_value(b).is_nan()) {
            assert_eq!(truncate(extend(f32::from_bits(u32::from(bits)))).to_bits(), u32::from(bits));
        }
        assert_eq!(extend(f32::from_bits(0xabcd_3c00)), 1.0);
        assert_eq!(truncate(65520.0).to_bits(), 0x7c00);
    }
}
