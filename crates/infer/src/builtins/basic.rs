//! Python's builtin functions that are in no family of their own.

use super::Builtin;
use crate::arrays::attributes;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::iteration;
use crate::value::{Resolved, Val};
use crate::{numbers, operators, strings};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_ops::{BinOp, CmpOp};
use coluber_types::{FloatTy, Kind, Literal, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("builtins.len", len),
    ("builtins.abs", abs),
    ("builtins.divmod", divmod),
    ("builtins.pow", pow),
    ("builtins.round", round),
    ("builtins.print", print),
    ("builtins.slice", slice),
    ("builtins.ord", strings::ord),
    ("builtins.chr", strings::chr),
];

/// The positional arguments when there are no others and their number fits.
pub fn positional(args: &CallArgs, count: std::ops::RangeInclusive<usize>) -> Option<&[Val]> {
    (args.names.is_empty() && args.star.is_none() && count.contains(&args.positional.len())).then_some(&args.positional)
}

fn len(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let result = Val::weak(Ty::int64());
    Ok(match x.ty.kind() {
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => {
            Some(Resolved::constant(Ty::literal_int(items.len() as i64)))
        }
        Kind::Record { fields, .. } => Some(Resolved::constant(Ty::literal_int(fields.len() as i64))),
        Kind::Literal(Literal::Str(s)) => Some(Resolved::constant(Ty::literal_int(s.chars().count() as i64))),
        Kind::Array { ndim, .. } if *ndim > 0 => Some(Resolved::one(result, |e, a| e.extent(a[0], 0))),
        Kind::List { .. } => Some(Resolved::one(result, |e, a| e.list_len(a[0]))),
        Kind::Dict { .. } | Kind::Set { .. } => Some(Resolved::one(result, |e, a| e.dict_len(a[0]))),
        Kind::DictView { .. } => Some(Resolved::one(result, |e, a| {
            let dict = e.part(a[0], 0);
            e.dict_len(dict)
        })),
        Kind::Range { .. } => Some(Resolved::one(result, |e, a| iteration::range_length(e, a[0]))),
        Kind::FlatIter(_) => Some(Resolved::one(result, |e, a| {
            let array = e.part(a[0], 0);
            attributes::size(e, array)
        })),
        _ if strings::Family::of(x.ty).is_some() => Some(Resolved::one(result, |e, a| strings::length(e, a[0]))),
        Kind::Array { .. } => Some(Resolved::one(result, |e, _| {
            let never = e.bool(false);
            e.guard("TypeError", "len() of unsized object", never);
            e.i64(0)
        })),
        _ => None,
    })
}

fn abs(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    match numbers::absolute(x) {
        Some(found) => Ok(Some(found)),
        None => match crate::times::kernels::on_scalars(cx, "absolute", &[x])? {
            Some(found) => Ok(Some(found)),
            None => crate::arrays::elementwise::apply(cx, "absolute", &[x]),
        },
    }
}

fn divmod(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[a, b]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    let q = operators::binary(cx, BinOp::FloorDiv, a, b, false)?;
    let r = operators::binary(cx, BinOp::Mod, a, b, false)?;
    let ty = Ty::tuple(vec![q.val().ty, r.val().ty]);
    let is_of_floats = q.val().ty.is_float() && !cx.options.numpy_errors;
    let zero = crate::zero_division::of_divmod(&cx.options).filter(|_| is_of_floats);
    Ok(Some(Resolved::one(Val { ty, weak: a.weak && b.weak }, move |e, args| {
        if let Some(text) = zero {
            let divisor = e.coerce(args[1], Ty::float64());
            let ok = e.compare_int(CmpOp::Ne, divisor, 0);
            e.guard("ZeroDivisionError", text, ok);
        }
        let (q, r) = (e.resolved(&q, args), e.resolved(&r, args));
        e.pack(&[q, r], ty)
    })))
}

fn pow(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[a, b, ref modulus @ ..]) = positional(args, 2..=3) else {
        return Ok(None);
    };
    if modulus.iter().any(|modulus| modulus.ty != Ty::none()) {
        return Ok(None);
    }
    operators::binary(cx, BinOp::Pow, a, b, false).map(Some)
}

