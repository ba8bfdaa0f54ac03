//! Lists, dicts and sets that are made in one function and filled in another: what they become.

use super::Engine;
use crate::instances::is_of_circle;
use crate::sites::Sites;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Result};
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Terminator, Untyped, Value};
use coluber_types::containers::{has_unknown, has_unknown_or_numbers};
use coluber_types::recursive::is_unknown_one;
use coluber_types::{Kind, Shape, Ty};
use smallvec::SmallVec;

/// Functions that give a new container with the items that they are given; copies of lists have sites anyway.
const COPYING: &[&str] = &["builtins.set", "builtins.dict"];

impl Engine<'_> {
    /// With the type of the result that the caller wants, when lists in it are to be filled.
    pub fn expecting(mut self, result: Option<Ty>) -> Self {
        self.expected = result;
        self
    }

    /// The types of the arguments when the function has put its items into the lists that are among them, and that of the result.
    ///
    /// # Errors
    /// Where a class has to say first what its objects hold, which hold each other.
    pub fn fill(mut self) -> Result<(Vec<Ty>, Ty)> {
        (self.fills, self.sites.supposes) = (true, true);
        self.bind_arguments();
        // What has been found before an error is worth knowing: the caller tries with it.
        loop {
            match (self.propagate(), self.narrowed()) {
                (Ok(Some(pause)), _) if self.rewrite(pause).is_ok() => {}
                (Err(error), _) if is_of_circle(&error) => return Err(error),
                (Err(error), _) => {
                    error.wants_field.into_iter().for_each(|wanted| self.host.suggest(wanted));
                    self.suggest_items();
                    break;
                }
                (Ok(Some(_)), _) | (_, None) => break,
                (_, Some(body)) => self.start_again(body.into()),
            }
        }
        let args = self.args.clone();
        let filled = args.iter().enumerate().map(|(k, ty)| self.sites.parameter(*ty, k).bare()).collect();
        Ok((filled, self.typing.ret.ty.bare()))
    }

    /// The error of what a container can't hold, with the containers whose items were taken for numbers because nothing said what they are.
    pub(super) fn with_guesses(&self, error: Box<Diagnostic>) -> Box<Diagnostic> {
        let insts = &self.typing.body.insts;
        let made = self.sites.settled.iter().filter_map(|&site| Sites::operation(site)).map(Inst::from_u32);
        let line = made.filter(|&inst| insts.is_valid(inst)).map(|inst| insts[inst].span.line).next();
        match line.filter(|_| error.wants_room()) {
            Some(line) => error
                .note(format!(
                    "nothing said what a container that is made empty in line {line} is to hold, so it holds numbers"
                ))
                .hint("annotate it where it is made, as in self.items: list[str] = [], or put an item into it there"),
            None => error,
        }
    }

    /// Prepares another attempt with another guess of what containers hold of which nothing says that, after this error, and gives the error of the
    /// first attempt; where none is left, that is the function's.
    pub(super) fn next_guess(
        &mut self,
        error: Box<Diagnostic>,
        first: Option<Box<Diagnostic>>,
    ) -> Result<Box<Diagnostic>> {
        if error.wants_something() {
            return Err(error);
        }
        let (room_for, is_entry) = (error.room_for.and_then(Ty::from_id), error.is_about_entry);
        let first = first.unwrap_or_else(|| self.with_guesses(error));
        if self.sites.guess_again(room_for, is_entry) || self.sites.widen(room_for) { Ok(first) } else { Err(first) }
    }

    /// An instruction that can't be typed: in a function with loops, or with calls that wait, it is tried again when the types of its operands
    /// have changed.
    pub(super) fn failed(&mut self, error: Box<Diagnostic>, body: &Untyped, inst: Inst) -> Result<bool> {
        let may_change = !self.heads.is_empty()
            || self.fills
            || self.looks_behind
            || error.wants_field.is_none() && (self.waits_for_more(body) || self.sites.has_changed());
        let wants_constants = !error.wants_constants.is_empty() || !error.wants_captured.is_empty();
        self.fails(body, inst, &error);
        if self.of_constants.is_none() {
            self.of_constants = self.loop_over_constants(body, inst, &error);
        }
        if wants_constants && let Some(pause) = self.of_constants {
            self.pause = Some(pause);
            return Ok(false);
        }
        // Where the function is asked what it puts into containers, one that is too narrow for what it calls may get room for that here.
        if !may_change || error.runs_away || wants_constants || error.wants_room() && !self.fills && !self.looks_behind
        {
            return Err(error);
        }
        match self.error {
            Some(_) if !error.is_about_field => {}
            _ => self.error = Some(error),
        }
        self.typing.resolved[inst] = None;
        self.operands[inst] = SmallVec::new();
        Ok(true)
    }

    /// Arguments and captured values whose lists the caller makes have a site for each of them.
    pub(super) fn bind_filled(&mut self, body: &Untyped) {
        let params = body.params();
        for k in 0..self.args.len() {
            if !self.args[k].has_site() {
                continue;
            }
            let val = Val::weak(self.sites.parameter(self.args[k], k));
            match params.get(k) {
                Some(param) => self.typing.vals[*param] = val,
                None => self.frees.iter_mut().skip(k - params.len()).take(1).for_each(|free| free.1 = val),
            }
        }
    }

    /// Lists of unknown items in the result become what the caller fills them with.
    pub(super) fn expect_result(&mut self) {
        if let Some(expected) = self.expected {
            self.sites.flow(self.typing.ret.ty, expected);
        }
    }

    /// Whether the result is not what the caller wants, and another attempt may give that: with wider copies, and results of calls.
    pub(super) fn is_too_narrow(&mut self) -> bool {
        let is_other = self.expected.is_some_and(|expected| expected != self.typing.ret.ty.bare());
        is_other && has_unknown_or_numbers(self.typing.ret.ty) && !std::mem::replace(&mut self.sites.widens, true)
    }

    /// The results of some functions are known before their arguments: what depends on them may say what lists are filled with, and what a
    /// function gives that calls itself.
    pub(super) fn expected_result(&mut self, data: &InstData<Op>, vals: &[Val], resolved: Resolved) -> Resolved {
        if !resolved.vals.first().is_some_and(|val| val.is_undefined()) {
            return resolved;
        }
        let Some(ty) = self.certain_type(data, vals) else { return resolved };
        self.sites.filled = true;
        Resolved::one(Val::weak(ty), move |e, _| e.undef(ty))
    }

    /// The type of an operation's result whatever its operands are.
    fn certain_type(&mut self, data: &InstData<Op>, vals: &[Val]) -> Option<Ty> {
        let callee = match (&data.op, vals.first()?.ty.kind()) {
            (Op::Contains { .. }, _) => return Some(Ty::boolean()),
            (Op::Call { .. }, Kind::Function(object)) => match self.host.key(object.id) {
                None if self.sites.asking => return crate::instances::declared_instance(object.id),
                key => key?,
            },
            _ => return None,
        };
        Some(match &*callee {
            "builtins.sum" if self.supposes && vals.len() == 2 => Ty::int64(),
            "builtins.min" | "builtins.max" if self.supposes => named_value(&data.op, vals, "default")?.ty.unliteral(),
            "builtins.any" | "builtins.all" | "builtins.bool" => Ty::boolean(),
            "builtins.len" | "builtins.int" => Ty::int64(),
            "builtins.str" | "builtins.repr" => Ty::string(),
            "builtins.float" => Ty::float64(),
            _ => return None,
        })
    }

    /// An operation that copies a container of numbers, where such a copy may have to hold other numbers: it is made again of its items.
    pub(super) fn with_wider_copy(&mut self, data: &InstData<Op>, vals: &[Val], made: Resolved) -> Result<Resolved> {
        let own = made.vals.first().copied().filter(|val| !val.ty.has_site() && has_unknown_or_numbers(val.ty));
        let Some(own) = own.filter(|_| self.sites.widens && self.is_copy(data, vals)) else { return Ok(made) };
        let again = self.cx(data.span).overload("coluber.made_again", &[own])?;
        Ok(match again {
            Some(again) => made.then(again),
            None => made,
        })
    }

    /// Whether an operation gives a container that nothing else has, with the items of its operands.
    fn is_copy(&mut self, data: &InstData<Op>, vals: &[Val]) -> bool {
        let Some(first) = vals.first() else { return false };
        match (&data.op, first.ty.kind()) {
            (Op::Call { .. }, Kind::Function(object)) => {
                self.host.key(object.id).is_some_and(|key| COPYING.contains(&&*key))
            }
            (Op::Call { .. }, Kind::BoundMethod { name, .. }) => &**name == "copy",
            (Op::Binary { .. }, Kind::List { .. }) => true,
            _ => false,
        }
    }

    /// Says what a container holds to which nothing is put: first one that no operation waits to put something into. Whether there is one.
    pub(super) fn settle_empty(&mut self, body: &Untyped) -> bool {
        if self.settle_by_others(body) {
            return true;
        }
        // Code behind what has no type yet, such as the body of a loop, waits, too.
        let waiting = body.layout.iter().flat_map(|b| &body.blocks[*b].insts).filter(|&&inst| {
            let is_undefined = |v: &Value| self.typing.vals[*v].is_undefined();
            self.postponed[inst]
                || self.typing.resolved[inst].is_none()
                || body.insts[inst].args.iter().any(is_undefined)
        });
        let receivers: Vec<u32> = waiting
            .filter_map(|&inst| body.insts[inst].args.first())
            .filter_map(|v| receiver_site(self.typing.vals[*v].ty))
            .collect();
        self.sites.settle_empty(&receivers)
    }

    /// Says what empty containers hold in the fields of objects that stand in one place with objects of other classes: what those in their fields
    /// of the same names hold. Whether there are such containers.
    fn settle_by_others(&mut self, body: &Untyped) -> bool {
        let types: Vec<Ty> = body.values.keys().map(|value| self.typing.vals[value].ty).collect();
        let mut found = Vec::new();
        for ty in types.into_iter().filter(|ty| ty.has_site()) {
            fields_alike(self.sites.now(ty), &mut found);
        }
        found.into_iter().fold(false, |is_new, (empty, filled)| self.sites.is_new_flow(empty, filled) || is_new)
    }

    /// The function in which values of which a test says more have the types that they have behind it.
    pub(super) fn narrowed(&mut self) -> Option<Untyped> {
        let (vals, host) = (&self.typing.vals, &mut *self.host);
        let mut key = |value: Value| match vals[value].ty.kind() {
            Kind::Function(object) => host.key(object.id),
            _ => None,
        };
        let is_isinstance = |value: Value| key(value).is_some_and(|key| *key == *"builtins.isinstance");
        crate::narrowing::narrowed(&self.typing.body, |value| vals[value].ty, is_isinstance)
            .or_else(|| crate::narrowing::with_known_bools(&self.typing.body, |value| vals[value].ty))
    }

    /// Whether only one statement gives the function's result.
    pub(super) fn has_one_return(&self) -> bool {
        let blocks = &self.typing.body.blocks;
        let returns =
            self.typing.body.layout.iter().filter(|block| matches!(blocks[**block].term, Terminator::Return(_)));
        returns.count() == 1
    }

    /// Whether something has no type yet: a value, or an operation without one that waits.
    pub(super) fn has_undefined(&self, body: &Untyped) -> bool {
        let reachable = body.layout.iter().filter(|b| self.typing.reachable.contains(**b));
        reachable.flat_map(|b| &body.blocks[*b].insts).filter(|inst| !self.typing.ends_at(**inst)).any(|inst| {
            let data = &body.insts[*inst];
            self.postponed[*inst]
                || !matches!(data.op, Op::Undef {} | Op::SlotLoad { .. })
                    && data.results.iter().any(|v| self.typing.vals[*v].is_undefined())
                    && self.typing.resolved[*inst].is_some()
        })
    }

    /// Whether calls may still say more of the types of what they are given.
    pub(super) fn waits_for_more(&self, body: &Untyped) -> bool {
        let reachable = body.layout.iter().filter(|b| self.typing.reachable.contains(**b));
        self.sites.filled || reachable.flat_map(|b| &body.blocks[*b].insts).any(|&inst| self.postponed[inst])
    }

    /// Whether the types that are missing may be found in another round.
    pub(super) fn may_suppose_more(&self, body: &Untyped) -> bool {
        self.waits_for_more(body) || self.fills && !self.supposes
    }

    /// Whether the result of a call has no type yet.
    pub(super) fn waits_for_a_call(&self, body: &Untyped) -> bool {
        let reachable = body.layout.iter().filter(|b| self.typing.reachable.contains(**b));
        reachable.flat_map(|b| &body.blocks[*b].insts).filter(|inst| !self.typing.ends_at(**inst)).any(|inst| {
            let data = &body.insts[*inst];
            let is_known = |ty: Ty| match ty.kind() {
                Kind::BoundMethod { receiver, .. } => !receiver.is_unsettled(),
                _ => ty != Ty::undefined() && !ty.is_unsettled(),
            };
            matches!(data.op, Op::Call { .. } | Op::CallStar { .. })
                && data.args.iter().all(|v| is_known(self.typing.vals[*v].ty))
                && data.results.iter().any(|v| self.typing.vals[*v].is_undefined())
        })
    }
}

