//! Exception handlers that only some versions write down are removed before lifting.

use super::lifter::Lifter;
use crate::raw::{RawHandler, RawInstr};
use crate::{Handler, InstrId, Tables};

/// Leaves out the handlers that serve the generator protocol alone.
///
/// From 3.12 a generator's body is enclosed in a handler that turns `StopIteration` into `RuntimeError`, and a `yield from` in one
/// for `generator.throw`. 3.11 does both outside of the bytecode.
pub(super) fn simplify(entries: Vec<RawHandler>, instrs: &[RawInstr], tables: &Tables) -> Vec<RawHandler> {
    let resolved = entries.iter().filter_map(|entry| resolve(*entry, &entries, instrs, tables));
    resolved.collect()
}

/// The first handler, from the inside out, that is written in the source.
fn resolve(entry: RawHandler, entries: &[RawHandler], instrs: &[RawInstr], tables: &Tables) -> Option<RawHandler> {
    let mut handler = entry;
    // A chain longer than the table runs in a circle.
    for _ in 0..=entries.len() {
        let target = instrs.get(handler.target)?;
        match &*tables.opcode(target.opcode)?.name {
            "CLEANUP_THROW" => handler = *covering(entries, handler.target)?,
            "CALL_INTRINSIC_1" if is_stop_iteration_error(target.arg, tables) => return None,
            _ => {
                return Some(RawHandler { start: entry.start, end: entry.end, ..handler });
            }
        }
    }
    None
}

fn is_stop_iteration_error(arg: u32, tables: &Tables) -> bool {
    tables.intrinsics_1.get(arg as usize).is_some_and(|name| name == "INTRINSIC_STOPITERATION_ERROR")
}

/// The entry whose range holds an instruction.
pub(super) fn covering(entries: &[RawHandler], at: usize) -> Option<&RawHandler> {
    let after = entries.partition_point(|entry| entry.start <= at);
    entries[..after].last().filter(|entry| at < entry.end)
}

/// The handler's range and target in the neutral stream; `None` when nothing is left of the range.
pub(super) fn to_neutral(entry: &RawHandler, depth: u32, first: impl Fn(usize) -> InstrId) -> Option<Handler> {
    let (start, end) = (first(entry.start), first(entry.end));
    let handler = Handler { start, end, target: first(entry.target), depth, lasti: entry.lasti };
    (start < end).then_some(handler)
}

/// Adds a handler; one that continues the last is joined to it.
pub(super) fn push_merged(handlers: &mut Vec<Handler>, next: Handler) {
    if let Some(last) = handlers.last_mut()
        && (last.end, last.target, last.depth, last.lasti) == (next.start, next.target, next.depth, next.lasti)
    {
        last.end = next.end;
    } else {
        handlers.push(next);
    }
}

impl Lifter<'_> {
    /// The stack at the start of a handler of the present instruction.
    pub(super) fn stack_in_handler(&self, entry: &RawHandler) -> Option<Vec<super::Slot>> {
        let kept = self.stack.get(..entry.depth as usize)?;
        let pushed = 1 + usize::from(entry.lasti);
        Some(kept.iter().copied().chain(std::iter::repeat_n(super::Slot::Value, pushed)).collect())
    }
}
