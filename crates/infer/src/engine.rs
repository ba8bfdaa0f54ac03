//! Type propagation: forward over reachable blocks, to a fixed point.

mod calls;
mod displays;
mod filling;
mod flow;
mod handled;
mod known;
mod known_texts;
mod later_items;
mod names;
mod operations;
mod own_items;
mod refused;
mod shapes;
pub(crate) mod slices;
mod statements;
mod variables;
mod versions;
mod wanted;
mod whole_indices;

use crate::builtins::literals;
use crate::context::Cx;
use crate::generators::Guess;
use crate::host::{Divided, FuncId, Host, Options, Params};
use crate::sites::Sites;
use crate::value::{Resolved, Val};
use crate::versions::{Clash, Versions};
use crate::{choices, comprehensions, hints, iteration, keywords, strong, unroll};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_ir::py::Op;
use coluber_ir::{Block, Inst, InstData, Slot, Untyped, Value};
use coluber_types::containers::FRESH;
use coluber_types::{Kind, Ty};
use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;
use std::sync::Arc;

/// Rounds over the function after which propagation gives up. Types only widen, so a few rounds are enough.
const MAX_ROUNDS: usize = 40;

/// What propagation found.
pub struct Typing {
    /// The function: the one that was asked for, with some of its loops written out.
    pub body: Arc<Untyped>,
    /// Type of each value.
    pub vals: SecondaryMap<Value, Val>,
    /// Type of each memory cell.
    pub slots: SecondaryMap<Slot, Val>,
    /// How each reachable instruction is emitted.
    pub resolved: SecondaryMap<Inst, Option<Resolved>>,
    /// How the condition of each reachable branch becomes a bool.
    pub conditions: SecondaryMap<Block, Option<Resolved>>,
    /// Blocks that can be reached.
    pub reachable: EntitySet<Block>,
    /// Type of the result; undefined when the function never returns.
    pub ret: Val,
    /// For a function with `yield`, the type of what it yields.
    pub yields: Option<Val>,
    /// For such a function, the type of the value of its `yield` expressions.
    pub sends: Ty,
    /// Whether a value had no type (only in functions that call themselves).
    pub incomplete: bool,
    /// The error of the first attempt, where another one with other guesses of what containers hold was needed.
    pub first_error: Option<Box<Diagnostic>>,
    /// The containers and instances of the program that it names, by number.
    pub shared: Vec<(u32, Ty)>,
    /// The empty containers of the program of which it is to say what they hold.
    pub begun: Vec<crate::shared::Begun>,
}

/// Why typing stops, to start again with another form of the function.
#[derive(Clone, Copy)]
enum Pause {
    /// A loop over a tuple is written out: what makes its iterator, and the number of items.
    Loop(Inst, usize),
    /// A result of an instruction has one of several types.
    Choice(Inst, Value),
}

/// Propagates types through a function.
pub struct Engine<'h> {
    host: &'h mut dyn Host,
    func: FuncId,
    args: Vec<Ty>,
    params: Arc<Params>,
    options: Arc<Options>,
    /// Values of free variables: name, parameter of the typed function.
    frees: Vec<(Name, Val)>,
    typing: Typing,
    operands: SecondaryMap<Inst, SmallVec<[Val; 3]>>,
    /// What is asked again, though its operands are what they were.
    postponed: SecondaryMap<Inst, bool>,
    changed: bool,
    /// What can't be typed with the types of this round, where others may come by a loop.
    error: Option<Box<Diagnostic>>,
    /// The blocks to which control can come back.
    heads: EntitySet<Block>,
    /// Results of `literal_unroll`.
    unrolled: EntitySet<Value>,
    /// What must be written otherwise before typing goes on.
    pause: Option<Pause>,
    /// The loop that is written out for its constants, if what has no types in it has none in the end.
    of_constants: Option<Pause>,
    /// The lists that the function makes.
    sites: Sites,
    /// What a function with `yield` is sent where nothing else says so.
    guess: Guess,
    /// The type that lists of unknown items in the result become.
    expected: Option<Ty>,
    /// Whether sums of what has no type yet count as integers, which they begin as.
    supposes: bool,
    /// Whether only the types are wanted of what the function puts into the lists that it is given.
    fills: bool,
    /// Whether it has failed, and what is behind its first error is typed for what it says of fields.
    looks_behind: bool,
    /// Where values without a common type have met in this attempt.
    clash: Option<Clash>,
    /// Whether generators have met that were made for other arguments.
    generators_meet: bool,
    /// The first instruction that has no types in this attempt.
    failing: Option<versions::Failing>,
    /// The copies of blocks for values of other types.
    versions: Versions,
}

