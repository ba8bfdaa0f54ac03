//! Python's dicts and sets: copied into those of the runtime when they are arguments, written back when compiled code has changed them.

use super::boxing::{Reader, to_python};
use super::classify::{classify, plain_key};
use super::held::Held;
use super::instances::may_be_in;
use super::key::Decoder;
use super::lists::{self, item_object, unknown, write_leaves};
use super::outward;
use super::set_slots;
use super::type_of::{NoType, Purpose, identity};
use super::unbox::unbox;
use super::words::{Sink, with_sink};
use coluber_abi::{Layout, layout};
use coluber_base::Name;
use coluber_runtime::dicts::Dict;
use coluber_runtime::dicts::slots::Slots;
use coluber_runtime::items::ItemType;
use coluber_types::containers::{is_own_key, is_plain_key};
use coluber_types::named::{MOST_NAMES, is_kept_in};
use coluber_types::unify::variants;
use coluber_types::{DictForm, Kind, Ty, classes};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyFrozenSet, PyInt, PySet};

fn no_memory() -> PyErr {
    PyMemoryError::new_err("no memory for a dict or set")
}

/// A copy: the types of its keys and values, and its owner word.
type Copied = ((Ty, Ty), u64);

/// What a container is to Python.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Dict(DictForm),
    Set,
    Frozen,
}

impl Form {
    /// Of the values of a type.
    fn of_type(ty: Ty) -> Self {
        match ty.kind() {
            Kind::Set { frozen: true, .. } => Form::Frozen,
            Kind::Set { .. } => Form::Set,
            _ => Form::Dict(ty.dict_form().unwrap_or(DictForm::Dict)),
        }
    }

    /// Of an object; None when it is no container of these.
    fn of(object: &Bound<'_, PyAny>) -> Result<Option<Self>, NoType> {
        Ok(match object {
            _ if object.is_exact_instance_of::<PyDict>() => Some(Form::Dict(DictForm::Dict)),
            _ if object.is_instance_of::<PyDict>() => of_collections(object)?.map(Form::Dict),
            _ if object.is_instance_of::<PySet>() => Some(Form::Set),
            _ if object.is_instance_of::<PyFrozenSet>() => Some(Form::Frozen),
            _ => None,
        })
    }

    /// The type of containers with these types of keys and values; one of its own where these are not known.
    fn ty(self, types: (Ty, Ty)) -> Ty {
        match (self, types.0 == Ty::undefined()) {
            (Form::Dict(form), true) => Ty::fresh_dict().as_dict(form),
            (Form::Dict(form), false) => Ty::dict(types.0, types.1).as_dict(form),
            (_, true) => Ty::fresh_set().as_frozen(self == Form::Frozen),
            (_, false) => Ty::set(types.0).as_frozen(self == Form::Frozen),
        }
    }

    /// A new container without items.
    fn empty(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let class = |name: &str| py.import("collections")?.getattr(name);
        match self {
            Form::Set | Form::Frozen => PySet::empty(py).map(Bound::into_any),
            Form::Dict(DictForm::Dict | DictForm::Named(_)) => Ok(PyDict::new(py).into_any()),
            Form::Dict(DictForm::Ordered) => class("OrderedDict")?.call0(),
            Form::Dict(DictForm::Counter) => class("Counter")?.call0(),
            Form::Dict(DictForm::Default(factory)) => {
                let factory = to_python(py, factory, &mut Reader::new(&[]))?;
                class("defaultdict")?.call1((factory,))
            }
        }
    }
}

/// What a dict of a class of `collections` is; None for one of another class.
fn of_collections(object: &Bound<'_, PyAny>) -> Result<Option<DictForm>, NoType> {
    let (py, class) = (object.py(), object.get_type());
    let Some(module) = crate::modules::imported(py, "collections")? else { return Ok(None) };
    Ok(Some(if class.is(&module.getattr("OrderedDict")?) {
        DictForm::Ordered
    } else if class.is(&module.getattr("Counter")?) {
        DictForm::Counter
    } else if class.is(&module.getattr("defaultdict")?) {
        let factory = object.getattr("default_factory")?;
        DictForm::Default(if factory.is_none() { Ty::none() } else { identity(&factory, Purpose::Constant)? })
    } else {
        return Ok(None);
    }))
}

