//! Writes operations of several threads as exchanges through memory: each thread stores its operand into a cell, waits, reads the
//! cells of others, and waits again, so that the cells can be used for the next exchange. Where all threads of a block are always at
//! the same place they need not wait again: the exchanges take turns between two sets of cells.
//!
//! Behind this step `barrier<sync>`, `barrier<grid>` and `warp<sync>` are the only operations that wait, each the last of its block,
//! which jumps to a block of its own. A `warp<sync>` with the mask 0 waits for those lanes of the warp that can come there.
//!
//! The function is given parameters for what is known of the thread and of the memory of the block ([`Added`]).

use coluber_abi::kernel::WARP;
use coluber_base::{Diagnostic, Name, Span};
use coluber_ir::typed::{Arith, BarrierKind, Op, ThreadWord, WarpOp};
use coluber_ir::{Block, Builder, Cfg, Const, Inst, InstData, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};
use smallvec::SmallVec;

/// The parameters behind the kernel's own.
#[derive(Clone, Copy, Debug)]
pub struct Added {
    /// Number of the thread in the block, an int64.
    pub linear: Value,
    /// Number of threads in the block, an int64.
    pub threads: Value,
    /// Cells for each thread: [`CELL_BYTES`] times the number of threads. Those for values of 1, 2, 4 and 8 bytes do not overlap,
    /// because warps can be at different exchanges.
    pub cells: Value,
    /// The cells that were written before the threads waited last.
    pub seen: Value,
    /// The states of the threads, or null while none can have ended.
    pub states: Value,
    /// The masks that the threads wait with, or null where all threads wait at one place.
    pub masks: Value,
}

/// Number of parameters in [`Added`].
pub const ADDED: usize = 6;

/// Bytes of the cells of a thread; those for values of n bytes start at n times the number of threads.
pub const CELL_BYTES: u32 = 16;

/// Runs the step. With `single` the threads do not wait again behind an exchange of a warp.
///
/// # Errors
/// When a thread waits where exceptions are caught.
pub fn expand(func: &mut Typed, single: bool) -> Result<Added, Box<Diagnostic>> {
    let entry = func.entry();
    let mut add = |ty: Ty, name: &str| func.add_param(entry, ty, Some(name.into()));
    let added = Added {
        linear: add(Ty::int64(), "linear"),
        threads: add(Ty::int64(), "threads"),
        cells: add(Ty::ptr(), "cells"),
        seen: add(Ty::ptr(), "seen"),
        states: add(Ty::ptr(), "states"),
        masks: add(Ty::ptr(), "masks"),
    };
    let cfg = Cfg::new(func);
    func.layout.retain(|&b| cfg.is_reachable(b));
    for block in func.layout.clone() {
        Expander::run(func, added, single, block)?;
    }
    let cfg = Cfg::new(func);
    func.layout.retain(|&b| cfg.is_reachable(b));
    Ok(added)
}

/// Whether threads wait at the operation.
pub fn waits(op: &Op) -> bool {
    matches!(op, Op::Barrier { .. } | Op::Warp { .. })
}

/// Fills a block again, and those that it is split into.
struct Expander<'f> {
    b: Builder<'f, Op>,
    added: Added,
    single: bool,
    handled: bool,
}

type Done = Result<(), Box<Diagnostic>>;

impl<'f> Expander<'f> {
    fn run(func: &'f mut Typed, added: Added, single: bool, block: Block) -> Done {
        let data = &mut func.blocks[block];
        let insts = std::mem::take(&mut data.insts);
        let term = std::mem::replace(&mut data.term, Terminator::Unreachable);
        let (span, handled) = (data.term_span, data.handler.is_some());
        let mut expander = Expander { b: Builder::new(func, block), added, single, handled };
        for inst in insts {
            if expander.inst(inst)? {
                return Ok(());
            }
        }
        expander.b.set_span(span);
        expander.b.terminate(term);
        Ok(())
    }

