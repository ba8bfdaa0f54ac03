//! The table of NumPy's ufuncs: which types each computes in, and how it is emitted for one element.

use super::dtype::{Operand, float_loop, float_type, narrow_float, result_type};
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::numbers;
use crate::times::{self, is_time};
use crate::value::{Kernel, Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ir::typed::{Arith, Unary};
use coluber_ops::{BinOp, CmpOp, MathFn};
use coluber_types::{Kind, Ty};
use smallvec::SmallVec;
use std::f64::consts::PI;
use std::rc::Rc;

/// The types that a ufunc computes in.
#[derive(Clone, Copy, PartialEq)]
enum Loop {
    /// Any number; bools as they are.
    Number,
    /// Any number but bool.
    Arithmetic,
    /// Integers and floats, not complex.
    Real,
    /// Floats and complex; integers become floats.
    Inexact,
    /// Floats; integers become floats.
    Float,
    /// float64 or complex128.
    Double,
    /// Integers.
    Integer,
    /// Integers and bools.
    Bits,
    /// Each operand as a bool.
    Truth,
    /// A float and an integer.
    FloatInt,
    /// None of numbers: `times` has the kernels.
    Time,
}

/// The type of the result.
#[derive(Clone, Copy, PartialEq)]
enum Out {
    /// That of the loop.
    Same,
    /// bool
    Bool,
    /// The real type of a complex loop.
    RealPart,
}

type Emit = fn(&mut Emitter<'_>, &[Value]) -> Value;

/// How one element is computed.
#[derive(Clone, Copy)]
enum Body {
    /// By these operations.
    Ops(Emit),
    /// By an elementary function of floats (complex numbers: by the library).
    Math(MathFn),
    /// By a Python function of the library, `coluber.ufunc.NAME`.
    Library,
}

struct Row {
    name: &'static str,
    operands: usize,
    types: Loop,
    out: Out,
    body: Body,
}

macro_rules! rows {
    ($($name:literal $operands:literal $types:ident $out:ident $body:expr;)*) => {
        &[$(Row { name: $name, operands: $operands, types: Loop::$types, out: Out::$out, body: $body }),*]
    };
}

pub(super) fn binary(e: &mut Emitter<'_>, op: BinOp, a: &[Value]) -> Value {
    numbers::emit_binary(e, op, a[0], a[1], None)
}

static ROWS: &[Row] = rows! {
    "add" 2 Number Same Body::Ops(|e, a| if is_bool(e, a) { e.or(a[0], a[1]) } else { binary(e, BinOp::Add, a) });
    "subtract" 2 Arithmetic Same Body::Ops(|e, a| binary(e, BinOp::Sub, a));
    "multiply" 2 Number Same Body::Ops(|e, a| if is_bool(e, a) { e.and(a[0], a[1]) } else { binary(e, BinOp::Mul, a) });
    "divide" 2 Inexact Same Body::Ops(divide);
    "floor_divide" 2 Real Same Body::Ops(|e, a| divmod(e, a).0);
    "remainder" 2 Real Same Body::Ops(|e, a| divmod(e, a).1);
    "fmod" 2 Real Same Body::Ops(fmod);
    "power" 2 Arithmetic Same Body::Library;
    "float_power" 2 Double Same Body::Library;
    "negative" 1 Arithmetic Same Body::Ops(|e, a| numbers::negate(e, a[0]));
    "positive" 1 Arithmetic Same Body::Ops(|_, a| a[0]);
    "absolute" 1 Number RealPart Body::Ops(absolute);
    "fabs" 1 Float Same Body::Ops(|e, a| e.unary(Unary::Abs, a[0]));
    "sign" 1 Arithmetic Same Body::Library;
    "conjugate" 1 Arithmetic Same Body::Ops(conjugate);
    "rint" 1 Inexact Same Body::Ops(|e, a| by_parts(e, a[0], |e, v| e.unary(Unary::Rint, v)));
    "square" 1 Arithmetic Same Body::Ops(|e, a| binary(e, BinOp::Mul, &[a[0], a[0]]));
    "reciprocal" 1 Arithmetic Same Body::Library;
    "sqrt" 1 Inexact Same Body::Ops(|e, a| e.unary(Unary::Sqrt, a[0]));
    "cbrt" 1 Float Same Body::Math(MathFn::Cbrt);
    "exp" 1 Inexact Same Body::Math(MathFn::Exp);
    "exp2" 1 Inexact Same Body::Math(MathFn::Exp2);
    "expm1" 1 Inexact Same Body::Math(MathFn::Expm1);
    "log" 1 Inexact Same Body::Math(MathFn::Log);
    "log2" 1 Inexact Same Body::Math(MathFn::Log2);
    "log10" 1 Inexact Same Body::Math(MathFn::Log10);
    "log1p" 1 Inexact Same Body::Math(MathFn::Log1p);
    "logaddexp" 2 Float Same Body::Library;
    "logaddexp2" 2 Float Same Body::Library;
    "sin" 1 Inexact Same Body::Math(MathFn::Sin);
    "cos" 1 Inexact Same Body::Math(MathFn::Cos);
    "tan" 1 Inexact Same Body::Math(MathFn::Tan);
    "arcsin" 1 Inexact Same Body::Math(MathFn::Asin);
    "arccos" 1 Inexact Same Body::Math(MathFn::Acos);
    "arctan" 1 Inexact Same Body::Math(MathFn::Atan);
    "arctan2" 2 Float Same Body::Math(MathFn::Atan2);
    "hypot" 2 Float Same Body::Math(MathFn::Hypot);
    "sinh" 1 Inexact Same Body::Math(MathFn::Sinh);
    "cosh" 1 Inexact Same Body::Math(MathFn::Cosh);
    "tanh" 1 Inexact Same Body::Math(MathFn::Tanh);
    "arcsinh" 1 Inexact Same Body::Math(MathFn::Asinh);
    "arccosh" 1 Inexact Same Body::Math(MathFn::Acosh);
    "arctanh" 1 Inexact Same Body::Math(MathFn::Atanh);
    "deg2rad" 1 Float Same Body::Ops(|e, a| scaled(e, a[0], PI, 180.0));
    "radians" 1 Float Same Body::Ops(|e, a| scaled(e, a[0], PI, 180.0));
    "rad2deg" 1 Float Same Body::Ops(|e, a| scaled(e, a[0], 180.0, PI));
    "degrees" 1 Float Same Body::Ops(|e, a| scaled(e, a[0], 180.0, PI));
    "floor" 1 Real Same Body::Ops(|e, a| rounded(e, a[0], Unary::Floor));
    "ceil" 1 Real Same Body::Ops(|e, a| rounded(e, a[0], Unary::Ceil));
    "trunc" 1 Real Same Body::Ops(|e, a| rounded(e, a[0], Unary::Trunc));
    "copysign" 2 Float Same Body::Ops(|e, a| e.arith(Arith::CopySign, a[0], a[1]));
    "nextafter" 2 Float Same Body::Math(MathFn::Nextafter);
    "spacing" 1 Float Same Body::Library;
    "ldexp" 2 FloatInt Same Body::Library;
    "signbit" 1 Float Bool Body::Ops(signbit);
    "gcd" 2 Integer Same Body::Library;
    "lcm" 2 Integer Same Body::Library;
    "bitwise_and" 2 Bits Same Body::Ops(|e, a| e.and(a[0], a[1]));
    "bitwise_or" 2 Bits Same Body::Ops(|e, a| e.or(a[0], a[1]));
    "bitwise_xor" 2 Bits Same Body::Ops(|e, a| e.arith(Arith::Xor, a[0], a[1]));
    "invert" 1 Bits Same Body::Ops(|e, a| e.not(a[0]));
    "left_shift" 2 Integer Same Body::Ops(|e, a| shift(e, a, Arith::Shl));
    "right_shift" 2 Integer Same Body::Ops(|e, a| shift(e, a, Arith::Shr));
    "equal" 2 Number Bool Body::Ops(|e, a| numbers::equal(e, a[0], a[1]));
    "not_equal" 2 Number Bool Body::Ops(|e, a| { let same = numbers::equal(e, a[0], a[1]); e.not(same) });
    "less" 2 Number Bool Body::Ops(|e, a| ordered(e, CmpOp::Lt, a));
    "less_equal" 2 Number Bool Body::Ops(|e, a| ordered(e, CmpOp::Le, a));
    "greater" 2 Number Bool Body::Ops(|e, a| ordered(e, CmpOp::Gt, a));
    "greater_equal" 2 Number Bool Body::Ops(|e, a| ordered(e, CmpOp::Ge, a));
    "logical_and" 2 Truth Same Body::Ops(|e, a| e.and(a[0], a[1]));
    "logical_or" 2 Truth Same Body::Ops(|e, a| e.or(a[0], a[1]));
    "logical_xor" 2 Truth Same Body::Ops(|e, a| e.arith(Arith::Xor, a[0], a[1]));
    "logical_not" 1 Truth Same Body::Ops(|e, a| e.not(a[0]));
    "maximum" 2 Number Same Body::Ops(|e, a| extremum(e, CmpOp::Ge, a, true));
    "minimum" 2 Number Same Body::Ops(|e, a| extremum(e, CmpOp::Le, a, true));
    "fmax" 2 Number Same Body::Ops(|e, a| extremum(e, CmpOp::Ge, a, false));
    "fmin" 2 Number Same Body::Ops(|e, a| extremum(e, CmpOp::Le, a, false));
    "isnat" 1 Time Bool Body::Library;
    "isnan" 1 Number Bool Body::Ops(|e, a| any_part(e, a[0], |e, v| e.compare(CmpOp::Ne, v, v)));
    "isinf" 1 Number Bool Body::Ops(|e, a| any_part(e, a[0], is_inf));
    "isfinite" 1 Number Bool Body::Ops(|e, a| { let bad = any_part(e, a[0], not_finite); e.not(bad) });
};

/// The name in the table for the names that NumPy has for one ufunc.
fn canonical(name: &str) -> &str {
    match name {
        "true_divide" => "divide",
        "mod" => "remainder",
        "pow" => "power",
        "abs" => "absolute",
        "conj" => "conjugate",
        "acos" => "arccos",
        "asin" => "arcsin",
        "atan" => "arctan",
        "atan2" => "arctan2",
        "acosh" => "arccosh",
        "asinh" => "arcsinh",
        "atanh" => "arctanh",
        "bitwise_not" | "bitwise_invert" => "invert",
        "bitwise_left_shift" => "left_shift",
        "bitwise_right_shift" => "right_shift",
        other => other,
    }
}

fn find(name: &str) -> Option<&'static Row> {
    let name = canonical(name);
    ROWS.iter().find(|row| row.name == name)
}

/// Whether NumPy has a ufunc of this name that compiled code knows.
pub fn exists(name: &str) -> bool {
    find(name).is_some()
}

/// The number of operands of a ufunc.
pub fn operand_count(name: &str) -> Option<usize> {
    find(name).map(|row| row.operands)
}

/// The scalar operation of ufunc `name` for these operands, or None when it has no loop for them.
pub fn kernel(cx: &mut Cx<'_>, name: &str, operands: &[Operand]) -> Result<Option<Kernel>> {
    if operands.iter().any(|o| is_time(o.dtype)) {
        return Ok(times::kernels::kernel(canonical(name), operands));
    }
    let Some(row) = find(name) else {
        return Ok(None);
    };
    if row.operands != operands.len() {
        return Ok(None);
    }
    let Some(types) = loop_types(row, operands) else {
        return Ok(None);
    };
    if let Some(kernel) = comparison_with_weak(row, operands, types[0]) {
        return Ok(Some(kernel));
    }
    let Some(emit) = emission(cx, row, &types)? else {
        return Ok(None);
    };
    let name = format!("{}.{}", row.name, types[0]);
    Ok(Some(Kernel { name, result: result_of(row, &types), operands: types, emit }))
}

/// A comparison of integers of type `ty` with a Python integer, which may be out of their range.
fn comparison_with_weak(row: &Row, operands: &[Operand], ty: Ty) -> Option<Kernel> {
    let op = match row.name {
        "equal" => CmpOp::Eq,
        "not_equal" => CmpOp::Ne,
        "less" => CmpOp::Lt,
        "less_equal" => CmpOp::Le,
        "greater" => CmpOp::Gt,
        "greater_equal" => CmpOp::Ge,
        _ => return None,
    };
    let weak = operands.iter().position(|operand| operand.weak && operand.dtype == Ty::int64())?;
    if !ty.is_int() || ty == Ty::int64() || operands[1 - weak].weak {
        return None;
    }
    let mut types = vec![ty; 2];
    types[weak] = Ty::int64();
    Some(Kernel {
        name: format!("{}.{ty}.weak{weak}", row.name),
        operands: types,
        result: Ty::boolean(),
        emit: Rc::new(move |e, a| SmallVec::from_buf([compare_weak(e, op, a, weak)])),
    })
}

/// Compares in the narrow type; an integer that does not fit is on one side of all of its numbers.
fn compare_weak(e: &mut Emitter<'_>, op: CmpOp, a: &[Value], weak: usize) -> Value {
    let ty = e.ty(a[1 - weak]);
    let narrow = e.cast(a[weak], ty);
    let fits = numbers::fits(e, a[weak], narrow);
    let mut args = [a[0], a[1]];
    args[weak] = narrow;
    let inside = e.compare(op, args[0], args[1]);
    let negative = e.compare_int(CmpOp::Lt, a[weak], 0);
    let outside = match (op, weak) {
        (CmpOp::Lt | CmpOp::Le, 0) | (CmpOp::Gt | CmpOp::Ge, 1) => negative,
        (CmpOp::Lt | CmpOp::Le, _) | (CmpOp::Gt | CmpOp::Ge, _) => e.not(negative),
        (other, _) => e.bool(other == CmpOp::Ne),
    };
    e.select(fits, inside, outside)
}

fn result_of(row: &Row, types: &[Ty]) -> Ty {
    match (row.out, types[0].kind()) {
        (Out::Bool, _) => Ty::boolean(),
        (Out::RealPart, Kind::Complex(f)) => Ty::float(*f),
        _ => types[0],
    }
}

/// How one element of these types is computed; None where the library does not know.
fn emission(cx: &mut Cx<'_>, row: &Row, types: &[Ty]) -> Result<Option<crate::value::Emit>> {
    if types[0].is_half() && !matches!(row.name, "nextafter" | "spacing") {
        return through_float32(cx, row, types);
    }
    let complex = matches!(types[0].kind(), Kind::Complex(_));
    Ok(match row.body {
        Body::Math(func) if !complex => Some(Rc::new(move |e, a| SmallVec::from_buf([e.math(func, a)]))),
        Body::Ops(ops) if !(complex && needs_library(row.name)) => {
            Some(Rc::new(move |e, a| SmallVec::from_buf([ops(e, a)])))
        }
        _ => library(cx, row.name, types)?.filter(|r| r.val().ty == result_of(row, types)).map(|r| r.emit),
    })
}

/// As NumPy computes with float16: in float32, of which the result is rounded.
fn through_float32(cx: &mut Cx<'_>, row: &Row, types: &[Ty]) -> Result<Option<crate::value::Emit>> {
    let wide: Vec<Ty> = types.iter().map(|t| if t.is_half() { Ty::float32() } else { *t }).collect();
    let inner = emission(cx, row, &wide)?;
    Ok(inner.map(|inner| -> crate::value::Emit {
        Rc::new(move |e, a| SmallVec::from_buf([numbers::in_float32(e, a, |e, a| inner(e, a)[0])]))
    }))
}

/// Operations that are written in Python for complex numbers.
fn needs_library(name: &str) -> bool {
    matches!(name, "sqrt" | "divide")
}

fn library(cx: &mut Cx<'_>, name: &str, types: &[Ty]) -> Rule {
    let vals: Vec<Val> = types.iter().map(|t| Val::new(*t)).collect();
    cx.overload(&format!("coluber.ufunc.{name}"), &vals)
}

fn loop_types(row: &Row, operands: &[Operand]) -> Option<Vec<Ty>> {
    if row.types == Loop::Truth {
        return Some(vec![Ty::boolean(); operands.len()]);
    }
    if row.types == Loop::FloatInt {
        return float_int(operands);
    }
    let common = result_type(operands)?;
    let is_bool = common == Ty::boolean();
    let is_complex = matches!(common.kind(), Kind::Complex(_));
    let integral = is_bool || common.is_int();
    let ty = match row.types {
        Loop::Number => common,
        Loop::Arithmetic if is_bool && matches!(row.name, "subtract" | "negative" | "positive") => {
            return None;
        }
        Loop::Real if is_bool && matches!(row.name, "floor" | "ceil" | "trunc") => common,
        Loop::Arithmetic | Loop::Real if is_bool => Ty::int8(),
        Loop::Arithmetic => common,
        Loop::Real if is_complex => return None,
        Loop::Real => common,
        Loop::Inexact if row.name == "divide" && integral => Ty::float64(),
        Loop::Inexact => float_loop(operands, common),
        Loop::Float if is_complex => return None,
        Loop::Float => float_loop(operands, common),
        Loop::Double => {
            if is_complex {
                Ty::complex128()
            } else {
                Ty::float64()
            }
        }
        Loop::Integer if is_bool && matches!(row.name, "gcd" | "lcm") => return None,
        Loop::Integer if is_bool => Ty::int8(),
        Loop::Integer | Loop::Bits if integral => common,
        _ => return None,
    };
    Some(vec![ty; operands.len()])
}

fn float_int(operands: &[Operand]) -> Option<Vec<Ty>> {
    let any_array = operands.iter().any(|operand| operand.is_array);
    let float = if any_array { narrow_float(operands[0].dtype) } else { float_type(operands[0].dtype) };
    let exponent = operands[1];
    // NumPy's loops take int64, to which uint64 is not cast.
    let fits = exponent.dtype.is_int() && (exponent.weak || exponent.dtype != Ty::uint64());
    (float.is_float() && (fits || exponent.dtype == Ty::boolean())).then(|| vec![float, Ty::int64()])
}

/// A ufunc on scalars.
pub fn on_scalars(cx: &mut Cx<'_>, name: &str, vals: &[Val]) -> Rule {
    let Some(operands) = vals.iter().map(|v| Operand::of(*v)).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let Some(kernel) = kernel(cx, name, &operands)? else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(Val::new(kernel.result), move |e, a| {
        let args: Vec<Value> = a.iter().zip(&kernel.operands).map(|(v, t)| numbers::adapt(e, *v, *t)).collect();
        (kernel.emit)(e, &args)[0]
    })))
}

