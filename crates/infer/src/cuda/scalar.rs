//! Scalar functions: counting bits, fused arithmetic, selection, loads and stores with a cache hint, breakpoints.

use crate::builtins::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::subscript;
use crate::value::{Resolved, Val};
use coluber_ir::typed::{CacheHint, Op, Unary};
use coluber_ops::{CmpOp, MathFn};
use coluber_types::{FloatTy, IntTy, Kind, Ty, unify};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.cuda.kernel.scalar.popc", |_, a| bits(a, Unary::PopCount)),
    ("coluber.cuda.kernel.scalar.brev", |_, a| bits(a, Unary::ReverseBits)),
    ("coluber.cuda.kernel.scalar.clz", |_, a| bits(a, Unary::LeadingZeros)),
    ("coluber.cuda.kernel.scalar.ffs", |_, a| find_first_set(a)),
    ("coluber.cuda.kernel.scalar.fma", |_, a| fma(a)),
    ("coluber.cuda.kernel.scalar.cbrt", |_, a| cbrt(a)),
    ("coluber.cuda.kernel.scalar.selp", |_, a| selp(a)),
    ("coluber.cuda.kernel.scalar.nanosleep", |_, a| nanosleep(a)),
    ("builtins.breakpoint", breakpoint),
    ("coluber.cuda.kernel.cache.ldca", |cx, a| load(cx, a, CacheHint::All)),
    ("coluber.cuda.kernel.cache.ldcg", |cx, a| load(cx, a, CacheHint::Global)),
    ("coluber.cuda.kernel.cache.ldcs", |cx, a| load(cx, a, CacheHint::Streaming)),
    ("coluber.cuda.kernel.cache.ldlu", |cx, a| load(cx, a, CacheHint::LastUse)),
    ("coluber.cuda.kernel.cache.ldcv", |cx, a| load(cx, a, CacheHint::Volatile)),
    ("coluber.cuda.kernel.cache.stcg", |cx, a| store(cx, a, CacheHint::Global)),
    ("coluber.cuda.kernel.cache.stcs", |cx, a| store(cx, a, CacheHint::Streaming)),
    ("coluber.cuda.kernel.cache.stwb", |cx, a| store(cx, a, CacheHint::WriteBack)),
    ("coluber.cuda.kernel.cache.stwt", |cx, a| store(cx, a, CacheHint::WriteThrough)),
];

/// The type of an operand of integers' functions, an int64 for a literal.
fn integer(args: &CallArgs) -> Option<Ty> {
    let &[x] = positional(args, 1..=1)? else { return None };
    let ty = x.ty.unliteral();
    match ty.kind() {
        Kind::Int(_) => Some(ty),
        Kind::Bool => Some(Ty::int32()),
        _ => None,
    }
}

fn bits(args: &CallArgs, op: Unary) -> Rule {
    Ok(integer(args).map(|ty| {
        Resolved::one(Val::weak(ty), move |e, a| {
            let v = e.coerce(a[0], ty);
            e.unary(op, v)
        })
    }))
}

/// One more than the position of the lowest bit that is set, 0 for 0.
fn find_first_set(args: &CallArgs) -> Rule {
    Ok(integer(args).map(|ty| {
        let bits = match ty.kind() {
            Kind::Int(IntTy { bits, .. }) => *bits,
            _ => 64,
        };
        let result = if bits <= 32 { Ty::int32() } else { Ty::int64() };
        Resolved::one(Val::weak(result), move |e, a| {
            let v = e.coerce(a[0], ty);
            let position = e.unary(Unary::TrailingZeros, v);
            let position = e.cast(position, result);
            let (one, zero) = (e.int(1, result), e.int(0, result));
            let next = e.add(position, one);
            let none = e.compare_int(CmpOp::Eq, v, 0);
            e.select(none, zero, next)
        })
    }))
}

