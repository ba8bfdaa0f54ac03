//! The function of a block: its entry, the loops over the threads, and the control flow between them.

use super::across::{Across, Scratch, Way, cells};
use super::expand::{Added, CELL_BYTES, scalar_bytes};
use super::plan::Plan;
use super::region::Region;
use super::uniform::Divergence;
use super::{BlockFunction, KernelLayout, Mode};
use coluber_abi::kernel::{offset, state};
use coluber_base::{Diagnostic, Span};
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op, ThreadWord};
use coluber_ir::{Block, Builder, Cfg, Const, Inst, Slot, Target, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;
use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap;

/// A kernel in which all steps before have run, and what they found.
pub(super) struct Source<'k> {
    pub func: &'k Typed,
    pub cfg: &'k Cfg,
    pub added: Added,
    pub divergence: &'k Divergence,
    pub plan: &'k Plan,
    pub across: &'k Across,
    pub mode: Mode,
    /// Whether the threads wait once at an exchange.
    pub single: bool,
    /// Number of the kernel's own parameters.
    pub own_params: usize,
}

/// Values that are there in the whole function.
pub(super) struct Base {
    pub ctx: Value,
    pub zero: Value,
    pub one: Value,
    pub none: Value,
    /// Extents of the block, as int64.
    pub extents: [Value; 3],
    /// Words of the launch, as int32 and as int64.
    pub words: Vec<(ThreadWord, [Value; 2])>,
    /// Arrays over the threads, when they are needed.
    pub states: Option<Value>,
    pub masks: Option<Value>,
    /// What stands for the kernel's parameters.
    pub params: FxHashMap<Value, Value>,
    /// Addresses of shared arrays.
    pub shared: FxHashMap<u32, Value>,
    pub shared_dynamic: Value,
    /// Local arrays in scratch memory: those of all threads, bytes for each.
    pub locals: FxHashMap<u32, (Value, Value)>,
    /// The memory of the block behind that of the threads.
    pub block_memory: Value,
    /// The arrays of the scalar fields of what is kept for each thread.
    pub kept: FxHashMap<Value, Vec<(Ty, Value)>>,
}

/// A function of a block that is being made.
pub(super) struct Maker<'k> {
    pub source: &'k Source<'k>,
    pub out: Typed,
    pub base: Base,
    pub cells: FxHashMap<Value, Slot>,
    pub defs: SecondaryMap<Value, Option<Inst>>,
    pub def_block: SecondaryMap<Value, Option<Block>>,
    /// Whether the exchanges take turns between two sets of cells; then where the one is that is written next, as its distance from
    /// the first.
    pub turn: Option<Slot>,
    /// Ends the function.
    pub finish: Block,
    /// Chooses the next loop in an irregular kernel.
    pub dispatch: Option<Block>,
    /// The loops by where they start in the kernel: their numbers and first blocks.
    starts: FxHashMap<Block, (i32, Block)>,
    work: Vec<Block>,
    /// Heads of the loops over x.
    pub rows: Vec<Block>,
    /// Where the function goes on when it is called again: number, block.
    pub resumes: Vec<(i32, Block)>,
    /// Leaves the function, which is to be called again.
    pub pause: Block,
    /// Where what is kept for the block is in memory while the function is left.
    /// Bytes of it.
    pub block_bytes: u32,
}

/// A function of a block, and what is known of it.
pub(super) struct Made {
    pub function: BlockFunction,
    /// Values that are not negative and fit int32.
    pub words: Vec<Value>,
}

