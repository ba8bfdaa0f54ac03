//! NumPy's own sorts of values, where they are the faster ones: on processors with AVX-512 that store the chosen elements of a vector
//! (`vpcompress`) quickly. AMD's before Zen 5 need more than a hundred cycles for that.

use std::any::TypeId;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The types that there is such a sort for, in the order of [`install`]'s addresses.
const TYPES: [TypeId; 6] = [
    TypeId::of::<i32>(),
    TypeId::of::<u32>(),
    TypeId::of::<i64>(),
    TypeId::of::<u64>(),
    TypeId::of::<f32>(),
    TypeId::of::<f64>(),
];

/// How many values are worth the call.
const LEAST: usize = 8;

/// `PyArray_SortFunc`: the first value, how many there are, and an array that sorts of numbers don't look at.
type Sort = unsafe extern "C" fn(*mut c_void, isize, *mut c_void) -> i32;

static SORTS: [AtomicUsize; 6] = [const { AtomicUsize::new(0) }; 6];

/// Whether NumPy's sorts are to be used on this processor.
#[must_use]
pub fn is_faster() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        let found = std::arch::x86_64::__cpuid(0);
        let vendor = [found.ebx, found.edx, found.ecx].map(u32::to_le_bytes).concat();
        let version = std::arch::x86_64::__cpuid(1).eax;
        std::is_x86_feature_detected!("avx512dq") && compresses_quickly(&vendor, family(version))
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The family of a processor, of what it says of its version.
fn family(version: u32) -> u32 {
    let (base, extended) = (version >> 8 & 0xf, version >> 20 & 0xff);
    if base == 0xf { base + extended } else { base }
}

/// Whether processors of a family with AVX-512 store chosen elements quickly.
fn compresses_quickly(vendor: &[u8], family: u32) -> bool {
    const ZEN_5: u32 = 0x1a;
    match vendor {
        b"GenuineIntel" => true,
        b"AuthenticAMD" => family >= ZEN_5,
        _ => false,
    }
}

/// Has values of 32 and 64 bits sorted by these functions: of signed and unsigned integers of both sizes, then of floats.
///
/// # Safety
/// They are NumPy's `PyArray_SortFunc` for these types, or null.
pub unsafe fn install(addresses: [*const c_void; 6]) {
    for (sort, address) in SORTS.iter().zip(addresses) {
        sort.store(address.addr(), Ordering::Relaxed);
    }
}

/// Sorts values if NumPy has a sort for them that is to be used.
pub(crate) fn sort<T: 'static>(values: &mut [T]) -> bool {
    let Some(which) = TYPES.iter().position(|ty| *ty == TypeId::of::<T>()) else { return false };
    let address = SORTS[which].load(Ordering::Relaxed);
    if address == 0 || values.len() < LEAST {
        return false;
    }
    // SAFETY: `install` was given a function of this type.
    let sort = unsafe { std::mem::transmute::<usize, Sort>(address) };
    // SAFETY: the values have the type that the function sorts, which needs nothing else and takes no array.
    unsafe { sort(values.as_mut_ptr().cast(), values.len() as isize, std::ptr::null_mut()) == 0 }
}

#[cfg(test)]
mod tests {
    use super::{compresses_quickly, family};

    #[test]
    fn processors_are_told_apart_by_their_families() {
        // What a Granite Rapids, a Zen 4 and a Zen 5 say of themselves.
        let (granite_rapids, zen_4, zen_5) = (0x000a_06d1, 0x00a1_0f11, 0x00b0_0f21);
        assert_eq!([granite_rapids, zen_4, zen_5].map(family), [0x6, 0x19, 0x1a]);
        assert!(compresses_quickly(b"GenuineIntel", family(granite_rapids)));
        assert!(!compresses_quickly(b"AuthenticAMD", family(zen_4)));
        assert!(compresses_quickly(b"AuthenticAMD", family(zen_5)));
        assert!(!compresses_quickly(b"HygonGenuine", 0x18));
    }
}
