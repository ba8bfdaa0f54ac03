//! Elements that two iterations of a parallel loop may share, and that are no reductions: such a loop runs in order.

use super::indices::{Indices, Keys};
use super::web::{Use, Uses, uses};
use super::{better, elements, made_inside};
use crate::engine::Typing;
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Region, Untyped, Value};
use coluber_ops::BinOp;
use coluber_types::Kind;

/// Whether an iteration looks at elements before it stores them, and another one may store the same.
pub(super) fn needs_order(body: &Untyped, typing: &Typing, region: &Region, keys: &Keys) -> bool {
    let inside = made_inside(body, region);
    let indices = Indices { body, typing, region, inside: &inside, keys };
    let uses = uses(body, typing, region);
    let is_shared = |index: Value| !indices.are_own([index].into_iter());
    let tested = |&test| better::tested_and_stored(body, typing, region, &uses, test).is_some_and(is_shared);
    let changes = Changes { indices: &indices, uses: &uses };
    region.body.iter().any(tested) || changed_items(&indices, &uses).any(is_shared) || changes.are_shared()
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

/// Changes of what a loop finds in arrays from before it: rows, records, fields, `a.flat`. They have no copies for the parts of a loop.
struct Changes<'b> {
    indices: &'b Indices<'b>,
    uses: &'b Uses,
}

impl Changes<'_> {
    fn are_shared(&self) -> bool {
        let body = self.indices.body;
        let mut insts = self.indices.region.body.iter().flat_map(|&block| &body.blocks[block].insts).copied();
        insts.any(|inst| self.changed(inst).is_some_and(|(container, index)| self.is_shared(container, index)))
    }

    /// What an operation begins to change by an operator, and at which index; those of arrays from before the loop are reductions.
    fn changed(&self, inst: Inst) -> Option<(Value, Option<Value>)> {
        let data = &self.indices.body.insts[inst];
        let is_found = |value: Value| self.indices.inside.contains(&value);
        match (&data.op, &data.args[..]) {
            (Op::GetItem {}, &[container, index]) if is_found(container) => {
                elements::update(self.indices.body, self.indices.typing, self.uses, inst)?;
                Some((container, Some(index)))
            }
            (Op::GetAttr { .. }, &[record]) if is_found(record) && self.is_changed_field(data) => Some((record, None)),
            (Op::Inplace { .. }, &[array, _]) if is_found(array) && self.is_array(array) => Some((array, None)),
            (Op::Call { .. }, &[callee, array, index, ..]) if self.is_at(callee) && self.is_array(array) => {
                Some((array, Some(index)))
            }
            _ => None,
        }
    }

    /// Whether a field is read, changed and stored: `record.x += 1`.
    fn is_changed_field(&self, get: &InstData<Op>) -> bool {
        let body = self.indices.body;
        let only_use = |value: Value| match self.uses.get(&value).map(Vec::as_slice) {
            Some(&[Use::Inst(inst)]) => Some(&body.insts[inst]),
            _ => None,
        };
        let change = only_use(get.results[0]).filter(|data| matches!(data.op, Op::Inplace { .. } | Op::Binary { .. }));
        let stored = change.and_then(|data| only_use(data.results[0]));
        stored.is_some_and(|data| {
            let is_same =
                matches!((&data.op, &get.op), (Op::SetAttr { name: to }, Op::GetAttr { name: of }) if to == of);
            is_same && data.args.contains(&get.args[0])
        })
    }

    fn is_array(&self, value: Value) -> bool {
        self.indices.typing.vals[value].ty.is_array()
    }

    /// Whether it is the method `at` of a ufunc, which changes elements.
    fn is_at(&self, callee: Value) -> bool {
        self.indices
            .made_anywhere(callee)
            .is_some_and(|data| matches!(&data.op, Op::GetAttr { name } if &**name == "at"))
    }

    /// Whether other iterations may find the same there: it is in an array from before the loop, and all indices on the way may be those of
    /// others.
    fn is_shared(&self, container: Value, index: Option<Value>) -> bool {
        index.is_none_or(|index| self.may_be_common(index)) && self.is_common(container)
    }

    fn is_common(&self, found: Value) -> bool {
        if !self.indices.inside.contains(&found) {
            return self.is_array(found);
        }
        let Some(data) = self.indices.made_anywhere(found) else { return false };
        match (&data.op, &data.args[..]) {
            (Op::GetItem {}, &[container, index]) => self.may_be_common(index) && self.is_common(container),
            (Op::GetAttr { .. }, &[object]) => self.is_common(object),
            _ => false,
        }
    }

    /// Whether an index is certainly not made of the number of the iteration alone: it is read from somewhere, the same in all iterations, or a
    /// remainder. What goes through a range that is another one in each iteration belongs to it.
    fn may_be_common(&self, index: Value) -> bool {
        if self.indices.fixed(index).is_some() {
            return true;
        }
        let Some(data) = self.indices.made_anywhere(index) else { return false };
        let all = |values: &[Value]| values.iter().all(|&value| self.may_be_common(value));
        match &data.op {
            Op::Const { .. } | Op::GetItem {} => true,
            Op::Binary { op: BinOp::Mod | BinOp::FloorDiv | BinOp::And | BinOp::RShift } => true,
            Op::Binary { .. } | Op::Unary { .. } | Op::BuildTuple {} | Op::BuildSlice { .. } => all(&data.args),
            Op::Call { .. } => all(&data.args[1..]),
            Op::IterValue {} => !self.indices.is_counter(data.args[0]) && self.indices.is_same_range(data.args[0]),
            _ => false,
        }
    }
}
