//! The fields of a text for `str.format`.

/// A text whose fields name their arguments by position: those that had names come after `first` others. None where a field has an
/// unknown name, or braces don't match.
pub fn by_position(text: &str, names: &[&str], first: usize) -> Option<String> {
    let mut fields = Fields { names, first, next: 0 };
    let (whole, rest) = fields.until_end(text, false)?;
    rest.is_empty().then_some(whole)
}

struct Fields<'a> {
    names: &'a [&'a str],
    first: usize,
    /// The position of the next field without a name.
    next: usize,
}

impl Fields<'_> {
    /// The text up to its end, or inside of a field up to its closing brace; and what follows.
    fn until_end<'t>(&mut self, mut rest: &'t str, inside: bool) -> Option<(String, &'t str)> {
        let mut out = String::new();
        loop {
            let Some(at) = rest.find(['{', '}']) else {
                out.push_str(rest);
                return (!inside).then_some((out, ""));
            };
            out.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if !inside && rest.starts_with(brace) {
                out.push_str(&brace.repeat(2));
                rest = &rest[1..];
            } else if brace == "{" {
                rest = self.field(&mut out, rest)?;
            } else if inside {
                return Some((out, rest));
            } else {
                return None;
            }
        }
    }

    /// Writes the field that begins behind a brace; returns what follows it.
    fn field<'t>(&mut self, out: &mut String, rest: &'t str) -> Option<&'t str> {
        let end = rest.find(['.', '[', '!', ':', '}', '{'])?;
        let position = self.position(&rest[..end])?;
        let (inner, after) = self.until_end(&rest[end..], true)?;
        out.push_str(&format!("{{{position}{inner}}}"));
        Some(after)
    }

    fn position(&mut self, name: &str) -> Option<usize> {
        if name.is_empty() {
            self.next += 1;
            return Some(self.next - 1);
        }
        name.parse().ok().or_else(|| Some(self.first + self.names.iter().position(|known| *known == name)?))
    }
}

#[cfg(test)]
mod tests {
    use super::by_position;

    #[test]
    fn names_become_positions() {
        let cases = [
            ("{} {b} {}", "{0} {3} {1}"),
            ("{a:>{b}} {{a}} {0}", "{2:>{3}} {{a}} {0}"),
            ("{a.real!r:{b}.{}}", "{2.real!r:{3}.{0}}"),
            ("no fields", "no fields"),
            ("{a[0]}", "{2[0]}"),
        ];
        for (text, wanted) in cases {
            assert_eq!(by_position(text, &["a", "b"], 2).as_deref(), Some(wanted), "{text}");
        }
        for text in ["{c}", "{a", "a}", "{a:{b}"] {
            assert_eq!(by_position(text, &["a", "b"], 2), None, "{text}");
        }
    }
}