/// Makes the function.
pub(super) fn make(source: &Source<'_>) -> Result<Made, Box<Diagnostic>> {
    let mut layout = KernelLayout {
        masked: source.plan.masked,
        irregular: source.plan.irregular,
        grid_sync: source.plan.grid_sync,
        ..KernelLayout::default()
    };
    let mut maker = Maker::new(source, &mut layout);
    let (_, first) = maker.start(source.func.entry());
    let mut done = 0;
    while done < maker.work.len() {
        let start = maker.work[done];
        done += 1;
        Region::new(&mut maker, start).make()?;
    }
    layout.regions = done as u32;
    layout.block_bytes = maker.block_bytes;
    maker.fill_dispatch();
    maker.fill_resume(first);
    let words = maker.base.words.iter().flat_map(|&(_, both)| both).collect();
    Ok(Made { function: BlockFunction { typed: maker.out, layout, rows: maker.rows }, words })
}

impl<'k> Maker<'k> {
    fn new(source: &'k Source<'k>, layout: &mut KernelLayout) -> Self {
        let func = source.func;
        let mut out = Typed::new(func.name.clone());
        out.ret = Ty::none();
        out.slots = func.slots.clone();
        out.add_block();
        let kept = source.across.kept(Way::Cell);
        let cells = cells(func, &mut out, &kept);
        let base = Entry::new(source, &mut out).fill(layout);
        let finish = out.add_block();
        Builder::new(&mut out, finish).ret(base.none);
        let dispatch = source.plan.irregular.then(|| out.add_block());
        let turns = source.single && base.params[&source.added.cells] != base.params[&source.added.states];
        let turn = turns.then(|| out.add_slot(Ty::int64(), "turn"));
        let (mut defs, mut def_block) = (SecondaryMap::new(), SecondaryMap::new());
        for &block in source.cfg.order() {
            let data = &func.blocks[block];
            data.params.iter().for_each(|&p| def_block[p] = Some(block));
            for &inst in &data.insts {
                for &result in &func.insts[inst].results {
                    defs[result] = Some(inst);
                    def_block[result] = Some(block);
                }
            }
        }
        let pause = out.add_block();
        Builder::new(&mut out, pause).ret(base.none);
        Maker {
            source,
            out,
            base,
            cells,
            defs,
            def_block,
            turn,
            finish,
            dispatch,
            starts: FxHashMap::default(),
            work: Vec::new(),
            rows: Vec::new(),
            resumes: Vec::new(),
            pause,
            block_bytes: 0,
        }
    }

    /// Number and first block of the loop that starts at a block of the kernel; it will be made.
    pub fn start(&mut self, block: Block) -> (i32, Block) {
        if let Some(&known) = self.starts.get(&block) {
            return known;
        }
        let first = self.out.add_block();
        let number = self.work.len() as i32;
        self.work.push(block);
        self.starts.insert(block, (number, first));
        (number, first)
    }

    /// Makes an instruction with one result.
    pub fn emit(&mut self, list: &mut Vec<Inst>, op: Op, args: &[Value], ty: Ty) -> Value {
        let inst = self.out.make_inst(op, args, &[ty], Span::default());
        list.push(inst);
        self.out.result(inst)
    }

    /// Makes an instruction without result.
    pub fn effect(&mut self, list: &mut Vec<Inst>, op: Op, args: &[Value]) {
        list.push(self.out.make_inst(op, args, &[], Span::default()));
    }

    /// A constant.
    pub fn int(&mut self, list: &mut Vec<Inst>, value: i64, ty: Ty) -> Value {
        self.emit(list, Op::Const { value: Const::Int(value) }, &[], ty)
    }

    /// The element of a thread in an array over the threads.
    pub fn element(&mut self, list: &mut Vec<Inst>, array: Value, linear: Value, bytes: u32) -> Value {
        let bytes = self.int(list, i64::from(bytes), Ty::int64());
        let offset = self.emit(list, Op::Arith { op: Arith::Mul }, &[linear, bytes], Ty::int64());
        self.emit(list, Op::PtrAdd {}, &[array, offset], Ty::ptr())
    }

