//! Changes a loop.

use super::copy::Map;
use super::overlap;
use super::plan::Plan;
use super::room::Room;
use super::{LANES, REST};
use crate::interrupts::strips::end_of_strip;
use coluber_base::Span;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Const, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// Changes the loop that a plan is for.
pub(super) fn apply(func: &mut Typed, plan: &Plan) {
    let mut build = Build::new(func, plan);
    build.enter();
    let begin = build.begin();
    let ready = build.lanes(begin);
    let (end, turns) = build.joint(ready);
    build.last(end, turns);
    build.keep();
}

/// A loop that is being changed.
pub(super) struct Build<'f> {
    pub func: &'f mut Typed,
    pub plan: &'f Plan,
    pub span: Span,
    /// Begins several iterations; its parameters are those of the head.
    pub first: Block,
    /// Begins iterations one by one; its parameters are those of the head, and the limit.
    pub strip: Block,
    /// Begins iterations one by one where joint ones do not pay.
    pub aside: Block,
    /// The lanes' states.
    pub states: Room,
    /// What is computed before the inner loop.
    pub shared: Room,
    /// The constants among it.
    pub constants: Map,
}

impl<'f> Build<'f> {
    fn new(func: &'f mut Typed, plan: &'f Plan) -> Self {
        let span = func.blocks[plan.head].term_span;
        let [first, strip, aside] = [func.add_block(), func.add_block(), func.add_block()];
        for block in [first, strip, aside] {
            func.blocks[block].handler = func.blocks[plan.head].handler;
        }
        let params = func.blocks[plan.head].params.clone();
        for block in [first, strip] {
            add_params(func, &mut Map::default(), &params, block);
        }
        func.add_param(strip, func.ty(plan.bound), None);
        let types = |func: &Typed, values: &[Value]| values.iter().map(|&value| func.ty(value)).collect::<Vec<Ty>>();
        let (state, shared) = (types(func, &func.blocks[plan.turn.head].params), types(func, &plan.shared));
        let mut constants = Map::default();
        for &inst in &plan.constants {
            let copy = constants.inst(func, inst);
            func.blocks[first].insts.push(copy);
        }
        let mut b = Builder::new(func, first);
        b.set_span(span);
        let (states, shared) = (Room::new(&mut b, &state), Room::new(&mut b, &shared));
        Build { func, plan, span, first, strip, aside, states, shared, constants }
    }

    pub(super) fn block(&mut self) -> Block {
        let block = self.func.add_block();
        self.func.blocks[block].handler = self.func.blocks[self.plan.head].handler;
        block
    }