fn round(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let in_order = |args: &CallArgs| args.bind(&["number", "ndigits"]).is_some_and(|at| at[0] == Some(0));
    if !in_order(args) || args.vals().len() > 2 {
        return Ok(None);
    }
    let vals = &args.vals()[..];
    let x = vals[0].ty.unliteral();
    if x.is_int() || x == Ty::boolean() {
        if vals.len() == 2 && vals[1].ty != Ty::none() {
            return cx.overload("coluber.round_int", vals);
        }
        let ty = if x.is_int() { numbers::wide_int(x, x) } else { Ty::int64() };
        return Ok(Some(Resolved::one(Val { ty, weak: vals[0].weak }, move |e, a| e.coerce(a[0], ty))));
    }
    if !x.is_float() {
        return Ok(None);
    }
    if vals.len() == 2 && vals[1].ty != Ty::none() {
        return cx.overload("coluber.round_digits", vals);
    }
    Ok(Some(Resolved::one(Val::weak(Ty::int64()), |e, a| {
        let v = e.unary(coluber_ir::typed::Unary::Rint, a[0]);
        e.cast(v, Ty::int64())
    })))
}

/// `print(...)`: Python's own, with boxed arguments.
fn print(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if let Some(file) = args.names.iter().position(|(name, _)| **name == *"file") {
        return print_into(cx, args, file);
    }
    if let Some((name, _)) = args.names.iter().find(|(name, _)| !matches!(&**name, "sep" | "end" | "flush")) {
        return Err(cx.unsupported(format!("print() with '{name}=' is not supported in compiled code")));
    }
    if let Some(found) = printed_by_programs(cx, args)? {
        return Ok(Some(found));
    }
    as_printed(cx, args, |args| print_by_host(args, None, "")).map(Some)
}

/// A call whose arguments are what `print` shows of them: numbers of single precision are shorter than Python's of the same value.
fn as_printed(cx: &mut Cx<'_>, args: &CallArgs, call: impl Fn(&CallArgs) -> Resolved) -> Result<Resolved> {
    if cx.options.cuda || !args.positional.iter().any(|val| is_single(val.ty)) {
        return Ok(call(args));
    }
    let (mut shown, mut texts) = (args.clone(), Vec::new());
    for (k, val) in shown.positional.iter_mut().enumerate().filter(|(_, val)| is_single(val.ty)) {
        let text = crate::text::format(cx, "s", &[*val])?;
        *val = text.val();
        texts.push((k, text));
    }
    let call = call(&shown);
    Ok(Resolved::one(call.val(), move |e, a| {
        let mut operands = a.to_vec();
        for (k, text) in &texts {
            operands[*k] = e.resolved(text, &a[*k..=*k]);
        }
        e.resolved(&call, &operands)
    }))
}

/// Whether it is a number, or None, whose parts have less than 64 bits.
fn is_single(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Float(float) | Kind::Complex(float) => *float != FloatTy::F64,
        Kind::Optional(inner) => is_single(*inner),
        _ => false,
    }
}

/// The host's `print`. The names of the last arguments, if they have some, are behind a colon, but for one that is left out; behind these is
/// where it goes.
fn print_by_host(args: &CallArgs, left_out: Option<usize>, target: &str) -> Resolved {
    let kept = args.names.iter().enumerate().filter(|(k, _)| Some(*k) != left_out);
    let names: Vec<&str> = kept.map(|(_, (name, _))| &**name).collect();
    let func = match names.is_empty() && target.is_empty() {
        true => "print".to_owned(),
        false => format!("print:{}{target}", names.join(",")),
    };
    let (before, star) = (args.positional.len(), args.star.is_some());
    Resolved::one(Val::new(Ty::none()), move |e, a| {
        let mut operands = a[..before].to_vec();
        if star {
            operands.extend(e.parts(a[before]));
        }
        let named = a[before + usize::from(star)..].iter().enumerate();
        operands.extend(named.filter(|(k, _)| Some(*k) != left_out).map(|(_, value)| *value));
        e.builder().effect(Op::Host { func: Name::from(&*func) }, &operands);
        e.unit(Ty::none())
    })
}

