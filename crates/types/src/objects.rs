//! The host objects that types name, put in the place of others.

use crate::kind::{DictForm, Kind, Object, RecordField};
use crate::{Shape, Ty, classes};

/// Says what stands in the place of an object; None where nothing can.
pub type Replace<'a> = dyn FnMut(&Object) -> Option<Object> + 'a;

impl Ty {
    /// The type with other objects in the place of its own, in the order in which they stand. None where one has no replacement,
    /// and for types of functions that are known to one process only.
    pub fn with_objects(self, replace: &mut Replace<'_>) -> Option<Ty> {
        Some(match changed(self.kind(), replace)? {
            Some(kind) => Ty::new(kind),
            None => self,
        })
    }
}

fn all(types: &[Ty], replace: &mut Replace<'_>) -> Option<Box<[Ty]>> {
    types.iter().map(|ty| ty.with_objects(replace)).collect()
}

fn all_if_any(types: Option<&[Ty]>, replace: &mut Replace<'_>) -> Option<Option<Box<[Ty]>>> {
    Some(match types {
        Some(types) => Some(all(types, replace)?),
        None => None,
    })
}

/// What a deferred type was said to be.
fn said(kind: &Kind) -> Option<Ty> {
    let ty = Ty::new(kind.clone());
    Some(ty.resolved()).filter(|said| *said != ty)
}

fn field(field: &RecordField, replace: &mut Replace<'_>) -> Option<RecordField> {
    Some(RecordField { ty: field.ty.with_objects(replace)?, ..field.clone() })
}

