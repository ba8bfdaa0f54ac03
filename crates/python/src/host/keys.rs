//! The names by which the compiler's tables know functions and classes: `builtins.len`, `math.sqrt`, `numpy.add`.
//!
//! A name is taken from the object's own `__module__` and `__name__`, and counts only if that module has the object under it.

use crate::modules;
use coluber_abi::exceptions::builtin_exception;
use pyo3::exceptions::PyBaseException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyFunction, PyModule, PyString, PyType};

/// Modules of Python whose members the tables know. NumPy and the package itself are known with their submodules.
const MODULES: &[&str] = &[
    "argparse",
    "array",
    "bisect",
    "builtins",
    "calendar",
    "cmath",
    "collections",
    "collections.abc",
    "colorsys",
    "contextlib",
    "copy",
    "dataclasses",
    "functools",
    "heapq",
    "io",
    "itertools",
    "math",
    "numbers",
    "operator",
    "queue",
    "random",
    "statistics",
    "string",
    "struct",
    "textwrap",
    "time",
    "types",
    "typing",
    "warnings",
];

/// Modules of which the tables know one class only.
const ONE_CLASS: &[(&str, &str)] = &[("argparse", "Namespace"), ("io", "StringIO"), ("types", "SimpleNamespace")];

const PACKAGES: &[&str] = &["numpy", "coluber"];

/// Where the library's modules are.
const LIBRARY: &str = "coluber.lib.";

/// Modules behind the public ones: their functions carry the name of the former (`math.integer` since CPython 3.15).
const ALIASES: &[(&str, &str)] = &[
    ("_bisect", "bisect"),
    ("_functools", "functools"),
    ("_heapq", "heapq"),
    ("_io", "io"),
    ("_operator", "operator"),
    ("_queue", "queue"),
    ("_struct", "struct"),
    ("math.integer", "math"),
];

/// The modules of NumPy with the classes of such objects as `np.mgrid`.
const NUMPY_LIBRARY: &str = "numpy.lib.";

/// Where programs say how functions are implemented.
const EXTENDING: &str = "coluber.core.extending";

/// The package SciPy, whose functions are defined in private modules.
const SCIPY: &str = "scipy.";

/// Which module of the library has which key.
const INDEX: &str = "coluber.lib.index";

/// Modules of the classes `FFI` of the package cffi, instances of which have the method `from_buffer`.
const FFI: &[&str] = &["cffi.api", "_cffi_backend"];

/// `key_of(object)`: the name of an object in the tables, if it can have one.
#[pyfunction(name = "key_of")]
pub fn key_of_object(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    key_of(object)
}

/// `is_builtin(key)`: whether the compiler itself, and not its Python library, knows what has this name in the tables; for `array.NAME`
/// whether arrays have such an attribute or method.
#[pyfunction]
pub fn is_builtin(key: &str) -> bool {
    match key.strip_prefix("array.") {
        Some(name) => coluber_infer::array_names().any(|known| known == name),
        None => coluber_infer::builtins::is_known(key),
    }
}

/// The name of the class of None.
const NONE_TYPE: &str = "types.NoneType";

/// The name of an object in the tables, if it can have one.
pub fn key_of(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(module) = object.cast::<PyModule>() {
        return Ok(module.name().ok().map(|name| name.to_string()).filter(|name| is_known(name)));
    }
    if object.is(object.py().None().bind(object.py()).get_type()) {
        // No module has it under its name; that of the standard library which has it is often not imported.
        return Ok(Some(NONE_TYPE.to_owned()));
    }
    if let Some(key) = of_ffi(object)? {
        return Ok(Some(key.to_owned()));
    }
    match name_in_module(object)? {
        Some(key) => Ok(Some(key)),
        None => registered(object),
    }
}

/// The name of an instance of one of cffi's classes `FFI`, or of its method.
fn of_ffi(object: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
    let py = object.py();
    if !FFI.iter().any(|module| modules::imported(py, module).is_ok_and(|found| found.is_some())) {
        return Ok(None);
    }
    let is_ffi = |object: &Bound<'_, PyAny>| {
        let class = object.get_type();
        let module = text(class.as_any(), intern!(py, "__module__"))?;
        Ok::<bool, PyErr>(class.name()? == "FFI" && module.is_some_and(|module| FFI.contains(&module.as_str())))
    };
    if is_ffi(object)? {
        return Ok(Some("cffi.FFI"));
    }
    let from_buffer = text(object, intern!(py, "__name__"))?.is_some_and(|name| name == "from_buffer");
    match object.getattr_opt(intern!(py, "__self__"))? {
        Some(receiver) if from_buffer && is_ffi(&receiver)? => Ok(Some("cffi.FFI.from_buffer")),
        _ => Ok(None),
    }
}

/// Whether an object may have a name though no program has registered anything: a C function (of ctypes, of cffi, or one that
/// `coluber.core.types` declares), a ufunc of another package or a method of one, an object of NumPy's that an index is put into
/// (`np.mgrid`), or a `struct.Struct` or a method of one.
fn may_be_named(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = object.py();
    let modules = object.get_type().mro();
    for class in modules.iter() {
        let module = text(&class, intern!(py, "__module__"))?.unwrap_or_default();
        if matches!(&*module, "_ctypes" | "_cffi_backend" | "_struct" | "coluber.core.types.functions")
            || module.starts_with(NUMPY_LIBRARY)
            || (module == "numpy" && text(&class, intern!(py, "__name__"))?.is_some_and(|name| name == "ufunc"))
        {
            return Ok(true);
        }
    }
    if !object.is_instance_of::<PyCFunction>() {
        return Ok(false);
    }
    Ok(module_of(object)?.is_some_and(|module| matches!(&*module, "numpy" | "_struct"))
        || modules::is_imported(py, "_cffi_backend")?)
}

