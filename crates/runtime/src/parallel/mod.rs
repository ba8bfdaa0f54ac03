//! Loops on several threads: the threads, and `fork`, by which the tasks of a loop divide (see `coluber_abi::parallel`).
//!
//! Tasks are divided by halves, and idle threads of the loop's team take the halves that wait. Which pieces there are, and in which
//! order partial results are joined, depends on the number of iterations and threads only.

mod job;
mod processors;
mod spare;
pub(crate) mod team;

use crate::exceptions::{Pending, put_pending, take_pending};
use crate::{hooks, interrupts, memory};
use coluber_abi::parallel::{LoopRecord, RECORD_WORD};
use coluber_abi::{OK, RAISED, layout_of_id};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

/// Pieces for each thread, so that threads that are done early find work.
const PIECES_PER_THREAD: i64 = 8;

/// The function that a task is called by.
type Entry = unsafe extern "C" fn(*const u64, *mut u64) -> i32;

/// What a thread knows of the loop that it works for.
#[derive(Clone, Copy, Default)]
struct Inside {
    /// Number of threads of the team; 0 outside of loops.
    threads: usize,
    /// Pieces of the innermost loop.
    pieces: i64,
}

thread_local! {
    static INSIDE: Cell<Inside> = const { Cell::new(Inside { threads: 0, pieces: 0 }) };
    static THREADS: Cell<usize> = const { Cell::new(0) };
    static PIECE_SIZE: Cell<i64> = const { Cell::new(0) };
}

/// The largest number of threads: what the variables `COLUBER_NUM_THREADS` and `NUMBA_NUM_THREADS` say, or the number of cores that the
/// process may use.
pub fn max_threads() -> usize {
    static MAX: OnceLock<usize> = OnceLock::new();
    let given = |name| std::env::var(name).ok()?.trim().parse().ok().filter(|&count: &usize| count > 0);
    *MAX.get_or_init(|| {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        given("COLUBER_NUM_THREADS").or_else(|| given("NUMBA_NUM_THREADS")).unwrap_or_else(cores)
    })
}

/// The number of threads that loops of this thread use.
pub fn threads() -> usize {
    let set = THREADS.get();
    match INSIDE.get().threads {
        0 if set == 0 => max_threads(),
        0 => set,
        own => own,
    }
}

/// Sets the number of threads that loops of this thread use, from 1 to the largest; returns the one before.
pub fn set_threads(count: usize) -> usize {
    let before = threads();
    THREADS.set(count.clamp(1, max_threads()));
    before
}

/// Whether this thread works for a loop.
pub fn is_inside() -> bool {
    INSIDE.get().threads != 0
}

/// The number of the thread among those of a loop; 0 outside of loops.
pub fn thread_index() -> usize {
    if INSIDE.get().threads == 0 { 0 } else { team::index() }
}

/// The number of iterations of a piece; 0 where it is left to us, as it is inside of loops.
pub fn piece_size() -> i64 {
    if is_inside() { 0 } else { PIECE_SIZE.get() }
}

/// Sets the number of iterations of a piece for loops of this thread; returns the one before.
pub fn set_piece_size(size: i64) -> i64 {
    PIECE_SIZE.replace(size.max(0))
}

/// The functions above as compiled code calls them.
pub(crate) mod compiled {
    /// See [`super::thread_index`].
    pub extern "C" fn thread_index() -> i64 {
        super::thread_index() as i64
    }

    /// See [`super::threads`].
    pub extern "C" fn num_threads() -> i64 {
        super::threads() as i64
    }

    /// See [`super::set_threads`]; a number out of range changes nothing.
    pub extern "C" fn set_num_threads(count: i64) -> i64 {
        if (1..=super::max_threads() as i64).contains(&count) {
            super::set_threads(count as usize);
            return count;
        }
        super::threads() as i64
    }

    /// Whether only one thread at a time runs compiled code by now.
    pub extern "C" fn is_alone() -> i64 {
        i64::from(crate::memory::is_alone())
    }

    /// See [`super::piece_size`].
    pub extern "C" fn piece_size() -> i64 {
        super::piece_size()
    }

    /// See [`super::set_piece_size`].
    pub extern "C" fn set_piece_size(size: i64) -> i64 {
        super::set_piece_size(size)
    }
}

/// In how many pieces a loop runs. A loop inside of a piece of another one is not divided when that keeps all threads busy.
pub extern "C" fn parallel_pieces(iterations: i64, least: i64, costly: bool) -> i64 {
    let most = iterations / least.max(1);
    if most <= 1 {
        return iterations.clamp(0, 1);
    }
    let (threads, inside) = (threads() as i64, INSIDE.get());
    if threads == 1 || inside.pieces >= threads {
        return 1;
    }
    match piece_size() {
        0 if costly => most.min(threads),
        0 => most.min(threads.saturating_mul(PIECES_PER_THREAD)),
        size => (iterations - 1) / size + 1,
    }
}

/// Calls a function on as many threads as loops of this thread use, of which this thread is one. Those that are busy elsewhere may begin
/// when the others are done, and none may wait for another one.
pub fn on_all_threads(work: &(dyn Fn() + Sync)) {
    let threads = threads();
    team::enter(threads, || team::spread(threads, work));
}

/// One of the two calls of a fork.
#[derive(Clone, Copy)]
struct Task {
    entry: Entry,
    words: *const u64,
    result: *mut u64,
    inside: Inside,
}

