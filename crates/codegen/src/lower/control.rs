//! How blocks end, and the values that jumps pass.
//!
//! A loop to which several jumps lead back gets a *latch*, one block that they meet in: LLVM would otherwise take a loop with a
//! `continue` for two nested ones, and vectorise neither.

use super::function::{Leaves, Lower};
use crate::llvm::{BasicBlock, LoopHint, Val};
use coluber_abi::OK;
use coluber_ir::{Block, Target, Terminator, Value};
use cranelift_entity::SecondaryMap;

/// The block in which the jumps back to a loop's head meet.
#[derive(Clone)]
pub(super) struct Latch {
    block: BasicBlock,
    /// A phi for each leaf of the head's parameters.
    phis: Leaves,
}

/// The order of blocks, and the latches by the heads of their loops.
#[derive(Default)]
pub(super) struct Loops {
    position: SecondaryMap<Block, u32>,
    latches: SecondaryMap<Block, Option<Latch>>,
}

impl Loops {
    pub fn new(order: &[Block]) -> Self {
        let mut loops = Loops::default();
        for (k, &block) in order.iter().enumerate() {
            loops.position[block] = k as u32;
        }
        loops
    }

    fn is_back(&self, from: Block, to: Block) -> bool {
        self.position[to] <= self.position[from]
    }
}

impl Lower<'_, '_, '_> {
    /// Makes the latches. The heads have their phis.
    pub(super) fn add_latches(&mut self, order: &[Block]) {
        let mut jumps_back: SecondaryMap<Block, u32> = SecondaryMap::new();
        for &from in order {
            for target in self.ir.blocks[from].term.targets() {
                jumps_back[target.block] += u32::from(self.loops.is_back(from, target.block));
            }
        }
        for &head in order.iter().filter(|&&block| jumps_back[block] > 1) {
            self.add_latch(head);
        }
    }

    fn add_latch(&mut self, head: Block) {
        let block = self.cold_block();
        self.b.position(block);
        let ir = self.ir;
        let mut phis = Leaves::new();
        for &param in &ir.blocks[head].params {
            let own: Leaves = self.leaves(param).iter().map(|leaf| self.b.phi(leaf.ty())).collect();
            self.add_incoming(param, &own, block);
            phis.extend(own);
        }
        self.b.br(self.target(head));
        self.loops.latches[head] = Some(Latch { block, phis });
    }

    /// Gives a hint to the loops that the end of a block closes. The present block is where it ends.
    pub(super) fn mark_loops(&self, hint: LoopHint, from: Block, term: &Terminator) {
        for head in term.targets().into_iter().map(|target| target.block).filter(|&to| self.loops.is_back(from, to)) {
            hint.mark(self.loops.latches[head].as_ref().map_or(self.b.block(), |latch| latch.block));
        }
    }

    pub(super) fn terminator(&mut self, block: Block, term: &Terminator) {
        match term {
            Terminator::Jump(target) => self.jump(block, target),
            Terminator::Branch { cond, then, otherwise } => self.branch(block, *cond, then, otherwise),
            Terminator::Return(value) => self.ret(*value),
            Terminator::Unreachable => self.b.unreachable(),
        }
    }

    fn jump(&mut self, from: Block, target: &Target) {
        let args = self.jump_args(target);
        let next = self.pass(from, target.block, &args);
        self.b.br(next);
    }

    fn branch(&mut self, from: Block, cond: Value, then: &Target, otherwise: &Target) {
        let cond = self.scalar(cond);
        let (yes, no) = (self.jump_args(then), self.jump_args(otherwise));
        if then.block == otherwise.block {
            // A phi has one value for each block that control comes from.
            let chosen: Leaves = yes.iter().zip(&no).map(|(&yes, &no)| self.b.select(cond, yes, no)).collect();
            let next = self.pass(from, then.block, &chosen);
            return self.b.br(next);
        }
        let yes = self.pass(from, then.block, &yes);
        let no = self.pass(from, otherwise.block, &no);
        self.b.cond_br(cond, yes, no);
    }

    /// The leaves of all arguments of a jump.
    fn jump_args(&self, target: &Target) -> Leaves {
        target.args.iter().flat_map(|&arg| self.leaves(arg)).collect()
    }

    /// Passes values to the parameters of `to` on the way from the present block, and gives the block to go to.
    fn pass(&mut self, from: Block, to: Block, args: &[Val]) -> BasicBlock {
        let here = self.b.block();
        if self.loops.is_back(from, to)
            && let Some(latch) = &self.loops.latches[to]
        {
            for (&phi, &value) in latch.phis.iter().zip(args) {
                self.b.add_incoming(phi, value, here);
            }
            return latch.block;
        }
        let mut rest = args;
        let ir = self.ir;
        for &param in &ir.blocks[to].params {
            let (own, after) = rest.split_at(self.leaves(param).len());
            self.add_incoming(param, own, here);
            rest = after;
        }
        self.target(to)
    }

    /// Gives a parameter the value that it has when control comes from `from`.
    pub(super) fn add_incoming(&mut self, param: Value, values: &[Val], from: BasicBlock) {
        for (phi, &value) in self.leaves(param).into_iter().zip(values) {
            self.b.add_incoming(phi, value, from);
        }
    }

    fn ret(&mut self, value: Value) {
        let status = self.i32(OK);
        let leaves = self.leaves(value);
        if leaves.is_empty() {
            return self.b.ret(status);
        }
        let mut fields = Leaves::new();
        fields.push(status);
        fields.extend(leaves);
        self.b.ret_structure(&fields);
    }
}
