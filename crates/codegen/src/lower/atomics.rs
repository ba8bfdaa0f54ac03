//! Atomic changes of memory, on all targets.

use super::arith::Number;
use super::function::{Done, Lower};
use crate::llvm::{FloatCmp, IntCmp, Rmw, Val};
use coluber_abi::Leaf;
use coluber_ir::InstData;
use coluber_ir::typed::{AtomicOp, Op};
use coluber_types::{FloatTy, Kind, Ty};

impl Lower<'_, '_, '_> {
    pub(super) fn atomic(&mut self, inst: &InstData<Op>, op: AtomicOp) -> Done {
        let ptr = self.scalar(inst.args[0]);
        let (ty, value) = self.operand(inst, 1);
        let Some(number) = Number::of(ty) else { return self.unsupported(inst, op.word()) };
        let before = match (op, atomic_instruction(op, number)) {
            (AtomicOp::CompareSwap, _) => self.compare_swap(ptr, value, self.scalar(inst.args[2])),
            (AtomicOp::Add, Some(rmw)) if self.on_device() && *ty.kind() == Kind::Float(FloatTy::F16) => {
                let value = self.b.bitcast(value, self.cx.module.half_type());
                let before = self.b.atomic_rmw(rmw, ptr, value, self.atomic_scope());
                self.b.bitcast(before, self.leaf(Leaf::I16))
            }
            (AtomicOp::Add | AtomicOp::Sub, _) if ty.is_half() => self.float_in_loop(op, ty, ptr, value),
            (_, Some(rmw)) => self.b.atomic_rmw(rmw, ptr, value, self.atomic_scope()),
            _ if number == Number::Float => self.float_in_loop(op, ty, ptr, value),
            _ => return self.unsupported(inst, op.word()),
        };
        self.result(inst, before)
    }

    /// Who sees the change as one step.
    fn atomic_scope(&self) -> &'static str {
        if self.on_device() { "device" } else { "" }
    }

    /// Floats are compared by their bits.
    fn compare_swap(&mut self, ptr: Val, expected: Val, new: Val) -> Val {
        let ty = expected.ty();
        let (expected, new) = (self.float_bits(expected), self.float_bits(new));
        let before = self.b.atomic_compare_swap(ptr, expected, new, self.atomic_scope());
        if before.ty() == ty { before } else { self.b.bitcast(before, ty) }
    }

    fn float_bits(&mut self, value: Val) -> Val {
        match value.ty() {
            ty if ty == self.leaf(Leaf::F32) => self.b.bitcast(value, self.leaf(Leaf::I32)),
            ty if ty == self.leaf(Leaf::F64) => self.b.bitcast(value, self.leaf(Leaf::I64)),
            _ => value,
        }
    }

    /// Tries to put the new value into memory as long as it should be there and is not.
    fn float_in_loop(&mut self, op: AtomicOp, ty: Ty, ptr: Val, value: Val) -> Val {
        let bits = self.float_bits(value);
        let (head, swap, done) = (self.b.block_after(), self.cold_block(), self.cold_block());
        let first = self.b.load_volatile(bits.ty(), ptr, bits.ty().int_bits() / 8);
        let from = self.b.block();
        self.b.br(head);
        self.b.position(head);
        let old = self.b.phi(bits.ty());
        self.b.add_incoming(old, first, from);
        let old_float = self.b.bitcast(old, value.ty());
        let (operand, before) = (self.widened(ty, value), self.widened(ty, old_float));
        let (wanted, new) = match op {
            AtomicOp::Add | AtomicOp::Sub => {
                let sum = if op == AtomicOp::Add { self.b.fadd(before, operand) } else { self.b.fsub(before, operand) };
                let sum = self.narrowed(ty, sum);
                (self.leaf(Leaf::I1).int(1), self.float_bits(sum))
            }
            _ => (self.is_better(op, operand, before), bits),
        };
        self.b.cond_br(wanted, swap, done);
        self.b.position(swap);
        let seen = self.b.atomic_compare_swap(ptr, old, new, self.atomic_scope());
        let swapped = self.b.icmp(IntCmp::Eq, seen, old);
        self.b.add_incoming(old, seen, swap);
        self.b.cond_br(swapped, done, head);
        self.b.position(done);
        old_float
    }

    /// Whether `value` belongs where `old` is. Comparisons with a NaN are false.
    fn is_better(&mut self, op: AtomicOp, value: Val, old: Val) -> Val {
        let larger = matches!(op, AtomicOp::Max | AtomicOp::NanMax);
        let better = self.b.fcmp(if larger { FloatCmp::Gt } else { FloatCmp::Lt }, value, old);
        if matches!(op, AtomicOp::Max | AtomicOp::Min) {
            return better;
        }
        let old_is_nan = self.b.fcmp(FloatCmp::Ne, old, old);
        let is_number = self.b.fcmp(FloatCmp::Eq, value, value);
        let fills = self.b.and(old_is_nan, is_number);
        self.b.or(better, fills)
    }
}

/// The instruction of LLVM, where there is one.
fn atomic_instruction(op: AtomicOp, number: Number) -> Option<Rmw> {
    let float = number == Number::Float;
    let signed = number == Number::Signed;
    Some(match op {
        AtomicOp::Exchange => Rmw::Exchange,
        AtomicOp::Add if float => Rmw::FAdd,
        AtomicOp::Sub if float => Rmw::FSub,
        AtomicOp::Add => Rmw::Add,
        AtomicOp::Sub => Rmw::Sub,
        AtomicOp::CompareSwap => return None,
        _ if float => return None,
        AtomicOp::And => Rmw::And,
        AtomicOp::Or => Rmw::Or,
        AtomicOp::Xor => Rmw::Xor,
        AtomicOp::Max | AtomicOp::NanMax if signed => Rmw::SMax,
        AtomicOp::Min | AtomicOp::NanMin if signed => Rmw::SMin,
        AtomicOp::Max | AtomicOp::NanMax => Rmw::UMax,
        AtomicOp::Min | AtomicOp::NanMin => Rmw::UMin,
        AtomicOp::Increment => Rmw::UIncWrap,
        AtomicOp::Decrement => Rmw::UDecWrap,
    })
}
