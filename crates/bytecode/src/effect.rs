//! What each operation does to the stack's depth, and the check that a stream's depths agree.

use thiserror::Error;

use crate::{InstrId, Op, Stream};

/// How many slots an operation pops, then pushes.
///
/// For an operation that may jump, this is the effect when control goes on to the next instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// Slots popped.
    pub pops: u32,
    /// Slots pushed.
    pub pushes: u32,
    /// Slots pushed when the operation jumps.
    pub pushes_on_jump: u32,
}

impl Effect {
    fn new(pops: u32, pushes: u32) -> Self {
        Self { pops, pushes, pushes_on_jump: pushes }
    }
}

/// The effect of an operation. Some operations also look at slots below those that they pop.
pub fn stack_effect(op: &Op) -> Effect {
    let (pops, pushes) = match op {
        Op::ForIter { .. } => {
            return Effect { pops: 1, pushes: 2, pushes_on_jump: 0 };
        }
        Op::Send { .. } => {
            return Effect { pops: 2, pushes: 2, pushes_on_jump: 1 };
        }
        Op::LoadConst(_) | Op::LoadBuiltin(_) | Op::LoadGlobal(_) | Op::LoadName(_) => (0, 1),
        Op::LoadFast(_) | Op::LoadFastAndClear(_) => (0, 1),
        Op::LoadDeref(_) | Op::LoadClosure(_) | Op::SaveCell(_) => (0, 1),
        Op::StoreGlobal(_) | Op::StoreName(_) | Op::StoreFast(_) | Op::StoreDeref(_) | Op::RestoreCell(_) => (1, 0),
        Op::DeleteGlobal(_) | Op::DeleteName(_) | Op::DeleteFast(_) | Op::DeleteDeref(_) | Op::MakeCell(_) => (0, 0),
        Op::LoadAttr(_) => (1, 1),
        Op::StoreAttr(_) | Op::DeleteSubscript => (2, 0),
        Op::DeleteAttr(_) => (1, 0),
        Op::StoreSubscript => (3, 0),
        Op::Unary(_) | Op::ToBool | Op::ListToTuple | Op::ConvertValue(_) => (1, 1),
        Op::Subscript | Op::BinaryOp(_) | Op::InplaceOp(_) | Op::Compare(_) | Op::Is { .. } | Op::Contains { .. } => {
            (2, 1)
        }
        Op::BuildTuple(n) | Op::BuildList(n) | Op::BuildSet(n) | Op::BuildString(n) | Op::BuildSlice(n) => (*n, 1),
        Op::BuildMap(n) => (n.saturating_mul(2), 1),
        Op::ListAppend(_) | Op::ListExtend(_) | Op::SetAdd(_) | Op::SetUpdate(_) => (1, 0),
        Op::DictMerge(_) | Op::DictUpdate(_) => (1, 0),
        Op::MapAdd(_) => (2, 0),
        Op::UnpackSequence(n) => (1, *n),
        Op::UnpackEx { before, after } => (1, before.saturating_add(*after).saturating_add(1)),
        Op::FormatValue { has_spec } => (1 + u32::from(*has_spec), 1),
        Op::MakeFunction(parts) => (parts.count() + 1, 1),
        Op::Call { argc, .. } => (argc.saturating_add(1), 1),
        Op::CallEx { has_kwargs } => (2 + u32::from(*has_kwargs), 1),
        Op::GetIter | Op::GetYieldFromIter | Op::Yield => (1, 1),
        Op::Jump(_) => (0, 0),
        Op::PopJumpIf { .. } | Op::Pop | Op::Return | Op::Reraise | Op::PopExcept => (1, 0),
        Op::Copy(_) => (0, 1),
        Op::Swap(_) => (0, 0),
        Op::Raise { argc } => (*argc, 0),
        Op::PushExcInfo | Op::BeforeWith => (1, 2),
        Op::CheckExcMatch => (2, 2),
        Op::WithExceptStart => (4, 5),
        Op::WithExit { raised } => (1 + u32::from(*raised), 1),
        Op::ImportName(_) => (2, 1),
        Op::ImportFrom(_) | Op::GetLen | Op::MatchMapping | Op::MatchSequence => (1, 2),
        Op::MatchKeys => (2, 3),
        Op::MatchClass { .. } => (3, 1),
        Op::Unsupported { pops, pushes, .. } => (*pops, *pushes),
    };
    Effect::new(pops, pushes)
}

/// The depth that the stack must have before an operation.
pub(crate) fn slots_needed(op: &Op) -> u32 {
    let below = match op {
        Op::Copy(n) | Op::Swap(n) => *n,
        Op::ListAppend(n) | Op::ListExtend(n) | Op::SetAdd(n) | Op::SetUpdate(n) => *n,
        Op::DictMerge(n) | Op::DictUpdate(n) | Op::MapAdd(n) => *n,
        _ => 0,
    };
    stack_effect(op).pops.saturating_add(below)
}

/// A stream whose stack depths don't agree: a bug of the decoder.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("instruction {}: {what} (depth {depth})", at.0)]
pub struct StackError {
    /// The instruction.
    pub at: InstrId,
    /// The depth before it, on the path that shows the error.
    pub depth: u32,
    /// What is wrong.
    pub what: &'static str,
}

/// Simulates the stack's depth over all paths, exceptional ones too. Gives the depth before each instruction.
pub fn verify_stack(stream: &Stream) -> Result<Vec<u32>, StackError> {
    let mut depths = vec![None; stream.instrs.len()];
    let mut work = Vec::new();
    reach(&mut depths, &mut work, InstrId(0), 0)?;
    while let Some(at) = work.pop() {
        let depth = depths[at.index()].unwrap_or(0);
        if let Some(handler) = stream.handler_at(at) {
            check(depth >= handler.depth, at, depth, "the handler keeps more slots than there are")?;
            reach(&mut depths, &mut work, handler.target, handler.entry_depth())?;
        }
        step(stream, at, depth, &mut depths, &mut work)?;
    }
    let unreached = || StackError { at: InstrId(0), depth: 0, what: "an instruction is not reached" };
    depths.into_iter().collect::<Option<_>>().ok_or_else(unreached)
}

fn step(
    stream: &Stream,
    at: InstrId,
    depth: u32,
    depths: &mut [Option<u32>],
    work: &mut Vec<InstrId>,
) -> Result<(), StackError> {
    let op = &stream.instrs[at.index()].op;
    check(slots_needed(op) <= depth, at, depth, "too few slots")?;
    let effect = stack_effect(op);
    let rest = depth - effect.pops;
    if let Some(target) = op.target() {
        reach(depths, work, target, rest.saturating_add(effect.pushes_on_jump))?;
    }
    if !op.is_terminator() {
        reach(depths, work, InstrId(at.0 + 1), rest.saturating_add(effect.pushes))?;
    }
    Ok(())
}

fn reach(depths: &mut [Option<u32>], work: &mut Vec<InstrId>, at: InstrId, depth: u32) -> Result<(), StackError> {
    match depths.get_mut(at.index()) {
        None => Err(StackError { at, depth, what: "outside of the stream" }),
        Some(Some(known)) => check(*known == depth, at, depth, "paths meet with different depths"),
        Some(unknown) => {
            *unknown = Some(depth);
            work.push(at);
            Ok(())
        }
    }
}

fn check(ok: bool, at: InstrId, depth: u32, what: &'static str) -> Result<(), StackError> {
    if ok { Ok(()) } else { Err(StackError { at, depth, what }) }
}
