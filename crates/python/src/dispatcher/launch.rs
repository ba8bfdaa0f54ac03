//! The launch of a kernel: `kernel[grid, block](arguments)`.

use super::by_value;
use super::core::{Core, Purpose};
use super::gpu::{self, Gpu, Ran};
use super::kernel::emulated;
use super::miss;
use super::object::core_of;
use super::table::{Passing, Target};
use crate::raise;
use crate::values::extent;
use crate::values::family::{self, Family};
use crate::values::words::with_sink;
use crate::values::{Sink, classify};
use coluber_gpu::emulator::{Grid, Kernel, launch};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::PyObject;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};
use std::ptr::null_mut;
use std::sync::OnceLock;

/// A kernel with its launch configuration.
#[pyclass(module = "coluber._native", frozen)]
pub struct Launch {
    /// The kernel.
    #[pyo3(get)]
    dispatcher: Py<PyAny>,
    /// The stream that was given.
    #[pyo3(get)]
    stream: Py<PyAny>,
    /// The driver's handle of the stream, on a GPU.
    stream_handle: OnceLock<u64>,
    /// What is called before each launch; made when it is asked for.
    callbacks: OnceLock<Py<PyList>>,
    grid: Grid,
}

/// An argument as the kernel gets it, and what is to be called after the launch.
type Prepared<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

#[pymethods]
impl Launch {
    /// `Launch(kernel, (x, y, z) of the grid, (x, y, z) of a block, stream, bytes of dynamic shared memory)`; all have been checked.
    #[new]
    fn new(
        dispatcher: Bound<'_, PyAny>,
        griddim: [u32; 3],
        blockdim: [u32; 3],
        stream: Py<PyAny>,
        sharedmem: u32,
    ) -> PyResult<Self> {
        if core_of(&dispatcher)?.purpose != Purpose::Kernel {
            return Err(PyTypeError::new_err("only kernels can be launched"));
        }
        let grid = Grid { blocks: griddim, threads: blockdim, dynamic_shared: sharedmem };
        Ok(Launch {
            dispatcher: dispatcher.unbind(),
            stream,
            stream_handle: OnceLock::new(),
            callbacks: OnceLock::new(),
            grid,
        })
    }

    /// Number of blocks along each axis.
    #[getter]
    fn griddim(&self) -> (u32, u32, u32) {
        self.grid.blocks.into()
    }

    /// Number of threads of a block along each axis.
    #[getter]
    fn blockdim(&self) -> (u32, u32, u32) {
        self.grid.threads.into()
    }

    /// Bytes of dynamic shared memory.
    #[getter]
    fn sharedmem(&self) -> u32 {
        self.grid.dynamic_shared
    }

    /// Functions that are called before each launch, with the kernel's specialisation and this object.
    #[getter]
    fn pre_launch_callbacks<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        self.callbacks.get_or_init(|| PyList::empty(py).unbind()).bind(py).clone()
    }

    /// The arguments of the launch that is being compiled or begins in this thread.
    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("coluber.cuda.launchconfig")?.getattr("current_arguments")?.call0()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.dispatcher)?;
        self.callbacks.get().map_or(Ok(()), |callbacks| visit.call(callbacks))?;
        visit.call(&self.stream)
    }

    /// Runs the kernel. On the emulator it is done when this returns; on a GPU it has been started, in its stream.
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(slf: &Bound<'_, Self>, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let py = args.py();
        let this = slf.get();
        let gpu = gpu::current(py)?;
        let gpu = gpu.as_ref().map(|gpu| gpu.get());
        let mut values = Vec::with_capacity(args.len());
        let mut finish = Vec::new();
        for argument in args.iter() {
            values.push(this.prepare(argument, gpu.is_some(), &mut finish)?);
        }
        let mut names = Vec::new();
        for (name, argument) in kwargs.into_iter().flatten() {
            names.push(name);
            values.push(this.prepare(argument, gpu.is_some(), &mut finish)?);
        }
        let names = if names.is_empty() { None } else { Some(PyTuple::new(py, names)?) };
        // What was not computed is not copied back; what a kernel computed that raised is.
        let raised = this.run(slf, gpu, &values, args.len(), names.as_ref())?;
        for after in finish {
            if let Err(failure) = after.call0() {
                return raised.and(Err(failure));
            }
        }
        raised
    }
}

