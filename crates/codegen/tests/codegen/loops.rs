//! Loops over arrays: that they are vectorised, and that the results are right at every level.

use crate::common::Run;
use coluber_codegen::{FastMath, OptLevel, Texts, Unit, UnitFunction, compile};
use coluber_ir::Typed;
use coluber_ir::parse::parse;

const LEVELS: [OptLevel; 4] = [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3];

/// `for i in range(n): out[i] = <body>`, where the body makes v20 from v10, the element of `a`.
fn map(body: &str) -> Typed {
    let text = format!(
        "function map(v0: array(float64, 1d, C), v1: array(float64, 1d, C), v2: int64) -> none {{
block0:
    v3: int64 = const 0
    v4: int64 = const 1
    jump block1(v3)
block1(v5: int64):
    v6: bool = compare<lt> v5, v2
    branch v6, block2, block3
block2:
    v7: ptr = elem_ptr v0, v5
    v10: float64 = load v7
{body}
    v21: ptr = elem_ptr v1, v5
    store v21, v20
    v22: int64 = arith<add_nw> v5, v4
    jump block1(v22)
block3:
    v23: none = const None
    return v23
}}"
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn apply(run: &Run, input: &[f64]) -> Vec<f64> {
    let mut output = vec![f64::NAN; input.len()];
    let n = input.len() as u64;
    let args = [0, input.as_ptr() as u64, n, 8, 0, output.as_mut_ptr() as u64, n, 8, n];
    assert_eq!(run.call(&args), Ok(vec![]));
    output
}

fn is_vectorised(run: &Run) -> bool {
    let text = run.compiled.optimised.as_deref().expect("asked for");
    text.contains("x double>")
}

#[test]
fn elementary_functions_in_a_loop() {
    let input: Vec<f64> = (0..101).map(|i| f64::from(i) * 0.37 - 7.0).collect();
    for (name, expected) in [("exp", f64::exp as fn(f64) -> f64), ("sin", f64::sin), ("tanh", f64::tanh)] {
        let ir = map(&format!("    v20: float64 = math<{name}> v10"));
        for level in LEVELS {
            let run = Run::with(std::slice::from_ref(&ir), level, FastMath::NONE);
            for (&x, y) in input.iter().zip(apply(&run, &input)) {
                let error = (y - expected(x)).abs() / expected(x).abs();
                assert!(error <= 2.0 * f64::EPSILON, "{name}({x}) = {y} at {level:?}");
            }
            assert_eq!(is_vectorised(&run), level >= OptLevel::O2, "{name} at {level:?}");
        }
    }
}

#[test]
fn conditions_become_selects() {
    let ir = map(
        "    v11: float64 = const 0.0f\n    v12: bool = compare<gt> v10, v11\n    v20: float64 = select v12, v10, v11",
    );
    let run = Run::new(&[ir]);
    assert!(is_vectorised(&run));
    let input: Vec<f64> = (0..33).map(|i| f64::from(i) - 16.0).collect();
    assert_eq!(apply(&run, &input), input.iter().map(|&x| if x > 0.0 { x } else { 0.0 }).collect::<Vec<_>>());
}

/// `for i in range(n): total += a[i]; out[0] = total`
fn sum() -> Typed {
    parse(
        "function sum(v0: array(float64, 1d, C), v1: int64) -> float64 {
block0:
    v2: int64 = const 0
    v3: float64 = const 0.0f
    v4: int64 = const 1
    jump block1(v2, v3)
block1(v5: int64, v6: float64):
    v7: bool = compare<lt> v5, v1
    branch v7, block2, block3
block2:
    v8: ptr = elem_ptr v0, v5
    v9: float64 = load v8
    v10: float64 = arith<add> v6, v9
    v11: int64 = arith<add_nw> v5, v4
    jump block1(v11, v10)
block3:
    return v6
}",
    )
    .unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn sums_are_reordered_under_fast_math_only() {
    let data: Vec<f64> = (0..50).map(f64::from).collect();
    for (flags, vectorised) in [(FastMath::NONE, false), (FastMath::FAST, true)] {
        let run = Run::with(&[sum()], OptLevel::O2, flags);
        assert_eq!(run.compiled.optimised.as_deref().expect("asked for").contains("fadd fast <"), vectorised);
        assert_eq!(f64::from_bits(run.word(&[0, data.as_ptr() as u64, 50, 8, 50])), 1225.0);
    }
}

/// `for i in range(n): if a[i] > 0: count += 1`, where both sides of the condition jump back.
#[test]
fn a_loop_with_two_ways_back_is_vectorised() {
    let ir = parse(
        "function count(v0: array(float64, 1d, C), v1: int64) -> int64 {
block0:
    v2: int64 = const 0
    v3: float64 = const 0.0f
    v4: int64 = const 1
    jump block1(v2, v2)
block1(v5: int64, v6: int64):
    v7: bool = compare<lt> v5, v1
    branch v7, block2, block4
block2:
    v8: ptr = elem_ptr v0, v5
    v9: float64 = load v8
    v10: int64 = arith<add_nw> v5, v4
    v11: bool = compare<gt> v9, v3
    branch v11, block3, block1(v10, v6)
block3:
    v12: int64 = arith<add> v6, v4
    jump block1(v10, v12)
block4:
    return v6
}",
    )
    .unwrap_or_else(|e| panic!("{e}"));
    let data: Vec<f64> = (0..77).map(|i| f64::from(i % 5) - 2.0).collect();
    for level in LEVELS {
        let run = Run::with(std::slice::from_ref(&ir), level, FastMath::NONE);
        assert_eq!(run.word(&[0, data.as_ptr() as u64, 77, 8, 77]), data.iter().filter(|&&v| v > 0.0).count() as u64);
        assert_eq!(is_vectorised(&run), level >= OptLevel::O2, "{level:?}");
    }
}

/// Without `unrolled`, a sum in order has one addition in its loop.
#[test]
fn loops_are_unrolled_where_the_unit_says_so() {
    let ir = sum();
    let additions = |unrolled: bool| {
        let mut unit = Unit::new("sum");
        let mut function = UnitFunction::new(&ir, 0, "sum$unrolled").with_entry();
        function.unrolled = unrolled;
        unit.functions.push(function);
        let texts = Texts { optimised: true, ..Texts::NONE };
        let compiled = compile(&unit, &crate::common::target(OptLevel::O2), texts).unwrap_or_else(|e| panic!("{e}"));
        compiled.optimised.expect("asked for").matches(" = fadd double").count()
    };
    assert_eq!(additions(false), 1);
    assert!(additions(true) > 4);
}

/// Large units have a pipeline of their own.
#[test]
fn a_large_unit() {
    let functions: Vec<Typed> = std::iter::repeat_with(sum).take(120).collect();
    let run = Run::new(&functions);
    let data: Vec<f64> = (0..50).map(f64::from).collect();
    assert_eq!(f64::from_bits(run.word(&[0, data.as_ptr() as u64, 50, 8, 50])), 1225.0);
}
