//! Puts a look at signals (`poll`) into loops that may run for long, so that they can be interrupted.
//!
//! Loops that count and have no loop in them are left alone: a look would keep LLVM from making vectors of them. So are those around
//! loops that count to a constant, which LLVM writes out.

use coluber_abi::{Effect, runtime_function};
use coluber_ir::loops::{Loop, Loops};
use coluber_ir::typed::{Arith, Op};
use coluber_base::Span;
use coluber_ir::{Block, Cfg, Dominators, Inst, Terminator, Typed, Value};
use rustc_hash::FxHashMap;

/// How a loop ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counting {
    /// At a constant.
    ToConstant,
    /// At a number that is known when it begins.
    ToNumber,
    /// Some other way.
    Unknown,
}

/// Runs the pass.
pub fn run(func: &mut Typed) {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    if loops.iter().next().is_none() {
        return;
    }
    let homes = homes(func);
    let heads: Vec<Block> = loops
        .iter()
        .filter(|(id, _)| may_be_long(func, &cfg, &loops, &homes, *id))
        .map(|(_, data)| data.head)
        .collect();
    for head in heads {
        let span = func.blocks[head].insts.first().map_or(Span::default(), |&inst| func.insts[inst].span);
        let poll = func.make_inst(Op::Poll {}, &[], &[], span);
        let insts = &mut func.blocks[head].insts;
        let first = insts.first().is_some_and(|&inst| matches!(func.insts[inst].op, Op::CaughtException {}));
        insts.insert(usize::from(first), poll);
    }
}

/// The block and the operation that define each value; parameters of blocks have none.
fn homes(func: &Typed) -> FxHashMap<Value, (Block, Inst)> {
    let mut homes = FxHashMap::default();
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            homes.extend(func.insts[inst].results.iter().map(|&value| (value, (block, inst))));
        }
    }
    homes
}

type Homes = FxHashMap<Value, (Block, Inst)>;

fn may_be_long(func: &Typed, cfg: &Cfg, loops: &Loops, homes: &Homes, id: Loop) -> bool {
    let counting = |id: Loop| counting(func, cfg, loops, homes, id);
    let has_long_inner =
        loops.iter().any(|(inner, data)| data.parent == Some(id) && counting(inner) != Counting::ToConstant);
    has_long_inner || counting(id) == Counting::Unknown || calls_runtime(func, loops, id)
}

/// Whether the loop itself calls functions of the runtime that can do anything: those are no loops of vectors.
fn calls_runtime(func: &Typed, loops: &Loops, id: Loop) -> bool {
    let own = func.layout.iter().filter(|&&block| loops.innermost(block) == Some(id));
    own.flat_map(|&block| &func.blocks[block].insts).any(|&inst| match &func.insts[inst].op {
        Op::Runtime { func } => runtime_function(func).is_some_and(|row| row.row().effect == Effect::Any),
        Op::Host { .. } => true,
        _ => false,
    })
}

fn counting(func: &Typed, cfg: &Cfg, loops: &Loops, homes: &Homes, id: Loop) -> Counting {
    let Some((_, data)) = loops.iter().find(|(other, _)| *other == id) else { return Counting::Unknown };
    let head = data.head;
    let Terminator::Branch { cond, .. } = func.blocks[head].term else { return Counting::Unknown };
    let Some(&(_, compare)) = homes.get(&cond) else { return Counting::Unknown };
    let (Op::Compare { .. }, &[a, b]) = (&func.insts[compare].op, &func.insts[compare].args[..]) else {
        return Counting::Unknown;
    };
    let steps = |value: Value| is_counter(func, cfg, loops, homes, id, head, value);
    let bound = if steps(a) {
        b
    } else if steps(b) {
        a
    } else {
        return Counting::Unknown;
    };
    match homes.get(&bound) {
        Some((_, inst)) if matches!(func.insts[*inst].op, Op::Const { .. }) => Counting::ToConstant,
        Some((_, inst)) if matches!(func.insts[*inst].op, Op::ListLen {} | Op::Part { .. }) => Counting::ToNumber,
        Some((block, _)) if loops.contains(id, *block) => Counting::Unknown,
        Some(_) => Counting::ToNumber,
        // A parameter of the head changes from turn to turn; one of a block before it does not.
        None if func.blocks[head].params.contains(&bound) => Counting::Unknown,
        None => Counting::ToNumber,
    }
}

/// Whether a value is a parameter of the loop's head to which each turn adds something.
fn is_counter(func: &Typed, cfg: &Cfg, loops: &Loops, homes: &Homes, id: Loop, head: Block, value: Value) -> bool {
    let Some(place) = func.blocks[head].params.iter().position(|&param| param == value) else { return false };
    cfg.preds(head).filter(|&source| loops.contains(id, source)).all(|source| {
        let targets = func.blocks[source].term.targets();
        targets.into_iter().filter(|target| target.block == head).all(|target| {
            let next = target.args.get(place).and_then(|next| homes.get(next));
            next.is_some_and(|(_, inst)| {
                let data = &func.insts[*inst];
                matches!(data.op, Op::Arith { op: Arith::Add | Arith::AddNoWrap | Arith::Sub }) && data.args.contains(&value)
            })
        })
    })
}
