//! The table of a dict: where the entry with a hash is.
//!
//! Open addressing in *chunks* of a cache line, as in F14 (Bronson and Shi, "Open-sourcing F14 for faster, more memory-efficient hash
//! tables", 2019): a chunk has a tag of one byte for each of its twelve slots, which are all compared at once, and the positions of the
//! entries. It counts the entries that began their search here and found no room; where that is 0, the search is over. So nothing says
//! that something was there, and a look at one line of memory tells nearly always where the entry is.
//!
//! The uppermost bits of the hash say in which chunk a search starts, the next ones are the tag. Bits 1 and 2 of the hash, which
//! are none of these, turn tags: so four keys in a row may lie in one chunk ([`word_hash`](crate::items::word_hash)).

use crate::blocks;
use std::ptr;

/// Entries that a chunk has room for.
pub const SLOTS: usize = 12;

/// What is set in all tags.
const FULL: u8 = 0x80;

/// By how much the lowest bits of a hash are shifted to turn the tag.
const TAG_TURN: u32 = 4;

/// Entries that a chunk has on average when the table grows.
const LOAD: usize = 8;

/// Up to so many chunks a table grows fourfold: they are soon left.
const FEW: usize = 256;

/// Tables of more chunks are larger than the caches that answer at once.
const LARGE: usize = 4096;

/// Bits of the tags of all slots.
const ALL_SLOTS: u32 = (1 << SLOTS) - 1;

#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub struct Chunk {
    /// 0 where there is nothing.
    tags: [u8; SLOTS],
    /// Entries that had to go on to the next chunk.
    overflow: u32,
    positions: [u32; SLOTS],
}

/// The chunks of a block lie in lines of the cache.
const LINE: usize = 64;

const _: () = assert!(size_of::<Chunk>() == LINE);

/// What tables without entries search.
static EMPTY: Chunk = Chunk::EMPTY;

impl Chunk {
    /// Without entries.
    pub const EMPTY: Chunk = Chunk { tags: [0; SLOTS], overflow: 0, positions: [0; SLOTS] };

    /// A bit for each slot with a tag.
    #[inline(always)]
    fn with_tag(&self, tag: u8) -> u32 {
        equal_bytes(self, tag) & ALL_SLOTS
    }

    #[inline(always)]
    fn set(&mut self, slot: usize, tag: u8, position: usize) {
        set_byte(self, slot, tag);
        self.positions[slot] = position as u32;
    }
}

/// A bit for each of the first 16 bytes that is equal to a byte.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn equal_bytes(chunk: &Chunk, byte: u8) -> u32 {
    use std::arch::x86_64::{__m128i, _mm_cmpeq_epi8, _mm_load_si128, _mm_movemask_epi8, _mm_set1_epi8};
    // SAFETY: a chunk is aligned and longer; each processor of this kind has SSE2.
    unsafe {
        let bytes = _mm_load_si128(ptr::from_ref(chunk).cast::<__m128i>());
        _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8))) as u32
    }
}

/// Writes the tag of a slot together with all of the first 16 bytes: a processor gives the next search, which reads as many at once, what was
/// written last only where one store has all of them.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn set_byte(chunk: &mut Chunk, slot: usize, byte: u8) {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_andnot_si128, _mm_load_si128, _mm_loadu_si128, _mm_or_si128, _mm_set1_epi8,
        _mm_store_si128,
    };
    /// A byte of ones, at 15.
    #[repr(align(32))]
    struct Ones([u8; 32]);
    static ONES: Ones = Ones({
        let mut bytes = [0; 32];
        bytes[15] = u8::MAX;
        bytes
    });
    debug_assert!(slot < SLOTS);
    let place = ptr::from_mut(chunk).cast::<__m128i>();
    // SAFETY: a chunk is aligned and longer; the bytes from 15 less the slot on are 16; each processor of this kind has SSE2.
    unsafe {
        let one = _mm_loadu_si128(ONES.0.as_ptr().add(15 - slot).cast());
        let others = _mm_andnot_si128(one, _mm_load_si128(place));
        _mm_store_si128(place, _mm_or_si128(others, _mm_and_si128(one, _mm_set1_epi8(byte as i8))));
    }
}

