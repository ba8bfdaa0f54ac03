//! How values of a class are classified, looked up by the class's address.
//!
//! The classes that are common (float, int, ndarray, ...) are compared one by one before this table is asked.

use crate::numpy::{self, Element};
use parking_lot::Mutex;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyComplex, PyEllipsis, PyFloat, PyInt, PyRange, PySlice, PyString, PyTuple, PyType,
};
use rustc_hash::FxHashMap;
use std::cell::UnsafeCell;
use std::sync::LazyLock;

/// What is done with values of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// A NumPy scalar.
    Scalar(Element),
    /// An integer of Python or of a subclass.
    Int,
    /// A float of Python or of a subclass.
    Float,
    /// A complex number of Python or of a subclass.
    Complex,
    /// A string of a subclass.
    String,
    /// Bytes.
    Bytes,
    /// `collections.deque`
    Deque,
    /// One of the other dicts of `collections`.
    Dict,
    /// An array of a subclass.
    Array,
    /// A record of NumPy.
    Record,
    /// datetime64
    Date,
    /// timedelta64
    Span,
    /// A member of an enumeration.
    Enum,
    /// A vector of CUDA's.
    Vector,
    /// A number of the class `bfloat16` of `ml_dtypes`, or of the simulator.
    BFloat16,
    /// An array in device memory.
    DeviceArray,
    /// A record in device memory.
    DeviceRecord,
    /// A generator of random numbers.
    Generator,
    /// A tuple of a subclass.
    Tuple,
    /// A named tuple.
    NamedTuple,
    /// A slice.
    Slice,
    /// A range.
    Range,
    /// `...`
    Ellipsis,
    /// A proxy of an instance that is memory of the runtime.
    Instance,
    /// A generator of compiled code.
    Suspended,
    /// A function that is written in Python, or an object that is called as one.
    Function,
    /// A method of an object.
    Method,
    /// An object of a dataclass.
    Data,
    /// An object that is known as one of a class of the library.
    Counterpart,
    /// A value of a type of a program.
    Extension,
    /// The type depends on the object itself, or there is none.
    Identity,
}

struct Known {
    family: Family,
    /// Keeps the address from being given to another class.
    _class: Py<PyType>,
}

static TABLE: LazyLock<Mutex<FxHashMap<usize, Known>>> = LazyLock::new(Mutex::default);

/// Declares the class of a NumPy scalar.
pub fn register_scalar_type(class: &Bound<'_, PyType>, element: Element) {
    register(class, Family::Scalar(element));
}

/// Declares the classes of arrays and records in device memory.
#[pyfunction]
pub fn register_device_classes(array: &Bound<'_, PyType>, record: &Bound<'_, PyType>) {
    register(array, Family::DeviceArray);
    register(record, Family::DeviceRecord);
}

pub(super) fn register(class: &Bound<'_, PyType>, family: Family) {
    let address = class.as_ptr() as usize;
    // SAFETY: `class` proves that the GIL is held; no reference to the slot outlives the write.
    unsafe { (*LAST.0.get())[slot_of(address)] = (address, family) };
    let known = Known { family, _class: class.clone().unbind() };
    let replaced = TABLE.lock().insert(class.as_ptr() as usize, known);
    drop(replaced);
}

/// Recently used rows of [`TABLE`], by a few bits of the class's address.
struct Recent(UnsafeCell<[(usize, Family); RECENT]>);

const RECENT: usize = 64;

// SAFETY: used with the GIL held only.
unsafe impl Sync for Recent {}

static LAST: Recent = Recent(UnsafeCell::new([(0, Family::Identity); RECENT]));

/// The place of a class's address.
#[inline(always)]
fn slot_of(address: usize) -> usize {
    (address >> 4 ^ address >> 10) % RECENT
}

/// The family of a class.
#[inline]
pub fn of_class(class: &Bound<'_, PyType>) -> PyResult<Family> {
    let address = class.as_ptr() as usize;
    let slot = slot_of(address);
    // SAFETY: `class` proves that the GIL is held; no reference to the slot outlives the look.
    let (known, family) = unsafe { (*LAST.0.get())[slot] };
    if known == address {
        return Ok(family);
    }
    let (family, stays) = look_up(class)?;
    if stays {
        // SAFETY: as above. The table keeps the class, so that no other class gets the address.
        unsafe { (*LAST.0.get())[slot] = (address, family) };
    }
    Ok(family)
}

/// The family of a class, and whether the table has it.
#[inline(never)]
fn look_up(class: &Bound<'_, PyType>) -> PyResult<(Family, bool)> {
    let found = TABLE.lock().get(&(class.as_ptr() as usize)).map(|k| k.family);
    if let Some(family) = found {
        return Ok((family, true));
    }
    // Attaching to NumPy registers the classes of its scalars: then look again.
    if numpy::attach_if_imported(class.py())? {
        return look_up(class);
    }
    let family = find(class)?;
    // Classes that programs make are kept only where their instances can be arguments.
    let stays = family != Family::Identity || !is_heap_type(class);
    if stays {
        register(class, family);
    }
    Ok((family, stays))
}

