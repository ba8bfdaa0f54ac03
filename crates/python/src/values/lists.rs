//! Python's lists: copied into lists of the runtime when they are arguments, written back when compiled code has changed them.

use super::boxing::{Reader, integer, number, to_python};
use super::classify::classify;
use super::extent;
use super::held::Held;
use super::key::Decoder;
use super::type_of::NoType;
use super::unbox::unbox;
use super::words::Sink;
use coluber_abi::{Layout, Leaf, layout};
use coluber_runtime::items::ItemType;
use coluber_runtime::lists::{List, NO_LIMIT};
use coluber_types::unify::variant;
use coluber_types::{FloatTy, IntTy, Kind, ListForm, Shape, Ty, classes, unify};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::ffi::c_int;

/// Forgets the object that a list was made of, and gives the call's reference up.
pub fn let_go(owner: u64) {
    // SAFETY: the reference that conversion took; the list may live on without the object that it was made of, and then without
    // what the caller keeps alive. Without memory for that it keeps what it has room for.
    unsafe {
        let word = owner as usize as *mut u8;
        List::of(word).set_origin(0);
        if coluber_runtime::reference_count(word) > 1 {
            let _ = List::of(word).outlive_call();
        }
    }
    crate::owner::release(owner);
}

fn no_memory() -> PyErr {
    PyMemoryError::new_err("no memory for a list")
}

/// A list that is being made; given up where that fails.
struct Maker {
    owner: *mut u8,
}

impl Maker {
    fn new(item: Ty, count: usize) -> PyResult<Self> {
        Ok(Maker { owner: List::make(ItemType::new(item), count).ok_or_else(no_memory)? })
    }

    /// The address for one more item.
    fn place(&mut self) -> PyResult<*mut u8> {
        // SAFETY: nothing else has the list.
        unsafe { List::of(self.owner) }.open_end().ok_or_else(no_memory)
    }

    /// Writes the leaves of one more item. Memory takes references to lists in it.
    fn push(&mut self, item: Ty, words: &[u64]) -> PyResult<()> {
        let place = self.place()?;
        // SAFETY: the place has the size of an item.
        unsafe { write_words(item, words, place) };
        for &leaf in &layout(item).owners {
            // SAFETY: the word is alive during the call: an object, or a list that the call holds.
            unsafe { coluber_runtime::retain(words[leaf as usize] as usize as *const u8) };
        }
        Ok(())
    }

    fn finish(self, object: *mut PyObject, held: &mut Held) -> u64 {
        let owner = self.owner;
        std::mem::forget(self);
        // SAFETY: nothing else has the list.
        let list = unsafe { List::of(owner) };
        list.take_changed();
        list.set_origin(object as u64);
        held.add_list(owner as u64, object);
        owner as u64
    }
}

impl Drop for Maker {
    fn drop(&mut self) {
        crate::owner::release(self.owner as u64);
    }
}

/// Writes the leaves of a value into memory.
///
/// # Safety
/// There is room for a value of this type.
pub unsafe fn write_words(ty: Ty, words: &[u64], place: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { write_leaves(layout(ty), words, place) }
}

/// As [`write_words`], for a value of a type with this layout.
///
/// # Safety
/// As there.
pub unsafe fn write_leaves(layout: &Layout, words: &[u64], place: *mut u8) {
    for ((&leaf, &offset), &word) in layout.leaves.iter().zip(&layout.offsets).zip(words) {
        // SAFETY: promised by the caller; the machine is little-endian or the leaf has the word's size.
        unsafe {
            let place = place.add(offset as usize);
            match leaf {
                Leaf::I1 | Leaf::I8 => place.write(word as u8),
                Leaf::I16 => place.cast::<u16>().write(word as u16),
                Leaf::I32 | Leaf::F32 => place.cast::<u32>().write(word as u32),
                Leaf::I64 | Leaf::F64 | Leaf::Ptr => place.cast::<u64>().write(word),
            }
        }
    }
}

