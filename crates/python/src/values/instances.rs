//! Instances of classes: proxies of memory of the runtime, and objects of Python that are copied into it.

use super::classify::classify;
use super::counterparts;
use super::family::{self, Family};
use super::fitting::{fits, join};
use super::held::{Held, Unfilled};
use super::key::{self, Decoder};
use super::lists::{item_object, write_words};
use super::outward::{self, Owned, Waiting};
use super::telling::{TELLING_DEPTH, tell_field, tell_fields, tell_value};
use super::type_of::{NoType, of_argument};
use super::unbox::{refused, unbox};
use super::words::{Sink, with_sink};
use super::{extent, lists, opaque};
use crate::{objects, types};
use coluber_abi::layout;
use coluber_runtime::dicts::Dict;
use coluber_runtime::instances::Instance;
use coluber_runtime::items::ItemType;
use coluber_types::classes::{Hashed, Keys};
use coluber_types::unify::holds_variants;
use coluber_types::{
    Class, Conversion, DictForm, Form, Kind, ListForm, Object, Shape, Ty, classes, conversion, recursive, unify,
};
use parking_lot::Mutex;
use pyo3::exceptions::{PyAttributeError, PyMemoryError, PyRecursionError, PyTypeError, PyValueError};
use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

thread_local! {
    /// The owner word for the next proxy, when one is made for an instance that is there.
    static ADOPTED: Cell<u64> = const { Cell::new(0) };
}

/// The base of classes whose instances are memory of the runtime: it has a reference to one.
#[pyclass(name = "Instance", module = "coluber._native", subclass, weakref, frozen)]
pub struct PyInstance {
    owner: u64,
}

#[pymethods]
impl PyInstance {
    #[new]
    #[classmethod]
    #[pyo3(signature = (*_args, **_keywords))]
    fn new(
        class: &Bound<'_, PyType>,
        _args: &Bound<'_, PyTuple>,
        _keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let adopted = ADOPTED.replace(0);
        if adopted != 0 {
            return Ok(PyInstance { owner: adopted });
        }
        let Some(found) = classes::find(objects::id_of(class.as_any())?).filter(|found| found.form == Form::Native)
        else {
            let message = format!("{} is no class of compiled code: decorate it with @jitclass", class.name()?);
            return Err(PyTypeError::new_err(message));
        };
        if found.types().is_none() {
            return Err(PyTypeError::new_err(format!("instances of {} are made in compiled code", class.name()?)));
        }
        check_types(found)?;
        Ok(PyInstance { owner: make(Shape::new(found, None).instance())? as u64 })
    }
}

impl Drop for PyInstance {
    fn drop(&mut self) {
        // SAFETY: the proxy has a reference to the instance.
        unsafe { Instance::of(self.owner as usize as *mut u8) }.set_origin(0);
        crate::owner::release(self.owner);
    }
}

/// The types of the fields have to be known before there are instances.
fn check_types(class: &Class) -> PyResult<()> {
    match class.types().and_then(|types| types.iter().position(|ty| ty.is_deferred())) {
        None => Ok(()),
        Some(field) => {
            let name = &class.names[field];
            Err(PyValueError::new_err(format!("the deferred type of the field '{name}' was never defined")))
        }
    }
}

fn make(ty: Ty) -> PyResult<*mut u8> {
    Instance::make(ty).ok_or_else(|| PyMemoryError::new_err("no memory for an instance"))
}

/// A field of the proxies of a class, as a descriptor.
#[pyclass(name = "Field", module = "coluber._native", frozen)]
pub struct PyField {
    index: usize,
    name: String,
}

#[pymethods]
impl PyField {
    #[new]
    fn new(index: usize, name: String) -> Self {
        PyField { index, name }
    }

    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        instance: &Bound<'py, PyAny>,
        _owner: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(proxy) = instance.cast::<PyInstance>() else { return Ok(slf.clone().into_any()) };
        let this = slf.get();
        let (ty, place) = this.place(proxy)?;
        // SAFETY: the field of an instance that the proxy keeps alive.
        let found = unsafe { (!was_never_set(ty, place)).then(|| item_object(slf.py(), ty, place)) };
        match found {
            // What was set is the value of a member.
            Some(found) if found.is_ok() || !matches!(ty.kind(), Kind::Enum { .. }) => found,
            _ => {
                let class = instance.get_type();
                let message = format!("'{}' object has no attribute '{}'", class.name()?, this.name);
                Err(PyAttributeError::new_err(message))
            }
        }
    }

    fn __set__(&self, instance: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (ty, place) = self.place(instance.cast::<PyInstance>()?)?;
        // Numbers lose their fractions, as in Numba.
        let is_wrong = match ty.is_number() {
            true => value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>(),
            false => !fits(value, ty),
        };
        let done = match ty.kind() {
            _ if is_wrong => return Err(self.cannot_hold(value, ty)),
            Kind::List { item, form: ListForm::Typed, .. } if value.is_instance_of::<PyList>() => {
                set(ty, place, &crate::typed::list_of(value, *item)?)
            }
            _ => set(ty, place, value),
        };
        done.map_err(|error| if is_refusal(value.py(), &error) { self.cannot_hold(value, ty) } else { error })
    }
}