/// A dict or set that is being made; given up where that fails.
struct Maker {
    owner: *mut u8,
    key: &'static Layout,
    value: &'static Layout,
    /// Room for a key.
    bytes: Vec<u64>,
}

impl Maker {
    fn new(types: (Ty, Ty)) -> PyResult<Self> {
        if is_own_key(types.0) {
            return Err(not_from_python(types.0));
        }
        let owner = Dict::make(ItemType::new(types.0), ItemType::new(types.1)).ok_or_else(no_memory)?;
        let (key, value) = (layout(types.0), layout(types.1));
        Ok(Maker { owner, key, value, bytes: vec![0; (key.size as usize).div_ceil(8).max(1)] })
    }

    /// As [`new`](Self::new), for what is made of an object.
    fn like(object: &Bound<'_, PyAny>, types: (Ty, Ty)) -> PyResult<Self> {
        let maker = Maker::new(types)?;
        if !object.is_instance_of::<PyDict>() {
            // SAFETY: nothing else has the set.
            unsafe { Dict::of(maker.owner) }.set_set();
        }
        Ok(maker)
    }

    /// Adds an entry of which these are the leaves.
    fn add(&mut self, key: &[u64], value: &[u64]) -> PyResult<()> {
        // SAFETY: there is room for a key; nothing else has the dict; a value is written where there is none yet.
        unsafe {
            write_leaves(self.key, key, self.bytes.as_mut_ptr().cast());
            let dict = Dict::of(self.owner);
            let (position, is_new) = dict.insert(self.bytes.as_ptr().cast()).ok_or_else(no_memory)?;
            if is_new {
                write_leaves(self.value, value, dict.value_place(position));
                for &leaf in &self.value.owners {
                    coluber_runtime::retain(value[leaf as usize] as usize as *const u8);
                }
            }
        }
        Ok(())
    }

    fn into_owner(mut self) -> *mut u8 {
        std::mem::replace(&mut self.owner, std::ptr::null_mut())
    }

    fn finish(self, object: &Bound<'_, PyAny>, held: &mut Held) -> u64 {
        let owner = self.into_owner();
        // SAFETY: nothing else has the dict.
        let dict = unsafe { Dict::of(owner) };
        if dict.is_set()
            && let Some((slots, hashes)) = set_slots::of(object)
        {
            dict.adopt_slots(slots, hashes);
        }
        dict.take_changed();
        dict.set_origin(object.as_ptr() as u64);
        held.add_dict(owner as u64, object.clone());
        owner as u64
    }
}

impl Drop for Maker {
    fn drop(&mut self) {
        crate::owner::release(self.owner as u64);
    }
}

/// The entries of a dict, or the items of a set with None.
fn entries<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    if let Ok(dict) = object.cast_exact::<PyDict>() {
        return Ok(dict.iter().collect());
    }
    if object.is_instance_of::<PyDict>() {
        // Classes of dicts have an order of their own.
        return object.call_method0("items")?.try_iter()?.map(|entry| entry?.extract()).collect();
    }
    let none = object.py().None().into_bound(object.py());
    object.try_iter()?.map(|item| Ok((item?, none.clone()))).collect()
}