fn is_bool(e: &Emitter<'_>, a: &[Value]) -> bool {
    e.ty(a[0]) == Ty::boolean()
}

fn divide(e: &mut Emitter<'_>, a: &[Value]) -> Value {
    e.div(a[0], a[1])
}

fn divmod(e: &mut Emitter<'_>, a: &[Value]) -> (Value, Value) {
    if e.ty(a[0]).is_float() { numbers::float_divmod(e, a[0], a[1]) } else { numbers::int_divmod(e, a[0], a[1], true) }
}

fn fmod(e: &mut Emitter<'_>, a: &[Value]) -> Value {
    let ty = e.ty(a[0]);
    if ty.is_float() {
        return e.math(MathFn::Fmod, a);
    }
    let (zero, one) = (e.number(0, ty), e.number(1, ty));
    let is_zero = e.compare(CmpOp::Eq, a[1], zero);
    let divisor = e.select(is_zero, one, a[1]);
    let r = e.arith(Arith::Rem, a[0], divisor);
    e.select(is_zero, zero, r)
}

fn absolute(e: &mut Emitter<'_>, a: &[Value]) -> Value {
    match e.ty(a[0]).kind() {
        Kind::Complex(_) => {
            let (re, im) = (e.part(a[0], 0), e.part(a[0], 1));
            e.math(MathFn::Hypot, &[re, im])
        }
        Kind::Bool => a[0],
        Kind::Int(i) if !i.signed => a[0],
        _ => e.unary(Unary::Abs, a[0]),
    }
}