impl PyField {
    fn cannot_hold(&self, value: &Bound<'_, PyAny>, ty: Ty) -> PyErr {
        let given = of_argument(value).ok().filter(|_| !ty.is_number()).map(|given| given.to_string());
        let given = given.or_else(|| value.get_type().name().ok().map(|class| class.to_string())).unwrap_or_default();
        PyTypeError::new_err(format!("the field '{}' is {ty}, and can't hold a value of type {given}", self.name))
    }

    fn place(&self, proxy: &Bound<'_, PyInstance>) -> PyResult<(Ty, *mut u8)> {
        // SAFETY: the proxy keeps the instance alive.
        let instance = unsafe { Instance::of(proxy.get().owner as usize as *mut u8) };
        instance.set_origin(proxy.as_ptr() as u64);
        let found = instance.field(self.index);
        found.ok_or_else(|| PyAttributeError::new_err(format!("there is no field '{}'", self.name)))
    }
}

/// Whether a field was never set, where zeros are no value.
///
/// # Safety
/// It is a field of an instance.
unsafe fn was_never_set(ty: Ty, place: *const u8) -> bool {
    let memory = layout(ty);
    // SAFETY: marks are words.
    let is_zero = |leaf: &u32| unsafe { place.add(memory.offsets[*leaf as usize] as usize).cast::<u64>().read() } == 0;
    !memory.marks.is_empty() && memory.marks.iter().all(is_zero)
}

/// Writes a field of this type that has a value.
fn set(ty: Ty, place: *mut u8, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let memory = layout(ty);
    let mut new = vec![0u64; memory.size.div_ceil(8).max(1) as usize];
    let bytes = new.as_mut_ptr().cast::<u8>();
    with_sink(|sink| {
        unbox(value, ty, sink)?;
        // SAFETY: the buffer has the size of a value.
        unsafe {
            write_words(ty, sink.leaves.as_slice(), bytes);
            if matches!(ty.kind(), Kind::Dict { form: DictForm::Dict, .. }) {
                Dict::of(new[0] as usize as *mut u8).set_typed();
            }
            ItemType::new(ty).hold(bytes, 1).ok_or_else(|| PyMemoryError::new_err("no memory for a field"))
        }
    })?;
    let size = memory.size as usize;
    // SAFETY: both have the size of a value. What the old one holds is given up when the new one is there.
    unsafe {
        let mut old = vec![0u64; new.len()];
        std::ptr::copy_nonoverlapping(place, old.as_mut_ptr().cast(), size);
        std::ptr::copy_nonoverlapping(bytes, place, size);
        ItemType::new(ty).release(old.as_mut_ptr().cast(), 1);
    }
    Ok(())
}

// Python to the runtime

/// Adds the words of a proxy: its type, and the owner word, which the proxy keeps alive.
///
/// # Safety
/// As for [`classify`]; the object is of a class that is derived from `Instance`.
pub unsafe fn classify_proxy(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: as the caller says.
    unsafe {
        let proxy = Bound::from_borrowed_ptr(Python::assume_attached(), object);
        let owner = proxy.cast_unchecked::<PyInstance>().get().owner;
        let instance = Instance::of(owner as usize as *mut u8);
        instance.set_origin(object as u64);
        sink.key.push(key::LIST | u64::from(instance.ty().id()) << 8);
        sink.leaves.push(owner);
    }
    true
}

/// Adds the words of an object of a dataclass, or of one that has a counterpart: its type, and the owner word of a copy. On false an
/// exception is set.
///
/// # Safety
/// As for [`classify`].
pub unsafe fn classify_data(object: *mut PyObject, sink: &mut Sink<'_>, has_counterpart: bool) -> bool {
    // SAFETY: the interpreter is attached while objects are classified.
    let py = unsafe { Python::assume_attached() };
    if extent::is_too_deep(sink.depth) {
        extent::too_deep().restore(py);
        return false;
    }
    if let Some(owner) = sink.held.find(object) {
        sink.held.met_again();
        // SAFETY: the sink holds the instance.
        let ty = unsafe { Instance::of(owner as usize as *mut u8) }.ty();
        sink.key.push(key::LIST | u64::from(ty.id()) << 8);
        sink.leaves.push(owner);
        return true;
    }
    // SAFETY: a live object.
    let value = unsafe { Bound::from_borrowed_ptr(py, object) };
    let copied = match has_counterpart {
        true => counterparts::of(&value).map_err(NoType::from).and_then(|made| copied(&made, &value, sink)),
        false => copied_with_room(&value, sink),
    };
    match copied {
        Ok((ty, owner)) => {
            sink.key.push(key::LIST | u64::from(ty.id()) << 8);
            sink.leaves.push(owner);
            true
        }
        Err(reason) => lists::unknown(object, reason, sink),
    }
}

