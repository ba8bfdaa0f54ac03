//! Runs inner loops of several iterations of the loop around them side by side ("unroll and jam").
//!
//! An inner loop that ends when its own results say so (an escape time, Newton's method, Collatz' sequence) can't be made a loop over
//! vectors, and each of its turns waits for the one before. The turns of different iterations of the outer loop do not wait for each
//! other. So the loop
//!
//! ```text
//! head(i):   branch i < bound, before, after
//! before:    ...; jump inner(x)
//! inner(x):  ...; branch more, inner(y), behind
//! behind:    ...; jump head(i + 1)
//! ```
//!
//! becomes one that takes [`LANES`] iterations at a time:
//!
//! ```text
//! first(i):           branch bound - i >= LANES, lane 0, strip(i, bound)
//! lane 0, 1, ...:     what is before the inner loop, for i, i + 1, ...
//! joint(x0, x1, ...): a turn of each lane; a lane that does not go on keeps its x
//!                     branch some lane goes on, joint(y0, y1, ...), last(0, x0, x1, ...)
//! last(k, x, ...):    the inner loop from x on, and what is behind it: it ends in this turn
//!                     branch k + 1 < LANES, last(k + 1, the other lanes), first(i + LANES)
//! strip(i, limit):    jump head(i)
//! head(i):            the loop as it was, up to limit; then jump first(i)
//! ```
//!
//! A lane keeps the state of the turn in which it leaves the inner loop, and takes that turn once more when the others have left, too: then
//! it goes where it would have gone, be that an exception or a `return`, in the order of the iterations. So what is before and in the
//! inner loop is arithmetic alone, and what the turn does on other ways than back to its head does not matter.
//!
//! Elements of arrays may be read before the inner loop where no array that is written behind it overlaps theirs, which is seen when the
//! program runs.
//!
//! A lane that has left the inner loop computes on, with results that nobody uses. So functions whose flags of floating point count, as
//! those of ufuncs do, are left alone.
//!
//! What is before the inner loop runs for all lanes ahead of what is behind it for the first one. Where that may raise, or goes past the
//! inner loop, the loop as it was takes over for [`REST`] iterations, and so it does where the joint turns were fewer than [`FEW`]: two
//! times the work does not pay then.

mod ahead;
mod around;
mod behind;
mod build;
mod copy;
mod counted;
mod joint;
mod lane_turn;
mod overlap;
mod plan;
mod room;
mod short;
mod turn;

use crate::interrupts::counting::Facts;
use coluber_ir::{Cfg, Dominators, Loop, Loops, Typed};
use plan::Plan;
use std::cmp::Reverse;

pub use short::{is_short, take_in};

/// How many iterations are taken at a time.
const LANES: usize = 8;

/// Joint turns that pay.
const FEW: i64 = 3;

/// Joint turns that there may be without the first lane, and how many more there may be for each turn of it: an iteration behind it may
/// be one that the program does not come to, and endless.
const BUDGET: i64 = 64;
const MORE: i64 = 4;

/// Iterations that the loop as it was takes when joint ones do not pay.
const REST: u32 = 32;

/// Runs the pass.
pub fn run(func: &mut Typed) {
    if func.keeps_flags {
        return;
    }
    let (plans, counted) = plans(func);
    for plan in plans {
        build::apply(func, &plan);
    }
    for plan in counted {
        counted::apply(func, &plan);
    }
}

/// The loops that are changed: those whose inner loop ends by its results, and those whose inner loop counts. None is in another one.
fn plans(func: &Typed) -> (Vec<Plan>, Vec<counted::Plan>) {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    if loops.iter().all(|(_, data)| data.depth < 2) {
        return (Vec::new(), Vec::new());
    }
    let facts = Facts::new(func, &cfg, &loops);
    let mut innermost_first: Vec<(Loop, u32)> = loops.iter().map(|(id, data)| (id, data.depth)).collect();
    innermost_first.sort_by_key(|&(_, depth)| Reverse(depth));
    let innermost_first: Vec<Loop> = innermost_first.into_iter().map(|(id, _)| id).collect();
    let mut changed = Vec::new();
    let plans = found(&facts, &innermost_first, &mut changed, |outer| Plan::find(&facts, &cfg, outer));
    if func.keeps_rules {
        return (plans, Vec::new());
    }
    let counted = found(&facts, &innermost_first, &mut changed, |outer| counted::Plan::find(&facts, &cfg, outer));
    (plans, counted)
}

/// What is found for loops of which none is in another one, or has one in it, that is changed; they are added to these.
fn found<T>(facts: &Facts<'_>, loops: &[Loop], changed: &mut Vec<Loop>, find: impl Fn(Loop) -> Option<T>) -> Vec<T> {
    let contains = |id: Loop, other: Loop| facts.head(other).is_some_and(|head| facts.loops.contains(id, head));
    let mut all = Vec::new();
    for &id in loops {
        let is_free = !changed.iter().any(|&known| contains(id, known) || contains(known, id));
        if let Some(plan) = is_free.then(|| find(id)).flatten() {
            changed.push(id);
            all.push(plan);
        }
    }
    all
}
