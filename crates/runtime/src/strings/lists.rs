//! Lists of strings: what `split` gives and `join` takes.

use super::fault::Fault;
use super::make::{Made, Room};
use super::split::{self, Cut, Kind, Pieces};
use super::{Leaves, Points, Text, marks};
use crate::held::hold_word;
use crate::lists::List;
use crate::memory;
use std::ops::Range;

/// A list whose items are strings or bytes.
#[derive(Clone, Copy)]
pub struct Strings {
    owner: *mut u8,
}

impl Strings {
    /// # Safety
    /// The owner word is that of a list of strings or bytes, which nothing else uses meanwhile.
    pub(super) unsafe fn new(owner: *mut u8) -> Self {
        Strings { owner }
    }

    /// Appends parts of a string, which share its memory.
    fn append(self, text: Text<'_>, pieces: &Pieces) -> Result<(), Fault> {
        self.append_all(text, pieces.len(), pieces.iter().cloned())
    }

    /// As [`append`](Self::append), of so many pieces.
    fn append_all(self, text: Text<'_>, count: usize, pieces: impl Iterator<Item = Range<usize>>) -> Result<(), Fault> {
        // SAFETY: the list is alive, as `new` was promised; the string's owner is alive.
        let (list, owner) = unsafe { (List::of(self.owner), hold_word(text.owner)) };
        let owner = owner.ok_or_else(Fault::memory)?;
        let room = list.reserve(count);
        if room.is_some() {
            // SAFETY: the owner is alive; each item holds one of the references.
            unsafe { memory::retain_many(owner, count) };
            let (data, width) = (text.points.address().cast_mut(), text.points.width());
            for piece in pieces.take(count) {
                let Some(place) = list.open_end() else { break };
                let part = data.wrapping_add(piece.start * width as usize);
                // SAFETY: the place is that of an item of this list.
                unsafe {
                    place.cast::<Leaves>().write(Leaves { owner, data: part, length: piece.len() as i64, width })
                };
            }
        }
        // SAFETY: the reference of `hold_word`; the items have their own.
        unsafe { memory::release(owner) };
        room.ok_or_else(Fault::memory)
    }

    /// The strings, which stay as they are for as long as nothing changes the list.
    fn all<'a>(self) -> impl ExactSizeIterator<Item = Points<'a>> + Clone {
        // SAFETY: the parts of an item are those of a string.
        self.leaves().iter().map(|item| unsafe { item.points() })
    }

    /// The parts of the strings, as [`all`](Self::all).
    #[inline(always)]
    fn leaves<'a>(self) -> &'a [Leaves] {
        // SAFETY: as `new` was promised; the list has so many items.
        unsafe {
            let list = List::of(self.owner);
            match list.len() {
                0 => &[],
                count => std::slice::from_raw_parts(list.place(0).cast::<Leaves>(), count),
            }
        }
    }
}

/// `text.split(separator, most)` into an empty list.
pub fn split(list: Strings, text: Text<'_>, separator: Text<'_>, most: i64) -> Result<(), Fault> {
    split_as(list, text, separator, most, Kind::Str)
}

fn split_as(list: Strings, text: Text<'_>, separator: Text<'_>, most: i64, kind: Kind) -> Result<(), Fault> {
    match split::cut(text, separator, most) {
        Some(Cut::White(bytes)) => {
            let (count, pieces) = marks::words(bytes, |byte| kind.is_white_byte(byte));
            list.append_all(text, count, pieces)
        }
        Some(Cut::At(bytes, character)) => {
            let (count, pieces) = marks::between(bytes, character);
            list.append_all(text, count, pieces)
        }
        None => list.append(text, &split::split(text, separator, most, kind)?),
    }
}

/// `text.rsplit(separator, most)` into an empty list.
pub fn rsplit(list: Strings, text: Text<'_>, separator: Text<'_>, most: i64) -> Result<(), Fault> {
    list.append(text, &split::rsplit(text, separator, most, Kind::Str)?)
}

/// `text.splitlines(keep)` into an empty list.
pub fn splitlines(list: Strings, text: Text<'_>, keep: bool) -> Result<(), Fault> {
    list.append(text, &split::lines(text, keep, Kind::Str))
}

/// `bytes.split(separator, most)` into an empty list.
pub fn bytes_split(list: Strings, text: Text<'_>, separator: Text<'_>, most: i64) -> Result<(), Fault> {
    split_as(list, text, separator, most, Kind::Bytes)
}

/// `bytes.rsplit(separator, most)` into an empty list.
pub fn bytes_rsplit(list: Strings, text: Text<'_>, separator: Text<'_>, most: i64) -> Result<(), Fault> {
    list.append(text, &split::rsplit(text, separator, most, Kind::Bytes)?)
}

/// `bytes.splitlines(keep)` into an empty list.
pub fn bytes_splitlines(list: Strings, text: Text<'_>, keep: bool) -> Result<(), Fault> {
    list.append(text, &split::lines(text, keep, Kind::Bytes))
}

/// `separator.join(list)` where all characters have one byte. Where only one string has any, that is the result.
#[inline(always)]
pub fn join_narrow(separator: Text<'_>, list: Strings) -> Option<Made> {
    let (Points::One(between), items) = (separator.points, list.leaves()) else { return None };
    let (mut count, mut only, mut filled) = (0usize, 0, 0);
    for (k, item) in items.iter().enumerate().filter(|(_, item)| item.length > 0) {
        if item.width != 1 {
            return None;
        }
        count = count.checked_add(item.length as usize)?;
        (only, filled) = (k, filled + 1);
    }
    if filled == 1 && (between.is_empty() || items.len() == 1) {
        let item = items[only];
        // SAFETY: the parts of an item are those of a string.
        let points = unsafe { item.points() };
        return Some(Made::same(Text { owner: item.owner, points, is_given: true }));
    }
    count = count.checked_add(items.len().saturating_sub(1).checked_mul(between.len())?)?;
    let mut room = Room::new(count, 1).ok()?;
    for (k, item) in items.iter().enumerate() {
        if k > 0 {
            room.push(separator.points);
        }
        // SAFETY: as above.
        room.push(unsafe { item.points() });
    }
    Some(room.finish())
}

/// `separator.join(list)`
pub fn join(separator: Text<'_>, list: Strings) -> Result<Made, Fault> {
    Made::joined_by(separator.points, list.all())
}