/// Appends the leaves of a value in memory.
///
/// # Safety
/// There is a value of this type.
unsafe fn read_words(ty: Ty, place: *const u8, words: &mut Vec<u64>) {
    let layout = layout(ty);
    for (&leaf, &offset) in layout.leaves.iter().zip(&layout.offsets) {
        // SAFETY: promised by the caller.
        words.push(unsafe {
            let place = place.add(offset as usize);
            match leaf {
                Leaf::I1 | Leaf::I8 => u64::from(place.read()),
                Leaf::I16 => u64::from(place.cast::<u16>().read()),
                Leaf::I32 | Leaf::F32 => u64::from(place.cast::<u32>().read()),
                Leaf::I64 | Leaf::F64 | Leaf::Ptr => place.cast::<u64>().read(),
            }
        });
    }
}

// Python to the runtime

/// Adds the words of a list: its type, and the owner word of a copy. On false an exception is set.
///
/// # Safety
/// As for [`classify`].
pub unsafe fn classify_list(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    if extent::is_too_deep(sink.depth) {
        // SAFETY: the interpreter is attached while objects are classified.
        extent::too_deep().restore(unsafe { Python::assume_attached() });
        return false;
    }
    if sink.push_again(object, Ty::fresh_list()) {
        return true;
    }
    // SAFETY: as the caller says.
    let done = known(object, sink).map_or_else(|| unsafe { converted(object, object, sink) }, Ok);
    add_words(object, done, ListForm::List, sink)
}

/// As [`classify_list`], for a deque.
///
/// # Safety
/// As for [`classify`].
pub unsafe fn classify_deque(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    if sink.push_again(object, Ty::fresh_list().as_list(ListForm::Deque)) {
        return true;
    }
    // SAFETY: as the caller says.
    let done = known(object, sink).map_or_else(|| unsafe { converted_deque(object, sink) }, Ok);
    add_words(object, done, ListForm::Deque, sink)
}

unsafe fn converted_deque(object: *mut PyObject, sink: &mut Sink<'_>) -> Result<(Ty, u64), NoType> {
    // SAFETY: as the caller says.
    unsafe {
        let py = Python::assume_attached();
        if extent::is_too_deep(sink.depth) {
            return Err(extent::too_deep().into());
        }
        let items = Bound::from_owned_ptr_or_err(py, ffi::PySequence_List(object))?;
        let found = converted(items.as_ptr(), object, sink)?;
        set_limit(&Bound::from_borrowed_ptr(py, object), found.1)?;
        Ok(found)
    }
}

/// Gives the copy of a deque its limit.
fn set_limit(object: &Bound<'_, PyAny>, owner: u64) -> PyResult<()> {
    if let Some(limit) = object.getattr("maxlen")?.extract::<Option<i64>>()? {
        // SAFETY: the word of a list that was made of the object.
        unsafe { List::of(owner as usize as *mut u8) }.set_limit(limit);
    }
    Ok(())
}

/// Adds the words of a list of a form whose items have been converted.
fn add_words(object: *mut PyObject, done: Result<(Ty, u64), NoType>, form: ListForm, sink: &mut Sink<'_>) -> bool {
    match done {
        Ok((item, owner)) => {
            let list = if item == Ty::undefined() { Ty::fresh_list() } else { Ty::list(item) }.as_list(form);
            sink.push_container(list, owner);
            true
        }
        Err(reason) => unknown(object, reason, sink),
    }
}

/// What has an item without a type has no type either. False when an exception is set.
pub fn unknown(object: *mut PyObject, reason: NoType, sink: &mut Sink<'_>) -> bool {
    match reason {
        NoType::Raised(error) => {
            // SAFETY: the interpreter is attached while objects are classified.
            error.restore(unsafe { Python::assume_attached() });
            false
        }
        NoType::Unsupported { .. } => {
            sink.key.push(object as u64);
            true
        }
    }
}

