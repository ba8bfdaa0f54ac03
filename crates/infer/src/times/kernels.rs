//! Ufuncs and operators on times, with NumPy's units and rules for NaT. An integer beside a time is a span in its unit.

use super::{count, is_nat, is_time, time, unless};
use crate::arrays::dtype::Operand;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::numbers::int_divmod;
use crate::value::{Kernel, Val};
use coluber_ir::Value;
use coluber_ir::typed::Unary;
use coluber_ops::CmpOp;
use coluber_types::{Kind, TimeUnit, Ty};
use smallvec::SmallVec;
use std::rc::Rc;

type Emit = fn(&mut Emitter<'_>, &[Value], Ty) -> Value;

/// What an operand is.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Date(TimeUnit),
    Span(TimeUnit),
    Int,
    Float,
}

use Side::{Date, Float, Int, Span};

fn classify(ty: Ty) -> Option<Side> {
    Some(match ty.kind() {
        Kind::Date(unit) => Date(*unit),
        Kind::Span(unit) => Span(*unit),
        Kind::Int(_) | Kind::Bool => Int,
        Kind::Float(_) => Float,
        _ => return None,
    })
}

/// An integer as a span of any unit.
fn as_span(operand: Side) -> Side {
    if operand == Int { Span(TimeUnit::GENERIC) } else { operand }
}

/// `function(...)` of scalars of which one is a time.
pub fn on_scalars(cx: &mut Cx<'_>, function: &str, vals: &[Val]) -> Rule {
    if !vals.iter().any(|v| is_time(v.ty)) {
        return Ok(None);
    }
    crate::arrays::ufunc::on_scalars(cx, function, vals)
}

/// The scalar operation of a ufunc for operands of which one is a time; None when it has none.
pub fn kernel(name: &str, operands: &[Operand]) -> Option<Kernel> {
    let kinds = operands.iter().map(|o| classify(o.dtype)).collect::<Option<Vec<_>>>()?;
    let (types, result, emit) = match kinds[..] {
        [one] => unary(name, one)?,
        [a, b] => binary(name, a, b)?,
        _ => return None,
    };
    let shown: Vec<String> = types.iter().map(Ty::to_string).collect();
    Some(Kernel {
        name: format!("{name}.{}", shown.join(".")),
        operands: types,
        result,
        emit: Rc::new(move |e, a| SmallVec::from_buf([emit(e, a, result)])),
    })
}

fn unary(name: &str, a: Side) -> Option<(Vec<Ty>, Ty, Emit)> {
    let ty = match a {
        Date(unit) => Ty::new(Kind::Date(unit)),
        Span(unit) => Ty::new(Kind::Span(unit)),
        _ => return None,
    };
    let is_span = matches!(a, Span(_));
    let (result, emit): (Ty, Emit) = match name {
        "isnat" | "isnan" => (Ty::boolean(), |e, a, _| on_count(e, a[0], is_nat)),
        "isinf" => (Ty::boolean(), |e, _, _| e.bool(false)),
        "isfinite" => (Ty::boolean(), |e, a, _| {
            let bad = on_count(e, a[0], is_nat);
            e.not(bad)
        }),
        "positive" if is_span => (ty, |_, a, _| a[0]),
        // The smallest integer is its own negative.
        "negative" if is_span => (ty, |e, a, ty| mapped(e, a[0], ty, |e, v| e.neg(v))),
        "absolute" if is_span => (ty, |e, a, ty| mapped(e, a[0], ty, |e, v| e.unary(Unary::Abs, v))),
        "sign" if is_span => (ty, |e, a, ty| mapped(e, a[0], ty, sign)),
        _ => return None,
    };
    Some((vec![ty], result, emit))
}

fn on_count(e: &mut Emitter<'_>, v: Value, f: fn(&mut Emitter<'_>, Value) -> Value) -> Value {
    let v = count(e, v);
    f(e, v)
}

fn mapped(e: &mut Emitter<'_>, v: Value, ty: Ty, f: fn(&mut Emitter<'_>, Value) -> Value) -> Value {
    let v = on_count(e, v, f);
    time(e, v, ty)
}

/// As in NumPy, that of NaT is -1.
fn sign(e: &mut Emitter<'_>, v: Value) -> Value {
    let (above, below) = (e.compare_int(CmpOp::Gt, v, 0), e.compare_int(CmpOp::Lt, v, 0));
    let (above, below) = (e.cast(above, Ty::int64()), e.cast(below, Ty::int64()));
    e.sub(above, below)
}

