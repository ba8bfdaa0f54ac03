//! The methods of strings: a row each.

use super::character::CharacterSet;
use super::family::{Family, text};
use super::index::view;
use super::{by_runtime, is_text, lists, single_byte};
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::text_members;
use crate::value::{Resolved, Val};
use coluber_ir::{Const, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;
use coluber_types::unify::variants;
use std::sync::LazyLock;

/// A parameter of a method.
#[derive(Clone, Copy)]
struct Param {
    /// Its name, where it may be given by name.
    name: &'static str,
    is: What,
}

/// What may be given for a parameter, and what stands for it where it is missing.
#[derive(Clone, Copy)]
enum What {
    /// A string.
    Text,
    /// A string to look for, or a number of bytes.
    Part,
    /// The name of an encoding; this one by default.
    NameOr(&'static str),
    /// A string; this one by default.
    TextOr(&'static str),
    /// A string or None, which is the default.
    TextOrNone,
    /// An integer.
    Int,
    /// An integer; this one by default.
    IntOr(i64),
    /// A place in the string, None for this one, which is the default.
    Place(i64),
}

const fn plain(is: What) -> Param {
    Param { name: "", is }
}

const TEXT: Param = plain(What::Text);
const PART: Param = plain(What::Part);
const ENCODING: Param = Param { name: "encoding", is: What::NameOr("utf-8") };
const ERRORS: Param = Param { name: "errors", is: What::NameOr("strict") };
const START: Param = plain(What::Place(0));
const WIDTH: Param = plain(What::Int);
const FILL: Param = plain(What::TextOr(" "));
const CHARACTERS: Param = plain(What::TextOrNone);
const DELETE: Param = Param { name: "delete", is: What::TextOr("") };
const STOP: Param = plain(What::Place(i64::MAX));

/// A result of a method.
#[derive(Clone, Copy)]
enum Out {
    /// Of the same family.
    Own,
    Str,
    Bytes,
    Int,
    Flag,
}

/// A method: its name, its parameters, the function of the runtime and what that gives.
struct Method(&'static str, &'static [Param], &'static str, Out);

/// The rows.
const METHODS: &[Method] = &[
    Method("find", &[PART, START, STOP], "str_find", Out::Int),
    Method("rfind", &[PART, START, STOP], "str_rfind", Out::Int),
    Method("index", &[PART, START, STOP], "str_index", Out::Int),
    Method("rindex", &[PART, START, STOP], "str_rindex", Out::Int),
    Method("count", &[PART, START, STOP], "str_count", Out::Int),
    Method("encode", &[ENCODING, ERRORS], "str_encode", Out::Bytes),
    Method("startswith", &[TEXT, START, STOP], "str_startswith", Out::Flag),
    Method("endswith", &[TEXT, START, STOP], "str_endswith", Out::Flag),
    Method("strip", &[CHARACTERS], "str_strip", Out::Own),
    Method("lstrip", &[CHARACTERS], "str_lstrip", Out::Own),
    Method("rstrip", &[CHARACTERS], "str_rstrip", Out::Own),
    Method("removeprefix", &[TEXT], "str_removeprefix", Out::Own),
    Method("removesuffix", &[TEXT], "str_removesuffix", Out::Own),
    Method("replace", &[TEXT, TEXT, plain(What::IntOr(-1))], "str_replace", Out::Own),
    Method("center", &[WIDTH, FILL], "str_center", Out::Own),
    Method("ljust", &[WIDTH, FILL], "str_ljust", Out::Own),
    Method("rjust", &[WIDTH, FILL], "str_rjust", Out::Own),
    Method("zfill", &[WIDTH], "str_zfill", Out::Own),
    Method("expandtabs", &[Param { name: "tabsize", is: What::IntOr(8) }], "str_expandtabs", Out::Own),
    Method("upper", &[], "str_upper", Out::Own),
    Method("lower", &[], "str_lower", Out::Own),
    Method("casefold", &[], "str_casefold", Out::Own),
    Method("swapcase", &[], "str_swapcase", Out::Own),
    Method("title", &[], "str_title", Out::Own),
    Method("capitalize", &[], "str_capitalize", Out::Own),
    Method("isalpha", &[], "str_isalpha", Out::Flag),
    Method("isdigit", &[], "str_isdigit", Out::Flag),
    Method("isdecimal", &[], "str_isdecimal", Out::Flag),
    Method("isnumeric", &[], "str_isnumeric", Out::Flag),
    Method("isalnum", &[], "str_isalnum", Out::Flag),
    Method("isspace", &[], "str_isspace", Out::Flag),
    Method("isascii", &[], "str_isascii", Out::Flag),
    Method("isprintable", &[], "str_isprintable", Out::Flag),
    Method("isidentifier", &[], "str_isidentifier", Out::Flag),
    Method("isupper", &[], "str_isupper", Out::Flag),
    Method("islower", &[], "str_islower", Out::Flag),
    Method("istitle", &[], "str_istitle", Out::Flag),
];

/// The methods of bytes.
const BYTES_METHODS: &[Method] = &[
    Method("find", &[PART, START, STOP], "str_find", Out::Int),
    Method("rfind", &[PART, START, STOP], "str_rfind", Out::Int),
    Method("count", &[PART, START, STOP], "str_count", Out::Int),
    Method("startswith", &[TEXT, START, STOP], "str_startswith", Out::Flag),
    Method("endswith", &[TEXT, START, STOP], "str_endswith", Out::Flag),
    Method("removeprefix", &[TEXT], "str_removeprefix", Out::Own),
    Method("removesuffix", &[TEXT], "str_removesuffix", Out::Own),
    Method("replace", &[TEXT, TEXT, plain(What::IntOr(-1))], "str_replace", Out::Own),
    Method("center", &[WIDTH, FILL], "str_center", Out::Own),
    Method("ljust", &[WIDTH, FILL], "str_ljust", Out::Own),
    Method("rjust", &[WIDTH, FILL], "str_rjust", Out::Own),
    Method("zfill", &[WIDTH], "str_zfill", Out::Own),
    Method("expandtabs", &[Param { name: "tabsize", is: What::IntOr(8) }], "str_expandtabs", Out::Own),
    Method("isascii", &[], "str_isascii", Out::Flag),
    Method("index", &[PART, START, STOP], "bytes_index", Out::Int),
    Method("rindex", &[PART, START, STOP], "bytes_rindex", Out::Int),
    Method("strip", &[CHARACTERS], "bytes_strip", Out::Own),
    Method("lstrip", &[CHARACTERS], "bytes_lstrip", Out::Own),
    Method("rstrip", &[CHARACTERS], "bytes_rstrip", Out::Own),
    Method("translate", &[CHARACTERS, DELETE], "bytes_translate", Out::Own),
    Method("upper", &[], "bytes_upper", Out::Own),
    Method("lower", &[], "bytes_lower", Out::Own),
    Method("swapcase", &[], "bytes_swapcase", Out::Own),
    Method("title", &[], "bytes_title", Out::Own),
    Method("capitalize", &[], "bytes_capitalize", Out::Own),
    Method("isalpha", &[], "bytes_isalpha", Out::Flag),
    Method("isdigit", &[], "bytes_isdigit", Out::Flag),
    Method("isalnum", &[], "bytes_isalnum", Out::Flag),
    Method("isspace", &[], "bytes_isspace", Out::Flag),
    Method("isupper", &[], "bytes_isupper", Out::Flag),
    Method("islower", &[], "bytes_islower", Out::Flag),
    Method("istitle", &[], "bytes_istitle", Out::Flag),
    Method("hex", &[], "bytes_hex", Out::Str),
    Method("decode", &[ENCODING, ERRORS], "bytes_decode", Out::Str),
];

/// Methods that have rules of their own.
const OTHERS: &[&str] = &["join", "partition", "rpartition", "format"];

/// The names of all methods of a family.
pub fn names(family: Family) -> &'static [&'static str] {
    static STR: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        METHODS.iter().map(|row| row.0).chain(OTHERS.iter().copied()).chain(lists::NAMES.iter().copied()).collect()
    });
    static BYTES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        BYTES_METHODS
            .iter()
            .map(|row| row.0)
            .chain(OTHERS[..3].iter().copied())
            .chain(lists::NAMES.iter().copied())
            .collect()
    });
    match family {
        Family::Str => &STR,
        Family::Bytes => &BYTES,
    }
}

