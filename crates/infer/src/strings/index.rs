//! `text[i]` and `text[a:b:c]`, and the characters that an iterator gives.

use super::family::{Family, text as text_of};
use crate::arrays::index::slice_bounds;
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_types::{Kind, Ty};

/// `text[at]`
pub fn getitem(text: Val, at: Val) -> Option<Resolved> {
    let family = Family::of(text.ty)?;
    let plain = at.ty.unliteral();
    match plain.kind() {
        Kind::Int(_) | Kind::Bool if family == Family::Bytes => Some(Resolved::one(Val::weak(Ty::int64()), |e, a| {
            let (k, n) = (e.index_sized(a[1], "IndexError"), e.part(a[0], 2));
            let k = e.checked_index(k, n, "index out of range");
            byte(e, a[0], k)
        })),
        Kind::Int(_) | Kind::Bool => Some(Resolved::one(Val::weak(Ty::string()), |e, a| {
            let text = e.coerce(a[0], Ty::string());
            let (k, n) = (e.index_sized(a[1], "IndexError"), e.part(text, 2));
            let k = e.checked_index(k, n, "string index out of range");
            character(e, text, k)
        })),
        Kind::Slice { .. } => Some(Resolved::one(Val::weak(family.ty()), move |e, a| {
            let text = text_of(e, a[0]);
            let part = slice(e, text, a[1]);
            family.made(e, part)
        })),
        _ => None,
    }
}

/// The byte at an index that is in range.
pub fn byte(e: &mut Emitter<'_>, bytes: Value, k: Value) -> Value {
    let data = e.part(bytes, 1);
    let place = e.ptr_add(data, k);
    let byte = e.load(place, Ty::uint8());
    e.cast(byte, Ty::int64())
}

/// The character at an index that is in range.
pub fn character(e: &mut Emitter<'_>, text: Value, k: Value) -> Value {
    let one = e.i64(1);
    view(e, text, k, one)
}

/// A part of a string.
pub fn view(e: &mut Emitter<'_>, text: Value, start: Value, length: Value) -> Value {
    let parts = e.parts(text);
    let width = e.cast(parts[3], Ty::int64());
    let offset = e.mul(start, width);
    let data = e.ptr_add(parts[1], offset);
    e.pack(&[parts[0], data, length, parts[3]], Ty::string())
}

fn slice(e: &mut Emitter<'_>, text: Value, slice: Value) -> Value {
    let n = e.part(text, 2);
    let (start, length, step) = slice_bounds(e, slice, n);
    match step {
        None => view(e, text, start, length),
        Some(step) => e.runtime("str_stride", &[text, start, length, step], &[Ty::string()])[0],
    }
}
