//! The functions of the table in `coluber-abi`, under the names that they have there.
//!
//! Their arguments come from code generation, which promises what each says under *Safety*.

pub use crate::checks::{check_access, check_event, check_stuck, check_thread};
pub use crate::clocks::{clock, sleep};
pub use crate::dicts::entries::{
    dict_candidate, dict_changed, dict_find, dict_find_own, dict_find_pair, dict_find_text, dict_find_word,
    dict_insert, dict_key, dict_last, dict_len, dict_new, dict_next, dict_place_own, dict_place_pair, dict_place_text,
    dict_place_word, dict_remove, dict_remove_at, dict_remove_own, dict_typed, dict_value,
};
pub use crate::dicts::sets::{
    set_holds_all, set_holds_any, set_item, set_new, set_next, set_popped, set_reserve, set_sifted, set_swap, set_tidy,
};
pub use crate::dicts::whole::{dict_clear, dict_copy, dict_retype, dict_update};
use crate::exceptions;
pub use crate::frames::{frame_close, frame_hand_on, frame_new, frame_throw};
pub use crate::hashes::{hash_float, hash_int};
pub use crate::held::{data_of_word, hand_over, hold, release_word, retain_word};
use crate::hooks::{self, HostRaised};
pub use crate::instances::instance_new;
pub use crate::interrupts::interrupted;
pub use crate::kernels::{
    kernel_active, kernel_any, kernel_ballot, kernel_count, kernel_lanes, kernel_live, kernel_match, kernel_schedule,
};
pub use crate::lists::edit::{
    deque_bound, deque_limit, deque_trim, list_append, list_clear, list_close, list_extend, list_insert, list_reverse,
};
pub use crate::lists::order::{list_order, list_sort};
pub use crate::lists::slices::{list_concat, list_delete_slice, list_filled, list_repeat, list_set_slice, list_slice};
pub use crate::lists::{list_new, list_of_room, list_retype, list_sized};
use crate::memory::{self, allocate};
use crate::numpy_loops;
pub use crate::parallel::compiled::{is_alone, num_threads, piece_size, set_num_threads, set_piece_size, thread_index};
pub use crate::parallel::{fork, parallel_pieces};
pub use crate::random::legacy::*;
pub use crate::random::numpy::*;
pub use crate::random::{
    random_below, random_bits, random_bounded, random_bounded_fill, random_exchange, random_generator,
    random_generator_of, random_is_seeded, random_keep, random_legacy_uniform_fill, random_seed, random_seed_python,
    random_seed_system, random_seed_words, random_state, random_take_kept,
};
pub use crate::sorts::{numbers_order, numbers_partition, numbers_ranked, numbers_sort, numbers_sort_pairs};
pub use crate::stack::{stack_full, stack_limit};
use crate::strings;
pub use crate::strings::chars::{chars_read, chars_write};
pub use crate::strings::entries::*;
use coluber_abi::exceptions::builtin_exception;
use coluber_abi::{ExceptionClass, FunctionInfo, HostSite, OK, RAISED, layout_of_id};
use coluber_types::ErrorText;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

pub(crate) fn builtin(name: &str) -> ExceptionClass {
    ExceptionClass::Builtin(builtin_exception(name).unwrap_or_default())
}

/// What `size_mul` gives when there are too many bytes.
const TOO_MANY: i64 = i64::MAX;
/// What `size_mul` gives when an extent is negative.
const NEGATIVE: i64 = -1;

/// Bytes for one more axis.
pub extern "C" fn size_mul(bytes: i64, extent: i64) -> i64 {
    if bytes < 0 || extent < 0 {
        return NEGATIVE;
    }
    if bytes == TOO_MANY { TOO_MANY } else { bytes.checked_mul(extent).unwrap_or(TOO_MANY) }
}

fn checked_alloc(bytes: i64, zeroed: bool) -> *mut u8 {
    match usize::try_from(bytes).ok().and_then(|bytes| allocate(bytes, zeroed)) {
        Some(owner) => owner.as_ptr(),
        None => {
            raise_allocation_error(bytes);
            ptr::null_mut()
        }
    }
}

