//! Calls of compiled functions: what is passed for each parameter, and for which types the function is compiled.

use super::CallArgs;
use crate::context::{Cx, is_any_unsettled};
use crate::host::{Divided, FuncId, HostData, HostValue, Params, Specialised};
use crate::instances::in_circle;
use crate::keywords;
use crate::strong;
use crate::text::is_deferred;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, ErrorClass, Name, Result};
use coluber_ir::{Terminator, Value};
use coluber_types::containers::has_unknown;
use coluber_types::convert::{as_if_aligned, unaligned_as};
use coluber_types::{Kind, ListForm, Ty};

/// What is passed for a parameter.
#[derive(Clone, Debug)]
enum Passed {
    /// An operand of the call.
    Operand(usize),
    /// An item of the star tuple.
    StarItem(usize),
    /// Nothing: the default is used.
    Omitted(u32),
    /// The value of a default that is no simple constant.
    Default(HostValue),
    /// Several as a tuple, for `*args`.
    Tuple(Vec<Passed>),
    /// Operands with these names, for `**kwargs`.
    Keywords(Vec<(Name, usize)>),
    /// A value captured by a closure.
    Captured(usize),
}

/// Calls a Python function. `captured` are values that a closure carries, by the name of the parameter they fill in.
/// Where the function wants to know values, it gets those of the constants that are passed.
pub fn call_function(cx: &mut Cx<'_>, func: FuncId, args: &CallArgs, captured: &[(Name, Ty)]) -> Result<Resolved> {
    if let Some(found) = crate::spread::call(cx, func, args, captured)? {
        return Ok(found);
    }
    keywords::check_passed(cx, args.vals().iter().map(|val| val.ty).chain(captured.iter().map(|(_, ty)| *ty)))?;
    let call = call_specialised(cx, func, args, captured, true)?;
    keywords::opened(cx, call)
}

/// `constants` says whether the function may get the values of constants.
pub(super) fn call_specialised(
    cx: &mut Cx<'_>,
    func: FuncId,
    args: &CallArgs,
    captured: &[(Name, Ty)],
    constants: bool,
) -> Result<Resolved> {
    let func = if cx.options.divides(Divided::Arrays) { cx.host.parallel_form(func) } else { func };
    let params = cx.host.params(func);
    let plan = bind(cx, func, &params, args, captured).map_err(|error| {
        let name = cx.host.function_name(func);
        error.note(format!("the function is {name}({})", params.names.join(", ")))
    })?;
    let given: Vec<Ty> = plan.iter().map(|p| passed_type(cx, p, args, captured)).collect();
    if given.iter().any(|ty| ty.is_unsettled()) || is_any_unsettled(&args.vals()) {
        if let Some(ret) = cx.host.given_so_far(func) {
            cx.sites.suppose(ret);
        }
        if cx.sites.asking {
            fill(cx, func, &given)?;
        }
        return supposed(cx);
    }
    if given.iter().any(|ty| crate::dicts::would_round(*ty)) && widened(cx, func, &given)? == Some(true) {
        return Err(cx.sites.postpone(cx.span));
    }
    let types: Vec<Ty> = given.iter().map(|ty| ty.bare()).collect();
    let (types, declared) = match cx.host.signatures(func) {
        Some(signatures) => match best_signature(cx, &signatures, &types) {
            // The body of such a function stands for its call, and its types are those of the place where it is.
            Err(_) if cx.host.options(func).inline => (types, None),
            best => best.map(|(types, declared)| (types, Some(declared)))?,
        },
        None => (with_any_length(cx, func, &plan, types), None),
    };
    let func = strong_form(cx, func, &plan, &types, args)?;
    let (types, target) = match specialise(cx, func, &plan, types, args, constants) {
        Err(error) if error.wants_field.is_some() => return Err(error),
        Err(error) if error.wants_room() && given.iter().any(|ty| ty.has_site()) => match fill(cx, func, &given)? {
            true => {
                // A function that is asked what it fills, and calls itself, knows what it gives so far.
                let so_far = cx.host.given_so_far(func);
                so_far.into_iter().for_each(|ret| cx.sites.suppose(ret));
                return supposed(cx);
            }
            false => return Err(error),
        },
        done => done?,
    };
    let name = cx.host.function_name(func);
    let (target, known) = filled_here(cx, func, &types, target)?;
    let (spec, ret) = (target.spec, target.ret);
    // The result is what the signature says; the callee is typed without it.
    let result = declared.filter(|declared| target.done && *declared != known.bare()).unwrap_or(known);
    let star_at = args.star.map(|_| args.positional.len());
    let first_captured = args.vals().len();
    let never = target.never || target.done && never_returns(cx, func, ret);
    let call = Resolved::one(Val::weak(result), move |e, operands| {
        let mut passed = Vec::new();
        for (p, ty) in plan.iter().zip(&types) {
            passed.push(pass(e, p, ty.of_display(), operands, star_at, first_captured));
        }
        let value = e.call(spec, &name, &passed, ret);
        if result == known { value } else { e.coerce(value, result) }
    });
    Ok(Resolved { never, ..call })
}

