//! Makes functions of the bodies of parallel loops, and runs them on several threads.
//!
//! Inference marks the head of a loop over a parallel range with `distribute`, and its reductions with `reduce`. The loop
//!
//! ```text
//! head(it, sum):  distribute; reduce<start, combine> sum
//!                 branch valid(it), body, after
//! ```
//!
//! becomes three functions:
//!
//! * the *body* `(low, high, captured...)` runs the iterations from `low` up to `high`, counted from 0, and gives the values that the loop
//!   carries: a partial result for each reduction, the last value of a variable that is only assigned;
//! * the *task* `(first, last, record, quotient, remainder, captured...)` runs pieces of the loop: one by a call of the body, several
//!   by a fork of two tasks whose results it joins;
//! * the function itself asks in how many pieces the loop is to run, calls the task for all of them, and joins the result with the values
//!   from before the loop.
//!
//! It runs before all other passes but `simplify`: nothing is owned yet, and carried values are whole. Loops that can't be outlined stay
//! what they are.

mod body;
mod caller;
mod order;
mod shared;
mod task;

use crate::simplify;
use body::Body;
use coluber_base::Name;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Cfg, Const, Dominators, Loops, Region, Slot, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::fields::{fields, has_owner};
use coluber_types::{Kind, Ty};
use rustc_hash::FxHashSet;

/// The record of a loop (`coluber_abi::parallel`).
const RECORD_BYTES: u32 = coluber_abi::parallel::RECORD_BYTES as u32;
const PIECES_OFFSET: i64 = coluber_abi::parallel::PIECES_OFFSET as i64;

/// Takes the functions that the pass makes and gives them numbers.
pub trait Parts {
    /// A number for a task, which calls itself.
    fn reserve(&mut self) -> u32;
    /// Adds the body of a loop: lines of the program.
    fn body(&mut self, func: Typed) -> u32;
    /// Adds the task of this number.
    fn task(&mut self, spec: u32, func: Typed);
}

/// A carried value of a loop.
#[derive(Clone, Debug)]
struct Carried {
    /// The parameter of the head.
    param: Value,
    /// Its place among the parameters.
    index: usize,
    /// The functions that begin and join partial results; None where the last value counts.
    reduction: Option<Reduction>,
}

#[derive(Clone, Debug)]
struct Reduction {
    start: u32,
    combine: u32,
    /// The places among the carried values of those that `combine` is given.
    given: Vec<usize>,
}

/// A loop that is to be outlined.
struct Loop {
    region: Region,
    /// The place of the iterator among the parameters of the head.
    iterator: usize,
    carried: Vec<Carried>,
    /// The least number of iterations in a piece.
    least: Option<Value>,
    /// Whether an iteration is short: it calls nothing and has no loops in it.
    is_short: bool,
}

/// Whether a function has marked loops.
fn is_wanted(func: &Typed) -> bool {
    func.insts.values().any(|inst| matches!(inst.op, Op::Distribute {}))
}

/// What became of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The line that it begins in; 0 for one that inference wrote.
    pub line: u32,
    /// Why it runs in order, on one thread, if it does.
    pub in_order: Option<Name>,
    /// Whether it stands in one that was marked.
    pub is_inner: bool,
    /// The variables that are reductions.
    pub reductions: Vec<Name>,
}

/// Outlines the loops that are marked, outer ones first, and takes all marks away. Gives the outcome for all loops over parallel ranges.
pub fn run(func: &mut Typed, parts: &mut dyn Parts) -> Vec<Outcome> {
    let mut outcomes = unmarked(func);
    take_reasons(func);
    outcomes.extend(run_marked(func, parts));
    outcomes
}

/// Gives the outcome for the loops that are marked.
fn run_marked(func: &mut Typed, parts: &mut dyn Parts) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    simplify::run(func);
    loop {
        let cfg = Cfg::new(func);
        let Some(head) = cfg.order().iter().copied().find(|&block| is_marked(func, block)) else {
            return outcomes;
        };
        let found = Loop::find(func, &cfg, head);
        outcomes.push(Outcome {
            line: func.blocks[head].term_span.line,
            in_order: found.as_ref().err().map(|why| Name::from(*why)),
            is_inner: false,
            reductions: found.as_ref().map_or_else(|_| Vec::new(), |found| found.reductions(func)),
        });
        unmark(func, head);
        if let Ok(found) = found {
            outcomes.extend(outline(func, &found, parts));
        }
    }
}

/// The loops that inference has not marked.
fn unmarked(func: &Typed) -> Vec<Outcome> {
    let is_head = |block: &Block| func.blocks[*block].params.iter().any(|&param| is_parallel(func.ty(param)));
    let (marked, heads): (Vec<Block>, Vec<Block>) =
        func.layout.iter().copied().filter(is_head).partition(|&block| is_marked(func, block));
    if heads.is_empty() {
        return Vec::new();
    }
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    let around: Vec<Region> =
        marked.into_iter().filter_map(|head| Region::of_loop(func, &cfg, &dominators, head)).collect();
    let outcome = |head: Block| Outcome {
        line: func.blocks[head].term_span.line,
        in_order: Some(reason(func, head)),
        is_inner: around.iter().any(|region| region.contains(head)),
        reductions: Vec::new(),
    };
    heads.into_iter().map(outcome).collect()
}