impl Typing {
    fn new(body: Arc<Untyped>) -> Self {
        Typing {
            body,
            vals: SecondaryMap::with_default(Val::undefined()),
            slots: SecondaryMap::with_default(Val::undefined()),
            resolved: SecondaryMap::new(),
            conditions: SecondaryMap::new(),
            reachable: EntitySet::new(),
            ret: Val::undefined(),
            yields: None,
            sends: Ty::none(),
            incomplete: false,
            first_error: None,
            shared: Vec::new(),
            begun: Vec::new(),
        }
    }
}

impl Typing {
    /// Whether control never goes past an instruction: it reads a variable that has no value on any path, or calls what never returns.
    pub fn ends_at(&self, inst: Inst) -> bool {
        let data = &self.body.insts[inst];
        matches!(data.op, Op::CheckBound { .. }) && self.vals[data.args[0]].literal_bool() == Some(false)
            || self.resolved[inst].as_ref().is_some_and(|resolved| resolved.never)
    }

    /// Takes the sites of lists out of all types, when they have told what they can.
    fn make_bare(&mut self) {
        let values =
            self.vals.values_mut().chain(self.slots.values_mut()).chain([&mut self.ret]).chain(&mut self.yields);
        values.for_each(|val| val.ty = val.ty.bare());
    }
}

impl<'h> Engine<'h> {
    /// For a function and the types of its parameters (captured variables of a closure follow them).
    pub fn new(host: &'h mut dyn Host, func: FuncId, args: &[Ty]) -> Result<Self> {
        let params = host.params(func);
        let options = host.options(func);
        let body = comprehensions::spread(host, func, options.divides(Divided::Comprehensions))?;
        let body = keywords::spelled_out(&body, args).map_or(body, Arc::new);
        let body = unroll::over_tuple(&body, args).map_or(body, Arc::new);
        let captured = host.captured_names(func);
        let free_names: Vec<Name> = captured.into_iter().filter(|n| params.is_carried(n)).collect();
        let count = body.params().len();
        let frees = free_names.into_iter().zip(args.iter().skip(count)).map(|(n, t)| (n, Val::new(*t))).collect();
        let mut engine = Engine {
            host,
            func,
            args: args.to_vec(),
            params,
            options,
            frees,
            typing: Typing::new(body),
            operands: SecondaryMap::new(),
            postponed: SecondaryMap::new(),
            changed: true,
            error: None,
            heads: EntitySet::new(),
            unrolled: EntitySet::new(),
            pause: None,
            of_constants: None,
            sites: Sites::default(),
            guess: Guess::Yielded,
            expected: None,
            fills: false,
            looks_behind: false,
            supposes: false,
            clash: None,
            generators_meet: false,
            failing: None,
            versions: Versions::default(),
        };
        engine.bind_arguments();
        Ok(engine)
    }

    /// With a type for what a function with `yield` is sent.
    pub fn guessing(mut self, guess: Guess) -> Self {
        self.guess = guess;
        self
    }

    fn bind_arguments(&mut self) {
        let body = self.typing.body.clone();
        self.typing.reachable.insert(body.entry());
        let strong = strong::of_parameters(&self.options, &self.args);
        for (k, (value, ty)) in body.params().iter().zip(&self.args).enumerate() {
            let val = match ty.kind() {
                Kind::Omitted(k) => self.default_val(*k as usize),
                _ => Val { ty: ty.of_display().bare(), weak: !strong::has_bit(strong, k) },
            };
            self.typing.vals[*value] = val;
        }
        self.bind_fresh_lists(&body);
    }