/// The types with those of tuples of any length in the place of tuples that grow with each call of a recursive function.
fn with_any_length(cx: &mut Cx<'_>, func: FuncId, plan: &[Passed], mut types: Vec<Ty>) -> Vec<Ty> {
    for (k, passed) in plan.iter().enumerate() {
        if let (Passed::Operand(_), Kind::Tuple(_)) = (passed, types[k].kind()) {
            types[k] = cx.host.of_any_length(func, k, types[k]).unwrap_or(types[k]);
        }
    }
    types
}

/// Whether no statement of a function gives its result, as where it only raises. Of what comes from the cache nothing else is known.
fn never_returns(cx: &mut Cx<'_>, func: FuncId, ret: Ty) -> bool {
    if ret != Ty::none() {
        return false;
    }
    let Ok(body) = cx.host.untyped(func) else { return false };
    let mut ends = body.layout.iter().map(|&block| &body.blocks[block].term);
    !ends.any(|end| matches!(end, Terminator::Return(_)))
}

/// What a call gives that is typed later: nothing, or the type that its result will have, for what the function puts into containers of the
/// caller may depend on that.
fn supposed(cx: &mut Cx<'_>) -> Result<Resolved> {
    let Some(ty) = cx.sites.supposed() else { return Err(cx.sites.postpone(cx.span)) };
    cx.sites.filled = true;
    Ok(Resolved::one(Val::weak(ty), move |e, _| e.undef(ty)))
}

/// Asks a function what it puts into lists that this one makes. Whether that is something else than they have, or can't be said yet.
fn fill(cx: &mut Cx<'_>, func: FuncId, given: &[Ty]) -> Result<bool> {
    Ok(widened(cx, func, given)?.unwrap_or(true))
}

/// As `fill`; None when it can't be said yet.
fn widened(cx: &mut Cx<'_>, func: FuncId, given: &[Ty]) -> Result<Option<bool>> {
    let Some((filled, ret)) = cx.host.filled(func, given)? else { return Ok(None) };
    if let Some(error) = given.iter().zip(&filled).find_map(|(given, filled)| in_circle(cx, *given, *filled)) {
        return Err(error);
    }
    cx.sites.suppose(ret);
    // An object that the function gives back, or one like it: what is put into its containers is put into those of the argument.
    let is_given = |(ty, filled): &(&Ty, &Ty)| ty.has_site() && **filled == ret && ret.shape().is_some();
    if let Some((own, _)) = given.iter().zip(&filled).find(is_given) {
        cx.sites.suppose_given(*own);
    }
    let mut is_more = false;
    for (k, (ty, filled)) in given.iter().zip(filled).enumerate() {
        let open = cx.sites.put_in(filled, k);
        let is_new = cx.sites.is_new_flow(*ty, open);
        is_more |= is_new || !has_unknown(filled) && ty.bare() != filled;
    }
    Ok(Some(is_more))
}

