//! Functions of NumPy and SciPy that take arrays, called with what NumPy makes an array of: numbers and times, and tuples of numbers.

use crate::calls::{CallArgs, call_overload};
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_base::Name;
use coluber_ir::Value;
use coluber_types::unify::unify_numbers;
use coluber_types::{Kind, Ty};
use std::rc::Rc;

/// Functions of which each argument by position stands for an array.
const ARRAYS_ALONE: &[&str] = &["intersect1d", "setdiff1d", "setxor1d", "einsum"];

/// Whether a function with this key makes arrays of what is like one: those of NumPy and of SciPy do.
pub fn takes_array_likes(key: &str) -> bool {
    key.starts_with("numpy.") || key.starts_with("scipy.")
}

/// Calls a function that has no implementation for these arguments with arrays in the place of some: of the first one, of tuples, of all.
pub fn call(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    if !takes_array_likes(key) || key == "numpy.asarray" || args.star.is_some() {
        return Ok(None);
    }
    let ty = |place: usize| args.positional[place].ty;
    let all: Vec<usize> = (0..args.positional.len()).filter(|k| is_array_like(ty(*k))).collect();
    let first: Vec<usize> = all.iter().copied().filter(|k| *k == 0).collect();
    let tuples: Vec<usize> = all.iter().copied().filter(|k| is_tuple(ty(*k))).collect();
    // A number stays one where arrays in the place of tuples do, so that results are numbers.
    let attempts = if tuples.contains(&0) { [&first, &tuples, &all] } else { [&tuples, &first, &all] };
    let takes_numbers = ARRAYS_ALONE.iter().any(|name| key.strip_prefix("numpy.") == Some(name));
    let mut error = None;
    for (k, places) in attempts.iter().enumerate() {
        if places.is_empty()
            || attempts[..k].contains(places)
            || (tuples.is_empty() && *places != &first && !takes_numbers)
        {
            continue;
        }
        match call_with_arrays(cx, key, args, places) {
            Ok(None) => {}
            Ok(found) => return Ok(found),
            Err(found) => error = error.or(Some(found)),
        }
    }
    error.map_or(Ok(None), Err)
}

/// The arguments of a function whose common type its result has: numbers of NumPy widen arrays there.
const CHOICES: &[(&str, &[usize])] =
    &[("numpy.where", &[1, 2]), ("numpy.clip", &[0, 1, 2]), ("array.clip", &[0, 1, 2])];

/// Whether the result of a function with this key has the common type of arguments, which NumPy's scalars widen.
pub fn is_choice(key: &str) -> bool {
    CHOICES.iter().any(|row| row.0 == key)
}

/// Calls a function with arrays in the place of NumPy's scalars that widen its other choices: a function of the library is told types
/// alone.
pub fn widen_choices(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    let Some((_, choices)) = CHOICES.iter().find(|row| row.0 == key && args.star.is_none()) else {
        return Ok(None);
    };
    let value = |place: &usize| args.positional.get(*place).copied();
    let widened: Vec<Ty> = choices.iter().filter_map(value).filter_map(|val| number_items(val.ty)).collect();
    let widens = |val: Val| {
        let is_scalar = !val.weak && val.literal().is_none() && val.ty.is_number();
        is_scalar && widened.iter().any(|dtype| unify_numbers(*dtype, val.ty) != Some(*dtype))
    };
    let places: Vec<usize> = choices.iter().copied().filter(|place| value(place).is_some_and(widens)).collect();
    if places.is_empty() { Ok(None) } else { call_with_arrays(cx, key, args, &places) }
}

/// The type of an array's elements, where these are numbers.
fn number_items(ty: Ty) -> Option<Ty> {
    ty.as_array().map(|(dtype, ..)| dtype).filter(|dtype| dtype.is_number())
}

fn call_with_arrays(cx: &mut Cx<'_>, key: &str, args: &CallArgs, places: &[usize]) -> Rule {
    let mut made = Vec::new();
    let mut arrays = args.clone();
    for &place in places {
        let Some(array) = as_array(cx, args.positional[place])? else {
            return Ok(None);
        };
        arrays.positional[place] = array.val();
        made.push((place, array));
    }
    let types: Vec<Ty> = arrays.positional.iter().chain(arrays.names.iter().map(|n| &n.1)).map(|v| v.ty).collect();
    let names: Vec<Name> = arrays.names.iter().map(|n| n.0.clone()).collect();
    let found = match crate::builtins::call(cx, key, &arrays)? {
        Some(found) => found,
        None => match call_overload(cx, key, &types, &names, &arrays)? {
            Some(found) => found,
            None => return Ok(None),
        },
    };
    let inner = found.emit.clone();
    let emit = Rc::new(move |e: &mut Emitter<'_>, operands: &[Value]| {
        let mut operands = operands.to_vec();
        for (place, array) in &made {
            operands[*place] = e.resolved(array, &operands[*place..=*place]);
        }
        inner(e, &operands)
    });
    Ok(Some(Resolved { emit, elementwise: None, assignment: None, ..found }))
}

/// The array that NumPy makes of a value.
fn as_array(cx: &mut Cx<'_>, val: Val) -> Rule {
    let single = CallArgs { positional: vec![val], ..CallArgs::default() };
    call_overload(cx, "numpy.asarray", &[val.ty], &[], &single)
}

fn is_tuple(ty: Ty) -> bool {
    ty.tuple_items().is_some()
}

/// Whether a value is a number, a time, or a tuple of numbers, of such tuples or of arrays.
fn is_array_like(ty: Ty) -> bool {
    match ty.unliteral().kind() {
        Kind::Date(_) | Kind::Span(_) | Kind::Bool => true,
        _ => ty.unliteral().is_number() || is_tuple(ty) && is_rectangular(ty),
    }
}

fn is_rectangular(ty: Ty) -> bool {
    let item_fits =
        |item: &Ty| item.is_array() || item.unliteral().is_number() || is_tuple(*item) && is_rectangular(*item);
    ty.tuple_items().is_some_and(|items| items.iter().all(item_fits))
}
