//! `[a, b, ...]` as an argument of a function of NumPy: a tuple where the items have different types, or the result's type depends on
//! how many there are.

use crate::arrays::structured;
use crate::host::Host;
use crate::value::Val;
use coluber_base::Name;
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Untyped, Value};
use coluber_types::containers::item_type;
use coluber_types::{Kind, Ty, unify};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

/// Functions that are told of each item by itself.
const OF_TUPLES: &[&str] = &[
    "numpy.choose",
    "numpy.histogram2d",
    "numpy.histogramdd",
    "numpy.linalg.multi_dot",
    "numpy.nditer",
    "numpy.piecewise",
    "numpy.ravel_multi_index",
    "numpy.select",
    VECTORIZE,
];

/// The function whose argument `excluded` is a list or set of constants.
const VECTORIZE: &str = "numpy.vectorize";

/// Functions with shapes or axes among their arguments, and which of these comes first.
const SHAPES: &[(&str, usize)] = &[
    ("numpy.apply_over_axes", 2),
    ("numpy.broadcast_to", 1),
    ("numpy.einsum", 1),
    ("numpy.empty", 0),
    ("numpy.expand_dims", 1),
    ("numpy.fft.fft2", 1),
    ("numpy.fft.fftn", 1),
    ("numpy.fft.fftshift", 1),
    ("numpy.fft.ifft2", 1),
    ("numpy.fft.ifftn", 1),
    ("numpy.fft.ifftshift", 1),
    ("numpy.fft.irfft2", 1),
    ("numpy.fft.irfftn", 1),
    ("numpy.fft.rfft2", 1),
    ("numpy.fft.rfftn", 1),
    ("numpy.flip", 1),
    ("numpy.full", 0),
    ("numpy.indices", 0),
    ("numpy.moveaxis", 1),
    ("numpy.ndarray", 0),
    ("numpy.ones", 0),
    ("numpy.pad", 1),
    ("numpy.permute_dims", 1),
    ("numpy.reshape", 1),
    ("numpy.resize", 1),
    ("numpy.roll", 1),
    ("numpy.rot90", 1),
    ("numpy.squeeze", 1),
    ("numpy.tensordot", 2),
    ("numpy.tile", 1),
    ("numpy.transpose", 1),
    ("numpy.unravel_index", 1),
    ("numpy.zeros", 0),
];

/// Methods of arrays whose arguments are shapes or axes, and the first of them that is.
const METHODS: &[(&str, usize)] = &[("choose", 0), ("reshape", 0), ("squeeze", 0), ("transpose", 0)];

/// Functions that are given the names of fields or other words, and methods of arrays that are, with the first place for these.
const OF_WORDS: &[(&str, usize)] =
    &[("argsort", 0), ("numpy.argsort", 1), ("numpy.require", 1), ("numpy.sort", 1), ("sort", 0)];

/// Functions whose axes may be a list in NumPy, and the place of this argument, which has the name `axis`.
const AXES: &[(&str, usize)] = &[
    ("numpy.average", 1),
    ("numpy.median", 1),
    ("numpy.nanmedian", 1),
    ("numpy.nanpercentile", 2),
    ("numpy.nanquantile", 2),
    ("numpy.percentile", 2),
    ("numpy.quantile", 2),
];

