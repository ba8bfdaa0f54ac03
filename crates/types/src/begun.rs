//! Containers of the program that are empty, or lists of None, when code is compiled that reads them by name, and what it puts into them.
//!
//! The host gives each name a number. What a function puts into such a container is noted here, and the function is typed again, as if an annotation
//! had said so.

use crate::Ty;
use crate::functions::{self, Holds, Place};
use rustc_hash::FxHashMap;
use std::sync::{LazyLock, RwLock};

/// What stands in the place of a class's number where an error tells of such a container.
pub const BEGUN: u32 = u32::MAX;

/// How names begin by which code reads containers of the program; a number with so many digits follows.
pub const SHARED_CALL: &str = "object:shared:";

/// How many digits those numbers have.
pub const SHARED_DIGITS: usize = 10;

/// A container of which something else has been found so often has no type.
const MOST_NOTES: u32 = 8;

/// What has been found, and how often, by number.
static NOTED: LazyLock<RwLock<FxHashMap<u32, (Ty, u32)>>> = LazyLock::new(RwLock::default);

/// What has been noted of the container with a number, with what its objects are known to hold by now.
pub fn noted(number: u32) -> Option<Ty> {
    let found = NOTED.read().unwrap_or_else(|e| e.into_inner()).get(&number)?.0;
    Some(found.grown())
}

/// Notes the type of a container; false where that was known, or has become another one too often.
pub fn note(number: u32, ty: Ty) -> bool {
    let mut all = NOTED.write().unwrap_or_else(|e| e.into_inner());
    let before = all.get(&number).copied();
    let (known, times) = before.unwrap_or((Ty::undefined(), 0));
    let is_new = known != ty && times < MOST_NOTES;
    if is_new {
        crate::classes::count_widening();
        functions::note(Place::Container(number), before, ty);
        all.insert(number, (ty, times + 1));
    }
    is_new
}

/// Notes what was noted before, where it has not changed since. False where it has.
pub(crate) fn put_back(number: u32, now: Ty, before: Holds) -> bool {
    let mut all = NOTED.write().unwrap_or_else(|e| e.into_inner());
    let is_same = all.get(&number).is_some_and(|held| held.0 == now);
    if is_same {
        functions::put_back(&mut all, number, before);
    }
    is_same
}

/// Forgets the notes of which a condition is not true; how many.
pub(crate) fn keep_only(stays: &dyn Fn(Ty) -> bool) -> u64 {
    let mut all = NOTED.write().unwrap_or_else(|e| e.into_inner());
    let count = all.len();
    all.retain(|_, held| stays(held.0));
    (count - all.len()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_end() {
        let types = [Ty::list(Ty::int64()), Ty::list(Ty::float64())];
        assert_eq!(noted(7), None);
        assert!(note(7, types[0]) && !note(7, types[0]));
        assert_eq!(noted(7), Some(types[0]));
        let count = (0..100).filter(|k| note(7, types[(k + 1) % 2])).count();
        assert_eq!(count, MOST_NOTES as usize - 1);
    }
}