pub(super) fn class_of(object: &Bound<'_, PyAny>) -> PyResult<&'static Class> {
    let class = object.get_type();
    let stand_in = STAND_INS.lock().get(&(class.as_ptr() as usize)).map(|(_, own)| *own);
    let found = stand_in.or(classes::find(objects::id_of(class.as_any())?));
    found.ok_or_else(|| PyTypeError::new_err(format!("{class} has no fields")))
}

/// Classes of the library that stand in compiled code for classes of others, by the address of the latter, which are kept.
static STAND_INS: Mutex<BTreeMap<usize, (Py<PyType>, &'static Class)>> = Mutex::new(BTreeMap::new());

/// Makes objects of a class known as those of another one, which has been added.
pub fn stand_for(class: &Bound<'_, PyType>, own: &Bound<'_, PyType>) -> PyResult<()> {
    let found = added(own.as_any())?;
    STAND_INS.lock().insert(class.as_ptr() as usize, (class.clone().unbind(), found));
    Ok(())
}

thread_local! {
    /// The objects whose fields are being converted, by their addresses.
    static BEGUN: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// An object is met so often in what it holds, at most: before that its class tells that it holds such objects.
const MOST_MEETINGS: usize = TELLING_DEPTH as usize + 4;

/// An object whose fields are being converted, for as long as this lives.
struct Begun;

impl Begun {
    /// Refuses an object that is met again and again in what it holds, which nothing says of its class.
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let address = object.as_ptr() as usize;
        let meetings = BEGUN.with_borrow(|begun| begun.iter().filter(|known| **known == address).count());
        if meetings > MOST_MEETINGS {
            let class = object.get_type().name()?;
            return Err(PyRecursionError::new_err(format!(
                "an object of class {class} holds itself through what is in its fields: objects in a circle can be passed to compiled code \
                 where fields hold them, or lists and dicts of them"
            )));
        }
        BEGUN.with_borrow_mut(|begun| begun.push(address));
        Ok(Begun)
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        BEGUN.with_borrow_mut(|begun| begun.pop());
    }
}

/// As [`copied`], also where objects deep in the object have told on the way that fields hold more than those met before.
fn copied_with_room(object: &Bound<'_, PyAny>, sink: &mut Sink<'_>) -> Result<(Ty, u64), NoType> {
    let is_outermost = BEGUN.with_borrow(Vec::is_empty);
    let (widenings, before) = (classes::widenings(), sink.held.mark());
    let found = copied(object, object, sink);
    if found.is_ok() || !is_outermost || classes::widenings() == widenings {
        return found;
    }
    drop(sink.held.split_off(before));
    copied_with_room(object, sink)
}

/// The type of a copy of an object, and its owner word. The sink holds it; `origin` is what it is written back to.
fn copied(object: &Bound<'_, PyAny>, origin: &Bound<'_, PyAny>, sink: &mut Sink<'_>) -> Result<(Ty, u64), NoType> {
    // An object that is converted again, because of what its class was found to hold, may have been met in another one.
    if let Some(owner) = sink.held.find(origin.as_ptr()) {
        // SAFETY: the sink holds the instance.
        return Ok((unsafe { Instance::of(owner as usize as *mut u8) }.ty(), owner));
    }
    let class = class_of(object)?;
    let _begun = Begun::new(origin)?;
    check_own(object, class)?;
    tell_fields(class, object, sink)?;
    let known = || (0..class.names.len()).map(|k| class.declared(k)).collect::<Vec<_>>();
    let declared = known();
    let (mut types, mut words) = (Vec::new(), Vec::new());
    for (k, &declared) in declared.iter().enumerate() {
        let value = attribute(object, class, k)?;
        let (ty, leaves) = match declared.is_open_for(class) {
            _ if class.is_dormant(k) => (Ty::none(), Some(Vec::new())),
            true => (declared, None),
            false if sink.depth >= TELLING_DEPTH && is_as_declared(&value, declared) => {
                let leaves =
                    sink.with_part(|part| unbox(&value, declared, part).map(|()| part.leaves.as_slice().to_vec()));
                (declared, Some(leaves?))
            }
            false => match sink.with_part(|part| field(&value, declared, part)) {
                Ok((ty, leaves)) => (ty, Some(leaves)),
                // Code that does not use the field needs no type.
                Err(NoType::Unsupported { .. }) if declared == Ty::undefined() => {
                    (opaque::of_class_of(&value)?, Some(Vec::new()))
                }
                Err(reason) => return Err(reason),
            },
        };
        types.push(ty);
        words.push((leaves, value));
    }
    let is_wider = recursive::closing(class, &types)
        .is_some_and(|(field, ty)| class.widen(field, ty) || class.declared(field) == ty);
    if is_wider || declared != known() {
        return copied(object, origin, sink);
    }
    if let Some(owner) = sink.held.find(origin.as_ptr()) {
        // It is in a circle with what its fields hold.
        // SAFETY: the sink holds the instance.
        return Ok((unsafe { Instance::of(owner as usize as *mut u8) }.ty(), owner));
    }
    let ty = Shape::new(class, Some(types.into())).instance();
    let owner = finish(origin, make(ty)?, &mut sink.held);
    for (k, (leaves, value)) in words.iter().enumerate() {
        match leaves {
            Some(leaves) => write_field(owner, k, leaves)?,
            None => fill_field(owner, k, value, sink)?,
        }
    }
    // SAFETY: the sink holds the instance.
    unsafe { Instance::of(owner as usize as *mut u8) }.take_changed();
    Ok((ty, owner))
}

/// Refuses an object with attributes that are no fields and stand before those that its class has: compiled code knows the class's.
fn check_own(object: &Bound<'_, PyAny>, class: &Class) -> PyResult<()> {
    let Some(own) = object.getattr_opt(intern!(object.py(), "__dict__"))? else { return Ok(()) };
    let Ok(own) = own.cast_exact::<PyDict>() else { return Ok(()) };
    let names = &class.names;
    if own.len() == names.len() && !(0..names.len()).any(|k| class.is_late(k)) {
        return Ok(());
    }
    for name in own.keys() {
        let text = name.str()?;
        let text = text.to_str()?;
        if !names.iter().any(|field| **field == *text) && object.get_type().hasattr(text)? {
            let class = object.get_type().name()?;
            let message = format!(
                "this object has an attribute '{text}' of its own, and its class {class} has one, too: compiled code would take the class's"
            );
            return Err(PyTypeError::new_err(message));
        }
    }
    Ok(())
}

/// The value of an object's field; None for one that is not set, of those that objects begin without, and that no code has asked for.
pub(super) fn attribute<'py>(object: &Bound<'py, PyAny>, class: &Class, field: usize) -> PyResult<Bound<'py, PyAny>> {
    let none = || object.py().None().into_bound(object.py());
    match class.is_late(field) {
        true if class.is_dormant(field) => Ok(none()),
        true => {
            let name = &*class.names[field];
            // What the class has under the name computes it.
            let own = object.getattr_opt(intern!(object.py(), "__dict__"))?;
            let found = match own.as_ref().map(|own| own.cast_exact::<PyDict>()) {
                Some(Ok(own)) => own.get_item(name)?,
                _ => object.getattr_opt(name)?,
            };
            Ok(found.unwrap_or_else(none))
        }
        false => match object.getattr_opt(&*class.names[field])? {
            Some(found) => Ok(found),
            // `__init__` has not set it, which does so under a condition.
            None if may_be_none(class.declared(field)) => Ok(none()),
            None => object.getattr(&*class.names[field]),
        },
    }
}

