//! NumPy's promotion rules (NEP 50).

use super::structured;
use crate::times::is_time;
use crate::value::{Resolved, Val};
use coluber_types::unify::unify_numbers;
use coluber_types::{IntTy, Kind, Layout, Ty};

/// An operand of an array operation: its dtype, and whether it is a Python scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operand {
    /// dtype of an array, type of a scalar.
    pub dtype: Ty,
    /// Whether it adapts to the others.
    pub weak: bool,
    /// Whether it is the dtype of an array, not the type of a scalar.
    pub is_array: bool,
}

impl Operand {
    /// The operand that a value is, or None when it is neither a number nor an array of numbers.
    pub fn of(val: Val) -> Option<Operand> {
        let ty = val.ty.unliteral();
        match ty.kind() {
            Kind::Array { dtype, .. } if dtype.is_number() || is_time(*dtype) => {
                Some(Operand { dtype: *dtype, weak: false, is_array: true })
            }
            _ if is_time(ty) => Some(Operand { dtype: ty, weak: false, is_array: false }),
            _ if ty.is_number() => Some(Operand { dtype: ty, weak: val.weak && is_default(ty), is_array: false }),
            _ => None,
        }
    }
}

/// The types that Python's own numbers have.
fn is_default(ty: Ty) -> bool {
    [Ty::int64(), Ty::float64(), Ty::complex128()].contains(&ty)
}

/// bool, integer, float, complex.
fn category(ty: Ty) -> u8 {
    match ty.kind() {
        Kind::Bool => 0,
        Kind::Int(_) => 1,
        Kind::Float(_) => 2,
        _ => 3,
    }
}

/// The dtype that NumPy 2 computes with for these operands.
pub fn result_type(operands: &[Operand]) -> Option<Ty> {
    let strong: Option<Ty> = fold(operands.iter().filter(|o| !o.weak).map(|o| o.dtype))?;
    let weak: Option<Ty> = fold(operands.iter().filter(|o| o.weak).map(|o| o.dtype))?;
    match (strong, weak) {
        (None, weak) => weak,
        (strong, None) => strong,
        (Some(strong), Some(weak)) if category(weak) <= category(strong) => Some(strong),
        (Some(strong), Some(weak)) => Some(match (strong.kind(), weak.kind()) {
            (Kind::Float(f), Kind::Complex(_)) => Ty::complex(*f),
            _ => weak,
        }),
    }
}

/// Whether a number beside an array makes another dtype when it is NumPy's than when it is Python's.
pub fn is_widened_by_strong(dtype: Ty, number: Ty) -> bool {
    let with = |weak: bool| {
        let array = Operand { dtype, weak: false, is_array: true };
        result_type(&[array, Operand { dtype: number, weak: weak && is_default(number), is_array: false }])
    };
    dtype.is_number() && number.is_number() && with(true) != with(false)
}

fn fold(types: impl Iterator<Item = Ty>) -> Option<Option<Ty>> {
    let mut all: Option<Ty> = None;
    for ty in types {
        all = Some(match all {
            None => ty,
            Some(other) => unify_numbers(other, ty)?,
        });
    }
    Some(all)
}

/// The floating point type that a function such as `sin` computes an operand of this type in.
pub fn float_type(ty: Ty) -> Ty {
    match ty.kind() {
        Kind::Bool => Ty::float32(),
        Kind::Int(IntTy { bits: 8 | 16, .. }) => Ty::float32(),
        Kind::Float(_) => ty,
        Kind::Complex(_) => ty,
        _ => Ty::float64(),
    }
}

/// The type of the loop over floating point numbers that NumPy takes for these operands, whose common type is known: the first to which
/// each converts safely, float16 for arrays of bools and of 8 bits. Scalars are never computed with in float16 unless they are.
pub fn float_loop(operands: &[Operand], common: Ty) -> Ty {
    let strong: Vec<Operand> = operands.iter().copied().filter(|operand| !operand.weak).collect();
    let any_array = operands.iter().any(|operand| operand.is_array);
    // A Python number that is no integer beside integers makes them float64.
    if !any_array || result_type(&strong) != Some(common) {
        return float_type(common);
    }
    let floats: Vec<Operand> =
        strong.iter().map(|operand| Operand { dtype: narrow_float(operand.dtype), ..*operand }).collect();
    result_type(&floats).unwrap_or_else(|| float_type(common))
}

