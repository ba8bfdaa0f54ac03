//! Operations of kernels.

use super::function::{Done, Lower};
use coluber_ir::InstData;
use coluber_ir::typed::Op;

impl Lower<'_, '_, '_> {
    /// Atomic changes are there on all targets. The rest has no meaning on a CPU, for which a pass replaces it.
    pub(super) fn kernel_op(&mut self, inst: &InstData<Op>) -> Done {
        match inst.op {
            Op::Atomic { op } => self.atomic(inst, op),
            _ if self.on_device() => self.device_op(inst),
            _ => self.unsupported(inst, "it is for kernels"),
        }
    }
}
