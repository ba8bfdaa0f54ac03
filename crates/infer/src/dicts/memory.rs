//! Entries in memory.

use super::is_set;
use crate::emit::Emitter;
use coluber_ir::Value;
use coluber_ir::typed::{Arith, Op};
use coluber_ops::CmpOp;
use coluber_types::containers::key_words;
use coluber_types::{Conversion, Kind, Ty, conversion};

impl Emitter<'_> {
    /// A new dict or set.
    pub fn dict_new(&mut self, ty: Ty, key: Ty, value: Ty) -> Value {
        let key = self.type_word(key);
        if is_set(ty) {
            return self.runtime("set_new", &[key], &[ty])[0];
        }
        let value = self.type_word(value);
        self.runtime("dict_new", &[key, value], &[ty])[0]
    }

    /// An empty dict or set that gets other types of keys and values.
    pub fn dict_retype(&mut self, dict: Value, ty: Ty, types: (Ty, Ty)) -> Value {
        let (owner, key, value) = (self.part(dict, 0), self.type_word(types.0), self.type_word(types.1));
        self.runtime("dict_retype", &[owner, key, value], &[]);
        self.pack(&[owner], ty)
    }

    /// The owner of a dict or set, and the address of a key for the runtime.
    fn dict_key(&mut self, dict: Value, key: Value, ty: Ty) -> [Value; 2] {
        let owner = self.part(dict, 0);
        let key = if ty == Ty::undefined() { self.unit(Ty::none()) } else { self.coerce(key, ty) };
        [owner, self.value(Op::Spill {}, &[key], Ty::ptr())]
    }

    /// The dict that is searched for a key, and the key with the type of the keys. A number that this type can't hold is equal to no
    /// key: what is searched then is an empty dict.
    fn dict_search(&mut self, dict: Value, key: Value, ty: Ty) -> [Value; 2] {
        let mut kept = Vec::new();
        self.note_losses(key, ty, &mut kept);
        let key = self.text_like(key, ty);
        let key = if ty == Ty::undefined() { key } else { self.coerce(key, ty) };
        let Some(same) = kept.into_iter().reduce(|a, b| self.arith(Arith::And, a, b)) else { return [dict, key] };
        let of = self.ty(dict);
        let (word, none) = (self.type_word(ty), self.type_word(Ty::none()));
        let empty = self.runtime("dict_new", &[word, none], &[of])[0];
        let searched = self.select(same, dict, empty);
        [searched, key]
    }

    /// For each number in a key that keys of a type may not be able to hold, whether it is one that they hold.
    fn note_losses(&mut self, key: Value, ty: Ty, kept: &mut Vec<Value>) {
        let given = self.ty(key).unliteral();
        if let (Some(items), Some(own)) = (given.tuple_items(), ty.tuple_items())
            && items.len() == own.len()
        {
            for (k, &own) in own.iter().enumerate() {
                let item = self.part(key, k);
                self.note_losses(item, own, kept);
            }
            return;
        }
        let is_lossy = given.is_number()
            && ty.is_number()
            && conversion(given, ty) == Some(Conversion::Unsafe)
            && conversion(ty, given).is_some();
        if is_lossy {
            let key = self.coerce(key, given);
            let narrow = self.coerce(key, ty);
            let back = self.coerce(narrow, given);
            kept.push(self.compare(CmpOp::Eq, back, key));
        }
    }

    /// The address of the value of a key, null when there is none.
    pub fn dict_find(&mut self, dict: Value, key: Value, ty: Ty) -> Value {
        if let Some(place) = self.own_find(dict, key, ty, "dict_find_own") {
            return place;
        }
        let [dict, key] = self.dict_search(dict, key, ty);
        if let Some((function, operands)) = self.word_operands("dict_find", dict, key, ty) {
            return self.runtime(&function, &operands, &[Ty::ptr()])[0];
        }
        let operands = self.dict_key(dict, key, ty);
        self.runtime("dict_find", &operands, &[Ty::ptr()])[0]
    }

    /// Takes the entry of a key out: the address of its value, null when there is none.
    pub fn dict_remove(&mut self, dict: Value, key: Value, ty: Ty) -> Value {
        if let Some(place) = self.own_find(dict, key, ty, "dict_remove_own") {
            return place;
        }
        let [dict, key] = self.dict_search(dict, key, ty);
        let operands = self.dict_key(dict, key, ty);
        self.runtime("dict_remove", &operands, &[Ty::ptr()])[0]
    }

    /// The address of the value of a key, and whether the key is new.
    pub fn dict_insert(&mut self, dict: Value, key: Value, ty: Ty) -> Vec<Value> {
        if let Some(found) = self.own_insert(dict, key, ty) {
            return found;
        }
        let operands = self.dict_key(dict, key, ty);
        self.runtime("dict_insert", &operands, &[Ty::ptr(), Ty::boolean()])
    }

    /// The address for the value of a key, which is put in where it is new.
    fn dict_place(&mut self, dict: Value, key: Value, ty: Ty) -> Value {
        if let Some(found) = self.own_insert(dict, key, ty) {
            return found[0];
        }
        let key = self.coerce(key, ty);
        match self.word_operands("dict_place", dict, key, ty) {
            Some((function, operands)) => self.runtime(&function, &operands, &[Ty::ptr()])[0],
            None => self.dict_insert(dict, key, ty)[0],
        }
    }

    /// The function and the operands for a key that need not be put into memory: one that is made of one or two words, or a string.
    fn word_operands(&mut self, function: &str, dict: Value, key: Value, ty: Ty) -> Option<(String, Vec<Value>)> {
        let is_text = matches!(ty.kind(), Kind::Str | Kind::Bytes);
        let kind = match key_words(ty) {
            _ if is_text => "text",
            Some(1) => "word",
            Some(2) => "pair",
            _ => return None,
        };
        let mut operands = vec![self.part(dict, 0)];
        match is_text {
            true => operands.push(key),
            false => self.push_words(key, &mut operands),
        }
        Some((format!("{function}_{kind}"), operands))
    }

    /// The words that a key is made of.
    fn push_words(&mut self, key: Value, words: &mut Vec<Value>) {
        if self.ty(key).is_int() {
            return words.push(key);
        }
        for part in self.parts(key) {
            self.push_words(part, words);
        }
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
        let place = self.dict_place(dict, key, types.0);
        if coluber_types::fields::has_owner(types.1) {
            // A new place holds no references: its bytes are zero.
            self.take_item(place, types.1);
        }
        self.write_held(place, value, types.1);
    }

    /// Whether an address that a search gave is that of something.
    pub fn is_found(&mut self, place: Value) -> Value {
        let address = self.cast(place, Ty::int64());
        self.compare_int(CmpOp::Ne, address, 0)
    }
}
