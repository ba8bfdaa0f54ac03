//! What values of types consist of that programs define, and what such types become.
//!
//! A type is there before its data model is, so that the fields are no part of the type's identity. Only the host knows how such types
//! convert: it gives its rules once.

use crate::{Conversion, Ty};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{LazyLock, OnceLock, RwLock};

/// What the host says of two types, one of which at least is a program's.
#[derive(Clone, Copy)]
pub struct Rules {
    /// The type that both become.
    pub unify: fn(Ty, Ty) -> Option<Ty>,
    /// How the first becomes the second.
    pub convert: fn(Ty, Ty) -> Option<Conversion>,
}

static RULES: OnceLock<Rules> = OnceLock::new();

/// Takes the rules of the host; the first ones count.
pub fn set_rules(rules: Rules) {
    RULES.get_or_init(|| rules);
}

/// The type that two types become, one of which at least is a program's.
pub fn unify(a: Ty, b: Ty) -> Option<Ty> {
    RULES.get().and_then(|rules| (rules.unify)(a, b))
}

/// How a type becomes another, one of which at least is a program's.
pub fn conversion(from: Ty, to: Ty) -> Option<Conversion> {
    RULES.get().and_then(|rules| (rules.convert)(from, to))
}

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

static NEVER_ZERO: LazyLock<RwLock<FxHashSet<Ty>>> = LazyLock::new(RwLock::default);

/// Says that no value of a type has zeros in all its fields.
pub fn set_never_zero(ty: Ty) {
    NEVER_ZERO.write().unwrap_or_else(|e| e.into_inner()).insert(ty);
}

/// Whether it has been said that no value of a type has zeros in all its fields.
pub fn is_never_zero(ty: Ty) -> bool {
    NEVER_ZERO.read().unwrap_or_else(|e| e.into_inner()).contains(&ty)
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
