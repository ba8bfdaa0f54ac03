//! Which loops are changed.

use super::around::{Around, definitions, is_calm, only_inner, reached, uses};
use super::overlap::{self, Conditions};
use super::room::fits;
use super::turn::{self, Turn};
use crate::interrupts::counting::Facts;
use coluber_ir::function::Values;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Inst, Loop, OpSet, Target, Terminator, Typed, Value};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// More operations are not copied: compiling them takes longer than they gain.
const MOST: usize = 200;

/// A loop that takes several iterations at a time.
pub(super) struct Plan {
    /// The loop around.
    pub around: Around,
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
    /// What must hold for reading elements before the inner loop ahead of writes behind it.
    pub conditions: Conditions,
    /// The instructions that make the constants among it, which are not in `shared`.
    pub constants: Vec<Inst>,
}

impl Plan {
    /// How to change the loop, if that can be done and may pay.
    pub fn find(facts: &Facts<'_>, cfg: &Cfg, outer: Loop) -> Option<Plan> {
        let (func, loops) = (facts.func, facts.loops);
        let (inner, own) = (only_inner(facts, outer)?, Around::find(facts, outer)?);
        let head = own.head;
        let turn = turn::find(facts, cfg, inner)?;
        let Terminator::Branch { then: enter, .. } = &func.blocks[head].term else { return None };

        let around: Vec<Block> =
            cfg.order().iter().copied().filter(|&b| loops.contains(outer, b) && b != head).collect();
        let rest = reached(func, turn.head, head);
        let (rest, before): (Vec<Block>, Vec<Block>) = around.into_iter().partition(|b| rest.contains(b));
        let (shared, constants) = shared(func, head, own.counter(func), &before, &rest);
        let mut plan = Plan {
            conditions: Conditions::default(),
            around: own,
            enter: enter.clone(),
            in_turn: turn.blocks.iter().flat_map(|&block| uses(func, block)).collect(),
            shared,
            constants,
            before,
            turn,
            rest,
        };
        let (made, read) = (plan.made(func), plan.reads(func));
        let is_fixed = |value: Value| !made.contains(&value) || facts.constant(value).is_some();
        let written = overlap::writes(func, &plan.rest);
        plan.conditions = Conditions::find(facts, &read, written.as_deref(), plan.around.counter(func), &is_fixed)?;
        if plan.may_be_left(func) {
            plan.conditions.stay_within(facts, &read, &plan.around, &is_fixed, &is_fixed)?;
        }
        plan.is_possible(func, cfg).then_some(plan)
    }

    fn is_possible(&self, func: &Typed, cfg: &Cfg) -> bool {
        let ahead = || self.before.iter().chain([&self.around.head]);
        self.before.contains(&self.enter.block)
            && self.operations(func) <= MOST
            && ahead().flat_map(|&block| &func.blocks[block].insts).all(|&inst| may_run_ahead(func, inst))
            && self.around.handlers_are_outside(func, &self.before)
            && self.around.handlers_are_outside(func, &self.rest)
            && !self.carries_into_the_turn(func)
            && self.is_left_in_order(func, cfg)
            && self.shared.iter().all(|&value| fits(func.ty(value)))
    }

    /// The instructions before the inner loop that read memory.
    fn reads(&self, func: &Typed) -> Vec<Inst> {
        let insts = self.before.iter().chain([&self.around.head]).flat_map(|&block| &func.blocks[block].insts);
        insts.copied().filter(|&inst| matches!(func.insts[inst].op, Op::Load {})).collect()
    }

    /// Whether the program may leave the loop before its end.
    fn may_be_left(&self, func: &Typed) -> bool {
        let blocks = || self.before.iter().chain(&self.rest);
        let inside = |block: Block| block == self.around.head || blocks().any(|&own| own == block);
        let raises = |&inst: &Inst| func.insts[inst].op.can_raise() && !matches!(func.insts[inst].op, Op::Poll { .. });
        blocks().any(|&block| {
            let data = &func.blocks[block];
            data.insts.iter().any(raises)
                || matches!(data.term, Terminator::Return(_) | Terminator::Unreachable)
                || data.term.targets().iter().any(|target| !inside(target.block))
        })
    }

    fn operations(&self, func: &Typed) -> usize {
        self.before.iter().chain(&self.rest).map(|&block| func.blocks[block].insts.len()).sum()
    }

    /// Whether what one iteration leaves to the next is used before or in the inner loop.
    fn carries_into_the_turn(&self, func: &Typed) -> bool {
        let carried = |value: Value| self.around.is_carried(func, value);
        let mut found = self.enter.args.iter().any(|&arg| carried(arg));
        for &block in self.before.iter().chain([&self.around.head]).chain(&self.turn.blocks) {
            func.blocks[block]
                .insts
                .iter()
                .for_each(|&inst| found |= func.insts[inst].args.iter().any(|&arg| carried(arg)));
            if block != self.around.head {
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
        let blocks = self.before.iter().chain(&self.rest).chain([&self.around.head]);
        blocks.flat_map(|&block| definitions(func, block)).collect()
    }

    /// Whether what is behind the loop uses nothing of it that a way out of a copy would have to bring along.
    fn is_left_in_order(&self, func: &Typed, cfg: &Cfg) -> bool {
        let inside: FxHashSet<Block> =
            self.before.iter().chain(&self.rest).copied().chain([self.around.head]).collect();
        let has_handler = func.blocks[self.around.head].handler.is_some();
        let leaves = |&&block: &&Block| func.blocks[block].term.targets().iter().any(|t| !inside.contains(&t.block));
        let only_by_head = !has_handler && !self.rest.iter().any(|block| leaves(&block));
        let own = inside.iter().filter(|&&block| block != self.around.head || !only_by_head);
        let made: FxHashSet<Value> = own.flat_map(|&block| definitions(func, block)).collect();
        let outside = cfg.order().iter().filter(|block| !inside.contains(block));
        !outside.flat_map(|&block| uses(func, block)).any(|value| made.contains(&value))
    }
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

/// Whether an instruction before the inner loop may run ahead of iterations before it.
fn may_run_ahead(func: &Typed, inst: Inst) -> bool {
    matches!(func.insts[inst].op, Op::Guard { .. } | Op::Assign { .. }) || is_calm(func, inst)
}