/// What functions of the runtime take for a string that is not given.
pub(super) fn missing(e: &mut Emitter<'_>) -> Value {
    let parts = [e.int(0, Ty::owner()), e.int(0, Ty::ptr()), e.i64(-1), e.int(1, Ty::int32())];
    e.pack(&parts, Ty::string())
}

impl What {
    fn accepts(self, family: Family, ty: Ty) -> bool {
        let plain = ty.unliteral();
        let int = plain.is_int() || plain == Ty::boolean();
        match self {
            What::Text | What::TextOr(_) => family.has(ty),
            What::TextOrNone => family.has(ty) || ty == Ty::none(),
            What::Part => family.has(ty) || (family == Family::Bytes && plain.is_int()),
            What::NameOr(_) => is_text(ty),
            What::Int | What::IntOr(_) => int,
            What::Place(_) => int || ty == Ty::none(),
        }
    }

    fn ty(self) -> Ty {
        match self {
            What::Text | What::Part | What::NameOr(_) | What::TextOr(_) | What::TextOrNone => Ty::string(),
            What::Int | What::IntOr(_) | What::Place(_) => Ty::int64(),
        }
    }

    /// What stands for a parameter that is not given; None when it must be.
    fn default(self, e: &mut Emitter<'_>) -> Option<Value> {
        Some(match self {
            What::Text | What::Part | What::Int => return None,
            What::TextOr(text) | What::NameOr(text) => e.constant(Const::Str(text.into()), Ty::string()),
            What::TextOrNone => missing(e),
            What::IntOr(value) | What::Place(value) => e.i64(value),
        })
    }

