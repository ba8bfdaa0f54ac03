//! Numbers as text: `str`, `repr`, `hex` and the like.

use super::Text;
use super::fault::Fault;
use super::host::{Given, ask_text};
use super::make::Made;

/// The text of an integer: its bits, and whether they have a sign.
pub fn integer(value: i64, signed: bool) -> Result<Made, Fault> {
    let text = if signed { value.to_string() } else { (value as u64).to_string() };
    Made::of_latin(text.as_bytes())
}

/// `bin`, `oct` and `hex` of an integer, by bits a digit.
pub fn radix(value: i64, signed: bool, bits: i32) -> Result<Made, Fault> {
    let negative = signed && value < 0;
    let magnitude = if negative { value.unsigned_abs() } else { value as u64 };
    let sign = if negative { "-" } else { "" };
    let text = match bits {
        1 => format!("{sign}{magnitude:#b}"),
        3 => format!("{sign}{magnitude:#o}"),
        _ => format!("{sign}{magnitude:#x}"),
    };
    Made::of_latin(text.as_bytes())
}

/// The shortest text that reads as the same float, as `repr` gives it; `.0` is put behind a whole number where that is wanted.
pub fn shortest(value: f64, dot_zero: bool) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    if !(-4..16).contains(&exponent) {
        let (sign_of, magnitude) = if exponent < 0 { ('-', -exponent) } else { ('+', exponent) };
        return format!("{sign}{mantissa}e{sign_of}{magnitude:02}");
    }
    if exponent < 0 {
        return format!("{sign}0.{}{digits}", "0".repeat((-exponent - 1) as usize));
    }
    let whole = exponent as usize + 1;
    if digits.len() > whole {
        return format!("{sign}{}.{}", &digits[..whole], &digits[whole..]);
    }
    let zeros = "0".repeat(whole - digits.len());
    format!("{sign}{digits}{zeros}{}", if dot_zero { ".0" } else { "" })
}

/// `repr(float)`
pub fn float(value: f64) -> Result<Made, Fault> {
    Made::of_latin(shortest(value, true).as_bytes())
}

/// `repr(complex)`
pub fn complex(real: f64, imag: f64) -> Result<Made, Fault> {
    let imaginary = shortest(imag, false);
    if real == 0.0 && real.is_sign_positive() {
        return Made::of_latin(format!("{imaginary}j").as_bytes());
    }
    let plus = if imaginary.starts_with('-') { "" } else { "+" };
    Made::of_latin(format!("({}{plus}{imaginary}j)", shortest(real, false)).as_bytes())
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
    use super::shortest;

    #[test]
    fn floats_are_written_as_python_does() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (100.0, "100.0"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e16, "1.5e+16"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (0.000012345, "1.2345e-05"),
            (5e-324, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (-12.25, "-12.25"),
            (f64::NAN, "nan"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(shortest(value, true), text);
        }
        assert_eq!(shortest(3.0, false), "3");
    }
}
