//! The physical layer: bytes to instructions with folded operands, and the exception table.

use crate::{DecodeError, DecodeErrorKind, Tables};

/// One CPython instruction, its `EXTENDED_ARG` prefixes and inline caches taken in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawInstr {
    pub(crate) opcode: u8,
    pub(crate) arg: u32,
    /// First code unit (two bytes), the one of the first prefix.
    pub(crate) start: u32,
    /// The unit of the instruction proper, whose position counts.
    pub(crate) unit: u32,
    /// The unit after the caches: what jumps are relative to.
    pub(crate) end: u32,
}

/// A range of instructions and its handler; all are indices of instructions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawHandler {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) target: usize,
    /// Slots of the physical stack that stay.
    pub(crate) depth: u32,
    pub(crate) lasti: bool,
}

/// Splits the code bytes into instructions.
pub(crate) fn fetch(code: &[u8], tables: &Tables) -> Result<Vec<RawInstr>, DecodeError> {
    let mut instrs = Vec::with_capacity(code.len() / 4);
    let units = code.len() / 2;
    let (mut unit, mut start, mut arg) = (0, 0, 0_u32);
    while unit < units {
        let (opcode, low) = (code[2 * unit], code[2 * unit + 1]);
        arg = arg << 8 | u32::from(low);
        unit += 1;
        if opcode == tables.extended_arg {
            continue;
        }
        let known = tables.opcode(opcode).ok_or_else(|| error(unit - 1, DecodeErrorKind::UnknownOpcode(opcode)))?;
        let end = unit + known.caches as usize;
        instrs.push(RawInstr { opcode, arg, start: start as u32, unit: unit as u32 - 1, end: end as u32 });
        (unit, start, arg) = (end, end, 0);
    }
    let whole = code.len().is_multiple_of(2) && start == units;
    if whole { Ok(instrs) } else { Err(error(start, DecodeErrorKind::Truncated)) }
}

/// The index of the instruction that starts at a code unit.
pub(crate) fn index_of(instrs: &[RawInstr], unit: u32) -> Option<usize> {
    instrs.binary_search_by_key(&unit, |instr| instr.start).ok()
}

/// Reads `co_exceptiontable`. The ranges are checked to be disjoint and ascending.
pub(crate) fn exception_entries(
    table: &[u8],
    instrs: &[RawInstr],
    code_len: usize,
) -> Result<Vec<RawHandler>, DecodeError> {
    let mut reader = Varints { bytes: table };
    let mut entries: Vec<RawHandler> = Vec::new();
    while !reader.bytes.is_empty() {
        let entry = read_entry(&mut reader, instrs, code_len / 2);
        let entry = entry.ok_or_else(|| error(0, DecodeErrorKind::BadExceptionTable))?;
        if entries.last().is_some_and(|last| last.end > entry.start) {
            return Err(error(0, DecodeErrorKind::BadExceptionTable));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// All numbers of the table are in code units.
fn read_entry(reader: &mut Varints<'_>, instrs: &[RawInstr], units: usize) -> Option<RawHandler> {
    let start = reader.next()?;
    let end = start.checked_add(reader.next()?)?;
    let target = index_of(instrs, reader.next()?)?;
    let depth_lasti = reader.next()?;
    let first_at = |unit: u32| instrs.partition_point(|instr| instr.start < unit);
    let ok = end as usize <= units && start < end;
    let (depth, lasti) = (depth_lasti >> 1, depth_lasti & 1 == 1);
    ok.then(|| RawHandler { start: first_at(start), end: first_at(end), target, depth, lasti })
}

/// Big-endian groups of 6 bits; bit 6 says that another group follows, bit 7 marks an entry's start.
struct Varints<'a> {
    bytes: &'a [u8],
}

impl Varints<'_> {
    fn next(&mut self) -> Option<u32> {
        let mut value = 0_u32;
        loop {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            value = value.checked_mul(64)? | u32::from(byte & 63);
            if byte & 64 == 0 {
                return Some(value);
            }
        }
    }
}

fn error(unit: usize, kind: DecodeErrorKind) -> DecodeError {
    DecodeError { offset: 2 * unit as u32, kind }
}
