//! Advice for mistakes that are made often. A rule knows what is wrong; what to write instead is here.

use crate::context::Cx;
use crate::strings::is_text;
use crate::value::Val;
use coluber_base::{Diagnostic, Span};
use coluber_types::{Kind, Ty};

fn is_number(ty: Ty) -> bool {
    ty.unliteral().is_number()
}

fn is_float(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Float(_))
}

/// Methods of strings that Python has and compiled code does not.
const STRING_METHODS: &[&str] = &["format_map", "maketrans", "translate"];

/// Refuses `try` in a kernel.
pub fn try_in_kernel(span: Span) -> Box<Diagnostic> {
    Diagnostic::unsupported("'try' is not supported in a kernel", span)
        .hint("test for what could go wrong before it does; an exception ends the thread")
}

/// For a construct that compiled code does not have.
pub fn construct(what: &str) -> Option<&'static str> {
    what.starts_with("assignment to the global variable").then_some(
        "functions, classes and builtins are constants, no code that was compiled before may have it as a constant, and functions with parallel=True \
         assign to none: \
         give the new value back, or keep it in a container that is global, as in counts = [0] and counts[0] += 1",
    )
}

/// For a sequence as a shape, of whose length nothing is known.
pub fn shape(ty: Ty) -> Option<&'static str> {
    matches!(ty.kind(), Kind::List { .. } | Kind::Array { ndim: 1, .. }).then_some(
        "how many axes an array has is part of its type: make the shape of a display, of a.shape or of a comprehension over one of these, \
         and change its length under no condition",
    )
}

/// For an operator or a function that no rule fits: its name and the types it was given.
pub fn operation(name: &str, types: &[Ty]) -> Option<&'static str> {
    let any = |test: fn(Ty) -> bool| types.iter().any(|t| test(*t));
    if any(|t| t == Ty::none()) && !matches!(name, "setitem" | "getitem") {
        return Some(
            "one of the values is None: a function without 'return' gives None, and so does a default of None",
        );
    }
    match (name, types) {
        ("add" | "iadd", _) if any(is_text) && any(is_number) => {
            Some("make text of the number with str(...), or write an f-string")
        }
        ("matmul", _) if any(is_number) => Some("'@' multiplies arrays; multiply by a number with '*'"),
        ("getitem" | "setitem", [array, index, ..]) if array.is_array() && is_float(*index) => {
            Some("an index must be an integer: divide with '//', or convert with int(...)")
        }
        ("getitem", [called, ..]) if matches!(called.kind(), Kind::Dispatcher(_)) => {
            Some("kernels can't launch kernels: call a function of @cuda.jit(device=True), or launch from the host")
        }
        ("setitem", [array, _, item]) => assignment(*array, *item),
        ("get" | "pop" | "setdefault", [_, _]) => {
            Some("the default needs the type of the dict's values, or is None: test 'key in d' first")
        }
        ("id", [_]) => Some(
            "numbers, texts and tuples have no place of their own in compiled code: tell them apart by their values",
        ),
        ("singledispatch", _) => Some("decorate the function where it is defined, outside of compiled code"),
        ("localtime" | "gmtime", _) => Some("datetime.datetime.fromtimestamp(t) has the same parts"),
        ("ChainMap", _) => Some("look in one dict after the other, or merge them: {**second, **first}"),
        ("getiter" | "len", [ty]) if is_number(*ty) => Some("to count up to a number, use range(...)"),
        _ => None,
    }
}

fn assignment(target: Ty, item: Ty) -> Option<&'static str> {
    if target.tuple_items().is_some() {
        return Some("tuples are immutable");
    }
    let Kind::Array { dtype, .. } = target.kind() else {
        return None;
    };
    let given = item.as_array().map_or(item, |(given, ..)| given);
    match (given.kind(), item.kind()) {
        (Kind::Complex(_), _) if is_number(*dtype) => {
            Some("store the real part with '.real', or make the array complex")
        }
        (_, Kind::Array { .. }) => Some("one element is one number; to copy an array, assign to a slice such as a[:]"),
        _ => None,
    }
}

