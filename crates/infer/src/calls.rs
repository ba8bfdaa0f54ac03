//! Calls: what the callee is, and how arguments meet parameters.

use crate::context::{Cx, Rule, is_any_unsettled};
use crate::hints;
use crate::host::{Divided, FuncId, HostData, HostValue, Options, Params, Specialised};
use crate::text::is_deferred;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, ErrorClass, Name, Result};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::containers::has_unknown;
use coluber_types::convert::{as_if_aligned, unaligned_as};
use coluber_types::{Kind, ListForm, ObjId, Ty};

/// The arguments of a call.
#[derive(Clone, Debug, Default)]
pub struct CallArgs {
    /// Positional arguments.
    pub positional: Vec<Val>,
    /// Arguments given by name.
    pub names: Vec<(Name, Val)>,
    /// A tuple of further positional arguments (`*args`), after the positional ones.
    pub star: Option<Val>,
}

impl CallArgs {
    /// Of values that are given by position.
    pub fn of(vals: &[Val]) -> Self {
        CallArgs { positional: vals.to_vec(), ..CallArgs::default() }
    }

    /// All values in the order of the operands.
    pub fn vals(&self) -> Vec<Val> {
        let named = self.names.iter().map(|n| n.1);
        self.positional.iter().copied().chain(self.star).chain(named).collect()
    }

    /// Operand positions for parameters with these names: positional first, then by name; None where not given.
    pub fn bind(&self, parameters: &[&str]) -> Option<Vec<Option<usize>>> {
        if self.star.is_some() || self.positional.len() > parameters.len() {
            return None;
        }
        let mut out: Vec<Option<usize>> = (0..self.positional.len()).map(Some).collect();
        out.resize(parameters.len(), None);
        for (k, (name, _)) in self.names.iter().enumerate() {
            let slot = parameters.iter().position(|p| **p == **name)?;
            if out[slot].replace(self.positional.len() + k).is_some() {
                return None;
            }
        }
        Some(out)
    }
}

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
    call_specialised(cx, func, args, captured, true)
}

