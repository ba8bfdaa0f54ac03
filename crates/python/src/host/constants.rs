//! Python values that are constant for compiled code: globals, closure variables, attributes of modules, defaults.

use super::shared;
use crate::numpy::{ArrayObject, Element, scalar_value};
use crate::objects;
use crate::values::boxing::float_value;
use crate::values::classify::scalar_leaves;
use crate::values::family::{self, Family};
use crate::values::type_of::{self, NoType, Purpose};
use crate::values::words::with_sink;
use crate::values::{extension, extent, reasons, strings};
use coluber_infer::{HostData, HostValue};
use coluber_ir::Const;
use coluber_types::{FloatTy, IntTy, Kind, Layout, Spread, Ty};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyCFunction, PyComplex, PyFloat, PyInt, PyModule, PyRange, PyString, PyTuple, PyType,
};

/// Arrays up to this size are copied; larger ones are used where they are. Changing either afterwards is not supported.
const COPIED_BYTES: usize = 1_000_000;

/// Keeps objects alive as long as the code that refers to them.
pub trait Keeper {
    /// Keeps an object.
    fn keep(&mut self, object: &Bound<'_, PyAny>);
}

/// A Python value as a constant. A value without a type becomes an opaque one that messages can name.
pub fn constant(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    extent::check(object)?;
    of_any(object, keeper)
}

fn of_any(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    let family = family::of_class(&object.get_type())?;
    if family != Family::Enum
        && let Some(value) = scalar(object)?
    {
        return Ok(value);
    }
    match family {
        Family::Enum => member(object, keeper),
        Family::Date | Family::Span => time(object, keeper),
        Family::Vector => {
            let items = items(object, keeper)?;
            Ok(HostValue { ty: type_of::vector(&object.get_type())?, data: HostData::Tuple(items) })
        }
        Family::Scalar(element) => numpy_scalar(object, element),
        Family::BFloat16 => Ok(value(Ty::bfloat16(), Const::Float(object.call_method0("__float__")?.extract()?))),
        Family::Tuple => tuple(object, keeper),
        Family::Slice => slice(object),
        Family::Range => range(object),
        Family::NamedTuple => named_tuple(object, keeper),
        Family::Array => array(object, keeper),
        Family::Record => record(object, keeper),
        Family::Extension if crate::typed::is_class(object.get_type_ptr()) => identity(object, keeper),
        Family::Extension => extension::constant(object),
        Family::Ellipsis => Ok(HostValue::of_type(Ty::ellipsis())),
        Family::DeviceArray => device_array(object, keeper),
        _ if type_of::is_bare(object) => mark(object, keeper),
        _ => match (bound_method(object, keeper)?, as_tuple(object)?) {
            (Some(method), _) => Ok(method),
            (None, Some(items)) => tuple(&items, keeper),
            (None, None) => identity(object, keeper),
        },
    }
}

/// The items of what counts as a tuple: the classes of a union, `int | None`, which is what a tuple of them is to `isinstance`, and the names of
/// months and days that the module `calendar` has.
fn as_tuple<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let (py, class) = (object.py(), object.get_type());
    let found = match &*class.name()?.to_string_lossy() {
        "UnionType" | "Union" => object.getattr_opt(intern!(py, "__args__"))?,
        "_localized_month" | "_localized_day" if class.getattr(intern!(py, "__module__"))?.eq("calendar")? => {
            Some(py.get_type::<PyTuple>().call1((object,))?)
        }
        _ => None,
    };
    Ok(found.and_then(|found| found.cast_into().ok()))
}

