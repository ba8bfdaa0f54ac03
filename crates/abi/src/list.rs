//! What compiled code reads of a list without asking the runtime.

/// Offset of the address of the items in the data of a list.
pub const LIST_ITEMS: i64 = 0;
/// Offset of the number of items.
pub const LIST_LENGTH: i64 = 8;
/// Offset of a word that is not zero once the list has been changed.
pub const LIST_CHANGED: i64 = 16;
/// Offset of the number of items that there is room for.
pub const LIST_CAPACITY: i64 = 24;
