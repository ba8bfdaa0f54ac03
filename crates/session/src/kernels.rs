//! CUDA kernels for the emulator: a block of threads as one function.

use crate::adapter::Adapter;
use crate::cache::{Cache, KernelNumbers, Request};
use crate::checks::{check_emulated, check_kernel, check_shared};
use crate::environment::Environment;
use crate::record::{Compiled, Progress, Target};
use crate::stages::{FROM_CACHE, Whole, note, report};
use crate::state::{Session, State};
use crate::{typing, units};
use coluber_base::{Diagnostic, Result, Span};
use coluber_cache::Store;
use coluber_gpu::emulator::Kernel;
use coluber_infer::FuncId;
use coluber_ir::Typed;
use coluber_passes::interrupts;
pub use coluber_passes::kernel::Mode;
use coluber_passes::kernel::{BlockFunction, KernelLayout, block_function};
use coluber_types::Ty;
use std::sync::Arc;
use std::time::Instant;

/// A kernel that the emulator can launch.
#[derive(Clone, Debug)]
pub struct CompiledKernel {
    /// The number of the specialisation that is the function of a block.
    pub block: u32,
    /// Types of the kernel's parameters.
    pub args: Vec<Ty>,
    /// What the emulator needs.
    pub kernel: Kernel,
    /// Whether the code came from the cache; None where none was asked for.
    pub from_cache: Option<bool>,
}

impl CompiledKernel {
    fn new(code: Compiled, numbers: KernelNumbers, args: &[Ty], mode: Mode) -> Self {
        let kernel = Kernel {
            entry: code.entry,
            shared_bytes: numbers.shared_bytes,
            thread_bytes: numbers.scratch_bytes,
            block_bytes: numbers.block_bytes,
            grid_sync: numbers.grid_sync,
            checked: mode.check,
        };
        CompiledKernel { block: code.spec, args: args.to_vec(), kernel, from_cache: code.from_cache }
    }
}

impl Session {
    /// Compiles a kernel for arguments of these types, or finds it compiled.
    pub fn compile_kernel(
        &self,
        env: &mut dyn Environment,
        func: FuncId,
        args: &[Ty],
        mode: Mode,
        store: Option<&dyn Store>,
    ) -> Result<CompiledKernel> {
        let whole = Whole::begin(self, func);
        let found = self.find_kernel(env, &request(func, args, mode), mode, store);
        found.inspect(|kernel| whole.note(self, kernel.block))
    }

    fn find_kernel(
        &self,
        env: &mut dyn Environment,
        request: &Request<'_>,
        mode: Mode,
        store: Option<&dyn Store>,
    ) -> Result<CompiledKernel> {
        let (func, args) = (request.func, request.args);
        let start = Instant::now();
        let mut adapter = Adapter::new(self, env, target(mode));
        let cache = store.and_then(|store| Cache::open(&adapter, store, request));
        if let Some((code, Some(numbers))) = cache.as_ref().and_then(|cache| cache.find_code(&mut adapter, request)) {
            note(self, code.spec, &[(FROM_CACHE, start.elapsed())]);
            return Ok(CompiledKernel::new(code, numbers, args, mode));
        }
        drop(adapter);
        let spec = self.type_kernel(env, func, args, mode)?;
        check_emulated(self, func, spec)?;
        let (block, layout) = self.block_function(func, spec, mode)?;
        check_shared(self, func, layout.shared_bytes)?;
        note(self, block, &[("typing", start.elapsed())]);
        let numbers = KernelNumbers::from(layout);
        let Some(cache) = cache.filter(Cache::keeps) else {
            return Ok(CompiledKernel::new(units::link(self, block)?, numbers, args, mode));
        };
        let (mut code, object) = units::link_portable(self, block)?;
        if let Some(object) = object {
            cache.keep_code(self, spec, &object, Some(numbers));
        }
        code.from_cache = Some(false);
        Ok(CompiledKernel::new(code, numbers, args, mode))
    }

    /// A kernel for arguments of these types, as far as typed IR: what all targets have in common. Returns its number.
    pub fn type_kernel(&self, env: &mut dyn Environment, func: FuncId, args: &[Ty], mode: Mode) -> Result<u32> {
        let mut adapter = Adapter::new(self, env, target(mode));
        let spec = typing::specialise(&mut adapter, func, args, None, Span::default())?.spec;
        check_kernel(self, func, spec)?;
        Ok(spec)
    }

    /// A device function for arguments of these types, as far as typed IR.
    pub fn compile_device(
        &self,
        env: &mut dyn Environment,
        func: FuncId,
        args: &[Ty],
        ret: Option<Ty>,
        mode: Mode,
    ) -> Result<(u32, Ty)> {
        let mut adapter = Adapter::new(self, env, target(mode));
        let found = typing::specialise(&mut adapter, func, args, ret, Span::default())?;
        Ok((found.spec, found.ret))
    }

    pub(crate) fn block_function(&self, func: FuncId, spec: u32, mode: Mode) -> Result<(u32, KernelLayout)> {
        if let Some(known) = self.lock().blocks.get(&spec) {
            return Ok(*known);
        }
        let kernel = typed_of(&self.lock(), spec);
        let Some(kernel) = kernel else {
            return Err(Diagnostic::internal("a kernel that is not typed", Span::default()));
        };
        let start = Instant::now();
        let callee = |number: u32| typed_of(&self.lock(), number);
        let BlockFunction { mut typed, layout, rows } = block_function(&kernel, &callee, mode)?;
        interrupts::run_in_block(&mut typed, &rows);
        report(self, "threads", &typed.name, start);
        let mut state = self.lock();
        if state.settings.dump_annotation {
            typing::dump("function of a block", &typed.name, &typed);
        }
        let args = typed.params().iter().map(|&p| typed.ty(p)).collect();
        let block =
            state.add_spec(Some(func), target(mode), typed.name.clone(), args, Progress::Typed(Arc::new(typed)));
        state.blocks.insert(spec, (block, layout));
        Ok((block, layout))
    }
}

/// A kernel's place in the cache: what the checker reports has the lines in itself.
pub(crate) fn request<'a>(func: FuncId, args: &'a [Ty], mode: Mode) -> Request<'a> {
    Request { lines: mode.check, ..Request::new(func, args, None) }
}

pub(crate) fn target(Mode { debug, check }: Mode) -> Target {
    Target::Cuda { debug, check }
}

pub(crate) fn typed_of(state: &State, spec: u32) -> Option<Arc<Typed>> {
    match &state.specs.get(spec as usize)?.as_ref()?.progress {
        Progress::Typed(typed) => Some(typed.clone()),
        Progress::Typing { .. } | Progress::Cached => None,
    }
}
