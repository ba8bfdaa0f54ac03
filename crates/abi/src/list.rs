//! What compiled code knows of lists without asking the runtime.

/// Offset of the address of the items in the data of a list.
pub const LIST_ITEMS: i64 = 0;
/// Offset of the number of items.
pub const LIST_LENGTH: i64 = 8;
/// Offset of a word that is not zero once the list has been changed.
pub const LIST_CHANGED: i64 = 16;
/// Offset of the number of items that there is room for.
pub const LIST_CAPACITY: i64 = 24;

/// The smallest number of items that there is room for, where there are any.
pub const LEAST_ITEMS: usize = 4;

/// The most bytes of items that a list has in its own allocation.
const MOST_WITHIN: usize = 128;

/// For how many items of a size there is room in the allocation of a list that is made for so many, and of how many bytes. Both are 0 for none,
/// and where they are too many.
#[inline(always)]
pub fn room_within(size: usize, capacity: usize) -> (usize, usize) {
    let room = capacity.max(LEAST_ITEMS);
    let bytes = room.wrapping_mul(size.max(1));
    // Sizes of items have 32 bits, so that nothing overflows where there is room.
    if capacity == 0 || room > MOST_WITHIN || bytes > MOST_WITHIN { (0, 0) } else { (room, bytes) }
}
