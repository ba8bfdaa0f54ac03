//! Methods of arrays that are views or copies; reductions are Python in the library.

use super::attributes::{size, transposed};
use super::create::{given_dtype, shape_rank, shape_values};
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::message::Message;
use crate::numbers;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_ops::CmpOp;
use coluber_types::{Kind, Layout, Literal, Ty};

/// Calls `array.NAME(args...)`; the array is the first argument.
pub fn call(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    let array = args.positional[0];
    let count = args.vals().len();
    match (name, count) {
        ("copy", 1) => Ok(copy(array.ty, None, false)),
        ("flatten", 1) => flat_copy(array.ty),
        ("ravel", 1) => ravel(cx, array),
        ("transpose", _) => transpose(cx, args),
        ("conj" | "conjugate", 1) => conjugate(cx, array),
        ("astype", _) => astype(cx, args),
        ("reshape", _) => reshape(cx, args),
        ("fill", 2) => fill(cx, array, args.positional.get(1).copied()),
        ("item", _) => item_of(cx, args),
        ("view", 1) => Ok(Some(Resolved::one(array, |_, a| a[0]))),
        ("view", 2) => view(cx, args),
        _ => Ok(None),
    }
}

/// A copy in C order, or with `keep` in the order of the array; with another dtype if one is given.
fn copy(array: Ty, dtype: Option<Ty>, keep: bool) -> Option<Resolved> {
    let (own, ndim, layout) = array.as_array()?;
    let dtype = dtype.unwrap_or(own);
    let layout = if keep && layout == Layout::F && ndim > 1 { Layout::F } else { Layout::C };
    let kernel = super::elementwise::convert_kernel(dtype);
    let result = Ty::array(dtype, ndim, layout);
    let op = crate::value::Elementwise { kernel: std::rc::Rc::new(kernel), result };
    Some(Resolved::one(Val::new(result), move |e, a| e.elementwise(&op, a)))
}

/// `a.conj()`: of an array of real numbers the array itself.
fn conjugate(cx: &mut Cx<'_>, array: Val) -> Rule {
    match array.ty.as_array() {
        Some((dtype, ..)) if dtype.is_int() || dtype.is_float() || dtype == Ty::boolean() => {
            Ok(Some(Resolved::one(array, |_, a| a[0])))
        }
        _ => crate::arrays::elementwise::apply(cx, "conjugate", &[array]),
    }
}

fn astype(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(bound) = args.bind(&["self", "dtype", "order", "casting", "subok", "copy"]) else {
        return Ok(None);
    };
    // The library does what these ask for.
    if bound[2..5].iter().any(Option::is_some) {
        return Ok(None);
    }
    let vals = args.vals();
    let Some(dtype) = given_dtype(cx, &vals, bound[1], Ty::float64())? else {
        return Ok(None);
    };
    let array = vals[0].ty;
    let is_cast =
        |from| crate::times::convert::is_cast(from, dtype) && !crate::strings::chars::is_text_conversion(from, dtype);
    let is_record = |ty: Ty| matches!(ty.kind(), Kind::Record { .. });
    let is_of_fields = |from: Ty| from != dtype && (is_record(from) || is_record(dtype));
    if array.as_array().is_some_and(|(from, ..)| !is_cast(from) || is_of_fields(from)) {
        return Ok(None);
    }
    let unchanged = array.as_array().is_some_and(|(d, _, _)| d == dtype);
    if unchanged && bound[5].is_some_and(|k| vals[k].literal_bool() == Some(false)) {
        return Ok(Some(Resolved::one(vals[0], |_, a| a[0])));
    }
    Ok(copy(array, Some(dtype), true).map(first_operand))
}

fn first_operand(resolved: Resolved) -> Resolved {
    let inner = resolved.emit.clone();
    Resolved { emit: std::rc::Rc::new(move |e, a| inner(e, &a[..1])), ..resolved }
}

/// A C-contiguous array with the same elements in C order: the array itself, or a copy.
fn c_order(e: &mut Emitter<'_>, array: Value) -> Value {
    let ty = e.ty(array);
    let Some((dtype, ndim, layout)) = ty.as_array() else {
        return array;
    };
    if layout == Layout::C || ndim == 0 {
        return array;
    }
    let result = Ty::array(dtype, ndim, Layout::C);
    let op = crate::value::Elementwise { kernel: std::rc::Rc::new(super::elementwise::convert_kernel(dtype)), result };
    e.elementwise(&op, &[array])
}