/// The name of a method of a class of C that is no method of an object: `str.lower`; also that of the one which assignments call,
/// `object.__setattr__`.
fn method_of_class(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let py = object.py();
    let is_of = |class: *mut pyo3::ffi::PyTypeObject| object.get_type().as_ptr() == class.cast();
    let is_slot = is_of(&raw mut pyo3::ffi::PyWrapperDescr_Type);
    if !is_slot && !is_of(&raw mut pyo3::ffi::PyMethodDescr_Type) {
        return Ok(None);
    }
    let name = text(object, intern!(py, "__name__"))?;
    if is_slot && name.as_deref() != Some("__setattr__") {
        return Ok(None);
    }
    let class = key_of(&object.getattr(intern!(py, "__objclass__"))?)?;
    Ok(class.zip(name).map(|(class, name)| format!("{class}.{name}")))
}

fn name_in_module(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let py = object.py();
    if let Some(key) = method_of_class(object)? {
        return Ok(Some(key));
    }
    let (Some(module), Some(name)) = (module_of(object)?, text(object, intern!(py, "__name__"))?) else {
        return Ok(None);
    };
    let module = ALIASES.iter().find(|(c, _)| *c == module).map_or(module.as_str(), |(_, python)| python);
    if module.starts_with(SCIPY) {
        return of_scipy(object, module, &name);
    }
    if !is_known(module) || ONE_CLASS.iter().any(|(of, class)| *of == module && *class != name) {
        return Ok(None);
    }
    // The library's functions may be closures, which are not members of their module.
    if module.starts_with(LIBRARY) && object.is_exact_instance_of::<PyFunction>() {
        return Ok(Some(format!("{module}.{name}")));
    }
    let Some(found) = modules::imported(py, module)? else { return Ok(None) };
    if let Some(class) = class_of_method(object)? {
        return Ok(key_of(&class)?.map(|class| format!("{class}.{name}")));
    }
    if module == "builtins" && is_other_exception(object, &name) {
        return Ok(None);
    }
    let is_member = found.getattr_opt(name.as_str())?.is_some_and(|member| member.is(object));
    if is_member { Ok(Some(format!("{module}.{name}"))) } else { static_method(object) }
}

/// The name of a function of SciPy that the library has: that of the public module in front of the private one, which has the function.
fn of_scipy(object: &Bound<'_, PyAny>, module: &str, name: &str) -> PyResult<Option<String>> {
    let py = object.py();
    let public = module.find("._").map_or(module, |end| &module[..end]);
    let Some(found) = modules::imported(py, public)? else { return Ok(None) };
    if !found.getattr_opt(name)?.is_some_and(|member| member.is(object)) {
        return Ok(None);
    }
    let key = format!("{public}.{name}");
    let library = py.import(INDEX)?.getattr(intern!(py, "module_of"))?.call1((&key,))?;
    Ok((!library.is_none()).then_some(key))
}

/// The name of a static method of a builtin class, such as `str.maketrans`, which knows its class by name only.
fn static_method(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if !object.is_instance_of::<PyCFunction>() {
        return Ok(None);
    }
    let Some(path) = text(object, intern!(object.py(), "__qualname__"))? else { return Ok(None) };
    let Some((class, name)) = path.split_once('.') else { return Ok(None) };
    let class = object.py().import("builtins")?.getattr_opt(class)?;
    let member = class.map(|class| class.getattr_opt(name)).transpose()?.flatten();
    Ok(member.is_some_and(|member| member.is(object)).then(|| format!("builtins.{path}")))
}

/// The class that a class method of C is bound to, such as `itertools.chain.from_iterable`.
fn class_of_method<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !object.is_instance_of::<PyCFunction>() {
        return Ok(None);
    }
    let receiver = object.getattr_opt(intern!(object.py(), "__self__"))?;
    Ok(receiver.filter(|receiver| receiver.is_instance_of::<PyType>()))
}

/// An exception class that compiled code does not know by name: it is known as an object, like those of programs.
fn is_other_exception(object: &Bound<'_, PyAny>, name: &str) -> bool {
    let class = object.cast::<PyType>();
    class.is_ok_and(|class| class.is_subclass_of::<PyBaseException>().unwrap_or(false))
        && builtin_exception(name).is_none()
}

fn is_known(module: &str) -> bool {
    let package = module.split('.').next().unwrap_or(module);
    MODULES.contains(&module) || PACKAGES.contains(&package)
}

/// The module of an object; that of the receiver's class for methods that have none, such as `random.random`.
fn module_of(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let py = object.py();
    let own = text(object, intern!(py, "__module__"))?;
    if own.is_some() || !object.is_instance_of::<PyCFunction>() {
        return Ok(own);
    }
    match object.getattr_opt(intern!(py, "__self__"))? {
        Some(receiver) if receiver.is_instance_of::<PyType>() => text(&receiver, intern!(py, "__module__")),
        Some(receiver) => text(receiver.get_type().as_any(), intern!(py, "__module__")),
        None => Ok(None),
    }
}

fn text(object: &Bound<'_, PyAny>, attribute: &Bound<'_, PyString>) -> PyResult<Option<String>> {
    let value = object.getattr_opt(attribute)?;
    Ok(value.and_then(|value| value.extract().ok()))
}

/// A function of the program for which `@overload` gave an implementation, or a C function.
fn registered(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let py = object.py();
    let extending = match modules::imported(py, EXTENDING)? {
        Some(extending) => extending.into_any(),
        None if may_be_named(object)? => py.import(EXTENDING)?.into_any(),
        None => return Ok(None),
    };
    match extending.getattr_opt("overload_key")? {
        Some(ask) => ask.call1((object,))?.extract(),
        None => Ok(None),
    }
}
