//! What is different on a GPU.
//!
//! Nothing is counted: owner words are null and `retain` and `release` generate nothing. A function that raises ends the thread, so
//! that statuses are always good, and LLVM drops them. Addresses are generic; LLVM infers their spaces from where they come from:
//! parameters of kernels are global, arrays of `shared` are shared.

mod block;
mod cache;
mod errors;
mod external;
mod kernels;
mod math;
mod print;
mod warp;

use super::cx::Cx;
use super::function::{Done, Lower, lower_function};
use super::recursion::Recursion;
use crate::CodegenError;
use crate::llvm::{Effort, Emission, Module, Val};
use crate::lower::debug;
use crate::ptx::{ErrorTable, Kernel, PtxConfig};
use crate::target::OptLevel;
use crate::unit::Unit;
use coluber_abi::Leaf;
use coluber_ir::InstData;
use coluber_ir::typed::Op;
use rustc_hash::FxHashMap;

/// What the module has besides code.
#[derive(Default)]
pub(crate) struct DeviceParts {
    pub kernels: Vec<Kernel>,
    pub functions: Vec<String>,
    pub errors: Option<ErrorTable>,
    pub cooperative: bool,
    pub shared_bytes: u32,
    pub dynamic_shared: bool,
    pub needs_library: bool,
    pub externals: Vec<String>,
}

/// What the functions of a module for a GPU share.
pub(super) struct Device<'m> {
    pub config: &'m PtxConfig,
    parts: DeviceParts,
    /// Shared arrays by function and number.
    shared: FxHashMap<(u32, u32), Val>,
    /// Memory of the host that was copied, by address and size.
    constants: FxHashMap<(u64, u64), Val>,
    dynamic: Option<Val>,
    grid_barrier: Option<Val>,
    error_record: Option<Val>,
    /// Words of the arguments of an exception, at most.
    error_words: usize,
}

impl<'m> Device<'m> {
    fn new(unit: &Unit<'_>, config: &'m PtxConfig) -> Self {
        Device {
            config,
            parts: DeviceParts::default(),
            shared: FxHashMap::default(),
            constants: FxHashMap::default(),
            dynamic: None,
            grid_barrier: None,
            error_record: None,
            error_words: errors::most_words(unit),
        }
    }
}

/// Fills a module with the functions of a unit.
pub(crate) fn lower_device_unit(
    unit: &Unit<'_>,
    config: &PtxConfig,
    module: &mut Module,
) -> Result<DeviceParts, CodegenError> {
    let mut cx = Cx::for_device(module, Device::new(unit, config));
    let effort = if config.level == OptLevel::O0 { Effort::None } else { Effort::Usual };
    let emission = if config.debug { Emission::Full } else { Emission::Lines };
    cx.debug = debug::start(cx.module, unit, effort, emission);
    let callees: Vec<_> = unit.functions.iter().map(|f| kernels::declare(&mut cx, f)).collect();
    for (function, callee) in unit.functions.iter().zip(callees) {
        lower_function(&mut cx, function, callee.func, Recursion::default())?;
        if function.entry {
            kernels::add_kernel(&mut cx, function, callee)?;
        } else if function.exported {
            kernels::add_exported(&mut cx, function, callee);
        }
    }
    Ok(cx.device.map(|device| device.parts).unwrap_or_default())
}

impl<'m> Cx<'m> {
    /// The part for GPUs. Only code that runs for them asks for it.
    pub(super) fn gpu(&mut self) -> &mut Device<'m> {
        self.device.as_mut().expect("code for a GPU")
    }
}

impl Lower<'_, '_, '_> {
    pub(super) fn on_device(&self) -> bool {
        self.cx.device.is_some()
    }

    /// An operation of kernels, on a GPU.
    pub(super) fn device_op(&mut self, inst: &InstData<Op>) -> Done {
        match &inst.op {
            Op::Thread { word } => self.thread_word(inst, *word),
            Op::Shared { id, bytes, align } => self.shared(inst, *id, *bytes, *align),
            Op::SharedDynamic {} => self.shared_dynamic(inst),
            Op::Local { id, bytes, align } => self.local_array(inst, *id, *bytes, *align),
            Op::Barrier { kind } => self.barrier(inst, *kind),
            Op::Warp { op } => self.warp(inst, *op),
            Op::ActiveMask {} => {
                let mask = self.call_plain("llvm.nvvm.activemask", &[]);
                self.result(inst, mask)
            }
            Op::External { symbol, abi } => self.external(inst, symbol, *abi),
            Op::Fence { scope } => self.fence(*scope),
            Op::Breakpoint {} => {
                self.call_plain("llvm.debugtrap", &[]);
                Ok(())
            }
            Op::Exit {} => {
                self.exit_thread();
                let dead = self.cold_block();
                self.b.position(dead);
                Ok(())
            }
            _ => self.unsupported(inst, "it is no operation of kernels"),
        }
    }

    /// Calls an intrinsic that is not overloaded.
    fn call_plain(&mut self, name: &str, args: &[Val]) -> Val {
        let func = self.cx.module.plain_intrinsic(name);
        self.b.call(func, args)
    }

    /// Ends the thread and the block of code.
    fn exit_thread(&mut self) {
        self.call_plain("llvm.nvvm.exit", &[]);
        self.b.unreachable();
    }

    pub(super) fn device_runtime(&self, name: &coluber_base::Name) -> Done {
        let what = match &**name {
            "alloc" | "alloc_zeroed" | "size_mul" => "making a new array or string".to_owned(),
            other => format!("the runtime function {other}"),
        };
        self.not_on_device(what)
    }

    pub(super) fn not_on_device<T>(&self, what: impl Into<String>) -> Done<T> {
        Err(CodegenError::NotOnDevice { function: self.name(), what: what.into() })
    }

    fn i1(&self) -> crate::llvm::Type {
        self.leaf(Leaf::I1)
    }
}
