//! Calls of what has implementations: the library and those of programs.

use super::CallArgs;
use super::functions::{call_function, call_specialised};
use crate::context::{Cx, Rule, is_any_unsettled};
use crate::host::{Divided, FuncId, Options};
use crate::value::Resolved;
use coluber_base::{Diagnostic, ErrorClass, Name};
use coluber_ir::py::Op;
use coluber_ir::{Const, Terminator};
use coluber_types::{Kind, Literal, Ty};

/// So many implementations of a program are tried for a call.
const MOST_IMPLEMENTATIONS: usize = 16;

/// The names of functions of an array that give less than one.
const REDUCTIONS: &[&str] = &[
    "sum",
    "prod",
    "min",
    "max",
    "amin",
    "amax",
    "argmin",
    "argmax",
    "mean",
    "var",
    "std",
    "any",
    "all",
    "ptp",
    "count_nonzero",
];

/// Calls the implementation of `key` for these arguments, if there is one: where that wants to know values, the one that is given for
/// the types of constants.
pub fn call_overload(cx: &mut Cx<'_>, key: &str, types: &[Ty], names: &[Name], args: &CallArgs) -> Rule {
    // Text in pieces is put together where it is passed on; kernels can't.
    let is_put_together = |ty: Ty| crate::text::is_deferred(ty) && !cx.options.cuda;
    let plain = |ty: &Ty| if is_put_together(*ty) { Ty::string() } else { ty.bare() };
    let types = &types.iter().map(plain).collect::<Vec<_>>()[..];
    if is_any_unsettled(&args.vals()) && cx.host.has_overload(key) {
        return Err(ask_overload(cx, key, types, names, args));
    }
    if cx.options.undivided.contains(&Divided::Reductions) && cx.options.divides(Divided::Arrays) && is_reduction(key) {
        let options = Options { parallel: false, ..(*cx.options).clone() };
        let cx = &mut Cx { host: &mut *cx.host, options: options.into(), sites: &mut *cx.sites, ..*cx };
        return call_overload(cx, key, types, names, args);
    }
    if let Some(found) = call_parallel(cx, key, types, names, args)? {
        return Ok(Some(found));
    }
    let asked = cx.key_of_target(key);
    let shown = with_displays(cx, types, args);
    // The library needs no more than types.
    let first = if key.starts_with("overload.") { &shown } else { types };
    let (func, error) = match cx.host.overload(&asked, first, names, cx.span) {
        Ok(Some(func)) if let Some(answer) = known_answer(cx, func) => return Ok(Some(Resolved::constant(answer))),
        Ok(Some(func)) => match call_specialised(cx, func, args, &[], false) {
            Err(error) if !error.wants_constants.is_empty() => (Some(func), error),
            Err(mut error) if error.class == ErrorClass::Typing && !error.ends_search => {
                // It may be one that can be compiled for constants only.
                if !error.tried_constants && args.vals().iter().any(|val| val.literal().is_some()) {
                    error.tried_constants = true;
                    if let Ok(found) = call_specialised(cx, func, args, &[], true) {
                        return Ok(Some(found));
                    }
                }
                return call_next(cx, key, (types, names), args, func, error);
            }
            done => return done.map(Some),
        },
        // The overload function itself wants to know.
        Err(error) if !error.wants_constants.is_empty() => (None, error),
        Err(error) if error.class == ErrorClass::RequireLiteral => {
            return call_varying(cx, key, (types, names), args, error);
        }
        other => return other.map(|_| None),
    };
    let vals = args.vals();
    let is_known =
        |k: &usize| vals.get(*k).is_some_and(|val| val.literal().is_some() || shown.get(*k) != types.get(*k));
    if !error.wants_constants.iter().all(is_known) {
        return Err(error);
    }
    let asked = format!("constants:{key}");
    let asked = cx.key_of_target(&asked);
    match cx.host.overload(&asked, &shown, names, cx.span)?.or(func) {
        Some(func) => call_function(cx, func, args, &[]).map(Some),
        None => Ok(None),
    }
}

/// The constant that a function gives and does nothing else, as those that answer questions about types: branches on it are decided.
fn known_answer(cx: &mut Cx<'_>, func: FuncId) -> Option<Ty> {
    let body = cx.host.untyped(func).ok()?;
    let &[block] = &body.layout[..] else { return None };
    let (insts, Terminator::Return(value)) = (&body.blocks[block].insts, &body.blocks[block].term) else { return None };
    let &[inst] = &insts[..] else { return None };
    let made = &body.insts[inst];
    let answer = match &made.op {
        _ if !made.results.contains(value) => return None,
        Op::Const { value: Const::Bool(answer) } => Ty::literal_bool(*answer),
        Op::Free { name } => cx.host.free(func, name)?.ty,
        _ => return None,
    };
    let is_known = matches!(answer.kind(), Kind::Literal(Literal::Bool(_) | Literal::Int(_)));
    is_known.then_some(answer)
}

