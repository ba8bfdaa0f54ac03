//! Texts: what compiled code sees of them before it asks the runtime.

use super::function::{Leaves, Lower};
use crate::llvm::{IntCmp, Val};
use coluber_abi::RuntimeId;

/// Where the lengths of two texts are among their leaves: each is owner, address, length, width.
const LENGTHS: (usize, usize) = (2, 6);

impl Lower<'_, '_, '_> {
    /// Whether two texts are equal. Those of different lengths are not, which most are that programs compare.
    pub(super) fn equal_texts(&mut self, args: &[Val]) -> Leaves {
        let may_be = self.b.icmp(IntCmp::Eq, args[LENGTHS.0], args[LENGTHS.1]);
        let before = self.b.block();
        let (join, longer_look) = (self.b.block_after(), self.b.block_after());
        self.b.cond_br(may_be, longer_look, join);

        self.b.position(longer_look);
        let looked = self.plain_call(RuntimeId::str_equal, args);
        let from_look = self.b.block();
        self.b.br(join);

        self.b.position(join);
        let result = self.b.phi(may_be.ty());
        // What is known there is that they are not equal.
        self.b.add_incoming(result, may_be, before);
        self.b.add_incoming(result, looked[0], from_look);
        Leaves::from_slice(&[result])
    }
}
