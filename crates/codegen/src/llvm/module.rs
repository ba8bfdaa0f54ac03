//! A module under construction, with its context.

use super::target::take_bytes;
use super::value::{BasicBlock, Func, Type, Val};
use super::{UNNAMED, c_string, take_message, vecmath};
use coluber_abi::Leaf;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMAttributeIndex, LLVMAttributeReturnIndex, LLVMDiagnosticSeverity, LLVMLinkage,
};
use llvm_sys::{LLVMUnnamedAddr, target::LLVMSetModuleDataLayout};
use rustc_hash::FxHashMap;
use std::ffi::{CString, c_void};
use std::sync::Mutex;

/// Who sees a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linkage {
    External,
    Internal,
}

/// An attribute of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    NoUnwind,
    WillReturn,
    Cold,
    AlwaysInline,
    NoInline,
    /// The function is left as it is; needs `NoInline`.
    OptimiseNone,
    NoSync,
    NoFree,
    /// No memory at all.
    MemoryNone,
    /// Memory that compiled code can't see.
    MemoryInaccessible,
    /// What pointer arguments point to, and memory that compiled code can't see.
    MemoryArguments,
    /// As before, read only.
    ReadsArguments,
    /// The result points to memory that nothing else points to.
    ResultNoAlias,
    /// The result is aligned to so many bytes, where it is not null.
    ResultAlign(u64),
    /// A parameter whose address the function does not keep.
    NoCapture(u32),
    /// A parameter that points to memory which is not changed meanwhile by other means.
    ParamNoAlias(u32),
    /// A parameter that the function does not write through.
    ParamReadOnly(u32),
    /// A parameter that is extended with zeros.
    ParamZeroExt(u32),
    /// A result that is extended with zeros.
    ResultZeroExt,
}

/// Bits of the `memory` attribute: two for each location, read and write.
mod memory {
    const READ_WRITE: u64 = 3;
    pub const ARGUMENTS: u64 = READ_WRITE;
    pub const ARGUMENTS_READ: u64 = 1;
    pub const INACCESSIBLE: u64 = READ_WRITE << 2;
}

impl Attribute {
    /// Place, name and value for LLVM.
    fn parts(self) -> (LLVMAttributeIndex, &'static str, u64) {
        const FUNCTION: LLVMAttributeIndex = LLVMAttributeFunctionIndex as LLVMAttributeIndex;
        const RESULT: LLVMAttributeIndex = LLVMAttributeReturnIndex as LLVMAttributeIndex;
        match self {
            Attribute::NoUnwind => (FUNCTION, "nounwind", 0),
            Attribute::WillReturn => (FUNCTION, "willreturn", 0),
            Attribute::Cold => (FUNCTION, "cold", 0),
            Attribute::AlwaysInline => (FUNCTION, "alwaysinline", 0),
            Attribute::NoInline => (FUNCTION, "noinline", 0),
            Attribute::OptimiseNone => (FUNCTION, "optnone", 0),
            Attribute::NoSync => (FUNCTION, "nosync", 0),
            Attribute::NoFree => (FUNCTION, "nofree", 0),
            Attribute::MemoryNone => (FUNCTION, "memory", 0),
            Attribute::MemoryInaccessible => (FUNCTION, "memory", memory::INACCESSIBLE),
            Attribute::MemoryArguments => (FUNCTION, "memory", memory::ARGUMENTS | memory::INACCESSIBLE),
            Attribute::ReadsArguments => (FUNCTION, "memory", memory::ARGUMENTS_READ),
            Attribute::ResultNoAlias => (RESULT, "noalias", 0),
            Attribute::ResultAlign(bytes) => (RESULT, "align", bytes),
            // Value 0 of `captures` is `captures(none)`.
            Attribute::NoCapture(param) => (param + 1, "captures", 0),
            Attribute::ParamNoAlias(param) => (param + 1, "noalias", 0),
            Attribute::ParamReadOnly(param) => (param + 1, "readonly", 0),
            Attribute::ParamZeroExt(param) => (param + 1, "zeroext", 0),
            Attribute::ResultZeroExt => (RESULT, "zeroext", 0),
        }
    }
}

