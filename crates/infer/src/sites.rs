//! The operations that make lists, and the types of the items that are found for them while types propagate.

use coluber_base::{Diagnostic, Span};
use coluber_types::Ty;
use coluber_types::containers::needs;
use coluber_types::unify;
use rustc_hash::FxHashMap;

/// What is known of the lists that the operations of a function make.
#[derive(Default)]
pub struct Sites {
    items: FxHashMap<u32, Ty>,
    /// The operation that is typed.
    pub current: u32,
    changed: bool,
    postponed: bool,
}

impl Sites {
    /// The type of the items that the operation's list has, with these among them; None when they have no common type.
    pub fn items(&mut self, item: Ty) -> Option<Ty> {
        let joined = unify(self.items.get(&self.current).copied().unwrap_or(Ty::undefined()), item)?;
        self.items.insert(self.current, joined);
        Some(joined)
    }

    /// The type of the items of the lists of a site, which counts as known from here on.
    pub fn items_at(&mut self, site: u32) -> Ty {
        *self.items.entry(site).or_insert(Ty::undefined())
    }

    /// A value of one type becomes one of another, the type of both having been found: lists in it must be made with its items.
    pub fn flow(&mut self, from: Ty, to: Ty) {
        let mut found = Vec::new();
        needs(from, to, &mut found);
        for (site, item) in found {
            let old = self.items.get(&site).copied().unwrap_or(Ty::undefined());
            let joined = unify(old, item).unwrap_or(item);
            if joined != old {
                self.items.insert(site, joined);
                self.changed = true;
            }
        }
    }

    /// Whether an operation has to be typed again, which is forgotten.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Says of the first list to which nothing is ever put that its items are int64: with them most code has a type that never runs.
    /// Whether there is such a list.
    pub fn settle_empty(&mut self) -> bool {
        let empty = self.items.iter().filter(|(_, item)| **item == Ty::undefined()).map(|(site, _)| *site).min();
        if let Some(site) = empty {
            self.items.insert(site, Ty::int64());
        }
        empty.is_some()
    }

    /// A call that depends on lists of which nothing is known yet: it is typed later.
    pub fn postpone(&mut self, span: Span) -> Box<Diagnostic> {
        self.postponed = true;
        Diagnostic::internal("a call with a list of unknown items", span)
    }

    /// Whether a call was postponed, which is forgotten.
    pub fn take_postponed(&mut self) -> bool {
        std::mem::take(&mut self.postponed)
    }
}
