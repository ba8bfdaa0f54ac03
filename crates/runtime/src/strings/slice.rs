//! Slices with a step, and the code point of a character.

use super::fault::Fault;
use super::host::{Given, ask_text};
use super::make::{Made, Room};
use super::{Text, Unit, with_units};

/// `count` characters from `start` on, each `step` after the one before. Compiled code has made sure that they are there.
pub fn stride(text: Text<'_>, start: i64, count: i64, step: i64) -> Result<Made, Fault> {
    let count = count.max(0) as usize;
    if count == 0 {
        return Ok(Made::empty());
    }
    let mut room = Room::new(count, text.points.width())?;
    with_units!(text.points, units => {
        let mut at = start;
        for _ in 0..count {
            room.push_point(units.get(at as usize).map_or(0, |unit| unit.point()));
            at = at.wrapping_add(step);
        }
    });
    Ok(room.finish())
}

/// `ord(text)`
pub fn ord(text: Text<'_>) -> Result<i64, Fault> {
    match text.points.len() {
        1 => Ok(i64::from(text.points.at(0))),
        n => Err(Fault::Raise("TypeError", format!("ord() expected a character, but string of length {n} found"))),
    }
}

/// `chr(point)`
pub fn chr(point: i64) -> Result<Made, Fault> {
    match u32::try_from(point) {
        Ok(point) if point <= 0x10_ffff => Made::of_points(std::iter::once(point)),
        _ => ask_text("chr", &[Given::Int(point)]),
    }
}
