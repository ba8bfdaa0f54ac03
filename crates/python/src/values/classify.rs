//! Python objects to key words and leaf words.

use super::family::{self, Family};
use super::key::{self, number};
use super::strings;
use super::words::Sink;
use super::{dicts, functions, generators, instances, lists};
use super::{extension, extent};
use crate::numpy::{
    self, ALIGNED, ArrayObject, DATETIME, Element, LegacyDescr, TIMEDELTA, TimeObject, TimeUnits, VoidObject,
    WRITEABLE, scalar_value,
};
use coluber_types::{FloatTy, NamedUnit};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::ffi::c_int;

/// Words that any value but an array needs at most.
const SMALL: usize = 4;

/// Adds the words of one object. On false a Python exception is set.
///
/// # Safety
/// `object` is alive and stays so while the words are used; the GIL is held.
#[inline(always)]
pub unsafe fn classify(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    sink.key.reserve(2);
    sink.leaves.reserve(SMALL);
    // SAFETY: room was made just above; each branch reads an object of the exact type that it has compared.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyFloat_Type {
            sink.key.push_reserved(number(Element::Float64));
            sink.leaves.push_reserved(ffi::PyFloat_AS_DOUBLE(object).to_bits());
        } else if class == &raw mut ffi::PyLong_Type {
            return int(object, sink);
        } else if class == numpy::array_type() {
            return array(object, sink);
        } else if class == &raw mut ffi::PyBool_Type {
            sink.key.push_reserved(number(Element::Bool));
            sink.leaves.push_reserved(u64::from(object == ffi::Py_True()));
        } else if class == &raw mut ffi::PyTuple_Type {
            return tuple(object, sink);
        } else if object == ffi::Py_None() {
            sink.key.push_reserved(key::NONE);
        } else {
            return other(object, sink);
        }
        true
    }
}

/// The word that [`classify`] adds to the key for a number, a text or None, where it says all; None for other objects.
///
/// # Safety
/// As there.
pub unsafe fn plain_key(object: *mut PyObject) -> Option<u64> {
    // SAFETY: each branch reads an object of the exact type that it has compared.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyFloat_Type {
            Some(number(Element::Float64))
        } else if class == &raw mut ffi::PyLong_Type {
            let mut overflow: c_int = 0;
            ffi::PyLong_AsLongLongAndOverflow(object, &mut overflow);
            (overflow == 0).then(|| number(Element::Int64))
        } else if class == &raw mut ffi::PyUnicode_Type {
            Some(key::STRING)
        } else if class == &raw mut ffi::PyBool_Type {
            Some(number(Element::Bool))
        } else {
            (object == ffi::Py_None()).then_some(key::NONE)
        }
    }
}

#[inline(always)]
unsafe fn int(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the object is an int; room was made by `classify`.
    unsafe {
        let mut overflow: c_int = 0;
        let value = ffi::PyLong_AsLongLongAndOverflow(object, &mut overflow);
        if overflow != 0 {
            return big_int(object, sink);
        }
        sink.key.push_reserved(number(Element::Int64));
        sink.leaves.push_reserved(value as u64);
        true
    }
}

/// An integer beyond int64: uint64, or nothing that has a type.
#[cold]
unsafe fn big_int(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the object is an int.
    unsafe {
        let value = ffi::PyLong_AsUnsignedLongLong(object);
        if value == u64::MAX && !ffi::PyErr_Occurred().is_null() {
            ffi::PyErr_Clear();
            sink.key.push(object as u64);
        } else {
            sink.key.push(number(Element::UInt64));
            sink.leaves.push(value);
        }
        true
    }
}

#[inline(always)]
pub(super) unsafe fn array(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the object is an array, whose structure and dtype are alive.
    unsafe {
        let array = &*object.cast::<ArrayObject>();
        let descr = &*array.descr;
        let Some(element) = numpy::element_of_type_number(descr.type_num) else { return records(object, sink) };
        if !numpy::is_native(descr) {
            return unknown(object, sink);
        }
        sink.key.push_reserved(key::ARRAY | (element as u64) << 8 | array_word(array));
        array_leaves(object, array, sink);
        true
    }
}

