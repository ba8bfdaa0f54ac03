//! Tuples whose length the running program knows, looked for among tuples of a known length: one of another length is not there.

use super::items::{guard_key, looks_for};
use crate::context::Cx;
use crate::context::Rule;
use crate::emit::Emitter;
use crate::lists::item_of;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::containers::item_type;
use coluber_types::{ListForm, Ty};

/// What is looked for, as a tuple of the length that keys have.
struct Fixed {
    items: Vec<Resolved>,
    ty: Ty,
}

impl Fixed {
    /// Whether the tuple has this length.
    fn fits(&self, e: &mut Emitter<'_>, tuple: Value) -> Value {
        let length = e.list_len(tuple);
        e.compare_int(CmpOp::Eq, length, self.items.len() as i64)
    }

    fn made(&self, e: &mut Emitter<'_>, tuple: Value) -> Value {
        let items: Vec<Value> = self.items.iter().map(|item| e.resolved(item, &[tuple])).collect();
        e.pack(&items, self.ty)
    }
}

/// The tuple that `given` is among keys of this type; none where `given` has a known length, or is equal to no key.
fn fixed(cx: &mut Cx<'_>, given: Val, key: Ty) -> Result<Option<Fixed>> {
    let Some(keys) = key.tuple_items().filter(|_| given.ty.list_form() == Some(ListForm::Tuple)) else {
        return Ok(None);
    };
    cx.check_settled(&[given])?;
    if !item_of(given.ty).is_some_and(|item| keys.iter().all(|key| looks_for(item, *key))) {
        return Ok(None);
    }
    let items = (0..keys.len()).map(|k| crate::spread::item(cx, given, k)).collect::<Result<Vec<_>>>()?;
    let ty = Ty::tuple(items.iter().map(|item| item_type(item.val().ty)).collect::<Vec<_>>());
    Ok(Some(Fixed { items, ty }))
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
