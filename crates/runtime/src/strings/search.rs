//! Finding a string in another.

use super::compare::same;
use super::fault::Fault;
use super::{Points, Text, Unit};
use memchr::memmem;

/// A string to look for, in units of the string that it is looked for in.
enum Needle<'a, T: Unit> {
    Same(&'a [T]),
    Converted(Vec<T>),
}

impl<T: Unit> Needle<'_, T> {
    fn units(&self) -> &[T] {
        match self {
            Needle::Same(units) => units,
            Needle::Converted(units) => units,
        }
    }
}

/// The code points in units of this kind; None where one does not fit, so that no such string has it.
fn converted<T: Unit>(points: Points<'_>) -> Option<Vec<T>> {
    points.iter().map(T::of).collect()
}

/// Calls a generic function with both strings in the units of the first, or gives the other value.
macro_rules! in_units_of {
    ($hay:expr, $needle:expr, $default:expr, $run:ident ( $($more:expr),* )) => {
        match ($hay, $needle) {
            (Points::One(hay), Points::One(needle)) => $run(hay, Needle::Same(needle).units(), $($more),*),
            (Points::Two(hay), Points::Two(needle)) => $run(hay, Needle::Same(needle).units(), $($more),*),
            (Points::Four(hay), Points::Four(needle)) => $run(hay, Needle::Same(needle).units(), $($more),*),
            (Points::One(hay), needle) => match converted(needle) {
                Some(units) => $run(hay, Needle::Converted(units).units(), $($more),*),
                None => $default,
            },
            (Points::Two(hay), needle) => match converted(needle) {
                Some(units) => $run(hay, Needle::Converted(units).units(), $($more),*),
                None => $default,
            },
            (Points::Four(hay), needle) => match converted(needle) {
                Some(units) => $run(hay, Needle::Converted(units).units(), $($more),*),
                None => $default,
            },
        }
    };
}

/// In so few characters a search of its own is soon at an end.
const SHORT: usize = 16;

/// Whether a byte is among others.
#[inline(always)]
pub fn has_byte(bytes: &[u8], byte: u8) -> bool {
    /// Whether one of the bytes is zero: subtracting one sets its upper bit, which it did not have.
    fn has_zero(word: u64) -> bool {
        word.wrapping_sub(ONES) & !word & ONES << 7 != 0
    }
    const ONES: u64 = 0x0101_0101_0101_0101;
    let all = u64::from(byte) * ONES;
    // The first and the last bytes overlap.
    match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) if bytes.len() <= SHORT => {
            has_zero(u64::from_le_bytes(*first) ^ all) || has_zero(u64::from_le_bytes(*last) ^ all)
        }
        (Some(_), _) => memchr::memchr(byte, bytes).is_some(),
        _ => match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                let both = u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
                has_zero(both ^ all)
            }
            _ => bytes.contains(&byte),
        },
    }
}

/// The first place where the needle stands.
fn first<T: Unit>(hay: &[T], needle: &[T]) -> Option<usize> {
    if let (Some(hay), Some(needle)) = (as_bytes(hay), as_bytes(needle)) {
        return match needle {
            [one] if hay.len() <= SHORT => hay.iter().position(|byte| byte == one),
            [one] => memchr::memchr(*one, hay),
            [head, ..] if hay.len() <= SHORT => {
                hay.windows(needle.len()).position(|window| window.first() == Some(head) && window == needle)
            }
            _ => memmem::find(hay, needle),
        };
    }
    let Some((&head, _)) = needle.split_first() else { return Some(0) };
    let last = hay.len().checked_sub(needle.len())?;
    (0..=last).find(|&at| hay[at] == head && hay[at..at + needle.len()] == *needle)
}

/// The last place where it stands.
fn last<T: Unit>(hay: &[T], needle: &[T]) -> Option<usize> {
    if let (Some(hay), Some(needle)) = (as_bytes(hay), as_bytes(needle)) {
        return match needle {
            [one] => memchr::memrchr(*one, hay),
            _ => memmem::rfind(hay, needle),
        };
    }
    let last = hay.len().checked_sub(needle.len())?;
    (0..=last).rev().find(|&at| hay[at..at + needle.len()] == *needle)
}

/// Units of one byte as such.
fn as_bytes<T: Unit>(units: &[T]) -> Option<&[u8]> {
    // SAFETY: units of width 1 are bytes.
    (T::WIDTH == 1).then(|| unsafe { std::slice::from_raw_parts(units.as_ptr().cast(), units.len()) })
}

