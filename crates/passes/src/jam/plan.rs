//! Which loops are changed.

use super::overlap;
use super::room::fits;
use super::turn::{self, Turn};
use crate::interrupts::counting::{Count, Facts};
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Cfg, Inst, Loop, OpSet, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::fields::has_owner;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// More operations are not copied: compiling them takes longer than they gain.
const MOST: usize = 200;

/// A loop that takes several iterations at a time.
pub(super) struct Plan {
    /// The head of the loop around.
    pub head: Block,
    /// The place of the counter among the head's parameters.
    pub counter: usize,
    /// The loop goes on while the counter is less.
    pub bound: Value,
    /// The blocks of the loop that go back to its head.
    pub latches: Vec<Block>,
    /// The jump from the head into the loop.
    pub enter: Target,
    /// The blocks before the inner loop, each after those that come before it.
    pub before: Vec<Block>,
    /// The inner loop's turn.
    pub turn: Turn,
    /// The blocks of the inner loop and behind it.
    pub rest: Vec<Block>,
    /// What is computed before the inner loop and used in it or behind it.
    pub shared: Values,
    /// What of it the inner loop's turn uses.
    pub in_turn: FxHashSet<Value>,
    /// The arrays that are read before the inner loop, and those that are written behind it, which must not overlap.
    pub apart: Vec<(Value, Value)>,
    /// The instructions that make the constants among it, which are not in `shared`.
    pub constants: Vec<Inst>,
}

impl Plan {
    /// How to change the loop, if that can be done and may pay.
    pub fn find(facts: &Facts<'_>, cfg: &Cfg, outer: Loop) -> Option<Plan> {
        let (func, loops) = (facts.func, facts.loops);
        let (inner, head) = (only_inner(facts, outer)?, facts.head(outer)?);
        let counter = counter(facts, outer, head)?;
        let (_, bound) = counter.bound.filter(|(op, _)| *op == CmpOp::Lt)?;
        let turn = turn::find(facts, cfg, inner)?;
        let Terminator::Branch { then: enter, .. } = &func.blocks[head].term else { return None };

        let around: Vec<Block> =
            cfg.order().iter().copied().filter(|&b| loops.contains(outer, b) && b != head).collect();
        let rest = reached(func, turn.head, head);
        let (rest, before): (Vec<Block>, Vec<Block>) = around.into_iter().partition(|b| rest.contains(b));
        let (shared, constants) = shared(func, head, counter.counter, &before, &rest);
        let mut plan = Plan {
            apart: Vec::new(),
            head,
            counter: func.blocks[head].params.iter().position(|&param| param == counter.counter)?,
            bound,
            latches: facts.latches(outer)?,
            enter: enter.clone(),
            in_turn: turn.blocks.iter().flat_map(|&block| uses(func, block)).collect(),
            shared,
            constants,
            before,
            turn,
            rest,
        };
        plan.apart = overlap::pairs(facts, &plan, &plan.made(func))?;
        plan.is_possible(func, cfg).then_some(plan)
    }

    fn is_possible(&self, func: &Typed, cfg: &Cfg) -> bool {
        let ahead = || self.before.iter().chain([&self.head]);
        self.before.contains(&self.enter.block)
            && self.operations(func) <= MOST
            && ahead().flat_map(|&block| &func.blocks[block].insts).all(|&inst| may_run_ahead(func, inst))
            && self.handlers_are_outside(func)
            && !self.carries_into_the_turn(func)
            && self.is_left_in_order(func, cfg)
            && self.shared.iter().all(|&value| fits(func.ty(value)))
    }

    fn operations(&self, func: &Typed) -> usize {
        self.before.iter().chain(&self.rest).map(|&block| func.blocks[block].insts.len()).sum()
    }

    /// Whether exceptions of the loop are handled outside of it.
    fn handlers_are_outside(&self, func: &Typed) -> bool {
        let handler = func.blocks[self.head].handler;
        let blocks = || self.before.iter().chain(&self.rest);
        blocks().all(|&block| func.blocks[block].handler == handler) && blocks().all(|&block| Some(block) != handler)
    }

    /// Whether what one iteration leaves to the next is used before or in the inner loop.
    fn carries_into_the_turn(&self, func: &Typed) -> bool {
        let params = &func.blocks[self.head].params;
        let carried = |value: Value| params.iter().position(|&p| p == value).is_some_and(|at| at != self.counter);
        let mut found = self.enter.args.iter().any(|&arg| carried(arg));
        for &block in self.before.iter().chain([&self.head]).chain(&self.turn.blocks) {
            func.blocks[block]
                .insts
                .iter()
                .for_each(|&inst| found |= func.insts[inst].args.iter().any(|&arg| carried(arg)));
            if block != self.head {
                func.blocks[block]
                    .term
                    .visit_uses(|value| found |= carried(value) && !self.is_passed_behind(func, block));
            }
        }
        found
    }

