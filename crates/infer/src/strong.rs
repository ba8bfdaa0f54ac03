//! Parameters that are numbers of NumPy, of types that Python's numbers have: beside an array of a narrower dtype, and beside a float16,
//! they make another one.

use crate::arrays::dtype::is_widened_by_strong;
use crate::host::Options;
use coluber_types::{Kind, Ty};

/// Whether a parameter is among those that are given in bits.
pub fn has_bit(bits: u32, parameter: usize) -> bool {
    bits.checked_shr(parameter as u32).unwrap_or(0) & 1 != 0
}

/// The parameters of a function that are numbers of NumPy, in bits.
pub fn of_parameters(options: &Options, types: &[Ty]) -> u32 {
    if options.elementwise { counting(types, u32::MAX) } else { options.strong }
}

/// Those of the parameters, given in bits, whose kind of number makes a difference: there is an array argument or a float16, itself or in a
/// tuple, that they widen. All other calls share the code for Python's numbers.
pub fn counting(types: &[Ty], strong: u32) -> u32 {
    let counts = |k: usize| {
        has_bit(strong, k) && numbers(types[k]).any(|number| types.iter().any(|&ty| has_widened(ty, number)))
    };
    (0..types.len().min(32)).filter(|&k| counts(k)).fold(0, |found, k| found | 1 << k)
}

/// The number that a parameter is, or those in the tuple of `*args`.
fn numbers(ty: Ty) -> impl Iterator<Item = Ty> {
    let items = ty.tuple_items().map_or(&[][..], |items| items);
    std::iter::once(ty).chain(items.iter().copied()).filter(|ty| ty.is_number())
}

fn has_widened(ty: Ty, number: Ty) -> bool {
    match ty.kind() {
        Kind::Array { dtype, .. } => is_widened_by_strong(*dtype, number),
        // Of NumPy's scalars these alone have its rules in compiled code.
        Kind::Float(_) if ty.is_half() => is_widened_by_strong(ty, number),
        Kind::Tuple(items) => items.iter().any(|&item| has_widened(item, number)),
        _ => false,
    }
}
