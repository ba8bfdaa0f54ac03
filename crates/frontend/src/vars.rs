//! The variables of a function, and what each instruction does to them.
//!
//! Variables are numbered: locals, then the function's own cell variables, then a variable for each save of another one
//! around an inlined comprehension (its value stays on the stack; what counts is whether it is bound and needed).

use crate::cfg::{Cfg, Head};
use crate::error;
use crate::flow::{Flow, NONE};
use coluber_base::{Diagnostic, Name, Result};
use coluber_bytecode::{CodeObject, Op, stack_effect};

/// What an instruction does to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Nothing.
    None,
    /// Reads it.
    Use(u32),
    /// Assigns to it.
    Def(u32),
    /// Unbinds it; raises when it is unbound.
    Del(u32),
    /// Unbinds it.
    Clear(u32),
    /// Keeps the variable's value and unbinds it.
    Save {
        /// The variable.
        var: u32,
        /// The variable that stands for the saved value.
        saved: u32,
    },
    /// Undoes a save.
    Restore {
        /// The variable.
        var: u32,
        /// The variable that stands for the saved value.
        saved: u32,
    },
}

/// The variables of a function.
pub(crate) struct Vars {
    /// For each instruction.
    pub(crate) access: Vec<Access>,
    /// How many locals there are; cell variables follow.
    pub(crate) locals: u32,
    /// How many locals and cell variables there are; saves follow.
    pub(crate) named: u32,
    /// How many there are with the saves.
    pub(crate) count: u32,
    /// The variables that the saves save.
    saved: Vec<u32>,
    /// For each cell variable, the parameter that it begins with.
    pub(crate) cell_params: Vec<Option<u32>>,
}

impl Vars {
    pub(crate) fn new(code: &CodeObject, flow: &Flow<'_>) -> Result<Self> {
        let locals = flow.stream.local_names.len() as u32;
        let named = locals + flow.stream.cell_count;
        let mut vars = Vars {
            access: vec![Access::None; flow.next.len()],
            locals,
            named,
            count: named,
            saved: Vec::new(),
            cell_params: vec![None; flow.stream.cell_count as usize],
        };
        for i in 0..flow.next.len() {
            let access = vars.plain_access(flow, i as u32).ok_or_else(|| damaged(code))?;
            vars.access[i] = access;
        }
        vars.cells_of_parameters(code, flow);
        Ok(vars)
    }