/// Lists of unknown items that a function gives become what is put into them here: the function makes such ones, when it is known what.
/// The second is the type of the call's value.
fn filled_here(cx: &mut Cx<'_>, func: FuncId, types: &[Ty], target: Specialised) -> Result<(Specialised, Ty)> {
    let known = cx.sites.result(target.ret);
    let filled = known.bare();
    if filled == target.ret {
        return Ok((target, known));
    }
    if target.done && !has_unknown(filled) {
        let made = cx.host.specialise_for(func, types, filled, cx.span)?;
        // What the function does not make itself stays what it is.
        if made.done && made.ret != filled {
            return Err(cx.error(format!("a function that gives {} can't give {filled}", target.ret)));
        }
        return Ok((made, known));
    }
    // What nothing here fills may be filled by who gets it.
    if target.done
        && cx.sites.asking
        && let Ok(made) = cx.host.specialise_for(func, types, filled, cx.span)
        && made.done
        && made.ret == filled
    {
        return Ok((made, known));
    }
    cx.sites.filled = true;
    Ok((target, known))
}

/// The function as it is for those arguments that are numbers of NumPy, where that makes a difference.
fn strong_form(cx: &mut Cx<'_>, func: FuncId, plan: &[Passed], types: &[Ty], args: &CallArgs) -> Result<FuncId> {
    let vals = args.vals();
    let is_number = |passed: &Passed| match passed {
        Passed::Operand(k) => vals[*k].ty.is_number() && !vals[*k].weak,
        Passed::StarItem(k) => {
            args.star.is_some_and(|star| !star.weak && star.ty.tuple_items().is_some_and(|items| items[*k].is_number()))
        }
        _ => false,
    };
    let is_strong = |passed: &Passed| match passed {
        Passed::Tuple(items) => items.iter().any(is_number),
        passed => is_number(passed),
    };
    let given = (0..plan.len().min(32)).filter(|&k| is_strong(&plan[k])).fold(0, |found, k| found | 1 << k);
    match strong::counting(types, given) {
        0 => Ok(func),
        _ if cx.host.options(func).elementwise => Ok(func),
        strong => cx.host.strong_form(func, strong),
    }
}

/// The specialisation for these types; where it wants to know values, that for the constants that are passed.
fn specialise(
    cx: &mut Cx<'_>,
    func: FuncId,
    plan: &[Passed],
    mut types: Vec<Ty>,
    args: &CallArgs,
    constants: bool,
) -> Result<(Vec<Ty>, Specialised)> {
    let func = match cx.sites.is_sent(func, &types) {
        Some(sent) => cx.host.sent(func, sent)?,
        None => func,
    };
    loop {
        let error = match cx.host.specialise(func, &types, cx.span) {
            Ok(target) => return Ok((types, target)),
            Err(error) if error.wants_constants.is_empty() => {
                return match constants {
                    true => with_constants(cx, func, plan, (types, args), error),
                    false => Err(error),
                };
            }
            Err(error) => error,
        };
        let mut unknown = Vec::new();
        for parameter in &error.wants_constants {
            let Some(Passed::Operand(k)) = plan.get(*parameter) else {
                return Err(error.wanting_constants(Vec::new()));
            };
            match args.vals()[*k] {
                val if constants && val.is_constant() && types[*parameter] != val.ty => types[*parameter] = val.ty,
                val => match cx.sites.displays.iter().find(|known| known.0 == val.ty) {
                    Some((_, shown)) if constants && types[*parameter] != *shown => types[*parameter] = *shown,
                    _ => unknown.push(*k),
                },
            }
        }
        if !unknown.is_empty() {
            return Err(error.wanting_constants(unknown));
        }
    }
}

/// The specialisation for the constants among the arguments, where there is none without them; else the error.
fn with_constants(
    cx: &mut Cx<'_>,
    func: FuncId,
    plan: &[Passed],
    (mut types, args): (Vec<Ty>, &CallArgs),
    error: Box<Diagnostic>,
) -> Result<(Vec<Ty>, Specialised)> {
    let (vals, before) = (args.vals(), types.clone());
    for (ty, passed) in types.iter_mut().zip(plan) {
        if let Passed::Operand(k) = passed
            && vals[*k].literal().is_some()
        {
            *ty = vals[*k].ty;
        }
    }
    let is_about_types =
        matches!(error.class, ErrorClass::Typing | ErrorClass::UntypedAttribute | ErrorClass::RequireLiteral);
    if types == before || !is_about_types || error.wants_room() || error.wants_field.is_some() || error.tried_constants
    {
        return Err(error);
    }
    cx.host.specialise(func, &types, cx.span).map(|target| (types, target)).map_err(|other| {
        let runs_away = error.runs_away | other.runs_away;
        let mut found = if other.is_behind(&error) { other } else { error };
        (found.tried_constants, found.runs_away) = (true, runs_away);
        found
    })
}