/// Adds the owner word of a copy with items of this type.
pub fn unbox_list(object: &Bound<'_, PyAny>, ty: Ty, sink: &mut Sink<'_>) -> PyResult<()> {
    let Kind::List { item, form, .. } = *ty.kind() else {
        return Err(PyTypeError::new_err(format!("{ty} is no list")));
    };
    if form == ListForm::Tuple {
        return unbox_tuple(object, item, ty, sink);
    }
    let is_deque = form == ListForm::Deque;
    let class = if is_deque { Some(deque_class(object.py())?) } else { None };
    let fits = class.map_or(Ok(object.is_instance_of::<PyList>()), |class| object.is_instance(&class))?;
    if !fits {
        return Err(PyTypeError::new_err(format!("can't unbox {} as {ty}", object.get_type().repr()?)));
    }
    let owner = match known_as(object.as_ptr(), item, sink) {
        Some(owner) => owner,
        None => items_as(object, object, item, sink)?,
    };
    if is_deque {
        set_limit(object, owner)?;
    }
    sink.leaves.push(owner);
    Ok(())
}

/// Adds the owner word of a tuple as one of any length.
fn unbox_tuple(object: &Bound<'_, PyAny>, item: Ty, ty: Ty, sink: &mut Sink<'_>) -> PyResult<()> {
    let Ok(tuple) = object.cast::<PyTuple>() else {
        return Err(PyTypeError::new_err(format!("can't unbox {} as {ty}", object.get_type().repr()?)));
    };
    let items = tuple.to_list().into_any();
    let owner = items_as(&items, &items, item, sink)?;
    // The list that it was made of is nobody's.
    // SAFETY: the word of a list that was made of the items.
    unsafe { List::of(owner as usize as *mut u8) }.set_origin(0);
    sink.leaves.push(owner);
    Ok(())
}

fn deque_class(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("collections")?.getattr("deque")
}

/// The type of the items and the owner word of the copy that the sink has of the same object. An empty list in another argument has a copy of
/// its own: it may get items of another type.
fn known(object: *mut PyObject, sink: &mut Sink<'_>) -> Option<(Ty, u64)> {
    let owner = sink.held.find(object)?;
    // SAFETY: a list that the sink holds, since the object is a list.
    let list = unsafe { List::of(owner as usize as *mut u8) };
    let found = (!list.is_empty()).then(|| (list.item_type().ty, owner));
    if found.is_none() {
        sink.held.met_as_another();
    }
    found
}

/// The owner word of the copy with items of a type that the sink has of the same object.
fn known_as(object: *mut PyObject, item: Ty, sink: &mut Sink<'_>) -> Option<u64> {
    let owner = sink.held.find(object)?;
    // SAFETY: as in `known`.
    let list = unsafe { List::of(owner as usize as *mut u8) };
    let found = (list.item_type().ty == item).then_some(owner);
    if found.is_none() {
        sink.held.met_as_another();
    }
    found
}

/// The type of the items, and the owner word of a copy of a list that the sink holds; `origin` is what it is written back to.
unsafe fn converted(object: *mut PyObject, origin: *mut PyObject, sink: &mut Sink<'_>) -> Result<(Ty, u64), NoType> {
    // SAFETY: a live list; the interpreter is attached.
    unsafe {
        let count = ffi::PyList_GET_SIZE(object);
        if count == 0 {
            let maker = Maker::new(Ty::undefined(), 0)?;
            return Ok((Ty::undefined(), maker.finish(origin, &mut sink.held)));
        }
        let class = ffi::Py_TYPE(ffi::PyList_GET_ITEM(object, 0));
        if class == &raw mut ffi::PyFloat_Type
            && let Some(maker) = floats(object, count)?
        {
            return Ok((Ty::float64(), maker.finish(origin, &mut sink.held)));
        }
        if class == &raw mut ffi::PyLong_Type
            && let Some(maker) = integers(object, count)?
        {
            return Ok((Ty::int64(), maker.finish(origin, &mut sink.held)));
        }
        any_items(Bound::from_borrowed_ptr(Python::assume_attached(), object), origin, sink)
    }
}

