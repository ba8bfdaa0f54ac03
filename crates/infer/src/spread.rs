//! Calls `f(*items)` with items of which only the running program knows how many there are.
//!
//! There is a call for each number of arguments that the function takes, and the number of items decides. A function that has `*args`
//! is called with the first items, one for each parameter in front of it, and a tuple of the others.

use crate::calls::{CallArgs, call_function};
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::host::{FuncId, Host, Params};
use crate::value::{Resolved, Val};
use crate::{builtins, subscript};
use coluber_base::{Diagnostic, Name, Result};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::containers::item_type;
use coluber_types::{Kind, ListForm, ObjId, Ty};
use std::ops::RangeInclusive;

/// A call for so many numbers of items is written out.
const MOST_CALLS: usize = 8;

/// A function of the library is called with so many items at most.
const MOST_ITEMS: usize = 4;

/// The call; none where the items are a tuple of known length, or those for `*args` alone.
pub fn call(cx: &mut Cx<'_>, func: FuncId, args: &CallArgs, captured: &[(Name, Ty)]) -> Rule {
    let Some(star) = args.star.filter(|star| is_spread(star.ty)) else { return Ok(None) };
    let params = cx.host.params(func);
    if params.varargs {
        return with_rest(cx, func, &params, args, captured);
    }
    cx.check_settled(&args.vals())?;
    let counts = counts(&params, args, captured);
    if counts.clone().count() > MOST_CALLS {
        return Err(cx.error("a call with *args of no known length of a function with so many defaults"));
    }
    let at = args.positional.len();
    let length = builtins::call(cx, "builtins.len", &CallArgs::of(&[star]))?;
    let length = needed(cx, length)?;
    let mut calls = Vec::new();
    for count in counts.clone() {
        calls.push(of_count(cx, func, args, captured, star, count)?);
    }
    let vals: Vec<Val> = calls.iter().map(|call| call.rule.val()).collect();
    let result = cx.one_of(&vals).ok_or_else(|| several_types(cx))?;
    let wrong = wrong(cx, func, &params, captured, at)?;
    Ok(Some(Resolved::one(result, move |e, a| {
        let number = e.resolved(&length, &a[at..=at]);
        let (end, made) = e.join_block(result.ty.bare());
        for (count, call) in counts.clone().zip(&calls) {
            let (own, other) = (e.following_block(), e.following_block());
            let is_it = e.compare_int(CmpOp::Eq, number, count as i64);
            e.builder().branch(is_it, (own, &[]), (other, &[]));
            e.builder().switch_to(own);
            let value = call.emit(e, a, at);
            let value = e.coerce(value, result.ty);
            e.builder().jump(end, &[value]);
            e.builder().switch_to(other);
        }
        e.resolved(&wrong, &[number]);
        let never = e.undef(result.ty.bare());
        e.builder().jump(end, &[never]);
        e.builder().switch_to(end);
        made
    })))
}

/// Whether a function is one of NumPy's or of `math`, and not one that the library has for sequences of arguments, or a class of tuples.
pub fn takes_items(host: &mut dyn Host, function: ObjId) -> bool {
    host.attribute(function, "_fields").is_some()
        || host.key(function).is_some_and(|key| {
            let is_known = crate::array_likes::takes_array_likes(&key) || key.starts_with("math.");
            is_known && !host.has_overload(&format!("spread:{key}")) || host.has_overload(&format!("rest:{key}"))
        })
}

/// `f(a, *items)` of a function of which the library has one that takes the items as its last argument.
pub fn call_with_items(cx: &mut Cx<'_>, function: ObjId, args: &CallArgs) -> Rule {
    let Some(star) = args.star.filter(|_| args.names.is_empty()) else { return Ok(None) };
    let key = cx.host.key(function).map(|key| format!("rest:{key}"));
    let Some(key) = key.filter(|key| cx.host.has_overload(key)) else { return Ok(None) };
    let listed = match is_spread(star.ty) {
        true => None,
        false => builtins::call(cx, "builtins.list", &CallArgs::of(&[star]))?,
    };
    let items = listed.as_ref().map_or(star, Resolved::val);
    let vals: Vec<Val> = args.positional.iter().copied().chain([items]).collect();
    cx.check_settled(&vals)?;
    let types: Vec<Ty> = vals.iter().map(|val| val.ty).collect();
    let found = crate::calls::call_overload(cx, &key, &types, &[], &CallArgs::of(&vals))?;
    Ok(found.map(|found| {
        Resolved::one(found.val(), move |e, a| {
            let mut operands = a.to_vec();
            if let (Some(listed), Some((last, before))) = (&listed, a.split_last()) {
                operands.truncate(before.len());
                operands.push(e.resolved(listed, &[*last]));
            }
            e.resolved(&found, &operands)
        })
    }))
}

