//! Sorting of numbers that lie next to each other in memory: values, positions, and positions along with values. Selection of some of
//! them by their place in order.
//!
//! Numbers are compared as integers whose order is theirs ([`keys`]), so that the sorts of the standard library run without
//! branches that depend on the data. NaNs come last, as in NumPy.

mod division;
mod keys;
mod lanes;
pub mod numpy;
mod positions;
mod selection;
#[cfg(test)]
mod selection_tests;
#[cfg(test)]
mod tests;
mod values;

use crate::bodies::builtin;
use crate::exceptions;
use crate::items::ItemType;
use coluber_abi::{OK, RAISED};
use coluber_types::{FloatTy, Kind, Ty};
use keys::{Complex, Half, Number};

/// Calls a function that is generic over numbers for those of a type; types that are no numbers have nothing to sort.
macro_rules! for_numbers {
    ($ty:expr, $function:ident($($argument:expr),*), $other:expr) => {
        match number_of($ty) {
            Some((NumberKind::Unsigned, 1)) => $function::<u8>($($argument),*),
            Some((NumberKind::Unsigned, 2)) => $function::<u16>($($argument),*),
            Some((NumberKind::Unsigned, 4)) => $function::<u32>($($argument),*),
            Some((NumberKind::Unsigned, _)) => $function::<u64>($($argument),*),
            Some((NumberKind::Signed, 1)) => $function::<i8>($($argument),*),
            Some((NumberKind::Signed, 2)) => $function::<i16>($($argument),*),
            Some((NumberKind::Signed, 4)) => $function::<i32>($($argument),*),
            Some((NumberKind::Signed, _)) => $function::<i64>($($argument),*),
            Some((NumberKind::Brain, _)) => $function::<Half<true>>($($argument),*),
            Some((NumberKind::Float, 2)) => $function::<Half<false>>($($argument),*),
            Some((NumberKind::Float, 4)) => $function::<f32>($($argument),*),
            Some((NumberKind::Float, _)) => $function::<f64>($($argument),*),
            Some((NumberKind::Complex, 4)) => $function::<Complex<f32>>($($argument),*),
            Some((NumberKind::Complex, _)) => $function::<Complex<f64>>($($argument),*),
            None => $other,
        }
    };
}

#[derive(Clone, Copy)]
enum NumberKind {
    Unsigned,
    Signed,
    Float,
    Brain,
    Complex,
}

/// What a number is, and the bytes of it, or of one of its parts.
fn number_of(ty: Ty) -> Option<(NumberKind, u16)> {
    let bytes = |float: FloatTy| float.bits() as u16 / 8;
    match *ty.kind() {
        Kind::Bool => Some((NumberKind::Unsigned, 1)),
        Kind::Int(int) if int.signed => Some((NumberKind::Signed, u16::from(int.bits) / 8)),
        Kind::Int(int) => Some((NumberKind::Unsigned, u16::from(int.bits) / 8)),
        Kind::Float(FloatTy::BF16) => Some((NumberKind::Brain, 2)),
        Kind::Float(float) => Some((NumberKind::Float, bytes(float))),
        Kind::Complex(part) => Some((NumberKind::Complex, bytes(part))),
        _ => None,
    }
}

/// The elements at an address; none where there are none, whose address may be null.
///
/// # Safety
/// There are so many elements of the type, which nothing else uses meanwhile.
unsafe fn slice<'a, T>(data: *mut u8, count: i64) -> &'a mut [T] {
    match usize::try_from(count) {
        // SAFETY: promised by the caller.
        Ok(count) if count > 0 => unsafe { std::slice::from_raw_parts_mut(data.cast(), count) },
        _ => &mut [],
    }
}

/// Sorts numbers: the word with the number of their type, their address, how many there are.
///
/// # Safety
/// There are so many numbers of the type, aligned, which nothing else uses meanwhile.
pub unsafe extern "C" fn numbers_sort(word: *mut u8, data: *mut u8, count: i64) {
    // SAFETY: promised by the caller.
    unsafe fn run<T: Number>(data: *mut u8, count: i64) {
        // SAFETY: as above.
        T::sort(unsafe { slice(data, count) });
    }
    // SAFETY: as above.
    unsafe {
        if let Some(item) = ItemType::at(word) {
            for_numbers!(item.ty, run(data, count), ());
        }
    }
}

