//! The common type of two values that meet at a join.

use crate::Ty;
use crate::kind::{FloatTy, IntTy, Kind, Layout};

/// The type that holds values of both, or None.
pub fn unify(a: Ty, b: Ty) -> Option<Ty> {
    if a == b {
        return Some(a);
    }
    match (a.kind(), b.kind()) {
        (Kind::Undefined, _) => Some(b),
        (_, Kind::Undefined) => Some(a),
        (Kind::OneOf(_), _) | (_, Kind::OneOf(_)) if variants(a).or(variants(b)).is_some() => variant(a, b),
        (Kind::Literal(_), _) | (_, Kind::Literal(_)) => unify_literals(a, b),
        (Kind::None, _) => Some(Ty::optional(optional_payload(b)?)),
        (_, Kind::None) => Some(Ty::optional(optional_payload(a)?)),
        (Kind::Optional(x), Kind::Optional(y)) => Some(Ty::optional(unify(*x, *y)?)),
        (Kind::Optional(x), _) => Some(Ty::optional(unify(*x, b)?)),
        (_, Kind::Optional(y)) => Some(Ty::optional(unify(a, *y)?)),
        (Kind::Enum { class, value: x, integral }, Kind::Enum { class: c, value: y, .. }) if class == c => {
            Some(Ty::new(Kind::Enum { class: class.clone(), value: unify(*x, *y)?.stored(), integral: *integral }))
        }
        (Kind::Enum { integral: true, .. }, _) | (_, Kind::Enum { integral: true, .. }) => unify_literals(a, b),
        (Kind::Date(x), Kind::Date(y)) => Some(Ty::new(Kind::Date(x.join_dates(*y)))),
        (Kind::Span(x), Kind::Span(y)) => Some(Ty::new(Kind::Span(x.join_spans(*y)?))),
        (Kind::Tuple(x), Kind::Tuple(y)) if x.len() != y.len() => crate::containers::unify_lengths(x, y),
        (Kind::Tuple(x), Kind::Tuple(y)) => unify_items(x, y).map(Ty::tuple),
        (Kind::Text(x), Kind::Text(y)) if x.len() == y.len() => {
            Some(unify_items(x, y).map_or_else(Ty::string, |items| Ty::new(Kind::Text(items.into()))))
        }
        // A number that became one of another type would read differently.
        (Kind::Formatted { form, value, spec }, Kind::Formatted { form: g, value: v, spec: s })
            if form == g && value.unliteral() == v.unliteral() =>
        {
            Some(Ty::new(Kind::Formatted { form: *form, value: unify(*value, *v)?, spec: unify(*spec, *s)? }))
        }
        // Texts of different make have only the string in common.
        (Kind::Text(_) | Kind::Formatted { .. } | Kind::Str, Kind::Text(_) | Kind::Formatted { .. } | Kind::Str) => {
            Some(Ty::string())
        }
        (Kind::NamedTuple { class, names, items: x }, Kind::NamedTuple { class: c, items: y, .. }) if class == c => {
            let items = unify_items(x, y)?.into();
            Some(Ty::new(Kind::NamedTuple { class: class.clone(), names: names.clone(), items }))
        }
        (Kind::Keywords { names, items: x }, Kind::Keywords { names: n, items: y }) if names == n => {
            Some(Ty::new(Kind::Keywords { names: names.clone(), items: unify_items(x, y)?.into() }))
        }
        (Kind::Array { .. }, Kind::Array { .. }) => unify_arrays(a, b),
        (Kind::Slice { start, stop, step }, Kind::Slice { start: s, stop: p, step: t }) => {
            Some(Ty::new(Kind::Slice { start: unify(*start, *s)?, stop: unify(*stop, *p)?, step: unify(*step, *t)? }))
        }
        (Kind::Range { int, parallel, .. }, Kind::Range { int: other, parallel: also, .. }) if parallel == also => {
            Some(Ty::new(Kind::Range { int: unify_range_ints(*int, *other)?, step: None, parallel: *parallel }))
        }
        (Kind::RangeIter { int, parallel, .. }, Kind::RangeIter { int: other, parallel: also, .. })
            if parallel == also =>
        {
            Some(Ty::new(Kind::RangeIter { int: unify_range_ints(*int, *other)?, step: None, parallel: *parallel }))
        }
        (Kind::Instance(x), Kind::Instance(y)) if x.class().object.id == y.class().object.id => {
            crate::containers::unify_instances(*x, *y)
        }
        (Kind::List { .. }, Kind::List { .. }) => crate::containers::unify_lists(a, b),
        (Kind::List { .. }, Kind::Tuple(items)) => crate::containers::unify_long(a, items),
        (Kind::Tuple(items), Kind::List { .. }) => crate::containers::unify_long(b, items),
        (Kind::Dict { .. }, Kind::Dict { .. }) => crate::containers::unify_dicts(a, b),
        (Kind::Set { .. }, Kind::Set { .. }) => crate::containers::unify_sets(a, b),
        (Kind::DictView { dict: x, part }, Kind::DictView { dict: y, part: p }) if part == p => {
            Some(Ty::new(Kind::DictView { dict: unify(*x, *y)?, part: *part }))
        }
        (Kind::DictIter { dict: x, part }, Kind::DictIter { dict: y, part: p }) if part == p => {
            Some(Ty::new(Kind::DictIter { dict: unify(*x, *y)?, part: *part }))
        }
        (Kind::ListIter(x), Kind::ListIter(y)) => Some(Ty::new(Kind::ListIter(unify(*x, *y)?))),
        (Kind::ArrayIter(x), Kind::ArrayIter(y)) => Some(Ty::new(Kind::ArrayIter(unify(*x, *y)?))),
        (Kind::TupleIter(x), Kind::TupleIter(y)) => Some(Ty::new(Kind::TupleIter(unify(*x, *y)?))),
        (Kind::FlatIter(x), Kind::FlatIter(y)) => Some(Ty::new(Kind::FlatIter(unify(*x, *y)?))),
        (Kind::NdEnumerate(x), Kind::NdEnumerate(y)) => Some(Ty::new(Kind::NdEnumerate(unify(*x, *y)?))),
        (Kind::Enumerate(x), Kind::Enumerate(y)) => Some(Ty::new(Kind::Enumerate(unify(*x, *y)?))),
        (Kind::Reversed(x), Kind::Reversed(y)) => Some(Ty::new(Kind::Reversed(unify(*x, *y)?))),
        (Kind::Cell(x), Kind::Cell(y)) => Some(Ty::new(Kind::Cell(unify(*x, *y)?))),
        (Kind::Closure { func, captured: x, name }, Kind::Closure { func: g, captured: y, .. }) if func == g => {
            let captured = unify_items(x, y)?.into();
            Some(Ty::new(Kind::Closure { func: *func, captured, name: name.clone() }))
        }
        _ if is_function(a) && is_function(b) || are_related(a, b) => unify_functions(a, b),
        (Kind::Zip(x), Kind::Zip(y)) => Some(Ty::new(Kind::Zip(unify_items(x, y)?.into()))),
        (Kind::Extension(_), _) | (_, Kind::Extension(_)) => crate::extension::unify(a, b),
        _ => unify_numbers(a, b),
    }
}

