//! Operations of kernels.

use super::function::{Done, Lower};
use coluber_ir::InstData;
use coluber_ir::typed::Op;

impl Lower<'_, '_, '_> {
    pub(super) fn kernel_op(&mut self, inst: &InstData<Op>) -> Done {
        self.unsupported(inst, "it is for kernels")
    }
}
