//! PTX of a dispatcher's function, for any device.

use super::core::Core;
use super::failures::Failures;
use super::kernel::no_kernel;
use super::methods::{Outcome, signature_types};
use super::object::core_of;
use crate::gate::Gate;
use crate::host::environment::PythonEnvironment;
use crate::host::settings;
use crate::{errors, types};
use coluber_session::ptx::{
    ComputeCapability, DeviceAbi, ErrorTable, LaunchBounds, OptLevel, PtxConfig, PtxOutput, Texts,
};
use coluber_session::{CompiledPtx, PtxRequest, Session, Store};
use coluber_types::Ty;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};

/// `_ptx((types, result), options)`, or the number of a specialisation in place of the types: the options are those of
/// `coluber.cuda.compiler`; what comes out is a dict.
pub fn ptx<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let py = dispatcher.py();
    let core = core_of(dispatcher)?;
    let ((types, ret), strong) = match args.get_item(0)?.extract::<usize>() {
        Ok(number) => {
            let (types, strong) = specialisation(core, number)?;
            ((types, None), strong)
        }
        Err(_) => (signature_types(dispatcher, &args.get_item(0)?)?, 0),
    };
    let request = request(args.get_item(1)?.cast::<PyDict>()?)?;
    let gate = Gate::enter(py);
    let function = core.register_strong(py, &gate, strong)?;
    let mut environment = PythonEnvironment::new(dispatcher, &gate)?;
    let session = Session::global();
    let store = core.store(py)?;
    session.configure(settings::read(py)?);
    let compiled = session.compile_ptx(
        &mut environment,
        function,
        &types,
        ret,
        &request,
        store.as_ref().map(|layers| layers as &dyn Store),
    );
    environment.take_raised().map_or(Ok(()), Err)?;
    let compiled = compiled.map_err(|diagnostic| errors::of_diagnostic(py, &diagnostic))?;
    Ok(described(py, compiled)?.into_any())
}

/// The types of a specialisation's arguments, and which of these are numbers of NumPy.
fn specialisation(core: &Core, number: usize) -> PyResult<(Vec<Ty>, u32)> {
    let found = core.specs.borrow().get(number).map(|spec| (spec.code.args.clone(), spec.strong));
    found.ok_or_else(|| no_kernel(number))
}

fn request(options: &Bound<'_, PyDict>) -> PyResult<PtxRequest> {
    let get = |name: &str| Ok::<_, PyErr>(options.get_item(name)?.filter(|value| !value.is_none()));
    let flag = |name: &str| get(name)?.map_or(Ok(false), |value| value.is_truthy());
    let (major, minor): (u32, u32) = get("cc")?.ok_or_else(|| PyValueError::new_err("cc is missing"))?.extract()?;
    let mut config = PtxConfig::new(capability(major, minor)?);
    config.level = get("opt")?.map_or(Ok(OptLevel::O3), |level| level.extract().map(OptLevel::from_number))?;
    config.contract = get("fma")?.map_or(Ok(true), |value| value.is_truthy())?;
    config.fast_math = flag("fastmath")?;
    config.debug = flag("debug")?;
    config.max_registers = get("max_registers")?.map(|value| value.extract()).transpose()?;
    config.bounds = bounds(get("launch_bounds")?)?;
    config.abi =
        if get("abi")?.is_some_and(|abi| abi.eq("c").unwrap_or(false)) { DeviceAbi::C } else { DeviceAbi::Numba };
    config.libdevice = get("libdevice")?.map(|path| libdevice(path.extract()?)).transpose()?;
    let all_texts = flag("llvm")?;
    Ok(PtxRequest {
        config,
        device: flag("device")?,
        symbol: get("symbol")?.map(|value| value.extract()).transpose()?,
        lineinfo: flag("lineinfo")?,
        texts: Texts { llvm: all_texts, optimised: all_texts, ..Texts::NONE },
    })
}

/// The compute capabilities that PTX can be made for, oldest first.
#[pyfunction]
pub fn compute_capabilities() -> Vec<(u32, u32)> {
    ComputeCapability::all().map(|cc| (cc.major, cc.minor)).collect()
}

fn capability(major: u32, minor: u32) -> PyResult<ComputeCapability> {
    ComputeCapability::new(major, minor).ok_or_else(|| {
        let known: Vec<String> = ComputeCapability::all().map(|cc| cc.to_string()).collect();
        let known = known.join(", ");
        PyValueError::new_err(format!("compute capability {major}.{minor} is not supported; it can be one of {known}"))
    })
}

fn bounds(given: Option<Bound<'_, PyAny>>) -> PyResult<LaunchBounds> {
    let given: Vec<u32> = given.map_or(Ok(Vec::new()), |value| value.extract())?;
    let at = |index: usize| given.get(index).copied();
    Ok(LaunchBounds { max_threads: at(0), min_blocks: at(1), max_cluster: at(2) })
}

/// A file is read once.
fn libdevice(path: PathBuf) -> PyResult<Arc<[u8]>> {
    static READ: LazyLock<Mutex<HashMap<PathBuf, Arc<[u8]>>>> = LazyLock::new(Mutex::default);
    let mut read = READ.lock().unwrap_or_else(|error| error.into_inner());
    if let Some(known) = read.get(&path) {
        return Ok(known.clone());
    }
    let bitcode: Arc<[u8]> = std::fs::read(&path)?.into();
    read.insert(path, bitcode.clone());
    Ok(bitcode)
}

/// The record of exceptions: its name, its size, and class, message, types of arguments, file and line of each site.
fn error_table<'py>(py: Python<'py>, table: &ErrorTable) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("symbol", &table.symbol)?;
    out.set_item("bytes", table.bytes())?;
    let types = |types: &[Ty]| types.iter().map(Ty::to_string).collect::<Vec<_>>();
    let sites = table.sites.iter();
    let sites = sites.map(|site| (&*site.class, &*site.message, types(&site.types), &*site.file, site.line));
    out.set_item("sites", sites.collect::<Vec<_>>())?;
    out.set_item("failures", Failures::new(table.clone()))?;
    Ok(out)
}

fn described(py: Python<'_>, compiled: CompiledPtx) -> PyResult<Bound<'_, PyDict>> {
    let PtxOutput {
        ptx,
        llvm,
        optimised,
        kernels,
        functions,
        errors,
        cooperative,
        shared_bytes,
        dynamic_shared,
        externals,
        ..
    } = compiled.output;
    let out = PyDict::new(py);
    let params = kernels.iter().flat_map(|kernel| &kernel.params).map(|param| (param.word, param.bytes()));
    out.set_item("params", params.collect::<Vec<_>>())?;
    out.set_item("errors", errors.map(|table| error_table(py, &table)).transpose()?)?;
    out.set_item("ptx", ptx)?;
    out.set_item("llvm", llvm)?;
    out.set_item("optimised", optimised)?;
    out.set_item("symbol", kernels.into_iter().map(|kernel| kernel.symbol).chain(functions).next())?;
    out.set_item("cooperative", cooperative)?;
    out.set_item("shared_bytes", shared_bytes)?;
    out.set_item("dynamic_shared", dynamic_shared)?;
    out.set_item("externals", externals)?;
    out.set_item("result", types::to_python(py, compiled.ret)?)?;
    Ok(out)
}
