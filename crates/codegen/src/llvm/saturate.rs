//! Conversions of floats to integers that saturate, made cheap on x86-64.
//!
//! Vectors of them LLVM takes apart. Here all lanes are converted at once, and those that do not fit are replaced.
//!
//! Of single ones, the processor's own conversion gives the least integer for everything that does not fit. LLVM checks the operand of each
//! conversion, twice; here the result is compared with that one value, and the rare conversion that gives it is done again with LLVM's
//! checks. It is done after the optimiser, which knows `llvm.fptosi.sat` and can fold it and make vectors of it.

use super::c_string;
use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::LLVMIntPredicate::LLVMIntEQ;
use llvm_sys::LLVMLinkage::LLVMPrivateLinkage;
use llvm_sys::LLVMRealPredicate::{LLVMRealOGE, LLVMRealOLT, LLVMRealUNO};
use llvm_sys::core::*;
use llvm_sys::prelude::*;

/// A conversion to int64.
struct Conversion {
    /// LLVM's, with its checks.
    checked: &'static str,
    /// The processor's, of the first lane of a vector.
    native: &'static str,
    lanes: u32,
}

const CONVERSIONS: [Conversion; 2] = [
    Conversion { checked: "llvm.fptosi.sat.i64.f64", native: "llvm.x86.sse2.cvttsd2si64", lanes: 2 },
    Conversion { checked: "llvm.fptosi.sat.i64.f32", native: "llvm.x86.sse.cvttss2si64", lanes: 4 },
];

/// Lets every conversion of a module for x86-64 to int64 call a function that is to be inlined, and returns whether there is any.
/// `rarely` marks a branch whose first target is the rare one: a kind of metadata and a node.
pub(super) fn rewrite(module: LLVMModuleRef, rarely: (u32, LLVMValueRef)) -> bool {
    let mut any = false;
    for conversion in &CONVERSIONS {
        // SAFETY: the module is alive, and with it its functions and their uses.
        unsafe {
            let checked = LLVMGetNamedFunction(module, c_string(conversion.checked).as_ptr());
            if checked.is_null() || LLVMGetFirstUse(checked).is_null() {
                continue;
            }
            let calls = calls(checked);
            let cheap = conversion.define(module, checked, rarely);
            for call in calls {
                LLVMSetOperand(call, LLVMGetNumOperands(call) as u32 - 1, cheap);
            }
        }
        any = true;
    }
    for checked in vector_conversions(module) {
        // SAFETY: the module is alive, and with it its functions and their uses.
        unsafe {
            let calls = calls(checked);
            let cheap = define_vector(module, checked);
            for call in calls {
                LLVMSetOperand(call, LLVMGetNumOperands(call) as u32 - 1, cheap);
            }
        }
        any = true;
    }
    any
}

/// The intrinsics that convert vectors of floats to vectors of int64, and are used.
fn vector_conversions(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    // SAFETY: the module is alive, and with it its functions and their names.
    unsafe {
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            let mut length = 0;
            let name = LLVMGetValueName2(function, &mut length);
            let name = std::slice::from_raw_parts(name.cast::<u8>(), length);
            if is_vector_conversion(name) && !LLVMGetFirstUse(function).is_null() {
                found.push(function);
            }
            function = LLVMGetNextFunction(function);
        }
    }
    found
}

/// Whether it is a name such as `llvm.fptosi.sat.v8i64.v8f64`.
fn is_vector_conversion(name: &[u8]) -> bool {
    let types = std::str::from_utf8(name).ok().and_then(|name| name.strip_prefix("llvm.fptosi.sat.v"));
    types.and_then(|types| types.split_once('.')).is_some_and(|(to, from)| {
        to.ends_with("i64") && (from.ends_with("f64") || from.ends_with("f32")) && from.starts_with('v')
    })
}

