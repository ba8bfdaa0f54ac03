//! Lists, dicts, sets and instances of the program that compiled code reads by name, and containers that it keeps.
//!
//! A container of the program is converted when compiled code first reads it in a call from Python, as an argument is. All compiled code sees
//! the one that was made until the call ends; then what has changed is written back, and it is given up. So nothing is ever out of date.

use super::constants::Keeper;
use crate::values::classify::classify;
use crate::values::dicts::is_plain;
use crate::values::held::Held;
use crate::values::key::Decoder;
use crate::values::outward;
use crate::values::type_of::{self, NoType};
use crate::values::unbox::unbox;
use crate::values::words::with_sink;
use coluber_base::Name;
use coluber_infer::{HostData, HostValue};
use coluber_runtime::dicts::Dict;
use coluber_runtime::held::hold_word;
use coluber_runtime::instances::Instance;
use coluber_runtime::lists::List;
use coluber_runtime::shared::{set_ready, take_back};
use coluber_types::begun;
use coluber_types::{Conversion, Kind, ListForm, Ty, conversion};
use parking_lot::Mutex;
use pyo3::exceptions::{PyMemoryError, PyNameError, PySystemError, PyTypeError};
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::ptr;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What calls of compiled code read under a name of the program.
struct Shared {
    /// The address of the object, which the code that reads it keeps alive, or the name's module while it is the name's.
    object: usize,
    /// The names of a module and the one under which the object is found there, for what the program may bind anew.
    name: Option<(Py<PyDict>, Name)>,
    ty: Ty,
    /// The owner word, while a call uses it, and what that holds: nothing where the word is that of an argument.
    filled: Option<(u64, Held)>,
}

thread_local! {
    /// What the arguments of the call hold that runs last on this thread, if they hold anything.
    static ARGUMENTS: Cell<*const Held> = const { Cell::new(ptr::null()) };
}

/// Says what the arguments of a call hold, while it runs: a container of the program that is an argument, too, is one container.
pub struct Arguments<'h> {
    outer: *const Held,
    held: &'h Held,
}

impl<'h> Arguments<'h> {
    /// From now on.
    pub fn begin(held: &'h Held) -> Self {
        Arguments { outer: ARGUMENTS.replace(held), held }
    }
}

impl Drop for Arguments<'_> {
    fn drop(&mut self) {
        ARGUMENTS.set(self.outer);
        if FILLED.load(Ordering::Acquire) == 0 {
            return;
        }
        let is_argument = |shared: &Shared, owner: u64| self.held.known(shared.object as *mut PyObject) == Some(owner);
        let mut table = TABLE.lock();
        for (number, shared) in table.all.iter_mut().enumerate() {
            if let Some((owner, _)) = shared.filled
                && is_argument(shared, owner)
            {
                take_back(number);
                shared.filled = None;
                FILLED.fetch_sub(1, Ordering::AcqRel);
            }
        }
    }
}

/// The owner word of the argument that an object is, where it has a type. Other calls may end before that does, beside which this one
/// runs: then it has none.
fn argument(object: &Bound<'_, PyAny>, ty: Ty) -> Option<u64> {
    let held = ARGUMENTS.get();
    if held.is_null() || WAITING.load(Ordering::Acquire) != 0 {
        return None;
    }
    // SAFETY: `Arguments` borrows what it names, and takes the name back when it ends.
    let owner = unsafe { &*held }.known(object.as_ptr())?;
    let memory = owner as usize as *mut u8;
    // SAFETY: a container or instance that the arguments hold; its object says which.
    let is_of_type = unsafe {
        match ty.kind() {
            Kind::List { item, .. } => List::of(memory).item_type().ty == *item,
            Kind::Dict { key, value, .. } => {
                let (keys, values) = Dict::of(memory).types();
                (keys.ty, values.ty) == (*key, *value)
            }
            Kind::Set { item, .. } => Dict::of(memory).types().0.ty == *item,
            Kind::Instance(_) => Instance::of(memory).ty() == ty,
            _ => false,
        }
    };
    is_of_type.then_some(owner)
}

#[derive(Default)]
struct Table {
    all: Vec<Shared>,
    numbers: FxHashMap<(usize, Ty), u32>,
    /// Of those that are found under a name, by the address of the module's names.
    named: FxHashMap<(usize, Name, Ty), u32>,
    /// The numbers of names under which modules have containers that were empty.
    begun: FxHashMap<(usize, Name), u32>,
    /// Owner words of the containers that compiled code keeps, by name.
    kept: FxHashMap<String, u64>,
}

