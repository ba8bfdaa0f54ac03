//! Lists: an allocation with a header, and the items in memory of their own that grows. A list that is made for few items has these
//! behind the header at first.
//!
//! Compiled code reads and writes items itself; what changes the number of items is here. Functions that open a place for an item
//! give its address, and the caller writes the item there; where one is taken out, the caller has read it before.
//!
//! Items that go at the front leave room there, which is used when items come there and when there is no more at the end: so a list
//! is a queue at both ends, and a `deque` is a list that may have a limit.

pub mod edit;
mod leading;
pub mod order;
pub mod slices;

use crate::blocks;
use crate::bodies::builtin;
use crate::exceptions;
use crate::items::ItemType;
use crate::memory::{self, allocate_packed};
use coluber_abi::list::{LEAST_ITEMS, LIST_CAPACITY, LIST_CHANGED, LIST_ITEMS, LIST_LENGTH, room_within};
use std::mem::offset_of;
use std::ptr;

/// The data of a list.
#[repr(C)]
pub struct List {
    items: *mut u8,
    length: i64,
    changed: i64,
    capacity: i64,
    item: ItemType,
    /// The object of the host that the list was made of, and that it is written back to; 0 if there is none.
    origin: u64,
    /// Number of items that there is room for in front of the first.
    front: usize,
    /// The largest number of items of a deque; [`NO_LIMIT`] for most.
    limit: i64,
}

/// The limit of lists, and of deques that have none.
pub const NO_LIMIT: i64 = i64::MAX;

const _: () = assert!(offset_of!(List, items) as i64 == LIST_ITEMS);
const _: () = assert!(offset_of!(List, length) as i64 == LIST_LENGTH);
const _: () = assert!(offset_of!(List, changed) as i64 == LIST_CHANGED);
const _: () = assert!(offset_of!(List, capacity) as i64 == LIST_CAPACITY);

impl List {
    /// The list of an owner word.
    ///
    /// # Safety
    /// The word is that of a list, and nothing else uses it meanwhile.
    pub unsafe fn of<'a>(owner: *mut u8) -> &'a mut List {
        // SAFETY: promised by the caller.
        unsafe { &mut *memory::allocation_data(owner).cast::<List>() }
    }

    /// A new list without items; None when there is no memory.
    pub fn make(item: ItemType, capacity: usize) -> Option<*mut u8> {
        let (room, within) = room_within(item.size(), capacity);
        let owner = allocate_packed(size_of::<List>() + within, destroy)?.as_ptr();
        // SAFETY: a fresh allocation of this size.
        unsafe {
            List::write(owner, item, (room, within));
            if within == 0 && capacity > 0 && List::of(owner).reserve(capacity).is_none() {
                memory::release(owner);
                return None;
            }
        }
        Some(owner)
    }

    /// A list without items, with room for so many of so many bytes, in memory that was used before; None where there is none.
    #[inline(always)]
    fn remade(item: ItemType, room: usize, within: usize) -> Option<*mut u8> {
        let owner = memory::reused(size_of::<List>() + within, destroy)?.as_ptr();
        // SAFETY: a fresh allocation of this size.
        unsafe { List::write(owner, item, (room, within)) };
        Some(owner)
    }

    /// Writes a list without items, with room for some behind it.
    ///
    /// # Safety
    /// A fresh allocation with so much room.
    #[inline(always)]
    unsafe fn write(owner: *mut u8, item: ItemType, (room, within): (usize, usize)) {
        // SAFETY: promised by the caller.
        unsafe {
            let place = memory::allocation_data(owner).cast::<List>();
            let items = if within > 0 { place.add(1).cast() } else { ptr::null_mut() };
            let (capacity, limit) = (room as i64, NO_LIMIT);
            place.write(List { items, length: 0, changed: 0, capacity, item, origin: 0, front: 0, limit });
        }
    }