/// Whether a value may be called that may stand beside others. The class of a caught exception is no method.
fn is_function(ty: Ty) -> bool {
    match ty.kind() {
        Kind::BoundMethod { receiver, .. } => !matches!(receiver.kind(), Kind::CaughtException),
        _ => matches!(ty.kind(), Kind::Function(_) | Kind::Dispatcher(_) | Kind::Closure { .. } | Kind::OneOf(_)),
    }
}

/// The types of the instances that a value may be; none where it may be anything else.
pub fn instances(ty: Ty) -> Option<&'static [Ty]> {
    match ty.kind() {
        Kind::OneOf(all) if all.iter().all(|ty| ty.shape().is_some()) => Some(all),
        _ => None,
    }
}

/// Whether both are instances of classes that are derived from one, and none of both has two types.
fn are_related(a: Ty, b: Ty) -> bool {
    let class = |ty: &Ty| ty.shape().map(|shape| shape.class());
    let all = |ty: Ty| match instances(ty) {
        Some(all) => all.to_vec(),
        None => vec![ty],
    };
    let (a, b) = (all(a), all(b));
    a.iter().all(|x| {
        b.iter().all(|y| match (class(x), class(y)) {
            (Some(one), Some(other)) if one.object.id == other.object.id => unify(*x, *y).is_some(),
            (Some(one), Some(other)) => one.root == other.root,
            _ => false,
        })
    })
}

/// So many functions can be in one variable.
const MOST_FUNCTIONS: usize = 16;
/// So many choices between functions can stand in each other, in what they capture: a loop that makes functions of one another doubles
/// the type in each turn.
pub(crate) const MOST_CHOICES: u8 = 6;