/// `constants` says whether the function may get the values of constants.
fn call_specialised(
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
            fill(cx, func, &given);
        }
        return supposed(cx);
    }
    if given.iter().any(|ty| crate::dicts::would_round(*ty)) && widened(cx, func, &given) == Some(true) {
        return Err(cx.sites.postpone(cx.span));
    }
    let types: Vec<Ty> = given.iter().map(|ty| ty.bare()).collect();
    let (types, declared) = match cx.host.signatures(func) {
        Some(signatures) => match best_signature(cx, &signatures, &types) {
            // The body of such a function stands for its call, and its types are those of the place where it is.
            Err(_) if cx.host.options(func).inline => (types, None),
            best => best.map(|(types, declared)| (types, Some(declared)))?,
        },
        None => (types, None),
    };
    let (types, target) = match specialise(cx, func, &plan, types, args, constants) {
        Err(error) if error.wants_field.is_some() => return Err(error),
        Err(error) if error.wants_room() && given.iter().any(|ty| ty.has_site()) => match fill(cx, func, &given) {
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
    Ok(Resolved::one(Val::weak(result), move |e, operands| {
        let mut passed = Vec::new();
        for (p, ty) in plan.iter().zip(&types) {
            passed.push(pass(e, p, *ty, operands, star_at, first_captured));
        }
        let value = e.call(spec, &name, &passed, ret);
        if result == known { value } else { e.coerce(value, result) }
    }))
}

/// What a call gives that is typed later: nothing, or the type that its result will have, for what the function puts into containers of the
/// caller may depend on that.
fn supposed(cx: &mut Cx<'_>) -> Result<Resolved> {
    let Some(ty) = cx.sites.supposed() else { return Err(cx.sites.postpone(cx.span)) };
    cx.sites.filled = true;
    Ok(Resolved::one(Val::weak(ty), move |e, _| e.undef(ty)))
}

/// Asks a function what it puts into lists that this one makes. Whether that is something else than they have, or can't be said yet.
fn fill(cx: &mut Cx<'_>, func: FuncId, given: &[Ty]) -> bool {
    widened(cx, func, given).unwrap_or(true)
}

/// As `fill`; None when it can't be said yet.
fn widened(cx: &mut Cx<'_>, func: FuncId, given: &[Ty]) -> Option<bool> {
    let (filled, ret) = cx.host.filled(func, given)?;
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
    Some(is_more)
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
        return Ok((made, known));
    }
    cx.sites.filled = true;
    Ok((target, known))
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
                _ => unknown.push(*k),
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
    mut error: Box<Diagnostic>,
) -> Result<(Vec<Ty>, Specialised)> {
    let (vals, before) = (args.vals(), types.clone());
    for (ty, passed) in types.iter_mut().zip(plan) {
        if let Passed::Operand(k) = passed
            && vals[*k].literal().is_some()
        {
            *ty = vals[*k].ty;
        }
    }
    let is_about_types = matches!(error.class, ErrorClass::Typing | ErrorClass::RequireLiteral);
    if types == before || !is_about_types || error.wants_room() || error.wants_field.is_some() || error.tried_constants
    {
        return Err(error);
    }
    error.tried_constants = true;
    cx.host.specialise(func, &types, cx.span).map(|target| (types, target)).map_err(|_| error)
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
        out.push(Passed::Keywords(named));
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

/// Calls `callee`. The operands of the operation are the callee itself, then the arguments.
pub fn call(cx: &mut Cx<'_>, callee: Val, args: &CallArgs) -> Rule {
    let drop_callee = |r: Resolved| {
        let inner = r.emit.clone();
        Resolved { emit: std::rc::Rc::new(move |e, ops| inner(e, &ops[1..])), ..r }
    };
    match callee.ty.kind() {
        Kind::Dispatcher(object) => {
            let Some(func) = cx.host.jitted(object.id) else {
                return Ok(None);
            };
            call_function(cx, func, args, &[]).map(|r| Some(drop_callee(r)))
        }
        Kind::OneOf(functions) => call_one_of(cx, functions, args),
        Kind::Optional(inner) => call_optional(cx, *inner, args),
        Kind::Closure { func, captured, .. } => call_closure(cx, FuncId(*func), captured, args).map(Some),
        Kind::Function(object) => {
            let mut call = |cx: &mut Cx<'_>, args: &CallArgs| call_object(cx, object.id, &object.text, args);
            let is_of_library = crate::spread::takes_items(cx.host, object.id);
            let spread = if is_of_library { crate::spread::call_of_library(cx, args, &mut call)? } else { None };
            let found = match spread {
                Some(found) => Some(found),
                None => call(cx, args)?,
            };
            let found = found.map(drop_callee);
            Ok(match found {
                Some(found) if gives_numpy_scalars(cx, object.id) => Some(with_strong_number(found)),
                found => found,
            })
        }
        Kind::NumberClass(ty) => match number_of(cx, *ty, args)? {
            Some(found) => Ok(Some(drop_callee(found))),
            None => match array_of_tuple(cx, *ty, args)? {
                Some(found) => Ok(Some(drop_callee(found))),
                None => library_number(cx, callee, args),
            },
        },
        Kind::ExceptionClass(object) => Ok(Some(drop_callee(crate::exceptions::make(cx, object, args)?))),
        Kind::Instance(_) => crate::instances::call_value(cx, callee, args),
        Kind::Extension(_) => crate::methods::of_value(cx, callee, "__call__", args),
        Kind::BoundMethod { receiver, name } => {
            let found = crate::methods::call(cx, Val::new(*receiver), name, args)?;
            let is_strong = receiver.is_array() && !matches!(&**name, "item" | "tolist")
                || matches!(receiver.kind(), Kind::Generator) && **name == *"integers";
            Ok(if is_strong { found.map(with_strong_number) } else { found })
        }
        _ => Ok(None),
    }
}

/// Functions of NumPy that give numbers of Python, or the number that they are given.
const GIVING_PYTHON_NUMBERS: &[&str] = &["numpy.imag", "numpy.ndim", "numpy.real", "numpy.size"];

/// Whether the numbers that a function gives are NumPy's scalars, which widen arrays.
fn gives_numpy_scalars(cx: &mut Cx<'_>, function: ObjId) -> bool {
    let Some(key) = cx.host.key(function) else { return false };
    let is_python = key.starts_with("numpy.random.") || GIVING_PYTHON_NUMBERS.contains(&&*key);
    key.starts_with("numpy.") && !is_python
}

/// What gives a number that is no constant, as a scalar of NumPy.
fn with_strong_number(mut found: Resolved) -> Resolved {
    if let [val] = &mut found.vals[..]
        && val.weak
        && val.literal().is_none()
        && val.ty.is_number()
    {
        val.weak = false;
    }
    found
}

/// Calls a class of numbers or vectors.
fn number_of(cx: &mut Cx<'_>, ty: Ty, args: &CallArgs) -> Rule {
    match ty.kind() {
        Kind::Vector { .. } => crate::cuda::vector::make(cx, ty, args),
        _ => crate::builtins::convert::to_number(ty, args),
    }
}

/// Calls a class of numbers with a tuple or list of numbers, which becomes an array.
fn array_of_tuple(cx: &mut Cx<'_>, ty: Ty, args: &CallArgs) -> Rule {
    let (&[x], true) = (&args.positional[..], args.names.is_empty() && args.star.is_none()) else {
        return Ok(None);
    };
    if !has_numbers(x.ty) || !ty.is_number() {
        return Ok(None);
    }
    let Some(array) = cx.overload("numpy.array", &[x])? else { return Ok(None) };
    let converted = number_of(cx, ty, &CallArgs { positional: vec![array.val()], ..CallArgs::default() })?;
    Ok(converted.map(|converted| array.then(converted)))
}

/// Whether it is a tuple or list of numbers, or of such.
fn has_numbers(ty: Ty) -> bool {
    let is_item = |item: Ty| item.unliteral().is_number() || has_numbers(item);
    match ty.kind() {
        Kind::Tuple(items) => !items.is_empty() && items.iter().all(|item| is_item(*item)),
        Kind::List { item, form: ListForm::List | ListForm::Typed, .. } => is_item(*item),
        _ => false,
    }
}

/// Calls a class of numbers or vectors with a value that the library converts.
fn library_number(cx: &mut Cx<'_>, class: Val, args: &CallArgs) -> Rule {
    let (&[x], true) = (&args.positional[..], args.names.is_empty() && args.star.is_none()) else {
        return Ok(None);
    };
    if !matches!(x.ty.kind(), Kind::NamedTuple { .. }) {
        return Ok(None);
    }
    let both = CallArgs { positional: vec![class, x], ..CallArgs::default() };
    call_overload(cx, "coluber.as_number", &[class.ty, x.ty], &[], &both)
}

/// Calls what may be None.
fn call_optional(cx: &mut Cx<'_>, inner: Ty, args: &CallArgs) -> Rule {
    let Some(rule) = call(cx, Val::new(inner), args)? else {
        return Ok(None);
    };
    let emit = rule.emit.clone();
    let emit = std::rc::Rc::new(move |e: &mut crate::emit::Emitter<'_>, operands: &[Value]| {
        let mut operands = operands.to_vec();
        let is_there = e.part(operands[0], 0);
        e.guard("TypeError", "'NoneType' object is not callable", is_there);
        operands[0] = e.part(operands[0], 1);
        emit(e, &operands)
    });
    Ok(Some(Resolved { emit, elementwise: None, assignment: None, ..rule }))
}

