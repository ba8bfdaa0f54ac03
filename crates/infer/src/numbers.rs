//! Arithmetic on scalars: Numba's result types, Python's semantics.

use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::message::Message;
use crate::value::{Resolved, Val};
use crate::zero_division;
use coluber_ir::typed::{Arith, Op, Unary};
use coluber_ir::{Const, Value};
use coluber_ops::{BinOp, CmpOp, MathFn, UnOp};
use coluber_types::unify::unify_numbers;
use coluber_types::{FloatTy, IntTy, Kind, Ty};

/// The integer type that arithmetic on two integers or bools is done in: uint64 when both are unsigned, else int64.
pub fn wide_int(a: Ty, b: Ty) -> Ty {
    let unsigned = |t: Ty| matches!(t.kind(), Kind::Int(i) if !i.signed);
    if unsigned(a) && unsigned(b) { Ty::uint64() } else { Ty::int64() }
}

fn is_integral(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Bool | Kind::Int(_))
}

/// The types of two operands without what literals know. A Python number adapts to a float16 or bfloat16 beside it, as NumPy's
/// rules say.
pub fn operand_types(a: Val, b: Val) -> (Ty, Ty) {
    let (x, y) = (a.ty.unliteral(), b.ty.unliteral());
    let adapted = |own: Ty, val: Val, other: Ty| match own.kind() {
        _ if !val.weak || !other.is_half() => own,
        Kind::Int(i) if i.bits == 64 && i.signed => other,
        Kind::Float(FloatTy::F64) => other,
        Kind::Complex(FloatTy::F64) => Ty::complex64(),
        _ => own,
    };
    (adapted(x, a, y), adapted(y, b, x))
}

/// The type that a number has as one of Python's: of 64 bits a part, with a sign unless it has 64 bits without one. Kernels go on computing
/// with what they have, as Numba's do.
pub fn of_python(cx: &Cx<'_>, ty: Ty) -> Ty {
    match ty.kind() {
        _ if cx.options.cuda => ty,
        Kind::Int(int) if int.bits < 64 => Ty::int64(),
        Kind::Float(_) => Ty::float64(),
        Kind::Complex(_) => Ty::complex128(),
        _ => ty,
    }
}

/// Emits an operation on float32 numbers for numbers of 16 bits: the result alone is rounded.
pub fn in_float32(e: &mut Emitter<'_>, args: &[Value], f: impl FnOnce(&mut Emitter<'_>, &[Value]) -> Value) -> Value {
    let Some(half) = args.iter().map(|v| e.ty(*v)).find(|t| t.is_half()) else {
        return f(e, args);
    };
    let single = Ty::float32();
    let wide: Vec<Value> = args.iter().map(|v| if e.ty(*v).is_half() { e.cast(*v, single) } else { *v }).collect();
    let result = f(e, &wide);
    if e.ty(result) == single { e.cast(result, half) } else { result }
}

/// The type that `a + b` is done in.
pub fn arithmetic_type(a: Ty, b: Ty) -> Option<Ty> {
    if is_integral(a) && is_integral(b) { Some(wide_int(a, b)) } else { unify_numbers(a, b) }
}

/// `a op b` of two numbers.
pub fn binary(cx: &mut Cx<'_>, op: BinOp, a: Val, b: Val) -> Rule {
    let (x, y) = operand_types(a, b);
    if !x.is_number() || !y.is_number() {
        return Ok(None);
    }
    let Some(ty) = binary_type(op, x, y) else {
        return Ok(None);
    };
    if let Some(known) = fold(op, a, b) {
        return Ok(Some(Resolved::constant(Ty::literal_int(known))));
    }
    let weak = a.is_weak_as(ty) && b.is_weak_as(ty);
    if op == BinOp::Pow {
        return power(cx, a, b, ty).map(|r| r.map(|r| reweigh(r, weak)));
    }
    if let (BinOp::TrueDiv, Kind::Complex(_)) = (op, ty.kind()) {
        return complex_division(cx, ty, weak).map(Some);
    }
    let of_integers = is_integral(a.ty.unliteral()) && is_integral(b.ty.unliteral());
    let zero = (!cx.options.numpy_errors).then(|| zero_division::text(op, of_integers, &cx.options));
    Ok(Some(Resolved::one(Val { ty, weak }, move |e, args| {
        let shift = matches!(op, BinOp::LShift | BinOp::RShift);
        let left = e.coerce(args[0], ty);
        let right = if shift { shift_count(e, args[1], ty) } else { e.coerce(args[1], ty) };
        emit_binary(e, op, left, right, zero)
    })))
}

