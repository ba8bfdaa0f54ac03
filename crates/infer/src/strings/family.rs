//! Strings and bytes: functions of the runtime take both as strings, bytes as those of characters of one byte.

use super::is_text;
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_types::Ty;

/// Strings or bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Strings, made or deferred.
    Str,
    /// Bytes.
    Bytes,
}

impl Family {
    /// The family of a type.
    pub fn of(ty: Ty) -> Option<Family> {
        if is_text(ty) { Some(Family::Str) } else { (ty == Ty::bytes()).then_some(Family::Bytes) }
    }

    /// The family of two types, where they have the same.
    pub fn of_both(a: Ty, b: Ty) -> Option<Family> {
        Family::of(a).filter(|found| Family::of(b) == Some(*found))
    }

    /// The type of its values.
    pub fn ty(self) -> Ty {
        match self {
            Family::Str => Ty::string(),
            Family::Bytes => Ty::bytes(),
        }
    }

    /// Whether the type is of the family.
    pub fn has(self, ty: Ty) -> bool {
        Family::of(ty) == Some(self)
    }

    /// A string as a value of the family.
    pub fn made(self, e: &mut Emitter<'_>, text: Value) -> Value {
        e.repack(text, self.ty())
    }

    /// An operation on strings as one on values of the family.
    pub fn wrap(self, inner: Resolved) -> Resolved {
        if self == Family::Str {
            return inner;
        }
        let ty = if inner.val().ty == Ty::string() { self.ty() } else { inner.val().ty };
        Resolved::one(Val::weak(ty), move |e, a| {
            let operands: Vec<Value> =
                a.iter().map(|v| if e.ty(*v) == Ty::bytes() { text(e, *v) } else { *v }).collect();
            let result = e.resolved(&inner, &operands);
            if e.ty(result) == Ty::string() { self.made(e, result) } else { result }
        })
    }
}

/// A value of either family as a string.
pub fn text(e: &mut Emitter<'_>, value: Value) -> Value {
    if e.ty(value) == Ty::bytes() { e.repack(value, Ty::string()) } else { e.coerce(value, Ty::string()) }
}
