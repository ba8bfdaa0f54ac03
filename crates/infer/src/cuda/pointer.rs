//! Addresses: `ffi.from_buffer(array)` of the package cffi, and elements behind a pointer.

use crate::builtins::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_types::{Conversion, Kind, Layout, Ty, conversion};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[("cffi.FFI.from_buffer", from_buffer)];

/// `ffi.from_buffer(array)`: the address of the first element. Nothing keeps the array, so that this is for kernels only.
fn from_buffer(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[array]) = positional(args, 1..=1) else { return Ok(None) };
    let Some((dtype, ndim, layout)) = array.ty.as_array() else { return Ok(None) };
    if !cx.options.cuda {
        return Err(cx.unsupported("from_buffer() is supported in CUDA kernels only"));
    }
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

/// The address of an element behind a pointer.
fn element(e: &mut Emitter<'_>, pointer: Value, at: Value, to: Ty) -> Value {
    let (data, at) = (e.part(pointer, 0), e.coerce(at, Ty::int64()));
    let size = e.i64(i64::from(to.itemsize().unwrap_or(1)));
    let bytes = e.mul(at, size);
    e.ptr_add(data, bytes)
}

/// Whether what a pointer points to can be read and written.
fn is_element(to: Ty, at: Val) -> bool {
    to.is_number() && at.ty.unliteral().is_int()
}

/// `pointer[index]`
pub fn getitem(to: Ty, at: Val) -> Option<Resolved> {
    is_element(to, at).then(|| {
        Resolved::one(Val::new(to), move |e, a| {
            let place = element(e, a[0], a[1], to);
            e.load(place, to)
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
            e.store(place, item);
        })
    })
}
