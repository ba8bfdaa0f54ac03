//! `super()`: what a class is derived from.
//!
//! The object that `super(Class, instance)` gives is a bound method whose name says the class. A method of it is a bound method of the
//! instance, whose name says both. The order of classes is that of the instance's class.

use super::{Member, member, positional};
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_base::Name;
use coluber_types::{Class, Kind, Literal, ObjId, Ty, classes};

/// What stands between the name of a method and the class behind which it is looked for.
const MARK: char = '@';

/// `super(Class, instance)`: the operands are the arguments.
pub fn parent(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let &[class, instance] = &args.vals()[..] else { return Ok(None) };
    let Kind::Function(object) = class.ty.kind() else { return Ok(None) };
    if classes::find(object.id).is_none() {
        return Err(cx.error(format!("super() needs a class of compiled code, not {}", object.text)));
    }
    let name: Name = format!("{MARK}{}", object.id.0).into();
    let ty = Ty::new(Kind::BoundMethod { receiver: instance.ty, name });
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| e.pack(&a[1..], ty))))
}

/// The type of the object that `super()` without arguments gives in a method of a class: the first parameter is the instance.
pub fn parent_of(class: Ty, instance: Ty) -> Option<Ty> {
    let Kind::Function(object) = class.kind() else { return None };
    classes::find(object.id)?;
    let name: Name = format!("{MARK}{}", object.id.0).into();
    Some(Ty::new(Kind::BoundMethod { receiver: instance, name }))
}

/// The name in front of the mark, and the class behind it.
fn marked(name: &str) -> Option<(&str, &'static Class)> {
    let (name, class) = name.split_once(MARK)?;
    Some((name, classes::find(ObjId(class.parse().ok()?))?))
}

/// What the bases of a class have under a name.
pub fn inherited(cx: &mut Cx<'_>, instance: Ty, name: &str) -> Option<Member> {
    let (name, class) = marked(name)?;
    let Some(Member::Constant(place)) = member(cx, class, "place of class") else { return None };
    let Kind::Literal(Literal::Str(place)) = place.ty.kind() else { return None };
    let own = match instance.kind() {
        Kind::Function(object) => classes::find(object.id),
        _ => super::class_of(instance),
    };
    member(cx, own.unwrap_or(class), &format!("super({place}).{name}"))
}

/// `super().name`
pub fn getattr(cx: &mut Cx<'_>, val: Val, name: &Name) -> Rule {
    let Kind::BoundMethod { receiver, name: mark } = val.ty.kind() else { return Ok(None) };
    if !mark.starts_with(MARK) {
        return Ok(None);
    }
    let receiver = *receiver;
    let full: Name = format!("{name}{mark}").into();
    match inherited(cx, receiver, &full) {
        Some(Member::Property(read, _)) => {
            let call = super::call_constant(cx, &read, &positional(&[Val::new(receiver)]))?;
            Ok(call.map(|call| super::with_operands(call, |e, a| vec![e.part(a[0], 0)])))
        }
        Some(Member::Constant(value)) => super::constant(cx, name, value).map(Some),
        Some(_) => {
            let ty = Ty::new(Kind::BoundMethod { receiver, name: full });
            Ok(Some(Resolved::one(Val::new(ty), move |e, a| e.repack(a[0], ty))))
        }
        None if **name == *"__init__" => {
            let ty = Ty::new(Kind::BoundMethod { receiver, name: full });
            Ok(Some(Resolved::one(Val::new(ty), move |e, a| e.repack(a[0], ty))))
        }
        None => Err(cx.error(format!("'super' object has no attribute '{name}'"))),
    }
}

/// Whether the name is that of `__init__` of a class whose bases have none: that of `object`, which does nothing.
pub fn is_empty_init(name: &str) -> bool {
    name.strip_prefix("__init__").is_some_and(|rest| rest.starts_with(MARK))
}
