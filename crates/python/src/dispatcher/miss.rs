//! The first call with new types: compile, or choose among the signatures that there are.

use super::bind::{Argument, Default};
use super::by_value;
use super::call::{CallArguments, have_changed, run_with, vectorcall};
use super::choice::{self, Choice};
use super::core::{Core, Purpose, Spec};
use super::fallback;
use super::gpu;
use super::kernel::{self, KernelCode};
use super::object::core;
use super::roomier;
use super::same_object;
use super::table::{NEVER, Passing, Target};
use super::watched;
use crate::errors;
use crate::gate::Gate;
use crate::host::environment::PythonEnvironment;
use crate::host::settings;
use crate::values::Sink;
use crate::values::instances::may_be_in;
use crate::values::key::Decoder;
use crate::values::type_of::{self, NoType};
use crate::values::unbox::unbox;
use crate::values::words::with_sink;
use coluber_abi::word_count;
use coluber_base::Diagnostic;
use coluber_infer::{FuncId, strong};
use coluber_session::{Compiled, RUNAWAY, Session, Store};
use coluber_types::containers::{has_unknown, with_items};
use coluber_types::convert::{as_if_aligned, unaligned_as};
use coluber_types::named::are_alike;
use coluber_types::{Form, Kind, Shape, Ty};
use pyo3::ffi::PyObject;
use pyo3::intern;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// Finds what a key that is not in the table leads to, and calls it.
///
/// # Safety
/// As for [`vectorcall`](super::call::vectorcall); the sink holds the words of the arguments.
#[cold]
pub unsafe fn call(callable: *mut PyObject, sink: &Sink<'_>, arguments: CallArguments) -> *mut PyObject {
    let found = Python::attach(|py| {
        // SAFETY: the caller of the dispatcher holds a reference to it.
        let dispatcher = unsafe { Bound::from_borrowed_ptr(py, callable) };
        // SAFETY: it is a dispatcher, and these are the arguments of the call.
        match unsafe { are_behind(&dispatcher, sink.key.as_slice(), arguments) } {
            true => Some(None),
            false => resolve(&dispatcher, sink.key.as_slice()).map_err(|error| error.restore(py)).ok(),
        }
    });
    // SAFETY: the words fit the parameters of the target, or the arguments are converted to them.
    unsafe {
        match found {
            Some(None) => vectorcall(callable, arguments.values, arguments.count, arguments.names),
            Some(Some(target)) => run_found(callable, target, sink, arguments),
            None => ptr::null_mut(),
        }
    }
}

/// Whether objects among the arguments were converted before others told what their fields hold, so that they have other types now.
///
/// # Safety
/// As for [`call`]: the key is that of the arguments.
unsafe fn are_behind(dispatcher: &Bound<'_, PyAny>, key: &[u64], arguments: CallArguments) -> bool {
    // SAFETY: promised by the caller.
    let core = unsafe { core(dispatcher.as_ptr()) };
    let types = argument_types(dispatcher.py(), core, &mut Decoder::new(key)).unwrap_or_default();
    // SAFETY: as above.
    types.iter().any(|ty| ty.has_data() && ty.grown() != *ty) && unsafe { have_changed(core, arguments, key) }
}

/// # Safety
/// As for [`call`]; the target is that of the sink's key.
unsafe fn run_found(
    callable: *mut PyObject,
    target: Target,
    sink: &Sink<'_>,
    arguments: CallArguments,
) -> *mut PyObject {
    // SAFETY: as the caller says.
    unsafe {
        match target.passing {
            Passing::Object => fallback::run(callable, arguments),
            Passing::Direct => run_with(target, sink),
            _ => call_converted(callable, target, arguments),
        }
    }
}

/// Runs Rust code on behalf of Python: a panic becomes an exception.
pub fn guarded<R>(run: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| Err(errors::of_panic(&*payload)))
}

