//! Text as numbers. The usual forms are read here; all others, and what is no number, are the host's.

use super::fault::Fault;
use super::host::{Given, ask_float, ask_int};
use super::strip::is_white;
use super::{Points, Text};

/// The longest text that is read here.
const LONGEST: usize = 400;

/// The text without white space around it, where it is ASCII and short.
fn plain(points: Points<'_>) -> Option<String> {
    let ascii = |point: u32| u8::try_from(point).ok().filter(u8::is_ascii).map(char::from);
    if points.len() > LONGEST {
        return None;
    }
    let text: String = points.iter().map(ascii).collect::<Option<_>>()?;
    Some(text.trim_matches(|c| is_white(u32::from(c))).to_owned())
}

/// `int(text, base)`
pub fn integer(text: Text<'_>, base: i64) -> Result<i64, Fault> {
    if let (Some(digits), Ok(radix @ 2..=36)) = (plain(text.points), u32::try_from(base))
        && let Ok(value) = i64::from_str_radix(&digits, radix)
    {
        return Ok(value);
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
    ask_float("float", text)
}