/// A call of a function of the library, whose parameters are not known.
pub fn call_of_library(cx: &mut Cx<'_>, args: &CallArgs, call: &mut dyn FnMut(&mut Cx<'_>, &CallArgs) -> Rule) -> Rule {
    call_with_counts(cx, args, usize::from(args.positional.is_empty())..=MOST_ITEMS, call)
}

/// A call for each of these numbers of items with which there can be one, and TypeError for other numbers; none where the items are a tuple
/// of known length.
pub fn call_with_counts(
    cx: &mut Cx<'_>,
    args: &CallArgs,
    counts: RangeInclusive<usize>,
    call: &mut dyn FnMut(&mut Cx<'_>, &CallArgs) -> Rule,
) -> Rule {
    let Some(star) = args.star.filter(|star| is_spread(star.ty)) else { return Ok(None) };
    cx.check_settled(&args.vals())?;
    let at = args.positional.len();
    let length = builtins::call(cx, "builtins.len", &CallArgs::of(&[star]))?;
    let length = needed(cx, length)?;
    let (mut calls, mut error) = (Vec::new(), None);
    for count in counts {
        let items = (0..count).map(|k| item(cx, star, k)).collect::<Result<Vec<_>>>()?;
        let mut given = CallArgs { star: None, ..args.clone() };
        given.positional.extend(items.iter().map(|item| Val::new(item_type(item.val().ty))));
        match call(cx, &given) {
            Ok(Some(rule)) if rule.vals.len() == 1 => calls.push((count, items, rule)),
            Ok(_) => {}
            Err(found) => error = error.or(Some(found)),
        }
    }
    if calls.is_empty() {
        return error.map_or(Ok(None), Err);
    }
    let vals: Vec<Val> = calls.iter().map(|(.., rule)| rule.val()).collect();
    let result = cx.one_of(&vals).ok_or_else(|| several_types(cx))?;
    Ok(Some(Resolved::one(result, move |e, a| {
        let number = e.resolved(&length, &a[at..=at]);
        let (end, made) = e.join_block(result.ty.bare());
        for (count, items, rule) in &calls {
            let (own, other) = (e.following_block(), e.following_block());
            let is_it = e.compare_int(CmpOp::Eq, number, *count as i64);
            e.builder().branch(is_it, (own, &[]), (other, &[]));
            e.builder().switch_to(own);
            let mut operands = a[..at].to_vec();
            operands.extend(items.iter().map(|item| e.resolved(item, &a[at..=at])));
            operands.extend_from_slice(&a[at + 1..]);
            let value = e.resolved(rule, &operands);
            let value = e.coerce(value, result.ty);
            e.builder().jump(end, &[value]);
            e.builder().switch_to(other);
        }
        let fits = e.bool(false);
        e.guard("TypeError", "the function can't be called with so many arguments", fits);
        let never = e.undef(result.ty.bare());
        e.builder().jump(end, &[never]);
        e.builder().switch_to(end);
        made
    })))
}

/// A call of a function that takes any number; none where the items are those for `*args` alone.
fn with_rest(cx: &mut Cx<'_>, func: FuncId, params: &Params, args: &CallArgs, captured: &[(Name, Ty)]) -> Rule {
    let Some(star) = args.star else { return Ok(None) };
    let (given, wanted) = (args.positional.len(), params.positional);
    if given == wanted && star.ty.list_form() == Some(ListForm::Tuple) {
        return Ok(None);
    }
    cx.check_settled(&args.vals())?;
    let is_named = |name: &Name| args.names.iter().any(|(other, _)| other == name);
    // The defaults of inner functions are values that they carry.
    let is_captured = |name: &Name| captured.iter().any(|(other, _)| other == name);
    let has_default = |k: usize| params.defaults.get(k).is_some_and(Option::is_some) || is_captured(&params.names[k]);
    if given > wanted || (given..wanted).any(|k| has_default(k) || is_named(&params.names[k])) {
        return Err(cx.error("a call with *args of no known length of a function that has both defaults and *args"));
    }
    let at = given;
    let check = if given < wanted { Some(enough_items(cx, func, params, args, captured)?) } else { None };
    let first = (0..wanted - given).map(|k| item(cx, star, k)).collect::<Result<Vec<_>>>()?;
    let from = Ty::literal_int((wanted - given) as i64);
    let rest = cx.overload("coluber.items_from", &[star, Val::weak(from)])?;
    let rest = needed(cx, rest)?;
    let mut all = args.clone();
    all.positional.extend(first.iter().map(|item| Val::new(item_type(item.val().ty))));
    all.star = Some(Val::new(item_type(rest.val().ty)));
    let rule = call_function(cx, func, &all, captured)?;
    Ok(Some(Resolved::one(rule.val(), move |e, a| {
        if let Some(check) = &check {
            (check.emit)(e, &a[at..=at]);
        }
        let mut operands = a[..at].to_vec();
        operands.extend(first.iter().map(|item| e.resolved(item, &a[at..=at])));
        let from = e.unit(from);
        operands.push(e.resolved(&rest, &[a[at], from]));
        operands.extend_from_slice(&a[at + 1..]);
        e.resolved(&rule, &operands)
    })))
}

/// Raises TypeError unless there are enough items, which are the operand, for the parameters that have no argument.
fn enough_items(
    cx: &mut Cx<'_>,
    func: FuncId,
    params: &Params,
    args: &CallArgs,
    captured: &[(Name, Ty)],
) -> Result<Resolved> {
    let star = args.star.unwrap_or(Val::undefined());
    let (given, least) = (args.positional.len(), params.positional - args.positional.len());
    let length = builtins::call(cx, "builtins.len", &CallArgs::of(&[star]))?;
    let length = needed(cx, length)?;
    let wrong = wrong(cx, func, params, captured, given)?;
    Ok(Resolved::effect(move |e, a| {
        let number = e.resolved(&length, a);
        let (enough, few) = (e.following_block(), e.following_block());
        let is_enough = e.compare_int(CmpOp::Ge, number, least as i64);
        e.builder().branch(is_enough, (enough, &[]), (few, &[]));
        e.builder().switch_to(few);
        e.resolved(&wrong, &[number]);
        e.builder().jump(enough, &[]);
        e.builder().switch_to(enough);
    }))
}

/// So many items of a sequence whose length is not part of its type, as a tuple.
pub struct Items {
    items: Vec<Resolved>,
    /// The type of the tuple.
    pub ty: Ty,
}

impl Items {
    /// The first `count` items of a list, or of a tuple of any length.
    pub fn of(cx: &mut Cx<'_>, sequence: Val, count: usize) -> Result<Self> {
        let items = (0..count).map(|k| item(cx, sequence, k)).collect::<Result<Vec<_>>>()?;
        let ty = Ty::tuple(items.iter().map(|item| item_type(item.val().ty)).collect::<Vec<_>>());
        Ok(Items { items, ty })
    }

    /// Whether the sequence has just these items.
    pub fn fits(&self, e: &mut Emitter<'_>, sequence: Value) -> Value {
        let length = e.list_len(sequence);
        e.compare_int(CmpOp::Eq, length, self.items.len() as i64)
    }

    /// The tuple.
    pub fn made(&self, e: &mut Emitter<'_>, sequence: Value) -> Value {
        let items: Vec<Value> = self.items.iter().map(|item| e.resolved(item, &[sequence])).collect();
        e.pack(&items, self.ty)
    }
}

/// The item at an index.
pub fn item(cx: &mut Cx<'_>, of: Val, k: usize) -> Result<Resolved> {
    let index = Ty::literal_int(k as i64);
    let item = subscript::getitem(cx, of, Val::weak(index))?;
    Ok(Resolved::one(item.val(), move |e, a| {
        let index = e.unit(index);
        e.resolved(&item, &[a[0], index])
    }))
}

/// Whether a type is a sequence whose length is not part of it.
pub fn is_spread(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::List { .. } | Kind::Array { ndim: 1.., .. })
}