/// `print(..., file=stream)`: into a stream of the host or an object that compiled code knows, or where everything else goes if it is None.
fn print_into(cx: &mut Cx<'_>, args: &CallArgs, file: usize) -> Rule {
    let target = args.names[file].1.ty;
    if cx.options.cuda {
        return Err(cx.unsupported("print() with 'file=' is not supported in a CUDA kernel"));
    }
    if target == Ty::none() {
        return as_printed(cx, args, |args| print_by_host(args, Some(file), "")).map(Some);
    }
    if let Some(stream) = crate::streams::stream_of(target) {
        return as_printed(cx, args, |args| print_by_host(args, Some(file), &format!(">{stream}"))).map(Some);
    }
    if args.star.is_some() {
        return Err(cx.unsupported("print() with 'file=' beside *args is not supported in compiled code"));
    }
    let types: Vec<Ty> = args.vals().iter().map(|val| val.ty).collect();
    let names: Vec<Name> = args.names.iter().map(|(name, _)| name.clone()).collect();
    match crate::calls::call_overload(cx, "coluber.print_into", &types, &names, args)? {
        Some(found) => Ok(Some(found)),
        None => Err(cx
            .unsupported("print() with 'file=' is not supported in compiled code, but for sys.stdout, sys.stderr and io.StringIO")
            .hint("print in a block 'with objmode():'")),
    }
}

/// What prints the arguments, where a program says how values of one of their types are printed.
fn printed_by_programs(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    const KEY: &str = "coluber.print_items";
    if args.star.is_some() || args.positional.is_empty() || !cx.host.has_overload(KEY) {
        return Ok(None);
    }
    let types: Vec<Ty> = args.vals().iter().map(|val| val.ty).collect();
    let names: Vec<Name> = args.names.iter().map(|(name, _)| name.clone()).collect();
    crate::calls::call_overload(cx, KEY, &types, &names, args)
}

fn slice(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 1..=3) else {
        return Ok(None);
    };
    Ok(make_slice(vals).or_else(|| slice_keeping_none(vals)))
}

/// A slice whose bounds may be None, which `s.start` gives: only as an index it is one of integers.
fn slice_keeping_none(vals: &[Val]) -> Option<Resolved> {
    let is_bound = |ty: Ty| ty.unliteral().is_int() || ty.unliteral() == Ty::boolean();
    make_slice_of(vals, |ty| match ty.kind() {
        Kind::Optional(inner) if is_bound(*inner) => Some(Ty::new(Kind::Optional(Ty::int64()))),
        _ => bound_type(ty),
    })
}

/// `slice(stop)`, `slice(start, stop)`, `slice(start, stop, step)`.
pub fn make_slice(vals: &[Val]) -> Option<Resolved> {
    make_slice_of(vals, bound_type)
}

/// The type that a bound has in a slice; none where it is no bound, or may be None.
fn bound_type(ty: Ty) -> Option<Ty> {
    match ty.kind() {
        Kind::None | Kind::Literal(Literal::Int(_)) => Some(ty),
        Kind::Optional(_) => None,
        _ if ty.unliteral().is_int() || ty.unliteral() == Ty::boolean() => Some(Ty::int64()),
        _ => None,
    }
}

fn make_slice_of(vals: &[Val], bound: impl Fn(Ty) -> Option<Ty>) -> Option<Resolved> {
    let none = Ty::none();
    let given: Vec<Ty> = vals.iter().map(|val| bound(val.ty)).collect::<Option<_>>()?;
    let (fields, order): ([Ty; 3], [Option<usize>; 3]) = match given.as_slice() {
        [stop] => ([none, *stop, none], [None, Some(0), None]),
        [start, stop] => ([*start, *stop, none], [Some(0), Some(1), None]),
        [start, stop, step] => ([*start, *stop, *step], [Some(0), Some(1), Some(2)]),
        _ => return None,
    };
    let ty = Ty::new(Kind::Slice { start: fields[0], stop: fields[1], step: fields[2] });
    Some(Resolved::one(Val::weak(ty), move |e, a| {
        let parts: Vec<Value> = order
            .iter()
            .zip(fields)
            .map(|(k, t)| match k {
                Some(k) => e.coerce(a[*k], t),
                None => e.unit(t),
            })
            .collect();
        e.pack(&parts, ty)
    }))
}
