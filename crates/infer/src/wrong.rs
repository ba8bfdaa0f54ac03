//! What CPython says where an operation does not go with the types of its operands: the texts of exceptions that the version of a
//! function for such types raises.

use crate::value::Val;
use coluber_base::Name;
use coluber_ir::py::Op;
use coluber_types::{Kind, ListForm, Ty};

/// The class and the text, where CPython's depends on the classes alone.
pub fn exception(op: &Op, vals: &[Val]) -> Option<(&'static str, String)> {
    let has_none = |class: Name, name: &Name| ("AttributeError", format!("'{class}' object has no attribute '{name}'"));
    let first = vals.first()?.ty;
    match (op, first.kind()) {
        (Op::GetAttr { name } | Op::SetAttr { name }, _) => Some(has_none(class_name(first)?, name)),
        // Methods of the program are there, or reading them fails.
        (Op::Call { .. } | Op::CallStar { .. }, Kind::BoundMethod { receiver, name }) if receiver.shape().is_none() => {
            (!crate::methods::exists(*receiver, name)).then_some(has_none(class_name(*receiver)?, name))
        }
        _ => Some(("TypeError", text(op, vals)?)),
    }
}

/// Whether CPython raises it for all values of these types, whatever Coluber knows: operators on builtin types that do not go together.
pub fn is_sure(op: &Op, vals: &[Val]) -> bool {
    let class = |val: &Val| class_name(val.ty).filter(|name| BUILTIN.contains(&&**name));
    let Some(first) = vals.first().and_then(class) else { return false };
    let second = vals.get(1).and_then(class);
    // Containers of one class may hold items that have no common type here.
    let are_apart = second.as_ref().is_some_and(|second| *second != first || is_number(&first));
    match op {
        Op::Binary { op } => are_apart && !takes_more(op.symbol(), &first, second.as_deref()),
        // Lists and dicts take the items of anything.
        Op::Inplace { op } => {
            let takes_items = is_container(&first) && !second.as_ref().is_some_and(|second| is_number(second));
            are_apart && !takes_items && !takes_more(op.symbol(), &first, second.as_deref())
        }
        Op::Compare { .. } => are_apart,
        Op::Unary { .. } => true,
        Op::Contains { .. } => vals.get(1).is_some_and(|container| member(vals[0].ty, container.ty).is_some()),
        Op::GetItem {} | Op::GetIter {} | Op::SizedIter {} | Op::Unpack { .. } | Op::UnpackStar { .. } => {
            is_number(&first)
        }
        _ => false,
    }
}

/// Whether an operator of sequences takes operands of other classes: formats take anything, and repetitions a number.
fn takes_more(symbol: &str, first: &str, second: Option<&str>) -> bool {
    let repeats = |sequence, number| is_sequence(sequence) && matches!(number, "int" | "bool");
    let second = second.unwrap_or_default();
    symbol == "%" && is_sequence(first) || symbol == "*" && (repeats(first, second) || repeats(second, first))
}

/// Classes of which all operators are known.
const BUILTIN: &[&str] = &["NoneType", "bool", "int", "float", "complex", "str", "bytes", "list", "tuple", "dict"];

fn text(op: &Op, vals: &[Val]) -> Option<String> {
    let first_ty = vals.first()?.ty;
    let first = class_name(first_ty)?;
    let second = vals.get(1).and_then(|val| class_name(val.ty));
    Some(match op {
        Op::Inplace { op } if op.symbol() == "+" && *first == *"list" => {
            format!("'{}' object is not iterable", second?)
        }
        Op::Binary { op } | Op::Inplace { op } if op.symbol() == "+" && is_sequence(&first) => {
            concatenation(&first, &second?)
        }
        Op::Binary { op } => format!("unsupported operand type(s) for {}: '{first}' and '{}'", op.symbol(), second?),
        Op::Inplace { op } => format!("unsupported operand type(s) for {}=: '{first}' and '{}'", op.symbol(), second?),
        Op::Unary { op } => format!("bad operand type for unary {}: '{first}'", op.symbol()),
        Op::Compare { op } => {
            format!("'{}' not supported between instances of '{first}' and '{}'", op.symbol(), second?)
        }
        Op::Contains { .. } if let Some(text) = vals.get(1).and_then(|val| member(first_ty, val.ty)) => text,
        Op::Contains { .. } => format!("argument of type '{}' is not iterable", second?),
        Op::GetItem {} if is_number(&first) => format!("'{first}' object is not subscriptable"),
        Op::SetItem {} if !is_container(&first) => format!("'{first}' object does not support item assignment"),
        Op::DelItem {} if !is_container(&first) => format!("'{first}' object doesn't support item deletion"),
        Op::GetIter {} | Op::SizedIter {} => format!("'{first}' object is not iterable"),
        Op::Unpack { .. } | Op::UnpackStar { .. } => format!("cannot unpack non-iterable {first} object"),
        Op::Call { .. } | Op::CallStar { .. } if is_number(&first) || is_sequence(&first) => {
            format!("'{first}' object is not callable")
        }
        _ => return None,
    })
}

