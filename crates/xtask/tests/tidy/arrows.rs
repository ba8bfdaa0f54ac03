//! Which crate may use which: ARCHITECTURE.md says why. Only what a crate needs to run counts, not what its tests need.

use crate::files::File;

/// A crate and the crates that it may use.
type Row = (&'static str, &'static [&'static str]);

const ARROWS: [Row; 17] = [
    ("base", &[]),
    ("types", &["base"]),
    ("ops", &["base", "types"]),
    ("bytecode", &["base"]),
    ("ir", &["base", "types", "ops"]),
    ("frontend", &["base", "types", "ops", "bytecode", "ir"]),
    ("infer", &["base", "types", "ops", "ir"]),
    ("passes", &["base", "types", "ops", "ir", "abi"]),
    ("abi", &["base", "types"]),
    ("codegen", &["base", "types", "ops", "ir", "abi"]),
    ("runtime", &["types", "abi"]),
    ("gpu", &["abi", "runtime"]),
    ("cache", &[]),
    (
        "session",
        &[
            "base", "types", "ops", "bytecode", "ir", "frontend", "infer", "passes", "abi", "codegen", "runtime",
            "gpu", "cache",
        ],
    ),
    (
        "python",
        &[
            "base", "types", "ops", "bytecode", "ir", "frontend", "infer", "passes", "abi", "codegen", "runtime",
            "gpu", "session",
        ],
    ),
    ("testkit", &["base", "types", "ops", "ir"]),
    ("xtask", &[]),
];

/// Libraries that one crate alone may use.
const GUARDED: [(&str, &str); 2] = [("llvm-sys", "codegen"), ("pyo3", "python")];

/// The crates that a crate may use.
pub fn allowed(name: &str) -> Option<&'static [&'static str]> {
    ARROWS.iter().find(|(user, _)| *user == name).map(|(_, used)| *used)
}

/// Arrows of a manifest that are not in the table.
pub fn check(file: &File) -> Vec<String> {
    let Some(name) = crate_of(&file.path) else {
        return Vec::new();
    };
    dependencies(&file.text)
        .into_iter()
        .filter(|(_, used)| !may_use(name, used))
        .map(|(line, used)| file.problem(line, &format!("{name} may not use {used}")))
        .collect()
}

/// The crate that a path is the manifest of.
fn crate_of(path: &str) -> Option<&str> {
    let name = path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
    (!name.contains('/')).then_some(name)
}

fn may_use(name: &str, used: &str) -> bool {
    if let Some((_, only)) = GUARDED.iter().find(|(library, _)| *library == used) {
        return name == *only;
    }
    match used.strip_prefix("coluber-") {
        Some(inner) => allowed(name).unwrap_or_default().contains(&inner),
        None => used != "xtask",
    }
}

/// The names in the sections of dependencies, without those of tests, and their lines.
fn dependencies(manifest: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut section = "";
    for (number, line) in manifest.lines().enumerate() {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']');
            found.extend(named_by_header(section).map(|name| (number, name)));
        } else if is_dependencies(section) {
            found.extend(named_by_line(line).map(|name| (number, name)));
        }
    }
    found
}

/// `[dependencies]`, `[build-dependencies]`, `[target.'…'.dependencies]`.
fn is_dependencies(section: &str) -> bool {
    let last = section.rsplit('.').next().unwrap_or_default();
    matches!(last, "dependencies" | "build-dependencies")
}

/// `[dependencies.NAME]`.
fn named_by_header(section: &str) -> Option<&str> {
    let (before, name) = section.rsplit_once('.')?;
    is_dependencies(before).then_some(name)
}

/// `NAME = …` or `NAME.workspace = true`.
fn named_by_line(line: &str) -> Option<&str> {
    if line.starts_with('#') {
        return None;
    }
    let (name, _) = line.split_once('=')?;
    name.trim().split('.').next().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, manifest: &str) -> Vec<String> {
        check(&File::sample(&format!("crates/{name}/Cargo.toml"), manifest))
    }

    #[test]
    fn an_arrow_that_is_not_in_the_table_is_found() {
        let manifest = "[package]\nname = \"coluber-ir\"\n[dependencies]\ncoluber-types.workspace = true\ncoluber-infer = { path = \"x\" }\n";
        assert_eq!(found("ir", manifest), ["crates/ir/Cargo.toml:5: ir may not use coluber-infer"]);
        assert!(found("session", manifest).is_empty());
    }

    #[test]
    fn each_form_of_a_section_counts_but_that_of_tests() {
        for header in [
            "[dependencies.coluber-python]",
            "[build-dependencies]\ncoluber-python = \"1\"",
            "[target.'cfg(unix)'.dependencies]\ncoluber-python.workspace = true",
        ] {
            assert_eq!(found("base", header).len(), 1, "{header}");
        }
        assert!(found("base", "[dev-dependencies]\ncoluber-python.workspace = true").is_empty());
    }

    #[test]
    fn guarded_libraries_have_one_user() {
        let manifest = "[dependencies]\nllvm-sys.workspace = true\n";
        assert_eq!(found("passes", manifest).len(), 1);
        assert!(found("codegen", manifest).is_empty());
        assert_eq!(found("session", "[dependencies]\npyo3 = \"0.30\"\n").len(), 1);
    }

    #[test]
    fn a_crate_without_a_row_may_use_none() {
        assert_eq!(found("new", "[dependencies]\ncoluber-base.workspace = true\n").len(), 1);
        assert_eq!(allowed("new"), None);
    }
}
