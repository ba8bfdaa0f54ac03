//! What is done with variables: reads of some that may have no value, assignments that debuggers are told of.

use crate::value::{Resolved, Val};
use coluber_base::Name;
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
