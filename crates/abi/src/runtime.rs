//! The one table of functions that compiled code calls in the runtime.
//!
//! [`runtime_functions!`](crate::runtime_functions) gives the rows to a macro. This module makes a table for code generation of
//! them; the runtime checks the signature of each body against them. So a function that is missing or has another signature
//! does not compile.

use crate::layout::Leaf;

/// How a runtime function gives its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// Returns nothing or one leaf. Never raises.
    Plain,
    /// Returns an address; null means that an exception is pending.
    Null,
    /// Returns a status; the results go through pointers after the arguments.
    Status,
}

/// What a runtime function does to memory that compiled code can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: the result depends on the arguments alone.
    Pure,
    /// Gives fresh memory that nothing else points to.
    Fresh,
    /// Reads and writes what its arguments point to.
    Arguments,
    /// Reads what its arguments point to.
    Reads,
    /// As `Arguments`, and it is seldom called.
    Cold,
    /// Anything.
    Any,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct RuntimeFunction {
    /// The name in typed IR.
    pub name: &'static str,
    /// The symbol in object code.
    pub symbol: &'static str,
    /// Leaves of the arguments.
    pub params: &'static [Leaf],
    /// Leaves of the results.
    pub results: &'static [Leaf],
    /// How results and failure are given back.
    pub convention: Convention,
    /// What it does to memory.
    pub effect: Effect,
}

impl RuntimeFunction {
    /// Whether it can raise.
    pub fn is_fallible(&self) -> bool {
        self.convention != Convention::Plain
    }
}

/// Calls a macro with the rows `name(argument leaves) -> (result leaves) convention effect;`.
///
/// A leaf is `I1` (Rust's `bool`), `I32`, `I64`, `F32`, `F64` or `Ptr`. The convention is `Plain`, `Null` or `Status`
/// (see [`Convention`](crate::Convention)), the effect one of [`Effect`](crate::Effect).
#[macro_export]
macro_rules! runtime_functions {
    ($callback:ident) => {
        $callback! {
            /// Bytes for one more axis: bytes so far, extent. The result is for `alloc`: -1 says that an extent was negative,
            /// the largest number that there are too many bytes.
            size_mul(I64 I64) -> (I64) Plain Pure;
            /// A new allocation of so many bytes.
            alloc(I64) -> (Ptr) Null Fresh;
            /// A new allocation of so many bytes, all zero.
            alloc_zeroed(I64) -> (Ptr) Null Fresh;
            /// Takes a reference to an allocation; the word is neither null nor odd.
            retain(Ptr) -> () Plain Arguments;
            /// Gives a reference to an allocation up; the word is neither null nor odd.
            release(Ptr) -> () Plain Arguments;
            /// Copies bytes: target, source, count. They may overlap.
            copy_bytes(Ptr Ptr I64) -> () Plain Arguments;
            /// Sets bytes to zero: target, count.
            zero_bytes(Ptr I64) -> () Plain Arguments;
            /// Makes an exception pending: raise site, words of the arguments.
            raise(Ptr Ptr) -> () Plain Cold;
            /// Adds a frame to the traceback of the pending exception: function, line.
            trace(Ptr I32) -> () Plain Cold;
            /// Takes the pending exception.
            caught() -> (Ptr) Plain Any;
            /// Makes a caught exception pending again.
            reraise(Ptr) -> () Plain Cold;
            /// Whether a caught exception is of one of the classes: exception, codes, number of codes.
            exception_matches(Ptr Ptr I64) -> (I1) Plain Any;
            /// Order of two strings: -1, 0 or 1. Data, length and width of a character of each.
            str_compare(Ptr I64 I32 Ptr I64 I32) -> (I64) Plain Reads;
            /// The text of a caught exception, as `str` gives it: owner, data, length, width of a string.
            exception_text(Ptr) -> (Ptr Ptr I64 I32) Status Any;
            /// The least address that the stack pointer of this thread may have where a recursive function begins.
            stack_limit() -> (I64) Plain Pure;
            /// Calls the host: site, words of the arguments.
            host_call(Ptr Ptr) -> () Status Any;
            /// Runs a loop of one of NumPy's ufuncs: name (`module.ufunc types`) and its length; the number of extents, the extents and
            /// the strides; the addresses of up to eight operands. Gives whether an invalid operation was flagged.
            numpy_loop(Ptr I64 Ptr Ptr Ptr Ptr Ptr Ptr Ptr Ptr Ptr) -> (I32) Status Any;
            /// How many threads of a block that have not ended have a cell that is not zero: cells, states or null, threads.
            kernel_count(Ptr Ptr I64) -> (I32) Plain Reads;
            /// How many threads of a block have not ended: states or null, threads.
            kernel_live(Ptr I64) -> (I32) Plain Reads;
            /// Whether a thread of a block has not ended: states, threads.
            kernel_any(Ptr I64) -> (I1) Plain Reads;
            /// The lanes of a thread's warp, of a mask, that have not ended: states or null, thread, threads, mask.
            kernel_lanes(Ptr I64 I64 I32) -> (I32) Plain Reads;
            /// The lanes of them with a cell that is not zero: cells, states or null, thread, threads, mask.
            kernel_ballot(Ptr Ptr I64 I64 I32) -> (I32) Plain Reads;
            /// The lanes of them with the thread's own value in their cells of 8 bytes: as `kernel_ballot`.
            kernel_match(Ptr Ptr I64 I64 I32) -> (I32) Plain Reads;
            /// The lanes that are where the thread is: states or null, masks or null, thread, threads.
            kernel_active(Ptr Ptr I64 I64) -> (I32) Plain Reads;
            /// Lets threads of an irregular kernel go on, and gives the number of the loop that they run: states, masks, threads.
            kernel_schedule(Ptr Ptr I64) -> (I32) Plain Arguments;
            /// In a checked kernel, the turn of a thread begins: its number in the block.
            check_thread(I64) -> () Status Any;
            /// In a checked kernel, the thread is about to touch memory: place, bytes, how (`check::access`), three indices, then
            /// text and length of the site (`check::Site`).
            check_access(Ptr I64 I32 I64 I64 I64 Ptr I64) -> () Status Any;
            /// In a checked kernel, the thread waits, fences or ends: what (`check::event`), mask, text and length of the site.
            check_event(I32 I32 Ptr I64) -> () Status Any;
            /// In a checked kernel, raises when the threads wait for each other: whether they do.
            check_stuck(I1) -> () Status Any;
        }
    };
}

