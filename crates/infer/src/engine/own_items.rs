//! Containers in fields that are given objects of the class that has the field, that are lists of None and are given anything else, or that
//! begin empty in objects which hold others of their class: the class is to say so, which its own statements do not.

use super::{Engine, refused};
use crate::instances::{dict_of_both, holds, named, names_of, value_of_both, with_operands};
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Name};
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Untyped, Value};
use coluber_types::containers::{has_items, has_unknown, item_type, with_items};
use coluber_types::named::{REST, join_values, union};
use coluber_types::unify::{variant, variants};
use coluber_types::{Class, Form, Kind, Shape, Ty, unify};

/// Methods whose last argument becomes an item.
pub(super) const ADDING: &[&str] = &["append", "appendleft", "add", "insert"];

impl Engine<'_> {
    /// The error of what a container can't hold, with the field that would have to hold it.
    pub(super) fn with_own_items(
        &self,
        error: Box<Diagnostic>,
        body: &Untyped,
        inst: Inst,
        vals: &[Val],
    ) -> Box<Diagnostic> {
        if error.wants_field.is_some() || !error.wants_constants.is_empty() {
            return error;
        }
        let data = &body.insts[inst];
        match self.own_items(body, data, vals).or_else(|| self.later_items(body, data)) {
            Some((class, field, ty)) => error.wanting_field(class.object.id.0, field, ty.id()),
            None => error,
        }
    }

    /// The error of a container that gets items which hold it.
    pub(super) fn endless(&self, body: &Untyped, inst: Inst) -> Box<Diagnostic> {
        let data = &body.insts[inst];
        let vals: Vec<Val> = data.args.iter().map(|&value| self.typing.vals[value]).collect();
        self.with_own_items(refused::endless(data.span), body, inst, &vals)
    }

    /// The error of a statement that gives a name in the dict of a field a value of which the field does not say the type: where the name
    /// is looked up, it is to be known. None where the field says it.
    pub(super) fn unnamed(&self, body: &Untyped, inst: Inst, vals: &[Val]) -> Option<Box<Diagnostic>> {
        let data = &body.insts[inst];
        let (Op::SetItem {}, [dict, key, value]) = (&data.op, vals) else { return None };
        key.literal_str()?;
        let is_open = |ty: Ty| matches!(ty.kind(), Kind::Dict { value, site: None, .. } if variants(*value).is_some());
        let (name, object) = attribute(body, data.args[0]).filter(|_| is_open(dict.ty))?;
        let shape = self.typing.vals[object].ty.shape().filter(|shape| shape.class().form == Form::Data)?;
        let class = shape.class();
        let field = class.field(name).filter(|field| !class.is_said(*field))?;
        let before = named(*shape.types().get(field)?, class);
        let ty = of_names(before, &[*key, *value])?;
        let is_new = ty != before && ty != class.declared(field) && ty.value_names().is_some();
        let text = format!("the field '{name}' of {} does not say what its values are", class.object.text);
        is_new.then(|| Diagnostic::typing(text, data.span).wanting_field(class.object.id.0, field, ty.id()))
    }

    /// Says what is put into fields of unknown items in a function that could not be typed, wherever in the function that is.
    pub(super) fn suggest_items(&mut self) {
        let body = self.typing.body.clone();
        let found = |data| self.first_items(&body, data).or_else(|| self.later_items(&body, data));
        let given = body.insts.values().filter_map(found);
        let wanted: Vec<_> = given.map(|(class, field, ty)| (class.object.id.0, field, ty.id())).collect();
        wanted.into_iter().for_each(|wanted| self.host.suggest(wanted));
    }

    /// The class, the field of which nothing is known, and what that holds when an operation has put an item into it.
    fn first_items(&self, body: &Untyped, data: &InstData<Op>) -> Option<(&'static Class, usize, Ty)> {
        let container = match data.op {
            Op::SetItem {} => data.args[0],
            Op::Call { .. } => attribute(body, data.args[0]).filter(|(name, _)| ADDING.contains(name))?.1,
            _ => return None,
        };
        let (name, object) = attribute(body, container)?;
        let shape = self.typing.vals[object].ty.shape().filter(|shape| shape.class().form == Form::Data)?;
        let class = shape.class();
        let field = class.field(name).filter(|field| class.declared(*field) == Ty::undefined())?;
        let before = *shape.types().get(field)?;
        let given: Vec<Val> = data.args[1..].iter().map(|value| self.typing.vals[*value]).collect();
        let ty = filled(named(before, class), &given, class)?;
        let begins_here = before.has_site() || has_unknown(before);
        (begins_here && !has_unknown(ty) && !holds(ty, class)).then_some((class, field, ty))
    }

    /// The operation that puts an item into a container which has no room for None, where the class says what the container holds: what
    /// may be None must not be None when it gets there. None for other operations.
    pub(super) fn without_none(&mut self, body: &Untyped, inst: Inst, vals: &[Val]) -> Option<Resolved> {
        let (shape, field, _) = self.field_given_items(body, &body.insts[inst], vals)?;
        if !shape.class().is_said(field) {
            return None;
        }
        let is_last = |k: usize| k + 1 == vals.len();
        self.resolve_present(body, inst, vals, is_last).or_else(|| self.resolve_present(body, inst, vals, |k| k > 0))
    }

    /// An operation whose operands at some places must not be None: what is in them. None where none of them may be None.
    fn resolve_present(
        &mut self,
        body: &Untyped,
        inst: Inst,
        vals: &[Val],
        is_there: impl Fn(usize) -> bool,
    ) -> Option<Resolved> {
        let inner = |(k, val): (usize, &Val)| match *val.ty.kind() {
            Kind::Optional(inner) if is_there(k) => Some((k, inner)),
            _ => None,
        };
        let present: Vec<(usize, Ty)> = vals.iter().enumerate().filter_map(inner).collect();
        if present.is_empty() {
            return None;
        }
        let mut given = vals.to_vec();
        present.iter().for_each(|(k, ty)| given[*k].ty = *ty);
        let resolved = self.resolve(body, inst, &given).ok()?;
        Some(with_operands(resolved, move |e, a| {
            let mut all = a.to_vec();
            for (k, ty) in &present {
                all[*k] = e.coerce(all[*k], *ty);
            }
            all
        }))
    }

    /// The objects and their field that holds the container, or one that has it at some depth, into which an operation puts an item.
    fn field_given_items(&self, body: &Untyped, data: &InstData<Op>, vals: &[Val]) -> Option<(Shape, usize, usize)> {
        let container = match (&data.op, vals) {
            (Op::SetItem {}, _) => data.args[0],
            (Op::Call { .. }, [callee, _, ..]) => match callee.ty.kind() {
                Kind::BoundMethod { name, .. } if ADDING.contains(&&**name) => attribute(body, data.args[0])?.1,
                _ => return None,
            },
            _ => return None,
        };
        let (container, depth) = outermost(body, container);
        let (name, object) = attribute(body, container)?;
        let shape = self.typing.vals[object].ty.shape().filter(|shape| shape.class().form == Form::Data)?;
        Some((shape, shape.class().field(name)?, depth))
    }

    /// The class, the field, and what that would have to hold.
    fn own_items(&self, body: &Untyped, data: &InstData<Op>, vals: &[Val]) -> Option<(&'static Class, usize, Ty)> {
        let (shape, field, depth) = self.field_given_items(body, data, vals)?;
        let class = shape.class();
        let before = named(*shape.types().get(field)?, class);
        let ty = match before.kind() {
            Kind::Optional(inner) => {
                Ty::optional(with_inner(*inner, depth, &|container| filled_later(container, &vals[1..], class))?)
            }
            _ => with_inner(before, depth, &|container| filled(container, &vals[1..], class))
                .or_else(|| of_several(shape.types()[field], &vals[1..], class).filter(|_| depth == 0))
                .or_else(|| of_names(before, &vals[1..]).filter(|_| depth == 0 && !class.is_said(field)))
                .or_else(|| of_any(before, &vals[1..]).filter(|_| depth == 0 && !class.is_said(field)))?,
        };
        // What the shape of such objects does not say, or who has made them, can't be found out here.
        let is_unknown = has_unknown(before) && !shape.types()[field].has_site();
        let is_later = matches!(before.kind(), Kind::Optional(_)) && !class.is_said(field);
        // What other statements put in has been found out in the same way.
        let is_found = class.declared(field) == before && !class.is_said(field) && ty != before;
        let is_several = holds_several(ty) && ty != before;
        let is_wanted = ty.is_open_for(class) || is_of_none(before) || is_unknown || is_later || is_found || is_several;
        let is_known = !has_unknown(ty) || ty.names_around(class) && has_items(ty);
        (is_wanted && !holds(ty, class) && is_known).then_some((class, field, ty))
    }
}

