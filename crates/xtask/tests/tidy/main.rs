//! What the compiler and clippy don't check: arrows between crates, sizes of files, what may be named where.

mod arrows;
mod files;
mod rules;

use files::File;

/// The problems that `check` finds in the repository's files, as one text.
fn problems(check: impl Fn(&File) -> Vec<String>) -> String {
    let mut found: Vec<String> = files::all().iter().flat_map(check).collect();
    found.sort();
    found.join("\n")
}

fn assert_none(problems: &str) {
    assert!(problems.is_empty(), "\n{problems}\n");
}

#[test]
fn arrows_between_crates_are_in_the_table() {
    assert_none(&problems(arrows::check));
}

#[test]
fn crates_are_in_the_table() {
    let missing: Vec<_> = files::crates().into_iter().filter(|name| arrows::allowed(name).is_none()).collect();
    assert!(missing.is_empty(), "no row in the table of arrows: {missing:?}");
}

#[test]
fn files_are_short() {
    assert_none(&problems(rules::length));
}

#[test]
fn unsafe_stays_in_its_rooms() {
    assert_none(&problems(rules::unsafe_code));
}

#[test]
fn nothing_is_left_to_do() {
    assert_none(&problems(rules::placeholders));
}

#[test]
fn libraries_are_named_in_their_rooms() {
    assert_none(&problems(rules::libraries));
}

#[test]
fn texts_are_about_the_program() {
    assert_none(&problems(rules::words));
}

#[test]
fn tests_are_run() {
    assert_none(&rules::tests_that_never_run(&files::all()).join("\n"));
}

#[test]
fn the_walk_finds_files_of_each_kind() {
    let files = files::all();
    for path in ["Makefile", "ARCHITECTURE.md", ".ci/run", "crates/base/Cargo.toml", "python/coluber/__init__.py"] {
        assert!(files.iter().any(|file| file.path == path), "{path}");
    }
    assert!(files.len() > 100);
    assert!(!files.iter().any(|file| file.path.contains("/target/")));
}
