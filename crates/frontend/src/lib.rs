//! From the neutral instruction stream of a code object to untyped IR.
//!
//! ```text
//! flow   what follows what, jumps resolved, copies of the same code made one
//! cfg    basic blocks, split where handlers matter
//! vars   variables and what instructions do to them;  bound: which may be unbound;  live: where they are needed
//! dom    dominators;  place: block parameters and slots
//! emit   operations, in SSA form
//! inline comprehensions that are functions of their own
//! canon  one form whatever the compiler's version: trivial parameters, empty blocks, idle handlers, unused values go
//! ```

mod bits;
mod bound;
mod canon;
mod cells;
mod cfg;
mod codes;
mod constant;
mod dom;
mod emit;
mod error;
mod flow;
mod groups;
mod inline;
mod live;
mod place;
mod vars;

use bound::Bound;
use cells::{Cells, Decode};
use cfg::Cfg;
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_bytecode::{CodeFlags, CodeObject, Stream};
use coluber_ir::Untyped;
use dom::Dominators;
use flow::Flow;
use inline::BuildNested;
use live::Columns;
use std::sync::Arc;
use vars::Vars;

/// A function in untyped IR.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The function.
    pub function: Untyped,
    /// The codes of its inner functions, by the numbers that constants and `make_function` give them.
    pub nested: Vec<Arc<CodeObject>>,
}

/// What an assignment does besides giving a variable a value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assignments<'a> {
    /// Debuggers are told of each: `assign`.
    pub told: bool,
    /// The variables whose types the program chose, for which the value is converted: `as_variable`.
    pub converted: &'a [Name],
    /// The globals that compiled code assigns to: each is an attribute of an object of its own, which stands under a name for it.
    pub globals: &'a [Name],
    /// Whether iterations of loops may run beside each other, which would lose assignments to globals.
    pub parallel: bool,
}

/// How the name begins under which the object stands that has a global as its attribute.
pub const VARIABLE: &str = "variable:";

/// Builds the untyped IR of a code object from its stream.
///
/// A comprehension that is a function of its own (before CPython 3.12) stays one; see [`build_inlined`].
pub fn build(code: &CodeObject, stream: &Stream) -> Result<Lowered> {
    build_with(code, stream, None, None, Assignments::default())
}

/// Builds the untyped IR of a code object from its stream, comprehensions included: `decode` gives the streams of the code
/// objects of those that are functions of their own.
pub fn build_inlined(
    code: &CodeObject,
    stream: &Stream,
    decode: &dyn Fn(&CodeObject) -> Result<Stream>,
    assignments: Assignments<'_>,
) -> Result<Lowered> {
    let nested = |code: &Arc<CodeObject>| build_inlined(code, &decode(code)?, decode, assignments);
    build_with(code, stream, Some(&nested), Some(decode), assignments)
}

fn build_with(
    code: &CodeObject,
    stream: &Stream,
    nested: Option<&BuildNested<'_>>,
    decode: Option<&Decode<'_>>,
    assignments: Assignments<'_>,
) -> Result<Lowered> {
    check_kind(code)?;
    let flow = Flow::new(code, stream)?;
    let mut vars = Vars::new(code, &flow)?;
    let may_be_unbound = |i: u32| match vars.access[i as usize] {
        vars::Access::Use(var) => var >= code.parameter_count(),
        vars::Access::Del(_) => true,
        _ => false,
    };
    let mut cfg = Cfg::new(code, &flow, may_be_unbound)?;
    let cells = cells::find(&flow, &cfg, &vars, decode)?;
    vars.share(&flow, &cells.shared);
    vars.find_restores(&flow, &cfg);
    let bound = bound::analyse(&cfg, &vars, code.parameter_count());
    if !stream.exception_table.is_empty() {
        let may_raise =
            |i: u32| bound.checks[i as usize] != bound::Check::Bound || Vars::uses_cell(&flow, &cells.shared, i);
        cfg = Cfg::new(code, &flow, may_raise)?;
    }
    let emitted = emit(code, &flow, &cfg, &vars, &bound, &cells, assignments)?;
    let mut lowered = emitted.lowered;
    if let Some(nested) = nested {
        inline::comprehensions(&mut lowered, nested)?;
    }
    lowered.function = canon::run(lowered.function, &emitted.removable);
    codes::renumber(&mut lowered, &cells.groups);
    Ok(lowered)
}

fn emit(
    code: &CodeObject,
    flow: &Flow<'_>,
    cfg: &Cfg,
    vars: &Vars,
    bound: &Bound,
    cells: &Cells,
    assignments: Assignments<'_>,
) -> Result<emit::Emitted> {
    let (flags, count) = bound.number_flags(vars.count);
    let columns = Columns { flags, count };
    let live = live::analyse(cfg, vars, bound, &columns);
    let doms = Dominators::new(cfg);
    let placement = place::place(cfg, vars, &columns, &live, &doms);
    let input = emit::Input {
        code,
        flow,
        cfg,
        vars,
        bound,
        columns: &columns,
        live: &live,
        placement: &placement,
        cells,
        assignments,
    };
    emit::emit(input, &doms)
}

/// Kinds of functions that are not compiled at all.
fn check_kind(code: &CodeObject) -> Result<()> {
    if !code.flags.has(CodeFlags::COROUTINE) && !code.flags.has(CodeFlags::ASYNC_GENERATOR) {
        return Ok(());
    }
    let message = format!("'async' functions are not supported: '{}'", code.qualname);
    let hint =
        "an event loop of the interpreter runs them: leave the function undecorated, and let it call compiled ones";
    Err(Diagnostic::unsupported(message, Span::line(code.first_line)).hint(hint))
}