/// The numbers of items with which the call has an argument for each parameter that needs one.
fn counts(params: &Params, args: &CallArgs, captured: &[(Name, Ty)]) -> RangeInclusive<usize> {
    let is_named = |k: usize| args.names.iter().any(|(name, _)| *name == params.names[k]);
    let is_captured = |k: usize| captured.iter().any(|(name, _)| *name == params.names[k]);
    let most = (0..params.positional).find(|&k| is_named(k)).unwrap_or(params.positional);
    let needs = |k: &usize| !is_named(*k) && !is_captured(*k) && params.defaults.get(*k).is_none_or(Option::is_none);
    let least = (0..most).rev().find(needs).map_or(0, |k| k + 1);
    least.saturating_sub(args.positional.len())..=most.saturating_sub(args.positional.len())
}

/// A call with a number of items.
struct Call {
    items: Vec<Resolved>,
    tuple: Ty,
    rule: Resolved,
}

impl Call {
    fn emit(&self, e: &mut Emitter<'_>, operands: &[Value], at: usize) -> Value {
        let items: Vec<Value> = self.items.iter().map(|item| e.resolved(item, &operands[at..=at])).collect();
        let mut operands = operands.to_vec();
        operands[at] = e.pack(&items, self.tuple);
        e.resolved(&self.rule, &operands)
    }
}

