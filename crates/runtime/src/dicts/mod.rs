//! Dicts and sets: entries in the order in which they came, and a table of their positions by hash.
//!
//! A set is a dict whose values have no bytes. An entry is a word, the key and the value. The word is the hash with its lowest bit
//! set; 0 says that the entry has gone. Functions that give the address of a value that is new leave it to the caller to write it.

pub mod entries;
mod table;
pub mod whole;

use crate::blocks;
use crate::items::{ItemType, Order, spread};
use crate::memory::{self, allocate_with};
use std::ptr;
use table::Table;

/// How keys are found: those of 64 bits without a detour.
enum Keys {
    Words,
    Ordered(Order),
}

/// The data of a dict.
pub struct Dict {
    table: Table,
    entries: *mut u8,
    /// Number of entries, with those that have gone.
    used: usize,
    capacity: usize,
    changed: bool,
    /// Whether the host sees it as a typed one, in the same memory.
    typed: bool,
    key: ItemType,
    value: ItemType,
    keys: Keys,
    key_at: usize,
    value_at: usize,
    stride: usize,
    /// The object of the host that the dict was made of; 0 if there is none.
    origin: u64,
}

fn keys_of(key: ItemType) -> Option<Keys> {
    Some(match Order::of(key.ty)? {
        Order::Int(8, _) => Keys::Words,
        order => Keys::Ordered(order),
    })
}

impl Dict {
    /// The dict of an owner word.
    ///
    /// # Safety
    /// The word is that of a dict, and nothing else uses it meanwhile.
    pub unsafe fn of<'a>(owner: *mut u8) -> &'a mut Dict {
        // SAFETY: promised by the caller.
        unsafe { &mut *memory::allocation_data(owner).cast::<Dict>() }
    }

    /// A new dict without entries; None when there is no memory, or when keys of the type can't be found.
    pub fn make(key: ItemType, value: ItemType) -> Option<*mut u8> {
        let keys = keys_of(key)?;
        let owner = allocate_with(size_of::<Dict>(), false, Some(destroy))?.as_ptr();
        let key_at = 8usize.next_multiple_of(key.layout.align as usize);
        let value_at = (key_at + key.size()).next_multiple_of(value.layout.align as usize);
        let dict = Dict {
            table: Table::new(),
            entries: ptr::null_mut(),
            used: 0,
            capacity: 0,
            changed: false,
            typed: false,
            key,
            value,
            keys,
            key_at,
            value_at,
            stride: (value_at + value.size()).next_multiple_of(8),
            origin: 0,
        };
        // SAFETY: a fresh allocation of this size.
        unsafe { memory::allocation_data(owner).cast::<Dict>().write(dict) };
        Some(owner)
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.table.len() == 0
    }

    /// The types of keys and values.
    pub fn types(&self) -> (ItemType, ItemType) {
        (self.key, self.value)
    }

    /// The object of the host that the dict was made of; 0 if there is none.
    pub fn origin(&self) -> u64 {
        self.origin
    }

    /// Sets the object of the host that the dict was made of. The caller keeps it alive.
    pub fn set_origin(&mut self, object: u64) {
        self.origin = object;
    }

    /// As [`ItemType::outlive_call`], for its keys and values.
    pub fn outlive_call(&mut self) -> Option<()> {
        let mut from = 0;
        while let Some(position) = self.next(from) {
            // SAFETY: an entry that is there.
            unsafe {
                self.key.outlive_call(self.key_place(position), 1)?;
                self.value.outlive_call(self.value_place(position), 1)?;
            }
            from = position + 1;
        }
        Some(())
    }

    /// Whether it has been changed since it was made of an object, and forgets that.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Whether the host sees it as a typed dict or set, in the same memory.
    pub fn is_typed(&self) -> bool {
        self.typed
    }

    /// From here on the host sees it as a typed one.
    pub fn set_typed(&mut self) {
        self.typed = true;
    }

    /// The position of the last entry.
    pub fn last(&self) -> Option<usize> {
        // What has gone at the end is not counted.
        self.used.checked_sub(1)
    }

    fn entry(&self, position: usize) -> *mut u8 {
        self.entries.wrapping_add(position * self.stride)
    }

    /// The address of the key of an entry.
    pub fn key_place(&self, position: usize) -> *mut u8 {
        self.entry(position).wrapping_add(self.key_at)
    }

    /// The address of the value of an entry.
    pub fn value_place(&self, position: usize) -> *mut u8 {
        self.entry(position).wrapping_add(self.value_at)
    }

    fn mark(&self, position: usize) -> u64 {
        // SAFETY: the entry was written.
        unsafe { self.entry(position).cast::<u64>().read() }
    }

    /// The position of the next entry that is there, from a position on.
    pub fn next(&self, from: usize) -> Option<usize> {
        (from..self.used).find(|&k| self.mark(k) != 0)
    }

