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
    /// Reads what its arguments point to, and makes something new, which may refer to it, or raises. No reference goes, and the host is
    /// not asked, which might run anything.
    Makes,
    /// As `Arguments`, and it is seldom called.
    Cold,
    /// As `Cold`, and compiled code does not see what it changes.
    Aside,
    /// Gives the address of what a container among its arguments has for another one, which it may make room for. No reference goes.
    Finds,
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
            /// As `retain`, of any owner word.
            retain_word(Ptr) -> () Plain Arguments;
            /// Where the memory is that an owner word counts references to.
            data_of_word(Ptr) -> (Ptr) Plain Arguments;
            /// As `release_container`, of any owner word.
            release_word(Ptr) -> () Plain Any;
            /// As `release`, of something that holds references itself: what it points to may go as well.
            release_container(Ptr) -> () Plain Any;
            /// Copies bytes: target, source, count. They may overlap.
            copy_bytes(Ptr Ptr I64) -> () Plain Arguments;
            /// Sets bytes to zero: target, count.
            zero_bytes(Ptr I64) -> () Plain Arguments;
            /// Makes an exception pending: raise site, words of the arguments.
            raise(Ptr Ptr) -> () Plain Cold;
            /// Adds a frame to the traceback of the pending exception: function, line.
            trace(Ptr I32) -> () Plain Cold;
            /// A signal has come: the host says whether it raises something.
            interrupted() -> () Status Aside;
            /// Takes the pending exception.
            caught() -> (Ptr) Plain Any;
            /// Makes a caught exception pending again.
            reraise(Ptr) -> () Plain Cold;
            /// Says what the next exception that is raised comes from: a caught exception, or null for none that is shown.
            exception_cause(Ptr) -> () Plain Cold;
            /// Makes a RuntimeError of a StopIteration that leaves a generator.
            generator_raised() -> () Plain Cold;
            /// Says what is being handled where the next exception is raised.
            exception_context(Ptr) -> () Plain Cold;
            /// The address of the arguments of a caught exception, as a tuple: exception, address of a word with the number of the
            /// tuple's type. They lie there as long as the exception.
            exception_args(Ptr Ptr) -> (Ptr) Null Any;
            /// Whether the arguments of a caught exception are a tuple of a type: exception, address of a word with the type's number.
            exception_fits(Ptr Ptr) -> (I1) Plain Any;
            /// What a caught exception was raised from (true), or what was being handled when it was made; null for nothing.
            exception_behind(Ptr I1) -> (Ptr) Plain Any;
            /// Whether a caught exception is of one of the classes: exception, codes, number of codes.
            exception_matches(Ptr Ptr I64) -> (I1) Plain Any;
            /// The string in the memory of an array's element: address, characters, bytes of each (1 or 4).
            chars_read(Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// Writes a string into such memory, cut off or filled up with zeros.
            chars_write(Ptr I64 I32 Ptr Ptr I64 I32) -> () Plain Any;
            /// Order of two strings: -1, 0 or 1. A string is owner, data, length, width of a character.
            str_compare(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (I64) Plain Reads;
            /// `a == b`
            str_equal(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (I1) Plain Reads;
            /// `a + b`
            str_concat(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text + str(n)`: text, the integer's bits, whether they have a sign.
            str_concat_int(Ptr Ptr I64 I32 I64 I1) -> (Ptr Ptr I64 I32) Status Makes;
            /// A text and, behind it, pieces: text, address of strings, their number. A piece whose width is negative is an
            /// integer: its bits are the length, and the width says whether they have a sign (-1) or not (-2).
            str_concat_all(Ptr Ptr I64 I32 Ptr I64) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text * n`
            str_repeat(Ptr Ptr I64 I32 I64) -> (Ptr Ptr I64 I32) Status Makes;
            /// Characters of a string: text, start, how many, step.
            str_stride(Ptr Ptr I64 I32 I64 I64 I64) -> (Ptr Ptr I64 I32) Status Makes;
            /// `ord(text)`
            str_ord(Ptr Ptr I64 I32) -> (I64) Status Makes;
            /// `chr(n)`
            str_chr(I64) -> (Ptr Ptr I64 I32) Status Any;
            /// `b in a`: a, b.
            str_contains(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (I1) Plain Reads;
            /// `text.find(sub, start, stop)`
            str_find(Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64 I64) -> (I64) Plain Reads;
            /// `text.rfind(sub, start, stop)`
            str_rfind(Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64 I64) -> (I64) Plain Reads;
            /// `text.index(sub, start, stop)`
            str_index(Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64 I64) -> (I64) Status Makes;
            /// `text.rindex(sub, start, stop)`
            str_rindex(Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64 I64) -> (I64) Status Makes;
            /// `text.count(sub, start, stop)`
            str_count(Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64 I64) -> (I64) Plain Reads;
            /// `text.startswith(sub, start, stop)`
            str_startswith(Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64 I64) -> (I1) Plain Reads;
            /// `text.endswith(sub, start, stop)`
            str_endswith(Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64 I64) -> (I1) Plain Reads;
            /// `text.upper()`
            str_upper(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `text.lower()`
            str_lower(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `text.casefold()`
            str_casefold(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `text.swapcase()`
            str_swapcase(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `text.title()`
            str_title(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `text.capitalize()`
            str_capitalize(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `text.isalpha()`
            str_isalpha(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.isdigit()`
            str_isdigit(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.isdecimal()`
            str_isdecimal(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.isnumeric()`
            str_isnumeric(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.isalnum()`
            str_isalnum(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.isspace()`
            str_isspace(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.isprintable()`
            str_isprintable(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.isidentifier()`
            str_isidentifier(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.isupper()`
            str_isupper(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.islower()`
            str_islower(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.istitle()`
            str_istitle(Ptr Ptr I64 I32) -> (I1) Status Any;
            /// `text.isascii()`
            str_isascii(Ptr Ptr I64 I32) -> (I1) Plain Reads;
            /// `text.strip(characters)`, whose length is negative for None.
            str_strip(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text.lstrip(characters)`, whose length is negative for None.
            str_lstrip(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text.rstrip(characters)`, whose length is negative for None.
            str_rstrip(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text.removeprefix(prefix)`
            str_removeprefix(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text.removesuffix(suffix)`
            str_removesuffix(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// Where `text.partition(sep)` cuts: -1 where there is no separator.
            str_partition_at(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (I64) Status Any;
            /// Where `text.rpartition(sep)` cuts: -1 where there is no separator.
            str_rpartition_at(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (I64) Status Any;
            /// `text.center(width, fill)`
            str_center(Ptr Ptr I64 I32 I64 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text.ljust(width, fill)`
            str_ljust(Ptr Ptr I64 I32 I64 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text.rjust(width, fill)`
            str_rjust(Ptr Ptr I64 I32 I64 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text.zfill(width)`
            str_zfill(Ptr Ptr I64 I32 I64) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text.expandtabs(size)`
            str_expandtabs(Ptr Ptr I64 I32 I64) -> (Ptr Ptr I64 I32) Status Makes;
            /// `text.replace(old, new, count)`
            str_replace(Ptr Ptr I64 I32 Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64) -> (Ptr Ptr I64 I32) Status Makes;
            /// `sep.join(text)`: the separator between the characters of a string.
            str_join_characters(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// The text of an integer: its bits, whether they have a sign.
            str_of_int(I64 I1) -> (Ptr Ptr I64 I32) Status Makes;
            /// `bin`, `oct` or `hex` of an integer: its bits, whether they have a sign, bits a digit.
            str_of_radix(I64 I1 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `repr` of a float.
            str_of_float(F64) -> (Ptr Ptr I64 I32) Status Makes;
            /// `repr` of a complex number.
            str_of_complex(F64 F64) -> (Ptr Ptr I64 I32) Status Makes;
            /// `repr` of a bool.
            str_of_bool(I1) -> (Ptr Ptr I64 I32) Status Makes;
            /// `format(integer, spec)`: bits, whether they have a sign.
            str_format_int(I64 I1 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `format(float, spec)`
            str_format_float(F64 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `format(text, spec)`
            str_format_text(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `hash(text)`, also of bytes.
            str_hash(Ptr Ptr I64 I32) -> (I64) Plain Reads;
            /// `hash` of an integer: its bits, whether they have a sign.
            hash_int(I64 I1) -> (I64) Plain Pure;
            /// `hash` of a float.
            hash_float(F64) -> (I64) Plain Pure;
            /// `repr(text)`
            str_repr(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `ascii(text)`
            str_ascii(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `int(text, base)`
            str_to_int(Ptr Ptr I64 I32 I64) -> (I64) Status Any;
            /// `float(text)`
            str_to_float(Ptr Ptr I64 I32) -> (F64) Status Any;
            /// `text.encode(encoding, errors)`
            str_encode(Ptr Ptr I64 I32 Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `bytes.decode(encoding, errors)`
            bytes_decode(Ptr Ptr I64 I32 Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `bytes.index(sub, start, stop)`
            bytes_index(Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64 I64) -> (I64) Status Makes;
            /// `bytes.rindex(sub, start, stop)`
            bytes_rindex(Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64 I64) -> (I64) Status Makes;
            /// The byte of a number that a function of bytes looks for.
            bytes_single(I64) -> (Ptr Ptr I64 I32) Status Makes;
            /// `bytes.strip(set)`, whose length is negative for None.
            bytes_strip(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `bytes.lstrip(set)`, whose length is negative for None.
            bytes_lstrip(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `bytes.rstrip(set)`, whose length is negative for None.
            bytes_rstrip(Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `bytes.translate(table, delete)`; the length of the table is negative for None.
            bytes_translate(Ptr Ptr I64 I32 Ptr Ptr I64 I32 Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `bytes.upper()`
            bytes_upper(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `bytes.lower()`
            bytes_lower(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `bytes.swapcase()`
            bytes_swapcase(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `bytes.title()`
            bytes_title(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `bytes.capitalize()`
            bytes_capitalize(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Any;
            /// `bytes.hex()`
            bytes_hex(Ptr Ptr I64 I32) -> (Ptr Ptr I64 I32) Status Makes;
            /// `bytes.isalpha()`
            bytes_isalpha(Ptr Ptr I64 I32) -> (I1) Plain Reads;
            /// `bytes.isdigit()`
            bytes_isdigit(Ptr Ptr I64 I32) -> (I1) Plain Reads;
            /// `bytes.isalnum()`
            bytes_isalnum(Ptr Ptr I64 I32) -> (I1) Plain Reads;
            /// `bytes.isspace()`
            bytes_isspace(Ptr Ptr I64 I32) -> (I1) Plain Reads;
            /// `bytes.isupper()`
            bytes_isupper(Ptr Ptr I64 I32) -> (I1) Plain Reads;
            /// `bytes.islower()`
            bytes_islower(Ptr Ptr I64 I32) -> (I1) Plain Reads;
            /// `bytes.istitle()`
            bytes_istitle(Ptr Ptr I64 I32) -> (I1) Plain Reads;
            /// A reference to what an owner word names that lasts beyond the call.
            hold(Ptr) -> (Ptr) Status Any;
            /// As `hold`, for a reference that is given up for it.
            hand_over(Ptr) -> (Ptr) Status Any;
            /// Nanoseconds of a clock: 0 is that of the day, 1 one that only goes on, 2 the process's time, 3 the thread's.
            clock(I64) -> (I64) Plain Any;
            /// Waits for so many seconds.
            sleep(F64) -> () Status Any;
            /// A new dict: types of keys and values (words).
            dict_new(Ptr Ptr) -> (Ptr) Null Any;
            /// Gives an empty dict other types: dict, types of keys and values (words).
            dict_retype(Ptr Ptr Ptr) -> () Status Any;
            /// Says that the host sees a dict as a typed one.
            dict_typed(Ptr) -> () Plain Any;
            /// Number of entries.
            dict_len(Ptr) -> (I64) Plain Finds;
            /// The address of the value of a key, null when there is none: dict, address of the key.
            dict_find(Ptr Ptr) -> (Ptr) Plain Any;
            /// The address of the value of a key, and whether the key is new: dict, address of the key.
            dict_insert(Ptr Ptr) -> (Ptr I1) Status Any;
            /// As `dict_find`, for a key that is one word: dict, key.
            dict_find_word(Ptr I64) -> (Ptr) Plain Finds;
            /// As `dict_find`, for a key that is two words: dict, key.
            dict_find_pair(Ptr I64 I64) -> (Ptr) Plain Finds;
            /// The address for the value of a key that is one word, which is put in where it is new: dict, key.
            dict_place_word(Ptr I64) -> (Ptr) Null Finds;
            /// The address for the value of a key that is two words, which is put in where it is new: dict, key.
            dict_place_pair(Ptr I64 I64) -> (Ptr) Null Finds;
            /// As `dict_find`, for a key that is a string: dict, key.
            dict_find_text(Ptr Ptr Ptr I64 I32) -> (Ptr) Plain Finds;
            /// The address for the value of a key that is a string, which is put in where it is new: dict, key.
            dict_place_text(Ptr Ptr Ptr I64 I32) -> (Ptr) Null Finds;
            /// Notes that a dict has been changed, so that it is written back to where it came from.
            dict_changed(Ptr) -> () Plain Arguments;
            /// Takes the entry of a key out: the address of its value, which is to be taken; null when there is none.
            dict_remove(Ptr Ptr) -> (Ptr) Plain Any;
            /// Takes the entry at a position out: the address of its value, which is to be taken.
            dict_remove_at(Ptr I64) -> (Ptr) Plain Any;
            /// The position of the next entry whose key has a hash, -1 when there is none: dict, hash, position of the one before or -1.
            dict_candidate(Ptr I64 I64) -> (I64) Plain Any;
            /// The address of the value at a position, null when no key with this hash is there: dict, hash, position.
            dict_find_own(Ptr I64 I64) -> (Ptr) Plain Any;
            /// Takes the entry at a position out, as `dict_remove`: dict, hash, position.
            dict_remove_own(Ptr I64 I64) -> (Ptr) Plain Any;
            /// The address for the value at a position, of a key that is put in where none with this hash is there: dict, address of the key, hash,
            /// position.
            dict_place_own(Ptr Ptr I64 I64) -> (Ptr) Null Any;
            /// The position of the first entry from a position on; -1 behind the last.
            dict_next(Ptr I64) -> (I64) Plain Reads;
            /// The position of the last entry; -1 when there is none.
            dict_last(Ptr) -> (I64) Plain Reads;
            /// The address of the key at a position.
            dict_key(Ptr I64) -> (Ptr) Plain Reads;
            /// The address of the value at a position.
            dict_value(Ptr I64) -> (Ptr) Plain Reads;
            /// Gives all entries up.
            dict_clear(Ptr) -> () Plain Any;
            /// Puts the entries of another dict of the same types into one.
            dict_update(Ptr Ptr) -> () Status Any;
            /// A copy.
            dict_copy(Ptr) -> (Ptr) Null Any;
            /// A new set: type of the items (a word).
            set_new(Ptr) -> (Ptr) Null Any;
            /// The place of the first item from a place on; -1 behind the last.
            set_next(Ptr I64) -> (I64) Plain Reads;
            /// The address of the item at a place.
            set_item(Ptr I64) -> (Ptr) Plain Reads;
            /// The position of the entry that is popped next; -1 where there is none.
            set_popped(Ptr) -> (I64) Plain Any;
            /// Makes room as for so many items of another set.
            set_reserve(Ptr I64) -> () Plain Any;
            /// Says that many items may have gone.
            set_tidy(Ptr) -> () Plain Any;
            /// Whether a set has all items of another one of the same type.
            set_holds_all(Ptr Ptr) -> (I1) Plain Reads;
            /// Whether a set has an item of another one of the same type.
            set_holds_any(Ptr Ptr) -> (I1) Plain Reads;
            /// A set of the items of one that another one of the same type has (1), or has not (0).
            set_sifted(Ptr Ptr I64) -> (Ptr) Null Any;
            /// Exchanges the items of two sets of one type.
            set_swap(Ptr Ptr) -> () Plain Any;
            /// A new frame of a suspended function: type of what is in it (a word). All but its number is zero.
            frame_new(Ptr) -> (Ptr) Null Fresh;
            /// Has an exception raised where a suspended function waits; raises it here where that can't handle it: owner of the frame,
            /// exception.
            frame_throw(Ptr Ptr) -> () Status Any;
            /// As `frame_throw`, if there is an exception; one that ends the function that hands it on closes the other.
            frame_hand_on(Ptr Ptr) -> () Status Any;
            /// Ends a suspended function: owner of the frame.
            frame_close(Ptr) -> () Status Any;
            /// A new list: type of an item (a word), number of items that there is room for.
            list_new(Ptr I64) -> (Ptr) Null Any;
            /// As `list_new`, for as many items as lie in the list's own allocation: type of the items (word), their number, their bytes.
            list_of_room(Ptr I64 I64) -> (Ptr) Null Any;
            /// A new instance whose fields are all zero: the address of a word with the number of its type.
            instance_new(Ptr) -> (Ptr) Null Any;
            /// Gives an empty list another type of items: list, type (a word).
            list_retype(Ptr Ptr) -> () Plain Any;
            /// Gives an empty list so many items, which the caller writes; until then they own nothing.
            list_sized(Ptr I64) -> (Ptr) Null Any;
            /// The address for one more item at the end of a list that is full, which the caller writes.
            list_append(Ptr) -> (Ptr) Null Any;
            /// The address for one more item, which the caller writes: list, index.
            list_insert(Ptr I64) -> (Ptr) Null Any;
            /// Closes the place of an item that was taken: list, index.
            list_close(Ptr I64) -> () Plain Any;
            /// Gives all items up.
            list_clear(Ptr) -> () Plain Any;
            /// Appends the items of another list of the same type.
            list_extend(Ptr Ptr) -> () Status Any;
            /// Turns the order around.
            list_reverse(Ptr) -> () Plain Any;
            /// Gives items up that are more than a deque's limit: list, whether at the front.
            deque_trim(Ptr I1) -> () Plain Any;
            /// The limit of a deque; -1 where there is none.
            deque_limit(Ptr) -> (I64) Plain Any;
            /// Sets the limit of a deque; there is none when it is negative.
            deque_bound(Ptr I64) -> () Plain Any;
            /// A part of a list as a new one: list, start, stop, step.
            list_slice(Ptr I64 I64 I64) -> (Ptr) Null Any;
            /// Gives a part of a list up: list, start, stop, step.
            list_delete_slice(Ptr I64 I64 I64) -> () Status Any;
            /// Puts the items of another list in the place of a part: list, start, stop, step, other.
            list_set_slice(Ptr I64 I64 I64 Ptr) -> () Status Any;
            /// A new list with the items of two.
            list_concat(Ptr Ptr) -> (Ptr) Null Any;
            /// A new list with one item so many times: type of the items (word), address of the item, count.
            list_filled(Ptr Ptr I64) -> (Ptr) Null Any;
            /// A new list with the items so many times.
            list_repeat(Ptr I64) -> (Ptr) Null Any;
            /// Sorts a list whose items have an order that the runtime knows: list, whether the largest comes first.
            list_sort(Ptr I1) -> () Plain Any;
            /// The indices of such a list's items in their order as a new list: list, whether the largest comes first.
            list_order(Ptr I1) -> (Ptr) Null Any;
            /// `text.split(separator, most)` into an empty list: list, text, separator (whose length is negative for None), most.
            str_split(Ptr Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64) -> () Status Any;
            /// `text.rsplit(separator, most)` into an empty list.
            str_rsplit(Ptr Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64) -> () Status Any;
            /// `text.splitlines(keep)` into an empty list.
            str_splitlines(Ptr Ptr Ptr I64 I32 I1) -> () Status Any;
            /// `bytes.split(separator, most)` into an empty list: list, bytes, separator (whose length is negative for None), most.
            bytes_split(Ptr Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64) -> () Status Any;
            /// `bytes.rsplit(separator, most)` into an empty list.
            bytes_rsplit(Ptr Ptr Ptr I64 I32 Ptr Ptr I64 I32 I64) -> () Status Any;
            /// `bytes.splitlines(keep)` into an empty list.
            bytes_splitlines(Ptr Ptr Ptr I64 I32 I1) -> () Status Any;
            /// `separator.join(list)`
            str_join(Ptr Ptr I64 I32 Ptr) -> (Ptr Ptr I64 I32) Status Makes;
            /// The text of a caught exception: exception, which text (see `types::ErrorText`); owner, data, length, width of
            /// a string.
            exception_text(Ptr I64) -> (Ptr Ptr I64 I32) Status Any;
            /// The address of a word of this thread: the least address that the stack pointer may have where a recursive function
            /// begins, or more than any when that is to call `stack_full`.
            stack_limit() -> (I64) Plain Pure;
            /// Raises what a signal raises; else the word above has the limit again.
            stack_full() -> () Status Aside;
            /// Calls the host: site, words of the arguments.
            host_call(Ptr Ptr) -> () Status Any;
            /// Calls the host for a text: site, words of the arguments. Gives owner, data, length, width of a string.
            host_text(Ptr Ptr) -> (Ptr Ptr I64 I32) Status Any;
            /// Calls an object of the host: site, words of the arguments, which those of the result replace.
            host_value(Ptr Ptr) -> () Status Any;
            /// Runs a loop of one of NumPy's ufuncs: name (`module.ufunc types`) and its length; the number of extents, the extents and
            /// the strides; the addresses of up to eight operands. Gives whether an invalid operation was flagged.
            numpy_loop(Ptr I64 Ptr Ptr Ptr Ptr Ptr Ptr Ptr Ptr Ptr) -> (I32) Status Any;
            /// Sorts numbers: the word of their type, their address, how many.
            numbers_sort(Ptr Ptr I64) -> () Plain Any;
            /// Stores the positions of numbers in order: the word of their type, their address, how many, the address of positions.
            numbers_order(Ptr Ptr I64 Ptr) -> () Status Any;
            /// Sorts numbers, and moves integers of 64 bits with them; the arguments are those of `numbers_order`.
            numbers_sort_pairs(Ptr Ptr I64 Ptr) -> () Status Any;
            /// Stores numbers so that the one at a position is as in their order, with smaller ones before it: the word of their type,
            /// their address, how many, the position, the address where they are stored, which may be theirs.
            numbers_partition(Ptr Ptr I64 I64 Ptr) -> () Status Any;
            /// Stores the number at a position in order, and the next one: the arguments of `numbers_partition`, with the address of two.
            numbers_ranked(Ptr Ptr I64 I64 Ptr) -> () Status Any;
            /// The state of random numbers of this thread: 0 for `numpy.random`, 1 for `random`.
            random_state(I32) -> (Ptr) Plain Pure;
            /// Whether the program has given a state a seed.
            random_is_seeded(Ptr) -> (I1) Plain Reads;
            /// Seeds a state as NumPy does with a number of 32 bits.
            random_seed(Ptr I64) -> () Plain Any;
            /// Seeds a state as Python does with the magnitude of an integer.
            random_seed_python(Ptr I64) -> () Plain Any;
            /// Seeds a state as NumPy does with an array: the address of numbers of 32 bits, and how many.
            random_seed_words(Ptr Ptr I64) -> () Plain Any;
            /// Seeds a state with what the system gives.
            random_seed_system(Ptr) -> () Plain Any;
            /// Exchanges a state with a stored one.
            random_exchange(Ptr Ptr) -> () Plain Any;
            /// So many random bits of a state, 1 to 64, as Python makes them.
            random_bits(Ptr I32) -> (I64) Plain Any;
            /// An integer below a limit, as Python makes them (state, limit).
            random_below(Ptr I64) -> (I64) Plain Any;
            /// Takes the number that a state keeps; NaN where there is none.
            random_take_kept(Ptr) -> (F64) Plain Any;
            /// Keeps a number in a state.
            random_keep(Ptr F64) -> () Plain Any;
            /// A new generator of NumPy's: whether there is a seed, the seed. Gives owner and address of the `bitgen_t`.
            random_generator(I1 I64) -> (Ptr Ptr) Status Any;
            /// A new generator over a bit generator: which one (`seeds.py` has the numbers), the address of words of 32 bits that are the
            /// entropy, and how many, those of the spawn key, and how many.
            random_generator_of(I64 Ptr I64 Ptr I64) -> (Ptr Ptr) Status Any;
            /// Uniform floats of a state: how many, where to.
            random_legacy_uniform_fill(Ptr I64 Ptr) -> () Plain Any;
            /// One of such integers: generator, bytes of an integer (0 for bools), offset, range, whether by masks.
            random_bounded(Ptr I32 I64 I64 I1) -> (I64) Plain Any;
            /// Integers in a range: generator, bytes of an integer (0 for bools), offset, range, how many, whether by masks, where to.
            random_bounded_fill(Ptr I32 I64 I64 I64 I1 Ptr) -> () Plain Any;
            /// NumPy's function of this name (generator).
            random_standard_uniform(Ptr) -> (F64) Plain Any;
            /// NumPy's function of this name (generator).
            random_standard_uniform_f(Ptr) -> (F32) Plain Any;
            /// NumPy's function of this name (generator, count, out).
            random_standard_uniform_fill(Ptr I64 Ptr) -> () Plain Any;
            /// NumPy's function of this name (generator, count, out).
            random_standard_uniform_fill_f(Ptr I64 Ptr) -> () Plain Any;
            /// NumPy's function of this name (generator).
            random_standard_exponential(Ptr) -> (F64) Plain Any;
            /// NumPy's function of this name (generator).
            random_standard_exponential_f(Ptr) -> (F32) Plain Any;
            /// NumPy's function of this name (generator, count, out).
            random_standard_exponential_fill(Ptr I64 Ptr) -> () Plain Any;
            /// NumPy's function of this name (generator, count, out).
            random_standard_exponential_fill_f(Ptr I64 Ptr) -> () Plain Any;
            /// NumPy's function of this name (generator, count, out).
            random_standard_exponential_inv_fill(Ptr I64 Ptr) -> () Plain Any;
            /// NumPy's function of this name (generator, count, out).
            random_standard_exponential_inv_fill_f(Ptr I64 Ptr) -> () Plain Any;
            /// NumPy's function of this name (generator).
            random_standard_normal(Ptr) -> (F64) Plain Any;
            /// NumPy's function of this name (generator).
            random_standard_normal_f(Ptr) -> (F32) Plain Any;
            /// NumPy's function of this name (generator, count, out).
            random_standard_normal_fill(Ptr I64 Ptr) -> () Plain Any;
            /// NumPy's function of this name (generator, count, out).
            random_standard_normal_fill_f(Ptr I64 Ptr) -> () Plain Any;
            /// NumPy's function of this name (generator, shape).
            random_standard_gamma(Ptr F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, shape).
            random_standard_gamma_f(Ptr F32) -> (F32) Plain Any;
            /// NumPy's function of this name (generator, loc, scale).
            random_normal(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, shape, scale).
            random_gamma(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, scale).
            random_exponential(Ptr F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, low, range).
            random_uniform(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, a, b).
            random_beta(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, df).
            random_chisquare(Ptr F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, dfnum, dfden).
            random_f(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator).
            random_standard_cauchy(Ptr) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, a).
            random_pareto(Ptr F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, a).
            random_weibull(Ptr F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, a).
            random_power(Ptr F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, loc, scale).
            random_laplace(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, loc, scale).
            random_gumbel(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, loc, scale).
            random_logistic(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, mean, sigma).
            random_lognormal(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, mode).
            random_rayleigh(Ptr F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, df).
            random_standard_t(Ptr F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, df, nonc).
            random_noncentral_chisquare(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, dfnum, dfden, nonc).
            random_noncentral_f(Ptr F64 F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, mean, scale).
            random_wald(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, mu, kappa).
            random_vonmises(Ptr F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, left, mode, right).
            random_triangular(Ptr F64 F64 F64) -> (F64) Plain Any;
            /// NumPy's function of this name (generator, lam).
            random_poisson(Ptr F64) -> (I64) Plain Any;
            /// NumPy's function of this name (generator, n, p).
            random_negative_binomial(Ptr F64 F64) -> (I64) Plain Any;
            /// NumPy's function of this name (generator, p).
            random_logseries(Ptr F64) -> (I64) Plain Any;
            /// NumPy's function of this name (generator, p).
            random_geometric(Ptr F64) -> (I64) Plain Any;
            /// NumPy's function of this name (generator, a).
            random_zipf(Ptr F64) -> (I64) Plain Any;
            /// NumPy's function of this name (generator, good, bad, sample).
            random_hypergeometric(Ptr I64 I64 I64) -> (I64) Plain Any;
            /// NumPy's function of this name (generator, max).
            random_interval(Ptr I64) -> (I64) Plain Any;
            /// NumPy's function of this name (generator, offset, range, mask, masked).
            random_bounded_uint64(Ptr I64 I64 I64 I1) -> (I64) Plain Any;
            /// NumPy's function of this name (generator, total, colors, sizes, sample, variates, out).
            random_multivariate_hypergeometric_marginals(Ptr I64 I64 Ptr I64 I64 Ptr) -> () Plain Any;
            /// NumPy's function of this name (generator, total, colors, sizes, sample, variates, out).
            random_multivariate_hypergeometric_count(Ptr I64 I64 Ptr I64 I64 Ptr) -> (I32) Plain Any;
            /// A binomial number (generator, n, p).
            random_binomial(Ptr I64 F64) -> (I64) Plain Any;
            /// A multinomial number (generator, n, counts, probabilities, how many they are).
            random_multinomial(Ptr I64 Ptr Ptr I64) -> () Plain Any;
            /// A float of at least 0 and less than 1, of `numpy.random` (state).
            random_legacy_uniform(Ptr) -> (F64) Plain Any;
            /// A normal number, of `numpy.random` (state, loc, scale).
            random_legacy_normal(Ptr F64 F64) -> (F64) Plain Any;
            /// A normal number around 0 with deviation 1, of `numpy.random` (state).
            random_legacy_gauss(Ptr) -> (F64) Plain Any;
            /// An exponential number of scale 1, of `numpy.random` (state).
            random_legacy_standard_exponential(Ptr) -> (F64) Plain Any;
            /// An exponential number, of `numpy.random` (state, scale).
            random_legacy_exponential(Ptr F64) -> (F64) Plain Any;
            /// A gamma number, of `numpy.random` (state, shape, scale).
            random_legacy_gamma(Ptr F64 F64) -> (F64) Plain Any;
            /// A gamma number of scale 1, of `numpy.random` (state, shape).
            random_legacy_standard_gamma(Ptr F64) -> (F64) Plain Any;
            /// A beta number, of `numpy.random` (state, a, b).
            random_legacy_beta(Ptr F64 F64) -> (F64) Plain Any;
            /// A chi-square number, of `numpy.random` (state, df).
            random_legacy_chisquare(Ptr F64) -> (F64) Plain Any;
            /// A number of the F distribution, of `numpy.random` (state, dfnum, dfden).
            random_legacy_f(Ptr F64 F64) -> (F64) Plain Any;
            /// A chi-square number off the centre, of `numpy.random` (state, df, nonc).
            random_legacy_noncentral_chisquare(Ptr F64 F64) -> (F64) Plain Any;
            /// A number of the F distribution off the centre, of `numpy.random` (state, dfnum, dfden, nonc).
            random_legacy_noncentral_f(Ptr F64 F64 F64) -> (F64) Plain Any;
            /// A log-normal number, of `numpy.random` (state, mean, sigma).
            random_legacy_lognormal(Ptr F64 F64) -> (F64) Plain Any;
            /// A Pareto number, of `numpy.random` (state, a).
            random_legacy_pareto(Ptr F64) -> (F64) Plain Any;
            /// A Weibull number, of `numpy.random` (state, a).
            random_legacy_weibull(Ptr F64) -> (F64) Plain Any;
            /// A number of the power distribution, of `numpy.random` (state, a).
            random_legacy_power(Ptr F64) -> (F64) Plain Any;
            /// A Rayleigh number, of `numpy.random` (state, mode).
            random_legacy_rayleigh(Ptr F64) -> (F64) Plain Any;
            /// A Cauchy number, of `numpy.random` (state).
            random_legacy_standard_cauchy(Ptr) -> (F64) Plain Any;
            /// A number of Student's t distribution, of `numpy.random` (state, df).
            random_legacy_standard_t(Ptr F64) -> (F64) Plain Any;
            /// An inverse Gaussian number, of `numpy.random` (state, mean, scale).
            random_legacy_wald(Ptr F64 F64) -> (F64) Plain Any;
            /// An angle of the von Mises distribution, of `numpy.random` (state, mu, kappa).
            random_legacy_vonmises(Ptr F64 F64) -> (F64) Plain Any;
            /// A geometric number, of `numpy.random` (state, p).
            random_legacy_geometric(Ptr F64) -> (I64) Plain Any;
            /// A number of the logarithmic series, of `numpy.random` (state, p).
            random_legacy_logseries(Ptr F64) -> (I64) Plain Any;
            /// A negative binomial number, of `numpy.random` (state, n, p).
            random_legacy_negative_binomial(Ptr F64 F64) -> (I64) Plain Any;
            /// A binomial number, of `numpy.random` (state, n, p).
            random_legacy_binomial(Ptr I64 F64) -> (I64) Plain Any;
            /// An integer from an offset to the offset and a range, of `numpy.random` (state, offset, range).
            random_legacy_bounded(Ptr I64 I64) -> (I64) Plain Any;
            /// A hypergeometric number, of `numpy.random` (state, good, bad, sample).
            random_legacy_hypergeometric(Ptr I64 I64 I64) -> (I64) Plain Any;
            /// A Zipf number, of `numpy.random` (state, a).
            random_legacy_zipf(Ptr F64) -> (I64) Plain Any;
            /// In how many pieces a loop of so many iterations is to run on the threads: iterations, the least number of them in a
            /// piece, whether each piece costs memory.
            parallel_pieces(I64 I64 I1) -> (I64) Plain Any;
            /// The number of this thread among those of the loop that it works for.
            thread_index() -> (I64) Plain Any;
            /// Whether only one thread at a time runs compiled code by now: 1 or 0.
            is_alone() -> (I64) Plain Any;
            /// The number of threads of loops.
            num_threads() -> (I64) Plain Any;
            /// Sets it, where it is in range; gives what it is then.
            set_num_threads(I64) -> (I64) Plain Any;
            /// The number of iterations in a piece of a loop; 0 where it is not set.
            piece_size() -> (I64) Plain Any;
            /// Sets it; gives what it was.
            set_piece_size(I64) -> (I64) Plain Any;
            /// Calls a function twice, side by side: its entry, the number of the type of its result, then for each call the words of
            /// the arguments and room for those of the result. One of the words is the address of a record (`abi::parallel`).
            fork(Ptr Ptr Ptr Ptr Ptr Ptr) -> () Status Any;
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