fn binary(name: &str, a: Side, b: Side) -> Option<(Vec<Ty>, Ty, Emit)> {
    let span = |unit| Ty::new(Kind::Span(unit));
    let date = |unit| Ty::new(Kind::Date(unit));
    let (float, int) = (Ty::float64(), Ty::int64());
    let arithmetic = |x: Ty, y: Ty, result: Ty, emit: Emit| Some((vec![x, y], result, emit));
    match (name, a, b) {
        ("add" | "subtract", Date(u), Int | Span(_)) => {
            let Span(v) = as_span(b) else { return None };
            let unit = u.moved_by(v)?;
            arithmetic(date(unit), span(unit), date(unit), sum(name))
        }
        ("add", Int | Span(_), Date(u)) => {
            let Span(v) = as_span(a) else { return None };
            let unit = u.moved_by(v)?;
            arithmetic(span(unit), date(unit), date(unit), sum(name))
        }
        ("subtract", Date(u), Date(v)) => {
            let unit = u.join_dates(v);
            arithmetic(date(unit), date(unit), span(unit), sum(name))
        }
        ("multiply", Span(u), Int) => arithmetic(span(u), int, span(u), |e, a, ty| product(e, a[0], a[1], ty)),
        ("multiply", Int, Span(u)) => arithmetic(int, span(u), span(u), |e, a, ty| product(e, a[1], a[0], ty)),
        ("multiply", Span(u), Float) => {
            arithmetic(span(u), float, span(u), |e, a, ty| scaled(e, a[0], a[1], ty, false))
        }
        ("multiply", Float, Span(u)) => {
            arithmetic(float, span(u), span(u), |e, a, ty| scaled(e, a[1], a[0], ty, false))
        }
        // NumPy's floor_divide of a span by a number rounds to zero as well.
        ("divide" | "floor_divide", Span(u), Int) => arithmetic(span(u), int, span(u), quotient),
        ("divide" | "floor_divide", Span(u), Float) => {
            arithmetic(span(u), float, span(u), |e, a, ty| scaled(e, a[0], a[1], ty, true))
        }
        ("divide" | "floor_divide" | "remainder", Int, Span(_)) | ("remainder", Span(_), Int) => None,
        _ => same_kind(name, as_span(a), as_span(b)),
    }
}

/// Operations on two dates or two spans.
fn same_kind(name: &str, a: Side, b: Side) -> Option<(Vec<Ty>, Ty, Emit)> {
    let (ty, is_span) = match (a, b) {
        (Date(u), Date(v)) => (Ty::new(Kind::Date(u.join_dates(v))), false),
        (Span(u), Span(v)) => (Ty::new(Kind::Span(u.join_spans(v)?)), true),
        _ => return None,
    };
    let (result, emit): (Ty, Emit) = match name {
        "add" | "subtract" if is_span => (ty, sum(name)),
        "divide" if is_span => (Ty::float64(), ratio),
        "floor_divide" if is_span => (Ty::int64(), |e, a, _| divided(e, a).0),
        "remainder" if is_span => (ty, |e, a, ty| {
            let rest = divided(e, a).1;
            time(e, rest, ty)
        }),
        "equal" => (Ty::boolean(), |e, a, _| compare(e, CmpOp::Eq, a)),
        "not_equal" => (Ty::boolean(), |e, a, _| compare(e, CmpOp::Ne, a)),
        "less" => (Ty::boolean(), |e, a, _| compare(e, CmpOp::Lt, a)),
        "less_equal" => (Ty::boolean(), |e, a, _| compare(e, CmpOp::Le, a)),
        "greater" => (Ty::boolean(), |e, a, _| compare(e, CmpOp::Gt, a)),
        "greater_equal" => (Ty::boolean(), |e, a, _| compare(e, CmpOp::Ge, a)),
        // NaT is the smallest integer: `minimum` gives it and `fmax` does not without further ado.
        "minimum" => (ty, |e, a, ty| extremum(e, CmpOp::Le, a, ty)),
        "fmax" => (ty, |e, a, ty| extremum(e, CmpOp::Ge, a, ty)),
        "maximum" => (ty, |e, a, ty| {
            let best = extremum(e, CmpOp::Ge, a, Ty::int64());
            let bad = any_nat(e, a);
            let best = unless(e, bad, best);
            time(e, best, ty)
        }),
        "fmin" => (ty, |e, a, ty| {
            let least = extremum(e, CmpOp::Le, a, Ty::int64());
            let most = extremum(e, CmpOp::Ge, a, Ty::int64());
            let bad = any_nat(e, a);
            let least = e.select(bad, most, least);
            time(e, least, ty)
        }),
        _ => return None,
    };
    Some((vec![ty, ty], result, emit))
}

