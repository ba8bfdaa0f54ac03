//! Kernels on a GPU: which driver launches them, and their code in the contexts of devices.
//!
//! Python (`coluber.cuda.host`) finds the driver, compiles a specialisation for a device and loads it. What a launch needs of that is
//! kept here, so that a launch with device arrays runs no Python code.

use super::core::Core;
use super::kernel::no_kernel;
use super::methods::Outcome;
use super::object::core_of;
use coluber_gpu::driver::{Addresses, Driver, Failure, Function};
use coluber_gpu::emulator::Grid;
use parking_lot::Mutex;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What runs kernels.
enum Chosen {
    /// Not asked for yet.
    Nothing,
    Emulator,
    Gpu(Py<Gpu>),
}

static CHOSEN: Mutex<Chosen> = Mutex::new(Chosen::Nothing);
/// Code that was loaded under another number is gone.
static GENERATION: AtomicU64 = AtomicU64::new(0);
static PREPARES_ARRAYS: AtomicBool = AtomicBool::new(false);

/// The driver of GPUs, for launches.
#[pyclass(module = "coluber._native", frozen)]
pub struct Gpu {
    driver: Driver,
    /// The module `coluber.cuda.host.loading`.
    host: Py<PyAny>,
}

/// Code of a specialisation in the context of a device.
pub struct Loaded {
    context: u64,
    generation: u64,
    function: u64,
    cooperative: bool,
    params: Arc<[u32]>,
    /// Bytes of dynamic shared memory that a launch may ask for.
    dynamic_shared: Cell<u32>,
    /// Whether exceptions are looked for after each launch.
    checks: bool,
    /// The `LoadedKernel` of Python, which keeps the code loaded.
    object: Py<PyAny>,
}

#[pymethods]
impl Gpu {
    /// `Gpu(host, cuLaunchKernel, cuLaunchCooperativeKernel, cuCtxGetCurrent)`: what loads kernels, and addresses.
    #[new]
    fn new(host: Py<PyAny>, launch: usize, launch_cooperative: usize, current_context: usize) -> PyResult<Gpu> {
        let addresses = Addresses { launch, launch_cooperative, current_context };
        // SAFETY: the host's side looks them up by these names in the library, which it never unloads.
        let driver = unsafe { Driver::new(addresses) };
        let driver = driver.ok_or_else(|| PyValueError::new_err("an address of the driver is missing"))?;
        Ok(Gpu { driver, host })
    }

    /// Launches run on this driver from now on.
    fn use_for_launches(this: Py<Self>) {
        choose(Chosen::Gpu(this));
    }
}

/// Launches run on the emulator from now on; `prepares_arrays` says whether arrays of the host go through the host API before.
#[pyfunction]
pub fn use_emulator(prepares_arrays: bool) {
    PREPARES_ARRAYS.store(prepares_arrays, Ordering::Relaxed);
    choose(Chosen::Emulator);
}

/// Whether kernels take arrays of the host as they are.
pub fn takes_host_arrays(on_gpu: bool) -> bool {
    !on_gpu && !PREPARES_ARRAYS.load(Ordering::Relaxed)
}

/// Forgets all code that is loaded: contexts have been reset.
#[pyfunction]
pub fn forget_loaded() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
}

fn choose(chosen: Chosen) {
    let before = std::mem::replace(&mut *CHOSEN.lock(), chosen);
    drop(before);
}

/// The driver that launches run on; None means the emulator. The first call lets Python choose.
pub fn current(py: Python<'_>) -> PyResult<Option<Py<Gpu>>> {
    match &*CHOSEN.lock() {
        Chosen::Nothing => {}
        Chosen::Emulator => return Ok(None),
        Chosen::Gpu(gpu) => return Ok(Some(gpu.clone_ref(py))),
    }
    py.import("coluber.cuda.host.backend")?.getattr("current")?.call0()?;
    match &*CHOSEN.lock() {
        Chosen::Gpu(gpu) => Ok(Some(gpu.clone_ref(py))),
        Chosen::Emulator => Ok(None),
        Chosen::Nothing => Err(PyRuntimeError::new_err("nothing has been chosen to run kernels on")),
    }
}

/// `_loaded(number)`: the `LoadedKernel` of a specialisation in the current context.
pub fn loaded<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let py = dispatcher.py();
    let index: usize = args.get_item(0)?.extract()?;
    let gpu = current(py)?.ok_or_else(|| PyRuntimeError::new_err("kernels run on the emulator"))?;
    let loaded = gpu.get().load(dispatcher, index)?;
    Ok(loaded.object.bind(py).clone())
}

