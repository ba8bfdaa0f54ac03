//! Blocks of threads as functions: `tests/cases/kernel/*.txt` hold kernels, the last of which a block is made of; the functions
//! before it are called by number. `BLESS=1` rewrites them.

use coluber_ir::parse::parse;
use coluber_ir::verify::verify_typed;
use coluber_ir::{Cfg, Typed};
use coluber_passes::kernel::uniform::Divergence;
use coluber_passes::kernel::{Mode, block_function};
use coluber_testkit::cases::check_folder;
use std::path::Path;
use std::sync::Arc;

fn functions(text: &str) -> Vec<Arc<Typed>> {
    let texts: Vec<&str> = text.split_inclusive("}\n").collect();
    let parsed = texts.into_iter().map(|t| {
        let func: Typed = parse(t).unwrap_or_else(|e| panic!("{e}\n{t}"));
        verify_typed(&func).unwrap_or_else(|e| panic!("{e}\n{t}"));
        Arc::new(func)
    });
    parsed.collect()
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/kernel");
    check_folder(&folder, |text| {
        let all = functions(text);
        let (kernel, callees) = all.split_last().expect("a kernel");
        let check = &*kernel.name == "check";
        let mode = Mode { debug: check || &*kernel.name == "debug", check };
        match block_function(kernel, &|spec| callees.get(spec as usize).cloned(), mode) {
            Ok(made) => format!("{:?}\n{}", made.layout, made.typed),
            Err(error) => format!("{}\n", error.message),
        }
    });
}

/// The values that differ and the blocks behind which threads part, numbered as in the text of the function.
fn divergence(func: &Typed) -> String {
    let cfg = Cfg::new(func);
    let found = Divergence::new(func, &cfg, &[]);
    let values = func.layout.iter().flat_map(|&b| {
        let data = &func.blocks[b];
        data.params.iter().chain(data.insts.iter().flat_map(|&i| &func.insts[i].results)).copied()
    });
    let values: Vec<String> =
        values.enumerate().filter(|&(_, v)| found.differs(v)).map(|(k, _)| format!("v{k}")).collect();
    let blocks = func.layout.iter().enumerate().filter(|&(_, &b)| found.parts(b));
    let blocks: Vec<String> = blocks.map(|(k, _)| format!("block{k}")).collect();
    format!("differ: {}\npart: {}\n", values.join(" "), blocks.join(" "))
}

#[test]
fn uniformity() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/uniform");
    check_folder(&folder, |text| divergence(&functions(text)[0]));
}
