//! Classes of Python whose instances compiled code knows: what their fields are.
//!
//! A [`Class`] is one of Python's; a [`Shape`] is a class with the types of its fields, which is what the type of an instance says. A
//! class whose fields have types of their own (`jitclass`) has one shape, which may name itself; an instance of any other class has the
//! shape of the values that are in it.

use crate::functions::{self, Holds, Place};
use crate::kind::{Kind, ObjId, Object};
use crate::{Ty, recursive};
use coluber_base::Name;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::fmt::{self, Formatter};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock, RwLock};

/// Where instances of a class come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// They are memory of the runtime, which Python sees through a proxy.
    Native,
    /// They are objects of Python, copied when they are passed and written back when they have been changed.
    Data,
}

/// What makes instances of a class equal, as keys of dicts and items of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// They can't be keys.
    Never,
    /// Only the same instance is equal.
    Identity,
    /// What methods of the class say, which compiled code calls.
    Own,
    /// Equal fields; a bit says of each of the first 64 whether it counts.
    Fields(u64, Hashed),
}

/// What the hash of an instance is that the host has, where its fields make it equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hashed {
    /// Something else.
    Unknown,
    /// That of the field with this number.
    One(usize),
    /// That of a tuple of fields.
    Tuple(&'static [usize]),
}

impl Keys {
    /// Whether the field with this number counts.
    pub fn has(self, field: usize) -> bool {
        matches!(self, Keys::Fields(fields, _) if fields >> field.min(63) & 1 != 0)
    }
}

/// A class.
#[derive(Debug)]
pub struct Class {
    /// The class itself.
    pub object: Object,
    /// The object of the host that tells what else is in the class: `coluber.core.classes.View`.
    pub view: ObjId,
    /// The class of the program that all of its bases are derived from, or it itself.
    pub root: ObjId,
    /// Where its instances come from.
    pub form: Form,
    /// The names of the fields.
    pub names: Box<[Name]>,
    /// The number of the first field that only other methods than `__init__` set; those behind it are such, too.
    pub first_late: usize,
    /// The number of the first of those that only code outside of the class sets: there is none before such code is compiled.
    pub first_foreign: usize,
    /// What the text of its types begins with.
    pub prefix: Name,
    /// What makes instances equal as keys.
    pub keys: Keys,
    types: OnceLock<Box<[Ty]>>,
    resolved: OnceLock<Box<[Ty]>>,
    /// What says the types of the fields when they are asked for first.
    later: Later,
    /// What fields without a type of their own have been found to hold, and how often that has become more.
    widened: RwLock<Held>,
}

/// A function that is called once.
#[derive(Default)]
struct Later(Mutex<Option<Box<dyn FnOnce() + Send>>>);

