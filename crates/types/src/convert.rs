//! Implicit conversions between types and what they cost.

use crate::Ty;
use crate::kind::{FloatTy, IntTy, Kind, Layout, ListForm};

/// How good a conversion is, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conversion {
    /// The same type.
    Exact,
    /// To a wider type of the same family.
    Promote,
    /// To another family without loss (int32 to float64), or array(C) to array(A).
    Safe,
    /// With possible loss.
    Unsafe,
}

impl Conversion {
    /// The word that Numba uses.
    pub fn name(self) -> &'static str {
        match self {
            Conversion::Exact => "exact",
            Conversion::Promote => "promote",
            Conversion::Safe => "safe",
            Conversion::Unsafe => "unsafe",
        }
    }
}

/// How `from` converts to `to`, or None when it doesn't.
pub fn conversion(from: Ty, to: Ty) -> Option<Conversion> {
    if from == to {
        return Some(Conversion::Exact);
    }
    match (from.kind(), to.kind()) {
        (Kind::Undefined, _) => Some(Conversion::Exact),
        (Kind::Literal(_), _) => conversion(from.unliteral(), to).map(|c| c.max(Conversion::Promote)),
        (Kind::Omitted(_), _) | (_, Kind::Omitted(_)) => None,
        (Kind::None, Kind::Optional(_)) => Some(Conversion::Promote),
        (Kind::Optional(a), Kind::Optional(b)) => conversion(*a, *b),
        (_, Kind::Optional(b)) => conversion(from, *b).map(|c| c.max(Conversion::Promote)),
        (Kind::Optional(a), _) => conversion(*a, to).map(|_| Conversion::Unsafe),
        (Kind::Enum { class, value: a, .. }, Kind::Enum { class: c, value: b, .. }) if class == c => conversion(*a, *b),
        (Kind::Enum { integral: true, .. }, _) => conversion(from.unliteral(), to).map(|c| c.max(Conversion::Promote)),
        (Kind::Date(a), Kind::Date(b)) => {
            Some(if a.join_dates(*b) == *b { Conversion::Promote } else { Conversion::Unsafe })
        }
        (Kind::Span(a), Kind::Span(b)) => {
            a.join_spans(*b).map(|unit| if unit == *b { Conversion::Promote } else { Conversion::Unsafe })
        }
        (Kind::Bool | Kind::Int(_), Kind::Date(_) | Kind::Span(_)) => Some(Conversion::Unsafe),
        (Kind::Tuple(a), Kind::Tuple(b)) => items(a, b),
        (Kind::Keywords { names, items: a }, Kind::Keywords { names: n, items: b }) if names == n => items(a, b),
        (Kind::NamedTuple { items: a, .. }, Kind::Tuple(b)) => items(a, b).map(|c| c.max(Conversion::Safe)),
        (Kind::Chars { .. }, Kind::Chars { .. }) if from.loaded() == to.loaded() => Some(Conversion::Unsafe),
        (Kind::Str | Kind::Bytes | Kind::Text(_) | Kind::Formatted { .. }, Kind::Chars { .. }) => {
            conversion(from, to.loaded()).map(|_| Conversion::Unsafe)
        }
        (Kind::Text(_) | Kind::Formatted { .. }, Kind::Str) => Some(Conversion::Promote),
        (Kind::Array { .. }, Kind::Array { .. }) => array(from, to),
        (Kind::Slice { .. }, Kind::Slice { .. }) => slice(from, to),
        (Kind::List { .. }, Kind::List { .. })
        | (Kind::Dict { .. }, Kind::Dict { .. })
        | (Kind::Set { .. }, Kind::Set { .. })
            if crate::named::are_alike(from, to) =>
        {
            Some(if from.bare() == to.bare() { Conversion::Exact } else { Conversion::Promote })
        }
        // They are the same memory: a list that Python sees as a typed one, and a list that it gets copies of.
        (Kind::List { item: a, form: ListForm::Typed, .. }, Kind::List { item: b, form: ListForm::List, .. })
            if a.bare() == b.bare() =>
        {
            Some(Conversion::Safe)
        }
        (Kind::Tuple(items), Kind::List { item, form: ListForm::Tuple, .. }) => {
            let mut all = items.iter().map(|ty| conversion(*ty, *item));
            all.try_fold(Conversion::Promote, |worst, next| next.map(|next| worst.max(next)))
        }
        (Kind::Instance(_), Kind::OneOf(all)) if all.contains(&from) => Some(Conversion::Promote),
        (Kind::OneOf(own), Kind::OneOf(all)) if own.iter().all(|ty| all.contains(ty)) => Some(Conversion::Promote),
        (Kind::NumberClass(a), Kind::DType(b)) if a == b => Some(Conversion::Safe),
        (Kind::Extension(_), _) | (_, Kind::Extension(_)) => crate::extension::conversion(from, to),
        _ => number(from, to),
    }
}