/// Arithmetic on integers that are known. What overflows or raises is left to run time.
fn fold(op: BinOp, a: Val, b: Val) -> Option<i64> {
    if a.literal_bool().is_some() || b.literal_bool().is_some() {
        return None;
    }
    let (x, y) = (a.literal_int()?, b.literal_int()?);
    match op {
        BinOp::Add => x.checked_add(y),
        BinOp::Sub => x.checked_sub(y),
        BinOp::Mul => x.checked_mul(y),
        BinOp::FloorDiv if y > 0 => Some(x.div_euclid(y)),
        BinOp::Mod if y > 0 => Some(x.rem_euclid(y)),
        BinOp::Pow => x.checked_pow(u32::try_from(y).ok()?),
        _ => None,
    }
}

fn reweigh(mut resolved: Resolved, weak: bool) -> Resolved {
    resolved.vals[0].weak = weak;
    resolved
}

/// The result type of an operator on two number types.
pub fn binary_type(op: BinOp, x: Ty, y: Ty) -> Option<Ty> {
    let integral = is_integral(x) && is_integral(y);
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul => arithmetic_type(x, y),
        BinOp::Pow => power_type(x, y),
        BinOp::TrueDiv if integral => Some(Ty::float64()),
        BinOp::TrueDiv => unify_numbers(x, y),
        BinOp::FloorDiv | BinOp::Mod => arithmetic_type(x, y).filter(|t| !matches!(t.kind(), Kind::Complex(_))),
        BinOp::And | BinOp::Or | BinOp::Xor if integral => {
            Some(if x == Ty::boolean() && y == Ty::boolean() { x } else { wide_int(x, y) })
        }
        BinOp::LShift | BinOp::RShift if integral => Some(wide_int(x, x)),
        _ => None,
    }
}

/// Integer powers keep the base's family; a float32 base keeps float32 for integer exponents. Numbers of 16 bits have NumPy's rules.
fn power_type(x: Ty, y: Ty) -> Option<Ty> {
    match (x.kind(), y.kind()) {
        (Kind::Float(_) | Kind::Complex(_), Kind::Bool | Kind::Int(_)) if !x.is_half() => Some(x),
        _ => arithmetic_type(x, y),
    }
}

/// A shift count as the type of the shifted value; negative counts raise ValueError.
fn shift_count(e: &mut Emitter<'_>, count: Value, ty: Ty) -> Value {
    let plain = e.ty(count).unliteral();
    let known = matches!(e.ty(count).kind(), Kind::Literal(coluber_types::Literal::Int(v)) if *v >= 0);
    let count = e.coerce(count, plain);
    if !known && matches!(plain.kind(), Kind::Int(i) if i.signed) {
        let ok = e.compare_int(CmpOp::Ge, count, 0);
        e.guard("ValueError", "negative shift count", ok);
    }
    e.cast(count, ty)
}

/// Appends `a op b` for operands of one type that is the result's (for shifts, a count that is not negative). A divisor of zero raises
/// ZeroDivisionError with the text `zero`, or gives what NumPy gives where that is None.
pub fn emit_binary(e: &mut Emitter<'_>, op: BinOp, a: Value, b: Value, zero: Option<&'static str>) -> Value {
    let ty = e.ty(a);
    if let Kind::Complex(_) = ty.kind() {
        return complex_binary(e, op, a, b);
    }
    if ty.is_half() && matches!(op, BinOp::FloorDiv | BinOp::Mod) {
        return in_float32(e, &[a, b], |e, v| emit_binary(e, op, v[0], v[1], zero));
    }
    match op {
        BinOp::Add => e.add(a, b),
        BinOp::Sub => e.sub(a, b),
        BinOp::Mul => e.mul(a, b),
        BinOp::And => e.and(a, b),
        BinOp::Or => e.or(a, b),
        BinOp::Xor => e.arith(Arith::Xor, a, b),
        BinOp::LShift => e.arith(Arith::Shl, a, b),
        BinOp::RShift => e.arith(Arith::Shr, a, b),
        BinOp::TrueDiv => {
            check_divisor(e, b, zero);
            e.div(a, b)
        }
        BinOp::FloorDiv | BinOp::Mod => {
            check_divisor(e, b, zero);
            let both = if ty.is_float() { float_divmod(e, a, b) } else { int_divmod(e, a, b, zero.is_none()) };
            if op == BinOp::Mod { both.1 } else { both.0 }
        }
        BinOp::Pow | BinOp::MatMul => e.undef(ty),
    }
}

