//! `[a, b, ...]` as an argument of a function of NumPy: a tuple where the items have different types, or the result's type depends on
//! how many there are.

use crate::host::Host;
use crate::value::Val;
use coluber_ir::py::Op;
use coluber_ir::{Inst, Untyped, Value};
use coluber_types::containers::item_type;
use coluber_types::{Kind, Ty, unify};
use cranelift_entity::SecondaryMap;

/// Functions that are told of each item by itself.
const OF_TUPLES: &[&str] = &[
    "numpy.choose",
    "numpy.histogramdd",
    "numpy.linalg.multi_dot",
    "numpy.piecewise",
    "numpy.ravel_multi_index",
    "numpy.select",
];

/// Whether a list that an operation makes is only there to be an argument, and had better be a tuple.
pub fn is_tuple(
    body: &Untyped,
    vals: &SecondaryMap<Value, Val>,
    host: &mut dyn Host,
    display: Inst,
    items: &[Val],
) -> bool {
    let made = body.insts[display].results[0];
    let Some(user) = only_user(body, made) else {
        return false;
    };
    let data = &body.insts[user];
    match data.op {
        Op::Call { .. } => match vals[data.args[0]].ty.kind() {
            Kind::Function(object) => host.key(object.id).is_some_and(|key| wants(&key, items)),
            Kind::BoundMethod { receiver, name } => receiver.is_array() && **name == *"choose",
            _ => false,
        },
        Op::CallStar { .. } => data.args[1] == made,
        // `[[a, b], [c, d]]`
        Op::BuildList {} => !have_common_type(items) && is_tuple(body, vals, host, user, items),
        _ => false,
    }
}

/// Whether a slice is only there to be an index, or a part of one, of an object of the host such as `np.mgrid`: its parts may be any numbers.
pub fn is_index_of_object(body: &Untyped, vals: &SecondaryMap<Value, Val>, slice: Inst) -> bool {
    let Some(user) = only_user(body, body.insts[slice].results[0]) else {
        return false;
    };
    match body.insts[user].op {
        Op::GetItem {} => matches!(vals[body.insts[user].args[0]].ty.kind(), Kind::Function(_)),
        Op::BuildTuple {} => is_index_of_object(body, vals, user),
        _ => false,
    }
}

fn wants(key: &str, items: &[Val]) -> bool {
    let is_empty_split = key.ends_with("split") && items.is_empty();
    key.starts_with("numpy.") && (OF_TUPLES.contains(&key) || is_empty_split || !have_common_type(items))
}

fn have_common_type(items: &[Val]) -> bool {
    items.iter().try_fold(Ty::undefined(), |joined, item| unify(joined, item_type(item.ty))).is_some()
}

/// The operation that uses a value, if there is one alone.
fn only_user(body: &Untyped, made: Value) -> Option<Inst> {
    let mut user = None;
    for &block in &body.layout {
        let data = &body.blocks[block];
        let mut in_term = false;
        data.term.visit_uses(|value| in_term |= value == made);
        for &inst in &data.insts {
            let uses = body.insts[inst].args.iter().filter(|&&arg| arg == made).count();
            if uses > 1 || (uses == 1 && user.replace(inst).is_some()) {
                return None;
            }
        }
        if in_term {
            return None;
        }
    }
    user
}
