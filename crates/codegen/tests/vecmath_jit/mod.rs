//! A minimal JIT for the tests and measurements of `llvm::vecmath`: one loop over arrays per compiled function.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::null_mut;
use std::sync::Once;

use coluber_codegen::llvm::native;
use coluber_codegen::llvm::vecmath::{self, FloatTy, Options, VecMath};
use llvm_sys::core::*;
use llvm_sys::error::{LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::orc2::lljit::*;
use llvm_sys::orc2::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use llvm_sys::target_machine::*;
use llvm_sys::transforms::pass_builder::*;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMIntPredicate, LLVMRealPredicate};

/// What to compile: `out[i] = f(x[i])` or `out[i] = f(x[i], y[i])`.
#[derive(Clone, Copy)]
pub struct Job {
    pub func: VecMath,
    pub ty: FloatTy,
    /// False: call the function of the C library instead.
    pub inline: bool,
    /// True: the call is under `if x[i] > 0`, and the result is else `x[i]`.
    pub guarded: bool,
    /// For which processor.
    pub level: Level,
    /// Value of the attribute `prefer-vector-width`; 0 leaves it to the target.
    pub vector_width: u32,
}

/// What the code may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The baseline of the architecture, without a fused multiply-add.
    Baseline,
    /// A fused multiply-add.
    Fma,
    /// All that this processor has.
    Host,
}

/// Whether this processor has the instructions of AVX-512 for binary64.
pub fn has_avx512() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::is_x86_feature_detected!("avx512f") && std::is_x86_feature_detected!("avx512dq");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

impl Job {
    pub fn new(func: VecMath, ty: FloatTy) -> Self {
        Job { func, ty, inline: true, guarded: false, level: Level::Host, vector_width: 0 }
    }
}

type Loop = unsafe extern "C" fn(*mut c_void, *const c_void, *const c_void, i64);

/// A compiled loop.
pub struct Compiled {
    jit: LLVMOrcLLJITRef,
    entry: Loop,
    ty: FloatTy,
    /// The optimised IR.
    pub ir: String,
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // SAFETY: the JIT is disposed of once.
        unsafe { LLVMOrcDisposeLLJIT(self.jit) };
    }
}

impl Compiled {
    /// Whether the optimised loop works on vectors of this type and calls nothing but intrinsics and rare paths.
    pub fn is_vectorised(&self) -> bool {
        let element = match self.ty {
            FloatTy::F32 => "x float>",
            FloatTy::F64 => "x double>",
        };
        let Some(body) = self.ir.split("\nvector.body:").nth(1).and_then(|s| s.split("\n\n").next()) else {
            return false;
        };
        let scalar_call =
            body.lines().any(|l| l.contains(" call ") && !l.contains("@llvm.") && !l.contains("@clb_rare_"));
        body.contains(element) && !scalar_call
    }

    pub fn run_f64(&self, x: &[f64], y: &[f64]) -> Vec<f64> {
        assert_eq!(self.ty, FloatTy::F64);
        let mut out = vec![0.0; x.len()];
        self.run_into(out.as_mut_ptr().cast(), x.as_ptr().cast(), y.as_ptr().cast(), x.len());
        out
    }

    pub fn run_f32(&self, x: &[f32], y: &[f32]) -> Vec<f32> {
        assert_eq!(self.ty, FloatTy::F32);
        let mut out = vec![0.0; x.len()];
        self.run_into(out.as_mut_ptr().cast(), x.as_ptr().cast(), y.as_ptr().cast(), x.len());
        out
    }

    pub fn run_into(&self, out: *mut c_void, x: *const c_void, y: *const c_void, n: usize) {
        // SAFETY: the callers pass arrays of `n` elements of the compiled type.
        unsafe { (self.entry)(out, x, y, n as i64) }
    }
}

fn check(error: LLVMErrorRef) {
    if error.is_null() {
        return;
    }
    // SAFETY: the error is live and its message is a C string.
    let message = unsafe { CStr::from_ptr(LLVMGetErrorMessage(error)) };
    panic!("{}", message.to_string_lossy());
}

static START: Once = Once::new();