fn float_of(vals: &[Val]) -> Option<Ty> {
    let single = |val: &Val| val.ty.unliteral() == Ty::float(FloatTy::F32);
    if !vals.iter().all(|val| matches!(val.ty.unliteral().kind(), Kind::Int(_) | Kind::Float(_))) {
        return None;
    }
    let first = vals.first()?.ty.unliteral();
    if first.is_half() && vals.iter().all(|val| val.ty.unliteral() == first) {
        return Some(first);
    }
    Some(if vals.iter().all(single) { Ty::float32() } else { Ty::float64() })
}

fn fma(args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 3..=3) else {
        return Ok(None);
    };
    Ok(float_of(vals).map(|ty| {
        Resolved::one(Val::weak(ty), move |e, a| {
            let operands = [e.coerce(a[0], ty), e.coerce(a[1], ty), e.coerce(a[2], ty)];
            e.builder().value(Op::Fma {}, &operands, ty)
        })
    }))
}

fn cbrt(args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 1..=1) else {
        return Ok(None);
    };
    Ok(float_of(vals).map(|ty| {
        Resolved::one(Val::weak(ty), move |e, a| {
            let v = e.coerce(a[0], ty);
            e.math(MathFn::Cbrt, &[v])
        })
    }))
}

/// `selp(condition, a, b)`
fn selp(args: &CallArgs) -> Rule {
    let Some(&[cond, a, b]) = positional(args, 3..=3) else {
        return Ok(None);
    };
    let ty = match unify(a.ty.unliteral(), b.ty.unliteral()) {
        Some(ty) if ty.is_number() && cond.ty.unliteral().is_number() => ty,
        _ => return Ok(None),
    };
    Ok(Some(Resolved::one(Val { ty, weak: a.weak && b.weak }, move |e, v| {
        let cond = e.coerce(v[0], Ty::boolean());
        let (a, b) = (e.coerce(v[1], ty), e.coerce(v[2], ty));
        e.select(cond, a, b)
    })))
}

/// A hint to wait, which may be ignored.
fn nanosleep(args: &CallArgs) -> Rule {
    let fits = positional(args, 1..=1).is_some_and(|vals| vals[0].ty.unliteral().is_int());
    Ok(fits.then(|| Resolved::constant(Ty::none())))
}

/// `breakpoint()`: stops in a debugger on a GPU.
fn breakpoint(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if !cx.options.cuda {
        return Err(cx.unsupported("breakpoint() is for CUDA kernels and the functions that they call"));
    }
    Ok(positional(args, 0..=0).map(|_| {
        Resolved::one(Val::weak(Ty::none()), |e, _| {
            e.builder().effect(Op::Breakpoint {}, &[]);
            e.unit(Ty::none())
        })
    }))
}

/// `ldca(array, index)`
fn load(cx: &mut Cx<'_>, args: &CallArgs, hint: CacheHint) -> Rule {
    let Some(&[array, at]) = positional(args, 2..=2).filter(|args| has_elements(args[0])) else {
        return Ok(None);
    };
    let found = subscript::getitem(cx, array, at)?;
    let (val, emit) = (found.val(), found.emit.clone());
    Ok(Some(Resolved::one(val, move |e, a| e.with_cache_hint(hint, |e| emit(e, a)).remove(0))))
}

/// `stcg(array, index, value)`
fn store(cx: &mut Cx<'_>, args: &CallArgs, hint: CacheHint) -> Rule {
    let Some(&[array, at, value]) = positional(args, 3..=3).filter(|args| has_elements(args[0])) else {
        return Ok(None);
    };
    let found = subscript::setitem(cx, array, at, value)?;
    let emit = found.emit.clone();
    Ok(Some(Resolved::one(Val::weak(Ty::none()), move |e, a| {
        e.with_cache_hint(hint, |e| emit(e, a));
        e.unit(Ty::none())
    })))
}

fn has_elements(val: Val) -> bool {
    matches!(val.ty.kind(), Kind::Array { .. } | Kind::Pointer(_))
}
