//! The cache on disk: code by the content of everything that it depends on.
//!
//! The file of a function is named by a digest of its own code, the types of the arguments, the target and the versions. An entry in
//! it has a [`trace`]: the questions that the compilation asked of Python (globals, closure variables, callees), with digests of the
//! answers. It is used when asking again gives the same. So nothing in the cache is ever stale, and what did not change is not compiled.

mod containers;
mod digest;
mod entry;
mod link;
mod nodes;
mod place;
mod ptx;
mod question;
mod sources;
mod trace;

pub(crate) use digest::same_answer;
pub(crate) use entry::KernelNumbers;
pub(crate) use place::{Cache, Request};
pub(crate) use question::{Answer, Event, Question};
pub(crate) use sources::Sources;
