//! Blocks that are not needed.

use crate::replaced::Replaced;
use coluber_ir::{Block, BlockData, Cfg, OpSet, Target, Terminator, Typed};
use cranelift_entity::SecondaryMap;

/// Takes unreachable blocks out of the layout.
pub(super) fn remove_unreachable(func: &mut Typed) -> Cfg {
    let cfg = Cfg::new(func);
    func.layout.retain(|&block| cfg.is_reachable(block));
    cfg
}

fn can_raise(func: &Typed, data: &BlockData) -> bool {
    data.insts.iter().any(|&inst| func.insts[inst].op.can_raise())
}

/// A block that can't raise needs no handler, unless it begins a loop, which looks at signals.
pub(super) fn drop_handlers(func: &mut Typed) {
    if func.layout.iter().all(|&block| func.blocks[block].handler.is_none()) {
        return;
    }
    let cfg = Cfg::new(func);
    for &block in &func.layout {
        let data = &func.blocks[block];
        if data.handler.is_some() && !can_raise(func, data) && !begins_loop(&cfg, block) {
            func.blocks[block].handler = None;
        }
    }
}

/// Whether control comes back to a block.
fn begins_loop(cfg: &Cfg, block: Block) -> bool {
    cfg.jumps_to(block).iter().any(|&from| cfg.position(from) >= cfg.position(block))
}

/// Lets jumps to a block that only jumps on go to where it leads.
pub(super) fn skip_forwarders(func: &mut Typed) {
    let mut forward: SecondaryMap<Block, Option<Target>> = SecondaryMap::new();
    let mut any = false;
    for &block in &func.layout[1..] {
        let data = &func.blocks[block];
        if let (Terminator::Jump(target), true) = (&data.term, data.insts.is_empty() && data.params.is_empty()) {
            forward[block] = Some(target.clone());
            any = true;
        }
    }
    if !any {
        return;
    }
    for k in 0..func.layout.len() {
        redirect(&mut func.blocks[func.layout[k]].term, &forward);
    }
}

/// Both sides of a branch come to lead to one block only with the same arguments; then it is a jump.
fn redirect(term: &mut Terminator, forward: &SecondaryMap<Block, Option<Target>>) {
    match term {
        Terminator::Jump(target) => *target = destination(target, forward),
        Terminator::Branch { then, otherwise, .. } => {
            let (a, b) = (destination(then, forward), destination(otherwise, forward));
            if a == b {
                *term = Terminator::Jump(a);
            } else if a.block != b.block {
                (*then, *otherwise) = (a, b);
            } else if a.block != otherwise.block {
                *then = a;
            }
        }
        Terminator::Return(_) | Terminator::Unreachable => {}
    }
}

fn destination(from: &Target, forward: &SecondaryMap<Block, Option<Target>>) -> Target {
    let mut target = from;
    // Blocks that jump in a circle lead nowhere; the bound ends the search there.
    for _ in 0..8 {
        match &forward[target.block] {
            Some(next) => target = next,
            None => break,
        }
    }
    target.clone()
}

/// Appends blocks to their only predecessor where that jumps to nothing else.
pub(super) fn merge(func: &mut Typed, cfg: &Cfg) {
    let mut replaced = Replaced::default();
    let mut gone: SecondaryMap<Block, bool> = SecondaryMap::new();
    for &block in cfg.order() {
        while !gone[block] {
            let Some(target) = follower(func, cfg, block) else { break };
            gone[target.block] = true;
            absorb(func, block, target, &mut replaced);
        }
    }
    func.layout.retain(|&block| !gone[block]);
    if !replaced.is_empty() {
        replaced.apply(func);
    }
}

/// The block that only this one leads to, and that can become part of it: exceptions go to the same handler, or it has none.
fn follower(func: &Typed, cfg: &Cfg, block: Block) -> Option<Target> {
    let data = &func.blocks[block];
    let Terminator::Jump(target) = &data.term else { return None };
    let next = &func.blocks[target.block];
    let one_way = cfg.jumps_to(target.block).len() == 1 && cfg.raisers(target.block).is_empty();
    let handled_alike = next.handler == data.handler || (next.handler.is_none() && !can_raise(func, next));
    (one_way && handled_alike && target.block != block).then(|| target.clone())
}

fn absorb(func: &mut Typed, block: Block, target: Target, replaced: &mut Replaced) {
    let next = &mut func.blocks[target.block];
    let params = std::mem::take(&mut next.params);
    let mut insts = std::mem::take(&mut next.insts);
    let term = std::mem::replace(&mut next.term, Terminator::Unreachable);
    let term_span = next.term_span;
    for (&param, &arg) in params.iter().zip(&target.args) {
        replaced.replace(param, replaced.resolve(arg));
    }
    let data = &mut func.blocks[block];
    data.insts.append(&mut insts);
    data.term = term;
    data.term_span = term_span;
}
