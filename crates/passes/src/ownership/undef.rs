//! Gives undefined values null owners.

use super::Owners;
use coluber_ir::typed::Op;
use coluber_ir::{Const, Inst, Typed, Value};
use coluber_types::Ty;
use coluber_types::fields::fields;

/// Replaces each `undef` of a type with owners by an aggregate of null owners and undefined scalars.
pub(super) fn expand(func: &mut Typed, types: &mut Owners) {
    for k in 0..func.layout.len() {
        let block = func.layout[k];
        if !func.blocks[block].insts.iter().any(|&inst| is_owning_undef(func, inst, types)) {
            continue;
        }
        let mut out = Vec::new();
        for inst in std::mem::take(&mut func.blocks[block].insts) {
            if is_owning_undef(func, inst, types) {
                replace(func, inst, types, &mut out);
            }
            out.push(inst);
        }
        func.blocks[block].insts = out;
    }
}

fn is_owning_undef(func: &Typed, inst: Inst, types: &mut Owners) -> bool {
    let data = &func.insts[inst];
    matches!(data.op, Op::Undef {}) && data.results.first().is_some_and(|&r| types.count(func.ty(r)) > 0)
}

/// Turns the `undef` into the outermost operation of a null value; those of its parts are appended to `out`.
fn replace(func: &mut Typed, inst: Inst, types: &mut Owners, out: &mut Vec<Inst>) {
    let ty = func.ty(func.result(inst));
    let (op, args) = null_op(func, ty, types, out);
    let data = &mut func.insts[inst];
    data.op = op;
    data.args = args.into();
}

/// Appends the operations that make a value of the type with null owners.
pub(super) fn null_value(func: &mut Typed, ty: Ty, types: &mut Owners, out: &mut Vec<Inst>) -> Value {
    let (op, args) = null_op(func, ty, types, out);
    let inst = func.make_inst(op, &args, &[ty], Default::default());
    out.push(inst);
    func.result(inst)
}

fn null_op(func: &mut Typed, ty: Ty, types: &mut Owners, out: &mut Vec<Inst>) -> (Op, Vec<Value>) {
    if ty == Ty::owner() {
        return (Op::Const { value: Const::Int(0) }, Vec::new());
    }
    if types.count(ty) == 0 {
        return (Op::Undef {}, Vec::new());
    }
    let parts = fields(ty).into_iter().map(|field| null_value(func, field, types, out)).collect();
    (Op::Pack {}, parts)
}
