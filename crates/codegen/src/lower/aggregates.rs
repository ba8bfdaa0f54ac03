//! Values of several leaves. Most operations only name leaves anew and generate no code.

use super::function::{Done, Leaves, Lower};
use crate::llvm::{IntCmp, Val};
use coluber_abi::{layout, leaves};
use coluber_ir::InstData;
use coluber_ir::typed::Op;

/// Up to so many items, an item at a variable index is chosen by selects; beyond, the tuple goes through memory.
const SELECTED_ITEMS: usize = 8;

impl Lower<'_, '_, '_> {
    pub(super) fn pack(&mut self, inst: &InstData<Op>) -> Done {
        let parts: Leaves = inst.args.iter().flat_map(|&arg| self.leaves(arg)).collect();
        if parts.len() != leaves(self.result_ty(inst)).len() {
            return self.unsupported(inst, &format!("the fields do not make a {}", self.result_ty(inst)));
        }
        self.define(inst.results[0], &parts);
        Ok(())
    }

    pub(super) fn part(&mut self, inst: &InstData<Op>, index: u32) -> Done {
        let of = inst.args[0];
        let Some(place) = layout(self.ir.ty(of)).fields.get(index as usize) else {
            return self.unsupported(inst, &format!("there is no field {index}"));
        };
        self.define_part(inst.results[0], of, place.start, place.len);
        self.note_alignment_of_part(inst, index);
        Ok(())
    }

    pub(super) fn select(&mut self, inst: &InstData<Op>) -> Done {
        let cond = self.scalar(inst.args[0]);
        let (yes, no) = (self.leaves(inst.args[1]), self.leaves(inst.args[2]));
        let chosen: Leaves = yes.iter().zip(&no).map(|(&yes, &no)| self.b.select(cond, yes, no)).collect();
        self.note_alignment(inst, &inst.args[1..]);
        self.define(inst.results[0], &chosen);
        Ok(())
    }

    pub(super) fn tuple_item(&mut self, inst: &InstData<Op>) -> Done {
        let (tuple, index) = (inst.args[0], self.scalar(inst.args[1]));
        let width = leaves(self.result_ty(inst)).len();
        let items = layout(self.ir.ty(tuple)).fields.len();
        if let Some(known) = index.as_const_int().filter(|&i| i < items as u64) {
            self.define_part(inst.results[0], tuple, known as u32 * width as u32, width as u32);
            return Ok(());
        }
        let all = self.leaves(tuple);
        let chosen: Leaves = if items <= SELECTED_ITEMS {
            (0..width).map(|leaf| self.select_item(&all, leaf, width, index)).collect()
        } else {
            (0..width).map(|leaf| self.item_through_memory(&all, leaf, width, index)).collect()
        };
        self.define(inst.results[0], &chosen);
        Ok(())
    }

    /// Leaf `leaf` of the item at `index`, by comparing the index with each position but the last.
    fn select_item(&mut self, all: &[Val], leaf: usize, width: usize, index: Val) -> Val {
        let mut items = all.iter().skip(leaf).step_by(width).copied().enumerate().collect::<Vec<_>>().into_iter().rev();
        let Some((_, last)) = items.next() else { return index.ty().undef() };
        items.fold(last, |chosen, (position, item)| {
            let here = self.b.icmp(IntCmp::Eq, index, index.ty().int(position as u64));
            self.b.select(here, item, chosen)
        })
    }

    fn item_through_memory(&mut self, all: &[Val], leaf: usize, width: usize, index: Val) -> Val {
        let items: Vec<Val> = all.iter().skip(leaf).step_by(width).copied().collect();
        let ty = items[0].ty();
        let memory = self.frame_memory(ty.array(items.len() as u64));
        // A bool takes a byte in memory, whatever its type; one is the least alignment.
        for (position, &item) in items.iter().enumerate() {
            let place = self.b.element(ty, memory, self.i64(position as i64), true);
            self.b.store(item, place, 1);
        }
        let place = self.b.element(ty, memory, index, true);
        self.b.load(ty, place, 1)
    }
}
