use super::*;

fn sorted<T: Copy>(ty: Ty, values: &[T]) -> Vec<T> {
    let mut values = values.to_vec();
    let word = u64::from(ty.id());
    let (word, count) = (std::ptr::from_ref(&word).cast_mut().cast(), values.len() as i64);
    // SAFETY: the type is that of the values.
    unsafe { numbers_sort(word, values.as_mut_ptr().cast(), count) };
    values
}

fn order<T: Copy>(ty: Ty, values: &[T]) -> Vec<i64> {
    let (mut values, mut places) = (values.to_vec(), vec![-1_i64; values.len()]);
    let word = u64::from(ty.id());
    let (word, count) = (std::ptr::from_ref(&word).cast_mut().cast(), values.len() as i64);
    // SAFETY: as above, and there is a place for each.
    let status = unsafe { numbers_order(word, values.as_mut_ptr().cast(), count, places.as_mut_ptr().cast()) };
    assert_eq!(status, OK);
    places
}

/// Numbers without a pattern, each several times.
pub fn noise(count: usize) -> Vec<i64> {
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..count).map(|_| (next() % (count as u64 / 3 + 1)).cast_signed() - count as i64 / 6).collect()
}

#[test]
fn floats_are_sorted_and_nans_come_last() {
    let values = [1.5, f64::NAN, -0.0, f64::NEG_INFINITY, 0.0, -f64::NAN, 1e-310, -2.0, f64::INFINITY];
    let found = sorted(Ty::float64(), &values);
    assert_eq!(found[..7], [f64::NEG_INFINITY, -2.0, -0.0, 0.0, 1e-310, 1.5, f64::INFINITY]);
    assert!(found[7].is_nan() && found[8].is_nan());
    let halves = sorted(Ty::float16(), &[0x3c00_u16, 0x7e00, 0xbc00, 0x7c00, 0xfc00, 0x0001]);
    assert_eq!(halves, [0xfc00, 0xbc00, 0x0001, 0x3c00, 0x7c00, 0x7e00]);
}

#[test]
fn equal_numbers_keep_their_order() {
    assert_eq!(order(Ty::float64(), &[0.0, -0.0, f64::NAN, -1.0, -f64::NAN, 0.0]), [3, 0, 1, 5, 2, 4]);
    assert_eq!(order(Ty::float32(), &[0.0_f32, f32::NAN, -0.0, f32::NEG_INFINITY]), [3, 0, 2, 1]);
    assert_eq!(order(Ty::int64(), &[i64::MAX, i64::MIN, 0, -1, i64::MIN]), [1, 4, 3, 2, 0]);
    assert_eq!(order(Ty::boolean(), &[1_u8, 0, 1, 0]), [1, 3, 0, 2]);
}

#[test]
fn complex_numbers_are_in_the_order_of_numpy() {
    let nan = f64::NAN;
    let values = [[nan, nan], [nan, 1.0], [1.0, nan], [1.0, 2.0], [1.0, -2.0], [nan, 0.0], [-1.0, nan]];
    assert_eq!(order(Ty::complex128(), &values), [4, 3, 6, 2, 5, 1, 0]);
    let found = sorted(Ty::complex128(), &values[2..5]);
    assert_eq!(found[..2], [[1.0, -2.0], [1.0, 2.0]]);
}

#[test]
fn many_numbers_of_each_width_are_sorted() {
    let values = noise(5000);
    let mut expected = values.clone();
    expected.sort();
    assert_eq!(sorted(Ty::int64(), &values), expected);
    let mut places: Vec<i64> = (0..5000).collect();
    places.sort_by_key(|&k| values[k as usize]);
    assert_eq!(order(Ty::int64(), &values), places);
    let short: Vec<i32> = values.iter().map(|&v| v as i32).collect();
    assert_eq!(order(Ty::int32(), &short), places);
    let floats: Vec<f64> = values.iter().map(|&v| v as f64 / 7.0).collect();
    assert_eq!(order(Ty::float64(), &floats), places);
}

#[test]
fn keys_with_more_bits_than_there_is_room_for_are_ordered() {
    let mut values: Vec<f64> = noise(3000).iter().map(|&v| 1.0 + v as f64 * f64::EPSILON).collect();
    // With these, the numbers above differ in the lowest bits alone; and a few by themselves.
    values.extend([f64::INFINITY, f64::NAN, -1e300, 2.0, 2.0 + f64::EPSILON * 2.0, 2.0]);
    let mut places: Vec<i64> = (0..values.len() as i64).collect();
    places.sort_by(|&i, &j| values[i as usize].total_cmp(&values[j as usize]));
    assert_eq!(order(Ty::float64(), &values), places);
    let mut integers = noise(3000);
    integers.extend([i64::MIN, i64::MAX, 5, i64::MIN]);
    let mut places: Vec<i64> = (0..integers.len() as i64).collect();
    places.sort_by_key(|&k| integers[k as usize]);
    assert_eq!(order(Ty::int64(), &integers), places);
    assert_eq!(order(Ty::int64(), &[7_i64]), [0]);
    assert_eq!(order(Ty::uint64(), &[u64::MAX, 0]), [1, 0]);
}

#[test]
fn integers_move_with_numbers() {
    let (mut values, mut others) = ([3.0, f64::NAN, 1.0, 3.0, 1.0], [10_i64, 11, 12, 13, 14]);
    let word = u64::from(Ty::float64().id());
    // SAFETY: there are five of each.
    let status = unsafe {
        let word = std::ptr::from_ref(&word).cast_mut().cast();
        numbers_sort_pairs(word, values.as_mut_ptr().cast(), 5, others.as_mut_ptr().cast())
    };
    assert_eq!((status, others), (OK, [12, 14, 10, 13, 11]));
    assert_eq!(values[..4], [1.0, 1.0, 3.0, 3.0]);
}

#[test]
fn nothing_is_sorted_at_null() {
    let word = u64::from(Ty::int64().id());
    // SAFETY: there are no elements.
    unsafe { numbers_sort(std::ptr::from_ref(&word).cast_mut().cast(), std::ptr::null_mut(), 0) };
    assert_eq!(order::<i64>(Ty::int64(), &[]), Vec::<i64>::new());
}
