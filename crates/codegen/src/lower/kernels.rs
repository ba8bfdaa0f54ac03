//! Operations of kernels.

use super::function::{Done, Lower};
use coluber_abi::Leaf;
use coluber_ir::InstData;
use coluber_ir::typed::Op;

impl Lower<'_, '_, '_> {
    /// Atomic changes are there on all targets. Threads that run one after the other on a CPU use the memory of the frame one after
    /// the other. The rest has no meaning on a CPU, for which a pass replaces it.
    pub(super) fn kernel_op(&mut self, inst: &InstData<Op>) -> Done {
        match inst.op {
            Op::Atomic { op } => self.atomic(inst, op),
            _ if self.on_device() => self.device_op(inst),
            Op::Local { id, bytes, align } => self.local_array(inst, id, bytes, align),
            Op::Fence { .. } => {
                self.b.fence();
                Ok(())
            }
            // A trap would end a process without a debugger.
            Op::Breakpoint {} => Ok(()),
            _ => self.unsupported(inst, "it is for kernels"),
        }
    }

    pub(super) fn local_array(&mut self, inst: &InstData<Op>, id: u32, bytes: u32, align: u32) -> Done {
        let place = match self.locals.get(&id) {
            Some(&place) => place,
            None => {
                let place = self.frame_memory(self.leaf(Leaf::I8).array(u64::from(bytes)));
                place.set_alignment(align.max(1));
                self.locals.insert(id, place);
                place
            }
        };
        self.result(inst, place)
    }
}
