//! The processor that code is made for, and how much time the optimiser takes.

use crate::llvm::vecmath::Options;
use crate::llvm::{Machine, host_target};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, OnceLock};

/// How much is optimised, as the user says it (`NUMBA_OPT`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OptLevel {
    /// Nothing.
    O0,
    /// A little; loops are not vectorised.
    O1,
    /// All that pays.
    #[default]
    O2,
    /// The same as O2, which leaves nothing out that pays.
    O3,
}

impl OptLevel {
    /// From a number; what is above 3 is 3.
    pub fn from_number(level: u32) -> Self {
        match level {
            0 => OptLevel::O0,
            1 => OptLevel::O1,
            2 => OptLevel::O2,
            _ => OptLevel::O3,
        }
    }
}

/// What code is made for. Equal configurations give equal object code for equal IR.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TargetConfig {
    /// LLVM's name of architecture and system.
    pub triple: String,
    /// LLVM's name of the processor.
    pub cpu: String,
    /// LLVM's list of features, `+avx2,-avx512f`.
    pub features: String,
    /// How much is optimised.
    pub level: OptLevel,
    /// The width in bits that vectors should have, when it is not the processor's choice.
    pub vector_width: Option<u32>,
    /// Whether the IR is checked before it is optimised.
    pub verify: bool,
}

impl TargetConfig {
    /// This machine. The processor is looked up once.
    pub fn host(level: OptLevel) -> Self {
        static HOST: OnceLock<(String, String, String)> = OnceLock::new();
        let (triple, cpu, features) = HOST.get_or_init(host_target).clone();
        TargetConfig { triple, cpu, features, level, vector_width: None, verify: cfg!(debug_assertions) }
    }

    /// Has LLVM take a processor that it does not know, or one of 32 bits, for the oldest of 64 bits: without that it would end the
    /// process.
    pub fn require_64_bits(&mut self) {
        if self.triple.starts_with("x86_64") {
            self.features.push_str(if self.features.is_empty() { "+64bit" } else { ",+64bit" });
        }
    }

    /// Whether the list of features has this one switched on.
    pub fn has_feature(&self, name: &str) -> bool {
        self.features.split(',').any(|f| f.strip_prefix('+') == Some(name))
    }

    /// What the processor has for elementary functions.
    pub(crate) fn math(&self) -> Options {
        let has_avx512 = ["fma", "avx512f", "avx512dq"].iter().all(|feature| self.has_feature(feature));
        Options { has_fma: self.has_feature("fma") || self.triple.starts_with("aarch64"), has_avx512 }
    }

    /// A target machine for this configuration and LLVM's level of code generation, for one thread at a time.
    pub(crate) fn machine(&self, level: u8) -> Result<Lease, String> {
        let key = (self.triple.clone(), self.cpu.clone(), self.features.clone(), level);
        let idle = idle_machines().and_then(|mut machines| machines.get_mut(&key)?.pop());
        let machine = match idle {
            Some(machine) => machine,
            None => Machine::new(&self.triple, &self.cpu, &self.features, level)?,
        };
        Ok(Lease { key, machine: Some(machine) })
    }
}

/// Triple, processor, features, level.
type Key = (String, String, String, u8);

/// The machines that no thread uses. Making one takes as long as compiling a small function.
static MACHINES: Mutex<Machines> = Mutex::new(BTreeMap::new());

type Machines = BTreeMap<Key, Vec<Machine>>;

/// The idle machines, unless another thread looks at them now: the child of a fork can't wait for threads that it does not have.
fn idle_machines() -> Option<MutexGuard<'static, Machines>> {
    MACHINES.try_lock().ok()
}

/// A machine that goes back to the others.
pub(crate) struct Lease {
    key: Key,
    machine: Option<Machine>,
}

impl Deref for Lease {
    type Target = Machine;

    fn deref(&self) -> &Machine {
        self.machine.as_ref().expect("it is there until the lease is dropped")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(mut idle) = idle_machines() {
            idle.entry(std::mem::take(&mut self.key)).or_default().extend(self.machine.take());
        }
    }
}
