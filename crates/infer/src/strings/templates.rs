//! Constant texts for `%` and `str.format`, read as what an f-string has: text, and fields that say which value is formatted how.

/// A part of a text with values in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text as it is.
    Text(String),
    /// A value.
    Field(Field),
    /// A value as `%` formats it, with the whole conversion.
    Percent(usize, String),
}

/// A value as an f-string formats it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The position of the value among the arguments.
    pub value: usize,
    /// `s`, `r`, `a`, or nothing.
    pub conversion: &'static str,
    /// The specification.
    pub spec: Option<Vec<Part>>,
}

/// What a value is, as far as `%` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// An integer that is no bool.
    Int,
    /// A float.
    Float,
    /// Anything else.
    Other,
}

fn add_text(parts: &mut Vec<Part>, text: &str) {
    match parts.last_mut() {
        Some(Part::Text(last)) => last.push_str(text),
        _ if text.is_empty() => {}
        _ => parts.push(Part::Text(text.to_owned())),
    }
}

/// The parts of `text % values`; None where not all values are used, once each, by conversions that are known.
pub fn percent(text: &str, classes: &[Class]) -> Option<Vec<Part>> {
    let (mut parts, mut next, mut rest) = (Vec::new(), 0, text);
    while let Some(at) = rest.find('%') {
        add_text(&mut parts, &rest[..at]);
        let behind = &rest[at + 1..];
        if let Some(after) = behind.strip_prefix('%') {
            add_text(&mut parts, "%");
            rest = after;
            continue;
        }
        let length = behind.find(|c: char| !"-+ #0123456789.".contains(c))? + 1;
        let conversion = behind.get(..length)?;
        parts.push(one_percent(conversion, next, *classes.get(next)?)?);
        next += 1;
        rest = &behind[length..];
    }
    add_text(&mut parts, rest);
    (next == classes.len()).then_some(parts)
}

/// The flags, width and precision of a conversion of `%`.
struct Conversion<'a> {
    flags: &'a str,
    width: &'a str,
    precision: Option<&'a str>,
    kind: char,
}

impl<'a> Conversion<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let kind = text.chars().last()?;
        let inner = &text[..text.len() - kind.len_utf8()];
        let (flags, rest) = inner.split_at(inner.find(|c: char| !"-+ #0".contains(c)).unwrap_or(inner.len()));
        let (width, precision) = match rest.split_once('.') {
            Some((width, precision)) => (width, Some(precision)),
            None => (rest, None),
        };
        let is_number = |text: &str| text.len() < 4 && text.chars().all(|c| c.is_ascii_digit());
        (is_number(width) && precision.is_none_or(is_number)).then_some(Conversion { flags, width, precision, kind })
    }

    /// How a field says this, `usual` being the alignment that needs no sign.
    fn spec(&self, usual: char, with: &str) -> String {
        let has = |flag| self.flags.contains(flag);
        let is_left = has('-');
        let align = if is_left { '<' } else { '>' };
        let mut spec = String::new();
        if align != usual && !self.width.is_empty() {
            spec.push(align);
        }
        if usual == '>' {
            spec.push_str(if has('+') {
                "+"
            } else if has(' ') {
                " "
            } else {
                ""
            });
            spec.push_str(if has('#') { "#" } else { "" });
            spec.push_str(if has('0') && !is_left { "0" } else { "" });
        }
        spec.push_str(self.width);
        spec.push_str(with);
        spec
    }

    /// The digits of the precision: none are 0.
    fn digits(&self) -> Option<String> {
        self.precision.map(|digits| format!(".{}", if digits.is_empty() { "0" } else { digits }))
    }
}

fn field(value: usize, conversion: &'static str, spec: String) -> Part {
    let spec = (!spec.is_empty()).then(|| vec![Part::Text(spec)]);
    Part::Field(Field { value, conversion, spec })
}

/// One conversion of `%`: a field where that gives the same, with the same errors. None for what is no conversion.
fn one_percent(text: &str, value: usize, class: Class) -> Option<Part> {
    let read = Conversion::read(text)?;
    let lower = read.kind.to_ascii_lowercase();
    let whole = || Some(Part::Percent(value, format!("%{text}")));
    match (read.kind, class) {
        ('s' | 'r' | 'a', _) => {
            let conversion = match read.kind {
                's' => "s",
                'r' => "r",
                _ => "a",
            };
            Some(field(value, conversion, read.spec('<', &read.digits().unwrap_or_default())))
        }
        ('d' | 'i' | 'u' | 'x' | 'X' | 'o', Class::Int) if read.precision.is_none() => {
            let spec = read.spec('>', "");
            let is_decimal = matches!(read.kind, 'd' | 'i' | 'u');
            match (is_decimal, read.flags.contains('#')) {
                (true, true) => whole(),
                (true, false) => Some(field(value, "", spec)),
                _ => Some(field(value, "", format!("{spec}{}", read.kind))),
            }
        }
        _ if matches!(lower, 'f' | 'e' | 'g') && class != Class::Other && !read.flags.contains('#') => {
            let with = format!("{}{}", read.digits().unwrap_or_default(), read.kind);
            Some(field(value, "", read.spec('>', &with)))
        }
        _ if "diuxXofFeEgGc".contains(read.kind) => whole(),
        _ => None,
    }
}

