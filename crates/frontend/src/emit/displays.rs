//! Displays: lists and sets that are made in steps, and tuples that are made through lists.

use super::{Args, Emitter, Entry};
use coluber_base::{Name, Result};
use coluber_bytecode::{Const as RawConst, Op as Raw};
use coluber_ir::py::Op;
use coluber_ir::{Const, Inst, Value};

/// How many instructions back an equal slice is looked for.
const NEAR: usize = 12;

/// A list that is being made in steps, and what it holds so far.
#[derive(Clone, Debug)]
pub(super) struct Display {
    list: Value,
    /// The instruction that makes it.
    made: Inst,
    /// The instructions that add to it.
    steps: Vec<Inst>,
    /// Its parts, and whether each is starred.
    parts: Vec<(bool, Value)>,
}

impl Emitter<'_> {
    pub(super) fn build_list(&mut self, count: u32) -> Result<()> {
        let args = self.pop_many(count)?;
        self.list_of(&args);
        Ok(())
    }

    /// The parts of an f-string; empty ones say nothing.
    pub(super) fn build_string(&mut self, count: u32) -> Result<()> {
        let mut parts = self.pop_many(count)?;
        parts.retain(|part| !self.is_empty_text(*part));
        let text = match parts[..] {
            [only] => only,
            _ => self.value(Op::BuildString {}, &parts),
        };
        self.push(text);
        Ok(())
    }

    fn is_empty_text(&self, value: Value) -> bool {
        matches!(self.made_by(value), Some((_, Op::Const { value: Const::Str(text) })) if text.is_empty())
    }

    /// A slice; the second of two equal ones next to each other (in `a[i:j] += b`) is the first.
    pub(super) fn build_slice(&mut self, count: u32) -> Result<()> {
        let args = self.pop_many(count)?;
        let insts = &self.func.blocks[self.block].insts;
        let is_same = |&&inst: &&Inst| {
            let data = &self.func.insts[inst];
            let pairs = || data.args.iter().zip(&args);
            data.op == (Op::BuildSlice {})
                && data.args.len() == args.len()
                && pairs().all(|(&a, &b)| self.is_same(a, b))
        };
        let known = insts.iter().rev().take(NEAR).find(is_same).map(|&inst| self.func.result(inst));
        let slice = known.unwrap_or_else(|| self.value(Op::BuildSlice {}, &args));
        self.push(slice);
        Ok(())
    }

    /// Whether two values are one, or equal constants.
    fn is_same(&self, a: Value, b: Value) -> bool {
        let constants = || match (self.made_by(a)?.1, self.made_by(b)?.1) {
            (Op::Const { value: x }, Op::Const { value: y }) => Some(x == y),
            _ => None,
        };
        a == b || constants() == Some(true)
    }

    /// Pushes a new list.
    fn list_of(&mut self, args: &[Value]) {
        let inst = self.inst(Op::BuildList {}, args, 1);
        let list = self.func.result(inst);
        let parts = args.iter().map(|&arg| (false, arg)).collect();
        self.displays.push(Display { list, made: inst, steps: Vec::new(), parts });
        self.push(list);
    }

    /// Appends or extends.
    pub(super) fn grow_list(&mut self, op: Op, starred: bool, depth: u32) -> Result<()> {
        let item = self.pop_entry()?;
        let place = self.place(depth)?;
        if starred && depth == 1 && self.extend_by_constant(item, Op::BuildList {})? {
            return Ok(());
        }
        let item = self.value_of(item)?;
        let list = self.value_of(self.stack[place])?;
        let inst = self.inst(op, &[list, item], 0);
        let Some(known) = self.displays.iter().rposition(|d| d.list == list) else {
            return Ok(());
        };
        if depth == 1 {
            self.displays[known].steps.push(inst);
            self.displays[known].parts.push((starred, item));
        } else {
            // A comprehension: how often it appends is not known.
            self.displays.swap_remove(known);
        }
        Ok(())
    }

    /// Extends the empty list or set on top of the stack by a constant's items: that is how a display of constants is compiled.
    fn extend_by_constant(&mut self, items: Entry, empty: Op) -> Result<bool> {
        let (Entry::Const(i), Some(&Entry::Value(target))) = (items, self.stack.last()) else {
            return Ok(false);
        };
        let Some(items) = items_to_add(self.input.flow.op(i)) else {
            return Ok(false);
        };
        let Some((inst, op)) = self.made_by(target) else {
            return Ok(false);
        };
        let is_last = self.func.blocks[self.block].insts.last() == Some(&inst);
        if *op != empty || !is_last || !self.func.insts[inst].args.is_empty() {
            return Ok(false);
        }
        let values: Option<Args> = items.into_iter().map(|item| self.constant_item(item)).collect();
        let Some(values) = values else {
            return Ok(false);
        };
        self.stack.pop();
        self.removable.insert(inst);
        if empty == (Op::BuildList {}) {
            self.displays.retain(|d| d.list != target);
            self.list_of(&values);
        } else {
            let set = self.value(empty, &values);
            self.push(set);
        }
        Ok(true)
    }

    /// An item of a constant tuple.
    pub(super) fn constant_item(&mut self, item: &RawConst) -> Option<Value> {
        let value = crate::constant::convert(item, &mut self.nested).ok()?;
        Some(self.constant(value))
    }

    pub(super) fn set_update(&mut self, depth: u32) -> Result<()> {
        let items = self.pop_entry()?;
        let place = self.place(depth)?;
        if depth == 1 && self.extend_by_constant(items, Op::BuildSet {})? {
            return Ok(());
        }
        let items = self.value_of(items)?;
        let set = self.value_of(self.stack[place])?;
        self.effect(Op::SetUpdate {}, &[set, items]);
        Ok(())
    }

    /// Adds popped operands to the container at a depth.
    pub(super) fn add_to(&mut self, op: Op, operands: u32, depth: u32) -> Result<()> {
        let operands = self.pop_many(operands)?;
        let place = self.place(depth)?;
        let mut args = Args::new();
        args.push(self.value_of(self.stack[place])?);
        args.extend(operands);
        self.effect(op, &args);
        Ok(())
    }

    /// A pair of a dict display, or of a comprehension.
    pub(super) fn map_add(&mut self, depth: u32) -> Result<()> {
        self.add_to(Op::MapAdd {}, 2, depth)?;
        if depth == 1 {
            self.map_steps.extend(self.func.blocks[self.block].insts.last().copied());
        }
        Ok(())
    }

    /// The end of a tuple display with a star, which compilers make through a list.
    pub(super) fn list_to_tuple(&mut self) -> Result<()> {
        let list = self.pop()?;
        let Some(known) = self.displays.iter().rposition(|d| d.list == list) else {
            let class = self.value(Op::Builtin { name: "tuple".into() }, &[]);
            let tuple = self.value(Op::Call { names: Vec::new() }, &[class, list]);
            self.push(tuple);
            return Ok(());
        };
        let display = self.displays.swap_remove(known);
        self.removable.insert(display.made);
        display.steps.iter().for_each(|&inst| {
            self.dropped.insert(inst);
        });
        let args: Args = display.parts.iter().map(|part| part.1).collect();
        let tuple = if display.parts.iter().any(|part| part.0) {
            let word = |&(starred, _): &(bool, Value)| Name::from(if starred { "star" } else { "item" });
            self.value(Op::BuildTupleStar { starred: display.parts.iter().map(word).collect() }, &args)
        } else {
            self.value(Op::BuildTuple {}, &args)
        };
        self.push(tuple);
        Ok(())
    }
}

/// The items of a constant in the order in which a display puts them into a list or set.
fn items_to_add(op: &Raw) -> Option<Vec<&RawConst>> {
    match op {
        Raw::LoadConst(RawConst::Tuple(items)) => Some(items.iter().collect()),
        Raw::LoadConst(RawConst::FrozenSet { items, added }) => {
            added.iter().map(|&index| items.get(index as usize)).collect()
        }
        _ => None,
    }
}
