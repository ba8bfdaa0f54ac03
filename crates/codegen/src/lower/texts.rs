//! Texts: what compiled code sees of them before it asks the runtime.

use super::function::{Done, Leaves, Lower};
use crate::llvm::{BasicBlock, IntCmp, Val};
use coluber_abi::RuntimeId;
use coluber_abi::layout::Leaf;
use coluber_ir::InstData;
use coluber_ir::typed::Op;

/// The leaves of a text: owner, address, length, width.
const TEXT: usize = 4;
/// Which of them is the address of the first character.
const ADDRESS: usize = 1;
/// Which is the number of characters.
const LENGTH: usize = 2;
/// Which says how many bytes each has.
const WIDTH: usize = 3;

/// How many bytes most code points have, and how they are read.
const UNITS: [(u64, Leaf); 2] = [(1, Leaf::I8), (2, Leaf::I16)];
/// How all others are.
const WIDEST: Leaf = Leaf::I32;

impl Lower<'_, '_, '_> {
    /// Reads a code point. Nearly all have one byte; loops over a text may be made for each width.
    pub(super) fn code_point(&mut self, inst: &InstData<Op>) -> Done {
        let leaves = self.all_leaves(&inst.args);
        let (place, width) = (leaves[0], leaves[1]);
        let join = self.b.block_after();
        let mut known = Vec::new();
        for (bytes, unit) in UNITS {
            let (other, here) = (self.b.block_after(), self.b.block_after());
            let is_it = self.b.icmp(IntCmp::Eq, width, width.ty().int(bytes));
            self.b.cond_br(is_it, here, other);
            self.b.position(here);
            known.push(self.read_unit(place, unit, join));
            self.b.position(other);
        }
        known.push(self.read_unit(place, WIDEST, join));
        let result = self.known_at(join, known)[0];
        self.result(inst, result)
    }

    fn read_unit(&mut self, place: Val, unit: Leaf, join: BasicBlock) -> (Val, BasicBlock) {
        let value = self.b.load(self.leaf(unit), place, 1);
        let value = self.b.zext(value, self.leaf(Leaf::I64));
        let known = self.known_here(value);
        self.b.br(join);
        known
    }

    /// What a function says of two texts, where a look at them may be enough; None for other functions.
    pub(super) fn said_of_texts(&mut self, id: RuntimeId, args: &[Val]) -> Option<Leaves> {
        match id {
            RuntimeId::str_equal => Some(self.equal_texts(args)),
            RuntimeId::str_startswith if is_to_the_end(args) => Some(self.meets_text(id, args, false)),
            RuntimeId::str_endswith if is_to_the_end(args) && is_from_the_start(args) => {
                Some(self.meets_text(id, args, true))
            }
            _ => None,
        }
    }

    /// Whether two texts are equal. Those of different lengths are not, nor are those of narrow characters whose first ones differ: that is
    /// nearly all that programs compare. Texts of one such character are, if it is the same.
    fn equal_texts(&mut self, args: &[Val]) -> Leaves {
        let (a, b) = both(args, LENGTH);
        let (join, next) = (self.b.block_after(), self.b.block_after());
        let same_length = self.b.icmp(IntCmp::Eq, a, b);
        let known = self.known_here(same_length);
        self.b.cond_br(same_length, next, join);

        self.b.position(next);
        let (are_narrow, has_any) = (self.are_narrow(args), self.b.icmp(IntCmp::SGt, a, a.ty().zero()));
        let can_look = self.b.and(are_narrow, has_any);
        self.look(RuntimeId::str_equal, args, can_look, both(args, ADDRESS), join, vec![known])
    }

    /// Whether a text begins or ends with another one. It does not where both have narrow characters and the first or last ones differ, which
    /// is nearly all that programs compare; where the other text is one such character, it does if it is the same.
    fn meets_text(&mut self, id: RuntimeId, args: &[Val], ends: bool) -> Leaves {
        let (length, wanted) = both(args, LENGTH);
        let one = length.ty().int(1);
        let (last, last_wanted) = (self.b.sub(length, one), self.b.sub(wanted, one));
        let (at, at_wanted) = if ends { (last, last_wanted) } else { (args[2 * TEXT], wanted.ty().zero()) };
        let has_any = self.b.icmp(IntCmp::SGt, wanted, wanted.ty().zero());
        let is_inside = self.b.icmp(IntCmp::ULt, at, length);
        let has_both = self.b.and(has_any, is_inside);
        let are_narrow = self.are_narrow(args);
        let can_look = self.b.and(are_narrow, has_both);

        let (byte, data) = (self.leaf(Leaf::I8), both(args, ADDRESS));
        let places = (self.b.element(byte, data.0, at, true), self.b.element(byte, data.1, at_wanted, true));
        let join = self.b.block_after();
        self.look(id, args, can_look, places, join, Vec::new())
    }

    /// Whether both texts have one byte a character.
    fn are_narrow(&mut self, args: &[Val]) -> Val {
        let widths = both(args, WIDTH);
        let width = self.b.or(widths.0, widths.1);
        self.b.icmp(IntCmp::Eq, width, width.ty().int(1))
    }

    /// Where it can, compares a byte of each text; asks the runtime where that decides nothing. All ways lead to `join`, of which some may be
    /// known.
    fn look(
        &mut self,
        id: RuntimeId,
        args: &[Val],
        can_look: Val,
        places: (Val, Val),
        join: BasicBlock,
        mut known: Vec<(Val, BasicBlock)>,
    ) -> Leaves {
        let (longer_look, first_look) = (self.b.block_after(), self.b.block_after());
        self.b.cond_br(can_look, first_look, longer_look);

        self.b.position(first_look);
        let byte = self.leaf(Leaf::I8);
        let (x, y) = (self.b.load(byte, places.0, 1), self.b.load(byte, places.1, 1));
        let same = self.b.icmp(IntCmp::Eq, x, y);
        let wanted = both(args, LENGTH).1;
        let has_more = self.b.icmp(IntCmp::SGt, wanted, wanted.ty().int(1));
        let is_open = self.b.and(same, has_more);
        known.push(self.known_here(same));
        self.b.cond_br(is_open, longer_look, join);

        self.b.position(longer_look);
        let asked = self.plain_call(id, args)[0];
        known.push(self.known_here(asked));
        self.b.br(join);
        self.known_at(join, known)
    }

    /// What is known where several ways meet.
    fn known_at(&mut self, join: BasicBlock, known: Vec<(Val, BasicBlock)>) -> Leaves {
        self.b.position(join);
        let result = self.b.phi(known[0].0.ty());
        known.into_iter().for_each(|(value, from)| self.b.add_incoming(result, value, from));
        Leaves::from_slice(&[result])
    }

    fn known_here(&self, value: Val) -> (Val, BasicBlock) {
        (value, self.b.block())
    }
}

/// A leaf of each of two texts.
fn both(args: &[Val], leaf: usize) -> (Val, Val) {
    (args[leaf], args[TEXT + leaf])
}

/// Whether a part of a text that is looked at, of which the places follow two texts, ends where the text does.
fn is_to_the_end(args: &[Val]) -> bool {
    args[2 * TEXT + 1].as_const_int() == Some(i64::MAX.cast_unsigned())
}

/// Whether it begins where the text does.
fn is_from_the_start(args: &[Val]) -> bool {
    args[2 * TEXT].as_const_int() == Some(0)
}
