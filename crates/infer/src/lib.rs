//! Untyped IR and argument types in, typed IR out.
//!
//! What inference must know of the outside it asks a [`Host`]; it never calls Python.

pub mod host;

pub use host::{FuncId, Host, HostData, HostValue, Options, Params, Specialised};