    /// The name of a local or cell variable.
    pub(crate) fn name<'s>(&self, flow: &Flow<'s>, var: u32) -> &'s Name {
        match flow.stream.local_names.get(var as usize) {
            Some(name) => name,
            None => &flow.stream.deref_names[(var - self.locals) as usize],
        }
    }

    /// Without restores, which look like assignments. None for a variable or stack entry that does not exist.
    fn plain_access(&mut self, flow: &Flow<'_>, i: u32) -> Option<Access> {
        let local = |id: u32| (id < self.locals).then_some(id);
        let deref = |id: u32| (id < flow.stream.deref_names.len() as u32).then_some(id);
        // Variables of enclosing functions are not variables of this one.
        let cell = |id: u32, access: fn(u32) -> Access| {
            let own = deref(id)? < flow.stream.cell_count;
            Some(if own { access(self.locals + id) } else { Access::None })
        };
        Some(match flow.op(i) {
            Op::LoadFast(id) => Access::Use(local(id.0)?),
            Op::StoreFast(id) => Access::Def(local(id.0)?),
            Op::DeleteFast(id) => Access::Del(local(id.0)?),
            Op::LoadFastAndClear(id) => self.save(local(id.0)?),
            Op::LoadDeref(id) | Op::LoadClosure(id) => cell(id.0, Access::Use)?,
            Op::StoreDeref(id) | Op::RestoreCell(id) => cell(id.0, Access::Def)?,
            Op::DeleteDeref(id) => cell(id.0, Access::Del)?,
            Op::MakeCell(id) => cell(id.0, Access::Clear)?,
            Op::SaveCell(id) => match cell(id.0, Access::Use)? {
                Access::Use(var) => self.save(var),
                _ => Access::None,
            },
            Op::Copy(0) | Op::Swap(0) => return None,
            _ => Access::None,
        })
    }

    fn save(&mut self, var: u32) -> Access {
        self.count += 1;
        self.saved.push(var);
        Access::Save { var, saved: self.count - 1 }
    }

    /// The cells that the function makes before all else begin with the parameters of their names.
    fn cells_of_parameters(&mut self, code: &CodeObject, flow: &Flow<'_>) {
        let params = &flow.stream.local_names[..(code.parameter_count() as usize).min(self.locals as usize)];
        for (i, instr) in flow.stream.instrs.iter().enumerate() {
            let Op::MakeCell(id) = instr.op else { break };
            let name = &flow.stream.deref_names[id.index()];
            let param = params.iter().position(|p| p == name);
            if let (Some(param), Some(cell)) = (param, self.cell_params.get_mut(id.index())) {
                *cell = Some(param as u32);
                self.access[i] = Access::None;
            }
        }
    }

    /// Makes of the accesses to variables that live in cells accesses to these. What is in a cell is known at run time only.
    pub(crate) fn share(&mut self, flow: &Flow<'_>, shared: &[bool]) {
        for (i, access) in self.access.iter_mut().enumerate() {
            *access = match (flow.op(i as u32), *access) {
                (Op::MakeCell(id), Access::Clear(var)) if shared[id.index()] => Access::Def(var),
                (Op::StoreDeref(id), Access::Def(var)) | (Op::DeleteDeref(id), Access::Del(var))
                    if shared[id.index()] =>
                {
                    Access::Use(var)
                }
                (_, access) => access,
            };
        }
    }

    /// Whether an instruction reads or writes what is in a cell.
    pub(crate) fn uses_cell(flow: &Flow<'_>, shared: &[bool], i: u32) -> bool {
        match flow.op(i) {
            Op::LoadDeref(id) | Op::StoreDeref(id) | Op::MakeCell(id) => shared.get(id.index()).is_some_and(|&s| s),
            _ => false,
        }
    }

    /// Finds out which assignments restore saved values, by following these over the stack.
    pub(crate) fn find_restores(&mut self, flow: &Flow<'_>, cfg: &Cfg) {
        if self.count == self.named {
            return;
        }
        let mut stacks: Vec<Option<Vec<u32>>> = vec![None; cfg.len()];
        stacks[0] = Some(Vec::new());
        for node in 0..cfg.len() as u32 {
            let Some(mut stack) = stacks[node as usize].clone() else {
                continue;
            };
            if let Some(handler) = cfg.nodes[node as usize].handler {
                let depth = cfg.nodes[handler as usize].depth_in as usize;
                stacks[handler as usize].get_or_insert_with(|| stack[..depth.min(stack.len())].to_vec());
            }
            self.follow(flow, cfg, node, &mut stack);
            for &succ in &cfg.nodes[node as usize].succs {
                let depth = cfg.nodes[succ as usize].depth_in as usize;
                let mut there = stack.clone();
                there.resize(depth, NONE);
                stacks[succ as usize].get_or_insert(there);
            }
        }
    }

    fn follow(&mut self, flow: &Flow<'_>, cfg: &Cfg, node: u32, stack: &mut Vec<u32>) {
        if !matches!(cfg.nodes[node as usize].head, Head::Plain) {
            stack.resize(cfg.nodes[node as usize].depth_out as usize, NONE);
        }
        for &i in cfg.code(node) {
            let depth = stack.len();
            match (flow.op(i), self.access[i as usize]) {
                (Op::Copy(n), _) => stack.push(stack[depth - *n as usize]),
                (Op::Swap(n), _) => stack.swap(depth - 1, depth - *n as usize),
                (_, Access::Save { saved, .. }) => stack.push(saved),
                (op, access) => {
                    let effect = stack_effect(op);
                    let top = stack.last().copied().unwrap_or(NONE);
                    if let Access::Def(var) = access
                        && self.is_save_of(top, var)
                    {
                        self.access[i as usize] = Access::Restore { var, saved: top };
                    }
                    stack.truncate(depth - effect.pops as usize);
                    stack.resize(depth - effect.pops as usize + effect.pushes as usize, NONE);
                }
            }
        }
    }

    fn is_save_of(&self, saved: u32, var: u32) -> bool {
        saved != NONE && self.saved[(saved - self.named) as usize] == var
    }
}

fn damaged(code: &CodeObject) -> Box<Diagnostic> {
    error::damaged(code, "an instruction has no operand", Default::default())
}
