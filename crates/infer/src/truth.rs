//! The truth of a value, as `if`, `while`, `not` and `bool()` test it.

use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Literal, Ty};

/// The truth of a value that is known from its type alone.
pub fn known(val: Val) -> Option<bool> {
    match val.ty.kind() {
        Kind::None => Some(false),
        Kind::Literal(Literal::Bool(b)) => Some(*b),
        Kind::Literal(Literal::Int(v)) => Some(*v != 0),
        Kind::Literal(Literal::Str(s)) => Some(!s.is_empty()),
        Kind::Enum { integral: false, .. } => Some(true),
        Kind::Enum { value, .. } => known(Val { ty: *value, ..val }),
        Kind::Tuple(items) => Some(!items.is_empty()),
        // Names that begin so are those of classes of the library, which are no tuples.
        Kind::NamedTuple { items, names, .. } if !names.iter().any(|name| name.starts_with('_')) => {
            Some(!items.is_empty())
        }
        Kind::Function(_)
        | Kind::Dispatcher(_)
        | Kind::Module(_)
        | Kind::Closure { .. }
        | Kind::OneOf(_)
        | Kind::Gen { .. }
        | Kind::BoundMethod { .. }
        | Kind::ExceptionClass(_)
        | Kind::NumberClass(_)
        | Kind::DType(_)
        | Kind::Ellipsis
        | Kind::Slice { .. }
        | Kind::Generator => Some(true),
        Kind::Keywords { names, .. } => Some(!names.is_empty()),
        _ if is_iterator(val.ty) => Some(true),
        _ => None,
    }
}

/// Whether it is the type of an iterator, which is true also where it has no more items.
fn is_iterator(ty: Ty) -> bool {
    matches!(
        ty.kind(),
        Kind::RangeIter { .. }
            | Kind::ArrayIter(_)
            | Kind::TupleIter(_)
            | Kind::ListIter(_)
            | Kind::DictIter { .. }
            | Kind::Enumerate(_)
            | Kind::Zip(_)
            | Kind::Reversed(_)
            | Kind::StrIter
            | Kind::BytesIter
            | Kind::NdIndex(_)
            | Kind::NdEnumerate(_)
    )
}

/// The truth of a value, as a bool.
pub fn truth(cx: &Cx<'_>, val: Val) -> Rule {
    if let Some(b) = known(val) {
        return Ok(Some(Resolved::constant(Ty::literal_bool(b))));
    }
    let result = Val::weak(Ty::boolean());
    Ok(Some(match val.ty.kind() {
        Kind::Bool => Resolved::one(result, |_, a| a[0]),
        Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) => Resolved::one(result, |e, a| e.coerce(a[0], Ty::boolean())),
        Kind::Date(_) | Kind::Span(_) => Resolved::one(result, |e, a| crate::times::convert::truth(e, a[0])),
        Kind::Enum { integral: true, .. } => Resolved::one(result, |e, a| e.coerce(a[0], Ty::boolean())),
        Kind::Str | Kind::Bytes | Kind::Text(_) | Kind::Formatted { .. } => Resolved::one(result, |e, a| {
            let length = crate::strings::length(e, a[0]);
            e.compare_int(CmpOp::Ne, length, 0)
        }),
        Kind::Optional(inner) => {
            let Some(payload) = truth(cx, Val::new(*inner))? else {
                return Ok(None);
            };
            // What is not there is not looked at: a list that is None has no memory.
            Resolved::one(result, move |e, a| {
                let flag = e.part(a[0], 0);
                let no = e.bool(false);
                let (end, made) = e.join_block(Ty::boolean());
                let some = e.following_block();
                e.builder().branch(flag, (some, &[]), (end, &[no]));
                e.builder().switch_to(some);
                // Text in pieces becomes a string where it is taken out: not before it is known to be there.
                let value = e.part(a[0], 1);
                let inner = e.resolved(&payload, &[value]);
                let inner = e.coerce(inner, Ty::boolean());
                e.builder().jump(end, &[inner]);
                e.builder().switch_to(end);
                made
            })
        }
        Kind::Dict { .. } | Kind::Set { .. } => Resolved::one(result, |e, a| {
            let length = e.dict_len(a[0]);
            e.compare_int(CmpOp::Ne, length, 0)
        }),
        Kind::DictView { .. } => Resolved::one(result, |e, a| {
            let dict = e.part(a[0], 0);
            let length = e.dict_len(dict);
            e.compare_int(CmpOp::Ne, length, 0)
        }),
        Kind::List { .. } => Resolved::one(result, |e, a| {
            let length = e.list_len(a[0]);
            e.compare_int(CmpOp::Ne, length, 0)
        }),
        Kind::Pointer(_) => Resolved::one(result, |e, a| {
            let address = crate::cuda::pointer::number_of(e, a[0], 0);
            e.compare_int(CmpOp::Ne, address, 0)
        }),
        Kind::Range { .. } => Resolved::one(result, |e, a| {
            let length = crate::iteration::range_length(e, a[0]);
            e.compare_int(CmpOp::Ne, length, 0)
        }),
        Kind::Array { dtype, ndim, .. } => return array_truth(cx, *dtype, *ndim),
        _ => return Ok(None),
    }))
}

/// An array of one element has the truth of that element.
fn array_truth(cx: &Cx<'_>, dtype: Ty, ndim: u8) -> Rule {
    let Some(element) = truth(cx, Val::new(dtype))? else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(Val::new(Ty::boolean()), move |e, a| {
        let size = crate::arrays::attributes::size(e, a[0]);
        let any = e.compare_int(CmpOp::Ne, size, 0);
        e.guard(
            "ValueError",
            "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty.",
            any,
        );
        let one = e.compare_int(CmpOp::Eq, size, 1);
        e.guard(
            "ValueError",
            "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
            one,
        );
        let zeros: Vec<_> = (0..ndim).map(|_| e.i64(0)).collect();
        let ptr = e.elem_ptr(a[0], &zeros);
        let v = e.load(ptr, dtype);
        e.resolved(&element, &[v])
    })))
}

/// `not a` of a number.
pub fn negated(val: Val) -> Resolved {
    if let Some(b) = known(val) {
        return Resolved::constant(Ty::literal_bool(!b));
    }
    Resolved::one(Val::weak(Ty::boolean()), |e, a| {
        let b = e.coerce(a[0], Ty::boolean());
        e.not(b)
    })
}