fn conjugate(e: &mut Emitter<'_>, a: &[Value]) -> Value {
    let ty = e.ty(a[0]);
    if !matches!(ty.kind(), Kind::Complex(_)) {
        return a[0];
    }
    let (re, im) = (e.part(a[0], 0), e.part(a[0], 1));
    let im = e.neg(im);
    e.pack(&[re, im], ty)
}

/// `v` times a quotient that is computed in the precision of `v`.
fn scaled(e: &mut Emitter<'_>, v: Value, over: f64, under: f64) -> Value {
    let ty = e.ty(v);
    let quotient = if ty == Ty::float64() { over / under } else { f64::from(over as f32 / under as f32) };
    let factor = e.float(quotient, ty);
    e.mul(v, factor)
}

fn rounded(e: &mut Emitter<'_>, v: Value, op: Unary) -> Value {
    if e.ty(v).is_float() { e.unary(op, v) } else { v }
}

/// An operation on the real and the imaginary part.
fn by_parts(e: &mut Emitter<'_>, v: Value, f: fn(&mut Emitter<'_>, Value) -> Value) -> Value {
    let ty = e.ty(v);
    if !matches!(ty.kind(), Kind::Complex(_)) {
        return f(e, v);
    }
    let (re, im) = (e.part(v, 0), e.part(v, 1));
    let (re, im) = (f(e, re), f(e, im));
    e.pack(&[re, im], ty)
}

