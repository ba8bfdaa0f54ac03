//! Blocks, loops, calls and recursion.

use crate::common::{Build, Run, function};
use coluber_codegen::OptLevel;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Builder, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

const LEVELS: [OptLevel; 4] = [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3];

/// `total = 0; i = 0; while i < n: total += i * i; i += 1; return total`
fn sum_of_squares() -> Typed {
    let i64 = Ty::int64();
    function("squares", &[i64], i64, |b, params| {
        let zero = b.int(0);
        let (head, state) = b.block_with(&[i64, i64]);
        let (body, _) = b.block_with(&[]);
        let (exit, _) = b.block_with(&[]);
        b.jump(head, &[zero, zero]);
        b.switch_to(head);
        let more = b.compare(CmpOp::Lt, state[0], params[0]);
        b.branch(more, (body, &[]), (exit, &[]));
        b.switch_to(body);
        let square = b.arith(Arith::Mul, state[0], state[0]);
        let total = b.arith(Arith::Add, state[1], square);
        let one = b.int(1);
        let next = b.arith(Arith::AddNoWrap, state[0], one);
        b.jump(head, &[next, total]);
        b.switch_to(exit);
        b.ret(state[1]);
    })
}

#[test]
fn a_loop_at_every_level() {
    for level in LEVELS {
        let run = Run::with(&[sum_of_squares()], level, Default::default());
        for n in [0u64, 1, 2, 10, 1000] {
            assert_eq!(run.word(&[n]), (0..n).map(|i| i * i).sum::<u64>(), "{level:?}");
        }
    }
}

fn call(b: &mut Builder<'_, Op>, spec: u32, args: &[Value], ty: Ty) -> Value {
    b.value(Op::Call { spec, name: "callee".into() }, args, ty)
}

#[test]
fn recursion() {
    let i64 = Ty::int64();
    let fib = function("fib", &[i64], i64, |b, params| {
        let two = b.int(2);
        let (small, _) = b.block_with(&[]);
        let (large, _) = b.block_with(&[]);
        let is_small = b.compare(CmpOp::Lt, params[0], two);
        b.branch(is_small, (small, &[]), (large, &[]));
        b.switch_to(small);
        b.ret(params[0]);
        b.switch_to(large);
        let one = b.int(1);
        let before = b.arith(Arith::Sub, params[0], one);
        let first = call(b, 0, &[before], i64);
        let before = b.arith(Arith::Sub, params[0], two);
        let second = call(b, 0, &[before], i64);
        let sum = b.arith(Arith::Add, first, second);
        b.ret(sum);
    });
    assert_eq!(Run::new(&[fib]).word(&[20]), 6765);
}

#[test]
fn callees_of_the_unit() {
    let twice = function("twice", &[Ty::int64()], Ty::int64(), |b, params| {
        let first = call(b, 1, &[params[0]], Ty::int64());
        let second = call(b, 1, &[first], Ty::int64());
        b.ret(second);
    });
    assert_eq!(Run::new(&[twice, sum_of_squares()]).word(&[4]), (0..14).map(|i| i * i).sum::<u64>());
}

#[test]
fn both_ways_to_one_block() {
    let choose = function("choose", &[Ty::boolean(), Ty::int8(), Ty::int8()], Ty::int8(), |b, params| {
        let (join, chosen) = b.block_with(&[Ty::int8()]);
        b.branch(params[0], (join, &[params[1]]), (join, &[params[2]]));
        b.switch_to(join);
        b.ret(chosen[0]);
    });
    let run = Run::new(&[choose]);
    assert_eq!(run.word(&[1, 5, 7]), 5);
    assert_eq!(run.word(&[0, 5, -7i64 as u64]), -7i64 as u64);
}

#[test]
fn a_jump_to_the_entry_block() {
    let i64 = Ty::int64();
    let countdown = function("countdown", &[i64, i64], i64, |b, params| {
        let entry = b.block();
        let zero = b.int(0);
        let (again, _) = b.block_with(&[]);
        let (exit, _) = b.block_with(&[]);
        let more = b.compare(CmpOp::Gt, params[0], zero);
        b.branch(more, (again, &[]), (exit, &[]));
        b.switch_to(again);
        let one = b.int(1);
        let less = b.arith(Arith::Sub, params[0], one);
        let more = b.arith(Arith::Add, params[1], params[0]);
        b.jump(entry, &[less, more]);
        b.switch_to(exit);
        b.ret(params[1]);
    });
    assert_eq!(Run::new(&[countdown]).word(&[10, 0]), 55);
}

#[test]
fn nothing_to_return() {
    let nothing = function("nothing", &[], Ty::none(), |b, _| b.ret_none());
    assert_eq!(Run::new(&[nothing]).call(&[]), Ok(vec![]));
}

#[test]
fn a_missing_callee_is_named() {
    let lost = function("lost", &[], Ty::none(), |b, _| {
        let none = call(b, 9, &[], Ty::none());
        b.ret(none);
    });
    let mut unit = coluber_codegen::Unit::new("u");
    unit.functions.push(coluber_codegen::UnitFunction::new(&lost, 0, "lost$0"));
    let error = coluber_codegen::compile(&unit, &crate::common::target(OptLevel::O2), Default::default())
        .expect_err("no callee");
    assert_eq!(error.to_string(), "lost: the unit does not have the callee callee (specialisation 9)");
}

#[test]
fn other_units_are_called_by_symbol() {
    use coluber_codegen::{Extern, Texts, Unit, UnitFunction, compile};
    let squares = sum_of_squares();
    let mut first = Unit::new("first");
    first.functions.push(UnitFunction::new(&squares, 5, "squares$by_symbol").with_export());
    let first = compile(&first, &crate::common::target(OptLevel::O2), Texts::NONE).expect("compiled");
    let caller = function("caller", &[Ty::int64()], Ty::int64(), |b, params| {
        let result = call(b, 5, &[params[0]], Ty::int64());
        b.ret(result);
    });
    let mut second = Unit::new("second");
    second.functions.push(UnitFunction::new(&caller, 6, "caller$by_symbol").with_entry());
    let (params, ret) = (vec![Ty::int64()], Ty::int64());
    second.externs.push(Extern { spec: 5, symbol: "squares$by_symbol".into(), params, ret });
    let second = compile(&second, &crate::common::target(OptLevel::O2), Texts::NONE).expect("compiled");
    let linked = (
        crate::common::jit().link(&first.object).expect("linked"),
        crate::common::jit().link(&second.object).expect("linked"),
    );
    let address = linked.1.address("caller$by_symbol$entry").expect("an entry");
    // SAFETY: entries have this type.
    let entry = unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(*const u64, *mut u64) -> i32>(address) };
    let mut result = 0;
    // SAFETY: one argument, one result.
    assert_eq!(unsafe { entry(&4, &mut result) }, 0);
    assert_eq!(result, 14);
}
