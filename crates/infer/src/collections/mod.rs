//! `collections`: `deque`, a list with room at both ends, and the dicts of other forms (`OrderedDict`, `Counter`, `defaultdict`). What has no
//! rule here is written in Python, in `coluber.lib.python.deques`, `counters` and `dicts`.

mod deque;
mod dicts;

pub use deque::{
    METHODS as DEQUE_METHODS, attribute as deque_attribute, binary as deque_binary, call as call_deque, trim,
};
pub use dicts::{attribute as dict_attribute, call as call_dict, getitem as dict_getitem, methods as dict_methods};

use crate::builtins::Builtin;

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("collections.Counter", dicts::counter),
    ("collections.OrderedDict", dicts::ordered),
    ("collections.defaultdict", dicts::default_dict),
    ("collections.deque", deque::make),
];
