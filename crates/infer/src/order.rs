//! The order in which the blocks of a function are typed.

use coluber_ir::{Block, Untyped};
use cranelift_entity::EntitySet;

/// The blocks to which control can come back.
pub(crate) fn heads(body: &Untyped, order: &[Block]) -> EntitySet<Block> {
    let (mut seen, mut heads) = (EntitySet::new(), EntitySet::new());
    for &block in order {
        seen.insert(block);
        let back = body.successors(block).into_iter().filter(|&next| seen.contains(next));
        heads.extend(back);
    }
    heads
}

/// Blocks from the entry, each before its successors where there is no cycle. The last successor comes first where there is a choice;
/// which of two values that do not fit together is reported depends on it.
pub(crate) fn reverse_postorder(body: &Untyped) -> Vec<Block> {
    let mut seen = EntitySet::new();
    let mut order = Vec::new();
    let mut stack = vec![(body.entry(), 0)];
    seen.insert(body.entry());
    while let Some((block, k)) = stack.pop() {
        let successors = body.successors(block);
        match successors.get(k) {
            Some(&next) => {
                stack.push((block, k + 1));
                if seen.insert(next) {
                    stack.push((next, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}
