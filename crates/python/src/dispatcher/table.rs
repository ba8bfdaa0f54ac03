//! Known keys and what they lead to.

use coluber_abi::leaves;
use coluber_session::Entry as NativeEntry;
use coluber_types::classes;
use coluber_types::{FloatTy, IntTy, Kind, Ty};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

/// How a result becomes a Python object: the common ones have a short way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `None`
    None,
    /// bool
    Bool,
    /// int64
    Int64,
    /// float64
    Float64,
    /// By the type.
    Other,
}

/// How the words of the arguments are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// As they are.
    Direct,
    /// Arguments are converted to the types of the specialisation.
    Converted,
    /// The specialisation depends on values of arguments (`literally`).
    ByValue,
    /// The function runs in the interpreter, in object mode.
    Object,
}

/// What a call with a known key does. Copied before the call, because the table may change while compiled code runs.
#[derive(Clone, Copy)]
pub struct Target {
    /// The native entry.
    pub entry: NativeEntry,
    /// Type of the result.
    pub ret: Ty,
    /// How to make the result's object.
    pub shape: Shape,
    /// Number of words of the result.
    pub words: u32,
    /// The specialisation, among those of the dispatcher; with [`Passing::ByValue`] which entry of `Core::by_value` finds it.
    pub spec: u32,
    /// The GIL is released around the call.
    pub nogil: bool,
    /// How arguments are passed.
    pub passing: Passing,
    /// Whether arguments or the result may hold objects that are copied.
    pub objects: bool,
    /// For code that reads objects by name, how often fields had been found to hold more when their types were compared last; [`NEVER`] for other code.
    pub compared: u64,
}

/// What stands for code that reads no objects by name.
pub const NEVER: u64 = u64::MAX;

impl Target {
    /// The target of a specialisation.
    pub fn new(entry: NativeEntry, ret: Ty, spec: u32, nogil: bool, passing: Passing) -> Self {
        let (shape, words) = (Shape::of(ret), leaves(ret).len() as u32);
        Target { entry, ret, shape, words, spec, nogil, passing, objects: true, compared: NEVER }
    }

    /// Whether fields have been found to hold more since the types of the objects that the code reads by name were compared.
    #[inline(always)]
    pub fn may_be_outdated(&self) -> bool {
        self.compared != NEVER && self.compared != classes::widenings()
    }
}

impl Shape {
    fn of(ty: Ty) -> Shape {
        match ty.kind() {
            Kind::None => Shape::None,
            Kind::Bool => Shape::Bool,
            Kind::Int(IntTy { bits: 64, signed: true }) => Shape::Int64,
            Kind::Float(FloatTy::F64) => Shape::Float64,
            _ => Shape::Other,
        }
    }
}

/// A known key.
pub struct Entry {
    key: Box<[u64]>,
    target: Target,
    /// Objects whose addresses are in the key.
    pub objects: Vec<Py<PyAny>>,
}

impl Entry {
    #[inline(always)]
    fn matches(&self, key: &[u64]) -> bool {
        self.key.len() == key.len() && self.key.iter().zip(key).all(|(a, b)| a == b)
    }
}

/// So many keys are compared one after the other; from there on they are hashed.
const LINEAR: usize = 8;

/// The keys of a dispatcher.
#[derive(Default)]
pub struct Table {
    entries: Vec<Entry>,
    last: usize,
    index: FxHashMap<Box<[u64]>, usize>,
}

impl Table {
    /// What a key leads to.
    #[inline(always)]
    pub fn find(&mut self, key: &[u64]) -> Option<Target> {
        match self.entries.get(self.last) {
            Some(entry) if entry.matches(key) => Some(entry.target),
            _ => self.find_other(key),
        }
    }

    #[inline(never)]
    fn find_other(&mut self, key: &[u64]) -> Option<Target> {
        let found = if self.entries.len() <= LINEAR {
            self.entries.iter().position(|entry| entry.matches(key))?
        } else {
            *self.index.get(key)?
        };
        self.last = found;
        Some(self.entries[found].target)
    }

    /// Says that the types of objects that code reads by name have been compared.
    pub fn set_compared(&mut self, key: &[u64], widenings: u64) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.matches(key)) {
            entry.target.compared = widenings;
        }
    }

    /// Adds a key that is not there.
    pub fn insert(&mut self, key: &[u64], target: Target, objects: Vec<Py<PyAny>>) {
        self.last = self.entries.len();
        self.entries.push(Entry { key: key.into(), target, objects });
        if self.entries.len() == LINEAR + 1 {
            self.index = self.entries.iter().enumerate().map(|(k, entry)| (entry.key.clone(), k)).collect();
        } else if self.entries.len() > LINEAR {
            self.index.insert(key.into(), self.last);
        }
    }

    /// The keys.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}
