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
use coluber_types::ObjId;
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
        let state = self.lock();
        all_users(&state, spec).iter().any(|used| objects(&state, *used).next().is_some())
    }

    /// Forgets a specialisation, and those that it uses, where objects that one of them reads by name have other types now. Whether they have.
    pub fn forget_outdated(&self, env: &mut dyn Environment, spec: u32) -> bool {
        let mut adapter = Adapter::new(self, env, Target::Cpu);
        let users = all_users(&self.lock(), spec);
        let is_outdated = users.iter().any(|used| {
            let asked: Vec<(Question, Answer)> = objects(&self.lock(), *used).collect();
            asked.iter().any(|(question, answer)| {
                let now = adapter.ask(question, None);
                !same_answer(&self.lock(), answer, &now)
            })
        });
        if is_outdated {
            self.forget_specs(&users);
        }
        is_outdated
    }
}

/// A specialisation and those of functions of the program that it uses.
fn all_users(state: &State, spec: u32) -> Vec<u32> {
    let (mut found, mut next) = (vec![spec], 0);
    while let Some(&spec) = found.get(next) {
        next += 1;
        let events = state.events.get(&spec).map_or(&[] as &[Event], |events| events);
        for event in events {
            if let Event::Used(used) = event
                && !found.contains(used)
            {
                found.push(*used);
            }
        }
    }
    found
}

/// The questions of a specialisation whose answers were objects of the program, or hold such.
fn objects(state: &State, spec: u32) -> impl Iterator<Item = (Question, Answer)> {
    let events: Arc<[Event]> = state.events.get(&spec).cloned().unwrap_or_default();
    let found: Vec<_> = values(&events)
        .filter(|(_, answer)| matches!(answer, Answer::Value(Some(value)) if value.is_shared() && value.ty.has_data()))
        .map(|(question, answer)| (question.clone(), answer.clone()))
        .collect();
    found.into_iter()
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