    pub(super) fn at(&mut self, block: Block) -> Builder<'_, Op> {
        let mut b = Builder::new(self.func, block);
        b.set_span(self.span);
        b
    }

    /// The values with which the iterations begin that are taken together.
    pub(super) fn state(&self) -> Values {
        self.func.blocks[self.first].params.clone()
    }

    /// The counter of the first of them.
    pub(super) fn counter(&self) -> Value {
        self.func.blocks[self.first].params[self.plan.counter]
    }

    /// The parameters of the inner loop's head.
    pub(super) fn inner(&self) -> Values {
        self.func.blocks[self.plan.turn.head].params.clone()
    }

    /// Of values for the parameters of the loop's head all but the counter.
    pub(super) fn carried(&self, values: &[Value]) -> Values {
        values.iter().enumerate().filter(|(place, _)| *place != self.plan.counter).map(|(_, &value)| value).collect()
    }

    /// Lets all that enters the loop begin several iterations.
    fn enter(&mut self) {
        let (head, first) = (self.plan.head, self.first);
        for block in self.func.layout.clone().into_iter().filter(|block| !self.plan.latches.contains(block)) {
            let targets = self.func.blocks[block].term.targets_mut();
            targets.into_iter().filter(|target| target.block == head).for_each(|target| target.block = first);
        }
    }

    /// Writes the beginning of several iterations, if there are so many. Gives the block where they begin.
    fn begin(&mut self) -> Block {
        let (counter, bound, first, aside, strip) =
            (self.counter(), self.plan.bound, self.first, self.aside, self.strip);
        let (plan, begin, mut state) = (self.plan, self.block(), self.state());
        let mut b = self.at(first);
        let mut pays = enough(&mut b, counter, bound);
        for &pair in &plan.apart {
            let apart = overlap::are_apart(&mut b, pair);
            pays = b.value(Op::Arith { op: Arith::And }, &[pays, apart], Ty::boolean());
        }
        b.branch(pays, (begin, &[]), (aside, &[]));
        b.switch_to(aside);
        state.push(end_of_strip(&mut b, CmpOp::Lt, REST, counter, bound));
        b.jump(strip, &state);
        begin
    }

    /// Begins a loop over the lanes. Gives the number of the lane, where it is taken, where the next one is, and the end.
    pub(super) fn each_lane(&mut self, from: Block, carried: &[Value]) -> Lanes {
        let [head, body, next, end] = [self.block(), self.block(), self.block(), self.block()];
        let number = self.func.add_param(head, Ty::int64(), None);
        let params = add_params(self.func, &mut Map::default(), carried, head);
        let after = add_params(self.func, &mut Map::default(), carried, next);
        let mut b = self.at(from);
        let zero = int(&mut b, 0, Ty::int64());
        let start: Values = [zero].into_iter().chain(carried.iter().copied()).collect();
        b.jump(head, &start);
        b.switch_to(head);
        let all = int(&mut b, LANES as i64, Ty::int64());
        let more = b.value(Op::Compare { op: CmpOp::Lt }, &[number, all], Ty::boolean());
        b.branch(more, (body, &[]), (end, &[]));
        b.switch_to(next);
        let one = int(&mut b, 1, Ty::int64());
        let then = b.value(Op::Arith { op: Arith::AddNoWrap }, &[number, one], Ty::int64());
        let then: Values = [then].into_iter().chain(after).collect();
        b.jump(head, &then);
        Lanes { number, params, body, next, end }
    }

    /// Keeps the loop as it was, up to a limit.
    fn keep(&mut self) {
        let (plan, strip, first, between) = (self.plan, self.strip, self.first, self.block());
        let mut params = self.func.blocks[strip].params.clone();
        let limit = params.pop().expect("the limit is the last parameter");
        self.at(strip).jump(plan.head, &params);
        let state = self.func.blocks[plan.head].params.clone();
        let counter = state[plan.counter];
        let mut b = self.at(plan.head);
        let goes_on = b.value(Op::Compare { op: CmpOp::Lt }, &[counter, limit], Ty::boolean());
        let Terminator::Branch { then, otherwise, .. } = b.func.blocks[plan.head].term.clone() else {
            unreachable!("the head of a loop that counts branches")
        };
        let aside = Target { block: between, args: Values::new() };
        b.terminate(Terminator::Branch { cond: goes_on, then, otherwise: aside });
        b.switch_to(between);
        let more = b.value(Op::Compare { op: CmpOp::Lt }, &[counter, plan.bound], Ty::boolean());
        b.terminate(Terminator::Branch { cond: more, then: Target { block: first, args: state }, otherwise });
    }
}

/// A loop over the lanes.
pub(super) struct Lanes {
    /// The number of the lane.
    pub number: Value,
    /// What iterations leave to each other.
    pub params: Values,
    /// Where a lane is taken.
    pub body: Block,
    /// Where it is done.
    pub next: Block,
    /// Behind the loop.
    pub end: Block,
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

/// Whether so many iterations are left.
fn enough(b: &mut Builder<'_, Op>, counter: Value, bound: Value) -> Value {
    let ty = b.func.ty(counter);
    let lanes = int(b, LANES as i64, ty);
    let rest = b.value(Op::Arith { op: Arith::Sub }, &[bound, counter], ty);
    let are_many = b.value(Op::Compare { op: CmpOp::Ge }, &[rest, lanes], Ty::boolean());
    let are_some = b.value(Op::Compare { op: CmpOp::Lt }, &[counter, bound], Ty::boolean());
    b.value(Op::Arith { op: Arith::And }, &[are_many, are_some], Ty::boolean())
}
