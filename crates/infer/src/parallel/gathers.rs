//! Elements of other iterations that an iteration reads while they write them, where it reads what they all write (`a[j]` with `j` in the
//! range of the loop), the same from the end (`a[n - 1 - i]`) or with the axes exchanged (`a[j, i]`).

use super::dependences::{Access, Axis, NEAR, Search};
use super::sums::Sum;
use coluber_ir::py::Op;
use coluber_ir::{Block, Value};
use coluber_ops::CmpOp;

/// What each iteration writes, and what another one reads of it.
pub(super) fn met(search: &Search) -> Option<(Access, Access)> {
    let gathers = Gathers { search, end: end_of_loop(search)? };
    let accesses = |block| search.insts(block).filter_map(|inst| search.access(inst));
    let in_all = |block: &Block| search.runs_in_all(*block);
    let mut writes: Vec<Access> = search.blocks().filter(in_all).flat_map(accesses).filter(|a| a.writes).collect();
    let leaves_out = |test| search.is_end_of_loop(test) || gathers.is_comparison_of_iterations(test);
    for block in search.blocks().filter(|&block| search.runs_but_for(block, &leaves_out)) {
        let exchanges = in_all(&block);
        for read in accesses(block).filter(|access| !access.writes) {
            if let Some(place) = writes.iter().position(|write| gathers.meet(write, &read, exchanges)) {
                return Some((writes.swap_remove(place), read));
            }
        }
    }
    None
}

/// The end of the range of a loop that begins with 0 and takes each number.
fn end_of_loop(search: &Search) -> Option<Sum> {
    let (first, end) = search.indices.range_of_loop()?;
    let begins = first.is_none_or(|first| Sum::of(search.indices, first) == Some(Sum::default()));
    begins.then(|| Sum::of(search.indices, end))?
}

/// How the places of a write and a read differ along an axis.
#[derive(PartialEq)]
enum Difference {
    /// They are the same.
    None,
    /// The read goes through the places of all iterations, or the write does.
    Gathered,
    /// They are those of other iterations, each of one.
    Other,
}

struct Gathers<'s, 'b> {
    search: &'s Search<'b>,
    end: Sum,
}

impl Gathers<'_, '_> {
    /// Whether a test is about how the number of an inner loop compares with that of the iteration: some iterations pass it for numbers of others.
    fn is_comparison_of_iterations(&self, condition: Value) -> bool {
        let indices = self.search.indices;
        let Some(data) = indices.made_anywhere(condition) else { return false };
        match (&data.op, &data.args[..]) {
            (Op::Truth {}, &[condition]) => self.is_comparison_of_iterations(condition),
            (Op::Compare { op: CmpOp::Ne | CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge }, &[a, b]) => {
                let (Some(a), Some(b)) = (Sum::of(indices, a), Sum::of(indices, b)) else { return false };
                self.is_of_all(&a) && b.only_iteration() || self.is_of_all(&b) && a.only_iteration()
            }
            _ => false,
        }
    }

    /// Whether an iteration certainly reads what another one writes. Places with exchanged axes only where nothing chooses among them.
    fn meet(&self, write: &Access, read: &Access, exchanges: bool) -> bool {
        if write.array != read.array || write.place.len() != read.place.len() {
            return false;
        }
        let axes = write.place.iter().zip(&read.place);
        let Some(found) = axes.map(|(a, b)| self.difference(a, b)).collect::<Option<Vec<_>>>() else { return false };
        match found.iter().filter(|one| **one != Difference::None).count() {
            0 => false,
            1 => true,
            _ => exchanges && found.iter().all(|one| *one != Difference::Other),
        }
    }

    /// None where nothing certain is known, and where only one iteration comes there.
    fn difference(&self, write: &Axis, read: &Axis) -> Option<Difference> {
        let (Axis::At(write), Axis::At(read)) = (write, read) else { return Some(Difference::None) };
        let is_gathered = |one: &Sum, all: &Sum| one.only_iteration() && self.is_of_all(all);
        if write.iterations() == 0 && read.iterations() == 0 {
            return (write.is_parallel_to(read) && write.constant == read.constant).then_some(Difference::None);
        }
        if is_gathered(write, read) || is_gathered(read, write) {
            return Some(Difference::Gathered);
        }
        let is_reversed = |one: &Sum, other: &Sum| {
            let last = other.clone().without_iteration().apart(&self.end);
            other.iterations() == -1 && one.only_iteration() && last.is_some_and(|last| (-NEAR..0).contains(&last))
        };
        (is_reversed(write, read) || is_reversed(read, write)).then_some(Difference::Other)
    }

    /// Whether a number goes through those of all iterations.
    fn is_of_all(&self, sum: &Sum) -> bool {
        let range = sum.only_inner().and_then(|number| self.search.indices.range_of(Value::from_u32(number)));
        let Some((first, end)) = range else { return false };
        let near = |value: Option<i64>| value.is_some_and(|value| value.abs() <= NEAR);
        let indices = self.search.indices;
        let begins = first.is_none_or(|first| near(Sum::of(indices, first).and_then(|sum| sum.apart(&Sum::default()))));
        begins && near(Sum::of(indices, end).and_then(|sum| sum.apart(&self.end)))
    }
}
