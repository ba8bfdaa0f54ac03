//! What is compiled together, and the way from there to object code.

use crate::CodegenError;
use crate::llvm::{Effort, EmittedKind, Linkage, Machine, Module, guarded, optimise};
use crate::lower;
use crate::side_by_side;
use crate::split::split;
use crate::target::TargetConfig;
use coluber_abi::ExceptionClass;
use coluber_base::Name;
use coluber_ir::Typed;
use coluber_ir::typed::Op;
use coluber_types::Ty;
use std::time::{Duration, Instant};

/// LLVM's fast-math flags, a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FastMath(u32);

impl FastMath {
    /// Operations are as IEEE 754 says.
    pub const NONE: FastMath = FastMath(0);
    /// Products and sums may be fused.
    pub(crate) const CONTRACT: FastMath = FastMath(1 << 5);
    /// All flags.
    pub const FAST: FastMath = FastMath(0x7f);

    /// The set with the flag of this name, as LLVM and Numba call it (`nnan`, `contract`, `fast`...); None for other words.
    pub fn with(self, flag: &str) -> Option<FastMath> {
        let bits = match flag {
            "reassoc" => 1 << 0,
            "nnan" => 1 << 1,
            "ninf" => 1 << 2,
            "nsz" => 1 << 3,
            "arcp" => 1 << 4,
            "contract" => 1 << 5,
            "afn" => 1 << 6,
            "fast" => Self::FAST.0,
            _ => return None,
        };
        Some(FastMath(self.0 | bits))
    }

    /// The flags of both sets.
    #[must_use]
    pub fn union(self, other: FastMath) -> FastMath {
        FastMath(self.0 | other.0)
    }

    /// The flags that are in both sets.
    #[must_use]
    pub fn intersection(self, other: FastMath) -> FastMath {
        FastMath(self.0 & other.0)
    }

    /// The bits, in LLVM's order.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }
}

/// Whether a function is put into its callers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Inline {
    /// As LLVM decides.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What debuggers are told of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Debug {
    /// The line that the function starts in.
    pub line: u32,
    /// Whether it is optimised: lines and variables are then only roughly right.
    pub optimised: bool,
}

/// A function of a unit.
#[derive(Clone, Debug)]
pub struct UnitFunction<'a> {
    /// The function.
    pub ir: &'a Typed,
    /// The number by which calls name it.
    pub spec: u32,
    /// Its symbol, unique in the process (see `coluber_abi::symbol`).
    pub symbol: String,
    /// The Python file it came from, for tracebacks.
    pub file: Name,
    /// The line of the file that is the first line of the code, for code that does not depend on where the function is. 1: lines are
    /// those of the file.
    pub first_line: u32,
    /// Floating point rules.
    pub fast_math: FastMath,
    /// Whether it is inlined.
    pub inline: Inline,
    /// Whether loops are unrolled that go round as often as only the running program knows. It is not done in functions of
    /// the library: their loops are vectorised or wait for memory, and more code is compiled more slowly.
    pub unrolled: bool,
    /// Whether other units, or functions in C, call it by its symbol. A unit with neither loops nor such a function is compiled in
    /// a third of the time to code that is not quite as good: it does not run often.
    pub exported: bool,
    /// What debuggers are told of it.
    pub debug: Option<Debug>,
    /// Whether `fork` calls it.
    pub forked: bool,
    /// Whether it has an entry for the dispatcher, under `coluber_abi::entry_symbol`.
    pub entry: bool,
}

impl<'a> UnitFunction<'a> {
    /// A function that only this unit calls.
    pub fn new(ir: &'a Typed, spec: u32, symbol: impl Into<String>) -> Self {
        UnitFunction {
            ir,
            spec,
            symbol: symbol.into(),
            file: Name::from(""),
            first_line: 1,
            fast_math: FastMath::NONE,
            inline: Inline::Auto,
            unrolled: true,
            exported: false,
            debug: None,
            forked: false,
            entry: false,
        }
    }

    /// The line of the code that a line of the file is. Unknown lines are 0 in both.
    pub fn line(&self, line: u32) -> u32 {
        if line == 0 { 0 } else { line.wrapping_sub(self.first_line).wrapping_add(1) }
    }

    /// The number of its instructions.
    pub(crate) fn size(&self) -> usize {
        self.ir.layout.iter().map(|&block| self.ir.blocks[block].insts.len()).sum()
    }

    /// With an entry for the dispatcher.
    pub fn with_entry(mut self) -> Self {
        self.entry = true;
        self
    }

    /// That other units can call.
    pub fn with_export(mut self) -> Self {
        self.exported = true;
        self
    }
}

