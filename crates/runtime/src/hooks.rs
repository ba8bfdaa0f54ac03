//! What the host does for compiled code. The host sets these functions once, before it runs any.

use crate::exceptions::Pending;
use crate::numpy_loops::NumpyLoop;
use crate::strings::{Answer, Given, Points};
use coluber_abi::ExceptionClass;
use coluber_types::ErrorText;
use std::sync::OnceLock;

/// An exception that the host raised.
#[derive(Clone, Copy, Debug)]
pub struct HostRaised {
    /// Its class.
    pub class: ExceptionClass,
    /// The host's handle of the object; given back by the function of [`set_host_release`].
    pub value: u64,
}

/// Calls `name` with arguments: numbers of their types, then a word for each leaf of all of them.
pub type HostCall = fn(name: &str, types: &[u32], words: &[u64]) -> Result<(), HostRaised>;
/// Calls an object with arguments, as for [`HostCall`]; `name` says which, and of what type the result is. Gives the words of the
/// result, which own what they refer to.
pub type ObjectCall = fn(name: &str, types: &[u32], words: &[u64]) -> Result<Vec<u64>, HostRaised>;
/// Whether the first class is the second or derived from it.
pub type ExceptionMatch = fn(raised: ExceptionClass, wanted: ExceptionClass) -> bool;
/// Gives a reference to an object of the host up, or takes one.
pub type HostRelease = fn(value: u64);

