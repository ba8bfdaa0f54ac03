//! Dividing numbers by two limits in one pass, without branches that depend on them.

use super::keys::Number;

/// Numbers with none before the first and none behind the second of these, where they are.
#[derive(Clone, Copy)]
pub struct Limits<T> {
    pub low: Option<T>,
    pub high: Option<T>,
}

impl<T: Number> Limits<T> {
    /// All numbers are between these.
    pub const NONE: Limits<T> = Limits { low: None, high: None };

    /// Whether all numbers between them are equal.
    pub fn are_equal(&self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if !low.is_before(high))
    }
}

/// Most numbers that are stored at once, of which only the first ones count.
pub(super) const LANES: usize = 16;

/// Where numbers go: the addresses of the next ones below the limits and between them, and the one behind the next one above them, which
/// are stored backwards.
pub struct Targets<T> {
    pub below: *mut T,
    pub between: *mut T,
    pub above: *mut T,
}

/// A function that divides numbers as [`one_by_one`] does.
type Way<T> = unsafe fn(*const [T], Limits<T>, &Targets<T>) -> [usize; 3];

/// How numbers of a type are divided.
pub struct Division<T> {
    /// All are stored.
    pub all: Way<T>,
    /// Those between the limits are.
    pub between: Way<T>,
}

impl<T: Number> Division<T> {
    pub const ONE_BY_ONE: Division<T> = Division { all: one_by_one::<T, true>, between: one_by_one::<T, false> };
}

impl<T> Targets<T> {
    /// Where numbers go after so many of each kind.
    ///
    /// # Safety
    /// These are stored, or there is room for them.
    pub unsafe fn behind(&self, [below, between, above]: [usize; 3]) -> Targets<T> {
        // SAFETY: promised by the caller.
        unsafe {
            Targets { below: self.below.add(below), between: self.between.add(between), above: self.above.sub(above) }
        }
    }
}

/// Memory for numbers that are on their way.
pub struct Room<T> {
    numbers: Vec<T>,
    each: usize,
}

impl<T: Number> Room<T> {
    /// Room for dividing so many numbers. None if there is no memory.
    pub fn new(count: usize) -> Option<Room<T>> {
        let (mut numbers, each) = (Vec::new(), count.checked_add(LANES)?);
        numbers.try_reserve_exact(each.checked_mul(2)?).ok()?;
        Some(Room { numbers, each })
    }

    /// Puts numbers below the limits first, then those between, then those above. Gives how many of the first two there are. There is
    /// room for them.
    pub fn divide(&mut self, values: &mut [T], limits: Limits<T>) -> (usize, usize) {
        assert!(values.len() + LANES <= self.each);
        let (start, between) = (values.as_mut_ptr(), self.numbers.as_mut_ptr());
        // SAFETY: the room is for twice `each` numbers. Numbers below go where values were that have been read. Those above are copied
        // from the room's end to that of the values, which all have been read by then.
        unsafe {
            let end = between.add(2 * self.each);
            let source = std::ptr::slice_from_raw_parts(start, values.len());
            let [less, among, more] = (T::DIVISION.all)(source, limits, &Targets { below: start, between, above: end });
            start.add(less).copy_from_nonoverlapping(between, among);
            start.add(less + among).copy_from_nonoverlapping(end.sub(more), more);
            (less, among)
        }
    }

    /// As [`Room::divide`], of numbers elsewhere, which are as many.
    pub fn divide_into(&mut self, source: &[T], values: &mut [T], limits: Limits<T>) -> (usize, usize) {
        assert!(values.len() + LANES <= self.each && source.len() == values.len());
        let (start, between) = (values.as_mut_ptr(), self.numbers.as_mut_ptr());
        // SAFETY: what is stored below and above are together at most as many as have been read; a whole vector is stored below while
        // there is room for as many.
        unsafe {
            let end = start.add(values.len());
            let [less, among, _] = (T::DIVISION.all)(source, limits, &Targets { below: start, between, above: end });
            start.add(less).copy_from_nonoverlapping(between, among);
            (less, among)
        }
    }

    /// How many numbers are below the limits, and a copy of those between. There is room for them.
    pub fn copy_between(&mut self, values: &[T], limits: Limits<T>) -> (usize, &mut [T]) {
        assert!(values.len() + LANES <= self.each);
        let between = self.numbers.as_mut_ptr();
        let targets = Targets { below: between, between, above: between };
        // SAFETY: as in `divide`; nothing but what is between is stored, and the values are only read.
        unsafe {
            let [less, among, _] = (T::DIVISION.between)(values, limits, &targets);
            (less, std::slice::from_raw_parts_mut(between, among))
        }
    }
}

/// Stores numbers by where they are, those outside of the limits if `ALL`, and gives how many there are of each kind. What is read is
/// stored below first, then above, then between.
///
/// # Safety
/// There is room between for all of that kind and [`LANES`] more. Below and above is room for as many as were read at any time, which may
/// be that of the values below.
pub unsafe fn one_by_one<T: Number, const ALL: bool>(
    values: *const [T],
    limits: Limits<T>,
    targets: &Targets<T>,
) -> [usize; 3] {
    let (mut less, mut among, mut more) = (0, 0, 0);
    for k in 0..values.len() {
        // SAFETY: promised by the caller.
        unsafe {
            let x = *values.cast::<T>().add(k);
            let is_below = limits.low.is_some_and(|low| x.is_before(low));
            let is_above = limits.high.is_some_and(|high| high.is_before(x));
            if ALL {
                *targets.below.add(less) = x;
                *targets.above.sub(more + 1) = x;
            }
            *targets.between.add(among) = x;
            less += usize::from(is_below);
            more += usize::from(is_above);
            among += usize::from(!is_below & !is_above);
        }
    }
    [less, among, more]
}
