//! Structured dtypes as types of records, and records as Python objects.

use super::boxing::Reader;
use super::family;
use super::type_of::NoType;
use crate::numpy::{self, Element};
use crate::{owner, types};
use coluber_types::{Kind, NamedUnit, RecordField, TimeUnit, Ty};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple, PyType};

/// The type of the records that a structured dtype describes; None for any other dtype, and where a field has no type.
pub fn of_dtype(dtype: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    let names: Option<Vec<String>> = dtype.getattr("names")?.extract()?;
    let Some(names) = names else { return Ok(None) };
    let all = dtype.getattr("fields")?;
    let mut fields = Vec::with_capacity(names.len());
    let aligned = dtype.getattr("isalignedstruct")?.extract()?;
    for name in names {
        let described = all.get_item(&name)?.cast_into::<PyTuple>()?;
        match field(&name, &described)? {
            Some(field) if aligned => fields.push(field),
            // What is inside of a record is not better aligned than the record.
            Some(field) => fields.push(RecordField { ty: packed(field.ty), ..field }),
            None => return Ok(None),
        }
    }
    let size = dtype.getattr("itemsize")?.extract()?;
    Ok(Some(Ty::new(Kind::Record { fields: fields.into(), size, aligned })))
}

/// A type of records as that of records which need not be aligned; other types stay.
fn packed(ty: Ty) -> Ty {
    let Kind::Record { fields, size, .. } = ty.kind() else { return ty };
    let fields = fields.iter().map(|field| RecordField { ty: packed(field.ty), ..field.clone() }).collect();
    Ty::new(Kind::Record { fields, size: *size, aligned: false })
}

/// A field from NumPy's description: dtype, offset and perhaps a title.
fn field(name: &str, described: &Bound<'_, PyTuple>) -> PyResult<Option<RecordField>> {
    let mut dtype = described.get_item(0)?;
    let offset = described.get_item(1)?.extract()?;
    let mut shape = Vec::new();
    let subarray: Option<(Bound<'_, PyAny>, Vec<u32>)> = dtype.getattr("subdtype")?.extract()?;
    if let Some((base, extents)) = subarray {
        (dtype, shape) = (base, extents);
    }
    // Any object may be a title; only texts are names.
    let title = described.get_item(2).ok().and_then(|title| title.extract::<String>().ok()).map(Into::into);
    let ty = element(&dtype)?;
    Ok(ty.map(|ty| RecordField { name: name.into(), title, ty, shape: shape.into(), offset }))
}

/// The type of the elements of an array of this dtype.
pub fn element(dtype: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    let number: i32 = dtype.getattr("num")?.extract()?;
    if number == numpy::VOID {
        return of_dtype(dtype);
    }
    if number >= numpy::FIRST_USER_TYPE {
        let class = dtype.getattr("type")?.cast_into::<PyType>()?;
        return Ok(if family::is_bfloat16(&class)? { Some(Ty::bfloat16()) } else { None });
    }
    if number == numpy::DATETIME || number == numpy::TIMEDELTA {
        return time(dtype, number == numpy::TIMEDELTA);
    }
    let native: bool = dtype.getattr("isnative")?.extract()?;
    if number == numpy::BYTES || number == numpy::UNICODE {
        return Ok(if native { Some(chars(dtype, number == numpy::UNICODE)?) } else { None });
    }
    Ok(if native { numpy::element_of_type_number(number).map(Element::ty) } else { None })
}

/// The type of the text in a dtype of text of fixed length.
fn chars(dtype: &Bound<'_, PyAny>, unicode: bool) -> PyResult<Ty> {
    let size: u32 = dtype.getattr("itemsize")?.extract()?;
    Ok(Ty::new(Kind::Chars { length: if unicode { size / 4 } else { size }, unicode }))
}

/// The type of the times of a dtype.
fn time(dtype: &Bound<'_, PyAny>, is_span: bool) -> PyResult<Option<Ty>> {
    let (unit, count): (String, u32) =
        dtype.py().import("numpy")?.getattr("datetime_data")?.call1((dtype,))?.extract()?;
    let native: bool = dtype.getattr("isnative")?.extract()?;
    let unit = NamedUnit::from_name(&unit).and_then(|base| TimeUnit::new(base, count)).filter(|_| native);
    Ok(unit.map(|unit| Ty::new(if is_span { Kind::Span(unit) } else { Kind::Date(unit) })))
}

/// The type of the elements of an array, or of a record, that classification could tell only to have fields perhaps.
pub fn known(dtype: &Bound<'_, PyAny>) -> Result<Ty, NoType> {
    match of_dtype(dtype)? {
        Some(ty) => Ok(ty),
        None => {
            let message = format!("Unsupported array dtype: {}", dtype.str()?.to_string_lossy());
            Err(NoType::Unsupported { class: "NumbaValueError", message })
        }
    }
}

/// The dtype whose elements have this type.
pub fn dtype_of<'py>(py: Python<'py>, ty: Ty) -> PyResult<Bound<'py, PyAny>> {
    let as_dtype = py.import("coluber.np.numpy_support")?.getattr("as_dtype")?;
    as_dtype.call1((types::to_python(py, ty)?,))
}

/// A copy of the record that a result refers to.
pub fn to_python<'py>(py: Python<'py>, ty: Ty, reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    let (owner, data) = (reader.word(), reader.word());
    let size = ty.itemsize().unwrap_or(0) as usize;
    // SAFETY: the owner keeps the record alive until it is released below, and the record has this size.
    let bytes = PyByteArray::new(py, unsafe { std::slice::from_raw_parts(data as usize as *const u8, size) });
    owner::release(owner);
    let record = py.import("coluber.np.numpy_support")?.getattr("record")?;
    record.call1((dtype_of(py, ty)?, bytes))
}
