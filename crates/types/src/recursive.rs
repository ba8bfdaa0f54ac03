//! Objects in fields of objects of their own class, and objects of several classes that hold each other, where no annotation says so.
//!
//! [`Kind::Itself`] stands for the type of the object in the types of its fields; [`Kind::Around`] does so in the fields of objects of other
//! classes that it holds. A shape that is made of such types is *closed*: its fields have the type of its own instances in that place, and
//! it is compared by its number, like a class that says its fields.

use crate::classes::{Class, Form, Shape};
use crate::containers::{has_unknown, with_items};
use crate::kind::{Kind, ObjId};
use crate::unify::sort;
use crate::{Conversion, Ty, conversion, unify};

impl Ty {
    /// Whether the type of the object that has the field stands in it.
    pub fn has_itself(self) -> bool {
        let mut found = false;
        self.replaced(&mut |ty| {
            found |= matches!(ty.kind(), Kind::Itself);
            None
        });
        found
    }

    /// Whether there are objects of the program in it, whose fields have the types of what they hold.
    pub fn has_data(self) -> bool {
        let mut found = false;
        self.replaced(&mut |ty| {
            found |= ty.shape().is_some_and(|shape| shape.class().form == Form::Data);
            None
        });
        found
    }

    /// The type with others in the place of types in it: optional values, items of containers and tuples, objects of several classes, those of
    /// methods. Where the function gives none, it is
    /// asked about the parts.
    pub fn replaced(self, replace: &mut dyn FnMut(Ty) -> Option<Ty>) -> Ty {
        if let Some(other) = replace(self) {
            return other;
        }
        match self.kind() {
            Kind::List { item, form, site } => {
                Ty::new(Kind::List { item: item.replaced(replace), form: *form, site: *site })
            }
            Kind::Set { item, frozen, site } => {
                Ty::new(Kind::Set { item: item.replaced(replace), frozen: *frozen, site: *site })
            }
            Kind::Dict { key, value, form, site } => {
                let (key, value) = (key.replaced(replace), value.replaced(replace));
                Ty::new(Kind::Dict { key, value, form: *form, site: *site })
            }
            Kind::Optional(inner) => Ty::optional(inner.replaced(replace)),
            Kind::Tuple(items) => Ty::tuple(items.iter().map(|ty| ty.replaced(replace)).collect::<Vec<_>>()),
            Kind::OneOf(all) if all.iter().all(|ty| is_object(*ty)) || all.iter().any(|ty| is_method(*ty)) => {
                let mut all: Vec<Ty> = all.iter().map(|ty| ty.replaced(replace)).collect();
                sort(&mut all);
                Ty::new(Kind::OneOf(all.into()))
            }
            Kind::BoundMethod { receiver, name } if is_object(*receiver) => {
                Ty::new(Kind::BoundMethod { receiver: receiver.replaced(replace), name: name.clone() })
            }
            _ => self,
        }
    }

    /// The type with what classes have been found to hold since it was made.
    pub fn grown(self) -> Ty {
        self.refreshed(&mut Vec::new())
    }

    /// The type with what classes have been found to hold since it was made. Objects of the classes in `around`, whose fields are being
    /// looked at, stay as they are: classes may hold each other.
    pub(crate) fn refreshed(self, around: &mut Vec<ObjId>) -> Ty {
        self.replaced(&mut |ty| {
            let shape = ty.shape().filter(|shape| shape.class().form == Form::Data)?;
            let (class, before) = (shape.class(), shape.key_types()?);
            if around.contains(&class.object.id) {
                return None;
            }
            around.push(class.object.id);
            let mut field = |(k, ty): (usize, &Ty)| wider(ty.refreshed(around), class.declared_within(k, around));
            let types = before.iter().enumerate().map(&mut field).collect();
            around.pop();
            Some(Shape::new(class, Some(types)).instance())
        })
    }

    /// The type of a field with the markers in the place of objects of the class itself.
    pub fn naming_itself(self, class: &Class) -> Ty {
        self.replaced(&mut |ty| match is_own(ty, class) {
            true => Some(Ty::new(Kind::Itself)),
            false => other_instance(ty, class).and_then(|shape| changed(shape, |ty| ty.naming_around(class))),
        })
    }

