//! `fork`: a function called twice, side by side, through its entry.

use super::entry::load_word;
use super::function::{Done, Leaves, Lower};
use crate::CodegenError;
use crate::llvm::Val;
use crate::unit::Reference;
use coluber_abi::{Leaf, RuntimeId, layout, leaves};
use coluber_base::Name;
use coluber_ir::typed::Op;
use coluber_ir::{Block, InstData, Value};

impl Lower<'_, '_, '_> {
    pub(super) fn fork(&mut self, inst: &InstData<Op>, handler: Option<Block>, spec: u32, name: &Name) -> Done {
        let Some(entry) = self.cx.forked(spec) else {
            return Err(CodegenError::UnknownCallee { function: self.name(), callee: name.clone(), spec });
        };
        let &[first, middle, last, ref rest @ ..] = &inst.args[..] else {
            return self.unsupported(inst, "it has too few operands");
        };
        let ty = self.result_ty(inst);
        let result_type = self.reference_list(&[Reference::Type(ty)]);
        let mut args = vec![entry.address(), result_type];
        let mut results = Vec::new();
        for (from, to) in [(first, middle), (middle, last)] {
            let words: Vec<Value> = [from, to].into_iter().chain(rest.iter().copied()).collect();
            let room = self.words(leaves(ty).len());
            args.extend([self.words_of(&words), room]);
            results.push(room);
        }
        let func = self.cx.runtime(RuntimeId::fork);
        let status = self.b.call(func, &args);
        self.check_status(inst, handler, status);
        for (&result, room) in inst.results.iter().zip(results) {
            let parts = self.read_words(room, leaves(ty));
            self.define(result, &parts);
        }
        Ok(())
    }

    /// Room in the frame for so many words.
    fn words(&mut self, count: usize) -> Val {
        let ty = self.leaf(Leaf::I64).array(count.max(1) as u64);
        self.frame_memory(ty)
    }

    /// The address of the leaves of values, a word each.
    fn words_of(&mut self, values: &[Value]) -> Val {
        let count = values.iter().map(|&value| leaves(self.ir.ty(value)).len()).sum();
        let words = self.words(count);
        let mut position = 0;
        for &value in values {
            let ty = layout(self.ir.ty(value));
            for (part, (&leaf, &signed)) in self.leaves(value).into_iter().zip(ty.leaves.iter().zip(&ty.signed)) {
                self.store_word(words, position, part, leaf, signed);
                position += 1;
            }
        }
        words
    }

    pub(super) fn read_words(&self, words: Val, leaves: &[Leaf]) -> Leaves {
        let place = |position: usize| self.b.element(self.leaf(Leaf::I64), words, self.i64(position as i64), true);
        leaves.iter().enumerate().map(|(k, &leaf)| load_word(self.cx, &self.b, place(k), leaf)).collect()
    }
}
