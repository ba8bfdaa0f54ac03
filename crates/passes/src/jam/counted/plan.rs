//! Which loops are changed.

use super::super::around::{Around, definitions, is_calm, uses};
use super::super::overlap::{self, Conditions};
use super::alike::Alike;
use super::held::Held;
use super::loops::Loops;
use crate::interrupts::counting::Facts;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Inst, Loop, Target, Terminator, Typed, Value};
use coluber_types::fields::has_owner;
use rustc_hash::FxHashSet;

/// More operations are not copied for each lane: compiling them takes longer than they gain.
const MOST: usize = 40;

/// A loop that takes several iterations at a time.
pub(in super::super) struct Plan {
    pub(super) around: Around,
    /// The jump from the head into the loop.
    pub(super) enter: Target,
    pub(super) loops: Loops,
    pub(super) alike: Alike,
    pub(super) held: Vec<Held>,
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
        let func = facts.func;
        let around = Around::find(facts, outer)?;
        let loops = Loops::find(facts, cfg, outer, &around)?;
        let Terminator::Branch { then: enter, .. } = &func.blocks[around.head].term else { return None };
        let alike = Alike::find(facts, &loops, overlap::writes_elements_alone(facts, &loops.behind));
        let held = Held::find(facts, &loops, &alike, around.counter(func))?;
        let (enter, conditions) = (enter.clone(), Conditions::default());
        let mut plan = Plan { around, enter, loops, alike, held, conditions, guards: Vec::new(), may_repeat: false };
        if !plan.is_possible(func) || !plan.pays(func) {
            return None;
        }
        plan.stay_in_order(facts)?;
        Some(plan)
    }

    /// Finds what must hold for results to be those of iterations one by one; None where that can't be seen when the program runs.
    fn stay_in_order(&mut self, facts: &Facts<'_>) -> Option<()> {
        let (func, counter) = (facts.func, self.around.counter(facts.func));
        let read = self.reads(func, self.loops.ahead());
        let behind = overlap::writes(func, &self.loops.behind);
        let held = self.held.iter().flat_map(|held| &held.accesses).copied();
        let held = held.filter(|&inst| matches!(func.insts[inst].op, Op::Store {}));
        let written: Option<Vec<Inst>> = behind.map(|behind| held.chain(behind).collect());
        let is_fixed = |value: Value| self.alike.is_fixed(value);
        let mut conditions = Conditions::find(facts, &read, written.as_deref(), counter, &is_fixed)?;
        for (k, one) in self.held.iter().enumerate() {
            self.held[..k].iter().for_each(|other| conditions.keep_apart(one.element.array, other.element.array));
        }
        let conds = guarded(func, &self.loops.order);
        let guards: Vec<Value> = conds.iter().copied().filter(|&cond| is_fixed(cond)).collect();
        if guards.len() < conds.len() {
            conditions.stay_within(facts, &read, &self.around, &is_fixed, &|value| self.alike.is_alike(value))?;
        }
        let all_reads = self.reads(func, &self.loops.order);
        self.may_repeat = func.blocks[self.around.head].params.len() == 1
            && overlap::writes_elements_alone(facts, &self.loops.behind)
            && !overlap::reads_what_is_written(facts, &all_reads, &written.unwrap_or_default())
            && all_reads.len() == read.len();
        (self.conditions, self.guards) = (conditions, guards);
        Some(())
    }

    /// The instructions of blocks that read memory while the loop runs. What is held is read once.
    fn reads(&self, func: &Typed, blocks: &[Block]) -> Vec<Inst> {
        let insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts).copied();
        let reads = |inst: &Inst| matches!(func.insts[*inst].op, Op::Load {}) && !self.alike.in_front.contains(inst);
        let others = insts.filter(reads).filter(|inst| self.held_by(*inst).is_none());
        others.chain(self.held.iter().filter_map(|held| held.first_read(func, &self.loops))).collect()
    }

    /// The place among what is held of the element that an instruction reads or writes.
    pub(super) fn held_by(&self, inst: Inst) -> Option<usize> {
        self.held.iter().position(|held| held.accesses.contains(&inst))
    }

    fn is_possible(&self, func: &Typed) -> bool {
        let (loops, carried) = (&self.loops, |value: &Value| self.around.is_carried(func, *value));
        let all = |block: Block, test: &dyn Fn(Inst) -> bool| func.blocks[block].insts.iter().all(|&inst| test(inst));
        let inner_is_alike = |inst: Inst| {
            is_calm(func, inst) && func.insts[inst].results.iter().all(|&value| self.alike.is_alike(value))
        };
        let used = |&block: &Block| match block == self.around.head || block == loops.inner {
            true => own_uses(func, block),
            false => uses(func, block),
        };
        self.enter.block == loops.before
            && loops.ahead().iter().all(|&block| all(block, &|inst| self.may_run_ahead(func, inst)))
            && all(loops.inner, &inner_is_alike)
            && self.turns_are_alike(func)
            && self.around.handlers_are_outside(func, &loops.order[1..])
            && !self.enter.args.iter().any(carried)
            && !loops.ahead().iter().flat_map(used).any(|value| carried(&value))
            && self.ends_in_order(func)
    }

    /// Whether an instruction in front of or in the inner loop may run before those behind it of other iterations.
    fn may_run_ahead(&self, func: &Typed, inst: Inst) -> bool {
        let data = &func.insts[inst];
        matches!(data.op, Op::Guard { .. } | Op::Assign { .. })
            || is_calm(func, inst)
            || self.held_by(inst).is_some()
            || !data.results.is_empty() && data.results.iter().all(|&value| self.alike.is_fixed(value))
    }

    /// Whether all lanes take the same way through the inner loop.
    fn turns_are_alike(&self, func: &Typed) -> bool {
        let is_alike = |&block: &Block| match &func.blocks[block].term {
            Terminator::Branch { cond, .. } => self.alike.is_alike(*cond),
            term => matches!(term, Terminator::Jump(_)),
        };
        matches!(func.blocks[self.loops.before].term, Terminator::Jump(_)) && self.loops.region.iter().all(is_alike)
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
        let region = &self.loops.region;
        let params: FxHashSet<Value> =
            region.iter().flat_map(|&block| func.blocks[block].params.iter().copied()).collect();
        let held = self.held.iter().flat_map(|held| &held.accesses);
        let from_others: FxHashSet<Value> = held.flat_map(|&inst| func.insts[inst].results.iter().copied()).collect();
        let is_waited_for =
            |arg: &Value| func.ty(*arg).is_float() && (params.contains(arg) || from_others.contains(arg));
        let waits = |inst: &Inst| {
            let data = &func.insts[*inst];
            matches!(data.op, Op::Arith { .. } | Op::Fma {}) && data.args.iter().any(is_waited_for)
        };
        region.iter().flat_map(|&block| &func.blocks[block].insts).any(waits)
            && !params.iter().any(|&param| has_owner(func.ty(param)))
            && [self.around.head, self.loops.before].iter().all(|&block| self.copies(func, &[block]) <= MOST)
            && self.copies(func, region) <= MOST
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
