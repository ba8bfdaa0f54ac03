//! Variables that a handler around a parallel loop reads: each assignment of them is stored to memory, too, where the handler finds it.
//!
//! The iterations would all store to the same place. The loop is rewritten to store the variable once, behind its end: where an exception
//! leaves it, the variable has the value from before the loop.

use super::is_parallel;
use crate::engine::Typing;
use coluber_ir::py::Op;
use coluber_ir::{Builder, Cfg, Region, Slot, Terminator, Untyped, Value};

/// The function with one variable less that a parallel loop stores in each iteration; None when there is none left.
pub(super) fn without_store(body: &Untyped, typing: &Typing, region: &Region) -> Option<Untyped> {
    let (slot, variable) = stored(body, region).find_map(|slot| Some((slot, carried(body, typing, region, slot)?)))?;
    let mut body = body.clone();
    for &block in &region.body {
        let (insts, blocks) = (&body.insts, &mut body.blocks);
        blocks[block].insts.retain(|&inst| insts[inst].op != Op::SlotStore { slot });
    }
    store_behind(&mut body, region, slot, variable);
    Some(body)
}

/// The slots that the body stores to, and reads nowhere.
fn stored<'b>(body: &'b Untyped, region: &'b Region) -> impl Iterator<Item = Slot> + 'b {
    let blocks = || region.body.iter().chain([&region.head]);
    let ops = move || blocks().flat_map(|&block| &body.blocks[block].insts).map(|&inst| &body.insts[inst].op);
    let is_read = move |slot| ops().any(|op| *op == Op::SlotLoad { slot });
    ops()
        .filter_map(|op| if let Op::SlotStore { slot } = *op { Some(slot) } else { None })
        .filter(move |&slot| !is_read(slot))
}

/// The parameter of the head that is the variable of a slot.
fn carried(body: &Untyped, typing: &Typing, region: &Region, slot: Slot) -> Option<Value> {
    let name = &body.slots[slot].name;
    let mut params = body.blocks[region.head].params.iter().copied();
    params.find(|&param| body.values[param].name.as_ref() == Some(name) && !is_parallel(typing.vals[param].ty))
}

/// Puts a block between the head and what is behind the loop, which stores the variable.
fn store_behind(body: &mut Untyped, region: &Region, slot: Slot, variable: Value) {
    let between = body.add_block();
    body.blocks[between].handler = body.blocks[region.head].handler;
    let mut builder = Builder::new(body, between);
    builder.effect(Op::SlotStore { slot }, &[variable]);
    builder.jump(region.leave.block, &region.leave.args);
    if let Terminator::Branch { otherwise, .. } = &mut body.blocks[region.head].term {
        otherwise.block = between;
        otherwise.args.clear();
    }
    body.layout = Cfg::new(body).order().to_vec();
}