/// The kind with other objects; `Some(None)` for kinds in which there are none, None as for [`Ty::with_objects`].
fn changed(kind: &Kind, replace: &mut Replace<'_>) -> Option<Option<Kind>> {
    Some(Some(match kind {
        Kind::Closure { .. } | Kind::Gen { .. } => return None,
        // Shapes and deferred types have numbers of this process.
        Kind::Instance(shape) => {
            Kind::InstanceOf { class: replace(&shape.class().object)?, types: all_if_any(shape.key_types(), replace)? }
        }
        Kind::InstanceOf { class, types } => {
            let class = classes::find(replace(class)?.id)?;
            Kind::Instance(Shape::new(class, all_if_any(types.as_deref(), replace)?))
        }
        Kind::Deferred(_) => said(kind)?.with_objects(replace)?.kind().clone(),
        Kind::Text(pieces) => Kind::Text(all(pieces, replace)?),
        Kind::Formatted { form, value, spec } => {
            Kind::Formatted { form: *form, value: value.with_objects(replace)?, spec: spec.with_objects(replace)? }
        }
        Kind::Slice { start, stop, step } => Kind::Slice {
            start: start.with_objects(replace)?,
            stop: stop.with_objects(replace)?,
            step: step.with_objects(replace)?,
        },
        Kind::Tuple(items) => Kind::Tuple(all(items, replace)?),
        Kind::NamedTuple { class, names, items } => {
            Kind::NamedTuple { class: replace(class)?, names: names.clone(), items: all(items, replace)? }
        }
        Kind::Keywords { names, items } => Kind::Keywords { names: names.clone(), items: all(items, replace)? },
        Kind::Display { of, items } => Kind::Display { of: of.with_objects(replace)?, items: all(items, replace)? },
        Kind::Enum { class, value, integral } => {
            Kind::Enum { class: replace(class)?, value: value.with_objects(replace)?, integral: *integral }
        }
        Kind::Array { dtype, ndim, layout, mutable, aligned } => Kind::Array {
            dtype: dtype.with_objects(replace)?,
            ndim: *ndim,
            layout: *layout,
            mutable: *mutable,
            aligned: *aligned,
        },
        Kind::Record { fields, size, aligned } => Kind::Record {
            fields: fields.iter().map(|f| field(f, replace)).collect::<Option<_>>()?,
            size: *size,
            aligned: *aligned,
        },
        Kind::List { item, form, site } => Kind::List { item: item.with_objects(replace)?, form: *form, site: *site },
        Kind::Dict { key, value, form, site } => Kind::Dict {
            key: key.with_objects(replace)?,
            value: value.with_objects(replace)?,
            form: match form {
                DictForm::Default(factory) => DictForm::Default(factory.with_objects(replace)?),
                DictForm::Named(values) => DictForm::Named(values.with_objects(replace)?),
                _ => *form,
            },
            site: *site,
        },
        Kind::Set { frozen, item, site } => {
            Kind::Set { frozen: *frozen, item: item.with_objects(replace)?, site: *site }
        }
        Kind::DictView { dict, part } => Kind::DictView { dict: dict.with_objects(replace)?, part: *part },
        Kind::DictIter { dict, part } => Kind::DictIter { dict: dict.with_objects(replace)?, part: *part },
        Kind::ListIter(ty) => Kind::ListIter(ty.with_objects(replace)?),
        Kind::Optional(ty) => Kind::Optional(ty.with_objects(replace)?),
        Kind::OneOf(functions) => Kind::OneOf(all(functions, replace)?),
        Kind::Cell(ty) => Kind::Cell(ty.with_objects(replace)?),
        Kind::Pointer(ty) => Kind::Pointer(ty.with_objects(replace)?),
        Kind::DType(ty) => Kind::DType(ty.with_objects(replace)?),
        Kind::NumberClass(ty) => Kind::NumberClass(ty.with_objects(replace)?),
        Kind::Function(object) => Kind::Function(replace(object)?),
        Kind::Dispatcher(object) => Kind::Dispatcher(replace(object)?),
        Kind::Module(object) => Kind::Module(replace(object)?),
        Kind::ExceptionClass(object) => Kind::ExceptionClass(replace(object)?),
        Kind::Exception { class, args } => Kind::Exception { class: replace(class)?, args: all(args, replace)? },
        Kind::BoundMethod { receiver, name } => {
            Kind::BoundMethod { receiver: receiver.with_objects(replace)?, name: name.clone() }
        }
        Kind::ArrayIter(ty) => Kind::ArrayIter(ty.with_objects(replace)?),
        Kind::TupleIter(ty) => Kind::TupleIter(ty.with_objects(replace)?),
        Kind::Enumerate(ty) => Kind::Enumerate(ty.with_objects(replace)?),
        Kind::Zip(types) => Kind::Zip(all(types, replace)?),
        Kind::Reversed(ty) => Kind::Reversed(ty.with_objects(replace)?),
        Kind::FlatIter(ty) => Kind::FlatIter(ty.with_objects(replace)?),
        Kind::NdEnumerate(ty) => Kind::NdEnumerate(ty.with_objects(replace)?),
        Kind::Around(object) => Kind::Around(replace(object)?),
        Kind::Opaque(object) => Kind::Opaque(replace(object)?),
        Kind::Extension(object) => Kind::Extension(replace(object)?),
        Kind::Undefined
        | Kind::None
        | Kind::Ellipsis
        | Kind::Bool
        | Kind::Int(_)
        | Kind::Float(_)
        | Kind::Complex(_)
        | Kind::Date(_)
        | Kind::Span(_)
        | Kind::Str
        | Kind::Bytes
        | Kind::Chars { .. }
        | Kind::Vector { .. }
        | Kind::Range { .. }
        | Kind::Literal(_)
        | Kind::Omitted(_)
        | Kind::CaughtException
        | Kind::RangeIter { .. }
        | Kind::StrIter
        | Kind::BytesIter
        | Kind::NdIndex(_)
        | Kind::GridGroup
        | Kind::Generator
        | Kind::Itself
        | Kind::Ptr
        | Kind::Owner => return Some(None),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::ObjId;

    fn object(id: u32) -> Object {
        Object { id: ObjId(id), text: format!("object {id}").into() }
    }

    #[test]
    fn objects_are_replaced_where_they_stand() {
        let inner =
            |a, b| Ty::tuple([Ty::int64(), Ty::new(Kind::Function(object(a))), Ty::new(Kind::Module(object(b)))]);
        let mut seen = Vec::new();
        let ty = Ty::optional(inner(7, 8)).with_objects(&mut |o| {
            seen.push(o.id.0);
            Some(object(o.id.0 + 10))
        });
        assert_eq!(ty, Some(Ty::optional(inner(17, 18))));
        assert_eq!(seen, [7, 8]);
        assert_eq!(inner(7, 8).with_objects(&mut |_| None), None);
        assert_eq!(Ty::float64().with_objects(&mut |_| None), Some(Ty::float64()));
    }
}
