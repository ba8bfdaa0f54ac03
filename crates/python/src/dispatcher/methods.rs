//! Methods and attributes of dispatchers. The rest of what users see is added in Python (`coluber.core.dispatcher`).

use super::graph;
use super::miss::{compile, guarded, is_extended};
use super::object::core_of;
use crate::gate::Gate;
use crate::host::environment::PythonEnvironment;
use crate::{errors, objects, types};
use coluber_session::{Place, Session, Text};
use coluber_types::{Kind, Ty};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::ffi::*;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::ffi::{CStr, c_void};
use std::ptr;

pub(super) type Outcome<'py> = PyResult<Bound<'py, PyAny>>;

/// Runs a method: an error or a panic becomes an exception.
fn method(run: impl for<'py> FnOnce(Python<'py>) -> Outcome<'py>) -> *mut PyObject {
    Python::attach(|py| match guarded(|| run(py)) {
        Ok(object) => object.into_ptr(),
        Err(error) => {
            error.restore(py);
            ptr::null_mut()
        }
    })
}

macro_rules! methods {
    ($($function:ident = $body:path;)*) => {
        $(unsafe extern "C" fn $function(object: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
            method(|py| {
                // SAFETY: CPython passes the dispatcher and a tuple of arguments.
                let (object, args) = unsafe { (Bound::from_borrowed_ptr(py, object), Bound::from_borrowed_ptr(py, args)) };
                $body(&object, args.cast::<PyTuple>()?)
            })
        })*
    };
}

methods! {
    compile_method = compile_signature;
    disable_compile_method = disable_compile;
    recompile_method = recompile;
    specialisations_method = specialisations;
    enable_caching_method = enable_caching;
    disable_caching_method = disable_caching;
    configure_apart_method = configure_apart;
    from_cache_method = from_cache;
    typed_ir_method = typed_ir;
    loops_method = loops;
    placed_ir_method = placed_ir;
    timings_method = timings;
    pass_times_method = pass_times;
    typed_for_method = typed_for;
    reads_method = reads;
    is_current_method = is_current;
    remarks_method = remarks;
    llvm_method = llvm;
    optimised_method = optimised;
    asm_method = asm;
    cfg_method = cfg;
    kernel_needs_method = kernel_needs;
    object_types_method = object_types;
    always_object_method = always_object;
    ptx_method = super::ptx::ptx;
    loaded_method = super::gpu::loaded;
    carried_method = super::carry::carried;
    carry_method = super::carry::take;
}