/// A function that another unit has.
#[derive(Clone, Debug)]
pub struct Extern {
    /// The number by which calls name it.
    pub spec: u32,
    /// Its symbol.
    pub symbol: String,
    /// Types of its parameters.
    pub params: Vec<Ty>,
    /// Type of its result.
    pub ret: Ty,
}

/// What code refers to that is different in each process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// The number of a type.
    Type(Ty),
    /// The code of an exception class.
    Class(ExceptionClass),
    /// The address of memory that an array has.
    Memory(u64),
    /// Any other address.
    Address(u64),
    /// The address of a `SourceInfo`, or null: for the function with this number.
    Source(u32),
}

impl Reference {
    /// What it is in this process, for code that was compiled here.
    pub fn word(self) -> u64 {
        match self {
            Reference::Type(ty) => u64::from(ty.id()),
            Reference::Class(class) => u64::from(class.code()),
            Reference::Memory(address) | Reference::Address(address) => address,
            Reference::Source(_) => 0,
        }
    }
}

/// What is compiled together.
#[derive(Clone, Debug, Default)]
pub struct Unit<'a> {
    /// A name for people.
    pub name: String,
    /// The functions.
    pub functions: Vec<UnitFunction<'a>>,
    /// Functions of other units that they call.
    pub externs: Vec<Extern>,
    /// Whether the code can be linked in other processes: what it refers to is read from a table under
    /// `coluber_abi::table_symbol`, which is to be filled before the code runs.
    pub portable: bool,
}

impl Unit<'_> {
    /// An empty unit.
    pub fn new(name: impl Into<String>) -> Self {
        Unit { name: name.into(), ..Unit::default() }
    }

    /// The LLVM IR of programs that is part of it.
    fn foreign_texts(&self) -> Vec<Name> {
        let insts = self.functions.iter().flat_map(|f| f.ir.insts.values());
        insts.filter_map(|inst| if let Op::Splice { text } = &inst.op { Some(text.clone()) } else { None }).collect()
    }
}

/// Which texts are wanted besides the object code. Each costs time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// The LLVM IR as it was generated.
    pub llvm: bool,
    /// The LLVM IR after the passes.
    pub optimised: bool,
    /// The assembly code.
    pub assembly: bool,
    /// What the optimiser says of loops.
    pub remarks: bool,
    /// How long each pass takes.
    pub pass_times: bool,
}

impl Texts {
    /// None of them.
    pub const NONE: Texts = Texts { llvm: false, optimised: false, assembly: false, remarks: false, pass_times: false };
    /// All of them.
    pub const ALL: Texts = Texts { llvm: true, optimised: true, assembly: true, remarks: true, pass_times: true };
}

/// Where object code is kept, under what it was made of.
pub trait Objects: Sync {
    /// The object code that was made of the same bytes before.
    fn find(&self, made_of: &[u8]) -> Option<Vec<u8>>;

    /// Keeps object code.
    fn keep(&self, made_of: &[u8], object: &[u8]);
}

/// How long the steps took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timings {
    /// Building LLVM IR.
    pub build: Duration,
    /// Looking for the object code.
    pub find: Duration,
    /// The passes.
    pub optimise: Duration,
    /// Instruction selection and all that follows.
    pub emit: Duration,
}

/// A compiled unit.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// Relocatable object code, or that of several [`parts`](crate::parts()).
    pub object: Vec<u8>,
    /// What is to be in the table of portable code, a word each, or in the tables of its parts, one behind the other.
    pub references: Vec<Reference>,
    /// The LLVM IR as it was generated, if wanted.
    pub llvm: Option<String>,
    /// The LLVM IR after the passes, if wanted.
    pub optimised: Option<String>,
    /// The assembly code, if wanted.
    pub assembly: Option<String>,
    /// What the optimiser says of loops, if wanted.
    pub remarks: Option<String>,
    /// How long each pass took, if wanted: a line each, seconds and name with a tab between them.
    pub pass_times: Option<String>,
    /// How long it took. Of parts that are compiled side by side it is the time of the longest one.
    pub timings: Timings,
}

/// Compiles a unit.
pub fn compile(unit: &Unit<'_>, target: &TargetConfig, texts: Texts) -> Result<Compiled, CodegenError> {
    let foreign = unit.foreign_texts();
    if foreign.is_empty() {
        return compile_here(unit, target, texts, None);
    }
    let compiled = guarded(|| compile_here(unit, target, texts, None)).map_err(CodegenError::Backend);
    compiled.flatten().map_err(|error| error.in_foreign_code(foreign))
}

/// Compiles a unit without LLVM IR of programs, unless its object code is kept already: the same LLVM IR is the same code.
pub fn find_or_compile(
    unit: &Unit<'_>,
    target: &TargetConfig,
    objects: &dyn Objects,
) -> Result<Compiled, CodegenError> {
    compile_here(unit, target, Texts::NONE, Some(objects))
}