/// A vector of the elements of an array that lie one after the other.
pub fn one_axis(e: &mut Emitter<'_>, array: Value, ty: Ty) -> Value {
    let parts = e.parts(array);
    let n = size(e, array);
    let itemsize = ty.as_array().and_then(|(d, _, _)| d.itemsize()).unwrap_or(1);
    let stride = e.i64(i64::from(itemsize));
    e.make_array(parts[0], parts[1], &[n], &[stride], ty)
}

fn flat_copy(array: Ty) -> Rule {
    let Some((dtype, ndim, _)) = array.as_array() else {
        return Ok(None);
    };
    let (whole, flat) = (Ty::array(dtype, ndim, Layout::C), Ty::array(dtype, 1, Layout::C));
    let op = crate::value::Elementwise {
        kernel: std::rc::Rc::new(super::elementwise::convert_kernel(dtype)),
        result: whole,
    };
    Ok(Some(Resolved::one(Val::new(flat), move |e, a| {
        let copied = e.elementwise(&op, &a[..1]);
        one_axis(e, copied, flat)
    })))
}

/// `np.copy(a)`: the order of an F array is kept.
pub fn copy_function(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[array]) = crate::builtins::basic::positional(args, 1..=1) else {
        return Ok(None);
    };
    Ok(copy(array.ty, None, true))
}

/// `np.ravel(a)`
pub fn ravel_function(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[array]) = crate::builtins::basic::positional(args, 1..=1) else {
        return Ok(None);
    };
    ravel(cx, array)
}

/// `np.transpose(a, axes)`.
pub fn transpose_function(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    match args.bind(&["a", "axes"]).as_deref() {
        Some([Some(0), _]) => transpose_of(cx, &args.vals()),
        _ => Ok(None),
    }
}

/// `a.transpose()`, `a.transpose(axes)`, `a.transpose(0, 2, 1)`.
pub fn transpose(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    match crate::builtins::basic::positional(args, 1..=33) {
        Some(vals) => transpose_of(cx, vals),
        None => Ok(None),
    }
}

/// An array with its axes in another order: the array, then the axes or a tuple of them.
fn transpose_of(cx: &mut Cx<'_>, bound: &[Val]) -> Rule {
    let Some((_, ndim, _)) = bound[0].ty.as_array() else {
        return Ok(None);
    };
    let given: Vec<Ty> = match &bound[1..] {
        [] => return Ok(Some(transposed(bound[0].ty))),
        [one] if one.ty == Ty::none() => return Ok(Some(first_operand(transposed(bound[0].ty)))),
        [one] if one.ty.tuple_items().is_some() => one.ty.tuple_items().unwrap_or(&[]).to_vec(),
        many => many.iter().map(|v| v.ty).collect(),
    };
    let axes: Option<Vec<i64>> = given.iter().map(|t| Val::new(*t).literal_int()).collect();
    let Some(axes) = axes else {
        if !given.iter().all(|axis| axis.unliteral().is_int()) {
            return Err(cx.error("the axes of transpose() must be integers"));
        }
        if given.len() != usize::from(ndim) {
            return Err(cx.error("axes don't match array"));
        }
        return Ok(super::transpose::by_axes(bound[0].ty));
    };
    let ndim = i64::from(ndim);
    let axes: Vec<usize> = axes.iter().map(|k| if *k < 0 { k + ndim } else { *k }).map(|k| k as usize).collect();
    let mut sorted = axes.clone();
    sorted.sort_unstable();
    if sorted != (0..ndim as usize).collect::<Vec<_>>() {
        return Err(cx.error("axes don't match array"));
    }
    Ok(Some(first_operand(permuted(bound[0].ty, axes))))
}

fn permuted(array: Ty, axes: Vec<usize>) -> Resolved {
    let Kind::Array { dtype, ndim, layout, mutable, aligned } = *array.kind() else {
        return Resolved::one(Val::new(array), |_, a| a[0]);
    };
    let kept = axes.iter().enumerate().all(|(k, axis)| k == *axis);
    let reversed = axes.iter().rev().enumerate().all(|(k, axis)| k == *axis);
    let layout = match (kept, reversed, layout) {
        (true, _, _) => layout,
        (_, true, Layout::C) => Layout::F,
        (_, true, Layout::F) => Layout::C,
        _ => Layout::A,
    };
    let ty = Ty::new(Kind::Array { dtype, ndim, layout, mutable, aligned });
    Resolved::one(Val::new(ty), move |e, a| {
        let parts = e.parts(a[0]);
        let (shape, strides) = (e.parts(parts[2]), e.parts(parts[3]));
        let pick = |from: &[Value]| axes.iter().map(|k| from[*k]).collect::<Vec<_>>();
        let (shape, strides) = (pick(&shape), pick(&strides));
        e.make_array(parts[0], parts[1], &shape, &strides, ty)
    })
}

