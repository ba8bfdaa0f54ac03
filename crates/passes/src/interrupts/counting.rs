//! How loops count.

use coluber_ir::constant::Const;
use coluber_ir::loops::{Loop, Loops};
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Cfg, Inst, OpSet, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use rustc_hash::{FxHashMap, FxHashSet};

/// The counter of a loop, to which each turn adds something.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// The counter, a parameter of the head.
    pub counter: Value,
    /// The loop goes on while the counter is less than this number, which does not change, or greater; none when it ends in another way.
    pub bound: Option<(CmpOp, Value)>,
    /// The bound, when it is a constant.
    pub most: Option<i64>,
}

/// A function and what is known of its control flow.
pub struct Facts<'f> {
    pub func: &'f Typed,
    cfg: &'f Cfg,
    pub loops: &'f Loops,
    homes: FxHashMap<Value, (Block, Inst)>,
}

impl<'f> Facts<'f> {
    pub fn new(func: &'f Typed, cfg: &'f Cfg, loops: &'f Loops) -> Self {
        let mut homes = FxHashMap::default();
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                homes.extend(func.insts[inst].results.iter().map(|&value| (value, (block, inst))));
            }
        }
        Facts { func, cfg, loops, homes }
    }

    /// The head of a loop.
    pub fn head(&self, id: Loop) -> Option<Block> {
        self.loops.iter().find(|(other, _)| *other == id).map(|(_, data)| data.head)
    }

    /// The loops directly inside of a loop.
    pub fn inner(&self, id: Loop) -> impl Iterator<Item = Loop> {
        self.loops.iter().filter(move |(_, data)| data.parent == Some(id)).map(|(inner, _)| inner)
    }

    /// The operation that makes a value, unless it is a parameter.
    pub fn op(&self, value: Value) -> Option<(&'f Op, &'f [Value])> {
        let &(_, inst) = self.homes.get(&value)?;
        let data = &self.func.insts[inst];
        Some((&data.op, &data.args))
    }

    /// How a loop counts, if it does.
    pub fn count(&self, id: Loop) -> Option<Count> {
        let head = self.head(id)?;
        let Terminator::Branch { cond, then, otherwise } = &self.func.blocks[head].term else { return None };
        let (Op::Compare { op }, &[a, b]) = self.op(*cond)? else { return None };
        let (counter, bound) = if self.steps(id, head, a) { (a, b) } else { (b, a) };
        if !self.steps(id, head, counter) {
            return None;
        }
        let goes_on = self.loops.contains(id, then.block) && !self.loops.contains(id, otherwise.block);
        let is_usual = matches!(op, CmpOp::Lt | CmpOp::Gt) && counter == a && goes_on && self.func.ty(counter).is_int();
        let bound = (is_usual && !self.changes(id, bound)).then_some((*op, bound));
        let most = bound.filter(|(op, _)| *op == CmpOp::Lt).and_then(|(_, bound)| self.constant(bound));
        Some(Count { counter, bound, most })
    }

    /// The integer that a value is, when it is a constant.
    pub fn constant(&self, value: Value) -> Option<i64> {
        match self.op(value)?.0 {
            Op::Const { value: Const::Int(value) } => Some(*value),
            _ => None,
        }
    }

    fn changes(&self, id: Loop, bound: Value) -> bool {
        match self.homes.get(&bound) {
            Some((block, _)) => self.loops.contains(id, *block),
            None => self
                .func
                .layout
                .iter()
                .any(|&b| self.loops.contains(id, b) && self.func.blocks[b].params.contains(&bound)),
        }
    }

    /// Whether a value is a parameter of the loop's head to which each turn adds something.
    fn steps(&self, id: Loop, head: Block, value: Value) -> bool {
        let Some(place) = self.func.blocks[head].params.iter().position(|&param| param == value) else { return false };
        self.cfg.preds(head).filter(|&source| self.loops.contains(id, source)).all(|source| {
            let targets = self.func.blocks[source].term.targets();
            targets
                .into_iter()
                .filter(|target| target.block == head)
                .all(|target| target.args.get(place).is_some_and(|&next| self.is_next(next, value)))
        })
    }

    fn is_next(&self, next: Value, value: Value) -> bool {
        let Some((Op::Arith { op: Arith::Add | Arith::AddNoWrap | Arith::Sub }, &[a, b])) = self.op(next) else {
            return false;
        };
        a == value || b == value
    }

    /// Whether the loop counts through the items of an array or a list: it is no longer than that.
    pub fn walks_memory(&self, id: Loop) -> bool {
        let Some(head) = self.head(id) else { return false };
        let params = self.func.blocks[head].params.iter().copied();
        let mut places: FxHashSet<Value> = params.filter(|&param| self.steps(id, head, param)).collect();
        let blocks: Vec<Block> = self.cfg.order().iter().copied().filter(|&b| self.loops.contains(id, b)).collect();
        for inst in blocks.iter().flat_map(|&block| &self.func.blocks[block].insts) {
            let data = &self.func.insts[*inst];
            let uses = data.args.iter().any(|arg| places.contains(arg));
            match data.op {
                Op::ElemPtr {} | Op::ListPlace {} if data.args[1..].iter().any(|arg| places.contains(arg)) => {
                    return true;
                }
                Op::Arith { op: Arith::Add | Arith::AddNoWrap | Arith::Sub } | Op::WrapIndex {} | Op::Cast {}
                    if uses =>
                {
                    places.extend(data.results.iter().copied());
                }
                _ => {}
            }
        }
        false
    }

    /// The blocks of a loop that go back to its head; none when the function begins with the head.
    pub fn latches(&self, id: Loop) -> Option<Vec<Block>> {
        let head = self.head(id).filter(|&head| head != self.func.entry())?;
        Some(self.cfg.preds(head).filter(|&source| self.loops.contains(id, source)).collect())
    }

    /// Whether it makes no difference to run the operations of the loop's head once more.
    pub fn head_is_pure(&self, id: Loop) -> bool {
        let Some(head) = self.head(id) else { return false };
        self.func.blocks[head].insts.iter().all(|&inst| self.func.insts[inst].op.is_pure())
    }
}