/// Raises ZeroDivisionError for a zero divisor, unless NumPy's error model holds.
fn check_divisor(e: &mut Emitter<'_>, b: Value, text: Option<&'static str>) {
    if let Some(text) = text {
        let ok = e.compare_int(CmpOp::Ne, b, 0);
        e.guard("ZeroDivisionError", text, ok);
    }
}

/// Quotient and remainder toward minus infinity. With `zero_safe`, a zero divisor gives (0, 0) as NumPy does.
pub fn int_divmod(e: &mut Emitter<'_>, a: Value, b: Value, zero_safe: bool) -> (Value, Value) {
    let ty = e.ty(a);
    let zero = e.number(0, ty);
    let divisor = if zero_safe {
        let one = e.number(1, ty);
        let is_zero = e.compare(CmpOp::Eq, b, zero);
        e.select(is_zero, one, b)
    } else {
        b
    };
    let (mut q, mut r) = (e.div(a, divisor), e.arith(Arith::Rem, a, divisor));
    if matches!(ty.kind(), Kind::Int(i) if i.signed) {
        let mixed = e.arith(Arith::Xor, r, divisor);
        let (signs, inexact) = (e.compare(CmpOp::Lt, mixed, zero), e.compare(CmpOp::Ne, r, zero));
        let fix = e.and(signs, inexact);
        let one = e.number(1, ty);
        let (q1, r1) = (e.sub(q, one), e.add(r, divisor));
        q = e.select(fix, q1, q);
        r = e.select(fix, r1, r);
    }
    if zero_safe {
        let ok = e.compare(CmpOp::Ne, b, zero);
        q = e.select(ok, q, zero);
        r = e.select(ok, r, zero);
    }
    (q, r)
}

/// Python's float `divmod`: the remainder has the sign of the divisor, the quotient is an integer.
///
/// Follows `_float_div_mod` of CPython: fmod, then corrections of sign and rounding.
pub fn float_divmod(e: &mut Emitter<'_>, a: Value, b: Value) -> (Value, Value) {
    let ty = e.ty(a);
    let (zero, one, half) = (e.float(0.0, ty), e.float(1.0, ty), e.float(0.5, ty));
    let m = e.arith(Arith::Rem, a, b);
    let difference = e.sub(a, m);
    let q = e.div(difference, b);
    let nonzero = e.compare(CmpOp::Ne, m, zero);
    let (m_neg, b_neg) = (e.compare(CmpOp::Lt, m, zero), e.compare(CmpOp::Lt, b, zero));
    let opposite = e.compare(CmpOp::Ne, m_neg, b_neg);
    let fix = e.and(nonzero, opposite);
    let (m1, q1) = (e.add(m, b), e.sub(q, one));
    let (m, q) = (e.select(fix, m1, m), e.select(fix, q1, q));
    let signed_zero = e.arith(Arith::CopySign, zero, b);
    let m = e.select(nonzero, m, signed_zero);
    let floor = e.unary(Unary::Floor, q);
    let above = e.sub(q, floor);
    let round_up = e.compare(CmpOp::Gt, above, half);
    let next = e.add(floor, one);
    let rounded = e.select(round_up, next, floor);
    let ratio = e.div(a, b);
    let zero_quotient = e.arith(Arith::CopySign, zero, ratio);
    let has_quotient = e.compare(CmpOp::Ne, q, zero);
    let q = e.select(has_quotient, rounded, zero_quotient);
    let infinite = e.compare(CmpOp::Eq, b, zero);
    (e.select(infinite, ratio, q), m)
}

