//! Suspended functions: what calls of functions with `yield` give.
//!
//! A value is the owner word of a frame, which the function that resumes it changes: asking for an item (`iter_valid`) runs the function
//! as far as its next `yield`, which leaves the item in the frame, from where `iter_value` takes it. `passes::generator` makes the functions.

use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::host::FuncId;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_ir::frame::FRAME_ITEM;
use coluber_ir::typed::Op;
use coluber_types::fields::has_owner;
use coluber_types::{Kind, Ty};

/// The type of what a call gives.
pub fn gen_type(func: FuncId, args: &[Ty], yields: Val, name: Name) -> Ty {
    Ty::new(Kind::Gen { func: func.0, args: args.into(), yields: yields.ty.bare(), weak: yields.weak, name })
}

/// Resumes it; whether there is an item.
pub fn valid(cx: &mut Cx<'_>, ty: Ty) -> Rule {
    let Kind::Gen { func, args, name, .. } = ty.kind() else {
        return Ok(None);
    };
    let spec = cx.host.resume(FuncId(*func), args, cx.span)?;
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| e.call(spec, name, &[a[0]], Ty::boolean()))))
}

/// The item that it has left in its frame.
pub fn value(yields: Ty, weak: bool) -> Resolved {
    Resolved::one(Val { ty: yields, weak }, move |e, a| {
        let owner = e.part(a[0], 0);
        let (data, offset) = (e.value(Op::OwnerData {}, &[owner], Ty::ptr()), e.i64(FRAME_ITEM));
        let place = e.ptr_add(data, offset);
        e.move_out(place, yields)
    })
}

/// A list of what a suspended function gives, and its type.
pub fn as_list(cx: &mut Cx<'_>, val: Val) -> Result<Option<(Resolved, Ty)>> {
    if !matches!(val.ty.kind(), Kind::Gen { .. }) {
        return Ok(None);
    }
    Ok(cx.overload("coluber.list", &[val])?.map(|list| {
        let ty = list.val().ty;
        (list, ty)
    }))
}

impl Emitter<'_> {
    /// Hands a value to whoever resumed the function.
    pub fn yield_value(&mut self, value: Value, yields: Ty) {
        let value = self.coerce(value, yields);
        self.builder().effect(Op::Yield {}, &[value]);
    }

    /// The value at an address, which has null owners afterwards.
    fn move_out(&mut self, place: Value, ty: Ty) -> Value {
        if !has_owner(ty) {
            return self.load(place, ty);
        }
        let value = self.value(Op::Take {}, &[place], ty);
        let empty = self.undef(ty);
        let empty = self.null_if_owning(empty);
        self.store(place, empty);
        value
    }
}
