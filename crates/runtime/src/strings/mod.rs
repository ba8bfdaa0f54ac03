//! Strings: code points of one, two or four bytes each.
//!
//! A string that compiled code passes is a [`Text`]: what keeps its memory alive, and its code points. A slice is a view of the
//! string that it was taken from, so the width may be more than the code points need; a comparison or a search treats equal
//! code points of different widths as equal. What the functions here make is a [`Made`].
//!
//! The functions are safe Rust over these two; [`entries`] gives them the C interface of the table of runtime functions.

mod bytes;
mod case;
pub(crate) mod chars;
mod classes;
mod codecs;
mod compare;
mod concat;
mod decimal;
pub(crate) mod entries;
mod fault;
mod format;
pub(crate) mod host;
mod latin;
mod lists;
mod make;
mod marks;
mod pad;
mod parse;
mod pieces;
mod print;
mod replace;
mod search;
mod slice;
mod split;
mod strip;

pub use compare::{order, same};
pub use fault::Fault;
pub use host::{Answer, Given};
pub use make::Made;
pub use print::taken_apart;

use std::ops::Range;

/// A code point in memory.
pub trait Unit: Copy + Ord + 'static {
    /// Bytes.
    const WIDTH: i32;
    /// The code point.
    fn point(self) -> u32;
    /// The unit of this code point, where it has one.
    fn of(point: u32) -> Option<Self>;
}

macro_rules! units {
    ($($unit:ident)*) => {
        $(impl Unit for $unit {
            const WIDTH: i32 = size_of::<$unit>() as i32;
            #[inline(always)]
            fn point(self) -> u32 {
                u32::from(self)
            }
            #[inline(always)]
            fn of(point: u32) -> Option<Self> {
                $unit::try_from(point).ok()
            }
        })*
    };
}

units!(u8 u16 u32);

/// The code points of a string.
#[derive(Clone, Copy)]
pub enum Points<'a> {
    /// Of one byte: Latin-1.
    One(&'a [u8]),
    /// Of two bytes.
    Two(&'a [u16]),
    /// Of four bytes.
    Four(&'a [u32]),
}

/// Runs an expression with the slice of units of any width.
macro_rules! with_units {
    ($points:expr, $units:ident => $body:expr) => {
        match $points {
            $crate::strings::Points::One($units) => $body,
            $crate::strings::Points::Two($units) => $body,
            $crate::strings::Points::Four($units) => $body,
        }
    };
}
pub(crate) use with_units;

impl<'a> Points<'a> {
    /// # Safety
    /// `data` has `len` code points of `width` bytes, aligned to it, for `'a`.
    pub unsafe fn new(data: *const u8, len: i64, width: i32) -> Self {
        let len = if data.is_null() { 0 } else { len.max(0) as usize };
        let data = if len == 0 { std::ptr::dangling::<u32>().cast() } else { data };
        // SAFETY: promised by the caller; an empty string has any aligned address.
        unsafe {
            match width {
                1 => Points::One(std::slice::from_raw_parts(data, len)),
                2 => Points::Two(std::slice::from_raw_parts(data.cast(), len)),
                _ => Points::Four(std::slice::from_raw_parts(data.cast(), len)),
            }
        }
    }

    /// Their number.
    pub fn len(self) -> usize {
        with_units!(self, units => units.len())
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Bytes of each.
    pub fn width(self) -> i32 {
        match self {
            Points::One(_) => 1,
            Points::Two(_) => 2,
            Points::Four(_) => 4,
        }
    }

    /// The address of the first one.
    pub fn address(self) -> *const u8 {
        with_units!(self, units => units.as_ptr().cast())
    }

    /// All their bytes.
    pub fn bytes(self) -> &'a [u8] {
        // SAFETY: memory of integers, of this many bytes.
        unsafe { std::slice::from_raw_parts(self.address(), self.len() * self.width() as usize) }
    }

    /// One of them; 0 behind the end.
    pub fn at(self, index: usize) -> u32 {
        with_units!(self, units => units.get(index).map_or(0, |unit| unit.point()))
    }

    /// Some of them; none where the range is not inside.
    pub fn part(self, range: Range<usize>) -> Points<'a> {
        match self {
            Points::One(units) => Points::One(units.get(range).unwrap_or(&[])),
            Points::Two(units) => Points::Two(units.get(range).unwrap_or(&[])),
            Points::Four(units) => Points::Four(units.get(range).unwrap_or(&[])),
        }
    }

    /// All of them, as numbers.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u32> + Clone + 'a {
        (0..self.len()).map(move |index| self.at(index))
    }

    /// The text as ASCII, where it is that.
    pub fn ascii(self) -> Option<&'a [u8]> {
        match self {
            Points::One(units) if units.is_ascii() => Some(units),
            _ => None,
        }
    }

    /// Whether all code points are ASCII, in any width.
    pub fn is_ascii(self) -> bool {
        with_units!(self, units => units.iter().all(|unit| unit.point() < 128))
    }

    /// Bytes a code point needs.
    pub fn least_width(self) -> i32 {
        match self {
            Points::One(_) => 1,
            _ => width_of(self.iter().max().unwrap_or(0)),
        }
    }
}

/// Bytes that this code point needs.
pub fn width_of(point: u32) -> i32 {
    match point {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    }
}

/// A string in memory: its leaves, as `coluber_abi::layout` has them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Leaves {
    /// What keeps the code points alive: an owner word.
    pub owner: *mut u8,
    /// The address of the first code point.
    pub data: *mut u8,
    /// Their number.
    pub length: i64,
    /// Bytes of each.
    pub width: i32,
}

impl Leaves {
    /// The code points.
    ///
    /// # Safety
    /// The leaves are those of a string that is alive for `'a`.
    #[inline(always)]
    pub unsafe fn points<'a>(&self) -> Points<'a> {
        // SAFETY: promised by the caller.
        unsafe { Points::new(self.data, self.length, self.width) }
    }
}

/// A string that compiled code passes.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// What keeps the memory alive: an owner word.
    pub owner: *mut u8,
    /// The code points.
    pub points: Points<'a>,
    /// Whether it is a string at all, and not `None` for a parameter that was not given.
    pub is_given: bool,
}

impl Text<'_> {
    /// # Safety
    /// The owner word is null, odd or a live allocation; `data` has `length` code points of `width` bytes, which the owner keeps
    /// alive for the lifetime.
    unsafe fn new(owner: *mut u8, data: *mut u8, length: i64, width: i32) -> Self {
        // SAFETY: promised by the caller.
        Text { owner, points: unsafe { Points::new(data, length, width) }, is_given: length >= 0 }
    }

    /// Whether the owner is an allocation of this module's, which has a mark where its text ends.
    fn is_made(&self) -> bool {
        make::is_text(self.owner)
    }
}
