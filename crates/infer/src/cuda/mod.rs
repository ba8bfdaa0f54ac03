//! What kernels call: the members of `coluber.cuda.kernel`, one row each.
//!
//! | file | rows of |
//! |---|---|
//! | `indices.rs` | thread and block indices |
//! | `memory.rs` | shared, local and constant arrays |
//! | `sync.rs` | barriers, fences, the warp |
//! | `atomic.rs` | atomic changes of array elements |
//! | `external.rs` | functions of other CUDA code |
//! | `pointer.rs` | addresses of arrays, for those functions |
//! | `scalar.rs` | bit counting, fused arithmetic, cached loads and stores |
//!
//! `vector.rs` has the rules of vector types, which are classes.

pub mod atomic;
pub mod external;
pub mod indices;
pub mod memory;
pub mod pointer;
pub mod scalar;
pub mod sync;
pub mod vector;

use crate::builtins::Builtin;
use crate::context::Cx;
use crate::value::Resolved;
use coluber_base::Result;
use coluber_types::ObjId;

/// The module that the rows' names stand in.
pub const MODULE: &str = "coluber.cuda.kernel.";

/// The tables of functions.
pub const TABLES: &[&[(&str, Builtin)]] =
    &[indices::ROWS, memory::ROWS, sync::ROWS, atomic::ROWS, scalar::ROWS, external::ROWS, pointer::ROWS];

/// Modules whose functions have a state, which threads of a kernel have not.
const STATEFUL: &[&str] = &["numpy.random.", "random."];

/// Refuses what is for kernels in other functions, and what is not for them in kernels.
pub fn check_target(cx: &Cx<'_>, key: &str) -> Result<()> {
    if cx.options.cuda && STATEFUL.iter().any(|module| key.starts_with(module)) {
        return Err(cx
            .unsupported(format!("{key} is not supported in a kernel"))
            .hint("use coluber.cuda.random: each thread has a state of its own there"));
    }
    match key.strip_prefix(MODULE) {
        Some(name) if !cx.options.cuda => {
            let name = name.split_once('.').map_or(name, |(_, rest)| rest);
            Err(cx
                .unsupported(format!("cuda.{name} is for CUDA kernels and the functions that they call"))
                .hint("decorate the function with @cuda.jit"))
        }
        _ => Ok(()),
    }
}

/// An object that is a value in kernels, such as `cuda.laneid`.
pub fn value(cx: &mut Cx<'_>, object: ObjId) -> Result<Option<Resolved>> {
    let Some(key) = kernel_key(cx, object) else { return Ok(None) };
    let found = indices::value(&key[MODULE.len()..]);
    if found.is_some() {
        check_target(cx, &key)?;
    }
    Ok(found)
}

/// An attribute of an object that has values for attributes, such as `cuda.threadIdx.x`.
pub fn attribute(cx: &mut Cx<'_>, object: ObjId, name: &str) -> Result<Option<Resolved>> {
    let Some(key) = kernel_key(cx, object) else { return Ok(None) };
    let found = indices::attribute(&key[MODULE.len()..], name);
    if found.is_some() {
        check_target(cx, &key)?;
    }
    Ok(found)
}

/// Whether an object without a type is the vocabulary's.
pub fn is_namespace(cx: &mut Cx<'_>, object: ObjId) -> bool {
    kernel_key(cx, object).is_some()
}

fn kernel_key(cx: &mut Cx<'_>, object: ObjId) -> Option<coluber_base::Name> {
    cx.host.key(object).filter(|key| key.starts_with(MODULE))
}
