//! CPython 3.15: an iterator has a second slot, for an index; lazy imports.

use super::common::{end_send, for_iter, send};
use super::v314;
use crate::Op;
use crate::lift::{Flow, LiftFn, Lifter, Outcome};

pub(super) fn lookup(name: &str) -> Option<LiftFn> {
    Some(match name {
        "GET_ITER" => get_iter,
        "FOR_ITER" => |cx, arg| for_iter(cx, arg, 1, 3),
        "POP_ITER" => pop_iter,
        "SEND" => |cx, arg| send(cx, arg, 1, 2),
        "END_SEND" => |cx, _| end_send(cx, 2),
        "IMPORT_NAME" => |cx, arg| cx.name(arg >> 2).and_then(|name| cx.apply(Op::ImportName(name))),
        _ => return v314::lookup(name),
    })
}

/// Operand 0: a loop; 1 to 3: the kinds of `yield from`.
fn get_iter(cx: &mut Lifter<'_>, arg: u32) -> Outcome {
    cx.apply(if arg == 0 { Op::GetIter } else { Op::GetYieldFromIter })?;
    cx.push_null()?;
    Ok(Flow::Next)
}

fn pop_iter(cx: &mut Lifter<'_>, _: u32) -> Outcome {
    cx.pop_nulls(1)?;
    cx.pop_top()
}
