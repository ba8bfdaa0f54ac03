//! The IR of the functions of `tests/bytecode/corpus.py`, as recorded with each CPython, against the one expected text in `tests/ir`.
//!
//! `BLESS=1 cargo test -p coluber-frontend` writes the expected texts anew, from the newest recording.

use coluber_base::{Diagnostic, ErrorClass, Result, Span};
use coluber_bytecode::json::Recording;
use coluber_bytecode::{CodeObject, Stream, decode};
use coluber_frontend::{Assignments, build_inlined};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The recordings, newest first.
const VERSIONS: [&str; 5] = ["v315", "v314", "v313", "v312", "v311"];

/// Functions that compilers truly arrange in different ways, and the versions that have an expected text of their own.
const EXCEPTIONS: &[(&str, &[&str])] = &[
    // Since 3.15 the function of a generator expression makes the iterator itself.
    ("generator_expression", &["v314"]),
    // Since 3.15 the iterator of a comprehension comes behind its cells; up to 3.11 a comprehension is a function.
    ("comprehension_with_lambda", &["v314", "v311"]),
    // Since 3.14 a call with a generator expression is tried as a loop.
    ("any_all", &["v314", "v313"]),
    // Since 3.14 the constant to be returned is on the stack while `finally` runs, so that ways of leaving it are one.
    ("return_in_handler", &["v313"]),
    // Class bodies and exception groups are not supported; their helpers differ in each version.
    ("unsupported_class", &["v312"]),
    ("unsupported_exception_group", &["v312", "v311"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn recording(version: &str) -> Recording {
    let path = root().join(format!("tests/bytecode/fixtures/{version}.json"));
    Recording::parse(&fs::read_to_string(path).expect("the recording can be read")).expect("the recording is valid")
}

fn text(code: &CodeObject, recording: &Recording) -> String {
    let stream = |code: &CodeObject| -> Result<Stream> {
        decode(code, &recording.tables)
            .map_err(|e| Diagnostic::new(ErrorClass::Bytecode, e.to_string(), Span::line(code.first_line)))
    };
    let lowered = match stream(code).and_then(|s| build_inlined(code, &s, &stream, Assignments::default())) {
        Ok(lowered) => lowered,
        Err(error) => return format!("error: {error}\n"),
    };
    if let Err(error) = coluber_ir::verify::verify(&lowered.function) {
        panic!("{}: {error}\n{}", code.qualname, lowered.function);
    }
    let mut out = lowered.function.to_string();
    for (k, nested) in lowered.nested.iter().enumerate() {
        let _ = write!(out, "\ncode {k}: {}", text(nested, recording));
    }
    out
}

/// The file of the expected text of a function for a version.
fn expected_path(name: &str, version: &str) -> PathBuf {
    let own = EXCEPTIONS.iter().find(|row| row.0 == name).map_or(&[][..], |row| row.1);
    // An exception also holds for the older versions, up to the next one.
    let newest = own.iter().filter(|&&v| v >= version).min();
    let file = newest.map_or(format!("{name}.txt"), |v| format!("{name}.{v}.txt"));
    root().join("tests/ir").join(file)
}

#[test]
fn corpus() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut seen = BTreeSet::new();
    let mut failures = String::new();
    for version in VERSIONS {
        let recording = recording(version);
        for code in &recording.functions {
            let path = expected_path(&code.name, version);
            let text = text(code, &recording);
            if seen.insert(path.clone()) && bless {
                fs::write(&path, &text).expect("the expected text can be written");
            }
            let expected = fs::read_to_string(&path).unwrap_or_default();
            if expected != text {
                let _ = write!(failures, "--- {} with {version}\n{expected}\n+++ got\n{text}\n", code.name);
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    let files = fs::read_dir(root().join("tests/ir")).expect("tests/ir can be read");
    for file in files {
        let path = file.expect("tests/ir can be read").path();
        let known = seen.contains(&path) || path.file_name().is_some_and(|name| name == "README.md");
        assert!(known, "{} belongs to no function", path.display());
    }
}
