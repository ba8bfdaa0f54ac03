//! exp, log, pow and tanh of binary64 with the instructions of AVX-512.
//!
//! A table of sixteen numbers fits two registers, and one instruction looks eight of them up; others take a number apart and put it
//! together, special values included. So the intervals that a polynomial has to cover are small, and its degree is (P. T. P. Tang,
//! "Table-driven implementation of the exponential function in IEEE floating-point arithmetic", 1989, and of the logarithm, 1990).
//!
//! The instructions work on vectors of eight; shorter ones are repeated, longer ones divided.

mod exp;
mod instructions;
mod log;
mod pow;
#[allow(clippy::approx_constant, reason = "entries of tables, some of which are known by name")]
mod tables;
mod tanh;

use super::VecMath;
use super::define::Body;
use super::emit::Emit;

/// The body of a function, where there is a better one than that for all processors.
pub(super) fn body(e: &Emit, func: VecMath) -> Option<Body> {
    if !e.has_avx512 {
        return None;
    }
    match func {
        VecMath::Exp => Some(Body::One(exp::exp)),
        VecMath::Log => Some(Body::One(log::log)),
        VecMath::Tanh => Some(Body::One(tanh::tanh)),
        VecMath::Pow => Some(Body::Two(pow::pow)),
        _ => None,
    }
}
