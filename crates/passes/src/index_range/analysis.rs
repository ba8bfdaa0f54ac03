//! The fixed point: an interval for each integer, from the definitions and the facts that hold where a value is used.

use super::facts::{self, Defs, Facts, Holds, Place};
use super::interval::Interval;
use coluber_ir::typed::{Arith, Op, ThreadWord, Unary};
use coluber_ir::{Block, Cfg, Const, Dominators, InstData, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Kind;
use cranelift_entity::SecondaryMap;

pub(super) struct Analysis<'f> {
    func: &'f Typed,
    cfg: &'f Cfg,
    dominators: Dominators,
    pub(super) defs: Defs,
    facts: Facts,
    /// What each integer can be; None for values that are no integers or that control never comes to.
    range: SecondaryMap<Value, Option<Interval>>,
    is_head: SecondaryMap<Block, bool>,
}

/// How parameters of loop heads change from round to round.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// They grow.
    Grow,
    /// A bound that moves goes to 0 or to the limit of the type at once.
    Widen,
    /// What changes can be anything.
    GiveUp,
    /// They are what the arguments say: this only shrinks a fixed point.
    Shrink,
}

const GROWING_ROUNDS: usize = 2;
const WIDENING_ROUNDS: usize = 8;
const SHRINKING_ROUNDS: usize = 2;
/// A bound on the time for deeply nested loops; nothing is known then.
const MOST_ROUNDS: usize = 100;

/// Numbers of items of lists and of characters: each has a byte, at least, and no processor has more bits of an address.
const IN_MEMORY: Interval = Interval { lo: 0, hi: 1 << 57 };

/// How far conditions on the other side of a condition are followed.
const DEPTH: usize = 2;

impl<'f> Analysis<'f> {
    pub(super) fn new(func: &'f Typed, cfg: &'f Cfg) -> Self {
        let defs = definitions(func, cfg);
        let dominators = Dominators::new(func, cfg);
        let facts = facts::collect(func, cfg, &dominators, &defs);
        let mut is_head = SecondaryMap::new();
        for (k, &block) in cfg.order().iter().enumerate() {
            is_head[block] = cfg.preds(block).any(|p| cfg.position(p).is_some_and(|p| p >= k));
        }
        let mut analysis = Analysis {
            func,
            cfg,
            dominators,
            defs,
            facts,
            range: SecondaryMap::with_capacity(func.values.len()),
            is_head,
        };
        analysis.solve();
        analysis
    }

    fn solve(&mut self) {
        let mut rounds = 0;
        loop {
            let mode = match rounds {
                0..GROWING_ROUNDS => Mode::Grow,
                GROWING_ROUNDS..WIDENING_ROUNDS => Mode::Widen,
                _ => Mode::GiveUp,
            };
            if !self.round(mode) {
                break;
            }
            rounds += 1;
            if rounds == MOST_ROUNDS {
                self.range.clear();
                return;
            }
        }
        for _ in 0..SHRINKING_ROUNDS {
            self.round(Mode::Shrink);
        }
    }

    fn round(&mut self, mode: Mode) -> bool {
        let mut changed = false;
        for k in 0..self.cfg.order().len() {
            let block = self.cfg.order()[k];
            let data = &self.func.blocks[block];
            for (index, &param) in data.params.iter().enumerate() {
                let new = self.param(block, index, param, mode);
                changed |= self.set(param, new);
            }
            for (k, &inst) in data.insts.iter().enumerate() {
                let data = &self.func.insts[inst];
                if let &[result] = &data.results[..] {
                    let new = self.result(data, result, Place { block, inst: k });
                    changed |= self.set(result, new);
                } else {
                    for &result in &data.results {
                        changed |= self.set(result, Interval::of_type(self.func.ty(result)));
                    }
                }
            }
        }
        changed
    }

    fn set(&mut self, value: Value, new: Option<Interval>) -> bool {
        new.is_some() && std::mem::replace(&mut self.range[value], new) != new
    }

