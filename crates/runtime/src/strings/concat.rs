//! `a + b` and `text * n`.

use super::fault::Fault;
use super::make::{self, Made, Room};
use super::{Points, Text, print};

/// `a + b` where `b` is written behind `a`, in its memory.
#[inline(always)]
pub fn appended(a: Text<'_>, b: Text<'_>) -> Option<Made> {
    if a.points.is_empty() || b.points.is_empty() { None } else { make::append(a, b.points) }
}

/// `a + b`. A string that was itself made so grows in place, or into memory with room for as much again: adding to one in a loop takes
/// linear time.
pub fn concat(a: Text<'_>, b: Text<'_>) -> Result<Made, Fault> {
    match appended(a, b) {
        Some(grown) => Ok(grown),
        None => apart(a, b),
    }
}

/// `a + b` where nothing can be written behind `a`.
pub fn apart(a: Text<'_>, b: Text<'_>) -> Result<Made, Fault> {
    match (a.points.is_empty(), b.points.is_empty()) {
        (_, true) => Ok(Made::same(a)),
        (true, false) => Ok(Made::same(b)),
        (false, false) => copied(a, b),
    }
}

/// `a + b` in memory of its own.
#[inline(never)]
fn copied(a: Text<'_>, b: Text<'_>) -> Result<Made, Fault> {
    let count = a.points.len().checked_add(b.points.len()).ok_or_else(Fault::memory)?;
    let width = a.points.width().max(b.points.width());
    let spare = if a.is_made() { count } else { 0 };
    let mut room = Room::with_spare(count, width, spare)?;
    room.push(a.points);
    room.push(b.points);
    Ok(room.finish())
}

/// `text + str(value)` where the digits are written behind the text, in its memory.
#[inline(always)]
pub fn appended_int(text: Text<'_>, value: i64, signed: bool) -> Option<Made> {
    let is_plain = matches!(text.points, Points::One([_, ..])) && !(signed && value < 0);
    let count = print::digit_count(value.cast_unsigned());
    let write = |end: *mut u8| {
        // SAFETY: memory for so many bytes.
        let room = unsafe { std::slice::from_raw_parts_mut(end, count) };
        print::write_digits(value.cast_unsigned(), room);
    };
    // SAFETY: so many bytes are written.
    is_plain.then(|| unsafe { make::append_by(text, count, write) }).flatten()
}

/// `text + str(value)`
pub fn concat_int(text: Text<'_>, value: i64, signed: bool) -> Result<Made, Fault> {
    let digits = print::digits(value, signed);
    let points = Points::One(digits.text());
    match text.points.is_empty() {
        true => Made::of_latin(digits.text()),
        false => concat(text, Text { owner: crate::memory::STATIC, points, is_given: true }),
    }
}

/// `text * count`
pub fn repeat(text: Text<'_>, count: i64) -> Result<Made, Fault> {
    let count = usize::try_from(count).unwrap_or(0);
    if count == 0 || text.points.is_empty() {
        return Ok(Made::empty());
    }
    if count == 1 {
        return Ok(Made::same(text));
    }
    let all = text.points.len().checked_mul(count).filter(|&all| all <= isize::MAX as usize);
    let all = all.ok_or_else(|| Fault::Raise("OverflowError", "repeated string is too long".into()))?;
    let mut room = Room::new(all, text.points.width())?;
    (0..count).for_each(|_| room.push(text.points));
    Ok(room.finish())
}

/// `separator.join(text)`: the separator between the characters.
pub fn join_characters(separator: Text<'_>, text: Text<'_>) -> Result<Made, Fault> {
    let n = text.points.len();
    let between = move |k: usize| {
        let separator = if k == 0 { Points::One(&[]) } else { separator.points };
        [separator, text.points.part(k..k + 1)]
    };
    Made::joined((0..n).flat_map(between))
}