    /// Whether the thread ends here.
    fn inst(&mut self, inst: Inst) -> Result<bool, Box<Diagnostic>> {
        let data = self.b.func.insts[inst].clone();
        self.b.set_span(data.span);
        match data.op {
            Op::Exit {} => {
                let none = self.b.value(Op::Const { value: Const::None }, &[], Ty::none());
                self.b.ret(none);
                return Ok(true);
            }
            Op::Thread { word: ThreadWord::Lane } => {
                let lane = self.lane();
                self.define(&data, Op::Cast {}, &[lane]);
            }
            Op::ActiveMask {} => self.active_mask(&data)?,
            Op::Barrier { kind } => self.barrier(inst, &data, kind)?,
            Op::Warp { op: WarpOp::Sync } => self.wait(Op::Warp { op: WarpOp::Sync }, &data.args, data.span)?,
            Op::Warp { op } => self.warp(&data, op)?,
            _ => self.keep(inst),
        }
        Ok(false)
    }

    fn keep(&mut self, inst: Inst) {
        let block = self.b.block();
        self.b.func.blocks[block].insts.push(inst);
    }

    /// Appends an operation that defines the result of an old one.
    fn define(&mut self, old: &InstData<Op>, op: Op, args: &[Value]) {
        let inst = self.b.inst(op, args, &[]);
        self.b.func.insts[inst].results = old.results.clone();
    }

    /// Ends the block with an operation that waits and goes on in a new one.
    fn wait(&mut self, op: Op, args: &[Value], span: Span) -> Done {
        if self.handled {
            return Err(Diagnostic::unsupported("threads of a kernel can't wait inside of `try`", span));
        }
        self.b.effect(op, args);
        let next = self.b.func.add_block();
        self.b.terminate(Terminator::Jump(Target { block: next, args: SmallVec::new() }));
        self.b.switch_to(next);
        Ok(())
    }

    fn int(&mut self, value: i64, ty: Ty) -> Value {
        self.b.value(Op::Const { value: Const::Int(value) }, &[], ty)
    }

    fn arith(&mut self, op: Arith, a: Value, b: Value) -> Value {
        let ty = self.b.func.ty(a);
        self.b.value(Op::Arith { op }, &[a, b], ty)
    }

    fn compare(&mut self, op: CmpOp, a: Value, b: Value) -> Value {
        self.b.value(Op::Compare { op }, &[a, b], Ty::boolean())
    }

    fn runtime(&mut self, name: &str, args: &[Value]) -> Value {
        self.b.value(Op::Runtime { func: Name::from(name) }, args, Ty::int32())
    }

    fn lane(&mut self) -> Value {
        let last = self.int(WARP - 1, Ty::int64());
        self.arith(Arith::And, self.added.linear, last)
    }

    /// The cells for values of some size, in a set of cells.
    fn cells(&mut self, set: Value, bytes: u32) -> Value {
        let bytes = self.int(i64::from(bytes), Ty::int64());
        let offset = self.arith(Arith::Mul, self.added.threads, bytes);
        self.b.value(Op::PtrAdd {}, &[set, offset], Ty::ptr())
    }

    /// The cell of a thread for values of some size.
    fn cell(&mut self, set: Value, thread: Value, bytes: u32) -> Value {
        let cells = self.cells(set, bytes);
        let bytes = self.int(i64::from(bytes), Ty::int64());
        let offset = self.arith(Arith::Mul, thread, bytes);
        self.b.value(Op::PtrAdd {}, &[cells, offset], Ty::ptr())
    }

    /// Stores into the own cell.
    fn put(&mut self, value: Value, bytes: u32) {
        let place = self.cell(self.added.cells, self.added.linear, bytes);
        self.b.effect(Op::Store {}, &[place, value]);
    }

    /// What a thread has stored into its cell.
    fn seen(&mut self, thread: Value, ty: Ty) -> Value {
        let place = self.cell(self.added.seen, thread, scalar_bytes(ty));
        self.b.value(Op::Load {}, &[place], ty)
    }

    fn put_truth(&mut self, value: Value) {
        let value = self.b.value(Op::Cast {}, &[value], Ty::int32());
        self.put(value, 4);
    }

    // Barriers