/// A copy of a list of floats; None when there is something else in it.
unsafe fn floats(object: *mut PyObject, count: isize) -> PyResult<Option<Maker>> {
    let mut maker = Maker::new(Ty::float64(), count as usize)?;
    for k in 0..count {
        // SAFETY: an item of a live list, whose class is compared before it is read; places hold eight bytes.
        unsafe {
            let item = ffi::PyList_GET_ITEM(object, k);
            if ffi::Py_TYPE(item) != &raw mut ffi::PyFloat_Type {
                return Ok(None);
            }
            maker.place()?.cast::<f64>().write(ffi::PyFloat_AS_DOUBLE(item));
        }
    }
    Ok(Some(maker))
}

/// A copy of a list of integers; None when there is something else in it, or one that does not fit.
unsafe fn integers(object: *mut PyObject, count: isize) -> PyResult<Option<Maker>> {
    let mut maker = Maker::new(Ty::int64(), count as usize)?;
    for k in 0..count {
        // SAFETY: as in `floats`.
        unsafe {
            let item = ffi::PyList_GET_ITEM(object, k);
            let mut overflow: c_int = 0;
            if ffi::Py_TYPE(item) != &raw mut ffi::PyLong_Type {
                return Ok(None);
            }
            let value = ffi::PyLong_AsLongLongAndOverflow(item, &mut overflow);
            if overflow != 0 {
                return Ok(None);
            }
            maker.place()?.cast::<i64>().write(value);
        }
    }
    Ok(Some(maker))
}

/// A copy of a list of items of any types that have a common one.
fn any_items(object: Bound<'_, PyAny>, origin: *mut PyObject, sink: &mut Sink<'_>) -> Result<(Ty, u64), NoType> {
    let widenings = classes::widenings();
    let mut made = items_of_one_type(&object, origin, sink)?;
    if made.is_err() && classes::widenings() != widenings {
        // Later items have told what fields hold, also those of objects that came before.
        made = items_of_one_type(&object, origin, sink)?;
    }
    let types = match made {
        Ok(made) => return Ok(made),
        Err(types) => types,
    };
    let item = common(&types).or_else(|| several(&types)).ok_or_else(|| heterogeneous(&types))?;
    // SAFETY: a live object.
    let origin = unsafe { Bound::from_borrowed_ptr(object.py(), origin) };
    Ok((item, items_as(&object, &origin, item, sink)?))
}

/// A copy of a list whose items have one type; their types where they have several.
fn items_of_one_type(
    object: &Bound<'_, PyAny>,
    origin: *mut PyObject,
    sink: &mut Sink<'_>,
) -> Result<Result<(Ty, u64), Vec<Ty>>, NoType> {
    let mut found: Vec<(Vec<u64>, Ty)> = Vec::new();
    let before = sink.held.mark();
    let mut maker: Option<Maker> = None;
    let items = snapshot(object)?;
    for item in items.iter() {
        sink.with_part(|part| {
            // SAFETY: an item of a live list.
            if !unsafe { classify(item.as_ptr(), part) } {
                return Err(PyErr::fetch(object.py()).into());
            }
            let ty = match found.iter().find(|(words, _)| words == part.key.as_slice()) {
                Some((_, ty)) => *ty,
                None => {
                    let key = part.key.as_slice().to_vec();
                    let decoded = Decoder::new(&key).next_type(object.py(), 0);
                    let ty = decoded?.stored().bare();
                    found.push((key, ty));
                    ty
                }
            };
            if found.len() == 1 {
                let maker = match &mut maker {
                    Some(maker) => maker,
                    None => maker.insert(Maker::new(ty, items.len())?),
                };
                maker.push(ty, part.leaves.as_slice())?;
            }
            Ok::<(), NoType>(())
        })?;
    }
    if let ([(_, ty)], Some(maker)) = (&found[..], maker) {
        keep_items(items, *ty, sink);
        return Ok(Ok((*ty, maker.finish(origin, &mut sink.held))));
    }
    // Items of several types are converted again, to the one that they have in common.
    drop(sink.held.split_off(before));
    Ok(Err(found.into_iter().map(|(_, ty)| ty).collect()))
}

/// The type that values of all these types can have; an empty list is one of any items.
pub fn common(types: &[Ty]) -> Option<Ty> {
    types.iter().copied().try_fold(Ty::undefined(), join)
}