/// Whether a field of a type may be None.
fn may_be_none(ty: Ty) -> bool {
    ty == Ty::undefined() || matches!(ty.kind(), Kind::None | Kind::Optional(_))
}

/// Whether a value is an object of the class that a field is declared to hold, or a list of such, by the first of them.
fn is_as_declared(value: &Bound<'_, PyAny>, declared: Ty) -> bool {
    match declared.kind() {
        Kind::Instance(shape) => class_of(value).is_ok_and(|class| std::ptr::eq(class, shape.class())),
        Kind::Optional(inner) => is_as_declared(value, *inner),
        Kind::List { item, .. } => {
            let first = value.cast_exact::<PyList>().ok().and_then(|list| list.get_item(0).ok());
            first.is_some_and(|first| is_as_declared(&first, *item))
        }
        _ => false,
    }
}

/// The type and the words of a field: of the declared type where the value becomes that without loss.
fn field(value: &Bound<'_, PyAny>, declared: Ty, part: &mut Sink<'_>) -> Result<(Ty, Vec<u64>), NoType> {
    // SAFETY: a live object.
    if !unsafe { classify(value.as_ptr(), part) } {
        return Err(PyErr::fetch(value.py()).into());
    }
    let key = part.key.as_slice().to_vec();
    let found = Decoder::new(&key).next_type(value.py(), 0)?.stored();
    let wide = declared.is_float() && found.is_int()
        || fits_empty(found, declared)
        || fits_nones(found, declared)
        || found.is_container_as(declared) && join(found.bare(), declared) == Some(declared) && fits(value, declared);
    let fits = wide
        || conversion(found.bare(), declared).is_some_and(|c| c < Conversion::Unsafe)
        || fits_several(found, declared);
    if declared == Ty::undefined() || !fits {
        return Ok((found.bare(), part.leaves.as_slice().to_vec()));
    }
    if found == declared {
        return Ok((found, part.leaves.as_slice().to_vec()));
    }
    part.with_part(|again| {
        unbox(value, declared, again)?;
        Ok((declared, again.leaves.as_slice().to_vec()))
    })
}

