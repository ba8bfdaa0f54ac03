//! What PTX is made for.

use crate::target::OptLevel;
use std::fmt;
use std::sync::Arc;

/// A generation of NVIDIA's processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComputeCapability {
    /// The number before the point.
    pub major: u32,
    /// The number behind it.
    pub minor: u32,
}

/// Those that LLVM 22 knows, from 7.5 on.
const KNOWN: &[(u32, u32)] =
    &[(7, 5), (8, 0), (8, 6), (8, 7), (8, 8), (8, 9), (9, 0), (10, 0), (10, 1), (10, 3), (11, 0), (12, 0), (12, 1)];

impl ComputeCapability {
    /// The one with these numbers, if code can be made for it.
    pub fn new(major: u32, minor: u32) -> Option<Self> {
        KNOWN.contains(&(major, minor)).then_some(ComputeCapability { major, minor })
    }

    /// All that code can be made for, oldest first.
    pub fn all() -> impl Iterator<Item = ComputeCapability> {
        KNOWN.iter().map(|&(major, minor)| ComputeCapability { major, minor })
    }

    /// LLVM's and ptxas' name, `sm_75`.
    pub fn sm(self) -> String {
        format!("sm_{}{}", self.major, self.minor)
    }
}

impl fmt::Display for ComputeCapability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// How functions that are not kernels are called by code of other compilers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeviceAbi {
    /// Numba's: the address of the result is the first parameter, the status is returned.
    #[default]
    Numba,
    /// That of C: the result is returned.
    C,
}

/// Bounds of launches that the assembler may rely on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LaunchBounds {
    /// Most threads of a block.
    pub max_threads: Option<u32>,
    /// Least number of blocks that should fit a multiprocessor.
    pub min_blocks: Option<u32>,
    /// Most blocks of a cluster; from compute capability 9.0 on.
    pub max_cluster: Option<u32>,
}

/// What PTX is made for. Equal configurations give equal PTX for equal IR.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PtxConfig {
    /// The processor.
    pub capability: ComputeCapability,
    /// How much is optimised.
    pub level: OptLevel,
    /// Whether `a * b + c` becomes one instruction with one rounding.
    pub contract: bool,
    /// Whether float32 division, square roots and elementary functions may be approximate, and subnormal numbers zero. The flags
    /// of each function are with the function.
    pub fast_math: bool,
    /// Whether exceptions are recorded for the host; else the thread just ends.
    pub debug: bool,
    /// Bounds of launches.
    pub bounds: LaunchBounds,
    /// Most registers of a thread.
    pub max_registers: Option<u32>,
    /// How exported functions that are not kernels are called.
    pub abi: DeviceAbi,
    /// The bitcode of libdevice. Without it elementary functions are our own, as far as there are any.
    pub libdevice: Option<Arc<[u8]>>,
    /// Whether the IR is checked before it is optimised.
    pub verify: bool,
}

impl PtxConfig {
    /// The usual configuration for a processor.
    pub fn new(capability: ComputeCapability) -> Self {
        PtxConfig {
            capability,
            level: OptLevel::O3,
            contract: true,
            fast_math: false,
            debug: false,
            bounds: LaunchBounds::default(),
            max_registers: None,
            abi: DeviceAbi::default(),
            libdevice: None,
            verify: cfg!(debug_assertions),
        }
    }
}
