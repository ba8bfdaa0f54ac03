//! The random numbers of a thread: one state for `numpy.random`, one for `random`.
//!
//! A state begins with NumPy's `bitgen_t`, so that NumPy's C functions take its address as that of a bit generator.

use super::mersenne::{Mersenne, WORDS};
use std::cell::{OnceCell, UnsafeCell};
use std::ffi::c_void;
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

/// NumPy's `bitgen_t`.
#[repr(C)]
#[derive(Debug)]
struct BitGenerator {
    state: *mut c_void,
    next_uint64: unsafe extern "C" fn(*mut c_void) -> u64,
    next_uint32: unsafe extern "C" fn(*mut c_void) -> u32,
    next_double: unsafe extern "C" fn(*mut c_void) -> f64,
    next_raw: unsafe extern "C" fn(*mut c_void) -> u64,
}

/// Where a seed is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The program gave it.
    Program,
    /// The system, in the process of this generation.
    System(u32),
}

/// A generator with what is kept from call to call.
#[repr(C)]
#[derive(Debug)]
pub struct State {
    interface: BitGenerator,
    words: Mersenne,
    /// The second of two normal numbers that were made together.
    pub kept: Option<f64>,
    origin: Option<Origin>,
}

/// A state outside of the threads', as the library keeps it: numbers of 64 bits.
#[repr(C)]
#[derive(Debug)]
pub struct Stored {
    /// How many of the words have been given out.
    used: u64,
    /// Whether there is a number that was made with another one, and its bits.
    has_kept: u64,
    kept: u64,
    /// 0 without a seed, 1 with the program's, else 2 and the generation of the process that the system gave it to.
    origin: u64,
    words: [u32; WORDS],
}

/// Counts the forks that led to this process.
static GENERATION: AtomicU32 = AtomicU32::new(0);
static WATCH_FORKS: Once = Once::new();

/// Runs in the child. The stream of `random` begins again there, as Python's does; NumPy's goes on.
unsafe extern "C" fn count_fork() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
    let _ = STATES.try_with(|states| {
        if let Some(both) = states.get() {
            // SAFETY: the states of this thread, the only one there is; no reference to them is alive where a program forks.
            unsafe { (*both.get())[1].origin = None };
        }
    });
}

thread_local! {
    static STATES: OnceCell<Box<UnsafeCell<[State; 2]>>> = const { OnceCell::new() };
}

/// The state of this thread with a number: 0 for `numpy.random`, any other for `random`. It lives as long as the thread.
///
/// A state that has no seed, or one that the system gave to the process before a fork, is seeded by the system.
#[inline]
pub fn of_thread(number: i32) -> *mut State {
    let both = STATES.try_with(|states| states.get_or_init(make).get());
    // A thread that is ending has given its states back: what still runs in it gets others, which stay.
    let both = both.unwrap_or_else(|_| Box::leak(make()).get());
    let found = both.cast::<State>().wrapping_add(usize::from(number != 0));
    // SAFETY: one of the thread's two states, which no other thread knows; no reference to it is alive here.
    let state = unsafe { &mut *found };
    if state.origin != Some(Origin::Program) {
        state.check_origin(number);
    }
    found
}

fn make() -> Box<UnsafeCell<[State; 2]>> {
    // SAFETY: the handler is a function that only adds to an atomic number.
    WATCH_FORKS.call_once(|| unsafe {
        libc::pthread_atfork(None, None, Some(count_fork));
    });
    let mut states = Box::new(UnsafeCell::new([State::new(), State::new()]));
    for state in states.get_mut() {
        state.interface.state = ptr::from_mut(state).cast();
    }
    states
}

impl State {
    fn new() -> Self {
        let interface =
            BitGenerator { state: ptr::null_mut(), next_uint64, next_uint32, next_double, next_raw: next_uint32_wide };
        State { interface, words: Mersenne::new(), kept: None, origin: None }
    }

    #[cold]
    fn check_origin(&mut self, number: i32) {
        if self.origin.is_none() && number == 0 {
            // Distributions that are NumPy's take the addresses of states.
            crate::hooks::load_random();
        }
        if self.origin != Some(Origin::System(GENERATION.load(Ordering::Relaxed))) {
            self.seed_by_system();
        }
    }

