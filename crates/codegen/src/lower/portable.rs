//! Portable code: what is different in each process is read from a table, which is filled when the code is linked.

use super::function::Lower;
use crate::llvm::{Module, Val};
use crate::unit::Reference;
use coluber_abi::{ExceptionClass, IN_TABLE, Leaf};
use rustc_hash::FxHashMap;

/// The table of a module under construction.
pub(super) struct References {
    table: Val,
    list: Vec<Reference>,
    slots: FxHashMap<Reference, usize>,
}

impl References {
    /// An empty table.
    pub fn new(module: &mut Module) -> Self {
        References { table: module.reserve_table(), list: Vec::new(), slots: FxHashMap::default() }
    }

    /// The slot of a reference.
    fn slot(&mut self, reference: Reference) -> usize {
        let list = &mut self.list;
        *self.slots.entry(reference).or_insert_with(|| {
            list.push(reference);
            list.len() - 1
        })
    }

    /// The first of new slots for several references in a row.
    fn slots(&mut self, references: &[Reference]) -> usize {
        self.list.extend_from_slice(references);
        self.list.len() - references.len()
    }

    /// Completes the table under a symbol; returns what it is to hold.
    pub fn finish(self, module: &mut Module, symbol: &str) -> Vec<Reference> {
        module.finish_table(self.table, symbol, self.list.len());
        self.list
    }
}

impl Lower<'_, '_, '_> {
    pub(super) fn is_portable(&self) -> bool {
        self.cx.references.is_some()
    }

    /// The word of a reference that is an address.
    pub(super) fn load_reference(&mut self, reference: Reference) -> Val {
        let slot = self.cx.references.as_mut().map_or(0, |references| references.slot(reference));
        let place = self.slot_address(slot);
        self.b.load_invariant(self.leaf(Leaf::Ptr), place, 8)
    }

    /// The address of words for references.
    pub(super) fn reference_list(&mut self, references: &[Reference]) -> Val {
        if let Some(known) = self.cx.references.as_mut() {
            let first = known.slots(references);
            return self.slot_address(first);
        }
        let word = self.leaf(Leaf::I64);
        let words: Vec<Val> = references.iter().map(|&reference| word.int(reference.word())).collect();
        let list = self.cx.module.array_value(word, &words);
        self.cx.module.constant(list)
    }

    /// What stands in a raise site for a class.
    pub(super) fn class_code(&mut self, class: ExceptionClass) -> u32 {
        match (class, self.cx.references.as_mut()) {
            (ExceptionClass::Host(_), Some(references)) => references.slot(Reference::Class(class)) as u32 | IN_TABLE,
            _ => class.code(),
        }
    }

    /// The address of the table, and the slot of where the function's source is.
    pub(super) fn source_slot(&mut self) -> [Val; 2] {
        let spec = self.unit_function.spec;
        let Some(references) = self.cx.references.as_mut() else {
            return [self.leaf(Leaf::Ptr).zero(), self.i64(0)];
        };
        let slot = references.slot(Reference::Source(spec));
        [references.table, self.i64(slot as i64)]
    }

    fn slot_address(&self, slot: usize) -> Val {
        let table = self.cx.references.as_ref().map_or_else(|| self.leaf(Leaf::Ptr).zero(), |r| r.table);
        self.b.element(self.leaf(Leaf::I64), table, self.i64(slot as i64), true)
    }
}