/// Whether it is the type of lists of None, which `[None] * n` makes, of dicts with no other values, or of containers of such.
fn is_of_none(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::List { item, .. } | Kind::Dict { value: item, .. } if *item == Ty::none() || is_of_none(*item))
}

/// Whether it is the type of dicts whose values have several types.
fn holds_several(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Dict { value, .. } if variants(*value).is_some())
}

/// The type of a dict of names that has been given a value of another type, and that of one that is to be made of a display of names.
fn of_names(before: Ty, given: &[Val]) -> Option<Ty> {
    let (key, new) = (given.first()?.ty.unliteral(), item_type(given.last()?.ty));
    let is_named = matches!(before.kind(), Kind::Keywords { .. })
        || matches!(before.kind(), Kind::Dict { key, .. } if *key == Ty::string());
    (key == Ty::string() && is_named && given.len() == 2).then_some(())?;
    let ty = match before.kind() {
        Kind::Dict { value, .. } => before.with_entries(Ty::string(), value_of_both(*value, new)?),
        _ => dict_of_both(before, Ty::dict(Ty::string(), new.bare()))?,
    };
    // Where the running program chooses the name, nothing is known of any.
    let Some(name) = given.first()?.literal_str() else { return Some(ty.with_value_names([])) };
    let known = names_of(before);
    // What begins as None may be the value of any name.
    let rest = known.iter().find(|(name, ty)| **name == *REST && matches!(ty.kind(), Kind::None | Kind::Optional(_)));
    let value = rest.map_or(new, |(_, rest)| join_values(*rest, new));
    let is_said = known.iter().any(|(name, rest)| **name == *REST && *rest == value);
    let name = (!is_said).then(|| (Name::from(name), value));
    Some(ty.with_value_names(union(known, name.into_iter().collect())))
}

