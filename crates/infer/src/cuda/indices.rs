//! Where a thread is: `threadIdx`, `blockIdx`, `blockDim`, `gridDim`, `grid`, `gridsize`, `laneid`, `warpsize`.

use crate::builtins::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ir::typed::{Op, ThreadWord};
use coluber_types::Ty;

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.cuda.kernel.indices.grid", |cx, a| per_axis(cx, a, "grid", position)),
    ("coluber.cuda.kernel.indices.gridsize", |cx, a| per_axis(cx, a, "gridsize", extent)),
];

const TID: [ThreadWord; 3] = [ThreadWord::TidX, ThreadWord::TidY, ThreadWord::TidZ];
const NTID: [ThreadWord; 3] = [ThreadWord::NtidX, ThreadWord::NtidY, ThreadWord::NtidZ];
const CTAID: [ThreadWord; 3] = [ThreadWord::CtaidX, ThreadWord::CtaidY, ThreadWord::CtaidZ];
const NCTAID: [ThreadWord; 3] = [ThreadWord::NctaidX, ThreadWord::NctaidY, ThreadWord::NctaidZ];

/// The objects that are values.
pub fn value(name: &str) -> Option<Resolved> {
    match name {
        "indices.laneid" => Some(word(ThreadWord::Lane)),
        "indices.warpsize" => Some(Resolved::constant(Ty::literal_int(32))),
        _ => None,
    }
}

/// The objects whose attributes are values.
pub fn attribute(object: &str, name: &str) -> Option<Resolved> {
    let words = match object {
        "indices.threadIdx" => TID,
        "indices.blockIdx" => CTAID,
        "indices.blockDim" => NTID,
        "indices.gridDim" => NCTAID,
        _ => return None,
    };
    let axis = ["x", "y", "z"].iter().position(|axis| *axis == name)?;
    Some(word(words[axis]))
}

fn word(word: ThreadWord) -> Resolved {
    Resolved::one(Val::weak(Ty::int32()), move |e, _| e.builder().value(Op::Thread { word }, &[], Ty::int32()))
}

/// A word of the thread as an int64.
pub fn wide(e: &mut Emitter<'_>, word: ThreadWord) -> Value {
    e.builder().value(Op::Thread { word }, &[], Ty::int64())
}

fn position(e: &mut Emitter<'_>, axis: usize) -> Value {
    let (block, count, thread) = (wide(e, CTAID[axis]), wide(e, NTID[axis]), wide(e, TID[axis]));
    let first = e.mul(block, count);
    e.add(first, thread)
}

fn extent(e: &mut Emitter<'_>, axis: usize) -> Value {
    let (count, blocks) = (wide(e, NTID[axis]), wide(e, NCTAID[axis]));
    e.mul(count, blocks)
}

/// An int64, or a tuple of two or three, for the axes of the grid.
fn per_axis(cx: &mut Cx<'_>, args: &CallArgs, name: &str, emit: fn(&mut Emitter<'_>, usize) -> Value) -> Rule {
    let Some(&[ndim]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    match ndim.literal_int() {
        Some(1) => Ok(Some(Resolved::one(Val::weak(Ty::int64()), move |e, _| emit(e, 0)))),
        Some(n @ 2..=3) => {
            let ty = Ty::uni_tuple(Ty::int64(), n as usize);
            Ok(Some(Resolved::one(Val::weak(ty), move |e, _| {
                let parts: Vec<Value> = (0..n as usize).map(|axis| emit(e, axis)).collect();
                e.pack(&parts, ty)
            })))
        }
        Some(n) => Err(cx.error(format!("cuda.{name}({n}): a grid has 1, 2 or 3 dimensions"))),
        None => Err(cx.error(format!("cuda.{name} needs its number of dimensions as a constant"))),
    }
}
