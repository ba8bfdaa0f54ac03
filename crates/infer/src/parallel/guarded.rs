//! What an iteration of a parallel loop does on the way of a branch alone.

use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Dominators, Region, Untyped, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether a branch decides about variables with these values alone: both ways do nothing that others see, and come together in one block with
/// the same values of all other variables.
pub(super) fn is_all(
    body: &Untyped,
    region: &Region,
    (cfg, dominators): (&Cfg, &Dominators),
    branch: Block,
    variables: &FxHashSet<Value>,
) -> bool {
    let ways = body.blocks[branch].term.targets().into_iter().map(|target| target.block);
    let own: Vec<Block> = ways.filter(|&way| cfg.jumps_to(way) == [branch] && region.contains(way)).collect();
    let is_own = |block: Block| own.iter().any(|&way| dominators.dominates(way, block));
    let guarded: Vec<Block> = region.body.iter().copied().filter(|&block| is_own(block)).collect();
    let mut insts = guarded.iter().flat_map(|&block| &body.blocks[block].insts).map(|&inst| &body.insts[inst].op);
    if !insts.all(is_quiet) {
        return false;
    }
    let (mut end, mut handed) = (None, FxHashMap::default());
    let edges = guarded.iter().chain([&branch]).flat_map(|&block| body.blocks[block].term.targets());
    for target in edges.filter(|target| !is_own(target.block)) {
        if *end.get_or_insert(target.block) != target.block {
            return false;
        }
        let params = body.blocks[target.block].params.iter().zip(&target.args);
        for (&param, &arg) in params.filter(|(param, _)| !variables.contains(param)) {
            if *handed.entry(param).or_insert(arg) != arg {
                return false;
            }
        }
    }
    true
}

/// Whether nothing but its result tells that an operation has run.
pub(super) fn is_quiet(op: &Op) -> bool {
    matches!(
        op,
        Op::Const { .. }
            | Op::Global { .. }
            | Op::Binary { .. }
            | Op::Unary { .. }
            | Op::Compare { .. }
            | Op::Truth {}
            | Op::BuildTuple {}
            | Op::Unpack { .. }
            | Op::GetItem {}
            | Op::GetAttr { .. }
            | Op::AsVariable { .. }
            | Op::Assign { .. }
            | Op::CheckBound { .. }
    )
}