/// Whether only its strides say if the elements of an array can be seen in another shape. Arrays that can't be written to, or are not
/// aligned, are copied: nothing but the address tells the difference.
fn has_strides_to_ask(array: Ty) -> bool {
    matches!(*array.kind(), Kind::Array { layout: Layout::A | Layout::F, ndim: 1.., mutable: true, aligned: true, .. })
}

/// A view of the elements of an array that is contiguous in C order, else a copy.
fn ravel(cx: &mut Cx<'_>, array: Val) -> Rule {
    if has_strides_to_ask(array.ty) {
        return cx.overload("coluber.raveled", &[array]);
    }
    let Kind::Array { dtype, layout, mutable, aligned, .. } = *array.ty.kind() else {
        return Ok(None);
    };
    let is_view = layout == Layout::C;
    let flat = Ty::new(Kind::Array {
        dtype,
        ndim: 1,
        layout: Layout::C,
        mutable: mutable || !is_view,
        aligned: aligned || !is_view,
    });
    Ok(Some(Resolved::one(Val::new(flat), move |e, a| {
        let v = c_order(e, a[0]);
        one_axis(e, v, flat)
    })))
}

/// `a.reshape(shape)`, `a.reshape(n, m)`; one extent may be -1.
pub fn reshape(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if !args.names.is_empty() || args.star.is_some() {
        return Ok(None);
    }
    let Kind::Array { dtype, layout, mutable, aligned, .. } = *args.positional[0].ty.kind() else {
        return Ok(None);
    };
    let shape = &args.positional[1..];
    let rank = match shape {
        [one] => shape_rank(one.ty),
        _ => shape.iter().all(|v| v.ty.unliteral().is_int()).then_some(shape.len()),
    };
    let Some(rank) = rank else {
        let error = cx.error("reshape() needs integers or a tuple of integers");
        return Err(error.hint_if(shape.first().and_then(|shape| crate::hints::shape(shape.ty))));
    };
    if has_strides_to_ask(args.positional[0].ty) {
        return reshape_strided(cx, args, rank);
    }
    let is_view = layout == Layout::C;
    let result = Ty::new(Kind::Array {
        dtype,
        ndim: rank as u8,
        layout: Layout::C,
        mutable: mutable || !is_view,
        aligned: aligned || !is_view,
    });
    Ok(Some(Resolved::one(Val::new(result), move |e, a| {
        let extents = checked_extents(e, a);
        let array = c_order(e, a[0]);
        let parts = e.parts(array);
        let strides = e.contiguous_strides(&extents, dtype.itemsize().unwrap_or(1), Layout::C);
        e.make_array(parts[0], parts[1], &extents, &strides, result)
    })))
}

/// `a.reshape(...)` of an array whose strides decide whether it is a view.
fn reshape_strided(cx: &mut Cx<'_>, args: &CallArgs, rank: usize) -> Rule {
    let (array, extents) = (args.positional[0], Ty::tuple(vec![Ty::int64(); rank]));
    let viewed = cx.overload("coluber.viewed", &[array, Val::new(extents)])?;
    let checked = Resolved::many([array, Val::new(extents)], move |e, a| {
        let lengths = checked_extents(e, a);
        [a[0], e.pack(&lengths, extents)].into_iter().collect()
    });
    Ok(viewed.map(|viewed| checked.then(viewed)))
}

/// The extents that `a.reshape(...)` asks for: the array, and a shape or several lengths.
fn checked_extents(e: &mut Emitter<'_>, a: &[Value]) -> Vec<Value> {
    let extents: Vec<Value> =
        if a.len() == 2 { shape_values(e, a[1]) } else { a[1..].iter().map(|n| e.coerce(*n, Ty::int64())).collect() };
    let open = open_axes(e, &a[1..]);
    let total = size(e, a[0]);
    infer_extent(e, &extents, &open, total)
}

/// Which of the extents that a program gives are -1 in its source.
fn open_axes(e: &Emitter<'_>, given: &[Value]) -> Vec<bool> {
    let types: Vec<Ty> = given.iter().map(|&n| e.ty(n)).collect();
    let items = match types[..] {
        [one] => one.tuple_items().map_or_else(|| vec![one], <[Ty]>::to_vec),
        _ => types,
    };
    items.iter().map(|ty| matches!(ty.kind(), Kind::Literal(Literal::Int(-1)))).collect()
}

