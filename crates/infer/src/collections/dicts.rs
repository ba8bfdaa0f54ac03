//! `collections.OrderedDict`, `Counter` and `defaultdict`: dicts with another form in their types.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::dicts::{self, admit, item_of_iterable, seeks, types_of};
use crate::lists::{giving_none, item_val};
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_types::containers::item_type;
use coluber_types::fields::fields;
use coluber_types::{DictForm, Kind, Ty, unify};

const ORDERED_METHODS: &[&str] = &[
    "clear",
    "copy",
    "fromkeys",
    "get",
    "items",
    "keys",
    "move_to_end",
    "pop",
    "popitem",
    "setdefault",
    "update",
    "values",
];
const COUNTER_METHODS: &[&str] = &[
    "clear",
    "copy",
    "elements",
    "get",
    "items",
    "keys",
    "most_common",
    "pop",
    "popitem",
    "setdefault",
    "subtract",
    "total",
    "update",
    "values",
];

/// The methods of a dict of a form.
pub fn methods(form: DictForm) -> &'static [&'static str] {
    match form {
        DictForm::Ordered => ORDERED_METHODS,
        DictForm::Counter => COUNTER_METHODS,
        DictForm::Dict | DictForm::Named(_) | DictForm::Default(_) => dicts::DICT_METHODS,
    }
}

/// What makes a dict, as one of another form.
fn seen_as(made: Resolved, form: DictForm) -> Resolved {
    let ty = made.val().ty.as_dict(form);
    Resolved::one(Val::new(ty), move |e, a| {
        let made = e.resolved(&made, a);
        let owner = e.part(made, 0);
        e.pack(&[owner], ty.bare())
    })
}

/// `OrderedDict(items)`
pub fn ordered(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    Ok(dicts::dict(cx, args)?.map(|made| seen_as(made, DictForm::Ordered)))
}

/// `defaultdict(factory, items)`
pub fn default_dict(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some((&factory, rest)) = args.positional.split_first() else {
        let named = args.names.iter().any(|(name, _)| **name == *"default_factory");
        if named || args.star.is_some() {
            return Ok(None);
        }
        return Ok(dicts::dict(cx, args)?.map(|made| seen_as(made, DictForm::Default(Ty::none()))));
    };
    if !fields(factory.ty).is_empty() || !may_be_factory(factory.ty) {
        return Err(cx
            .unsupported(format!("a defaultdict whose factory is {} is not supported in compiled code", factory.ty))
            .hint("the factory is a class, a function, or a lambda that captures no variables; or use setdefault()"));
    }
    let rest = CallArgs { positional: rest.to_vec(), ..args.clone() };
    let Some(made) = dicts::dict(cx, &rest)? else { return Ok(None) };
    let made = seen_as(made, DictForm::Default(factory.ty));
    Ok(Some(Resolved::one(made.val(), move |e, a| e.resolved(&made, &a[1..]))))
}

fn may_be_factory(ty: Ty) -> bool {
    matches!(
        ty.kind(),
        Kind::None | Kind::Function(_) | Kind::Dispatcher(_) | Kind::Closure { .. } | Kind::NumberClass(_)
    )
}

/// `Counter()`, `Counter(items)`, `Counter(counts)`, with counts by name behind them.
pub fn counter(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if args.positional.len() > 1 || args.star.is_some() {
        return Ok(None);
    }
    let items = args.positional.first().copied().filter(|items| items.ty != Ty::none());
    if items.is_some_and(|items| items.ty.dict_form().is_some()) && args.names.is_empty() {
        let made = dicts::dict(cx, args)?;
        return Ok(made.map(|made| seen_as(made, DictForm::Counter)));
    }
    let Some(empty) = dicts::dict(cx, &CallArgs::default())? else { return Ok(None) };
    let empty = seen_as(empty, DictForm::Counter);
    admit(cx, empty.val().ty, Ty::undefined(), Ty::int64())?;
    let counted =
        CallArgs { positional: [empty.val()].into_iter().chain(args.positional.clone()).collect(), ..args.clone() };
    let Some(count) = count(cx, &counted, UPDATE)? else { return Ok(None) };
    Ok(Some(Resolved::one(empty.val(), move |e, a| {
        let made = e.resolved(&empty, &[]);
        let operands: Vec<Value> = std::iter::once(made).chain(a.iter().copied()).collect();
        (count.emit)(e, &operands);
        made
    })))
}

