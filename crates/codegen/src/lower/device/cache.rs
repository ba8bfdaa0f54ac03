//! Reads and writes with a hint for the caches.
//!
//! LLVM has no such instructions: they are written as PTX, with generic addresses.

use crate::llvm::{Type, Val};
use crate::lower::function::Lower;
use coluber_abi::Leaf;
use coluber_ir::typed::CacheHint;

/// How PTX and LLVM name the registers of a leaf: the size, the constraint, and the leaf that has such a register.
fn register(leaf: Leaf) -> (&'static str, &'static str, Leaf) {
    match leaf {
        // Registers have 16 bits at least.
        Leaf::I1 | Leaf::I8 => ("b8", "h", Leaf::I16),
        Leaf::I16 => ("b16", "h", Leaf::I16),
        Leaf::I32 => ("b32", "r", Leaf::I32),
        Leaf::F32 => ("b32", "f", Leaf::F32),
        Leaf::F64 => ("b64", "d", Leaf::F64),
        Leaf::I64 | Leaf::Ptr => ("b64", "l", leaf),
    }
}

impl Lower<'_, '_, '_> {
    /// A leaf as it is in memory.
    pub(in crate::lower) fn load_with_hint(&mut self, leaf: Leaf, place: Val, hint: CacheHint) -> Val {
        let (size, constraint, wide) = register(leaf);
        let text = format!("ld.{}.{size} $0, [$1];", hint.word());
        let wide = self.leaf(wide);
        let load = self.cx.module.assembly(&text, &format!("={constraint},l,~{{memory}}"), wide, &[place.ty()]);
        let value = self.b.call(load, &[place]);
        let narrow = self.cx.module.memory_leaf(leaf);
        if narrow == wide { value } else { self.b.trunc(value, narrow) }
    }

    /// The reverse of [`load_with_hint`](Self::load_with_hint).
    pub(in crate::lower) fn store_with_hint(&mut self, leaf: Leaf, value: Val, place: Val, hint: CacheHint) {
        let (size, constraint, wide) = register(leaf);
        let text = format!("st.{}.{size} [$0], $1;", hint.word());
        let wide: Type = self.leaf(wide);
        let value = if value.ty() == wide { value } else { self.b.zext(value, wide) };
        let void = self.cx.module.void();
        let store =
            self.cx.module.assembly(&text, &format!("l,{constraint},~{{memory}}"), void, &[place.ty(), value.ty()]);
        self.b.call(store, &[place, value]);
    }
}
