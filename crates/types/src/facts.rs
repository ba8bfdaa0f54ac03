//! What is known of a type for good, found when it is interned: a walk through nested tuples would meet the same types many times over.

use crate::intern::Ty;
use crate::kind::Kind;

/// Answers about a type and the types in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Whether there is a site in it.
    pub site: bool,
    /// Whether there is a dict in it of whose names something is known.
    pub names: bool,
    /// Whether there is a list in it of whose items nothing is known yet, but may be later.
    pub unsettled: bool,
    /// Whether there is an inner function in it, or what a function with `yield` gives.
    pub functions: bool,
    /// How many choices between functions stand in each other in it, in what they have captured.
    pub choices: u8,
    /// Whether it, or an item of the tuple that it is, is a literal or an enumeration's member that is an integer.
    pub literal: bool,
    /// Whether a variable that holds a value of it has another type.
    pub changes_in_variables: bool,
}

impl Facts {
    /// Those of a kind, from those of the types in it.
    pub fn of(kind: &Kind) -> Self {
        Facts {
            site: has_site(kind),
            names: crate::named::has_names(kind),
            unsettled: is_unsettled(kind),
            functions: crate::functions::is_named_in(kind),
            choices: crate::functions::choices(kind),
            literal: has_literal(kind),
            changes_in_variables: changes_in_variables(kind),
        }
    }
}

fn has_literal(kind: &Kind) -> bool {
    match kind {
        Kind::Literal(_) | Kind::Enum { integral: true, .. } => true,
        Kind::Tuple(items) => items.iter().any(|ty| ty.has_literal()),
        _ => false,
    }
}

fn changes_in_variables(kind: &Kind) -> bool {
    match kind {
        Kind::Enum { value, .. } => value.stored() != *value,
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => items.iter().any(|ty| ty.stored() != *ty),
        _ => has_literal(kind),
    }
}

fn has_site(kind: &Kind) -> bool {
    match kind {
        Kind::List { item, site, .. } | Kind::Set { item, site, .. } => site.is_some() || item.has_site(),
        Kind::Dict { key, value, site, .. } => site.is_some() || key.has_site() || value.has_site(),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } | Kind::Zip(items) | Kind::Text(items) => {
            items.iter().any(|ty| ty.has_site())
        }
        Kind::Formatted { value, spec, .. } => value.has_site() || spec.has_site(),
        Kind::Exception { args, .. } => args.iter().any(|ty| ty.has_site()),
        Kind::Closure { captured, .. } => captured.iter().any(|ty| ty.has_site()),
        Kind::BoundMethod { receiver, .. } => receiver.has_site(),
        Kind::DictView { dict, .. } | Kind::DictIter { dict, .. } => dict.has_site(),
        Kind::Optional(inner) | Kind::ListIter(inner) | Kind::Enumerate(inner) | Kind::Reversed(inner) => {
            inner.has_site()
        }
        Kind::Cell(list) => list.has_site(),
        Kind::OneOf(functions) => functions.iter().any(|ty| ty.has_site()),
        Kind::Instance(shape) => shape.own_types().is_some_and(|types| types.iter().any(|ty| ty.has_site())),
        _ => false,
    }
}

fn is_unsettled(kind: &Kind) -> bool {
    match kind {
        Kind::List { item, site, .. } => site.is_some() && *item == Ty::undefined() || item.is_unsettled(),
        Kind::Dict { key, value, site, .. } => {
            let is_open = *key == Ty::undefined() || *value == Ty::undefined();
            site.is_some() && is_open || key.is_unsettled() || value.is_unsettled()
        }
        Kind::Set { item, site, .. } => site.is_some() && *item == Ty::undefined(),
        Kind::DictView { dict, .. } | Kind::DictIter { dict, .. } => dict.is_unsettled(),
        Kind::Optional(inner) | Kind::ListIter(inner) | Kind::Enumerate(inner) | Kind::Reversed(inner) => {
            inner.is_unsettled()
        }
        Kind::Cell(list) => list.is_unsettled(),
        Kind::OneOf(functions) => functions.iter().any(|t| t.is_unsettled()),
        Kind::Instance(shape) => shape.own_types().is_some_and(|types| types.iter().any(|t| t.is_unsettled())),
        Kind::Zip(items) => items.iter().any(|t| t.is_unsettled()),
        Kind::Closure { captured, .. } => captured.iter().any(|t| t.is_unsettled()),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => items.iter().any(|t| t.is_unsettled()),
        _ => false,
    }
}
