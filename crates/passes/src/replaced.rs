//! Values that are replaced by others.

use coluber_ir::{Typed, Value};
use cranelift_entity::SecondaryMap;

/// Values that others stand for.
#[derive(Default)]
pub(crate) struct Replaced {
    by: SecondaryMap<Value, Option<Value>>,
    any: bool,
}

impl Replaced {
    /// What stands for the value in the end.
    pub fn resolve(&self, mut value: Value) -> Value {
        while let Some(next) = self.by[value] {
            value = next;
        }
        value
    }

    /// Lets `by`, which is resolved and is not `value`, stand for `value`.
    pub fn replace(&mut self, value: Value, by: Value) {
        debug_assert!(self.by[by].is_none() && value != by, "a replacement that leads back");
        self.by[value] = Some(by);
        self.any = true;
    }

    pub fn is_empty(&self) -> bool {
        !self.any
    }

    /// Replaces all uses.
    pub fn apply(&self, func: &mut Typed) {
        for k in 0..func.layout.len() {
            let block = func.layout[k];
            let data = &mut func.blocks[block];
            data.term.map_uses(|v| self.resolve(v));
            for &inst in &data.insts {
                let inst = &mut func.insts[inst];
                for value in inst.args.iter_mut().chain(&mut inst.cleanup) {
                    *value = self.resolve(*value);
                }
            }
        }
    }
}