/// A function with the type of `checked`: a conversion of which any result of lanes that do not fit will do, and then their results.
unsafe fn define_vector(module: LLVMModuleRef, checked: LLVMValueRef) -> LLVMValueRef {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    // SAFETY: module and function are alive; the builder is disposed of here.
    unsafe {
        let ctx = LLVMGetModuleContext(module);
        let ty = LLVMGlobalGetValueType(checked);
        let cheap = LLVMAddFunction(module, c"clb.to_ints".as_ptr(), ty);
        LLVMSetLinkage(cheap, LLVMPrivateLinkage);
        let kind = LLVMGetEnumAttributeKindForName(c"alwaysinline".as_ptr(), 12);
        LLVMAddAttributeAtIndex(cheap, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(ctx, kind, 0));
        let b = LLVMCreateBuilderInContext(ctx);
        LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(ctx, cheap, c"entry".as_ptr()));

        let value = LLVMGetParam(cheap, 0);
        let (floats, ints) = (LLVMTypeOf(value), LLVMGetReturnType(ty));
        let limit = |x: f64| splat(LLVMConstReal(LLVMGetElementType(floats), x), LLVMGetVectorSize(floats));
        let number = |x: i64| splat(LLVMConstInt(LLVMGetElementType(ints), x as u64, 0), LLVMGetVectorSize(ints));
        let cases = [
            (LLVMRealOGE, limit(LIMIT), number(i64::MAX)),
            (LLVMRealOLT, limit(-LIMIT), number(i64::MIN)),
            (LLVMRealUNO, limit(0.0), number(0)),
        ];
        let mut result = LLVMBuildFreeze(b, LLVMBuildFPToSI(b, value, ints, c"".as_ptr()), c"".as_ptr());
        for (question, bound, answer) in cases {
            let applies = LLVMBuildFCmp(b, question, value, bound, c"".as_ptr());
            result = LLVMBuildSelect(b, applies, answer, result, c"".as_ptr());
        }
        LLVMBuildRet(b, result);
        LLVMDisposeBuilder(b);
        cheap
    }
}

/// A vector with the same constant in all lanes.
unsafe fn splat(value: LLVMValueRef, lanes: u32) -> LLVMValueRef {
    let mut values = vec![value; lanes as usize];
    // SAFETY: the values are alive.
    unsafe { LLVMConstVector(values.as_mut_ptr(), lanes) }
}

/// The calls of an intrinsic; it has no other uses.
unsafe fn calls(function: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    // SAFETY: the caller's function is alive.
    unsafe {
        let mut user = LLVMGetFirstUse(function);
        while !user.is_null() {
            found.push(LLVMGetUser(user));
            user = LLVMGetNextUse(user);
        }
    }
    found
}

impl Conversion {
    /// A function with the type of `checked`.
    unsafe fn define(&self, module: LLVMModuleRef, checked: LLVMValueRef, rarely: (u32, LLVMValueRef)) -> LLVMValueRef {
        // SAFETY: module and function are alive; the builder is disposed of here.
        unsafe {
            let ctx = LLVMGetModuleContext(module);
            let ty = LLVMGlobalGetValueType(checked);
            let cheap = LLVMAddFunction(module, c"clb.to_int".as_ptr(), ty);
            LLVMSetLinkage(cheap, LLVMPrivateLinkage);
            let kind = LLVMGetEnumAttributeKindForName(c"alwaysinline".as_ptr(), 12);
            LLVMAddAttributeAtIndex(cheap, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(ctx, kind, 0));
            let [entry, rare, end] =
                [c"entry", c"rare", c"end"].map(|name| LLVMAppendBasicBlockInContext(ctx, cheap, name.as_ptr()));
            let b = LLVMCreateBuilderInContext(ctx);

            let value = LLVMGetParam(cheap, 0);
            let int = LLVMInt64TypeInContext(ctx);
            LLVMPositionBuilderAtEnd(b, entry);
            let usual = self.convert(module, b, value);
            let least = LLVMConstInt(int, i64::MIN as u64, 0);
            let is_least = LLVMBuildICmp(b, LLVMIntEQ, usual, least, c"".as_ptr());
            LLVMSetMetadata(LLVMBuildCondBr(b, is_least, rare, end), rarely.0, rarely.1);

            LLVMPositionBuilderAtEnd(b, rare);
            let mut operand = value;
            let again = LLVMBuildCall2(b, ty, checked, &mut operand, 1, c"".as_ptr());
            LLVMBuildBr(b, end);

            LLVMPositionBuilderAtEnd(b, end);
            let result = LLVMBuildPhi(b, int, c"".as_ptr());
            LLVMAddIncoming(result, [usual, again].as_mut_ptr(), [entry, rare].as_mut_ptr(), 2);
            LLVMBuildRet(b, result);
            LLVMDisposeBuilder(b);
            cheap
        }
    }

    /// The processor's conversion.
    unsafe fn convert(&self, module: LLVMModuleRef, b: LLVMBuilderRef, value: LLVMValueRef) -> LLVMValueRef {
        // SAFETY: all of them belong to one live module.
        unsafe {
            let ctx = LLVMGetModuleContext(module);
            let vector = LLVMVectorType(LLVMTypeOf(value), self.lanes);
            let first = LLVMConstInt(LLVMInt32TypeInContext(ctx), 0, 0);
            let mut operand = LLVMBuildInsertElement(b, LLVMGetPoison(vector), value, first, c"".as_ptr());
            let id = LLVMLookupIntrinsicID(self.native.as_ptr().cast(), self.native.len());
            let native = LLVMGetIntrinsicDeclaration(module, id, std::ptr::null_mut(), 0);
            LLVMBuildCall2(b, LLVMGlobalGetValueType(native), native, &mut operand, 1, c"".as_ptr())
        }
    }
}
