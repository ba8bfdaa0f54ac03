//! One loop over the threads: a copy of the blocks from where it starts to where it ends, inside of loops over z, y and x.

use super::across::Way;
use super::expand::{CELL_BYTES, waits};
use super::make::{Maker, element_bytes, put_together, take_apart};
use super::nest::{Coords, Nest, Turn};
use super::plan::End;
use coluber_abi::kernel::state;
use coluber_abi::{Effect, runtime_function};
use coluber_base::{Diagnostic, Span};
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, BarrierKind, Op, ThreadWord, WarpOp};
use coluber_ir::{Block, Inst, OpSet, Target, Terminator, Typed, Value};
use coluber_types::Ty;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// A loop over the threads that is being made.
pub(super) struct Region<'m, 'k> {
    m: &'m mut Maker<'k>,
    start: Block,
    number: i32,
    /// The blocks of the kernel in it, in an order in which definitions come before uses.
    blocks: Vec<Block>,
    copies: FxHashMap<Block, Block>,
    /// Blocks of the region that lead to a block.
    preds: FxHashMap<Block, Vec<Block>>,
    nest: Nest,
    /// What stands for values that are defined in the region.
    values: FxHashMap<Value, Value>,
    /// What stands for values of before, and whether it is there before the loop.
    imports: FxHashMap<Value, (Value, bool)>,
    /// What stands for a value at the start of a block, where it is one of before or one of the region.
    joined: FxHashMap<(Value, Block), Value>,
    /// Parameters of copies that lack their arguments.
    pending: Vec<(Value, Block)>,
    /// Code before the loop, and at the start of each turn.
    before: Vec<Inst>,
    turn: Vec<Inst>,
    failed: Option<Box<Diagnostic>>,
    /// The cells that are written, those that were written before, and the distance of these from the first.
    cells: Option<[Value; 3]>,
}

impl<'m, 'k> Region<'m, 'k> {
    pub fn new(m: &'m mut Maker<'k>, start: Block) -> Self {
        let (number, first) = m.start(start);
        let (blocks, preds) = reach(m, start);
        let copies = blocks.iter().map(|&b| (b, m.out.add_block())).collect();
        let scalar = is_scalar(m, start, &blocks);
        let nest = if scalar { Nest::once(m, first) } else { Nest::loops(m, first) };
        let (values, imports, joined, pending) = Default::default();
        let (mut before, turn) = Default::default();
        let cells = cell_sets(m, &mut before);
        Region {
            m,
            start,
            number,
            blocks,
            copies,
            preds,
            nest,
            values,
            imports,
            joined,
            pending,
            before,
            turn,
            failed: None,
            cells,
        }
    }

    pub fn make(mut self) -> Result<(), Box<Diagnostic>> {
        for block in self.blocks.clone() {
            self.params(block);
        }
        for block in self.blocks.clone() {
            self.block(block);
        }
        self.fill_pending();
        let follow = self.follow();
        let parallel = !self.m.source.mode.debug && self.is_independent();
        let Region { m, start, number, copies, nest, before, turn, failed, .. } = self;
        let head = copies[&start];
        m.out.blocks[head].insts.splice(0..0, turn);
        let checked = number > 0 && (m.source.plan.irregular || m.source.plan.masked);
        let turn = Turn { number: checked.then_some(number), parallel, span: wait_before(m, start) };
        nest.finish(m, before, head, &turn);
        follow.fill(m, nest.after());
        failed.map_or(Ok(()), Err)
    }

    /// Whether the turns of the threads touch memory in ways that let them run side by side. What is atomic makes an order in
    /// which others may touch one place; local arrays that are not in scratch memory are one array for all turns.
    fn is_independent(&self) -> bool {
        let func = self.m.source.func;
        let mut ops = self.blocks.iter().flat_map(|&b| &func.blocks[b].insts).map(|&i| &func.insts[i].op);
        let scratch_locals = !self.m.base.locals.is_empty();
        !ops.any(|op| {
            matches!(op, Op::Atomic { .. } | Op::Fence { .. } | Op::SlotStore { .. })
                || (matches!(op, Op::Local { .. }) && !scratch_locals)
        })
    }

    // Values

