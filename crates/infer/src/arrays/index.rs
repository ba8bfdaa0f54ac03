//! Basic indexing: integers, slices, `...` and `None`; reading, views and assignment.

use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::message::Message;
use crate::numbers;
use crate::value::{Assignment, Resolved, Val};
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_ops::CmpOp;
use coluber_types::{Kind, Layout, Ty};

/// How one entry of an index uses the array's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Entry {
    /// An integer: takes an axis away.
    Int,
    /// A slice with this type.
    Slice(Ty),
    /// A whole axis (from `...` or because the index is short).
    Whole,
    /// `None`: a new axis of extent 1.
    NewAxis,
}

/// A decided basic index.
#[derive(Clone, Debug)]
struct Plan {
    /// One entry in order, with the position of its value in the index tuple where it has one.
    entries: Vec<(Entry, Option<usize>)>,
    /// Whether the index value is a tuple.
    is_tuple: bool,
    /// Type of the view; None for an element.
    view: Option<Ty>,
    dtype: Ty,
    boundscheck: bool,
}

/// The item that iteration over the first axis gives, and how it is made from an index in range.
pub fn row(array: Ty) -> (Ty, impl Fn(&mut Emitter<'_>, Value, Value) -> Value + Clone + 'static) {
    let (dtype, ndim) = array.as_array().map_or((Ty::none(), 1), |(d, n, _)| (d, n));
    let item = if ndim <= 1 { dtype.loaded() } else { view_type(array, ndim - 1, layout_without_first(array)) };
    let emit = move |e: &mut Emitter<'_>, array: Value, k: Value| {
        if ndim <= 1 {
            let ptr = e.elem_ptr(array, &[k]);
            return e.element(array, ptr, dtype);
        }
        let parts = e.parts(array);
        let (shape, strides) = (e.parts(parts[2]), e.parts(parts[3]));
        let offset = e.mul(k, strides[0]);
        let data = e.ptr_add(parts[1], offset);
        e.make_array(parts[0], data, &shape[1..], &strides[1..], item)
    };
    (item, emit)
}

fn layout_without_first(array: Ty) -> Layout {
    let (ndim, layout) = array.as_array().map_or((1, Layout::A), |(_, n, l)| (n, l));
    if layout == Layout::C || ndim <= 1 { layout } else { Layout::A }
}

fn view_type(array: Ty, ndim: u8, layout: Layout) -> Ty {
    let Kind::Array { dtype, mutable, aligned, .. } = *array.kind() else {
        return array;
    };
    Ty::new(Kind::Array { dtype, ndim, layout, mutable, aligned })
}

/// `array[index]`
pub fn getitem(cx: &mut Cx<'_>, array: Val, index: Val) -> Rule {
    let Some(plan) = plan(cx, array.ty, index.ty)? else {
        return Ok(None);
    };
    let result = plan.view.unwrap_or(plan.dtype.loaded());
    Ok(Some(Resolved::one(Val::new(result), move |e, a| {
        let (ptr, view) = address(e, &plan, a[0], a[1]);
        view.unwrap_or_else(|| e.element(a[0], ptr, plan.dtype))
    })))
}

/// `array[index] = value`
pub fn setitem(cx: &mut Cx<'_>, array: Val, index: Val, value: Val) -> Rule {
    let Kind::Array { dtype, .. } = *array.ty.kind() else {
        return Ok(None);
    };
    cx.check_writable(array.ty)?;
    let Some(plan) = plan(cx, array.ty, index.ty)? else {
        return Ok(None);
    };
    if let Some(message) = numbers::out_of_bounds(cx, value, dtype) {
        return Ok(Some(Resolved::effect(move |e, _| numbers::overflow(e, &message))));
    }
    if let Some(view) = plan.view {
        return Ok(assign_view(plan, view, value));
    }
    // An array without axes is its element.
    let element = value.ty.as_array().filter(|array| array.1 == 0).map(|array| array.0);
    let from = element.unwrap_or(value.ty);
    if coluber_types::conversion(from, dtype).is_none() || from.is_array() {
        return Ok(None);
    }
    Ok(Some(Resolved::effect(move |e, a| {
        let item = match element {
            Some(element) => {
                let data = e.part(a[2], 1);
                e.load_element(data, element)
            }
            None => a[2],
        };
        let v = e.coerce(item, dtype);
        let (ptr, _) = address(e, &plan, a[0], a[1]);
        e.store_element(ptr, v, dtype);
    })))
}

