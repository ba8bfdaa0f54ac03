//! Module `math`. Results are float64, or float32 for float32 and small integers; domain errors give NaN.

use super::Builtin;
use super::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ir::typed::{Arith, Unary};
use coluber_ops::{CmpOp, MathFn};
use coluber_types::{FloatTy, Kind, Ty};

macro_rules! elementary {
    ($($key:literal => $func:ident,)*) => {
        &[$(($key, |cx, args| function(cx, args, MathFn::$func)),)*
          ("math.sqrt", |cx, args| operation(cx, args, |e, a| e.unary(Unary::Sqrt, a[0]))),
          ("math.fabs", |cx, args| operation(cx, args, |e, a| e.unary(Unary::Abs, a[0]))),
          ("math.copysign", |cx, args| binary_operation(cx, args, |e, a| e.arith(Arith::CopySign, a[0], a[1]))),
          ("math.radians", |cx, args| operation(cx, args, |e, a| scaled(e, a[0], std::f64::consts::PI / 180.0))),
          ("math.degrees", |cx, args| operation(cx, args, |e, a| scaled(e, a[0], 180.0 / std::f64::consts::PI))),
          ("math.floor", |cx, args| rounding(cx, args, Unary::Floor)),
          ("math.ceil", |cx, args| rounding(cx, args, Unary::Ceil)),
          ("math.trunc", |cx, args| rounding(cx, args, Unary::Trunc)),
          ("math.isnan", |cx, args| predicate(cx, args, |e, v| e.compare(CmpOp::Ne, v, v))),
          ("math.isinf", |cx, args| predicate(cx, args, |e, v| compare_magnitude(e, CmpOp::Eq, v))),
          ("math.isfinite", |cx, args| predicate(cx, args, |e, v| compare_magnitude(e, CmpOp::Lt, v))),
        ]
    };
}

/// The rows. The functions that are not here are Python in the library.
pub const ROWS: &[(&str, Builtin)] = elementary! {
    "math.exp" => Exp,
    "math.exp2" => Exp2,
    "math.expm1" => Expm1,
    "math.log2" => Log2,
    "math.log10" => Log10,
    "math.log1p" => Log1p,
    "math.log" => Log,
    "math.sin" => Sin,
    "math.cos" => Cos,
    "math.tan" => Tan,
    "math.asin" => Asin,
    "math.acos" => Acos,
    "math.atan" => Atan,
    "math.atan2" => Atan2,
    "math.sinh" => Sinh,
    "math.cosh" => Cosh,
    "math.tanh" => Tanh,
    "math.asinh" => Asinh,
    "math.acosh" => Acosh,
    "math.atanh" => Atanh,
    "math.pow" => Pow,
    "math.hypot" => Hypot,
    "math.cbrt" => Cbrt,
    "math.erf" => Erf,
    "math.erfc" => Erfc,
    "math.gamma" => Gamma,
    "math.lgamma" => Lgamma,
    "math.fmod" => Fmod,
    "math.remainder" => Remainder,
    "math.nextafter" => Nextafter,
};

/// The type that a function of numbers of these types computes in.
fn float_type(vals: &[Val]) -> Option<Ty> {
    let mut wide = None;
    for val in vals {
        let float = match val.ty.unliteral().kind() {
            Kind::Float(float) => *float,
            Kind::Bool | Kind::Int(_) => FloatTy::F64,
            _ => return None,
        };
        wide = Some(wide.map_or(float, |other: FloatTy| other.join(float)));
    }
    wide.map(Ty::float)
}

/// An elementary function of floats, or of numbers that become floats.
pub fn function(_: &mut Cx<'_>, args: &CallArgs, func: MathFn) -> Rule {
    let Some(vals) = positional(args, func.arity()..=func.arity()) else {
        return Ok(None);
    };
    Ok(on_floats(vals, move |e, a| e.math(func, a)))
}

fn operation(_: &mut Cx<'_>, args: &CallArgs, f: fn(&mut Emitter<'_>, &[Value]) -> Value) -> Rule {
    let Some(vals) = positional(args, 1..=1) else {
        return Ok(None);
    };
    Ok(on_floats(vals, f))
}

fn binary_operation(_: &mut Cx<'_>, args: &CallArgs, f: fn(&mut Emitter<'_>, &[Value]) -> Value) -> Rule {
    let Some(vals) = positional(args, 2..=2) else {
        return Ok(None);
    };
    Ok(on_floats(vals, f))
}

fn on_floats(vals: &[Val], f: impl Fn(&mut Emitter<'_>, &[Value]) -> Value + 'static) -> Option<Resolved> {
    let ty = float_type(vals)?;
    Some(Resolved::one(Val::weak(ty), move |e, a| {
        let args: Vec<Value> = a.iter().map(|v| e.coerce(*v, ty)).collect();
        f(e, &args)
    }))
}

fn scaled(e: &mut Emitter<'_>, v: Value, by: f64) -> Value {
    let ty = e.ty(v);
    let by = e.float(by, ty);
    e.mul(v, by)
}

/// `floor`, `ceil`, `trunc`: to int64.
fn rounding(_: &mut Cx<'_>, args: &CallArgs, op: Unary) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let plain = x.ty.unliteral();
    Ok(match plain.kind() {
        Kind::Float(_) => Some(Resolved::one(Val::weak(Ty::int64()), move |e, a| {
            let v = e.unary(op, a[0]);
            e.cast(v, Ty::int64())
        })),
        Kind::Bool | Kind::Int(_) => {
            let ty = if plain == Ty::uint64() { plain } else { Ty::int64() };
            Some(Resolved::one(Val::weak(ty), move |e, a| e.coerce(a[0], ty)))
        }
        _ => None,
    })
}

fn predicate(_: &mut Cx<'_>, args: &CallArgs, f: fn(&mut Emitter<'_>, Value) -> Value) -> Rule {
    let Some(vals) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let Some(ty) = float_type(vals) else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let v = e.coerce(a[0], ty);
        f(e, v)
    })))
}

fn compare_magnitude(e: &mut Emitter<'_>, op: CmpOp, v: Value) -> Value {
    let ty = e.ty(v);
    let (size, inf) = (e.unary(Unary::Abs, v), e.float(f64::INFINITY, ty));
    e.compare(op, size, inf)
}
