//! Addresses of everything that object code may refer to by name.

use crate::{bodies, halves};

macro_rules! rust_type {
    (I1) => { bool };
    (I32) => { i32 };
    (I64) => { i64 };
    (F32) => { f32 };
    (F64) => { f64 };
    (Ptr) => { *mut u8 };
}

macro_rules! signature {
    (Plain ($($param:ident)*) ()) => { unsafe extern "C" fn($(rust_type!($param)),*) };
    (Plain ($($param:ident)*) ($result:ident)) => { unsafe extern "C" fn($(rust_type!($param)),*) -> rust_type!($result) };
    (Null ($($param:ident)*) (Ptr)) => { unsafe extern "C" fn($(rust_type!($param)),*) -> *mut u8 };
    (Status ($($param:ident)*) ($($result:ident)*)) => {
        unsafe extern "C" fn($(rust_type!($param),)* $(*mut rust_type!($result)),*) -> i32
    };
}

macro_rules! addresses {
    ($($(#[$doc:meta])* $name:ident $params:tt -> $results:tt $convention:ident $effect:ident;)*) => {
        /// One address for each row of the table, in its order.
        fn runtime_addresses() -> [usize; coluber_abi::RUNTIME.len()] {
            [$({
                let body: signature!($convention $params $results) = bodies::$name;
                body as usize
            }),*]
        }
    };
}

coluber_abi::runtime_functions!(addresses);

macro_rules! c_functions {
    ($($name:ident)*) => {
        mod c {
            unsafe extern "C" {
                $(pub fn $name();)*
            }
        }

        /// Functions of C's library that code generation calls or that LLVM puts in the place of code. Only addresses are taken.
        fn c_addresses() -> impl Iterator<Item = (&'static str, usize)> {
            [$((stringify!($name), c::$name as *const () as usize)),*].into_iter()
        }
    };
}

c_functions! {
    exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh pow hypot cbrt
    erf erfc tgamma lgamma fmod remainder nextafter j0 j1 y0 y1
    expf exp2f expm1f logf log2f log10f log1pf sinf cosf tanf asinf acosf atanf atan2f sinhf coshf tanhf asinhf acoshf atanhf
    powf hypotf cbrtf erff erfcf tgammaf lgammaf fmodf remainderf nextafterf j0f j1f y0f y1f
    sqrt floor ceil trunc rint round nearbyint roundeven fma fmin fmax ldexp exp10 sincos
    sqrtf floorf ceilf truncf rintf roundf nearbyintf roundevenf fmaf fminf fmaxf ldexpf exp10f sincosf
    memcpy memmove memset memcmp bcmp
}

/// What LLVM calls to convert float16, by the names that compilers have agreed on.
fn half_addresses() -> [(&'static str, usize); 2] {
    [("__extendhfsf2", halves::extend as *const () as usize), ("__truncsfhf2", halves::truncate as *const () as usize)]
}

/// Name and address of each function, and of the words that code reads.
pub fn symbols() -> impl Iterator<Item = (&'static str, usize)> {
    let runtime = coluber_abi::RUNTIME.iter().map(|row| row.symbol).zip(runtime_addresses());
    let words = [(coluber_abi::INTERRUPT_SYMBOL, crate::interrupts::address())];
    runtime.chain(c_addresses()).chain(half_addresses()).chain(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn names_are_unique_and_addresses_are_set() {
        let all: Vec<_> = symbols().collect();
        let by_name: HashMap<_, _> = all.iter().copied().collect();
        assert_eq!(by_name.len(), all.len());
        assert!(all.iter().all(|&(_, address)| address != 0));
        assert_eq!(by_name["coluber_alloc"], bodies::alloc as *const () as usize);
    }
}
