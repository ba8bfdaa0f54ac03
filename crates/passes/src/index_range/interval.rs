//! Intervals of integers and arithmetic on them.
//!
//! Bounds are `i128`, in which operations on 64-bit integers do not overflow (products saturate, far beyond all types). An operation gives the interval of the exact results;
//! [`Interval::wrapped`] then makes it one of a type: all values of the type when a result may wrap around.

use coluber_types::kind::IntTy;
use coluber_types::{Kind, Ty};

/// The integers from `lo` to `hi`; there is at least one. Bools are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub lo: i128,
    pub hi: i128,
}

impl Interval {
    /// From `lo` to `hi`, or None when that is empty.
    pub(super) fn new(lo: i128, hi: i128) -> Option<Self> {
        (lo <= hi).then_some(Interval { lo, hi })
    }

    pub(super) fn only(value: i128) -> Self {
        Interval { lo: value, hi: value }
    }

    /// All values of a type, if it is one of integers or bool.
    pub(super) fn of_type(ty: Ty) -> Option<Self> {
        Some(match *ty.kind() {
            Kind::Bool => Interval { lo: 0, hi: 1 },
            Kind::Int(IntTy { bits, signed: true }) => Interval { lo: -(1 << (bits - 1)), hi: (1 << (bits - 1)) - 1 },
            Kind::Int(IntTy { bits, signed: false }) => Interval { lo: 0, hi: (1 << bits) - 1 },
            _ => return None,
        })
    }

    pub(super) fn contains(self, other: Self) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// What is left when results beyond the type wrap around.
    pub(super) fn wrapped(self, of_type: Self) -> Self {
        if of_type.contains(self) { self } else { of_type }
    }

