//! Elements that one iteration of a parallel loop writes and another one reads or writes, as in `a[i] = a[i - 1] + x[i]`.
//!
//! Only what is certain is found: accesses that each iteration makes, with indices that are sums of its number, of numbers of inner
//! loops and of what is the same in all iterations. Which elements other accesses meet, only the running program knows.

use super::elements::is_outside;
use super::indices::{Indices, Keys};
use super::sums::Sum;
use super::web::{Use, Uses, uses};
use super::winner::origin;
use super::{gathers, is_parallel, made_inside, scratch};
use crate::engine::Typing;
use coluber_base::{Diagnostic, Name, Span};
use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Const, Dominators, Inst, Region, Terminator, Untyped, Value};
use coluber_ops::CmpOp;
use coluber_types::Kind;

/// How far apart two iterations are that certainly both run, where the number of iterations is not known.
pub(super) const NEAR: i64 = 4;

/// The numbers that an axis is indexed with.
pub(super) enum Axis {
    /// `:`
    Whole,
    At(Sum),
}

impl Axis {
    /// Adds a number to the index.
    fn move_by(&mut self, number: i64) {
        if let Axis::At(sum) = self {
            sum.constant = sum.constant.saturating_add(number);
        }
    }
}

/// Part of an array that each iteration reads or writes.
pub(super) struct Access {
    /// What tells the array from others.
    pub(super) array: String,
    pub(super) name: Option<Name>,
    /// Of its first axes; nothing where it is the whole array.
    pub(super) place: Vec<Axis>,
    pub(super) span: Span,
    pub(super) writes: bool,
}

/// How two accesses meet.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Meeting {
    /// In all iterations.
    Always,
    /// So many iterations later.
    After(i64),
    /// In another iteration.
    Sometime,
}

/// The error for elements that go from one iteration to another one, if there are any.
pub(super) fn error(body: &Untyped, typing: &Typing, region: &Region, keys: &Keys) -> Option<Box<Diagnostic>> {
    let inside = made_inside(body, region);
    let indices = Indices { body, typing, region, inside: &inside, keys };
    let step = step(body, typing, region)?;
    let search = Search::new(&indices);
    let accesses = search.accesses();
    let writes = accesses.iter().filter(|access| access.writes);
    let pairs = writes.flat_map(|write| accesses.iter().map(move |other| (write, other)));
    let mut met = pairs.filter_map(|(write, other)| Some((write, other, meeting(write, other, step)?)));
    let met = met.next().map(|(write, other, meeting)| message(write, other, meeting));
    met.or_else(|| scratch::met(&search).map(|(write, read)| message(&write, &read, Meeting::Always)))
        .or_else(|| gathers::met(&search).map(|(write, read)| message(&write, &read, Meeting::Sometime)))
}

/// The step of the range that the loop goes through.
fn step(body: &Untyped, typing: &Typing, region: &Region) -> Option<i64> {
    let mut params = body.blocks[region.head].params.iter().copied();
    let counter = params.find(|&param| is_parallel(typing.vals[param].ty))?;
    match typing.vals[counter].ty.kind() {
        Kind::RangeIter { step, .. } => step.filter(|&step| step != 0),
        _ => None,
    }
}

/// How what an iteration writes meets another access.
fn meeting(write: &Access, other: &Access, step: i64) -> Option<Meeting> {
    if write.array != other.array {
        return None;
    }
    let mut distance = None;
    for axes in write.place.iter().zip(&other.place) {
        let (Axis::At(a), Axis::At(b)) = axes else { continue };
        let (factor, apart) = (a.iterations(), a.constant.checked_sub(b.constant)?);
        let is_known = a.is_parallel_to(b) && (factor == 0 || (!a.varies_within() && apart % factor == 0));
        if !is_known || (factor == 0 && apart != 0 && !a.varies_within()) {
            return None;
        }
        if factor != 0 && *distance.get_or_insert(apart / factor) != apart / factor {
            return None;
        }
    }
    match distance {
        Some(apart) => {
            let iterations = apart / step;
            let is_certain = apart % step == 0 && iterations != 0 && iterations.abs() <= NEAR;
            is_certain.then_some(Meeting::After(iterations))
        }
        None => (!other.writes).then_some(Meeting::Always),
    }
}

