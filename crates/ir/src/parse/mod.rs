//! Reads the text form that [`crate::print`] writes. It serves tests and tools, not compilation.
//!
//! A line holds one instruction; empty lines and lines that start with `//` are skipped. Errors of form are reported here; what
//! only makes a function ill-formed (a use without definition, a jump to nowhere) is left to [`crate::verify`].

mod constant;
mod cursor;
mod function;
mod ty;

use crate::function::Function;
use crate::op::OpSet;
use coluber_types::Ty;
use cursor::Cursor;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

/// The only function of a text.
pub fn parse<O: OpSet>(text: &str) -> Result<Function<O>, ParseError> {
    let mut functions = parse_all(text)?;
    match (functions.pop(), functions.pop()) {
        (Some(only), None) => Ok(only),
        _ => Err(ParseError { line: 1, message: "expected one function".into() }),
    }
}

/// All functions of a text.
pub fn parse_all<O: OpSet>(text: &str) -> Result<Vec<Function<O>>, ParseError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(k, line)| (k + 1, line.trim()))
        .filter(|(_, l)| !l.is_empty() && !l.starts_with("//"));
    let mut out = Vec::new();
    while let Some((line, header)) = lines.next() {
        out.push(function::parse(line, header, &mut lines)?);
    }
    Ok(out)
}

/// A type. Types that name objects of the host have no text that could be read.
pub fn parse_type(text: &str) -> Result<Ty, ParseError> {
    let mut cursor = Cursor::new(1, text);
    let parsed = ty::parse(&mut cursor)?;
    cursor.end()?;
    Ok(parsed)
}
