//! The slots of Python's sets: where their items lie in the hash table, which is what their order comes from.
//!
//! A set that is passed to compiled code keeps its slots there, and one that comes back has those of the set that it was made of. What the
//! interpreter's header declares of its sets is read and written; the first set tells whether it is so.

use coluber_runtime::dicts::slots::{Slot, Slots};
use pyo3::ffi::{self, PyObject, PySetObject};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PySet};

/// A slot of the table of a set.
#[repr(C)]
#[derive(Clone, Copy)]
struct Entry {
    key: *mut PyObject,
    hash: ffi::Py_hash_t,
}

/// The hash in slots whose item has gone.
const GONE: ffi::Py_hash_t = -1;

/// What is in a slot of which an item has gone; None where sets are not as they are declared.
fn mark(py: Python<'_>) -> Option<*mut PyObject> {
    static MARK: PyOnceLock<Option<usize>> = PyOnceLock::new();
    MARK.get_or_init(py, || found_mark(py).ok().flatten()).map(|address| address as *mut PyObject)
}

/// Looks into a set of two small numbers, of which one has gone.
fn found_mark(py: Python<'_>) -> PyResult<Option<usize>> {
    let set = PySet::new(py, [3, 5])?;
    set.discard(3)?;
    let object = set.as_ptr().cast::<PySetObject>();
    // SAFETY: a set that is alive; a table within the object is not beyond its end.
    unsafe {
        let declared = ((*object).fill, (*object).used, (*object).mask) == (2, 1, 7);
        let own = (&raw const (*object).smalltable).cast::<Entry>();
        if !declared || (*object).table.cast_const().cast() != own {
            return Ok(None);
        }
        let (gone, there) = (own.add(3).read(), own.add(5).read());
        let is_so = gone.hash == GONE && there.hash == 5 && Bound::from_borrowed_ptr(py, there.key).eq(5)?;
        Ok(is_so.then_some(gone.key as usize))
    }
}

/// The entries of a set, which do not change until Python code runs.
fn entries<'a>(set: &'a Bound<'_, PyAny>) -> &'a [Entry] {
    let object = set.as_ptr().cast::<PySetObject>();
    // SAFETY: a set or frozenset, as the caller knows; its table has one entry more than the mask says.
    unsafe { std::slice::from_raw_parts((*object).table.cast_const().cast(), (*object).mask as usize + 1) }
}

/// The slots of a set or frozenset, whose items have positions in the order in which the set gives them, and the hashes of these.
pub fn of(set: &Bound<'_, PyAny>) -> Option<(Slots, Vec<u64>)> {
    mark(set.py())?;
    let mut hashes = Vec::new();
    let slots = entries(set).iter().map(|entry| match entry {
        Entry { key, .. } if key.is_null() => Slot::Free,
        Entry { hash: GONE, .. } => Slot::Gone,
        Entry { hash, .. } => {
            hashes.push(hash.cast_unsigned() as u64);
            Slot::Item(hashes.len() - 1)
        }
    });
    // SAFETY: a set or frozenset.
    let finger = unsafe { (*set.as_ptr().cast::<PySetObject>()).finger };
    let slots = Slots::with(slots, finger as usize)?;
    Some((slots, hashes))
}

/// The indices of the items of a frozenset in an order in which they can be added so that they lie as in the set that a display makes of it:
/// one with room for so many from the start, to which the items come in the order of the frozenset, or as they lie in it.
pub fn order_of_display(frozen: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let set = frozen.py().get_type::<PySet>().call1((frozen,))?;
    let items: Vec<Bound<'_, PyAny>> = frozen.try_iter()?.collect::<PyResult<_>>()?;
    let shown: Vec<Bound<'_, PyAny>> = set.try_iter()?.collect::<PyResult<_>>()?;
    let hashes = shown.iter().map(Bound::hash).collect::<PyResult<Vec<_>>>()?;
    let order =
        of(&set).and_then(|(slots, _)| slots.order_of_adding(&hashes)).unwrap_or_else(|| (0..shown.len()).collect());
    let index = |position: &usize| items.iter().position(|item| item.is(&shown[*position]));
    Ok(order.iter().filter_map(index).map(|index| index as u32).collect())
}

/// Whether nothing else refers to an object.
pub fn is_alone(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: a live object.
    unsafe { ffi::Py_REFCNT(object.as_ptr()) == 1 }
}

/// Gives an empty set items that lie in these slots, by their positions. False where it can't be done; then the set is as it was.
pub fn install(set: &Bound<'_, PyAny>, slots: &Slots, items: &[Bound<'_, PyAny>]) -> PyResult<bool> {
    let py = set.py();
    let Some(mark) = mark(py) else { return Ok(false) };
    let hashes = items.iter().map(Bound::hash).collect::<PyResult<Vec<_>>>()?;
    if !slots.is_where(&hashes) {
        return Ok(false);
    }
    let entry = |slot| match slot {
        Slot::Free => Entry { key: std::ptr::null_mut(), hash: 0 },
        Slot::Gone => Entry { key: mark, hash: GONE },
        Slot::Item(position) => Entry { key: items[position].clone().into_ptr(), hash: hashes[position] },
    };
    // SAFETY: the set is empty, and its table the one in the object: it was cleared. A larger table is memory of the interpreter's
    // allocator, which gives it back; each entry has a reference of its own.
    unsafe {
        let object = set.as_ptr().cast::<PySetObject>();
        let own = (&raw mut (*object).smalltable).cast::<Entry>();
        if (*object).fill != 0 || (*object).table.cast::<Entry>() != own {
            return Ok(false);
        }
        let table = match slots.count() {
            8 => own,
            more => ffi::PyMem_Malloc(more * size_of::<Entry>()).cast(),
        };
        if table.is_null() {
            return Err(pyo3::exceptions::PyMemoryError::new_err(()));
        }
        slots.all().enumerate().for_each(|(k, slot)| table.add(k).write(entry(slot)));
        (*object).table = table.cast();
        (*object).mask = slots.count() as isize - 1;
        (*object).fill = slots.fill() as isize;
        (*object).used = items.len() as isize;
        (*object).finger = slots.finger() as isize;
    }
    Ok(true)
}
