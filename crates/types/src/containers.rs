//! Lists: types that name the operation that makes a list, while the types of its items are still being found.
//!
//! `[]` is a list of items of undefined type, made at a *site*. What is appended later widens the type of the items of all lists that
//! the site makes; types that flow together (`a = [] if c else b`) tell how. Types without sites are *bare*: arguments, results, and
//! everything in typed IR.

use crate::kind::Kind;
use crate::unify::unify;
use crate::{Literal, Ty};

/// The site of an empty list that Python passes: it belongs to the call, so that the function decides what its items are.
pub const FRESH: u32 = u32::MAX;

impl Ty {
    /// The type of an empty list that Python passes.
    pub fn fresh_list() -> Ty {
        Ty::new(Kind::List { item: Ty::undefined(), typed: false, site: Some(FRESH) })
    }

    /// The type without sites.
    pub fn bare(self) -> Ty {
        match self.kind() {
            Kind::List { item, typed, site } if site.is_some() || item.bare() != *item => {
                Ty::new(Kind::List { item: item.bare(), typed: *typed, site: None })
            }
            _ => self.map_parts(Ty::bare),
        }
    }

    /// The type with the types that it is made of replaced; itself when none of them changes.
    fn map_parts(self, map: fn(Ty) -> Ty) -> Ty {
        let all = |items: &[Ty]| items.iter().map(|t| map(*t)).collect::<Box<[Ty]>>();
        let kind = match self.kind() {
            Kind::Tuple(items) => Kind::Tuple(all(items)),
            Kind::NamedTuple { class, names, items } => {
                Kind::NamedTuple { class: class.clone(), names: names.clone(), items: all(items) }
            }
            Kind::Zip(items) => Kind::Zip(all(items)),
            Kind::Text(items) => Kind::Text(all(items)),
            Kind::Formatted { form, value, spec } => {
                Kind::Formatted { form: *form, value: map(*value), spec: map(*spec) }
            }
            Kind::Exception { class, args } => Kind::Exception { class: class.clone(), args: all(args) },
            Kind::Closure { func, captured, name } => {
                Kind::Closure { func: *func, captured: all(captured), name: name.clone() }
            }
            Kind::BoundMethod { receiver, name } => Kind::BoundMethod { receiver: map(*receiver), name: name.clone() },
            Kind::Optional(inner) => Kind::Optional(map(*inner)),
            Kind::ListIter(inner) => Kind::ListIter(map(*inner)),
            Kind::Enumerate(inner) => Kind::Enumerate(map(*inner)),
            Kind::Reversed(inner) => Kind::Reversed(map(*inner)),
            _ => return self,
        };
        if kind == *self.kind() { self } else { Ty::new(kind) }
    }
}

/// The common type of two lists. A list whose type is fixed keeps the type of its items: it may be shared.
pub(crate) fn unify_lists(a: Ty, b: Ty) -> Option<Ty> {
    let (Kind::List { item: x, typed, site: s }, Kind::List { item: y, typed: u, site: t }) = (a.kind(), b.kind())
    else {
        return None;
    };
    let item = unify(*x, *y)?;
    let fits = |of: Ty, site: Option<u32>| site.is_some() || item.bare() == of.bare();
    if typed != u || !fits(*x, *s) || !fits(*y, *t) {
        return None;
    }
    let site = match (s, t) {
        (Some(s), Some(t)) => Some(*s.min(t)),
        _ => None,
    };
    Some(Ty::new(Kind::List { item, typed: *typed, site }))
}

/// The sites in `from` that have to make lists of other items, so that a value of this type becomes one of type `to`: for each the
/// items' type.
pub fn needs(from: Ty, to: Ty, found: &mut Vec<(u32, Ty)>) {
    if from == to {
        return;
    }
    match (from.kind(), to.kind()) {
        (Kind::List { item, site, .. }, Kind::List { item: wanted, .. }) => {
            needs(*item, *wanted, found);
            if let Some(site) = site
                && item.bare() != wanted.bare()
            {
                found.push((*site, *wanted));
            }
        }
        (Kind::Optional(a), Kind::Optional(b)) | (Kind::ListIter(a), Kind::ListIter(b)) => needs(*a, *b, found),
        (Kind::Enumerate(a), Kind::Enumerate(b)) | (Kind::Reversed(a), Kind::Reversed(b)) => needs(*a, *b, found),
        (_, Kind::Optional(b)) => needs(from, *b, found),
        (Kind::Zip(a), Kind::Zip(b)) => a.iter().zip(b).for_each(|(x, y)| needs(*x, *y, found)),
        _ => {
            if let (Some(a), Some(b)) = (from.tuple_items(), to.tuple_items()) {
                a.iter().zip(b).for_each(|(x, y)| needs(*x, *y, found));
            }
        }
    }
}

/// Whether there is a list in the type of whose items nothing is known yet, but may be later.
pub fn is_unsettled(ty: Ty) -> bool {
    match ty.kind() {
        Kind::List { item, site, .. } => site.is_some() && *item == Ty::undefined() || is_unsettled(*item),
        Kind::Optional(inner) | Kind::ListIter(inner) | Kind::Enumerate(inner) | Kind::Reversed(inner) => {
            is_unsettled(*inner)
        }
        Kind::Zip(items) => items.iter().any(|t| is_unsettled(*t)),
        Kind::Closure { captured, .. } => captured.iter().any(|t| is_unsettled(*t)),
        _ => ty.tuple_items().is_some_and(|items| items.iter().any(|t| is_unsettled(*t))),
    }
}

/// The type of an item that is put into a list: what a variable would have, with texts as strings.
pub fn item_type(ty: Ty) -> Ty {
    match ty.kind() {
        Kind::Literal(Literal::Str(_)) => Ty::string(),
        _ => ty.stored(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(item: Ty, site: u32) -> Ty {
        Ty::new(Kind::List { item, typed: false, site: Some(site) })
    }

    #[test]
    fn lists_that_are_made_widen() {
        let joined = unify(made(Ty::undefined(), 3), made(Ty::int64(), 5)).expect("both can change");
        assert_eq!(joined, made(Ty::int64(), 3));
        let mut found = Vec::new();
        needs(made(Ty::undefined(), 3), joined, &mut found);
        assert_eq!(found, [(3, Ty::int64())]);
    }

    #[test]
    fn lists_that_are_given_do_not() {
        let given = Ty::list(Ty::int64());
        assert_eq!(unify(given, made(Ty::undefined(), 1)), Some(given));
        assert_eq!(unify(given, made(Ty::float64(), 1)), None);
        assert_eq!(unify(given, Ty::list(Ty::float64())), None);
    }

    #[test]
    fn bare_types_have_no_sites() {
        let nested = Ty::tuple(vec![made(made(Ty::int8(), 1), 2)]);
        assert_eq!(nested.bare(), Ty::tuple(vec![Ty::list(Ty::list(Ty::int8()))]));
        assert_eq!(nested.bare().to_string(), "UniTuple(list(list(int8)) x 1)");
    }
}
