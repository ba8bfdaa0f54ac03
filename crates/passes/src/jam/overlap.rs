//! Whether what is read before or in the inner loop for one iteration is there, and is not written behind it for an earlier one.

use super::around::Around;
use crate::interrupts::counting::Facts;
use coluber_abi::layout::layout;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Const, Inst, OpSet, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};

/// An element of an array that does not change in the loop.
#[derive(Clone, PartialEq)]
pub(super) struct Element {
    pub array: Value,
    pub indices: Vec<Value>,
}

impl Element {
    /// The axes along which the element is another one in each iteration; None where it may be the same, or its other indices change.
    fn axes_of(&self, counter: Value, is_fixed: &dyn Fn(Value) -> bool) -> Option<Vec<u32>> {
        let axes: Vec<u32> = (0..).zip(&self.indices).filter(|&(_, &index)| index == counter).map(|(k, _)| k).collect();
        let others_stay = self.indices.iter().all(|&index| index == counter || is_fixed(index));
        (!axes.is_empty() && others_stay).then_some(axes)
    }
}

/// What must hold for iterations to read elements ahead of writes of those before them.
#[derive(Default)]
pub(super) struct Conditions {
    /// Pairs of arrays, one read and one written, that must not overlap.
    apart: Vec<(Value, Value)>,
    /// Arrays of which each iteration reads and writes an element of its own, and the axes along which it goes on. No two elements may
    /// share memory.
    spread: Vec<(Value, Vec<u32>)>,
    /// Arrays, axes, and the bounds of the counters that go along these: nothing behind their ends is read.
    within: Vec<(Value, u32, Value)>,
}

impl Conditions {
    /// For what instructions that run ahead read, and what others write, if that is known; None where no conditions would suffice. `is_fixed`
    /// says which values don't change in the loop, whose counter is given.
    pub fn find(
        facts: &Facts<'_>,
        read: &[Inst],
        written: Option<&[Inst]>,
        counter: Value,
        is_fixed: &dyn Fn(Value) -> bool,
    ) -> Option<Conditions> {
        if read.is_empty() || written?.is_empty() {
            return Some(Conditions::default());
        }
        let element = |inst: &Inst| element(facts, is_fixed, facts.func.insts[*inst].args[0]);
        let read: Vec<Element> = read.iter().map(element).collect::<Option<_>>()?;
        let written: Vec<Element> = written?.iter().map(element).collect::<Option<_>>()?;
        let mut found = Conditions::default();
        for (from, to) in read.iter().flat_map(|from| written.iter().map(move |to| (from, to))) {
            if from.array != to.array {
                found.apart.push((from.array, to.array));
            } else if from == to {
                found.spread.push((from.array, from.axes_of(counter, is_fixed)?));
            } else {
                return None;
            }
        }
        found.apart.dedup();
        found.spread.dedup();
        Some(found)
    }

    /// Adds that arrays don't overlap.
    pub fn keep_apart(&mut self, one: Value, other: Value) {
        self.apart.push((one, other));
    }

    /// Adds that instructions read no elements which are not there, where the program may not come to the last iterations: arrays must be as
    /// long as the loop. None where that does not suffice. `is_alike` says which values are the same for all iterations that are taken together.
    pub fn stay_within(
        &mut self,
        facts: &Facts<'_>,
        read: &[Inst],
        around: &Around,
        is_fixed: &dyn Fn(Value) -> bool,
        is_alike: &dyn Fn(Value) -> bool,
    ) -> Option<()> {
        let (counter, bound) = (around.counter(facts.func), facts.func.ty(around.bound));
        if !read.is_empty() && !matches!(bound.kind(), Kind::Int(int) if int.signed || int.bits < 64) {
            return None;
        }
        for inst in read {
            let Element { array, indices } = element(facts, is_fixed, facts.func.insts[*inst].args[0])?;
            for (axis, index) in (0..).zip(indices) {
                match index == counter {
                    true => self.within.push((array, axis, around.bound)),
                    false if is_alike(index) => {}
                    false => return None,
                }
            }
        }
        self.within.dedup();
        Some(())
    }

    pub fn is_empty(&self) -> bool {
        self.apart.is_empty() && self.spread.is_empty() && self.within.is_empty()
    }

    /// Whether they hold, and another condition does. `of` says what stands for the arrays.
    pub fn hold(&self, b: &mut Builder<'_, Op>, of: impl Fn(Value) -> Value, cond: Value) -> Value {
        let and = |b: &mut Builder<'_, Op>, all, one| b.value(Op::Arith { op: Arith::And }, &[all, one], Ty::boolean());
        let cond = self.apart.iter().fold(cond, |all, &(one, other)| {
            let apart = are_apart(b, (of(one), of(other)));
            and(b, all, apart)
        });
        let cond = self.spread.iter().fold(cond, |all, (array, axes)| {
            let spread = are_spread(b, of(*array), axes);
            and(b, all, spread)
        });
        self.within.iter().fold(cond, |all, &(array, axis, bound)| {
            let within = is_within(b, of(array), axis, bound);
            and(b, all, within)
        })
    }
}

/// The writes in blocks; None when there are other changes than of elements of arrays.
pub(super) fn writes(func: &Typed, blocks: &[Block]) -> Option<Vec<Inst>> {
    let mut found = Vec::new();
    for &inst in blocks.iter().flat_map(|&block| &func.blocks[block].insts) {
        match &func.insts[inst].op {
            Op::Store {} => found.push(inst),
            Op::Load {} | Op::Assign { .. } | Op::Poll { .. } | Op::Guard { .. } | Op::Raise { .. } => {}
            op if op.is_pure() => {}
            _ => return None,
        }
    }
    Some(found)
}

