//! Iterators as values: `get_iter`, `iter_valid`, `iter_value`, `iter_advance`.

use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ir::typed::Arith;
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};

/// `iter(x)`
pub fn get_iter(cx: &mut Cx<'_>, val: Val) -> Rule {
    let ty = val.ty;
    let with_position = |iter: Kind| {
        let iter = Ty::new(iter);
        Resolved::one(Val::new(iter), move |e, a| {
            let zero = e.i64(0);
            e.pack(&[a[0], zero], iter)
        })
    };
    Ok(Some(match ty.kind() {
        Kind::Range { int, step } => {
            let iter = Ty::new(Kind::RangeIter { int: *int, step: *step });
            Resolved::one(Val::weak(iter), move |e, a| range_iter(e, a[0], iter))
        }
        Kind::Array { ndim, .. } if *ndim > 0 => with_position(Kind::ArrayIter(ty)),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => {
            let Some(item) = coluber_types::unify::unify_all(items.iter().copied()).filter(|_| !items.is_empty())
            else {
                return heterogeneous(cx, ty, items);
            };
            let item = item.unliteral();
            let tuple = Ty::uni_tuple(item, items.len());
            let iter = Ty::new(Kind::TupleIter(tuple));
            Resolved::one(Val::new(iter), move |e, a| {
                let tuple = e.coerce_tuple(a[0], tuple);
                let zero = e.i64(0);
                e.pack(&[tuple, zero], iter)
            })
        }
        Kind::Enumerate(_) | Kind::Zip(_) | Kind::Reversed(_) | Kind::RangeIter { .. } | Kind::ArrayIter(_) => {
            identity(val)
        }
        Kind::TupleIter(_) | Kind::FlatIter(_) | Kind::NdIndex(_) | Kind::NdEnumerate(_) => identity(val),
        _ => return Ok(None),
    }))
}

fn heterogeneous(cx: &Cx<'_>, ty: Ty, items: &[Ty]) -> Rule {
    if items.is_empty() {
        let tuple = Ty::tuple(Vec::new());
        let iter = Ty::new(Kind::TupleIter(tuple));
        return Ok(Some(Resolved::one(Val::new(iter), move |e, a| {
            let zero = e.i64(0);
            let empty = e.repack(a[0], tuple);
            e.pack(&[empty, zero], iter)
        })));
    }
    Err(cx
        .error(format!("Cannot iterate over {ty}: its items have no common type"))
        .hint("only tuples whose items have a common type can be iterated over"))
}

fn identity(val: Val) -> Resolved {
    Resolved::one(val, |_, a| a[0])
}

