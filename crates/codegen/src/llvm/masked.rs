//! Integers of which only the low 32 bits count, on a GPU.
//!
//! Python's integers have 64 bits, and a product of them takes a GPU several of 32 bits. Where all that is made of a product is masked to
//! 32 bits or fewer in the end, as in the step of a random generator or a hash, it needs no more itself: no bit of a sum, a product or a
//! shift to the left depends on higher ones of its operands.

use super::addresses::{constant, instructions, operand_of};
use super::module::Module;
use super::nvptx::functions_of;
use llvm_sys::LLVMOpcode::*;
use llvm_sys::LLVMTypeKind::LLVMIntegerTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::collections::HashMap;

/// How many operations behind a value its uses are followed.
const DEPTH: u32 = 16;

impl Module {
    /// Rewrites what is masked, and says whether there was any; conversions around it are left to the optimiser.
    pub(crate) fn narrow_masked(&self) -> bool {
        let mut changed = false;
        // SAFETY: the module is alive, and so are its functions and blocks; masks are erased when their function is done.
        unsafe {
            let ctx = LLVMGetModuleContext(self.module);
            let builder = LLVMCreateBuilderInContext(ctx);
            for function in functions_of(self.module) {
                let (short, long) = (LLVMInt32TypeInContext(ctx), LLVMInt64TypeInContext(ctx));
                let mut pass =
                    Pass { builder, short, long, partial: HashMap::new(), low: HashMap::new(), masks: Vec::new() };
                changed |= pass.run(function);
            }
            LLVMDisposeBuilder(builder);
        }
        changed
    }
}

struct Pass {
    builder: LLVMBuilderRef,
    short: LLVMTypeRef,
    long: LLVMTypeRef,
    /// Whether only the low bits of a value count.
    partial: HashMap<LLVMValueRef, bool>,
    /// The low bits of operations that have been rewritten.
    low: HashMap<LLVMValueRef, LLVMValueRef>,
    /// Masks that have been replaced.
    masks: Vec<LLVMValueRef>,
}

impl Pass {
    unsafe fn run(&mut self, function: LLVMValueRef) -> bool {
        // SAFETY: a live function; masks have no uses any more when they are erased.
        unsafe {
            let mut all = Vec::new();
            let mut block = LLVMGetFirstBasicBlock(function);
            while !block.is_null() {
                all.extend(instructions(block));
                block = LLVMGetNextBasicBlock(block);
            }
            let is_product = |&inst: &LLVMValueRef| LLVMGetInstructionOpcode(inst) == LLVMMul;
            for product in all.iter().copied().filter(is_product) {
                if self.is_partial(product, 0) {
                    self.rewrite(product);
                }
            }
            for &mask in &self.masks {
                LLVMInstructionEraseFromParent(mask);
            }
            !self.masks.is_empty()
        }
    }

    /// Rewrites an operation, and what is made of it up to the masks.
    unsafe fn rewrite(&mut self, value: LLVMValueRef) {
        // SAFETY: a live operation of which the low bits count.
        unsafe {
            let low = self.low(value);
            for user in users(value) {
                if self.masks.contains(&user) {
                    continue;
                }
                match mask(user) {
                    Some(mask) => self.replace(user, low, mask),
                    None if !self.low.contains_key(&user) => self.rewrite(user),
                    None => {}
                }
            }
        }
    }

    /// `zext(x & mask)` of 32 bits instead of a mask of 64.
    unsafe fn replace(&mut self, inst: LLVMValueRef, low: LLVMValueRef, mask: u64) {
        // SAFETY: a live mask, behind the value with the low bits.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, inst);
            let kept = LLVMBuildAnd(self.builder, low, LLVMConstInt(self.short, mask, 0), c"".as_ptr());
            let wide = LLVMBuildZExt(self.builder, kept, self.long, c"".as_ptr());
            LLVMSetNNeg(wide, i32::from(mask <= i32::MAX as u64));
            LLVMReplaceAllUsesWith(inst, wide);
            self.masks.push(inst);
        }
    }

    /// The low 32 bits of an operation, made in front of it.
    unsafe fn low(&mut self, value: LLVMValueRef) -> LLVMValueRef {
        if let Some(&known) = self.low.get(&value) {
            return known;
        }
        // SAFETY: a live operation of two integers of 64 bits.
        unsafe {
            let operands = [LLVMGetOperand(value, 0), LLVMGetOperand(value, 1)];
            let [a, b] = operands.map(|operand| self.operand(operand, value));
            LLVMPositionBuilderBefore(self.builder, value);
            let low = LLVMBuildBinOp(self.builder, LLVMGetInstructionOpcode(value), a, b, c"".as_ptr());
            self.low.insert(value, low);
            low
        }
    }

    /// The low 32 bits of what an operation is made of.
    unsafe fn operand(&mut self, value: LLVMValueRef, user: LLVMValueRef) -> LLVMValueRef {
        // SAFETY: live values.
        unsafe {
            if let Some(number) = constant(value) {
                return LLVMConstInt(self.short, number & u64::from(u32::MAX), 0);
            }
            if self.is_partial(value, 0) {
                return self.low(value);
            }
            let extended = operand_of(value, LLVMZExt).or_else(|| operand_of(value, LLVMSExt));
            if let Some(inner) = extended.filter(|&inner| LLVMTypeOf(inner) == self.short) {
                return inner;
            }
            LLVMPositionBuilderBefore(self.builder, user);
            LLVMBuildTrunc(self.builder, value, self.short, c"".as_ptr())
        }
    }

    /// Whether a value is an operation whose low bits are made of those of its operands, and no others count.
    unsafe fn is_partial(&mut self, value: LLVMValueRef, depth: u32) -> bool {
        if let Some(&known) = self.partial.get(&value) {
            return known;
        }
        // SAFETY: a live value.
        unsafe {
            let found = depth < DEPTH
                && LLVMTypeOf(value) == self.long
                && is_operation(value)
                && mask(value).is_none()
                && users(value).iter().all(|&user| mask(user).is_some() || self.is_partial(user, depth + 1));
            self.partial.insert(value, found);
            found
        }
    }
}

unsafe fn is_operation(value: LLVMValueRef) -> bool {
    // SAFETY: a live value.
    unsafe {
        if LLVMIsAInstruction(value).is_null() {
            return false;
        }
        match LLVMGetInstructionOpcode(value) {
            LLVMAdd | LLVMSub | LLVMMul | LLVMAnd | LLVMOr | LLVMXor => true,
            LLVMShl => constant(LLVMGetOperand(value, 1)).is_some_and(|count| count < 32),
            _ => false,
        }
    }
}

/// The bits that a mask of 32 bits or fewer leaves of a number of 64 bits.
unsafe fn mask(value: LLVMValueRef) -> Option<u64> {
    // SAFETY: a live value.
    unsafe {
        operand_of(value, LLVMAnd)?;
        let ty = LLVMTypeOf(value);
        let is_long = LLVMGetTypeKind(ty) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(ty) == 64;
        constant(LLVMGetOperand(value, 1)).filter(|&mask| is_long && mask <= u64::from(u32::MAX))
    }
}

unsafe fn users(value: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut all = Vec::new();
    // SAFETY: a live value.
    unsafe {
        let mut each = LLVMGetFirstUse(value);
        while !each.is_null() {
            all.push(LLVMGetUser(each));
            each = LLVMGetNextUse(each);
        }
    }
    all
}
