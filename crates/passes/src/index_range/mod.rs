//! Removes the arithmetic for negative indices, and guards that always hold, where the ranges of integers show that they are
//! not needed.
//!
//! Each integer has an interval. It follows from the operation that defines it, exactly where no overflow is possible and as
//! all values of the type otherwise; for the parameters of loops from a fixed point with widening. A branch or guard narrows
//! the intervals of the values that it compares in all code behind it. So `i + 1` is not negative in
//! `for i in range(n)`, since `i < n` excludes an overflow, and `i - 1` is not negative in `range(1, n)`.
//!
//! A comparison holds, too, when one with the same values holds at the place, where equal parts of one aggregate (the extents of
//! an array) count as the same.

mod analysis;
mod facts;
mod interval;

use analysis::Analysis;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Cfg, Inst, Typed, Value};
use facts::Place;
use interval::Interval;
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(func: &mut Typed) {
    let is_of_interest = |inst: &Inst| matches!(func.insts[*inst].op, Op::WrapIndex {} | Op::Guard { .. });
    if !func.layout.iter().any(|&block| func.blocks[block].insts.iter().any(is_of_interest)) {
        return;
    }
    let cfg = Cfg::new(func);
    let changes = {
        let analysis = Analysis::new(func, &cfg);
        find(func, &cfg, &analysis)
    };
    if !changes.is_empty() {
        apply(func, &changes);
    }
}

/// What becomes of an instruction.
#[derive(Clone, Copy)]
enum Change {
    /// It goes; its result, if it has one, is this value.
    Remove(Option<Value>),
    /// The index is negative: the extent is added.
    Add,
}

fn find(func: &Typed, cfg: &Cfg, analysis: &Analysis<'_>) -> FxHashMap<Inst, Change> {
    let mut changes = FxHashMap::default();
    for &block in cfg.order() {
        for (k, &inst) in func.blocks[block].insts.iter().enumerate() {
            if let Some(change) = change(func, analysis, block, k, inst) {
                changes.insert(inst, change);
            }
        }
    }
    changes
}

fn change(func: &Typed, analysis: &Analysis<'_>, block: Block, k: usize, inst: Inst) -> Option<Change> {
    let data = &func.insts[inst];
    let range = |value: Value| analysis.at(value, Place { block, inst: k });
    match data.op {
        Op::WrapIndex {} => {
            let index = range(data.args[0])?;
            if index.is_non_negative() {
                Some(Change::Remove(Some(data.args[0])))
            } else {
                (index.hi < 0).then_some(Change::Add)
            }
        }
        Op::Guard { .. } => (range(*data.args.first()?)? == Interval::only(1)).then_some(Change::Remove(None)),
        _ => None,
    }
}

fn apply(func: &mut Typed, changes: &FxHashMap<Inst, Change>) {
    let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
    for (&inst, change) in changes {
        match *change {
            Change::Remove(Some(by)) => {
                replaced.insert(func.result(inst), by);
            }
            Change::Remove(None) => {}
            Change::Add => func.insts[inst].op = Op::Arith { op: Arith::Add },
        }
    }
    let resolve = |mut value: Value| {
        while let Some(&by) = replaced.get(&value) {
            value = by;
        }
        value
    };
    for k in 0..func.layout.len() {
        let data = &mut func.blocks[func.layout[k]];
        data.insts.retain(|inst| !matches!(changes.get(inst), Some(Change::Remove(_))));
        data.term.map_uses(resolve);
        for &inst in &data.insts {
            for arg in &mut func.insts[inst].args {
                *arg = resolve(*arg);
            }
        }
    }
}
