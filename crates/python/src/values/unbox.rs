//! Arguments to a type that a signature asks for. Whether the conversion is allowed has been decided from the types.

use super::classify::classify;
use super::dicts::unbox_dict;
use super::extension;
use super::instances::unbox_instance;
use super::key::Decoder;
use super::lists::unbox_list;
use super::type_of::of_argument;
use super::words::Sink;
use coluber_abi::leaves;
use coluber_types::unify::{place, variants};
use coluber_types::{IntTy, Kind, ListForm, TimeUnit, Ty, conversion, unify};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyInt, PyTuple};

/// Adds the leaf words of `object` as a value of type `ty`.
pub fn unbox(object: &Bound<'_, PyAny>, ty: Ty, sink: &mut Sink<'_>) -> PyResult<()> {
    match ty.kind() {
        Kind::Bool => sink.leaves.push(u64::from(object.is_truthy()?)),
        Kind::Int(int) => sink.leaves.push(integer(object, *int)?),
        Kind::Float(float) => sink.leaves.push(float.bits_of(real(object)?)),
        Kind::Complex(float) => {
            let (re, im) = complex(object)?;
            sink.leaves.push(float.bits_of(re));
            sink.leaves.push(float.bits_of(im));
        }
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => tuple(object, items, sink)?,
        Kind::Optional(inner) => optional(object, *inner, sink)?,
        Kind::Pointer(_) => sink.leaves.push(whole(object)?.1),
        Kind::Date(unit) | Kind::Span(unit) => sink.leaves.push(time(object, ty, *unit)? as u64),
        Kind::None if !object.is_none() => {
            return Err(PyTypeError::new_err(format!("can't unbox {} as none", object.get_type().repr()?)));
        }
        Kind::None | Kind::Omitted(_) | Kind::Literal(_) => {}
        Kind::Extension(_) => extension::unbox(object, ty, sink)?,
        Kind::List { form: ListForm::List | ListForm::Deque | ListForm::Tuple, .. } => unbox_list(object, ty, sink)?,
        Kind::List { item, .. } => match crate::typed::list_owner(object, *item)? {
            Some(owner) => sink.leaves.push(owner),
            None => return Err(PyTypeError::new_err(format!("can't unbox {} as {ty}", object.get_type().repr()?))),
        },
        Kind::Dict { key, value, .. } => unbox_dict(object, ty, (*key, *value), sink)?,
        Kind::Set { item, .. } => unbox_dict(object, ty, (*item, Ty::none()), sink)?,
        Kind::Instance(shape) => unbox_instance(object, *shape, sink)?,
        Kind::OneOf(functions) => one_of(object, functions, ty, sink)?,
        Kind::Array { .. } if is_subclass_of_arrays(object) => array(object, ty, sink)?,
        _ => as_it_is(object, ty, sink)?,
    }
    Ok(())
}

/// The number of a function among several, which carry nothing, or of an instance, and the instance; of a value of several types what it is.
fn one_of(object: &Bound<'_, PyAny>, functions: &[Ty], ty: Ty, sink: &mut Sink<'_>) -> PyResult<()> {
    let found = of_argument(object).ok();
    let variant = found.filter(|_| variants(ty).is_some()).and_then(|found| place(functions, found.stored().bare()));
    let is_it = |&function: &Ty| found == Some(function) && (leaves(function).is_empty() || function.shape().is_some());
    let number = variant.or_else(|| functions.iter().position(is_it));
    let number = number.or_else(|| like(object, found, functions)).or_else(|| as_number(found, functions));
    let number =
        number.ok_or_else(|| PyTypeError::new_err(format!("{object} is of none of the types that are expected")))?;
    sink.leaves.push(number as u64);
    for (k, &function) in functions.iter().enumerate() {
        match k == number {
            true => unbox(object, function, sink)?,
            false => leaves(function).iter().for_each(|_| sink.leaves.push(0)),
        }
    }
    Ok(())
}

/// Which of several types is one of objects of the same class, whose fields may hold more; of an empty container, one of such.
fn like(object: &Bound<'_, PyAny>, found: Option<Ty>, all: &[Ty]) -> Option<usize> {
    let class = |ty: Ty| ty.shape().map(|shape| shape.class().object.id);
    let of_class = class(found?).and_then(|own| all.iter().position(|&ty| class(ty) == Some(own)));
    let is_one = |&ty: &Ty| ty.is_container_as(found.unwrap_or(ty)) && object.len().is_ok_and(|count| count == 0);
    of_class.or_else(|| all.iter().position(is_one))
}

/// Which of several types is one of numbers that a number of another type can become.
fn as_number(found: Option<Ty>, all: &[Ty]) -> Option<usize> {
    let own = found?.stored().bare();
    let is_wider = |&ty: &Ty| ty.is_number() && unify(own, ty) == Some(ty);
    all.iter().position(is_wider).filter(|_| own.is_number() || own == Ty::boolean())
}

fn as_it_is(object: &Bound<'_, PyAny>, ty: Ty, sink: &mut Sink<'_>) -> PyResult<()> {
    // SAFETY: the object is alive as long as the call that it is an argument of.
    classified(object, ty, sink, |sink| unsafe { classify(object.as_ptr(), sink) })
}

/// Whether the object is an array of a class that is derived from NumPy's.
fn is_subclass_of_arrays(object: &Bound<'_, PyAny>) -> bool {
    let (class, arrays) = (object.get_type().as_type_ptr(), crate::numpy::array_type());
    // SAFETY: both are classes; null is none.
    !arrays.is_null() && class != arrays && unsafe { ffi::PyType_IsSubtype(class, arrays) != 0 }
}

