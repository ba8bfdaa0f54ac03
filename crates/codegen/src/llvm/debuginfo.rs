//! What a debugger or profiler is told: functions, the lines and columns of instructions, variables.
//!
//! Nothing here depends on the machine: LLVM makes DWARF of it for processors, and line tables for PTX.

use super::module::Module;
use super::value::{BasicBlock, Func, Val};
use coluber_base::Span;
use llvm_sys::LLVMModuleFlagBehavior;
use llvm_sys::core::{LLVMAddModuleFlag, LLVMConstInt, LLVMInt32TypeInContext, LLVMValueAsMetadata};
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
use rustc_hash::FxHashMap;
use std::ffi::{c_char, c_uint};

/// DWARF's version; gdb, lldb and perf of the last ten years read it.
const DWARF_VERSION: u64 = 4;

const PRODUCER: &str = "coluber";

/// How much debuggers are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Emission {
    /// Functions, lines, types and variables.
    Full,
    /// Lines only, as directives of the assembler.
    Lines,
}

impl Emission {
    /// LLVM's number of it; the C interface has no name for the last one.
    fn number(self) -> c_uint {
        match self {
            Emission::Full => 1,
            Emission::Lines => 3,
        }
    }
}

unsafe extern "C" {
    /// As LLVM declares it, but that the kind of emission is any number.
    #[link_name = "LLVMDIBuilderCreateCompileUnit"]
    fn create_compile_unit(
        builder: LLVMDIBuilderRef,
        language: LLVMDWARFSourceLanguage,
        file: LLVMMetadataRef,
        producer: *const c_char,
        producer_len: usize,
        optimised: LLVMBool,
        flags: *const c_char,
        flags_len: usize,
        runtime_version: c_uint,
        split_name: *const c_char,
        split_name_len: usize,
        kind: c_uint,
        dwo_id: c_uint,
        split_debug_inlining: LLVMBool,
        debug_info_for_profiling: LLVMBool,
        sys_root: *const c_char,
        sys_root_len: usize,
        sdk: *const c_char,
        sdk_len: usize,
    ) -> LLVMMetadataRef;
}

/// A function as the debugger knows it.
#[derive(Clone, Copy)]
pub(crate) struct Scope {
    function: LLVMMetadataRef,
    file: LLVMMetadataRef,
    line: u32,
}

/// A place in the source.
#[derive(Clone, Copy)]
pub(crate) struct Location(pub(super) LLVMMetadataRef);

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Encoding {
    Bool,
    Signed,
    Unsigned,
    Float,
    Address,
}

impl Encoding {
    /// The number that DWARF gives it (`DW_ATE_*`).
    fn number(self) -> LLVMDWARFTypeEncoding {
        match self {
            Encoding::Address => 1,
            Encoding::Bool => 2,
            Encoding::Float => 4,
            Encoding::Signed => 5,
            Encoding::Unsigned => 7,
        }
    }
}

/// A variable of a function.
pub(crate) struct Variable<'a> {
    pub name: &'a str,
    /// The name of its type.
    pub ty: &'a str,
    pub bytes: u32,
    pub encoding: Encoding,
    /// Its number, from 1, if it is a parameter.
    pub parameter: Option<u32>,
}

/// The debug information of a module that is being built. Dropping it completes the information.
pub(crate) struct DebugInfo {
    builder: LLVMDIBuilderRef,
    ctx: LLVMContextRef,
    optimised: bool,
    files: FxHashMap<String, LLVMMetadataRef>,
}

impl Drop for DebugInfo {
    fn drop(&mut self) {
        // SAFETY: made by `new`; the module is alive, as its builder of functions is dropped first.
        unsafe {
            LLVMDIBuilderFinalize(self.builder);
            LLVMDisposeDIBuilder(self.builder);
        }
    }
}

impl DebugInfo {
    /// Debug information for a module, most of which comes from `file`.
    pub(crate) fn new(module: &Module, file: &str, optimised: bool, emission: Emission) -> Self {
        add_flag(module, "Dwarf Version", DWARF_VERSION);
        // SAFETY: no more than a constant of the library.
        add_flag(module, "Debug Info Version", u64::from(unsafe { LLVMDebugMetadataVersion() }));
        // SAFETY: the module is alive.
        let builder = unsafe { LLVMCreateDIBuilder(module.module) };
        let mut info = DebugInfo { builder, ctx: module.ctx, optimised, files: FxHashMap::default() };
        let file = info.file(file);
        info.add_unit(file, emission);
        info
    }

