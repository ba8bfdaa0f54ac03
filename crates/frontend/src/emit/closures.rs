//! Inner functions and the variables that they capture.

use super::{Args, Emitter, Entry};
use crate::bound::Check;
use crate::cfg::Cfg;
use crate::vars::{Access, Vars};
use coluber_base::{Name, Result};
use coluber_bytecode::{CodeObject, DerefId, FunctionParts};
use coluber_ir::py::Op;
use coluber_ir::{Const, Value};

impl Emitter<'_> {
    fn is_own_cell(&self, id: DerefId) -> bool {
        id.0 < self.input.flow.stream.cell_count
    }

    fn deref_name(&self, id: DerefId) -> Name {
        self.input.flow.stream.deref_names[id.index()].clone()
    }

    /// The value in a cell, of this function or of an enclosing one.
    pub(super) fn load_deref(&mut self, id: DerefId) -> Result<()> {
        if self.is_own_cell(id) {
            return self.access();
        }
        let name = self.deref_name(id);
        let value = self.value(Op::Free { name }, &[]);
        self.push(value);
        Ok(())
    }

    pub(super) fn store_deref(&mut self, id: DerefId) -> Result<()> {
        if self.is_own_cell(id) {
            return self.access();
        }
        let name = self.deref_name(id);
        self.unsupported(&format!("assignment to the nonlocal variable '{name}'"), 1, 0)
    }

    pub(super) fn delete_deref(&mut self, id: DerefId) -> Result<()> {
        if self.is_own_cell(id) {
            return self.access();
        }
        let name = self.deref_name(id);
        self.unsupported(&format!("'del' of the nonlocal variable '{name}'"), 0, 0)
    }

    /// A cell for a closure: the variable's value stands for it, since the variable keeps that value.
    pub(super) fn load_closure(&mut self, id: DerefId) -> Result<()> {
        let is_bound = self.input.bound.checks[self.at as usize] == Check::Bound;
        if !is_bound && self.is_reassigned(id) {
            return self.unsupported(&captured_early(&self.deref_name(id)), 0, 1);
        }
        self.load_deref(id)
    }

    /// Whether a cell variable gets another value after the present instruction.
    fn is_reassigned(&self, id: DerefId) -> bool {
        let var = self.input.vars.locals + id.0;
        self.is_own_cell(id) && is_assigned_after(self.input.cfg, self.input.vars, self.at, var)
    }

    /// A variable that an inner function captures here, and that gets another value afterwards.
    fn changing_capture(&self, names: &[Name]) -> Option<Name> {
        let deref_names = &self.input.flow.stream.deref_names;
        let id = |name: &Name| deref_names.iter().position(|n| n == name).map(|k| DerefId(k as u32));
        names.iter().find(|name| id(name).is_some_and(|id| self.is_reassigned(id))).cloned()
    }

    pub(super) fn make_function(&mut self, parts: FunctionParts) -> Result<()> {
        let code = self.pop_entry()?;
        let Some(code) = self.code_of(code)? else {
            return self.unsupported("a function made from a computed code object", parts.count(), 1);
        };
        let captured = if parts.closure { self.pop_items()? } else { Some(Args::new()) };
        if parts.annotations {
            let annotations = self.pop_entry()?;
            self.forget(annotations);
        }
        let keywords = if parts.kwdefaults { self.pop_pairs()? } else { Some(Default::default()) };
        let defaults = if parts.defaults { self.pop_items()? } else { Some(Args::new()) };
        let (Some(captured), Some((kw_names, kw_values)), Some(defaults)) = (captured, keywords, defaults) else {
            return self.unsupported("a function with computed default values", 0, 1);
        };
        let inner = &self.nested[code as usize];
        let names = inner.free_names.clone();
        if names.len() != captured.len() {
            return Err(self.damaged("a closure does not fit its function"));
        }
        if !is_comprehension(inner)
            && let Some(name) = self.changing_capture(&names)
        {
            return self.unsupported(&captured_early(&name), 0, 1);
        }
        let op = Op::MakeFunction { code, defaults: defaults.len() as u32, kw_names, captured: names };
        let args: Args = defaults.into_iter().chain(kw_values).chain(captured).collect();
        let function = self.value(op, &args);
        self.push(function);
        Ok(())
    }

    fn code_of(&mut self, entry: Entry) -> Result<Option<u32>> {
        let value = self.value_of(entry)?;
        Ok(match self.made_by(value) {
            Some((_, Op::Const { value: Const::Code(code) })) => Some(*code),
            _ => None,
        })
    }

    /// Pops a tuple and gives its items, when they are known.
    fn pop_items(&mut self) -> Result<Option<Args>> {
        let tuple = self.pop()?;
        let items = match self.made_by(tuple) {
            Some((inst, Op::BuildTuple {})) => return Ok(Some(self.func.insts[inst].args.clone())),
            Some((_, Op::Const { value: Const::Tuple(items) })) => items.clone(),
            _ => return Ok(None),
        };
        Ok(Some(items.iter().map(|item| self.constant(item.clone())).collect()))
    }

    /// Pops a dict and gives its keys and values, when the keys are known texts.
    fn pop_pairs(&mut self) -> Result<Option<(Vec<Name>, Args)>> {
        let dict = self.pop()?;
        let Some((inst, Op::BuildMap {})) = self.made_by(dict) else {
            return Ok(None);
        };
        let pairs = self.func.insts[inst].args.clone();
        let mut names = Vec::with_capacity(pairs.len() / 2);
        let mut values = Args::new();
        for pair in pairs.chunks_exact(2) {
            let Some((_, Op::Const { value: Const::Str(name) })) = self.made_by(pair[0]) else {
                return Ok(None);
            };
            names.push(name.clone());
            values.push(pair[1]);
        }
        self.removable.insert(inst);
        Ok(Some((names, values)))
    }

    /// Annotations mean nothing to compiled code: what computes them may go.
    fn forget(&mut self, annotations: Entry) {
        let Entry::Value(value) = annotations else {
            return;
        };
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            let Some((inst, op)) = self.made_by(value) else {
                continue;
            };
            if computes_types(op) && !self.removable.contains(inst) {
                self.removable.insert(inst);
                work.extend_from_slice(&self.func.insts[inst].args);
            }
        }
    }

    /// A list of values as a tuple operand of a call.
    pub(super) fn items_of(&self, tuple: Value) -> Option<&[Value]> {
        match self.made_by(tuple) {
            Some((inst, Op::BuildTuple {})) => Some(&self.func.insts[inst].args),
            _ => None,
        }
    }
}

