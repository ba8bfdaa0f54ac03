//! Attributes of arrays and the emitter's vocabulary for them.

use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::{FloatTy, Kind, Layout, Ty};

impl Emitter<'_> {
    /// Extent of an axis.
    pub fn extent(&mut self, array: Value, axis: usize) -> Value {
        let shape = self.part(array, 2);
        self.part(shape, axis)
    }

    /// Stride of an axis in bytes.
    pub fn stride(&mut self, array: Value, axis: usize) -> Value {
        let strides = self.part(array, 3);
        self.part(strides, axis)
    }

    /// An array from an owner, an address, extents and strides.
    pub fn make_array(&mut self, owner: Value, data: Value, shape: &[Value], strides: &[Value], ty: Ty) -> Value {
        let extents = Ty::uni_tuple(Ty::int64(), shape.len());
        let (shape, strides) = (self.pack(shape, extents), self.pack(strides, extents));
        self.pack(&[owner, data, shape, strides], ty)
    }

    /// Strides of a contiguous array.
    pub fn contiguous_strides(&mut self, shape: &[Value], itemsize: u32, layout: Layout) -> Vec<Value> {
        let mut step = self.i64(i64::from(itemsize));
        let mut strides = vec![step; shape.len()];
        let axes: Vec<usize> =
            if layout == Layout::F { (0..shape.len()).collect() } else { (0..shape.len()).rev().collect() };
        for axis in axes {
            strides[axis] = step;
            step = self.mul(step, shape[axis]);
        }
        strides
    }

    /// A new array that is not initialised.
    pub fn alloc_array(&mut self, shape: &[Value], dtype: Ty, layout: Layout, zeroed: bool) -> Value {
        let itemsize = dtype.itemsize().unwrap_or(1);
        let mut bytes = self.i64(i64::from(itemsize));
        for extent in shape {
            bytes = self.runtime("size_mul", &[bytes, *extent], &[Ty::int64()])[0];
        }
        let name = if zeroed { "alloc_zeroed" } else { "alloc" };
        let owner = self.runtime(name, &[bytes], &[Ty::owner()])[0];
        let data = self.builder().value(coluber_ir::typed::Op::OwnerData {}, &[owner], Ty::ptr());
        let strides = self.contiguous_strides(shape, itemsize, layout);
        let ty = Ty::array(dtype, shape.len() as u8, layout);
        self.make_array(owner, data, shape, &strides, ty)
    }
}

/// Number of elements.
pub fn size(e: &mut Emitter<'_>, array: Value) -> Value {
    let shape = e.part(array, 2);
    product(e, shape)
}

/// Product of a tuple of int64.
pub fn product(e: &mut Emitter<'_>, shape: Value) -> Value {
    let parts = e.parts(shape);
    let Some((first, rest)) = parts.split_first() else {
        return e.i64(1);
    };
    rest.iter().fold(*first, |all, n| e.mul(all, *n))
}

/// The data attributes.
pub const NAMES: &[&str] =
    &["shape", "strides", "ndim", "itemsize", "size", "nbytes", "dtype", "T", "flat", "flags", "real", "imag"];

/// `array.flags.name`
pub fn flag(array: Ty, name: &str) -> Option<Resolved> {
    let Kind::Array { mutable, aligned, .. } = *array.kind() else {
        return None;
    };
    match name {
        "contiguous" | "c_contiguous" | "c" => contiguous(array, Layout::C),
        "f_contiguous" | "fortran" | "f" => contiguous(array, Layout::F),
        "writeable" | "w" => Some(Resolved::constant(Ty::literal_bool(mutable))),
        // Of others the address decides.
        "aligned" | "a" if aligned => Some(Resolved::constant(Ty::literal_bool(true))),
        "behaved" | "b" if aligned => Some(Resolved::constant(Ty::literal_bool(mutable))),
        "forc" => both_orders(array, |e, c, f| e.or(c, f)),
        "fnc" => both_orders(array, |e, c, f| {
            let not_c = e.not(c);
            e.and(f, not_c)
        }),
        _ => None,
    }
}

fn contiguous(array: Ty, order: Layout) -> Option<Resolved> {
    let (dtype, _, layout) = array.as_array()?;
    if layout == order {
        return Some(Resolved::constant(Ty::literal_bool(true)));
    }
    let itemsize = dtype.itemsize()?;
    Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let array = e.part(a[0], 0);
        is_contiguous(e, array, itemsize, order)
    }))
}

/// What is made of whether an array is contiguous in C order and in Fortran order.
fn both_orders(array: Ty, join: fn(&mut Emitter<'_>, Value, Value) -> Value) -> Option<Resolved> {
    let itemsize = array.as_array()?.0.itemsize()?;
    Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let array = e.part(a[0], 0);
        let [c, f] = [Layout::C, Layout::F].map(|order| is_contiguous(e, array, itemsize, order));
        join(e, c, f)
    }))
}

