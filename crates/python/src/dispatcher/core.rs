//! What a jitted function knows.

use super::bind::Binding;
use super::kernel::KernelCode;
use super::table::Table;
use crate::gate::{self, Gate};
use crate::host::{constants, function};
use coluber_infer::{FuncId, Options};
use coluber_session::{Compiled, Folder, Layers, Memory, Session};
use coluber_types::Ty;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFunction};
use std::cell::{Cell, RefCell, UnsafeCell};
use std::path::PathBuf;
use std::sync::Arc;

/// A specialisation of a jitted function.
pub struct Spec {
    /// Its code.
    pub code: Compiled,
    /// The parameters, in bits, that are given numbers of NumPy where that makes a difference.
    pub strong: u32,
    /// The result that a signature asked for.
    pub wanted: Option<Ty>,
    /// Of a kernel, what launches it.
    pub kernel: KernelCode,
}

/// Argument types for which code depends on values of arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct ByValue {
    /// The types of all arguments.
    pub types: Vec<Ty>,
    /// The arguments whose values count.
    pub arguments: Vec<usize>,
}

/// What a dispatcher compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A function that Python calls.
    Function,
    /// A CUDA kernel.
    Kernel,
    /// A function that CUDA kernels call.
    Device,
}

/// The Rust half of a dispatcher. The GIL protects it: nothing here is touched without.
pub struct Core {
    /// The Python function.
    pub function: Py<PyFunction>,
    /// Its parameters.
    pub binding: Binding,
    /// What it compiles.
    pub purpose: Purpose,
    /// Options of the decorator; `recompile` reads them again.
    pub options: RefCell<Options>,
    /// Whether code is kept on disk.
    cached: Cell<bool>,
    /// Code that came with the function from another process, or that goes to one.
    pub carried: Arc<Memory>,
    /// Whether new types lead to a compilation.
    pub can_compile: Cell<bool>,
    /// Whether the code of a kernel depends on the launch configuration.
    pub by_configuration: Cell<bool>,
    /// Whether the function runs in the interpreter for types for which it does not compile.
    pub fallback: Cell<bool>,
    /// Whether it runs in object mode whatever its arguments are.
    pub always_object: Cell<bool>,
    /// The Python function that runs then.
    pub object_function: RefCell<Option<Py<PyAny>>>,
    /// The argument types of such calls.
    pub object_types: RefCell<Vec<Vec<Ty>>>,
    /// How often compiling has failed.
    pub fallen: Cell<u32>,
    /// The specialisations, in the order of their compilation.
    pub specs: RefCell<Vec<Spec>>,
    /// What calls of [`Passing::ByValue`](super::table::Passing) need.
    pub by_value: RefCell<Vec<ByValue>>,
    /// What the machine code of this function refers to: other jitted functions, constant arrays.
    pub kept: RefCell<Vec<Py<PyAny>>>,
    table: UnsafeCell<Table>,
    registered: Cell<Option<FuncId>>,
    /// The function as it is for numbers of NumPy, by [`Spec::strong`].
    strong: RefCell<Vec<(u32, FuncId)>>,
    /// Functions of which code may still be in use: those of before `recompile`.
    retired: RefCell<Vec<FuncId>>,
}

