//! Failures of the compiler to Python exceptions.

use coluber_base::{Diagnostic, Span};
use pyo3::exceptions::PySystemError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The exception of a diagnostic.
pub fn of_diagnostic(py: Python<'_>, diagnostic: &Diagnostic) -> PyErr {
    let span = &diagnostic.span;
    let columns = span.has_columns().then(|| (span.col, (span.end_line == span.line).then_some(span.end_col)));
    let build = || -> PyResult<PyErr> {
        let make = py.import("coluber.core.errors")?.getattr("make_error")?;
        let error = make.call1((
            diagnostic.class.python_name(),
            &diagnostic.message,
            &*diagnostic.file,
            span.line,
            columns.map(|c| c.0),
            columns.and_then(|c| c.1),
            notes(py, diagnostic)?,
            diagnostic.hints.clone(),
            diagnostic.contexts.clone(),
        ))?;
        Ok(PyErr::from_value(error))
    };
    build().unwrap_or_else(|error| error)
}

/// The facts, and which functions of extensions wrote what can't be compiled.
fn notes(py: Python<'_>, diagnostic: &Diagnostic) -> PyResult<Vec<String>> {
    let mut notes = diagnostic.notes.clone();
    for text in &diagnostic.foreign_texts {
        let place: Option<String> =
            py.import("coluber.core.splice")?.call_method1("place_of_text", (&**text,))?.extract()?;
        notes.extend(place.map(|place| format!("LLVM IR of the extension's function {place}")));
    }
    notes.dedup();
    Ok(notes)
}

/// An exception of a class of `coluber.core.errors` or `builtins`, with nothing but a message.
pub fn plain(py: Python<'_>, class: &str, message: &str) -> PyErr {
    let build = || -> PyResult<PyErr> {
        let errors = py.import("coluber.core.errors")?;
        let class = errors.getattr(class).or_else(|_| py.import("builtins")?.getattr(class))?.cast_into::<PyType>()?;
        Ok(PyErr::from_type(class, message.to_owned()))
    };
    build().unwrap_or_else(|error| error)
}

/// The exception of an argument that has no type.
pub fn of_argument(py: Python<'_>, file: &str, line: u32, position: usize, reason: &str) -> PyErr {
    let mut diagnostic = Diagnostic::typing("non-precise type pyobject", Span::line(line));
    diagnostic.file = file.into();
    let diagnostic = diagnostic
        .note(format!("argument {position}: {reason}"))
        .hint(argument_hint(reason))
        .context(format!("typing of argument at {file} ({line})"));
    of_diagnostic(py, &diagnostic)
}

const ITERATOR: &str = "compiled code can't resume an iterator of the interpreter: pass list(...) of it, or make it in a compiled function";

/// What to pass instead of an argument that has no type.
fn argument_hint(reason: &str) -> &'static str {
    const KNOWN: &[(&str, &str)] = &[
        ("<class 'list'>", "pass an array, np.array(...), or a tuple where the items have different types"),
        ("<class 'dict'>", "pass a namedtuple, or the values as separate arguments"),
        ("<class 'set'>", "pass an array or a tuple"),
        ("Int value is too large", "integers have 64 bits; pass a float"),
        ("dtype: object", "an array of Python objects can't be compiled for; convert it with .astype(np.float64)"),
        ("datetime64[", "times are counted in units, not in multiples of them; convert it with .astype('M8[s]')"),
        ("timedelta64[", "times are counted in units, not in multiples of them; convert it with .astype('m8[s]')"),
        ("Unsupported array dtype", "arrays of bools, integers, floats and complex numbers can be passed"),
        ("MaskedArray", "pass its .data and its .mask"),
        ("_iterator'>", ITERATOR),
        ("<class 'generator'>", ITERATOR),
        ("<class 'map'>", ITERATOR),
        ("<class 'filter'>", ITERATOR),
        ("<class 'zip'>", ITERATOR),
        ("<class 'enumerate'>", ITERATOR),
        ("<class 'reversed'>", ITERATOR),
        ("<class 'itertools.", ITERATOR),
        (
            "<class 'function'>",
            "it is Python code of a library, or has no implementation; pass a jitted function that does the same",
        ),
        (
            "DeviceNDArray'>",
            "functions of the processor take host arrays: pass a.copy_to_host(); kernels take device arrays",
        ),
        ("<class 'dict_", "pass the dict, or list(...) of the view"),
    ];
    let known = KNOWN.iter().find(|(text, _)| reason.contains(text));
    known.map_or("pass the numbers, strings, tuples and arrays that the object holds", |(_, hint)| hint)
}

/// A panic of the compiler as an exception.
pub fn of_panic(payload: &(dyn std::any::Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    PySystemError::new_err(format!("coluber failed: {}", text.unwrap_or("the reason is not known")))
}
