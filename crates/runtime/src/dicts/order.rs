//! The order of a set's items. A set has the host's slots beside its own table, from when somebody asks for the order or takes something
//! out; items that come are put into them when they are needed again. So sets that are only added to and searched have none.
//!
//! Where there is no memory for slots, and for items whose hashes the host has not, the order is that in which the items came.

use super::Dict;
use super::keys::KeyType;
use super::slots::Slots;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The slots of a set.
pub struct Order {
    slots: Slots,
    /// Number of entries, from the first on, that the slots have or that have gone.
    known: AtomicUsize,
    /// Room that was made for so many items before the entry at a position came. Without entries that are not known there are none.
    reserved: Vec<(usize, usize)>,
    /// The host's hashes of the known entries, by position, where it takes long to compute them.
    hashes: Option<Vec<u64>>,
}

/// Several threads may ask for the order of a set at once: one brings it up to its entries.
static BRINGING: Mutex<()> = Mutex::new(());

impl Order {
    fn new(keys: &KeyType) -> Option<Box<Self>> {
        let hashes = keys.is_long_to_hash().then(Vec::new);
        Some(Box::new(Order { slots: Slots::new()?, known: AtomicUsize::new(0), reserved: Vec::new(), hashes }))
    }

    fn knows(&self, entries: usize) -> bool {
        self.known.load(Ordering::Acquire) == entries
    }

    /// Puts the entries of a set in that the slots have not. On None there is no memory, and the slots have none.
    fn bring(&mut self, set: &Dict) -> Option<()> {
        let brought = self.bring_hashes(set).and_then(|()| self.bring_all(set));
        if brought.is_none() {
            self.slots.clear();
        }
        self.known.store(if brought.is_some() { set.used } else { 0 }, Ordering::Release);
        brought
    }

    /// Notes the hashes of all entries, where they are noted.
    fn bring_hashes(&mut self, set: &Dict) -> Option<()> {
        let known = *self.known.get_mut();
        let Some(hashes) = &mut self.hashes else { return Some(()) };
        hashes.truncate(known);
        hashes.try_reserve(set.used - known).ok()?;
        hashes.extend((known..set.used).map(|k| if set.mark(k) == 0 { 0 } else { set.host_hash(k) }));
        Some(())
    }

    fn bring_all(&mut self, set: &Dict) -> Option<()> {
        let Order { slots, known, reserved, hashes } = self;
        let hash_of = hash_by_position(set, hashes.as_deref());
        let mut reserved = std::mem::take(reserved).into_iter().peekable();
        for position in (*known.get_mut()..set.used).filter(|&k| set.mark(k) != 0) {
            while let Some((_, count)) = reserved.next_if(|(at, _)| *at <= position) {
                slots.reserve(count, hash_of)?;
            }
            slots.add(hash_of(position), position, hash_of)?;
        }
        reserved.try_for_each(|(_, count)| slots.reserve(count, hash_of))
    }

    /// As [`Slots::reserve`].
    fn reserve(&mut self, set: &Dict, count: usize) -> Option<()> {
        self.slots.reserve(count, hash_by_position(set, self.hashes.as_deref()))
    }

    /// As [`Slots::tidy`].
    fn tidy(&mut self, set: &Dict) -> Option<()> {
        self.slots.tidy(hash_by_position(set, self.hashes.as_deref()))
    }

    /// Says that the first entries of a set are all that there are.
    fn keep_first(&mut self, used: usize) {
        *self.known.get_mut() = used;
        if let Some(hashes) = &mut self.hashes {
            hashes.truncate(used);
        }
    }
}

/// The host's hashes of the entries of a set by position, of which some have been noted.
#[inline(always)]
fn hash_by_position(set: &Dict, noted: Option<&[u64]>) -> impl Fn(usize) -> u64 + Copy {
    move |position| match noted.and_then(|hashes| hashes.get(position)) {
        Some(hash) => *hash,
        None => set.host_hash(position),
    }
}

impl Dict {
    /// The host's hash of the key at a position.
    #[inline(always)]
    fn host_hash(&self, position: usize) -> u64 {
        // SAFETY: the entry of a set that is alive.
        unsafe { self.shape.keys.host_hash(self.mark(position), self.key_place(position)) }.cast_unsigned()
    }

