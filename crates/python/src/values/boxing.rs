//! Results of compiled code to Python objects.
//!
//! A result owns what its owner words name: boxing hands that over to the Python object, or gives it back when it fails.

use super::records;
use super::strings::{self, Parts};
use super::{closures, exceptions, extension, formatted, functions, generators};
use super::{dicts, instances, lists, outward};
use crate::numpy::{self, ArrayObject, Element, Elements, View, WRITEABLE};
use crate::{objects, owner};
use coluber_abi::{layout, leaves};
use coluber_types::{DictPart, FloatTy, IntTy, Kind, ListForm, Literal, Ty};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyEllipsis, PyInt, PySlice, PyString, PyTuple};
use pyo3::{ffi, intern};

/// Reads the words of a result in order.
pub struct Reader<'a> {
    words: std::slice::Iter<'a, u64>,
}

impl<'a> Reader<'a> {
    /// A reader of these words.
    pub fn new(words: &'a [u64]) -> Self {
        Reader { words: words.iter() }
    }

    /// The next words as extents of axes.
    fn extents(&mut self, count: usize) -> &'a [isize] {
        let words = self.words.as_slice();
        let (taken, rest) = words.split_at(count.min(words.len()));
        self.words = rest.iter();
        // SAFETY: the words of extents are integers of 64 bits, which are addresses' size.
        unsafe { std::slice::from_raw_parts(taken.as_ptr().cast(), taken.len()) }
    }

    /// The next word; 0 behind the last.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.words.next().copied().unwrap_or(0)
    }
}

/// Makes the Python object of a value of this type.
pub fn to_python<'py>(py: Python<'py>, ty: Ty, reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    match ty.kind() {
        Kind::None | Kind::Omitted(_) => Ok(py.None().into_bound(py)),
        Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) => number(py, ty, reader),
        Kind::Str => string(py, reader),
        Kind::Bytes => Ok(bytes(py, reader)),
        Kind::Text(pieces) => formatted::text(py, pieces, reader),
        Kind::Formatted { form, value, spec } => formatted::piece(py, *form, *value, *spec, reader),
        Kind::Tuple(items) if items.iter().any(|&item| instances::may_be_in(item)) => {
            outward::convert(py, || tuple(py, items, reader))
        }
        Kind::Tuple(items) => tuple(py, items, reader),
        Kind::Keywords { names, items } => {
            let values = tuple(py, items, reader)?;
            let dict = PyDict::new(py);
            for (name, value) in names.iter().zip(values.try_iter()?) {
                dict.set_item(&**name, value?)?;
            }
            Ok(dict.into_any())
        }
        Kind::NamedTuple { class, items, .. } => {
            let values = tuple(py, items, reader)?;
            let class = objects::get(py, class.id)?;
            // The classes of the interpreter's own, as that of `sys.float_info`, take their items themselves.
            class.getattr_opt("_make")?.unwrap_or(class).call1((values,))
        }
        Kind::Date(_) | Kind::Span(_) => {
            let count = py.import("numpy")?.getattr("int64")?.call1((reader.word() as i64,))?;
            count.call_method1("view", (ty.to_string(),))
        }
        Kind::Vector { item, count } => {
            let items = tuple(py, &vec![*item; usize::from(*count)], reader)?;
            let module = py.import("coluber.cuda.kernel.vector")?;
            module.getattr(ty.to_string().as_str())?.call1(items.cast::<PyTuple>()?)
        }
        Kind::Enum { class, value, .. } => {
            let value = to_python(py, *value, reader)?;
            let object = objects::get(py, class.id)?;
            match ty.is_mark() {
                // Those that compiled code makes have other numbers.
                true if value.is_truthy()? => object.get_type().call0(),
                true => Ok(object),
                false => object.call1((value,)),
            }
        }
        Kind::Array { dtype, ndim, mutable, .. } => array(py, *dtype, usize::from(*ndim), *mutable, reader),
        Kind::Record { .. } => records::to_python(py, ty, reader),
        Kind::List { form: ListForm::List | ListForm::Deque | ListForm::Tuple, .. } => {
            let owner = reader.word();
            match instances::may_be_in(ty) {
                true => outward::convert(py, || lists::to_object(py, owner, ty)),
                false => lists::to_object(py, owner, ty),
            }
        }
        Kind::List { form: ListForm::Typed, .. } => crate::typed::list_object(py, reader.word()),
        Kind::Dict { .. } | Kind::Set { .. } => {
            let owner = reader.word();
            match instances::may_be_in(ty) {
                true => outward::convert(py, || dicts::to_object(py, owner, ty)),
                false => dicts::to_object(py, owner, ty),
            }
        }
        Kind::DictView { dict, part } => {
            let name = match part {
                DictPart::Keys => intern!(py, "keys"),
                DictPart::Values => intern!(py, "values"),
                DictPart::Items => intern!(py, "items"),
            };
            to_python(py, *dict, reader)?.call_method0(name)
        }
        Kind::Instance(_) => instances::to_object(py, reader.word()),
        Kind::Generator => generator(py, reader),
        Kind::CaughtException => exceptions::to_object(py, reader),
        Kind::Exception { class, args } => exceptions::made(&objects::get(py, class.id)?, args, reader),
        Kind::BoundMethod { .. } if coluber_infer::is_exception_class(ty) => exceptions::class_of(py, reader),
        Kind::Closure { func, captured, name } => closures::to_object(py, *func, captured, name, reader),
        Kind::OneOf(functions) => {
            let number = reader.word() as usize;
            let mut found = None;
            for (k, &function) in functions.iter().enumerate() {
                if k == number {
                    found = Some(to_python(py, function, reader));
                } else {
                    skip(function, reader);
                }
            }
            found.unwrap_or_else(|| Err(PyTypeError::new_err(format!("cannot convert native {ty} to Python object"))))
        }
        Kind::Gen { .. } => generators::to_object(py, ty, reader.word()),
        // Python code makes the object, and looks into those that are its members.
        Kind::Extension(_) => outward::convert_now(py, || extension::to_python(py, ty, reader)),
        Kind::Pointer(to) if *to == Ty::none() => Ok(reader.word().into_pyobject(py)?.into_any()),
        Kind::Optional(inner) => {
            if reader.word() == 0 {
                skip(*inner, reader);
                return Ok(py.None().into_bound(py));
            }
            to_python(py, *inner, reader)
        }
        Kind::Literal(literal) => self::literal(py, literal),
        Kind::Ellipsis => Ok(PyEllipsis::get(py).to_owned().into_any()),
        Kind::Slice { start, stop, step } => slice(py, [*start, *stop, *step], reader),
        Kind::Range { int, step, .. } => range(py, *int, *step, reader),
        Kind::DType(of) => numpy_dtype(py, *of),
        Kind::NumberClass(of) => crate::types::number_class(py, *of),
        Kind::Function(o) | Kind::Module(o) | Kind::ExceptionClass(o) => objects::get(py, o.id),
        Kind::Dispatcher(o) => functions::as_given(objects::get(py, o.id)?),
        _ => {
            discard(ty, reader);
            Err(PyTypeError::new_err(format!("cannot convert native {ty} to Python object")))
        }
    }
}

