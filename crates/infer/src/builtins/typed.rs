//! `typed.List`, `typed.Dict`, `typed.Set`: containers that Python shares with compiled code.

use super::Builtin;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use crate::{dicts, lists};
use coluber_types::{Kind, ListForm, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.typed.List", list),
    ("coluber.typed.List.empty_list", empty_list),
    ("coluber.typed.Dict", |cx, args| Ok(dicts::dict(cx, args)?.map(seen_as_typed))),
    ("coluber.typed.Dict.empty", |cx, args| empty(cx, args, &["key_type", "value_type", "n_keys"])),
    ("coluber.typed.Set", |cx, args| Ok(dicts::set(cx, args)?.map(seen_as_typed))),
    ("coluber.typed.Set.empty", |cx, args| empty(cx, args, &["item_type", "n_keys"])),
];

/// The type of items that an argument names: those of arrays of texts are strings.
fn named(args: &CallArgs, at: Option<usize>) -> Option<Ty> {
    match args.vals().get(at?)?.ty.kind() {
        // A typed container stands for its own type.
        Kind::List { form: ListForm::Typed, .. } | Kind::Dict { .. } if !args.vals().get(at?)?.ty.is_unsettled() => {
            Some(args.vals().get(at?)?.ty.bare())
        }
        Kind::NumberClass(ty) | Kind::DType(ty) => Some(ty.stored().bare().loaded()),
        _ => None,
    }
}

/// `List()` and `List(items)`
fn list(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    match args.bind(&["iterable", "lsttype"]).as_deref() {
        Some([None, None]) => lists::build_typed(cx).map(Some),
        Some([Some(items), None]) => lists::typed_of(cx, args.vals()[*items]),
        Some([None, at]) => Ok(named(args, *at).and_then(lists::item_of).map(|item| made(item, None))),
        _ => Ok(None),
    }
}

/// `List.empty_list(item_type, allocated)`
fn empty_list(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(bound) = args.bind(&["item_type", "allocated"]) else { return Ok(None) };
    let allocated = bound[1].filter(|k| args.vals()[*k].ty.unliteral().is_int());
    Ok(named(args, bound[0]).filter(|_| allocated == bound[1]).map(|item| made(item, allocated)))
}

/// A list without items, with room for a number of them that is an operand.
fn made(item: Ty, allocated: Option<usize>) -> Resolved {
    let ty = Ty::new(Kind::List { item, form: ListForm::Typed, site: None });
    Resolved::one(Val::new(ty), move |e, a| {
        let room = match allocated {
            Some(k) => e.coerce(a[k], Ty::int64()),
            None => e.i64(0),
        };
        e.list_new(ty, item, room)
    })
}

/// `Dict.empty(key_type, value_type)` and `Set.empty(item_type)`: the number of entries that is expected changes nothing.
fn empty(cx: &mut Cx<'_>, args: &CallArgs, parameters: &[&str]) -> Rule {
    let Some(bound) = args.bind(parameters) else { return Ok(None) };
    let Some(key) = named(args, bound[0]) else { return Ok(None) };
    let (ty, value) = match (parameters.len(), named(args, bound[1])) {
        (3, Some(value)) => (Ty::dict(key, value), value),
        (2, _) => (Ty::set(key), Ty::none()),
        _ => return Ok(None),
    };
    dicts::check_key(cx, key)?;
    Ok(Some(seen_as_typed(Resolved::one(Val::new(ty), move |e, _| e.dict_new(ty, key, value)))))
}

/// The dict or set, which Python sees as a typed one.
fn seen_as_typed(made: Resolved) -> Resolved {
    Resolved::one(made.val(), move |e, a| {
        let made = e.resolved(&made, a);
        let owner = e.part(made, 0);
        e.runtime("dict_typed", &[owner], &[]);
        made
    })
}
