//! The object code of several parts of a unit as one piece of bytes.
//!
//! Each part has the symbol of its first function, after which its table is called, and the number of words in that table. Object code of
//! one part is what LLVM made.

const MAGIC: &[u8] = b"coluber parts\n";

/// The object code of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// The symbol of its first function; none where there is one part.
    pub symbol: Option<&'a str>,
    /// How many of the words that the unit refers to are in its table; none where all are.
    pub words: Option<usize>,
    /// Relocatable object code.
    pub object: &'a [u8],
}

/// The object code of parts: symbol of the first function, number of words in the table, object.
pub(crate) fn pack(parts: &[(String, usize, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for (symbol, words, object) in parts {
        for number in [symbol.len(), *words, object.len()] {
            bytes.extend((number as u64).to_le_bytes());
        }
        bytes.extend(symbol.as_bytes());
        bytes.extend(object);
    }
    bytes
}

/// The parts of object code. Bytes that are damaged are one part, which no linker takes.
pub fn parts(object: &[u8]) -> Vec<Part<'_>> {
    let whole = || vec![Part { symbol: None, words: None, object }];
    let Some(mut rest) = object.strip_prefix(MAGIC) else { return whole() };
    let mut found = Vec::new();
    while !rest.is_empty() {
        let Some((part, behind)) = first(rest) else { return whole() };
        found.push(part);
        rest = behind;
    }
    found
}

fn first(bytes: &[u8]) -> Option<(Part<'_>, &[u8])> {
    let (symbol_length, bytes) = number(bytes)?;
    let (words, bytes) = number(bytes)?;
    let (length, bytes) = number(bytes)?;
    let (symbol, bytes) = bytes.split_at_checked(symbol_length)?;
    let (object, rest) = bytes.split_at_checked(length)?;
    Some((Part { symbol: Some(std::str::from_utf8(symbol).ok()?), words: Some(words), object }, rest))
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((usize::try_from(u64::from_le_bytes(*number)).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_what_was_packed() {
        let packed = pack(&[("f".to_owned(), 2, b"abc".to_vec()), ("g".to_owned(), 0, Vec::new())]);
        let f = Part { symbol: Some("f"), words: Some(2), object: b"abc" };
        let g = Part { symbol: Some("g"), words: Some(0), object: b"" };
        assert_eq!(parts(&packed), [f, g]);
    }

    #[test]
    fn other_bytes_are_one_part() {
        let packed = pack(&[("f".to_owned(), 2, b"abc".to_vec())]);
        for bytes in [&b"\x7fELF"[..], &packed[..packed.len() - 1], b""] {
            assert_eq!(parts(bytes), [Part { symbol: None, words: None, object: bytes }]);
        }
    }
}
