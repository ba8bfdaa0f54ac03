//! Clocks, those of the module `time` of Python.

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
