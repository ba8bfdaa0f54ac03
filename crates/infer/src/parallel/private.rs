//! Variables that each iteration of a parallel loop has for itself, though some paths through it do not assign them.
//!
//! What is unbound in front of a loop and may be unbound where an iteration reads it is carried with a flag that says whether it is bound.
//! The loop is rewritten so that each iteration begins without a value: one that reads what only an iteration before could have
//! assigned raises UnboundLocalError.

use super::web::{Use, Uses, made_by, uses};
use crate::engine::Typing;
use coluber_base::Name;
use coluber_ir::py::Op;
use coluber_ir::{Const, Region, Untyped, Value};
use rustc_hash::FxHashSet;

/// The function with one more such variable that a parallel loop no longer carries; None when there is none left.
pub(super) fn without_variable(body: &Untyped, typing: &Typing, region: &Region) -> Option<Untyped> {
    let uses = uses(body, typing, region);
    let params = &body.blocks[region.head].params;
    params.iter().find_map(|&flag| private(body, region, &uses, flag))
}

/// The function without the variable of a flag among what the loop carries, where the flag is one.
fn private(body: &Untyped, region: &Region, uses: &Uses, flag: Value) -> Option<Untyped> {
    let unset = entry(body, region, flag)?;
    let is_false = matches!(made_by(body, unset)?.op, Op::Const { value: Const::Bool(false) });
    if body.values[flag].name.is_some() || !is_false {
        return None;
    }
    let name = checked(body, region, uses, flag)?;
    let params = body.blocks[region.head].params.iter().copied();
    let variable = params.clone().find(|&param| body.values[param].name.as_ref() == Some(&name))?;
    let unbound = entry(body, region, variable)?;
    let is_unbound = matches!(made_by(body, unbound)?.op, Op::Undef {});
    if !is_unbound || [flag, variable].iter().any(|&value| is_used_behind(body, region, value)) {
        return None;
    }
    let mut body = body.clone();
    for &block in region.body.iter().chain([&region.head]) {
        crate::unroll::rename(&mut body, block, flag, unset);
        crate::unroll::rename(&mut body, block, variable, unbound);
    }
    Some(body)
}

/// What a parameter of the head is where the loop begins.
pub(super) fn entry(body: &Untyped, region: &Region, param: Value) -> Option<Value> {
    let place = body.blocks[region.head].params.iter().position(|&known| known == param)?;
    let outside = body.layout.iter().copied().filter(|&block| !region.contains(block));
    let mut targets = outside.flat_map(|block| body.blocks[block].term.targets());
    targets.find(|target| target.block == region.head).and_then(|target| target.args.get(place).copied())
}

/// The name of the variable whose binding a flag stands for; None where it is used in another way, or not at all.
fn checked(body: &Untyped, region: &Region, uses: &Uses, flag: Value) -> Option<Name> {
    let (mut work, mut seen, mut name) = (vec![flag], FxHashSet::default(), None);
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        for used in uses.get(&value).into_iter().flatten() {
            match *used {
                Use::Inst(inst) => match &body.insts[inst].op {
                    Op::CheckBound { name: found } if name.as_ref().is_none_or(|known| known == found) => {
                        name = Some(found.clone());
                    }
                    _ => return None,
                },
                Use::Edge { to, .. } if to == region.head => {}
                Use::Edge { param, .. } => work.push(param),
                Use::Condition(_) => return None,
            }
        }
    }
    name
}

/// Whether something outside of the body and the head uses a value, or the jump past the loop hands it on.
pub(super) fn is_used_behind(body: &Untyped, region: &Region, value: Value) -> bool {
    let outside = body.layout.iter().copied().filter(|&block| !region.contains(block) && block != region.head);
    let is_used = |block| {
        let data = &body.blocks[block];
        let by_insts = data.insts.iter().any(|&inst| body.insts[inst].args.contains(&value));
        by_insts || data.term.targets().iter().any(|target| target.args.contains(&value))
    };
    region.leave.args.contains(&value) || outside.into_iter().any(is_used)
}
