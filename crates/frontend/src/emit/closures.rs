//! Inner functions and the variables that they capture.

use super::{Args, Emitter, Entry};
use crate::vars::Access;
use coluber_base::{Name, Result};
use coluber_bytecode::{DerefId, FunctionParts};
use coluber_ir::py::Op;
use coluber_ir::{Const, Value};

impl Emitter<'_> {
    fn is_own_cell(&self, id: DerefId) -> bool {
        id.0 < self.input.flow.stream.cell_count
    }

    fn deref_name(&self, id: DerefId) -> Name {
        self.input.flow.stream.deref_names[id.index()].clone()
    }

    /// Whether a variable of this function lives in a cell.
    pub(super) fn is_shared(&self, id: DerefId) -> bool {
        self.input.cells.shared.get(id.index()).is_some_and(|&shared| shared)
    }

    /// The cell of a variable of this function.
    fn cell(&mut self, id: DerefId) -> Value {
        self.column(self.input.vars.locals + id.0)
    }

    /// The value in a cell, of this function or of an enclosing one.
    pub(super) fn load_deref(&mut self, id: DerefId) -> Result<()> {
        let name = self.deref_name(id);
        let value = if self.is_shared(id) {
            let cell = self.cell(id);
            self.value(Op::CellLoad { name }, &[cell])
        } else if self.is_own_cell(id) {
            return self.access();
        } else {
            self.value(Op::Free { name }, &[])
        };
        self.push(value);
        Ok(())
    }

    pub(super) fn store_deref(&mut self, id: DerefId) -> Result<()> {
        if self.is_own_cell(id) && !self.is_shared(id) {
            return self.access();
        }
        let value = self.pop()?;
        let name = self.deref_name(id);
        let cell =
            if self.is_shared(id) { self.cell(id) } else { self.value(Op::FreeCell { name: name.clone() }, &[]) };
        self.effect(Op::CellStore { name }, &[cell, value]);
        Ok(())
    }

    pub(super) fn delete_deref(&mut self, id: DerefId) -> Result<()> {
        if self.is_own_cell(id) && !self.is_shared(id) {
            return self.access();
        }
        let name = self.deref_name(id);
        self.unsupported(&format!("'del' of the variable '{name}', which functions share,"), 0, 0)
    }

    /// A new cell. That of a parameter is made at the function's start.
    pub(super) fn make_cell(&mut self, id: DerefId) -> Result<()> {
        if !self.is_shared(id) {
            return self.access();
        }
        if self.input.vars.access[self.at as usize] != Access::None {
            let cell = self.value(Op::CellNew {}, &[]);
            self.set_column(self.input.vars.locals + id.0, cell);
        }
        Ok(())
    }

    /// What an inner function captures: a cell that it shares, or the variable's value, which stays the same.
    pub(super) fn load_closure(&mut self, id: DerefId) -> Result<()> {
        if self.input.cells.own_names.contains(&self.at) {
            let nothing = self.value(Op::Undef {}, &[]);
            self.own_names.push(nothing);
            self.push(nothing);
            return Ok(());
        }
        if self.is_own_cell(id) && !self.is_shared(id) {
            return self.access();
        }
        let name = self.deref_name(id);
        let captured = if self.is_shared(id) { self.cell(id) } else { self.value(Op::FreeCell { name }, &[]) };
        self.push(captured);
        Ok(())
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
        let names = self.nested[code as usize].free_names.clone();
        if names.len() != captured.len() {
            return Err(self.damaged("a closure does not fit its function"));
        }
        // A function finds itself under its own name.
        let pairs = names.into_iter().zip(captured).filter(|(_, value)| !self.own_names.contains(value));
        let (mut names, mut captured): (Vec<Name>, Args) = pairs.unzip();
        let of_group = self.input.cells.groups.iter().find(|group| group.has(&self.nested[code as usize]));
        if let Some(wanted) = of_group.map(|group| group.captured.clone()) {
            let Some(values) = self.captured_by_group(&wanted, &names, &captured) else {
                return self.unsupported(
                    "an inner function of several that call each other, before their variables have values,",
                    0,
                    1,
                );
            };
            (names, captured) = (wanted, values);
        }
        let op = Op::MakeFunction { code, defaults: defaults.len() as u32, kw_names, captured: names };
        let args: Args = defaults.into_iter().chain(kw_values).chain(captured).collect();
        let function = self.value(op, &args);
        self.push(function);
        Ok(())
    }

    /// The values that a function of a group carries: those that it captures itself, and those of the others.
    fn captured_by_group(&mut self, wanted: &[Name], names: &[Name], captured: &[Value]) -> Option<Args> {
        let own = |name: &Name| names.iter().position(|known| known == name).map(|k| captured[k]);
        wanted.iter().map(|name| own(name).or_else(|| self.variable(name))).collect()
    }

    /// The value or the cell of a variable that inner functions capture; None where it may have none.
    fn variable(&mut self, name: &Name) -> Option<Value> {
        let stream = self.input.flow.stream;
        let id = DerefId(stream.deref_names.iter().position(|known| known == name)? as u32);
        if !self.is_own_cell(id) {
            return Some(self.value(Op::FreeCell { name: name.clone() }, &[]));
        }
        let column = self.input.vars.locals + id.0;
        let is_there = matches!(self.current[column as usize], Entry::Value(_));
        is_there.then(|| self.column(column))
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
