//! Methods of values: `value.name(args...)`.

use crate::calls::{CallArgs, call_overload, with_reason};
use crate::context::{Cx, Rule};
use crate::strings::{self, Family};
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Name};
use coluber_types::{Kind, ListForm, Ty};

/// Methods of arrays that the library writes in Python under the key `numpy.NAME`, with the array as first argument.
pub const ARRAY_LIBRARY: &[&str] = &[
    "sum",
    "prod",
    "min",
    "max",
    "mean",
    "any",
    "all",
    "argmin",
    "argmax",
    "fill",
    "item",
    "ravel",
    "reshape",
    "transpose",
    "copy",
    "astype",
    "flatten",
    "conj",
    "conjugate",
    "view",
    "cumsum",
    "cumprod",
    "std",
    "var",
    "ptp",
    "round",
    "clip",
    "dot",
    "take",
    "repeat",
    "nonzero",
    "sort",
    "argsort",
    "trace",
    "diagonal",
    "swapaxes",
    "squeeze",
];

const NUMBER: &[&str] = &["conjugate", "conj", "item", "astype", "is_integer", "bit_length", "bit_count"];

/// The methods that a type may have.
pub fn names(ty: Ty) -> &'static [&'static str] {
    match ty.unliteral().kind() {
        Kind::Array { .. } => ARRAY_LIBRARY,
        Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) => NUMBER,
        Kind::Str | Kind::Text(_) | Kind::Formatted { .. } => strings::methods::names(Family::Str),
        Kind::Bytes => strings::methods::names(Family::Bytes),
        Kind::GridGroup => &["sync"],
        Kind::List { form: ListForm::Deque, .. } => crate::collections::DEQUE_METHODS,
        Kind::List { form: ListForm::Tuple, .. } => &["index", "count"],
        Kind::List { .. } => crate::lists::METHODS,
        Kind::Dict { form, .. } => crate::collections::dict_methods(*form),
        Kind::Set { frozen: true, .. } => crate::dicts::FROZENSET_METHODS,
        Kind::Set { .. } => crate::dicts::SET_METHODS,
        Kind::DictView { .. } => crate::dicts::VIEW_METHODS,
        Kind::Gen { .. } => crate::generators::METHODS,
        Kind::NamedTuple { .. } => &["index", "count", "_replace"],
        Kind::Tuple(_) => &["index", "count"],
        _ => &[],
    }
}

/// Special methods that containers and texts have as values, such as `key=items.__getitem__`.
const OF_CONTAINERS: &[&str] = &["__contains__", "__getitem__", "__len__"];

/// Whether the type may have this method.
pub fn exists(ty: Ty, name: &str) -> bool {
    let is_container = || {
        matches!(ty.kind(), Kind::List { .. } | Kind::Dict { .. } | Kind::Set { .. } | Kind::Tuple(_))
            || Family::of(ty).is_some()
    };
    names(ty).contains(&name) || OF_CONTAINERS.contains(&name) && is_container()
}

/// A method of a value.
pub fn bound(val: Val, name: &Name) -> Resolved {
    let ty = Ty::new(Kind::BoundMethod { receiver: val.ty, name: name.clone() });
    Resolved::one(Val { ty, weak: val.weak }, move |e, args| e.pack(args, ty))
}

/// Calls a method. The first operand is the bound method, whose only field is the receiver.
pub fn call(cx: &mut Cx<'_>, receiver: Val, name: &Name, args: &CallArgs) -> Rule {
    if receiver.ty.is_array()
        && let Some(found) = crate::plain_index::call(cx, args, 1, |cx, args| call(cx, receiver, name, args))?
    {
        return Ok(Some(found));
    }
    let mut of_known = |cx: &mut Cx<'_>, args: &CallArgs| of_receiver(cx, receiver, name, args);
    let found = match receiver.ty.is_array() && crate::optionals::are_in(args) {
        true => None,
        false => of_known(cx, args)?,
    };
    let found = match found {
        None => crate::optionals::either(cx, args, 1, &mut of_known)?,
        found => found,
    };
    let Some(found) = found else {
        let display = format!("BoundFunction({name} of {})", receiver.ty);
        let error = cx.no_call(name, &display, args);
        let family = crate::attributes::family(receiver.ty);
        if !["array", "generator"].contains(&family) {
            return Err(error);
        }
        let positional = [receiver].into_iter().chain(args.positional.iter().copied()).collect();
        return Err(with_reason(cx, &format!("{family}.{name}"), error, &CallArgs { positional, ..args.clone() }));
    };
    let inner = found.emit.clone();
    Ok(Some(Resolved {
        emit: std::rc::Rc::new(move |e, operands| {
            let mut all = vec![e.part(operands[0], 0)];
            all.extend_from_slice(&operands[1..]);
            inner(e, &all)
        }),
        // A fused expression takes the operands as they are; here the receiver is inside of one.
        elementwise: None,
        ..found
    }))
}

/// Calls a method, if the value has one of this name. The first operand is the value itself.
pub fn of_value(cx: &mut Cx<'_>, receiver: Val, name: &str, args: &CallArgs) -> Rule {
    let mut with_receiver = args.clone();
    with_receiver.positional.insert(0, receiver);
    method(cx, receiver, name, &with_receiver).map_err(without_receiver)
}

