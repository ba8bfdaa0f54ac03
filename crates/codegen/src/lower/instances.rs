//! Instances of classes: where their fields are.

use super::function::{Done, Lower};
use coluber_abi::instance::INSTANCE_FIELDS;
use coluber_abi::{HEADER_BYTES, Leaf, layout};
use coluber_ir::InstData;
use coluber_ir::typed::Op;

impl Lower<'_, '_, '_> {
    pub(super) fn field_place(&mut self, inst: &InstData<Op>, index: u32) -> Done {
        let Some(shape) = self.ir.ty(inst.args[0]).shape() else {
            return self.unsupported(inst, "no instance");
        };
        let memory = layout(shape.memory());
        let first = memory.fields.get(index as usize).map_or(0, |field| field.start as usize);
        // A field without leaves may come last.
        let offset = memory.offsets.get(first).map_or(0, |&offset| i64::from(offset));
        let owner = self.leaves(inst.args[0])[0];
        let offset = self.i64(HEADER_BYTES as i64 + INSTANCE_FIELDS + offset);
        let place = self.b.element(self.leaf(Leaf::I8), owner, offset, true);
        self.result(inst, place)
    }
}