/// Whether strides are those of a contiguous array; axes of extent 1 may have any, and an array without elements is contiguous.
fn is_contiguous(e: &mut Emitter<'_>, array: Value, itemsize: u32, order: Layout) -> Value {
    let parts = e.parts(array);
    let (shape, strides) = (e.parts(parts[2]), e.parts(parts[3]));
    let wanted = e.contiguous_strides(&shape, itemsize, order);
    let mut all = e.bool(true);
    let mut empty = e.bool(false);
    for ((n, stride), wanted) in shape.iter().zip(strides).zip(wanted) {
        let (same, one) = (e.compare(CmpOp::Eq, stride, wanted), e.compare_int(CmpOp::Eq, *n, 1));
        let fits = e.or(same, one);
        all = e.and(all, fits);
        let none = e.compare_int(CmpOp::Eq, *n, 0);
        empty = e.or(empty, none);
    }
    e.or(all, empty)
}

/// `array.name` for data attributes.
pub fn attribute(array: Ty, name: &str) -> Option<Resolved> {
    let Kind::Array { dtype, ndim, layout, mutable, aligned } = *array.kind() else {
        return None;
    };
    let extents = Ty::uni_tuple(Ty::int64(), ndim as usize);
    let itemsize = i64::from(dtype.itemsize()?);
    Some(match name {
        "shape" => Resolved::one(Val::weak(extents), |e, a| e.part(a[0], 2)),
        "strides" => Resolved::one(Val::weak(extents), |e, a| e.part(a[0], 3)),
        "ndim" => Resolved::constant(Ty::literal_int(i64::from(ndim))),
        "itemsize" => Resolved::constant(Ty::literal_int(itemsize)),
        "size" => Resolved::one(Val::weak(Ty::int64()), |e, a| size(e, a[0])),
        "nbytes" => Resolved::one(Val::weak(Ty::int64()), move |e, a| {
            let (n, bytes) = (size(e, a[0]), e.i64(itemsize));
            e.mul(n, bytes)
        }),
        "dtype" => Resolved::constant(Ty::new(Kind::DType(dtype))),
        "T" => transposed(array),
        "flags" => {
            let ty = Ty::new(Kind::BoundMethod { receiver: array, name: "flags".into() });
            Resolved::one(Val::new(ty), move |e, a| e.pack(a, ty))
        }
        "flat" => {
            let iter = Ty::new(Kind::FlatIter(array));
            Resolved::one(Val::new(iter), move |e, a| {
                let zero = e.i64(0);
                e.pack(&[a[0], zero], iter)
            })
        }
        "real" | "imag" => {
            let Kind::Complex(part) = dtype.kind() else {
                if name == "real" {
                    return Some(Resolved::one(Val::new(array), |_, a| a[0]));
                }
                let zeros = Ty::new(Kind::Array { dtype, ndim, layout: Layout::C, mutable: false, aligned: true });
                return Some(Resolved::one(Val::new(zeros), move |e, a| {
                    let shape = e.part(a[0], 2);
                    let shape = e.parts(shape);
                    let made = e.alloc_array(&shape, dtype, Layout::C, true);
                    e.repack(made, zeros)
                }));
            };
            let view = Kind::Array { dtype: Ty::float(*part), ndim, layout: Layout::A, mutable, aligned };
            complex_part(Ty::new(view), *part, name == "imag")
        }
        _ => {
            let _ = layout;
            return None;
        }
    })
}

/// The array type with its axes reversed.
pub fn transposed_type(array: Ty) -> Ty {
    let Kind::Array { dtype, ndim, layout, mutable, aligned } = *array.kind() else {
        return array;
    };
    let layout = match layout {
        _ if ndim < 2 => layout,
        Layout::C => Layout::F,
        Layout::F => Layout::C,
        Layout::A => Layout::A,
    };
    Ty::new(Kind::Array { dtype, ndim, layout, mutable, aligned })
}

/// `array.T`
pub fn transposed(array: Ty) -> Resolved {
    let ty = transposed_type(array);
    Resolved::one(Val::new(ty), move |e, a| {
        let (owner, data, shape, strides) = (e.part(a[0], 0), e.part(a[0], 1), e.part(a[0], 2), e.part(a[0], 3));
        let (mut shape, mut strides) = (e.parts(shape), e.parts(strides));
        shape.reverse();
        strides.reverse();
        e.make_array(owner, data, &shape, &strides, ty)
    })
}

fn complex_part(view: Ty, part: FloatTy, imaginary: bool) -> Resolved {
    Resolved::one(Val::new(view), move |e, a| {
        let parts = e.parts(a[0]);
        let offset = e.i64(if imaginary { i64::from(part.bits() / 8) } else { 0 });
        let data = e.ptr_add(parts[1], offset);
        e.pack(&[parts[0], data, parts[2], parts[3]], view)
    })
}
