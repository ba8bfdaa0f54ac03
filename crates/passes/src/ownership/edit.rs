//! Inserts the instructions: walks each block backwards with the set of roots that are live.

use super::Owners;
use super::provenance::Provenance;
use super::transfer::{Transfer, transfer};
use super::undef::null_value;
use coluber_base::Span;
use coluber_ir::bitset::BitSet;
use coluber_ir::function::Values;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Inst, Liveness, OpSet, Slot, Target, Terminator, Typed, Value};
use coluber_types::fields::has_owner;
use smallvec::SmallVec;

pub(super) struct Editor<'a> {
    func: &'a mut Typed,
    cfg: &'a Cfg,
    provenance: &'a Provenance,
    live: &'a Liveness,
    /// The slots that hold references.
    slots: Vec<Slot>,
    /// Whether a slot may hold something when an exception leaves the function.
    filled: BitSet,
}

/// The instructions of a block in the order in which they are found: last first.
type Reversed = Vec<Inst>;

impl<'a> Editor<'a> {
    pub(super) fn new(
        func: &'a mut Typed,
        cfg: &'a Cfg,
        provenance: &'a Provenance,
        live: &'a Liveness,
        slots: Vec<Slot>,
    ) -> Self {
        let filled = filled_blocks(func, cfg, &slots);
        Editor { func, cfg, provenance, live, slots, filled }
    }

    pub(super) fn run(mut self) {
        for &block in self.cfg.order() {
            self.block(block);
        }
        // Edges come after all blocks, since they add to the start of blocks.
        for &block in self.cfg.order() {
            self.branch_edges(block);
        }
        self.clear_slots();
    }

    fn block(&mut self, block: Block) {
        let mut out = Reversed::new();
        let mut live = self.live.live_out(block).clone();
        self.use_terminator(block, &mut live);
        self.end(block, &live, &mut out);
        let insts = std::mem::take(&mut self.func.blocks[block].insts);
        let is_noreturn = self.func.blocks[block].term == Terminator::Unreachable;
        for (k, &inst) in insts.iter().enumerate().rev() {
            let is_last = k + 1 == insts.len();
            self.inst(block, inst, is_last && is_noreturn, &mut live, &mut out);
        }
        for k in (0..self.func.blocks[block].params.len()).rev() {
            let param = self.func.blocks[block].params[k];
            if self.provenance.root_of(param).is_some_and(|r| !live.contains(r)) {
                let span = self.start_span(block, &insts);
                self.push(Op::Release {}, param, span, &mut out);
            }
        }
        out.reverse();
        self.func.blocks[block].insts = out;
    }

    fn start_span(&self, block: Block, insts: &[Inst]) -> Span {
        insts.first().map_or(self.func.blocks[block].term_span, |&first| self.func.insts[first].span)
    }

    fn push(&mut self, op: Op, value: Value, span: Span, out: &mut Vec<Inst>) {
        let inst = self.func.make_inst(op, &[value], &[], span);
        out.push(inst);
    }

    fn use_terminator(&self, block: Block, live: &mut BitSet) {
        self.func.blocks[block].term.visit_uses(|value| {
            for &root in &self.provenance.info(value).roots {
                live.insert(root as usize);
            }
        });
    }

    /// What comes before a jump or return. Edges of branches are done by [`Editor::branch_edges`].
    fn end(&mut self, block: Block, held: &BitSet, out: &mut Reversed) {
        let span = self.func.blocks[block].term_span;
        let mut added = match &self.func.blocks[block].term {
            Terminator::Jump(target) => {
                let target = target.clone();
                self.edge(&target, held, span)
            }
            &Terminator::Return(value) => self.leave(value, held, span),
            Terminator::Branch { .. } | Terminator::Unreachable => return,
        };
        added.reverse();
        out.append(&mut added);
    }

    /// The instructions on an edge: references for owned parameters, and the end of roots that the target does not need.
    fn edge(&mut self, target: &Target, held: &BitSet, span: Span) -> Vec<Inst> {
        let needed = self.live.live_in(target.block);
        let dying: SmallVec<[usize; 4]> = held.iter().filter(|&r| !needed.contains(r)).collect();
        let params = &self.func.blocks[target.block].params;
        let owned = params.iter().zip(&target.args).filter(|(param, _)| self.provenance.is_owned_param(**param));
        let values: SmallVec<[Value; 4]> = owned.map(|(_, &arg)| arg).collect();
        if values.is_empty() && dying.is_empty() {
            return Vec::new();
        }
        self.hand_over(&values, &dying, span)
    }

