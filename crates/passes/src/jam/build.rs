//! Changes a loop.

use super::LANES;
use super::around::{Entry, add_params, block, int};
use super::copy::Map;
use super::plan::Plan;
use super::room::Room;
use coluber_base::Span;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// Changes the loop that a plan is for.
pub(super) fn apply(func: &mut Typed, plan: &Plan) {
    let mut build = Build::new(func, plan);
    let begin = build.entry.begin(build.func, &plan.around, build.span, &plan.conditions);
    let ready = build.lanes(begin);
    let (end, turns) = build.joint(ready);
    build.last(end, turns);
    build.entry.keep(build.func, &plan.around, build.span);
}

/// A loop that is being changed.
pub(super) struct Build<'f> {
    pub func: &'f mut Typed,
    pub plan: &'f Plan,
    pub span: Span,
    /// The way into the loop.
    pub entry: Entry,
    /// The lanes' states.
    pub states: Room,
    /// What is computed before the inner loop.
    pub shared: Room,
    /// The constants among it.
    pub constants: Map,
}

impl<'f> Build<'f> {
    fn new(func: &'f mut Typed, plan: &'f Plan) -> Self {
        let span = func.blocks[plan.around.head].term_span;
        let entry = Entry::new(func, &plan.around);
        let types = |func: &Typed, values: &[Value]| values.iter().map(|&value| func.ty(value)).collect::<Vec<Ty>>();
        let (state, shared) = (types(func, &func.blocks[plan.turn.head].params), types(func, &plan.shared));
        let mut constants = Map::default();
        for &inst in &plan.constants {
            let copy = constants.inst(func, inst);
            func.blocks[entry.first].insts.push(copy);
        }
        let mut b = Builder::new(func, entry.first);
        b.set_span(span);
        let (states, shared) = (Room::new(&mut b, &state), Room::new(&mut b, &shared));
        Build { func, plan, span, entry, states, shared, constants }
    }

    pub(super) fn block(&mut self) -> Block {
        block(self.func, &self.plan.around)
    }

    pub(super) fn at(&mut self, block: Block) -> Builder<'_, Op> {
        let mut b = Builder::new(self.func, block);
        b.set_span(self.span);
        b
    }

    /// The counter of the first of the iterations that are taken together.
    pub(super) fn counter(&self) -> Value {
        self.func.blocks[self.entry.first].params[self.plan.around.place]
    }

    /// The parameters of the inner loop's head.
    pub(super) fn inner(&self) -> Values {
        self.func.blocks[self.plan.turn.head].params.clone()
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