    fn barrier(&mut self, inst: Inst, data: &InstData<Op>, kind: BarrierKind) -> Done {
        if matches!(kind, BarrierKind::Sync | BarrierKind::Grid) {
            return self.wait(self.b.func.insts[inst].op.clone(), &[], data.span);
        }
        self.put(data.args[0], 4);
        self.wait(Op::Barrier { kind: BarrierKind::Sync }, &[], data.span)?;
        let Added { states, threads, .. } = self.added;
        let cells = self.cells(self.added.seen, 4);
        let count = self.runtime("kernel_count", &[cells, states, threads]);
        match kind {
            BarrierKind::And => {
                let all = self.runtime("kernel_live", &[states, threads]);
                let all = self.compare(CmpOp::Eq, count, all);
                self.define(data, Op::Cast {}, &[all]);
            }
            BarrierKind::Or => {
                let zero = self.int(0, Ty::int32());
                let any = self.compare(CmpOp::Ne, count, zero);
                self.define(data, Op::Cast {}, &[any]);
            }
            _ => self.define(data, Op::Cast {}, &[count]),
        }
        self.wait(Op::Barrier { kind: BarrierKind::Sync }, &[], data.span)
    }

    // Warps

    fn warp(&mut self, data: &InstData<Op>, op: WarpOp) -> Done {
        match op {
            WarpOp::ShuffleIndex | WarpOp::ShuffleUp | WarpOp::ShuffleDown | WarpOp::ShuffleXor => {
                self.shuffle(data, op)
            }
            WarpOp::MatchAny | WarpOp::MatchAll => self.match_values(data, op),
            _ => self.vote(data, op),
        }
    }

    fn wait_for(&mut self, mask: Value, span: Span) -> Done {
        self.wait(Op::Warp { op: WarpOp::Sync }, &[mask], span)
    }

    /// Behind an exchange.
    fn wait_again(&mut self, mask: Value, span: Span) -> Done {
        if self.single { Ok(()) } else { self.wait_for(mask, span) }
    }

    fn vote(&mut self, data: &InstData<Op>, op: WarpOp) -> Done {
        let mask = data.args[0];
        self.put_truth(data.args[1]);
        self.wait_for(mask, data.span)?;
        let Added { states, linear, threads, .. } = self.added;
        let cells = self.cells(self.added.seen, 4);
        let ballot = self.runtime("kernel_ballot", &[cells, states, linear, threads, mask]);
        let zero = self.int(0, Ty::int32());
        match op {
            WarpOp::Any => self.define(data, Op::Compare { op: CmpOp::Ne }, &[ballot, zero]),
            WarpOp::All | WarpOp::Equal => {
                let lanes = self.runtime("kernel_lanes", &[states, linear, threads, mask]);
                let all = self.compare(CmpOp::Eq, ballot, lanes);
                let none = self.compare(CmpOp::Eq, ballot, zero);
                let (also, with) = if op == WarpOp::All { (all, all) } else { (all, none) };
                self.define(data, Op::Arith { op: Arith::Or }, &[also, with]);
            }
            _ => self.define(data, Op::Cast {}, &[ballot]),
        }
        self.wait_again(mask, data.span)
    }

    fn match_values(&mut self, data: &InstData<Op>, op: WarpOp) -> Done {
        let mask = data.args[0];
        let bits = self.bits(data.args[1]);
        self.put(bits, 8);
        self.wait_for(mask, data.span)?;
        let Added { states, linear, threads, .. } = self.added;
        let cells = self.cells(self.added.seen, 8);
        let equal = self.runtime("kernel_match", &[cells, states, linear, threads, mask]);
        if op == WarpOp::MatchAll {
            let lanes = self.runtime("kernel_lanes", &[states, linear, threads, mask]);
            let all = self.compare(CmpOp::Eq, equal, lanes);
            let zero = self.int(0, Ty::int32());
            self.define(data, Op::Select {}, &[all, lanes, zero]);
        } else {
            self.define(data, Op::Cast {}, &[equal]);
        }
        self.wait_again(mask, data.span)
    }

