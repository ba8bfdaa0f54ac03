//! `typed.Dict`: a dict of the runtime that Python sees. Compiled code is given the same memory.

use super::entries::{Entries, key_error, name_of};
use super::iterators::DictIterator;
use super::operands::{DictLike, items_of};
use super::set::TypedSet;
use coluber_types::{DictPart, Kind, Ty};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet, PyTuple, PyType};

/// A dict whose keys have one type, and whose values have one.
#[pyclass(name = "Dict", module = "coluber.typed", frozen, weakref)]
pub struct TypedDict {
    pub(super) entries: Entries,
}

/// The object of a dict or set, which takes over a reference.
pub fn wrap(py: Python<'_>, owner: u64, is_set: bool) -> PyResult<Bound<'_, PyAny>> {
    let entries = Entries::of_owner(owner);
    Ok(match is_set {
        true => Bound::new(py, TypedSet { entries })?.into_any(),
        false => Bound::new(py, TypedDict { entries })?.into_any(),
    })
}

/// The type and the owner word of a typed dict or set.
pub fn parts(object: &Bound<'_, PyAny>) -> Option<(Ty, u64)> {
    if let Ok(dict) = object.cast::<TypedDict>() {
        let entries = &dict.get().entries;
        let (key, value) = entries.types();
        return Some((if entries.is_settled() { Ty::dict(key, value) } else { Ty::fresh_dict() }, entries.owner()));
    }
    let entries = &object.cast::<TypedSet>().ok()?.get().entries;
    let ty = if entries.is_settled() { Ty::set(entries.types().0) } else { Ty::fresh_set() };
    Some((ty, entries.owner()))
}

fn entries_of<'a>(object: &'a Bound<'_, PyAny>, is_set: bool) -> Option<&'a Entries> {
    match is_set {
        true => object.cast::<TypedSet>().ok().map(|set| &set.get().entries),
        false => object.cast::<TypedDict>().ok().map(|dict| &dict.get().entries),
    }
}

/// The owner word of a typed dict or set of these types, which one without types gets.
pub fn borrowed(object: &Bound<'_, PyAny>, types: (Ty, Ty), is_set: bool) -> PyResult<Option<u64>> {
    let Some(entries) = entries_of(object, is_set) else { return Ok(None) };
    if !entries.is_settled() {
        entries.settle(types)?;
    }
    Ok((entries.types() == types).then(|| entries.owner()))
}

/// The owner word, with a reference, of a dict or set of these types: the same one for a typed one that has them, else a copy.
pub fn shared_or_copied(object: &Bound<'_, PyAny>, types: (Ty, Ty), is_set: bool) -> PyResult<u64> {
    let known = entries_of(object, is_set);
    if let Some(owner) = borrowed(object, types, is_set)? {
        // SAFETY: the object keeps the dict alive.
        unsafe { coluber_runtime::retain(owner as usize as *const u8) };
        return Ok(owner);
    }
    let is_other = if is_set { !object.is_instance_of::<PySet>() } else { !object.is_instance_of::<PyDict>() };
    if known.is_none() && is_other {
        let wanted = if is_set { "set" } else { "dict" };
        let text = format!("expected a {wanted}, got {}", object.get_type().name()?);
        return Err(crate::errors::plain(object.py(), "TypingError", &text));
    }
    let made = Entries::make(types)?;
    match is_set {
        true => object.try_iter()?.try_for_each(|item| made.set(&item?, None))?,
        false => update(&made, object)?,
    }
    Ok(made.reference())
}

/// Puts the entries of a mapping, or pairs, into a dict.
fn update(entries: &Entries, other: &Bound<'_, PyAny>) -> PyResult<()> {
    let pairs = match other.getattr_opt("items")? {
        Some(items) => items.call0()?,
        None => other.clone(),
    };
    for (k, pair) in pairs.try_iter()?.enumerate() {
        let pair: Vec<Bound<'_, PyAny>> = pair?.try_iter()?.collect::<PyResult<_>>()?;
        let [key, value] = &pair[..] else {
            let text = format!("dictionary update sequence element #{k} has length {}; 2 is required", pair.len());
            return Err(PyValueError::new_err(text));
        };
        entries.set(key, Some(value))?;
    }
    Ok(())
}

impl TypedDict {
    fn of_types(types: (Ty, Ty)) -> PyResult<Self> {
        Ok(TypedDict { entries: Entries::make(types)? })
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let made = PyDict::new(py);
        for pair in self.entries.parts(py, DictPart::Items)? {
            let (key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = pair.extract()?;
            made.set_item(key, value)?;
        }
        Ok(made)
    }

    fn found<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.entries.find(key)?;
        found.map(|at| self.entries.part(key.py(), at, DictPart::Values)).transpose()
    }
}

/// An iterator over a part of all entries, the last first.
fn backwards<'py>(entries: &Entries, py: Python<'py>, part: DictPart) -> PyResult<Bound<'py, PyAny>> {
    PyList::new(py, entries.parts(py, part)?)?.call_method0("__reversed__")
}