    /// Parameters that are empty lists of the call's own have a site each, as if they were made at the start.
    fn bind_fresh_lists(&mut self, body: &Untyped) {
        if self.fills {
            return self.bind_filled(body);
        }
        let mut fresh = Vec::new();
        for (k, (value, ty)) in body.params().iter().zip(&self.args).enumerate() {
            if ty.is_fresh() {
                // A container that is passed twice has one site.
                let first = ty.passed_again().and_then(|nth| fresh.get(nth as usize).copied());
                fresh.extend(ty.is_fresh_once().then_some(k));
                let made = self.sites.made_at(FRESH - first.unwrap_or(k) as u32, *ty);
                self.typing.vals[*value] = Val::weak(made);
                let name = self.params.names.get(k).cloned().unwrap_or_default();
                if let Some(Kind::List { item, .. } | Kind::Set { item, .. }) =
                    self.host.annotation(self.func, &name).map(|ty| ty.kind())
                {
                    self.sites.prefer(made, *item);
                }
            }
        }
    }

    fn default_val(&self, parameter: usize) -> Val {
        match self.params.defaults.get(parameter) {
            Some(Some(value)) => Val::weak(value.ty),
            _ => Val::weak(Ty::none()),
        }
    }

    /// Runs to the fixed point.
    pub fn run(mut self) -> Result<Typing> {
        let first_error = self.attempts();
        if let Err(error) = &first_error {
            self.look_behind(error);
        }
        if first_error.is_err() || self.typing.incomplete {
            self.suggest_items();
        }
        self.typing.first_error = first_error?;
        self.tell_begun()?;
        self.check_items()?;
        self.typing.make_bare();
        Ok(self.typing)
    }

    /// Types the function in one way after the other, until one is right; the error of the first one, if that was another.
    fn attempts(&mut self) -> Result<Option<Box<Diagnostic>>> {
        let mut original = (self.typing.body.clone(), Versions::default());
        let mut first_error = None;
        let mut failures = versions::Failures::default();
        loop {
            match self.propagate() {
                Ok(None) => match self.with_other_carried().or_else(|| self.narrowed()) {
                    Some(body) => self.start_again(Arc::new(body)),
                    None if self.is_too_narrow() => self.start_with(&original),
                    None => return self.wrong_everywhere(&mut failures).map_or(Ok(first_error), Err),
                },
                Ok(Some(pause)) => self.rewrite(pause)?,
                Err(_) if self.sites.take_told() => self.start_again(self.typing.body.clone()),
                Err(error) if error.runs_away => return Err(failures.first_error(error)),
                Err(error) => match self.narrowed() {
                    Some(body) => self.start_again(Arc::new(body)),
                    None => {
                        failures.first_of_attempts(|| self.remedied());
                        match self.next_guess(error, first_error.take()) {
                            Ok(first) => first_error = Some(first),
                            Err(error) => original = self.after(&mut failures, error, original)?,
                        }
                        self.start_with(&original);
                    }
                },
            }
        }
    }

    /// Refuses types that were not made again after more was known of the items of a container in them: such code would damage memory.
    fn check_items(&mut self) -> Result<()> {
        if self.fills {
            return Ok(());
        }
        let body = self.typing.body.clone();
        let reachable = body.layout.iter().filter(|block| self.typing.reachable.contains(**block));
        for &inst in reachable.flat_map(|block| &body.blocks[*block].insts) {
            let data = &body.insts[inst];
            let mut types = data.results.iter().map(|value| self.typing.vals[*value].ty);
            if let Some(ty) = types.find(|ty| self.sites.is_behind(*ty)) {
                let error = Diagnostic::internal("what a container holds was not found everywhere", data.span);
                return Err(error.note(format!("it has the type {ty}")));
            }
        }
        Ok(())
    }

    /// The function with one more array carried by a parallel loop that changes its elements, or with a variable less.
    fn with_other_carried(&mut self) -> Option<Untyped> {
        if !self.options.divides(Divided::Loops) {
            return None;
        }
        crate::parallel::with_other_carried(self.host, &self.typing.body, &self.typing)
    }

    /// Starts again with another form of the function.
    fn rewrite(&mut self, pause: Pause) -> Result<()> {
        match pause {
            Pause::Loop(get_iter, count) => self.write_out(get_iter, count),
            Pause::Choice(inst, value) => self.part_ways(inst, value),
        }
    }

