//! Object code into this process.

use crate::LinkError;
use crate::llvm::{Engine, Resource};
use crate::parts::parts;
use crate::target::{OptLevel, TargetConfig};
use std::sync::OnceLock;

/// The linker of this process. Code is added in objects; each can be freed by itself.
pub struct Jit {
    engine: Engine,
    debuggers: OnceLock<Result<(), LinkError>>,
}

static PROCESS: OnceLock<Result<Jit, LinkError>> = OnceLock::new();

impl Jit {
    /// The process's linker. The first call makes it and defines the symbols of the runtime, by name and address.
    pub fn process(symbols: impl FnOnce() -> Vec<(&'static str, usize)>) -> Result<&'static Jit, LinkError> {
        PROCESS.get_or_init(|| Jit::new(symbols())).as_ref().map_err(Clone::clone)
    }

    fn new(symbols: Vec<(&'static str, usize)>) -> Result<Jit, LinkError> {
        let target = TargetConfig::host(OptLevel::default());
        let engine = Engine::new(&target.triple, &target.cpu, &target.features).map_err(LinkError)?;
        engine.define(&mut symbols.into_iter()).map_err(LinkError)?;
        Ok(Jit { engine, debuggers: OnceLock::new() })
    }

    /// Adds an object, or those of several [`parts`](crate::parts()). Symbols that it refers to must be there when an address is first asked for.
    pub fn link(&'static self, object: &[u8]) -> Result<Linked, LinkError> {
        let mut linked = Linked { jit: self, resources: Vec::new() };
        for part in parts(object) {
            linked.resources.push(self.engine.add(part.object).map_err(LinkError)?);
        }
        Ok(linked)
    }

    /// Makes the objects that are linked from now on known to debuggers, which takes a tenth of a millisecond each. It is done once;
    /// to be called before an object with debug information is linked.
    pub fn register_with_debuggers(&self) -> Result<(), LinkError> {
        self.debuggers.get_or_init(|| self.engine.register_with_debuggers().map_err(LinkError)).clone()
    }

    /// The address of any symbol that has been linked or defined.
    pub fn address(&self, symbol: &str) -> Result<usize, LinkError> {
        self.engine.address(symbol).map_err(LinkError)
    }
}

/// The code of one object, or of the parts of a unit. It is freed when this is dropped; nothing may run it or refer to it by then.
pub struct Linked {
    jit: &'static Jit,
    resources: Vec<Resource>,
}

impl Linked {
    /// The address of one of its symbols.
    pub fn address(&self, symbol: &str) -> Result<usize, LinkError> {
        self.jit.address(symbol)
    }
}

impl Drop for Linked {
    fn drop(&mut self) {
        self.resources.iter().for_each(|resource| self.jit.engine.remove(resource));
    }
}
