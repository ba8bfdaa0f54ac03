//! Makes one function of a block of threads, for running kernels on the CPU.
//!
//! The threads of a block do not run side by side: the code between two barriers is run for one thread after the other, by loops
//! over the block's extents, which LLVM vectorises. It is the *continuation-based synchronisation* of Karrenberg and Hack,
//! "Improving Performance of OpenCL on CPUs" (CC 2012), which pocl's work-item loops (Jääskeläinen et al., IJPP 2015) are akin to:
//! each place where threads wait ends a loop, and what follows it is a continuation. Which values all threads have in common is
//! found by a divergence analysis as in Karrenberg and Hack, "Whole-Function Vectorization" (CGO 2011).
//!
//! 1. [`inline`](crate::inline): functions that wait, or use memory of the block, become part of the kernel; a checked kernel gets
//!    the calls of [`instrument`](crate::instrument) that it lacks;
//! 2. [`expand`]: warp operations and counting barriers become exchanges through memory and plain waiting;
//! 3. [`uniform`]: which values and branches are the same for all threads;
//! 4. [`plan`]: where the loops over the threads end, and whether all threads end there together;
//! 5. [`across`]: what is needed behind each end, and how it comes there;
//! 6. `region`, `nest`, `make`: a loop nest for each start, and the control flow of the block between them;
//! 7. `bounds`: loops over those threads alone that do something.
//!
//! At a barrier of the grid the function returns, and goes on behind it when it is called again.
//!
//! In a *regular* kernel exactly one end is reached from each start, so that the control flow between the loops is that of the
//! kernel. In a *masked* one threads may have ended, which an array over the threads says. In an *irregular* one that array says
//! where each thread goes on, and a function of the runtime chooses the loop that is run next: threads that wait for lanes of their
//! warp go on when these are there, threads that wait for the block when all that have not ended wait. So threads never need
//! stacks of their own.

pub mod across;
mod bounds;
pub mod expand;
mod graph;
mod make;
mod nest;
pub mod plan;
mod region;
pub mod uniform;

use crate::{inline, instrument, simplify};
use across::Across;
use coluber_base::{Diagnostic, Span};
use coluber_ir::function::Values;
use coluber_ir::typed::{BarrierKind, Op};
use coluber_ir::{Block, Cfg, Target, Terminator, Typed};
use expand::Added;
use make::{Made, Source, make};
use plan::{End, Plan};
use std::sync::Arc;
use uniform::Divergence;

/// A kernel as the function of a block.
#[derive(Clone, Debug)]
pub struct BlockFunction {
    /// The function: the address of a `BlockContext`, then the kernel's parameters; it gives `None`.
    pub typed: Typed,
    /// The memory that it needs, and its form.
    pub layout: KernelLayout,
    /// The heads of the loops over the threads of a row.
    pub rows: Vec<Block>,
}

/// The memory that the function of a block needs, and its form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelLayout {
    /// Bytes of static shared memory, a multiple of 16; what the launch asks for follows it.
    pub shared_bytes: u32,
    /// Bytes of scratch memory for each thread, a multiple of 8.
    pub scratch_bytes: u32,
    /// Bytes of scratch memory for the block, behind those of the threads.
    pub block_bytes: u32,
    /// Number of loops over the threads.
    pub regions: u32,
    /// Whether threads can end before others that pass a barrier.
    pub masked: bool,
    /// Whether threads of the block can wait at different places.
    pub irregular: bool,
    /// Whether it has barriers of the grid.
    pub grid_sync: bool,
}

/// What the function of a block does besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// The context says which thread runs.
    pub debug: bool,
    /// The checker is told what the threads do; only with `debug`.
    pub check: bool,
}

/// Makes the function of a block from a kernel. `callee` gives the functions that it calls.
///
/// # Errors
/// When the kernel waits where that is not supported.
pub fn block_function(
    kernel: &Typed,
    callee: &dyn Fn(u32) -> Option<Arc<Typed>>,
    mode: Mode,
) -> Result<BlockFunction, Box<Diagnostic>> {
    let mut inlined = if mode.check { checked(kernel, callee)? } else { with_bodies(kernel, callee, &belongs)? };
    simplify::run(&mut inlined);
    let own_params = inlined.params().len();
    let mut single = true;
    let mut steps = Steps::run(inlined.clone(), single)?;
    if steps.plan.masked || steps.plan.irregular {
        single = false;
        steps = Steps::run(inlined, single)?;
    }
    let Steps { mut func, added, divergence, plan } = steps;
    check_cells(&func, &plan)?;
    split_forks(&mut func, &plan);
    let cfg = Cfg::new(&func);
    let across = Across::new(&func, &cfg, &plan, &divergence);
    let source = Source {
        func: &func,
        cfg: &cfg,
        added,
        divergence: &divergence,
        plan: &plan,
        across: &across,
        mode,
        single,
        own_params,
    };
    if plan.irregular && plan.grid_sync {
        let message = "a barrier of the grid in a kernel whose threads wait at different places of a block";
        return Err(Diagnostic::unsupported(message, grid_span(&func)));
    }
    let made = make(&source)?;
    tidy(made)
}