/// What a key word says of an array beside its elements.
#[inline(always)]
fn array_word(array: &ArrayObject) -> u64 {
    let mut word = (array.nd as u64) << 16 | array.order() << 24;
    if array.flags & WRITEABLE == 0 {
        word |= key::READONLY;
    }
    if array.flags & ALIGNED == 0 {
        word |= key::UNALIGNED;
    }
    word
}

/// An array whose elements are not numbers: of records perhaps.
#[inline(never)]
unsafe fn records(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: as in `array`; there is room for two words.
    unsafe {
        let array = &*object.cast::<ArrayObject>();
        let number = (*array.descr).type_num;
        if number == DATETIME || number == TIMEDELTA {
            return times(object, array, sink);
        }
        if number == numpy::BYTES || number == numpy::UNICODE {
            return chars(object, array, sink);
        }
        if number >= numpy::FIRST_USER_TYPE {
            return of_other_numbers(object, array, sink);
        }
        if number != numpy::VOID {
            return unknown(object, sink);
        }
        sink.key.push_reserved(key::RECORDS | array_word(array));
        sink.key.push_reserved(array.descr as u64);
        array_leaves(object, array, sink);
        true
    }
}

/// An array of times. NumPy's multiples of units have no type.
unsafe fn times(object: *mut PyObject, array: &ArrayObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: dtypes of times have a unit in their metadata; room was made by `classify`.
    unsafe {
        let metadata = (*array.descr.cast::<LegacyDescr>()).c_metadata;
        if metadata.is_null() || !numpy::is_native(&*array.descr) {
            return unknown(object, sink);
        }
        let Some(code) = time_code((*metadata).unit, (*array.descr).type_num == TIMEDELTA) else {
            return unknown(object, sink);
        };
        sink.key.push_reserved(key::TIMES | code | array_word(array));
        array_leaves(object, array, sink);
        true
    }
}

/// An array of text of fixed length.
unsafe fn chars(object: *mut PyObject, array: &ArrayObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the dtype of a live array; room was made by `classify`.
    unsafe {
        let unicode = (*array.descr).type_num == numpy::UNICODE;
        let length = (*array.descr.cast::<LegacyDescr>()).elsize as u64 / if unicode { 4 } else { 1 };
        if length > key::MOST || !numpy::is_native(&*array.descr) {
            return unknown(object, sink);
        }
        sink.key.push_reserved(key::CHARS | u64::from(unicode) << 8 | array_word(array) | length << key::COUNT_SHIFT);
        array_leaves(object, array, sink);
        true
    }
}

/// An array of numbers that a module has added to NumPy: those of bfloat16 have a type.
unsafe fn of_other_numbers(object: *mut PyObject, array: &ArrayObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the GIL is held; the dtype of a live array names its class.
    let found = unsafe {
        let py = Python::assume_attached();
        let class = Bound::from_borrowed_ptr(py, (*array.descr).typeobj.cast());
        family::of_class(class.cast_unchecked::<PyType>()).map_err(|error| error.restore(py))
    };
    // SAFETY: room was made by `classify`.
    unsafe {
        match found {
            Ok(Family::BFloat16) if numpy::is_native(&*array.descr) => {
                sink.key.push_reserved(key::BFLOATS | array_word(array));
                array_leaves(object, array, sink);
                true
            }
            Ok(_) => unknown(object, sink),
            Err(()) => false,
        }
    }
}

/// A time.
unsafe fn time(object: *mut PyObject, is_span: bool, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the object is of class `datetime64` or `timedelta64`.
    let scalar = unsafe { &*object.cast::<TimeObject>() };
    let Some(code) = time_code(scalar.unit, is_span) else {
        // SAFETY: as above.
        return unsafe { unknown(object, sink) };
    };
    sink.key.push(key::TIME | code);
    sink.leaves.push(scalar.value as u64);
    true
}

