//! The repository's text files.

use std::path::{Path, PathBuf};

/// What the walk starts from: everything that people write. Build outputs are elsewhere.
const FOLDERS: [&str; 9] = [".ci", ".cargo", "benches", "crates", "docs", "examples", "python", "tests", "tools"];

/// A text file.
pub struct File {
    /// From the repository's root, with `/`.
    pub path: String,
    pub text: String,
}

impl File {
    /// A file that is not on the disk.
    pub fn sample(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    pub fn is(&self, extension: &str) -> bool {
        self.path.ends_with(&format!(".{extension}"))
    }

    /// Is it one of these files, or in one of these folders?
    pub fn is_in(&self, places: &[&str]) -> bool {
        places
            .iter()
            .any(|place| self.path == *place || self.path.strip_prefix(place).is_some_and(|rest| rest.starts_with('/')))
    }

    /// The problem with a line, which counts from 0.
    pub fn problem(&self, line: usize, message: &str) -> String {
        format!("{}:{}: {message}", self.path, line + 1)
    }
}

/// All text files.
pub fn all() -> Vec<File> {
    let root = root();
    let mut paths = plain_files(&root);
    for folder in FOLDERS {
        walk(&root.join(folder), &mut paths);
    }
    paths.iter().filter_map(|path| read(&root, path)).collect()
}

/// The names of the folders in `crates`.
pub fn crates() -> Vec<String> {
    entries(&root().join("crates"))
        .into_iter()
        .filter(|path| path.is_dir())
        .map(|path| name(&path).to_owned())
        .collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(found) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    found.flatten().map(|entry| entry.path()).collect()
}

fn plain_files(folder: &Path) -> Vec<PathBuf> {
    // In a work tree of git, `.git` is a file.
    entries(folder).into_iter().filter(|path| path.is_file() && name(path) != ".git").collect()
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    paths.extend(plain_files(folder));
    for inner in entries(folder) {
        if inner.is_dir() && name(&inner) != "__pycache__" {
            walk(&inner, paths);
        }
    }
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// A file with text; data and libraries have none.
fn read(root: &Path, path: &Path) -> Option<File> {
    let text = String::from_utf8(std::fs::read(path).ok()?).ok()?;
    let path = path.strip_prefix(root).ok()?.to_str()?.to_owned();
    Some(File { path, text })
}
