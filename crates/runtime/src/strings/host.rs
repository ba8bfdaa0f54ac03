//! What the host does with strings: the text of values that only it knows, and methods of strings that depend on Unicode's data, so that
//! they agree with the host's version of it.

use super::fault::Fault;
use super::make::Made;
use super::{Points, Text};
use crate::hooks;

/// An argument of a call of the host.
#[derive(Clone, Copy)]
pub enum Given<'a> {
    /// A string.
    Text(Points<'a>),
    /// Bytes.
    Bytes(&'a [u8]),
    /// An integer.
    Int(i64),
    /// An integer without sign.
    Unsigned(u64),
    /// A float.
    Float(f64),
}

/// What such a call gives.
#[derive(Clone, Copy)]
pub enum Answer<'a> {
    /// A string, or bytes.
    Text(Points<'a>),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A bool.
    Flag(bool),
}

fn missing() -> Fault {
    Fault::Raise("RuntimeError", "there is no host that makes text".into())
}

fn unexpected() -> Fault {
    Fault::Raise("SystemError", "the host gives something else than was asked for".into())
}

/// The text of a value: its type, and its words.
pub fn text(types: &[u32], words: &[u64]) -> Result<Made, Fault> {
    let hook = hooks::host_text().ok_or_else(missing)?;
    let mut made = Err(unexpected());
    hook(types, words, &mut |points| made = Made::joined(std::iter::once(points))).map_err(Fault::Host)?;
    made
}

/// Calls a function of the host, `str.NAME` or `builtins.NAME`, and takes the answer.
fn ask<T>(name: &str, given: &[Given<'_>], take: impl Fn(Answer<'_>) -> Option<Result<T, Fault>>) -> Result<T, Fault> {
    let hook = hooks::string_call().ok_or_else(missing)?;
    let mut taken = None;
    hook(name, given, &mut |answer| taken = take(answer)).map_err(Fault::Host)?;
    taken.unwrap_or_else(|| Err(unexpected()))
}

/// A call that gives a string.
pub fn ask_text(name: &str, given: &[Given<'_>]) -> Result<Made, Fault> {
    ask(name, given, |answer| match answer {
        Answer::Text(points) => Some(Made::joined(std::iter::once(points))),
        _ => None,
    })
}

/// A call that gives a bool.
pub fn ask_flag(name: &str, text: Text<'_>) -> Result<bool, Fault> {
    ask(name, &[Given::Text(text.points)], |answer| match answer {
        Answer::Flag(flag) => Some(Ok(flag)),
        _ => None,
    })
}

/// A call that gives an integer.
pub fn ask_int(name: &str, given: &[Given<'_>]) -> Result<i64, Fault> {
    ask(name, given, |answer| match answer {
        Answer::Int(value) => Some(Ok(value)),
        _ => None,
    })
}

/// A call that gives a float.
pub fn ask_float(name: &str, text: Text<'_>) -> Result<f64, Fault> {
    ask(name, &[Given::Text(text.points)], |answer| match answer {
        Answer::Float(value) => Some(Ok(value)),
        _ => None,
    })
}