fn target_machine(level: Level) -> LLVMTargetMachineRef {
    START.call_once(|| {
        // SAFETY: initialisation happens once.
        unsafe { native::register() };
    });
    // SAFETY: all strings are owned by LLVM or literals and live through the call.
    unsafe {
        let triple = LLVMGetDefaultTargetTriple();
        let mut target = null_mut();
        let mut message = null_mut();
        assert_eq!(LLVMGetTargetFromTriple(triple, &mut target, &mut message), 0);
        let (cpu, features): (*const c_char, *const c_char) = if level != Level::Baseline {
            (LLVMGetHostCPUName(), LLVMGetHostCPUFeatures())
        } else {
            (c"generic".as_ptr(), c"".as_ptr())
        };
        LLVMCreateTargetMachine(
            target,
            triple,
            cpu,
            features,
            LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            LLVMRelocMode::LLVMRelocPIC,
            LLVMCodeModel::LLVMCodeModelJITDefault,
        )
    }
}

/// Compiles `job` with the default O2 pipeline.
pub fn compile(job: Job) -> Compiled {
    // SAFETY: every object is used before it is disposed of or handed over.
    unsafe {
        let machine = target_machine(job.level);
        let ctx = LLVMContextCreate();
        let module = LLVMModuleCreateWithNameInContext(c"vecmath".as_ptr(), ctx);
        LLVMSetTarget(module, LLVMGetTargetMachineTriple(machine));
        let layout = LLVMCreateTargetDataLayout(machine);
        LLVMSetModuleDataLayout(module, layout);
        LLVMDisposeTargetData(layout);
        build_loop(module, ctx, job);
        let mut message = null_mut();
        let broken = llvm_sys::analysis::LLVMVerifyModule(
            module,
            llvm_sys::analysis::LLVMVerifierFailureAction::LLVMReturnStatusAction,
            &mut message,
        );
        assert_eq!(broken, 0, "{}", CStr::from_ptr(message).to_string_lossy());
        let options = LLVMCreatePassBuilderOptions();
        LLVMPassBuilderOptionsSetLoopVectorization(options, 1);
        LLVMPassBuilderOptionsSetLoopInterleaving(options, 1);
        LLVMPassBuilderOptionsSetSLPVectorization(options, 1);
        LLVMPassBuilderOptionsSetLoopUnrolling(options, 1);
        check(LLVMRunPasses(module, c"default<O2>".as_ptr(), machine, options));
        LLVMDisposePassBuilderOptions(options);
        let options =
            Options { has_fma: job.level != Level::Baseline, has_avx512: job.level == Level::Host && has_avx512() };
        vecmath::finish(module, &options);
        let text = LLVMPrintModuleToString(module);
        let ir = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        let (jit, entry) = link(module, machine);
        LLVMDisposeModule(module);
        LLVMContextDispose(ctx);
        Compiled { jit, entry, ty: job.ty, ir }
    }
}

unsafe fn link(module: LLVMModuleRef, machine: LLVMTargetMachineRef) -> (LLVMOrcLLJITRef, Loop) {
    // SAFETY: the machine is handed over to the JIT after its last use here.
    unsafe {
        let mut object = null_mut();
        let mut message = null_mut();
        let file_type = LLVMCodeGenFileType::LLVMObjectFile;
        let failed = LLVMTargetMachineEmitToMemoryBuffer(machine, module, file_type, &mut message, &mut object);
        assert_eq!(failed, 0);
        let builder = LLVMOrcCreateLLJITBuilder();
        let machine_builder = LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine);
        LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder, machine_builder);
        let mut jit = null_mut();
        check(LLVMOrcCreateLLJIT(&mut jit, builder));
        let library = LLVMOrcLLJITGetMainJITDylib(jit);
        let mut generator = null_mut();
        let prefix = LLVMOrcLLJITGetGlobalPrefix(jit);
        check(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&mut generator, prefix, None, null_mut()));
        LLVMOrcJITDylibAddGenerator(library, generator);
        check(LLVMOrcLLJITAddObjectFile(jit, library, object));
        let mut address = 0;
        check(LLVMOrcLLJITLookup(jit, &mut address, c"f".as_ptr()));
        (jit, std::mem::transmute::<usize, Loop>(address as usize))
    }
}