    /// What stands for a value that is used in a block.
    fn read(&mut self, value: Value, block: Block) -> Value {
        if let Some(given) = self.given(value) {
            return given;
        }
        if self.m.def_block[value] == Some(block) {
            return self.defined(value);
        }
        self.read_start(value, block)
    }

    fn given(&self, value: Value) -> Option<Value> {
        if value == self.m.source.added.linear {
            return Some(self.nest.coords().linear);
        }
        match (self.cells, &self.m.source.added) {
            (Some([written, ..]), added) if value == added.cells => Some(written),
            (Some([_, seen, _]), added) if value == added.seen => Some(seen),
            _ => self.m.base.params.get(&value).copied(),
        }
    }

    fn defined(&mut self, value: Value) -> Value {
        let source = &self.m.source.func.values[value];
        let (out, ty, name) = (&mut self.m.out, source.ty, source.name.clone());
        *self.values.entry(value).or_insert_with(|| out.add_value(ty, name))
    }

    fn read_start(&mut self, value: Value, block: Block) -> Value {
        let inside = self.m.def_block[value].is_some_and(|b| self.copies.contains_key(&b));
        let before = self.m.source.across.needed(self.start).contains(value.index());
        match (inside, before) {
            (false, _) => self.import(value).0,
            (true, false) => self.defined(value),
            (true, true) => self.read_joined(value, block),
        }
    }

    /// A value that is one of before, or one that the region has defined since.
    fn read_joined(&mut self, value: Value, block: Block) -> Value {
        if block == self.start {
            return self.import(value).0;
        }
        if let Some(&known) = self.joined.get(&(value, block)) {
            return known;
        }
        let preds = &self.preds[&block];
        let found = if let [only] = preds[..] {
            self.read(value, only)
        } else {
            if self.m.source.cfg.jumps_to(block).is_empty() {
                let span = self.m.source.func.blocks[block].term_span;
                self.failed = Some(Diagnostic::unsupported("threads of a kernel can't wait around `try`", span));
            }
            let (ty, name) = (self.m.source.func.ty(value), self.m.source.func.values[value].name.clone());
            self.pending.push((value, block));
            let copy = self.copies[&block];
            self.m.out.add_param(copy, ty, name)
        };
        self.joined.insert((value, block), found);
        found
    }

    fn fill_pending(&mut self) {
        let mut done = 0;
        // In the order in which the parameters were added.
        while let Some(&(value, block)) = self.pending.get(done) {
            done += 1;
            for pred in self.preds[&block].clone() {
                let arg = self.read(value, pred);
                let (from, to) = (self.copies[&pred], self.copies[&block]);
                for target in self.m.out.blocks[from].term.targets_mut() {
                    if target.block == to {
                        target.args.push(arg);
                    }
                }
            }
        }
    }

    /// A value of before the region; whether it is there before the loop.
    fn import(&mut self, value: Value) -> (Value, bool) {
        if let Some(given) = self.given(value) {
            return (given, value != self.m.source.added.linear);
        }
        if let Some(&known) = self.imports.get(&value) {
            return known;
        }
        let found = match self.m.source.across.way(value) {
            Way::Again(inst) => self.import_again(inst),
            Way::Cell => (self.load_cell(value), true),
            Way::Scratch | Way::Given => (self.load_kept(value), false),
        };
        self.imports.insert(value, found);
        found
    }

    fn import_again(&mut self, inst: Inst) -> (Value, bool) {
        let data = &self.m.source.func.insts[inst];
        let own = matches!(data.op, Op::Local { .. }) || own_word(&data.op);
        let args: Vec<(Value, bool)> = data.args.iter().map(|&a| self.import(a)).collect();
        let early = !own && args.iter().all(|&(_, early)| early);
        let args: Values = args.into_iter().map(|(v, _)| v).collect();
        let mut list = std::mem::take(if early { &mut self.before } else { &mut self.turn });
        let value = self.copy_pure(inst, &args, &mut list, None);
        *(if early { &mut self.before } else { &mut self.turn }) = list;
        (value, early)
    }

    fn load_cell(&mut self, value: Value) -> Value {
        let ty = self.m.source.func.ty(value);
        let Some(&slot) = self.m.cells.get(&value) else { return self.load_kept(value) };
        self.m.emit(&mut self.before, Op::SlotLoad { slot }, &[], ty)
    }