/// The functions of the library that count items, and that change the count of one.
const UPDATE: [&str; 2] = ["Counter.update", "coluber.count_up"];
const SUBTRACT: [&str; 2] = ["Counter.subtract", "coluber.count_down"];

/// Counts what is given behind the counter: items or the counts of another dict, if they are not None, then counts by name.
fn count(cx: &mut Cx<'_>, args: &CallArgs, keys: [&str; 2]) -> Rule {
    let (counter, items) = match args.positional[..] {
        [counter] => (counter, None),
        [counter, items] => (counter, Some(items)),
        _ => return Ok(None),
    };
    if args.star.is_some() {
        return Ok(None);
    }
    let mut steps = Vec::new();
    match items {
        Some(items) if items.ty != Ty::none() => match count_items(cx, counter, items, keys[0])? {
            Some(step) => steps.push((None, step)),
            None => return Ok(None),
        },
        _ => {}
    }
    let first_named = args.positional.len();
    for (k, (name, value)) in args.names.iter().enumerate() {
        let Some(step) = count_named(cx, counter, name, *value, keys[1])? else { return Ok(None) };
        steps.push((Some(first_named + k), step));
    }
    Ok(Some(Resolved::effect(move |e, a| {
        for (at, step) in &steps {
            (step.emit)(e, &[a[0], a[at.unwrap_or(1)]]);
        }
    })))
}

/// Changes the count of an item that is given by name.
fn count_named(cx: &mut Cx<'_>, counter: Val, name: &Name, count: Val, key: &str) -> Rule {
    let item = Ty::literal_str(name.clone());
    let types = admit(cx, counter.ty, item, count.ty)?;
    let to = Val::new(counter.ty.with_entries(types.0, types.1));
    let Some(call) = cx.overload(key, &[to, Val::weak(Ty::string()), count])? else { return Ok(None) };
    Ok(Some(Resolved::effect(move |e, a| {
        let to = e.coerce(a[0], to.ty);
        let item = e.unit(item);
        let item = e.coerce(item, Ty::string());
        (call.emit)(e, &[to, item, a[1]]);
    })))
}

/// `counter.update(items)` and `counter.subtract(items)`, with anything that gives items, or the counts of another dict.
fn count_items(cx: &mut Cx<'_>, counter: Val, items: Val, key: &str) -> Rule {
    let found = match items.ty.dict_form() {
        Some(_) => types_of(items.ty),
        None => item_of_iterable(cx, items)?.map(|item| (item, Ty::int64())),
    };
    let Some((item, count)) = found else { return Ok(None) };
    let types = admit(cx, counter.ty, item, count)?;
    let to = Val::new(counter.ty.with_entries(types.0, types.1));
    let Some(call) = cx.overload(key, &[to, items])? else { return Ok(None) };
    Ok(Some(Resolved::effect(move |e, a| {
        let to = e.coerce(a[0], to.ty);
        (call.emit)(e, &[to, a[1]]);
    })))
}

/// A method of a dict, which is the first argument. None for those that are the same for all forms, or that the library has.
pub fn call(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    let Some(&dict) = args.positional.first() else { return Ok(None) };
    match (name, dict.ty.dict_form()) {
        ("popitem", Some(DictForm::Ordered)) => return pop_entry(cx, dict, args),
        (_, Some(DictForm::Counter)) => {}
        _ => return Ok(None),
    }
    match name {
        "update" => Ok(count(cx, args, UPDATE)?.map(giving_none)),
        "subtract" => Ok(count(cx, args, SUBTRACT)?.map(giving_none)),
        _ => Ok(None),
    }
}

/// `dict.popitem(last=True)`
fn pop_entry(cx: &mut Cx<'_>, dict: Val, args: &CallArgs) -> Rule {
    let (Some(types), Some(bound)) = (types_of(dict.ty), args.bind(&["self", "last"])) else { return Ok(None) };
    let pop = |first| dicts::popitem(types, "dictionary is empty", first);
    match bound[1].map(|k| args.vals()[k]) {
        None => Ok(Some(pop(false))),
        Some(last) => match last.literal_bool() {
            Some(last) => Ok(Some(pop(!last))),
            None => cx.overload("OrderedDict.popitem", &[dict, last]),
        },
    }
}

