//! The memory layout of NumPy's objects. These structures have been stable since NumPy 1.7; NumPy 2 changed only what lies behind
//! the fields that are named here.

use pyo3::ffi::{PyObject, PyTypeObject};
use std::ffi::{c_char, c_int};

/// `NPY_ARRAY_C_CONTIGUOUS`
pub const C_CONTIGUOUS: c_int = 0x1;
/// `NPY_ARRAY_F_CONTIGUOUS`
pub const F_CONTIGUOUS: c_int = 0x2;
/// `NPY_ARRAY_ALIGNED`
pub const ALIGNED: c_int = 0x100;
/// `NPY_ARRAY_WRITEABLE`
pub const WRITEABLE: c_int = 0x400;

/// `PyArrayObject_fields`, up to the flags.
#[repr(C)]
pub struct ArrayObject {
    ob_base: PyObject,
    /// Address of the first element.
    pub data: *mut c_char,
    /// Number of axes.
    pub nd: c_int,
    /// Extents.
    pub dimensions: *mut isize,
    /// Strides in bytes.
    pub strides: *mut isize,
    base: *mut PyObject,
    /// The dtype.
    pub descr: *mut DescrObject,
    /// `NPY_ARRAY_*`
    pub flags: c_int,
}

/// `PyArray_Descr`, up to the type number.
#[repr(C)]
pub struct DescrObject {
    ob_base: PyObject,
    /// The class of scalars.
    pub typeobj: *mut PyTypeObject,
    kind: c_char,
    type_char: c_char,
    /// `=`, `|`, `<` or `>`
    pub byteorder: c_char,
    former_flags: c_char,
    /// `NPY_TYPES`
    pub type_num: c_int,
}

/// `_PyArray_LegacyDescr` of NumPy 2: a dtype with what some types have beside.
#[repr(C)]
pub struct LegacyDescr {
    descr: DescrObject,
    flags: u64,
    /// Bytes of an element.
    pub elsize: isize,
    alignment: isize,
    metadata: *mut PyObject,
    hash: isize,
    reserved: [*mut std::ffi::c_void; 2],
    subarray: *mut std::ffi::c_void,
    fields: *mut PyObject,
    names: *mut PyObject,
    /// `PyArray_DatetimeDTypeMetaData` for times.
    pub c_metadata: *const TimeMetadata,
}

/// `PyArray_DatetimeDTypeMetaData`
#[repr(C)]
pub struct TimeMetadata {
    functions: [*mut std::ffi::c_void; 4],
    /// The unit.
    pub unit: TimeUnits,
}

/// `PyArray_DatetimeMetaData`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TimeUnits {
    /// `NPY_DATETIMEUNIT`
    pub base: c_int,
    /// How many of them are counted as one.
    pub count: c_int,
}

/// `PyDatetimeScalarObject`
#[repr(C)]
pub struct TimeObject {
    ob_base: PyObject,
    /// The integer.
    pub value: i64,
    /// Its unit.
    pub unit: TimeUnits,
}

/// `PyVoidScalarObject`: a record outside of an array, or a reference into one.
#[repr(C)]
pub struct VoidObject {
    ob_base: pyo3::ffi::PyVarObject,
    /// Address of the record.
    pub data: *mut c_char,
    /// The dtype.
    pub descr: *mut DescrObject,
}

impl ArrayObject {
    /// The memory order: 0 for C, 1 for F, 2 for any. An array that is both (such as one with one axis) counts as C.
    #[inline(always)]
    pub fn order(&self) -> u64 {
        const ORDER: [u8; 4] = [2, 0, 1, 0];
        u64::from(ORDER[(self.flags & (C_CONTIGUOUS | F_CONTIGUOUS)) as usize])
    }

    /// The extents.
    ///
    /// # Safety
    /// The structure is a live array.
    #[inline(always)]
    pub unsafe fn shape(&self) -> &[isize] {
        // SAFETY: NumPy keeps `nd` extents there; with no axes the pointer may be null.
        unsafe { axes(self.dimensions, self.nd) }
    }

    /// The strides in bytes.
    ///
    /// # Safety
    /// The structure is a live array.
    #[inline(always)]
    pub unsafe fn strides(&self) -> &[isize] {
        // SAFETY: as for the extents.
        unsafe { axes(self.strides, self.nd) }
    }
}

#[inline(always)]
unsafe fn axes<'a>(first: *const isize, count: c_int) -> &'a [isize] {
    if count <= 0 {
        return &[];
    }
    // SAFETY: the caller passes NumPy's pointer and number of axes.
    unsafe { std::slice::from_raw_parts(first, count as usize) }
}

/// Address of the value in a NumPy scalar: it follows the object's header.
pub fn scalar_value(object: *mut PyObject) -> *const u8 {
    object.cast::<u8>().wrapping_add(size_of::<PyObject>())
}