    fn param(&self, block: Block, index: usize, param: Value, mode: Mode) -> Option<Interval> {
        let whole = Interval::of_type(self.func.ty(param))?;
        if block == self.func.entry() {
            return Some(whole);
        }
        let new = self.joined(block, index)?;
        let Some(old) = self.range[param].filter(|_| self.is_head[block]) else { return Some(new) };
        match mode {
            Mode::Grow => Some(old.hull(new)),
            Mode::Widen => Some(widen(old, new, whole)),
            Mode::GiveUp if old.contains(new) => Some(old),
            Mode::GiveUp => Some(whole),
            Mode::Shrink => Some(new),
        }
    }

    /// The hull of the arguments for a parameter.
    fn joined(&self, block: Block, index: usize) -> Option<Interval> {
        let mut hull: Option<Interval> = None;
        let mut preds = self.cfg.jumps_to(block).to_vec();
        preds.dedup();
        for pred in preds {
            let term = &self.func.blocks[pred].term;
            for (side, target) in term.targets().into_iter().enumerate().filter(|(_, t)| t.block == block) {
                let holds = match term {
                    Terminator::Branch { cond, .. } => facts::implied(self.func, &self.defs, *cond, side == 0),
                    _ => Default::default(),
                };
                let Some(arg) = self.under(target.args[index], Place::end(pred), &holds) else { continue };
                hull = Some(hull.map_or(arg, |h| h.hull(arg)));
            }
        }
        hull
    }

    /// The range of a value at a place.
    pub(super) fn at(&self, value: Value, place: Place) -> Option<Interval> {
        self.at_depth(value, place, DEPTH)
    }

    fn at_depth(&self, value: Value, place: Place, depth: usize) -> Option<Interval> {
        let mut range = self.range[value]?;
        if depth == 0 || range.lo == range.hi {
            return Some(range);
        }
        for fact in self.facts[value].iter().filter(|f| f.holds_at(place, &self.dominators)) {
            range = constrain(range, fact.op, self.at_depth(fact.other, place, depth - 1)?)?;
        }
        Some(range)
    }

    /// The range of a value at a place when more comparisons hold.
    fn under(&self, value: Value, place: Place, holds: &[Holds]) -> Option<Interval> {
        let mut range = self.at(value, place)?;
        for &(a, op, b) in holds {
            if a == value {
                range = constrain(range, op, self.at(b, place)?)?;
            }
            if b == value {
                range = constrain(range, op.swapped(), self.at(a, place)?)?;
            }
        }
        Some(range)
    }

    fn result(&self, data: &InstData<Op>, result: Value, place: Place) -> Option<Interval> {
        let whole = Interval::of_type(self.func.ty(result))?;
        let at = |k: usize| self.at(data.args[k], place);
        let exact = match &data.op {
            Op::Const { value: Const::Int(v) } => Some(Interval::only((*v).into())),
            Op::Const { value: Const::Bool(v) } => Some(Interval::only((*v).into())),
            Op::Arith { op } => {
                let (a, b) = (at(0)?, at(1)?);
                if *op == Arith::AddNoWrap {
                    return a.add(b).intersect(whole);
                }
                arith(*op, a, b)
            }
            Op::Unary { op } => unary(*op, at(0)?, whole),
            Op::Cast {} if Interval::of_type(self.func.ty(data.args[0])).is_some() => {
                let from = at(0)?;
                if *self.func.ty(result).kind() == Kind::Bool { as_bool(from) } else { Some(from) }
            }
            Op::Compare { op } if self.func.ty(data.args[0]).is_int() => {
                let known = self.decide(*op, data.args[0], data.args[1], place)?;
                return Some(known.map_or(whole, |k| Interval::only(k.into())));
            }
            Op::Select {} => return self.select(&data.args, place),
            Op::WrapIndex {} => Some(at(0)?.wrap_index(at(1)?)),
            Op::Part { .. } | Op::TupleItem {} => self.extent(data.args[0]),
            Op::ListLen {} => Some(IN_MEMORY),
            Op::Thread { word } => Some(thread_word(*word)),
            _ => None,
        };
        Some(exact.map_or(whole, |e| e.wrapped(whole)))
    }

