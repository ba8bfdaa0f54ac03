//! The types of objects whose identity is their type: functions, classes, dtypes, modules; and why an object has no type.

use super::counterparts;
use super::family::is_masked_array;
use super::instances::may_be_in;
use super::key::Decoder;
use super::words::with_sink;
use super::{classify, family, functions, reasons, records};
use crate::numpy::Element;
use crate::objects;
use coluber_types::containers::has_unknown;
use coluber_types::{Kind, Ty, unify};
use parking_lot::Mutex;
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyFunction, PyModule, PyString, PyType, PyTypeMethods};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Why an object has no type.
#[derive(Debug)]
pub enum NoType {
    /// Python code that was asked raised this.
    Raised(PyErr),
    /// The compiler has no such type.
    Unsupported {
        /// The class of `coluber.core.errors`, or of `builtins`.
        class: &'static str,
        /// What is not supported.
        message: String,
    },
}

impl From<PyErr> for NoType {
    fn from(error: PyErr) -> Self {
        NoType::Raised(error)
    }
}

impl NoType {
    fn unsupported(class: &'static str, message: String) -> Self {
        NoType::Unsupported { class, message }
    }

    /// "Cannot determine Numba type of <class ...>".
    pub fn of_class_of(object: &Bound<'_, PyAny>) -> Self {
        let class = object.get_type();
        let text = class.repr().map_or_else(|_| "an object".to_owned(), |r| r.to_string());
        let why = reasons::of(object).map_or_else(String::new, |why| format!(": {why}"));
        Self::unsupported("ValueError", format!("Cannot determine Numba type of {text}{why}"))
    }

    /// The Python exception for `typeof`.
    pub fn into_error(self, py: Python<'_>) -> PyErr {
        match self {
            NoType::Raised(error) => error,
            NoType::Unsupported { class, message } => crate::errors::plain(py, class, &message),
        }
    }
}

/// What the type is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// An argument of a call from Python.
    Argument,
    /// A value that is constant for compiled code.
    Constant,
}

/// The type of any object, as an argument of the processor's code.
pub fn of_argument(object: &Bound<'_, PyAny>) -> Result<Ty, NoType> {
    of_object(object, false)
}

/// The type of any object; arrays in device memory are arrays.
pub fn of_value(object: &Bound<'_, PyAny>) -> Result<Ty, NoType> {
    of_object(object, true)
}

fn of_object(object: &Bound<'_, PyAny>, device: bool) -> Result<Ty, NoType> {
    with_sink(|sink| {
        (sink.device, sink.typing) = (device, true);
        // SAFETY: the object is alive as long as the words are used.
        if !unsafe { classify(object.as_ptr(), sink) } {
            return Err(PyErr::fetch(object.py()).into());
        }
        let found = Decoder::new(sink.key.as_slice()).next_type(object.py(), 0)?;
        match may_be_in(found) && has_unknown(found) {
            true => Err(NoType::of_class_of(object)),
            false => Ok(found),
        }
    })
}

/// The type of an object that [`classify`] knows by its address only.
pub fn identity(object: &Bound<'_, PyAny>, purpose: Purpose) -> Result<Ty, NoType> {
    if let Some(known) = known_native(object) {
        return Ok(known);
    }
    if crate::dispatcher::is_dispatcher(object) {
        return Ok(Ty::new(Kind::Dispatcher(objects::describe(object, &dispatcher_text(object)?)?)));
    }
    if let Some(ty) = dtype(object)? {
        return Ok(Ty::new(Kind::DType(ty)));
    }
    if let Some(ty) = dtype_of_objects(object)? {
        return Ok(ty);
    }
    if let Ok(class) = object.cast::<PyType>() {
        return of_class(class);
    }
    if let Some(ty) = crate::types::type_of_instance(object) {
        return Ok(Ty::new(Kind::NumberClass(ty)));
    }
    if object.is_instance_of::<PyModule>() {
        return Ok(Ty::new(Kind::Module(objects::describe_by_repr(object)?)));
    }
    if purpose == Purpose::Constant
        && let Some(class) = class_of_alias(object)?
    {
        return of_class(&class);
    }
    if is_native_function(object)? {
        let ty = Ty::new(Kind::Function(objects::describe_by_repr(object)?));
        if object.is_exact_instance_of::<PyCFunction>() {
            NATIVE.lock().insert(object.as_ptr() as usize, ty);
        }
        return Ok(ty);
    }
    if purpose == Purpose::Constant && is_bare(object) {
        return Ok(mark(object)?);
    }
    if object.is(object.py().NotImplemented()) {
        return Ok(Ty::new(Kind::Function(objects::describe_by_repr(object)?)));
    }
    if let Some(jitted) = jitted_of_callback(object)? {
        return identity(&jitted, purpose);
    }
    if let Some(jitted) = functions::jitted(object)? {
        return identity(&jitted, purpose);
    }
    if let Ok(function) = object.cast::<PyFunction>()
        && purpose == Purpose::Constant
    {
        let name: String = function.getattr("__name__")?.extract()?;
        return Ok(Ty::new(Kind::Function(objects::describe(object, &name)?)));
    }
    Err(refusal(object)?)
}

