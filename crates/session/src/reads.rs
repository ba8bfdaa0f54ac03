//! What compiled code has as constants although a program may change it: globals, variables of functions around, attributes of classes.
//!
//! For jitted functions that is so for good. A loop of a function that the interpreter runs sees what the interpreter would: whoever calls
//! it asks whether the values are the same, and has it compiled anew where they are not. Methods and other Python functions that it
//! calls are as old as itself then, jitted ones as they were.
//!
//! Objects under global names are another matter: what classes have been found to hold is part of their types, so that code which reads them is
//! made anew when that becomes more.

use crate::adapter::Adapter;
use crate::cache::{Answer, Event, Question, same_answer};
use crate::environment::Environment;
use crate::record::Target;
use crate::state::{Session, State};
use coluber_base::Name;
use coluber_infer::HostValue;
use coluber_types::classes::widenings;
use coluber_types::{Kind, ObjId, Ty};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Among the globals of a function.
    Global,
    /// Among the variables that a function has of those around it.
    Free,
    /// In an object.
    Attribute,
}

/// A value that was read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Read {
    /// Where it stands.
    pub place: Place,
    /// The function or the object.
    pub object: ObjId,
    /// The variable or attribute.
    pub name: Name,
}

impl Session {
    /// Whether what a specialisation of a loop has read is the same now.
    pub fn is_current(&self, env: &mut dyn Environment, spec: u32) -> bool {
        is_current(&mut Adapter::new(self, env, Target::Cpu), spec)
    }

    /// What a specialisation has read, and the Python functions that it uses.
    pub fn reads(&self, spec: u32) -> Vec<Read> {
        let state = self.lock();
        let mut found = Vec::new();
        let mut known = FxHashSet::default();
        for used in users(&state, spec, &FxHashSet::default()) {
            let events = state.events.get(&used).cloned().unwrap_or_default();
            let reads = values(&events).filter_map(|(question, _)| read(question));
            found.extend(reads.filter(|read| known.insert(read.clone())));
        }
        found
    }
}

impl Session {
    /// Whether a specialisation, or one that it uses, reads objects of the program by name, whose types may become others.
    pub fn reads_objects(&self, spec: u32) -> bool {
        !reading(&self.lock(), spec).is_empty()
    }

    /// Forgets a specialisation, and those that it uses, where objects that one of them reads by name have other types now. Whether they have.
    pub fn forget_outdated(&self, env: &mut dyn Environment, spec: u32) -> bool {
        let is_outdated = is_outdated(&mut Adapter::new(self, env, Target::Cpu), spec);
        if is_outdated {
            let used = with_used(&self.lock(), spec);
            self.forget_specs(&used);
        }
        is_outdated
    }
}

/// Whether objects that a specialisation reads by name, or one that it uses, have other types now.
pub(crate) fn is_outdated(adapter: &mut Adapter<'_>, spec: u32) -> bool {
    let reading = reading(&adapter.session.lock(), spec);
    reading.into_iter().any(|used| is_outdated_itself(adapter, used))
}

fn is_outdated_itself(adapter: &mut Adapter<'_>, spec: u32) -> bool {
    let widenings = widenings();
    let (compared, events) = {
        let state = adapter.session.lock();
        (state.compared.get(&spec).copied(), state.events.get(&spec).cloned().unwrap_or_default())
    };
    if compared == Some(widenings) {
        return false;
    }
    let is_outdated = objects(&events).any(|(question, answer)| {
        let now = adapter.ask(question, None);
        !same_answer(&adapter.session.lock(), answer, &now)
    });
    if !is_outdated {
        adapter.session.lock().compared.insert(spec, widenings);
    }
    is_outdated
}

/// Those of a specialisation and the ones that it uses which read objects by name.
fn reading(state: &State, spec: u32) -> Vec<u32> {
    match state.compared.is_empty() {
        true => Vec::new(),
        false => with_used(state, spec).into_iter().filter(|used| state.compared.contains_key(used)).collect(),
    }
}

/// A specialisation and all that it uses.
fn with_used(state: &State, spec: u32) -> Vec<u32> {
    let mut seen = FxHashSet::from_iter([spec]);
    let (mut found, mut next) = (vec![spec], 0);
    while let Some(spec) = found.get(next) {
        next += 1;
        let events = state.events.get(spec).map_or(&[] as &[Event], |events| events);
        let used = events.iter().filter_map(|event| match event {
            Event::Used(used) => Some(*used),
            Event::Asked { .. } => None,
        });
        found.extend(used.filter(|used| seen.insert(*used)));
    }
    found
}

/// Whether a specialisation has read objects of the program by name whose types may become others.
pub(crate) fn has_objects(events: &[Event]) -> bool {
    objects(events).next().is_some()
}

/// The questions whose answers were such objects, or hold some. Lists of None become those of what other code puts into them.
fn objects(events: &[Event]) -> impl Iterator<Item = (&Question, &Answer)> {
    let is_of_none = |ty: Ty| matches!(ty.kind(), Kind::List { item, .. } if *item == Ty::none());
    let may_change = move |value: &HostValue| value.is_shared() && (value.ty.has_data() || is_of_none(value.ty));
    values(events).filter(move |(_, answer)| matches!(answer, Answer::Value(Some(value)) if may_change(value)))
}

/// Whether a loop may use a specialisation: what that has read is the same now, or it is of a jitted function.
pub(crate) fn may_use(adapter: &mut Adapter<'_>, spec: u32) -> bool {
    let is_fixed = adapter.depth() > 0 && !adapter.session.lock().is_interpreted(spec);
    is_fixed || is_current(adapter, spec)
}

fn is_current(adapter: &mut Adapter<'_>, spec: u32) -> bool {
    let users = users(&adapter.session.lock(), spec, &adapter.current);
    let is_current = users.iter().all(|used| {
        let events = adapter.session.lock().events.get(used).cloned();
        events.is_none_or(|events: Arc<[Event]>| {
            values(&events).all(|(question, answer)| {
                let now = adapter.ask(question, None);
                same_answer(&adapter.session.lock(), answer, &now)
            })
        })
    });
    if is_current {
        adapter.current.extend(users);
    }
    is_current
}

/// A specialisation and those that it uses of functions that the interpreter would run, but for some.
fn users(state: &State, spec: u32, known: &FxHashSet<u32>) -> Vec<u32> {
    let mut seen = known.clone();
    let mut found = Vec::new();
    let mut queue = vec![spec];
    while let Some(spec) = queue.pop() {
        if !seen.insert(spec) {
            continue;
        }
        found.push(spec);
        let events = state.events.get(&spec).map_or(&[] as &[Event], |events| events);
        queue.extend(events.iter().filter_map(|event| match event {
            Event::Used(used) if state.is_interpreted(*used) => Some(*used),
            _ => None,
        }));
    }
    found
}

/// The values that functions of the program have asked for.
fn values(events: &[Event]) -> impl Iterator<Item = (&Question, &Answer)> {
    events.iter().filter_map(|event| match event {
        Event::Asked { question, answer: answer @ Answer::Value(Some(_)), own: false } => Some((question, answer)),
        _ => None,
    })
}

fn read(question: &Question) -> Option<Read> {
    let (place, object, name) = match question {
        Question::Global { function, name } => (Place::Global, function, name),
        Question::Free { function, name } => (Place::Free, function, name),
        Question::Attribute { object, name } => (Place::Attribute, object, name),
        _ => return None,
    };
    Some(Read { place, object: *object, name: name.clone() })
}
