//! Type propagation: forward over reachable blocks, to a fixed point.

mod calls;
mod filling;
mod handled;
mod known;
mod own_items;
mod refused;
mod slices;
mod variables;
mod wanted;

use self::refused::{cannot_unify, not_iterable, unsupported};
use self::variables::{assign, check_bound};
use crate::builtins::literals;
use crate::context::Cx;
use crate::generators::{self, Guess};
use crate::host::{Divided, FuncId, Host, Options, Params};
use crate::sites::Sites;
use crate::value::{Resolved, Val};
use crate::{
    attributes, cells, comprehensions, dicts, exceptions, hints, instances, iteration, keywords, lists, operators,
    shared, subscript, suggest, text, tuples, unroll,
};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_ir::py::Op;
use coluber_ir::{Block, Const, Inst, InstData, Slot, Target, Terminator, Untyped, Value};
use coluber_types::containers::FRESH;
use coluber_types::{Kind, Object, Ty};
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
    /// The containers and instances of the program that it names, by number.
    pub shared: Vec<(u32, Ty)>,
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
    has_loop: bool,
    /// Results of `literal_unroll`.
    unrolled: EntitySet<Value>,
    /// A loop over one of them, and the number of its items: it is written out before typing goes on.
    to_unroll: Option<(Inst, usize)>,
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
            shared: Vec::new(),
        }
    }
}