/// Code for arguments that hold empty lists, dicts or sets, of which nothing says what is in them: they are what the function makes of them,
/// and where it puts nothing into them they may be anything. None for other arguments.
fn compile_filled(dispatcher: &Bound<'_, PyAny>, core: &Core, types: &[Ty]) -> PyResult<Option<usize>> {
    if core.purpose != Purpose::Function || !types.iter().any(|ty| !ty.is_fresh() && has_unknown(*ty)) {
        return Ok(None);
    }
    let filled = filled_types(dispatcher, core, types)?;
    let (int, text) = (Ty::int64(), Ty::string());
    let pairs = [Ty::uni_tuple(int, 2), Ty::tuple(vec![text, Ty::float64()])];
    let items = [int, text, Ty::float64(), pairs[0], pairs[1], Ty::list(int)];
    let mut tried: Vec<Vec<Ty>> = Vec::new();
    for (item, key) in items.iter().flat_map(|&item| [(item, int), (item, text)]) {
        let wanted: Vec<Ty> = filled.iter().map(|ty| with_items(*ty, key, item)).collect();
        if tried.contains(&wanted) {
            continue;
        }
        if let Ok(index) = try_compile(dispatcher, &wanted, None) {
            return Ok(Some(index));
        }
        tried.push(wanted);
    }
    Ok(None)
}

/// A function has code of its own for so many sets of names in the dicts that it is given.
const MOST_NAMED: usize = 4;

/// Code that knows nothing of the names in dicts, for arguments that have other names than several calls before. None where there is no such
/// code.
fn without_names(dispatcher: &Bound<'_, PyAny>, core: &Core, types: &[Ty]) -> Option<usize> {
    let plain: Vec<Ty> = types.iter().map(|ty| ty.without_names()).collect();
    if plain == types || core.purpose != Purpose::Function {
        return None;
    }
    let is_alike = |args: &[Ty]| args.len() == types.len() && args.iter().zip(types).all(|(a, b)| are_alike(*a, *b));
    let known: Vec<Box<[Ty]>> = core.specs.borrow().iter().map(|spec| spec.code.args.clone().into()).collect();
    if known.iter().filter(|args| is_alike(args)).count() < MOST_NAMED {
        return None;
    }
    known.iter().position(|args| **args == *plain).or_else(|| try_compile(dispatcher, &plain, None).ok())
}

/// The types of arguments with what the function puts into them.
fn filled_types(dispatcher: &Bound<'_, PyAny>, core: &Core, types: &[Ty]) -> PyResult<Vec<Ty>> {
    let py = dispatcher.py();
    let gate = Gate::enter(py);
    let function = core.register(py, &gate)?;
    let mut environment = PythonEnvironment::new(dispatcher, &gate)?;
    let session = Session::global();
    session.configure(settings::read(py)?);
    let filled = session.filled(&mut environment, function, types);
    environment.take_raised().map_or(Ok(filled), Err)
}

/// What a key leads to; None where the arguments may have other types now: packages that extend the compiler have been loaded, or fields
/// of objects hold more.
pub(super) fn resolve(dispatcher: &Bound<'_, PyAny>, key: &[u64]) -> PyResult<Option<Target>> {
    // SAFETY: the caller passes a dispatcher, which lives during the call.
    if unsafe { core(dispatcher.as_ptr()) }.always_object.get() {
        return guarded(|| fallback::noted(dispatcher, key)).map(Some);
    }
    let (widenings, learned) = (coluber_types::classes::widenings(), coluber_types::classes::learned());
    let error = match compiled(dispatcher, key) {
        Ok(target) if coluber_types::classes::widenings() == widenings => return Ok(Some(target)),
        // Objects that are arguments may have room now for what the function puts into them, and fields that it reads.
        Ok(_) => return Ok(None),
        Err(_) if coluber_types::classes::learned() > learned => return Ok(None),
        Err(error) => error,
    };
    if is_endless(dispatcher.py(), &error)? && suppose_own(dispatcher, key) {
        return Ok(None);
    }
    match is_extended(dispatcher.py(), &error)? {
        true => Ok(None),
        false => guarded(|| fallback::instead(dispatcher, key, error)).map(Some),
    }
}

/// Whether a function calls itself and has no result otherwise, as one does that goes over the objects in a list of which nothing is known.
fn is_endless(py: Python<'_>, error: &PyErr) -> PyResult<bool> {
    Ok(error.value(py).str()?.to_string_lossy().contains(RUNAWAY))
}