macro_rules! intrinsics {
    ($($variant:ident $name:literal)*) => {
        /// Intrinsics overloaded on one type, or on those that `Module::intrinsic` is given.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Intrinsic { $($variant),* }

        impl Intrinsic {
            fn name(self) -> &'static str {
                match self { $(Intrinsic::$variant => $name),* }
            }
        }
    };
}

intrinsics! {
    Abs "llvm.abs"
    Fabs "llvm.fabs"
    Sqrt "llvm.sqrt"
    Floor "llvm.floor"
    Ceil "llvm.ceil"
    Trunc "llvm.trunc"
    Rint "llvm.rint"
    CopySign "llvm.copysign"
    Fma "llvm.fma"
    PopCount "llvm.ctpop"
    LeadingZeros "llvm.ctlz"
    TrailingZeros "llvm.cttz"
    ReverseBits "llvm.bitreverse"
    UMin "llvm.umin"
    FloatToSigned "llvm.fptosi.sat"
    FloatToUnsigned "llvm.fptoui.sat"
    ReadRegister "llvm.read_register"
}

/// Messages that LLVM reported as errors.
type Errors = Mutex<Vec<String>>;

/// A module with a context of its own.
pub(crate) struct Module {
    pub(super) ctx: LLVMContextRef,
    pub(super) module: LLVMModuleRef,
    leaf_types: [Type; 8],
    intrinsics: FxHashMap<(Intrinsic, Type, Option<Type>), Func>,
    texts: FxHashMap<Box<[u8]>, Val>,
    pub(super) prof: (u32, LLVMValueRef, LLVMValueRef),
    /// Set where functions of `vecmath` are declared.
    pub(super) vecmath: Option<vecmath::Options>,
    said: Box<Said>,
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: both were made by `new`; handles into them are not used after this.
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.ctx);
        }
    }
}

/// What LLVM says of a module.
#[derive(Default)]
struct Said {
    errors: Errors,
    /// What the optimiser did, or could not do: when [`super::remarks::enable`] has been called.
    remarks: Errors,
}

extern "C" fn on_diagnostic(info: LLVMDiagnosticInfoRef, said: *mut c_void) {
    // SAFETY: LLVM passes a valid diagnostic, and the pointer that `Module::new` gave it.
    unsafe {
        let said = &*said.cast::<Said>();
        let list = match LLVMGetDiagInfoSeverity(info) {
            LLVMDiagnosticSeverity::LLVMDSError => &said.errors,
            LLVMDiagnosticSeverity::LLVMDSRemark => &said.remarks,
            _ => return,
        };
        list.lock().unwrap_or_else(|e| e.into_inner()).push(take_message(LLVMGetDiagInfoDescription(info)));
    }
}

impl Module {
    /// An empty module; `names` says whether values keep names, for people.
    pub(crate) fn new(name: &str, names: bool) -> Self {
        let said = Box::<Said>::default();
        // SAFETY: the context is fresh; the lists live as long as the module.
        unsafe {
            let ctx = LLVMContextCreate();
            LLVMContextSetDiscardValueNames(ctx, i32::from(!names));
            LLVMContextSetDiagnosticHandler(ctx, Some(on_diagnostic), (&raw const *said).cast_mut().cast());
            let module = LLVMModuleCreateWithNameInContext(c_string(name).as_ptr(), ctx);
            Module {
                ctx,
                module,
                leaf_types: leaf_types(ctx),
                intrinsics: FxHashMap::default(),
                texts: FxHashMap::default(),
                prof: branch_weights(ctx),
                vecmath: None,
                said,
            }
        }
    }

