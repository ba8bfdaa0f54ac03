//! Sorting floats in place, as integers.

use super::keys::Float;

/// Sorts floats; NaNs come last, zeros with a sign before those without.
pub fn sort_floats<T: Float>(values: &mut [T]) {
    const { assert!(size_of::<T>() == size_of::<T::Bits>() && align_of::<T>() >= align_of::<T::Bits>()) };
    let count = if values.iter().any(|value| value.is_nan()) { nans_last(values) } else { values.len() };
    let numbers = &mut values[..count];
    let data = numbers.as_mut_ptr();
    for value in numbers {
        let bits = value.to_ordered();
        // SAFETY: the integer has the size of the float, in whose place it is put.
        unsafe { std::ptr::from_mut(value).cast::<T::Bits>().write(bits) };
    }
    // SAFETY: all of these places hold integers now.
    let keys = unsafe { std::slice::from_raw_parts_mut(data.cast::<T::Bits>(), count) };
    keys.sort_unstable();
    for key in keys {
        let value = T::from_ordered(*key);
        // SAFETY: as above; the float comes back.
        unsafe { std::ptr::from_mut(key).cast::<T>().write(value) };
    }
}

/// Moves NaNs to the end, and gives the number of other values.
fn nans_last<T: Float>(values: &mut [T]) -> usize {
    let (mut k, mut count) = (0, values.len());
    while k < count {
        if values[k].is_nan() {
            count -= 1;
            values.swap(k, count);
        } else {
            k += 1;
        }
    }
    count
}
