//! Entries in memory.

use crate::emit::Emitter;
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_ops::CmpOp;
use coluber_types::{Conversion, Ty, conversion};

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

    /// As [`dict_key`](Self::dict_key), for a search. A number that the type of the keys can't hold is equal to no key: what is searched
    /// then is an empty dict.
    pub fn dict_search(&mut self, dict: Value, key: Value, ty: Ty) -> [Value; 2] {
        let given = self.ty(key);
        let is_lossy = given.is_number()
            && ty.is_number()
            && conversion(given, ty) == Some(Conversion::Unsafe)
            && conversion(ty, given).is_some();
        if !is_lossy {
            return self.dict_key(dict, key, ty);
        }
        let narrow = self.coerce(key, ty);
        let back = self.coerce(narrow, given);
        let same = self.compare(CmpOp::Eq, back, key);
        let of = self.ty(dict);
        let (word, none) = (self.type_word(ty), self.type_word(Ty::none()));
        let empty = self.runtime("dict_new", &[word, none], &[of])[0];
        let searched = self.select(same, dict, empty);
        self.dict_key(searched, narrow, ty)
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
