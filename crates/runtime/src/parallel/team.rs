//! Teams of threads. The thread that starts a parallel loop is part of a team while the loop runs, and works at once; the others look
//! for work for a while when they have none, and then sleep.
//!
//! Each member has a queue of jobs, the other sides of the joins that it is in. It takes the newest of its own; idle members take the
//! oldest of others, which are the largest. Teams are never freed: those that are not in use wait in a list, so that there are as many
//! of a size as threads of the program have had parallel loops at the same time.

use super::job::{Header, Job, JobRef};
use super::{processors, spare};
use crate::interrupts::is_main_thread;
use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, Builder, Thread};
use std::time::{Duration, Instant};

/// As large as that of a program's first thread.
const STACK_BYTES: usize = 8 << 20;
/// How long an idle member looks for the next loop before it sleeps: it often begins within that time, and waking a thread takes as
/// long as some hundred thousand additions, and milliseconds on a machine that is busy. It does not yield meanwhile, which would cost
/// as much there.
const PATIENCE: Duration = Duration::from_millis(2);
/// How long a member that waits for the end of a job looks for others. It is shorter, since the thread with that job may be one that
/// could use this processor.
const PATIENCE_IN_LOOP: Duration = Duration::from_micros(200);
/// Stands for a processor that is not known.
const UNKNOWN: usize = usize::MAX;
/// Pauses of the processor between two looks.
const PAUSES: u32 = 8;

/// What belongs to a member. Two of them share no line of the cache.
#[derive(Default)]
#[repr(align(128))]
struct Seat {
    jobs: Mutex<VecDeque<JobRef>>,
    /// The number of jobs.
    count: AtomicUsize,
    asleep: AtomicBool,
}

/// Some threads, of which the first is the one that the loop belongs to.
pub(super) struct Team {
    seats: Box<[Seat]>,
    /// The members that sleep.
    sleepers: Mutex<Vec<(usize, Thread)>>,
    sleeping: AtomicUsize,
    /// Whether the first member is the thread that the process began with.
    is_main: AtomicBool,
    /// The processor on which the first member began its loop.
    processor: AtomicUsize,
}

/// A thread's place in a team.
#[derive(Clone, Copy)]
pub struct Member {
    team: &'static Team,
    seat: usize,
}

thread_local! {
    static MEMBER: Cell<Option<Member>> = const { Cell::new(None) };
}

/// The number of this thread among those of its team; 0 outside of one.
pub fn index() -> usize {
    MEMBER.get().map_or(0, |member| member.seat)
}

/// Whether this thread is a member of a team that works for the thread that the process began with.
pub fn helps_main_thread() -> bool {
    MEMBER.get().is_some_and(|member| member.team.is_main.load(Ordering::Relaxed))
}

/// Runs something as the first member of a team of this size; in a team, as the member that this thread is.
pub fn enter<R>(threads: usize, run: impl FnOnce() -> R) -> R {
    if MEMBER.get().is_some() {
        return run();
    }
    let place = Place { team: take(threads) };
    place.team.is_main.store(is_main_thread(), Ordering::Relaxed);
    place.team.processor.store(processors::current().unwrap_or(UNKNOWN), Ordering::Relaxed);
    MEMBER.set(Some(Member { team: place.team, seat: 0 }));
    run()
}

/// A place in a team, which is given back.
struct Place {
    team: &'static Team,
}

impl Drop for Place {
    fn drop(&mut self) {
        MEMBER.set(None);
        spare::give(self.team);
    }
}

/// Runs two functions, side by side when another member is free. Both have ended when it returns.
pub fn join<A, B, RA, RB>(a: A, b: B) -> (RA, RB)
where
    A: FnOnce() -> RA,
    B: FnOnce() -> RB + Send,
    RB: Send,
{
    let Some(member) = MEMBER.get() else { return (a(), b()) };
    let job = Job::new(b, member.seat);
    member.offer(job.address());
    let first = catch_unwind(AssertUnwindSafe(a));
    let second = if member.take_back(job.address()) {
        // When the first has panicked, there is no need of the second.
        first.is_ok().then(|| job.run_here())
    } else {
        member.wait(job.header());
        Some(job.result())
    };
    match (first, second) {
        (Ok(first), Some(second)) => (first, second),
        (Err(panic), _) => resume_unwind(panic),
        (Ok(_), None) => unreachable!("the second is left out after a panic only"),
    }
}

