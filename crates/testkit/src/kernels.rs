//! Random kernels whose threads wait where they may, and whose result does not depend on the order in which they run.

use crate::random::Random;
use coluber_ir::typed::{Arith, AtomicOp, BarrierKind, Op, ThreadWord, WarpOp};
use coluber_ir::{Block, Builder, Const, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// Most threads in a block.
pub const MOST_THREADS: usize = 80;
/// Bytes of a shared array: an int64 for each thread.
pub const SHARED_BYTES: u32 = 8 * MOST_THREADS as u32;
/// Numbers in the table that a kernel may read.
pub const TABLE: usize = 16;
/// Numbers that a thread writes; the first number is of all threads together.
pub const RESULTS: usize = 6;

/// Which threads come to a place together.
#[derive(Clone, Copy, PartialEq)]
enum Together {
    Block,
    Warp,
    Nobody,
}

/// The first variables have one value for all threads.
const UNIFORM: usize = 2;
/// Number of the variable that is a pair.
const PAIR: usize = 5;

/// A kernel `(results: ptr, table: ptr, n: int64, m: int64)`.
pub fn random_kernel(random: &mut Random) -> Typed {
    let mut func = Typed::new("k");
    func.ret = Ty::none();
    let entry = func.add_block();
    let mut param = |ty, name: &str| func.add_param(entry, ty, Some(name.into()));
    let (results, table) = (param(Ty::ptr(), "results"), param(Ty::ptr(), "table"));
    let (n, m) = (param(Ty::int64(), "n"), param(Ty::int64(), "m"));
    let irregular = random.one_in(2);
    let early = random.one_in(2);
    let locals = random.one_in(3);
    let b = Builder::new(&mut func, entry);
    let mut maker =
        Maker { b, random, results, table, n, m, linear: n, count: n, vars: Vec::new(), irregular, early, locals };
    maker.begin();
    for _ in 0..4 {
        maker.statement(Together::Block, 3);
    }
    maker.finish();
    func
}

struct Maker<'f, 'r> {
    b: Builder<'f, Op>,
    random: &'r mut Random,
    results: Value,
    table: Value,
    n: Value,
    m: Value,
    linear: Value,
    count: Value,
    /// The present values of the variables.
    vars: Vec<Value>,
    /// Whether warps may wait alone, threads end early, and local arrays are used.
    irregular: bool,
    early: bool,
    locals: bool,
}

impl Maker<'_, '_> {
    fn int(&mut self, value: i64) -> Value {
        self.b.value(Op::Const { value: Const::Int(value) }, &[], Ty::int64())
    }

    fn arith(&mut self, op: Arith, a: Value, b: Value) -> Value {
        self.b.value(Op::Arith { op }, &[a, b], Ty::int64())
    }

    fn word(&mut self, word: ThreadWord) -> Value {
        if self.random.one_in(2) {
            return self.b.value(Op::Thread { word }, &[], Ty::int64());
        }
        let short = self.b.value(Op::Thread { word }, &[], Ty::int32());
        self.b.value(Op::Cast {}, &[short], Ty::int64())
    }

    fn begin(&mut self) {
        let [x, y, z] = [ThreadWord::TidX, ThreadWord::TidY, ThreadWord::TidZ].map(|w| self.word(w));
        let [nx, ny, nz] = [ThreadWord::NtidX, ThreadWord::NtidY, ThreadWord::NtidZ].map(|w| self.word(w));
        let plane = self.arith(Arith::Mul, z, ny);
        let line = self.arith(Arith::Add, plane, y);
        let row = self.arith(Arith::Mul, line, nx);
        self.linear = self.arith(Arith::Add, row, x);
        let area = self.arith(Arith::Mul, nx, ny);
        self.count = self.arith(Arith::Mul, area, nz);
        if self.locals {
            for k in 0..4 {
                let (place, value) = (self.int(k), self.own(1));
                self.store_local(place, value);
            }
        }
        for k in 0..PAIR {
            let value = if k < UNIFORM { self.uniform(2) } else { self.own(2) };
            self.vars.push(value);
        }
        let pair = self.pair();
        self.vars.push(pair);
    }

    fn pair(&mut self) -> Value {
        let (a, cond) = (self.own(1), self.condition(false));
        self.b.value(Op::Pack {}, &[a, cond], pair_ty())
    }

    fn finish(&mut self) {
        self.write_results();
        self.ret();
    }

    fn ret(&mut self) {
        let none = self.b.value(Op::Const { value: Const::None }, &[], Ty::none());
        self.b.ret(none);
    }

    fn write_results(&mut self) {
        let width = self.int(RESULTS as i64);
        let first = self.arith(Arith::Mul, self.linear, width);
        for k in 0..RESULTS {
            let mut value = self.vars[k];
            if k == PAIR {
                let part = self.b.value(Op::Part { index: 0 }, &[value], Ty::int64());
                let flag = self.b.value(Op::Part { index: 1 }, &[value], Ty::boolean());
                let flag = self.b.value(Op::Cast {}, &[flag], Ty::int64());
                value = self.arith(Arith::Xor, part, flag);
            }
            let k = self.int(k as i64 + 1);
            let index = self.arith(Arith::Add, first, k);
            let place = self.element(self.results, index);
            self.b.effect(Op::Store {}, &[place, value]);
        }
    }

    fn element(&mut self, array: Value, index: Value) -> Value {
        let eight = self.int(8);
        let offset = self.arith(Arith::Mul, index, eight);
        self.b.value(Op::PtrAdd {}, &[array, offset], Ty::ptr())
    }

    // Expressions

    fn uniform(&mut self, depth: usize) -> Value {
        match self.random.below(if depth == 0 { 4 } else { 8 }) {
            0 => self.n,
            1 => self.m,
            2 => self.some_int(),
            3 if self.vars.len() > PAIR => self.vars[self.random.below(UNIFORM)],
            3 => self.word(ThreadWord::NtidX),
            4 => {
                let index = self.uniform(depth - 1);
                self.look_up(index)
            }
            _ => {
                let (a, b) = (self.uniform(depth - 1), self.uniform(depth - 1));
                self.combine(a, b)
            }
        }
    }

    fn own(&mut self, depth: usize) -> Value {
        match self.random.below(if depth == 0 { 4 } else { 9 }) {
            0 => self.linear,
            1 => self.word(ThreadWord::TidX),
            2 if self.vars.len() > PAIR => self.vars[UNIFORM + self.random.below(PAIR - UNIFORM)],
            2 => self.word(ThreadWord::TidY),
            3 => self.uniform(depth),
            4 => {
                let index = self.own(depth - 1);
                self.look_up(index)
            }
            5 if self.vars.len() > PAIR => self.b.value(Op::Part { index: 0 }, &[self.vars[PAIR]], Ty::int64()),
            6 => {
                let (cond, a, b) = (self.condition(false), self.own(depth - 1), self.own(depth - 1));
                self.b.value(Op::Select {}, &[cond, a, b], Ty::int64())
            }
            _ => {
                let (a, b) = (self.own(depth - 1), self.own(depth - 1));
                self.combine(a, b)
            }
        }
    }

    fn some_int(&mut self) -> Value {
        let value = self.random.below(9) as i64 - 3;
        self.int(value)
    }

    fn combine(&mut self, a: Value, b: Value) -> Value {
        let ops = [Arith::Add, Arith::Sub, Arith::Mul, Arith::And, Arith::Xor];
        let op = self.random.pick(&ops).unwrap_or(Arith::Add);
        self.arith(op, a, b)
    }

    fn look_up(&mut self, index: Value) -> Value {
        let last = self.int(TABLE as i64 - 1);
        let index = self.arith(Arith::And, index, last);
        let place = self.element(self.table, index);
        self.b.value(Op::Load {}, &[place], Ty::int64())
    }

    fn condition(&mut self, uniform: bool) -> Value {
        if !uniform && self.random.one_in(3) {
            let op = self.random.pick(CmpOp::ALL).unwrap_or(CmpOp::Lt);
            let bound = self.uniform(1);
            let mut sides = [self.index(), bound];
            if self.random.one_in(3) {
                sides.reverse();
            }
            return self.b.value(Op::Compare { op }, &sides, Ty::boolean());
        }
        let a = if uniform {
            self.uniform(2)
        } else if self.vars.is_empty() {
            self.linear
        } else {
            self.own(1)
        };
        let three = self.int(3);
        let a = self.arith(Arith::And, a, three);
        let limit = self.random.below(4) as i64;
        let limit = self.int(limit);
        self.b.value(Op::Compare { op: CmpOp::Lt }, &[a, limit], Ty::boolean())
    }

    /// An index of the thread, or one that starts elsewhere.
    fn index(&mut self) -> Value {
        let tid = [ThreadWord::TidX, ThreadWord::TidX, ThreadWord::TidY];
        let tid = self.random.pick(&tid).unwrap_or(ThreadWord::TidX);
        let index = self.word(tid);
        if self.random.one_in(2) {
            return index;
        }
        let [a, b] = [ThreadWord::NtidX, ThreadWord::NtidY].map(|w| self.word(w));
        let first = self.arith(Arith::Mul, a, b);
        self.arith(Arith::Add, first, index)
    }

    // Statements

    fn statement(&mut self, together: Together, depth: usize) {
        match (self.random.below(16), together) {
            (0..=3, _) if depth > 0 => self.choice(together, depth - 1),
            (4 | 5, _) if depth > 0 => self.repeat(together, depth - 1),
            (6..=8, Together::Block) => self.exchange(),
            (9, Together::Block) => self.count_threads(),
            (10, Together::Block) if self.early => self.end_early(),
            (6..=12, Together::Block | Together::Warp) => self.warp(),
            (13, _) if self.locals => self.local(),
            (14, _) => self.add_up(),
            _ => self.assign(together),
        }
    }

    fn assign(&mut self, together: Together) {
        let k = self.random.below(PAIR + 1);
        if k == PAIR {
            self.vars[PAIR] = self.pair();
        } else if k >= UNIFORM {
            self.vars[k] = self.own(3);
        } else if together == Together::Block {
            self.vars[k] = self.uniform(3);
        }
    }

    fn own_variable(&mut self) -> usize {
        UNIFORM + self.random.below(PAIR - UNIFORM)
    }

    /// A new block with a parameter for each variable.
    fn join(&mut self) -> Block {
        let block = self.b.func.add_block();
        for k in 0..self.vars.len() {
            let ty = self.b.func.ty(self.vars[k]);
            self.b.func.add_param(block, ty, None);
        }
        block
    }

    fn enter(&mut self, block: Block) {
        self.vars = self.b.func.blocks[block].params.to_vec();
        self.b.switch_to(block);
    }

    fn body(&mut self, together: Together, depth: usize) {
        for _ in 0..1 + self.random.below(3) {
            self.statement(together, depth);
        }
    }

    fn choice(&mut self, together: Together, depth: usize) {
        let (cond, inside) = match (together, self.random.below(5)) {
            (Together::Block, 0 | 1) => (self.condition(true), Together::Block),
            (Together::Block | Together::Warp, 2 | 3) if self.irregular => (self.warp_condition(), Together::Warp),
            _ => (self.condition(false), Together::Nobody),
        };
        let (then, otherwise, after) = (self.b.func.add_block(), self.b.func.add_block(), self.join());
        self.b.branch(cond, (then, &[]), (otherwise, &[]));
        let before = self.vars.clone();
        self.b.switch_to(then);
        self.body(inside, depth);
        self.b.jump(after, &self.vars);
        self.vars = before;
        self.b.switch_to(otherwise);
        if self.random.one_in(2) {
            self.body(inside, depth);
        }
        self.b.jump(after, &self.vars);
        self.enter(after);
    }

    fn warp_condition(&mut self) -> Value {
        let five = self.int(5);
        let warp = self.arith(Arith::Shr, self.linear, five);
        let which = self.random.below(3) as i64;
        let which = self.int(which);
        self.b.value(Op::Compare { op: CmpOp::Eq }, &[warp, which], Ty::boolean())
    }

    fn repeat(&mut self, together: Together, depth: usize) {
        let same = self.random.one_in(2) && together == Together::Block;
        let rounds = if same { self.uniform(1) } else { self.own(1) };
        let three = self.int(3);
        let rounds = self.arith(Arith::And, rounds, three);
        let inside = if same { Together::Block } else { Together::Nobody };
        let (head, body, after) = (self.join(), self.b.func.add_block(), self.b.func.add_block());
        let counter = self.b.func.add_param(head, Ty::int64(), Some("i".into()));
        let zero = self.int(0);
        let mut args = self.vars.clone();
        args.push(zero);
        self.b.jump(head, &args);
        self.enter(head);
        self.vars.pop();
        let more = self.b.value(Op::Compare { op: CmpOp::Lt }, &[counter, rounds], Ty::boolean());
        self.b.branch(more, (body, &[]), (after, &[]));
        let at_head = self.vars.clone();
        self.b.switch_to(body);
        self.body(inside, depth);
        let one = self.int(1);
        let next = self.arith(Arith::Add, counter, one);
        let mut args = self.vars.clone();
        args.push(next);
        self.b.jump(head, &args);
        self.vars = at_head;
        self.b.switch_to(after);
    }

    /// Each thread writes its own element of a shared array and reads another one.
    fn exchange(&mut self) {
        let id = self.random.below(3) as u32;
        let shared = self.b.value(Op::Shared { id, bytes: SHARED_BYTES, align: 8 }, &[], Ty::ptr());
        let (value, place) = (self.own(2), self.element(shared, self.linear));
        self.b.effect(Op::Store {}, &[place, value]);
        let grid = !self.irregular && self.random.one_in(4);
        let kind = if grid { BarrierKind::Grid } else { BarrierKind::Sync };
        self.b.effect(Op::Barrier { kind }, &[]);
        let by = self.int(1 + id as i64);
        let other = self.arith(Arith::Add, self.linear, by);
        let other = self.arith(Arith::Rem, other, self.count);
        let place = self.element(shared, other);
        let k = self.own_variable();
        self.vars[k] = self.b.value(Op::Load {}, &[place], Ty::int64());
        if self.random.one_in(3) {
            let k = self.random.below(UNIFORM);
            self.vars[k] = self.b.value(Op::Load {}, &[shared], Ty::int64());
        }
        self.b.effect(Op::Barrier { kind: BarrierKind::Sync }, &[]);
    }

    fn count_threads(&mut self) {
        let cond = self.condition(false);
        let cond = self.b.value(Op::Cast {}, &[cond], Ty::int32());
        let kinds = [BarrierKind::Count, BarrierKind::And, BarrierKind::Or];
        let kind = self.random.pick(&kinds).unwrap_or(BarrierKind::Count);
        let count = self.b.value(Op::Barrier { kind }, &[cond], Ty::int32());
        let k = self.random.below(PAIR);
        self.vars[k] = self.b.value(Op::Cast {}, &[count], Ty::int64());
    }

    fn end_early(&mut self) {
        let cond = self.condition(false);
        let (end, rest) = (self.b.func.add_block(), self.b.func.add_block());
        self.b.branch(cond, (end, &[]), (rest, &[]));
        self.b.switch_to(end);
        self.write_results();
        if self.random.one_in(2) {
            self.b.effect(Op::Exit {}, &[]);
        }
        self.ret();
        self.b.switch_to(rest);
    }

    fn warp(&mut self) {
        use WarpOp as W;
        let mask = self.b.value(Op::Const { value: Const::Int(-1) }, &[], Ty::int32());
        let k = self.own_variable();
        match self.random.below(if self.early { 6 } else { 10 }) {
            0 => self.b.effect(Op::Warp { op: W::Sync }, &[mask]),
            1 => {
                let active = self.b.value(Op::ActiveMask {}, &[], Ty::int32());
                self.vars[k] = self.b.value(Op::Cast {}, &[active], Ty::int64());
            }
            2 | 3 => {
                let op = self.random.pick(&[W::All, W::Any, W::Equal, W::Ballot]).unwrap_or(W::Any);
                let ty = if op == W::Ballot { Ty::int32() } else { Ty::boolean() };
                let cond = self.condition(false);
                let vote = self.b.value(Op::Warp { op }, &[mask, cond], ty);
                self.vars[k] = self.b.value(Op::Cast {}, &[vote], Ty::int64());
            }
            4 | 5 => {
                let op = self.random.pick(&[W::MatchAny, W::MatchAll]).unwrap_or(W::MatchAny);
                let (value, three) = (self.own(1), self.int(3));
                let value = self.arith(Arith::And, value, three);
                let lanes = self.b.value(Op::Warp { op }, &[mask, value], Ty::int32());
                self.vars[k] = self.b.value(Op::Cast {}, &[lanes], Ty::int64());
            }
            _ => {
                let all = [W::ShuffleIndex, W::ShuffleUp, W::ShuffleDown, W::ShuffleXor];
                let op = self.random.pick(&all).unwrap_or(W::ShuffleUp);
                let (value, limit) = (self.own(2), self.int(31));
                let by = self.own(1);
                let by = self.arith(Arith::And, by, limit);
                let by = self.b.value(Op::Cast {}, &[by], Ty::int32());
                self.vars[k] = self.b.value(Op::Warp { op }, &[mask, value, by], Ty::int64());
            }
        }
    }

    fn store_local(&mut self, index: Value, value: Value) {
        let array = self.b.value(Op::Local { id: 0, bytes: 32, align: 8 }, &[], Ty::ptr());
        let place = self.element(array, index);
        self.b.effect(Op::Store {}, &[place, value]);
    }

    fn local(&mut self) {
        let (index, three) = (self.own(1), self.int(3));
        let index = self.arith(Arith::And, index, three);
        if self.random.one_in(2) {
            let value = self.own(2);
            return self.store_local(index, value);
        }
        let array = self.b.value(Op::Local { id: 0, bytes: 32, align: 8 }, &[], Ty::ptr());
        let place = self.element(array, index);
        let k = self.own_variable();
        self.vars[k] = self.b.value(Op::Load {}, &[place], Ty::int64());
    }

    fn add_up(&mut self) {
        let value = self.own(1);
        self.b.value(Op::Atomic { op: AtomicOp::Add }, &[self.results, value], Ty::int64());
    }
}

fn pair_ty() -> Ty {
    Ty::tuple(vec![Ty::int64(), Ty::boolean()])
}
