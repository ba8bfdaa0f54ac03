//! Text as numbers. The usual forms are read here; all others, and what is no number, are the host's.

use super::fault::Fault;
use super::host::{Given, ask_float, ask_int};
use super::{Points, Text};

/// The longest text that is read here.
const LONGEST: usize = 400;

/// The longest text that messages show as a whole.
const LONGEST_SHOWN: usize = 100;

/// The text without white space around it, where it is ASCII and short. In such text the separators 28 to 31 are none here.
fn plain(points: Points<'_>) -> Option<String> {
    let ascii = |point: u32| u8::try_from(point).ok().filter(u8::is_ascii).map(char::from);
    if points.len() > LONGEST {
        return None;
    }
    let text: String = points.iter().map(ascii).collect::<Option<_>>()?;
    Some(text.trim_matches(|c| matches!(c, '\t'..='\r' | ' ')).to_owned())
}

/// `int(text, base)`
pub fn integer(text: Text<'_>, base: i64) -> Result<i64, Fault> {
    if let (Some(digits), Ok(radix @ 2..=36)) = (plain(text.points), u32::try_from(base))
        && let Ok(value) = i64::from_str_radix(&digits, radix)
    {
        return Ok(value);
    }
    let is_digit = |byte: u8| byte.is_ascii_digit() || base != 10 && byte.is_ascii_alphabetic();
    let may_be = |byte: u8| is_digit(byte) || b"_+- ".contains(&byte);
    if let (Some(text), 0 | 2..=36) = (shown(text.points, may_be), base) {
        return Err(Fault::value(format!("invalid literal for int() with base {base}: '{text}'")));
    }
    ask_int("int", &[Given::Text(text.points), Given::Int(base)])
}

/// `float(text)`
pub fn float(text: Text<'_>) -> Result<f64, Fault> {
    let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E');
    if let Some(digits) = plain(text.points).filter(|digits| digits.bytes().all(is_part))
        && let Ok(value) = digits.parse()
    {
        return Ok(value);
    }
    // Letters are those of infinities and NaNs.
    let may_be = |byte: u8| byte.is_ascii_digit() || b"+-._ eEinfatyINFATY".contains(&byte);
    if let Some(text) = shown(text.points, may_be) {
        return Err(Fault::value(format!("could not convert string to float: '{text}'")));
    }
    ask_float("float", text)
}

/// A short text that is shown as it is, and that is no number, since it has a character that none has.
fn shown(points: Points<'_>, may_be: impl Fn(u8) -> bool) -> Option<&str> {
    let Points::One(bytes) = points else { return None };
    let as_it_is = |byte: &u8| (b' '..=b'~').contains(byte) && !b"'\\".contains(byte);
    let is_shown = bytes.len() <= LONGEST_SHOWN && bytes.iter().all(as_it_is);
    let is_none = is_shown && !bytes.iter().all(|&byte| may_be(byte));
    std::str::from_utf8(bytes).ok().filter(|_| is_none)
}
