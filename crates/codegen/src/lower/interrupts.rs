//! Looks at signals.

use super::function::{Done, Lower};
use crate::llvm::{BasicBlock, IntCmp, Val};
use coluber_abi::{Leaf, RuntimeId};
use coluber_ir::typed::Op;
use coluber_ir::{Block, InstData};

impl Lower<'_, '_, '_> {
    /// Reads the byte that a signal sets, once in so many times.
    pub(super) fn poll(&mut self, inst: &InstData<Op>, handler: Option<Block>, turns: u32) -> Done {
        let join = self.b.block_after();
        if turns > 1 {
            self.count_turn(turns, join);
        }
        let word = self.cx.interrupt_word();
        let byte = self.leaf(Leaf::I8);
        let seen = self.b.load_volatile(byte, word, 1);
        let is_quiet = self.b.icmp(IntCmp::Eq, seen, byte.zero());
        let cold = self.cold_block();
        self.b.cond_br_usual(is_quiet, join, cold);
        self.b.position(cold);
        let func = self.cx.runtime(RuntimeId::interrupted);
        let status = self.b.call(func, &[]);
        let good = self.b.icmp(IntCmp::Eq, status, status.ty().zero());
        self.go_on_if(inst, handler, good);
        self.b.br(join);
        self.b.position(join);
        Ok(())
    }

    /// Goes on to a look when the turns until it have been counted down, else to `join`. All loops of the function share the number.
    fn count_turn(&mut self, turns: u32, join: BasicBlock) {
        let ty = self.leaf(Leaf::I32);
        let cell = self.turns_cell(turns);
        let left = self.b.load(ty, cell, 4);
        let next = self.b.sub(left, ty.int(1));
        self.b.store(next, cell, 4);
        let goes_on = self.b.icmp(IntCmp::Ne, next, ty.zero());
        let look = self.cold_block();
        self.b.cond_br_usual(goes_on, join, look);
        self.b.position(look);
        self.b.store(ty.int(u64::from(turns)), cell, 4);
    }

    fn turns_cell(&mut self, turns: u32) -> Val {
        if let Some(cell) = self.turns {
            return cell;
        }
        let ty = self.leaf(Leaf::I32);
        let cell = self.frame_memory(ty);
        let here = self.b.block();
        self.b.position(self.prologue);
        self.b.store(ty.int(u64::from(turns)), cell, 4);
        self.b.position(here);
        self.turns = Some(cell);
        cell
    }
}