    /// The entry goes on where the function was left, or at the start.
    fn fill_resume(&mut self, first: Block) {
        let (entry, finish, ctx) = (self.out.entry(), self.finish, self.base.ctx);
        let resumes = std::mem::take(&mut self.resumes);
        let mut b = Builder::new(&mut self.out, entry);
        if !resumes.is_empty() {
            let next = field(&mut b, ctx, offset::RESUME, Ty::int32());
            for (number, block) in resumes {
                let here = compare_to(&mut b, next, number);
                let other = b.func.add_block();
                b.branch(here, (block, &[]), (other, &[]));
                b.switch_to(other);
            }
            let mut list = Vec::new();
            b.jump(first, &[]);
            self.write_resume(&mut list, 0);
            self.out.blocks[finish].insts.append(&mut list);
            return;
        }
        b.jump(first, &[]);
    }

    /// Says where the function goes on when it is called again.
    pub fn write_resume(&mut self, list: &mut Vec<Inst>, number: i32) {
        let at = self.int(list, offset::RESUME, Ty::int64());
        let place = self.emit(list, Op::PtrAdd {}, &[self.base.ctx, at], Ty::ptr());
        let number = self.int(list, number.into(), Ty::int32());
        self.effect(list, Op::Store {}, &[place, number]);
    }

    /// Leaves the function at a barrier of the grid, behind which it goes on at `start`: what is kept for the block is in memory
    /// meanwhile. Gives the block that does so.
    pub fn pause_before(&mut self, start: Block) -> Block {
        let (number, first) = self.start(start);
        let (mut save, mut restore) = (Vec::new(), Vec::new());
        self.block_bytes = self.block_bytes.max(self.move_cells(start, &mut save, &mut restore));
        self.write_resume(&mut save, number);
        let (out, back) = (self.out.add_block(), self.out.add_block());
        let jump = |block| Terminator::Jump(Target { block, args: Values::new() });
        self.out.blocks[out].insts = save;
        self.out.blocks[out].term = jump(self.pause);
        self.out.blocks[back].insts = restore;
        self.out.blocks[back].term = jump(first);
        self.resumes.push((number, back));
        out
    }

    /// Code that moves the cells that are needed at a start to the block's memory and back; the bytes that they take.
    fn move_cells(&mut self, start: Block, save: &mut Vec<Inst>, restore: &mut Vec<Inst>) -> u32 {
        let needed: Vec<Value> = self.source.across.needed(start).iter().map(Value::new).collect();
        let mut bytes = 0;
        for value in needed {
            let Some(&slot) = self.cells.get(&value) else { continue };
            let ty = self.source.func.ty(value);
            let have = self.emit(save, Op::SlotLoad { slot }, &[], ty);
            let (mut scalars, mut loaded) = (Values::new(), Values::new());
            take_apart(self, save, have, &mut scalars);
            for scalar in scalars {
                let scalar_ty = self.out.ty(scalar);
                let place = self.place_in_block(save, bytes);
                self.effect(save, Op::Store {}, &[place, scalar]);
                let place = self.place_in_block(restore, bytes);
                loaded.push(self.emit(restore, Op::Load {}, &[place], scalar_ty));
                bytes += 8;
            }
            let back = put_together(self, restore, ty, &mut &loaded[..]);
            self.effect(restore, Op::SlotStore { slot }, &[back]);
        }
        bytes
    }

    fn place_in_block(&mut self, list: &mut Vec<Inst>, bytes: u32) -> Value {
        let bytes = self.int(list, bytes.into(), Ty::int64());
        self.emit(list, Op::PtrAdd {}, &[self.base.block_memory, bytes], Ty::ptr())
    }

