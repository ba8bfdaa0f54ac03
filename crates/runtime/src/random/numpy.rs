//! The C functions of `numpy.random._generator`, which that module exports for callers such as this one.
//!
//! Each takes the address of a `bitgen_t`, then numbers. Their names and types are those of NumPy's `distributions.h`.

use std::cell::UnsafeCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};

macro_rules! functions {
    ($($name:ident($($arg:ident: $ty:ty),*) -> $ret:ty;)*) => {
        /// Positions of the functions in [`ADDRESSES`].
        #[allow(non_camel_case_types, reason = "NumPy's names")]
        #[derive(Clone, Copy)]
        enum Function { $($name),* }

        /// Their names, each with the zero that ends it.
        const NAMES: &[&str] = &[$(concat!(stringify!($name), "\0")),*];

        $(
            /// The function of NumPy's with this name.
            ///
            /// # Safety
            /// The first argument is the address of a `bitgen_t` that nothing else uses; the others are as in `distributions.h`.
            #[allow(clippy::too_many_arguments, reason = "NumPy's function")]
            pub unsafe extern "C" fn $name(bits: *mut u8 $(, $arg: $ty)*) -> $ret {
                type Signature = unsafe extern "C" fn(*mut u8 $(, $ty)*) -> $ret;
                // SAFETY: the address is that of the function with this name, whose signature NumPy keeps.
                let function = unsafe { std::mem::transmute::<usize, Signature>(address(Function::$name)) };
                // SAFETY: promised by the caller.
                unsafe { function(bits $(, $arg)*) }
            }
        )*
    };
}

functions! {
    random_standard_uniform() -> f64;
    random_standard_uniform_f() -> f32;
    random_standard_uniform_fill(count: i64, out: *mut u8) -> ();
    random_standard_uniform_fill_f(count: i64, out: *mut u8) -> ();
    random_standard_exponential() -> f64;
    random_standard_exponential_f() -> f32;
    random_standard_exponential_fill(count: i64, out: *mut u8) -> ();
    random_standard_exponential_fill_f(count: i64, out: *mut u8) -> ();
    random_standard_exponential_inv_fill(count: i64, out: *mut u8) -> ();
    random_standard_exponential_inv_fill_f(count: i64, out: *mut u8) -> ();
    random_standard_normal() -> f64;
    random_standard_normal_f() -> f32;
    random_standard_normal_fill(count: i64, out: *mut u8) -> ();
    random_standard_normal_fill_f(count: i64, out: *mut u8) -> ();
    random_standard_gamma(shape: f64) -> f64;
    random_standard_gamma_f(shape: f32) -> f32;
    random_normal(loc: f64, scale: f64) -> f64;
    random_gamma(shape: f64, scale: f64) -> f64;
    random_exponential(scale: f64) -> f64;
    random_uniform(low: f64, range: f64) -> f64;
    random_beta(a: f64, b: f64) -> f64;
    random_chisquare(df: f64) -> f64;
    random_f(dfnum: f64, dfden: f64) -> f64;
    random_standard_cauchy() -> f64;
    random_pareto(a: f64) -> f64;
    random_weibull(a: f64) -> f64;
    random_power(a: f64) -> f64;
    random_laplace(loc: f64, scale: f64) -> f64;
    random_gumbel(loc: f64, scale: f64) -> f64;
    random_logistic(loc: f64, scale: f64) -> f64;
    random_lognormal(mean: f64, sigma: f64) -> f64;
    random_rayleigh(mode: f64) -> f64;
    random_standard_t(df: f64) -> f64;
    random_noncentral_chisquare(df: f64, nonc: f64) -> f64;
    random_noncentral_f(dfnum: f64, dfden: f64, nonc: f64) -> f64;
    random_wald(mean: f64, scale: f64) -> f64;
    random_vonmises(mu: f64, kappa: f64) -> f64;
    random_triangular(left: f64, mode: f64, right: f64) -> f64;
    random_poisson(lam: f64) -> i64;
    random_negative_binomial(n: f64, p: f64) -> i64;
    random_logseries(p: f64) -> i64;
    random_geometric(p: f64) -> i64;
    random_zipf(a: f64) -> i64;
    random_hypergeometric(good: i64, bad: i64, sample: i64) -> i64;
    random_interval(max: i64) -> i64;
    random_bounded_uint64(offset: i64, range: i64, mask: i64, masked: bool) -> i64;
    random_bounded_uint64_fill(offset: i64, range: i64, count: i64, masked: bool, out: *mut u8) -> ();
    random_bounded_uint32_fill(offset: i32, range: i32, count: i64, masked: bool, out: *mut u8) -> ();
    random_bounded_uint16_fill(offset: u16, range: u16, count: i64, masked: bool, out: *mut u8) -> ();
    random_bounded_uint8_fill(offset: u8, range: u8, count: i64, masked: bool, out: *mut u8) -> ();
    random_bounded_bool_fill(offset: bool, range: bool, count: i64, masked: bool, out: *mut u8) -> ();
    random_multivariate_hypergeometric_marginals(
        total: i64, colors: i64, sizes: *mut u8, sample: i64, variates: i64, out: *mut u8
    ) -> ();
    random_multivariate_hypergeometric_count(
        total: i64, colors: i64, sizes: *mut u8, sample: i64, variates: i64, out: *mut u8
    ) -> i32;
}

