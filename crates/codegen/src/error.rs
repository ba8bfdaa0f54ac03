//! What can go wrong.

use coluber_base::Name;
use thiserror::Error;

/// Code could not be generated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CodegenError {
    /// A call of a specialisation that is neither in the unit nor among its externs.
    #[error("{function}: the unit does not have the callee {callee} (specialisation {spec})")]
    UnknownCallee {
        /// The caller.
        function: Name,
        /// Name of the callee.
        callee: Name,
        /// Its number.
        spec: u32,
    },
    /// A runtime function that the table does not have, or that is called with other operands.
    #[error("{function}: the runtime has no function {name} with these operands")]
    UnknownRuntime {
        /// The caller.
        function: Name,
        /// The function's name.
        name: Name,
    },
    /// A word that is no exception class.
    #[error("{function}: {class} is no exception class")]
    UnknownException {
        /// The function that raises it.
        function: Name,
        /// The word.
        class: Name,
    },
    /// An operation on types that it is not defined for.
    #[error("{function}: {what}")]
    Unsupported {
        /// The function.
        function: Name,
        /// Operation and types.
        what: String,
    },
    /// An operation that a GPU can't do.
    #[error("{function}: {what} is not possible in a CUDA kernel")]
    NotOnDevice {
        /// The function.
        function: Name,
        /// The operation.
        what: String,
    },
    /// LLVM IR of a program that LLVM does not take.
    #[error("{function}: the LLVM IR of an extension is invalid: {why}")]
    Splice {
        /// The function that it is part of.
        function: Name,
        /// What LLVM says, or what is different from what it was declared to be.
        why: String,
    },
    /// The target has no such thing.
    #[error("{0}")]
    Target(String),
    /// The LLVM IR is not well formed: a bug.
    #[error("invalid LLVM IR: {0}")]
    Invalid(String),
    /// LLVM's passes or its code generator failed.
    #[error("LLVM: {0}")]
    Backend(String),
    /// They failed for code that is partly LLVM IR of programs.
    #[error("LLVM: {why}")]
    Foreign {
        /// What LLVM says.
        why: String,
        /// The programs' texts.
        texts: Vec<Name>,
    },
}

impl CodegenError {
    /// The error of code that these texts of programs are part of.
    pub(crate) fn in_foreign_code(self, texts: Vec<Name>) -> Self {
        match self {
            CodegenError::Backend(why) => CodegenError::Foreign { why, texts },
            other => other,
        }
    }
}

/// Object code could not be linked.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("linking: {0}")]
pub struct LinkError(pub String);
