//! Functions known by name: Python's builtins, `math`, `operator`, NumPy. One row each.

pub mod basic;
pub mod classes;
mod clocks;
pub mod convert;
pub mod extremes;
pub mod hashes;
pub mod intrinsics;
pub mod iterators;
pub mod literals;
pub mod mathmod;
pub mod numpy;
pub mod operator;
pub mod random;
pub mod reduce;
mod splice;
mod threads;
mod typed;
pub mod ufuncs;

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::cuda;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A row: types the call and says how it is emitted; None when it does not fit the arguments.
pub type Builtin = fn(&mut Cx<'_>, &CallArgs) -> Rule;

static TABLE: LazyLock<FxHashMap<&'static str, Builtin>> = LazyLock::new(|| {
    let own = [
        basic::ROWS,
        classes::ROWS,
        clocks::ROWS,
        convert::ROWS,
        extremes::ROWS,
        hashes::ROWS,
        intrinsics::ROWS,
        iterators::ROWS,
        literals::ROWS,
        mathmod::ROWS,
        numpy::ROWS,
        random::ROWS,
        reduce::ROWS,
        crate::dicts::sets::ROWS,
        splice::ROWS,
        threads::ROWS,
        typed::ROWS,
        crate::collections::ROWS,
        crate::times::make::ROWS,
        crate::instances::COPIES,
        crate::instances::ROWS,
    ];
    own.iter().chain(cuda::TABLES).copied().flatten().copied().collect()
});

/// Calls the function that the tables know as `key`.
pub fn call(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    cuda::check_target(cx, key)?;
    if let Some(found) = crate::instances::several::call(cx, key, args)? {
        return Ok(Some(found));
    }
    if let Some(found) = crate::instances::builtin(cx, key, args)? {
        return Ok(Some(found));
    }
    if let Some(found) = crate::text_members::call(cx, key, args)? {
        return Ok(Some(found));
    }
    if let Some(row) = TABLE.get(key)
        && let Some(found) = row(cx, args)?
    {
        return Ok(Some(found));
    }
    if let Some(name) = key.strip_prefix("operator.") {
        return operator::call(cx, name, args);
    }
    if let Some(name) = key.strip_prefix("numpy.") {
        return ufuncs::call(cx, name, args);
    }
    Ok(None)
}

/// Whether the tables have a row for `key`.
pub fn is_known(key: &str) -> bool {
    TABLE.contains_key(key)
        || key.strip_prefix("numpy.").is_some_and(crate::arrays::ufunc::exists)
        || key.strip_prefix("operator.").is_some_and(operator::exists)
}

/// The keys of all rows, in order.
pub fn keys() -> Vec<&'static str> {
    let mut keys: Vec<&'static str> = TABLE.keys().copied().collect();
    keys.sort_unstable();
    keys
}
