//! Addresses of elements on a GPU in fewer registers.
//!
//! Indices are sums of 64 bits, which take two registers each. The optimiser makes sums of 32 bits of those that have one use; here the
//! others follow, where the largest values of thread and block indices allow it. And it splits `a[i + k]` in two steps, one for each
//! summand, which are made one again.

use super::module::Module;
use super::nvptx::functions_of;
use llvm_sys::LLVMOpcode::*;
use llvm_sys::LLVMTypeKind::*;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMGEPFlagNUW, LLVMOpcode};

/// How many operations deep the largest value is asked for.
const DEPTH: u32 = 6;

/// The largest values of special registers.
const REGISTERS: &[(&str, u64)] = &[
    ("tid.", 1023),
    ("ntid.", 1024),
    ("ctaid.x", 0x7fff_fffe),
    ("ctaid.", 65534),
    ("nctaid.x", 0x7fff_ffff),
    ("nctaid.", 65535),
    ("laneid", 31),
];

impl Module {
    /// Rewrites the functions, which have been optimised.
    pub(crate) fn shorten_addresses(&self) {
        shorten(self.module);
    }
}

fn shorten(module: LLVMModuleRef) {
    // SAFETY: the module is alive; instructions are used until they are erased, which happens once.
    unsafe {
        let ctx = LLVMGetModuleContext(module);
        let builder = LLVMCreateBuilderInContext(ctx);
        let pass = Pass { builder, short: LLVMInt32TypeInContext(ctx), long: LLVMInt64TypeInContext(ctx) };
        for function in functions_of(module) {
            let mut block = LLVMGetFirstBasicBlock(function);
            while !block.is_null() {
                for inst in instructions(block) {
                    pass.visit(inst);
                }
                block = LLVMGetNextBasicBlock(block);
            }
        }
        LLVMDisposeBuilder(builder);
    }
}

pub(super) unsafe fn instructions(block: LLVMBasicBlockRef) -> Vec<LLVMValueRef> {
    let mut all = Vec::new();
    // SAFETY: the caller's block is alive.
    unsafe {
        let mut inst = LLVMGetFirstInstruction(block);
        while !inst.is_null() {
            all.push(inst);
            inst = LLVMGetNextInstruction(inst);
        }
    }
    all
}

struct Pass {
    builder: LLVMBuilderRef,
    short: LLVMTypeRef,
    long: LLVMTypeRef,
}

impl Pass {
    unsafe fn visit(&self, inst: LLVMValueRef) {
        // SAFETY: a live instruction.
        unsafe {
            match LLVMGetInstructionOpcode(inst) {
                LLVMGetElementPtr => self.merge(inst),
                LLVMAdd | LLVMMul | LLVMShl | LLVMOr => self.narrow(inst),
                _ => {}
            }
        }
    }

