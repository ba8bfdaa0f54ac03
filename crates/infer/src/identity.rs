//! `a is b`: whether two values are one object.
//!
//! What lies in an allocation of its own is one object as long as its address is the same. A value that is words alone here (a number, a string,
//! a tuple, an iterator) does not know which object it would be in Python. It is taken for the object that has the same words, so that a value
//! is itself wherever it has been put. Strings that CPython keeps once, those in the source and single characters, are the same when they are equal.

use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::instances;
use crate::operators::{compare, swapped, where_holds};
use crate::strings::Family;
use crate::text::is_deferred;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Result};
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_ops::CmpOp;
use coluber_types::fields::{fields, is_scalar};
use coluber_types::{FloatTy, Kind, Literal, Ty};

/// `a is b`: decided while compiling for None, functions, types, and values of types that have nothing in common.
pub fn is(cx: &mut Cx<'_>, a: Val, b: Val, invert: bool) -> Result<Resolved> {
    let found = same(cx, a, b)?;
    Ok(match found.val().literal_bool() {
        _ if !invert => found,
        Some(known) => constant(!known),
        None => decided(move |e, args| {
            let found = e.resolved(&found, args);
            e.not(found)
        }),
    })
}

/// The same for items of containers, which are equal to themselves without being asked. None where it is known, and for values whose `==` says
/// so anyway: a NaN is not equal to itself, and instances of classes say what they like.
pub fn of_items(cx: &mut Cx<'_>, a: Val, b: Val) -> Rule {
    fn is_asked(ty: Ty) -> bool {
        match ty.kind() {
            Kind::Optional(inner) => is_asked(*inner),
            Kind::OneOf(all) => all.iter().all(|&one| is_asked(one)),
            _ => matches!(ty.kind(), Kind::Instance(_) | Kind::Float(_) | Kind::Complex(_)),
        }
    }
    if !is_asked(a.ty) || !is_asked(b.ty) {
        return Ok(None);
    }
    Ok(Some(same(cx, a, b)?).filter(|found| found.val().literal_bool().is_none()))
}

fn constant(same: bool) -> Resolved {
    Resolved::constant(Ty::literal_bool(same))
}

