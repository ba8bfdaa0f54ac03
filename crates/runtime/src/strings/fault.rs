//! Why a function of strings fails.

use crate::bodies::builtin;
use crate::exceptions;
use crate::hooks::HostRaised;

/// An exception that is to be raised.
#[derive(Debug)]
pub enum Fault {
    /// A builtin class and the message.
    Raise(&'static str, String),
    /// One that the host has raised.
    Host(HostRaised),
}

impl Fault {
    /// ValueError
    pub fn value(message: impl Into<String>) -> Fault {
        Fault::Raise("ValueError", message.into())
    }

    /// MemoryError, which has no message.
    pub fn memory() -> Fault {
        Fault::Raise("MemoryError", String::new())
    }

    /// Makes it the pending exception.
    #[cold]
    pub(super) fn raise(self) {
        match self {
            Fault::Raise(class, message) => exceptions::raise_message(builtin(class), message),
            Fault::Host(HostRaised { class, value }) => exceptions::raise_host(class, value),
        }
    }
}