/// Arguments that are shapes wherever they are given by name.
const NAMES_OF_SHAPES: &[&str] = &["shape", "size"];

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
    let place = data.args.iter().position(|&arg| arg == made).unwrap_or(0);
    match data.op {
        _ if structured::are_fields(items) && is_dtype(body, vals, host, made) => true,
        _ if are_elements(items) && becomes_array(body, vals, host, display) => true,
        Op::Call { ref names } => match vals[data.args[0]].ty.kind() {
            Kind::Function(object) => host.key(object.id).is_some_and(|key| {
                let is_size = key.starts_with("numpy.") && is_named_shape(names, data.args.len(), place);
                (is_size || are_axes(&key, names, data.args.len(), place)) && are_integers(items)
                    || wants(&key, place - 1, items)
            }),
            Kind::BoundMethod { receiver, name } if receiver.is_array() => {
                let words = are_names(items) && is_listed(OF_WORDS, name, place - 1);
                words || is_place_of_shape(vals[data.args[0]].ty, None, data, place)
            }
            _ => are_integers(items) && is_place_of_shape(vals[data.args[0]].ty, None, data, place),
        },
        // `{"names": [...], "formats": [...]}`
        Op::BuildMap {} => is_dtype(body, vals, host, data.results[0]),
        Op::CallStar { .. } => place == 1,
        // `records[["x", "y"]]`
        Op::GetItem {} | Op::SetItem {} => place == 1 && are_names(items) && has_fields(vals[data.args[0]].ty),
        // `[[a, b], [c, d]]`, `[(0, 1), (1, 0)]` and `([0, 1], [1, 0])`
        Op::BuildList {} if are_names(items) => is_array_of_texts(body, vals, host, user),
        Op::BuildList {} if !are_integers(items) => {
            (!have_common_type(items) || are_rows_of_names(items)) && is_tuple(body, vals, host, user, items)
        }
        Op::BuildList {} | Op::BuildTuple {} => are_integers(items) && is_shape(body, vals, host, user),
        _ => false,
    }
}

/// Whether the operand of a call at a place is a shape or axes, of a function with this type.
pub fn is_place_of_shape(function: Ty, key: Option<&str>, data: &InstData<Op>, place: usize) -> bool {
    let Op::Call { ref names } = data.op else { return false };
    let is_named = is_named_shape(names, data.args.len(), place);
    match (function.kind(), key) {
        (Kind::Function(_), Some(key)) => key.starts_with("numpy.") && (is_named || is_listed(SHAPES, key, place - 1)),
        (Kind::BoundMethod { receiver, name }, _) if receiver.is_array() => is_listed(METHODS, name, place - 1),
        (Kind::BoundMethod { receiver, .. }, _) => *receiver == Ty::new(Kind::Generator) && is_named,
        _ => false,
    }
}

/// Whether an operand of a call, of which there are so many, is given by the name of a shape.
fn is_named_shape(names: &[Name], operands: usize, place: usize) -> bool {
    let first = operands - names.len();
    place >= first && NAMES_OF_SHAPES.contains(&&*names[place - first])
}

/// Whether an operand of a call, of which there are so many, is the axes of a function that takes a list of them.
fn are_axes(key: &str, names: &[Name], operands: usize, place: usize) -> bool {
    let Some(&(_, axis)) = AXES.iter().find(|(name, _)| *name == key) else { return false };
    let first = operands - names.len();
    if place < first { place - 1 == axis } else { &*names[place - first] == "axis" }
}

/// Whether a set that an operation makes is only there to tell a function of NumPy constants, and had better be a tuple.
pub fn is_tuple_of_constants(
    body: &Untyped,
    vals: &SecondaryMap<Value, Val>,
    host: &mut dyn Host,
    display: Inst,
    items: &[Val],
) -> bool {
    if !items.iter().all(|item| item.literal_str().is_some() || item.literal_int().is_some()) {
        return false;
    }
    let Some(user) = only_user(body, body.insts[display].results[0]) else {
        return false;
    };
    match (&body.insts[user].op, vals[body.insts[user].args[0]].ty.kind()) {
        (Op::Call { .. }, Kind::Function(object)) => host.key(object.id).is_some_and(|key| &*key == VECTORIZE),
        _ => false,
    }
}

/// Items from which on Python makes a set of constants as a whole.
const WHOLE_SET: usize = 3;

/// Whether a set that an operation makes has constants for items, and is made as a whole in Python.
pub fn is_display_of_constants(body: &Untyped, display: Inst) -> bool {
    let items = &body.insts[display].args;
    if items.len() < WHOLE_SET {
        return false;
    }
    let all = body.layout.iter().flat_map(|&block| &body.blocks[block].insts).map(|&inst| &body.insts[inst]);
    let constants = all.filter(|inst| matches!(inst.op, Op::Const { .. }));
    let made: FxHashSet<Value> = constants.flat_map(|inst| inst.results.iter().copied()).collect();
    items.iter().all(|item| made.contains(item))
}

/// Whether a dict that an operation makes is only there to be a dtype.
pub fn is_dict_of_dtype(body: &Untyped, vals: &SecondaryMap<Value, Val>, host: &mut dyn Host, display: Inst) -> bool {
    is_dtype(body, vals, host, body.insts[display].results[0])
}

