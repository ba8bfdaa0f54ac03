//! Dicts of names: of which type the value of each constant name is, where the values of a dict have no common type.
//!
//! `{"lr": 0.5, "n": 3}` holds floats, of which that of `"n"` is an integer. `{"W": weights, "n": 3}` holds values of several types, each with a mark of its own. The type of the dict says besides which of them the
//! value of `"W"` has, so that `d["W"]` has one type. That is supposed, not promised: whoever reads a value by its name compares the mark.
//! So a dict with some names may be taken for one with others, or with none, wherever the memory is the same: see [`are_alike`].
//!
//! A name whose values have several types is there with an undefined type. The name [`REST`] stands for all that are not there: what a dict
//! held before a value of another type was put in.

use crate::Ty;
use crate::kind::{DictForm, Kind};
use crate::unify::{unify, variants};
use coluber_base::Name;

/// Of dicts with more names nothing is known of each.
pub const MOST_NAMES: usize = 64;

/// Stands for the names of which nothing is said.
pub const REST: &str = "\0";

impl Ty {
    /// The names of a dict whose values are known, and their types.
    pub fn value_names(self) -> Option<(&'static [Name], &'static [Ty])> {
        let Kind::Dict { form: DictForm::Named(values), .. } = self.kind() else { return None };
        match values.kind() {
            Kind::Keywords { names, items } => Some((names, items)),
            _ => None,
        }
    }

    /// The type of the dict with what is known of its names. Values of one type have no need of it, unless they are numbers of several types,
    /// which the one type stands for.
    pub fn with_value_names(self, known: impl IntoIterator<Item = (Name, Ty)>) -> Ty {
        let Kind::Dict { key, value, form: DictForm::Dict | DictForm::Named(_), site } = *self.kind() else {
            return self;
        };
        let mut known: Vec<(Name, Ty)> = known.into_iter().map(|(name, ty)| (name, ty.bare())).collect();
        known.sort_by(|a, b| a.0.cmp(&b.0));
        let is_useful = key == Ty::string()
            && (variants(value).is_some() || known.iter().any(|(_, ty)| is_kept_in(*ty, value)))
            && (1..=MOST_NAMES).contains(&known.len());
        let form = match is_useful {
            true => {
                let (names, items): (Vec<Name>, Vec<Ty>) = known.into_iter().unzip();
                DictForm::Named(Ty::new(Kind::Keywords { names: names.into(), items: items.into() }))
            }
            false => DictForm::Dict,
        };
        Ty::new(Kind::Dict { key, value, form, site })
    }

    /// The type with nothing known of names, in containers, too.
    pub fn without_names(self) -> Ty {
        if !self.has_names() {
            return self;
        }
        self.map_containers(&mut |container| match *container.kind() {
            Kind::List { item, form, site } => Ty::new(Kind::List { item: item.without_names(), form, site }),
            Kind::Set { frozen, item, site } => Ty::new(Kind::Set { frozen, item: item.without_names(), site }),
            Kind::Dict { key, value, form, site } => {
                let form = if let DictForm::Named(_) = form { DictForm::Dict } else { form };
                Ty::new(Kind::Dict { key: key.without_names(), value: value.without_names(), form, site })
            }
            _ => container,
        })
    }
}

/// Whether numbers of a type are those of another type in memory, and can be told from it: integers and bools among floats.
pub fn is_kept_in(ty: Ty, value: Ty) -> bool {
    let is_whole = |ty: Ty| ty == Ty::int64() || ty == Ty::boolean();
    ty != value && is_whole(ty) && [Ty::float64(), Ty::int64()].contains(&value)
}

/// Whether values of both types are the same memory: what is known of names is left out, and so is who has made containers.
pub fn are_alike(a: Ty, b: Ty) -> bool {
    a == b || a.bare().without_names() == b.bare().without_names()
}

/// What is known of the value of a name that has values of both types, or None. Numbers become what both fit into, as values of one type do.
pub fn join_values(a: Ty, b: Ty) -> Ty {
    let is_apart = |ty: Ty| [Ty::boolean(), Ty::undefined()].contains(&ty);
    let inner = |ty: Ty| match ty.kind() {
        Kind::Optional(inner) => *inner,
        _ => ty,
    };
    let is_either = a == Ty::none() || b == Ty::none() || inner(a) == inner(b);
    match a == b {
        true => a,
        false if a == Ty::undefined() || b == Ty::undefined() => Ty::undefined(),
        false if !is_either && (is_apart(inner(a)) || is_apart(inner(b))) => Ty::undefined(),
        false => unify(a, b).map_or(Ty::undefined(), Ty::bare),
    }
}

