//! A function: its blocks, their parameters and instructions.

use super::control::Loops;
use super::copied::copied;
use super::cx::Cx;
use super::debug::Watched;
use super::order::is_target;
use super::parallel::Parallel;
use super::recursion::Recursion;
use crate::CodegenError;
use crate::llvm::{BasicBlock, Builder, Func, LoopHint, Type, Val};
use crate::unit::UnitFunction;
use coluber_abi::{Leaf, leaves};
use coluber_base::{Name, Span};
use coluber_ir::function::Values;
use coluber_ir::typed::{CacheHint, Op};
use coluber_ir::{Block, InstData, OpSet, Slot, Typed, Value, reverse_postorder};
use coluber_types::{Kind, Ty};
use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The leaves of a value.
pub(super) type Leaves = SmallVec<[Val; 8]>;

pub(super) type Done<T = ()> = Result<T, CodegenError>;

/// Where the leaves of a value are in the pool.
#[derive(Clone, Copy, Default)]
struct Place {
    start: u32,
    len: u32,
}

/// A function that is being lowered.
pub(super) struct Lower<'c, 'm, 'u> {
    pub cx: &'c mut Cx<'m>,
    pub unit_function: &'u UnitFunction<'u>,
    pub ir: &'u Typed,
    pub b: Builder,
    func: Func,
    /// Holds the memory cells of the frame; ends in a jump to the first block of the IR.
    pub prologue: BasicBlock,
    /// From where control goes to the first block of the IR: behind the check of the stack, or the prologue.
    start: BasicBlock,
    pool: Vec<Val>,
    places: SecondaryMap<Value, Place>,
    blocks: SecondaryMap<Block, Option<BasicBlock>>,
    pub loops: Loops,
    pub slots: SecondaryMap<Slot, SmallVec<[Val; 4]>>,
    /// Blocks that release a list of values and go to a handler or out of the function.
    pub exits: FxHashMap<(Values, Option<Block>), BasicBlock>,
    /// Blocks that add a line to the traceback and then go to an exit.
    pub traces: FxHashMap<(u32, BasicBlock), BasicBlock>,
    pub info: Option<Val>,
    pub buffer: Option<Val>,
    /// Counts down the turns of loops until the next look at signals.
    pub turns: Option<Val>,
    /// The parallel loops that blocks are in.
    parallel: Parallel,
    /// What LLVM is told of loops that are not parallel.
    hint: Option<LoopHint>,
    /// The least address that the stack pointer may have, in functions of cycles.
    pub limit: Option<Val>,
    /// Addresses of which the alignment is not known.
    pub unaligned: FxHashSet<Value>,
    /// Floats that are only copied, and are integers until they are stored.
    pub copied: FxHashSet<Value>,
    /// Addresses with a hint for the caches of a GPU.
    pub cache_hints: FxHashMap<Value, CacheHint>,
    /// Arrays that a thread has for itself, by their numbers.
    pub locals: FxHashMap<u32, Val>,
    /// Set where the function is to be debugged.
    pub watched: Option<Watched>,
}

/// Fills the body of `func`.
pub(super) fn lower_function(
    cx: &mut Cx<'_>,
    unit_function: &UnitFunction<'_>,
    func: Func,
    recursion: Recursion,
) -> Done {
    let mut b = Builder::new(cx.module);
    b.fast_math = unit_function.fast_math.bits() | cx.float_flags;
    if has_lists(unit_function.ir) {
        b.memory_kinds = Some(cx.module.memory_kinds());
    }
    let prologue = cx.module.add_block(func, "prologue");
    let start = if recursion.checks { cx.module.add_block(func, "start") } else { prologue };
    let watched = Watched::new(cx, unit_function, func);
    let hint = (!unit_function.unrolled).then(|| cx.module.left_rolled());
    let mut lower = Lower {
        cx,
        unit_function,
        ir: unit_function.ir,
        b,
        func,
        prologue,
        start,
        pool: Vec::with_capacity(unit_function.ir.values.len() * 2),
        places: SecondaryMap::new(),
        blocks: SecondaryMap::new(),
        loops: Loops::default(),
        slots: SecondaryMap::new(),
        exits: FxHashMap::default(),
        traces: FxHashMap::default(),
        info: None,
        buffer: None,
        turns: None,
        parallel: Parallel::default(),
        hint,
        limit: recursion.in_cycle.then(|| func.param(0)),
        unaligned: FxHashSet::default(),
        copied: FxHashSet::default(),
        cache_hints: FxHashMap::default(),
        locals: FxHashMap::default(),
        watched,
    };
    lower.run()
}

fn has_lists(ir: &Typed) -> bool {
    ir.values.values().any(|value| matches!(value.ty.kind(), Kind::List { .. }))
}

