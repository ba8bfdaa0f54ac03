//! A turn of one lane among the joint ones.
//!
//! All blocks of the turn are written one behind the other, and what one of several ways gives is selected. An operation runs whether
//! control comes to its block or not, so that its results may be undefined: conditions count only where control comes to them.

use super::copy::Map;
use super::turn::Turn;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op, Unary};
use coluber_ir::{Block, Builder, Const, Inst, Target, Terminator, Typed, Value};
use coluber_types::Ty;
use rustc_hash::FxHashMap;

/// What a turn leaves.
pub(super) struct After {
    /// Whether the lane takes another turn.
    pub goes_on: Value,
    /// The state with which it goes on; undefined where it does not.
    pub state: Values,
}

/// A way into a block: whether control takes it, and the arguments.
struct Way {
    taken: Value,
    args: Values,
}

pub(super) struct LaneTurn<'f> {
    b: Builder<'f, Op>,
    turn: &'f Turn,
    map: Map,
    ways: FxHashMap<Block, Vec<Way>>,
}

impl<'f> LaneTurn<'f> {
    /// At the end of `block`; `map` says what stands for the values before the turn.
    pub fn new(func: &'f mut Typed, block: Block, turn: &'f Turn, map: Map) -> Self {
        LaneTurn { b: Builder::new(func, block), turn, map, ways: FxHashMap::default() }
    }

    /// Writes the turn of a lane that goes on so far or not.
    pub fn run(mut self, goes_on: Value) -> After {
        for &block in &self.turn.blocks {
            let mut here = if block == self.turn.head { goes_on } else { self.enter(block) };
            for inst in self.b.func.blocks[block].insts.clone() {
                here = self.inst(inst, here);
            }
            self.leave(block, here);
        }
        self.back()
    }

    /// Joins the ways into a block. Gives whether control comes to it.
    fn enter(&mut self, block: Block) -> Value {
        let ways = self.ways.remove(&block).unwrap_or_default();
        let mut ways = ways.into_iter();
        let Some(Way { taken: mut here, mut args }) = ways.next() else { return self.no() };
        for way in ways {
            args = self.select(&way, &args);
            here = self.b.value(Op::Arith { op: Arith::Or }, &[way.taken, here], Ty::boolean());
        }
        let params = self.b.func.blocks[block].params.clone();
        self.map.set(&params, &args);
        here
    }

    /// Arguments of a way where it is taken, else others.
    fn select(&mut self, way: &Way, others: &[Value]) -> Values {
        let pairs = way.args.iter().zip(others);
        pairs.map(|(&arg, &other)| if arg == other { arg } else { self.choose(way.taken, arg, other) }).collect()
    }

    fn choose(&mut self, cond: Value, then: Value, otherwise: Value) -> Value {
        let ty = self.b.func.ty(then);
        self.b.value(Op::Select {}, &[cond, then, otherwise], ty)
    }

    /// Whether control is here and a condition is true, which is undefined elsewhere.
    fn both(&mut self, here: Value, cond: Value) -> Value {
        let no = self.no();
        self.choose(here, cond, no)
    }

    fn no(&mut self) -> Value {
        self.b.value(Op::Const { value: Const::Bool(false) }, &[], Ty::boolean())
    }

    /// Copies an instruction. Gives whether control comes to the next one.
    fn inst(&mut self, inst: Inst, here: Value) -> Value {
        match self.b.func.insts[inst].op {
            Op::Poll { .. } | Op::Assign { .. } => here,
            Op::Guard { .. } => {
                let cond = self.map.get(self.b.func.insts[inst].args[0]);
                self.both(here, cond)
            }
            _ => {
                let copy = self.map.inst(self.b.func, inst);
                let block = self.b.block();
                self.b.func.blocks[block].insts.push(copy);
                here
            }
        }
    }

    /// Notes the ways out of a block.
    fn leave(&mut self, block: Block, here: Value) {
        match self.b.func.blocks[block].term.clone() {
            Terminator::Jump(target) => self.note(&target, here),
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.map.get(cond);
                if self.is_inside(&then) {
                    let taken = self.both(here, cond);
                    self.note(&then, taken);
                }
                if self.is_inside(&otherwise) {
                    let not = self.b.value(Op::Unary { op: Unary::Not }, &[cond], Ty::boolean());
                    let taken = self.both(here, not);
                    self.note(&otherwise, taken);
                }
            }
            Terminator::Return(_) | Terminator::Unreachable => {}
        }
    }

    fn is_inside(&self, target: &Target) -> bool {
        self.turn.blocks.contains(&target.block)
    }

    fn note(&mut self, target: &Target, taken: Value) {
        let way = Way { taken, args: self.map.all(&target.args) };
        self.ways.entry(target.block).or_default().push(way);
    }

    /// Joins the ways back to the head.
    fn back(mut self) -> After {
        let head = self.turn.head;
        let goes_on = self.enter(head);
        let params = self.b.func.blocks[head].params.clone();
        After { goes_on, state: self.map.all(&params) }
    }
}