/// Whether a value is only there to be a dtype, or the dtype of a field of one.
fn is_dtype(body: &Untyped, vals: &SecondaryMap<Value, Val>, host: &mut dyn Host, made: Value) -> bool {
    let Some(user) = only_user(body, made) else {
        return false;
    };
    let data = &body.insts[user];
    let place = data.args.iter().position(|&arg| arg == made).unwrap_or(0);
    match data.op {
        Op::Call { .. } => match vals[data.args[0]].ty.kind() {
            Kind::Function(object) => host
                .key(object.id)
                .is_some_and(|key| &*key == "numpy.dtype" || (place > 1 && key.starts_with("numpy."))),
            Kind::BoundMethod { receiver, .. } => receiver.is_array(),
            _ => false,
        },
        // `[("p", [("x", float), ("y", float)])]`
        Op::BuildTuple {} | Op::BuildList {} | Op::BuildMap {} => is_dtype(body, vals, host, data.results[0]),
        _ => false,
    }
}

/// Whether what an operation makes is only there to be a shape or axes.
fn is_shape(body: &Untyped, vals: &SecondaryMap<Value, Val>, host: &mut dyn Host, display: Inst) -> bool {
    let made = body.insts[display].results[0];
    let Some(user) = only_user(body, made) else {
        return false;
    };
    let data = &body.insts[user];
    let place = data.args.iter().position(|&arg| arg == made).unwrap_or(0);
    match (&data.op, vals[data.args[0]].ty.kind()) {
        (Op::Call { .. }, Kind::Function(object)) => {
            host.key(object.id).is_some_and(|key| is_listed(SHAPES, &key, place - 1))
        }
        _ => false,
    }
}

/// Whether the list of lists that an operation makes is only there to become an array.
fn is_array_of_texts(body: &Untyped, vals: &SecondaryMap<Value, Val>, host: &mut dyn Host, display: Inst) -> bool {
    let Some(user) = only_user(body, body.insts[display].results[0]) else {
        return false;
    };
    match body.insts[user].op {
        Op::Call { .. } => makes_array(vals[body.insts[user].args[0]], host),
        Op::BuildList {} => is_array_of_texts(body, vals, host, user),
        _ => false,
    }
}

/// Whether a function makes arrays of lists.
fn makes_array(function: Val, host: &mut dyn Host) -> bool {
    match function.ty.kind() {
        Kind::Function(object) => host.key(object.id).is_some_and(|key| MAKE_ARRAYS.contains(&&*key)),
        _ => false,
    }
}

/// The most elements of an array that is made of the items one by one; more are those of a list, over which a loop goes.
const FEW: usize = 32;

/// Whether items are few numbers, or rows of as many.
fn are_elements(items: &[Val]) -> bool {
    let Some(first) = items.first() else { return false };
    match first.ty.tuple_items() {
        None => items.len() <= FEW && items.iter().all(|item| is_element(item.ty)),
        Some(row) => {
            let rows = || items.iter().filter_map(|item| item.ty.tuple_items());
            items.len() * row.len() <= FEW
                && rows().count() == items.len()
                && rows().all(|other| other.len() == row.len() && other.iter().all(|ty| is_element(*ty)))
        }
    }
}

fn is_element(ty: Ty) -> bool {
    matches!(ty.unliteral().kind(), Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_))
}

/// Whether what an operation makes is only there to become an array of numbers, or a row of one whose rows are written out.
fn becomes_array(body: &Untyped, vals: &SecondaryMap<Value, Val>, host: &mut dyn Host, display: Inst) -> bool {
    let made = body.insts[display].results[0];
    let Some(user) = only_user(body, made) else {
        return false;
    };
    let data = &body.insts[user];
    match data.op {
        Op::Call { .. } => {
            // A dtype may have fields, of which a tuple is one value.
            let items = &body.insts[display].args;
            let are_tuples = items.iter().any(|&item| vals[item].ty.tuple_items().is_some());
            let is_plain = data.args.len() == 2 || !are_tuples || are_rows(body, items);
            data.args[1] == made && is_plain && makes_array(vals[data.args[0]], host)
        }
        Op::BuildList {} => are_rows(body, &data.args) && becomes_array(body, vals, host, user),
        _ => false,
    }
}

