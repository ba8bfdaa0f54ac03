//! Lists of strings: what `split` gives and `join` takes.

use super::fault::Fault;
use super::make::Made;
use super::split::{self, Kind, Pieces};
use super::{Points, Text};
use crate::held::hold_word;
use crate::lists::List;
use crate::memory;

/// A list whose items are strings or bytes.
#[derive(Clone, Copy)]
pub struct Strings {
    owner: *mut u8,
}

/// A string in a list.
#[repr(C)]
#[derive(Clone, Copy)]
struct Item {
    owner: *mut u8,
    data: *mut u8,
    length: i64,
    width: i32,
}

impl Strings {
    /// # Safety
    /// The owner word is that of a list of strings or bytes, which nothing else uses meanwhile.
    pub(super) unsafe fn new(owner: *mut u8) -> Self {
        Strings { owner }
    }

    /// Appends parts of a string, which share its memory.
    fn append(self, text: Text<'_>, pieces: &Pieces) -> Result<(), Fault> {
        // SAFETY: the list is alive, as `new` was promised; the string's owner is alive.
        let (list, owner) = unsafe { (List::of(self.owner), hold_word(text.owner)) };
        let owner = owner.ok_or_else(Fault::memory)?;
        let room = list.reserve(pieces.len());
        for piece in pieces.iter().filter(|_| room.is_some()) {
            let part = text.points.part(piece.clone());
            let data = part.address().cast_mut();
            let Some(place) = list.open_end() else { break };
            // SAFETY: the place is that of an item of this list; the item holds the reference.
            unsafe {
                memory::retain(owner);
                place.cast::<Item>().write(Item { owner, data, length: part.len() as i64, width: part.width() });
            }
        }
        // SAFETY: the reference of `hold_word`; the items have their own.
        unsafe { memory::release(owner) };
        room.ok_or_else(Fault::memory)
    }

    fn len(self) -> usize {
        // SAFETY: as `new` was promised.
        unsafe { List::of(self.owner).len() }
    }

    fn at<'a>(self, index: usize) -> Points<'a> {
        // SAFETY: the list has this item, and nothing changes it meanwhile.
        unsafe {
            let item = List::of(self.owner).place(index).cast::<Item>().read();
            Points::new(item.data, item.length, item.width)
        }
    }
}

/// `text.split(separator, most)` into an empty list.
pub fn split(list: Strings, text: Text<'_>, separator: Text<'_>, most: i64) -> Result<(), Fault> {
    list.append(text, &split::split(text, separator, most, Kind::Str)?)
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
    list.append(text, &split::split(text, separator, most, Kind::Bytes)?)
}

/// `bytes.rsplit(separator, most)` into an empty list.
pub fn bytes_rsplit(list: Strings, text: Text<'_>, separator: Text<'_>, most: i64) -> Result<(), Fault> {
    list.append(text, &split::rsplit(text, separator, most, Kind::Bytes)?)
}

/// `bytes.splitlines(keep)` into an empty list.
pub fn bytes_splitlines(list: Strings, text: Text<'_>, keep: bool) -> Result<(), Fault> {
    list.append(text, &split::lines(text, keep, Kind::Bytes))
}

/// `separator.join(list)`
pub fn join(separator: Text<'_>, list: Strings) -> Result<Made, Fault> {
    let piece = move |k: usize| {
        let before = if k == 0 { Points::One(&[]) } else { separator.points };
        [before, list.at(k)]
    };
    Made::joined((0..list.len()).flat_map(piece))
}
