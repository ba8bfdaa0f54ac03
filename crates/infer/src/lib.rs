//! Untyped IR and argument types in, typed IR out.
//!
//! [`engine`] propagates types over the function; for each operation a rule of its family ([`numbers`], [`tuples`], [`arrays`],
//! [`builtins`], ...) answers with the result type and the closure that emits it. [`lowering`] then runs the closures. What inference
//! must know of the outside it asks a [`Host`]; it never calls Python.

pub mod arrays;
mod attributes;
pub mod builtins;
mod calls;
mod context;
mod cuda;
mod dicts;
mod emit;
mod engine;
mod exceptions;
mod hints;
pub mod host;
mod iteration;
mod lists;
mod lowering;
mod methods;
mod numbers;
mod operators;
mod parallel;
mod records;
mod sites;
mod strings;
mod subscript;
mod suggest;
mod text;
mod times;
mod truth;
mod tuples;
mod unroll;
mod value;

pub use host::{FuncId, Host, HostData, HostValue, Options, Params, Specialised};

use coluber_base::{Diagnostic, Result, Span};
use coluber_ir::Typed;
use coluber_types::Ty;

/// The names of attributes and methods that arrays have, those that the library registers under `method:NAME` left out.
pub fn array_names() -> impl Iterator<Item = &'static str> {
    methods::ARRAY_LIBRARY.iter().chain(arrays::attributes::NAMES).copied()
}

/// A function that has been typed.
pub enum Inferred {
    /// With its typed IR.
    Complete(Typed),
    /// A function that calls itself, of which only the result type is known so far (undefined when not even that).
    Partial(Ty),
}

/// Types a function for arguments of these types: one for each parameter, then one for each captured variable of a closure.
///
/// `assumed` is the result type that calls of the function itself were given while it was in progress, when it was asked for.
pub fn infer(
    host: &mut dyn Host,
    func: FuncId,
    args: &[Ty],
    forced: Option<Ty>,
    assumed: &dyn Fn() -> Option<Ty>,
) -> Result<Inferred> {
    let mut typing = engine::Engine::new(host, func, args)?.run()?;
    if let Some(ret) = forced {
        force_result(&mut typing, ret, host.untyped(func)?.name.as_ref())?;
    }
    let ret = typing.ret.ty;
    if assumed().is_some_and(|a| a != ret) || typing.incomplete {
        return Ok(Inferred::Partial(ret));
    }
    let (body, params, options) = (typing.body.clone(), host.params(func), host.options(func));
    let (cuda, parallel) = (options.cuda, options.parallel && !options.cuda);
    let loops = parallel::find(host, func, &body, &typing)?;
    let mut synthesize = |name: &str, build: &mut dyn FnMut() -> Typed| host.add_typed(name, build).spec;
    let source = lowering::Source { body: &body, typing: &typing, params: &params, loops: &loops, cuda, parallel };
    Ok(Inferred::Complete(lowering::lower(source, args, &mut synthesize)))
}

fn force_result(typing: &mut engine::Typing, ret: Ty, name: &str) -> Result<()> {
    let found = typing.ret.ty;
    if found != Ty::undefined() && coluber_types::conversion(found, ret).is_none() && ret != Ty::none() {
        return Err(Diagnostic::typing(
            format!("No conversion from {found} to {ret} for the result of '{name}'"),
            Span::default(),
        ));
    }
    if ret == Ty::none() && found != ret {
        return Err(Diagnostic::typing(
            format!("No conversion from {found} to none for the result of '{name}'"),
            Span::default(),
        ));
    }
    typing.ret.ty = ret;
    Ok(())
}
