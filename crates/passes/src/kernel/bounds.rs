//! Shorter loops over x: where a turn does nothing unless the thread's index is in a range that is the same for the whole row, as in
//! `if i < n:` or `if t == 0:`, the loop runs over that range, and the condition goes. A condition that is the same for all
//! threads of a row is tested before the loop.
//!
//! A range is of the form `x + c OP b`, where b is known before the loop and c is 0, a word of the launch or a product of two, so that
//! `x + c` is neither negative nor large.

use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Const, Inst, OpSet, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;
use cranelift_entity::SecondaryMap;

/// Shortens the loops over x with these heads where that can be; whether something has changed. `words` are values that are
/// neither negative nor above the int32.
pub(super) fn shorten(func: &mut Typed, heads: &[Block], words: &[Value]) -> bool {
    let mut defs = SecondaryMap::new();
    for &block in &func.layout {
        let data = &func.blocks[block];
        data.params.iter().for_each(|&p| defs[p] = Some((block, None)));
        for &inst in &data.insts {
            func.insts[inst].results.iter().for_each(|&r| defs[r] = Some((block, Some(inst))));
        }
    }
    let mut changed = false;
    for &head in heads {
        let mut shortener = Shortener { func, defs: &defs, words, head, list: Vec::new() };
        if let Some(found) = shortener.find() {
            shortener.apply(found);
            changed = true;
        }
    }
    changed
}

/// Operations on the way to a value that is computed before the loop.
const DEPTH: u32 = 8;

/// Where a value is defined, and by what; None for a parameter.
type Defs = SecondaryMap<Value, Option<(Block, Option<Inst>)>>;

/// When a turn does something.
struct Found {
    /// The block before the loop.
    before: Block,
    latch: Block,
    after: Target,
    body: Target,
    when: When,
}

enum When {
    /// For `low <= x < high`, where bounds that are None are those of the loop.
    Range { low: Option<Value>, high: Option<Value> },
    /// When this is true, or false, for all of the row.
    Row(Value, bool),
}

struct Shortener<'f> {
    func: &'f mut Typed,
    defs: &'f Defs,
    words: &'f [Value],
    /// The head, whose only parameter is x.
    head: Block,
    /// Code before the loop.
    list: Vec<Inst>,
}

