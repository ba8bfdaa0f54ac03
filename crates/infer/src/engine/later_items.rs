//! Empty containers that only methods put into fields, which are taken for containers of numbers until they are given something else.
//!
//! Where what reads such a field is typed first, as a method that is called between the statements, it can't be typed. What is put into the
//! field anywhere in the function that calls it says what the field holds.

use super::Engine;
use super::own_items::{ADDING, attribute, outermost, with_inner};
use crate::instances::{holds, named};
use coluber_base::Diagnostic;
use coluber_ir::py::Op;
use coluber_ir::{InstData, Untyped, Value};
use coluber_types::containers::{has_unknown, item_type, with_items};
use coluber_types::{Class, DictForm, Form, Kind, Ty, unify};

impl Engine<'_> {
    /// The class, the field that begins as None, and what that holds when an operation has put something into the container in it, which was
    /// taken for one of numbers.
    pub(super) fn later_items(&self, body: &Untyped, data: &InstData<Op>) -> Option<(&'static Class, usize, Ty)> {
        let Filling { class, field, container, depth, given } = self.filling(body, data)?;
        let new: Vec<Ty> = given.iter().map(|&value| self.typing.vals[value].ty).collect();
        let new: Vec<Ty> = new.into_iter().map(|ty| taken_for_numbers(named(item_type(ty), class).bare())).collect();
        let reads = matches!(data.op, Op::GetItem {});
        let ty = with_inner(container, depth, &|container| refilled(container, &new, reads))?;
        (ty != container && !has_unknown(ty) && !holds(ty, class)).then(|| (class, field, Ty::optional(ty)))
    }

    /// Types what is behind the first error of a function, too, where that puts something into such a container: other functions say nothing of it.
    pub(super) fn look_behind(&mut self, error: &Diagnostic) {
        if error.wants_something() || error.runs_away || error.ends_search || self.host.has_suggestions() {
            return;
        }
        let body = self.typing.body.clone();
        let is_undefined = |value: &Value| self.typing.vals[*value].is_undefined();
        let waits = |data| self.filling(&body, data).is_some_and(|filling| filling.given.iter().any(is_undefined));
        if body.insts.values().any(waits) {
            self.looks_behind = true;
            self.start_again(body);
            // The function has its error.
            let _ = self.propagate();
        }
    }

    /// What an operation puts into a container that a field holds which begins as None.
    fn filling<'b>(&self, body: &'b Untyped, data: &'b InstData<Op>) -> Option<Filling<'b>> {
        let (inner, given) = put_in(body, data)?;
        let (outer, depth) = outermost(body, inner);
        let (name, object) = attribute(body, outer)?;
        let shape = self.typing.vals[object].ty.shape().filter(|shape| shape.class().form == Form::Data)?;
        let class = shape.class();
        let field = class.field(name).filter(|field| !class.is_said(*field))?;
        let Kind::Optional(container) = *named(*shape.types().get(field)?, class).kind() else { return None };
        Some(Filling { class, field, container, depth, given })
    }
}

/// What an operation puts into a container in a field.
struct Filling<'b> {
    class: &'static Class,
    field: usize,
    /// What the field holds.
    container: Ty,
    /// How deep in it the container is.
    depth: usize,
    /// A key and a value, or an item.
    given: &'b [Value],
}

/// The container that an operation puts something into, and what that is: a key and a value, or an item. Reading an item of a `defaultdict` gives
/// it a key.
fn put_in<'b>(body: &'b Untyped, data: &'b InstData<Op>) -> Option<(Value, &'b [Value])> {
    match data.op {
        Op::SetItem {} | Op::GetItem {} => Some((data.args[0], &data.args[1..])),
        Op::Call { .. } => {
            let adds = |name: &str| ADDING.contains(&name) || name == "setdefault";
            let (_, container) = attribute(body, data.args[0]).filter(|(name, _)| adds(name))?;
            Some((container, &data.args[1..]))
        }
        _ => None,
    }
}

/// A container, or what is in it, of numbers where nothing is known of it.
fn taken_for_numbers(ty: Ty) -> Ty {
    with_items(ty, Ty::int64(), Ty::int64())
}

/// Whether something may have been taken for a number, or for a container of numbers.
fn may_be_taken(ty: Ty) -> bool {
    match ty.kind() {
        Kind::List { item, .. } | Kind::Set { item, .. } => may_be_taken(*item),
        Kind::Dict { key, value, .. } => may_be_taken(*key) && may_be_taken(*value),
        _ => ty == Ty::int64(),
    }
}

/// What a part of a container becomes that is given this.
fn part(known: Ty, new: Option<Ty>) -> Option<Ty> {
    let new = new.unwrap_or(Ty::undefined());
    unify(known, new).or_else(|| may_be_taken(known).then_some(new))
}

/// The type of a container that has been given an item, or a key and a value, of which there may be nothing known.
fn refilled(container: Ty, given: &[Ty], reads: bool) -> Option<Ty> {
    match *container.kind() {
        Kind::List { item, form, .. } if !reads => Some(Ty::list(part(item, given.last().copied())?).as_list(form)),
        Kind::Set { item, frozen, .. } if !reads => Some(Ty::set(part(item, given.last().copied())?).as_frozen(frozen)),
        Kind::Dict { key, value, form, .. } => {
            let makes_items = matches!(form, DictForm::Default(_) | DictForm::Counter);
            let may_change = makes_items || !reads && may_be_taken(container);
            may_change.then_some(())?;
            Some(container.with_entries(part(key, given.first().copied())?, part(value, given.get(1).copied())?))
        }
        _ => None,
    }
}
