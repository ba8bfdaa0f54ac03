//! Sums of a known number and multiples of integers that only the running program knows.

use coluber_ir::Value;
use std::ops::{Add, Mul};

/// Such a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    number: i64,
    /// Integers and what they are multiplied by, which is not zero.
    terms: Vec<(Value, i64)>,
}

impl Linear {
    /// One integer.
    pub(super) fn term(value: Value) -> Self {
        Linear { number: 0, terms: vec![(value, 1)] }
    }

    /// The number, where nothing is added to it.
    pub(super) fn number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.number)
    }
}

impl From<i64> for Linear {
    fn from(number: i64) -> Self {
        Linear { number, terms: Vec::new() }
    }
}

impl Add for Linear {
    type Output = Linear;

    fn add(mut self, other: Linear) -> Linear {
        self.number = self.number.saturating_add(other.number);
        for (value, times) in other.terms {
            match self.terms.iter_mut().find(|(own, _)| *own == value) {
                Some((_, own)) => *own = own.saturating_add(times),
                None => self.terms.push((value, times)),
            }
        }
        self.terms.retain(|(_, times)| *times != 0);
        self
    }
}

impl Mul<i64> for Linear {
    type Output = Linear;

    fn mul(mut self, times: i64) -> Linear {
        self.number = self.number.saturating_mul(times);
        self.terms.iter_mut().for_each(|(_, own)| *own = own.saturating_mul(times));
        self.terms.retain(|(_, own)| *own != 0);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cranelift_entity::EntityRef;

    #[test]
    fn terms_cancel_out() {
        let (a, b) = (Linear::term(Value::new(1)), Linear::term(Value::new(2)));
        let sum = a.clone() + Linear::from(3) + b.clone() * 2;
        assert_eq!(sum.number(), None);
        assert_eq!((sum + a * -1 + b * -2).number(), Some(3));
    }
}