/// Types of functions that are not written in Python, by their addresses: they live for ever, as all objects that types name.
static NATIVE: LazyLock<Mutex<FxHashMap<usize, Ty>>> = LazyLock::new(Mutex::default);

/// The type of such a function that has been met before.
fn known_native(object: &Bound<'_, PyAny>) -> Option<Ty> {
    let is_native = object.is_exact_instance_of::<PyCFunction>();
    is_native.then(|| NATIVE.lock().get(&(object.as_ptr() as usize)).copied()).flatten()
}

/// Whether `object()` has made an object, which is nothing but itself: it stands for a value that is not given.
pub fn is_bare(object: &Bound<'_, PyAny>) -> bool {
    object.get_type().is(object.py().get_type::<PyAny>())
}

/// The class that a call of an alias makes an object of: `list` of `list[int]`, `collections.Counter` of `typing.Counter`.
fn class_of_alias<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyType>>> {
    let py = object.py();
    // Classes of extension modules may have something else there.
    let Ok(module) = object.get_type().module() else { return Ok(None) };
    let makes_objects = match module.to_str()? {
        "types" => true,
        // `typing.List` is no class to call.
        "typing" => {
            object.getattr_opt(pyo3::intern!(py, "_inst"))?.is_some_and(|inst| inst.is_truthy().unwrap_or(false))
        }
        _ => false,
    };
    let origin = if makes_objects { object.getattr_opt(pyo3::intern!(py, "__origin__"))? } else { None };
    Ok(origin.and_then(|origin| origin.cast_into().ok()))
}

/// The jitted function behind a C callback, which compiled code calls as such.
fn jitted_of_callback<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(module) = crate::modules::imported(object.py(), "coluber.core.ccallback")? else { return Ok(None) };
    if !object.is_instance(&module.getattr("CFunc")?)? {
        return Ok(None);
    }
    object.getattr("_dispatcher").map(Some)
}

/// The type of a named tuple with items of these types.
pub fn named_tuple(class: &Bound<'_, PyType>, items: Vec<Ty>) -> Result<Ty, NoType> {
    let fields =
        family::field_names(class)?.ok_or_else(|| NoType::unsupported("TypeError", format!("{class} has no names")))?;
    let names: Vec<String> = fields.extract()?;
    let class_object = objects::describe(class.as_any(), &class.name()?.to_string())?;
    let names = names.into_iter().map(Into::into).collect();
    Ok(Ty::new(Kind::NamedTuple { class: class_object, names, items: items.into() }))
}

/// The type of the members of an enumeration, one of which has a value of this type. Where the members have values of several types, this is
/// the type of those with values like it, which are numbers, texts or tuples of these, and of which none becomes one of another type.
pub fn member(class: &Bound<'_, PyType>, value: Ty) -> Result<Ty, NoType> {
    let mut types = vec![value.stored()];
    for other in class.try_iter()? {
        let other = of_argument(&other?.getattr("_value_")?)?.stored();
        let clash =
            types.iter().find(|ty| **ty != other && !(are_plain_values(&[**ty, other]) && stay_apart(**ty, other)));
        if let Some(clash) = clash {
            let message = format!("the members of the enumeration have no common type: {clash}, {other}");
            return Err(NoType::unsupported("ValueError", message));
        }
        types.push(other);
    }
    let name = class.name()?.to_string();
    let integral = class.is_subclass_of::<pyo3::types::PyInt>()?;
    Ok(Ty::new(Kind::Enum { class: objects::describe(class.as_any(), &name)?, value, integral }))
}

/// The type of an object that `object()` has made: the only member of an enumeration of its own, for which the object itself stands.
pub fn mark(object: &Bound<'_, PyAny>) -> PyResult<Ty> {
    let class = objects::describe(object, coluber_types::MARK)?;
    Ok(Ty::new(Kind::Enum { class, value: Ty::int64(), integral: false }))
}

/// Whether two types have no common one, or are tuples whose items all have one type.
fn stay_apart(a: Ty, b: Ty) -> bool {
    let items = |ty: Ty| ty.tuple_items().unwrap_or_default();
    let is_one = items(a).windows(2).all(|pair| pair[0] == pair[1]) && items(a).first() == items(b).first();
    let all_alike = is_one && items(b).windows(2).all(|pair| pair[0] == pair[1]) && !items(a).is_empty();
    all_alike || unify(a, b).is_none()
}

