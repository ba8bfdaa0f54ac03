//! Random functions with a loop that counts and a loop in it, which counts, too, or ends by what it computes.

use crate::integers::Filler;
use crate::random::Random;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Const, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// The blocks of such a function.
struct Nest {
    head: Block,
    before: Block,
    inner: Block,
    middle: [Block; 2],
    latch: Block,
    behind: Block,
    after: Block,
}

/// A function with parameters (bool, int64, int64), of which the second bounds the outer loop, and an int64 result. `state` is the type
/// of what the inner loop carries; values of it are made by casts.
pub fn nest_function(random: &mut Random, state: Ty) -> Typed {
    function(random, state, false)
}

/// As [`nest_function`], with an inner loop that counts to a number which doesn't change.
pub fn counted_nest_function(random: &mut Random, state: Ty) -> Typed {
    function(random, state, true)
}

fn function(random: &mut Random, state: Ty, counts: bool) -> Typed {
    let mut func = Typed::new("f");
    func.ret = Ty::int64();
    let entry = func.add_block();
    let params = [Ty::boolean(), Ty::int64(), Ty::int64()].map(|ty| func.add_param(entry, ty, None));
    let [head, before, inner, first, second, latch, behind, after] = [0; 8].map(|_| func.add_block());
    let nest = Nest { head, before, inner, middle: [first, second], latch, behind, after };
    let mut maker = Maker { func: &mut func, random, outside: params.to_vec(), state };
    maker.enter(entry, &nest);
    let (counter, carried) = maker.head(&nest);
    let ahead = maker.before(&nest, counter);
    match counts {
        true => maker.counted_turn(&nest, ahead, carried),
        false => maker.turn(&nest, ahead, carried),
    }
    func
}

struct Maker<'f, 'r> {
    func: &'f mut Typed,
    random: &'r mut Random,
    /// What is known everywhere.
    outside: Vec<Value>,
    state: Ty,
}

impl Maker<'_, '_> {
    /// Some operations at the end of a block. Gives what is known then.
    fn fill(&mut self, block: Block, known: &[Value], most: usize, calls: bool) -> Vec<Value> {
        let pair = Ty::tuple(vec![Ty::int64(), Ty::boolean()]);
        let b = Builder::new(self.func, block);
        let mut filler = Filler { b, random: self.random, known: known.to_vec(), pair };
        for _ in 0..filler.random.below(most + 1) {
            filler.plain_operation(calls);
        }
        filler.known
    }

    fn emit(&mut self, block: Block, op: Op, args: &[Value], ty: Ty) -> Value {
        Builder::new(self.func, block).value(op, args, ty)
    }

    fn int(&mut self, block: Block, value: i64) -> Value {
        self.emit(block, Op::Const { value: Const::Int(value) }, &[], Ty::int64())
    }

    fn pick(&mut self, known: &[Value], ty: Ty) -> Value {
        let fitting: Vec<Value> = known.iter().copied().filter(|&value| self.func.ty(value) == ty).collect();
        let recent = &fitting[fitting.len() - fitting.len().min(4)..];
        self.random.pick(recent).expect("there is a parameter of each type")
    }

    fn target(block: Block, args: &[Value]) -> Target {
        Target { block, args: Values::from_slice(args) }
    }

    fn branch(&mut self, block: Block, cond: Value, then: Target, otherwise: Target) {
        self.func.blocks[block].term = Terminator::Branch { cond, then, otherwise };
    }

    fn enter(&mut self, entry: Block, nest: &Nest) {
        let mask = self.int(entry, 31);
        let bound = self.emit(entry, Op::Arith { op: Arith::And }, &[self.outside[1], mask], Ty::int64());
        let zero = self.int(entry, 0);
        self.outside.push(bound);
        let start = self.pick(&self.outside.clone(), Ty::int64());
        self.func.blocks[entry].term = Terminator::Jump(Self::target(nest.head, &[zero, start]));
    }

    /// Gives the counter, and what the iterations leave to each other.
    fn head(&mut self, nest: &Nest) -> (Value, Value) {
        let counter = self.func.add_param(nest.head, Ty::int64(), None);
        let carried = self.func.add_param(nest.head, Ty::int64(), None);
        let bound = self.outside[3];
        let more = self.emit(nest.head, Op::Compare { op: CmpOp::Lt }, &[counter, bound], Ty::boolean());
        self.branch(nest.head, more, Self::target(nest.before, &[]), Self::target(nest.after, &[]));
        self.func.blocks[nest.after].term = Terminator::Return(carried);
        (counter, carried)
    }

    /// Gives what is known behind it.
    fn before(&mut self, nest: &Nest, counter: Value) -> Vec<Value> {
        let mut known = self.outside.clone();
        known.push(counter);
        let known = self.fill(nest.before, &known, 6, false);
        let start = self.pick(&known, Ty::int64());
        let start = self.emit(nest.before, Op::Cast {}, &[start], self.state);
        let zero = self.int(nest.before, 0);
        self.func.blocks[nest.before].term = Terminator::Jump(Self::target(nest.inner, &[start, zero]));
        known
    }

