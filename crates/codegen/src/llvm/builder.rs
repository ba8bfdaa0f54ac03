//! Appends instructions to basic blocks.

use super::UNNAMED;
use super::alias::MemoryKinds;
use super::debuginfo::Location;
use super::module::{Intrinsic, Module};
use super::parallel::AccessGroup;
use super::value::{BasicBlock, Func, Type, Val};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMFastMathAllowReassoc, LLVMGEPFlagInBounds, LLVMGEPFlagNUW, LLVMIntPredicate, LLVMRealPredicate};

/// A comparison of integers or addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntCmp {
    Eq,
    Ne,
    SLt,
    SLe,
    SGt,
    SGe,
    ULt,
    ULe,
    UGt,
    UGe,
}

/// A comparison of floats; with a NaN all but `Ne` are false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatCmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// What is known about overflow of integer arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overflow {
    /// Does not happen, as signed numbers.
    NotSigned,
    /// Does not happen, as unsigned numbers.
    NotUnsigned,
    /// Does not happen, neither as signed nor as unsigned numbers.
    Never,
}

/// A position in a function.
pub(crate) struct Builder {
    raw: LLVMBuilderRef,
    ctx: LLVMContextRef,
    /// Flags put on each floating point operation.
    pub(crate) fast_math: u32,
    /// The group that memory accesses are put into.
    pub(crate) access_group: Option<AccessGroup>,
    /// What is said of memory accesses, in functions with lists.
    pub(crate) memory_kinds: Option<MemoryKinds>,
    prof: (u32, LLVMValueRef, LLVMValueRef),
}

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: made by `new`.
        unsafe { LLVMDisposeBuilder(self.raw) }
    }
}

macro_rules! binary {
    ($($name:ident $function:ident)*) => {
        $(pub(crate) fn $name(&self, a: Val, b: Val) -> Val {
            // SAFETY: operands of one type that the operation is defined for.
            Val(unsafe { $function(self.raw, a.0, b.0, UNNAMED) })
        })*
    };
}

macro_rules! float_binary {
    ($($name:ident $function:ident)*) => {
        $(pub(crate) fn $name(&self, a: Val, b: Val) -> Val {
            // SAFETY: operands of one floating point type.
            self.with_flags(Val(unsafe { $function(self.raw, a.0, b.0, UNNAMED) }))
        })*
    };
}

macro_rules! cast {
    ($($name:ident $function:ident)*) => {
        $(pub(crate) fn $name(&self, value: Val, to: Type) -> Val {
            // SAFETY: the conversion is defined for these types.
            Val(unsafe { $function(self.raw, value.0, to.0, UNNAMED) })
        })*
    };
}

impl Builder {
    pub(crate) fn new(module: &Module) -> Self {
        // SAFETY: the context outlives the builder.
        let raw = unsafe { LLVMCreateBuilderInContext(module.ctx) };
        Builder { raw, ctx: module.ctx, fast_math: 0, access_group: None, memory_kinds: None, prof: module.prof }
    }

    fn mark_access(&self, inst: LLVMValueRef) {
        if let Some(group) = self.access_group {
            group.mark(inst);
        }
    }

    /// Says of a load or store what kind of memory it is of.
    fn mark_data(&self, inst: LLVMValueRef) {
        if let Some(kinds) = self.memory_kinds {
            kinds.mark_data(inst);
        }
    }

    fn mark_header(&self, inst: LLVMValueRef) {
        if let Some(kinds) = self.memory_kinds {
            kinds.mark_header(inst);
        }
    }

    /// Loads a word of the header of a list.
    pub(crate) fn load_header(&self, ty: Type, ptr: Val) -> Val {
        let value = self.load(ty, ptr, 8);
        self.mark_header(value.0);
        value
    }

    /// Stores a word into the header of a list.
    pub(crate) fn store_header(&self, value: Val, ptr: Val) {
        // SAFETY: as for `load`.
        unsafe {
            let store = LLVMBuildStore(self.raw, value.0, ptr.0);
            LLVMSetAlignment(store, 8);
            self.mark_header(store);
        }
    }

    pub(super) fn raw(&self) -> LLVMBuilderRef {
        self.raw
    }

