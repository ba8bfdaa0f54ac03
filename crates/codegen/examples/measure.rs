//! Times the steps from typed IR to linked code: `measure FILE.ir [LEVEL]`. The first function is the entry.

use coluber_codegen::{Jit, OptLevel, TargetConfig, Texts, Unit, UnitFunction, compile};
use coluber_ir::Typed;
use coluber_ir::parse::parse_all;
use std::time::{Duration, Instant};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, file, rest @ ..] = args.as_slice() else {
        eprintln!("usage: measure FILE.ir [LEVEL]");
        return;
    };
    let level = OptLevel::from_number(rest.first().and_then(|l| l.parse().ok()).unwrap_or(2));
    let text = std::fs::read_to_string(file).expect("a file");
    let functions: Vec<Typed> = parse_all(&text).expect("typed IR");
    let target = TargetConfig { verify: false, ..TargetConfig::host(level) };
    let jit = Jit::process(|| coluber_runtime::symbols().collect()).expect("a linker");
    let mut best = [Duration::MAX; 4];
    let mut first = Duration::ZERO;
    let mut size = 0;
    for round in 0..30 {
        let mut unit = Unit::new("measured");
        for (spec, ir) in functions.iter().enumerate() {
            let mut function = UnitFunction::new(ir, spec as u32, format!("{}${round}", ir.name));
            function.entry = spec == 0;
            unit.functions.push(function);
        }
        let start = Instant::now();
        let compiled = compile(&unit, &target, Texts::NONE).expect("compiled");
        let link = Instant::now();
        let linked = jit.link(&compiled.object).expect("linked");
        linked.address(&format!("{}${round}$entry", functions[0].name)).expect("an entry");
        let t = compiled.timings;
        for (best, time) in best.iter_mut().zip([t.build, t.optimise, t.emit, link.elapsed()]) {
            *best = time.min(*best);
        }
        if round == 0 {
            first = start.elapsed();
        }
        size = compiled.object.len();
    }
    let [build, optimise, emit, link] = best.map(|d| d.as_secs_f64() * 1e3);
    let total = build + optimise + emit + link;
    println!(
        "build {build:.3} optimise {optimise:.3} emit {emit:.3} link {link:.3} total {total:.3} ms, first {:.3} ms, {size} bytes",
        first.as_secs_f64() * 1e3
    );
}
