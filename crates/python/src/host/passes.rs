//! Passes and rewrites of programs, which change functions before they are typed.

use super::environment::PythonEnvironment;
use super::function;
use crate::dispatcher::core_of;
use crate::gate::Gate;
use crate::{errors, objects, types};
use coluber_session::Session;
use coluber_types::{ObjId, Ty};
use pyo3::prelude::*;
use pyo3::types::{PyFunction, PyTuple};

/// What the passes of a program make of a function.
pub fn changed(
    dispatcher: &Bound<'_, PyAny>,
    function: ObjId,
    pipeline: Option<ObjId>,
    args: &[Ty],
    ret: Option<Ty>,
) -> PyResult<Option<ObjId>> {
    let py = dispatcher.py();
    let pipeline = pipeline.map(|id| objects::get(py, id)).transpose()?;
    let numbers = PyTuple::new(py, args.iter().map(|ty| ty.id()))?;
    let driver = py.import("coluber.core.program_ir.driver")?;
    let function = objects::get(py, function)?;
    let made = driver.call_method1("changed", (dispatcher, function, pipeline, numbers, ret.map(Ty::id)))?;
    if made.is_none() { Ok(None) } else { objects::id_of(&made).map(Some) }
}

/// `variables(dispatcher, function, numbers of the arguments' types, number of the result's or None)`: types a function with the options of a
/// jitted one, and gives the type of the result and those of the variables, as they are assigned.
#[pyfunction]
pub fn variables(
    dispatcher: &Bound<'_, PyAny>,
    function: &Bound<'_, PyFunction>,
    args: Vec<u32>,
    ret: Option<u32>,
) -> PyResult<(u32, Vec<(String, u32)>)> {
    let py = dispatcher.py();
    let gate = Gate::enter(py);
    let definition = function::definition(function, core_of(dispatcher)?.options.borrow().clone())?;
    let args = args.into_iter().map(types::by_id).collect::<PyResult<Vec<_>>>()?;
    let ret = ret.map(types::by_id).transpose()?;
    let session = Session::global();
    session.configure(super::settings::read(py)?);
    let mut environment = PythonEnvironment::new(dispatcher, &gate)?;
    let found = session.variables(&mut environment, definition, &args, ret);
    environment.take_raised().map_or(Ok(()), Err)?;
    let found = found.map_err(|diagnostic| errors::of_diagnostic(py, &diagnostic))?;
    Ok((found.ret.id(), found.types.into_iter().map(|(name, ty)| (name.to_string(), ty.id())).collect()))
}