fn complex_binary(e: &mut Emitter<'_>, op: BinOp, a: Value, b: Value) -> Value {
    let ty = e.ty(a);
    let (ar, ai, br, bi) = (e.part(a, 0), e.part(a, 1), e.part(b, 0), e.part(b, 1));
    let (re, im) = match op {
        BinOp::Add => (e.add(ar, br), e.add(ai, bi)),
        BinOp::Sub => (e.sub(ar, br), e.sub(ai, bi)),
        _ => {
            let (rr, ii, ri, ir) = (e.mul(ar, br), e.mul(ai, bi), e.mul(ar, bi), e.mul(ai, br));
            (e.sub(rr, ii), e.add(ri, ir))
        }
    };
    e.pack(&[re, im], ty)
}

/// Complex division by Smith's method (R. L. Smith, "Algorithm 116: Complex division", CACM 1962), without branches.
fn complex_division(cx: &mut Cx<'_>, ty: Ty, weak: bool) -> coluber_base::Result<Resolved> {
    let python_errors = !cx.options.numpy_errors;
    Ok(Resolved::one(Val { ty, weak }, move |e, args| {
        let (a, b) = (e.coerce(args[0], ty), e.coerce(args[1], ty));
        let (ar, ai, br, bi) = (e.part(a, 0), e.part(a, 1), e.part(b, 0), e.part(b, 1));
        if python_errors {
            let zero = e.number(0, ty);
            let same = equal(e, b, zero);
            let ok = e.not(same);
            e.guard("ZeroDivisionError", "complex division by zero", ok);
        }
        let (abs_r, abs_i) = (e.unary(Unary::Abs, br), e.unary(Unary::Abs, bi));
        let real_is_big = e.compare(CmpOp::Ge, abs_r, abs_i);
        let big = e.select(real_is_big, br, bi);
        let small = e.select(real_is_big, bi, br);
        let ratio = e.div(small, big);
        let scaled = e.mul(small, ratio);
        let denominator = e.add(big, scaled);
        let (x, y) = (e.select(real_is_big, ar, ai), e.select(real_is_big, ai, ar));
        let yr = e.mul(y, ratio);
        let re = e.add(x, yr);
        let re = e.div(re, denominator);
        let xr = e.mul(x, ratio);
        let (im1, im2) = (e.sub(y, xr), e.sub(xr, y));
        let im = e.select(real_is_big, im1, im2);
        let im = e.div(im, denominator);
        e.pack(&[re, im], ty)
    }))
}

/// `a ** b`: small known integer exponents are multiplications, other integer exponents repeated squaring (in the library),
/// the rest `pow`.
fn power(cx: &mut Cx<'_>, a: Val, b: Val, ty: Ty) -> Rule {
    if let (Kind::Int(_) | Kind::Bool, Some(n)) = (ty.kind(), b.literal_int())
        && n < 0
    {
        return power(cx, Val { ty: Ty::float64(), ..a }, b, Ty::float64());
    }
    if let Some(n @ 0..=4) = b.literal_int() {
        return Ok(Some(Resolved::one(Val::new(ty), move |e, args| {
            let base = e.coerce(args[0], ty);
            in_float32(e, &[base], |e, v| multiply_out(e, v[0], n))
        })));
    }
    let exponent = b.ty.unliteral();
    match ty.kind() {
        Kind::Float(_) => {
            let is_signed = matches!(exponent.kind(), Kind::Int(int) if int.signed);
            let may_divide = !cx.options.numpy_errors && is_signed && b.literal_int().is_none_or(|n| n < 0);
            let message = zero_division::of_power(&cx.options);
            Ok(Some(Resolved::one(Val::new(ty), move |e, args| {
                let plain = e.coerce(args[0], ty);
                if may_divide {
                    guard_zero_power(e, plain, args[1], message);
                }
                let exponent = e.coerce(args[1], ty);
                e.math(MathFn::Pow, &[plain, exponent])
            })))
        }
        Kind::Complex(_) => cx.overload(
            "coluber.complex_pow",
            &[Val::new(ty), Val::new(if is_integral(exponent) { Ty::int64() } else { ty })],
        ),
        _ if ty == Ty::int64() && a.literal_int() == Some(2) => return power_of_two(cx, exponent),
        _ => cx.overload("coluber.int_pow", &[Val::new(ty), Val::new(exponent)]),
    }
    .map(|found| found.map(|r| coerce_arguments(r, vec![ty, power_exponent(ty, exponent)])))
}

