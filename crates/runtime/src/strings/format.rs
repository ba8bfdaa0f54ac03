//! `format(value, specification)` of integers, floats and strings. What is rare, and what does not fit, is the host's: it also says what
//! is wrong.

use super::decimal::shortest;
use super::fault::Fault;
use super::host::{Given, ask_text};
use super::make::{Made, Room};
use super::print::fixed;
use super::{Points, Text};
use std::borrow::Cow;

/// A specification: `[[fill]align][sign][0][width][grouping][.precision][type]`.
struct Spec {
    fill: u32,
    align: u8,
    sign: u8,
    alternate: bool,
    width: usize,
    group: Option<char>,
    precision: Option<usize>,
    kind: u8,
}

/// Widths and precisions from here on are the host's.
const MOST: usize = 1000;

/// Reads the characters of a specification.
struct Reader<'a> {
    points: Points<'a>,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        (self.at < self.points.len()).then(|| u8::try_from(self.points.at(self.at)).unwrap_or(0))
    }

    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> Option<u8> {
        let found = self.peek().filter(|&byte| wanted(byte))?;
        self.at += 1;
        Some(found)
    }

    /// A number; None where there is no digit, and the largest one where there are too many.
    fn number(&mut self) -> Option<usize> {
        let mut value: Option<usize> = None;
        while let Some(digit) = self.take(|byte| byte.is_ascii_digit()) {
            value = Some(value.unwrap_or(0).saturating_mul(10).saturating_add(usize::from(digit - b'0')));
        }
        value
    }
}

fn is_align(byte: u8) -> bool {
    matches!(byte, b'<' | b'>' | b'=' | b'^')
}

impl Spec {
    /// Reads a specification; None for those that are the host's. `usual` is how such values are aligned.
    fn read(points: Points<'_>, usual: u8) -> Option<Spec> {
        let mut reader = Reader { points, at: 0 };
        let (mut fill, mut align) = (None, None);
        if points.len() > 1 && u8::try_from(points.at(1)).is_ok_and(is_align) {
            fill = Some(points.at(0));
            align = u8::try_from(points.at(1)).ok();
            reader.at = 2;
        } else if let Some(found) = reader.take(is_align) {
            align = Some(found);
        }
        let sign = reader.take(|byte| matches!(byte, b'+' | b'-' | b' ')).unwrap_or(b'-');
        let alternate = reader.take(|byte| byte == b'#').is_some();
        if reader.take(|byte| byte == b'0').is_some() {
            fill = fill.or(Some(u32::from(b'0')));
            align = align.or((usual == b'>').then_some(b'='));
        }
        let width = reader.number().unwrap_or(0);
        let group = reader.take(|byte| matches!(byte, b',' | b'_')).map(char::from);
        let precision = match reader.take(|byte| byte == b'.') {
            Some(_) => Some(reader.number()?),
            None => None,
        };
        let kind = reader.take(|byte| byte.is_ascii_alphabetic() || byte == b'%').unwrap_or(0);
        let whole = reader.at == points.len() && width < MOST && precision.is_none_or(|p| p < MOST);
        let fill = fill.unwrap_or(u32::from(b' '));
        whole.then_some(Spec { fill, align: align.unwrap_or(usual), sign, alternate, width, group, precision, kind })
    }

