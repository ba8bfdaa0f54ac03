//! Python, as the compiler sees it: code objects, constants, names, calls back.

mod changed;
pub mod classes;
pub mod code;
pub mod constants;
pub mod environment;
pub mod function;
pub mod hooks;
pub mod keys;
mod object_call;
pub mod passes;
pub mod settings;
pub mod shared;
pub mod stream;
pub mod tables;
