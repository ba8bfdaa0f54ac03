//! Dicts and sets that the program makes.

use super::{admit, check_key, finder, is_dict, is_set, named, types_of};
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_types::containers::item_type;
use coluber_types::{DictForm, Kind, Ty, unify};

fn refuse_in_kernels(cx: &Cx<'_>, what: &str) -> Result<()> {
    match cx.options.cuda {
        true => Err(cx.unsupported(format!("a {what} is not possible in a CUDA kernel"))),
        false => Ok(()),
    }
}

/// The type of what is put into a display.
fn common(cx: &mut Cx<'_>, types: &[Ty], what: &str) -> Result<Ty> {
    types.iter().try_fold(Ty::undefined(), |a, b| {
        let joined = cx.sites.join(cx.sites.current, a, *b);
        joined.ok_or_else(|| cx.error(format!("{what} have one type: found {} and {b}", a.bare())))
    })
}

/// A display of constant names with values that have no common type: it can be read, as named arguments can.
fn named_values(parts: &[Val]) -> Option<Resolved> {
    // A name that comes again has the place of the first, and the value of the last.
    let (mut names, mut last) = (Vec::<Name>::new(), Vec::new());
    for (k, pair) in parts.chunks_exact(2).enumerate() {
        let name = pair[0].literal_str()?;
        match names.iter().position(|known| **known == *name) {
            Some(at) => last[at] = 2 * k + 1,
            None => {
                names.push(Name::from(name));
                last.push(2 * k + 1);
            }
        }
    }
    let items: Vec<Ty> = last.iter().map(|&k| item_type(parts[k].ty)).collect();
    if items.iter().try_fold(Ty::undefined(), |a, b| unify(a, *b)).is_some() {
        return None;
    }
    let ty = Ty::new(Kind::Keywords { names: names.into(), items: items.clone().into() });
    Some(Resolved::one(Val::new(ty), move |e, a| {
        let values: Vec<Value> = last.iter().zip(&items).map(|(&k, item)| e.coerce(a[k], *item)).collect();
        e.pack(&values, ty)
    }))
}

/// `{a: b, ...}`
pub fn build_map(cx: &mut Cx<'_>, parts: &[Val]) -> Result<Resolved> {
    // Where such a dict is changed, it holds values of several types.
    if !cx.sites.varies
        && let Some(named) = named_values(parts)
    {
        cx.sites.would_vary = true;
        return Ok(named);
    }
    refuse_in_kernels(cx, "dict")?;
    let site = cx.sites.current;
    let mut types: Vec<Ty> = parts.iter().map(|v| item_type(v.ty)).collect();
    for (k, pair) in parts.chunks_exact(2).enumerate() {
        types[2 * k + 1] = named::stored_at(cx, site, pair[0].ty, pair[1].ty);
    }
    let every = |from: usize| types.iter().skip(from).step_by(2).copied().collect::<Vec<_>>();
    let key = common(cx, &every(0), "the keys of a dict")?;
    let value = common(cx, &every(1), "the values of a dict")?;
    let value = cx.sites.with_named_values(site, value);
    let joined = cx.sites.items(Ty::tuple(vec![key, value]));
    let Some(&[key, value]) = joined.and_then(Ty::tuple_items) else {
        return Err(cx.error("the entries that the dict gets have no common type"));
    };
    check_key(cx, key)?;
    every(0).iter().for_each(|ty| cx.sites.flow(*ty, key));
    every(1).iter().for_each(|ty| cx.sites.flow(*ty, value));
    let made = Ty::new(Kind::Dict { key, value, form: DictForm::Dict, site: Some(site) });
    let ty = cx.sites.with_names(made);
    let find = finder(cx, if parts.is_empty() { Ty::undefined() } else { key })?;
    let held = every(1);
    Ok(Resolved::one(Val::new(ty), move |e, a| {
        let types = (key.bare(), value.bare());
        let dict = e.dict_new(ty, types.0, types.1);
        for (pair, held) in a.chunks_exact(2).zip(&held) {
            let at = find(e, dict, pair[0]);
            let value = e.coerce(pair[1], *held);
            e.dict_set(dict, at, value, types);
        }
        dict
    }))
}

