//! Attempts with other versions of blocks, where values have met that have no common type.

use super::Engine;
use crate::sites::Sites;
use crate::versions::Versions;
use coluber_base::{Diagnostic, Result};
use coluber_ir::{Untyped, Value};
use coluber_types::{Kind, unify};
use std::sync::Arc;

/// What has failed: attempts differ in what they guess of containers, and the first one says most.
#[derive(Default)]
pub(super) struct Failures {
    /// Whether an attempt with these versions has failed, and the function with the versions that it needed.
    first: Option<Option<(Untyped, Versions)>>,
    /// The error of the function as it is written.
    error: Option<Box<Diagnostic>>,
}

impl Failures {
    /// Keeps what `parted` gives for the first attempt.
    pub(super) fn first_of_attempts(&mut self, parted: impl FnOnce() -> Option<(Untyped, Versions)>) {
        self.first.get_or_insert_with(parted);
    }
}

impl Engine<'_> {
    /// The error of one of the versions behind results of several types, which may be wrong for one of these only.
    fn with_choices(&self, error: Box<Diagnostic>) -> Box<Diagnostic> {
        if error.wants_something() {
            return error;
        }
        let notes = self
            .versions
            .choices
            .iter()
            .map(|(line, ty)| format!("line {line} gives {ty}: what follows is typed for each"));
        notes.fold(error, |error, note| error.note(note))
    }

    /// The function in which values that have clashed go to versions of their own.
    pub(super) fn parted(&self) -> Option<(Untyped, Versions)> {
        let clash = self.clash.filter(|_| !self.fills)?;
        let ty = |value: Value| self.typing.vals[value].ty;
        let meets = |a: Value, b: Value| {
            let is_known = !self.typing.vals[a].is_undefined() && !self.typing.vals[b].is_undefined();
            is_known.then(|| unify(ty(a), ty(b)).is_some())
        };
        let is_parallel =
            |value: Value| matches!(ty(value).kind(), Kind::RangeIter { parallel, .. } if parallel.is_parallel());
        self.versions.parted(&self.typing.body, clash, meets, is_parallel)
    }

    /// The function to go on with after the attempts so far have failed; the error where there is none.
    pub(super) fn with_versions(&mut self, failures: &mut Failures, error: Box<Diagnostic>) -> Result<Arc<Untyped>> {
        let error = failures.error.take().unwrap_or_else(|| self.with_choices(error));
        let Some((body, versions)) = failures.first.take().flatten() else { return Err(error) };
        failures.error = Some(error);
        (self.versions, self.sites, self.supposes) = (versions, Sites::default(), false);
        Ok(Arc::new(body))
    }
}
