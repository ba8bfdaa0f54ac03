//! Waiting for other threads and exchanging values with them: barriers, fences, the warp.

use crate::builtins::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val, Values};
use coluber_ir::Value;
use coluber_ir::typed::{BarrierKind, FenceScope, Op, WarpOp};
use coluber_ops::CmpOp;
use coluber_types::{FloatTy, Kind, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.cuda.kernel.sync.syncthreads", |_, a| sync(a, BarrierKind::Sync)),
    ("coluber.cuda.kernel.sync.sync_grid", |_, a| sync(a, BarrierKind::Grid)),
    ("coluber.cuda.kernel.cg.this_grid", this_grid),
    ("coluber.cuda.kernel.sync.syncthreads_count", |_, a| counting(a, BarrierKind::Count)),
    ("coluber.cuda.kernel.sync.syncthreads_and", |_, a| counting(a, BarrierKind::And)),
    ("coluber.cuda.kernel.sync.syncthreads_or", |_, a| counting(a, BarrierKind::Or)),
    ("coluber.cuda.kernel.sync.syncwarp", syncwarp),
    ("coluber.cuda.kernel.sync.threadfence", |_, a| fence(a, FenceScope::Device)),
    ("coluber.cuda.kernel.sync.threadfence_block", |_, a| fence(a, FenceScope::Block)),
    ("coluber.cuda.kernel.sync.threadfence_system", |_, a| fence(a, FenceScope::System)),
    ("coluber.cuda.kernel.warp.shfl_sync", |cx, a| shuffle(cx, a, WarpOp::ShuffleIndex)),
    ("coluber.cuda.kernel.warp.shfl_up_sync", |cx, a| shuffle(cx, a, WarpOp::ShuffleUp)),
    ("coluber.cuda.kernel.warp.shfl_down_sync", |cx, a| shuffle(cx, a, WarpOp::ShuffleDown)),
    ("coluber.cuda.kernel.warp.shfl_xor_sync", |cx, a| shuffle(cx, a, WarpOp::ShuffleXor)),
    ("coluber.cuda.kernel.warp.all_sync", |_, a| vote(a, WarpOp::All)),
    ("coluber.cuda.kernel.warp.any_sync", |_, a| vote(a, WarpOp::Any)),
    ("coluber.cuda.kernel.warp.eq_sync", |_, a| vote(a, WarpOp::Equal)),
    ("coluber.cuda.kernel.warp.ballot_sync", |_, a| vote(a, WarpOp::Ballot)),
    ("coluber.cuda.kernel.warp.match_any_sync", |cx, a| matching(cx, a, WarpOp::MatchAny)),
    ("coluber.cuda.kernel.warp.match_all_sync", |cx, a| matching(cx, a, WarpOp::MatchAll)),
    ("coluber.cuda.kernel.warp.activemask", activemask),
    ("coluber.cuda.kernel.warp.lanemask_lt", lanemask_lt),
];

fn sync(args: &CallArgs, kind: BarrierKind) -> Rule {
    if positional(args, 0..=0).is_none() {
        return Ok(None);
    }
    Ok(Some(none_after(move |e, _| e.builder().effect(Op::Barrier { kind }, &[]))))
}

/// `cuda.cg.this_grid()`
fn this_grid(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    Ok(positional(args, 0..=0).map(|_| Resolved::constant(Ty::new(Kind::GridGroup))))
}

/// `cuda.cg.this_grid().sync()`: waits for all threads of the grid, and gives 1.
pub fn sync_grid() -> Resolved {
    let int = Ty::int32();
    Resolved::one(Val::weak(int), move |e, _| {
        e.builder().effect(Op::Barrier { kind: BarrierKind::Grid }, &[]);
        e.int(1, int)
    })
}

