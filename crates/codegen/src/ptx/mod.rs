//! Typed IR to PTX.
//!
//! The functions of a unit with an entry are kernels; those that are exported are device functions for other compilers; the rest is
//! internal. A kernel takes the leaves of its arguments, a parameter each, without owner words: nothing is counted on the device.
//! [`kernel_params`] says which words of the arguments (a word for each leaf, as the dispatcher's entry takes them) they are.
//!
//! Exceptions end the thread. With `debug` the first one of the launch is written to [`ErrorTable::symbol`] before.

mod config;
mod stores;

pub use config::{ComputeCapability, DeviceAbi, LaunchBounds, PtxConfig};

use crate::CodegenError;
use crate::llvm::{EmittedKind, Machine, Module, guarded, run_passes};
use crate::lower::{DeviceParts, lower_device_unit};
use crate::target::{Lease, OptLevel, TargetConfig};
use crate::unit::{Timings, Unit};
use coluber_abi::{Leaf, layout};
use coluber_base::Name;
use coluber_types::Ty;
use std::time::Instant;

/// A parameter of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelParam {
    /// The word among those of the arguments.
    pub word: usize,
    /// Its type. Bools are bytes, pointers are addresses in global memory.
    pub leaf: Leaf,
    /// Distance in bytes from the start of the parameters.
    pub offset: u32,
}

impl KernelParam {
    /// Size in bytes. The value is in the low bytes of the word.
    pub fn bytes(&self) -> u32 {
        self.leaf.bytes()
    }
}

/// The parameters of a kernel with arguments of these types.
pub fn kernel_params(types: &[Ty]) -> Vec<KernelParam> {
    let (mut params, mut word, mut offset) = (Vec::new(), 0, 0u32);
    for layout in types.iter().map(|&ty| layout(ty)) {
        for (index, &leaf) in layout.leaves.iter().enumerate() {
            if !layout.owners.contains(&(index as u32)) {
                offset = offset.next_multiple_of(leaf.bytes());
                params.push(KernelParam { word, leaf, offset });
                offset += leaf.bytes();
            }
            word += 1;
        }
    }
    params
}

/// A kernel in PTX.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// The number of the function in the unit.
    pub spec: u32,
    /// Its name in the PTX.
    pub symbol: String,
    /// Its parameters.
    pub params: Vec<KernelParam>,
}

/// Where code raises.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorSite {
    /// The exception class, as `guard` and `raise` write it.
    pub class: Name,
    /// The message; if it is empty, the words are the arguments.
    pub message: Name,
    /// Types of the arguments.
    pub types: Vec<Ty>,
    /// The function.
    pub function: Name,
    /// Its file.
    pub file: Name,
    /// The line.
    pub line: u32,
}

/// What a host needs to read an exception after a launch. The record in device memory is: uint32 code (0 is none, else 1 more than the
/// index of the site), uint32 threadIdx[3], uint32 blockIdx[3], 4 bytes of padding, uint64 words[`words`] with the leaves of the
/// arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorTable {
    /// Name of the record, a global variable.
    pub symbol: String,
    /// Number of words.
    pub words: usize,
    /// The sites.
    pub sites: Vec<ErrorSite>,
}

impl ErrorTable {
    /// Bytes of the record before the words.
    pub const HEADER_BYTES: usize = 32;

