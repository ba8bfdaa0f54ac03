//! What stands in the place of the loop.

use super::task::join;
use super::{Loop, Shape, Write};
use coluber_base::Span;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Const, Inst, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

/// The iterations of a loop, as values in its head, which is run once.
pub(super) struct Iterations {
    /// Their number.
    count: Value,
    /// The first number of the range.
    pub start: Value,
    /// The step, when it is a constant.
    pub constant: Option<i64>,
    /// The step, when it is none.
    pub step: Option<Value>,
    /// The extents of the array whose indices are the items.
    pub extents: Option<Value>,
    /// What the head consisted of.
    pub insts: Vec<Inst>,
    /// How it ended.
    pub branch: Terminator,
}

impl Loop {
    /// The arrays of which each piece has one of its own, when an iteration is no more work than an element of them: a piece has as many
    /// iterations as they have elements.
    fn reduced_arrays(&self, func: &Typed) -> Vec<Value> {
        let reductions = self.carried.iter().filter(|carried| carried.reduction.is_some()).map(|carried| carried.param);
        reductions.filter(|&param| self.is_short && func.ty(param).is_array()).collect()
    }
}

impl Iterations {
    /// The number of a constant that the head had.
    fn constant(&self, func: &Typed, value: Option<Value>) -> Option<i64> {
        let inst =
            self.insts.iter().map(|&inst| &func.insts[inst]).find(|inst| inst.results.first().copied() == value)?;
        match inst.op {
            Op::Const { value: Const::Int(number) } => Some(number),
            _ => None,
        }
    }
}

/// Empties the head and puts the number of iterations there.
pub(super) fn count_iterations(func: &mut Typed, found: &Loop) -> Iterations {
    let head = found.region.head;
    let iterator = func.blocks[head].params[found.iterator];
    let known = constant_start(func, found);
    let insts = std::mem::take(&mut func.blocks[head].insts);
    let branch = std::mem::replace(&mut func.blocks[head].term, Terminator::Unreachable);
    let Kind::RangeIter { step: constant, parallel, .. } = *func.ty(iterator).kind() else {
        unreachable!("the iterator of a parallel loop is one over a range");
    };
    let span = func.blocks[head].term_span;
    let mut b = Builder::new(func, head);
    b.set_span(span);
    let (first, second) = (b.part(0, iterator), b.part(1, iterator));
    let start = match known {
        Some(value) => b.value(Op::Const { value: Const::Int(value) }, &[], b.func.ty(first)),
        None => first,
    };
    let step = constant.is_none().then(|| b.part(2, iterator));
    let extents = parallel.extents().map(|_| b.part(2, iterator));
    let count = match constant {
        Some(1) => distance(&mut b, first, second),
        Some(-1) => distance(&mut b, second, first),
        _ => to_int64(&mut b, second),
    };
    Iterations { count, start, constant, step, extents, insts, branch }
}

/// The first number of the range, when it is a constant.
fn constant_start(func: &Typed, found: &Loop) -> Option<i64> {
    let defined = |value: Value| {
        let mut insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts).map(|&inst| &func.insts[inst]);
        insts.find(|inst| inst.results.contains(&value))
    };
    let outside = func.layout.iter().filter(|&&block| !found.region.contains(block));
    let targets = outside.flat_map(|&block| func.blocks[block].term.targets());
    let starts = targets.filter(|target| target.block == found.region.head).map(|target| {
        let pack = defined(target.args[found.iterator]).filter(|inst| matches!(inst.op, Op::Pack {}))?;
        match defined(pack.args[0])?.op {
            Op::Const { value: Const::Int(value) } => Some(value),
            _ => None,
        }
    });
    let starts: Vec<Option<i64>> = starts.collect();
    match starts[..] {
        [known] => known,
        _ => None,
    }
}

fn to_int64(b: &mut Builder<'_, Op>, value: Value) -> Value {
    if b.func.ty(value) == Ty::int64() { value } else { b.value(Op::Cast {}, &[value], Ty::int64()) }
}

/// How far it is up from one number to another; 0 when it is not above.
fn distance(b: &mut Builder<'_, Op>, from: Value, to: Value) -> Value {
    let some = b.compare(CmpOp::Lt, from, to);
    let (from, to) = (to_int64(b, from), to_int64(b, to));
    let difference = b.arith(Arith::Sub, to, from);
    let zero = b.int(0);
    b.value(Op::Select {}, &[some, difference, zero], Ty::int64())
}