impl Later {
    /// Calls the function, if it has not been called.
    fn call(&self) {
        let tell = self.0.lock().unwrap_or_else(|e| e.into_inner()).take();
        if let Some(tell) = tell {
            tell();
        }
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

/// A field that has become more so often is one whose type has no end, unless it is given objects of more and more classes.
const MOST_WIDENINGS: u32 = 8;

/// How often fields have been found to hold more.
static WIDENED: AtomicU64 = AtomicU64::new(0);

/// What [`widenings`] was when all that fields had been found to hold was forgotten last.
static FORGOTTEN: AtomicU64 = AtomicU64::new(0);

/// How often what they had been found to hold was taken back, as the compilation had failed.
static UNDONE: AtomicU64 = AtomicU64::new(0);

/// How many classes the objects are of that a type stands for.
fn alternatives(ty: Ty) -> u32 {
    match ty.kind() {
        Kind::OneOf(all) => all.len() as u32,
        Kind::Optional(inner) | Kind::List { item: inner, .. } | Kind::Set { item: inner, .. } => alternatives(*inner),
        Kind::Dict { value, .. } => alternatives(*value) + ty.value_names().map_or(0, |(names, _)| names.len() as u32),
        _ => 0,
    }
}

/// A number that grows when a field is found to hold more than those who made its objects knew.
pub fn widenings() -> u64 {
    WIDENED.load(Ordering::Acquire)
}

/// As [`widenings`], without what was taken back: it has grown where more is known.
pub fn learned() -> u64 {
    widenings().wrapping_sub(UNDONE.load(Ordering::Acquire))
}

/// Says that what places held has been taken back.
pub(crate) fn count_undone(count: u64) {
    UNDONE.fetch_add(count, Ordering::AcqRel);
}

/// Forgets what fields hold of which a condition is not true, as something else has been forgotten so often.
pub(crate) fn forget_unless(stays: &dyn Fn(Ty) -> bool, others: u64) {
    let all: Vec<&'static Class> = read().classes.values().copied().collect();
    let forgotten = |class: &'static Class| {
        let mut held = class.widened.write().unwrap_or_else(|e| e.into_inner());
        let count = held.len();
        held.retain(|_, held| stays(held.0));
        (count - held.len()) as u64
    };
    let count = others + all.into_iter().map(forgotten).sum::<u64>();
    if count > 0 {
        FORGOTTEN.store(WIDENED.fetch_add(count, Ordering::AcqRel) + count, Ordering::Release);
    }
}

/// What [`widenings`] was when all that fields had been found to hold was forgotten last: types of objects from before are no others' types.
pub fn last_forgotten() -> u64 {
    FORGOTTEN.load(Ordering::Acquire)
}

/// Says that containers of the program have been found to hold something else, too.
pub(crate) fn count_widening() {
    WIDENED.fetch_add(1, Ordering::AcqRel);
}

/// What fields of classes have been found to hold.
pub struct Found {
    classes: Vec<(&'static Class, Held)>,
    widenings: u64,
    forgotten: u64,
    changes: usize,
}

/// For fields of a class, what they have been found to hold, and how often that has become more.
type Held = FxHashMap<usize, (Ty, u32)>;

impl Found {
    /// Takes all of it, so that it is found out anew; None where there is nothing.
    pub fn take() -> Option<Found> {
        let widenings = widenings();
        let all: Vec<&'static Class> = read().classes.values().copied().collect();
        let taken = |class: &'static Class| {
            let mut held = class.widened.write().unwrap_or_else(|e| e.into_inner());
            (!held.is_empty()).then(|| (class, std::mem::take(&mut *held)))
        };
        let classes: Vec<_> = all.into_iter().filter_map(taken).collect();
        if classes.is_empty() {
            return None;
        }
        let count = classes.len() as u64;
        let forgotten = FORGOTTEN.swap(WIDENED.fetch_add(count, Ordering::AcqRel) + count, Ordering::AcqRel);
        Some(Found { classes, widenings, forgotten, changes: functions::begin() })
    }

    /// Gives it back to the classes of which nothing has been found since.
    pub fn complete(self) {
        self.put_back(false);
    }

    /// Puts all back as it was.
    pub fn restore(self) {
        read().classes.values().for_each(|class| class.widened.write().unwrap_or_else(|e| e.into_inner()).clear());
        functions::fields_are_restored(self.changes);
        WIDENED.store(self.widenings, Ordering::Release);
        FORGOTTEN.store(self.forgotten, Ordering::Release);
        self.put_back(true);
    }

    fn put_back(self, all: bool) {
        for (class, old) in self.classes {
            let mut held = class.widened.write().unwrap_or_else(|e| e.into_inner());
            if all || held.is_empty() {
                *held = old;
            }
        }
    }
}

impl Class {
    /// The position of a field.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.field_to_set(name).filter(|&field| field < self.first_foreign || !self.is_dormant(field))
    }

