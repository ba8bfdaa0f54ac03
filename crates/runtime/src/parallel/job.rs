//! One side of a join, which another thread may take.

use std::any::Any;
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

const WAITS: u32 = 0;
/// The thread that made the job may be asleep until it is done.
const WAITS_ASLEEP: u32 = 1;
const DONE: u32 = 2;

/// What a job is to those who do not know its types. It lies at the job's beginning.
#[derive(Debug)]
pub struct Header {
    run: unsafe fn(*const Header),
    state: AtomicU32,
    /// The seat of the thread that made it.
    pub owner: usize,
}

impl Header {
    /// Whether it was run by another thread, and what it gave can be taken.
    pub fn is_done(&self) -> bool {
        self.state.load(Ordering::Acquire) == DONE
    }

    /// Asks whoever runs it for a sign at the end; false when it is done.
    pub fn expect_sign(&self) -> bool {
        let (from, to) = (WAITS, WAITS_ASLEEP);
        let before = self.state.compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst);
        before.unwrap_or_else(|state| state) != DONE
    }
}

/// The address of a job in the queues of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobRef(*const Header);

// SAFETY: who makes a job waits until it was run, and what it holds can be used by other threads.
unsafe impl Send for JobRef {}

impl JobRef {
    /// Runs the job on this thread; the seat of its owner if that waits for a sign.
    ///
    /// # Safety
    /// Only once, by who took it from the queue.
    pub unsafe fn run(self) -> Option<usize> {
        // SAFETY: the owner waits for the state to be `DONE`, and uses nothing of the job before. Behind that the job is gone.
        unsafe {
            let owner = (*self.0).owner;
            ((*self.0).run)(self.0);
            ((*self.0).state.swap(DONE, Ordering::SeqCst) == WAITS_ASLEEP).then_some(owner)
        }
    }
}

/// A function and the place of its result.
#[repr(C)]
pub struct Job<F, R> {
    header: Header,
    work: UnsafeCell<Option<F>>,
    result: UnsafeCell<Option<Result<R, Box<dyn Any + Send>>>>,
}

impl<F: FnOnce() -> R + Send, R: Send> Job<F, R> {
    pub fn new(work: F, owner: usize) -> Self {
        let header = Header { run: run::<F, R>, state: AtomicU32::new(WAITS), owner };
        Job { header, work: UnsafeCell::new(Some(work)), result: UnsafeCell::new(None) }
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// For the queue. The job must stay where it is until it was run.
    pub fn address(&self) -> JobRef {
        JobRef((&raw const *self).cast())
    }

    /// Runs it on the thread that made it, when nobody has taken it.
    pub fn run_here(self) -> R {
        let work = self.work.into_inner().expect("a job that nobody took has its work");
        work()
    }

    /// What it gave, when it is done. A panic of the other thread becomes one of this thread.
    pub fn result(self) -> R {
        match self.result.into_inner().expect("a job that is done has a result") {
            Ok(result) => result,
            Err(panic) => resume_unwind(panic),
        }
    }
}

/// # Safety
/// The header is that of a job with these types, which was not run and which no other thread uses.
unsafe fn run<F: FnOnce() -> R, R>(header: *const Header) {
    // SAFETY: as promised.
    unsafe {
        let job = &*header.cast::<Job<F, R>>();
        let work = (*job.work.get()).take().expect("a job is run once");
        *job.result.get() = Some(catch_unwind(AssertUnwindSafe(work)));
    }
}