/// What texts and bytes say of something else that is looked for in them.
pub fn member(item: Ty, container: Ty) -> Option<String> {
    if let Kind::Instance(_) = item.kind() {
        return None;
    }
    let (item, container) = (class_name(item)?, class_name(container)?);
    match &*container {
        "bytes" if !["bytes", "int", "bool"].contains(&&*item) => {
            Some(format!("a bytes-like object is required, not '{item}'"))
        }
        "str" if *item != *"str" => Some(format!("'in <string>' requires string as left operand, not {item}")),
        _ => None,
    }
}

/// What a sequence says of something else that is put behind it.
fn concatenation(sequence: &str, other: &str) -> String {
    match sequence {
        "bytes" => format!("can't concat {other} to bytes"),
        _ => format!("can only concatenate {sequence} (not \"{other}\") to {sequence}"),
    }
}

fn is_number(class: &str) -> bool {
    ["int", "float", "complex", "bool", "NoneType"].contains(&class)
}

fn is_sequence(class: &str) -> bool {
    ["str", "bytes", "list", "tuple"].contains(&class)
}

fn is_container(class: &str) -> bool {
    ["list", "dict", "collections.deque", "numpy.ndarray"].contains(&class)
}

/// The name of the class that a value of a type has in Python.
fn class_name(ty: Ty) -> Option<Name> {
    let name = match ty.stored().kind() {
        Kind::None => "NoneType",
        Kind::Bool => "bool",
        Kind::Int(_) => "int",
        Kind::Float(_) => "float",
        Kind::Complex(_) => "complex",
        Kind::Str | Kind::Text(_) | Kind::Formatted { .. } => "str",
        Kind::Bytes => "bytes",
        Kind::Array { .. } => "numpy.ndarray",
        Kind::List { form: ListForm::Deque, .. } => "collections.deque",
        Kind::List { form: ListForm::Tuple, .. } | Kind::Tuple(_) => "tuple",
        Kind::List { .. } => "list",
        Kind::Dict { .. } => "dict",
        Kind::Set { frozen: true, .. } => "frozenset",
        Kind::Set { .. } => "set",
        Kind::Instance(shape) => return Some(shape.class().object.text.clone()),
        _ => return None,
    };
    Some(name.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use coluber_ops::{BinOp, CmpOp};

    #[test]
    fn texts_are_those_of_cpython() {
        let said = |op: Op, types: &[Ty]| {
            let vals: Vec<Val> = types.iter().map(|ty| Val::weak(*ty)).collect();
            exception(&op, &vals).map_or_else(String::new, |(_, text)| text)
        };
        let (int, string) = (Ty::literal_int(1), Ty::string());
        assert_eq!(
            said(Op::Binary { op: BinOp::Add }, &[int, string]),
            "unsupported operand type(s) for +: 'int' and 'str'"
        );
        assert_eq!(
            said(Op::Binary { op: BinOp::Add }, &[string, int]),
            "can only concatenate str (not \"int\") to str"
        );
        assert_eq!(
            said(Op::Compare { op: CmpOp::Lt }, &[Ty::none(), int]),
            "'<' not supported between instances of 'NoneType' and 'int'"
        );
        assert_eq!(said(Op::GetItem {}, &[int, int]), "'int' object is not subscriptable");
        assert_eq!(said(Op::GetAttr { name: "x".into() }, &[string]), "'str' object has no attribute 'x'");
        assert_eq!(said(Op::GetItem {}, &[string, string]), "");
    }

    #[test]
    fn what_cpython_raises_for_all_values() {
        let sure = |op: Op, types: &[Ty]| is_sure(&op, &types.iter().map(|ty| Val::weak(*ty)).collect::<Vec<_>>());
        let (int, string, list) = (Ty::int64(), Ty::string(), Ty::uni_tuple(Ty::int64(), 2));
        assert!(sure(Op::Binary { op: BinOp::Add }, &[string, int]));
        assert!(sure(Op::Compare { op: CmpOp::Lt }, &[Ty::none(), Ty::none()]));
        assert!(sure(Op::GetIter {}, &[int]));
        assert!(!sure(Op::Binary { op: BinOp::Mod }, &[string, int]), "a format");
        assert!(!sure(Op::Compare { op: CmpOp::Lt }, &[list, list]), "empty ones have an order");
        assert!(!sure(Op::GetIter {}, &[string]));
        assert!(!sure(Op::Binary { op: BinOp::Add }, &[list, list]), "items may have no common type here");
        assert!(
            !sure(Op::Binary { op: BinOp::Mul }, &[string, int]) && !sure(Op::Binary { op: BinOp::Mul }, &[int, list])
        );
    }
}