/// The container that a value is an item of an item of, and how deep it is in there.
pub(super) fn outermost(body: &Untyped, container: Value) -> (Value, usize) {
    let (mut value, mut depth) = (container, 0);
    while depth < MOST_NESTED
        && let Some(outer) = holder(body, value)
    {
        (value, depth) = (outer, depth + 1);
    }
    (value, depth)
}

/// The container of which a value is an item.
fn holder(body: &Untyped, value: Value) -> Option<Value> {
    let data = body.insts.values().find(|data| data.results.contains(&value))?;
    match data.op {
        Op::GetItem {} => Some(data.args[0]),
        Op::Call { .. } => attribute(body, data.args[0]).filter(|(name, _)| *name == "setdefault").map(|found| found.1),
        _ => None,
    }
}

/// Containers are looked for so deep in others.
const MOST_NESTED: usize = 3;

/// The type of a container in which those at some depth have another type.
pub(super) fn with_inner(container: Ty, depth: usize, of: &dyn Fn(Ty) -> Option<Ty>) -> Option<Ty> {
    if depth == 0 {
        return of(container);
    }
    match container.kind() {
        Kind::List { item, form, .. } => Some(Ty::list(with_inner(*item, depth - 1, of)?).as_list(*form)),
        Kind::Dict { key, value, .. } => Some(container.with_entries(*key, with_inner(*value, depth - 1, of)?)),
        _ => None,
    }
}

