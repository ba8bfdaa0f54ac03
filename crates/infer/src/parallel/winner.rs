//! Reductions of several variables: the best value of all iterations and what belongs to it, `if x > best: best = x; pos = i`.
//!
//! Each piece of the loop begins with the values from before it. Of two pieces the later one counts where its best value wins the comparison
//! of the program against that of the earlier one, so that the first of equal values stays with `<` and `>`, and the last one with `<=`
//! and `>=`. A piece that has found nothing must not win by a value from before the loop that is equal: so `<=` and `>=` need a
//! flag that says whether a piece has found anything, which the loop is rewritten to carry.

use super::guarded;
use super::is_parallel;
use super::kept::{self, Kept};
use super::private::entry;
use super::web::{Use, Uses, made_by, uses};
use crate::engine::Typing;
use coluber_ir::py::Op;
use coluber_ir::{Block, Builder, Cfg, Const, Dominators, Inst, Region, Untyped, Value};
use coluber_ops::{CmpOp, UnOp};
use coluber_types::{Kind, Ty};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Parameters of a loop's head that are one reduction.
pub(super) struct Winner {
    /// The best value.
    pub(super) best: Value,
    /// Compares a new value with it.
    pub(super) op: CmpOp,
    /// Whether an iteration has found a new value; none where the comparison is strict.
    pub(super) flag: Option<Value>,
    /// What belongs to the best value, with the flag.
    pub(super) others: Vec<Value>,
}

/// An edge of the control flow: a block, and which of its targets.
type Edge = (Block, usize);

/// What becomes of a carried variable in an iteration.
pub(super) struct Trace {
    /// The parameters of blocks that hand it on.
    members: FxHashSet<Value>,
    /// The comparisons with it.
    pub(super) compares: FxHashSet<Inst>,
    /// Where it gets a new value.
    pub(super) updates: BTreeMap<Edge, Value>,
}

/// A branch that compares the best value with a new one.
#[derive(Clone, Copy)]
struct Test {
    block: Block,
    inst: Inst,
    /// The new value.
    new: Value,
    /// The best value.
    best: Value,
    /// Compares the new value with the best one.
    op: CmpOp,
    /// The target for values that win.
    won: usize,
}

/// The reductions of this kind of a loop, and the variables that keep their last value.
pub(super) fn find(body: &Untyped, typing: &Typing, region: &Region) -> (Vec<Winner>, Vec<Kept>) {
    let search = Search::new(body, typing, region);
    let found = search.winners();
    let kept = kept::find(&search, &found);
    let winners = found.into_iter().map(|found| found.0);
    (winners.filter(|winner| is_strict(winner.op) || winner.flag.is_some()).collect(), kept)
}

/// The function with more flags that a parallel loop carries; None where none is needed.
pub(super) fn with_flag(body: &Untyped, typing: &Typing, region: &Region) -> Option<Untyped> {
    let search = Search::new(body, typing, region);
    let winners = search.winners();
    let unflagged = winners.iter().find(|(winner, _)| !is_strict(winner.op) && winner.flag.is_none());
    match unflagged {
        Some((_, trace)) => Some(flagged(body, region, trace)),
        None => kept::with_flags(&search, &winners),
    }
}

fn is_strict(op: CmpOp) -> bool {
    matches!(op, CmpOp::Lt | CmpOp::Gt)
}

/// What is known of a loop.
pub(super) struct Search<'b> {
    pub(super) body: &'b Untyped,
    pub(super) typing: &'b Typing,
    pub(super) region: &'b Region,
    uses: Uses,
    cfg: Cfg,
    dominators: Dominators,
    /// The blocks whose parameters these are.
    owners: FxHashMap<Value, Block>,
}

impl<'b> Search<'b> {
    fn new(body: &'b Untyped, typing: &'b Typing, region: &'b Region) -> Self {
        let cfg = Cfg::new(body);
        let dominators = Dominators::new(body, &cfg);
        let blocks = body.layout.iter().copied();
        let owners = blocks.flat_map(|block| body.blocks[block].params.iter().map(move |&param| (param, block)));
        Search { body, typing, region, uses: uses(body, typing, region), owners: owners.collect(), cfg, dominators }
    }

    fn winners(&self) -> Vec<(Winner, Trace)> {
        let params = self.body.blocks[self.region.head].params.iter().copied();
        let params: Vec<Value> = params.filter(|&p| !is_parallel(self.typing.vals[p].ty)).collect();
        params.iter().filter_map(|&best| self.winner(best, &params)).collect()
    }

