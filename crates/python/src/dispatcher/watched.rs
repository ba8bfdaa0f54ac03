//! What listeners of `coluber.core.event` are told of compilations.

use crate::modules;
use coluber_session::{Stage, recorded};
use coluber_types::Ty;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::time::UNIX_EPOCH;

/// Compiles; where a program listens it is told when that begins and ends, and which stages there were.
pub(super) fn told<R, E>(
    dispatcher: &Bound<'_, PyAny>,
    types: &[Ty],
    compile: impl FnOnce() -> Result<R, E>,
) -> Result<R, E>
where
    E: From<PyErr>,
{
    let Some(listener) = listener(dispatcher, types)? else { return compile() };
    let (done, stages) = recorded(compile);
    let py = dispatcher.py();
    let stages: Vec<_> = stages.iter().map(times).collect();
    let pending = PyErr::take(py);
    listener.call_method1(intern!(py, "done"), (stages, done.is_err()))?;
    if let Some(pending) = pending {
        pending.restore(py);
    }
    done
}

/// What is told of a compilation that begins now; None where nobody listens.
fn listener<'py>(dispatcher: &Bound<'py, PyAny>, types: &[Ty]) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = dispatcher.py();
    let Some(module) = modules::imported(py, "coluber.core.event")? else { return Ok(None) };
    let numbers = PyList::new(py, types.iter().map(|ty| ty.id()))?;
    let found = module.call_method1(intern!(py, "compilation"), (dispatcher, numbers))?;
    Ok((!found.is_none()).then_some(found))
}

/// Stage, function, start and end in seconds.
fn times(stage: &Stage) -> (&str, &str, f64, f64) {
    let end = stage.end.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    (&stage.stage, &stage.name, end - stage.time.as_secs_f64(), end)
}
