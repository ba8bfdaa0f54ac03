//! Decides whether a distance is below a bound without computing it, where loops end by that.
//!
//! `hypot(x, y) < c` costs a call of the C library, while `x * x + y * y` differs from the square by a few units in the last place. So
//!
//! ```text
//! head:   h = hypot(x, y);  branch h < c, then, otherwise
//! ```
//!
//! becomes
//!
//! ```text
//! head:   s = x * x + y * y
//!         branch s < c * c * (1 - margin), then, above
//! above:  branch s > c * c * (1 + margin), otherwise, close
//! close:  h = hypot(x, y);  branch h < c, then, otherwise
//! ```
//!
//! with the same result: the margin is more than all roundings, that of `hypot` included. Bounds whose squares leave the range of floats, and
//! what is not a number, come to `close`. Only tests that lead out of a loop are changed: LLVM makes vectors of the others.

use crate::uses;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Cfg, Const, Dominators, Inst, Loops, Target, Terminator, Typed, Value};
use coluber_ops::{CmpOp, MathFn};
use coluber_types::Ty;
use rustc_hash::FxHashMap;

/// How bounds and margins are chosen: roundings of binary64 squares and of the distance are below 2**-50 together, those of a distance
/// of binary32 below 2**-22. Squares of bounds in the range neither overflow nor lose digits.
struct Limits {
    margin: f64,
    least: f64,
    most: f64,
}

const DOUBLE: Limits = Limits { margin: 1.0 / (1u64 << 49) as f64, least: 1e-100, most: 1e100 };
const SINGLE: Limits = Limits { margin: 1.0 / (1u64 << 20) as f64, least: 1e-30, most: 1e30 };

/// A test that is changed.
struct Test {
    block: Block,
    distance: Inst,
    compare: Inst,
    /// How the distance stands to the bound where the test is true.
    op: CmpOp,
    bound: Value,
}

/// Runs the pass.
pub fn run(func: &mut Typed) {
    let has_any = |func: &Typed| func.insts.values().any(|inst| is_distance(&inst.op));
    if func.keeps_flags || !has_any(func) {
        return;
    }
    for test in tests(func) {
        change(func, &test);
    }
}

fn is_distance(op: &Op) -> bool {
    matches!(op, Op::Math { func: MathFn::Hypot })
}

fn tests(func: &Typed) -> Vec<Test> {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    let uses = uses::counts(func, cfg.order());
    let leaves_loop = |block: Block| {
        loops
            .innermost(block)
            .is_some_and(|id| func.blocks[block].term.targets().iter().any(|target| !loops.contains(id, target.block)))
    };
    let ends = cfg.order().iter().copied().filter(|&block| leaves_loop(block));
    ends.filter_map(|block| Test::find(func, &uses, block)).collect()
}

impl Test {
    fn find(func: &Typed, uses: &FxHashMap<Value, u32>, block: Block) -> Option<Test> {
        let Terminator::Branch { cond, .. } = &func.blocks[block].term else { return None };
        let maker = |value: Value| {
            let insts = func.blocks[block].insts.iter().copied();
            insts.into_iter().find(|&inst| func.insts[inst].results.contains(&value) && uses[&value] == 1)
        };
        let compare = maker(*cond)?;
        let Op::Compare { op } = func.insts[compare].op else { return None };
        let &[a, b] = &func.insts[compare].args[..] else { return None };
        let distance = |value: Value| maker(value).filter(|&inst| is_distance(&func.insts[inst].op));
        let (distance, op, bound) = match (distance(a), distance(b)) {
            (Some(inst), None) => (inst, op, b),
            (None, Some(inst)) => (inst, op.swapped(), a),
            _ => return None,
        };
        let is_order = matches!(op, CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge);
        let is_float = func.ty(bound) == Ty::float64() || func.ty(bound) == Ty::float32();
        (is_order && is_float).then_some(Test { block, distance, compare, op, bound })
    }
}

