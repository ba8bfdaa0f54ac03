//! The rule for each operation.

use super::Engine;
use super::refused::{not_iterable, unsupported};
use super::variables::{assign, check_bound};
use crate::arrays::{elementwise, structured};
use crate::value::{Resolved, Val};
use crate::{
    attributes, cells, dicts, exceptions, generators, hints, identity, instances, iteration, keywords, lists, nones,
    operators, subscript, text, tuples, unroll,
};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Untyped, Value};
use coluber_ops::BinOp;
use coluber_types::{Kind, Ty};

impl Engine<'_> {
    pub(super) fn resolve(&mut self, body: &Untyped, inst: Inst, v: &[Val]) -> Result<Resolved> {
        let data = &body.insts[inst];
        let span = data.span;
        if let Some(named) = keywords::starred(&mut self.cx(span), &data.op, v)? {
            let vals: Vec<Val> = named.iter().map(Resolved::val).collect();
            return Ok(keywords::converted(named, self.resolve(body, inst, &vals)?));
        }
        self.check_kept(body, data, v)?;
        if v.iter().any(|v| keywords::is(v.ty)) {
            // What stands for `**kwargs` that are changed is made nowhere in the source.
            let makes = |made: &InstData<Op>, of: &Value| made.results.contains(of) && made.span.is_known();
            let is_made = data.args.first().is_some_and(|of| body.insts.values().any(|made| makes(made, of)));
            if let Some(found) = keywords::operation(&mut self.cx(span), &data.op, v, is_made)? {
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
    pub(super) fn resolve_values(&mut self, body: &Untyped, inst: Inst, v: &[Val]) -> Result<Resolved> {
        let data = &body.insts[inst];
        let span = data.span;
        match &data.op {
            Op::Const { value } => self.constant(value, span),
            Op::Undef {} => Ok(Resolved::one(Val::undefined(), |e, _| e.undef(Ty::undefined()))),
            Op::CheckBound { name } => Ok(check_bound(name, v[0])),
            Op::FieldValue {} if v[1].literal_bool() == Some(false) => Ok(Resolved::constant(Ty::none())),
            Op::FieldValue {} => Ok(Resolved::one(v[0], |_, a| a[0])),
            Op::Global { name } => {
                self.global(name, span).or_else(|error| self.object_of_statements(body, inst, name).ok_or(error))
            }
            Op::Free { name } => self.free(name, span),
            Op::FreeCell { name } => self.free_cell(name, span),
            Op::CellNew {} => cells::new(&mut self.cx(span)),
            Op::CellLoad { name } => Ok(cells::load(v[0], name, false)),
            Op::CellStore { name } => cells::store(&mut self.cx(span), v[0], name, v[1]),
            Op::Import { name, top } => self.import(name, *top, span),
            Op::Builtin { name } => self.builtin(name, span),
            Op::NotNone {} => Ok(crate::narrowing::not_none(v[0])),
            Op::OfClass { is } => instances::narrow::of_class(&mut self.cx(span), v[0], v[1], *is),
            Op::IsChoice { choice } => Ok(crate::choices::is_choice(v[0], self.versions.choice(*choice))),
            Op::Choice { choice } => Ok(crate::choices::choice(v[0], self.versions.choice(*choice))),
            Op::OtherChoice { choice } => Ok(crate::choices::other(v[0], self.versions.choice(*choice))),
            Op::Binary { op: BinOp::Pow } if self.is_root(body, inst, v) => {
                Ok(elementwise::root(&mut self.cx(span), v[0], v[1])?)
            }
            Op::Binary { op } => {
                self.check_size(body, inst, *op, v)?;
                operators::binary(&mut self.cx(span), *op, v[0], v[1], false)
            }
            Op::Inplace { op } => operators::binary(&mut self.cx(span), *op, v[0], v[1], true),
            Op::Unary { op } => operators::unary(&mut self.cx(span), *op, v[0]),
            Op::Compare { op } => match self.known_comparison(body, inst, *op, v) {
                Some(known) => Ok(known),
                None => operators::compare(&mut self.cx(span), *op, v[0], v[1]),
            },
            Op::Is { invert } => identity::is(&mut self.cx(span), v[0], v[1], *invert),
            Op::Contains { invert } => operators::contains(&mut self.cx(span), v[0], v[1], *invert),
            Op::Truth {} => operators::truth_of(&mut self.cx(span), v[0]),
            Op::GetAttr { name } if crate::handled::may_be(v[0].ty) => {
                self.exception_attribute(body, inst, v[0], name, span)
            }
            Op::GetAttr { name } => attributes::getattr(&mut self.cx(span), v[0], name)
                .or_else(|error| self.of_statement(body, inst, v, name).ok_or(error)),
            Op::GetItem {} => {
                self.with_whole_index(body, inst, v, |engine, v| subscript::getitem(&mut engine.cx(span), v[0], v[1]))
            }
            Op::SetItem {} => self.with_whole_index(body, inst, v, |engine, v| {
                subscript::setitem(&mut engine.cx(span), v[0], v[1], v[2])
            }),
            Op::Call { names } => self.called(body, inst, v, names),
            Op::CallStar { names } => match self.arguments_of(body, data.args[1]) {
                Some(first) => self.call_with_rest(v, first, names, span),
                None => self.call_star(v, names, span),
            },
            Op::BuildTuple {} => Ok(tuples::build(v)),
            Op::BuildTupleStar { starred } => self.build_tuple_star(body, inst, v, starred),
            Op::BuildSlice {} => self.build_slice(body, inst, v, span),
            Op::Unpack { count } => tuples::unpack(&mut self.cx(span), v[0], *count as usize),
            Op::UnpackStar { before, after } => {
                let spread = self.is_spread(body, data.results[*before as usize]);
                tuples::unpack_star(&mut self.cx(span), v[0], (*before as usize, *after as usize), spread)
            }
            Op::GetIter {}
                if v[0].ty.tuple_items().is_some_and(unroll::is_mixed)
                    && unroll::is_of_generator(body, inst, |value| self.typing.vals[value].ty) =>
            {
                Ok(Resolved::one(v[0], |_, a| a[0]))
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
                let error = Diagnostic::unsupported(format!("{what} is not supported in compiled code"), span);
                Err(error.hint_if(hints::construct(what)))
            }
            Op::Format { conversion } => text::format(&mut self.cx(span), conversion, v),
            Op::BuildString {} => Ok(text::join(v)),
            Op::SetAttr { name } => attributes::setattr(&mut self.cx(span), v[0], name, v[1]),
            Op::DelItem {} => {
                self.with_whole_index(body, inst, v, |engine, v| subscript::delitem(&mut engine.cx(span), v[0], v[1]))
            }
            Op::BuildList {} => self.build_list(body, inst, v),
            Op::ListAppend {} => lists::append_item(&mut self.cx(span), v[0], v[1]),
            Op::ListPut {} => lists::put_item(&mut self.cx(span), v[0], v[1], v[2]),
            Op::ListExtend {} => {
                let extended = lists::extend_by(&mut self.cx(span), v[0], v[1]);
                self.over(extended, v[1], span)
            }
            Op::BuildSet {} if lists::is_tuple_of_constants(body, &self.typing.vals, self.host, inst, v) => {
                Ok(tuples::build(v))
            }
            Op::BuildSet {} if lists::is_display_of_constants(body, inst) => {
                dicts::build_constant_set(&mut self.cx(span), v)
            }
            Op::BuildSet {} => dicts::build_set(&mut self.cx(span), v),
            Op::SetAdd {} => dicts::set_add(&mut self.cx(span), v[0], v[1]),
            Op::BuildMap {} => self.build_map(body, inst, v),
            Op::MapAdd {} => dicts::add_item(&mut self.cx(span), v[0], v[1], v[2]),
            Op::SetUpdate {} | Op::DictUpdate {} => {
                let updated = dicts::update(&mut self.cx(span), v[0], v[1]);
                self.over(updated, v[1], span)
            }
            Op::WithEnter {} => {
                instances::enter(&mut self.cx(span), v[0])?.ok_or_else(|| unsupported("a 'with' statement", span))
            }
            Op::WithExit {} => {
                instances::exit(&mut self.cx(span), v)?.ok_or_else(|| unsupported("a 'with' statement", span))
            }
        }
    }

    fn import(&mut self, name: &Name, top: bool, span: Span) -> Result<Resolved> {
        let absolute = if name.starts_with('.') { self.absolute(name, span)? } else { name.clone() };
        let module = self.host.module(&absolute, top).map(attributes::host_constant);
        module.ok_or_else(|| {
            Diagnostic::unsupported(format!("'import {name}' inside of a function failed"), span)
                .hint("import the module at the top of the file")
        })
    }

    /// The full name of a module that dots in front say from which package on.
    fn absolute(&mut self, name: &str, span: Span) -> Result<Name> {
        let rest = name.trim_start_matches('.');
        let package =
            self.host.global(self.func, "__package__").and_then(|own| Val::new(own.ty).literal_str().map(Name::from));
        let package = package
            .filter(|package| !package.is_empty())
            .ok_or_else(|| Diagnostic::unsupported("attempted relative import with no known parent package", span))?;
        let parts: Vec<&str> = package.split('.').collect();
        let kept = (parts.len() + 1).checked_sub(name.len() - rest.len()).filter(|kept| *kept > 0);
        let Some(kept) = kept else {
            return Err(Diagnostic::unsupported("attempted relative import beyond top-level package", span));
        };
        let names = parts[..kept].iter().copied().chain(Some(rest).filter(|rest| !rest.is_empty()));
        Ok(Name::from(names.collect::<Vec<_>>().join(".")))
    }

    fn builtin(&mut self, name: &Name, span: Span) -> Result<Resolved> {
        let value = self.host.builtin(name).map(attributes::host_constant);
        value.ok_or_else(|| Diagnostic::internal(format!("no builtin '{name}'"), span))
    }

    fn called(&mut self, body: &Untyped, inst: Inst, v: &[Val], names: &[Name]) -> Result<Resolved> {
        let span = body.insts[inst].span;
        if let Some(found) = self.get_or_empty(body, inst, v, span)? {
            return Ok(found);
        }
        if let Some(found) = self.empty_inferred(body, inst, v, span)? {
            return Ok(found);
        }
        if let Some(found) = self.attribute_or_default(body, inst, v, span)? {
            return Ok(found);
        }
        if let Some(found) = self.slice_as_index(body, inst, v, span)? {
            return Ok(found);
        }
        self.sites.displays = self.displayed(body, &body.insts[inst].args, v);
        let found = match self.with_tuples(body, inst, v)? {
            Some((vals, tuples)) => {
                let found = self.call(&vals, names, span);
                found.map(|found| instances::with_operands(found, move |e, a| tuples.operands(e, a)))
            }
            None => self.call(v, names, span),
        };
        self.sites.displays.clear();
        let found = match found {
            Err(error) => match self.call_with_known_texts(body, inst, v, names) {
                Ok(Some(found)) => Ok(found),
                _ => match self.call_with_either(v, names, span) {
                    Ok(Some(found)) => Ok(found),
                    _ => self.statement(body, inst, v, names)?.ok_or(error),
                },
            },
            found => found,
        };
        self.with_identity(body, inst, v[0], found?, span)
    }

    fn build_tuple_star(&mut self, body: &Untyped, inst: Inst, v: &[Val], starred: &[Name]) -> Result<Resolved> {
        let InstData { results, span, .. } = &body.insts[inst];
        let starred: Vec<bool> = starred.iter().map(|w| **w == *"star").collect();
        if self.is_printed(body, results[0], v, &starred) {
            return tuples::printed(&mut self.cx(*span), v, &starred);
        }
        match self.is_arguments(body, results[0], v, &starred) {
            true => Ok(tuples::build(v)),
            false => tuples::build_star(&mut self.cx(*span), v, &starred),
        }
    }

    fn build_list(&mut self, body: &Untyped, inst: Inst, v: &[Val]) -> Result<Resolved> {
        let vals = &self.typing.vals;
        let is_tuple = lists::is_tuple(body, vals, self.host, inst, v)
            || lists::is_only_read(body, vals, (self.host, self.func), inst, v);
        match is_tuple {
            true => Ok(tuples::build(v)),
            false => lists::build(&mut self.cx(body.insts[inst].span), v),
        }
    }

    fn build_map(&mut self, body: &Untyped, inst: Inst, v: &[Val]) -> Result<Resolved> {
        let is_dtype = lists::is_dict_of_dtype(body, &self.typing.vals, self.host, inst);
        let mut cx = self.cx(body.insts[inst].span);
        match is_dtype.then(|| structured::of_dict(&mut cx, v)).flatten() {
            Some(dtype) => Ok(Resolved::constant(Ty::new(Kind::DType(dtype)))),
            None => dicts::build_map(&mut cx, v),
        }
    }

    /// What an operation over the items of `val` has found; nothing where it has none.
    fn over(&mut self, found: Result<Option<Resolved>>, val: Val, span: Span) -> Result<Resolved> {
        let cx = self.cx(span);
        found?.or_else(|| nones::refused(&cx, val, "is not iterable")).ok_or_else(|| not_iterable(&cx, val))
    }

    pub(super) fn get_iter(&mut self, val: Val, span: Span) -> Result<Resolved> {
        let found = iteration::get_iter(&mut self.cx(span), val);
        self.over(found, val, span)
    }

    pub(super) fn found(&self, found: Option<Resolved>, val: Val, span: Span) -> Result<Resolved> {
        found.ok_or_else(|| Diagnostic::typing(format!("{} is not an iterator", val.ty), span))
    }

    pub(super) fn make_function(
        &mut self,
        code: u32,
        defaults: usize,
        kw_names: &[Name],
        captured: &[Name],
        v: &[Val],
    ) -> Result<Resolved> {
        let func = self.host.nested(self.func, code, defaults as u32, kw_names, captured)?;
        let types: Vec<Ty> = v.iter().map(|v| v.ty).collect();
        let object = self.args.first().copied();
        let known = object.and_then(|object| instances::known_in_fields(self.host, object, func, &types));
        let func = known.unwrap_or(func);
        let name = self.host.function_name(func);
        let ty = Ty::new(Kind::Closure { func: func.0, captured: types.into(), name });
        Ok(Resolved::one(Val::new(ty), move |e, a| e.pack(a, ty)))
    }
}

fn caught() -> Resolved {
    let ty = Ty::new(Kind::CaughtException);
    Resolved::one(Val::new(ty), move |e, _| e.builder().value(coluber_ir::typed::Op::CaughtException {}, &[], ty))
}