    fn winner(&self, best: Value, params: &[Value]) -> Option<(Winner, Trace)> {
        let is_ordered = |kind: &Kind| matches!(kind, Kind::Int(_) | Kind::Float(_) | Kind::Bool | Kind::Str);
        if !is_ordered(self.typing.vals[best].ty.unliteral().kind()) {
            return None;
        }
        let trace = self.trace(best).filter(|trace| !trace.compares.is_empty() && !trace.updates.is_empty())?;
        let tests = self.tests(&trace)?;
        let mut used = FxHashSet::default();
        let mut op = None;
        for (&edge, &value) in &trace.updates {
            let test = tests.iter().find(|test| self.is_update(test, &trace, edge, value))?;
            used.insert(test.inst);
            if *op.get_or_insert(test.op) != test.op {
                return None;
            }
        }
        let (others, traces): (Vec<Value>, Vec<Trace>) = params
            .iter()
            .filter(|&&param| param != best)
            .filter_map(|&param| Some((param, self.trace(param)?)))
            .filter(|(_, other)| other.compares.is_empty() && other.updates.keys().eq(trace.updates.keys()))
            .unzip();
        let together: FxHashSet<Value> =
            traces.iter().chain([&trace]).flat_map(|trace| trace.members.iter().copied()).collect();
        let guarded =
            |test: &Test| guarded::is_all(self.body, self.region, (&self.cfg, &self.dominators), test.block, &together);
        if used.len() != trace.compares.len() || !tests.iter().all(guarded) {
            return None;
        }
        let mut flags = others.iter().zip(&traces);
        let flag = flags.find(|(param, other)| self.is_flag(**param, other)).map(|(param, _)| *param);
        Some((Winner { best, op: op?, flag, others }, trace))
    }

    /// What becomes of a variable that is handed on, compared and replaced, and nothing else.
    pub(super) fn trace(&self, param: Value) -> Option<Trace> {
        let mut trace =
            Trace { members: FxHashSet::default(), compares: FxHashSet::default(), updates: BTreeMap::new() };
        let name = &self.body.values[param].name;
        let mut work = vec![param];
        while let Some(value) = work.pop() {
            if !trace.members.insert(value) {
                continue;
            }
            for used in self.uses.get(&value).into_iter().flatten() {
                match *used {
                    Use::Inst(inst) if matches!(self.body.insts[inst].op, Op::Compare { .. }) => {
                        trace.compares.insert(inst);
                    }
                    Use::Edge { to, param: next } => {
                        let is_other = to == self.region.head && next != param;
                        if is_other || self.body.values[next].name != *name {
                            return None;
                        }
                        work.push(next);
                    }
                    Use::Inst(_) | Use::Condition(_) => return None,
                }
            }
        }
        self.updates(&mut trace)?;
        Some(trace)
    }

    /// Notes where something else comes to the variable.
    fn updates(&self, trace: &mut Trace) -> Option<()> {
        for &block in self.region.body.iter().filter(|&&block| self.typing.reachable.contains(block)) {
            for (k, target) in self.body.blocks[block].term.targets().into_iter().enumerate() {
                let handed = self.body.blocks[target.block].params.iter().zip(&target.args);
                for (_, &arg) in handed.filter(|(param, _)| trace.members.contains(param)) {
                    if !trace.members.contains(&arg) && trace.updates.insert((block, k), arg).is_some() {
                        return None;
                    }
                }
            }
        }
        Some(())
    }

    /// The branches that compare with the variable; None where a comparison is used for anything else.
    fn tests(&self, trace: &Trace) -> Option<Vec<Test>> {
        let mut tests = Vec::new();
        for &inst in &trace.compares {
            let &[a, b] = &self.body.insts[inst].args[..] else { return None };
            let Op::Compare { op } = self.body.insts[inst].op else { return None };
            let (new, best, op) = match (trace.members.contains(&a), trace.members.contains(&b)) {
                (false, true) => (a, b, op),
                (true, false) => (b, a, op.swapped()),
                _ => return None,
            };
            let (block, holds) = self.branch_on(self.body.insts[inst].results[0])?;
            let is_whole = |v: Value| matches!(self.typing.vals[v].ty.unliteral().kind(), Kind::Int(_) | Kind::Bool);
            let (op, won) = match op {
                CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge => (op, usize::from(!holds)),
                _ => return None,
            };
            tests.push(Test { block, inst, new, best, op, won });
            // Of numbers that all compare, the others win where these do not.
            if is_whole(new) && is_whole(best) {
                tests.push(Test { block, inst, new, best, op: opposite(op), won: 1 - won });
            }
        }
        Some(tests)
    }

