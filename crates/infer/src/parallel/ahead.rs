//! What is computed before a parallel loop, where it has an iteration: without one the loop would not have computed it.

use super::web::made_by;
use coluber_base::Span;
use coluber_ir::py::Op;
use coluber_ir::{Block, Builder, Region, Terminator, Untyped, Value};
use coluber_types::Ty;

/// Lets the only way to the head of a loop compute a value: the block that goes on to the head, and the value.
///
/// `make` gets what the parameters of the head begin with.
pub(super) fn value(
    body: &mut Untyped,
    region: &Region,
    span: Span,
    make: impl FnOnce(&mut Builder<'_, Op>, &[Value]) -> Value,
) -> Option<(Block, Value)> {
    let head = region.head;
    let block = only_way(body, region)?;
    let handler = body.blocks[block].handler;
    let target = body.blocks[block].term.targets().into_iter().find(|target| target.block == head)?.clone();
    let Terminator::Branch { cond, .. } = body.blocks[head].term else { return None };
    let valid = made_by(body, cond).filter(|made| matches!(made.op, Op::IterValid {}))?;
    let iterator = body.blocks[head].params.iter().position(|&param| param == valid.args[0])?;
    let [asks, computes, skips, joins] = [(); 4].map(|()| body.add_block());
    for new in [asks, computes, skips, joins] {
        body.blocks[new].handler = handler;
    }
    let value = body.add_param(joins, Ty::undefined(), None);
    let mut b = Builder::new(body, asks);
    b.set_span(span);
    let valid = b.value(Op::IterValid {}, &[target.args[iterator]], Ty::undefined());
    b.branch(valid, (computes, &[]), (skips, &[]));
    b.switch_to(computes);
    let made = make(&mut b, &target.args);
    b.jump(joins, &[made]);
    b.switch_to(skips);
    let nothing = b.value(Op::Undef {}, &[], Ty::undefined());
    b.jump(joins, &[nothing]);
    body.blocks[joins].term = Terminator::Jump(target);
    for to in body.blocks[block].term.targets_mut().into_iter().filter(|to| to.block == head) {
        to.block = asks;
        to.args.clear();
    }
    Some((joins, value))
}

/// The block outside of a loop that goes to its head, where it is one and goes there one way.
fn only_way(body: &Untyped, region: &Region) -> Option<Block> {
    let head = region.head;
    let outside = body.layout.iter().copied().filter(|&block| !region.contains(block) && block != head);
    let ways = outside.flat_map(|block| body.blocks[block].term.targets().into_iter().map(move |to| (block, to.block)));
    let mut ways = ways.filter(|&(_, to)| to == head).map(|(block, _)| block);
    ways.next().filter(|_| ways.next().is_none())
}