    /// The first error that LLVM reported for the module.
    pub(crate) fn first_error(&self) -> Option<String> {
        self.said.errors.lock().unwrap_or_else(|e| e.into_inner()).first().cloned()
    }

    /// The optimiser's remarks, a line each: `file:line:column: text`.
    pub(crate) fn remarks(&self) -> String {
        self.said.remarks.lock().unwrap_or_else(|e| e.into_inner()).join("\n")
    }

    /// The type of a leaf in a register.
    pub(crate) fn leaf(&self, leaf: Leaf) -> Type {
        self.leaf_types[leaf as usize]
    }

    /// The type of float16. Values of it are kept as integers.
    pub(crate) fn half_type(&self) -> Type {
        // SAFETY: the context is alive.
        Type(unsafe { LLVMHalfTypeInContext(self.ctx) })
    }

    /// The type of bfloat16. Values of it are kept as integers.
    pub(crate) fn bfloat_type(&self) -> Type {
        // SAFETY: the context is alive.
        Type(unsafe { LLVMBFloatTypeInContext(self.ctx) })
    }

    /// The type of a leaf in memory.
    pub(crate) fn memory_leaf(&self, leaf: Leaf) -> Type {
        self.leaf(if leaf == Leaf::I1 { Leaf::I8 } else { leaf })
    }

    pub(crate) fn void(&self) -> Type {
        // SAFETY: the context is alive.
        Type(unsafe { LLVMVoidTypeInContext(self.ctx) })
    }

    pub(crate) fn structure(&self, fields: &[Type]) -> Type {
        // SAFETY: `Type` is a transparent handle; LLVM only reads the list.
        Type(unsafe { LLVMStructTypeInContext(self.ctx, fields.as_ptr().cast_mut().cast(), fields.len() as u32, 0) })
    }

    pub(crate) fn add_function(&mut self, name: &str, ty: Type, linkage: Linkage) -> Func {
        // SAFETY: a function type of this context.
        let value = unsafe { LLVMAddFunction(self.module, c_string(name).as_ptr(), ty.0) };
        if linkage == Linkage::Internal {
            // SAFETY: the function is given a body by the caller.
            unsafe { LLVMSetLinkage(value, LLVMLinkage::LLVMInternalLinkage) };
        }
        let func = Func { value, ty: ty.0 };
        self.add_attribute(func, Attribute::NoUnwind);
        func
    }

    /// The function with this name and type; it is declared at first use.
    pub(crate) fn function_once(&mut self, name: &str, ty: Type, linkage: Linkage) -> Func {
        // SAFETY: the module is alive and the name ends with NUL.
        let known = unsafe { LLVMGetNamedFunction(self.module, c_string(name).as_ptr()) };
        if known.is_null() { self.add_function(name, ty, linkage) } else { Func { value: known, ty: ty.0 } }
    }