impl Emitter<'_> {
    /// A tuple (or named tuple) as a tuple type of the same length.
    pub fn coerce_tuple(&mut self, v: Value, to: Ty) -> Value {
        if self.ty(v) == to {
            return v;
        }
        let wanted = coluber_types::fields::fields(to);
        let parts = self.parts(v);
        let parts: Vec<Value> = parts.iter().zip(&wanted).map(|(p, t)| self.coerce(*p, *t)).collect();
        self.pack(&parts, to)
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

/// Whether the iterator has an item.
pub fn iter_valid(val: Val) -> Option<Resolved> {
    let bool = Val::weak(Ty::boolean());
    Some(match val.ty.kind() {
        Kind::RangeIter { step, .. } => {
            let step = *step;
            Resolved::one(bool, move |e, a| {
                let (x, y) = (e.part(a[0], 0), e.part(a[0], 1));
                match step {
                    Some(-1) => e.compare(CmpOp::Gt, x, y),
                    Some(1) => e.compare(CmpOp::Lt, x, y),
                    _ => e.compare_int(CmpOp::Gt, y, 0),
                }
            })
        }
        Kind::ArrayIter(_) => Resolved::one(bool, |e, a| {
            let (array, k) = (e.part(a[0], 0), e.part(a[0], 1));
            let n = e.extent(array, 0);
            e.compare(CmpOp::Lt, k, n)
        }),
        Kind::FlatIter(_) | Kind::NdEnumerate(_) => Resolved::one(bool, |e, a| {
            let (array, k) = (e.part(a[0], 0), e.part(a[0], 1));
            let n = crate::arrays::attributes::size(e, array);
            e.compare(CmpOp::Lt, k, n)
        }),
        Kind::NdIndex(_) => Resolved::one(bool, |e, a| {
            let (shape, k) = (e.part(a[0], 0), e.part(a[0], 1));
            let n = crate::arrays::attributes::product(e, shape);
            e.compare(CmpOp::Lt, k, n)
        }),
        Kind::TupleIter(tuple) => {
            let n = tuple.tuple_items()?.len() as i64;
            if n == 0 {
                return Some(Resolved::constant(Ty::literal_bool(false)));
            }
            Resolved::one(bool, move |e, a| {
                let k = e.part(a[0], 1);
                e.compare_int(CmpOp::Lt, k, n)
            })
        }
        Kind::Reversed(_) => Resolved::one(bool, |e, a| {
            let (inner, k) = (e.part(a[0], 0), e.part(a[0], 1));
            let n = sequence_length(e, inner);
            e.compare(CmpOp::Lt, k, n)
        }),
        Kind::Enumerate(inner) => {
            let inner = iter_valid(Val::new(*inner))?;
            Resolved::one(inner.val(), move |e, a| {
                let it = e.part(a[0], 0);
                e.resolved(&inner, &[it])
            })
        }
        Kind::Zip(items) => {
            let rules: Vec<Resolved> = items.iter().map(|t| iter_valid(Val::new(*t))).collect::<Option<_>>()?;
            Resolved::one(bool, move |e, a| {
                let mut all = e.bool(!rules.is_empty());
                for (k, rule) in rules.iter().enumerate() {
                    let it = e.part(a[0], k);
                    let one = e.resolved(rule, &[it]);
                    let one = e.coerce(one, Ty::boolean());
                    all = e.and(all, one);
                }
                all
            })
        }
        _ => return None,
    })
}

fn sequence_length(e: &mut Emitter<'_>, v: Value) -> Value {
    match e.ty(v).kind() {
        Kind::Array { .. } => e.extent(v, 0),
        Kind::Tuple(items) => e.i64(items.len() as i64),
        _ => range_length(e, v),
    }
}

/// The item that the iterator stands on.
pub fn iter_value(cx: &mut Cx<'_>, val: Val) -> Rule {
    Ok(Some(match val.ty.kind() {
        Kind::RangeIter { int, .. } => Resolved::one(Val::weak(Ty::int(*int)), |e, a| e.part(a[0], 0)),
        Kind::ArrayIter(array) => {
            let (item, emit) = crate::arrays::index::row(*array);
            Resolved::one(Val::new(item), move |e, a| {
                let (array, k) = (e.part(a[0], 0), e.part(a[0], 1));
                emit(e, array, k)
            })
        }
        Kind::FlatIter(array) => {
            let Some((dtype, ndim, _)) = array.as_array() else {
                return Ok(None);
            };
            Resolved::one(Val::new(dtype), move |e, a| {
                let (array, k) = (e.part(a[0], 0), e.part(a[0], 1));
                let shape = e.part(array, 2);
                let index = unravel(e, shape, k, ndim as usize);
                let ptr = e.elem_ptr(array, &index);
                e.load(ptr, dtype)
            })
        }
        Kind::NdIndex(ndim) => {
            let (n, ty) = (*ndim as usize, Ty::uni_tuple(Ty::int64(), *ndim as usize));
            Resolved::one(Val::weak(ty), move |e, a| {
                let (shape, k) = (e.part(a[0], 0), e.part(a[0], 1));
                let index = unravel(e, shape, k, n);
                e.pack(&index, ty)
            })
        }
        Kind::NdEnumerate(array) => {
            let Some((dtype, ndim, _)) = array.as_array() else {
                return Ok(None);
            };
            let index_ty = Ty::uni_tuple(Ty::int64(), ndim as usize);
            let ty = Ty::tuple(vec![index_ty, dtype]);
            Resolved::one(Val::new(ty), move |e, a| {
                let (array, k) = (e.part(a[0], 0), e.part(a[0], 1));
                let shape = e.part(array, 2);
                let index = unravel(e, shape, k, ndim as usize);
                let ptr = e.elem_ptr(array, &index);
                let item = e.load(ptr, dtype);
                let index = e.pack(&index, index_ty);
                e.pack(&[index, item], ty)
            })
        }
        Kind::TupleIter(tuple) => {
            let item = tuple.tuple_items().and_then(|t| t.first().copied()).unwrap_or(Ty::none());
            Resolved::one(Val::new(item), move |e, a| {
                let (tuple, k) = (e.part(a[0], 0), e.part(a[0], 1));
                e.tuple_item(tuple, k, item)
            })
        }
        Kind::Reversed(inner) => return reversed_value(cx, *inner),
        Kind::Enumerate(inner) => {
            let Some(item) = iter_value(cx, Val::new(*inner))? else {
                return Ok(None);
            };
            let ty = Ty::tuple(vec![Ty::int64(), item.val().ty]);
            Resolved::one(Val { ty, weak: item.val().weak }, move |e, a| {
                let (it, k) = (e.part(a[0], 0), e.part(a[0], 1));
                let item = e.resolved(&item, &[it]);
                e.pack(&[k, item], ty)
            })
        }
        Kind::Zip(items) => {
            let mut rules = Vec::new();
            for ty in items {
                let Some(rule) = iter_value(cx, Val::new(*ty))? else {
                    return Ok(None);
                };
                rules.push(rule);
            }
            let ty = Ty::tuple(rules.iter().map(|r| r.val().ty).collect::<Vec<_>>());
            let weak = rules.iter().all(|r| r.val().weak);
            Resolved::one(Val { ty, weak }, move |e, a| {
                let mut out = Vec::new();
                for (k, rule) in rules.iter().enumerate() {
                    let it = e.part(a[0], k);
                    out.push(e.resolved(rule, &[it]));
                }
                e.pack(&out, ty)
            })
        }
        _ => return Ok(None),
    }))
}

impl Emitter<'_> {
    /// Item of a homogeneous tuple at an index in range.
    pub fn tuple_item(&mut self, tuple: Value, index: Value, item: Ty) -> Value {
        self.builder().value(coluber_ir::typed::Op::TupleItem {}, &[tuple, index], item)
    }
}

