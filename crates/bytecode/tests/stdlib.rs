//! Decodes the standard library of each interpreter. Run by hand, it needs recordings of some hundred megabytes:
//!
//! ```text
//! for each PYTHON: PYTHON tests/bytecode/record.py stdlib DIR/NAME.jsonl
//! COLUBER_STDLIB_RECORDINGS=DIR cargo test -p coluber-bytecode --test stdlib -- --ignored --nocapture
//! ```

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use coluber_bytecode::json::{parse_code, parse_tables};
use coluber_bytecode::{CodeObject, Const, Tables, decode, verify_stack};

#[derive(Default)]
struct Report {
    decoded: usize,
    failures: Vec<String>,
}

impl Report {
    fn check(&mut self, code: &CodeObject, tables: &Tables) {
        let outcome = decode(code, tables).map_err(|error| error.to_string());
        let verified = outcome.and_then(|stream| verify_stack(&stream).map_err(|error| error.to_string()));
        match verified {
            Ok(_) => self.decoded += 1,
            Err(error) => self.failures.push(format!("{} {}: {error}", code.filename, code.qualname)),
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
fn the_standard_library_decodes() {
    let dir = std::env::var("COLUBER_STDLIB_RECORDINGS").expect("COLUBER_STDLIB_RECORDINGS names a folder");
    let mut failed = 0;
    for entry in std::fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        let report = check_file(&path);
        println!("{}: {} decoded, {} failed", path.display(), report.decoded, report.failures.len());
        report.failures.iter().take(20).for_each(|failure| println!("  {failure}"));
        failed += report.failures.len();
    }
    assert_eq!(failed, 0);
}
