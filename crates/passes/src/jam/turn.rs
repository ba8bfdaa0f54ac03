//! A turn of the inner loop: the ways from its head back to it.

use super::room::fits;
use crate::interrupts::counting::Facts;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Cfg, Inst, Loop, Terminator, Typed, Value};
use rustc_hash::FxHashSet;

/// More operations leave the processor nothing to do at the same time.
const MOST: usize = 40;

/// The blocks of a turn, whose operations may run more often than the program says.
pub(super) struct Turn {
    /// The inner loop's head.
    pub head: Block,
    /// The head, and the blocks on ways back to it, each after those that come before it.
    pub blocks: Vec<Block>,
}

/// The turn of a loop, if it can and should run beside others.
pub(super) fn find(facts: &Facts<'_>, cfg: &Cfg, inner: Loop) -> Option<Turn> {
    let (func, head) = (facts.func, facts.head(inner)?);
    let in_loop = cfg.order().iter().copied().filter(|&block| facts.loops.contains(inner, block));
    let plain: Vec<Block> = in_loop.filter(|&block| is_plain(func, block)).collect();
    let blocks = going_back(func, head, &plain);
    let turn = Turn { head, blocks };
    let is_short = turn.operations(func) <= MOST;
    (turn.blocks.first() == Some(&head)
        && is_short
        && turn.waits_for_floats(func)
        && turn.ends_by_its_results(facts, inner))
    .then_some(turn)
}

impl Turn {
    fn operations(&self, func: &Typed) -> usize {
        let insts = self.blocks.iter().flat_map(|&block| &func.blocks[block].insts);
        insts
            .filter(|&&inst| {
                !matches!(func.insts[inst].op, Op::Const { .. } | Op::Part { .. } | Op::Poll { .. } | Op::Assign { .. })
            })
            .count()
    }

    /// Whether a turn waits for floats of the one before. Integers are so quick that other lanes have no time to gain.
    fn waits_for_floats(&self, func: &Typed) -> bool {
        let params = &func.blocks[self.head].params;
        let is_float = |&param: &Value| func.ty(param).is_float();
        params.iter().all(|&param| fits(func.ty(param)))
            && params.iter().any(|param| is_float(param) && self.computes(func, *param))
    }

    /// Whether a value is an operand of arithmetic.
    fn computes(&self, func: &Typed, value: Value) -> bool {
        let insts = self.blocks.iter().flat_map(|&block| &func.blocks[block].insts);
        let is_arith = |op: &Op| matches!(op, Op::Arith { .. } | Op::Fma {});
        insts.map(|&inst| &func.insts[inst]).any(|data| is_arith(&data.op) && data.args.contains(&value))
    }

    /// Whether the loop ends, or turns aside, in other ways than by its count: LLVM makes no vectors of it.
    fn ends_by_its_results(&self, facts: &Facts<'_>, inner: Loop) -> bool {
        let turns_aside = |&&block: &&Block| {
            let targets = facts.func.blocks[block].term.targets();
            block != self.head && targets.iter().any(|target| !self.blocks.contains(&target.block))
        };
        facts.count(inner).is_none_or(|count| count.bound.is_none())
            || self.blocks.iter().any(|block| turns_aside(&block))
    }
}

/// The blocks on ways from the head back to it through such blocks, in their order.
fn going_back(func: &Typed, head: Block, plain: &[Block]) -> Vec<Block> {
    let nexts = |block: Block| func.blocks[block].term.targets().into_iter().map(|target| target.block);
    let mut returning = FxHashSet::default();
    for &block in plain.iter().rev() {
        if nexts(block).any(|next| next == head || returning.contains(&next)) {
            returning.insert(block);
        }
    }
    let mut found = Vec::new();
    let mut reached = FxHashSet::from_iter([head]);
    for &block in plain.iter().filter(|block| returning.contains(block)) {
        if reached.contains(&block) {
            reached.extend(nexts(block));
            found.push(block);
        }
    }
    found
}

/// Whether a block is arithmetic alone, and has no jumps to one block in two ways.
fn is_plain(func: &Typed, block: Block) -> bool {
    let data = &func.blocks[block];
    let is_clear = match &data.term {
        Terminator::Branch { then, otherwise, .. } => then.block != otherwise.block,
        Terminator::Jump(_) => true,
        Terminator::Return(_) | Terminator::Unreachable => false,
    };
    is_clear && data.insts.iter().all(|&inst| is_arithmetic(func, inst))
}

/// Whether an operation may run for any operands, and does not take long for integers.
fn is_arithmetic(func: &Typed, inst: Inst) -> bool {
    let data = &func.insts[inst];
    match data.op {
        Op::Arith { op: Arith::Div | Arith::Rem } => func.ty(data.results[0]).is_float(),
        Op::Const { .. } | Op::Arith { .. } | Op::Unary { .. } | Op::Fma {} | Op::Compare { .. } | Op::Cast {} => true,
        Op::Bitcast {}
        | Op::Select {}
        | Op::Pack {}
        | Op::Part { .. }
        | Op::WrapIndex {}
        | Op::Guard { .. }
        | Op::Assign { .. } => true,
        Op::Poll { turns } => turns > 1,
        _ => false,
    }
}
