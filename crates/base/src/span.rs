//! Positions in Python source.

/// A range of Python source: lines count from 1, columns (UTF-8 bytes) from 0. Line 0 means "unknown".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// Column of the first character on `line`.
    pub col: u32,
    /// Column after the last character on `end_line`; equal to `col` when unknown.
    pub end_col: u32,
}

impl Span {
    /// The span of a whole line, when columns are not known.
    pub fn line(line: u32) -> Self {
        Span { line, end_line: line, col: 0, end_col: 0 }
    }

    /// Whether the line is known.
    pub fn is_known(&self) -> bool {
        self.line != 0
    }

    /// Whether columns are known.
    pub fn has_columns(&self) -> bool {
        self.end_line > self.line || self.end_col > self.col
    }
}
