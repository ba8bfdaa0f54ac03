//! What NumPy calls for a loop: operands to words, then compiled code.

use super::invalid::{self, Numbers, Place};
use crate::host::shared;
use crate::raise;
use coluber_runtime::numpy_loops::is_invalid;
use coluber_runtime::parallel::pieces;
use coluber_session::Entry;
use pyo3::prelude::*;
use std::ffi::{c_char, c_void};
use std::ops::Range;

/// Elements that are computed at once where an operand is one value for all of them.
const BLOCK: usize = 1024;

/// So many operands need no allocation.
const FEW: usize = 4;

/// Words of an array with one axis: owner, address, extent, stride.
const ARRAY_WORDS: usize = 4;

/// A loop of a function of numbers.
pub struct Elementwise {
    /// For operands without gaps.
    pub contiguous: Entry,
    /// For any.
    pub strided: Entry,
    /// Sizes of the elements.
    pub items: Box<[usize]>,
    /// What the elements are, where they are all bools, integers and floats.
    pub numbers: Option<Box<[Numbers]>>,
    /// Number of operands that are inputs; they come first.
    pub inputs: usize,
    /// Whether long loops run on several threads.
    pub parallel: bool,
}

/// A loop of a function of parts of arrays.
pub struct Generalised {
    /// The loop over the parts.
    pub entry: Entry,
    /// Inputs and outputs.
    pub operands: Box<[Operand]>,
    /// Whether long loops run on several threads.
    pub parallel: bool,
}

/// An input or output of a [`Generalised`] loop.
pub struct Operand {
    /// Size of an element.
    pub item: usize,
    /// Whether a part without dimensions is an array of one element.
    pub is_single: bool,
    /// The dimensions of the part, as positions among those of the layout.
    pub core: Box<[usize]>,
}

/// Elements of numbers that pay for a thread.
const GRAIN: usize = 4096;

/// Where operands are, as NumPy tells it, from an element on.
#[derive(Clone, Copy)]
struct Operands {
    args: *mut *mut c_char,
    steps: *const isize,
    first: usize,
}

// SAFETY: what NumPy tells is only read, and alive until the loop is done.
unsafe impl Sync for Operands {}

impl Operands {
    fn address(self, k: usize) -> u64 {
        // SAFETY: NumPy gives an address for each operand.
        let start = unsafe { *self.args.add(k) as u64 };
        start.wrapping_add((self.first as isize).wrapping_mul(self.step(k)) as u64)
    }

    /// Those from an element on.
    fn behind(self, first: usize) -> Self {
        Operands { first, ..self }
    }

    /// Whether elements of a loop can be computed in any order: no output lies where an input or another output is, unless element for
    /// element.
    fn is_separate(self, items: &[usize], inputs: usize, count: usize) -> bool {
        let range = |k: usize| {
            let (start, step) = (self.address(k) as i128, self.step(k) as i128);
            let end = start + step * (count as i128 - 1);
            (start.min(end), start.max(end) + items[k] as i128)
        };
        let same = |a: usize, b: usize| self.address(a) == self.address(b) && self.step(a) == self.step(b);
        (inputs..items.len()).all(|out| {
            let (first, end) = range(out);
            let apart = |k: usize| {
                let (a, b) = range(k);
                b <= first || end <= a || same(k, out)
            };
            self.step(out) != 0 && (0..items.len()).filter(|&k| k != out).all(apart)
        })
    }

    fn step(self, k: usize) -> isize {
        // SAFETY: and a stride.
        unsafe { *self.steps.add(k) }
    }
}

/// A loop over `dims[0]` elements of each operand.
///
/// # Safety
/// NumPy calls it with the arrays of a ufunc whose data is an [`Elementwise`].
pub unsafe extern "C" fn run_elementwise(
    args: *mut *mut c_char,
    dims: *const isize,
    steps: *const isize,
    data: *mut c_void,
) {
    // SAFETY: as the caller says; the data is never freed.
    let (this, count) = unsafe { (&*data.cast::<Elementwise>(), *dims) };
    let operands = Operands { args, steps, first: 0 };
    if count <= 0 {
        return;
    }
    let count = count as usize;
    let was_invalid = is_invalid();
    let divided = this.parallel && count >= 2 * GRAIN && operands.is_separate(&this.items, this.inputs, count);
    report(match divided {
        true => pieces(count, GRAIN, &|first, end| this.run_any(operands.behind(first), end - first)),
        false => this.run_any(operands, count),
    });
    if !was_invalid && is_invalid() {
        this.look_at_results(operands, count);
    }
}

impl Elementwise {
    /// Clears the flag of invalid operations where the results know of none.
    fn look_at_results(&self, operands: Operands, count: usize) {
        let Some(numbers) = &self.numbers else { return };
        let place =
            |(k, &numbers): (usize, &Numbers)| Place { numbers, address: operands.address(k), step: operands.step(k) };
        let places: Vec<Place> = numbers.iter().enumerate().map(place).collect();
        let (inputs, outputs) = places.split_at(self.inputs);
        // SAFETY: NumPy gives so many elements of each operand.
        unsafe { invalid::clear_where_guarded(inputs, outputs, count) };
    }

