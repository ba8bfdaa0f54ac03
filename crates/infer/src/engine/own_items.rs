//! Containers in fields that are given objects of the class that has the field, that are lists of None and are given anything else, or that
//! begin empty in objects which hold others of their class: the class is to say so, which its own statements do not.

use super::{Engine, refused};
use crate::instances::{holds, named};
use crate::value::Val;
use coluber_base::Diagnostic;
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Untyped, Value};
use coluber_types::containers::{has_items, has_unknown, item_type, with_items};
use coluber_types::{Class, Form, Kind, Ty, unify};

/// Methods whose last argument becomes an item.
const ADDING: &[&str] = &["append", "appendleft", "add", "insert"];

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
        match self.own_items(body, &body.insts[inst], vals) {
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

    /// The class, the field, and what that would have to hold.
    fn own_items(&self, body: &Untyped, data: &InstData<Op>, vals: &[Val]) -> Option<(&'static Class, usize, Ty)> {
        let container = match (&data.op, vals) {
            (Op::SetItem {}, _) => data.args[0],
            (Op::Call { .. }, [callee, _, ..]) => match callee.ty.kind() {
                Kind::BoundMethod { name, .. } if ADDING.contains(&&**name) => attribute(body, data.args[0])?.1,
                _ => return None,
            },
            _ => return None,
        };
        let (name, object) = attribute(body, container)?;
        let shape = self.typing.vals[object].ty.shape().filter(|shape| shape.class().form == Form::Data)?;
        let class = shape.class();
        let field = class.field(name)?;
        let before = named(*shape.types().get(field)?, class);
        let ty = match before.kind() {
            Kind::Optional(inner) => Ty::optional(filled_later(*inner, &vals[1..], class)?),
            _ => filled(before, &vals[1..], class).or_else(|| of_several(shape.types()[field], &vals[1..], class))?,
        };
        // What the shape of such objects does not say, or who has made them, can't be found out here.
        let is_unknown = has_unknown(before) && !shape.types()[field].has_site();
        let is_later = matches!(before.kind(), Kind::Optional(_)) && !class.is_said(field);
        // What other statements put in has been found out in the same way.
        let is_found = class.declared(field) == before && !class.is_said(field) && ty != before;
        let is_wanted = ty.is_open_for(class) || is_of_none(before) || is_unknown || is_later || is_found;
        let is_known = !has_unknown(ty) || ty.names_around(class) && has_items(ty);
        (is_wanted && !holds(ty, class) && is_known).then_some((class, field, ty))
    }
}

/// Whether it is the type of lists of None, which `[None] * n` makes.
fn is_of_none(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::List { item, .. } if *item == Ty::none())
}

/// The name of the attribute that a value is, and what has it.
fn attribute(body: &Untyped, value: Value) -> Option<(&str, Value)> {
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

/// The type of a container that a field holds which begins as None, and that has been given an item: what it was taken to hold when it was put
/// into the field may have been a guess.
fn filled_later(container: Ty, given: &[Val], class: &Class) -> Option<Ty> {
    let guessed = with_items(unfilled(container), Ty::int64(), Ty::int64()) == container;
    filled(container, given, class).or_else(|| filled(unfilled(container), given, class).filter(|_| guessed))
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