    fn hand_over(&mut self, values: &[Value], dying: &[usize], span: Span) -> Vec<Inst> {
        let Transfer { retain, moved } = transfer(self.provenance, values, dying);
        let mut out = Vec::new();
        for value in retain {
            self.push(Op::Retain {}, value, span, &mut out);
        }
        for &root in dying.iter().filter(|r| !moved.contains(r)) {
            let value = self.provenance.roots[root].value;
            self.push(Op::Release {}, value, span, &mut out);
        }
        out
    }

    /// What comes before a return: a reference for the result, the end of all roots and of what slots hold.
    fn leave(&mut self, value: Value, held: &BitSet, span: Span) -> Vec<Inst> {
        let dying: SmallVec<[usize; 4]> = held.iter().collect();
        let mut out = self.hand_over(&[value], &dying, span);
        for k in 0..self.slots.len() {
            let content = self.load_slot(self.slots[k], span, &mut out);
            self.push(Op::Release {}, content, span, &mut out);
        }
        out
    }

    fn load_slot(&mut self, slot: Slot, span: Span, out: &mut Vec<Inst>) -> Value {
        let ty = self.func.slots[slot].ty;
        let inst = self.func.make_inst(Op::SlotLoad { slot }, &[], &[ty], span);
        out.push(inst);
        self.func.result(inst)
    }

    /// Takes `live` from behind the instruction to before it.
    fn inst(&mut self, block: Block, inst: Inst, is_noreturn: bool, live: &mut BitSet, out: &mut Reversed) {
        let data = &self.func.insts[inst];
        let span = data.span;
        let results: Values = data.results.iter().copied().collect();
        for &result in &results {
            let Some(root) = self.provenance.root_of(result) else { continue };
            if !live.remove(root) && !is_noreturn {
                self.push(Op::Release {}, result, span, out);
            }
        }
        let mut dying: SmallVec<[usize; 4]> = SmallVec::new();
        for &arg in &self.func.insts[inst].args {
            let roots = self.provenance.info(arg).roots.iter().map(|&r| r as usize);
            dying.extend(roots.filter(|&r| live.insert(r)));
        }
        match self.func.insts[inst].op {
            Op::SlotStore { slot } if self.slots.contains(&slot) => self.slot_store(inst, slot, &dying, span, out),
            Op::Store {} if has_owner(self.func.ty(self.func.insts[inst].args[1])) => {
                self.store(inst, &dying, span, out);
            }
            _ => {
                if !is_noreturn {
                    self.release_all(&dying, span, out);
                }
                self.retain_loaded(inst, &results, span, out);
                out.push(inst);
            }
        }
        if self.func.insts[inst].op.can_raise() {
            self.cleanup(block, inst, live, out);
        }
    }

    fn release_all(&mut self, roots: &[usize], span: Span, out: &mut Reversed) {
        for &root in roots.iter().rev() {
            let value = self.provenance.roots[root].value;
            self.push(Op::Release {}, value, span, out);
        }
    }

    fn retain_loaded(&mut self, inst: Inst, results: &[Value], span: Span, out: &mut Reversed) {
        let &[result] = results else { return };
        let shares = match &self.func.insts[inst].op {
            Op::SlotLoad { slot } => self.slots.contains(slot),
            Op::Load {} => has_owner(self.func.ty(result)) && !self.provenance.is_borrowed(inst),
            _ => false,
        };
        if shares {
            self.push(Op::Retain {}, result, span, out);
        }
    }

    /// Memory takes a reference to the value.
    fn store(&mut self, inst: Inst, dying: &[usize], span: Span, out: &mut Reversed) {
        let value = self.func.insts[inst].args[1];
        let mut before = self.hand_over(&[value], dying, span);
        let releases = before.iter().position(|&i| self.func.insts[i].op == Op::Release {}).unwrap_or(before.len());
        let after = before.split_off(releases);
        before.push(inst);
        before.extend(after);
        before.reverse();
        out.append(&mut before);
    }