/// Raises ZeroDivisionError where a float that is zero has an exponent that is a negative integer, which divides by it. With exponents that are
/// floats the result is inf, as in NumPy.
fn guard_zero_power(e: &mut Emitter<'_>, base: Value, exponent: Value, message: &str) {
    let exponent = e.coerce(exponent, Ty::int64());
    let zero = e.number(0, e.ty(base));
    let is_zero = e.compare(CmpOp::Eq, base, zero);
    let is_negative = e.compare_int(CmpOp::Lt, exponent, 0);
    let divides = e.and(is_zero, is_negative);
    let ok = e.not(divides);
    e.guard("ZeroDivisionError", message, ok);
}

/// `2 ** exponent`, which is a shift.
fn power_of_two(cx: &mut Cx<'_>, exponent: Ty) -> Rule {
    let found = cx.overload("coluber.power_of_two", &[Val::new(exponent)])?;
    Ok(found.map(|resolved| {
        let inner = resolved.emit.clone();
        let emit = std::rc::Rc::new(move |e: &mut Emitter<'_>, args: &[Value]| {
            let exponent = e.coerce(args[1], exponent);
            inner(e, &[exponent])
        });
        Resolved { emit, elementwise: None, assignment: None, ..resolved }
    }))
}

fn power_exponent(ty: Ty, exponent: Ty) -> Ty {
    match ty.kind() {
        Kind::Float(_) => exponent,
        Kind::Complex(_) if is_integral(exponent) => Ty::int64(),
        Kind::Complex(_) => ty,
        _ => exponent,
    }
}

/// Converts operands before an operation that was decided for other types. It is not put off: what is computed later takes operands as
/// they are.
pub fn coerce_arguments(resolved: Resolved, types: Vec<Ty>) -> Resolved {
    let inner = resolved.emit.clone();
    Resolved {
        emit: std::rc::Rc::new(move |e, args| {
            let args: Vec<Value> = args.iter().zip(&types).map(|(a, t)| e.coerce(*a, *t)).collect();
            inner(e, &args)
        }),
        elementwise: None,
        assignment: None,
        ..resolved
    }
}

fn multiply_out(e: &mut Emitter<'_>, base: Value, n: i64) -> Value {
    let ty = e.ty(base);
    let product = |e: &mut Emitter<'_>, a, b| emit_binary(e, BinOp::Mul, a, b, None);
    match n {
        0 => e.number(1, ty),
        1 => base,
        2 => product(e, base, base),
        3 => {
            let square = product(e, base, base);
            product(e, square, base)
        }
        _ => {
            let square = product(e, base, base);
            product(e, square, square)
        }
    }
}

/// `op a` of a number.
pub fn unary(op: UnOp, a: Val) -> Option<Resolved> {
    let x = a.ty.unliteral();
    if !x.is_number() {
        return None;
    }
    if let (UnOp::Neg, Some(v)) = (op, a.literal_int())
        && let Some(negated) = v.checked_neg()
    {
        return Some(Resolved::constant(Ty::literal_int(negated)));
    }
    let ty = match op {
        UnOp::Not => return Some(crate::truth::negated(a)),
        UnOp::Invert if x == Ty::boolean() => x,
        UnOp::Invert if !is_integral(x) => return None,
        _ if is_integral(x) => wide_int(x, x),
        _ => x,
    };
    // Unsigned integers wrap around at their own width, as NumPy's do.
    let within = if matches!(x.kind(), Kind::Int(i) if !i.signed) { x } else { ty };
    Some(Resolved::one(Val { ty, weak: a.weak }, move |e, args| {
        let v = e.coerce(args[0], within);
        let v = match op {
            UnOp::Pos => v,
            UnOp::Neg => negate(e, v),
            _ => e.not(v),
        };
        e.coerce(v, ty)
    }))
}

/// `-a`
pub fn negate(e: &mut Emitter<'_>, v: Value) -> Value {
    let ty = e.ty(v);
    if let Kind::Complex(_) = ty.kind() {
        let (re, im) = (e.part(v, 0), e.part(v, 1));
        let (re, im) = (e.neg(re), e.neg(im));
        return e.pack(&[re, im], ty);
    }
    e.neg(v)
}

