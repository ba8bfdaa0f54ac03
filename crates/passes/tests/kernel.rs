//! Blocks of threads as functions: `tests/cases/kernel/*.txt` hold kernels, the last of which a block is made of; the functions
//! before it are called by number. `BLESS=1` rewrites them.

use coluber_ir::Typed;
use coluber_ir::parse::parse;
use coluber_ir::verify::verify_typed;
use coluber_passes::kernel::block_function;
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
        let debug = &*kernel.name == "debug";
        match block_function(kernel, &|spec| callees.get(spec as usize).cloned(), debug) {
            Ok(made) => format!("{:?}\n{}", made.layout, made.typed),
            Err(error) => format!("{}\n", error.message),
        }
    });
}
