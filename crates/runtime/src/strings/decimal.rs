//! Floats as the shortest decimal numbers that read as the same float, which is how CPython writes them.
//!
//! The digits are found by crate `zmij`; here they get CPython's form: an exponent below 1e-4 and from 1e16 on.

use std::ops::Deref;

/// Digits that a float may need.
const MOST_DIGITS: usize = 17;

/// The longest texts are those of numbers below 1e-3: sign, `0.000` and all digits.
const LONGEST: usize = 1 + 5 + MOST_DIGITS + 1;

/// The digits of a number, the first of which is not 0 unless all are, and its exponent: `d.ddd * 10**exponent`.
struct Decimal {
    digits: [u8; MOST_DIGITS],
    count: usize,
    exponent: i32,
}

impl Decimal {
    /// Of a finite float that is not negative.
    fn of(magnitude: f64) -> Decimal {
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(magnitude);
        let (mantissa, power) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = || whole.bytes().chain(fraction.bytes());
        let zeros = all().take_while(|&digit| digit == b'0').count();
        let (mut digits, mut count) = ([b'0'; MOST_DIGITS], 1);
        // Zeros behind the last digit are not counted.
        for (k, digit) in all().skip(zeros).enumerate().filter(|(_, digit)| *digit != b'0') {
            digits[k] = digit;
            count = k + 1;
        }
        let power: i32 = power.parse().unwrap_or(0);
        let exponent = if magnitude == 0.0 { 0 } else { whole.len() as i32 - 1 - zeros as i32 + power };
        Decimal { digits, count, exponent }
    }

    fn digits(&self) -> &[u8] {
        &self.digits[..self.count]
    }

    fn write(&self, out: &mut FloatText, dot_zero: bool) {
        let (digits, whole) = (self.digits(), (self.exponent + 1).max(0) as usize);
        if !(-4..16).contains(&self.exponent) {
            out.point(&digits[..1], &digits[1..]);
            out.exponent(self.exponent);
        } else if self.exponent < 0 {
            out.push(b"0.");
            out.push(&b"000"[..(-self.exponent - 1) as usize]);
            out.push(digits);
        } else if digits.len() > whole {
            out.point(&digits[..whole], &digits[whole..]);
        } else {
            out.push(digits);
            out.push(&[b'0'; 16][..whole - digits.len()]);
            out.push(if dot_zero { b".0" } else { b"" });
        }
    }
}

/// A short text of ASCII characters.
pub struct FloatText {
    bytes: [u8; LONGEST],
    length: usize,
}

impl FloatText {
    fn push(&mut self, bytes: &[u8]) {
        let end = self.length + bytes.len();
        self.bytes[self.length..end].copy_from_slice(bytes);
        self.length = end;
    }

    fn point(&mut self, whole: &[u8], fraction: &[u8]) {
        self.push(whole);
        if !fraction.is_empty() {
            self.push(b".");
            self.push(fraction);
        }
    }

    fn exponent(&mut self, exponent: i32) {
        self.push(if exponent < 0 { b"e-" } else { b"e+" });
        let size = exponent.unsigned_abs();
        let digits = [size / 100, size / 10 % 10, size % 10].map(|digit| b'0' + digit as u8);
        self.push(if size < 100 { &digits[1..] } else { &digits });
    }
}

impl Deref for FloatText {
    type Target = str;

    fn deref(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

/// The shortest text that reads as the same float, as `repr` gives it; `.0` is put behind a whole number where that is wanted.
pub fn shortest(value: f64, dot_zero: bool) -> FloatText {
    let mut out = FloatText { bytes: [0; LONGEST], length: 0 };
    if value.is_nan() {
        out.push(b"nan");
        return out;
    }
    if value.is_sign_negative() {
        out.push(b"-");
    }
    match value.is_infinite() {
        true => out.push(b"inf"),
        false => Decimal::of(value.abs()).write(&mut out, dot_zero),
    }
    out
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
            (-0.000_123_456_789_012_345_67, "-0.00012345678901234567"),
            (0.00001, "1e-05"),
            (0.000012345, "1.2345e-05"),
            (5e-324, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (-12.25, "-12.25"),
            (218.744_628_906_25 / 64.0, "3.4178848266601562"),
            (2_232_638_638_054_906.0 + 0.25, "2232638638054906.2"),
            (2_125_217_209_556_188.0 + 0.75, "2125217209556188.8"),
            (9_007_199_254_740_993.0, "9007199254740992.0"),
            (f64::NAN, "nan"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(&*shortest(value, true), text);
        }
        assert_eq!(&*shortest(3.0, false), "3");
    }

    #[test]
    fn texts_read_as_the_float_and_are_as_short_as_those_of_rust() {
        let mut bits = 1_u64;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            for value in [f64::from_bits(bits), bits as f64, (bits >> 40) as f64 / 1024.0] {
                if !value.is_finite() {
                    continue;
                }
                let text = shortest(value, true);
                assert_eq!(text.parse(), Ok(value), "{}", &*text);
                let digits = |text: &str| {
                    let mantissa = text.split('e').next().unwrap_or("").replace(['.', '-'], "");
                    mantissa.trim_matches('0').len()
                };
                assert_eq!(digits(&text), digits(&format!("{value:e}")), "{}", &*text);
            }
        }
    }
}
