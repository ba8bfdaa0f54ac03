//! `range`, and the functions that make iterators.

use super::Builtin;
use super::basic::positional;
use crate::arrays::create;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::host::Divided;
use crate::value::{Resolved, Val};
use crate::{generators, iteration, optionals};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ir::typed::Arith;
use coluber_ops::CmpOp;
use coluber_types::{IntTy, Kind, ListForm, Spread, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("builtins.range", range),
    ("coluber.core.threads.prange", prange),
    ("coluber.core.threads.pndindex", create::pndindex),
    ("coluber.lib.intrinsics.elements", elements),
    ("builtins.enumerate", enumerate),
    ("builtins.zip", zip),
    ("builtins.reversed", reversed),
    ("builtins.iter", iter),
    ("builtins.next", next),
];

/// Of generators that return something: the end says what.
fn next(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    match positional(args, 1..=2) {
        Some(&[x]) if matches!(x.ty.kind(), Kind::Gen { returns, .. } if *returns != Ty::none()) => {
            generators::next(cx, x)
        }
        // It is read and written by index in other places, and does not know how far it has come.
        Some(&[x, ..]) if crate::lists::is_flat(x.ty) => {
            Err(cx.error("next() of what `a.flat` gives is not supported").hint("write it = iter(a.flat)"))
        }
        _ => Ok(None),
    }
}

fn range(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    make_range(cx, args, Spread::No)
}

/// The range of a loop that runs on all cores, in functions with `parallel=True`.
fn prange(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    make_range(cx, args, spread(cx, Spread::Loop))
}

/// The range of a loop of the library over elements: as `prange`, but on one thread where there are few.
fn elements(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    make_range(cx, args, spread(cx, Spread::Elements))
}

fn spread(cx: &Cx<'_>, wanted: Spread) -> Spread {
    if cx.options.divides(Divided::Loops) { wanted } else { Spread::No }
}

fn make_range(cx: &mut Cx<'_>, args: &CallArgs, parallel: Spread) -> Rule {
    if optionals::are_in(args) {
        return optionals::either(cx, args, 0, &mut |cx, args| make_range(cx, args, parallel));
    }
    let Some(vals) = positional(args, 1..=3) else {
        return Ok(None);
    };
    let int = range_int(cx, vals)?;
    let step = if vals.len() == 3 { vals[2].literal_int() } else { Some(1) };
    if step == Some(0) {
        return Err(cx.error("range() arg 3 must not be zero"));
    }
    let ty = Ty::new(Kind::Range { int, step, parallel });
    let item = Ty::int(int);
    let count = vals.len();
    Ok(Some(Resolved::one(Val::weak(ty), move |e, a| {
        let (start, stop) = if count == 1 { (e.int(0, item), a[0]) } else { (a[0], a[1]) };
        let mut parts = vec![whole(e, start, item), whole(e, stop, item)];
        if step.is_none() {
            let step = whole(e, a[2], item);
            let ok = e.compare_int(CmpOp::Ne, step, 0);
            e.guard("ValueError", "range() arg 3 must not be zero", ok);
            parts.push(step);
        }
        e.pack(&parts, ty)
    })))
}

/// A number of a range. A float must be a whole number: variables that are integers on one path and floats on another are floats.
fn whole(e: &mut Emitter<'_>, given: Value, item: Ty) -> Value {
    let number = e.coerce(given, item);
    let ty = e.ty(given);
    if ty.is_float() {
        let back = e.coerce(number, ty);
        let ok = e.compare(CmpOp::Eq, back, given);
        e.guard("TypeError", "'float' object cannot be interpreted as an integer", ok);
    }
    number
}

/// The type of the numbers: int32 where that is enough for the arguments' types, uint64 for unsigned ones, int64 for constants.
fn range_int(cx: &Cx<'_>, vals: &[Val]) -> Result<IntTy> {
    let mut bits = 32;
    let mut unsigned = true;
    for val in vals {
        let plain = val.ty.unliteral();
        let Kind::Int(int) = plain.kind() else {
            if plain == Ty::boolean() {
                continue;
            }
            if plain.is_float() {
                (bits, unsigned) = (64, false);
                continue;
            }
            return Err(cx
                .error(format!("range() arguments must be integers, not {}", val.ty))
                .hint("convert it first: range(int(x))"));
        };
        let (fits, positive) = match val.literal_int() {
            Some(value) => (i32::try_from(value).is_ok(), value >= 0),
            None => (int.bits < 32 || (int.bits == 32 && int.signed), !int.signed),
        };
        unsigned &= positive;
        if !fits {
            bits = 64;
        }
    }
    Ok(if vals.iter().all(|v| v.literal_int().is_some()) {
        IntTy { bits: 64, signed: true }
    } else if unsigned {
        IntTy { bits: 64, signed: false }
    } else {
        IntTy { bits, signed: true }
    })
}
fn enumerate(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(bound) = args.bind(&["iterable", "start"]) else {
        return Ok(None);
    };
    let (Some(first), vals) = (bound[0], args.vals()) else {
        return Ok(None);
    };
    let start = bound[1];
    if let Some(items) = mixed_items(vals[first]) {
        return Ok(Some(pairs_with_numbers(items, first, start)));
    }
    let Some(inner) = iteration::get_iter(cx, vals[first])? else {
        return Ok(None);
    };
    let ty = Ty::new(Kind::Enumerate(inner.val().ty));
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let it = e.resolved(&inner, &[a[first]]);
        let k = match start {
            Some(k) => e.coerce(a[k], Ty::int64()),
            None => e.i64(0),
        };
        e.pack(&[it, k], ty)
    })))
}