    /// Size of the record.
    pub fn bytes(&self) -> usize {
        Self::HEADER_BYTES + 8 * self.words
    }
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct PtxOutput {
    /// The PTX.
    pub ptx: String,
    /// The LLVM IR as it was generated, if wanted.
    pub llvm: Option<String>,
    /// The LLVM IR after the passes, if wanted.
    pub optimised: Option<String>,
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// Names of the exported device functions.
    pub functions: Vec<String>,
    /// Where exceptions are recorded; with `debug`, if there can be any.
    pub errors: Option<ErrorTable>,
    /// Whether a kernel waits for all threads of the grid; the launch must be cooperative.
    pub cooperative: bool,
    /// Bytes of shared memory that are used whatever the launch asks for.
    pub shared_bytes: u32,
    /// Whether shared memory of the launch is used.
    pub dynamic_shared: bool,
    /// Names of the functions that other code has to define.
    pub externals: Vec<String>,
    /// How long it took.
    pub timings: Timings,
}

const TRIPLE: &str = "nvptx64-nvidia-cuda";

/// Compiles a unit to PTX. `texts` says whether the LLVM IR is wanted, as generated and as optimised.
pub fn compile_ptx(unit: &Unit<'_>, config: &PtxConfig, texts: crate::Texts) -> Result<PtxOutput, CodegenError> {
    check(config)?;
    // What a GPU lacks is found by LLVM alone, whoever wrote the code.
    guarded(|| compile_here(unit, config, texts)).map_err(CodegenError::Backend)?
}

fn compile_here(unit: &Unit<'_>, config: &PtxConfig, texts: crate::Texts) -> Result<PtxOutput, CodegenError> {
    let machine = machine(config)?;
    let mut out = PtxOutput::default();
    let start = Instant::now();
    let mut module = Module::new(&unit.name, texts.llvm || texts.optimised);
    machine.prepare(&module);
    let parts = lower_device_unit(unit, config, &mut module)?;
    if config.verify {
        module.verify().map_err(|e| CodegenError::Invalid(format!("{e}\n{}", module.text())))?;
    }
    out.llvm = texts.llvm.then(|| module.text());
    link(&mut module, &machine, config, &parts)?;
    out.timings.build = start.elapsed();
    let start = Instant::now();
    run_passes(&module, &machine, pipeline(config)).map_err(CodegenError::Backend)?;
    finish(&module, &machine, config)?;
    out.optimised = texts.optimised.then(|| module.text());
    out.timings.optimise = start.elapsed();
    let start = Instant::now();
    let ptx = machine.emit(&module, EmittedKind::Assembly).map_err(CodegenError::Backend)?;
    if let Some(error) = module.first_error() {
        return Err(CodegenError::Backend(error));
    }
    out.ptx = stores::store_bits(String::from_utf8_lossy(&ptx).into_owned());
    out.timings.emit = start.elapsed();
    describe(&mut out, parts);
    Ok(out)
}

fn check(config: &PtxConfig) -> Result<(), CodegenError> {
    if config.bounds.max_cluster.is_some() && config.capability.major < 9 {
        return Err(CodegenError::Target(format!(
            "clusters of blocks need compute capability 9.0, and this is {}",
            config.capability
        )));
    }
    Ok(())
}

fn machine(config: &PtxConfig) -> Result<Lease, CodegenError> {
    let target = TargetConfig {
        triple: TRIPLE.into(),
        cpu: config.capability.sm(),
        features: features(config).to_owned(),
        level: config.level,
        vector_width: None,
        verify: config.verify,
    };
    let level = if config.level == OptLevel::O0 { 0 } else { 3 };
    target.machine(level).map_err(CodegenError::Backend)
}

/// Without a feature the PTX has the lowest version that the processor allows. Sections for debuggers need 7.5.
fn features(config: &PtxConfig) -> &'static str {
    let older = config.capability < ComputeCapability { major: 8, minor: 8 };
    if config.debug && older { "+ptx75" } else { "" }
}

fn link(module: &mut Module, machine: &Machine, config: &PtxConfig, parts: &DeviceParts) -> Result<(), CodegenError> {
    if parts.needs_library {
        let linked = match &config.libdevice {
            Some(bitcode) => module.link_libdevice(machine, bitcode),
            None => module.link_own_functions(machine),
        };
        linked.map_err(CodegenError::Backend)?;
    }
    if config.fast_math {
        module.flush_subnormals_in_libdevice();
        module.add_text_attribute_to_bodies("denormal-fp-math-f32", "preserve-sign,preserve-sign");
    }
    Ok(())
}

fn pipeline(config: &PtxConfig) -> &'static str {
    match config.level {
        OptLevel::O0 => "default<O0>",
        OptLevel::O1 => "default<O1>",
        OptLevel::O2 => "default<O2>",
        OptLevel::O3 => "default<O3>",
    }
}

/// What the optimiser would undo.
fn finish(module: &Module, machine: &Machine, config: &PtxConfig) -> Result<(), CodegenError> {
    if config.level < OptLevel::O2 {
        return Ok(());
    }
    if module.narrow_masked() {
        run_passes(module, machine, "function(instcombine)").map_err(CodegenError::Backend)?;
    }
    module.shorten_addresses();
    module.reverse_trailing_zeros();
    run_passes(module, machine, "function(dce)").map_err(CodegenError::Backend)
}

fn describe(out: &mut PtxOutput, parts: DeviceParts) {
    out.kernels = parts.kernels;
    out.functions = parts.functions;
    out.errors = parts.errors;
    out.cooperative = parts.cooperative;
    out.shared_bytes = parts.shared_bytes;
    out.dynamic_shared = parts.dynamic_shared;
    out.externals = parts.externals;
}

/// A name as PTX allows it.
pub(crate) fn ptx_symbol(symbol: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '$') { c } else { '_' };
    let mut name: String = symbol.chars().map(plain).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert(0, 'k');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_names_of_ptx() {
        assert_eq!(ptx_symbol("f.<locals>.g$7"), "f__locals__g$7");
        assert_eq!(ptx_symbol("_f"), "k_f");
    }

    #[test]
    fn owner_words_are_no_parameters() {
        let params = kernel_params(&[Ty::int32(), Ty::owner(), Ty::float64(), Ty::boolean()]);
        let places: Vec<_> = params.iter().map(|p| (p.word, p.offset)).collect();
        assert_eq!(places, [(0, 0), (2, 8), (3, 16)]);
    }

    #[test]
    fn unknown_processors_are_refused() {
        assert!(ComputeCapability::new(7, 0).is_none());
        assert_eq!(ComputeCapability::new(12, 1).map(|cc| cc.sm()), Some("sm_121".into()));
    }
}
