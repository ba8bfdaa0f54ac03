//! The ends of the lanes' iterations.

use super::around::int;
use super::build::Build;
use super::copy::Map;
use super::room::Lane;
use super::{FEW, REST};
use crate::interrupts::strips::end_of_strip;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Builder, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

impl Build<'_> {
    /// Writes the end of the lanes' iterations, one after the other.
    pub(super) fn last(&mut self, ready: Block, turns: Value) {
        let (plan, mut map) = (self.plan, self.constants.clone());
        let originals = plan.around.carried(&self.func.blocks[plan.around.head].params);
        let carried = plan.around.carried(&self.entry.state(self.func));
        let lanes = self.each_lane(ready, &carried);
        map.set(&originals, &lanes.params);
        let mut b = Builder::new(self.func, lanes.body);
        b.set_span(self.span);
        let state = self.states.read(&mut b, Lane::Value(lanes.number));
        map.set(&plan.shared, &self.shared.read(&mut b, Lane::Value(lanes.number)));
        self.iteration(map, lanes.body, &state, lanes.next);
        self.advance(lanes.end, &lanes.params, turns);
    }

    /// Writes an iteration from the inner loop on, from the end of block `from` to block `next`.
    fn iteration(&mut self, mut map: Map, from: Block, state: &[Value], next: Block) {
        let plan = self.plan;
        let copies = plan.around.copy_behind(self.func, &mut map, &plan.rest, next, |_| false);
        self.at(from).jump(copies[&plan.turn.head], state);
    }

    /// Goes on behind all lanes.
    fn advance(&mut self, block: Block, carried: &[Value], turns: Value) {
        let (entry, around, singly, counter) = (self.entry, &self.plan.around, self.block(), self.counter());
        let mut b = self.at(block);
        let mut state = around.next(&mut b, counter, carried);
        let few = int(&mut b, FEW, Ty::int64());
        let are_few = b.value(Op::Compare { op: CmpOp::Lt }, &[turns, few], Ty::boolean());
        b.branch(are_few, (singly, &[]), (entry.first, &state));
        b.switch_to(singly);
        state.push(end_of_strip(&mut b, CmpOp::Lt, REST, state[around.place], around.bound));
        b.jump(entry.strip, &state);
    }
}
