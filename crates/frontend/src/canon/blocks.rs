//! Joins blocks that follow each other, and leads jumps past blocks that only jump.

use super::Canon;
use coluber_ir::{Block, Target, Terminator, Value};
use cranelift_entity::{EntitySet, SecondaryMap};

/// Appends to each block the block that it alone jumps to.
pub(super) fn merge(canon: &mut Canon) -> bool {
    let mut incoming: SecondaryMap<Block, u32> = SecondaryMap::new();
    let mut pinned = EntitySet::new();
    pinned.insert(canon.func.entry());
    for &block in &canon.reached {
        let data = &canon.func.blocks[block];
        data.term.targets().iter().for_each(|target| incoming[target.block] += 1);
        if let Some(handler) = data.handler {
            pinned.insert(handler);
        }
    }
    let mut changed = false;
    for k in 0..canon.reached.len() {
        let block = canon.reached[k];
        if pinned.contains(block) || incoming[block] > 0 {
            while let Some(next) = only_next(canon, block, &incoming, &pinned) {
                append(canon, block, next);
                incoming[next] = 0;
                changed = true;
            }
        }
    }
    if changed {
        canon.find_reached();
    }
    changed
}

fn only_next(canon: &Canon, block: Block, incoming: &SecondaryMap<Block, u32>, pinned: &EntitySet<Block>) -> Option<Block> {
    let data = &canon.func.blocks[block];
    let Terminator::Jump(Target { block: next, .. }) = data.term else { return None };
    let free = incoming[next] == 1 && !pinned.contains(next) && next != block;
    let same_handler = data.handler == canon.func.blocks[next].handler || !canon.raises[block] || !canon.raises[next];
    (free && same_handler).then_some(next)
}

fn append(canon: &mut Canon, block: Block, next: Block) {
    let tail = std::mem::replace(&mut canon.func.blocks[next].term, Terminator::Unreachable);
    let insts = std::mem::take(&mut canon.func.blocks[next].insts);
    let params = std::mem::take(&mut canon.func.blocks[next].params);
    let (handler, span) = (canon.func.blocks[next].handler, canon.func.blocks[next].term_span);
    let data = &mut canon.func.blocks[block];
    data.insts.extend(insts);
    data.handler = data.handler.or(handler);
    data.term_span = span;
    let jump = std::mem::replace(&mut data.term, tail);
    if let Terminator::Jump(target) = jump {
        for (param, arg) in params.into_iter().zip(target.args) {
            let arg = canon.resolve(arg);
            canon.replace(param, arg);
        }
    }
    canon.raises[block] |= canon.raises[next];
}

/// Chains of blocks that only jump are followed this far; circles are left alone.
const MAX_JUMPS: usize = 64;

/// Leads jumps to blocks that only jump on to where these lead.
pub(super) fn forward(canon: &mut Canon) -> bool {
    let forwarding = forwarding(canon);
    if forwarding.is_empty() {
        return false;
    }
    let mut changed = false;
    for k in 0..canon.reached.len() {
        let block = canon.reached[k];
        let mut term = std::mem::replace(&mut canon.func.blocks[block].term, Terminator::Unreachable);
        for target in term.targets_mut().into_iter().filter(|target| forwarding.contains(target.block)) {
            if let Some(last) = follow(canon, target, &forwarding) {
                *target = last;
                changed = true;
            }
        }
        canon.func.blocks[block].term = term;
    }
    if changed {
        canon.find_reached();
    }
    changed
}

fn forwarding(canon: &Canon) -> EntitySet<Block> {
    let mut handlers = EntitySet::new();
    canon.reached.iter().filter_map(|&block| canon.func.blocks[block].handler).for_each(|handler| {
        handlers.insert(handler);
    });
    let only_jumps = |block: &Block| {
        let data = &canon.func.blocks[*block];
        data.insts.is_empty() && matches!(data.term, Terminator::Jump(_)) && !handlers.contains(*block)
    };
    let candidates: Vec<Block> = canon.reached[1..].iter().copied().filter(only_jumps).collect();
    let mut forwarding = EntitySet::new();
    if !candidates.is_empty() {
        let uses = canon.uses();
        for block in candidates.into_iter().filter(|&block| is_forwarding(canon, block, &uses)) {
            forwarding.insert(block);
        }
    }
    forwarding
}

/// Whether a block does nothing but jump, and nothing else uses its parameters.
fn is_forwarding(canon: &Canon, block: Block, uses: &SecondaryMap<Value, u32>) -> bool {
    let data = &canon.func.blocks[block];
    let Terminator::Jump(target) = &data.term else { return false };
    let own_uses = |param: &Value| target.args.iter().filter(|&&arg| canon.resolve(arg) == *param).count();
    data.params.iter().all(|param| uses[*param] as usize == own_uses(param))
}

/// Where a jump leads in the end. None for a circle.
fn follow(canon: &Canon, target: &Target, forwarding: &EntitySet<Block>) -> Option<Target> {
    let mut target = target.clone();
    for _ in 0..MAX_JUMPS {
        let data = &canon.func.blocks[target.block];
        let Terminator::Jump(next) = &data.term else { return Some(target) };
        if !forwarding.contains(target.block) {
            return Some(target);
        }
        let substitute = |arg: &Value| {
            let arg = canon.resolve(*arg);
            data.params.iter().position(|&param| param == arg).map_or(arg, |k| target.args[k])
        };
        target = Target { block: next.block, args: next.args.iter().map(substitute).collect() };
    }
    None
}