/// What two dicts that meet are, whose common types these are; None where they have other classes.
pub(crate) fn join_forms(a: Ty, b: Ty, joined: Ty) -> Option<Ty> {
    (a.dict_form() == b.dict_form()).then_some(())?;
    let is_empty = |ty: Ty| matches!(ty.kind(), Kind::Dict { value, .. } if *value == Ty::undefined());
    let is_known = |ty: Ty| ty.value_names().is_some();
    Some(match is_known(a) && is_known(b) || is_empty(a) || is_empty(b) {
        true => joined.with_value_names(union(known_values(a), known_values(b))),
        false if is_known(a) || is_known(b) => joined.with_value_names([]),
        false => joined,
    })
}

/// What is known of the names of a dict of several types.
pub fn known_values(dict: Ty) -> Vec<(Name, Ty)> {
    let known = dict.value_names().into_iter();
    known.flat_map(|(names, items)| names.iter().cloned().zip(items.iter().copied())).collect()
}

/// What is known of the names of two dicts together.
pub fn union(mut all: Vec<(Name, Ty)>, others: Vec<(Name, Ty)>) -> Vec<(Name, Ty)> {
    for (name, ty) in others {
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = join_values(*known, ty),
            None => all.push((name, ty)),
        }
    }
    all
}

/// Whether a kind is that of a container with such names, or of one in it.
pub(crate) fn has_names(kind: &Kind) -> bool {
    let any = |types: &[Ty]| types.iter().any(|ty| ty.has_names());
    match kind {
        Kind::Dict { form: DictForm::Named(_), .. } => true,
        Kind::Dict { key, value, .. } => any(&[*key, *value]),
        Kind::List { item, .. } | Kind::Set { item, .. } => any(&[*item]),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } | Kind::Zip(items) | Kind::OneOf(items) => any(items),
        Kind::DictView { dict: inner, .. } | Kind::DictIter { dict: inner, .. } => any(&[*inner]),
        Kind::Optional(inner) | Kind::ListIter(inner) | Kind::Enumerate(inner) | Kind::Reversed(inner) => {
            any(&[*inner])
        }
        Kind::Cell(inner) => any(&[*inner]),
        Kind::Closure { captured, .. } => any(captured),
        Kind::BoundMethod { receiver, .. } => any(&[*receiver]),
        Kind::Exception { args, .. } => any(args),
        Kind::Instance(shape) => shape.own_types().is_some_and(any),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(known: &[(&str, Ty)]) -> Ty {
        let value = Ty::new(Kind::OneOf(vec![Ty::float64(), Ty::string()].into()));
        Ty::dict(Ty::string(), value).with_value_names(known.iter().map(|(name, ty)| (Name::from(*name), *ty)))
    }

    #[test]
    fn names_meet() {
        let (a, b) = (named(&[("x", Ty::float64())]), named(&[("s", Ty::string())]));
        assert_eq!(unify(a, b), Some(named(&[("s", Ty::string()), ("x", Ty::float64())])));
        let other = named(&[("x", Ty::string())]);
        assert_eq!(unify(a, other), Some(named(&[("x", Ty::undefined())])));
        assert_eq!(join_values(Ty::none(), Ty::float64()), Ty::optional(Ty::float64()));
        assert_eq!(join_values(Ty::boolean(), Ty::float64()), Ty::undefined());
        assert_eq!(unify(named(&[("x", Ty::undefined())]), a), Some(named(&[("x", Ty::undefined())])));
    }

    #[test]
    fn nothing_is_known_of_names_beside_any_dict() {
        let a = named(&[("x", Ty::float64())]);
        assert_eq!(unify(a, a.without_names()), Some(a.without_names()));
        assert!(are_alike(Ty::list(a), Ty::list(a.without_names())));
        assert_eq!(unify(Ty::list(a), Ty::list(a.without_names())), Some(Ty::list(a.without_names())));
    }

    #[test]
    fn dicts_of_one_type_need_no_names() {
        let plain = Ty::dict(Ty::string(), Ty::int64());
        assert_eq!(plain.with_value_names([(Name::from("x"), Ty::int64())]), plain);
    }
}
