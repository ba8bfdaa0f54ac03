//! Making strings.
//!
//! The memory of a string begins with the number of bytes that are in use. Text is only ever added behind that mark, so that strings
//! may share memory: `a + b` where `a` ends at the mark writes `b` behind it, and `a` stays as it is.

use super::fault::Fault;
use super::{Points, Text, Unit, width_of, with_units};
use crate::memory::{self, allocate_packed, allocation_bytes, allocation_data};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes before the text.
const HEAD: usize = 16;

/// Room for text comes in multiples of this: what little is added then needs no other memory.
const STEP: usize = 16;

/// Marks allocations of this module: it must have one address, so there is no copy of it that is inlined.
#[inline(never)]
unsafe fn text(_: *mut u8) {}

/// Whether an owner word is an allocation of this module.
pub(super) fn is_text(owner: *mut u8) -> bool {
    // SAFETY: owner words that are counted are live allocations.
    memory::is_counted(owner) && unsafe { memory::is_destroyed_by(owner, text) }
}

/// A new string: a reference to its memory, and where in it the text is.
#[derive(Debug)]
pub struct Made {
    /// The owner word, with a reference.
    pub owner: *mut u8,
    /// Address of the first code point.
    pub data: *mut u8,
    /// Number of code points.
    pub length: i64,
    /// Bytes of each: as long as the other fields, so that no part of a result is read in one piece that was written in two.
    pub width: i64,
}

impl Made {
    /// `""`
    pub fn empty() -> Made {
        Made { owner: memory::STATIC, data: ptr::dangling_mut::<u32>().cast(), length: 0, width: 1 }
    }

    /// A part of a string, or all of it, with the same memory.
    pub fn view(whole: Text<'_>, points: Points<'_>) -> Made {
        if points.is_empty() {
            return Made::empty();
        }
        // SAFETY: the caller's reference keeps the owner alive.
        unsafe { memory::retain(whole.owner) };
        let data = points.address().cast_mut();
        Made { owner: whole.owner, data, length: points.len() as i64, width: points.width().into() }
    }

    /// All of a string.
    pub fn same(text: Text<'_>) -> Made {
        Made::view(text, text.points)
    }

    /// A text of Rust's.
    pub fn of_str(text: &str) -> Result<Made, Fault> {
        if text.is_ascii() {
            return Made::of_latin(text.as_bytes());
        }
        Made::of_points(text.chars().map(u32::from))
    }

    /// Latin-1 characters.
    pub fn of_latin(bytes: &[u8]) -> Result<Made, Fault> {
        let mut room = Room::new(bytes.len(), 1)?;
        room.push(Points::One(bytes));
        Ok(room.finish())
    }

    /// Code points, in as many bytes each as they need.
    pub fn of_points(points: impl Iterator<Item = u32> + Clone) -> Result<Made, Fault> {
        let (mut count, mut largest) = (0, 0);
        for point in points.clone() {
            (count, largest) = (count + 1, point.max(largest));
        }
        let mut room = Room::new(count, width_of(largest))?;
        points.for_each(|point| room.push_point(point));
        Ok(room.finish())
    }

    /// Several texts with another between them.
    pub fn joined_by<'a>(
        between: Points<'_>,
        pieces: impl ExactSizeIterator<Item = Points<'a>> + Clone,
    ) -> Result<Made, Fault> {
        let gaps = pieces.len().saturating_sub(1);
        let mut count = gaps.checked_mul(between.len()).ok_or_else(Fault::memory)?;
        let mut width = if count > 0 { between.width() } else { 1 };
        for piece in pieces.clone().filter(|piece| !piece.is_empty()) {
            count = count.checked_add(piece.len()).ok_or_else(Fault::memory)?;
            width = piece.width().max(width);
        }
        let mut room = Room::new(count, width)?;
        for (k, piece) in pieces.enumerate() {
            room.push(piece);
            if k < gaps {
                room.push(between);
            }
        }
        Ok(room.finish())
    }

    /// Several texts, one after the other.
    pub fn joined<'a>(pieces: impl Iterator<Item = Points<'a>> + Clone) -> Result<Made, Fault> {
        let (mut count, mut width) = (0usize, 1);
        for piece in pieces.clone() {
            count = count.checked_add(piece.len()).ok_or_else(Fault::memory)?;
            if !piece.is_empty() {
                width = piece.width().max(width);
            }
        }
        let mut room = Room::new(count, width)?;
        pieces.for_each(|piece| room.push(piece));
        Ok(room.finish())
    }
}

