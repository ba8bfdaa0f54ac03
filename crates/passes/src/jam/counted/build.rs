//! Changes a loop.

use super::super::LANES;
use super::super::around::{add_params, are_enough, block, int};
use super::super::copy::Map;
use super::plan::Plan;
use coluber_base::Span;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Const, Inst, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;
use rustc_hash::{FxHashMap, FxHashSet};

/// Changes the loop that a plan is for.
pub(in super::super) fn apply(func: &mut Typed, plan: &Plan) {
    let span = func.blocks[plan.around.head].term_span;
    let [begin, first, ready] = [(); 3].map(|()| block(func, &plan.around));
    let params = func.blocks[plan.around.head].params.clone();
    for block in [begin, first] {
        add_params(func, &mut Map::default(), &params, block);
    }
    let base = add_params(func, &mut Map::default(), &[plan.around.counter(func)], ready)[0];
    plan.around.enter_by(func, begin);
    let in_front = plan.alike.in_front.iter().copied().collect();
    let lanes = vec![Map::default(); LANES];
    let held = vec![None; plan.held.len()];
    let mut build = Build { func, plan, span, first, base, in_front, lanes, held, at: begin };
    let start = build.begin();
    build.first(start, ready);
    build.before(ready);
    build.begin_held();
    build.turns();
    build.behind();
}

/// A loop that is being changed.
struct Build<'f> {
    func: &'f mut Typed,
    plan: &'f Plan,
    span: Span,
    /// Begins several iterations; its parameters are those of the head.
    first: Block,
    /// The counter of the first lane.
    base: Value,
    /// The instructions whose results do not change in the loop.
    in_front: FxHashSet<Inst>,
    /// What stands for the values in each lane.
    lanes: Vec<Map>,
    /// The values of the elements that are held, one for each lane; None before the element is written or read.
    held: Vec<Option<Values>>,
    /// The block that is written.
    at: Block,
}

