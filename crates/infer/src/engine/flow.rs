//! Types along control flow: branches, returns, and what generators yield and are sent.

use super::Engine;
use super::refused::cannot_unify;
use crate::value::{Resolved, Val};
use crate::versions::Clash;
use crate::{generators, keywords, operators};
use coluber_base::{Diagnostic, Result, Span};
use coluber_ir::{Block, Target, Terminator, Untyped, Value};
use coluber_types::Ty;
use coluber_types::unify::{variant, variants};

/// What messages call values without a name.
const UNNAMED: &str = "a temporary value";

impl Engine<'_> {
    pub(super) fn terminator(&mut self, body: &Untyped, block: Block) -> Result<()> {
        let data = &body.blocks[block];
        let span = data.term_span;
        match &data.term {
            Terminator::Jump(target) => self.edge(body, block, target, span),
            Terminator::Branch { cond, then, otherwise } => {
                let val = self.typing.vals[*cond];
                if val.is_undefined() {
                    // What is put into the lists of the caller may be behind a condition that depends on them.
                    if self.looks_behind || self.fills && self.sites.asking {
                        self.edge(body, block, then, span)?;
                        self.edge(body, block, otherwise, span)?;
                    }
                    return Ok(());
                }
                let resolved = match operators::truth_of(&mut self.cx(span), val) {
                    Err(_) if self.sites.take_postponed() => {
                        // Both ways may say what is in the containers of the value.
                        self.sites.filled = true;
                        self.edge(body, block, then, span)?;
                        return self.edge(body, block, otherwise, span);
                    }
                    found => found?,
                };
                if let Some(handler) = data.handler.filter(|_| val.ty.is_array()) {
                    self.reach(handler);
                }
                let known = resolved.val().literal_bool();
                self.typing.conditions[block] = Some(resolved);
                if known != Some(false) {
                    self.edge(body, block, then, span)?;
                }
                if known != Some(true) {
                    self.edge(body, block, otherwise, span)?;
                }
                Ok(())
            }
            Terminator::Return(value) => self.returned(*value, span),
            Terminator::Unreachable => Ok(()),
        }
    }

    pub(super) fn returned(&mut self, value: Value, span: Span) -> Result<()> {
        let val = self.typing.vals[value];
        let val = Val { ty: val.ty.stored(), ..val };
        let given = if keywords::are_items(val.ty) { Some(val.ty) } else { None };
        keywords::check_passed(&mut self.cx(span), given)?;
        // What the only one gave before it was known better is nothing that it gives.
        let old = if self.has_one_return() { Val::undefined() } else { self.typing.ret };
        let is_variant = variants(old.ty).is_some();
        let plain = if is_variant { None } else { old.unify(val) };
        let Some(joined) = plain.or_else(|| self.one_of_returned(old)) else {
            let message = format!("Can't unify return type: {}, {}", old.ty, val.ty);
            let error = Diagnostic::typing(message, span);
            let error = error
                .note(format!("this return gives {}; another one gives {}", val.ty, old.ty))
                .hint("let every 'return' give a value of one type");
            return Err(crate::instances::with_field_between(error, old.ty, val.ty));
        };
        self.sites.flow(val.ty, joined.ty);
        if joined != self.typing.ret {
            self.sites.flow(self.typing.ret.ty, joined.ty);
            self.typing.ret = joined;
            self.changed = true;
        }
        Ok(())
    }

    /// The result of a function whose `return` statements give values that have no common type: one of their types. Constants are kept,
    /// by which a caller tells what it has got.
    fn one_of_returned(&self, old: Val) -> Option<Val> {
        if self.options.cuda {
            return None;
        }
        let body = &self.typing.body;
        let blocks = body.layout.iter().filter(|block| self.typing.reachable.contains(**block));
        let mut returned = blocks.filter_map(|block| match body.blocks[*block].term {
            Terminator::Return(value) => Some(self.typing.vals[value].ty),
            _ => None,
        });
        let known = variants(old.ty).map_or(Ty::undefined(), |_| old.ty);
        let ty = returned.try_fold(known, variant)?;
        Some(Val { ty, weak: true })
    }

    /// What a function yields has one type, as what it returns.
    pub(super) fn yielded(&mut self, val: Val, span: Span) -> Result<Resolved> {
        let val = Val { ty: coluber_types::containers::item_type(val.ty), ..val };
        let old = self.typing.yields.unwrap_or(Val::undefined());
        let variant = || variant(old.ty, val.ty).filter(|_| !self.options.cuda).map(Val::weak);
        let Some(joined) = old.unify(val).or_else(variant) else {
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
    pub(super) fn sent(&mut self, body: &Untyped) -> Resolved {
        if let Some(told) = self.options.sends {
            self.typing.sends = told;
        } else if generators::uses_sent(body) {
            let yields = self.typing.yields.map_or(Ty::none(), |val| val.ty.bare());
            self.typing.sends = self.guess.sends(yields);
        }
        generators::sent(self.typing.sends)
    }

    /// A step of `yield from`: what the function is sent is handed on.
    pub(super) fn iter_send(&mut self, v: &[Val], span: Span) -> Result<Resolved> {
        let sends = generators::sends(v[0].ty);
        if sends != Ty::none() && self.typing.sends == Ty::none() && self.options.sends.is_none() {
            self.typing.sends = sends;
            self.changed = true;
        }
        let found = generators::send_valid(&mut self.cx(span), v[0], v[1])?;
        self.found(found, v[0], span)
    }

    pub(super) fn reach(&mut self, block: Block) {
        if self.typing.reachable.insert(block) {
            self.changed = true;
        }
    }

    fn edge(&mut self, body: &Untyped, from: Block, target: &Target, span: Span) -> Result<()> {
        self.reach(target.block);
        let params = &body.blocks[target.block].params;
        for (k, (param, arg)) in params.iter().zip(&target.args).enumerate() {
            let (old, val) = (self.typing.vals[*param], self.typing.vals[*arg]);
            let name = body.values[*param].name.as_ref();
            let val = Val { ty: if val.is_undefined() { val.ty } else { self.of_variable(name, val.ty) }, ..val };
            let wider = || self.wider_generator(old, val);
            let Some(joined) = old.unify(val).or_else(wider) else {
                let name = name.cloned().unwrap_or_else(|| UNNAMED.into());
                let at = self.definition_span(body, *arg).unwrap_or(span);
                self.clash = Some(Clash { from, to: target.block, param: k });
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

    /// A generator of one function for wider arguments, of two: what was made for others is going to be made for those, where variables of the
    /// loop around become wider.
    fn wider_generator(&mut self, old: Val, val: Val) -> Option<Val> {
        let found = match generators::wider(old.ty, val.ty)? {
            ty if ty == old.ty => old,
            _ => val,
        };
        self.generators_meet = true;
        Some(found)
    }

    /// The error of generators that have met and have not become of one type.
    pub(super) fn apart(&mut self, body: &Untyped) -> Result<()> {
        if !self.generators_meet {
            return Ok(());
        }
        for &from in body.layout.iter().filter(|block| self.typing.reachable.contains(**block)) {
            for target in body.blocks[from].term.targets() {
                let params = &body.blocks[target.block].params;
                let types =
                    params.iter().zip(&target.args).map(|(p, a)| (self.typing.vals[*p].ty, self.typing.vals[*a].ty));
                let clash = types.enumerate().find(|(_, (a, b))| a != b && generators::wider(*a, *b).is_some());
                if let Some((param, (a, b))) = clash {
                    let span = self.definition_span(body, target.args[param]).unwrap_or(body.blocks[from].term_span);
                    let name = body.values[params[param]].name.clone().unwrap_or_else(|| UNNAMED.into());
                    self.clash = Some(Clash { from, to: target.block, param });
                    return Err(cannot_unify(a, b, &name, span));
                }
            }
        }
        Ok(())
    }

    /// Where the value was computed, for messages.
    pub(super) fn definition_span(&self, body: &Untyped, value: Value) -> Option<Span> {
        let blocks = body.layout.iter().flat_map(|b| &body.blocks[*b].insts);
        blocks.map(|i| &body.insts[*i]).find(|d| d.results.contains(&value)).map(|d| d.span).filter(Span::is_known)
    }
}