/// Adds the words of a dict or set. On false an exception is set.
///
/// # Safety
/// As for [`classify`].
pub unsafe fn classify_dict(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: as the caller says.
    let bound = unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), object) };
    if super::extent::is_too_deep(sink.depth) {
        super::extent::too_deep().restore(bound.py());
        return false;
    }
    let made = Form::of(&bound).and_then(|form| {
        let form = form.unwrap_or(Form::Set);
        // What can't change may be two as well as one.
        if form != Form::Frozen && sink.push_again(object, form.ty((Ty::undefined(), Ty::undefined()))) {
            return Ok(None);
        }
        let found = known(&bound, sink).map_or_else(|| converted(&bound, sink), Ok)?;
        Ok(Some((form, found)))
    });
    match made {
        Ok(Some((form, (types, owner)))) => {
            let ty = with_names(&bound, form.ty(types), sink);
            sink.push_container(ty, owner);
            true
        }
        Ok(None) => true,
        Err(reason) => unknown(object, reason, sink),
    }
}

/// The type of a dict, with what its values are, by their names, where they have several types.
fn with_names(object: &Bound<'_, PyAny>, ty: Ty, sink: &Sink<'_>) -> Ty {
    let Kind::Dict { key, value, form: DictForm::Dict, .. } = *ty.kind() else { return ty };
    let Ok(dict) = object.cast_exact::<PyDict>() else { return ty };
    let is_mixed = match value {
        _ if key != Ty::string() || dict.len() > MOST_NAMES => false,
        _ if value == Ty::float64() => !dict.iter().all(|(_, value)| value.is_exact_instance_of::<PyFloat>()),
        _ if value == Ty::int64() => !dict.iter().all(|(_, value)| value.is_exact_instance_of::<PyInt>()),
        _ => variants(value).is_some(),
    };
    if !is_mixed {
        return ty;
    }
    let known = dict.iter().map(|(name, value)| {
        let types = types_of(std::iter::once(&value), sink).ok()?;
        Some((Name::from(name.extract::<String>().ok()?), *types.first()?))
    });
    known.collect::<Option<Vec<(Name, Ty)>>>().map_or(ty, |known| ty.with_value_names(known))
}

/// The types of keys and values and the owner word of the copy that the sink has of the same object, unless it is empty.
fn known(object: &Bound<'_, PyAny>, sink: &mut Sink<'_>) -> Option<Copied> {
    let owner = sink.held.find(object.as_ptr())?;
    // SAFETY: a dict that the sink holds, since the object is a dict or set.
    let dict = unsafe { Dict::of(owner as usize as *mut u8) };
    let (key, value) = dict.types();
    let found = (!dict.is_empty()).then_some(((key.ty, value.ty), owner));
    if found.is_none() {
        sink.held.met_as_another();
    }
    found
}

/// The owner word of the copy with these types of keys and values that the sink has of the same object.
fn known_as(object: &Bound<'_, PyAny>, types: (Ty, Ty), sink: &mut Sink<'_>) -> Option<u64> {
    let owner = sink.held.find(object.as_ptr())?;
    // SAFETY: as in `known`.
    let (key, value) = unsafe { Dict::of(owner as usize as *mut u8) }.types();
    let found = ((key.ty, value.ty) == types).then_some(owner);
    if found.is_none() {
        sink.held.met_as_another();
    }
    found
}

/// The error of keys that compiled code alone can find, or that nothing can.
fn not_from_python(key: Ty) -> PyErr {
    let own = if is_own_key(key) {
        ": their own __eq__ and __hash__ are called for dicts and sets that compiled code makes"
    } else {
        ""
    };
    PyTypeError::new_err(format!("keys of type {key} can't be passed to compiled code{own}"))
}

/// The types of keys and values, and the owner word of a copy that the sink holds.
fn converted(object: &Bound<'_, PyAny>, sink: &mut Sink<'_>) -> Result<Copied, NoType> {
    let all = entries(object)?;
    if all.is_empty() {
        // Items of any type may follow: none has a hash until then.
        let maker = Maker::like(object, (Ty::none(), Ty::none()))?;
        return Ok(((Ty::undefined(), Ty::undefined()), maker.finish(object, &mut sink.held)));
    }
    if let Some(found) = of_plain_values(object, &all, sink)? {
        return Ok(found);
    }
    let key = common_type(all.iter().map(|(key, _)| key), sink, lists::common)?;
    let any = |types: &[Ty]| lists::common(types).or_else(|| lists::several(types));
    let value = common_type(all.iter().map(|(_, value)| value), sink, any)?;
    if !is_plain_key(key) {
        return Err(not_from_python(key).into());
    }
    Ok(((key, value), filled(object, all, (key, value), sink)?))
}

