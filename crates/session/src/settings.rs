//! Switches of the compiler that the user sets (`NUMBA_*`, `COLUBER_*`, `coluber.config`).

use std::path::PathBuf;
use std::time::Duration;

/// The switches that matter to a compilation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// `OPT`: 0 to 3.
    pub opt: u32,
    /// `CPU_NAME`: another processor than this machine's.
    pub cpu_name: Option<String>,
    /// `CPU_FEATURES`: with `CPU_NAME`.
    pub cpu_features: Option<String>,
    /// `DUMP_BYTECODE`
    pub dump_bytecode: bool,
    /// `DUMP_CFG`: where the blocks of the untyped IR lead, and its loops.
    pub dump_cfg: bool,
    /// `DUMP_IR`: untyped IR.
    pub dump_ir: bool,
    /// `DUMP_SSA`: typed IR before the passes.
    pub dump_ssa: bool,
    /// `DUMP_ANNOTATION`: typed IR after the passes.
    pub dump_annotation: bool,
    /// `DUMP_LLVM`
    pub dump_llvm: bool,
    /// `DUMP_OPTIMIZED`
    pub dump_optimized: bool,
    /// `DUMP_ASSEMBLY`
    pub dump_assembly: bool,
    /// `DEBUG_CACHE`: say what the cache does.
    pub debug_cache: bool,
    /// `OBJECT_CACHE`: where machine code is kept under the LLVM IR that it was made of.
    pub objects: Option<ObjectFolder>,
    /// A text that changes with the version of the package and of the interpreter, for the cache.
    pub version: String,
    /// Whether the program has registered rewrites, which change the functions that are compiled.
    pub rewrites: bool,
    /// Whether the program has callables that decide what is inlined, which are asked about the functions that are compiled.
    pub inliners: bool,
    /// `TIMINGS`: print how long each stage takes.
    pub timings: bool,
    /// `CHROME_TRACE`: write how long each stage takes.
    pub trace: Option<TraceFile>,
    /// `ENABLE_PROFILING`: tell profilers where code is.
    pub profiling: bool,
    /// `PROGRESS`: how long a compilation takes before a terminal shows it; None where none does.
    pub progress_after: Option<Duration>,
}

impl Settings {
    /// Whether texts of code generation are printed.
    pub(crate) fn wants_texts(&self) -> bool {
        self.dump_llvm || self.dump_optimized || self.dump_assembly
    }
}

/// A folder of machine code, each piece under the LLVM IR that it was made of.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectFolder {
    /// Where it is.
    pub path: PathBuf,
    /// How many bytes it may have.
    pub limit: u64,
    /// A text that changes with the compiler.
    pub version: String,
}

/// A file of events.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceFile {
    /// Where it is.
    pub path: PathBuf,
    /// Whether a parent of the process has begun it.
    pub is_continued: bool,
}
