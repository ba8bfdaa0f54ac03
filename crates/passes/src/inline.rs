//! Puts the bodies of called functions in the place of the calls.
//!
//! It runs behind `ownership`: arguments are borrowed and results are owned, in the body as in the call. What the call releases
//! when it raises is released by what raises in the body.

use coluber_base::{Diagnostic, Span};
use coluber_ir::function::Values;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Inst, OpSet, Slot, Target, Terminator, Typed, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A block that may hold calls, and the functions that it is part of the body of.
type Work = (Block, Arc<[u32]>);

/// Gives the function with this number.
pub type Callee<'a> = &'a dyn Fn(u32) -> Option<Arc<Typed>>;

/// Replaces each call of a function for which `wanted` is true, or that calls such a function.
///
/// # Errors
/// When such a function calls itself.
pub fn inline(func: &mut Typed, callee: Callee<'_>, wanted: &dyn Fn(&Typed) -> bool) -> Result<(), Box<Diagnostic>> {
    let chosen = Chosen::find(func, callee, wanted);
    if chosen.bodies.is_empty() {
        return Ok(());
    }
    let memory = Memory::of(func);
    let mut inliner = Inliner { func, chosen, memory };
    let mut work: Vec<Work> = inliner.func.layout.iter().map(|&b| (b, Arc::default())).collect();
    while let Some((block, chain)) = work.pop() {
        if let Some((at, spec)) = inliner.first_call(block) {
            work.extend(inliner.call(block, at, spec, &chain)?);
        }
    }
    Ok(())
}

/// The numbers of the functions that a function calls, with the places of the calls.
fn calls(func: &Typed) -> impl Iterator<Item = u32> {
    func.layout.iter().flat_map(|&b| &func.blocks[b].insts).filter_map(|&i| match func.insts[i].op {
        Op::Call { spec, .. } => Some(spec),
        _ => None,
    })
}

/// The functions whose calls are replaced.
struct Chosen {
    bodies: FxHashMap<u32, Arc<Typed>>,
}

impl Chosen {
    fn find(func: &Typed, callee: Callee<'_>, wanted: &dyn Fn(&Typed) -> bool) -> Self {
        let mut all: FxHashMap<u32, Arc<Typed>> = FxHashMap::default();
        let mut work: Vec<u32> = calls(func).collect();
        while let Some(spec) = work.pop() {
            if !all.contains_key(&spec)
                && let Some(body) = callee(spec)
            {
                work.extend(calls(&body));
                all.insert(spec, body);
            }
        }
        let mut chosen: FxHashSet<u32> = all.iter().filter(|(_, f)| wanted(f)).map(|(&spec, _)| spec).collect();
        loop {
            let callers = all.iter().filter(|(_, f)| calls(f).any(|c| chosen.contains(&c)));
            let more: Vec<u32> = callers.map(|(&spec, _)| spec).filter(|spec| !chosen.contains(spec)).collect();
            if more.is_empty() {
                break;
            }
            chosen.extend(more);
        }
        all.retain(|spec, _| chosen.contains(spec));
        Chosen { bodies: all }
    }
}

/// Numbers of the shared and local arrays: those of a function are the same at all its calls, and differ from those of others.
struct Memory {
    ids: FxHashMap<(u32, u32), u32>,
    next: u32,
}

impl Memory {
    fn of(func: &Typed) -> Self {
        let ids = func.insts.values().filter_map(|inst| match inst.op {
            Op::Shared { id, .. } | Op::Local { id, .. } => Some(id + 1),
            _ => None,
        });
        Memory { next: ids.max().unwrap_or(0), ids: FxHashMap::default() }
    }

    fn rename(&mut self, spec: u32, op: &mut Op) {
        if let Op::Shared { id, .. } | Op::Local { id, .. } = op {
            *id = *self.ids.entry((spec, *id)).or_insert_with(|| {
                self.next += 1;
                self.next - 1
            });
        }
    }
}

struct Inliner<'f> {
    func: &'f mut Typed,
    chosen: Chosen,
    memory: Memory,
}