    /// The sign to write.
    fn sign_of(&self, negative: bool) -> &'static str {
        match (negative, self.sign) {
            (true, _) => "-",
            (false, b'+') => "+",
            (false, b' ') => " ",
            _ => "",
        }
    }

    /// Digits with the grouping put in; None where zeros that fill up would have to be grouped, too.
    fn grouped<'a>(&self, digits: &'a str, size: usize) -> Option<Cow<'a, str>> {
        let Some(separator) = self.group else { return Some(Cow::Borrowed(digits)) };
        if self.align == b'=' {
            return None;
        }
        let mut out = String::new();
        for (k, digit) in digits.chars().enumerate() {
            if k > 0 && (digits.len() - k).is_multiple_of(size) {
                out.push(separator);
            }
            out.push(digit);
        }
        Some(Cow::Owned(out))
    }

    /// A prefix (sign, `0x`) and a text, filled up to the width.
    fn filled(&self, prefix: &str, text: Points<'_>) -> Result<Made, Fault> {
        let count = prefix.len() + text.len();
        let missing = self.width.saturating_sub(count);
        let (left, middle, right) = match self.align {
            b'<' => (0, 0, missing),
            b'^' => (missing / 2, 0, missing - missing / 2),
            b'=' => (0, missing, 0),
            _ => (missing, 0, 0),
        };
        let of_fill = if missing > 0 { super::width_of(self.fill) } else { 1 };
        let mut room = Room::new(count + missing, text.width().max(of_fill))?;
        (0..left).for_each(|_| room.push_point(self.fill));
        room.push(Points::One(prefix.as_bytes()));
        (0..middle).for_each(|_| room.push_point(self.fill));
        room.push(text);
        (0..right).for_each(|_| room.push_point(self.fill));
        Ok(room.finish())
    }

    fn filled_ascii(&self, prefix: &str, text: &str) -> Result<Made, Fault> {
        self.filled(prefix, Points::One(text.as_bytes()))
    }

    /// The text of an integer.
    fn integer(&self, negative: bool, magnitude: u64) -> Option<Result<Made, Fault>> {
        if matches!(self.kind, b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'%') && magnitude < 1 << 53 {
            return self.float(if negative { -(magnitude as f64) } else { magnitude as f64 });
        }
        let (digits, mark, size) = match self.kind {
            0 | b'd' => (magnitude.to_string(), "", 3),
            b'b' => (format!("{magnitude:b}"), "0b", 4),
            b'o' => (format!("{magnitude:o}"), "0o", 4),
            b'x' => (format!("{magnitude:x}"), "0x", 4),
            b'X' => (format!("{magnitude:X}"), "0X", 4),
            _ => return None,
        };
        if self.precision.is_some() || (self.group == Some(',') && size == 4) {
            return None;
        }
        let digits = self.grouped(&digits, size)?;
        let mark = if self.alternate { mark } else { "" };
        Some(self.filled_ascii(&format!("{}{mark}", self.sign_of(negative)), &digits))
    }

    /// The text of a float.
    fn float(&self, value: f64) -> Option<Result<Made, Fault>> {
        if self.alternate {
            return None;
        }
        let magnitude = value.abs();
        let places = self.precision.unwrap_or(6);
        let text = match self.kind.to_ascii_lowercase() {
            0 if self.precision.is_none() => shortest(magnitude, true).to_owned(),
            b'f' if magnitude.is_finite() => fixed(magnitude, places),
            b'e' if magnitude.is_finite() => scientific(magnitude, places),
            b'g' if magnitude.is_finite() => general(magnitude, places.max(1)),
            b'%' if (magnitude * 100.0).is_finite() => format!("{}%", fixed(magnitude * 100.0, places)),
            b'e' | b'f' | b'g' => shortest(magnitude, false).to_owned(),
            _ => return None,
        };
        let text = if self.kind.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text };
        let whole = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let grouped = self.grouped(&text[..whole], 3)?;
        let sign = self.sign_of(value.is_sign_negative() && !value.is_nan());
        match grouped {
            Cow::Borrowed(_) => Some(self.filled_ascii(sign, &text)),
            Cow::Owned(grouped) => Some(self.filled_ascii(sign, &format!("{grouped}{}", &text[whole..]))),
        }
    }

    /// A string, cut off and filled up.
    fn text(&self, points: Points<'_>) -> Option<Result<Made, Fault>> {
        if !matches!(self.kind, 0 | b's')
            || self.sign != b'-'
            || self.alternate
            || self.group.is_some()
            || self.align == b'='
        {
            return None;
        }
        let length = self.precision.map_or(points.len(), |most| most.min(points.len()));
        Some(self.filled("", points.part(0..length)))
    }
}

/// With an exponent of at least two digits.
fn scientific(magnitude: f64, places: usize) -> String {
    let text = format!("{magnitude:.places$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// So many digits that count, without zeros at the end; with an exponent for numbers that are large or small.
fn general(magnitude: f64, digits: usize) -> String {
    let text = scientific(magnitude, digits - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let power: i64 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if power < -4 || power >= digits as i64 {
        return format!("{}e{exponent}", trimmed(mantissa));
    }
    let places = (digits as i64 - 1 - power).max(0) as usize;
    trimmed(&fixed(magnitude, places))
}

fn by_host(value: Given<'_>, spec: Text<'_>) -> Result<Made, Fault> {
    ask_text("format", &[value, Given::Text(spec.points)])
}

/// Whether a minus sign was written, which no string may have and [`Spec`] does not tell from none.
fn has_minus(spec: Points<'_>) -> bool {
    spec.iter().any(|point| point == u32::from(b'-'))
}

/// `format(integer, spec)`: its bits, and whether they have a sign.
pub fn integer(value: i64, signed: bool, spec: Text<'_>) -> Result<Made, Fault> {
    let negative = signed && value < 0;
    let magnitude = if negative { value.unsigned_abs() } else { value as u64 };
    let made = Spec::read(spec.points, b'>').and_then(|read| read.integer(negative, magnitude));
    let given = if signed { Given::Int(value) } else { Given::Unsigned(magnitude) };
    made.unwrap_or_else(|| by_host(given, spec))
}

/// `format(float, spec)`
pub fn float(value: f64, spec: Text<'_>) -> Result<Made, Fault> {
    let made = Spec::read(spec.points, b'>').and_then(|read| read.float(value));
    made.unwrap_or_else(|| by_host(Given::Float(value), spec))
}

/// `format(text, spec)`
pub fn text(value: Text<'_>, spec: Text<'_>) -> Result<Made, Fault> {
    let made =
        Spec::read(spec.points, b'<').filter(|_| !has_minus(spec.points)).and_then(|read| read.text(value.points));
    made.unwrap_or_else(|| by_host(Given::Text(value.points), spec))
}