macro_rules! table {
    ($($(#[$doc:meta])* $name:ident($($param:ident)*) -> ($($result:ident)*) $convention:ident $effect:ident;)*) => {
        /// The table.
        pub static RUNTIME: &[RuntimeFunction] = &[$(RuntimeFunction {
            name: stringify!($name),
            symbol: concat!("coluber_", stringify!($name)),
            params: &[$(Leaf::$param),*],
            results: &[$(Leaf::$result),*],
            convention: Convention::$convention,
            effect: Effect::$effect,
        }),*];

        /// Position of each function in [`RUNTIME`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(non_camel_case_types, reason = "the names of the table")]
        pub enum RuntimeId { $($(#[$doc])* $name),* }

        /// The function with this name.
        pub fn runtime_function(name: &str) -> Option<RuntimeId> {
            match name { $(stringify!($name) => Some(RuntimeId::$name),)* _ => None }
        }
    };
}

runtime_functions!(table);

impl RuntimeId {
    /// Its row.
    pub fn row(self) -> &'static RuntimeFunction {
        &RUNTIME[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_name() {
        for row in RUNTIME {
            let id = runtime_function(row.name).expect("in the table");
            assert_eq!(id.row().symbol, row.symbol);
        }
        assert_eq!(runtime_function("nonsense"), None);
    }

    #[test]
    fn conventions_fit_results() {
        for row in RUNTIME {
            match row.convention {
                Convention::Plain => assert!(row.results.len() <= 1, "{}", row.name),
                Convention::Null => assert_eq!(row.results, [Leaf::Ptr], "{}", row.name),
                Convention::Status => {}
            }
        }
    }
}