/// Whether values of a type are numbers, texts, functions, or containers of these: one conversion tells all of them.
pub fn is_plain(ty: Ty) -> bool {
    match ty.kind() {
        Kind::List { item, .. } | Kind::Set { item, .. } => is_plain(*item),
        Kind::Dict { key, value, .. } => is_plain(*key) && is_plain(*value),
        Kind::Tuple(items) | Kind::OneOf(items) => items.iter().all(|&item| is_plain(item)),
        Kind::None | Kind::Str | Kind::Bytes | Kind::Function(_) => true,
        _ => ty.is_number(),
    }
}

/// A dict or set that is made of entries while they have the same types.
struct Uniform {
    /// The words that say of what types its keys and values are.
    words: Vec<u64>,
    types: (Ty, Ty),
    maker: Maker,
}

impl Uniform {
    /// One for an entry with these words, the first of which are the key's; None where keys or values are not plain.
    fn new(object: &Bound<'_, PyAny>, words: &[u64], of_key: usize) -> Result<Option<Self>, NoType> {
        let of = |words: &[u64]| Decoder::new(words).next_type(object.py(), 0).map(|ty| ty.stored().bare());
        let types = (of(&words[..of_key])?, of(&words[of_key..])?);
        if !is_plain_key(types.0) || !is_plain(types.0) || !is_plain(types.1) {
            return Ok(None);
        }
        Ok(Some(Uniform { words: words.to_vec(), types, maker: Maker::like(object, types)? }))
    }

    /// Adds an entry; false where it has other types.
    fn add(
        made: &mut Option<Self>,
        object: &Bound<'_, PyAny>,
        (key, value): &(Bound<'_, PyAny>, Bound<'_, PyAny>),
        part: &mut Sink<'_>,
    ) -> Result<bool, NoType> {
        let mut ends = [(0, 0); 2];
        for (item, end) in [key, value].into_iter().zip(&mut ends) {
            // SAFETY: a live object.
            if !unsafe { classify(item.as_ptr(), part) } {
                return Err(PyErr::fetch(object.py()).into());
            }
            *end = (part.key.len(), part.leaves.len());
        }
        let (words, leaves) = (part.key.as_slice(), part.leaves.as_slice());
        if made.is_none() {
            *made = Uniform::new(object, words, ends[0].0)?;
        }
        let Some(made) = made.as_mut().filter(|made| made.words == words) else { return Ok(false) };
        made.maker.add(&leaves[..ends[0].1], &leaves[ends[0].1..])?;
        if ItemType::new(made.types.1).owns() {
            // Memory holds no reference to the object itself; keys have one.
            part.held.keep(value.clone());
        }
        Ok(true)
    }
}

/// As [`converted`], where all keys are plain values of one type, and so are all values: what their types follow from is the conversion itself.
/// None for others.
fn of_plain_values(
    object: &Bound<'_, PyAny>,
    all: &[(Bound<'_, PyAny>, Bound<'_, PyAny>)],
    sink: &mut Sink<'_>,
) -> Result<Option<Copied>, NoType> {
    let before = sink.held.mark();
    let mut made = None;
    for entry in all {
        if !sink.with_part(|part| Uniform::add(&mut made, object, entry, part))? {
            drop(sink.held.split_off(before));
            return Ok(None);
        }
    }
    Ok(made.map(|made| (made.types, made.maker.finish(object, &mut sink.held))))
}

