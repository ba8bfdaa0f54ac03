//! What typed dicts and sets have in common: a dict of the runtime.

use super::value::{Item, give_up, no_memory, object_at, type_for, type_word};
use coluber_runtime::dicts::{Dict, whole};
use coluber_runtime::items::ItemType;
use coluber_types::containers::{is_key, is_own_key};
use coluber_types::{DictPart, Ty};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A reference to a dict of the runtime.
pub struct Entries {
    owner: usize,
}

impl Drop for Entries {
    fn drop(&mut self) {
        crate::owner::release(self.owner as u64);
    }
}

impl Entries {
    /// Takes over a reference. From here on the dict is seen as a typed one.
    pub fn of_owner(owner: u64) -> Self {
        let entries = Entries { owner: owner as usize };
        entries.dict().set_typed();
        entries
    }

    /// A new dict; undefined types are found with the first entry.
    pub fn make((key, value): (Ty, Ty)) -> PyResult<Self> {
        // Elements of arrays of texts are strings.
        let (key, value) = (key.loaded(), value.loaded());
        if !is_key(key) {
            return Err(PyTypeError::new_err(format!("unhashable type: {key}")));
        }
        let owner = Dict::make(ItemType::new(key), ItemType::new(value)).ok_or_else(no_memory)?;
        Ok(Entries::of_owner(owner as u64))
    }

    /// Another reference.
    pub fn share(&self) -> Self {
        Entries { owner: self.reference() as usize }
    }

    /// The owner word.
    pub fn owner(&self) -> u64 {
        self.owner as u64
    }

    /// The owner word with a reference.
    pub fn reference(&self) -> u64 {
        // SAFETY: the dict is alive.
        unsafe { coluber_runtime::retain(self.owner as *const u8) };
        self.owner()
    }

    pub(super) fn word(&self) -> *mut u8 {
        self.owner as *mut u8
    }

    /// The dict. What it gives is used before Python code can run.
    #[inline(always)]
    pub(super) fn dict<'a>(&self) -> &'a mut Dict {
        // SAFETY: there is a reference, and the interpreter lets one thread at a time here.
        unsafe { Dict::of(self.owner as *mut u8) }
    }

    /// The types of keys and values.
    #[inline(always)]
    pub fn types(&self) -> (Ty, Ty) {
        let (key, value) = self.dict().types();
        (key.ty, value.ty)
    }

    /// Whether the types are known.
    pub fn is_settled(&self) -> bool {
        self.types().0 != Ty::undefined()
    }

    /// Gives an empty dict without types some.
    pub fn settle(&self, types: (Ty, Ty)) -> PyResult<()> {
        if !is_key(types.0) {
            return Err(PyTypeError::new_err(format!("unhashable type: {}", types.0)));
        }
        let (mut key, mut value) = (type_word(types.0), type_word(types.1));
        // SAFETY: the word of a dict and the addresses of words with the numbers of types.
        let status = unsafe { whole::dict_retype(self.word(), (&raw mut key).cast(), (&raw mut value).cast()) };
        if status == coluber_abi::OK { Ok(()) } else { Err(no_memory()) }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.dict().len()
    }

    /// The place of the next entry from a place on: its position in a dict, where it comes in the order of a set.
    pub fn next(&self, from: usize) -> Option<usize> {
        self.dict().next_place(from)
    }

    /// The position of the entry at a place, or of the next one.
    pub fn position(&self, place: usize) -> Option<usize> {
        self.dict().position_at(place)
    }

    /// The position of the entry with a key. What can't be a key is equal to none.
    #[inline]
    pub fn find(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        if !self.is_settled() {
            return Ok(None);
        }
        let ty = self.types().0;
        match Item::of(key, ty) {
            Ok(_) if is_own_key(ty) => self.find_own(key),
            // SAFETY: the address is that of a key.
            Ok(item) => Ok(item.with_address(ty, |at| unsafe { self.dict().find(at) })),
            // Raises TypeError for what has no hash.
            Err(_) => key.hash().map(|_| None),
        }
    }

