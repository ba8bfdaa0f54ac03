//! Calls `f(**names)` with a dict of which only the running program knows the names.
//!
//! What the function's parameters are is known: each that the call gives no argument gets the value of its name, or its default. A `**kwargs` of the
//! function gets a dict of the others.

use crate::calls::CallArgs;
use crate::context::Cx;
use crate::host::{FuncId, HostData, HostValue};
use crate::instances::{Member, class_of, class_parameters, member};
use crate::keywords;
use crate::lists::item_val;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_ir::py::STAR_NAMES;
use coluber_types::unify::{holds_variants, unify};
use coluber_types::{Class, Kind, Ty, classes};

/// What the arguments of a call say of its parameters before those of the dict come.
pub struct Given<'a> {
    /// The function.
    pub callee: Val,
    /// How many arguments have no names.
    pub positional: usize,
    /// The names of others.
    pub names: Vec<&'a Name>,
}

/// A parameter that a name may stand for.
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// What it is where no argument is given.
    pub default: Default,
}

/// What a parameter is without an argument.
pub enum Default {
    /// There has to be one.
    Required,
    /// A value that any call may be given.
    Value(HostValue),
    /// Something that the call itself makes.
    Made,
}

/// What is called.
struct Called {
    name: Name,
    parameters: Vec<Parameter>,
    /// How many positional arguments go to others, and how many may go to these.
    positional: (usize, usize),
    takes_others: bool,
}

/// What makes named arguments of a dict, which is the operand. None where the function's parameters are not known, or its values have several types.
pub fn of_dict(cx: &mut Cx<'_>, given: &Given<'_>, dict: Val) -> Result<Option<Resolved>> {
    let Kind::Dict { key, value, .. } = *dict.ty.kind() else { return Ok(None) };
    let is_empty = key == Ty::undefined();
    if !is_empty && key != Ty::string() || holds_variants(value) {
        return Ok(None);
    }
    let Some(called) = called(cx, given.callee)? else { return Ok(None) };
    cx.check_settled(&[dict])?;
    let (others, most) = called.positional;
    let first = given.positional.saturating_sub(others).min(most);
    let is_given = |k: usize, name: &Name| k < first || given.names.contains(&name);
    let (mut taken, mut refused, mut required) = (Vec::new(), Vec::new(), Vec::new());
    let mut reads: Vec<(Name, Resolved)> = Vec::new();
    for (k, parameter) in called.parameters.iter().enumerate() {
        if is_given(k, &parameter.name) {
            taken.push(&*parameter.name);
            continue;
        }
        if matches!(parameter.default, Default::Required) {
            required.push(&*parameter.name);
        }
        let read = if is_empty { None } else { value_or_default(cx, dict, value, parameter)? };
        match read {
            Some(read) => reads.push((parameter.name.clone(), read)),
            None => refused.push(&*parameter.name),
        }
    }
    let known: Vec<&str> = reads.iter().map(|(name, _)| &**name).collect();
    let texts = [&*called.name, &taken.join(" "), &required.join(" "), &refused.join(" "), &known.join(" ")];
    let check = with_texts(cx, "coluber.check_names", dict, &texts, called.takes_others)?;
    if called.takes_others {
        let others = with_texts(cx, "coluber.other_names", dict, &[&known.join(" ")], false)?;
        reads.push((STAR_NAMES.into(), others));
    }
    let (names, items): (Vec<Name>, Vec<Ty>) =
        reads.iter().map(|(name, read)| (name.clone(), read.val().ty.bare())).unzip();
    let ty = Ty::new(Kind::Keywords { names: names.into(), items: items.into() });
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        e.resolved(&check, a);
        let values: Vec<Value> = reads.iter().map(|(_, read)| e.resolved(read, a)).collect();
        e.pack(&values, ty)
    })))
}

/// Reads the value of a parameter from the dict, or takes its default. None where the values of the dict have another type than the default.
fn value_or_default(cx: &mut Cx<'_>, dict: Val, value: Ty, parameter: &Parameter) -> Result<Option<Resolved>> {
    let name = Ty::literal_str(parameter.name.clone());
    let default = match &parameter.default {
        Default::Required => {
            let Some(read) = crate::dicts::getitem(cx, dict, Val::weak(name))? else { return Ok(None) };
            return Ok(Some(Resolved::one(read.val(), move |e, a| {
                let name = e.unit(name);
                e.resolved(&read, &[a[0], name])
            })));
        }
        Default::Value(default) if unify(value, default.ty.stored()).is_some_and(|ty| !holds_variants(ty)) => default,
        _ => return Ok(None),
    };
    let default = crate::attributes::host_constant(default.clone());
    let Some(read) = cx.overload("coluber.named_value", &[dict, Val::weak(name), default.val()])? else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(item_val(read.val().ty), move |e, a| {
        let (name, default) = (e.unit(name), e.resolved(&default, &[]));
        e.resolved(&read, &[a[0], name, default])
    })))
}

