//! Definite assignment: which reads find a variable that may be unbound.

use crate::bits::{self, BitRows};
use crate::cfg::Cfg;
use crate::flow::NONE;
use crate::vars::{Access, Vars};

/// What must be tested before a variable is read or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// Nothing: it is bound.
    Bound,
    /// Its flag.
    Flag,
    /// It is unbound on all paths.
    Unbound,
}

/// The result of the analysis.
pub(crate) struct Bound {
    /// For each instruction.
    pub(crate) checks: Vec<Check>,
    /// For each variable: whether it has a flag.
    pub(crate) flagged: Vec<bool>,
}

/// What may hold of the variables at a point.
#[derive(Clone)]
struct State {
    unbound: Vec<u64>,
    bound: Vec<u64>,
}

/// Which variables are bound at the function's start.
pub(crate) fn analyse(cfg: &Cfg, vars: &Vars, params: u32) -> Bound {
    let columns = vars.count as usize;
    let mut unbound = BitRows::new(cfg.len(), columns);
    let mut bound = BitRows::new(cfg.len(), columns);
    for var in 0..vars.count {
        let cell =
            var.checked_sub(vars.locals).and_then(|c| vars.cell_params.get(c as usize)).is_some_and(Option::is_some);
        let rows = if var < params || cell { &mut bound } else { &mut unbound };
        rows.set(0, var);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for node in 0..cfg.len() as u32 {
            let mut state = entry(&unbound, &bound, node);
            let data = &cfg.nodes[node as usize];
            if let Some(handler) = data.handler {
                changed |= spread(&mut unbound, &mut bound, handler, &state, node);
            }
            for &i in cfg.code(node) {
                step(&mut state, vars.access[i as usize]);
            }
            for &to in data.succs.iter().chain(&data.handler) {
                changed |= spread(&mut unbound, &mut bound, to, &state, node);
            }
        }
    }
    checks(cfg, vars, &unbound, &bound)
}

fn entry(unbound: &BitRows, bound: &BitRows, node: u32) -> State {
    State { unbound: unbound.row(node as usize).to_vec(), bound: bound.row(node as usize).to_vec() }
}

/// Adds a state to that of a block. Only a change of a block that stands before asks for another round.
fn spread(unbound: &mut BitRows, bound: &mut BitRows, to: u32, state: &State, from: u32) -> bool {
    let grown = unbound.union(to as usize, &state.unbound) | bound.union(to as usize, &state.bound);
    grown && to <= from
}

fn step(state: &mut State, access: Access) {
    match access {
        Access::None => {}
        Access::Use(var) | Access::Def(var) => put(state, var, false, true),
        Access::Del(var) | Access::Clear(var) => put(state, var, true, false),
        Access::Save { var, saved } => {
            copy(state, var, saved);
            put(state, var, true, false);
        }
        Access::Restore { var, saved } => copy(state, saved, var),
    }
}

fn put(state: &mut State, var: u32, unbound: bool, bound: bool) {
    bits::put(&mut state.unbound, var, unbound);
    bits::put(&mut state.bound, var, bound);
}

fn copy(state: &mut State, from: u32, to: u32) {
    put(state, to, bits::get(&state.unbound, from), bits::get(&state.bound, from));
}

fn checks(cfg: &Cfg, vars: &Vars, unbound: &BitRows, bound: &BitRows) -> Bound {
    let mut result = Bound { checks: vec![Check::Bound; vars.access.len()], flagged: vec![false; vars.count as usize] };
    for node in 0..cfg.len() as u32 {
        let mut state = entry(unbound, bound, node);
        for &i in cfg.code(node) {
            let access = vars.access[i as usize];
            if let Access::Use(var) | Access::Del(var) = access {
                let check = match (bits::get(&state.unbound, var), bits::get(&state.bound, var)) {
                    (false, _) => Check::Bound,
                    (true, true) => Check::Flag,
                    (true, false) => Check::Unbound,
                };
                result.flagged[var as usize] |= check == Check::Flag;
                result.checks[i as usize] = check;
            }
            step(&mut state, access);
        }
    }
    for access in &vars.access {
        if let Access::Save { var, saved } = *access {
            result.flagged[saved as usize] = result.flagged[var as usize];
        }
    }
    result
}

impl Bound {
    /// Numbers for the flags from `first`; `NONE` where there is no flag.
    pub(crate) fn number_flags(&self, first: u32) -> (Vec<u32>, u32) {
        let mut next = first;
        let number = |&flagged: &bool| {
            if !flagged {
                return NONE;
            }
            next += 1;
            next - 1
        };
        let flags = self.flagged.iter().map(number).collect();
        (flags, next)
    }
}
