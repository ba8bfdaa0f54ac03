//! Addresses: `ffi.from_buffer(array)` of the package cffi, and elements behind a pointer.

use crate::arrays::create::{shape_rank, shape_values};
use crate::arrays::dtype::dtype_of;
use crate::builtins::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::instances::with_operands;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_types::{Conversion, Kind, Layout, Ty, conversion};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("cffi.FFI.from_buffer", from_buffer),
    ("coluber.lib.intrinsics.pointer_array", pointer_array),
    ("coluber.lib.intrinsics.address", address),
    ("coluber.lib.intrinsics.data_pointer", data_pointer),
];

/// `ffi.from_buffer(array)`: the address of the first element, which keeps the array while it is used here.
fn from_buffer(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[array]) = positional(args, 1..=1) else { return Ok(None) };
    let Some((dtype, ndim, layout)) = array.ty.as_array() else { return Ok(None) };
    if layout == Layout::A || layout == Layout::F && ndim > 1 {
        let text = format!("from_buffer() takes contiguous arrays, several axes in C order, not {}", array.ty);
        return Err(cx.unsupported(text));
    }
    let ty = Ty::new(Kind::Pointer(dtype));
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let data = e.part(a[0], 1);
        e.pack(&[data], ty)
    })))
}

/// `pointer_array(pointer, shape, dtype, order)`: the array of this shape that lies at an address; nothing keeps its memory.
fn pointer_array(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[pointer, shape, dtype, order]) = positional(args, 4..=4) else { return Ok(None) };
    let (Kind::Pointer(_), Some(ndim)) = (pointer.ty.kind(), shape_rank(shape.ty)) else { return Ok(None) };
    let (Some(dtype), Some(order)) = (dtype_of(dtype, None), order.literal_str()) else { return Ok(None) };
    let layout = if order == "F" && ndim > 1 { Layout::F } else { Layout::C };
    let Some(itemsize) = dtype.itemsize() else { return Ok(None) };
    let ty = Ty::array(dtype, ndim as u8, layout);
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let (owner, data) = (e.int(0, Ty::owner()), e.part(a[0], 0));
        let extents = shape_values(e, a[1]);
        let mut strides = vec![e.i64(i64::from(itemsize)); ndim];
        for k in 1..ndim {
            // The axis before this one in memory.
            let (here, inner) = if layout == Layout::F { (k, k - 1) } else { (ndim - 1 - k, ndim - k) };
            strides[here] = e.mul(strides[inner], extents[inner]);
        }
        e.make_array(owner, data, &extents, &strides, ty)
    })))
}

/// `data_pointer(array)`: a pointer to the first element, which keeps the array while it is used here.
fn data_pointer(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[array]) = positional(args, 1..=1) else { return Ok(None) };
    let Some((dtype, ..)) = array.ty.as_array() else { return Ok(None) };
    let ty = Ty::new(Kind::Pointer(dtype));
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let data = e.part(a[0], 1);
        e.pack(&[data], ty)
    })))
}

/// `address(value)`: the address of the first element of an array, or the number of an address, as an int64.
fn address(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[value]) = positional(args, 1..=1) else { return Ok(None) };
    let part = match value.ty.kind() {
        Kind::Array { .. } | Kind::Record { .. } => 1,
        Kind::Pointer(_) => 0,
        _ => return Ok(None),
    };
    Ok(Some(Resolved::one(Val::new(Ty::int64()), move |e, a| number_of(e, a[0], part))))
}

/// An operation on addresses as the integers that they are. A `void*` is a number wherever it stands beside others; pointers
/// that know what is behind them are where two of them, or one and a `void*` or an integer, are compared.
pub fn as_numbers(cx: &mut Cx<'_>, vals: &[Val], rule: impl FnOnce(&mut Cx<'_>, &[Val]) -> Rule) -> Rule {
    let is_address = |val: &Val| matches!(val.ty.kind(), Kind::Pointer(_));
    if !vals.iter().any(is_address) || !vals.iter().all(|val| is_address(val) || val.ty.unliteral().is_int()) {
        return Ok(None);
    }
    let addresses: Vec<bool> = vals.iter().map(is_address).collect();
    let numbers: Vec<Val> = vals.iter().map(|val| if is_address(val) { Val::new(Ty::int64()) } else { *val }).collect();
    let found = rule(cx, &numbers)?;
    Ok(found.map(|found| {
        with_operands(found, move |e, a| {
            let operands = a.iter().enumerate();
            operands.map(|(k, &v)| if addresses.get(k) == Some(&true) { number_of(e, v, 0) } else { v }).collect()
        })
    }))
}

/// Whether a value is an address of which nothing says what is there.
pub fn is_void(val: Val) -> bool {
    matches!(val.ty.kind(), Kind::Pointer(to) if *to.kind() == Kind::None)
}

/// The address that is a part of a value, as an int64.
pub fn number_of(e: &mut Emitter<'_>, value: Value, part: usize) -> Value {
    let address = e.part(value, part);
    e.cast(address, Ty::int64())
}

/// The address of an element behind a pointer.
fn element(e: &mut Emitter<'_>, pointer: Value, at: Value, to: Ty) -> Value {
    let (data, at) = (e.part(pointer, 0), e.coerce(at, Ty::int64()));
    let size = e.i64(size_of(to));
    let bytes = e.mul(at, size);
    e.ptr_add(data, bytes)
}

fn size_of(to: Ty) -> i64 {
    match to.kind() {
        Kind::Pointer(_) => 8,
        _ => i64::from(to.itemsize().unwrap_or(1)),
    }
}

/// Whether what a pointer points to can be read and written: a number, a record, another address.
fn is_element(to: Ty, at: Val) -> bool {
    let is_known = to.is_number() || matches!(to.kind(), Kind::Record { .. } | Kind::Pointer(_));
    is_known && at.ty.unliteral().is_int()
}

/// `pointer[index]`
pub fn getitem(to: Ty, at: Val) -> Option<Resolved> {
    is_element(to, at).then(|| {
        Resolved::one(Val::new(to), move |e, a| {
            let place = element(e, a[0], a[1], to);
            e.load_element(place, to)
        })
    })
}

/// `pointer[index] = item`
pub fn setitem(to: Ty, at: Val, item: Val) -> Option<Resolved> {
    let fits = is_element(to, at) && conversion(item.ty, to).is_some_and(|c| c <= Conversion::Unsafe);
    fits.then(|| {
        Resolved::effect(move |e, a| {
            let place = element(e, a[0], a[1], to);
            let item = e.coerce(a[2], to);
            e.store_element(place, item, to);
        })
    })
}
