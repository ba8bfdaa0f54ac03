//! The body of a parallel loop as a function.

use super::caller::Iterations;
use super::{Loop, Write};
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Inst, Slot, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;
use rustc_hash::FxHashMap;

/// The function, and the values of the caller that are passed for its parameters behind `low` and `high`.
pub(super) struct Body {
    pub func: Typed,
    pub captured: Values,
}

impl Body {
    /// Copies the loop into a function `(low, high, captured...)`.
    pub(super) fn make(caller: &Typed, found: &Loop, iterations: &Iterations) -> Body {
        let mut func = Typed::new(caller.name.clone());
        let entry = func.add_block();
        let low = func.add_param(entry, Ty::int64(), None);
        let high = func.add_param(entry, Ty::int64(), None);
        let mut copy = Copy {
            from: caller,
            func,
            entry,
            constants: constants(caller),
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
            slots: FxHashMap::default(),
            captured: Values::new(),
        };
        let done = copy.region(found, iterations);
        copy.begin(found, iterations, low, high);
        copy.finish(found, done);
        let reduced = found.carried.iter().filter(|carried| carried.reduction.is_some());
        let reduced: Vec<Value> = reduced.map(|carried| copy.values[&carried.param]).collect();
        super::order::free(&mut copy.func, &reduced);
        Body { func: copy.func, captured: copy.captured }
    }
}

/// The instructions that define constants: these are copied where they are used.
fn constants(func: &Typed) -> FxHashMap<Value, Inst> {
    let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    let constant = |&&inst: &&Inst| matches!(func.insts[inst].op, Op::Const { .. } | Op::Undef {});
    insts.filter(constant).map(|&inst| (func.insts[inst].results[0], inst)).collect()
}

struct Copy<'f> {
    from: &'f Typed,
    func: Typed,
    entry: Block,
    constants: FxHashMap<Value, Inst>,
    values: FxHashMap<Value, Value>,
    blocks: FxHashMap<Block, Block>,
    slots: FxHashMap<Slot, Slot>,
    captured: Values,
}

