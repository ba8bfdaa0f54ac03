//! Attempts with other versions of blocks, where values have met that have no common type.

use super::Engine;
use crate::value::Val;
use crate::versions::{Clash, Error, Versions};
use crate::wrong;
use coluber_base::{Diagnostic, ErrorClass, Result, Span};
use coluber_ir::{Inst, Untyped, Value};
use coluber_types::unify::holds_variants;
use coluber_types::{Ty, unify};
use std::sync::Arc;

/// What a function becomes after an attempt that has failed.
pub(super) enum Remedy {
    /// One with other versions.
    Versions(Box<Untyped>, Versions),
    /// Its containers hold values of several types.
    SeveralItems,
}

/// What has failed: attempts differ in what they guess of containers, and the first one says most.
#[derive(Default)]
pub(super) struct Failures {
    /// Whether an attempt with these versions has failed, and what helps.
    first: Option<Option<Remedy>>,
    /// The error of the function as it is written.
    error: Option<Box<Diagnostic>>,
    /// Instructions that have no types in a version, and their errors.
    wrong: Vec<(Inst, Box<Diagnostic>)>,
}

impl Failures {
    /// Keeps what `remedied` gives for the first attempt.
    pub(super) fn first_of_attempts(&mut self, remedied: impl FnOnce() -> Option<Remedy>) {
        self.first.get_or_insert_with(remedied);
    }

    /// The error of the function as it is written, where another one ends the attempts.
    pub(super) fn first_error(self, last: Box<Diagnostic>) -> Box<Diagnostic> {
        self.error.map_or(last, Diagnostic::running_away)
    }

    /// The error of an instruction that has no types in any version; else that of the function as it is written.
    fn of_the_function(&mut self, wrong: Option<Inst>) -> Box<Diagnostic> {
        // What the first one wants of a field helps more than a better error.
        let is_better = !self.error.as_ref().is_some_and(|first| first.wants_something());
        let own = std::mem::take(&mut self.wrong).into_iter().find(|(inst, _)| is_better && Some(*inst) == wrong);
        let error = own.map(|(_, error)| error).or(self.error.take());
        error.unwrap_or_else(|| Diagnostic::internal("an operation has no types in any version", Span::default()))
    }
}

/// An instruction that has no types, and the exception that it raises where others of its versions have some.
pub(super) struct Failing {
    inst: Inst,
    class: &'static str,
    text: String,
    is_sure: bool,
}