/// Memory that is being filled.
pub(super) struct Room {
    owner: *mut u8,
    length: usize,
    width: i32,
}

impl Room {
    /// Room for so many code points of this width.
    pub fn new(count: usize, width: i32) -> Result<Room, Fault> {
        Room::with_spare(count, width, 0)
    }

    /// Room for so many code points, and for others that are added later.
    #[inline]
    pub fn with_spare(count: usize, width: i32, spare: usize) -> Result<Room, Fault> {
        let bytes =
            count.checked_add(spare).and_then(|all| all.checked_mul(width as usize)).ok_or_else(Fault::memory)?;
        let bytes = bytes.max(1).checked_next_multiple_of(STEP).and_then(|room| room.checked_add(HEAD));
        let bytes = bytes.ok_or_else(Fault::memory)?;
        let owner = allocate_packed(bytes, text).ok_or_else(Fault::memory)?.as_ptr();
        // SAFETY: fresh memory, aligned to more than a word.
        unsafe { allocation_data(owner).cast::<AtomicUsize>().write(AtomicUsize::new(0)) };
        Ok(Room { owner, length: 0, width })
    }

    fn end(&self) -> *mut u8 {
        // SAFETY: inside of the allocation, whose text this is.
        unsafe { allocation_data(self.owner).add(HEAD + self.length * self.width as usize) }
    }

    /// Adds code points, for which there is room.
    #[inline]
    pub fn push(&mut self, points: Points<'_>) {
        debug_assert!(HEAD + (self.length + points.len()) * self.width as usize <= self.bytes());
        // SAFETY: there is room behind the text for code points of this width.
        unsafe { write_points(points, self.end(), self.width) };
        self.length += points.len();
    }

    /// Adds so many code points, which a function writes.
    ///
    /// # Safety
    /// There is room for them, and the function writes so many of the room's width to the address that it is given.
    pub unsafe fn push_by(&mut self, count: usize, write: impl FnOnce(*mut u8)) {
        debug_assert!(HEAD + (self.length + count) * self.width as usize <= self.bytes());
        write(self.end());
        self.length += count;
    }

    /// Adds characters of one byte to a string of such, for which there is room.
    pub fn push_bytes(&mut self, bytes: impl Iterator<Item = u8>) {
        debug_assert_eq!(self.width, 1);
        let (end, room) = (self.end(), self.bytes() - HEAD - self.length);
        let mut count = 0;
        for byte in bytes.take(room) {
            // SAFETY: there is room for so many.
            unsafe { end.add(count).write(byte) };
            count += 1;
        }
        self.length += count;
    }

    /// Adds what characters of one byte are mapped to, to a string of such, for which there is room.
    pub fn push_mapped(&mut self, bytes: &[u8], map: impl Fn(u8) -> u8) {
        debug_assert!(self.width == 1 && HEAD + self.length + bytes.len() <= self.bytes());
        let end = self.end();
        for (index, &byte) in bytes.iter().enumerate() {
            // SAFETY: there is room for so many.
            unsafe { end.add(index).write(map(byte)) };
        }
        self.length += bytes.len();
    }

    /// Adds a code point, for which there is room.
    pub fn push_point(&mut self, point: u32) {
        debug_assert!(HEAD + (self.length + 1) * self.width as usize <= self.bytes());
        let end = self.end();
        // SAFETY: there is room behind the text for code points of this width.
        unsafe {
            match self.width {
                1 => end.write(point as u8),
                2 => end.cast::<u16>().write(point as u16),
                _ => end.cast::<u32>().write(point),
            }
        }
        self.length += 1;
    }

    fn bytes(&self) -> usize {
        // SAFETY: a live allocation.
        unsafe { allocation_bytes(self.owner) }
    }

    /// The string.
    pub fn finish(self) -> Made {
        let made = Made {
            owner: self.owner,
            // SAFETY: the text is behind the head.
            data: unsafe { allocation_data(self.owner).add(HEAD) },
            length: self.length as i64,
            width: self.width.into(),
        };
        // SAFETY: the mark is at the beginning of the data.
        let mark = unsafe { &*allocation_data(self.owner).cast::<AtomicUsize>() };
        mark.store(self.length * self.width as usize, Ordering::Relaxed);
        std::mem::forget(self);
        made
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // SAFETY: the reference that `allocate_with` gave.
        unsafe { memory::release(self.owner) };
    }
}

