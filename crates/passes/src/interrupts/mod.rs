//! Puts a look at signals (`poll`) into loops that may run for long, so that they can be interrupted.
//!
//! A look costs more than the turn of a small loop, and keeps LLVM from making vectors of it. So loops around others look in each turn,
//! those that do not count look once in many, and those that count are made a loop of long strips with a look between two of them
//! (`strips`). Loops that count through the items of an array or a list are left alone unless they call something: memory bounds them. Where
//! they are no part of another loop, a look stands in front of them, as it does in front of calls that may take as long: a loop that calls
//! the function looks only once in many turns.

pub(crate) mod counting;
pub(crate) mod strips;

use coluber_abi::{Effect, runtime_function};
use coluber_base::Span;
use coluber_ir::loops::{Loop, Loops};
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Dominators, Inst, Typed};
use counting::{Count, Facts};
use strips::Strips;

/// Turns between two looks of a loop without calls: each is some nanoseconds long.
const MANY: u32 = 1 << 21;
/// Turns between two looks of a loop without calls that does not count, whose turns are counted only for this.
const SOME: u32 = 1 << 14;
/// Turns between two looks of a loop that calls functions of the program: each of them looks for itself when it is long.
const FEW: u32 = 1 << 8;

/// Turns between two looks of a loop around others, each of which may go through an array. Loops that count to no more are left to these.
const ROWS: u32 = 8;
/// Functions of the runtime whose time depends on the size of arrays and lists.
const LONG: &[&str] =
    &["list_sort", "numbers_sort", "numbers_sort_pairs", "numbers_partition", "numbers_ranked", "numpy_loop"];
/// Loops that count to less than this are taken for a part of the turn that they are in: LLVM writes most of them out.
const SHORT: i64 = 64;

/// How a loop looks at signals.
enum Way {
    /// Not at all.
    Never,
    /// Once, in front of it.
    Before,
    /// Once in so many turns.
    Turns(u32),
    /// Between strips.
    Strips(Strips),
}

/// Runs the pass.
pub fn run(func: &mut Typed) {
    run_without(func, &[]);
}

fn run_without(func: &mut Typed, spared: &[Block]) {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    look_before_calls(func, &loops);
    if loops.iter().next().is_none() {
        return;
    }
    for (head, way) in ways(func, &cfg, &loops) {
        match way {
            _ if spared.contains(&head) => {}
            Way::Never => {}
            Way::Before => {
                let outside = cfg.preds(head).filter(|&block| loops.innermost(block).is_none());
                outside.for_each(|block| look_in(func, block, 1));
            }
            Way::Turns(turns) => look_in(func, head, turns),
            Way::Strips(strips) => strips::split(func, head, &strips),
        }
    }
}

/// Runs the pass over the function of a block of threads. The loops over the threads, whose heads are `rows`, stay as they are: LLVM
/// makes vectors of them.
pub fn run_in_block(func: &mut Typed, rows: &[Block]) {
    run_without(func, rows);
}

fn ways(func: &Typed, cfg: &Cfg, loops: &Loops) -> Vec<(Block, Way)> {
    let facts = Facts::new(func, cfg, loops);
    loops.iter().map(|(id, data)| (data.head, way(&facts, id))).collect()
}

/// Puts a look at the beginning of a block.
fn look_in(func: &mut Typed, block: Block, turns: u32) {
    let span = func.blocks[block].insts.first().map_or(Span::default(), |&inst| func.insts[inst].span);
    let poll = func.make_inst(Op::Poll { turns }, &[], &[], span);
    let insts = &mut func.blocks[block].insts;
    let first = insts.first().is_some_and(|&inst| matches!(func.insts[inst].op, Op::CaughtException {}));
    insts.insert(usize::from(first), poll);
}