impl<'u> Lower<'_, '_, 'u> {
    fn run(&mut self) -> Done {
        let order = reverse_postorder(self.ir);
        for &block in &order {
            self.blocks[block] = Some(self.cx.module.add_block(self.func, &block.to_string()));
        }
        self.locate(Span::default());
        self.add_slots();
        self.add_params(&order);
        self.loops = Loops::new(&order);
        self.add_latches(&order);
        self.parallel = Parallel::new(self.ir, self.cx.module);
        if !self.on_device() && self.watched.is_none() {
            self.copied = copied(self.ir, &order);
        }
        for &block in &order {
            self.block(block)?;
        }
        self.locate(Span::default());
        self.b.position(self.prologue);
        if self.start != self.prologue {
            self.check_stack(self.start);
        }
        self.b.br(self.target(self.ir.entry()));
        Ok(())
    }

    /// The LLVM block that an IR block starts with.
    pub fn target(&self, block: Block) -> BasicBlock {
        self.blocks[block].expect("control flow reaches blocks of the order only")
    }

    /// Memory cells start as zeros, so that an owner word in one that was never set is null.
    fn add_slots(&mut self) {
        let ir = self.ir;
        self.b.position(self.prologue);
        for (slot, data) in ir.slots.iter() {
            for &leaf in leaves(data.ty) {
                let ty = self.cx.module.memory_leaf(leaf);
                let cell = self.b.alloca(ty);
                self.b.store(ty.zero(), cell, leaf.bytes());
                cell.set_name(&data.name);
                self.slots[slot].push(cell);
            }
        }
    }

    /// Parameters of the function, and a phi for each leaf of the other blocks' parameters.
    fn add_params(&mut self, order: &[Block]) {
        let ir = self.ir;
        let entry_is_target = is_target(ir, ir.entry());
        let mut next = usize::from(self.limit.is_some());
        let mut arguments: Vec<Leaves> = Vec::new();
        for &param in ir.params() {
            let count = leaves(ir.ty(param)).len();
            arguments.push((next..next + count).map(|i| self.func.param(i)).collect());
            next += count;
        }
        for &block in order {
            if block == ir.entry() && !entry_is_target {
                continue;
            }
            self.b.position(self.target(block));
            for &param in &ir.blocks[block].params {
                let phis: Leaves = leaves(ir.ty(param)).iter().map(|&leaf| self.b.phi(self.leaf(leaf))).collect();
                self.define_named(param, &phis);
            }
        }
        for (&param, leaves) in ir.params().iter().zip(&arguments) {
            if entry_is_target {
                self.add_incoming(param, leaves, self.start);
            } else {
                self.define_named(param, leaves);
            }
        }
    }

    fn block(&mut self, block: Block) -> Done {
        let ir = self.ir;
        let data = &ir.blocks[block];
        self.b.position(self.target(block));
        self.b.access_group = self.parallel.group(block);
        for &inst in &data.insts {
            self.locate(ir.insts[inst].span);
            self.inst(&ir.insts[inst], data.handler)?;
        }
        self.locate(data.term_span);
        self.terminator(block, &data.term);
        let hint = self.parallel.closed_by(block, &data.term).map(|group| group.hint).or(self.hint);
        if let Some(hint) = hint {
            self.mark_loops(hint, block, &data.term);
        }
        self.b.access_group = None;
        Ok(())
    }

    fn inst(&mut self, inst: &'u InstData<Op>, handler: Option<Block>) -> Done {
        match &inst.op {
            Op::Const { value } => self.constant_op(inst, value),
            Op::Undef {} => self.undef(inst),
            Op::Arith { op } => self.arith(inst, *op),
            Op::Unary { op } => self.unary(inst, *op),
            Op::Fma {} => self.fma(inst),
            Op::Math { func } => self.math(inst, *func),
            Op::Compare { op } => self.compare(inst, *op),
            Op::Cast {} => self.cast(inst),
            Op::Bitcast {} => self.bitcast(inst),
            Op::Select {} => self.select(inst),
            Op::Pack {} => self.pack(inst),
            Op::Part { index } => self.part(inst, *index),
            Op::TupleItem {} => self.tuple_item(inst),
            Op::PtrAdd {} => self.ptr_add(inst),
            Op::CacheHint { hint } => self.cache_hint(inst, *hint),
            Op::Load {} | Op::Take {} => self.load(inst),
            Op::CodePoint {} => self.code_point(inst),
            Op::ListOpen {} => self.list_open(inst, handler),
            Op::ListLen {} => self.list_len(inst),
            Op::ListPlace {} => self.list_place(inst),
            Op::FieldPlace { index } => self.field_place(inst, *index),
            Op::ListShorten {} => self.list_shorten(inst),
            Op::ListTouch {} => self.list_touch(inst),
            Op::Poll { turns } => self.poll(inst, handler, *turns),
            Op::FrameLocal {} => self.frame_local(inst),
            Op::Yield {} | Op::Sent {} | Op::Thrown {} => self.unsupported(inst, "the function is not split"),
            Op::Spill {} => self.spill(inst),
            Op::TypeWord {} => self.type_word(inst),
            Op::Store {} => self.store(inst),
            Op::ElemPtr {} => self.elem_ptr(inst),
            Op::WrapIndex {} => self.wrap_index(inst),
            Op::OwnerData {} => self.owner_data(inst),
            Op::Call { spec, name } => self.call(inst, handler, *spec, name),
            Op::Splice { text } => self.splice(inst, handler, text),
            Op::FunctionAddress { spec, name } => self.function_address(inst, *spec, name),
            Op::Fork { spec, name } => self.fork(inst, handler, *spec, name),
            Op::Distribute {} | Op::Reduce { .. } | Op::InOrder { .. } => {
                self.unsupported(inst, "the loop is not outlined")
            }
            Op::Runtime { func } => self.runtime_call(inst, handler, func),
            Op::Host { func } => self.host(inst, handler, func),
            Op::Guard { class, message } => self.guard(inst, handler, class, message),
            Op::Raise { class, message } => self.raise(inst, handler, class, message),
            Op::Reraise {} => self.reraise(inst, handler),
            Op::CaughtException {} => self.caught(inst),
            Op::ExceptionMatch { classes } => self.exception_match(inst, classes),
            Op::Retain {} => self.retain(inst),
            Op::Release {} => self.release(inst),
            Op::SlotLoad { slot } => self.slot_load(inst, *slot),
            Op::SlotStore { slot } => self.slot_store(inst, *slot),
            Op::Assign { name } => self.assign(inst, name),
            Op::Thread { .. }
            | Op::Shared { .. }
            | Op::SharedDynamic {}
            | Op::Local { .. }
            | Op::Barrier { .. }
            | Op::Warp { .. }
            | Op::ActiveMask {}
            | Op::Fence { .. }
            | Op::Breakpoint {}
            | Op::Atomic { .. }
            | Op::External { .. }
            | Op::Exit {} => self.kernel_op(inst),
        }
    }