#[cold]
fn raise_allocation_error(bytes: i64) {
    let (class, message) = match bytes {
        ..0 => ("ValueError", "negative dimensions not allowed".to_owned()),
        TOO_MANY => ("ValueError", "the array is too large: its size in bytes does not fit into 64 bits".to_owned()),
        _ => ("MemoryError", format!("Unable to allocate {bytes} bytes")),
    };
    exceptions::raise_message(builtin(class), message);
}

/// A new allocation; null with MemoryError or ValueError pending.
pub extern "C" fn alloc(bytes: i64) -> *mut u8 {
    checked_alloc(bytes, false)
}

/// A new allocation of zeros; null with MemoryError or ValueError pending.
pub extern "C" fn alloc_zeroed(bytes: i64) -> *mut u8 {
    checked_alloc(bytes, true)
}

/// Takes a reference.
///
/// # Safety
/// The owner word is a live allocation.
pub unsafe extern "C" fn retain(owner: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { memory::retain_allocation(owner) }
}

/// Gives a reference up.
///
/// # Safety
/// The owner word is a live allocation, and the reference the caller's.
pub unsafe extern "C" fn release(owner: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { memory::release_allocation(owner) }
}

/// Gives a reference to something that holds references itself up.
///
/// # Safety
/// As for [`release`].
pub unsafe extern "C" fn release_container(owner: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { memory::release_allocation(owner) }
}

/// Copies bytes that may overlap.
///
/// # Safety
/// Both ranges are valid; a count of zero or less copies nothing.
pub unsafe extern "C" fn copy_bytes(target: *mut u8, source: *mut u8, count: i64) {
    if count > 0 {
        // SAFETY: promised by the caller.
        unsafe { ptr::copy(source, target, count as usize) }
    }
}

/// Sets bytes to zero.
///
/// # Safety
/// The range is valid; a count of zero or less sets nothing.
pub unsafe extern "C" fn zero_bytes(target: *mut u8, count: i64) {
    if count > 0 {
        // SAFETY: promised by the caller.
        unsafe { ptr::write_bytes(target, 0, count as usize) }
    }
}

/// Makes an exception pending.
///
/// # Safety
/// The site is a `RaiseSite`, and the words are those of its arguments.
pub unsafe extern "C" fn raise(site: *mut u8, words: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { exceptions::raise_at(site.cast(), words.cast()) }
}

/// Adds a frame to the pending exception.
pub extern "C" fn trace(function: *mut u8, line: i32) {
    exceptions::add_frame(function.cast::<FunctionInfo>(), line as u32);
}

/// Takes the pending exception.
pub extern "C" fn caught() -> *mut u8 {
    exceptions::take_handle()
}

/// Makes a caught exception pending again.
///
/// # Safety
/// The handle is a caught exception.
pub unsafe extern "C" fn reraise(handle: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { exceptions::raise_again(handle) }
}

/// Says what the next exception comes from.
///
/// # Safety
/// The handle is null or a caught exception.
pub unsafe extern "C" fn exception_cause(handle: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { exceptions::set_cause(handle) }
}

/// Makes a RuntimeError of a StopIteration that leaves a generator.
pub extern "C" fn generator_raised() {
    exceptions::raise_for_stop_iteration();
}

/// Says what is being handled where the next exception is raised.
///
/// # Safety
/// The handle is null or a caught exception.
pub unsafe extern "C" fn exception_context(handle: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { exceptions::set_context(handle) }
}

/// The address of the arguments of a caught exception.
///
/// # Safety
/// The handle is a caught exception, the other address that of a word with the number of a tuple type.
pub unsafe extern "C" fn exception_args(handle: *mut u8, ty: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    let found = unsafe { crate::items::ItemType::at(ty).and_then(|item| exceptions::arguments(handle, item.ty)) };
    found.unwrap_or_else(|| {
        let message =
            "the arguments of the exception have other types than those of the exceptions that the function raises";
        exceptions::raise_message(builtin("TypeError"), message.to_owned());
        ptr::null_mut()
    })
}

