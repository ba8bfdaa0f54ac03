//! Ranges and their iterators.
//!
//! An iterator whose step is 1 or -1 is the next number and the stop value; others are the next number, how many are left, and the
//! step unless it is known.

use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ir::typed::Arith;
use coluber_ops::CmpOp;
use coluber_types::{IntTy, Kind, Spread, Ty};

/// `iter(range(...))`
pub fn get(int: IntTy, step: Option<i64>, parallel: Spread) -> Resolved {
    let iter = Ty::new(Kind::RangeIter { int, step, parallel });
    Resolved::one(Val::weak(iter), move |e, a| range_iter(e, a[0], iter))
}

pub(super) fn valid(step: Option<i64>) -> Resolved {
    Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let (x, y) = (e.part(a[0], 0), e.part(a[0], 1));
        match step {
            Some(-1) => e.compare(CmpOp::Gt, x, y),
            Some(1) => e.compare(CmpOp::Lt, x, y),
            _ => e.compare_int(CmpOp::Gt, y, 0),
        }
    })
}

/// The index in an array at the position that the iterator stands on: a number for one axis.
pub(super) fn index(ndim: u8) -> Resolved {
    let ndim = usize::from(ndim);
    if ndim == 1 {
        return Resolved::one(Val::weak(Ty::int64()), |e, a| e.part(a[0], 0));
    }
    let ty = Ty::uni_tuple(Ty::int64(), ndim);
    Resolved::one(Val::weak(ty), move |e, a| {
        let (at, extents) = (e.part(a[0], 0), e.part(a[0], 2));
        let index = super::unravel(e, extents, at, ndim);
        e.pack(&index, ty)
    })
}

pub(super) fn value(int: IntTy) -> Resolved {
    Resolved::one(Val::weak(Ty::int(int)), |e, a| e.part(a[0], 0))
}

pub(super) fn advance(iter: Val, step: Option<i64>) -> Resolved {
    let ty = iter.ty;
    match step {
        // The sum is at most the stop value, so it can't overflow.
        Some(step @ (1 | -1)) => Resolved::one(iter, move |e, a| {
            let (next, stop) = (e.part(a[0], 0), e.part(a[0], 1));
            let int = e.ty(next);
            let by = e.int(step, int);
            let after = e.arith(Arith::AddNoWrap, next, by);
            let mut parts = e.parts(a[0]);
            parts.splice(..2, [after, stop]);
            e.pack(&parts, ty)
        }),
        Some(step) => Resolved::one(iter, move |e, a| {
            let (next, left) = (e.part(a[0], 0), e.part(a[0], 1));
            let int = e.ty(next);
            let by = e.int(step, int);
            let (after, one) = (e.add(next, by), e.int(1, int));
            let left = e.sub(left, one);
            e.pack(&[after, left], ty)
        }),
        None => Resolved::one(iter, move |e, a| {
            let (next, left, step) = (e.part(a[0], 0), e.part(a[0], 1), e.part(a[0], 2));
            let after = e.add(next, step);
            let one = e.i64(1);
            let left = e.sub(left, one);
            e.pack(&[after, left, step], ty)
        }),
    }
}

/// The number of items of a range.
pub fn range_length(e: &mut Emitter<'_>, range: Value) -> Value {
    let Kind::Range { step, .. } = e.ty(range).kind() else {
        return e.i64(0);
    };
    let (start, stop) = (e.part(range, 0), e.part(range, 1));
    let int = e.ty(start);
    let step = match step {
        Some(s) => e.int(*s, int),
        None => e.part(range, 2),
    };
    count(e, start, stop, step)
}

/// How many numbers `start, start + step, ...` stand before `stop`: 0 when there are none.
fn count(e: &mut Emitter<'_>, start: Value, stop: Value, step: Value) -> Value {
    let i64 = Ty::int64();
    let u64 = Ty::uint64();
    let up = e.compare_int(CmpOp::Gt, step, 0);
    let (lo, hi) = (e.select(up, start, stop), e.select(up, stop, start));
    let some = e.compare(CmpOp::Lt, lo, hi);
    let (lo, hi) = (e.cast(lo, u64), e.cast(hi, u64));
    let distance = e.sub(hi, lo);
    let step = e.cast(step, i64);
    let down = e.neg(step);
    let step = e.select(up, step, down);
    let step = e.cast(step, u64);
    let one = e.int(1, u64);
    let before = e.sub(distance, one);
    let is_zero = e.compare_int(CmpOp::Eq, step, 0);
    let divisor = e.select(is_zero, one, step);
    let whole = e.div(before, divisor);
    let whole = e.add(whole, one);
    let whole = e.cast(whole, i64);
    let zero = e.i64(0);
    e.select(some, whole, zero)
}

fn range_iter(e: &mut Emitter<'_>, range: Value, iter: Ty) -> Value {
    let (start, stop) = (e.part(range, 0), e.part(range, 1));
    let int = e.ty(start);
    match iter.kind() {
        Kind::RangeIter { parallel: Spread::Indices(_), .. } => {
            let extents = e.part(range, 2);
            e.pack(&[start, stop, extents], iter)
        }
        Kind::RangeIter { step: Some(1 | -1), .. } => e.pack(&[start, stop], iter),
        Kind::RangeIter { step: Some(step), .. } => {
            let step = e.int(*step, int);
            let left = count(e, start, stop, step);
            let left = e.cast(left, int);
            e.pack(&[start, left], iter)
        }
        _ => {
            let step = e.part(range, 2);
            let left = count(e, start, stop, step);
            e.pack(&[start, left, step], iter)
        }
    }
}

/// A range iterator as one whose step is not known, perhaps with wider integers.
pub fn widen_range_iter(e: &mut Emitter<'_>, iter: Value, to: Ty) -> Value {
    let wanted = coluber_types::fields::fields(to);
    let (Kind::RangeIter { step, .. }, [int, count_type, _]) = (e.ty(iter).kind(), wanted.as_slice()) else {
        return e.undef(to);
    };
    let (next, second) = (e.part(iter, 0), e.part(iter, 1));
    let own = e.ty(next);
    let (left, step) = match step {
        None => (second, e.part(iter, 2)),
        Some(step @ (1 | -1)) => {
            let step = e.int(*step, own);
            (count(e, next, second, step), step)
        }
        Some(step) => (second, e.int(*step, own)),
    };
    let parts = [e.cast(next, *int), e.cast(left, *count_type), e.cast(step, *int)];
    e.pack(&parts, to)
}

/// Which item of a range a number of it is.
pub fn range_position(e: &mut Emitter<'_>, range: Value, item: Value) -> Value {
    let Kind::Range { step, .. } = *e.ty(range).kind() else {
        return item;
    };
    let start = e.part(range, 0);
    let (item, start) = (e.cast(item, Ty::int64()), e.cast(start, Ty::int64()));
    let distance = e.sub(item, start);
    let step = match step {
        Some(1) => return distance,
        Some(known) => e.i64(known),
        None => {
            let step = e.part(range, 2);
            e.cast(step, Ty::int64())
        }
    };
    e.div(distance, step)
}

/// Item of a range at an index in range.
pub fn range_item(e: &mut Emitter<'_>, range: Value, k: Value) -> Value {
    let Kind::Range { step, .. } = e.ty(range).kind() else {
        return k;
    };
    let start = e.part(range, 0);
    let int = e.ty(start);
    let step = match step {
        Some(s) => e.int(*s, int),
        None => e.part(range, 2),
    };
    let k = e.cast(k, int);
    let offset = e.mul(k, step);
    e.add(start, offset)
}