/// The fields of objects of several classes, in a type with such objects, that hold a container of which nothing is known, and what those of the
/// same name hold in objects of another class.
fn fields_alike(ty: Ty, found: &mut Vec<(Ty, Ty)>) {
    ty.replaced(&mut |ty| {
        let Kind::OneOf(all) = ty.kind() else { return None };
        let fields = |ty: &Ty| {
            let shape = ty.shape();
            let named = |shape: Shape| shape.class().names.iter().zip(shape.types());
            shape.into_iter().flat_map(named).collect::<Vec<_>>()
        };
        let known: Vec<_> = all.iter().flat_map(fields).collect();
        for (name, empty) in known.iter().filter(|(_, ty)| ty.has_site()) {
            let is_like = |filled: Ty| is_unknown_one(**empty, filled) && !has_unknown(filled);
            let mut others = known.iter().filter(|(other, _)| other == name).map(|(_, ty)| ty.bare());
            found.extend(others.find(|filled| is_like(*filled)).map(|filled| (**empty, filled)));
        }
        None
    });
}

/// The site of the container that an operation works on, or of which it calls a method.
fn receiver_site(ty: Ty) -> Option<u32> {
    match ty.kind() {
        Kind::List { site, .. } | Kind::Set { site, .. } | Kind::Dict { site, .. } => *site,
        Kind::BoundMethod { receiver, .. } => receiver_site(*receiver),
        _ => None,
    }
}

/// What a call is given under a name.
fn named_value(op: &Op, vals: &[Val], name: &str) -> Option<Val> {
    let Op::Call { names } = op else { return None };
    let k = names.iter().position(|other| **other == *name)?;
    vals.get(vals.len().checked_sub(names.len())? + k).copied()
}
