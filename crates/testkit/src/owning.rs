//! Random well-formed functions that make, split, merge, store and return values with owners.

use crate::graph::{available, blocks};
use crate::random::Random;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Builder, Cfg, Dominators, Slot, Terminator, Typed, Value};
use coluber_types::fields::fields;
use coluber_types::{Kind, Layout, Ty};

/// The types that the functions are made of.
struct Types {
    array: Ty,
    pair: Ty,
    maybe: Ty,
    exception: Ty,
}

impl Types {
    fn new() -> Self {
        let array = Ty::array(Ty::float64(), 1, Layout::C);
        let exception = Ty::new(Kind::CaughtException);
        Types { array, pair: Ty::tuple(vec![array, array]), maybe: Ty::optional(array), exception }
    }

    /// Those that block parameters have.
    fn of_params(&self) -> [Ty; 6] {
        [self.array, self.array, self.pair, self.maybe, Ty::owner(), Ty::ptr()]
    }
}

/// A function of about `size` blocks. It follows what the ownership pass relies on: pointers in an aggregate belong to its
/// owner, and arguments for bare pointers come from the entry, which has no handler.
pub fn owning_function(random: &mut Random, size: usize) -> Typed {
    let mut generator =
        Generator { func: Typed::new("f"), random, types: Types::new(), slots: Vec::new(), handlers: Vec::new() };
    generator.prepare(size);
    let cfg = Cfg::new(&generator.func);
    let dominators = Dominators::new(&generator.func, &cfg);
    for &block in cfg.order() {
        let known = available(&generator.func, &cfg, &dominators, block);
        generator.fill(block, known);
    }
    generator.func
}

struct Generator<'r> {
    func: Typed,
    random: &'r mut Random,
    types: Types,
    slots: Vec<Slot>,
    handlers: Vec<Block>,
}

