//! Loops over instances with `__iter__` and `__next__`.
//!
//! Such an iterator changes itself, so that it can't be asked twice for one item: `iter_valid` calls `__next__` and puts the item into a
//! list, from which `iter_value` reads it. The iterator as a value is the tuple of both.

use super::{class_of, member, special};
use crate::context::{Cx, Rule};
use crate::iteration;
use crate::lists;
use crate::value::{Resolved, Val};
use coluber_types::{Kind, Ty};

/// The parts of the type of such an iterator.
fn parts(ty: Ty) -> Option<(Ty, Ty)> {
    match ty.kind() {
        Kind::Tuple(parts) => match **parts {
            [iterator, list] if iterator.shape().is_some() => lists::item_of(list).map(|item| (iterator, item)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a type is that of such an iterator.
pub fn is_iteration(ty: Ty) -> bool {
    parts(ty).is_some()
}

/// `iter(instance)`
pub fn get_iter(cx: &mut Cx<'_>, val: Val) -> Rule {
    let found = match special(cx, "__iter__", &[val])? {
        Some(found) => found,
        None => match by_index(cx, val)? {
            Some(found) => found,
            None => return Ok(None),
        },
    };
    if found.val().ty == Ty::undefined() {
        // A generator that goes over another one of its kind.
        return Ok(Some(found));
    }
    let rest = match found.val().ty.shape() {
        Some(_) => over(cx, found.val())?,
        None => iteration::get_iter(cx, found.val())?,
    };
    Ok(rest.map(|rest| {
        Resolved::one(rest.val(), move |e, a| {
            let iterator = e.resolved(&found, a);
            e.resolved(&rest, &[iterator])
        })
    }))
}

/// The items of an instance that has `__getitem__` alone, as a generator.
fn by_index(cx: &mut Cx<'_>, val: Val) -> Rule {
    match class_of(val.ty) {
        Some(class) if member(cx, class, "__getitem__").is_some() => cx.overload("instance.items", &[val]),
        _ => Ok(None),
    }
}

/// The iteration with an instance that has `__next__`.
fn over(cx: &mut Cx<'_>, iterator: Val) -> Rule {
    let Some(next) = special(cx, "__next__", &[iterator])? else { return Ok(None) };
    let item = coluber_types::containers::item_type(next.val().ty).bare();
    let list = Ty::list(item);
    let ty = Ty::tuple([iterator.ty, list]);
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let one = e.i64(1);
        let cell = e.list_new(list, item, one);
        e.pack(&[a[0], cell], ty)
    })))
}

/// Whether there is one more item, which is put into the list.
pub fn iter_valid(cx: &mut Cx<'_>, val: Val) -> Rule {
    let Some((iterator, item)) = parts(val.ty) else { return Ok(None) };
    let Some(found) = cx.overload("instance.advance", &[Val::new(iterator), Val::new(Ty::list(item))])? else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let (iterator, cell) = (e.part(a[0], 0), e.part(a[0], 1));
        e.resolved(&found, &[iterator, cell])
    })))
}

/// The item.
pub fn iter_value(ty: Ty) -> Option<Resolved> {
    let (_, item) = parts(ty)?;
    Some(Resolved::one(lists::item_val(item), move |e, a| {
        let (cell, first) = (e.part(a[0], 1), e.i64(0));
        lists::list_value(e, cell, first, item)
    }))
}
