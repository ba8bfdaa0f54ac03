//! Decodes the code objects that `tests/bytecode/record.py` recorded with each supported CPython.

use std::collections::BTreeSet;
use std::sync::Arc;

use coluber_bytecode::json::Recording;
use coluber_bytecode::{CodeObject, Const, Op, Stream, decode, verify_stack};

const VERSIONS: [(&str, &str); 5] = [
    ("3.11", include_str!("../../../tests/bytecode/fixtures/v311.json")),
    ("3.12", include_str!("../../../tests/bytecode/fixtures/v312.json")),
    ("3.13", include_str!("../../../tests/bytecode/fixtures/v313.json")),
    ("3.14", include_str!("../../../tests/bytecode/fixtures/v314.json")),
    ("3.15", include_str!("../../../tests/bytecode/fixtures/v315.json")),
];

fn recordings() -> impl Iterator<Item = (&'static str, Recording)> {
    VERSIONS.into_iter().map(|(version, text)| (version, Recording::parse(text).expect("a readable recording")))
}

/// A code object and those nested in it.
fn with_nested(code: &Arc<CodeObject>) -> Vec<Arc<CodeObject>> {
    let nested = code.consts.iter().filter_map(|value| match value {
        Const::Code(code) => Some(with_nested(code)),
        _ => None,
    });
    std::iter::once(code.clone()).chain(nested.flatten()).collect()
}

fn unsupported(stream: &Stream) -> BTreeSet<String> {
    let names = stream.instrs.iter().filter_map(|instr| match &instr.op {
        Op::Unsupported { name, .. } => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}

#[test]
fn every_function_decodes_with_consistent_stacks() {
    for (version, recording) in recordings() {
        assert!(recording.functions.len() > 80, "{version}: too few functions");
        for code in recording.functions.iter().flat_map(with_nested) {
            let stream =
                decode(&code, &recording.tables).unwrap_or_else(|error| panic!("{version} {}: {error}", code.qualname));
            verify_stack(&stream).unwrap_or_else(|error| panic!("{version} {}: {error}\n{stream}", code.qualname));
        }
    }
}

#[test]
fn unsupported_instructions_are_only_where_they_are_expected() {
    for (version, recording) in recordings() {
        for function in &recording.functions {
            let stream = decode(function, &recording.tables).expect("a stream");
            let expected = function.name.starts_with("unsupported_");
            let found = unsupported(&stream);
            assert_eq!(!found.is_empty(), expected, "{version} {}: {found:?}\n{stream}", function.name);
        }
    }
}

#[test]
fn the_recordings_are_of_the_present_corpus() {
    let corpus = include_str!("../../../tests/bytecode/corpus.py");
    let functions = corpus.lines().enumerate().filter_map(|(index, line)| {
        let name = line.strip_prefix("async def ").or_else(|| line.strip_prefix("def "))?;
        Some((name.split('(').next()?.to_owned(), index as u32 + 1))
    });
    let expected: Vec<(String, u32)> = functions.collect();
    for (version, recording) in recordings() {
        let recorded = recording.functions.iter().map(|function| (function.name.to_string(), function.first_line));
        assert_eq!(recorded.collect::<Vec<_>>(), expected, "{version}: run `cargo run -p xtask -- record-bytecode`");
    }
}

#[test]
fn instructions_have_positions() {
    for (version, recording) in recordings() {
        let function = recording.function("total_of").expect("a function of the corpus");
        let stream = decode(function, &recording.tables).expect("a stream");
        let add = stream.instrs.iter().find(|instr| matches!(instr.op, Op::InplaceOp(_))).expect("an addition");
        assert_eq!(add.span.line, Some(function.first_line + 3), "{version}");
        assert_eq!((add.span.col, add.span.end_col), (Some(8), Some(18)), "{version}");
    }
}
