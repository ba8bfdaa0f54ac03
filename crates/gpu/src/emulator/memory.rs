//! Memory of a block.

use coluber_abi::kernel::BLOCK_MEMORY_ALIGN;
use std::alloc::{Layout, alloc, dealloc};
use std::cell::Cell;
use std::ptr::{NonNull, null_mut};

/// Memory that is aligned for any use by threads of a block. Its contents are arbitrary, as on a GPU.
pub(super) struct Memory {
    data: Option<NonNull<u8>>,
    bytes: usize,
}

/// More than this is not kept for the next block.
const KEPT_BYTES: usize = 16 << 20;

thread_local! {
    static KEPT: Cell<Memory> = const { Cell::new(Memory { data: None, bytes: 0 }) };
}

impl Memory {
    /// So many bytes; None when there is not so much.
    pub fn new(bytes: usize) -> Option<Memory> {
        if bytes == 0 {
            return Some(Memory { data: None, bytes: 0 });
        }
        let layout = Layout::from_size_align(bytes, BLOCK_MEMORY_ALIGN).ok()?;
        // SAFETY: the size is not zero.
        let data = NonNull::new(unsafe { alloc(layout) })?;
        Some(Memory { data: Some(data), bytes })
    }

    /// The memory that this thread kept, if it is large enough, or new memory.
    pub fn take(bytes: usize) -> Option<Memory> {
        let kept = KEPT.replace(Memory { data: None, bytes: 0 });
        if kept.bytes >= bytes { Some(kept) } else { Memory::new(bytes) }
    }

    /// Keeps the memory for this thread's next block.
    pub fn keep(self) {
        if self.bytes <= KEPT_BYTES {
            KEPT.set(self);
        }
    }

    /// Its address; null when it is empty.
    pub fn address(&self) -> *mut u8 {
        self.data.map_or(null_mut(), NonNull::as_ptr)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(data) = self.data
            && let Ok(layout) = Layout::from_size_align(self.bytes, BLOCK_MEMORY_ALIGN)
        {
            // SAFETY: allocated by `new` with this layout.
            unsafe { dealloc(data.as_ptr(), layout) }
        }
    }
}
