//! LLVM IR that programs write: checked, linked, and the functions of this module that it may call.

use crate::errors;
use crate::types;
use crate::values::{extension, nrt, owned};
use coluber_session::Session;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

/// `check_text(text)`: what LLVM says against the text of a module; None for one that is well formed.
#[pyfunction]
pub fn check_text(text: &str) -> Option<String> {
    coluber_session::check_text(text)
}

/// `link_text(text)`: links the text of a module for ever and returns the address of its function.
#[pyfunction]
pub fn link_text(py: Python<'_>, text: &str) -> PyResult<usize> {
    coluber_session::link_text(Session::global(), text).map_err(|error| errors::of_diagnostic(py, &error))
}

/// `helper_address(name)`: the address of a function that IR may call.
#[pyfunction]
pub fn helper_address(name: &str) -> PyResult<usize> {
    Ok(match name {
        "to_native" => extension::to_native as *const () as usize,
        "from_native" => extension::from_native as *const () as usize,
        "clear_exception" => extension::clear_exception as *const () as usize,
        "set_exception" => extension::set_exception as *const () as usize,
        "ignore_exception" => extension::ignore_exception as *const () as usize,
        "retain" => extension::retain as *const () as usize,
        "release" => extension::release as *const () as usize,
        "get_api" => nrt::get_api as *const () as usize,
        "allocate_with_destructor" => nrt::allocate_with_destructor as *const () as usize,
        "memory_of_object" => owned::memory_of_object as *const () as usize,
        "object_of_memory" => owned::object_of_memory as *const () as usize,
        "memory_in_object" => owned::memory_in_object as *const () as usize,
        "breakpoint" => breakpoint as *const () as usize,
        _ => return Err(PyKeyError::new_err(name.to_owned())),
    })
}

/// Where debuggers stop that `numba.gdb` starts: compiled code calls it. Its number differs from those of other functions, so that no
/// other one has its address.
#[inline(never)]
extern "C" fn breakpoint() {
    std::hint::black_box(0x0067_6462_u32);
}

/// `forget_boxing(type)`: a program has given other code that boxes or unboxes values of a type.
#[pyfunction]
pub fn forget_boxing(ty: &Bound<'_, PyAny>) -> PyResult<()> {
    extension::forget(types::from_python(ty)?);
    Ok(())
}

/// `entry_address(dispatcher, index)`: the address of the entry of a specialisation, `i32 entry(const u64 *args, u64 *result)`. It holds
/// as long as the dispatcher lives and forgets nothing.
#[pyfunction]
pub fn entry_address(dispatcher: &Bound<'_, PyAny>, index: usize) -> PyResult<usize> {
    // C code calls it without the interpreter's lock.
    coluber_runtime::expect_threads();
    crate::dispatcher::entry_of(dispatcher, index).map(|entry| entry as usize)
}
