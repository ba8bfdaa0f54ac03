//! Arithmetic, comparisons and conversions of every scalar type, against the same in Rust.

use crate::common::{Build, Run, function};
use coluber_codegen::{FastMath, OptLevel};
use coluber_ir::Const;
use coluber_ir::typed::{Arith, Op, Unary};
use coluber_ops::{CmpOp, MathFn};
use coluber_types::{IntTy, Ty};

const INTS: [(u8, bool); 8] =
    [(8, true), (8, false), (16, true), (16, false), (32, true), (32, false), (64, true), (64, false)];

/// A value wrapped into an integer type, as a number.
fn wrap(value: i128, (bits, signed): (u8, bool)) -> i128 {
    let modulus = 1i128 << bits;
    let low = value.rem_euclid(modulus);
    if signed && low >= modulus / 2 { low - modulus } else { low }
}

fn int_ty((bits, signed): (u8, bool)) -> Ty {
    Ty::int(IntTy { bits, signed })
}

fn samples(kind: (u8, bool)) -> Vec<i128> {
    let (bits, signed) = kind;
    let (least, most) =
        if signed { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
    let mut out = vec![least, least + 1, most - 1, most, 0, 1, 2, 3, 7, 8, 31, 63, 64, 100];
    if signed {
        out.extend([-1, -2, -7, -100]);
    }
    out.retain(|&v| v >= least && v <= most);
    out
}

fn reference(op: Arith, a: i128, b: i128, kind: (u8, bool)) -> Option<i128> {
    let width = i128::from(kind.0);
    let count = b as u128 & ((1u128 << kind.0) - 1);
    Some(match op {
        Arith::Add => a + b,
        Arith::Sub => a - b,
        Arith::Mul => a.wrapping_mul(b),
        Arith::Div if b != 0 => a / b,
        Arith::Rem if b != 0 => a % b,
        Arith::And => a & b,
        Arith::Or => a | b,
        Arith::Xor => a ^ b,
        Arith::Shl if count < width as u128 => wrap(a, kind) << count,
        Arith::Shl => 0,
        Arith::Shr if count < width as u128 => a >> count,
        Arith::Shr => -i128::from(a < 0),
        _ => return None,
    })
}

fn binary(op: Arith, ty: Ty) -> Run {
    Run::new(&[function("binary", &[ty, ty], ty, |b, p| {
        let value = b.arith(op, p[0], p[1]);
        b.ret(value);
    })])
}

#[test]
fn integer_arithmetic() {
    use Arith::*;
    for kind in INTS {
        for op in [Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr] {
            let run = binary(op, int_ty(kind));
            for a in samples(kind) {
                for b in samples(kind) {
                    if let Some(expected) = reference(op, a, b, kind) {
                        let got = run.word(&[a as u64, b as u64]);
                        assert_eq!(got, wrap(expected, kind) as u64, "{} {a} {b} of {kind:?}", op.word());
                    }
                }
            }
        }
    }
}

#[test]
fn division_by_constants() {
    for (value, divisor) in [(i64::MIN, -1), (i64::MIN, 3), (-7, -1), (7, -2)] {
        for op in [Arith::Div, Arith::Rem] {
            let run = Run::new(&[function("by", &[Ty::int64()], Ty::int64(), |b, p| {
                let d = b.int(divisor);
                let q = b.arith(op, p[0], d);
                b.ret(q);
            })]);
            let expected = if op == Arith::Div { value.wrapping_div(divisor) } else { value.wrapping_rem(divisor) };
            assert_eq!(run.word(&[value as u64]) as i64, expected);
        }
    }
}

fn unary(op: Unary, from: Ty, to: Ty) -> Run {
    Run::new(&[function("unary", &[from], to, |b, p| {
        let value = b.value(Op::Unary { op }, &[p[0]], to);
        b.ret(value);
    })])
}

#[test]
fn integer_unary() {
    for kind in INTS {
        let (bits, _) = kind;
        let ty = int_ty(kind);
        let runs = [Unary::Neg, Unary::Not, Unary::Abs].map(|op| unary(op, ty, ty));
        let counts = [Unary::PopCount, Unary::LeadingZeros, Unary::TrailingZeros].map(|op| unary(op, ty, Ty::int64()));
        for a in samples(kind) {
            let word = [wrap(a, kind) as u64];
            let expected = [-a, !a, a.abs()].map(|v| wrap(v, kind) as u64);
            assert_eq!(runs.each_ref().map(|run| run.word(&word)), expected, "{a} of {kind:?}");
            let pattern = a as u64 & (u64::MAX >> (64 - bits));
            let leading = pattern.leading_zeros() - (64 - u32::from(bits));
            let expected = [pattern.count_ones(), leading, pattern.trailing_zeros().min(bits.into())].map(u64::from);
            assert_eq!(counts.each_ref().map(|run| run.word(&word)), expected, "{a} of {kind:?}");
        }
    }
}

#[test]
fn bools() {
    let ty = Ty::boolean();
    for (op, table) in [(Arith::And, [0, 0, 0, 1]), (Arith::Or, [0, 1, 1, 1]), (Arith::Xor, [0, 1, 1, 0])] {
        let run = binary(op, ty);
        assert_eq!([(0, 0), (0, 1), (1, 0), (1, 1)].map(|(a, b)| run.word(&[a, b])), table);
    }
    let not = unary(Unary::Not, ty, ty);
    assert_eq!([not.word(&[0]), not.word(&[1])], [1, 0]);
}

const FLOATS: [f64; 12] =
    [0.0, -0.0, 1.0, -1.5, 2.5, 3.5, -2.7, 1e300, f64::MIN_POSITIVE, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[test]
fn float_arithmetic() {
    type Case = (Arith, fn(f64, f64) -> f64, fn(f32, f32) -> f32);
    let cases: [Case; 6] = [
        (Arith::Add, |a, b| a + b, |a, b| a + b),
        (Arith::Sub, |a, b| a - b, |a, b| a - b),
        (Arith::Mul, |a, b| a * b, |a, b| a * b),
        (Arith::Div, |a, b| a / b, |a, b| a / b),
        (Arith::Rem, |a, b| a % b, |a, b| a % b),
        (Arith::CopySign, f64::copysign, f32::copysign),
    ];
    for (op, double, single) in cases {
        let (wide, narrow) = (binary(op, Ty::float64()), binary(op, Ty::float32()));
        for a in FLOATS {
            for b in FLOATS {
                let got = f64::from_bits(wide.word(&[a.to_bits(), b.to_bits()]));
                assert!(same(got, double(a, b)), "{} {a} {b}: {got}", op.word());
                let (a, b) = (a as f32, b as f32);
                let word = narrow.word(&[a.to_bits().into(), b.to_bits().into()]);
                assert_eq!(word >> 32, 0);
                assert!(same(f32::from_bits(word as u32).into(), single(a, b).into()), "{} {a} {b}", op.word());
            }
        }
    }
}

#[test]
fn float_unary() {
    type Case = (Unary, fn(f64) -> f64);
    let cases: [Case; 7] = [
        (Unary::Neg, |a| -a),
        (Unary::Abs, f64::abs),
        (Unary::Sqrt, f64::sqrt),
        (Unary::Floor, f64::floor),
        (Unary::Ceil, f64::ceil),
        (Unary::Trunc, f64::trunc),
        (Unary::Rint, f64::round_ties_even),
    ];
    for (op, expected) in cases {
        let run = unary(op, Ty::float64(), Ty::float64());
        for a in FLOATS {
            let got = f64::from_bits(run.word(&[a.to_bits()]));
            assert!(same(got, expected(a)), "{} {a}: {got}", op.word());
        }
    }
}

#[test]
fn fused_multiply_add() {
    let f64 = Ty::float64();
    let run = Run::new(&[function("fma", &[f64; 3], f64, |b, p| {
        let value = b.value(Op::Fma {}, p, f64);
        b.ret(value);
    })]);
    let (a, b, c) = (1.0 + f64::EPSILON, 1.0 - f64::EPSILON, -1.0);
    assert_eq!(f64::from_bits(run.word(&[a, b, c].map(f64::to_bits))), a.mul_add(b, c));
    assert_ne!(a.mul_add(b, c), a * b + c);
}

#[test]
fn comparisons() {
    for op in [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge] {
        let compare = |ty: Ty| {
            Run::new(&[function("compare", &[ty, ty], Ty::boolean(), |b, p| {
                let value = b.compare(op, p[0], p[1]);
                b.ret(value);
            })])
        };
        for kind in INTS {
            let run = compare(int_ty(kind));
            for a in samples(kind) {
                for b in samples(kind) {
                    assert_eq!(
                        run.word(&[a as u64, b as u64]),
                        u64::from(holds(op, a, b)),
                        "{a} {op:?} {b} of {kind:?}"
                    );
                }
            }
        }
        let run = compare(Ty::float64());
        for a in FLOATS {
            for b in FLOATS {
                assert_eq!(run.word(&[a.to_bits(), b.to_bits()]), u64::from(holds(op, a, b)), "{a} {op:?} {b}");
            }
        }
    }
}

fn holds<T: PartialOrd>(op: CmpOp, a: T, b: T) -> bool {
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Lt => a < b,
        CmpOp::Le => a <= b,
        CmpOp::Gt => a > b,
        CmpOp::Ge => a >= b,
    }
}

fn cast(from: Ty, to: Ty) -> Run {
    Run::new(&[function("cast", &[from], to, |b, p| {
        let value = b.value(Op::Cast {}, &[p[0]], to);
        b.ret(value);
    })])
}

#[test]
fn integer_conversions() {
    for from in INTS {
        for to in INTS {
            let run = cast(int_ty(from), int_ty(to));
            for a in samples(from) {
                assert_eq!(run.word(&[a as u64]), wrap(a, to) as u64, "{a} from {from:?} to {to:?}");
            }
        }
        let (to_double, to_bool) = (cast(int_ty(from), Ty::float64()), cast(int_ty(from), Ty::boolean()));
        let from_bool = cast(Ty::boolean(), int_ty(from));
        for a in samples(from) {
            assert_eq!(f64::from_bits(to_double.word(&[a as u64])), a as f64);
            assert_eq!(to_bool.word(&[a as u64]), u64::from(a != 0));
        }
        assert_eq!(from_bool.word(&[1]), 1);
    }
}

#[test]
fn floats_to_integers_saturate_and_wrap() {
    let values = [0.0, -0.5, 1.9, -1.9, -1.0, 255.5, 300.0, 4e9, -4e9, 9e18, 1e19, 1e300, -1e300, f64::NAN];
    for kind in INTS {
        let run = cast(Ty::float64(), int_ty(kind));
        for value in values {
            let wide = if kind == (64, false) { value as u64 as i128 } else { value as i64 as i128 };
            assert_eq!(run.word(&[value.to_bits()]), wrap(wide, kind) as u64, "{value} to {kind:?}");
        }
    }
    let truth = cast(Ty::float64(), Ty::boolean());
    let words = [0.0, -0.0, 0.5, f64::NAN].map(|v: f64| truth.word(&[v.to_bits()]));
    assert_eq!(words, [0, 0, 1, 1]);
}

#[test]
fn between_floats() {
    let (narrow, widen) = (cast(Ty::float64(), Ty::float32()), cast(Ty::float32(), Ty::float64()));
    assert_eq!(narrow.word(&[0.1f64.to_bits()]), 0.1f32.to_bits().into());
    assert_eq!(widen.word(&[0.1f32.to_bits().into()]), f64::from(0.1f32).to_bits());
}

#[test]
fn reinterpretation() {
    let bitcast = |from, to| {
        Run::new(&[function("bits", &[from], to, |b, p| {
            let value = b.value(Op::Bitcast {}, &[p[0]], to);
            b.ret(value);
        })])
    };
    assert_eq!(bitcast(Ty::float64(), Ty::uint64()).word(&[1.5f64.to_bits()]), 1.5f64.to_bits());
    assert_eq!(bitcast(Ty::int32(), Ty::float32()).word(&[1.5f32.to_bits().into()]), 1.5f32.to_bits().into());
    assert_eq!(bitcast(Ty::int64(), Ty::uint64()).word(&[u64::MAX]), u64::MAX);
}

#[test]
fn constants_of_each_type() {
    let constant = |value: Const, ty| {
        let run = Run::new(&[function("constant", &[], ty, |b, _| {
            let value = b.constant(value.clone(), ty);
            b.ret(value);
        })]);
        run.call(&[]).expect("no exception")
    };
    assert_eq!(constant(Const::Int(-1), Ty::int8()), [u64::MAX]);
    assert_eq!(constant(Const::Int(300), Ty::uint8()), [44]);
    assert_eq!(constant(Const::BigInt("18446744073709551615".into()), Ty::uint64()), [u64::MAX]);
    assert_eq!(constant(Const::Int(2), Ty::float32()), [2f32.to_bits().into()]);
    assert_eq!(constant(Const::Float(0.1), Ty::float64()), [0.1f64.to_bits()]);
    assert_eq!(constant(Const::Complex(1.0, -0.0), Ty::complex128()), [1f64.to_bits(), (-0f64).to_bits()]);
    assert_eq!(constant(Const::Bool(true), Ty::boolean()), [1]);
    assert_eq!(constant(Const::Int(0), Ty::owner()), [0]);
    assert_eq!(constant(Const::Int(0x1234_5678_9abc), Ty::ptr()), [0x1234_5678_9abc]);
    assert_eq!(constant(Const::Int(5), Ty::literal_int(5)), [0u64; 0]);
    let pair = Ty::tuple(vec![Ty::int64(), Ty::float64()]);
    assert_eq!(constant(Const::Tuple(vec![Const::Int(1), Const::Float(2.0)].into()), pair), [1, 2f64.to_bits()]);
}

fn math(func: MathFn, ty: Ty, level: OptLevel) -> Run {
    let ir = function("math", &vec![ty; func.arity()], ty, |b, p| {
        let value = b.value(Op::Math { func }, p, ty);
        b.ret(value);
    });
    Run::with(&[ir], level, FastMath::NONE)
}

/// The distance in units in the last place.
fn ulps(a: f64, b: f64) -> u64 {
    if same(a, b) || a == b { 0 } else { (a.to_bits() as i64).abs_diff(b.to_bits() as i64) }
}

#[test]
fn every_elementary_function_links_and_is_near_the_library() {
    for &func in MathFn::ALL {
        let (wide, narrow) = (math(func, Ty::float64(), OptLevel::O2), math(func, Ty::float32(), OptLevel::O0));
        for a in [0.3, 1.25, 0.75] {
            let args = [a, 0.8][..func.arity()].to_vec();
            let words: Vec<u64> = args.iter().map(|v: &f64| v.to_bits()).collect();
            let got = f64::from_bits(wide.word(&words));
            let expected = library(func, &args);
            assert!(ulps(got, expected) <= 2, "{func:?} {args:?}: {got} {expected}");
            let words: Vec<u64> = args.iter().map(|&v| u64::from((v as f32).to_bits())).collect();
            let got = f32::from_bits(narrow.word(&words) as u32);
            assert!(
                (f64::from(got) - expected).abs() <= 1e-5 * expected.abs() || expected.is_nan(),
                "{func:?} {args:?}: {got}"
            );
        }
    }
}

fn library(func: MathFn, args: &[f64]) -> f64 {
    let name = func.libm();
    let (_, address) = coluber_runtime::symbols().find(|(symbol, _)| *symbol == name).expect("a symbol of the library");
    // SAFETY: the functions of the table have these types.
    unsafe {
        match args {
            [a] => std::mem::transmute::<usize, extern "C" fn(f64) -> f64>(address)(*a),
            [a, b] => std::mem::transmute::<usize, extern "C" fn(f64, f64) -> f64>(address)(*a, *b),
            _ => unreachable!("functions have one or two arguments"),
        }
    }
}

#[test]
fn fast_math_flags_are_put_on_float_operations() {
    let f64 = Ty::float64();
    let ir = function("sum", &[f64, f64], f64, |b, p| {
        let sum = b.arith(Arith::Add, p[0], p[1]);
        b.ret(sum);
    });
    let text =
        |flags: FastMath| Run::with(std::slice::from_ref(&ir), OptLevel::O2, flags).compiled.llvm.expect("a text");
    assert!(text(FastMath::FAST).contains("fadd fast double"));
    let some = FastMath::NONE.with("nnan").and_then(|f| f.with("contract")).expect("flags");
    assert!(text(some).contains("fadd nnan contract double"));
    assert!(text(FastMath::NONE).contains("fadd double"));
    assert_eq!(FastMath::NONE.with("nonsense"), None);
}

#[test]
fn operations_on_wrong_types_are_reported() {
    let bad = function("bad", &[Ty::float64(), Ty::float64()], Ty::float64(), |b, p| {
        let value = b.arith(Arith::Shl, p[0], p[1]);
        b.ret(value);
    });
    let mut unit = coluber_codegen::Unit::new("u");
    unit.functions.push(coluber_codegen::UnitFunction::new(&bad, 0, "bad$0"));
    let error = coluber_codegen::compile(&unit, &crate::common::target(OptLevel::O2), Default::default())
        .expect_err("no shift of floats");
    assert_eq!(error.to_string(), "bad: arith of (float64, float64): shl");
}
