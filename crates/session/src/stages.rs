//! How long stages of compilations take: lines on standard error (`TIMINGS`), and a file that viewers of traces read (`CHROME_TRACE`,
//! the [trace event format](https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU)).

use crate::progress::{self, Waiting};
use crate::settings::TraceFile;
use crate::state::{Session, State};
use coluber_base::Name;
use coluber_infer::FuncId;
use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What the time of a whole compilation is called.
const TOGETHER: &str = "all together";

/// The stage of looking for code that was kept by another process, and of placing it.
pub(crate) const FROM_CACHE: &str = "code from the cache";

/// A stage that is over.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What was done.
    pub stage: String,
    /// The function's name.
    pub name: String,
    /// How long it took.
    pub time: Duration,
    /// When it was told of.
    pub end: SystemTime,
}

thread_local! {
    /// The stages of this thread since somebody asked for them.
    static RECORD: RefCell<Option<Vec<Stage>>> = const { RefCell::new(None) };
}

/// Runs with the stages of this thread written down; those are told to who has asked for the same around it, too.
pub fn recorded<R>(run: impl FnOnce() -> R) -> (R, Vec<Stage>) {
    let outer = RECORD.replace(Some(Vec::new()));
    let result = run();
    let stages = RECORD.take().unwrap_or_default();
    if let Some(mut outer) = outer {
        outer.extend(stages.iter().cloned());
        RECORD.set(Some(outer));
    }
    (result, stages)
}

/// Tells of a stage that ends now.
pub(crate) fn report(session: &Session, stage: &str, name: &str, start: Instant) {
    report_all(session, name, &[(stage, start.elapsed())]);
}

/// Tells of stages, one after the other, of which the last ends now.
pub(crate) fn report_all(session: &Session, name: &str, stages: &[(&str, Duration)]) {
    progress::after(name, stages.last().map_or("", |(stage, _)| stage));
    RECORD.with_borrow_mut(|record| {
        if let Some(record) = record {
            record.extend(stages.iter().map(|(stage, time)| Stage {
                stage: (*stage).to_owned(),
                name: name.to_owned(),
                time: *time,
                end: SystemTime::now(),
            }));
        }
    });
    let (timings, trace) = {
        let settings = &session.lock().settings;
        (settings.timings, settings.trace.clone())
    };
    if timings {
        for (stage, time) in stages {
            eprintln!("coluber: {stage:<12} {:>9.3} ms  {name}", time.as_secs_f64() * 1e3);
        }
    }
    if let Some(trace) = trace {
        add(&trace, name, stages);
    }
}

/// Notes stages of the compilation of a specialisation, unless that is over.
pub(crate) fn note(session: &Session, spec: u32, stages: &[(&'static str, Duration)]) {
    let mut state = session.lock();
    let took = &mut state.spec_mut(spec).took;
    if took.last().is_none_or(|(stage, _)| *stage != TOGETHER) {
        took.extend(stages);
    }
}

/// What has been noted of a specialisation: a line for each stage, its name and milliseconds with a tab between them.
pub(crate) fn noted(state: &State, spec: u32) -> String {
    let took = state.spec(spec).took.iter();
    took.map(|(stage, time)| format!("{stage}\t{:.3}\n", time.as_secs_f64() * 1e3)).collect()
}

/// The compilation of a function with all that it needs, until it goes: the trace is told of it, and a terminal shows it.
pub(crate) struct Whole {
    trace: Option<TraceFile>,
    name: Name,
    start: Instant,
    _waiting: Waiting,
}

impl Whole {
    /// The compilation begins now.
    pub fn begin(session: &Session, func: FuncId) -> Whole {
        let state = session.lock();
        let name = state.function(func).name.clone();
        let waiting = Waiting::begin(state.settings.progress_after, &name);
        Whole { trace: state.settings.trace.clone(), name, start: Instant::now(), _waiting: waiting }
    }
}

impl Whole {
    /// Notes how long all has taken until now, for a specialisation that has its code.
    pub fn note(&self, session: &Session, spec: u32) {
        note(session, spec, &[(TOGETHER, self.start.elapsed())]);
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some(trace) = &self.trace {
            add(trace, &self.name, &[("compilation", self.start.elapsed())]);
        }
    }
}

/// The trace that is being written.
static BEGUN: Mutex<Option<TraceFile>> = Mutex::new(None);

/// Adds events to the trace. Where it can't be written that is told once: the program goes on.
fn add(trace: &TraceFile, name: &str, stages: &[(&str, Duration)]) {
    let mut begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = begun.as_ref() != Some(trace);
    *begun = Some(trace.clone());
    let mut end = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut lines = Vec::new();
    for (stage, time) in stages.iter().rev() {
        let start = end.saturating_sub(*time);
        lines.push(event(stage, name, start, *time));
        end = start;
    }
    lines.reverse();
    if let Err(error) = append(trace, is_new && !trace.is_continued, &lines.join(",\n"))
        && is_new
    {
        eprintln!("coluber: can't write {}: {error}", trace.path.display());
    }
}

/// What closes the list in the file.
const CLOSE: &str = "\n]\n";

/// Adds lines to the list in the file, or to a new one; it is closed after each time. Several processes may write, one at a time:
/// each opens the file anew, as a process shares what it has opened, and its locks, with those that it forks.
fn append(trace: &TraceFile, is_new: bool, lines: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(is_new).open(&trace.path)?;
    file.lock()?;
    let end = file.seek(SeekFrom::End(0))?;
    let before = if end == 0 { "[\n" } else { ",\n" };
    file.seek(SeekFrom::Start(end.saturating_sub(CLOSE.len() as u64)))?;
    file.write_all(format!("{before}{lines}{CLOSE}").as_bytes())
}

/// An item of the list: what took how long, in microseconds.
fn event(stage: &str, name: &str, start: Duration, time: Duration) -> String {
    let micros = |time: Duration| time.as_nanos() as f64 / 1e3;
    let event = serde_json::json!({
        "name": stage,
        "cat": "coluber",
        "ph": "X",
        "ts": micros(start),
        "dur": micros(time),
        "pid": std::process::id(),
        "tid": thread_number(),
        "args": {"function": name},
    });
    event.to_string()
}

fn thread_number() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local!(static OWN: u64 = NEXT.fetch_add(1, Ordering::Relaxed));
    OWN.with(|own| *own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_json_whatever_the_name_is() {
        let line = event("passes", "f\"\\\u{1}<λ>", Duration::from_secs(2), Duration::from_nanos(1500));
        let read: serde_json::Value = serde_json::from_str(&line).expect("an object");
        assert_eq!(read["args"]["function"], "f\"\\\u{1}<λ>");
        assert_eq!((read["ts"].as_f64(), read["dur"].as_f64()), (Some(2e6), Some(1.5)));
    }
}