/// The name of the attribute that a value is, and what has it.
pub(super) fn attribute(body: &Untyped, value: Value) -> Option<(&str, Value)> {
    body.insts.values().find(|data| data.results.contains(&value)).and_then(|data| match &data.op {
        Op::GetAttr { name } => Some((&**name, data.args[0])),
        _ => None,
    })
}

/// The type of a container that has been given an object of another class than those in it, one of the two being the class of the object that
/// has the container.
fn of_several(container: Ty, given: &[Val], class: &Class) -> Option<Ty> {
    let new = item_type(given.last()?.ty);
    let ty = match container.kind() {
        Kind::List { item, form, .. } => Ty::list(unify(*item, new)?).as_list(*form),
        Kind::Dict { key, value, .. } => {
            container.with_entries(unify(*key, item_type(given.first()?.ty))?, unify(*value, new)?)
        }
        _ => return None,
    };
    Some(named(ty, class)).filter(|ty| ty.is_open_for(class))
}

/// The type of a list or dict of values that has been given one with which they have no common type. A dict that is given an object may hold
/// numbers by a guess alone.
fn of_any(container: Ty, given: &[Val]) -> Option<Ty> {
    let of_both = |known: Ty, new: Ty| {
        let is_known = known != Ty::undefined() && !has_unknown(known);
        variant(known, item_type(new).stored().bare()).filter(|_| is_known)
    };
    match *container.kind() {
        Kind::List { item, form, .. } => Some(Ty::list(of_both(item, given.last()?.ty)?).as_list(form)),
        Kind::Dict { key, value, .. } if given.len() == 2 && !given.last()?.ty.has_data() => {
            let key = unify(key, item_type(given.first()?.ty)).filter(|key| !has_unknown(*key))?;
            Some(container.with_entries(key, of_both(value, given.last()?.ty)?))
        }
        _ => None,
    }
}

/// The type of a container that a field holds which begins as None, and that has been given an item: what it was taken to hold when it was put
/// into the field may have been a guess.
fn filled_later(container: Ty, given: &[Val], class: &Class) -> Option<Ty> {
    let guessed = with_items(unfilled(container), Ty::int64(), Ty::int64()) == container;
    let again = || filled(unfilled(container), given, class).filter(|_| guessed);
    // Of a container that is put in, nothing may be known yet.
    filled(container, given, class).or_else(again).map(|ty| with_items(ty, Ty::int64(), Ty::int64()))
}

/// The type of such a container before anything is known of its items.
fn unfilled(container: Ty) -> Ty {
    match container.kind() {
        Kind::List { form, .. } => Ty::list(Ty::undefined()).as_list(*form),
        Kind::Set { frozen, .. } => Ty::set(Ty::undefined()).as_frozen(*frozen),
        Kind::Dict { .. } => container.with_entries(Ty::undefined(), Ty::undefined()),
        _ => container,
    }
}

/// The type of a container that has been given an item, or a key and an item.
fn filled(container: Ty, given: &[Val], class: &Class) -> Option<Ty> {
    let new = named(item_type(given.last()?.ty), class);
    Some(match container.kind() {
        Kind::List { item, form, .. } => Ty::list(unify(*item, new)?).as_list(*form),
        Kind::Set { item, frozen, .. } => Ty::set(unify(*item, new)?).as_frozen(*frozen),
        Kind::Dict { key, value, .. } => {
            container.with_entries(unify(*key, item_type(given.first()?.ty))?, unify(*value, new)?)
        }
        _ => return None,
    })
}