/// Writes the tag of a slot.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn set_byte(chunk: &mut Chunk, slot: usize, byte: u8) {
    chunk.tags[slot] = byte;
}

/// A bit for each of the tags that is equal to a byte.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn equal_bytes(chunk: &Chunk, byte: u8) -> u32 {
    chunk.tags.iter().enumerate().fold(0, |bits, (k, &tag)| bits | u32::from(tag == byte) << k)
}

/// Has the processor fetch a chunk, without waiting for it.
#[inline(always)]
fn prefetch(chunk: *const Chunk) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: each processor of this kind has it, and nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(chunk.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = chunk;
}

/// What is seen of a table where the search for a hash starts.
pub struct Look {
    chunk: *mut Chunk,
    tag: u8,
    /// A bit for each slot that may be the right one.
    found: u32,
}

impl Look {
    /// The first position that may be the right one.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        // SAFETY: a chunk of the table.
        (self.found != 0).then(|| unsafe { &*self.chunk }.positions[self.found.trailing_zeros() as usize] as usize)
    }

    /// Whether the right one may be in another chunk.
    #[inline(always)]
    pub fn goes_on(&self) -> bool {
        // SAFETY: a chunk of the table.
        unsafe { &*self.chunk }.overflow != 0
    }
}

/// Positions by hash.
pub struct Table {
    chunks: *mut Chunk,
    /// By how much a hash is shifted to have its tag in the lowest byte.
    shift: u64,
    /// Number of chunks less one.
    mask: usize,
    len: usize,
    /// The block of memory that the chunks are in, and its size.
    block: *mut u8,
    bytes: usize,
}

impl Table {
    /// Without entries.
    pub const fn new() -> Self {
        let chunks = (&raw const EMPTY).cast_mut();
        Table { chunks, shift: 56, mask: 0, len: 0, block: ptr::null_mut(), bytes: 0 }
    }

    /// Without entries, with room for some of them in a chunk that has none.
    ///
    /// # Safety
    /// The chunk stays where it is for as long as the table, and nothing else uses it.
    pub unsafe fn within(chunk: *mut Chunk) -> Self {
        Table { chunks: chunk, ..Table::new() }
    }

    /// Whether there is no chunk of the table's own.
    #[inline(always)]
    fn has_no_room(&self) -> bool {
        ptr::eq(self.chunks, &raw const EMPTY)
    }

    /// Whether it has memory of its own.
    #[inline(always)]
    pub fn has_memory(&self) -> bool {
        !self.block.is_null()
    }

    /// Number of positions.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The chunk in which a search starts, and the tag.
    #[inline(always)]
    fn home(&self, hash: u64) -> (usize, u8) {
        let upper = hash >> self.shift;
        ((upper >> 8) as usize, (upper ^ (hash << TAG_TURN)) as u8 | FULL)
    }

    #[inline(always)]
    fn chunk(&self, index: usize) -> *mut Chunk {
        debug_assert!(index <= self.mask);
        self.chunks.wrapping_add(index)
    }

    /// The chunk and the slot with a hash whose position is the right one.
    #[inline(always)]
    fn place_of(&self, hash: u64, mut is_it: impl FnMut(usize) -> bool) -> Option<(usize, usize)> {
        let (mut index, tag) = self.home(hash);
        for _ in 0..=self.mask {
            // SAFETY: a chunk of the table, or the empty one; nothing writes to it meanwhile.
            let chunk = unsafe { &*self.chunk(index) };
            let mut found = chunk.with_tag(tag);
            while found != 0 {
                let slot = found.trailing_zeros() as usize;
                if is_it(chunk.positions[slot] as usize) {
                    return Some((index, slot));
                }
                found &= found - 1;
            }
            if chunk.overflow == 0 {
                return None;
            }
            index = (index + 1) & self.mask;
        }
        None
    }

    /// The position with a hash that is the right one.
    #[inline(always)]
    pub fn find(&self, hash: u64, mut is_it: impl FnMut(usize) -> bool) -> Option<usize> {
        let mut position = 0;
        self.place_of(hash, |found| {
            position = found;
            is_it(found)
        })
        .map(|_| position)
    }

