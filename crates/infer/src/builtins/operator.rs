//! Module `operator`: the functions behind the operators.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::operators;
use crate::value::{Resolved, Val};
use coluber_ops::{BinOp, CmpOp, UnOp};
use coluber_types::Ty;

/// Whether the module has a function of this name that compiled code knows.
pub fn exists(name: &str) -> bool {
    BinOp::from_function(name).is_some()
        || inplace(name).is_some()
        || CmpOp::from_function(name).is_some()
        || UnOp::from_function(name).is_some()
        || matches!(name, "is_" | "is_not" | "contains" | "getitem" | "setitem" | "delitem" | "truth")
}

fn inplace(name: &str) -> Option<BinOp> {
    BinOp::ALL.iter().copied().find(|op| op.inplace_function() == name)
}

/// Calls `operator.NAME`.
pub fn call(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    if !args.names.is_empty() || args.star.is_some() {
        return Ok(None);
    }
    let a = &args.positional;
    let found = match (name, a.len()) {
        ("is_", 2) => crate::identity::is(cx, a[0], a[1], false)?,
        ("is_not", 2) => crate::identity::is(cx, a[0], a[1], true)?,
        ("truth", 1) => operators::truth_of(cx, a[0])?,
        ("contains", 2) => swapped(operators::contains(cx, a[1], a[0], false)?),
        ("getitem", 2) => crate::subscript::getitem(cx, a[0], a[1])?,
        ("setitem", 3) => giving_none(crate::subscript::setitem(cx, a[0], a[1], a[2])?),
        ("delitem", 2) => giving_none(crate::subscript::delitem(cx, a[0], a[1])?),
        (_, 2) => {
            if let Some(op) = BinOp::from_function(name) {
                operators::binary(cx, op, a[0], a[1], false)?
            } else if let Some(op) = inplace(name) {
                operators::binary(cx, op, a[0], a[1], true)?
            } else if let Some(op) = CmpOp::from_function(name) {
                operators::compare(cx, op, a[0], a[1])?
            } else {
                return Ok(None);
            }
        }
        (_, 1) => match UnOp::from_function(name) {
            Some(op) => operators::unary(cx, op, a[0])?,
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(found))
}

/// A statement as a call of a function.
fn giving_none(statement: Resolved) -> Resolved {
    Resolved::one(Val::new(Ty::none()), move |e, a| {
        (statement.emit)(e, a);
        e.unit(Ty::none())
    })
}

fn swapped(resolved: Resolved) -> Resolved {
    let inner = resolved.emit.clone();
    Resolved { emit: std::rc::Rc::new(move |e, a| inner(e, &[a[1], a[0]])), ..resolved }
}