    /// In an irregular kernel a function of the runtime chooses the loop that is run next.
    fn fill_dispatch(&mut self) {
        let (Some(dispatch), Some(states), Some(masks)) = (self.dispatch, self.base.states, self.base.masks) else {
            return;
        };
        let threads = self.base.params[&self.source.added.threads];
        let mut starts: Vec<(i32, Block)> = self.starts.values().copied().filter(|&(number, _)| number > 0).collect();
        starts.sort_by_key(|&(number, _)| number);
        let (finish, Mode { debug, check }) = (self.finish, self.source.mode);
        let mut b = Builder::new(&mut self.out, dispatch);
        let next = b.value(Op::Runtime { func: "kernel_schedule".into() }, &[states, masks, threads], Ty::int32());
        let stuck = compare_to(&mut b, next, state::DEADLOCK);
        if check {
            b.effect(Op::Runtime { func: "check_stuck".into() }, &[stuck]);
        }
        if debug {
            let ok = b.value(Op::Unary { op: coluber_ir::typed::Unary::Not }, &[stuck], Ty::boolean());
            let message = "threads of the block wait for each other: not all of them come to the same barrier";
            b.effect(Op::Guard { class: "RuntimeError".into(), message: message.into() }, &[ok]);
        } else {
            let chain = b.func.add_block();
            b.branch(stuck, (dispatch, &[]), (chain, &[]));
            b.switch_to(chain);
        }
        for (number, first) in starts {
            let here = compare_to(&mut b, next, number);
            let other = b.func.add_block();
            b.branch(here, (first, &[]), (other, &[]));
            b.switch_to(other);
        }
        b.jump(finish, &[]);
    }
}

fn compare_to(b: &mut Builder<'_, Op>, value: Value, with: i32) -> Value {
    let with = b.value(Op::Const { value: Const::Int(with.into()) }, &[], Ty::int32());
    b.value(Op::Compare { op: CmpOp::Eq }, &[value, with], Ty::boolean())
}

/// Fills the entry of the function.
struct Entry<'k, 'o> {
    source: &'k Source<'k>,
    b: Builder<'o, Op>,
    ctx: Value,
    memory: Value,
    threads: Value,
}

/// The words that the context holds.
const WORDS: [(ThreadWord, i64); 10] = [
    (ThreadWord::NtidX, offset::NTID),
    (ThreadWord::NtidY, offset::NTID + 4),
    (ThreadWord::NtidZ, offset::NTID + 8),
    (ThreadWord::CtaidX, offset::CTAID),
    (ThreadWord::CtaidY, offset::CTAID + 4),
    (ThreadWord::CtaidZ, offset::CTAID + 8),
    (ThreadWord::NctaidX, offset::NCTAID),
    (ThreadWord::NctaidY, offset::NCTAID + 4),
    (ThreadWord::NctaidZ, offset::NCTAID + 8),
    (ThreadWord::DynamicShared, offset::DYNAMIC_SHARED),
];

/// A shared or local array is aligned to this at most, and takes a multiple of it.
const ARRAY_ALIGN: u32 = 16;

impl<'k, 'o> Entry<'k, 'o> {
    fn new(source: &'k Source<'k>, out: &'o mut Typed) -> Self {
        let entry = out.entry();
        let ctx = out.add_param(entry, Ty::ptr(), Some("ctx".into()));
        let mut b = Builder::new(out, entry);
        let memory = field(&mut b, ctx, offset::SCRATCH, Ty::ptr());
        let threads = field(&mut b, ctx, offset::THREADS, Ty::int64());
        Entry { source, b, ctx, memory, threads }
    }

