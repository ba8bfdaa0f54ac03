//! Metadata that tells what memory accesses can't touch the same bytes: the headers of lists are no data of arrays and items.

use super::module::Module;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

/// What kinds of memory there are, for type-based alias analysis.
#[derive(Clone, Copy)]
pub(crate) struct MemoryKinds {
    kind: u32,
    data: LLVMValueRef,
    header: LLVMValueRef,
}

impl MemoryKinds {
    /// Says of an instruction that it reads or writes data.
    pub(super) fn mark_data(self, inst: LLVMValueRef) {
        self.mark(inst, self.data);
    }

    /// Says of an instruction that it reads or writes the header of a list.
    pub(super) fn mark_header(self, inst: LLVMValueRef) {
        self.mark(inst, self.header);
    }

    fn mark(self, inst: LLVMValueRef, node: LLVMValueRef) {
        // SAFETY: an instruction of the nodes' context.
        unsafe {
            if !LLVMIsAInstruction(inst).is_null() {
                LLVMSetMetadata(inst, self.kind, node);
            }
        }
    }
}

impl Module {
    /// The kinds of memory.
    pub(crate) fn memory_kinds(&self) -> MemoryKinds {
        // SAFETY: texts are given with their lengths, and nodes are of this context.
        unsafe {
            let text = |t: &str| LLVMMDStringInContext2(self.ctx, t.as_ptr().cast(), t.len());
            let node = |parts: &mut [LLVMMetadataRef]| LLVMMDNodeInContext2(self.ctx, parts.as_mut_ptr(), parts.len());
            let zero = LLVMValueAsMetadata(LLVMConstInt(LLVMInt64TypeInContext(self.ctx), 0, 0));
            let root = node(&mut [text("coluber")]);
            let access = |name: &str| {
                let ty = node(&mut [text(name), root, zero]);
                LLVMMetadataAsValue(self.ctx, node(&mut [ty, ty, zero]))
            };
            let kind = LLVMGetMDKindIDInContext(self.ctx, c"tbaa".as_ptr(), 4);
            MemoryKinds { kind, data: access("data"), header: access("list header") }
        }
    }
}
