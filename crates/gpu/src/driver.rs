//! Launches on a GPU, through functions of NVIDIA's driver whose addresses the host's side has found.

use crate::emulator::Grid;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::null_mut;

type Handle = *mut c_void;
type LaunchKernel =
    unsafe extern "system" fn(Handle, u32, u32, u32, u32, u32, u32, u32, Handle, *mut Handle, *mut Handle) -> i32;
type LaunchCooperative =
    unsafe extern "system" fn(Handle, u32, u32, u32, u32, u32, u32, u32, Handle, *mut Handle) -> i32;
type GetContext = unsafe extern "system" fn(*mut Handle) -> i32;

/// The addresses of the driver's functions.
#[derive(Clone, Copy, Debug)]
pub struct Addresses {
    /// `cuLaunchKernel`
    pub launch: usize,
    /// `cuLaunchCooperativeKernel`
    pub launch_cooperative: usize,
    /// `cuCtxGetCurrent`
    pub current_context: usize,
}

/// The functions of the driver that a launch calls.
#[derive(Clone, Copy, Debug)]
pub struct Driver {
    launch: LaunchKernel,
    launch_cooperative: LaunchCooperative,
    current_context: GetContext,
}

/// A function of the driver that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its name.
    pub function: &'static str,
    /// The result code.
    pub code: i32,
}

/// A kernel that is loaded.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// The driver's handle.
    pub handle: u64,
    /// Whether all blocks have to run at once.
    pub cooperative: bool,
    /// Of each parameter, the word among those of the arguments. Its value is in the word's low bytes, as many as the parameter has.
    pub params: &'a [u32],
}

/// So many parameters need no allocation.
const USUAL: usize = 64;

impl Driver {
    /// The driver with these functions; None where an address is missing.
    ///
    /// # Safety
    /// They are the addresses of these functions, which stay loaded.
    pub unsafe fn new(addresses: Addresses) -> Option<Driver> {
        if addresses.launch == 0 || addresses.launch_cooperative == 0 || addresses.current_context == 0 {
            return None;
        }
        // SAFETY: as the caller says; none of them is null.
        unsafe {
            Some(Driver {
                launch: std::mem::transmute::<usize, LaunchKernel>(addresses.launch),
                launch_cooperative: std::mem::transmute::<usize, LaunchCooperative>(addresses.launch_cooperative),
                current_context: std::mem::transmute::<usize, GetContext>(addresses.current_context),
            })
        }
    }

    /// The context that is current in this thread; 0 if there is none.
    pub fn context(&self) -> Result<u64, Failure> {
        let mut context = null_mut();
        // SAFETY: the function writes one handle.
        let code = unsafe { (self.current_context)(&mut context) };
        done("cuCtxGetCurrent", code).map(|()| context as u64)
    }

    /// Starts a kernel in the current context. The driver has read the words when this returns.
    ///
    /// # Safety
    /// The function is loaded, its parameters are among the words, and what they point to is memory of the device.
    pub unsafe fn launch(&self, function: Function<'_>, grid: Grid, stream: u64, words: &[u64]) -> Result<(), Failure> {
        with_places(function.params, words, |places| {
            let ([x, y, z], [i, j, k], shared) = (grid.blocks, grid.threads, grid.dynamic_shared);
            let (handle, stream) = (function.handle as Handle, stream as Handle);
            // SAFETY: as the caller says; each place holds a value of its parameter.
            unsafe {
                if function.cooperative {
                    let code = (self.launch_cooperative)(handle, x, y, z, i, j, k, shared, stream, places);
                    done("cuLaunchCooperativeKernel", code)
                } else {
                    let code = (self.launch)(handle, x, y, z, i, j, k, shared, stream, places, null_mut());
                    done("cuLaunchKernel", code)
                }
            }
        })
    }
}

fn done(function: &'static str, code: i32) -> Result<(), Failure> {
    if code == 0 { Ok(()) } else { Err(Failure { function, code }) }
}

