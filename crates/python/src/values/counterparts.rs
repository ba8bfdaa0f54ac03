//! Objects of Python's own classes that compiled code knows as objects of a class of the library, their counterpart: `bytearray`,
//! `memoryview`, `array.array`, `io.StringIO`, the queues of `queue`, `random.Random`, NumPy's `RandomState`, patterns and matches of `re`, dates,
//! fractions, normal distributions, files, hashes, paths, templates of texts, and classes of programs that are derived from containers. The
//! library makes a counterpart of an object, the object of a counterpart, and writes changes back.

use super::family::{self, Family};
use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyList, PyMemoryView, PyType};
use std::sync::LazyLock;

/// Modules of the library that have counterparts of classes of other modules: what these are, and where they are.
const LIBRARIES: &[(&str, &str, &str)] = &[
    ("_blake2", "blake2b", HASHES),
    ("_blake2", "blake2s", HASHES),
    ("_hashlib", "HASH", HASHES),
    ("_hashlib", "HASHXOF", HASHES),
    ("_io", "BufferedRandom", FILES),
    ("_io", "BufferedReader", FILES),
    ("_io", "BufferedWriter", FILES),
    ("_io", "FileIO", FILES),
    ("_io", "TextIOWrapper", FILES),
    ("argparse", "Namespace", "coluber.lib.python.parsed_arguments"),
    ("array", "array", BUFFERS),
    ("datetime", "date", DATES),
    ("datetime", "datetime", DATES),
    ("datetime", "time", DATES),
    ("datetime", "timedelta", DATES),
    ("fractions", "Fraction", "coluber.lib.python.fraction_objects"),
    ("io", "StringIO", "coluber.lib.python.text_streams"),
    ("os", "_Environ", "coluber.lib.python.environment"),
    ("pathlib", "PosixPath", PATHS),
    ("pathlib", "WindowsPath", PATHS),
    ("queue", "LifoQueue", QUEUES),
    ("queue", "PriorityQueue", QUEUES),
    ("queue", "Queue", QUEUES),
    ("queue", "SimpleQueue", QUEUES),
    ("numpy.random", "RandomState", "coluber.lib.numpy.random_states"),
    ("random", "Random", "coluber.lib.python.random_objects"),
    ("re", "Match", PATTERNS),
    ("re", "Pattern", PATTERNS),
    ("statistics", "NormalDist", "coluber.lib.python.normal_distributions"),
    ("string", "Template", "coluber.lib.python.text_templates"),
    ("types", "SimpleNamespace", "coluber.lib.python.namespaces"),
    ("uuid", "UUID", "coluber.lib.python.urls"),
    ("numpy.random", "SeedSequence", SEEDS),
    ("numpy.random", "PCG64", SEEDS),
    ("numpy.random", "PCG64DXSM", SEEDS),
    ("numpy.random", "MT19937", SEEDS),
    ("numpy.random", "Philox", SEEDS),
    ("numpy.random", "SFC64", SEEDS),
];
const DATES: &str = "coluber.lib.python.date_objects";
const FILES: &str = "coluber.lib.python.files";
const HASHES: &str = "coluber.lib.python.hashes";
const PATHS: &str = "coluber.lib.python.path_objects";
const PATTERNS: &str = "coluber.lib.python.patterns";
const QUEUES: &str = "coluber.lib.python.queues";
const SEEDS: &str = "coluber.lib.numpy.random_seeds";
const BUFFERS: &str = "coluber.lib.python.buffers";

/// A class of Python's and the library's class that stands for it.
struct Pair {
    original: Py<PyType>,
    counterpart: Py<PyType>,
    /// The module of the library that has the functions `counterpart_of`, `write_back` and `original_of`.
    library: String,
}

static PAIRS: LazyLock<Mutex<Vec<Pair>>> = LazyLock::new(Mutex::default);

/// `register_counterpart(original, counterpart, library)`: objects of a class are known as objects of another one.
#[pyfunction]
pub fn register_counterpart(original: &Bound<'_, PyType>, counterpart: &Bound<'_, PyType>, library: String) {
    let pair = Pair { original: original.clone().unbind(), counterpart: counterpart.clone().unbind(), library };
    PAIRS.lock().push(pair);
    family::register(original, Family::Counterpart);
}

/// Whether a class has a counterpart; the library has told the table of it then.
pub fn has_counterpart(class: &Bound<'_, PyType>) -> PyResult<bool> {
    let py = class.py();
    if class.is(py.get_type::<PyByteArray>()) || class.is(py.get_type::<PyMemoryView>()) {
        py.import(BUFFERS)?;
        return Ok(true);
    }
    for (module, name, library) in LIBRARIES {
        if let Some(module) = crate::modules::imported(py, module)?
            && module.getattr_opt(*name)?.is_some_and(|known| class.is(&known))
        {
            py.import(*library)?;
            return Ok(true);
        }
    }
    Ok(derived(class)?.is_some())
}

/// The class that stands for one of a program that is derived from a container.
pub fn derived<'py>(class: &Bound<'py, PyType>) -> PyResult<Option<Bound<'py, PyType>>> {
    if !class.is_subclass_of::<PyDict>()? && !class.is_subclass_of::<PyList>()? {
        return Ok(None);
    }
    let made = class.py().import("coluber.core.derived")?.getattr("class_for")?.call1((class,))?;
    Ok(made.cast_into::<PyType>().ok())
}

/// The module of the library for objects of a class, or for counterparts of it.
fn library<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyModule>> {
    let is_of = |pair: &Pair| [&pair.original, &pair.counterpart].iter().any(|known| known.as_ptr() == class.as_ptr());
    let name = PAIRS.lock().iter().find(|pair| is_of(pair)).map(|pair| pair.library.clone());
    class.py().import(name.as_deref().unwrap_or(BUFFERS))
}

/// The class that a counterpart stands for; none for other classes.
pub fn original_class<'py>(class: &Bound<'py, PyAny>) -> Option<Bound<'py, PyType>> {
    let pairs = PAIRS.lock();
    let found = pairs.iter().find(|pair| pair.counterpart.as_ptr() == class.as_ptr())?;
    Some(found.original.clone_ref(class.py()).into_bound(class.py()))
}

/// The counterpart of an object.
pub fn of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let made = library(&object.get_type())?.getattr("counterpart_of")?.call1((object,))?;
    // Asking for the family makes the fields of its class known.
    family::of_class(&made.get_type())?;
    Ok(made)
}

/// Gives an object what is in its counterpart.
pub fn write_back(object: &Bound<'_, PyAny>, counterpart: &Bound<'_, PyAny>) -> PyResult<()> {
    library(&object.get_type())?.getattr("write_back")?.call1((object, counterpart)).map(drop)
}

/// The object that a counterpart stands for, if the object is one; else the object.
pub fn original(object: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    match original_class(object.get_type().as_any()) {
        Some(_) => library(&object.get_type())?.getattr("original_of")?.call1((object,)),
        None => Ok(object),
    }
}
