//! The loop around, of which several iterations are taken together as long as there are so many.

use super::LANES;
use super::copy::{self, Map};
use super::overlap::Conditions;
use crate::interrupts::counting::{Count, Facts};
use crate::interrupts::strips::end_of_strip;
use coluber_base::Span;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Const, Inst, Loop, OpSet, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;
use coluber_types::fields::has_owner;
use rustc_hash::{FxHashMap, FxHashSet};

/// A loop that counts by ones up to a bound.
pub(super) struct Around {
    /// Its head.
    pub head: Block,
    /// The place of the counter among the head's parameters.
    pub place: usize,
    /// The loop goes on while the counter is less.
    pub bound: Value,
    /// The blocks of the loop that go back to its head.
    pub latches: Vec<Block>,
}

impl Around {
    /// None where the loop does not count so.
    pub fn find(facts: &Facts<'_>, outer: Loop) -> Option<Around> {
        let head = facts.head(outer)?;
        let counter = counter(facts, outer, head)?;
        let (_, bound) = counter.bound.filter(|(op, _)| *op == CmpOp::Lt)?;
        let place = facts.func.blocks[head].params.iter().position(|&param| param == counter.counter)?;
        Some(Around { head, place, bound, latches: facts.latches(outer)? })
    }

    /// The counter.
    pub fn counter(&self, func: &Typed) -> Value {
        func.blocks[self.head].params[self.place]
    }

    /// Of values for the parameters of the head all but the counter.
    pub fn carried(&self, values: &[Value]) -> Values {
        values.iter().enumerate().filter(|(place, _)| *place != self.place).map(|(_, &value)| value).collect()
    }

    /// Whether exceptions of the loop's other blocks are handled outside of it.
    pub fn handlers_are_outside(&self, func: &Typed, blocks: &[Block]) -> bool {
        let handler = func.blocks[self.head].handler;
        blocks.iter().all(|&block| func.blocks[block].handler == handler && Some(block) != handler)
    }

    /// Lets all that enters the loop come to another block, with the same parameters.
    pub fn enter_by(&self, func: &mut Typed, block: Block) {
        for from in func.layout.clone().into_iter().filter(|from| !self.latches.contains(from)) {
            let targets = func.blocks[from].term.targets_mut();
            targets.into_iter().filter(|target| target.block == self.head).for_each(|target| target.block = block);
        }
    }

    /// Adds copies of the blocks behind a point of an iteration, without the instructions that are left out; then control goes to block `next`.
    pub fn copy_behind(
        &self,
        func: &mut Typed,
        map: &mut Map,
        blocks: &[Block],
        next: Block,
        is_left_out: impl Fn(Inst) -> bool,
    ) -> FxHashMap<Block, Block> {
        let copies = copy::blocks(func, map, blocks);
        for &block in blocks {
            for inst in func.blocks[block].insts.clone().into_iter().filter(|&inst| !is_left_out(inst)) {
                let inst = map.inst(func, inst);
                func.blocks[copies[&block]].insts.push(inst);
            }
            let mut term = map.term(&func.blocks[block].term, &copies);
            for target in term.targets_mut().into_iter().filter(|target| target.block == self.head) {
                *target = Target { block: next, args: self.carried(&target.args) };
            }
            func.blocks[copies[&block]].term = term;
        }
        copies
    }

    /// The values with which the iterations begin behind those that began with a counter.
    pub fn next(&self, b: &mut Builder<'_, Op>, counter: Value, carried: &[Value]) -> Values {
        let ty = b.func.ty(counter);
        let lanes = int(b, LANES as i64, ty);
        let counter = b.value(Op::Arith { op: Arith::AddNoWrap }, &[counter, lanes], ty);
        let mut state = Values::from_slice(carried);
        state.insert(self.place, counter);
        state
    }

    /// Whether a value is left by one iteration to the next.
    pub fn is_carried(&self, func: &Typed, value: Value) -> bool {
        func.blocks[self.head].params.iter().position(|&param| param == value).is_some_and(|at| at != self.place)
    }
}

/// The way into a loop whose iterations are taken together.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// Begins several iterations; its parameters are those of the head.
    pub first: Block,
    /// Begins iterations one by one; its parameters are those of the head, and the limit.
    pub strip: Block,
    /// Begins [`REST`](super::REST) iterations one by one where joint ones do not pay.
    pub aside: Block,
}

impl Entry {
    /// Adds the blocks, and lets all that enters the loop come to the first.
    pub fn new(func: &mut Typed, around: &Around) -> Entry {
        let [first, strip, aside] = [(); 3].map(|()| block(func, around));
        let params = func.blocks[around.head].params.clone();
        for block in [first, strip] {
            add_params(func, &mut Map::default(), &params, block);
        }
        func.add_param(strip, func.ty(around.bound), None);
        around.enter_by(func, first);
        Entry { first, strip, aside }
    }

    /// The values with which the iterations begin that are taken together.
    pub fn state(self, func: &Typed) -> Values {
        func.blocks[self.first].params.clone()
    }

    /// Writes the tests for so many iterations, and for arrays that do not overlap, at the end of the first block. Gives the block where the
    /// iterations begin.
    pub fn begin(self, func: &mut Typed, around: &Around, span: Span, conditions: &Conditions) -> Block {
        let (begin, mut state) = (block(func, around), self.state(func));
        let (counter, bound) = (state[around.place], around.bound);
        let mut b = Builder::new(func, self.first);
        b.set_span(span);
        let enough = are_enough(&mut b, counter, bound);
        let pays = conditions.hold(&mut b, |value| value, enough);
        b.branch(pays, (begin, &[]), (self.aside, &[]));
        b.switch_to(self.aside);
        state.push(end_of_strip(&mut b, CmpOp::Lt, super::REST, counter, bound));
        b.jump(self.strip, &state);
        begin
    }