    /// The chunk in which the search for a hash starts.
    #[inline(always)]
    pub fn first_look(&self, hash: u64) -> Look {
        let (index, tag) = self.home(hash);
        let chunk = self.chunk(index);
        // SAFETY: a chunk of the table, or the empty one.
        Look { chunk, tag, found: unsafe { &*chunk }.with_tag(tag) }
    }

    /// Whether searches wait for memory.
    #[inline(always)]
    pub fn is_large(&self) -> bool {
        self.mask >= LARGE
    }

    /// Fetches the chunk in which the search for a hash starts.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        prefetch(self.chunk(self.home(hash).0));
    }

    /// Adds a position where the search for its hash starts. None where there is no room, or where the search goes on.
    #[inline(always)]
    pub fn insert_at(&mut self, look: &Look, position: usize) -> Option<()> {
        // SAFETY: a chunk of the table, or the empty one.
        let free = unsafe { &*look.chunk }.with_tag(0);
        if free == 0 || look.goes_on() {
            return None;
        }
        // SAFETY: a chunk of the table, which is not the empty one: the caller knows that there is room.
        unsafe { (*look.chunk).set(free.trailing_zeros() as usize, look.tag, position) };
        self.len += 1;
        Some(())
    }

    /// How many positions may be inserted before there must be more chunks.
    #[inline(always)]
    pub fn room(&self) -> usize {
        let most = match self.mask {
            0 if self.has_no_room() => 0,
            0 => SLOTS,
            more => (more + 1) * LOAD,
        };
        most - self.len
    }

    /// Adds a position, less than 2^32, which is not there. The table is not full.
    #[inline]
    pub fn insert(&mut self, hash: u64, position: usize) {
        debug_assert!(self.room() > 0);
        self.len += 1;
        self.put(hash, position);
    }

    #[inline(always)]
    fn put(&mut self, hash: u64, position: usize) {
        let (mut index, tag) = self.home(hash);
        loop {
            // SAFETY: a chunk of the table, which is not the empty one, since there is room.
            let chunk = unsafe { &mut *self.chunk(index) };
            let free = chunk.with_tag(0);
            if free != 0 {
                return chunk.set(free.trailing_zeros() as usize, tag, position);
            }
            chunk.overflow += 1;
            index = (index + 1) & self.mask;
        }
    }

    /// Makes more room, for all of the entries: hashes and positions. None when there is no memory; then nothing has changed.
    pub fn grow(&mut self, entries: impl Iterator<Item = (u64, usize)>) -> Option<()> {
        let count = match self.mask + 1 {
            _ if self.has_no_room() => 1,
            few if few <= FEW => 4 * few,
            many => 2 * many,
        };
        // Tags have bits of their own up to here.
        let bytes = count.checked_mul(size_of::<Chunk>()).filter(|_| count <= 1 << 40)?;
        // Room to align the chunks: no search looks at two lines of a chunk.
        let bytes = bytes + LINE;
        // Memory of zeros is that of empty slots.
        let block = blocks::zeroed(bytes);
        if block.is_null() {
            return None;
        }
        let chunks = block.wrapping_add(block.align_offset(LINE)).cast();
        *self = Table { chunks, shift: u64::from(56 - count.ilog2()), mask: count - 1, len: self.len, block, bytes };
        entries.for_each(|(hash, position)| self.put(hash, position));
        Some(())
    }

    /// Whether it is not much larger than its entries need.
    pub fn is_well_filled(&self) -> bool {
        self.mask == 0 || self.len * 8 >= (self.mask + 1) * LOAD
    }

    /// A table with the same positions, in the chunk given where there is only one. None when there is no memory.
    ///
    /// # Safety
    /// As for [`within`](Self::within); the chunk is not this table's.
    pub unsafe fn copied(&self, first: *mut Chunk) -> Option<Table> {
        let (mut chunks, mut block) = (first, ptr::null_mut());
        if !self.block.is_null() {
            // SAFETY: there is no block yet.
            block = unsafe { blocks::grow(ptr::null_mut(), 0, self.bytes) };
            if block.is_null() {
                return None;
            }
            chunks = block.wrapping_add(block.align_offset(LINE)).cast();
        }
        // SAFETY: there is room for as many chunks.
        unsafe { ptr::copy_nonoverlapping(self.chunks, chunks, self.mask + 1) };
        Some(Table { chunks, block, ..*self })
    }

    /// Takes a position out.
    pub fn remove(&mut self, hash: u64, position: usize) {
        let Some((there, slot)) = self.place_of(hash, |found| found == position) else { return };
        self.len -= 1;
        let (mut index, _) = self.home(hash);
        // SAFETY: chunks of the table, which has an entry.
        unsafe {
            set_byte(&mut *self.chunk(there), slot, 0);
            while index != there {
                (*self.chunk(index)).overflow -= 1;
                index = (index + 1) & self.mask;
            }
        }
    }

    /// Exchanges two tables, and the chunks in which those without chunks of their own have their positions, which have been exchanged.
    pub fn swap((a, a_first): (&mut Table, *mut Chunk), (b, b_first): (&mut Table, *mut Chunk)) {
        std::mem::swap(a, b);
        if a.chunks == b_first {
            a.chunks = a_first;
        }
        if b.chunks == a_first {
            b.chunks = b_first;
        }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.len = 0;
        if !self.has_no_room() {
            // SAFETY: these are the chunks.
            unsafe { ptr::write_bytes(self.chunks, 0, self.mask + 1) };
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // SAFETY: null, or a block of this size.
        unsafe { blocks::free(self.block, self.bytes) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::{mixed, word_hash};

    /// A table of hashes by position, and which are in it.
    struct Kept {
        table: Table,
        hashes: Vec<u64>,
        there: Vec<bool>,
    }

    impl Kept {
        fn new(hashes: Vec<u64>) -> Self {
            let there = vec![false; hashes.len()];
            Kept { table: Table::new(), hashes, there }
        }

        fn toggle(&mut self, k: usize) {
            let hash = self.hashes[k];
            if self.there[k] {
                self.table.remove(hash, k);
            } else {
                if self.table.room() == 0 {
                    let all = self.hashes.iter().copied().enumerate();
                    self.table.grow(all.filter(|(k, _)| self.there[*k]).map(|(k, hash)| (hash, k))).expect("memory");
                }
                self.table.insert(hash, k);
            }
            self.there[k] = !self.there[k];
        }

        fn check(&self) {
            for (k, there) in self.there.iter().enumerate() {
                assert_eq!(self.table.find(self.hashes[k], |found| found == k).is_some(), *there, "{k}");
            }
            assert_eq!(self.table.len(), self.there.iter().filter(|t| **t).count());
        }

        /// The longest search: how many chunks it looks at.
        fn longest(&self) -> usize {
            let steps = self.hashes.iter().enumerate().map(|(k, &hash)| {
                let (chunk, _) = self.table.place_of(hash, |found| found == k).expect("it is there");
                (chunk.wrapping_sub(self.table.home(hash).0) & self.table.mask) + 1
            });
            steps.max().unwrap_or(0)
        }
    }

    /// Positions come and go; hashes with few bits collide often.
    #[test]
    fn positions_are_found_until_they_go() {
        for keep in [u64::MAX, 7 << 61, 0x1f << 59 | 1 << 33, 0] {
            let mut kept = Kept::new((0..600).map(|k| mixed(k) & keep | 1).collect());
            for step in 0..4000u64 {
                kept.toggle(mixed(step) as usize % 600);
                if step % 50 == 0 {
                    kept.check();
                }
            }
            kept.table.clear();
            kept.there.fill(false);
            kept.check();
        }
    }

    #[test]
    fn regular_keys_spread() {
        let keys: [fn(u64) -> u64; 7] = [
            |k| k,
            |k| k * 4,
            |k| k * 7919,
            |k| k << 40,
            |k| k << 20,
            |k: u64| k.rotate_right(2),
            |k| k.wrapping_neg(),
        ];
        for (case, key) in keys.iter().enumerate() {
            let mut kept = Kept::new((0..100_000).map(|k| word_hash(&[key(k)])).collect());
            (0..100_000).for_each(|k| kept.toggle(k));
            assert!(kept.longest() <= 8, "case {case}: {}", kept.longest());
        }
    }

    #[test]
    fn keys_of_two_words_spread() {
        let mut kept = Kept::new((0..90_000).map(|k| word_hash(&[k / 300, k % 300])).collect());
        (0..90_000).for_each(|k| kept.toggle(k));
        assert!(kept.longest() <= 8, "{}", kept.longest());
    }
}
