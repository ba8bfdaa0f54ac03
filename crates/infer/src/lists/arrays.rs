//! Lists of numbers, and of lists, tuples and arrays of them, and ranges, where NumPy takes what it can make an array of.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::strings::chars;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_types::{Kind, ListForm, Ty};
use std::rc::Rc;

/// Functions whose first argument may be a list that is no array: a sequence of arrays, what becomes one, what is changed, a shape.
const FIRST_AS_IT_IS: &[&str] = &[
    "numpy.array",
    "numpy.asarray",
    "numpy.asanyarray",
    "numpy.block",
    "numpy.column_stack",
    "numpy.concat",
    "numpy.concatenate",
    "numpy.dstack",
    "numpy.empty",
    "numpy.fromiter",
    "numpy.full",
    "numpy.hstack",
    "numpy.ones",
    "numpy.random.shuffle",
    "numpy.row_stack",
    "numpy.stack",
    "numpy.vstack",
    "numpy.zeros",
];

/// Functions that make an array of their first argument.
const MAKING: &[&str] = &["numpy.array", "numpy.asarray", "numpy.asanyarray"];

/// Functions and methods whose arguments may be lists of constant texts that are arrays: those of others are names, dates, or dtypes.
const OF_TEXTS: &[&str] = &[
    "choice",
    "numpy.append",
    "numpy.argsort",
    "numpy.concat",
    "numpy.concatenate",
    "numpy.intersect1d",
    "numpy.random.choice",
    "numpy.random.permutation",
    "numpy.repeat",
    "numpy.searchsorted",
    "numpy.select",
    "numpy.setdiff1d",
    "numpy.setxor1d",
    "numpy.sort",
    "numpy.take",
    "numpy.tile",
    "numpy.union1d",
    "numpy.unique",
    "permutation",
];

/// Functions that broadcast the arrays of a list.
const BROADCASTING: &[&str] = &["choose", "numpy.choose", "numpy.piecewise", "numpy.select"];