impl Core {
    /// The core of a new dispatcher.
    pub fn new(function: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Core> {
        let function = function.cast::<PyFunction>().map_err(|_| {
            PyTypeError::new_err(format!("The decorated object is not a function, but of {}", function.get_type()))
        })?;
        Ok(Core {
            binding: Binding::new(function.as_any(), constants::is_simple)?,
            purpose: purpose(options)?,
            options: RefCell::new(function::options(function.py(), options)?),
            function: function.clone().unbind(),
            cached: Cell::new(flag(options, "cache")?),
            carried: Arc::default(),
            can_compile: Cell::new(true),
            by_configuration: Cell::new(false),
            fallback: Cell::new(flag(options, "_fallback")?),
            always_object: Cell::new(false),
            object_function: RefCell::default(),
            object_types: RefCell::default(),
            fallen: Cell::new(0),
            specs: RefCell::default(),
            by_value: RefCell::default(),
            kept: RefCell::default(),
            table: UnsafeCell::default(),
            registered: Cell::new(None),
            strong: RefCell::default(),
            retired: RefCell::default(),
        })
    }

    /// Runs with the table of keys. Nothing that `f` does may call Python.
    #[inline(always)]
    pub fn with_table<R>(&self, f: impl FnOnce(&mut Table) -> R) -> R {
        // SAFETY: the GIL is held, and `f` does not come back here, so that this is the only reference.
        f(unsafe { &mut *self.table.get() })
    }

    /// The function's number in the compiler; registers it first. The caller is inside the gate.
    pub fn register(&self, py: Python<'_>, _gate: &Gate) -> PyResult<FuncId> {
        if let Some(id) = self.registered.get() {
            return Ok(id);
        }
        let definition = function::definition(self.function.bind(py), self.options.borrow().clone())?;
        let id = Session::global().add_function(definition);
        self.registered.set(Some(id));
        Ok(id)
    }

    /// As [`Core::register`], for calls in which these parameters are numbers of NumPy.
    pub fn register_strong(&self, py: Python<'_>, gate: &Gate, strong: u32) -> PyResult<FuncId> {
        if strong == 0 {
            return self.register(py, gate);
        }
        if let Some((_, id)) = self.strong.borrow().iter().find(|(known, _)| *known == strong) {
            return Ok(*id);
        }
        let options = Options { strong, ..self.options.borrow().clone() };
        let id = Session::global().add_function(function::definition(self.function.bind(py), options)?);
        self.strong.borrow_mut().push((strong, id));
        Ok(id)
    }

    /// The function's number in the compiler, if that knows it.
    pub fn registered(&self) -> Option<FuncId> {
        self.registered.get()
    }

    /// Takes the options of a dict, for what is compiled from now on.
    pub fn set_options(&self, options: &Bound<'_, PyDict>) -> PyResult<()> {
        let options = function::options(options.py(), Some(options))?;
        self.options.replace(options);
        Ok(())
    }

    /// Tells the compiler that compiled callers may use the present signatures only, or that they may use any.
    pub fn restrict(&self, py: Python<'_>, restricted: bool) -> PyResult<()> {
        let gate = Gate::enter(py);
        let id = self.register(py, &gate)?;
        let signatures = self.specs.borrow().iter().map(|spec| (spec.code.args.clone(), spec.code.ret)).collect();
        Session::global().restrict(id, restricted.then_some(signatures));
        Ok(())
    }

    /// Whether the code that is compiled from now on is kept, and looked for.
    pub fn set_caching(&self, cached: bool) {
        self.cached.set(cached);
    }

    /// Where code is kept on disk; None where it is not, or there is no place for it.
    pub fn cache_path(&self, py: Python<'_>) -> PyResult<Option<PathBuf>> {
        if !self.cached.get() {
            return Ok(None);
        }
        let caching = py.import("coluber.core.caching")?;
        caching.getattr("folder_of")?.call1((self.function.bind(py),))?.extract()
    }

    /// Where code is looked for: what came with the function, and the cache on disk; None where there is neither.
    pub fn store(&self, py: Python<'_>) -> PyResult<Option<Layers>> {
        let layers = self.layers(py)?;
        Ok((layers.folder.is_some() || !layers.memory.is_empty()).then_some(layers))
    }

    /// As [`store`](Core::store), also where there is nothing.
    pub fn layers(&self, py: Python<'_>) -> PyResult<Layers> {
        Ok(Layers { memory: self.carried.clone(), folder: self.cache_folder(py)? })
    }

    /// The folder with the path of the cache, and its limit.
    fn cache_folder(&self, py: Python<'_>) -> PyResult<Option<Folder>> {
        let Some(path) = self.cache_path(py)? else { return Ok(None) };
        let limit = py.import("coluber.core.folders")?.getattr("limit")?.call0()?.extract()?;
        Ok(Some(Folder::new(path, limit)))
    }

    /// Keeps an object alive as long as the machine code.
    pub fn keep(&self, object: &Bound<'_, PyAny>) {
        let known = self.kept.borrow().iter().any(|k| k.is(object));
        if !known {
            self.kept.borrow_mut().push(object.clone().unbind());
        }
    }

    /// Forgets all specialisations. Their code stays: it may be running, and other functions may call it.
    pub fn forget(&self) {
        let table = self.with_table(std::mem::take);
        let specs = self.specs.take();
        self.by_value.take();
        self.object_types.take();
        self.retired.borrow_mut().extend(self.registered.take().into_iter().chain(self.take_strong()));
        drop((table, specs));
    }

    fn take_strong(&self) -> impl Iterator<Item = FuncId> {
        self.strong.take().into_iter().map(|(_, id)| id)
    }

    /// Calls `visit` with each Python object that is held here, until it returns a value other than 0.
    pub fn traverse(&self, mut visit: impl FnMut(*mut PyObject) -> i32) -> i32 {
        let mut stop = visit(self.function.as_ptr());
        if stop == 0 {
            stop = self.binding.visit(&mut visit);
        }
        // The collector runs between any two allocations: a list that is being changed is seen the next time.
        if let Ok(kept) = self.kept.try_borrow() {
            stop = each(stop, kept.iter(), &mut visit);
        }
        if let Ok(function) = self.object_function.try_borrow() {
            stop = each(stop, function.iter(), &mut visit);
        }
        self.with_table(|table| {
            table.entries().iter().fold(stop, |stop, entry| each(stop, entry.objects.iter(), &mut visit))
        })
    }

    /// Gives up what can be part of a cycle of references. The dispatcher can't be called any more in a useful way.
    pub fn clear(&self) {
        let kept = (self.kept.take(), self.object_function.take());
        self.fallback.set(false);
        self.can_compile.set(false);
        let table = self.with_table(std::mem::take);
        drop((kept, table));
    }
}

fn purpose(options: Option<&Bound<'_, PyDict>>) -> PyResult<Purpose> {
    Ok(match (flag(options, "cuda")?, flag(options, "device")?) {
        (false, _) => Purpose::Function,
        (true, false) => Purpose::Kernel,
        (true, true) => Purpose::Device,
    })
}

fn flag(options: Option<&Bound<'_, PyDict>>, name: &str) -> PyResult<bool> {
    match options.map(|options| options.get_item(name)).transpose()?.flatten() {
        Some(value) => value.is_truthy(),
        None => Ok(false),
    }
}

fn each<'a>(
    stop: i32,
    objects: impl Iterator<Item = &'a Py<PyAny>>,
    visit: &mut impl FnMut(*mut PyObject) -> i32,
) -> i32 {
    objects.fold(stop, |stop, object| if stop == 0 { visit(object.as_ptr()) } else { stop })
}

impl Drop for Core {
    fn drop(&mut self) {
        let functions: Vec<FuncId> =
            self.registered.take().into_iter().chain(self.retired.take()).chain(self.take_strong()).collect();
        if !functions.is_empty() {
            gate::retire(functions);
        }
    }
}
