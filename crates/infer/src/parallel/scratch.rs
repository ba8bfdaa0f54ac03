//! Arrays and lists from before a parallel loop that each iteration fills for itself and reads: `t[:] = x[i]; out[i] = t.sum()`.
//!
//! The iterations write to the same elements, so that one finds there what another one has left.

use super::dependences::{Access, Axis, Search};
use super::elements::is_outside;
use super::sums::Sum;
use super::winner::origin;
use coluber_base::Span;
use coluber_ir::py::Op;
use coluber_ir::{Const, Inst, InstData, Value};
use coluber_types::Kind;

/// Functions that do not look at elements.
const OUTSIDE: &[&str] = &[
    "builtins.len",
    "numpy.empty_like",
    "numpy.ndim",
    "numpy.ones_like",
    "numpy.shape",
    "numpy.size",
    "numpy.zeros_like",
];

/// What all iterations write in the same place, and what reads it.
pub(super) fn met(search: &Search) -> Option<(Access, Access)> {
    let scratch = Scratch { search };
    let insts = |block| search.insts(block);
    let mut reads: Vec<Access> = search.blocks().flat_map(insts).flat_map(|inst| scratch.reads(inst)).collect();
    let always = search.blocks().filter(|&block| search.runs_in_all(block));
    let mut writes = always.flat_map(insts).filter_map(|inst| scratch.written(inst));
    let changed = |write: &Access| search.blocks().flat_map(insts).any(|inst| scratch.differs(inst, write));
    writes.find_map(|write| {
        let read = reads.iter().position(|read| scratch.meet(&write, read))?;
        changed(&write).then(|| (write, reads.swap_remove(read)))
    })
}

struct Scratch<'s, 'b> {
    search: &'s Search<'b>,
}

impl Scratch<'_, '_> {
    /// What an operation writes, where that is the same part of an array or list in all iterations.
    fn written(&self, inst: Inst) -> Option<Access> {
        let data = &self.search.indices.body.insts[inst];
        let mut access = match (&data.op, &data.args[..]) {
            (Op::SetItem {}, &[container, index, _]) => self.part(container, index, data.span)?,
            (Op::Call { .. }, _) => self.whole(self.filled(data)?, data.span)?,
            _ => return None,
        };
        access.writes = true;
        access.place.iter().all(is_common).then_some(access)
    }

    /// The array that a call writes as a whole: that of `a.fill(x)`, and the one behind `out=`.
    fn filled(&self, call: &InstData<Op>) -> Option<Value> {
        let Op::Call { names } = &call.op else { return None };
        if let Some(place) = names.iter().rposition(|name| &**name == "out") {
            return call.args.get(call.args.len() - names.len() + place).copied();
        }
        let method = self.search.indices.made_anywhere(call.args[0])?;
        matches!(&method.op, Op::GetAttr { name } if &**name == "fill").then(|| method.args[0])
    }

    /// What an operation reads: an element or part, or all of what it is given.
    fn reads(&self, inst: Inst) -> Vec<Access> {
        let data = &self.search.indices.body.insts[inst];
        match (&data.op, &data.args[..]) {
            (Op::GetItem {}, &[container, index]) if self.search.is_read(data.results[0]) => {
                self.part(container, index, data.span).into_iter().collect()
            }
            (Op::GetItem {} | Op::AsVariable { .. } | Op::Assign { .. }, _) => Vec::new(),
            (Op::SetItem {}, &[_, _, item]) => self.whole(item, data.span).into_iter().collect(),
            (Op::GetAttr { name }, _) if &**name == "fill" || is_outside(&data.op) => Vec::new(),
            (Op::Call { .. }, &[callee, _]) if self.search.indices.is_one_of(callee, OUTSIDE) => Vec::new(),
            (_, args) => {
                let filled = self.filled(data);
                let others = args.iter().filter(|&&arg| filled != Some(arg));
                others.filter_map(|&arg| self.whole(arg, data.span)).collect()
            }
        }
    }

    fn part(&self, container: Value, index: Value, span: Span) -> Option<Access> {
        let mut access = self.whole(container, span)?;
        if !self.is_everything(index) {
            access.place.extend(self.search.axes(index)?);
        }
        Some(access)
    }