    /// The position of a field that code sets, which may be the first that does so.
    pub fn field_to_set(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|field| **field == *name)
    }

    /// Whether objects begin without a field. It is None in them until it is set, and has no room in objects before code reads or sets it.
    pub fn is_late(&self, field: usize) -> bool {
        field >= self.first_late
    }

    /// Whether no code has read or set a field that objects begin without.
    pub fn is_dormant(&self, field: usize) -> bool {
        self.is_late(field) && self.declared(field) == Ty::undefined()
    }

    /// The type that a field has in new objects, as far as it is known: see [`Class::declared`].
    pub fn initial(&self, field: usize) -> Ty {
        if self.is_dormant(field) { Ty::none() } else { self.declared(field) }
    }

    /// Says the types of the fields, once. False when they were known.
    pub fn define(&self, types: impl Into<Box<[Ty]>>) -> bool {
        self.types.set(types.into()).is_ok()
    }

    /// Says what calls [`Class::define`] when the types of the fields are asked for first.
    pub fn define_later(&self, tell: impl FnOnce() + Send + 'static) {
        *self.later.0.lock().unwrap_or_else(|e| e.into_inner()) = Some(Box::new(tell));
    }

    /// The type that a field is to have: what it has been found to hold, or else what the class says; undefined where neither is known.
    pub fn declared(&self, field: usize) -> Ty {
        self.declared_within(field, &mut Vec::new())
    }

    /// As [`Class::declared`], while the fields of other classes are looked at.
    pub(crate) fn declared_within(&self, field: usize, around: &mut Vec<ObjId>) -> Ty {
        let own = self.types().and_then(|types| types.get(field).copied()).unwrap_or(Ty::undefined());
        match self.found(field) {
            found if own == Ty::undefined() || found != Ty::undefined() => found.refreshed(around),
            _ => own,
        }
    }

    /// Whether the class itself says the type of a field.
    pub fn is_said(&self, field: usize) -> bool {
        self.types().and_then(|types| types.get(field)).is_some_and(|&ty| ty != Ty::undefined())
    }

    /// Whether a field may be found to hold values of a type: the class does not say what it holds, or that it holds other numbers.
    pub fn may_become(&self, field: usize, ty: Ty) -> bool {
        let number = |ty: Ty| match ty.kind() {
            Kind::Optional(inner) => inner.is_number(),
            _ => ty.is_number(),
        };
        let said = self.types().and_then(|types| types.get(field).copied()).filter(|_| self.is_said(field));
        said.is_none_or(|said| number(said) && number(ty))
    }

    /// What a field has been found to hold.
    fn found(&self, field: usize) -> Ty {
        let widened = self.widened.read().unwrap_or_else(|e| e.into_inner());
        widened.get(&field).map_or(Ty::undefined(), |found| found.0)
    }

    /// Says what a field without a type of its own holds: objects that are made from here on have room for it. False when that was known, or has
    /// become more too often.
    pub fn widen(&self, field: usize, ty: Ty) -> bool {
        let mut widened = self.widened.write().unwrap_or_else(|e| e.into_inner());
        let before = widened.get(&field).copied();
        let (known, times) = before.unwrap_or((Ty::undefined(), 0));
        let is_new = known != ty && times < MOST_WIDENINGS + alternatives(ty);
        if is_new {
            widened.insert(field, (ty, times + 1));
        }
        drop(widened);
        if is_new && let Some(class) = find(self.object.id) {
            functions::note(Place::Field(class, field), before, ty);
        }
        WIDENED.fetch_add(u64::from(is_new), Ordering::AcqRel);
        is_new
    }

    /// A field holds again what it held before, where it has not become more since. False where it has.
    pub(crate) fn put_back(&self, field: usize, now: Ty, before: Holds) -> bool {
        let mut held = self.widened.write().unwrap_or_else(|e| e.into_inner());
        let is_same = held.get(&field).is_some_and(|held| held.0 == now);
        if is_same {
            functions::put_back(&mut held, field, before);
        }
        is_same
    }

    /// The types of the fields, when they are the same for all instances.
    pub fn types(&self) -> Option<&[Ty]> {
        if let Some(known) = self.resolved.get() {
            return Some(known);
        }
        if self.types.get().is_none() {
            self.later.call();
        }
        let types: Box<[Ty]> = self.types.get()?.iter().map(|ty| ty.resolved()).collect();
        if types.iter().any(|ty| ty.is_deferred()) {
            return self.types.get().map(|types| &**types);
        }
        Some(self.resolved.get_or_init(|| types))
    }
}

/// The number of a class with the types of its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shape(u32);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    class: ObjId,
    /// None for a class whose instances have one shape.
    types: Option<Box<[Ty]>>,
}

#[derive(Clone, Copy)]
struct Entry {
    class: &'static Class,
    /// What it was made of.
    key: Option<&'static [Ty]>,
    /// The types of its fields, where it was made of some.
    types: Option<&'static [Ty]>,
}

impl Entry {
    /// Whether its fields hold objects of the same shape.
    fn is_closed(&self) -> bool {
        self.key != self.types
    }
}

#[derive(Default)]
struct Table {
    classes: FxHashMap<ObjId, &'static Class>,
    by_view: FxHashMap<ObjId, &'static Class>,
    shapes: Vec<Entry>,
    by_key: FxHashMap<Key, Shape>,
    deferred: Vec<Option<Ty>>,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(RwLock::default);

fn read() -> std::sync::RwLockReadGuard<'static, Table> {
    TABLE.read().unwrap_or_else(|e| e.into_inner())
}

