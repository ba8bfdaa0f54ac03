//! The blocks of a grid.

use super::check::{BlockCheck, LaunchCheck};
use super::memory::Memory;
use coluber_abi::exceptions::builtin_exception;
use coluber_abi::kernel::{BLOCK_MEMORY_ALIGN, BlockContext};
use coluber_abi::{ExceptionClass, OK};
use coluber_runtime::checks::with_checker;
use coluber_runtime::interrupts;
use coluber_runtime::parallel::{on_all_threads, threads};
use coluber_runtime::{Pending, raise_message, take_pending};
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The native function of a block: the address of its context and the words of the kernel's arguments; 0 unless it raised.
pub type BlockEntry = unsafe extern "C" fn(*const u64, *mut u64) -> i32;

/// A kernel that is ready to run.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// The function of a block.
    pub entry: BlockEntry,
    /// Bytes of its static shared memory.
    pub shared_bytes: u32,
    /// Bytes of scratch memory for each thread.
    pub thread_bytes: u32,
    /// Bytes of scratch memory for the block besides.
    pub block_bytes: u32,
    /// Whether all blocks wait for each other.
    pub grid_sync: bool,
    /// Whether the checker is told what the threads do.
    pub checked: bool,
}

/// How a kernel is launched.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Blocks along each axis.
    pub blocks: [u32; 3],
    /// Threads of a block along each axis.
    pub threads: [u32; 3],
    /// Bytes of shared memory besides the static.
    pub dynamic_shared: u32,
}

/// A kernel that raised, and where.
#[derive(Debug)]
pub struct Failure {
    /// What it raised; None when there was no memory for a block.
    pub pending: Option<Pending>,
    /// The thread.
    pub tid: [i32; 3],
    /// The block.
    pub ctaid: [i32; 3],
}

// SAFETY: the exception is moved from the thread that raised to the one that launched, and only one of them uses it.
unsafe impl Send for Failure {}

impl Grid {
    fn block_count(&self) -> u64 {
        self.blocks.iter().map(|&n| u64::from(n)).product()
    }

    fn thread_count(&self) -> u64 {
        self.threads.iter().map(|&n| u64::from(n)).product()
    }

    /// The block with this number, x running fastest.
    fn block(&self, number: u64) -> [i32; 3] {
        let [x, y, _] = self.blocks.map(u64::from);
        [(number % x) as i32, (number / x % y) as i32, (number / (x * y)) as i32]
    }
}

/// What the threads that run blocks share.
struct Launch<'a> {
    kernel: Kernel,
    grid: Grid,
    /// A word for the context, then those of the arguments.
    words: &'a [u64],
    failed: AtomicBool,
    failure: Mutex<Option<Failure>>,
}

/// When the rest of the blocks would take longer than this one after the other, they run on all cores: waking a thread takes some
/// microseconds.
const WORTH_THREADS: Duration = Duration::from_micros(10);

/// Runs a kernel. Blocks that run when one of them raises are finished, others are not begun.
///
/// # Safety
/// The words are those of the kernel's arguments, with a word in front that is not used; what they point to lives and can be used by
/// other threads until the launch ends.
pub unsafe fn launch(kernel: Kernel, grid: Grid, words: &[u64]) -> Result<(), Failure> {
    let launch = Launch { kernel, grid, words, failed: AtomicBool::new(false), failure: Mutex::new(None) };
    // SAFETY: as promised.
    unsafe {
        match (kernel.checked, kernel.grid_sync) {
            (true, _) => launch.checked(),
            (false, true) => launch.together(None),
            (false, false) => launch.apart(),
        }
    }
    match launch.failure.into_inner().unwrap_or_else(|e| e.into_inner()) {
        Some(failure) => Err(Failure { pending: interrupts::settled(failure.pending), ..failure }),
        None => Ok(()),
    }
}

