//! Iterators that are what they go over and a position in it, from 0: over arrays, tuples and indices, forward and back.

use super::range::{range_item, range_length};
use crate::arrays::index;
use crate::arrays::methods::one_axis;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::lists;
use crate::strings::index::{byte, character};
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Span};
use coluber_ir::Value;
use coluber_ir::typed::{Arith, Op};
use coluber_ops::CmpOp;
use coluber_types::fields::fields;
use coluber_types::{Kind, Layout, Ty};

/// An iterator that stands at the start of its operand.
pub(super) fn get(iter: Kind) -> Resolved {
    let iter = Ty::new(iter);
    Resolved::one(Val::new(iter), move |e, a| at_start(e, a[0], iter))
}

fn at_start(e: &mut Emitter<'_>, container: Value, iter: Ty) -> Value {
    let zero = e.i64(0);
    e.pack(&[container, zero], iter)
}

/// The error of going over a tuple whose items have no common type, where that can't be written out.
pub fn no_common_type(ty: Ty, span: Span) -> Box<Diagnostic> {
    Diagnostic::typing(format!("Cannot iterate over {ty}: its items have no common type"), span)
        .hint("only a 'for' loop can go over a tuple whose items have no common type")
}

/// `iter` of a tuple whose items have a common type.
pub(super) fn get_tuple(cx: &mut Cx<'_>, ty: Ty, items: &[Ty]) -> Rule {
    if items.is_empty() {
        return Ok(Some(get_empty()));
    }
    let Some(item) = cx.common(items) else {
        return Err(no_common_type(ty, cx.span));
    };
    let tuple = Ty::uni_tuple(item.stored(), items.len());
    let iter = Ty::new(Kind::TupleIter(tuple));
    Ok(Some(Resolved::one(Val::new(iter), move |e, a| {
        let tuple = e.coerce_tuple(a[0], tuple);
        at_start(e, tuple, iter)
    })))
}

fn get_empty() -> Resolved {
    let tuple = Ty::tuple(Vec::new());
    let iter = Ty::new(Kind::TupleIter(tuple));
    Resolved::one(Val::new(iter), move |e, a| {
        let zero = e.i64(0);
        let empty = e.repack(a[0], tuple);
        e.pack(&[empty, zero], iter)
    })
}

/// Whether the position is before the end, which `length` gives for what the iterator goes over.
pub(super) fn valid(length: fn(&mut Emitter<'_>, Value) -> Value) -> Resolved {
    Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let (container, k) = (e.part(a[0], 0), e.part(a[0], 1));
        let n = length(e, container);
        e.compare(CmpOp::Lt, k, n)
    })
}

/// An iterator over a typed list, which knows how long that was at the start: as in Numba, it may not become longer or shorter.
pub(super) fn get_typed(list: Ty) -> Resolved {
    let iter = Ty::new(Kind::ListIter(list));
    Resolved::one(Val::new(iter), move |e, a| {
        let (zero, length) = (e.i64(0), e.list_len(a[0]));
        e.pack(&[a[0], zero, length], iter)
    })
}

/// As [`valid`], for such an iterator.
pub(super) fn typed_valid() -> Resolved {
    Resolved::one(Val::weak(Ty::boolean()), |e, a| {
        let parts = e.parts(a[0]);
        let length = e.list_len(parts[0]);
        let same = e.compare(CmpOp::Eq, length, parts[2]);
        e.guard("RuntimeError", "list was mutated during iteration", same);
        e.compare(CmpOp::Lt, parts[1], length)
    })
}

/// An iterator over a deque from a position on, which knows how long that was at the start and where its first item was: what is put in or
/// taken out changes one of them.
pub fn at_deque(e: &mut Emitter<'_>, deque: Value, position: Value, iter: Ty) -> Value {
    let (length, first) = deque_state(e, deque);
    e.pack(&[deque, position, length, first], iter)
}

fn deque_state(e: &mut Emitter<'_>, deque: Value) -> (Value, Value) {
    let zero = e.i64(0);
    let first = e.list_place(deque, zero);
    (e.list_len(deque), e.cast(first, Ty::int64()))
}

/// As [`get`], for a deque.
pub(super) fn get_deque(deque: Ty) -> Resolved {
    let iter = Ty::new(Kind::ListIter(deque));
    Resolved::one(Val::new(iter), move |e, a| {
        let zero = e.i64(0);
        at_deque(e, a[0], zero, iter)
    })
}

