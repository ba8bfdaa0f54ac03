//! Damaged code objects give errors: no panic, no endless loop, and never a stream that is not sound.

use std::sync::Arc;

use coluber_bytecode::json::Recording;
use coluber_bytecode::{CodeObject, Const, decode, verify_stack};

const ROUNDS: u32 = 200;

const RECORDINGS: [&str; 5] = [
    include_str!("../../../tests/bytecode/fixtures/v311.json"),
    include_str!("../../../tests/bytecode/fixtures/v312.json"),
    include_str!("../../../tests/bytecode/fixtures/v313.json"),
    include_str!("../../../tests/bytecode/fixtures/v314.json"),
    include_str!("../../../tests/bytecode/fixtures/v315.json"),
];

/// Xorshift: the same sequence in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

fn damage_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    match random.below(8) {
        0 => bytes.truncate(random.below(bytes.len())),
        1 => bytes.insert(random.below(bytes.len()), random.next() as u8),
        _ => {
            for _ in 0..=random.below(3) {
                let place = random.below(bytes.len());
                if let Some(byte) = bytes.get_mut(place) {
                    *byte = random.next() as u8;
                }
            }
        }
    }
}

fn damaged(code: &CodeObject, random: &mut Random) -> CodeObject {
    let mut code = code.clone();
    match random.below(6) {
        0 => damage_bytes(&mut code.exception_table, random),
        1 => code.names.truncate(random.below(code.names.len())),
        2 => code.local_names.truncate(random.below(code.local_names.len())),
        3 => code.consts.truncate(random.below(code.consts.len())),
        _ => damage_bytes(&mut code.code, random),
    }
    code
}

fn with_nested(code: &Arc<CodeObject>) -> Vec<Arc<CodeObject>> {
    let nested = code.consts.iter().filter_map(|value| match value {
        Const::Code(code) => Some(with_nested(code)),
        _ => None,
    });
    std::iter::once(code.clone()).chain(nested.flatten()).collect()
}

#[test]
fn damaged_code_gives_an_error_or_a_sound_stream() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut good, mut bad) = (0, 0);
    for text in RECORDINGS {
        let recording = Recording::parse(text).expect("a readable recording");
        for code in recording.functions.iter().flat_map(with_nested) {
            for _ in 0..ROUNDS {
                match decode(&damaged(&code, &mut random), &recording.tables) {
                    Ok(stream) => {
                        good += 1;
                        verify_stack(&stream).unwrap_or_else(|error| panic!("{}: {error}\n{stream}", code.qualname));
                    }
                    Err(_) => bad += 1,
                }
            }
        }
    }
    assert!(good > 1000 && bad > 1000, "the damage is too weak or too strong: {good} good, {bad} bad");
}

#[test]
fn each_prefix_of_a_function_is_handled() {
    for text in RECORDINGS {
        let recording = Recording::parse(text).expect("a readable recording");
        for function in &recording.functions {
            for length in 0..function.code.len() {
                let code = CodeObject { code: function.code[..length].to_vec(), ..CodeObject::clone(function) };
                if let Ok(stream) = decode(&code, &recording.tables) {
                    verify_stack(&stream).unwrap_or_else(|error| panic!("{}: {error}\n{stream}", code.qualname));
                }
            }
        }
    }
}