/// The types of arguments, where those that are displays say what they were made of.
fn with_displays(cx: &Cx<'_>, types: &[Ty], args: &CallArgs) -> Vec<Ty> {
    let vals = args.vals();
    let shown = |(k, ty): (usize, &Ty)| {
        let known = vals.get(k).and_then(|val| cx.sites.displays.iter().find(|known| known.0 == val.ty));
        known.map_or(*ty, |known| known.1)
    };
    types.iter().enumerate().map(shown).collect()
}

/// Calls the implementation that chooses, as the program runs, among those for constants; where there is none, that is an error.
fn call_varying(
    cx: &mut Cx<'_>,
    key: &str,
    (types, names): (&[Ty], &[Name]),
    args: &CallArgs,
    error: Box<Diagnostic>,
) -> Rule {
    let asked = format!("varying:{key}");
    match cx.host.overload(&cx.key_of_target(&asked), types, names, cx.span)? {
        Some(func) => call_function(cx, func, args, &[]).map(Some),
        None => Err(error),
    }
}

/// The call waits for the items of a list that the function makes; when nothing else says what they are, the implementation is asked
/// what it puts into the list.
fn ask_overload(cx: &mut Cx<'_>, key: &str, types: &[Ty], names: &[Name], args: &CallArgs) -> Box<Diagnostic> {
    if cx.sites.asking {
        let asked = cx.key_of_target(key).into_owned();
        if let Ok(Some(func)) = cx.host.overload(&asked, types, names, cx.span) {
            // What it puts into the list is noted with the list, whatever else comes of the call.
            let _ = call_specialised(cx, func, args, &[], false);
        }
    }
    cx.sites.postpone(cx.span)
}

/// Whether a key is that of a function of an array that gives less than one.
fn is_reduction(key: &str) -> bool {
    let name = ["numpy.nan", "numpy.", "array.", "coluber.fused."].iter().find_map(|prefix| key.strip_prefix(prefix));
    name.is_some_and(|name| REDUCTIONS.contains(&name))
}

/// Calls the next implementation that programs have given for these arguments, where the first one can't be typed. There seldom is one.
fn call_next(
    cx: &mut Cx<'_>,
    key: &str,
    (types, names): (&[Ty], &[Name]),
    args: &CallArgs,
    first: FuncId,
    error: Box<Diagnostic>,
) -> Rule {
    for skipped in 0..MOST_IMPLEMENTATIONS {
        let asked = cx.key_of_target(&format!("next:{skipped}:{key}")).into_owned();
        let Ok(Some(func)) = cx.host.overload(&asked, types, names, cx.span) else { break };
        if func == first {
            continue;
        }
        if let Ok(found) = call_specialised(cx, func, args, &[], false) {
            return Ok(Some(found));
        }
    }
    Err(error)
}

/// Calls the implementation for functions with `parallel=True`, if there is one.
fn call_parallel(cx: &mut Cx<'_>, key: &str, types: &[Ty], names: &[Name], args: &CallArgs) -> Rule {
    let forms = [(Divided::Arrays, format!("parallel:{key}")), (Divided::Stencils, format!("parallel stencil:{key}"))];
    let is_there = |(what, key): &(Divided, String)| cx.options.divides(*what) && cx.host.has_overload(key);
    let Some((_, key)) = forms.into_iter().find(is_there) else {
        return Ok(None);
    };
    match cx.host.overload(&key, types, names, cx.span)? {
        Some(func) => call_function(cx, func, args, &[]).map(Some),
        None => Ok(None),
    }
}

/// The error of a call that the library refuses, with the argument that it does not take.
pub(crate) fn with_reason(cx: &mut Cx<'_>, key: &str, error: Box<Diagnostic>, args: &CallArgs) -> Box<Diagnostic> {
    if args.star.is_some() {
        return error;
    }
    let types: Vec<Ty> = args.vals().iter().map(|val| val.ty).collect();
    let names: Vec<Name> = args.names.iter().map(|(name, _)| name.clone()).collect();
    match cx.host.overload(&format!("refused:{key}"), &types, &names, cx.span) {
        Err(reason) => error.note(reason.message.clone()),
        Ok(_) => error,
    }
}