/// The object of a number.
#[inline]
pub(super) fn number<'py>(py: Python<'py>, ty: Ty, reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    let word = reader.word();
    // SAFETY: these functions make new objects, or return null with an exception set.
    unsafe {
        let object = match *ty.kind() {
            Kind::Bool => return Ok(PyBool::new(py, word & 1 != 0).to_owned().into_any()),
            Kind::Int(int) => integer(int, word),
            Kind::Float(float) => ffi::PyFloat_FromDouble(float_value(float, word)),
            Kind::Complex(float) => {
                ffi::PyComplex_FromDoubles(float_value(float, word), float_value(float, reader.word()))
            }
            _ => std::ptr::null_mut(),
        };
        Bound::from_owned_ptr_or_err(py, object)
    }
}

/// A new Python integer; the word's bits beyond the type's width do not count.
///
/// # Safety
/// The GIL is held.
#[inline(always)]
pub unsafe fn integer(int: IntTy, word: u64) -> *mut ffi::PyObject {
    let unused = 64 - u32::from(int.bits.clamp(8, 64));
    // SAFETY: as the caller says.
    unsafe {
        // CPython makes integers with a sign faster.
        match (int.signed, unused) {
            (true, _) => ffi::PyLong_FromLongLong((word << unused) as i64 >> unused),
            (false, 0) => ffi::PyLong_FromUnsignedLongLong(word),
            (false, _) => ffi::PyLong_FromLongLong((word << unused >> unused) as i64),
        }
    }
}

/// The value of a floating point word.
#[inline(always)]
pub fn float_value(float: FloatTy, word: u64) -> f64 {
    float.value_of(word)
}

pub(super) fn tuple<'py>(py: Python<'py>, items: &[Ty], reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: each item of the new tuple is set before anyone sees it; the tuple takes over the references.
    unsafe {
        let tuple = Bound::from_owned_ptr_or_err(py, ffi::PyTuple_New(items.len() as isize))?;
        for (k, &item) in items.iter().enumerate() {
            match to_python(py, item, reader) {
                Ok(value) => ffi::PyTuple_SET_ITEM(tuple.as_ptr(), k as isize, value.into_ptr()),
                Err(error) => {
                    items[k + 1..].iter().for_each(|&rest| discard(rest, reader));
                    return Err(error);
                }
            }
        }
        Ok(tuple)
    }
}