impl Generator<'_> {
    /// Slots, and blocks with parameters.
    fn prepare(&mut self, size: usize) {
        self.func.ret = self
            .random
            .pick(&[Ty::int64(), self.types.array, self.types.pair, self.types.maybe])
            .unwrap_or(Ty::int64());
        for ty in [self.types.array, self.types.maybe] {
            if self.random.one_in(2) {
                let slot = self.func.add_slot(ty, "s");
                self.slots.push(slot);
            }
        }
        let entry = [Ty::boolean(), Ty::int64(), self.types.array, self.types.pair];
        self.handlers = blocks(&mut self.func, self.random, size, &entry, &self.types.of_params());
    }

    fn fill(&mut self, block: Block, mut known: Vec<Value>) {
        let term = std::mem::replace(&mut self.func.blocks[block].term, Terminator::Unreachable);
        if self.handlers.contains(&block) && self.random.one_in(2) {
            known.push(self.emit(block, Op::CaughtException {}, &[], self.types.exception));
        }
        for _ in 0..self.random.below(6) {
            self.operation(block, &mut known);
        }
        let term = self.finish(block, &mut known, term);
        self.func.blocks[block].term = term;
    }

    fn emit(&mut self, block: Block, op: Op, args: &[Value], ty: Ty) -> Value {
        Builder::new(&mut self.func, block).value(op, args, ty)
    }

    fn effect(&mut self, block: Block, op: Op, args: &[Value]) {
        Builder::new(&mut self.func, block).effect(op, args);
    }

    fn some(&mut self, known: &[Value], ty: Ty) -> Option<Value> {
        let fitting: Vec<Value> = known.iter().copied().filter(|&v| self.func.ty(v) == ty).collect();
        self.random.pick(&fitting)
    }

    /// A value of the type: one that is known, or a new one.
    fn any(&mut self, block: Block, known: &mut Vec<Value>, ty: Ty) -> Value {
        if let Some(value) = self.some(known, ty) {
            return value;
        }
        let call = ty != Ty::ptr() && self.random.one_in(2);
        let op = if call { Op::Call { spec: 0, name: "g".into() } } else { Op::Undef {} };
        let value = self.emit(block, op, &[], ty);
        known.push(value);
        value
    }

    fn operation(&mut self, block: Block, known: &mut Vec<Value>) {
        let Types { array, pair, maybe, .. } = self.types;
        let call = Op::Call { spec: 0, name: "g".into() };
        let made = match self.random.below(13) {
            0 | 1 => {
                let ty = self.random.pick(&[array, pair, maybe]).unwrap_or(array);
                Some(self.emit(block, call, &[], ty))
            }
            2 => Some(self.emit(block, Op::Runtime { func: "alloc".into() }, &[], Ty::owner())),
            3 => {
                let args = [self.any(block, known, array), self.any(block, known, array)];
                Some(self.emit(block, Op::Pack {}, &args, pair))
            }
            4 => {
                let tuple = self.any(block, known, pair);
                let index = self.random.below(2) as u32;
                Some(self.emit(block, Op::Part { index }, &[tuple], array))
            }
            5 => Some(self.view(block, known)),
            6 => {
                let ty = self.random.pick(&self.types.of_params()).unwrap_or(array);
                let args =
                    [self.any(block, known, Ty::boolean()), self.any(block, known, ty), self.any(block, known, ty)];
                Some(self.emit(block, Op::Select {}, &args, ty))
            }
            7 => {
                let args = [self.any(block, known, Ty::boolean()), self.any(block, known, array)];
                Some(self.emit(block, Op::Pack {}, &args, maybe))
            }
            8 => {
                let args = [self.any(block, known, array), self.any(block, known, Ty::int64())];
                let address = self.emit(block, Op::ElemPtr {}, &args, Ty::ptr());
                Some(self.emit(block, Op::Load {}, &[address], Ty::float64()))
            }
            9 => {
                let ty = self.random.pick(&[array, pair, maybe, self.types.exception]).unwrap_or(array);
                let args: Vec<Value> = self.some(known, ty).into_iter().collect();
                Some(self.emit(block, call, &args, Ty::int64()))
            }
            10 => self.slot(block, known),
            11 => {
                let undefined = self.random.pick(&self.types.of_params()).unwrap_or(array);
                Some(self.emit(block, Op::Undef {}, &[], undefined))
            }
            _ => {
                let ok = self.any(block, known, Ty::boolean());
                self.effect(block, Op::Guard { class: "ValueError".into(), message: "".into() }, &[ok]);
                None
            }
        };
        known.extend(made);
    }

    /// An array with the owner and data of another.
    fn view(&mut self, block: Block, known: &mut Vec<Value>) -> Value {
        let array = self.any(block, known, self.types.array);
        let parts: Vec<Value> = (0..)
            .zip(fields(self.types.array))
            .map(|(index, ty)| self.emit(block, Op::Part { index }, &[array], ty))
            .collect();
        if self.func.entry() == block && self.random.one_in(2) {
            known.push(parts[1]);
        }
        self.emit(block, Op::Pack {}, &parts, self.types.array)
    }

    fn slot(&mut self, block: Block, known: &mut Vec<Value>) -> Option<Value> {
        let slot = self.random.pick(&self.slots)?;
        let ty = self.func.slots[slot].ty;
        if self.random.one_in(2) {
            return Some(self.emit(block, Op::SlotLoad { slot }, &[], ty));
        }
        let value = self.any(block, known, ty);
        self.effect(block, Op::SlotStore { slot }, &[value]);
        None
    }

    /// Completes the terminator with arguments.
    fn finish(&mut self, block: Block, known: &mut Vec<Value>, mut term: Terminator) -> Terminator {
        match &mut term {
            Terminator::Return(value) => {
                let ret = self.func.ret;
                *value = self.any(block, known, ret);
            }
            Terminator::Unreachable => {
                let raise = Op::Raise { class: "ValueError".into(), message: "".into() };
                match self.some(known, self.types.exception) {
                    Some(caught) => self.effect(block, Op::Reraise {}, &[caught]),
                    None => self.effect(block, raise, &[]),
                }
            }
            Terminator::Jump(_) | Terminator::Branch { .. } => {
                for target in term.targets_mut() {
                    for k in 0..self.func.blocks[target.block].params.len() {
                        let ty = self.func.ty(self.func.blocks[target.block].params[k]);
                        target.args.push(self.argument(block, known, ty));
                    }
                }
            }
        }
        term
    }

    fn argument(&mut self, block: Block, known: &mut Vec<Value>, ty: Ty) -> Value {
        if ty != Ty::ptr() {
            return self.any(block, known, ty);
        }
        let entry = &self.func.blocks[self.func.entry()];
        let of_entry: Vec<Value> =
            entry.insts.iter().flat_map(|&i| self.func.insts[i].results.iter().copied()).collect();
        let known: Vec<Value> = known.iter().copied().filter(|v| of_entry.contains(v)).collect();
        match self.some(&known, ty) {
            Some(value) => value,
            None => self.emit(block, Op::Undef {}, &[], ty),
        }
    }
}
