//! Whether what is read before or in the inner loop for one iteration may be written behind it for an earlier one.

use crate::interrupts::counting::Facts;
use coluber_abi::layout::layout;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Const, Inst, OpSet, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};

/// An element of an array that does not change in the loop.
#[derive(Clone, PartialEq)]
struct Element {
    array: Value,
    indices: Vec<Value>,
}

/// The pairs of arrays, one read by instructions that run ahead and one written in blocks, that must not overlap; None when that would not
/// suffice. `is_fixed` says which values don't change in the loop, whose counter is given.
pub(super) fn pairs(
    facts: &Facts<'_>,
    read: &[Inst],
    blocks: &[Block],
    counter: Value,
    is_fixed: &dyn Fn(Value) -> bool,
) -> Option<Vec<(Value, Value)>> {
    if read.is_empty() {
        return Some(Vec::new());
    }
    let element = |inst: &Inst| element(facts, is_fixed, facts.func.insts[*inst].args[0]);
    let written: Vec<Inst> = writes(facts.func, blocks)?;
    if written.is_empty() {
        return Some(Vec::new());
    }
    let read: Vec<Element> = read.iter().map(element).collect::<Option<_>>()?;
    let written: Vec<Element> = written.iter().map(element).collect::<Option<_>>()?;
    let mut pairs = Vec::new();
    for (from, to) in read.iter().flat_map(|from| written.iter().map(move |to| (from, to))) {
        if from.array != to.array {
            pairs.push((from.array, to.array));
        } else if from != to || !from.indices.contains(&counter) {
            return None;
        }
    }
    pairs.dedup();
    Some(pairs)
}

/// The writes in blocks; None when there are other changes than of elements of arrays.
fn writes(func: &Typed, blocks: &[Block]) -> Option<Vec<Inst>> {
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

/// Whether instructions read an array that blocks write, so that writing once more may make a difference.
pub(super) fn reads_what_is_written(facts: &Facts<'_>, read: &[Inst], blocks: &[Block]) -> bool {
    let array = |inst: &Inst| facts.op(facts.func.insts[*inst].args[0]).and_then(|(_, args)| args.first().copied());
    let written: Vec<_> = writes(facts.func, blocks).unwrap_or_default().iter().map(array).collect();
    read.iter().any(|inst| written.contains(&array(inst)))
}

/// Whether blocks change nothing but elements of arrays.
pub(super) fn writes_elements_alone(facts: &Facts<'_>, blocks: &[Block]) -> bool {
    let is_element = |&inst: &Inst| matches!(facts.op(facts.func.insts[inst].args[0]), Some((Op::ElemPtr {}, _)));
    writes(facts.func, blocks).is_some_and(|written| written.iter().all(is_element))
}

fn element(facts: &Facts<'_>, is_fixed: &dyn Fn(Value) -> bool, address: Value) -> Option<Element> {
    let (Op::ElemPtr {}, [array, indices @ ..]) = facts.op(address)? else { return None };
    is_fixed(*array).then(|| Element { array: *array, indices: indices.to_vec() })
}

/// Whether pairs of arrays have no bytes in common, and a condition holds.
pub(super) fn all_apart(b: &mut Builder<'_, Op>, pairs: &[(Value, Value)], cond: Value) -> Value {
    pairs.iter().fold(cond, |all, &pair| {
        let apart = are_apart(b, pair);
        b.value(Op::Arith { op: Arith::And }, &[all, apart], Ty::boolean())
    })
}

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