    // Values

    /// The leaves of a value.
    pub fn leaves(&self, value: Value) -> Leaves {
        let Place { start, len } = self.places[value];
        Leaves::from_slice(&self.pool[start as usize..(start + len) as usize])
    }

    /// The leaf of a scalar.
    pub fn scalar(&self, value: Value) -> Val {
        let place = self.places[value];
        debug_assert_eq!(place.len, 1, "{value} is a scalar");
        self.pool[place.start as usize]
    }

    /// Type and leaf of the first operand.
    pub fn operand(&self, inst: &InstData<Op>, index: usize) -> (Ty, Val) {
        let value = inst.args[index];
        (self.ir.ty(value), self.scalar(value))
    }

    /// The type of the first result.
    pub fn result_ty(&self, inst: &InstData<Op>) -> Ty {
        self.ir.ty(inst.results[0])
    }

    /// Sets the leaves of a value.
    pub fn define(&mut self, value: Value, leaves: &[Val]) {
        self.places[value] = Place { start: self.pool.len() as u32, len: leaves.len() as u32 };
        self.pool.extend_from_slice(leaves);
    }

    /// Sets the first result, a scalar.
    pub fn result(&mut self, inst: &InstData<Op>, value: Val) -> Done {
        self.define(inst.results[0], &[value]);
        Ok(())
    }

    /// Makes a value a run of the leaves of another one.
    pub fn define_part(&mut self, value: Value, of: Value, start: u32, len: u32) {
        self.places[value] = Place { start: self.places[of].start + start, len };
    }

    /// Sets the leaves of a value that is a Python variable.
    fn define_named(&mut self, value: Value, leaves: &[Val]) {
        if let Some(name) = &self.ir.values[value].name {
            leaves.iter().for_each(|leaf| leaf.set_name(name));
        }
        self.define(value, leaves);
    }

    // Types and constants

    pub fn leaf(&self, leaf: Leaf) -> Type {
        self.cx.module.leaf(leaf)
    }

    pub fn i32(&self, value: i32) -> Val {
        self.leaf(Leaf::I32).int(value as u64)
    }

    pub fn i64(&self, value: i64) -> Val {
        self.leaf(Leaf::I64).int(value as u64)
    }

    // Blocks

    /// A new block at the end of the function, for what seldom happens.
    pub fn cold_block(&self) -> BasicBlock {
        self.cx.module.add_block(self.func, "")
    }

    /// Memory in the frame.
    pub fn frame_memory(&mut self, ty: Type) -> Val {
        let here = self.b.block();
        self.b.position(self.prologue);
        let memory = self.b.alloca(ty);
        self.b.position(here);
        memory
    }

    /// An error that names the function.
    pub fn unsupported<T>(&self, inst: &InstData<Op>, why: &str) -> Done<T> {
        let types: Vec<String> = inst.args.iter().map(|&arg| self.ir.ty(arg).to_string()).collect();
        let what = format!("{} of ({}): {why}", inst.op.mnemonic(), types.join(", "));
        Err(CodegenError::Unsupported { function: self.name(), what })
    }

    pub fn name(&self) -> Name {
        self.ir.name.clone()
    }
}
