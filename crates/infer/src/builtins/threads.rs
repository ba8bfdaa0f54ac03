//! `coluber.core.threads`: the threads of parallel loops, as compiled code sees them.

use super::Builtin;
use super::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_ir::typed::Op;
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.core.threads.get_thread_id", |_, a| number(a, "thread_index")),
    ("coluber.core.threads.get_num_threads", |_, a| number(a, "num_threads")),
    ("coluber.core.threads.get_parallel_chunksize", |_, a| number(a, "piece_size")),
    ("coluber.core.threads.set_num_threads", set_num_threads),
    ("coluber.core.threads.set_parallel_chunksize", set_parallel_chunksize),
    ("coluber.lib.intrinsics.is_alone", |_, a| number(a, "is_alone")),
];

/// A number that the runtime knows.
fn number(args: &CallArgs, function: &'static str) -> Rule {
    let none = positional(args, 0..=0);
    let int = Ty::int64();
    Ok(none.map(|_| {
        Resolved::one(Val::weak(int), move |e, _| e.builder().value(Op::Runtime { func: function.into() }, &[], int))
    }))
}

fn set_num_threads(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[count]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    if !count.ty.unliteral().is_int() {
        return Ok(None);
    }
    Ok(Some(Resolved::one(Val::new(Ty::none()), |e, a| {
        let int = Ty::int64();
        let count = e.coerce(a[0], int);
        let set = e.builder().value(Op::Runtime { func: "set_num_threads".into() }, &[count], int);
        let ok = e.compare(CmpOp::Eq, set, count);
        e.guard("ValueError", "The number of threads is out of range", ok);
        e.unit(Ty::none())
    })))
}

fn set_parallel_chunksize(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[size]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    if !size.ty.unliteral().is_int() {
        return Ok(None);
    }
    let int = Ty::int64();
    Ok(Some(Resolved::one(Val::weak(int), move |e, a| {
        let size = e.coerce(a[0], int);
        let ok = e.compare_int(CmpOp::Ge, size, 0);
        e.guard("ValueError", "the size of chunks is negative", ok);
        e.builder().value(Op::Runtime { func: "set_piece_size".into() }, &[size], int)
    })))
}