    /// The inner loop, whose second parameter counts to some number, and what is behind it.
    fn turn(&mut self, nest: &Nest, ahead: Vec<Value>, carried: Value) {
        let state = self.func.add_param(nest.inner, self.state, None);
        let turns = self.func.add_param(nest.inner, Ty::int64(), None);
        let mut known = ahead.clone();
        known.push(turns);
        known.push(self.emit(nest.inner, Op::Cast {}, &[state], Ty::int64()));
        let known = self.fill(nest.inner, &known, 4, false);
        let joined = self.func.add_param(nest.latch, Ty::int64(), None);
        let found = self.func.add_param(nest.behind, Ty::int64(), None);

        let limit = self.random.below(12) as i64;
        let limit = self.int(nest.inner, limit);
        let more = self.emit(nest.inner, Op::Compare { op: CmpOp::Lt }, &[turns, limit], Ty::boolean());
        let result = self.pick(&known, Ty::int64());
        self.branch(nest.inner, more, Self::target(nest.middle[0], &[]), Self::target(nest.behind, &[result]));
        self.middle(nest, &known);

        let mut latch = known.clone();
        latch.push(joined);
        let latch = self.fill(nest.latch, &latch, 4, false);
        let one = self.int(nest.latch, 1);
        let next = self.emit(nest.latch, Op::Arith { op: Arith::AddNoWrap }, &[turns, one], Ty::int64());
        let new = self.pick(&latch, Ty::int64());
        let new = self.emit(nest.latch, Op::Cast {}, &[new], self.state);
        let other = self.emit(nest.latch, Op::Arith { op: Arith::Add }, &[new, state], self.state);
        let new = if self.random.one_in(2) { new } else { other };
        self.func.blocks[nest.latch].term = Terminator::Jump(Self::target(nest.inner, &[new, next]));
        self.behind(nest, &ahead, carried, found);
    }

    /// As [`turn`](Self::turn), with one block.
    fn counted_turn(&mut self, nest: &Nest, ahead: Vec<Value>, carried: Value) {
        let state = self.func.add_param(nest.inner, self.state, None);
        let turns = self.func.add_param(nest.inner, Ty::int64(), None);
        let found = self.func.add_param(nest.behind, Ty::int64(), None);
        let bound = self.outside[3];
        let more = self.emit(nest.inner, Op::Compare { op: CmpOp::Lt }, &[turns, bound], Ty::boolean());
        let result = self.pick(&ahead, Ty::int64());
        self.branch(nest.inner, more, Self::target(nest.latch, &[]), Self::target(nest.behind, &[result]));

        let mut known = ahead.clone();
        known.push(turns);
        known.push(self.emit(nest.latch, Op::Cast {}, &[state], Ty::int64()));
        let known = self.fill(nest.latch, &known, 6, false);
        let one = self.int(nest.latch, 1);
        let next = self.emit(nest.latch, Op::Arith { op: Arith::AddNoWrap }, &[turns, one], Ty::int64());
        let new = self.pick(&known, Ty::int64());
        let new = self.emit(nest.latch, Op::Cast {}, &[new], self.state);
        let new = self.emit(nest.latch, Op::Arith { op: Arith::Add }, &[new, state], self.state);
        self.func.blocks[nest.latch].term = Terminator::Jump(Self::target(nest.inner, &[new, next]));
        self.func.layout.retain(|block| !nest.middle.contains(block));
        let mut behind = ahead;
        behind.push(self.emit(nest.behind, Op::Cast {}, &[state], Ty::int64()));
        self.behind(nest, &behind, carried, found);
    }

    /// Ways from the first block of the turn to its latch, some of which leave the loop.
    fn middle(&mut self, nest: &Nest, known: &[Value]) {
        let [first, second] = nest.middle;
        let known = self.fill(first, known, 4, false);
        let (cond, value) = (self.pick(&known, Ty::boolean()), self.pick(&known, Ty::int64()));
        let on = Self::target(nest.latch, &[value]);
        let aside = match self.random.below(3) {
            0 => Self::target(nest.behind, &[value]),
            1 => Self::target(nest.after, &[]),
            _ => Self::target(second, &[]),
        };
        if aside.block == second {
            let calls = self.random.one_in(4);
            let known = self.fill(second, &known, 3, calls);
            let value = self.pick(&known, Ty::int64());
            self.func.blocks[second].term = Terminator::Jump(Self::target(nest.latch, &[value]));
        } else {
            self.func.layout.retain(|&block| block != second);
        }
        self.branch(first, cond, on, aside);
    }

    fn behind(&mut self, nest: &Nest, ahead: &[Value], carried: Value, found: Value) {
        let mut known = ahead.to_vec();
        known.extend([carried, found]);
        let known = self.fill(nest.behind, &known, 5, true);
        let one = self.int(nest.behind, 1);
        let counter = self.func.blocks[nest.head].params[0];
        let next = self.emit(nest.behind, Op::Arith { op: Arith::AddNoWrap }, &[counter, one], Ty::int64());
        let left = self.pick(&known, Ty::int64());
        let on = Self::target(nest.head, &[next, left]);
        if self.random.one_in(3) {
            let cond = self.pick(&known, Ty::boolean());
            self.branch(nest.behind, cond, on, Self::target(nest.after, &[]));
        } else {
            self.func.blocks[nest.behind].term = Terminator::Jump(on);
        }
    }
}
