//! Lists, dicts and sets: types that name the operation that makes a list, while the types of its items are still being found.
//!
//! `[]` is a list of items of undefined type, made at a *site*. What is appended later widens the type of the items of all lists that
//! the site makes; types that flow together (`a = [] if c else b`) tell how. Types without sites are *bare*: arguments, results, and
//! everything in typed IR.

use crate::classes::{Keys, Shape};
use crate::kind::{DictForm, Kind, ListForm};
use crate::named::{are_alike, join_forms};
use crate::unify::unify;
use crate::{FloatTy, Literal, Ty};

/// The site of an empty list that Python passes: it belongs to the call, so that the function decides what its items are.
pub const FRESH: u32 = u32::MAX;

/// From here on sites say which of the empty containers that Python passes it is that is passed once more.
const AGAIN: u32 = u32::MAX / 2;
/// The number of containers that can be passed once more.
const MOST_AGAIN: u32 = 1024;

impl Ty {
    /// The type of an empty list that Python passes.
    pub fn fresh_list() -> Ty {
        Ty::new(Kind::List { item: Ty::undefined(), form: ListForm::List, site: Some(FRESH) })
    }

    /// The type of an empty typed list without a type that Python passes.
    pub fn fresh_typed_list() -> Ty {
        Ty::new(Kind::List { item: Ty::undefined(), form: ListForm::Typed, site: Some(FRESH) })
    }

    /// The type of an empty dict that Python passes.
    pub fn fresh_dict() -> Ty {
        let (key, value) = (Ty::undefined(), Ty::undefined());
        Ty::new(Kind::Dict { key, value, form: DictForm::Dict, site: Some(FRESH) })
    }

    /// The type of an empty set that Python passes.
    pub fn fresh_set() -> Ty {
        Ty::new(Kind::Set { frozen: false, item: Ty::undefined(), site: Some(FRESH) })
    }

    /// Whether it is the type of an empty list, dict or set that Python passes.
    pub fn is_fresh(self) -> bool {
        self.is_fresh_once() || self.passed_again().is_some()
    }

    /// As [`is_fresh`](Self::is_fresh), of one that none of the arguments in front of it is.
    pub fn is_fresh_once(self) -> bool {
        self.own_site() == Some(FRESH)
    }

    /// Which of the fresh containers among the arguments in front of it this one is.
    pub fn passed_again(self) -> Option<u32> {
        self.own_site().and_then(|site| site.checked_sub(AGAIN)).filter(|nth| *nth < MOST_AGAIN)
    }

    /// The type of the container that is the `nth` of the fresh ones among the arguments in front of it; None where that are too many.
    pub fn as_passed_again(self, nth: usize) -> Option<Ty> {
        let nth = u32::try_from(nth).ok().filter(|nth| *nth < MOST_AGAIN)?;
        Some(self.with_own_site(AGAIN + nth))
    }

    /// The type of an empty container as if it were passed once only; other types stay.
    pub fn as_passed_once(self) -> Ty {
        if self.passed_again().is_some() { self.with_own_site(FRESH) } else { self }
    }

    fn own_site(self) -> Option<u32> {
        match self.kind() {
            Kind::List { site, .. } | Kind::Dict { site, .. } | Kind::Set { site, .. } => *site,
            _ => None,
        }
    }

    fn with_own_site(self, site: u32) -> Ty {
        let mut kind = self.kind().clone();
        if let Kind::List { site: own, .. } | Kind::Dict { site: own, .. } | Kind::Set { site: own, .. } = &mut kind {
            *own = Some(site);
        }
        Ty::new(kind)
    }

    /// The type without sites.
    pub fn bare(self) -> Ty {
        if !self.has_site() {
            return self;
        }
        match self.kind() {
            Kind::List { item, form, .. } => Ty::new(Kind::List { item: item.bare(), form: *form, site: None }),
            Kind::Dict { key, value, .. } => self.with_entries(key.bare(), value.bare()),
            Kind::Set { frozen, item, .. } => Ty::set(item.bare()).as_frozen(*frozen),
            _ => self.map_parts(&mut Ty::bare),
        }
    }