/// Calls a function of the library with a dict, constant texts and a flag.
fn with_texts(cx: &mut Cx<'_>, key: &str, dict: Val, texts: &[&str], flag: bool) -> Result<Resolved> {
    let constants: Vec<Ty> = texts.iter().map(|text| Ty::literal_str(*text)).chain([Ty::literal_bool(flag)]).collect();
    let vals: Vec<Val> = std::iter::once(dict).chain(constants.iter().map(|ty| Val::weak(*ty))).collect();
    let found = cx.overload(key, &vals)?.ok_or_else(|| keywords::unknown_names(cx, dict))?;
    Ok(Resolved::one(found.val(), move |e, a| {
        let mut operands = vec![a[0]];
        operands.extend(constants.iter().map(|ty| e.unit(*ty)));
        e.resolved(&found, &operands)
    }))
}

/// The function that is called: one of the program, a class, or a method.
fn called(cx: &mut Cx<'_>, callee: Val) -> Result<Option<Called>> {
    match callee.ty.kind() {
        Kind::Dispatcher(object) => Ok(cx.host.jitted(object.id).map(|func| of_function(cx, func, 0))),
        Kind::Closure { func, .. } => Ok(Some(of_function(cx, FuncId(*func), 0))),
        Kind::Function(object) => match classes::find(object.id) {
            Some(class) => Ok(of_class(cx, class)),
            None => Ok(None),
        },
        Kind::BoundMethod { receiver, name } => {
            let class = match receiver.kind() {
                Kind::Function(object) => classes::find(object.id),
                _ => class_of(*receiver),
            };
            let Some(class) = class else { return Ok(None) };
            let (found, own) = match member(cx, class, name) {
                Some(Member::Method(function) | Member::Class(function, _)) => (function, 1),
                Some(Member::Static(function)) => (function, 0),
                _ => return Ok(None),
            };
            Ok(of_constant(cx, &found, own))
        }
        _ => Ok(None),
    }
}

/// A class, whose `__init__` is given the object first; or the fields of a dataclass.
fn of_class(cx: &mut Cx<'_>, class: &'static Class) -> Option<Called> {
    match member(cx, class, "__init__")? {
        Member::Method(init) => of_constant(cx, &init, 1),
        Member::Constant(fields) if matches!(fields.data, HostData::Tuple(_)) => {
            let parameters = class_parameters(class, &fields);
            let (name, count) = (format!("{}.__init__", class.object.text).into(), parameters.len());
            Some(Called { name, parameters, positional: (0, count), takes_others: false })
        }
        _ => None,
    }
}

fn of_constant(cx: &mut Cx<'_>, function: &HostValue, own: usize) -> Option<Called> {
    let func = match function.ty.kind() {
        Kind::Dispatcher(object) => cx.host.jitted(object.id)?,
        Kind::Closure { func, .. } => FuncId(*func),
        _ => return None,
    };
    Some(of_function(cx, func, own))
}

/// A function whose first parameters the call gives itself.
fn of_function(cx: &mut Cx<'_>, func: FuncId, own: usize) -> Called {
    let params = cx.host.params(func);
    let first = own.max(params.positional_only);
    let parameters = (first..params.positional + params.keyword_only)
        .map(|k| {
            let name = params.names[k].clone();
            let default = match params.defaults.get(k).cloned().flatten() {
                Some(value) => Default::Value(value),
                None if cx.host.captured_names(func).contains(&name) => Default::Made,
                None => cx.host.default(func, &name).map_or(Default::Required, Default::Value),
            };
            Parameter { name, default }
        })
        .collect();
    let positional = (first - own, params.positional.saturating_sub(first));
    Called { name: cx.host.function_name(func), parameters, positional, takes_others: params.varkw }
}

/// Whether an argument stands for all names that a `**kwargs` of the function gets.
pub fn of_others(args: &CallArgs) -> Option<usize> {
    args.names.iter().position(|(name, _)| **name == *STAR_NAMES)
}
