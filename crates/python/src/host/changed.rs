//! What Python code has done to the lists, dicts and sets that compiled code gave it: compiled code sees it when it goes on.

use crate::values::type_of::{self, NoType};
use crate::values::unbox::unbox;
use crate::values::words::with_sink;
use coluber_abi::{OK, layout};
use coluber_runtime::dicts::Dict;
use coluber_runtime::dicts::whole::{dict_clear, dict_update};
use coluber_runtime::lists::slices::list_set_slice;
use coluber_types::containers::takes_number;
use coluber_types::{Conversion, Kind, ListForm, Ty, conversion};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A container that Python code is given, and what is in it before.
pub struct Given<'py> {
    object: Bound<'py, PyAny>,
    ty: Ty,
    owner: *mut u8,
    before: Vec<Bound<'py, PyAny>>,
}

/// The containers among arguments of these types and words, which are alive.
pub fn containers<'py>(types: &[Ty], words: &[u64], objects: &Bound<'py, PyTuple>) -> PyResult<Vec<Given<'py>>> {
    let (mut rest, mut found) = (words, Vec::new());
    for (&ty, object) in types.iter().zip(objects) {
        let (own, after) = rest.split_at(layout(ty).leaves.len().min(rest.len()));
        rest = after;
        let owner = own.first().map_or(std::ptr::null_mut(), |&word| word as usize as *mut u8);
        if !owner.is_null() && is_copied(ty, owner) {
            let before = items_of(&object)?;
            found.push(Given { object, ty, owner, before });
        }
    }
    Ok(found)
}

/// Whether Python sees a copy, which it can change.
fn is_copied(ty: Ty, owner: *mut u8) -> bool {
    match ty.kind() {
        Kind::List { form: ListForm::List | ListForm::Deque, .. } => true,
        // SAFETY: the word of a dict or set that is alive.
        Kind::Dict { .. } | Kind::Set { frozen: false, .. } => !unsafe { Dict::of(owner) }.is_typed(),
        _ => false,
    }
}

/// What is in a container: of a dict its keys and values in turns.
fn items_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    match object.cast::<PyDict>() {
        Ok(dict) => Ok(dict.iter().flat_map(|(key, value)| [key, value]).collect()),
        Err(_) => object.try_iter()?.collect(),
    }
}

impl Given<'_> {
    /// Makes compiled code's container what Python's has become.
    pub fn take_over(&self) -> PyResult<()> {
        if !self.is_changed()? {
            return Ok(());
        }
        match type_of::of_argument(&self.object) {
            Ok(found) if holds(self.ty, found) => {}
            Err(NoType::Raised(error)) => return Err(error),
            found => {
                let found = found.map_or_else(|_| "values of several types".into(), |found| found.bare().to_string());
                let text = format!("an objmode block has made {found} of {}", self.ty.bare());
                return Err(PyTypeError::new_err(text));
            }
        }
        with_sink(|sink| {
            unbox(&self.object, self.ty, sink)?;
            let made = sink.leaves.as_slice()[0] as usize as *mut u8;
            // SAFETY: two containers of one type, the first of which the caller keeps alive, the other the sink.
            let status = unsafe {
                match self.ty.kind() {
                    Kind::List { .. } => list_set_slice(self.owner, 0, i64::MAX, 1, made),
                    _ => {
                        dict_clear(self.owner);
                        dict_update(self.owner, made)
                    }
                }
            };
            if status == OK { Ok(()) } else { Err(PyMemoryError::new_err("no memory for a value of Python")) }
        })
    }

    fn is_changed(&self) -> PyResult<bool> {
        let parts = match *self.ty.kind() {
            Kind::List { item, .. } | Kind::Set { item, .. } => vec![item],
            Kind::Dict { key, value, .. } => vec![key, value],
            _ => Vec::new(),
        };
        if !parts.iter().all(|&part| is_fixed(part)) {
            return Ok(true);
        }
        let now = items_of(&self.object)?;
        Ok(now.len() != self.before.len() || now.iter().zip(&self.before).any(|(a, b)| !a.is(b)))
    }
}

/// Whether values of a type hold what is in a value of another type.
fn holds(own: Ty, found: Ty) -> bool {
    let all = |a: &[Ty], b: &[Ty]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| holds(*a, *b));
    match (own.kind(), found.kind()) {
        (_, Kind::Undefined) => true,
        (Kind::List { item: a, .. }, Kind::List { item: b, .. }) => holds(*a, *b),
        (Kind::Set { item: a, .. }, Kind::Set { item: b, .. }) => holds(*a, *b),
        (Kind::Dict { key: k, value: v, .. }, Kind::Dict { key: l, value: w, .. }) => holds(*k, *l) && holds(*v, *w),
        (Kind::Optional(_), Kind::None) => true,
        (Kind::Optional(a), Kind::Optional(b)) => holds(*a, *b),
        (Kind::Optional(a), _) => holds(*a, found),
        (Kind::Tuple(a), Kind::Tuple(b)) => all(a, b),
        _ if takes_number(own, found) => true,
        _ => own == found || conversion(found, own).is_some_and(|cost| cost != Conversion::Unsafe),
    }
}

/// Whether a value of the type is the same as long as its object is.
fn is_fixed(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) | Kind::Date(_) | Kind::Span(_) => true,
        Kind::Str | Kind::Bytes | Kind::None | Kind::Enum { .. } | Kind::Array { .. } => true,
        Kind::Optional(inner) => is_fixed(*inner),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => items.iter().all(|&item| is_fixed(item)),
        _ => false,
    }
}
