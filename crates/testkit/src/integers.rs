//! Random well-formed functions that compute with integers, bools and tuples of these.

use crate::graph::{available, blocks};
use crate::random::Random;
use coluber_ir::typed::{Arith, Op, Unary};
use coluber_ir::{Block, Builder, Cfg, Const, Dominators, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// Constants near the limits, and small ones.
const CONSTANTS: [i64; 14] = [0, 1, -1, 2, 3, -7, 10, 255, 256, -128, 1 << 31, 1 << 62, i64::MAX, i64::MIN];

/// A function of about `size` blocks with parameters (bool, int64, int64) and an int64 result.
pub fn integer_function(random: &mut Random, size: usize) -> Typed {
    let pair = Ty::tuple(vec![Ty::int64(), Ty::boolean()]);
    let mut func = Typed::new("f");
    func.ret = Ty::int64();
    let params = [Ty::int64(), Ty::int64(), Ty::boolean(), pair];
    blocks(&mut func, random, size, &[Ty::boolean(), Ty::int64(), Ty::int64()], &params);
    let cfg = Cfg::new(&func);
    let dominators = Dominators::new(&func, &cfg);
    for &block in cfg.order() {
        let known = available(&func, &cfg, &dominators, block);
        let term = std::mem::replace(&mut func.blocks[block].term, Terminator::Unreachable);
        let mut filler = Filler { b: Builder::new(&mut func, block), random, known, pair };
        for _ in 0..2 + filler.random.below(8) {
            filler.operation();
        }
        filler.finish(block, term);
    }
    func
}

/// Appends random operations to a block.
pub(crate) struct Filler<'f, 'r> {
    pub b: Builder<'f, Op>,
    pub random: &'r mut Random,
    /// The values that operations may use.
    pub known: Vec<Value>,
    pub pair: Ty,
}

impl Filler<'_, '_> {
    pub fn emit(&mut self, op: Op, args: &[Value], ty: Ty) -> Value {
        let value = self.b.value(op, args, ty);
        self.known.push(value);
        value
    }

    /// A value of this type: bool, int64 or the pair.
    pub fn some(&mut self, ty: Ty) -> Value {
        let fitting: Vec<Value> = self.known.iter().copied().filter(|&v| self.b.func.ty(v) == ty).collect();
        // Later values are more interesting.
        let recent = &fitting[fitting.len() - fitting.len().min(6)..];
        match self.random.pick(recent) {
            Some(value) if !self.random.one_in(8) => value,
            _ if ty == self.pair => {
                let parts = [self.some(Ty::int64()), self.some(Ty::boolean())];
                self.emit(Op::Pack {}, &parts, ty)
            }
            _ if ty == Ty::boolean() => {
                let value = Const::Bool(self.random.one_in(2));
                self.emit(Op::Const { value }, &[], ty)
            }
            _ => {
                let value = Const::Int(self.random.pick(&CONSTANTS).unwrap_or(0));
                self.emit(Op::Const { value }, &[], ty)
            }
        }
    }

    pub fn operation(&mut self) {
        let kind = self.random.below(14);
        self.operation_of(kind);
    }

    /// An operation without aggregates and divisions, and without calls unless these may be.
    pub fn plain_operation(&mut self, calls: bool) {
        let kinds: &[usize] = if calls { &[0, 4, 5, 7, 8, 9, 12, 13] } else { &[0, 1, 4, 5, 6, 7, 8, 13] };
        // Guards end most functions soon when there are many of them.
        let kind = if self.random.one_in(20) { Some(12) } else { self.random.pick(kinds) };
        self.operation_of(kind.unwrap_or(0));
    }

    fn operation_of(&mut self, kind: usize) {
        let (int, bool) = (Ty::int64(), Ty::boolean());
        match kind {
            0..=2 => {
                let ops =
                    [Arith::Add, Arith::Sub, Arith::Mul, Arith::And, Arith::Or, Arith::Xor, Arith::Add, Arith::Add];
                let op = self.random.pick(&ops).unwrap_or(Arith::Add);
                let args = [self.some(int), self.some(int)];
                self.emit(Op::Arith { op }, &args, int);
            }
            3 => self.divide(),
            4 => self.shift(),
            5 | 6 => {
                let op = self.random.pick(CmpOp::ALL).unwrap_or(CmpOp::Lt);
                let args = [self.some(int), self.some(int)];
                self.emit(Op::Compare { op }, &args, bool);
            }
            7 => self.convert(),
            8 => {
                let args = [self.some(bool), self.some(int), self.some(int)];
                self.emit(Op::Select {}, &args, int);
            }
            9 | 10 => {
                let args = [self.some(int), self.some(int)];
                let index = self.emit(Op::WrapIndex {}, &args, int);
                self.emit(Op::Call { spec: 0, name: "g".into() }, &[index], int);
            }
            11 => {
                let pair = self.some(self.pair);
                self.emit(Op::Part { index: 0 }, &[pair], int);
                self.emit(Op::Part { index: 1 }, &[pair], bool);
            }
            12 => {
                let ok = self.some(bool);
                self.b.effect(Op::Guard { class: "ValueError".into(), message: "".into() }, &[ok]);
            }
            _ => self.logic(),
        }
    }

    /// A division by a number that is not zero.
    fn divide(&mut self) {
        let (a, b, one) = (self.some(Ty::int64()), self.some(Ty::int64()), self.constant(1));
        let odd = self.emit(Op::Arith { op: Arith::Or }, &[b, one], Ty::int64());
        let op = if self.random.one_in(2) { Arith::Div } else { Arith::Rem };
        self.emit(Op::Arith { op }, &[a, odd], Ty::int64());
    }

    pub fn constant(&mut self, value: i64) -> Value {
        self.emit(Op::Const { value: Const::Int(value) }, &[], Ty::int64())
    }

    fn shift(&mut self) {
        let (a, count, limit) = (self.some(Ty::int64()), self.some(Ty::int64()), self.constant(127));
        let count = self.emit(Op::Arith { op: Arith::And }, &[count, limit], Ty::int64());
        let op = if self.random.one_in(2) { Arith::Shl } else { Arith::Shr };
        self.emit(Op::Arith { op }, &[a, count], Ty::int64());
    }

    fn convert(&mut self) {
        let small =
            self.random.pick(&[Ty::int8(), Ty::uint8(), Ty::int32(), Ty::uint32(), Ty::uint64(), Ty::boolean()]);
        let a = self.some(Ty::int64());
        let a = self.emit(Op::Cast {}, &[a], small.unwrap_or(Ty::int8()));
        let op = self.random.pick(&[Unary::Neg, Unary::Abs, Unary::Not, Unary::PopCount]).unwrap_or(Unary::Not);
        let a = if small == Some(Ty::boolean()) {
            a
        } else {
            self.emit(Op::Unary { op }, &[a], small.unwrap_or(Ty::int8()))
        };
        let wide = self.emit(Op::Cast {}, &[a], Ty::int64());
        // A sum that does not overflow.
        let (mask, one) = (self.constant(255), self.constant(1));
        let low = self.emit(Op::Arith { op: Arith::And }, &[wide, mask], Ty::int64());
        self.emit(Op::Arith { op: Arith::AddNoWrap }, &[low, one], Ty::int64());
    }

    fn logic(&mut self) {
        let (a, b) = (self.some(Ty::boolean()), self.some(Ty::boolean()));
        if self.random.one_in(3) {
            self.emit(Op::Unary { op: Unary::Not }, &[a], Ty::boolean());
        } else {
            let op = self.random.pick(&[Arith::And, Arith::Or, Arith::Xor]).unwrap_or(Arith::And);
            self.emit(Op::Arith { op }, &[a, b], Ty::boolean());
        }
    }

    fn finish(mut self, block: Block, mut term: Terminator) {
        match &mut term {
            Terminator::Return(value) => *value = self.some(Ty::int64()),
            Terminator::Unreachable => self.b.effect(Op::Raise { class: "KeyError".into(), message: "".into() }, &[]),
            Terminator::Branch { cond, .. } => *cond = self.some(Ty::boolean()),
            Terminator::Jump(_) => {}
        }
        for target in term.targets_mut() {
            let params = self.b.func.blocks[target.block].params.clone();
            target.args = params.iter().map(|&p| self.some(self.b.func.ty(p))).collect();
        }
        self.b.func.blocks[block].term = term;
    }
}