/// Calls the task in the place of the loop.
pub(super) fn replace(func: &mut Typed, found: &Loop, iterations: &Iterations, shape: &Shape, task: u32) {
    let head = found.region.head;
    func.layout.retain(|&block| !found.region.contains(block));
    let (run, after) = (func.add_block(), func.add_block());
    let params: Vec<Value> = found.carried.iter().map(|carried| carried.param).collect();
    let finals: Vec<Value> = params
        .iter()
        .map(|&param| {
            let data = func.values[param].clone();
            func.add_param(after, data.ty, data.name)
        })
        .collect();
    rename(func, &params, &finals, &[head, run, after]);
    let (handler, span) = (func.blocks[head].handler, func.blocks[head].term_span);
    func.blocks[run].handler = handler;
    let name = func.name.clone();
    let least = iterations.constant(func, found.least);
    let mut b = Builder::new(func, head);
    b.set_span(span);
    let costly = b.value(Op::Const { value: Const::Bool(shape.is_costly()) }, &[], Ty::boolean());
    let least = match (least, found.least) {
        (None, Some(value)) => value,
        (known, _) => b.int(known.unwrap_or(1)),
    };
    let least = found.reduced_arrays(b.func).into_iter().fold(least, |least, array| {
        let size = array_size(&mut b, array);
        let is_larger = b.compare(CmpOp::Gt, size, least);
        b.value(Op::Select {}, &[is_larger, size, least], Ty::int64())
    });
    let args = [iterations.count, least, costly];
    let pieces = b.value(Op::Runtime { func: "parallel_pieces".into() }, &args, Ty::int64());
    let zero = b.int(0);
    let some = b.compare(CmpOp::Gt, pieces, zero);
    b.branch(some, (run, &[]), (after, &params));
    b.switch_to(run);
    let record = make_record(&mut b, pieces);
    let quotient = b.arith(Arith::Div, iterations.count, pieces);
    let remainder = b.arith(Arith::Rem, iterations.count, pieces);
    let zero = b.int(0);
    let mut args = vec![zero, pieces, record, quotient, remainder];
    args.extend_from_slice(&shape.values);
    // Tracebacks have the line in the body; the task is no call of the program.
    b.set_span(Span::default());
    let result = b.call(task, &name, &args, shape.result());
    b.set_span(span);
    let partial = b.unpacked(result, params.len());
    let joined = join(&mut b, shape, &params, &partial);
    b.jump(after, &joined);
    b.switch_to(after);
    let mut known: FxHashMap<Value, Value> = params.into_iter().zip(finals).collect();
    compute_again(&mut b, iterations, &found.region.leave.args, &mut known);
    let args: Values = found.region.leave.args.iter().map(|arg| *known.get(arg).unwrap_or(arg)).collect();
    b.terminate(Terminator::Jump(Target { block: found.region.leave.block, args }));
}

/// Computes what the head has computed for these values, a constant for instance, once more; `known` has what stands for a value here.
fn compute_again(
    b: &mut Builder<'_, Op>,
    iterations: &Iterations,
    values: &[Value],
    known: &mut FxHashMap<Value, Value>,
) {
    let mut wanted: FxHashSet<Value> = values.iter().copied().collect();
    let mut needed = Vec::new();
    for &inst in iterations.insts.iter().rev() {
        let data = &b.func.insts[inst];
        if data.results.iter().any(|result| wanted.contains(result)) {
            wanted.extend(data.args.iter().copied());
            needed.push(inst);
        }
    }
    for inst in needed.into_iter().rev() {
        let data = b.func.insts[inst].clone();
        let args: Values = data.args.iter().map(|arg| *known.get(arg).unwrap_or(arg)).collect();
        let types: Vec<Ty> = data.results.iter().map(|&result| b.func.ty(result)).collect();
        let copy = b.inst(data.op, &args, &types);
        let results = b.func.insts[copy].results.clone();
        known.extend(data.results.into_iter().zip(results));
    }
}

/// How many elements an array has.
fn array_size(b: &mut Builder<'_, Op>, array: Value) -> Value {
    let shape = b.part(2, array);
    let axes = b.func.ty(shape).tuple_items().map_or(0, <[Ty]>::len);
    let extents = b.unpacked(shape, axes);
    let one = b.int(1);
    extents.into_iter().fold(one, |size, extent| b.arith(Arith::Mul, size, extent))
}

/// The record that the tasks share, as `coluber_abi::parallel` has it.
fn make_record(b: &mut Builder<'_, Op>, pieces: Value) -> Value {
    let record = b.value(Op::Local { id: 0, bytes: super::RECORD_BYTES, align: 8 }, &[], Ty::ptr());
    let zero = b.int(0);
    b.effect(Op::Store {}, &[record, zero]);
    let offset = b.int(super::PIECES_OFFSET);
    let place = b.value(Op::PtrAdd {}, &[record, offset], Ty::ptr());
    b.effect(Op::Store {}, &[place, pieces]);
    record
}

/// Uses other values in all blocks but these.
fn rename(func: &mut Typed, from: &[Value], to: &[Value], except: &[Block]) {
    let renamed = |v: Value| from.iter().position(|&p| p == v).map_or(v, |k| to[k]);
    for k in 0..func.layout.len() {
        let block = func.layout[k];
        if except.contains(&block) {
            continue;
        }
        let data = &mut func.blocks[block];
        data.term.map_uses(renamed);
        for &inst in &data.insts {
            for arg in &mut func.insts[inst].args {
                *arg = renamed(*arg);
            }
        }
    }
}
