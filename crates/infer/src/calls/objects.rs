//! Calls of Python objects: builtins, functions of modules, classes.

use super::CallArgs;
use super::functions::call_function;
use super::overloads::{call_overload, with_reason};
use crate::context::{Cx, Rule};
use crate::hints;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Name};
use coluber_types::{Kind, ObjId, Ty};

/// A function, class or ufunc of the host: a row of the tables, a library function, or a namedtuple class.
pub(super) fn call_object(cx: &mut Cx<'_>, object: ObjId, text: &str, args: &CallArgs) -> Rule {
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
        if crate::array_likes::takes_array_likes(key)
            && let Some(found) = crate::int_members::call(cx, key, args, again)?
        {
            return Ok(Some(found));
        }
        if crate::array_likes::takes_array_likes(key)
            && !key.starts_with("numpy.random.")
            && let Some(found) = crate::plain_index::call(cx, args, 0, again)?
        {
            return Ok(Some(found));
        }
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
        None => {
            Err(crate::instances::unknown_fields(cx, object).unwrap_or_else(|| uncompiled_object(cx, object, text)))
        }
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

fn uncompiled_object(cx: &mut Cx<'_>, object: ObjId, text: &str) -> Box<Diagnostic> {
    match cx.host.library_name(object) {
        Some(name) => cx
            .error(format!("Untyped global name '{text}': Cannot determine Numba type of <class 'function'>"))
            .hint(format!(
                "'{name}' is Python code of a library; call it outside, and pass the result as an argument, or in a block \
                 'with objmode(...)'"
            )),
        None => uncompiled(cx, text),
    }
}

fn uncompiled(cx: &Cx<'_>, text: &str) -> Box<Diagnostic> {
    let (name, class, hint) = hints::uncompiled(text);
    cx.error(format!("Untyped global name '{name}': Cannot determine Numba type of {class}")).hint(hint)
}

fn unknown_call(cx: &mut Cx<'_>, key: &str, text: &str, args: &CallArgs) -> Box<Diagnostic> {
    let short = key.rsplit('.').next().unwrap_or(key);
    if !crate::builtins::is_known(key) && crate::array_likes::takes_array_likes(key) {
        let package = if key.starts_with("numpy.") { "NumPy" } else { "SciPy" };
        let text = format!("Use of unsupported {package} function '{key}' or unsupported use of the function.");
        let error = cx.error(text);
        return with_reason(cx, key, error, args);
    }
    if key.starts_with("builtins.") && !crate::builtins::is_known(key) && !cx.host.has_overload(key) {
        return uncompiled(cx, text);
    }
    let error = cx.no_call(short, text, args);
    error.hint_if(hints::scalar_function(key, &args.vals()))
}