/// Their addresses; 0 before [`load`].
static ADDRESSES: [AtomicUsize; NAMES.len()] = [const { AtomicUsize::new(0) }; NAMES.len()];
static BINOMIAL: AtomicUsize = AtomicUsize::new(0);
static INVERSION: AtomicUsize = AtomicUsize::new(0);
static REJECTION: AtomicUsize = AtomicUsize::new(0);
static MULTINOMIAL: AtomicUsize = AtomicUsize::new(0);
static LOG_GAMMA: AtomicUsize = AtomicUsize::new(0);

fn address(function: Function) -> usize {
    known(&ADDRESSES[function as usize])
}

/// Whoever has a `bitgen_t` or compiled code that takes one has called [`load`], which says when a function is missing.
fn known(slot: &AtomicUsize) -> usize {
    let address = slot.load(Ordering::Relaxed);
    if address == 0 {
        std::process::abort();
    }
    address
}

/// Finds the functions in the module with this file, which is loaded. The error is the name of one that it does not have.
pub fn load(file: &CStr) -> Result<(), String> {
    // SAFETY: a path; the module has been loaded by the interpreter and is never unloaded.
    let library = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        return Err(file.to_string_lossy().into_owned());
    }
    for (name, slot) in NAMES.iter().zip(&ADDRESSES) {
        slot.store(find(library, name)?, Ordering::Relaxed);
    }
    let others = [
        ("random_binomial\0", &BINOMIAL),
        ("random_binomial_inversion\0", &INVERSION),
        ("random_binomial_btpe\0", &REJECTION),
        ("random_multinomial\0", &MULTINOMIAL),
        ("random_loggam\0", &LOG_GAMMA),
    ];
    for (name, slot) in others {
        slot.store(find(library, name)?, Ordering::Relaxed);
    }
    Ok(())
}

fn find(library: *mut c_void, name: &str) -> Result<usize, String> {
    // SAFETY: an open library, and a text that ends with a zero.
    match unsafe { libc::dlsym(library, name.as_ptr().cast::<c_char>()) } as usize {
        0 => Err(name.trim_end_matches('\0').to_owned()),
        found => Ok(found),
    }
}

/// As [`load`], for a path that is text.
pub fn load_path(file: &str) -> Result<(), String> {
    load(&CString::new(file).map_err(|_| file.to_owned())?)
}

/// NumPy's `binomial_t`: what follows from the parameters of the last binomial numbers. It is a table of 17 words; all zero is empty.
type Prepared = [u64; 32];

thread_local! {
    static PREPARED: UnsafeCell<Prepared> = const { UnsafeCell::new([0; 32]) };
}

macro_rules! binomials {
    ($($(#[$doc:meta])* $visibility:vis $name:ident($($arg:ident: $ty:ty),*) = $function:ident($($passed:ident),*): ($($c:ty),*);)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// The address is that of a `bitgen_t` that nothing else uses.
        $visibility unsafe extern "C" fn $name(bits: *mut u8, $($arg: $ty),*) -> i64 {
            type Signature = unsafe extern "C" fn(*mut u8, $($c),*, *mut Prepared) -> i64;
            // SAFETY: the address is that of the function with this name.
            let function = unsafe { std::mem::transmute::<usize, Signature>(known(&$function)) };
            // SAFETY: promised by the caller; the table is the thread's.
            PREPARED.with(|prepared| unsafe { function(bits, $($passed),*, prepared.get()) })
        }
    )*};
}

binomials! {
    /// A binomial number: of so many trials, of this probability.
    pub random_binomial(n: i64, p: f64) = BINOMIAL(p, n): (f64, i64);
    /// A binomial number with a mean of at most 30, of a probability up to a half.
    pub(super) binomial_by_inversion(n: i64, p: f64) = INVERSION(n, p): (i64, f64);
    /// A binomial number of a probability up to a half.
    pub(super) binomial_by_rejection(n: i64, p: f64) = REJECTION(n, p): (i64, f64);
}

/// One multinomial number: `n`, the counts, the probabilities, how many they are.
///
/// # Safety
/// The address is that of a `bitgen_t` that nothing else uses; the arrays have this length.
pub unsafe extern "C" fn random_multinomial(bits: *mut u8, n: i64, out: *mut u8, probabilities: *mut u8, length: i64) {
    type Signature = unsafe extern "C" fn(*mut u8, i64, *mut u8, *mut u8, i64, *mut Prepared);
    // SAFETY: the address is that of the function with this name.
    let function = unsafe { std::mem::transmute::<usize, Signature>(known(&MULTINOMIAL)) };
    // SAFETY: promised by the caller; the table is the thread's.
    PREPARED.with(|prepared| unsafe { function(bits, n, out, probabilities, length, prepared.get()) })
}

/// The logarithm of the gamma function, as NumPy computes it for its distributions.
pub(super) fn log_gamma(x: f64) -> f64 {
    // SAFETY: the address is that of `random_loggam`, which takes any number.
    unsafe {
        let function = std::mem::transmute::<usize, unsafe extern "C" fn(f64) -> f64>(known(&LOG_GAMMA));
        function(x)
    }
}