/// Whether values are lists that are written out, of one length.
fn are_rows(body: &Untyped, values: &[Value]) -> bool {
    let length = |value: Value| {
        let mut insts = body.layout.iter().flat_map(|&block| &body.blocks[block].insts);
        let made = insts.find(|&&inst| body.insts[inst].results.contains(&value))?;
        (body.insts[*made].op == Op::BuildList {}).then(|| body.insts[*made].args.len())
    };
    let lengths: Option<Vec<usize>> = values.iter().map(|&value| length(value)).collect();
    lengths.is_some_and(|lengths| lengths.windows(2).all(|pair| pair[0] == pair[1]))
}

const MAKE_ARRAYS: &[&str] = &["numpy.array", "numpy.asarray", "numpy.asanyarray"];

/// Whether all items are tuples of constant texts, or of such tuples.
fn are_rows_of_names(items: &[Val]) -> bool {
    !items.is_empty()
        && items.iter().all(|item| {
            item.ty.tuple_items().is_some_and(|parts| {
                let parts: Vec<Val> = parts.iter().map(|ty| Val::new(*ty)).collect();
                are_names(&parts) || are_rows_of_names(&parts)
            })
        })
}

fn are_names(items: &[Val]) -> bool {
    !items.is_empty() && items.iter().all(|item| item.literal_str().is_some())
}

/// Whether a type is one of records, or of arrays of them.
fn has_fields(ty: Ty) -> bool {
    let element = ty.as_array().map_or(ty, |(dtype, ..)| dtype);
    matches!(element.kind(), Kind::Record { .. })
}

fn is_listed(table: &[(&str, usize)], name: &str, place: usize) -> bool {
    table.iter().any(|&(known, first)| known == name && place >= first)
}

fn are_integers(items: &[Val]) -> bool {
    !items.is_empty()
        && items.iter().all(|item| match item.ty.tuple_items() {
            Some(parts) => parts.iter().all(|part| part.unliteral().is_int()),
            None => item.ty.unliteral().is_int(),
        })
}

/// Whether a slice is only there to be an index, or a part of one, of an object of the host such as `np.mgrid`: its parts may be any numbers.
pub fn is_index_of_object(body: &Untyped, vals: &SecondaryMap<Value, Val>, slice: Inst) -> bool {
    let Some(user) = user_of(body, body.insts[slice].results[0]) else {
        return false;
    };
    match body.insts[user].op {
        Op::GetItem {} => matches!(vals[body.insts[user].args[0]].ty.kind(), Kind::Function(_)),
        Op::BuildTuple {} => is_index_of_object(body, vals, user),
        _ => false,
    }
}

fn wants(key: &str, place: usize, items: &[Val]) -> bool {
    if are_integers(items) && is_listed(SHAPES, key, place) || are_names(items) && is_listed(OF_WORDS, key, place) {
        return true;
    }
    // Choices that are constant texts become an array, which has room for the longest.
    if key == "numpy.select" && are_names(items) {
        return false;
    }
    let is_empty_split = key.ends_with("split") && items.is_empty();
    let are_texts = MAKE_ARRAYS.contains(&key) && are_rows_of_names(items);
    are_texts
        || crate::array_likes::takes_array_likes(key)
            && (OF_TUPLES.contains(&key) || is_empty_split || !have_common_type(items))
}

pub(super) fn have_common_type(items: &[Val]) -> bool {
    items.iter().try_fold(Ty::undefined(), |joined, item| unify(joined, item_type(item.ty))).is_some()
}

/// The operation that uses a value, if there is one alone and it uses it once.
fn only_user(body: &Untyped, made: Value) -> Option<Inst> {
    user_of(body, made).filter(|&user| body.insts[user].args.iter().filter(|&&arg| arg == made).count() == 1)
}

/// The operation that uses a value, if there is one alone.
fn user_of(body: &Untyped, made: Value) -> Option<Inst> {
    let mut user = None;
    for &block in &body.layout {
        let data = &body.blocks[block];
        let mut in_term = false;
        data.term.visit_uses(|value| in_term |= value == made);
        for &inst in &data.insts {
            if body.insts[inst].args.contains(&made) && user.replace(inst).is_some() {
                return None;
            }
        }
        if in_term {
            return None;
        }
    }
    user
}