/// Whether an empty container has the declared type.
fn fits_empty(found: Ty, declared: Ty) -> bool {
    found.is_fresh()
        && matches!(
            (found.kind(), declared.kind()),
            (Kind::List { .. }, Kind::List { .. })
                | (Kind::Dict { .. }, Kind::Dict { .. })
                | (Kind::Set { .. }, Kind::Set { .. })
        )
}

/// Whether the declared type is that of values of several types, or containers of them, among which the value is.
fn fits_several(found: Ty, declared: Ty) -> bool {
    holds_variants(declared) && unify(found, declared).is_some_and(|joined| joined.bare() == declared)
}

/// Whether a list of None may hold what the declared type says, or None.
fn fits_nones(found: Ty, declared: Ty) -> bool {
    let item = |ty: Ty| match ty.kind() {
        Kind::List { item, form: ListForm::List, .. } => Some(*item),
        _ => None,
    };
    item(found) == Some(Ty::none()) && item(declared).is_some_and(|item| matches!(item.kind(), Kind::Optional(_)))
}

/// Gives a field of a new instance, which the sink holds, a value of these words.
fn write_field(owner: u64, k: usize, leaves: &[u64]) -> PyResult<()> {
    // SAFETY: an instance that is alive, of which only this is read here.
    let field = unsafe { Instance::of(owner as usize as *mut u8) }.field(k);
    let Some((ty, place)) = field else { return Ok(()) };
    // SAFETY: nothing is in the field yet, and the words are those of such a value.
    let held = unsafe {
        write_words(ty, leaves, place);
        ItemType::new(ty).hold(place, 1)
    };
    held.ok_or_else(|| PyMemoryError::new_err("no memory for a field"))
}

fn finish(object: &Bound<'_, PyAny>, owner: *mut u8, held: &mut Held) -> u64 {
    // SAFETY: nothing else has the instance.
    let instance = unsafe { Instance::of(owner) };
    instance.take_changed();
    instance.set_origin(object.as_ptr() as u64);
    held.add_instance(owner as u64, object.clone());
    owner as u64
}

/// Adds the owner word of an object as an instance of this shape.
pub fn unbox_instance(object: &Bound<'_, PyAny>, shape: Shape, sink: &mut Sink<'_>) -> PyResult<()> {
    let ty = shape.instance();
    let mismatch = || PyTypeError::new_err(format!("can't unbox {} as {ty}", object.get_type()));
    match family::of_class(&object.get_type())? {
        Family::Instance => {
            // SAFETY: a live proxy.
            unsafe {
                let owner = object.cast_unchecked::<PyInstance>().get().owner;
                let instance = Instance::of(owner as usize as *mut u8);
                if instance.ty() != ty {
                    return Err(mismatch());
                }
                instance.set_origin(object.as_ptr() as u64);
                sink.leaves.push(owner);
            }
            Ok(())
        }
        family @ (Family::Data | Family::Counterpart) => {
            let source = if family == Family::Data { object.clone() } else { counterparts::of(object)? };
            if !std::ptr::eq(class_of(&source)?, shape.class()) {
                return Err(mismatch());
            }
            if let Some(owner) = sink.held.find(object.as_ptr())
                // SAFETY: the sink holds the instance.
                && unsafe { Instance::of(owner as usize as *mut u8) }.ty() == ty
            {
                sink.held.met_again();
                sink.leaves.push(owner);
                return Ok(());
            }
            let owner = finish(object, make(ty)?, &mut sink.held);
            sink.leaves.push(owner);
            fill_from(source, owner, sink)
        }
        _ => Err(mismatch()),
    }
}

/// Fills a new instance with the fields of an object, and all those that wait behind it: objects in objects may be any number deep, and refer
/// to each other in a circle.
fn fill_from(object: Bound<'_, PyAny>, owner: u64, sink: &mut Sink<'_>) -> PyResult<()> {
    let py = object.py();
    if !sink.held.put_off(Unfilled { source: object.unbind(), owner: Owned::new(owner) }) {
        return Ok(());
    }
    let mut filled = Ok(());
    while let (Ok(()), Some(next)) = (&filled, sink.held.next_unfilled()) {
        filled = fill_one(&next, py, sink);
    }
    sink.held.end_filling();
    filled
}

/// Whether an error says that a value has another type than one that is wanted.
fn is_refusal(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyTypeError>(py) && error.value(py).to_string().starts_with("can't unbox")
}