impl Inliner<'_> {
    fn first_call(&self, block: Block) -> Option<(usize, u32)> {
        self.func.blocks[block].insts.iter().enumerate().find_map(|(at, &inst)| match self.func.insts[inst].op {
            Op::Call { spec, .. } if self.chosen.bodies.contains_key(&spec) => Some((at, spec)),
            _ => None,
        })
    }

    /// Replaces a call. Gives the blocks that may hold more of them, with the functions around each.
    fn call(&mut self, block: Block, at: usize, spec: u32, chain: &Arc<[u32]>) -> Result<Vec<Work>, Box<Diagnostic>> {
        let inst = self.func.blocks[block].insts[at];
        let body = Arc::clone(&self.chosen.bodies[&spec]);
        if chain.contains(&spec) {
            let message = format!("{} calls itself: threads of a kernel can't wait in a recursive function", body.name);
            return Err(Diagnostic::unsupported(message, self.func.insts[inst].span));
        }
        let rest = self.split(block, at, inst);
        let mut copy = Copy::new(self.func, &body, spec, inst, block, rest);
        copy.run(&mut self.memory);
        let inside: Arc<[u32]> = chain.iter().copied().chain([spec]).collect();
        let copies = copy.blocks.into_values().map(|b| (b, Arc::clone(&inside)));
        Ok(copies.chain([(rest, Arc::clone(chain))]).collect())
    }

    /// Moves what follows the call to a block of its own, whose parameter is the call's result.
    fn split(&mut self, block: Block, at: usize, call: Inst) -> Block {
        let rest = self.func.add_block();
        let data = &mut self.func.blocks[block];
        let insts = data.insts.split_off(at + 1);
        data.insts.pop();
        let term = std::mem::replace(&mut data.term, Terminator::Unreachable);
        let (span, handler) = (data.term_span, data.handler);
        let result = self.func.insts[call].results[0];
        let data = &mut self.func.blocks[rest];
        data.insts = insts;
        data.term = term;
        data.term_span = span;
        data.handler = handler;
        data.params.push(result);
        rest
    }
}

/// A body on its way into a function.
struct Copy<'f> {
    func: &'f mut Typed,
    body: &'f Typed,
    spec: u32,
    cleanup: Values,
    span: Span,
    handler: Option<Block>,
    rest: Block,
    values: FxHashMap<Value, Value>,
    slots: FxHashMap<Slot, Slot>,
    blocks: FxHashMap<Block, Block>,
}

impl<'f> Copy<'f> {
    fn new(func: &'f mut Typed, body: &'f Typed, spec: u32, call: Inst, before: Block, rest: Block) -> Self {
        let data = &func.insts[call];
        let values = body.params().iter().copied().zip(data.args.iter().copied()).collect();
        let (cleanup, span, handler) = (data.cleanup.clone(), data.span, func.blocks[before].handler);
        let blocks: FxHashMap<Block, Block> = body.layout.iter().map(|&b| (b, func.add_block())).collect();
        let slots = body.slots.iter().map(|(s, data)| (s, func.add_slot(data.ty, data.name.clone()))).collect();
        let first = Target { block: blocks[&body.entry()], args: Values::new() };
        func.blocks[before].term = Terminator::Jump(first);
        func.blocks[before].term_span = span;
        Copy { func, body, spec, cleanup, span, handler, rest, values, slots, blocks }
    }

    fn run(&mut self, memory: &mut Memory) {
        for &block in &self.body.layout {
            self.block(block, memory);
        }
    }

    fn value(&mut self, value: Value) -> Value {
        let (func, data) = (&mut *self.func, &self.body.values[value]);
        *self.values.entry(value).or_insert_with(|| func.add_value(data.ty, data.name.clone()))
    }

    fn block(&mut self, block: Block, memory: &mut Memory) {
        let (body, new) = (self.body, self.blocks[&block]);
        let data = &body.blocks[block];
        if block != body.entry() {
            let params: Values = data.params.iter().map(|&p| self.value(p)).collect();
            self.func.blocks[new].params = params;
        }
        let insts = data.insts.iter().map(|&inst| self.inst(inst, data.handler.is_some(), memory)).collect();
        let term = match data.term.clone() {
            Terminator::Return(value) => {
                Terminator::Jump(Target { block: self.rest, args: Values::from_slice(&[self.value(value)]) })
            }
            mut term => {
                term.map_uses(|v| self.value(v));
                for target in term.targets_mut() {
                    target.block = self.blocks[&target.block];
                }
                term
            }
        };
        let out = &mut self.func.blocks[new];
        out.insts = insts;
        out.term = term;
        out.term_span = self.span;
        out.handler = data.handler.map(|h| self.blocks[&h]).or(self.handler);
        out.parallel = data.parallel;
    }

    fn inst(&mut self, inst: Inst, handled: bool, memory: &mut Memory) -> Inst {
        let mut data = self.body.insts[inst].clone();
        for value in data.args.iter_mut().chain(&mut data.results).chain(&mut data.cleanup) {
            *value = self.value(*value);
        }
        if data.op.can_raise() && !handled {
            data.cleanup.extend_from_slice(&self.cleanup);
        }
        if let Op::SlotLoad { slot } | Op::SlotStore { slot } = &mut data.op {
            *slot = self.slots[slot];
        }
        memory.rename(self.spec, &mut data.op);
        data.span = self.span;
        self.func.insts.push(data)
    }
}
