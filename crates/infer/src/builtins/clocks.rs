//! `time.time` and the other clocks.

use super::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_types::{Kind, Ty};

/// The rows: clocks by the number that the runtime knows them by.
pub const ROWS: &[(&str, Builtin)] = &[
    ("time.time", |cx, args| seconds(cx, args, 0)),
    ("time.time_ns", |cx, args| nanoseconds(cx, args, 0)),
    ("time.perf_counter", |cx, args| seconds(cx, args, 1)),
    ("time.perf_counter_ns", |cx, args| nanoseconds(cx, args, 1)),
    ("time.monotonic", |cx, args| seconds(cx, args, 1)),
    ("time.monotonic_ns", |cx, args| nanoseconds(cx, args, 1)),
    ("time.process_time", |cx, args| seconds(cx, args, 2)),
    ("time.process_time_ns", |cx, args| nanoseconds(cx, args, 2)),
    ("time.thread_time", |cx, args| seconds(cx, args, 3)),
    ("time.thread_time_ns", |cx, args| nanoseconds(cx, args, 3)),
    ("time.sleep", sleep),
];

/// `time.sleep(seconds)`: the interpreter is not needed meanwhile, and Ctrl-C ends it.
fn sleep(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[seconds]) = positional(args, 1..=1) else { return Ok(None) };
    if cx.options.cuda {
        let error = cx.error("time.sleep() can't be called in kernels");
        return Err(error.hint("cuda.nanosleep(ns) lets a thread wait for so many nanoseconds"));
    }
    if !matches!(seconds.ty.unliteral().kind(), Kind::Int(_) | Kind::Bool | Kind::Float(_)) {
        return Ok(None);
    }
    Ok(Some(Resolved::one(Val::new(Ty::none()), |e, a| {
        let seconds = e.coerce(a[0], Ty::float64());
        e.runtime("sleep", &[seconds], &[]);
        e.unit(Ty::none())
    })))
}

fn nanoseconds(_: &mut Cx<'_>, args: &CallArgs, clock: i64) -> Rule {
    Ok(positional(args, 0..=0).map(|_| {
        Resolved::one(Val::new(Ty::int64()), move |e, _| {
            let clock = e.i64(clock);
            e.runtime("clock", &[clock], &[Ty::int64()])[0]
        })
    }))
}

fn seconds(cx: &mut Cx<'_>, args: &CallArgs, clock: i64) -> Rule {
    let Some(count) = nanoseconds(cx, args, clock)? else { return Ok(None) };
    Ok(Some(Resolved::one(Val::weak(Ty::float64()), move |e, a| {
        let count = e.resolved(&count, a);
        let (count, unit) = (e.coerce(count, Ty::float64()), e.float(1e-9, Ty::float64()));
        e.mul(count, unit)
    })))
}
