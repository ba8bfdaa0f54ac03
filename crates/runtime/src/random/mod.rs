//! Random numbers: the states of threads, and distributions over them and over NumPy's generators.

pub mod legacy;
mod mersenne;
pub mod numpy;
pub mod state;

use crate::exceptions;
use crate::held;
use crate::hooks::{self, GeneratorSeed, HostRaised};
use coluber_abi::{OK, RAISED};
use state::State;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The state of this thread: 0 for `numpy.random`, 1 for `random`.
pub extern "C" fn random_state(number: i32) -> *mut u8 {
    state::of_thread(number).cast()
}

/// # Safety
/// The address is that of a state that nothing else uses.
unsafe fn at<'a>(state: *mut u8) -> &'a mut State {
    // SAFETY: promised by the caller.
    unsafe { &mut *state.cast() }
}

/// Whether the program has given a state a seed.
///
/// # Safety
/// The address is that of a state that nothing else uses.
pub unsafe extern "C" fn random_is_seeded(state: *mut u8) -> bool {
    // SAFETY: promised by the caller.
    unsafe { at(state) }.is_seeded()
}

/// Seeds as NumPy does with a number of 32 bits.
///
/// # Safety
/// The address is that of a state that nothing else uses.
pub unsafe extern "C" fn random_seed(state: *mut u8, seed: i64) {
    // SAFETY: promised by the caller.
    unsafe { at(state) }.seed(seed as u32);
}

/// Seeds as Python does with the magnitude of an integer.
///
/// # Safety
/// As for [`random_seed`].
pub unsafe extern "C" fn random_seed_python(state: *mut u8, seed: i64) {
    let key = [seed as u32, (seed as u64 >> 32) as u32];
    // SAFETY: promised by the caller.
    unsafe { at(state) }.seed_words(if key[1] == 0 { &key[..1] } else { &key });
}

/// Seeds as NumPy does with an array of numbers of 32 bits, at least one.
///
/// # Safety
/// As for [`random_seed`]; the array has this length.
pub unsafe extern "C" fn random_seed_words(state: *mut u8, words: *mut u8, count: i64) {
    // SAFETY: promised by the caller.
    unsafe { at(state).seed_words(std::slice::from_raw_parts(words.cast(), count as usize)) }
}

/// Seeds with what the system gives.
///
/// # Safety
/// As for [`random_seed`].
pub unsafe extern "C" fn random_seed_system(state: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { at(state) }.seed_by_system();
}

/// Exchanges a state with a stored one, which is a [`state::Stored`].
///
/// # Safety
/// As for [`random_seed`]; nothing else uses the stored one, either.
pub unsafe extern "C" fn random_exchange(state: *mut u8, stored: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { at(state).exchange(&mut *stored.cast()) }
}

/// Floats of at least 0 and less than 1: how many, and where to.
///
/// # Safety
/// As for [`random_seed`]; there is room.
pub unsafe extern "C" fn random_legacy_uniform_fill(state: *mut u8, count: i64, out: *mut u8) {
    // SAFETY: promised by the caller.
    let (state, out) = unsafe { (at(state), std::slice::from_raw_parts_mut(out.cast::<f64>(), count as usize)) };
    out.fill_with(|| state.uniform());
}

/// Integers from an offset to the offset and a range, as NumPy makes them for arrays: bytes of an integer, 0 for bools; offset, range,
/// how many, whether by masks, and where to.
///
/// # Safety
/// The address is that of a `bitgen_t` that nothing else uses; there is room.
pub unsafe extern "C" fn random_bounded_fill(
    generator: *mut u8,
    bytes: i32,
    offset: i64,
    range: i64,
    count: i64,
    masked: bool,
    out: *mut u8,
) {
    // SAFETY: promised by the caller.
    unsafe {
        match bytes {
            0 => numpy::random_bounded_bool_fill(generator, offset != 0, range != 0, count, masked, out),
            1 => numpy::random_bounded_uint8_fill(generator, offset as u8, range as u8, count, masked, out),
            2 => numpy::random_bounded_uint16_fill(generator, offset as u16, range as u16, count, masked, out),
            4 => numpy::random_bounded_uint32_fill(generator, offset as i32, range as i32, count, masked, out),
            _ => numpy::random_bounded_uint64_fill(generator, offset, range, count, masked, out),
        }
    }
}

