//! What CUDA kernels can't do, on any target.

use crate::kernels::typed_of;
use crate::record::FunctionRecord;
use crate::state::{Session, State};
use crate::units;
use coluber_base::{Diagnostic, ErrorClass, Name, Result, Span};
use coluber_infer::FuncId;
use coluber_ir::Typed;
use coluber_ir::typed::Op;
use coluber_types::{Kind, Ty};
use rustc_hash::FxHashSet;

/// Refuses a kernel that has a result, and what a kernel and the functions that it calls may not do.
pub(crate) fn check_kernel(session: &Session, func: FuncId, spec: u32) -> Result<()> {
    let state = session.lock();
    check_result(&state, func, spec)?;
    check_operations(&state, func, spec, refused)
}

fn check_result(state: &State, func: FuncId, spec: u32) -> Result<()> {
    let (function, ret) = (state.function(func), state.spec(spec).ret);
    if ret == Ty::none() || ret == Ty::undefined() {
        return Ok(());
    }
    let error =
        Diagnostic::new(ErrorClass::Kernel, "a kernel must return nothing", Span::line(function.code.first_line))
            .note(format!("{} returns {ret}", function.name))
            .hint(match ret.kind() {
                Kind::Gen { .. } => "a kernel can't yield; generators are functions that it calls",
                _ => "write the results to an array that is an argument",
            });
    Err(in_file(error, function))
}

/// Refuses what kernels can do on a GPU only.
pub(crate) fn check_emulated(session: &Session, func: FuncId, spec: u32) -> Result<()> {
    check_operations(&session.lock(), func, spec, external)
}

/// The first call of other CUDA code. The functions that declare it are no place in the source; their callers are.
fn external(state: &State, typed: &Typed) -> Option<Box<Diagnostic>> {
    let declared = |spec: u32| typed_of(state, spec).as_deref().and_then(symbol);
    let mut calls = typed.layout.iter().flat_map(|&block| &typed.blocks[block].insts).map(|&inst| &typed.insts[inst]);
    calls.find_map(|inst| match inst.op {
        Op::Call { spec, .. } => declared(spec).map(|name| {
            Diagnostic::unsupported(format!("'{name}' is other CUDA code, which the emulator can't run"), inst.span)
                .hint("run the kernel on a GPU, or write the function in Python")
        }),
        _ => None,
    })
}

fn symbol(typed: &Typed) -> Option<Name> {
    typed.insts.values().find_map(|inst| match &inst.op {
        Op::External { symbol, .. } => Some(symbol.clone()),
        _ => None,
    })
}

/// What is wrong with a function that a kernel calls, or with the kernel.
type Refuse = fn(&State, &Typed) -> Option<Box<Diagnostic>>;

/// Refuses operations of a kernel and of the functions that it calls. A function that inference made has no place in the source; its
/// callers have.
fn check_operations(state: &State, func: FuncId, spec: u32, refused: Refuse) -> Result<()> {
    let mut seen = FxHashSet::from_iter([spec]);
    let mut queue = vec![spec];
    while let Some(number) = queue.pop() {
        let Some(typed) = typed_of(state, number) else { continue };
        if let Some(error) = refused(state, &typed) {
            return Err(in_file(error, state.function(state.spec(number).func.unwrap_or(func))));
        }
        queue.extend(units::callees(&typed).filter(|&callee| seen.insert(callee)));
    }
    Ok(())
}

fn in_file(mut error: Box<Diagnostic>, function: &FunctionRecord) -> Box<Diagnostic> {
    error.file = function.file.clone();
    error
}

/// The first operation of a function that kernels can't do: random numbers, allocation, and what `try` needs.
fn refused(state: &State, typed: &Typed) -> Option<Box<Diagnostic>> {
    let blocks = typed.layout.iter().map(|&block| &typed.blocks[block]);
    let insts = blocks.clone().flat_map(|block| block.insts.iter().map(move |&inst| (block, &typed.insts[inst])));
    for (block, inst) in insts {
        if block.handler.is_some() && !inst.span.is_known() {
            continue;
        }
        if block.handler.is_some() {
            return Some(coluber_infer::try_in_kernel(inst.span));
        }
        if draws(&inst.op) {
            return Some(
                Diagnostic::unsupported("random numbers of a generator are not supported in a kernel", inst.span)
                    .hint("use coluber.cuda.random: each thread has a state of its own there"),
            );
        }
        if makes_text(&inst.op) {
            return Some(
                Diagnostic::unsupported("a string made at run time is not supported in a kernel", inst.span)
                    .hint("threads cannot allocate memory; strings can be compared, and constants printed"),
            );
        }
        if allocates(state, &inst.op) {
            return Some(
                Diagnostic::unsupported(
                    "a new array is not supported in a kernel: threads cannot allocate memory",
                    inst.span,
                )
                .hint(
                    "use cuda.local.array or cuda.shared.array, or write the result into an array that is an argument",
                ),
            );
        }
    }
    None
}

/// Whether an operation makes random numbers.
fn draws(op: &Op) -> bool {
    matches!(op, Op::Runtime { func } if func.starts_with("random_"))
}

/// Whether an operation makes a string or looks into one: kernels can only compare them.
fn makes_text(op: &Op) -> bool {
    match op {
        Op::Runtime { func } => {
            let of_text = ["str_", "bytes_", "chars_"].iter().any(|family| func.starts_with(family));
            of_text && !matches!(&**func, "str_compare" | "str_equal")
        }
        Op::Host { func } => &**func == "text",
        _ => false,
    }
}

/// Whether an operation allocates memory, also in a function that inference made.
fn allocates(state: &State, op: &Op) -> bool {
    match op {
        Op::Runtime { func } => func.starts_with("alloc"),
        Op::Call { spec, .. } | Op::Fork { spec, .. } | Op::FunctionAddress { spec, .. } => typed_of(state, *spec)
            .is_some_and(|typed| {
                state.spec(*spec).func.is_none() && typed.insts.values().any(|inst| allocates(state, &inst.op))
            }),
        _ => false,
    }
}

/// The static shared memory that any device has for a block.
const SHARED_LIMIT: u32 = 48 * 1024;

/// Refuses a kernel that has more static shared memory than devices have.
pub(crate) fn check_shared(session: &Session, func: FuncId, bytes: u32) -> Result<()> {
    if bytes <= SHARED_LIMIT {
        return Ok(());
    }
    let state = session.lock();
    let function = state.function(func);
    let text = format!("{} uses too much shared data ({bytes} bytes, {SHARED_LIMIT} max)", function.name);
    let error = Diagnostic::new(ErrorClass::Lowering, text, Span::line(function.code.first_line))
        .hint("ask for more as dynamic shared memory: shape 0, and its bytes in the launch configuration");
    Err(in_file(error, function))
}