    /// Whether a block's jumps all go behind the inner loop, with anything.
    fn is_passed_behind(&self, func: &Typed, block: Block) -> bool {
        let ahead = |target: &&Target| self.before.contains(&target.block) || self.turn.blocks.contains(&target.block);
        !func.blocks[block].term.targets().iter().any(ahead)
    }

    /// The values that the loop makes.
    fn made(&self, func: &Typed) -> FxHashSet<Value> {
        let blocks = self.before.iter().chain(&self.rest).chain([&self.head]);
        blocks.flat_map(|&block| definitions(func, block)).collect()
    }

    /// Whether what is behind the loop uses nothing of it that a way out of a copy would have to bring along.
    fn is_left_in_order(&self, func: &Typed, cfg: &Cfg) -> bool {
        let inside: FxHashSet<Block> = self.before.iter().chain(&self.rest).copied().chain([self.head]).collect();
        let has_handler = func.blocks[self.head].handler.is_some();
        let leaves = |&&block: &&Block| func.blocks[block].term.targets().iter().any(|t| !inside.contains(&t.block));
        let only_by_head = !has_handler && !self.rest.iter().any(|block| leaves(&block));
        let own = inside.iter().filter(|&&block| block != self.head || !only_by_head);
        let made: FxHashSet<Value> = own.flat_map(|&block| definitions(func, block)).collect();
        let outside = cfg.order().iter().filter(|block| !inside.contains(block));
        !outside.flat_map(|&block| uses(func, block)).any(|value| made.contains(&value))
    }
}

/// The one loop in a loop, if there are no others.
fn only_inner(facts: &Facts<'_>, outer: Loop) -> Option<Loop> {
    let mut inner = facts.inner(outer);
    let only = inner.next()?;
    (inner.next().is_none() && facts.inner(only).next().is_none()).then_some(only)
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

/// The blocks that control comes to from one, itself included, without passing another one.
fn reached(func: &Typed, from: Block, stop: Block) -> FxHashSet<Block> {
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

/// The values of a lane that its turns and what is behind them use, and the instructions that make constants among them.
fn shared(func: &Typed, head: Block, counter: Value, before: &[Block], rest: &[Block]) -> (Values, Vec<Inst>) {
    let insts = || before.iter().chain([&head]).flat_map(|&block| &func.blocks[block].insts).copied();
    let params = before.iter().flat_map(|&block| func.blocks[block].params.iter().copied());
    let results = insts().flat_map(|inst| func.insts[inst].results.iter().copied());
    let made: FxHashSet<Value> = params.chain(results).chain([counter]).collect();
    let used: BTreeSet<Value> =
        rest.iter().flat_map(|&block| uses(func, block)).filter(|value| made.contains(value)).collect();
    let is_constant = |&inst: &Inst| matches!(func.insts[inst].op, Op::Const { .. } | Op::Undef {});
    let constants: Vec<Inst> = insts().filter(is_constant).filter(|&inst| used.contains(&func.result(inst))).collect();
    let fixed: FxHashSet<Value> = constants.iter().map(|&inst| func.result(inst)).collect();
    (used.into_iter().filter(|value| !fixed.contains(value)).collect(), constants)
}

fn definitions(func: &Typed, block: Block) -> impl Iterator<Item = Value> + use<'_> {
    let data = &func.blocks[block];
    let results = data.insts.iter().flat_map(|&inst| func.insts[inst].results.iter());
    data.params.iter().chain(results).copied()
}

fn uses(func: &Typed, block: Block) -> Vec<Value> {
    let data = &func.blocks[block];
    let mut found: Vec<Value> = data.insts.iter().flat_map(|&inst| func.insts[inst].args.iter().copied()).collect();
    data.term.visit_uses(|value| found.push(value));
    found
}

/// Whether an instruction before the inner loop may run ahead of iterations before it.
fn may_run_ahead(func: &Typed, inst: Inst) -> bool {
    let data = &func.insts[inst];
    match data.op {
        Op::Guard { .. } | Op::Assign { .. } => true,
        Op::Load {} => !has_owner(func.ty(data.results[0])),
        Op::Local { .. } | Op::Shared { .. } | Op::SharedDynamic {} | Op::Thread { .. } => false,
        _ => data.op.is_pure(),
    }
}
