//! The functions that the host and the runtime call.

use super::frame::{empty, move_out, place};
use super::make::held;
use coluber_ir::frame::{FRAME_ITEM, exchange};
use coluber_ir::typed::Op;
use coluber_ir::{Builder, Typed, Value};
use coluber_types::{Kind, Ty};

/// Resumes a suspended function and gives a bool, whether there is an item, the item, and what the function has returned. A function that
/// uses what it is sent has that as a second parameter.
pub fn next_function(gen_ty: Ty, resume: u32) -> Typed {
    let Kind::Gen { yields, sends, returns, name, .. } = gen_ty.kind() else {
        return Typed::new("");
    };
    let (yields, sends, returns) = (*yields, *sends, *returns);
    let mut func = Typed::new(name.clone());
    func.ret = Ty::tuple([Ty::boolean(), yields, returns]);
    let entry = func.add_block();
    let suspended = func.add_param(entry, gen_ty, None);
    let sent = (sends != Ty::none()).then(|| func.add_param(entry, sends, None));
    let mut b = Builder::new(&mut func, entry);
    let (both, whole) = (b.func.ret, exchange(yields, sends, returns));
    let place = item_place(&mut b, suspended);
    if let Some(sent) = sent {
        move_out(&mut b, place, whole);
        let sent = held(&mut b, sent);
        let parts = [empty(&mut b, yields), sent, empty(&mut b, returns)];
        let given = b.value(Op::Pack {}, &parts, whole);
        b.effect(Op::Store {}, &[place, given]);
    }
    let valid = b.value(Op::Call { spec: resume, name: name.clone() }, &[suspended], Ty::boolean());
    let item = move_out(&mut b, place, whole);
    let parts = match whole == yields {
        true => [valid, item, empty(&mut b, returns)],
        false => {
            let part = |b: &mut Builder<'_, Op>, index: u32, ty: Ty| b.value(Op::Part { index }, &[item], ty);
            [valid, part(&mut b, 0, yields), part(&mut b, 2, returns)]
        }
    };
    let all = b.value(Op::Pack {}, &parts, both);
    b.ret(all);
    func
}

/// Resumes a suspended function that is to end.
pub(super) fn close_function(gen_ty: Ty, resume: u32) -> Typed {
    let name = match gen_ty.kind() {
        Kind::Gen { name, .. } => name.clone(),
        _ => "".into(),
    };
    let mut func = Typed::new(name.clone());
    func.ret = Ty::none();
    let entry = func.add_block();
    let suspended = func.add_param(entry, gen_ty, None);
    let mut b = Builder::new(&mut func, entry);
    let valid = b.value(Op::Call { spec: resume, name }, &[suspended], Ty::boolean());
    let ended = b.value(Op::Unary { op: coluber_ir::typed::Unary::Not }, &[valid], Ty::boolean());
    let message = "generator ignored GeneratorExit".into();
    b.effect(Op::Guard { class: "RuntimeError".into(), message }, &[ended]);
    let none = b.value(Op::Pack {}, &[], Ty::none());
    b.ret(none);
    func
}

/// Where what is exchanged lies.
fn item_place(b: &mut Builder<'_, Op>, suspended: Value) -> Value {
    let owner = b.value(Op::Part { index: 0 }, &[suspended], Ty::owner());
    let data = b.value(Op::OwnerData {}, &[owner], Ty::ptr());
    place(b, data, FRAME_ITEM)
}
