//! Strings: code points of one, two or four bytes each.

use std::cmp::Ordering;

/// The code points of a string.
#[derive(Clone, Copy)]
enum Points<'a> {
    One(&'a [u8]),
    Two(&'a [u16]),
    Four(&'a [u32]),
}

impl<'a> Points<'a> {
    /// # Safety
    /// `data` has `len` code points of `width` bytes, aligned to it, for `'a`.
    unsafe fn new(data: *const u8, len: i64, width: i32) -> Self {
        let len = if data.is_null() { 0 } else { len.max(0) as usize };
        let data = if len == 0 { std::ptr::dangling::<u32>().cast() } else { data };
        // SAFETY: promised by the caller; an empty string has any aligned address.
        unsafe {
            match width {
                1 => Points::One(std::slice::from_raw_parts(data, len)),
                2 => Points::Two(std::slice::from_raw_parts(data.cast(), len)),
                _ => Points::Four(std::slice::from_raw_parts(data.cast(), len)),
            }
        }
    }

    fn iter(self) -> Box<dyn Iterator<Item = u32> + 'a> {
        match self {
            Points::One(items) => Box::new(items.iter().map(|&c| u32::from(c))),
            Points::Two(items) => Box::new(items.iter().map(|&c| u32::from(c))),
            Points::Four(items) => Box::new(items.iter().copied()),
        }
    }

    fn cmp(self, other: Points<'_>) -> Ordering {
        match (self, other) {
            (Points::One(a), Points::One(b)) => a.cmp(b),
            (Points::Two(a), Points::Two(b)) => a.cmp(b),
            (Points::Four(a), Points::Four(b)) => a.cmp(b),
            _ => self.iter().cmp(other.iter()),
        }
    }
}

/// Order of two strings by code points.
///
/// # Safety
/// Each has as many code points as its length says, of its width, aligned.
pub unsafe extern "C" fn str_compare(
    a: *mut u8,
    a_len: i64,
    a_width: i32,
    b: *mut u8,
    b_len: i64,
    b_width: i32,
) -> i64 {
    // SAFETY: promised by the caller.
    let (a, b) = unsafe { (Points::new(a, a_len, a_width), Points::new(b, b_len, b_width)) };
    a.cmp(b) as i64
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
                let (x, y) = (a.as_ptr().cast_mut().cast(), b.as_ptr().cast_mut().cast());
                // SAFETY: the vectors hold that many code points.
                out.push(unsafe { str_compare(x, a_len, *a_width, y, b_len, *b_width) });
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
