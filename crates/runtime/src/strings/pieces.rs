//! Texts of several pieces, as f-strings are: one block of memory for all of them.

use super::fault::Fault;
use super::make::{self, Made, Room};
use super::{Leaves, Points, Text, print};

/// The width that says that a piece is an integer with a sign.
const SIGNED: i32 = -1;

/// The pieces behind a text: strings, and integers whose text is wanted. These have a negative width, and their bits as length.
#[derive(Clone, Copy)]
pub struct Pieces<'a>(&'a [Leaves]);

/// An integer: its magnitude, and whether there is a sign in front.
#[inline(always)]
fn integer(piece: &Leaves) -> (u64, bool) {
    match piece.width {
        SIGNED => (piece.length.unsigned_abs(), piece.length < 0),
        _ => (piece.length.cast_unsigned(), false),
    }
}

/// The number of code points of a piece.
#[inline(always)]
fn count(piece: &Leaves) -> usize {
    if piece.width > 0 {
        return piece.length.max(0) as usize;
    }
    let (magnitude, negative) = integer(piece);
    print::digit_count(magnitude) + usize::from(negative)
}

/// Writes the text of an integer into all of the room.
#[inline(always)]
fn write_integer(piece: &Leaves, room: &mut [u8]) {
    let (magnitude, negative) = integer(piece);
    let digits = match (negative, room) {
        (true, [sign, digits @ ..]) => {
            *sign = b'-';
            digits
        }
        (_, room) => room,
    };
    print::write_digits(magnitude, digits);
}

impl<'a> Pieces<'a> {
    /// # Safety
    /// There are so many pieces at the address, which live for `'a`.
    #[inline(always)]
    pub(super) unsafe fn new(pieces: *const u8, count: i64) -> Self {
        // SAFETY: promised by the caller.
        Pieces(unsafe { std::slice::from_raw_parts(pieces.cast(), count.max(0) as usize) })
    }

    /// The number of code points of all, and the bytes of the widest; None where there are more than any memory has.
    #[inline(always)]
    fn measure(self) -> Option<(usize, i32)> {
        let (mut all, mut widest) = (0usize, 1);
        for piece in self.0 {
            let count = count(piece);
            all = all.checked_add(count)?;
            widest = if count > 0 { widest.max(piece.width) } else { widest };
        }
        Some((all, widest))
    }

    /// Writes the pieces, all of which have one byte a code point.
    ///
    /// # Safety
    /// There is room at the address for all of them.
    #[inline(always)]
    unsafe fn write_narrow(self, mut target: *mut u8) {
        for piece in self.0 {
            let count = count(piece);
            // SAFETY: promised by the caller; strings are alive.
            unsafe {
                match piece.width > 0 {
                    true => make::copy(std::slice::from_raw_parts(piece.data, count), target),
                    false => write_integer(piece, std::slice::from_raw_parts_mut(target, count)),
                }
                target = target.add(count);
            }
        }
    }

    /// Writes the pieces in units of this width, which is not less than that of any.
    ///
    /// # Safety
    /// There is room at the address for all of them.
    #[cold]
    unsafe fn write_wide(self, mut target: *mut u8, width: i32) {
        for piece in self.0 {
            let count = count(piece);
            let mut digits = [0; 21];
            let points = match piece.width > 0 {
                // SAFETY: strings are alive.
                true => unsafe { piece.points() },
                false => {
                    write_integer(piece, &mut digits[..count]);
                    Points::One(&digits[..count])
                }
            };
            // SAFETY: promised by the caller.
            unsafe { make::write_points(points, target, width) };
            target = target.wrapping_add(count * width as usize);
        }
    }
}

/// A text and the pieces behind it, in its memory or in other, where all characters have one byte.
#[inline(always)]
pub fn narrow(text: Text<'_>, pieces: Pieces<'_>) -> Option<Made> {
    let Points::One(before) = text.points else { return None };
    let (added, _) = pieces.measure().filter(|&(_, widest)| widest == 1)?;
    let count = before.len().checked_add(added)?;
    let is_made = text.is_made();
    // SAFETY: so many characters of one byte are written.
    unsafe {
        let write = |end: *mut u8| pieces.write_narrow(end);
        if is_made
            && !before.is_empty()
            && let Some(made) = make::append_by(text, added, write)
        {
            return Some(made);
        }
        let mut room = Room::with_spare(count, 1, if is_made { count } else { 0 }).ok()?;
        room.push(text.points);
        room.push_by(added, write);
        Some(room.finish())
    }
}

/// As [`narrow`], whatever the characters are. As with [`concat`](super::concat::concat), text that was itself made gets room for as much again.
pub fn concat_all(text: Text<'_>, pieces: Pieces<'_>) -> Result<Made, Fault> {
    let (added, widest) = pieces.measure().ok_or_else(Fault::memory)?;
    let count = text.points.len().checked_add(added).ok_or_else(Fault::memory)?;
    let width = if text.points.is_empty() { widest } else { widest.max(text.points.width()) };
    // SAFETY: so many code points of this width are written.
    unsafe {
        let write = |end: *mut u8| pieces.write_wide(end, width);
        if width == text.points.width()
            && let Some(made) = make::append_by(text, added, write)
        {
            return Ok(made);
        }
        let mut room = Room::with_spare(count, width, if text.is_made() { count } else { 0 })?;
        room.push(text.points);
        room.push_by(added, write);
        Ok(room.finish())
    }
}