/// One of the functions of both.
fn unify_functions(a: Ty, b: Ty) -> Option<Ty> {
    let mut all: Vec<Ty> = Vec::new();
    for part in [a, b] {
        let functions = match part.kind() {
            Kind::OneOf(functions) => functions,
            _ => std::slice::from_ref(&part),
        };
        for &function in functions {
            match choice(&all, function) {
                Some(k) => all[k] = unify(all[k], function)?,
                None => all.push(function),
            }
        }
    }
    if all.len() > MOST_FUNCTIONS || all.iter().any(|ty| ty.is_endless_choice()) {
        return None;
    }
    sort(&mut all);
    Some(Ty::new(Kind::OneOf(all.into())))
}

/// Sorts the types that a value may have by what depends neither on what was compiled before nor on which of them was met first. Functions and
/// classes may have one name.
pub(crate) fn sort(all: &mut [Ty]) {
    all.sort_by_cached_key(|ty| match ty.kind() {
        Kind::Closure { func, name, .. } => (name.to_string(), *func),
        Kind::Function(object) | Kind::Dispatcher(object) => (object.text.to_string(), object.id.0),
        Kind::Instance(shape) => (shape.class().object.text.to_string(), shape.class().object.id.0),
        _ => (ty.without_names().to_string(), 0),
    });
}

/// So many types can a result have.
const MOST_VARIANTS: usize = 16;

/// The type of values that are of one of both types, which have no common one. Functions are no such values.
pub fn variant(a: Ty, b: Ty) -> Option<Ty> {
    let mut all: Vec<Ty> = Vec::new();
    for ty in members(a).into_iter().chain(members(b)).filter(|ty| *ty != Ty::undefined()) {
        // What tells objects apart is their class.
        if is_function(ty) || all.iter().any(|&known| are_of_one_class(known, ty) && unify(known, ty).is_none()) {
            return None;
        }
        match all.iter().position(|&known| known == ty || meets(known, ty)) {
            Some(k) => all[k] = unify(all[k], ty)?,
            None => all.push(ty),
        }
    }
    sort(&mut all);
    match all[..] {
        [] => Some(Ty::undefined()),
        [one] => Some(one),
        _ => (all.len() <= MOST_VARIANTS).then(|| Ty::new(Kind::OneOf(all.into()))),
    }
}

/// Whether both types are those of objects of one class.
fn are_of_one_class(a: Ty, b: Ty) -> bool {
    let class = |ty: Ty| ty.shape().map(|shape| shape.class().object.id);
    class(a).is_some() && class(a) == class(b)
}

/// Whether values of two types have one place in a variant. Numbers of several kinds stay what they are.
fn meets(a: Ty, b: Ty) -> bool {
    a != Ty::none() && b != Ty::none() && keeps_numbers(a, b) && unify(a, b).is_some()
}

/// Whether numbers in values of both types are of the same kinds.
fn keeps_numbers(a: Ty, b: Ty) -> bool {
    let all = |x: &[Ty], y: &[Ty]| x.iter().zip(y).all(|(x, y)| keeps_numbers(*x, *y));
    let (a, b) = (a.unliteral(), b.unliteral());
    match (a.kind(), b.kind()) {
        (Kind::Tuple(x), Kind::Tuple(y)) => all(x, y),
        (Kind::List { item: x, .. }, Kind::List { item: y, .. })
        | (Kind::Set { item: x, .. }, Kind::Set { item: y, .. })
        | (Kind::Optional(x), Kind::Optional(y)) => keeps_numbers(*x, *y),
        (Kind::Dict { key: k, value: v, .. }, Kind::Dict { key: l, value: w, .. }) => all(&[*k, *v], &[*l, *w]),
        (x, y) if a.is_number() && b.is_number() => std::mem::discriminant(x) == std::mem::discriminant(y),
        _ => true,
    }
}

/// The types that a value may have: one, those of a variant, None and that of what an optional holds.
fn members(ty: Ty) -> Vec<Ty> {
    match ty.kind() {
        Kind::OneOf(all) if variants(ty).is_some() => all.to_vec(),
        Kind::Optional(inner) => vec![Ty::none(), *inner],
        _ => vec![ty],
    }
}

/// The types that a value may have which is neither one of several functions nor of several objects.
pub fn variants(ty: Ty) -> Option<&'static [Ty]> {
    match ty.kind() {
        Kind::OneOf(all) if instances(ty).is_none() && !all.iter().all(|&ty| is_function(ty)) => Some(all),
        _ => None,
    }
}