/// A kernel with the bodies of those functions that are wanted in it.
fn with_bodies(
    kernel: &Typed,
    callee: inline::Callee<'_>,
    wanted: &dyn Fn(&Typed) -> bool,
) -> Result<Typed, Box<Diagnostic>> {
    let mut func = kernel.clone();
    inline::inline(&mut func, callee, wanted)?;
    Ok(func)
}

/// A kernel with all calls of `instrument`. What bare functions that call themselves touch is not told.
fn checked(kernel: &Typed, callee: inline::Callee<'_>) -> Result<Typed, Box<Diagnostic>> {
    let all = with_bodies(kernel, callee, &|func| belongs(func) || instrument::is_bare(func));
    let mut func = all.or_else(|_| with_bodies(kernel, callee, &belongs))?;
    instrument::run(&mut func);
    instrument::tell_ends(&mut func);
    Ok(func)
}

/// A kernel and what is found of it before anything is copied.
struct Steps {
    func: Typed,
    added: Added,
    divergence: Divergence,
    plan: Plan,
}

impl Steps {
    fn run(mut func: Typed, single: bool) -> Result<Self, Box<Diagnostic>> {
        let added = expand::expand(&mut func, single)?;
        let cfg = Cfg::new(&func);
        let divergence = Divergence::new(&func, &cfg, &[added.linear]);
        let plan = Plan::new(&func, &cfg, &divergence);
        Ok(Steps { func, added, divergence, plan })
    }
}

/// Conditions that the loops over x are freed of, one after the other.
const ROUNDS: usize = 4;

fn tidy(made: Made) -> Result<BlockFunction, Box<Diagnostic>> {
    let Made { mut function, words } = made;
    let rows = function.rows.clone();
    let typed = &mut function.typed;
    let cfg = Cfg::new(typed);
    typed.layout.retain(|&block| cfg.is_reachable(block));
    verify(typed)?;
    simplify::run(typed);
    for _ in 0..ROUNDS {
        if !bounds::shorten(typed, &rows, &words) {
            break;
        }
        simplify::run(typed);
    }
    verify(typed)?;
    Ok(function)
}

/// Where a barrier of the grid is.
fn grid_span(func: &Typed) -> Span {
    let mut insts = func.layout.iter().flat_map(|&b| &func.blocks[b].insts).map(|&i| &func.insts[i]);
    let found = insts.find(|inst| matches!(inst.op, Op::Barrier { kind: BarrierKind::Grid }));
    found.map_or_else(Span::default, |inst| inst.span)
}

/// Whether the function does something that only the body of a kernel can.
fn belongs(func: &Typed) -> bool {
    func.layout.iter().flat_map(|&b| &func.blocks[b].insts).any(|&i| is_of_block(&func.insts[i].op))
}

/// Whether the operation means something in the body of a kernel only.
fn is_of_block(op: &Op) -> bool {
    matches!(
        op,
        Op::Thread { .. }
            | Op::Shared { .. }
            | Op::SharedDynamic {}
            | Op::Local { .. }
            | Op::Barrier { .. }
            | Op::Warp { .. }
            | Op::ActiveMask {}
            | Op::Exit {}
    )
}

/// Cells of variables that handlers see are one for all threads, and hold for one turn only.
fn check_cells(func: &Typed, plan: &Plan) -> Result<(), Box<Diagnostic>> {
    let mut insts = func.layout.iter().flat_map(|&b| &func.blocks[b].insts).map(|&i| &func.insts[i]);
    let cell = insts.find(|inst| matches!(inst.op, Op::SlotLoad { .. } | Op::SlotStore { .. }));
    match cell {
        Some(inst) if func.layout.iter().any(|&b| plan.end(b).is_some()) => {
            Err(Diagnostic::unsupported("threads of a kernel can't wait in a function with `try`", inst.span))
        }
        _ => Ok(()),
    }
}

/// Gives each way of the branches that are taken for the block a block of its own, at which loops over the threads start.
fn split_forks(func: &mut Typed, plan: &Plan) {
    for block in func.layout.clone() {
        if plan.end(block) != Some(End::Fork) {
            continue;
        }
        for side in 0..2 {
            let way = func.add_block();
            let span = func.blocks[block].term_span;
            let to = Target { block: way, args: Values::new() };
            let old = std::mem::replace(func.blocks[block].term.targets_mut()[side], to);
            func.blocks[way].term = Terminator::Jump(old);
            func.blocks[way].term_span = span;
        }
    }
}

/// In debug builds, a function that breaks a rule is an error.
fn verify(func: &Typed) -> Result<(), Box<Diagnostic>> {
    if !cfg!(debug_assertions) {
        return Ok(());
    }
    let told = |e| Diagnostic::internal(format!("the function of a block: {e}\n{func}"), Span::default());
    coluber_ir::verify::verify_typed(func).map_err(told)
}
