//! Members of enumerations that are derived from `str`: what no rule takes as members takes their texts.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::instances::with_operands;
use crate::strings;
use crate::value::Val;
use coluber_ir::Value;
use coluber_types::{Kind, Ty};

/// Functions that take such a member for its text.
const FUNCTIONS: &[&str] = &[
    "builtins.enumerate",
    "builtins.float",
    "builtins.int",
    "builtins.len",
    "builtins.list",
    "builtins.ord",
    "builtins.reversed",
];

/// The text that a value of a type is besides.
fn text_of(cx: &mut Cx<'_>, ty: Ty) -> Option<Ty> {
    let Kind::Enum { class, value, integral: false } = ty.kind() else { return None };
    if !strings::is_text(*value) {
        return None;
    }
    let Kind::Function(text) = cx.host.builtin("str")?.ty.kind() else { return None };
    cx.host.is_subclass(class.id, text.id).then_some(*value)
}

/// Whether values of the type are such members.
pub fn has_text(cx: &mut Cx<'_>, ty: Ty) -> bool {
    text_of(cx, ty).is_some()
}

/// Whether a text or member of one type can be equal to one of another, of which one is no plain text.
pub fn are_comparable(cx: &mut Cx<'_>, a: Ty, b: Ty) -> bool {
    let (is_a, is_b) = (has_text(cx, a), has_text(cx, b));
    (is_a || strings::is_text(a)) && (is_b || strings::is_text(b)) && (is_a || is_b)
}

impl Emitter<'_> {
    /// A text, integer or member as one of another type of such, for comparison: it need not be a member of that class.
    pub fn text_like(&mut self, value: Value, ty: Ty) -> Value {
        let from = self.ty(value);
        if let Kind::Enum { value: number, integral: true, .. } = ty.kind()
            && (from.unliteral().is_int() || from.unliteral() == Ty::boolean())
        {
            let number = self.coerce(value, *number);
            return self.pack(&[number], ty);
        }
        let is_text =
            |kind: &Kind| matches!(kind, Kind::Enum { value, integral: false, .. } if strings::is_text(*value));
        let text = match from.kind() {
            _ if from == ty => return value,
            kind if is_text(kind) => self.part(value, 0),
            _ if strings::is_text(from) => value,
            _ => return value,
        };
        match ty.kind() {
            Kind::Enum { value, .. } if is_text(ty.kind()) => {
                let text = self.coerce(text, *value);
                self.pack(&[text], ty)
            }
            _ => text,
        }
    }
}

/// Whether a value is such a member.
pub fn is_member(cx: &mut Cx<'_>, val: Val) -> bool {
    text_of(cx, val.ty).is_some()
}

/// A rule for the texts of the members among some values; None where there are none.
pub fn as_texts(cx: &mut Cx<'_>, vals: &[Val], rule: impl FnOnce(&mut Cx<'_>, &[Val]) -> Rule) -> Rule {
    let texts: Vec<Option<Ty>> = vals.iter().map(|val| text_of(cx, val.ty)).collect();
    if texts.iter().all(Option::is_none) {
        return Ok(None);
    }
    let plain: Vec<Val> =
        vals.iter().zip(&texts).map(|(val, text)| Val { ty: text.unwrap_or(val.ty), ..*val }).collect();
    let found = rule(cx, &plain)?;
    Ok(found.map(|found| {
        with_operands(found, move |e, a| {
            let parts = a.iter().enumerate();
            parts.map(|(k, &v)| if texts.get(k).is_some_and(Option::is_some) { e.part(v, 0) } else { v }).collect()
        })
    }))
}

/// A call of a builtin function for texts.
pub fn call(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    if !FUNCTIONS.contains(&key) || !args.names.is_empty() || args.star.is_some() {
        return Ok(None);
    }
    as_texts(cx, &args.vals(), |cx, texts| crate::builtins::call(cx, key, &CallArgs::of(texts)))
}

/// Whether a container holds texts, or has them as keys.
pub fn is_of_texts(container: Ty) -> bool {
    crate::dicts::types_of(container).is_some_and(|(key, _)| strings::is_text(key))
}