/// The type that all of these values can have.
fn common_type<'a, 'py: 'a>(
    values: impl Iterator<Item = &'a Bound<'py, PyAny>> + Clone,
    sink: &Sink<'_>,
    common: impl Fn(&[Ty]) -> Option<Ty>,
) -> Result<Ty, NoType> {
    let widenings = classes::widenings();
    let types = types_of(values.clone(), sink)?;
    let found = match common(&types) {
        // Later values have told what fields hold, also those of objects that came before.
        None if classes::widenings() != widenings => common(&types_of(values, sink)?),
        found => found,
    };
    found.ok_or_else(|| {
        let text: Vec<String> = types.iter().map(Ty::to_string).collect();
        PyTypeError::new_err(format!("can't unbox heterogeneous dict or set: types {}", text.join(", "))).into()
    })
}

/// The types that these values have. Objects that several of them hold are looked at once.
fn types_of<'a, 'py: 'a>(
    values: impl Iterator<Item = &'a Bound<'py, PyAny>>,
    sink: &Sink<'_>,
) -> Result<Vec<Ty>, NoType> {
    let (mut found, mut last) = (Vec::<(Vec<u64>, Ty)>::new(), None);
    let mut held = Held::default();
    for value in values {
        // SAFETY: a live object.
        let plain = unsafe { plain_key(value.as_ptr()) };
        if plain.is_some() && plain == last {
            continue;
        }
        last = plain;
        with_sink(|part| {
            (part.depth, part.device, part.kernel) = (sink.depth + 1, sink.device, sink.kernel);
            std::mem::swap(&mut part.held, &mut held);
            // SAFETY: a live object.
            if !unsafe { classify(value.as_ptr(), part) } {
                return Err(PyErr::fetch(value.py()).into());
            }
            std::mem::swap(&mut part.held, &mut held);
            if !found.iter().any(|(words, _)| words == part.key.as_slice()) {
                let key = part.key.as_slice().to_vec();
                let ty = Decoder::new(&key).next_type(value.py(), 0)?.stored().bare();
                found.push((key, ty));
            }
            Ok::<(), NoType>(())
        })?;
    }
    Ok(found.into_iter().map(|(_, ty)| ty).collect())
}

fn filled(
    object: &Bound<'_, PyAny>,
    all: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    types: (Ty, Ty),
    sink: &mut Sink<'_>,
) -> PyResult<u64> {
    let mut maker = Maker::like(object, types)?;
    let owns = ItemType::new(types.1).owns();
    sink.with_part(|part| {
        for (key, value) in all {
            part.key.truncate(0);
            part.leaves.truncate(0);
            unbox(&key, types.0, part)?;
            let key_leaves = part.leaves.len();
            unbox(&value, types.1, part)?;
            let (key, words) = part.leaves.as_slice().split_at(key_leaves);
            maker.add(key, words)?;
            if owns {
                // Memory holds no reference to the object itself; keys have one.
                part.held.keep(value);
            }
        }
        Ok::<(), PyErr>(())
    })?;
    Ok(maker.finish(object, &mut sink.held))
}

/// Adds the owner word of a copy with these types of keys and values.
pub fn unbox_dict(object: &Bound<'_, PyAny>, wanted: Ty, types: (Ty, Ty), sink: &mut Sink<'_>) -> PyResult<()> {
    let form = Form::of_type(wanted);
    if form != Form::Frozen
        && let Some(owner) = crate::typed::dict_owner(object, types, form == Form::Set)?
    {
        sink.leaves.push(owner);
        return Ok(());
    }
    if Form::of(object).map_err(|reason| reason.into_error(object.py()))? != Some(form) {
        return Err(PyTypeError::new_err(format!("can't unbox {} as {wanted}", object.get_type().repr()?)));
    }
    let owner = match known_as(object, types, sink) {
        Some(owner) => owner,
        None => filled(object, entries(object)?, types, sink)?,
    };
    sink.leaves.push(owner);
    Ok(())
}