/// The type of values of these types, which have no common one.
pub fn several(types: &[Ty]) -> Option<Ty> {
    types.iter().copied().try_fold(Ty::undefined(), variant)
}

fn join(a: Ty, b: Ty) -> Option<Ty> {
    match (a.kind(), b.kind()) {
        (Kind::List { item: x, form: ListForm::List, .. }, Kind::List { item: y, form: ListForm::List, .. }) => {
            Some(Ty::list(join(*x, *y)?))
        }
        (Kind::Dict { key: k, value: v, .. }, Kind::Dict { key: l, value: w, .. }) => {
            Some(Ty::dict(join(*k, *l)?, join(*v, *w)?))
        }
        (Kind::Set { frozen, item: x, .. }, Kind::Set { frozen: other, item: y, .. }) if frozen == other => {
            Some(Ty::set(join(*x, *y)?).as_frozen(*frozen))
        }
        (Kind::Tuple(x), Kind::Tuple(y)) if x.len() == y.len() => {
            Some(Ty::tuple(x.iter().zip(y).map(|(a, b)| join(*a, *b)).collect::<Option<Vec<_>>>()?))
        }
        (Kind::Optional(x), Kind::Optional(y)) => Some(Ty::optional(join(*x, *y)?)),
        (Kind::Optional(x), Kind::Instance(_)) => Some(Ty::optional(join(*x, b)?)),
        (Kind::Instance(_), Kind::Optional(y)) => Some(Ty::optional(join(a, *y)?)),
        (Kind::Instance(x), Kind::Instance(y)) => unify(a, b).or_else(|| join_fields(*x, *y)),
        _ => unify(a, b),
    }
}

/// The type of objects of a class whose fields hold values of one type or of another one.
fn join_fields(a: Shape, b: Shape) -> Option<Ty> {
    let (x, y) = (a.own_types()?, b.own_types()?);
    if !std::ptr::eq(a.class(), b.class()) || x.len() != y.len() {
        return None;
    }
    let types = x.iter().zip(y).map(|(a, b)| join(*a, *b)).collect::<Option<_>>()?;
    Some(Shape::new(a.class(), Some(types)).instance())
}

fn heterogeneous(types: &[Ty]) -> PyErr {
    let text: Vec<String> = types.iter().map(Ty::to_string).collect();
    PyTypeError::new_err(format!("can't unbox heterogeneous list: its items have the types {}", text.join(", ")))
}

/// A copy with items of this type, which the sink holds.
fn items_as(object: &Bound<'_, PyAny>, origin: &Bound<'_, PyAny>, item: Ty, sink: &mut Sink<'_>) -> PyResult<u64> {
    let items = snapshot(object)?;
    let mut maker = Maker::new(item, items.len())?;
    for value in items.iter() {
        sink.with_part(|part| {
            unbox(&value, item, part)?;
            maker.push(item, part.leaves.as_slice())
        })?;
    }
    keep_items(items, item, sink);
    Ok(maker.finish(origin.as_ptr(), &mut sink.held))
}

/// The items of a list, which Python code may change while they are converted.
fn snapshot<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    // SAFETY: a live list or deque.
    unsafe { Ok(Bound::from_owned_ptr_or_err(object.py(), ffi::PySequence_Tuple(object.as_ptr()))?.cast_into()?) }
}

/// Keeps the items alive during the call where the list's memory relies on that.
fn keep_items(items: Bound<'_, PyTuple>, item: Ty, sink: &mut Sink<'_>) {
    if ItemType::new(item).owns() {
        sink.held.keep(items.into_any());
    }
}

// The runtime to Python

/// The Python list or deque of an owner word, to which the reader's reference is given up: the one that it was made of, or a new one.
pub fn to_object<'py>(py: Python<'py>, owner: u64, ty: Ty) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the word of a list that is alive.
    let origin = unsafe { List::of(owner as usize as *mut u8) }.origin();
    let made = match origin {
        0 if ty.list_form() == Some(ListForm::Deque) => new_deque(py, owner),
        0 if ty.list_form() == Some(ListForm::Tuple) => {
            new_list(py, owner).and_then(|list| Ok(list.cast::<PyList>()?.to_tuple().into_any()))
        }
        0 => new_list(py, owner),
        // SAFETY: the object is alive as long as the list knows it.
        _ => Ok(unsafe { Bound::from_borrowed_ptr(py, origin as usize as *mut PyObject) }),
    };
    crate::owner::release(owner);
    made
}

