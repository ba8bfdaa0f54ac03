//! Containers of the program that compiled code reads by name, while a call uses them: reading one again asks the host for nothing.

use crate::held::hold_word;
use coluber_types::begun::{SHARED_CALL, SHARED_DIGITS};
use std::sync::atomic::{AtomicUsize, Ordering};

/// For so many containers, by their numbers, the host need not be asked.
const MOST: usize = 1024;

/// Their owner words; zero for those that the host has to be asked for.
static READY: [AtomicUsize; MOST] = [const { AtomicUsize::new(0) }; MOST];

/// Says that calls may read a container without asking for it, until it is taken back.
pub fn set_ready(number: usize, owner: u64) {
    if let Some(place) = READY.get(number) {
        place.store(owner as usize, Ordering::Release);
    }
}

/// Has calls ask for a container again, which is about to be given up.
pub fn take_back(number: usize) {
    set_ready(number, 0);
}

/// A reference to the container that a name of the host stands for; None where the host has to be asked.
///
/// # Safety
/// No call ends on another thread meanwhile: containers are given up then.
pub(crate) unsafe fn ready(name: &str) -> Option<*mut u8> {
    let digits = name.strip_prefix(SHARED_CALL).filter(|digits| digits.len() == SHARED_DIGITS)?;
    let number = digits.bytes().fold(0, |number, digit| number * 10 + usize::from(digit.wrapping_sub(b'0')));
    let owner = READY.get(number)?.load(Ordering::Acquire);
    // SAFETY: an allocation that the host holds until it has taken it back.
    (owner != 0).then(|| unsafe { hold_word(owner as *mut u8) }).flatten()
}