    pub(crate) fn add_attribute(&self, func: Func, attribute: Attribute) {
        let (place, name, value) = attribute.parts();
        // SAFETY: names of enum attributes that LLVM 22 has, at places that the function has.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            LLVMAddAttributeAtIndex(func.value, place, LLVMCreateEnumAttribute(self.ctx, kind, value));
        }
    }

    /// A function attribute that is a text.
    pub(crate) fn add_text_attribute(&self, func: Func, name: &str, value: &str) {
        // SAFETY: texts are given with their lengths.
        unsafe {
            let attribute = LLVMCreateStringAttribute(
                self.ctx,
                name.as_ptr().cast(),
                name.len() as u32,
                value.as_ptr().cast(),
                value.len() as u32,
            );
            LLVMAddAttributeAtIndex(func.value, LLVMAttributeFunctionIndex as LLVMAttributeIndex, attribute);
        }
    }

    /// The declaration of an intrinsic, overloaded on `ty` and, where it converts, on `from` too.
    pub(crate) fn intrinsic(&mut self, intrinsic: Intrinsic, ty: Type, from: Option<Type>) -> Func {
        let (ctx, module) = (self.ctx, self.module);
        *self.intrinsics.entry((intrinsic, ty, from)).or_insert_with(|| {
            let name = intrinsic.name();
            let mut overload = [ty.0, from.unwrap_or(ty).0];
            let count = 1 + usize::from(from.is_some());
            // SAFETY: the name is an intrinsic overloaded on `count` types.
            unsafe {
                let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
                let value = LLVMGetIntrinsicDeclaration(module, id, overload.as_mut_ptr(), count);
                Func { value, ty: LLVMIntrinsicGetType(ctx, id, overload.as_mut_ptr(), count) }
            }
        })
    }

    /// The address of constant bytes; equal ones are there once.
    pub(crate) fn constant_bytes(&mut self, bytes: &[u8]) -> Val {
        if let Some(&known) = self.texts.get(bytes) {
            return known;
        }
        // SAFETY: bytes are given with their length.
        let data = Val(unsafe { LLVMConstStringInContext2(self.ctx, bytes.as_ptr().cast(), bytes.len(), 1) });
        let global = self.constant(data);
        // Texts with characters of four bytes are among them.
        // SAFETY: a global of this module.
        unsafe { LLVMSetAlignment(global.0, 4) };
        self.texts.insert(bytes.into(), global);
        global
    }

    /// A constant structure.
    pub(crate) fn structure_value(&self, fields: &[Val]) -> Val {
        // SAFETY: `Val` is a transparent handle; the fields are constants.
        Val(unsafe { LLVMConstStructInContext(self.ctx, fields.as_ptr().cast_mut().cast(), fields.len() as u32, 0) })
    }

    /// A constant array of items of one type.
    pub(crate) fn array_value(&self, ty: Type, items: &[Val]) -> Val {
        // SAFETY: as above.
        Val(unsafe { LLVMConstArray2(ty.0, items.as_ptr().cast_mut().cast(), items.len() as u64) })
    }

    /// The address of a constant.
    pub(crate) fn constant(&mut self, value: Val) -> Val {
        // SAFETY: the value is a constant of this context.
        unsafe {
            let global = LLVMAddGlobal(self.module, LLVMTypeOf(value.0), UNNAMED);
            LLVMSetInitializer(global, value.0);
            LLVMSetGlobalConstant(global, 1);
            LLVMSetLinkage(global, LLVMLinkage::LLVMPrivateLinkage);
            LLVMSetUnnamedAddress(global, LLVMUnnamedAddr::LLVMGlobalUnnamedAddr);
            Val(global)
        }
    }

    /// The address of a table of words of which the length is not known yet.
    pub(crate) fn reserve_table(&mut self) -> Val {
        // SAFETY: the module is alive.
        Val(unsafe { LLVMAddGlobal(self.module, self.leaf(Leaf::I64).0, UNNAMED) })
    }

    /// Gives a reserved table its length and a name that other code sees; an empty one goes.
    pub(crate) fn finish_table(&mut self, table: Val, symbol: &str, length: usize) {
        // SAFETY: both are globals of this module, and addresses have one type.
        unsafe {
            if length > 0 {
                let ty = self.leaf(Leaf::I64).array(length as u64);
                let global = LLVMAddGlobal(self.module, ty.0, c_string(symbol).as_ptr());
                LLVMSetInitializer(global, ty.zero().0);
                LLVMReplaceAllUsesWith(table.0, global);
            }
            LLVMDeleteGlobal(table.0);
        }
    }

    /// A block at the end of a function.
    pub(crate) fn add_block(&self, func: Func, name: &str) -> BasicBlock {
        // The name is dropped by the context unless names are kept.
        let name = if name.is_empty() { CString::default() } else { c_string(name) };
        // SAFETY: the function belongs to this module.
        BasicBlock(unsafe { LLVMAppendBasicBlockInContext(self.ctx, func.value, name.as_ptr()) })
    }

    /// Sets what the module is compiled for.
    pub(super) fn set_target(&self, triple: *const std::ffi::c_char, layout: llvm_sys::target::LLVMTargetDataRef) {
        // SAFETY: both are valid for the call; LLVM copies them.
        unsafe {
            LLVMSetTarget(self.module, triple);
            LLVMSetModuleDataLayout(self.module, layout);
        }
    }

    /// The name of a register as an operand of `llvm.read_register`.
    fn register(&self, name: &str) -> Val {
        // SAFETY: the context is alive; the text is given with its length.
        unsafe {
            let text = LLVMMDStringInContext2(self.ctx, name.as_ptr().cast(), name.len());
            let node = LLVMMDNodeInContext2(self.ctx, [text].as_mut_ptr(), 1);
            Val(LLVMMetadataAsValue(self.ctx, node))
        }
    }

    /// The operand that names the stack pointer of the module's target.
    pub(crate) fn stack_register(&self) -> Val {
        // SAFETY: the module is alive; its triple ends with NUL.
        let triple = unsafe { std::ffi::CStr::from_ptr(LLVMGetTarget(self.module)) };
        self.register(if triple.to_bytes().starts_with(b"x86_64") { "rsp" } else { "sp" })
    }

    /// The text of the module.
    pub(crate) fn text(&self) -> String {
        // SAFETY: the module is alive; the text is ours.
        unsafe { take_message(LLVMPrintModuleToString(self.module)) }
    }

    /// The module as LLVM's bitcode.
    pub(crate) fn bitcode(&self) -> Vec<u8> {
        // SAFETY: the module is alive; the buffer is ours.
        unsafe { take_bytes(LLVMWriteBitcodeToMemoryBuffer(self.module)) }
    }

    /// Checks the rules of LLVM IR.
    pub(crate) fn verify(&self) -> Result<(), String> {
        let mut message = std::ptr::null_mut();
        // SAFETY: the module is alive; the message is ours.
        unsafe {
            let broken =
                LLVMVerifyModule(self.module, LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut message) != 0;
            let text = take_message(message);
            if broken { Err(text) } else { Ok(()) }
        }
    }
}

