//! Suspended functions that leave compiled code: the entry that the host calls for their items.

use crate::record::{Entry, LinkedCode, Progress, Target};
use crate::state::{Session, State};
use crate::{typing, units};
use coluber_base::{Diagnostic, Result, Span};
use coluber_infer::FuncId;
use coluber_types::{Kind, Ty};
use std::sync::Arc;

/// What gives the items of suspended functions of a type.
#[derive(Clone)]
pub struct NextEntry {
    /// One word in, the owner; out a word that says whether there is an item, and the words of the item.
    pub entry: Entry,
    _code: Arc<LinkedCode>,
}

impl Session {
    /// The entry for the items of what a call of a function with `yield` gave. It is linked when it is asked for first.
    pub fn next_entry(&self, ty: Ty) -> Result<NextEntry> {
        let known = {
            let state = self.lock();
            let known = state.next_entries.get(&ty).copied();
            if let Some(code) = known.and_then(|spec| state.spec(spec).linked.clone()) {
                return Ok(NextEntry { entry: code.entry, _code: code });
            }
            known
        };
        let spec = match known {
            Some(spec) => spec,
            None => self.add_next(ty)?,
        };
        let entry = units::link(self, spec)?.entry;
        let code = self.lock().spec(spec).linked.clone();
        let code = code.ok_or_else(|| Diagnostic::internal("the code is not there", Span::default()))?;
        Ok(NextEntry { entry, _code: code })
    }

    /// What gives the items of what a specialisation gives, where that is a suspended function whose items nothing linked gives.
    pub(crate) fn next_to_link(&self, spec: u32) -> Result<Option<u32>> {
        let known = self.known_next(spec);
        if known.is_some_and(|known| self.lock().spec(known).linked.is_some()) {
            return Ok(None);
        }
        self.typed_next(spec)
    }

    /// The same with its code in the middle representation, whether it is linked or not.
    pub(crate) fn typed_next(&self, spec: u32) -> Result<Option<u32>> {
        let known = self.known_next(spec);
        if known.is_some_and(|known| matches!(self.lock().spec(known).progress, Progress::Typed(_))) {
            return Ok(known);
        }
        let ret = self.lock().spec(spec).ret;
        matches!(ret.kind(), Kind::Gen { .. }).then(|| self.add_next(ret)).transpose()
    }

    fn known_next(&self, spec: u32) -> Option<u32> {
        let state = self.lock();
        state.next_entries.get(&state.spec(spec).ret).copied()
    }

    /// Knows what gives the items of a suspended function whose code comes from the cache; None where there is one already.
    pub(crate) fn add_cached_next(state: &mut State, ty: Ty) -> Option<u32> {
        let Kind::Gen { name, .. } = ty.kind() else { return None };
        if state.next_entries.contains_key(&ty) {
            return None;
        }
        let spec = state.add_spec(None, Target::Cpu, name.clone(), vec![ty], Progress::Cached);
        state.next_entries.insert(ty, spec);
        Some(spec)
    }

    fn add_next(&self, ty: Ty) -> Result<u32> {
        let gone = || Diagnostic::internal("the function of a generator is not there", Span::default());
        let Kind::Gen { func, args, name, .. } = ty.kind() else {
            return Err(gone());
        };
        let resume = {
            let state = self.lock();
            let key = (FuncId(*func), args.to_vec(), None, Target::Cpu);
            let made = state.by_key.get(&key).ok_or_else(gone)?;
            *state.resumes.get(made).ok_or_else(gone)?
        };
        let typed = coluber_passes::generator::next_function(ty, resume);
        let typed = typing::finish(self, typed, Target::Cpu, false, typing::Who::default());
        let mut state = self.lock();
        let spec = state.add_spec(None, Target::Cpu, name.clone(), vec![ty], Progress::Typed(Arc::new(typed)));
        state.next_entries.insert(ty, spec);
        Ok(spec)
    }
}