/// The Python object of an owner word, to which the reader's reference is given up: the one that it was made of, or a new one.
pub fn to_object(py: Python<'_>, owner: u64, ty: Ty) -> PyResult<Bound<'_, PyAny>> {
    let form = Form::of_type(ty);
    if form != Form::Frozen && crate::typed::is_typed(owner) {
        return crate::typed::dict_object(py, owner, form == Form::Set);
    }
    // SAFETY: the word of a dict that is alive.
    let origin = unsafe { Dict::of(owner as usize as *mut u8) }.origin();
    let made = match origin {
        // SAFETY: the object is alive as long as the dict knows it.
        1.. => Ok(unsafe { Bound::from_borrowed_ptr(py, origin as usize as *mut PyObject) }),
        0 if form == Form::Frozen => frozen(py, owner),
        0 => form.empty(py),
    };
    let made = made.and_then(|object| {
        if origin == 0 && form != Form::Frozen {
            fill(owner, &object)?;
            restore(ty, &object)?;
        }
        Ok(object)
    });
    crate::owner::release(owner);
    made
}

/// Gives the names of a new dict their integers and bools back, which are floats or integers in memory.
fn restore(ty: Ty, object: &Bound<'_, PyAny>) -> PyResult<()> {
    let (Kind::Dict { value, .. }, Some((names, items)), Ok(dict)) =
        (ty.kind(), ty.value_names(), object.cast_exact::<PyDict>())
    else {
        return Ok(());
    };
    let kept = names.iter().zip(items).filter(|(_, ty)| is_kept_in(**ty, *value));
    for (name, ty) in kept {
        if let Some(found) = dict.get_item(&**name)? {
            set_whole(dict, (&**name).into_pyobject(dict.py())?.as_any(), &found, *ty == Ty::boolean())?;
        }
    }
    Ok(())
}

/// Sets the value of a key that is a number in memory to the integer or bool that it is, unless it is none.
fn set_whole(
    dict: &Bound<'_, PyDict>,
    key: &Bound<'_, PyAny>,
    found: &Bound<'_, PyAny>,
    is_bool: bool,
) -> PyResult<()> {
    let number: f64 = found.extract()?;
    match is_bool {
        true if number == 0.0 || number == 1.0 => dict.set_item(key, number != 0.0),
        false if number.fract() == 0.0 && number.abs() < 9.2e18 => dict.set_item(key, number as i64),
        _ => Ok(()),
    }
}

/// Keeps integers and bools among the values of a dict that are floats, or integers, in memory.
fn keep_whole(before: &Bound<'_, PyDict>, made: &Bound<'_, PyDict>) -> PyResult<()> {
    for (key, old) in before.iter() {
        let (is_bool, is_whole) = (old.is_exact_instance_of::<PyBool>(), old.is_exact_instance_of::<PyInt>());
        let Some(new) = made.get_item(&key)?.filter(|_| is_bool || is_whole) else { continue };
        if new.is_exact_instance_of::<PyFloat>() || is_bool && new.is_exact_instance_of::<PyInt>() {
            set_whole(made, &key, &new, is_bool)?;
        }
    }
    Ok(())
}

/// A frozenset of the items of a set of the runtime.
fn frozen(py: Python<'_>, owner: u64) -> PyResult<Bound<'_, PyAny>> {
    let (made, items) = (PyFrozenSet::empty(py)?.into_any(), items_of_set(py, owner)?);
    // One that others have, too, stays as it is.
    match set_slots::is_alone(&made) && install(owner, &made, &items)? {
        true => Ok(made),
        false => Ok(PyFrozenSet::new(py, items)?.into_any()),
    }
}

/// The items of a set of the runtime, in its order.
fn items_of_set(py: Python<'_>, owner: u64) -> PyResult<Vec<Bound<'_, PyAny>>> {
    // SAFETY: the word of a set that is alive. No code runs that changes it while its items are read.
    let set = unsafe { Dict::of(owner as usize as *mut u8) };
    set.positions_in_order().map(|position| key_object(py, set, position)).collect()
}

/// Puts the items of a set of the runtime into an empty one of Python's as they lie there. False where nothing says how.
fn install(owner: u64, made: &Bound<'_, PyAny>, items: &[Bound<'_, PyAny>]) -> PyResult<bool> {
    // SAFETY: the word of a set that is alive.
    let slots = unsafe { Dict::of(owner as usize as *mut u8) }.slots().and_then(Slots::in_order);
    slots.map_or(Ok(false), |slots| set_slots::install(made, &slots, items))
}

fn fill_set(owner: u64, set: &Bound<'_, PySet>) -> PyResult<()> {
    let items = items_of_set(set.py(), owner)?;
    match install(owner, set, &items)? {
        true => Ok(()),
        false => items.into_iter().try_for_each(|item| set.add(item)),
    }
}

/// Puts the entries of a dict or set of the runtime into Python's, which is empty.
fn fill(owner: u64, object: &Bound<'_, PyAny>) -> PyResult<()> {
    match object.cast::<PySet>() {
        Ok(set) => fill_set(owner, set),
        Err(_) => fill_dict(owner, object),
    }
}

fn fill_dict(owner: u64, object: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = object.py();
    // SAFETY: the word of a dict that is alive. No code runs that changes it while its entries are read.
    let dict = unsafe { Dict::of(owner as usize as *mut u8) };
    let mut at = dict.next(0);
    while let Some(k) = at {
        let key = key_object(py, dict, k)?;
        // SAFETY: an entry that is there.
        let value = unsafe { item_object(py, dict.types().1.ty, dict.value_place(k))? };
        match object.cast_exact::<PyDict>() {
            Ok(dict) => dict.set_item(key, value)?,
            Err(_) => object.set_item(key, value)?,
        }
        at = dict.next(k + 1);
    }
    Ok(())
}

/// The object of the key at a position.
fn key_object<'py>(py: Python<'py>, dict: &Dict, position: usize) -> PyResult<Bound<'py, PyAny>> {
    let ty = dict.types().0.ty;
    // SAFETY: an entry that is there.
    let key = || unsafe { item_object(py, ty, dict.key_place(position)) };
    // Python asks objects that are keys for their hashes.
    if may_be_in(ty) { outward::convert_now(py, key) } else { key() }
}

