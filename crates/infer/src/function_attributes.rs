//! Attributes of functions: their names, and what a program gives them, such as a counter of calls.
//!
//! Those of inner functions are variables that they have captured, under the name of the function, a dot and that of the attribute
//! (`coluber.core.function_attributes`). Those of functions of a module are fields of an object that all code shares.

use crate::cells;
use crate::context::{Cx, Rule};
use crate::host::{FuncId, HostValue};
use crate::value::{Resolved, Val};
use coluber_base::Name;
use coluber_types::{Kind, ObjId, Ty};

/// What stands before the name of an attribute where the host is asked for the object that has it.
const VARIABLE: &str = "variable:";

/// Whether values of a type are functions or classes, which have names.
pub fn has_name(ty: &Ty) -> bool {
    matches!(ty.kind(), Kind::Function(_) | Kind::Dispatcher(_) | Kind::Closure { .. })
}

/// `function.name`
pub fn get(cx: &mut Cx<'_>, function: Val, name: &Name) -> Rule {
    match function.ty.kind() {
        Kind::Closure { name: own, .. } => Ok(match (captured(cx, function.ty, name), &**name) {
            (Some((at, ty)), _) => {
                let load = cells::load(Val::new(ty), name, true);
                Some(Resolved::one(load.val(), move |e, a| {
                    let cell = e.part(a[0], at);
                    e.resolved(&load, &[cell])
                }))
            }
            (None, "__name__") => Some(Resolved::constant(Ty::literal_str(short(own)))),
            (None, "__qualname__") => Some(Resolved::constant(Ty::literal_str(&**own))),
            (None, _) => None,
        }),
        Kind::Dispatcher(object) => {
            let Some(shared) = variable(cx, object.id, name) else { return Ok(None) };
            let object = crate::attributes::host_constant(shared);
            let found = crate::attributes::getattr(cx, object.val(), name)?;
            Ok(Some(Resolved::one(found.val(), move |e, _| {
                let object = e.resolved(&object, &[]);
                e.resolved(&found, &[object])
            })))
        }
        _ => Ok(None),
    }
}

/// `function.name = item`
pub fn set(cx: &mut Cx<'_>, function: Val, name: &Name, item: Val) -> Rule {
    match function.ty.kind() {
        Kind::Closure { .. } => {
            let Some((at, ty)) = captured(cx, function.ty, name).filter(|(_, ty)| matches!(ty.kind(), Kind::Cell(_)))
            else {
                return Ok(None);
            };
            let store = cells::store(cx, Val::new(ty), name, item)?;
            Ok(Some(Resolved::effect(move |e, a| {
                let cell = e.part(a[0], at);
                (store.emit)(e, &[cell, a[1]]);
            })))
        }
        Kind::Dispatcher(object) => {
            let Some(shared) = variable(cx, object.id, name) else { return Ok(None) };
            let object = crate::attributes::host_constant(shared);
            let set = crate::attributes::setattr(cx, object.val(), name, item)?;
            Ok(Some(Resolved::effect(move |e, a| {
                let object = e.resolved(&object, &[]);
                (set.emit)(e, &[object, a[1]]);
            })))
        }
        _ => Ok(None),
    }
}

/// An inner function under the name of another one, as `functools.wraps` gives it.
pub fn named_as(cx: &mut Cx<'_>, wrapper: Val, wrapped: Ty) -> Resolved {
    let name = match wrapped.kind() {
        Kind::Closure { name, .. } => Some(name.clone()),
        Kind::Dispatcher(object) | Kind::Function(object) => {
            let name = cx.host.attribute(object.id, "__qualname__");
            name.and_then(|name| Val::new(name.ty).literal_str().map(Name::from))
        }
        _ => None,
    };
    let (Kind::Closure { func, captured, .. }, Some(name)) = (wrapper.ty.kind(), name) else {
        return Resolved::one(wrapper, |_, a| a[0]);
    };
    let ty = Ty::new(Kind::Closure { func: *func, captured: captured.clone(), name });
    Resolved::one(Val { ty, ..wrapper }, move |e, a| {
        let parts = e.parts(a[0]);
        e.pack(&parts, ty)
    })
}

fn short(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Where an inner function carries the variable that is an attribute of its, and the type of what it carries.
fn captured(cx: &mut Cx<'_>, function: Ty, name: &str) -> Option<(usize, Ty)> {
    let Kind::Closure { func, captured, .. } = function.kind() else { return None };
    let own = cx.host.function_name(FuncId(*func));
    let wanted = format!("{}.{name}", short(&own));
    let at = cx.host.captured_names(FuncId(*func)).iter().position(|known| **known == *wanted)?;
    Some((at, *captured.get(at)?))
}

/// The object that has an attribute of a function of a module as a field. Kernels know such as constants.
fn variable(cx: &mut Cx<'_>, function: ObjId, name: &str) -> Option<HostValue> {
    if cx.options.cuda || name.starts_with("__") {
        return None;
    }
    cx.host.attribute(function, &format!("{VARIABLE}{name}"))
}