    /// The type of the value that is described where a display says what it was made of; other types are that of their values.
    pub fn of_display(self) -> Ty {
        match self.kind() {
            Kind::Display { of, .. } => *of,
            _ => self,
        }
    }

    /// The type with each outermost list, dict and set in it replaced.
    pub fn map_containers(self, map: &mut dyn FnMut(Ty) -> Ty) -> Ty {
        match self.kind() {
            Kind::List { .. } | Kind::Dict { .. } | Kind::Set { .. } => map(self),
            _ => self.map_parts(&mut |part| part.map_containers(map)),
        }
    }

    /// The type of a variable in which values of several origins meet: it has a string where one of them has text in pieces, which can only be put
    /// together where they are.
    pub fn with_strings(self) -> Ty {
        let changes = |items: &[Ty]| items.iter().any(|ty| ty.with_strings() != *ty);
        match self.kind() {
            Kind::Text(_) | Kind::Formatted { .. } => Ty::string(),
            Kind::Tuple(items) | Kind::NamedTuple { items, .. } | Kind::OneOf(items) if changes(items) => {
                self.map_parts(&mut Ty::with_strings)
            }
            Kind::Optional(inner) if changes(&[*inner]) => Ty::optional(inner.with_strings()),
            _ => self,
        }
    }

    /// The type with the types that it is made of replaced.
    fn map_parts(self, map: &mut dyn FnMut(Ty) -> Ty) -> Ty {
        let mut all = |items: &[Ty]| items.iter().map(|t| map(*t)).collect::<Box<[Ty]>>();
        Ty::new(match self.kind() {
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
            Kind::Cell(list) => Kind::Cell(map(*list)),
            Kind::OneOf(functions) => Kind::OneOf(all(functions)),
            Kind::DictView { dict, part } => Kind::DictView { dict: map(*dict), part: *part },
            Kind::DictIter { dict, part } => Kind::DictIter { dict: map(*dict), part: *part },
            Kind::ListIter(inner) => Kind::ListIter(map(*inner)),
            Kind::Enumerate(inner) => Kind::Enumerate(map(*inner)),
            Kind::Reversed(inner) => Kind::Reversed(map(*inner)),
            Kind::Instance(shape) => match shape.own_types() {
                Some(types) => Kind::Instance(Shape::new(shape.class(), Some(all(types)))),
                None => return self,
            },
            _ => return self,
        })
    }
}

/// The common type of two lists. A list whose type is fixed keeps the type of its items: it may be shared.
pub(crate) fn unify_lists(a: Ty, b: Ty) -> Option<Ty> {
    let (Kind::List { item: x, form, site: s }, Kind::List { item: y, form: u, site: t }) = (a.kind(), b.kind()) else {
        return None;
    };
    let item = unify(*x, *y)?;
    let fits = |of: Ty, site: Option<u32>| site.is_some() || are_alike(item, of);
    if form != u || !fits(*x, *s) || !fits(*y, *t) {
        return None;
    }
    Some(Ty::new(Kind::List { item, form: *form, site: both(*s, *t) }))
}

/// The common type of a tuple whose length is known at run time only and of one whose length is known.
pub(crate) fn unify_long(long: Ty, tuple: &[Ty]) -> Option<Ty> {
    let Kind::List { item, form: ListForm::Tuple, site } = *long.kind() else { return None };
    let joined = tuple.iter().try_fold(item, |joined, ty| unify(joined, item_type(*ty)))?;
    let fits = site.is_some() || are_alike(joined, item);
    fits.then(|| Ty::new(Kind::List { item: joined, form: ListForm::Tuple, site }))
}