fn write() -> std::sync::RwLockWriteGuard<'static, Table> {
    TABLE.write().unwrap_or_else(|e| e.into_inner())
}

/// Adds a class, which lives for ever; the fields from `first_late` on are those that objects begin without, and those from `first_foreign` on
/// those of them that only code outside of the class sets.
pub fn add(
    object: Object,
    (view, root): (ObjId, ObjId),
    (form, keys): (Form, Keys),
    (names, first_late, first_foreign): (Box<[Name]>, usize, usize),
    prefix: Name,
) -> &'static Class {
    let id = object.id;
    let (types, resolved, later, widened) = (OnceLock::new(), OnceLock::new(), Later::default(), RwLock::default());
    let class = Class {
        object,
        view,
        root,
        form,
        names,
        first_late,
        first_foreign,
        prefix,
        keys,
        types,
        resolved,
        later,
        widened,
    };
    let class = Box::leak(Box::new(class));
    let mut table = write();
    table.classes.insert(id, class);
    table.by_view.insert(view, class);
    class
}

/// The class of a host object, when it has been added.
pub fn find(object: ObjId) -> Option<&'static Class> {
    read().classes.get(&object).copied()
}

/// The class with this view.
pub fn of_view(view: ObjId) -> Option<&'static Class> {
    read().by_view.get(&view).copied()
}

impl Shape {
    /// The shape of a class whose fields have these types; None for the types that the class itself says.
    pub fn new(class: &'static Class, types: Option<Box<[Ty]>>) -> Shape {
        // Objects whose fields have the declared types are of the type that annotations stand for; those that are being made have fields of
        // which nothing is known.
        let is_declared = |types: &[Ty]| class.types() == Some(types) && !types.contains(&Ty::undefined());
        let mut types = types.filter(|types| class.form != Form::Data || !is_declared(types));
        if let Some(types) = types.as_mut().filter(|types| types.iter().any(|ty| ty.is_open_for(class))) {
            types.iter_mut().for_each(|ty| *ty = ty.bare());
        }
        let key = Key { class: class.object.id, types };
        if let Some(&known) = read().by_key.get(&key) {
            return known;
        }
        let shape = Shape::of_fields(&key, class);
        // Objects that hold each other have one type, whichever of them was written first.
        let shape = recursive::known_as(shape, &Shape::others(shape)).unwrap_or(shape);
        *write().by_key.entry(key).or_insert(shape)
    }

    /// A new shape. What stands for the object itself becomes the type of its instances.
    fn of_fields(key: &Key, class: &'static Class) -> Shape {
        let mut table = write();
        let shape = Shape(table.shapes.len() as u32);
        let types = key.types.clone().map(|types| &*Box::leak(types));
        table.shapes.push(Entry { class, key: types, types });
        drop(table);
        if let Some(types) = types.filter(|types| types.iter().any(|ty| ty.is_open_for(class))) {
            // Not known as closed, its instances would be looked through.
            write().shapes[shape.0 as usize].types = Some(&[]);
            let types: Box<[Ty]> = types.iter().map(|ty| ty.closed(shape)).collect();
            write().shapes[shape.0 as usize].types = Some(Box::leak(types));
        }
        shape
    }

    /// The shapes of the same class that were made before.
    fn others(self) -> Vec<Shape> {
        let table = read();
        let id = table.shapes[self.0 as usize].class.object.id;
        let is_of_class = |k: &u32| table.shapes[*k as usize].class.object.id == id;
        (0..self.0).filter(is_of_class).map(Shape).collect()
    }

    fn entry(self) -> Entry {
        read().shapes[self.0 as usize]
    }

    /// Its class.
    pub fn class(self) -> &'static Class {
        self.entry().class
    }

    /// The types of the fields where neither the class says them nor they hold objects of the same shape.
    pub fn own_types(self) -> Option<&'static [Ty]> {
        let entry = self.entry();
        entry.types.filter(|_| !entry.is_closed())
    }

    /// What it was made of: as [`Shape::own_types`], with what stands for the object itself where it is closed.
    pub fn key_types(self) -> Option<&'static [Ty]> {
        self.entry().key
    }

    /// The types of the fields; those that are not known yet are missing.
    pub fn types(self) -> &'static [Ty] {
        let entry = self.entry();
        entry.types.or(entry.class.types()).unwrap_or(&[])
    }

    /// The type of the memory of an instance: a word with a bit for each field that has been changed (the last bit stands for the
    /// fields from the 64th on), then the fields.
    pub fn memory(self) -> Ty {
        Ty::tuple([Ty::int64()].into_iter().chain(self.types().iter().copied()).collect::<Vec<_>>())
    }

    /// The type of instances.
    pub fn instance(self) -> Ty {
        Ty::new(Kind::Instance(self))
    }
}