fn items(from: &[Ty], to: &[Ty]) -> Option<Conversion> {
    if from.len() != to.len() {
        return None;
    }
    let mut worst = Conversion::Exact;
    for (a, b) in from.iter().zip(to) {
        worst = worst.max(conversion(*a, *b)?);
    }
    Some(worst)
}

fn slice(from: Ty, to: Ty) -> Option<Conversion> {
    items(&crate::fields::fields(from), &crate::fields::fields(to))
}

fn array(from: Ty, to: Ty) -> Option<Conversion> {
    let (
        Kind::Array { dtype, ndim, layout, mutable, aligned },
        Kind::Array { dtype: d, ndim: n, layout: l, mutable: m, aligned: al },
    ) = (from.kind(), to.kind())
    else {
        return None;
    };
    // With one axis the two contiguous orders are the same.
    let order = layout == l || *l == Layout::A || (*ndim <= 1 && *layout != Layout::A);
    let fits = dtype == d && ndim == n && order && (*mutable || !*m) && (*aligned || !*al);
    fits.then_some(Conversion::Safe)
}

/// The types with arrays taken to be aligned; None where all are.
pub fn as_if_aligned(types: &[Ty]) -> Option<Vec<Ty>> {
    let changed: Vec<Ty> = types.iter().map(|&ty| with_alignment(ty, true)).collect();
    (changed != types).then_some(changed)
}

/// A signature as it takes these arguments, of which some are arrays that are not aligned.
pub fn unaligned_as(signature: &[Ty], given: &[Ty]) -> Vec<Ty> {
    let pairs = signature.iter().zip(given);
    pairs.map(|(&ty, given)| if is_unaligned(*given) { with_alignment(ty, false) } else { ty }).collect()
}

/// Whether it is an array whose elements need not be aligned, although their type says nothing of that.
pub fn is_unaligned(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Array { aligned: false, dtype, .. } if !dtype.is_packed())
}

fn with_alignment(ty: Ty, aligned: bool) -> Ty {
    match *ty.kind() {
        Kind::Array { dtype, ndim, layout, mutable, .. } if !dtype.is_packed() => {
            Ty::new(Kind::Array { dtype, ndim, layout, mutable, aligned })
        }
        _ => ty,
    }
}

fn number(from: Ty, to: Ty) -> Option<Conversion> {
    use Conversion::{Promote, Safe, Unsafe};
    Some(match (from.kind(), to.kind()) {
        (Kind::Bool, Kind::Int(_)) => Safe,
        (Kind::Bool, Kind::Float(_) | Kind::Complex(_)) => Safe,
        (Kind::Int(a), Kind::Int(b)) => int_to_int(*a, *b),
        (Kind::Int(a), Kind::Float(b) | Kind::Complex(b)) => {
            if int_fits_float(*a, *b) {
                Safe
            } else {
                Unsafe
            }
        }
        (Kind::Int(_), Kind::Bool) => Unsafe,
        // The number of an address.
        (Kind::Int(int), Kind::Pointer(to)) if int.bits == 64 && *to.kind() == Kind::None => Unsafe,
        (Kind::Float(a), Kind::Float(b)) => {
            if a.fits(*b) {
                Promote
            } else {
                Unsafe
            }
        }
        (Kind::Float(a), Kind::Complex(b)) => {
            if a.fits(*b) {
                Safe
            } else {
                Unsafe
            }
        }
        (Kind::Float(_), Kind::Int(_) | Kind::Bool) => Unsafe,
        (Kind::Complex(a), Kind::Complex(b)) => {
            if a < b {
                Promote
            } else {
                Unsafe
            }
        }
        _ => return None,
    })
}

fn int_to_int(from: IntTy, to: IntTy) -> Conversion {
    if from.signed == to.signed && from.bits < to.bits {
        Conversion::Promote
    } else if !from.signed && to.signed && from.bits < to.bits {
        Conversion::Safe
    } else {
        Conversion::Unsafe
    }
}

/// Floats of 16 bits hold integers of 8 bits, float32 those of 16, float64 those of 32; as NumPy does, 64 bits count as safe for float64.
fn int_fits_float(int: IntTy, float: FloatTy) -> bool {
    match float {
        FloatTy::F16 | FloatTy::BF16 => int.bits <= 8,
        FloatTy::F32 => int.bits <= 16,
        FloatTy::F64 => true,
    }
}
