//! Calls with one container as several arguments, which have different types where the function puts something into one of them: it is one
//! container in compiled code, too, with a type for all.

use super::bind::Argument;
use super::core::Core;
use super::miss::{target as of_spec, try_compile};
use super::table::{Passing, Target};
use crate::values::fitting::join;
use coluber_types::{Kind, Ty};
use pyo3::ffi::PyObject;
use pyo3::prelude::*;

/// The specialisation for the arguments of a call; another target stays as it is.
pub(super) fn settle(
    dispatcher: &Bound<'_, PyAny>,
    core: &Core,
    target: Target,
    values: &[Argument<'_>],
) -> PyResult<Target> {
    if target.passing != Passing::Converted || values.len() < 2 {
        return Ok(target);
    }
    let types = core.specs.borrow().get(target.spec as usize).map(|spec| spec.code.args.clone()).unwrap_or_default();
    let Some(joined) = joined(values, &types) else { return Ok(target) };
    let index = try_compile(dispatcher, &joined, None).map_err(PyErr::from)?;
    Ok(of_spec(core, index, Passing::Converted))
}

/// The types of arguments where those that are one container have one type; None where they have already.
fn joined(values: &[Argument<'_>], types: &[Ty]) -> Option<Vec<Ty>> {
    let mut wanted = types.to_vec();
    for (k, value) in values.iter().enumerate().take(types.len()) {
        let Some(object) = given(value).filter(|_| is_container(types[k])) else { continue };
        let others = (0..k).filter(|&other| given(&values[other]) == Some(object) && is_container(types[other]));
        for other in others.collect::<Vec<_>>() {
            let ty = join(wanted[other], wanted[k])?;
            (wanted[other], wanted[k]) = (ty, ty);
        }
    }
    (wanted != types).then_some(wanted)
}

fn given(value: &Argument<'_>) -> Option<*mut PyObject> {
    match value {
        Argument::Given(object) | Argument::Omitted(object) => Some(*object),
        Argument::Keywords(_) | Argument::Rest(_) => None,
    }
}

fn is_container(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::List { .. } | Kind::Dict { .. } | Kind::Set { .. })
}