fn signbit(e: &mut Emitter<'_>, a: &[Value]) -> Value {
    let ty = e.ty(a[0]);
    let one = e.float(1.0, ty);
    let sign = e.arith(Arith::CopySign, one, a[0]);
    e.compare_int(CmpOp::Lt, sign, 0)
}

/// A shift by a count that NumPy takes as unsigned: too large or negative counts give 0 (or -1).
fn shift(e: &mut Emitter<'_>, a: &[Value], op: Arith) -> Value {
    e.arith(op, a[0], a[1])
}

/// Order of numbers; complex numbers by the real part, then the imaginary part. As in NumPy one whose imaginary part is NaN has no place
/// in it, whatever its real part is.
fn ordered(e: &mut Emitter<'_>, op: CmpOp, a: &[Value]) -> Value {
    if !matches!(e.ty(a[0]).kind(), Kind::Complex(_)) {
        return e.compare(op, a[0], a[1]);
    }
    let (ar, br, ai, bi) = (e.part(a[0], 0), e.part(a[1], 0), e.part(a[0], 1), e.part(a[1], 1));
    let strict = match op {
        CmpOp::Le => CmpOp::Lt,
        CmpOp::Ge => CmpOp::Gt,
        other => other,
    };
    let (first, same, second) = (e.compare(strict, ar, br), e.compare(CmpOp::Eq, ar, br), e.compare(op, ai, bi));
    let (known, other_known) = (e.compare(CmpOp::Eq, ai, ai), e.compare(CmpOp::Eq, bi, bi));
    let comparable = e.and(known, other_known);
    let first = e.and(first, comparable);
    let tie = e.and(same, second);
    e.or(first, tie)
}

