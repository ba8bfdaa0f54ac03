//! Rows of bits: one row for each block, one column for each variable.

/// A matrix of bits, all zero at first.
#[derive(Clone, Debug)]
pub(crate) struct BitRows {
    words: usize,
    bits: Vec<u64>,
}

impl BitRows {
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64);
        BitRows { words, bits: vec![0; rows * words] }
    }

    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(crate) fn get(&self, row: usize, column: u32) -> bool {
        get(self.row(row), column)
    }

    pub(crate) fn set(&mut self, row: usize, column: u32) {
        set(&mut self.bits[row * self.words..], column);
    }

    /// Adds the bits of `from` to a row; says whether there was a new one.
    pub(crate) fn union(&mut self, row: usize, from: &[u64]) -> bool {
        let mut changed = false;
        for (word, &new) in self.bits[row * self.words..].iter_mut().zip(from) {
            changed |= new & !*word != 0;
            *word |= new;
        }
        changed
    }
}

pub(crate) fn get(row: &[u64], column: u32) -> bool {
    row[column as usize / 64] >> (column % 64) & 1 == 1
}

pub(crate) fn set(row: &mut [u64], column: u32) {
    row[column as usize / 64] |= 1 << (column % 64);
}

pub(crate) fn clear(row: &mut [u64], column: u32) {
    row[column as usize / 64] &= !(1 << (column % 64));
}

/// Sets or clears a bit.
pub(crate) fn put(row: &mut [u64], column: u32, value: bool) {
    if value { set(row, column) } else { clear(row, column) }
}
