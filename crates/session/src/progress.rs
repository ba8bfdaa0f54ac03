//! A line on the terminal while a compilation takes long: what is compiled, which stage it is in, and since when.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the line is drawn again.
const TICK: Duration = Duration::from_millis(100);

/// What the thread that draws is told.
#[derive(Default)]
struct Told {
    message: String,
    is_over: bool,
}

#[derive(Default)]
struct Shared {
    told: Mutex<Told>,
    changed: Condvar,
}

impl Shared {
    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The compilation that is shown; one at a time.
static SHOWN: Mutex<Option<Arc<Shared>>> = Mutex::new(None);

fn shown() -> MutexGuard<'static, Option<Arc<Shared>>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows a compilation as long as it lives.
pub(crate) struct Waiting {
    drawn: Option<(Arc<Shared>, JoinHandle<()>)>,
}

impl Waiting {
    /// Waits for a function. Nothing is drawn where standard error is no terminal, and before this time has passed.
    pub fn begin(after: Option<Duration>, name: &str) -> Waiting {
        let Some(after) = after.filter(|_| std::io::stderr().is_terminal()) else {
            return Waiting { drawn: None };
        };
        let mut current = shown();
        if current.is_some() {
            // A part of what is shown.
            return Waiting { drawn: None };
        }
        let shared = Arc::<Shared>::default();
        let (drawing, name, start) = (shared.clone(), name.to_owned(), Instant::now());
        let thread = std::thread::Builder::new().name("coluber progress".to_owned());
        let Ok(thread) = thread.spawn(move || draw(&drawing, &name, start, after)) else {
            return Waiting { drawn: None };
        };
        *current = Some(shared.clone());
        Waiting { drawn: Some((shared, thread)) }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let Some((shared, thread)) = self.drawn.take() else { return };
        *shown() = None;
        shared.told().is_over = true;
        shared.changed.notify_all();
        // It takes its line away.
        let _ = thread.join();
    }
}

/// Tells that a stage of a function has ended.
pub(crate) fn after(name: &str, stage: &str) {
    if let Some(shared) = &*shown() {
        shared.told().message = format!("{stage} of {name}");
    }
}

fn draw(shared: &Shared, name: &str, start: Instant, after: Duration) {
    let (told, _) = shared
        .changed
        .wait_timeout_while(shared.told(), after, |told| !told.is_over)
        .unwrap_or_else(PoisonError::into_inner);
    if told.is_over {
        return;
    }
    drop(told);
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    loop {
        let told = shared.told();
        if told.is_over {
            break;
        }
        let last = if told.message.is_empty() { String::new() } else { format!(", after {}", told.message) };
        bar.set_message(format!("compiling {name}: {:.1} s{last}", start.elapsed().as_secs_f64()));
        bar.tick();
        drop(shared.changed.wait_timeout(told, TICK));
    }
    bar.finish_and_clear();
}
