//! Results that have one of several types, such as those of a function that returns an index or False.
//!
//! Only calls and generators give them. Behind the call the way parts: where the value has the first of the types, and where it has another
//! one. Each way goes on with a value and a version of the code of its own ([`crate::versions`]).

use crate::value::{Resolved, Val};
use crate::versions::Versions;
use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Inst, Target, Terminator, Untyped, Value};
use coluber_ops::CmpOp;
use coluber_types::unify::variants;
use coluber_types::{Kind, Ty};

/// Whether a value has the first of the types that it may have.
pub fn is_first(val: Val) -> Resolved {
    match variants(val.ty) {
        None => Resolved::constant(Ty::literal_bool(true)),
        Some(_) => Resolved::one(Val::weak(Ty::boolean()), |e, a| {
            let number = e.part(a[0], 0);
            e.compare_int(CmpOp::Eq, number, 0)
        }),
    }
}

/// The value where it has the first type.
pub fn first(val: Val) -> Resolved {
    match variants(val.ty) {
        None => Resolved::one(val, |_, a| a[0]),
        Some(all) => member(val, all[0], 0),
    }
}

/// The value where it has another type.
pub fn other(val: Val) -> Resolved {
    match variants(val.ty) {
        None | Some([] | [_]) => Resolved::one(val, |_, a| a[0]),
        Some([_, last]) => member(val, *last, 1),
        Some([_, rest @ ..]) => {
            let ty = Ty::new(Kind::OneOf(rest.into()));
            Resolved::one(Val { ty, ..val }, move |e, a| {
                let (number, one) = (e.part(a[0], 0), e.i64(1));
                let mut parts = vec![e.sub(number, one)];
                parts.extend((0..rest.len()).map(|k| e.part(a[0], k + 2)));
                e.pack(&parts, ty)
            })
        }
    }
}

/// The value of one of the types, by its place.
fn member(val: Val, ty: Ty, place: usize) -> Resolved {
    match ty.kind() {
        Kind::Literal(_) | Kind::None => Resolved::constant(ty),
        _ => Resolved::one(Val { ty, ..val }, move |e, a| e.part(a[0], place + 1)),
    }
}

/// Whether an operation takes such a value apart.
fn takes_apart(op: &Op) -> bool {
    matches!(op, Op::IsFirstChoice {} | Op::FirstChoice {} | Op::OtherChoice {})
}

/// Whether a value is used otherwise than to take it apart, or to return it.
pub fn is_used(body: &Untyped, value: Value) -> bool {
    body.layout.iter().map(|block| &body.blocks[*block]).any(|block| {
        let jumps = block.term.targets().into_iter().any(|target| target.args.contains(&value));
        let tests = matches!(block.term, Terminator::Branch { cond, .. } if cond == value);
        let uses = |inst: &Inst| body.insts[*inst].args.contains(&value) && !takes_apart(&body.insts[*inst].op);
        jumps || tests || block.insts.iter().any(uses)
    })
}

/// The function in which the way parts behind an instruction of whose results one has one of several types.
pub fn parted(body: &Untyped, inst: Inst, value: Value, versions: &mut Versions) -> Option<Untyped> {
    let mut func = body.clone();
    let block = func.layout.iter().copied().find(|block| func.blocks[*block].insts.contains(&inst))?;
    let (rest, known) = split_behind(&mut func, block, inst);
    for user in func.layout.clone().into_iter().filter(|user| *user != block).chain([rest]) {
        crate::unroll::rename(&mut func, user, value, known);
    }
    let is_first = added(&mut func, block, Op::IsFirstChoice {}, value);
    let then = way(&mut func, Op::FirstChoice {}, value, rest);
    func.blocks[block].term = Terminator::Jump(to(then, &[]));
    let version = versions.copy_of(&mut func, rest)?;
    let otherwise = way(&mut func, Op::OtherChoice {}, value, version);
    func.blocks[block].term = Terminator::Branch { cond: is_first, then: to(then, &[]), otherwise: to(otherwise, &[]) };
    func.layout = Cfg::new(&func).order().to_vec();
    Some(func)
}

/// A block that takes a value of some of the types and goes on with it.
fn way(func: &mut Untyped, op: Op, value: Value, next: Block) -> Block {
    let way = func.add_block();
    let own = added(func, way, op, value);
    func.values[own].name = func.values[value].name.clone();
    func.blocks[way].term = Terminator::Jump(to(next, &[own]));
    way
}

/// Ends a block behind an instruction. What follows goes to a new block, with a parameter for the result.
fn split_behind(func: &mut Untyped, block: Block, inst: Inst) -> (Block, Value) {
    let rest = func.add_block();
    let known = func.add_value(Ty::undefined(), None);
    let data = &mut func.blocks[block];
    let at = data.insts.iter().position(|own| *own == inst).map_or(data.insts.len(), |k| k + 1);
    let insts = data.insts.split_off(at);
    let term = std::mem::replace(&mut data.term, Terminator::Unreachable);
    let (term_span, handler) = (data.term_span, data.handler);
    let data = &mut func.blocks[rest];
    data.params.push(known);
    (data.insts, data.term, data.term_span, data.handler) = (insts, term, term_span, handler);
    (rest, known)
}

fn added(func: &mut Untyped, block: Block, op: Op, value: Value) -> Value {
    let inst = func.make_inst(op, &[value], &[Ty::undefined()], Default::default());
    func.blocks[block].insts.push(inst);
    func.result(inst)
}

fn to(block: Block, args: &[Value]) -> Target {
    Target { block, args: args.iter().copied().collect() }
}