impl Ty {
    /// The shape of an instance.
    pub fn shape(self) -> Option<Shape> {
        match self.kind() {
            Kind::Instance(shape) => Some(*shape),
            _ => None,
        }
    }

    /// A new type that will be said later.
    pub fn deferred() -> Ty {
        let mut table = write();
        table.deferred.push(None);
        let number = table.deferred.len() as u32 - 1;
        drop(table);
        Ty::new(Kind::Deferred(number))
    }

    /// Says what a deferred type is. False when it is no deferred type, or was said before.
    pub fn define(self, ty: Ty) -> bool {
        let Kind::Deferred(number) = self.kind() else { return false };
        let mut table = write();
        let slot = &mut table.deferred[*number as usize];
        let is_new = slot.is_none() && slot.replace(ty).is_none();
        drop(table);
        if is_new {
            close_shapes(self);
        }
        is_new
    }

    /// The type with those in the place of deferred ones that have been said.
    pub fn resolved(self) -> Ty {
        match self.kind() {
            Kind::Deferred(number) => {
                let known = read().deferred[*number as usize];
                known.unwrap_or(self)
            }
            Kind::List { item, form, site } => Ty::new(Kind::List { item: item.resolved(), form: *form, site: *site }),
            Kind::Dict { key, value, .. } => self.with_entries(key.resolved(), value.resolved()),
            Kind::Set { frozen, item, site } => {
                Ty::new(Kind::Set { frozen: *frozen, item: item.resolved(), site: *site })
            }
            Kind::Optional(inner) => Ty::optional(inner.resolved()),
            Kind::Tuple(items) => Ty::tuple(items.iter().map(|ty| ty.resolved()).collect::<Vec<_>>()),
            _ => self,
        }
    }

    /// Whether there are instances of several classes in it.
    fn has_several_classes(self) -> bool {
        let mut found = false;
        self.replaced(&mut |part| {
            found |= crate::unify::instances(part).is_some();
            None
        });
        found
    }

    /// Whether there is a deferred type in it that has not been said.
    pub fn is_deferred(self) -> bool {
        match self.kind() {
            Kind::Deferred(_) => self.resolved() == self,
            Kind::List { item, .. } | Kind::Set { item, .. } => item.is_deferred(),
            Kind::Dict { key, value, .. } => key.is_deferred() || value.is_deferred(),
            Kind::Optional(inner) => inner.is_deferred(),
            Kind::Tuple(items) => items.iter().any(|ty| ty.is_deferred()),
            _ => false,
        }
    }
}

/// Shapes whose fields were given a deferred type hold what it has been said to be from now on.
fn close_shapes(deferred: Ty) {
    let entries: Vec<(usize, &'static [Ty])> = {
        let table = read();
        table.shapes.iter().enumerate().filter_map(|(k, entry)| Some((k, entry.types?))).collect()
    };
    let names = |ty: &Ty| {
        let mut found = false;
        ty.replaced(&mut |part| {
            found |= part == deferred;
            None
        });
        found
    };
    for (k, types) in entries.into_iter().filter(|(_, types)| types.iter().any(names)) {
        // Not known as closed, an instance in its own fields would be looked through.
        write().shapes[k].types = Some(&[]);
        let types: Box<[Ty]> = types.iter().map(|ty| ty.resolved()).collect();
        write().shapes[k].types = Some(Box::leak(types));
    }
}

