//! Leads a jump past a block that only tests a value, when the branch that the jump comes from tested the same value.
//!
//! `a and b or c` as a value tests `a`, keeps it, and tests what it kept.

use super::Canon;
use coluber_ir::{Block, Target, Terminator, Value};
use cranelift_entity::SecondaryMap;

pub(super) fn known_truths(canon: &mut Canon) -> bool {
    let tests: Vec<Block> = canon.reached[1..].iter().copied().filter(|&block| tests_own_param(canon, block)).collect();
    if tests.is_empty() {
        return false;
    }
    let uses = canon.uses();
    let mut only_tests: SecondaryMap<Block, bool> = SecondaryMap::new();
    for block in tests {
        only_tests[block] = keeps_params(canon, block, &uses);
    }
    let mut changed = false;
    for k in 0..canon.reached.len() {
        let block = canon.reached[k];
        let Terminator::Branch { cond, then, otherwise } = &canon.func.blocks[block].term else {
            continue;
        };
        let known = |target: &Target, truth| {
            if only_tests[target.block] { lead(canon, *cond, target, truth) } else { None }
        };
        let (new_then, new_otherwise) = (known(then, true), known(otherwise, false));
        if let Terminator::Branch { then, otherwise, .. } = &mut canon.func.blocks[block].term {
            for (target, new) in [(then, new_then), (otherwise, new_otherwise)] {
                changed |= new.is_some();
                *target = new.unwrap_or_else(|| target.clone());
            }
        }
    }
    if changed {
        canon.find_reached();
    }
    changed
}

fn tests_own_param(canon: &Canon, block: Block) -> bool {
    let data = &canon.func.blocks[block];
    match &data.term {
        Terminator::Branch { cond, .. } => data.insts.is_empty() && data.params.contains(&canon.resolve(*cond)),
        _ => false,
    }
}

/// Whether only the block's own branch uses its parameters.
fn keeps_params(canon: &Canon, block: Block, uses: &SecondaryMap<Value, u32>) -> bool {
    let data = &canon.func.blocks[block];
    let own_uses = |param: Value| {
        let mut count = 0;
        data.term.visit_uses(|value| count += u32::from(canon.resolve(value) == param));
        count
    };
    data.params.iter().all(|&param| uses[param] == own_uses(param))
}

/// Where control goes from a jump to a testing block, when the truth of `cond` is known and the jump passes it to be tested.
fn lead(canon: &Canon, cond: Value, jump: &Target, truth: bool) -> Option<Target> {
    let data = &canon.func.blocks[jump.block];
    let Terminator::Branch { cond: tested, then, otherwise } = &data.term else {
        return None;
    };
    let passed = |value: Value| {
        let value = canon.resolve(value);
        data.params.iter().position(|&param| param == value).map_or(value, |k| canon.resolve(jump.args[k]))
    };
    if passed(*tested) != canon.resolve(cond) {
        return None;
    }
    let next = if truth { then } else { otherwise };
    (next.block != jump.block)
        .then(|| Target { block: next.block, args: next.args.iter().map(|&arg| passed(arg)).collect() })
}