/// Says that empty containers in fields of the objects that are arguments hold objects of the same class, where nothing says what they hold: the
/// leaves of trees. Whether that is new.
fn suppose_own(dispatcher: &Bound<'_, PyAny>, key: &[u64]) -> bool {
    // SAFETY: the caller passes a dispatcher, which lives during the call.
    let core = unsafe { core(dispatcher.as_ptr()) };
    let types = argument_types(dispatcher.py(), core, &mut Decoder::new(key)).unwrap_or_default();
    let suppose = |is_new: bool, shape: Shape| {
        let (class, itself) = (shape.class(), Ty::new(Kind::Itself));
        let fields =
            shape.types().iter().enumerate().filter(|(k, ty)| {
                has_unknown(**ty) && class.form == Form::Data && class.declared(*k) == Ty::undefined()
            });
        fields.fold(is_new, |is_new, (k, ty)| class.widen(k, with_items(*ty, Ty::string(), itself).bare()) || is_new)
    };
    types.iter().filter_map(|ty| ty.shape()).fold(false, suppose)
}

/// Whether packages that extend the compiler have been loaded because of an error.
pub(super) fn is_extended(py: Python<'_>, error: &PyErr) -> PyResult<bool> {
    let entrypoints = py.import(intern!(py, "coluber.core.entrypoints"))?;
    entrypoints.call_method1(intern!(py, "may_help"), (error.value(py),))?.is_truthy()
}

fn compiled(dispatcher: &Bound<'_, PyAny>, key: &[u64]) -> PyResult<Target> {
    guarded(|| {
        let py = dispatcher.py();
        // SAFETY: the caller passes a dispatcher, which lives during the call.
        let core = unsafe { core(dispatcher.as_ptr()) };
        let mut decoder = Decoder::new(key);
        let types = argument_types(py, core, &mut decoder)?;
        let similar = choice::for_empty_lists(&types, core.specs.borrow().iter().map(|spec| &*spec.code.args));
        // Where arguments are converted, those that are one container get one type then.
        let once: Vec<Ty> = types.iter().map(|ty| ty.as_passed_once()).collect();
        let similar = match similar {
            None if core.can_compile.get() => {
                compile_filled(dispatcher, core, &once)?.or_else(|| without_names(dispatcher, core, &once))
            }
            similar => similar,
        };
        let target = match core.can_compile.get() {
            true if similar.is_some() => target(core, similar.unwrap_or_default(), Passing::Converted),
            true => match try_compile_strong(dispatcher, &types, strong::counting(&types, decoder.strong), None) {
                Ok(index) => target(core, index, Passing::Direct),
                Err(Refusal::WantsConstants(arguments, _)) if core.purpose != Purpose::Device => {
                    by_value::target(core, types, arguments)
                }
                Err(Refusal::WantsRoom(item, error)) => {
                    let index = roomier::compile(dispatcher, core, &once, item).ok_or(error)?;
                    target(core, index, Passing::Converted)
                }
                Err(refusal) => return Err(refusal.into()),
            },
            false => {
                let (index, converted) = choose(dispatcher, core, &types)?;
                target(core, index, if converted { Passing::Converted } else { Passing::Direct })
            }
        };
        core.with_table(|table| {
            // Another thread may have come first.
            if table.find(key).is_none() {
                table.insert(key, target, std::mem::take(&mut decoder.objects));
            }
        });
        Ok(target)
    })
}

pub(super) fn target(core: &Core, index: usize, passing: Passing) -> Target {
    let specs = core.specs.borrow();
    let spec = &specs[index];
    let target = Target::new(spec.code.entry, spec.code.ret, index as u32, core.options.borrow().nogil, passing);
    // Compiling may have found more: the first call compares.
    let compared = if Session::global().reads_objects(spec.code.spec) { 0 } else { NEVER };
    let may_have = |ty: &Ty| ty.is_fresh() || may_be_in(*ty);
    let objects = spec.code.args.iter().any(may_have) || may_have(&spec.code.ret);
    Target { compared, objects, ..target }
}

/// Calls a function again of whose code the types of objects may be outdated that it reads by name, when that has been forgotten if they are.
///
/// # Safety
/// As for [`call`].
#[cold]
pub unsafe fn call_compared(
    callable: *mut PyObject,
    target: Target,
    key: &[u64],
    arguments: CallArguments,
) -> *mut PyObject {
    let compared = Python::attach(|py| {
        // SAFETY: the caller of the dispatcher holds a reference to it.
        let dispatcher = unsafe { Bound::from_borrowed_ptr(py, callable) };
        guarded(|| compare(&dispatcher, target, key)).map_err(|error| error.restore(py))
    });
    match compared {
        // SAFETY: as the caller says.
        Ok(()) => unsafe { vectorcall(callable, arguments.values, arguments.count, arguments.names) },
        Err(()) => ptr::null_mut(),
    }
}

