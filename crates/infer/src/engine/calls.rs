//! Calls: positional arguments, `*args`, `super()`, and what makes iterators that are kept.

use super::Engine;
use crate::calls::{self, CallArgs};
use crate::host::FuncId;
use crate::value::{Resolved, Val};
use crate::{arrays, hints, instances, iteration, keywords, lists};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_ir::py::{Op, STAR_NAMES};
use coluber_ir::{Inst, Untyped, Value};
use coluber_types::containers::item_type;
use coluber_types::unify::variants;
use coluber_types::{DictForm, Kind, ListForm, Ty, unify};

/// The function whose result has the dtype of what is put into it, and how compiled code knows it.
const EMPTY_INFERRED: &str = "empty_inferred";
const EMPTY_INFERRED_KEY: &str = "coluber.np.unsafe.ndarray.empty_inferred";

/// Functions that go over the items of an argument, whatever it is.
const OF_ITEMS: &[&str] = &[
    "builtins.all",
    "builtins.any",
    "builtins.dict",
    "builtins.enumerate",
    "builtins.frozenset",
    "builtins.len",
    "builtins.list",
    "builtins.max",
    "builtins.min",
    "builtins.set",
    "builtins.sorted",
    "builtins.sum",
    "builtins.tuple",
    "builtins.zip",
];

