//! Tuples whose length the running program knows, looked for among tuples of a known length: one of another length is not there.

use super::items::{guard_key, looks_for};
use crate::context::Cx;
use crate::context::Rule;
use crate::lists::item_of;
use crate::spread::Items;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_types::{ListForm, Ty};

/// The tuple that `given` is among keys of this type; none where `given` has a known length, or is equal to no key.
fn fixed(cx: &mut Cx<'_>, given: Val, key: Ty) -> Result<Option<Items>> {
    let Some(keys) = key.tuple_items().filter(|_| given.ty.list_form() == Some(ListForm::Tuple)) else {
        return Ok(None);
    };
    cx.check_settled(&[given])?;
    if !item_of(given.ty).is_some_and(|item| keys.iter().all(|key| looks_for(item, *key))) {
        return Ok(None);
    }
    Items::of(cx, given, keys.len()).map(Some)
}

/// An operation that looks for a key of this type, the operand `place`, by that for a tuple of known length. KeyError where the length is
/// another.
pub fn needed(
    cx: &mut Cx<'_>,
    (given, place): (Val, usize),
    key: Ty,
    find: impl FnOnce(&mut Cx<'_>, Val) -> Rule,
) -> Rule {
    let Some(fixed) = fixed(cx, given, key)? else { return Ok(None) };
    let found = find(cx, Val::weak(fixed.ty))?;
    Ok(found.map(|found| {
        crate::instances::with_operands(found, move |e, a| {
            let fits = fixed.fits(e, a[place]);
            guard_key(e, fits, a[place], given.ty);
            let mut operands = a.to_vec();
            operands[place] = fixed.made(e, a[place]);
            operands
        })
    }))
}

/// As [`needed`], with what the operation gives where the length is another.
pub fn sought(
    cx: &mut Cx<'_>,
    (given, place): (Val, usize),
    key: Ty,
    absent: Resolved,
    find: impl FnOnce(&mut Cx<'_>, Val) -> Rule,
) -> Rule {
    let Some(fixed) = fixed(cx, given, key)? else { return Ok(None) };
    let Some(found) = find(cx, Val::weak(fixed.ty))? else { return Ok(None) };
    let result = Val { ty: found.val().ty.unliteral(), ..found.val() };
    Ok(Some(Resolved::one(result, move |e, a| {
        let fits = fixed.fits(e, a[place]);
        let (end, made) = e.join_block(result.ty.bare());
        let (there, other) = (e.following_block(), e.following_block());
        e.builder().branch(fits, (there, &[]), (other, &[]));
        let texts = e.texts.clone();
        e.builder().switch_to(there);
        let mut operands = a.to_vec();
        operands[place] = fixed.made(e, a[place]);
        let value = e.resolved(&found, &operands);
        let value = e.coerce(value, result.ty);
        e.builder().jump(end, &[value]);
        e.texts.clone_from(&texts);
        e.builder().switch_to(other);
        let value = e.resolved(&absent, a);
        let value = e.coerce(value, result.ty);
        e.builder().jump(end, &[value]);
        e.texts = texts;
        e.builder().switch_to(end);
        made
    })))
}
