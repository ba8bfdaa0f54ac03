//! Untyped IR and argument types in, typed IR out.
//!
//! [`engine`] propagates types over the function; for each operation a rule of its family ([`numbers`], [`tuples`], [`arrays`],
//! [`builtins`], ...) answers with the result type and the closure that emits it. [`lowering`] then runs the closures. What inference
//! must know of the outside it asks a [`Host`]; it never calls Python.

mod array_likes;
pub mod arrays;
mod attributes;
pub mod builtins;
mod calls;
mod casts;
mod cells;
mod choices;
mod collections;
mod comprehensions;
mod context;
mod cuda;
mod dicts;
mod emit;
mod engine;
mod exceptions;
mod function_attributes;
mod fusion;
mod generators;
mod handled;
mod handlers;
mod hints;
pub mod host;
mod identity;
mod instances;
mod int_members;
mod iteration;
mod keywords;
mod lists;
mod lowering;
mod message;
mod methods;
mod narrowing;
mod nones;
mod numbers;
mod operators;
mod optionals;
mod order;
mod parallel;
mod patterns;
mod plain_index;
mod records;
mod shared;
mod sites;
mod special_names;
mod spread;
mod spread_names;
mod streams;
mod strings;
pub mod strong;
mod subscript;
mod suggest;
mod text;
mod text_members;
mod times;
mod truth;
mod tuples;
mod unroll;
mod value;
mod versions;
mod wrong;
mod zero_division;

pub use hints::try_in_kernel;
pub use host::{Divided, FuncId, Host, HostData, HostValue, Options, Params, Specialised};
pub use instances::is_exception_class;
pub use methods::exists as has_method;
pub use shared::{SHARED_CALL, SHARED_DIGITS};

use coluber_base::{Diagnostic, Result, Span};
use coluber_ir::{Typed, Untyped};
use coluber_types::Ty;

/// The names of attributes and methods that arrays have, those that the library registers under `method:NAME` left out.
pub fn array_names() -> impl Iterator<Item = &'static str> {
    methods::ARRAY_LIBRARY.iter().chain(arrays::attributes::NAMES).copied()
}

/// A function that has been typed.
pub enum Inferred {
    /// With its typed IR.
    Complete(Typed),
    /// A function with `yield`: its typed IR, which yields, and the type of what a call gives.
    Generator(Typed, Ty),
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
    let mut typing = typed(host, func, args, forced)?;
    if let Some(yields) = typing.yields {
        return generator(host, func, args, &typing, yields, assumed());
    }
    if let Some(ret) = forced {
        force_result(&mut typing, ret, host.untyped(func)?.name.as_ref())?;
    }
    let ret = typing.ret.ty;
    if typing.incomplete
        && assumed().is_none()
        && let Some(error) = typing.first_error
    {
        return Err(error);
    }
    if assumed().is_some_and(|a| a != ret) || typing.incomplete {
        return Ok(Inferred::Partial(ret));
    }
    let (body, params, options) = (typing.body.clone(), host.params(func), host.options(func));
    if options.debug {
        host.assigned(func, &mut assignments(&typing));
    }
    let cuda = options.cuda;
    let divided =
        [Divided::Arrays, Divided::Updates, Divided::Assignments].into_iter().filter(|what| options.divides(*what));
    let divided: Vec<Divided> = divided.collect();
    let loops = parallel::find(host, func, &body, &typing)?;
    let fused = fusion::find(host, func, &body, &typing);
    let source = lowering::Source {
        body: &body,
        typing: &typing,
        params: &params,
        loops: &loops,
        fused: &fused,
        cuda,
        divided: &divided,
    };
    Ok(Inferred::Complete(casts::lower(host, source, args)?))
}

/// The variables that the code that can be reached assigns to, and the types of what it assigns.
fn assignments(typing: &engine::Typing) -> impl Iterator<Item = (coluber_base::Name, Ty)> {
    use coluber_ir::py::Op;
    let body = &typing.body;
    let blocks = body.layout.iter().filter(|block| typing.reachable.contains(**block));
    let insts = blocks.flat_map(|block| &body.blocks[*block].insts).map(|inst| &body.insts[*inst]);
    insts.filter_map(|data| match &data.op {
        Op::Assign { name } => Some((name.clone(), typing.vals[*data.args.first()?].ty.bare())),
        _ => None,
    })
}

/// Types a function. One that uses what it is sent, of which nothing is known, is typed for what may be meant.
fn typed(host: &mut dyn Host, func: FuncId, args: &[Ty], result: Option<Ty>) -> Result<engine::Typing> {
    let mut first = None;
    for guess in generators::guesses(host, func)? {
        match engine::Engine::new(host, func, args)?.guessing(*guess).expecting(result).run() {
            Ok(typing) => return Ok(typing),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| Diagnostic::internal("nothing was typed", Span::default())))
}

/// What lists, dicts and sets become that a function is given, whose types have sites, when it has put its items into them: the types of all
/// arguments, as far as that can be said. With it the type of the result.
///
/// # Errors
/// Where a class has to say first what its objects hold, which hold each other.
pub fn filled(host: &mut dyn Host, func: FuncId, args: &[Ty]) -> Result<(Vec<Ty>, Ty)> {
    match engine::Engine::new(host, func, args) {
        Ok(engine) => engine.fill(),
        Err(_) => Ok((args.iter().map(|ty| ty.bare()).collect(), Ty::undefined())),
    }
}

/// Whether a function has `yield`.
pub fn is_generator(body: &Untyped) -> bool {
    let first = &body.blocks[body.entry()].insts;
    first.iter().any(|&inst| matches!(body.insts[inst].op, coluber_ir::py::Op::Generator {}))
}

/// As [`infer`], for a function with `yield`. Its loops run on one thread.
fn generator(
    host: &mut dyn Host,
    func: FuncId,
    args: &[Ty],
    typing: &engine::Typing,
    yields: value::Val,
    assumed: Option<Ty>,
) -> Result<Inferred> {
    let name = host.function_name(func);
    if yields.is_undefined() && typing.incomplete && assumed.is_none() {
        let unknown = generators::gen_type(func, args, yields, (typing.sends, Ty::none()), name);
        return Ok(Inferred::Partial(unknown));
    }
    // What it gives itself says nothing of what it yields, but there may be more behind that.
    let is_first = yields.is_undefined() && typing.incomplete && assumed == Some(Ty::undefined());
    let yields = if yields.is_undefined() && !is_first { value::Val::weak(Ty::none()) } else { yields };
    let returns = match typing.ret.ty {
        ty if ty == Ty::undefined() => Ty::none(),
        ty => ty,
    };
    let made = generators::gen_type(func, args, yields, (typing.sends, returns), name);
    if assumed.is_some_and(|a| a != made) || typing.incomplete {
        return Ok(Inferred::Partial(made));
    }
    let (params, options) = (host.params(func), host.options(func));
    let (cuda, loops, fused) = (options.cuda, &[], &Default::default());
    let source = lowering::Source { body: &typing.body, typing, params: &params, loops, fused, cuda, divided: &[] };
    Ok(Inferred::Generator(casts::lower(host, source, args)?, made))
}

fn force_result(typing: &mut engine::Typing, ret: Ty, name: &str) -> Result<()> {
    let found = typing.ret.ty;
    let becomes = |ty: Ty| coluber_types::conversion(ty, ret).is_some();
    let may_fit =
        becomes(found) || coluber_types::unify::variants(found).is_some_and(|all| all.iter().any(|ty| becomes(*ty)));
    if found != Ty::undefined() && !may_fit && ret != Ty::none() {
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
