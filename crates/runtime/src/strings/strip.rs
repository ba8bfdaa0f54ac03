//! `strip`, `removeprefix` and `partition`: parts of a string, which share its memory.

use super::classes::is_space;
use super::fault::Fault;
use super::make::Made;
use super::{Points, Text, search};

/// Whether `str.strip` takes a character off when it is not told which: what Unicode calls white space.
pub fn is_white(point: u32) -> bool {
    match u8::try_from(point) {
        Ok(byte) if byte < 128 => is_space(&byte),
        _ => matches!(point, 0x85 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000),
    }
}

/// The part that is left when characters are taken off the ends.
fn stripped<'a>(text: Text<'a>, characters: Text<'_>, left: bool, right: bool) -> Points<'a> {
    let goes = |point: u32| match characters.is_given {
        true => characters.points.iter().any(|one| one == point),
        false => is_white(point),
    };
    let points = text.points;
    let n = points.len();
    let start = if left { (0..n).find(|&k| !goes(points.at(k))).unwrap_or(n) } else { 0 };
    let stop = if right { (start..n).rfind(|&k| !goes(points.at(k))).map_or(start, |k| k + 1) } else { n };
    points.part(start..stop)
}

/// As [`stripped`], of Latin-1 text that something is left of.
#[inline(always)]
pub fn of_latin<const LEFT: bool, const RIGHT: bool>(text: Text<'_>, characters: Text<'_>) -> Option<Made> {
    let (Points::One(bytes), Points::One(taken)) = (text.points, characters.points) else { return None };
    let stays = |byte: &u8| match characters.is_given {
        true => !search::has_byte(taken, *byte),
        false => !is_white(u32::from(*byte)),
    };
    let start = if LEFT { bytes.iter().position(stays)? } else { 0 };
    let stop = if RIGHT { bytes.iter().rposition(stays)? + 1 } else { bytes.len() };
    Some(Made::view(text, Points::One(bytes.get(start..stop)?)))
}

/// `text.strip(characters)`
pub fn strip(text: Text<'_>, characters: Text<'_>) -> Result<Made, Fault> {
    Ok(Made::view(text, stripped(text, characters, true, true)))
}

/// `text.lstrip(characters)`
pub fn lstrip(text: Text<'_>, characters: Text<'_>) -> Result<Made, Fault> {
    Ok(Made::view(text, stripped(text, characters, true, false)))
}

/// `text.rstrip(characters)`
pub fn rstrip(text: Text<'_>, characters: Text<'_>) -> Result<Made, Fault> {
    Ok(Made::view(text, stripped(text, characters, false, true)))
}

/// `text.removeprefix(prefix)`
pub fn removeprefix(text: Text<'_>, prefix: Text<'_>) -> Result<Made, Fault> {
    let there = search::startswith(text, prefix, 0, i64::MAX);
    let start = if there { prefix.points.len() } else { 0 };
    Ok(Made::view(text, text.points.part(start..text.points.len())))
}

/// `text.removesuffix(suffix)`
pub fn removesuffix(text: Text<'_>, suffix: Text<'_>) -> Result<Made, Fault> {
    let there = search::endswith(text, suffix, 0, i64::MAX);
    let stop = text.points.len() - if there { suffix.points.len() } else { 0 };
    Ok(Made::view(text, text.points.part(0..stop)))
}

fn separator(text: Text<'_>) -> Result<Points<'_>, Fault> {
    if text.points.is_empty() { Err(Fault::value("empty separator")) } else { Ok(text.points) }
}

/// Where `text.partition(sep)` cuts: the end of the text where there is no separator.
pub fn partition_at(text: Text<'_>, sep: Text<'_>) -> Result<i64, Fault> {
    let sep = separator(sep)?;
    Ok(search::find_in(text.points, sep).map_or(-1, |at| at as i64))
}

/// Where `text.rpartition(sep)` cuts: -1 where there is no separator.
pub fn rpartition_at(text: Text<'_>, sep: Text<'_>) -> Result<i64, Fault> {
    let sep = separator(sep)?;
    Ok(search::find_last_in(text.points, sep).map_or(-1, |at| at as i64))
}
