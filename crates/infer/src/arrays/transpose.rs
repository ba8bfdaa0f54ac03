//! `transpose` by axes that are known at run time only.

use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::{Kind, Layout, Ty};

/// `a.transpose(axes)` of a tuple of integers, or of as many integers as the array has axes. The operands are the array and these.
pub(super) fn by_axes(array: Ty) -> Option<Resolved> {
    let Kind::Array { dtype, ndim, mutable, aligned, .. } = *array.kind() else { return None };
    let ty = Ty::new(Kind::Array { dtype, ndim, layout: Layout::A, mutable, aligned });
    Some(Resolved::one(Val::new(ty), move |e, a| {
        let given = if e.ty(a[1]).tuple_items().is_some() { e.parts(a[1]) } else { a[1..].to_vec() };
        let axes: Vec<Value> = given.iter().map(|&axis| from_the_start(e, axis, ndim)).collect();
        let places = places(e, &axes);
        let parts = e.parts(a[0]);
        let (shape, strides) = (e.parts(parts[2]), e.parts(parts[3]));
        let (shape, strides) = (pick(e, &places, &shape), pick(e, &places, &strides));
        e.make_array(parts[0], parts[1], &shape, &strides, ty)
    }))
}

/// An axis, which is there; a negative one counts from the end.
fn from_the_start(e: &mut Emitter<'_>, axis: Value, ndim: u8) -> Value {
    let axis = e.coerce(axis, Ty::int64());
    let count = e.i64(i64::from(ndim));
    let is_negative = e.compare_int(CmpOp::Lt, axis, 0);
    let moved = e.add(axis, count);
    let axis = e.select(is_negative, moved, axis);
    let (low, high) = (e.compare_int(CmpOp::Ge, axis, 0), e.compare_int(CmpOp::Lt, axis, i64::from(ndim)));
    let is_there = e.and(low, high);
    e.guard("ValueError", &format!("axis is out of bounds for array of dimension {ndim}"), is_there);
    axis
}

/// For each axis of the result, whether it is the first one of the array, the second one, and so on; each must be there once.
fn places(e: &mut Emitter<'_>, axes: &[Value]) -> Vec<Vec<Value>> {
    let numbers = 0..axes.len() as i64;
    let places: Vec<Vec<Value>> =
        axes.iter().map(|&axis| numbers.clone().map(|j| e.compare_int(CmpOp::Eq, axis, j)).collect()).collect();
    for j in 0..axes.len() {
        let is_used = places.iter().map(|place| place[j]).reduce(|a, b| e.or(a, b));
        if let Some(is_used) = is_used {
            e.guard("ValueError", "repeated axis in transpose", is_used);
        }
    }
    places
}

/// The values of the array's axes, in the order of those of the result.
fn pick(e: &mut Emitter<'_>, places: &[Vec<Value>], from: &[Value]) -> Vec<Value> {
    let mut one = |place: &Vec<Value>| {
        let rest = from.iter().zip(place).skip(1);
        rest.fold(from[0], |found, (&value, &is_it)| e.select(is_it, value, found))
    };
    places.iter().map(&mut one).collect()
}
