//! Indices as sums: `2 * i + j - 1` is twice the number of the iteration, the number of an inner loop, and -1.

use super::indices::Indices;
use super::winner::origin;
use coluber_ir::py::Op;
use coluber_ir::{Const, Value};
use coluber_ops::BinOp;
use coluber_types::Kind;
use std::collections::BTreeMap;

/// What an index is made of, besides constants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    /// The number of the iteration.
    Iteration,
    /// What is the same in all iterations.
    Fixed(String),
    /// The number of an inner loop, by the value.
    Inner(u32),
}

/// A sum of symbols, each times a number other than zero, and of a constant.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sum {
    terms: BTreeMap<Symbol, i64>,
    pub(super) constant: i64,
}

impl Sum {
    /// The integer as a sum; None where it is made in another way.
    pub(super) fn of(indices: &Indices, value: Value) -> Option<Sum> {
        let value = origin(indices.body, value);
        if !matches!(indices.typing.vals[value].ty.unliteral().kind(), Kind::Int(_)) {
            return None;
        }
        let of_operation = indices.made_anywhere(value).and_then(|data| match (&data.op, &data.args[..]) {
            (Op::Const { value: Const::Int(number) }, _) => Some(Sum::constant(*number)),
            (Op::IterValue {}, &[iterator]) if indices.is_counter(iterator) => Some(Sum::symbol(Symbol::Iteration)),
            (Op::IterValue {}, &[iterator]) if indices.is_inner_counter(iterator) => {
                Some(Sum::symbol(Symbol::Inner(value.as_u32())))
            }
            (Op::Binary { op: BinOp::Add }, &[a, b]) => Sum::of(indices, a)?.plus(&Sum::of(indices, b)?, 1),
            (Op::Binary { op: BinOp::Sub }, &[a, b]) => Sum::of(indices, a)?.plus(&Sum::of(indices, b)?, -1),
            (Op::Binary { op: BinOp::Mul }, &[a, b]) => Sum::of(indices, a)?.times(&Sum::of(indices, b)?),
            _ => None,
        });
        of_operation.or_else(|| Some(Sum::symbol(Symbol::Fixed(indices.fixed(value)?))))
    }

    /// The sum that an index is, or is the remainder of: `(i + 1) % n` is `i + 1` but for the last ones.
    pub(super) fn of_index(indices: &Indices, value: Value) -> Option<Sum> {
        let whole = indices.made_anywhere(origin(indices.body, value));
        let Some(data) = whole.filter(|data| matches!(data.op, Op::Binary { op: BinOp::Mod })) else {
            return Sum::of(indices, value);
        };
        let (mut sum, divisor) = (Sum::of(indices, data.args[0])?, Sum::of(indices, data.args[1])?);
        let is_of_iteration = sum.iterations() != 0 && !sum.varies_within();
        let is_fixed = divisor.iterations() == 0 && !divisor.varies_within();
        sum.terms.retain(|symbol, _| divisor.count(symbol) == 0);
        (is_of_iteration && is_fixed).then_some(sum)
    }

    /// Whether it is the number of the iteration and a constant.
    pub(super) fn only_iteration(&self) -> bool {
        self.terms.len() == 1 && self.iterations() == 1
    }

    /// What is left of the sum without the number of the iteration.
    pub(super) fn without_iteration(mut self) -> Sum {
        self.terms.remove(&Symbol::Iteration);
        self
    }

    /// How much greater it is than another one.
    pub(super) fn apart(self, other: &Sum) -> Option<i64> {
        let difference = self.plus(other, -1)?;
        difference.is_constant().then_some(difference.constant)
    }

    fn constant(constant: i64) -> Sum {
        Sum { terms: BTreeMap::new(), constant }
    }

    fn symbol(symbol: Symbol) -> Sum {
        Sum { terms: BTreeMap::from([(symbol, 1)]), constant: 0 }
    }

    /// This sum and some times another one.
    fn plus(mut self, other: &Sum, factor: i64) -> Option<Sum> {
        for (symbol, count) in &other.terms {
            let sum = self.count(symbol).checked_add(count.checked_mul(factor)?)?;
            self.terms.insert(symbol.clone(), sum);
        }
        self.terms.retain(|_, count| *count != 0);
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(self)
    }

    /// The product, where one of the two is a constant.
    fn times(self, other: &Sum) -> Option<Sum> {
        match (self.terms.is_empty(), other.terms.is_empty()) {
            (_, true) => Sum::default().plus(&self, other.constant),
            (true, false) => Sum::default().plus(other, self.constant),
            (false, false) => None,
        }
    }

    fn count(&self, symbol: &Symbol) -> i64 {
        self.terms.get(symbol).copied().unwrap_or(0)
    }

    /// How often the number of the iteration is in it.
    pub(super) fn iterations(&self) -> i64 {
        self.count(&Symbol::Iteration)
    }

    /// Whether it takes several values in one iteration.
    pub(super) fn varies_within(&self) -> bool {
        self.terms.keys().any(|symbol| matches!(symbol, Symbol::Inner(_)))
    }

    /// The number of the inner loop, where the sum is that and a constant.
    pub(super) fn only_inner(&self) -> Option<u32> {
        match self.terms.iter().next() {
            Some((Symbol::Inner(number), 1)) if self.terms.len() == 1 => Some(*number),
            _ => None,
        }
    }

    /// Whether it is a constant.
    pub(super) fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether two sums differ by a constant.
    pub(super) fn is_parallel_to(&self, other: &Sum) -> bool {
        self.terms == other.terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(name: &str) -> Sum {
        Sum::symbol(Symbol::Fixed(name.into()))
    }

    #[test]
    fn products_with_constants_and_differences() {
        let i = Sum::symbol(Symbol::Iteration);
        let twice = i.clone().times(&Sum::constant(2)).unwrap();
        let sum = twice.plus(&fixed("n"), -1).unwrap().plus(&Sum::constant(3), 1).unwrap();
        assert_eq!((sum.iterations(), sum.constant), (2, 3));
        let same = sum.clone().plus(&fixed("n"), 1).unwrap().plus(&fixed("n"), -1).unwrap();
        assert!(same.is_parallel_to(&sum));
        assert!(!sum.is_parallel_to(&i));
    }

    #[test]
    fn what_cancels_leaves_nothing() {
        let n = fixed("n");
        assert_eq!(n.clone().plus(&n, -1), Some(Sum::default()));
        assert_eq!(n.clone().times(&n), None);
        assert_eq!(n.plus(&Sum::constant(i64::MAX), 2), None);
    }
}
