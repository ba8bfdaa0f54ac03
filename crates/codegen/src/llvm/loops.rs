//! What LLVM is told of a loop: the metadata `llvm.loop` of the jump that closes it.

use super::module::Module;
use super::value::BasicBlock;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::ffi::CStr;

/// Properties of loops, under a node that refers to itself, as LLVM wants them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LoopHint {
    node: LLVMValueRef,
    kind: u32,
}

impl LoopHint {
    /// A hint whose node is there.
    pub(super) fn new(ctx: LLVMContextRef, node: LLVMValueRef) -> Self {
        LoopHint { node, kind: kind(ctx, c"llvm.loop") }
    }

    /// Gives the hint to the loop that the jump at the end of `latch` closes.
    pub(crate) fn mark(self, latch: BasicBlock) {
        // SAFETY: the block has its terminator, and is of the node's context.
        unsafe { LLVMSetMetadata(LLVMGetBasicBlockTerminator(latch.0), self.kind, self.node) }
    }
}

impl Module {
    /// For loops that are not unrolled when nothing but the running program knows how often they go round.
    pub(crate) fn left_rolled(&self) -> LoopHint {
        const NAME: &CStr = c"llvm.loop.unroll.runtime.disable";
        // SAFETY: all nodes are of the module's context; the outer one has the two operands that it is made with.
        unsafe {
            let mut name = LLVMMDStringInContext2(self.ctx, NAME.as_ptr(), NAME.count_bytes());
            let property = LLVMMDNodeInContext2(self.ctx, &raw mut name, 1);
            let mut operands = [std::ptr::null_mut(), property];
            let node = LLVMMDNodeInContext2(self.ctx, operands.as_mut_ptr(), operands.len());
            let value = LLVMMetadataAsValue(self.ctx, node);
            LLVMReplaceMDNodeOperandWith(value, 0, node);
            LoopHint::new(self.ctx, value)
        }
    }
}

/// The number of a kind of metadata.
pub(super) fn kind(ctx: LLVMContextRef, name: &CStr) -> u32 {
    // SAFETY: the context is alive, and the name as long as is said.
    unsafe { LLVMGetMDKindIDInContext(ctx, name.as_ptr(), name.count_bytes() as u32) }
}
