//! Entries in memory.

use crate::emit::Emitter;
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_ops::CmpOp;
use coluber_types::Ty;

impl Emitter<'_> {
    /// A new dict or set.
    pub fn dict_new(&mut self, ty: Ty, key: Ty, value: Ty) -> Value {
        let (key, value) = (self.type_word(key), self.type_word(value));
        self.runtime("dict_new", &[key, value], &[ty])[0]
    }

    /// An empty dict or set that gets other types of keys and values.
    pub fn dict_retype(&mut self, dict: Value, ty: Ty, types: (Ty, Ty)) -> Value {
        let (owner, key, value) = (self.part(dict, 0), self.type_word(types.0), self.type_word(types.1));
        self.runtime("dict_retype", &[owner, key, value], &[]);
        self.pack(&[owner], ty)
    }

    /// The owner of a dict or set, and the address of a key for the runtime.
    pub fn dict_key(&mut self, dict: Value, key: Value, ty: Ty) -> [Value; 2] {
        let owner = self.part(dict, 0);
        let key = if ty == Ty::undefined() { self.unit(Ty::none()) } else { self.coerce(key, ty) };
        [owner, self.value(Op::Spill {}, &[key], Ty::ptr())]
    }

    /// Number of entries.
    pub fn dict_len(&mut self, dict: Value) -> Value {
        let owner = self.part(dict, 0);
        self.runtime("dict_len", &[owner], &[Ty::int64()])[0]
    }

    /// Puts a value under a key.
    pub fn dict_set(&mut self, dict: Value, key: Value, value: Value, types: (Ty, Ty)) {
        let value = self.coerce(value, types.1);
        let value = self.held(value);
        let key = self.dict_key(dict, key, types.0);
        let found = self.runtime("dict_insert", &key, &[Ty::ptr(), Ty::boolean()]);
        if coluber_types::fields::has_owner(types.1) {
            // A new place holds no references: its bytes are zero.
            self.take_item(found[0], types.1);
        }
        self.write_held(found[0], value, types.1);
    }

    /// Whether an address that a search gave is that of something.
    pub fn is_found(&mut self, place: Value) -> Value {
        let address = self.cast(place, Ty::int64());
        self.compare_int(CmpOp::Ne, address, 0)
    }
}
