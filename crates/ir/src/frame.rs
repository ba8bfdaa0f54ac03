//! How a suspended function's frame begins.

use coluber_types::Ty;

/// Offset of the number of the type of what is in the frame, which the runtime writes: a tuple whose first item is that number.
pub const FRAME_TYPE: i64 = 0;
/// Offset of the number of the place at which it waits.
pub const FRAME_STATE: i64 = 8;
/// Offset of an exception that is to be raised where it waits: null, or an owner word.
pub const FRAME_THROWN: i64 = 16;
/// Offset of the address of the function that runs what is left to do when the function is closed: null where there is nothing.
pub const FRAME_CLOSE: i64 = 24;
/// Offset of what it yields, is sent and returns ([`exchange`]).
pub const FRAME_ITEM: i64 = 32;

/// The type of what goes between a suspended function and who resumes it: what it yields, or that, what it is sent and what it returns.
pub fn exchange(yields: Ty, sends: Ty, returns: Ty) -> Ty {
    match sends == Ty::none() && returns == Ty::none() {
        true => yields,
        false => Ty::tuple([yields, sends, returns]),
    }
}