    /// Where the items of a short list are that was made for so many: behind the list, in its allocation. No block of memory for
    /// items begins there, in other lists neither: words of C's allocator are between two blocks.
    fn within(&mut self) -> *mut u8 {
        ptr::from_mut(self).wrapping_add(1).cast()
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Number of items that there is room for.
    pub fn capacity(&self) -> usize {
        self.capacity as usize
    }

    /// The type of the items.
    pub fn item_type(&self) -> ItemType {
        self.item
    }

    /// The object of the host that the list was made of; 0 if there is none.
    pub fn origin(&self) -> u64 {
        self.origin
    }

    /// Sets the object of the host that the list was made of. The caller keeps it alive.
    pub fn set_origin(&mut self, object: u64) {
        self.origin = object;
    }

    /// As [`ItemType::outlive_call`], for its items.
    pub fn outlive_call(&mut self) -> Option<()> {
        // SAFETY: these are the items.
        unsafe { self.item.outlive_call(self.items, self.len()) }
    }

    /// Whether it has been changed since it was made of an object, and forgets that.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed) != 0
    }

    /// Whether it has been changed since that was last taken.
    pub fn is_changed(&self) -> bool {
        self.changed != 0
    }

    /// The address of an item or of the end.
    pub fn place(&self, index: usize) -> *mut u8 {
        debug_assert!(index <= self.len());
        self.items.wrapping_add(index * self.item.size())
    }

    /// Makes room for so many more items; None when there is no memory.
    pub fn reserve(&mut self, more: usize) -> Option<()> {
        let wanted = self.len().checked_add(more)?;
        if wanted <= self.capacity as usize {
            return Some(());
        }
        // As many items move as have gone before, at least.
        let is_roomy = self.front >= self.len();
        self.close_front();
        if is_roomy && wanted <= self.capacity as usize {
            return Some(());
        }
        let capacity = wanted.max(self.capacity as usize + self.capacity as usize / 2).max(LEAST_ITEMS);
        let bytes = capacity.checked_mul(self.item.size().max(1)).filter(|&n| n <= isize::MAX as usize)?;
        let grown = self.grown(bytes);
        if grown.is_null() {
            return None;
        }
        self.items = grown;
        self.capacity = capacity as i64;
        Some(())
    }

    /// The items in memory of so many bytes; null where there is none.
    fn grown(&mut self, bytes: usize) -> *mut u8 {
        if self.items != self.within() {
            // SAFETY: null, or a block of the old size.
            return unsafe { blocks::grow(self.items, self.bytes(), bytes) };
        }
        // SAFETY: these are the items.
        unsafe { blocks::copied(self.items, self.len() * self.item.size(), bytes) }
    }

    /// Gives the memory for items back, which nothing uses any more.
    fn free_memory(&mut self) {
        let memory = self.memory();
        if memory != self.within() {
            // SAFETY: null, or a block of this size.
            unsafe { blocks::free(memory, self.bytes()) };
        }
    }

    /// Size of the memory for items.
    fn bytes(&self) -> usize {
        // Items without bytes still need a capacity.
        (self.front + self.capacity as usize) * self.item.size().max(1)
    }

    /// Where the memory for items begins.
    fn memory(&self) -> *mut u8 {
        self.items.wrapping_sub(self.front * self.item.size())
    }

    /// Moves the items to where the memory begins.
    fn close_front(&mut self) {
        if self.front > 0 {
            let to = self.memory();
            // SAFETY: both are places in the list's memory.
            unsafe { ptr::copy(self.items, to, self.len() * self.item.size()) };
            self.items = to;
            self.capacity += self.front as i64;
            self.front = 0;
        }
    }

    /// The address for one more item in front of the first, which the caller writes.
    pub fn open_front(&mut self) -> Option<*mut u8> {
        if self.front == 0 {
            let room = self.len() / 2 + 4;
            self.reserve(room)?;
            let to = self.items.wrapping_add(room * self.item.size());
            // SAFETY: there is room for so many more items.
            unsafe { ptr::copy(self.items, to, self.len() * self.item.size()) };
            self.items = to;
            self.capacity -= room as i64;
            self.front = room;
        }
        self.front -= 1;
        self.capacity += 1;
        self.items = self.items.wrapping_sub(self.item.size());
        self.length += 1;
        self.changed = 1;
        Some(self.items)
    }

    /// Takes the place of the first item, which has been taken, out of the list.
    fn drop_front(&mut self) {
        self.items = self.items.wrapping_add(self.item.size());
        self.front += 1;
        self.capacity -= 1;
        self.length -= 1;
        self.changed = 1;
    }

    /// The largest number of items; [`NO_LIMIT`] where there is none.
    pub fn limit(&self) -> i64 {
        self.limit
    }

    /// Sets the largest number of items. The list has no more than that.
    pub fn set_limit(&mut self, limit: i64) {
        self.limit = limit;
    }