    /// The slot takes a reference to the new value and gives the one to the old value up.
    fn slot_store(&mut self, inst: Inst, slot: Slot, dying: &[usize], span: Span, out: &mut Reversed) {
        let value = self.func.insts[inst].args[0];
        let mut before = self.hand_over(&[value], dying, span);
        let releases = before.iter().position(|&i| self.func.insts[i].op == Op::Release {}).unwrap_or(before.len());
        let after = before.split_off(releases);
        let old = self.load_slot(slot, span, &mut before);
        before.push(inst);
        self.push(Op::Release {}, old, span, &mut before);
        before.extend(after);
        before.reverse();
        out.append(&mut before);
    }

    /// What an exception gives up: all roots that the handler does not need; without a handler also what the slots hold, which is read for each
    /// operation and comes last, so that code for the roots is shared.
    fn cleanup(&mut self, block: Block, inst: Inst, held: &BitSet, out: &mut Reversed) {
        let mut given_up = held.clone();
        let mut contents: Values = Values::new();
        match self.func.blocks[block].handler {
            Some(handler) => given_up.subtract(self.live.live_in(handler)),
            None if self.filled.contains(self.cfg.position(block).unwrap_or(0)) => {
                let span = self.func.insts[inst].span;
                for k in 0..self.slots.len() {
                    let content = self.load_slot(self.slots[k], span, out);
                    contents.push(content);
                }
            }
            None => {}
        }
        let mut values: Values = given_up.iter().map(|root| self.provenance.roots[root].value).collect();
        values.extend(contents);
        self.func.insts[inst].cleanup = values;
    }

    /// What happens on the sides of a branch goes to the start of the target, or to a block of its own on the edge.
    fn branch_edges(&mut self, block: Block) {
        if !matches!(self.func.blocks[block].term, Terminator::Branch { .. }) {
            return;
        }
        let mut held = self.live.live_out(block).clone();
        self.use_terminator(block, &mut held);
        let span = self.func.blocks[block].term_span;
        for side in 0..2 {
            let target = self.func.blocks[block].term.targets()[side].clone();
            let mut added = self.edge(&target, &held, span);
            if added.is_empty() {
                continue;
            }
            let only_way = self.cfg.jumps_to(target.block).len() == 1 && self.cfg.raisers(target.block).is_empty();
            if only_way {
                added.append(&mut self.func.blocks[target.block].insts);
                self.func.blocks[target.block].insts = added;
            } else {
                self.split(block, side, target, added, span);
            }
        }
    }

    fn split(&mut self, block: Block, side: usize, target: Target, insts: Vec<Inst>, span: Span) {
        let between = self.func.add_block();
        let data = &mut self.func.blocks[between];
        data.insts = insts;
        data.term = Terminator::Jump(target);
        data.term_span = span;
        let mut targets = self.func.blocks[block].term.targets_mut();
        *targets[side] = Target { block: between, args: Values::new() };
    }

    /// Slots start with null owners.
    fn clear_slots(&mut self) {
        let mut start = Vec::new();
        let mut types = Owners::default();
        for &slot in &self.slots {
            let null = null_value(self.func, self.func.slots[slot].ty, &mut types, &mut start);
            let store = self.func.make_inst(Op::SlotStore { slot }, &[null], &[], Span::default());
            start.push(store);
        }
        let entry = self.func.entry();
        start.append(&mut self.func.blocks[entry].insts);
        self.func.blocks[entry].insts = start;
    }
}

/// The places in the graph's order of the blocks in which a slot with references may hold something.
fn filled_blocks(func: &Typed, cfg: &Cfg, slots: &[Slot]) -> BitSet {
    let mut filled = BitSet::new(cfg.order().len());
    let stores = |&inst: &Inst| matches!(&func.insts[inst].op, Op::SlotStore { slot } if slots.contains(slot));
    let mut work: Vec<Block> =
        cfg.order().iter().copied().filter(|&b| func.blocks[b].insts.iter().any(stores)).collect();
    while let Some(block) = work.pop() {
        if cfg.position(block).is_some_and(|k| filled.insert(k)) {
            work.extend(func.successors(block));
        }
    }
    filled
}
