//! What takes None or a value, but not a value that may be None, is decided twice: which of the two it is, is asked when the program runs.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_types::{Kind, Ty};

/// One of the rules for None and for the value, where an argument may be None. Where there is no rule for None, or its result is of
/// another kind, the argument must not be None: that is checked. Operands in front of the arguments are `before` many.
pub fn either(
    cx: &mut Cx<'_>,
    args: &CallArgs,
    before: usize,
    rule: &mut dyn FnMut(&mut Cx<'_>, &CallArgs) -> Rule,
) -> Rule {
    let Some((position, inner)) = first_optional(args) else { return rule(cx, args) };
    let Some(present) = either(cx, &replaced(args, position, inner), before, rule)? else { return Ok(None) };
    let absent = either(cx, &replaced(args, position, Ty::none()), before, rule).ok().flatten();
    let place = before + position;
    Ok(Some(match absent {
        Some(absent) => decided(cx, place, inner, absent, present),
        None => checked(place, inner, present),
    }))
}

/// One of two rules, for None and for the value that the operand `place` may be. Where their results are of several kinds, it must not be
/// None: that is checked.
pub fn decided(cx: &mut Cx<'_>, place: usize, inner: Ty, absent: Resolved, present: Resolved) -> Resolved {
    let is_value = |rule: &Resolved| rule.vals.len() == 1;
    let can_join = is_value(&absent) && is_value(&present);
    match can_join.then(|| cx.one_of(&[absent.val(), present.val()])).flatten() {
        Some(result) => branched(place, result, absent, present),
        None => checked(place, inner, present),
    }
}

/// The modules whose functions are others where an argument is None, or was not given. Iterators ask themselves: those that are made of None
/// have other types.
const MODULES: &[&str] = &["bisect", "collections", "functools", "heapq", "numpy", "random"];

/// Whether that is to be asked before anything else.
pub fn are_decided_first(key: &str, args: &CallArgs) -> bool {
    let module = key.split('.').next().unwrap_or_default();
    (MODULES.contains(&module) || key == "builtins.pow") && are_in(args)
}

/// Whether there is an argument that may be None.
pub fn are_in(args: &CallArgs) -> bool {
    first_optional(args).is_some()
}

fn first_optional(args: &CallArgs) -> Option<(usize, Ty)> {
    if args.star.is_some() {
        return None;
    }
    args.vals().iter().enumerate().find_map(|(k, val)| match val.ty.kind() {
        Kind::Optional(inner) => Some((k, *inner)),
        _ => None,
    })
}

/// The arguments with another type for one of them.
fn replaced(args: &CallArgs, position: usize, ty: Ty) -> CallArgs {
    let mut args = args.clone();
    let count = args.positional.len();
    match position.checked_sub(count) {
        None => args.positional[position].ty = ty,
        Some(named) => args.names[named].1.ty = ty,
    }
    args
}

fn with(operands: &[Value], place: usize, value: Value) -> Vec<Value> {
    let mut operands = operands.to_vec();
    operands[place] = value;
    operands
}

fn checked(place: usize, inner: Ty, present: Resolved) -> Resolved {
    let emit = present.emit.clone();
    let emit = move |e: &mut Emitter<'_>, operands: &[Value]| {
        let value = e.coerce(operands[place], inner);
        emit(e, &with(operands, place, value))
    };
    Resolved { emit: std::rc::Rc::new(emit), elementwise: None, assignment: None, ..present }
}

fn branched(place: usize, result: Val, absent: Resolved, present: Resolved) -> Resolved {
    Resolved::one(result, move |e, operands| {
        let (is_there, payload) = (e.part(operands[place], 0), e.part(operands[place], 1));
        let none = e.unit(Ty::none());
        let (end, made) = e.join_block(result.ty.bare());
        let (first, second) = (e.following_block(), e.following_block());
        e.builder().branch(is_there, (first, &[]), (second, &[]));
        let texts = e.texts.clone();
        for (block, rule, value) in [(first, &present, payload), (second, &absent, none)] {
            e.builder().switch_to(block);
            let found = e.resolved(rule, &with(operands, place, value));
            let found = e.coerce(found, result.ty);
            e.builder().jump(end, &[found]);
            e.texts.clone_from(&texts);
        }
        e.builder().switch_to(end);
        made
    })
}
