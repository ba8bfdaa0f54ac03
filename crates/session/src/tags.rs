//! The ends of symbols of code that can be linked in other processes: each piece of code has one of its own in a process.

use coluber_abi::TAG_LENGTH;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that no process gives to code: that of code which is yet to be renamed.
pub(crate) const NO_TAG: u64 = 0xffff_ffff_ffff;

/// A number for a symbol that no other code in this process has.
pub(crate) fn tag() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The end of a symbol, which is its own.
fn tag_of(symbol: &str) -> &str {
    &symbol[symbol.len() - TAG_LENGTH..]
}

/// A symbol with the tag of another one.
pub(crate) fn with_tag_of(tagged: &str, symbol: &str) -> Option<String> {
    Some(symbol.get(..symbol.len().checked_sub(TAG_LENGTH)?)?.to_owned() + tag_of(tagged))
}

/// The object with a symbol that nothing in this process has.
pub(crate) fn renamed(symbol: &str, mut object: Vec<u8>) -> Option<(String, Vec<u8>)> {
    let start = symbol.len().checked_sub(TAG_LENGTH)?;
    let (name, old) = (symbol.get(..start)?, symbol.get(start..)?.as_bytes());
    let fresh = coluber_abi::portable_symbol("", tag());
    let fresh = tag_of(&fresh);
    let mut position = 0;
    while let Some(found) = memchr::memmem::find(&object[position..], old) {
        position += found;
        object[position..position + TAG_LENGTH].copy_from_slice(fresh.as_bytes());
        position += TAG_LENGTH;
    }
    Some((format!("{name}{fresh}"), object))
}