/// Calls a function of NumPy with arrays in the place of lists: `call` is given the arguments that it has then. None where there are
/// no lists among them that become arrays.
pub fn call_with_arrays(
    cx: &mut Cx<'_>,
    key: &str,
    args: &CallArgs,
    call: impl FnOnce(&mut Cx<'_>, &CallArgs) -> Rule,
) -> Rule {
    if !crate::array_likes::takes_array_likes(key) {
        return Ok(None);
    }
    prefer_floats(cx, &args.vals());
    if let Some(made) = array_of_constants(cx, key, args)? {
        return Ok(Some(made));
    }
    if takes_one_item(key, args) {
        return Ok(None);
    }
    let is_copied = args.vals().first().is_some_and(|v| is_flat(v.ty)) && MAKING.contains(&key);
    let how = (converter(key), takes_texts(key));
    // The lists in a tuple become arrays, but for those that are blocks beside each other.
    let is_tuple = args.vals().first().is_some_and(|v| matches!(v.ty.kind(), Kind::Tuple(_)));
    let as_it_is = FIRST_AS_IT_IS.contains(&key) && !is_copied && (!is_tuple || key == "numpy.block");
    with_arrays(cx, args, as_it_is, how, call)
}

/// As [`call_with_arrays`], for a method of an array.
pub fn method_with_arrays(
    cx: &mut Cx<'_>,
    name: &str,
    args: &CallArgs,
    call: impl FnOnce(&mut Cx<'_>, &CallArgs) -> Rule,
) -> Rule {
    let is_tuple = args.vals().first().is_some_and(|v| matches!(v.ty.kind(), Kind::Tuple(_)));
    with_arrays(cx, args, !is_tuple, (converter(name), takes_texts(name)), call)
}

/// What makes an array of a list for a function.
fn converter(key: &str) -> &'static str {
    if BROADCASTING.contains(&key) { "coluber.broadcast_list" } else { AS_ARRAY }
}

const AS_ARRAY: &str = "numpy.asarray";

/// An operation on values, some of which may be lists: `apply` is given them with arrays in the place of lists.
pub fn operate_with_arrays(
    cx: &mut Cx<'_>,
    vals: &[Val],
    apply: impl FnOnce(&mut Cx<'_>, &[Val]) -> Result<Resolved>,
) -> Rule {
    let args = CallArgs { positional: vals.to_vec(), ..CallArgs::default() };
    with_arrays(cx, &args, false, (AS_ARRAY, false), |cx, args| apply(cx, &args.positional).map(Some))
}

/// Whether two values are a list of numbers, or of such lists, and a number of NumPy, whose operators take lists for arrays.
pub fn are_list_and_number_of_numpy(a: Val, b: Val) -> bool {
    let is_number = |v: Val| v.ty.is_number() && !v.weak;
    is_list_of_numbers(a.ty) && is_number(b) || is_number(a) && is_list_of_numbers(b.ty)
}

fn is_list_of_numbers(ty: Ty) -> bool {
    match ty.kind() {
        Kind::List { item, form: ListForm::List, .. } => item.is_number() || is_list_of_numbers(*item),
        _ => false,
    }
}

/// An operation on an array of numbers and a tuple, which `apply` is given as an array; None for other values.
pub fn operate_with_tuple(
    cx: &mut Cx<'_>,
    vals: [Val; 2],
    apply: impl FnOnce(&mut Cx<'_>, [Val; 2]) -> Result<Resolved>,
) -> Rule {
    let is_array = |v: Val| v.ty.as_array().is_some_and(|(dtype, ..)| dtype.is_number());
    let is_tuple = |v: Val| matches!(v.ty.kind(), Kind::Tuple(_)) && is_array_like(v.ty);
    let at = match vals {
        [a, b] if is_array(a) && is_tuple(b) => 1,
        [a, b] if is_tuple(a) && is_array(b) => 0,
        _ => return Ok(None),
    };
    let Some(made) = cx.overload(AS_ARRAY, &[vals[at]])? else {
        return Ok(None);
    };
    let mut changed = vals;
    changed[at] = made.val();
    let found = apply(cx, changed)?;
    Ok(Some(Resolved::one(found.val(), move |e, args| {
        let mut operands = args.to_vec();
        operands[at] = e.resolved(&made, &[args[at]]);
        e.resolved(&found, &operands)
    })))
}

/// NumPy makes an empty list an array of floats.
fn prefer_floats(cx: &mut Cx<'_>, vals: &[Val]) {
    vals.iter().for_each(|val| cx.sites.prefer(val.ty, Ty::float64()));
}

/// An array of a list of texts that are constants, which have the length of the longest one, perhaps for `dtype=str`.
fn array_of_constants(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    if args.star.is_some() || !MAKING.contains(&key) {
        return Ok(None);
    }
    let vals = args.vals();
    let is_str = |cx: &mut Cx<'_>, dtype: Val| {
        let class = match dtype.ty.kind() {
            Kind::Function(object) => cx.host.key(object.id),
            _ => None,
        };
        matches!(class.as_deref(), Some("builtins.str" | "numpy.str_"))
            || matches!(dtype.literal_str(), Some("U" | "str"))
    };
    match (&vals[..], &args.names[..]) {
        (&[list], []) => array_of_texts(cx, key, list),
        (&[list, dtype], []) if is_str(cx, dtype) => array_of_texts(cx, key, list),
        (&[list, dtype], [(name, _)]) if **name == *"dtype" && is_str(cx, dtype) => array_of_texts(cx, key, list),
        _ => Ok(None),
    }
}

/// The array that a function makes of a list of texts that are constants: its operand is the list.
fn array_of_texts(cx: &mut Cx<'_>, key: &str, list: Val) -> Rule {
    let Some(text) = text_of_constants(cx, list.ty) else {
        return Ok(None);
    };
    let dtype = Ty::new(Kind::NumberClass(text));
    let Some(made) = cx.overload(key, &[list, Val::new(dtype)])? else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(made.val(), move |e, a| {
        let dtype = e.unit(dtype);
        e.resolved(&made, &[a[0], dtype])
    })))
}

/// The type of the longest text in a list of texts that are constants.
fn text_of_constants(cx: &Cx<'_>, list: Ty) -> Option<Ty> {
    let Kind::List { item, site: Some(site), .. } = list.kind() else { return None };
    let length = cx.sites.text_length(*site).filter(|_| *item == Ty::string())?;
    chars::of_length(length as usize, true)
}

/// Functions that give an item of a list itself.
fn takes_one_item(key: &str, args: &CallArgs) -> bool {
    let has_size = args.positional.len() > 1 || args.names.iter().any(|(name, _)| **name == *"size");
    matches!(key, "numpy.random.choice" | "choice") && !has_size
}

/// Whether a function takes arrays of texts.
fn takes_texts(key: &str) -> bool {
    OF_TEXTS.contains(&key) || key.starts_with("numpy.strings.") || key.starts_with("numpy.char.")
}

