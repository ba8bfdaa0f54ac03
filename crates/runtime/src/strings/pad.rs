//! Methods that make a string wider: `center`, `ljust`, `rjust`, `zfill`, `expandtabs`.

use super::fault::Fault;
use super::make::{Made, Room};
use super::{Points, Text};

/// A string with so many of a character on each side.
fn padded(text: Text<'_>, left: usize, right: usize, fill: u32) -> Result<Made, Fault> {
    if left == 0 && right == 0 {
        return Ok(Made::same(text));
    }
    let width = text.points.width().max(super::width_of(fill));
    let count = left.checked_add(right).and_then(|n| n.checked_add(text.points.len())).ok_or_else(Fault::memory)?;
    let mut room = Room::new(count, width)?;
    (0..left).for_each(|_| room.push_point(fill));
    room.push(text.points);
    (0..right).for_each(|_| room.push_point(fill));
    Ok(room.finish())
}

/// The character to fill with.
fn fill(text: Text<'_>) -> Result<u32, Fault> {
    match text.points.len() {
        1 => Ok(text.points.at(0)),
        _ => Err(Fault::Raise("TypeError", "The fill character must be exactly one character long".into())),
    }
}

/// How many characters are missing to a width.
fn missing(text: Text<'_>, width: i64) -> usize {
    usize::try_from(width).unwrap_or(0).saturating_sub(text.points.len())
}

/// `text.center(width, fill)`: an odd character more stands on the left when the width is odd.
pub fn center(text: Text<'_>, width: i64, with: Text<'_>) -> Result<Made, Fault> {
    let (with, missing) = (fill(with)?, missing(text, width));
    let left = missing / 2 + (missing & width as usize & 1);
    padded(text, left, missing - left, with)
}

/// `text.ljust(width, fill)`
pub fn ljust(text: Text<'_>, width: i64, with: Text<'_>) -> Result<Made, Fault> {
    padded(text, 0, missing(text, width), fill(with)?)
}

/// `text.rjust(width, fill)`
pub fn rjust(text: Text<'_>, width: i64, with: Text<'_>) -> Result<Made, Fault> {
    padded(text, missing(text, width), 0, fill(with)?)
}

/// `text.zfill(width)`: zeros after a sign.
pub fn zfill(text: Text<'_>, width: i64) -> Result<Made, Fault> {
    let missing = missing(text, width);
    if missing == 0 {
        return Ok(Made::same(text));
    }
    let n = text.points.len();
    let signed = usize::from(n > 0 && matches!(text.points.at(0), 0x2b | 0x2d));
    let mut room = Room::new(n.checked_add(missing).ok_or_else(Fault::memory)?, text.points.width())?;
    room.push(text.points.part(0..signed));
    (0..missing).for_each(|_| room.push_point(u32::from(b'0')));
    room.push(text.points.part(signed..n));
    Ok(room.finish())
}

/// Calls with the pieces of a text whose tabs are spaces, and how many spaces follow each.
fn columns(points: Points<'_>, size: i64, mut piece: impl FnMut(Points<'_>, usize) -> Option<()>) -> Option<()> {
    let (mut column, mut from) = (0, 0);
    for at in 0..points.len() {
        match points.at(at) {
            9 => {
                let spaces = if size > 0 { size - column % size } else { 0 };
                piece(points.part(from..at), spaces as usize)?;
                from = at + 1;
                column += spaces;
            }
            10 | 13 => column = 0,
            _ => column += 1,
        }
    }
    piece(points.part(from..points.len()), 0)
}

/// `text.expandtabs(size)`
pub fn expandtabs(text: Text<'_>, size: i64) -> Result<Made, Fault> {
    let too_long = || Fault::Raise("OverflowError", "new string is too long".into());
    let mut count = 0usize;
    columns(text.points, size, |piece, spaces| {
        count = count.checked_add(piece.len())?.checked_add(spaces).filter(|&n| n <= isize::MAX as usize)?;
        Some(())
    })
    .ok_or_else(too_long)?;
    let mut room = Room::new(count, text.points.width())?;
    columns(text.points, size, |piece, spaces| {
        room.push(piece);
        (0..spaces).for_each(|_| room.push_point(u32::from(b' ')));
        Some(())
    });
    Ok(room.finish())
}