/// For an attribute or method that a type does not have.
pub fn attribute(ty: Ty, name: &str) -> Option<&'static str> {
    match (ty.unliteral().kind(), name) {
        _ if is_text(ty) && STRING_METHODS.contains(&name) => {
            Some("this method of strings is not supported in compiled code yet")
        }
        (Kind::Array { .. }, "append" | "extend" | "insert" | "pop" | "remove") => {
            Some("an array does not grow: make it as large as needed with np.empty(n), and keep a count")
        }
        (Kind::CaughtException, _) => Some("str(...) gives the message of a caught exception"),
        (Kind::None, _) => Some("the value is None: a function without 'return' gives None"),
        (Kind::Optional(_), _) => Some("the value may be None; test it with 'is not None' first"),
        _ => None,
    }
}

/// For a value of the host that has no type: its name, and the text that messages have for its class.
pub fn untyped(name: &str, class: &str) -> String {
    let class = class.trim_start_matches("<class '").trim_end_matches("'>");
    match class {
        "dict" | "collections.OrderedDict" => of_container(name, "dict[str, int] = {}"),
        "list" => of_container(name, "list[int] = []"),
        "set" => of_container(name, "set[int] = set()"),
        "int" => format!("'{name}' does not fit into 64 bits; use a float"),
        "coluber.objectmode.blocks.ObjectModeBlock" => {
            "objmode blocks can't be in inner functions: write the block in the function around, or in a jitted function".into()
        }
        "type" | "abc.ABCMeta" => {
            format!(
                "compiled code can't make objects of the class '{name}': it is the interpreter's or derived from one of \
                 its classes other than dict, OrderedDict and list, or has __new__, __del__, __setattr__ or a metaclass"
            )
        }
        _ => format!("pass the numbers and arrays that '{name}' holds as arguments"),
    }
}

/// For a container of which nothing says what it holds.
fn of_container(name: &str, example: &str) -> String {
    format!(
        "its items must have one type, and functions in it be decorated with @njit; the type of an empty one is said by an annotation, \
         such as {name}: {example}"
    )
}

fn no_objects_of(class: &str) -> String {
    let name = class.trim_start_matches("<class '").trim_end_matches("'>");
    format!("compiled code can't make objects of the class '{name}'; make them outside, and pass what they hold")
}

/// For a call of a value of the host that has no type; messages have a text for its class.
pub fn uncallable(cx: &Cx<'_>, class: &str) -> Box<Diagnostic> {
    let what = match class {
        "<class 'type'>" | "<class 'abc.ABCMeta'>" => "a class that compiled code does not know is called",
        _ => "it has no type in compiled code and can't be called there",
    };
    let error = cx.error(format!("Cannot determine Numba type of {class}: {what}"));
    error.hint("call it outside, and pass what compiled code needs of the result, or in a block 'with objmode(...)'")
}

/// For a call of a function of the host that is not compiled: the text that its type has in messages.
pub fn uncompiled(text: &str) -> (&str, &'static str, String) {
    match text.strip_prefix("<built-in function ").and_then(|t| t.strip_suffix('>')) {
        Some(name) => (
            name,
            "<class 'builtin_function_or_method'>",
            format!("compiled code can't call '{name}'; call it outside, and pass the result as an argument"),
        ),
        None if text.starts_with("<class '") => {
            let path = text.trim_start_matches("<class '").trim_end_matches("'>");
            (path.rsplit('.').next().unwrap_or(path), "<class 'type'>", no_objects_of(text))
        }
        None => (
            text,
            "<class 'function'>",
            format!(
                "'{text}' has no implementation for compiled code: give it one with overload, or decorate it with @njit"
            ),
        ),
    }
}

/// For a function of module `math` that was given an array.
pub fn scalar_function(key: &str, args: &[Val]) -> Option<String> {
    let name = key.strip_prefix("math.").or_else(|| key.strip_prefix("cmath."))?;
    let has_ufunc = crate::arrays::ufunc::exists(name);
    args.iter().any(|v| v.ty.is_array()).then(|| match has_ufunc {
        true => format!("{key} takes a number; for arrays there is np.{name}"),
        false => format!("{key} takes a number; call it for each element"),
    })
}