impl Typing {
    /// Whether control never goes past an instruction: it reads a variable that has no value on any path.
    pub fn ends_at(&self, inst: Inst) -> bool {
        let data = &self.body.insts[inst];
        matches!(data.op, Op::CheckBound { .. }) && self.vals[data.args[0]].literal_bool() == Some(false)
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
            has_loop: false,
            unrolled: EntitySet::new(),
            to_unroll: None,
            sites: Sites::default(),
            guess: Guess::Yielded,
            expected: None,
            fills: false,
            supposes: false,
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
        for (k, (value, ty)) in body.params().iter().zip(&self.args).enumerate() {
            let val = match ty.kind() {
                Kind::Omitted(k) => self.default_val(*k as usize),
                _ => Val { ty: ty.bare(), weak: self.options.strong.checked_shr(k as u32).unwrap_or(0) & 1 == 0 },
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
        for (k, (value, ty)) in body.params().iter().zip(&self.args).enumerate() {
            if ty.is_fresh() {
                self.typing.vals[*value] = Val::weak(self.sites.made_at(FRESH - k as u32, *ty));
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
        let original = self.typing.body.clone();
        let mut first_error = None;
        loop {
            match self.propagate() {
                Ok(None) => match self.with_other_carried().or_else(|| self.narrowed()) {
                    Some(body) => self.start_again(Arc::new(body)),
                    None => break,
                },
                Ok(Some((inst, count))) => self.write_out(inst, count)?,
                Err(_) if self.sites.take_told() => self.start_again(self.typing.body.clone()),
                Err(error) => match self.narrowed() {
                    Some(body) => self.start_again(Arc::new(body)),
                    None => {
                        first_error = Some(self.next_guess(error, first_error)?);
                        self.start_again(original.clone());
                    }
                },
            }
        }
        self.check_items()?;
        self.typing.make_bare();
        Ok(self.typing)
    }

    /// Refuses types that were not made again after more was known of the items of a container in them: such code would damage memory.
    fn check_items(&self) -> Result<()> {
        let body = &self.typing.body;
        let reachable = body.layout.iter().filter(|block| self.typing.reachable.contains(**block));
        for &inst in reachable.flat_map(|block| &body.blocks[*block].insts) {
            let data = &body.insts[inst];
            if !self.fills && data.results.iter().any(|value| self.sites.is_behind(self.typing.vals[*value].ty)) {
                return Err(Diagnostic::internal("what a container holds was not found everywhere", data.span));
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

    pub(super) fn start_again(&mut self, body: Arc<Untyped>) {
        self.typing = Typing::new(body);
        (self.operands, self.postponed) = (SecondaryMap::new(), SecondaryMap::new());
        self.unrolled.clear();
        self.sites = self.sites.renewed();
        self.changed = true;
        self.bind_arguments();
    }

    /// Propagates to the fixed point, or to a loop that must be written out first.
    fn propagate(&mut self) -> Result<Option<(Inst, usize)>> {
        let body = self.typing.body.clone();
        let order = crate::order::reverse_postorder(&body);
        self.has_loop = crate::order::has_cycle(&body, &order);
        for _ in 0..MAX_ROUNDS {
            self.expect_result();
            if self.fills {
                self.host.gives(self.typing.ret.ty.bare());
            }
            let changed = std::mem::take(&mut self.changed) | self.sites.take_changed();
            let asked = std::mem::take(&mut self.sites.asking);
            let error = self.error.take();
            if let Some(inst) = self.sites.endless {
                let own = error.filter(|error| error.wants_field.is_some());
                return Err(own.unwrap_or_else(|| self.endless(&body, Inst::from_u32(inst))));
            }
            if !changed {
                let is_missing = error.is_some();
                if let Some(error) = error
                    && (asked || error.wants_field.is_some() || !self.may_suppose_more(&body))
                {
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
                if let Some(found) = self.to_unroll.take() {
                    return Ok(Some(found));
                }
            }
        }
        Err(self
            .error
            .take()
            .unwrap_or_else(|| Diagnostic::internal("type inference did not come to an end", Span::default())))
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
        let mut can_raise = false;
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
        let volatile = matches!(
            data.op,
            Op::SlotLoad { .. }
                | Op::Yield {}
                | Op::IterSend {}
                | Op::CellNew {}
                | Op::SlotStore { .. }
                | Op::Call { .. }
                | Op::CallStar { .. }
                | Op::BuildList {}
                | Op::BuildSet {}
                | Op::BuildMap {}
                | Op::UnpackStar { .. }
                | Op::BuildTupleStar { .. }
        ) || matches!((&data.op, vals.first()), (Op::GetAttr { .. }, Some(val)) if matches!(val.ty.kind(), Kind::CaughtException))
            || self.fills && matches!(data.op, Op::Free { .. } | Op::FreeCell { .. })
            || self.sites.is_of(inst.as_u32());
        self.sites.current = inst.as_u32();
        self.sites.is_call = matches!(data.op, Op::Call { .. } | Op::CallStar { .. } | Op::WithEnter {});
        let is_done = self.typing.resolved[inst].is_some() && !self.postponed[inst];
        if !volatile && is_done && self.operands[inst] == vals {
            return Ok(true);
        }
        let undefined_operand = vals.iter().any(|v| v.is_undefined());
        if matches!(data.op, Op::GetIter {})
            && let Some(items) = vals[0].ty.tuple_items()
            && (self.unrolled.contains(data.args[0]) || is_mixed(items) && !self.options.cuda)
        {
            self.to_unroll = Some((inst, items.len()));
            return Ok(false);
        }
        let mut is_postponed = false;
        let resolved = if undefined_operand && !matches!(data.op, Op::SlotStore { .. }) {
            not_yet(data.results.len())
        } else {
            match self.resolve(body, inst, &vals) {
                Err(_) if self.sites.take_postponed() => {
                    is_postponed = true;
                    not_yet(data.results.len())
                }
                Err(error) => {
                    let error = self.wanted(error, body, inst);
                    let error = self.with_own_items(error, body, inst, &vals);
                    let error = self.locate(error, body, inst);
                    return self.failed(error, body, inst);
                }
                Ok(resolved) => resolved,
            }
        };
        let resolved = self.expected_result(data, &vals, resolved);
        if matches!(data.op, Op::Call { .. }) && self.is_unrolled(vals[0]) {
            self.unrolled.insert(data.results[0]);
        }
        for (value, val) in data.results.iter().zip(&resolved.vals) {
            if self.typing.vals[*value] != *val {
                self.typing.vals[*value] = *val;
                self.changed = true;
            }
        }
        self.postponed[inst] = is_postponed;
        self.operands[inst] = vals;
        self.typing.resolved[inst] = Some(resolved);
        Ok(true)
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

    fn resolve(&mut self, body: &Untyped, inst: Inst, v: &[Val]) -> Result<Resolved> {
        let data = &body.insts[inst];
        let span = data.span;
        if v.iter().any(|v| keywords::is(v.ty)) {
            if let Some(found) = keywords::operation(&mut self.cx(span), &data.op, v)? {
                return Ok(found);
            }
            if keywords::wants_dict(&data.op, v) {
                match keywords::as_dicts(&mut self.cx(span), &data.op, v) {
                    Ok(dicts) => {
                        let vals: Vec<Val> = dicts.iter().map(Resolved::val).collect();
                        return Ok(keywords::converted(dicts, self.resolve(body, inst, &vals)?));
                    }
                    Err(_) if keywords::takes_any(&data.op) => {}
                    Err(error) if keywords::may_take(&data.op) => {
                        return self.resolve_values(body, inst, v).map_err(|_| error);
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        self.resolve_values(body, inst, v)
    }

    /// As `resolve`, with all operands as they are.
    fn resolve_values(&mut self, body: &Untyped, inst: Inst, v: &[Val]) -> Result<Resolved> {
        let data = &body.insts[inst];
        let span = data.span;
        match &data.op {
            Op::Const { value } => self.constant(value, span),
            Op::Undef {} => Ok(Resolved::one(Val::undefined(), |e, _| e.undef(Ty::undefined()))),
            Op::CheckBound { name } => Ok(check_bound(name, v[0])),
            Op::Global { name } => self.global(name, span),
            Op::Free { name } => self.free(name, span),
            Op::FreeCell { name } => self.free_cell(name, span),
            Op::CellNew {} => cells::new(&mut self.cx(span)),
            Op::CellLoad { name } => Ok(cells::load(v[0], name, false)),
            Op::CellStore { name } => cells::store(&mut self.cx(span), v[0], name, v[1]),
            Op::Import { name, top } => match self.host.module(name, *top) {
                Some(value) => Ok(attributes::host_constant(value)),
                None => Err(Diagnostic::unsupported(format!("'import {name}' inside of a function failed"), span)
                    .hint("import the module at the top of the file")),
            },
            Op::Builtin { name } => match self.host.builtin(name) {
                Some(value) => Ok(attributes::host_constant(value)),
                None => Err(Diagnostic::internal(format!("no builtin '{name}'"), span)),
            },
            Op::NotNone {} => Ok(crate::narrowing::not_none(v[0])),
            Op::Binary { op } => operators::binary(&mut self.cx(span), *op, v[0], v[1], false),
            Op::Inplace { op } => operators::binary(&mut self.cx(span), *op, v[0], v[1], true),
            Op::Unary { op } => operators::unary(&mut self.cx(span), *op, v[0]),
            Op::Compare { op } => match self.known_comparison(body, inst, *op, v) {
                Some(known) => Ok(known),
                None => operators::compare(&mut self.cx(span), *op, v[0], v[1]),
            },
            Op::Is { invert } => operators::is(&mut self.cx(span), v[0], v[1], *invert),
            Op::Contains { invert } => operators::contains(&mut self.cx(span), v[0], v[1], *invert),
            Op::Truth {} => operators::truth_of(&mut self.cx(span), v[0]),
            Op::GetAttr { name } if matches!(v[0].ty.kind(), Kind::CaughtException) => {
                self.exception_attribute(body, inst, v[0], name, span)
            }
            Op::GetAttr { name } => attributes::getattr(&mut self.cx(span), v[0], name),
            Op::GetItem {} => subscript::getitem(&mut self.cx(span), v[0], v[1]),
            Op::SetItem {} => subscript::setitem(&mut self.cx(span), v[0], v[1], v[2]),
            Op::Call { names } => {
                if let Some(found) = self.get_or_empty(body, inst, v, span)? {
                    return Ok(found);
                }
                self.sites.displays = self.displayed(body, &data.args, v);
                let found = self.call(v, names, span);
                self.sites.displays.clear();
                let found = found?;
                self.with_identity(body, inst, v[0], found, span)
            }
            Op::CallStar { names } => match self.arguments_of(body, data.args[1]) {
                Some(first) => self.call_with_rest(v, first, names, span),
                None => self.call_star(v, names, span),
            },
            Op::BuildTuple {} => Ok(tuples::build(v)),
            Op::BuildTupleStar { starred } => {
                let starred: Vec<bool> = starred.iter().map(|w| **w == *"star").collect();
                if self.is_printed(body, data.results[0], v, &starred) {
                    return tuples::printed(&mut self.cx(span), v, &starred);
                }
                match self.is_arguments(body, data.results[0], v, &starred) {
                    true => Ok(tuples::build(v)),
                    false => tuples::build_star(&mut self.cx(span), v, &starred),
                }
            }
            Op::BuildSlice {} => self.build_slice(body, inst, v, span),
            Op::Unpack { count } => tuples::unpack(&mut self.cx(span), v[0], *count as usize),
            Op::UnpackStar { before, after } => {
                let spread = self.is_spread(body, data.results[*before as usize]);
                tuples::unpack_star(&mut self.cx(span), v[0], (*before as usize, *after as usize), spread)
            }
            Op::GetIter {} => self.get_iter(v[0], span),
            Op::SizedIter {} => lists::sized_iter(v[0]).map_or_else(|| self.get_iter(v[0], span), Ok),
            Op::SizedItem {} if v[0].ty.is_array() => subscript::getitem(&mut self.cx(span), v[0], v[1]),
            Op::SizedItem {} => Ok(Resolved::one(v[1], |_, a| a[1])),
            Op::Generator {} => {
                self.typing.yields.get_or_insert(Val::undefined());
                Ok(Resolved::effect(|_, _| ()))
            }
            Op::Yield {} => {
                self.yielded(v[0], span)?;
                Ok(self.sent(body))
            }
            Op::IterSend {} => self.iter_send(v, span),
            Op::IterResult {} => Ok(generators::result(v[0].ty)),
            Op::IterValid {} => {
                let found = iteration::iter_valid(&mut self.cx(span), v[0])?;
                self.found(found, v[0], span)
            }
            Op::IterValue {} => {
                let found = iteration::iter_value(&mut self.cx(span), v[0])?;
                self.found(found, v[0], span)
            }
            Op::IterAdvance {} => self.found(iteration::iter_advance(v[0]), v[0], span),
            Op::MakeFunction { code, defaults, kw_names, captured } => {
                self.make_function(*code, *defaults as usize, kw_names, captured, v)
            }
            Op::SlotLoad { slot } => Ok(self.slot_load(*slot)),
            Op::SlotStore { slot } => self.slot_store(body, *slot, v[0], span),
            Op::AsVariable { name } => self.as_variable(name, v[0], span),
            Op::Assign { name } => Ok(assign(name, v[0])),
            Op::Raise {} => exceptions::raise(&mut self.cx(span), v),
            Op::Handled {} => Ok(exceptions::handled(v[0])),
            Op::CaughtException {} => Ok(caught()),
            Op::ExceptionMatch {} => exceptions::matches(&mut self.cx(span), v[1]),
            Op::MatchKeys {} => crate::patterns::keys(&mut self.cx(span), v[0], v[1]),
            Op::MatchClass { positional, names } => {
                crate::patterns::class(&mut self.cx(span), v[0], v[1], *positional as usize, names)
            }
            Op::Unsupported { what } => {
                Err(Diagnostic::unsupported(format!("{what} is not supported in compiled code"), span))
            }
            Op::Format { conversion } => text::format(&mut self.cx(span), conversion, v),
            Op::BuildString {} => Ok(text::join(v)),
            Op::SetAttr { name } => attributes::setattr(&mut self.cx(span), v[0], name, v[1]),
            Op::DelItem {} => subscript::delitem(&mut self.cx(span), v[0], v[1]),
            Op::BuildList {} if lists::is_tuple(body, &self.typing.vals, self.host, inst, v) => Ok(tuples::build(v)),
            Op::BuildList {} if lists::is_only_read(body, &self.typing.vals, (self.host, self.func), inst, v) => {
                Ok(tuples::build(v))
            }
            Op::BuildList {} => lists::build(&mut self.cx(span), v),
            Op::ListAppend {} => lists::append_item(&mut self.cx(span), v[0], v[1]),
            Op::ListPut {} => lists::put_item(&mut self.cx(span), v[0], v[1], v[2]),
            Op::ListExtend {} => {
                let found = lists::extend_by(&mut self.cx(span), v[0], v[1])?;
                found.ok_or_else(|| not_iterable(&self.cx(span), v[1]))
            }
            Op::BuildSet {} if lists::is_tuple_of_constants(body, &self.typing.vals, self.host, inst, v) => {
                Ok(tuples::build(v))
            }
            Op::BuildSet {} => dicts::build_set(&mut self.cx(span), v),
            Op::SetAdd {} => dicts::set_add(&mut self.cx(span), v[0], v[1]),
            Op::BuildMap {} if lists::is_dict_of_dtype(body, &self.typing.vals, self.host, inst) => {
                match crate::arrays::structured::of_dict(&mut self.cx(span), v) {
                    Some(dtype) => Ok(Resolved::constant(Ty::new(Kind::DType(dtype)))),
                    None => dicts::build_map(&mut self.cx(span), v),
                }
            }
            Op::BuildMap {} => dicts::build_map(&mut self.cx(span), v),
            Op::MapAdd {} => dicts::add_item(&mut self.cx(span), v[0], v[1], v[2]),
            Op::SetUpdate {} | Op::DictUpdate {} => {
                let found = dicts::update(&mut self.cx(span), v[0], v[1])?;
                found.ok_or_else(|| not_iterable(&self.cx(span), v[1]))
            }
            Op::WithEnter {} => match instances::enter(&mut self.cx(span), v[0])? {
                Some(found) => Ok(found),
                None => Err(unsupported("a 'with' statement", span)),
            },
            Op::WithExit {} => match instances::exit(&mut self.cx(span), v)? {
                Some(found) => Ok(found),
                None => Err(unsupported("a 'with' statement", span)),
            },
        }
    }

    fn constant(&mut self, value: &Const, span: Span) -> Result<Resolved> {
        Ok(match value {
            Const::None => Resolved::constant(Ty::none()),
            Const::Ellipsis => Resolved::constant(Ty::ellipsis()),
            Const::Bool(b) => Resolved::constant(Ty::literal_bool(*b)),
            Const::Int(v) => Resolved::constant(Ty::literal_int(*v)),
            Const::Str(s) => Resolved::constant(Ty::literal_str(s.clone())),
            Const::Float(_) => crate::numbers::scalar_constant(value, Ty::float64(), true),
            Const::Complex(..) => crate::numbers::scalar_constant(value, Ty::complex128(), true),
            Const::BigInt(text) => match text.parse::<u64>() {
                Ok(v) => crate::numbers::scalar_constant(&Const::Int(v as i64), Ty::uint64(), true),
                Err(_) => {
                    return Err(Diagnostic::typing(format!("Int value is too large: {text}"), span)
                        .hint("integers have 64 bits: use a float, or reduce the number modulo 2**64"));
                }
            },
            Const::Tuple(items) => {
                let parts = items.iter().map(|c| self.constant(c, span)).collect::<Result<Vec<_>>>()?;
                let vals: Vec<Val> = parts.iter().map(Resolved::val).collect();
                let pack = tuples::build(&vals);
                Resolved::one(pack.val(), move |e, _| {
                    let items: Vec<_> = parts.iter().map(|p| e.resolved(p, &[])).collect();
                    e.resolved(&pack, &items)
                })
            }
            Const::Object(id) => Resolved::constant(Ty::new(Kind::Opaque(Object { id: *id, text: "object".into() }))),
            Const::Bytes(bytes) => {
                let bytes = bytes.clone();
                Resolved::one(Val::weak(Ty::bytes()), move |e, _| e.constant(Const::Bytes(bytes.clone()), Ty::bytes()))
            }
            Const::Code(_) => return Err(unsupported("a code object as a value", span)),
            Const::Memory { .. } | Const::DeviceAddress(_) => return Err(unsupported("memory as a value", span)),
        })
    }

    fn global(&mut self, name: &Name, span: Span) -> Result<Resolved> {
        let Some(value) = self.host.global(self.func, name) else {
            return Err(self.undefined_name(name, span));
        };
        self.known_global(name, value, "global", span)
    }

    fn undefined_name(&mut self, name: &Name, span: Span) -> Box<Diagnostic> {
        if name.contains('.') {
            // A field in the function that stands for `__init__`, which nothing has set.
            return Diagnostic::typing(format!("{name} is no field that is set before it is used here"), span).note(
                "what __init__ gives to fields is computed before the object exists: its methods are no values there",
            );
        }
        let error = Diagnostic::typing(format!("NameError: name '{name}' is not defined"), span);
        let mut known = self.host.global_names(self.func);
        known.extend(self.params.names.iter().map(|n| n.to_string()));
        match suggest::closest(name, known.iter().map(String::as_str)) {
            Some(best) => error.hint(format!("did you mean '{best}'?")),
            None => error,
        }
    }

    fn free(&mut self, name: &Name, span: Span) -> Result<Resolved> {
        let captured = self.free_cell(name, span)?;
        let val = captured.val();
        Ok(if matches!(val.ty.kind(), Kind::Cell(_)) { captured.then(cells::load(val, name, true)) } else { captured })
    }

    /// What has been captured under a name.
    fn free_cell(&mut self, name: &Name, span: Span) -> Result<Resolved> {
        if let Some(k) = self.frees.iter().position(|f| f.0 == *name) {
            let val = self.frees[k].1;
            return Ok(Resolved::one(val, move |e, _| e.free_variable(k)));
        }
        if let Some(value) = self.host.free(self.func, name) {
            return self.known_global(name, value, "freevar", span);
        }
        self.itself(name)?.ok_or_else(|| {
            let text =
                format!("NameError: cannot access free variable '{name}' where it is not associated with a value");
            Diagnostic::typing(text, span)
        })
    }

    /// An inner function that calls itself, or one that calls it, finds that under its name, with what both have captured.
    fn itself(&mut self, name: &Name) -> Result<Option<Resolved>> {
        let own = self.host.function_name(self.func);
        if self.host.captured_names(self.func).len() != self.frees.len() {
            return Ok(None);
        }
        let func = match own.rsplit('.').next() == Some(&**name) {
            true => Some(self.func),
            false => self.host.sibling(self.func, name)?,
        };
        let Some(func) = func else { return Ok(None) };
        let captured = self.frees.iter().map(|free| free.1.ty).collect();
        let ty = Ty::new(Kind::Closure { func: func.0, captured, name: self.host.function_name(func) });
        let count = self.frees.len();
        Ok(Some(Resolved::one(Val::new(ty), move |e, _| {
            let captured: Vec<Value> = (0..count).map(|k| e.free_variable(k)).collect();
            e.pack(&captured, ty)
        })))
    }

    fn known_global(&mut self, name: &Name, value: crate::host::HostValue, what: &str, span: Span) -> Result<Resolved> {
        if let Kind::Opaque(object) | Kind::Function(object) = value.ty.kind()
            && let Some(found) = self.kernel_global(value.ty, object, span)?
        {
            return Ok(found);
        }
        if value.is_on_device() && !self.options.cuda {
            let text = format!("Untyped {what} name '{name}': Cannot determine Numba type of an array of a device");
            return Err(Diagnostic::typing(text, span)
                .hint("only kernels use the memory of a device: copy_to_host() copies it"));
        }
        if value.is_shared() && self.options.cuda {
            return Err(shared::refused(name, what, &value, span));
        }
        if let crate::host::HostData::Shared(number) = value.data
            && !self.typing.shared.iter().any(|known| known.0 == number)
        {
            self.typing.shared.push((number, value.ty));
        }
        if let Kind::Opaque(object) = value.ty.kind() {
            return Err(Diagnostic::typing(
                format!("Untyped {what} name '{name}': Cannot determine Numba type of {}", object.text),
                span,
            )
            .hint(hints::untyped(name, &object.text)));
        }
        Ok(attributes::host_constant(value))
    }

    /// An object of the vocabulary of kernels.
    fn kernel_global(&mut self, ty: Ty, object: &Object, span: Span) -> Result<Option<Resolved>> {
        let mut cx = self.cx(span);
        if let Some(found) = crate::cuda::value(&mut cx, object.id)? {
            return Ok(Some(found));
        }
        let namespace = crate::cuda::is_namespace(&mut cx, object.id);
        Ok(namespace.then(|| Resolved::constant(ty)))
    }

    fn get_iter(&mut self, val: Val, span: Span) -> Result<Resolved> {
        let mut cx = self.cx(span);
        match iteration::get_iter(&mut cx, val)? {
            Some(found) => Ok(found),
            None => Err(not_iterable(&cx, val)),
        }
    }

    fn found(&self, found: Option<Resolved>, val: Val, span: Span) -> Result<Resolved> {
        found.ok_or_else(|| Diagnostic::typing(format!("{} is not an iterator", val.ty), span))
    }

    fn make_function(
        &mut self,
        code: u32,
        defaults: usize,
        kw_names: &[Name],
        captured: &[Name],
        v: &[Val],
    ) -> Result<Resolved> {
        let func = self.host.nested(self.func, code, defaults as u32, kw_names, captured)?;
        let types: Vec<Ty> = v.iter().map(|v| v.ty).collect();
        let name = self.host.function_name(func);
        let ty = Ty::new(Kind::Closure { func: func.0, captured: types.into(), name });
        Ok(Resolved::one(Val::new(ty), move |e, a| e.pack(a, ty)))
    }

    fn slot_load(&mut self, slot: Slot) -> Resolved {
        let val = self.typing.slots[slot];
        Resolved::one(val, move |e, _| e.slot_load(slot))
    }

    fn slot_store(&mut self, body: &Untyped, slot: Slot, val: Val, span: Span) -> Result<Resolved> {
        let old = self.typing.slots[slot];
        let name = &body.slots[slot].name;
        let stored = Val { ty: self.forced(Some(name), val.ty), ..val };
        let Some(joined) = old.unify(stored) else {
            return Err(cannot_unify(old.ty, val.ty, name, span));
        };
        // A variable in memory is not followed by value.
        let joined =
            Val { ty: if old.is_undefined() { joined.ty } else { joined.ty.stored_if(old.ty != stored.ty) }, ..joined };
        self.sites.flow(stored.ty, joined.ty);
        if joined != old {
            self.sites.flow(old.ty, joined.ty);
            self.typing.slots[slot] = joined;
            self.changed = true;
        }
        Ok(Resolved::effect(move |e, a| e.slot_store(slot, a[0])))
    }

    /// The value that an assignment to a variable of a chosen type stores.
    fn as_variable(&self, name: &Name, val: Val, span: Span) -> Result<Resolved> {
        let ty = self.forced(Some(name), val.ty);
        // An assignment raises nothing, so that nothing may be lost that is None.
        let loses_none = matches!(val.ty.kind(), Kind::Optional(_)) && !matches!(ty.kind(), Kind::Optional(_));
        if loses_none || coluber_types::conversion(val.ty, ty).is_none() {
            let message = format!("Cannot convert {} to {ty}, the type that option 'locals' gives to '{name}'", val.ty);
            return Err(Diagnostic::typing(message, span));
        }
        Ok(Resolved::one(Val::new(ty), move |e, a| e.coerce(a[0], ty)))
    }

    /// The type that option `locals` forces a variable to.
    fn forced(&self, name: Option<&Name>, ty: Ty) -> Ty {
        let forced = name.and_then(|n| self.options.locals.iter().find(|l| l.0 == *n));
        forced.map_or(ty, |l| l.1)
    }

    fn terminator(&mut self, body: &Untyped, block: Block) -> Result<()> {
        let data = &body.blocks[block];
        let span = data.term_span;
        match &data.term {
            Terminator::Jump(target) => self.edge(body, target, span),
            Terminator::Branch { cond, then, otherwise } => {
                let val = self.typing.vals[*cond];
                if val.is_undefined() {
                    // What is put into the lists of the caller may be behind a condition that depends on them.
                    if self.fills && self.sites.asking {
                        self.edge(body, then, span)?;
                        self.edge(body, otherwise, span)?;
                    }
                    return Ok(());
                }
                let resolved = match operators::truth_of(&mut self.cx(span), val) {
                    Err(_) if self.sites.take_postponed() => {
                        // Both ways may say what is in the containers of the value.
                        self.sites.filled = true;
                        self.edge(body, then, span)?;
                        return self.edge(body, otherwise, span);
                    }
                    found => found?,
                };
                if let Some(handler) = data.handler.filter(|_| val.ty.is_array()) {
                    self.reach(handler);
                }
                let known = resolved.val().literal_bool();
                self.typing.conditions[block] = Some(resolved);
                if known != Some(false) {
                    self.edge(body, then, span)?;
                }
                if known != Some(true) {
                    self.edge(body, otherwise, span)?;
                }
                Ok(())
            }
            Terminator::Return(value) => self.returned(*value, span),
            Terminator::Unreachable => Ok(()),
        }
    }

    fn returned(&mut self, value: Value, span: Span) -> Result<()> {
        let val = self.typing.vals[value];
        let val = Val { ty: val.ty.stored(), ..val };
        // What the only one gave before it was known better is nothing that it gives.
        let old = if self.has_one_return() { Val::undefined() } else { self.typing.ret };
        let Some(joined) = old.unify(val) else {
            let message = format!("Can't unify return type: {}, {}", old.ty, val.ty);
            let error = Diagnostic::typing(message, span);
            return Err(error
                .note(format!("this return gives {}; another one gives {}", val.ty, old.ty))
                .hint("let every 'return' give a value of one type"));
        };
        self.sites.flow(val.ty, joined.ty);
        if joined != self.typing.ret {
            self.sites.flow(self.typing.ret.ty, joined.ty);
            self.typing.ret = joined;
            self.changed = true;
        }
        Ok(())
    }

    /// What a function yields has one type, as what it returns.
    fn yielded(&mut self, val: Val, span: Span) -> Result<Resolved> {
        let val = Val { ty: coluber_types::containers::item_type(val.ty), ..val };
        let old = self.typing.yields.unwrap_or(Val::undefined());
        let Some(joined) = old.unify(val) else {
            let message = format!("Can't unify yield type: {}, {}", old.ty, val.ty);
            return Err(Diagnostic::typing(message, span).hint("let every 'yield' give a value of one type"));
        };
        self.sites.flow(val.ty, joined.ty);
        if joined != old {
            self.sites.flow(old.ty, joined.ty);
            self.typing.yields = Some(joined);
            self.changed = true;
        }
        Ok(Resolved::effect(|_, _| ()))
    }

    /// What the function is sent has one type, too.
    fn sent(&mut self, body: &Untyped) -> Resolved {
        if let Some(told) = self.options.sends {
            self.typing.sends = told;
        } else if generators::uses_sent(body) {
            let yields = self.typing.yields.map_or(Ty::none(), |val| val.ty.bare());
            self.typing.sends = self.guess.sends(yields);
        }
        generators::sent(self.typing.sends)
    }

    /// A step of `yield from`: what the function is sent is handed on.
    fn iter_send(&mut self, v: &[Val], span: Span) -> Result<Resolved> {
        let sends = generators::sends(v[0].ty);
        if sends != Ty::none() && self.typing.sends == Ty::none() && self.options.sends.is_none() {
            self.typing.sends = sends;
            self.changed = true;
        }
        let found = generators::send_valid(&mut self.cx(span), v[0], v[1])?;
        self.found(found, v[0], span)
    }

    fn reach(&mut self, block: Block) {
        if self.typing.reachable.insert(block) {
            self.changed = true;
        }
    }

    fn edge(&mut self, body: &Untyped, target: &Target, span: Span) -> Result<()> {
        self.reach(target.block);
        let params = &body.blocks[target.block].params;
        for (param, arg) in params.iter().zip(&target.args) {
            let (old, val) = (self.typing.vals[*param], self.typing.vals[*arg]);
            let name = body.values[*param].name.as_ref();
            let val = Val { ty: if val.is_undefined() { val.ty } else { self.forced(name, val.ty) }, ..val };
            let Some(joined) = old.unify(val) else {
                let name = name.cloned().unwrap_or_else(|| "a temporary value".into());
                let at = self.definition_span(body, *arg).unwrap_or(span);
                return Err(cannot_unify(old.ty, val.ty, &name, at));
            };
            self.sites.flow(val.ty, joined.ty);
            if joined != old {
                self.sites.flow(old.ty, joined.ty);
                self.typing.vals[*param] = joined;
                self.changed = true;
            }
        }
        Ok(())
    }

    /// Where the value was computed, for messages.
    fn definition_span(&self, body: &Untyped, value: Value) -> Option<Span> {
        let blocks = body.layout.iter().flat_map(|b| &body.blocks[*b].insts);
        blocks.map(|i| &body.insts[*i]).find(|d| d.results.contains(&value)).map(|d| d.span).filter(Span::is_known)
    }
}

/// Whether the items of a tuple have no common type.
fn is_mixed(items: &[Ty]) -> bool {
    !items.contains(&Ty::undefined()) && coluber_types::unify::unify_all(items.iter().copied()).is_none()
}

/// An operation whose results have no type yet.
fn not_yet(count: usize) -> Resolved {
    Resolved::many(vec![Val::undefined(); count], move |e, _| (0..count).map(|_| e.undef(Ty::undefined())).collect())
}

trait StoredIf {
    fn stored_if(self, cond: bool) -> Self;
}

impl StoredIf for Ty {
    fn stored_if(self, cond: bool) -> Ty {
        if cond { self.stored() } else { self }
    }
}

fn caught() -> Resolved {
    let ty = Ty::new(Kind::CaughtException);
    Resolved::one(Val::new(ty), move |e, _| e.builder().value(coluber_ir::typed::Op::CaughtException {}, &[], ty))
}
