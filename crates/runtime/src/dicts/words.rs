//! Keys that are made of one word or two, such as numbers and pairs of them. Nearly always one look at the table is enough: what more there
//! may be to do is done elsewhere, so that it costs nothing here.

use super::table::Look;
use super::{Dict, KEY_AT};
use crate::items::word_hash;
use std::ptr;
use std::sync::atomic::Ordering;

/// How many entries ahead memory is fetched.
const AHEAD: usize = 8;

impl Dict {
    /// The address of the value of a key, null when there is none.
    ///
    /// # Safety
    /// Keys are made of so many words.
    #[inline(always)]
    pub unsafe fn find_words<const N: usize>(&self, words: [u64; N]) -> *mut u8 {
        if self.used == 1 {
            // What has gone at the end is not counted, so that the entry is there, and no look at the table is needed.
            // SAFETY: the entry was written; the caller promises the rest.
            let is_it = unsafe { words_of(self.entries) } == words;
            return if is_it { self.value_place(0) } else { ptr::null_mut() };
        }
        let look = self.table.first_look(word_hash(&words));
        let Some(position) = look.first() else {
            return if look.goes_on() { self.find_further::<N>(in_one(words)) } else { ptr::null_mut() };
        };
        let entry = self.entry(position);
        // SAFETY: positions in the table are those of entries; the caller promises the rest.
        if unsafe { words_of(entry) } != words {
            return self.find_further::<N>(in_one(words));
        }
        let last = self.last.load(Ordering::Relaxed);
        self.last.store(position, Ordering::Relaxed);
        match position == last + 1 {
            true => self.found_in_order(position),
            false => entry.wrapping_add(self.shape.value_at),
        }
    }

    /// The address of the value of an entry that was found after the one before it. Those behind it will be looked for next: what the table
    /// has for one of them is fetched.
    #[inline(never)]
    fn found_in_order(&self, position: usize) -> *mut u8 {
        let further = position + AHEAD;
        if self.table.is_large() && further < self.used {
            self.table.prefetch(self.mark(further));
        }
        self.value_place(position)
    }

    #[cold]
    #[inline(never)]
    fn find_further<const N: usize>(&self, words: u128) -> *mut u8 {
        let words: [u64; N] = apart(words);
        // SAFETY: keys are made of so many words.
        unsafe { self.find(words.as_ptr().cast()) }.map_or(ptr::null_mut(), |k| self.value_place(k))
    }

    /// The address for the value of a key, which is put in where it is new; null where there is no memory, which `fails` says.
    ///
    /// # Safety
    /// Keys are made of so many words.
    #[inline(always)]
    pub unsafe fn place_words<const N: usize>(&mut self, words: [u64; N], fails: fn()) -> *mut u8 {
        self.changed = true;
        let hash = word_hash(&words);
        let look = self.table.first_look(hash);
        let Some(position) = look.first() else {
            // SAFETY: promised by the caller.
            return unsafe { self.place_new(words, hash, &look, fails) };
        };
        let entry = self.entry(position);
        // SAFETY: positions in the table are those of entries; the caller promises the rest.
        if unsafe { words_of(entry) } != words {
            return self.place_further::<N>(in_one(words), fails);
        }
        entry.wrapping_add(self.shape.value_at)
    }

    /// As [`place_words`](Self::place_words), where the first look at the table has not found the key.
    ///
    /// # Safety
    /// As there.
    #[inline(always)]
    unsafe fn place_new<const N: usize>(&mut self, words: [u64; N], hash: u64, look: &Look, fails: fn()) -> *mut u8 {
        let position = self.used;
        if self.room == 0 || self.table.insert_at(look, position).is_none() {
            return self.place_further::<N>(in_one(words), fails);
        }
        self.room -= 1;
        self.used = position + 1;
        // SAFETY: there is room for one more entry, whose key is made of words.
        let place = unsafe { self.write_new_words::<N>(position, hash, words) };
        match N == 1 && self.table.is_large() {
            // SAFETY: keys are one word.
            true => unsafe { self.placed_in_steps(position) },
            false => place,
        }
    }

    /// Writes a new entry, whose value is all zero; returns the address of it. Null owners: who writes the value gives those up that were there.
    ///
    /// # Safety
    /// There is memory for the entry, and keys are made of so many words.
    #[inline(always)]
    unsafe fn write_new_words<const N: usize>(&self, position: usize, hash: u64, words: [u64; N]) -> *mut u8 {
        let entry = self.entry(position);
        let (mut at, end) = (self.shape.value_at, self.shape.stride);
        // SAFETY: promised by the caller. Behind words there are words.
        unsafe {
            entry.cast::<u64>().write(hash);
            entry.add(KEY_AT).cast::<[u64; N]>().write(words);
            let place = entry.add(at);
            while at < end {
                entry.add(at).cast::<u64>().write(0);
                at += size_of::<u64>();
            }
            place
        }
    }

    /// The address of the value of a new entry. Where the last keys came in equal steps the next ones will, too: what the table has for one of
    /// them is fetched.
    ///
    /// # Safety
    /// Keys are one word.
    #[inline(never)]
    unsafe fn placed_in_steps(&self, position: usize) -> *mut u8 {
        // SAFETY: entries that were written.
        let key = |back: usize| unsafe { words_of::<1>(self.entry(position.saturating_sub(back))) }[0];
        let step = key(0).wrapping_sub(key(1));
        if key(1).wrapping_sub(key(2)) == step {
            self.table.prefetch(word_hash(&[key(0).wrapping_add(step.wrapping_mul(AHEAD as u64))]));
        }
        self.value_place(position)
    }

    /// As [`place_words`](Self::place_words), where the first look at the table does not decide.
    #[inline(never)]
    fn place_further<const N: usize>(&mut self, words: u128, fails: fn()) -> *mut u8 {
        let words: [u64; N] = apart(words);
        // SAFETY: keys are made of so many words.
        let (hash, found) = unsafe { self.find_any_words(&raw const words) };
        if let Some(position) = found {
            return self.value_place(position);
        }
        if self.room == 0 {
            return self.place_with_more_room(words, fails);
        }
        let position = self.used;
        self.table.insert(hash, position);
        self.room -= 1;
        self.used = position + 1;
        // SAFETY: there is room for one more entry, whose key is made of words.
        unsafe { self.write_new_words::<N>(position, hash, words) }
    }

    #[cold]
    #[inline(never)]
    fn place_with_more_room<const N: usize>(&mut self, words: [u64; N], fails: fn()) -> *mut u8 {
        // SAFETY: keys are made of so many words.
        match unsafe { self.insert(words.as_ptr().cast()) } {
            Some((position, _)) => self.value_place(position),
            None => {
                fails();
                ptr::null_mut()
            }
        }
    }
}

/// The key of an entry.
///
/// # Safety
/// The entry was written, and its key is made of so many words.
#[inline(always)]
unsafe fn words_of<const N: usize>(entry: *const u8) -> [u64; N] {
    // SAFETY: promised by the caller.
    unsafe { entry.add(KEY_AT).cast::<[u64; N]>().read() }
}

/// Words in one number, which is passed in registers.
#[inline(always)]
fn in_one<const N: usize>(words: [u64; N]) -> u128 {
    words.iter().rev().fold(0, |all, &word| all << u64::BITS | u128::from(word))
}

/// The words in a number.
#[inline(always)]
fn apart<const N: usize>(words: u128) -> [u64; N] {
    std::array::from_fn(|k| (words >> (k as u32 * u64::BITS)) as u64)
}
