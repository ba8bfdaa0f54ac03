//! What has touched a word of memory.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;

/// How memory is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Read,
    Write,
    Atomic,
}

/// An access: who, where in the source, and after what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// The bytes of the word, a bit each.
    pub bytes: u8,
    pub how: How,
    pub thread: u16,
    /// The number of the site.
    pub site: u16,
    /// Barriers of the grid that the thread had come to; as many as 65536 more count as equal.
    pub grids: u16,
    pub block: u32,
    /// Barriers of the block that the thread had come to.
    pub barriers: u32,
    /// The thread's clock in its warp.
    pub clock: u32,
    /// How often the thread, and its block, had published what was before.
    pub released: u32,
    pub block_released: u32,
}

impl Mark {
    fn is_own(&self, new: &Mark) -> bool {
        (self.thread, self.block) == (new.thread, new.block)
    }

    /// Whether an equal access of the same thread tells no more.
    fn covers(&self, new: &Mark) -> bool {
        self.is_own(new)
            && self.bytes & new.bytes == new.bytes
            && (self.barriers, self.clock, self.released) == (new.barriers, new.clock, new.released)
            && self.block_released == new.block_released
    }
}

/// Reads, or atomic changes, of a byte that are kept.
const KEPT: usize = 2;

/// Eight bytes of memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Word {
    /// The bytes that have been written.
    pub written: u8,
    marks: SmallVec<[Mark; 2]>,
}

impl Word {
    /// Notes an access, and gives an earlier one that it races with. `ordered` says whether something orders an earlier access
    /// before this one.
    pub fn touch(&mut self, new: Mark, ordered: impl Fn(&Mark) -> bool) -> Option<Mark> {
        let (mut beside, mut of_block, mut over) = (0, 0, false);
        for old in self.marks.iter().filter(|old| old.bytes & new.bytes != 0) {
            let alike = old.how == new.how && new.how != How::Write;
            if alike && old.covers(&new) {
                return None;
            }
            let before = old.is_own(&new) || ordered(old);
            if !before && !alike {
                return Some(*old);
            }
            // What races with an access that is forgotten races with the new one as well.
            over |= before && (alike || new.how == How::Write);
            beside += usize::from(alike && !before);
            of_block += usize::from(alike && !before && old.block == new.block);
        }
        if over {
            self.forget(&new, &ordered);
        }
        if of_block < KEPT {
            if beside >= KEPT {
                self.make_room(&new);
            }
            self.marks.push(new);
        }
        None
    }

    /// Forgets what is before the new access and tells no more than it.
    fn forget(&mut self, new: &Mark, ordered: &impl Fn(&Mark) -> bool) {
        for old in self.marks.iter_mut().filter(|old| old.bytes & new.bytes != 0) {
            if new.how == How::Write || old.how == new.how && (old.is_own(new) || ordered(old)) {
                old.bytes &= !new.bytes;
            }
        }
        self.marks.retain(|old| old.bytes != 0);
    }

    /// Forgets the oldest access that is like the new one.
    fn make_room(&mut self, new: &Mark) {
        if let Some(at) = self.marks.iter().position(|old| old.how == new.how && old.bytes & new.bytes != 0) {
            self.marks.remove(at);
        }
    }
}

/// Words of a page.
const PAGE: u64 = 32;

/// The words of memory that is touched, in pages.
#[derive(Default)]
pub(super) struct Pages {
    pages: Vec<Box<[Word]>>,
    places: FxHashMap<u64, u32>,
    /// The pages that the last accesses were in, by their addresses.
    last: [Option<(u64, u32)>; 16],
}

impl Pages {
    /// The word at an address, a multiple of 8.
    pub fn word(&mut self, address: u64) -> &mut Word {
        let (page, word) = (address / 8 / PAGE, address / 8 % PAGE);
        // Arrays often lie at multiples of large powers of two from each other.
        let slot = ((page ^ page >> 4 ^ page >> 16) % 16) as usize;
        let place = match self.last[slot] {
            Some((known, place)) if known == page => place,
            _ => {
                let place = self.place(page);
                self.last[slot] = Some((page, place));
                place
            }
        };
        &mut self.pages[place as usize][word as usize]
    }

