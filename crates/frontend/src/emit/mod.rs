//! Emission: walks the dominator tree with the values of variables and stack entries, and appends operations to the IR's blocks.

mod calls;
mod closures;
mod displays;
mod exceptions;
mod generators;
mod named;
mod ops;
mod variables;

use crate::bound::Bound;
use crate::cells::Cells;
use crate::cfg::{Cfg, Head};
use crate::dom::Dominators;
use crate::error;
use crate::flow::Flow;
use crate::live::{Columns, Live};
use crate::place::Placement;
use crate::vars::Vars;
use crate::{Assignments, Lowered, constant};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_bytecode::{CodeObject, Op as Raw};
use coluber_ir::py::Op;
use coluber_ir::{Block, Const, Inst, Slot, Target, Terminator, Untyped, Value};
use coluber_types::Ty;
use cranelift_entity::{EntitySet, SecondaryMap};
use displays::Display;
use smallvec::SmallVec;
use std::sync::Arc;

/// A few operands.
type Args = SmallVec<[Value; 4]>;

/// What a variable or a stack entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// Nothing that is known: an unbound variable, or a stack entry that nothing may use.
    None,
    /// A value.
    Value(Value),
    /// The constant that an instruction loads; it becomes a value where it is used.
    Const(u32),
}

/// The results of all analyses.
pub(crate) struct Input<'a> {
    pub(crate) code: &'a CodeObject,
    pub(crate) flow: &'a Flow<'a>,
    pub(crate) cfg: &'a Cfg,
    pub(crate) vars: &'a Vars,
    pub(crate) bound: &'a Bound,
    pub(crate) columns: &'a Columns,
    pub(crate) live: &'a Live,
    pub(crate) placement: &'a Placement,
    pub(crate) cells: &'a Cells,
    pub(crate) assignments: Assignments<'a>,
}

/// Values that are made at the function's start, in case that they are needed.
#[derive(Clone, Copy)]
struct Shared {
    yes: Value,
    no: Value,
    undef: Value,
}

struct Emitter<'a> {
    input: Input<'a>,
    func: Untyped,
    /// The IR's block of each block.
    blocks: Vec<Block>,
    slots: Vec<Option<Slot>>,
    shared: Option<Shared>,
    /// The present contents of each column; undone by `log` when the walk leaves a part of the tree.
    current: Vec<Entry>,
    log: Vec<(u32, Entry)>,
    stack: Vec<Entry>,
    /// What the last instruction of the block branches on.
    condition: Option<Value>,
    block: Block,
    span: Span,
    /// The instruction that is being emitted.
    at: u32,
    definitions: SecondaryMap<Value, Option<Inst>>,
    displays: Vec<Display>,
    /// What adds a pair to a dict display, once.
    map_steps: EntitySet<Inst>,
    /// Managers whose `with` blocks were entered.
    managers: Vec<Value>,
    /// Calls that end such blocks if what they call is a manager on all ways.
    exits: Vec<Inst>,
    /// Instructions whose work others have taken over.
    dropped: EntitySet<Inst>,
    removable: EntitySet<Inst>,
    nested: Vec<Arc<CodeObject>>,
    /// What stands for functions that capture themselves.
    own_names: Vec<Value>,
}

/// The function as first emitted, and the instructions that may go when their results are not used.
pub(crate) struct Emitted {
    pub(crate) lowered: Lowered,
    pub(crate) removable: EntitySet<Inst>,
}

pub(crate) fn emit(input: Input<'_>, doms: &Dominators) -> Result<Emitted> {
    let mut emitter = Emitter::new(input);
    emitter.walk(doms)?;
    emitter.join_exits();
    emitter.drop_instructions();
    Ok(Emitted { lowered: Lowered { function: emitter.func, nested: emitter.nested }, removable: emitter.removable })
}

impl<'a> Emitter<'a> {
    fn new(input: Input<'a>) -> Self {
        let mut func = Untyped::new(input.code.qualname.clone());
        let blocks: Vec<Block> = (0..input.cfg.len()).map(|_| func.add_block()).collect();
        let deepest = input.cfg.nodes.iter().map(|n| n.depth_in.max(n.depth_out)).max().unwrap_or(0);
        let columns = (input.columns.count + deepest) as usize;
        let mut emitter = Emitter {
            block: blocks[0],
            blocks,
            slots: vec![None; input.columns.count as usize],
            shared: None,
            current: vec![Entry::None; columns],
            log: Vec::new(),
            stack: Vec::new(),
            condition: None,
            span: Span::default(),
            at: 0,
            definitions: SecondaryMap::new(),
            displays: Vec::new(),
            map_steps: EntitySet::new(),
            managers: Vec::new(),
            exits: Vec::new(),
            dropped: EntitySet::new(),
            removable: EntitySet::new(),
            nested: Vec::new(),
            own_names: Vec::new(),
            func,
            input,
        };
        emitter.add_slots();
        emitter
    }