    pub(super) fn context(&self) -> LLVMContextRef {
        self.ctx
    }

    pub(crate) fn position(&self, block: BasicBlock) {
        // SAFETY: the block is alive.
        unsafe { LLVMPositionBuilderAtEnd(self.raw, block.0) }
    }

    pub(crate) fn block(&self) -> BasicBlock {
        // SAFETY: the builder has been positioned.
        BasicBlock(unsafe { LLVMGetInsertBlock(self.raw) })
    }

    /// Says where the instructions that follow come from.
    pub(crate) fn set_location(&self, location: Location) {
        // SAFETY: a location in the function that the builder appends to.
        unsafe { LLVMSetCurrentDebugLocation2(self.raw, location.0) }
    }

    /// A new block that follows the present one in the text.
    pub(crate) fn block_after(&self) -> BasicBlock {
        // SAFETY: the present block is in a function.
        unsafe {
            let here = LLVMGetInsertBlock(self.raw);
            let block = LLVMAppendBasicBlockInContext(self.ctx, LLVMGetBasicBlockParent(here), UNNAMED);
            LLVMMoveBasicBlockAfter(block, here);
            BasicBlock(block)
        }
    }

    binary! {
        add LLVMBuildAdd
        add_nsw LLVMBuildNSWAdd
        sub LLVMBuildSub
        mul LLVMBuildMul
        sdiv LLVMBuildSDiv
        udiv LLVMBuildUDiv
        srem LLVMBuildSRem
        urem LLVMBuildURem
        and LLVMBuildAnd
        or LLVMBuildOr
        xor LLVMBuildXor
        shl LLVMBuildShl
        lshr LLVMBuildLShr
        ashr LLVMBuildAShr
    }

    float_binary! {
        fadd LLVMBuildFAdd
        fsub LLVMBuildFSub
        fmul LLVMBuildFMul
        fdiv LLVMBuildFDiv
    }

    cast! {
        trunc LLVMBuildTrunc
        zext LLVMBuildZExt
        sext LLVMBuildSExt
        fptrunc LLVMBuildFPTrunc
        fpext LLVMBuildFPExt
        signed_to_float LLVMBuildSIToFP
        unsigned_to_float LLVMBuildUIToFP
        bitcast LLVMBuildBitCast
        ptr_to_int LLVMBuildPtrToInt
        int_to_ptr LLVMBuildIntToPtr
    }

    /// An addition or multiplication of which the overflow is known.
    pub(crate) fn arith_known(&self, multiply: bool, a: Val, b: Val, overflow: Overflow) -> Val {
        let value = if multiply { self.mul(a, b) } else { self.add(a, b) };
        // SAFETY: flags are set on instructions only, not on folded constants.
        unsafe {
            if !LLVMIsAInstruction(value.0).is_null() {
                LLVMSetNSW(value.0, i32::from(overflow != Overflow::NotUnsigned));
                LLVMSetNUW(value.0, i32::from(overflow != Overflow::NotSigned));
            }
        }
        value
    }

    pub(crate) fn neg(&self, a: Val) -> Val {
        // SAFETY: an integer.
        Val(unsafe { LLVMBuildNeg(self.raw, a.0, UNNAMED) })
    }

    pub(crate) fn not(&self, a: Val) -> Val {
        // SAFETY: an integer.
        Val(unsafe { LLVMBuildNot(self.raw, a.0, UNNAMED) })
    }

    pub(crate) fn fneg(&self, a: Val) -> Val {
        // SAFETY: a float.
        self.with_flags(Val(unsafe { LLVMBuildFNeg(self.raw, a.0, UNNAMED) }))
    }

    /// Puts the fast-math flags on what can have them.
    pub(crate) fn with_flags(&self, value: Val) -> Val {
        if self.fast_math != 0 {
            // SAFETY: the value is alive; constants are left alone.
            unsafe {
                if !LLVMIsAInstruction(value.0).is_null() && LLVMCanValueUseFastMathFlags(value.0) != 0 {
                    LLVMSetFastMathFlags(value.0, self.fast_math);
                }
            }
        }
        value
    }

