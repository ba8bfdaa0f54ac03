//! What kind of characters a string has: `isalpha` and the like. Latin-1 and other text of ASCII characters is looked at here, the rest
//! by the host.

use super::fault::Fault;
use super::host::ask_flag;
use super::latin::{self, ALPHA, DECIMAL, DIGIT, LOWER, NUMERIC, PRINTABLE, SPACE, UPPER};
use super::{Points, Text};

/// Whether there are characters, and all are of one of these kinds.
fn all(text: Text<'_>, name: &str, kinds: u8) -> Result<bool, Fault> {
    match text.points {
        Points::One(bytes) => Ok(!bytes.is_empty() && bytes.iter().all(|&byte| latin::is(byte, kinds))),
        points if points.is_ascii() => {
            Ok(!points.is_empty() && points.iter().all(|point| latin::is(point as u8, kinds)))
        }
        _ => ask_flag(name, text),
    }
}

/// As [`all`], of Latin-1 text that is not empty.
#[inline(always)]
pub fn of_latin<const KINDS: u8>(text: Text<'_>) -> Option<bool> {
    match text.points {
        Points::One([one]) => Some(latin::is(*one, KINDS)),
        Points::One(bytes @ [_, ..]) => Some(bytes.iter().all(|&byte| latin::is(byte, KINDS))),
        _ => None,
    }
}

/// What `str.isspace` counts among ASCII.
pub fn is_space(byte: &u8) -> bool {
    matches!(byte, 9..=13 | 28..=32)
}

/// `text.isalpha()`
pub fn isalpha(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isalpha", ALPHA)
}

/// `text.isdigit()`
pub fn isdigit(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isdigit", DIGIT)
}

/// `text.isdecimal()`
pub fn isdecimal(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isdecimal", DECIMAL)
}

/// `text.isnumeric()`
pub fn isnumeric(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isnumeric", NUMERIC)
}

/// `text.isalnum()`
pub fn isalnum(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isalnum", ALPHA | NUMERIC)
}

/// `text.isspace()`
pub fn isspace(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isspace", SPACE)
}

/// `text.isascii()`
pub fn isascii(text: Text<'_>) -> bool {
    text.points.is_ascii()
}

/// `text.isprintable()`
pub fn isprintable(text: Text<'_>) -> Result<bool, Fault> {
    match text.points.is_empty() {
        true => Ok(true),
        false => all(text, "str.isprintable", PRINTABLE),
    }
}

/// `text.isidentifier()`
pub fn isidentifier(text: Text<'_>) -> Result<bool, Fault> {
    let starts_with_digit = text.points.iter().next().is_some_and(|point| (48..58).contains(&point));
    if !text.points.is_ascii() {
        return ask_flag("str.isidentifier", text);
    }
    let fits = |point: u32| latin::is(point as u8, ALPHA | DECIMAL) || point == u32::from(b'_');
    Ok(!starts_with_digit && !text.points.is_empty() && text.points.iter().all(fits))
}

/// Whether there are letters of a case, and none of the other.
fn cased(text: Text<'_>, name: &str, wanted: u8, other: u8) -> Result<bool, Fault> {
    let is_latin = matches!(text.points, Points::One(_)) || text.points.is_ascii();
    if !is_latin {
        return ask_flag(name, text);
    }
    let found = text.points.iter().fold(0, |found, point| found | latin::CLASSES[point as usize & 0xff]);
    Ok(found & wanted != 0 && found & other == 0)
}

/// `text.isupper()`
pub fn isupper(text: Text<'_>) -> Result<bool, Fault> {
    cased(text, "str.isupper", UPPER, LOWER)
}

/// `text.islower()`
pub fn islower(text: Text<'_>) -> Result<bool, Fault> {
    cased(text, "str.islower", LOWER, UPPER)
}

/// `text.istitle()`
pub fn istitle(text: Text<'_>) -> Result<bool, Fault> {
    if !text.points.is_ascii() {
        return ask_flag("str.istitle", text);
    }
    let (mut inside, mut any) = (false, false);
    for byte in text.points.iter().map(|point| point as u8) {
        let letter = byte.is_ascii_alphabetic();
        if letter && byte.is_ascii_uppercase() == inside {
            return Ok(false);
        }
        any |= letter;
        inside = letter;
    }
    Ok(any)
}
