//! Upper and lower case. Latin-1 and other text of ASCII characters is done here; the rest by the host, so that Unicode's data is the
//! host's.

use super::fault::Fault;
use super::host::{Given, ask_text};
use super::latin;
use super::make::{Made, Room};
use super::{Points, Text, Unit, with_units};
use std::cell::Cell;

/// Maps text of Latin-1 characters, all of which `has` says to have what they are mapped to. Text that stays as it is is shared.
fn latin(text: Text<'_>, name: &str, has: impl Fn(u8) -> bool, map: impl Fn(u8) -> u8) -> Result<Made, Fault> {
    let Points::One(bytes) = text.points else { return mapped(text, name, |byte, _| map(byte)) };
    if !bytes.iter().all(|&byte| has(byte)) {
        return ask_text(name, &[Given::Text(text.points)]);
    }
    if bytes.iter().all(|&byte| map(byte) == byte) {
        return Ok(Made::same(text));
    }
    let mut room = Room::new(bytes.len(), 1)?;
    room.push_mapped(bytes, map);
    Ok(room.finish())
}

/// As [`latin`], with two letters for a sharp s.
fn latin_upper(text: Text<'_>, name: &str, map: impl Fn(u8) -> u8) -> Result<Made, Fault> {
    let has = |byte: u8| byte == latin::SHARP_S || latin::has_upper(byte);
    match text.points {
        Points::One(bytes) if bytes.contains(&latin::SHARP_S) && bytes.iter().all(|&byte| has(byte)) => {
            let parts = || bytes.split(|&byte| byte == latin::SHARP_S);
            let mut room = Room::new(bytes.len() + parts().count() - 1, 1)?;
            for (k, part) in parts().enumerate() {
                if k > 0 {
                    room.push(Points::One(b"SS"));
                }
                room.push_mapped(part, &map);
            }
            Ok(room.finish())
        }
        _ => latin(text, name, latin::has_upper, map),
    }
}

/// Maps text of ASCII characters, with the function that is given a byte and whether the one before is a letter.
fn mapped(text: Text<'_>, name: &str, map: impl Fn(u8, bool) -> u8) -> Result<Made, Fault> {
    let count = text.points.len();
    if !text.points.is_ascii() {
        return ask_text(name, &[Given::Text(text.points)]);
    }
    let mut room = Room::new(count, 1)?;
    let mut before = false;
    with_units!(text.points, units => room.push_bytes(units.iter().map(|unit| {
        let byte = unit.point() as u8;
        let new = map(byte, before);
        before = byte.is_ascii_alphabetic();
        new
    })));
    Ok(room.finish())
}

/// `text.upper()`
pub fn upper(text: Text<'_>) -> Result<Made, Fault> {
    latin_upper(text, "str.upper", latin::upper)
}

/// `text.lower()`
pub fn lower(text: Text<'_>) -> Result<Made, Fault> {
    latin(text, "str.lower", |_| true, latin::lower)
}

/// `text.casefold()`
pub fn casefold(text: Text<'_>) -> Result<Made, Fault> {
    latin(text, "str.casefold", |byte| !matches!(byte, 0xb5 | 0xdf), latin::lower)
}

/// `text.swapcase()`
pub fn swapcase(text: Text<'_>) -> Result<Made, Fault> {
    latin_upper(text, "str.swapcase", |byte| {
        let lower = latin::lower(byte);
        if lower == byte { latin::upper(byte) } else { lower }
    })
}

/// `text.title()`
pub fn title(text: Text<'_>) -> Result<Made, Fault> {
    mapped(text, "str.title", |byte, inside| if inside { byte.to_ascii_lowercase() } else { byte.to_ascii_uppercase() })
}

/// `text.capitalize()`
pub fn capitalize(text: Text<'_>) -> Result<Made, Fault> {
    let Points::One([first, rest @ ..]) = text.points else {
        let is_first = Cell::new(true);
        return mapped(text, "str.capitalize", |byte, _| match is_first.replace(false) {
            true => byte.to_ascii_uppercase(),
            false => byte.to_ascii_lowercase(),
        });
    };
    if !latin::has_upper(*first) {
        return ask_text("str.capitalize", &[Given::Text(text.points)]);
    }
    let mut room = Room::new(rest.len() + 1, 1)?;
    room.push(Points::One(&[latin::upper(*first)]));
    room.push_mapped(rest, latin::lower);
    Ok(room.finish())
}
