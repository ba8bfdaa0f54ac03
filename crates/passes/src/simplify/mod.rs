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

use crate::replaced::Replaced;
use coluber_ir::Typed;

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
