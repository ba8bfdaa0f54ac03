//! Files of cases: a title, an input, and the output that is expected for it.
//!
//! ```text
//! # a title, on one or more lines
//! input
//! =>
//! output
//! ```
//!
//! With `BLESS=1` in the environment the files are rewritten with the output that there is.

use std::fs;
use std::path::{Path, PathBuf};

struct Case {
    title: String,
    input: String,
    expected: String,
}

/// Checks all `.txt` files of a folder.
///
/// # Panics
/// When an output differs, or a file can't be read.
pub fn check_folder(folder: &Path, run: impl Fn(&str) -> String) {
    let files = text_files(folder);
    assert!(!files.is_empty(), "no cases in {}", folder.display());
    let failures: Vec<String> = files.iter().flat_map(|file| check_file(file, &run)).collect();
    assert!(failures.is_empty(), "{}\n(BLESS=1 writes the present output)", failures.join("\n"));
}

fn text_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|x| x == "txt")).collect();
    files.sort();
    files
}

fn check_file(file: &Path, run: &impl Fn(&str) -> String) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let mut cases = split(&text);
    assert!(!cases.is_empty(), "{}: no case", file.display());
    let mut failures = Vec::new();
    for case in &mut cases {
        let output = run(&case.input);
        if output != case.expected {
            failures.push(format!("{}: {}\nexpected:\n{}\nhave:\n{output}", file.display(), case.title, case.expected));
            case.expected = output;
        }
    }
    if std::env::var_os("BLESS").is_some() && !failures.is_empty() {
        fs::write(file, join(&cases)).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        failures.clear();
    }
    failures
}

fn split(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_title = false;
    let mut in_output = false;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix('#') {
            if !in_title {
                cases.push(Case { title: String::new(), input: String::new(), expected: String::new() });
            }
            (in_title, in_output) = (true, false);
            if let Some(case) = cases.last_mut() {
                case.title += title;
                case.title.push('\n');
            }
            continue;
        }
        in_title = false;
        let Some(case) = cases.last_mut() else { continue };
        if line == "=>" {
            in_output = true;
        } else if !line.is_empty() {
            let part = if in_output { &mut case.expected } else { &mut case.input };
            part.push_str(line);
            part.push('\n');
        }
    }
    cases
}

fn join(cases: &[Case]) -> String {
    let mut out = Vec::new();
    for case in cases {
        let title: Vec<String> = case.title.lines().map(|line| format!("#{line}\n")).collect();
        out.push(format!("{}{}=>\n{}", title.concat(), case.input, case.expected));
    }
    out.join("\n")
}
