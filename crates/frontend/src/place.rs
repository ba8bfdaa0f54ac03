//! Where values meet: which blocks take a variable or stack entry as a parameter, and which variables live in slots.
//!
//! Parameters are placed at the iterated dominance frontier of the assignments, where the variable is needed. A handler can't have
//! parameters: a variable that would need one there is stored in a slot by each assignment, too, and handlers, which read it there, assign
//! to it. So what a variable holds between an assignment and a read that no handler comes before has a type of its own. A stack entry that
//! would need a parameter in a handler is lost; compilers make no code that uses such an entry.

use crate::cfg::{Cfg, Head};
use crate::dom::Dominators;
use crate::flow::NONE;
use crate::live::{Columns, Live};
use crate::vars::{Access, Vars};
use smallvec::SmallVec;

/// What is where. Columns are variables, flags, then stack entries by depth.
pub(crate) struct Placement {
    /// For each block the columns that are its parameters, in ascending order.
    pub(crate) params: Vec<SmallVec<[u32; 4]>>,
    /// For each variable and flag, whether it has a slot.
    pub(crate) slots: Vec<bool>,
    /// For each handler the columns that it reads from their slots, in ascending order.
    pub(crate) loads: Vec<SmallVec<[u32; 4]>>,
    /// For each block the depths of the stack entries that are lost at its start.
    pub(crate) lost: Vec<SmallVec<[u32; 2]>>,
}

/// A column and a block that changes it.
type Change = (u32, u32);

struct Placer<'a> {
    cfg: &'a Cfg,
    doms: &'a Dominators,
    live: &'a Live,
    columns: u32,
    result: Placement,
    /// The last search that saw each block, and the number of the present one.
    seen: Vec<u32>,
    search: u32,
    work: Vec<u32>,
}

pub(crate) fn place(cfg: &Cfg, vars: &Vars, columns: &Columns, live: &Live, doms: &Dominators) -> Placement {
    let mut placer = Placer {
        cfg,
        doms,
        live,
        columns: columns.count,
        result: Placement {
            params: vec![SmallVec::new(); cfg.len()],
            slots: vec![false; columns.count as usize],
            loads: vec![SmallVec::new(); cfg.len()],
            lost: vec![SmallVec::new(); cfg.len()],
        },
        seen: vec![0; cfg.len()],
        search: 0,
        work: Vec::new(),
    };
    let mut changes = changes(cfg, vars, columns, live);
    changes.extend(placer.lose_touched());
    changes.sort_unstable();
    changes.dedup();
    for group in changes.chunk_by(|a, b| a.0 == b.0) {
        placer.column(group);
    }
    placer.result
}

/// All changes of variables, flags and stack entries.
fn changes(cfg: &Cfg, vars: &Vars, columns: &Columns, live: &Live) -> Vec<Change> {
    let mut changes = Vec::new();
    for (k, node) in cfg.nodes.iter().enumerate() {
        let k = k as u32;
        for &i in cfg.code(k) {
            let mut change = |var: u32, value: bool| {
                if value && var < vars.named {
                    changes.push((var, k));
                }
                let flag = columns.flags[var as usize];
                if flag != NONE {
                    changes.push((flag, k));
                }
            };
            match vars.access[i as usize] {
                Access::None | Access::Use(_) => {}
                Access::Def(var) | Access::Restore { var, .. } => change(var, live.needed[i as usize]),
                Access::Del(var) | Access::Clear(var) => change(var, true),
                Access::Save { var, saved } => {
                    change(var, true);
                    change(saved, false);
                }
            }
        }
        changes.extend((node.untouched..node.depth_out).map(|depth| (columns.count + depth, k)));
    }
    changes
}

impl Placer<'_> {
    /// Stack entries that a block with a handler changes are lost in the handler.
    fn lose_touched(&mut self) -> Vec<Change> {
        let mut changes = Vec::new();
        for node in &self.cfg.nodes {
            let Some(handler) = node.handler else {
                continue;
            };
            let depth = self.cfg.nodes[handler as usize].depth_in;
            for lost in node.untouched..depth {
                self.lose(handler, lost);
                changes.push((self.columns + lost, handler));
            }
        }
        changes
    }

    fn lose(&mut self, handler: u32, depth: u32) {
        let lost = &mut self.result.lost[handler as usize];
        if !lost.contains(&depth) {
            lost.push(depth);
        }
    }

    fn is_needed(&self, column: u32, node: u32) -> bool {
        match column.checked_sub(self.columns) {
            Some(depth) => depth < self.cfg.nodes[node as usize].depth_in,
            None => self.live.at_start.get(node as usize, column),
        }
    }

    fn column(&mut self, changes: &[Change]) {
        let column = changes[0].0;
        let mut assignments: Vec<u32> = changes.iter().map(|change| change.1).collect();
        let is_variable = column < self.columns;
        if is_variable && (self.is_changed_under_handler(changes) || self.frontier(column, &assignments).is_none()) {
            self.result.slots[column as usize] = true;
            self.load_in_handlers(column, &mut assignments);
        }
        for block in self.frontier(column, &assignments).unwrap_or_default() {
            self.result.params[block as usize].push(column);
        }
    }

    /// Handlers that need the variable assign to it.
    fn load_in_handlers(&mut self, column: u32, assignments: &mut Vec<u32>) {
        for node in 0..self.cfg.len() as u32 {
            let is_handler = matches!(self.cfg.nodes[node as usize].head, Head::Landing(_));
            if is_handler && self.is_needed(column, node) {
                self.result.loads[node as usize].push(column);
                assignments.push(node);
            }
        }
    }

    /// Whether a block changes the variable and has a handler that needs it.
    fn is_changed_under_handler(&self, changes: &[Change]) -> bool {
        changes.iter().any(|&(column, node)| {
            self.cfg.nodes[node as usize].handler.is_some_and(|handler| self.is_needed(column, handler))
        })
    }

    /// The blocks that need a parameter; None when a handler is among them that does not assign itself.
    fn frontier(&mut self, column: u32, assignments: &[u32]) -> Option<Vec<u32>> {
        let mut blocks = Vec::new();
        self.work.clear();
        self.work.extend_from_slice(assignments);
        self.search += 1;
        while let Some(node) = self.work.pop() {
            for &join in self.doms.frontier.of(node) {
                if self.seen[join as usize] == self.search || !self.is_needed(column, join) {
                    continue;
                }
                self.seen[join as usize] = self.search;
                match (self.cfg.nodes[join as usize].head, column.checked_sub(self.columns)) {
                    (Head::Landing(_), None) if assignments.contains(&join) => continue,
                    (Head::Landing(_), None) => return None,
                    (Head::Landing(_), Some(depth)) => self.lose(join, depth),
                    _ => blocks.push(join),
                }
                self.work.push(join);
            }
        }
        Some(blocks)
    }
}