    fn select(&self, args: &[Value], place: Place) -> Option<Interval> {
        let cond = self.at(args[0], place)?;
        let side = |value: Value, truth: bool| {
            let possible = cond.contains(Interval::only(truth.into()));
            let holds = facts::implied(self.func, &self.defs, args[0], truth);
            possible.then(|| self.under(value, place, &holds)).flatten()
        };
        match (side(args[1], true), side(args[2], false)) {
            (Some(a), Some(b)) => Some(a.hull(b)),
            (one, other) => one.or(other),
        }
    }

    /// The range of the items, when the value is the shape of an array or part of a string. NumPy keeps the number of bytes of
    /// an array below 2**63, whatever its strides are, so an extent is at most that divided by the size of an element.
    fn extent(&self, tuple: Value) -> Option<Interval> {
        let most = i128::from(i64::MAX);
        if matches!(self.func.ty(tuple).kind(), Kind::Str | Kind::Bytes) {
            return Some(IN_MEMORY);
        }
        let shape = &self.func.insts[self.defs[tuple]?];
        let (Op::Part { index: 2 }, &[array]) = (&shape.op, &shape.args[..]) else { return None };
        let (dtype, ..) = self.func.ty(array).as_array()?;
        Some(Interval { lo: 0, hi: most / i128::from(dtype.itemsize().unwrap_or(1)) })
    }

    /// Whether a comparison is known to hold or not to hold at a place; None where control does not come.
    fn decide(&self, op: CmpOp, a: Value, b: Value, place: Place) -> Option<Option<bool>> {
        let (x, y) = (self.at(a, place)?, self.at(b, place)?);
        let by_range = match op {
            CmpOp::Lt => less(x, y),
            CmpOp::Ge => less(x, y).map(|k| !k),
            CmpOp::Gt => less(y, x),
            CmpOp::Le => less(y, x).map(|k| !k),
            CmpOp::Eq => equal(x, y),
            CmpOp::Ne => equal(x, y).map(|k| !k),
        };
        let (a, b) = (self.plain(a, place), self.plain(b, place));
        let known = |fact: &facts::Fact| {
            facts::implies(fact.op, op)
                && fact.holds_at(place, &self.dominators)
                && self.same(self.plain(fact.other, place), b)
        };
        Some(by_range.or_else(|| self.facts[a].iter().any(known).then_some(true)))
    }

    /// The value without conversions and index arithmetic that do not change it.
    fn plain(&self, mut value: Value, place: Place) -> Value {
        while let Some(data) = self.defs[value].map(|inst| &self.func.insts[inst]) {
            let same = match data.op {
                Op::Cast {} => {
                    let (from, to) = (self.at(data.args[0], place), Interval::of_type(self.func.ty(value)));
                    matches!((from, to), (Some(from), Some(to)) if to.contains(from))
                        && self.func.ty(data.args[0]).is_int()
                }
                Op::WrapIndex {} => self.at(data.args[0], place).is_some_and(Interval::is_non_negative),
                _ => false,
            };
            if !same {
                break;
            }
            value = data.args[0];
        }
        value
    }

    /// Whether two values are the same part of the same aggregate.
    fn same(&self, a: Value, b: Value) -> bool {
        if a == b {
            return true;
        }
        let (Some(x), Some(y)) = (self.defs[a], self.defs[b]) else { return false };
        let (x, y) = (&self.func.insts[x], &self.func.insts[y]);
        matches!(x.op, Op::Part { .. }) && x.op == y.op && self.same(x.args[0], y.args[0])
    }
}