/// The common type of tuples of several lengths, when all items have one type.
pub(crate) fn unify_lengths(a: &[Ty], b: &[Ty]) -> Option<Ty> {
    let item = a.iter().chain(b).try_fold(Ty::undefined(), |joined, ty| unify(joined, item_type(*ty)))?;
    let same = a.iter().chain(b).all(|ty| item_type(*ty).bare() == item.bare());
    same.then(|| Ty::list(item).as_list(ListForm::Tuple))
}

/// The type of tuples of any length whose items have the type of these, where they have one.
pub fn any_length(items: &[Ty]) -> Option<Ty> {
    unify_lengths(items, &[]).filter(|_| !items.is_empty())
}

/// The site of two containers that meet; none where one is fixed.
fn both(s: Option<u32>, t: Option<u32>) -> Option<u32> {
    Some(s?.min(t?))
}

/// As [`unify_lists`], for dicts.
pub(crate) fn unify_dicts(a: Ty, b: Ty) -> Option<Ty> {
    let Kind::Dict { key: k, value: v, form, site: s } = *a.kind() else { return None };
    let Kind::Dict { key: l, value: w, site: t, .. } = *b.kind() else { return None };
    let (key, value) = (unify(k, l)?, unify(v, w)?);
    let joined = join_forms(a, b, Ty::new(Kind::Dict { key, value, form, site: both(s, t) }))?;
    let fits = |of: Ty, site: Option<u32>| site.is_some() || are_alike(of, joined);
    (fits(a, s) && fits(b, t)).then_some(joined)
}

/// As [`unify_lists`], for sets.
pub(crate) fn unify_sets(a: Ty, b: Ty) -> Option<Ty> {
    let (Kind::Set { frozen, item: x, site: s }, Kind::Set { frozen: other, item: y, site: t }) = (a.kind(), b.kind())
    else {
        return None;
    };
    if frozen != other {
        return None;
    }
    let item = unify(*x, *y)?;
    let fits = |of: Ty, site: Option<u32>| site.is_some() || are_alike(of, item);
    (fits(*x, *s) && fits(*y, *t)).then(|| Ty::new(Kind::Set { frozen: *frozen, item, site: both(*s, *t) }))
}

/// The common type of instances of one class. Their memory is shared: only containers that the function makes become others.
pub(crate) fn unify_instances(a: Shape, b: Shape) -> Option<Ty> {
    let (x, y) = (a.own_types()?, b.own_types()?);
    if a.class().object.id != b.class().object.id {
        return None;
    }
    let field = |(x, y): (&Ty, &Ty)| match (x.kind(), y.kind()) {
        _ if x == y => Some(*x),
        (Kind::List { .. }, Kind::List { .. }) | (Kind::Dict { .. }, Kind::Dict { .. }) => unify(*x, *y),
        (Kind::Set { .. }, Kind::Set { .. }) => unify(*x, *y),
        // One of several classes has a word for which, that an object of one class in memory has not.
        (Kind::Instance(a), Kind::Instance(b)) if a.class().object.id == b.class().object.id => unify(*x, *y),
        _ => None,
    };
    let types: Option<Box<[Ty]>> = x.iter().zip(y).map(field).collect();
    Some(Shape::new(a.class(), Some(types?)).instance())
}

