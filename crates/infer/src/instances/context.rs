//! `with` statements over instances.
//!
//! `__exit__` is called with the class of an exception, the exception and None for its traceback. The class is known at run time only: it
//! is a bound method of the exception, about which `issubclass` can ask.

use super::{class_of, member, special, with_operands};
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_types::{Kind, Ty};

/// The name of the bound method that stands for the class of an exception.
const CLASS: &str = "@class";

/// The type of the class of a caught exception.
fn class_type() -> Ty {
    Ty::new(Kind::BoundMethod { receiver: Ty::new(Kind::CaughtException), name: CLASS.into() })
}

/// Whether a type is that of the class of a caught exception.
pub fn is_exception_class(ty: Ty) -> bool {
    ty == class_type()
}

/// The class of a caught exception, which is the operand.
pub fn exception_class() -> Resolved {
    let class = class_type();
    Resolved::one(Val::new(class), move |e, a| e.pack(a, class))
}

/// The class of a caught exception, or None's, of which the runtime knows by null: the operand is an optional one.
pub fn exception_class_of_optional(caught: Ty) -> Resolved {
    Resolved::one(Val::new(caught), |e, a| e.part(a[0], 1)).then(exception_class())
}

/// Whether a manager is what `contextlib.contextmanager` makes: its generator.
fn is_generator(manager: Val) -> bool {
    matches!(manager.ty.kind(), Kind::Gen { .. })
}

/// What `with` gives; None when the value is no manager.
pub fn enter(cx: &mut Cx<'_>, manager: Val) -> Rule {
    if is_generator(manager) {
        return cx.overload("coluber.enter_generator", &[manager]);
    }
    let Some(class) = class_of(manager.ty) else { return Ok(None) };
    if member(cx, class, "__exit__").is_none() {
        return Err(cx.error(format!("'{}' object does not support the context manager protocol", class.object.text)));
    }
    special(cx, "__enter__", &[manager])
}

/// The end of the block: the operands are the manager and, if there is one, the exception.
pub fn exit(cx: &mut Cx<'_>, v: &[Val]) -> Rule {
    if is_generator(v[0]) {
        return cx.overload("coluber.exit_generator", v);
    }
    let none = Val::new(Ty::none());
    let Some(&exception) = v.get(1) else {
        let found = special(cx, "__exit__", &[v[0], none, none, none])?;
        return Ok(found.map(|found| {
            with_operands(found, move |e, a| {
                let none = e.unit(none.ty);
                vec![a[0], none, none, none]
            })
        }));
    };
    let class = class_type();
    let found = special(cx, "__exit__", &[v[0], Val::new(class), exception, none])?;
    Ok(found.map(|found| {
        with_operands(found, move |e, a| {
            let (class, none) = (e.pack(&[a[1]], class), e.unit(none.ty));
            vec![a[0], class, a[1], none]
        })
    }))
}
