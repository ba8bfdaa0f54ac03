//! Raising, handlers, cleanup and calls into the host.

use crate::common::{Build, Run, function};
use coluber_abi::RAISED;
use coluber_base::Span;
use coluber_codegen::OptLevel;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Const, Typed, Value};
use coluber_runtime::memory::{allocate, reference_count, release};
use coluber_runtime::{Pending, take_pending};
use coluber_types::{Layout, Ty};

fn pending() -> Pending {
    take_pending().expect("an exception")
}

/// `if not ok: raise ValueError("bad")` on line 7, then `return 1`.
fn checked() -> Typed {
    function("checked", &[Ty::boolean()], Ty::int64(), |b, p| {
        b.set_span(Span::line(7));
        b.guard("ValueError", "bad", &[p[0]]);
        let one = b.int(1);
        b.ret(one);
    })
}

#[test]
fn a_guard() {
    let run = Run::new(&[checked()]);
    assert_eq!(run.call(&[1]), Ok(vec![1]));
    assert!(take_pending().is_none());
    assert_eq!(run.call(&[0]), Err(RAISED));
    let pending = pending();
    assert_eq!((pending.class().builtin_name(), pending.message()), (Some("ValueError"), Some("bad")));
    let frame = pending.traceback()[0];
    assert_eq!((frame.function(), frame.file(), frame.line), ("checked", "test.py", 7));
}

#[test]
fn arguments_of_an_exception() {
    let key = Ty::tuple(vec![Ty::int8(), Ty::float32()]);
    let run = Run::new(&[function("f", &[key, Ty::string()], Ty::none(), |b, p| {
        b.raise("KeyError", "", p);
    })]);
    let (number, float) = (-3i64 as u64, u64::from(2.5f32.to_bits()));
    assert_eq!(run.call(&[number, float, 0, 0, 0, 1]), Err(RAISED));
    let pending = pending();
    let args: Vec<_> = pending.args().map(|(ty, words)| (Ty::from_id(ty), words.to_vec())).collect();
    assert_eq!(args, [(Some(key), vec![number, float]), (Some(Ty::string()), vec![0, 0, 0, 1])]);
    assert_eq!(pending.message(), None);
}

#[test]
fn the_traceback_grows_outward() {
    let outer = function("outer", &[Ty::boolean()], Ty::int64(), |b, p| {
        b.set_span(Span::line(20));
        let value = b.value(Op::Call { spec: 1, name: "checked".into() }, p, Ty::int64());
        b.ret(value);
    });
    for level in [OptLevel::O0, OptLevel::O2] {
        let run = Run::with(&[outer.clone(), checked()], level, Default::default());
        assert_eq!(run.call(&[0]), Err(RAISED));
        let lines: Vec<_> = pending().traceback().iter().map(|f| (f.function().to_owned(), f.line)).collect();
        assert_eq!(lines, [("checked".to_owned(), 7), ("outer".to_owned(), 20)]);
        assert_eq!(run.call(&[1]), Ok(vec![1]));
    }
}

/// The block of a handler that returns what `body` makes of the exception.
fn handler(b: &mut Builder<'_, Op>, body: impl FnOnce(&mut Builder<'_, Op>, Value) -> Value) -> Block {
    let here = b.block();
    let (handler, _) = b.block_with(&[]);
    b.switch_to(handler);
    let exception = b.value(Op::CaughtException {}, &[], Ty::new(coluber_types::Kind::CaughtException));
    let result = body(b, exception);
    b.effect(Op::Release {}, &[exception]);
    b.ret(result);
    b.switch_to(here);
    handler
}

fn matches(b: &mut Builder<'_, Op>, exception: Value, classes: &[&str]) -> Value {
    let classes = classes.iter().map(|&c| c.into()).collect();
    b.value(Op::ExceptionMatch { classes }, &[exception], Ty::boolean())
}

#[test]
fn a_handler_catches() {
    let catch = function("catch", &[Ty::boolean()], Ty::boolean(), |b, p| {
        let handler = handler(b, |b, e| matches(b, e, &["KeyError", "ValueError"]));
        let block = b.block();
        b.func.blocks[block].handler = Some(handler);
        let _ = b.value(Op::Call { spec: 1, name: "checked".into() }, p, Ty::int64());
        let no = b.constant(Const::Bool(false), Ty::boolean());
        b.ret(no);
    });
    let run = Run::new(&[catch, checked()]);
    assert_eq!([run.word(&[1]), run.word(&[0])], [0, 1]);
    assert!(take_pending().is_none());
}

#[test]
fn raised_again() {
    let again = function("again", &[Ty::boolean()], Ty::int64(), |b, p| {
        let here = b.block();
        let (handler, _) = b.block_with(&[]);
        b.func.blocks[here].handler = Some(handler);
        b.guard("IndexError", "first", &[p[0]]);
        let zero = b.int(0);
        b.ret(zero);
        b.switch_to(handler);
        let ty = Ty::new(coluber_types::Kind::CaughtException);
        let exception = b.value(Op::CaughtException {}, &[], ty);
        let inst = b.inst(Op::Reraise {}, &[exception], &[]);
        b.func.insts[inst].cleanup.push(exception);
        b.terminate(coluber_ir::Terminator::Unreachable);
    });
    let run = Run::new(&[again]);
    assert_eq!(run.call(&[1]), Ok(vec![0]));
    assert_eq!(run.call(&[0]), Err(RAISED));
    assert_eq!(pending().message(), Some("first"));
}