fn view(slf: Bound<'_, TypedDict>, part: DictPart) -> DictView {
    DictView { dict: slf.unbind(), part }
}

#[pymethods]
impl TypedDict {
    /// The class with types of its items, as annotations say it.
    #[classmethod]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, items: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        super::with_items(class, items)
    }

    #[new]
    #[pyo3(signature = (*args, dcttype=None, meminfo=None, n_keys=0, **entries))]
    fn new(
        args: &Bound<'_, PyTuple>,
        dcttype: Option<&Bound<'_, PyAny>>,
        meminfo: Option<&Bound<'_, PyAny>>,
        n_keys: usize,
        entries: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let _ = n_keys;
        if meminfo.is_some() {
            return Err(PyTypeError::new_err("a typed dict can't be made of a meminfo"));
        }
        if args.len() > 1 {
            return Err(PyTypeError::new_err(format!("Dict() expected at most 1 argument, got {}", args.len())));
        }
        let made = match dcttype {
            Some(ty) => match crate::types::type_of_instance(ty).map(|ty| ty.kind()) {
                Some(Kind::Dict { key, value, .. }) => TypedDict::of_types((*key, *value))?,
                _ => return Err(PyTypeError::new_err("dcttype must be a DictType")),
            },
            None => TypedDict::of_types((Ty::undefined(), Ty::undefined()))?,
        };
        if let Ok(items) = args.get_item(0) {
            update(&made.entries, &items)?;
        }
        if let Some(items) = entries {
            update(&made.entries, items)?;
        }
        Ok(made)
    }

    #[classmethod]
    #[pyo3(signature = (key_type, value_type, n_keys=0))]
    fn empty(
        _class: &Bound<'_, PyType>,
        key_type: &Bound<'_, PyAny>,
        value_type: &Bound<'_, PyAny>,
        n_keys: usize,
    ) -> PyResult<Self> {
        let _ = n_keys;
        TypedDict::of_types((super::set::given(key_type)?, super::set::given(value_type)?))
    }

    /// A dict with these keys, which have one value.
    #[classmethod]
    #[pyo3(signature = (keys, value=None))]
    fn fromkeys(
        class: &Bound<'_, PyType>,
        keys: &Bound<'_, PyAny>,
        value: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let made = TypedDict::of_types((Ty::undefined(), Ty::undefined()))?;
        let none = class.py().None().into_bound(class.py());
        let value = value.unwrap_or(&none);
        keys.try_iter()?.try_for_each(|key| made.entries.set(&key?, Some(value)))?;
        Ok(made)
    }

    fn __or__(&self, other: DictLike<'_>) -> PyResult<Self> {
        let made = self.copy()?;
        update(&made.entries, &other.0)?;
        Ok(made)
    }

    fn __ror__(slf: Bound<'_, Self>, other: DictLike<'_>) -> PyResult<Self> {
        let made = TypedDict::of_types(slf.get().entries.types())?;
        update(&made.entries, &other.0)?;
        update(&made.entries, &slf)?;
        Ok(made)
    }

    fn __ior__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        update(&self.entries, other)
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        backwards(&self.entries, py, DictPart::Keys)
    }

    fn __len__(&self) -> usize {
        self.entries.len()
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.found(key)?.ok_or_else(|| key_error(key))
    }

    fn __setitem__(&self, key: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.entries.set(key, Some(value))
    }

    fn __delitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<()> {
        let at = self.entries.find(key)?.ok_or_else(|| key_error(key))?;
        self.entries.remove(at);
        Ok(())
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.entries.find(key)?.is_some())
    }

    fn __iter__(slf: Bound<'_, Self>) -> DictIterator {
        DictIterator::new(slf.get().entries.share(), DictPart::Keys, "dictionary")
    }

    fn keys(slf: Bound<'_, Self>) -> DictView {
        view(slf, DictPart::Keys)
    }

    fn values(slf: Bound<'_, Self>) -> DictView {
        view(slf, DictPart::Values)
    }

    fn items(slf: Bound<'_, Self>) -> DictView {
        view(slf, DictPart::Items)
    }

    #[pyo3(signature = (key, default=None))]
    fn get<'py>(
        &self,
        key: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.found(key)?.or(default))
    }

    #[pyo3(signature = (key, default=None))]
    fn setdefault<'py>(
        &self,
        key: &Bound<'py, PyAny>,
        default: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(found) = self.found(key)? {
            return Ok(found);
        }
        let none = key.py().None().into_bound(key.py());
        self.entries.set(key, Some(default.unwrap_or(&none)))?;
        self.__getitem__(key)
    }

    #[pyo3(signature = (key, *default))]
    fn pop<'py>(&self, key: &Bound<'py, PyAny>, default: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        match self.entries.find(key)? {
            Some(at) => {
                let value = self.entries.part(key.py(), at, DictPart::Values)?;
                self.entries.remove(at);
                Ok(value)
            }
            None => default.get_item(0).map_err(|_| key_error(key)),
        }
    }

    fn popitem<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let last = self.entries.dict().last();
        let at = last.ok_or_else(|| PyKeyError::new_err("popitem(): dictionary is empty"))?;
        let pair = self.entries.part(py, at, DictPart::Items)?;
        self.entries.remove(at);
        Ok(pair)
    }

    #[pyo3(signature = (*others, **entries))]
    fn update(&self, others: &Bound<'_, PyTuple>, entries: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        others.iter().try_for_each(|other| update(&self.entries, &other))?;
        entries.map_or(Ok(()), |items| update(&self.entries, items))
    }

    fn clear(&self) {
        self.entries.clear();
    }

    fn copy(&self) -> PyResult<Self> {
        Ok(TypedDict { entries: self.entries.copied()? })
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__<'py>(own: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let (py, this) = (memo.py(), own.get());
        let made = Bound::new(py, TypedDict::of_types(this.entries.types())?)?;
        // Values may hold the dict.
        memo.set_item(own.as_ptr() as usize, &made)?;
        let items = py.import("copy")?.getattr("deepcopy")?.call1((this.to_dict(py)?, memo))?;
        update(&made.get().entries, &items)?;
        Ok(made)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (key, value) = self.entries.types();
        let types = match self.entries.is_settled() {
            false => py.None().into_bound(py),
            true => {
                (crate::types::to_python(py, key)?, crate::types::to_python(py, value)?).into_pyobject(py)?.into_any()
            }
        };
        // Values may hold the dict: they follow.
        let (make, entries) = (py.import("coluber.typed")?.getattr("_dict_of")?, self.to_dict(py)?.items().try_iter()?);
        (make, (types, PyDict::new(py)), py.None(), py.None(), entries).into_pyobject(py)
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let theirs = match (other.cast::<TypedDict>(), other.cast::<PyDict>()) {
            (Ok(dict), _) => dict.get().to_dict(py)?,
            (_, Ok(dict)) => dict.clone(),
            _ => return Ok(py.NotImplemented().into_bound(py)),
        };
        Ok(self.to_dict(py)?.eq(theirs)?.into_pyobject(py)?.to_owned().into_any())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.to_dict(py)?.repr()?.to_string())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (key, value) = self.entries.types();
        Ok(format!("DictType[{},{}]({})", name_of(key), name_of(value), self.__str__(py)?))
    }

    #[getter]
    fn _numba_type_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (key, value) = self.entries.types();
        match self.entries.is_settled() {
            false => Err(PyTypeError::new_err("invalid operation on untyped dictionary")),
            true => crate::types::to_python(py, Ty::dict(key, value)),
        }
    }

    #[getter]
    fn _typed(&self) -> bool {
        self.entries.is_settled()
    }

    #[classattr]
    fn __hash__() -> Option<Py<PyAny>> {
        None
    }
}

