//! Copies of all entries at once: nothing is looked for, since a dict without entries has none of the keys.

use super::Dict;
use crate::items::ItemType;
use std::ptr;

impl Dict {
    /// Whether it can take the entries of another dict or set as a whole: it has none, and nothing has gone from the other one, so that
    /// entries and their positions can stay as they are. Keys are of one type, and so are values, if this one has some.
    pub(super) fn takes_all_of(&self, other: &Dict) -> bool {
        let same_types = self.shape.key.ty == other.shape.key.ty
            && (self.shape.value.ty == other.shape.value.ty || self.shape.value.size() == 0);
        same_types && self.used == 0 && other.used == other.len() && other.table.is_well_filled()
    }

    /// Takes the entries of another dict or set, at their positions; values only where this one has some. On None there is no memory, and
    /// there are no entries.
    ///
    /// # Safety
    /// The two are different, and this one [takes](Self::takes_all_of) the other's entries.
    pub(super) unsafe fn take_all(&mut self, other: &Dict) -> Option<()> {
        self.changed = true;
        if self.capacity < other.used {
            self.grow_to(other.used.next_power_of_two().max(8))?;
        }
        // SAFETY: the chunk is that of this table, and stays where it is.
        self.table = unsafe { other.table.copied(&raw mut self.first)? };
        // SAFETY: there is room for the entries, whose keys have the same place in both.
        unsafe { self.copy_entries_of(other) };
        self.used = other.used;
        self.room = self.table.room().min(self.capacity - self.used);
        // SAFETY: the entries were copied just now.
        let shared = unsafe { self.share_entries(other) };
        if shared.is_none() {
            self.table.clear();
            (self.used, self.room) = (0, 0);
        }
        shared
    }

    /// # Safety
    /// There is room for the other's entries, which this one takes.
    unsafe fn copy_entries_of(&mut self, other: &Dict) {
        // SAFETY: promised by the caller. Both begin with the mark and the key.
        unsafe {
            match self.shape.stride == other.shape.stride {
                true => ptr::copy_nonoverlapping(other.entries, self.entries, other.used * self.shape.stride),
                false => {
                    let bytes = self.shape.stride.min(other.shape.stride);
                    (0..other.used).for_each(|k| ptr::copy_nonoverlapping(other.entry(k), self.entry(k), bytes));
                }
            }
        }
    }

    /// Takes references to what entries hold that were copied bit by bit. Those that were taken before memory ran out are not given back.
    ///
    /// # Safety
    /// All entries of another dict are there, and what they hold is alive.
    unsafe fn share_entries(&mut self, other: &Dict) -> Option<()> {
        let (step, stride) = (other.shape.stride as isize, self.shape.stride as isize);
        let share = |item: ItemType, original, copy| {
            // SAFETY: promised by the caller.
            unsafe { item.share((original, step), (copy, stride), self.used) }
        };
        share(self.shape.key, other.key_place(0), self.key_place(0))?;
        share(self.shape.value, other.value_place(0), self.value_place(0))
    }
}
