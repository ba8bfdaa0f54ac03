//! Objects of one of several classes behind a test of their class.

use super::one_of::members;
use crate::builtins;
use crate::calls::CallArgs;
use crate::choices::without;
use crate::context::Cx;
use crate::narrowing::not_none;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_types::{Kind, Ty};

/// The value that is, or is not, of one of the classes. Of one that is of a class nothing is left where it is not of it: nothing comes there.
pub fn of_class(cx: &mut Cx<'_>, val: Val, classes: Val, is: bool) -> Result<Resolved> {
    if let Kind::Optional(inner) = val.ty.kind() {
        let is_known = is && answer(cx, Val::new(Ty::none()), classes)? == Some(false);
        if !is_known {
            return Ok(Resolved::one(val, |_, a| a[0]));
        }
        let held = not_none(val);
        let found = of_class(cx, Val { ty: *inner, ..val }, classes, is)?;
        return Ok(Resolved::one(found.val(), move |e, a| {
            let value = e.resolved(&held, &a[..1]);
            e.resolved(&found, &[value, a[1]])
        }));
    }
    let own = [val.ty];
    let all = members(val.ty).unwrap_or(&own);
    let mut gone = Vec::new();
    for (k, &one) in all.iter().enumerate() {
        if answer(cx, Val::new(one), classes)? == Some(!is) {
            gone.push(k);
        }
    }
    Ok(match gone.len() {
        0 => Resolved::one(val, |_, a| a[0]),
        count if count == all.len() => Resolved::one(Val::undefined(), |e, _| e.undef(Ty::undefined())),
        _ => without(val, all, gone),
    })
}

/// Whether a value is of one of the classes, where that is known.
fn answer(cx: &mut Cx<'_>, val: Val, classes: Val) -> Result<Option<bool>> {
    let found = builtins::call(cx, "builtins.isinstance", &CallArgs::of(&[val, classes]))?;
    Ok(found.and_then(|found| found.val().literal_bool()))
}