/// A method of a text, a number or a container, such as `", ".join` and `table.get`.
fn bound_method(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<Option<HostValue>> {
    let py = object.py();
    // Those of operators have a class of their own.
    if !object.is_exact_instance_of::<PyCFunction>() && object.get_type().name()? != "method-wrapper" {
        return Ok(None);
    }
    let Some(receiver) = object.getattr_opt(intern!(py, "__self__"))? else { return Ok(None) };
    if receiver.is_instance_of::<PyType>() || receiver.is_instance_of::<PyModule>() {
        return Ok(None);
    }
    let name: String = object.getattr(intern!(py, "__name__"))?.extract()?;
    let held = of_any(&receiver, keeper)?;
    let has_it = coluber_infer::has_method(held.ty, &name);
    let ty = || Ty::new(Kind::BoundMethod { receiver: held.ty, name: name.as_str().into() });
    Ok(has_it.then(|| HostValue { ty: ty(), data: HostData::Tuple(vec![held.clone()]) }))
}

/// Whether a default is constant for compiled code: numbers, strings, functions and tuples of them. Arrays are not, because the
/// function may change them.
pub fn is_simple(object: &Bound<'_, PyAny>) -> bool {
    extent::check(object).is_ok() && has_simple_parts(object)
}

fn has_simple_parts(object: &Bound<'_, PyAny>) -> bool {
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        return tuple.iter().all(|item| has_simple_parts(&item));
    }
    match scalar(object) {
        Ok(Some(_)) => true,
        _ if object.is_exact_instance_of::<PyRange>() => bounds(object).is_ok_and(|bounds| bounds.is_some()),
        _ => type_of::is_bare(object) || type_of::identity(object, Purpose::Argument).is_ok(),
    }
}

fn value(ty: Ty, data: Const) -> HostValue {
    HostValue { ty, data: HostData::Scalar(data) }
}

fn scalar(object: &Bound<'_, PyAny>) -> PyResult<Option<HostValue>> {
    Ok(Some(if object.is_none() {
        HostValue::of_type(Ty::none())
    } else if let Ok(flag) = object.cast::<PyBool>() {
        HostValue::of_type(Ty::literal_bool(flag.is_true()))
    } else if object.is_instance_of::<PyInt>() {
        match integer(object)? {
            Some(value) => value,
            None => return Ok(None),
        }
    } else if let Ok(float) = object.cast_exact::<PyFloat>() {
        value(Ty::float64(), Const::Float(float.value()))
    } else if let Ok(complex) = object.cast_exact::<PyComplex>() {
        value(Ty::complex128(), Const::Complex(complex.real(), complex.imag()))
    } else if let Ok(bytes) = object.cast_exact::<PyBytes>() {
        value(Ty::bytes(), Const::Bytes(bytes.as_bytes().into()))
    } else if let Ok(text) = object.cast_exact::<PyString>() {
        match text.to_str() {
            Ok(text) => HostValue::of_type(Ty::literal_str(text)),
            Err(_) => value(Ty::string(), Const::Points(strings::points(object)?.into())),
        }
    } else {
        return Ok(None);
    }))
}

fn integer(object: &Bound<'_, PyAny>) -> PyResult<Option<HostValue>> {
    if let Ok(int) = object.extract::<i64>() {
        return Ok(Some(HostValue::of_type(Ty::literal_int(int))));
    }
    let fits = object.extract::<u64>().ok();
    Ok(fits.map(|int| value(Ty::uint64(), Const::BigInt(int.to_string().into()))))
}

fn numpy_scalar(object: &Bound<'_, PyAny>, element: Element) -> PyResult<HostValue> {
    let words = with_sink(|sink| {
        // SAFETY: the object is a scalar of this element type.
        unsafe { scalar_leaves(scalar_value(object.as_ptr()), element, sink) };
        sink.leaves.as_slice().to_vec()
    });
    let part = |k: usize, float: FloatTy| float_value(float, words[k]);
    let data = match *element.ty().kind() {
        Kind::Bool => Const::Bool(words[0] != 0),
        Kind::Float(float) => Const::Float(part(0, float)),
        Kind::Complex(float) => Const::Complex(part(0, float), part(1, float)),
        Kind::Int(int) if !int.signed && words[0] > i64::MAX as u64 => Const::BigInt(words[0].to_string().into()),
        _ => Const::Int(words[0] as i64),
    };
    Ok(value(element.ty(), data))
}