/// Whether the arguments of a caught exception are a tuple of a type.
///
/// # Safety
/// As of [`exception_args`].
pub unsafe extern "C" fn exception_fits(handle: *mut u8, ty: *mut u8) -> bool {
    // SAFETY: promised by the caller.
    unsafe { crate::items::ItemType::at(ty).is_some_and(|item| exceptions::fits(handle, item.ty)) }
}

/// A reference to what a caught exception was raised from, or to what was being handled when it was made; null when there is none.
///
/// # Safety
/// The handle is a caught exception.
pub unsafe extern "C" fn exception_behind(handle: *mut u8, is_cause: bool) -> *mut u8 {
    // SAFETY: promised by the caller.
    unsafe { exceptions::behind(handle, is_cause) }
}

/// Whether a caught exception is of one of the classes.
///
/// # Safety
/// The handle is a caught exception, and `classes` has `count` codes.
pub unsafe extern "C" fn exception_matches(handle: *mut u8, classes: *mut u8, count: i64) -> bool {
    // SAFETY: promised by the caller.
    unsafe { exceptions::matches(handle, std::slice::from_raw_parts(classes.cast(), count as usize)) }
}

/// The text of a caught exception as a new string.
///
/// # Safety
/// The handle is null, for None, or a caught exception, and the other pointers take the parts of a string.
pub unsafe extern "C" fn exception_text(
    handle: *mut u8,
    which: i64,
    owner: *mut *mut u8,
    data: *mut *mut u8,
    length: *mut i64,
    width: *mut i32,
) -> i32 {
    let which = ErrorText::from_number(which);
    let text = if handle.is_null() {
        let is_value = matches!(which, ErrorText::Str | ErrorText::Repr);
        Some(String::from(if is_value { "None" } else { "NoneType" }))
    } else {
        // SAFETY: promised by the caller.
        let exception = unsafe { exceptions::Pending::of_caught(handle) };
        catch_unwind(AssertUnwindSafe(|| hooks::exception_text(&exception, which))).ok().flatten()
    };
    let points: Vec<u32> = text.unwrap_or_default().chars().map(u32::from).collect();
    let Some(allocation) = allocate(points.len() * 4, false) else {
        exceptions::raise_message(builtin("MemoryError"), "no memory for the text of an exception".to_owned());
        return RAISED;
    };
    // SAFETY: a fresh allocation.
    let target = unsafe { memory::allocation_data(allocation.as_ptr()) };
    // SAFETY: the allocation has room for the code points; the pointers are valid as promised.
    unsafe {
        ptr::copy_nonoverlapping(points.as_ptr(), target.cast::<u32>(), points.len());
        owner.write(allocation.as_ptr());
        data.write(target);
        length.write(points.len() as i64);
        width.write(4);
    }
    OK
}

/// Calls the host.
///
/// # Safety
/// The site is a `HostSite`, and the words are those of its arguments.
pub unsafe extern "C" fn host_call(site: *mut u8, words: *mut u8) -> i32 {
    // SAFETY: promised by the caller.
    let (name, types, words) = unsafe { arguments_of(site, words) };
    call_hook(name, &types, words)
}

/// Calls an object of the host; the words of its result replace those of the arguments.
///
/// # Safety
/// As for `host_call`; there is room for the words of the result.
pub unsafe extern "C" fn host_value(site: *mut u8, words: *mut u8) -> i32 {
    // SAFETY: promised by the caller; the host takes back no container while this call runs.
    unsafe {
        let name = (*site.cast::<HostSite>()).name.get().unwrap_or_default();
        if let Some(container) = crate::shared::ready(name) {
            words.cast::<*mut u8>().write(container);
            return OK;
        }
    }
    // SAFETY: promised by the caller.
    let (name, types, given) = unsafe { arguments_of(site, words) };
    let Some(hook) = hooks::object_call() else {
        exceptions::raise_message(builtin("RuntimeError"), format!("{name}: there is no host to call"));
        return RAISED;
    };
    match catch_unwind(AssertUnwindSafe(|| hook(name, &types, given))) {
        Ok(Ok(made)) => {
            // SAFETY: promised by the caller; the words of the arguments are no longer used.
            unsafe { ptr::copy_nonoverlapping(made.as_ptr(), words.cast::<u64>(), made.len()) };
            OK
        }
        Ok(Err(HostRaised { class, value })) => {
            exceptions::raise_host(class, value);
            RAISED
        }
        Err(_) => {
            exceptions::raise_message(builtin("SystemError"), format!("{name}: the host's function panicked"));
            RAISED
        }
    }
}

