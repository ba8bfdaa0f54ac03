//! What Python does for compiled code while it runs.

use crate::values::boxing::{Reader, to_python};
use crate::values::held::write_back_value;
use crate::values::strings;
use crate::{objects, raise};
use coluber_abi::{ExceptionClass, layout};
use coluber_runtime::strings::{Answer, Given, Points};
use coluber_runtime::{GeneratorSeed, HostRaised, NumpyLoop, Pending};
use coluber_types::{ErrorText, Ty};
use pyo3::exceptions::{PyNotImplementedError, PyOverflowError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyString, PyTuple, PyType};

/// Tells the runtime of the functions here. Called once.
pub fn install() {
    // With COLUBER_POOL=0 all blocks are C's allocator's, for tools that watch what becomes of them (`make memcheck`).
    match std::env::var_os("COLUBER_POOL").is_some_and(|value| value == "0") {
        true => coluber_runtime::allocators::use_only_c(),
        false => coluber_runtime::expect_host_lock(),
    }
    coluber_runtime::set_host_call(host_call);
    coluber_runtime::set_object_call(super::object_call::object_call);
    coluber_runtime::set_exception_match(exception_matches);
    coluber_runtime::set_host_references(release, retain);
    coluber_runtime::set_exception_text(exception_text);
    coluber_runtime::set_numpy_loop(numpy_loop);
    coluber_runtime::set_random(load_random, make_generator);
    coluber_runtime::set_detached(detached);
    coluber_runtime::set_interrupt(interrupt);
    coluber_runtime::set_host_text(host_text);
    coluber_runtime::set_hash_bytes(hash_bytes);
    coluber_runtime::set_string_call(string_call);
}

/// Threads of a parallel loop need the interpreter when they print or raise.
fn detached(run: &mut (dyn FnMut() + Send)) {
    coluber_runtime::expect_threads();
    // SAFETY: the function may be called by any thread.
    if unsafe { ffi::PyGILState_Check() } == 0 {
        return run();
    }
    Python::attach(|py| py.detach(run));
}

/// Lets long loops of compiled code see the signal of Ctrl-C.
pub fn watch_signals(py: Python<'_>) {
    let is_default = || -> PyResult<bool> {
        // `signal` itself makes enumerations of all signals first.
        let module = py.import("_signal")?;
        let handler = module.call_method1("getsignal", (2,))?;
        Ok(handler.is(&module.getattr("default_int_handler")?))
    };
    coluber_runtime::interrupts::watch(is_default().unwrap_or(false));
}

/// Runs the handlers of signals that have come: `KeyboardInterrupt` for SIGINT, unless the program has another one.
fn interrupt() -> Result<(), HostRaised> {
    Python::attach(|py| py.check_signals().map_err(|error| raised(py, error)))
}

fn host_call(name: &str, types: &[u32], words: &[u64]) -> Result<(), HostRaised> {
    Python::attach(|py| call(py, name, types, words).map_err(|error| raised(py, error)))
}

fn call(py: Python<'_>, name: &str, types: &[u32], words: &[u64]) -> PyResult<()> {
    let arguments = PyTuple::new(py, borrowed(py, types.iter().filter_map(|&id| Ty::from_id(id)), words)?)?;
    let (function, names) = name.split_once(':').unwrap_or((name, ""));
    match function {
        "print" => print(py, &arguments, names),
        _ => Err(PyNotImplementedError::new_err(format!("compiled code asks for {name}, which Python does not offer"))),
    }
}

