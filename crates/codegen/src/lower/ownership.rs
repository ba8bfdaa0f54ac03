//! Reference counts.

use super::function::{Done, Leaves, Lower};
use crate::llvm::{IntCmp, Val};
use coluber_abi::{Leaf, RuntimeId, layout};
use coluber_ir::typed::Op;
use coluber_ir::{Block, InstData, Value};
use coluber_types::{Kind, Ty};

/// Whether values of the type hold things that hold references themselves.
fn has_containers(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::List { .. } | Kind::Dict { .. } | Kind::Set { .. } | Kind::Gen { .. } | Kind::Instance(_))
        || layout(ty).fields.iter().any(|field| has_containers(field.ty))
}

impl Lower<'_, '_, '_> {
    pub(super) fn retain(&mut self, inst: &InstData<Op>) -> Done {
        self.each_owner(inst.args[0], RuntimeId::retain);
        Ok(())
    }

    pub(super) fn release(&mut self, inst: &InstData<Op>) -> Done {
        self.release_value(inst.args[0]);
        Ok(())
    }

    pub(super) fn release_value(&mut self, value: Value) {
        let func = match has_containers(self.ir.ty(value)) {
            true => RuntimeId::release_container,
            false => RuntimeId::release,
        };
        self.each_owner(value, func);
    }

    /// The same where code is to be short rather than fast.
    pub(super) fn release_on_error(&mut self, value: Value) {
        if self.on_device() {
            return;
        }
        let leaves = self.leaves(value);
        let func = self.cx.runtime(RuntimeId::release_word);
        for &owner in &layout(self.ir.ty(value)).owners {
            if !leaves[owner as usize].is_null() {
                self.b.call(func, &[leaves[owner as usize]]);
            }
        }
    }

    fn each_owner(&mut self, value: Value, func: RuntimeId) {
        if self.on_device() {
            return;
        }
        let leaves = self.leaves(value);
        for &owner in &layout(self.ir.ty(value)).owners {
            self.count(leaves[owner as usize], func);
        }
    }

    /// A reference that lasts beyond the call, one more or that which is handed over: of an object of the host, whose word is odd, the runtime
    /// makes an allocation.
    pub(super) fn hold(
        &mut self,
        inst: &InstData<Op>,
        handler: Option<Block>,
        func: RuntimeId,
        args: Leaves,
    ) -> Leaves {
        let owner = args[0];
        if owner.is_null() {
            return args;
        }
        let word = self.b.ptr_to_int(owner, self.leaf(Leaf::I64));
        let odd = self.b.and(word, word.ty().int(1));
        let is_even = self.b.icmp(IntCmp::Eq, odd, odd.ty().zero());
        let [join, counted, other] = [(); 3].map(|()| self.b.block_after());
        self.b.cond_br_usual(is_even, counted, other);

        self.b.position(counted);
        if func == RuntimeId::hold {
            self.count(owner, RuntimeId::retain);
        }
        let from_counted = self.b.block();
        self.b.br(join);

        self.b.position(other);
        let held = self.status_call(inst, handler, func, args)[0];
        let from_other = self.b.block();
        self.b.br(join);

        self.b.position(join);
        let result = self.b.phi(owner.ty());
        self.b.add_incoming(result, owner, from_counted);
        self.b.add_incoming(result, held, from_other);
        Leaves::from_slice(&[result])
    }

    /// Calls `func` unless the owner word is null or odd. The test is here, so that LLVM drops it for fresh allocations.
    fn count(&mut self, owner: Val, func: RuntimeId) {
        if owner.is_null() {
            return;
        }
        let (word, zero) = (self.b.ptr_to_int(owner, self.leaf(Leaf::I64)), self.i64(0));
        let low_bit = self.b.and(word, self.i64(1));
        let even = self.b.icmp(IntCmp::Eq, low_bit, zero);
        let there = self.b.icmp(IntCmp::Ne, word, zero);
        let counted = self.b.and(even, there);
        let next = self.b.block_after();
        let call = self.b.block_after();
        self.b.cond_br(counted, call, next);
        self.b.position(call);
        let func = self.cx.runtime(func);
        self.b.call(func, &[owner]);
        self.b.br(next);
        self.b.position(next);
    }
}
