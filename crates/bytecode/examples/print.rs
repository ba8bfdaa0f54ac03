//! Prints the neutral streams of recorded code objects.
//!
//! usage: print RECORDING.json [FUNCTION...]

use std::process::ExitCode;
use std::sync::Arc;

use coluber_bytecode::json::Recording;
use coluber_bytecode::{CodeObject, Const, Tables, decode};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else {
        eprintln!("usage: print RECORDING.json [FUNCTION...]");
        return ExitCode::FAILURE;
    };
    let wanted: Vec<String> = args.collect();
    let recording = match read(&path) {
        Ok(recording) => recording,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    for function in &recording.functions {
        if wanted.is_empty() || wanted.iter().any(|name| **name == *function.name) {
            print(function, &recording.tables);
        }
    }
    ExitCode::SUCCESS
}

fn read(path: &str) -> Result<Recording, Box<dyn std::error::Error>> {
    Ok(Recording::parse(&std::fs::read_to_string(path)?)?)
}

fn print(code: &Arc<CodeObject>, tables: &Tables) {
    println!("{}:", code.qualname);
    match decode(code, tables) {
        Ok(stream) => println!("{stream}"),
        Err(error) => println!("{error}\n"),
    }
    for value in &code.consts {
        if let Const::Code(nested) = value {
            print(nested, tables);
        }
    }
}