    /// As [`Ty::naming_itself`], in the fields of objects of other classes.
    fn naming_around(self, class: &Class) -> Ty {
        self.replaced(&mut |ty| match is_own(ty, class) {
            true => Some(Ty::new(Kind::Around(class.object.clone()))),
            false => other_instance(ty, class).and_then(|shape| changed(shape, |ty| ty.naming_around(class))),
        })
    }

    /// Whether the marker of objects of a class stands in the fields of objects of other classes in it.
    pub fn names_around(self, class: &Class) -> bool {
        let mut found = false;
        self.replaced(&mut |ty| {
            found |= matches!(ty.kind(), Kind::Around(named) if named.id == class.object.id)
                || other_instance(ty, class)
                    .and_then(Shape::key_types)
                    .is_some_and(|types| types.iter().any(|ty| ty.names_around(class)));
            None
        });
        found
    }

    /// Whether the type is one of a field that holds objects of its own class, or objects that hold such.
    pub fn is_open_for(self, class: &Class) -> bool {
        self.has_itself() || self.names_around(class)
    }

    /// The type of a field of a closed shape: objects of the class are its instances.
    pub(crate) fn closed(self, shape: Shape) -> Ty {
        let class = shape.class();
        self.replaced(&mut |ty| match ty.kind() {
            Kind::Itself => Some(shape.instance()),
            _ => ty.closed_around(class, shape.instance()),
        })
    }

    /// An instance of another class with a type in the place of the marker; None where the marker does not stand in it.
    fn closed_around(self, class: &Class, instance: Ty) -> Option<Ty> {
        if matches!(self.kind(), Kind::Around(named) if named.id == class.object.id) {
            return Some(instance);
        }
        let shape = other_instance(self, class).filter(|_| self.names_around(class))?;
        changed(shape, |ty| ty.replaced(&mut |ty| ty.closed_around(class, instance)))
    }
}

/// The shape among others of the same class whose fields are the same, where objects in them that hold each other are compared by what they hold.
pub(crate) fn known_as(shape: Shape, others: &[Shape]) -> Option<Shape> {
    let holds_others = shape.types().iter().any(|ty| has_instance(*ty));
    others.iter().copied().filter(|_| holds_others).find(|other| are_same(shape, *other, &mut Vec::new()))
}

fn has_instance(ty: Ty) -> bool {
    let mut found = false;
    ty.replaced(&mut |ty| {
        found |= matches!(ty.kind(), Kind::Instance(_));
        None
    });
    found
}

/// Whether two shapes of a class have the same fields; those of pairs in `assumed` have, if others do.
fn are_same(a: Shape, b: Shape, assumed: &mut Vec<(Shape, Shape)>) -> bool {
    if a == b || assumed.contains(&(a, b)) {
        return true;
    }
    let is_told = a.key_types().is_some() && b.key_types().is_some();
    let (x, y) = (a.types(), b.types());
    // The fields of one that is being made are not known.
    if !is_told || x.len() != y.len() || x.is_empty() || !std::ptr::eq(a.class(), b.class()) {
        return false;
    }
    assumed.push((a, b));
    x.iter().zip(y).all(|(x, y)| is_same(*x, *y, assumed))
}

fn is_same(a: Ty, b: Ty, assumed: &mut Vec<(Shape, Shape)>) -> bool {
    if a == b {
        return true;
    }
    let mut all = |x: &[Ty], y: &[Ty]| x.len() == y.len() && x.iter().zip(y).all(|(x, y)| is_same(*x, *y, assumed));
    match (a.kind(), b.kind()) {
        (Kind::Instance(x), Kind::Instance(y)) => are_same(*x, *y, assumed),
        (Kind::Optional(x), Kind::Optional(y)) => is_same(*x, *y, assumed),
        (Kind::List { item: x, form, site }, Kind::List { item: y, form: f, site: s }) => {
            (form, site) == (f, s) && is_same(*x, *y, assumed)
        }
        (Kind::Set { item: x, frozen, site }, Kind::Set { item: y, frozen: f, site: s }) => {
            (frozen, site) == (f, s) && is_same(*x, *y, assumed)
        }
        (Kind::Dict { key, value, form, site }, Kind::Dict { key: k, value: v, form: f, site: s }) => {
            (form, site) == (f, s) && all(&[*key, *value], &[*k, *v])
        }
        (Kind::Tuple(x), Kind::Tuple(y)) => all(x, y),
        (Kind::BoundMethod { receiver: x, name }, Kind::BoundMethod { receiver: y, name: other }) => {
            name == other && is_same(*x, *y, assumed)
        }
        (Kind::OneOf(x), Kind::OneOf(y)) => {
            x.len() == y.len() && x.iter().all(|x| y.iter().any(|y| is_same(*x, *y, assumed)))
        }
        _ => false,
    }
}

