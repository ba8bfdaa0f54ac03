//! Metadata of loops whose iterations do not depend on each other through memory.
//!
//! The memory accesses of the loop are in an *access group*, and the loop says that its accesses of that group are parallel. See
//! `llvm.loop.parallel_accesses` in LLVM's language reference.

use super::loops::{LoopHint, kind};
use super::module::Module;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::prelude::*;
use std::ffi::CStr;
use std::ptr;

/// The group of a loop's accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AccessGroup {
    node: LLVMValueRef,
    kind: u32,
    /// Says of a loop that its accesses in the group are parallel.
    pub(crate) hint: LoopHint,
}

impl AccessGroup {
    /// Puts an instruction that reads or writes memory into the group.
    pub(super) fn mark(self, inst: LLVMValueRef) {
        // SAFETY: an instruction of the group's context.
        unsafe {
            if !LLVMIsAInstruction(inst).is_null() {
                LLVMSetMetadata(inst, self.kind, self.node);
            }
        }
    }
}

impl Module {
    /// A loop, with a group for its accesses.
    pub(crate) fn access_group(&self) -> Option<AccessGroup> {
        // Both nodes are distinct from all others, which LLVM's C interface makes in no other way than from text.
        const TEXT: &CStr = c"!g = !{!0, !1}\n!0 = distinct !{}\n!1 = distinct !{!1, !2}\n\
            !2 = !{!\"llvm.loop.parallel_accesses\", !0}\n";
        // SAFETY: the text is constant and ends with NUL; the parsed module is disposed of, its nodes belong to the context.
        unsafe {
            let bytes = TEXT.to_bytes();
            let buffer =
                LLVMCreateMemoryBufferWithMemoryRange(bytes.as_ptr().cast(), bytes.len(), c"group".as_ptr(), 1);
            let (mut parsed, mut message) = (ptr::null_mut(), ptr::null_mut());
            // A context that drops the names of values refuses to read text.
            let drops_names = LLVMContextShouldDiscardValueNames(self.ctx);
            LLVMContextSetDiscardValueNames(self.ctx, 0);
            let failed = LLVMParseIRInContext2(self.ctx, buffer, &mut parsed, &mut message) != 0;
            LLVMContextSetDiscardValueNames(self.ctx, drops_names);
            LLVMDisposeMemoryBuffer(buffer);
            if failed {
                super::take_message(message);
                return None;
            }
            let mut nodes = [ptr::null_mut(); 2];
            LLVMGetNamedMetadataOperands(parsed, c"g".as_ptr(), nodes.as_mut_ptr());
            LLVMDisposeModule(parsed);
            let [node, loop_id] = nodes;
            Some(AccessGroup {
                node,
                kind: kind(self.ctx, c"llvm.access.group"),
                hint: LoopHint::new(self.ctx, loop_id),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_with_and_without_names_have_groups() {
        for names in [true, false] {
            assert!(Module::new("m", names).access_group().is_some(), "names: {names}");
        }
    }
}
