//! Drives the lifter over all reachable paths, then lays the result out.

use super::handlers::{covering, push_merged, simplify, to_neutral};
use super::{Flow, Lifter, Slot, values};
use crate::raw::{RawHandler, RawInstr};
use crate::{CodeObject, DecodeError, DecodeErrorKind, Instr, InstrId, Op, Stream, Tables};

/// Lifts a whole code object.
pub(crate) fn run(
    code: &CodeObject,
    tables: &Tables,
    instrs: &[RawInstr],
    handlers: Vec<RawHandler>,
) -> Result<Stream, DecodeError> {
    if instrs.is_empty() {
        return Err(DecodeError { offset: 0, kind: DecodeErrorKind::FallsOffEnd });
    }
    let handlers = simplify(handlers, instrs, tables);
    let entry = vec![None; instrs.len()];
    let mut paths = Paths { lifter: Lifter::new(code, tables, instrs), handlers, entry, work: Vec::new() };
    paths.reach(0, Vec::new())?;
    while let Some(at) = paths.work.pop() {
        paths.follow(at)?;
    }
    Ok(paths.finish(instrs))
}

struct Paths<'a> {
    lifter: Lifter<'a>,
    handlers: Vec<RawHandler>,
    /// The stack before each instruction that was reached. Each is lifted once.
    entry: Vec<Option<Vec<Slot>>>,
    work: Vec<usize>,
}

impl Paths<'_> {
    /// Notes that control reaches an instruction with a stack. The lifter's present instruction is the one it comes from.
    fn reach(&mut self, at: usize, stack: Vec<Slot>) -> Result<(), DecodeError> {
        match self.entry.get_mut(at) {
            None => Err(self.lifter.error(DecodeErrorKind::FallsOffEnd)),
            Some(Some(known)) if *known != stack => Err(self.lifter.error(DecodeErrorKind::StackMismatch)),
            Some(Some(_)) => Ok(()),
            Some(unknown) => {
                *unknown = Some(stack);
                self.work.push(at);
                Ok(())
            }
        }
    }

    /// Lifts one instruction and reaches its successors.
    fn follow(&mut self, at: usize) -> Result<(), DecodeError> {
        self.lifter.at = at;
        self.lifter.stack = self.entry[at].clone().unwrap_or_default();
        let before = self.lifter.emitted.len();
        let handler =
            covering(&self.handlers, at).map(|handler| (handler.target, self.lifter.stack_in_handler(handler)));
        let flow = self.lifter.lift()?;
        // An instruction of which nothing is left can't raise.
        if let Some((target, stack)) = handler
            && self.lifter.emitted.len() > before
        {
            self.reach(target, stack.ok_or_else(|| self.lifter.error(DecodeErrorKind::StackUnderflow))?)?;
        }
        for (target, stack) in std::mem::take(&mut self.lifter.jumps) {
            self.reach(target, stack)?;
        }
        let stack = std::mem::take(&mut self.lifter.stack);
        match flow {
            Flow::Stop => Ok(()),
            Flow::Next => self.reach(at + 1, stack),
            Flow::Skip(n) => self.reach(at + n, stack),
        }
    }

    /// Puts the operations into the order of the code.
    fn finish(self, raw: &[RawInstr]) -> Stream {
        let mut emitted = self.lifter.emitted;
        emitted.sort_by_key(|&(at, _)| at);
        let order: Vec<usize> = emitted.iter().map(|&(at, _)| at).collect();
        let first = |at: usize| InstrId(order.partition_point(|&other| other < at) as u32);
        let code = self.lifter.code;
        let instrs = emitted.into_iter().map(|(at, op)| instr(op, &raw[at], code, first)).collect();
        let mut handlers = Vec::new();
        for entry in &self.handlers {
            // A target with fewer slots is not reached from this range: nothing is left of it.
            if let Some(stack) = &self.entry[entry.target]
                && let Some(kept) = stack.get(..entry.depth as usize)
                && let Some(handler) = to_neutral(entry, values(kept), first)
            {
                push_merged(&mut handlers, handler);
            }
        }
        Stream::new(code, instrs, handlers)
    }
}

fn instr(mut op: Op, raw: &RawInstr, code: &CodeObject, first: impl Fn(usize) -> InstrId) -> Instr {
    if let Some(target) = op.target_mut() {
        *target = first(target.index());
    }
    let span = code.positions.get(raw.unit as usize).copied().unwrap_or_default();
    Instr { op, span, offset: 2 * raw.unit }
}
