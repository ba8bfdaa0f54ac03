//! Numbers by their place in order, without sorting all of them: moved there for partitions, looked up for medians and quantiles.
//!
//! A sorted sample tells two limits between which the wanted number is likely to be (Floyd and Rivest, "Expected time bounds for
//! selection", 1975). One pass divides the numbers by these, and the part with the wanted one is what is left to do.

use super::division::{Limits, Room};
use super::keys::Number;

/// So many numbers are sorted instead.
const FEW: usize = 256;

/// The numbers of a sample: one of so many, and how many at least and at most.
const ONE_OF: usize = 256;
const SAMPLE: (usize, usize) = (64, 4096);

/// Moves numbers so that the one at `k` is as if they were sorted, with smaller ones before it and greater ones behind. Floats have
/// no NaNs. None if there is no memory.
pub fn partition<T: Number>(values: &mut [T], k: usize) -> Option<()> {
    if k >= values.len() {
        return Some(());
    }
    let mut room = Room::new(if values.len() > FEW { values.len() } else { 0 })?;
    let (mut part, mut k) = (values, k);
    while part.len() > FEW {
        let (all, limits) = (part.len(), limits(part, k)?);
        let counts = room.divide(part, limits);
        match part_with(part, k, counts, limits) {
            None => return Some(()),
            Some(next) => (part, k) = next,
        }
        // Of a bad case the rest is sorted.
        if part.len() > all - all / 4 {
            break;
        }
    }
    T::sort(part);
    Some(())
}

/// Stores numbers elsewhere, which has room for as many, as [`partition`] leaves them.
pub fn partition_into<T: Number>(source: &[T], values: &mut [T], k: usize) -> Option<()> {
    if source.len() <= FEW || k >= source.len() {
        values.copy_from_slice(source);
        return partition(values, k);
    }
    let mut room = Room::new(values.len())?;
    let limits = limits(source, k)?;
    let (less, between) = room.divide_into(source, values, limits);
    let Some((part, k)) = part_with(values, k, (less, between), limits) else { return Some(()) };
    partition(part, k)
}

/// The number at `k` in order, which is less than their count, and the next one, or the same if it is the last. Floats have no NaNs.
/// None if there is no memory.
pub fn ranked<T: Number>(values: &[T], k: usize) -> Option<(T, T)> {
    let mut room = Room::new(values.len())?;
    let mut limits = if values.len() > FEW { limits(values, k)? } else { Limits::NONE };
    let (mut less, mut found) = room.copy_between(values, limits);
    if k < less || k >= less + found.len() {
        limits =
            if k < less { Limits { low: None, high: limits.low } } else { Limits { low: limits.high, high: None } };
        (less, found) = room.copy_between(values, limits);
    }
    let at = k - less;
    partition(found, at)?;
    let value = found[at];
    let following = match limits.high {
        Some(high) if at + 1 == found.len() => least(values.iter().copied().filter(|x| high.is_before(*x))),
        _ => least(found[at + 1..].iter().copied()),
    };
    Some((value, following.unwrap_or(value)))
}

/// The part that is left to do of numbers that are divided, and where the wanted one is in it. None if all in it are equal.
fn part_with<T: Number>(
    values: &mut [T],
    k: usize,
    (less, between): (usize, usize),
    limits: Limits<T>,
) -> Option<(&mut [T], usize)> {
    let above = less + between;
    if k < less {
        Some((&mut values[..less], k))
    } else if k >= above {
        Some((&mut values[above..], k - above))
    } else if limits.are_equal() {
        None
    } else {
        Some((&mut values[less..above], k - less))
    }
}

/// The number that no other one is before.
fn least<T: Number>(values: impl Iterator<Item = T>) -> Option<T> {
    values.reduce(|best, x| if x.is_before(best) { x } else { best })
}

/// The limits that the number at `k` is between in 19 of 20 cases: as far from its place in a sample as twice the deviation of that.
fn limits<T: Number>(values: &[T], k: usize) -> Option<Limits<T>> {
    let size = (values.len() / ONE_OF).clamp(SAMPLE.0, SAMPLE.1);
    let step = values.len() / size;
    let mut sample = Vec::new();
    sample.try_reserve_exact(size).ok()?;
    sample.extend(values.iter().step_by(step).take(size).copied());
    T::sort(&mut sample);
    let (likely, error) = (k / step, size.isqrt() + 1);
    let at = |place: Option<usize>| place.and_then(|place| sample.get(place)).copied();
    Some(Limits { low: at(likely.checked_sub(error)), high: at(likely.checked_add(error)) })
}
