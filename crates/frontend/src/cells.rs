//! Which variables inner functions share with the function that has them.
//!
//! A variable that keeps its value once an inner function has captured it is captured by value. One that gets another value afterwards, or
//! one that inner functions assign to, lives in a cell.

use crate::cfg::Cfg;
use crate::flow::{Flow, NONE};
use crate::groups::{self, Group};
use crate::vars::{Access, Vars};
use coluber_base::{Name, Result};
use coluber_bytecode::{CodeObject, Const, DerefId, Op, Stream};
use std::sync::Arc;

/// Gives the streams of inner functions.
pub(crate) type Decode<'a> = dyn Fn(&CodeObject) -> Result<Stream> + 'a;

/// How many instructions lie between a captured variable and the code that captures it, at most.
const NEAR: usize = 512;

/// What is known of the function's own cells.
#[derive(Default)]
pub(crate) struct Cells {
    /// For each of them, whether it is shared.
    pub(crate) shared: Vec<bool>,
    /// The instructions that capture a function for itself, which calls itself by it, or for one of its group.
    pub(crate) own_names: Vec<u32>,
    /// Inner functions that call each other.
    pub(crate) groups: Vec<Group>,
}

/// Finds the variables that are shared.
pub(crate) fn find(flow: &Flow<'_>, cfg: &Cfg, vars: &Vars, decode: Option<&Decode<'_>>) -> Result<Cells> {
    let count = flow.stream.cell_count;
    let mut cells =
        Cells { shared: vec![false; count as usize], own_names: Vec::new(), groups: groups::find(flow, vars) };
    for i in 0..flow.next.len() as u32 {
        let &Op::LoadClosure(id) = flow.op(i) else { continue };
        if id.0 >= count {
            continue;
        }
        let Some((inner, at)) = captured_by(flow, i) else { continue };
        let name = &flow.stream.deref_names[id.index()];
        if calls_itself(flow, vars, id, inner, at) || cells.groups.iter().any(|group| group.joins(inner, name)) {
            cells.own_names.push(i);
            continue;
        }
        let changes = !is_comprehension(inner) && is_assigned_after(cfg, vars, i, vars.locals + id.0);
        cells.shared[id.index()] |= changes || assigns(inner, name, decode)?;
    }
    for group in &cells.groups {
        share_late(group, flow, cfg, vars, &mut cells.shared);
    }
    Ok(cells)
}

/// Shares the variables that functions of a group capture and that have no value yet where the first of them is made: each carries what all do.
fn share_late(group: &Group, flow: &Flow<'_>, cfg: &Cfg, vars: &Vars, shared: &mut [bool]) {
    let makes_one = |i: &u32| matches!(flow.op(*i), Op::LoadConst(Const::Code(code)) if group.has(code));
    let Some(first) = (0..flow.next.len() as u32).find(makes_one) else { return };
    for (id, name) in flow.stream.deref_names.iter().enumerate().take(shared.len()) {
        if group.captured.contains(name) {
            shared[id] |= is_assigned_after(cfg, vars, first, vars.locals + id as u32);
        }
    }
}

/// The code of the function that captures what an instruction loads, and where it is loaded.
fn captured_by<'s>(flow: &Flow<'s>, from: u32) -> Option<(&'s Arc<CodeObject>, u32)> {
    let mut at = from;
    for _ in 0..NEAR {
        at = flow.next[at as usize];
        if at == NONE {
            return None;
        }
        if let Op::LoadConst(Const::Code(code)) = flow.op(at) {
            return Some((code, at));
        }
    }
    None
}

/// Whether the function with this code is assigned to the variable at once, and nothing else ever is.
fn calls_itself(flow: &Flow<'_>, vars: &Vars, id: DerefId, inner: &CodeObject, at: u32) -> bool {
    let var = vars.locals + id.0;
    let is_only = vars.access.iter().filter(|access| **access == Access::Def(var)).count() == 1;
    let mut at = at;
    for _ in 0..4 {
        at = match flow.next.get(at as usize) {
            Some(&next) if next != NONE => next,
            _ => return false,
        };
        if *flow.op(at) == Op::StoreDeref(id) {
            return is_only && *inner.name == *flow.stream.deref_names[id.index()];
        }
        if !matches!(flow.op(at), Op::MakeFunction(_)) {
            return false;
        }
    }
    false
}

/// Whether an inner function, or one in it, assigns to a variable of the function around it.
fn assigns(code: &CodeObject, name: &Name, decode: Option<&Decode<'_>>) -> Result<bool> {
    let (Some(decode), true) = (decode, code.free_names.iter().any(|free| free == name)) else {
        return Ok(false);
    };
    let stream = decode(code)?;
    for instr in &stream.instrs {
        match &instr.op {
            Op::StoreDeref(id) | Op::DeleteDeref(id)
                if id.0 >= stream.cell_count && stream.deref_names[id.index()] == *name =>
            {
                return Ok(true);
            }
            Op::LoadConst(Const::Code(inner)) if assigns(inner, name, Some(decode))? => return Ok(true),
            _ => {}
        }
    }
    Ok(false)
}

/// Whether the function is called where it is made, and not again.
fn is_comprehension(code: &CodeObject) -> bool {
    matches!(&*code.name, "<listcomp>" | "<setcomp>" | "<dictcomp>" | "<genexpr>")
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