    /// Lets an operation of floats trade places with others that may, as in a sum.
    pub(crate) fn in_any_order(&self, value: Val) -> Val {
        // SAFETY: the value is alive; constants are left alone.
        unsafe {
            if !LLVMIsAInstruction(value.0).is_null() {
                LLVMSetFastMathFlags(value.0, self.fast_math | LLVMFastMathAllowReassoc);
            }
        }
        value
    }

    pub(crate) fn icmp(&self, cmp: IntCmp, a: Val, b: Val) -> Val {
        let predicate = match cmp {
            IntCmp::Eq => LLVMIntPredicate::LLVMIntEQ,
            IntCmp::Ne => LLVMIntPredicate::LLVMIntNE,
            IntCmp::SLt => LLVMIntPredicate::LLVMIntSLT,
            IntCmp::SLe => LLVMIntPredicate::LLVMIntSLE,
            IntCmp::SGt => LLVMIntPredicate::LLVMIntSGT,
            IntCmp::SGe => LLVMIntPredicate::LLVMIntSGE,
            IntCmp::ULt => LLVMIntPredicate::LLVMIntULT,
            IntCmp::ULe => LLVMIntPredicate::LLVMIntULE,
            IntCmp::UGt => LLVMIntPredicate::LLVMIntUGT,
            IntCmp::UGe => LLVMIntPredicate::LLVMIntUGE,
        };
        // SAFETY: operands of one type.
        Val(unsafe { LLVMBuildICmp(self.raw, predicate, a.0, b.0, UNNAMED) })
    }

    pub(crate) fn fcmp(&self, cmp: FloatCmp, a: Val, b: Val) -> Val {
        let predicate = match cmp {
            FloatCmp::Eq => LLVMRealPredicate::LLVMRealOEQ,
            FloatCmp::Ne => LLVMRealPredicate::LLVMRealUNE,
            FloatCmp::Lt => LLVMRealPredicate::LLVMRealOLT,
            FloatCmp::Le => LLVMRealPredicate::LLVMRealOLE,
            FloatCmp::Gt => LLVMRealPredicate::LLVMRealOGT,
            FloatCmp::Ge => LLVMRealPredicate::LLVMRealOGE,
        };
        // SAFETY: operands of one type.
        self.with_flags(Val(unsafe { LLVMBuildFCmp(self.raw, predicate, a.0, b.0, UNNAMED) }))
    }

    pub(crate) fn select(&self, cond: Val, yes: Val, no: Val) -> Val {
        if yes == no {
            return yes;
        }
        // SAFETY: a condition and two values of one type.
        self.with_flags(Val(unsafe { LLVMBuildSelect(self.raw, cond.0, yes.0, no.0, UNNAMED) }))
    }

    /// Memory in the frame of the function; the builder stands in its first block.
    pub(crate) fn alloca(&self, ty: Type) -> Val {
        // SAFETY: a type with a size.
        Val(unsafe { LLVMBuildAlloca(self.raw, ty.0, UNNAMED) })
    }

    pub(crate) fn load(&self, ty: Type, ptr: Val, align: u32) -> Val {
        // SAFETY: `ptr` is an address; alignment is a power of two.
        unsafe {
            let value = LLVMBuildLoad2(self.raw, ty.0, ptr.0, UNNAMED);
            LLVMSetAlignment(value, align);
            self.mark_access(value);
            self.mark_data(value);
            Val(value)
        }
    }

    /// Loads what never changes while the code runs.
    pub(crate) fn load_invariant(&self, ty: Type, ptr: Val, align: u32) -> Val {
        let value = self.load(ty, ptr, align);
        // SAFETY: an instruction, and an empty node of its context.
        unsafe {
            let ctx = self.context();
            let name = "invariant.load";
            let kind = LLVMGetMDKindIDInContext(ctx, name.as_ptr().cast(), name.len() as u32);
            let node = LLVMMDNodeInContext2(ctx, std::ptr::null_mut(), 0);
            LLVMSetMetadata(value.0, kind, LLVMMetadataAsValue(ctx, node));
        }
        value
    }

    pub(crate) fn store(&self, value: Val, ptr: Val, align: u32) {
        // SAFETY: as for `load`.
        unsafe {
            let store = LLVMBuildStore(self.raw, value.0, ptr.0);
            LLVMSetAlignment(store, align);
            self.mark_access(store);
            self.mark_data(store);
        }
    }

