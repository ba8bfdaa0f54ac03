//! Lists that the program makes, and what is put into them.

use super::{admit, item_of};
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::collections::trim;
use crate::context::{Cx, Rule};
use crate::dicts::item_of_iterable;
use crate::emit::Emitter;
use crate::iteration;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_types::containers::item_type;
use coluber_types::unify::unify_all;
use coluber_types::{IntTy, Kind, ListForm, Spread, Ty};
use std::rc::Rc;

/// So many items of several types are put into a list one by one.
const MOST_PARTS: usize = 64;

/// `[a, b, ...]`
pub fn build(cx: &mut Cx<'_>, items: &[Val]) -> Result<Resolved> {
    build_as(cx, items, ListForm::List)
}

/// `typed.List()`
pub fn build_typed(cx: &mut Cx<'_>) -> Result<Resolved> {
    build_as(cx, &[], ListForm::Typed)
}

/// `typed.List(items)`
pub fn typed_of(cx: &mut Cx<'_>, items: Val) -> Rule {
    made_of(cx, items, ListForm::Typed)
}

/// A list of a form with these items.
pub fn build_as(cx: &mut Cx<'_>, items: &[Val], form: ListForm) -> Result<Resolved> {
    if cx.options.cuda {
        return Err(cx.unsupported("a list is not possible in a CUDA kernel").hint("use a tuple or cuda.local.array"));
    }
    let types: Vec<Ty> = items.iter().map(|v| item_type(v.ty)).collect();
    let site = cx.sites.current;
    cx.sites.note_kind(site, Ty::new(Kind::List { item: Ty::undefined(), form, site: None }));
    let mut item = Ty::undefined();
    for (k, ty) in types.iter().enumerate() {
        item = cx.sites.join(site, item, *ty).ok_or_else(|| {
            let text = format!("the items of a list have one type: found {} and {ty} (item {k})", item.bare());
            let error = cx.error(text).hint("use a tuple for values of different types");
            crate::instances::with_field_between(error, item, *ty)
        })?;
    }
    let item = cx.sites.items(item).ok_or_else(|| cx.error("the items that the list gets have no common type"))?;
    types.iter().for_each(|ty| cx.sites.flow(*ty, item));
    items.iter().for_each(|v| cx.sites.note_text(site, v.ty));
    let ty = Ty::new(Kind::List { item, form, site: Some(site) });
    Ok(Resolved::one(Val::new(ty), move |e, a| {
        let count = e.i64(a.len() as i64);
        let item = item.bare();
        let list = e.list_new(ty, item, count);
        a.iter().for_each(|v| append(e, list, *v, item));
        list
    }))
}

/// A new list with these items.
pub fn filled(e: &mut Emitter<'_>, ty: Ty, item: Ty, items: &[Value]) -> Value {
    let count = e.i64(items.len() as i64);
    let list = e.list_new(ty, item, count);
    items.iter().for_each(|v| append(e, list, *v, item));
    list
}

fn append(e: &mut Emitter<'_>, list: Value, v: Value, item: Ty) {
    let v = e.coerce(v, item);
    let v = e.held(v);
    let place = e.list_open(list);
    e.write_held(place, v, item);
}

/// As [`admit`], for the items of a value of which one is `found`: the constants of a tuple are known.
fn admit_all(cx: &mut Cx<'_>, list: Ty, found: Ty, items: Ty) -> Result<Ty> {
    let Some(constants) = items.tuple_items() else { return admit(cx, list, found) };
    let (mut list, mut item) = (list, found);
    for constant in constants {
        item = admit(cx, list, *constant)?;
        if let Kind::List { form, site, .. } = *list.kind() {
            list = Ty::new(Kind::List { item, form, site });
        }
    }
    Ok(item)
}

/// `list.append(item)`
pub fn append_item(cx: &mut Cx<'_>, list: Val, item: Val) -> Result<Resolved> {
    let item = admit(cx, list.ty, item.ty)?;
    Ok(Resolved::effect(move |e, a| {
        append(e, a[0], a[1], item);
        trim(e, a[0], true);
    }))
}

