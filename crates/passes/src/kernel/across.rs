//! What threads need behind a place where they wait, and how they come by it.
//!
//! Cheap functions of the thread's indices, of constants and parameters are computed again. Other values that are the same for all
//! threads are kept in memory cells of the block, which LLVM makes registers of; in irregular kernels threads can be in different
//! rounds of a loop, so that there is no such value. All others are kept in scratch memory, an array over the threads for each
//! scalar field.

use super::expand::scalar_bytes;
use super::plan::{End, Plan};
use super::uniform::Divergence;
use coluber_ir::bitset::BitSet;
use coluber_ir::liveness::AllValues;
use coluber_ir::typed::{Arith, Op, Unary};
use coluber_ir::{Block, Cfg, Inst, Liveness, OpSet, Slot, Typed, Value};
use coluber_types::Ty;
use coluber_types::fields::{fields, is_scalar};
use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap;

/// How a value comes to the code behind a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It is a parameter of the kernel.
    Given,
    /// It is computed again.
    Again(Inst),
    /// It is kept for the block.
    Cell,
    /// It is kept for each thread.
    Scratch,
}

/// Operations that are computed again for one value at most.
const LIMIT: u32 = 10;

/// What is needed behind each wait.
pub struct Across {
    ways: SecondaryMap<Value, Option<(Way, u32)>>,
    needed: FxHashMap<Block, BitSet>,
    none: BitSet,
}

impl Across {
    /// What the blocks that start a loop over the threads need; they are those that the ends of others lead to.
    pub fn new(func: &Typed, cfg: &Cfg, plan: &Plan, divergence: &Divergence) -> Self {
        let live = Liveness::new(func, cfg, &AllValues::of(func));
        let none = BitSet::new(func.values.len());
        let mut ways = Ways { func, plan, divergence, defs: SecondaryMap::new(), ways: SecondaryMap::new() };
        ways.define(cfg);
        let mut needed = FxHashMap::default();
        for &block in cfg.order() {
            let Some(end) = plan.end(block) else { continue };
            for target in func.blocks[block].term.targets() {
                let mut set = none.clone();
                live.live_in(target.block).iter().for_each(|k| ways.need(Value::new(k), &mut set));
                if let (End::Fork, coluber_ir::Terminator::Branch { cond, .. }) = (end, &func.blocks[block].term) {
                    ways.need(*cond, &mut set);
                }
                needed.insert(target.block, set);
            }
        }
        Across { ways: ways.ways, needed, none }
    }

    /// All values that the code from `start` needs of before, those included that others are computed of.
    pub fn needed(&self, start: Block) -> &BitSet {
        self.needed.get(&start).unwrap_or(&self.none)
    }

    /// How the value, which is needed somewhere, comes there.
    pub fn way(&self, value: Value) -> Way {
        self.ways[value].map_or(Way::Scratch, |(way, _)| way)
    }

    /// The values that are needed somewhere and are kept in this way.
    pub fn kept(&self, way: Way) -> Vec<Value> {
        let mut all = self.none.clone();
        self.needed.values().for_each(|set| {
            all.union(set);
        });
        all.iter().map(Value::new).filter(|&v| self.way(v) == way).collect()
    }
}

struct Ways<'f> {
    func: &'f Typed,
    plan: &'f Plan,
    divergence: &'f Divergence,
    defs: SecondaryMap<Value, Option<Inst>>,
    ways: SecondaryMap<Value, Option<(Way, u32)>>,
}