    /// `zext(a op b)` of 32 bits instead of an operation of 64 bits with a small result.
    unsafe fn narrow(&self, inst: LLVMValueRef) {
        // SAFETY: a live binary operation, erased at the end.
        unsafe {
            let op = LLVMGetInstructionOpcode(inst);
            let (a, b) = (LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1));
            let largest = largest(inst, 0);
            let disjoint = op != LLVMOr || LLVMGetIsDisjoint(inst) != 0;
            if LLVMTypeOf(inst) != self.long
                || largest > u64::from(u32::MAX)
                || !disjoint
                || op == LLVMShl && !is_small(b)
            {
                return;
            }
            let (Some(x), Some(y)) = (self.short_form(a), self.short_form(b)) else { return };
            if LLVMIsConstant(x) != 0 && LLVMIsConstant(y) != 0 {
                return;
            }
            LLVMPositionBuilderBefore(self.builder, inst);
            let sum = LLVMBuildBinOp(self.builder, op, x, y, c"".as_ptr());
            let nonnegative = i32::from(largest <= i32::MAX as u64);
            if op == LLVMOr {
                LLVMSetIsDisjoint(sum, 1);
            } else {
                LLVMSetNUW(sum, 1);
                LLVMSetNSW(sum, nonnegative);
            }
            let wide = LLVMBuildZExt(self.builder, sum, self.long, c"".as_ptr());
            LLVMSetNNeg(wide, nonnegative);
            LLVMReplaceAllUsesWith(inst, wide);
            LLVMInstructionEraseFromParent(inst);
        }
    }

    /// The 32 bits of a value that has no more.
    unsafe fn short_form(&self, value: LLVMValueRef) -> Option<LLVMValueRef> {
        // SAFETY: a live value.
        unsafe {
            if let Some(number) = constant(value) {
                return (number <= u64::from(u32::MAX)).then(|| LLVMConstInt(self.short, number, 0));
            }
            let inner = operand_of(value, LLVMZExt)?;
            (LLVMTypeOf(inner) == self.short).then_some(inner)
        }
    }

    /// `gep p, (a + b)` instead of `gep (gep p, a), b`, where nothing else uses the inner one.
    unsafe fn merge(&self, outer: LLVMValueRef) {
        // SAFETY: live instructions of one block, erased at the end.
        unsafe {
            let inner = LLVMGetOperand(outer, 0);
            if !is_step(inner) || !is_step(outer) || !has_one_use(inner) {
                return;
            }
            if LLVMGetInstructionParent(inner) != LLVMGetInstructionParent(outer) {
                return;
            }
            let (element, b) = (LLVMGetGEPSourceElementType(outer), LLVMGetOperand(outer, 1));
            LLVMPositionBuilderBefore(self.builder, outer);
            let Some(a) = self.in_elements(inner, element) else { return };
            let flags = LLVMGEPGetNoWrapFlags(inner) & LLVMGEPGetNoWrapFlags(outer);
            let sum = LLVMBuildAdd(self.builder, a, b, c"".as_ptr());
            LLVMSetNUW(sum, i32::from(flags & LLVMGEPFlagNUW != 0));
            let (mut index, base) = (sum, LLVMGetOperand(inner, 0));
            let step = LLVMBuildGEPWithNoWrapFlags(self.builder, element, base, &mut index, 1, c"".as_ptr(), flags);
            LLVMReplaceAllUsesWith(outer, step);
            LLVMInstructionEraseFromParent(outer);
            LLVMInstructionEraseFromParent(inner);
            self.narrow(sum);
        }
    }

    /// The index of a step in elements of a type, not its own.
    unsafe fn in_elements(&self, step: LLVMValueRef, element: LLVMTypeRef) -> Option<LLVMValueRef> {
        // SAFETY: a live instruction; the builder stands behind it.
        unsafe {
            let (own, index) = (LLVMGetGEPSourceElementType(step), LLVMGetOperand(step, 1));
            if own == element {
                return Some(index);
            }
            let (from, to) = (size(own)?, size(element)?);
            if from == to {
                return Some(index);
            }
            // The product may have 32 bits.
            let inner = operand_of(index, LLVMZExt);
            let product = inner.unwrap_or(index);
            let x = operand_of(product, LLVMMul)?;
            let factor = constant(LLVMGetOperand(product, 1))?.checked_mul(from)?;
            if LLVMGetNUW(product) == 0 || factor % to != 0 {
                return None;
            }
            let factor = LLVMConstInt(LLVMTypeOf(product), factor / to, 0);
            let product = LLVMBuildMul(self.builder, x, factor, c"".as_ptr());
            LLVMSetNUW(product, 1);
            Some(if inner.is_some() { LLVMBuildZExt(self.builder, product, self.long, c"".as_ptr()) } else { product })
        }
    }
}

/// Whether a value is the address of an element at one variable index of 64 bits.
unsafe fn is_step(value: LLVMValueRef) -> bool {
    // SAFETY: a live value.
    unsafe {
        operand_of(value, LLVMGetElementPtr).is_some() && LLVMGetNumOperands(value) == 2 && {
            let index = LLVMGetOperand(value, 1);
            LLVMIsConstant(index) == 0
                && LLVMGetTypeKind(LLVMTypeOf(index)) == LLVMIntegerTypeKind
                && LLVMGetIntTypeWidth(LLVMTypeOf(index)) == 64
        }
    }
}