/// An operation whose call has the value None.
fn none_after(emit: impl Fn(&mut Emitter<'_>, &[Value]) + 'static) -> Resolved {
    Resolved::one(Val::weak(Ty::none()), move |e, a| {
        emit(e, a);
        e.unit(Ty::none())
    })
}

fn counting(args: &CallArgs, kind: BarrierKind) -> Rule {
    let Some(&[predicate]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    if !is_flag(predicate) {
        return Ok(None);
    }
    let int = Ty::int32();
    Ok(Some(Resolved::one(Val::weak(int), move |e, a| {
        let flag = e.coerce(a[0], Ty::boolean());
        let flag = e.cast(flag, int);
        e.builder().value(Op::Barrier { kind }, &[flag], int)
    })))
}

fn is_flag(val: Val) -> bool {
    matches!(val.ty.unliteral().kind(), Kind::Bool | Kind::Int(_))
}

fn fence(args: &CallArgs, scope: FenceScope) -> Rule {
    if positional(args, 0..=0).is_none() {
        return Ok(None);
    }
    Ok(Some(none_after(move |e, _| e.builder().effect(Op::Fence { scope }, &[]))))
}

fn syncwarp(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(bound) = args.bind(&["mask"]) else {
        return Ok(None);
    };
    let given = bound[0].is_some();
    Ok(Some(none_after(move |e, a| {
        let mask = if given { e.coerce(a[0], Ty::int32()) } else { e.int(-1, Ty::int32()) };
        e.builder().effect(Op::Warp { op: WarpOp::Sync }, &[mask]);
    })))
}

/// The value is a number or bool of up to 64 bits.
fn shuffle(cx: &mut Cx<'_>, args: &CallArgs, op: WarpOp) -> Rule {
    let Some(&[mask, value, lane]) = positional(args, 3..=3) else {
        return Ok(None);
    };
    let int = Ty::int32();
    if !mask.ty.unliteral().is_int() || !lane.ty.unliteral().is_int() {
        return Ok(None);
    }
    let ty = value.ty.unliteral();
    match ty.kind() {
        Kind::Bool | Kind::Int(_) | Kind::Float(_) => {}
        _ => return Err(cx.error(format!("a value of type {ty} cannot be exchanged within a warp"))),
    }
    Ok(Some(Resolved::one(Val { ty, weak: value.weak }, move |e, a| {
        let (mask, v, lane) = (e.coerce(a[0], int), e.coerce(a[1], ty), e.coerce(a[2], int));
        e.builder().value(Op::Warp { op }, &[mask, v, lane], ty)
    })))
}

fn vote(args: &CallArgs, op: WarpOp) -> Rule {
    let Some(&[mask, predicate]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    if !mask.ty.unliteral().is_int() || !is_flag(predicate) {
        return Ok(None);
    }
    let ty = if op == WarpOp::Ballot { Ty::int32() } else { Ty::boolean() };
    Ok(Some(Resolved::one(Val::weak(ty), move |e, a| {
        let (mask, flag) = (e.coerce(a[0], Ty::int32()), e.coerce(a[1], Ty::boolean()));
        e.builder().value(Op::Warp { op }, &[mask, flag], ty)
    })))
}

/// `match_any` gives the mask, `match_all` the mask and whether all are equal.
fn matching(cx: &mut Cx<'_>, args: &CallArgs, op: WarpOp) -> Rule {
    let Some(&[mask, value]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    if !mask.ty.unliteral().is_int() {
        return Ok(None);
    }
    let ty = value.ty.unliteral();
    // Values are compared bit by bit.
    let bits = match ty.kind() {
        Kind::Bool => Ty::int32(),
        Kind::Int(_) => ty,
        Kind::Float(FloatTy::F16 | FloatTy::BF16) => Ty::int16(),
        Kind::Float(FloatTy::F32) => Ty::int32(),
        Kind::Float(FloatTy::F64) => Ty::int64(),
        _ => return Err(cx.error(format!("a value of type {ty} cannot be compared within a warp"))),
    };
    let int = Ty::int32();
    let emit = move |e: &mut Emitter<'_>, a: &[Value]| {
        let (mask, v) = (e.coerce(a[0], int), e.coerce(a[1], ty));
        let v = if ty.is_float() { e.builder().value(Op::Bitcast {}, &[v], bits) } else { e.cast(v, bits) };
        let v = if ty.is_half() { e.cast(v, Ty::int32()) } else { v };
        e.builder().value(Op::Warp { op }, &[mask, v], int)
    };
    if op == WarpOp::MatchAny {
        return Ok(Some(Resolved::one(Val::weak(int), emit)));
    }
    let pair = Ty::tuple(vec![int, Ty::boolean()]);
    Ok(Some(Resolved::one(Val::weak(pair), move |e, a| {
        let all = emit(e, a);
        let equal = e.compare_int(CmpOp::Ne, all, 0);
        e.pack(&[all, equal], pair)
    })))
}

fn activemask(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    Ok(positional(args, 0..=0).map(|_| {
        Resolved::many([Val::weak(Ty::uint32())], move |e, _| {
            let mask = e.builder().value(Op::ActiveMask {}, &[], Ty::int32());
            Values::from_buf([e.cast(mask, Ty::uint32())])
        })
    }))
}

/// The lanes below the own one.
fn lanemask_lt(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    use coluber_ir::typed::{Arith, ThreadWord};
    let int = Ty::int32();
    Ok(positional(args, 0..=0).map(|_| {
        Resolved::one(Val::weak(Ty::uint32()), move |e, _| {
            let lane = e.builder().value(Op::Thread { word: ThreadWord::Lane }, &[], int);
            let one = e.int(1, int);
            let bit = e.arith(Arith::Shl, one, lane);
            let below = e.sub(bit, one);
            e.cast(below, Ty::uint32())
        })
    }))
}