/// What the word of a time has of its unit and kind; None where there is no room for the number of units.
fn time_code(unit: TimeUnits, is_span: bool) -> Option<u64> {
    let known = NamedUnit::from_number(u64::try_from(unit.base).ok()?)?;
    let count = u64::try_from(unit.count).ok().filter(|count| (1..=key::MOST).contains(count))?;
    let byte = u64::from(known.number()) | if is_span { key::SPAN } else { 0 };
    Some(byte << 8 | count << key::COUNT_SHIFT)
}

/// A record: dtype; owner and address.
fn record(object: *mut PyObject, dtype: u64, data: u64, sink: &mut Sink<'_>) {
    sink.key.push(key::RECORD);
    sink.key.push(dtype);
    sink.leaves.push(object as u64 | 1);
    sink.leaves.push(data);
}

/// An array in device memory is the NumPy array that lies there.
unsafe fn device_array(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    sink.key.reserve(2);
    // SAFETY: the object is alive, and keeps its array.
    unsafe {
        match array_of_device(object) {
            Some(found) => array(found, sink),
            None => false,
        }
    }
}

/// A record in device memory is the element of the NumPy array that lies there.
unsafe fn device_record(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the object is alive, and keeps its array.
    unsafe {
        let Some(found) = array_of_device(object) else { return false };
        let array = &*found.cast::<ArrayObject>();
        record(found, array.descr as u64, array.data as u64, sink);
    }
    true
}

/// The NumPy array of an object in device memory, borrowed from it; None with an exception set.
unsafe fn array_of_device(object: *mut PyObject) -> Option<*mut PyObject> {
    // SAFETY: the object is alive; what its slot holds stays alive as long as the object, which nobody changes.
    let (py, object) = unsafe {
        let py = Python::assume_attached();
        (py, Bound::from_borrowed_ptr(py, object))
    };
    let found = object.getattr(pyo3::intern!(py, "_array")).and_then(|found| {
        // Asking for the family makes NumPy known where it is not yet.
        let known = found.get_type().as_type_ptr() == numpy::array_type();
        if known || family::of_class(&found.get_type())? == Family::Array {
            return Ok(found.as_ptr());
        }
        Err(PyTypeError::new_err("a device array without its array"))
    });
    found.map_err(|error| error.restore(py)).ok()
}

/// Owner, data, extents, strides.
///
/// # Safety
/// `array` is the structure of the live array `object`.
#[inline(always)]
pub unsafe fn array_leaves(object: *mut PyObject, array: &ArrayObject, sink: &mut Sink<'_>) {
    sink.leaves.reserve(2 + 2 * array.nd as usize);
    // SAFETY: there is room for two words and two for each axis.
    unsafe {
        sink.leaves.push_reserved(object as u64 | 1);
        sink.leaves.push_reserved(array.data as u64);
        for &extent in array.shape() {
            sink.leaves.push_reserved(extent as u64);
        }
        for &stride in array.strides() {
            sink.leaves.push_reserved(stride as u64);
        }
    }
}

unsafe fn tuple(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the object is a tuple, whose items live as long as it does. Room for the word was made by `classify`.
    unsafe {
        let count = ffi::PyTuple_GET_SIZE(object);
        sink.key.push_reserved(key::TUPLE | (count as u64) << 8);
        (0..count).all(|k| nested(ffi::PyTuple_GET_ITEM(object, k), sink))
    }
}

/// The item of a tuple: numbers without a call, the rest by recursion.
#[inline(always)]
unsafe fn nested(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    sink.key.reserve(2);
    sink.leaves.reserve(SMALL);
    // SAFETY: as in `classify`.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyLong_Type {
            return int(object, sink);
        }
        if class == &raw mut ffi::PyFloat_Type {
            sink.key.push_reserved(number(Element::Float64));
            sink.leaves.push_reserved(ffi::PyFloat_AS_DOUBLE(object).to_bits());
            return true;
        }
        recurse(object, sink)
    }
}

