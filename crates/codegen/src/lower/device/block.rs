//! What a thread knows of itself, memory of the block and of the thread, barriers and fences.

use crate::llvm::{IntCmp, Rmw, Val};
use crate::lower::function::{Done, Lower};
use coluber_abi::{Leaf, leaves};
use coluber_ir::typed::{BarrierKind, FenceScope, Op, ThreadWord};
use coluber_ir::{Const, InstData};

/// Alignment of the shared memory that a launch asks for.
const DYNAMIC_ALIGN: u32 = 16;
/// Alignment of constant memory, enough for any element.
const CONSTANT_ALIGN: u32 = 16;
/// Added by the last block to the counter of arrived blocks: flips the highest bit and makes the other bits zero again.
const HIGHEST: u64 = 1 << 31;

impl Lower<'_, '_, '_> {
    pub(super) fn thread_word(&mut self, inst: &InstData<Op>, word: ThreadWord) -> Done {
        let value = self.special_register(register(word));
        let to = self.leaf(leaves(self.result_ty(inst))[0]);
        let value = self.resize(value, to, false);
        self.result(inst, value)
    }

    pub(super) fn special_register(&mut self, name: &str) -> Val {
        self.call_plain(&format!("llvm.nvvm.read.ptx.sreg.{name}"), &[])
    }

    pub(super) fn shared(&mut self, inst: &InstData<Op>, id: u32, bytes: u32, align: u32) -> Done {
        let key = (self.unit_function.spec, id);
        let known = self.cx.gpu().shared.get(&key).copied();
        let memory = match known {
            Some(memory) => memory,
            None => {
                let name = format!("shared_{}", self.cx.gpu().shared.len());
                let memory = self.cx.module.shared_memory(&name, bytes, align.max(1));
                let device = self.cx.gpu();
                device.parts.shared_bytes = device.parts.shared_bytes.next_multiple_of(align.max(1)) + bytes;
                device.shared.insert(key, memory);
                memory
            }
        };
        let address = self.cx.module.generic_address(memory);
        self.result(inst, address)
    }

    pub(super) fn shared_dynamic(&mut self, inst: &InstData<Op>) -> Done {
        let memory = match self.cx.gpu().dynamic {
            Some(memory) => memory,
            None => self.cx.module.dynamic_shared_memory("dynamic_shared", DYNAMIC_ALIGN),
        };
        let device = self.cx.gpu();
        device.dynamic = Some(memory);
        device.parts.dynamic_shared = true;
        let address = self.cx.module.generic_address(memory);
        self.result(inst, address)
    }

    /// The address of a constant. Memory of the host is copied into the module; other addresses mean nothing here, but null and those of
    /// the device.
    pub(in crate::lower) fn device_address(&mut self, value: &Const) -> Option<Val> {
        let (address, bytes) = match value {
            Const::Int(0) | Const::None => return Some(self.leaf(Leaf::Ptr).zero()),
            Const::Memory { address, bytes } => (*address, *bytes),
            Const::DeviceAddress(address) => {
                let address = self.leaf(Leaf::I64).int(*address);
                return Some(self.cx.module.generic_address(self.cx.module.global_address(address)));
            }
            _ => return None,
        };
        let known = self.cx.gpu().constants.get(&(address, bytes)).copied();
        let memory = match known {
            Some(memory) => memory,
            None => {
                let name = format!("constant_{}", self.cx.gpu().constants.len());
                let memory = self.cx.module.copy_of_memory(&name, address, bytes, CONSTANT_ALIGN);
                self.cx.gpu().constants.insert((address, bytes), memory);
                memory
            }
        };
        Some(self.cx.module.generic_address(memory))
    }

    pub(super) fn barrier(&mut self, inst: &InstData<Op>, kind: BarrierKind) -> Done {
        let reduction = match kind {
            BarrierKind::Sync => {
                self.sync_threads();
                return Ok(());
            }
            BarrierKind::Grid => {
                self.sync_grid();
                return Ok(());
            }
            BarrierKind::Count => "popc",
            BarrierKind::And => "and",
            BarrierKind::Or => "or",
        };
        let word = self.scalar(inst.args[0]);
        let holds = self.b.icmp(IntCmp::Ne, word, word.ty().zero());
        let first = self.i32(0);
        let name = format!("llvm.nvvm.barrier.cta.red.{reduction}.aligned.all");
        let value = self.call_plain(&name, &[first, holds]);
        let value = if kind == BarrierKind::Count { value } else { self.b.zext(value, self.leaf(Leaf::I32)) };
        self.result(inst, value)
    }

    fn sync_threads(&mut self) {
        let first = self.i32(0);
        self.call_plain("llvm.nvvm.barrier.cta.sync.aligned.all", &[first]);
    }

    pub(super) fn fence(&mut self, scope: FenceScope) -> Done {
        let name = match scope {
            FenceScope::Block => "llvm.nvvm.membar.cta",
            FenceScope::Device => "llvm.nvvm.membar.gl",
            FenceScope::System => "llvm.nvvm.membar.sys",
        };
        self.call_plain(name, &[]);
        Ok(())
    }

    /// All blocks run at once, since the launch is cooperative. One thread of each block adds 1 to a counter, and one of them so much
    /// more that the highest bit flips when all have come; then they go on. The other bits are zero again.
    fn sync_grid(&mut self) {
        self.cx.gpu().parts.cooperative = true;
        self.sync_threads();
        let word = self.leaf(Leaf::I32);
        let counter = match self.cx.gpu().grid_barrier {
            Some(counter) => counter,
            None => self.cx.module.zeroed_memory("grid_barrier", word, 4, false),
        };
        self.cx.gpu().grid_barrier = Some(counter);
        let is_first = self.all_zero(&["tid.x", "tid.y", "tid.z"]);
        let (arrive, wait, done) = (self.b.block_after(), self.cold_block(), self.cold_block());
        self.b.cond_br(is_first, arrive, done);
        self.b.position(arrive);
        let share = self.share_of_grid();
        self.call_plain("llvm.nvvm.membar.gl", &[]);
        let before = self.b.atomic_rmw(Rmw::Add, counter, share, "device");
        self.b.br(wait);
        self.b.position(wait);
        let now = self.b.load_volatile(word, counter, 4);
        let changed = self.b.xor(before, now);
        let flipped = self.b.icmp(IntCmp::SLt, changed, word.zero());
        let passed = self.cold_block();
        self.b.cond_br(flipped, passed, wait);
        self.b.position(passed);
        self.call_plain("llvm.nvvm.membar.gl", &[]);
        self.b.br(done);
        self.b.position(done);
        self.sync_threads();
    }

    /// What the block adds to the counter: the shares of all blocks add up to the highest bit.
    fn share_of_grid(&mut self) -> Val {
        let [x, y, z] = ["nctaid.x", "nctaid.y", "nctaid.z"].map(|name| self.special_register(name));
        let row = self.b.mul(x, y);
        let blocks = self.b.mul(row, z);
        let highest = blocks.ty().int(HIGHEST + 1);
        let rest = self.b.sub(highest, blocks);
        let first_block = self.all_zero(&["ctaid.x", "ctaid.y", "ctaid.z"]);
        self.b.select(first_block, rest, blocks.ty().int(1))
    }

    fn all_zero(&mut self, registers: &[&str]) -> Val {
        let any = registers.iter().fold(self.i32(0), |any, name| {
            let value = self.special_register(name);
            self.b.or(any, value)
        });
        self.b.icmp(IntCmp::Eq, any, any.ty().zero())
    }
}

fn register(word: ThreadWord) -> &'static str {
    match word {
        ThreadWord::TidX => "tid.x",
        ThreadWord::TidY => "tid.y",
        ThreadWord::TidZ => "tid.z",
        ThreadWord::NtidX => "ntid.x",
        ThreadWord::NtidY => "ntid.y",
        ThreadWord::NtidZ => "ntid.z",
        ThreadWord::CtaidX => "ctaid.x",
        ThreadWord::CtaidY => "ctaid.y",
        ThreadWord::CtaidZ => "ctaid.z",
        ThreadWord::NctaidX => "nctaid.x",
        ThreadWord::NctaidY => "nctaid.y",
        ThreadWord::NctaidZ => "nctaid.z",
        ThreadWord::Lane => "laneid",
        ThreadWord::DynamicShared => "dynamic_smem_size",
    }
}