/// `{a, b, ...}`
pub fn build_set(cx: &mut Cx<'_>, items: &[Val]) -> Result<Resolved> {
    display(cx, items, 0)
}

/// `{1, 2, ...}`, which Python makes of a frozenset: there is room for its items then.
pub fn build_constant_set(cx: &mut Cx<'_>, items: &[Val]) -> Result<Resolved> {
    display(cx, items, items.len() as i64)
}

/// A set with these items, in which there is room for others at first.
fn display(cx: &mut Cx<'_>, items: &[Val], room: i64) -> Result<Resolved> {
    refuse_in_kernels(cx, "set")?;
    let types: Vec<Ty> = items.iter().map(|v| item_type(v.ty)).collect();
    cx.sites.note_kind(cx.sites.current, Ty::set(Ty::undefined()));
    let item = common(cx, &types, "the items of a set")?;
    let item = cx.sites.items(item).ok_or_else(|| cx.error("the items that the set gets have no common type"))?;
    check_key(cx, item)?;
    let ty = Ty::new(Kind::Set { frozen: false, item, site: Some(cx.sites.current) });
    let find = finder(cx, if items.is_empty() { Ty::undefined() } else { item })?;
    Ok(Resolved::one(Val::new(ty), move |e, a| {
        let set = e.dict_new(ty, item.bare(), Ty::none());
        if room > 0 {
            let (owner, room) = (e.part(set, 0), e.i64(room));
            e.runtime("set_reserve", &[owner, room], &[]);
        }
        for v in a {
            let none = e.unit(Ty::none());
            let at = find(e, set, *v);
            e.dict_set(set, at, none, (item.bare(), Ty::none()));
        }
        set
    }))
}

/// `dict[key] = value`
pub fn add_item(cx: &mut Cx<'_>, dict: Val, key: Val, value: Val) -> Result<Resolved> {
    let held = named::stored(cx, dict.ty, key.ty, value.ty);
    let types = admit(cx, dict.ty, key.ty, held)?;
    let find = finder(cx, types.0)?;
    Ok(Resolved::effect(move |e, a| {
        let at = find(e, a[0], a[1]);
        let value = e.coerce(a[2], held);
        e.dict_set(a[0], at, value, types);
    }))
}

/// `set.add(item)`
pub fn set_add(cx: &mut Cx<'_>, set: Val, item: Val) -> Result<Resolved> {
    let types = admit(cx, set.ty, item.ty, Ty::none())?;
    let find = finder(cx, types.0)?;
    Ok(Resolved::effect(move |e, a| {
        let none = e.unit(Ty::none());
        let at = find(e, a[0], a[1]);
        e.dict_set(a[0], at, none, types);
    }))
}

/// `dict()`, `dict(other)`, `dict(name=value)` and `dict(other, name=value)`
pub fn dict(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    match args.positional[..] {
        [] if args.star.is_none() && !args.names.is_empty() => return named(cx, args).map(Some),
        [other] if args.star.is_none() && !args.names.is_empty() => return filled_and_named(cx, other, &args.names),
        _ => {}
    }
    match positional(args, 0..=1) {
        Some([]) => build_map(cx, &[]).map(Some),
        Some(&[other]) if other.ty.dict_form() == Some(DictForm::Dict) => Ok(Some(copied_as(other.ty))),
        Some(&[other]) if is_dict(other.ty) => Ok(Some(copied_as(other.ty.as_dict(DictForm::Dict)))),
        Some(&[items]) => filled(cx, items, true),
        _ => Ok(None),
    }
}