/// Calls one of several functions, whose results have a common type.
fn call_one_of(cx: &mut Cx<'_>, functions: &[Ty], args: &CallArgs) -> Rule {
    let (mut rules, mut vals) = (Vec::new(), Vec::new());
    for &function in functions {
        let Some(rule) = call(cx, Val::new(function), args)? else {
            return Ok(None);
        };
        vals.push(rule.val());
        rules.push(rule);
    }
    let found = cx.one_of(&vals);
    let result = found.ok_or_else(|| {
        let types: Vec<String> = vals.iter().map(|val| val.ty.to_string()).collect();
        cx.error(format!("the functions that may be called here give {}", types.join(" and ")))
    })?;
    Ok(Some(by_number(result, rules)))
}

/// One of several rules, each for one of the values that the first operand may be.
pub fn by_number(result: Val, rules: Vec<Resolved>) -> Resolved {
    Resolved::one(result, move |e, a| {
        let number = e.part(a[0], 0);
        let (end, made) = e.join_block(result.ty.bare());
        let texts = e.texts.clone();
        for (k, rule) in rules.iter().enumerate() {
            let mut operands = a.to_vec();
            operands[0] = e.part(a[0], k + 1);
            let last = k + 1 == rules.len();
            let (own, other) = (e.following_block(), e.following_block());
            if last {
                e.builder().jump(own, &[]);
            } else {
                let is_it = e.compare_int(CmpOp::Eq, number, k as i64);
                e.builder().branch(is_it, (own, &[]), (other, &[]));
            }
            e.builder().switch_to(own);
            let value = e.resolved(rule, &operands);
            let value = e.coerce(value, result.ty);
            e.builder().jump(end, &[value]);
            e.builder().switch_to(other);
            e.texts.clone_from(&texts);
        }
        e.builder().switch_to(end);
        made
    })
}

