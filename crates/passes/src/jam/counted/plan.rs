//! Which loops are changed.

use super::super::around::{Around, definitions, is_calm, only_inner, reached, uses};
use super::super::overlap::{self, Conditions};
use super::alike::Alike;
use crate::interrupts::counting::{Count, Facts};
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Inst, Loop, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::fields::has_owner;
use rustc_hash::FxHashSet;

/// More operations are not copied for each lane: compiling them takes longer than they gain.
const MOST: usize = 40;

/// LLVM writes the turns of inner loops that take no more one behind the other.
const FEW_TURNS: i64 = 16;

/// The blocks of both loops.
pub(super) struct Loops {
    /// In their order: the head of the loop around, the block before the inner loop, the head of that, its turn, and those behind.
    pub order: Vec<Block>,
    pub before: Block,
    pub inner: Block,
    pub turn: Block,
    pub behind: Vec<Block>,
    /// The inner loop's counter.
    pub turn_counter: Value,
}

/// A loop that takes several iterations at a time.
pub(in super::super) struct Plan {
    pub(super) around: Around,
    /// The jump from the head into the loop.
    pub(super) enter: Target,
    pub(super) loops: Loops,
    pub(super) alike: Alike,
    /// What must hold for reading elements ahead of writes behind the inner loop.
    pub(super) conditions: Conditions,
    /// Tests of guards that do not change in the loop.
    pub(super) guards: Vec<Value>,
    /// Whether an iteration that is taken once more does the same: the last ones may be taken together with some before them.
    pub(super) may_repeat: bool,
}

impl Plan {
    /// How to change the loop, if that can be done and may pay.
    pub(in super::super) fn find(facts: &Facts<'_>, cfg: &Cfg, outer: Loop) -> Option<Plan> {
        let (func, inner) = (facts.func, only_inner(facts, outer)?);
        let count = facts.count(inner).filter(|count| count.bound.is_some_and(|(op, _)| op == CmpOp::Lt))?;
        if count.most.is_some_and(|most| most <= FEW_TURNS) {
            return None;
        }
        let around = Around::find(facts, outer)?;
        let loops = Loops::find(facts, cfg, outer, (inner, count), &around)?;
        let Terminator::Branch { then: enter, .. } = &func.blocks[around.head].term else { return None };
        let made = loops.order.iter().flat_map(|&block| definitions(func, block)).collect();
        let alike = Alike::find(facts, &loops, made, overlap::writes_elements_alone(facts, &loops.behind));
        let enter = enter.clone();
        let conditions = Conditions::default();
        let mut plan = Plan { around, enter, loops, alike, conditions, guards: Vec::new(), may_repeat: false };
        if !plan.is_possible(func) || !plan.pays(func) {
            return None;
        }
        let read = plan.alike.reads(func, &plan.blocks_ahead());
        let is_fixed = |value: Value| plan.alike.is_fixed(value);
        plan.conditions = Conditions::find(facts, &read, &plan.loops.behind, plan.around.counter(func), &is_fixed)?;
        let conds = guarded(func, &plan.loops.order);
        plan.guards = conds.iter().copied().filter(|&cond| is_fixed(cond)).collect();
        if plan.guards.len() < conds.len() {
            let is_alike = |value: Value| plan.alike.is_alike(value);
            plan.conditions.stay_within(facts, &read, &plan.around, &is_fixed, &is_alike)?;
        }
        let all_reads = plan.alike.reads(func, &plan.loops.order);
        plan.may_repeat = func.blocks[plan.around.head].params.len() == 1
            && overlap::writes_elements_alone(facts, &plan.loops.behind)
            && !overlap::reads_what_is_written(facts, &all_reads, &plan.loops.behind)
            && all_reads.len() == read.len();
        Some(plan)
    }

    /// The blocks whose operations run for all lanes before what is behind the inner loop does for the first.
    fn blocks_ahead(&self) -> [Block; 4] {
        [self.around.head, self.loops.before, self.loops.inner, self.loops.turn]
    }

    fn is_possible(&self, func: &Typed) -> bool {
        let (loops, carried) = (&self.loops, |value: &Value| self.around.is_carried(func, *value));
        let all = |block: Block, test: &dyn Fn(Inst) -> bool| func.blocks[block].insts.iter().all(|&inst| test(inst));
        let inner_is_alike = |inst: Inst| {
            is_calm(func, inst) && func.insts[inst].results.iter().all(|&value| self.alike.is_alike(value))
        };
        self.enter.block == loops.before
            && self.blocks_ahead().iter().all(|&block| all(block, &|inst| self.may_run_ahead(func, inst)))
            && all(loops.inner, &inner_is_alike)
            && self.counts_alike(func)
            && self.around.handlers_are_outside(func, &loops.order[1..])
            && !self.enter.args.iter().any(carried)
            && !self.blocks_ahead().iter().flat_map(|&block| own_uses(func, block)).any(|value| carried(&value))
            && self.ends_in_order(func)
    }