/// The types of the items of a tuple where they have none in common.
fn mixed_items(val: Val) -> Option<&'static [Ty]> {
    val.ty.tuple_items().filter(|items| crate::unroll::is_mixed(items))
}

/// `enumerate` of a tuple whose items have several types: a tuple of pairs.
fn pairs_with_numbers(items: &'static [Ty], first: usize, start: Option<usize>) -> Resolved {
    let pairs: Vec<Ty> = items.iter().map(|item| Ty::tuple(vec![Ty::int64(), *item])).collect();
    let ty = Ty::tuple(pairs.clone());
    Resolved::one(Val::new(ty), move |e, a| {
        let items = e.parts(a[first]);
        let mut number = match start {
            Some(start) => e.coerce(a[start], Ty::int64()),
            None => e.i64(0),
        };
        let one = e.i64(1);
        let mut parts = Vec::new();
        for (item, pair) in items.into_iter().zip(&pairs) {
            parts.push(e.pack(&[number, item], *pair));
            number = e.arith(Arith::Add, number, one);
        }
        e.pack(&parts, ty)
    })
}

/// `reversed` of a tuple whose items have several types: a tuple.
fn backwards(items: &[Ty]) -> Resolved {
    let ty = Ty::tuple(items.iter().rev().copied().collect::<Vec<_>>());
    Resolved::one(Val::new(ty), move |e, a| {
        let mut parts = e.parts(a[0]);
        parts.reverse();
        e.pack(&parts, ty)
    })
}

/// `zip` of tuples whose items have several types: a tuple of tuples.
fn columns_of_tuples(vals: &[Val]) -> Option<Resolved> {
    let rows: Vec<&[Ty]> = vals.iter().map(|val| val.ty.tuple_items()).collect::<Option<_>>()?;
    let is_mixed = |row: &&[Ty]| coluber_types::unify::unify_all(row.iter().copied()).is_none();
    if !rows.iter().any(is_mixed) {
        return None;
    }
    let count = rows.iter().map(|row| row.len()).min()?;
    let columns: Vec<Ty> = (0..count).map(|k| Ty::tuple(rows.iter().map(|row| row[k]).collect::<Vec<_>>())).collect();
    let ty = Ty::tuple(columns.clone());
    Some(Resolved::one(Val::new(ty), move |e, a| {
        let rows: Vec<_> = a.iter().map(|row| e.parts(*row)).collect();
        let parts: Vec<Value> = columns
            .iter()
            .enumerate()
            .map(|(k, column)| {
                let items: Vec<Value> = rows.iter().map(|row| row[k]).collect();
                e.pack(&items, *column)
            })
            .collect();
        e.pack(&parts, ty)
    }))
}

/// `zip(..., strict=True)`, which raises where one gives fewer items than the others.
fn zip_strict(cx: &mut Cx<'_>, args: &CallArgs, strict: Val) -> Rule {
    let Some(is_strict) = strict.literal_bool() else {
        return Err(cx.error("the argument 'strict' of zip() must be a constant"));
    };
    let without = CallArgs { names: Vec::new(), ..args.clone() };
    match positional(&without, 2..=64) {
        Some(vals) if is_strict => cx.overload("coluber.zip_strict", vals),
        _ => zip(cx, &without),
    }
}

fn zip(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if let [(name, strict)] = &args.names[..]
        && **name == *"strict"
    {
        return zip_strict(cx, args, *strict);
    }
    let Some(vals) = positional(args, 0..=64) else {
        return Ok(None);
    };
    if let Some(columns) = columns_of_tuples(vals) {
        return Ok(Some(columns));
    }
    let mut inner = Vec::new();
    for val in vals {
        let Some(it) = iteration::get_iter(cx, *val)? else {
            return Ok(None);
        };
        inner.push(it);
    }
    let types: Vec<Ty> = inner.iter().map(|r| r.val().ty).collect();
    let is_shared = |k: usize| matches!(types[k].kind(), Kind::Gen { .. }) && types[..k].contains(&types[k]);
    if (1..types.len()).any(is_shared) {
        // They may be one: what each gives is taken before the next is asked.
        return cx.overload("coluber.zip", vals);
    }
    let ty = Ty::new(Kind::Zip(types.into()));
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let parts: Vec<Value> = inner.iter().zip(a).map(|(r, v)| e.resolved(r, &[*v])).collect();
        e.pack(&parts, ty)
    })))
}

fn reversed(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let sequence = match x.ty.kind() {
        Kind::Array { ndim, .. } if *ndim > 0 => x.ty,
        Kind::Range { .. } | Kind::List { .. } | Kind::Bytes => x.ty,
        _ if crate::strings::is_text(x.ty) => Ty::string(),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => {
            let Some(item) = cx.common(items) else {
                return Ok(Some(backwards(items)));
            };
            Ty::uni_tuple(item.unliteral(), items.len())
        }
        _ => return Ok(None),
    };
    let ty = Ty::new(Kind::Reversed(sequence));
    let is_deque = sequence.list_form() == Some(ListForm::Deque);
    Ok(Some(Resolved::one(Val { ty, weak: x.weak }, move |e, a| {
        let v = if sequence.tuple_items().is_some() { e.coerce_tuple(a[0], sequence) } else { a[0] };
        let v = if sequence == Ty::string() { e.coerce(v, sequence) } else { v };
        let start = iteration::reversed_start(e, v);
        match is_deque {
            true => iteration::at_deque(e, v, start, ty),
            false => e.pack(&[v, start], ty),
        }
    })))
}

fn iter(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    iteration::get_iter(cx, x)
}