impl Shortener<'_> {
    fn find(&mut self) -> Option<Found> {
        let head = self.head;
        let lives = self.func.layout.contains(&head) && self.func.blocks[head].params.len() == 1;
        if !lives || !self.is_plain(head) {
            return None;
        }
        let Terminator::Branch { cond, then, otherwise } = self.func.blocks[head].term.clone() else { return None };
        let (latch, body, wanted) = match (self.is_latch(&then), self.is_latch(&otherwise)) {
            (None, Some(after)) => ((otherwise.block, after), then, true),
            (Some(after), None) => ((then.block, after), otherwise, false),
            _ => return None,
        };
        let (latch, after) = latch;
        let before = self.before(latch)?;
        let when = match self.before_loop(cond, DEPTH) {
            Some(same) => When::Row(same, wanted),
            None => self.range(cond, wanted)?,
        };
        Some(Found { before, latch, after, body, when })
    }

    /// Whether a block only computes.
    fn is_plain(&self, block: Block) -> bool {
        let data = &self.func.blocks[block];
        data.handler.is_none() && data.insts.iter().all(|&i| self.func.insts[i].op.is_pure())
    }

    /// Whether the target is the end of a turn and does nothing else; where the loop leads to then.
    fn is_latch(&self, target: &Target) -> Option<Target> {
        let data = &self.func.blocks[target.block];
        let plain = data.insts.len() == 2 && self.is_plain(target.block) && data.params.is_empty();
        match &data.term {
            Terminator::Branch { then, otherwise, .. } if plain && then.block == self.head => {
                Some(otherwise.clone()).filter(|after| after.args.is_empty())
            }
            _ => None,
        }
    }

    /// The only block before the loop, with one way to it.
    fn before(&self, latch: Block) -> Option<Block> {
        let ways = |b: Block| self.func.blocks[b].term.targets().iter().filter(|t| t.block == self.head).count();
        let mut all = self.func.layout.iter().copied().filter(|&b| b != latch && ways(b) > 0);
        let only = all.next()?;
        (all.next().is_none() && ways(only) == 1).then_some(only)
    }

    fn def(&self, value: Value) -> Option<(&Op, &[Value])> {
        let (_, inst) = self.defs[value]?;
        let data = &self.func.insts[inst?];
        Some((&data.op, &data.args))
    }

    /// The range of x for which the condition has the wanted value.
    fn range(&mut self, cond: Value, wanted: bool) -> Option<When> {
        let (&Op::Compare { op }, &[a, b]) = self.def(cond)? else { return None };
        let op = if wanted { op } else { opposite(op) };
        let (op, added, bound) = match (self.index(a), self.index(b)) {
            (Some(added), None) => (op, added, b),
            (None, Some(added)) => (flipped(op), added, a),
            _ => return None,
        };
        let ty = self.func.ty(bound);
        if ty != Ty::int64() && ty != Ty::int32() {
            return None;
        }
        let bound = self.before_loop(bound, DEPTH)?;
        let added = match added {
            Some(added) => Some(self.before_loop(added, DEPTH)?),
            None => None,
        };
        let limit = self.limit(bound, added);
        let next = |s: &mut Self| {
            let one = s.int(1);
            s.emit(Op::Arith { op: Arith::Add }, &[limit, one], Ty::int64())
        };
        Some(match op {
            CmpOp::Lt => When::Range { low: None, high: Some(limit) },
            CmpOp::Le => When::Range { low: None, high: Some(next(self)) },
            CmpOp::Ge => When::Range { low: Some(limit), high: None },
            CmpOp::Gt => When::Range { low: Some(next(self)), high: None },
            CmpOp::Eq => When::Range { low: Some(limit), high: Some(next(self)) },
            CmpOp::Ne => return None,
        })
    }

    /// What is added to x, when the value is such a sum: None for x itself.
    fn index(&self, value: Value) -> Option<Option<Value>> {
        if value == self.func.blocks[self.head].params[0] {
            return Some(None);
        }
        match self.def(value)? {
            (Op::Cast {}, &[inner]) if self.func.ty(value) == Ty::int32() => {
                self.index(inner).filter(|added| added.is_none())
            }
            (Op::Arith { op: Arith::Add | Arith::AddNoWrap }, &[a, b]) if self.func.ty(value) == Ty::int64() => {
                match (self.index(a), self.index(b)) {
                    (Some(None), None) if self.is_small(b) => Some(Some(b)),
                    (None, Some(None)) if self.is_small(a) => Some(Some(a)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether the value is not negative and below 2 to the 62nd.
    fn is_small(&self, value: Value) -> bool {
        match self.def(value) {
            _ if self.words.contains(&value) => true,
            Some((Op::Arith { op: Arith::Mul }, &[a, b])) => self.words.contains(&a) && self.words.contains(&b),
            _ => false,
        }
    }

    /// The value before the loop: it is there, or is computed there of few others.
    fn before_loop(&mut self, value: Value, depth: u32) -> Option<Value> {
        let (block, inst) = self.defs[value]?;
        if block != self.head {
            return Some(value);
        }
        let mut data = self.func.insts[inst?].clone();
        if !data.op.is_pure() || data.results.len() != 1 {
            return None;
        }
        let depth = depth.checked_sub(1)?;
        let args: Option<Values> = data.args.iter().map(|&a| self.before_loop(a, depth)).collect();
        data.args = args?;
        let ty = self.func.ty(value);
        data.results = [self.func.add_value(ty, None)].into_iter().collect();
        let result = data.results[0];
        self.list.push(self.func.insts.push(data));
        Some(result)
    }

    fn emit(&mut self, op: Op, args: &[Value], ty: Ty) -> Value {
        let inst = self.func.make_inst(op, args, &[ty], Default::default());
        self.list.push(inst);
        self.func.result(inst)
    }

    fn int(&mut self, value: i64) -> Value {
        self.emit(Op::Const { value: Const::Int(value) }, &[], Ty::int64())
    }

    fn choose(&mut self, op: CmpOp, a: Value, b: Value) -> Value {
        let cond = self.emit(Op::Compare { op }, &[a, b], Ty::boolean());
        self.emit(Op::Select {}, &[cond, a, b], Ty::int64())
    }

    /// `bound - added`. The bound is limited first so that nothing overflows; x + c is never outside of the limits.
    fn limit(&mut self, bound: Value, added: Option<Value>) -> Value {
        let bound = self.emit(Op::Cast {}, &[bound], Ty::int64());
        let (least, most) = (self.int(-1), self.int((1 << 62) + (1 << 32)));
        let bound = self.choose(CmpOp::Gt, bound, least);
        let bound = self.choose(CmpOp::Lt, bound, most);
        match added {
            Some(added) => self.emit(Op::Arith { op: Arith::Sub }, &[bound, added], Ty::int64()),
            None => bound,
        }
    }

    fn apply(&mut self, found: Found) {
        let Found { before, latch, after, body, when } = found;
        let last = self.func.blocks[latch].insts[1];
        let mut low = Value::from_u32(0);
        let new = self.func.add_block();
        for target in self.func.blocks[before].term.targets_mut().into_iter().filter(|t| t.block == self.head) {
            low = target.args[0];
            *target = Target { block: new, args: Values::new() };
        }
        let cond = match when {
            When::Row(cond, _) => cond,
            When::Range { low: least, high } => {
                let extent = self.func.insts[last].args[1];
                low = least.map_or(low, |least| self.choose(CmpOp::Gt, least, low));
                let high = high.map_or(extent, |high| self.choose(CmpOp::Lt, high, extent));
                self.func.insts[last].args[1] = high;
                self.emit(Op::Compare { op: CmpOp::Lt }, &[low, high], Ty::boolean())
            }
        };
        let first = Target { block: self.head, args: Values::from_slice(&[low]) };
        let (then, otherwise) = if matches!(when, When::Row(_, false)) { (after, first) } else { (first, after) };
        self.func.blocks[new].insts = std::mem::take(&mut self.list);
        self.func.blocks[new].term = Terminator::Branch { cond, then, otherwise };
        self.func.blocks[self.head].term = Terminator::Jump(body);
    }
}

fn opposite(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Lt => CmpOp::Ge,
        CmpOp::Le => CmpOp::Gt,
        CmpOp::Gt => CmpOp::Le,
        CmpOp::Ge => CmpOp::Lt,
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
    }
}

fn flipped(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Lt => CmpOp::Gt,
        CmpOp::Le => CmpOp::Ge,
        CmpOp::Gt => CmpOp::Lt,
        CmpOp::Ge => CmpOp::Le,
        same => same,
    }
}
