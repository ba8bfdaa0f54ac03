//! Basic blocks of instructions.
//!
//! Inside of a protected region, blocks end where it matters to the handler: a block with a handler has instructions that can
//! raise, and neither assignments nor changes of stack entries that the handler keeps; these are in blocks without a handler. So
//! each of them is either before or after an edge to the handler, never on both sides.

use crate::error;
use crate::flow::{Flow, NONE, defines};
use coluber_base::{Diagnostic, Result};
use coluber_bytecode::{CodeObject, Op, stack_effect};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// What a block does before its first instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    /// Nothing.
    Plain,
    /// The function begins.
    Entry,
    /// Takes the item of the `ForIter` that it comes from.
    Item(u32),
    /// Takes the exception; the row of the exception table.
    Landing(u32),
}

/// A basic block.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) head: Head,
    /// Its instructions, a range of [`Cfg::code`].
    code: Range<usize>,
    /// Where control goes: for a `PopJumpIf` when the condition holds in its positive form, then when not; for a `ForIter` to the
    /// item, then to the end.
    pub(crate) succs: SmallVec<[u32; 2]>,
    /// The landing of exceptions.
    pub(crate) handler: Option<u32>,
    /// The stack's depth at the start.
    pub(crate) depth_in: u32,
    /// The stack's depth at the end, when control goes on without a jump.
    pub(crate) depth_out: u32,
    /// The stack below this depth is not touched.
    pub(crate) untouched: u32,
}

/// The graph of blocks that can be reached, in reverse postorder; the first is the entry.
pub(crate) struct Cfg {
    pub(crate) nodes: Vec<Node>,
    code: Vec<u32>,
    /// The blocks that go on to each block.
    pub(crate) preds: Lists,
    /// The blocks whose exceptions go to each block.
    pub(crate) raisers: Lists,
}

/// A list for each of a number of things.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// From pairs of a thing and an item. The order of the items of one thing is that of the pairs.
    pub(crate) fn new(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; count + 1];
        pairs.clone().for_each(|(of, _)| starts[of as usize + 1] += 1);
        for k in 0..count {
            starts[k + 1] += starts[k];
        }
        let mut places = starts.clone();
        let mut items = vec![0; starts[count] as usize];
        for (of, item) in pairs {
            let place = &mut places[of as usize];
            items[*place as usize] = item;
            *place += 1;
        }
        Lists { starts, items }
    }

    pub(crate) fn of(&self, k: u32) -> &[u32] {
        &self.items[self.starts[k as usize] as usize..self.starts[k as usize + 1] as usize]
    }
}

impl Cfg {
    /// Finds the blocks. `reads_raise` says of an instruction whether it reads a variable that may be unbound.
    pub(crate) fn new(code: &CodeObject, flow: &Flow<'_>, reads_raise: impl Fn(u32) -> bool) -> Result<Self> {
        let mut maker = Maker {
            flow,
            reads_raise,
            leaders: leaders(flow),
            node_of: vec![NONE; flow.next.len()],
            landing_of: vec![NONE; flow.landing.len()],
            nodes: Vec::new(),
            code: Vec::with_capacity(flow.next.len()),
            work: Vec::new(),
        };
        maker.entry();
        while let Some(work) = maker.work.pop() {
            maker.fill(work).ok_or_else(|| mismatch(code))?;
        }
        Ok(in_order(maker.nodes, maker.code))
    }

    /// The instructions of a block.
    pub(crate) fn code(&self, node: u32) -> &[u32] {
        &self.code[self.nodes[node as usize].code.clone()]
    }

    /// The number of blocks.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All blocks that control comes from, exceptions included.
    pub(crate) fn sources(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.preds.of(node).iter().chain(self.raisers.of(node)).copied()
    }
}

fn mismatch(code: &CodeObject) -> Box<Diagnostic> {
    error::damaged(code, "the value stack is damaged", Default::default())
}

/// The instructions that a block must begin at, whatever the handlers.
fn leaders(flow: &Flow<'_>) -> Vec<bool> {
    let mut seen = vec![false; flow.next.len()];
    let mut leads = vec![false; flow.next.len()];
    for i in 0..flow.next.len() {
        let (next, jump) = (flow.next[i], flow.jump[i]);
        if next != NONE {
            let again = std::mem::replace(&mut seen[next as usize], true);
            leads[next as usize] |= again || jump != NONE;
        }
        if jump != NONE {
            leads[jump as usize] = true;
        }
    }
    leads[flow.entry as usize] = true;
    flow.landing.iter().for_each(|&i| leads[i as usize] = true);
    leads
}