fn items(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<Vec<HostValue>> {
    object.cast::<PyTuple>()?.iter().map(|item| of_any(&item, keeper)).collect()
}

fn tuple(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    let items = items(object, keeper)?;
    let ty = Ty::tuple(items.iter().map(|item| item.ty).collect::<Vec<_>>());
    Ok(HostValue { ty, data: HostData::Tuple(items) })
}

/// A slice of integers, which are part of its type: it slices tuples, too.
fn slice(object: &Bound<'_, PyAny>) -> PyResult<HostValue> {
    let part = |name: &str| -> PyResult<Option<HostValue>> {
        let part = object.getattr(name)?;
        Ok(match part.is_none() {
            true => Some(HostValue::of_type(Ty::none())),
            false => part.extract::<i64>().ok().map(|int| value(Ty::literal_int(int), Const::Int(int))),
        })
    };
    match (part("start")?, part("stop")?, part("step")?) {
        (Some(start), Some(stop), Some(step)) => {
            let ty = Ty::new(Kind::Slice { start: start.ty, stop: stop.ty, step: step.ty });
            Ok(HostValue { ty, data: HostData::Tuple(vec![start, stop, step]) })
        }
        _ => unknown(object, NoType::of_class_of(object)),
    }
}

/// A range, whose step is part of its type.
fn range(object: &Bound<'_, PyAny>) -> PyResult<HostValue> {
    let Some([start, stop, step]) = bounds(object)? else { return unknown(object, NoType::of_class_of(object)) };
    let int = IntTy { bits: 64, signed: true };
    let ty = Ty::new(Kind::Range { int, step: Some(step), parallel: Spread::No });
    let ends = [start, stop].map(|end| value(Ty::int64(), Const::Int(end)));
    Ok(HostValue { ty, data: HostData::Tuple(ends.into()) })
}

/// The start, the stop and the step of a range of integers of 64 bits.
fn bounds(object: &Bound<'_, PyAny>) -> PyResult<Option<[i64; 3]>> {
    let part = |name: &str| -> PyResult<Option<i64>> { Ok(object.getattr(name)?.extract().ok()) };
    Ok(match (part("start")?, part("stop")?, part("step")?) {
        (Some(start), Some(stop), Some(step)) => Some([start, stop, step]),
        _ => None,
    })
}

fn named_tuple(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    let items = items(object, keeper)?;
    let types = items.iter().map(|item| item.ty).collect();
    match type_of::named_tuple(&object.get_type(), types) {
        Ok(ty) => Ok(HostValue { ty, data: HostData::Tuple(items) }),
        Err(reason) => unknown(object, reason),
    }
}

/// A time of NumPy.
fn time(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    match type_of::of_argument(object) {
        Ok(ty) => Ok(value(ty, Const::Int(object.call_method1("astype", ("int64",))?.extract()?))),
        Err(_) => identity(object, keeper),
    }
}

/// A member of an enumeration, with its value as a constant.
fn member(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    let value = of_any(&object.getattr("_value_")?, keeper)?;
    match type_of::member(&object.get_type(), value.ty) {
        Ok(ty) => Ok(HostValue { ty, data: HostData::Tuple(vec![value]) }),
        Err(reason) => unknown(object, reason),
    }
}

/// The constant that an object is which `object()` has made.
fn mark(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    keeper.keep(object);
    let data = HostData::Tuple(vec![value(Ty::int64(), Const::Int(0))]);
    Ok(HostValue { ty: type_of::mark(object)?, data })
}

fn array(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    let ty = match type_of::of_argument(object) {
        Ok(ty) => ty,
        Err(reason) => return unknown(object, reason),
    };
    let Kind::Array { dtype, ndim, aligned, .. } = *ty.kind() else {
        return unknown(object, NoType::of_class_of(object));
    };
    let kept = match object.getattr("nbytes")?.extract::<usize>()? <= COPIED_BYTES {
        true => object.py().import("numpy")?.getattr("array")?.call1((object,))?,
        false => object.clone(),
    };
    keeper.keep(&kept);
    // SAFETY: `numpy.array` makes arrays, and the object is one.
    let array = unsafe { &*kept.as_ptr().cast::<ArrayObject>() };
    let layout = [Layout::C, Layout::F, Layout::A][array.order() as usize % 3];
    Ok(HostValue {
        ty: Ty::new(Kind::Array { dtype, ndim, layout, mutable: false, aligned }),
        // SAFETY: as above.
        data: unsafe { array_data(&kept, false) },
    })
}

/// A record, whose bytes are copied.
fn record(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    let ty = match type_of::of_argument(object) {
        Ok(ty) => ty,
        Err(reason) => return unknown(object, reason),
    };
    let kept = object.py().import("numpy")?.getattr("array")?.call1((object,))?;
    keeper.keep(&kept);
    // SAFETY: `numpy.array` makes arrays.
    Ok(HostValue { ty, data: unsafe { array_data(&kept, false) } })
}

/// A device array is not constant: kernels use its memory where it is.
fn device_array(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    keeper.keep(object);
    let array = object.getattr("_array")?;
    match type_of::of_argument(&array) {
        // SAFETY: a device array has the array that lies at its address.
        Ok(ty) => Ok(HostValue { ty, data: unsafe { array_data(&array, true) } }),
        Err(reason) => unknown(object, reason),
    }
}

/// The device array of another library's object that has the CUDA array interface.
fn of_interface<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !object.get_type().hasattr("__cuda_array_interface__")? {
        return Ok(None);
    }
    let interop = object.py().import("coluber.cuda.host.interop")?;
    // Objects that are on the host at the moment have the attribute and refuse to tell.
    Ok(interop.call_method1("as_cuda_array", (object,)).ok())
}