/// An array as what it is in memory: a type that a program gives to its class does not count here.
fn array(object: &Bound<'_, PyAny>, ty: Ty, sink: &mut Sink<'_>) -> PyResult<()> {
    sink.key.reserve(2);
    // SAFETY: the object is an array, alive as long as the call that it is an argument of; there is room for two words.
    classified(object, ty, sink, |sink| unsafe { super::classify::array(object.as_ptr(), sink) })
}

/// Adds the words of an object, which must be as many as a value of the type has.
fn classified(
    object: &Bound<'_, PyAny>,
    ty: Ty,
    sink: &mut Sink<'_>,
    classify: impl FnOnce(&mut Sink<'_>) -> bool,
) -> PyResult<()> {
    let (before, key) = (sink.leaves.len(), sink.key.len());
    if !classify(sink) {
        return Err(PyErr::fetch(object.py()));
    }
    let is_one = sink.leaves.len() - before == leaves(ty).len();
    match is_one && is_memory_of(object.py(), &sink.key.as_slice()[key..], ty) {
        true => Ok(()),
        false => Err(refused(object, ty)),
    }
}

/// Whether the memory that a value refers to is what the type says, where the type says what is in memory: nobody looks at it later.
fn is_memory_of(py: Python<'_>, key: &[u64], ty: Ty) -> bool {
    !matches!(ty.kind(), Kind::Array { .. } | Kind::Record { .. } | Kind::Str | Kind::Bytes)
        || Decoder::new(key).next_type(py, 0).is_ok_and(|found| conversion(found.stored().bare(), ty).is_some())
}

/// The error for an object that has another type.
pub(super) fn refused(object: &Bound<'_, PyAny>, ty: Ty) -> PyErr {
    let class = object.get_type().repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string());
    PyTypeError::new_err(format!("can't unbox {class} as {ty}"))
}

/// The integer of a time in a unit.
fn time(object: &Bound<'_, PyAny>, ty: Ty, unit: TimeUnit) -> PyResult<i64> {
    let class = if matches!(ty.kind(), Kind::Date(_)) { "datetime64" } else { "timedelta64" };
    let numpy = object.py().import("numpy")?;
    let name = if unit == TimeUnit::GENERIC { "generic".to_string() } else { unit.name() };
    let converted = numpy.getattr(class)?.call1((object, name))?;
    converted.call_method1("astype", ("int64",))?.extract()
}

fn optional(object: &Bound<'_, PyAny>, inner: Ty, sink: &mut Sink<'_>) -> PyResult<()> {
    if object.is_none() {
        (0..=leaves(inner).len()).for_each(|_| sink.leaves.push(0));
        return Ok(());
    }
    sink.leaves.push(1);
    unbox(object, inner, sink)
}

fn tuple(object: &Bound<'_, PyAny>, items: &[Ty], sink: &mut Sink<'_>) -> PyResult<()> {
    let tuple = object.cast::<PyTuple>()?;
    if tuple.len() != items.len() {
        return Err(PyTypeError::new_err(format!("expected a tuple of {} items, got {}", items.len(), tuple.len())));
    }
    tuple.iter().zip(items).try_for_each(|(item, ty)| unbox(&item, *ty, sink))
}

/// The words of an integer of this width. Floats lose their fraction, integers that are too wide their upper bits; what no integer of
/// 64 bits with or without a sign holds, NaN and infinities among it, is refused as by Python's `int`.
fn integer(object: &Bound<'_, PyAny>, int: IntTy) -> PyResult<u64> {
    let wide = if let Ok(flag) = object.cast::<PyBool>() {
        u64::from(flag.is_true())
    } else {
        match whole(object)? {
            (true, _) if !int.signed => return Err(negative()),
            (false, value) if int.signed && value > i64::MAX as u64 => return Err(too_big()),
            (_, value) => value,
        }
    };
    let unused = 64 - u32::from(int.bits.clamp(8, 64));
    Ok(if int.signed { ((wide << unused) as i64 >> unused) as u64 } else { wide << unused >> unused })
}

/// Whether an integer is negative, and its word. Texts, which `int` would read, are no numbers.
fn whole(object: &Bound<'_, PyAny>) -> PyResult<(bool, u64)> {
    if object.is_exact_instance_of::<PyInt>()
        && let Ok(value) = object.extract::<i64>()
    {
        return Ok((value < 0, value as u64));
    }
    // SAFETY: any object may be given.
    if unsafe { ffi::PyNumber_Check(object.as_ptr()) } == 0 {
        return Err(PyTypeError::new_err(format!("must be an integer, not {}", object.get_type().name()?)));
    }
    // SAFETY: `PyNumber_Long` and the readers accept any object and report by exceptions.
    let number = unsafe { Bound::from_owned_ptr_or_err(object.py(), ffi::PyNumber_Long(object.as_ptr()))? };
    match number.extract::<i64>() {
        Ok(value) => Ok((value < 0, value as u64)),
        Err(_) => number.extract::<u64>().map(|value| (false, value)).map_err(|_| too_big()),
    }
}

fn negative() -> PyErr {
    PyOverflowError::new_err("can't convert negative int to unsigned")
}

fn too_big() -> PyErr {
    PyOverflowError::new_err("int too big to convert")
}

fn real(object: &Bound<'_, PyAny>) -> PyResult<f64> {
    object.extract::<f64>()
}

fn complex(object: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
    if let Ok(value) = object.cast::<PyComplex>() {
        return Ok((value.real(), value.imag()));
    }
    // SAFETY: any object may be given; failure is reported by an exception.
    let value = unsafe { ffi::PyComplex_AsCComplex(object.as_ptr()) };
    if value.real == -1.0 && PyErr::occurred(object.py()) {
        return Err(PyErr::fetch(object.py()));
    }
    Ok((value.real, value.imag))
}
