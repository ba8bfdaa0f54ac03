//! Calls: what the callee is, and how arguments meet parameters.

mod functions;
mod objects;
mod overloads;

pub use self::functions::call_function;
use self::objects::call_object;
pub use self::overloads::call_overload;
pub(crate) use self::overloads::with_reason;
use crate::context::{Cx, Rule};
use crate::host::FuncId;
use crate::instances::with_field_between;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, ErrorClass, Name, Result};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::unify::variant;
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
            let spread = match crate::spread::call_with_items(cx, object.id, args)? {
                None if is_of_library => crate::spread::call_of_library(cx, args, &mut call)?,
                found => found,
            };
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
            if let Some(found) = crate::streams::call(cx, *receiver, name, args)? {
                return Ok(Some(found));
            }
            let found = crate::methods::call(cx, Val::new(*receiver), name, args)?;
            let is_strong = receiver.is_array() && !matches!(&**name, "item" | "tolist")
                || matches!(receiver.kind(), Kind::Generator) && **name == *"integers";
            Ok(if is_strong { found.map(with_strong_number) } else { found })
        }
        _ => Ok(None),
    }
}

/// Functions of NumPy and SciPy that give numbers of Python, or the number that they are given.
const GIVING_PYTHON_NUMBERS: &[&str] = &["numpy.imag", "numpy.ndim", "numpy.real", "numpy.size", "scipy.linalg.norm"];

/// Whether the numbers that a function gives are NumPy's scalars, which widen arrays.
fn gives_numpy_scalars(cx: &mut Cx<'_>, function: ObjId) -> bool {
    let Some(key) = cx.host.key(function) else { return false };
    let is_python = key.starts_with("numpy.random.") || GIVING_PYTHON_NUMBERS.contains(&&*key);
    crate::array_likes::takes_array_likes(&key) && !is_python
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
        _ => match crate::builtins::convert::to_number(ty, args)? {
            None if args.names.is_empty() && args.star.is_none() => crate::instances::made_of_object(cx, ty, args),
            found => Ok(found),
        },
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

/// Calls one of several functions. Those that do not take the arguments raise when the program runs, where others take them.
fn call_one_of(cx: &mut Cx<'_>, functions: &[Ty], args: &CallArgs) -> Rule {
    let (mut rules, mut refused) = (Vec::new(), Vec::new());
    for &function in functions {
        match call(cx, Val::new(function), args) {
            Ok(Some(rule)) => rules.push(rule),
            Err(error) if is_of_one_callee(cx, &error) => {
                rules.push(raising(&error));
                refused.push(error);
            }
            other => return other,
        }
    }
    if refused.len() == functions.len() {
        return Err(refused.swap_remove(0));
    }
    let found = common_result(cx, &rules).or_else(|| result_of_several(cx, &rules));
    let result = found.ok_or_else(|| {
        let types: Vec<Ty> = rules.iter().map(|rule| rule.val().ty).collect();
        let texts: Vec<String> = types.iter().map(Ty::to_string).collect();
        let error = cx.error(format!("the functions that may be called here give {}", texts.join(" and ")));
        // Objects of one class meet when the class says more of its fields.
        let pairs = types.iter().enumerate().flat_map(|(k, &a)| types[..k].iter().map(move |&b| (a, b)));
        pairs.fold(error, |error, (a, b)| with_field_between(error, a, b))
    })?;
    Ok(Some(by_number(result, rules)))
}

/// Whether an error says of one function that it does not take the arguments, and of nothing else that could be done about it.
fn is_of_one_callee(cx: &Cx<'_>, error: &Diagnostic) -> bool {
    let is_about_types = matches!(error.class, ErrorClass::Typing | ErrorClass::UntypedAttribute);
    is_about_types && !cx.options.cuda && !error.wants_something() && !error.wants_room() && !error.runs_away
}

/// What raises TypeError for a call that has no types.
fn raising(error: &Diagnostic) -> Resolved {
    let message = error.message.split_whitespace().collect::<Vec<_>>().join(" ");
    Resolved::one(Val::undefined(), move |e, _| {
        let never = e.bool(false);
        e.guard("TypeError", &message, never);
        e.undef(Ty::undefined())
    })
}

/// A result whose type is known when the program runs: one of those of several rules.
pub fn result_of_several(cx: &Cx<'_>, rules: &[Resolved]) -> Option<Val> {
    let mut types = rules.iter().filter(|rule| !rule.never).map(|rule| rule.val().ty.stored().bare());
    let ty = types.try_fold(Ty::undefined(), variant)?;
    (!cx.options.cuda && rules.iter().all(|rule| rule.vals.len() == 1)).then(|| Val::weak(ty))
}

/// One of several rules, each for one of the values that the first operand may be.
pub fn by_number(result: Val, rules: Vec<Resolved>) -> Resolved {
    let never = rules.iter().all(|rule| rule.never);
    let found = Resolved::one(result, move |e, a| {
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
            let value = if rule.never { e.undef(result.ty) } else { e.coerce(value, result.ty) };
            e.builder().jump(end, &[value]);
            e.builder().switch_to(other);
            e.texts.clone_from(&texts);
        }
        e.builder().switch_to(end);
        made
    });
    Resolved { never, ..found }
}

/// The result of one of several rules. What never gives a value says nothing of it.
pub fn common_result(cx: &mut Cx<'_>, rules: &[Resolved]) -> Option<Val> {
    let vals: Vec<Val> = rules.iter().filter(|rule| !rule.never).map(Resolved::val).collect();
    if vals.is_empty() { rules.first().map(Resolved::val) } else { cx.one_of(&vals) }
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
