//! What bytes do otherwise than strings. Bytes are passed as strings of characters of one byte.

use super::fault::Fault;
use super::make::{Made, Room};
use super::{Points, Text, search};

/// The bytes.
pub fn content<'a>(text: Text<'a>) -> &'a [u8] {
    text.points.bytes()
}

fn found(at: i64) -> Result<i64, Fault> {
    if at < 0 { Err(Fault::value("subsection not found")) } else { Ok(at) }
}

/// `bytes.index(sub, start, stop)`
pub fn index(text: Text<'_>, sub: Text<'_>, start: i64, stop: i64) -> Result<i64, Fault> {
    found(search::find(text, sub, start, stop))
}

/// `bytes.rindex(sub, start, stop)`
pub fn rindex(text: Text<'_>, sub: Text<'_>, start: i64, stop: i64) -> Result<i64, Fault> {
    found(search::rfind(text, sub, start, stop))
}

/// The byte of a number, where a function looks for one.
pub fn single(value: i64) -> Result<Made, Fault> {
    let byte = u8::try_from(value).map_err(|_| Fault::value("byte must be in range(0, 256)"))?;
    Made::of_latin(&[byte])
}

/// What `bytes.strip` takes off when it is not told.
fn is_space(byte: u8) -> bool {
    matches!(byte, 9..=13 | 32)
}

fn stripped(text: Text<'_>, set: Text<'_>, left: bool, right: bool) -> Result<Made, Fault> {
    let goes = |byte: &u8| if set.is_given { content(set).contains(byte) } else { is_space(*byte) };
    let bytes = content(text);
    let start = if left { bytes.iter().position(|b| !goes(b)).unwrap_or(bytes.len()) } else { 0 };
    let stop = if right { bytes.iter().rposition(|b| !goes(b)).map_or(start, |k| k + 1) } else { bytes.len() };
    Ok(Made::view(text, text.points.part(start..stop.max(start))))
}

/// `bytes.strip(set)`
pub fn strip(text: Text<'_>, set: Text<'_>) -> Result<Made, Fault> {
    stripped(text, set, true, true)
}

/// `bytes.lstrip(set)`
pub fn lstrip(text: Text<'_>, set: Text<'_>) -> Result<Made, Fault> {
    stripped(text, set, true, false)
}

/// `bytes.rstrip(set)`
pub fn rstrip(text: Text<'_>, set: Text<'_>) -> Result<Made, Fault> {
    stripped(text, set, false, true)
}

/// `bytes.translate(table, delete)`
pub fn translate(text: Text<'_>, table: Text<'_>, delete: Text<'_>) -> Result<Made, Fault> {
    let mut new: [u8; 256] = std::array::from_fn(|byte| byte as u8);
    if table.is_given {
        new = *content(table)
            .as_array::<256>()
            .ok_or_else(|| Fault::value("translation table must be 256 characters long"))?;
    }
    let mut stays = [true; 256];
    content(delete).iter().for_each(|&byte| stays[usize::from(byte)] = false);
    let bytes = content(text);
    let mut room = Room::new(bytes.len(), 1)?;
    match content(delete) {
        [] => room.push_mapped(bytes, |byte| new[usize::from(byte)]),
        _ => {
            let kept = bytes.iter().filter(|&&byte| stays[usize::from(byte)]);
            room.push_bytes(kept.map(|&byte| new[usize::from(byte)]));
        }
    }
    Ok(room.finish())
}

/// Letters of ASCII changed, with the function that is given a byte and whether the one before is a letter.
fn mapped(text: Text<'_>, map: impl Fn(u8, bool) -> u8) -> Result<Made, Fault> {
    let mut before = false;
    let mut room = Room::new(text.points.len(), 1)?;
    room.push_bytes(content(text).iter().map(|&byte| {
        let new = map(byte, before);
        before = byte.is_ascii_alphabetic();
        new
    }));
    Ok(room.finish())
}

/// `bytes.upper()`
pub fn upper(text: Text<'_>) -> Result<Made, Fault> {
    mapped(text, |byte, _| byte.to_ascii_uppercase())
}

/// `bytes.lower()`
pub fn lower(text: Text<'_>) -> Result<Made, Fault> {
    mapped(text, |byte, _| byte.to_ascii_lowercase())
}

/// `bytes.swapcase()`
pub fn swapcase(text: Text<'_>) -> Result<Made, Fault> {
    mapped(text, |byte, _| if byte.is_ascii_alphabetic() { byte ^ 0x20 } else { byte })
}

/// `bytes.title()`
pub fn title(text: Text<'_>) -> Result<Made, Fault> {
    mapped(text, |byte, inside| if inside { byte.to_ascii_lowercase() } else { byte.to_ascii_uppercase() })
}

/// `bytes.capitalize()`
pub fn capitalize(text: Text<'_>) -> Result<Made, Fault> {
    let mut bytes = content(text).to_ascii_lowercase();
    if let Some(first) = bytes.first_mut() {
        first.make_ascii_uppercase();
    }
    Made::of_latin(&bytes)
}

fn all(text: Text<'_>, test: impl Fn(u8) -> bool) -> bool {
    !text.points.is_empty() && content(text).iter().all(|&byte| test(byte))
}

/// `bytes.isalpha()`
pub fn isalpha(text: Text<'_>) -> bool {
    all(text, |byte| byte.is_ascii_alphabetic())
}

/// `bytes.isdigit()`
pub fn isdigit(text: Text<'_>) -> bool {
    all(text, |byte| byte.is_ascii_digit())
}

/// `bytes.isalnum()`
pub fn isalnum(text: Text<'_>) -> bool {
    all(text, |byte| byte.is_ascii_alphanumeric())
}

/// `bytes.isspace()`
pub fn isspace(text: Text<'_>) -> bool {
    all(text, is_space)
}

fn cased(text: Text<'_>, wanted: fn(&u8) -> bool) -> bool {
    let mut letters = content(text).iter().filter(|byte| byte.is_ascii_alphabetic()).peekable();
    letters.peek().is_some() && letters.all(wanted)
}

/// `bytes.isupper()`
pub fn isupper(text: Text<'_>) -> bool {
    cased(text, u8::is_ascii_uppercase)
}

/// `bytes.islower()`
pub fn islower(text: Text<'_>) -> bool {
    cased(text, u8::is_ascii_lowercase)
}

/// `bytes.istitle()`
pub fn istitle(text: Text<'_>) -> bool {
    let (mut inside, mut any) = (false, false);
    for byte in content(text) {
        let letter = byte.is_ascii_alphabetic();
        if letter && byte.is_ascii_uppercase() == inside {
            return false;
        }
        any |= letter;
        inside = letter;
    }
    any
}

/// `bytes.hex()`
pub fn hex(text: Text<'_>) -> Result<Made, Fault> {
    let digits: String = content(text).iter().map(|byte| format!("{byte:02x}")).collect();
    Made::joined(std::iter::once(Points::One(digits.as_bytes())))
}
