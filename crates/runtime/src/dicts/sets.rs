//! What only sets have: an order that is the host's.

use super::Dict;
use super::entries::{dict_new, no_memory};
use super::table::Table;
use crate::memory;
use coluber_types::Ty;
use std::mem::swap;
use std::ptr;

/// A new set.
///
/// # Safety
/// The address is that of a word with the number of the type of the items.
pub unsafe extern "C" fn set_new(item: *mut u8) -> *mut u8 {
    let mut none = u64::from(Ty::none().id());
    // SAFETY: promised by the caller; the other address is that of a number, too.
    unsafe {
        let made = dict_new(item, (&raw mut none).cast());
        if !made.is_null() {
            Dict::of(made).set_set();
        }
        made
    }
}

/// The place of the first item from a place on; -1 behind the last.
///
/// # Safety
/// The word is that of a set.
pub unsafe extern "C" fn set_next(set: *mut u8, from: i64) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(set) }.next_place(from as usize).map_or(-1, |place| place as i64)
}

/// The address of the item at a place, as [`set_next`] gives it.
///
/// # Safety
/// The word is that of a set.
pub unsafe extern "C" fn set_item(set: *mut u8, place: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let set = unsafe { Dict::of(set) };
    set.position_at(place as usize).map_or(ptr::null_mut(), |position| set.key_place(position))
}

/// The position of the entry that is popped next; -1 where there is none.
///
/// # Safety
/// The word is that of a set.
pub unsafe extern "C" fn set_popped(set: *mut u8) -> i64 {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(set) }.popped().map_or(-1, |position| position as i64)
}

/// Makes room as for so many items of another set, or keys of a dict.
///
/// # Safety
/// The word is that of a set.
pub unsafe extern "C" fn set_reserve(set: *mut u8, count: i64) {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(set) }.reserve_items(usize::try_from(count).unwrap_or(0));
}

/// Says that many items may have gone.
///
/// # Safety
/// The word is that of a set.
pub unsafe extern "C" fn set_tidy(set: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { Dict::of(set) }.tidy();
}

/// Whether a set has all items of another one.
///
/// # Safety
/// Both words are those of sets of one type, whose items the runtime finds.
pub unsafe extern "C" fn set_holds_all(set: *mut u8, other: *mut u8) -> bool {
    // SAFETY: promised by the caller.
    let (set, other) = unsafe { (&*Dict::of(set), &*Dict::of(other)) };
    // SAFETY: these are items of the type.
    other.len() <= set.len() && other.positions().all(|k| unsafe { set.find(other.key_place(k)) }.is_some())
}

/// Whether a set has an item of another one.
///
/// # Safety
/// As for [`set_holds_all`].
pub unsafe extern "C" fn set_holds_any(set: *mut u8, other: *mut u8) -> bool {
    // SAFETY: promised by the caller.
    let (set, other) = unsafe { (&*Dict::of(set), &*Dict::of(other)) };
    let (more, fewer) = if set.len() < other.len() { (other, set) } else { (set, other) };
    // SAFETY: these are items of the type.
    fewer.positions().any(|k| unsafe { more.find(fewer.key_place(k)) }.is_some())
}

/// A new set of the items of one that another one has (1) or has not (0), in the order of the first.
///
/// # Safety
/// As for [`set_holds_all`].
pub unsafe extern "C" fn set_sifted(set: *mut u8, other: *mut u8, wanted: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let (set, other) = unsafe { (&*Dict::of(set), &*Dict::of(other)) };
    // SAFETY: as above.
    unsafe { set.sifted(other, wanted != 0) }.unwrap_or_else(|| {
        no_memory();
        ptr::null_mut()
    })
}

/// Gives a set the items of another one of the same type, which gets its items.
///
/// # Safety
/// Both words are those of sets of one type.
pub unsafe extern "C" fn set_swap(set: *mut u8, other: *mut u8) {
    if set != other {
        // SAFETY: promised by the caller; the two are different.
        unsafe { Dict::of(set).swap_items(Dict::of(other)) };
    }
}

impl Dict {
    /// Exchanges the items of two sets.
    fn swap_items(&mut self, other: &mut Dict) {
        self.keep_fingers(other);
        swap(&mut self.order, &mut other.order);
        let (near, other_near) = (self.has_near_entries(), other.has_near_entries());
        swap(&mut self.near, &mut other.near);
        swap(&mut self.entries, &mut other.entries);
        if near {
            other.entries = (&raw mut other.near).cast();
        }
        if other_near {
            self.entries = (&raw mut self.near).cast();
        }
        swap(&mut self.used, &mut other.used);
        swap(&mut self.room, &mut other.room);
        swap(&mut self.capacity, &mut other.capacity);
        swap(&mut self.last, &mut other.last);
        swap(&mut self.first, &mut other.first);
        Table::swap((&mut self.table, &raw mut self.first), (&mut other.table, &raw mut other.first));
        (self.changed, other.changed) = (true, true);
    }

    /// A set of the items that another one has, or of those that it has not. None where there is no memory.
    ///
    /// # Safety
    /// The two have items of one type, which the runtime finds.
    unsafe fn sifted(&self, other: &Dict, wanted: bool) -> Option<*mut u8> {
        let owner = Dict::make(self.shape.key, self.shape.value)?;
        // SAFETY: a new dict, which nothing else has; the caller promises the rest.
        unsafe {
            let made = Dict::of(owner);
            made.set_set();
            for position in self.positions_in_order() {
                let key = self.key_place(position);
                if other.find(key).is_some() == wanted && made.add(self.mark(position), key).is_none() {
                    memory::release(owner);
                    return None;
                }
            }
        }
        Some(owner)
    }

    /// Puts the items of another set of the same type into this one, as the host's sets do it. None where there is no memory.
    ///
    /// # Safety
    /// The two are different sets of one type.
    pub(super) unsafe fn merge(&mut self, other: &Dict) -> Option<()> {
        if other.is_empty() {
            return Some(());
        }
        self.reserve_items(other.len());
        let (takes_all, takes_slots) = (self.takes_all_of(other), self.takes_slots_of(other));
        // SAFETY: promised by the caller.
        unsafe {
            match (takes_all, takes_slots) {
                (true, _) => self.take_all(other)?,
                (false, true) => self.insert_all(other, other.positions())?,
                (false, false) => self.insert_all(other, other.positions_in_order())?,
            }
        }
        match (takes_all, takes_slots) {
            (_, true) => self.take_slots_of(other),
            (true, false) => self.add_in_order_of(other),
            (false, false) => {}
        }
        Some(())
    }

    /// # Safety
    /// The other one is a set of the same type, which has these positions.
    unsafe fn insert_all(&mut self, other: &Dict, positions: impl Iterator<Item = usize>) -> Option<()> {
        for position in positions {
            // SAFETY: promised by the caller.
            unsafe { self.insert_from(other, position)? };
        }
        Some(())
    }
}
