//! What kind of characters a string has: `isalpha` and the like. ASCII is looked at here, other text by the host.

use super::Text;
use super::fault::Fault;
use super::host::ask_flag;

/// Whether there are characters, and all pass the test.
fn all(text: Text<'_>, name: &str, test: fn(&u8) -> bool) -> Result<bool, Fault> {
    if !text.points.is_ascii() {
        return ask_flag(name, text);
    }
    Ok(!text.points.is_empty() && text.points.iter().all(|point| test(&(point as u8))))
}

/// What `str.isspace` counts among ASCII.
pub fn is_space(byte: &u8) -> bool {
    matches!(byte, 9..=13 | 28..=32)
}

/// `text.isalpha()`
pub fn isalpha(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isalpha", u8::is_ascii_alphabetic)
}

/// `text.isdigit()`
pub fn isdigit(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isdigit", u8::is_ascii_digit)
}

/// `text.isdecimal()`
pub fn isdecimal(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isdecimal", u8::is_ascii_digit)
}

/// `text.isnumeric()`
pub fn isnumeric(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isnumeric", u8::is_ascii_digit)
}

/// `text.isalnum()`
pub fn isalnum(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isalnum", u8::is_ascii_alphanumeric)
}

/// `text.isspace()`
pub fn isspace(text: Text<'_>) -> Result<bool, Fault> {
    all(text, "str.isspace", is_space)
}

/// `text.isascii()`
pub fn isascii(text: Text<'_>) -> bool {
    text.points.is_ascii()
}

/// `text.isprintable()`
pub fn isprintable(text: Text<'_>) -> Result<bool, Fault> {
    match text.points.is_empty() {
        true => Ok(true),
        false => all(text, "str.isprintable", |byte| (32..127).contains(byte)),
    }
}

/// `text.isidentifier()`
pub fn isidentifier(text: Text<'_>) -> Result<bool, Fault> {
    let starts_with_digit = text.points.iter().next().is_some_and(|point| (48..58).contains(&point));
    Ok(!starts_with_digit && all(text, "str.isidentifier", |byte| byte.is_ascii_alphanumeric() || *byte == b'_')?)
}

/// Whether there are letters, and none is of the other case.
fn cased(text: Text<'_>, name: &str, wanted: fn(&u8) -> bool) -> Result<bool, Fault> {
    if !text.points.is_ascii() {
        return ask_flag(name, text);
    }
    let mut letters = text.points.iter().map(|point| point as u8).filter(u8::is_ascii_alphabetic).peekable();
    Ok(letters.peek().is_some() && letters.all(|byte| wanted(&byte)))
}

/// `text.isupper()`
pub fn isupper(text: Text<'_>) -> Result<bool, Fault> {
    cased(text, "str.isupper", u8::is_ascii_uppercase)
}

/// `text.islower()`
pub fn islower(text: Text<'_>) -> Result<bool, Fault> {
    cased(text, "str.islower", u8::is_ascii_lowercase)
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
