//! Damaged code objects and streams give errors or valid IR, never a panic.

use coluber_base::{Diagnostic, Result, Span};
use coluber_bytecode::json::Recording;
use coluber_bytecode::{CodeObject, DerefId, InstrId, LocalId, Op, Stream, decode};
use coluber_frontend::{Assignments, Lowered, build, build_inlined};
use std::path::Path;

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}

fn recording(version: &str) -> Recording {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/bytecode/fixtures/{version}.json"));
    Recording::parse(&std::fs::read_to_string(path).expect("the recording can be read"))
        .expect("the recording is valid")
}

/// Whether it was built; what was built must be valid.
fn check(built: Result<Lowered>) -> bool {
    let Ok(lowered) = built else { return false };
    if let Err(error) = coluber_ir::verify::verify(&lowered.function) {
        panic!("{error}\n{}", lowered.function);
    }
    true
}

#[test]
fn damaged_bytes() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut counts = [0, 0];
    for version in ["v311", "v313", "v315"] {
        let recording = recording(version);
        let stream = |code: &CodeObject| {
            decode(code, &recording.tables).map_err(|e| Diagnostic::internal(e.to_string(), Span::default()))
        };
        for original in &recording.functions {
            for _ in 0..40 {
                let mut code = (**original).clone();
                for _ in 0..1 + random.below(3) {
                    let at = random.below(code.code.len());
                    code.code[at] = random.below(256) as u8;
                }
                if random.below(4) == 0 && !code.exception_table.is_empty() {
                    let at = random.below(code.exception_table.len());
                    code.exception_table[at] ^= 1 << random.below(8);
                }
                if let Ok(decoded) = stream(&code) {
                    counts[usize::from(check(build_inlined(&code, &decoded, &stream, Assignments::default())))] += 1;
                }
            }
        }
    }
    assert!(counts[1] > 100, "too few damaged codes were built: {counts:?}");
}

#[test]
fn damaged_streams() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut counts = [0, 0];
    for version in ["v312", "v314"] {
        let recording = recording(version);
        let streams: Vec<(&CodeObject, Stream)> = recording
            .functions
            .iter()
            .filter_map(|code| Some((&**code, decode(code, &recording.tables).ok()?)))
            .collect();
        for k in 0..streams.len() {
            for _ in 0..150 {
                let (code, mut stream) = streams[k].clone();
                for _ in 0..1 + random.below(2) {
                    let other = &streams[random.below(streams.len())].1;
                    damage(&mut stream, other, &mut random);
                }
                counts[usize::from(check(build(code, &stream)))] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "too few damaged streams of one kind: {counts:?}");
}

fn damage(stream: &mut Stream, other: &Stream, random: &mut Random) {
    let at = random.below(stream.instrs.len());
    let n = stream.instrs.len() as u32;
    match random.below(9) {
        0 => stream.instrs[at].op = other.instrs[random.below(other.instrs.len())].op.clone(),
        1 => stream.instrs[at].op = Op::Jump(InstrId(random.below(n as usize + 2) as u32)),
        2 => stream.instrs[at].op = Op::Pop,
        3 => stream.instrs[at].op = Op::Copy(random.below(4) as u32),
        4 => stream.instrs[at].op = Op::Swap(random.below(4) as u32),
        5 => stream.instrs[at].op = Op::LoadFast(LocalId(random.below(6) as u32)),
        6 => stream.instrs[at].op = Op::LoadDeref(DerefId(random.below(4) as u32)),
        7 => {
            let to = random.below(stream.instrs.len());
            stream.instrs.swap(at, to);
        }
        _ => damage_handler(stream, random),
    }
}

fn damage_handler(stream: &mut Stream, random: &mut Random) {
    let n = stream.instrs.len();
    let rows = stream.exception_table.len();
    let Some(row) = stream.exception_table.get_mut(random.below(rows)) else {
        return;
    };
    match random.below(5) {
        0 => row.start = InstrId(random.below(n + 2) as u32),
        1 => row.end = InstrId(random.below(n + 2) as u32),
        2 => row.target = InstrId(random.below(n + 2) as u32),
        3 => row.depth = random.below(4) as u32,
        _ => row.lasti = !row.lasti,
    }
}