    fn load_kept(&mut self, value: Value) -> Value {
        let linear = self.nest.coords().linear;
        let fields = self.m.base.kept.get(&value).cloned().unwrap_or_default();
        let mut scalars = Values::new();
        for (ty, array) in fields {
            let place = self.m.element(&mut self.turn, array, linear, element_bytes(ty));
            scalars.push(self.m.emit(&mut self.turn, Op::Load {}, &[place], ty));
        }
        let ty = self.m.source.func.ty(value);
        put_together(self.m, &mut self.turn, ty, &mut &scalars[..])
    }

    // Instructions

    /// Parameters of a copy; those for joined values come behind them.
    fn params(&mut self, block: Block) {
        let func = self.m.source.func;
        if block != func.entry() {
            let params = func.blocks[block].params.iter().map(|&p| self.defined(p)).collect();
            self.m.out.blocks[self.copies[&block]].params = params;
        }
    }

    fn block(&mut self, block: Block) {
        let func = self.m.source.func;
        let data = &func.blocks[block];
        let copy = self.copies[&block];
        let mut list = Vec::new();
        for &inst in &data.insts {
            if !waits(&func.insts[inst].op) {
                self.inst(inst, block, &mut list);
            }
        }
        let term = self.terminator(block, &mut list);
        let handler = data.handler.map(|h| self.copies[&h]);
        let out = &mut self.m.out.blocks[copy];
        out.insts = list;
        out.term = term;
        out.term_span = data.term_span;
        out.handler = handler;
        out.parallel = data.parallel;
    }

    fn inst(&mut self, inst: Inst, block: Block, list: &mut Vec<Inst>) {
        let data = &self.m.source.func.insts[inst];
        let args: Values = data.args.iter().map(|&a| self.read(a, block)).collect();
        if let [result] = data.results[..]
            && data.op.is_pure()
        {
            let place = self.values.get(&result).copied();
            let value = self.copy_pure(inst, &args, list, place);
            self.values.insert(result, value);
            return;
        }
        let results = data.results.iter().map(|&r| self.defined(r)).collect();
        let cleanup = data.cleanup.iter().map(|&c| self.read(c, block)).collect();
        let mut copy = data.clone();
        (copy.args, copy.results, copy.cleanup) = (args, results, cleanup);
        list.push(self.m.out.insts.push(copy));
    }

    /// Copies an operation without effect, unless its value is there already.
    fn copy_pure(&mut self, inst: Inst, args: &[Value], list: &mut Vec<Inst>, result: Option<Value>) -> Value {
        let source = self.m.source.func;
        let data = &source.insts[inst];
        let ty = source.ty(data.results[0]);
        if result.is_none()
            && let Some(known) = self.known(inst, list)
        {
            return known;
        }
        let mut copy = data.clone();
        copy.args = Values::from_slice(args);
        let name = source.values[data.results[0]].name.clone();
        let result = result.unwrap_or_else(|| self.m.out.add_value(ty, name));
        copy.results = [result].into_iter().collect();
        list.push(self.m.out.insts.push(copy));
        result
    }

    /// The value of an operation that the function of a block has no word for, and of conversions of the thread's indices.
    fn known(&mut self, inst: Inst, list: &mut Vec<Inst>) -> Option<Value> {
        let source = self.m.source.func;
        let data = &source.insts[inst];
        let ty = source.ty(data.results[0]);
        match data.op {
            Op::Thread { word } => Some(self.word(word, ty, list)),
            Op::Cast {} if ty == Ty::int64() => {
                let operand = self.m.defs[data.args[0]].map(|i| &source.insts[i].op);
                match operand {
                    Some(&Op::Thread { word }) => Some(self.word(word, ty, list)),
                    _ => None,
                }
            }
            Op::Shared { id, .. } => self.m.base.shared.get(&id).copied(),
            Op::SharedDynamic {} => Some(self.m.base.shared_dynamic),
            Op::Local { id, .. } => {
                let &(array, bytes) = self.m.base.locals.get(&id)?;
                let linear = self.nest.coords().linear;
                let mul = Op::Arith { op: Arith::Mul };
                let offset = self.m.emit(list, mul, &[linear, bytes], Ty::int64());
                Some(self.m.emit(list, Op::PtrAdd {}, &[array, offset], Ty::ptr()))
            }
            _ => None,
        }
    }

