//! Elements that two iterations of a parallel loop may share, and that are no reductions: such a loop runs in order.

use super::indices::{Indices, Keys};
use super::web::{Use, Uses, uses};
use super::{better, elements, made_inside};
use crate::engine::Typing;
use coluber_ir::py::Op;
use coluber_ir::{Region, Untyped, Value};
use coluber_types::Kind;

/// Whether an iteration looks at elements before it stores them, and another one may store the same.
pub(super) fn needs_order(body: &Untyped, typing: &Typing, region: &Region, keys: &Keys) -> bool {
    let inside = made_inside(body, region);
    let indices = Indices { body, typing, region, inside: &inside, keys };
    let uses = uses(body, typing, region);
    let is_shared = |index: Value| !indices.are_own([index].into_iter());
    let tested = |&test| better::tested_and_stored(body, typing, region, &uses, test).is_some_and(is_shared);
    region.body.iter().any(tested) || changed_items(&indices, &uses).any(is_shared)
}

/// The indices of items of lists from before the loop that are changed by operators: lists have no copies for the parts of a loop.
fn changed_items<'a>(indices: &'a Indices, uses: &'a Uses) -> impl Iterator<Item = Value> + 'a {
    let is_list = |value: Value| matches!(indices.typing.vals[value].ty.kind(), Kind::List { .. });
    let shared = uses.iter().filter(move |(value, _)| is_list(**value) && !indices.inside.contains(value));
    shared.flat_map(|(&list, uses)| uses.iter().map(move |used| (list, *used))).filter_map(move |(list, used)| {
        let Use::Inst(get) = used else { return None };
        let data = &indices.body.insts[get];
        let is_update = matches!(data.op, Op::GetItem {}) && data.args[0] == list;
        (is_update && elements::update(indices.body, indices.typing, uses, get).is_some()).then(|| data.args[1])
    })
}
