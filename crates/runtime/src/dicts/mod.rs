//! Dicts and sets: entries in the order in which they came, and a table of their positions by hash.
//!
//! A set is a dict whose values have no bytes. An entry is a word, the key and the value. The word is the hash with its lowest bit
//! set; 0 says that the entry has gone. Functions that give the address of a value that is new leave it to the caller to write it.

mod copies;
pub mod entries;
mod keys;
mod order;
pub mod sets;
mod shape;
pub mod slots;
mod table;
mod texts;
pub mod whole;
mod words;

use crate::blocks;
use crate::host_hash::of_frozenset;
use crate::items::{ItemType, mixed, text_at, word_hash};
use crate::memory::{self, allocate_packed};
use coluber_types::containers::is_own_key;
use keys::{Keys, mark_of};
use order::Order;
use shape::Shape;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize};
use table::{Chunk, Table};

/// Where keys are in entries, if they are not aligned to more than a word.
const KEY_AT: usize = 8;

/// The data of a dict.
#[repr(C)]
pub struct Dict {
    /// The table of a dict of few entries.
    first: Chunk,
    table: Table,
    entries: *mut u8,
    /// Number of entries, with those that have gone.
    used: usize,
    changed: bool,
    /// Number of entries for which there is room, at least.
    room: usize,
    /// The position that was found last: the text there, or the key behind it, is often looked for next.
    last: AtomicUsize,
    capacity: usize,
    /// Whether the host sees it as a typed one, in the same memory.
    typed: bool,
    /// Whether it is a set, which gives its items in the order that they have in the host.
    is_set: bool,
    shape: &'static Shape,
    /// The object of the host that the dict was made of; 0 if there is none.
    origin: u64,
    /// The order of a set; null until it is needed.
    order: AtomicPtr<Order>,
    /// The entries of a dict that never had more.
    near: Near,
}

/// Memory for few entries.
#[repr(C, align(16))]
struct Near(MaybeUninit<[u8; NEAR_BYTES]>);