    fn place(&mut self, page: u64) -> u32 {
        let pages = &mut self.pages;
        *self.places.entry(page).or_insert_with(|| {
            pages.push(vec![Word::default(); PAGE as usize].into());
            pages.len() as u32 - 1
        })
    }
}

/// The words that a range of addresses lies in, and the bytes of each.
pub(super) fn words_of(range: Range<u64>) -> impl Iterator<Item = (u64, u8)> {
    let first = if range.is_empty() { range.end } else { range.start & !7 };
    (first..range.end).step_by(8).map(move |word| {
        let from = range.start.max(word) - word;
        let to = range.end.min(word + 8) - word;
        (word, (((1u16 << to) - 1) & !((1u16 << from) - 1)) as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(thread: u16, how: How, bytes: u8) -> Mark {
        let (site, block, barriers, grids, clock, released, block_released) = Default::default();
        Mark { bytes, how, site, block, thread, barriers, grids, clock, released, block_released }
    }

    fn touch(word: &mut Word, new: Mark) -> Option<u16> {
        word.touch(new, |old| old.barriers != new.barriers).map(|old| old.thread)
    }

    #[test]
    fn words_have_the_bytes_of_the_range() {
        assert_eq!(words_of(8..16).collect::<Vec<_>>(), [(8, 255)]);
        assert_eq!(words_of(6..9).collect::<Vec<_>>(), [(0, 0b1100_0000), (8, 1)]);
        assert_eq!(words_of(12..12).count(), 0);
    }

    #[test]
    fn writes_race_with_what_nothing_orders() {
        let mut word = Word::default();
        assert_eq!(touch(&mut word, mark(0, How::Write, 15)), None);
        assert_eq!(touch(&mut word, mark(0, How::Read, 15)), None);
        assert_eq!(touch(&mut word, mark(1, How::Write, 0xf0)), None);
        assert_eq!(touch(&mut word, mark(1, How::Read, 8)), Some(0));
        assert_eq!(touch(&mut word, Mark { barriers: 1, ..mark(1, How::Read, 8) }), None);
        assert_eq!(touch(&mut word, Mark { barriers: 1, ..mark(2, How::Read, 8) }), None);
        assert_eq!(touch(&mut word, Mark { barriers: 1, ..mark(2, How::Write, 8) }), Some(1));
    }

    #[test]
    fn atomics_race_with_plain_accesses_only() {
        let mut word = Word::default();
        for thread in 0..9 {
            assert_eq!(touch(&mut word, mark(thread, How::Atomic, 255)), None);
        }
        assert!(touch(&mut word, mark(9, How::Read, 1)).is_some());
        assert!(touch(&mut word, mark(9, How::Write, 1)).is_some());
    }

    #[test]
    fn pages_keep_words() {
        let mut pages = Pages::default();
        for address in [0, 8, 1 << 40, 4096, (1 << 40) + 248] {
            assert_eq!(std::mem::replace(&mut pages.word(address).written, 1), 0);
            assert_eq!(pages.word(address).written, 1);
        }
        assert_eq!(pages.pages.len(), 3);
    }

    #[test]
    fn readers_of_two_blocks_are_kept() {
        let mut word = Word::default();
        for (block, thread) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            assert_eq!(touch(&mut word, Mark { block, ..mark(thread, How::Read, 255) }), None);
        }
        let blocks: Vec<u32> = word.marks.iter().map(|mark| mark.block).collect();
        assert!(blocks.contains(&1), "{blocks:?}");
    }

    #[test]
    fn few_accesses_are_kept() {
        let mut word = Word::default();
        for thread in 0..99 {
            assert_eq!(touch(&mut word, mark(thread, How::Read, 255)), None);
            assert!(word.marks.len() <= KEPT);
        }
    }
}