    /// Seeds as NumPy does with a number.
    pub fn seed(&mut self, seed: u32) {
        self.words.seed(seed);
        self.begin(Origin::Program);
    }

    /// Seeds as Python does with the words of a number.
    pub fn seed_words(&mut self, key: &[u32]) {
        self.words.seed_words(key);
        self.begin(Origin::Program);
    }

    /// Exchanges what it is with a stored state.
    pub fn exchange(&mut self, other: &mut Stored) {
        self.words.exchange(&mut other.words, &mut other.used);
        let kept = (other.has_kept != 0).then(|| f64::from_bits(other.kept));
        let kept = std::mem::replace(&mut self.kept, kept);
        other.has_kept = u64::from(kept.is_some());
        other.kept = kept.unwrap_or(0.0).to_bits();
        let origin = match other.origin {
            0 => None,
            1 => Some(Origin::Program),
            generation => Some(Origin::System((generation - 2) as u32)),
        };
        other.origin = match std::mem::replace(&mut self.origin, origin) {
            None => 0,
            Some(Origin::Program) => 1,
            Some(Origin::System(generation)) => 2 + u64::from(generation),
        };
    }

    /// Whether the program has given it a seed.
    pub fn is_seeded(&self) -> bool {
        self.origin == Some(Origin::Program)
    }

    /// Seeds with what the system gives.
    pub fn seed_by_system(&mut self) {
        let mut key = [0u32; 64];
        // SAFETY: the buffer has this size.
        let got = unsafe { libc::getrandom(key.as_mut_ptr().cast(), size_of_val(&key), 0) };
        if got != size_of_val(&key) as isize {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            key[0] ^= now.subsec_nanos();
            key[1] ^= now.as_secs() as u32;
            key[2] ^= std::process::id();
            key[3] ^= ptr::from_ref(self) as usize as u32;
        }
        self.words.seed_words(&key);
        self.begin(Origin::System(GENERATION.load(Ordering::Relaxed)));
    }

    fn begin(&mut self, origin: Origin) {
        self.kept = None;
        self.origin = Some(origin);
    }

    /// The next 32 bits.
    #[inline(always)]
    pub fn next_word(&mut self) -> u32 {
        self.words.next_word()
    }

    /// The next float of at least 0 and less than 1.
    #[inline(always)]
    pub fn uniform(&mut self) -> f64 {
        self.words.next_double()
    }

    /// The address that NumPy's functions are given.
    pub fn bit_generator(&mut self) -> *mut u8 {
        ptr::from_mut(self).cast()
    }
}

/// # Safety
/// The address is that of a state which nothing else uses meanwhile.
unsafe fn state<'a>(address: *mut c_void) -> &'a mut State {
    // SAFETY: promised by the caller.
    unsafe { &mut *address.cast() }
}

unsafe extern "C" fn next_uint32(address: *mut c_void) -> u32 {
    // SAFETY: NumPy passes the `state` of the interface.
    unsafe { state(address) }.next_word()
}

unsafe extern "C" fn next_uint32_wide(address: *mut c_void) -> u64 {
    // SAFETY: as above.
    u64::from(unsafe { state(address) }.next_word())
}

unsafe extern "C" fn next_uint64(address: *mut c_void) -> u64 {
    // SAFETY: as above.
    let state = unsafe { state(address) };
    let high = u64::from(state.next_word()) << 32;
    high | u64::from(state.next_word())
}

unsafe extern "C" fn next_double(address: *mut c_void) -> f64 {
    // SAFETY: as above.
    unsafe { state(address) }.uniform()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_seeded_each_for_itself() {
        let first = |number| {
            // SAFETY: the thread's own state.
            let state = unsafe { &mut *of_thread(number) };
            state.next_word()
        };
        // SAFETY: as above.
        unsafe { &mut *of_thread(0) }.seed(5489);
        assert_eq!(first(0), 3_499_211_612);
        assert_ne!(first(1), 3_499_211_612);
        let other = std::thread::spawn(|| {
            // SAFETY: as above.
            unsafe { &mut *of_thread(0) }.next_word()
        });
        assert_ne!(other.join().expect("no panic"), first(0));
    }
}