/// Makes the object of a number or of a tuple of numbers, without the ceremony of [`to_python`]. None for other types, and when there
/// is no memory; nothing has been read from the words then that [`to_python`] could not read again.
///
/// # Safety
/// The GIL is held, and the words are those of a value of this type.
pub unsafe fn quick(ty: Ty, words: &[u64]) -> Option<*mut ffi::PyObject> {
    let mut next = words.as_ptr();
    // SAFETY: as the caller says.
    let object = unsafe { quick_at(ty, &mut next) };
    (!object.is_null()).then_some(object)
}

/// As [`quick`]; null for other types.
unsafe fn quick_at(ty: Ty, next: &mut *const u64) -> *mut ffi::PyObject {
    // SAFETY: the caller's words hold all leaves of the type, of which each is read once; objects are new.
    unsafe {
        let word = *next;
        match ty.kind() {
            Kind::Int(int) => {
                *next = word.add(1);
                integer(*int, *word)
            }
            Kind::Float(float) => {
                *next = word.add(1);
                ffi::PyFloat_FromDouble(float_value(*float, *word))
            }
            Kind::Bool => {
                *next = word.add(1);
                let object = if *word & 1 != 0 { ffi::Py_True() } else { ffi::Py_False() };
                ffi::Py_INCREF(object);
                object
            }
            Kind::Complex(float) => {
                *next = word.add(2);
                ffi::PyComplex_FromDoubles(float_value(*float, *word), float_value(*float, *word.add(1)))
            }
            Kind::Tuple(items) => quick_tuple(items, next),
            _ => std::ptr::null_mut(),
        }
    }
}

unsafe fn quick_tuple(items: &[Ty], next: &mut *const u64) -> *mut ffi::PyObject {
    // SAFETY: items are set before anyone sees the tuple; one that is given up has nulls, which CPython allows.
    unsafe {
        let tuple = ffi::PyTuple_New(items.len() as isize);
        if tuple.is_null() {
            ffi::PyErr_Clear();
            return tuple;
        }
        for (k, &item) in items.iter().enumerate() {
            let object = quick_at(item, next);
            if object.is_null() {
                ffi::PyErr_Clear();
                ffi::Py_DECREF(tuple);
                return object;
            }
            ffi::PyTuple_SET_ITEM(tuple, k as isize, object);
        }
        tuple
    }
}

/// The object that the owner word names, or that an allocation of the runtime holds.
fn generator<'py>(py: Python<'py>, reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    let (owner, _address) = (reader.word(), reader.word());
    if let Some(object) = owner::python_object(py, owner) {
        return Ok(object);
    }
    let found =
        kept(py, owner).ok_or_else(|| PyTypeError::new_err("the random numbers of a thread are no Python object"));
    owner::release(owner);
    found
}

/// The object that an owner word stands for by an allocation of the runtime.
fn kept<'py>(py: Python<'py>, owner: u64) -> Option<Bound<'py, PyAny>> {
    // SAFETY: the word is one that compiled code gave out, with a reference.
    let object = unsafe { coluber_runtime::kept_object(owner as usize as *mut u8) }?;
    // SAFETY: the allocation has a reference to this object.
    Some(unsafe { Bound::from_borrowed_ptr(py, object as usize as *mut ffi::PyObject) })
}

fn literal<'py>(py: Python<'py>, literal: &Literal) -> PyResult<Bound<'py, PyAny>> {
    Ok(match literal {
        Literal::Int(v) => PyInt::new(py, *v).into_any(),
        Literal::Bool(v) => PyBool::new(py, *v).to_owned().into_any(),
        Literal::Str(v) => PyString::new(py, v).into_any(),
    })
}

fn slice<'py>(py: Python<'py>, parts: [Ty; 3], reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    let mut values = Vec::with_capacity(3);
    for part in parts {
        values.push(to_python(py, part, reader)?);
    }
    py.get_type::<PySlice>().call1((&values[0], &values[1], &values[2]))
}

fn range<'py>(py: Python<'py>, int: IntTy, step: Option<i64>, reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    let start = number(py, Ty::int(int), reader)?;
    let stop = number(py, Ty::int(int), reader)?;
    let step = match step {
        Some(step) => PyInt::new(py, step).into_any(),
        None => number(py, Ty::int(int), reader)?,
    };
    py.get_type::<pyo3::types::PyRange>().call1((start, stop, step))
}

