//! Classes of the program.

use pyo3::prelude::*;
use pyo3::types::PyType;

/// The number that the interpreter has for a class as it is now, which none has again once the class or one of its bases has been changed. 0
/// where it has none, as before the class is looked into for the first time.
#[pyfunction]
pub fn class_version(class: &Bound<'_, PyType>) -> u32 {
    // SAFETY: a class, which is alive; the interpreter's lock is held.
    unsafe { (*class.as_type_ptr()).tp_version_tag }
}
