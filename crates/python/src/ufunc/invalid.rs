//! Whether the processor's flag of invalid operations is true of a loop's results: code that computes both sides of a condition for several
//! elements at once sets it for those that the program has guarded, too.

use coluber_runtime::numpy_loops::set_invalid;

/// From here on a float has no integer of 64 bits with a sign.
const BEYOND: f64 = 9_223_372_036_854_775_808.0;

/// The numbers of an operand.
#[derive(Clone, Copy, PartialEq)]
pub enum Numbers {
    Bools,
    /// Integers of so many bytes, with or without a sign.
    Integers(usize, bool),
    Singles,
    Doubles,
}

impl Numbers {
    /// Those of a dtype of NumPy with this number; None for other elements.
    pub fn of(dtype: u32, size: usize) -> Option<Self> {
        match dtype {
            0 => Some(Self::Bools),
            1..=10 => Some(Self::Integers(size, dtype % 2 == 1)),
            11 => Some(Self::Singles),
            12 => Some(Self::Doubles),
            _ => None,
        }
    }

    fn are_floats(self) -> bool {
        matches!(self, Self::Singles | Self::Doubles)
    }

    /// The float at an address.
    ///
    /// # Safety
    /// There is an element of the dtype, if these are floats.
    unsafe fn float(self, address: u64) -> Option<f64> {
        // SAFETY: as the caller says.
        unsafe {
            match self {
                Self::Singles => Some(f64::from((address as *const f32).read_unaligned())),
                Self::Doubles => Some((address as *const f64).read_unaligned()),
                _ => None,
            }
        }
    }

    /// Whether the integer at an address is what a float becomes that has none: 0 for NaN, else one of the extremes or their lower bits.
    ///
    /// # Safety
    /// There is an element of the dtype.
    unsafe fn is_made_of(self, address: u64, float: f64) -> bool {
        let Self::Integers(size, is_signed) = self else { return false };
        let mut bytes = [0; 8];
        let size = size.min(bytes.len());
        // SAFETY: the element has so many bytes.
        unsafe { std::ptr::copy_nonoverlapping(address as *const u8, bytes.as_mut_ptr(), size) };
        let (unused, bits) = (64 - 8 * size as u32, u64::from_le_bytes(bytes));
        let ones = u64::MAX >> unused;
        let extremes = if is_signed { [ones >> 1, ones ^ (ones >> 1)] } else { [ones, 0] };
        float.is_nan() && bits == 0 || float.abs() >= BEYOND && (bits == 0 || bits == ones || extremes.contains(&bits))
    }
}

/// Where an operand's elements are.
#[derive(Clone, Copy)]
pub struct Place {
    pub numbers: Numbers,
    pub address: u64,
    pub step: isize,
}

impl Place {
    fn at(self, k: usize) -> u64 {
        self.address.wrapping_add((k as isize).wrapping_mul(self.step) as u64)
    }
}

/// Clears the flag unless a result shows that an operation was invalid: a NaN made of none, or an integer of a float that has none.
///
/// # Safety
/// The operands have so many elements.
pub unsafe fn clear_where_guarded(inputs: &[Place], outputs: &[Place], count: usize) {
    // In place the inputs are gone, and integers do not tell what was computed of them.
    let is_gone = |input: &Place| outputs.iter().any(|output| output.address == input.address);
    let has_integers = outputs.iter().any(|output| matches!(output.numbers, Numbers::Integers(..)));
    if inputs.iter().any(is_gone) || has_integers && !inputs.iter().any(|input| input.numbers.are_floats()) {
        return;
    }
    let tell = |output: &&Place| output.numbers != Numbers::Bools;
    let outputs: Vec<Place> = outputs.iter().filter(tell).copied().collect();
    // SAFETY: as the caller says.
    let is_invalid = |k: usize| unsafe { is_invalid_at(inputs, &outputs, k) };
    if outputs.is_empty() || !(0..count).any(is_invalid) {
        set_invalid(false);
    }
}

/// # Safety
/// The operands have an element there.
unsafe fn is_invalid_at(inputs: &[Place], outputs: &[Place], k: usize) -> bool {
    // SAFETY: as the caller says.
    let given = |input: &Place| unsafe { input.numbers.float(input.at(k)) };
    outputs.iter().any(|output| {
        // SAFETY: as the caller says.
        match unsafe { output.numbers.float(output.at(k)) } {
            Some(result) => result.is_nan() && !inputs.iter().filter_map(given).any(f64::is_nan),
            // SAFETY: as the caller says.
            None => inputs.iter().filter_map(given).any(|x| unsafe { output.numbers.is_made_of(output.at(k), x) }),
        }
    })
}