impl Ways<'_> {
    fn define(&mut self, cfg: &Cfg) {
        for &block in cfg.order() {
            for &inst in &self.func.blocks[block].insts {
                for &result in &self.func.insts[inst].results {
                    self.defs[result] = Some(inst);
                }
            }
        }
        for &param in self.func.params() {
            self.ways[param] = Some((Way::Given, 0));
        }
        // In this order operands come first, so that nothing recurses deeply.
        for &block in cfg.order() {
            let results = self.func.blocks[block].insts.iter().flat_map(|&i| self.func.insts[i].results.clone());
            results.for_each(|value| {
                self.way(value);
            });
        }
    }

    fn need(&mut self, value: Value, set: &mut BitSet) {
        let way = self.way(value).0;
        if way == Way::Given || !set.insert(value.index()) {
            return;
        }
        if let Way::Again(inst) = way {
            let func = self.func;
            func.insts[inst].args.iter().for_each(|&arg| self.need(arg, set));
        }
    }

    /// How a value comes across, and the number of operations if it is computed again.
    fn way(&mut self, value: Value) -> (Way, u32) {
        if let Some(known) = self.ways[value] {
            return known;
        }
        let again = self.defs[value].and_then(|inst| self.again(inst).map(|cost| (Way::Again(inst), cost)));
        let kept = if self.divergence.differs(value) || self.plan.irregular { Way::Scratch } else { Way::Cell };
        let way = again.unwrap_or((kept, 0));
        self.ways[value] = Some(way);
        way
    }

    /// The number of operations, when there are few and they need nothing that threads keep.
    fn again(&mut self, inst: Inst) -> Option<u32> {
        let func = self.func;
        let data = &func.insts[inst];
        let mut cost = cost(&data.op)?;
        for &arg in &data.args {
            let (way, more) = self.way(arg);
            if way == Way::Scratch {
                return None;
            }
            cost += more;
        }
        (cost <= LIMIT).then_some(cost)
    }
}

fn cost(op: &Op) -> Option<u32> {
    match op {
        Op::Const { .. } | Op::Undef {} | Op::Thread { .. } | Op::Part { .. } | Op::Pack {} => Some(0),
        Op::Shared { .. } | Op::SharedDynamic {} | Op::Local { .. } => Some(0),
        Op::Math { .. } => None,
        Op::Arith { op: Arith::Div | Arith::Rem } | Op::Unary { op: Unary::Sqrt } => Some(4),
        Op::TupleItem {} | Op::ElemPtr {} => Some(2),
        op if op.is_pure() => Some(1),
        _ => None,
    }
}

/// The scratch memory of a thread: arrays over the threads one behind the other.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Bytes for each thread so far.
    pub bytes: u32,
    /// For each value the arrays of its scalar fields.
    places: FxHashMap<Value, Vec<(Ty, u32)>>,
}

impl Scratch {
    /// Gives each value its arrays, behind `bytes` that are taken; those with the largest elements come first.
    pub fn place(&mut self, func: &Typed, values: &[Value]) {
        let mut all: Vec<(Value, usize, Ty)> = Vec::new();
        for &value in values {
            let mut scalars = Vec::new();
            collect_scalars(func.ty(value), &mut scalars);
            all.extend(scalars.iter().enumerate().map(|(k, &ty)| (value, k, ty)));
            self.places.insert(value, scalars.into_iter().map(|ty| (ty, 0)).collect());
        }
        all.sort_by_key(|&(value, k, ty)| (std::cmp::Reverse(scalar_bytes(ty)), value, k));
        for (value, k, ty) in all {
            if let Some(places) = self.places.get_mut(&value) {
                places[k].1 = self.bytes;
            }
            self.bytes += scalar_bytes(ty);
        }
    }

    /// Types of the scalar fields, and where their arrays start, in bytes for each thread.
    pub fn fields(&self, value: Value) -> &[(Ty, u32)] {
        self.places.get(&value).map_or(&[], |p| p)
    }
}

fn collect_scalars(ty: Ty, out: &mut Vec<Ty>) {
    if is_scalar(ty) {
        out.push(ty);
    } else {
        fields(ty).into_iter().for_each(|field| collect_scalars(field, out));
    }
}

/// The cells of the block for values that all threads have.
pub fn cells(func: &Typed, out: &mut Typed, values: &[Value]) -> FxHashMap<Value, Slot> {
    values.iter().map(|&v| (v, out.add_slot(func.ty(v), func.values[v].name.as_deref().unwrap_or("kept")))).collect()
}
