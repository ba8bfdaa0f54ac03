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

/// Characters at the end of the symbol of portable code that stand nowhere else in it.
pub const TAG_LENGTH: usize = 16;

/// The symbol of a function in portable code; each process puts a number of its own into it.
pub fn portable_symbol(qualified_name: &str, unique: u64) -> String {
    let mut out = symbol(qualified_name, 0);
    out.pop();
    out.push_str(&format!("c01b{:012x}", unique & 0xffff_ffff_ffff));
    out
}

/// The symbol of the table of what portable code refers to.
pub fn table_symbol(symbol: &str) -> String {
    format!("{symbol}$table")
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
