//! Machine code that goes with a pickled function.

use super::core::Purpose;
use super::kernel;
use super::methods::Outcome;
use super::object::core_of;
use crate::errors;
use crate::gate::Gate;
use crate::host::environment::PythonEnvironment;
use crate::host::settings;
use coluber_session::{Session, Store};
use coluber_types::Ty;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

/// `_carried()`: the code of all specialisations that another process can use, as names and bytes.
pub fn carried<'py>(dispatcher: &Bound<'py, PyAny>, _args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let py = dispatcher.py();
    let core = core_of(dispatcher)?;
    know_version(py)?;
    let wanted: Vec<(Vec<Ty>, u32, Option<Ty>)> =
        core.specs.borrow().iter().map(|spec| (spec.code.args.clone(), spec.strong, spec.wanted)).collect();
    for (types, strong, ret) in wanted {
        carry(dispatcher, &types, strong, ret)?;
    }
    let list = PyList::empty(py);
    for (name, record) in core.carried.records() {
        list.append((name, PyBytes::new(py, &record)))?;
    }
    Ok(list.into_any())
}

/// `_carry(records)`: takes what `_carried` returned in another process.
pub fn take<'py>(dispatcher: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>) -> Outcome<'py> {
    let core = core_of(dispatcher)?;
    know_version(dispatcher.py())?;
    let records: Vec<(String, Vec<u8>)> = args.get_item(0)?.extract()?;
    for (name, record) in records {
        core.carried.add(&name, record);
    }
    Ok(dispatcher.py().None().into_bound(dispatcher.py()))
}

/// Makes the version of the package and the interpreter a part of what code is found by: it is told by a module that programs without a cache
/// do not need.
fn know_version(py: Python<'_>) -> PyResult<()> {
    py.import("coluber.core.caching").map(drop)
}

fn carry(dispatcher: &Bound<'_, PyAny>, types: &[Ty], strong: u32, ret: Option<Ty>) -> PyResult<()> {
    let (py, core) = (dispatcher.py(), core_of(dispatcher)?);
    let gate = Gate::enter(py);
    let function = core.register_strong(py, &gate, strong)?;
    let mut environment = PythonEnvironment::new(dispatcher, &gate)?;
    let session = Session::global();
    let layers = core.layers(py)?;
    session.configure(settings::read(py)?);
    let done = match core.purpose {
        Purpose::Function => session.carry(&mut environment, function, types, ret, &layers),
        Purpose::Kernel => session.carry_kernel(&mut environment, function, types, kernel::mode(core), &layers),
        // Kernels that call it have its code.
        Purpose::Device => Ok(()),
    };
    environment.take_raised().map_or(Ok(()), Err)?;
    done.map_err(|diagnostic| errors::of_diagnostic(py, &diagnostic))
}