/// Replaces -1 by what is left, and checks that the number of elements stays the same.
fn infer_extent(e: &mut Emitter<'_>, extents: &[Value], open: &[bool], total: Value) -> Vec<Value> {
    let (one, zero) = (e.i64(1), e.i64(0));
    let mut known = one;
    let mut unknown = zero;
    let mut flags = Vec::new();
    for n in extents {
        let negative = e.compare_int(CmpOp::Lt, *n, 0);
        let factor = e.select(negative, one, *n);
        known = e.mul(known, factor);
        let count = e.select(negative, one, zero);
        unknown = e.add(unknown, count);
        flags.push(negative);
    }
    let at_most_one = e.compare_int(CmpOp::Le, unknown, 1);
    e.guard("ValueError", "can only specify one unknown dimension", at_most_one);
    let is_zero = e.compare(CmpOp::Eq, known, zero);
    let divisor = e.select(is_zero, one, known);
    let rest = e.div(total, divisor);
    let whole = e.mul(rest, known);
    let divides = e.compare(CmpOp::Eq, whole, total);
    // Of an axis without elements any extent of the others leaves as many.
    let is_known = e.not(is_zero);
    let fits = e.and(divides, is_known);
    let has_unknown = e.compare_int(CmpOp::Eq, unknown, 1);
    let same = e.compare(CmpOp::Eq, known, total);
    let ok = e.select(has_unknown, fits, same);
    super::fitting::guard_size(e, total, extents, open, ok);
    extents.iter().zip(flags).map(|(n, negative)| e.select(negative, rest, *n)).collect()
}

fn fill(cx: &Cx<'_>, array: Val, value: Option<Val>) -> Rule {
    let (Some((dtype, _, _)), Some(value)) = (array.ty.as_array(), value) else {
        return Ok(None);
    };
    if coluber_types::conversion(value.ty, dtype).is_none() {
        return Ok(None);
    }
    cx.check_writable(array.ty)?;
    let refused = numbers::out_of_bounds(cx, value, dtype);
    Ok(Some(Resolved::one(Val::new(Ty::none()), move |e, a| {
        if let Some(message) = &refused {
            numbers::overflow(e, message);
        }
        let v = e.coerce(a[1], dtype);
        super::create::fill_with(e, a[0], v, dtype);
        e.unit(Ty::none())
    })))
}

/// `a.item(...)`: of an array of records a tuple of the fields.
fn item_of(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(found) = item(cx, args)?.map(|found| of_python(cx, found)) else { return Ok(None) };
    if !crate::records::is_record(found.val().ty) {
        return Ok(Some(found));
    }
    let tuple = cx.overload("method:tolist", &[found.val()])?;
    Ok(tuple.map(|tuple| found.then(tuple)))
}

/// `a.item()` of an array with one element, `a.item(k)` in C order, `a.item(i, j)`, `a.item((i, j))`.
fn item(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let array = args.positional[0];
    let Some((dtype, ndim, _)) = array.ty.as_array() else {
        return Ok(None);
    };
    match args.positional.len() {
        1 => Ok(Some(Resolved::one(Val::weak(dtype.loaded()), move |e, a| {
            let n = size(e, a[0]);
            let one = e.compare_int(CmpOp::Eq, n, 1);
            e.guard("ValueError", "can only convert an array of size 1 to a Python scalar", one);
            let zeros: Vec<Value> = (0..ndim).map(|_| e.i64(0)).collect();
            let ptr = e.elem_ptr(a[0], &zeros);
            e.element(a[0], ptr, dtype)
        }))),
        2 if args.positional[1].ty.unliteral().is_int() => flat_item(array.ty, args.positional[1]),
        2 if args.positional[1].ty.tuple_items().is_some_and(|items| items.len() == ndim as usize) => {
            let get = crate::subscript::getitem(cx, array, args.positional[1])?;
            Ok((!get.val().ty.is_array()).then_some(get))
        }
        n if n == ndim as usize + 1 => {
            let index = crate::tuples::build(&args.positional[1..]);
            let get = crate::subscript::getitem(cx, array, index.val())?;
            Ok(Some(Resolved::one(get.val(), move |e, a| {
                let at = e.resolved(&index, &a[1..]);
                e.resolved(&get, &[a[0], at])
            })))
        }
        _ => Ok(None),
    }
}

/// A number as one of Python's types, which adapts to arrays.
fn of_python(cx: &Cx<'_>, number: Resolved) -> Resolved {
    let ty = numbers::of_python(cx, number.val().ty);
    Resolved::one(Val::weak(ty), move |e, a| {
        let number = e.resolved(&number, a);
        e.coerce(number, ty)
    })
}

