//! Order and equality.

use super::{Points, Text, Unit, with_units};
use std::cmp::Ordering;
use std::ptr;

/// Order by code points: -1, 0 or 1.
pub fn compare(a: Text<'_>, b: Text<'_>) -> i64 {
    order(a.points, b.points) as i64
}

/// Whether the code points are the same.
pub fn equal(a: Text<'_>, b: Text<'_>) -> bool {
    same(a.points, b.points)
}

/// Whether the code points are the same.
#[inline]
pub fn same(a: Points<'_>, b: Points<'_>) -> bool {
    a.len() == b.len()
        && match (a, b) {
            (Points::One(a), Points::One(b)) => ptr::eq(a, b) || same_bytes(a, b),
            _ => order(a, b) == Ordering::Equal,
        }
}

/// Whether texts of one length have the same bytes; a few of them are compared without a call.
#[inline]
fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    /// Words of the first and the last bytes overlap where there are fewer than two words.
    #[inline(always)]
    fn ends<const N: usize>(a: &[u8], b: &[u8]) -> bool {
        a.first_chunk::<N>() == b.first_chunk::<N>() && a.last_chunk::<N>() == b.last_chunk::<N>()
    }
    match a.len() {
        0..4 => a.iter().zip(b).all(|(a, b)| a == b),
        4..8 => ends::<4>(a, b),
        8..17 => ends::<8>(a, b),
        _ => a == b,
    }
}

/// Order by code points.
pub fn order(a: Points<'_>, b: Points<'_>) -> Ordering {
    match (a, b) {
        (Points::One(a), Points::One(b)) => a.cmp(b),
        (Points::Two(a), Points::Two(b)) => a.cmp(b),
        (Points::Four(a), Points::Four(b)) => a.cmp(b),
        _ => with_units!(a, x => with_units!(b, y => {
            x.iter().map(|unit| unit.point()).cmp(y.iter().map(|unit| unit.point()))
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares texts in each width that fits.
    fn orders(a: &str, b: &str) -> Vec<i64> {
        let encodings = |text: &str| {
            let points: Vec<u32> = text.chars().map(u32::from).collect();
            let most = points.iter().copied().max().unwrap_or(0);
            let one: Vec<u32> =
                points.chunks(4).map(|c| c.iter().rev().fold(0, |word, &p| word << 8 | p & 0xff)).collect();
            let two: Vec<u32> =
                points.chunks(2).map(|c| c.iter().rev().fold(0, |word, &p| word << 16 | p & 0xffff)).collect();
            let mut out = vec![(4, points.clone())];
            out.extend((most <= 0xffff).then_some((2, two)));
            out.extend((most <= 0xff).then_some((1, one)));
            (points.len() as i64, out)
        };
        let ((a_len, a), (b_len, b)) = (encodings(a), encodings(b));
        let mut out = Vec::new();
        for (a_width, a) in &a {
            for (b_width, b) in &b {
                let (x, y) = (a.as_ptr().cast(), b.as_ptr().cast());
                // SAFETY: the vectors hold that many code points.
                let (x, y) = unsafe { (Points::new(x, a_len, *a_width), Points::new(y, b_len, *b_width)) };
                out.push(order(x, y) as i64);
            }
        }
        out
    }

    #[test]
    fn order_is_that_of_code_points_in_every_width() {
        for (a, b, order) in [
            ("abc", "abd", -1),
            ("abc", "abc", 0),
            ("b", "abc", 1),
            ("ab", "abc", -1),
            ("", "a", -1),
            ("", "", 0),
            ("\u{e9}", "e", 1),
            ("\u{3a9}", "\u{1f40d}", -1),
        ] {
            assert!(orders(a, b).iter().all(|&o| o == order), "{a:?} {b:?} {:?}", orders(a, b));
        }
    }
}