unsafe fn has_one_use(value: LLVMValueRef) -> bool {
    // SAFETY: a live value.
    unsafe {
        let first = LLVMGetFirstUse(value);
        !first.is_null() && LLVMGetNextUse(first).is_null()
    }
}

/// The first operand of an instruction of this kind.
pub(super) unsafe fn operand_of(value: LLVMValueRef, op: LLVMOpcode) -> Option<LLVMValueRef> {
    // SAFETY: a live value.
    unsafe {
        (!LLVMIsAInstruction(value).is_null() && LLVMGetInstructionOpcode(value) == op)
            .then(|| LLVMGetOperand(value, 0))
    }
}

pub(super) unsafe fn constant(value: LLVMValueRef) -> Option<u64> {
    // SAFETY: a live value.
    unsafe { (!LLVMIsAConstantInt(value).is_null()).then(|| LLVMConstIntGetZExtValue(value)) }
}

/// Whether a value is the number of bits that 32 bits can be shifted by.
unsafe fn is_small(value: LLVMValueRef) -> bool {
    // SAFETY: a live value.
    unsafe { constant(value).is_some_and(|count| count < 32) }
}

/// Bytes of a number.
unsafe fn size(ty: LLVMTypeRef) -> Option<u64> {
    // SAFETY: a type of a live context.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMIntegerTypeKind => Some(u64::from(LLVMGetIntTypeWidth(ty)) / 8).filter(|&bytes| bytes > 0),
            LLVMHalfTypeKind | LLVMBFloatTypeKind => Some(2),
            LLVMFloatTypeKind => Some(4),
            LLVMDoubleTypeKind => Some(8),
            _ => None,
        }
    }
}

/// No value of an integer is larger than this, as an unsigned number.
unsafe fn largest(value: LLVMValueRef, depth: u32) -> u64 {
    // SAFETY: a live integer.
    unsafe {
        let bits = LLVMGetIntTypeWidth(LLVMTypeOf(value));
        let any = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        if let Some(number) = constant(value) {
            return number;
        }
        if LLVMIsAInstruction(value).is_null() || depth > DEPTH {
            return any;
        }
        let op = LLVMGetInstructionOpcode(value);
        if op == LLVMCall {
            return register(value).unwrap_or(any).min(any);
        }
        if op == LLVMZExt {
            return largest(LLVMGetOperand(value, 0), depth + 1);
        }
        let exact = match op {
            LLVMAdd | LLVMMul | LLVMShl => LLVMGetNUW(value) != 0,
            LLVMOr => LLVMGetIsDisjoint(value) != 0,
            LLVMAnd | LLVMLShr => true,
            _ => false,
        };
        if !exact {
            return any;
        }
        let (a, b) = (largest(LLVMGetOperand(value, 0), depth + 1), largest(LLVMGetOperand(value, 1), depth + 1));
        let found = match op {
            LLVMAdd | LLVMOr => a.saturating_add(b),
            LLVMMul => a.saturating_mul(b),
            LLVMAnd => a.min(b),
            LLVMLShr => constant(LLVMGetOperand(value, 1)).and_then(|count| a.checked_shr(count as u32)).unwrap_or(a),
            _ => constant(LLVMGetOperand(value, 1)).map_or(any, |count| a.saturating_mul(1 << count.min(63))),
        };
        found.min(any)
    }
}

/// The largest value of a special register that a call reads.
unsafe fn register(call: LLVMValueRef) -> Option<u64> {
    // SAFETY: a live call.
    let name = unsafe {
        let callee = LLVMGetCalledValue(call);
        if LLVMIsAFunction(callee).is_null() {
            return None;
        }
        let mut length = 0;
        let start = LLVMGetValueName2(callee, &mut length);
        std::slice::from_raw_parts(start.cast::<u8>(), length)
    };
    let name = std::str::from_utf8(name).ok()?.strip_prefix("llvm.nvvm.read.ptx.sreg.")?;
    REGISTERS.iter().find(|row| name.starts_with(row.0)).map(|row| row.1)
}