/// The most bytes of entries that a dict has in its own allocation.
const NEAR_BYTES: usize = 128;

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
        let shape = Shape::of(key, value)?;
        let owner = allocate_packed(size_of::<Dict>(), destroy)?.as_ptr();
        // SAFETY: a fresh allocation of this size.
        unsafe { Dict::write(memory::allocation_data(owner).cast(), shape) };
        Some(owner)
    }

    /// A dict without entries in memory that was used before, where such a one was made before; None elsewhere.
    #[inline(always)]
    fn remade(key_id: u32, value_id: u32) -> Option<*mut u8> {
        let shape = Shape::recent(key_id, value_id)?;
        let owner = memory::reused(size_of::<Dict>(), destroy)?.as_ptr();
        // SAFETY: a fresh allocation of this size.
        unsafe { Dict::write(memory::allocation_data(owner).cast(), shape) };
        Some(owner)
    }

    /// Writes a dict without entries.
    ///
    /// # Safety
    /// There is room for a dict, which is aligned as the data of allocations.
    #[inline(always)]
    unsafe fn write(place: *mut Dict, shape: &'static Shape) {
        let near = shape.near;
        // SAFETY: promised by the caller; dicts do not move.
        unsafe {
            let table = Table::within(&raw mut (*place).first);
            place.write(Dict {
                first: Chunk::EMPTY,
                entries: if near == 0 { ptr::null_mut() } else { (&raw mut (*place).near).cast() },
                used: 0,
                changed: false,
                room: near.min(table::SLOTS),
                table,
                last: AtomicUsize::new(0),
                capacity: near,
                typed: false,
                is_set: false,
                shape,
                origin: 0,
                order: AtomicPtr::new(ptr::null_mut()),
                near: Near(MaybeUninit::uninit()),
            });
        }
    }

    /// Gives the dict, which is empty, other types of keys and values; None when keys of the type can't be found.
    pub fn retype(&mut self, key: ItemType, value: ItemType) -> Option<()> {
        let shape = Shape::of(key, value)?;
        let (origin, typed, is_set) = (self.origin, self.typed, self.is_set);
        // SAFETY: the memory of a dict that is given up.
        unsafe {
            self.free_memory();
            Dict::write(self, shape);
        }
        (self.origin, self.typed, self.is_set) = (origin, typed, is_set);
        Some(())
    }

    /// Gives the memory of entries and table back.
    ///
    /// # Safety
    /// The dict is not used any more as it is.
    unsafe fn free_memory(&mut self) {
        self.drop_order();
        // SAFETY: null, or a block of this size, where they are not near; the caller promises the rest.
        unsafe {
            if !self.has_near_entries() {
                blocks::free(self.entries, self.capacity * self.shape.stride);
            }
            ptr::drop_in_place(&raw mut self.table);
        }
    }

    /// Whether there is memory besides the dict's own allocation.
    fn has_memory(&mut self) -> bool {
        !self.has_near_entries() || self.table.has_memory() || !self.order.get_mut().is_null()
    }

    /// Whether the entries are in the dict's own allocation.
    fn has_near_entries(&self) -> bool {
        self.entries.cast_const() == ptr::from_ref(&self.near).cast()
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
        (self.shape.key, self.shape.value)
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
                self.shape.key.outlive_call(self.key_place(position), 1)?;
                self.shape.value.outlive_call(self.value_place(position), 1)?;
            }
            from = position + 1;
        }
        Some(())
    }

    /// Whether it has been changed since it was made of an object, and forgets that.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Whether it has been changed since that was last taken.
    pub fn is_changed(&self) -> bool {
        self.changed
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
        self.entries.wrapping_add(position * self.shape.stride)
    }

    /// The address of the key of an entry.
    pub fn key_place(&self, position: usize) -> *mut u8 {
        self.entry(position).wrapping_add(self.shape.key_at)
    }

    /// The address of the value of an entry.
    pub fn value_place(&self, position: usize) -> *mut u8 {
        self.entry(position).wrapping_add(self.shape.value_at)
    }

    fn mark(&self, position: usize) -> u64 {
        // SAFETY: the entry was written.
        unsafe { self.entry(position).cast::<u64>().read() }
    }

    /// The position of the next entry that is there, from a position on.
    pub fn next(&self, from: usize) -> Option<usize> {
        (from..self.used).find(|&k| self.mark(k) != 0)
    }

    /// The positions of all entries.
    fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.used).filter(|&k| self.mark(k) != 0)
    }

    /// The position of the entry with a key.
    ///
    /// # Safety
    /// The address is that of a key.
    pub unsafe fn find(&self, key: *const u8) -> Option<usize> {
        // SAFETY: promised by the caller; keys of words are aligned as such.
        unsafe {
            match self.shape.keys.find {
                Keys::Words(1) => self.find_any_words(key.cast::<[u64; 1]>()).1,
                Keys::Words(2) => self.find_any_words(key.cast::<[u64; 2]>()).1,
                _ => self.find_any(key).1,
            }
        }
    }

    /// The hash of a key, and the position of its entry.
    ///
    /// # Safety
    /// The address is that of a key, which is made of so many words.
    #[inline(always)]
    unsafe fn find_any_words<const N: usize>(&self, key: *const [u64; N]) -> (u64, Option<usize>) {
        // SAFETY: promised by the caller. Positions in the table are those of entries.
        unsafe {
            let words = key.read();
            let hash = word_hash(&words);
            (hash, self.table.find(hash, |k| self.key_place(k).cast::<[u64; N]>().read() == words))
        }
    }

    /// As [`find_any_words`](Self::find_any_words), for all keys.
    ///
    /// # Safety
    /// The address is that of a key.
    unsafe fn find_any(&self, key: *const u8) -> (u64, Option<usize>) {
        // SAFETY: promised by the caller. Positions in the table are those of entries.
        unsafe {
            match &self.shape.keys.find {
                Keys::Words(count) => {
                    let words_at = |place: *const u8| std::slice::from_raw_parts(place.cast::<u64>(), *count);
                    let hash = word_hash(words_at(key));
                    (hash, self.table.find(hash, |k| words_at(self.key_place(k)) == words_at(key)))
                }
                Keys::Text => self.find_text(text_at(key)),
                Keys::Ordered(order) => {
                    let hash = order.hash(key) | 1;
                    // The other bits of the hash tell keys apart whose tags are equal.
                    let is_it = |k| self.mark(k) == hash && order.equal(self.key_place(k), key);
                    (hash, self.table.find(hash, is_it))
                }
                Keys::Own => (1, None),
            }
        }
    }

    /// The position of the entry with a key, and whether it is new: then it holds the key, and the value is to be written.
    ///
    /// # Safety
    /// The address is that of a key.
    pub unsafe fn insert(&mut self, key: *const u8) -> Option<(usize, bool)> {
        self.changed = true;
        // SAFETY: promised by the caller.
        unsafe {
            match self.shape.keys.find {
                Keys::Words(1) => self.insert_words(key.cast::<[u64; 1]>()),
                Keys::Words(2) => self.insert_words(key.cast::<[u64; 2]>()),
                _ => self.insert_any(key),
            }
        }
    }

    /// # Safety
    /// The address is that of a key, which is made of so many words.
    #[inline(always)]
    unsafe fn insert_words<const N: usize>(&mut self, key: *const [u64; N]) -> Option<(usize, bool)> {
        // SAFETY: promised by the caller; the entry that is opened has the key's place.
        unsafe {
            let (hash, found) = self.find_any_words(key);
            if let Some(found) = found {
                return Some((found, false));
            }
            let position = self.open(hash)?;
            self.key_place(position).cast::<[u64; N]>().write(key.read());
            Some((position, true))
        }
    }

    /// As [`insert`](Self::insert), for the key of an entry of another dict. Keys that compiled code compares are taken to be new: it does not
    /// ask for this where some may be there.
    ///
    /// # Safety
    /// The other dict has keys of the same type, and an entry at this position.
    unsafe fn insert_from(&mut self, other: &Dict, position: usize) -> Option<(usize, bool)> {
        let key = other.key_place(position);
        // SAFETY: promised by the caller.
        unsafe {
            match is_own_key(self.shape.key.ty) {
                true => Some((self.add(other.mark(position), key)?, true)),
                false => self.insert(key),
            }
        }
    }

    /// # Safety
    /// The address is that of a key.
    unsafe fn insert_any(&mut self, key: *const u8) -> Option<(usize, bool)> {
        // SAFETY: promised by the caller.
        unsafe {
            match self.find_any(key) {
                (_, Some(found)) => Some((found, false)),
                (hash, None) => Some((self.add(hash, key)?, true)),
            }
        }
    }

    /// The first entry from a position on whose key has a hash that compiled code computed.
    pub fn candidate(&self, hash: i64, from: i64) -> Option<usize> {
        let mark = mark_of(hash);
        let mut first = None;
        self.table.find(mark, |k| {
            if k as i64 >= from && self.mark(k) == mark && first.is_none_or(|known| k < known) {
                first = Some(k);
            }
            false
        });
        first
    }

    /// The position, where the key of the entry there has a hash that compiled code computed.
    pub fn at_hash(&self, hash: i64, position: i64) -> Option<usize> {
        usize::try_from(position).ok().filter(|&k| k < self.used && self.mark(k) == mark_of(hash))
    }

    /// The entry at a position, or a new one for a key where none with this hash is there; then the value is to be written.
    ///
    /// # Safety
    /// The address is that of a key.
    pub unsafe fn place_at_hash(&mut self, key: *const u8, hash: i64, position: i64) -> Option<usize> {
        self.changed = true;
        match self.at_hash(hash, position) {
            Some(found) => Some(found),
            // SAFETY: promised by the caller.
            None => unsafe { self.add(mark_of(hash), key) },
        }
    }

    /// Adds an entry for a key that is not there; its value is to be written.
    ///
    /// # Safety
    /// The address is that of a key, and the hash its.
    unsafe fn add(&mut self, hash: u64, key: *const u8) -> Option<usize> {
        let position = self.open(hash)?;
        let place = self.key_place(position);
        // SAFETY: promised by the caller; the entry that was opened has the key's place.
        unsafe {
            ptr::copy_nonoverlapping(key, place, self.shape.key.size());
            if self.shape.key.owns() && self.shape.key.hold(place, 1).is_none() {
                ptr::write_bytes(place, 0, self.shape.key.size());
                self.remove(position);
                return None;
            }
        }
        Some(position)
    }

    /// A new entry with a hash, whose key is to be written, and whose value's bytes are zero.
    #[inline(always)]
    fn open(&mut self, hash: u64) -> Option<usize> {
        self.make_room()?;
        let position = self.used;
        if self.table.room() == 0 {
            let (entries, stride) = (self.entries, self.shape.stride);
            // SAFETY: entries that were written.
            let marks = (0..position).map(|k| (unsafe { entries.add(k * stride).cast::<u64>().read() }, k));
            self.table.grow(marks.filter(|&(mark, _)| mark != 0))?;
        }
        self.table.insert(hash, position);
        // SAFETY: there is room for one more entry.
        unsafe { self.write_new(position, hash) };
        self.room = self.table.room().min(self.capacity - self.used);
        Some(position)
    }

    /// Writes a new entry but for its key; returns the address of its value.
    ///
    /// # Safety
    /// There is memory for the entry, which is the next one.
    #[inline(always)]
    unsafe fn write_new(&mut self, position: usize, hash: u64) -> *mut u8 {
        let place = self.value_place(position);
        // SAFETY: promised by the caller. Null owners: who writes the value gives those up that were there.
        unsafe {
            self.entry(position).cast::<u64>().write(hash);
            match self.shape.stride - self.shape.value_at {
                0 => {}
                8 => place.cast::<u64>().write_unaligned(0),
                bytes => ptr::write_bytes(place, 0, bytes),
            }
        }
        self.used = position + 1;
        place
    }

    /// Room for one more entry: entries that have gone make it where there are many.
    #[inline(always)]
    fn make_room(&mut self) -> Option<()> {
        if self.used < self.capacity { Some(()) } else { self.make_more_room() }
    }

    #[cold]
    fn make_more_room(&mut self) -> Option<()> {
        if self.len() < self.used / 2 {
            self.compact();
            return Some(());
        }
        self.grow_to((2 * self.capacity).max(8))
    }

    /// Room for so many entries, which are more than there is room for.
    fn grow_to(&mut self, capacity: usize) -> Option<()> {
        // Positions have 32 bits.
        let bytes = capacity.checked_mul(self.shape.stride).filter(|_| capacity < u32::MAX as usize)?;
        // SAFETY: a new block, which is larger; or null, or a block of the old size.
        let grown = unsafe {
            match self.has_near_entries() {
                true => blocks::copied(self.entries, self.used * self.shape.stride, bytes),
                false => blocks::grow(self.entries, self.capacity * self.shape.stride, bytes),
            }
        };
        if grown.is_null() {
            return None;
        }
        self.entries = grown;
        self.capacity = capacity;
        Some(())
    }

    /// Moves the entries together.
    fn compact(&mut self) {
        self.renumber_order();
        let (mut target, count) = (0, self.used);
        for k in 0..count {
            if self.mark(k) != 0 {
                if k != target {
                    // SAFETY: both are places of entries, the target's has gone or moved.
                    unsafe { ptr::copy_nonoverlapping(self.entry(k), self.entry(target), self.shape.stride) };
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
        self.leave_order(position);
        let hash = self.mark(position);
        self.table.remove(hash, position);
        self.changed = true;
        // SAFETY: an entry that was there.
        unsafe {
            self.entry(position).cast::<u64>().write(0);
            self.shape.key.release(self.key_place(position), 1);
        }
        while self.used > 0 && self.mark(self.used - 1) == 0 {
            self.used -= 1;
        }
        self.forget_last();
    }

    /// Gives all entries up.
    pub fn clear(&mut self) {
        self.changed = true;
        self.table.clear();
        self.drop_entries();
        self.clear_order();
    }

    /// Gives up what all entries hold.
    fn drop_entries(&mut self) {
        let used = std::mem::take(&mut self.used);
        if !self.shape.owns {
            return;
        }
        // Those between two that have gone are given up together.
        let mut first = 0;
        for k in 0..=used {
            if k == used || self.mark(k) == 0 {
                // SAFETY: these were the entries.
                unsafe {
                    self.shape.key.release_each(self.key_place(first), self.shape.stride, k - first);
                    self.shape.value.release_each(self.value_place(first), self.shape.stride, k - first);
                }
                first = k + 1;
            }
        }
    }
}

/// Whether two sets have the same items.
///
/// # Safety
/// Both words are those of sets of one type.
pub(crate) unsafe fn equal_keys(a: *mut u8, b: *mut u8) -> bool {
    // SAFETY: promised by the caller.
    a == b || unsafe { Dict::of(a).len() == Dict::of(b).len() && sets::set_holds_all(b, a) }
}

/// A hash of the items of a set, whatever their order.
///
/// # Safety
/// The word is that of a set.
pub(crate) unsafe fn hash_of_keys(set: *mut u8) -> u64 {
    // SAFETY: promised by the caller.
    let set = unsafe { &*Dict::of(set) };
    set.positions().map(|k| mixed(set.mark(k))).fold(0, u64::wrapping_add)
}

/// The host's hash of a frozenset.
///
/// # Safety
/// The word is that of a set whose items have hashes in the host.
pub(crate) unsafe fn host_hash_of_set(set: *mut u8) -> i64 {
    // SAFETY: promised by the caller.
    let set = unsafe { &*Dict::of(set) };
    // SAFETY: these are keys of the type.
    let hashes = set.positions().map(|k| unsafe { set.shape.keys.host_hash(set.mark(k), set.key_place(k)) });
    of_frozenset(hashes)
}

unsafe fn destroy(data: *mut u8) {
    // SAFETY: the data of a dict to which there is no reference any more.
    unsafe {
        let dict = &mut *data.cast::<Dict>();
        if dict.shape.owns {
            dict.drop_entries();
        }
        if dict.has_memory() {
            dict.free_memory();
        }
    }
}
