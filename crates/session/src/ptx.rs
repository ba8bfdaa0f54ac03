//! PTX of CUDA kernels and device functions.

use crate::adapter::Adapter;
use crate::cache::{Cache, Request};
use crate::environment::Environment;
use crate::record::Target;
use crate::stages::{Whole, report_all};
use crate::state::Session;
use crate::typing;
use crate::units::{Callees, lowering_error, plan, unit};
use coluber_base::{Result, Span};
use coluber_cache::Store;
pub use coluber_codegen::ptx::{ErrorSite, ErrorTable, Kernel, KernelParam};
pub use coluber_codegen::{ComputeCapability, DeviceAbi, LaunchBounds, OptLevel, PtxConfig, PtxOutput, Texts};
use coluber_codegen::{Debug, compile_ptx};
use coluber_infer::FuncId;
use coluber_types::Ty;

/// What PTX is wanted.
#[derive(Clone, Debug)]
pub struct PtxRequest {
    /// What it is made for.
    pub config: PtxConfig,
    /// Whether the function is one that code of others calls, and no kernel.
    pub device: bool,
    /// Its name in the PTX; None takes that of the function.
    pub symbol: Option<String>,
    /// Whether the PTX says which lines instructions come from.
    pub lineinfo: bool,
    /// Whether the LLVM IR is wanted too, before and after the passes.
    pub texts: Texts,
}

/// PTX, and the type of the function's result.
#[derive(Clone, Debug)]
pub struct CompiledPtx {
    /// What came out.
    pub output: PtxOutput,
    /// Type of the result; none for kernels.
    pub ret: Ty,
}

/// The kernel's place in the cache, which depends on the device and on the options.
fn sought<'a>(func: FuncId, args: &'a [Ty], request: &PtxRequest) -> Request<'a> {
    let libdevice = request.config.libdevice.as_deref().map(blake3::hash);
    let config = PtxConfig { libdevice: None, ..request.config.clone() };
    let lines = request.lineinfo || request.config.debug;
    let extra = format!("{config:?} {libdevice:?} {:?} {lines}", request.symbol);
    Request { extra, lines, ..Request::new(func, args, None) }
}

impl Session {
    /// Compiles a kernel or a device function for arguments of these types to PTX.
    pub fn compile_ptx(
        &self,
        env: &mut dyn Environment,
        func: FuncId,
        args: &[Ty],
        ret: Option<Ty>,
        request: &PtxRequest,
        store: Option<&dyn Store>,
    ) -> Result<CompiledPtx> {
        let _whole = Whole::begin(self, func);
        let target = Target::Cuda { debug: request.config.debug, check: false };
        let mut adapter = Adapter::new(self, env, target);
        let sought = sought(func, args, request);
        let cache = store.filter(|_| !request.device && request.texts == Texts::NONE);
        let cache = cache.and_then(|store| Cache::open(&adapter, store, &sought));
        if let Some(found) = cache.as_ref().and_then(|cache| cache.find_ptx(&mut adapter, args)) {
            return Ok(found);
        }
        let ret = if request.device { ret } else { None };
        let found = typing::specialise(&mut adapter, func, args, ret, Span::default())?;
        if !request.device {
            crate::checks::check_kernel(self, func, found.spec)?;
        }
        let output = self.generate(found.spec, request)?;
        if let Some(cache) = cache.filter(Cache::keeps) {
            cache.keep_ptx(self, found.spec, &output);
        }
        Ok(CompiledPtx { output, ret: found.ret })
    }

    fn generate(&self, spec: u32, request: &PtxRequest) -> Result<PtxOutput> {
        let plan = plan(&self.lock(), spec, Callees::Shared);
        let name = plan.members[0].typed.name.clone();
        let mut unit = unit(&plan, &name);
        let with_lines = request.lineinfo || request.config.debug;
        for (function, member) in unit.functions.iter_mut().zip(&plan.members) {
            let debug = Debug { line: member.line, optimised: !request.config.debug };
            function.debug = with_lines.then_some(debug);
        }
        let root = &mut unit.functions[0];
        root.symbol = request.symbol.clone().unwrap_or_else(|| name.to_string());
        root.entry = !request.device;
        root.exported = request.device;
        let output = compile_ptx(&unit, &request.config, request.texts).map_err(|error| lowering_error(&error))?;
        let timings = output.timings;
        let stages = [("LLVM IR", timings.build), ("optimisation", timings.optimise), ("PTX", timings.emit)];
        report_all(self, &name, &stages);
        Ok(output)
    }
}