/// An error of a value that can't be converted, with the field that has it.
fn of_field(py: Python<'_>, error: PyErr, class: &Class, field: usize) -> PyErr {
    if !is_refusal(py, &error) {
        return error;
    }
    let text = error.value(py).to_string();
    let (name, class) = (&class.names[field], &class.object.text);
    PyTypeError::new_err(format!(
        "the field '{name}' of {class}: {text}; it has one type in all objects that are linked, which an annotation says"
    ))
}

fn fill_one(unfilled: &Unfilled, py: Python<'_>, sink: &mut Sink<'_>) -> PyResult<()> {
    let owner = unfilled.owner.0;
    // SAFETY: it has a reference to the instance.
    let shape = unsafe { Instance::of(owner as usize as *mut u8) }.ty().shape();
    let Some(class) = shape.map(Shape::class) else { return Ok(()) };
    check_own(unfilled.source.bind(py), class)?;
    for k in 0..class.names.len() {
        let value = attribute(unfilled.source.bind(py), class, k)?;
        fill_field(owner, k, &value, sink).map_err(|error| of_field(py, error, class, k))?;
    }
    // SAFETY: as above.
    unsafe { Instance::of(owner as usize as *mut u8) }.take_changed();
    Ok(())
}

/// Gives a field of a new instance, which the sink holds, a value.
fn fill_field(owner: u64, k: usize, value: &Bound<'_, PyAny>, sink: &mut Sink<'_>) -> PyResult<()> {
    // SAFETY: as in `write_field`; the instance is met again where objects are in a circle.
    let field = unsafe { Instance::of(owner as usize as *mut u8) }.field(k);
    let Some((ty, _)) = field else { return Ok(()) };
    let filled = sink.with_part(|part| {
        if !fits(value, ty) {
            return Err(refused(value, ty));
        }
        unbox(value, ty, part)?;
        write_field(owner, k, part.leaves.as_slice())
    });
    filled.inspect_err(|_| {
        // SAFETY: as above.
        let shape = unsafe { Instance::of(owner as usize as *mut u8) }.ty().shape();
        if let Some(class) = shape.map(Shape::class) {
            tell_field(class, k, value);
            tell_value(class, k, value, ty);
        }
    })
}

/// Gives an object what compiled code has changed in its copy.
pub fn write_back(py: Python<'_>, owner: u64) -> PyResult<()> {
    outward::convert(py, || write_back_fields(py, owner))
}

fn write_back_fields(py: Python<'_>, owner: u64) -> PyResult<()> {
    // SAFETY: the word of an instance that the call holds, and the object that it was made of.
    let (instance, object) = unsafe {
        let instance = Instance::of(owner as usize as *mut u8);
        let object = Bound::from_borrowed_ptr(py, instance.origin() as usize as *mut PyObject);
        (instance, object)
    };
    let changed = instance.take_changed();
    let class = instance.ty().shape().map(Shape::class);
    if let Some(class) = class
        && changed != 0
        && family::of_class(&object.get_type())? == Family::Counterpart
    {
        let made = py.get_type::<PyAny>().call_method1("__new__", (objects::get(py, class.object.id)?,))?;
        outward::convert_now(py, || set_fields(py, &made, owner))?;
        return counterparts::write_back(&object, &made);
    }
    let names = class.map_or(&[][..], |class| &class.names);
    for (k, name) in names.iter().enumerate() {
        if changed >> k.min(63) & 1 != 0
            && let Some((ty, place)) = instance.field(k).filter(|(ty, _)| !opaque::is(*ty))
        {
            // SAFETY: a field of the instance.
            let value = unsafe { item_object(py, ty, place)? };
            if class.is_some_and(|class| class.is_late(k)) {
                // Properties that are computed once are kept in frozen objects, too.
                py.get_type::<PyAny>().getattr("__setattr__")?.call1((&object, &**name, value))?;
            } else {
                object.setattr(&**name, value)?;
            }
        }
    }
    Ok(())
}

/// Forgets the object that an instance was made of, and gives the call's reference up.
pub fn let_go(owner: u64) {
    // SAFETY: the reference that conversion took.
    unsafe { Instance::of(owner as usize as *mut u8) }.set_origin(0);
    crate::owner::release(owner);
}

// The runtime to Python

/// The object that stands for an instance, to which the reader's reference is given up.
pub fn to_object<'py>(py: Python<'py>, owner: u64) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the word of an instance that is alive.
    let instance = unsafe { Instance::of(owner as usize as *mut u8) };
    let origin = instance.origin() as usize as *mut PyObject;
    // SAFETY: an object takes itself back before its memory goes; one that is being destroyed has no references.
    let is_alive = !origin.is_null() && unsafe { ffi::Py_REFCNT(origin) } > 0;
    // SAFETY: as above.
    let origin = is_alive.then(|| unsafe { Bound::from_borrowed_ptr(py, origin) });
    let Some(class) = instance.ty().shape().map(Shape::class) else {
        crate::owner::release(owner);
        return Err(PyTypeError::new_err("an instance without a class"));
    };
    match (class.form, origin) {
        (Form::Data, origin) => outward::convert(py, || data_object(py, Owned(owner), origin)),
        (Form::Native, None) => new_proxy(py, class, owner),
        (Form::Native, Some(origin)) => {
            crate::owner::release(owner);
            Ok(origin)
        }
    }
}