/// `dict.keys()`, `dict.values()`, `dict.items()`
#[pyclass(module = "coluber.typed", frozen)]
pub struct DictView {
    dict: Py<TypedDict>,
    part: DictPart,
}

impl DictView {
    /// The keys or entries as a set of Python's, which the operators of sets take.
    fn to_set<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySet>> {
        PySet::new(py, self.dict.get().entries.parts(py, self.part)?)
    }

    /// What a method of that set gives for another one. Values are no set: they have no operators.
    fn combined<'py>(&self, name: &str, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match self.part {
            DictPart::Values => Ok(py.NotImplemented().into_bound(py)),
            _ => self.to_set(py)?.call_method1(name, (other,)),
        }
    }

    /// As `combined`, for the operators whose operands are both sets.
    fn compared<'py>(&self, name: &str, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let is_values = other.cast::<DictView>().is_ok_and(|view| view.get().part == DictPart::Values);
        let is_view = other.is_instance_of::<DictView>() && !is_values;
        if self.part == DictPart::Values || !(is_view || other.is_instance(&abstract_set(py)?)?) {
            return Ok(py.NotImplemented().into_bound(py));
        }
        self.to_set(py)?.call_method1(name, (PySet::new(py, items_of(other)?)?,))
    }
}

fn abstract_set(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("collections.abc")?.getattr("Set")
}

