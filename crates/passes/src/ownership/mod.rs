//! Inserts `retain` and `release`, and fills the cleanup lists of operations that can raise.
//!
//! # The model
//!
//! * A *root* is a value that holds one reference for each owner in it: the result of a `call`, of a function of the runtime,
//!   of `caught_exception`, of `slot_load` (which takes its references here), or an owned block parameter. Each root is given up
//!   exactly once on every way through the function: released after its last use, moved, or released by a cleanup list.
//! * Parameters of the function are *borrowed*: their references are the caller's. Constants own nothing.
//! * What is made of roots by `part`, `pack`, `select`, `ptr_add` and the like is *derived*: it holds no reference, but a use of
//!   it counts as a use of its roots, so that they live as long.
//! * A block parameter is derived too when all its arguments come from roots that are defined outside and before its block (or
//!   from borrowed values). Otherwise it is owned, and each edge hands over a reference: that of an argument whose
//!   roots end there (it *moves*), or a new one. So a loop that only reads arrays from outside counts no references.
//! * `load` takes references for its result, unless all uses come before memory can lose its own (`borrow`): then the result is
//!   derived from the address.
//! * What a container keeps is taken by the runtime's `hold`, or its `hand_over` where the root ends there.
//! * `return` hands a reference over likewise; a slot holds references of its own.
//!
//! # What is relied on
//!
//! The pointers in an aggregate point into the memory of the owners in it. A block parameter that is a bare pointer is derived
//! from values that are defined before its block; a root for which this does not hold is never released.
//!
//! A value `undef` becomes one with null owners, since it may meet others in a block parameter.

mod borrow;
mod edit;
mod handover;
mod provenance;
mod transfer;
mod undef;

use coluber_ir::{Cfg, Dominators, Liveness, Typed};
use coluber_types::Ty;
use coluber_types::fields::{fields, has_owner};
use coluber_types::kind::Kind;
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(func: &mut Typed) {
    let mut types = Owners::default();
    if !types.any_in(func) {
        return;
    }
    let cfg = Cfg::new(func);
    func.layout.retain(|&block| cfg.is_reachable(block));
    undef::expand(func, &mut types);
    let dominators = Dominators::new(func, &cfg);
    let provenance = provenance::Provenance::new(func, &cfg, &dominators, &mut types);
    let slots: Vec<_> = func.slots.iter().filter(|(_, s)| types.count(s.ty) > 0).map(|(slot, _)| slot).collect();
    if provenance.roots.is_empty() && slots.is_empty() && types.count(func.ret) == 0 {
        return;
    }
    let live = Liveness::new(func, &cfg, &provenance);
    edit::Editor::new(func, &cfg, &provenance, &live, slots).run();
    handover::run(func, &mut types);
}

/// How many owners values of a type hold, remembered by type.
#[derive(Default)]
pub(crate) struct Owners {
    counts: FxHashMap<Ty, u32>,
    addresses: FxHashMap<Ty, bool>,
}

impl Owners {
    /// Number of owners in a value of the type.
    fn count(&mut self, ty: Ty) -> u32 {
        match ty.kind() {
            Kind::Owner => return 1,
            Kind::Bool
            | Kind::Int(_)
            | Kind::Float(_)
            | Kind::Ptr
            | Kind::None
            | Kind::Undefined
            | Kind::Literal(_) => return 0,
            _ => {}
        }
        if let Some(&count) = self.counts.get(&ty) {
            return count;
        }
        let count = fields(ty).into_iter().map(|field| self.count(field)).sum();
        self.counts.insert(ty, count);
        count
    }

    /// Number of owners in the fields before this one, and in it.
    fn field(&mut self, ty: Ty, index: u32) -> (usize, usize) {
        let counts: Vec<usize> =
            fields(ty).into_iter().take(index as usize + 1).map(|t| self.count(t) as usize).collect();
        match counts.split_last() {
            Some((&own, before)) => (before.iter().sum(), own),
            None => (0, 0),
        }
    }

    /// Whether values of the type hold owners or pointers.
    fn has_address(&mut self, ty: Ty) -> bool {
        match ty.kind() {
            Kind::Owner | Kind::Ptr => return true,
            Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::None | Kind::Undefined | Kind::Literal(_) => {
                return false;
            }
            _ => {}
        }
        if let Some(&known) = self.addresses.get(&ty) {
            return known;
        }
        let has = fields(ty).into_iter().any(|field| self.has_address(field));
        self.addresses.insert(ty, has);
        has
    }

    /// Whether a function has values that hold owners.
    fn any_in(&mut self, func: &Typed) -> bool {
        func.values.values().any(|v| self.count(v.ty) > 0) || func.slots.values().any(|s| has_owner(s.ty))
    }
}
