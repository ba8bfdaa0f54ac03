//! What the arguments of a call hold: the lists, dicts and sets of the runtime that stand for Python's.

use super::outward::Owned;
use super::{dicts, extension, instances, lists};
use coluber_runtime::circles;
use coluber_runtime::dicts::Dict;
use coluber_runtime::holders::{self, Holder};
use coluber_runtime::instances::Instance;
use coluber_runtime::lists::List;
use coluber_types::Ty;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// The lists, dicts, sets and instances of the runtime that stand for arguments of a call: owner words with a bit that says which, each followed by the object that it was made of. With them the items to which their memory holds no references. The call
/// keeps all these objects alive: code that runs meanwhile, and writing back, may take them out of the lists of the host.
#[derive(Default)]
pub struct Held(Option<Box<Kept>>);

impl Held {
    /// Whether there are none: the usual case, which costs a call nothing else.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn kept(&mut self) -> &mut Kept {
        self.0.get_or_insert_default()
    }

    /// Refuses changes of containers that stand for one of Python's beside others: what was put into one of them the others do not have.
    /// `arguments` are the words of a call.
    pub fn check_ones(&self, py: Python<'_>, arguments: &[u64]) -> PyResult<()> {
        let kept = self.0.as_ref().filter(|kept| kept.has_two);
        kept.and_then(|kept| kept.changed_as_two(arguments)).map_or(Ok(()), |object| {
            // SAFETY: the object is held here.
            let object = unsafe { Bound::from_borrowed_ptr(py, object as usize as *mut PyObject) };
            Err(changed_as_two(&object))
        })
    }

    /// Writes those that have been changed back to Python's.
    pub fn write_back(&self, py: Python<'_>) -> PyResult<()> {
        self.0.as_ref().map_or(Ok(()), |kept| kept.write_back(py))
    }

    /// Does what programs want done with arguments behind a call that has not raised.
    pub fn finish(&self, py: Python<'_>) -> PyResult<()> {
        self.0.as_ref().map_or(Ok(()), |kept| kept.finish(py))
    }

    /// Adds a list that was made of an object.
    pub fn add_list(&mut self, owner: u64, object: *mut PyObject) {
        self.kept().add_list(owner, object);
    }

    /// Adds a dict or set that was made of an object.
    pub fn add_dict(&mut self, owner: u64, object: Bound<'_, PyAny>) {
        self.kept().add_dict(owner, object);
    }

    /// Adds an instance that was made of an object.
    pub fn add_instance(&mut self, owner: u64, object: Bound<'_, PyAny>) {
        let kept = self.kept();
        kept.words.push(owner | INSTANCE);
        kept.keep(object);
    }

    /// Says that an instance was met in several places.
    pub fn met_again(&mut self) {
        self.kept().may_be_circles.set(true);
    }

    /// Says that a container that is held already is about to be held as another one, with items of another type.
    pub fn met_as_another(&mut self) {
        self.kept().has_two = true;
    }

    /// Puts filling an instance off; whether no other one is being filled, so that the caller has to.
    pub fn put_off(&mut self, unfilled: Unfilled) -> bool {
        let kept = self.kept();
        kept.unfilled.push(unfilled);
        !std::mem::replace(&mut kept.is_filling, true)
    }

    /// An instance that is to be filled.
    pub fn next_unfilled(&mut self) -> Option<Unfilled> {
        self.0.as_mut()?.unfilled.pop()
    }

    /// Says that the caller fills no more; those that are left come of a failure.
    pub fn end_filling(&mut self) {
        let kept = self.kept();
        kept.is_filling = false;
        kept.unfilled.clear();
    }

    /// Keeps an object alive during the call.
    pub fn keep(&mut self, object: Bound<'_, PyAny>) {
        self.kept().keep(object);
    }

    /// The owner word that was first made of an object.
    pub fn find(&mut self, object: *mut PyObject) -> Option<u64> {
        self.0.as_mut()?.find(object)
    }

    /// As [`find`](Self::find), without an index.
    pub fn known(&self, object: *mut PyObject) -> Option<u64> {
        self.0.as_ref()?.words.windows(2).filter_map(entry).find(|found| found.1 == object as u64).map(|found| found.0)
    }

    /// A place for [`split_off`](Self::split_off).
    pub fn mark(&self) -> usize {
        self.0.as_ref().map_or(0, |kept| kept.words.len())
    }

    /// Takes what has been added since.
    pub fn split_off(&mut self, mark: usize) -> Held {
        Held(self.0.as_mut().map(|kept| Box::new(kept.split_off(mark))))
    }
}