/// The object of an instance whose object is a copy: the one that it was made of, or one that the open conversion completes.
fn data_object<'py>(py: Python<'py>, owner: Owned, origin: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    if let Some(origin) = origin {
        // Code that gives an object to Python while it runs has changed it before.
        outward::put_off(Waiting { owner, object: None });
        return Ok(origin);
    }
    if let Some(made) = outward::made(py, owner.0) {
        return Ok(made);
    }
    // SAFETY: the word of an instance that is alive.
    let ty = unsafe { Instance::of(owner.0 as usize as *mut u8) }.ty();
    let Some(class) = ty.shape().map(Shape::class) else {
        return Err(PyTypeError::new_err("an instance without a class"));
    };
    let class = objects::get(py, class.object.id)?;
    let object = py.get_type::<PyAny>().call_method1("__new__", (&class,))?;
    let waiting = Waiting { owner: owner.again(), object: Some(object.clone().unbind()) };
    if counterparts::original_class(&class).is_none() {
        outward::put_off(waiting);
        outward::remember(owner, &object);
        return Ok(object);
    }
    let original = outward::convert_now(py, || complete(py, &waiting)).and_then(|()| counterparts::original(object))?;
    outward::remember(owner, &original);
    Ok(original)
}

/// Gives a new object the fields of its instance, or the object that an instance was made of what compiled code has changed.
pub fn complete(py: Python<'_>, waiting: &Waiting) -> PyResult<()> {
    match &waiting.object {
        Some(object) => set_fields(py, object.bind(py), waiting.owner.0),
        None => write_back(py, waiting.owner.0),
    }
}

/// Whether values of a type may have instances in them whose objects are copies.
pub fn may_be_in(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Instance(shape) => shape.class().form == Form::Data,
        Kind::List { item, .. } | Kind::Set { item, .. } => may_be_in(*item),
        Kind::Dict { key, value, .. } => may_be_in(*key) || may_be_in(*value),
        Kind::Optional(inner) => may_be_in(*inner),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } | Kind::OneOf(items) => {
            items.iter().any(|&ty| may_be_in(ty))
        }
        _ => false,
    }
}

fn new_proxy<'py>(py: Python<'py>, class: &Class, owner: u64) -> PyResult<Bound<'py, PyAny>> {
    let made = objects::get(py, class.object.id).and_then(|class| {
        let new = py.get_type::<PyInstance>().getattr("__new__")?;
        ADOPTED.set(owner);
        new.call1((class,))
    });
    if ADOPTED.replace(0) != 0 {
        crate::owner::release(owner);
    }
    let made = made?;
    // SAFETY: the proxy keeps the instance alive.
    unsafe { Instance::of(owner as usize as *mut u8) }.set_origin(made.as_ptr() as u64);
    Ok(made)
}

/// Gives an object of a dataclass, which was made without calls of its `__init__`, the fields of an instance.
fn set_fields(py: Python<'_>, object: &Bound<'_, PyAny>, owner: u64) -> PyResult<()> {
    // SAFETY: the word of an instance that is alive.
    let instance = unsafe { Instance::of(owner as usize as *mut u8) };
    let set = py.get_type::<PyAny>().getattr("__setattr__")?;
    let Some(class) = instance.ty().shape().map(Shape::class) else { return Ok(()) };
    let changed = instance.changed();
    for (k, name) in class.names.iter().enumerate() {
        let is_unset = class.is_late(k) && changed >> k.min(63) & 1 == 0;
        if !is_unset && let Some((ty, place)) = instance.field(k).filter(|(ty, _)| !opaque::is(*ty)) {
            // SAFETY: a field of the instance.
            let value = unsafe {
                if was_never_set(ty, place) {
                    continue;
                }
                item_object(py, ty, place)?
            };
            set.call1((object, &**name, value))?;
        }
    }
    Ok(())
}

// Classes

