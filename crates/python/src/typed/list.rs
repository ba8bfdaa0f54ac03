//! `typed.List`: a list of the runtime that Python sees. Compiled code is given the same memory.

use super::iterators::ListIterator;
use super::operands::ListLike;
use super::value::{Item, give_up, no_memory, object_at, raised, type_for, type_word};
use coluber_runtime::items::ItemType;
use coluber_runtime::lists::{List, edit, list_retype, order, slices};
use coluber_types::containers::has_order;
use coluber_types::{Kind, ListForm, Ty};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyTuple, PyType};
use std::sync::atomic::{AtomicBool, Ordering};

/// A list whose items have one type.
#[pyclass(name = "List", module = "coluber.typed", frozen, weakref, sequence)]
pub struct TypedList {
    owner: usize,
    mutable: AtomicBool,
}

impl Drop for TypedList {
    fn drop(&mut self) {
        crate::owner::release(self.owner as u64);
    }
}

/// The object of a list, which takes over a reference.
pub fn wrap(py: Python<'_>, owner: u64) -> PyResult<Bound<'_, PyAny>> {
    Ok(Bound::new(py, TypedList::of_owner(owner))?.into_any())
}

/// The type of items and the owner word of a list.
pub fn parts(object: &Bound<'_, PyAny>) -> Option<(Ty, u64)> {
    let list = object.cast::<TypedList>().ok()?.get();
    Some((list.item(), list.owner as u64))
}

/// The type of a list with items of a type.
pub fn list_type(item: Ty) -> Ty {
    match item == Ty::undefined() {
        true => Ty::fresh_typed_list(),
        false => Ty::new(Kind::List { item, form: ListForm::Typed, site: None }),
    }
}

/// The owner word, with a reference, of a list with items of this type: the same one for a typed list that has them, else a copy.
pub fn shared_or_copied(object: &Bound<'_, PyAny>, item: Ty) -> PyResult<u64> {
    if let Some(owner) = borrowed(object, item)? {
        // SAFETY: the object keeps the list alive.
        unsafe { coluber_runtime::retain(owner as usize as *const u8) };
        return Ok(owner);
    }
    let made = TypedList::with_items(item, 0)?;
    made.append_all(object)?;
    // SAFETY: as above; the object that was made for a moment gives its own reference up.
    unsafe { coluber_runtime::retain(made.owner as *const u8) };
    Ok(made.owner as u64)
}

/// The owner word of a typed list with items of this type, which one without a type gets.
pub fn borrowed(object: &Bound<'_, PyAny>, item: Ty) -> PyResult<Option<u64>> {
    let Ok(list) = object.cast::<TypedList>() else { return Ok(None) };
    let list = list.get();
    if list.item() == Ty::undefined() {
        list.settle(item);
    }
    Ok((list.item().bare() == item.bare()).then_some(list.owner as u64))
}

impl TypedList {
    fn of_owner(owner: u64) -> Self {
        TypedList { owner: owner as usize, mutable: AtomicBool::new(true) }
    }

    fn with_items(item: Ty, room: usize) -> PyResult<Self> {
        let owner = List::make(ItemType::new(item), room).ok_or_else(no_memory)?;
        Ok(TypedList::of_owner(owner as u64))
    }

    fn word(&self) -> *mut u8 {
        self.owner as *mut u8
    }

    /// The list. What it gives is used before Python code can run.
    #[inline(always)]
    fn list<'a>(&self) -> &'a mut List {
        // SAFETY: the object has a reference, and the interpreter lets one thread at a time here.
        unsafe { List::of(self.owner as *mut u8) }
    }

    #[inline(always)]
    fn item(&self) -> Ty {
        self.list().item_type().ty
    }

    pub(super) fn len(&self) -> usize {
        self.list().len()
    }

    /// Gives an empty list without a type one.
    fn settle(&self, item: Ty) {
        let mut word = type_word(item);
        // SAFETY: the word of a list and the address of one with the number of a type.
        unsafe { list_retype(self.word(), (&raw mut word).cast()) };
    }

    /// The type of the items, which the first one decides.
    #[inline]
    fn item_for(&self, first: &Bound<'_, PyAny>) -> PyResult<Ty> {
        let item = self.item();
        if item != Ty::undefined() {
            return Ok(item);
        }
        let found = type_for(first)?;
        self.settle(found);
        Ok(found)
    }

    fn check_mutable(&self) -> PyResult<()> {
        match self.mutable.load(Ordering::Relaxed) {
            true => Ok(()),
            false => Err(PyValueError::new_err("list is immutable")),
        }
    }

    fn append_all(&self, items: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(other) = items.cast::<TypedList>()
            && other.get().item() != Ty::undefined()
        {
            let other = other.get();
            if self.item() == Ty::undefined() {
                self.settle(other.item());
            }
            if self.item() == other.item() {
                // SAFETY: two lists of one type.
                let status = unsafe { edit::list_extend(self.word(), other.word()) };
                return if status == coluber_abi::OK { Ok(()) } else { Err(raised(items.py())) };
            }
        }
        items.try_iter()?.try_for_each(|item| self.push(&item?))
    }

    #[inline]
    fn push(&self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let ty = self.item_for(object)?;
        let item = Item::of(object, ty)?;
        let place = self.list().open_end().ok_or_else(no_memory)?;
        // SAFETY: the place for one more item.
        unsafe { item.write(ty, place) };
        Ok(())
    }

    /// The object of an item.
    #[inline]
    pub(super) fn object<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let list = self.list();
        // SAFETY: the index is in range.
        unsafe { object_at(py, list.item_type().ty, list.place(index)) }
    }

    /// An index in range.
    #[inline]
    fn index_in_range(&self, index: &Bound<'_, PyAny>, what: &'static str) -> PyResult<usize> {
        let index: isize =
            index.extract().map_err(|error: PyErr| match error.is_instance_of::<PyTypeError>(index.py()) {
                true => PyTypeError::new_err("list indices must be integers or slices"),
                false => PyIndexError::new_err(what),
            })?;
        let length = self.len() as isize;
        let index = if index < 0 { index + length } else { index };
        if (0..length).contains(&index) { Ok(index as usize) } else { Err(PyIndexError::new_err(what)) }
    }

    /// Takes an item out.
    fn take<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let object = self.object(py, index)?;
        self.remove_at(index);
        Ok(object)
    }

    fn remove_at(&self, index: usize) {
        let list = self.list();
        // SAFETY: the index is in range; the item is given up when its place has been closed around a copy of it.
        unsafe {
            let size = list.item_type().size();
            let mut gone = vec![0u64; size.div_ceil(8).max(1)];
            std::ptr::copy_nonoverlapping(list.place(index), gone.as_mut_ptr().cast(), size);
            edit::list_close(self.word(), index as i64);
            give_up(list.item_type().ty, gone.as_mut_ptr().cast());
        }
    }

    /// The first position from `start` to `stop` of an item that is equal.
    fn position(&self, object: &Bound<'_, PyAny>, start: usize, stop: usize) -> PyResult<Option<usize>> {
        let mut at = start;
        while at < stop.min(self.len()) {
            if self.object(object.py(), at)?.eq(object)? {
                return Ok(Some(at));
            }
            at += 1;
        }
        Ok(None)
    }

    fn objects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, (0..self.len()).map(|k| self.object(py, k)).collect::<PyResult<Vec<_>>>()?)
    }

    /// Puts other items in the place of all.
    fn replace_all(&self, py: Python<'_>, items: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set_span(py, (0, i64::MAX, 1), items)
    }

    fn set_span(&self, py: Python<'_>, (start, stop, step): (i64, i64, i64), items: &Bound<'_, PyAny>) -> PyResult<()> {
        let other = TypedList::with_items(self.item(), 0)?;
        other.append_all(items)?;
        if self.item() == Ty::undefined() {
            self.settle(other.item());
        }
        // SAFETY: two lists of one type.
        let status = unsafe { slices::list_set_slice(self.word(), start, stop, step, other.word()) };
        if status == coluber_abi::OK { Ok(()) } else { Err(raised(py)) }
    }

    fn made<'py>(&self, py: Python<'py>, owner: *mut u8) -> PyResult<Bound<'py, PyAny>> {
        if owner.is_null() { Err(raised(py)) } else { wrap(py, owner as u64) }
    }

    /// An empty list of the type that a program gives for items, or for the list.
    fn empty_of(item: &Bound<'_, PyAny>, allocated: usize) -> PyResult<Self> {
        let ty = crate::types::type_of_instance(item).ok_or_else(|| {
            let text = item.repr().map_or_else(|_| String::new(), |text| text.to_string());
            crate::errors::plain(item.py(), "TypingError", &format!("{text} is not a type"))
        })?;
        TypedList::with_items(ty.stored(), allocated)
    }
}

