//! NumPy's C functions, found through its capsule. NumPy is imported when an array has to be made, never before.

use super::dtype::{Element, element_of_scalar_type};
use super::sorts;
use crate::values::family::register_scalar_type;
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods, PyType};
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

type NewFromDescr = unsafe extern "C" fn(
    *mut PyTypeObject,
    *mut PyObject,
    c_int,
    *const isize,
    *const isize,
    *mut c_char,
    c_int,
    *mut PyObject,
) -> *mut PyObject;

/// The functions that are used.
pub struct Api {
    /// `numpy.ndarray`
    pub array_type: *mut PyTypeObject,
    descr_from_type: unsafe extern "C" fn(c_int) -> *mut PyObject,
    new_from_descr: NewFromDescr,
    set_base_object: unsafe extern "C" fn(*mut PyObject, *mut PyObject) -> c_int,
}

// SAFETY: pointers to static data and code of NumPy's module, which is never unloaded.
unsafe impl Send for Api {}
// SAFETY: as above; calls are made with the GIL held.
unsafe impl Sync for Api {}

static API: OnceLock<Api> = OnceLock::new();
static ARRAY_TYPE: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());

/// `numpy.ndarray`; null before NumPy is imported and attached.
#[inline(always)]
pub fn array_type() -> *mut PyTypeObject {
    ARRAY_TYPE.load(Ordering::Relaxed)
}

/// NumPy's functions; imports NumPy.
pub fn api(py: Python<'_>) -> PyResult<&'static Api> {
    if let Some(api) = API.get() {
        return Ok(api);
    }
    let api = load(py)?;
    register_scalars(py)?;
    sorts::install(py)?;
    let api = API.get_or_init(|| api);
    ARRAY_TYPE.store(api.array_type, Ordering::Relaxed);
    Ok(api)
}

/// Attaches to NumPy if the program has imported it. Returns whether that changed anything.
pub fn attach_if_imported(py: Python<'_>) -> PyResult<bool> {
    if API.get().is_some() || !crate::modules::is_imported(py, "numpy")? {
        return Ok(false);
    }
    api(py).map(|_| true)
}

/// The table of NumPy's C functions.
pub(super) fn table(py: Python<'_>) -> PyResult<*const *mut c_void> {
    py.import("numpy")?;
    let module = py.import("numpy._core._multiarray_umath").or_else(|_| py.import("numpy.core._multiarray_umath"))?;
    let capsule = module.getattr("_ARRAY_API")?.cast_into::<PyCapsule>()?;
    Ok(capsule.pointer_checked(None)?.as_ptr().cast::<*mut c_void>().cast_const())
}

fn load(py: Python<'_>) -> PyResult<Api> {
    let table = table(py)?;
    // SAFETY: the capsule holds NumPy's function table; its entries are fixed by NumPy's ABI and are never null.
    unsafe {
        Ok(Api {
            array_type: (*table.add(2)).cast(),
            descr_from_type: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(c_int) -> *mut PyObject>(
                *table.add(45),
            ),
            new_from_descr: std::mem::transmute::<*mut c_void, NewFromDescr>(*table.add(94)),
            set_base_object: std::mem::transmute::<
                *mut c_void,
                unsafe extern "C" fn(*mut PyObject, *mut PyObject) -> c_int,
            >(*table.add(282)),
        })
    }
}

fn register_scalars(py: Python<'_>) -> PyResult<()> {
    let numpy = py.import("numpy")?;
    let names = [
        "bool_",
        "int8",
        "uint8",
        "int16",
        "uint16",
        "int32",
        "uint32",
        "int64",
        "uint64",
        "longlong",
        "ulonglong",
        "intc",
        "uintc",
        "float16",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ];
    for name in names {
        if let Some(element) = element_of_scalar_type(name) {
            register_scalar_type(numpy.getattr(name)?.cast::<PyType>()?, element);
        }
    }
    Ok(())
}

/// What the elements of an array are.
pub enum Elements {
    /// Numbers.
    Number(Element),
    /// Records of this dtype.
    Records(Py<PyAny>),
}

/// A view to make: an array over memory that something else owns.
pub struct View<'a> {
    /// Type of the elements.
    pub elements: Elements,
    /// Extents.
    pub shape: &'a [isize],
    /// Strides in bytes.
    pub strides: &'a [isize],
    /// Address of the first element.
    pub data: *mut c_char,
    /// Whether it can be written to.
    pub writeable: bool,
}

impl Api {
    /// Makes an array over memory that `base` keeps alive. The reference to `base` is taken over, also on failure.
    ///
    /// # Safety
    /// The memory stays valid as long as `base` lives (for ever where `base` is None); `shape` and `strides` have one length.
    pub unsafe fn view<'py>(
        &self,
        py: Python<'py>,
        view: &View<'_>,
        base: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let flags = if view.writeable { super::layout::WRITEABLE } else { 0 };
        // SAFETY: the caller vouches for the memory; NumPy takes over the reference to the dtype and that to the base.
        unsafe {
            let descr = match &view.elements {
                Elements::Number(element) => (self.descr_from_type)(element.type_number()),
                Elements::Records(dtype) => dtype.clone_ref(py).into_ptr(),
            };
            let array = (self.new_from_descr)(
                self.array_type,
                descr,
                view.shape.len() as c_int,
                view.shape.as_ptr(),
                view.strides.as_ptr(),
                view.data,
                flags,
                ptr::null_mut(),
            );
            let array = Bound::from_owned_ptr_or_err(py, array)?;
            if let Some(base) = base
                && (self.set_base_object)(array.as_ptr(), base.into_ptr()) < 0
            {
                return Err(PyErr::fetch(py));
            }
            Ok(array)
        }
    }

    /// Whether an object is an array, of a subclass of `ndarray` perhaps.
    pub fn is_array(&self, object: *mut PyObject) -> bool {
        // SAFETY: both are live objects.
        unsafe { ffi::PyObject_TypeCheck(object, self.array_type) != 0 }
    }
}