/// As [`valid`] or [`falling_valid`], for a deque: one that has been changed raises RuntimeError.
pub(super) fn deque_valid(is_falling: bool) -> Resolved {
    Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let parts = e.parts(a[0]);
        let (length, first) = deque_state(e, parts[0]);
        let (same_length, same_place) = (e.compare(CmpOp::Eq, length, parts[2]), e.compare(CmpOp::Eq, first, parts[3]));
        let same = e.and(same_length, same_place);
        let message = "deque mutated during iteration";
        if is_falling {
            // CPython does not look once it has come to the first item.
            let (is_left, is_end) = (e.compare_int(CmpOp::Ge, parts[1], 0), e.compare_int(CmpOp::Lt, parts[1], 0));
            let good = e.or(same, is_end);
            e.guard("RuntimeError", message, good);
            return is_left;
        }
        e.guard("RuntimeError", message, same);
        e.compare(CmpOp::Lt, parts[1], length)
    })
}

pub(super) fn tuple_valid(tuple: Ty) -> Option<Resolved> {
    let n = tuple.tuple_items()?.len() as i64;
    if n == 0 {
        return Some(Resolved::constant(Ty::literal_bool(false)));
    }
    Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let k = e.part(a[0], 1);
        e.compare_int(CmpOp::Lt, k, n)
    }))
}

/// Number of items of an array's first axis, a tuple or a range.
pub(super) fn sequence_length(e: &mut Emitter<'_>, v: Value) -> Value {
    match e.ty(v).kind() {
        Kind::Array { .. } => e.extent(v, 0),
        Kind::Tuple(items) => e.i64(items.len() as i64),
        Kind::Str | Kind::Bytes => e.part(v, 2),
        Kind::List { .. } => e.list_len(v),
        _ => range_length(e, v),
    }
}

