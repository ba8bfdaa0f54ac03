//! `coluber.lib.intrinsics`: operations that library code needs and Python has no name for.

use super::Builtin;
use super::basic::positional;
use super::mathmod;
use crate::arrays::attributes::size;
use crate::arrays::chunks;
use crate::arrays::create::shape_values;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::instances::several::{of_type, type_number};
use crate::value::{Resolved, Val};
use coluber_base::Name;
use coluber_ir::typed::{Op, Unary};
use coluber_ir::{Const, Value};
use coluber_ops::{CmpOp, MathFn};
use coluber_types::{Kind, Layout, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.lib.intrinsics.tuple_remove", |_, a| edit(a, Edit::Remove)),
    ("coluber.lib.intrinsics.tuple_insert", |_, a| edit(a, Edit::Insert)),
    ("coluber.lib.intrinsics.tuple_replace", |_, a| edit(a, Edit::Replace)),
    ("coluber.lib.intrinsics.with_value", with_value),
    ("coluber.lib.intrinsics.strided_view", strided_view),
    ("coluber.lib.intrinsics.flat_view", flat_view),
    ("coluber.lib.intrinsics.numpy_loop", numpy_loop),
    ("coluber.lib.intrinsics.sort_numbers", |_, a| sort(a, "numbers_sort", 1)),
    ("coluber.lib.intrinsics.order_numbers", |_, a| sort(a, "numbers_order", 2)),
    ("coluber.lib.intrinsics.sort_number_pairs", |_, a| sort(a, "numbers_sort_pairs", 2)),
    ("coluber.lib.intrinsics.partition_numbers", |_, a| select(a, "numbers_partition")),
    ("coluber.lib.intrinsics.ranked_numbers", |_, a| select(a, "numbers_ranked")),
    ("coluber.lib.intrinsics.in_kernel", in_kernel),
    ("coluber.lib.intrinsics.in_parallel", in_parallel),
    ("coluber.lib.intrinsics.call_object", call_object),
    ("coluber.lib.intrinsics.kept", kept),
    ("coluber.lib.intrinsics.named_as", named_as),
    ("coluber.lib.intrinsics.type_number", |_, a| Ok(several(a, 1, |v| type_number(v[0])))),
    ("coluber.lib.intrinsics.of_type", |_, a| Ok(several(a, 2, |v| of_type(v[0], v[1])))),
    ("coluber.lib.intrinsics.expression_part", chunks::part),
    ("coluber.lib.intrinsics.expression_item", chunks::item),
    ("coluber.lib.intrinsics.expression_shape", chunks::shape),
    ("coluber.lib.intrinsics.is_found", is_found),
    ("coluber.lib.intrinsics.list_order", |cx, a| crate::lists::order(cx, a)),
    ("coluber.lib.intrinsics.float_bits", |_, a| bits(a, Ty::float64(), Ty::int64())),
    ("coluber.lib.intrinsics.bits_float", |_, a| bits(a, Ty::int64(), Ty::float64())),
    ("coluber.lib.intrinsics.float32_bits", |_, a| bits(a, Ty::float32(), Ty::int32())),
    ("coluber.lib.intrinsics.bits_float32", |_, a| bits(a, Ty::int32(), Ty::float32())),
    ("coluber.lib.intrinsics.bfloat16_bits", |_, a| bits(a, Ty::bfloat16(), Ty::int16())),
    ("coluber.lib.intrinsics.bits_bfloat16", |_, a| bits(a, Ty::int16(), Ty::bfloat16())),
    ("coluber.lib.intrinsics.rint", |_, a| unary(a, Unary::Rint)),
    ("coluber.lib.intrinsics.bit_count", |_, a| of_word(a, Unary::PopCount)),
    ("coluber.lib.intrinsics.trailing_zeros", |_, a| of_word(a, Unary::TrailingZeros)),
    ("coluber.lib.intrinsics.fma", fma),
    ("coluber.lib.intrinsics.bessel_j0", |cx, a| mathmod::function(cx, a, MathFn::BesselJ0)),
    ("coluber.lib.intrinsics.bessel_j1", |cx, a| mathmod::function(cx, a, MathFn::BesselJ1)),
    ("coluber.lib.intrinsics.bessel_y0", |cx, a| mathmod::function(cx, a, MathFn::BesselY0)),
    ("coluber.lib.intrinsics.bessel_y1", |cx, a| mathmod::function(cx, a, MathFn::BesselY1)),
];

#[derive(Clone, Copy, PartialEq)]
enum Edit {
    Remove,
    Insert,
    Replace,
}