    /// All of an array or list from before the loop, or of a part of an array.
    fn whole(&self, value: Value, span: Span) -> Option<Access> {
        let value = origin(self.search.indices.body, value);
        let is_list = matches!(self.search.indices.typing.vals[value].ty.kind(), Kind::List { .. });
        let (array, name, place) = match is_list && !self.search.indices.inside.contains(&value) {
            true => (value.to_string(), self.search.indices.body.values[value].name.clone(), Vec::new()),
            false => self.search.array(value)?,
        };
        Some(Access { array, name, place, span, writes: false })
    }

    /// Whether an index stands for the whole array: `...` or `()`.
    fn is_everything(&self, index: Value) -> bool {
        let index = origin(self.search.indices.body, index);
        let made = self.search.indices.made_anywhere(index);
        made.is_some_and(|data| match &data.op {
            Op::Const { value: Const::Ellipsis } => true,
            Op::Const { value: Const::Tuple(items) } => items.is_empty(),
            _ => false,
        })
    }

    /// Whether an operation stores something into the array of an access that is not the same in all iterations.
    fn differs(&self, inst: Inst, access: &Access) -> bool {
        let data = &self.search.indices.body.insts[inst];
        let (container, item) = match (&data.op, &data.args[..]) {
            (Op::SetItem {}, &[container, _, item]) => (container, Some(item)),
            (Op::Call { .. }, args) => match self.filled(data) {
                Some(array) => (array, args.get(1).copied().filter(|&item| item != array)),
                None => return false,
            },
            _ => return false,
        };
        let is_it = self.whole(container, data.span).is_some_and(|found| found.array == access.array);
        is_it && item.is_none_or(|item| !self.is_same_in_all(item))
    }

    fn is_same_in_all(&self, item: Value) -> bool {
        let indices = self.search.indices;
        let item = origin(indices.body, item);
        let is_constant = || indices.made_anywhere(item).is_some_and(|data| matches!(data.op, Op::Const { .. }));
        let is_sum = || Sum::of(indices, item).is_some_and(|sum| sum.iterations() == 0);
        !indices.inside.contains(&item) || is_constant() || is_sum()
    }

    /// Whether a read finds elements that the write has written.
    fn meet(&self, write: &Access, read: &Access) -> bool {
        write.array == read.array && write.place.iter().zip(&read.place).all(|(a, b)| self.overlap(a, b))
    }

    fn overlap(&self, write: &Axis, read: &Axis) -> bool {
        let (Axis::At(write), Axis::At(read)) = (write, read) else { return true };
        if write.is_parallel_to(read) {
            return write.constant == read.constant || write.varies_within();
        }
        match (self.bounds(write), self.bounds(read)) {
            (Some(written), None) => read.is_constant() && written.has(read.constant),
            (Some(written), Some(read)) => written.meets(&read),
            (None, Some(read)) => write.is_constant() && read.has(write.constant),
            (None, None) => false,
        }
    }

    /// What the number of an inner loop and a constant lie between.
    fn bounds(&self, sum: &Sum) -> Option<Bounds> {
        let (first, end) = self.search.indices.range_of(Value::from_u32(sum.only_inner()?))?;
        let known = |value: Value| {
            let found = Sum::of(self.search.indices, value).filter(Sum::is_constant)?;
            found.constant.checked_add(sum.constant)
        };
        Some(Bounds { first: first.map_or(Some(sum.constant), known), end: known(end) })
    }
}

/// The numbers of a range, as far as they are known. Ranges are not empty, and begin with small numbers.
struct Bounds {
    first: Option<i64>,
    end: Option<i64>,
}

impl Bounds {
    fn has(&self, number: i64) -> bool {
        self.first.is_some_and(|first| first <= number) && self.end.is_none_or(|end| number < end)
    }

    fn meets(&self, other: &Bounds) -> bool {
        let reaches = |a: &Bounds, b: &Bounds| match (a.first, b.end) {
            (Some(first), Some(end)) => first < end,
            (Some(_), None) => true,
            (None, _) => false,
        };
        reaches(self, other) && reaches(other, self)
    }
}

/// Whether it is the same part of an axis in all iterations.
fn is_common(axis: &Axis) -> bool {
    match axis {
        Axis::Whole => true,
        Axis::At(sum) => sum.iterations() == 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_are_known_to_be_apart_do_not_meet() {
        let range = |first, end| Bounds { first: Some(first), end };
        assert!(range(0, Some(4)).meets(&range(3, None)));
        assert!(!range(0, Some(4)).meets(&range(4, None)));
        assert!(!Bounds { first: None, end: None }.meets(&range(0, None)));
        assert!(range(1, None).has(3) && !range(1, None).has(0) && !range(0, Some(3)).has(3));
    }
}