/// `dict(a=x, b=y)`
fn named(cx: &mut Cx<'_>, args: &CallArgs) -> Result<Resolved> {
    let names: Vec<Ty> = args.names.iter().map(|(name, _)| Ty::literal_str(name.to_string())).collect();
    let parts: Vec<Val> = names.iter().zip(&args.names).flat_map(|(name, (_, v))| [Val::weak(*name), *v]).collect();
    let map = build_map(cx, &parts)?;
    Ok(Resolved::one(map.val(), move |e, a| {
        let mut operands = Vec::new();
        for (name, v) in names.iter().zip(a) {
            operands.extend([e.unit(*name), *v]);
        }
        e.resolved(&map, &operands)
    }))
}

/// `set()` and `set(items)`
pub fn set(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    match positional(args, 0..=1) {
        Some([]) => build_set(cx, &[]).map(Some),
        Some(&[other]) if is_set(other.ty) => Ok(Some(copied_as(other.ty.as_frozen(false)))),
        Some(&[items]) => filled(cx, items, false),
        _ => Ok(None),
    }
}

/// `frozenset()` and `frozenset(items)`
pub fn frozenset(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if let Some(&[other]) = positional(args, 1..=1)
        && is_set(other.ty)
    {
        let frozen = other.ty.as_frozen(true);
        return Ok(Some(if frozen == other.ty { copy(frozen) } else { copied_as(frozen) }));
    }
    let Some(made) = set(cx, args)? else { return Ok(None) };
    let frozen = seen_as_frozen(made.val().ty);
    Ok(Some(made.then(frozen)))
}

/// A set that nothing else has, seen as a frozenset.
pub(super) fn seen_as_frozen(set: Ty) -> Resolved {
    let ty = set.as_frozen(true);
    Resolved::one(Val::new(ty), move |e, a| {
        let owner = e.part(a[0], 0);
        e.pack(&[owner], ty.bare())
    })
}

/// A copy of a dict or set; that of a frozenset is the same one.
pub(crate) fn copy(ty: Ty) -> Resolved {
    match ty.kind() {
        Kind::Set { frozen: true, .. } => Resolved::one(Val::new(ty), |_, a| a[0]),
        _ => copied_as(ty),
    }
}

/// A copy that is seen as one of another type.
fn copied_as(ty: Ty) -> Resolved {
    Resolved::one(Val::new(ty), move |e, a| {
        let owner = e.part(a[0], 0);
        e.runtime("dict_copy", &[owner], &[ty.bare()])[0]
    })
}

/// A new dict or set with the items of something else.
fn filled(cx: &mut Cx<'_>, items: Val, is_dict: bool) -> Rule {
    let empty = if is_dict { build_map(cx, &[])? } else { build_set(cx, &[])? };
    let Some(update) = super::methods::update(cx, empty.val(), items)? else { return Ok(None) };
    Ok(Some(Resolved::one(empty.val(), move |e, a| {
        let made = e.resolved(&empty, &[]);
        (update.emit)(e, &[made, a[0]]);
        made
    })))
}

/// A new dict with the entries of something else, and those with names behind them.
fn filled_and_named(cx: &mut Cx<'_>, other: Val, names: &[(Name, Val)]) -> Rule {
    let Some(made) = filled(cx, other, true)? else { return Ok(None) };
    let set = super::methods::set_names(cx, made.val(), names)?;
    Ok(Some(Resolved::one(made.val(), move |e, a| {
        let dict = e.resolved(&made, &a[..1]);
        let operands: Vec<Value> = std::iter::once(dict).chain(a[1..].iter().copied()).collect();
        (set.emit)(e, &operands);
        dict
    })))
}

/// The bare type of a dict or set with these types of keys and values.
pub(super) fn with_types(dict: Ty, types: (Ty, Ty)) -> Ty {
    match dict.kind() {
        Kind::Set { frozen, .. } => Ty::set(types.0).as_frozen(*frozen),
        _ => dict.with_entries(types.0, types.1),
    }
}

/// Whether it is a dict or set.
pub(super) fn is_container(ty: Ty) -> bool {
    types_of(ty).is_some() && !matches!(ty.kind(), Kind::DictView { .. })
}