/// Writes the type of an instance. A type in its own fields is written without them, and so are those that the class says, in a field for
/// instances of several classes: the text would double with each class.
pub(crate) fn write_instance(f: &mut Formatter<'_>, shape: Shape) -> fmt::Result {
    thread_local! {
        static OUTER: RefCell<Vec<Shape>> = const { RefCell::new(Vec::new()) };
        static IN_SEVERAL: Cell<bool> = const { Cell::new(false) };
    }
    let class = shape.class();
    write!(f, "{}{}#{:x}", class.prefix, class.object.text, class.object.id.0)?;
    let is_short = IN_SEVERAL.get() && shape.key_types().is_none();
    if is_short || OUTER.with_borrow(|outer| outer.contains(&shape)) {
        return Ok(());
    }
    OUTER.with_borrow_mut(|outer| outer.push(shape));
    let mut done = f.write_str("<");
    for (k, (name, ty)) in class.names.iter().zip(shape.types()).enumerate() {
        let around = IN_SEVERAL.replace(IN_SEVERAL.get() || ty.has_several_classes());
        done = done.and_then(|()| write!(f, "{}{name}:{ty}", if k > 0 { "," } else { "" }));
        IN_SEVERAL.set(around);
    }
    OUTER.with_borrow_mut(Vec::pop);
    done.and_then(|()| f.write_str(">"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(id: u32, names: &[&str]) -> &'static Class {
        let object = Object { id: ObjId(id), text: "Node".into() };
        add(
            object,
            (ObjId(id), ObjId(id)),
            (Form::Native, Keys::Never),
            (names.iter().map(|&n| n.into()).collect(), 2, 3),
            "instance.jitclass.".into(),
        )
    }

    #[test]
    fn late_fields_are_none_until_code_asks_for_them() {
        let class = class(77, &["value", "next", "late"]);
        assert_eq!([0, 1, 2].map(|k| class.is_dormant(k)), [false, false, true]);
        assert_eq!((class.initial(0), class.initial(2)), (Ty::undefined(), Ty::none()));
        assert!(class.widen(2, Ty::optional(Ty::int64())));
        assert!(class.is_late(2) && !class.is_dormant(2) && !class.is_said(2));
        assert_eq!(class.initial(2), Ty::optional(Ty::int64()));
    }

    #[test]
    fn fields_that_others_set_are_there_when_they_do() {
        let class = class(78, &["value", "next", "late", "foreign"]);
        assert_eq!((class.field("late"), class.field("foreign")), (Some(2), None));
        assert_eq!(class.field_to_set("foreign"), Some(3));
        assert!(class.widen(3, Ty::optional(Ty::int64())));
        assert_eq!(class.field("foreign"), Some(3));
    }

    #[test]
    fn a_class_may_have_itself_in_its_fields() {
        let node = class(1, &["value", "next"]);
        let deferred = Ty::deferred();
        node.define([Ty::int64(), Ty::optional(deferred)]);
        let shape = Shape::new(node, None);
        assert!(shape.types()[1].is_deferred());
        assert!(deferred.define(shape.instance()));
        assert!(!deferred.define(Ty::int64()));
        assert_eq!(shape.types()[1], Ty::optional(shape.instance()));
        let text = shape.instance().to_string();
        assert_eq!(text, "instance.jitclass.Node#1<value:int64,next:OptionalType(instance.jitclass.Node#1)>");
    }

    #[test]
    fn shapes_are_equal_where_class_and_types_are() {
        let point = class(2, &["x"]);
        let of = |ty: Ty| Shape::new(point, Some(Box::new([ty])));
        assert_eq!(of(Ty::int64()), of(Ty::int64()));
        assert_ne!(of(Ty::int64()), of(Ty::float64()));
        assert_eq!(of(Ty::int8()).memory(), Ty::tuple([Ty::int64(), Ty::int8()]));
        assert_eq!(point.field("x"), Some(0));
    }

    #[test]
    fn instances_meet_where_their_containers_can_change() {
        let bag = class(3, &["items", "count"]);
        let of = |site: Option<u32>, item: Ty, count: Ty| {
            let list = Ty::new(Kind::List { item, form: crate::ListForm::List, site });
            Shape::new(bag, Some(Box::new([list, count]))).instance()
        };
        let (int, unknown) = (Ty::int64(), Ty::undefined());
        let joined = crate::unify(of(Some(1), unknown, int), of(Some(2), Ty::string(), int));
        assert_eq!(joined, Some(of(Some(1), Ty::string(), int)));
        assert_eq!(crate::unify(of(None, int, int), of(Some(2), Ty::float64(), int)), None);
        assert_eq!(crate::unify(of(None, int, int), of(None, int, Ty::float64())), None);
        let open = of(Some(1), unknown, int);
        assert!(open.has_site() && open.is_unsettled() && !open.bare().has_site());
        let mut found = Vec::new();
        crate::containers::needs(open, of(None, Ty::string(), int), &mut found);
        assert_eq!(found, [(1, Ty::list(Ty::string()))]);
    }
}
