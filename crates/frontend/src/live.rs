//! Which variables and flags are needed at the start of each block.

use crate::bits::{self, BitRows};
use crate::bound::{Bound, Check};
use crate::cfg::Cfg;
use crate::flow::NONE;
use crate::vars::{Access, Vars};

/// The result of the analysis.
pub(crate) struct Live {
    /// For each block: what is needed at its start; a column for each variable, then for each flag.
    pub(crate) at_start: BitRows,
    /// For each instruction that assigns, saves or restores: whether the value is needed afterwards.
    pub(crate) needed: Vec<bool>,
}

/// The numbers of the flags of the variables, and the number of columns.
pub(crate) struct Columns {
    /// For each variable its flag, or `NONE`.
    pub(crate) flags: Vec<u32>,
    /// How many variables and flags there are.
    pub(crate) count: u32,
}

struct Analysis<'a> {
    cfg: &'a Cfg,
    vars: &'a Vars,
    bound: &'a Bound,
    columns: &'a Columns,
    live: Live,
}

pub(crate) fn analyse(cfg: &Cfg, vars: &Vars, bound: &Bound, columns: &Columns) -> Live {
    let live =
        Live { at_start: BitRows::new(cfg.len(), columns.count as usize), needed: vec![false; vars.access.len()] };
    let mut analysis = Analysis { cfg, vars, bound, columns, live };
    let mut row = vec![0; (columns.count as usize).div_ceil(64)];
    let mut changed = true;
    while changed {
        changed = false;
        for node in (0..cfg.len() as u32).rev() {
            let grown = analysis.node(node, &mut row);
            let loops = || cfg.sources(node).any(|source| source >= node);
            changed |= grown && loops();
        }
    }
    analysis.live
}

impl Analysis<'_> {
    fn node(&mut self, node: u32, row: &mut [u64]) -> bool {
        row.fill(0);
        let data = &self.cfg.nodes[node as usize];
        for &to in data.succs.iter().chain(&data.handler) {
            merge(row, self.live.at_start.row(to as usize));
        }
        for &i in self.cfg.code(node).iter().rev() {
            self.step(row, i as usize);
        }
        if let Some(handler) = data.handler {
            merge(row, self.live.at_start.row(handler as usize));
        }
        self.live.at_start.union(node as usize, row)
    }

    fn step(&mut self, row: &mut [u64], i: usize) {
        let check = self.bound.checks[i];
        match self.vars.access[i] {
            Access::None => {}
            Access::Use(var) => {
                bits::set(row, var);
                self.set_flag(row, var, check);
            }
            Access::Def(var) => {
                self.live.needed[i] = bits::get(row, var);
                self.kill(row, var);
            }
            Access::Del(var) => {
                self.kill(row, var);
                self.set_flag(row, var, check);
            }
            Access::Clear(var) => self.kill(row, var),
            Access::Save { var, saved } => {
                self.live.needed[i] = bits::get(row, saved);
                self.kill(row, var);
                self.copy(row, saved, var);
            }
            Access::Restore { var, saved } => {
                self.live.needed[i] = bits::get(row, var);
                self.copy(row, var, saved);
            }
        }
    }

    fn set_flag(&self, row: &mut [u64], var: u32, check: Check) {
        if check == Check::Flag {
            bits::set(row, self.columns.flags[var as usize]);
        }
    }

    fn kill(&self, row: &mut [u64], var: u32) {
        bits::clear(row, var);
        let flag = self.columns.flags[var as usize];
        if flag != NONE {
            bits::clear(row, flag);
        }
    }

    /// Moves the need of one variable to another.
    fn copy(&self, row: &mut [u64], from: u32, to: u32) {
        bits::put(row, to, bits::get(row, from));
        let (from_flag, to_flag) = (self.columns.flags[from as usize], self.columns.flags[to as usize]);
        if from_flag != NONE && to_flag != NONE {
            bits::put(row, to_flag, bits::get(row, from_flag));
        }
        self.kill(row, from);
    }
}

fn merge(row: &mut [u64], from: &[u64]) {
    row.iter_mut().zip(from).for_each(|(word, &new)| *word |= new);
}