/// What a call holds when it holds something.
#[derive(Default)]
struct Kept {
    words: Vec<u64>,
    index: Option<Box<Index>>,
    /// Whether instances may hold each other in a circle: one was met in several places, or changed.
    may_be_circles: Cell<bool>,
    unfilled: Vec<Unfilled>,
    is_filling: bool,
    /// Whether several containers may stand for one of Python's.
    has_two: bool,
}

/// A new instance whose fields are still to be given it.
pub struct Unfilled {
    /// The object that has them.
    pub source: Py<PyAny>,
    /// The instance.
    pub owner: Owned,
}

/// The owner words by object, of so many words.
#[derive(Default)]
struct Index {
    owners: FxHashMap<u64, u64>,
    words: usize,
}

/// The bit that marks dicts and sets.
const DICT: u64 = 1;
/// The bit that marks objects.
const OBJECT: u64 = 2;
/// The bit that marks instances.
const INSTANCE: u64 = 4;
/// So many words are looked through without an index.
const FEW: usize = 16;

/// The owner word and the object of a pair of neighbouring words that is one.
fn entry(pair: &[u64]) -> Option<(u64, u64)> {
    match *pair {
        [owner, object] if owner & OBJECT == 0 && object & OBJECT != 0 => {
            Some((owner & !(DICT | INSTANCE), object & !OBJECT))
        }
        _ => None,
    }
}

impl Kept {
    /// Writes those that have been changed back to Python's, containers first: what an object is given of those in its fields
    /// are the objects that they were made of.
    fn write_back(&self, py: Python<'_>) -> PyResult<()> {
        self.words.iter().try_for_each(|&word| match word & (DICT | OBJECT | INSTANCE) {
            0 => lists::write_back(py, word),
            DICT => dicts::write_back(py, word & !DICT),
            _ => Ok(()),
        })?;
        let instances = self.words.iter().filter(|&word| word & (OBJECT | INSTANCE) == INSTANCE);
        instances.map(|word| word & !INSTANCE).try_for_each(|owner| {
            // SAFETY: the word of an instance that is held here.
            if unsafe { Instance::of(owner as usize as *mut u8) }.is_changed() {
                self.may_be_circles.set(true);
            }
            instances::write_back(py, owner)
        })
    }

    /// The container of Python's of which there are several copies in use, of which one has been changed.
    fn changed_as_two(&self, arguments: &[u64]) -> Option<u64> {
        let mut changed: FxHashMap<u64, Vec<bool>> = FxHashMap::default();
        for pair in self.words.windows(2).filter(|pair| pair[0] & INSTANCE == 0) {
            let Some((owner, object)) = entry(pair) else { continue };
            let word = owner as usize as *mut u8;
            // SAFETY: the word of a container that is held here; its bit says of which kind.
            let (is_changed, count) = unsafe {
                let is_changed = match pair[0] & DICT {
                    0 => List::of(word).is_changed(),
                    _ => Dict::of(word).is_changed(),
                };
                (is_changed, coluber_runtime::reference_count(word))
            };
            // One that nothing else holds was given up for a copy with other items.
            if is_changed || count > 1 || arguments.contains(&owner) {
                changed.entry(object).or_default().push(is_changed);
            }
        }
        changed.into_iter().find(|(_, copies)| copies.len() > 1 && copies.contains(&true)).map(|found| found.0)
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        self.words.iter().filter(|&word| word & OBJECT != 0).try_for_each(|&word| {
            // SAFETY: the object that `keep` took a reference to.
            let object = unsafe { Bound::from_borrowed_ptr(py, (word & !OBJECT) as usize as *mut PyObject) };
            extension::finish(&object)
        })
    }