struct Maker<'f, 's, R> {
    flow: &'f Flow<'s>,
    reads_raise: R,
    leaders: Vec<bool>,
    node_of: Vec<u32>,
    landing_of: Vec<u32>,
    nodes: Vec<Node>,
    code: Vec<u32>,
    work: Vec<u32>,
}

/// What a block may still take in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Nothing so far can raise.
    Free { assigns: bool },
    /// It can raise; the row of the exception table, or `NONE`.
    Raises(u32),
}

impl<R: Fn(u32) -> bool> Maker<'_, '_, R> {
    fn entry(&mut self) {
        self.push(Head::Entry, 0);
        let first = self.node_at(self.flow.entry);
        self.nodes[0].succs.push(first);
    }

    fn push(&mut self, head: Head, depth: u32) -> u32 {
        let end = self.code.len();
        self.nodes.push(Node {
            head,
            code: end..end,
            succs: SmallVec::new(),
            handler: None,
            depth_in: depth,
            depth_out: depth,
            untouched: depth,
        });
        self.nodes.len() as u32 - 1
    }

    /// The block that begins with an instruction.
    fn node_at(&mut self, first: u32) -> u32 {
        if self.node_of[first as usize] == NONE {
            let node = self.push(Head::Plain, self.flow.depth[first as usize]);
            self.node_of[first as usize] = node;
            // The instructions are found later; their start is kept in the range until then.
            self.nodes[node as usize].code = first as usize..first as usize;
            self.work.push(node);
        }
        self.node_of[first as usize]
    }

    fn landing(&mut self, row: u32) -> u32 {
        if self.landing_of[row as usize] == NONE {
            let handler = self.flow.stream.exception_table[row as usize];
            let node = self.push(Head::Landing(row), handler.depth);
            self.landing_of[row as usize] = node;
            self.nodes[node as usize].depth_out = handler.entry_depth();
            let first = self.node_at(self.flow.landing[row as usize]);
            self.nodes[node as usize].succs.push(first);
        }
        self.landing_of[row as usize]
    }

    /// Finds the instructions of a block. None when it would pop more than there is.
    fn fill(&mut self, node: u32) -> Option<()> {
        let mut at = self.nodes[node as usize].code.start as u32;
        let start = self.code.len();
        let mut mode = Mode::Free { assigns: false };
        let mut untouched = self.nodes[node as usize].depth_in;
        let last = loop {
            self.code.push(at);
            mode = self.extend(mode, untouched, at)?;
            untouched = untouched.min(self.touched(at)?);
            let next = self.flow.next[at as usize];
            let ends = self.flow.jump[at as usize] != NONE || next == NONE || self.leaders[next as usize];
            if ends || self.extend(mode, untouched, next).is_none() {
                break at;
            }
            at = next;
        };
        let succs = self.succs(last);
        let handler = match mode {
            Mode::Raises(row) if row != NONE => Some(self.landing(row)),
            _ => None,
        };
        let effect = stack_effect(self.flow.op(last));
        let depth = self.flow.depth[last as usize].checked_sub(effect.pops)? + effect.pushes;
        let data = &mut self.nodes[node as usize];
        data.code = start..self.code.len();
        (data.succs, data.handler) = (succs, handler);
        (data.untouched, data.depth_out) = (untouched, depth);
        if let Op::ForIter { .. } = self.flow.op(last) {
            data.depth_out = data.depth_out.checked_sub(1)?;
        }
        Some(())
    }

