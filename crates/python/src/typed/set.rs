//! `typed.Set`: a set of the runtime that Python sees. Compiled code is given the same memory.

use super::entries::{Entries, key_error, name_of};
use super::iterators::DictIterator;
use super::operands::{SetLike, as_set, items_of};
use coluber_types::{DictPart, Kind, Ty};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// A set whose items have one type.
#[pyclass(name = "Set", module = "coluber.typed", frozen, weakref)]
pub struct TypedSet {
    pub(super) entries: Entries,
}

/// Sets with the items of several objects.
fn as_sets<'py>(others: &Bound<'py, PyTuple>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    others.iter().map(|other| as_set(&other)).collect()
}

/// Whether an item is in all sets.
fn is_in_all(sets: &[Bound<'_, PyAny>], item: &Bound<'_, PyAny>) -> PyResult<bool> {
    for set in sets {
        if !set.contains(item)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether an item is in none of the sets.
fn is_in_none(sets: &[Bound<'_, PyAny>], item: &Bound<'_, PyAny>) -> PyResult<bool> {
    for set in sets {
        if set.contains(item)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The type that an argument gives.
pub(super) fn given(ty: &Bound<'_, PyAny>) -> PyResult<Ty> {
    crate::types::type_of_instance(ty).map(|ty| ty.stored()).ok_or_else(|| {
        let text = ty.repr().map_or_else(|_| String::new(), |text| text.to_string());
        crate::errors::plain(ty.py(), "TypingError", &format!("{text} is not a type"))
    })
}

impl TypedSet {
    fn of_type(item: Ty) -> PyResult<Self> {
        let entries = Entries::make((item, Ty::none()))?;
        entries.dict().set_set();
        Ok(TypedSet { entries })
    }

    fn add_all(&self, items: &Bound<'_, PyAny>) -> PyResult<()> {
        items.try_iter()?.try_for_each(|item| self.entries.set(&item?, None))
    }

    /// A set of this type with some of the items.
    fn sifted<'py>(&self, py: Python<'py>, keep: impl Fn(&Bound<'py, PyAny>) -> PyResult<bool>) -> PyResult<Self> {
        let made = TypedSet::of_type(self.entries.types().0)?;
        for item in self.entries.parts(py, DictPart::Keys)? {
            if keep(&item)? {
                made.entries.set(&item, None)?;
            }
        }
        Ok(made)
    }

    /// Takes the items out that are not to be kept.
    fn keep<'py>(&self, py: Python<'py>, keep: impl Fn(&Bound<'py, PyAny>) -> PyResult<bool>) -> PyResult<()> {
        for item in self.entries.parts(py, DictPart::Keys)? {
            if !keep(&item)? {
                self.take_out(&item)?;
            }
        }
        Ok(())
    }

    fn take_out(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        let found = self.entries.find(item)?;
        found.into_iter().for_each(|at| self.entries.remove(at));
        Ok(found.is_some())
    }
}

#[pymethods]
impl TypedSet {
    /// The class with types of its items, as annotations say it.
    #[classmethod]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, items: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        super::with_items(class, items)
    }

    #[new]
    #[pyo3(signature = (*args, settype=None, n_keys=0))]
    fn new(args: &Bound<'_, PyTuple>, settype: Option<&Bound<'_, PyAny>>, n_keys: usize) -> PyResult<Self> {
        let _ = n_keys;
        if args.len() > 1 {
            return Err(PyTypeError::new_err(format!("Set() expected at most 1 argument, got {}", args.len())));
        }
        let made = match settype {
            Some(ty) => match crate::types::type_of_instance(ty).map(|ty| ty.kind()) {
                Some(Kind::Set { item, .. }) => TypedSet::of_type(*item)?,
                _ => return Err(PyTypeError::new_err("settype must be a type of sets")),
            },
            None => TypedSet::of_type(Ty::undefined())?,
        };
        if let Ok(items) = args.get_item(0) {
            // Numba's documentation has the type of the items as the argument.
            if let Some(item) = crate::types::type_of_instance(&items) {
                return TypedSet::of_type(item.stored());
            }
            made.add_all(&items)?;
        }
        Ok(made)
    }

    #[classmethod]
    #[pyo3(signature = (item_type, n_keys=0))]
    fn empty(_class: &Bound<'_, PyType>, item_type: &Bound<'_, PyAny>, n_keys: usize) -> PyResult<Self> {
        let _ = n_keys;
        TypedSet::of_type(given(item_type)?)
    }

    fn __len__(&self) -> usize {
        self.entries.len()
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.entries.find(item)?.is_some())
    }

    fn __iter__(slf: Bound<'_, Self>) -> DictIterator {
        DictIterator::new(slf.get().entries.share(), DictPart::Keys, "Set")
    }

    fn add(&self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        self.entries.set(item, None)
    }

    fn discard(&self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        self.take_out(item).map(drop)
    }

    fn remove(&self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.take_out(item)? { Ok(()) } else { Err(key_error(item)) }
    }

    fn pop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let popped = self.entries.dict().popped();
        let at = popped.ok_or_else(|| PyKeyError::new_err("pop from an empty set"))?;
        let item = self.entries.part(py, at, DictPart::Keys)?;
        self.entries.remove(at);
        Ok(item)
    }

    #[pyo3(signature = (*others))]
    fn update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        others.iter().try_for_each(|other| self.add_all(&other))
    }

    #[pyo3(signature = (*others))]
    fn union(&self, others: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let made = self.copy()?;
        made.update(others)?;
        Ok(made)
    }

    #[pyo3(signature = (*others))]
    fn intersection(&self, others: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let sets = as_sets(others)?;
        self.sifted(others.py(), |item| is_in_all(&sets, item))
    }

    #[pyo3(signature = (*others))]
    fn intersection_update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        let sets = as_sets(others)?;
        self.keep(others.py(), |item| is_in_all(&sets, item))
    }

    #[pyo3(signature = (*others))]
    fn difference(&self, others: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let sets = as_sets(others)?;
        self.sifted(others.py(), |item| is_in_none(&sets, item))
    }

    #[pyo3(signature = (*others))]
    fn difference_update(&self, others: &Bound<'_, PyTuple>) -> PyResult<()> {
        let sets = as_sets(others)?;
        self.keep(others.py(), |item| is_in_none(&sets, item))
    }

    fn symmetric_difference(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let made = self.copy()?;
        made.symmetric_difference_update(other)?;
        Ok(made)
    }

    fn symmetric_difference_update(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        for item in items_of(&as_set(other)?)? {
            if !self.take_out(&item)? {
                self.entries.set(&item, None)?;
            }
        }
        Ok(())
    }

    fn issubset(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let sets = [as_set(other)?];
        for item in self.entries.parts(other.py(), DictPart::Keys)? {
            if !is_in_all(&sets, &item)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn issuperset(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        for item in other.try_iter()? {
            if self.entries.find(&item?)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn __or__(&self, other: SetLike<'_>) -> PyResult<Self> {
        let made = self.copy()?;
        made.add_all(&other.0)?;
        Ok(made)
    }

    fn __ror__(&self, other: SetLike<'_>) -> PyResult<Self> {
        self.__or__(other)
    }

    fn __ior__(&self, other: SetLike<'_>) -> PyResult<()> {
        self.add_all(&other.0)
    }

    fn __and__(&self, other: SetLike<'_>) -> PyResult<Self> {
        self.sifted(other.0.py(), |item| other.0.contains(item))
    }

    fn __rand__(&self, other: SetLike<'_>) -> PyResult<Self> {
        self.__and__(other)
    }

    fn __iand__(&self, other: SetLike<'_>) -> PyResult<()> {
        self.keep(other.0.py(), |item| other.0.contains(item))
    }

    fn __sub__(&self, other: SetLike<'_>) -> PyResult<Self> {
        self.sifted(other.0.py(), |item| Ok(!other.0.contains(item)?))
    }

    fn __rsub__(&self, other: SetLike<'_>) -> PyResult<Self> {
        let made = TypedSet::of_type(self.entries.types().0)?;
        for item in other.0.try_iter()? {
            let item = item?;
            if self.entries.find(&item)?.is_none() {
                made.entries.set(&item, None)?;
            }
        }
        Ok(made)
    }

    fn __isub__(&self, other: SetLike<'_>) -> PyResult<()> {
        self.keep(other.0.py(), |item| Ok(!other.0.contains(item)?))
    }

    fn __xor__(&self, other: SetLike<'_>) -> PyResult<Self> {
        self.symmetric_difference(&other.0)
    }

    fn __rxor__(&self, other: SetLike<'_>) -> PyResult<Self> {
        self.symmetric_difference(&other.0)
    }

    fn __ixor__(&self, other: SetLike<'_>) -> PyResult<()> {
        self.symmetric_difference_update(&other.0)
    }

    fn __le__(&self, other: SetLike<'_>) -> PyResult<bool> {
        self.issubset(&other.0)
    }

    fn __lt__(&self, other: SetLike<'_>) -> PyResult<bool> {
        Ok(self.entries.len() < other.0.len()? && self.issubset(&other.0)?)
    }

    fn __ge__(&self, other: SetLike<'_>) -> PyResult<bool> {
        self.issuperset(&other.0)
    }

    fn __gt__(&self, other: SetLike<'_>) -> PyResult<bool> {
        Ok(self.entries.len() > other.0.len()? && self.issuperset(&other.0)?)
    }

    fn isdisjoint(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        for item in other.try_iter()? {
            if self.entries.find(&item?)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn clear(&self) {
        self.entries.clear();
    }

    fn copy(&self) -> PyResult<Self> {
        Ok(TypedSet { entries: self.entries.copied()? })
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let item = match self.entries.is_settled() {
            false => py.None().into_bound(py),
            true => crate::types::to_python(py, self.entries.types().0)?,
        };
        let items = self.entries.parts(py, DictPart::Keys)?;
        (py.import("coluber.typed")?.getattr("_set_of")?, (item, items)).into_pyobject(py)
    }

    fn __eq__(&self, other: SetLike<'_>) -> PyResult<bool> {
        Ok(self.entries.len() == other.0.len()? && self.issuperset(&other.0)?)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let items = self.entries.parts(py, DictPart::Keys)?;
        let texts: Vec<String> = items.iter().map(|item| Ok(item.repr()?.to_string())).collect::<PyResult<_>>()?;
        Ok(format!("{{{}}}", texts.join(", ")))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("SetType[{}]({})", name_of(self.entries.types().0), self.__str__(py)?))
    }

    #[getter]
    fn _numba_type_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.entries.is_settled() {
            false => Err(PyTypeError::new_err("invalid operation on untyped set")),
            true => crate::types::to_python(py, Ty::set(self.entries.types().0)),
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
