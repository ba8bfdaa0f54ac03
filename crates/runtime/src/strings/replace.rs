//! `text.replace(old, new, count)`

use super::fault::Fault;
use super::make::{Made, Room};
use super::{Points, Text, search};

/// The text itself, where it has no such character.
#[inline(always)]
pub fn unchanged(text: Text<'_>, old: Text<'_>, _: Text<'_>, _: i64) -> Option<Made> {
    let (Points::One(bytes), Points::One(&[character])) = (text.points, old.points) else { return None };
    (!search::has_byte(bytes, character)).then(|| Made::same(text))
}

/// Replaces the first `count` places, or all when it is negative.
pub fn replace(text: Text<'_>, old: Text<'_>, new: Text<'_>, count: i64) -> Result<Made, Fault> {
    let most = usize::try_from(count).unwrap_or(usize::MAX);
    let n = text.points.len();
    let places: Vec<usize> = match old.points.is_empty() {
        true => (0..=n).take(most).collect(),
        false => search::places(text.points, old.points, most),
    };
    if places.is_empty() {
        return Ok(Made::same(text));
    }
    let too_long = || Fault::Raise("OverflowError", "replace string is too long".into());
    let left = n - places.len() * old.points.len();
    let added = places.len().checked_mul(new.points.len()).ok_or_else(too_long)?;
    let total = left.checked_add(added).ok_or_else(too_long)?;
    let width = text.points.width().max(if new.points.is_empty() { 1 } else { new.points.width() });
    let mut room = Room::new(total, width)?;
    let mut from = 0;
    for at in places {
        room.push(text.points.part(from..at));
        room.push(new.points);
        from = at + old.points.len();
    }
    room.push(text.points.part(from..n));
    Ok(room.finish())
}