/// Stores the positions of numbers in their order; equal numbers stay in order: the word with the number of their type, their
/// address, how many there are, the address of as many positions.
///
/// # Safety
/// As for [`numbers_sort`]; there is room for as many integers of 64 bits.
pub unsafe extern "C" fn numbers_order(word: *mut u8, data: *mut u8, count: i64, places: *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    unsafe fn run<T: Number>(data: *mut u8, count: i64, places: *mut u8) -> Option<()> {
        // SAFETY: as above.
        unsafe { T::order(slice(data, count), slice(places, count)) }
    }
    // SAFETY: as above.
    let done = unsafe { ItemType::at(word).and_then(|item| for_numbers!(item.ty, run(data, count, places), None)) };
    status(done)
}

/// Sorts numbers, and moves integers of 64 bits with them; equal numbers stay in order. The arguments are those of
/// [`numbers_order`].
///
/// # Safety
/// As for [`numbers_order`].
pub unsafe extern "C" fn numbers_sort_pairs(word: *mut u8, data: *mut u8, count: i64, others: *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    unsafe fn run<T: Number>(data: *mut u8, count: i64, others: *mut u8) -> Option<()> {
        // SAFETY: as above.
        unsafe { positions::sort_pairs::<T>(slice(data, count), slice(others, count)) }
    }
    // SAFETY: as above.
    let done = unsafe { ItemType::at(word).and_then(|item| for_numbers!(item.ty, run(data, count, others), None)) };
    status(done)
}

/// Stores numbers so that the one at a position is as in their order, with smaller ones before it and greater ones behind: the word with
/// the number of their type, their address, how many there are, the position, and the address that they are stored at, which may be
/// theirs. Floats have no NaNs.
///
/// # Safety
/// As for [`numbers_sort`], at both addresses, which are the same or apart.
pub unsafe extern "C" fn numbers_partition(
    word: *mut u8,
    data: *mut u8,
    count: i64,
    place: i64,
    target: *mut u8,
) -> i32 {
    // SAFETY: promised by the caller.
    unsafe fn run<T: Number>(data: *mut u8, count: i64, place: usize, target: *mut u8) -> Option<()> {
        // SAFETY: as above.
        unsafe {
            let values = slice::<T>(target, count);
            if data == target {
                selection::partition(values, place)
            } else {
                selection::partition_into(slice(data, count), values, place)
            }
        }
    }
    let Ok(place) = usize::try_from(place) else { return OK };
    // SAFETY: as above.
    let done =
        unsafe { ItemType::at(word).and_then(|item| for_numbers!(item.ty, run(data, count, place, target), None)) };
    status(done)
}

/// Stores the number at a position in order, which is one of theirs, and the next one, or the same if it is the last: the arguments of
/// [`numbers_partition`], and the address of these two.
///
/// # Safety
/// As for [`numbers_sort`]; there is room for two numbers.
pub unsafe extern "C" fn numbers_ranked(word: *mut u8, data: *mut u8, count: i64, place: i64, found: *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    unsafe fn run<T: Number>(data: *mut u8, count: i64, place: usize, found: *mut u8) -> Option<()> {
        // SAFETY: as above.
        unsafe {
            let (value, following) = selection::ranked::<T>(slice(data, count), place)?;
            slice(found, 2).copy_from_slice(&[value, following]);
        }
        Some(())
    }
    let Some(place) = usize::try_from(place).ok().filter(|_| place < count) else { return OK };
    // SAFETY: as above.
    let done =
        unsafe { ItemType::at(word).and_then(|item| for_numbers!(item.ty, run(data, count, place, found), None)) };
    status(done)
}

fn status(done: Option<()>) -> i32 {
    match done {
        Some(()) => OK,
        None => {
            exceptions::raise_message(builtin("MemoryError"), "there is no memory for sorting".to_owned());
            RAISED
        }
    }
}