    /// The address of item `index` of items of type `ty`, inside of one object. `never_below` says that the index is not negative.
    pub(crate) fn element(&self, ty: Type, ptr: Val, index: Val, never_below: bool) -> Val {
        let flags = if never_below { LLVMGEPFlagInBounds | LLVMGEPFlagNUW } else { LLVMGEPFlagInBounds };
        // SAFETY: an address, and an index of 64 bits.
        Val(unsafe { LLVMBuildGEPWithNoWrapFlags(self.raw, ty.0, ptr.0, [index.0].as_mut_ptr(), 1, UNNAMED, flags) })
    }

    /// An address moved by bytes; nothing is known about it.
    pub(crate) fn offset(&self, byte: Type, ptr: Val, bytes: Val) -> Val {
        // SAFETY: an address, and an index of 64 bits.
        Val(unsafe { LLVMBuildGEP2(self.raw, byte.0, ptr.0, [bytes.0].as_mut_ptr(), 1, UNNAMED) })
    }

    pub(crate) fn extract(&self, aggregate: Val, index: usize) -> Val {
        // SAFETY: the aggregate has such a field.
        Val(unsafe { LLVMBuildExtractValue(self.raw, aggregate.0, index as u32, UNNAMED) })
    }

    pub(crate) fn call(&self, func: Func, args: &[Val]) -> Val {
        // SAFETY: arguments fit the function's type; LLVM only reads the list.
        let call = unsafe {
            LLVMBuildCall2(self.raw, func.ty, func.value, args.as_ptr().cast_mut().cast(), args.len() as u32, UNNAMED)
        };
        self.mark_access(call);
        Val(call)
    }

    /// The stack pointer, as an integer of type `word`.
    pub(crate) fn stack_pointer(&self, module: &mut Module, word: Type) -> Val {
        let read = module.intrinsic(Intrinsic::ReadRegister, word, None);
        self.call(read, &[module.stack_register()])
    }

    pub(crate) fn phi(&self, ty: Type) -> Val {
        // SAFETY: the builder is at the start of a block.
        Val(unsafe { LLVMBuildPhi(self.raw, ty.0, UNNAMED) })
    }

    /// Gives a phi the value that it has when control comes from `from`.
    pub(crate) fn add_incoming(&self, phi: Val, value: Val, from: BasicBlock) {
        // SAFETY: a phi, and a value of its type.
        unsafe { LLVMAddIncoming(phi.0, [value.0].as_mut_ptr(), [from.0].as_mut_ptr(), 1) }
    }

    pub(crate) fn br(&self, block: BasicBlock) {
        // SAFETY: a block of the function.
        unsafe { LLVMBuildBr(self.raw, block.0) };
    }

    pub(crate) fn cond_br(&self, cond: Val, yes: BasicBlock, no: BasicBlock) {
        // SAFETY: a condition, and blocks of the function.
        unsafe { LLVMBuildCondBr(self.raw, cond.0, yes.0, no.0) };
    }

    /// A branch that nearly always goes to `usual`.
    pub(crate) fn cond_br_usual(&self, cond: Val, usual: BasicBlock, other: BasicBlock) {
        // SAFETY: as above; the metadata is of this context.
        unsafe { LLVMSetMetadata(LLVMBuildCondBr(self.raw, cond.0, usual.0, other.0), self.prof.0, self.prof.1) }
    }

    pub(crate) fn ret(&self, value: Val) {
        // SAFETY: a value of the function's result type.
        unsafe { LLVMBuildRet(self.raw, value.0) };
    }

    /// Returns nothing.
    pub(crate) fn ret_void(&self) {
        // SAFETY: the function has no result.
        unsafe { LLVMBuildRetVoid(self.raw) };
    }

    /// Returns a structure of these fields.
    pub(crate) fn ret_structure(&self, fields: &[Val]) {
        // SAFETY: values of the fields' types; LLVM only reads the list.
        unsafe { LLVMBuildAggregateRet(self.raw, fields.as_ptr().cast_mut().cast(), fields.len() as u32) };
    }

    pub(crate) fn unreachable(&self) {
        // SAFETY: the builder is in a block.
        unsafe { LLVMBuildUnreachable(self.raw) };
    }
}