/// Whether values of a type are, or hold in containers, values of several types that have no common one.
pub fn holds_variants(ty: Ty) -> bool {
    variants(ty).is_some()
        || match ty.kind() {
            Kind::Optional(item) | Kind::List { item, .. } => holds_variants(*item),
            Kind::Dict { key, value, .. } => holds_variants(*key) || holds_variants(*value),
            Kind::Tuple(items) => items.iter().any(|item| holds_variants(*item)),
            _ => false,
        }
}

/// Which of several functions one is, whatever it has captured; or of several objects, whatever is known by now of what it holds.
pub fn choice(functions: &[Ty], one: Ty) -> Option<usize> {
    functions.iter().position(|&known| match (known.kind(), one.kind()) {
        (Kind::Closure { func, .. }, Kind::Closure { func: own, .. }) => func == own,
        (Kind::Instance(a), Kind::Instance(b)) if known != one => {
            a.class().object.id == b.class().object.id && unify(known, one).is_some()
        }
        _ => known == one,
    })
}

/// Which of the types of a variant a value of this type has there.
pub fn place(all: &[Ty], one: Ty) -> Option<usize> {
    let holds = |known: Ty| meets(known, one) && unify(known, one).is_some_and(|ty| crate::named::are_alike(ty, known));
    choice(all, one).or_else(|| all.iter().position(|&known| holds(known)))
}

/// The common type of all, or None.
pub fn unify_all(types: impl IntoIterator<Item = Ty>) -> Option<Ty> {
    types.into_iter().try_fold(Ty::undefined(), unify)
}

fn unify_literals(a: Ty, b: Ty) -> Option<Ty> {
    let (x, y) = (a.unliteral(), b.unliteral());
    if (x, y) == (a, b) { None } else { unify(x, y) }
}

/// What can be optional: anything with a run-time value.
fn optional_payload(ty: Ty) -> Option<Ty> {
    match ty.kind() {
        Kind::Optional(_) => Some(ty),
        Kind::Function(_) | Kind::Module(_) | Kind::Opaque(_) => None,
        _ => Some(ty),
    }
}

fn unify_items(a: &[Ty], b: &[Ty]) -> Option<Vec<Ty>> {
    (a.len() == b.len()).then_some(())?;
    a.iter().zip(b).map(|(x, y)| unify(*x, *y)).collect()
}

/// Arrays of one dtype and rank: layouts that differ become A; a read-only and a writable array become read-only.
fn unify_arrays(a: Ty, b: Ty) -> Option<Ty> {
    let (
        Kind::Array { dtype, ndim, layout, mutable, aligned },
        Kind::Array { dtype: d, ndim: n, layout: l, mutable: m, aligned: al },
    ) = (a.kind(), b.kind())
    else {
        return None;
    };
    (dtype == d && ndim == n).then_some(())?;
    let layout = if layout == l { *layout } else { Layout::A };
    Some(Ty::new(Kind::Array { dtype: *dtype, ndim: *ndim, layout, mutable: *mutable && *m, aligned: *aligned && *al }))
}

/// The common type of two numbers. int8 fits into floats of 16 bits, int16 into float32, wider integers need float64; int64 with uint64 gives float64.
pub fn unify_numbers(a: Ty, b: Ty) -> Option<Ty> {
    Some(match (a.kind(), b.kind()) {
        (Kind::Bool, Kind::Bool) => a,
        (Kind::Bool, Kind::Int(_) | Kind::Float(_) | Kind::Complex(_)) => b,
        (Kind::Int(_) | Kind::Float(_) | Kind::Complex(_), Kind::Bool) => a,
        (Kind::Int(x), Kind::Int(y)) => unify_ints(*x, *y),
        (Kind::Int(i), Kind::Float(f)) | (Kind::Float(f), Kind::Int(i)) => Ty::float(int_with_float(*i, *f)),
        (Kind::Int(i), Kind::Complex(f)) | (Kind::Complex(f), Kind::Int(i)) => Ty::complex(int_with_float(*i, *f)),
        (Kind::Float(x), Kind::Float(y)) => Ty::float(x.join(*y)),
        (Kind::Float(x), Kind::Complex(y))
        | (Kind::Complex(y), Kind::Float(x))
        | (Kind::Complex(x), Kind::Complex(y)) => Ty::complex(x.join(*y)),
        _ => return None,
    })
}