/// The numbers of a slice as the runtime takes them.
fn span_of(slice: &Bound<'_, PySlice>) -> PyResult<(i64, i64, i64)> {
    let (mut start, mut stop, mut step) = (0, 0, 0);
    // SAFETY: a live slice and three places.
    match unsafe { ffi::PySlice_Unpack(slice.as_ptr(), &mut start, &mut stop, &mut step) } {
        0 => Ok((start as i64, stop as i64, step as i64)),
        _ => Err(PyErr::fetch(slice.py())),
    }
}

#[pymethods]
impl TypedList {
    /// The class with types of its items, as annotations say it.
    #[classmethod]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, items: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        super::with_items(class, items)
    }

    #[new]
    #[pyo3(signature = (*args, lsttype=None, meminfo=None, allocated=0))]
    fn new(
        args: &Bound<'_, PyTuple>,
        lsttype: Option<&Bound<'_, PyAny>>,
        meminfo: Option<&Bound<'_, PyAny>>,
        allocated: usize,
    ) -> PyResult<Self> {
        if meminfo.is_some() {
            return Err(PyTypeError::new_err("a typed list can't be made of a meminfo"));
        }
        if args.len() > 1 {
            return Err(PyTypeError::new_err(format!("List() expected at most 1 argument, got {}", args.len())));
        }
        let made = match lsttype {
            Some(ty) => match crate::types::type_of_instance(ty).map(|ty| ty.kind()) {
                Some(Kind::List { item, .. }) => TypedList::with_items(*item, allocated)?,
                _ => return Err(PyTypeError::new_err("lsttype must be a ListType")),
            },
            None => TypedList::with_items(Ty::undefined(), allocated)?,
        };
        if let Ok(items) = args.get_item(0) {
            if items.try_iter().is_err() {
                return Err(PyTypeError::new_err("List() argument must be iterable"));
            }
            made.append_all(&items)?;
        }
        Ok(made)
    }

    #[classmethod]
    #[pyo3(signature = (item_type, allocated=0))]
    fn empty_list(_class: &Bound<'_, PyType>, item_type: &Bound<'_, PyAny>, allocated: usize) -> PyResult<Self> {
        TypedList::empty_of(item_type, allocated)
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            let (start, stop, step) = span_of(slice)?;
            // SAFETY: the word of a list.
            let made = unsafe { slices::list_slice(self.word(), start, stop, step) };
            return self.made(index.py(), made);
        }
        let at = self.index_in_range(index, "list index out of range")?;
        self.object(index.py(), at)
    }

    fn getitem_unchecked<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__getitem__(index)
    }

    fn __setitem__(&self, index: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_mutable()?;
        if let Ok(slice) = index.cast::<PySlice>() {
            return self.set_span(index.py(), span_of(slice)?, value);
        }
        let ty = self.item_for(value)?;
        let item = Item::of(value, ty)?;
        let at = self.index_in_range(index, "list assignment index out of range")?;
        let place = self.list().place(at);
        // SAFETY: an item of the list, whose place gets another.
        unsafe {
            give_up(ty, place);
            item.write(ty, place);
        }
        Ok(())
    }

    fn __delitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_mutable()?;
        if let Ok(slice) = index.cast::<PySlice>() {
            let (start, stop, step) = span_of(slice)?;
            // SAFETY: the word of a list.
            let status = unsafe { slices::list_delete_slice(self.word(), start, stop, step) };
            return if status == coluber_abi::OK { Ok(()) } else { Err(raised(index.py())) };
        }
        let at = self.index_in_range(index, "list assignment index out of range")?;
        self.remove_at(at);
        Ok(())
    }

    fn __contains__(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position(object, 0, usize::MAX)?.is_some())
    }

    fn __iter__(slf: Bound<'_, Self>) -> ListIterator {
        ListIterator::new(slf.unbind())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.objects(py)?.call_method0("__reversed__")
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let theirs = match other.cast::<TypedList>() {
            Ok(list) => list.get().objects(py)?,
            Err(_) => match other.cast::<PyList>() {
                Ok(list) => list.clone(),
                Err(_) => return Ok(py.NotImplemented().into_bound(py)),
            },
        };
        self.objects(py)?.rich_compare(theirs, op)
    }

    fn __add__(slf: Bound<'_, Self>, other: ListLike<'_>) -> PyResult<Self> {
        let made = TypedList::with_items(slf.get().item(), 0)?;
        made.append_all(&slf)?;
        made.append_all(&other.0)?;
        Ok(made)
    }

    fn __radd__(slf: Bound<'_, Self>, other: ListLike<'_>) -> PyResult<Self> {
        let made = TypedList::with_items(slf.get().item(), 0)?;
        made.append_all(&other.0)?;
        made.append_all(&slf)?;
        Ok(made)
    }

    fn __mul__(slf: Bound<'_, Self>, count: isize) -> PyResult<Self> {
        let made = TypedList::with_items(slf.get().item(), 0)?;
        (0..count).try_for_each(|_| made.append_all(&slf))?;
        Ok(made)
    }

    fn __rmul__(slf: Bound<'_, Self>, count: isize) -> PyResult<Self> {
        TypedList::__mul__(slf, count)
    }

    fn __imul__(slf: Bound<'_, Self>, count: isize) -> PyResult<()> {
        let list = slf.get();
        list.check_mutable()?;
        if count <= 0 {
            return list.clear();
        }
        let once = TypedList::with_items(list.item(), 0)?;
        once.append_all(&slf)?;
        let once = Bound::new(slf.py(), once)?;
        (1..count).try_for_each(|_| list.append_all(&once))
    }

    fn __iadd__(&self, items: &Bound<'_, PyAny>) -> PyResult<()> {
        self.extend(items)
    }

    fn append(&self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_mutable()?;
        self.push(item)
    }

    fn extend(&self, iterable: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_mutable()?;
        self.append_all(iterable)
    }

    fn insert(&self, i: i64, item: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_mutable()?;
        let ty = self.item_for(item)?;
        let value = Item::of(item, ty)?;
        // SAFETY: the word of a list; the place is for one more item.
        unsafe {
            let place = edit::list_insert(self.word(), i);
            if place.is_null() {
                return Err(raised(item.py()));
            }
            value.write(ty, place);
        }
        Ok(())
    }

    #[pyo3(signature = (i=None))]
    fn pop<'py>(&self, py: Python<'py>, i: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.check_mutable()?;
        let at = match (i, self.len()) {
            (_, 0) => return Err(PyIndexError::new_err("pop from empty list")),
            (None, count) => count - 1,
            (Some(i), _) => self.index_in_range(i, "pop index out of range")?,
        };
        self.take(py, at)
    }

    fn remove(&self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_mutable()?;
        match self.position(item, 0, usize::MAX)? {
            Some(at) => self.remove_at(at),
            None => return Err(PyValueError::new_err("list.remove(x): x not in list")),
        }
        Ok(())
    }

    fn clear(&self) -> PyResult<()> {
        self.check_mutable()?;
        // SAFETY: the word of a list.
        unsafe { edit::list_clear(self.word()) };
        Ok(())
    }

    fn reverse(&self) -> PyResult<()> {
        self.check_mutable()?;
        // SAFETY: the word of a list.
        unsafe { edit::list_reverse(self.word()) };
        Ok(())
    }

    #[pyo3(signature = (key=None, reverse=false))]
    fn sort(&self, py: Python<'_>, key: Option<&Bound<'_, PyAny>>, reverse: bool) -> PyResult<()> {
        self.check_mutable()?;
        if key.is_none() && has_order(self.item()) {
            // SAFETY: the word of a list whose items the runtime can compare.
            unsafe { order::list_sort(self.word(), reverse) };
            return Ok(());
        }
        let items = self.objects(py)?;
        let options = PyDict::new(py);
        options.set_item("key", key)?;
        options.set_item("reverse", reverse)?;
        items.call_method("sort", (), Some(&options))?;
        self.replace_all(py, &items)
    }

    #[pyo3(signature = (item, start=0, stop=isize::MAX))]
    fn index(&self, item: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let length = self.len() as isize;
        let place = |k: isize| if k < 0 { (k + length).max(0) } else { k } as usize;
        let found = self.position(item, place(start), place(stop))?;
        found.ok_or_else(|| PyValueError::new_err("item not in list"))
    }

    fn count(&self, item: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (mut total, mut at) = (0, 0);
        while let Some(found) = self.position(item, at, usize::MAX)? {
            (total, at) = (total + 1, found + 1);
        }
        Ok(total)
    }

    fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: the word of a list.
        let made = unsafe { slices::list_slice(self.word(), 0, i64::MAX, 1) };
        self.made(py, made)
    }

    fn __copy__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.copy(py)
    }

    fn __deepcopy__<'py>(own: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (memo.py(), own.get());
        let made = Bound::new(py, TypedList::with_items(this.item(), this.len())?)?;
        // Items may hold the list.
        memo.set_item(own.as_ptr() as usize, &made)?;
        let items = py.import("copy")?.getattr("deepcopy")?.call1((this.objects(py)?, memo))?;
        made.get().append_all(&items)?;
        Ok(made.into_any())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let ty = match self.item() == Ty::undefined() {
            true => py.None().into_bound(py),
            false => crate::types::to_python(py, self.item())?,
        };
        let make = py.import("coluber.typed")?.getattr("_list_of")?;
        // Items may hold the list: they follow.
        (make, (ty, PyTuple::empty(py)), py.None(), self.objects(py)?.try_iter()?).into_pyobject(py)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.objects(py)?.repr()?.to_string())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let item = self.item();
        let name = if item == Ty::undefined() { "Undefined".to_owned() } else { item.to_string() };
        Ok(format!("ListType[{name}]({})", self.__str__(py)?))
    }

    #[getter]
    fn _numba_type_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.item() == Ty::undefined() {
            true => Err(PyTypeError::new_err("invalid operation on untyped list")),
            false => crate::types::to_python(py, list_type(self.item())),
        }
    }

    #[getter]
    fn _dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::types::to_python(py, self.item())
    }

    #[getter]
    fn _typed(&self) -> bool {
        self.item() != Ty::undefined()
    }

    fn _allocated(&self) -> usize {
        self.list().capacity()
    }

    fn _is_mutable(&self) -> bool {
        self.mutable.load(Ordering::Relaxed)
    }

    fn _make_immutable(&self) {
        self.mutable.store(false, Ordering::Relaxed);
    }

    fn _make_mutable(&self) {
        self.mutable.store(true, Ordering::Relaxed);
    }

    #[classattr]
    fn __hash__() -> Option<Py<PyAny>> {
        None
    }
}
