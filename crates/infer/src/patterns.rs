//! Patterns of `match`.

use crate::calls::CallArgs;
use crate::context::Cx;
use crate::host::HostData;
use crate::value::{Resolved, Val};
use crate::{attributes, builtins, tuples};
use coluber_base::{Name, Result};
use coluber_types::{Kind, Literal, Ty};

/// The attributes of a subject that is an instance of a class, as a tuple; None where it is not.
pub fn class(cx: &mut Cx<'_>, subject: Val, class: Val, positional: usize, names: &[Name]) -> Result<Resolved> {
    if let Kind::Optional(inner) = subject.ty.kind() {
        let found = self::class(cx, Val { ty: *inner, ..subject }, class, positional, names)?;
        return Ok(of_optional(found));
    }
    if let Some(all) = crate::instances::one_of::members(subject.ty) {
        let found = crate::instances::one_of::each(cx, all, |cx, one| {
            self::class(cx, one, class, positional, names).map(Some)
        })?;
        return found.ok_or_else(|| cx.unsupported(format!("a class pattern of a value of type {}", subject.ty)));
    }
    let asked = CallArgs::of(&[subject, class]);
    let is_instance = builtins::call(cx, "builtins.isinstance", &asked)?.and_then(|found| found.val().literal_bool());
    match is_instance {
        Some(true) => {}
        Some(false) => return Ok(Resolved::constant(Ty::none())),
        None => {
            return Err(cx
                .unsupported(format!(
                    "a class pattern of a value of type {} is not supported in compiled code",
                    subject.ty
                ))
                .hint("test it in front of 'match': 'if x is not None'"));
        }
    }
    let mut parts = Vec::new();
    let positions = match is_plain(cx, class) {
        true => {
            if positional > 0 {
                parts.push(Resolved::one(subject, |_, a| a[0]));
            }
            Vec::new()
        }
        false => match_args(cx, class, positional)?,
    };
    for name in positions.iter().chain(names) {
        parts.push(attributes::getattr(cx, subject, name)?);
    }
    let vals: Vec<Val> = parts.iter().map(Resolved::val).collect();
    let tuple = tuples::build(&vals);
    Ok(Resolved::one(tuple.val(), move |e, a| {
        let values: Vec<_> = parts.iter().map(|part| e.resolved(part, &a[..1])).collect();
        e.resolved(&tuple, &values)
    }))
}

/// What a pattern finds in a value that may be None, which is not of the class then.
fn of_optional(found: Resolved) -> Resolved {
    if found.val().ty == Ty::none() {
        return found;
    }
    let ty = Ty::optional(found.val().ty.bare());
    Resolved::one(Val::new(ty), move |e, a| {
        let is_some = e.part(a[0], 0);
        let (end, made) = e.join_block(ty);
        let (some, none) = (e.following_block(), e.following_block());
        e.builder().branch(is_some, (some, &[]), (none, &[]));
        e.builder().switch_to(some);
        let subject = e.part(a[0], 1);
        let value = e.resolved(&found, &[subject, a[1]]);
        let value = e.coerce(value, ty);
        e.builder().jump(end, &[value]);
        e.builder().switch_to(none);
        let missing = e.unit(Ty::none());
        let missing = e.coerce(missing, ty);
        e.builder().jump(end, &[missing]);
        e.builder().switch_to(end);
        made
    })
}

/// The values of keys in a dict as a tuple; None where one is missing.
pub fn keys(cx: &mut Cx<'_>, subject: Val, keys: Val) -> Result<Resolved> {
    cx.check_settled(&[subject])?;
    let found = cx.overload("coluber.match_keys", &[subject, keys])?;
    found.ok_or_else(|| cx.unsupported(format!("a mapping pattern of a value of type {}", subject.ty)))
}

/// Whether the one position of a pattern of this class is the subject itself.
fn is_plain(cx: &mut Cx<'_>, class: Val) -> bool {
    let Kind::Function(object) = class.ty.kind() else { return matches!(class.ty.kind(), Kind::NumberClass(_)) };
    let key = cx.host.key(object.id);
    let names = ["bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"];
    key.as_deref().and_then(|key| key.strip_prefix("builtins.")).is_some_and(|name| names.contains(&name))
}

/// The names of the first attributes of a class, in the order in which patterns give them.
fn match_args(cx: &mut Cx<'_>, class: Val, positional: usize) -> Result<Vec<Name>> {
    if positional == 0 {
        return Ok(Vec::new());
    }
    let found = match class.ty.kind() {
        Kind::Function(object) => cx.host.attribute(object.id, "__match_args__"),
        _ => None,
    };
    let text = |ty: Ty| match ty.kind() {
        Kind::Literal(Literal::Str(text)) => Some(Name::from(&**text)),
        _ => None,
    };
    let names: Option<Vec<Name>> = match found.map(|found| found.data) {
        Some(HostData::Tuple(items)) => items.iter().take(positional).map(|item| text(item.ty)).collect(),
        _ => None,
    };
    names.filter(|names| names.len() == positional).ok_or_else(|| {
        cx.error(format!("{} does not accept {positional} positional sub-patterns", class.ty))
            .hint("name the attributes: C(x=0, y=y)")
    })
}