fn numpy_dtype<'py>(py: Python<'py>, of: Ty) -> PyResult<Bound<'py, PyAny>> {
    if Element::of(of).is_none() {
        return records::dtype_of(py, of);
    }
    py.import("numpy")?.getattr("dtype")?.call1((of.to_string(),))
}

fn string<'py>(py: Python<'py>, reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    let (owner, data, len, width) = (reader.word(), reader.word(), reader.word(), reader.word());
    let parts = Parts { data: data as usize as *const u8, len: len as isize, width: width as u32 };
    if let Some(object) = owner::python_object(py, owner) {
        // SAFETY: the owner word of a string names a string object.
        let whole = unsafe { strings::parts(object.as_ptr()) };
        if whole.is_some_and(|w| w.data == parts.data && w.len == parts.len) {
            return Ok(object);
        }
    }
    // SAFETY: the owner keeps the characters alive until it is released.
    let made = unsafe { strings::make(py, &parts) };
    owner::release(owner);
    made
}

fn bytes<'py>(py: Python<'py>, reader: &mut Reader<'_>) -> Bound<'py, PyAny> {
    let (owner, data, len, _width) = (reader.word(), reader.word(), reader.word(), reader.word());
    if let Some(object) = owner::python_object(py, owner)
        && let Ok(whole) = object.cast_exact::<PyBytes>()
        && whole.as_bytes().as_ptr() as u64 == data
        && whole.as_bytes().len() as u64 == len
    {
        return object;
    }
    let content = if len == 0 {
        &[][..]
    } else {
        // SAFETY: the owner keeps the bytes alive until it is released.
        unsafe { std::slice::from_raw_parts(data as usize as *const u8, len as usize) }
    };
    let made = PyBytes::new(py, content).into_any();
    owner::release(owner);
    made
}

fn array<'py>(
    py: Python<'py>,
    dtype: Ty,
    ndim: usize,
    mutable: bool,
    reader: &mut Reader<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let (owner, data) = (reader.word(), reader.word());
    let (shape, strides) = (reader.extents(ndim), reader.extents(ndim));
    let base = owner::python_object(py, owner);
    let elements = match elements(py, dtype) {
        Ok(elements) => elements,
        Err(error) => {
            owner::release(owner);
            return Err(error);
        }
    };
    let view = View { elements, shape, strides, data: data as usize as *mut _, writeable: mutable };
    if let Some(object) = &base
        && owner::may_be_object(owner)
        && is_whole(object, &view, dtype)?
    {
        return Ok(object.clone());
    }
    if let Some(object) = kept(py, owner)
        && is_whole(&object, &view, dtype).unwrap_or(false)
    {
        owner::release(owner);
        return Ok(object);
    }
    let numpy = match numpy::api(py) {
        Ok(numpy) => numpy,
        Err(error) => {
            owner::release(owner);
            return Err(error);
        }
    };
    let base = match base {
        Some(object) => Some(object.unbind()),
        None => owner::keeper(py, owner)?,
    };
    // SAFETY: the base keeps the memory alive; without one it is static.
    unsafe { numpy.view(py, &view, base) }
}

fn elements(py: Python<'_>, dtype: Ty) -> PyResult<Elements> {
    match Element::of(dtype) {
        Some(element) => Ok(Elements::Number(element)),
        None => Ok(Elements::Records(records::dtype_of(py, dtype)?.unbind())),
    }
}

/// Whether a view, with elements of this type, is just the array that owns the memory.
fn is_whole(object: &Bound<'_, PyAny>, view: &View<'_>, dtype: Ty) -> PyResult<bool> {
    let class = object.get_type_ptr();
    if class != numpy::array_type() && !numpy::api(object.py()).is_ok_and(|api| api.is_array(object.as_ptr())) {
        return Ok(false);
    }
    // SAFETY: the object is an array.
    let (same, number) = unsafe {
        let array = &*object.as_ptr().cast::<ArrayObject>();
        let same = array.data == view.data
            && array.shape() == view.shape
            && array.strides() == view.strides
            && (array.flags & WRITEABLE != 0) == view.writeable;
        (same, (*array.descr).type_num)
    };
    match view.elements {
        Elements::Number(element) => Ok(same && numpy::element_of_type_number(number) == Some(element)),
        Elements::Records(_) => Ok(same && records::element(&object.getattr("dtype")?)? == Some(dtype)),
    }
}

fn skip(ty: Ty, reader: &mut Reader<'_>) {
    leaves(ty).iter().for_each(|_| {
        reader.word();
    });
}

/// Gives back what a value owns.
pub(super) fn discard(ty: Ty, reader: &mut Reader<'_>) {
    let layout = layout(ty);
    for leaf in 0..layout.leaves.len() {
        let word = reader.word();
        if layout.owners.contains(&(leaf as u32)) {
            owner::release(word);
        }
    }
}
