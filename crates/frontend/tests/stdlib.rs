//! Builds the IR of the standard library of each interpreter. Run by hand, it needs the recordings that the test of the same name in
//! `coluber-bytecode` describes:
//!
//! ```text
//! COLUBER_STDLIB_RECORDINGS=DIR cargo test --release -p coluber-frontend --test stdlib -- --ignored --nocapture
//! ```

use coluber_base::{Diagnostic, ErrorClass, Result, Span};
use coluber_bytecode::json::{parse_code, parse_tables};
use coluber_bytecode::{CodeObject, Const, Stream, Tables, decode};
use coluber_frontend::{Assignments, build_inlined};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Report {
    built: usize,
    unsupported: usize,
    failures: Vec<String>,
    instructions: usize,
    time: Duration,
    /// The longest time for one code object, its number of instructions and its name.
    slowest: (Duration, usize, String),
}

impl Report {
    fn check(&mut self, code: &CodeObject, tables: &Tables) {
        let stream = |code: &CodeObject| -> Result<Stream> {
            decode(code, tables).map_err(|e| Diagnostic::internal(e.to_string(), Span::default()))
        };
        if let Ok(decoded) = stream(code) {
            let start = Instant::now();
            let built = build_inlined(code, &decoded, &stream, Assignments::default());
            let time = start.elapsed();
            self.time += time;
            self.instructions += decoded.instrs.len();
            if time > self.slowest.0 {
                self.slowest = (time, decoded.instrs.len(), code.qualname.to_string());
            }
            let verified =
                built.map(|lowered| coluber_ir::verify::verify(&lowered.function).map_err(|e| e.to_string()));
            match verified {
                Ok(Ok(())) => self.built += 1,
                Ok(Err(error)) => self.failures.push(format!("{} {}: {error}", code.filename, code.qualname)),
                Err(error) if error.class == ErrorClass::Unsupported => self.unsupported += 1,
                Err(error) => self.failures.push(format!("{} {}: {error}", code.filename, code.qualname)),
            }
        }
        for value in &code.consts {
            if let Const::Code(nested) = value {
                self.check(nested, tables);
            }
        }
    }
}

fn check_file(path: &Path) -> Report {
    let mut lines = BufReader::new(File::open(path).expect("a recording")).lines().map(|line| line.expect("text"));
    let tables = parse_tables(&lines.next().expect("a first line")).expect("tables");
    let mut report = Report::default();
    for line in lines {
        report.check(&parse_code(&line).expect("a code object"), &tables);
    }
    report
}

#[test]
#[ignore = "needs recordings of the standard library"]
fn the_standard_library_builds() {
    let dir = std::env::var("COLUBER_STDLIB_RECORDINGS").expect("COLUBER_STDLIB_RECORDINGS names a folder");
    let mut failed = 0;
    for entry in std::fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        let report = check_file(&path);
        let failures = report.failures.len();
        println!("{}: {} built, {} unsupported, {failures} failed", path.display(), report.built, report.unsupported);
        println!("  {} instructions in {:?}; slowest: {:?}", report.instructions, report.time, report.slowest);
        report.failures.iter().take(20).for_each(|failure| println!("  {failure}"));
        failed += failures;
    }
    assert_eq!(failed, 0);
}