/// The signature that takes arguments of these types best: the types of its arguments and of its result. Arrays that are not aligned have
/// code of their own.
fn best_signature(cx: &Cx<'_>, signatures: &[(Vec<Ty>, Ty)], types: &[Ty]) -> Result<(Vec<Ty>, Ty)> {
    let unaligned = || {
        let (args, ret) = best_of(signatures, &as_if_aligned(types)?)?;
        Some((unaligned_as(&args, types), ret))
    };
    best_of(signatures, types).or_else(unaligned).ok_or_else(|| {
        let types: Vec<String> = types.iter().map(Ty::to_string).collect();
        cx.error(format!("No matching definition for argument type(s) {}", types.join(", ")))
    })
}

fn best_of(signatures: &[(Vec<Ty>, Ty)], types: &[Ty]) -> Option<(Vec<Ty>, Ty)> {
    let cost = |candidate: &[Ty]| -> Option<Vec<coluber_types::Conversion>> {
        (candidate.len() == types.len()).then_some(())?;
        let mut costs =
            types.iter().zip(candidate).map(|(a, b)| coluber_types::conversion(*a, *b)).collect::<Option<Vec<_>>>()?;
        costs.sort_by(|a, b| b.cmp(a));
        Some(costs)
    };
    let best = signatures.iter().filter_map(|found| cost(&found.0).map(|c| (c, found))).min_by(|a, b| a.0.cmp(&b.0));
    best.map(|(_, found)| found.clone())
}

fn passed_type(cx: &Cx<'_>, p: &Passed, args: &CallArgs, captured: &[(Name, Ty)]) -> Ty {
    match p {
        Passed::Operand(k) => argument_type(cx, args.vals()[*k]),
        Passed::StarItem(k) => args.star.and_then(|s| s.ty.tuple_items()).map_or(Ty::none(), |t| t[*k]),
        Passed::Omitted(k) => Ty::new(Kind::Omitted(*k)),
        Passed::Default(value) => value.ty,
        Passed::Tuple(items) => Ty::tuple(items.iter().map(|p| passed_type(cx, p, args, captured)).collect::<Vec<_>>()),
        Passed::Keywords(named) => Ty::new(Kind::Keywords {
            names: named.iter().map(|(name, _)| name.clone()).collect(),
            items: named.iter().map(|(_, k)| argument_type(cx, args.vals()[*k]).bare()).collect(),
        }),
        Passed::Captured(k) => captured[*k].1,
    }
}

/// The type that a callee sees: literal integers and strings are widened, so that calls with different constants share code; text in
/// pieces is put together, once, where it was made. Kernels, which can't make strings, hand on the pieces.
fn argument_type(cx: &Cx<'_>, val: Val) -> Ty {
    if is_deferred(val.ty) && !cx.options.cuda {
        return Ty::string();
    }
    val.ty.stored()
}

fn pass(
    e: &mut crate::emit::Emitter<'_>,
    p: &Passed,
    ty: Ty,
    operands: &[Value],
    star_at: Option<usize>,
    first_captured: usize,
) -> Value {
    match p {
        Passed::Operand(k) => e.coerce(operands[*k], ty),
        Passed::StarItem(k) => {
            let item = e.part(operands[star_at.unwrap_or(0)], *k);
            e.coerce(item, ty)
        }
        Passed::Omitted(_) => e.unit(ty),
        Passed::Default(value) => {
            let value = crate::tuples::emit_constant(e, value.ty, &value.data);
            e.coerce(value, ty)
        }
        Passed::Captured(k) => operands[first_captured + k],
        Passed::Keywords(named) => {
            let types = coluber_types::fields::fields(ty);
            let parts: Vec<Value> = named.iter().zip(types).map(|((_, k), t)| e.coerce(operands[*k], t)).collect();
            e.pack(&parts, ty)
        }
        Passed::Tuple(items) => {
            let types = ty.tuple_items().unwrap_or(&[]);
            let parts: Vec<Value> =
                items.iter().zip(types).map(|(p, t)| pass(e, p, *t, operands, star_at, first_captured)).collect();
            e.pack(&parts, ty)
        }
    }
}