    /// Gives the items up that are more than the limit: at the front, or at the end.
    pub fn keep_limit(&mut self, at_front: bool) {
        while self.length > self.limit {
            let place = self.place(if at_front { 0 } else { self.len() - 1 });
            if at_front {
                self.drop_front();
            } else {
                self.length -= 1;
            }
            // SAFETY: an item that is no longer in the list; a list without room in front of it is not moved by this.
            unsafe { self.item.release(place, 1) };
        }
    }

    /// The address for one more item at the end, which the caller writes.
    #[inline]
    pub fn open_end(&mut self) -> Option<*mut u8> {
        if self.length == self.capacity {
            self.reserve(1)?;
        }
        let place = self.items.wrapping_add(self.len() * self.item.size());
        self.length += 1;
        self.changed = 1;
        Some(place)
    }

    /// Appends copies of so many items.
    ///
    /// # Safety
    /// They are items of the list's type, not in memory that `reserve` may move.
    unsafe fn append_copies(&mut self, items: *mut u8, count: usize) -> Option<()> {
        self.reserve(count)?;
        // SAFETY: there is room, and the caller promises the rest.
        unsafe {
            let place = self.place(self.len());
            ptr::copy_nonoverlapping(items, place, count * self.item.size());
            if self.item.owns() {
                let step = self.item.size() as isize;
                self.item.share((items, step), (place, step), count)?;
            }
        }
        self.length += count as i64;
        Some(())
    }

    /// Gives all items up.
    fn drop_items(&mut self) {
        let (items, count) = (self.items, self.len());
        self.length = 0;
        // SAFETY: these were the items.
        unsafe { self.item.release(items, count) };
    }
}

unsafe fn destroy(data: *mut u8) {
    // SAFETY: the data of a list to which there is no reference any more.
    unsafe {
        let list = &mut *data.cast::<List>();
        list.drop_items();
        list.free_memory();
    }
}

/// Makes MemoryError pending.
#[cold]
pub(crate) fn no_memory() {
    exceptions::raise_message(builtin("MemoryError"), "no memory for a list".to_owned());
}

/// A pointer, or null with MemoryError pending.
pub(crate) fn or_no_memory(found: Option<*mut u8>) -> *mut u8 {
    found.unwrap_or_else(|| {
        no_memory();
        ptr::null_mut()
    })
}

/// A new list with room for so many items.
///
/// # Safety
/// The address is that of a word with the number of the items' type.
pub unsafe extern "C" fn list_new(item: *mut u8, capacity: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let item = unsafe { ItemType::at(item) };
    or_no_memory(item.and_then(|item| List::make(item, capacity.max(0) as usize)))
}

/// As [`list_new`], where [`room_within`] is known: the number of items and their bytes.
///
/// # Safety
/// As for it.
pub unsafe extern "C" fn list_of_room(item: *mut u8, room: i64, within: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe {
        let known = ItemType::known_at(item);
        match known.and_then(|known| List::remade(*known, room as usize, within as usize)) {
            Some(owner) => owner,
            None => list_new(item, room),
        }
    }
}

/// Gives an empty list so many items, which the caller writes; until then they own nothing.
///
/// # Safety
/// The word is that of a list.
pub unsafe extern "C" fn list_sized(word: *mut u8, count: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let list = unsafe { List::of(word) };
    let count = count.max(0) as usize;
    let sized = list.is_empty().then(|| list.reserve(count)).flatten();
    if sized.is_some() {
        if list.item.owns() {
            // SAFETY: there is room for so many items.
            unsafe { ptr::write_bytes(list.items, 0, count * list.item.size()) };
        }
        list.length = count as i64;
    }
    or_no_memory(sized.map(|()| word))
}

/// Gives an empty list another type of items.
///
/// # Safety
/// The first word is that of a list, the second the address of a word with the number of a type.
pub unsafe extern "C" fn list_retype(list: *mut u8, item: *mut u8) {
    // SAFETY: promised by the caller. Room that there was has the size of other items.
    unsafe {
        let list = List::of(list);
        if let (true, Some(item)) = (list.is_empty(), ItemType::at(item)) {
            list.free_memory();
            list.items = ptr::null_mut();
            list.capacity = 0;
            list.front = 0;
            list.item = item;
        }
    }
}