fn compare(dispatcher: &Bound<'_, PyAny>, target: Target, key: &[u64]) -> PyResult<()> {
    // SAFETY: the caller passes a dispatcher, which lives during the call.
    let core = unsafe { core(dispatcher.as_ptr()) };
    let widenings = coluber_types::classes::widenings();
    let Some(spec) = core.specs.borrow().get(target.spec as usize).map(|spec| spec.code.spec) else { return Ok(()) };
    let gate = Gate::enter(dispatcher.py());
    let mut environment = PythonEnvironment::new(dispatcher, &gate)?;
    let is_outdated = Session::global().forget_outdated(&mut environment, spec);
    environment.take_raised().map_or(Ok(()), Err)?;
    drop(environment);
    drop(gate);
    // Functions with given signatures keep their code: it refuses objects of other types.
    match is_outdated && core.can_compile.get() {
        true => core.forget(),
        false => core.with_table(|table| table.set_compared(key, widenings)),
    }
    Ok(())
}

fn argument_types(py: Python<'_>, core: &Core, decoder: &mut Decoder<'_>) -> PyResult<Vec<Ty>> {
    let mut types = Vec::with_capacity(core.binding.parameter_count());
    while !decoder.is_done() {
        let position = types.len();
        types.push(decoder.next_type(py, position).map_err(|reason| no_type(py, core, position, reason))?);
    }
    Ok(types)
}

fn no_type(py: Python<'_>, core: &Core, position: usize, reason: NoType) -> PyErr {
    let message = match reason {
        NoType::Raised(error) => return error,
        NoType::Unsupported { message, .. } => message,
    };
    let code = core.function.bind(py).getattr("__code__");
    let place = code.and_then(|code| {
        Ok((code.getattr("co_filename")?.extract::<String>()?, code.getattr("co_firstlineno")?.extract::<u32>()?))
    });
    match place {
        Ok((file, line)) => errors::of_argument(py, &file, line, position, &message),
        Err(error) => error,
    }
}

/// Why there is no code.
pub(super) enum Refusal {
    /// The program is wrong.
    Error(PyErr),
    /// The values of these arguments would have to be known; and the error where they can't be.
    WantsConstants(Vec<usize>, PyErr),
    /// A container would have to hold items of this type, and the error where it can't.
    WantsRoom(Ty, PyErr),
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> PyErr {
        match refusal {
            Refusal::Error(error) | Refusal::WantsConstants(_, error) | Refusal::WantsRoom(_, error) => error,
        }
    }
}

impl From<PyErr> for Refusal {
    fn from(error: PyErr) -> Refusal {
        Refusal::Error(error)
    }
}

/// Compiles for these types, unless that has been done. Returns the position among the dispatcher's specialisations.
pub fn compile(dispatcher: &Bound<'_, PyAny>, types: &[Ty], ret: Option<Ty>) -> PyResult<usize> {
    Ok(try_compile(dispatcher, types, ret)?)
}

/// As [`compile`], but tells when the code depends on values of arguments.
pub(super) fn try_compile(dispatcher: &Bound<'_, PyAny>, types: &[Ty], ret: Option<Ty>) -> Result<usize, Refusal> {
    try_compile_strong(dispatcher, types, 0, ret)
}

/// As [`try_compile`], for calls in which some parameters are numbers of NumPy.
fn try_compile_strong(
    dispatcher: &Bound<'_, PyAny>,
    types: &[Ty],
    strong: u32,
    ret: Option<Ty>,
) -> Result<usize, Refusal> {
    let py = dispatcher.py();
    crate::host::hooks::watch_signals(py);
    // SAFETY: the caller passes a dispatcher, which lives during the call.
    let core = unsafe { core(dispatcher.as_ptr()) };
    let for_gpu = core.purpose == Purpose::Kernel && gpu::current(py)?.is_some();
    let gate = Gate::enter(py);
    // Looked up inside the gate: the thread that was there before may have compiled the same.
    if let Some(known) = find(core, types, strong) {
        return Ok(known);
    }
    let wanted = Wanted { types, strong, ret, for_gpu };
    watched::told(dispatcher, types, || compile_inside(dispatcher, core, wanted, gate))
}

/// What is to be compiled.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    types: &'a [Ty],
    /// As [`Spec::strong`].
    strong: u32,
    ret: Option<Ty>,
    for_gpu: bool,
}