/// The method table; CPython keeps a pointer to it.
pub fn table() -> *mut PyMethodDef {
    let row = |name: &'static CStr, method: PyCFunction, doc: &'static CStr| PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: PyMethodDefPointer { PyCFunction: method },
        ml_flags: METH_VARARGS,
        ml_doc: doc.as_ptr(),
    };
    let rows = [
        row(c"compile", compile_method, c"compile(signature): compile for (argument types, result or None)."),
        row(
            c"disable_compile",
            disable_compile_method,
            c"disable_compile(val=True): refuse types that are not compiled.",
        ),
        row(c"recompile", recompile_method, c"recompile(): compile all signatures again."),
        row(
            c"_specialisations",
            specialisations_method,
            c"Argument types and result of each specialisation, as numbers.",
        ),
        row(
            c"_from_cache",
            from_cache_method,
            c"The folder of the cache, and whether each specialisation came from there.",
        ),
        row(c"enable_caching", enable_caching_method, c"enable_caching(): keep the code that is compiled from now on."),
        row(c"_disable_caching", disable_caching_method, c"Neither keep code nor look for it from now on."),
        row(c"_configure_apart", configure_apart_method, c"Have each launch ask which kernel is its configuration's."),
        row(c"_typed_ir", typed_ir_method, c"The typed IR of a specialisation."),
        row(c"_placed_ir", placed_ir_method, c"The typed IR of a specialisation, with places in the source."),
        row(c"_timings", timings_method, c"How long the stages of compiling a specialisation take."),
        row(c"_pass_times", pass_times_method, c"How long each of LLVM's passes takes."),
        row(c"_remarks", remarks_method, c"What LLVM says of the loops of a specialisation."),
        row(
            c"_typed_for",
            typed_for_method,
            c"_typed_for(in kernels): argument types for which compiled code has been made, as numbers.",
        ),
        row(
            c"_reads",
            reads_method,
            c"What compiled code has read of the program: (attributes of, globals of or variables around, an object, a name).",
        ),
        row(c"_is_current", is_current_method, c"Whether what compiled code has read of the program is the same now."),
        row(c"_loops", loops_method, c"The parallel loops of a specialisation."),
        row(c"_llvm", llvm_method, c"The LLVM IR of a specialisation."),
        row(c"_optimised", optimised_method, c"The optimised LLVM IR of a specialisation."),
        row(c"_asm", asm_method, c"The machine code of a specialisation as assembly."),
        row(c"_kernel_needs", kernel_needs_method, c"Bytes of memory that the emulator's code of a kernel needs."),
        row(c"_object_types", object_types_method, c"Argument types for which the function runs in object mode."),
        row(c"_always_object", always_object_method, c"_always_object(types): run in object mode whatever the arguments are; those of a signature are listed."),
        row(c"_ptx", ptx_method, c"_ptx((argument types, result or None), options): PTX of the function for a device."),
        row(c"_loaded", loaded_method, c"_loaded(number): the code of a kernel's specialisation on the current GPU."),
        row(c"_carried", carried_method, c"The machine code of all specialisations, for another process."),
        row(c"_carry", carry_method, c"_carry(records): take the machine code of another process."),
        row(c"_cfg", cfg_method, c"The control-flow graph of a specialisation in the dot language."),
        PyMethodDef::zeroed(),
    ];
    Box::leak(Box::new(rows)).as_mut_ptr()
}

/// The table of attributes; CPython keeps a pointer to it.
pub fn properties() -> *mut PyGetSetDef {
    let row = |name: &'static CStr, get: Option<getter>, set: Option<setter>, doc: &'static CStr| PyGetSetDef {
        name: name.as_ptr(),
        get,
        set,
        doc: doc.as_ptr(),
        closure: ptr::null_mut(),
    };
    let rows = [
        row(c"py_func", Some(py_func), None, c"The Python function."),
        row(c"__code__", Some(code), None, c"The code object of the Python function."),
        row(c"__defaults__", Some(defaults), None, c"The defaults of the Python function."),
        row(c"__kwdefaults__", Some(keyword_defaults), None, c"The defaults of its keyword-only parameters."),
        row(c"_fallback", Some(fallback), None, c"Whether the function falls back to object mode."),
        row(c"_count", Some(count), None, c"How many specialisations there are."),
        row(c"_can_compile", Some(can_compile), None, c"Whether new types lead to a compilation."),
        row(c"nopython", Some(always_true), None, c"Whether everything is compiled."),
        row(c"__dict__", Some(PyObject_GenericGetDict), Some(PyObject_GenericSetDict), c"Attributes of the object."),
        PyGetSetDef { name: ptr::null(), get: None, set: None, doc: ptr::null(), closure: ptr::null_mut() },
    ];
    Box::leak(Box::new(rows)).as_mut_ptr()
}

unsafe extern "C" fn py_func(object: *mut PyObject, _closure: *mut c_void) -> *mut PyObject {
    method(|py| {
        // SAFETY: CPython passes the dispatcher.
        let object = unsafe { Bound::from_borrowed_ptr(py, object) };
        Ok(core_of(&object)?.function.bind(py).clone().into_any())
    })
}

macro_rules! of_function {
    ($($getter:ident = $attribute:literal;)*) => {
        $(unsafe extern "C" fn $getter(object: *mut PyObject, _closure: *mut c_void) -> *mut PyObject {
            method(|py| {
                // SAFETY: CPython passes the dispatcher.
                let object = unsafe { Bound::from_borrowed_ptr(py, object) };
                core_of(&object)?.function.bind(py).getattr($attribute)
            })
        })*
    };
}

