//! Numbers of 16 bits as bits: rounded once, to the nearest, ties to even.

use crate::FloatTy;

/// The sign, moved to where 16 bits have it.
fn sign(bits: u32) -> u16 {
    (bits >> 16) as u16 & 0x8000
}

/// The float32 next to a float64 in the direction of zero, with its last bit set where it is not exact: rounding it once more, to
/// less than 22 bits, gives what rounding the float64 gives.
fn to_odd(x: f64) -> u32 {
    let near = x as f32;
    let wide = f64::from(near);
    if x.is_nan() || wide == x {
        return near.to_bits();
    }
    let toward_zero = if wide.abs() > x.abs() { near.to_bits() - 1 } else { near.to_bits() };
    toward_zero | 1
}

/// Drops the last `count` bits, rounding to the nearest and at ties to even.
fn rounded(bits: u32, count: u32) -> u32 {
    let half = 1 << (count - 1);
    let odd = bits >> count & 1;
    (bits + half - 1 + odd) >> count
}

/// The bits of the float16 nearest to a number.
pub fn f16_bits(x: f64) -> u16 {
    let bits = to_odd(x);
    let size = bits & 0x7fff_ffff;
    let magnitude = match size {
        0x7f80_0001.. => 0x7e00,
        // 65520 and above round to infinity.
        0x477f_f000.. => 0x7c00,
        // Normal numbers: the exponent's offset changes from 127 to 15.
        0x3880_0000.. => rounded(size - (112 << 23), 13),
        // Half of the smallest subnormal number, and below.
        ..=0x3300_0000 => 0,
        _ => {
            let mantissa = size & 0x7f_ffff | 0x80_0000;
            rounded(mantissa, 126 - (size >> 23))
        }
    };
    sign(bits) | magnitude as u16
}

/// The number with the bits of a float16.
pub fn f16_value(bits: u16) -> f64 {
    let (exponent, mantissa) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    let size = match exponent {
        0x1f if mantissa != 0.0 => f64::NAN,
        0x1f => f64::INFINITY,
        0 => mantissa * 2f64.powi(-24),
        _ => (1024.0 + mantissa) * 2f64.powi(exponent - 25),
    };
    if bits & 0x8000 != 0 { -size } else { size }
}

/// The bits of the bfloat16 nearest to a number.
pub fn bf16_bits(x: f64) -> u16 {
    if x.is_nan() { 0x7fff } else { rounded(to_odd(x), 16) as u16 }
}

/// The number with the bits of a bfloat16.
pub fn bf16_value(bits: u16) -> f64 {
    f64::from(f32::from_bits(u32::from(bits) << 16))
}

impl FloatTy {
    /// The bits of the number of this type nearest to `x`.
    #[inline]
    pub fn bits_of(self, x: f64) -> u64 {
        match self {
            FloatTy::F16 => u64::from(f16_bits(x)),
            FloatTy::BF16 => u64::from(bf16_bits(x)),
            FloatTy::F32 => u64::from((x as f32).to_bits()),
            FloatTy::F64 => x.to_bits(),
        }
    }

    /// The number with these bits, of which those beyond the width don't count.
    #[inline]
    pub fn value_of(self, bits: u64) -> f64 {
        match self {
            FloatTy::F16 => f16_value(bits as u16),
            FloatTy::BF16 => bf16_value(bits as u16),
            FloatTy::F32 => f64::from(f32::from_bits(bits as u32)),
            FloatTy::F64 => f64::from_bits(bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_float16_come_back() {
        for bits in 0..=u16::MAX {
            let value = f16_value(bits);
            if value.is_nan() {
                assert_eq!(f16_bits(value) & 0x7fff, 0x7e00);
            } else {
                assert_eq!(f16_bits(value), bits, "{value}");
            }
        }
    }

    #[test]
    fn all_bfloat16_come_back() {
        for bits in (0..=u16::MAX).filter(|b| !bf16_value(*b).is_nan()) {
            assert_eq!(bf16_bits(bf16_value(bits)), bits);
        }
    }

    #[test]
    fn between_two_numbers_the_nearer_is_taken_and_even_ones_at_ties() {
        for bits in 0..0x7c00u16 {
            let (low, high) = (f16_value(bits), f16_value(bits + 1));
            let middle = if high.is_finite() { (low + high) / 2.0 } else { 65520.0 };
            assert_eq!(f16_bits(middle), bits + (bits & 1));
            assert_eq!(f16_bits(middle.next_up()), bits + 1);
            assert_eq!(f16_bits(-middle.next_down()), bits | 0x8000);
        }
        for bits in 0..0x7f7fu16 {
            let middle = (bf16_value(bits) + bf16_value(bits + 1)) / 2.0;
            assert_eq!(bf16_bits(middle), bits + (bits & 1));
            assert_eq!(bf16_bits(middle.next_up()), bits + 1);
            assert_eq!(bf16_bits(middle.next_down()), bits);
        }
    }

    #[test]
    fn what_is_too_large_is_infinite() {
        assert_eq!(f16_bits(1e300), 0x7c00);
        assert_eq!(f16_bits(-1e300), 0xfc00);
        assert_eq!(bf16_bits(1e300), 0x7f80);
        assert_eq!(f16_bits(5e-324), 0);
    }
}