    /// The order of a set, with all of its entries.
    fn order(&self) -> Option<&Order> {
        let known = self.order.load(Ordering::Acquire);
        // SAFETY: null, or the order of this set, which lives as long as it and is changed only where it lacks entries.
        match unsafe { known.as_ref() } {
            Some(order) if order.knows(self.used) => Some(order),
            _ if self.is_ordered() => self.bring_order(),
            _ => None,
        }
    }

    /// Whether it is a set whose items the host has by their hashes.
    fn is_ordered(&self) -> bool {
        self.is_set && self.shape.keys.has_host_hash()
    }

    #[cold]
    #[inline(never)]
    fn bring_order(&self) -> Option<&Order> {
        let _alone = BRINGING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = self.order.load(Ordering::Acquire);
        if known.is_null() {
            known = Box::into_raw(Order::new(self.shape.keys)?);
        }
        // SAFETY: the order of this set; who reads it meanwhile knows that it lacks entries, and waits for the lock.
        let order = unsafe { &mut *known };
        let brought = if order.knows(self.used) { Some(()) } else { order.bring(self) };
        self.order.store(known, Ordering::Release);
        brought.map(|()| &*order)
    }

    /// The order as it is, to be changed together with the entries.
    fn raw_order(&mut self) -> Option<&'static mut Order> {
        // SAFETY: null, or the order of this set, which nothing else has meanwhile; callers keep it no longer than the set.
        unsafe { self.order.get_mut().as_mut() }
    }

    /// The order with all entries, to be changed together with these.
    fn order_mut(&mut self) -> Option<&'static mut Order> {
        if self.is_ordered() && self.order().is_none() {
            self.give_order_up();
        }
        self.raw_order()
    }

    /// There is no memory: from here on there is no order but that of the entries.
    #[cold]
    fn give_order_up(&mut self) {
        self.drop_order();
        self.is_set = false;
    }

    /// Gives the memory of the order back.
    pub(super) fn drop_order(&mut self) {
        let order = std::mem::replace(self.order.get_mut(), ptr::null_mut());
        if !order.is_null() {
            // SAFETY: it came from a box, and is not used any more.
            drop(unsafe { Box::from_raw(order) });
        }
    }

    /// Makes it a set.
    pub fn set_set(&mut self) {
        self.is_set = true;
    }

    /// Whether it is a set.
    pub fn is_set(&self) -> bool {
        self.is_set
    }

    /// The place of the next item in the order of a set, from a place on.
    pub fn next_place(&self, from: usize) -> Option<usize> {
        match self.order() {
            Some(order) => order.slots.next(from),
            None => self.next(from),
        }
    }

    /// The position of the entry at a place in the order of a set, or of the next one that is there.
    pub fn position_at(&self, place: usize) -> Option<usize> {
        match self.order() {
            Some(order) => order.slots.position(place).or_else(|| order.slots.position(order.slots.next(place)?)),
            None => self.next(place),
        }
    }

    /// The positions of all entries, in the order of a set.
    pub fn positions_in_order(&self) -> impl Iterator<Item = usize> + '_ {
        let mut from = 0;
        std::iter::from_fn(move || {
            let place = self.next_place(from)?;
            from = place + 1;
            self.position_at(place)
        })
    }

    /// The position of the item that a set pops next.
    pub fn popped(&mut self) -> Option<usize> {
        match self.order_mut() {
            Some(order) => order.slots.popped(),
            None => self.next(0),
        }
    }

    /// The slots of a set in the host; None where it has none.
    pub fn slots(&self) -> Option<&Slots> {
        Some(&self.order()?.slots)
    }

    /// Gives a set the slots of the host's object and the hashes of its items; its entries are those of the slots. Nothing happens where
    /// these are not all.
    pub fn adopt_slots(&mut self, slots: Slots, hashes: Vec<u64>) {
        if self.is_ordered() && self.used == self.len() && slots.positions().eq(0..self.used) {
            let (known, reserved) = (AtomicUsize::new(self.used), Vec::new());
            let hashes = self.shape.keys.is_long_to_hash().then_some(hashes);
            self.drop_order();
            *self.order.get_mut() = Box::into_raw(Box::new(Order { slots, known, reserved, hashes }));
        }
    }

    /// Makes room in a set as for so many items of another one.
    pub fn reserve_items(&mut self, count: usize) {
        if !self.is_ordered() {
            return;
        }
        if self.order.get_mut().is_null() {
            let Some(order) = Order::new(self.shape.keys) else { return };
            *self.order.get_mut() = Box::into_raw(order);
        }
        let Some(order) = self.raw_order() else { return };
        if *order.known.get_mut() < self.used {
            order.reserved.push((self.used, count));
        } else if order.reserve(self, count).is_none() {
            self.give_order_up();
        }
    }

    /// Has a set get rid of many marks of what has gone.
    pub fn tidy(&mut self) {
        let Some(order) = self.order_mut() else { return };
        if order.tidy(self).is_none() {
            self.give_order_up();
        }
    }

    /// Takes the item at a position out of the order, before its entry goes.
    pub(super) fn leave_order(&mut self, position: usize) {
        if self.is_ordered()
            && let Some(order) = self.order_mut()
        {
            let hash = hash_by_position(self, order.hashes.as_deref())(position);
            order.slots.remove(hash, position);
        }
    }

    /// Says that entries at the end, which have left the order, are not counted any more.
    pub(super) fn forget_last(&mut self) {
        let used = self.used;
        if let Some(order) = self.raw_order() {
            order.keep_first(used);
        }
    }

    /// Takes all items out of the order.
    pub(super) fn clear_order(&mut self) {
        if let Some(order) = self.raw_order() {
            order.slots.clear();
            order.reserved.clear();
            order.keep_first(0);
        }
    }

    /// Tells the order where the entries will be when they have been moved together.
    pub(super) fn renumber_order(&mut self) {
        if let Some(order) = self.order_mut() {
            order.slots.renumber(&self.places());
            order.hashes = order.hashes.take().and_then(|hashes| self.without_gone(&hashes));
            *order.known.get_mut() = self.len();
        }
    }

    /// Where the entries are when they have been moved together, by their positions.
    fn places(&self) -> Vec<u32> {
        let mut next = 0;
        let place = |k| {
            let place = next;
            next += u32::from(self.mark(k) != 0);
            place
        };
        (0..self.used).map(place).collect()
    }

    /// What is known of the entries without that of those that have gone; None where there is no memory.
    fn without_gone(&self, hashes: &[u64]) -> Option<Vec<u64>> {
        let mut kept = Vec::new();
        kept.try_reserve_exact(self.len()).ok()?;
        kept.extend(hashes.iter().enumerate().filter(|(k, _)| self.mark(*k) != 0).map(|(_, hash)| *hash));
        Some(kept)
    }

    /// Whether a set that gets the items of another one as a whole gets its slots, too: those are as many, all free here, and nothing has
    /// gone from the others.
    pub(super) fn takes_slots_of(&mut self, other: &Dict) -> bool {
        let Some(theirs) = other.slots().filter(|slots| !slots.has_gone()) else { return false };
        let is_empty = self.is_empty();
        self.order_mut().is_some_and(|order| is_empty && order.slots.is_free() && order.slots.count() == theirs.count())
    }

    /// Gives a set the slots of another one, whose entries it has got, in their order.
    pub(super) fn take_slots_of(&mut self, other: &Dict) {
        if let (Some(order), Some(theirs)) = (self.raw_order(), other.order())
            && let Some(mut slots) = theirs.slots.copied(order.slots.finger())
        {
            slots.renumber(&other.places());
            order.slots = slots;
            order.hashes = theirs.hashes.as_ref().and_then(|hashes| other.without_gone(hashes));
            *order.known.get_mut() = self.used;
        }
    }

    /// Puts the entries, which are at the positions of another set's, into the slots in the order of that one.
    pub(super) fn add_in_order_of(&mut self, other: &Dict) {
        if !self.is_ordered() {
            return;
        }
        let (Some(order), Some(theirs)) = (self.raw_order(), other.order()) else { return };
        order.hashes = theirs.hashes.as_ref().and_then(|hashes| other.without_gone(hashes));
        let Order { slots, hashes, .. } = order;
        let hash_of = hash_by_position(self, hashes.as_deref());
        let mut positions = theirs.slots.positions();
        let added = positions.try_for_each(|position| slots.add(hash_of(position), position, hash_of));
        *order.known.get_mut() = self.used;
        if added.is_none() {
            self.give_order_up();
        }
    }

    /// Keeps where the next item is popped, for two sets that exchange their items.
    pub(super) fn keep_fingers(&mut self, other: &mut Dict) {
        if let (Some(ours), Some(theirs)) = (self.order_mut(), other.order_mut()) {
            ours.slots.swap_fingers(&mut theirs.slots);
        }
    }
}