fn decided(emit: impl Fn(&mut Emitter<'_>, &[Value]) -> Value + 'static) -> Resolved {
    Resolved::one(Val::weak(Ty::boolean()), emit)
}

fn same(cx: &mut Cx<'_>, a: Val, b: Val) -> Result<Resolved> {
    match (a.ty.kind(), b.ty.kind()) {
        (Kind::None, Kind::None) => Ok(constant(true)),
        (Kind::Optional(_), Kind::None) => Ok(is_none(0)),
        (Kind::None, Kind::Optional(_)) => Ok(is_none(1)),
        (Kind::None | Kind::Omitted(_), _) | (_, Kind::None | Kind::Omitted(_)) => Ok(constant(false)),
        (Kind::Undefined, _) | (_, Kind::Undefined) => Ok(decided(|e, _| e.bool(false))),
        (Kind::Optional(_), _) | (_, Kind::Optional(_)) => optionals(cx, a, b),
        (Kind::OneOf(all), _) => one_of(cx, all, b, 0),
        (_, Kind::OneOf(all)) => one_of(cx, all, a, 1),
        (Kind::Literal(x), Kind::Literal(y)) => Ok(constant(x == y)),
        _ if instances::is_exception_class(a.ty) => class_of_caught(cx, b),
        _ if instances::is_exception_class(b.ty) => Ok(swapped(class_of_caught(cx, a)?)),
        // A raised exception is made anew of its class and arguments.
        (Kind::CaughtException, Kind::Exception { .. }) => {
            Ok(cx.overload("coluber.same_exception", &[a, b])?.unwrap_or_else(|| constant(false)))
        }
        (Kind::Exception { .. }, Kind::CaughtException) => Ok(swapped(same(cx, b, a)?)),
        _ => Ok(match texts(cx, a, b)? {
            Some(found) => found,
            None => objects(cx, a, b)?,
        }),
    }
}

/// Whether the class of a caught exception, which is the first operand, is another one.
fn class_of_caught(cx: &mut Cx<'_>, other: Val) -> Result<Resolved> {
    if !matches!(other.ty.kind(), Kind::ExceptionClass(_)) {
        let is_class = matches!(other.ty.kind(), Kind::Function(_) | Kind::NumberClass(_));
        return if is_class { Ok(constant(false)) } else { Err(unknown_class(cx)) };
    }
    let caught = Val::new(Ty::new(Kind::CaughtException));
    let found = cx.overload("coluber.is_of_class", &[caught, other])?.ok_or_else(|| unknown_class(cx))?;
    Ok(Resolved::one(found.val(), move |e, a| {
        let caught = e.part(a[0], 0);
        e.resolved(&found, &[caught, a[1]])
    }))
}

fn unknown_class(cx: &Cx<'_>) -> Box<Diagnostic> {
    cx.unsupported("the class of a caught exception is known at run time only").hint("use issubclass()")
}

/// Two values of which neither may be None, nor of several classes.
fn objects(cx: &mut Cx<'_>, a: Val, b: Val) -> Result<Resolved> {
    match (a.ty.kind(), b.ty.kind()) {
        (Kind::Bool, Kind::Literal(Literal::Bool(_)))
        | (Kind::Literal(Literal::Bool(_)), Kind::Bool)
        | (Kind::Int(_), Kind::Int(_) | Kind::Literal(Literal::Int(_)))
        | (Kind::Literal(Literal::Int(_)), Kind::Int(_)) => compare(cx, CmpOp::Eq, a, b),
        (Kind::Enum { class, value, .. }, Kind::Enum { class: other, value: with, .. }) if class == other => {
            parts(cx, &[*value], &[*with])
        }
        (Kind::Array { dtype, ndim, .. }, Kind::Array { dtype: other, ndim: axes, .. }) => {
            Ok(if (dtype, ndim) == (other, axes) { same_array() } else { constant(false) })
        }
        (Kind::List { .. }, Kind::List { .. })
        | (Kind::Dict { .. }, Kind::Dict { .. })
        | (Kind::Set { .. }, Kind::Set { .. }) => Ok(same_words()),
        // A tuple of unknown length that was made of one has other words.
        (Kind::Tuple(_), Kind::List { .. }) | (Kind::List { .. }, Kind::Tuple(_)) => compare(cx, CmpOp::Eq, a, b),
        (Kind::Tuple(x), Kind::Tuple(y)) if x.len() == y.len() => parts(cx, x, y),
        (Kind::NamedTuple { class, items, .. }, Kind::NamedTuple { class: other, items: others, .. })
            if class == other =>
        {
            parts(cx, items, others)
        }
        _ if a.ty.bare() != b.ty.bare() => Ok(constant(false)),
        _ if is_word(a.ty) => Ok(same_words()),
        _ if is_scalar(a.ty) => Ok(decided(|e, args| same_bits(e, args[0], args[1]))),
        _ => {
            let all = fields(a.ty);
            parts(cx, &all, &all)
        }
    }
}

/// Whether a value is an address, by which objects differ.
fn is_word(ty: Ty) -> bool {
    fields(ty)[..] == [Ty::owner()]
}

fn is_none(operand: usize) -> Resolved {
    decided(move |e, args| {
        let flag = e.part(args[operand], 0);
        e.not(flag)
    })
}

/// Two allocations.
fn same_words() -> Resolved {
    decided(|e, args| {
        let (a, b) = (word(e, args[0]), word(e, args[1]));
        e.compare(CmpOp::Eq, a, b)
    })
}

/// The address of an allocation, 0 for None.
fn word(e: &mut Emitter<'_>, v: Value) -> Value {
    if let Kind::Optional(_) = e.ty(v).kind() {
        let (flag, value) = (e.part(v, 0), e.part(v, 1));
        let (address, zero) = (word(e, value), e.i64(0));
        return e.select(flag, address, zero);
    }
    let owner = e.part(v, 0);
    e.cast(owner, Ty::int64())
}

/// Two scalars of one type. A NaN is itself.
fn same_bits(e: &mut Emitter<'_>, a: Value, b: Value) -> Value {
    let bits = match e.ty(a).kind() {
        Kind::Float(FloatTy::F64) => Ty::int64(),
        Kind::Float(FloatTy::F32) => Ty::int32(),
        _ => return e.compare(CmpOp::Eq, a, b),
    };
    let (a, b) = (e.value(Op::Bitcast {}, &[a], bits), e.value(Op::Bitcast {}, &[b], bits));
    e.compare(CmpOp::Eq, a, b)
}

/// Two arrays are the same when they have the same data, shape and strides.
fn same_array() -> Resolved {
    decided(|e, args| {
        let (a, b) = (e.part(args[0], 1), e.part(args[1], 1));
        let (a, b) = (e.cast(a, Ty::int64()), e.cast(b, Ty::int64()));
        let mut same = e.compare(CmpOp::Eq, a, b);
        for part in [2, 3] {
            let (a, b) = (e.part(args[0], part), e.part(args[1], part));
            for (x, y) in e.parts(a).into_iter().zip(e.parts(b)) {
                let alike = e.compare(CmpOp::Eq, x, y);
                same = e.and(same, alike);
            }
        }
        same
    })
}

/// Two strings, or two bytes objects.
fn texts(cx: &mut Cx<'_>, a: Val, b: Val) -> Rule {
    let plain = |val: Val| if is_deferred(val.ty) { Ty::string() } else { val.ty.unliteral() };
    let ty = plain(a);
    if ty != plain(b) || Family::of(ty).is_none() {
        return Ok(None);
    }
    let equal = compare(cx, CmpOp::Eq, Val::new(ty), Val::new(ty))?;
    let is_known = a.literal_str().is_some() || b.literal_str().is_some();
    Ok(Some(decided(move |e, args| {
        let texts = [e.coerce(args[0], ty), e.coerce(args[1], ty)];
        if is_known {
            return e.resolved(&equal, &texts);
        }
        let [data, others] = texts.map(|text| {
            let data = e.part(text, 1);
            e.cast(data, Ty::int64())
        });
        let [length, other] = texts.map(|text| e.part(text, 2));
        let (place, extent) = (e.compare(CmpOp::Eq, data, others), e.compare(CmpOp::Eq, length, other));
        let (words, short) = (e.and(place, extent), e.compare_int(CmpOp::Le, length, 1));
        // A constant text is in each part of the code that names it.
        let [own, with] = texts.map(|text| {
            let owner = e.part(text, 0);
            let owner = e.cast(owner, Ty::int64());
            e.compare_int(CmpOp::Eq, owner, 0)
        });
        let constants = e.and(own, with);
        let compared = e.or(short, constants);
        let compared = e.and(compared, extent);
        where_holds(e, compared, words, |e| e.resolved(&equal, &texts))
    })))
}

/// Two aggregates are the same when all their parts are.
fn parts(cx: &mut Cx<'_>, own: &[Ty], others: &[Ty]) -> Result<Resolved> {
    let mut rules = Vec::new();
    for (k, (&x, &y)) in own.iter().zip(others).enumerate() {
        let found = same(cx, Val::new(x), Val::new(y))?;
        match found.val().literal_bool() {
            Some(false) => return Ok(constant(false)),
            Some(true) => {}
            None => rules.push((k, found)),
        }
    }
    if rules.is_empty() {
        return Ok(constant(true));
    }
    Ok(decided(move |e, args| {
        let mut same = e.bool(true);
        for (k, rule) in &rules {
            let parts = [e.part(args[0], *k), e.part(args[1], *k)];
            let found = e.resolved(rule, &parts);
            same = e.and(same, found);
        }
        same
    }))
}

/// Two values of which one at least may be None.
fn optionals(cx: &mut Cx<'_>, a: Val, b: Val) -> Result<Resolved> {
    let payload = |val: Val| match val.ty.kind() {
        Kind::Optional(inner) => *inner,
        _ => val.ty,
    };
    let (x, y) = (payload(a), payload(b));
    let found = same(cx, Val::new(x), Val::new(y))?;
    if is_word(x) && is_word(y) && found.val().literal_bool().is_none() {
        return Ok(same_words());
    }
    let are_both = x != a.ty && y != b.ty;
    if found.val().literal_bool() == Some(false) && !are_both {
        return Ok(constant(false));
    }
    Ok(decided(move |e, args| {
        let opened: Vec<(Value, Value)> = args.iter().map(|&v| open(e, v)).collect();
        let (both, any) = (e.and(opened[0].0, opened[1].0), e.or(opened[0].0, opened[1].0));
        let neither = e.not(any);
        where_there(e, both, neither, (&found, &[opened[0].1, opened[1].1]))
    }))
}

/// Whether there is a value, and the value.
fn open(e: &mut Emitter<'_>, v: Value) -> (Value, Value) {
    match e.ty(v).kind() {
        Kind::Optional(_) => (e.part(v, 0), e.part(v, 1)),
        _ => (e.bool(true), v),
    }
}

/// The operand at `place` is one of several, the other one is `other`.
fn one_of(cx: &mut Cx<'_>, all: &[Ty], other: Val, place: usize) -> Result<Resolved> {
    let mut rules = Vec::new();
    for (number, &ty) in all.iter().enumerate() {
        let mut pair = [Val::new(ty), other];
        if place == 1 {
            pair.reverse();
        }
        let found = same(cx, pair[0], pair[1])?;
        if found.val().literal_bool() != Some(false) {
            rules.push((number, found));
        }
    }
    if rules.is_empty() {
        return Ok(constant(false));
    }
    Ok(decided(move |e, args| {
        let number = e.part(args[place], 0);
        let mut same = e.bool(false);
        for (k, rule) in &rules {
            let is_it = e.compare_int(CmpOp::Eq, number, *k as i64);
            let mut operands = [args[0], args[1]];
            operands[place] = e.part(args[place], k + 1);
            same = where_there(e, is_it, same, (rule, &operands));
        }
        same
    }))
}

/// What a rule gives where its operands are there. Otherwise they are any words, so that nothing is read at an address among them.
fn where_there(e: &mut Emitter<'_>, is_there: Value, otherwise: Value, rule: (&Resolved, &[Value])) -> Value {
    let (rule, operands) = rule;
    if operands.iter().any(|&v| is_read(e.ty(v))) {
        return where_holds(e, is_there, otherwise, |e| e.resolved(rule, operands));
    }
    let found = e.resolved(rule, operands);
    let found = e.coerce(found, Ty::boolean());
    e.select(is_there, found, otherwise)
}

/// Whether comparing such values reads memory, or calls functions.
fn is_read(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Exception { .. } | Kind::CaughtException => true,
        Kind::Tuple(_) => fields(ty).into_iter().any(is_read),
        _ if is_scalar(ty) || is_word(ty) => false,
        _ => is_deferred(ty) || Family::of(ty).is_some() || fields(ty).into_iter().any(is_read),
    }
}