static TABLE: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);
/// How many are filled.
static FILLED: AtomicUsize = AtomicUsize::new(0);
/// How many calls of compiled code run that others must not take them from: those without the GIL, and those that wait for Python code.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Says that a call runs beside which others may end, as long as it lives.
pub struct Waiting(());

impl Waiting {
    /// From now on.
    pub fn begin() -> Self {
        WAITING.fetch_add(1, Ordering::AcqRel);
        Waiting(())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A container or instance as a value that compiled code reads by name; none for other objects, and for empty containers of which `wanted`
/// does not say what they hold.
pub fn constant(
    object: &Bound<'_, PyAny>,
    wanted: Option<Ty>,
    keeper: &mut dyn Keeper,
) -> Result<Option<HostValue>, NoType> {
    let found = type_of::of_argument(object)?;
    if !is_container(found) {
        return Ok(None);
    }
    let ty = wanted.filter(|&wanted| fits(found, wanted)).unwrap_or(found);
    if has_unknown_items(ty) {
        return Ok(None);
    }
    keeper.keep(object);
    let mut table = TABLE.lock();
    let key = (object.as_ptr() as usize, ty);
    let next = table.all.len() as u32;
    let number = *table.numbers.entry(key).or_insert(next);
    if number == next {
        table.all.push(Shared { object: key.0, name: None, ty, filled: None });
    }
    Ok(Some(HostValue { ty, data: HostData::Shared(number) }))
}

/// A value as one that is looked up under a global name in each call: the program may bind that anew. Others stay as they are.
pub fn under_name(value: HostValue, names: &Bound<'_, PyDict>, name: &str) -> HostValue {
    let HostData::Shared(number) = value.data else { return value };
    let mut table = TABLE.lock();
    let key = (names.as_ptr() as usize, Name::from(name), value.ty);
    let next = table.all.len() as u32;
    let named = *table.named.entry(key).or_insert(next);
    if named == next {
        let object = table.all[number as usize].object;
        let name = Some((names.clone().unbind(), Name::from(name)));
        table.all.push(Shared { object, name, ty: value.ty, filled: None });
    }
    HostValue { ty: value.ty, data: HostData::Shared(named) }
}

/// An empty list, dict or set, or a list of None, that a module has under a name, without an annotation: with what compiled code has been found to put
/// into it, or as one of which that is to be found. None for other objects.
pub fn begun(
    object: &Bound<'_, PyAny>,
    (names, name): (&Bound<'_, PyDict>, &str),
    keeper: &mut dyn Keeper,
) -> Option<HostValue> {
    let found = type_of::of_argument(object).ok().filter(|found| found.is_fresh() || is_of_none(*found))?;
    let key = (names.as_ptr() as usize, Name::from(name));
    let number = {
        let mut table = TABLE.lock();
        let next = table.begun.len() as u32;
        *table.begun.entry(key).or_insert(next)
    };
    if let Some(ty) = begun::noted(number).filter(|&ty| fits(found.bare(), ty)) {
        return constant(object, Some(ty), keeper).ok().flatten();
    }
    keeper.keep(names);
    let shared = match is_of_none(found) {
        true => match under_name(constant(object, None, keeper).ok()??, names, name).data {
            HostData::Shared(shared) => Some(shared),
            _ => None,
        },
        false => None,
    };
    Some(HostValue { ty: found, data: HostData::Begun { number, shared } })
}

fn is_of_none(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::List { item, form: ListForm::List, .. } if *item == Ty::none())
}

fn is_container(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::List { .. } | Kind::Dict { .. } | Kind::Set { .. } | Kind::Instance(_))
}

/// Whether it is an empty container, or holds one, of which nothing says what its items are.
fn has_unknown_items(ty: Ty) -> bool {
    match ty.kind() {
        Kind::List { item, .. } | Kind::Set { item, .. } => *item == Ty::undefined() || has_unknown_items(*item),
        Kind::Dict { key, value, .. } => *key == Ty::undefined() || has_unknown_items(*value),
        Kind::Tuple(items) => items.iter().any(|&item| has_unknown_items(item)),
        Kind::Optional(inner) => has_unknown_items(*inner),
        _ => false,
    }
}

/// Whether what has been found in an object can be converted to a type without a loss.
fn fits(found: Ty, wanted: Ty) -> bool {
    let pairs = |pairs: &[(Ty, Ty)]| pairs.iter().all(|&(found, wanted)| fits(found, wanted));
    match (found.kind(), wanted.kind()) {
        _ if found == wanted || found == Ty::undefined() => true,
        (Kind::List { item, form, .. }, Kind::List { item: wanted, form: other, .. }) => {
            form == other && fits(*item, *wanted)
        }
        (Kind::Set { item, frozen, .. }, Kind::Set { item: wanted, frozen: other, .. }) => {
            frozen == other && fits(*item, *wanted)
        }
        (Kind::Dict { key, value, .. }, Kind::Dict { key: k, value: v, .. }) => {
            found.dict_form() == wanted.dict_form() && pairs(&[(*key, *k), (*value, *v)])
        }
        _ => conversion(found, wanted).is_some_and(|cost| cost != Conversion::Unsafe),
    }
}

/// The words of the container or instance with a number, which own what they refer to.
pub fn read(py: Python<'_>, number: &str) -> PyResult<Vec<u64>> {
    let number: usize = number.parse().map_err(|_| PySystemError::new_err("no number of a container"))?;
    let (object, ty) = {
        let table = TABLE.lock();
        let shared = table.all.get(number).ok_or_else(|| PySystemError::new_err("no such container"))?;
        if let Some((owner, _)) = &shared.filled {
            return owned(*owner);
        }
        (shared.current(py)?, shared.ty)
    };
    let given = argument(&object, ty);
    let known = given.or_else(|| filled(&object, ty)).map(|owner| (owner, Held::default()));
    let (owner, held) = match (known, is_plain(ty)) {
        (None, true) => match classified(&object, ty)? {
            Some(made) => made,
            None => checked(&object, ty).and_then(|()| unboxed(&object, ty))?,
        },
        (known, _) => {
            checked(&object, ty)?;
            known.map_or_else(|| unboxed(&object, ty), Ok)?
        }
    };
    let mut table = TABLE.lock();
    let shared = &mut table.all[number];
    if let Some((first, _)) = &shared.filled {
        // Python code that ran meanwhile has read it, and others may be reading that.
        let first = owned(*first);
        drop(table);
        return first;
    }
    let words = owned(owner)?;
    shared.object = object.as_ptr() as usize;
    shared.filled = Some((owner, held));
    // An argument's container goes with its call, also while others run without the GIL.
    if given.is_none() {
        set_ready(number, owner);
    }
    FILLED.fetch_add(1, Ordering::AcqRel);
    Ok(words)
}

impl Shared {
    /// The object, which may be another one under its name than it was.
    fn current<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.name {
            // SAFETY: the code that reads it keeps the object.
            None => Ok(unsafe { Bound::from_borrowed_ptr(py, self.object as *mut PyObject) }),
            Some((names, name)) => {
                let found = names.bind(py).get_item(&**name)?;
                found.ok_or_else(|| PyNameError::new_err(format!("name '{name}' is not defined")))
            }
        }
    }
}