unsafe fn callee(module: LLVMModuleRef, ctx: LLVMContextRef, job: Job, ty: LLVMTypeRef) -> LLVMValueRef {
    if job.inline {
        return vecmath::declare(module, ctx, job.func, job.ty).expect("implemented");
    }
    let suffix = if job.ty == FloatTy::F32 { "f" } else { "" };
    let name = CString::new(format!("{}{suffix}", job.func.name())).expect("no NUL");
    // SAFETY: the types belong to the module's context.
    unsafe {
        let fn_type = LLVMFunctionType(ty, vec![ty; job.func.arity()].as_mut_ptr(), job.func.arity() as u32, 0);
        LLVMAddFunction(module, name.as_ptr(), fn_type)
    }
}

unsafe fn build_loop(module: LLVMModuleRef, ctx: LLVMContextRef, job: Job) {
    // SAFETY: the values belong to one function of the module; each block gets one terminator.
    unsafe {
        let (ty, int, ptr) = (
            if job.ty == FloatTy::F32 { LLVMFloatTypeInContext(ctx) } else { LLVMDoubleTypeInContext(ctx) },
            LLVMInt64TypeInContext(ctx),
            LLVMPointerTypeInContext(ctx, 0),
        );
        let callee = callee(module, ctx, job, ty);
        let fn_type = LLVMFunctionType(LLVMVoidTypeInContext(ctx), [ptr, ptr, ptr, int].as_mut_ptr(), 4, 0);
        let f = LLVMAddFunction(module, c"f".as_ptr(), fn_type);
        let kind = LLVMGetEnumAttributeKindForName(c"noalias".as_ptr(), 7);
        LLVMAddAttributeAtIndex(f, 1, LLVMCreateEnumAttribute(ctx, kind, 0));
        if job.vector_width != 0 {
            let (key, value) = ("prefer-vector-width", job.vector_width.to_string());
            let (k, v) = (key.as_ptr().cast(), value.as_ptr().cast());
            let attribute = LLVMCreateStringAttribute(ctx, k, key.len() as u32, v, value.len() as u32);
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute);
        }
        let none = c"".as_ptr();
        let [entry, body, exit] = [0; 3].map(|_| LLVMAppendBasicBlockInContext(ctx, f, none));
        let b = LLVMCreateBuilderInContext(ctx);
        let constant = |n| LLVMConstInt(int, n, 0);
        LLVMPositionBuilderAtEnd(b, entry);
        LLVMBuildBr(b, body);
        LLVMPositionBuilderAtEnd(b, body);
        let i = LLVMBuildPhi(b, int, none);
        let element = |p: u32| LLVMBuildInBoundsGEP2(b, ty, LLVMGetParam(f, p), [i].as_mut_ptr(), 1, none);
        let mut args: Vec<LLVMValueRef> =
            (0..job.func.arity()).map(|a| LLVMBuildLoad2(b, ty, element(a as u32 + 1), none)).collect();
        let callee_type = LLVMGlobalGetValueType(callee);
        let [then, join] = [0; 2].map(|_| LLVMAppendBasicBlockInContext(ctx, f, none));
        let positive = LLVMBuildFCmp(b, LLVMRealPredicate::LLVMRealOGT, args[0], LLVMConstReal(ty, 0.0), none);
        let bit = LLVMInt1TypeInContext(ctx);
        let guard = if job.guarded { positive } else { LLVMConstInt(bit, 1, 0) };
        LLVMBuildCondBr(b, guard, then, join);
        LLVMPositionBuilderAtEnd(b, then);
        let result = LLVMBuildCall2(b, callee_type, callee, args.as_mut_ptr(), args.len() as u32, none);
        LLVMBuildBr(b, join);
        LLVMPositionBuilderAtEnd(b, join);
        let value = LLVMBuildPhi(b, ty, none);
        LLVMAddIncoming(value, [result, args[0]].as_mut_ptr(), [then, body].as_mut_ptr(), 2);
        LLVMBuildStore(b, value, element(0));
        let next = LLVMBuildNSWAdd(b, i, constant(1), none);
        let more = LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntSLT, next, LLVMGetParam(f, 3), none);
        LLVMBuildCondBr(b, more, body, exit);
        LLVMAddIncoming(i, [constant(0), next].as_mut_ptr(), [entry, join].as_mut_ptr(), 2);
        LLVMPositionBuilderAtEnd(b, exit);
        LLVMBuildRetVoid(b);
        LLVMDisposeBuilder(b);
    }
}
