//! Arrays whose elements the iterations of a parallel loop change by one operator: `h[k[i]] += x`.
//!
//! Two iterations may change the same element, so that the array is a reduction: the loop is rewritten to carry it, before it is typed
//! once more. Arrays that are looked at in another way stay what they are, and so do those of which each iteration has an
//! element of its own (`h[i] += x`).

use super::indices::{self, Indices, Keys};
use super::made_inside;
use super::web::{Class, Use, Uses, made_by, uses};
use crate::engine::Typing;
use crate::host::Host;
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Region, Untyped, Value};
use coluber_ops::BinOp;
use coluber_types::{Kind, Ty};
use rustc_hash::FxHashSet;

/// The attributes that do not look at elements.
const OUTSIDE: &[&str] = &["shape", "size", "ndim", "dtype", "itemsize", "nbytes", "strides"];

/// `array[index] op= operand`
pub(super) struct Update {
    pub(super) class: Class,
    index: Value,
    /// Where the element is stored.
    pub(super) set: Inst,
}

/// The function with one more such array that a parallel loop carries; None when there is none left.
pub(super) fn with_array(host: &mut dyn Host, body: &Untyped, typing: &Typing, region: &Region) -> Option<Untyped> {
    let keys = indices::keys(host, body, typing);
    let search = Search { body, typing, region, uses: uses(body, typing, region), keys };
    let array = search.array()?;
    carry(body, region, array)
}

/// The update that begins with this load of an element.
pub(super) fn update(body: &Untyped, typing: &Typing, uses: &Uses, get: Inst) -> Option<Update> {
    let [array, index] = body.insts[get].args[..] else { return None };
    let element = body.insts[get].results[0];
    let &[Use::Inst(change)] = &uses.get(&element)?[..] else { return None };
    let class = change_of(&body.insts[change], element)?;
    let changed = body.insts[change].results[0];
    let &[Use::Inst(set)] = &uses.get(&changed)?[..] else { return None };
    let &[into, place, value] = &body.insts[set].args[..] else { return None };
    let stored = matches!(body.insts[set].op, Op::SetItem {}) && into == array && value == changed;
    if !stored || !is_same(body, place, index) {
        return None;
    }
    let exact = keeps_kind(typing.vals[element].ty, typing.vals[changed].ty);
    Some(Update { class: if exact { class } else { Class::InOrder }, index, set })
}

/// The reduction that an operation on an element is a step of, whose other operand is something else.
fn change_of(change: &InstData<Op>, element: Value) -> Option<Class> {
    match (&change.op, &change.args[..]) {
        (Op::Inplace { op } | Op::Binary { op }, &[a, b]) if a != b => class_of(*op, a == element),
        (Op::Call { names }, &[callee, a, b]) if names.is_empty() && a != b && callee != element => {
            Some(Class::Best { callee })
        }
        _ => None,
    }
}

/// Whether two values are one, or made in the same way of the same ones, as those of an index that is written twice are.
pub(super) fn is_same(body: &Untyped, a: Value, b: Value) -> bool {
    if a == b {
        return true;
    }
    let (Some(first), Some(second)) = (made_by(body, a), made_by(body, b)) else { return false };
    let is_pure = match first.op {
        Op::Const { .. } | Op::BuildTuple {} | Op::Binary { .. } | Op::Unary { .. } => true,
        Op::GetAttr { .. } => is_outside(&first.op),
        Op::GetItem {} => !is_changed(body, first.args[0]),
        _ => false,
    };
    let is_alike = is_pure && first.op == second.op && first.args.len() == second.args.len();
    is_alike && first.args.iter().zip(&second.args).all(|(&x, &y)| is_same(body, x, y))
}

/// Whether the function stores items into a value.
fn is_changed(body: &Untyped, container: Value) -> bool {
    let mut insts = body.layout.iter().flat_map(|&block| &body.blocks[block].insts).map(|&inst| &body.insts[inst]);
    insts.any(|inst| matches!(inst.op, Op::SetItem {} | Op::DelItem {}) && inst.args.first() == Some(&container))
}

/// The reduction that an operator is a step of.
fn class_of(op: BinOp, first: bool) -> Option<Class> {
    match op {
        BinOp::Add => Some(Class::Sum { in_place: true }),
        BinOp::Sub if first => Some(Class::Sum { in_place: true }),
        BinOp::Mul => Some(Class::Product { in_place: true }),
        BinOp::TrueDiv if first => Some(Class::Product { in_place: true }),
        BinOp::And | BinOp::Or | BinOp::Xor => Some(Class::Bits { op, in_place: true }),
        _ => first.then_some(Class::InOrder),
    }
}

/// Whether nothing is cut off when the result is stored, so that partial results can be joined.
fn keeps_kind(element: Ty, changed: Ty) -> bool {
    let is_whole = |ty: Ty| matches!(ty.unliteral().kind(), Kind::Int(_) | Kind::Bool);
    !is_whole(element) || is_whole(changed)
}

/// Whether an attribute tells nothing of elements.
pub(super) fn is_outside(op: &Op) -> bool {
    matches!(op, Op::GetAttr { name } if OUTSIDE.contains(&name.as_ref()))
}

struct Search<'b> {
    body: &'b Untyped,
    typing: &'b Typing,
    region: &'b Region,
    uses: Uses,
    keys: Keys,
}

impl Search<'_> {
    /// An array from before the loop that is a reduction by its elements.
    fn array(&self) -> Option<Value> {
        let inside = made_inside(self.body, self.region);
        let insts = self.region.body.iter().flat_map(|&block| &self.body.blocks[block].insts);
        let gets = insts.filter(|&&inst| matches!(self.body.insts[inst].op, Op::GetItem {}));
        let mut arrays = gets.map(|&inst| self.body.insts[inst].args[0]);
        arrays.find(|&array| {
            !inside.contains(&array) && self.typing.vals[array].ty.is_array() && self.is_reduction(array, &inside)
        })
    }

    fn is_reduction(&self, array: Value, inside: &FxHashSet<Value>) -> bool {
        let (mut updates, mut sets) = (Vec::new(), Vec::new());
        for used in self.uses.get(&array).into_iter().flatten() {
            let Use::Inst(inst) = *used else { return false };
            let data = &self.body.insts[inst];
            match data.op {
                Op::GetItem {} if data.args[0] == array => match update(self.body, self.typing, &self.uses, inst) {
                    Some(found) => updates.push(found),
                    None => return false,
                },
                Op::SetItem {} if data.args[0] == array && data.args[2] != array => sets.push(inst),
                _ if is_outside(&data.op) => {}
                _ => return false,
            }
        }
        let known: FxHashSet<Inst> = updates.iter().map(|update| update.set).collect();
        let is_own = || {
            let indices =
                Indices { body: self.body, typing: self.typing, region: self.region, inside, keys: &self.keys };
            indices.are_own(updates.iter().map(|update| update.index))
        };
        !updates.is_empty() && sets.iter().all(|set| known.contains(set)) && !is_own()
    }
}

/// The function in which the loop has the array as one more parameter of its head.
fn carry(body: &Untyped, region: &Region, array: Value) -> Option<Untyped> {
    let mut body = body.clone();
    let name = body.values[array].name.clone();
    let param = body.add_param(region.head, Ty::undefined(), name);
    for block in body.layout.clone() {
        let inside = region.contains(block);
        if inside {
            crate::unroll::rename(&mut body, block, array, param);
        }
        let handed = if inside { param } else { array };
        for target in body.blocks[block].term.targets_mut() {
            if target.block == region.head {
                target.args.push(handed);
            }
        }
    }
    Some(body)
}