    /// What a block may take in after an instruction; None when the instruction must be in another block. The block has not
    /// touched the stack below `untouched`.
    fn extend(&self, mode: Mode, untouched: u32, at: u32) -> Option<Mode> {
        let row = self.flow.handler[at as usize];
        let raises = self.flow.can_raise(at) || (self.reads_raise)(at);
        match mode {
            Mode::Free { assigns } if raises => {
                let keeps = !assigns && untouched >= self.kept_depth(row);
                (row == NONE || keeps).then_some(Mode::Raises(row))
            }
            Mode::Free { assigns } => Some(Mode::Free { assigns: assigns || defines(self.flow.op(at)) }),
            Mode::Raises(own) if raises => (own == row).then_some(mode),
            Mode::Raises(NONE) => Some(mode),
            Mode::Raises(own) => {
                let keeps = !defines(self.flow.op(at)) && self.touched(at)? >= self.kept_depth(own);
                keeps.then_some(mode)
            }
        }
    }

    /// How much of the stack a handler keeps.
    fn kept_depth(&self, row: u32) -> u32 {
        self.flow.stream.exception_table.get(row as usize).map_or(0, |handler| handler.depth)
    }

    /// The least depth that an instruction reaches down to.
    fn touched(&self, at: u32) -> Option<u32> {
        let depth = self.flow.depth[at as usize];
        match self.flow.op(at) {
            Op::Swap(n) => depth.checked_sub(*n),
            // The iterator stays; its block for the item replaces it.
            Op::ForIter { .. } => Some(depth),
            op => depth.checked_sub(stack_effect(op).pops),
        }
    }

    fn succs(&mut self, last: u32) -> SmallVec<[u32; 2]> {
        let (next, jump) = (self.flow.next[last as usize], self.flow.jump[last as usize]);
        match *self.flow.op(last) {
            Op::ForIter { .. } | Op::Send { .. } => smallvec![self.item(last), self.node_at(jump)],
            Op::PopJumpIf { when, .. } => {
                let mut targets = self.flow.branches(last, when);
                targets.iter_mut().for_each(|t| *t = self.node_at(*t));
                SmallVec::from_slice(&targets)
            }
            _ if next == NONE => smallvec![],
            _ => smallvec![self.node_at(next)],
        }
    }

    fn item(&mut self, at: u32) -> u32 {
        let depth = self.flow.depth[at as usize];
        // The item of a loop comes on top of the stack, that of a `yield from` in the place of the value that was sent.
        let (below, above) = if let Op::Send { .. } = self.flow.op(at) { (2, 0) } else { (1, 1) };
        let node = self.push(Head::Item(at), depth);
        let row = self.flow.handler[at as usize];
        let body = self.node_at(self.flow.next[at as usize]);
        let handler = (row != NONE).then(|| self.landing(row));
        let data = &mut self.nodes[node as usize];
        data.succs.push(body);
        data.handler = handler;
        data.depth_out = depth + above;
        data.untouched = depth.saturating_sub(below);
        node
    }
}

/// Brings the blocks in reverse postorder.
fn in_order(mut nodes: Vec<Node>, code: Vec<u32>) -> Cfg {
    let order = reverse_postorder(&nodes);
    let mut number = vec![NONE; nodes.len()];
    order.iter().enumerate().for_each(|(k, &node)| number[node as usize] = k as u32);
    let mut sorted = Vec::with_capacity(order.len());
    for &node in &order {
        let data = &mut nodes[node as usize];
        sorted.push(Node { code: data.code.clone(), succs: std::mem::take(&mut data.succs), ..*data });
    }
    for node in &mut sorted {
        node.succs.iter_mut().for_each(|s| *s = number[*s as usize]);
        node.handler = node.handler.map(|h| number[h as usize]);
    }
    let numbered = || sorted.iter().enumerate().map(|(k, node)| (k as u32, node));
    let preds = Lists::new(sorted.len(), numbered().flat_map(|(k, node)| node.succs.iter().map(move |&s| (s, k))));
    let raisers = Lists::new(sorted.len(), numbered().filter_map(|(k, node)| Some((node.handler?, k))));
    Cfg { nodes: sorted, code, preds, raisers }
}

fn reverse_postorder(nodes: &[Node]) -> Vec<u32> {
    let mut order = Vec::with_capacity(nodes.len());
    let mut seen = vec![false; nodes.len()];
    seen[0] = true;
    let mut stack = vec![(0u32, 0usize)];
    while let Some((node, edge)) = stack.last_mut() {
        let data = &nodes[*node as usize];
        match data.handler.iter().chain(data.succs.iter().rev()).nth(*edge) {
            Some(&to) => {
                *edge += 1;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    stack.push((to, 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