of_function! {
    code = "__code__";
    defaults = "__defaults__";
    keyword_defaults = "__kwdefaults__";
}

unsafe extern "C" fn can_compile(object: *mut PyObject, _closure: *mut c_void) -> *mut PyObject {
    method(|py| {
        // SAFETY: CPython passes the dispatcher.
        let object = unsafe { Bound::from_borrowed_ptr(py, object) };
        let can = core_of(&object)?.can_compile.get();
        Ok(pyo3::types::PyBool::new(py, can).to_owned().into_any())
    })
}

unsafe extern "C" fn count(object: *mut PyObject, _closure: *mut c_void) -> *mut PyObject {
    method(|py| {
        // SAFETY: CPython passes the dispatcher.
        let object = unsafe { Bound::from_borrowed_ptr(py, object) };
        let count = core_of(&object)?.specs.borrow().len();
        Ok(count.into_pyobject(py)?.into_any())
    })
}

unsafe extern "C" fn fallback(object: *mut PyObject, _closure: *mut c_void) -> *mut PyObject {
    method(|py| {
        // SAFETY: CPython passes the dispatcher.
        let object = unsafe { Bound::from_borrowed_ptr(py, object) };
        let falls_back = core_of(&object)?.fallback.get();
        Ok(pyo3::types::PyBool::new(py, falls_back).to_owned().into_any())
    })
}

unsafe extern "C" fn always_true(_object: *mut PyObject, _closure: *mut c_void) -> *mut PyObject {
    method(|py| Ok(pyo3::types::PyBool::new(py, true).to_owned().into_any()))
}

/// `repr(dispatcher)`
///
/// # Safety
/// CPython passes a dispatcher.
pub unsafe extern "C" fn repr(object: *mut PyObject) -> *mut PyObject {
    method(|py| {
        // SAFETY: as above.
        let object = unsafe { Bound::from_borrowed_ptr(py, object) };
        let text = format!("CPUDispatcher({})", core_of(&object)?.function.bind(py).repr()?);
        Ok(text.into_pyobject(py)?.into_any())
    })
}

/// `compile((types, result))`: numbers or type objects; a result of None is inferred.
fn compile_signature<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let (types, ret) = signature_types(dispatcher, &args.get_item(0)?)?;
    let index = match compile(dispatcher, &types, ret) {
        Err(error) if is_extended(dispatcher.py(), &error)? => compile(dispatcher, &types, ret)?,
        done => done?,
    };
    Ok(index.into_pyobject(dispatcher.py())?.into_any())
}

/// Types of the parameters, and of the result if it is asked for, of `(types, result)`.
pub(super) fn signature_types(
    dispatcher: &Bound<'_, PyAny>,
    signature: &Bound<'_, PyAny>,
) -> PyResult<(Vec<Ty>, Option<Ty>)> {
    let signature = signature.cast::<PyTuple>()?;
    let (given, ret) = (signature.get_item(0)?, signature.get_item(1)?);
    let given = given.try_iter()?.map(|ty| types::from_python(&ty?)).collect::<PyResult<Vec<Ty>>>()?;
    let ret = if ret.is_none() { None } else { Some(types::from_python(&ret)?) };
    Ok((parameter_types(dispatcher, given)?, ret))
}