/// Whether values of a type are objects of a class whose fields are known, or are going to be.
fn is_object(ty: Ty) -> bool {
    ty.shape().is_some() || matches!(ty.kind(), Kind::Itself | Kind::Around(_))
}

/// Whether values of a type are methods of such objects.
fn is_method(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::BoundMethod { receiver, .. } if is_object(*receiver))
}

/// The shape of an instance that is one of another class.
fn other_instance(ty: Ty, class: &Class) -> Option<Shape> {
    ty.shape().filter(|shape| shape.class().object.id != class.object.id)
}

/// The instance whose fields have other types; None where they are the same.
fn changed(shape: Shape, change: impl Fn(Ty) -> Ty) -> Option<Ty> {
    let before = shape.key_types()?;
    let types: Box<[Ty]> = before.iter().map(|ty| change(*ty)).collect();
    (*types != *before).then(|| Shape::new(shape.class(), Some(types)).instance())
}

/// What a field holds, where its class has been found to hold more.
fn wider(ty: Ty, declared: Ty) -> Ty {
    let fits = conversion(ty, declared).is_some_and(|c| c < Conversion::Unsafe)
        || is_unknown_one(ty, declared)
        || is_narrower_list(ty, declared);
    if fits && declared != Ty::undefined() { declared } else { ty }
}

/// Whether a list of numbers, or of tuples of such, has items that those of another one have room for.
fn is_narrower_list(ty: Ty, other: Ty) -> bool {
    match (ty.kind(), other.kind()) {
        (Kind::List { item, form, .. }, Kind::List { item: wide, form: other, .. }) => {
            let has_room = unify(*item, *wide) == Some(*wide) && (item.is_number() || item.tuple_items().is_some());
            form == other && (has_room || is_narrower_list(*item, *wide))
        }
        _ => false,
    }
}

/// Whether a container of whose items nothing is known is one like the other.
pub fn is_unknown_one(ty: Ty, other: Ty) -> bool {
    let unknown = Ty::undefined();
    match (ty.kind(), other.kind()) {
        (Kind::List { item, form, .. }, Kind::List { form: other, .. }) => *item == unknown && form == other,
        (Kind::Set { item, frozen, .. }, Kind::Set { frozen: other, .. }) => *item == unknown && frozen == other,
        (Kind::Dict { key, value, .. }, Kind::Dict { .. }) => {
            (*key, *value) == (unknown, unknown) && ty.dict_form() == other.dict_form()
        }
        _ => false,
    }
}

fn is_own(ty: Ty, class: &Class) -> bool {
    let shape = ty.shape().filter(|shape| shape.key_types().is_some());
    shape.is_some_and(|shape| shape.class().object.id == class.object.id)
}

/// The type that a field is to have, so that objects of the class that are made with fields of these types are of the type of those that
/// they hold: the field and its type, or None where they would not be.
pub fn closing(class: &Class, types: &[Ty]) -> Option<(usize, Ty)> {
    let named = |ty: &Ty| ty.bare().naming_itself(class);
    let mut held = None;
    let mut find = |ty: &Ty| {
        ty.replaced(&mut |ty| {
            held = held.or(ty.shape().filter(|_| is_own(ty, class)));
            None
        });
    };
    types.iter().for_each(&mut find);
    let wanted: Vec<Ty> = types.iter().map(|ty| optional(named(ty))).collect();
    let before = held?.key_types()?.iter().zip(&wanted);
    let same = before.zip(types).all(|((old, new), ty)| {
        // A container that is empty in the object that is held may hold what it holds in the other one.
        let is_empty = has_unknown(*old) && filled_as(*old, *new) == *new;
        let fits = new.has_itself() && (is_empty || conversion(named(old), *new).is_some());
        fits || old.bare() == ty.bare() || named(old) == *new
    });
    let first = wanted.iter().zip(types).position(|(new, ty)| new.has_itself() && !ty.has_itself())?;
    same.then(|| (first, wanted[first]))
}