/// Compiles what is not there yet; the caller has entered the gate.
fn compile_inside(
    dispatcher: &Bound<'_, PyAny>,
    core: &Core,
    wanted: Wanted<'_>,
    gate: Gate,
) -> Result<usize, Refusal> {
    let Wanted { types, strong, ret, for_gpu } = wanted;
    let py = dispatcher.py();
    let function = core.register_strong(py, &gate, strong)?;
    let mut environment = PythonEnvironment::new(dispatcher, &gate)?;
    let session = Session::global();
    let store = core.store(py)?;
    session.configure(settings::read(py)?);
    let store = store.as_ref().map(|layers| layers as &dyn Store);
    let compiled = match core.purpose {
        Purpose::Function => session.compile(&mut environment, function, types, ret, store).map(usual),
        Purpose::Kernel => kernel::compile(core, session, &mut environment, function, types, for_gpu, store),
        Purpose::Device => device(core, session, &mut environment, function, types, ret).map(usual),
    };
    // What Python raised meanwhile goes before what the compiler made of it.
    environment.take_raised().map_or(Ok(()), Err)?;
    let (code, kernel) = compiled.map_err(|diagnostic| {
        let error = errors::of_diagnostic(py, &diagnostic);
        match diagnostic.room_for.and_then(Ty::from_id) {
            _ if !diagnostic.wants_constants.is_empty() => Refusal::WantsConstants(diagnostic.wants_constants, error),
            Some(item) => Refusal::WantsRoom(item, error),
            None => Refusal::Error(error),
        }
    })?;
    // Compiling may have run Python code that compiled the same.
    let serial = session.serial_loops(code.spec);
    let index = find(core, types, strong).unwrap_or_else(|| add(core, Spec { code, strong, wanted: ret, kernel }));
    drop(environment);
    drop(gate);
    if !serial.is_empty() {
        let warn = py.import(intern!(py, "coluber.core.diagnostics"))?.getattr(intern!(py, "warn_of_serial_loops"))?;
        warn.call1((core.function.bind(py), serial))?;
    }
    let level = settings::parallel_diagnostics(py)?;
    if level > 0 {
        let show = py.import(intern!(py, "coluber.core.diagnostics"))?.getattr(intern!(py, "show_loops"))?;
        show.call1((dispatcher, index, level))?;
    }
    Ok(index)
}

/// Code that is no kernel.
fn usual(code: Compiled) -> (Compiled, KernelCode) {
    (code, KernelCode::default())
}

/// Types a device function: kernels that call it have its code.
fn device(
    core: &Core,
    session: &Session,
    environment: &mut PythonEnvironment<'_, '_>,
    function: FuncId,
    types: &[Ty],
    ret: Option<Ty>,
) -> Result<Compiled, Box<Diagnostic>> {
    let (spec, ret) = session.compile_device(environment, function, types, ret, kernel::mode(core))?;
    Ok(Compiled { spec, args: types.to_vec(), ret, entry: kernel::not_for_the_host, from_cache: None })
}

fn find(core: &Core, types: &[Ty], strong: u32) -> Option<usize> {
    core.specs.borrow().iter().position(|spec| spec.code.args == types && spec.strong == strong)
}

fn add(core: &Core, spec: Spec) -> usize {
    let mut specs = core.specs.borrow_mut();
    specs.push(spec);
    specs.len() - 1
}

fn choose(dispatcher: &Bound<'_, PyAny>, core: &Core, types: &[Ty]) -> PyResult<(usize, bool)> {
    let py = dispatcher.py();
    let specs = core.specs.borrow();
    match choice::choose(types, specs.iter().map(|spec| &*spec.code.args)) {
        Choice::One(index) => Ok((index, specs[index].code.args != types)),
        Choice::None => {
            // Before Python code runs: it may compile.
            drop(specs);
            if let Some(filled) = with_defaults(py, core, types)? {
                return choose(dispatcher, core, &filled).map(|(index, _)| (index, true));
            }
            let index = for_unaligned(dispatcher, core, types)?.ok_or_else(|| choice::no_match(types))?;
            Ok((index, core.specs.borrow()[index].code.args != types))
        }
        Choice::Several(candidates) => {
            let candidates: Vec<Compiled> = candidates.into_iter().map(|k| specs[k].code.clone()).collect();
            // Before Python code runs: it may compile.
            drop(specs);
            let name = core.function.bind(py).repr()?.to_string();
            Err(choice::ambiguous(&name, types, &candidates))
        }
    }
}

