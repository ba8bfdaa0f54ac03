//! Classes of programs that are derived from `str` and `bytes`, whose objects are strings and bytes in compiled code.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyType, PyTypeMethods};

/// What a class may have of its own: it does not change what its objects are and do once they are made.
const OF_MAKING: &[&str] = &[
    "__class_getitem__",
    "__dict__",
    "__doc__",
    "__getnewargs__",
    "__getstate__",
    "__init__",
    "__init_subclass__",
    "__module__",
    "__new__",
    "__reduce__",
    "__reduce_ex__",
    "__slots__",
    "__weakref__",
];

/// The name of a method of `str` or `bytes` for which a class has another one, which compiled code would not call. NumPy's own classes of
/// texts count as those that they are derived from.
pub fn overridden(class: &Bound<'_, PyType>) -> PyResult<Option<String>> {
    let py = class.py();
    let base = if class.is_subclass_of::<PyString>()? {
        py.get_type::<PyString>()
    } else if class.is_subclass_of::<PyBytes>()? {
        py.get_type::<PyBytes>()
    } else {
        return Ok(None);
    };
    for own in class.mro().iter() {
        let own = own.cast_into::<PyType>()?;
        if own.is(&base) {
            break;
        }
        if own.module()?.to_string_lossy().starts_with("numpy") {
            continue;
        }
        for name in own.getattr("__dict__")?.try_iter()? {
            let name: String = name?.extract()?;
            if !OF_MAKING.contains(&&*name) && base.hasattr(name.as_str())? {
                return Ok(Some(name));
            }
        }
    }
    Ok(None)
}