    /// As [`find`](Self::find), for keys that compiled code compares: it goes over the entries.
    #[cold]
    fn find_own(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let place: i64 = own_keys(key.py())?.call_method1("position", (self.seen(key.py())?, key))?.extract()?;
        let mut found = self.next(0);
        for _ in 0..place {
            found = found.and_then(|at| self.next(at + 1));
        }
        Ok(found.filter(|_| place >= 0).and_then(|at| self.position(at)))
    }

    /// Another object with the same dict.
    fn seen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        super::dict::wrap(py, self.reference(), self.types().1 == Ty::none())
    }

    /// Puts a value under a key.
    #[inline]
    pub fn set(&self, key: &Bound<'_, PyAny>, value: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        if !self.is_settled() {
            let of_value = value.map_or(Ok(Ty::none()), type_for)?;
            self.settle((type_for(key)?, of_value))?;
        }
        let (key_type, value_type) = self.types();
        let item = Item::of(key, key_type)?;
        if is_own_key(key_type) {
            let (py, seen) = (key.py(), self.seen(key.py())?);
            return match value {
                Some(value) => own_keys(py)?.call_method1("put", (seen, key, value)).map(drop),
                None => own_keys(py)?.call_method1("add", (seen, key)).map(drop),
            };
        }
        let value = value.map(|value| Item::of(value, value_type)).transpose()?;
        // SAFETY: the address is that of a key; a place that is not new has a value, which is given up.
        unsafe {
            let inserted = item.with_address(key_type, |at| self.dict().insert(at));
            let (position, is_new) = inserted.ok_or_else(no_memory)?;
            let place = self.dict().value_place(position);
            if let Some(value) = value {
                if !is_new {
                    give_up(value_type, place);
                }
                value.write(value_type, place);
            }
        }
        Ok(())
    }

    /// Takes the entry at a position out.
    pub fn remove(&self, position: usize) {
        let dict = self.dict();
        dict.remove(position);
        // SAFETY: the value is still where it was.
        unsafe { give_up(self.types().1, dict.value_place(position)) };
    }

    /// A part of the entry at a position.
    #[inline]
    pub fn part<'py>(&self, py: Python<'py>, position: usize, part: DictPart) -> PyResult<Bound<'py, PyAny>> {
        let (dict, (key, value)) = (self.dict(), self.types());
        // SAFETY: an entry that is there.
        unsafe {
            match part {
                DictPart::Keys => object_at(py, key, dict.key_place(position)),
                DictPart::Values => object_at(py, value, dict.value_place(position)),
                DictPart::Items => {
                    let key = object_at(py, key, dict.key_place(position))?;
                    let value = object_at(py, value, dict.value_place(position))?;
                    Ok(PyTuple::new(py, [key, value])?.into_any())
                }
            }
        }
    }

    /// A part of all entries.
    pub fn parts<'py>(&self, py: Python<'py>, part: DictPart) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let positions: Vec<usize> = self.dict().positions_in_order().collect();
        positions.into_iter().map(|position| self.part(py, position, part)).collect()
    }

    /// A copy that shares the items.
    pub fn copied(&self) -> PyResult<Self> {
        // SAFETY: the word of a dict.
        let made = unsafe { whole::dict_copy(self.word()) };
        if made.is_null() { Err(no_memory()) } else { Ok(Entries::of_owner(made as u64)) }
    }

    /// Gives all entries up.
    pub fn clear(&self) {
        self.dict().clear();
    }
}

/// What finds keys that compiled code compares.
fn own_keys(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("coluber.typed.own_keys")
}

/// KeyError with the key.
pub fn key_error(key: &Bound<'_, PyAny>) -> PyErr {
    PyKeyError::new_err((key.clone().unbind(),))
}

/// The name of a type, or of none.
pub fn name_of(ty: Ty) -> String {
    if ty == Ty::undefined() { "Undefined".to_owned() } else { ty.to_string() }
}