/// The larger or smaller operand. A NaN wins (`maximum`) or loses (`fmax`).
fn extremum(e: &mut Emitter<'_>, op: CmpOp, a: &[Value], nan_wins: bool) -> Value {
    let better = ordered(e, op, a);
    if !(e.ty(a[0]).is_float() || matches!(e.ty(a[0]).kind(), Kind::Complex(_))) {
        return e.select(better, a[0], a[1]);
    }
    let is_nan = |e: &mut Emitter<'_>, v| any_part(e, v, |e, v| e.compare(CmpOp::Ne, v, v));
    let other_is_nan = is_nan(e, if nan_wins { a[0] } else { a[1] });
    let first = e.or(better, other_is_nan);
    e.select(first, a[0], a[1])
}

fn is_inf(e: &mut Emitter<'_>, v: Value) -> Value {
    let ty = e.ty(v);
    let (size, inf) = (e.unary(Unary::Abs, v), e.float(f64::INFINITY, ty));
    e.compare(CmpOp::Eq, size, inf)
}

fn not_finite(e: &mut Emitter<'_>, v: Value) -> Value {
    let ty = e.ty(v);
    let (size, inf) = (e.unary(Unary::Abs, v), e.float(f64::INFINITY, ty));
    let finite = e.compare(CmpOp::Lt, size, inf);
    e.not(finite)
}

/// Whether a predicate holds for the number or for one of its parts; never for integers.
fn any_part(e: &mut Emitter<'_>, v: Value, f: fn(&mut Emitter<'_>, Value) -> Value) -> Value {
    match e.ty(v).kind() {
        Kind::Complex(_) => {
            let (re, im) = (e.part(v, 0), e.part(v, 1));
            let (a, b) = (f(e, re), f(e, im));
            e.or(a, b)
        }
        Kind::Float(_) => f(e, v),
        _ => e.bool(false),
    }
}