impl Engine<'_> {
    pub(super) fn call(&mut self, v: &[Val], names: &[Name], span: Span) -> Result<Resolved> {
        let (callee, args) = (v[0], &v[1..]);
        if args.is_empty()
            && let Some(found) = self.super_of_method(callee)
        {
            return Ok(found);
        }
        let (positional, named) = args.split_at(args.len() - names.len());
        let args = CallArgs {
            positional: positional.to_vec(),
            names: names.iter().cloned().zip(named.iter().copied()).collect(),
            star: None,
        };
        self.finish_call(callee, &args, span)
    }

    /// `dict.get(key, ())`, of which only the items are wanted: an empty container of the type of the values is as good as the tuple.
    pub(super) fn get_or_empty(
        &mut self,
        body: &Untyped,
        inst: Inst,
        v: &[Val],
        span: Span,
    ) -> Result<Option<Resolved>> {
        let [callee, key, default] = v else { return Ok(None) };
        let Kind::BoundMethod { receiver, name } = callee.ty.kind() else { return Ok(None) };
        let Kind::Dict { value, .. } = receiver.kind() else { return Ok(None) };
        let is_open = match value.kind() {
            Kind::List { form, .. } => *form == ListForm::List,
            Kind::Set { frozen, .. } => !frozen,
            Kind::Dict { .. } => value.dict_form() == Some(DictForm::Dict),
            _ => false,
        };
        let is_empty = default.ty.tuple_items().is_some_and(<[Ty]>::is_empty);
        if **name != *"get" || !is_open || !is_empty || !self.gives_items(body, inst) {
            return Ok(None);
        }
        let found = self.cx(span).overload("coluber.get_or_empty", &[Val::new(*receiver), *key])?;
        Ok(found.map(|found| {
            Resolved::one(found.val(), move |e, a| {
                let dict = e.part(a[0], 0);
                e.resolved(&found, &[dict, a[1]])
            })
        }))
    }

    /// `empty_inferred(shape)`: its dtype is that of what the function puts into it.
    pub(super) fn empty_inferred(
        &mut self,
        body: &Untyped,
        inst: Inst,
        v: &[Val],
        span: Span,
    ) -> Result<Option<Resolved>> {
        let [callee, shape] = v else { return Ok(None) };
        let Kind::Function(object) = callee.ty.kind() else { return Ok(None) };
        if !object.text.contains(EMPTY_INFERRED)
            || self.host.key(object.id).is_none_or(|key| *key != *EMPTY_INFERRED_KEY)
        {
            return Ok(None);
        }
        let made = body.insts[inst].results[0];
        let puts = body.insts.values().filter(|data| data.op == Op::SetItem {} && data.args[0] == made);
        let items: Vec<Ty> = puts.map(|data| self.typing.vals[data.args[2]].ty).collect();
        if items.is_empty() {
            let error = self.cx(span).error("nothing says what an array of empty_inferred holds".to_owned());
            return Err(error.hint("assign to its items in the same function: out[i] = ..."));
        }
        let element = |ty: &Ty| match ty.kind() {
            Kind::Array { dtype, .. } => *dtype,
            _ => ty.unliteral(),
        };
        let common = items.iter().map(element).try_fold(Ty::undefined(), unify);
        match common {
            Some(dtype) if dtype == Ty::undefined() => Err(self.sites.postpone(span)),
            Some(dtype) => Ok(arrays::create::empty_of(&mut self.cx(span), *shape, dtype)?
                .map(|found| Resolved::one(found.val(), move |e, a| e.resolved(&found, &a[1..])))),
            None => {
                Err(self.cx(span).error("what is put into an array of empty_inferred has no common type".to_owned()))
            }
        }
    }

    /// Whether of the result of a call nothing is wanted but its items.
    fn gives_items(&mut self, body: &Untyped, call: Inst) -> bool {
        let made = body.insts[call].results[0];
        if !iteration::is_consumed_at_once(body, &self.typing.vals, call) {
            return false;
        }
        let user = body.insts.values().find(|data| data.args.contains(&made));
        user.is_none_or(|data| match (&data.op, self.typing.vals[data.args[0]].ty.kind()) {
            (Op::Call { .. }, Kind::Function(object)) => {
                self.host.key(object.id).is_some_and(|key| OF_ITEMS.contains(&&*key))
            }
            (Op::Call { .. }, _) => false,
            (op, _) => !matches!(op, Op::Assign { .. }),
        })
    }

    /// Whether the items of a value become arguments of a call, so that it has to be known how many there are.
    pub(super) fn is_spread(&self, body: &Untyped, value: Value) -> bool {
        let insts = body.layout.iter().flat_map(|block| &body.blocks[*block].insts).map(|inst| &body.insts[*inst]);
        insts
            .filter(|data| matches!(data.op, Op::CallStar { .. } | Op::BuildTupleStar { .. }))
            .any(|data| data.args.contains(&value))
    }

    /// Whether `(a, b, *items)` is made for calls of functions of Python alone, `f(a, b, *items)`, and is no tuple of one type whose length the
    /// running program knows: it is a tuple of the arguments and the items then.
    pub(super) fn is_arguments(&mut self, body: &Untyped, tuple: Value, v: &[Val], starred: &[bool]) -> bool {
        let Some((last, first)) = v.split_last() else { return false };
        if first.is_empty() || starred.iter().position(|star| *star) != Some(first.len()) {
            return false;
        }
        let mut given = first.iter().map(|val| item_type(val.ty));
        let item = lists::item_of(last.ty).unwrap_or(Ty::undefined());
        if given.clone().all(|ty| ty == item) {
            return false;
        }
        let has_common_type = given.try_fold(item, unify).is_some();
        let mut uses = body.insts.values().filter(|data| data.args.contains(&tuple)).peekable();
        let mut is_passed_on = false;
        for block in body.layout.iter() {
            body.blocks[*block].term.visit_uses(|value| is_passed_on |= value == tuple);
        }
        uses.peek().is_some()
            && !is_passed_on
            && last.ty.tuple_items().is_none()
            && uses.all(|data| {
                matches!(data.op, Op::CallStar { .. })
                    && data.args.iter().position(|arg| *arg == tuple) == Some(1)
                    && self.takes_items(self.typing.vals[data.args[0]].ty)
                    && !(has_common_type && self.wants_tuple(self.typing.vals[data.args[0]].ty, first.len()))
            })
    }

    /// Whether `(a, *items, b)` is made to be printed: of its items, of which it is not known how many there are, only texts are wanted.
    pub(super) fn is_printed(&mut self, body: &Untyped, tuple: Value, v: &[Val], starred: &[bool]) -> bool {
        let is_long = v.iter().zip(starred).any(|(val, star)| *star && val.ty.tuple_items().is_none());
        let mut uses = body.insts.values().filter(|data| data.args.contains(&tuple)).peekable();
        is_long
            && uses.peek().is_some()
            && uses.all(|data| {
                matches!(data.op, Op::CallStar { .. })
                    && data.args.iter().position(|arg| *arg == tuple) == Some(1)
                    && matches!(self.typing.vals[data.args[0]].ty.kind(), Kind::Function(object)
                        if self.host.key(object.id).as_deref() == Some("builtins.print"))
            })
    }

    /// Whether all arguments of a call with so many in front of the items have to be one tuple: some of these go to `*args`, or may.
    fn wants_tuple(&mut self, function: Ty, given: usize) -> bool {
        let func = match function.kind() {
            Kind::Closure { func, .. } => Some(FuncId(*func)),
            Kind::Dispatcher(object) => self.host.jitted(object.id),
            Kind::Function(_) if !is_function(function) => return false,
            _ => None,
        };
        func.map(|func| self.host.params(func)).is_none_or(|params| {
            params.varargs && (given > params.positional || params.defaults.iter().any(Option::is_some))
        })
    }

    /// How many arguments stand in front of the items in a tuple that is made for a call alone.
    pub(super) fn arguments_of(&mut self, body: &Untyped, tuple: Value) -> Option<usize> {
        let made = body.insts.values().find(|data| data.results.contains(&tuple))?;
        let Op::BuildTupleStar { starred } = &made.op else { return None };
        let vals: Vec<Val> = made.args.iter().map(|arg| self.typing.vals[*arg]).collect();
        let starred: Vec<bool> = starred.iter().map(|word| **word == *"star").collect();
        self.is_arguments(body, tuple, &vals, &starred).then(|| vals.len() - 1)
    }

    /// `f(a, b, *items)`: the second operand is a tuple of so many arguments and the items.
    pub(super) fn call_with_rest(&mut self, v: &[Val], first: usize, names: &[Name], span: Span) -> Result<Resolved> {
        if names.iter().any(|name| **name == *STAR_NAMES) || names.is_empty() && v.len() > 2 {
            let given = v.last().copied().unwrap_or(v[1]);
            return Err(keywords::unknown_names(&self.cx(span), given));
        }
        let parts: Vec<Val> = v[1].ty.tuple_items().unwrap_or(&[]).iter().map(|ty| Val::new(*ty)).collect();
        let (positional, rest) = parts.split_at(first.min(parts.len()));
        let names = keywords::spread(&self.cx(span), names, &v[2..])?;
        let args = CallArgs { positional: positional.to_vec(), names, star: rest.first().copied() };
        let found = self.finish_call(v[0], &args, span)?;
        let inner = found.emit.clone();
        let emit = std::rc::Rc::new(move |e: &mut crate::emit::Emitter<'_>, operands: &[Value]| {
            let mut all = vec![operands[0]];
            all.extend(e.parts(operands[1]));
            all.extend_from_slice(&operands[2..]);
            inner(e, &all)
        });
        Ok(Resolved { emit, elementwise: None, ..found })
    }

    /// `super()` in a method, which knows its class as a closure variable.
    fn super_of_method(&mut self, callee: Val) -> Option<Resolved> {
        let Kind::Function(object) = callee.ty.kind() else { return None };
        if self.host.key(object.id).as_deref() != Some("builtins.super") {
            return None;
        }
        let class = self.host.free(self.func, "__class__")?;
        let instance = self.typing.vals[*self.typing.body.params().first()?];
        let ty = instances::parent_of(class.ty, instance.ty)?;
        Some(Resolved::one(Val::new(ty), move |e, _| {
            let instance = e.builder().func.params()[0];
            e.pack(&[instance], ty)
        }))
    }

    pub(super) fn call_star(&mut self, v: &[Val], names: &[Name], span: Span) -> Result<Resolved> {
        if names.is_empty() && v.len() > 2 {
            return Err(keywords::unknown_names(&self.cx(span), v[2]));
        }
        if let Some(found) = self.zip_of_rows(v, names, span)? {
            return Ok(found);
        }
        let Some(items) = v[1].ty.tuple_items() else {
            if let Some(found) = self.spread_by_library(v, names, span)? {
                return Ok(found);
            }
            if let Some(found) = self.call_with_listed(v, names, span)? {
                return Ok(found);
            }
            return self.call_spread(v, names, span);
        };
        // A tuple's items are as good as arguments written one by one.
        let positional = items.iter().map(|t| Val { ty: *t, weak: v[1].weak }).collect();
        let named = keywords::spread(&self.cx(span), names, &v[2..])?;
        let stars: Vec<bool> = names.iter().map(|name| **name == *STAR_NAMES).collect();
        let spread = CallArgs { positional, names: named, star: None };
        let resolved = self.finish_call(v[0], &spread, span)?;
        let inner = resolved.emit.clone();
        let emit = std::rc::Rc::new(move |e: &mut crate::emit::Emitter<'_>, operands: &[Value]| {
            let mut all = vec![operands[0]];
            all.extend(e.parts(operands[1]));
            for (v, is_star) in operands[2..].iter().zip(&stars) {
                match is_star {
                    true => all.extend(e.parts(*v)),
                    false => all.push(*v),
                }
            }
            inner(e, &all)
        });
        Ok(Resolved { emit, elementwise: None, ..resolved })
    }

    /// `f(*items)` of a range, a generator, a set or another iterable, which becomes a list first.
    fn call_with_listed(&mut self, v: &[Val], names: &[Name], span: Span) -> Result<Option<Resolved>> {
        if crate::spread::is_spread(v[1].ty) || v[1].is_undefined() {
            return Ok(None);
        }
        let given = CallArgs { positional: vec![v[1]], names: Vec::new(), star: None };
        let Ok(Some(listed)) = crate::builtins::call(&mut self.cx(span), "builtins.list", &given) else {
            return Ok(None);
        };
        self.cx(span).check_settled(&[listed.val()])?;
        let mut listed_args = v.to_vec();
        listed_args[1] = listed.val();
        let call = self.call_star(&listed_args, names, span)?;
        Ok(Some(Resolved::one(call.val(), move |e, a| {
            let mut operands = a.to_vec();
            operands[1] = e.resolved(&listed, &a[1..2]);
            e.resolved(&call, &operands)
        })))
    }

    /// `max(*items)` and other functions and methods that the library has for sequences of arguments.
    fn spread_by_library(&mut self, v: &[Val], names: &[Name], span: Span) -> Result<Option<Resolved>> {
        let (key, receiver) = match v[0].ty.kind() {
            Kind::Function(object) => (self.host.key(object.id), None),
            Kind::BoundMethod { receiver, name } => {
                (Some(format!("{}.{name}", crate::attributes::family(*receiver)).into()), Some(*receiver))
            }
            _ => return Ok(None),
        };
        let key = key.map(|key| format!("spread:{key}")).filter(|key| self.host.has_overload(key));
        let Some(key) = key else { return Ok(None) };
        let mut cx = self.cx(span);
        let positional: Vec<Val> = receiver.map(Val::new).into_iter().chain([v[1]]).collect();
        let types: Vec<Ty> = positional.iter().chain(&v[2..]).map(|val| val.ty).collect();
        let named = names.iter().cloned().zip(v[2..].iter().copied()).collect();
        let args = CallArgs { positional, names: named, star: None };
        let Some(found) = calls::call_overload(&mut cx, &key, &types, names, &args)? else { return Ok(None) };
        Ok(Some(Resolved::one(found.val(), move |e, a| match receiver {
            Some(_) => {
                let mut operands = a.to_vec();
                operands[0] = e.part(a[0], 0);
                e.resolved(&found, &operands)
            }
            None => e.resolved(&found, &a[1..]),
        })))
    }

    /// `np.array(arrays)` of a list whose arrays have one of several dtypes each.
    pub(super) fn call_with_either(&mut self, v: &[Val], names: &[Name], span: Span) -> Result<Option<Resolved>> {
        let Kind::Function(object) = v[0].ty.kind() else { return Ok(None) };
        let are_arrays = |item: Ty| variants(item).is_some_and(|all| all.iter().all(|ty| ty.is_array()));
        if !v.get(1).and_then(|val| lists::item_of(val.ty)).is_some_and(are_arrays) {
            return Ok(None);
        }
        let key = self.host.key(object.id).map(|key| format!("either:{key}"));
        let Some(key) = key.filter(|key| self.host.has_overload(key)) else { return Ok(None) };
        let (positional, named) = v[1..].split_at(v.len() - 1 - names.len());
        let types: Vec<Ty> = v[1..].iter().map(|val| val.ty).collect();
        let named = names.iter().cloned().zip(named.iter().copied()).collect();
        let args = CallArgs { positional: positional.to_vec(), names: named, star: None };
        let found = calls::call_overload(&mut self.cx(span), &key, &types, names, &args)?;
        Ok(found.map(|found| Resolved::one(found.val(), move |e, a| e.resolved(&found, &a[1..]))))
    }

    /// Whether a value is a function that can be called with items of which it is not known how many there are.
    fn takes_items(&mut self, function: Ty) -> bool {
        is_function(function)
            || matches!(function.kind(), Kind::BoundMethod { receiver, .. } if receiver.shape().is_some())
            || matches!(function.kind(), Kind::Function(object) if crate::spread::takes_items(self.host, object.id))
    }

    /// `f(*items)` of a function of Python or the library, where it is known at run time only how many items there are.
    fn call_spread(&mut self, v: &[Val], names: &[Name], span: Span) -> Result<Resolved> {
        if !self.takes_items(v[0].ty) || names.iter().any(|name| **name == *STAR_NAMES) {
            return Err(Diagnostic::typing(format!("*args in function calls must be a tuple, not {}", v[1].ty), span));
        }
        let names = keywords::spread(&self.cx(span), names, &v[2..])?;
        self.finish_call(v[0], &CallArgs { positional: Vec::new(), names, star: Some(v[1]) }, span)
    }

    /// `zip(*rows)`, where it is known at run time only how many rows there are.
    fn zip_of_rows(&mut self, v: &[Val], names: &[Name], span: Span) -> Result<Option<Resolved>> {
        let Kind::Function(object) = v[0].ty.kind() else { return Ok(None) };
        let takes = names.is_empty() || matches!(names, [name] if **name == *"strict");
        let is_zip = v.len() == 2 + names.len() && takes && self.host.key(object.id).as_deref() == Some("builtins.zip");
        if !is_zip || v[1].ty.tuple_items().is_some() {
            return Ok(None);
        }
        let found = self.cx(span).overload("coluber.zip_of_rows", &v[1..])?;
        Ok(found.map(|found| Resolved::one(found.val(), move |e, a| e.resolved(&found, &a[1..]))))
    }

    fn finish_call(&mut self, callee: Val, args: &CallArgs, span: Span) -> Result<Resolved> {
        let mut cx = self.cx(span);
        match calls::call(&mut cx, callee, args)? {
            Some(found) => Ok(found),
            None => Err(match callee.ty.kind() {
                Kind::Opaque(object) => hints::uncallable(&cx, &object.text),
                _ => cx.no_call(&callee.ty.to_string(), &callee.ty.to_string(), args),
            }),
        }
    }

    /// An iterator that is kept knows how far it has come.
    pub(super) fn with_identity(
        &mut self,
        body: &Untyped,
        inst: Inst,
        callee: Val,
        found: Resolved,
        span: Span,
    ) -> Result<Resolved> {
        let Kind::Function(object) = callee.ty.kind() else {
            return Ok(found);
        };
        let key = self.host.key(object.id);
        let makes = key.as_deref().is_some_and(|key| iteration::MAKERS.contains(&key));
        if !makes || self.options.cuda || iteration::is_consumed_at_once(body, &self.typing.vals, inst) {
            return Ok(found);
        }
        let ty = found.val().ty;
        if ty.tuple_items().is_some() && key.as_deref() != Some("builtins.zip") {
            return Err(iteration::no_common_type(ty, span));
        }
        iteration::kept(&mut self.cx(span), found)
    }
}

/// Whether it is the type of a function of Python, or of a class of the program.
fn is_function(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Dispatcher(_) | Kind::Closure { .. } => true,
        Kind::Function(object) => coluber_types::classes::find(object.id).is_some(),
        _ => false,
    }
}