/// `class_add(cls, view, names, prefix, native, keys, root, late)`: makes the fields of a class known; None for a class of named tuples, of
/// which only the view is new. `keys` says what makes instances equal: the numbers of fields, `identity`, or nothing; `root` is the class that all its bases
/// are derived from; the last `late` fields are those that objects begin without, the last `foreign` of them those that only
/// code outside of the class sets.
#[pyfunction]
#[pyo3(signature = (class, view, names, prefix, native, keys = "", root = None, late = 0, foreign = 0))]
#[expect(clippy::too_many_arguments)]
pub fn class_add(
    class: &Bound<'_, PyType>,
    view: &Bound<'_, PyAny>,
    names: Vec<String>,
    prefix: &str,
    native: Option<bool>,
    keys: &str,
    root: Option<&Bound<'_, PyType>>,
    late: usize,
    foreign: usize,
) -> PyResult<()> {
    let object: Object = objects::describe(class.as_any(), &class.name()?.to_string())?;
    let view = objects::id_of(view)?;
    let form = if native == Some(true) { Form::Native } else { Form::Data };
    let keys = match keys {
        "" => Keys::Never,
        "identity" => Keys::Identity,
        "own" => Keys::Own,
        numbers => fields_as_keys(numbers),
    };
    let root = root.map_or(Ok(object.id), |root| objects::id_of(root.as_any()))?;
    let first_late = names.len().saturating_sub(late);
    let first_foreign = names.len().saturating_sub(foreign);
    let names = names.into_iter().map(Into::into).collect();
    classes::add(object, (view, root), (form, keys), (names, first_late, first_foreign), prefix.into());
    match native {
        Some(true) => family::register(class, Family::Instance),
        Some(false) => family::register(class, Family::Data),
        None => {}
    }
    Ok(())
}

fn added(class: &Bound<'_, PyAny>) -> PyResult<&'static Class> {
    let found = classes::find(objects::id_of(class)?);
    found.ok_or_else(|| PyTypeError::new_err(format!("{class} is no class of compiled code")))
}

/// `class_define(cls, types)`: says the types of the fields.
#[pyfunction]
pub fn class_define(class: &Bound<'_, PyAny>, types: Vec<u32>) -> PyResult<()> {
    let types = types.into_iter().map(types::by_id).collect::<PyResult<Vec<_>>>()?;
    added(class)?.define(types);
    Ok(())
}

/// `class_define_later(cls, tell)`: says what calls `class_define` when the types of the fields are asked for first.
#[pyfunction]
pub fn class_define_later(class: &Bound<'_, PyAny>, tell: Py<PyAny>) -> PyResult<()> {
    added(class)?.define_later(move || {
        Python::attach(|py| {
            if let Err(error) = tell.call0(py) {
                error.write_unraisable(py, None);
            }
        });
    });
    Ok(())
}

/// `class_instance(cls, types=None)`: the number of the type of instances whose fields have these types, or those of the class.
#[pyfunction]
#[pyo3(signature = (class, field_types = None))]
pub fn class_instance(class: &Bound<'_, PyAny>, field_types: Option<Vec<u32>>) -> PyResult<u32> {
    let class = added(class)?;
    let field_types = match field_types {
        Some(ids) => Some(ids.into_iter().map(types::by_id).collect::<PyResult<Box<[Ty]>>>()?),
        None => None,
    };
    Ok(Shape::new(class, field_types).instance().id())
}

/// `class_fields(type)`: the numbers of the types of the fields of a type of instances.
#[pyfunction]
pub fn class_fields(ty: u32) -> PyResult<Vec<u32>> {
    let types = types::by_id(ty)?.shape().map_or(&[][..], Shape::types);
    Ok(types.iter().map(|ty| ty.id()).collect())
}

/// `class_names(cls)`: the names of the fields.
#[pyfunction]
pub fn class_names(class: &Bound<'_, PyAny>) -> PyResult<Vec<&'static str>> {
    Ok(added(class)?.names.iter().map(|name| &**name).collect())
}

/// `type_deferred()`: the number of a new type that is said later.
#[pyfunction]
pub fn type_deferred() -> u32 {
    Ty::deferred().id()
}

/// `type_define(deferred, type)`: says what a deferred type is; False when it was said before.
#[pyfunction]
pub fn type_define(deferred: u32, ty: u32) -> PyResult<bool> {
    Ok(types::by_id(deferred)?.define(types::by_id(ty)?))
}

/// The number of the type in the place of a deferred one.
#[pyfunction]
pub fn type_resolved(ty: u32) -> PyResult<u32> {
    Ok(types::by_id(ty)?.resolved().id())
}

/// What the class says of the fields that make its objects equal: their numbers, `;`, and the field or `(fields)` that its hash is that of.
fn fields_as_keys(text: &str) -> Keys {
    let numbers = |text: &str| text.split(' ').filter_map(|k| k.parse().ok()).collect::<Vec<usize>>();
    let (compared, hashed) = text.split_once(';').unwrap_or((text, ""));
    let hashed = match (hashed.strip_prefix('(').and_then(|fields| fields.strip_suffix(')')), hashed.parse()) {
        (Some(fields), _) => Hashed::Tuple(numbers(fields).leak()),
        (None, Ok(field)) => Hashed::One(field),
        (None, Err(_)) => Hashed::Unknown,
    };
    Keys::Fields(numbers(compared).into_iter().fold(0, |all, k| all | 1 << k.min(63)), hashed)
}