    /// A value that is given, as the function of the runtime takes it.
    fn passed(self, e: &mut Emitter<'_>, value: Value) -> Value {
        let ty = e.ty(value);
        match self {
            What::Part if ty.unliteral().is_int() => single_byte(e, value),
            _ if ty == Ty::bytes() => text(e, value),
            _ => value,
        }
    }

    fn has_default(self) -> bool {
        !matches!(self, What::Text | What::Part | What::Int)
    }
}

/// Calls a method. The first argument is the string.
pub fn call(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    let Some(family) = args.positional.first().and_then(|text| Family::of(text.ty)) else {
        return Ok(None);
    };
    match (name, &args.vals()[..]) {
        ("partition", [_, sep]) if family.has(sep.ty) && args.names.is_empty() => {
            return Ok(Some(partition(family, false)));
        }
        ("rpartition", [_, sep]) if family.has(sep.ty) && args.names.is_empty() => {
            return Ok(Some(partition(family, true)));
        }
        ("join", [_, items]) if args.names.is_empty() => {
            cx.sites.prefer(items.ty, family.ty());
            let of_members = lists::item_of(*items).is_some_and(|item| text_members::has_text(cx, item));
            let found = join(family, *items).or_else(|| lists::join(family, *items, of_members));
            return match found {
                Some(found) => Ok(Some(found)),
                None if items.ty == Ty::undefined() => Ok(None),
                None if items.ty.is_unsettled() => Err(cx.sites.postpone(cx.span)),
                None if holds_texts_and_others(*items) => cx.overload("coluber.join_of_several", &args.vals()),
                None => cx.overload("coluber.join", &args.vals()),
            };
        }
        _ if lists::NAMES.contains(&name) => return lists::call(cx, family, name, args),
        _ => {}
    }
    let table = if family == Family::Str { METHODS } else { BYTES_METHODS };
    let Some(row) = table.iter().find(|row| row.0 == name) else {
        return Ok(None);
    };
    if let ("startswith" | "endswith", Some(items)) = (name, args.positional.get(1).and_then(|v| v.ty.tuple_items())) {
        return any_of(cx, name, args, items);
    }
    Ok(row.bind(family, args))
}

/// Whether a list may hold strings beside items of other types.
fn holds_texts_and_others(items: Val) -> bool {
    lists::item_of(items).and_then(variants).is_some_and(|all| all.contains(&Ty::string()))
}