impl Launch {
    /// What the kernel gets for an argument: numbers and device arrays as they are, other objects are prepared by the host API.
    fn prepare<'py>(
        &self,
        argument: Bound<'py, PyAny>,
        on_gpu: bool,
        finish: &mut Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = argument.py();
        if is_plain(&argument, on_gpu, 0)? {
            return Ok(argument);
        }
        let prepare = py.import("coluber.cuda.host.arguments")?.getattr("prepare")?;
        let (value, after): Prepared<'py> = prepare.call1((argument, self.stream.bind(py)))?.extract()?;
        finish.extend(after);
        Ok(value)
    }

    /// The kernel, or another of the same function where its code depends on the configuration.
    fn kernel<'py>(&self, launch: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let kernel = self.dispatcher.bind(launch.py());
        match core_of(kernel)?.by_configuration.get() {
            false => Ok(kernel.clone()),
            true => kernel.call_method1("_for_configuration", (launch,)),
        }
    }

    /// Compiles the kernel where that is needed, and launches it.
    fn run(
        &self,
        launch: &Bound<'_, Self>,
        gpu: Option<&Gpu>,
        values: &[Bound<'_, PyAny>],
        count: usize,
        names: Option<&Bound<'_, PyTuple>>,
    ) -> PyResult<Ran> {
        let py = launch.py();
        let kernel = self.kernel(launch)?;
        let dispatcher = &kernel;
        let core = core_of(dispatcher)?;
        let objects: Vec<*mut PyObject> = values.iter().map(|value| value.as_ptr()).collect();
        let keywords = names.map_or(null_mut(), |names| names.as_ptr());
        with_sink(|sink| {
            (sink.device, sink.kernel) = (true, true);
            // SAFETY: the values are alive during the launch.
            let bound = unsafe { bind(core, &objects, count, keywords, sink) };
            if !bound {
                return Err(PyErr::fetch(py));
            }
            let known = core.with_table(|table| table.find(sink.key.as_slice()));
            let resolve = || compiling(launch, values, || miss::resolve(dispatcher, sink.key.as_slice()));
            let Some(target) = known.map_or_else(resolve, |target| Ok(Some(target)))? else {
                return self.run(launch, gpu, values, count, names);
            };
            if target.passing == Passing::Direct {
                self.call_back(launch, dispatcher, target, values)?;
                return self.start(dispatcher, gpu, target, sink.leaves.as_slice());
            }
            // SAFETY: as above.
            let convert = || unsafe { converted(dispatcher, core, target, &objects, count, keywords) };
            let (target, words) = match target.passing {
                Passing::ByValue => compiling(launch, values, convert)?,
                _ => convert()?,
            };
            self.call_back(launch, dispatcher, target, values)?;
            self.start(dispatcher, gpu, target, &words)
        })
    }

    /// Calls what is to be called before a launch.
    fn call_back(
        &self,
        launch: &Bound<'_, Self>,
        kernel: &Bound<'_, PyAny>,
        target: Target,
        values: &[Bound<'_, PyAny>],
    ) -> PyResult<()> {
        let py = launch.py();
        if self.callbacks.get().is_none_or(|callbacks| callbacks.bind(py).is_empty()) {
            return Ok(());
        }
        let call = py.import("coluber.cuda.launchconfig")?.getattr("call_back")?;
        call.call1((launch, kernel, target.spec, PyTuple::new(py, values)?)).map(drop)
    }

    fn start(&self, dispatcher: &Bound<'_, PyAny>, gpu: Option<&Gpu>, target: Target, words: &[u64]) -> PyResult<Ran> {
        let index = target.spec as usize;
        let Some(gpu) = gpu else { return self.emulate(dispatcher.py(), emulated(dispatcher, index)?, words) };
        let stream = self.stream_handle(dispatcher.py())?;
        // SAFETY: the words are those of the specialisation; host arrays have been replaced by device arrays.
        unsafe { gpu.launch(dispatcher, index, self.grid, stream, words) }
    }

    fn stream_handle(&self, py: Python<'_>) -> PyResult<u64> {
        if let Some(&known) = self.stream_handle.get() {
            return Ok(known);
        }
        let handle_of = py.import("coluber.cuda.host.streams")?.getattr("handle_of")?;
        let handle = handle_of.call1((self.stream.bind(py),))?.extract()?;
        Ok(*self.stream_handle.get_or_init(|| handle))
    }

    fn emulate(&self, py: Python<'_>, kernel: Kernel, words: &[u64]) -> PyResult<Ran> {
        check_shared_memory(py, kernel.shared_bytes, self.grid.dynamic_shared)?;
        let mut all = Vec::with_capacity(words.len() + 1);
        all.push(0);
        all.extend_from_slice(words);
        let grid = self.grid;
        coluber_runtime::expect_threads();
        // SAFETY: the words are those of the kernel's parameters, and the caller keeps the objects behind them.
        let outcome = py.detach(|| unsafe { launch(kernel, grid, &all) });
        Ok(outcome.map_err(|failure| raise::in_kernel(py, &failure)))
    }
}

/// Bytes of shared memory that a block can have: `MAX_SHARED` of `coluber.cuda.configuration`.
const MAX_SHARED: u64 = 227 * 1024;

fn check_shared_memory(py: Python<'_>, fixed: u32, dynamic: u32) -> PyResult<()> {
    if u64::from(fixed) + u64::from(dynamic) <= MAX_SHARED {
        return Ok(());
    }
    let reason = format!("{fixed} bytes of static and {dynamic} of dynamic shared memory are more than {MAX_SHARED}");
    let refuse = py.import("coluber.cuda.configuration")?.getattr("invalid_launch")?;
    Err(PyErr::from_value(refuse.call1((reason,))?))
}

/// Whether a kernel takes the argument as it is. On a GPU that is no memory of the host. `depth` is how many tuples it stands in; what
/// is too deep is refused when its type is asked for.
fn is_plain(argument: &Bound<'_, PyAny>, on_gpu: bool, depth: u32) -> PyResult<bool> {
    if argument.is_none() || argument.is_exact_instance_of::<PyBool>() || depth > extent::MAX_DEPTH {
        return Ok(true);
    }
    Ok(match family::of_class(&argument.get_type())? {
        Family::Identity | Family::Function | Family::Method | Family::Extension => false,
        Family::Array | Family::Record => gpu::takes_host_arrays(on_gpu),
        Family::Tuple | Family::NamedTuple => {
            for item in argument.cast::<PyTuple>()?.iter() {
                if !is_plain(&item, on_gpu, depth + 1)? {
                    return Ok(false);
                }
            }
            true
        }
        _ => true,
    })
}

/// Adds the words of the arguments; false with an exception set when they don't fit the parameters.
///
/// # Safety
/// The objects are alive; the GIL is held.
unsafe fn bind(
    core: &Core,
    objects: &[*mut PyObject],
    count: usize,
    names: *mut PyObject,
    sink: &mut Sink<'_>,
) -> bool {
    // SAFETY: as the caller says.
    unsafe {
        if names.is_null() && core.binding.is_direct(count) {
            objects.iter().all(|&object| classify(object, sink))
        } else {
            core.binding.classify(objects.as_ptr(), count, names, sink)
        }
    }
}

/// Runs what may compile; meanwhile the launch is the current one for Python code that asks.
fn compiling<R>(
    launch: &Bound<'_, Launch>,
    values: &[Bound<'_, PyAny>],
    run: impl FnOnce() -> PyResult<R>,
) -> PyResult<R> {
    let py = launch.py();
    let swap = py.import("coluber.cuda.launchconfig")?.getattr("swap_current")?;
    let before = swap.call1((launch, PyTuple::new(py, values)?))?.cast_into::<PyTuple>()?;
    let done = run();
    swap.call1(before)?;
    done
}

/// The words of the arguments, converted to the types of a signature: of the target, or of the one for the arguments' values.
///
/// # Safety
/// As for [`bind`].
unsafe fn converted(
    dispatcher: &Bound<'_, PyAny>,
    core: &Core,
    target: Target,
    objects: &[*mut PyObject],
    count: usize,
    names: *mut PyObject,
) -> PyResult<(Target, Vec<u64>)> {
    let py = dispatcher.py();
    // SAFETY: as the caller says; the call has been bound before.
    let Some(values) = (unsafe { core.binding.arguments(objects.as_ptr(), count, names) }) else {
        return Err(PyErr::fetch(py));
    };
    let target = by_value::settle(dispatcher, core, target, &values)?;
    with_sink(|sink| {
        (sink.device, sink.kernel) = (true, true);
        miss::convert(py, core, target, &values, sink)?;
        Ok((target, sink.leaves.as_slice().to_vec()))
    })
}
