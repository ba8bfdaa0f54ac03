//! Constants of the program.

use coluber_base::Name;
use coluber_types::ObjId;
use std::fmt;
use std::sync::Arc;

/// A constant: what stands in a code object, or what a global name was bound to.
#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    /// `None`
    None,
    /// `...`
    Ellipsis,
    /// `True`, `False`
    Bool(bool),
    /// An integer of at most 64 bits with sign.
    Int(i64),
    /// An integer beyond that, in decimal.
    BigInt(Name),
    /// A float.
    Float(f64),
    /// A complex number.
    Complex(f64, f64),
    /// A string.
    Str(Name),
    /// A string with surrogates, which is no Unicode text, by its code points.
    Points(Arc<[u32]>),
    /// Bytes.
    Bytes(Arc<[u8]>),
    /// A tuple.
    Tuple(Arc<[Const]>),
    /// The code of a nested function, by its number in the function.
    Code(u32),
    /// An object that only the host knows.
    Object(ObjId),
    /// Memory of the process that lives and stays as it is as long as the code does. As a pointer it is its address; code for
    /// other devices takes a copy along.
    Memory {
        /// Where it is.
        address: u64,
        /// Its size.
        bytes: u64,
    },
    /// An address of the device that runs kernels: memory that lives as long as the code does, and that anyone may change.
    DeviceAddress(u64),
}

impl fmt::Display for Const {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Const::None => f.write_str("None"),
            Const::Ellipsis => f.write_str("Ellipsis"),
            Const::Bool(true) => f.write_str("True"),
            Const::Bool(false) => f.write_str("False"),
            Const::Int(v) => write!(f, "{v}"),
            Const::BigInt(v) => write!(f, "big {v}"),
            Const::Float(v) => write!(f, "{v:?}f"),
            Const::Complex(re, im) => write!(f, "complex({re:?}, {im:?})"),
            Const::Str(s) => write!(f, "{s:?}"),
            Const::Points(points) => write!(f, "points {points:?}"),
            Const::Bytes(b) => write!(f, "bytes {b:?}"),
            Const::Tuple(items) => {
                f.write_str("(")?;
                for item in items.iter() {
                    write!(f, "{item}, ")?;
                }
                f.write_str(")")
            }
            Const::Code(k) => write!(f, "code {k}"),
            Const::Object(id) => write!(f, "object {}", id.0),
            Const::Memory { address, bytes } => write!(f, "memory {address} {bytes}"),
            Const::DeviceAddress(address) => write!(f, "device {address}"),
        }
    }
}
