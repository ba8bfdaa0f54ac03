//! The functions of the session that types name, by numbers: inner functions and those with `yield`. They go away with the function of the
//! program that has them, and what fields of classes have been found to hold must not name them then.

use crate::classes::{self, Class};
use crate::kind::Kind;
use crate::{Ty, begun};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard};

/// Where it is known what something holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// A field of a class.
    Field(&'static Class, usize),
    /// A container of the program, by its number.
    Container(u32),
}

/// What a place has been found to hold, and how often that has become more.
pub(crate) type Holds = Option<(Ty, u32)>;

/// A place that has been found to hold functions, too.
struct Change {
    place: Place,
    before: Holds,
    now: Ty,
}

/// The changes of compilations that are under way.
static CHANGES: Mutex<Vec<Change>> = Mutex::new(Vec::new());

fn changes() -> MutexGuard<'static, Vec<Change>> {
    CHANGES.lock().unwrap_or_else(|e| e.into_inner())
}

/// Notes what a place has been found to hold, where that names functions.
pub(crate) fn note(place: Place, before: Holds, now: Ty) {
    if now.names_functions() {
        changes().push(Change { place, before, now });
    }
}

/// Where the changes of a compilation begin.
pub fn begin() -> usize {
    changes().len()
}

/// The changes of a compilation stay.
pub fn keep(begin: usize) {
    changes().truncate(begin);
}

/// Takes back what a compilation that has failed has found to name functions, which nobody else needs to know.
pub fn undo(begin: usize) {
    let mut all = changes();
    let begin = begin.min(all.len());
    let last = all.split_off(begin);
    drop(all);
    let undone = last.into_iter().rev().filter(|change| match change.place {
        Place::Field(class, field) => class.put_back(field, change.now, change.before),
        Place::Container(number) => begun::put_back(number, change.now, change.before),
    });
    classes::count_undone(undone.count() as u64);
}

/// Fields hold again what they held where these changes began.
pub(crate) fn fields_are_restored(begin: usize) {
    let mut all = changes();
    let begin = begin.min(all.len());
    let last = all.split_off(begin);
    all.extend(last.into_iter().filter(|change| matches!(change.place, Place::Container(_))));
}

/// Says in a table what a place held before.
pub(crate) fn put_back<K: Eq + Hash>(all: &mut FxHashMap<K, (Ty, u32)>, place: K, before: Holds) {
    match before {
        Some(held) => all.insert(place, held),
        None => all.remove(&place),
    };
}

/// Forgets of all places what names functions that are gone.
pub fn forget(gone: &FxHashSet<u32>) {
    let stays = |ty: Ty| !ty.names_any(gone);
    classes::forget_unless(&stays, begun::keep_only(&stays));
}

impl Ty {
    /// Whether it, or a type in it, is one of these functions.
    pub fn names_any(self, functions: &FxHashSet<u32>) -> bool {
        if !self.names_functions() {
            return false;
        }
        match self.kind() {
            Kind::Closure { func, .. } | Kind::Gen { func, .. } if functions.contains(func) => true,
            kind => any_part(kind, &mut |ty| ty.names_any(functions)),
        }
    }
}

/// Whether a kind, or a type in it, is such a function.
pub(crate) fn is_named_in(kind: &Kind) -> bool {
    matches!(kind, Kind::Closure { .. } | Kind::Gen { .. }) || any_part(kind, &mut |ty| ty.names_functions())
}

/// How many choices between functions stand in each other, in what these have captured.
pub(crate) fn choices(kind: &Kind) -> u8 {
    let mut most = 0;
    any_part(kind, &mut |ty| {
        most = most.max(ty.choices());
        false
    });
    most.saturating_add(u8::from(matches!(kind, Kind::OneOf(_))))
}

fn any_part(kind: &Kind, test: &mut dyn FnMut(Ty) -> bool) -> bool {
    let mut any = |types: &[Ty]| types.iter().any(|ty| test(*ty));
    match kind {
        Kind::Dict { key, value, .. } => any(&[*key, *value]),
        Kind::List { item, .. } | Kind::Set { item, .. } => any(&[*item]),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } | Kind::Zip(items) | Kind::OneOf(items) => any(items),
        Kind::Keywords { items, .. } => any(items),
        Kind::DictView { dict: inner, .. } | Kind::DictIter { dict: inner, .. } => any(&[*inner]),
        Kind::Optional(inner) | Kind::ListIter(inner) | Kind::Enumerate(inner) | Kind::Reversed(inner) => {
            any(&[*inner])
        }
        Kind::Cell(inner) => any(&[*inner]),
        Kind::Closure { captured, .. } => any(captured),
        Kind::Gen { args, yields, sends, returns, .. } => any(args) || any(&[*yields, *sends, *returns]),
        Kind::BoundMethod { receiver, .. } => any(&[*receiver]),
        Kind::Exception { args, .. } => any(args),
        Kind::Instance(shape) => shape.key_types().is_some_and(any),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inner(func: u32) -> Ty {
        Ty::new(Kind::Closure { func, captured: Box::new([Ty::int64()]), name: "f".into() })
    }

    #[test]
    fn functions_are_found_in_types() {
        let gone = FxHashSet::from_iter([901]);
        let held = Ty::list(Ty::tuple(vec![Ty::int64(), Ty::optional(inner(901))]));
        assert!(held.names_functions() && held.names_any(&gone) && !Ty::list(inner(902)).names_any(&gone));
        assert!(!Ty::list(Ty::int64()).names_functions());
    }

    #[test]
    fn what_names_functions_is_taken_back() {
        let (numbers, functions) = (Ty::list(Ty::int64()), Ty::list(inner(903)));
        let mark = begin();
        assert!(begun::note(903, numbers) && begun::note(903, functions));
        undo(mark);
        assert_eq!(begun::noted(903), Some(numbers));
        assert!(begun::note(903, functions));
        forget(&FxHashSet::from_iter([903]));
        assert_eq!(begun::noted(903), None);
    }
}
