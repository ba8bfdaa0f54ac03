//! Numbers that have the order of the items that they were made of, as far as they tell them apart: a sort compares these first, which
//! lie side by side, and the items only where they are equal.

use crate::items::{Order, text_at};
use crate::strings::Points;

/// The bit of the sign, which orders integers as those without sign.
const SIGN: u64 = 1 << 63;

/// A number for a value: of two values with different numbers, that with the smaller one comes first.
///
/// # Safety
/// The address is that of a live value of the order's type.
pub(super) unsafe fn leading(order: &Order, a: *const u8) -> u64 {
    // SAFETY: promised by the caller; items are aligned as their type needs.
    unsafe {
        match order {
            Order::Int(1, false) => a.read().into(),
            Order::Int(1, true) => signed(a.cast::<i8>().read()),
            Order::Int(2, false) => a.cast::<u16>().read().into(),
            Order::Int(2, true) => signed(a.cast::<i16>().read()),
            Order::Int(4, false) => a.cast::<u32>().read().into(),
            Order::Int(4, true) => signed(a.cast::<i32>().read()),
            Order::Int(_, false) => a.cast::<u64>().read(),
            Order::Int(_, true) => signed(a.cast::<i64>().read()),
            Order::Float32 => float(a.cast::<f32>().read().into()),
            Order::Float64 => float(a.cast::<f64>().read()),
            Order::Text => text(text_at(a)),
            Order::Optional(at, inner) => match a.read() & 1 {
                0 => 0,
                _ => leading(inner, a.add(*at)) >> 1 | SIGN,
            },
            Order::Parts(parts) => parts.first().map_or(0, |(at, first)| leading(first, a.add(*at))),
            Order::Frozen | Order::Fields(_) | Order::Items(_) | Order::OneOf(_) => 0,
        }
    }
}

fn signed(number: impl Into<i64>) -> u64 {
    number.into() as u64 ^ SIGN
}

/// NaN comes last, and both zeros are equal.
fn float(number: f64) -> u64 {
    if number.is_nan() {
        return u64::MAX;
    }
    let bits = (number + 0.0).to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

/// The first eight code points, a byte each. From the first one on that is no byte, or the largest, nothing is told apart.
fn text(points: Points<'_>) -> u64 {
    if let Points::One(bytes) = points
        && let Some(first) = bytes.first_chunk::<8>()
        && !first.contains(&0xff)
    {
        return u64::from_be_bytes(*first);
    }
    let mut number = 0;
    for (k, point) in points.iter().take(8).enumerate() {
        let shift = 56 - 8 * k;
        if point >= 0xff {
            return number | 0xff << shift;
        }
        number |= u64::from(point) << shift;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::floats;
    use std::cmp::Ordering;

    #[test]
    fn floats_have_their_order() {
        let values =
            [f64::NEG_INFINITY, -2.5, -f64::MIN_POSITIVE, -5e-324, -0.0, 0.0, 5e-324, 1.0, f64::INFINITY, f64::NAN];
        for a in values {
            for b in values {
                assert_eq!(float(a).cmp(&float(b)), floats(a, b), "{a} {b}");
            }
        }
        assert_eq!(float(-f64::NAN), float(f64::NAN));
    }

    #[test]
    fn texts_are_told_apart_in_their_order() {
        let texts = [
            "",
            "\0",
            "a",
            "a\0",
            "abcdefgh",
            "abcdefgi",
            "abcdefghi",
            "b",
            "\u{fe}",
            "ÿ",
            "ÿz",
            "Ā",
            "Āb",
            "𝄞",
            "aÿ",
            "aĀ",
        ];
        for a in texts {
            for b in texts {
                let numbers = number_of(a).cmp(&number_of(b));
                assert!(numbers == Ordering::Equal || numbers == a.cmp(b), "{a:?} {b:?}");
            }
        }
        assert!(number_of("abcdefgh") < number_of("abcdefgi"));
    }

    /// The number is the same in each width that fits.
    fn number_of(a: &str) -> u64 {
        let points: Vec<u32> = a.chars().map(u32::from).collect();
        let number = text(Points::Four(&points));
        if points.iter().all(|&point| point < 256) {
            let bytes: Vec<u8> = points.iter().map(|&point| point as u8).collect();
            assert_eq!(text(Points::One(&bytes)), number);
        }
        number
    }
}