    fn fill(mut self, layout: &mut KernelLayout) -> Base {
        let words = self.words();
        let int = |b: &mut Builder<'o, Op>, value| b.value(Op::Const { value: Const::Int(value) }, &[], Ty::int64());
        let (zero, one) = (int(&mut self.b, 0), int(&mut self.b, 1));
        let none = self.b.value(Op::Const { value: Const::None }, &[], Ty::none());
        let extents = [words[0].1[1], words[1].1[1], words[2].1[1]];
        let (shared, shared_dynamic) = self.shared(layout);
        let mut scratch = Scratch::default();
        let locals = self.locals(&mut scratch);
        let sets = if self.source.single { 2 } else { 1 };
        let cells = self.uses(self.source.added.cells).then(|| self.array(&mut scratch, sets * CELL_BYTES));
        let plan = self.source.plan;
        let states = (plan.masked || plan.irregular).then(|| self.array(&mut scratch, 4));
        let masks = plan.irregular.then(|| self.array(&mut scratch, 4));
        scratch.bytes = scratch.bytes.next_multiple_of(8);
        let kept = self.kept(&mut scratch);
        layout.scratch_bytes = scratch.bytes.next_multiple_of(8);
        let params = self.params(cells, states, masks);
        let block_memory = self.array_at(layout.scratch_bytes);
        let ctx = self.ctx;
        Base {
            block_memory,
            ctx,
            zero,
            one,
            none,
            extents,
            words,
            states,
            masks,
            params,
            shared,
            shared_dynamic,
            locals,
            kept,
        }
    }

    fn words(&mut self) -> Vec<(ThreadWord, [Value; 2])> {
        let mut all = Vec::new();
        for (word, offset) in WORDS {
            let short = field(&mut self.b, self.ctx, offset, Ty::int32());
            let long = self.b.value(Op::Cast {}, &[short], Ty::int64());
            all.push((word, [short, long]));
        }
        all
    }

    fn offset(&mut self, ptr: Value, bytes: u32) -> Value {
        let bytes = self.b.value(Op::Const { value: Const::Int(bytes.into()) }, &[], Ty::int64());
        self.b.value(Op::PtrAdd {}, &[ptr, bytes], Ty::ptr())
    }

    /// Numbers and sizes of the arrays that an operation names, each once, in order.
    fn arrays(&self, pick: impl Fn(&Op) -> Option<(u32, u32)>) -> Vec<(u32, u32)> {
        let func = self.source.func;
        let insts = self.source.cfg.order().iter().flat_map(|&b| &func.blocks[b].insts);
        let mut found: Vec<(u32, u32)> = insts.filter_map(|&i| pick(&func.insts[i].op)).collect();
        found.sort_by_key(|&(id, bytes)| (id, std::cmp::Reverse(bytes)));
        found.dedup_by_key(|&mut (id, _)| id);
        found
    }

    fn shared(&mut self, layout: &mut KernelLayout) -> (FxHashMap<u32, Value>, Value) {
        let memory = field(&mut self.b, self.ctx, offset::SHARED, Ty::ptr());
        let arrays = self.arrays(|op| match op {
            Op::Shared { id, bytes, .. } => Some((*id, *bytes)),
            _ => None,
        });
        let mut places = FxHashMap::default();
        for (id, bytes) in arrays {
            places.insert(id, self.offset(memory, layout.shared_bytes));
            layout.shared_bytes += bytes.next_multiple_of(ARRAY_ALIGN);
        }
        (places, self.offset(memory, layout.shared_bytes))
    }

    /// Local arrays of a kernel with several loops over the threads are in scratch memory; others stay as they are.
    fn locals(&mut self, scratch: &mut Scratch) -> FxHashMap<u32, (Value, Value)> {
        if !self.source.cfg.order().iter().any(|&b| self.source.plan.end(b).is_some()) {
            return FxHashMap::default();
        }
        let arrays = self.arrays(|op| match op {
            Op::Local { id, bytes, .. } => Some((*id, *bytes)),
            _ => None,
        });
        let mut places = FxHashMap::default();
        for (id, bytes) in arrays {
            let bytes = bytes.next_multiple_of(ARRAY_ALIGN);
            let array = self.array(scratch, bytes);
            let bytes = self.b.value(Op::Const { value: Const::Int(bytes.into()) }, &[], Ty::int64());
            places.insert(id, (array, bytes));
        }
        places
    }

    /// The next array over the threads.
    fn array(&mut self, scratch: &mut Scratch, bytes: u32) -> Value {
        let array = self.array_at(scratch.bytes);
        scratch.bytes += bytes;
        array
    }