/// One integer, as [`random_bounded_fill`] makes them. The bits beyond its width are zero.
///
/// # Safety
/// The address is that of a `bitgen_t` that nothing else uses.
pub unsafe extern "C" fn random_bounded(generator: *mut u8, bytes: i32, offset: i64, range: i64, masked: bool) -> i64 {
    let mut number = [0u8; 8];
    // SAFETY: promised by the caller; there is room for an integer of 8 bytes.
    unsafe { random_bounded_fill(generator, bytes, offset, range, 1, masked, number.as_mut_ptr()) };
    i64::from_le_bytes(number)
}

/// So many random bits, 1 to 64, as Python makes them.
///
/// # Safety
/// As for [`random_seed`].
pub unsafe extern "C" fn random_bits(state: *mut u8, count: i32) -> i64 {
    // SAFETY: promised by the caller.
    bits(unsafe { at(state) }, count as u32) as i64
}

fn bits(state: &mut State, count: u32) -> u64 {
    match count {
        0 => 0,
        1..=32 => u64::from(state.next_word() >> (32 - count)),
        _ => {
            let low = u64::from(state.next_word());
            low | u64::from(state.next_word() >> (64 - count.min(64))) << 32
        }
    }
}

/// An integer of at least 0 and less than one that is not 0, as Python makes them.
///
/// # Safety
/// As for [`random_seed`].
pub unsafe extern "C" fn random_below(state: *mut u8, limit: i64) -> i64 {
    // SAFETY: promised by the caller.
    let (state, limit) = (unsafe { at(state) }, limit as u64);
    loop {
        let number = bits(state, 64 - limit.leading_zeros());
        if number < limit || limit == 0 {
            return number as i64;
        }
    }
}

/// Takes the kept number of a state: NaN where there is none.
///
/// # Safety
/// As for [`random_seed`].
pub unsafe extern "C" fn random_take_kept(state: *mut u8) -> f64 {
    // SAFETY: promised by the caller.
    unsafe { at(state) }.kept.take().unwrap_or(f64::NAN)
}

/// Keeps a number.
///
/// # Safety
/// As for [`random_seed`].
pub unsafe extern "C" fn random_keep(state: *mut u8, number: f64) {
    // SAFETY: promised by the caller.
    unsafe { at(state) }.kept = Some(number);
}

/// A new generator, made by the host: whether there is a seed, the seed. Gives the owner word and the address of the `bitgen_t`.
///
/// # Safety
/// The pointers take the results.
pub unsafe extern "C" fn random_generator(given: bool, seed: i64, owner: *mut *mut u8, bits: *mut *mut u8) -> i32 {
    let seed = if given { GeneratorSeed::Number(seed) } else { GeneratorSeed::System };
    // SAFETY: promised by the caller.
    unsafe { made(seed, owner, bits) }
}

/// A new generator over a bit generator, made by the host of the words of a seed sequence.
///
/// # Safety
/// The arrays have these lengths; the other pointers take the results.
pub unsafe extern "C" fn random_generator_of(
    kind: i64,
    words: *mut u8,
    count: i64,
    key: *mut u8,
    keys: i64,
    owner: *mut *mut u8,
    bits: *mut *mut u8,
) -> i32 {
    // SAFETY: promised by the caller; an empty array may have no memory.
    unsafe {
        let of = |from: *mut u8, count: i64| match count {
            0 => &[][..],
            _ => std::slice::from_raw_parts(from.cast::<u32>(), count as usize),
        };
        made(GeneratorSeed::Words { kind, entropy: of(words, count), spawn_key: of(key, keys) }, owner, bits)
    }
}

/// Has the host make a generator.
///
/// # Safety
/// The pointers take the results.
unsafe fn made(seed: GeneratorSeed<'_>, owner: *mut *mut u8, bits: *mut *mut u8) -> i32 {
    let Some(hook) = hooks::make_generator() else {
        exceptions::raise_message(
            crate::bodies::builtin("RuntimeError"),
            "there is no host to make generators".to_owned(),
        );
        return RAISED;
    };
    match catch_unwind(AssertUnwindSafe(|| hook(seed))) {
        Ok(Ok((object, address))) => match held::keep(object) {
            Some(word) => {
                // SAFETY: promised by the caller.
                unsafe {
                    owner.write(word);
                    bits.write(address as *mut u8);
                }
                OK
            }
            None => {
                hooks::release_host_value(object);
                exceptions::raise_message(
                    crate::bodies::builtin("MemoryError"),
                    "no memory for a generator".to_owned(),
                );
                RAISED
            }
        },
        Ok(Err(HostRaised { class, value })) => {
            exceptions::raise_host(class, value);
            RAISED
        }
        Err(_) => {
            exceptions::raise_message(crate::bodies::builtin("SystemError"), "making a generator panicked".to_owned());
            RAISED
        }
    }
}