fn message(write: &Access, other: &Access, meeting: Meeting) -> Box<Diagnostic> {
    let name = other.name.as_ref().or(write.name.as_ref()).map_or("an array", |name| name);
    let does = if other.writes { "writes" } else { "reads" };
    let how = match meeting {
        Meeting::Always => format!("each iteration writes and reads the same elements of '{name}'"),
        Meeting::Sometime => format!("other iterations write the elements of '{name}' that an iteration reads"),
        Meeting::After(apart) => {
            let which = if apart > 0 { "before" } else { "behind" };
            let which = if apart.abs() == 1 { which.into() } else { format!("{} places {which}", apart.abs()) };
            format!("the iteration {which} it writes that element of '{name}'")
        }
    };
    let message = format!("an iteration of a prange loop {does} elements of '{name}' that others write");
    Diagnostic::unsupported(message, other.span)
        .note(format!("{how}; the iterations run side by side, in no order"))
        .hint(
            "write to another array than the one that is read, make an array within the iteration for what belongs to it, or use range; an \
             array whose elements are changed by one operator alone (h[k] += x) is a reduction",
        )
}

pub(super) struct Search<'b> {
    pub(super) indices: &'b Indices<'b>,
    uses: Uses,
    cfg: Cfg,
    dominators: Dominators,
}

impl<'b> Search<'b> {
    fn new(indices: &'b Indices<'b>) -> Self {
        let cfg = Cfg::new(indices.body);
        let dominators = Dominators::new(indices.body, &cfg);
        Search { indices, uses: uses(indices.body, indices.typing, indices.region), cfg, dominators }
    }
}