fn way(facts: &Facts<'_>, id: Loop) -> Way {
    let inner: Vec<Loop> = facts.inner(id).collect();
    match calls(facts, id) {
        Calls::Anything => Way::Turns(1),
        Calls::Nothing if facts.count(id).and_then(|count| count.most).is_some_and(|most| most <= i64::from(ROWS)) => {
            Way::Never
        }
        _ if inner.iter().any(|&inner| is_long(facts, inner)) => around_others(facts, id, &inner),
        Calls::Functions => by_itself(facts, id, inner.is_empty(), FEW),
        Calls::Nothing if facts.count(id).is_some() && facts.walks_memory(id) && inner.is_empty() => {
            beside_memory(facts, id)
        }
        Calls::Nothing => by_itself(facts, id, inner.is_empty(), (MANY / work(facts, id)).max(SOME)),
    }
}

/// For a loop that counts through the items of an array.
fn beside_memory(facts: &Facts<'_>, id: Loop) -> Way {
    let is_outermost = facts.loops.iter().any(|(other, data)| other == id && data.parent.is_none());
    if is_outermost && is_long(facts, id) { Way::Before } else { Way::Never }
}

/// How many times as long a turn of a loop takes as that of a small one.
fn work(facts: &Facts<'_>, id: Loop) -> u32 {
    let func = facts.func;
    let own = func.layout.iter().filter(|&&block| facts.loops.innermost(block) == Some(id));
    let insts = own.flat_map(|&block| &func.blocks[block].insts).map(|&inst| &func.insts[inst].op);
    let nanoseconds =
        insts.map(|op| if matches!(op, Op::Math { .. } | Op::Runtime { .. }) { 16 } else { 1 }).sum::<u32>();
    (nanoseconds / 32).max(1)
}

/// Puts looks in front of calls that are no part of a loop and may take long.
fn look_before_calls(func: &mut Typed, loops: &Loops) {
    let is_long = |inst: &Inst| matches!(&func.insts[*inst].op, Op::Runtime { func } if LONG.contains(&&**func));
    let blocks = func.layout.iter().copied().filter(|&block| loops.innermost(block).is_none());
    let with_call: Vec<Block> = blocks.filter(|&block| func.blocks[block].insts.iter().any(is_long)).collect();
    with_call.into_iter().for_each(|block| look_in(func, block, 1));
}

/// For a loop around others that may be long. Strips leave LLVM a loop with one end, over which it can widen its checks of the inner one.
fn around_others(facts: &Facts<'_>, id: Loop, inner: &[Loop]) -> Way {
    let are_innermost = inner.iter().all(|&inner| facts.inner(inner).next().is_none());
    let plan = facts.count(id).filter(|_| are_innermost).and_then(|count| strips::plan(facts, id, count, ROWS));
    plan.map_or(Way::Turns(1), Way::Strips)
}

fn by_itself(facts: &Facts<'_>, id: Loop, is_innermost: bool, turns: u32) -> Way {
    let uncounted = Way::Turns(turns.min(SOME));
    match facts.count(id) {
        Some(Count { most: Some(most), .. }) if is_innermost && most <= i64::from(turns) => Way::Never,
        Some(count) if is_innermost => strips::plan(facts, id, count, turns).map_or(uncounted, Way::Strips),
        _ => uncounted,
    }
}

/// Whether a loop in another one may have many turns without a look.
fn is_long(facts: &Facts<'_>, id: Loop) -> bool {
    facts.count(id).is_some_and(|count| count.most.is_none_or(|most| most > SHORT))
}

/// What a loop calls outside of the loops in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Calls {
    Nothing,
    /// Functions that were compiled.
    Functions,
    /// Functions of the runtime or the host that can do anything.
    Anything,
}

fn calls(facts: &Facts<'_>, id: Loop) -> Calls {
    let func = facts.func;
    let own = func.layout.iter().filter(|&&block| facts.loops.innermost(block) == Some(id));
    own.flat_map(|&block| &func.blocks[block].insts).map(|&inst| called(func, inst)).max().unwrap_or(Calls::Nothing)
}

fn called(func: &Typed, inst: Inst) -> Calls {
    match &func.insts[inst].op {
        Op::Runtime { func }
            if runtime_function(func)
                .is_some_and(|row| matches!(row.row().effect, Effect::Makes | Effect::Finds | Effect::Any)) =>
        {
            Calls::Anything
        }
        Op::Host { .. } => Calls::Anything,
        Op::Call { .. } => Calls::Functions,
        _ => Calls::Nothing,
    }
}
