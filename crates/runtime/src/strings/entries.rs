//! The rows of the table of runtime functions that are about strings, made of safe functions.
//!
//! A parameter `Text` is four leaves: owner, address, length, width; `List` is the owner word of a list of strings, `Pieces` the address
//! and the number of pieces of a text. A result `Text` is written through four pointers.

use super::lists::{self, Strings};
use super::pieces::{self, Pieces};
use super::{
    Fault, Made, Text, bytes, case, classes, codecs, compare, concat, format, latin, pad, parse, print, replace,
    search, slice, strip,
};
use crate::hashes;
use coluber_abi::{OK, RAISED};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs what may fail; neither a failure nor a panic leaves.
fn guarded<T>(run: impl FnOnce() -> Result<T, Fault>, write: impl FnOnce(T)) -> i32 {
    let fault = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(value)) => {
            write(value);
            return OK;
        }
        Ok(Err(fault)) => fault,
        Err(_) => Fault::Raise("SystemError", "a function of strings failed".into()),
    };
    fault.raise();
    RAISED
}

/// Runs what makes a string, and writes its leaves.
pub(crate) fn write(
    run: impl FnOnce() -> Result<Made, Fault>,
    [owner, data]: [*mut *mut u8; 2],
    length: *mut i64,
    width: *mut i32,
) -> i32 {
    // SAFETY: compiled code passes addresses of cells for the leaves.
    guarded(run, |made| unsafe { write_leaves(&made, [owner, data], length, width) })
}

/// # Safety
/// The addresses are those of cells for the leaves of a string.
#[inline(always)]
unsafe fn write_leaves(made: &Made, [owner, data]: [*mut *mut u8; 2], length: *mut i64, width: *mut i32) {
    // SAFETY: promised by the caller.
    unsafe {
        owner.write(made.owner);
        data.write(made.data);
        length.write(made.length);
        width.write(made.width as i32);
    }
}

/// Runs what is rarely needed, elsewhere: so it costs nothing where it is not, such as registers.
#[cold]
#[inline(never)]
fn rarely<R>(run: impl FnOnce() -> R) -> R {
    run()
}

/// Makes a function of the table: [documentation], the name, the kind of result, the body, then in brackets parameters and arguments so
/// far, and the parameters that are left. Each step's names are its own, so that several strings don't get in each other's way.
///
/// The body is one function, or two: one for the usual case, which can't fail and gives None in others, and then that for all cases.
macro_rules! entry {
    (@call ($body:path $(, $usual:path)?) [$($args:tt)*]) => { $body($($args)*) };
    (@first ($body:path) $args:tt => $write:expr) => {};
    (@first ($body:path, $usual:path) [$($args:tt)*] => $write:expr) => {
        if let Some(found) = $usual($($args)*) {
            $write(found);
            return OK;
        }
    };
    (@rest ($body:path) $run:expr) => { $run };
    (@rest ($body:path, $usual:path) $run:expr) => { rarely(move || $run) };
    ($m:tt $name:ident $kind:ident $body:tt, [$($params:tt)*] [$($args:tt)*] Text $($rest:tt)*) => {
        entry! { $m $name $kind $body,
            [$($params)* owner: *mut u8, data: *mut u8, length: i64, width: i32,]
            [$($args)*
                // SAFETY: compiled code passes the leaves of a string that it keeps alive.
                unsafe { Text::new(owner, data, length, width) },]
            $($rest)* }
    };
    ($m:tt $name:ident $kind:ident $body:tt, [$($params:tt)*] [$($args:tt)*] List $($rest:tt)*) => {
        entry! { $m $name $kind $body,
            [$($params)* list: *mut u8,]
            [$($args)*
                // SAFETY: compiled code passes the owner word of a list of strings.
                unsafe { Strings::new(list) },]
            $($rest)* }
    };
    ($m:tt $name:ident $kind:ident $body:tt, [$($params:tt)*] [$($args:tt)*] Pieces $($rest:tt)*) => {
        entry! { $m $name $kind $body,
            [$($params)* pieces: *mut u8, count: i64,]
            [$($args)*
                // SAFETY: compiled code passes the address and the number of pieces that it keeps alive.
                unsafe { Pieces::new(pieces, count) },]
            $($rest)* }
    };
    ($m:tt $name:ident $kind:ident $body:tt, [$($params:tt)*] [$($args:tt)*] $ty:ident $($rest:tt)*) => {
        entry! { $m $name $kind $body, [$($params)* value: $ty,] [$($args)* value,] $($rest)* }
    };
    ([$($m:tt)*] $name:ident Plain $body:tt, [$($params:tt)*] [$($args:tt)*] -> $result:ident) => {
        $($m)*
        ///
        /// # Safety
        /// Strings are those of compiled code.
        #[allow(clippy::too_many_arguments, reason = "the leaves of strings")]
        pub unsafe extern "C" fn $name($($params)*) -> $result {
            entry! { @call $body [$($args)*] }
        }
    };
    ([$($m:tt)*] $name:ident Status $body:tt, [$($params:tt)*] [$($args:tt)*] -> Nothing) => {
        $($m)*
        ///
        /// # Safety
        /// Strings and lists are those of compiled code.
        #[allow(clippy::too_many_arguments, reason = "the leaves of strings")]
        pub unsafe extern "C" fn $name($($params)*) -> i32 {
            guarded(|| entry! { @call $body [$($args)*] }, |()| ())
        }
    };
    ([$($m:tt)*] $name:ident Status $body:tt, [$($params:tt)*] [$($args:tt)*] -> Text) => {
        $($m)*
        ///
        /// # Safety
        /// Strings are those of compiled code; the last pointers take the leaves of one.
        #[allow(clippy::too_many_arguments, reason = "the leaves of strings")]
        pub unsafe extern "C" fn $name(
            $($params)*
            out_owner: *mut *mut u8,
            out_data: *mut *mut u8,
            out_length: *mut i64,
            out_width: *mut i32,
        ) -> i32 {
            entry! { @first $body [$($args)*] => |made: Made| {
                // SAFETY: compiled code passes addresses of cells for the leaves.
                unsafe { write_leaves(&made, [out_owner, out_data], out_length, out_width) }
            } }
            entry! { @rest $body
                write(|| entry! { @call $body [$($args)*] }, [out_owner, out_data], out_length, out_width)
            }
        }
    };
    ([$($m:tt)*] $name:ident Status $body:tt, [$($params:tt)*] [$($args:tt)*] -> $result:ident) => {
        $($m)*
        ///
        /// # Safety
        /// Strings are those of compiled code; the last pointer takes the result.
        #[allow(clippy::too_many_arguments, reason = "the leaves of strings")]
        pub unsafe extern "C" fn $name($($params)* out: *mut $result) -> i32 {
            // SAFETY: promised by the caller.
            let write = |value: $result| unsafe { out.write(value) };
            entry! { @first $body [$($args)*] => write }
            entry! { @rest $body guarded(|| entry! { @call $body [$($args)*] }, write) }
        }
    };
}

macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident($($param:ident)*) -> $result:ident $kind:ident = $body:path $(, usually $usual:path)?;)*) => {
        $(entry! { [$(#[$doc])*] $name $kind ($body $(, $usual)?), [] [] $($param)* -> $result })*
    };
}

entries! {
    /// Order of two strings.
    str_compare(Text Text) -> i64 Plain = compare::compare;
    /// `a == b`
    str_equal(Text Text) -> bool Plain = compare::equal;
    /// `a + b`
    str_concat(Text Text) -> Text Status = concat::apart, usually concat::appended;
    /// `text + str(n)`: text, the integer's bits, whether they have a sign.
    str_concat_int(Text i64 bool) -> Text Status = concat::concat_int, usually concat::appended_int;
    /// A text and, behind it, pieces: text, address of the pieces, their number.
    str_concat_all(Text Pieces) -> Text Status = pieces::concat_all, usually pieces::narrow;
    /// `text * n`
    str_repeat(Text i64) -> Text Status = concat::repeat;
    /// Characters from a start, so many, with a step.
    str_stride(Text i64 i64 i64) -> Text Status = slice::stride;
    /// `ord(text)`
    str_ord(Text) -> i64 Status = slice::ord;
    /// `chr(n)`
    str_chr(i64) -> Text Status = slice::chr;
    /// `b in a`
    str_contains(Text Text) -> bool Plain = search::contains;
    /// `text.find(sub, start, stop)`
    str_find(Text Text i64 i64) -> i64 Plain = search::find;
    /// `text.rfind(sub, start, stop)`
    str_rfind(Text Text i64 i64) -> i64 Plain = search::rfind;
    /// `text.index(sub, start, stop)`
    str_index(Text Text i64 i64) -> i64 Status = search::index;
    /// `text.rindex(sub, start, stop)`
    str_rindex(Text Text i64 i64) -> i64 Status = search::rindex;
    /// `text.count(sub, start, stop)`
    str_count(Text Text i64 i64) -> i64 Plain = search::count;
    /// `text.startswith(sub, start, stop)`
    str_startswith(Text Text i64 i64) -> bool Plain = search::startswith;
    /// `text.endswith(sub, start, stop)`
    str_endswith(Text Text i64 i64) -> bool Plain = search::endswith;
    /// `text.upper()`
    str_upper(Text) -> Text Status = case::upper;
    /// `text.lower()`
    str_lower(Text) -> Text Status = case::lower;
    /// `text.casefold()`
    str_casefold(Text) -> Text Status = case::casefold;
    /// `text.swapcase()`
    str_swapcase(Text) -> Text Status = case::swapcase;
    /// `text.title()`
    str_title(Text) -> Text Status = case::title;
    /// `text.capitalize()`
    str_capitalize(Text) -> Text Status = case::capitalize;
    /// `text.isalpha()`
    str_isalpha(Text) -> bool Status = classes::isalpha, usually classes::of_latin::<{ latin::ALPHA }>;
    /// `text.isdigit()`
    str_isdigit(Text) -> bool Status = classes::isdigit, usually classes::of_latin::<{ latin::DIGIT }>;
    /// `text.isdecimal()`
    str_isdecimal(Text) -> bool Status = classes::isdecimal, usually classes::of_latin::<{ latin::DECIMAL }>;
    /// `text.isnumeric()`
    str_isnumeric(Text) -> bool Status = classes::isnumeric, usually classes::of_latin::<{ latin::NUMERIC }>;
    /// `text.isalnum()`
    str_isalnum(Text) -> bool Status = classes::isalnum, usually classes::of_latin::<{ latin::ALPHA | latin::NUMERIC }>;
    /// `text.isspace()`
    str_isspace(Text) -> bool Status = classes::isspace, usually classes::of_latin::<{ latin::SPACE }>;
    /// `text.isprintable()`
    str_isprintable(Text) -> bool Status = classes::isprintable, usually classes::of_latin::<{ latin::PRINTABLE }>;
    /// `text.isidentifier()`
    str_isidentifier(Text) -> bool Status = classes::isidentifier;
    /// `text.isupper()`
    str_isupper(Text) -> bool Status = classes::isupper;
    /// `text.islower()`
    str_islower(Text) -> bool Status = classes::islower;
    /// `text.istitle()`
    str_istitle(Text) -> bool Status = classes::istitle;
    /// `text.isascii()`
    str_isascii(Text) -> bool Plain = classes::isascii;
    /// `text.strip(characters)`, whose length is negative for None.
    str_strip(Text Text) -> Text Status = strip::strip, usually strip::of_latin::<true, true>;
    /// `text.lstrip(characters)`, whose length is negative for None.
    str_lstrip(Text Text) -> Text Status = strip::lstrip, usually strip::of_latin::<true, false>;
    /// `text.rstrip(characters)`, whose length is negative for None.
    str_rstrip(Text Text) -> Text Status = strip::rstrip, usually strip::of_latin::<false, true>;
    /// `text.removeprefix(prefix)`
    str_removeprefix(Text Text) -> Text Status = strip::removeprefix;
    /// `text.removesuffix(suffix)`
    str_removesuffix(Text Text) -> Text Status = strip::removesuffix;
    /// Where `text.partition(sep)` cuts: -1 where there is no separator.
    str_partition_at(Text Text) -> i64 Status = strip::partition_at;
    /// Where `text.rpartition(sep)` cuts: -1 where there is no separator.
    str_rpartition_at(Text Text) -> i64 Status = strip::rpartition_at;
    /// `text.center(width, fill)`
    str_center(Text i64 Text) -> Text Status = pad::center;
    /// `text.ljust(width, fill)`
    str_ljust(Text i64 Text) -> Text Status = pad::ljust;
    /// `text.rjust(width, fill)`
    str_rjust(Text i64 Text) -> Text Status = pad::rjust;
    /// `text.zfill(width)`
    str_zfill(Text i64) -> Text Status = pad::zfill;
    /// `text.expandtabs(size)`
    str_expandtabs(Text i64) -> Text Status = pad::expandtabs;
    /// `text.replace(old, new, count)`
    str_replace(Text Text Text i64) -> Text Status = replace::replace, usually replace::unchanged;
    /// `sep.join(text)`: the separator between the characters of a string.
    str_join_characters(Text Text) -> Text Status = concat::join_characters;
    /// The text of an integer: its bits, whether they have a sign.
    str_of_int(i64 bool) -> Text Status = print::integer;
    /// `bin`, `oct` or `hex` of an integer: its bits, whether they have a sign, bits a digit.
    str_of_radix(i64 bool i32) -> Text Status = print::radix;
    /// `repr` of a float.
    str_of_float(f64) -> Text Status = print::float;
    /// `repr` of a complex number.
    str_of_complex(f64 f64) -> Text Status = print::complex;
    /// `repr` of a bool.
    str_of_bool(bool) -> Text Status = print::flag;
    /// `format(integer, spec)`: bits, whether they have a sign.
    str_format_int(i64 bool Text) -> Text Status = format::integer;
    /// `format(float, spec)`
    str_format_float(f64 Text) -> Text Status = format::float;
    /// `format(text, spec)`
    str_format_text(Text Text) -> Text Status = format::text;
    /// `hash(text)`, also of bytes.
    str_hash(Text) -> i64 Plain = hashes::of_text;
    /// `repr(text)`
    str_repr(Text) -> Text Status = print::repr;
    /// `ascii(text)`
    str_ascii(Text) -> Text Status = print::ascii;
    /// `int(text, base)`
    str_to_int(Text i64) -> i64 Status = parse::integer;
    /// `float(text)`
    str_to_float(Text) -> f64 Status = parse::float;
    /// `text.encode(encoding, errors)`
    str_encode(Text Text Text) -> Text Status = codecs::encode;
    /// `bytes.decode(encoding, errors)`
    bytes_decode(Text Text Text) -> Text Status = codecs::decode;
    /// `bytes.index(sub, start, stop)`
    bytes_index(Text Text i64 i64) -> i64 Status = bytes::index;
    /// `bytes.rindex(sub, start, stop)`
    bytes_rindex(Text Text i64 i64) -> i64 Status = bytes::rindex;
    /// The byte of a number that a function of bytes looks for.
    bytes_single(i64) -> Text Status = bytes::single;
    /// `bytes.strip(set)`, whose length is negative for None.
    bytes_strip(Text Text) -> Text Status = bytes::strip;
    /// `bytes.lstrip(set)`, whose length is negative for None.
    bytes_lstrip(Text Text) -> Text Status = bytes::lstrip;
    /// `bytes.rstrip(set)`, whose length is negative for None.
    bytes_rstrip(Text Text) -> Text Status = bytes::rstrip;
    /// `bytes.translate(table, delete)`; the length of the table is negative for None.
    bytes_translate(Text Text Text) -> Text Status = bytes::translate;
    /// `bytes.upper()`
    bytes_upper(Text) -> Text Status = bytes::upper;
    /// `bytes.lower()`
    bytes_lower(Text) -> Text Status = bytes::lower;
    /// `bytes.swapcase()`
    bytes_swapcase(Text) -> Text Status = bytes::swapcase;
    /// `bytes.title()`
    bytes_title(Text) -> Text Status = bytes::title;
    /// `bytes.capitalize()`
    bytes_capitalize(Text) -> Text Status = bytes::capitalize;
    /// `bytes.hex()`
    bytes_hex(Text) -> Text Status = bytes::hex;
    /// `bytes.isalpha()`
    bytes_isalpha(Text) -> bool Plain = bytes::isalpha;
    /// `bytes.isdigit()`
    bytes_isdigit(Text) -> bool Plain = bytes::isdigit;
    /// `bytes.isalnum()`
    bytes_isalnum(Text) -> bool Plain = bytes::isalnum;
    /// `bytes.isspace()`
    bytes_isspace(Text) -> bool Plain = bytes::isspace;
    /// `bytes.isupper()`
    bytes_isupper(Text) -> bool Plain = bytes::isupper;
    /// `bytes.islower()`
    bytes_islower(Text) -> bool Plain = bytes::islower;
    /// `bytes.istitle()`
    bytes_istitle(Text) -> bool Plain = bytes::istitle;
    /// `text.split(separator, most)` into an empty list: list, text, separator (whose length is negative for None), most.
    str_split(List Text Text i64) -> Nothing Status = lists::split;
    /// `text.rsplit(separator, most)` into an empty list.
    str_rsplit(List Text Text i64) -> Nothing Status = lists::rsplit;
    /// `text.splitlines(keep)` into an empty list.
    str_splitlines(List Text bool) -> Nothing Status = lists::splitlines;
    /// `bytes.split(separator, most)` into an empty list: list, bytes, separator (whose length is negative for None), most.
    bytes_split(List Text Text i64) -> Nothing Status = lists::bytes_split;
    /// `bytes.rsplit(separator, most)` into an empty list.
    bytes_rsplit(List Text Text i64) -> Nothing Status = lists::bytes_rsplit;
    /// `bytes.splitlines(keep)` into an empty list.
    bytes_splitlines(List Text bool) -> Nothing Status = lists::bytes_splitlines;
    /// `separator.join(list)`
    str_join(Text List) -> Text Status = lists::join, usually lists::join_narrow;
}