    pub(super) fn hull(self, other: Self) -> Self {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    pub(super) fn intersect(self, other: Self) -> Option<Self> {
        Interval::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }

    pub(super) fn is_non_negative(self) -> bool {
        self.lo >= 0
    }

    pub(super) fn add(self, other: Self) -> Self {
        Interval { lo: self.lo + other.lo, hi: self.hi + other.hi }
    }

    pub(super) fn neg(self) -> Self {
        Interval { lo: -self.hi, hi: -self.lo }
    }

    pub(super) fn sub(self, other: Self) -> Self {
        self.add(other.neg())
    }

    pub(super) fn mul(self, other: Self) -> Self {
        of_corners(self, other, i128::saturating_mul)
    }

    /// The quotient toward zero; the divisor is not zero. Not known for divisors of both signs.
    pub(super) fn div(self, other: Self) -> Option<Self> {
        let divisor = other.without_zero()?;
        (divisor.lo > 0 || divisor.hi < 0).then(|| of_corners(self, divisor, |a, b| a / b))
    }

    /// The remainder with the sign of the dividend; the divisor is not zero.
    pub(super) fn rem(self, other: Self) -> Self {
        let largest = other.lo.abs().max(other.hi.abs()) - 1;
        let limit = Interval { lo: -largest.max(0), hi: largest.max(0) };
        let towards_zero = Interval { lo: self.lo.min(0), hi: self.hi.max(0) };
        towards_zero.intersect(limit).unwrap_or(limit)
    }

    fn without_zero(self) -> Option<Self> {
        match self {
            Interval { lo: 0, hi } => Interval::new(1, hi),
            Interval { lo, hi: 0 } => Interval::new(lo, -1),
            other => Some(other),
        }
    }

    /// Bitwise and. Not known for two possibly negative operands.
    pub(super) fn and(self, other: Self) -> Option<Self> {
        let hi = match (self.is_non_negative(), other.is_non_negative()) {
            (true, true) => self.hi.min(other.hi),
            (true, false) => self.hi,
            (false, true) => other.hi,
            (false, false) => return None,
        };
        Some(Interval { lo: 0, hi })
    }

    /// Bitwise or, and exclusive or. Known for two operands that are not negative.
    pub(super) fn or_xor(self, other: Self) -> Option<Self> {
        let bits = 128 - self.hi.max(other.hi).max(0).leading_zeros();
        (self.is_non_negative() && other.is_non_negative()).then(|| Interval { lo: 0, hi: (1 << bits) - 1 })
    }

    /// Shift to the left. Known for counts from 0 to 63.
    pub(super) fn shl(self, count: Self) -> Option<Self> {
        let known = count.lo >= 0 && count.hi < 64;
        known.then(|| self.mul(Interval { lo: 1 << count.lo, hi: 1 << count.hi }))
    }

    /// Shift to the right by any count; more than all bits leave 0 or -1.
    pub(super) fn shr(self, count: Self) -> Self {
        let fewest = count.lo.clamp(0, 64) as u32;
        let (lo, hi) = (self.lo >> fewest, self.hi >> fewest);
        Interval { lo: lo.min(0), hi: hi.max(if self.lo < 0 { -1 } else { 0 }) }
    }

    pub(super) fn abs(self) -> Self {
        let hi = self.lo.abs().max(self.hi.abs());
        let lo = if self.lo > 0 || self.hi < 0 { self.lo.abs().min(self.hi.abs()) } else { 0 };
        Interval { lo, hi }
    }

    /// An index, or the index from the end when it is negative.
    pub(super) fn wrap_index(self, extent: Self) -> Self {
        let from_start = Interval::new(self.lo.max(0), self.hi);
        let from_end = Interval::new(self.lo, self.hi.min(-1)).map(|i| i.add(extent));
        match (from_start, from_end) {
            (Some(a), Some(b)) => a.hull(b),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => self,
        }
    }
}

/// The hull of an operation that is monotone in each operand.
fn of_corners(a: Interval, b: Interval, op: impl Fn(i128, i128) -> i128) -> Interval {
    let corners = [op(a.lo, b.lo), op(a.lo, b.hi), op(a.hi, b.lo), op(a.hi, b.hi)];
    corners[1..].iter().fold(Interval::only(corners[0]), |hull, &c| hull.hull(Interval::only(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the interval of the results holds all results, on all small intervals.
    fn check(interval: impl Fn(Interval, Interval) -> Option<Interval>, concrete: impl Fn(i128, i128) -> Option<i128>) {
        for (alo, ahi, blo, bhi) in small_bounds() {
            let (a, b) = (Interval { lo: alo, hi: ahi }, Interval { lo: blo, hi: bhi });
            let Some(result) = interval(a, b) else { continue };
            for x in alo..=ahi {
                for y in blo..=bhi {
                    if let Some(value) = concrete(x, y) {
                        assert!(
                            result.contains(Interval::only(value)),
                            "{a:?} {b:?}: {x}, {y} gives {value}, not in {result:?}"
                        );
                    }
                }
            }
        }
    }

    fn small_bounds() -> impl Iterator<Item = (i128, i128, i128, i128)> {
        let pairs = || (-6..=6).flat_map(|lo| (lo..=6).map(move |hi| (lo, hi)));
        pairs().flat_map(move |(a, b)| pairs().map(move |(c, d)| (a, b, c, d)))
    }

    #[test]
    fn arithmetic() {
        check(|a, b| Some(a.add(b)), |x, y| Some(x + y));
        check(|a, b| Some(a.sub(b)), |x, y| Some(x - y));
        check(|a, b| Some(a.mul(b)), |x, y| Some(x * y));
        check(Interval::div, |x, y| x.checked_div(y));
        check(|a, b| Some(a.rem(b)), |x, y| x.checked_rem(y));
        check(|a, _| Some(a.abs()), |x, _| Some(x.abs()));
        check(|a, _| Some(a.neg()), |x, _| Some(-x));
    }

    #[test]
    fn bits() {
        check(Interval::and, |x, y| Some(x & y));
        check(Interval::or_xor, |x, y| Some(x | y));
        check(Interval::or_xor, |x, y| Some(x ^ y));
        check(Interval::shl, |x, y| (y >= 0).then(|| x << y));
        check(|a, b| Some(a.shr(b)), |x, y| (y >= 0).then(|| x >> y));
    }

    #[test]
    fn indices() {
        check(|a, b| Some(a.wrap_index(b)), |x, y| Some(if x < 0 { x + y } else { x }));
    }

    #[test]
    fn types() {
        let int8 = Interval::of_type(Ty::int8()).unwrap_or_else(|| Interval::only(0));
        assert_eq!(int8, Interval { lo: -128, hi: 127 });
        assert_eq!(Interval { lo: 3, hi: 128 }.wrapped(int8), int8);
        assert_eq!(Interval { lo: 3, hi: 127 }.wrapped(int8), Interval { lo: 3, hi: 127 });
        assert_eq!(Interval::of_type(Ty::uint64()), Some(Interval { lo: 0, hi: u64::MAX.into() }));
    }
}