/// A tuple of integers with an item taken out, put in or replaced, at an index that may be known at run time only.
fn edit(args: &CallArgs, edit: Edit) -> Rule {
    let count = if edit == Edit::Remove { 2 } else { 3 };
    let Some(vals) = positional(args, count..=count) else {
        return Ok(None);
    };
    let Some(items) = vals[0].ty.tuple_items() else {
        return Ok(None);
    };
    let int = Ty::int64();
    let length = match edit {
        Edit::Remove => items.len().saturating_sub(1),
        Edit::Insert => items.len() + 1,
        Edit::Replace => items.len(),
    };
    let ty = Ty::uni_tuple(int, length);
    Ok(Some(Resolved::one(Val::weak(ty), move |e, a| {
        let items: Vec<Value> = e.parts(a[0]).into_iter().map(|v| e.coerce(v, int)).collect();
        let axis = e.coerce(a[1], int);
        let value = a.get(2).map(|v| e.coerce(*v, int));
        let out: Vec<Value> = (0..length).map(|k| edited(e, edit, &items, axis, value, k)).collect();
        e.pack(&out, ty)
    })))
}

/// Item `k` of the new tuple.
fn edited(e: &mut Emitter<'_>, edit: Edit, items: &[Value], axis: Value, value: Option<Value>, k: usize) -> Value {
    let value = value.unwrap_or(axis);
    let at = |k: usize| items.get(k).copied().unwrap_or(value);
    match edit {
        Edit::Remove => {
            let before = e.compare_int(CmpOp::Gt, axis, k as i64);
            e.select(before, at(k), at(k + 1))
        }
        Edit::Replace => {
            let here = e.compare_int(CmpOp::Eq, axis, k as i64);
            e.select(here, value, at(k))
        }
        Edit::Insert => {
            let (here, before) = (e.compare_int(CmpOp::Eq, axis, k as i64), e.compare_int(CmpOp::Gt, axis, k as i64));
            let moved = if k == 0 { value } else { at(k - 1) };
            let other = e.select(before, at(k), moved);
            e.select(here, value, other)
        }
    }
}

fn strided_view(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[array, shape, strides]) = positional(args, 3..=3) else {
        return Ok(None);
    };
    let Kind::Array { dtype, mutable, aligned, .. } = *array.ty.kind() else {
        return Ok(None);
    };
    let (Some(shape), Some(strides)) = (shape.ty.tuple_items(), strides.ty.tuple_items()) else {
        return Ok(None);
    };
    if shape.len() != strides.len() {
        return Ok(None);
    }
    let ty = Ty::new(Kind::Array { dtype, ndim: shape.len() as u8, layout: Layout::A, mutable, aligned });
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let (owner, data) = (e.part(a[0], 0), e.part(a[0], 1));
        let (shape, strides) = (shape_values(e, a[1]), shape_values(e, a[2]));
        e.make_array(owner, data, &shape, &strides, ty)
    })))
}

/// The elements of an array that lie one after the other, as a vector.
fn flat_view(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[array]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let Kind::Array { dtype, mutable, aligned, .. } = *array.ty.kind() else {
        return Ok(None);
    };
    let ty = Ty::new(Kind::Array { dtype, ndim: 1, layout: Layout::C, mutable, aligned });
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| crate::arrays::methods::one_axis(e, a[0], ty))))
}

/// Operands that a loop of NumPy's can have here.
const LOOP_OPERANDS: usize = 8;

/// A loop of one of NumPy's ufuncs: its name, its extents and strides in an array, and arrays as operands.
fn numpy_loop(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some([name, extents, operands @ ..]) = positional(args, 3..=2 + LOOP_OPERANDS) else {
        return Ok(None);
    };
    let Some(name) = name.literal_str() else { return Ok(None) };
    if !extents.ty.is_array() || operands.iter().any(|operand| !operand.ty.is_array()) {
        return Ok(None);
    }
    Ok(Some(Resolved::one(Val::weak(Ty::int32()), move |e, a| {
        let text = e.builder().value(Op::Const { value: Const::Str(name.into()) }, &[], Ty::string());
        let mut values = vec![e.part(text, 1), e.part(text, 2)];
        values.extend(a[1..].iter().map(|&array| e.part(array, 1)));
        while values.len() < 3 + LOOP_OPERANDS {
            values.push(e.builder().value(Op::Const { value: Const::Int(0) }, &[], Ty::ptr()));
        }
        e.runtime("numpy_loop", &values, &[Ty::int32()])[0]
    })))
}

/// The type of the elements of a vector that the runtime can sort.
fn elements_of(vector: Ty) -> Option<Ty> {
    match *vector.kind() {
        Kind::Array { dtype, ndim: 1, layout: Layout::C, aligned: true, .. } => Some(dtype),
        _ => None,
    }
}

/// One of the runtime's functions that select: a vector of numbers, a position, and a vector of their type for what is found.
fn select(args: &CallArgs, function: &'static str) -> Rule {
    let Some([numbers, _, found]) = positional(args, 3..=3) else { return Ok(None) };
    let Some(dtype) = elements_of(numbers.ty).filter(|dtype| elements_of(found.ty) == Some(*dtype)) else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(Val::new(Ty::none()), move |e, a| {
        let (word, data, count) = (e.type_word(dtype), e.part(a[0], 1), size(e, a[0]));
        let (place, found) = (e.coerce(a[1], Ty::int64()), e.part(a[2], 1));
        e.runtime(function, &[word, data, count, place, found], &[]);
        e.unit(Ty::none())
    })))
}

