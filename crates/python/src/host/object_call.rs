//! Objects of the program that compiled code calls: the bodies of `objmode` blocks.

use super::hooks::{borrowed, raised};
use super::{changed, shared};
use crate::values::type_of::{self, NoType};
use crate::values::unbox::unbox;
use crate::values::words::with_sink;
use coluber_abi::layout;
use coluber_runtime::HostRaised;
use coluber_runtime::held::hold_word;
use coluber_types::{Conversion, Kind, Ty, conversion};
use parking_lot::Mutex;
use pyo3::exceptions::{PyMemoryError, PySystemError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyWeakrefReference};
use rustc_hash::FxHashMap;

/// Calls an object; see [`coluber_abi::OBJECT_CALL`] for the name.
pub fn object_call(name: &str, types: &[u32], words: &[u64]) -> Result<Vec<u64>, HostRaised> {
    Python::attach(|py| call(py, name, types, words).map_err(|error| raised(py, error)))
}

fn call(py: Python<'_>, name: &str, types: &[u32], words: &[u64]) -> PyResult<Vec<u64>> {
    let name = name.strip_prefix(coluber_abi::OBJECT_CALL).unwrap_or(name);
    if let Some(answer) = shared::answer(py, name, words) {
        return answer;
    }
    let (object, ty) = target(py, name)?;
    shared::write_back(py)?;
    let _waiting = shared::Waiting::begin();
    let types: Vec<Ty> = types.iter().filter_map(|&id| Ty::from_id(id)).collect();
    let arguments = PyTuple::new(py, borrowed(py, types.iter().copied(), words)?)?;
    let containers = changed::containers(&types, words, &arguments)?;
    let result = object.call1(arguments)?;
    containers.iter().try_for_each(changed::Given::take_over)?;
    owned_words(&result, ty)
}

/// Objects by their names, with the types of their results.
type Targets = FxHashMap<String, (Py<PyWeakrefReference>, Ty)>;

/// The object of a name, and the type of its result. Those that have been found and are still there are not asked for again.
fn target<'py>(py: Python<'py>, name: &str) -> PyResult<(Bound<'py, PyAny>, Ty)> {
    static KNOWN: Mutex<Option<Targets>> = Mutex::new(None);
    let known = KNOWN.lock().as_ref().and_then(|known| known.get(name)).map(|(object, ty)| (object.clone_ref(py), *ty));
    if let Some((object, ty)) = known
        && let Some(object) = object.bind(py).upgrade()
    {
        return Ok((object, ty));
    }
    let (object, ty) = find(py, name)?;
    let reference = PyWeakrefReference::new(&object)?.unbind();
    let old = KNOWN.lock().get_or_insert_default().insert(name.to_owned(), (reference, ty));
    drop(old);
    Ok((object, ty))
}

fn find<'py>(py: Python<'py>, name: &str) -> PyResult<(Bound<'py, PyAny>, Ty)> {
    let found = py.import("coluber.objectmode.sites")?.getattr("find")?.call1((name,))?;
    let (object, ty): (Bound<'py, PyAny>, u32) = found.extract()?;
    let ty = Ty::from_id(ty).ok_or_else(|| PySystemError::new_err(format!("there is no type {ty}")))?;
    Ok((object, ty))
}

/// The words of an object as a value of a type; they own what they refer to.
fn owned_words(object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<Vec<u64>> {
    check(object, ty)?;
    with_sink(|sink| {
        unbox(object, ty, sink)?;
        let mut words = sink.leaves.as_slice().to_vec();
        for &leaf in &layout(ty).owners {
            let word = &mut words[leaf as usize];
            // SAFETY: null, an object that lives as long as `object`, or an allocation that the sink holds.
            let owner = unsafe { hold_word(*word as usize as *mut u8) };
            *word = owner.ok_or_else(|| PyMemoryError::new_err("no memory for a value of Python"))? as u64;
        }
        Ok(words)
    })
}

/// Numbers are converted; what has memory must have the type.
fn check(object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<()> {
    match ty.kind() {
        Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) | Kind::Date(_) | Kind::Span(_) => Ok(()),
        Kind::List { .. } | Kind::Dict { .. } | Kind::Set { .. } | Kind::Pointer(_) => Ok(()),
        Kind::Optional(_) if object.is_none() => Ok(()),
        Kind::Optional(inner) => check(object, *inner),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => match object.cast::<PyTuple>() {
            Ok(tuple) if tuple.len() == items.len() => {
                tuple.iter().zip(items).try_for_each(|(item, &ty)| check(&item, ty))
            }
            _ => mismatch(object, ty),
        },
        _ => match type_of::of_argument(object) {
            Ok(found) if fits(found, ty) => Ok(()),
            Err(NoType::Raised(error)) => Err(error),
            _ => mismatch(object, ty),
        },
    }
}

fn fits(found: Ty, wanted: Ty) -> bool {
    found == wanted || conversion(found, wanted).is_some_and(|cost| cost != Conversion::Unsafe)
}

fn mismatch(object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<()> {
    let found = match type_of::of_argument(object) {
        Ok(found) => found.to_string(),
        Err(_) => object.get_type().repr()?.to_string(),
    };
    Err(PyTypeError::new_err(format!("an objmode block gives {found}, where its annotation says {ty}")))
}