impl Engine<'_> {
    /// Remembers an instruction that has no types. What the function does not know or what is not supported is no error of one version,
    /// and containers that have no room for a value have it in CPython.
    pub(super) fn fails(&mut self, body: &Untyped, inst: Inst, error: &Diagnostic) {
        let class = match error.class {
            ErrorClass::Typing => "TypeError",
            ErrorClass::UntypedAttribute => "AttributeError",
            _ => return,
        };
        let is_of_types = !error.wants_something() && !error.wants_room();
        if self.failing.as_ref().is_none_or(|failing| failing.inst == inst) && is_of_types {
            let data = &body.insts[inst];
            let vals: Vec<Val> = data.args.iter().map(|value| self.typing.vals[*value]).collect();
            let plain = || (class, error.message.split_whitespace().collect::<Vec<_>>().join(" "));
            let (class, text) = wrong::exception(&data.op, &vals).unwrap_or_else(plain);
            self.failing = Some(Failing { inst, class, text, is_sure: wrong::is_sure(&data.op, &vals) });
        }
    }

    /// Forgets an instruction that has types now, which it did not have in another round.
    pub(super) fn succeeds(&mut self, inst: Inst) {
        self.failing.take_if(|failing| failing.inst == inst);
    }

    /// The error of a function with an instruction that has no types in any version: that of the instruction, if its operands have the same types
    /// in all versions, so that what has met before is not the cause.
    pub(super) fn wrong_everywhere(&self, failures: &mut Failures) -> Option<Box<Diagnostic>> {
        let typing = &self.typing;
        let is_typed = |block, inst| typing.reachable.contains(block) && typing.resolved[inst].is_some();
        let wrong = self.versions.wrong_everywhere(&typing.body, is_typed)?;
        let types = |inst: Inst| typing.body.insts[inst].args.iter().map(|value| typing.vals[*value].ty);
        let own: Vec<Ty> = types(wrong).collect();
        let mut all = typing.body.insts.keys().filter(|inst| self.versions.root(*inst) == self.versions.root(wrong));
        let is_same = all.all(|inst| types(inst).zip(&own).all(|(a, b)| a == *b || a == Ty::undefined()));
        Some(failures.of_the_function(is_same.then_some(wrong)))
    }

    /// What the function becomes after an attempt that has failed: with another version, or where an operation of one raises. The threads of
    /// a kernel would wait at several barriers for one.
    pub(super) fn remedied(&self) -> Option<Remedy> {
        if self.fills || self.options.cuda {
            return None;
        }
        let found = match (self.clash, &self.failing) {
            (Some(clash), _) => self.parted(clash),
            (None, _) if self.sites.would_vary && !self.sites.varies => return Some(Remedy::SeveralItems),
            (None, Some(failing)) => {
                let Failing { class, ref text, is_sure, .. } = *failing;
                self.versions.refusing(&self.typing.body, failing.inst, Error { class, text, is_sure })
            }
            _ => None,
        };
        found.map(|(body, versions)| Remedy::Versions(body.into(), versions))
    }

    /// The error of one of the versions behind results of several types, which may be wrong for one of these only.
    fn with_choices(&self, error: Box<Diagnostic>) -> Box<Diagnostic> {
        if error.wants_something() {
            return error;
        }
        let notes = self
            .versions
            .parted
            .iter()
            .map(|(line, ty)| format!("line {line} gives {ty}: what follows is typed for each"));
        notes.fold(error, |error, note| error.note(note))
    }

    /// The function in which values that have clashed go to versions of their own.
    fn parted(&self, clash: Clash) -> Option<(Untyped, Versions)> {
        let ty = |value: Value| self.typing.vals[value].ty;
        let meets = |a: Value, b: Value| {
            let is_known = !self.typing.vals[a].is_undefined() && !self.typing.vals[b].is_undefined();
            is_known.then(|| unify(ty(a), ty(b)).is_some())
        };
        let is_parallel = |value: Value| crate::parallel::is_parallel(ty(value));
        self.versions.parted(&self.typing.body, clash, meets, is_parallel)
    }

    /// Whether the error is that of an instruction with which containers of several types have nothing to do.
    fn fails_with_one_type(&self, error: &Diagnostic) -> bool {
        let Some(failing) = &self.failing else {
            return !self.sites.varies && !matches!(error.class, ErrorClass::Typing | ErrorClass::UntypedAttribute);
        };
        let has_one = |value: &Value| !holds_variants(self.typing.vals[*value].ty);
        let is_of_containers = self.sites.is_of(failing.inst.as_u32());
        !self.sites.varies || !is_of_containers && self.typing.body.insts[failing.inst].args.iter().all(has_one)
    }

    /// The function to go on with after the attempts so far have failed; the error where there is none.
    pub(super) fn after(
        &mut self,
        failures: &mut Failures,
        error: Box<Diagnostic>,
        original: (Arc<Untyped>, Versions),
    ) -> Result<(Arc<Untyped>, Versions)> {
        let remedy = failures.first.take().flatten();
        // What has no version of its own is wrong however values met before.
        let is_of_types = !error.wants_something() && !error.wants_room();
        let is_alone = self.clash.is_none() && remedy.is_none() && is_of_types && self.fails_with_one_type(&error);
        if let (Some(failing), Some(_)) = (&self.failing, &remedy) {
            failures.wrong.push((failing.inst, self.with_choices(error.clone())));
        }
        // With more room in a field of a class this attempt may work.
        let error = match failures.error.take() {
            // What the first one wants of a field helps more than a better error.
            Some(first) if is_alone && !first.wants_something() => self.with_choices(error),
            Some(_) if self.sites.varies && is_of_one_type(&error) => error,
            Some(first) if error.wants_field.is_none() || wants_one(&first) && !wants_one(&error) => first,
            _ => self.with_choices(error),
        };
        let Some(remedy) = remedy else { return Err(error) };
        failures.error = Some(error);
        self.supposes = false;
        self.sites = self.sites.anew(matches!(remedy, Remedy::SeveralItems));
        match remedy {
            Remedy::SeveralItems => Ok(original),
            Remedy::Versions(body, versions) => Ok((Arc::new(*body), versions)),
        }
    }
}

/// Whether it is about something that has nothing to do with values of several types: what is not supported, or a call of a function that gets
/// none of these.
fn is_of_one_type(error: &Diagnostic) -> bool {
    let is_elsewhere = error.class == ErrorClass::Unsupported || !error.contexts.is_empty();
    let mut texts = error.contexts.iter().chain([&error.message]);
    is_elsewhere && !error.wants_something() && !error.wants_room() && !texts.any(|text| text.contains("one of ("))
}

/// Whether an error is about a field that would have to hold more, but no values of several types.
fn wants_one(error: &Diagnostic) -> bool {
    error.wants_field.and_then(|(.., ty)| Ty::from_id(ty)).is_some_and(|ty| !holds_variants(ty))
}