    fn add_slots(&mut self) {
        let named = self.input.vars.named;
        for column in 0..self.slots.len() as u32 {
            if !self.input.placement.slots[column as usize] {
                continue;
            }
            let name = if column < named {
                self.input.vars.name(self.input.flow, column).clone()
            } else {
                Name::from("bound")
            };
            self.slots[column as usize] = Some(self.func.add_slot(Ty::undefined(), name));
        }
    }

    /// Visits the blocks so that each comes after the block that dominates it, with that one's variables.
    fn walk(&mut self, doms: &Dominators) -> Result<()> {
        enum Step {
            Enter(u32),
            Leave(usize),
        }
        let mut steps = vec![Step::Enter(0)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(node) => {
                    steps.push(Step::Leave(self.log.len()));
                    self.node(node)?;
                    steps.extend(doms.children.of(node).iter().rev().map(|&child| Step::Enter(child)));
                }
                Step::Leave(mark) => {
                    for (column, entry) in self.log.drain(mark..).rev() {
                        self.current[column as usize] = entry;
                    }
                }
            }
        }
        Ok(())
    }

    fn node(&mut self, node: u32) -> Result<()> {
        self.block = self.blocks[node as usize];
        let data = &self.input.cfg.nodes[node as usize];
        self.func.blocks[self.block].handler = data.handler.map(|h| self.blocks[h as usize]);
        self.enter(node);
        let head = data.head;
        self.head(node, head)?;
        let input = self.input.cfg;
        for &i in input.code(node) {
            self.at = i;
            self.set_span(i);
            self.instruction(i)?;
        }
        self.leave(node)
    }

    /// Sets the parameters and the stack at a block's start.
    fn enter(&mut self, node: u32) {
        let placement = self.input.placement;
        for &column in &placement.params[node as usize] {
            let name = (column < self.input.vars.named).then(|| self.input.vars.name(self.input.flow, column).clone());
            let value = self.func.add_param(self.block, Ty::undefined(), name);
            self.write(column, Entry::Value(value));
        }
        for &depth in &placement.lost[node as usize] {
            self.write(self.input.columns.count + depth, Entry::None);
        }
        let base = self.input.columns.count as usize;
        let depth = self.input.cfg.nodes[node as usize].depth_in as usize;
        self.stack.clear();
        self.stack.extend_from_slice(&self.current[base..base + depth]);
    }

    fn head(&mut self, node: u32, head: Head) -> Result<()> {
        match head {
            Head::Plain => Ok(()),
            Head::Entry => {
                self.entry();
                Ok(())
            }
            Head::Item(at) => {
                self.at = at;
                self.set_span(at);
                self.item()
            }
            Head::Landing(row) => {
                self.landing(row);
                self.load_slots(node);
                Ok(())
            }
        }
    }

    fn set_span(&mut self, i: u32) {
        self.span = error::span(&self.input.flow.instr(i).span);
    }

    /// Keeps the stack for the blocks that follow, and ends the block unless its last instruction did.
    fn leave(&mut self, node: u32) -> Result<()> {
        let cfg = self.input.cfg;
        let data = &cfg.nodes[node as usize];
        if self.stack.len() != data.depth_out as usize && !data.succs.is_empty() {
            return Err(self.damaged("the value stack is damaged"));
        }
        for depth in data.untouched.min(data.depth_out)..data.depth_out {
            let Some(&entry) = self.stack.get(depth as usize) else {
                break;
            };
            self.write(self.input.columns.count + depth, entry);
        }
        match (self.condition.take(), &data.succs[..]) {
            (Some(cond), &[then, otherwise]) => {
                let then = self.target(then);
                let otherwise = self.target(otherwise);
                self.terminate(Terminator::Branch { cond, then, otherwise });
            }
            (_, &[next]) => {
                let target = self.target(next);
                self.terminate(Terminator::Jump(target));
            }
            _ => {}
        }
        Ok(())
    }

    fn target(&mut self, node: u32) -> Target {
        let placement = self.input.placement;
        let args = placement.params[node as usize].iter().map(|&column| self.argument(column)).collect();
        Target { block: self.blocks[node as usize], args }
    }

    /// The present contents of a column as a value, whatever it is.
    fn argument(&mut self, column: u32) -> Value {
        match self.current[column as usize] {
            Entry::Value(value) => value,
            Entry::Const(i) => self.constant_of(i),
            Entry::None => self.shared().undef,
        }
    }

    fn write(&mut self, column: u32, entry: Entry) {
        let old = std::mem::replace(&mut self.current[column as usize], entry);
        self.log.push((column, old));
    }

    // Stack.

    fn push(&mut self, value: Value) {
        self.stack.push(Entry::Value(value));
    }

    fn pop_entry(&mut self) -> Result<Entry> {
        self.stack.pop().ok_or_else(|| self.damaged("the value stack is empty"))
    }

    fn pop(&mut self) -> Result<Value> {
        let entry = self.pop_entry()?;
        self.value_of(entry)
    }

    /// Pops the last of them first, and gives them in the order in which they were pushed.
    fn pop_many(&mut self, count: u32) -> Result<Args> {
        let first = self.stack.len().checked_sub(count as usize);
        let first = first.ok_or_else(|| self.damaged("the value stack is empty"))?;
        let entries: SmallVec<[Entry; 8]> = self.stack.drain(first..).collect();
        entries.into_iter().map(|entry| self.value_of(entry)).collect()
    }

    /// The place of the n-th entry from the top.
    fn place(&self, n: u32) -> Result<usize> {
        let place = self.stack.len().checked_sub(n as usize).filter(|_| n > 0);
        place.ok_or_else(|| self.damaged("the value stack is empty"))
    }

    fn value_of(&mut self, entry: Entry) -> Result<Value> {
        match entry {
            Entry::Value(value) => Ok(value),
            Entry::Const(i) => Ok(self.constant_of(i)),
            Entry::None => Err(self.damaged("a value that is not known is used")),
        }
    }

    // Instructions.

    fn inst(&mut self, op: Op, args: &[Value], results: usize) -> Inst {
        let types: SmallVec<[Ty; 4]> = SmallVec::from_elem(Ty::undefined(), results);
        let inst = self.func.make_inst(op, args, &types, self.span);
        self.func.blocks[self.block].insts.push(inst);
        for &value in &self.func.insts[inst].results {
            self.definitions[value] = Some(inst);
        }
        inst
    }

    fn value(&mut self, op: Op, args: &[Value]) -> Value {
        let inst = self.inst(op, args, 1);
        self.func.result(inst)
    }

    fn effect(&mut self, op: Op, args: &[Value]) {
        self.inst(op, args, 0);
    }

    /// Pops operands and pushes the result.
    fn apply(&mut self, op: Op, pops: u32) -> Result<()> {
        let args = self.pop_many(pops)?;
        let value = self.value(op, &args);
        self.push(value);
        Ok(())
    }

    fn terminate(&mut self, term: Terminator) {
        let data = &mut self.func.blocks[self.block];
        data.term = term;
        data.term_span = self.span;
    }

    /// The operation that made a value, if it isn't a parameter.
    fn made_by(&self, value: Value) -> Option<(Inst, &Op)> {
        let inst = self.definitions[value]?;
        Some((inst, &self.func.insts[inst].op))
    }

    fn constant(&mut self, value: Const) -> Value {
        self.value(Op::Const { value }, &[])
    }

    fn constant_of(&mut self, i: u32) -> Value {
        let Raw::LoadConst(raw) = self.input.flow.op(i) else {
            return self.constant(Const::None);
        };
        let span = std::mem::replace(&mut self.span, error::span(&self.input.flow.instr(i).span));
        let value = match constant::convert(raw, &mut self.nested) {
            Ok(value) => self.constant(value),
            Err(name) => self.unsupported_value(&format!("a constant of type '{name}'"), &[]),
        };
        self.span = span;
        value
    }

    /// Reports a construct when control comes here.
    fn unsupported_value(&mut self, what: &str, args: &[Value]) -> Value {
        self.value(Op::Unsupported { what: what.into() }, args)
    }

    /// Reports a construct that pops and pushes; what it pushes has no meaning.
    fn unsupported(&mut self, what: &str, pops: u32, pushes: u32) -> Result<()> {
        let first = self.stack.len().checked_sub(pops as usize);
        let first = first.ok_or_else(|| self.damaged("the value stack is empty"))?;
        self.stack.truncate(first);
        let value = self.unsupported_value(what, &[]);
        self.stack.extend(std::iter::repeat_n(Entry::Value(value), pushes as usize));
        Ok(())
    }

    fn shared(&self) -> Shared {
        self.shared.expect("the entry is emitted first")
    }

    fn damaged(&self, what: &str) -> Box<Diagnostic> {
        error::damaged(self.input.code, what, self.span)
    }

    fn drop_instructions(&mut self) {
        let dropped = &self.dropped;
        if dropped.is_empty() {
            return;
        }
        for (_, block) in self.func.blocks.iter_mut() {
            block.insts.retain(|&inst| !dropped.contains(inst));
        }
    }
}