fn is_heap_type(class: &Bound<'_, PyType>) -> bool {
    // SAFETY: a live class.
    unsafe { ffi::PyType_GetFlags(class.as_type_ptr()) & ffi::Py_TPFLAGS_HEAPTYPE != 0 }
}

fn find(class: &Bound<'_, PyType>) -> PyResult<Family> {
    let py = class.py();
    Ok(if class.is(py.get_type::<super::generators::Generator>()) {
        Family::Suspended
    } else if super::extension::is_class(class)? {
        Family::Extension
    } else if is_numpy_array(class)? {
        Family::Array
    } else if is_record(class)? {
        Family::Record
    } else if let Some(family) = time(class)? {
        family
    } else if is_bfloat16(class)? {
        Family::BFloat16
    } else if is_generator(class)? {
        Family::Generator
    } else if class.is_subclass_of::<PyBool>()? || is_foreign_scalar(class)? {
        Family::Identity
    } else if is_enumeration(class)? {
        py.import("coluber.core.classes")?.getattr("add_enumeration")?.call1((class,))?;
        Family::Enum
    } else if class.is_subclass_of::<PyInt>()? {
        Family::Int
    } else if class.is_subclass_of::<PyFloat>()? {
        Family::Float
    } else if class.is_subclass_of::<PyComplex>()? {
        Family::Complex
    } else if super::text_classes::overridden(class)?.is_some() {
        Family::Identity
    } else if class.is_subclass_of::<PyString>()? {
        Family::String
    } else if class.is_subclass_of::<PyBytes>()? {
        Family::Bytes
    } else if is_vector(class)? {
        Family::Vector
    } else if class.is_subclass_of::<PyTuple>()? {
        if class.hasattr(pyo3::intern!(py, "_fields"))? {
            py.import("coluber.core.classes")?.getattr("add_tuple_class")?.call1((class,))?;
        }
        if field_names(class)?.is_some() { Family::NamedTuple } else { Family::Tuple }
    } else if let Some(family) = collection(class)? {
        family
    } else if super::counterparts::has_counterpart(class)? {
        Family::Counterpart
    } else if class.is(py.get_type::<PySlice>()) {
        Family::Slice
    } else if class.is(py.get_type::<PyRange>()) {
        Family::Range
    } else if class.is(py.get_type::<PyEllipsis>()) {
        Family::Ellipsis
    } else if super::functions::is_method(class)? {
        Family::Method
    } else if super::functions::are_of(class)? {
        Family::Function
    } else if class.hasattr(pyo3::intern!(py, "_numba_type_"))?
        && !class.hasattr(pyo3::intern!(py, "__dataclass_fields__"))?
    {
        Family::Extension
    } else if has_stand_in(class)? || (may_have_fields(class)? && add_data_class(class)?) {
        Family::Data
    } else if super::extension::is_class(class)? {
        // Extensions are loaded before a class of a program is looked at.
        Family::Extension
    } else {
        Family::Identity
    })
}

/// Whether objects of a class may be known by their fields: it is a dataclass, or was made by a class statement of a program.
fn may_have_fields(class: &Bound<'_, PyType>) -> PyResult<bool> {
    if class.hasattr(pyo3::intern!(class.py(), "__dataclass_fields__"))? {
        return Ok(true);
    }
    // SAFETY: a live class.
    let flags = unsafe { ffi::PyType_GetFlags(class.as_type_ptr()) };
    let is_derived =
        class.is_subclass_of::<pyo3::exceptions::PyBaseException>()? || class.is_subclass_of::<PyType>()?;
    Ok(flags & ffi::Py_TPFLAGS_HEAPTYPE != 0 && !is_derived && crate::host::keys::key_of(class.as_any())?.is_none())
}

/// Whether there is a class of the library whose objects stand in compiled code for those of a class of NumPy's, by the same fields.
fn has_stand_in(class: &Bound<'_, PyType>) -> PyResult<bool> {
    let module = class.getattr(pyo3::intern!(class.py(), "__module__"))?;
    if !module.cast::<PyString>().is_ok_and(|name| name.to_string_lossy().starts_with("numpy")) {
        return Ok(false);
    }
    let own = class.py().import("coluber.core.stand_ins")?.getattr("class_of")?.call1((class,))?;
    let Ok(own) = own.cast::<PyType>() else { return Ok(false) };
    if own.is(class) || of_class(own)? != Family::Data {
        return Ok(false);
    }
    super::instances::stand_for(class, own)?;
    Ok(true)
}

/// Makes a dataclass, or a class that is written without decoration, known; false if it is neither.
fn add_data_class(class: &Bound<'_, PyType>) -> PyResult<bool> {
    class.py().import("coluber.core.classes")?.getattr("add_data_class")?.call1((class,))?.extract()
}

