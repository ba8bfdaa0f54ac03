//! How long the steps to PTX take: `cargo run --release --example ptx_time -- LIBDEVICE FILE.ir...`

use coluber_codegen::{ComputeCapability, PtxConfig, Texts, Unit, UnitFunction, compile_ptx};
use coluber_ir::parse::parse_all;

fn main() {
    let mut args = std::env::args().skip(1);
    let libdevice = args.next().and_then(|path| std::fs::read(path).ok());
    let capability = ComputeCapability::new(8, 0).expect("a known one");
    let config = PtxConfig { libdevice: libdevice.map(Into::into), verify: false, ..PtxConfig::new(capability) };
    for path in args {
        let text = std::fs::read_to_string(&path).expect("a text");
        let functions = parse_all(&text).expect("typed IR");
        let mut unit = Unit::new("time");
        for (spec, ir) in functions.iter().enumerate() {
            let mut function = UnitFunction::new(ir, spec as u32, &*ir.name);
            function.entry = spec == 0;
            unit.functions.push(function);
        }
        let runs = (0..10).map(|_| compile_ptx(&unit, &config, Texts::NONE).expect("compiled").timings);
        let best = runs.min_by_key(|t| t.build + t.optimise + t.emit).expect("a run");
        println!("{path}: build and link {:?}, optimise {:?}, emit {:?}", best.build, best.optimise, best.emit);
    }
}