fn new_list<'py>(py: Python<'py>, owner: u64) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the word of a list that is alive. No code runs that changes it while its items are read.
    let list = unsafe { List::of(owner as usize as *mut u8) };
    // SAFETY: a new list with room for so many items, each of which is set before anyone sees it.
    unsafe {
        let made = Bound::from_owned_ptr_or_err(py, ffi::PyList_New(list.len() as isize))?;
        for k in 0..list.len() {
            let item = item_object(py, list.item_type().ty, list.place(k))?;
            ffi::PyList_SET_ITEM(made.as_ptr(), k as isize, item.into_ptr());
        }
        Ok(made)
    }
}

fn new_deque<'py>(py: Python<'py>, owner: u64) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the word of a list that is alive.
    let limit = unsafe { List::of(owner as usize as *mut u8) }.limit();
    let limit = (limit != NO_LIMIT).then_some(limit);
    deque_class(py)?.call1((new_list(py, owner)?, limit))
}

/// The Python object of an item, which stays where it is.
pub unsafe fn item_object<'py>(py: Python<'py>, ty: Ty, place: *const u8) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: an item of this type lies there; making the object of a value gives up references, which are taken before.
    unsafe {
        match *ty.kind() {
            Kind::Float(FloatTy::F64) => {
                Bound::from_owned_ptr_or_err(py, ffi::PyFloat_FromDouble(place.cast::<f64>().read()))
            }
            Kind::Int(IntTy { bits: 64, signed: true }) => {
                let int = IntTy { bits: 64, signed: true };
                Bound::from_owned_ptr_or_err(py, integer(int, place.cast::<u64>().read()))
            }
            Kind::Bool => number(py, ty, &mut Reader::new(&[number_at(place, 1)])),
            Kind::Int(IntTy { bits, .. }) => number(py, ty, &mut Reader::new(&[number_at(place, bits / 8)])),
            Kind::Float(float) => number(py, ty, &mut Reader::new(&[number_at(place, float.bits() / 8)])),
            _ => {
                let mut words = Vec::with_capacity(layout(ty).leaves.len());
                read_words(ty, place, &mut words);
                for &leaf in &layout(ty).owners {
                    coluber_runtime::retain(words[leaf as usize] as usize as *const u8);
                }
                to_python(py, ty, &mut Reader::new(&words))
            }
        }
    }
}

/// The word of a number of so many bytes.
///
/// # Safety
/// So many bytes can be read there; they are no more than those of a word.
unsafe fn number_at(place: *const u8, bytes: u8) -> u64 {
    let mut word = [0; 8];
    // SAFETY: promised by the caller.
    unsafe { std::ptr::copy_nonoverlapping(place, word.as_mut_ptr(), bytes as usize) };
    u64::from_ne_bytes(word)
}

/// Gives a Python list the items that compiled code has left in its copy.
pub fn write_back(py: Python<'_>, owner: u64) -> PyResult<()> {
    // SAFETY: the word of a list that the call holds.
    let list = unsafe { List::of(owner as usize as *mut u8) };
    if !list.take_changed() {
        return Ok(());
    }
    let items = new_list(py, owner)?;
    let origin = list.origin() as usize as *mut PyObject;
    // SAFETY: the object that the caller of the compiled code passed.
    let object = unsafe { Bound::from_borrowed_ptr(py, origin) };
    if !object.is_instance_of::<PyList>() {
        object.call_method0("clear")?;
        return object.call_method1("extend", (items,)).map(drop);
    }
    // SAFETY: it is a list.
    match unsafe { ffi::PyList_SetSlice(origin, 0, ffi::PyList_GET_SIZE(origin), items.as_ptr()) } {
        0 => Ok(()),
        _ => Err(PyErr::fetch(py)),
    }
}