    fn word(&mut self, word: ThreadWord, ty: Ty, list: &mut Vec<Inst>) -> Value {
        let Coords { x, y, z, .. } = self.nest.coords();
        let own = match word {
            ThreadWord::TidX => x,
            ThreadWord::TidY => y,
            ThreadWord::TidZ => z,
            _ => {
                let words = self.m.base.words.iter().find(|(w, _)| *w == word);
                let [short, long] = words.map_or([self.m.base.zero; 2], |(_, values)| *values);
                return if ty == Ty::int64() { long } else { short };
            }
        };
        if ty == Ty::int64() { own } else { self.m.emit(list, Op::Cast {}, &[own], ty) }
    }

    // The end

    fn terminator(&mut self, block: Block, list: &mut Vec<Inst>) -> Terminator {
        let func = self.m.source.func;
        let starts: Vec<Block> = func.blocks[block].term.targets().iter().map(|t| t.block).collect();
        match (self.m.source.plan.end(block), &func.blocks[block].term) {
            (Some(_), _) => {
                self.export(block, &starts, list);
                self.note_wait(block, &starts, list);
                self.leave()
            }
            (None, Terminator::Return(_)) => {
                self.note_state(state::EXITED, list);
                self.leave()
            }
            (None, term) => {
                let mut term = term.clone();
                term.map_uses(|v| self.read(v, block));
                for target in term.targets_mut() {
                    target.block = self.copies[&target.block];
                }
                term
            }
        }
    }

    fn leave(&self) -> Terminator {
        Terminator::Jump(Target { block: self.nest.latch(), args: Values::new() })
    }

    /// Keeps what is needed behind the end of the region.
    fn export(&mut self, block: Block, starts: &[Block], list: &mut Vec<Inst>) {
        let across = self.m.source.across;
        let mut needed = across.needed(starts[0]).clone();
        for &start in &starts[1..] {
            needed.union(across.needed(start));
        }
        for value in needed.iter().map(Value::new) {
            let way = across.way(value);
            if !matches!(way, Way::Cell | Way::Scratch) {
                continue;
            }
            let have = self.read(value, block);
            if self.imports.get(&value).is_some_and(|&(import, _)| import == have) {
                continue;
            }
            match self.m.cells.get(&value) {
                Some(&slot) => self.m.effect(list, Op::SlotStore { slot }, &[have]),
                None => self.keep(value, have, list),
            }
        }
    }

    fn keep(&mut self, value: Value, have: Value, list: &mut Vec<Inst>) {
        let linear = self.nest.coords().linear;
        let fields = self.m.base.kept.get(&value).cloned().unwrap_or_default();
        let mut scalars = Values::new();
        take_apart(self.m, list, have, &mut scalars);
        for ((ty, array), scalar) in fields.into_iter().zip(scalars) {
            let place = self.m.element(list, array, linear, element_bytes(ty));
            self.m.effect(list, Op::Store {}, &[place, scalar]);
        }
    }

    /// Says that the thread has come to an end of the region.
    fn note_wait(&mut self, block: Block, starts: &[Block], list: &mut Vec<Inst>) {
        let func = self.m.source.func;
        if self.m.source.plan.irregular {
            let (number, _) = self.m.start(starts[0]);
            let last = func.blocks[block].insts.last().map(|&i| &func.insts[i]);
            let mark = match last.map(|data| (&data.op, &data.args[..])) {
                Some((Op::Warp { op: WarpOp::Sync }, &[mask])) => {
                    let mask = self.read(mask, block);
                    self.store_element(self.m.base.masks, mask, list);
                    state::AT_WARP
                }
                _ => state::AT_BARRIER,
            };
            self.note_state(number | mark, list);
        } else if self.number == 0 {
            self.note_state(0, list);
        }
    }

    fn note_state(&mut self, state: i32, list: &mut Vec<Inst>) {
        if self.m.base.states.is_some() && !self.nest.is_once() {
            let state = self.m.int(list, state.into(), Ty::int32());
            self.store_element(self.m.base.states, state, list);
        }
    }

    fn store_element(&mut self, array: Option<Value>, value: Value, list: &mut Vec<Inst>) {
        if let Some(array) = array {
            let linear = self.nest.coords().linear;
            let place = self.m.element(list, array, linear, 4);
            self.m.effect(list, Op::Store {}, &[place, value]);
        }
    }

