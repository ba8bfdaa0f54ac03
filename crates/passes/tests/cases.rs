//! Each pass on small functions: `tests/cases/PASS/*.txt` hold functions and what the pass makes of them. `BLESS=1` rewrites them.

use coluber_ir::Typed;
use coluber_ir::parse::parse;
use coluber_ir::typed::Op;
use coluber_ir::verify::verify_typed;
use coluber_passes::{PIPELINE, generator, run_pass, run_pipeline};
use coluber_testkit::cases::check_folder;
use coluber_testkit::random::Random;
use coluber_testkit::refcount::walk;
use coluber_types::{Kind, Ty};
use std::path::Path;

/// Checks the cases of a pass, and what it makes of each by `also`.
fn check(pass: &str, also: impl Fn(&Typed)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(pass);
    check_folder(&folder, |text| {
        let mut func: Typed = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        verify_typed(&func).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert!(run_pass(pass, &mut func), "no pass {pass}");
        also(&func);
        func.to_string()
    });
}

#[test]
fn ownership() {
    check("ownership", |func| {
        let mut random = Random::new(1);
        for _ in 0..200 {
            walk(func, &mut random, 50).unwrap_or_else(|e| panic!("{} on {:?}\n{func}", e.message, e.path));
        }
    });
}

#[test]
fn concat() {
    check("concat", |_| {});
}

#[test]
fn interrupts() {
    check("interrupts", |_| {});
}

#[test]
fn jam() {
    check("jam", |func| verify_typed(func).unwrap_or_else(|e| panic!("{e}\n{func}")));
}

#[test]
fn distances() {
    check("distances", |func| verify_typed(func).unwrap_or_else(|e| panic!("{e}\n{func}")));
}

#[test]
fn filled() {
    check("filled", |_| {});
}

#[test]
fn lookups() {
    check("lookups", |_| {});
}

#[test]
fn simplify() {
    check("simplify", |_| {});
}

#[test]
fn split_params() {
    check("split_params", |_| {});
}

#[test]
fn index_range() {
    check("index_range", |_| {});
}

#[test]
fn instrument() {
    check("instrument", |_| {});
}

/// A function that yields becomes one that makes a frame and one that is resumed.
#[test]
fn generator() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/generator");
    check_folder(&folder, |text| {
        let func: Typed = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let yielded =
            func.insts.values().find(|data| matches!(data.op, Op::Yield {})).map(|data| func.ty(data.args[0]));
        let args = func.params().iter().map(|&p| func.ty(p)).collect();
        let yields = yielded.unwrap_or(Ty::none());
        let (sends, returns, name) = (Ty::none(), func.ret, func.name.clone());
        let gen_ty = Ty::new(Kind::Gen { func: 0, args, yields, sends, returns, weak: false, name });
        let numbers = generator::Numbers { resume: 1, close: &mut || 2 };
        let halves = generator::split(func, gen_ty, numbers);
        let mut out = String::new();
        for mut half in [halves.make, halves.resume] {
            verify_typed(&half).unwrap_or_else(|e| panic!("{e}\n{half}"));
            run_pipeline(PIPELINE, &mut half);
            verify_typed(&half).unwrap_or_else(|e| panic!("{e}\n{half}"));
            out += &half.to_string();
        }
        out
    });
}
