//! Loops over objects of one of several classes: a generator goes over each of them.

use super::{class_of, member, one_of};
use crate::calls::{CallArgs, call_overload};
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_types::{Kind, Ty};

/// The functions that go over some of their arguments.
const FUNCTIONS: &[&str] = &[
    "builtins.all",
    "builtins.any",
    "builtins.enumerate",
    "builtins.filter",
    "builtins.frozenset",
    "builtins.iter",
    "builtins.list",
    "builtins.map",
    "builtins.max",
    "builtins.min",
    "builtins.set",
    "builtins.sorted",
    "builtins.sum",
    "builtins.tuple",
    "builtins.zip",
];

/// What goes over the items of such an object; None where one of the classes has none, and for other values.
pub fn iterator(cx: &mut Cx<'_>, val: Val) -> Rule {
    let Some(all) = one_of::members(val.ty) else { return Ok(None) };
    let has_items = |cx: &mut Cx<'_>, one: Ty| {
        class_of(one)
            .is_some_and(|class| ["__iter__", "__getitem__"].iter().any(|name| member(cx, class, name).is_some()))
    };
    if !all.iter().all(|&one| has_items(cx, one)) {
        return Ok(None);
    }
    let count = Ty::literal_int(all.len() as i64);
    let found = cx.overload("coluber.iterate_one_of", &[val, Val::weak(count)])?;
    Ok(found.map(|found| {
        Resolved::one(found.val(), move |e, a| {
            let count = e.unit(count);
            e.resolved(&found, &[a[0], count])
        })
    }))
}

/// A call of a function that goes over such an object.
pub fn call(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    let is_one_of = |val: &Val| one_of::members(val.ty).is_some();
    if !args.positional.iter().any(is_one_of) || !FUNCTIONS.contains(&key) || args.star.is_some() {
        return Ok(None);
    }
    let mut given = args.clone();
    let mut iterators = Vec::new();
    for (k, val) in args.positional.iter().enumerate() {
        if let Some(found) = iterator(cx, *val)? {
            given.positional[k] = found.val();
            iterators.push((k, found));
        }
    }
    if iterators.is_empty() {
        return Ok(None);
    }
    let found = match crate::builtins::call(cx, key, &given)? {
        Some(found) => Some(found),
        None => {
            let types: Vec<Ty> = given.vals().iter().map(|val| val.ty).collect();
            let names: Vec<_> = given.names.iter().map(|(name, _)| name.clone()).collect();
            call_overload(cx, key, &types, &names, &given)?
        }
    };
    Ok(found.map(|found| {
        super::with_operands(found, move |e, a| {
            let mut all = a.to_vec();
            for (k, iterator) in &iterators {
                all[*k] = e.resolved(iterator, &a[*k..=*k]);
            }
            all
        })
    }))
}

/// `type_number(value)`: which of its types a value has.
pub fn type_number(val: Val) -> Option<Resolved> {
    let Kind::OneOf(_) = val.ty.kind() else { return None };
    Some(Resolved::one(Val::weak(Ty::int64()), |e, a| e.part(a[0], 0)))
}

/// `of_type(value, number)`: the value as one of its types, which it has.
pub fn of_type(val: Val, number: Val) -> Option<Resolved> {
    let Kind::OneOf(all) = val.ty.kind() else { return None };
    let number = usize::try_from(number.literal_int()?).ok()?;
    let ty = *all.get(number)?;
    Some(Resolved::one(Val { ty, ..val }, move |e, a| e.part(a[0], number + 1)))
}