/// In the order of [`Leaf`].
fn leaf_types(ctx: LLVMContextRef) -> [Type; 8] {
    // SAFETY: the context is alive.
    unsafe {
        [
            Type(LLVMInt1TypeInContext(ctx)),
            Type(LLVMInt8TypeInContext(ctx)),
            Type(LLVMInt16TypeInContext(ctx)),
            Type(LLVMInt32TypeInContext(ctx)),
            Type(LLVMInt64TypeInContext(ctx)),
            Type(LLVMFloatTypeInContext(ctx)),
            Type(LLVMDoubleTypeInContext(ctx)),
            Type(LLVMPointerTypeInContext(ctx, 0)),
        ]
    }
}

/// The metadata kind `prof`, and weights that say that the first, or the second, target of a branch is the usual one.
fn branch_weights(ctx: LLVMContextRef) -> (u32, LLVMValueRef, LLVMValueRef) {
    const USUAL: u64 = 1 << 20;
    // SAFETY: the context is alive; texts are given with their lengths.
    unsafe {
        let int = LLVMInt32TypeInContext(ctx);
        let node = |first, second| {
            let word = LLVMMDStringInContext2(ctx, c"branch_weights".as_ptr(), 14);
            let weight = |n| LLVMValueAsMetadata(LLVMConstInt(int, n, 0));
            let mut parts = [word, weight(first), weight(second)];
            LLVMMetadataAsValue(ctx, LLVMMDNodeInContext2(ctx, parts.as_mut_ptr(), parts.len()))
        };
        (LLVMGetMDKindIDInContext(ctx, c"prof".as_ptr(), 4), node(USUAL, 1), node(1, USUAL))
    }
}