/// Types of a signature to types of parameters: the rest are those of `*args`, missing ones are defaults.
fn parameter_types(dispatcher: &Bound<'_, PyAny>, mut given: Vec<Ty>) -> PyResult<Vec<Ty>> {
    let binding = &core_of(dispatcher)?.binding;
    let named = binding.names.len();
    let rest = given.split_off(named.min(given.len()));
    let count = given.len() + rest.len();
    let mismatch = || {
        let message = format!("the signature has {count} types of arguments, where the function takes {named}");
        Err(PyTypeError::new_err(message))
    };
    for parameter in given.len()..named {
        if matches!(binding.defaults[parameter], super::bind::Default::Required) {
            return mismatch();
        }
        given.push(Ty::new(Kind::Omitted(parameter as u32)));
    }
    if binding.has_rest() {
        given.push(Ty::tuple(rest));
    } else if !rest.is_empty() {
        return mismatch();
    }
    if binding.has_keywords() {
        given.push(Ty::new(Kind::Keywords { names: Box::default(), items: Box::default() }));
    }
    Ok(given)
}

fn disable_compile<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let value = if args.is_empty() { true } else { args.get_item(0)?.is_truthy()? };
    let core = core_of(dispatcher)?;
    core.can_compile.set(!value);
    core.restrict(dispatcher.py(), value)?;
    Ok(dispatcher.py().None().into_bound(dispatcher.py()))
}

fn recompile<'py>(dispatcher: &Bound<'py, PyAny>, _args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let core = core_of(dispatcher)?;
    let signatures: Vec<(Vec<Ty>, Option<Ty>)> =
        core.specs.borrow().iter().map(|spec| (spec.code.args.clone(), spec.wanted)).collect();
    if let Ok(options) = dispatcher.getattr("targetoptions")?.cast::<PyDict>() {
        core.set_options(options)?;
    }
    core.forget();
    for (types, wanted) in signatures {
        compile(dispatcher, &types, wanted)?;
    }
    if !core.can_compile.get() {
        core.restrict(dispatcher.py(), true)?;
    }
    Ok(dispatcher.py().None().into_bound(dispatcher.py()))
}

fn specialisations<'py>(dispatcher: &Bound<'py, PyAny>, _args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let py = dispatcher.py();
    let ids = |types: &[Ty]| types.iter().map(|ty| ty.id()).collect::<Vec<u32>>();
    let specs = core_of(dispatcher)?.specs.borrow();
    let found: Vec<(Vec<u32>, u32)> = specs.iter().map(|spec| (ids(&spec.code.args), spec.code.ret.id())).collect();
    // Before Python objects are made: that may run Python code, which may compile.
    drop(specs);
    let list = PyList::empty(py);
    for (args, ret) in found {
        list.append((PyTuple::new(py, args)?, ret))?;
    }
    Ok(list.into_any())
}

fn enable_caching<'py>(dispatcher: &Bound<'py, PyAny>, _args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    core_of(dispatcher)?.set_caching(true);
    Ok(dispatcher.py().None().into_bound(dispatcher.py()))
}

fn disable_caching<'py>(dispatcher: &Bound<'py, PyAny>, _args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    core_of(dispatcher)?.set_caching(false);
    Ok(dispatcher.py().None().into_bound(dispatcher.py()))
}

fn configure_apart<'py>(dispatcher: &Bound<'py, PyAny>, _args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    core_of(dispatcher)?.by_configuration.set(true);
    Ok(dispatcher.py().None().into_bound(dispatcher.py()))
}

fn from_cache<'py>(dispatcher: &Bound<'py, PyAny>, _args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let core = core_of(dispatcher)?;
    let found: Vec<Option<bool>> = core.specs.borrow().iter().map(|spec| spec.code.from_cache).collect();
    Ok((core.cache_path(dispatcher.py())?, found).into_pyobject(dispatcher.py())?.into_any())
}

fn object_types<'py>(dispatcher: &Bound<'py, PyAny>, _args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let found: Vec<Vec<u32>> = core_of(dispatcher)?
        .object_types
        .borrow()
        .iter()
        .map(|types| types.iter().map(|ty| ty.id()).collect())
        .collect();
    found.into_pyobject(dispatcher.py())
}