/// How the address of an element is made from the array and the index; None when the index does not name an element.
#[allow(clippy::type_complexity, reason = "a closure that rules keep")]
pub fn element_address(
    cx: &Cx<'_>,
    array: Ty,
    index: Ty,
) -> coluber_base::Result<Option<impl Fn(&mut Emitter<'_>, Value, Value) -> Value + 'static + use<>>> {
    let found = plan(cx, array, index)?.filter(|plan| plan.view.is_none());
    Ok(found.map(|plan| move |e: &mut Emitter<'_>, array, index| address(e, &plan, array, index).0))
}

/// Assignment to a view: from an array or a scalar, broadcast.
fn assign_view(plan: Plan, view: Ty, value: Val) -> Option<Resolved> {
    let assign = super::elementwise::assign(view, value)?;
    let target = std::rc::Rc::new(move |e: &mut Emitter<'_>, array, index| {
        let (element, target) = address(e, &plan, array, index);
        target.unwrap_or(element)
    });
    let assignment = Assignment::Item(target.clone());
    let resolved = Resolved::effect(move |e, a| {
        let target = target(e, a[0], a[1]);
        (assign.emit)(e, &[target, a[2]]);
    });
    Some(Resolved { assignment: Some(assignment), ..resolved })
}

/// Decides an index, or None when it is not a basic one.
fn plan(cx: &Cx<'_>, array: Ty, index: Ty) -> coluber_base::Result<Option<Plan>> {
    let Some((dtype, ndim, _)) = array.as_array() else {
        return Ok(None);
    };
    let is_tuple = index.tuple_items().is_some();
    let items: Vec<Ty> = index.tuple_items().map_or_else(|| vec![index], <[Ty]>::to_vec);
    let Some(given) = items.iter().map(|t| classify(*t)).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let used = given.iter().filter(|e| matches!(e, Given::Int | Given::Slice(_))).count();
    let ndim = ndim as usize;
    if used > ndim {
        return Err(cx
            .error(format!("cannot index {array} with {} indices: {index}", used))
            .note(format!("the array has {ndim} {}", if ndim == 1 { "axis" } else { "axes" })));
    }
    let entries = expand(&given, ndim - used);
    let left: Vec<Entry> = entries.iter().map(|e| e.0).filter(|e| *e != Entry::Int).collect();
    let view = if left.is_empty() && !given.contains(&Given::Ellipsis) {
        None
    } else {
        Some(view_type(array, left.len() as u8, view_layout(array, &entries)))
    };
    Ok(Some(Plan { entries, is_tuple, view, dtype, boundscheck: cx.options.boundscheck }))
}

#[derive(Clone, Copy, PartialEq)]
enum Given {
    Int,
    Slice(Ty),
    Ellipsis,
    NewAxis,
}

fn classify(ty: Ty) -> Option<Given> {
    Some(match ty.unliteral().kind() {
        Kind::Int(_) => Given::Int,
        Kind::Slice { .. } => Given::Slice(ty),
        Kind::Ellipsis => Given::Ellipsis,
        Kind::None => Given::NewAxis,
        _ => return None,
    })
}

/// Puts whole axes where `...` stands, or at the end.
fn expand(given: &[Given], missing: usize) -> Vec<(Entry, Option<usize>)> {
    let whole = std::iter::repeat_n((Entry::Whole, None), missing);
    let mut out = Vec::new();
    let mut filled = false;
    for (k, item) in given.iter().enumerate() {
        match item {
            Given::Int => out.push((Entry::Int, Some(k))),
            Given::Slice(ty) => out.push((Entry::Slice(*ty), Some(k))),
            Given::NewAxis => out.push((Entry::NewAxis, None)),
            Given::Ellipsis if filled => {}
            Given::Ellipsis => {
                out.extend(whole.clone());
                filled = true;
            }
        }
    }
    if !filled {
        out.extend(whole);
    }
    out
}

/// The layout that a view is known to have: of a C array, integers, then at most one contiguous slice, then whole axes, stay C;
/// of an F array the mirror image.
fn view_layout(array: Ty, entries: &[(Entry, Option<usize>)]) -> Layout {
    let (ndim, layout) = array.as_array().map_or((0, Layout::A), |(_, n, l)| (n, l));
    let axes: Vec<Entry> = entries.iter().map(|e| e.0).collect();
    if axes.contains(&Entry::NewAxis) {
        return Layout::A;
    }
    let contiguous = |mut axes: Box<dyn Iterator<Item = &Entry> + '_>| {
        let mut partial = false;
        axes.all(|entry| match entry {
            Entry::Int => !partial,
            Entry::Slice(ty) if is_full(*ty) => {
                partial = true;
                true
            }
            Entry::Slice(ty) => {
                let ok = !partial && has_unit_step(*ty);
                partial = true;
                ok
            }
            _ => {
                partial = true;
                true
            }
        })
    };
    match layout {
        Layout::C if contiguous(Box::new(axes.iter())) => Layout::C,
        Layout::F if contiguous(Box::new(axes.iter().rev())) => Layout::F,
        _ if ndim == 1 && axes == [Entry::Whole] => layout,
        _ => Layout::A,
    }
}

fn is_full(slice: Ty) -> bool {
    matches!(slice.kind(), Kind::Slice { start, stop, step } if [start, stop, step].iter().all(|t| **t == Ty::none()))
}

fn has_unit_step(slice: Ty) -> bool {
    matches!(slice.kind(), Kind::Slice { step, .. } if *step == Ty::none() || *step == Ty::literal_int(1))
}

/// The address of the element, or the view.
fn address(e: &mut Emitter<'_>, plan: &Plan, array: Value, index: Value) -> (Value, Option<Value>) {
    let entry_value = |e: &mut Emitter<'_>, k: usize| {
        if plan.is_tuple { e.part(index, k) } else { index }
    };
    if plan.view.is_none() {
        let mut indices = Vec::new();
        for (axis, (_, k)) in plan.entries.iter().enumerate() {
            let raw = entry_value(e, k.unwrap_or(0));
            indices.push(axis_index(e, array, axis, raw, plan.boundscheck));
        }
        return (e.elem_ptr(array, &indices), None);
    }
    let parts = e.parts(array);
    let mut data = parts[1];
    let (mut shape, mut strides) = (Vec::new(), Vec::new());
    let mut axis = 0;
    for (entry, k) in &plan.entries {
        match entry {
            Entry::NewAxis => {
                shape.push(e.i64(1));
                strides.push(e.i64(0));
                continue;
            }
            Entry::Whole => {
                shape.push(e.extent(array, axis));
                strides.push(e.stride(array, axis));
            }
            Entry::Int => {
                let raw = entry_value(e, k.unwrap_or(0));
                let at = axis_index(e, array, axis, raw, plan.boundscheck);
                let stride = e.stride(array, axis);
                let offset = e.mul(at, stride);
                data = e.ptr_add(data, offset);
            }
            Entry::Slice(_) => {
                let slice = entry_value(e, k.unwrap_or(0));
                let (n, stride) = (e.extent(array, axis), e.stride(array, axis));
                let (start, length, step) = slice_bounds(e, slice, n);
                let offset = e.mul(start, stride);
                data = e.ptr_add(data, offset);
                shape.push(length);
                strides.push(match step {
                    Some(step) => e.mul(stride, step),
                    None => stride,
                });
            }
        }
        axis += 1;
    }
    let view = plan.view.unwrap_or(plan.dtype);
    (data, Some(e.make_array(parts[0], data, &shape, &strides, view)))
}

