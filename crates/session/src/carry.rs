//! Code for other processes, which need not compile it: what goes with a pickled function.

use crate::adapter::Adapter;
use crate::cache::{Cache, KernelNumbers, Request};
use crate::environment::Environment;
use crate::kernels::{self, Mode};
use crate::record::Target;
use crate::stages::Whole;
use crate::state::Session;
use crate::{typing, units};
use coluber_base::{Result, Span};
use coluber_cache::Layers;
use coluber_infer::FuncId;
use coluber_types::Ty;

impl Session {
    /// Puts the code of a function for these types into the memory of the layers, unless it is there. Code that means nothing to
    /// another process is left out.
    pub fn carry(
        &self,
        env: &mut dyn Environment,
        func: FuncId,
        args: &[Ty],
        ret: Option<Ty>,
        layers: &Layers,
    ) -> Result<()> {
        let mut adapter = Adapter::new(self, env, Target::Cpu);
        let Some(cache) = place(&mut adapter, layers, &Request::new(func, args, ret)) else { return Ok(()) };
        let _whole = Whole::begin(self, func);
        let spec = typing::specialise(&mut adapter, func, args, ret, Span::default())?.spec;
        cache.keep_code(self, spec, &units::portable(self, spec)?, None);
        Ok(())
    }

    /// As [`carry`](Session::carry), for the emulator's code of a kernel.
    pub fn carry_kernel(
        &self,
        env: &mut dyn Environment,
        func: FuncId,
        args: &[Ty],
        mode: Mode,
        layers: &Layers,
    ) -> Result<()> {
        let mut adapter = Adapter::new(self, env, kernels::target(mode));
        let Some(cache) = place(&mut adapter, layers, &kernels::request(func, args, mode)) else { return Ok(()) };
        drop(adapter);
        let _whole = Whole::begin(self, func);
        let spec = self.type_kernel(env, func, args, mode)?;
        let (block, layout) = self.block_function(func, spec, mode)?;
        cache.keep_code(self, spec, &units::portable(self, block)?, Some(KernelNumbers::from(layout)));
        Ok(())
    }
}

/// The place in the memory where code is missing; what the folder has is copied there.
fn place<'a>(adapter: &mut Adapter<'_>, layers: &'a Layers, request: &Request<'_>) -> Option<Cache<'a>> {
    let all = Cache::open(adapter, layers, request)?;
    let memory = all.within(&*layers.memory);
    match all.find_record(adapter) {
        Some(record) => {
            memory.keep_record(record);
            None
        }
        None => Some(memory),
    }
}
