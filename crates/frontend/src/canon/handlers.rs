//! Removes handlers that only raise their exception again.

use super::Canon;
use coluber_ir::py::Op;
use coluber_ir::{Block, OpSet, Terminator, Value};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

type Uses = SecondaryMap<Value, u32>;

pub(super) fn remove_idle(canon: &mut Canon) -> bool {
    if !canon.reached.iter().any(|&block| canon.func.blocks[block].handler.is_some()) {
        return false;
    }
    let uses = canon.uses();
    let mut changed = false;
    for k in 0..canon.reached.len() {
        let block = canon.reached[k];
        let next = canon.func.blocks[block].handler.and_then(|handler| passes_to(canon, &uses, handler));
        // A block can't be its own handler.
        if let Some(next) = next.filter(|&next| next != Some(block)) {
            canon.func.blocks[block].handler = next;
            changed = true;
        }
    }
    if changed {
        canon.find_reached();
    }
    changed
}

/// How many blocks a handler that only raises again may have.
const MAX_BLOCKS: usize = 4;

/// Where the exceptions of blocks with this handler go in truth, if the handler does nothing but raise its exception again.
fn passes_to(canon: &Canon, uses: &Uses, handler: Block) -> Option<Option<Block>> {
    let chain = chain(canon, handler)?;
    let (&last, _) = chain.split_last()?;
    let next = canon.func.blocks[last].handler;
    // The next handler, which could be reached from here alone, may use what this one makes.
    let leaves = next.is_none() || keeps_values(canon, uses, &chain);
    (leaves && next != Some(handler)).then_some(next)
}

/// The blocks of a handler that only raises its exception again.
fn chain(canon: &Canon, handler: Block) -> Option<SmallVec<[Block; MAX_BLOCKS]>> {
    let mut chain = SmallVec::new();
    let mut block = handler;
    let mut exception = None;
    while chain.len() < MAX_BLOCKS {
        chain.push(block);
        let data = &canon.func.blocks[block];
        for &inst in &data.insts {
            let inst = &canon.func.insts[inst];
            match inst.op {
                Op::CaughtException {} => exception = Some(inst.results[0]),
                Op::Raise {} if inst.args.len() == 1 && Some(canon.resolve(inst.args[0])) == exception => {
                    return Some(chain);
                }
                ref op if op.is_pure() => {}
                _ => return None,
            }
        }
        match &data.term {
            Terminator::Jump(target) => block = target.block,
            _ => return None,
        }
    }
    None
}

/// Whether nothing else uses what these blocks make.
fn keeps_values(canon: &Canon, uses: &Uses, blocks: &[Block]) -> bool {
    let insts =
        || blocks.iter().flat_map(|&block| &canon.func.blocks[block].insts).map(|&inst| &canon.func.insts[inst]);
    let mut made = insts().flat_map(|inst| &inst.results).copied().chain(params(canon, blocks));
    made.all(|value| {
        let args = insts().flat_map(|inst| &inst.args).filter(|&&arg| canon.resolve(arg) == value).count();
        uses[value] as usize <= args
    })
}

fn params<'a>(canon: &'a Canon, blocks: &'a [Block]) -> impl Iterator<Item = Value> + 'a {
    blocks.iter().flat_map(|&block| &canon.func.blocks[block].params).copied()
}