fn captured_early(name: &str) -> String {
    format!("assignment to variable '{name}' after an inner function has captured it")
}

/// Whether the function is called where it is made, and not again.
fn is_comprehension(code: &CodeObject) -> bool {
    matches!(&*code.name, "<listcomp>" | "<setcomp>" | "<dictcomp>" | "<genexpr>")
}

fn computes_types(op: &Op) -> bool {
    matches!(
        op,
        Op::Global { .. }
            | Op::Free { .. }
            | Op::GetAttr { .. }
            | Op::GetItem {}
            | Op::Binary { .. }
            | Op::BuildTuple {}
            | Op::Const { .. }
    )
}

/// Whether an assignment to a variable can follow an instruction before the variable gets a new cell.
fn is_assigned_after(cfg: &Cfg, vars: &Vars, at: u32, var: u32) -> bool {
    let holds = |&node: &u32| cfg.code(node).contains(&at);
    let Some(own) = (0..cfg.len() as u32).find(holds) else {
        return false;
    };
    let after = cfg.code(own).iter().position(|&i| i == at).unwrap_or(0) + 1;
    let mut seen = vec![false; cfg.len()];
    let mut work = vec![(own, after)];
    while let Some((node, start)) = work.pop() {
        match fate(&cfg.code(node)[start..], vars, var) {
            Fate::Assigned => return true,
            Fate::Renewed => continue,
            Fate::Kept => {}
        }
        let data = &cfg.nodes[node as usize];
        for &to in data.succs.iter().chain(&data.handler) {
            if !std::mem::replace(&mut seen[to as usize], true) {
                work.push((to, 0));
            }
        }
    }
    false
}

enum Fate {
    Kept,
    Assigned,
    Renewed,
}

fn fate(code: &[u32], vars: &Vars, var: u32) -> Fate {
    for &i in code {
        match vars.access[i as usize] {
            Access::Def(v) | Access::Del(v) if v == var => return Fate::Assigned,
            Access::Clear(v) | Access::Save { var: v, .. } | Access::Restore { var: v, .. } if v == var => {
                return Fate::Renewed;
            }
            _ => {}
        }
    }
    Fate::Kept
}
