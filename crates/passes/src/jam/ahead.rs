//! What is before the inner loop, for all lanes.

use super::around::add_params;
use super::build::Build;
use super::copy::{self, Map};
use super::room::Lane;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Target, Value};
use coluber_types::Ty;
use rustc_hash::FxHashMap;

impl Build<'_> {
    /// Writes what is before the inner loop for all lanes. Gives the block where they are ready.
    pub(super) fn lanes(&mut self, begin: Block) -> Block {
        let (plan, mut map) = (self.plan, self.constants.clone());
        let lanes = self.each_lane(begin, &[]);
        let counter = self.counter_of(lanes.body, lanes.number);
        map.set(&[plan.around.counter(self.func)], &[counter]);
        let done = self.block();
        let start = add_params(self.func, &mut map, &self.inner(), done);
        let mut copies = copy::blocks(self.func, &mut map, &plan.before);
        copies.insert(plan.turn.head, done);
        let after = self.ahead(&mut map, plan.around.head, lanes.body);
        self.at(after).jump(copies[&plan.enter.block], &map.all(&plan.enter.args));
        for &block in &plan.before {
            self.copy_ahead(&mut map, block, &copies);
        }
        let mut b = Builder::new(self.func, done);
        b.set_span(self.span);
        self.states.write(&mut b, Lane::Value(lanes.number), &start);
        self.shared.write(&mut b, Lane::Value(lanes.number), &map.all(&plan.shared));
        b.jump(lanes.next, &[]);
        lanes.end
    }

    /// The counter of a lane.
    fn counter_of(&mut self, block: Block, number: Value) -> Value {
        let base = self.counter();
        let ty = self.func.ty(base);
        let mut b = self.at(block);
        let number = if ty == Ty::int64() { number } else { b.value(Op::Cast {}, &[number], ty) };
        b.value(Op::Arith { op: Arith::AddNoWrap }, &[base, number], ty)
    }

    /// Writes the copy of a block; where it goes past the inner loop, control goes aside.
    fn copy_ahead(&mut self, map: &mut Map, block: Block, copies: &FxHashMap<Block, Block>) {
        let after = self.ahead(map, block, copies[&block]);
        let mut term = map.term(&self.func.blocks[block].term, &FxHashMap::default());
        for target in term.targets_mut() {
            match copies.get(&target.block) {
                Some(&copy) => target.block = copy,
                None => *target = Target { block: self.entry.aside, args: Values::new() },
            }
        }
        self.func.blocks[after].term = term;
    }

    /// Copies the instructions of a block; where one would raise, control goes aside. Gives the block that the copy ends in.
    fn ahead(&mut self, map: &mut Map, original: Block, mut copy: Block) -> Block {
        for inst in self.func.blocks[original].insts.clone() {
            match self.func.insts[inst].op {
                Op::Guard { .. } => {
                    let (holds, next, aside) = (map.get(self.func.insts[inst].args[0]), self.block(), self.entry.aside);
                    self.at(copy).branch(holds, (next, &[]), (aside, &[]));
                    copy = next;
                }
                Op::Assign { .. } => {}
                _ => {
                    let inst = map.inst(self.func, inst);
                    self.func.blocks[copy].insts.push(inst);
                }
            }
        }
        copy
    }
}