/// Runs with the list of the addresses of the parameters' words.
fn with_places<R>(params: &[u32], words: &[u64], run: impl FnOnce(*mut Handle) -> R) -> R {
    // The driver reads only.
    let place = |&word: &u32| (&raw const words[word as usize]).cast_mut().cast::<c_void>();
    if params.len() > USUAL {
        let mut places: Vec<Handle> = params.iter().map(place).collect();
        return run(places.as_mut_ptr());
    }
    let mut places = [MaybeUninit::<Handle>::uninit(); USUAL];
    for (slot, param) in places.iter_mut().zip(params) {
        slot.write(place(param));
    }
    run(places.as_mut_ptr().cast())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    type Seen = (u64, [u32; 7], u64, Vec<u64>);

    thread_local! {
        static SEEN: RefCell<Option<Seen>> = const { RefCell::new(None) };
    }

    #[rustfmt::skip]
    unsafe extern "system" fn launch(
        f: Handle, x: u32, y: u32, z: u32, i: u32, j: u32, k: u32, shared: u32, stream: Handle, params: *mut Handle, extra: *mut Handle,
    ) -> i32 {
        assert!(extra.is_null());
        // SAFETY: the tests pass three parameters.
        let words = (0..3).map(|n| unsafe { *(*params.add(n)).cast::<u64>() }).collect();
        SEEN.set(Some((f as u64, [x, y, z, i, j, k, shared], stream as u64, words)));
        if x == 99 { 719 } else { 0 }
    }

    #[rustfmt::skip]
    unsafe extern "system" fn cooperative(
        f: Handle, x: u32, y: u32, z: u32, i: u32, j: u32, k: u32, shared: u32, stream: Handle, params: *mut Handle,
    ) -> i32 {
        // SAFETY: as above.
        unsafe { launch(f, x + 1, y, z, i, j, k, shared, stream, params, null_mut()) }
    }

    unsafe extern "system" fn context(out: *mut Handle) -> i32 {
        // SAFETY: the caller passes the address of a handle.
        unsafe { *out = 0xC0 as Handle };
        0
    }

    fn driver() -> Driver {
        let addresses = Addresses {
            launch: launch as *const () as usize,
            launch_cooperative: cooperative as *const () as usize,
            current_context: context as *const () as usize,
        };
        // SAFETY: the functions above have the types of the driver's.
        unsafe { Driver::new(addresses) }.expect("three addresses")
    }

    fn grid(x: u32) -> Grid {
        Grid { blocks: [x, 2, 3], threads: [4, 5, 6], dynamic_shared: 7 }
    }

    #[test]
    fn parameters_are_the_places_of_their_words() {
        let words = [10, 11, 12, 13];
        let function = Function { handle: 0xF, cooperative: false, params: &[0, 2, 3] };
        // SAFETY: the functions above take anything.
        unsafe { driver().launch(function, grid(1), 8, &words) }.expect("a launch");
        assert_eq!(SEEN.take(), Some((0xF, [1, 2, 3, 4, 5, 6, 7], 8, vec![10, 12, 13])));
        let many: Vec<u32> = (0..200).map(|k| k % 4).collect();
        // SAFETY: as above.
        unsafe { driver().launch(Function { params: &many, ..function }, grid(1), 8, &words) }.expect("a launch");
        assert_eq!(SEEN.take().map(|seen| seen.3), Some(vec![10, 11, 12]));
    }

    #[test]
    fn cooperative_kernels_have_a_function_of_their_own() {
        let function = Function { handle: 0xF, cooperative: true, params: &[0, 1, 2] };
        // SAFETY: as above.
        unsafe { driver().launch(function, grid(1), 0, &[1, 2, 3]) }.expect("a launch");
        assert_eq!(SEEN.take().map(|seen| seen.1[0]), Some(2));
    }

    #[test]
    fn codes_are_failures() {
        let function = Function { handle: 0xF, cooperative: false, params: &[0, 0, 0] };
        // SAFETY: as above.
        let failed = unsafe { driver().launch(function, grid(99), 0, &[1]) };
        assert_eq!(failed, Err(Failure { function: "cuLaunchKernel", code: 719 }));
        assert_eq!(driver().context(), Ok(0xC0));
    }

    #[test]
    fn missing_addresses_are_no_driver() {
        // SAFETY: nothing is called.
        assert!(unsafe { Driver::new(Addresses { launch: 1, launch_cooperative: 0, current_context: 1 }) }.is_none());
    }
}