/// Makes the text of a value: the number of its type and its words. The function given takes the text.
pub type HostText = fn(types: &[u32], words: &[u64], receive: &mut dyn FnMut(Points<'_>)) -> Result<(), HostRaised>;
/// Calls a function on strings, `str.NAME` or `builtins.NAME`. The function given takes the answer.
pub type StringCall =
    fn(name: &str, given: &[Given<'_>], receive: &mut dyn FnMut(Answer<'_>)) -> Result<(), HostRaised>;

static HOST_TEXT: OnceLock<HostText> = OnceLock::new();
static STRING_CALL: OnceLock<StringCall> = OnceLock::new();

/// The text of an exception that only the host can make.
pub type ExceptionText = fn(&Pending, ErrorText) -> Option<String>;

/// Finds a loop of one of NumPy's ufuncs by its name.
pub type FindNumpyLoop = fn(name: &str) -> Result<NumpyLoop, HostRaised>;

/// Makes NumPy's random functions known to [`crate::random::numpy::load`].
pub type LoadRandom = fn();
/// What a new generator begins with.
pub enum GeneratorSeed<'a> {
    /// What the system gives.
    System,
    /// A number.
    Number(i64),
    /// The words of a seed sequence, for the bit generator with a number.
    Words {
        /// The number.
        kind: i64,
        /// The entropy.
        entropy: &'a [u32],
        /// The key of one that was spawned.
        spawn_key: &'a [u32],
    },
}

/// Makes a generator of random numbers: a reference to the object, and the address of its `bitgen_t`.
pub type MakeGenerator = fn(seed: GeneratorSeed<'_>) -> Result<(u64, u64), HostRaised>;

static LOAD_RANDOM: OnceLock<LoadRandom> = OnceLock::new();
static MAKE_GENERATOR: OnceLock<MakeGenerator> = OnceLock::new();
/// Runs something that may take long and wait for threads that need the host: without the host's lock, where this thread has it.
pub type Detached = fn(run: &mut (dyn FnMut() + Send));

static DETACHED: OnceLock<Detached> = OnceLock::new();
/// Runs the host's handlers of signals.
pub type Interrupt = fn() -> Result<(), HostRaised>;
static INTERRUPT: OnceLock<Interrupt> = OnceLock::new();
static FIND_NUMPY_LOOP: OnceLock<FindNumpyLoop> = OnceLock::new();
static EXCEPTION_TEXT: OnceLock<ExceptionText> = OnceLock::new();
static HOST_CALL: OnceLock<HostCall> = OnceLock::new();
static EXCEPTION_MATCH: OnceLock<ExceptionMatch> = OnceLock::new();
static HOST_RELEASE: OnceLock<HostRelease> = OnceLock::new();
static HOST_RETAIN: OnceLock<HostRelease> = OnceLock::new();

static OBJECT_CALL: OnceLock<ObjectCall> = OnceLock::new();

/// Sets what calls of objects do. Later calls change nothing.
pub fn set_object_call(hook: ObjectCall) {
    let _ = OBJECT_CALL.set(hook);
}

pub(crate) fn object_call() -> Option<ObjectCall> {
    OBJECT_CALL.get().copied()
}

/// Sets what calls into the host do. Later calls change nothing.
pub fn set_host_call(hook: HostCall) {
    let _ = HOST_CALL.set(hook);
}

/// Sets how classes that only the host knows are compared. Later calls change nothing.
pub fn set_exception_match(hook: ExceptionMatch) {
    let _ = EXCEPTION_MATCH.set(hook);
}

/// Sets what finds loops of NumPy's ufuncs. Later calls change nothing.
pub fn set_numpy_loop(hook: FindNumpyLoop) {
    let _ = FIND_NUMPY_LOOP.set(hook);
}

/// Sets what makes the text of exceptions. Later calls change nothing.
pub fn set_exception_text(hook: ExceptionText) {
    let _ = EXCEPTION_TEXT.set(hook);
}

/// Sets what gives references to the host's objects up, and what takes one. Later calls change nothing.
pub fn set_host_references(release: HostRelease, retain: HostRelease) {
    let _ = HOST_RELEASE.set(release);
    let _ = HOST_RETAIN.set(retain);
}

/// Sets what finds NumPy's random functions and makes generators. Later calls change nothing.
pub fn set_random(load: LoadRandom, make: MakeGenerator) {
    let _ = LOAD_RANDOM.set(load);
    let _ = MAKE_GENERATOR.set(make);
}

/// The hash of bytes that are not empty.
pub type HashBytes = fn(bytes: &[u8]) -> i64;

static HASH_BYTES: OnceLock<HashBytes> = OnceLock::new();

/// Sets how bytes are hashed. Later calls change nothing.
pub fn set_hash_bytes(hook: HashBytes) {
    let _ = HASH_BYTES.set(hook);
}

pub(crate) fn hash_bytes() -> Option<HashBytes> {
    HASH_BYTES.get().copied()
}

/// Sets what makes the text of values. Later calls change nothing.
pub fn set_host_text(hook: HostText) {
    let _ = HOST_TEXT.set(hook);
}

/// Sets what calls functions on strings. Later calls change nothing.
pub fn set_string_call(hook: StringCall) {
    let _ = STRING_CALL.set(hook);
}

pub(crate) fn host_text() -> Option<HostText> {
    HOST_TEXT.get().copied()
}

pub(crate) fn string_call() -> Option<StringCall> {
    STRING_CALL.get().copied()
}

pub(crate) fn load_random() {
    if let Some(hook) = LOAD_RANDOM.get() {
        hook();
    }
}

pub(crate) fn make_generator() -> Option<MakeGenerator> {
    MAKE_GENERATOR.get().copied()
}

/// Sets what gives the host's lock up. Later calls change nothing.
pub fn set_detached(hook: Detached) {
    let _ = DETACHED.set(hook);
}

/// Sets what runs the host's handlers of signals. Later calls change nothing.
pub fn set_interrupt(hook: Interrupt) {
    let _ = INTERRUPT.set(hook);
}

pub(crate) fn interrupt() -> Result<(), HostRaised> {
    INTERRUPT.get().map_or(Ok(()), |hook| hook())
}

/// Runs something without the host's lock.
pub(crate) fn detached(run: &mut (dyn FnMut() + Send)) {
    match DETACHED.get() {
        Some(hook) => hook(run),
        None => run(),
    }
}

pub(crate) fn numpy_loop() -> Option<FindNumpyLoop> {
    FIND_NUMPY_LOOP.get().copied()
}

pub(crate) fn host_call() -> Option<HostCall> {
    HOST_CALL.get().copied()
}

pub(crate) fn host_class_matches(raised: ExceptionClass, wanted: ExceptionClass) -> bool {
    EXCEPTION_MATCH.get().is_some_and(|hook| hook(raised, wanted))
}

pub(crate) fn exception_text(exception: &Pending, which: ErrorText) -> Option<String> {
    EXCEPTION_TEXT.get().and_then(|hook| hook(exception, which))
}

pub(crate) fn release_host_value(value: u64) {
    if let Some(hook) = HOST_RELEASE.get() {
        hook(value);
    }
}

pub(crate) fn retain_host_value(value: u64) {
    if let Some(hook) = HOST_RETAIN.get() {
        hook(value);
    }
}
