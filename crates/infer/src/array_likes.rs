//! Functions of NumPy that take arrays, called with what NumPy makes an array of: numbers and times, and tuples of numbers.

use crate::calls::{CallArgs, call_overload};
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_base::Name;
use coluber_ir::Value;
use coluber_types::{Kind, Ty};
use std::rc::Rc;

/// Calls a function that has no implementation for these arguments with arrays in the place of some: of the first one, of tuples, of all.
pub fn call(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    if !key.starts_with("numpy.") || key == "numpy.asarray" || args.star.is_some() {
        return Ok(None);
    }
    let ty = |place: usize| args.positional[place].ty;
    let all: Vec<usize> = (0..args.positional.len()).filter(|k| is_array_like(ty(*k))).collect();
    let first: Vec<usize> = all.iter().copied().filter(|k| *k == 0).collect();
    let tuples: Vec<usize> = all.iter().copied().filter(|k| is_tuple(ty(*k))).collect();
    // A number stays one where arrays in the place of tuples do, so that results are numbers.
    let attempts = if tuples.contains(&0) { [&first, &tuples, &all] } else { [&tuples, &first, &all] };
    let mut error = None;
    for (k, places) in attempts.iter().enumerate() {
        if places.is_empty() || attempts[..k].contains(places) || (tuples.is_empty() && *places != &first) {
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

/// Calls `np.where` with arrays in the place of NumPy's scalars that widen the other choice: a function of the library is told types alone.
pub fn widen_choices(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    let (&[_, x, y], "numpy.where", None) = (&args.positional[..], key, args.star) else {
        return Ok(None);
    };
    let widens = |choice: Val, other: Val| {
        let is_scalar = !choice.weak && choice.literal().is_none() && choice.ty.is_number();
        is_scalar && other.ty.as_array().is_some_and(|(dtype, ..)| dtype.is_number() && dtype != choice.ty)
    };
    let places: Vec<usize> = [(1, x, y), (2, y, x)].into_iter().filter(|c| widens(c.1, c.2)).map(|c| c.0).collect();
    if places.is_empty() { Ok(None) } else { call_with_arrays(cx, key, args, &places) }
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
