//! Which elements of arrays the compiler knows.

use super::layout::DescrObject;
use coluber_types::{FloatTy, IntTy, Kind, Ty};
use std::ffi::c_int;

/// The type of a number or array element, as a small number: part of the key of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Element {
    Bool,
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Float16,
    Float32,
    Float64,
    Complex64,
    Complex128,
}

use Element::*;

const ELEMENTS: [Element; 14] =
    [Bool, Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64, Float16, Float32, Float64, Complex64, Complex128];

/// By `NPY_TYPES`: bool, byte, ubyte, short, ushort, int, uint, long, ulong, longlong, ulonglong, float, double, longdouble, cfloat,
/// cdouble, clongdouble, object, string, unicode, void, datetime, timedelta, half.
const BY_TYPE_NUMBER: [Option<Element>; 24] = {
    let long = if size_of::<std::ffi::c_long>() == 8 { (Int64, UInt64) } else { (Int32, UInt32) };
    [
        Some(Bool),
        Some(Int8),
        Some(UInt8),
        Some(Int16),
        Some(UInt16),
        Some(Int32),
        Some(UInt32),
        Some(long.0),
        Some(long.1),
        Some(Int64),
        Some(UInt64),
        Some(Float32),
        Some(Float64),
        None,
        Some(Complex64),
        Some(Complex128),
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        Some(Float16),
    ]
};

/// `NPY_OBJECT`: objects of Python.
pub const OBJECT: c_int = 17;
/// `NPY_VOID`: records, and bytes without meaning.
pub const VOID: c_int = 20;

/// `NPY_STRING`: bytes of a fixed length.
pub const BYTES: c_int = 18;
/// `NPY_UNICODE`: characters of four bytes, so many.
pub const UNICODE: c_int = 19;
/// `NPY_USERDEF`: the first number of types that modules add.
pub const FIRST_USER_TYPE: c_int = 256;
/// `NPY_DATETIME`
pub const DATETIME: c_int = 21;
/// `NPY_TIMEDELTA`
pub const TIMEDELTA: c_int = 22;

/// The element type with this `NPY_TYPES` number.
#[inline(always)]
pub fn element_of_type_number(number: c_int) -> Option<Element> {
    BY_TYPE_NUMBER.get(number as usize).copied().flatten()
}

/// The element type of a NumPy scalar class, by its `__name__`.
pub fn element_of_scalar_type(name: &str) -> Option<Element> {
    Some(match name {
        "bool" | "bool_" => Bool,
        "int8" => Int8,
        "uint8" => UInt8,
        "int16" => Int16,
        "uint16" => UInt16,
        "int32" | "intc" => Int32,
        "uint32" | "uintc" => UInt32,
        "int64" | "longlong" => Int64,
        "uint64" | "ulonglong" => UInt64,
        "float16" => Float16,
        "float32" => Float32,
        "float64" => Float64,
        "complex64" => Complex64,
        "complex128" => Complex128,
        _ => return None,
    })
}

/// Whether elements are stored in the byte order of this machine.
#[inline(always)]
pub fn is_native(descr: &DescrObject) -> bool {
    let foreign = if cfg!(target_endian = "little") { b'>' } else { b'<' };
    descr.byteorder as u8 != foreign
}

impl Element {
    /// The element with this number.
    pub fn from_number(number: u64) -> Option<Element> {
        ELEMENTS.get(number as usize).copied()
    }

    /// The type.
    pub fn ty(self) -> Ty {
        match self {
            Bool => Ty::boolean(),
            Int8 => Ty::int8(),
            UInt8 => Ty::uint8(),
            Int16 => Ty::int16(),
            UInt16 => Ty::uint16(),
            Int32 => Ty::int32(),
            UInt32 => Ty::uint32(),
            Int64 => Ty::int64(),
            UInt64 => Ty::uint64(),
            Float16 => Ty::float16(),
            Float32 => Ty::float32(),
            Float64 => Ty::float64(),
            Complex64 => Ty::complex64(),
            Complex128 => Ty::complex128(),
        }
    }

    /// The element of this type.
    pub fn of(ty: Ty) -> Option<Element> {
        Some(match *ty.kind() {
            Kind::Bool => Bool,
            Kind::Int(IntTy { bits, signed }) => match (bits, signed) {
                (8, true) => Int8,
                (8, false) => UInt8,
                (16, true) => Int16,
                (16, false) => UInt16,
                (32, true) => Int32,
                (32, false) => UInt32,
                (64, true) => Int64,
                (64, false) => UInt64,
                _ => return None,
            },
            Kind::Float(FloatTy::F16) => Float16,
            Kind::Float(FloatTy::F32) => Float32,
            Kind::Float(FloatTy::F64) => Float64,
            Kind::Complex(FloatTy::F32) => Complex64,
            Kind::Complex(FloatTy::F64) => Complex128,
            _ => return None,
        })
    }

    /// The `NPY_TYPES` number under which NumPy itself makes arrays of this type.
    pub fn type_number(self) -> c_int {
        let number = BY_TYPE_NUMBER.iter().position(|e| *e == Some(self));
        number.map_or(0, |n| n as c_int)
    }
}
