//! Atomic instructions.

use super::value::Val;
use super::{Builder, UNNAMED};
use llvm_sys::core::*;
use llvm_sys::{LLVMAtomicOrdering, LLVMAtomicRMWBinOp};

/// A change of memory that LLVM has an instruction for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rmw {
    Exchange,
    Add,
    Sub,
    And,
    Or,
    Xor,
    SMax,
    SMin,
    UMax,
    UMin,
    FAdd,
    FSub,
    UIncWrap,
    UDecWrap,
}

impl Rmw {
    fn raw(self) -> LLVMAtomicRMWBinOp {
        use LLVMAtomicRMWBinOp as Op;
        match self {
            Rmw::Exchange => Op::LLVMAtomicRMWBinOpXchg,
            Rmw::Add => Op::LLVMAtomicRMWBinOpAdd,
            Rmw::Sub => Op::LLVMAtomicRMWBinOpSub,
            Rmw::And => Op::LLVMAtomicRMWBinOpAnd,
            Rmw::Or => Op::LLVMAtomicRMWBinOpOr,
            Rmw::Xor => Op::LLVMAtomicRMWBinOpXor,
            Rmw::SMax => Op::LLVMAtomicRMWBinOpMax,
            Rmw::SMin => Op::LLVMAtomicRMWBinOpMin,
            Rmw::UMax => Op::LLVMAtomicRMWBinOpUMax,
            Rmw::UMin => Op::LLVMAtomicRMWBinOpUMin,
            Rmw::FAdd => Op::LLVMAtomicRMWBinOpFAdd,
            Rmw::FSub => Op::LLVMAtomicRMWBinOpFSub,
            Rmw::UIncWrap => Op::LLVMAtomicRMWBinOpUIncWrap,
            Rmw::UDecWrap => Op::LLVMAtomicRMWBinOpUDecWrap,
        }
    }
}

/// No order with other memory is kept.
const ORDER: LLVMAtomicOrdering = LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic;

impl Builder {
    /// Changes memory and gives the value before. `scope` is who sees it as one step: `""` is everybody.
    pub(crate) fn atomic_rmw(&self, op: Rmw, ptr: Val, value: Val, scope: &str) -> Val {
        // SAFETY: an address, and a value that the operation is defined for.
        Val(unsafe { LLVMBuildAtomicRMWSyncScope(self.raw(), op.raw(), ptr.0, value.0, ORDER, self.scope(scope)) })
    }

    /// Writes `new` where memory holds `expected`; the value before. Integers only.
    pub(crate) fn atomic_compare_swap(&self, ptr: Val, expected: Val, new: Val, scope: &str) -> Val {
        // SAFETY: an address, and two integers of one type. The result's first field is the value.
        unsafe {
            let scope = self.scope(scope);
            let both = LLVMBuildAtomicCmpXchgSyncScope(self.raw(), ptr.0, expected.0, new.0, ORDER, ORDER, scope);
            Val(LLVMBuildExtractValue(self.raw(), both, 0, UNNAMED))
        }
    }

    /// A load that sees what other threads write meanwhile.
    pub(crate) fn load_volatile(&self, ty: super::Type, ptr: Val, align: u32) -> Val {
        let value = self.load(ty, ptr, align);
        // SAFETY: `load` gives an instruction.
        unsafe { LLVMSetVolatile(value.0, 1) };
        value
    }

    /// A fence that orders everything for all threads.
    pub(crate) fn fence(&self) {
        // SAFETY: the builder is in a block.
        unsafe { LLVMBuildFence(self.raw(), LLVMAtomicOrdering::LLVMAtomicOrderingSequentiallyConsistent, 0, UNNAMED) };
    }

    fn scope(&self, name: &str) -> u32 {
        // SAFETY: the context is alive; the text is given with its length.
        unsafe { LLVMGetSyncScopeID(self.context(), name.as_ptr().cast(), name.len()) }
    }
}
