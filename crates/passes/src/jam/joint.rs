//! The loop of joint turns.

use super::around::{add_params, int};
use super::build::Build;
use super::copy::Map;
use super::lane_turn::LaneTurn;
use super::room::Lane;
use super::{BUDGET, LANES, MORE};
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Const, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// A lane in the loop. It computes on when it has left the inner loop, but keeps the state of the turn in which it did so: the next turn
/// need not wait for the decision.
struct InTurn {
    /// What stands for the values of a turn.
    map: Map,
    /// Whether it is in the inner loop.
    goes_on: Value,
    /// The state that it keeps.
    kept: Values,
}

impl Build<'_> {
    /// Writes the loop of joint turns. Gives the block behind it, and the number of turns.
    pub(super) fn joint(&mut self, ready: Block) -> (Block, Value) {
        let (block, end) = (self.block(), self.block());
        let [turns, budget] = [0; 2].map(|_| self.func.add_param(block, Ty::int64(), None));
        let mut b = self.at(ready);
        let mut start = Values::from_slice(&[int(&mut b, 0, Ty::int64()), int(&mut b, BUDGET, Ty::int64())]);
        let lanes: Vec<InTurn> = (0..LANES).map(|lane| self.begin_lane(lane, ready, block, &mut start)).collect();
        self.at(ready).jump(block, &start);

        let mut next = Values::new();
        let decisions: Vec<Value> = lanes.iter().map(|lane| self.lane_turn(block, lane, &mut next)).collect();
        let (counts, pays) = self.count(block, [turns, budget], decisions[0]);
        let mut b = self.at(block);
        let or = |any, one| b.value(Op::Arith { op: Arith::Or }, &[any, one], Ty::boolean());
        let any = decisions.into_iter().reduce(or).expect("there are lanes");
        let again = self.at(block).value(Op::Arith { op: Arith::And }, &[any, pays], Ty::boolean());
        let next: Values = counts.into_iter().chain(next).collect();
        self.at(block).branch(again, (block, &next), (end, &[]));
        for (number, lane) in lanes.iter().enumerate() {
            let mut b = Builder::new(self.func, end);
            self.states.write(&mut b, Lane::Number(number), &lane.kept);
        }
        (end, turns)
    }

    /// Adds a lane's parameters to the loop, and what they begin with to `start`.
    fn begin_lane(&mut self, number: usize, ready: Block, block: Block, start: &mut Values) -> InTurn {
        let (plan, mut map, inner) = (self.plan, self.constants.clone(), self.inner());
        let mut b = Builder::new(self.func, ready);
        b.set_span(self.span);
        let state = self.states.read(&mut b, Lane::Number(number));
        for (row, &value) in plan.shared.iter().enumerate().filter(|(_, value)| plan.in_turn.contains(value)) {
            let found = self.shared.read_one(&mut b, Lane::Number(number), row);
            map.set(&[value], &[found]);
        }
        start.push(b.value(Op::Const { value: Const::Bool(true) }, &[], Ty::boolean()));
        start.extend(state.iter().chain(&state).copied());
        let goes_on = self.func.add_param(block, Ty::boolean(), None);
        let kept = add_params(self.func, &mut Map::default(), &inner, block);
        add_params(self.func, &mut map, &inner, block);
        InTurn { map, goes_on, kept }
    }

    /// Writes a lane's turn; adds what it gives for the lane's parameters to `next`. Gives whether the lane goes on.
    fn lane_turn(&mut self, block: Block, lane: &InTurn, next: &mut Values) -> Value {
        let after = LaneTurn::new(self.func, block, &self.plan.turn, lane.map.clone()).run(lane.goes_on);
        let mut b = self.at(block);
        next.push(after.goes_on);
        for (&new, &old) in after.state.iter().zip(&lane.kept) {
            let ty = b.func.ty(new);
            next.push(b.value(Op::Select {}, &[after.goes_on, new, old], ty));
        }
        next.extend(after.state);
        after.goes_on
    }

    /// Counts a turn. Gives the next numbers, and whether there may be another turn.
    fn count(&mut self, block: Block, [turns, budget]: [Value; 2], first_goes_on: Value) -> ([Value; 2], Value) {
        let (mut b, ty) = (self.at(block), Ty::int64());
        let [one, more, less] = [1, MORE, -1].map(|value| int(&mut b, value, ty));
        let turns = b.value(Op::Arith { op: Arith::AddNoWrap }, &[turns, one], ty);
        let change = b.value(Op::Select {}, &[first_goes_on, more, less], ty);
        let left = b.value(Op::Arith { op: Arith::Add }, &[budget, change], ty);
        let pays = b.value(Op::Compare { op: CmpOp::Ge }, &[left, one], Ty::boolean());
        ([turns, left], pays)
    }
}