/// The sites in `from` that have to make containers of other items, so that a value of this type becomes one of type `to`: for each the
/// type of the container.
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
                found.push((*site, to));
            }
        }
        (Kind::Dict { key: k, value: v, site, .. }, Kind::Dict { key: l, value: w, .. }) => {
            needs(*k, *l, found);
            needs(*v, *w, found);
            if let Some(site) = site
                && from.bare() != to.bare()
            {
                found.push((*site, to));
            }
        }
        (Kind::Set { item, site, .. }, Kind::Set { item: wanted, .. }) => {
            if let Some(site) = site
                && item.bare() != wanted.bare()
            {
                found.push((*site, to));
            }
        }
        (Kind::DictView { dict: a, .. }, Kind::DictView { dict: b, .. }) => needs(*a, *b, found),
        (Kind::DictIter { dict: a, .. }, Kind::DictIter { dict: b, .. }) => needs(*a, *b, found),
        (Kind::Optional(a), Kind::Optional(b)) | (Kind::ListIter(a), Kind::ListIter(b)) => needs(*a, *b, found),
        (Kind::Enumerate(a), Kind::Enumerate(b)) | (Kind::Reversed(a), Kind::Reversed(b)) => needs(*a, *b, found),
        (Kind::Cell(a), Kind::Cell(b)) => needs(*a, *b, found),
        (Kind::Instance(a), Kind::Instance(b)) if a.class().object.id == b.class().object.id => {
            let (a, b) = (a.own_types().unwrap_or(&[]), b.own_types().unwrap_or(&[]));
            a.iter().zip(b).for_each(|(x, y)| needs(*x, *y, found));
        }
        (Kind::OneOf(a), _) => a.iter().for_each(|x| needs(*x, to, found)),
        (_, Kind::OneOf(b)) => {
            if let Some(k) = crate::unify::choice(b, from) {
                needs(from, b[k], found);
            }
        }
        (Kind::Closure { captured: a, .. }, Kind::Closure { captured: b, .. }) => {
            a.iter().zip(b).for_each(|(x, y)| needs(*x, *y, found));
        }
        (_, Kind::Optional(b)) => needs(from, *b, found),
        (Kind::Zip(a), Kind::Zip(b)) => a.iter().zip(b).for_each(|(x, y)| needs(*x, *y, found)),
        _ => {
            if let (Some(a), Some(b)) = (from.tuple_items(), to.tuple_items()) {
                a.iter().zip(b).for_each(|(x, y)| needs(*x, *y, found));
            }
        }
    }
}

/// What a container holds: the type of its items, or the tuple of those of keys and values.
pub fn contents(container: Ty) -> Ty {
    match *container.kind() {
        Kind::List { item, .. } | Kind::Set { item, .. } => item,
        Kind::Dict { key, value, .. } => Ty::tuple(vec![key, value]),
        _ => Ty::undefined(),
    }
}

/// Whether the runtime can compare values of the type.
pub fn has_order(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Bool | Kind::Int(_) | Kind::Float(FloatTy::F32 | FloatTy::F64) | Kind::Str => true,
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => items.iter().all(|item| has_order(*item)),
        _ => false,
    }
}

/// Whether values of the type can be keys: the runtime finds them by hash, or those of [`is_own_key`] with the help of compiled code.
pub fn is_key(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Bytes | Kind::None | Kind::Undefined | Kind::Complex(FloatTy::F32 | FloatTy::F64) => true,
        Kind::Date(_) | Kind::Span(_) | Kind::Extension(_) => true,
        Kind::Optional(inner) => is_plain_key(*inner),
        Kind::Enum { value, .. } => is_key(*value),
        Kind::Set { frozen: true, item, .. } => is_plain_key(*item),
        Kind::List { item, form: ListForm::Tuple, .. } => is_plain_key(*item),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => items.iter().all(|item| is_key(*item)),
        Kind::OneOf(all) => all.iter().all(|ty| ty.shape().is_some() && is_plain_key(*ty)),
        Kind::Instance(shape) => match shape.class().keys {
            Keys::Never => false,
            Keys::Identity | Keys::Own => true,
            keys @ Keys::Fields(..) => {
                let types = shape.key_types().unwrap_or(shape.types());
                let mut counting = types.iter().enumerate().filter(|(k, _)| keys.has(*k));
                counting.all(|(_, field)| !field.is_deferred() && is_plain_key(*field))
            }
        },
        _ => has_order(ty),
    }
}

/// Whether the runtime itself can find values of the type by hash.
pub fn is_plain_key(ty: Ty) -> bool {
    is_key(ty) && !is_own_key(ty)
}