/// A value that is read from what the iterator goes over, at its position.
fn value(val: Val, read: impl Fn(&mut Emitter<'_>, Value, Value) -> Value + 'static) -> Resolved {
    Resolved::one(val, move |e, a| {
        let (container, k) = (e.part(a[0], 0), e.part(a[0], 1));
        read(e, container, k)
    })
}

pub(super) fn array_value(array: Ty) -> Resolved {
    let (item, emit) = index::row(array);
    value(Val::new(item), move |e, array, k| emit(e, array, k))
}

/// An iterator over the elements of an array in C order. Those that lie in that order, or have one axis, are gone over as a vector.
pub(super) fn get_flat(iter: Val, array: Ty) -> Resolved {
    let Kind::Array { dtype, ndim, layout, mutable, aligned } = *array.kind() else {
        return Resolved::one(iter, |_, a| a[0]);
    };
    if ndim != 1 && layout != Layout::C {
        return Resolved::one(iter, |_, a| a[0]);
    }
    let vector = if ndim == 1 { array } else { Ty::new(Kind::Array { dtype, ndim: 1, layout, mutable, aligned }) };
    let iter = Ty::new(Kind::ArrayIter(vector));
    Resolved::one(Val::new(iter), move |e, a| {
        let (array, at) = (e.part(a[0], 0), e.part(a[0], 1));
        let vector = if ndim == 1 { array } else { one_axis(e, array, vector) };
        e.pack(&[vector, at], iter)
    })
}

pub(super) fn flat_value(array: Ty) -> Option<Resolved> {
    let (dtype, ndim, _) = array.as_array()?;
    Some(value(Val::new(dtype.loaded()), move |e, array, k| {
        let shape = e.part(array, 2);
        let index = unravel(e, shape, k, ndim as usize);
        element(e, array, &index, dtype)
    }))
}

pub(super) fn index_value(ndim: usize) -> Resolved {
    let ty = Ty::uni_tuple(Ty::int64(), ndim);
    Resolved::one(Val::weak(ty), |e, a| e.part(a[0], 2))
}

pub(super) fn indexed_value(array: Ty) -> Option<Resolved> {
    let (dtype, ndim, _) = array.as_array()?;
    let index_ty = Ty::uni_tuple(Ty::int64(), ndim as usize);
    let ty = Ty::tuple(vec![index_ty, dtype.loaded()]);
    Some(Resolved::one(Val::new(ty), move |e, a| {
        let (array, index) = (e.part(a[0], 0), e.part(a[0], 2));
        let place = e.parts(index);
        let item = element(e, array, &place, dtype);
        e.pack(&[index, item], ty)
    }))
}

/// The iterator on the next index, in C order: the last axis goes on, and where one has come to its end, the one before it.
pub(super) fn next_index(iter: Val) -> Resolved {
    Resolved::one(iter, move |e, a| {
        let mut parts = e.parts(a[0]);
        let shape = if matches!(iter.ty.kind(), Kind::NdIndex(_)) { parts[0] } else { e.part(parts[0], 2) };
        let (one, zero) = (e.i64(1), e.i64(0));
        let mut index = e.parts(parts[2]);
        let mut goes_on = None;
        for axis in (0..index.len()).rev() {
            let next = e.arith(Arith::AddNoWrap, index[axis], one);
            let at = goes_on.map_or(next, |goes_on| e.select(goes_on, next, index[axis]));
            index[axis] = at;
            if axis > 0 {
                let extent = e.part(shape, axis);
                let ends = e.compare(CmpOp::Eq, at, extent);
                index[axis] = e.select(ends, zero, at);
                goes_on = Some(ends);
            }
        }
        let index_ty = e.ty(parts[2]);
        parts[1] = e.arith(Arith::AddNoWrap, parts[1], one);
        parts[2] = e.pack(&index, index_ty);
        e.pack(&parts, iter.ty)
    })
}

fn element(e: &mut Emitter<'_>, array: Value, index: &[Value], dtype: Ty) -> Value {
    let ptr = e.elem_ptr(array, index);
    e.element(array, ptr, dtype)
}

pub(super) fn tuple_value(tuple: Ty) -> Resolved {
    let item = tuple.tuple_items().and_then(|t| t.first().copied()).unwrap_or(Ty::none());
    value(Val::new(item), move |e, tuple, k| e.tuple_item(tuple, k, item))
}

/// An iterator over the characters of a string.
pub(super) fn get_characters() -> Resolved {
    let iter = Ty::new(Kind::StrIter);
    Resolved::one(Val::new(iter), move |e, a| {
        let text = e.coerce(a[0], Ty::string());
        at_start(e, text, iter)
    })
}

pub(super) fn byte_value() -> Resolved {
    value(Val::weak(Ty::int64()), byte)
}

pub(super) fn character_value() -> Resolved {
    value(Val::weak(Ty::string()), character)
}

pub(super) fn list_value(list: Ty) -> Option<Resolved> {
    let item = lists::item_of(list)?;
    Some(value(lists::item_val(item), move |e, list, k| lists::list_value(e, list, k, item.bare())))
}

/// The position at which a sequence that is gone over from its end begins: those of lists, which may become longer or shorter meanwhile, are
/// places in the list; others are counted.
pub fn reversed_start(e: &mut Emitter<'_>, sequence: Value) -> Value {
    if !matches!(e.ty(sequence).kind(), Kind::List { .. }) {
        return e.i64(0);
    }
    let (length, one) = (e.list_len(sequence), e.i64(1));
    e.sub(length, one)
}

/// Whether a list has the place at which a falling position is.
pub(super) fn falling_valid() -> Resolved {
    Resolved::one(Val::weak(Ty::boolean()), |e, a| {
        let (list, k) = (e.part(a[0], 0), e.part(a[0], 1));
        let length = e.list_len(list);
        let (is_left, is_there) = (e.compare_int(CmpOp::Ge, k, 0), e.compare(CmpOp::Lt, k, length));
        e.and(is_left, is_there)
    })
}

pub(super) fn reversed_value(inner: Ty) -> Option<Resolved> {
    let item = match inner.kind() {
        Kind::Array { .. } => index::row(inner).0,
        Kind::Tuple(items) => items.first().copied().unwrap_or(Ty::none()),
        Kind::Range { int, .. } => Ty::int(*int),
        Kind::Str => inner,
        Kind::Bytes => Ty::int64(),
        Kind::List { item, .. } => *item,
        _ => return None,
    };
    Some(value(Val::new(item), move |e, sequence, k| {
        if matches!(inner.kind(), Kind::List { .. }) {
            return lists::list_value(e, sequence, k, item.bare());
        }
        let n = sequence_length(e, sequence);
        let one = e.i64(1);
        let last = e.sub(n, one);
        let k = e.sub(last, k);
        match inner.kind() {
            Kind::Array { .. } => (index::row(inner).1)(e, sequence, k),
            Kind::Tuple(_) => e.tuple_item(sequence, k, item),
            Kind::Str => character(e, sequence, k),
            Kind::Bytes => byte(e, sequence, k),
            _ => range_item(e, sequence, k),
        }
    }))
}

/// The iterator with its position moved by so many.
pub(super) fn step(iter: Val, by: i64) -> Resolved {
    Resolved::one(iter, move |e, a| {
        let mut parts = e.parts(a[0]);
        let by = e.i64(by);
        parts[1] = e.arith(Arith::AddNoWrap, parts[1], by);
        e.pack(&parts, iter.ty)
    })
}

impl Emitter<'_> {
    /// A tuple (or named tuple) as a tuple type of the same length.
    pub fn coerce_tuple(&mut self, v: Value, to: Ty) -> Value {
        if self.ty(v) == to {
            return v;
        }
        let wanted = fields(to);
        let parts = self.parts(v);
        let parts: Vec<Value> = parts.iter().zip(&wanted).map(|(p, t)| self.coerce(*p, *t)).collect();
        self.pack(&parts, to)
    }

    /// Item of a homogeneous tuple at an index in range.
    pub fn tuple_item(&mut self, tuple: Value, index: Value, item: Ty) -> Value {
        self.builder().value(Op::TupleItem {}, &[tuple, index], item)
    }
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