    /// Runs the loop in the way that fits the operands.
    fn run_any(&self, operands: Operands, count: usize) -> i32 {
        let is_dense = |k: usize| operands.step(k) == self.items[k] as isize;
        let is_spread = |k: usize| k < self.inputs && operands.step(k) == 0;
        let all = 0..self.items.len();
        if all.clone().all(is_dense) {
            self.run(self.contiguous, operands, count)
        } else if count > 16 && all.clone().all(|k| is_dense(k) || is_spread(k)) {
            self.run_blocks(operands, count)
        } else {
            self.run(self.strided, operands, count)
        }
    }

    fn run(&self, entry: Entry, operands: Operands, count: usize) -> i32 {
        let array = |k: usize| [0, operands.address(k), count as u64, operands.step(k) as u64];
        let number = self.items.len();
        if number > FEW {
            return call(entry, &(0..number).flat_map(array).collect::<Vec<u64>>());
        }
        let mut words = [0; FEW * ARRAY_WORDS];
        for (k, words) in words.chunks_exact_mut(ARRAY_WORDS).take(number).enumerate() {
            words.copy_from_slice(&array(k));
        }
        call(entry, &words)
    }

    /// Inputs that are one value are written out for a block of elements, so that all operands are dense.
    fn run_blocks(&self, operands: Operands, count: usize) -> i32 {
        let length = count.min(BLOCK);
        let spread: Vec<Option<Vec<u8>>> = (0..self.items.len())
            .map(|k| {
                (k < self.inputs && operands.step(k) == 0).then(|| repeated(operands.address(k), self.items[k], length))
            })
            .collect();
        let mut first = 0;
        while first < count {
            let length = BLOCK.min(count - first);
            let mut words = Vec::with_capacity(self.items.len() * ARRAY_WORDS);
            for (k, &item) in self.items.iter().enumerate() {
                let address = match &spread[k] {
                    Some(block) => block.as_ptr() as u64,
                    None => operands.address(k) + (first * item) as u64,
                };
                words.extend([0, address, length as u64, item as u64]);
            }
            let status = call(self.contiguous, &words);
            if status != coluber_abi::OK {
                return status;
            }
            first += length;
        }
        coluber_abi::OK
    }
}

/// One element, many times. The memory is as aligned as any allocation, which is enough for all elements.
fn repeated(address: u64, item: usize, count: usize) -> Vec<u8> {
    // SAFETY: NumPy gives the address of an element of this size.
    let element = unsafe { std::slice::from_raw_parts(address as *const u8, item) };
    element.repeat(count)
}

/// A loop over `dims[0]` parts of each operand.
///
/// # Safety
/// NumPy calls it with the arrays of a ufunc whose data is a [`Generalised`].
pub unsafe extern "C" fn run_generalised(
    args: *mut *mut c_char,
    dims: *const isize,
    steps: *const isize,
    data: *mut c_void,
) {
    // SAFETY: as the caller says; the data is never freed.
    let (this, count) = unsafe { (&*data.cast::<Generalised>(), *dims) };
    let operands = Operands { args, steps, first: 0 };
    let dims = Extents(dims);
    report(match this.parallel && count > 1 {
        true => pieces(count as usize, 1, &|first, end| this.run(operands, dims, first..end)),
        false => this.run(operands, dims, 0..count.max(0) as usize),
    });
}

/// The number of parts and the extents of the layout's dimensions.
#[derive(Clone, Copy)]
struct Extents(*const isize);

// SAFETY: what NumPy tells is only read, and alive until the loop is done.
unsafe impl Sync for Extents {}

impl Extents {
    fn extent(self, dim: usize) -> isize {
        // SAFETY: NumPy gives the extents of the layout's dimensions behind the number of parts.
        unsafe { *self.0.add(1 + dim) }
    }
}

impl Generalised {
    /// Runs the loop over the parts in a range, which are the elements of one axis more.
    fn run(&self, operands: Operands, dims: Extents, range: Range<usize>) -> i32 {
        let operands = operands.behind(range.start);
        let mut words = Vec::with_capacity(2 * self.operands.len() * ARRAY_WORDS);
        // Strides inside of parts come behind those from part to part.
        let mut inner = self.operands.len();
        for (k, operand) in self.operands.iter().enumerate() {
            words.extend([0, operands.address(k), range.len() as u64]);
            words.extend(operand.core.iter().map(|&dim| dims.extent(dim) as u64));
            words.extend(operand.is_single.then_some(1));
            words.push(operands.step(k) as u64);
            words.extend((0..operand.core.len()).map(|axis| operands.step(inner + axis) as u64));
            words.extend(operand.is_single.then_some(operand.item as u64));
            inner += operand.core.len();
        }
        call(self.entry, &words)
    }
}

fn call(entry: Entry, words: &[u64]) -> i32 {
    let mut nothing = 0;
    // SAFETY: the words are those of the function's arguments; it has no result.
    unsafe { entry(words.as_ptr(), &mut nothing) }
}

/// Sets the exception of compiled code. NumPy may have given the interpreter back.
fn report(status: i32) {
    let ended = shared::end_loop();
    if status != coluber_abi::OK {
        raise::pending();
    } else if let Err(error) = ended {
        Python::attach(|py| error.restore(py));
    }
}
