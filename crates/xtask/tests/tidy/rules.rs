//! Rules about the text of files.

use crate::files::File;

/// The longest file that is read with pleasure.
const MAX_LINES: usize = 1000;

/// Files that are tables: as long as what they list.
const TABLES: [&str; 0] = [];

/// Where memory is handled by hand: Python's objects, what generated code calls, LLVM's C interface, the texts that generated code
/// passes by address, the address of an entry, the memory of a block of threads; and the tests that execute generated code.
const UNSAFE_ROOMS: [&str; 8] = [
    "crates/python",
    "crates/runtime",
    "crates/codegen/src/llvm",
    "crates/codegen/tests",
    "crates/gpu",
    "crates/abi/src/exceptions.rs",
    "crates/session/src/cache/digest.rs",
    "crates/session/src/units.rs",
];

/// Beginnings of code that the compiler doesn't check. A type, `unsafe extern "C" fn(…)`, is none.
const UNSAFE_FORMS: [&str; 7] =
    ["unsafe {", "unsafe fn ", "unsafe impl", "unsafe trait ", "unsafe extern {", "unsafe extern \"C\" fn ", "unsafe("];

const PLACEHOLDERS: [&str; 3] = ["todo!", "unimplemented!", "dbg!"];

/// A library, and where its name may stand.
const LIBRARIES: [(&str, &[&str]); 2] =
    [("llvm_sys", &["crates/codegen/src/llvm", "crates/codegen/tests/vecmath_jit"]), ("pyo3", &["crates/python"])];

/// Words about how the program was written. The reader has the program alone.
const FOREIGN: [&str; 12] = [
    "agent",
    "agents",
    "/work/",
    "issue #",
    "this session",
    "last session",
    "previous session",
    "earlier session",
    "later session",
    "next session",
    "another session",
    "my session",
];

/// Where the words are data.
const SELF: [&str; 1] = ["crates/xtask/tests/tidy"];

/// Files of Rust and Python that are too long.
pub fn length(file: &File) -> Vec<String> {
    let lines = file.text.lines().count();
    let counts = (file.is("rs") || file.is("py")) && !file.is_in(&TABLES);
    if counts && lines > MAX_LINES {
        vec![format!("{}: {lines} lines, more than {MAX_LINES}", file.path)]
    } else {
        Vec::new()
    }
}

/// Unsafe code outside its rooms.
pub fn unsafe_code(file: &File) -> Vec<String> {
    if !file.is("rs") || file.is_in(&UNSAFE_ROOMS) || file.is_in(&SELF) {
        return Vec::new();
    }
    code_with(file, &UNSAFE_FORMS, "unsafe code outside its rooms")
}

/// Code that is not written yet, or prints for its author.
pub fn placeholders(file: &File) -> Vec<String> {
    if !file.is("rs") || file.is_in(&SELF) {
        return Vec::new();
    }
    code_with(file, &PLACEHOLDERS, "a placeholder")
}

/// Libraries that are named outside their rooms.
pub fn libraries(file: &File) -> Vec<String> {
    if !file.is("rs") || file.is_in(&SELF) {
        return Vec::new();
    }
    LIBRARIES
        .iter()
        .filter(|(_, rooms)| !file.is_in(rooms))
        .flat_map(|(library, _)| code_with(file, &[library], &format!("{library} outside its room")))
        .collect()
}

/// Words that say something about the author's workplace.
pub fn words(file: &File) -> Vec<String> {
    if file.is_in(&SELF) {
        return Vec::new();
    }
    let of_session = file.is_in(&["crates/session"]);
    let mut found = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        let line = line.to_lowercase();
        for word in FOREIGN {
            // There the session is a thing of the program.
            if has_word(&line, word) && !(of_session && word.ends_with("session")) {
                found.push(file.problem(number, &format!("'{word}' is not about the program")));
            }
        }
    }
    found
}

/// Tests in libraries that are not built for tests.
pub fn tests_that_never_run(files: &[File]) -> Vec<String> {
    let is_untested = |file: &&File| file.path.ends_with("/Cargo.toml") && file.text.contains("\ntest = false");
    let untested = files.iter().filter(is_untested).map(|file| file.path.replace("Cargo.toml", "src"));
    let rooms: Vec<String> = untested.collect();
    let places: Vec<&str> = rooms.iter().map(String::as_str).collect();
    let found = files.iter().filter(|file| file.is("rs") && file.is_in(&places));
    found.flat_map(|file| code_with(file, &["#[test]"], "the manifest says `test = false`")).collect()
}

