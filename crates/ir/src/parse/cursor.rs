//! A position in a line.

use super::ParseError;

/// A position in a line; spaces before what is asked for are skipped.
pub(super) struct Cursor<'t> {
    line: usize,
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(line: usize, text: &'t str) -> Self {
        Cursor { line, rest: text.trim_start() }
    }

    /// The error that something else was expected here.
    pub(super) fn expected(&self, what: &str) -> ParseError {
        self.error(format!("expected {what} at `{}`", self.rest))
    }

    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.line, message: message.into() }
    }

    fn advance(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest.trim_start();
        taken
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes `text` if it stands here.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest.starts_with(text);
        if found {
            self.advance(text.len());
        }
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), ParseError> {
        if self.eat(text) { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    pub(super) fn end(&self) -> Result<(), ParseError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.expected("the end of the line")) }
    }

    /// The characters from here that satisfy `accept`; empty when there are none.
    pub(super) fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !accept(c)).unwrap_or(self.rest.len());
        self.advance(end)
    }

    /// A word of letters, digits and underscores.
    pub(super) fn word(&mut self) -> Result<&'t str, ParseError> {
        let start = self.expected("a word");
        let word = self.take_while(|c| c.is_alphanumeric() || c == '_');
        if word.is_empty() { Err(start) } else { Ok(word) }
    }

    /// The word that stands here, without taking it.
    pub(super) fn peek_word(&self) -> &'t str {
        let end = self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(self.rest.len());
        &self.rest[..end]
    }

    /// A number, as text.
    pub(super) fn number_text(&mut self) -> &'t str {
        self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    }

    pub(super) fn integer<T: std::str::FromStr>(&mut self) -> Result<T, ParseError> {
        let start = self.expected("a number");
        self.take_while(|c| c.is_ascii_digit() || c == '-').parse().map_err(|_| start)
    }

    /// The number of an entity that is written as `prefix` and a number.
    pub(super) fn entity(&mut self, prefix: &str) -> Result<u32, ParseError> {
        let start = self.expected(prefix);
        let word = self.peek_word();
        let number = word.strip_prefix(prefix).and_then(|n| n.parse().ok()).ok_or(start)?;
        self.advance(word.len());
        Ok(number)
    }

    /// Whether an entity with this prefix stands here.
    pub(super) fn at_entity(&self, prefix: &str) -> bool {
        self.peek_word().strip_prefix(prefix).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    }

    /// A text in quotes, with the escapes of Rust.
    pub(super) fn quoted(&mut self) -> Result<String, ParseError> {
        self.expect_quote()?;
        let mut out = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((k, c)) = chars.next() {
            match c {
                '"' => {
                    self.advance(k + 1);
                    return Ok(out);
                }
                '\\' => out.push(unescape(&mut chars).ok_or_else(|| self.expected("an escape"))?),
                _ => out.push(c),
            }
        }
        Err(self.expected("a closing quote"))
    }

    /// Takes the quote but not the spaces behind it, which belong to the text.
    fn expect_quote(&mut self) -> Result<(), ParseError> {
        self.rest = self.rest.strip_prefix('"').ok_or_else(|| self.expected("a quote"))?;
        Ok(())
    }

    /// Items with commas between them up to `close`, which is taken.
    pub(super) fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut out = Vec::new();
        while !self.eat(close) {
            out.push(item(self)?);
            if !self.eat(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(out)
    }
}

fn unescape(chars: &mut std::str::CharIndices<'_>) -> Option<char> {
    Some(match chars.next()?.1 {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        'u' => {
            let digits: String =
                chars.by_ref().map(|(_, c)| c).skip_while(|&c| c == '{').take_while(|&c| c != '}').collect();
            char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
        }
        c @ ('"' | '\\' | '\'') => c,
        _ => return None,
    })
}
