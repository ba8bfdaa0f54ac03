//! Positions in the order of numbers.
//!
//! Keys are sorted together with their positions in one integer where they fit, which makes the order of equal numbers that of
//! their positions, and comparisons single ones.

use super::keys::Number;

/// Stores the positions of numbers in the order of their keys, which have as many bits as they. None if there is no memory.
pub fn order<T: Copy>(numbers: &[T], places: &mut [i64], key: impl Fn(T) -> u64) -> Option<()> {
    if size_of::<T>() <= 4 && u32::try_from(numbers.len()).is_ok() {
        return sorted(numbers, places, |number, k| key(number) << 32 | k, |packed| packed & 0xffff_ffff);
    }
    sorted(numbers, places, |number, k| u128::from(key(number)) << 64 | u128::from(k), |packed| packed as u64)
}

/// Sorts what `pack` makes of numbers and their positions, and stores the positions.
pub fn sorted<T: Copy, P: Ord + Copy>(
    numbers: &[T],
    places: &mut [i64],
    pack: impl Fn(T, u64) -> P,
    position: impl Fn(P) -> u64,
) -> Option<()> {
    let mut packed = Vec::new();
    packed.try_reserve_exact(numbers.len()).ok()?;
    packed.extend(numbers.iter().zip(0..).map(|(number, k)| pack(*number, k)));
    packed.sort_unstable();
    places.iter_mut().zip(packed).for_each(|(place, item)| *place = position(item).cast_signed());
    Some(())
}

/// Sorts numbers and moves integers with them; equal numbers stay in order. None if there is no memory.
pub fn sort_pairs<T: Number>(numbers: &mut [T], others: &mut [i64]) -> Option<()> {
    let mut places = Vec::new();
    places.try_reserve_exact(numbers.len()).ok()?;
    places.resize(numbers.len(), 0);
    T::order(numbers, &mut places)?;
    let (old_numbers, old_others) = (copied(numbers)?, copied(others)?);
    for ((number, other), place) in numbers.iter_mut().zip(others).zip(places) {
        (*number, *other) = (old_numbers[place as usize], old_others[place as usize]);
    }
    Some(())
}

fn copied<T: Copy>(values: &[T]) -> Option<Vec<T>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(values.len()).ok()?;
    copy.extend_from_slice(values);
    Some(copy)
}
