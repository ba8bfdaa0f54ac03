//! What checked kernels say to the checker of the emulator, through the functions `check_*` of the runtime's table.

use std::borrow::Cow;
use std::fmt::Write;

/// How a thread touches memory.
pub mod access {
    /// A plain read.
    pub const READ: i32 = 0;
    /// A plain write.
    pub const WRITE: i32 = 1;
    /// An atomic change that reads.
    pub const ATOMIC: i32 = 2;
    /// An atomic change that does not depend on what was there.
    pub const EXCHANGE: i32 = 3;
    /// A read of many bytes, not all of which need have been written.
    pub const COPY: i32 = 4;
}

/// What a thread does to wait for others, or to order its accesses.
pub mod event {
    /// It comes to a barrier of the block.
    pub const BARRIER: i32 = 0;
    /// It comes to a barrier of the grid.
    pub const GRID: i32 = 1;
    /// It waits for lanes of its warp.
    pub const WARP: i32 = 2;
    /// A fence for the threads of the block.
    pub const BLOCK_FENCE: i32 = 3;
    /// A fence for all threads.
    pub const FENCE: i32 = 4;
    /// It ends.
    pub const END: i32 = 5;
}

/// Number of indices that an access is reported with.
pub const MAX_AXES: usize = 3;

/// A place in the source, and the array that is touched there. As text it is a constant of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site<'a> {
    /// The line; 0 when unknown.
    pub line: u32,
    /// The function.
    pub function: Cow<'a, str>,
    /// The array's name; empty when unknown.
    pub array: Cow<'a, str>,
    /// Whether the array is a part of the one that has the name.
    pub view: bool,
    /// Number of the element's indices; 0 when they are unknown. An access says at most [`MAX_AXES`] of them.
    pub axes: usize,
}

impl Site<'_> {
    /// As text, in ASCII.
    pub fn encode(&self) -> String {
        let mut text = format!("{}\t", self.line);
        escape(&self.function, &mut text);
        text.push('\t');
        escape(&self.array, &mut text);
        // Writing to a string does not fail.
        let _ = write!(text, "\t{}\t{}", u8::from(self.view), self.axes);
        text
    }

    /// From text.
    pub fn decode(text: &str) -> Site<'static> {
        let mut parts = text.split('\t');
        let mut next = || parts.next().unwrap_or_default();
        Site {
            line: next().parse().unwrap_or_default(),
            function: unescape(next()).into(),
            array: unescape(next()).into(),
            view: next() == "1",
            axes: next().parse().unwrap_or_default(),
        }
    }
}

/// Other characters than those of ASCII are written as `{hex}`.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        if c.is_ascii_graphic() && c != '{' || c == ' ' {
            out.push(c);
        } else {
            let _ = write!(out, "{{{:x}}}", u32::from(c));
        }
    }
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (code, after) = after.split_once('}').unwrap_or((after, ""));
        out.extend(u32::from_str_radix(code, 16).ok().and_then(char::from_u32));
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_come_back_from_text() {
        let site =
            Site { line: 12, function: "f.<locals>.größe".into(), array: "a{b}\t☃".into(), view: true, axes: 2 };
        let text = site.encode();
        assert!(text.is_ascii());
        assert_eq!(Site::decode(&text), site);
    }
}
