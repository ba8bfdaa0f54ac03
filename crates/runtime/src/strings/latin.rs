//! The characters of Latin-1: of what kind they are, and their cases. Unicode promises that these stay as they are, so the host need
//! not be asked.

/// A letter.
pub const ALPHA: u8 = 1;
/// A digit of a decimal number.
pub const DECIMAL: u8 = 2;
/// A digit, also a raised one.
pub const DIGIT: u8 = 4;
/// A number, also a fraction.
pub const NUMERIC: u8 = 8;
/// White space.
pub const SPACE: u8 = 16;
/// What can be printed.
pub const PRINTABLE: u8 = 32;
/// Upper case.
pub const UPPER: u8 = 64;
/// Lower case.
pub const LOWER: u8 = 128;

/// The letter whose upper case is two letters.
pub const SHARP_S: u8 = 0xdf;

const fn classes_of(byte: u8) -> u8 {
    let upper = matches!(byte, b'A'..=b'Z' | 0xc0..=0xd6 | 0xd8..=0xde);
    let lower = matches!(byte, b'a'..=b'z' | 0xaa | 0xb5 | 0xba | 0xdf..=0xf6 | 0xf8..=0xff);
    let decimal = byte.is_ascii_digit();
    let digit = decimal || matches!(byte, 0xb2 | 0xb3 | 0xb9);
    let numeric = digit || matches!(byte, 0xbc..=0xbe);
    let space = matches!(byte, 9..=13 | 28..=32 | 0x85 | 0xa0);
    let printable = !matches!(byte, 0..32 | 0x7f..=0xa0 | 0xad);
    ((upper || lower) as u8 * ALPHA)
        | (decimal as u8 * DECIMAL)
        | (digit as u8 * DIGIT)
        | (numeric as u8 * NUMERIC)
        | (space as u8 * SPACE)
        | (printable as u8 * PRINTABLE)
        | (upper as u8 * UPPER)
        | (lower as u8 * LOWER)
}

/// The kinds of each character.
pub static CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = classes_of(byte as u8);
        byte += 1;
    }
    table
};

/// Whether a character is of one of these kinds.
#[inline(always)]
pub fn is(byte: u8, kinds: u8) -> bool {
    CLASSES[usize::from(byte)] & kinds != 0
}

/// The character in lower case.
#[inline(always)]
pub fn lower(byte: u8) -> u8 {
    if matches!(byte, b'A'..=b'Z' | 0xc0..=0xd6 | 0xd8..=0xde) { byte | 0x20 } else { byte }
}

/// The character in upper case, unless [`has_upper`] says that Latin-1 does not have that.
#[inline(always)]
pub fn upper(byte: u8) -> u8 {
    if matches!(byte, b'a'..=b'z' | 0xe0..=0xf6 | 0xf8..=0xfe) { byte & !0x20 } else { byte }
}

/// Whether Latin-1 has the character in upper case.
#[inline(always)]
pub fn has_upper(byte: u8) -> bool {
    !matches!(byte, 0xb5 | SHARP_S | 0xff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_cases_are_those_of_unicode() {
        for byte in 0..=255u8 {
            let point = char::from(byte);
            assert_eq!(is(byte, ALPHA), point.is_alphabetic(), "{byte:#x}");
            assert_eq!(is(byte, NUMERIC), point.is_numeric(), "{byte:#x}");
            assert_eq!(is(byte, UPPER), point.is_uppercase(), "{byte:#x}");
            assert_eq!(is(byte, LOWER), point.is_lowercase(), "{byte:#x}");
            assert_eq!(is(byte, SPACE), point.is_whitespace() || (28..32).contains(&byte), "{byte:#x}");
            assert!(point.to_lowercase().eq([char::from(lower(byte))]), "{byte:#x}");
            assert_eq!(point.to_uppercase().eq([char::from(upper(byte))]), has_upper(byte), "{byte:#x}");
        }
    }
}
