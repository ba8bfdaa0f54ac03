//! Objects that are handed on while they are made, as in `self.parts = [Part(self)]`: of what types their fields are.
//!
//! The statements of `__init__` are typed with a shape of the class in the place of the object, whose fields have the types that are known by
//! then; those that are not known have none. What the fields are set to says more, also where a statement behind can't be typed yet, and
//! typing starts again with that, until it brings nothing new. Where fields hold the object, or what holds it, the shape is
//! closed ([`recursive`](coluber_types::recursive)), so that it is what its own fields name.

use super::call_constant;
use super::make::{field_type, flow_to_declared, named, set_by, unknown_field};
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::host::HostValue;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_types::{Class, Shape, Ty, unify};

/// What is known of the fields does not become more so often.
const MOST_ROUNDS: usize = 16;

/// The types of the fields of an object for these arguments of its class; None where `__init__` makes such an object itself, which has a type
/// when those of the fields are known.
pub(super) fn types_made(
    cx: &mut Cx<'_>,
    class: &'static Class,
    (function, positions): (&HostValue, &[HostValue]),
    args: &CallArgs,
) -> Result<Option<Box<[Ty]>>> {
    cx.check_settled(&args.vals())?;
    let mut known: Vec<Ty> = (0..class.names.len()).map(|index| class.initial(index)).collect();
    for _ in 0..MOST_ROUNDS {
        let shape = Shape::new(class, Some(known.clone().into()));
        let mut with_object = args.clone();
        with_object.positional.insert(0, Val::new(shape.instance()));
        let made = call_constant(cx, function, &with_object);
        let noted = cx.host.noted_fields(shape);
        let (found, begun) = match &made {
            Err(error) if error.wants_something() => return made.map(|_| None),
            Ok(Some(made)) if made.val().is_undefined() => return Ok(None),
            Ok(Some(made)) => {
                let begun = set_by(positions, made.val().ty).unwrap_or_default();
                (types_of(class, &begun), begun)
            }
            _ => (types_of(class, &noted), Vec::new()),
        };
        let bare = |ty: &Ty| named(*ty, class);
        let next: Vec<Ty> = known.iter().zip(&found).map(|(old, new)| joined(*old, bare(new))).collect();
        if next != known {
            known = next;
            continue;
        }
        made?;
        return match found.iter().position(|&ty| ty == Ty::undefined()) {
            Some(index) => Err(unknown_field(cx, class, index)),
            None => {
                let closed = |ty: &Ty| if bare(ty) == ty.bare() { *ty } else { bare(ty) };
                let types: Box<[Ty]> = found.iter().map(closed).collect();
                flow_to_declared(cx, class, &types, &begun);
                Ok(Some(types))
            }
        };
    }
    Err(unknown_field(cx, class, 0))
}

/// The types of all fields where some are set to values of these types.
fn types_of(class: &'static Class, set: &[(usize, Ty)]) -> Vec<Ty> {
    let mut types: Vec<Ty> = (0..class.names.len()).map(|index| class.initial(index)).collect();
    let mut given = vec![Ty::undefined(); types.len()];
    for &(index, ty) in set {
        given[index] = unify(given[index], ty.stored()).unwrap_or(ty.stored());
    }
    for (index, ty) in given.into_iter().enumerate().filter(|(_, ty)| *ty != Ty::undefined()) {
        types[index] = field_type(class, types[index], ty);
    }
    types
}

/// What is known of a field when a round has found this of it.
fn joined(known: Ty, found: Ty) -> Ty {
    if found == Ty::undefined() { known } else { found }
}

/// `note_field(object, name, item)`
pub(super) fn note_field(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[object, name, item]) = positional(args, 3..=3) else { return Ok(None) };
    let (Some(shape), Some(name)) = (object.ty.shape(), name.literal_str()) else { return Ok(None) };
    if let Some(field) = shape.class().field(name)
        && item.ty != Ty::undefined()
    {
        cx.host.note_field(shape, field, item.ty.stored().bare());
    }
    Ok(Some(Resolved::constant(Ty::none())))
}
