//! Objects in fields of objects of their own class, where no annotation says so.
//!
//! [`Kind::Itself`] stands for the type of the object in the types of its fields. A shape that is made of such types is *closed*: its fields
//! have the type of its own instances in that place, and it is compared by its number, like a class that says its fields.

use crate::classes::{Class, Form, Shape};
use crate::kind::Kind;
use crate::{Conversion, Ty, conversion};

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

    /// The type with others in the place of types in it: optional values, items of containers and tuples. Where the function gives none, it is
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
            _ => self,
        }
    }

    /// The type with what classes have been found to hold since it was made.
    pub(crate) fn refreshed(self) -> Ty {
        self.replaced(&mut |ty| {
            let shape = ty.shape().filter(|shape| shape.class().form == Form::Data)?;
            let types =
                shape.key_types()?.iter().enumerate().map(|(k, ty)| wider(ty.refreshed(), shape.class().declared(k)));
            Some(Shape::new(shape.class(), Some(types.collect())).instance())
        })
    }

    /// The type of a field with the marker in the place of objects of the class itself.
    pub fn naming_itself(self, class: &Class) -> Ty {
        self.replaced(&mut |ty| is_own(ty, class).then(|| Ty::new(Kind::Itself)))
    }
}

/// What a field holds, where its class has been found to hold more.
fn wider(ty: Ty, declared: Ty) -> Ty {
    let fits = declared != Ty::undefined() && conversion(ty, declared).is_some_and(|c| c < Conversion::Unsafe);
    if fits { declared } else { ty }
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
        let fits = new.has_itself() && conversion(named(old), *new).is_some();
        fits || old.bare() == ty.bare() || named(old) == *new
    });
    let first = wanted.iter().zip(types).position(|(new, ty)| new.has_itself() && !ty.has_itself())?;
    same.then(|| (first, wanted[first]))
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
    use crate::kind::{ObjId, Object};

    fn class(id: u32, names: &[&str]) -> &'static Class {
        let object = Object { id: ObjId(id), text: "Node".into() };
        let fields = (names.iter().map(|&name| name.into()).collect(), names.len());
        add(object, (ObjId(id), ObjId(id)), (Form::Data, Keys::Identity), fields, "".into())
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
