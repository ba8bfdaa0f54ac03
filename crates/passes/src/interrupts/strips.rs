//! Splits a loop that counts into strips, with a look at signals between two of them.
//!
//! ```text
//! head(i, x): branch i < bound, body, exit
//! ```
//!
//! becomes
//!
//! ```text
//!               limit = i + turns, or bound where that is less;  jump strip(i, x, limit)
//! strip(i, x, limit):  jump head(i, x)
//! head(i, x):   branch i < limit, body, between
//! between:      branch i < bound, look, exit
//! look:         poll;  limit = i + turns, or bound where that is less;  jump strip(i, x, limit)
//! ```
//!
//! and the same for loops that count down. The result does not depend on the step of the counter. LLVM sees a loop that counts, as before.

use super::counting::{Count, Facts};
use coluber_ir::builder::Builder;
use coluber_ir::constant::Const;
use coluber_ir::function::Values;
use coluber_ir::loops::Loop;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};

/// What a loop is to be split by.
pub struct Strips {
    counter: Value,
    /// The loop goes on while the counter is less than the bound, or greater.
    op: CmpOp,
    bound: Value,
    turns: u32,
    /// The blocks in the loop that go back to its head.
    latches: Vec<Block>,
}

impl Strips {
    fn end(&self, b: &mut Builder<'_, Op>, from: Value) -> Value {
        end_of_strip(b, self.op, self.turns, from, self.bound)
    }
}

/// How to split a loop, if that can be done: its head runs once more for each strip.
pub fn plan(facts: &Facts<'_>, id: Loop, count: Count, turns: u32) -> Option<Strips> {
    let latches = facts.latches(id)?;
    let is_wide = matches!(facts.func.ty(count.counter).kind(), Kind::Int(int) if int.bits > 32);
    let (op, bound) = count.bound.filter(|_| is_wide && facts.head_is_pure(id))?;
    Some(Strips { counter: count.counter, op, bound, turns, latches })
}

/// Splits the loop with this head.
pub fn split(func: &mut Typed, head: Block, strips: &Strips) {
    let state: Values = func.blocks[head].params.clone();
    let place =
        state.iter().position(|&value| value == strips.counter).expect("the counter is a parameter of the head");
    let [strip, between, look] = [func.add_block(), func.add_block(), func.add_block()];
    for block in [strip, between, look] {
        func.blocks[block].handler = func.blocks[head].handler;
    }
    let limit = begin_strips(func, head, strip, strips);
    enter_by(func, head, strip, place, strips);

    let mut b = Builder::new(func, head);
    b.set_span(b.func.blocks[head].term_span);
    let in_strip = b.value(Op::Compare { op: strips.op }, &[strips.counter, limit], Ty::boolean());
    let whole = std::mem::replace(&mut b.func.blocks[head].term, Terminator::Unreachable);
    let Terminator::Branch { then, otherwise, .. } = whole else {
        unreachable!("the head of a loop that counts branches")
    };
    let aside = Target { block: between, args: Values::new() };
    b.terminate(Terminator::Branch { cond: in_strip, then, otherwise: aside.clone() });

    b.switch_to(between);
    let more = b.value(Op::Compare { op: strips.op }, &[strips.counter, strips.bound], Ty::boolean());
    b.terminate(Terminator::Branch { cond: more, then: Target { block: look, ..aside }, otherwise });

    b.switch_to(look);
    b.effect(Op::Poll { turns: 1 }, &[]);
    let mut next = state;
    next.push(strips.end(&mut b, strips.counter));
    b.jump(strip, &next);
}

/// Fills the block that strips begin with, and gives its last parameter, the limit of the strip.
fn begin_strips(func: &mut Typed, head: Block, strip: Block, strips: &Strips) -> Value {
    for value in func.blocks[head].params.clone() {
        let (ty, name) = (func.ty(value), func.values[value].name.clone());
        func.add_param(strip, ty, name);
    }
    let state = func.blocks[strip].params.clone();
    let limit = func.add_param(strip, func.ty(strips.bound), None);
    let span = func.blocks[head].term_span;
    let mut b = Builder::new(func, strip);
    b.set_span(span);
    b.jump(head, &state);
    limit
}

/// Lets all that enters the loop begin a strip instead. The bound is known there: all ways to the head lead past it.
fn enter_by(func: &mut Typed, head: Block, strip: Block, place: usize, strips: &Strips) {
    for block in func.layout.clone().into_iter().filter(|block| !strips.latches.contains(block) && *block != strip) {
        let targets = func.blocks[block].term.targets();
        let froms: Values =
            targets.into_iter().filter(|target| target.block == head).map(|target| target.args[place]).collect();
        let mut b = Builder::new(func, block);
        b.set_span(b.func.blocks[block].term_span);
        let limits: Values = froms.into_iter().map(|from| strips.end(&mut b, from)).collect();
        let targets = func.blocks[block].term.targets_mut();
        for (target, limit) in targets.into_iter().filter(|target| target.block == head).zip(limits) {
            target.block = strip;
            target.args.push(limit);
        }
    }
}

/// Where a strip of so many turns ends that begins at `from`, in a loop that goes on while its counter is less than the bound, or
/// greater. No sum overflows: the strip is the rest of the loop unless it is known to be shorter.
pub(crate) fn end_of_strip(b: &mut Builder<'_, Op>, op: CmpOp, turns: u32, from: Value, bound: Value) -> Value {
    let ty = b.func.ty(from);
    let turns = b.value(Op::Const { value: Const::Int(i64::from(turns)) }, &[], ty);
    let (arith, low, high) = if op == CmpOp::Lt { (Arith::Add, from, bound) } else { (Arith::Sub, bound, from) };
    let rest = b.value(Op::Arith { op: Arith::Sub }, &[high, low], ty);
    let is_long = b.value(Op::Compare { op: CmpOp::Gt }, &[rest, turns], Ty::boolean());
    let is_some = b.value(Op::Compare { op: CmpOp::Lt }, &[low, high], Ty::boolean());
    let is_part = b.value(Op::Arith { op: Arith::And }, &[is_long, is_some], Ty::boolean());
    let end = b.value(Op::Arith { op: arith }, &[from, turns], ty);
    b.value(Op::Select {}, &[is_part, end, bound], ty)
}