/// A closure's captured values are its fields.
fn call_closure(cx: &mut Cx<'_>, func: FuncId, captured: &[Ty], args: &CallArgs) -> Result<Resolved> {
    let names = cx.host.captured_names(func);
    let captured: Vec<(Name, Ty)> = names.into_iter().zip(captured.iter().copied()).collect();
    let resolved = call_function(cx, func, args, &captured)?;
    let inner = resolved.emit.clone();
    let emit = std::rc::Rc::new(move |e: &mut crate::emit::Emitter<'_>, operands: &[Value]| {
        let mut all = operands[1..].to_vec();
        all.extend(e.parts(operands[0]));
        inner(e, &all)
    });
    Ok(Resolved { emit, ..resolved })
}

/// A function, class or ufunc of the host: a row of the tables, a library function, or a namedtuple class.
fn call_object(cx: &mut Cx<'_>, object: ObjId, text: &str, args: &CallArgs) -> Rule {
    if let Some(found) = crate::instances::construct(cx, object, args)? {
        return Ok(Some(found));
    }
    let key = cx.host.key(object);
    if let Some(key) = &key {
        if key.starts_with("coluber.lib.")
            && !crate::builtins::is_known(key)
            && let Some(func) = cx.host.jitted(object)
        {
            return call_function(cx, func, args, &[]).map(Some);
        }
        if let Some(found) = call_for_own_types(cx, key, args)? {
            return Ok(Some(found));
        }
        let mut again = |cx: &mut Cx<'_>, args: &CallArgs| call_object(cx, object, text, args);
        if crate::optionals::are_decided_first(key, args) {
            return crate::optionals::either(cx, args, 0, &mut again);
        }
        if let Some(found) = call_with_indices(cx, object, text, args)? {
            return Ok(Some(found));
        }
        if let Some(resolved) = crate::lists::call_with_arrays(cx, key, args, again)? {
            return Ok(Some(resolved));
        }
        if let Some(found) = crate::array_likes::widen_choices(cx, key, args)? {
            return Ok(Some(found));
        }
        if let Some(resolved) = crate::builtins::call(cx, key, args)? {
            return Ok(Some(resolved));
        }
        let types: Vec<Ty> = args.positional.iter().chain(args.names.iter().map(|n| &n.1)).map(|v| v.ty).collect();
        let names: Vec<Name> = args.names.iter().map(|n| n.0.clone()).collect();
        if args.star.is_none()
            && !types.contains(&Ty::undefined())
            && let Some(found) = call_overload(cx, key, &types, &names, args)?
        {
            return Ok(Some(found));
        }
        if let Some(found) = call_with_payloads(cx, object, text, args)? {
            return Ok(Some(found));
        }
        if let Some(found) = call_with_members(cx, object, text, args)? {
            return Ok(Some(found));
        }
        if let Some(found) = call_method_of_class(cx, key, args)? {
            return Ok(Some(found));
        }
        if let Some(found) = crate::array_likes::call(cx, key, args)? {
            return Ok(Some(found));
        }
        return match crate::tuples::make_named(cx, object, text, args)? {
            Some(resolved) => Ok(Some(resolved)),
            None => Err(unknown_call(cx, key, text, args)),
        };
    }
    match crate::tuples::make_named(cx, object, text, args)? {
        Some(resolved) => Ok(Some(resolved)),
        None if cx.host.attribute(object, "_member_map_").is_some() && args.vals().len() == 1 => {
            let class = Ty::new(Kind::Function(coluber_types::Object { id: object, text: text.into() }));
            let found = cx.overload("coluber.enum_by_value", &[Val::new(class), args.vals()[0]])?;
            Ok(found.map(|found| {
                Resolved::one(found.val(), move |e, a| {
                    let class = e.unit(class);
                    e.resolved(&found, &[class, a[0]])
                })
            }))
        }
        None => Err(crate::instances::unknown_fields(cx, object).unwrap_or_else(|| uncompiled(cx, text))),
    }
}

