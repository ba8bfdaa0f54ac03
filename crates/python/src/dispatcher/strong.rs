//! Arguments that are numbers of NumPy, of types that Python's numbers have: beside an array of a narrower dtype, and beside a float16, they
//! make another one.

use coluber_infer::arrays::dtype::is_widened_by_strong;
use coluber_types::{Kind, Ty};

/// Those of the parameters, given in bits, whose kind of number makes a difference: there is an array argument or a float16, itself or in a
/// tuple, that they widen. All other calls share the code for Python's numbers.
pub fn counting(types: &[Ty], strong: u32) -> u32 {
    let counts = |k: usize| {
        let is_strong = strong.checked_shr(k as u32).unwrap_or(0) & 1 != 0;
        is_strong && types.iter().any(|&ty| has_widened(ty, types[k]))
    };
    (0..types.len().min(32)).filter(|&k| counts(k)).fold(0, |found, k| found | 1 << k)
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