#[pymethods]
impl DictView {
    fn __and__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined("intersection", other)
    }

    fn __rand__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined("intersection", other)
    }

    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined("union", other)
    }

    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined("union", other)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined("difference", other)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match self.part {
            DictPart::Values => Ok(py.NotImplemented().into_bound(py)),
            _ => PySet::new(py, items_of(other)?)?.call_method1("difference", (self.to_set(py)?,)),
        }
    }

    fn __xor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined("symmetric_difference", other)
    }

    fn __rxor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combined("symmetric_difference", other)
    }

    fn isdisjoint<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.to_set(other.py())?.call_method1("isdisjoint", (other,))
    }

    fn __richcmp__<'py>(
        slf: Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let name = match op {
            CompareOp::Lt => "__lt__",
            CompareOp::Le => "__le__",
            CompareOp::Eq => "__eq__",
            CompareOp::Ne => "__ne__",
            CompareOp::Gt => "__gt__",
            CompareOp::Ge => "__ge__",
        };
        slf.get().compared(name, other)
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        backwards(&self.dict.get().entries, py, self.part)
    }

    fn __len__(&self) -> usize {
        self.dict.get().entries.len()
    }

    fn __iter__(&self) -> DictIterator {
        DictIterator::new(self.dict.get().entries.share(), self.part, "dictionary")
    }

    fn __contains__(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        let entries = &self.dict.get().entries;
        if self.part == DictPart::Keys {
            return Ok(entries.find(object)?.is_some());
        }
        for other in entries.parts(object.py(), self.part)? {
            if other.eq(object)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = match self.part {
            DictPart::Keys => "KeysView",
            DictPart::Values => "ValuesView",
            DictPart::Items => "ItemsView",
        };
        Ok(format!("{name}({})", self.dict.get().__repr__(py)?))
    }
}