    /// The word of a key's entry.
    ///
    /// # Safety
    /// The address is that of a key.
    unsafe fn hash(&self, key: *const u8) -> u64 {
        // SAFETY: promised by the caller.
        unsafe {
            match &self.keys {
                Keys::Words => spread(key.cast::<u64>().read()) | 1,
                Keys::Ordered(order) => order.hash(key) | 1,
            }
        }
    }

    /// The position of the entry with a key.
    ///
    /// # Safety
    /// The address is that of a key.
    pub unsafe fn find(&self, key: *const u8) -> Option<usize> {
        // SAFETY: promised by the caller.
        unsafe { self.find_hashed(key, self.hash(key)) }
    }

    /// # Safety
    /// The address is that of a key, with this hash.
    unsafe fn find_hashed(&self, key: *const u8, hash: u64) -> Option<usize> {
        // SAFETY: positions in the table are those of entries.
        unsafe {
            match &self.keys {
                Keys::Words => {
                    let word = key.cast::<u64>().read();
                    self.table.find(hash, |k| self.key_place(k).cast::<u64>().read() == word)
                }
                Keys::Ordered(order) => self.table.find(hash, |k| order.equal(self.key_place(k), key)),
            }
        }
    }

    /// The position of the entry with a key, and whether it is new: then it holds the key, and the value is to be written.
    ///
    /// # Safety
    /// The address is that of a key.
    pub unsafe fn insert(&mut self, key: *const u8) -> Option<(usize, bool)> {
        // SAFETY: promised by the caller; there is room for one more entry when its parts are written.
        unsafe {
            let hash = self.hash(key);
            self.changed = true;
            if let Some(found) = self.find_hashed(key, hash) {
                return Some((found, false));
            }
            self.make_room()?;
            let position = self.used;
            self.table.insert(hash, position)?;
            ptr::copy_nonoverlapping(key, self.key_place(position), self.key.size());
            if self.key.owns() {
                self.key.hold(self.key_place(position), 1)?;
            }
            self.entry(position).cast::<u64>().write(hash);
            // Null owners: who writes the value gives those up that were there.
            ptr::write_bytes(self.value_place(position), 0, self.value.size());
            self.used += 1;
            Some((position, true))
        }
    }

    /// Room for one more entry: entries that have gone make it where there are many.
    fn make_room(&mut self) -> Option<()> {
        if self.used < self.capacity {
            return Some(());
        }
        if self.len() < self.used / 2 {
            self.compact();
            return Some(());
        }
        let capacity = (2 * self.capacity).max(8);
        // Positions have 32 bits.
        let bytes = capacity.checked_mul(self.stride).filter(|_| capacity < u32::MAX as usize)?;
        // SAFETY: null, or a block of the old size.
        let grown = unsafe { blocks::grow(self.entries, self.capacity * self.stride, bytes) };
        if grown.is_null() {
            return None;
        }
        self.entries = grown;
        self.capacity = capacity;
        Some(())
    }

    /// Moves the entries together.
    fn compact(&mut self) {
        let (mut target, count) = (0, self.used);
        for k in 0..count {
            if self.mark(k) != 0 {
                if k != target {
                    // SAFETY: both are places of entries, the target's has gone or moved.
                    unsafe { ptr::copy_nonoverlapping(self.entry(k), self.entry(target), self.stride) };
                }
                target += 1;
            }
        }
        self.used = target;
        self.table.clear();
        for k in 0..target {
            // There is room: as many were there before.
            self.table.insert(self.mark(k), k);
        }
    }

    /// Takes an entry out. Its key is given up; its value stays where it is, for the caller to take.
    pub fn remove(&mut self, position: usize) {
        let hash = self.mark(position);
        self.table.remove(hash, position);
        self.changed = true;
        // SAFETY: an entry that was there.
        unsafe {
            self.entry(position).cast::<u64>().write(0);
            self.key.release(self.key_place(position), 1);
        }
        while self.used > 0 && self.mark(self.used - 1) == 0 {
            self.used -= 1;
        }
    }

    /// Gives all entries up.
    pub fn clear(&mut self) {
        self.changed = true;
        let used = std::mem::take(&mut self.used);
        self.table.clear();
        for k in (0..used).filter(|&k| self.mark(k) != 0) {
            // SAFETY: these were the entries.
            unsafe {
                self.key.release(self.key_place(k), 1);
                self.value.release(self.value_place(k), 1);
            }
        }
    }
}

unsafe fn destroy(data: *mut u8) {
    // SAFETY: the data of a dict to which there is no reference any more.
    unsafe {
        let dict = data.cast::<Dict>();
        (*dict).clear();
        blocks::free((*dict).entries, (*dict).capacity * (*dict).stride);
        ptr::drop_in_place(dict);
    }
}