    /// The only branch on a condition, and whether it holds on the way to the first target.
    fn branch_on(&self, condition: Value) -> Option<(Block, bool)> {
        match self.uses.get(&condition)?[..] {
            [Use::Condition(block)] => Some((block, true)),
            [Use::Inst(inst)] => {
                let data = &self.body.insts[inst];
                let (block, holds) = self.branch_on(data.results.first().copied()?)?;
                match data.op {
                    Op::Truth {} => Some((block, holds)),
                    Op::Unary { op: UnOp::Not } => Some((block, !holds)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether the variable gets a value there because it has won.
    fn is_update(&self, test: &Test, trace: &Trace, (block, k): Edge, value: Value) -> bool {
        let target = self.body.blocks[test.block].term.targets()[test.won].block;
        let is_behind = self.is_only_way(test.block, target) && self.dominates(target, block);
        let is_guarded = is_behind || (block, k) == (test.block, test.won);
        is_guarded && self.is_current(test.best, trace, block) && self.is_same(test.new, value)
    }

    /// Whether a block of the loop is reached by one branch alone.
    pub(super) fn is_only_way(&self, branch: Block, target: Block) -> bool {
        self.cfg.jumps_to(target) == [branch] && self.region.contains(target)
    }

    pub(super) fn dominates(&self, block: Block, other: Block) -> bool {
        self.dominators.dominates(block, other)
    }

    /// Whether the variable has this value in a block: no other one comes to it on the way there.
    fn is_current(&self, value: Value, trace: &Trace, block: Block) -> bool {
        let Some(&own) = self.owners.get(&value) else { return false };
        let others = trace.members.iter().filter(|&&other| other != value).filter_map(|other| self.owners.get(other));
        let is_between =
            |&other: &Block| self.dominators.dominates(own, other) && self.dominators.dominates(other, block);
        self.dominators.dominates(own, block) && !others.copied().any(|other| is_between(&other))
    }

    fn is_same(&self, a: Value, b: Value) -> bool {
        super::elements::is_same(self.body, origin(self.body, a), origin(self.body, b))
    }

    /// Whether a variable is False before the loop and True where the best value has changed.
    pub(super) fn is_flag(&self, param: Value, trace: &Trace) -> bool {
        let is = |value: Value, expected: bool| {
            made_by(self.body, value)
                .is_some_and(|inst| matches!(inst.op, Op::Const { value: Const::Bool(found) } if found == expected))
        };
        let first = entry(self.body, self.region, param);
        first.is_some_and(|first| is(first, false)) && trace.updates.values().all(|&value| is(value, true))
    }
}

/// What a value was before it was an item of a tuple, or a variable's.
pub(super) fn origin(body: &Untyped, value: Value) -> Value {
    let Some(data) = made_by(body, value) else { return value };
    match data.op {
        Op::AsVariable { .. } => origin(body, data.args[0]),
        Op::Unpack { .. } => {
            let place = data.results.iter().position(|&result| result == value);
            let tuple = made_by(body, data.args[0]).filter(|inst| matches!(inst.op, Op::BuildTuple {}));
            match (place, tuple) {
                (Some(place), Some(tuple)) if tuple.args.len() == data.results.len() => origin(body, tuple.args[place]),
                _ => value,
            }
        }
        _ => value,
    }
}

/// The comparison that holds where another one does not.
fn opposite(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Lt => CmpOp::Ge,
        CmpOp::Ge => CmpOp::Lt,
        CmpOp::Gt => CmpOp::Le,
        CmpOp::Le => CmpOp::Gt,
        other => other,
    }
}

/// The function in which the loop carries a flag beside a variable: False before the loop, True where the variable gets a new value.
pub(super) fn flagged(body: &Untyped, region: &Region, trace: &Trace) -> Untyped {
    let mut body = body.clone();
    let blocks = body.layout.clone();
    let mut flags = FxHashMap::default();
    let mut joins = Vec::new();
    for &block in &blocks {
        let members = body.blocks[block].params.iter().copied().filter(|param| trace.members.contains(param));
        if let Some(member) = members.collect::<Vec<_>>().first().copied() {
            let place = body.blocks[block].params.iter().position(|&param| param == member).unwrap_or_default();
            flags.insert(member, body.add_param(block, Ty::undefined(), None));
            joins.push((block, place));
        }
    }
    for &block in &blocks {
        let count = body.blocks[block].term.targets().len();
        for k in 0..count {
            let target = body.blocks[block].term.targets()[k].clone();
            let Some(&(_, place)) = joins.iter().find(|join| join.0 == target.block) else { continue };
            let inside = region.contains(block) || block == region.head;
            let flag = flags.get(&target.args[place]).copied().filter(|_| inside).unwrap_or_else(|| {
                Builder::new(&mut body, block).value(Op::Const { value: Const::Bool(inside) }, &[], Ty::undefined())
            });
            if let Some(target) = body.blocks[block].term.targets_mut().into_iter().nth(k) {
                target.args.push(flag);
            }
        }
    }
    body
}
