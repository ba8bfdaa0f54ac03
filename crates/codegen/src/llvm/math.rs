//! Elementary functions: our own vectorisable implementations, or C's library.

use super::module::{Attribute, Linkage, Module};
use super::value::{Func, Type};
use super::vecmath::{self, VecMath};
use coluber_abi::Leaf;
use coluber_ops::MathFn;
use llvm_sys::core::{LLVMGetNamedFunction, LLVMGlobalGetValueType};

/// The implementation of our own for a function, where there is one.
fn vectorisable(func: MathFn) -> Option<VecMath> {
    VecMath::ALL.into_iter().find(|v| v.name() == func.libm() && v.arity() == func.arity())
}

impl Module {
    /// The function `T (T...)` that computes `func`; T is float32 or float64. `own` asks for code that can be vectorised.
    pub(crate) fn math_function(&mut self, func: MathFn, leaf: Leaf, own: Option<vecmath::Options>) -> Func {
        let found = own.and_then(|options| self.own_function(func, leaf, options));
        found.unwrap_or_else(|| self.library_function(func, leaf))
    }

    fn own_function(&mut self, func: MathFn, leaf: Leaf, options: vecmath::Options) -> Option<Func> {
        let float = if leaf == Leaf::F32 { vecmath::FloatTy::F32 } else { vecmath::FloatTy::F64 };
        let value = vecmath::declare(self.module, self.ctx, vectorisable(func)?, float)?;
        self.vecmath = Some(options);
        // SAFETY: `declare` gives a function.
        Some(Func { value, ty: unsafe { LLVMGlobalGetValueType(value) } })
    }

    /// The function of C's library. LLVM knows most of them by name.
    fn library_function(&mut self, func: MathFn, leaf: Leaf) -> Func {
        let name = if leaf == Leaf::F32 { format!("{}f", func.libm()) } else { func.libm().to_owned() };
        let ty = self.math_type(func, leaf);
        // SAFETY: the module is alive and the name ends with NUL.
        let known = unsafe { LLVMGetNamedFunction(self.module, super::c_string(&name).as_ptr()) };
        if !known.is_null() {
            return Func { value: known, ty: ty.0 };
        }
        let function = self.add_function(&name, ty, Linkage::External);
        self.add_attribute(function, Attribute::WillReturn);
        self.add_attribute(function, Attribute::MemoryNone);
        function
    }

    /// A function with a body of our own, where there is one.
    pub(crate) fn own_scalar_math(&mut self, func: MathFn, leaf: Leaf) -> Option<Func> {
        // Those of `devicemath`.
        use MathFn::{BesselJ0, BesselJ1, BesselY0, BesselY1, Erf, Erfc, Fmod, Gamma, Lgamma, Nextafter, Remainder};
        let bessel = matches!(func, BesselJ0 | BesselJ1 | BesselY0 | BesselY1);
        if bessel || matches!(func, Fmod | Remainder | Nextafter | Erf | Erfc | Gamma | Lgamma) {
            let suffix = if leaf == Leaf::F32 { "f" } else { "" };
            return Some(self.pure_math(&format!("{}{suffix}", func.libm()), func.arity(), leaf));
        }
        let float = if leaf == Leaf::F32 { vecmath::FloatTy::F32 } else { vecmath::FloatTy::F64 };
        let value = vecmath::define_scalar(self.module, self.ctx, vectorisable(func)?, float);
        // SAFETY: `define_scalar` gives a function.
        Some(Func { value, ty: unsafe { LLVMGlobalGetValueType(value) } })
    }

    /// The function `T (T...)` with this name, which has no effects.
    pub(crate) fn pure_math(&mut self, name: &str, arity: usize, leaf: Leaf) -> Func {
        let float = self.leaf(leaf);
        let function = self.function_once(name, float.function(&vec![float; arity]), Linkage::External);
        self.add_attribute(function, Attribute::WillReturn);
        self.add_attribute(function, Attribute::MemoryNone);
        function
    }

    fn math_type(&self, func: MathFn, leaf: Leaf) -> Type {
        let float = self.leaf(leaf);
        float.function(&vec![float; func.arity()])
    }
}