/// Writes code points with at least as many bytes each as they have.
///
/// # Safety
/// There is room at the target, which is aligned for the width.
#[inline(always)]
pub(super) unsafe fn write_points(points: Points<'_>, target: *mut u8, width: i32) {
    // SAFETY: promised by the caller; new text does not overlap with old.
    unsafe {
        match points {
            Points::One(bytes) if width == 1 => copy(bytes, target),
            _ => write_wide(points, target, width),
        }
    }
}

/// As [`write_points`].
///
/// # Safety
/// As there.
#[inline(never)]
unsafe fn write_wide(points: Points<'_>, target: *mut u8, width: i32) {
    // SAFETY: promised by the caller; new text does not overlap with old.
    unsafe {
        match width {
            _ if points.width() == width => copy(points.bytes(), target),
            1 => with_units!(points, units => write_each::<_, u8>(units, target.cast())),
            2 => with_units!(points, units => write_each::<_, u16>(units, target.cast())),
            _ => with_units!(points, units => write_each::<_, u32>(units, target.cast())),
        }
    }
}

/// Copies bytes; a few of them without a call.
///
/// # Safety
/// There is room at the target, which does not overlap.
#[inline]
pub(super) unsafe fn copy(bytes: &[u8], target: *mut u8) {
    let (source, count) = (bytes.as_ptr(), bytes.len());
    // SAFETY: promised by the caller. Words of the first and the last bytes overlap where there are fewer than two words.
    unsafe {
        match count {
            0 => {}
            1..4 => {
                target.write(source.read());
                target.add(count / 2).write(source.add(count / 2).read());
                target.add(count - 1).write(source.add(count - 1).read());
            }
            4..8 => copy_ends::<u32>(source, target, count),
            8..17 => copy_ends::<u64>(source, target, count),
            _ => ptr::copy_nonoverlapping(source, target, count),
        }
    }
}

/// Copies one to two words of bytes.
#[inline(always)]
unsafe fn copy_ends<W: Copy>(source: *const u8, target: *mut u8, count: usize) {
    let last = count - size_of::<W>();
    // SAFETY: as for `copy`; there are at least as many bytes as in a word.
    unsafe {
        let (a, b) = (source.cast::<W>().read_unaligned(), source.add(last).cast::<W>().read_unaligned());
        target.cast::<W>().write_unaligned(a);
        target.add(last).cast::<W>().write_unaligned(b);
    }
}

unsafe fn write_each<S: Unit, T: Unit>(source: &[S], target: *mut T) {
    for (index, unit) in source.iter().enumerate() {
        if let Some(unit) = T::of(unit.point()) {
            // SAFETY: promised by the caller.
            unsafe { target.add(index).write(unit) };
        }
    }
}

/// Writes text behind a string, where that is the end of the text in its memory and there is room; else None.
#[inline]
pub(super) fn append(left: Text<'_>, right: Points<'_>) -> Option<Made> {
    let width = left.points.width();
    if right.width() > width {
        return None;
    }
    // SAFETY: there is room for the text in the wider one's units.
    unsafe { append_by(left, right.len(), |end| write_points(right, end, width)) }
}

/// As [`append`], of so many code points, which a function writes.
///
/// # Safety
/// The function writes that number of code points to the address that it is given, each as wide as those of the string.
#[inline(always)]
pub(super) unsafe fn append_by(left: Text<'_>, count: usize, write: impl FnOnce(*mut u8)) -> Option<Made> {
    if !left.is_made() {
        return None;
    }
    let width = left.points.width() as usize;
    let (start, added) = (left.points.address() as usize, count * width);
    let end = start + left.points.len() * width;
    // SAFETY: a live allocation of this module.
    let (data, bytes) = unsafe { (allocation_data(left.owner), allocation_bytes(left.owner)) };
    // SAFETY: the mark is at the beginning of the data.
    let mark = unsafe { &*data.cast::<AtomicUsize>() };
    let used = end.checked_sub(data as usize + HEAD)?;
    if HEAD + used + added > bytes {
        return None;
    }
    match memory::is_alone() {
        true if mark.load(Ordering::Relaxed) == used => mark.store(used + added, Ordering::Relaxed),
        true => return None,
        false => mark.compare_exchange(used, used + added, Ordering::AcqRel, Ordering::Relaxed).map(drop).ok()?,
    }
    // The bytes behind the mark were free, and belong to this string alone by moving it.
    write(end as *mut u8);
    // SAFETY: the caller's reference keeps the owner alive.
    unsafe { memory::retain(left.owner) };
    let length = (left.points.len() + count) as i64;
    Some(Made { owner: left.owner, data: start as *mut u8, length, width: width as i64 })
}
