//! What fences and atomic changes order.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A party, which is a block of the launch or a thread of a block, *releases* by an atomic change of a place behind a fence: whoever
/// changes the place later, by which it *acquires*, sees what was before.
#[derive(Default)]
pub(super) struct Order {
    places: FxHashMap<u64, Place>,
    /// For each party the places that it has changed, and the releases that it has seen of each.
    seen: FxHashMap<u32, SmallVec<[(u64, u32); 2]>>,
}

#[derive(Default)]
struct Place {
    releases: u32,
    /// For each party its releases: the number of each, and how often the party had released before.
    by_party: FxHashMap<u32, SmallVec<[(u32, u32); 1]>>,
}

impl Order {
    /// The party has released `clock` times before.
    pub fn release(&mut self, party: u32, place: u64, clock: u32) {
        let place = self.places.entry(place).or_default();
        place.releases += 1;
        place.by_party.entry(party).or_default().push((place.releases, clock));
    }

    /// The party sees what was released at the place.
    pub fn acquire(&mut self, party: u32, place: u64) {
        let Some(releases) = self.places.get(&place).map(|known| known.releases) else { return };
        let seen = self.seen.entry(party).or_default();
        match seen.iter_mut().find(|(known, _)| *known == place) {
            Some(known) => known.1 = releases,
            None => seen.push((place, releases)),
        }
    }

    /// Whether what a party did when it had released `clock` times is seen by another one.
    #[inline]
    pub fn is_ordered(&self, writer: u32, clock: u32, reader: u32) -> bool {
        !self.seen.is_empty() && self.has_seen(writer, clock, reader)
    }

    fn has_seen(&self, writer: u32, clock: u32, reader: u32) -> bool {
        let seen = self.seen.get(&reader).map_or(&[][..], |seen| seen);
        seen.iter().any(|&(place, count)| {
            let releases = self.places.get(&place).and_then(|place| place.by_party.get(&writer));
            releases.is_some_and(|all| {
                let number = all.partition_point(|&(number, _)| number <= count);
                number > 0 && all[number - 1].1 >= clock
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_released_before_is_seen() {
        let mut order = Order::default();
        order.acquire(2, 64);
        assert!(!order.is_ordered(1, 0, 2));
        order.release(1, 64, 0);
        assert!(!order.is_ordered(1, 0, 2));
        order.acquire(2, 64);
        assert!(order.is_ordered(1, 0, 2));
        // What the party does behind its release is not seen.
        assert!(!order.is_ordered(1, 1, 2));
        order.release(1, 64, 1);
        assert!(!order.is_ordered(1, 1, 2));
        order.acquire(2, 64);
        assert!(order.is_ordered(1, 1, 2) && order.is_ordered(1, 0, 2));
        assert!(!order.is_ordered(2, 0, 1));
    }
}