/// The iterator over a range, or over the indices of an array, whose iterations run side by side, and write their items to places of
/// their own of a list.
pub fn sized_iter(sequence: Val) -> Option<Resolved> {
    if sequence.ty.is_array() {
        return indices_of(sequence.ty);
    }
    let Kind::Range { int, step, parallel: Spread::No } = *sequence.ty.kind() else { return None };
    let iterator = iteration::get_range(int, step, Spread::Loop);
    Some(Resolved {
        emit: Rc::new(move |e, a| {
            let (owner, length) = (e.part(a[1], 0), iteration::range_length(e, a[0]));
            e.runtime("list_sized", &[owner, length], &[Ty::ptr()]);
            (iterator.emit)(e, &a[..1])
        }),
        ..iteration::get_range(int, step, Spread::Loop)
    })
}

/// Such an iterator over the indices of an array's first axis.
fn indices_of(array: Ty) -> Option<Resolved> {
    array.as_array().filter(|(_, ndim, _)| *ndim > 0)?;
    let int = IntTy { bits: 64, signed: true };
    let range = Ty::new(Kind::Range { int, step: Some(1), parallel: Spread::No });
    let iterator = iteration::get_range(int, Some(1), Spread::Loop);
    Some(Resolved {
        emit: Rc::new(move |e, a| {
            let (owner, length, first) = (e.part(a[1], 0), e.extent(a[0], 0), e.i64(0));
            e.runtime("list_sized", &[owner, length], &[Ty::ptr()]);
            let range = e.pack(&[first, length], range);
            (iterator.emit)(e, &[range])
        }),
        ..iteration::get_range(int, Some(1), Spread::Loop)
    })
}

/// The item of an iteration of such a loop; of another one, `list.append(item)`.
pub fn put_item(cx: &mut Cx<'_>, list: Val, item: Val, sequence: Val) -> Result<Resolved> {
    if sized_iter(sequence).is_none() {
        return append_item(cx, list, item);
    }
    let item = admit(cx, list.ty, item.ty)?;
    let of_array = sequence.ty.is_array();
    Ok(Resolved::effect(move |e, a| {
        let value = e.coerce(a[1], item);
        let value = e.held(value);
        let at = if of_array { a[3] } else { iteration::range_position(e, a[2], a[3]) };
        let place = e.list_place(a[0], at);
        e.write_held(place, value, item);
    }))
}

/// `list.extend(items)`
pub fn extend_by(cx: &mut Cx<'_>, list: Val, items: Val) -> Rule {
    if let Some(parts) = items.ty.tuple_items().filter(|parts| are_of_several_types(parts)) {
        return extend_by_parts(cx, list, parts).map(Some);
    }
    let Some(found) = item_of_iterable(cx, items)? else { return Ok(None) };
    let item = admit_all(cx, list.ty, found, items.ty)?;
    cx.sites.prefer(items.ty, item);
    if item_of(items.ty.bare()) == Some(item) {
        return Ok(Some(Resolved::effect(|e, a| {
            let (list, other) = (e.part(a[0], 0), e.part(a[1], 0));
            e.runtime("list_extend", &[list, other], &[]);
            trim(e, a[0], true);
        })));
    }
    let list = Val::new(list_with(list.ty, item));
    let call = cx.overload(&format!("{}.extend", crate::attributes::family(list.ty)), &[list, items])?;
    Ok(call.map(|call| {
        Resolved::effect(move |e, a| {
            let list = e.coerce(a[0], list.ty);
            (call.emit)(e, &[list, a[1]]);
        })
    }))
}

/// Whether a tuple can't be gone over by a loop: its items have no common type.
fn are_of_several_types(parts: &[Ty]) -> bool {
    parts.len() <= MOST_PARTS && unify_all(parts.iter().map(|ty| item_type(*ty))).is_none()
}

/// `list.extend(items)` of a tuple whose items have several types: each is put in as one of a display is.
fn extend_by_parts(cx: &mut Cx<'_>, list: Val, parts: &'static [Ty]) -> Result<Resolved> {
    let (mut ty, mut item) = (list.ty, Ty::undefined());
    for part in parts {
        item = admit(cx, ty, *part)?;
        if let Kind::List { form, site, .. } = *ty.kind() {
            ty = Ty::new(Kind::List { item, form, site });
        }
    }
    Ok(Resolved::effect(move |e, a| {
        for k in 0..parts.len() {
            let part = e.part(a[1], k);
            append(e, a[0], part, item);
        }
        trim(e, a[0], true);
    }))
}