/// The owner word that an object has under another name.
fn filled(object: &Bound<'_, PyAny>, ty: Ty) -> Option<u64> {
    let table = TABLE.lock();
    let is_same = |shared: &&Shared| shared.object == object.as_ptr() as usize && shared.ty == ty;
    table.all.iter().filter(is_same).find_map(|shared| shared.filled.as_ref().map(|(owner, _)| *owner))
}

fn unboxed(object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<(u64, Held)> {
    with_sink(|sink| {
        unbox(object, ty, sink)?;
        Ok((sink.leaves.as_slice()[0], std::mem::take(&mut sink.held)))
    })
}

/// The owner word of an object that still has its type, and what it holds: what its type follows from is the conversion itself. None where the
/// type is another one.
fn classified(object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<Option<(u64, Held)>> {
    with_sink(|sink| {
        // SAFETY: the object is alive as long as the words are used.
        if !unsafe { classify(object.as_ptr(), sink) } {
            return Err(PyErr::fetch(object.py()));
        }
        let found = Decoder::new(sink.key.as_slice()).next_type(object.py(), 0);
        let is_same = matches!(found, Ok(found) if found == ty) && sink.leaves.len() == 1;
        Ok(is_same.then(|| (sink.leaves.as_slice()[0], std::mem::take(&mut sink.held))))
    })
}

/// The object may have changed since the code was compiled, but not to other types.
fn checked(object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<()> {
    let found = match type_of::of_argument(object) {
        Ok(found) if fits(found, ty) => return Ok(()),
        Ok(found) => found.to_string(),
        Err(NoType::Raised(error)) => return Err(error),
        Err(_) => "without a type now".to_owned(),
    };
    Err(PyTypeError::new_err(format!("a global was {ty} when the code was compiled, and is {found}: call recompile()")))
}

fn owned(owner: u64) -> PyResult<Vec<u64>> {
    // SAFETY: null, or an allocation that the table or an object of the program holds.
    let word = unsafe { hold_word(owner as usize as *mut u8) };
    Ok(vec![word.ok_or_else(|| PyMemoryError::new_err("no memory for a container"))? as u64])
}

/// The words of the container that was first given under a name.
pub fn keep(name: &str, given: &[u64]) -> PyResult<Vec<u64>> {
    let given = given.first().copied().unwrap_or_default();
    let known = TABLE.lock().kept.get(name).copied();
    match known {
        Some(owner) => owned(owner),
        None => {
            let words = owned(given)?;
            TABLE.lock().kept.insert(name.to_owned(), words[0]);
            owned(words[0])
        }
    }
}

/// `forget_kept()`: gives up what compiled functions keep for later calls, such as results of functions behind `functools.lru_cache`.
#[pyfunction]
pub fn forget_kept() {
    let kept = std::mem::take(&mut TABLE.lock().kept);
    kept.into_values().for_each(crate::owner::release);
}

/// Writes what has been changed back to the objects of the program, which Python code is about to see.
pub fn write_back(py: Python<'_>) -> PyResult<()> {
    if FILLED.load(Ordering::Acquire) == 0 {
        return Ok(());
    }
    let filled: Vec<(usize, (u64, Held))> = {
        let mut table = TABLE.lock();
        table.all.iter_mut().enumerate().filter_map(|(k, shared)| Some((k, shared.filled.take()?))).collect()
    };
    let mut done = all_written_back(py, filled.iter().map(|(_, (_, held))| held));
    // SAFETY: as in `argument`.
    if let Some(arguments) = unsafe { ARGUMENTS.get().as_ref() } {
        done = done.and_then(|()| arguments.write_back(py));
    }
    let mut table = TABLE.lock();
    for (k, entry) in filled {
        table.all[k].filled = Some(entry);
    }
    done
}

/// Ends a call from Python, whose result this is; null with an exception set when it raised.
///
/// # Safety
/// The GIL is held, and the result is null or a reference that this takes over.
#[inline(always)]
pub unsafe fn end_call(result: *mut PyObject) -> *mut PyObject {
    if FILLED.load(Ordering::Relaxed) == 0 {
        return result;
    }
    // SAFETY: as the caller says.
    unsafe { end_filled(result) }
}

#[cold]
unsafe fn end_filled(result: *mut PyObject) -> *mut PyObject {
    // SAFETY: the caller holds the GIL; null with an exception set, or a reference that is handed over.
    let (py, result) = unsafe {
        let py = Python::assume_attached();
        (py, Bound::from_owned_ptr_or_err(py, result))
    };
    ended(py, result).map_or_else(
        |error| {
            error.restore(py);
            ptr::null_mut()
        },
        Bound::into_ptr,
    )
}

/// Ends a loop of a ufunc, which may run without the GIL.
pub fn end_loop() -> PyResult<()> {
    match FILLED.load(Ordering::Relaxed) {
        0 => Ok(()),
        _ => Python::attach(|py| ended(py, Ok(()))),
    }
}

/// Whether there is something that the end of a call may write back.
pub fn is_any_filled() -> bool {
    FILLED.load(Ordering::Relaxed) != 0
}

/// Ends a call from Python. An exception of the call goes before one of writing back.
pub fn ended<T>(py: Python<'_>, result: PyResult<T>) -> PyResult<T> {
    if FILLED.load(Ordering::Relaxed) == 0 || WAITING.load(Ordering::Acquire) != 0 {
        return result;
    }
    match (result, give_up(py)) {
        (Ok(_), Err(error)) => Err(error),
        (result, _) => result,
    }
}

/// Writes what has been changed back, and gives the containers up.
fn give_up(py: Python<'_>) -> PyResult<()> {
    let taken = |(number, shared): (usize, &mut Shared)| {
        let filled = shared.filled.take()?;
        take_back(number);
        Some(filled)
    };
    let filled: Vec<(u64, Held)> = TABLE.lock().all.iter_mut().enumerate().filter_map(taken).collect();
    FILLED.fetch_sub(filled.len(), Ordering::AcqRel);
    all_written_back(py, filled.iter().map(|(_, held)| held))
}

/// Writes back what several hold: an instance that is in more than one becomes one object.
fn all_written_back<'h>(py: Python<'_>, mut all: impl Iterator<Item = &'h Held>) -> PyResult<()> {
    outward::convert(py, || all.try_for_each(|held| held.write_back(py)))
}

/// What compiled code asks for by a name that is no object's: `shared:NUMBER` or `kept:NAME`.
pub fn answer(py: Python<'_>, name: &str, words: &[u64]) -> Option<PyResult<Vec<u64>>> {
    if let Some(number) = name.strip_prefix("shared:") {
        return Some(read(py, number));
    }
    name.starts_with("kept:").then(|| keep(name, words))
}