/// An index made non-negative, and checked when the option says so.
fn axis_index(e: &mut Emitter<'_>, array: Value, axis: usize, raw: Value, check: bool) -> Value {
    let plain = e.ty(raw).unliteral();
    let unsigned = matches!(plain.kind(), Kind::Int(i) if !i.signed);
    let literal = match e.ty(raw).kind() {
        Kind::Literal(coluber_types::Literal::Int(v)) => Some(*v),
        _ => None,
    };
    let index = e.coerce(raw, Ty::int64());
    let extent = e.extent(array, axis);
    let index = if unsigned || literal.is_some_and(|v| v >= 0) {
        index
    } else {
        e.builder().value(Op::WrapIndex {}, &[index, extent], Ty::int64())
    };
    if check {
        let (i, n) = (e.cast(index, Ty::uint64()), e.cast(extent, Ty::uint64()));
        let ok = e.compare(CmpOp::Lt, i, n);
        let given = e.coerce(raw, Ty::int64());
        let place = e.i64(axis as i64);
        let message = Message::new("index is out of bounds").text("index ").number(e, given);
        let message = message.text(" is out of bounds for axis ").number(e, place).text(" with size ");
        message.number(e, extent).guard(e, "IndexError", ok);
    }
    index
}

/// Start, number of items and step (None for 1) of a slice of a sequence with `n` items, as `slice.indices` gives them.
pub fn slice_bounds(e: &mut Emitter<'_>, slice: Value, n: Value) -> (Value, Value, Option<Value>) {
    let parts = e.parts(slice);
    let given = |e: &mut Emitter<'_>, v: Value| (e.ty(v) != Ty::none()).then(|| e.coerce(v, Ty::int64()));
    let step_is_one = e.ty(parts[2]) == Ty::none() || e.ty(parts[2]) == Ty::literal_int(1);
    let (start, stop) = (given(e, parts[0]), given(e, parts[1]));
    let zero = e.i64(0);
    if step_is_one {
        let start = match start {
            Some(v) => clamp(e, v, zero, n, n),
            None => zero,
        };
        let stop = match stop {
            Some(v) => clamp(e, v, zero, n, n),
            None => n,
        };
        let length = e.sub(stop, start);
        let some = e.compare_int(CmpOp::Gt, length, 0);
        return (start, e.select(some, length, zero), None);
    }
    let step = e.coerce(parts[2], Ty::int64());
    let nonzero = e.compare_int(CmpOp::Ne, step, 0);
    e.guard("ValueError", "slice step cannot be zero", nonzero);
    let down = e.compare_int(CmpOp::Lt, step, 0);
    let (one, minus_one) = (e.i64(1), e.i64(-1));
    let last = e.sub(n, one);
    let (lower, upper) = (e.select(down, minus_one, zero), e.select(down, last, n));
    let start = match start {
        Some(v) => clamp(e, v, lower, upper, n),
        None => e.select(down, upper, lower),
    };
    let stop = match stop {
        Some(v) => clamp(e, v, lower, upper, n),
        None => e.select(down, lower, upper),
    };
    let length = slice_length(e, start, stop, step, down);
    (start, length, Some(step))
}