/// Why a loop is not marked.
fn reason(func: &Typed, head: Block) -> Name {
    let known = func.blocks[head].insts.iter().find_map(|&inst| match &func.insts[inst].op {
        Op::InOrder { why } => Some(why.clone()),
        _ => None,
    });
    known.unwrap_or_else(|| "its iterations depend on each other".into())
}

fn take_reasons(func: &mut Typed) {
    for k in 0..func.layout.len() {
        let block = func.layout[k];
        let insts = &func.insts;
        func.blocks[block].insts.retain(|&inst| !matches!(insts[inst].op, Op::InOrder { .. }));
    }
}

fn is_marked(func: &Typed, block: Block) -> bool {
    func.blocks[block].insts.iter().any(|&inst| matches!(func.insts[inst].op, Op::Distribute {}))
}

fn unmark(func: &mut Typed, head: Block) {
    let insts = &func.insts;
    func.blocks[head].insts.retain(|&inst| !matches!(insts[inst].op, Op::Distribute {} | Op::Reduce { .. }));
}

/// Gives the outcome for the loops in the body.
fn outline(func: &mut Typed, found: &Loop, parts: &mut dyn Parts) -> Vec<Outcome> {
    let name = func.name.clone();
    let iterations = caller::count_iterations(func, found);
    let Body { func: mut body, captured } = Body::make(func, found, &iterations);
    forget_piece_size(&mut body);
    let inner = if is_wanted(&body) { run_marked(&mut body, parts) } else { Vec::new() };
    let shape = Shape::new(func, found, captured);
    let body = parts.body(body);
    let task = parts.reserve();
    parts.task(task, task::make(&shape, body, task, &name));
    caller::replace(func, found, &iterations, &shape, task);
    inner
}

/// Inside of a loop the size of its pieces is not set, whichever thread runs it.
fn forget_piece_size(body: &mut Typed) {
    let insts: Vec<_> = body.layout.iter().flat_map(|&block| body.blocks[block].insts.iter().copied()).collect();
    for inst in insts {
        if matches!(&body.insts[inst].op, Op::Runtime { func } if &**func == "piece_size") {
            body.insts[inst].op = Op::Const { value: Const::Int(0) };
        }
    }
}

impl Loop {
    /// The loop with this head, or why it can't be outlined.
    fn find(func: &Typed, cfg: &Cfg, head: Block) -> Result<Loop, &'static str> {
        let dominators = Dominators::new(func, cfg);
        let region = Region::of_loop(func, cfg, &dominators, head).ok_or(Region::IS_LEFT)?;
        let is_short = is_short(func, &Loops::new(cfg, &dominators), &region);
        let params = &func.blocks[head].params;
        let iterator = params.iter().position(|&p| is_parallel(func.ty(p))).ok_or(Region::IS_LEFT)?;
        let places: Vec<usize> = (0..params.len()).filter(|&k| k != iterator).collect();
        let values: Vec<Value> = places.iter().map(|&index| params[index]).collect();
        let carried = places.into_iter().map(|index| Carried {
            param: params[index],
            index,
            reduction: reduction(func, head, params[index], &values),
        });
        let least = least(func, head);
        let found = Loop { region, iterator, carried: carried.collect(), least, is_short };
        if found.resizes_shared(func) {
            return Err("it changes the length of a list, dict or set from before it");
        }
        found.is_separate(func).map(|()| found)
    }

    fn reductions(&self, func: &Typed) -> Vec<Name> {
        let reduced = self.carried.iter().filter(|carried| carried.reduction.is_some());
        reduced.filter_map(|carried| func.values[carried.param].name.clone()).collect()
    }

    /// Makes sure that what the loop computes leaves it by its carried values alone, and that no memory cell is used inside and outside.
    fn is_separate(&self, func: &Typed) -> Result<(), &'static str> {
        let own = |block: Block| block == self.region.head || self.region.contains(block);
        let mut inside = FxHashSet::default();
        let mut slots = FxHashSet::default();
        for &block in func.layout.iter().filter(|&&block| own(block)) {
            if block != self.region.head {
                inside.extend(func.blocks[block].params.iter().copied());
            }
            for &inst in &func.blocks[block].insts {
                inside.extend(func.insts[inst].results.iter().copied());
                slots.extend(slot_of(&func.insts[inst].op));
            }
        }
        for &block in func.layout.iter().filter(|&&block| !own(block)) {
            let data = &func.blocks[block];
            let mut apart = true;
            data.term.visit_uses(|v| apart &= !inside.contains(&v));
            for inst in data.insts.iter().map(|&inst| &func.insts[inst]) {
                apart &= !inst.args.iter().any(|arg| inside.contains(arg));
                if slot_of(&inst.op).is_some_and(|slot| slots.contains(&slot)) {
                    return Err("it is in a try statement");
                }
            }
            if !apart {
                return Err("what its last iteration has made is used behind it");
            }
        }
        Ok(())
    }
}

