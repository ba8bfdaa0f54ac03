//! Positions in the order of numbers.
//!
//! Keys are sorted together with their positions in one integer of 64 bits, which makes the order of equal numbers that of their
//! positions, and comparisons single ones. Of keys that have no room there the upper bits are sorted, and then the numbers among
//! which those do not decide.

use super::keys::Number;
use super::numpy;

/// Up to so many positions are sorted by looking at their keys.
const FEW: usize = 16;

/// Stores the positions of numbers in the order of their keys. None if there is no memory.
pub fn order<T: Copy, K: Fn(T) -> u64>(numbers: &[T], places: &mut [i64], key: K) -> Option<()> {
    let mut packed = Vec::new();
    packed.try_reserve_exact(numbers.len()).ok()?;
    packed.extend(numbers.iter().map(|number| key(*number)));
    let (Some(&least), Some(&most)) = (packed.iter().min(), packed.iter().max()) else { return Some(()) };
    let bits = used_bits(numbers.len() as u64 - 1);
    let dropped = (used_bits(most - least) + bits).saturating_sub(u64::BITS);
    // The position of one number has no bits.
    packed.iter_mut().zip(0..).for_each(|(item, k)| *item = ((*item - least) >> dropped).unbounded_shl(bits) | k);
    if !packed.is_sorted() && !numpy::sort(&mut packed) {
        packed.sort_unstable();
    }
    let position = |item: u64| item & !u64::MAX.unbounded_shl(bits);
    places.iter_mut().zip(&packed).for_each(|(place, item)| *place = position(*item).cast_signed());
    if dropped == 0 {
        return Some(());
    }
    let mut rest = places;
    for run in packed.chunk_by(|a, b| a >> bits == b >> bits) {
        let of_run = rest.split_off_mut(..run.len())?;
        order_run(of_run, |place| key(numbers[place as usize]))?;
    }
    Some(())
}

fn used_bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// Puts positions in the order of their keys, whose upper bits are the same; they are in their own order. There are no more lower bits
/// than those of a position, so that they have room beside one.
fn order_run(run: &mut [i64], key: impl Fn(i64) -> u64) -> Option<()> {
    if run.len() <= FEW {
        run.sort_unstable_by_key(|&place| (key(place), place));
        return Some(());
    }
    let old = copied(run)?;
    let mut keys = Vec::new();
    keys.try_reserve_exact(run.len()).ok()?;
    keys.extend(run.iter().map(|&place| key(place)));
    order::<u64, fn(u64) -> u64>(&keys, run, |key| key)?;
    run.iter_mut().for_each(|place| *place = old[*place as usize]);
    Some(())
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
