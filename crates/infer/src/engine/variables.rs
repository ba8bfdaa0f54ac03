//! What is done with variables: those in memory, reads of some that may have no value, assignments that debuggers are told of.

use super::Engine;
use super::refused::cannot_unify;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_ir::{Slot, Untyped};
use coluber_types::{Kind, Ty};

pub(super) fn check_bound(name: &Name, flag: Val) -> Resolved {
    let message = format!("cannot access local variable '{name}' where it is not associated with a value");
    if flag.literal_bool() == Some(true) {
        return Resolved::effect(|_, _| ());
    }
    Resolved::effect(move |e, a| {
        let ok = e.coerce(a[0], Ty::boolean());
        e.guard("UnboundLocalError", &message, ok);
    })
}

/// Debuggers are told of scalars; reports call arrays by their names.
pub(super) fn assign(name: &Name, val: Val) -> Resolved {
    let (name, ty) = (name.clone(), val.ty.unliteral());
    if matches!(ty.kind(), Kind::Array { .. } | Kind::Record { .. }) {
        return Resolved::effect(move |e, a| {
            let value = e.coerce(a[0], ty);
            e.name(value, &name);
        });
    }
    if !coluber_types::fields::is_scalar(ty) {
        return Resolved::effect(|_, _| ());
    }
    Resolved::effect(move |e, a| {
        let value = e.coerce(a[0], ty);
        e.assign(&name, value);
    })
}

impl Engine<'_> {
    pub(super) fn slot_load(&mut self, slot: Slot) -> Resolved {
        let val = self.typing.slots[slot];
        Resolved::one(val, move |e, _| e.slot_load(slot))
    }

    pub(super) fn slot_store(&mut self, body: &Untyped, slot: Slot, val: Val, span: Span) -> Result<Resolved> {
        let old = self.typing.slots[slot];
        let name = &body.slots[slot].name;
        let stored = Val { ty: self.of_variable(Some(name), val.ty), ..val };
        let Some(joined) = old.unify(stored) else {
            return Err(cannot_unify(old.ty, val.ty, name, span));
        };
        // A variable in memory is not followed by value.
        let joined =
            Val { ty: if old.is_undefined() { joined.ty } else { joined.ty.stored_if(old.ty != stored.ty) }, ..joined };
        self.sites.flow(stored.ty, joined.ty);
        if joined != old {
            self.sites.flow(old.ty, joined.ty);
            self.typing.slots[slot] = joined;
            self.changed = true;
        }
        Ok(Resolved::effect(move |e, a| e.slot_store(slot, a[0])))
    }

    /// The value that an assignment to a variable of a chosen type stores.
    pub(super) fn as_variable(&self, name: &Name, val: Val, span: Span) -> Result<Resolved> {
        let ty = self.forced(Some(name), val.ty);
        // An assignment raises nothing, so that nothing may be lost that is None.
        let loses_none = matches!(val.ty.kind(), Kind::Optional(_)) && !matches!(ty.kind(), Kind::Optional(_));
        if loses_none || coluber_types::conversion(val.ty, ty).is_none() {
            let message = format!("Cannot convert {} to {ty}, the type that option 'locals' gives to '{name}'", val.ty);
            return Err(Diagnostic::typing(message, span));
        }
        Ok(Resolved::one(Val::new(ty), move |e, a| e.coerce(a[0], ty)))
    }

    /// The type that a value has in a variable where others may meet it. Kernels can't make strings.
    pub(super) fn of_variable(&self, name: Option<&Name>, ty: Ty) -> Ty {
        let ty = self.forced(name, ty);
        if self.options.cuda { ty } else { ty.with_strings() }
    }

    /// The type that option `locals` forces a variable to.
    pub(super) fn forced(&self, name: Option<&Name>, ty: Ty) -> Ty {
        let forced = name.and_then(|n| self.options.locals.iter().find(|l| l.0 == *n));
        forced.map_or(ty, |l| l.1)
    }
}

trait StoredIf {
    fn stored_if(self, cond: bool) -> Self;
}

impl StoredIf for Ty {
    fn stored_if(self, cond: bool) -> Ty {
        if cond { self.stored() } else { self }
    }
}