/// The signature for arguments of which some are arrays that are not aligned, compiled for such ones; None where there is none.
fn for_unaligned(dispatcher: &Bound<'_, PyAny>, core: &Core, types: &[Ty]) -> PyResult<Option<usize>> {
    let Some(aligned) = as_if_aligned(types) else { return Ok(None) };
    let specs = core.specs.borrow();
    let Choice::One(index) = choice::choose(&aligned, specs.iter().map(|spec| &*spec.code.args)) else {
        return Ok(None);
    };
    let (wanted, ret) = (unaligned_as(&specs[index].code.args, types), specs[index].code.ret);
    // Before the compiler runs, which adds to them.
    drop(specs);
    Ok(Some(try_compile(dispatcher, &wanted, Some(ret))?))
}

/// The types of arguments with those of the defaults in the places of what was left out; None where nothing was.
fn with_defaults(py: Python<'_>, core: &Core, types: &[Ty]) -> PyResult<Option<Vec<Ty>>> {
    let mut filled = types.to_vec();
    for ty in &mut filled {
        if let Kind::Omitted(parameter) = *ty.kind()
            && let Some(Default::Omitted(object)) = core.binding.defaults.get(parameter as usize)
        {
            *ty = type_of::of_value(object.bind(py)).map_err(|reason| reason.into_error(py))?;
        }
    }
    Ok((filled != types).then_some(filled))
}

/// Calls a specialisation with arguments converted to its types.
///
/// # Safety
/// As for [`vectorcall`](super::call::vectorcall); the arguments have been bound before without an error.
#[cold]
pub unsafe fn call_converted(callable: *mut PyObject, target: Target, arguments: CallArguments) -> *mut PyObject {
    with_sink(|sink| {
        let converted = Python::attach(|py| {
            // SAFETY: the caller passes a dispatcher and the arguments of its call.
            let (core, values) = unsafe {
                let core = core(callable);
                (core, core.binding.arguments(arguments.values, arguments.count, arguments.names))
            };
            let done = match values {
                Some(values) => guarded(|| {
                    // SAFETY: as above.
                    let dispatcher = unsafe { Bound::from_borrowed_ptr(py, callable) };
                    let target = by_value::settle(&dispatcher, core, target, &values)?;
                    let target = same_object::settle(&dispatcher, core, target, &values)?;
                    let converted = convert(py, core, target, &values, sink);
                    converted.map_err(|error| roomier::refused(&dispatcher, &values).unwrap_or(error)).map(|()| target)
                }),
                None => Err(PyErr::fetch(py)),
            };
            done.map_err(|error| error.restore(py)).ok()
        });
        match converted {
            // SAFETY: the words are those of the specialisation's types.
            Some(target) => unsafe { run_with(target, sink) },
            None => ptr::null_mut(),
        }
    })
}

pub(super) fn convert(
    py: Python<'_>,
    core: &Core,
    target: Target,
    values: &[Argument<'_>],
    sink: &mut Sink<'_>,
) -> PyResult<()> {
    let types = core.specs.borrow().get(target.spec as usize).map(|spec| spec.code.args.clone()).unwrap_or_default();
    for (value, &ty) in values.iter().zip(&types) {
        match value {
            Argument::Omitted(_) if matches!(ty.kind(), Kind::Omitted(_)) => {}
            Argument::Given(object) | Argument::Omitted(object) => {
                // SAFETY: arguments and defaults are alive during the call.
                let object = unsafe { Bound::from_borrowed_ptr(py, *object) };
                unbox(&object, ty, sink)?;
            }
            Argument::Keywords(given) => {
                for (object, ty) in given.iter().zip(coluber_types::fields::fields(ty)) {
                    // SAFETY: as above.
                    let object = unsafe { Bound::from_borrowed_ptr(py, *object) };
                    unbox(&object, ty, sink)?;
                }
            }
            Argument::Rest(rest) => {
                for (object, &ty) in rest.iter().zip(ty.tuple_items().unwrap_or_default()) {
                    // SAFETY: as above.
                    let object = unsafe { Bound::from_borrowed_ptr(py, *object) };
                    unbox(&object, ty, sink)?;
                }
            }
        }
    }
    debug_assert_eq!(sink.leaves.len(), word_count(&types));
    Ok(())
}
