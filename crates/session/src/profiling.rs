//! Where the functions of linked code are, for profilers: the file of `perf` (`/tmp/perf-PID.map`), a line for each function.

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// A function of an object file.
#[derive(Clone, Debug, PartialEq)]
struct Function {
    name: String,
    /// The section that it is in, and where in it.
    section: u16,
    offset: u64,
    size: u64,
}

const SYMBOL_TABLE: u32 = 2;
const FUNCTION: u8 = 2;
const SECTION_HEADER: usize = 64;
const SYMBOL: usize = 24;

/// Whether a profiler is to be told (`ENABLE_PROFILING`).
static ENABLED: AtomicBool = AtomicBool::new(false);

/// Says whether profilers are to be told of code that is linked from now on.
pub(crate) fn enable(enabled: bool) {
    ENABLED.store(enabled, Ordering::Relaxed);
}

/// Writes where the functions of an object are, one of which is at an address that is asked for. Where the file can't be written nothing is told.
pub(crate) fn tell(object: &[u8], entry: &str, address: impl FnOnce() -> Option<usize>) {
    if !ENABLED.load(Ordering::Relaxed) {
        return;
    }
    let Some(address) = address() else { return };
    let Some(functions) = functions(object) else { return };
    let Some(known) = functions.iter().find(|function| function.name == entry) else { return };
    let start = (address as u64).wrapping_sub(known.offset);
    let lines: String = functions
        .iter()
        .filter(|function| function.section == known.section)
        .map(|f| format!("{:x} {:x} {}\n", start.wrapping_add(f.offset), f.size, f.name.replace(['\n', ' '], "_")))
        .collect();
    let path = format!("/tmp/perf-{}.map", std::process::id());
    if let Ok(mut file) = OpenOptions::new().append(true).create(true).open(path) {
        let _ = file.write_all(lines.as_bytes());
    }
}

/// The functions of an object file of ELF with 64 bits; None for other files.
fn functions(object: &[u8]) -> Option<Vec<Function>> {
    if object.get(..5)? != b"\x7fELF\x02" {
        return None;
    }
    let (sections, count) = (word(object, 0x28)? as usize, half(object, 0x3c)? as usize);
    let header = |k: usize| object.get(sections + k * SECTION_HEADER..)?.get(..SECTION_HEADER);
    let content = |header: &[u8]| object.get(word(header, 24)? as usize..)?.get(..word(header, 32)? as usize);
    let table = (0..count).filter_map(header).find(|header| int(header, 4) == Some(SYMBOL_TABLE))?;
    let names = content(header(int(table, 40)? as usize)?)?;
    Some(content(table)?.chunks_exact(SYMBOL).filter_map(|symbol| function(symbol, names)).collect())
}

fn function(symbol: &[u8], names: &[u8]) -> Option<Function> {
    let name = names.get(int(symbol, 0)? as usize..)?;
    let end = name.iter().position(|&byte| byte == 0)?;
    let found = Function {
        name: String::from_utf8_lossy(&name[..end]).into_owned(),
        section: half(symbol, 6)?,
        offset: word(symbol, 8)?,
        size: word(symbol, 16)?,
    };
    (symbol.get(4)? & 15 == FUNCTION && found.size > 0).then_some(found)
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn int(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_object_has_no_functions() {
        assert_eq!(functions(b""), None);
        assert_eq!(functions(b"\x7fELF\x02"), None);
        let mut header = vec![0u8; 64];
        header[..5].copy_from_slice(b"\x7fELF\x02");
        header[0x28..0x30].copy_from_slice(&u64::MAX.to_le_bytes());
        header[0x3c] = 1;
        assert_eq!(functions(&header), None);
    }
}
