//! How a suspended function's frame begins.

/// Offset of the number of the type of what is in the frame, which the runtime writes: a tuple whose first item is that number.
pub const FRAME_TYPE: i64 = 0;
/// Offset of the number of the place at which it waits.
pub const FRAME_STATE: i64 = 8;
/// Offset of what it yields.
pub const FRAME_ITEM: i64 = 16;
