//! Calls of functions whose code depends on values of arguments: `literally` was applied to them.

use super::bind::Argument;
use super::core::{ByValue, Core};
use super::miss::{Refusal, target as of_spec, try_compile};
use super::table::{Passing, Shape, Target};
use crate::errors;
use coluber_session::Entry;
use coluber_types::{Kind, Ty};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

/// What a key leads to for which the values of some arguments count.
pub(super) fn target(core: &Core, types: Vec<Ty>, arguments: Vec<usize>) -> Target {
    let mut known = core.by_value.borrow_mut();
    known.push(ByValue { types, arguments });
    let spec = known.len() as u32 - 1;
    let (entry, ret): (Entry, Ty) = (super::kernel::not_for_the_host, Ty::none());
    Target { shape: Shape::None, ..Target::new(entry, ret, spec, false, Passing::ByValue) }
}

/// The specialisation for the values of a call; another target stays as it is.
pub(super) fn settle(
    dispatcher: &Bound<'_, PyAny>,
    core: &Core,
    target: Target,
    values: &[Argument<'_>],
) -> PyResult<Target> {
    if target.passing != Passing::ByValue {
        return Ok(target);
    }
    let known = core.by_value.borrow()[target.spec as usize].clone();
    let (mut types, mut wanted) = (known.types, known.arguments);
    loop {
        for &argument in &wanted {
            types[argument] = literal(dispatcher.py(), values.get(argument))?;
        }
        match try_compile(dispatcher, &types, None) {
            Ok(index) => return Ok(of_spec(core, index, Passing::Converted)),
            Err(Refusal::WantsConstants(more, _)) if more.iter().any(|k| !is_literal(types[*k])) => wanted = more,
            Err(refusal) => return Err(refusal.into()),
        }
    }
}

fn is_literal(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Literal(_))
}

/// The type of a value that is known.
fn literal(py: Python<'_>, value: Option<&Argument<'_>>) -> PyResult<Ty> {
    let Some(Argument::Given(object)) = value else {
        return Err(errors::plain(
            py,
            "LiteralTypingError",
            "an argument that was not given cannot be used as a literal",
        ));
    };
    // SAFETY: arguments are alive during the call.
    let object = unsafe { Bound::from_borrowed_ptr(py, *object) };
    if let Ok(flag) = object.cast::<PyBool>() {
        return Ok(Ty::literal_bool(flag.is_true()));
    }
    if object.is_instance_of::<PyInt>()
        && let Ok(int) = object.extract::<i64>()
    {
        return Ok(Ty::literal_int(int));
    }
    if let Ok(text) = object.cast::<PyString>()
        && let Ok(text) = text.to_str()
    {
        return Ok(Ty::literal_str(text));
    }
    let class = object.get_type().repr()?;
    Err(errors::plain(py, "LiteralTypingError", &format!("{class} cannot be used as a literal")))
}
