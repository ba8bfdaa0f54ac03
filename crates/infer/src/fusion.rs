//! What is put off: elementwise operations whose values are used once, and reductions of them.
//!
//! `((a - b) ** 2).sum()` computes the elements piece by piece and makes no array of them. When a function is typed, calls are looked
//! for whose array is an expression that nothing else uses. The library is asked for a function that takes the inputs of the expression
//! in place of its value (`lib/numpy/fused.py`); it computes elements by the intrinsics of `arrays/chunks.rs`, which know the expression
//! by its name.

use crate::arrays::chunks;
use crate::arrays::elementwise::{self, Pending};
use crate::calls::{self, CallArgs};
use crate::context::Cx;
use crate::engine::Typing;
use crate::host::{FuncId, Host};
use crate::sites::Sites;
use crate::value::{Elementwise, Emit, Resolved, Val};
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Untyped, Value};
use coluber_types::{Kind, Ty};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

/// The reductions that the library has for expressions, and what is in front of their names there.
#[rustfmt::skip]
const REDUCTIONS: &[&str] = &[
    "sum", "prod", "min", "max", "amin", "amax", "mean", "any", "all", "count_nonzero", "var", "std", "argmin", "argmax",
    "nansum", "nanprod", "nanmin", "nanmax", "nanmean", "nanvar", "nanstd",
];
const KEY: &str = "coluber.fused.";

/// A reduction that takes an expression instead of an array.
pub struct Fused {
    /// The array that is not made.
    pub array: Value,
    /// The method of it that is called, where it is one.
    pub method: Option<Inst>,
    /// The name of the expression that the function was made for.
    pub name: String,
    /// Calls the function: for an array that is not looked at, a name without run-time part, a tuple of the inputs, further arguments.
    pub emit: Emit,
}

/// The reductions of expressions in a function.
pub type Reductions = FxHashMap<Inst, Fused>;

/// Which operations of a function can be put off.
pub struct Deferral<'a> {
    body: &'a Untyped,
    typing: &'a Typing,
    uses: SecondaryMap<Value, u32>,
}

impl<'a> Deferral<'a> {
    /// Of a function that has been typed.
    pub fn new(body: &'a Untyped, typing: &'a Typing) -> Self {
        Deferral { body, typing, uses: use_counts(body, typing) }
    }

    /// Whether a value is used once, by an elementwise operation of the same block, an assignment to elements of an array or a
    /// reduction, with nothing in between that could write to the arrays it is computed from.
    pub fn fuses(&self, value: Value, rest: &[Inst], is_reduction: &dyn Fn(Inst, Value) -> bool) -> bool {
        if self.uses[value] != 1 {
            return false;
        }
        for inst in rest {
            let data = &self.body.insts[*inst];
            let resolved = self.typing.resolved[*inst].as_ref();
            let elementwise = resolved.is_some_and(|r: &Resolved| r.elementwise.is_some());
            if matches!(data.op, Op::SetItem {} | Op::Inplace { .. }) && data.args.last() == Some(&value) {
                let others = &data.args[..data.args.len() - 1];
                return resolved.is_some_and(|r| r.assignment.is_some()) && !others.contains(&value);
            }
            if is_reduction(*inst, value) {
                return true;
            }
            let is_method = matches!(data.op, Op::GetAttr { .. }) && self.is_method_called_once(data);
            if data.args.contains(&value) && !is_method {
                return elementwise && elementwise_operands(&data.op, &data.args).contains(&value);
            }
            if !elementwise && may_write(&data.op) {
                return false;
            }
        }
        false
    }

    fn is_method_called_once(&self, data: &InstData<Op>) -> bool {
        let method = data.results[0];
        self.uses[method] == 1 && matches!(self.typing.vals[method].ty.kind(), Kind::BoundMethod { .. })
    }

    /// The array of a call of a reduction, the method that is called, where it is one, and the reduction's name.
    fn reduced(&self, host: &mut dyn Host, inst: Inst, made: &FxHashMap<Value, Inst>) -> Option<Candidate> {
        let data = &self.body.insts[inst];
        let Op::Call { names } = &data.op else { return None };
        let callee = *data.args.first()?;
        match self.typing.vals[callee].ty.kind() {
            Kind::BoundMethod { name, .. } if REDUCTIONS.contains(&&**name) => {
                let method = *made.get(&callee)?;
                let array = *self.body.insts[method].args.first().filter(|_| self.uses[callee] == 1)?;
                Some(Candidate { array, method: Some(method), reduction: name.to_string() })
            }
            Kind::Function(object) => {
                let key = host.key(object.id)?;
                let reduction = key.strip_prefix("numpy.").filter(|name| REDUCTIONS.contains(name))?.to_owned();
                let array = *data.args.get(1).filter(|_| data.args.len() > 1 + names.len())?;
                Some(Candidate { array, method: None, reduction })
            }
            _ => None,
        }
    }
}

struct Candidate {
    array: Value,
    method: Option<Inst>,
    reduction: String,
}