/// The method of a value, or of what is in an optional, which must not be None.
fn of_receiver(cx: &mut Cx<'_>, receiver: Val, name: &Name, args: &CallArgs) -> Rule {
    if let Some(found) = of_value(cx, receiver, name, args)? {
        return Ok(Some(found));
    }
    let Kind::Optional(inner) = receiver.ty.kind() else { return Ok(None) };
    let Some(found) = of_receiver(cx, Val { ty: *inner, ..receiver }, name, args)? else { return Ok(None) };
    Ok(Some(of_present(found, name)))
}

/// A rule for an attribute of the first operand, which may be None here: then there is no such attribute.
pub fn of_present(found: Resolved, name: &Name) -> Resolved {
    let (emit, name) = (found.emit.clone(), name.clone());
    let with_payload = move |e: &mut crate::emit::Emitter<'_>, operands: &[coluber_ir::Value]| {
        let mut operands = operands.to_vec();
        operands[0] = e.having(operands[0], &name);
        emit(e, &operands)
    };
    Resolved { emit: std::rc::Rc::new(with_payload), elementwise: None, ..found }
}

/// Counts the arguments that would have to be constants without the receiver; it can't be one of them.
fn without_receiver(mut error: Box<Diagnostic>) -> Box<Diagnostic> {
    let arguments: Option<Vec<usize>> = error.wants_constants.iter().map(|k| k.checked_sub(1)).collect();
    error.wants_constants = arguments.unwrap_or_default();
    error
}

fn method(cx: &mut Cx<'_>, receiver: Val, name: &str, args: &CallArgs) -> Rule {
    if crate::keywords::is(receiver.ty) {
        return crate::keywords::method(cx, name, args);
    }
    if let Some(found) = crate::instances::call_method(cx, receiver, name, args)? {
        return Ok(Some(found));
    }
    if let Some(found) = crate::special_names::call(cx, name, args)? {
        return Ok(Some(found));
    }
    let takes_arrays =
        receiver.ty.is_array() || name != "shuffle" && crate::attributes::family(receiver.ty) == "generator";
    if takes_arrays
        && let Some(found) =
            crate::int_members::call(cx, &format!("array.{name}"), args, |cx, args| method(cx, receiver, name, args))?
    {
        return Ok(Some(found));
    }
    if takes_arrays
        && let Some(found) =
            crate::lists::method_with_arrays(cx, name, args, |cx, args| method(cx, receiver, name, args))?
    {
        return Ok(Some(found));
    }
    if receiver.ty.is_array() {
        if let Some(found) = crate::arrays::methods::call(cx, name, args)? {
            return Ok(Some(found));
        }
        if let Some(found) = crate::array_likes::widen_choices(cx, &format!("array.{name}"), args)? {
            return Ok(Some(found));
        }
    } else if receiver.ty.unliteral().is_number()
        && let Some(found) = number_method(cx, receiver, name, args)
    {
        return Ok(Some(found));
    }
    if let Kind::Dict { .. } | Kind::Set { .. } = receiver.ty.kind()
        && let Some(found) = crate::dicts::call(cx, name, args)?
    {
        return Ok(Some(found));
    }
    if let Kind::List { .. } = receiver.ty.kind()
        && let Some(found) = crate::lists::call(cx, name, args)?
    {
        return Ok(Some(found));
    }
    if name == "_replace"
        && let Some(found) = crate::tuples::replace(receiver, args)
    {
        return Ok(Some(found));
    }
    if let Kind::Gen { .. } = receiver.ty.kind()
        && let Some(found) = crate::generators::method(cx, name, args)?
    {
        return Ok(Some(found));
    }
    if let (Kind::GridGroup, "sync", [_]) = (receiver.ty.kind(), name, &args.vals()[..]) {
        return Ok(Some(crate::cuda::sync::sync_grid()));
    }
    if let Some(family) = Family::of(receiver.ty) {
        if let Some(found) = strings::methods::call(cx, name, args)? {
            return Ok(Some(found));
        }
        if family == Family::Str
            && let Some(found) = crate::text::method(cx, name, args)?
        {
            return Ok(Some(found));
        }
    }
    let family = crate::attributes::family(receiver.ty);
    let types: Vec<Ty> = args.positional.iter().chain(args.names.iter().map(|n| &n.1)).map(|v| v.ty).collect();
    let names: Vec<Name> = args.names.iter().map(|n| n.0.clone()).collect();
    let families = std::iter::once(family).chain(crate::attributes::general_family(receiver.ty));
    for key in families.map(|f| format!("{f}.{name}")).chain([format!("method:{name}")]) {
        if let Some(found) = call_overload(cx, &key, &types, &names, args)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn number_method(cx: &Cx<'_>, receiver: Val, name: &str, args: &CallArgs) -> Option<Resolved> {
    let ty = receiver.ty.unliteral();
    if args.vals().len() != 1 {
        return None;
    }
    match name {
        "item" => {
            let ty = crate::numbers::of_python(cx, ty);
            Some(Resolved::one(Val::weak(ty), move |e, a| e.coerce(a[0], ty)))
        }
        "conjugate" | "conj" => Some(Resolved::one(Val { ty, ..receiver }, move |e, a| {
            let v = e.coerce(a[0], ty);
            if !matches!(ty.kind(), Kind::Complex(_)) {
                return v;
            }
            let (re, im) = (e.part(v, 0), e.part(v, 1));
            let im = e.neg(im);
            e.pack(&[re, im], ty)
        })),
        _ => None,
    }
}
