//! Splits a loop that counts into strips, with a look at signals between two of them.
//!
//! ```text
//! head(i, x): branch i < bound, body, exit
//! ```
//!
//! becomes
//!
//! ```text
//! strip(i, x):  limit = i + turns, or bound where that is less;  jump head(i, x)
//! head(i, x):   branch i < limit, body, between
//! between:      branch i < bound, look, exit
//! look:         poll;  jump strip(i, x)
//! ```
//!
//! The result is the same for every step of the counter. LLVM sees a loop that counts, as before.

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
    bound: Value,
    turns: u32,
    /// The blocks in the loop that go back to its head.
    latches: Vec<Block>,
}

/// How to split a loop without loops in it, if that can be done: its head runs once more for each strip.
pub fn plan(facts: &Facts<'_>, id: Loop, count: Count, turns: u32) -> Option<Strips> {
    let latches = facts.latches(id)?;
    let is_wide = matches!(facts.func.ty(count.counter).kind(), Kind::Int(int) if int.bits > 32);
    let bound = count.bound.filter(|_| is_wide && facts.head_is_pure(id))?;
    Some(Strips { counter: count.counter, bound, turns, latches })
}

/// Splits the loop with this head.
pub fn split(func: &mut Typed, head: Block, strips: &Strips) {
    let span = func.blocks[head].term_span;
    let state: Values = func.blocks[head].params.clone();
    let strip = func.add_block();
    for &value in &state {
        let (ty, name) = (func.ty(value), func.values[value].name.clone());
        func.add_param(strip, ty, name);
    }
    enter_by(func, head, strip, &strips.latches);
    let [between, look] = [func.add_block(), func.add_block()];
    for block in [strip, between, look] {
        func.blocks[block].handler = func.blocks[head].handler;
    }

    let mut b = Builder::new(func, strip);
    b.set_span(span);
    let params = b.func.blocks[strip].params.clone();
    let place =
        state.iter().position(|&value| value == strips.counter).expect("the counter is a parameter of the head");
    let limit = limit(&mut b, params[place], strips);
    b.jump(head, &params);

    b.switch_to(head);
    let in_strip = b.value(Op::Compare { op: CmpOp::Lt }, &[strips.counter, limit], Ty::boolean());
    let whole = std::mem::replace(&mut b.func.blocks[head].term, Terminator::Unreachable);
    let Terminator::Branch { then, otherwise, .. } = whole else {
        unreachable!("the head of a loop that counts branches")
    };
    let aside = Target { block: between, args: Values::new() };
    b.terminate(Terminator::Branch { cond: in_strip, then, otherwise: aside.clone() });

    b.switch_to(between);
    let more = b.value(Op::Compare { op: CmpOp::Lt }, &[strips.counter, strips.bound], Ty::boolean());
    b.terminate(Terminator::Branch { cond: more, then: Target { block: look, ..aside }, otherwise });

    b.switch_to(look);
    b.effect(Op::Poll { turns: 1 }, &[]);
    b.jump(strip, &state);
}

/// Lets all that enters a loop enter another block instead.
fn enter_by(func: &mut Typed, head: Block, strip: Block, latches: &[Block]) {
    for block in func.layout.clone().into_iter().filter(|block| !latches.contains(block)) {
        for target in func.blocks[block].term.targets_mut() {
            if target.block == head {
                target.block = strip;
            }
        }
    }
}

/// Where a strip ends that begins at `from`. No sum overflows: the strip is the rest of the loop unless it is known to be shorter.
fn limit(b: &mut Builder<'_, Op>, from: Value, strips: &Strips) -> Value {
    let ty = b.func.ty(from);
    let turns = b.value(Op::Const { value: Const::Int(i64::from(strips.turns)) }, &[], ty);
    let rest = b.value(Op::Arith { op: Arith::Sub }, &[strips.bound, from], ty);
    let is_long = b.value(Op::Compare { op: CmpOp::Gt }, &[rest, turns], Ty::boolean());
    let is_some = b.value(Op::Compare { op: CmpOp::Lt }, &[from, strips.bound], Ty::boolean());
    let is_part = b.value(Op::Arith { op: Arith::And }, &[is_long, is_some], Ty::boolean());
    let end = b.value(Op::Arith { op: Arith::Add }, &[from, turns], ty);
    b.value(Op::Select {}, &[is_part, end, strips.bound], ty)
}