fn is_short(func: &Typed, loops: &Loops, region: &Region) -> bool {
    let calls =
        |block: &Block| func.blocks[*block].insts.iter().any(|inst| matches!(func.insts[*inst].op, Op::Call { .. }));
    let has_inner = loops.iter().any(|(_, inner)| region.contains(inner.head) && inner.head != region.head);
    !has_inner && !region.body.iter().any(calls)
}

fn least(func: &Typed, head: Block) -> Option<Value> {
    let insts = func.blocks[head].insts.iter().map(|&inst| &func.insts[inst]);
    insts.filter(|inst| matches!(inst.op, Op::Distribute {})).find_map(|inst| inst.args.first().copied())
}

fn slot_of(op: &Op) -> Option<Slot> {
    match op {
        Op::SlotLoad { slot } | Op::SlotStore { slot } => Some(*slot),
        _ => None,
    }
}

/// Whether a type is that of iterators over parallel ranges: only functions with such values have loops for this pass.
pub fn is_parallel(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::RangeIter { parallel, .. } if parallel.is_parallel())
}

/// How a parameter of a loop's head is reduced; `carried` are the parameters that are no iterators.
fn reduction(func: &Typed, head: Block, param: Value, carried: &[Value]) -> Option<Reduction> {
    func.blocks[head].insts.iter().map(|&inst| &func.insts[inst]).find_map(|inst| match inst.op {
        Op::Reduce { start, combine } if inst.args[0] == param => {
            let places = inst.args.iter().map(|&arg| carried.iter().position(|&known| known == arg));
            Some(Reduction { start, combine, given: places.collect::<Option<_>>()? })
        }
        _ => None,
    })
}

/// What the body of a loop takes and gives, and where the function has it.
struct Shape {
    /// Types of the parameters behind `low` and `high`.
    captured: Vec<Ty>,
    /// Their values in the function.
    values: Values,
    /// Types of the carried values that it gives, with their reductions.
    results: Vec<(Ty, Option<Reduction>)>,
}

impl Shape {
    fn new(func: &Typed, found: &Loop, captured: Values) -> Self {
        Shape {
            captured: captured.iter().map(|&v| func.ty(v)).collect(),
            values: captured,
            results: found.carried.iter().map(|c| (func.ty(c.param), c.reduction.clone())).collect(),
        }
    }

    /// The type of what the body gives: a tuple unless it is one value.
    fn result(&self) -> Ty {
        result_type(&self.results.iter().map(|r| r.0).collect::<Vec<_>>())
    }

    /// Whether each piece has arrays of its own.
    fn is_costly(&self) -> bool {
        self.results.iter().any(|(ty, reduction)| reduction.is_some() && has_owner(*ty))
    }
}

fn result_type(types: &[Ty]) -> Ty {
    match types {
        [] => Ty::none(),
        &[one] => one,
        _ => Ty::tuple(types.to_vec()),
    }
}

/// The words in which the pieces of the pass write their code.
trait Write {
    fn int(&mut self, value: i64) -> Value;
    fn arith(&mut self, op: Arith, a: Value, b: Value) -> Value;
    fn compare(&mut self, op: CmpOp, a: Value, b: Value) -> Value;
    fn part(&mut self, index: usize, of: Value) -> Value;
    fn packed(&mut self, values: &[Value], ty: Ty) -> Value;
    fn unpacked(&mut self, value: Value, count: usize) -> Vec<Value>;
    fn call(&mut self, spec: u32, name: &str, args: &[Value], ret: Ty) -> Value;
}

impl Write for Builder<'_, Op> {
    fn int(&mut self, value: i64) -> Value {
        self.value(Op::Const { value: Const::Int(value) }, &[], Ty::int64())
    }

    fn arith(&mut self, op: Arith, a: Value, b: Value) -> Value {
        let ty = self.func.ty(a);
        self.value(Op::Arith { op }, &[a, b], ty)
    }

    fn compare(&mut self, op: CmpOp, a: Value, b: Value) -> Value {
        self.value(Op::Compare { op }, &[a, b], Ty::boolean())
    }

    fn part(&mut self, index: usize, of: Value) -> Value {
        let ty = fields(self.func.ty(of))[index];
        self.value(Op::Part { index: index as u32 }, &[of], ty)
    }

    /// Several values as one: a tuple of them, unless there is one.
    fn packed(&mut self, values: &[Value], ty: Ty) -> Value {
        match values {
            [] => self.value(Op::Const { value: Const::None }, &[], ty),
            &[one] => one,
            _ => self.value(Op::Pack {}, values, ty),
        }
    }

    /// The values that `packed` has put together.
    fn unpacked(&mut self, value: Value, count: usize) -> Vec<Value> {
        match count {
            0 => Vec::new(),
            1 => vec![value],
            _ => (0..count).map(|k| self.part(k, value)).collect(),
        }
    }

    fn call(&mut self, spec: u32, name: &str, args: &[Value], ret: Ty) -> Value {
        self.value(Op::Call { spec, name: name.into() }, args, ret)
    }
}