fn with_arrays(
    cx: &mut Cx<'_>,
    args: &CallArgs,
    first_as_it_is: bool,
    (converter, texts): (&str, bool),
    call: impl FnOnce(&mut Cx<'_>, &CallArgs) -> Rule,
) -> Rule {
    let vals = args.vals();
    if args.star.is_some() || !vals.iter().any(|v| has_list(v.ty) || texts && has_texts(cx, v.ty)) {
        return Ok(None);
    }
    let mut made = Vec::new();
    for (k, val) in vals.iter().enumerate() {
        let as_it_is = k == 0 && first_as_it_is;
        made.push(if as_it_is { None } else { converted(cx, *val, converter, texts && k < args.positional.len())? });
    }
    if made.iter().all(Option::is_none) {
        return Ok(None);
    }
    let mut changed = args.clone();
    let places = changed.positional.iter_mut().chain(changed.names.iter_mut().map(|n| &mut n.1));
    for (place, made) in places.zip(&made) {
        if let Some(made) = made {
            *place = made.val();
        }
    }
    let Some(found) = call(cx, &changed)? else {
        return Ok(None);
    };
    let inner = found.emit.clone();
    let emit = move |e: &mut crate::emit::Emitter<'_>, operands: &[Value]| {
        let convert = |(v, made): (&Value, &Option<Resolved>)| match made {
            Some(made) => e.resolved(made, &[*v]),
            None => *v,
        };
        let operands: Vec<Value> = operands.iter().zip(&made).map(convert).collect();
        inner(e, &operands)
    };
    Ok(Some(Resolved { emit: Rc::new(emit), elementwise: None, assignment: None, ..found }))
}

/// The value with arrays in the place of lists; None where it has none that become arrays.
fn converted(cx: &mut Cx<'_>, val: Val, converter: &str, texts: bool) -> Rule {
    match val.ty.kind() {
        Kind::List { item, .. } if item.is_array() => cx.overload(converter, &[val]),
        Kind::List { .. } if is_array_like(val.ty) => cx.overload(AS_ARRAY, &[val]),
        Kind::List { .. } if texts && text_of_constants(cx, val.ty).is_some() => array_of_texts(cx, AS_ARRAY, val),
        Kind::Range { .. } => cx.overload(AS_ARRAY, &[val]),
        Kind::FlatIter(array) => elements(cx, *array),
        Kind::Tuple(items) if has_list(val.ty) || texts && has_texts(cx, val.ty) => {
            let mut made = Vec::new();
            for item in items.iter() {
                made.push(converted(cx, Val::new(*item), converter, texts)?);
            }
            let types: Vec<Ty> =
                made.iter().zip(items.iter()).map(|(m, ty)| m.as_ref().map_or(*ty, |m| m.val().ty)).collect();
            let ty = Ty::tuple(types);
            Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
                let mut parts = e.parts(a[0]);
                for (part, made) in parts.iter_mut().zip(&made) {
                    if let Some(made) = made {
                        *part = e.resolved(made, &[*part]);
                    }
                }
                e.pack(&parts, ty)
            })))
        }
        _ => Ok(None),
    }
}

/// The array of all elements that `a.flat` goes over, wherever it is.
fn elements(cx: &mut Cx<'_>, array: Ty) -> Rule {
    let Some(made) = cx.overload("array.ravel", &[Val::new(array)])? else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(made.val(), move |e, a| {
        let array = e.part(a[0], 0);
        e.resolved(&made, &[array])
    })))
}

/// Whether the value is `a.flat` of an array.
pub fn is_flat(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::FlatIter(_))
}

/// Whether the value is a list, range or `a.flat` that becomes an array, or a tuple with one.
fn has_list(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Range { .. } | Kind::FlatIter(_) => true,
        Kind::List { .. } => is_array_like(ty),
        Kind::Tuple(items) => items.iter().any(|item| has_list(*item)),
        _ => false,
    }
}

/// Whether the value is a list of texts that are constants, or a tuple with one.
fn has_texts(cx: &Cx<'_>, ty: Ty) -> bool {
    match ty.kind() {
        Kind::Tuple(items) => items.iter().any(|item| has_texts(cx, *item)),
        _ => text_of_constants(cx, ty).is_some(),
    }
}

/// Whether NumPy makes an array of numbers of a value.
fn is_array_like(ty: Ty) -> bool {
    match ty.kind() {
        Kind::List { item, .. } => *item == Ty::undefined() || is_array_like(*item),
        Kind::Tuple(items) => !items.is_empty() && items.iter().all(|item| is_array_like(*item)),
        _ => ty.is_array() || ty.unliteral().is_number(),
    }
}
