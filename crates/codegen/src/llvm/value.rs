//! Handles of things that a module owns.

use llvm_sys::core::*;
use llvm_sys::prelude::*;

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub(crate) struct Type(pub(super) LLVMTypeRef);

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub(crate) struct Val(pub(super) LLVMValueRef);

/// A basic block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub(crate) struct BasicBlock(pub(super) LLVMBasicBlockRef);

/// A function with its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Func {
    pub(super) value: LLVMValueRef,
    pub(super) ty: LLVMTypeRef,
}

impl Type {
    pub(crate) fn zero(self) -> Val {
        // SAFETY: every type used here has a zero.
        Val(unsafe { LLVMConstNull(self.0) })
    }

    pub(crate) fn undef(self) -> Val {
        // SAFETY: the type is alive.
        Val(unsafe { LLVMGetUndef(self.0) })
    }

    pub(crate) fn poison(self) -> Val {
        // SAFETY: the type is alive.
        Val(unsafe { LLVMGetPoison(self.0) })
    }

    /// An integer constant; the bits above the width are dropped.
    pub(crate) fn int(self, value: u64) -> Val {
        let bits = self.int_bits();
        let value = if bits < 64 { value & ((1 << bits) - 1) } else { value };
        // SAFETY: an integer type.
        Val(unsafe { LLVMConstInt(self.0, value, 0) })
    }

    pub(crate) fn float(self, value: f64) -> Val {
        // SAFETY: a floating point type.
        Val(unsafe { LLVMConstReal(self.0, value) })
    }

    pub(crate) fn int_bits(self) -> u32 {
        // SAFETY: an integer type.
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    /// An array type.
    pub(crate) fn array(self, len: u64) -> Type {
        // SAFETY: the type is alive.
        Type(unsafe { LLVMArrayType2(self.0, len) })
    }

    /// An address as a constant, for pointer types.
    pub(crate) fn address(self, value: Val) -> Val {
        // SAFETY: an integer constant, and a pointer type.
        Val(unsafe { LLVMConstIntToPtr(value.0, self.0) })
    }

    /// The type of a function with these parameters and this result.
    pub(crate) fn function(self, params: &[Type]) -> Type {
        // SAFETY: `Type` is a transparent handle; LLVM only reads the list.
        Type(unsafe { LLVMFunctionType(self.0, params.as_ptr().cast_mut().cast(), params.len() as u32, 0) })
    }
}

impl Val {
    pub(crate) fn ty(self) -> Type {
        // SAFETY: the value is alive.
        Type(unsafe { LLVMTypeOf(self.0) })
    }

    /// The value of an integer constant, extended with zeros.
    pub(crate) fn as_const_int(self) -> Option<u64> {
        // SAFETY: the value is alive; only constants of at most 64 bits are read.
        unsafe { (!LLVMIsAConstantInt(self.0).is_null()).then(|| LLVMConstIntGetZExtValue(self.0)) }
    }

    /// The value of a constant of binary64 or binary32.
    pub(crate) fn as_const_float(self) -> Option<f64> {
        let mut loses = 0;
        // SAFETY: the value is alive, and a constant number.
        unsafe { (!LLVMIsAConstantFP(self.0).is_null()).then(|| LLVMConstRealGetDouble(self.0, &mut loses)) }
    }

    pub(crate) fn is_true(self) -> bool {
        self.as_const_int() == Some(1)
    }

    pub(crate) fn is_null(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    /// Sets the alignment of memory in the frame.
    pub(crate) fn set_alignment(self, bytes: u32) {
        // SAFETY: the value is an alloca; alignments are powers of two.
        unsafe { LLVMSetAlignment(self.0, bytes) }
    }

    pub(crate) fn set_name(self, name: &str) {
        // SAFETY: the value is alive and the name is given with its length.
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }
}

impl Func {
    /// The type of its parameters and its result.
    pub(crate) fn value_type(self) -> Type {
        Type(self.ty)
    }

    /// Its address.
    pub(crate) fn address(self) -> Val {
        Val(self.value)
    }

    pub(crate) fn param(self, index: usize) -> Val {
        // SAFETY: the caller asks for parameters that the type has.
        Val(unsafe { LLVMGetParam(self.value, index as u32) })
    }

    /// All parameters.
    pub(crate) fn params(self) -> impl Iterator<Item = Val> {
        // SAFETY: a function.
        let count = unsafe { LLVMCountParams(self.value) };
        (0..count as usize).map(move |index| self.param(index))
    }
}
