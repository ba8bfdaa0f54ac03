//! Numbers as text: `str`, `repr`, `hex` and the like.

use super::Text;
use super::decimal::shortest;
use super::fault::Fault;
use super::host::{Given, ask_text};
use super::make::Made;

/// Room for the digits of a number: 64 bits, what says that they are bits, and a sign.
const ROOM: usize = 64 + 2 + 1;

/// Digits of a number, written from the right.
pub struct Digits {
    bytes: [u8; ROOM],
    start: usize,
}

impl Digits {
    /// Nothing so far.
    fn none() -> Digits {
        Digits { bytes: [b'0'; ROOM], start: ROOM }
    }

    /// Of a number.
    pub fn of(mut value: u128) -> Digits {
        let mut digits = Digits::none();
        // Most numbers fit into a word, which divides faster.
        while value > u128::from(u64::MAX) {
            digits.put(b'0' + (value % 10) as u8);
            value /= 10;
        }
        let mut word = value as u64;
        loop {
            digits.put(b'0' + (word % 10) as u8);
            word /= 10;
            if word == 0 {
                return digits;
            }
        }
    }

    /// Puts a character in front.
    pub fn put(&mut self, byte: u8) {
        self.start = self.start.saturating_sub(1);
        self.bytes[self.start] = byte;
    }

    /// What has been written.
    pub fn text(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

/// How many digits a number has.
#[inline(always)]
pub fn digit_count(value: u64) -> usize {
    value.checked_ilog10().map_or(1, |power| power as usize + 1)
}

/// Writes the last digits of a number into all of the room.
#[inline(always)]
pub fn write_digits(mut value: u64, room: &mut [u8]) {
    for byte in room.iter_mut().rev() {
        *byte = b'0' + (value % 10) as u8;
        value /= 10;
    }
}

/// The text of an integer: its bits, and whether they have a sign.
pub fn integer(value: i64, signed: bool) -> Result<Made, Fault> {
    Made::of_latin(digits(value, signed).text())
}

/// The digits of an integer with its sign.
pub fn digits(value: i64, signed: bool) -> Digits {
    let negative = signed && value < 0;
    let magnitude = if negative { value.unsigned_abs() } else { value as u64 };
    let mut digits = Digits::of(u128::from(magnitude));
    if negative {
        digits.put(b'-');
    }
    digits
}

/// The bits of a finite float that is not negative: `mantissa * 2**power`.
pub fn taken_apart(magnitude: f64) -> (u64, i32) {
    let bits = magnitude.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) }
}

/// The most places that [`fixed`] computes with integers.
const EXACT_PLACES: usize = 15;

/// A finite float that is not negative with so many digits after the point, rounded to the nearest, ties to even.
pub fn fixed(magnitude: f64, places: usize) -> String {
    let (mantissa, power) = taken_apart(magnitude);
    if places > EXACT_PLACES || power > 10 {
        return format!("{magnitude:.places$}");
    }
    let scaled = u128::from(mantissa) * 10u128.pow(places as u32);
    // Less than 2**103, so that a shift of 127 bits leaves nothing that rounds up.
    let shift = (-power).clamp(0, 127) as u32;
    let whole = if power > 0 { scaled << power } else { scaled >> shift };
    let rest = if shift == 0 { 0 } else { scaled & ((1 << shift) - 1) };
    let half = if shift == 0 { 1 } else { 1 << (shift - 1) };
    let up = rest > half || (rest == half && whole & 1 == 1);
    let digits = Digits::of(whole + u128::from(up));
    let text = digits.text();
    let mut out = String::with_capacity(text.len() + 2 + places);
    let before = text.len().saturating_sub(places);
    if before == 0 {
        out.push('0');
    }
    out.extend(text[..before].iter().map(|&byte| char::from(byte)));
    if places > 0 {
        out.push('.');
        out.extend((text.len()..places).map(|_| '0'));
        out.extend(text[before..].iter().map(|&byte| char::from(byte)));
    }
    out
}

