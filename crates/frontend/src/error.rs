//! Diagnostics of the front end.

use coluber_base::{Diagnostic, ErrorClass, Span};
use coluber_bytecode::{CodeObject, Position};

/// The span of an instruction.
pub(crate) fn span(position: &Position) -> Span {
    let Some(line) = position.line else {
        return Span::default();
    };
    let end_line = position.end_line.unwrap_or(line);
    match (position.col, position.end_col) {
        (Some(col), Some(end_col)) => Span { line, end_line, col, end_col },
        _ => Span { line, end_line, col: 0, end_col: 0 },
    }
}

/// Bytecode that makes no sense.
pub(crate) fn damaged(code: &CodeObject, what: &str, span: Span) -> Box<Diagnostic> {
    let span = if span.is_known() { span } else { Span::line(code.first_line) };
    let message = format!("the bytecode of function '{}' is not supported: {what}", code.qualname);
    Diagnostic::new(ErrorClass::Bytecode, message, span)
}
