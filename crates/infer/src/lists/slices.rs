//! Parts of lists: `list[a:b:c]`, assignment to them and `del`.

use super::{admit, item_of, make};
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::containers::has_unknown;
use coluber_types::{Kind, ListForm, Ty};

/// Start, stop and step as the runtime takes them. What is not given is an end, which is clamped there.
fn bounds(e: &mut Emitter<'_>, slice: Value) -> [Value; 3] {
    let parts = e.parts(slice);
    let given: Vec<Option<Value>> =
        parts.into_iter().map(|part| (e.ty(part) != Ty::none()).then(|| e.coerce(part, Ty::int64()))).collect();
    let step = given[2].unwrap_or_else(|| e.i64(1));
    let down = e.compare_int(CmpOp::Lt, step, 0);
    let (lowest, highest, first) = (e.i64(i64::MIN), e.i64(i64::MAX), e.i64(0));
    let start = given[0].unwrap_or_else(|| e.select(down, highest, first));
    let stop = given[1].unwrap_or_else(|| e.select(down, lowest, highest));
    [start, stop, step]
}

/// `list[start:stop:step]`
pub(super) fn get(cx: &mut Cx<'_>, list: Val) -> Result<Resolved> {
    let ty = list.ty;
    let part = Resolved::one(Val::new(ty), move |e, a| {
        let [start, stop, step] = bounds(e, a[1]);
        sliced(e, a[0], start, stop, step, ty)
    });
    widened(cx, ty, part)
}

/// A copy of what is in a list that the function is given, which may be given more than the list can hold: the copy is made to hold it.
fn widened(cx: &mut Cx<'_>, list: Ty, copy: Resolved) -> Result<Resolved> {
    let Kind::List { item, form: ListForm::List, site: None } = *list.kind() else { return Ok(copy) };
    if cx.options.cuda || has_unknown(item) {
        return Ok(copy);
    }
    let Some(joined) = cx.sites.items(item) else { return Ok(copy) };
    let wider = Ty::new(Kind::List { item: joined, form: ListForm::List, site: Some(cx.sites.current) });
    if joined.bare() == item {
        return Ok(Resolved::one(Val::new(wider), move |e, a| e.resolved(&copy, a)));
    }
    let Some(converted) = make::copied_into(cx, wider, Val::new(list))? else { return Ok(copy) };
    Ok(copy.then(converted))
}

pub(super) fn sliced(e: &mut Emitter<'_>, list: Value, start: Value, stop: Value, step: Value, ty: Ty) -> Value {
    let owner = e.part(list, 0);
    e.runtime("list_slice", &[owner, start, stop, step], &[ty])[0]
}

/// `list.copy()` in programs.
pub(super) fn own_copy(cx: &mut Cx<'_>, list: Val) -> Result<Resolved> {
    widened(cx, list.ty, copy(list))
}

/// A copy of a list of the same type.
pub fn copy(list: Val) -> Resolved {
    let ty = list.ty;
    Resolved::one(Val::new(ty), move |e, a| {
        let (start, stop, step) = (e.i64(0), e.i64(i64::MAX), e.i64(1));
        sliced(e, a[0], start, stop, step, ty)
    })
}

/// `del list[start:stop:step]`
pub(super) fn delete() -> Resolved {
    Resolved::effect(|e, a| {
        let [start, stop, step] = bounds(e, a[1]);
        let owner = e.part(a[0], 0);
        e.runtime("list_delete_slice", &[owner, start, stop, step], &[]);
    })
}

/// `list[start:stop:step] = items`
pub(super) fn set(cx: &mut Cx<'_>, list: Val, items: Val) -> Rule {
    let Some(item) = item_of(items.ty) else {
        return set_from(cx, list, items);
    };
    let item = admit(cx, list.ty, item)?;
    if item_of(items.ty.bare()) != Some(item) && !is_made(items.ty) {
        return set_from(cx, list, items);
    }
    cx.sites.flow(items.ty, Ty::list(item));
    Ok(Some(Resolved::effect(|e, a| {
        let [start, stop, step] = bounds(e, a[1]);
        let (list, items) = (e.part(a[0], 0), e.part(a[2], 0));
        e.runtime("list_set_slice", &[list, start, stop, step, items], &[]);
    })))
}

fn is_made(list: Ty) -> bool {
    matches!(list.kind(), Kind::List { site: Some(_), .. })
}

/// As [`set`], from something that is made a list first.
fn set_from(cx: &mut Cx<'_>, list: Val, items: Val) -> Rule {
    let Some(made) = make::copied_into(cx, list.ty, items)? else { return Ok(None) };
    Ok(Some(Resolved::effect(move |e, a| {
        let [start, stop, step] = bounds(e, a[1]);
        let made = e.resolved(&made, &a[2..3]);
        let (list, items) = (e.part(a[0], 0), e.part(made, 0));
        e.runtime("list_set_slice", &[list, start, stop, step, items], &[]);
    })))
}