    /// Starts again with a way for each type that a result may have.
    fn part_ways(&mut self, inst: Inst, value: Value) -> Result<()> {
        let (span, ty) = (self.typing.body.insts[inst].span, self.typing.vals[value].ty.bare());
        let choice = self.versions.add_choice(span.line, ty);
        let parted = choices::parted(&self.typing.body, inst, value, choice, &mut self.versions);
        let body = parted.ok_or_else(|| {
            let text = "values of several types are used in too many places of this function";
            let error = Diagnostic::typing(text, span)
                .note(format!("this is {ty}"))
                .hint("use them in a function of its own, or give them one type");
            // What callers try otherwise takes as many versions, unless it is what containers hold.
            if self.sites.settled.is_empty() { error.running_away() } else { error }
        })?;
        self.start_again(Arc::new(body));
        Ok(())
    }

    /// Starts again with a loop written out.
    fn write_out(&mut self, get_iter: Inst, count: usize) -> Result<()> {
        let data = &self.typing.body.insts[get_iter];
        let (span, sequence) = (data.span, data.args[0]);
        let (asked, ty) = (self.unrolled.contains(sequence), self.typing.vals[sequence].ty);
        let refused = |why: &str| match asked {
            true => Diagnostic::typing(format!("literal_unroll(): {why}"), span),
            false => iteration::no_common_type(ty, span).note(why),
        };
        let body = unroll::unroll(&self.typing.body, get_iter, count)
            .ok_or_else(|| refused("only a 'for' loop can go over the items"))?;
        if body.insts.len() > unroll::LIMIT {
            return Err(refused("the function is too large when its loops are written out"));
        }
        self.start_again(Arc::new(body));
        Ok(())
    }

    /// Starts again with the function and the versions that it had before an attempt.
    fn start_with(&mut self, original: &(Arc<Untyped>, Versions)) {
        self.versions = original.1.clone();
        self.start_again(original.0.clone());
    }

    pub(super) fn start_again(&mut self, body: Arc<Untyped>) {
        self.typing = Typing::new(body);
        (self.operands, self.postponed) = (SecondaryMap::new(), SecondaryMap::new());
        self.unrolled.clear();
        (self.clash, self.failing, self.of_constants) = (None, None, None);
        self.sites = self.sites.renewed();
        self.changed = true;
        self.bind_arguments();
    }

    /// Propagates to the fixed point, or to what must be written otherwise first.
    fn propagate(&mut self) -> Result<Option<Pause>> {
        let body = self.typing.body.clone();
        let order = crate::order::reverse_postorder(&body);
        self.heads = crate::order::heads(&body, &order);
        for _ in 0..MAX_ROUNDS {
            self.expect_result();
            if self.fills {
                self.host.gives(self.typing.ret.ty.bare());
            }
            let changed = std::mem::take(&mut self.changed) | self.sites.take_changed();
            let asked = std::mem::take(&mut self.sites.asking);
            let (error, of_constants) = (self.error.take(), self.of_constants.take());
            if let Some(inst) = self.sites.endless {
                let own = error.filter(|error| error.wants_field.is_some());
                return Err(own.unwrap_or_else(|| self.endless(&body, Inst::from_u32(inst))));
            }
            if !changed {
                self.apart(&body)?;
                let is_missing = error.is_some();
                if let Some(error) = error
                    && (asked || error.wants_field.is_some() || !self.may_suppose_more(&body))
                {
                    if of_constants.is_some() {
                        return Ok(of_constants);
                    }
                    return Err(error);
                }
                self.typing.incomplete = self.has_undefined(&body) || self.sites.filled;
                let waits = self.typing.incomplete && self.waits_for_a_call(&body);
                let is_done = !self.typing.incomplete || waits && std::mem::replace(&mut self.supposes, true);
                if is_missing {
                    // What calls put into containers that they wait for may be what is missing.
                    (self.sites.asking, self.supposes) = (true, self.supposes || self.fills);
                } else if is_done {
                    return Ok(None);
                } else if waits {
                    // One more round, with what can be supposed.
                } else if !asked {
                    self.sites.asking = true;
                } else if let Some(error) = self.unknown_begun() {
                    return Err(error);
                } else if self.fills || !self.settle_empty(&body) {
                    return Ok(None);
                }
            }
            self.sites.filled = false;
            self.bind_fresh_lists(&body);
            for &block in &order {
                if self.typing.reachable.contains(block) {
                    self.block(&body, block)?;
                }
                if let Some(found) = self.pause.take() {
                    return Ok(Some(found));
                }
            }
        }
        Err(self.error.take().unwrap_or_else(|| refused::without_end(Span::default())))
    }

