//! Upper and lower case. ASCII is done here; other text by the host, so that Unicode's data is the host's.

use super::fault::Fault;
use super::host::{Given, ask_text};
use super::make::{Made, Room};
use super::{Text, Unit, with_units};

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
    mapped(text, "str.upper", |byte, _| byte.to_ascii_uppercase())
}

/// `text.lower()`
pub fn lower(text: Text<'_>) -> Result<Made, Fault> {
    mapped(text, "str.lower", |byte, _| byte.to_ascii_lowercase())
}

/// `text.casefold()`
pub fn casefold(text: Text<'_>) -> Result<Made, Fault> {
    mapped(text, "str.casefold", |byte, _| byte.to_ascii_lowercase())
}

/// `text.swapcase()`
pub fn swapcase(text: Text<'_>) -> Result<Made, Fault> {
    mapped(text, "str.swapcase", |byte, _| if byte.is_ascii_alphabetic() { byte ^ 0x20 } else { byte })
}

/// `text.title()`
pub fn title(text: Text<'_>) -> Result<Made, Fault> {
    mapped(text, "str.title", |byte, inside| if inside { byte.to_ascii_lowercase() } else { byte.to_ascii_uppercase() })
}

/// `text.capitalize()`
pub fn capitalize(text: Text<'_>) -> Result<Made, Fault> {
    if !text.points.is_ascii() {
        return ask_text("str.capitalize", &[Given::Text(text.points)]);
    }
    let mut points = text.points.iter();
    let first = points.next().map(|point| u32::from((point as u8).to_ascii_uppercase()));
    Made::of_points(first.into_iter().chain(points.map(|point| u32::from((point as u8).to_ascii_lowercase()))))
}
