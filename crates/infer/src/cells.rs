//! Variables that inner functions share with the function that has them: lists of one item, or of none.
//!
//! So the types of what is put into one meet as those of the items of a list do.

use crate::context::Cx;
use crate::emit::Emitter;
use crate::lists;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::fields::has_owner;
use coluber_types::{Kind, Ty};

/// A new cell.
pub fn new(cx: &mut Cx<'_>) -> Result<Resolved> {
    let list = lists::build(cx, &[])?;
    let ty = Ty::new(Kind::Cell(list.val().ty));
    Ok(Resolved::one(Val::new(ty), move |e, _| {
        let list = e.resolved(&list, &[]);
        e.pack(&[list], ty)
    }))
}

/// What is in a cell; a captured value that is none stands for itself.
pub fn load(cell: Val, name: &Name, is_free: bool) -> Resolved {
    let Some(item) = item_of(cell.ty) else {
        return Resolved::one(cell, |_, a| a[0]);
    };
    let (class, message) = if is_free {
        let text =
            format!("cannot access free variable '{name}' where it is not associated with a value in enclosing scope");
        ("NameError", text)
    } else {
        let text = format!("cannot access local variable '{name}' where it is not associated with a value");
        ("UnboundLocalError", text)
    };
    Resolved::one(lists::item_val(item), move |e, a| {
        let list = e.part(a[0], 0);
        let (length, index) = (e.list_len(list), e.i64(0));
        let ok = e.compare(CmpOp::Ne, length, index);
        e.guard(class, &message, ok);
        lists::list_value(e, list, index, item.bare())
    })
}

/// Puts a value into a cell.
pub fn store(cx: &mut Cx<'_>, cell: Val, name: &Name, value: Val) -> Result<Resolved> {
    let Kind::Cell(list) = cell.ty.kind() else {
        return Err(cx.unsupported(format!("assignment to the variable '{name}' of a function that is not compiled")));
    };
    if let Kind::List { site: Some(site), .. } = list.kind()
        && shares(value.ty, *site)
    {
        return Err(cx
            .unsupported(format!("inner functions that call each other are not supported in compiled code: '{name}' and one that it calls"))
            .hint("make them functions of the module, which may call each other"));
    }
    let item = lists::admit(cx, *list, value.ty)?;
    Ok(Resolved::effect(move |e, a| {
        let list = e.part(a[0], 0);
        let value = e.coerce(a[1], item);
        let value = e.held(value);
        write(e, list, value, item);
    }))
}

/// Whether a function has captured a variable, or functions that have.
fn shares(ty: Ty, variable: u32) -> bool {
    match ty.kind() {
        Kind::Closure { captured, .. } => captured.iter().any(|ty| shares(*ty, variable)),
        Kind::OneOf(functions) => functions.iter().any(|ty| shares(*ty, variable)),
        Kind::Cell(list) => match list.kind() {
            Kind::List { item, site, .. } => *site == Some(variable) || shares(*item, variable),
            _ => false,
        },
        _ => false,
    }
}

fn item_of(cell: Ty) -> Option<Ty> {
    match cell.kind() {
        Kind::Cell(list) => lists::item_of(*list),
        _ => None,
    }
}

fn write(e: &mut Emitter<'_>, list: Value, value: Value, item: Ty) {
    let length = e.list_len(list);
    let is_empty = e.compare_int(CmpOp::Eq, length, 0);
    let (first, again, done) = (e.following_block(), e.following_block(), e.following_block());
    e.builder().branch(is_empty, (first, &[]), (again, &[]));
    e.builder().switch_to(first);
    let place = e.list_open(list);
    e.write_held(place, value, item);
    e.builder().jump(done, &[]);
    e.builder().switch_to(again);
    let index = e.i64(0);
    let place = e.list_place(list, index);
    if has_owner(item) {
        // What was there gives its references up at once.
        e.take_item(place, item);
    }
    e.write_held(place, value, item);
    e.builder().jump(done, &[]);
    e.builder().switch_to(done);
}