/// The text of a value; none where it is missing.
fn host_text(types: &[u32], words: &[u64], receive: &mut dyn FnMut(Points<'_>)) -> Result<(), HostRaised> {
    Python::attach(|py| {
        let mut made = || {
            let values = borrowed(py, types.iter().filter_map(|&id| Ty::from_id(id)), words)?;
            match values.first() {
                Some(text) if text.is_instance_of::<PyString>() => strings::with_points(text, receive),
                _ => {
                    receive(Points::One(&[]));
                    Ok(())
                }
            }
        };
        made().map_err(|error| raised(py, error))
    })
}

/// The interpreter's hash, which depends on a secret of the process.
fn hash_bytes(bytes: &[u8]) -> i64 {
    // SAFETY: the function may be called by any thread; the record that it gives lives as long as the process.
    unsafe {
        let definition = ffi::PyHash_GetFuncDef();
        match (*definition).hash {
            Some(hash) => hash(bytes.as_ptr().cast(), bytes.len() as isize) as i64,
            None => 0,
        }
    }
}

/// Calls a method of strings or bytes, or a builtin function.
fn string_call(name: &str, given: &[Given<'_>], receive: &mut dyn FnMut(Answer<'_>)) -> Result<(), HostRaised> {
    Python::attach(|py| {
        let mut call = || {
            let (owner, name) = name.split_once('.').unwrap_or(("builtins", name));
            let builtins = py.import("builtins")?;
            let function = match owner {
                "builtins" => builtins.getattr(name)?,
                class => builtins.getattr(class)?.getattr(name)?,
            };
            let mut arguments = Vec::with_capacity(given.len());
            for argument in given {
                arguments.push(match *argument {
                    Given::Text(points) => strings::of_points(py, points)?,
                    Given::Bytes(bytes) => PyBytes::new(py, bytes).into_any(),
                    Given::Int(value) => PyInt::new(py, value).into_any(),
                    Given::Unsigned(value) => PyInt::new(py, value).into_any(),
                    Given::Float(value) => PyFloat::new(py, value).into_any(),
                });
            }
            answer(&function.call1(PyTuple::new(py, arguments)?)?, receive)
        };
        call().map_err(|error| raised(py, error))
    })
}

fn answer(object: &Bound<'_, PyAny>, receive: &mut dyn FnMut(Answer<'_>)) -> PyResult<()> {
    if object.is_instance_of::<PyString>() {
        return strings::with_points(object, &mut |points| receive(Answer::Text(points)));
    }
    receive(if let Ok(bytes) = object.cast::<PyBytes>() {
        Answer::Text(Points::One(bytes.as_bytes()))
    } else if let Ok(flag) = object.cast::<PyBool>() {
        Answer::Flag(flag.is_true())
    } else if let Ok(float) = object.cast::<PyFloat>() {
        Answer::Float(float.value())
    } else {
        match object.extract::<i64>() {
            Ok(value) => Answer::Int(value),
            Err(_) => return Err(PyOverflowError::new_err("int too large to convert to int64")),
        }
    });
    Ok(())
}

/// `print` with arguments, the last of which have names. Names that end with `=` and `!` have no argument: they are empty and true.
/// Behind `>` is the stream of `sys`.
fn print(py: Python<'_>, arguments: &Bound<'_, PyTuple>, names: &str) -> PyResult<()> {
    let (names, stream) = names.split_once('>').unwrap_or((names, "stdout"));
    let names: Vec<&str> = names.split(',').filter(|name| !name.is_empty()).collect();
    let named = names.iter().filter(|name| !name.ends_with(['=', '!'])).count();
    let mut position = arguments.len() - named;
    let values = arguments.get_slice(0, position);
    let options = PyDict::new(py);
    for name in names {
        if let Some(name) = name.strip_suffix('=') {
            options.set_item(name, "")?;
        } else if let Some(name) = name.strip_suffix('!') {
            options.set_item(name, true)?;
        } else {
            options.set_item(name, arguments.get_item(position)?)?;
            position += 1;
        }
    }
    let print = py.import("builtins")?.getattr("print")?;
    let target = py.import("sys")?.getattr(stream)?;
    if coluber_runtime::parallel::is_inside() {
        return print_at_once(py, &print, values, &options, &target);
    }
    if stream != "stdout" {
        options.set_item("file", target)?;
    }
    print.call(values, Some(&options)).map(drop)
}

/// Prints a line in one piece, so that lines of several threads don't mix.
fn print_at_once(
    py: Python<'_>,
    print: &Bound<'_, PyAny>,
    values: Bound<'_, PyTuple>,
    options: &Bound<'_, PyDict>,
    target: &Bound<'_, PyAny>,
) -> PyResult<()> {
    if target.is_none() {
        return Ok(());
    }
    let line = py.import("io")?.getattr("StringIO")?.call0()?;
    options.set_item("file", &line)?;
    print.call(values, Some(options))?;
    target.call_method1("write", (line.call_method0("getvalue")?,)).map(drop)
}

