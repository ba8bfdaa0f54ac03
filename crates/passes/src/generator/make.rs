//! The function that makes a frame.

use super::frame::{Frame, place};
use coluber_ir::frame::FRAME_CLOSE;
use coluber_ir::typed::Op;
use coluber_ir::{Builder, Typed, Value};
use coluber_types::Ty;
use coluber_types::fields::{fields, has_owner};

/// The runtime's function for frames.
pub(super) const FRAME_NEW: &str = "frame_new";

/// Puts the arguments into a new frame. The function may be resumed after the call: it needs references of its own.
pub(super) fn function(body: &Typed, frame: &Frame, gen_ty: Ty, close: Option<u32>) -> Typed {
    let mut func = Typed::new(body.name.clone());
    func.ret = gen_ty;
    let entry = func.add_block();
    for &param in body.params() {
        func.add_param(entry, body.ty(param), body.values[param].name.clone());
    }
    let params = func.params().to_vec();
    let mut b = Builder::new(&mut func, entry);
    let any = b.value(Op::Undef {}, &[], frame.ty);
    let word = b.value(Op::TypeWord {}, &[any], Ty::ptr());
    let owner = b.value(Op::Runtime { func: FRAME_NEW.into() }, &[word], Ty::owner());
    let data = b.value(Op::OwnerData {}, &[owner], Ty::ptr());
    if let Some(spec) = close {
        let close = b.value(Op::FunctionAddress { spec, name: body.name.clone() }, &[], Ty::ptr());
        let to = place(&mut b, data, FRAME_CLOSE);
        b.effect(Op::Store {}, &[to, close]);
    }
    for (&own, &param) in body.params().iter().zip(&params) {
        let held = held(&mut b, param);
        let to = place(&mut b, data, frame.offset_of(own));
        b.effect(Op::Store {}, &[to, held]);
    }
    let made = b.value(Op::Pack {}, &[owner], gen_ty);
    b.ret(made);
    func
}

/// The value with references that last beyond the call.
pub(super) fn held(b: &mut Builder<'_, Op>, value: Value) -> Value {
    let ty = b.func.ty(value);
    if !has_owner(ty) {
        return value;
    }
    if ty == Ty::owner() {
        return b.value(Op::Runtime { func: "hold".into() }, &[value], ty);
    }
    let parts: Vec<Value> = fields(ty)
        .into_iter()
        .enumerate()
        .map(|(k, field)| {
            let part = b.value(Op::Part { index: k as u32 }, &[value], field);
            held(b, part)
        })
        .collect();
    b.value(Op::Pack {}, &parts, ty)
}
