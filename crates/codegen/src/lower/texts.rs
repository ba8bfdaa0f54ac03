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

/// How many bytes a code point has, and how they are read. The last one is for all others.
const UNITS: [(u64, Leaf); 3] = [(1, Leaf::I8), (2, Leaf::I16), (4, Leaf::I32)];

impl Lower<'_, '_, '_> {
    /// Reads a code point. Nearly all have one byte; loops over a text may be made for each width.
    pub(super) fn code_point(&mut self, inst: &InstData<Op>) -> Done {
        let leaves = self.all_leaves(&inst.args);
        let (place, width) = (leaves[0], leaves[1]);
        let join = self.b.block_after();
        let mut known = Vec::new();
        for (k, (bytes, unit)) in UNITS.into_iter().enumerate() {
            if k + 1 < UNITS.len() {
                let (other, here) = (self.b.block_after(), self.b.block_after());
                let is_it = self.b.icmp(IntCmp::Eq, width, width.ty().int(bytes));
                self.b.cond_br(is_it, here, other);
                self.b.position(here);
                known.push(self.read_unit(place, unit, join));
                self.b.position(other);
            } else {
                known.push(self.read_unit(place, unit, join));
            }
        }
        self.b.position(join);
        let result = self.b.phi(self.leaf(Leaf::I64));
        known.into_iter().for_each(|(value, from)| self.b.add_incoming(result, value, from));
        self.result(inst, result)
    }

    fn read_unit(&mut self, place: Val, unit: Leaf, join: BasicBlock) -> (Val, BasicBlock) {
        let value = self.b.load(self.leaf(unit), place, 1);
        let value = self.b.zext(value, self.leaf(Leaf::I64));
        let known = self.known_here(value);
        self.b.br(join);
        known
    }

    /// Calls a function of texts that gives a bool, unless a look at its arguments is enough.
    pub(super) fn asked_of_texts(&mut self, id: RuntimeId, args: &[Val]) -> Leaves {
        match id {
            RuntimeId::str_equal => self.equal_texts(args),
            RuntimeId::str_startswith if is_to_the_end(args) => self.meets_text(id, args, false),
            RuntimeId::str_endswith if is_to_the_end(args) && is_from_the_start(args) => {
                self.meets_text(id, args, true)
            }
            _ => self.plain_call(id, args),
        }
    }

    /// Whether two texts are equal. Those of different lengths are not, nor are those of narrow characters whose first ones differ: that is
    /// nearly all that programs compare. Texts of one such character are, if it is the same.
    fn equal_texts(&mut self, args: &[Val]) -> Leaves {
        let [join, first_look, longer_look] = [(); 3].map(|()| self.b.block_after());
        let both = |leaf: usize| (args[leaf], args[TEXT + leaf]);
        let (a, b) = both(LENGTH);
        let same_length = self.b.icmp(IntCmp::Eq, a, b);
        let mut known = vec![self.known_here(same_length)];
        let next = self.b.block_after();
        self.b.cond_br(same_length, next, join);

        self.b.position(next);
        let widths = both(WIDTH);
        let width = self.b.or(widths.0, widths.1);
        let are_narrow = self.b.icmp(IntCmp::Eq, width, width.ty().int(1));
        let has_any = self.b.icmp(IntCmp::SGt, a, a.ty().zero());
        let can_look = self.b.and(are_narrow, has_any);
        self.b.cond_br(can_look, first_look, longer_look);

        self.b.position(first_look);
        let byte = self.leaf(Leaf::I8);
        let places = both(ADDRESS);
        let (x, y) = (self.b.load(byte, places.0, 1), self.b.load(byte, places.1, 1));
        let same_first = self.b.icmp(IntCmp::Eq, x, y);
        let has_more = self.b.icmp(IntCmp::SGt, a, a.ty().int(1));
        let is_open = self.b.and(same_first, has_more);
        known.push(self.known_here(same_first));
        self.b.cond_br(is_open, longer_look, join);

        self.b.position(longer_look);
        let looked = self.plain_call(RuntimeId::str_equal, args)[0];
        known.push(self.known_here(looked));
        self.b.br(join);

        self.b.position(join);
        let result = self.b.phi(looked.ty());
        known.into_iter().for_each(|(value, from)| self.b.add_incoming(result, value, from));
        Leaves::from_slice(&[result])
    }

    /// Whether a text begins or ends with another one. It does not where both have narrow characters and the first or last ones differ, which
    /// is nearly all that programs compare; where the other text is one such character, it does if it is the same.
    fn meets_text(&mut self, id: RuntimeId, args: &[Val], ends: bool) -> Leaves {
        let [join, first_look, longer_look] = [(); 3].map(|()| self.b.block_after());
        let both = |leaf: usize| (args[leaf], args[TEXT + leaf]);
        let (length, wanted) = both(LENGTH);
        let widths = both(WIDTH);
        let width = self.b.or(widths.0, widths.1);
        let are_narrow = self.b.icmp(IntCmp::Eq, width, width.ty().int(1));
        let has_any = self.b.icmp(IntCmp::SGt, wanted, wanted.ty().zero());
        let one = length.ty().int(1);
        let (start, last) = (args[2 * TEXT], self.b.sub(length, one));
        let at = if ends { last } else { start };
        let is_inside = self.b.icmp(IntCmp::ULt, at, length);
        let has_both = self.b.and(has_any, is_inside);
        let can_look = self.b.and(are_narrow, has_both);
        self.b.cond_br(can_look, first_look, longer_look);

        self.b.position(first_look);
        let (byte, places) = (self.leaf(Leaf::I8), both(ADDRESS));
        let at_wanted = if ends { self.b.sub(wanted, one) } else { wanted.ty().zero() };
        let place = self.b.element(byte, places.0, at, true);
        let place_wanted = self.b.element(byte, places.1, at_wanted, true);
        let (x, y) = (self.b.load(byte, place, 1), self.b.load(byte, place_wanted, 1));
        let same = self.b.icmp(IntCmp::Eq, x, y);
        let has_more = self.b.icmp(IntCmp::SGt, wanted, one);
        let is_open = self.b.and(same, has_more);
        let decided = self.known_here(same);
        self.b.cond_br(is_open, longer_look, join);

        self.b.position(longer_look);
        let looked = self.plain_call(id, args)[0];
        let known = self.known_here(looked);
        self.b.br(join);

        self.b.position(join);
        let result = self.b.phi(looked.ty());
        [decided, known].into_iter().for_each(|(value, from)| self.b.add_incoming(result, value, from));
        Leaves::from_slice(&[result])
    }

    fn known_here(&self, value: Val) -> (Val, BasicBlock) {
        (value, self.b.block())
    }
}

/// Whether a part of a text that is looked at, of which the places follow two texts, ends where the text does.
fn is_to_the_end(args: &[Val]) -> bool {
    args[2 * TEXT + 1].as_const_int() == Some(i64::MAX.cast_unsigned())
}

/// Whether it begins where the text does.
fn is_from_the_start(args: &[Val]) -> bool {
    args[2 * TEXT].as_const_int() == Some(0)
}
