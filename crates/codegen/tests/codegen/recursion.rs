//! Recursion that does not end raises on the error edge.

use crate::common::Run;
use coluber_abi::RAISED;
use coluber_codegen::OptLevel;
use coluber_ir::Typed;
use coluber_ir::parse::parse_all;
use coluber_runtime::{live_allocations, take_pending};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held by a test that raises: allocations are counted over all threads.
fn counted() -> MutexGuard<'static, ()> {
    static RAISING: Mutex<()> = Mutex::new(());
    RAISING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `f0(n) = n if n == 0 else f1(n - 1)`, `f1` the same with `f0`, and so on around.
fn circle(count: usize) -> Vec<Typed> {
    let function = |k: usize| {
        let next = (k + 1) % count;
        format!(
            "function f{k}(v0: int64) -> int64 {{\nblock0:\n    v1: int64 = const 0\n    v2: bool = compare<eq> v0, v1\n    \
             branch v2, block1, block2\nblock1:\n    return v0\nblock2:\n    v3: int64 = const 1\n    \
             v4: int64 = arith<sub> v0, v3\n    v5: int64 = call<{next}, \"next\"> v4\n    return v5\n}}\n"
        )
    };
    parse_all(&(0..count).map(function).collect::<String>()).expect("typed IR")
}

#[test]
fn circles_of_calls() {
    let _counted = counted();
    for count in [1, 2, 3] {
        for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2] {
            let run = Run::with(&circle(count), level, Default::default());
            assert_eq!(run.word(&[1000]), 0);
            let before = live_allocations();
            assert_eq!(run.call(&[-1i64 as u64]), Err(RAISED));
            let pending = take_pending().expect("an exception");
            assert_eq!(pending.class().builtin_name(), Some("RecursionError"));
            assert_eq!(pending.message(), Some("maximum recursion depth exceeded"));
            assert_eq!(pending.traceback().len(), 1000);
            drop(pending);
            assert_eq!(live_allocations(), before);
        }
    }
}

#[test]
fn one_comparison_for_a_circle() {
    let run = Run::with(&circle(3), OptLevel::O0, Default::default());
    let text = run.compiled.llvm.expect("wanted");
    assert_eq!(text.matches("call i64 @llvm.read_register").count(), 1, "{text}");
    // Each function has an outer form that asks for the limit.
    assert_eq!(text.matches("call i64 @coluber_stack_limit").count(), 3, "{text}");
}

/// The first block of the function is also the head of a loop that ends in a call.
#[test]
fn a_loop_from_the_first_block() {
    let _counted = counted();
    let text = "function f(v0: int64) -> int64 {\nblock0:\n    v1: int64 = const 10\n    v2: int64 = const 1\n    \
                v3: bool = compare<gt> v0, v1\n    v4: int64 = arith<sub> v0, v2\n    \
                branch v3, block0(v4), block1\nblock1:\n    v5: bool = compare<eq> v0, v2\n    \
                branch v5, block2, block3\nblock2:\n    return v0\nblock3:\n    v6: int64 = call<0, \"f\"> v4\n    \
                return v6\n}\n";
    let run = Run::new(&parse_all(text).expect("typed IR"));
    assert_eq!(run.word(&[100]), 1);
    assert_eq!(run.call(&[0]), Err(RAISED));
    assert!(take_pending().is_some());
}
