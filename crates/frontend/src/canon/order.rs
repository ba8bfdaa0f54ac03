//! Brings operations in one order where compilers differ: the empty container of a comprehension is made before the iterator.

use super::Canon;
use coluber_ir::py::Op;

pub(super) fn containers_first(canon: &mut Canon) {
    let data = &canon.func.insts;
    for &block in &canon.reached {
        let insts = &mut canon.func.blocks[block].insts;
        for k in 1..insts.len() {
            let (before, this) = (&data[insts[k - 1]], &data[insts[k]]);
            let is_container = matches!(this.op, Op::BuildList {} | Op::BuildSet {} | Op::BuildMap {});
            if is_container && this.args.is_empty() && before.op == (Op::GetIter {}) {
                insts.swap(k - 1, k);
            }
        }
    }
}
