//! Lists as shapes and axes, and `tuple(list)`: tuples, where the length is known.

use super::Engine;
use crate::calls::CallArgs;
use crate::context::Cx;
use crate::emit::Emitter;
use crate::lists::{self, Lengths};
use crate::spread::Items;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Untyped, Value};
use coluber_ops::BinOp;
use coluber_types::{Kind, ListForm, Ty};

/// The operands of a call that are tuples made of lists, by their places.
pub(super) struct Tuples(Vec<(usize, Tuple)>);

/// A tuple of the items of a list or generator.
struct Tuple {
    /// The list of the items of a generator.
    list: Option<Resolved>,
    items: Items,
    /// What is raised where the list has another length.
    wrong: Wrong,
}

/// An exception and its text.
type Wrong = (&'static str, &'static str);

/// The code says how long a list is, unless it is wrong about what changes it.
const OTHER_LENGTH: Wrong =
    ("RuntimeError", "a sequence that becomes a shape or tuple has another length than its code says");

impl Tuples {
    /// The operands with the tuples instead of the lists.
    pub(super) fn operands(&self, e: &mut Emitter<'_>, operands: &[Value]) -> Vec<Value> {
        let mut all = operands.to_vec();
        for (place, tuple) in &self.0 {
            all[*place] = tuple.made(e, operands[*place]);
        }
        all
    }
}

impl Tuple {
    fn made(&self, e: &mut Emitter<'_>, operand: Value) -> Value {
        let list = self.list.as_ref().map_or(operand, |list| e.resolved(list, &[operand]));
        let fits = self.items.fits(e, list);
        let (class, text) = self.wrong;
        e.guard(class, text, fits);
        self.items.made(e, list)
    }
}

/// A tuple of so many items of a list or generator.
fn tuple_of(cx: &mut Cx<'_>, val: Val, length: usize, wrong: Wrong) -> Result<Tuple> {
    cx.check_settled(&[val])?;
    let list = match val.ty.kind() {
        Kind::List { .. } => None,
        _ => lists::list(cx, &CallArgs::of(&[val]))?,
    };
    let of = list.as_ref().map_or(val, Resolved::val);
    cx.check_settled(&[of])?;
    Ok(Tuple { list, items: Items::of(cx, of, length)?, wrong })
}

impl Engine<'_> {
    /// The operands of a call, with tuples instead of lists of known length that are shapes, axes or become tuples. None where there are none.
    pub(super) fn with_tuples(&mut self, body: &Untyped, inst: Inst, v: &[Val]) -> Result<Option<(Vec<Val>, Tuples)>> {
        let (mut vals, mut tuples) = (v.to_vec(), Vec::new());
        for place in 1..v.len() {
            if let Some((length, wrong)) = self.length_of_shape(body, inst, v, place) {
                let tuple = tuple_of(&mut self.cx(body.insts[inst].span), v[place], length, wrong)?;
                vals[place] = Val::new(tuple.items.ty);
                tuples.push((place, tuple));
            }
        }
        Ok((!tuples.is_empty()).then_some((vals, Tuples(tuples))))
    }

    /// The length of an operand that is a list or generator and had better be a tuple.
    fn length_of_shape(&mut self, body: &Untyped, inst: Inst, v: &[Val], place: usize) -> Option<(usize, Wrong)> {
        let item = match v[place].ty.kind() {
            Kind::List { form: ListForm::List | ListForm::Tuple, item, .. } => *item,
            Kind::Gen { yields, .. } => *yields,
            _ => return None,
        };
        let data = &body.insts[inst];
        let key = match v[0].ty.kind() {
            Kind::Function(object) => self.host.key(object.id),
            _ => None,
        };
        let wants = match key.as_deref() {
            Some("builtins.tuple") => self.is_of_arrays(body, data.results[0]),
            key => are_extents(item) && lists::is_place_of_shape(v[0].ty, key, data, place),
        };
        if !wants {
            return None;
        }
        let length = Lengths::new(body, &self.typing.vals, &mut *self.host).at(data.args[place], inst);
        match length {
            Some(length) => Some((length, OTHER_LENGTH)),
            None => Some((all_axes(v, key.as_deref())?, ("ValueError", "axes don't match array"))),
        }
    }

    /// Whether a tuple is an index of an array, or is given to a function of NumPy, by itself or joined with others: only there its length
    /// needs to be known, and functions that are given tuples are compiled for each length.
    fn is_of_arrays(&mut self, body: &Untyped, tuple: Value) -> bool {
        let users: Vec<&InstData<Op>> = body.insts.values().filter(|data| data.args.contains(&tuple)).collect();
        users.into_iter().any(|data| {
            let first = self.typing.vals[data.args[0]].ty;
            match (&data.op, first.kind()) {
                (Op::GetItem {} | Op::SetItem {}, _) => data.args[1] == tuple && first.is_array(),
                (Op::Call { .. }, Kind::BoundMethod { receiver, .. }) => receiver.is_array(),
                (Op::Call { .. }, Kind::Function(object)) => {
                    self.host.key(object.id).is_some_and(|key| crate::array_likes::takes_array_likes(&key))
                }
                (Op::Binary { op: BinOp::Add }, _) => self.is_of_arrays(body, data.results[0]),
                _ => false,
            }
        })
    }
}

/// Whether items of a list may be those of a shape, or what is said of axes.
fn are_extents(item: Ty) -> bool {
    let is_extent = |ty: &Ty| ty.is_int() || *ty == Ty::undefined();
    item.tuple_items().map_or_else(|| is_extent(&item), |items| items.iter().all(is_extent))
}

/// The number of axes of the array that a call transposes: its axes are as many.
fn all_axes(v: &[Val], key: Option<&str>) -> Option<usize> {
    let array = match (key, v[0].ty.kind()) {
        (Some("numpy.transpose" | "numpy.permute_dims"), _) => v.get(1)?.ty,
        (None, Kind::BoundMethod { receiver, name }) if **name == *"transpose" => *receiver,
        _ => return None,
    };
    array.as_array().map(|(_, ndim, _)| usize::from(ndim))
}
