//! Calls of functions that other CUDA code defines. The driver links them.

use crate::llvm::{IntCmp, Linkage, Type, Val};
use crate::lower::function::{Done, Leaves, Lower};
use coluber_abi::{Leaf, layout, leaves};
use coluber_base::Name;
use coluber_ir::InstData;
use coluber_ir::typed::{ExternalAbi, Op};
use coluber_types::Ty;

impl Lower<'_, '_, '_> {
    pub(super) fn external(&mut self, inst: &InstData<Op>, symbol: &Name, abi: ExternalAbi) -> Done {
        let names = &mut self.cx.gpu().parts.externals;
        if !names.iter().any(|known| **known == **symbol) {
            names.push(symbol.to_string());
        }
        let args = self.outside_args(inst);
        let ty = self.result_ty(inst);
        let parts = match abi {
            ExternalAbi::C => self.call_c(symbol, &args, ty),
            ExternalAbi::Numba => self.call_numba(symbol, args, ty),
        };
        self.define(inst.results[0], &parts);
        Ok(())
    }

    /// The leaves of the arguments; bools are bytes.
    fn outside_args(&self, inst: &InstData<Op>) -> Leaves {
        let byte = self.leaf(Leaf::I8);
        let of_value = |value| self.leaves(value).into_iter().zip(leaves(self.ir.ty(value)));
        let pairs = inst.args.iter().flat_map(|&value| of_value(value).collect::<Vec<_>>());
        pairs.map(|(value, &leaf)| if leaf == Leaf::I1 { self.b.zext(value, byte) } else { value }).collect()
    }

    /// `result f(leaves...)`; several leaves are a structure.
    fn call_c(&mut self, symbol: &str, args: &[Val], ty: Ty) -> Leaves {
        let own = leaves(ty);
        let types: Vec<Type> = own.iter().map(|&leaf| self.cx.module.memory_leaf(leaf)).collect();
        let ret = match types[..] {
            [] => self.cx.module.void(),
            [one] => one,
            _ => self.cx.module.structure(&types),
        };
        let result = self.call_outside(symbol, ret, args);
        let whole = own.len() == 1;
        let part = |(i, &leaf)| {
            let value = if whole { result } else { self.b.extract(result, i) };
            self.of_byte(value, leaf)
        };
        own.iter().enumerate().map(part).collect()
    }

    /// `int32 f(result *, leaves...)`: a status that is not 0 ends the thread.
    fn call_numba(&mut self, symbol: &str, args: Leaves, ty: Ty) -> Leaves {
        let place = layout(ty);
        let words = u64::from(place.size).div_ceil(8).max(1);
        let memory = self.frame_memory(self.leaf(Leaf::I64).array(words));
        let mut all = vec![memory];
        all.extend(args);
        let status = self.call_outside(symbol, self.leaf(Leaf::I32), &all);
        let good = self.b.icmp(IntCmp::Eq, status, self.i32(0));
        let (next, cold) = (self.b.block_after(), self.cold_block());
        self.b.cond_br_usual(good, next, cold);
        self.b.position(cold);
        self.exit_thread();
        self.b.position(next);
        let read = |(&leaf, &offset): (&Leaf, &u32)| {
            let at = self.b.element(self.leaf(Leaf::I8), memory, self.i64(i64::from(offset)), true);
            self.of_byte(self.b.load(self.cx.module.memory_leaf(leaf), at, leaf.bytes()), leaf)
        };
        place.leaves.iter().zip(&place.offsets).map(read).collect()
    }

    fn call_outside(&mut self, symbol: &str, ret: Type, args: &[Val]) -> Val {
        let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
        let func = self.cx.module.function_once(symbol, ret.function(&types), Linkage::External);
        self.b.call(func, args)
    }

    fn of_byte(&self, value: Val, leaf: Leaf) -> Val {
        if leaf == Leaf::I1 { self.b.trunc(value, self.leaf(Leaf::I1)) } else { value }
    }
}
