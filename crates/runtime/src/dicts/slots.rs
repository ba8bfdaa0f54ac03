//! The order in which the host's sets have their items: that of the slots of a hash table.
//!
//! The table is one of open addressing. A search looks at ten slots in a row, if these do not go beyond the end, and then elsewhere, by
//! more and more bits of the hash, until one is free. What has been taken out leaves a mark, to which an item comes whose search passes it.
//! The table is made anew, without marks, when three fifths of the slots are not free. So the order depends on the hashes, on the order in
//! which items came, and on what has gone.

/// Nothing has been here.
const FREE: u32 = 0;
/// What was here has gone.
const GONE: u32 = 1;
/// Of the first position.
const FIRST: u32 = 2;

/// Slots of a new table.
const LEAST: usize = 8;
/// Slots in a row that a search looks at.
const RUN: usize = 10;
/// Bits of the hash that each further step of a search takes.
const STEP_BITS: u32 = 5;
/// From so many items on, a table that grows has two slots for each, and four before.
const MANY: usize = 50_000;

/// What is in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Nothing.
    Free,
    /// The mark of what has gone.
    Gone,
    /// The item at a position.
    Item(usize),
}

impl Slot {
    fn of(code: u32) -> Self {
        match code {
            FREE => Slot::Free,
            GONE => Slot::Gone,
            position => Slot::Item((position - FIRST) as usize),
        }
    }

    fn code(self) -> u32 {
        match self {
            Slot::Free => FREE,
            Slot::Gone => GONE,
            Slot::Item(position) => position as u32 + FIRST,
        }
    }
}

/// The slots of a set, which have the positions of its items. Functions that return None have found no memory.
#[derive(Debug)]
pub struct Slots {
    /// Their number is a power of two.
    slots: Vec<u32>,
    /// Slots that are not free.
    fill: usize,
    /// Items.
    used: usize,
    /// Where the search for the next item to pop begins.
    finger: usize,
}

fn free_slots(count: usize) -> Option<Vec<u32>> {
    let mut slots = Vec::new();
    slots.try_reserve_exact(count).ok()?;
    slots.resize(count, FREE);
    Some(slots)
}

impl Slots {
    /// Without items.
    pub fn new() -> Option<Self> {
        Some(Slots { slots: free_slots(LEAST)?, fill: 0, used: 0, finger: 0 })
    }

    /// Slots with these in them, a power of two of them.
    pub fn with(slots: impl ExactSizeIterator<Item = Slot>, finger: usize) -> Option<Self> {
        let mut made = Slots { slots: Vec::new(), fill: 0, used: 0, finger };
        made.slots.try_reserve_exact(slots.len()).ok()?;
        for slot in slots {
            made.fill += usize::from(slot != Slot::Free);
            made.used += usize::from(matches!(slot, Slot::Item(_)));
            made.slots.push(slot.code());
        }
        (made.slots.len().is_power_of_two() && made.fill < made.slots.len()).then_some(made)
    }