/// A container of which nothing is known with what another one holds.
fn filled_as(empty: Ty, other: Ty) -> Ty {
    match *other.kind() {
        Kind::List { item, .. } | Kind::Set { item, .. } => with_items(empty, item, item),
        Kind::Dict { key, value, .. } => with_items(empty, key, value),
        _ => empty,
    }
    .bare()
}

/// A field that holds an object may hold none in others.
fn optional(ty: Ty) -> Ty {
    match ty.kind() {
        Kind::Itself => Ty::optional(ty),
        _ => ty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classes::{Keys, add};
    use crate::kind::Object;

    fn class(id: u32, names: &[&str]) -> &'static Class {
        let object = Object { id: ObjId(id), text: "Node".into() };
        let fields = (names.iter().map(|&name| name.into()).collect(), names.len(), names.len());
        add(object, (ObjId(id), ObjId(id)), (Form::Data, Keys::Identity), fields, "".into())
    }

    #[test]
    fn lists_of_objects_that_hold_empty_lists_are_lists_of_such_objects() {
        let node = class(131, &["value", "parts"]);
        let of = |parts: Ty| Shape::new(node, Some(Box::new([Ty::int64(), parts])));
        let (leaf, itself) = (of(Ty::list(Ty::undefined())), Ty::list(Ty::new(Kind::Itself)));
        assert_eq!(closing(node, &[Ty::int64(), Ty::list(leaf.instance())]), Some((1, itself)));
        assert_eq!(closing(node, &[Ty::int64(), Ty::list(Ty::undefined())]), None);
    }

    #[test]
    fn a_shape_is_closed_where_an_object_holds_one_of_its_class() {
        let node = class(101, &["value", "next"]);
        let of = |next: Ty| Shape::new(node, Some(Box::new([Ty::int64(), next])));
        let (last, itself) = (of(Ty::none()), Ty::optional(Ty::new(Kind::Itself)));
        assert_eq!(closing(node, &[Ty::int64(), last.instance()]), Some((1, itself)));
        assert_eq!(closing(node, &[Ty::float64(), last.instance()]), None);
        let closed = of(itself);
        assert_eq!(closed, of(itself));
        assert_eq!((closed.types()[1], closed.own_types()), (Ty::optional(closed.instance()), None));
        assert_eq!(closed.instance().naming_itself(node), Ty::new(Kind::Itself));
        assert_eq!(closed.instance().to_string(), "Node#65<value:int64,next:OptionalType(Node#65)>");
    }

    #[test]
    fn shapes_are_closed_through_objects_of_other_classes() {
        let (whole, part) = (class(104, &["parts"]), class(105, &["whole"]));
        let around = Ty::new(Kind::Around(whole.object.clone()));
        let open = Shape::new(part, Some(Box::new([around]))).instance();
        let mut either = [Ty::new(Kind::Itself), open];
        sort(&mut either);
        for held in [open, Ty::new(Kind::OneOf(either.into()))] {
            let closed = Shape::new(whole, Some(Box::new([Ty::list(held)])));
            let parts = closed.types()[0];
            assert!(!parts.is_open_for(whole));
            assert_eq!(parts.naming_itself(whole), Ty::list(held));
            // Whichever was written first, the type is the same.
            assert_eq!(Shape::new(whole, Some(Box::new([parts]))), closed);
        }
    }

    #[test]
    fn what_holds_objects_of_a_class_keeps_up_with_it() {
        let (node, tree) = (class(102, &["next"]), class(103, &["root"]));
        let old = Shape::new(node, Some(Box::new([Ty::none()])));
        assert!(tree.widen(0, Ty::optional(old.instance())));
        assert_eq!(tree.declared(0), Ty::optional(old.instance()));
        let itself = Ty::optional(Ty::new(Kind::Itself));
        assert!(node.widen(0, itself));
        let new = Shape::new(node, Some(Box::new([itself])));
        assert_eq!(tree.declared(0), Ty::optional(new.instance()));
    }
}