    /// Where the block goes on behind the loop.
    fn follow(&mut self) -> Follow {
        let (func, plan) = (self.m.source.func, self.m.source.plan);
        let ends: Vec<Block> = self.blocks.iter().copied().filter(|&b| plan.end(b).is_some()).collect();
        let returns = self.blocks.iter().any(|&b| matches!(func.blocks[b].term, Terminator::Return(_)));
        let mut follow = Follow { counted: returns && !ends.is_empty(), list: Vec::new(), term: None };
        if let Some(dispatch) = self.m.dispatch {
            follow.term = Some(jump(dispatch));
            return follow;
        }
        let Some(&end) = ends.first() else {
            follow.term = Some(jump(self.m.finish));
            return follow;
        };
        debug_assert_eq!(ends.len(), 1, "one place is reached from each");
        let firsts: Vec<Block> = func.blocks[end].term.targets().iter().map(|t| self.m.start(t.block).1).collect();
        if let (Some(slot), Some([_, _, other]), Some(End::Wait)) = (self.m.turn, self.cells, plan.end(end)) {
            self.m.effect(&mut follow.list, Op::SlotStore { slot }, &[other]);
        }
        follow.term = Some(match (plan.end(end), &func.blocks[end].term) {
            (Some(End::Fork), &Terminator::Branch { cond, .. }) => {
                let mut known = FxHashMap::default();
                let cond = self.after_loop(cond, &mut known, &mut follow.list);
                let target = |block| Target { block, args: Values::new() };
                Terminator::Branch { cond, then: target(firsts[0]), otherwise: target(firsts[1]) }
            }
            _ if is_grid_wait(func, end) => jump(self.m.pause_before(func.blocks[end].term.targets()[0].block)),
            _ => jump(firsts[0]),
        });
        follow
    }

    /// A value that all threads have, behind the loop.
    fn after_loop(&mut self, value: Value, known: &mut FxHashMap<Value, Value>, list: &mut Vec<Inst>) -> Value {
        if let Some(have) = self.given(value).or_else(|| known.get(&value).copied()) {
            return have;
        }
        let found = match (self.m.source.across.way(value), self.m.cells.get(&value)) {
            (Way::Again(inst), _) => {
                let args = self.m.source.func.insts[inst].args.clone();
                let args: Values = args.iter().map(|&a| self.after_loop(a, known, list)).collect();
                self.copy_pure(inst, &args, list, None)
            }
            (_, Some(&slot)) => {
                let ty = self.m.source.func.ty(value);
                self.m.emit(list, Op::SlotLoad { slot }, &[], ty)
            }
            _ => self.import(value).0,
        };
        known.insert(value, found);
        found
    }
}

/// Where threads wait before they come to a start.
fn wait_before(m: &Maker<'_>, start: Block) -> Span {
    let func = m.source.func;
    let leads = |b: &&Block| {
        m.source.plan.end(**b) == Some(End::Wait) && func.blocks[**b].term.targets().iter().any(|t| t.block == start)
    };
    let wait = m.source.cfg.order().iter().find(leads).and_then(|&b| func.blocks[b].insts.last());
    wait.map_or_else(Span::default, |&inst| func.insts[inst].span)
}

/// Where the two sets of cells are that exchanges take turns with.
fn cell_sets(m: &mut Maker<'_>, list: &mut Vec<Inst>) -> Option<[Value; 3]> {
    let slot = m.turn?;
    let (first, threads) = (m.base.params[&m.source.added.cells], m.base.params[&m.source.added.threads]);
    let at = m.emit(list, Op::SlotLoad { slot }, &[], Ty::int64());
    let bytes = m.int(list, CELL_BYTES.into(), Ty::int64());
    let distance = m.emit(list, Op::Arith { op: Arith::Mul }, &[threads, bytes], Ty::int64());
    let other = m.emit(list, Op::Arith { op: Arith::Sub }, &[distance, at], Ty::int64());
    let [written, seen] = [at, other].map(|at| m.emit(list, Op::PtrAdd {}, &[first, at], Ty::ptr()));
    Some([written, seen, other])
}

fn is_grid_wait(func: &Typed, end: Block) -> bool {
    let last = func.blocks[end].insts.last().map(|&i| &func.insts[i].op);
    matches!(last, Some(Op::Barrier { kind: BarrierKind::Grid }))
}