/// Lines whose code, without its comment, has one of the texts.
fn code_with(file: &File, texts: &[&str], message: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        if texts.iter().any(|text| code.contains(text)) {
            found.push(file.problem(number, message));
        }
    }
    found
}

/// Does the line have the word, with no letter at either side?
fn has_word(line: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || c == '_';
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        let joined_before = word.starts_with(char::is_alphabetic) && before.is_some_and(is_letter);
        let joined_after = word.ends_with(char::is_alphabetic) && after.is_some_and(is_letter);
        !joined_before && !joined_after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rust(path: &str, text: &str) -> File {
        File::sample(path, text)
    }

    #[test]
    fn long_files_are_found() {
        let long = "x\n".repeat(MAX_LINES + 1);
        assert_eq!(length(&rust("crates/ir/src/a.rs", &long)).len(), 1);
        assert_eq!(length(&rust("tests/run/test_a.py", &long)).len(), 1);
        assert!(length(&rust("docs/a.md", &long)).is_empty());
        assert!(length(&rust("crates/ir/src/a.rs", &long[2..])).is_empty());
    }

    #[test]
    fn unsafe_code_is_found() {
        for text in [
            "let x = unsafe { f() };",
            "pub unsafe fn f() {}",
            "unsafe impl Sync for X {}",
            "pub unsafe extern \"C\" fn f() {}",
            "#[unsafe(no_mangle)]",
        ] {
            let found = unsafe_code(&rust("crates/passes/src/a.rs", text));
            assert_eq!(found.len(), 1, "{text}");
            assert!(unsafe_code(&rust("crates/python/src/a.rs", text)).is_empty());
        }
    }

    #[test]
    fn mention_and_types_are_no_unsafe_code() {
        for text in [
            "// unsafe { is a comment",
            "Conversion::Unsafe => \"unsafe\",",
            "type Entry = unsafe extern \"C\" fn(*const u64) -> i32;",
        ] {
            assert!(unsafe_code(&rust("crates/types/src/a.rs", text)).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_room_is_a_whole_name() {
        let text = "unsafe { f() }";
        assert_eq!(unsafe_code(&rust("crates/runtime_two/src/a.rs", text)).len(), 1);
        assert_eq!(unsafe_code(&rust("crates/session/src/units.rs.rs", text)).len(), 1);
    }

    #[test]
    fn placeholders_are_found() {
        let text = "fn f() {\n    todo!()\n}\n// unimplemented!\n";
        assert_eq!(placeholders(&rust("crates/ir/src/a.rs", text)), ["crates/ir/src/a.rs:2: a placeholder"]);
        assert_eq!(placeholders(&rust("crates/ir/src/a.rs", "dbg!(1); unimplemented!()")).len(), 1);
    }

    #[test]
    fn tests_that_never_run_are_found() {
        let manifest = |text: &str| File::sample("crates/x/Cargo.toml", text);
        let test = || rust("crates/x/src/lib.rs", "#[test]\nfn f() {}\n");
        let found = tests_that_never_run(&[manifest("[lib]\ntest = false\n"), test()]);
        assert_eq!(found, ["crates/x/src/lib.rs:1: the manifest says `test = false`"]);
        assert!(tests_that_never_run(&[manifest("[lib]\n"), test()]).is_empty());
        let outside = rust("crates/x/tests/all.rs", "#[test]\nfn f() {}\n");
        assert!(tests_that_never_run(&[manifest("[lib]\ntest = false\n"), outside]).is_empty());
    }

    #[test]
    fn libraries_are_found() {
        let llvm = "use llvm_sys::core;";
        assert_eq!(libraries(&rust("crates/codegen/src/lower.rs", llvm)).len(), 1);
        assert!(libraries(&rust("crates/codegen/src/llvm/value.rs", llvm)).is_empty());
        assert_eq!(libraries(&rust("crates/session/src/a.rs", "use pyo3::Python;")).len(), 1);
        assert!(libraries(&rust("crates/python/src/a.rs", "use pyo3::Python;")).is_empty());
    }

    #[test]
    fn foreign_words_are_found() {
        for text in ["# As the agent said", "see Issue #12", "cp /work/shared/x .", "left for the next session"] {
            assert_eq!(words(&File::sample("docs/a.md", text)).len(), 1, "{text}");
        }
        for text in ["reagents", "a session of the compiler", "homework/task", "the issue is"] {
            assert!(words(&File::sample("docs/a.md", text)).is_empty(), "{text}");
        }
    }

    #[test]
    fn the_session_may_name_itself() {
        let text = "/// The functions of this session.";
        assert!(words(&rust("crates/session/src/state.rs", text)).is_empty());
        assert_eq!(words(&rust("crates/ir/src/a.rs", text)).len(), 1);
    }
}