/// The parts of `text.format(...)` with so many arguments without names, and those with names behind them; None for fields that take
/// attributes or items, or have no argument, and where braces don't match.
pub fn method(text: &str, positional: usize, names: &[&str]) -> Option<Vec<Part>> {
    let mut reader = Fields { positional, names, counted: 0, numbered: false };
    let (parts, rest) = reader.until_end(text, 0)?;
    rest.is_empty().then_some(parts)
}

struct Fields<'a> {
    positional: usize,
    names: &'a [&'a str],
    /// The fields without a name so far.
    counted: usize,
    /// Whether fields have numbers.
    numbered: bool,
}

impl Fields<'_> {
    /// The parts up to the end of the text, or, in a field, up to its brace; and what is behind that.
    fn until_end<'t>(&mut self, mut rest: &'t str, depth: usize) -> Option<(Vec<Part>, &'t str)> {
        let mut parts = Vec::new();
        loop {
            let Some(at) = rest.find(['{', '}']) else {
                add_text(&mut parts, rest);
                return (depth == 0).then_some((parts, ""));
            };
            add_text(&mut parts, &rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if depth == 0 && rest.starts_with(brace) {
                add_text(&mut parts, brace);
                rest = &rest[1..];
            } else if brace == "{" && depth < 2 {
                let (field, after) = self.field(rest, depth)?;
                parts.push(Part::Field(field));
                rest = after;
            } else if brace == "}" && depth > 0 {
                return Some((parts, rest));
            } else {
                return None;
            }
        }
    }

    fn field<'t>(&mut self, text: &'t str, depth: usize) -> Option<(Field, &'t str)> {
        let end = text.find(['!', ':', '}', '{', '.', '['])?;
        let value = self.position(&text[..end])?;
        let rest = &text[end..];
        let (conversion, rest) = match rest.strip_prefix('!') {
            Some(behind) => (["s", "r", "a"].into_iter().find(|known| behind.starts_with(known))?, &behind[1..]),
            None => ("", rest),
        };
        if let Some(behind) = rest.strip_prefix(':') {
            let (spec, after) = self.until_end(behind, depth + 1)?;
            let spec = (!spec.is_empty()).then_some(spec);
            return Some((Field { value, conversion, spec }, after));
        }
        Some((Field { value, conversion, spec: None }, rest.strip_prefix('}')?))
    }

    fn position(&mut self, name: &str) -> Option<usize> {
        if name.is_empty() {
            self.counted += 1;
            return Some(self.counted - 1).filter(|&at| at < self.positional && !self.numbered);
        }
        if name.chars().all(|c| c.is_ascii_digit()) {
            self.numbered = true;
            return name.parse().ok().filter(|&at| at < self.positional && self.counted == 0);
        }
        Some(self.positional + self.names.iter().position(|known| *known == name)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, Field, Part, method, percent};

    /// Parts in the form of an f-string.
    fn written(parts: &[Part]) -> String {
        let one = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Percent(value, text) => format!("{{{value}{text}}}"),
            Part::Field(Field { value, conversion, spec }) => {
                let conversion = if conversion.is_empty() { String::new() } else { format!("!{conversion}") };
                let spec = spec.as_ref().map_or(String::new(), |spec| format!(":{}", written(spec)));
                format!("{{{value}{conversion}{spec}}}")
            }
        };
        parts.iter().map(one).collect()
    }

    #[test]
    fn conversions_of_percent() {
        let cases = [
            ("%d %05d%%", "{0} {1:05}%"),
            ("%-5d|%+3i", "{0:<5}|{1:+3}"),
            ("%-05d %#x", "{0:<5} {1:#x}"),
            ("%.3d %#d", "{0%.3d} {1%#d}"),
            ("%5s %-5.2r", "{0!s:>5} {1!r:5.2}"),
            ("%.2f %c", "{0:.2f} {1%c}"),
        ];
        for (text, wanted) in cases {
            let parts = percent(text, &[Class::Int; 2]).unwrap_or_default();
            assert_eq!(written(&parts), wanted, "{text}");
        }
        for text in ["%d", "%d %d %d", "%d %", "%d %*d", "%(a)s %d", "%d %y", "%d %ld"] {
            assert_eq!(percent(text, &[Class::Int; 2]), None, "{text}");
        }
        assert_eq!(percent("%.f%d", &[Class::Float; 2]).map(|parts| written(&parts)).as_deref(), Some("{0:.0f}{1%d}"));
    }

    #[test]
    fn fields_of_format() {
        let cases = [
            ("{} {b!r} {}", "{0} {3!r} {1}"),
            ("{a:>{b}} {{a}} {0:}", "{2:>{3}} {a} {0}"),
            ("{:{}.3f}", "{0:{1}.3f}"),
            ("no fields", "no fields"),
        ];
        for (text, wanted) in cases {
            assert_eq!(method(text, 2, &["a", "b"]).map(|parts| written(&parts)).as_deref(), Some(wanted), "{text}");
        }
        for text in [
            "{c}", "{a", "a}", "{a:{b}", "{} {0}", "{0} {}", "{2}", "{} {} {}", "{a.real}", "{0[1]}", "{!x}",
            "{:{:{}}}",
        ] {
            assert_eq!(method(text, 2, &["a", "b"]), None, "{text}");
        }
    }
}
