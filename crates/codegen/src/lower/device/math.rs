//! Elementary functions, from libdevice or our own.

use crate::llvm::Val;
use crate::lower::function::{Done, Lower};
use coluber_abi::Leaf;
use coluber_ops::MathFn;

/// Functions of float32 of which libdevice has an approximate version.
const FAST: &[MathFn] =
    &[MathFn::Exp, MathFn::Log, MathFn::Log2, MathFn::Log10, MathFn::Sin, MathFn::Cos, MathFn::Tan, MathFn::Pow];

impl Lower<'_, '_, '_> {
    /// An elementary function of one floating point type.
    pub(in crate::lower) fn device_math(&mut self, func: MathFn, args: &[Val]) -> Done<Val> {
        let leaf = if args[0].ty() == self.leaf(Leaf::F32) { Leaf::F32 } else { Leaf::F64 };
        let config = self.cx.gpu().config;
        self.cx.gpu().parts.needs_library = true;
        if config.libdevice.is_some() {
            let name = libdevice_name(func, leaf, config.fast_math);
            let callee = self.cx.module.pure_math(&name, func.arity(), leaf);
            return Ok(self.b.call(callee, args));
        }
        let Some(callee) = self.cx.module.own_scalar_math(func, leaf) else {
            return self.not_on_device(format!("{}() without libdevice (the package nvidia-nvvm has it)", func.name()));
        };
        Ok(self.b.call(callee, args))
    }
}

fn libdevice_name(func: MathFn, leaf: Leaf, fast: bool) -> String {
    match leaf {
        Leaf::F32 if fast && FAST.contains(&func) => format!("__nv_fast_{}f", func.libm()),
        Leaf::F32 => format!("__nv_{}f", func.libm()),
        _ => format!("__nv_{}", func.libm()),
    }
}
