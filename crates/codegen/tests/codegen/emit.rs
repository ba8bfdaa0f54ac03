//! Typed IR in, LLVM IR out: `tests/emit/llvm/*.ir` against the `.ll` beside each.
//!
//! A file's functions are numbered from 0 for `call`. A line `// entry` gives the first one a dispatcher's entry.
//! `COLUBER_UPDATE=1` writes what comes out into the `.ll` files.

use coluber_codegen::{OptLevel, TargetConfig, Texts, Unit, UnitFunction, compile};
use coluber_ir::Typed;
use coluber_ir::parse::parse_all;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/emit/llvm")
}

/// The LLVM IR of a file, without what depends on the machine.
fn emitted(text: &str) -> String {
    let functions: Vec<Typed> = parse_all(text).unwrap_or_else(|e| panic!("{e}"));
    let mut unit = Unit::new("emit");
    for (spec, ir) in functions.iter().enumerate() {
        let mut function = UnitFunction::new(ir, spec as u32, &*ir.name);
        function.file = "emit.py".into();
        function.entry = spec == 0 && text.lines().any(|line| line == "// entry");
        unit.functions.push(function);
    }
    let target = TargetConfig { verify: true, ..TargetConfig::host(OptLevel::O0) };
    let compiled = compile(&unit, &target, Texts { llvm: true, ..Texts::NONE }).unwrap_or_else(|e| panic!("{e}"));
    let text = compiled.llvm.expect("asked for");
    let lines = text.lines().filter(|line| !is_header(line)).map(without_type_numbers);
    lines.collect::<Vec<_>>().join("\n").trim().to_owned() + "\n"
}

fn is_header(line: &str) -> bool {
    ["; ModuleID", "source_filename", "target "].iter().any(|start| line.starts_with(start))
}

/// Numbers of types depend on what the process has seen before.
fn without_type_numbers(line: &str) -> String {
    match line.find(" x i64] ") {
        Some(at) if line.contains(" constant [") => format!("{} x i64] ...", &line[..at]),
        _ => line.to_owned(),
    }
}

#[test]
fn texts_are_as_expected() {
    let update = std::env::var_os("COLUBER_UPDATE").is_some();
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "ir"));
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let got = emitted(&fs::read_to_string(&path).expect("a text"));
        let expected_path = path.with_extension("ll");
        if update {
            fs::write(&expected_path, &got).expect("written");
        }
        let expected = fs::read_to_string(&expected_path).unwrap_or_default();
        assert!(got == expected, "{}: got\n{got}\nexpected\n{expected}", path.display());
    }
}

#[test]
fn optimised_and_assembly_texts() {
    let functions: Vec<Typed> =
        parse_all(&fs::read_to_string(folder().join("loop.ir")).expect("a text")).expect("typed IR");
    let mut unit = Unit::new("texts");
    unit.functions.push(UnitFunction::new(&functions[0], 0, "scale").with_export());
    let compiled = compile(&unit, &crate::common::target(OptLevel::O2), Texts::ALL).expect("compiled");
    assert!(compiled.optimised.expect("asked for").contains("define "));
    assert!(compiled.assembly.expect("asked for").contains("scale:"));
}