#[test]
fn cells_are_seen_by_handlers() {
    let mut ir = function("cell", &[Ty::boolean()], Ty::int64(), |_, _| {});
    let slot = ir.add_slot(Ty::int64(), "x");
    let (entry, ok) = (ir.entry(), ir.params()[0]);
    let mut b = Builder::new(&mut ir, entry);
    let b = &mut b;
    let one = b.int(1);
    b.effect(Op::SlotStore { slot }, &[one]);
    let handler = handler(b, |b, _| b.value(Op::SlotLoad { slot }, &[], Ty::int64()));
    b.func.blocks[entry].handler = Some(handler);
    b.guard("ValueError", "", &[ok]);
    let two = b.int(2);
    b.effect(Op::SlotStore { slot }, &[two]);
    b.raise("ValueError", "", &[]);
    let run = Run::new(&[ir]);
    assert_eq!([run.word(&[0]), run.word(&[1])], [1, 2]);
}

#[test]
fn cleanup_releases_on_the_error_path_only() {
    let array = Ty::array(Ty::float64(), 1, Layout::C);
    let ir = function("cleanup", &[array, Ty::boolean(), Ty::boolean()], Ty::none(), |b, p| {
        for &ok in &p[1..] {
            let inst = b.inst(Op::Guard { class: "ValueError".into(), message: "".into() }, &[ok], &[]);
            b.func.insts[inst].cleanup.push(p[0]);
        }
        b.ret_none();
    });
    let run = Run::new(&[ir]);
    let owner = allocate(8, false).expect("memory").as_ptr();
    // SAFETY: the allocation is alive until the last release.
    unsafe {
        assert_eq!(run.call(&[owner as u64, 0, 0, 0, 1, 1]), Ok(vec![]));
        assert_eq!(reference_count(owner), 1);
        for ok in [[0, 1], [1, 0]] {
            coluber_runtime::retain(owner);
            assert_eq!(run.call(&[owner as u64, 0, 0, 0, ok[0], ok[1]]), Err(RAISED));
            assert_eq!(reference_count(owner), 1);
            drop(pending());
        }
        release(owner);
    }
    let text = run.compiled.llvm.as_deref().expect("a text");
    assert_eq!(text.matches("call void @coluber_release").count(), 1, "equal edges are shared");
}

#[test]
fn a_guard_that_holds_costs_nothing() {
    let ir = function("sure", &[], Ty::none(), |b, _| {
        let yes = b.constant(Const::Bool(true), Ty::boolean());
        b.guard("ValueError", "", &[yes]);
        b.ret_none();
    });
    let run = Run::new(&[ir]);
    assert!(!run.compiled.llvm.as_deref().expect("a text").contains("coluber_raise"));
}

#[test]
fn unknown_classes_are_named() {
    let ir = function("f", &[], Ty::none(), |b, _| b.raise("Nonsense", "", &[]));
    let mut unit = coluber_codegen::Unit::new("u");
    unit.functions.push(coluber_codegen::UnitFunction::new(&ir, 0, "f$0"));
    let error = coluber_codegen::compile(&unit, &crate::common::target(OptLevel::O2), Default::default())
        .expect_err("no such class");
    assert_eq!(error.to_string(), "f: Nonsense is no exception class");
}

#[test]
fn unknown_runtime_functions_are_named() {
    for (func, results) in [("nonsense", &[][..]), ("alloc", &[Ty::owner()][..])] {
        let ir = function("f", &[], Ty::none(), |b, _| {
            b.inst(Op::Runtime { func: func.into() }, &[], results);
            b.ret_none();
        });
        let mut unit = coluber_codegen::Unit::new("u");
        unit.functions.push(coluber_codegen::UnitFunction::new(&ir, 0, "f$0"));
        let error = coluber_codegen::compile(&unit, &crate::common::target(OptLevel::O2), Default::default())
            .expect_err("no function");
        assert_eq!(error.to_string(), format!("f: the runtime has no function {func} with these operands"));
    }
}

#[test]
fn calls_into_the_host() {
    use std::sync::Mutex;
    type Seen = (String, Vec<u32>, Vec<u64>);
    static SEEN: Mutex<Vec<Seen>> = Mutex::new(Vec::new());
    coluber_runtime::set_host_call(|name, types, words| {
        SEEN.lock().unwrap_or_else(|e| e.into_inner()).push((name.into(), types.to_vec(), words.to_vec()));
        Ok(())
    });
    let ir = function("show", &[Ty::int8(), Ty::boolean()], Ty::none(), |b, p| {
        let sum = b.arith(Arith::Add, p[0], p[0]);
        b.effect(Op::Host { func: "print".into() }, &[sum, p[1]]);
        b.effect(Op::Host { func: "flush".into() }, &[]);
        b.ret_none();
    });
    assert_eq!(Run::new(&[ir]).call(&[-4i64 as u64, 1]), Ok(vec![]));
    let seen = std::mem::take(&mut *SEEN.lock().unwrap_or_else(|e| e.into_inner()));
    let types = vec![Ty::int8().id(), Ty::boolean().id()];
    assert_eq!(seen, [("print".into(), types, vec![-8i64 as u64, 1]), ("flush".into(), vec![], vec![])]);
}