/// Calls what a program has implemented for its own types: that goes before what all types have.
fn call_for_own_types(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    let vals = args.vals();
    let is_own = |val: &Val| matches!(val.ty.kind(), Kind::Instance(_) | Kind::Extension(_));
    if args.star.is_some() || !vals.iter().any(is_own) || vals.iter().any(|val| val.is_undefined()) {
        return Ok(None);
    }
    let key = format!("own:{key}");
    if !cx.host.has_overload(&key) {
        return Ok(None);
    }
    let types: Vec<Ty> = vals.iter().map(|val| val.ty).collect();
    let names: Vec<Name> = args.names.iter().map(|(name, _)| name.clone()).collect();
    call_overload(cx, &key, &types, &names, args)
}

/// Calls a function that does not take optionals with None or what is in them, and with strings for text in pieces.
fn call_with_payloads(cx: &mut Cx<'_>, object: ObjId, text: &str, args: &CallArgs) -> Rule {
    if crate::optionals::are_in(args) {
        return crate::optionals::either(cx, args, 0, &mut |cx, args| call_object(cx, object, text, args));
    }
    let payload = |val: &Val| match val.ty.kind() {
        Kind::Text(_) | Kind::Formatted { .. } => Val { ty: Ty::string(), ..*val },
        _ => *val,
    };
    let mut payloads = args.clone();
    payloads.positional.iter_mut().for_each(|val| *val = payload(val));
    payloads.names.iter_mut().for_each(|(_, val)| *val = payload(val));
    if args.star.is_some() || payloads.vals() == args.vals() {
        return Ok(None);
    }
    let types = payloads.vals().iter().map(|val| val.ty).collect();
    let found = call_object(cx, object, text, &payloads)?;
    Ok(found.map(|resolved| crate::numbers::coerce_arguments(resolved, types)))
}

