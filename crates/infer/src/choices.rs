//! Results that have one of several types, such as those of a function that returns an index or False.
//!
//! Only instructions give them: calls, generators, reads of containers. Behind such an instruction the way parts: where the value has one of
//! the types, and where it has another one. Each way goes on with a value and a version of the code of its own ([`crate::versions`]).

use crate::value::{Resolved, Val};
use crate::versions::Versions;
use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Inst, Target, Terminator, Untyped, Value};
use coluber_ops::CmpOp;
use coluber_types::containers::has_unknown;
use coluber_types::unify::{place, variants};
use coluber_types::{Kind, Ty};

/// Whether a value has one of the types that it may have.
pub fn is_choice(val: Val, choice: Ty) -> Resolved {
    match variants(val.ty) {
        None => Resolved::constant(Ty::literal_bool(place(&[choice], val.ty).is_some())),
        Some(all) => match place(all, choice) {
            None => Resolved::constant(Ty::literal_bool(false)),
            Some(at) => Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
                let number = e.part(a[0], 0);
                e.compare_int(CmpOp::Eq, number, at as i64)
            }),
        },
    }
}

/// The value where it has that type.
pub fn choice(val: Val, choice: Ty) -> Resolved {
    match variants(val.ty) {
        None => Resolved::one(val, |_, a| a[0]),
        Some(all) => match place(all, choice) {
            Some(at) => member(val, all[at], at),
            None => Resolved::one(Val::undefined(), |e, _| e.undef(Ty::undefined())),
        },
    }
}

/// The value where it has another type. As the types of a value become more while types propagate, so do those of this one.
pub fn other(val: Val, choice: Ty) -> Resolved {
    let Some((all, at)) = variants(val.ty).and_then(|all| Some((all, place(all, choice)?))) else {
        return Resolved::one(val, |_, a| a[0]);
    };
    without(val, all, vec![at])
}

/// The value where it has none of some of the types that it may have, which are given by their places.
pub fn without(val: Val, all: &[Ty], gone: Vec<usize>) -> Resolved {
    let rest: Vec<usize> = (0..all.len()).filter(|k| !gone.contains(k)).collect();
    if let [last] = rest[..] {
        return member(val, all[last], last);
    }
    let ty = Ty::new(Kind::OneOf(rest.iter().map(|k| all[*k]).collect()));
    Resolved::one(Val { ty, ..val }, move |e, a| {
        let old = e.part(a[0], 0);
        let mut number = old;
        for &at in &gone {
            let (is_behind, one, zero) = (e.compare_int(CmpOp::Gt, old, at as i64), e.i64(1), e.i64(0));
            let step = e.select(is_behind, one, zero);
            number = e.sub(number, step);
        }
        let mut parts = vec![number];
        parts.extend(rest.iter().map(|k| e.part(a[0], k + 1)));
        e.pack(&parts, ty)
    })
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
    matches!(op, Op::IsChoice { .. } | Op::Choice { .. } | Op::OtherChoice { .. })
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

/// What empty containers among the values of a choice hold of which nothing is known: what the others hold, as in `table.get(key, [])` where
/// the values of the table are sets.
pub fn empty_ones(all: &[Ty]) -> Vec<(Ty, Ty)> {
    let Some(item) = all.iter().filter(|ty| !ty.is_unsettled()).find_map(|ty| item_of(*ty)) else { return Vec::new() };
    let filled = |ty: Ty| match ty.kind() {
        Kind::List { form, .. } => Some((ty, Ty::list(item).as_list(*form))),
        Kind::Set { frozen, .. } => Some((ty, Ty::set(item).as_frozen(*frozen))),
        Kind::Dict { form, .. } => Some((ty, Ty::dict(item, Ty::int64()).as_dict(*form))),
        _ => None,
    };
    all.iter().filter(|ty| ty.is_unsettled()).filter_map(|ty| filled(*ty)).collect()
}

/// What a loop over values of a type gives, where that is one type.
fn item_of(ty: Ty) -> Option<Ty> {
    match ty.kind() {
        Kind::List { item, .. } | Kind::Set { item, .. } => Some(item.bare()),
        Kind::Dict { key, .. } => Some(key.bare()),
        Kind::Tuple(items) => items.iter().copied().try_fold(Ty::undefined(), coluber_types::unify).map(Ty::stored),
        Kind::Str => Some(ty),
        _ => None,
    }
    .filter(|item| *item != Ty::undefined() && !has_unknown(*item))
}

/// The function in which the way parts behind an instruction of whose results one has one of several types.
pub fn parted(body: &Untyped, inst: Inst, value: Value, choice: u32, versions: &mut Versions) -> Option<Untyped> {
    let mut func = body.clone();
    let block = func.layout.iter().copied().find(|block| func.blocks[*block].insts.contains(&inst))?;
    let (rest, known) = split_behind(&mut func, block, inst);
    for user in func.layout.clone().into_iter().filter(|user| *user != block).chain([rest]) {
        crate::unroll::rename(&mut func, user, value, known);
    }
    let is_choice = added(&mut func, block, Op::IsChoice { choice }, value);
    let then = way(&mut func, Op::Choice { choice }, value, rest);
    func.blocks[block].term = Terminator::Jump(to(then, &[]));
    let version = versions.copy_of(&mut func, rest)?;
    let otherwise = way(&mut func, Op::OtherChoice { choice }, value, version);
    func.blocks[block].term =
        Terminator::Branch { cond: is_choice, then: to(then, &[]), otherwise: to(otherwise, &[]) };
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
