//! Loops of NumPy's ufuncs, such as those of its linear algebra: compiled code calls them without Python.

use crate::hooks::{self, HostRaised};
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::RwLock;

/// NumPy's `PyUFuncGenericFunction`.
type LoopFunction = unsafe extern "C" fn(*mut *mut c_char, *const isize, *const isize, *mut c_void);

/// A loop that was found.
#[derive(Clone, Copy, Debug)]
pub struct NumpyLoop {
    /// Its function.
    pub function: LoopFunction,
    /// Address of its data.
    pub data: usize,
    /// Number of its extents: that of the parts, and those of the dimensions of its layout.
    pub extents: usize,
}

/// The loops that have been asked for, by name.
static LOOPS: RwLock<Option<HashMap<String, NumpyLoop>>> = RwLock::new(None);

/// `FE_INVALID`: the same on x86-64 and 64-bit Arm.
const INVALID: c_int = 1;

// SAFETY: these are as fenv.h declares them.
unsafe extern "C" {
    fn feraiseexcept(flags: c_int) -> c_int;
    #[cfg(not(target_arch = "x86_64"))]
    fn feclearexcept(flags: c_int) -> c_int;
    #[cfg(not(target_arch = "x86_64"))]
    fn fetestexcept(flags: c_int) -> c_int;
}

/// Whether an invalid operation was flagged; clears the flag. The C library's functions also look at the registers of x87, which
/// takes longer than most loops over one element, and which no loop that tells something by this flag uses.
#[cfg(target_arch = "x86_64")]
fn take_invalid() -> bool {
    let mut state: u32 = 0;
    // SAFETY: the register's value is written to memory.
    unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &raw mut state, options(nostack, preserves_flags)) };
    let flagged = state & INVALID as u32 != 0;
    if flagged {
        let cleared = state & !(INVALID as u32);
        // SAFETY: only a flag changes, which nobody else reads.
        unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const cleared, options(nostack)) };
    }
    flagged
}

/// Whether an invalid operation was flagged; clears the flag.
#[cfg(not(target_arch = "x86_64"))]
fn take_invalid() -> bool {
    // SAFETY: the flags are the thread's.
    unsafe {
        let flagged = fetestexcept(INVALID) != 0;
        feclearexcept(INVALID);
        flagged
    }
}

/// Whether an invalid operation is flagged; the flag stays.
pub fn is_invalid() -> bool {
    let flagged = take_invalid();
    if flagged {
        set_invalid(true);
    }
    flagged
}

/// Flags an invalid operation, as loops do that have no result, or takes back what operations on the way have flagged.
pub fn set_invalid(is_invalid: bool) {
    take_invalid();
    if is_invalid {
        // SAFETY: the flags are the thread's.
        unsafe { feraiseexcept(INVALID) };
    }
}

/// Finds a loop; the host is asked once for each.
fn find(name: &str) -> Result<NumpyLoop, Option<HostRaised>> {
    let known = LOOPS.read().unwrap_or_else(|e| e.into_inner()).as_ref().and_then(|loops| loops.get(name).copied());
    if let Some(known) = known {
        return Ok(known);
    }
    let hook = hooks::numpy_loop().ok_or(None)?;
    // A panic must not unwind through compiled code.
    let found = catch_unwind(AssertUnwindSafe(|| hook(name))).map_err(|_| None)?.map_err(Some)?;
    LOOPS.write().unwrap_or_else(|e| e.into_inner()).get_or_insert_default().insert(name.to_owned(), found);
    Ok(found)
}

/// Runs a loop, and returns whether it flagged an invalid operation: NumPy's linear algebra says so that there is no result.
///
/// # Safety
/// `extents` begins with their number, after which come the extents and the strides of the loop; operands and strides are those
/// that the loop with this name takes.
pub(crate) unsafe fn run(
    name: &str,
    extents: *const isize,
    mut operands: [*mut c_char; 8],
) -> Result<bool, Option<HostRaised>> {
    let found = find(name)?;
    // SAFETY: as the caller says.
    let count = unsafe { *extents } as usize;
    if count != found.extents {
        return Err(None);
    }
    let NumpyLoop { function, data, .. } = found;
    // SAFETY: as above.
    unsafe {
        let (dims, steps) = (extents.add(1), extents.add(1 + count));
        take_invalid();
        function(operands.as_mut_ptr(), dims, steps, data as *mut c_void);
    }
    Ok(take_invalid())
}