/// Calls a function `count` times, on different members when they are free.
pub fn spread(count: usize, work: &(dyn Fn() + Sync)) {
    match count {
        0 => {}
        1 => work(),
        _ => drop(join(|| spread(count - count / 2, work), || spread(count / 2, work))),
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

/// A team of this size that nobody uses.
fn take(threads: usize) -> &'static Team {
    spare::take(|team| team.seats.len() == threads, || make(threads))
}

/// Makes a team. Threads that can't be had are missing: the others do their work.
fn make(threads: usize) -> &'static Team {
    crate::memory::expect_threads();
    let seats = (0..threads.max(1)).map(|_| Seat::default()).collect();
    let team: &'static Team = Box::leak(Box::new(Team {
        seats,
        sleepers: Mutex::default(),
        sleeping: AtomicUsize::new(0),
        is_main: AtomicBool::new(false),
        processor: AtomicUsize::new(UNKNOWN),
    }));
    for seat in 1..threads {
        let builder = Builder::new().stack_size(STACK_BYTES).name(format!("coluber-loop-{seat}"));
        drop(builder.spawn(move || Member { team, seat }.serve()));
    }
    team
}

impl Team {
    fn has_jobs(&self) -> bool {
        self.seats.iter().any(|seat| seat.count.load(Ordering::Relaxed) > 0)
    }

    /// Wakes a member that sleeps, if one does.
    fn wake_one(&self) {
        // Together with the one in `sleep`: either this sees the sleeper, or that one sees the job.
        fence(Ordering::SeqCst);
        if self.sleeping.load(Ordering::Relaxed) > 0 {
            self.wake(None);
        }
    }

    /// Wakes a member that sleeps: this one, or any.
    fn wake(&self, seat: Option<usize>) {
        let mut sleepers = locked(&self.sleepers);
        let found = seat.map_or(sleepers.len().checked_sub(1), |seat| sleepers.iter().position(|s| s.0 == seat));
        if let Some(found) = found {
            let (seat, thread) = sleepers.swap_remove(found);
            self.sleeping.store(sleepers.len(), Ordering::Relaxed);
            self.seats[seat].asleep.store(false, Ordering::Release);
            drop(sleepers);
            thread.unpark();
        }
    }
}

impl Member {
    fn own(&self) -> &'static Seat {
        &self.team.seats[self.seat]
    }

    /// Lets others take a job.
    fn offer(&self, job: JobRef) {
        let seat = self.own();
        let mut jobs = locked(&seat.jobs);
        jobs.push_back(job);
        seat.count.store(jobs.len(), Ordering::Relaxed);
        drop(jobs);
        self.team.wake_one();
    }

    /// Takes the newest job back; false when another member has it. Joins end in the order that is opposite to that of their
    /// beginnings, so that it is the one asked for if there is any.
    fn take_back(&self, job: JobRef) -> bool {
        let seat = self.own();
        let mut jobs = locked(&seat.jobs);
        let found = jobs.pop_back();
        debug_assert!(found.is_none_or(|found| found == job));
        seat.count.store(jobs.len(), Ordering::Relaxed);
        found.is_some()
    }

    /// Takes the oldest job of another member.
    fn steal(&self) -> Option<JobRef> {
        let seats = &self.team.seats;
        (1..seats.len()).find_map(|k| {
            let seat = &seats[(self.seat + k) % seats.len()];
            if seat.count.load(Ordering::Relaxed) == 0 {
                return None;
            }
            let mut jobs = locked(&seat.jobs);
            let found = jobs.pop_front();
            seat.count.store(jobs.len(), Ordering::Relaxed);
            found
        })
    }

    /// Goes away from the processor that the first member works on, which is held up there.
    fn step_aside(&self) {
        let taken = self.team.processor.load(Ordering::Relaxed);
        if self.seat > 0 && processors::current() == Some(taken) {
            processors::leave(taken);
        }
    }

    /// Runs a job of another member.
    fn run(&self, job: JobRef) {
        // SAFETY: it comes from a queue, and so it is alive and was not run.
        if let Some(owner) = unsafe { job.run() } {
            self.team.wake(Some(owner));
        }
    }

    /// Runs jobs of others until one that another member took is done.
    fn wait(&self, job: &Header) {
        self.work_until(Some(job));
    }

    /// What a thread of a team does.
    fn serve(self) {
        MEMBER.set(Some(self));
        self.work_until(None);
    }

    fn work_until(&self, awaited: Option<&Header>) {
        let is_over = || awaited.is_some_and(Header::is_done);
        let patience = if awaited.is_some() { PATIENCE_IN_LOOP } else { PATIENCE };
        let mut idle = None;
        while !is_over() {
            self.step_aside();
            if let Some(job) = self.steal() {
                self.run(job);
                idle = None;
            } else if !look_again(*idle.get_or_insert_with(Instant::now), patience) {
                self.sleep(awaited);
                idle = None;
            }
        }
    }

    /// Sleeps until there may be work, or the job is done.
    fn sleep(&self, awaited: Option<&Header>) {
        if awaited.is_some_and(|job| !job.expect_sign()) {
            return;
        }
        let mut sleepers = locked(&self.team.sleepers);
        self.own().asleep.store(true, Ordering::Relaxed);
        sleepers.push((self.seat, thread::current()));
        self.team.sleeping.store(sleepers.len(), Ordering::Relaxed);
        drop(sleepers);
        fence(Ordering::SeqCst);
        if self.team.has_jobs() || awaited.is_some_and(Header::is_done) {
            self.team.wake(Some(self.seat));
        }
        while self.own().asleep.load(Ordering::Acquire) {
            thread::park();
        }
    }
}