/// Whether values of these types are numbers, texts, or tuples of these.
fn are_plain_values(types: &[Ty]) -> bool {
    types.iter().all(|ty| match ty.kind() {
        Kind::Tuple(items) => are_plain_values(items),
        Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) | Kind::Str | Kind::Bytes => true,
        Kind::Literal(_) => true,
        _ => false,
    })
}

/// The type of the instances of a vector class, which says the type of its items by name.
pub fn vector(class: &Bound<'_, PyType>) -> PyResult<Ty> {
    let (base, count): (String, u8) = (class.getattr("base")?.extract()?, class.getattr("size")?.extract()?);
    let item = crate::numpy::element_of_scalar_type(&base).map_or(Ty::float64(), Element::ty);
    Ok(Ty::new(Kind::Vector { item, count }))
}

/// The element type of a dtype object.
pub fn dtype(object: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    let Some(numpy) = crate::modules::imported(object.py(), "numpy")? else { return Ok(None) };
    if !object.is_instance(&numpy.getattr("dtype")?)? {
        return Ok(None);
    }
    records::element(object)
}

/// The type of NumPy's dtype of objects, of which compiled code can't make arrays; None for all else.
fn dtype_of_objects(object: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    let py = object.py();
    let Some(numpy) = crate::modules::imported(py, "numpy")? else { return Ok(None) };
    if !object.is_instance(&numpy.getattr("dtype")?)?
        || object.getattr("num")?.extract::<i32>()? != crate::numpy::OBJECT
    {
        return Ok(None);
    }
    let element = py.import("coluber.core.types")?.getattr("pyobject")?;
    Ok(Some(Ty::new(Kind::DType(crate::types::from_python(&element)?))))
}

fn dispatcher_text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(object.getattr("py_func")?.repr()?.to_string())
}

fn of_class(class: &Bound<'_, PyType>) -> Result<Ty, NoType> {
    match family::of_class(class)? {
        family::Family::Scalar(element) => return Ok(Ty::new(Kind::NumberClass(element.ty()))),
        // The text is the one that the types of the class's instances have.
        family::Family::NamedTuple | family::Family::Enum | family::Family::Instance | family::Family::Data => {
            return Ok(Ty::new(Kind::Function(objects::describe(class.as_any(), &class.name()?.to_string())?)));
        }
        family::Family::Counterpart => {
            if let Some(own) = counterparts::derived(class)? {
                return of_class(&own);
            }
        }
        _ => {}
    }
    if family::is_vector(class)? {
        return Ok(Ty::new(Kind::NumberClass(vector(class)?)));
    }
    if family::is_bfloat16(class)? {
        return Ok(Ty::new(Kind::NumberClass(Ty::bfloat16())));
    }
    if class.is_subclass_of::<PyBaseException>()? {
        return Ok(Ty::new(Kind::ExceptionClass(objects::describe(class.as_any(), &class.name()?.to_string())?)));
    }
    if crate::host::keys::key_of(class.as_any())?.is_some() {
        return Ok(Ty::new(Kind::Function(objects::describe_by_repr(class.as_any())?)));
    }
    Err(NoType::of_class_of(class.as_any()))
}

/// A function that is not written in Python, or one of a library that the tables know.
fn is_native_function(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let native = object.is_instance_of::<PyCFunction>() || is_ufunc(object)?;
    Ok(native || crate::host::keys::key_of(object)?.is_some())
}

fn is_ufunc(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    match crate::modules::imported(object.py(), "numpy")? {
        Some(numpy) => object.is_instance(&numpy.getattr("ufunc")?),
        None => Ok(false),
    }
}

/// Says why the object has no type.
fn refusal(object: &Bound<'_, PyAny>) -> PyResult<NoType> {
    let class = object.get_type();
    if object.is_instance_of::<pyo3::types::PyInt>() {
        return Ok(NoType::unsupported("ValueError", format!("Int value is too large: {}", object.str()?)));
    }
    if is_masked_array(&class)? {
        return Ok(NoType::unsupported("NumbaTypeError", "Unsupported array type: numpy.ma.MaskedArray.".to_owned()));
    }
    if let family::Family::Date | family::Family::Span = family::of_class(&class)? {
        let dtype = object.getattr("dtype")?.str()?;
        return Ok(NoType::unsupported("NumbaValueError", format!("Unsupported type: {}", text(&dtype))));
    }
    if family::of_class(&class)? == family::Family::Array {
        let dtype = object.getattr("dtype")?.str()?;
        return Ok(NoType::unsupported("NumbaValueError", format!("Unsupported array dtype: {}", text(&dtype))));
    }
    Ok(NoType::of_class_of(object))
}

fn text(string: &Bound<'_, PyString>) -> String {
    string.to_string_lossy().into_owned()
}
