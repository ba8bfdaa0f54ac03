//! Lists: what compiled code reads and writes in their headers.

use super::function::{Done, Leaves, Lower};
use crate::llvm::{IntCmp, Val};
use coluber_abi::list::{LIST_CAPACITY, LIST_CHANGED, LIST_ITEMS, LIST_LENGTH, room_within};
use coluber_abi::{HEADER_BYTES, Leaf, RuntimeId, layout};
use coluber_ir::typed::Op;
use coluber_ir::{Block, InstData, Value};
use coluber_types::Kind;

impl Lower<'_, '_, '_> {
    /// The address of a word in the header.
    fn list_word(&mut self, list: Value, offset: i64) -> Val {
        let owner = self.leaves(list)[0];
        self.b.element(self.leaf(Leaf::I8), owner, self.i64(HEADER_BYTES as i64 + offset), true)
    }

    fn list_number(&mut self, list: Value, offset: i64) -> Val {
        let place = self.list_word(list, offset);
        self.b.load_header(self.leaf(Leaf::I64), place)
    }

    fn set_list_number(&mut self, list: Value, offset: i64, number: Val) {
        let place = self.list_word(list, offset);
        self.b.store_header(number, place);
    }

    /// Makes a list. How much room there is in its own allocation is known where it is made for a known number of items.
    pub(super) fn list_new(&mut self, inst: &InstData<Op>, handler: Option<Block>, args: &[Val]) -> Leaves {
        let room = args[1].as_const_int().and_then(|capacity| self.room_of(inst, capacity));
        match room {
            Some((room, bytes)) => {
                let args = [args[0], self.i64(room as i64), self.i64(bytes as i64)];
                self.null_call(inst, handler, RuntimeId::list_of_room, &args)
            }
            None => self.null_call(inst, handler, RuntimeId::list_new, args),
        }
    }

    /// The room in the allocation of a list that is made for so many items; None where they do not fit into it.
    fn room_of(&self, inst: &InstData<Op>, capacity: u64) -> Option<(usize, usize)> {
        let &Kind::List { item, .. } = self.ir.ty(*inst.results.first()?).kind() else { return None };
        let capacity = usize::try_from(capacity).ok()?;
        let room = room_within(layout(item).size as usize, capacity);
        (room.1 > 0 || capacity == 0).then_some(room)
    }

    pub(super) fn list_len(&mut self, inst: &InstData<Op>) -> Done {
        let length = self.list_number(inst.args[0], LIST_LENGTH);
        self.result(inst, length)
    }

    pub(super) fn list_place(&mut self, inst: &InstData<Op>) -> Done {
        let index = self.scalar(inst.args[1]);
        let place = self.place_of_item(inst, index)?;
        self.result(inst, place)
    }

    fn place_of_item(&mut self, inst: &InstData<Op>, index: Val) -> Done<Val> {
        let list = inst.args[0];
        let Kind::List { item, .. } = self.ir.ty(list).kind() else {
            return self.unsupported(inst, "no list").map(|()| index);
        };
        let place = self.list_word(list, LIST_ITEMS);
        let items = self.b.load_header(self.leaf(Leaf::Ptr), place);
        let item = self.value_type(*item);
        Ok(self.b.element(item, items, index, true))
    }

    pub(super) fn list_touch(&mut self, inst: &InstData<Op>) -> Done {
        self.set_list_number(inst.args[0], LIST_CHANGED, self.i64(1));
        Ok(())
    }

    pub(super) fn list_shorten(&mut self, inst: &InstData<Op>) -> Done {
        let length = self.scalar(inst.args[1]);
        self.set_list_number(inst.args[0], LIST_LENGTH, length);
        self.list_touch(inst)
    }

    /// Where there is room, the place is that behind the last item; else the runtime makes room.
    pub(super) fn list_open(&mut self, inst: &InstData<Op>, handler: Option<Block>) -> Done {
        let list = inst.args[0];
        let (length, capacity) = (self.list_number(list, LIST_LENGTH), self.list_number(list, LIST_CAPACITY));
        let has_room = self.b.icmp(IntCmp::Ne, length, capacity);
        let (join, full, roomy) = (self.b.block_after(), self.cold_block(), self.b.block_after());
        self.b.cond_br_usual(has_room, roomy, full);

        self.b.position(full);
        let (func, owner) = (self.cx.runtime(RuntimeId::list_append), self.leaves(list)[0]);
        let made = self.b.call(func, &[owner]);
        let good = self.b.icmp(IntCmp::Ne, made, made.ty().zero());
        self.go_on_if(inst, handler, good);
        let from_full = self.b.block();
        self.b.br(join);

        self.b.position(roomy);
        let place = self.place_of_item(inst, length)?;
        let longer = self.b.add(length, self.i64(1));
        self.set_list_number(list, LIST_LENGTH, longer);
        self.set_list_number(list, LIST_CHANGED, self.i64(1));
        let from_roomy = self.b.block();
        self.b.br(join);

        self.b.position(join);
        let result = self.b.phi(self.leaf(Leaf::Ptr));
        self.b.add_incoming(result, made, from_full);
        self.b.add_incoming(result, place, from_roomy);
        self.result(inst, result)
    }
}
