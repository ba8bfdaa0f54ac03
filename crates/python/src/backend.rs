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

unsafe extern "C" fn n0(_: *const u64, _: *mut u64) -> i32 {
    0
}
unsafe extern "C" fn n1(a: *const u64, r: *mut u64) -> i32 {
    unsafe { *r = *a + 1 };
    0
}
unsafe extern "C" fn n3(a: *const u64, r: *mut u64) -> i32 {
    unsafe {
        let f = |i| f64::from_bits(*a.add(i));
        *r = (f(0) * f(1) + f(2)).to_bits();
    }
    0
}
unsafe extern "C" fn na(a: *const u64, r: *mut u64) -> i32 {
    unsafe { *r = *(*a.add(1) as *const u64) };
    0
}
unsafe extern "C" fn nid(a: *const u64, r: *mut u64) -> i32 {
    unsafe { std::ptr::copy(a, r, 4) };
    0
}

/// Compiles.
pub fn compile(_env: &mut dyn Environment, _func: FuncId, args: &[Ty], _ret: Option<Ty>) -> Result<Compiled> {
    let (entry, ret): (Entry, Ty) = match args {
        [] => (n0, Ty::none()),
        [a] if a.is_array() => (na, Ty::float64()),
        [a] if a.tuple_items().is_some() => (nid, *a),
        [a, b] if a.is_array() && *b == Ty::int64() => (nid, *a),
        [a, _] if *a == Ty::int64() => (n1, Ty::int64()),
        [a] if *a == Ty::int64() => (n1, Ty::int64()),
        [_, _, _] => (n3, Ty::float64()),
        [_, _, _, _] => (na, Ty::float64()),
        _ => return Err(Diagnostic::internal("no compiler", Span::default())),
    };
    Ok(Compiled { spec: 0, args: args.to_vec(), ret, entry })
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
