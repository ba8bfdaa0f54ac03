//! Buffers of words that live on the stack and move to the heap when they grow.

use super::held::Held;
use super::key;
use coluber_types::Ty;
use pyo3::ffi::PyObject;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// A growing list of words, at first in memory that the caller lends.
pub struct Words<'a> {
    first: *mut u64,
    len: usize,
    capacity: usize,
    heap: Vec<u64>,
    lent: PhantomData<&'a mut [MaybeUninit<u64>]>,
}

impl<'a> Words<'a> {
    /// An empty list in this memory.
    #[inline(always)]
    pub fn new(memory: &'a mut [MaybeUninit<u64>]) -> Self {
        Words { first: memory.as_mut_ptr().cast(), len: 0, capacity: memory.len(), heap: Vec::new(), lent: PhantomData }
    }

    /// Makes room for so many words.
    #[inline(always)]
    pub fn reserve(&mut self, count: usize) {
        if self.len + count > self.capacity {
            self.grow(count);
        }
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        let capacity = (self.len + count).next_power_of_two().max(2 * self.capacity);
        let mut heap = Vec::with_capacity(capacity);
        heap.extend_from_slice(self.as_slice());
        // The words beyond `len` are written through `first`; the vector serves as memory only.
        self.first = heap.as_mut_ptr();
        self.capacity = heap.capacity();
        self.heap = heap;
    }

    /// Adds a word for which [`reserve`](Self::reserve) has made room.
    ///
    /// # Safety
    /// There is room.
    #[inline(always)]
    pub unsafe fn push_reserved(&mut self, word: u64) {
        debug_assert!(self.len < self.capacity);
        // SAFETY: the caller has made room.
        unsafe { self.first.add(self.len).write(word) };
        self.len += 1;
    }

    /// Adds a word.
    #[inline(always)]
    pub fn push(&mut self, word: u64) {
        self.reserve(1);
        // SAFETY: there is room for one word.
        unsafe { self.push_reserved(word) }
    }

    /// Takes the words back that were added since there were so many.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// The number of words.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The words.
    #[inline(always)]
    pub fn as_slice(&self) -> &[u64] {
        // SAFETY: the first `len` words have been written.
        unsafe { std::slice::from_raw_parts(self.first, self.len) }
    }
}

/// Where classification writes.
pub struct Sink<'a> {
    /// What the types are.
    pub key: Words<'a>,
    /// What compiled code is given.
    pub leaves: Words<'a>,
    /// How many tuples the value that is classified stands in.
    pub depth: u32,
    /// Whether arrays in device memory are arrays: for kernels they are, for the processor's code they are nothing.
    pub device: bool,
    /// Whether the values are for a kernel, which has no lists.
    pub kernel: bool,
    /// Whether only the types count: values of types of programs are not unboxed.
    pub typing: bool,
    /// The lists that were made of the values.
    pub held: Held,
    /// The owner words of parameters that are empty containers of which nothing is known.
    fresh: Vec<u64>,
    /// Whether what comes now has no parameter of its own: it is for `*args` or `**kwargs`.
    pub is_rest: bool,
}

impl<'a> Sink<'a> {
    /// A sink in this memory.
    #[inline(always)]
    pub fn new(key: &'a mut [MaybeUninit<u64>], leaves: &'a mut [MaybeUninit<u64>]) -> Self {
        Sink {
            key: Words::new(key),
            leaves: Words::new(leaves),
            depth: 0,
            device: false,
            kernel: false,
            typing: false,
            held: Held::default(),
            fresh: Vec::new(),
            is_rest: false,
        }
    }
}

impl Sink<'_> {
    /// Adds the words of a list, dict or set: its type and its owner word.
    pub fn push_container(&mut self, ty: Ty, owner: u64) {
        if ty.is_fresh_once() && self.is_parameter() {
            self.fresh.push(owner);
        }
        self.key.push(key::LIST | u64::from(ty.id()) << 8);
        self.leaves.push(owner);
    }

    /// Adds the words of an argument that is an empty container which a parameter in front of it is, too: with the same owner word. `fresh` is
    /// the type that it would have otherwise. False for all other objects.
    pub fn push_again(&mut self, object: *mut PyObject, fresh: Ty) -> bool {
        if self.fresh.is_empty() || !self.is_parameter() {
            return false;
        }
        let Some(owner) = self.held.find(object) else { return false };
        let nth = self.fresh.iter().position(|known| *known == owner);
        let Some(ty) = nth.and_then(|nth| fresh.as_passed_again(nth)) else { return false };
        self.push_container(ty, owner);
        true
    }

    fn is_parameter(&self) -> bool {
        self.depth == 0 && !self.is_rest
    }

    /// Runs with a sink for a value in this one, which holds the same lists.
    pub fn with_part<R>(&mut self, run: impl FnOnce(&mut Sink<'_>) -> R) -> R {
        with_sink(|part| {
            (part.depth, part.device, part.kernel) = (self.depth + 1, self.device, self.kernel);
            part.typing = self.typing;
            std::mem::swap(&mut part.held, &mut self.held);
            let result = run(part);
            std::mem::swap(&mut part.held, &mut self.held);
            result
        })
    }
}

/// Runs with a sink in memory of its own, for callers that are not in a hurry.
pub fn with_sink<R>(run: impl FnOnce(&mut Sink<'_>) -> R) -> R {
    let mut key = [MaybeUninit::uninit(); 16];
    let mut leaves = [MaybeUninit::uninit(); 32];
    run(&mut Sink::new(&mut key, &mut leaves))
}
