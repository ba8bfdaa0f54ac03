//! Keys that are texts. The hash of a short one tells it from all others, so that nearly always one look at the table is enough: what more
//! there may be to do is done elsewhere, so that it costs nothing here.

use super::Dict;
use crate::items::{hash_long_text, hash_short_narrow_text, hash_short_text, text_at};
use crate::strings::{Leaves, Points, same};
use std::ptr;
use std::sync::atomic::Ordering;

impl Dict {
    /// The address of the value of a text, null when there is none.
    ///
    /// # Safety
    /// Keys are texts, and this is one.
    #[inline(always)]
    pub unsafe fn value_of_text(&self, key: &Leaves) -> *mut u8 {
        // SAFETY: promised by the caller.
        if let Some(hash) = unsafe { hash_short_narrow_text(key) } {
            let look = self.table.first_look(hash);
            match look.first() {
                None if !look.goes_on() => return ptr::null_mut(),
                Some(position) if self.mark(position) == hash => return self.value_place(position),
                _ => {}
            }
        }
        // SAFETY: promised by the caller.
        unsafe { self.value_of_any_text(key) }
    }

    /// As [`value_of_text`](Self::value_of_text).
    ///
    /// # Safety
    /// As there.
    #[inline(never)]
    unsafe fn value_of_any_text(&self, key: &Leaves) -> *mut u8 {
        // SAFETY: promised by the caller.
        unsafe { self.find_text(key.points()) }.1.map_or(ptr::null_mut(), |found| self.value_place(found))
    }

    /// The address for the value of a text, which is put in where it is new; null where there is no memory, which `fails` says.
    ///
    /// # Safety
    /// Keys are texts, and this is one.
    #[inline(always)]
    pub unsafe fn place_text(&mut self, key: &Leaves, fails: fn()) -> *mut u8 {
        self.changed = true;
        // SAFETY: promised by the caller.
        if let Some(hash) = unsafe { hash_short_narrow_text(key) }
            && let Some(position) = self.table.first_look(hash).first()
            && self.mark(position) == hash
        {
            return self.value_place(position);
        }
        // SAFETY: promised by the caller.
        unsafe { self.place_any_text(key, fails) }
    }

    /// As [`place_text`](Self::place_text).
    ///
    /// # Safety
    /// As there.
    #[inline(never)]
    unsafe fn place_any_text(&mut self, key: &Leaves, fails: fn()) -> *mut u8 {
        // SAFETY: promised by the caller.
        let position = match unsafe { self.find_text(key.points()) } {
            (_, Some(found)) => Some(found),
            // SAFETY: promised by the caller.
            (hash, None) => unsafe { self.add(hash, ptr::from_ref(key).cast()) },
        };
        position.map_or_else(
            || {
                fails();
                ptr::null_mut()
            },
            |position| self.value_place(position),
        )
    }

    /// The hash of a text, and the position of its entry. The hash is 0 where it was not needed.
    ///
    /// # Safety
    /// Keys are texts.
    #[inline(always)]
    pub(super) unsafe fn find_text(&self, key: Points<'_>) -> (u64, Option<usize>) {
        if let Some(hash) = hash_short_text(key) {
            return (hash, self.table.find(hash, |k| self.mark(k) == hash));
        }
        // SAFETY: promised by the caller. Positions in the table are those of entries.
        let is_it = |k: usize| same(unsafe { text_at(self.key_place(k)) }, key);
        let last = self.last.load(Ordering::Relaxed);
        if last < self.used && self.mark(last) != 0 && is_it(last) {
            return (0, Some(last));
        }
        let hash = hash_long_text(key);
        // The other bits of the hash tell keys apart whose tags are equal.
        (hash, self.noted(self.table.find(hash, |k| self.mark(k) == hash && is_it(k))))
    }

    /// Notes the position at which a long text was found: mostly it is looked for again.
    #[inline(always)]
    fn noted(&self, found: Option<usize>) -> Option<usize> {
        if let Some(found) = found {
            self.last.store(found, Ordering::Relaxed);
        }
        found
    }
}
