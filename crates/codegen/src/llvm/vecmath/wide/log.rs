//! log.
//!
//! `x = 2^k m` with m in [1, 2), and `m = c (1 + r)` with one of fifteen centres c, so that `log(x) = k ln(2) + log(c) + log(1 + r)`.
//! The first two terms are one exact product: of a constant factor, and a sum of multiples of 2^-43. There is such a factor for ln(2),
//! and the inverses of the centres are numbers whose logarithms nearly are such products, too (S. Gal, "An accurate elementary
//! mathematical library for the IEEE floating point standard", 1991).
//!
//! Next to 1, where terms cancel, the centres are 1 and 2, with which the first two terms are zero. Where these intervals end, and with
//! them their long steps, the result is large enough for the roundings of r and of the polynomial to count little.

use super::super::emit::F;
use super::instructions::Index;
use super::tables::{LOG_CENTRES, LOG_INVERSES, LOG_STEP, LOG_STEPS, OCTAVE};

/// Adding it rounds to an integer, which the low bits are then.
pub(super) const MAGIC: f64 = 1.5 * 4_503_599_627_370_496.0;

pub(in super::super) fn log(x: F<'_>) -> F<'_> {
    let m = x.positive_mantissa();
    let index = Index(m.fma_down(LOG_STEPS, MAGIC).bits());
    let r = m.fma(index.of_16(&LOG_INVERSES), -1.0);
    let [octave, factor] = OCTAVE;
    let sum = x.exponent().fma(octave, index.of_16(&LOG_CENTRES));
    // Infinite for zero and infinity, while the rest is finite.
    sum.fma(factor, (r * r).fma(r.poly_by_halves(&LOG_STEP), r))
}