/// All places, from left to right, that don't overlap; the needle is not empty.
fn all<T: Unit>(hay: &[T], needle: &[T], most: usize) -> Vec<usize> {
    let mut places = Vec::new();
    let mut from = 0;
    if let (Some(hay), Some(needle)) = (as_bytes(hay), as_bytes(needle)) {
        return match needle {
            [one] => memchr::memchr_iter(*one, hay).take(most).collect(),
            _ => memmem::find_iter(hay, needle).take(most).collect(),
        };
    }
    while places.len() < most
        && let Some(at) = first(&hay[from..], needle)
    {
        places.push(from + at);
        from += at + needle.len();
    }
    places
}

/// Where the needle stands first.
pub fn find_in(hay: Points<'_>, needle: Points<'_>) -> Option<usize> {
    in_units_of!(hay, needle, None, first())
}

/// Where it stands last.
pub fn find_last_in(hay: Points<'_>, needle: Points<'_>) -> Option<usize> {
    in_units_of!(hay, needle, None, last())
}

/// Where it stands, up to so many times; it is not empty.
pub fn places(hay: Points<'_>, needle: Points<'_>, most: usize) -> Vec<usize> {
    in_units_of!(hay, needle, Vec::new(), all(most))
}

/// The part of a string that `start` and `stop` name, and where it begins; None where it begins behind its end.
fn window(text: Text<'_>, start: i64, stop: i64) -> Option<(Points<'_>, usize)> {
    let n = text.points.len() as i64;
    let stop = if stop < 0 { (stop + n).max(0) } else { stop.min(n) };
    let start = if start < 0 { (start + n).max(0) } else { start };
    (start <= stop).then(|| (text.points.part(start as usize..stop as usize), start as usize))
}

/// `text.find(sub, start, stop)`
pub fn find(text: Text<'_>, sub: Text<'_>, start: i64, stop: i64) -> i64 {
    let found = window(text, start, stop).and_then(|(part, from)| Some(find_in(part, sub.points)? + from));
    found.map_or(-1, |at| at as i64)
}

/// `text.rfind(sub, start, stop)`
pub fn rfind(text: Text<'_>, sub: Text<'_>, start: i64, stop: i64) -> i64 {
    let found = window(text, start, stop).and_then(|(part, from)| Some(find_last_in(part, sub.points)? + from));
    found.map_or(-1, |at| at as i64)
}

fn or_missing(at: i64) -> Result<i64, Fault> {
    if at < 0 { Err(Fault::value("substring not found")) } else { Ok(at) }
}

/// `text.index(sub, start, stop)`
pub fn index(text: Text<'_>, sub: Text<'_>, start: i64, stop: i64) -> Result<i64, Fault> {
    or_missing(find(text, sub, start, stop))
}

/// `text.rindex(sub, start, stop)`
pub fn rindex(text: Text<'_>, sub: Text<'_>, start: i64, stop: i64) -> Result<i64, Fault> {
    or_missing(rfind(text, sub, start, stop))
}

/// `text.count(sub, start, stop)`
pub fn count(text: Text<'_>, sub: Text<'_>, start: i64, stop: i64) -> i64 {
    match window(text, start, stop) {
        None => 0,
        Some((part, _)) if sub.points.is_empty() => part.len() as i64 + 1,
        Some((part, _)) => places(part, sub.points, usize::MAX).len() as i64,
    }
}

/// `sub in text`
pub fn contains(text: Text<'_>, sub: Text<'_>) -> bool {
    match (text.points, sub.points) {
        (Points::One(bytes), Points::One(&[byte])) => has_byte(bytes, byte),
        (text, sub) => found_elsewhere(text, sub),
    }
}

/// Whether one string is in another; it costs no registers where a character is looked for.
#[inline(never)]
fn found_elsewhere(text: Points<'_>, sub: Points<'_>) -> bool {
    find_in(text, sub).is_some()
}

/// `text.startswith(sub, start, stop)`
pub fn startswith(text: Text<'_>, sub: Text<'_>, start: i64, stop: i64) -> bool {
    let n = sub.points.len();
    window(text, start, stop).is_some_and(|(part, _)| n <= part.len() && same(part.part(0..n), sub.points))
}

/// `text.endswith(sub, start, stop)`
pub fn endswith(text: Text<'_>, sub: Text<'_>, start: i64, stop: i64) -> bool {
    let n = sub.points.len();
    window(text, start, stop)
        .is_some_and(|(part, _)| n <= part.len() && same(part.part(part.len() - n..part.len()), sub.points))
}