/// The number of 16 bits next to `a` in the direction of `b`. Bits without sign count the numbers away from zero.
pub fn half_nextafter(e: &mut Emitter<'_>, a: Value, b: Value) -> Value {
    let (ty, bits) = (e.ty(a), Ty::int16());
    let as_bits = |e: &mut Emitter<'_>, v| e.builder().value(Op::Bitcast {}, &[v], bits);
    let (x, y) = (as_bits(e, a), as_bits(e, b));
    let (one, minus, sign, zero) = (e.int(1, bits), e.int(-1, bits), e.int(i64::from(i16::MIN), bits), e.int(0, bits));
    let (size, size_b) = (e.unary(Unary::Abs, a), e.unary(Unary::Abs, b));
    let mixed = e.arith(Arith::Xor, x, y);
    let (opposite, shorter) = (e.compare(CmpOp::Lt, mixed, zero), e.compare(CmpOp::Gt, size, size_b));
    let inward = e.or(opposite, shorter);
    let step = e.select(inward, minus, one);
    let moved = e.add(x, step);
    // From zero it is the smallest number with the sign of `b`.
    let sign_b = e.and(y, sign);
    let smallest = e.or(sign_b, one);
    let is_zero = e.compare_int(CmpOp::Eq, a, 0);
    let moved = e.select(is_zero, smallest, moved);
    let moved = e.builder().value(Op::Bitcast {}, &[moved], ty);
    let same = e.compare(CmpOp::Eq, a, b);
    let moved = e.select(same, a, moved);
    // A NaN goes through.
    let sum = e.add(a, b);
    let is_number = e.compare(CmpOp::Eq, sum, sum);
    let infinite = e.compare(CmpOp::Eq, size, size_b);
    let plain = e.or(is_number, infinite);
    e.select(plain, moved, sum)
}

/// `a == b` of two numbers of one type.
pub fn equal(e: &mut Emitter<'_>, a: Value, b: Value) -> Value {
    match e.ty(a).kind() {
        Kind::Complex(_) => {
            let (ar, br, ai, bi) = (e.part(a, 0), e.part(b, 0), e.part(a, 1), e.part(b, 1));
            let (re, im) = (e.compare(CmpOp::Eq, ar, br), e.compare(CmpOp::Eq, ai, bi));
            e.and(re, im)
        }
        _ => e.compare(CmpOp::Eq, a, b),
    }
}

/// `a op b` of two numbers. Signed with unsigned 64-bit integers compares the values.
pub fn compare(op: CmpOp, a: Val, b: Val) -> Option<Resolved> {
    let (x, y) = operand_types(a, b);
    if !x.is_number() || !y.is_number() {
        return None;
    }
    if let (Some(p), Some(q)) = (a.literal_int(), b.literal_int()) {
        return Some(Resolved::constant(Ty::literal_bool(holds(op, p.cmp(&q)))));
    }
    let mixed = |s: Ty, u: Ty| {
        matches!(s.kind(), Kind::Int(i) if i.signed) && matches!(u.kind(), Kind::Int(i) if !i.signed && i.bits == 64)
    };
    let result = Val::weak(Ty::boolean());
    if mixed(x, y) && a.literal_int().is_none_or(|v| v < 0) {
        return Some(Resolved::one(result, move |e, args| signed_with_unsigned(e, op, args[0], args[1])));
    }
    if mixed(y, x) && b.literal_int().is_none_or(|v| v < 0) {
        return Some(Resolved::one(result, move |e, args| signed_with_unsigned(e, op.swapped(), args[1], args[0])));
    }
    let ty = if mixed(x, y) || mixed(y, x) { Ty::uint64() } else { unify_numbers(x, y)? };
    let complex = matches!(ty.kind(), Kind::Complex(_));
    if complex && !matches!(op, CmpOp::Eq | CmpOp::Ne) {
        return None;
    }
    Some(Resolved::one(result, move |e, args| {
        let (p, q) = (e.coerce(args[0], ty), e.coerce(args[1], ty));
        if !complex {
            return e.compare(op, p, q);
        }
        let same = equal(e, p, q);
        if op == CmpOp::Eq { same } else { e.not(same) }
    }))
}

/// Whether a comparison of two values in this order is true.
pub fn holds(op: CmpOp, ordering: std::cmp::Ordering) -> bool {
    match op {
        CmpOp::Eq => ordering.is_eq(),
        CmpOp::Ne => ordering.is_ne(),
        CmpOp::Lt => ordering.is_lt(),
        CmpOp::Le => ordering.is_le(),
        CmpOp::Gt => ordering.is_gt(),
        CmpOp::Ge => ordering.is_ge(),
    }
}

