//! Containers of the program that are empty, or lists of None, when code is compiled that reads them by name, and what it puts into them.
//!
//! The host gives each name a number. What a function puts into such a container is noted here, and the function is typed again, as if an annotation
//! had said so.

use crate::Ty;
use rustc_hash::FxHashMap;
use std::sync::{LazyLock, RwLock};

/// What stands in the place of a class's number where an error tells of such a container.
pub const BEGUN: u32 = u32::MAX;

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
    let (known, times) = all.get(&number).copied().unwrap_or((Ty::undefined(), 0));
    let is_new = known != ty && times < MOST_NOTES;
    if is_new {
        crate::classes::count_widening();
        all.insert(number, (ty, times + 1));
    }
    is_new
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
