//! The places at which a function waits.

use coluber_base::Span;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Inst, Liveness, Slot, Target, Terminator, Typed, Value, liveness::AllValues};
use rustc_hash::{FxHashMap, FxHashSet};

/// A `yield`: the last thing in a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub block: Block,
    /// The block behind it.
    pub next: Block,
    pub span: Span,
}

/// Cuts the blocks behind each `yield`.
pub(super) fn cut(func: &mut Typed) -> Vec<Stop> {
    let mut stops = Vec::new();
    let mut k = 0;
    // Blocks that are added come later, so that each `yield` is found once.
    while let Some(&block) = func.layout.get(k) {
        k += 1;
        let insts = &func.blocks[block].insts;
        let Some(at) = insts.iter().position(|&inst| matches!(func.insts[inst].op, Op::Yield {})) else {
            continue;
        };
        let span = func.insts[insts[at]].span;
        let next = func.add_block();
        let data = &mut func.blocks[block];
        let rest = data.insts.split_off(at + 1);
        let to_next = Terminator::Jump(Target { block: next, args: Default::default() });
        let term = std::mem::replace(&mut data.term, to_next);
        let (term_span, handler) = (data.term_span, data.handler);
        let data = &mut func.blocks[next];
        (data.insts, data.term, data.term_span, data.handler) = (rest, term, term_span, handler);
        stops.push(Stop { block, next, span });
    }
    stops
}

/// Whether the function can do something about an exception at a `yield`: handle it, or hand it on.
pub(super) fn may_handle(func: &Typed, stops: &[Stop]) -> bool {
    let hands_on =
        |block: Block| func.blocks[block].insts.iter().any(|&inst| matches!(func.insts[inst].op, Op::Thrown {}));
    stops.iter().any(|stop| func.blocks[stop.next].handler.is_some() || hands_on(stop.next))
}

/// Handlers have no parameters: values that they need, and that are needed behind a `yield`, become memory cells.
pub(super) fn keep_in_cells(func: &mut Typed, stops: &[Stop]) {
    let cfg = Cfg::new(func);
    let handlers: FxHashSet<Block> = func.layout.iter().filter_map(|&block| func.blocks[block].handler).collect();
    if handlers.is_empty() || stops.is_empty() {
        return;
    }
    let live = Liveness::new(func, &cfg, &AllValues::of(func));
    let at_handlers: FxHashSet<usize> = handlers.iter().flat_map(|&h| live.live_in(h).iter()).collect();
    let behind = stops.iter().flat_map(|stop| live.live_in(stop.next).iter());
    let mut both: Vec<usize> = behind.filter(|value| at_handlers.contains(value)).collect();
    both.sort_unstable();
    both.dedup();
    let cells = both.into_iter().map(|k| Value::from_u32(k as u32));
    let cells: FxHashMap<Value, Slot> = cells.map(|v| (v, func.add_slot(func.ty(v), "kept"))).collect();
    for block in func.layout.clone() {
        use_cells(func, block, &cells);
    }
}

/// Definitions store, uses load.
fn use_cells(func: &mut Typed, block: Block, cells: &FxHashMap<Value, Slot>) {
    let mut out = Vec::new();
    for param in func.blocks[block].params.clone() {
        store(func, param, cells, &mut out);
    }
    for inst in std::mem::take(&mut func.blocks[block].insts) {
        for k in 0..func.insts[inst].args.len() {
            let loaded = load(func, func.insts[inst].args[k], cells, &mut out);
            func.insts[inst].args[k] = loaded;
        }
        out.push(inst);
        for result in func.insts[inst].results.clone() {
            store(func, result, cells, &mut out);
        }
    }
    let mut term = func.blocks[block].term.clone();
    term.map_uses(|value| load(func, value, cells, &mut out));
    func.blocks[block].term = term;
    func.blocks[block].insts = out;
}

fn store(func: &mut Typed, value: Value, cells: &FxHashMap<Value, Slot>, out: &mut Vec<Inst>) {
    if let Some(&slot) = cells.get(&value) {
        out.push(func.make_inst(Op::SlotStore { slot }, &[value], &[], Span::default()));
    }
}

fn load(func: &mut Typed, value: Value, cells: &FxHashMap<Value, Slot>, out: &mut Vec<Inst>) -> Value {
    let Some(&slot) = cells.get(&value) else {
        return value;
    };
    let ty = func.ty(value);
    let inst = func.make_inst(Op::SlotLoad { slot }, &[], &[ty], Span::default());
    out.push(inst);
    func.result(inst)
}