fn change(func: &mut Typed, test: &Test) {
    let [x, y] = [0, 1].map(|index| func.insts[test.distance].args[index]);
    let (span, handler) = (func.insts[test.compare].span, func.blocks[test.block].handler);
    let [above, close] = [func.add_block(), func.add_block()];
    for block in [above, close] {
        func.blocks[block].handler = handler;
    }
    let term = std::mem::replace(&mut func.blocks[test.block].term, Terminator::Unreachable);
    let Terminator::Branch { then, otherwise, .. } = term.clone() else { unreachable!("a test branches") };
    let (below_to, above_to) =
        if matches!(test.op, CmpOp::Lt | CmpOp::Le) { (then, otherwise) } else { (otherwise, then) };
    func.blocks[test.block].insts.retain(|&inst| inst != test.distance && inst != test.compare);
    let mut b = Builder::new(func, test.block);
    b.set_span(span);
    let squares = Squares::new(&mut b, x, y, test.bound);
    let is_below = squares.is_sure(&mut b, CmpOp::Lt, squares.low);
    b.terminate(Terminator::Branch { cond: is_below, then: below_to, otherwise: to(above) });
    b.switch_to(above);
    let is_above = squares.is_sure(&mut b, CmpOp::Gt, squares.high);
    b.terminate(Terminator::Branch { cond: is_above, then: above_to, otherwise: to(close) });
    func.blocks[close].insts = vec![test.distance, test.compare];
    func.blocks[close].term = term;
    func.blocks[close].term_span = span;
}

fn to(block: Block) -> Target {
    Target { block, args: Values::new() }
}

/// The square of a distance, and the squares that it is surely below or above.
struct Squares {
    sum: Value,
    low: Value,
    high: Value,
    /// Whether the bound is in the range; None when it is known to be.
    in_range: Option<Value>,
}

impl Squares {
    fn new(b: &mut Builder<'_, Op>, x: Value, y: Value, bound: Value) -> Squares {
        let limits = if b.func.ty(bound) == Ty::float32() { &SINGLE } else { &DOUBLE };
        let known = constant(b.func, bound).filter(|value| (limits.least..=limits.most).contains(value));
        let [x, y, bound] = [x, y, bound].map(|value| widened(b, value));
        let [xx, yy, square] = [x, y, bound].map(|value| arith(b, Arith::Mul, value, value));
        let sum = arith(b, Arith::Add, xx, yy);
        let [less, more] = [1.0 - limits.margin, 1.0 + limits.margin].map(|factor| float(b, factor));
        let [low, high] = [less, more].map(|factor| arith(b, Arith::Mul, square, factor));
        let in_range = known.is_none().then(|| {
            let [least, most] = [limits.least, limits.most].map(|limit| float(b, limit));
            let above = b.value(Op::Compare { op: CmpOp::Ge }, &[bound, least], Ty::boolean());
            let below = b.value(Op::Compare { op: CmpOp::Le }, &[bound, most], Ty::boolean());
            b.value(Op::Arith { op: Arith::And }, &[above, below], Ty::boolean())
        });
        Squares { sum, low, high, in_range }
    }

    fn is_sure(&self, b: &mut Builder<'_, Op>, op: CmpOp, limit: Value) -> Value {
        let beyond = b.value(Op::Compare { op }, &[self.sum, limit], Ty::boolean());
        match self.in_range {
            Some(in_range) => b.value(Op::Arith { op: Arith::And }, &[in_range, beyond], Ty::boolean()),
            None => beyond,
        }
    }
}

/// The float that a value is, when that is known.
fn constant(func: &Typed, value: Value) -> Option<f64> {
    func.insts.values().find(|inst| inst.results.contains(&value)).and_then(|inst| match inst.op {
        Op::Const { value: Const::Float(value) } => Some(value),
        _ => None,
    })
}

fn widened(b: &mut Builder<'_, Op>, value: Value) -> Value {
    if b.func.ty(value) == Ty::float64() { value } else { b.value(Op::Cast {}, &[value], Ty::float64()) }
}

fn arith(b: &mut Builder<'_, Op>, op: Arith, x: Value, y: Value) -> Value {
    b.value(Op::Arith { op }, &[x, y], Ty::float64())
}

fn float(b: &mut Builder<'_, Op>, value: f64) -> Value {
    b.value(Op::Const { value: Const::Float(value) }, &[], Ty::float64())
}
