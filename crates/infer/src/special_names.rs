//! Operators by the names of their methods, of values of Python's own classes: `a.__add__(b)`, `d.__setitem__(k, v)`, `x.__str__()`.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use crate::{attributes, builtins, operators, subscript};
use coluber_base::Result;
use coluber_ops::{BinOp, CmpOp, UnOp};
use coluber_types::{Kind, Ty};

/// Operators with two operands; with an `r` in front of the word the operands are the other way round.
const BINARY: &[(&str, BinOp)] = &[
    ("add", BinOp::Add),
    ("sub", BinOp::Sub),
    ("mul", BinOp::Mul),
    ("truediv", BinOp::TrueDiv),
    ("floordiv", BinOp::FloorDiv),
    ("mod", BinOp::Mod),
    ("pow", BinOp::Pow),
    ("lshift", BinOp::LShift),
    ("rshift", BinOp::RShift),
    ("and", BinOp::And),
    ("or", BinOp::Or),
    ("xor", BinOp::Xor),
];

const COMPARISONS: &[(&str, CmpOp)] =
    &[("eq", CmpOp::Eq), ("ne", CmpOp::Ne), ("lt", CmpOp::Lt), ("le", CmpOp::Le), ("gt", CmpOp::Gt), ("ge", CmpOp::Ge)];

const UNARY: &[(&str, UnOp)] = &[("neg", UnOp::Neg), ("pos", UnOp::Pos), ("invert", UnOp::Invert)];

/// What builtin functions do; their names are these words.
const FUNCTIONS: &[&str] =
    &["abs", "bool", "complex", "divmod", "float", "format", "hash", "int", "iter", "repr", "reversed", "round", "str"];

const ITEMS: &[&str] = &["setitem", "delitem"];

/// Whether a value has a method of this name that stands for an operator.
pub fn exists(cx: &mut Cx<'_>, val: Val, name: &str) -> Result<bool> {
    let Some(word) = word_of(name).filter(|_| is_of_python(val.ty)) else { return Ok(false) };
    let is_known = FUNCTIONS.contains(&word)
        || ITEMS.contains(&word)
        || binary_of(word).is_some()
        || COMPARISONS.iter().any(|row| row.0 == word)
        || UNARY.iter().any(|row| row.0 == word);
    Ok(is_known && builtins::classes::has_special_method(cx, val, name)? == Some(true))
}

/// The call of a method by its special name; the receiver is the first argument. None where Python's gives NotImplemented.
pub fn call(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    let vals = args.vals();
    let (Some(&receiver), Some(word)) = (vals.first(), word_of(name)) else { return Ok(None) };
    if args.star.is_some() || !args.names.is_empty() || !exists(cx, receiver, name)? {
        return Ok(None);
    }
    if FUNCTIONS.contains(&word) {
        return call_function(cx, word, &vals);
    }
    if let Some((op, is_reversed)) = binary_of(word) {
        let &[a, b] = &vals[..] else { return Ok(None) };
        return match (takes(op, a.ty, b.ty), is_reversed) {
            (false, _) => Ok(None),
            (true, false) => operators::binary(cx, op, a, b, false).map(Some),
            (true, true) => {
                let found = operators::binary(cx, op, b, a, false)?;
                Ok(Some(Resolved::one(found.val(), move |e, v| e.resolved(&found, &[v[1], v[0]]))))
            }
        };
    }
    if let Some(&(_, op)) = COMPARISONS.iter().find(|row| row.0 == word) {
        return match &vals[..] {
            &[a, b] if is_alike(a.ty, b.ty) => operators::compare(cx, op, a, b).map(Some),
            _ => Ok(None),
        };
    }
    if let Some(&(_, op)) = UNARY.iter().find(|row| row.0 == word) {
        return if vals.len() == 1 { operators::unary(cx, op, receiver).map(Some) } else { Ok(None) };
    }
    let found = match (word, &vals[..]) {
        ("setitem", &[of, at, item]) => subscript::setitem(cx, of, at, item)?,
        ("delitem", &[of, at]) => subscript::delitem(cx, of, at)?,
        _ => return Ok(None),
    };
    Ok(Some(Resolved::one(Val::new(Ty::none()), move |e, v| {
        (found.emit)(e, v);
        e.unit(Ty::none())
    })))
}

fn word_of(name: &str) -> Option<&str> {
    name.strip_prefix("__")?.strip_suffix("__")
}

/// The operator of a word, and whether its operands are the other way round.
fn binary_of(word: &str) -> Option<(BinOp, bool)> {
    let find = |word: &str| BINARY.iter().find(|row| row.0 == word).map(|row| row.1);
    find(word).map(|op| (op, false)).or_else(|| Some((find(word.strip_prefix('r')?)?, true)))
}

fn call_function(cx: &mut Cx<'_>, name: &str, vals: &[Val]) -> Rule {
    let Some(function) = cx.host.builtin(name) else { return Ok(None) };
    let callee = function.ty;
    let Some(found) = crate::calls::call(cx, Val::new(callee), &CallArgs::of(vals))? else { return Ok(None) };
    Ok(Some(Resolved::one(found.val(), move |e, v| {
        let mut operands = vec![e.unit(callee)];
        operands.extend_from_slice(v);
        e.resolved(&found, &operands)
    })))
}

fn is_of_python(ty: Ty) -> bool {
    let plain = ty.unliteral();
    let is_container = matches!(
        plain.kind(),
        Kind::Bytes | Kind::List { .. } | Kind::Tuple(_) | Kind::Dict { .. } | Kind::Set { .. } | Kind::Range { .. }
    );
    rank(plain).is_some() || is_container || crate::strings::is_text(plain)
}

/// Which numbers take which: those of higher ranks take those of lower ones.
fn rank(ty: Ty) -> Option<u8> {
    match ty.unliteral().kind() {
        Kind::Bool | Kind::Int(_) => Some(0),
        Kind::Float(_) => Some(1),
        Kind::Complex(_) => Some(2),
        _ => None,
    }
}

/// Whether a value is of the class of another one, or is taken for one, where that is compared.
fn is_alike(own: Ty, other: Ty) -> bool {
    let family = |ty: Ty| match attributes::family(ty) {
        "frozenset" => "set",
        "OrderedDict" | "Counter" => "dict",
        name => name,
    };
    match (rank(own), rank(other)) {
        (Some(own), Some(other)) => own >= other,
        _ => family(own) == family(other),
    }
}

/// Whether Python's method of a value takes another one.
fn takes(op: BinOp, own: Ty, other: Ty) -> bool {
    match op {
        BinOp::Mul if rank(own).is_none() => rank(other) == Some(0),
        BinOp::Mod if rank(own).is_none() => true,
        _ => is_alike(own, other),
    }
}