/// Where an array's elements are.
///
/// # Safety
/// The object is an array.
unsafe fn array_data(object: &Bound<'_, PyAny>, device: bool) -> HostData {
    // SAFETY: promised by the caller; the array is alive.
    let (array, shape, strides) = unsafe {
        let array = &*object.as_ptr().cast::<ArrayObject>();
        (array, array.shape(), array.strides())
    };
    let widen = |extents: &[isize]| extents.iter().map(|&e| e as i64).collect();
    HostData::Array { data: array.data as u64, shape: widen(shape), strides: widen(strides), device }
}

fn identity(object: &Bound<'_, PyAny>, keeper: &mut dyn Keeper) -> PyResult<HostValue> {
    match type_of::identity(object, Purpose::Constant) {
        Ok(ty) => {
            if let Kind::Dispatcher(_) | Kind::Function(_) = ty.kind() {
                keeper.keep(object);
            }
            Ok(HostValue::of_type(ty))
        }
        Err(reason) => match (of_interface(object)?, shared::constant(object, None, keeper)) {
            (Some(array), _) => device_array(&array, keeper),
            (None, Ok(Some(value))) => Ok(value),
            (None, Ok(None) | Err(_)) => match stream(object)? {
                Some(value) => Ok(value),
                None => unknown(object, reason),
            },
        },
    }
}

/// A stream that module `sys` has now, under a name of the program: it is what compiled code finds there when it writes.
fn stream(object: &Bound<'_, PyAny>) -> PyResult<Option<HostValue>> {
    let sys = object.py().import("sys")?;
    for name in ["stdout", "stderr"] {
        if sys.getattr(name)?.is(object)
            && let Ok(receiver) = type_of::identity(&sys, Purpose::Constant)
        {
            return Ok(Some(HostValue::of_type(Ty::new(Kind::BoundMethod { receiver, name: name.into() }))));
        }
    }
    Ok(None)
}

/// Something that compiled code can't use; the text is what messages say after "Cannot determine Numba type of".
fn unknown(object: &Bound<'_, PyAny>, reason: NoType) -> PyResult<HostValue> {
    if let NoType::Raised(error) = reason {
        return Err(error);
    }
    let class = object.get_type();
    let mut text = class.repr()?.to_string();
    if let Some(empty) = reasons::empty_attribute(object) {
        text = format!("{text}: {empty}");
    }
    Ok(HostValue::of_type(Ty::new(Kind::Opaque(objects::describe(object, &text)?))))
}