/// Calls the host for a text.
///
/// # Safety
/// As for `host_call`; the other pointers take the parts of a string.
pub unsafe extern "C" fn host_text(
    site: *mut u8,
    words: *mut u8,
    owner: *mut *mut u8,
    data: *mut *mut u8,
    length: *mut i64,
    width: *mut i32,
) -> i32 {
    // SAFETY: promised by the caller.
    let (_, types, words) = unsafe { arguments_of(site, words) };
    write(|| strings::host::text(&types, words), [owner, data], length, width)
}

/// The name of a call of the host, the numbers of the types of its arguments, and their words.
///
/// # Safety
/// As for `host_call`.
unsafe fn arguments_of<'a>(site: *mut u8, words: *mut u8) -> (&'a str, Vec<u32>, &'a [u64]) {
    // SAFETY: promised by the caller.
    let (name, types) = unsafe {
        let site = &*site.cast::<HostSite>();
        let types: &[u64] = if site.count == 0 { &[] } else { std::slice::from_raw_parts(site.types, site.count) };
        (site.name.get().unwrap_or_default(), types)
    };
    let types: Vec<u32> = types.iter().map(|&ty| ty as u32).collect();
    let count = types.iter().filter_map(|&ty| layout_of_id(ty)).map(|layout| layout.leaves.len()).sum();
    // SAFETY: promised by the caller.
    let words = if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(words.cast(), count) } };
    (name, types, words)
}

/// A panic of the hook becomes an exception: it must not unwind through compiled code.
fn call_hook(name: &str, types: &[u32], words: &[u64]) -> i32 {
    let Some(hook) = hooks::host_call() else {
        exceptions::raise_message(builtin("RuntimeError"), format!("{name}: there is no host to call"));
        return RAISED;
    };
    match catch_unwind(AssertUnwindSafe(|| hook(name, types, words))) {
        Ok(Ok(())) => OK,
        Ok(Err(HostRaised { class, value })) => {
            exceptions::raise_host(class, value);
            RAISED
        }
        Err(_) => {
            exceptions::raise_message(builtin("SystemError"), format!("{name}: the host's function panicked"));
            RAISED
        }
    }
}

/// Runs a loop of one of NumPy's ufuncs.
///
/// # Safety
/// The name is text of this length; the rest as for `numpy_loops::run`.
#[allow(clippy::too_many_arguments, reason = "a row of the table")]
pub unsafe extern "C" fn numpy_loop(
    name: *mut u8,
    length: i64,
    extents: *mut u8,
    p0: *mut u8,
    p1: *mut u8,
    p2: *mut u8,
    p3: *mut u8,
    p4: *mut u8,
    p5: *mut u8,
    p6: *mut u8,
    p7: *mut u8,
    invalid: *mut i32,
) -> i32 {
    // SAFETY: promised by the caller.
    let name = unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(name, length as usize)) };
    let operands = [p0, p1, p2, p3, p4, p5, p6, p7].map(<*mut u8>::cast);
    // SAFETY: as above.
    match unsafe { numpy_loops::run(name, extents.cast(), operands) } {
        Ok(flag) => {
            // SAFETY: as above.
            unsafe { invalid.write(i32::from(flag)) };
            OK
        }
        Err(Some(HostRaised { class, value })) => {
            exceptions::raise_host(class, value);
            RAISED
        }
        Err(None) => {
            exceptions::raise_message(
                builtin("RuntimeError"),
                format!("{name}: there is no such loop with these extents"),
            );
            RAISED
        }
    }
}