    fn array_at(&mut self, bytes: u32) -> Value {
        let bytes = self.b.value(Op::Const { value: Const::Int(bytes.into()) }, &[], Ty::int64());
        let offset = self.b.value(Op::Arith { op: Arith::Mul }, &[self.threads, bytes], Ty::int64());
        self.b.value(Op::PtrAdd {}, &[self.memory, offset], Ty::ptr())
    }

    fn kept(&mut self, scratch: &mut Scratch) -> FxHashMap<Value, Vec<(Ty, Value)>> {
        let values = self.source.across.kept(Way::Scratch);
        scratch.place(self.source.func, &values);
        let mut kept = FxHashMap::default();
        for value in values {
            let fields = scratch.fields(value).iter().map(|&(ty, at)| (ty, self.array_at(at))).collect();
            kept.insert(value, fields);
        }
        kept
    }

    fn uses(&self, value: Value) -> bool {
        let func = self.source.func;
        let mut insts = self.source.cfg.order().iter().flat_map(|&b| &func.blocks[b].insts);
        insts.any(|&i| func.insts[i].args.contains(&value))
    }

    /// The kernel's parameters become the function's; what `expand` added is there already, but for the number of the thread.
    fn params(&mut self, cells: Option<Value>, states: Option<Value>, masks: Option<Value>) -> FxHashMap<Value, Value> {
        let (source, entry) = (self.source, self.b.block());
        let null = self.b.value(Op::Const { value: Const::Int(0) }, &[], Ty::ptr());
        let mut params = FxHashMap::default();
        for &param in &source.func.params()[..source.own_params] {
            let name = source.func.values[param].name.clone();
            params.insert(param, self.b.func.add_param(entry, source.func.ty(param), name));
        }
        params.insert(source.added.threads, self.threads);
        params.insert(source.added.cells, cells.unwrap_or(null));
        params.insert(source.added.seen, cells.unwrap_or(null));
        params.insert(source.added.states, states.unwrap_or(null));
        params.insert(source.added.masks, masks.unwrap_or(null));
        params
    }
}

fn field(b: &mut Builder<'_, Op>, ctx: Value, offset: i64, ty: Ty) -> Value {
    let offset = b.value(Op::Const { value: Const::Int(offset) }, &[], Ty::int64());
    let place = b.value(Op::PtrAdd {}, &[ctx, offset], Ty::ptr());
    b.value(Op::Load {}, &[place], ty)
}

/// Takes a value apart into scalars, in the order of the fields of its type.
pub(super) fn take_apart(maker: &mut Maker<'_>, list: &mut Vec<Inst>, value: Value, out: &mut Values) {
    let ty = maker.out.ty(value);
    if coluber_types::fields::is_scalar(ty) {
        out.push(value);
        return;
    }
    for (index, field) in (0..).zip(coluber_types::fields::fields(ty)) {
        let part = maker.emit(list, Op::Part { index }, &[value], field);
        take_apart(maker, list, part, out);
    }
}

/// Puts a value together of scalars.
pub(super) fn put_together(maker: &mut Maker<'_>, list: &mut Vec<Inst>, ty: Ty, scalars: &mut &[Value]) -> Value {
    if coluber_types::fields::is_scalar(ty)
        && let [first, rest @ ..] = *scalars
    {
        *scalars = rest;
        return *first;
    }
    let fields = coluber_types::fields::fields(ty);
    if fields.is_empty() {
        return maker.emit(list, Op::Const { value: Const::None }, &[], ty);
    }
    let parts: Values = fields.into_iter().map(|field| put_together(maker, list, field, scalars)).collect();
    maker.emit(list, Op::Pack {}, &parts, ty)
}

/// Bytes of an element of an array over the threads.
pub(super) fn element_bytes(ty: Ty) -> u32 {
    scalar_bytes(ty)
}