// SAFETY: the words are read by one thread at a time, which the fork waits for; what they lead to is shared as the loop says.
unsafe impl Send for Task {}
// SAFETY: as above; a task itself is never changed.
unsafe impl Sync for Task {}

/// How a task ended.
enum Outcome {
    Done,
    Raised(Option<Pending>),
    /// It was not run, since another one has raised.
    Skipped,
}

// SAFETY: a pending exception is a reference that is counted atomically to a record that one thread at a time looks at.
unsafe impl Send for Outcome {}

impl Task {
    fn run(self) -> Outcome {
        // SAFETY: the word is the address of the loop's record, which is alive until the fork is done.
        let record = unsafe { &*(*self.words.add(RECORD_WORD) as *const LoopRecord) };
        if record.raised.load(Ordering::Relaxed) != 0 {
            return Outcome::Skipped;
        }
        let before = INSIDE.replace(Inside { pieces: record.pieces, ..self.inside });
        // SAFETY: code generation promises that the entry takes these words and gives the words of its result.
        let status = unsafe { (self.entry)(self.words, self.result) };
        INSIDE.set(before);
        if status == OK {
            return Outcome::Done;
        }
        record.raised.store(1, Ordering::Relaxed);
        Outcome::Raised(take_pending())
    }

    /// Gives up what the result owns.
    fn discard(self, ty: u32) {
        for &leaf in layout_of_id(ty).map_or(&[][..], |layout| &layout.owners) {
            // SAFETY: the task is done, so that the words are those of a value of this type, which is owned here.
            unsafe { memory::release(*self.result.add(leaf as usize) as *mut u8) };
        }
    }
}

/// Runs two tasks, side by side when a thread is free.
fn run_both(a: Task, b: Task) -> (Outcome, Outcome) {
    in_team(a.inside.threads, || team::join(|| a.run(), || b.run()))
}

/// Runs something with the threads of a team, of which this one is the first. The interpreter is not needed for that.
fn in_team<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    if INSIDE.get().threads != 0 {
        return run();
    }
    let (mut run, mut result) = (Some(run), None);
    hooks::detached(&mut || result = run.take().map(|run| team::enter(threads, run)));
    result.expect("the hook calls what it is given")
}

/// Runs a function for ranges that make up `0..count`, side by side where that pays: in pieces of at least `least`. It gives a status,
/// and leaves its exception pending; so does this.
pub fn pieces(count: usize, least: usize, run: &(dyn Fn(usize, usize) -> i32 + Sync)) -> i32 {
    let number = parallel_pieces(count as i64, least as i64, false);
    if number <= 1 {
        return run(0, count);
    }
    let range = Ranges { count, number: number as usize, run, inside: Inside { threads: threads(), pieces: number } };
    match in_team(range.inside.threads, || range.divide(0, range.number)) {
        Outcome::Done => OK,
        Outcome::Raised(pending) => {
            pending.into_iter().for_each(put_pending);
            if INSIDE.get().threads == 0 {
                interrupts::settle();
            }
            RAISED
        }
        Outcome::Skipped => RAISED,
    }
}

/// A loop of the runtime in pieces.
struct Ranges<'r> {
    count: usize,
    number: usize,
    run: &'r (dyn Fn(usize, usize) -> i32 + Sync),
    inside: Inside,
}

impl Ranges<'_> {
    /// Runs the pieces from one up to another; the first exception counts.
    fn divide(&self, first: usize, last: usize) -> Outcome {
        if last - first > 1 {
            let middle = first + (last - first) / 2;
            let (a, b) = team::join(|| self.divide(first, middle), || self.divide(middle, last));
            return if matches!(a, Outcome::Done) { b } else { a };
        }
        let start = |piece: usize| (self.count as u128 * piece as u128 / self.number as u128) as usize;
        let before = INSIDE.replace(self.inside);
        let status = (self.run)(start(first), start(last));
        INSIDE.set(before);
        if status == OK { Outcome::Done } else { Outcome::Raised(take_pending()) }
    }
}

/// Calls a function twice, side by side. When one raises, its exception becomes the caller's; the first one's if both do.
///
/// # Safety
/// The entry takes the words and gives a result of the type with the number that `ty` points to.
pub unsafe extern "C" fn fork(
    entry: *mut u8,
    ty: *mut u8,
    a: *mut u8,
    a_result: *mut u8,
    b: *mut u8,
    b_result: *mut u8,
) -> i32 {
    // SAFETY: promised by the caller.
    let (entry, ty) = unsafe { (std::mem::transmute::<*mut u8, Entry>(entry), *ty.cast::<u64>() as u32) };
    let inside = Inside { threads: threads(), pieces: 0 };
    let task = |words: *mut u8, result: *mut u8| Task {
        entry,
        words: words.cast::<u64>(),
        result: result.cast::<u64>(),
        inside,
    };
    let (a, b) = (task(a, a_result), task(b, b_result));
    match run_both(a, b) {
        (Outcome::Done, Outcome::Done) => OK,
        (first, second) => {
            for (task, outcome) in [(a, &first), (b, &second)] {
                if matches!(outcome, Outcome::Done) {
                    task.discard(ty);
                }
            }
            let raised = [first, second].into_iter().find_map(|outcome| match outcome {
                Outcome::Raised(pending) => pending,
                _ => None,
            });
            if let Some(pending) = raised {
                put_pending(pending);
            }
            if INSIDE.get().threads == 0 {
                interrupts::settle();
            }
            RAISED
        }
    }
}