    /// The same slots, with another place from which items are popped.
    pub fn copied(&self, finger: usize) -> Option<Self> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(self.slots.len()).ok()?;
        slots.extend_from_slice(&self.slots);
        Some(Slots { slots, finger, ..*self })
    }

    /// The same slots, whose items have positions in the order of the slots.
    pub fn in_order(&self) -> Option<Self> {
        let mut next = FIRST..;
        let mut copy = self.copied(self.finger)?;
        copy.slots.iter_mut().filter(|code| **code >= FIRST).zip(&mut next).for_each(|(code, new)| *code = new);
        Some(copy)
    }

    /// Their number.
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// Whether all are free.
    pub fn is_free(&self) -> bool {
        self.fill == 0
    }

    /// Number of slots that are not free.
    pub fn fill(&self) -> usize {
        self.fill
    }

    /// Whether each item, of which these are the hashes by position, is where a search for it comes.
    pub fn is_where(&self, hashes: &[isize]) -> bool {
        let is_found = |(slot, &code): (usize, &u32)| {
            code < FIRST
                || hashes
                    .get((code - FIRST) as usize)
                    .is_some_and(|hash| self.search(*hash as u64, |_, there| there == FREE || there == code) == slot)
        };
        self.used == hashes.len() && self.slots.iter().enumerate().all(is_found)
    }

    /// The positions of items with these hashes in an order in which they can be put into free slots to lie where they are: the first that can
    /// comes first. None where there is no such order.
    pub fn order_of_adding(&self, hashes: &[isize]) -> Option<Vec<usize>> {
        let mut made = Slots { slots: free_slots(self.slots.len())?, ..*self };
        let mut waiting: Vec<(usize, u32)> =
            self.slots.iter().copied().enumerate().filter(|(_, c)| *c >= FIRST).collect();
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let fits = |&(slot, code): &(usize, u32)| {
                let hash = hashes.get((code - FIRST) as usize).map(|hash| *hash as u64);
                hash.is_some_and(|hash| made.search(hash, |_, there| there == FREE) == slot)
            };
            let (slot, code) = waiting.remove(waiting.iter().position(fits)?);
            made.slots[slot] = code;
            order.push((code - FIRST) as usize);
        }
        Some(order)
    }

    /// Whether there are marks of what has gone.
    pub fn has_gone(&self) -> bool {
        self.fill != self.used
    }

    /// Where the search for the next item to pop begins.
    pub fn finger(&self) -> usize {
        self.finger
    }

    /// What is in the slots.
    pub fn all(&self) -> impl ExactSizeIterator<Item = Slot> + '_ {
        self.slots.iter().map(|code| Slot::of(*code))
    }

    /// The positions of the items, in the order of the slots.
    pub fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        self.slots.iter().filter(|code| **code >= FIRST).map(|code| (code - FIRST) as usize)
    }

    /// The position of the item in a slot.
    pub fn position(&self, slot: usize) -> Option<usize> {
        match Slot::of(*self.slots.get(slot)?) {
            Slot::Item(position) => Some(position),
            _ => None,
        }
    }

    /// The first slot with an item, from one on.
    pub fn next(&self, from: usize) -> Option<usize> {
        Some(from + self.slots.get(from..)?.iter().position(|code| *code >= FIRST)?)
    }

    /// The first slot to which a search for a hash comes that is the right one.
    #[inline(always)]
    fn search(&self, hash: u64, mut is_it: impl FnMut(usize, u32) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let (mut start, mut rest) = (hash as usize & mask, hash);
        loop {
            let run = if start + RUN - 1 <= mask { RUN } else { 1 };
            for slot in start..start + run {
                if is_it(slot, self.slots[slot]) {
                    return slot;
                }
            }
            rest >>= STEP_BITS;
            start = start.wrapping_mul(5).wrapping_add(1).wrapping_add(rest as usize) & mask;
        }
    }

    #[inline(always)]
    fn put(&mut self, hash: u64, code: u32) {
        let slot = self.search(hash, |_, there| there == FREE);
        self.slots[slot] = code;
    }

    /// The slot for a new item with this hash, and whether it is a free one.
    #[inline(always)]
    fn slot_for(&self, hash: u64) -> (usize, bool) {
        let mut gone = None;
        let free = self.search(hash, |slot, there| {
            if there == GONE {
                gone = Some(slot);
            }
            there == FREE
        });
        gone.map_or((free, true), |slot| (slot, false))
    }

    /// Adds an item that is not there. `hash_of` gives the hashes of those that are.
    #[inline(always)]
    pub fn add(&mut self, hash: u64, position: usize, hash_of: impl Fn(usize) -> u64) -> Option<()> {
        let (slot, is_free) = self.slot_for(hash);
        self.slots[slot] = position as u32 + FIRST;
        self.used += 1;
        if !is_free {
            return Some(());
        }
        self.fill += 1;
        if self.fill * 5 < (self.slots.len() - 1) * 3 { Some(()) } else { self.resize(self.roomy(), hash_of) }
    }

    /// So many slots are enough for the items that are there and those that may follow.
    fn roomy(&self) -> usize {
        if self.used > MANY { 2 * self.used } else { 4 * self.used }
    }

    /// Makes the table anew, with more than so many slots.
    #[cold]
    fn resize(&mut self, enough: usize, hash_of: impl Fn(usize) -> u64) -> Option<()> {
        let count = (enough + 1).next_power_of_two().max(LEAST);
        let before = std::mem::replace(&mut self.slots, free_slots(count)?);
        for code in before.into_iter().filter(|code| *code >= FIRST) {
            self.put(hash_of((code - FIRST) as usize), code);
        }
        self.fill = self.used;
        Some(())
    }

    /// Makes room for another set's items, or a dict's keys: as if none of them were there.
    pub fn reserve(&mut self, count: usize, hash_of: impl Fn(usize) -> u64) -> Option<()> {
        if (self.fill + count) * 5 < (self.slots.len() - 1) * 3 {
            return Some(());
        }
        self.resize(2 * (self.used + count), hash_of)
    }

    /// Makes the table anew if more than a quarter of the slots have marks of what has gone.
    pub fn tidy(&mut self, hash_of: impl Fn(usize) -> u64) -> Option<()> {
        if self.fill - self.used <= (self.slots.len() - 1) / 4 { Some(()) } else { self.resize(self.roomy(), hash_of) }
    }

    /// Takes an item out.
    pub fn remove(&mut self, hash: u64, position: usize) {
        let code = position as u32 + FIRST;
        let mut slot = self.search(hash, |_, there| there == FREE || there == code);
        if self.slots[slot] != code {
            // The host's object has another hash than the value: a NaN.
            let Some(found) = self.slots.iter().position(|there| *there == code) else { return };
            slot = found;
        }
        self.slots[slot] = GONE;
        self.used -= 1;
    }

    /// The position of the item that is popped next, if there is one.
    pub fn popped(&mut self) -> Option<usize> {
        let slot = self.next(self.finger & (self.slots.len() - 1)).or_else(|| self.next(0))?;
        self.finger = slot + 1;
        self.position(slot)
    }

    /// Takes all items out.
    pub fn clear(&mut self) {
        self.slots.truncate(LEAST);
        self.slots.fill(FREE);
        (self.fill, self.used) = (0, 0);
    }

    /// Exchanges where the items to pop are searched for.
    pub fn swap_fingers(&mut self, other: &mut Slots) {
        std::mem::swap(&mut self.finger, &mut other.finger);
    }

    /// Gives the items the positions that a table has for their old ones.
    pub fn renumber(&mut self, positions: &[u32]) {
        for code in self.slots.iter_mut().filter(|code| **code >= FIRST) {
            *code = positions[(*code - FIRST) as usize] + FIRST;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slots to which these hashes are added; an item's position is its place here.
    fn added(hashes: &[u64]) -> Slots {
        let mut slots = Slots::new().expect("memory");
        for (position, hash) in hashes.iter().enumerate() {
            slots.add(*hash, position, |k| hashes[k]).expect("memory");
        }
        slots
    }

    fn order(slots: &Slots, hashes: &[u64]) -> Vec<u64> {
        slots.all().filter_map(|slot| if let Slot::Item(k) = slot { Some(hashes[k]) } else { None }).collect()
    }

    /// What CPython prints for these sets.
    #[test]
    fn items_lie_as_in_cpython() {
        let cases: [(&[u64], &[u64]); 3] = [
            (&[9, 1, 17], &[9, 1, 17]),
            (&[20, 3, 1, 40, 5], &[1, 3, 5, 40, 20]),
            (&[100, 8, 16, 0, 24, 3], &[0, 3, 100, 8, 16, 24]),
        ];
        for (hashes, wanted) in cases {
            assert_eq!(order(&added(hashes), hashes), wanted);
        }
    }

    #[test]
    fn what_has_gone_leaves_room() {
        let hashes = [0, 1, 2, 8, 3];
        let mut slots = added(&hashes[..3]);
        slots.remove(0, 0);
        assert!(slots.has_gone());
        slots.add(8, 3, |k| hashes[k]).expect("memory");
        assert_eq!((order(&slots, &hashes), slots.has_gone()), (vec![8, 1, 2], false));
    }

    #[test]
    fn marks_go_when_the_table_is_made_anew() {
        let hashes = [0, 1, 2, 3, 4, 5];
        let mut slots = added(&hashes[..4]);
        (0..3).for_each(|k| slots.remove(hashes[k], k));
        assert_eq!(slots.all().filter(|slot| *slot == Slot::Gone).count(), 3);
        slots.add(4, 4, |k| hashes[k]).expect("memory");
        assert_eq!((slots.count(), slots.has_gone(), order(&slots, &hashes)), (16, false, vec![3, 4]));
    }

    #[test]
    fn an_order_of_adding_makes_the_same_slots() {
        let hashes = [15, 7, 1, 23];
        let slots = added(&hashes.map(|hash| hash as u64));
        let order = slots.order_of_adding(&hashes).expect("an order");
        let again = added(&order.iter().map(|&k| hashes[k] as u64).collect::<Vec<_>>());
        let lie = |slots: &Slots, of: &dyn Fn(usize) -> isize| {
            slots.all().map(|slot| if let Slot::Item(k) = slot { of(k) } else { -1 }).collect::<Vec<_>>()
        };
        assert_eq!(lie(&slots, &|k| hashes[k]), lie(&again, &|k| hashes[order[k]]));
    }

    #[test]
    fn popping_goes_around() {
        let hashes = [1, 3, 6];
        let mut slots = added(&hashes);
        let mut popped = Vec::new();
        for _ in 0..2 {
            let k = slots.popped().expect("an item");
            slots.remove(hashes[k], k);
            popped.push(hashes[k]);
        }
        slots.add(0, 0, |_| 0).expect("memory");
        popped.push(hashes[slots.popped().expect("an item")]);
        assert_eq!(popped, [1, 3, 6]);
    }
}
