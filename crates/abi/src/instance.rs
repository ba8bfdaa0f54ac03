//! What compiled code reads of an instance without asking the runtime.

/// Offset of the memory of the fields in the data of an instance.
pub const INSTANCE_FIELDS: i64 = 32;