impl Search<'_> {
    /// What each iteration reads and writes.
    fn accesses(&self) -> Vec<Access> {
        let always = self.blocks().filter(|&block| self.runs_but_for(block, &|test| self.is_test_of_indices(test)));
        always.flat_map(|block| self.insts(block)).filter_map(|inst| self.access(inst)).collect()
    }

    /// The blocks of the loop that something comes to.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Block> {
        let reachable = |block: &Block| self.indices.typing.reachable.contains(*block);
        self.indices.region.body.iter().copied().filter(reachable)
    }

    pub(super) fn insts(&self, block: Block) -> impl Iterator<Item = Inst> {
        self.indices.body.blocks[block].insts.iter().copied()
    }

    /// Whether each iteration comes to a block, whatever its number is, but for inner loops.
    pub(super) fn runs_in_all(&self, block: Block) -> bool {
        self.runs_but_for(block, &|condition| self.is_end_of_loop(condition))
    }

    /// Whether each iteration comes to a block, but for tests that leave out some iterations, as those of indices do, and for inner loops.
    pub(super) fn runs_but_for(&self, block: Block, leaves_out: &dyn Fn(Value) -> bool) -> bool {
        let body = self.indices.body;
        let mut around = self.indices.region.body.iter().copied().filter(|&test| test != block);
        around.all(|test| {
            let Terminator::Branch { cond, .. } = body.blocks[test].term else { return true };
            let ways = body.blocks[test].term.targets().into_iter().map(|target| target.block);
            let mut own = ways.filter(|&way| self.cfg.jumps_to(way) == [test]);
            let dominates = |other| self.dominators.dominates(other, block);
            let decides = dominates(test) && own.any(dominates);
            !decides || leaves_out(cond)
        })
    }

    pub(super) fn is_end_of_loop(&self, condition: Value) -> bool {
        self.indices.made_anywhere(condition).is_some_and(|data| match data.op {
            Op::Truth {} => self.is_end_of_loop(data.args[0]),
            _ => matches!(data.op, Op::IterValid {}),
        })
    }

    fn is_test_of_indices(&self, condition: Value) -> bool {
        let Some(data) = self.indices.made_anywhere(condition) else { return false };
        match data.op {
            Op::IterValid {} => true,
            Op::Truth {} => self.is_test_of_indices(data.args[0]),
            Op::Compare { op: CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge } => {
                data.args.iter().all(|&arg| Sum::of(self.indices, arg).is_some())
            }
            _ => false,
        }
    }

    pub(super) fn access(&self, inst: Inst) -> Option<Access> {
        let data = &self.indices.body.insts[inst];
        let (container, index, writes) = match (&data.op, &data.args[..]) {
            (Op::GetItem {}, &[container, index]) if self.is_read(data.results[0]) => (container, index, false),
            (Op::SetItem {}, &[container, index, _]) => (container, index, true),
            _ => return None,
        };
        let (mut array, name, mut place) = self.array(container)?;
        let mut axes = self.axes(index)?;
        let container = origin(self.indices.body, container);
        if !self.indices.inside.contains(&container) {
            let (base, starts) = self.base(container);
            array = base.to_string();
            axes.iter_mut().zip(starts).for_each(|(axis, start)| axis.move_by(start));
        }
        place.extend(axes);
        Some(Access { array, name, place, span: data.span, writes })
    }

    /// The array that a view from before the loop shows a part of, and where that begins along each axis.
    fn base(&self, view: Value) -> (Value, Vec<i64>) {
        let found = self.indices.made_anywhere(view).and_then(|data| match (&data.op, &data.args[..]) {
            (Op::GetItem {}, &[array, index]) if self.indices.typing.vals[array].ty.is_array() => {
                Some((array, self.starts(index)?))
            }
            _ => None,
        });
        let Some((array, mut starts)) = found else { return (view, Vec::new()) };
        let (base, before) = self.base(origin(self.indices.body, array));
        starts.resize(starts.len().max(before.len()), 0);
        starts.iter_mut().zip(before).for_each(|(start, before)| *start += before);
        (base, starts)
    }

    /// Where the slices begin that an index is made of, if it is made of such with a step of 1.
    fn starts(&self, index: Value) -> Option<Vec<i64>> {
        let made = |value: Value| self.indices.made_anywhere(origin(self.indices.body, value));
        let tuple = made(index).filter(|data| matches!(data.op, Op::BuildTuple {}));
        let alone = [index];
        let items = tuple.map_or(&alone[..], |tuple| &tuple.args);
        let start = |&item: &Value| {
            let slice = made(item).filter(|data| matches!(data.op, Op::BuildSlice {}))?;
            let constants = slice.args.iter().map(|&arg| match &made(arg)?.op {
                Op::Const { value } => Some(value),
                _ => None,
            });
            match constants.collect::<Vec<_>>()[..] {
                [None, ..] | [_, _, None] => None,
                [_, _, Some(step)] if *step != Const::None => None,
                [Some(Const::None), ..] => Some(0),
                [Some(Const::Int(start)), ..] if (0..i64::from(u32::MAX)).contains(start) => Some(*start),
                _ => None,
            }
        };
        items.iter().map(start).collect()
    }

    /// Whether more is done with what an index gives than looking for elements of it.
    pub(super) fn is_read(&self, found: Value) -> bool {
        let is_view = self.indices.typing.vals[found].ty.is_array();
        let looks_further = |used: &Use| match *used {
            Use::Inst(inst) => {
                let data = &self.indices.body.insts[inst];
                let is_container = data.args[0] == found && data.args[1..].iter().all(|&arg| arg != found);
                is_outside(&data.op) || (matches!(data.op, Op::GetItem {} | Op::SetItem {}) && is_container)
            }
            _ => false,
        };
        !is_view || !self.uses.get(&found).into_iter().flatten().all(looks_further)
    }

    /// The array from before the loop that a value is, or is a part of.
    pub(super) fn array(&self, value: Value) -> Option<(String, Option<Name>, Vec<Axis>)> {
        let value = origin(self.indices.body, value);
        if !self.indices.typing.vals[value].ty.is_array() {
            return None;
        }
        if !self.indices.inside.contains(&value) {
            return Some((value.to_string(), self.indices.body.values[value].name.clone(), Vec::new()));
        }
        let data = self.indices.made_anywhere(value)?;
        match (&data.op, &data.args[..]) {
            (Op::GetItem {}, &[container, index]) => {
                let (array, name, mut place) = self.array(container)?;
                place.extend(self.axes(index)?);
                Some((array, name, place))
            }
            (Op::GetAttr { name }, &[object]) if !self.indices.inside.contains(&object) => {
                Some((format!("{object}.{name}"), Some(name.clone()), Vec::new()))
            }
            _ => None,
        }
    }

    pub(super) fn axes(&self, index: Value) -> Option<Vec<Axis>> {
        let index = origin(self.indices.body, index);
        match self.indices.made_anywhere(index).filter(|data| matches!(data.op, Op::BuildTuple {})) {
            Some(tuple) => tuple.args.iter().map(|&item| self.axis(item)).collect(),
            None => Some(vec![self.axis(index)?]),
        }
    }

    fn axis(&self, item: Value) -> Option<Axis> {
        let made = self.indices.made_anywhere(origin(self.indices.body, item));
        if let Some(slice) = made.filter(|data| matches!(data.op, Op::BuildSlice {})) {
            let is_none = |&arg| {
                let made = self.indices.made_anywhere(arg);
                made.is_some_and(|data| matches!(data.op, Op::Const { value: Const::None }))
            };
            return slice.args.iter().all(is_none).then_some(Axis::Whole);
        }
        Sum::of_index(self.indices, item).map(Axis::At)
    }
}