/// Whether functions of the program say which values of the type are equal: objects with their own `__eq__`, values of types of programs,
/// and tuples of them.
pub fn is_own_key(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => items.iter().any(|item| is_own_key(*item)),
        Kind::Instance(shape) => shape.class().keys == Keys::Own,
        Kind::Extension(_) => true,
        _ => false,
    }
}

/// Keys of more words are found like other keys.
const MOST_WORDS: usize = 4;

/// The number of words that keys of the type are made of: integers of 64 bits, and tuples of few of them. None for other keys.
pub fn key_words(ty: Ty) -> Option<usize> {
    match ty.kind() {
        Kind::Int(int) if int.bits == 64 => Some(1),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => {
            let words: Option<usize> = items.iter().map(|item| key_words(*item)).sum();
            words.filter(|words| (1..=MOST_WORDS).contains(words))
        }
        _ => None,
    }
}

/// Whether there is a list in the type of whose items nothing is known, whoever has made it.
pub fn has_unknown(ty: Ty) -> bool {
    let mut found = false;
    ty.map_containers(&mut |container| {
        let items = match *container.kind() {
            Kind::List { item, .. } | Kind::Set { item, .. } => [item, item],
            Kind::Dict { key, value, .. } => [key, value],
            _ => return container,
        };
        found |= items.iter().any(|item| *item == Ty::undefined() || has_unknown(*item));
        container
    });
    found
}

impl Ty {
    /// Whether both are types of lists, of sets, or of dicts, of one form.
    pub fn is_container_as(self, other: Ty) -> bool {
        match (self.kind(), other.kind()) {
            (Kind::List { form, .. }, Kind::List { form: other, .. }) => form == other,
            (Kind::Set { frozen, .. }, Kind::Set { frozen: other, .. }) => frozen == other,
            (Kind::Dict { form, .. }, Kind::Dict { form: other, .. }) => form == other,
            _ => false,
        }
    }
}

/// Whether it is a container of whose items something is known.
pub fn has_items(ty: Ty) -> bool {
    match *ty.kind() {
        Kind::List { item, .. } | Kind::Set { item, .. } => item != Ty::undefined(),
        Kind::Dict { key, value, .. } => key != Ty::undefined() && value != Ty::undefined(),
        Kind::Optional(inner) => has_items(inner),
        _ => false,
    }
}

/// Whether a type has containers of unknown items, or containers of Python's kinds whose items are numbers, tuples of numbers or None.
pub fn has_unknown_or_numbers(ty: Ty) -> bool {
    let mut found = has_unknown(ty);
    ty.map_containers(&mut |container| {
        found |= match *container.kind() {
            Kind::List { item, form: ListForm::List, .. } => may_widen(item) || has_unknown_or_numbers(item),
            Kind::Set { item, .. } => item.is_number(),
            Kind::Dict { value, .. } => may_widen(value) || has_unknown_or_numbers(value),
            _ => false,
        };
        container
    });
    found
}

/// Whether items of a type have room for others where it is wider: numbers for other numbers, tuples of them for such of other lengths, None for
/// anything.
fn may_widen(item: Ty) -> bool {
    let is_number = |ty: &Ty| ty.is_number();
    item.is_number() || item == Ty::none() || item.tuple_items().is_some_and(|items| items.iter().all(is_number))
}

/// The type in which all lists, dicts and sets are the call's own whose items are not known, and those that hold them.
pub fn with_open_items(ty: Ty) -> Ty {
    ty.map_containers(&mut |container| match *container.kind() {
        _ if !has_unknown(container) => container,
        Kind::List { item, form, .. } => Ty::new(Kind::List { item: with_open_items(item), form, site: Some(FRESH) }),
        Kind::Set { frozen, item, .. } => Ty::new(Kind::Set { frozen, item, site: Some(FRESH) }),
        Kind::Dict { key, value, form, .. } => {
            Ty::new(Kind::Dict { key, value: with_open_items(value), form, site: Some(FRESH) })
        }
        _ => container,
    })
}

