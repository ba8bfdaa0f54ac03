//! Iterators as values of programs.
//!
//! An iterator is a plain value here: going on gives another one. That is all that a loop needs. A program that keeps what `zip(...)` gives,
//! hands it on or asks it for items in several places gets a suspended function that goes over it instead.

use crate::calls::{self, CallArgs};
use crate::context::Cx;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::py::Op;
use coluber_ir::{Inst, Untyped, Value};
use coluber_types::Kind;
use cranelift_entity::SecondaryMap;

/// The functions that give iterators that are plain values.
pub const MAKERS: &[&str] =
    &["builtins.enumerate", "builtins.iter", "builtins.reversed", "builtins.zip", "numpy.ndenumerate", "numpy.ndindex"];

/// Whether the only use of what a call gives is one in the same block that goes over all of it, or as far as it wants.
pub fn is_consumed_at_once(body: &Untyped, vals: &SecondaryMap<Value, Val>, call: Inst) -> bool {
    let made = body.insts[call].results[0];
    if is_written_out(body, made) {
        return true;
    }
    let mut user = None;
    for &block in &body.layout {
        let data = &body.blocks[block];
        let mut in_term = false;
        data.term.visit_uses(|value| in_term |= value == made);
        if in_term {
            return false;
        }
        let is_home = data.insts.contains(&call);
        for &inst in &data.insts {
            let uses = body.insts[inst].args.iter().filter(|&&arg| arg == made).count();
            if uses > 0 && (uses > 1 || !is_home || user.replace(inst).is_some()) {
                return false;
            }
        }
    }
    user.is_none_or(|user| consumes(body, vals, user))
}

/// Whether the loop over a tuple is written out already: it reads the items, which iterators do not have.
fn is_written_out(body: &Untyped, made: Value) -> bool {
    let mut insts = body.layout.iter().flat_map(|&block| &body.blocks[block].insts).map(|&inst| &body.insts[inst]);
    let mut users = insts.by_ref().filter(|data| data.args.contains(&made)).peekable();
    users.peek().is_some() && users.all(|data| data.op == Op::GetItem {} && data.args[0] == made)
}

fn consumes(body: &Untyped, vals: &SecondaryMap<Value, Val>, user: Inst) -> bool {
    let data = &body.insts[user];
    match data.op {
        Op::GetIter {} | Op::ListExtend {} | Op::SetUpdate {} | Op::DictUpdate {} | Op::Contains { .. } => true,
        Op::Unpack { .. } | Op::UnpackStar { .. } | Op::BuildTupleStar { .. } | Op::Assign { .. } => true,
        Op::Call { .. } => !matches!(vals[data.args[0]].ty.kind(), Kind::Dispatcher(_) | Kind::Closure { .. }),
        _ => false,
    }
}

/// The same as a suspended function.
pub fn kept(cx: &mut Cx<'_>, found: Resolved) -> Result<Resolved> {
    let val = found.val();
    if matches!(val.ty.kind(), Kind::Gen { .. }) {
        return Ok(found);
    }
    let args = CallArgs { positional: vec![val], ..CallArgs::default() };
    let Some(over) = calls::call_overload(cx, "coluber.iterate", &[val.ty], &[], &args)? else {
        return Ok(found);
    };
    Ok(found.then(over))
}
