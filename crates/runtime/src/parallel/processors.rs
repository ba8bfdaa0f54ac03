//! The processors that threads run on.
//!
//! A scheduler may start a thread on the processor of the one that made it, and leave it there for as long as the next balancing takes:
//! milliseconds, in which both share a core while another is idle.

/// The processor that this thread runs on, where the system tells.
pub fn current() -> Option<usize> {
    system::current()
}

/// Moves this thread to another processor than this one, where it may use one. It may come back later.
pub fn leave(processor: usize) {
    system::leave(processor);
}

#[cfg(target_os = "linux")]
mod system {
    use libc::{CPU_CLR, CPU_COUNT, CPU_SETSIZE, cpu_set_t, sched_getaffinity, sched_getcpu, sched_setaffinity};
    use std::mem::{size_of, zeroed};

    pub fn current() -> Option<usize> {
        // SAFETY: takes nothing and reads the number of a processor.
        usize::try_from(unsafe { sched_getcpu() }).ok()
    }

    pub fn leave(processor: usize) {
        let Some(allowed) = allowed() else { return };
        let mut others = allowed;
        if processor >= CPU_SETSIZE as usize {
            return;
        }
        // SAFETY: the set is initialised, and the number is one that it has a place for.
        let left = unsafe {
            CPU_CLR(processor, &mut others);
            CPU_COUNT(&others)
        };
        if left > 0 {
            allow(&others);
            allow(&allowed);
        }
    }

    /// The processors that this thread may use; `None` on machines with more than the set has places for.
    fn allowed() -> Option<cpu_set_t> {
        // SAFETY: a set of bits, for which zeros are the empty set.
        let mut set: cpu_set_t = unsafe { zeroed() };
        // SAFETY: the set lives during the call, and the size is its own; 0 is the calling thread.
        let done = unsafe { sched_getaffinity(0, size_of::<cpu_set_t>(), &mut set) };
        (done == 0).then_some(set)
    }

    /// Restricts this thread; it stays where it was if the system refuses.
    fn allow(set: &cpu_set_t) {
        // SAFETY: the set lives during the call, and the size is its own; 0 is the calling thread.
        unsafe { sched_setaffinity(0, size_of::<cpu_set_t>(), set) };
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub fn current() -> Option<usize> {
        None
    }

    pub fn leave(_: usize) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_leaves_a_processor_and_may_use_it_afterwards() {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let before = current().expect("a processor");
        leave(before);
        assert_eq!(std::thread::available_parallelism().map_or(1, usize::from), processors);
    }
}