    /// Keeps the loop as it was, up to a limit.
    pub fn keep(self, func: &mut Typed, around: &Around, span: Span) {
        let between = block(func, around);
        let mut params = func.blocks[self.strip].params.clone();
        let limit = params.pop().expect("the limit is the last parameter");
        let mut b = Builder::new(func, self.strip);
        b.set_span(span);
        b.jump(around.head, &params);
        b.switch_to(around.head);
        let state = b.func.blocks[around.head].params.clone();
        let counter = state[around.place];
        let goes_on = b.value(Op::Compare { op: CmpOp::Lt }, &[counter, limit], Ty::boolean());
        let Terminator::Branch { then, otherwise, .. } = b.func.blocks[around.head].term.clone() else {
            unreachable!("the head of a loop that counts branches")
        };
        let aside = Target { block: between, args: Values::new() };
        b.terminate(Terminator::Branch { cond: goes_on, then, otherwise: aside });
        b.switch_to(between);
        let more = b.value(Op::Compare { op: CmpOp::Lt }, &[counter, around.bound], Ty::boolean());
        b.terminate(Terminator::Branch { cond: more, then: Target { block: self.first, args: state }, otherwise });
    }
}

/// How a loop counts, if it does by ones.
fn counter(facts: &Facts<'_>, outer: Loop, head: Block) -> Option<Count> {
    let count = facts.count(outer)?;
    let place = facts.func.blocks[head].params.iter().position(|&param| param == count.counter)?;
    let is_next = |next: Value| match facts.op(next) {
        Some((Op::Arith { op: Arith::Add | Arith::AddNoWrap }, &[a, b])) => {
            a == count.counter && facts.constant(b) == Some(1)
        }
        _ => false,
    };
    let latches = facts.latches(outer)?;
    let backs = latches.iter().flat_map(|&latch| facts.func.blocks[latch].term.targets());
    backs.filter(|target| target.block == head).all(|target| is_next(target.args[place])).then_some(count)
}

/// The one loop in a loop, if there are no others, nor any in it.
pub(super) fn only_inner(facts: &Facts<'_>, outer: Loop) -> Option<Loop> {
    only_one(facts.inner(outer)).filter(|&only| facts.inner(only).next().is_none())
}

/// What there is, if it is one.
pub(super) fn only_one<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let only = all.next()?;
    all.next().is_none().then_some(only)
}

/// The blocks that control comes to from one, itself included, without passing another one.
pub(super) fn reached(func: &Typed, from: Block, stop: Block) -> FxHashSet<Block> {
    let mut found = FxHashSet::from_iter([from]);
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        for next in func.blocks[block].term.targets() {
            if next.block != stop && found.insert(next.block) {
                work.push(next.block);
            }
        }
    }
    found
}

/// The values that a block makes.
pub(super) fn definitions(func: &Typed, block: Block) -> impl Iterator<Item = Value> + use<'_> {
    let data = &func.blocks[block];
    let results = data.insts.iter().flat_map(|&inst| func.insts[inst].results.iter());
    data.params.iter().chain(results).copied()
}

/// The values that a block uses.
pub(super) fn uses(func: &Typed, block: Block) -> Vec<Value> {
    let data = &func.blocks[block];
    let mut found: Vec<Value> = data.insts.iter().flat_map(|&inst| func.insts[inst].args.iter().copied()).collect();
    data.term.visit_uses(|value| found.push(value));
    found
}

/// Whether an instruction in front of or in the inner loop computes, or reads what holds no references.
pub(super) fn is_calm(func: &Typed, inst: Inst) -> bool {
    let data = &func.insts[inst];
    match data.op {
        Op::Load {} => !has_owner(func.ty(data.results[0])),
        Op::Local { .. } | Op::Shared { .. } | Op::SharedDynamic {} | Op::Thread { .. } => false,
        _ => data.op.is_pure(),
    }
}

/// A new block of the loop.
pub(super) fn block(func: &mut Typed, around: &Around) -> Block {
    let block = func.add_block();
    func.blocks[block].handler = func.blocks[around.head].handler;
    block
}

/// Gives a block parameters that stand for values.
pub(super) fn add_params(func: &mut Typed, map: &mut Map, values: &[Value], block: Block) -> Values {
    let params = map.renew(func, values);
    func.blocks[block].params.extend(params.iter().copied());
    params
}

/// An integer.
pub(super) fn int(b: &mut Builder<'_, Op>, value: i64, ty: Ty) -> Value {
    b.value(Op::Const { value: Const::Int(value) }, &[], ty)
}

/// Whether as many iterations are left as there are lanes.
pub(super) fn are_enough(b: &mut Builder<'_, Op>, counter: Value, bound: Value) -> Value {
    let ty = b.func.ty(counter);
    let lanes = int(b, LANES as i64, ty);
    let rest = b.value(Op::Arith { op: Arith::Sub }, &[bound, counter], ty);
    let are_many = b.value(Op::Compare { op: CmpOp::Ge }, &[rest, lanes], Ty::boolean());
    let are_some = b.value(Op::Compare { op: CmpOp::Lt }, &[counter, bound], Ty::boolean());
    b.value(Op::Arith { op: Arith::And }, &[are_many, are_some], Ty::boolean())
}