impl Copy<'_> {
    /// Copies head and body; returns the block behind the loop, which is empty.
    fn region(&mut self, found: &Loop, iterations: &Iterations) -> Block {
        let head = found.region.head;
        let all: Vec<Block> = [head].into_iter().chain(found.region.body.iter().copied()).collect();
        for &block in &all {
            self.declare(block, insts_of(self.from, block, head, iterations));
        }
        let done = self.func.add_block();
        for &block in &all {
            let data = &self.from.blocks[block];
            let copied = self.blocks[&block];
            self.func.blocks[copied].handler = data.handler.and_then(|handler| self.blocks.get(&handler).copied());
            for &inst in insts_of(self.from, block, head, iterations) {
                self.inst(inst, copied);
            }
            let term = match (&iterations.branch, block == head) {
                (Terminator::Branch { cond, then, .. }, true) => {
                    let otherwise = Target { block: done, args: Values::new() };
                    Terminator::Branch { cond: self.value(*cond), then: self.target(then), otherwise }
                }
                _ => self.terminator(&data.term),
            };
            self.func.blocks[copied].term = term;
            self.func.blocks[copied].term_span = data.term_span;
        }
        done
    }

    /// Makes a block with its parameters, and the results of its instructions.
    fn declare(&mut self, block: Block, insts: &[Inst]) {
        let copied = self.func.add_block();
        self.blocks.insert(block, copied);
        for &param in &self.from.blocks[block].params {
            let data = self.from.values[param].clone();
            let made = self.func.add_param(copied, data.ty, data.name);
            self.values.insert(param, made);
        }
        for &result in insts.iter().flat_map(|&inst| &self.from.insts[inst].results) {
            let data = self.from.values[result].clone();
            let made = self.func.add_value(data.ty, data.name);
            self.values.insert(result, made);
        }
    }

    fn inst(&mut self, inst: Inst, block: Block) {
        let mut data = self.from.insts[inst].clone();
        data.args = data.args.iter().map(|&arg| self.value(arg)).collect();
        data.results = data.results.iter().map(|result| self.values[result]).collect();
        if let Op::SlotLoad { slot } | Op::SlotStore { slot } = &mut data.op {
            *slot = self.slot(*slot);
        }
        let made = self.func.insts.push(data);
        self.func.blocks[block].insts.push(made);
    }

    fn slot(&mut self, slot: Slot) -> Slot {
        let data = &self.from.slots[slot];
        *self.slots.entry(slot).or_insert_with(|| self.func.add_slot(data.ty, data.name.clone()))
    }

    fn terminator(&mut self, term: &Terminator) -> Terminator {
        let mut term = term.clone();
        for target in term.targets_mut() {
            target.block = self.blocks[&target.block];
        }
        term.map_uses(|value| self.value(value));
        term
    }

    fn target(&mut self, target: &Target) -> Target {
        let args = target.args.iter().map(|&arg| self.value(arg)).collect();
        Target { block: self.blocks[&target.block], args }
    }

    /// The copy of a value: of the loop, a constant, or a parameter for one from outside.
    fn value(&mut self, value: Value) -> Value {
        if let Some(&known) = self.values.get(&value) {
            return known;
        }
        let made = match self.constants.get(&value) {
            Some(&inst) => {
                let data = &self.from.insts[inst];
                let op = data.op.clone();
                Builder::new(&mut self.func, self.entry).value(op, &[], self.from.ty(value))
            }
            None => self.capture(value),
        };
        self.values.insert(value, made);
        made
    }

    fn capture(&mut self, value: Value) -> Value {
        self.captured.push(value);
        let data = self.from.values[value].clone();
        self.func.add_param(self.entry, data.ty, data.name)
    }

    /// Fills the entry: the iterator for this piece, and what the carried values begin with.
    fn begin(&mut self, found: &Loop, iterations: &Iterations, low: Value, high: Value) {
        let head = self.blocks[&found.region.head];
        let (start, step) = (self.value(iterations.start), iterations.step.map(|step| self.value(step)));
        let extents = iterations.extents.map(|extents| self.value(extents));
        let starts: Vec<_> = found
            .carried
            .iter()
            .map(|carried| carried.reduction.as_ref().map(|reduction| (reduction.start, self.capture(carried.param))))
            .collect();
        let params = self.func.blocks[head].params.clone();
        let mut b = Builder::new(&mut self.func, self.entry);
        // Tells the analysis of indices that the numbers of iterations are not negative.
        let zero = b.int(0);
        let negative = b.compare(CmpOp::Lt, low, zero);
        let low = b.value(Op::Select {}, &[negative, zero, low], Ty::int64());
        let mut args = vec![start; params.len()];
        args[found.iterator] = iterations.piece(&mut b, [start, low, high], [step, extents], params[found.iterator]);
        for (carried, begun) in found.carried.iter().zip(starts) {
            let ty = b.func.ty(params[carried.index]);
            args[carried.index] = match begun {
                Some((start, init)) => b.call(start, "start", &[init], ty),
                None => b.value(Op::Undef {}, &[], ty),
            };
        }
        b.jump(head, &args);
    }

    /// Returns the carried values behind the loop.
    fn finish(&mut self, found: &Loop, done: Block) {
        let head = self.blocks[&found.region.head];
        let params = self.func.blocks[head].params.clone();
        let values: Vec<Value> = found.carried.iter().map(|carried| params[carried.index]).collect();
        let types: Vec<Ty> = values.iter().map(|&v| self.func.ty(v)).collect();
        self.func.ret = super::result_type(&types);
        let ty = self.func.ret;
        let mut b = Builder::new(&mut self.func, done);
        let result = b.packed(&values, ty);
        b.ret(result);
    }
}

/// The instructions of a block; those that the head had.
fn insts_of<'f>(from: &'f Typed, block: Block, head: Block, iterations: &'f Iterations) -> &'f [Inst] {
    if block == head { &iterations.insts } else { &from.blocks[block].insts }
}

impl Iterations {
    /// The iterator over the iterations from `low` up to `high`.
    fn piece(
        &self,
        b: &mut Builder<'_, Op>,
        [start, low, high]: [Value; 3],
        [step, extents]: [Option<Value>; 2],
        like: Value,
    ) -> Value {
        let int = b.func.ty(start);
        let iterator = b.func.ty(like);
        let [low, high] = [low, high].map(|v| if int == Ty::int64() { v } else { b.value(Op::Cast {}, &[v], int) });
        let fields = match (self.constant, step) {
            (Some(1), _) => vec![b.arith(Arith::Add, start, low), b.arith(Arith::Add, start, high)],
            (Some(-1), _) => vec![b.arith(Arith::Sub, start, low), b.arith(Arith::Sub, start, high)],
            (constant, step) => {
                let by = step.unwrap_or_else(|| {
                    let value = coluber_ir::Const::Int(constant.unwrap_or(1));
                    b.value(Op::Const { value }, &[], int)
                });
                let offset = b.arith(Arith::Mul, low, by);
                let next = b.arith(Arith::Add, start, offset);
                let left = b.arith(Arith::Sub, high, low);
                let left = if step.is_some() && int != Ty::int64() {
                    b.value(Op::Cast {}, &[left], Ty::int64())
                } else {
                    left
                };
                [next, left].into_iter().chain(step).collect()
            }
        };
        let fields: Vec<Value> = fields.into_iter().chain(extents).collect();
        b.value(Op::Pack {}, &fields, iterator)
    }
}
