//! Dense sets of small numbers.

/// A set of numbers below a fixed limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// An empty set of numbers below `limit`.
    pub fn new(limit: usize) -> Self {
        BitSet { words: vec![0; limit.div_ceil(64)] }
    }

    /// Adds a number; whether it is new.
    pub fn insert(&mut self, k: usize) -> bool {
        let old = self.words[k / 64];
        self.words[k / 64] |= 1 << (k % 64);
        old != self.words[k / 64]
    }

    /// Removes a number; whether it was there.
    pub fn remove(&mut self, k: usize) -> bool {
        let old = self.words[k / 64];
        self.words[k / 64] &= !(1 << (k % 64));
        old != self.words[k / 64]
    }

    /// Whether the number is in the set.
    pub fn contains(&self, k: usize) -> bool {
        self.words[k / 64] >> (k % 64) & 1 != 0
    }

    /// Adds all of another set with the same limit; whether something is new.
    pub fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            changed |= *b & !*a != 0;
            *a |= b;
        }
        changed
    }

    /// Removes all of another set with the same limit.
    pub fn subtract(&mut self, other: &BitSet) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// Its numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(k, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    64 * k + bit
                })
            })
        })
    }
}
