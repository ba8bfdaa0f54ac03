//! Cheap clean-up, in a few linear walks:
//!
//! * `part` of `pack`, `pack` of all parts, choices by constants (`fold`);
//! * block parameters whose arguments are all the same (`params`);
//! * operations, block parameters and guards without use (`dead`);
//! * blocks that can't be reached, only forward, or follow their only predecessor; handlers of blocks that can't raise
//!   (`blocks`).
//!
//! LLVM would do all of this. It is done here so that the passes behind it see through aggregates, and because LLVM is slower.

mod blocks;
mod dead;
mod fold;
mod params;

use coluber_ir::{Typed, Value};
use cranelift_entity::SecondaryMap;

/// Enough for what one walk uncovers for the next; more is left to LLVM.
const ROUNDS: usize = 3;

/// Runs the pass.
pub fn run(func: &mut Typed) {
    for _ in 0..ROUNDS {
        let mut replaced = Replaced::default();
        fold::run(func, &mut replaced);
        let cfg = blocks::remove_unreachable(func);
        params::run(func, &cfg, &mut replaced);
        if replaced.is_empty() {
            break;
        }
        replaced.apply(func);
    }
    dead::run(func);
    blocks::drop_handlers(func);
    blocks::skip_forwarders(func);
    let cfg = blocks::remove_unreachable(func);
    blocks::merge(func, &cfg);
}

/// Values that others stand for.
#[derive(Default)]
struct Replaced {
    by: SecondaryMap<Value, Option<Value>>,
    any: bool,
}

impl Replaced {
    /// What stands for the value in the end.
    fn resolve(&self, mut value: Value) -> Value {
        while let Some(next) = self.by[value] {
            value = next;
        }
        value
    }

    /// Lets `by`, which is resolved and is not `value`, stand for `value`.
    fn replace(&mut self, value: Value, by: Value) {
        debug_assert!(self.by[by].is_none() && value != by, "a replacement that leads back");
        self.by[value] = Some(by);
        self.any = true;
    }

    fn is_empty(&self) -> bool {
        !self.any
    }

    /// Replaces all uses.
    fn apply(&self, func: &mut Typed) {
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