    /// Whether an instruction in front of or in the inner loop may run before those behind it of other iterations.
    fn may_run_ahead(&self, func: &Typed, inst: Inst) -> bool {
        let data = &func.insts[inst];
        matches!(data.op, Op::Guard { .. } | Op::Assign { .. })
            || is_calm(func, inst)
            || data.results.iter().all(|&value| self.alike.is_fixed(value))
    }

    /// Whether all lanes count the same turns.
    fn counts_alike(&self, func: &Typed) -> bool {
        let place = func.blocks[self.loops.inner].params.iter().position(|&param| param == self.loops.turn_counter);
        let is_alike = |block: Block| match (&func.blocks[block].term, place) {
            (Terminator::Jump(target), Some(place)) => self.alike.is_alike(target.args[place]),
            _ => false,
        };
        is_alike(self.loops.before) && is_alike(self.loops.turn)
    }

    /// Whether the loop is left at its head alone, and nothing but what the head has is used behind it.
    fn ends_in_order(&self, func: &Typed) -> bool {
        let inside = |block: Block| self.loops.order.contains(&block);
        let stays = |&block: &Block| {
            let data = &func.blocks[block];
            let may_be_left = matches!(data.term, Terminator::Return(_) | Terminator::Unreachable);
            !may_be_left && data.term.targets().iter().all(|target| inside(target.block))
        };
        // A handler is come to from the copies, too.
        let from = usize::from(func.blocks[self.around.head].handler.is_none());
        let own: FxHashSet<Value> =
            self.loops.order[from..].iter().flat_map(|&block| definitions(func, block)).collect();
        let outside = func.layout.iter().filter(|&&block| !inside(block));
        self.loops.order[1..].iter().all(stays)
            && !outside.flat_map(|&block| uses(func, block)).any(|value| own.contains(&value))
    }

    /// Whether the turns wait for floats of the ones before, and there is not too much to copy.
    fn pays(&self, func: &Typed) -> bool {
        let params = &func.blocks[self.loops.inner].params;
        let turn = &func.blocks[self.loops.turn].insts;
        let waits = |inst: &&Inst| {
            let data = &func.insts[**inst];
            let computes = matches!(data.op, Op::Arith { .. } | Op::Fma {});
            computes && data.args.iter().any(|arg| params.contains(arg) && func.ty(*arg).is_float())
        };
        turn.iter().any(|inst| waits(&inst))
            && !params.iter().any(|&param| has_owner(func.ty(param)))
            && self.blocks_ahead().iter().all(|&block| self.copies(func, &[block]) <= MOST)
            && self.copies(func, &self.loops.behind) <= MOST
    }

    /// How many operations of blocks are copied for each lane.
    fn copies(&self, func: &Typed, blocks: &[Block]) -> usize {
        let insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts);
        let is_copied = |inst: &&Inst| {
            let data = &func.insts[**inst];
            let is_free = matches!(data.op, Op::Const { .. } | Op::Part { .. } | Op::Assign { .. });
            !is_free && (data.results.is_empty() || !data.results.iter().all(|&value| self.alike.is_alike(value)))
        };
        insts.filter(is_copied).count()
    }
}

impl Loops {
    fn find(
        facts: &Facts<'_>,
        cfg: &Cfg,
        outer: Loop,
        (inner, count): (Loop, Count),
        around: &Around,
    ) -> Option<Loops> {
        let (func, head) = (facts.func, facts.head(inner)?);
        let within = |id: Loop| cfg.order().iter().copied().filter(move |&block| facts.loops.contains(id, block));
        let [turn] = within(inner).filter(|&block| block != head).collect::<Vec<_>>()[..] else { return None };
        let later = reached(func, head, around.head);
        let others = || within(outer).filter(|&block| block != around.head && block != head && block != turn);
        let [before] = others().filter(|block| !later.contains(block)).collect::<Vec<_>>()[..] else { return None };
        let behind: Vec<Block> = others().filter(|block| later.contains(block)).collect();
        let order = [around.head, before, head, turn].into_iter().chain(behind.iter().copied()).collect();
        Some(Loops { order, before, inner: head, turn, behind, turn_counter: count.counter })
    }
}

/// The conditions of the guards in blocks.
fn guarded(func: &Typed, blocks: &[Block]) -> Vec<Value> {
    let insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts).map(|&inst| &func.insts[inst]);
    insts.filter(|data| matches!(data.op, Op::Guard { .. })).map(|data| data.args[0]).collect()
}

/// The values that a block uses, but for the way out of a loop, which is the second of two.
fn own_uses(func: &Typed, block: Block) -> Vec<Value> {
    let mut found: Vec<Value> =
        func.blocks[block].insts.iter().flat_map(|&inst| func.insts[inst].args.iter().copied()).collect();
    match &func.blocks[block].term {
        Terminator::Jump(target) => found.extend(&target.args),
        Terminator::Branch { cond, then, .. } => found.extend([*cond].iter().chain(&then.args)),
        Terminator::Return(_) | Terminator::Unreachable => {}
    }
    found
}