fn any_nat(e: &mut Emitter<'_>, a: &[Value]) -> Value {
    let (x, y) = (on_count(e, a[0], is_nat), on_count(e, a[1], is_nat));
    e.or(x, y)
}

fn sum(name: &str) -> Emit {
    if name == "add" {
        |e, a, ty| {
            let (x, y) = (count(e, a[0]), count(e, a[1]));
            let sum = e.add(x, y);
            let bad = any_nat(e, a);
            let sum = unless(e, bad, sum);
            time(e, sum, ty)
        }
    } else {
        |e, a, ty| {
            let (x, y) = (count(e, a[0]), count(e, a[1]));
            let difference = e.sub(x, y);
            let bad = any_nat(e, a);
            let difference = unless(e, bad, difference);
            time(e, difference, ty)
        }
    }
}

fn product(e: &mut Emitter<'_>, span: Value, by: Value, ty: Ty) -> Value {
    let v = count(e, span);
    let product = e.mul(v, by);
    let bad = is_nat(e, v);
    let product = unless(e, bad, product);
    time(e, product, ty)
}

/// A span times or over a float, rounded to zero. What is no integer of 64 bits is NaT.
fn scaled(e: &mut Emitter<'_>, span: Value, by: Value, ty: Ty, divide: bool) -> Value {
    let v = count(e, span);
    let wide = e.cast(v, Ty::float64());
    let result = if divide { e.div(wide, by) } else { e.mul(wide, by) };
    let (size, limit) = (e.unary(Unary::Abs, result), e.float(9_223_372_036_854_775_808.0, Ty::float64()));
    let fits = e.compare(CmpOp::Lt, size, limit);
    let (bad, wrong) = (is_nat(e, v), e.not(fits));
    let bad = e.or(bad, wrong);
    let whole = e.cast(result, Ty::int64());
    let whole = unless(e, bad, whole);
    time(e, whole, ty)
}

/// A span over an integer, rounded to zero; over zero it is NaT.
fn quotient(e: &mut Emitter<'_>, a: &[Value], ty: Ty) -> Value {
    let v = count(e, a[0]);
    let (zero, one) = (e.compare_int(CmpOp::Eq, a[1], 0), e.i64(1));
    let divisor = e.select(zero, one, a[1]);
    let quotient = e.div(v, divisor);
    let bad = is_nat(e, v);
    let bad = e.or(bad, zero);
    let quotient = unless(e, bad, quotient);
    time(e, quotient, ty)
}

/// The quotient of two spans as a float64.
fn ratio(e: &mut Emitter<'_>, a: &[Value], _: Ty) -> Value {
    let float = Ty::float64();
    let (x, y) = (count(e, a[0]), count(e, a[1]));
    let (x, y) = (e.cast(x, float), e.cast(y, float));
    let ratio = e.div(x, y);
    let (bad, nan) = (any_nat(e, a), e.float(f64::NAN, float));
    e.select(bad, nan, ratio)
}

/// Quotient, rounded down, and remainder of two spans. By zero and with NaT they are zero and NaT.
fn divided(e: &mut Emitter<'_>, a: &[Value]) -> (Value, Value) {
    let (x, y) = (count(e, a[0]), count(e, a[1]));
    let (zero, one) = (e.compare_int(CmpOp::Eq, y, 0), e.i64(1));
    let divisor = e.select(zero, one, y);
    let (quotient, rest) = int_divmod(e, x, divisor, false);
    let bad = any_nat(e, a);
    let bad = e.or(bad, zero);
    let nothing = e.i64(0);
    (e.select(bad, nothing, quotient), unless(e, bad, rest))
}

fn compare(e: &mut Emitter<'_>, op: CmpOp, a: &[Value]) -> Value {
    let (x, y) = (count(e, a[0]), count(e, a[1]));
    let (holds, bad) = (e.compare(op, x, y), any_nat(e, a));
    if op == CmpOp::Ne {
        return e.or(holds, bad);
    }
    let good = e.not(bad);
    e.and(holds, good)
}

/// The larger or smaller one, `ty` or int64.
fn extremum(e: &mut Emitter<'_>, op: CmpOp, a: &[Value], ty: Ty) -> Value {
    let (x, y) = (count(e, a[0]), count(e, a[1]));
    let first = e.compare(op, x, y);
    let best = e.select(first, x, y);
    if ty == Ty::int64() { best } else { time(e, best, ty) }
}