fn of_count(
    cx: &mut Cx<'_>,
    func: FuncId,
    args: &CallArgs,
    captured: &[(Name, Ty)],
    star: Val,
    count: usize,
) -> Result<Call> {
    let items = (0..count).map(|k| item(cx, star, k)).collect::<Result<Vec<_>>>()?;
    let tuple = Ty::tuple(items.iter().map(|item| item_type(item.val().ty)).collect::<Vec<_>>());
    let mut given = args.clone();
    given.star = Some(Val::new(tuple));
    let rule = call_function(cx, func, &given, captured)?;
    Ok(Call { items, tuple, rule })
}

/// What raises TypeError for a number of items, which is the operand.
fn wrong(cx: &mut Cx<'_>, func: FuncId, params: &Params, captured: &[(Name, Ty)], given: usize) -> Result<Resolved> {
    let is_own = |name: &Name| !captured.iter().any(|(other, _)| other == name);
    let of_all: Vec<&str> =
        params.names[..params.positional].iter().filter(|name| is_own(name)).map(|name| &**name).collect();
    let defaults = params.defaults.iter().take(of_all.len()).filter(|default| default.is_some()).count();
    let parts = [
        Ty::literal_str(cx.host.function_name(func)),
        Ty::literal_str(of_all.join(" ")),
        Ty::literal_int(defaults as i64),
        Ty::literal_int(given as i64),
    ];
    let mut vals: Vec<Val> = parts.iter().map(|&ty| Val::weak(ty)).collect();
    vals.push(Val::new(Ty::int64()));
    let found = cx.overload("coluber.wrong_count", &vals)?;
    let found = needed(cx, found)?;
    Ok(Resolved::one(found.val(), move |e, a| {
        let mut operands: Vec<Value> = parts.iter().map(|&ty| e.unit(ty)).collect();
        operands.push(a[0]);
        e.resolved(&found, &operands)
    }))
}

fn several_types(cx: &Cx<'_>) -> Box<Diagnostic> {
    cx.error("the calls that may happen here give values of several types")
}

fn needed(cx: &Cx<'_>, found: Option<Resolved>) -> Result<Resolved> {
    found.ok_or_else(|| cx.error("a call with *args of no known length"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::HostValue;

    /// Parameters, positional arguments, arguments by name, captured variables, and the numbers of items that fit.
    type Case = (&'static str, usize, &'static [&'static str], &'static [&'static str], RangeInclusive<usize>);

    /// The parameters of a function, those with a default behind a `=`.
    fn params(text: &str) -> Params {
        let parts: Vec<&str> = text.split(' ').filter(|part| !part.is_empty()).collect();
        let default = |part: &&str| part.ends_with('=').then(|| HostValue::of_type(Ty::none()));
        Params {
            names: parts.iter().map(|part| part.trim_end_matches('=').into()).collect(),
            positional: parts.len(),
            defaults: parts.iter().map(default).collect(),
            ..Params::default()
        }
    }

    #[test]
    fn numbers_of_items_that_fit() {
        let cases: [Case; 8] = [
            ("a b c", 0, &[], &[], 3..=3),
            ("a b c", 2, &[], &[], 1..=1),
            ("a b= c=", 0, &[], &[], 1..=3),
            ("a b= c=", 2, &[], &[], 0..=1),
            ("a b c", 0, &["c"], &[], 2..=2),
            ("a b c=", 0, &["b"], &[], 1..=1),
            ("a b c", 0, &[], &["c"], 2..=3),
            ("a=", 1, &[], &[], 0..=0),
        ];
        for (text, positional, named, captured, wanted) in cases {
            let val = Val::new(Ty::int64());
            let args = CallArgs {
                positional: vec![val; positional],
                names: named.iter().map(|&name| (name.into(), val)).collect(),
                star: None,
            };
            let captured: Vec<(Name, Ty)> = captured.iter().map(|&name| (name.into(), Ty::int64())).collect();
            assert_eq!(counts(&params(text), &args, &captured), wanted, "{text}");
        }
    }

    #[test]
    fn sequences_whose_length_is_no_part_of_their_type() {
        let array = |ndim| Ty::array(Ty::int64(), ndim, coluber_types::Layout::C);
        for (ty, wanted) in [
            (Ty::list(Ty::int64()), true),
            (array(1), true),
            (array(0), false),
            (Ty::uni_tuple(Ty::int64(), 2), false),
            (Ty::string(), false),
        ] {
            assert_eq!(is_spread(ty), wanted, "{ty}");
        }
    }
}
