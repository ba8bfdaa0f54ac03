//! Random control flow for generated functions.

use crate::random::Random;
use coluber_ir::{Block, Cfg, Dominators, Target, Terminator, Typed, Value};
use coluber_types::Ty;

/// Adds about `size` blocks with random edges, handlers and parameters of the types `params`, and gives the handlers. The entry
/// has parameters of the types `entry`, of which the first is a bool, and no handler. Conditions and results are that bool, and
/// jumps have no arguments, until they are filled in. Unreachable blocks are not in the layout.
pub(crate) fn blocks(func: &mut Typed, random: &mut Random, size: usize, entry: &[Ty], params: &[Ty]) -> Vec<Block> {
    let all: Vec<Block> = (0..size.max(2)).map(|_| func.add_block()).collect();
    let handlers: Vec<Block> = all[1..].iter().copied().filter(|_| random.one_in(4)).collect();
    let plain: Vec<Block> = all[1..].iter().copied().filter(|b| !handlers.contains(b)).collect();
    for &ty in entry {
        func.add_param(all[0], ty, None);
    }
    for &block in &plain {
        for _ in 0..random.below(4) {
            if let Some(ty) = random.pick(params) {
                func.add_param(block, ty, None);
            }
        }
    }
    for &block in &all {
        func.blocks[block].term = edges(func, random, block, &plain);
        let handler = random.pick(&handlers).filter(|&h| h != block);
        if block != func.entry() && random.one_in(3) {
            func.blocks[block].handler = handler;
        }
    }
    let cfg = Cfg::new(func);
    func.layout.retain(|&b| cfg.is_reachable(b));
    handlers
}

fn edges(func: &Typed, random: &mut Random, block: Block, plain: &[Block]) -> Terminator {
    let target = |block| Target { block, args: Default::default() };
    let cond = func.params()[0];
    match (random.below(6), random.pick(plain), random.pick(plain)) {
        (0, ..) | (_, None, _) | (_, _, None) => Terminator::Return(cond),
        (1, ..) if block != func.entry() => Terminator::Unreachable,
        (2, Some(to), _) => Terminator::Jump(target(to)),
        (_, Some(a), Some(b)) => Terminator::Branch { cond, then: target(a), otherwise: target(b) },
    }
}

/// The values that are defined on every way to the block.
pub(crate) fn available(func: &Typed, cfg: &Cfg, dominators: &Dominators, block: Block) -> Vec<Value> {
    let mut out = Vec::new();
    for &other in cfg.order() {
        let data = &func.blocks[other];
        if dominators.dominates(other, block) {
            out.extend(&data.params);
        }
        if dominators.completes_before(other, block) {
            out.extend(data.insts.iter().flat_map(|&i| &func.insts[i].results));
        }
    }
    out
}