    /// Adds a list that was made of an object.
    fn add_list(&mut self, owner: u64, object: *mut PyObject) {
        self.words.push(owner);
        // SAFETY: a live object; the interpreter is attached while arguments are converted.
        self.keep(unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), object) });
    }

    /// Adds a dict or set that was made of an object.
    fn add_dict(&mut self, owner: u64, object: Bound<'_, PyAny>) {
        self.words.push(owner | DICT);
        self.keep(object);
    }

    /// Keeps an object alive during the call.
    fn keep(&mut self, object: Bound<'_, PyAny>) {
        self.words.push(object.into_ptr() as u64 | OBJECT);
    }

    /// The owner word that was first made of an object.
    fn find(&mut self, object: *mut PyObject) -> Option<u64> {
        let object = object as u64;
        if self.words.len() <= FEW {
            return self.words.windows(2).filter_map(entry).find(|found| found.1 == object).map(|found| found.0);
        }
        let index = self.index.get_or_insert_default();
        for (owner, object) in self.words[index.words.saturating_sub(1)..].windows(2).filter_map(entry) {
            index.owners.entry(object).or_insert(owner);
        }
        index.words = self.words.len();
        index.owners.get(&object).copied()
    }

    /// Takes what has been added since.
    fn split_off(&mut self, mark: usize) -> Kept {
        self.index = None;
        let mut split = Kept::default();
        split.words = self.words.split_off(mark);
        split.may_be_circles.set(self.may_be_circles.get());
        split
    }
}

impl Kept {
    fn free_circles(&self) {
        if !self.may_be_circles.get() {
            return;
        }
        let holder = |&word: &u64| {
            let holder = match word & (DICT | OBJECT | INSTANCE) {
                0 => Holder::List,
                DICT => Holder::Dict,
                INSTANCE => Holder::Instance,
                _ => return None,
            };
            Some((word & !(DICT | INSTANCE), holder))
        };
        let owners: Vec<(u64, Holder)> = self.words.iter().filter_map(holder).collect();
        // SAFETY: each was added with a reference. The call is over, and what runs beside it has references of its own.
        unsafe { circles::free(&owners) };
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.free_circles();
        for &word in &self.words {
            match word & (DICT | OBJECT | INSTANCE) {
                0 => lists::let_go(word),
                DICT => dicts::let_go(word & !DICT),
                INSTANCE => instances::let_go(word & !INSTANCE),
                // SAFETY: the reference that `keep` took; the interpreter is attached before and after a call.
                _ => unsafe { ffi::Py_DECREF((word & !OBJECT) as usize as *mut PyObject) },
            }
        }
    }
}

fn changed_as_two(object: &Bound<'_, PyAny>) -> PyErr {
    let class = object.get_type().name().map_or_else(|_| "container".into(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "a {class} that arguments hold in several places has been changed, and compiled code, which takes items of different types out of \
         these places, has a copy for each of them: give each place a {class} of its own, or begin with an item in it"
    ))
}

/// Writes all that a value holds, which is alive, back to the objects of Python that it was made of: Python code is about to see those.
pub fn write_back_value(py: Python<'_>, ty: Ty, words: &[u64]) -> PyResult<()> {
    // SAFETY: promised by the caller.
    let reached = unsafe { holders::reached(ty, words) };
    reached.into_iter().try_for_each(|(owner, holder)| {
        let word = owner as usize as *mut u8;
        // SAFETY: what a live value holds is alive.
        let origin = unsafe {
            match holder {
                Holder::List => List::of(word).origin(),
                Holder::Dict => Dict::of(word).origin(),
                Holder::Instance => Instance::of(word).origin(),
            }
        };
        match holder {
            _ if origin == 0 => Ok(()),
            Holder::List => lists::write_back(py, owner),
            Holder::Dict => dicts::write_back(py, owner),
            Holder::Instance => instances::write_back(py, owner),
        }
    })
}