/// Python objects of values that the caller goes on to own.
pub fn borrowed<'py>(
    py: Python<'py>,
    types: impl Iterator<Item = Ty>,
    words: &[u64],
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (mut rest, mut objects) = (words, Vec::new());
    for ty in types {
        let layout = layout(ty);
        let (own, after) = rest.split_at(layout.leaves.len().min(rest.len()));
        rest = after;
        // The objects of Python that containers were made of are what the values become: they are brought up to date.
        write_back_value(py, ty, own)?;
        for &leaf in &layout.owners {
            // SAFETY: the value is alive; making the object gives this reference back.
            unsafe { coluber_runtime::retain(own[leaf as usize] as usize as *const u8) };
        }
        objects.push(to_python(py, ty, &mut Reader::new(own))?);
    }
    Ok(objects)
}

/// The exception as the runtime keeps it.
pub fn raised(py: Python<'_>, error: PyErr) -> HostRaised {
    let value = error.into_value(py);
    let class = value.bind(py).get_type();
    let class = exception_class(&class).unwrap_or(ExceptionClass::Builtin(0));
    HostRaised { class, value: value.into_ptr() as usize as u64 }
}

fn exception_class(class: &Bound<'_, PyType>) -> PyResult<ExceptionClass> {
    let name = class.name()?.to_string();
    match coluber_abi::exceptions::builtin_exception(&name) {
        Some(number) if class.py().import("builtins")?.getattr(name.as_str())?.is(class) => {
            Ok(ExceptionClass::Builtin(number))
        }
        _ => objects::id_of(class.as_any()).map(ExceptionClass::Host),
    }
}

/// A loop of one of NumPy's ufuncs: `module.ufunc types`.
fn numpy_loop(name: &str) -> Result<NumpyLoop, HostRaised> {
    Python::attach(|py| crate::numpy::find_loop(py, name).map_err(|error| raised(py, error)))
}

/// Where this fails, typing has said so before.
fn load_random() {
    Python::attach(|py| drop(crate::numpy::load_random(py)));
}

fn make_generator(seed: GeneratorSeed<'_>) -> Result<(u64, u64), HostRaised> {
    Python::attach(|py| crate::numpy::new_generator(py, seed).map_err(|error| raised(py, error)))
}

fn exception_matches(raised: ExceptionClass, wanted: ExceptionClass) -> bool {
    Python::attach(|py| {
        let answer =
            || raise::class_object(py, raised)?.cast::<PyType>()?.is_subclass(&raise::class_object(py, wanted)?);
        answer().unwrap_or(false)
    })
}

fn exception_text(exception: &Pending, which: ErrorText) -> Option<String> {
    Python::attach(|py| {
        let object = raise::exception(py, exception).unwrap_or_else(|error| error);
        let value = object.value(py);
        let text = match which {
            ErrorText::Str => value.str(),
            ErrorText::Repr => value.repr(),
            ErrorText::Name => value.get_type().name(),
            ErrorText::QualifiedName => value.get_type().qualname(),
        };
        Some(text.ok()?.to_string_lossy().into_owned())
    })
}

/// Gives back a reference to an object that the runtime was given.
fn release(value: u64) {
    // SAFETY: the reference is the runtime's.
    attached(|| unsafe { ffi::Py_DECREF(value as usize as *mut ffi::PyObject) });
}

/// Takes a reference to an object for the runtime.
fn retain(value: u64) {
    // SAFETY: the object is alive: the caller of compiled code holds it.
    attached(|| unsafe { ffi::Py_INCREF(value as usize as *mut ffi::PyObject) });
}

/// Does what needs the interpreter's lock and nothing of PyO3: compiled code has the lock nearly always, and that it has is known sooner
/// than it is taken once more.
#[inline]
fn attached(change: impl Fn()) {
    // SAFETY: both look only at what is known of this thread. The two are equal where it has the lock of the interpreter that it belongs to.
    let (own, running) = unsafe { (ffi::PyGILState_GetThisThreadState(), ffi::compat::PyThreadState_GetUnchecked()) };
    match !own.is_null() && own == running {
        true => change(),
        false => Python::attach(|_| change()),
    }
}
