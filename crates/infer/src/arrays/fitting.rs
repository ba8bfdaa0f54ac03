//! Whether shapes fit together, and NumPy's messages where they don't.

use crate::emit::Emitter;
use crate::message::Message;
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::{Layout, Ty};

/// The shape of an operand; None of a number.
pub(super) type Shape = Option<Vec<Value>>;

/// The common shape of operands, whatever fits together or not, and whether they do.
fn joined(e: &mut Emitter<'_>, shapes: &[Shape]) -> (Vec<Value>, Value) {
    let ndim = shapes.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut whole: Vec<Option<Value>> = vec![None; ndim];
    let mut fits = e.bool(true);
    for shape in shapes.iter().flatten() {
        for (slot, &extent) in whole[ndim - shape.len()..].iter_mut().zip(shape) {
            *slot = Some(match *slot {
                None => extent,
                Some(other) => {
                    let other_is_one = e.compare_int(CmpOp::Eq, other, 1);
                    let both = e.select(other_is_one, extent, other);
                    let ok = fits_into(e, extent, both);
                    fits = e.and(fits, ok);
                    both
                }
            });
        }
    }
    (whole.into_iter().map(|extent| extent.unwrap_or_else(|| e.i64(1))).collect(), fits)
}

/// Whether an axis has an extent, or is repeated to it.
fn fits_into(e: &mut Emitter<'_>, extent: Value, wanted: Value) -> Value {
    let (same, one) = (e.compare(CmpOp::Eq, extent, wanted), e.compare_int(CmpOp::Eq, extent, 1));
    e.or(same, one)
}

/// The common shape of the operands of an operation; raises ValueError when there is none.
pub(super) fn join(e: &mut Emitter<'_>, shapes: &[Shape]) -> Shape {
    match shapes.iter().flatten().count() {
        0 => return None,
        1 => return shapes.iter().flatten().next().cloned(),
        _ => {}
    }
    let (shape, fits) = joined(e, shapes);
    guard_operands(e, shapes, fits);
    Some(shape)
}

fn guard_operands(e: &mut Emitter<'_>, shapes: &[Shape], fits: Value) {
    let mut message = Message::new("operands could not be broadcast together")
        .text("operands could not be broadcast together with shapes ");
    for shape in shapes {
        message = message.shape(e, shape.as_deref().unwrap_or(&[])).text(" ");
    }
    message.guard(e, "ValueError", fits);
}

/// Raises ValueError unless what an operation makes of its operands has the shape of the array that it goes into, or is
/// repeated to it.
pub(super) fn check_output(e: &mut Emitter<'_>, operands: &[Shape], target: &[Value]) {
    let mut all = operands.to_vec();
    all.push(Some(target.to_vec()));
    let (shape, fits) = joined(e, &all);
    guard_operands(e, &all, fits);
    let mut same = e.bool(shape.len() == target.len());
    for (&extent, &wanted) in shape.iter().zip(target) {
        let equal = e.compare(CmpOp::Eq, extent, wanted);
        same = e.and(same, equal);
    }
    Message::new("non-broadcastable output operand")
        .text("non-broadcastable output operand with shape ")
        .shape(e, target)
        .text(" doesn't match the broadcast shape ")
        .shape(e, &shape)
        .guard(e, "ValueError", same);
}

/// Raises ValueError unless an array can be assigned to one of another shape.
pub(super) fn check_assigned(e: &mut Emitter<'_>, source: &[Value], target: &[Value]) {
    let mut fits = e.bool(true);
    for (&extent, &wanted) in source.iter().zip(&target[target.len() - source.len()..]) {
        let ok = fits_into(e, extent, wanted);
        fits = e.and(fits, ok);
    }
    guard_assigned(e, source, target, fits);
}

/// An array without the first axes that the one it is assigned to does not have; raises ValueError unless their extents are 1.
pub(super) fn without_first_axes(e: &mut Emitter<'_>, source: Value, target: Value) -> Value {
    let (given, wanted) = (extents(e, source), extents(e, target));
    let count = given.len() - wanted.len();
    let mut fits = e.bool(true);
    for &extent in &given[..count] {
        let ok = e.compare_int(CmpOp::Eq, extent, 1);
        fits = e.and(fits, ok);
    }
    guard_assigned(e, &given, &wanted, fits);
    let strides: Vec<Value> = (count..given.len()).map(|axis| e.stride(source, axis)).collect();
    let dtype = e.ty(source).as_array().map_or(Ty::undefined(), |(dtype, ..)| dtype);
    let (owner, data) = (e.part(source, 0), e.part(source, 1));
    e.make_array(owner, data, &given[count..], &strides, Ty::array(dtype, wanted.len() as u8, Layout::A))
}

fn guard_assigned(e: &mut Emitter<'_>, source: &[Value], target: &[Value], fits: Value) {
    Message::new("could not broadcast input array into the shape of the target")
        .text("could not broadcast input array from shape ")
        .shape(e, source)
        .text(" into shape ")
        .shape(e, target)
        .guard(e, "ValueError", fits);
}

/// Raises ValueError unless so many elements have a place in the shape. Of the axes whose extent is open, NumPy leaves out the first
/// ones.
pub(super) fn guard_size(e: &mut Emitter<'_>, size: Value, shape: &[Value], open: &[bool], ok: Value) {
    let message = Message::new("total size of new array must be unchanged").text("cannot reshape array of size ");
    let mut message = message.number(e, size).text(" into shape (");
    let axes = shape.iter().zip(open).skip_while(|(_, is_open)| **is_open);
    for (place, (&extent, &is_open)) in axes.enumerate() {
        message = if place > 0 { message.text(",") } else { message };
        message = if is_open { message.text("newaxis") } else { message.number(e, extent) };
    }
    message.text(if shape.len() == 1 { ",)" } else { ")" }).guard(e, "ValueError", ok);
}

/// Raises ValueError for an operand that has more axes than the array that the result goes into.
pub(super) fn refuse_more_axes(e: &mut Emitter<'_>, target: Value, operand: Value) {
    let target = extents(e, target);
    let operand = extents(e, operand);
    check_output(e, &[Some(target.clone()), Some(operand)], &target);
}

/// The extents of an array.
pub(super) fn extents(e: &mut Emitter<'_>, array: Value) -> Vec<Value> {
    let shape = e.part(array, 2);
    e.parts(shape)
}