/// A tuple can't contain itself, so that the recursion ends; those that are too deep or too large are refused.
#[inline(never)]
unsafe fn recurse(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    if extent::is_too_deep(sink.depth) || sink.key.len() > extent::MAX_VALUES {
        return refuse(sink);
    }
    sink.depth += 1;
    // SAFETY: as in `classify`.
    let done = unsafe { classify(object, sink) };
    sink.depth -= 1;
    done
}

#[cold]
fn refuse(sink: &Sink<'_>) -> bool {
    let error = if extent::is_too_deep(sink.depth) { extent::too_deep() } else { extent::too_large() };
    // SAFETY: the interpreter is attached while objects are classified.
    error.restore(unsafe { Python::assume_attached() });
    false
}

/// Classes that are less common: strings, complex numbers, NumPy scalars, and what the table of families says.
#[inline(never)]
unsafe fn other(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: as in `classify`.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyUnicode_Type {
            return string(object, sink);
        }
        let is_set = class == &raw mut ffi::PySet_Type || class == &raw mut ffi::PyFrozenSet_Type;
        if (class == &raw mut ffi::PyDict_Type || is_set) && !sink.kernel {
            return dicts::classify_dict(object, sink);
        }
        if class == &raw mut ffi::PyList_Type && !sink.kernel {
            return lists::classify_list(object, sink);
        }
        if class == &raw mut ffi::PyComplex_Type {
            complex(object, sink);
            return true;
        }
        if crate::typed::is_class(class) && !sink.kernel {
            crate::typed::classify(object, sink);
            return true;
        }
        if crate::dispatcher::is_dispatcher_class(class) {
            return unknown(object, sink);
        }
        let py = Python::assume_attached();
        let class = Bound::from_borrowed_ptr(py, class.cast());
        match family::of_class(class.cast_unchecked::<PyType>()) {
            Ok(family) => by_family(object, family, sink),
            Err(error) => {
                error.restore(py);
                false
            }
        }
    }
}

unsafe fn by_family(object: *mut PyObject, family: Family, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the family says which structure the object has.
    unsafe {
        match family {
            Family::Scalar(element) => {
                let is_python = matches!(element, Element::Int64 | Element::Float64 | Element::Complex128);
                let is_argument = sink.depth == 0;
                sink.key.push(number(element) | if is_python && is_argument { key::STRONG } else { 0 });
                scalar_leaves(scalar_value(object), element, sink);
            }
            Family::Int => return int(object, sink),
            Family::Float => {
                sink.key.push(number(Element::Float64));
                sink.leaves.push(ffi::PyFloat_AS_DOUBLE(object).to_bits());
            }
            Family::Complex => complex(object, sink),
            Family::String => return string(object, sink),
            Family::Deque if !sink.kernel => return lists::classify_deque(object, sink),
            Family::Dict if !sink.kernel => return dicts::classify_dict(object, sink),
            Family::Bytes => bytes(object, sink),
            Family::Array => {
                sink.key.reserve(2);
                return array(object, sink);
            }
            Family::Date => return time(object, false, sink),
            Family::Span => return time(object, true, sink),
            Family::Vector => return vector(object, sink),
            Family::Enum => return member(object, sink),
            Family::BFloat16 => return bfloat16(object, sink),
            Family::Generator => return generator(object, sink),
            Family::Record => {
                let void = &*object.cast::<VoidObject>();
                record(object, void.descr as u64, void.data as u64, sink);
            }
            Family::DeviceArray | Family::DeviceRecord if !sink.device => return unknown(object, sink),
            Family::DeviceArray => return device_array(object, sink),
            Family::DeviceRecord => return device_record(object, sink),
            Family::Tuple => return tuple(object, sink),
            Family::NamedTuple => return named_tuple(object, sink),
            Family::Slice => return slice(object, sink),
            Family::Range => return range(object, sink),
            Family::Ellipsis => sink.key.push(key::ELLIPSIS),
            Family::Instance | Family::Data | Family::Counterpart | Family::Suspended if sink.kernel => {
                return unknown(object, sink);
            }
            Family::Suspended => return generators::classify(object, sink),
            Family::Instance => return instances::classify_proxy(object, sink),
            Family::Data => return instances::classify_data(object, sink, false),
            Family::Counterpart => return instances::classify_data(object, sink, true),
            Family::Extension => return extension::classify(object, sink),
            Family::Function if !sink.kernel => return functions::classify(object, sink),
            Family::Method if !sink.kernel => return functions::classify_method(object, sink),
            Family::Function | Family::Method | Family::Identity | Family::Deque | Family::Dict => {
                return unknown(object, sink);
            }
        }
        true
    }
}