fn always_object<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let numbers: Option<Vec<u32>> = args.iter().next().map(|numbers| numbers.extract()).transpose()?;
    let types = numbers.map(|numbers| numbers.into_iter().map(types::by_id).collect()).transpose()?;
    super::fallback::always(dispatcher, types);
    Ok(dispatcher.py().None().into_bound(dispatcher.py()))
}

fn typed_ir<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    text(dispatcher, args, Text::Typed)
}

fn placed_ir<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    text(dispatcher, args, Text::Placed)
}

fn timings<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    text(dispatcher, args, Text::Timings)
}

fn pass_times<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    text(dispatcher, args, Text::PassTimes)
}

fn remarks<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    text(dispatcher, args, Text::Remarks)
}

fn typed_for<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let in_kernels = args.get_item(0)?.is_truthy()?;
    let known = core_of(dispatcher)?.registered().map(|func| Session::global().argument_types(func, in_kernels));
    let numbers = |types: Vec<Ty>| types.iter().map(|ty| ty.id()).collect::<Vec<u32>>();
    let found: Vec<Vec<u32>> = known.unwrap_or_default().into_iter().map(numbers).collect();
    found.into_pyobject(dispatcher.py())
}

fn reads<'py>(dispatcher: &Bound<'py, PyAny>, _args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let py = dispatcher.py();
    let specs: Vec<u32> = core_of(dispatcher)?.specs.borrow().iter().map(|spec| spec.code.spec).collect();
    let list = PyList::empty(py);
    for read in specs.into_iter().flat_map(|spec| Session::global().reads(spec)) {
        let place = match read.place {
            Place::Attribute => "attribute",
            Place::Global => "global",
            Place::Free => "free",
        };
        // What is gone can't change.
        if let Some(object) = objects::try_get(py, read.object) {
            list.append((place, object, &*read.name))?;
        }
    }
    Ok(list.into_any())
}

fn is_current<'py>(dispatcher: &Bound<'py, PyAny>, _args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let py = dispatcher.py();
    let specs: Vec<u32> = core_of(dispatcher)?.specs.borrow().iter().map(|spec| spec.code.spec).collect();
    let gate = Gate::enter(py);
    let mut environment = PythonEnvironment::new(dispatcher, &gate)?;
    let is_current = specs.into_iter().all(|spec| Session::global().is_current(&mut environment, spec));
    Ok(pyo3::types::PyBool::new(py, is_current).to_owned().into_any())
}

fn loops<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    text(dispatcher, args, Text::Loops)
}

fn llvm<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    text(dispatcher, args, Text::Llvm)
}

fn optimised<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    text(dispatcher, args, Text::Optimised)
}

fn asm<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    text(dispatcher, args, Text::Assembly)
}

fn cfg<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let llvm: String = text(dispatcher, args, Text::Optimised)?.extract()?;
    Ok(graph::dot(&llvm).into_pyobject(dispatcher.py())?.into_any())
}

fn kernel_needs<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let py = dispatcher.py();
    let index: usize = args.get_item(0)?.extract()?;
    let kernel = super::kernel::emulated(dispatcher, index)?;
    let needs = PyDict::new(py);
    needs.set_item("shared_bytes", kernel.shared_bytes)?;
    needs.set_item("thread_bytes", kernel.thread_bytes)?;
    needs.set_item("grid_sync", kernel.grid_sync)?;
    Ok(needs.into_any())
}

fn text<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>, which: Text) -> Outcome<'py> {
    let py = dispatcher.py();
    let index: usize = args.get_item(0)?.extract()?;
    let spec = core_of(dispatcher)?.specs.borrow().get(index).map(|spec| spec.code.spec);
    let spec = spec.ok_or_else(|| PyIndexError::new_err(format!("there is no specialisation {index}")))?;
    let gate = Gate::enter(py);
    let mut environment = PythonEnvironment::new(dispatcher, &gate)?;
    let text = Session::global().text(&mut environment, spec, which);
    let text = text.map_err(|diagnostic| errors::of_diagnostic(py, &diagnostic))?;
    Ok(text.into_pyobject(py)?.into_any())
}
