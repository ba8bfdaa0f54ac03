//! Items in memory.

use crate::emit::Emitter;
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_types::Ty;
use coluber_types::fields::has_owner;

impl Emitter<'_> {
    /// A new list with room for so many items.
    pub fn list_new(&mut self, ty: Ty, item: Ty, capacity: Value) -> Value {
        let word = self.type_word(item);
        self.runtime("list_new", &[word, capacity], &[ty])[0]
    }

    /// An empty list that gets another type of items.
    pub fn list_retype(&mut self, list: Value, ty: Ty, item: Ty) -> Value {
        let (owner, word) = (self.part(list, 0), self.type_word(item));
        self.runtime("list_retype", &[owner, word], &[]);
        self.pack(&[owner], ty)
    }

    /// A list, dict or set that is empty and of items of no type, with the items of a type.
    pub fn retyped(&mut self, empty: Value, ty: Ty) -> Value {
        match (crate::lists::item_of(ty), crate::dicts::types_of(ty)) {
            (Some(item), _) => self.list_retype(empty, ty, item),
            (_, Some(types)) => self.dict_retype(empty, ty, types),
            _ => empty,
        }
    }

    /// The address of a word with the number of a type.
    pub fn type_word(&mut self, ty: Ty) -> Value {
        let any = self.undef(ty);
        self.value(Op::TypeWord {}, &[any], Ty::ptr())
    }

    /// Number of items.
    pub fn list_len(&mut self, list: Value) -> Value {
        self.value(Op::ListLen {}, &[list], Ty::int64())
    }

    /// The address of the item at an index that is in range.
    pub fn list_place(&mut self, list: Value, index: Value) -> Value {
        self.value(Op::ListPlace {}, &[list, index], Ty::ptr())
    }

    /// Notes that the list is not any more what the host gave.
    pub fn list_touch(&mut self, list: Value) {
        self.builder().effect(Op::ListTouch {}, &[list]);
    }

    /// Makes the list shorter, of which so many items stay; the others have been taken, or hold no references.
    pub fn list_shorten(&mut self, list: Value, length: Value) {
        self.builder().effect(Op::ListShorten {}, &[list, length]);
    }

    /// The item at an address. There is none when its type is undefined.
    pub fn read_item(&mut self, place: Value, item: Ty) -> Value {
        if item == Ty::undefined() { self.undef(item) } else { self.load(place, item) }
    }

    /// The item at an address, which is left undefined.
    pub fn take_item(&mut self, place: Value, item: Ty) -> Value {
        if item == Ty::undefined() { self.undef(item) } else { self.value(Op::Take {}, &[place], item) }
    }

    /// Writes what [`held`](Self::held) gave to an address at which there is no item.
    pub fn write_held(&mut self, place: Value, v: Value, item: Ty) {
        if item != Ty::undefined() {
            self.store(place, v);
        }
    }

    /// The address for one more item at the end.
    pub fn list_open(&mut self, list: Value) -> Value {
        self.value(Op::ListOpen {}, &[list], Ty::ptr())
    }

    /// The value with references that last beyond the call.
    pub fn held(&mut self, v: Value) -> Value {
        let ty = self.ty(v);
        if !has_owner(ty) {
            return v;
        }
        if ty == Ty::owner() {
            return self.runtime("hold", &[v], &[ty])[0];
        }
        let parts: Vec<Value> = self.parts(v).into_iter().map(|part| self.held(part)).collect();
        self.pack(&parts, ty)
    }
}
