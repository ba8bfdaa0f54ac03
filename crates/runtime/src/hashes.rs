//! Hashes, as the host has them: numbers by the rules that are documented for numeric types, text by the host's own function and secret.

use crate::hooks;
use crate::strings::{Points, Text, taken_apart};

/// The prime that hashes of numbers are reduced by, and its bits.
const MODULUS: u64 = (1 << BITS) - 1;
const BITS: u32 = 61;
/// The hash of infinity.
const INFINITY: i64 = 314_159;

/// -1 stands for an error in the host.
fn final_hash(hash: i64) -> i64 {
    if hash == -1 { -2 } else { hash }
}

/// Of an integer: its bits, and whether they have a sign.
#[inline]
pub extern "C" fn hash_int(value: i64, signed: bool) -> i64 {
    let negative = signed && value < 0;
    let magnitude = if negative { value.unsigned_abs() } else { value as u64 };
    let reduced = if magnitude < MODULUS { magnitude } else { magnitude % MODULUS } as i64;
    final_hash(if negative { -reduced } else { reduced })
}

/// Of a float: that of the integer for one that is whole. The hash of a NaN, which is that of its object in the host, is 0.
pub extern "C" fn hash_float(value: f64) -> i64 {
    if value.is_nan() {
        return 0;
    }
    if value.is_infinite() {
        return if value > 0.0 { INFINITY } else { -INFINITY };
    }
    // A power of two turns the bits of the reduced number.
    let (mantissa, power) = taken_apart(value.abs());
    let turn = power.rem_euclid(BITS as i32) as u32;
    let turned = ((mantissa << turn) & MODULUS) | if turn == 0 { 0 } else { mantissa >> (BITS - turn) };
    let reduced = (turned % MODULUS) as i64;
    final_hash(if value < 0.0 { -reduced } else { reduced })
}

/// Of a string or bytes; 0 without a host.
pub fn of_text(text: Text<'_>) -> i64 {
    of_points(text.points)
}

/// As [`of_text`], for the characters.
pub fn of_points(points: Points<'_>) -> i64 {
    if points.is_empty() {
        return 0;
    }
    let Some(hook) = hooks::hash_bytes() else { return 0 };
    // The host's string has as many bytes a character as it needs.
    final_hash(match points.least_width() {
        least if points.width() == least => hook(points.bytes()),
        1 => hook(&points.iter().map(|point| point as u8).collect::<Vec<_>>()),
        _ => hook(&points.iter().flat_map(|point| (point as u16).to_ne_bytes()).collect::<Vec<_>>()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_floats_hash_as_integers() {
        for n in [0i64, 1, -1, 2, 1 << 53, -(1 << 60), 123_456_789] {
            assert_eq!(hash_float(n as f64), hash_int(n, true), "{n}");
        }
        assert_eq!(hash_float(0.5), 1 << 60);
        assert_eq!(hash_float(5e-324), 16_777_216);
    }
}
