//! What values of types consist of that programs define.
//!
//! A type is there before its data model is, so that the fields are no part of the type's identity.

use crate::Ty;
use rustc_hash::FxHashMap;
use std::sync::{LazyLock, RwLock};

static FIELDS: LazyLock<RwLock<FxHashMap<Ty, &'static [Ty]>>> = LazyLock::new(RwLock::default);

/// Says what values of a type consist of. The first word counts; returns whether this is it, or the same.
pub fn set_fields(ty: Ty, fields: &[Ty]) -> bool {
    let mut table = FIELDS.write().unwrap_or_else(|e| e.into_inner());
    // Types live for ever, and so do their fields.
    *table.entry(ty).or_insert_with(|| Box::leak(fields.into())) == fields
}

/// The fields of a type; none while nothing has been said.
pub fn fields(ty: Ty) -> &'static [Ty] {
    FIELDS.read().unwrap_or_else(|e| e.into_inner()).get(&ty).copied().unwrap_or_default()
}

/// Whether it has been said what values of a type consist of.
pub fn has_fields(ty: Ty) -> bool {
    FIELDS.read().unwrap_or_else(|e| e.into_inner()).contains_key(&ty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::{Kind, ObjId, Object};

    #[test]
    fn the_first_fields_stay() {
        let ty = Ty::new(Kind::Extension(Object { id: ObjId(9), text: "T".into() }));
        assert!(fields(ty).is_empty() && !has_fields(ty));
        assert!(set_fields(ty, &[Ty::int64()]));
        assert!(set_fields(ty, &[Ty::int64()]));
        assert!(!set_fields(ty, &[Ty::int32()]));
        assert_eq!(crate::fields::fields(ty), [Ty::int64()]);
    }
}