/// An index into all elements as one that counts from the start; one that is out of range raises IndexError.
fn flat_index(e: &mut Emitter<'_>, given: Value, n: Value) -> Value {
    let k = e.value(Op::WrapIndex {}, &[given, n], Ty::int64());
    let (i, size) = (e.cast(k, Ty::uint64()), e.cast(n, Ty::uint64()));
    let ok = e.compare(CmpOp::Lt, i, size);
    let message = Message::new("index is out of bounds").text("index ").number(e, given);
    message.text(" is out of bounds for size ").number(e, n).guard(e, "IndexError", ok);
    k
}

/// `a.flat[k]`; the operand is the array or an iterator over its elements.
pub fn flat_item(array: Ty, at: Val) -> Rule {
    let Some((dtype, ndim, _)) = array.as_array() else {
        return Ok(None);
    };
    if !at.ty.unliteral().is_int() {
        return Ok(None);
    }
    Ok(Some(Resolved::one(Val::new(dtype.loaded()), move |e, a| {
        let array = if e.ty(a[0]).is_array() { a[0] } else { e.part(a[0], 0) };
        let n = size(e, array);
        let k = e.coerce(a[1], Ty::int64());
        let k = flat_index(e, k, n);
        let shape = e.part(array, 2);
        let index = crate::iteration::unravel(e, shape, k, ndim as usize);
        let ptr = e.elem_ptr(array, &index);
        e.element(array, ptr, dtype)
    })))
}

/// `a.flat[k] = item`
pub fn set_flat_item(array: Ty, at: Val, item: Val) -> Option<Resolved> {
    let (dtype, ndim, _) = array.as_array()?;
    let element = dtype.loaded();
    if !at.ty.unliteral().is_int() || coluber_types::conversion(item.ty.unliteral(), element).is_none() {
        return None;
    }
    Some(Resolved::effect(move |e, a| {
        let array = e.part(a[0], 0);
        let n = size(e, array);
        let k = e.coerce(a[1], Ty::int64());
        let k = flat_index(e, k, n);
        let shape = e.part(array, 2);
        let index = crate::iteration::unravel(e, shape, k, ndim as usize);
        let ptr = e.elem_ptr(array, &index);
        let value = e.coerce(a[2], element);
        e.store_element(ptr, value, dtype);
    }))
}

/// `a.view(dtype)` for a dtype of the same size.
fn view(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Kind::Array { dtype, ndim, layout, mutable, aligned } = *args.positional[0].ty.kind() else {
        return Ok(None);
    };
    let Some(to) = given_dtype(cx, &args.vals(), Some(1), dtype)? else {
        return Ok(None);
    };
    let (Some(old), Some(new)) = (dtype.itemsize(), to.itemsize()) else {
        return Ok(None);
    };
    let ty = Ty::new(Kind::Array { dtype: to, ndim, layout, mutable, aligned: aligned && new <= old });
    if old == new {
        return Ok(Some(Resolved::one(Val::new(ty), move |e, a| e.repack(a[0], ty))));
    }
    if ndim == 0 || layout == Layout::F && ndim > 1 {
        return Err(cx.error("To change to a dtype of a different size, the last axis must be contiguous"));
    }
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| resized_view(e, a[0], i64::from(old), i64::from(new), ty))))
}

/// A view whose last axis is cut into elements of another size.
fn resized_view(e: &mut Emitter<'_>, array: Value, old: i64, new: i64, ty: Ty) -> Value {
    let parts = e.parts(array);
    let (mut shape, mut strides) = (e.parts(parts[2]), e.parts(parts[3]));
    let last = shape.len() - 1;
    let (one, all) = (e.compare_int(CmpOp::Eq, shape[last], 1), size(e, array));
    let (mut contiguous, none) = (e.compare_int(CmpOp::Eq, strides[last], old), e.compare_int(CmpOp::Eq, all, 0));
    for other in [one, none] {
        contiguous = e.or(contiguous, other);
    }
    e.guard("ValueError", "To change to a dtype of a different size, the last axis must be contiguous", contiguous);
    let (old, new) = (e.i64(old), e.i64(new));
    let bytes = e.mul(shape[last], old);
    let rest = e.arith(coluber_ir::typed::Arith::Rem, bytes, new);
    let whole = e.compare_int(CmpOp::Eq, rest, 0);
    let message = "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.";
    e.guard("ValueError", message, whole);
    shape[last] = e.div(bytes, new);
    strides[last] = new;
    e.make_array(parts[0], parts[1], &shape, &strides, ty)
}