/// Waits a moment; false when that has gone on for long.
fn look_again(since: Instant, patience: Duration) -> bool {
    for _ in 0..PAUSES {
        std::hint::spin_loop();
    }
    since.elapsed() < patience
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn sum(from: u64, to: u64) -> u64 {
        if to - from < 10 {
            return (from..to).sum();
        }
        let middle = from + (to - from) / 2;
        let (a, b) = join(|| sum(from, middle), || sum(middle, to));
        a + b
    }

    #[test]
    fn joins_give_both_results() {
        for threads in [1, 2, 3, 8] {
            for count in [0, 5, 100, 20_000] {
                assert_eq!(enter(threads, || sum(0, count)), (0..count).sum::<u64>());
            }
        }
        assert_eq!(sum(0, 100), 4950);
    }

    #[test]
    fn sleeping_members_wake_up() {
        for _ in 0..20 {
            assert_eq!(enter(3, || sum(0, 1000)), 499_500);
            thread::sleep(4 * PATIENCE);
        }
    }

    #[test]
    fn a_member_that_waits_sleeps_and_is_woken() {
        let begun = AtomicBool::new(false);
        let wait_for = |flag: &AtomicBool| {
            while !flag.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        let long = || {
            begun.store(true, Ordering::Relaxed);
            thread::sleep(20 * PATIENCE);
            index()
        };
        let (first, second) = enter(2, || join(|| (wait_for(&begun), index()).1, long));
        assert_eq!((first, second), (0, 1));
    }

    #[test]
    fn work_is_spread_over_the_members() {
        let seen = Mutex::new(HashSet::new());
        let all_there = || {
            locked(&seen).insert(index());
            while locked(&seen).len() < 4 {
                thread::yield_now();
            }
        };
        enter(4, || spread(4, &all_there));
        assert_eq!(*locked(&seen), HashSet::from([0, 1, 2, 3]));
    }

    #[test]
    fn threads_of_the_program_have_teams_of_their_own() {
        thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| (0..200).for_each(|n| assert_eq!(enter(3, || sum(0, n)), (0..n).sum::<u64>())));
            }
        });
    }

    #[test]
    fn panics_arrive_where_the_join_is() {
        let failing = |bad: u64| {
            enter(2, || {
                let piece = |k: u64| move || if k == bad { panic!("piece {k}") } else { sum(0, 5000 * k) };
                join(|| join(piece(0), piece(1)), || join(piece(2), piece(3)))
            })
        };
        for bad in 0..4 {
            let caught = catch_unwind(|| failing(bad)).expect_err("it panics");
            assert_eq!(caught.downcast_ref::<String>(), Some(&format!("piece {bad}")));
        }
        failing(4);
        assert_eq!(index(), 0);
    }
}