/// The type depends on the object: its address is the key.
#[inline(never)]
pub(super) unsafe fn unknown(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    sink.key.push(object as u64);
    true
}

unsafe fn bytes(object: *mut PyObject, sink: &mut Sink<'_>) {
    sink.key.push(key::BYTES);
    sink.leaves.reserve(SMALL);
    // SAFETY: the object is bytes; there is room for four words.
    unsafe {
        sink.leaves.push_reserved(object as u64 | 1);
        sink.leaves.push_reserved(ffi::PyBytes_AsString(object) as u64);
        sink.leaves.push_reserved(ffi::PyBytes_Size(object) as u64);
        sink.leaves.push_reserved(1);
    }
}

unsafe fn string(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the object is a string.
    match unsafe { strings::parts(object) } {
        Some(parts) => {
            sink.key.push(key::STRING);
            sink.leaves.reserve(SMALL);
            // SAFETY: there is room for four words.
            unsafe {
                sink.leaves.push_reserved(object as u64 | 1);
                sink.leaves.push_reserved(parts.data as u64);
                sink.leaves.push_reserved(parts.len as u64);
                sink.leaves.push_reserved(u64::from(parts.width));
            }
            true
        }
        None => false,
    }
}

unsafe fn complex(object: *mut PyObject, sink: &mut Sink<'_>) {
    // SAFETY: the object is a complex number.
    let value = unsafe { (*object.cast::<ffi::PyComplexObject>()).cval };
    sink.key.push(number(Element::Complex128));
    sink.leaves.push(value.real.to_bits());
    sink.leaves.push(value.imag.to_bits());
}

/// The words of an element that is stored at an address.
///
/// # Safety
/// An element of this type is there.
pub unsafe fn scalar_leaves(address: *const u8, element: Element, sink: &mut Sink<'_>) {
    macro_rules! read {
        ($ty:ty, $at:expr) => {
            // SAFETY: the caller vouches for the element; it need not be aligned.
            unsafe { address.cast::<$ty>().add($at).read_unaligned() }
        };
    }
    let word = match element {
        Element::Bool => u64::from(read!(u8, 0) != 0),
        Element::Int8 => read!(i8, 0) as u64,
        Element::UInt8 => u64::from(read!(u8, 0)),
        Element::Int16 => read!(i16, 0) as u64,
        Element::UInt16 | Element::Float16 => u64::from(read!(u16, 0)),
        Element::Int32 => read!(i32, 0) as u64,
        Element::UInt32 | Element::Float32 | Element::Complex64 => u64::from(read!(u32, 0)),
        Element::Int64 | Element::UInt64 | Element::Float64 | Element::Complex128 => read!(u64, 0),
    };
    sink.leaves.push(word);
    match element {
        Element::Complex64 => sink.leaves.push(u64::from(read!(u32, 1))),
        Element::Complex128 => sink.leaves.push(read!(u64, 1)),
        _ => {}
    }
}

/// A member of an enumeration: its class and its value.
unsafe fn member(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the GIL is held and the object alive.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: as above.
    let member = unsafe { Bound::from_borrowed_ptr(py, object) };
    match member.getattr(pyo3::intern!(py, "_value_")) {
        Ok(value) => {
            sink.key.push(key::MEMBER);
            sink.key.push(member.get_type().as_ptr() as u64);
            // SAFETY: the member keeps its value alive.
            unsafe { recurse(value.as_ptr(), sink) }
        }
        Err(error) => {
            error.restore(py);
            false
        }
    }
}