/// `dict.default_factory`
pub fn attribute(ty: Ty, name: &str) -> Option<Resolved> {
    match ty.dict_form() {
        Some(DictForm::Default(factory)) if name == "default_factory" => Some(Resolved::constant(factory)),
        _ => None,
    }
}

/// `dict[key]` of a Counter or defaultdict. None for other forms.
pub fn getitem(cx: &mut Cx<'_>, dict: Val, at: Val) -> Rule {
    let Some((key, value)) = types_of(dict.ty) else { return Ok(None) };
    match dict.ty.dict_form() {
        Some(DictForm::Counter) if seeks(cx, at.ty, key) => {
            cx.check_settled(&[at])?;
            let zero = Val::weak(Ty::int64());
            cx.sites.flow(item_type(at.ty), key);
            let Some(found) = dicts::get((key, value), zero) else { return Ok(None) };
            let found = dicts::found(cx, dict.ty, found)?;
            Ok(Some(Resolved::one(found.val(), move |e, a| {
                let zero = e.i64(0);
                e.resolved(&found, &[a[0], a[1], zero])
            })))
        }
        Some(DictForm::Default(factory)) if factory != Ty::none() => {
            cx.check_settled(&[at])?;
            default_item(cx, dict, at, factory).map(Some)
        }
        _ => Ok(None),
    }
}

/// Whether nothing is known of what is in a container.
fn holds_nothing(ty: Ty) -> bool {
    let is_unknown = |ty: Ty| ty == Ty::undefined();
    match ty.kind() {
        Kind::List { item, site: None, .. } | Kind::Set { item, site: None, .. } => is_unknown(*item),
        Kind::Dict { key, value, site: None, .. } => is_unknown(*key) && is_unknown(*value),
        _ => false,
    }
}

/// The item of a key, which the factory makes where there is none.
fn default_item(cx: &mut Cx<'_>, dict: Val, at: Val, factory: Ty) -> Result<Resolved> {
    let make = |cx: &mut Cx<'_>| crate::calls::call(cx, Val::new(factory), &CallArgs::default());
    let Some(made) = make(cx)? else {
        return Err(cx.error(format!("the factory {factory} of a defaultdict can't be called without arguments")));
    };
    let mut new = item_type(made.val().ty);
    let is_fresh = holds_nothing(new);
    if is_fresh {
        // A container that a function of the program makes: what is put into it here decides.
        new = cx.sites.made_at(cx.sites.current, new);
    }
    let types = admit(cx, dict.ty, at.ty, new)?;
    // A container that is made here holds what those in the dict do, which is known of it from now on.
    let made = if new.has_site() && !is_fresh { make(cx)?.unwrap_or(made) } else { made };
    let value = types_of(dict.ty).map_or(types.1, |t| unify(t.1, new).unwrap_or(t.1));
    let find = dicts::finder(cx, types.0)?;
    Ok(Resolved::one(item_val(value), move |e, a| {
        let key = e.coerce(a[1], types.0);
        let key = find(e, a[0], key);
        let place = e.dict_find(a[0], key, types.0);
        let is_found = e.is_found(place);
        let (end, result) = e.join_block(types.1);
        let (there, missing) = (e.following_block(), e.following_block());
        e.builder().branch(is_found, (there, &[]), (missing, &[]));
        let texts = e.texts.clone();
        e.builder().switch_to(there);
        let old: Value = e.read_item(place, types.1);
        e.builder().jump(end, &[old]);
        e.builder().switch_to(missing);
        let function = e.unit(factory);
        let new = e.resolved(&made, &[function]);
        let new = if is_fresh { e.retyped(new, types.1) } else { e.coerce(new, types.1) };
        e.dict_set(a[0], key, new, types);
        e.builder().jump(end, &[new]);
        e.builder().switch_to(end);
        e.texts = texts;
        result
    }))
}