fn compile_here(
    unit: &Unit<'_>,
    target: &TargetConfig,
    texts: Texts,
    objects: Option<&dyn Objects>,
) -> Result<Compiled, CodegenError> {
    let effort = lower::effort(unit, target);
    if effort == Effort::Large
        && texts == Texts::NONE
        && let Some(parts) = split(unit)
    {
        return side_by_side::compile(&parts, |part| compile_whole(part, target, effort, texts, objects));
    }
    compile_whole(unit, target, effort, texts, objects)
}

fn compile_whole(
    unit: &Unit<'_>,
    target: &TargetConfig,
    effort: Effort,
    texts: Texts,
    objects: Option<&dyn Objects>,
) -> Result<Compiled, CodegenError> {
    let machine = target.machine(effort.codegen_level()).map_err(CodegenError::Backend)?;
    let mut out = Compiled::default();
    if texts.remarks {
        crate::llvm::enable_remarks();
    }
    let start = Instant::now();
    let (module, references) = build(unit, target, effort, &machine, texts)?;
    out.references = references;
    out.llvm = texts.llvm.then(|| module.text());
    out.timings.build = start.elapsed();
    let start = Instant::now();
    let made_of = objects.map(|_| [module.bitcode(), format!("{target:?} {effort:?}").into_bytes()].concat());
    let kept = objects.zip(made_of.as_deref());
    if let Some(object) = kept.and_then(|(objects, made_of)| objects.find(made_of)) {
        out.object = object;
        out.timings.find = start.elapsed();
        return Ok(out);
    }
    out.timings.find = kept.map_or(Duration::ZERO, |_| start.elapsed());
    let start = Instant::now();
    let mut times = texts.pass_times.then(String::new);
    optimise(&module, &machine, effort, times.as_mut()).map_err(CodegenError::Backend)?;
    out.pass_times = times;
    out.optimised = texts.optimised.then(|| module.text());
    out.remarks = texts.remarks.then(|| module.remarks());
    out.timings.optimise = start.elapsed();
    if texts.assembly {
        out.assembly = Some(assembly(unit, target, effort, &machine)?);
    }
    let start = Instant::now();
    out.object = emit(&module, &machine, EmittedKind::Object)?;
    if let Some((objects, made_of)) = kept {
        objects.keep(made_of, &out.object);
    }
    out.timings.emit = start.elapsed();
    Ok(out)
}

/// Compiles the text of a module of LLVM IR; its function [`SPLICE`](coluber_abi::SPLICE) gets this symbol.
pub fn compile_text(text: &str, symbol: &str, target: &TargetConfig) -> Result<Vec<u8>, CodegenError> {
    guarded(|| compile_text_here(text, symbol, target)).map_err(CodegenError::Backend)?
}

fn compile_text_here(text: &str, symbol: &str, target: &TargetConfig) -> Result<Vec<u8>, CodegenError> {
    let effort = Effort::Straight;
    let machine = target.machine(effort.codegen_level()).map_err(CodegenError::Backend)?;
    let mut module = Module::new(symbol, false);
    machine.prepare(&module);
    module.link_text(text, symbol, Linkage::External).map_err(CodegenError::Invalid)?;
    optimise(&module, &machine, effort, None).map_err(CodegenError::Backend)?;
    emit(&module, &machine, EmittedKind::Object)
}

fn build(
    unit: &Unit<'_>,
    target: &TargetConfig,
    effort: Effort,
    machine: &Machine,
    texts: Texts,
) -> Result<(Module, Vec<Reference>), CodegenError> {
    let mut module = Module::new(&unit.name, texts.llvm || texts.optimised);
    machine.prepare(&module);
    let references = lower::lower_unit(unit, target, effort, &mut module)?;
    if target.verify {
        module.verify().map_err(|e| CodegenError::Invalid(format!("{e}\n{}", module.text())))?;
    }
    Ok((module, references))
}

/// Emitting changes a module, so the text is made of one of its own.
fn assembly(unit: &Unit<'_>, target: &TargetConfig, effort: Effort, machine: &Machine) -> Result<String, CodegenError> {
    let (module, _) = build(unit, target, effort, machine, Texts::NONE)?;
    optimise(&module, machine, effort, None).map_err(CodegenError::Backend)?;
    Ok(String::from_utf8_lossy(&emit(&module, machine, EmittedKind::Assembly)?).into_owned())
}

/// LLVM reports some errors of code generation to the context only.
fn emit(module: &Module, machine: &Machine, kind: EmittedKind) -> Result<Vec<u8>, CodegenError> {
    let bytes = machine.emit(module, kind).map_err(CodegenError::Backend)?;
    module.first_error().map_or(Ok(bytes), |e| Err(CodegenError::Backend(e)))
}