/// A vector: its class and its items, which are NumPy scalars.
unsafe fn vector(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the GIL is held; the object is a tuple, whose items live as long as it does.
    unsafe {
        let py = Python::assume_attached();
        sink.key.push(key::VECTOR);
        sink.key.push(ffi::Py_TYPE(object) as u64);
        for k in 0..ffi::PyTuple_GET_SIZE(object) {
            let item = ffi::PyTuple_GET_ITEM(object, k);
            let class = Bound::from_borrowed_ptr(py, ffi::Py_TYPE(item).cast());
            match family::of_class(class.cast_unchecked::<PyType>()) {
                Ok(Family::Scalar(element)) => scalar_leaves(scalar_value(item), element, sink),
                Ok(_) => sink.leaves.push(0),
                Err(error) => {
                    error.restore(py);
                    return false;
                }
            }
        }
        true
    }
}

/// The bits of a bfloat16.
unsafe fn bfloat16(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the GIL is held and the object alive.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: as above.
    let number = unsafe { Bound::from_borrowed_ptr(py, object) };
    // Its value is one of float64.
    match number.call_method0(pyo3::intern!(py, "__float__")).and_then(|value| value.extract::<f64>()) {
        Ok(value) => {
            sink.key.push(key::BFLOAT16);
            sink.leaves.push(FloatTy::BF16.bits_of(value));
            true
        }
        Err(error) => {
            error.restore(py);
            false
        }
    }
}

/// A generator: itself, and the address of its `bitgen_t`, which the object keeps alive.
unsafe fn generator(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the GIL is held and the object alive.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: as above.
    let generator = unsafe { Bound::from_borrowed_ptr(py, object) };
    match numpy::bit_generator(&generator) {
        Ok(address) => {
            sink.key.push(key::GENERATOR);
            sink.leaves.push(object as u64 | 1);
            sink.leaves.push(address);
            true
        }
        Err(error) => {
            error.restore(py);
            false
        }
    }
}

unsafe fn named_tuple(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the object is of a subclass of tuple.
    unsafe {
        let count = ffi::PyTuple_GET_SIZE(object);
        sink.key.push(key::NAMED_TUPLE | (count as u64) << 8);
        sink.key.push(ffi::Py_TYPE(object) as u64);
        (0..count).all(|k| nested(ffi::PyTuple_GET_ITEM(object, k), sink))
    }
}

unsafe fn slice(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the object is a slice; its parts live as long as it does.
    unsafe {
        let slice = &*object.cast::<ffi::PySliceObject>();
        let mut mask = 0;
        for (k, part) in [slice.start, slice.stop, slice.step].into_iter().enumerate() {
            if part == ffi::Py_None() {
                continue;
            }
            let mut overflow: c_int = 0;
            if ffi::PyLong_Check(part) == 0 {
                return unknown(object, sink);
            }
            let value = ffi::PyLong_AsLongLongAndOverflow(part, &mut overflow);
            if overflow != 0 {
                return unknown(object, sink);
            }
            mask |= 1 << k;
            sink.leaves.push(value as u64);
        }
        sink.key.push(key::SLICE | mask << 8);
        true
    }
}

unsafe fn range(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the GIL is held and the object alive.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: as above.
    let range = unsafe { Bound::from_borrowed_ptr(py, object) };
    let parts: PyResult<Vec<i64>> =
        ["start", "stop", "step"].iter().map(|name| range.getattr(*name)?.extract()).collect();
    match parts {
        Ok(parts) => {
            sink.key.push(key::RANGE);
            parts.into_iter().for_each(|part| sink.leaves.push(part as u64));
            true
        }
        Err(error) => {
            error.restore(py);
            false
        }
    }
}
