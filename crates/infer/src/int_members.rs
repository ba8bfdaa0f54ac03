//! Members of enumerations of integers where NumPy takes numbers: their values, which widen arrays as NumPy's own integers do.

use crate::array_likes;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::instances::with_operands;
use crate::lists;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_types::{Kind, ListForm, Ty};

/// Whether a value is such a member, or a tuple or list that holds some.
fn holds_members(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Enum { integral, .. } => *integral,
        Kind::Tuple(items) => items.iter().any(|item| holds_members(*item)),
        Kind::List { form: ListForm::List, .. } => lists::item_of(ty).is_some_and(holds_members),
        _ => false,
    }
}

/// What takes the numbers out of a value; None where it holds no members. `known` says whether those of constants stay constants.
fn numbers_of(cx: &mut Cx<'_>, val: Val, known: bool) -> Rule {
    if !holds_members(val.ty) {
        return Ok(None);
    }
    match val.ty.kind() {
        Kind::Enum { value, .. } => {
            let ty = if known { *value } else { value.unliteral() };
            Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
                let number = e.part(a[0], 0);
                e.coerce(number, ty)
            })))
        }
        Kind::Tuple(items) => numbers_of_items(cx, items, known).map(Some),
        _ => cx.overload("coluber.numbers_of_members", &[val]),
    }
}

fn numbers_of_items(cx: &mut Cx<'_>, items: &[Ty], known: bool) -> Result<Resolved> {
    let mut made = Vec::new();
    for item in items {
        made.push(numbers_of(cx, Val::new(*item), known)?);
    }
    let types: Vec<Ty> =
        items.iter().zip(&made).map(|(item, made)| made.as_ref().map_or(*item, |made| made.val().ty)).collect();
    let ty = Ty::tuple(types);
    Ok(Resolved::one(Val::new(ty), move |e, a| {
        let parts = e.parts(a[0]);
        let parts: Vec<Value> = parts.iter().zip(&made).map(|(part, made)| number(e, made.as_ref(), *part)).collect();
        e.pack(&parts, ty)
    }))
}

fn number(e: &mut Emitter<'_>, made: Option<&Resolved>, value: Value) -> Value {
    made.map_or(value, |made| e.resolved(made, &[value]))
}

/// Calls a function or method of NumPy's with the numbers that such members among its arguments are; None where there are none.
pub fn call(cx: &mut Cx<'_>, key: &str, args: &CallArgs, again: impl FnOnce(&mut Cx<'_>, &CallArgs) -> Rule) -> Rule {
    if args.star.is_some() || !args.vals().iter().any(|val| holds_members(val.ty)) {
        return Ok(None);
    }
    cx.check_settled(&args.vals())?;
    // What a number widens is asked of those that are no constants.
    let known = !array_likes::is_choice(key);
    let mut numbers = args.clone();
    let mut made = Vec::new();
    for val in numbers.positional.iter_mut().chain(numbers.names.iter_mut().map(|(_, val)| val)) {
        let found = numbers_of(cx, *val, known)?;
        *val = found.as_ref().map_or(*val, Resolved::val);
        made.push(found);
    }
    let found = again(cx, &numbers)?;
    Ok(found.map(|found| {
        with_operands(found, move |e, a| {
            a.iter().enumerate().map(|(k, v)| number(e, made.get(k).and_then(Option::as_ref), *v)).collect()
        })
    }))
}

/// `array[at] = item` where the item is such a member, or holds some.
pub fn setitem(cx: &mut Cx<'_>, item: Val, again: impl FnOnce(&mut Cx<'_>, Val) -> Result<Resolved>) -> Rule {
    let Some(made) = numbers_of(cx, item, true)? else { return Ok(None) };
    let found = again(cx, made.val())?;
    Ok(Some(with_operands(found, move |e, a| vec![a[0], a[1], e.resolved(&made, &a[2..])])))
}