fn definitions(func: &Typed, cfg: &Cfg) -> Defs {
    let mut defs = Defs::with_capacity(func.values.len());
    for &block in cfg.order() {
        for &inst in &func.blocks[block].insts {
            for &result in &func.insts[inst].results {
                defs[result] = Some(inst);
            }
        }
    }
    defs
}

/// The limits that CUDA sets for blocks and grids, on all devices.
fn thread_word(word: ThreadWord) -> Interval {
    use ThreadWord as T;
    let (lo, hi) = match word {
        T::TidX | T::TidY => (0, 1023),
        T::TidZ => (0, 63),
        T::NtidX | T::NtidY => (1, 1024),
        T::NtidZ => (1, 64),
        T::CtaidX => (0, (1 << 31) - 2),
        T::CtaidY | T::CtaidZ => (0, 65534),
        T::NctaidX => (1, (1 << 31) - 1),
        T::NctaidY | T::NctaidZ => (1, 65535),
        T::Lane => (0, 31),
        T::DynamicShared => (0, (1 << 31) - 1),
    };
    Interval { lo, hi }
}

fn widen(old: Interval, new: Interval, whole: Interval) -> Interval {
    let lo = match new.lo {
        lo if lo >= old.lo => old.lo,
        0.. => 0,
        _ => whole.lo,
    };
    Interval { lo, hi: if new.hi <= old.hi { old.hi } else { whole.hi } }
}

fn constrain(range: Interval, op: CmpOp, other: Interval) -> Option<Interval> {
    let (lo, hi) = (range.lo, range.hi);
    match op {
        CmpOp::Lt => Interval::new(lo, hi.min(other.hi - 1)),
        CmpOp::Le => Interval::new(lo, hi.min(other.hi)),
        CmpOp::Gt => Interval::new(lo.max(other.lo + 1), hi),
        CmpOp::Ge => Interval::new(lo.max(other.lo), hi),
        CmpOp::Eq => range.intersect(other),
        CmpOp::Ne if other.lo == other.hi => {
            let lo = if lo == other.lo { lo + 1 } else { lo };
            Interval::new(lo, if hi == other.lo { hi - 1 } else { hi })
        }
        CmpOp::Ne => Some(range),
    }
}

fn less(a: Interval, b: Interval) -> Option<bool> {
    if a.hi < b.lo { Some(true) } else { (a.lo >= b.hi).then_some(false) }
}

fn equal(a: Interval, b: Interval) -> Option<bool> {
    match a.intersect(b) {
        None => Some(false),
        Some(_) => (a == b && a.lo == a.hi).then_some(true),
    }
}

fn as_bool(from: Interval) -> Option<Interval> {
    equal(from, Interval::only(0)).map(|zero| Interval::only((!zero).into()))
}

fn arith(op: Arith, a: Interval, b: Interval) -> Option<Interval> {
    match op {
        Arith::Add => Some(a.add(b)),
        Arith::Sub => Some(a.sub(b)),
        Arith::Mul => Some(a.mul(b)),
        Arith::Div => a.div(b),
        Arith::Rem => Some(a.rem(b)),
        Arith::And => a.and(b),
        Arith::Or | Arith::Xor => a.or_xor(b),
        Arith::Shl => a.shl(b),
        Arith::Shr => Some(a.shr(b)),
        Arith::CopySign | Arith::AddNoWrap | Arith::AddFree | Arith::SubFree | Arith::MulFree => None,
    }
}

fn unary(op: Unary, a: Interval, whole: Interval) -> Option<Interval> {
    match op {
        Unary::Neg => Some(a.neg()),
        Unary::Abs => Some(a.abs()),
        Unary::Not if whole.lo < 0 => Some(Interval { lo: -1 - a.hi, hi: -1 - a.lo }),
        Unary::Not if whole.hi == 1 => Some(Interval { lo: 1 - a.hi, hi: 1 - a.lo }),
        Unary::PopCount | Unary::LeadingZeros | Unary::TrailingZeros => Some(Interval { lo: 0, hi: 64 }),
        _ => None,
    }
}