/// One of the runtime's functions that sort: a vector of numbers, and one of integers for those that move positions.
fn sort(args: &CallArgs, function: &'static str, arrays: usize) -> Rule {
    let Some(vals) = positional(args, arrays..=arrays) else { return Ok(None) };
    let Some(dtype) = elements_of(vals[0].ty) else { return Ok(None) };
    if vals[1..].iter().any(|places| places.ty.as_array() != Some((Ty::int64(), 1, Layout::C))) {
        return Ok(None);
    }
    Ok(Some(Resolved::one(Val::new(Ty::none()), move |e, a| {
        let (word, data, count) = (e.type_word(dtype), e.part(a[0], 1), size(e, a[0]));
        let mut values = vec![word, data, count];
        values.extend(a[1..].iter().map(|&places| e.part(places, 1)));
        e.runtime(function, &values, &[]);
        e.unit(Ty::none())
    })))
}

/// `call_object("object:NAME", type, ...)`: calls an object of the host, by its name, which gives a value of a type.
fn call_object(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some([site, gives, ..]) = positional(args, 2..=usize::MAX) else {
        return Ok(None);
    };
    let (Some(name), Kind::NumberClass(ty)) = (site.literal_str(), gives.ty.kind()) else { return Ok(None) };
    let ty = *ty;
    if cx.options.cuda {
        return Err(cx.unsupported("an objmode block is not supported in a kernel"));
    }
    let name = Name::from(name);
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| e.builder().value(Op::Host { func: name.clone() }, &a[2..], ty))))
}

/// `kept(container)`
fn kept(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    match positional(args, 1..=1) {
        Some(&[made]) => crate::shared::kept(cx, made),
        _ => Ok(None),
    }
}

fn named_as(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    match positional(args, 2..=2) {
        Some(&[wrapper, wrapped]) => Ok(Some(crate::function_attributes::named_as(cx, wrapper, wrapped.ty))),
        _ => Ok(None),
    }
}

/// What is known of a value that has one of several types.
fn several(args: &CallArgs, count: usize, rule: impl Fn(&[Val]) -> Option<Resolved>) -> Option<Resolved> {
    positional(args, count..=count).and_then(rule)
}

/// Whether the code is that of a kernel, which can't call NumPy: known while compiling, so that the other way is not compiled.
fn in_kernel(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    Ok(positional(args, 0..=0).map(|_| Resolved::constant(Ty::literal_bool(cx.options.cuda))))
}

/// Whether loops over `prange` run on all cores: known while compiling, as for [`in_kernel`].
fn in_parallel(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let parallel = cx.options.parallel && !cx.options.cuda;
    Ok(positional(args, 0..=0).map(|_| Resolved::constant(Ty::literal_bool(parallel))))
}

fn bits(args: &CallArgs, from: Ty, to: Ty) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    if !x.ty.unliteral().is_number() {
        return Ok(None);
    }
    Ok(Some(Resolved::one(Val::weak(to), move |e, a| {
        let v = e.coerce(a[0], from);
        e.builder().value(Op::Bitcast {}, &[v], to)
    })))
}

fn unary(args: &CallArgs, op: Unary) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    Ok(x.ty.is_float().then(|| Resolved::one(x, move |e, a| e.unary(op, a[0]))))
}

/// An operation on the bits of a uint64.
fn of_word(args: &CallArgs, op: Unary) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let ty = x.ty.unliteral();
    Ok((ty == Ty::uint64()).then(|| Resolved::one(Val::new(ty), move |e, a| e.unary(op, a[0]))))
}

fn fma(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x, y, z]) = positional(args, 3..=3) else {
        return Ok(None);
    };
    let ty = x.ty.unliteral();
    if !ty.is_float() || y.ty != ty || z.ty != ty {
        return Ok(None);
    }
    Ok(Some(Resolved::one(x, move |e, a| e.builder().value(Op::Fma {}, &a[..3], ty))))
}

/// `with_value(member, value)`: the member of an enumeration, or combination of flags, that has another value.
fn with_value(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[member, _]) = positional(args, 2..=2) else { return Ok(None) };
    let ty = member.ty.stored();
    let Kind::Enum { value, .. } = *ty.kind() else { return Ok(None) };
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let value = e.coerce(a[1], value);
        e.pack(&[value], ty)
    })))
}

/// Whether an item of a container is the value that is looked for, or equal to it. Of numbers and texts equality says it.
fn is_found(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[item, value]) = positional(args, 2..=2) else { return Ok(None) };
    match value.ty.unliteral().kind() {
        Kind::Bool | Kind::Int(_) | Kind::Str | Kind::Bytes => {
            crate::operators::compare(cx, CmpOp::Eq, item, value).map(Some)
        }
        _ => cx.overload("coluber.is_found", &[item, value]),
    }
}
