//! What conditions say of values in the blocks behind them.

use coluber_ir::typed::{Arith, Op, Unary};
use coluber_ir::{Block, Cfg, Dominators, Inst, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

/// A position: before the instruction with this number in the block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub block: Block,
    pub inst: usize,
}

impl Place {
    /// Before the block's terminator.
    pub(super) fn end(block: Block) -> Self {
        Place { block, inst: usize::MAX }
    }
}

/// From where a fact holds.
#[derive(Clone, Copy, Debug)]
enum Scope {
    /// From the start of the block.
    Block(Block),
    /// Behind the instruction with this number in the block.
    Behind(Block, usize),
}

/// That a value compares with another in this way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub op: CmpOp,
    pub other: Value,
    scope: Scope,
}

impl Fact {
    pub(super) fn holds_at(&self, place: Place, dominators: &Dominators) -> bool {
        match self.scope {
            Scope::Block(block) => dominators.dominates(block, place.block),
            Scope::Behind(block, inst) if block == place.block => inst < place.inst,
            Scope::Behind(block, _) => dominators.completes_before(block, place.block),
        }
    }
}

/// Facts by value.
pub(super) type Facts = SecondaryMap<Value, SmallVec<[Fact; 1]>>;

/// The instruction that defines each value.
pub(super) type Defs = SecondaryMap<Value, Option<Inst>>;

/// A comparison of integers that holds.
pub(super) type Holds = (Value, CmpOp, Value);

/// Collects what branches and guards say.
pub(super) fn collect(func: &Typed, cfg: &Cfg, dominators: &Dominators, defs: &Defs) -> Facts {
    let mut facts = Facts::new();
    for &block in cfg.order() {
        let data = &func.blocks[block];
        for (k, &inst) in data.insts.iter().enumerate() {
            if let (Op::Guard { .. }, Some(&ok)) = (&func.insts[inst].op, func.insts[inst].args.first()) {
                note(&mut facts, Scope::Behind(block, k), &implied(func, defs, ok, true));
            }
        }
        if let Terminator::Branch { cond, then, otherwise } = &data.term {
            for (target, truth) in [(then, true), (otherwise, false)] {
                if is_only_way(cfg, dominators, block, target.block) {
                    note(&mut facts, Scope::Block(target.block), &implied(func, defs, *cond, truth));
                }
            }
        }
    }
    facts
}

/// Whether the jump is the one by which a block is entered, others only close loops around it. What holds on that jump holds in
/// the block: the values that it is about are defined before, and can't change without that jump.
fn is_only_way(cfg: &Cfg, dominators: &Dominators, from: Block, to: Block) -> bool {
    let entering = |&&pred: &&Block| !dominators.dominates(to, pred);
    entering(&&from) && cfg.jumps_to(to).iter().filter(entering).count() == 1 && cfg.raisers(to).is_empty()
}

fn note(facts: &mut Facts, scope: Scope, holds: &[Holds]) {
    for &(a, op, b) in holds {
        facts[a].push(Fact { op, other: b, scope });
        facts[b].push(Fact { op: op.swapped(), other: a, scope });
    }
}

/// The comparisons of integers that hold when a condition is true, or false.
pub(super) fn implied(func: &Typed, defs: &Defs, cond: Value, truth: bool) -> SmallVec<[Holds; 2]> {
    let mut out = SmallVec::new();
    let mut work: SmallVec<[(Value, bool); 4]> = SmallVec::from_slice(&[(cond, truth)]);
    while let Some((cond, truth)) = work.pop() {
        let Some(inst) = defs[cond] else { continue };
        match (&func.insts[inst].op, &func.insts[inst].args[..]) {
            (Op::Compare { op }, &[a, b]) if func.ty(a).is_int() => {
                out.push((a, if truth { *op } else { negated(*op) }, b));
            }
            (Op::Unary { op: Unary::Not }, &[a]) => work.push((a, !truth)),
            (Op::Arith { op: Arith::And }, &[a, b]) if truth => work.extend([(a, true), (b, true)]),
            (Op::Arith { op: Arith::Or }, &[a, b]) if !truth => work.extend([(a, false), (b, false)]),
            _ => {}
        }
    }
    out
}

/// The comparison that holds when `op` does not.
fn negated(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        CmpOp::Lt => CmpOp::Ge,
        CmpOp::Ge => CmpOp::Lt,
        CmpOp::Le => CmpOp::Gt,
        CmpOp::Gt => CmpOp::Le,
    }
}

/// Whether `known` implies `asked`, of the same two values.
pub(super) fn implies(known: CmpOp, asked: CmpOp) -> bool {
    use CmpOp::{Eq, Ge, Gt, Le, Lt, Ne};
    known == asked || matches!((known, asked), (Lt, Le | Ne) | (Gt, Ge | Ne) | (Eq, Le | Ge))
}