    /// A kernel's `raise` ends the thread: inside of `try` that would not be what is written.
    fn refuse_raise(&self, inst: &InstData<Op>) -> Result<()> {
        let raised = inst.args.first().filter(|_| matches!(inst.op, Op::Raise {}));
        match raised.map(|value| self.typing.vals[*value].ty.kind()) {
            None | Some(Kind::CaughtException) => Ok(()),
            Some(_) => Err(hints::try_in_kernel(inst.span)),
        }
    }

    fn block(&mut self, body: &Untyped, block: Block) -> Result<()> {
        let data = &body.blocks[block];
        // Loops look at signals.
        let mut can_raise = !self.options.cuda && self.heads.contains(block);
        for &inst in &data.insts {
            can_raise |= coluber_ir::OpSet::can_raise(&body.insts[inst].op);
            if self.options.cuda && data.handler.is_some() {
                self.refuse_raise(&body.insts[inst])?;
            }
            if !self.instruction(body, inst)? {
                return Ok(());
            }
            if self.typing.ends_at(inst) {
                data.handler.into_iter().for_each(|handler| self.reach(handler));
                return Ok(());
            }
        }
        if can_raise && let Some(handler) = data.handler {
            self.reach(handler);
        }
        self.terminator(body, block)
    }

    /// Types one instruction; false when control does not go past it because a value has no type yet.
    fn instruction(&mut self, body: &Untyped, inst: Inst) -> Result<bool> {
        let data = &body.insts[inst];
        let vals: SmallVec<[Val; 3]> = data.args.iter().map(|v| self.typing.vals[*v]).collect();
        self.sites.current = inst.as_u32();
        let makes_copies = self.sites.widens && matches!(data.op, Op::Binary { .. });
        self.sites.is_call =
            makes_copies || matches!(data.op, Op::Call { .. } | Op::CallStar { .. } | Op::WithEnter {});
        let is_done = self.typing.resolved[inst].is_some() && !self.postponed[inst];
        if is_done && self.operands[inst] == vals && !self.is_volatile(data, inst, &vals) {
            return Ok(true);
        }
        if matches!(data.op, Op::GetIter {})
            && let Some(items) = vals[0].ty.tuple_items()
            && (self.unrolled.contains(data.args[0])
                || !self.options.cuda && (unroll::is_mixed(items) || unroll::is_of_functions(body, inst, items)))
            && !unroll::is_of_generator(body, inst, |value| self.typing.vals[value].ty)
        {
            self.pause = Some(Pause::Loop(inst, items.len()));
            return Ok(false);
        }
        let filled_before = std::mem::take(&mut self.sites.filled);
        let has_undefined =
            vals.iter().any(|v| v.is_undefined()) && !matches!(data.op, Op::SlotStore { .. } | Op::FieldValue {});
        let found = if has_undefined { Ok(None) } else { self.resolve_now(body, inst, &vals) };
        let (is_postponed, resolved) = match found {
            Ok(Some(resolved)) => {
                self.succeeds(inst);
                (false, resolved)
            }
            // What was found by asking is kept until more is known.
            Ok(None) if !has_undefined && self.operands[inst] == vals && self.has_types(data) => {
                self.postponed[inst] = true;
                self.sites.filled |= filled_before;
                return Ok(true);
            }
            Ok(None) => (!has_undefined, not_yet(data.results.len())),
            Err(error) => {
                self.sites.filled |= filled_before;
                return self.failed(error, body, inst);
            }
        };
        let mut resolved = self.expected_result(data, &vals, resolved);
        if resolved.never {
            resolved.vals.fill(Val::undefined());
        }
        if matches!(data.op, Op::Call { .. }) && self.is_unrolled(vals[0]) {
            self.unrolled.insert(data.results[0]);
        }
        for (value, val) in data.results.iter().zip(&resolved.vals) {
            if self.typing.vals[*value] != *val {
                self.typing.vals[*value] = *val;
                self.changed = true;
            }
        }
        // What is only supposed is asked again until it is known.
        self.postponed[inst] = is_postponed || self.sites.filled;
        self.sites.filled |= filled_before;
        self.operands[inst] = vals;
        self.typing.resolved[inst] = Some(resolved);
        let mut results = data.results.iter().copied();
        let parts = results.find(|&value| {
            coluber_types::unify::variants(self.typing.vals[value].ty).is_some() && choices::is_used(body, value)
        });
        if parts.is_some_and(|value| self.fills_choice(value)) {
            return Ok(false);
        }
        self.pause = parts.map(|value| Pause::Choice(inst, value));
        Ok(parts.is_none())
    }

