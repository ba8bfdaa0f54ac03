//! Functions that methods make and put into fields.
//!
//! The types of the fields of an object are found by a function that stands for its `__init__`. The inner functions of that one are
//! those of `__init__` itself: what a method makes where its object is there is the function that a field is known to hold already.

use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::host::{FuncId, Host};
use crate::value::{Resolved, Val};
use coluber_types::{DictForm, Kind, Ty};

/// `own_method(name)`: a method of an object that is not there yet, in the function that finds the types of its fields.
pub(super) fn own_method(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[name]) = positional(args, 1..=1) else { return Ok(None) };
    let Some(name) = name.literal_str() else { return Ok(None) };
    let ty = Ty::new(Kind::BoundMethod { receiver: Ty::new(Kind::Itself), name: name.into() });
    Ok(Some(Resolved::one(Val::new(ty), move |e, _| e.undef(ty))))
}

/// The function in a field of an object that the same statement has made of values of the same types.
pub fn known_in_fields(host: &mut dyn Host, object: Ty, func: FuncId, captured: &[Ty]) -> Option<FuncId> {
    let shape = object.bare().shape()?;
    let mut known = Vec::new();
    shape.types().iter().filter(|ty| ty.names_functions()).for_each(|ty| collect(*ty, &mut known));
    let is_same = |ty: &Ty| match ty.kind() {
        Kind::Closure { func: other, captured: types, .. } => (**types == *captured).then_some(FuncId(*other)),
        _ => None,
    };
    known.iter().filter_map(is_same).find(|other| host.has_same_code(func, *other))
}

/// The inner functions that a value may be, or hold.
fn collect(ty: Ty, found: &mut Vec<Ty>) {
    ty.replaced(&mut |ty| {
        match ty.kind() {
            Kind::Closure { .. } => found.push(ty),
            Kind::OneOf(all) => all.iter().for_each(|ty| collect(*ty, found)),
            Kind::Dict { form: DictForm::Default(factory), .. } => collect(*factory, found),
            _ => (),
        }
        matches!(ty.kind(), Kind::OneOf(_)).then_some(ty)
    });
}