/// The bare type of a list with other items.
fn list_with(list: Ty, item: Ty) -> Ty {
    match list.kind() {
        Kind::List { form, .. } => Ty::new(Kind::List { item, form: *form, site: None }),
        _ => list,
    }
}

/// `list()` and `list(items)`
pub fn list(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    match positional(args, 0..=1) {
        Some([]) => build(cx, &[]).map(Some),
        Some(&[items]) if matches!(items.ty.kind(), Kind::List { form: ListForm::List, .. }) => {
            super::slices::own_copy(cx, items).map(Some)
        }
        Some(&[items]) => made_of(cx, items, ListForm::List),
        _ => Ok(None),
    }
}

/// A new list with the items of something else.
fn made_of(cx: &mut Cx<'_>, items: Val, form: ListForm) -> Rule {
    let empty = build_as(cx, &[], form)?;
    let Some(fill) = extend_by(cx, empty.val(), items)? else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(empty.val(), move |e, a| {
        let list = e.resolved(&empty, &[]);
        (fill.emit)(e, &[list, a[0]]);
        list
    })))
}

/// `tuple(items)` of what has a length that is known at run time only.
pub fn long_tuple(cx: &mut Cx<'_>, items: Val) -> Rule {
    if items.ty.list_form() == Some(ListForm::Tuple) {
        return Ok(Some(Resolved::one(items, |_, a| a[0])));
    }
    let made = list(cx, &CallArgs::of(&[items]))?;
    Ok(made.map(as_tuple))
}

/// A new list, to which nobody else has a reference, as a tuple.
pub fn as_tuple(list: Resolved) -> Resolved {
    let ty = list.val().ty.as_list(ListForm::Tuple);
    Resolved::one(Val::new(ty), move |e, a| {
        let list = e.resolved(&list, a);
        let owner = e.part(list, 0);
        e.pack(&[owner], ty)
    })
}

/// `(*a, b)` where the length is known at run time only.
pub fn long_display(cx: &mut Cx<'_>, parts: &[Val], starred: &[bool]) -> Result<Resolved> {
    let empty = build(cx, &[])?;
    let list = empty.val();
    let mut steps = Vec::new();
    for (part, star) in parts.iter().zip(starred) {
        steps.push(match star {
            false => append_item(cx, list, *part)?,
            true => extend_by(cx, list, *part)?
                .ok_or_else(|| cx.error(format!("only a sequence can be unpacked with * here, not {}", part.ty)))?,
        });
    }
    Ok(as_tuple(Resolved::one(list, move |e, a| {
        let made = e.resolved(&empty, &[]);
        for (step, value) in steps.iter().zip(a) {
            (step.emit)(e, &[made, *value]);
        }
        made
    })))
}

/// `a + b` of lists whose items have a common type only together: `[*a, *b]`.
pub(super) fn joined(cx: &mut Cx<'_>, a: Val, b: Val) -> Rule {
    let is_list = |val: Val| val.ty.list_form() == Some(ListForm::List);
    if !is_list(a) || !is_list(b) {
        return Ok(None);
    }
    let empty = build(cx, &[])?;
    let list = empty.val();
    let (Some(first), Some(second)) = (extend_by(cx, list, a)?, extend_by(cx, list, b)?) else { return Ok(None) };
    Ok(Some(Resolved::one(list, move |e, v| {
        let made = e.resolved(&empty, &[]);
        (first.emit)(e, &[made, v[0]]);
        (second.emit)(e, &[made, v[1]]);
        made
    })))
}

/// A new list of the type of `list` with the items of something else.
pub(super) fn copied_into(cx: &mut Cx<'_>, list: Ty, items: Val) -> Rule {
    let Some(fill) = extend_by(cx, Val::new(list), items)? else {
        return Ok(None);
    };
    let Some(item) = item_of(list.bare()) else { return Ok(None) };
    let ty = list.bare();
    Ok(Some(Resolved::one(Val::new(list), move |e, a| {
        let none = e.i64(0);
        let made = e.list_new(ty, item, none);
        (fill.emit)(e, &[made, a[0]]);
        made
    })))
}