/// Finds the reductions of expressions and makes functions for them.
pub fn find(host: &mut dyn Host, func: FuncId, body: &Untyped, typing: &Typing) -> Reductions {
    let deferral = Deferral::new(body, typing);
    let mut found = Reductions::default();
    for block in body.layout.iter().filter(|b| typing.reachable.contains(**b)) {
        let insts = &body.blocks[*block].insts;
        let is_elementwise = |i: &Inst| typing.resolved[*i].as_ref().is_some_and(|r| r.elementwise.is_some());
        if insts.iter().any(is_elementwise) {
            Block { host: &mut *host, func, deferral: &deferral }.find(insts, &mut found);
        }
    }
    found
}

struct Block<'a, 'h> {
    host: &'h mut dyn Host,
    func: FuncId,
    deferral: &'a Deferral<'a>,
}

impl Block<'_, '_> {
    fn find(&mut self, insts: &[Inst], found: &mut Reductions) {
        let Deferral { body, typing, .. } = *self.deferral;
        let made: FxHashMap<Value, Inst> =
            insts.iter().flat_map(|i| body.insts[*i].results.iter().map(|v| (*v, *i))).collect();
        let candidates: FxHashMap<Inst, Candidate> = insts
            .iter()
            .filter_map(|inst| Some((*inst, self.deferral.reduced(&mut *self.host, *inst, &made)?)))
            .filter(|(_, candidate)| typing.vals[candidate.array].ty.is_array())
            .collect();
        if candidates.is_empty() {
            return;
        }
        let is_reduction = |inst: Inst, value| candidates.get(&inst).is_some_and(|c| c.array == value);
        let mut pending: FxHashMap<Value, Pending> = FxHashMap::default();
        for (k, inst) in insts.iter().enumerate() {
            let data = &body.insts[*inst];
            let elementwise = typing.resolved[*inst].as_ref().and_then(|r| r.elementwise.as_ref());
            if let Some(op) = elementwise
                && self.deferral.fuses(data.results[0], &insts[k + 1..], &is_reduction)
            {
                let composed = compose(op, elementwise_operands(&data.op, &data.args), &mut pending);
                pending.insert(data.results[0], composed);
            } else if let Some(candidate) = candidates.get(inst)
                && let Some(expression) = pending.remove(&candidate.array)
            {
                found.extend(self.fused(*inst, candidate, &expression).map(|fused| (*inst, fused)));
            }
        }
    }

    /// The call of the library's function for an expression, when it gives the same type.
    fn fused(&mut self, inst: Inst, candidate: &Candidate, expression: &Pending) -> Option<Fused> {
        let Deferral { body, typing, .. } = *self.deferral;
        let data = &body.insts[inst];
        let Op::Call { names } = &data.op else { return None };
        let wanted = elementwise::plain_types(expression, |v| typing.vals[v].ty);
        let name = chunks::keep(expression, &wanted);
        let mut positional =
            vec![Val::new(expression.result), Val::weak(Ty::literal_str(&*name)), Val::new(Ty::tuple(wanted))];
        let further = &data.args[if candidate.method.is_some() { 1 } else { 2 }..];
        let (unnamed, named) = further.split_at(further.len() - names.len());
        positional.extend(unnamed.iter().map(|v| typing.vals[*v]));
        let names = names.iter().cloned().zip(named.iter().map(|v| typing.vals[*v])).collect();
        let args = CallArgs { positional, names, star: None };
        let key = format!("{KEY}{}", candidate.reduction);
        let call = self.call(&key, &args, data.span)?;
        let gives_same = call.val().ty == typing.vals[data.results[0]].ty;
        let emit = call.emit;
        gives_same.then_some(Fused { array: candidate.array, method: candidate.method, name, emit })
    }

    fn call(&mut self, key: &str, args: &CallArgs, span: coluber_base::Span) -> Option<Resolved> {
        let mut sites = Sites::default();
        let options = self.host.options(self.func);
        let mut cx = Cx { host: &mut *self.host, func: self.func, options, span, sites: &mut sites };
        let types: Vec<Ty> = args.vals().iter().map(|v| v.ty).collect();
        let names: Vec<_> = args.names.iter().map(|(name, _)| name.clone()).collect();
        calls::call_overload(&mut cx, key, &types, &names, args).ok().flatten()
    }
}

fn compose(op: &Elementwise, operands: &[Value], pending: &mut FxHashMap<Value, Pending>) -> Pending {
    elementwise::compose(op, operands.iter().map(|v| (*v, pending.remove(v))).collect())
}

/// How often each value is used in reachable code.
fn use_counts(body: &Untyped, typing: &Typing) -> SecondaryMap<Value, u32> {
    let mut uses = SecondaryMap::new();
    for block in body.layout.iter().filter(|b| typing.reachable.contains(**b)) {
        let data = &body.blocks[*block];
        for inst in &data.insts {
            for v in &body.insts[*inst].args {
                uses[*v] += 1;
            }
        }
        data.term.visit_uses(|v| uses[v] += 1);
    }
    uses
}

/// The operands of an elementwise operation; those of a call follow the callee.
pub fn elementwise_operands<'v>(op: &Op, args: &'v [Value]) -> &'v [Value] {
    if matches!(op, Op::Call { .. }) { &args[1..] } else { args }
}

fn may_write(op: &Op) -> bool {
    matches!(
        op,
        Op::SetItem {}
            | Op::DelItem {}
            | Op::SetAttr { .. }
            | Op::Yield {}
            | Op::Call { .. }
            | Op::CallStar { .. }
            | Op::Inplace { .. }
            | Op::SlotStore { .. }
    )
}
