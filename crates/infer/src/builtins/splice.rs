//! LLVM IR that a program wrote, as an operation: what `intrinsic`, `lower_builtin` and their relatives become.

use super::Builtin;
use super::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_types::fields::{fields, is_scalar};
use coluber_types::{Kind, Ty, conversion};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.lib.intrinsics.splice", splice),
    ("coluber.lib.intrinsics.field", field),
    ("coluber.lib.intrinsics.coerce", coerce),
];

/// A function that the IR calls by its address.
struct Callee {
    spec: u32,
    name: Name,
}

/// `splice(text, types, callees, *arguments)`: the first three are constants. `types` is a tuple type: that of the result, then those
/// that the arguments are converted to. `callees` has a function and such a tuple type for each function that the IR calls; it gets
/// their addresses behind the arguments.
fn splice(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let [text, types, callees, rest @ ..] = &*args.positional else { return Ok(None) };
    let (Some(text), Some(types)) = (text.literal_str(), signature(*types)) else { return Ok(None) };
    let Some((&ret, params)) = types.split_first() else { return Ok(None) };
    if params.len() != rest.len() {
        return Ok(None);
    }
    if let Some((given, wanted)) = rest.iter().zip(params).find(|&(given, wanted)| !fits(given.ty, *wanted)) {
        let text =
            format!("an argument of type {} can't be passed as {wanted}, as the extension's signature says", given.ty);
        return Err(cx.error(text));
    }
    let mut found = Vec::new();
    for &pair in callees.ty.tuple_items().unwrap_or_default() {
        found.push(callee(cx, pair)?);
    }
    let (text, params): (Name, Vec<Ty>) = (text.into(), params.to_vec());
    Ok(Some(Resolved::one(Val::new(ret), move |e, operands| {
        let mut passed: Vec<Value> = operands[3..].iter().zip(&params).map(|(&v, &ty)| e.coerce(v, ty)).collect();
        for Callee { spec, name } in &found {
            passed.push(e.builder().value(Op::FunctionAddress { spec: *spec, name: name.clone() }, &[], Ty::ptr()));
        }
        e.builder().value(Op::Splice { text: text.clone() }, &passed, ret)
    })))
}

/// Whether a value of a type can be passed as one of another: it converts, is an address as a number or of something else, or
/// consists of the same parts; of constants nothing is passed.
fn fits(given: Ty, wanted: Ty) -> bool {
    if let (Some(items), Some(wanted)) = (given.tuple_items(), wanted.tuple_items()) {
        return items.len() == wanted.len() && items.iter().zip(wanted).all(|(given, wanted)| fits(*given, *wanted));
    }
    conversion(given, wanted).is_some()
        || matches!((given.unliteral().kind(), wanted.kind()), (Kind::Int(_) | Kind::Pointer(_), Kind::Pointer(_)))
        || scalars(wanted).is_empty()
        || scalars(given) == scalars(wanted)
}

/// The scalars that a value of a type consists of.
fn scalars(ty: Ty) -> Vec<Ty> {
    if is_scalar(ty) { vec![ty] } else { fields(ty).into_iter().flat_map(scalars).collect() }
}

/// `field(value, index)`: a member of the data model of a value of a type of a program.
fn field(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[value, index]) = positional(args, 2..=2) else { return Ok(None) };
    let (Kind::Extension(_), Some(index)) = (value.ty.kind(), index.literal_int()) else { return Ok(None) };
    let Some(index) = usize::try_from(index).ok() else { return Ok(None) };
    let found = fields(value.ty).get(index).copied();
    Ok(found.map(|ty| Resolved::one(Val::new(ty), move |e, a| e.part(a[0], index))))
}

/// `coerce(value, type)`: the value converted as for an assignment.
fn coerce(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[value, wanted]) = positional(args, 2..=2) else { return Ok(None) };
    let Kind::NumberClass(ty) = *wanted.ty.kind() else { return Ok(None) };
    let fits = conversion(value.ty, ty).is_some();
    Ok(fits.then(|| Resolved::one(Val::new(ty), move |e, a| e.coerce(a[0], ty))))
}

/// The types in a constant that is a tuple type.
fn signature(val: Val) -> Option<&'static [Ty]> {
    match val.ty.kind() {
        Kind::NumberClass(types) => types.tuple_items(),
        _ => None,
    }
}

/// The specialisation that a function and a tuple type ask for.
fn callee(cx: &mut Cx<'_>, pair: Ty) -> Result<Callee> {
    let wrong = |cx: &Cx<'_>| cx.error("a callee of an extension is a function and its types");
    let Some(&[function, types]) = pair.tuple_items() else { return Err(wrong(cx)) };
    let (Kind::Function(object) | Kind::Dispatcher(object)) = function.kind() else { return Err(wrong(cx)) };
    let Some((&ret, params)) = signature(Val::new(types)).and_then(|types| types.split_first()) else {
        return Err(wrong(cx));
    };
    let Some(func) = cx.host.jitted(object.id) else { return Err(wrong(cx)) };
    let target = cx.host.specialise(func, params, cx.span)?;
    if target.ret != ret {
        let message = format!("{} returns {}, and the extension that calls it expects {ret}", object.text, target.ret);
        return Err(cx.error(message));
    }
    Ok(Callee { spec: target.spec, name: object.text.clone() })
}