impl Launch<'_> {
    /// Blocks that do not wait for each other.
    unsafe fn apart(&self) {
        let count = self.grid.block_count();
        let start = Instant::now();
        // SAFETY: as promised to `launch`.
        unsafe {
            self.run(0..1.min(count));
            if self.failed.load(Ordering::Relaxed) {
                return;
            }
            let rest = count.saturating_sub(1);
            let expected = start.elapsed().saturating_mul(rest.min(u64::from(u32::MAX)) as u32);
            if rest < 2 || expected < WORTH_THREADS {
                return self.run(1..count);
            }
            self.share(1, count);
        }
    }

    /// Runs blocks on all cores; this thread takes part.
    unsafe fn share(&self, first: u64, count: u64) {
        // SAFETY: as promised to `launch`; all threads have ended when the call does.
        unsafe {
            let chunk = ((count - first) / (threads() as u64 * 8)).clamp(1, 1024);
            let next = AtomicU64::new(first);
            on_all_threads(&|| {
                loop {
                    let start = next.fetch_add(chunk, Ordering::Relaxed);
                    if start >= count || self.failed.load(Ordering::Relaxed) {
                        return;
                    }
                    self.run(start..count.min(start + chunk));
                }
            });
        }
    }

    /// Runs some blocks on this thread.
    unsafe fn run(&self, numbers: std::ops::Range<u64>) {
        let Some(memory) = Memory::take(self.memory_bytes()) else { return self.fail(numbers.start, [0; 3], None) };
        let mut words = self.words.to_vec();
        for number in numbers {
            let mut context = self.context(number, &memory);
            // SAFETY: the context is complete and its memory has the sizes that the kernel asks for.
            if unsafe { !self.call(&mut context, &mut words) } {
                self.fail(number, context.tid, take_pending());
                break;
            }
        }
        memory.keep();
    }

    /// Calls the function of a block; false when it raised, or a signal ends the launch.
    unsafe fn call(&self, context: &mut BlockContext, words: &mut [u64]) -> bool {
        if interrupts::stops() {
            return false;
        }
        words[0] = (&raw mut *context) as u64;
        // SAFETY: as promised to `launch`; a kernel has no result.
        unsafe { (self.kernel.entry)(words.as_ptr(), null_mut()) == OK }
    }

    /// Blocks of a checked kernel, one after the other.
    unsafe fn checked(&self) {
        let here = 0u8;
        let check = Rc::new(LaunchCheck::new(&raw const here as u64, self.grid.blocks));
        // SAFETY: as promised to `launch`.
        with_checker(check.clone(), || unsafe {
            if self.kernel.grid_sync { self.together(Some(&check)) } else { self.in_order(&check) }
        });
    }

    unsafe fn in_order(&self, check: &LaunchCheck) {
        let Some(memory) = Memory::take(self.memory_bytes()) else { return self.fail(0, [0; 3], None) };
        let mut words = self.words.to_vec();
        for number in 0..self.grid.block_count() {
            let mut context = self.context(number, &memory);
            check.swap(&mut self.block_check(number, &context));
            // SAFETY: as for `run`.
            let good = unsafe { self.call(&mut context, &mut words) };
            if !self.settle(check, number, &context, good) {
                break;
            }
        }
        memory.keep();
    }

    /// Reports what the call of a block led to; whether that is nothing. A read of what nothing wrote may have led to what the thread
    /// raised.
    fn settle(&self, check: &LaunchCheck, number: u64, context: &BlockContext, good: bool) -> bool {
        let left = if good && context.resume != 0 { None } else { check.left() };
        if let Some((tid, text)) = left {
            drop(take_pending());
            self.fail_with(number, tid, text);
        } else if !good {
            self.fail(number, context.tid, take_pending());
        }
        good && !self.failed.load(Ordering::Relaxed)
    }

    /// Records a failure that no thread raised.
    fn fail_with(&self, block: u64, tid: [i32; 3], text: String) {
        raise_message(ExceptionClass::Builtin(builtin_exception("RuntimeError").unwrap_or_default()), text);
        self.fail(block, tid, take_pending());
    }

    fn block_check(&self, number: u64, context: &BlockContext) -> BlockCheck {
        let (shared, scratch) = (context.shared as u64, context.scratch as u64);
        let shared_end = shared + u64::from(self.kernel.shared_bytes) + u64::from(self.grid.dynamic_shared);
        let scratch_end = shared + self.memory_bytes() as u64;
        BlockCheck::new(number, self.grid.threads, shared..shared_end, scratch..scratch_end)
    }

    /// Blocks that wait for each other: each has memory of its own, and all go on to the next barrier in turn.
    unsafe fn together(&self, check: Option<&LaunchCheck>) {
        let count = self.grid.block_count();
        let mut words = self.words.to_vec();
        let mut blocks = Vec::new();
        for number in 0..count {
            let Some(memory) = Memory::new(self.memory_bytes()) else { return self.fail(number, [0; 3], None) };
            let context = self.context(number, &memory);
            let told = check.map(|_| self.block_check(number, &context)).unwrap_or_default();
            blocks.push((number, context, memory, told));
        }
        while !blocks.is_empty() {
            for (number, context, _, told) in &mut blocks {
                check.inspect(|check| check.swap(told));
                // SAFETY: as for `run`.
                let good = unsafe { self.call(context, &mut words) };
                match check {
                    Some(check) if !self.settle(check, *number, context, good) => return,
                    Some(check) => check.swap(told),
                    None if !good => return self.fail(*number, context.tid, take_pending()),
                    None => {}
                }
            }
            let ended = blocks.iter().find(|(_, context, ..)| context.resume == 0);
            let waiting = blocks.iter().find(|(_, context, ..)| context.resume != 0);
            if let (Some(check), Some((number, context, _, waiting)), Some((.., ended))) = (check, waiting, ended) {
                return self.fail_with(*number, context.tid, check.apart(waiting, ended));
            }
            blocks.retain(|(_, context, ..)| context.resume != 0);
        }
    }

    fn shared_bytes(&self) -> usize {
        (self.kernel.shared_bytes as usize + self.grid.dynamic_shared as usize).next_multiple_of(BLOCK_MEMORY_ALIGN)
    }

    fn memory_bytes(&self) -> usize {
        let threads = self.grid.thread_count() as usize;
        self.shared_bytes() + threads * self.kernel.thread_bytes as usize + self.kernel.block_bytes as usize
    }

    fn context(&self, number: u64, memory: &Memory) -> BlockContext {
        let shared = memory.address();
        BlockContext {
            ctaid: self.grid.block(number),
            ntid: self.grid.threads.map(|n| n as i32),
            nctaid: self.grid.blocks.map(|n| n as i32),
            dynamic_shared: self.grid.dynamic_shared as i32,
            shared,
            scratch: shared.wrapping_add(self.shared_bytes()),
            threads: self.grid.thread_count() as i64,
            tid: [0; 3],
            resume: 0,
        }
    }

    /// Records the first failure.
    fn fail(&self, block: u64, tid: [i32; 3], pending: Option<Pending>) {
        let mut failure = self.failure.lock().unwrap_or_else(|e| e.into_inner());
        failure.get_or_insert(Failure { pending, tid, ctaid: self.grid.block(block) });
        self.failed.store(true, Ordering::Relaxed);
    }
}
