//! Items of typed containers between Python objects and memory that outlives a call.

use super::{dict, list};
use crate::values::lists::{item_object, write_words};
use crate::values::type_of::of_argument;
use crate::values::unbox::unbox;
use crate::values::words::with_sink;
use coluber_abi::{layout, leaves};
use coluber_runtime::dicts::Dict;
use coluber_runtime::items::ItemType;
use coluber_types::{FloatTy, IntTy, Kind, ListForm, Ty, conversion};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::ffi::c_int;

/// No memory for a container.
pub fn no_memory() -> PyErr {
    PyMemoryError::new_err("no memory for a typed container")
}

/// The exception that a function of the runtime has left.
pub fn raised(py: Python<'_>) -> PyErr {
    crate::raise::pending();
    PyErr::fetch(py)
}

/// A value of a known type on its way into memory.
pub enum Item {
    /// Of eight bytes, without references.
    Word(u64),
    /// Of any type.
    Words(Owned),
}

/// The leaves of a value, and the references among them.
#[derive(Default)]
pub struct Owned {
    words: Vec<u64>,
    references: Vec<u64>,
}

impl Drop for Owned {
    fn drop(&mut self) {
        self.references.iter().for_each(|&owner| crate::owner::release(owner));
    }
}

impl Item {
    /// The value of an object as one of this type. TypingError where it can't be one.
    #[inline]
    pub fn of(object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<Item> {
        if let Some(word) = quick(object, ty) {
            return Ok(Item::Word(word));
        }
        let mut owned = Owned::default();
        owned.add(object, ty)?;
        Ok(Item::Words(owned))
    }

    /// Writes the value to memory, which gets its references.
    ///
    /// # Safety
    /// There is room for a value of this type, and none is there.
    #[inline]
    pub unsafe fn write(self, ty: Ty, place: *mut u8) {
        match self {
            // SAFETY: promised by the caller.
            Item::Word(word) => unsafe { place.cast::<u64>().write(word) },
            Item::Words(mut owned) => {
                // SAFETY: as above.
                unsafe { write_words(ty, &owned.words, place) };
                owned.references.clear();
            }
        }
    }

    /// The leaves of the value, alive as long as this.
    pub fn words(&self) -> &[u64] {
        match self {
            Item::Word(word) => std::slice::from_ref(word),
            Item::Words(owned) => &owned.words,
        }
    }

    /// Runs with the address of the value.
    #[inline]
    pub fn with_address<R>(&self, ty: Ty, run: impl FnOnce(*const u8) -> R) -> R {
        match self {
            Item::Word(word) => run((&raw const *word).cast()),
            Item::Words(owned) => {
                let mut memory = vec![0u64; (layout(ty).size as usize).div_ceil(8).max(1)];
                // SAFETY: there is room for a value, aligned to a word.
                unsafe { write_words(ty, &owned.words, memory.as_mut_ptr().cast()) };
                run(memory.as_ptr().cast())
            }
        }
    }
}

/// The word of an int64 or a float64.
#[inline(always)]
fn quick(object: &Bound<'_, PyAny>, ty: Ty) -> Option<u64> {
    // SAFETY: a live object, whose class is compared before it is read.
    unsafe {
        let class = ffi::Py_TYPE(object.as_ptr());
        match ty.kind() {
            Kind::Int(IntTy { bits: 64, signed: true }) if class == &raw mut ffi::PyLong_Type => {
                let mut overflow: c_int = 0;
                let value = ffi::PyLong_AsLongLongAndOverflow(object.as_ptr(), &mut overflow);
                (overflow == 0).then_some(value as u64)
            }
            Kind::Float(FloatTy::F64) if class == &raw mut ffi::PyFloat_Type => {
                Some(ffi::PyFloat_AS_DOUBLE(object.as_ptr()).to_bits())
            }
            _ => None,
        }
    }
}

impl Owned {
    /// Adds the leaves of a value.
    fn add(&mut self, object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<()> {
        match ty.kind() {
            Kind::Tuple(items) => {
                let tuple = object.cast::<PyTuple>().map_err(|_| refuse(object, ty))?;
                if tuple.len() != items.len() {
                    return Err(refuse(object, ty));
                }
                return tuple.iter().zip(items).try_for_each(|(item, ty)| self.add(&item, *ty));
            }
            Kind::Optional(inner) if object.is_none() => {
                self.words.extend((0..=leaves(*inner).len()).map(|_| 0));
                return Ok(());
            }
            Kind::Optional(inner) => {
                self.words.push(1);
                return self.add(object, *inner);
            }
            Kind::List { form: ListForm::Tuple, .. } if !object.is_instance_of::<PyTuple>() => {
                return Err(refuse(object, ty));
            }
            Kind::List { item, .. } => self.own(list::shared_or_copied(object, *item)?),
            Kind::Dict { key, value, .. } => self.own(dict::shared_or_copied(object, (*key, *value), false)?),
            Kind::Set { frozen: false, item, .. } => {
                self.own(dict::shared_or_copied(object, (*item, Ty::none()), true)?)
            }
            _ => self.add_plain(object, ty)?,
        }
        Ok(())
    }

    /// Adds an owner word with a reference.
    fn own(&mut self, owner: u64) {
        self.words.push(owner);
        self.references.push(owner);
    }

    fn add_plain(&mut self, object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<()> {
        if !(ty == Ty::string() && object.is_exact_instance_of::<PyString>()) {
            check(object, ty)?;
        }
        with_sink(|sink| {
            unbox(object, ty, sink)?;
            let start = self.words.len();
            self.words.extend_from_slice(sink.leaves.as_slice());
            for &leaf in &layout(ty).owners {
                let word = &mut self.words[start + leaf as usize];
                // SAFETY: the word names the object, which is alive, or an allocation that it keeps.
                let held = unsafe { coluber_runtime::hold_word(*word as usize as *mut u8) }.ok_or_else(no_memory)?;
                *word = held as u64;
                self.references.push(held as u64);
            }
            Ok(())
        })
    }
}

/// The error of an object that can't be a value of a type.
fn refuse(object: &Bound<'_, PyAny>, ty: Ty) -> PyErr {
    let found = type_for(object).map_or_else(|_| object.get_type().to_string(), |ty| ty.to_string());
    crate::errors::plain(object.py(), "TypingError", &format!("a typed container of {ty} can't hold {found}"))
}

/// Whether an object may become a value of this type: as in compiled code, but a number of fewer bits may be of more.
fn check(object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<()> {
    let from = of_argument(object).map_err(|reason| reason.into_error(object.py()))?.stored().bare();
    let loses_a_part = match (from.kind(), ty.kind()) {
        (Kind::Float(_), Kind::Int(_) | Kind::Bool) => true,
        (Kind::Complex(_), _) => !matches!(ty.kind(), Kind::Complex(_)),
        _ => false,
    };
    if loses_a_part || conversion(from, ty).is_none() { Err(refuse(object, ty)) } else { Ok(()) }
}

/// The type that the items of a container get when this is the first.
pub fn type_for(object: &Bound<'_, PyAny>) -> PyResult<Ty> {
    let ty = of_argument(object).map_err(|reason| reason.into_error(object.py()))?;
    if ty.is_unsettled() {
        return Err(PyTypeError::new_err("an empty container does not tell the type of its items"));
    }
    Ok(typed(ty.stored().bare()))
}

/// The type with typed lists in the place of Python's.
fn typed(ty: Ty) -> Ty {
    match ty.kind() {
        Kind::List { item, .. } => Ty::list(typed(*item)).as_list(ListForm::Typed),
        Kind::Dict { key, value, .. } => Ty::dict(*key, typed(*value)),
        Kind::Tuple(items) => Ty::tuple(items.iter().map(|ty| typed(*ty)).collect::<Vec<_>>()),
        Kind::Optional(inner) => Ty::optional(typed(*inner)),
        _ => ty,
    }
}

/// The object of an item, which stays where it is: containers share its memory.
///
/// # Safety
/// A live value of this type is there.
#[inline]
pub unsafe fn object_at<'py>(py: Python<'py>, ty: Ty, place: *const u8) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: promised by the caller; a container gets a reference of its own.
    unsafe {
        let shared = || {
            let owner = place.cast::<*mut u8>().read();
            coluber_runtime::retain(owner);
            owner as u64
        };
        match ty.kind() {
            Kind::List { form: ListForm::Tuple, .. } => item_object(py, ty, place),
            Kind::List { .. } => list::wrap(py, shared()),
            Kind::Dict { .. } => dict::wrap(py, shared(), false),
            Kind::Set { frozen: false, .. } => dict::wrap(py, shared(), true),
            Kind::Tuple(items) => {
                let whole = layout(ty);
                let at = |k: usize| whole.offsets.get(whole.fields[k].start as usize).map_or(0, |&at| at as usize);
                let parts = items.iter().enumerate().map(|(k, ty)| object_at(py, *ty, place.add(at(k))));
                Ok(PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)?.into_any())
            }
            _ => item_object(py, ty, place),
        }
    }
}

/// Gives the value at an address up.
///
/// # Safety
/// A live value of this type was there.
pub unsafe fn give_up(ty: Ty, place: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { ItemType::new(ty).release(place, 1) };
}

/// A word with the number of a type, for the runtime.
pub fn type_word(ty: Ty) -> u64 {
    u64::from(ty.id())
}

/// Whether a dict of the runtime is seen as a typed one.
pub fn is_typed(owner: u64) -> bool {
    // SAFETY: the word of a dict that is alive.
    unsafe { Dict::of(owner as usize as *mut u8) }.is_typed()
}
