//! Functions that are little more than a loop: where a loop calls one, it becomes its inner loop.

use super::turn;
use crate::inline::{Callee, inline};
use crate::interrupts::counting::Facts;
use coluber_ir::typed::Op;
use coluber_ir::{Cfg, Dominators, Loop, Loops, OpSet, Typed};
use coluber_types::fields::has_owner;
use rustc_hash::FxHashSet;

/// More operations are not copied.
const MOST: usize = 80;

/// Whether a function that `inline` may copy is a loop whose turns can run beside others. It raises nothing, so that lines of its own are
/// in no traceback.
pub fn is_short(func: &Typed) -> bool {
    let mut insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    let has_few = func.layout.iter().map(|&block| func.blocks[block].insts.len()).sum::<usize>() <= MOST;
    let is_calm = |op: &Op| op.is_pure() && !op.can_raise() || matches!(op, Op::Assign { .. });
    has_few
        && func.slots.is_empty()
        && insts.all(|&inst| is_calm(&func.insts[inst].op))
        && func.values.values().all(|value| !has_owner(value.ty))
        && is_a_loop(func)
}

fn is_a_loop(func: &Typed) -> bool {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    let ids: Vec<Loop> = loops.iter().map(|(id, _)| id).collect();
    match ids[..] {
        [only] => turn::find(&Facts::new(func, &cfg, &loops), &cfg, only).is_some(),
        _ => false,
    }
}

/// Puts such functions in the place of their calls, in loops that count and have no other loops in them. `short` gives the functions.
pub fn take_in(func: &mut Typed, short: Callee<'_>) {
    let wanted = called_once_in_a_turn(func, short);
    if wanted.is_empty() {
        return;
    }
    let callee = |spec: u32| wanted.contains(&spec).then(|| short(spec)).flatten();
    // Only a function that calls itself is an error: short ones call none.
    let _ = inline(func, &callee, &|_| true);
}

fn called_once_in_a_turn(func: &Typed, short: Callee<'_>) -> FxHashSet<u32> {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    let facts = Facts::new(func, &cfg, &loops);
    let mut found = FxHashSet::default();
    for (id, _) in loops.iter().filter(|&(id, _)| facts.inner(id).next().is_none() && facts.count(id).is_some()) {
        let own = cfg.order().iter().filter(|&&block| loops.innermost(block) == Some(id));
        let calls = own.flat_map(|&block| &func.blocks[block].insts).filter_map(|&inst| match func.insts[inst].op {
            Op::Call { spec, .. } => Some(spec),
            _ => None,
        });
        let calls: Vec<u32> = calls.filter(|&spec| short(spec).is_some()).collect();
        if let [only] = calls[..] {
            found.insert(only);
        }
    }
    found
}
