//! Clocks, those of the module `time` of Python, and waiting.

use crate::bodies::builtin;
use crate::{exceptions, hooks, interrupts};
use coluber_abi::{OK, RAISED};
use std::time::{Duration, Instant};

/// So long a thread waits before it looks for Ctrl-C, which another one may have been sent.
const NAP: Duration = Duration::from_millis(50);

const CLOCKS: [libc::clockid_t; 4] =
    [libc::CLOCK_REALTIME, libc::CLOCK_MONOTONIC, libc::CLOCK_PROCESS_CPUTIME_ID, libc::CLOCK_THREAD_CPUTIME_ID];

/// Nanoseconds of a clock by its number: 0 is that of the day, 1 one that only goes on, 2 the process's time, 3 the thread's.
pub extern "C" fn clock(number: i64) -> i64 {
    let clock =
        usize::try_from(number).ok().and_then(|number| CLOCKS.get(number)).copied().unwrap_or(libc::CLOCK_MONOTONIC);
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the address of a time.
    unsafe { libc::clock_gettime(clock, &mut now) };
    now.tv_sec * 1_000_000_000 + now.tv_nsec
}

/// Waits for so many seconds, without the host's lock, or until Ctrl-C comes.
pub extern "C" fn sleep(seconds: f64) -> i32 {
    let duration = match Duration::try_from_secs_f64(seconds) {
        Ok(duration) => duration,
        Err(_) => return refuse(seconds),
    };
    let Some(end) = Instant::now().checked_add(duration) else { return refuse(f64::INFINITY) };
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return OK;
        }
        hooks::detached(&mut || std::thread::sleep(left.min(NAP)));
        if interrupts::stops() {
            return RAISED;
        }
    }
}

fn refuse(seconds: f64) -> i32 {
    let (class, text) = match seconds {
        _ if seconds.is_nan() => ("ValueError", "Invalid value NaN (not a number)"),
        _ if seconds < 0.0 => ("ValueError", "sleep length must be non-negative"),
        _ => ("OverflowError", "timestamp out of range for platform time_t"),
    };
    exceptions::raise_message(builtin(class), text.to_owned());
    RAISED
}