fn reversed_value(cx: &mut Cx<'_>, inner: Ty) -> Rule {
    let _ = cx;
    let item = match inner.kind() {
        Kind::Array { .. } => crate::arrays::index::row(inner).0,
        Kind::Tuple(items) => items.first().copied().unwrap_or(Ty::none()),
        Kind::Range { int, .. } => Ty::int(*int),
        _ => return Ok(None),
    };
    Ok(Some(Resolved::one(Val::new(item), move |e, a| {
        let (sequence, k) = (e.part(a[0], 0), e.part(a[0], 1));
        let n = sequence_length(e, sequence);
        let one = e.i64(1);
        let last = e.sub(n, one);
        let k = e.sub(last, k);
        match inner.kind() {
            Kind::Array { .. } => (crate::arrays::index::row(inner).1)(e, sequence, k),
            Kind::Tuple(_) => e.tuple_item(sequence, k, item),
            _ => range_item(e, sequence, k),
        }
    })))
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

/// The index of each axis for a position in C order.
pub fn unravel(e: &mut Emitter<'_>, shape: Value, position: Value, ndim: usize) -> Vec<Value> {
    let mut index = vec![position; ndim];
    let mut rest = position;
    for axis in (1..ndim).rev() {
        let n = e.part(shape, axis);
        index[axis] = e.arith(Arith::Rem, rest, n);
        rest = e.div(rest, n);
    }
    if ndim > 0 {
        index[0] = rest;
    }
    index
}

/// The iterator that stands on the next item.
pub fn iter_advance(val: Val) -> Option<Resolved> {
    let ty = val.ty;
    Some(match ty.kind() {
        Kind::RangeIter { step: Some(step), .. } => {
            let step = *step;
            Resolved::one(val, move |e, a| {
                let (next, limit) = (e.part(a[0], 0), e.part(a[0], 1));
                let int = e.ty(next);
                let by = e.int(step, int);
                if step.unsigned_abs() == 1 {
                    // The sum is at most the stop value, so it can't overflow.
                    let after = e.arith(Arith::AddNoWrap, next, by);
                    return e.pack(&[after, limit], ty);
                }
                let (after, one) = (e.add(next, by), e.int(1, int));
                let left = e.sub(limit, one);
                e.pack(&[after, left], ty)
            })
        }
        Kind::RangeIter { step: None, .. } => Resolved::one(val, move |e, a| {
            let (next, left, step) = (e.part(a[0], 0), e.part(a[0], 1), e.part(a[0], 2));
            let after = e.add(next, step);
            let one = e.i64(1);
            let left = e.sub(left, one);
            e.pack(&[after, left, step], ty)
        }),
        Kind::Enumerate(inner) => {
            let inner = iter_advance(Val::new(*inner))?;
            Resolved::one(val, move |e, a| {
                let (it, k) = (e.part(a[0], 0), e.part(a[0], 1));
                let it = e.resolved(&inner, &[it]);
                let one = e.i64(1);
                let k = e.arith(Arith::AddNoWrap, k, one);
                e.pack(&[it, k], ty)
            })
        }
        Kind::Zip(items) => {
            let rules: Vec<Resolved> = items.iter().map(|t| iter_advance(Val::new(*t))).collect::<Option<_>>()?;
            Resolved::one(val, move |e, a| {
                let mut out = Vec::new();
                for (k, rule) in rules.iter().enumerate() {
                    let it = e.part(a[0], k);
                    out.push(e.resolved(rule, &[it]));
                }
                e.pack(&out, ty)
            })
        }
        Kind::ArrayIter(_)
        | Kind::TupleIter(_)
        | Kind::Reversed(_)
        | Kind::FlatIter(_)
        | Kind::NdIndex(_)
        | Kind::NdEnumerate(_) => Resolved::one(val, move |e, a| {
            let (sequence, k) = (e.part(a[0], 0), e.part(a[0], 1));
            let one = e.i64(1);
            let k = e.arith(Arith::AddNoWrap, k, one);
            e.pack(&[sequence, k], ty)
        }),
        _ => return None,
    })
}