/// Arguments to parameters, with CPython's messages for what does not fit.
fn bind(
    cx: &mut Cx<'_>,
    func: FuncId,
    params: &Params,
    args: &CallArgs,
    captured: &[(Name, Ty)],
) -> Result<Vec<Passed>> {
    let mut given: Vec<Passed> = (0..args.positional.len()).map(Passed::Operand).collect();
    let is_rest = |star: &Val| params.varargs && star.ty.list_form() == Some(ListForm::Tuple);
    let rest = args.star.filter(is_rest).map(|_| Passed::Operand(args.positional.len()));
    if let (Some(star), None) = (args.star, &rest) {
        let Some(items) = star.ty.tuple_items() else {
            return Err(cx.error(format!("*args in function calls must be a tuple, not {}", star.ty)));
        };
        given.extend((0..items.len()).map(Passed::StarItem));
    }
    let fixed = params.positional + params.keyword_only;
    let mut slots: Vec<Option<Passed>> = vec![None; fixed];
    let extra = given.split_off(given.len().min(params.positional));
    for (slot, value) in slots.iter_mut().zip(given) {
        *slot = Some(value);
    }
    if !extra.is_empty() && !params.varargs {
        return Err(cx.error(format!(
            "too many positional arguments: expected {}, got {}",
            params.positional,
            params.positional + extra.len()
        )));
    }
    let named_from = args.positional.len() + usize::from(args.star.is_some());
    let mut named = Vec::new();
    for (k, (name, _)) in args.names.iter().enumerate() {
        let Some(slot) = params.names[..fixed].iter().position(|p| p == name).filter(|s| *s >= params.positional_only)
        else {
            if params.varkw {
                named.push((name.clone(), named_from + k));
                continue;
            }
            return Err(cx.error(format!("got an unexpected keyword argument '{name}'")));
        };
        if slots[slot].replace(Passed::Operand(named_from + k)).is_some() {
            return Err(cx.error(format!("got multiple values for argument '{name}'")));
        }
    }
    let mut out = Vec::new();
    for (k, slot) in slots.into_iter().enumerate() {
        let name = &params.names[k];
        out.push(match slot {
            Some(passed) => passed,
            None => match captured.iter().position(|c| c.0 == *name) {
                Some(c) => Passed::Captured(c),
                None if params.defaults.get(k).is_some_and(Option::is_some) => Passed::Omitted(k as u32),
                None => match cx.host.default(func, name) {
                    Some(value) if has_data(&value, cx.options.cuda) => Passed::Default(value),
                    given => return Err(missing(cx, name, given.is_some())),
                },
            },
        });
    }
    if params.varargs {
        out.push(rest.unwrap_or(Passed::Tuple(extra)));
    }
    if params.varkw {
        out.push(match crate::spread_names::of_others(args) {
            // A dict of all that no parameter takes.
            Some(k) if named.len() == 1 => Passed::Operand(named_from + k),
            Some(k) => return Err(keywords::unknown_names(cx, args.names[k].1)),
            None => Passed::Keywords(named),
        });
    }
    // Captured variables follow the parameters.
    out.extend((0..captured.len()).filter(|k| params.is_carried(&captured[*k].0)).map(Passed::Captured));
    Ok(out)
}

/// Whether a default is a value that any call may be given: an array, a number, a tuple, a container of the program. Kernels have no
/// containers.
fn has_data(value: &HostValue, is_kernel: bool) -> bool {
    let is_missing = is_kernel && value.is_shared();
    // A function is its type alone.
    !is_missing && (!matches!(value.data, HostData::None) || matches!(value.ty.kind(), Kind::Dispatcher(_)))
}

fn missing(cx: &Cx<'_>, name: &Name, has_default: bool) -> Box<Diagnostic> {
    let error = cx.error(format!("missing a required argument: '{name}'"));
    match has_default {
        true => error.hint(format!(
            "its default is an object that compiled code can't share between calls: write {name}=None, and 'if {name} is None: {name} = ...'"
        )),
        false => error,
    }
}
