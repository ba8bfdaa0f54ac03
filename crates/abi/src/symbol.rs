//! Names of functions in object code.

/// The symbol of a compiled function: its qualified name for people, and a number that makes it unique in the process.
pub fn symbol(qualified_name: &str, unique: u64) -> String {
    let mut out: String = qualified_name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    out.push('$');
    out.push_str(&unique.to_string());
    out
}

/// The symbol of the dispatcher's entry into a function.
pub fn entry_symbol(symbol: &str) -> String {
    format!("{symbol}$entry")
}

/// Characters that assemblers, debuggers and profilers show as they are.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_plain_and_distinct() {
        assert_eq!(symbol("f.<locals>.g", 7), "f._locals_.g$7");
        assert_ne!(symbol("f", 11), symbol("f", 1));
        assert_eq!(entry_symbol(&symbol("ä", 0)), "_$0$entry");
    }
}