/// Gives a Python dict or set the entries that compiled code has left in its copy.
pub fn write_back(py: Python<'_>, owner: u64) -> PyResult<()> {
    // SAFETY: the word of a dict that the call holds.
    let dict = unsafe { Dict::of(owner as usize as *mut u8) };
    if !dict.take_changed() {
        return Ok(());
    }
    // SAFETY: the object that the caller of the compiled code passed.
    let origin = unsafe { Bound::from_borrowed_ptr(py, dict.origin() as usize as *mut PyObject) };
    // The old entries keep what the new ones are made of alive until those are there.
    if let Ok(set) = origin.cast::<PySet>() {
        let items = items_of_set(py, owner)?;
        origin.call_method0("clear")?;
        return match install(owner, &origin, &items)? {
            true => Ok(()),
            false => items.into_iter().try_for_each(|item| set.add(item)),
        };
    }
    let made = PyDict::new(py).into_any();
    fill(owner, &made)?;
    if let (Ok(before), Ok(made)) = (origin.cast_exact::<PyDict>(), made.cast_exact::<PyDict>())
        && before.len() <= MOST_NAMES
    {
        keep_whole(before, made)?;
    }
    origin.call_method0("clear")?;
    origin.call_method1("update", (made,)).map(drop)
}

/// Forgets the object that a dict was made of, and gives the call's reference up.
pub fn let_go(owner: u64) {
    // SAFETY: the reference that conversion took; the dict may live on without the object, as a list may.
    unsafe {
        let word = owner as usize as *mut u8;
        Dict::of(word).set_origin(0);
        if coluber_runtime::reference_count(word) > 1 {
            let _ = Dict::of(word).outlive_call();
        }
    }
    crate::owner::release(owner);
}