    /// Says what empty containers hold that are among the values of a choice: before the way parts. Whether that is something new.
    fn fills_choice(&mut self, value: Value) -> bool {
        let all = coluber_types::unify::variants(self.typing.vals[value].ty).unwrap_or(&[]);
        let empty = choices::empty_ones(all);
        empty.into_iter().fold(false, |is_new, (empty, filled)| self.sites.is_new_flow(empty, filled) || is_new)
    }

    /// Whether all results of an instruction have types.
    fn has_types(&self, data: &InstData<Op>) -> bool {
        !data.results.is_empty() && data.results.iter().all(|value| !self.typing.vals[*value].is_undefined())
    }

    /// Whether an instruction may have another type although its operands have the same.
    fn is_volatile(&self, data: &InstData<Op>, inst: Inst, vals: &[Val]) -> bool {
        match data.op {
            Op::SlotLoad { .. }
            | Op::SlotStore { .. }
            | Op::Yield {}
            | Op::IterSend {}
            | Op::CellNew {}
            | Op::Call { .. }
            | Op::CallStar { .. }
            | Op::BuildList {}
            | Op::BuildSet {}
            | Op::BuildMap {}
            | Op::UnpackStar { .. }
            | Op::BuildTupleStar { .. } => true,
            Op::GetAttr { .. } if matches!(vals[0].ty.kind(), Kind::CaughtException) => true,
            Op::Binary { .. } if self.sites.widens => true,
            Op::Free { .. } | Op::FreeCell { .. } if self.fills => true,
            Op::Global { .. } => !self.typing.begun.is_empty(),
            _ => self.sites.is_of(inst.as_u32()),
        }
    }

    /// The rule of an instruction whose operands have types; None where it has to wait for what is put into a container.
    fn resolve_now(&mut self, body: &Untyped, inst: Inst, vals: &[Val]) -> Result<Option<Resolved>> {
        match self.resolve(body, inst, vals) {
            Err(_) if self.sites.take_postponed() => Ok(None),
            Err(error) => {
                if let Some(found) = self.without_none(body, inst, vals) {
                    return Ok(Some(found));
                }
                let error = self.wanted(error, body, inst);
                let error = self.with_own_items(error, body, inst, vals);
                Err(self.locate(error, body, inst))
            }
            Ok(resolved) => match self.unnamed(body, inst, vals) {
                Some(error) => Err(self.locate(error, body, inst)),
                None => self.with_wider_copy(&body.insts[inst], vals, resolved).map(Some),
            },
        }
    }

    fn is_unrolled(&mut self, callee: Val) -> bool {
        match callee.ty.kind() {
            Kind::Function(object) => self.host.key(object.id).as_deref() == Some(literals::UNROLL),
            _ => false,
        }
    }

    fn locate(&self, mut error: Box<Diagnostic>, body: &Untyped, inst: Inst) -> Box<Diagnostic> {
        if !error.span.is_known() && error.file.is_empty() {
            error.span = body.insts[inst].span;
        }
        error
    }

    fn cx(&mut self, span: Span) -> Cx<'_> {
        Cx { host: self.host, func: self.func, options: self.options.clone(), span, sites: &mut self.sites }
    }
}

/// An operation whose results have no type yet.
fn not_yet(count: usize) -> Resolved {
    Resolved::many(vec![Val::undefined(); count], move |e, _| (0..count).map(|_| e.undef(Ty::undefined())).collect())
}
