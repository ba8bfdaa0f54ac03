//! The parts that a value of each type consists of.

use crate::Ty;
use crate::kind::Kind;

/// Whether values of the type are one machine word or less: they are leaves, and have no fields.
pub fn is_scalar(ty: Ty) -> bool {
    matches!(
        ty.kind(),
        Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Date(_) | Kind::Span(_) | Kind::Ptr | Kind::Owner
    )
}

/// The types of the fields of an aggregate, in order; empty for scalars and for types without a run-time part.
///
/// * complex: real, imag
/// * array: owner, data, shape (tuple of int64), strides in bytes (tuple of int64)
/// * record: owner, address
/// * generator: owner, address of NumPy's `bitgen_t`
/// * vector: its items
/// * string, bytes: owner, data, length in characters, bytes a character (int32)
/// * member of an enumeration: its value
/// * named arguments: the values
/// * optional: whether there is a value, the value
/// * range: start, stop, and the step unless it is known
/// * range iterator: next and stop when the step is 1 or -1, else next and number of items left; then the step unless it is known
/// * list, dict, set, suspended function, instance: owner
/// * view of a dict: the dict
/// * shared variable: the list
/// * one of several functions: its number, then all of them
/// * iterator over a dict: the dict, the position of an entry or -1, the number of entries at the start
/// * iterators over a container: the container, the next position
/// * type of a program: the members of its data model
pub fn fields(ty: Ty) -> Vec<Ty> {
    let i64 = Ty::int64();
    match ty.kind() {
        Kind::Complex(f) => vec![Ty::float(*f); 2],
        Kind::Str | Kind::Bytes => vec![Ty::owner(), Ty::ptr(), i64, Ty::int32()],
        Kind::Text(pieces) => pieces.to_vec(),
        Kind::Formatted { value, spec, .. } => vec![*value, *spec],
        Kind::Slice { start, stop, step } => vec![*start, *stop, *step],
        Kind::Range { int, step, parallel } => {
            let numbers = vec![Ty::int(*int); if step.is_some() { 2 } else { 3 }];
            numbers.into_iter().chain(parallel.extents()).collect()
        }
        Kind::RangeIter { int, step: Some(_), parallel } => {
            [Ty::int(*int); 2].into_iter().chain(parallel.extents()).collect()
        }
        Kind::RangeIter { int, step: None, .. } => vec![Ty::int(*int), i64, Ty::int(*int)],
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } | Kind::Keywords { items, .. } | Kind::Zip(items) => {
            items.to_vec()
        }
        Kind::Array { ndim, .. } => {
            let extents = Ty::uni_tuple(i64, *ndim as usize);
            vec![Ty::owner(), Ty::ptr(), extents, extents]
        }
        Kind::Record { .. } | Kind::Generator => vec![Ty::owner(), Ty::ptr()],
        Kind::Optional(inner) => vec![Ty::boolean(), *inner],
        Kind::Enum { value, .. } => vec![*value],
        Kind::Pointer(_) => vec![Ty::ptr()],
        Kind::Vector { item, count } => vec![*item; usize::from(*count)],
        Kind::Exception { args, .. } => args.to_vec(),
        Kind::Closure { captured, .. } => captured.to_vec(),
        Kind::BoundMethod { receiver, .. } => vec![*receiver],
        // With the length at the start.
        Kind::ListIter(t) if t.list_form() == Some(crate::ListForm::Typed) => vec![*t, i64, i64],
        // With the length and the place of the first item at the start.
        Kind::ListIter(t) | Kind::Reversed(t) if t.list_form() == Some(crate::ListForm::Deque) => {
            vec![*t, i64, i64, i64]
        }
        Kind::ArrayIter(t) | Kind::TupleIter(t) | Kind::ListIter(t) | Kind::Reversed(t) | Kind::Enumerate(t) => {
            vec![*t, i64]
        }
        Kind::FlatIter(t) => vec![*t, i64],
        Kind::DictView { dict, .. } => vec![*dict],
        Kind::Cell(list) => vec![*list],
        Kind::OneOf(functions) => std::iter::once(i64).chain(functions.iter().copied()).collect(),
        Kind::DictIter { dict, .. } => vec![*dict, i64, i64, i64],
        Kind::StrIter => vec![Ty::string(), i64],
        Kind::BytesIter => vec![Ty::bytes(), i64],
        Kind::NdIndex(n) => vec![Ty::uni_tuple(i64, *n as usize), i64, Ty::uni_tuple(i64, *n as usize)],
        Kind::NdEnumerate(t) => vec![*t, i64, Ty::uni_tuple(i64, t.as_array().map_or(0, |array| array.1 as usize))],
        Kind::CaughtException
        | Kind::List { .. }
        | Kind::Dict { .. }
        | Kind::Set { .. }
        | Kind::Gen { .. }
        | Kind::Instance(_) => {
            vec![Ty::owner()]
        }
        Kind::Extension(_) => crate::extension::fields(ty).to_vec(),
        _ => Vec::new(),
    }
}

/// Whether values of the type hold references that are counted.
pub fn has_owner(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Owner => true,
        _ => fields(ty).into_iter().any(has_owner),
    }
}

/// Words one of which is not zero in each value of a type: where all of them are, memory that began as zeros has no value of it yet. Each is
/// given by the indices of the fields, from the outermost inwards, that lead to it. Empty where zeros are a value, as they are of numbers, strings
/// and arrays.
pub fn marks(ty: Ty) -> Vec<Vec<u32>> {
    let of_field = |k: usize, field: Ty| -> Vec<Vec<u32>> {
        marks(field).into_iter().map(|path| [vec![k as u32], path].concat()).collect()
    };
    match ty.kind() {
        Kind::List { .. } | Kind::Dict { .. } | Kind::Set { .. } | Kind::Gen { .. } | Kind::Instance(_) => {
            vec![vec![0]]
        }
        Kind::Extension(_) if crate::extension::is_never_zero(ty) => {
            (0..fields(ty).len()).map(|k| vec![k as u32]).collect()
        }
        Kind::OneOf(ways) => match ways.first().map(|&way| of_field(1, way)).unwrap_or_default() {
            first if first.is_empty() => first,
            first => [vec![vec![0]], first].concat(),
        },
        Kind::Optional(_) | Kind::Enum { .. } | Kind::Array { .. } | Kind::Extension(_) => Vec::new(),
        _ => {
            let mut found = fields(ty).into_iter().enumerate().map(|(k, field)| of_field(k, field));
            found.find(|paths| !paths.is_empty()).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_no_value_has_as_zero() {
        let list = Ty::list(Ty::int64());
        assert_eq!(marks(list), [[0]]);
        assert!(marks(Ty::string()).is_empty() && marks(Ty::optional(list)).is_empty());
        let inner = Ty::tuple(vec![Ty::string(), list]);
        assert_eq!(marks(Ty::tuple(vec![Ty::int64(), inner, list])), [[1, 1, 0]]);
        assert_eq!(marks(Ty::new(Kind::OneOf(Box::new([list, Ty::int64()])))), [vec![0], vec![1, 0]]);
        assert!(marks(Ty::new(Kind::OneOf(Box::new([Ty::int64(), list])))).is_empty());
    }
}
