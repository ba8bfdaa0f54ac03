//! The function that the host calls for the next item.

use super::frame::{move_out, place};
use coluber_ir::frame::FRAME_ITEM;
use coluber_ir::typed::Op;
use coluber_ir::{Builder, Typed};
use coluber_types::{Kind, Ty};

/// Resumes a suspended function and gives a bool, whether there is an item, and the item.
pub fn next_function(gen_ty: Ty, resume: u32) -> Typed {
    let (yields, name) = match gen_ty.kind() {
        Kind::Gen { yields, name, .. } => (*yields, name.clone()),
        _ => (Ty::none(), "".into()),
    };
    let mut func = Typed::new(name.clone());
    func.ret = Ty::tuple([Ty::boolean(), yields]);
    let entry = func.add_block();
    let suspended = func.add_param(entry, gen_ty, None);
    let mut b = Builder::new(&mut func, entry);
    let valid = b.value(Op::Call { spec: resume, name }, &[suspended], Ty::boolean());
    let owner = b.value(Op::Part { index: 0 }, &[suspended], Ty::owner());
    let data = b.value(Op::OwnerData {}, &[owner], Ty::ptr());
    let item = place(&mut b, data, FRAME_ITEM);
    let item = move_out(&mut b, item, yields);
    let both = b.value(Op::Pack {}, &[valid, item], Ty::tuple([Ty::boolean(), yields]));
    b.ret(both);
    func
}
