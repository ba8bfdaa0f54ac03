//! Joins blocks that follow each other, and leads jumps past blocks that only jump.

use super::Canon;
use coluber_ir::{Block, Target, Terminator, Value};
use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;

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
    let mut joiner = Joiner { uses: canon.uses(), canon, incoming, pinned };
    let mut changed = false;
    for k in 0..joiner.canon.reached.len() {
        let block = joiner.canon.reached[k];
        if joiner.pinned.contains(block) || joiner.incoming[block] > 0 {
            while let Some(next) = joiner.only_next(block) {
                joiner.append(block, next);
                changed = true;
            }
        }
    }
    if changed {
        canon.find_reached();
    }
    changed
}

struct Joiner<'a> {
    canon: &'a mut Canon,
    /// How many jumps lead to each block.
    incoming: SecondaryMap<Block, u32>,
    /// The entry and handlers.
    pinned: EntitySet<Block>,
    uses: SecondaryMap<Value, u32>,
}

impl Joiner<'_> {
    /// The block that can become a part of this one.
    fn only_next(&self, block: Block) -> Option<Block> {
        let blocks = &self.canon.func.blocks;
        let Terminator::Jump(Target { block: next, .. }) = blocks[block].term else {
            return None;
        };
        let free = self.incoming[next] == 1 && !self.pinned.contains(next) && next != block;
        let free = free && blocks[next].handler != Some(block);
        let fits = |next| {
            let raises = self.canon.raises[next];
            blocks[block].handler == blocks[next].handler || !raises || self.can_come_under_handler(block, next)
        };
        (free && fits(next)).then_some(next)
    }

    /// Whether a block that can't raise may come under the handler of the next one. What a block makes is not available in its
    /// handler, so nothing there may use it.
    fn can_come_under_handler(&self, block: Block, next: Block) -> bool {
        let func = &self.canon.func;
        if self.canon.raises[block] {
            return false;
        }
        let results = func.blocks[block].insts.iter().flat_map(|&inst| &func.insts[inst].results);
        let mut elsewhere: SmallVec<[(Value, u32); 8]> = results.map(|&value| (value, self.uses[value])).collect();
        for own in [block, next] {
            self.visit_uses(own, |value| {
                elsewhere.iter_mut().filter(|v| v.0 == value).for_each(|v| v.1 = v.1.saturating_sub(1));
            });
        }
        elsewhere.retain(|v| v.1 > 0);
        match func.blocks[next].handler {
            Some(handler) if !elsewhere.is_empty() => !self.are_used_from(handler, block, &elsewhere),
            _ => true,
        }
    }

    /// Whether values that `block` makes are used on a way from a handler that does not come through the block.
    fn are_used_from(&self, handler: Block, block: Block, values: &[(Value, u32)]) -> bool {
        let mut seen = EntitySet::new();
        seen.insert(block);
        seen.insert(handler);
        let mut work = vec![handler];
        while let Some(at) = work.pop() {
            let mut used = false;
            self.visit_uses(at, |value| used |= values.iter().any(|v| v.0 == value));
            if used {
                return true;
            }
            work.extend(self.canon.func.successors(at).into_iter().filter(|&to| seen.insert(to)));
        }
        false
    }

    /// Calls `f` on each value that a block uses.
    fn visit_uses(&self, block: Block, mut f: impl FnMut(Value)) {
        let data = &self.canon.func.blocks[block];
        let args = data.insts.iter().flat_map(|&inst| &self.canon.func.insts[inst].args);
        args.for_each(|&arg| f(self.canon.resolve(arg)));
        data.term.visit_uses(|value| f(self.canon.resolve(value)));
    }

    fn append(&mut self, block: Block, next: Block) {
        let func = &mut self.canon.func;
        let tail = std::mem::replace(&mut func.blocks[next].term, Terminator::Unreachable);
        let insts = std::mem::take(&mut func.blocks[next].insts);
        let params = std::mem::take(&mut func.blocks[next].params);
        let (handler, span) = (func.blocks[next].handler, func.blocks[next].term_span);
        let data = &mut func.blocks[block];
        data.insts.extend(insts);
        data.handler = data.handler.or(handler);
        data.term_span = span;
        let jump = std::mem::replace(&mut data.term, tail);
        if let Terminator::Jump(target) = jump {
            for (param, arg) in params.into_iter().zip(target.args) {
                self.pass(param, arg);
            }
        }
        self.canon.raises[block] |= self.canon.raises[next];
        self.incoming[next] = 0;
    }

    /// Makes an argument stand for the parameter.
    fn pass(&mut self, param: Value, arg: Value) {
        let arg = self.canon.resolve(arg);
        let more = self.uses[param];
        self.uses[arg] = (self.uses[arg] + more).saturating_sub(1);
        self.canon.replace(param, arg);
    }
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
    let Terminator::Jump(target) = &data.term else {
        return false;
    };
    let own_uses = |param: &Value| target.args.iter().filter(|&&arg| canon.resolve(arg) == *param).count();
    data.params.iter().all(|param| uses[*param] as usize == own_uses(param))
}

/// Where a jump leads in the end. None for a circle.
fn follow(canon: &Canon, target: &Target, forwarding: &EntitySet<Block>) -> Option<Target> {
    let mut target = target.clone();
    for _ in 0..MAX_JUMPS {
        let data = &canon.func.blocks[target.block];
        let Terminator::Jump(next) = &data.term else {
            return Some(target);
        };
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