/// `bin`, `oct` and `hex` of an integer, by bits a digit.
pub fn radix(value: i64, signed: bool, bits: i32) -> Result<Made, Fault> {
    let negative = signed && value < 0;
    let mut left = if negative { value.unsigned_abs() } else { value as u64 };
    let mut digits = Digits::none();
    loop {
        digits.put(b"0123456789abcdef"[(left & ((1 << bits) - 1)) as usize]);
        left >>= bits;
        if left == 0 {
            break;
        }
    }
    digits.put(match bits {
        1 => b'b',
        3 => b'o',
        _ => b'x',
    });
    digits.put(b'0');
    if negative {
        digits.put(b'-');
    }
    Made::of_latin(digits.text())
}

/// `repr(float)`
pub fn float(value: f64) -> Result<Made, Fault> {
    Made::of_latin(shortest(value, true).as_bytes())
}

/// `repr(complex)`
pub fn complex(real: f64, imag: f64) -> Result<Made, Fault> {
    let imaginary = shortest(imag, false);
    if real == 0.0 && real.is_sign_positive() {
        return Made::of_latin(format!("{}j", &*imaginary).as_bytes());
    }
    let plus = if imaginary.starts_with('-') { "" } else { "+" };
    Made::of_latin(format!("({}{plus}{}j)", &*shortest(real, false), &*imaginary).as_bytes())
}

/// `True` or `False`.
pub fn flag(value: bool) -> Result<Made, Fault> {
    Made::of_latin(if value { b"True" } else { b"False" })
}

/// Text in quotes, with escapes for all that is not printable ASCII.
fn quoted(text: Text<'_>) -> Result<Made, Fault> {
    let (single, double) = (u32::from(b'\''), u32::from(b'"'));
    let has = |wanted: u32| text.points.iter().any(|point| point == wanted);
    let quote = if has(single) && !has(double) { '"' } else { '\'' };
    let mut out = String::with_capacity(text.points.len() + 2);
    out.push(quote);
    for point in text.points.iter() {
        match char::from_u32(point) {
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(c) if c == quote => out.extend(['\\', c]),
            Some(c) if (' '..='~').contains(&c) => out.push(c),
            _ if point < 0x100 => out.push_str(&format!("\\x{point:02x}")),
            _ if point < 0x1_0000 => out.push_str(&format!("\\u{point:04x}")),
            _ => out.push_str(&format!("\\U{point:08x}")),
        }
    }
    out.push(quote);
    Made::of_latin(out.as_bytes())
}

/// `repr(text)`. Which characters are printable is Unicode's data.
pub fn repr(text: Text<'_>) -> Result<Made, Fault> {
    if text.points.is_ascii() { quoted(text) } else { ask_text("repr", &[Given::Text(text.points)]) }
}

/// `ascii(text)`
pub fn ascii(text: Text<'_>) -> Result<Made, Fault> {
    quoted(text)
}

#[cfg(test)]
mod tests {
    use super::fixed;

    #[test]
    fn fixed_places_are_exact() {
        let mut value = 1e-9;
        while value < 1e22 {
            for places in [0, 1, 2, 3, 6, 15] {
                assert_eq!(fixed(value, places), format!("{value:.places$}"), "{value} {places}");
            }
            value *= 1.37;
        }
        for (value, places, text) in [
            (0.0, 0, "0"),
            (0.0, 2, "0.00"),
            (0.5, 0, "0"),
            (1.5, 0, "2"),
            (2.5, 0, "2"),
            (0.125, 2, "0.12"),
            (0.375, 2, "0.38"),
            (999.9996, 3, "1000.000"),
            (5e-324, 15, "0.000000000000000"),
            (0.05, 1, "0.1"),
        ] {
            assert_eq!(fixed(value, places), text);
        }
    }
}