impl Build<'_> {
    fn block(&mut self) -> Block {
        block(self.func, &self.plan.around)
    }

    fn builder(&mut self) -> Builder<'_, Op> {
        let mut b = Builder::new(self.func, self.at);
        b.set_span(self.span);
        b
    }

    /// The values with which the iterations begin that are taken together.
    fn state(&self) -> Values {
        self.func.blocks[self.first].params.clone()
    }

    /// Writes what does not change in the loop; where there are few iterations, or may not be taken ahead, the loop is as it was. Gives the
    /// counter of the first iteration.
    fn begin(&mut self) -> Value {
        let (plan, first, state) = (self.plan, self.first, self.func.blocks[self.at].params.clone());
        let (counter, bound, head) = (state[plan.around.place], plan.around.bound, plan.around.head);
        let in_front = self.block();
        let mut b = self.builder();
        let enough = are_enough(&mut b, counter, bound);
        b.branch(enough, (in_front, &[]), (head, &state));
        self.at = in_front;
        for &inst in &plan.alike.in_front {
            self.copy_once(inst);
        }
        match self.conditions() {
            None => self.builder().jump(first, &state),
            Some(hold) => self.builder().branch(hold, (first, &state), (head, &state)),
        }
        counter
    }

    /// Whether iterations may be taken ahead, as far as that is seen when the program runs.
    fn conditions(&mut self) -> Option<Value> {
        let (plan, lane, at, span) = (self.plan, &self.lanes[0], self.at, self.span);
        if plan.conditions.is_empty() && plan.guards.is_empty() {
            return None;
        }
        let mut b = Builder::new(self.func, at);
        b.set_span(span);
        let mut all = b.value(Op::Const { value: Const::Bool(true) }, &[], Ty::boolean());
        for &guard in &plan.guards {
            all = b.value(Op::Arith { op: Arith::And }, &[all, lane.get(guard)], Ty::boolean());
        }
        Some(plan.conditions.hold(&mut b, |value| lane.get(value), all))
    }

    /// Writes the test for enough iterations. Where there are fewer, but have been others, these are taken once more if that may be.
    fn first(&mut self, start: Value, ready: Block) {
        let (plan, few, state) = (self.plan, self.block(), self.state());
        let (head, bound, counter) = (plan.around.head, plan.around.bound, state[plan.around.place]);
        self.at = self.first;
        let mut b = self.builder();
        let enough = are_enough(&mut b, counter, bound);
        b.branch(enough, (ready, &[counter]), (few, &[]));
        b.switch_to(few);
        if !plan.may_repeat {
            return b.jump(head, &state);
        }
        let ty = b.func.ty(counter);
        let lanes = int(&mut b, LANES as i64, ty);
        let [were_some, are_left] = [(start, counter), (counter, bound)]
            .map(|(a, c)| b.value(Op::Compare { op: CmpOp::Lt }, &[a, c], Ty::boolean()));
        let both = b.value(Op::Arith { op: Arith::And }, &[were_some, are_left], Ty::boolean());
        let last = b.value(Op::Arith { op: Arith::Sub }, &[bound, lanes], ty);
        b.branch(both, (ready, &[last]), (head, &state));
    }

    /// Writes what is before the inner loop.
    fn before(&mut self, ready: Block) {
        let plan = self.plan;
        self.at = ready;
        self.count_lanes();
        self.insts(plan.around.head);
        self.enter(&plan.enter);
        self.insts(plan.loops.before);
    }

    /// Reads the elements that are held and that nothing has written before the inner loop. They are there if that takes a turn; if not, the
    /// loop as it was takes over.
    fn begin_held(&mut self) {
        let plan = self.plan;
        if self.held.iter().all(Option::is_some) {
            return;
        }
        let (start, mut map) = (self.target(plan.loops.before).args, self.lanes[0].clone());
        map.set(&self.func.blocks[plan.loops.inner].params, &map.all(&start));
        for inst in self.func.blocks[plan.loops.inner].insts.clone() {
            let copy = map.inst(self.func, inst);
            self.func.blocks[self.at].insts.push(copy);
        }
        let (cond, _, _) = self.branch(plan.loops.inner);
        let (is_some, next) = (map.get(cond), self.block());
        let (head, state) = (plan.around.head, self.state());
        self.builder().branch(is_some, (next, &[]), (head, &state));
        self.at = next;
        for k in 0..self.held.len() {
            if self.held[k].is_none() {
                self.held[k] = Some((0..LANES).map(|lane| self.read_held(k, lane)).collect());
            }
        }
    }

    fn read_held(&mut self, k: usize, lane: usize) -> Value {
        let (map, ty) = (self.lanes[lane].clone(), self.plan.held[k].ty);
        let place = self.place_of_held(k, &map);
        self.builder().value(Op::Load {}, &[place], ty)
    }

    /// The address of an element that is held.
    fn place_of_held(&mut self, k: usize, lane: &Map) -> Value {
        let element = &self.plan.held[k].element;
        let args: Values = [element.array].iter().chain(&element.indices).map(|&value| lane.get(value)).collect();
        self.builder().value(Op::ElemPtr {}, &args, Ty::ptr())
    }

    /// Writes the joint turns of the inner loop.
    fn turns(&mut self) {
        let (plan, done) = (self.plan, self.block());
        let copies: FxHashMap<Block, Block> = plan.loops.region.iter().map(|&block| (block, self.block())).collect();
        let start = self.joint_target(&self.target(plan.loops.before), &copies);
        self.builder().terminate(Terminator::Jump(start));
        let mut begun: Vec<Vec<Option<Values>>> = Vec::new();
        for block in &plan.loops.region {
            for param in self.func.blocks[*block].params.clone() {
                self.add_param(copies[block], param);
            }
            begun.push(plan.held.iter().map(|held| Some(self.held_params(copies[block], held.ty))).collect());
        }
        let mut at_end = Vec::new();
        for (&block, held) in plan.loops.region.iter().zip(begun) {
            (self.at, self.held) = (copies[&block], held);
            self.insts(block);
            if block == plan.loops.inner {
                at_end.clone_from(&self.held);
            }
            self.end_turn(block, done, &copies);
        }
        (self.at, self.held) = (done, at_end);
    }

    /// Ends the copy of a block of the inner loop; the head of that goes to block `done` where the loop ends.
    fn end_turn(&mut self, original: Block, done: Block, copies: &FxHashMap<Block, Block>) {
        let term = match self.func.blocks[original].term.clone() {
            Terminator::Jump(target) => Terminator::Jump(self.joint_target(&target, copies)),
            Terminator::Branch { cond, then, otherwise } => {
                let otherwise = match original == self.plan.loops.inner {
                    true => Target { block: done, args: Values::new() },
                    false => self.joint_target(&otherwise, copies),
                };
                let cond = self.lanes[0].get(cond);
                Terminator::Branch { cond, then: self.joint_target(&then, copies), otherwise }
            }
            Terminator::Return(_) | Terminator::Unreachable => unreachable!("the inner loop is left at its head"),
        };
        self.builder().terminate(term);
    }

    /// Parameters for the values of an element that is held.
    fn held_params(&mut self, block: Block, ty: Ty) -> Values {
        (0..LANES).map(|_| self.func.add_param(block, ty, None)).collect()
    }

    /// Writes what is behind the inner loop, for one lane after the other.
    fn behind(&mut self) {
        let plan = self.plan;
        let originals = plan.around.carried(&self.func.blocks[plan.around.head].params);
        let mut carried = plan.around.carried(&self.state());
        for lane in 0..LANES {
            let next = self.block();
            let mut map = self.lanes[lane].clone();
            self.write_held(lane, &map);
            map.set(&originals, &carried);
            carried = add_params(self.func, &mut Map::default(), &originals, next);
            self.iteration(map, next);
            self.at = next;
        }
        let (first, base) = (self.first, self.base);
        let mut b = self.builder();
        let state = plan.around.next(&mut b, base, &carried);
        b.jump(first, &state);
    }

    /// Gives the elements that are held the values that a lane has come to.
    fn write_held(&mut self, lane: usize, map: &Map) {
        for k in 0..self.held.len() {
            let place = self.place_of_held(k, map);
            let value = self.held[k].as_ref().expect("it was read before the first turn")[lane];
            self.builder().effect(Op::Store {}, &[place, value]);
        }
    }

    /// Writes what is behind the inner loop for a lane; then control goes to block `next`.
    fn iteration(&mut self, mut map: Map, next: Block) {
        let plan = self.plan;
        let is_in_front = |inst: Inst| self.in_front.contains(&inst);
        let copies = plan.around.copy_behind(self.func, &mut map, &plan.loops.behind, next, is_in_front);
        let (_, _, otherwise) = self.branch(plan.loops.inner);
        match copies.get(&otherwise.block) {
            Some(&copy) => self.builder().jump(copy, &map.all(&otherwise.args)),
            // There is nothing behind the inner loop.
            None => self.builder().jump(next, &plan.around.carried(&map.all(&otherwise.args))),
        }
    }

    /// Gives each lane its counter.
    fn count_lanes(&mut self) {
        let plan = self.plan;
        let (counter, base) = (plan.around.counter(self.func), self.base);
        let ty = self.func.ty(base);
        for lane in 0..LANES {
            let mut b = self.builder();
            let number = int(&mut b, lane as i64, ty);
            let own = b.value(Op::Arith { op: Arith::AddNoWrap }, &[base, number], ty);
            self.lanes[lane].set(&[counter], &[own]);
        }
    }

    /// Adds what stands for a parameter of the inner loop's head: one for all lanes, or one for each.
    fn add_param(&mut self, joint: Block, param: Value) {
        let is_alike = self.plan.alike.is_alike(param);
        let first = add_params(self.func, &mut self.lanes[0], &[param], joint);
        for lane in 1..LANES {
            match is_alike {
                true => self.lanes[lane].set(&[param], &first),
                false => drop(add_params(self.func, &mut self.lanes[lane], &[param], joint)),
            }
        }
    }

    /// Where a jump within the inner loop goes in the joint one.
    fn joint_target(&self, target: &Target, copies: &FxHashMap<Block, Block>) -> Target {
        let mut args = Values::new();
        for (&param, &arg) in self.func.blocks[target.block].params.iter().zip(&target.args) {
            let count = if self.plan.alike.is_alike(param) { 1 } else { LANES };
            args.extend(self.lanes[..count].iter().map(|map| map.get(arg)));
        }
        args.extend(self.held.iter().flatten().flatten().copied());
        Target { block: copies[&target.block], args }
    }

    /// Where the block before the inner loop goes on.
    fn target(&self, from: Block) -> Target {
        let Terminator::Jump(target) = &self.func.blocks[from].term else { unreachable!("there is one way on") };
        target.clone()
    }

    /// How the head of a loop ends.
    fn branch(&self, head: Block) -> (Value, Target, Target) {
        let Terminator::Branch { cond, then, otherwise } = self.func.blocks[head].term.clone() else {
            unreachable!("the head of a loop that counts branches")
        };
        (cond, then, otherwise)
    }

    /// Lets the arguments of a jump stand for the parameters of its block.
    fn enter(&mut self, target: &Target) {
        let params = self.func.blocks[target.block].params.clone();
        for map in &mut self.lanes {
            map.set(&params, &map.all(&target.args));
        }
    }

    /// Copies the instructions of a block that runs ahead; where one would raise, the loop as it was takes over.
    fn insts(&mut self, original: Block) {
        for inst in self.func.blocks[original].insts.clone() {
            if self.access_held(inst) {
                continue;
            }
            let data = &self.func.insts[inst];
            match data.op {
                _ if self.in_front.contains(&inst) => {}
                Op::Assign { .. } => {}
                Op::Guard { .. } if self.plan.guards.contains(&data.args[0]) => {}
                Op::Guard { .. } => self.guard(data.args[0]),
                _ if data.results.iter().all(|&value| self.plan.alike.is_alike(value)) => self.copy_once(inst),
                _ => self.copy_each(inst),
            }
        }
    }

    /// Lets a value that is held stand for what an instruction reads of the element, or what it writes for that; false where it does neither.
    fn access_held(&mut self, inst: Inst) -> bool {
        let Some(k) = self.plan.held_by(inst) else { return false };
        let data = &self.func.insts[inst];
        match (&data.op, &self.held[k]) {
            (Op::Store {}, _) => {
                let value = data.args[1];
                self.held[k] = Some(self.lanes.iter().map(|lane| lane.get(value)).collect());
            }
            (_, Some(values)) => {
                let read = data.results.clone();
                for (lane, &value) in self.lanes.iter_mut().zip(values) {
                    lane.set(&read, &[value]);
                }
            }
            (_, None) => return false,
        }
        true
    }

    fn guard(&mut self, cond: Value) {
        let count = if self.plan.alike.is_alike(cond) { 1 } else { LANES };
        let (head, state) = (self.plan.around.head, self.state());
        for lane in 0..count {
            let (holds, next) = (self.lanes[lane].get(cond), self.block());
            self.builder().branch(holds, (next, &[]), (head, &state));
            self.at = next;
        }
    }

    fn copy_once(&mut self, inst: Inst) {
        let copy = self.lanes[0].inst(self.func, inst);
        self.func.blocks[self.at].insts.push(copy);
        let (old, new) = (self.func.insts[inst].results.clone(), self.func.insts[copy].results.clone());
        for map in &mut self.lanes[1..] {
            map.set(&old, &new);
        }
    }

    fn copy_each(&mut self, inst: Inst) {
        for map in &mut self.lanes {
            let copy = map.inst(self.func, inst);
            self.func.blocks[self.at].insts.push(copy);
        }
    }
}
