//! Selections against what sorting gives.

use super::division::{LANES, Limits, Targets, one_by_one};
use super::keys::Number;
use super::selection::{partition, partition_into, ranked};
use super::tests::noise;

const COUNTS: [usize; 7] = [1, 2, 255, 257, 1000, 4099, 70_001];

/// Numbers without a pattern, equal ones, ordered ones, and ones with a few others among them.
fn patterns(count: usize) -> [Vec<i64>; 5] {
    let mut nearly_equal = vec![7; count];
    nearly_equal.iter_mut().step_by(10).zip(noise(count)).for_each(|(x, value)| *x = value);
    let ordered = 0..count as i64;
    [noise(count), vec![3; count], ordered.clone().collect(), ordered.rev().collect(), nearly_equal]
}

fn places(count: usize) -> Vec<usize> {
    let mut places = vec![0, count / 100, count / 3, count / 2, count - 1];
    places.dedup();
    places
}

/// Checks all selections of numbers, of which those in order are given as well.
fn check<T: Number + PartialEq + std::fmt::Debug>(values: &[T], ordered: &[T]) {
    for k in places(values.len()) {
        let following = ordered[(k + 1).min(values.len() - 1)];
        assert_eq!(ranked(values, k), Some((ordered[k], following)), "{k} of {}", values.len());
        let (mut here, mut there) = (values.to_vec(), values.to_vec());
        assert_eq!(partition(&mut here, k), Some(()));
        there.reverse();
        assert_eq!(partition_into(values, &mut there, k), Some(()));
        for mut found in [here, there] {
            assert_eq!(found[k], ordered[k], "{k} of {}", values.len());
            assert!(found[..k].iter().all(|x| !ordered[k].is_before(*x)), "{k} of {}", values.len());
            assert!(found[k..].iter().all(|x| !x.is_before(ordered[k])), "{k} of {}", values.len());
            T::sort(&mut found);
            assert_eq!(found, ordered);
        }
    }
}

fn check_as<T: Number + PartialEq + std::fmt::Debug>(convert: impl Fn(i64) -> T) {
    for count in COUNTS {
        for pattern in patterns(count) {
            let mut values = pattern.clone();
            values.sort_unstable();
            let of = |numbers: Vec<i64>| numbers.into_iter().map(&convert).collect::<Vec<T>>();
            check(&of(pattern), &of(values));
        }
    }
}

#[test]
fn selections_of_each_kind_of_number_are_those_of_sorted_ones() {
    check_as(|x| x);
    check_as(|x| x as i32);
    check_as(|x| (x + 100_000) as u64);
    check_as(|x| x as f64 / 3.0);
    check_as(|x| x as f32);
}

#[test]
fn narrow_numbers_of_which_many_are_equal_are_selected() {
    for count in COUNTS {
        let values: Vec<u8> = noise(count).iter().map(|x| *x as u8 % 5).collect();
        let mut ordered = values.clone();
        ordered.sort_unstable();
        check(&values, &ordered);
    }
}

#[test]
fn positions_behind_the_last_leave_numbers_as_they_are() {
    let mut values = [3, 1, 2];
    assert_eq!(partition(&mut values, 3), Some(()));
    assert_eq!(values, [3, 1, 2]);
}

/// What a way to divide numbers stores below, between and above, and nowhere else: `mark` is none of the numbers.
fn divided<T: Number + PartialEq + std::fmt::Debug>(
    values: &[T],
    mark: T,
    limits: Limits<T>,
    divide: impl Fn(*const [T], Limits<T>, &Targets<T>) -> [usize; 3],
) -> [Vec<T>; 3] {
    let mut outside = [&[mark; LANES], values, &[mark; LANES]].concat();
    let mut between = vec![mark; values.len() + 2 * LANES];
    // SAFETY: the values are between as many marks.
    let below = unsafe { outside.as_mut_ptr().add(LANES) };
    // SAFETY: as above.
    let above = unsafe { below.add(values.len()) };
    let [less, among, more] = divide(values, limits, &Targets { below, between: between.as_mut_ptr(), above });
    let behind = outside.split_off(LANES + values.len());
    assert_eq!(behind, [mark; LANES]);
    assert_eq!(outside[..LANES], [mark; LANES]);
    assert_eq!(between[values.len() + LANES..], [mark; LANES]);
    between.truncate(among);
    let greater = outside.split_off(LANES + less + among);
    assert_eq!(greater.len(), more);
    [outside[LANES..LANES + less].to_vec(), between, greater]
}

fn check_lanes<T: Number + PartialEq + std::fmt::Debug>(convert: impl Fn(i64) -> T) {
    for count in [0, 1, 7, 8, 15, 16, 17, 64, 1003] {
        let (values, mark): (Vec<T>, T) = (noise(count).into_iter().map(&convert).collect(), convert(123_456));
        for (low, high) in [(-40, 40), (0, 0), (-1000, 3), (1000, 2000)] {
            let (low, high) = (convert(low), convert(high));
            for limits in [(Some(low), Some(high)), (None, Some(high)), (Some(low), None), (None, None)] {
                let limits = Limits { low: limits.0, high: limits.1 };
                // SAFETY: `divided` has room for all.
                let one = divided(&values, mark, limits, |v, l, t| unsafe { one_by_one::<T, true>(v, l, t) });
                // SAFETY: as above.
                let wide = divided(&values, mark, limits, |v, l, t| unsafe { (T::DIVISION.all)(v, l, t) });
                // Where one vector has several above, those are stored in their own order.
                let sorted = |mut parts: [Vec<T>; 3]| {
                    parts.iter_mut().for_each(|part| T::sort(part));
                    parts
                };
                assert_eq!(sorted(wide), sorted(one));
            }
        }
    }
}

#[test]
fn vectors_divide_numbers_as_one_by_one_does() {
    check_lanes(|x| x);
    check_lanes(|x| x as i32);
    check_lanes(|x| x as f64);
    check_lanes(|x| x as f32);
}
