//! The compiler, as this crate uses it.

use coluber_base::{Diagnostic, Result, Span};
use coluber_infer::FuncId;
use coluber_session::{Environment, FunctionDef};
use coluber_types::Ty;

/// The native entry of a specialisation: words of the arguments in, words of the result out; 0 when it did not raise.
pub type Entry = unsafe extern "C" fn(*const u64, *mut u64) -> i32;

/// A compiled specialisation.
pub struct Compiled {
    /// Its number.
    pub spec: u32,
    /// Types of the parameters.
    pub args: Vec<Ty>,
    /// Type of the result.
    pub ret: Ty,
    /// Its entry.
    pub entry: Entry,
}

/// Registers a function.
pub fn add_function(_def: FunctionDef) -> FuncId {
    FuncId(0)
}

/// Frees the code of a function.
pub fn remove_function(_func: FuncId) {}

/// Compiles.
pub fn compile(_env: &mut dyn Environment, _func: FuncId, _args: &[Ty], _ret: Option<Ty>) -> Result<Compiled> {
    Err(Diagnostic::internal("there is no compiler in this build", Span::default()))
}

/// Which text of a specialisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// Typed IR.
    Typed,
    /// LLVM IR as it was built.
    Llvm,
    /// LLVM IR after optimisation.
    Optimised,
    /// Assembly.
    Assembly,
}

/// A text of a specialisation.
pub fn text(_spec: u32, _text: Text) -> Result<String> {
    Ok(String::new())
}