/// The type with these ones in the place of keys and of items of which nothing is known.
pub fn with_items(ty: Ty, wanted_key: Ty, wanted: Ty) -> Ty {
    let known_as =
        |item: Ty, wanted| if item == Ty::undefined() { wanted } else { with_items(item, wanted_key, wanted) };
    let known = |item: Ty| known_as(item, wanted);
    ty.map_containers(&mut |container| match *container.kind() {
        Kind::List { item, form, site } => Ty::new(Kind::List { item: known(item), form, site }),
        Kind::Set { frozen, item, site } => Ty::new(Kind::Set { frozen, item: known(item), site }),
        Kind::Dict { key, value, form, site } => {
            Ty::new(Kind::Dict { key: known_as(key, wanted_key), value: known(value), form, site })
        }
        _ => container,
    })
}

/// The type of an item that is put into a list: what a variable would have, with texts as strings, in tuples, too.
pub fn item_type(ty: Ty) -> Ty {
    match ty.kind() {
        Kind::Literal(Literal::Str(_)) | Kind::Text(_) | Kind::Formatted { .. } => Ty::string(),
        Kind::Tuple(items) => Ty::tuple(items.iter().map(|item| item_type(*item)).collect::<Vec<_>>()),
        _ => ty.stored(),
    }
}

/// Whether items of a declared type take the numbers of another one: integers of other widths, and rounded floats, but no number whose
/// fraction or imaginary part would be lost.
pub fn takes_number(declared: Ty, given: Ty) -> bool {
    let rank = |ty: Ty| match ty.kind() {
        Kind::Bool | Kind::Int(_) => Some(0),
        Kind::Float(_) => Some(1),
        Kind::Complex(_) => Some(2),
        _ => None,
    };
    match (rank(given), rank(declared)) {
        (Some(given), Some(own)) => given <= own || declared == Ty::boolean(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(item: Ty, site: u32) -> Ty {
        Ty::new(Kind::List { item, form: ListForm::List, site: Some(site) })
    }

    #[test]
    fn lists_that_are_made_widen() {
        let joined = unify(made(Ty::undefined(), 3), made(Ty::int64(), 5)).expect("both can change");
        assert_eq!(joined, made(Ty::int64(), 3));
        let mut found = Vec::new();
        needs(made(Ty::undefined(), 3), joined, &mut found);
        assert_eq!(found, [(3, joined)]);
    }

    #[test]
    fn lists_that_are_given_do_not() {
        let given = Ty::list(Ty::int64());
        assert_eq!(unify(given, made(Ty::undefined(), 1)), Some(given));
        assert_eq!(unify(given, made(Ty::float64(), 1)), None);
        assert_eq!(unify(given, Ty::list(Ty::float64())), None);
    }

    #[test]
    fn variables_have_strings_for_texts_in_pieces() {
        let text = Ty::new(Kind::Text(vec![Ty::literal_str("a"), Ty::string()].into()));
        let nested = |text: Ty| Ty::optional(Ty::tuple(vec![Ty::int64(), text]));
        assert_eq!(text.with_strings(), Ty::string());
        assert_eq!(nested(text).with_strings(), nested(Ty::string()));
        assert_eq!(nested(Ty::literal_int(1)).with_strings(), nested(Ty::literal_int(1)));
    }

    #[test]
    fn bare_types_have_no_sites() {
        let nested = Ty::tuple(vec![made(made(Ty::int8(), 1), 2)]);
        assert_eq!(nested.bare(), Ty::tuple(vec![Ty::list(Ty::list(Ty::int8()))]));
        assert_eq!(nested.bare().to_string(), "UniTuple(list(list(int8)) x 1)");
    }
}