/// The narrowest floating point type to which an array converts safely.
pub fn narrow_float(ty: Ty) -> Ty {
    match ty.kind() {
        Kind::Bool | Kind::Int(IntTy { bits: 8, .. }) => Ty::float16(),
        _ => float_type(ty),
    }
}

/// The dtype that a value names when it is given as `dtype=`.
pub fn dtype_of(val: Val, key: Option<&str>) -> Option<Ty> {
    match val.ty.kind() {
        // Arrays hold no objects.
        Kind::DType(t) if matches!(t.kind(), Kind::Extension(_)) => None,
        Kind::DType(t) | Kind::NumberClass(t) => Some(*t),
        Kind::Function(_) => match key? {
            "builtins.int" => Some(Ty::int64()),
            "builtins.float" => Some(Ty::float64()),
            "builtins.bool" => Some(Ty::boolean()),
            "builtins.complex" => Some(Ty::complex128()),
            _ => None,
        },
        _ => {
            let text = val.literal_str()?;
            from_name(text).or_else(|| structured::listed(text))
        }
    }
}

/// `float64[:, ::1]`: the type of arrays of a dtype that an index of slices describes.
pub fn type_of_arrays(dtype: Ty, at: Ty) -> Option<Resolved> {
    let one = [at];
    let slices = at.tuple_items().unwrap_or(&one);
    let mut unit = Vec::new();
    for slice in slices {
        let Kind::Slice { start, stop, step } = slice.kind() else { return None };
        let is_plain = *start == Ty::none() && *stop == Ty::none();
        let is_one = *step == Ty::literal_int(1);
        if !is_plain || !(is_one || *step == Ty::none()) {
            return None;
        }
        unit.push(is_one);
    }
    let layout = match (unit.first()?, unit.last()?) {
        (_, true) => Layout::C,
        (true, _) => Layout::F,
        _ => Layout::A,
    };
    let may_be_item = dtype.is_number() || is_time(dtype) || matches!(dtype.kind(), Kind::Record { .. });
    may_be_item.then(|| Resolved::constant(Ty::new(Kind::NumberClass(Ty::array(dtype, unit.len() as u8, layout)))))
}

/// The dtype with this name; the byte order in front of it can be the processor's only.
pub fn from_name(name: &str) -> Option<Ty> {
    let native = if cfg!(target_endian = "little") { '<' } else { '>' };
    let plain = name.strip_prefix(['=', '|', native]).filter(|rest| rest.len() > 1).unwrap_or(name);
    Some(match plain {
        "bool" | "?" | "b1" | "bool_" => Ty::boolean(),
        "int8" | "i1" | "b" => Ty::int8(),
        "int16" | "i2" | "h" => Ty::int16(),
        "int32" | "i4" | "i" => Ty::int32(),
        "int64" | "i8" | "q" | "l" | "int" | "intp" => Ty::int64(),
        "uint8" | "u1" | "B" => Ty::uint8(),
        "uint16" | "u2" | "H" => Ty::uint16(),
        "uint32" | "u4" | "I" => Ty::uint32(),
        "uint64" | "u8" | "Q" | "L" | "uint" | "uintp" => Ty::uint64(),
        "float16" | "f2" | "e" | "half" => Ty::float16(),
        "float32" | "f4" | "f" | "single" => Ty::float32(),
        "float64" | "f8" | "d" | "float" | "double" => Ty::float64(),
        "complex64" | "c8" | "F" => Ty::complex64(),
        "complex128" | "c16" | "D" | "complex" => Ty::complex128(),
        _ => return crate::times::make::from_name(plain).or_else(|| crate::strings::chars::from_name(plain)),
    })
}