    /// The bits of a scalar as an int64.
    fn bits(&mut self, value: Value) -> Value {
        let ty = self.b.func.ty(value);
        let value = match (ty.kind(), scalar_bytes(ty)) {
            (Kind::Float(_), 2) => self.b.value(Op::Bitcast {}, &[value], Ty::int16()),
            (Kind::Float(_), 4) => self.b.value(Op::Bitcast {}, &[value], Ty::int32()),
            (Kind::Float(_), _) => return self.b.value(Op::Bitcast {}, &[value], Ty::int64()),
            _ => value,
        };
        self.b.value(Op::Cast {}, &[value], Ty::int64())
    }

    fn shuffle(&mut self, data: &InstData<Op>, op: WarpOp) -> Done {
        let (mask, value, by) = (data.args[0], data.args[1], data.args[2]);
        let ty = self.b.func.ty(value);
        self.put(value, scalar_bytes(ty));
        self.wait_for(mask, data.span)?;
        let (source, ok) = self.source(op, by);
        if matches!(op, WarpOp::ShuffleUp | WarpOp::ShuffleDown) {
            self.see_neighbour(data, source, ok);
        } else {
            let source = self.b.value(Op::Select {}, &[ok, source, self.added.linear], Ty::int64());
            let place = self.cell(self.added.seen, source, scalar_bytes(ty));
            self.define(data, Op::Load {}, &[place]);
        }
        self.wait_again(mask, data.span)
    }

    /// The value of a thread at a fixed distance, or the own one. A branch, because loads of neighbours in memory are cheaper than
    /// one from anywhere.
    fn see_neighbour(&mut self, data: &InstData<Op>, source: Value, ok: Value) {
        let own = data.args[1];
        let (there, join) = (self.b.func.add_block(), self.b.func.add_block());
        self.b.branch(ok, (there, &[]), (join, &[own]));
        self.b.switch_to(there);
        let ty = self.b.func.ty(own);
        let seen = self.seen(source, ty);
        self.b.jump(join, &[seen]);
        self.b.func.blocks[join].params.push(data.results[0]);
        self.b.switch_to(join);
    }

    /// The thread whose value a shuffle gives, and whether it exists; else it is the own value.
    fn source(&mut self, op: WarpOp, by: Value) -> (Value, Value) {
        let Added { linear, threads, .. } = self.added;
        let by = self.b.value(Op::Cast {}, &[by], Ty::int64());
        let (lane, last) = (self.lane(), self.int(WARP - 1, Ty::int64()));
        let first = self.arith(Arith::Sub, linear, lane);
        let (other, source) = match op {
            WarpOp::ShuffleUp => (self.arith(Arith::Sub, lane, by), self.arith(Arith::Sub, linear, by)),
            WarpOp::ShuffleDown => (self.arith(Arith::Add, lane, by), self.arith(Arith::Add, linear, by)),
            _ => {
                let op = if op == WarpOp::ShuffleXor { Arith::Xor } else { Arith::And };
                let with = if op == Arith::Xor { lane } else { last };
                let other = self.arith(op, by, with);
                (other, self.arith(Arith::Add, first, other))
            }
        };
        let inside = self.arith(Arith::And, other, last);
        let in_warp = self.compare(CmpOp::Eq, inside, other);
        let exists = self.compare(CmpOp::Lt, source, threads);
        (source, self.arith(Arith::And, in_warp, exists))
    }

    fn active_mask(&mut self, data: &InstData<Op>) -> Done {
        let zero = self.int(0, Ty::int32());
        self.wait_for(zero, data.span)?;
        let Added { states, masks, linear, threads, .. } = self.added;
        let active = self.runtime("kernel_active", &[states, masks, linear, threads]);
        self.define(data, Op::Cast {}, &[active]);
        // None of them may end before all have seen which they are.
        self.wait_again(active, data.span)
    }
}

/// Bytes of a scalar in memory.
pub fn scalar_bytes(ty: Ty) -> u32 {
    match ty.kind() {
        Kind::Ptr | Kind::Owner => 8,
        _ => ty.itemsize().unwrap_or(8),
    }
}
