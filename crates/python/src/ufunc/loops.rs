//! What NumPy calls for a loop: operands to words, then compiled code.

use crate::raise;
use coluber_session::Entry;
use std::ffi::{c_char, c_void};
use std::ptr;

/// Elements that are computed at once where an operand is one value for all of them.
const BLOCK: usize = 1024;

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
    /// Number of operands that are inputs; they come first.
    pub inputs: usize,
}

/// A loop of a function of parts of arrays.
pub struct Generalised {
    /// The function.
    pub entry: Entry,
    /// Inputs and outputs.
    pub operands: Box<[Operand]>,
}

/// An input or output of a [`Generalised`] loop.
pub struct Operand {
    /// Size of an element.
    pub item: usize,
    /// Number of words of a number that is passed as such; 0 for arrays.
    pub words: usize,
    /// The dimensions of the part, as positions among those of the layout.
    pub core: Box<[usize]>,
}

/// Where operands are, as NumPy tells it.
#[derive(Clone, Copy)]
struct Operands {
    args: *mut *mut c_char,
    steps: *const isize,
}

impl Operands {
    fn address(self, k: usize) -> u64 {
        // SAFETY: NumPy gives an address for each operand.
        unsafe { *self.args.add(k) as u64 }
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
    let operands = Operands { args, steps };
    if count <= 0 {
        return;
    }
    let is_dense = |k: usize| operands.step(k) == this.items[k] as isize;
    let is_spread = |k: usize| k < this.inputs && operands.step(k) == 0;
    let all = 0..this.items.len();
    let status = if all.clone().all(is_dense) {
        this.run(this.contiguous, operands, count as usize)
    } else if count > 16 && all.clone().all(|k| is_dense(k) || is_spread(k)) {
        this.run_blocks(operands, count as usize)
    } else {
        this.run(this.strided, operands, count as usize)
    };
    report(status);
}

impl Elementwise {
    fn run(&self, entry: Entry, operands: Operands, count: usize) -> i32 {
        let mut words = Vec::with_capacity(self.items.len() * ARRAY_WORDS);
        for k in 0..self.items.len() {
            words.extend([0, operands.address(k), count as u64, operands.step(k) as u64]);
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
    let operands = Operands { args, steps };
    for index in 0..count {
        let words = this.words(operands, dims, index);
        let status = call(this.entry, &words);
        if status != coluber_abi::OK {
            return report(status);
        }
    }
}

impl Generalised {
    fn words(&self, operands: Operands, dims: *const isize, index: isize) -> Vec<u64> {
        let mut words = Vec::with_capacity(self.operands.len() * ARRAY_WORDS);
        // Strides inside of parts come behind those from part to part.
        let mut inner = self.operands.len();
        for (k, operand) in self.operands.iter().enumerate() {
            let address = operands.address(k).wrapping_add((index * operands.step(k)) as u64);
            if operand.words > 0 {
                operand.push_number(address, &mut words);
                continue;
            }
            words.extend([0, address]);
            // SAFETY: NumPy gives the extents of the layout's dimensions behind the number of parts.
            words.extend(operand.core.iter().map(|&dim| unsafe { *dims.add(1 + dim) } as u64));
            words.extend((0..operand.core.len()).map(|axis| operands.step(inner + axis) as u64));
            inner += operand.core.len();
            if operand.core.is_empty() {
                words.extend([1, operand.item as u64]);
            }
        }
        words
    }
}

impl Operand {
    /// The words of a number, each from its low bytes.
    fn push_number(&self, address: u64, words: &mut Vec<u64>) {
        let size = self.item / self.words;
        for part in 0..self.words {
            let mut word = [0u8; 8];
            // SAFETY: NumPy gives the address of an element, whose parts have this size.
            unsafe {
                let source = (address as *const u8).add(part * size);
                ptr::copy_nonoverlapping(source, word.as_mut_ptr(), size.min(word.len()));
            }
            words.push(u64::from_le_bytes(word));
        }
    }
}

fn call(entry: Entry, words: &[u64]) -> i32 {
    let mut nothing = 0;
    // SAFETY: the words are those of the function's arguments; it has no result.
    unsafe { entry(words.as_ptr(), &mut nothing) }
}

/// Sets the exception of compiled code. NumPy may have given the interpreter back.
fn report(status: i32) {
    if status != coluber_abi::OK {
        raise::pending();
    }
}
