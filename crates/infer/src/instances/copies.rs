//! What copies of objects are made by in the library: objects that share what their fields hold, fields set as they are, and places.

use super::{fields, one_of};
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_types::fields::fields as parts_of;
use coluber_types::{DictForm, Kind, Ty};

/// The rows.
pub const ROWS: &[(&str, crate::builtins::Builtin)] = &[
    ("builtins.id", |_, args| Ok(place(args))),
    ("copy.copy", |cx, args| of_each(cx, "copy.copy", args)),
    ("coluber.lib.intrinsics.deep_copy", |cx, args| match of_each(cx, "coluber.deep_copy", args)? {
        Some(found) => Ok(Some(found)),
        None => cx.overload("coluber.deep_copy", &args.vals()),
    }),
    ("coluber.lib.intrinsics.place", |_, args| Ok(place(args))),
    ("coluber.lib.intrinsics.object_at", |_, args| Ok(object_at(args))),
    ("coluber.lib.intrinsics.shallow_copy", shallow_copy),
    ("coluber.lib.intrinsics.set_field", set_field),
    ("coluber.lib.intrinsics.note_field", super::beginning::note_field),
    ("coluber.lib.intrinsics.own_method", super::own_functions::own_method),
];

/// A function of the library for the class that an object of several classes has; None for other arguments.
fn of_each(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    let vals = args.vals();
    let Some(all) = vals.first().and_then(|val| one_of::members(val.ty)) else { return Ok(None) };
    one_of::each(cx, all, |cx, one| {
        let mut own = vals.clone();
        own[0] = one;
        cx.overload(key, &own)
    })
}

/// The address of a value that lies in an allocation of its own: no other one has it as long as the value is there.
fn place(args: &CallArgs) -> Option<Resolved> {
    let &[object] = positional(args, 1..=1)? else { return None };
    (parts_of(object.ty.bare())[..] == [Ty::owner()]).then(|| {
        Resolved::one(Val::weak(Ty::int64()), |e, a| {
            let owner = e.part(a[0], 0);
            e.cast(owner, Ty::int64())
        })
    })
}

/// The object whose place a dict has under a number, of the type of another one.
fn object_at(args: &CallArgs) -> Option<Resolved> {
    let &[places, number, like] = positional(args, 3..=3)? else { return None };
    let (int, ty) = (Ty::int64(), like.ty.bare());
    let is_dict =
        matches!(*places.ty.kind(), Kind::Dict { key, value, form: DictForm::Dict, .. } if key == int && value == int);
    (is_dict && number.ty.unliteral() == int && parts_of(ty)[..] == [Ty::owner()]).then(|| {
        Resolved::one(Val::new(ty), move |e, a| {
            let number = e.coerce(a[1], int);
            let place = e.dict_find(a[0], number, int);
            let found = e.is_found(place);
            e.guard("KeyError", "", found);
            e.read_item(place, ty)
        })
    })
}

/// A new object with the same values in all fields.
fn shallow_copy(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[object]) = positional(args, 1..=1) else { return Ok(None) };
    let Some(shape) = object.ty.shape() else { return Ok(None) };
    // Of a field that compiled code can't use there is nothing to copy.
    let opaque = shape.types().iter().position(|ty| matches!(ty.kind(), Kind::Opaque(_)));
    opaque.map_or(Ok(()), |index| fields::get(cx, shape, index).map(drop))?;
    Ok(Some(Resolved::one(Val::new(shape.instance()), move |e, a| fields::copied(e, a[0], shape))))
}

/// Sets a field by its number, also where the class lets nobody do so.
fn set_field(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[object, index, value]) = positional(args, 3..=3) else { return Ok(None) };
    let at = index.literal_int().and_then(|index| usize::try_from(index).ok());
    let (Some(shape), Some(at)) = (object.ty.shape(), at) else { return Ok(None) };
    if at >= shape.types().len() {
        return Ok(None);
    }
    let set = fields::set(cx, shape, at, value)?;
    Ok(Some(Resolved::one(Val::new(Ty::none()), move |e, a| {
        (set.emit)(e, &[a[0], a[2]]);
        e.unit(Ty::none())
    })))
}