/// What a launch that has begun ended with: the exception of a thread, where the kernel is checked for them.
pub type Ran = PyResult<()>;

impl Gpu {
    /// Starts a specialisation of a kernel.
    ///
    /// # Safety
    /// The words are those of the specialisation's arguments, and their addresses are of the device.
    pub unsafe fn launch(
        &self,
        dispatcher: &Bound<'_, PyAny>,
        index: usize,
        grid: Grid,
        stream: u64,
        words: &[u64],
    ) -> PyResult<Ran> {
        let py = dispatcher.py();
        let loaded = self.load(dispatcher, index)?;
        if grid.dynamic_shared > loaded.dynamic_shared.get() {
            loaded.object.call_method1(py, "allow_shared", (grid.dynamic_shared,))?;
            loaded.dynamic_shared.set(grid.dynamic_shared);
        }
        let (handle, cooperative, params) = (loaded.function, loaded.cooperative, loaded.params.clone());
        let driver = self.driver;
        // A launch waits while the driver's queue is full, and a callback in that queue may need the interpreter.
        let done = py.detach(|| {
            let function = Function { handle, cooperative, params: &params };
            // SAFETY: as the caller says; `loaded` keeps the code.
            unsafe { driver.launch(function, grid, stream, words) }
        });
        done.or_else(|failure| self.fail(py, failure))?;
        if loaded.checks {
            return Ok(loaded.object.call_method1(py, "check", (stream,)).map(drop));
        }
        Ok(Ok(()))
    }

    /// The code of a specialisation in the current context; it is compiled and loaded where it is not there.
    fn load(&self, dispatcher: &Bound<'_, PyAny>, index: usize) -> PyResult<Rc<Loaded>> {
        let py = dispatcher.py();
        let core = core_of(dispatcher)?;
        let mut context = self.context(py)?;
        if context == 0 {
            self.host.call_method0(py, "make_current")?;
            context = self.context(py)?;
        }
        let generation = GENERATION.load(Ordering::Relaxed);
        match find(core, index, context, generation) {
            Some(found) => Ok(found),
            None => self.load_new(dispatcher, index, context, generation),
        }
    }

    fn context(&self, py: Python<'_>) -> PyResult<u64> {
        self.driver.context().or_else(|failure| self.fail(py, failure))
    }

    #[cold]
    fn load_new(
        &self,
        dispatcher: &Bound<'_, PyAny>,
        index: usize,
        context: u64,
        generation: u64,
    ) -> PyResult<Rc<Loaded>> {
        let py = dispatcher.py();
        let object = self.host.bind(py).call_method1("load", (dispatcher, index))?;
        let params: Vec<u32> = object.getattr("words")?.extract()?;
        let loaded = Rc::new(Loaded {
            context,
            generation,
            function: object.getattr("handle")?.extract()?,
            cooperative: object.getattr("cooperative")?.extract()?,
            params: params.into(),
            dynamic_shared: Cell::new(object.getattr("dynamic_shared")?.extract()?),
            checks: object.getattr("checks")?.extract()?,
            object: object.unbind(),
        });
        let mut specs = core_of(dispatcher)?.specs.borrow_mut();
        let spec = specs.get_mut(index).ok_or_else(|| no_kernel(index))?;
        let all = std::mem::take(&mut spec.kernel.loaded);
        let (kept, gone): (Vec<_>, Vec<_>) = all.into_iter().partition(|known| known.generation == generation);
        spec.kernel.loaded = kept;
        spec.kernel.loaded.push(loaded.clone());
        // Unloading runs Python code, which may come here.
        drop(specs);
        drop(gone);
        Ok(loaded)
    }

    /// Raises the exception for a failure of the driver.
    #[cold]
    fn fail<R>(&self, py: Python<'_>, failure: Failure) -> PyResult<R> {
        self.host.call_method1(py, "fail", (failure.function, failure.code))?;
        Err(PyRuntimeError::new_err(format!("{} failed with code {}", failure.function, failure.code)))
    }
}

fn find(core: &Core, index: usize, context: u64, generation: u64) -> Option<Rc<Loaded>> {
    let specs = core.specs.borrow();
    let mut known = specs.get(index)?.kernel.loaded.iter();
    known.find(|loaded| loaded.context == context && loaded.generation == generation).cloned()
}
