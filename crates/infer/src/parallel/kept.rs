//! Variables that keep the last value which an iteration has given them, `if a[i] == 7: found = i`, and that no iteration looks at.
//!
//! Each piece of the loop carries a flag that says whether it has given the variable a value; of two pieces the later one that has done so
//! counts, as in a loop in order. A variable that is False before the loop and becomes True is its own flag.

use super::is_parallel;
use super::winner::{Search, Trace, Winner};
use coluber_ir::{Block, Terminator, Untyped, Value};
use rustc_hash::FxHashSet;

/// A parameter of a loop's head that keeps its last value.
pub(super) struct Kept {
    pub(super) param: Value,
    /// Whether an iteration has given it a value.
    pub(super) flag: Value,
}

/// The variables of this kind of a loop that have their flags, but those that belong to winners.
pub(super) fn find(search: &Search<'_>, winners: &[(Winner, Trace)]) -> Vec<Kept> {
    let traces = traces(search, winners);
    let flag = |trace: &Trace| {
        let mut others = traces.iter().filter(|(_, other)| other.updates.keys().eq(trace.updates.keys()));
        others.find(|(param, other)| search.is_flag(*param, other)).map(|(param, _)| *param)
    };
    traces.iter().filter_map(|(param, trace)| Some(Kept { param: *param, flag: flag(trace)? })).collect()
}

/// The function with the flags of such variables that a loop does not carry yet; None where it carries them all.
pub(super) fn with_flags(search: &Search<'_>, winners: &[(Winner, Trace)]) -> Option<Untyped> {
    let known: FxHashSet<Value> = find(search, winners).into_iter().map(|kept| kept.param).collect();
    let mut seen: Vec<Trace> = Vec::new();
    let mut body = None;
    for (_, trace) in traces(search, winners).into_iter().filter(|(param, _)| !known.contains(param)) {
        if !seen.iter().any(|other| other.updates.keys().eq(trace.updates.keys())) {
            body = Some(super::winner::flagged(body.as_ref().unwrap_or(search.body), search.region, &trace));
            seen.push(trace);
        }
    }
    body
}

/// What becomes of the variables that are replaced and not looked at.
fn traces(search: &Search<'_>, winners: &[(Winner, Trace)]) -> Vec<(Value, Trace)> {
    let taken: FxHashSet<Value> =
        winners.iter().flat_map(|(winner, _)| winner.others.iter().copied().chain([winner.best])).collect();
    let params = search.body.blocks[search.region.head].params.iter().copied();
    let params = params.filter(|param| !is_parallel(search.typing.vals[*param].ty) && !taken.contains(param));
    let traced = params.filter_map(|param| Some((param, search.trace(param)?)));
    let replaced = traced.filter(|(_, trace)| trace.compares.is_empty() && !trace.updates.is_empty());
    let deciding = deciding(search);
    replaced.filter(|(_, trace)| !trace.updates.keys().any(|edge| depends(search, &deciding, *edge))).collect()
}

/// The branches on what an iteration gets from the one before.
fn deciding(search: &Search<'_>) -> Vec<Block> {
    let params = search.body.blocks[search.region.head].params.iter().copied();
    let mut carried: FxHashSet<Value> = params.filter(|param| !is_parallel(search.typing.vals[*param].ty)).collect();
    let mut known = usize::MAX;
    while known != carried.len() {
        known = carried.len();
        search.region.body.iter().for_each(|&block| follow(search.body, block, &mut carried));
    }
    let decides = |block: &&Block| matches!(search.body.blocks[**block].term, Terminator::Branch { cond, .. } if carried.contains(&cond));
    search.region.body.iter().filter(decides).copied().collect()
}

/// Adds what a block makes of such values, and hands on.
fn follow(body: &Untyped, block: Block, carried: &mut FxHashSet<Value>) {
    let data = &body.blocks[block];
    for &inst in &data.insts {
        if body.insts[inst].args.iter().any(|arg| carried.contains(arg)) {
            carried.extend(body.insts[inst].results.iter().copied());
        }
    }
    for target in data.term.targets() {
        let handed = body.blocks[target.block].params.iter().zip(&target.args);
        carried.extend(handed.filter(|(_, arg)| carried.contains(arg)).map(|(param, _)| *param).collect::<Vec<_>>());
    }
}

/// Whether one of these branches decides if an edge is taken.
fn depends(search: &Search<'_>, branches: &[Block], (block, _): (Block, usize)) -> bool {
    branches.iter().any(|&branch| {
        let mut ways = search.body.blocks[branch].term.targets().into_iter();
        block == branch || ways.any(|way| search.is_only_way(branch, way.block) && search.dominates(way.block, block))
    })
}