/// A negative number is below every unsigned one; otherwise both compare as uint64.
fn signed_with_unsigned(e: &mut Emitter<'_>, op: CmpOp, signed: Value, unsigned: Value) -> Value {
    let signed = e.coerce(signed, Ty::int64());
    let unsigned = e.coerce(unsigned, Ty::uint64());
    let negative = e.compare_int(CmpOp::Lt, signed, 0);
    let as_unsigned = e.cast(signed, Ty::uint64());
    let compared = e.compare(op, as_unsigned, unsigned);
    let below = e.bool(matches!(op, CmpOp::Lt | CmpOp::Le | CmpOp::Ne));
    e.select(negative, below, compared)
}

/// `abs(a)`
pub fn absolute(a: Val) -> Option<Resolved> {
    let x = a.ty.unliteral();
    let ty = match x.kind() {
        Kind::Bool => Ty::int64(),
        Kind::Int(_) | Kind::Float(_) => x,
        Kind::Complex(f) => Ty::float(*f),
        _ => return None,
    };
    let complex = matches!(x.kind(), Kind::Complex(_));
    Some(Resolved::one(Val { ty, weak: a.weak }, move |e, args| {
        if complex {
            let (re, im) = (e.part(args[0], 0), e.part(args[0], 1));
            return e.math(MathFn::Hypot, &[re, im]);
        }
        let v = e.coerce(args[0], ty);
        match ty.kind() {
            Kind::Int(i) if !i.signed => v,
            _ => e.unary(Unary::Abs, v),
        }
    }))
}

/// A number from the host or a constant.
pub fn scalar_constant(value: &Const, ty: Ty, weak: bool) -> Resolved {
    let value = value.clone();
    Resolved::one(Val { ty, weak }, move |e, _| match (&value, ty.kind()) {
        (Const::Complex(re, im), Kind::Complex(f)) => {
            let part = Ty::float(*f);
            let (re, im) = (e.float(*re, part), e.float(*im, part));
            e.pack(&[re, im], ty)
        }
        _ => e.constant(value.clone(), ty),
    })
}

/// Whether an int64 is the same number in the integer type that it was converted to.
pub fn fits(e: &mut Emitter<'_>, v: Value, narrow: Value) -> Value {
    match e.ty(narrow).kind() {
        Kind::Int(IntTy { bits: 64, signed: false }) => e.compare_int(CmpOp::Ge, v, 0),
        _ => {
            let back = e.cast(narrow, Ty::int64());
            e.compare(CmpOp::Eq, back, v)
        }
    }
}

/// Converts an operand to the type that is computed in. A Python integer that this type does not have is an error, as in NumPy; in
/// CUDA kernels it wraps around.
pub fn adapt(e: &mut Emitter<'_>, v: Value, to: Ty) -> Value {
    let from = e.ty(v).unliteral();
    let converted = e.coerce(v, to);
    if e.cuda || from != Ty::int64() || !to.is_int() || to == from {
        return converted;
    }
    let wide = e.coerce(v, from);
    let ok = fits(e, wide, converted);
    let message = Message::new("a Python integer is out of bounds").text("Python integer ").number(e, wide);
    message.text(&format!(" out of bounds for {to}")).guard(e, "OverflowError", ok);
    converted
}

/// Raises OverflowError.
pub fn overflow(e: &mut Emitter<'_>, message: &str) {
    let never = e.bool(false);
    e.guard("OverflowError", message, never);
}

/// What NumPy says of a constant of the program that an integer type does not have; None for others, and in kernels.
pub fn out_of_bounds(cx: &Cx<'_>, val: Val, to: Ty) -> Option<String> {
    let (number, Kind::Int(int)) = (val.literal_int().filter(|_| val.weak && !cx.options.cuda)?, to.kind()) else {
        return None;
    };
    let high = match (int.bits, int.signed) {
        (64, _) => i64::MAX,
        (bits, true) => (1 << (bits - 1)) - 1,
        (bits, false) => (1 << bits) - 1,
    };
    let low = if int.signed { -high - 1 } else { 0 };
    (number < low || number > high).then(|| format!("Python integer {number} out of bounds for {to}"))
}
