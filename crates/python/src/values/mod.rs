//! Values between Python and compiled code.
//!
//! A call turns each argument into *key words*, which say what its type is, and *leaf words*, which are what compiled code is given
//! ([`classify`]). Key words are compared with those of known specialisations; [`key`] turns them into types where there is none.
//! [`boxing`] is the way back, driven by the result's type; [`unbox`] converts an argument to a type that a signature asks for.

pub mod boxing;
mod circles;
pub mod classify;
pub mod closures;
pub mod counterparts;
pub mod dicts;
pub mod exceptions;
pub mod extension;
pub mod extent;
pub mod family;
pub mod fitting;
pub mod formatted;
pub mod functions;
pub mod generators;
pub mod held;
pub mod instances;
pub mod key;
pub mod lists;
pub mod nrt;
mod opaque;
pub mod outward;
pub mod owned;
pub mod reasons;
pub mod records;
pub mod set_slots;
pub mod strings;
mod telling;
mod text_classes;
pub mod type_of;
pub mod unbox;
pub mod words;

pub use classify::classify;
pub use words::Sink;
