//! Random functions on integers do what the evaluator of the test kit says, at every level.

use coluber_codegen::{OptLevel, Texts, Unit, UnitFunction, compile};
use coluber_ir::Typed;
use coluber_ir::parse::parse;
use coluber_testkit::eval::{Outcome, Val, eval};
use coluber_testkit::integers::integer_function;
use coluber_testkit::random::Random;

const ARGUMENTS: [i64; 10] = [0, 1, -1, 2, 5, -100, 1 << 40, i64::MAX, i64::MIN, i64::MAX - 1];

/// What the evaluator takes a call for.
fn callee() -> Typed {
    parse(
        "function g(v0: int64) -> int64 {
block0:
    v1: int64 = const 31
    v2: int64 = const 7
    v3: int64 = arith<mul> v0, v1
    v4: int64 = arith<add> v3, v2
    return v4
}",
    )
    .unwrap_or_else(|e| panic!("{e}"))
}

type Entry = unsafe extern "C" fn(*const u64, *mut u64) -> i32;

/// The value, or the class of the exception.
fn call(entry: Entry, args: [i64; 3]) -> Result<i64, String> {
    let words = args.map(|v| v as u64);
    let mut result = 0;
    // SAFETY: the functions have three words of arguments and one of results.
    match unsafe { entry(words.as_ptr(), &mut result) } {
        coluber_abi::OK => Ok(result as i64),
        _ => Err(coluber_runtime::take_pending().and_then(|p| p.class().builtin_name()).unwrap_or("?").to_owned()),
    }
}

fn expected(ir: &Typed, args: [i64; 3]) -> Option<Result<i64, String>> {
    match eval(ir, &args.map(i128::from), 300).0 {
        Outcome::Returned(Val::Int(value)) => Some(Ok(value as i64)),
        Outcome::Raised(class) => Some(Err(class)),
        _ => None,
    }
}

#[test]
fn random_functions_mean_what_the_evaluator_says() {
    let callee = callee();
    let mut compared = 0;
    for seed in 0..160 {
        let level = OptLevel::from_number(seed % 3);
        let mut random = Random::new(u64::from(seed));
        let size = 2 + random.below(7);
        let ir = integer_function(&mut random, size);
        let symbol = format!("random${seed}");
        let mut unit = Unit::new("random");
        unit.functions.push(UnitFunction::new(&ir, 1, &symbol).with_entry());
        unit.functions.push(UnitFunction::new(&callee, 0, format!("{symbol}$g")));
        let compiled =
            compile(&unit, &crate::common::target(level), Texts::NONE).unwrap_or_else(|e| panic!("{e}\n{ir}"));
        let linked = crate::common::jit().link(&compiled.object).expect("linked");
        let address = linked.address(&coluber_abi::entry_symbol(&symbol)).expect("an entry");
        // SAFETY: entries have this type.
        let entry = unsafe { std::mem::transmute::<usize, Entry>(address) };
        for _ in 0..30 {
            let mut any = || ARGUMENTS[random.below(ARGUMENTS.len())];
            let args = [any() & 1, any(), any()];
            if let Some(expected) = expected(&ir, args) {
                assert_eq!(call(entry, args), expected, "seed {seed} at {level:?}, {args:?}\n{ir}");
                compared += 1;
            }
        }
    }
    assert!(compared > 2000, "{compared}");
}