/// `is_data_class(class)`: whether compiled code knows objects of a class by their fields, and copies them.
#[pyfunction]
pub fn is_data_class(class: &Bound<'_, PyType>) -> PyResult<bool> {
    Ok(of_class(class)? == Family::Data)
}

/// The names of the fields of a class of named tuples, and of one of the interpreter's own (`sys.float_info`) all of whose items
/// have names; None for other tuples.
pub fn field_names<'py>(class: &Bound<'py, PyType>) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let py = class.py();
    if let Some(fields) = class.getattr_opt(pyo3::intern!(py, "_fields"))? {
        return Ok(fields.cast_into().ok());
    }
    let Some(count) = class.getattr_opt(pyo3::intern!(py, "n_sequence_fields"))? else { return Ok(None) };
    let names: Bound<'_, PyTuple> = class.getattr(pyo3::intern!(py, "__match_args__"))?.cast_into()?;
    Ok((names.len() == count.extract::<usize>()?).then_some(names))
}

fn is_numpy_array(class: &Bound<'_, PyType>) -> PyResult<bool> {
    let array = numpy::array_type();
    if array.is_null() || is_masked_array(class)? {
        return Ok(false);
    }
    // SAFETY: `ndarray` is a class, and never freed.
    let array = unsafe { Bound::from_borrowed_ptr(class.py(), array.cast()) };
    class.is_subclass(&array)
}

/// Masked arrays are arrays to NumPy, but the mask would be ignored.
pub fn is_masked_array(class: &Bound<'_, PyType>) -> PyResult<bool> {
    match crate::modules::imported(class.py(), "numpy.ma")? {
        Some(module) => class.is_subclass(&module.getattr("MaskedArray")?),
        None => Ok(false),
    }
}

/// The family of NumPy's two classes of times.
fn time(class: &Bound<'_, PyType>) -> PyResult<Option<Family>> {
    let Some(numpy) = crate::modules::imported(class.py(), "numpy")? else { return Ok(None) };
    Ok(if class.is(&numpy.getattr("datetime64")?) {
        Some(Family::Date)
    } else if class.is(&numpy.getattr("timedelta64")?) {
        Some(Family::Span)
    } else {
        None
    })
}

/// The family of a class of `collections`.
fn collection(class: &Bound<'_, PyType>) -> PyResult<Option<Family>> {
    let Some(module) = crate::modules::imported(class.py(), "collections")? else { return Ok(None) };
    if class.is(&module.getattr("deque")?) {
        return Ok(Some(Family::Deque));
    }
    for name in ["OrderedDict", "Counter", "defaultdict"] {
        if class.is(&module.getattr(name)?) {
            return Ok(Some(Family::Dict));
        }
    }
    Ok(None)
}

/// Whether a class is a vector type, such as `float32x4`.
pub fn is_vector(class: &Bound<'_, PyType>) -> PyResult<bool> {
    match crate::modules::imported(class.py(), "coluber.cuda.kernel.vector")? {
        Some(module) => class.is_subclass(&module.getattr("Vector")?),
        None => Ok(false),
    }
}

/// Whether a class is an enumeration.
pub fn is_enumeration(class: &Bound<'_, PyType>) -> PyResult<bool> {
    match crate::modules::imported(class.py(), "enum")? {
        Some(module) => class.is_subclass(&module.getattr("Enum")?),
        None => Ok(false),
    }
}

/// Whether a class is one of bfloat16 numbers, which NumPy itself has not.
pub fn is_bfloat16(class: &Bound<'_, PyType>) -> PyResult<bool> {
    for name in ["coluber.cuda.kernel.bf16_type", "ml_dtypes"] {
        if let Some(module) = crate::modules::imported(class.py(), name)?
            && class.is(&module.getattr("bfloat16")?)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_generator(class: &Bound<'_, PyType>) -> PyResult<bool> {
    match crate::modules::imported(class.py(), "numpy.random")? {
        Some(module) => class.is_subclass(&module.getattr("Generator")?),
        None => Ok(false),
    }
}

fn is_record(class: &Bound<'_, PyType>) -> PyResult<bool> {
    match crate::modules::imported(class.py(), "numpy")? {
        Some(numpy) => class.is_subclass(&numpy.getattr("void")?),
        None => Ok(false),
    }
}

/// Scalars of NumPy that have no element type, such as longdouble; its texts and bytes are those of Python.
fn is_foreign_scalar(class: &Bound<'_, PyType>) -> PyResult<bool> {
    let Some(numpy) = crate::modules::imported(class.py(), "numpy")? else { return Ok(false) };
    let is_text = class.is_subclass_of::<PyString>()? || class.is_subclass_of::<PyBytes>()?;
    Ok(!is_text && class.is_subclass(&numpy.getattr("generic")?)?)
}