    fn add_unit(&self, file: LLVMMetadataRef, emission: Emission) {
        let none = std::ptr::null();
        // SAFETY: texts are given with their lengths; an empty one may be null.
        unsafe {
            create_compile_unit(
                self.builder,
                LLVMDWARFSourceLanguage::LLVMDWARFSourceLanguagePython,
                file,
                PRODUCER.as_ptr().cast(),
                PRODUCER.len(),
                i32::from(self.optimised),
                none,
                0,
                0,
                none,
                0,
                emission.number(),
                0,
                0,
                0,
                none,
                0,
                none,
                0,
            );
        }
    }

    fn file(&mut self, path: &str) -> LLVMMetadataRef {
        if let Some(&known) = self.files.get(path) {
            return known;
        }
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        // SAFETY: texts are given with their lengths.
        let file = unsafe {
            LLVMDIBuilderCreateFile(
                self.builder,
                name.as_ptr().cast(),
                name.len(),
                directory.as_ptr().cast(),
                directory.len(),
            )
        };
        self.files.insert(path.to_owned(), file);
        file
    }

    /// Tells where a function comes from. `name` is the one by which people know it; debuggers would prefer the symbol if they were
    /// told of it.
    pub(crate) fn function(&mut self, func: Func, name: &str, file: &str, line: u32) -> Scope {
        let file = self.file(file);
        // SAFETY: the function belongs to the module; texts are given with their lengths.
        let function = unsafe {
            let ty = LLVMDIBuilderCreateSubroutineType(self.builder, file, std::ptr::null_mut(), 0, 0);
            let function = LLVMDIBuilderCreateFunction(
                self.builder,
                file,
                name.as_ptr().cast(),
                name.len(),
                std::ptr::null(),
                0,
                file,
                line,
                ty,
                1,
                1,
                line,
                0,
                i32::from(self.optimised),
            );
            LLVMSetSubprogram(func.value, function);
            function
        };
        Scope { function, file, line }
    }

    /// Where instructions come from. Line 0, which an unknown span has, is code without a place in the source.
    pub(crate) fn location(&self, scope: Scope, span: Span) -> Location {
        let column = if span.has_columns() { span.col + 1 } else { 0 };
        // SAFETY: the scope belongs to this context.
        Location(unsafe {
            LLVMDIBuilderCreateDebugLocation(self.ctx, span.line, column, scope.function, std::ptr::null_mut())
        })
    }

    /// Tells that a variable is kept in a memory cell of the frame, from the end of `block` on.
    pub(crate) fn variable(&self, scope: Scope, cell: Val, variable: &Variable<'_>, block: BasicBlock) {
        let Variable { name, ty, bytes, encoding, parameter } = *variable;
        let (text, len) = (name.as_ptr().cast(), name.len());
        let line = scope.line;
        // SAFETY: scope and file belong to the builder; texts are given with their lengths; the block is in the scope's function.
        unsafe {
            let bits = u64::from(bytes) * 8;
            let ty =
                LLVMDIBuilderCreateBasicType(self.builder, ty.as_ptr().cast(), ty.len(), bits, encoding.number(), 0);
            let variable = match parameter {
                Some(number) => LLVMDIBuilderCreateParameterVariable(
                    self.builder,
                    scope.function,
                    text,
                    len,
                    number,
                    scope.file,
                    line,
                    ty,
                    1,
                    0,
                ),
                None => LLVMDIBuilderCreateAutoVariable(
                    self.builder,
                    scope.function,
                    text,
                    len,
                    scope.file,
                    line,
                    ty,
                    1,
                    0,
                    0,
                ),
            };
            let place = LLVMDIBuilderCreateExpression(self.builder, std::ptr::null_mut(), 0);
            let from = self.location(scope, Span::line(line)).0;
            LLVMDIBuilderInsertDeclareRecordAtEnd(self.builder, cell.0, variable, place, from, block.0);
        }
    }
}

/// A number that modules which are linked together should agree on.
fn add_flag(module: &Module, name: &str, value: u64) {
    // SAFETY: the module is alive; the name is given with its length.
    unsafe {
        let value = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(module.ctx), value, 0));
        let behavior = LLVMModuleFlagBehavior::LLVMModuleFlagBehaviorWarning;
        LLVMAddModuleFlag(module.module, behavior, name.as_ptr().cast(), name.len(), value);
    }
}