/// Calls a builtin function with the integers that objects with `__index__` are.
fn call_with_indices(cx: &mut Cx<'_>, object: ObjId, text: &str, args: &CallArgs) -> Rule {
    let Some(key) = cx.host.key(object) else { return Ok(None) };
    let Some(numbers) = crate::instances::as_arguments(cx, &key, args)? else { return Ok(None) };
    let given = CallArgs { positional: numbers.vals(), ..CallArgs::default() };
    let found = call_object(cx, object, text, &given)?;
    Ok(found.map(|found| {
        Resolved::one(found.val(), move |e, a| {
            let operands = numbers.emit(e, a);
            e.resolved(&found, &operands)
        })
    }))
}

/// Calls a function that takes something to iterate over with the members of an enumeration, which is its first argument.
fn call_with_members(cx: &mut Cx<'_>, object: ObjId, text: &str, args: &CallArgs) -> Rule {
    let Some(&class) = args.positional.first() else { return Ok(None) };
    let Kind::Function(enumeration) = class.ty.kind() else { return Ok(None) };
    if cx.host.attribute(enumeration.id, "_member_map_").is_none() {
        return Ok(None);
    }
    let Some(all) = cx.overload("coluber.enum_members", &[class])? else { return Ok(None) };
    let mut given = args.clone();
    given.positional[0] = all.val();
    let Some(found) = call_object(cx, object, text, &given)? else { return Ok(None) };
    Ok(Some(Resolved::one(found.val(), move |e, a| {
        let mut operands = a.to_vec();
        operands[0] = e.resolved(&all, &a[..1]);
        e.resolved(&found, &operands)
    })))
}

/// Calls a method of a builtin class as a function: `str.lower(text)`.
fn call_method_of_class(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    let (Some((class, method)), Some(&receiver)) =
        (key.strip_prefix("builtins.").and_then(|name| name.split_once('.')), args.positional.first())
    else {
        return Ok(None);
    };
    let family = match crate::attributes::family(receiver.ty) {
        "number" if receiver.ty.unliteral().is_int() => "int",
        "number" if receiver.ty.unliteral().is_float() => "float",
        family => family,
    };
    if family != class {
        return Ok(None);
    }
    let name: Name = method.into();
    let mut rest = args.clone();
    rest.positional.remove(0);
    let Some(found) = crate::methods::call(cx, receiver, &name, &rest)? else { return Ok(None) };
    let bound = crate::methods::bound(receiver, &name);
    Ok(Some(Resolved::one(found.val(), move |e, a| {
        let mut operands = vec![e.resolved(&bound, &a[..1])];
        operands.extend_from_slice(&a[1..]);
        e.resolved(&found, &operands)
    })))
}

/// Calls the implementation of `key` for these arguments, if there is one: where that wants to know values, the one that is given for
/// the types of constants.
pub fn call_overload(cx: &mut Cx<'_>, key: &str, types: &[Ty], names: &[Name], args: &CallArgs) -> Rule {
    let types = &types.iter().map(|ty| ty.bare()).collect::<Vec<_>>()[..];
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

/// The names of such functions.
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

/// So many implementations of a program are tried for a call.
const MOST_IMPLEMENTATIONS: usize = 16;

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

fn uncompiled(cx: &Cx<'_>, text: &str) -> Box<Diagnostic> {
    let (name, class, hint) = hints::uncompiled(text);
    cx.error(format!("Untyped global name '{name}': Cannot determine Numba type of {class}")).hint(hint)
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

fn unknown_call(cx: &mut Cx<'_>, key: &str, text: &str, args: &CallArgs) -> Box<Diagnostic> {
    let short = key.rsplit('.').next().unwrap_or(key);
    if !crate::builtins::is_known(key) && key.starts_with("numpy.") {
        let error = cx.error(format!("Use of unsupported NumPy function '{key}' or unsupported use of the function."));
        return with_reason(cx, key, error, args);
    }
    if key.starts_with("builtins.") && !crate::builtins::is_known(key) && !cx.host.has_overload(key) {
        return uncompiled(cx, text);
    }
    let error = cx.no_call(short, text, args);
    match hints::scalar_function(key, &args.vals()) {
        Some(hint) => error.hint(hint),
        None => error,
    }
}