fn jump(block: Block) -> Terminator {
    Terminator::Jump(Target { block, args: Values::new() })
}

fn own_word(op: &Op) -> bool {
    matches!(op, Op::Thread { word: ThreadWord::TidX | ThreadWord::TidY | ThreadWord::TidZ })
}

/// How the function goes on behind a loop over the threads.
struct Follow {
    /// Whether it ends when no thread is left.
    counted: bool,
    list: Vec<Inst>,
    term: Option<Terminator>,
}

impl Follow {
    fn fill(mut self, m: &mut Maker<'_>, mut block: Block) {
        if let (true, Some(states)) = (self.counted, m.base.states) {
            let mut list = Vec::new();
            let threads = m.base.params[&m.source.added.threads];
            let any = Op::Runtime { func: "kernel_any".into() };
            let cond = m.emit(&mut list, any, &[states, threads], Ty::boolean());
            let rest = m.out.add_block();
            let target = |block| Target { block, args: Values::new() };
            m.out.blocks[block].insts = list;
            m.out.blocks[block].term = Terminator::Branch { cond, then: target(rest), otherwise: target(m.finish) };
            block = rest;
        }
        m.out.blocks[block].insts.append(&mut self.list);
        if let Some(term) = self.term {
            m.out.blocks[block].term = term;
        }
    }
}

/// The blocks from a start to the ends, each behind those that all ways to it pass, and which of them lead to each.
fn reach(m: &Maker<'_>, start: Block) -> (Vec<Block>, FxHashMap<Block, Vec<Block>>) {
    let mut preds: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    let mut order = Vec::new();
    preds.insert(start, Vec::new());
    let mut stack = vec![(start, next_blocks(m, start))];
    while let Some((block, rest)) = stack.last_mut() {
        let Some(next) = rest.pop() else {
            order.push(*block);
            stack.pop();
            continue;
        };
        let from = *block;
        let known = preds.entry(next).or_insert_with(|| {
            stack.push((next, next_blocks(m, next)));
            Vec::new()
        });
        known.push(from);
    }
    order.reverse();
    (order, preds)
}

/// The blocks of the same region that a block leads to.
fn next_blocks(m: &Maker<'_>, block: Block) -> Vec<Block> {
    if m.source.plan.end(block).is_some() {
        return Vec::new();
    }
    let mut next = m.source.func.successors(block).to_vec();
    next.sort();
    next.dedup();
    next
}

/// Whether the region has no effect but on what all threads have, so that it is run once for the block.
fn is_scalar(m: &Maker<'_>, start: Block, blocks: &[Block]) -> bool {
    let source = m.source;
    let (func, plan, divergence) = (source.func, source.plan, source.divergence);
    if plan.irregular || start == func.entry() && plan.masked {
        return false;
    }
    let has_end = blocks.iter().any(|&b| plan.end(b).is_some());
    let harmless = |inst: Inst| match &func.insts[inst].op {
        Op::Load {} => !divergence.differs(func.insts[inst].results[0]),
        Op::Runtime { func: name } => {
            runtime_function(name).is_some_and(|id| matches!(id.row().effect, Effect::Pure | Effect::Reads))
                && func.insts[inst].results.iter().all(|&r| !divergence.differs(r))
        }
        op => op.is_pure() || waits(op),
    };
    let same = |block: Block| {
        let data = &func.blocks[block];
        data.handler.is_none()
            && !divergence.parts(block)
            && data.insts.iter().all(|&i| harmless(i))
            && !(has_end && matches!(data.term, Terminator::Return(_)))
    };
    blocks.iter().all(|&b| same(b)) && blocks.iter().all(|&b| keeps_nothing_own(m, b, blocks))
}

/// Whether nothing that threads have for themselves is made in the region and needed behind this end.
fn keeps_nothing_own(m: &Maker<'_>, end: Block, blocks: &[Block]) -> bool {
    let source = m.source;
    if source.plan.end(end).is_none() {
        return true;
    }
    let own = |value: Value| {
        source.across.way(value) == Way::Scratch && m.def_block[value].is_some_and(|b| blocks.contains(&b))
    };
    let targets = source.func.blocks[end].term.targets();
    !targets.iter().any(|t| source.across.needed(t.block).iter().map(Value::new).any(own))
}
