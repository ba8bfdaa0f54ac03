//! Strings: operators, comparison, and what the other files of the folder share.
//!
//! What takes a loop is a function of the runtime; a rule is one call of it. A slice with step 1, and so a character, is a view of the
//! string that it was taken from.

mod character;
pub mod chars;
mod family;
pub mod fields;
pub mod index;
mod lists;
mod make;
pub mod methods;
pub mod templates;

pub use character::{chr, ord};
pub use family::{Family, text as leaves};

use crate::context::Cx;
use crate::emit::Emitter;
use crate::numbers::holds;
use crate::text::is_deferred;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ops::{BinOp, CmpOp};
use coluber_types::Ty;

/// Whether values of the type are strings, or become one where they are looked into.
pub fn is_text(ty: Ty) -> bool {
    is_string(ty) || is_deferred(ty)
}

/// Whether it is a string that has been made, or a literal.
pub fn is_string(ty: Ty) -> bool {
    ty.unliteral() == Ty::string()
}

/// An operation that is a call of a function of the runtime: the operands are converted to these types.
pub fn by_runtime(func: &'static str, params: Vec<Ty>, result: Ty) -> Resolved {
    Resolved::one(Val::weak(result), move |e, a| {
        let operands: Vec<Value> = a.iter().zip(&params).map(|(v, ty)| e.coerce(*v, *ty)).collect();
        e.runtime(func, &operands, &[result])[0]
    })
}

/// `a + b` and `text * n`.
pub fn binary(cx: &Cx<'_>, op: BinOp, a: Val, b: Val) -> Option<Resolved> {
    match op {
        BinOp::Add => add(cx, a, b),
        BinOp::Mul => {
            let count = |val: Val| val.ty.unliteral().is_int() || val.ty.unliteral() == Ty::boolean();
            let repeat = Resolved::one(Val::weak(Ty::string()), |e, v| {
                let (text, count) = (e.coerce(v[0], Ty::string()), e.index_sized(v[1], "OverflowError"));
                e.runtime("str_repeat", &[text, count], &[Ty::string()])[0]
            });
            match (Family::of(a.ty), Family::of(b.ty)) {
                (Some(family), None) if count(b) => Some(family.wrap(repeat)),
                (None, Some(family)) if count(a) => {
                    let repeat = family.wrap(repeat);
                    Some(Resolved::one(repeat.val(), move |e, v| e.resolved(&repeat, &[v[1], v[0]])))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Text that is deferred stays so, and a kernel can't make strings.
fn add(cx: &Cx<'_>, a: Val, b: Val) -> Option<Resolved> {
    if let (Some(x), Some(y)) = (a.literal_str(), b.literal_str()) {
        return Some(Resolved::constant(Ty::literal_str(format!("{x}{y}"))));
    }
    let family = Family::of_both(a.ty, b.ty)?;
    if cx.options.cuda || is_deferred(a.ty) || is_deferred(b.ty) {
        return None;
    }
    Some(family.wrap(by_runtime("str_concat", vec![Ty::string(); 2], Ty::string())))
}

/// Comparison of two strings.
pub fn compare(op: CmpOp, a: Val, b: Val) -> Option<Resolved> {
    let family = Family::of_both(a.ty, b.ty)?;
    if let (Some(x), Some(y)) = (a.literal_str(), b.literal_str()) {
        return Some(Resolved::constant(Ty::literal_bool(holds(op, x.cmp(y)))));
    }
    let strings = vec![Ty::string(); 2];
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
        let order = family.wrap(by_runtime("str_compare", strings, Ty::int64()));
        return Some(Resolved::one(Val::weak(Ty::boolean()), move |e, args| {
            let order = e.resolved(&order, args);
            e.compare_int(op, order, 0)
        }));
    }
    let with_character = match (a.literal_str(), b.literal_str()) {
        (_, Some(text)) => single(text).map(|point| (0, point)),
        (Some(text), _) => single(text).map(|point| (1, point)),
        _ => None,
    };
    let equal = match with_character {
        Some((operand, point)) => character::equals(operand, point),
        None => family.wrap(by_runtime("str_equal", strings, Ty::boolean())),
    };
    Some(Resolved::one(Val::weak(Ty::boolean()), move |e, args| {
        let same = e.resolved(&equal, args);
        if op == CmpOp::Eq { same } else { e.not(same) }
    }))
}

/// The only character of a text.
fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// `item in container`
pub fn contains(item: Val, container: Val) -> Option<Resolved> {
    let family = Family::of(container.ty)?;
    let byte = family == Family::Bytes && item.ty.unliteral().is_int();
    if !byte && !family.has(item.ty) {
        return None;
    }
    if let (Some(x), Some(y)) = (item.literal_str(), container.literal_str()) {
        return Some(Resolved::constant(Ty::literal_bool(y.contains(x))));
    }
    let found = family.wrap(by_runtime("str_contains", vec![Ty::string(); 2], Ty::boolean()));
    let known = container.literal_str().and_then(character::CharacterSet::of);
    Some(Resolved::one(found.val(), move |e, v| {
        if let Some(set) = known.filter(|_| !byte)
            && let Some(is_in) = set.has(e, v[0])
        {
            return is_in;
        }
        let item = if byte { single_byte(e, v[0]) } else { v[0] };
        e.resolved(&found, &[v[1], item])
    }))
}

/// The byte of a number, as a string: what functions of bytes look for.
fn single_byte(e: &mut Emitter<'_>, value: Value) -> Value {
    let value = e.coerce(value, Ty::int64());
    e.runtime("bytes_single", &[value], &[Ty::string()])[0]
}

/// The length of a string, in characters, or of bytes.
pub fn length(e: &mut Emitter<'_>, text: Value) -> Value {
    let text = family::text(e, text);
    e.part(text, 2)
}
