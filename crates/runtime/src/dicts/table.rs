//! The table of a dict: where the entry with a hash is.
//!
//! Open addressing, one probe after the other. A slot is a word: the upper half of the hash, and the position of the entry plus one; 0 is
//! empty. The slot at which a search starts is given by the uppermost bits of the hash. So a table that grows is read and written
//! in order, without a look at the entries, and no slot says that something was there: what is behind a slot that gets empty moves up.

use crate::blocks;
use std::ptr;

/// Slots of the first table.
const FIRST_BITS: u32 = 3;
const HASH: u64 = 0xffff_ffff_0000_0000;

/// Positions by hash.
pub struct Table {
    slots: *mut u64,
    /// 64 less the number of bits of a slot's index.
    shift: u32,
    /// Number of slots less one; 0 without slots.
    mask: usize,
    len: usize,
}

impl Table {
    /// Without slots.
    pub const fn new() -> Self {
        Table { slots: ptr::null_mut(), shift: 64 - FIRST_BITS, mask: 0, len: 0 }
    }

    /// Number of positions.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    fn slot(&self, index: usize) -> u64 {
        debug_assert!(index <= self.mask);
        // SAFETY: the index is that of a slot.
        unsafe { self.slots.add(index).read() }
    }

    fn set(&mut self, index: usize, slot: u64) {
        debug_assert!(index <= self.mask);
        // SAFETY: as above.
        unsafe { self.slots.add(index).write(slot) }
    }

    /// The index of the slot with a hash whose position is the right one.
    #[inline]
    fn index_of(&self, hash: u64, mut is_it: impl FnMut(usize) -> bool) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        let mut index = (hash >> self.shift) as usize;
        loop {
            // A quarter of the slots at least is empty.
            let slot = self.slot(index);
            if slot == 0 {
                return None;
            }
            if (slot ^ hash) & HASH == 0 && is_it((slot as u32 - 1) as usize) {
                return Some(index);
            }
            index = (index + 1) & self.mask;
        }
    }

    /// The position with a hash that is the right one.
    #[inline]
    pub fn find(&self, hash: u64, is_it: impl FnMut(usize) -> bool) -> Option<usize> {
        self.index_of(hash, is_it).map(|index| (self.slot(index) as u32 - 1) as usize)
    }

    /// Adds a position, less than 2^32 - 1, which is not there. None when there is no memory.
    #[inline]
    pub fn insert(&mut self, hash: u64, position: usize) -> Option<()> {
        if self.slots.is_null() || (self.len + 1) * 8 > (self.mask + 1) * 5 {
            self.grow()?;
        }
        self.len += 1;
        self.put(hash & HASH | (position as u64 + 1));
        Some(())
    }

    /// Writes a slot for which there is room.
    #[inline]
    fn put(&mut self, slot: u64) {
        let mut index = (slot >> self.shift) as usize;
        while self.slot(index) != 0 {
            index = (index + 1) & self.mask;
        }
        self.set(index, slot);
    }

    #[cold]
    fn grow(&mut self) -> Option<()> {
        let bits = if self.slots.is_null() { FIRST_BITS } else { 64 - self.shift + 1 };
        // The kept part of a hash has 32 bits.
        let count = Some(1usize << bits).filter(|_| bits <= 32)?;
        // Memory of zeros is that of empty slots.
        let slots = blocks::zeroed(count * size_of::<u64>()).cast::<u64>();
        if slots.is_null() {
            return None;
        }
        let old = std::mem::replace(self, Table { slots, shift: 64 - bits, mask: count - 1, len: self.len });
        for slot in (0..=old.mask).filter(|_| !old.slots.is_null()).map(|k| old.slot(k)).filter(|&slot| slot != 0) {
            self.put(slot);
        }
        Some(())
    }

    /// Takes a position out.
    pub fn remove(&mut self, hash: u64, position: usize) {
        let Some(mut gap) = self.index_of(hash, |found| found == position) else { return };
        self.len -= 1;
        let mut index = gap;
        loop {
            index = (index + 1) & self.mask;
            let slot = self.slot(index);
            if slot == 0 {
                break;
            }
            // It moves up unless its search starts behind the gap.
            let steps = index.wrapping_sub((slot >> self.shift) as usize) & self.mask;
            if steps >= index.wrapping_sub(gap) & self.mask {
                self.set(gap, slot);
                gap = index;
            }
        }
        self.set(gap, 0);
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.len = 0;
        if !self.slots.is_null() {
            // SAFETY: these are the slots.
            unsafe { ptr::write_bytes(self.slots, 0, self.mask + 1) };
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // SAFETY: null, or a block of so many slots.
        unsafe { blocks::free(self.slots.cast(), (self.mask + 1) * size_of::<u64>()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::mixed;

    /// Positions come and go; hashes with few bits collide often.
    #[test]
    fn positions_are_found_until_they_go() {
        for keep in [u64::MAX, 7 << 61, 0x1f << 59 | 1 << 33] {
            let mut table = Table::new();
            let hash = |k: usize| mixed(k as u64) & keep;
            let mut there = vec![false; 600];
            for step in 0..4000usize {
                let k = mixed(step as u64) as usize % there.len();
                match there[k] {
                    true => table.remove(hash(k), k),
                    false => table.insert(hash(k), k).expect("memory"),
                }
                there[k] = !there[k];
                if step % 50 == 0 {
                    for (k, there) in there.iter().enumerate() {
                        assert_eq!(table.find(hash(k), |found| found == k).is_some(), *there, "{k}");
                    }
                    assert_eq!(table.len(), there.iter().filter(|t| **t).count());
                }
            }
        }
    }
}
