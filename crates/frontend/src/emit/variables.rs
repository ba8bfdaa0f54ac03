//! Variables: reads, assignments, slots and the flags that say whether they are bound.

use super::{Emitter, Entry, Shared};
use crate::bound::Check;
use crate::flow::NONE;
use crate::vars::Access;
use coluber_base::{Name, Result};
use coluber_bytecode::{CodeFlags, DerefId};
use coluber_ir::py::Op;
use coluber_ir::{Const, Value};
use coluber_types::Ty;

impl Emitter<'_> {
    /// The function's start: parameters, and all flags as they are before the first instruction.
    pub(super) fn entry(&mut self) {
        let count = self.input.code.parameter_count().min(self.input.vars.locals);
        let mut params = Vec::with_capacity(count as usize);
        for var in 0..count {
            let name = self.input.vars.name(self.input.flow, var).clone();
            params.push(self.func.add_param(self.block, Ty::undefined(), Some(name)));
        }
        let shared = Shared {
            yes: self.constant(Const::Bool(true)),
            no: self.constant(Const::Bool(false)),
            undef: self.value(Op::Undef {}, &[]),
        };
        self.shared = Some(shared);
        if self.input.code.flags.has(CodeFlags::GENERATOR) {
            self.effect(Op::Generator {}, &[]);
        }
        for var in 0..self.input.vars.named {
            let cell = var.checked_sub(self.input.vars.locals);
            let param = cell.map_or((var < count).then_some(var), |cell| self.input.vars.cell_params[cell as usize]);
            if let Some(&value) = param.and_then(|param| params.get(param as usize)) {
                let value = self.entry_value(cell, value);
                self.set_column(var, value);
                self.tell(var, value);
            }
            self.set_flag(var, if param.is_some() { shared.yes } else { shared.no });
        }
    }

    /// What a variable begins with: a parameter's value, or a cell with it.
    fn entry_value(&mut self, cell: Option<u32>, value: Value) -> Value {
        match cell {
            Some(id) if self.is_shared(DerefId(id)) => {
                let name = self.input.flow.stream.deref_names[id as usize].clone();
                let cell = self.value(Op::CellNew {}, &[]);
                self.effect(Op::CellStore { name }, &[cell, value]);
                cell
            }
            _ => value,
        }
    }

    /// Sets a variable or flag, in its slot, too, if it has one.
    pub(super) fn set_column(&mut self, column: u32, value: Value) {
        if let Some(slot) = self.slots[column as usize] {
            self.effect(Op::SlotStore { slot }, &[value]);
        }
        self.write(column, Entry::Value(value));
    }

    /// Reads the variables and flags that a handler needs and that others may have set before it is entered.
    pub(super) fn load_slots(&mut self, node: u32) {
        let placement = self.input.placement;
        for &column in &placement.loads[node as usize] {
            if let Some(slot) = self.slots[column as usize] {
                let value = self.value(Op::SlotLoad { slot }, &[]);
                self.write(column, Entry::Value(value));
            }
        }
    }

    /// The value of a variable or flag.
    pub(super) fn column(&mut self, column: u32) -> Value {
        match self.current[column as usize] {
            Entry::Value(value) => value,
            _ => self.shared().undef,
        }
    }

    fn set_flag(&mut self, var: u32, value: Value) {
        let flag = self.input.columns.flags[var as usize];
        if flag != NONE {
            self.set_column(flag, value);
        }
    }

    /// Raises when the variable is unbound at the present instruction.
    fn check(&mut self, var: u32) {
        if self.input.bound.checks[self.at as usize] == Check::Bound {
            return;
        }
        let flag = self.flag(var);
        let name = self.input.vars.name(self.input.flow, var).clone();
        self.effect(Op::CheckBound { name }, &[flag]);
    }

    fn is_needed(&self) -> bool {
        self.input.live.needed[self.at as usize]
    }

    fn used(&mut self, var: u32) {
        let check = self.input.bound.checks[self.at as usize];
        let value = match check {
            Check::Unbound => self.shared().undef,
            _ => self.column(var),
        };
        // Local variables of Python have no dots in their names: these stand for fields.
        if check != Check::Bound && self.input.vars.name(self.input.flow, var).contains('.') {
            let flag = self.flag(var);
            let value = self.value(Op::FieldValue {}, &[value, flag]);
            return self.push(value);
        }
        self.check(var);
        self.push(value);
    }

    /// Whether the variable has a value at the present instruction.
    fn flag(&mut self, var: u32) -> Value {
        match self.input.bound.checks[self.at as usize] {
            Check::Bound => self.shared().yes,
            Check::Flag => self.column(self.input.columns.flags[var as usize]),
            Check::Unbound => self.shared().no,
        }
    }

    /// Does what the present instruction does to its variable.
    pub(super) fn access(&mut self) -> Result<()> {
        match self.input.vars.access[self.at as usize] {
            Access::None => {}
            Access::Use(var) => self.used(var),
            Access::Def(var) => self.assign(var)?,
            Access::Del(var) => {
                self.check(var);
                self.unbind(var);
            }
            Access::Clear(var) => self.unbind(var),
            Access::Save { var, saved } => self.save(var, saved),
            Access::Restore { var, saved } => self.restore(var, saved)?,
        }
        Ok(())
    }

    fn assign(&mut self, var: u32) -> Result<()> {
        let entry = self.pop_entry()?;
        if self.is_needed() || self.input.assignments.told {
            let name = self.input.vars.name(self.input.flow, var);
            let mut value = self.value_of(entry)?;
            if self.input.assignments.converted.contains(name) {
                value = self.value(Op::AsVariable { name: name.clone() }, &[value]);
            }
            self.name_value(value, name);
            self.set_column(var, value);
            self.tell(var, value);
        }
        self.set_flag(var, self.shared().yes);
        Ok(())
    }

    fn tell(&mut self, var: u32, value: Value) {
        if self.input.assignments.told {
            let name = self.input.vars.name(self.input.flow, var).clone();
            self.effect(Op::Assign { name }, &[value]);
        }
    }

    /// The first variable that a value is assigned to names it.
    fn name_value(&mut self, value: Value, name: &Name) {
        self.func.values[value].name.get_or_insert_with(|| name.clone());
    }

    fn unbind(&mut self, var: u32) {
        self.write(var, Entry::None);
        self.set_flag(var, self.shared().no);
    }

    /// Pushes the variable's value, if it is needed after the restore.
    fn save(&mut self, var: u32, saved: u32) {
        let entry = if self.is_needed() { Entry::Value(self.column(var)) } else { Entry::None };
        self.stack.push(entry);
        self.copy_flag(var, saved);
        self.unbind(var);
    }

    fn restore(&mut self, var: u32, saved: u32) -> Result<()> {
        let entry = self.pop_entry()?;
        if self.is_needed() {
            let value = self.value_of(entry)?;
            self.set_column(var, value);
        }
        self.copy_flag(saved, var);
        Ok(())
    }

    fn copy_flag(&mut self, from: u32, to: u32) {
        let flag = self.input.columns.flags[from as usize];
        if flag != NONE {
            let value = self.column(flag);
            self.set_flag(to, value);
        }
    }
}