fn slice_length(e: &mut Emitter<'_>, start: Value, stop: Value, step: Value, down: Value) -> Value {
    let (forward, backward) = (e.sub(stop, start), e.sub(start, stop));
    let distance = e.select(down, backward, forward);
    let negated = e.neg(step);
    let magnitude = e.select(down, negated, step);
    let (zero, one) = (e.i64(0), e.i64(1));
    let some = e.compare_int(CmpOp::Gt, distance, 0);
    let is_zero = e.compare_int(CmpOp::Eq, magnitude, 0);
    let magnitude = e.select(is_zero, one, magnitude);
    let before = e.sub(distance, one);
    let steps = e.div(before, magnitude);
    let length = e.add(steps, one);
    e.select(some, length, zero)
}

/// A bound of a slice: negative ones count from the end; then between `lower` and `upper`.
fn clamp(e: &mut Emitter<'_>, v: Value, lower: Value, upper: Value, n: Value) -> Value {
    let negative = e.compare_int(CmpOp::Lt, v, 0);
    let from_end = e.add(v, n);
    let v = e.select(negative, from_end, v);
    let low = e.compare(CmpOp::Lt, v, lower);
    let v = e.select(low, lower, v);
    let high = e.compare(CmpOp::Gt, v, upper);
    e.select(high, upper, v)
}