impl Method {
    /// The call, where the arguments fit.
    fn bind(&self, family: Family, args: &CallArgs) -> Option<Resolved> {
        let Method(name, params, func, out) = *self;
        let names: Vec<&str> = std::iter::once("").chain(params.iter().map(|p| p.name)).collect();
        if args.names.iter().any(|(name, _)| name.is_empty()) {
            return None;
        }
        let bound = args.bind(&names)?;
        let vals = args.vals();
        for (param, given) in params.iter().zip(&bound[1..]) {
            match given {
                Some(k) if !param.is.accepts(family, vals[*k].ty) => return None,
                None if !param.is.has_default() => return None,
                _ => {}
            }
        }
        let result = match out {
            Out::Own | Out::Str | Out::Bytes => Ty::string(),
            Out::Int => Ty::int64(),
            Out::Flag => Ty::boolean(),
        };
        let types = std::iter::once(Ty::string()).chain(params.iter().map(|p| p.is.ty())).collect();
        let inner = by_runtime(func, types, result);
        let to = match out {
            Out::Own => family,
            Out::Bytes => Family::Bytes,
            _ => Family::Str,
        };
        let ty = if result == Ty::string() { to.ty() } else { result };
        let kind = Some(name).filter(|_| family == Family::Str).and_then(CharacterSet::of_kind);
        Some(Resolved::one(Val::weak(ty), move |e, a| {
            let mut operands = vec![text(e, a[0])];
            for (param, given) in params.iter().zip(&bound[1..]) {
                let value = given.map(|k| a[k]).filter(|v| e.ty(*v) != Ty::none());
                let value = value.map(|v| param.is.passed(e, v));
                operands.extend(value.or_else(|| param.is.default(e)));
            }
            if let Some(set) = kind
                && let Some(made) = set.has_or(e, operands[0], |e| e.resolved(&inner, &operands))
            {
                return made;
            }
            let made = e.resolved(&inner, &operands);
            if result == Ty::string() { to.made(e, made) } else { made }
        }))
    }
}

/// `text.partition(sep)`, or `text.rpartition(sep)`.
fn partition(family: Family, last: bool) -> Resolved {
    let func = if last { "str_rpartition_at" } else { "str_partition_at" };
    let cut = by_runtime(func, vec![Ty::string(); 2], Ty::int64());
    let ty = Ty::uni_tuple(family.ty(), 3);
    Resolved::one(Val::weak(ty), move |e, a| {
        let (text, sep) = (text(e, a[0]), text(e, a[1]));
        let at = e.resolved(&cut, &[text, sep]);
        let (n, of_sep, zero) = (e.part(text, 2), e.part(sep, 2), e.i64(0));
        let missing = e.compare_int(CmpOp::Lt, at, 0);
        // Without a separator the whole text is the first part, or the last.
        let at = e.select(missing, if last { zero } else { n }, at);
        let of_sep = e.select(missing, zero, of_sep);
        let behind = e.add(at, of_sep);
        let rest = e.sub(n, behind);
        let parts = [view(e, text, zero, at), view(e, text, at, of_sep), view(e, text, behind, rest)];
        let parts = parts.map(|part| family.made(e, part));
        e.pack(&parts, ty)
    })
}

/// `separator.join(items)` of a tuple of strings, or of the characters of a string.
fn join(family: Family, items: Val) -> Option<Resolved> {
    if family == Family::Str && is_text(items.ty) {
        return Some(by_runtime("str_join_characters", vec![Ty::string(); 2], Ty::string()));
    }
    let types = items.ty.tuple_items().filter(|types| types.iter().all(|ty| family.has(*ty)))?;
    let count = types.len();
    Some(Resolved::one(Val::weak(family.ty()), move |e, a| {
        let mut whole = e.constant(Const::Str("".into()), Ty::string());
        let separator = text(e, a[0]);
        for k in 0..count {
            if k > 0 {
                whole = e.runtime("str_concat", &[whole, separator], &[Ty::string()])[0];
            }
            let item = e.part(a[1], k);
            let item = text(e, item);
            whole = e.runtime("str_concat", &[whole, item], &[Ty::string()])[0];
        }
        family.made(e, whole)
    }))
}

/// `text.startswith((a, b, ...))`
fn any_of(cx: &mut Cx<'_>, name: &str, args: &CallArgs, items: &[Ty]) -> Rule {
    let mut rules = Vec::new();
    for ty in items {
        let mut one = args.clone();
        one.positional[1] = Val::weak(*ty);
        let Some(rule) = call(cx, name, &one)? else { return Ok(None) };
        rules.push(rule);
    }
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let mut any = e.bool(false);
        for (k, rule) in rules.iter().enumerate() {
            let mut operands = a.to_vec();
            operands[1] = e.part(a[1], k);
            let one = e.resolved(rule, &operands);
            any = e.or(any, one);
        }
        any
    })))
}