fn unify_ints(a: IntTy, b: IntTy) -> Ty {
    if a.signed == b.signed {
        return Ty::int(IntTy { bits: a.bits.max(b.bits), signed: a.signed });
    }
    let (signed, unsigned) = if a.signed { (a, b) } else { (b, a) };
    if unsigned.bits < signed.bits {
        Ty::int(signed)
    } else if unsigned.bits < 64 {
        Ty::int(IntTy { bits: unsigned.bits * 2, signed: true })
    } else {
        Ty::float64()
    }
}

fn unify_range_ints(a: IntTy, b: IntTy) -> Option<IntTy> {
    match unify_ints(a, b).kind() {
        Kind::Int(int) => Some(*int),
        _ => None,
    }
}

fn int_with_float(int: IntTy, float: FloatTy) -> FloatTy {
    match int.bits {
        8 => float,
        16 => float.join(FloatTy::F32),
        _ => FloatTy::F64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both_ways(a: Ty, b: Ty) -> String {
        assert_eq!(unify(a, b), unify(b, a));
        unify(a, b).map_or_else(|| "-".into(), |t| t.to_string())
    }

    #[test]
    fn numbers() {
        assert_eq!(both_ways(Ty::float32(), Ty::int32()), "float64");
        assert_eq!(both_ways(Ty::float32(), Ty::int16()), "float32");
        assert_eq!(both_ways(Ty::int64(), Ty::uint64()), "float64");
        assert_eq!(both_ways(Ty::uint32(), Ty::int32()), "int64");
        assert_eq!(both_ways(Ty::boolean(), Ty::complex64()), "complex64");
        assert_eq!(both_ways(Ty::float16(), Ty::uint8()), "float16");
        assert_eq!(both_ways(Ty::float16(), Ty::int16()), "float32");
        assert_eq!(both_ways(Ty::float16(), Ty::bfloat16()), "float32");
        assert_eq!(both_ways(Ty::float16(), Ty::complex64()), "complex64");
    }

    #[test]
    fn none_literals_and_tuples() {
        assert_eq!(both_ways(Ty::none(), Ty::int64()), "OptionalType(int64)");
        assert_eq!(both_ways(Ty::literal_int(1), Ty::literal_int(2)), "int64");
        assert_eq!(both_ways(Ty::literal_int(1), Ty::float32()), "float64");
        let pair = Ty::tuple(vec![Ty::literal_int(1), Ty::none()]);
        assert_eq!(both_ways(pair, Ty::tuple(vec![Ty::int64(), Ty::float64()])), "Tuple(int64, OptionalType(float64))");
        assert_eq!(both_ways(pair, Ty::int64()), "-");
    }

    #[test]
    fn variants_of_results() {
        let of = |types: &[Ty]| types.iter().try_fold(Ty::undefined(), |known, ty| variant(known, *ty));
        let maybe = Ty::optional(Ty::float64());
        let all = of(&[Ty::none(), Ty::string(), Ty::float64()]);
        assert_eq!(all.and_then(variants).map(<[Ty]>::len), Some(3));
        assert_eq!(of(&[Ty::string(), Ty::float32(), maybe]), all);
        assert_eq!(all.and_then(|all| unify(all, Ty::literal_int(1))).and_then(variants).map(<[Ty]>::len), Some(4));
        assert_eq!(of(&[Ty::literal_int(1), Ty::literal_int(2)]), Some(Ty::int64()));
    }

    #[test]
    fn functions_meet_in_one_order() {
        let closure = |func, name: &str, captured: &[Ty]| {
            Ty::new(Kind::Closure { func, captured: captured.into(), name: name.into() })
        };
        // The type that knows more of what is captured is a newer one.
        let (old, other) = (closure(8, "b", &[Ty::int64()]), closure(9, "a", &[]));
        let new = closure(8, "b", &[Ty::float64()]);
        assert_eq!(unify(old, other).and_then(|all| unify(all, new)), unify(new, other));
        assert_eq!(both_ways(new, other), "one of (function(a), function(b))");
        assert_eq!(unify(closure(1, "a", &[]), other), unify(other, closure(1, "a", &[])));
    }

    #[test]
    fn arrays() {
        let c = Ty::array(Ty::float64(), 2, Layout::C);
        let f = Ty::array(Ty::float64(), 2, Layout::F);
        assert_eq!(both_ways(c, f), "array(float64, 2d, A)");
        assert_eq!(both_ways(c, Ty::array(Ty::float32(), 2, Layout::C)), "-");
    }
}