/// Whether instructions read an array that others write, so that writing once more may make a difference.
pub(super) fn reads_what_is_written(facts: &Facts<'_>, read: &[Inst], written: &[Inst]) -> bool {
    let array = |inst: &Inst| facts.op(facts.func.insts[*inst].args[0]).and_then(|(_, args)| args.first().copied());
    let written: Vec<_> = written.iter().map(array).collect();
    read.iter().any(|inst| written.contains(&array(inst)))
}

/// Whether blocks change nothing but elements of arrays.
pub(super) fn writes_elements_alone(facts: &Facts<'_>, blocks: &[Block]) -> bool {
    let is_element = |&inst: &Inst| matches!(facts.op(facts.func.insts[inst].args[0]), Some((Op::ElemPtr {}, _)));
    writes(facts.func, blocks).is_some_and(|written| written.iter().all(is_element))
}

/// The element that an address is of, if its array does not change in the loop.
pub(super) fn element(facts: &Facts<'_>, is_fixed: &dyn Fn(Value) -> bool, address: Value) -> Option<Element> {
    let (Op::ElemPtr {}, [array, indices @ ..]) = facts.op(address)? else { return None };
    is_fixed(*array).then(|| Element { array: *array, indices: indices.to_vec() })
}

/// Whether elements of an array do not share memory whose indices grow together along some axes.
fn are_spread(b: &mut Builder<'_, Op>, array: Value, axes: &[u32]) -> Value {
    let (int, ty) = (Ty::int64(), b.func.ty(array));
    let Kind::Array { dtype, ndim, .. } = *ty.kind() else { unreachable!("elements are those of arrays") };
    let strides = b.value(Op::Part { index: 3 }, &[array], Ty::uni_tuple(int, usize::from(ndim)));
    let step = axes.iter().fold(None, |step, &index| {
        let stride = b.value(Op::Part { index }, &[strides], int);
        Some(step.map_or(stride, |step| b.value(Op::Arith { op: Arith::Add }, &[step, stride], int)))
    });
    let step = step.expect("the counter is an index");
    let size = i64::from(layout(dtype).size);
    let [most, least] = [size, -size].map(|value| b.value(Op::Const { value: Const::Int(value) }, &[], int));
    let on = b.value(Op::Compare { op: CmpOp::Ge }, &[step, most], Ty::boolean());
    let back = b.value(Op::Compare { op: CmpOp::Le }, &[step, least], Ty::boolean());
    b.value(Op::Arith { op: Arith::Or }, &[on, back], Ty::boolean())
}

/// Whether an axis of an array is as long as a loop that counts up to a bound.
fn is_within(b: &mut Builder<'_, Op>, array: Value, axis: u32, bound: Value) -> Value {
    let (int, ty) = (Ty::int64(), b.func.ty(array));
    let Kind::Array { ndim, .. } = *ty.kind() else { unreachable!("elements are those of arrays") };
    let shape = b.value(Op::Part { index: 2 }, &[array], Ty::uni_tuple(int, usize::from(ndim)));
    let extent = b.value(Op::Part { index: axis }, &[shape], int);
    let bound = if b.func.ty(bound) == int { bound } else { b.value(Op::Cast {}, &[bound], int) };
    b.value(Op::Compare { op: CmpOp::Le }, &[bound, extent], Ty::boolean())
}

/// Whether two arrays have no bytes in common.
fn are_apart(b: &mut Builder<'_, Op>, (one, other): (Value, Value)) -> Value {
    let [(low, high), (from, to)] = [one, other].map(|array| bounds(b, array));
    let before = b.value(Op::Compare { op: CmpOp::Le }, &[high, from], Ty::boolean());
    let behind = b.value(Op::Compare { op: CmpOp::Le }, &[to, low], Ty::boolean());
    b.value(Op::Arith { op: Arith::Or }, &[before, behind], Ty::boolean())
}

/// The addresses, as int64, of an array's first byte and of the one behind its last.
fn bounds(b: &mut Builder<'_, Op>, array: Value) -> (Value, Value) {
    let (int, ty) = (Ty::int64(), b.func.ty(array));
    let Kind::Array { dtype, ndim, .. } = *ty.kind() else { unreachable!("elements are those of arrays") };
    let extents = Ty::uni_tuple(int, usize::from(ndim));
    let data = b.value(Op::Part { index: 1 }, &[array], Ty::ptr());
    let [shape, strides] = [2, 3].map(|index| b.value(Op::Part { index }, &[array], extents));
    let start = b.value(Op::Cast {}, &[data], int);
    let [zero, one, size] =
        [0, 1, i64::from(layout(dtype).size)].map(|value| b.value(Op::Const { value: Const::Int(value) }, &[], int));
    let (mut low, mut high) = (start, b.value(Op::Arith { op: Arith::Add }, &[start, size], int));
    for index in 0..u32::from(ndim) {
        let [extent, stride] = [shape, strides].map(|parts| b.value(Op::Part { index }, &[parts], int));
        let last = b.value(Op::Arith { op: Arith::Sub }, &[extent, one], int);
        let way = b.value(Op::Arith { op: Arith::Mul }, &[last, stride], int);
        let is_back = b.value(Op::Compare { op: CmpOp::Lt }, &[way, zero], Ty::boolean());
        let [back, on] = [[way, zero], [zero, way]].map(|[a, c]| b.value(Op::Select {}, &[is_back, a, c], int));
        low = b.value(Op::Arith { op: Arith::Add }, &[low, back], int);
        high = b.value(Op::Arith { op: Arith::Add }, &[high, on], int);
    }
    (low, high)
}
